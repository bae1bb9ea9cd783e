//! The number of steps that checking a program takes, for tests that no cost grows faster than the source. A clock would measure the machine
//! and its load.
//!
//! Steps are counted on each thread, in every build: one addition to a local counter for a step of a loop over tokens, nodes or names.

std::thread_local! {
    static TAKEN: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Counts tokens, nodes of the tree, names or candidates that are looked at one after the other.
pub(crate) fn take(steps: usize) {
    TAKEN.set(TAKEN.get() + steps as u64);
}

/// Returns the number of steps that some work takes on this thread.
pub fn of(work: impl FnOnce()) -> u64 {
    let before = TAKEN.get();
    work();
    TAKEN.get() - before
}
