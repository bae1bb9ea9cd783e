//! Counted work: what `cargo xtask scaling` and the tests compare instead of times, which measure the machine and its load.
//!
//! [`take`] counts whatever is examined piece by piece: tokens, nodes, names, edges, compared characters, lowered instructions,
//! moved bytes. [`of`] returns the steps that some work takes on this thread. Builds with debug assertions count, optimised ones don't,
//! so users pay nothing.

#[cfg(any(debug_assertions, fuzzing))]
std::thread_local! {
    static TAKEN: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// True if this build counts steps; otherwise [`of`] returns 0.
pub const ARE_COUNTED: bool = cfg!(any(debug_assertions, fuzzing));

/// Counts pieces of work that are done one after the other.
#[cfg(any(debug_assertions, fuzzing))]
#[inline]
pub fn take(steps: usize) {
    TAKEN.set(TAKEN.get() + steps as u64);
}

/// Counts nothing.
#[cfg(not(any(debug_assertions, fuzzing)))]
#[inline]
pub const fn take(_: usize) {}

/// Returns the number of steps that some work takes on this thread.
pub fn of(work: impl FnOnce()) -> u64 {
    counted(work).1
}

/// Returns the result of some work and the number of steps that it takes on this thread.
#[cfg(any(debug_assertions, fuzzing))]
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = TAKEN.get();
    let result = work();
    (result, TAKEN.get() - before)
}

/// Does the work and returns 0 with its result: this build counts nothing.
#[cfg(not(any(debug_assertions, fuzzing)))]
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    (work(), 0)
}
