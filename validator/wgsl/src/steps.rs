//! The number of steps of a judgement, for tests that no cost grows faster than the source. A clock would measure the
//! machine and its load. Steps are counted in the tests of this crate and under a fuzzer only.

#[cfg(any(test, fuzzing))]
std::thread_local! {
    static TAKEN: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Counts tokens, nodes of the tree, names, edges or values that are examined one after the other.
#[cfg(any(test, fuzzing))]
pub(crate) fn take(steps: usize) {
    TAKEN.set(TAKEN.get() + steps as u64);
}

/// Counts nothing.
#[cfg(not(any(test, fuzzing)))]
#[inline]
pub(crate) const fn take(_: usize) {}

/// The number of steps that some work takes on this thread.
#[cfg(any(test, fuzzing))]
#[cfg_attr(not(fuzzing), allow(unreachable_pub, reason = "the module is public under a fuzzer"))]
pub fn of(work: impl FnOnce()) -> u64 {
    let before = TAKEN.get();
    work();
    TAKEN.get() - before
}
