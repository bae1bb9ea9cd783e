//! The choices that make a program, out of bytes: of a seed, or of a fuzzer that looks for new ones.

use arbitrary::Unstructured;

/// Makes choices as long as there are bytes; every later one is the first of its alternatives.
#[derive(Debug)]
pub(super) struct Choices<'a>(Unstructured<'a>);

impl<'a> Choices<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// A number less than `bound`, which is at least 1.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0.int_in_range(0..=bound.saturating_sub(1)).unwrap_or(0)
    }

    /// Yes, in one of `many` cases.
    pub(super) fn one_in(&mut self, many: usize) -> bool {
        self.below(many) + 1 == many
    }

    /// One of the alternatives, if there is any.
    pub(super) fn pick<'t, T>(&mut self, alternatives: &'t [T]) -> Option<&'t T> {
        alternatives.get(self.below(alternatives.len()))
    }
}

/// Bytes for a program of this size.
pub(super) fn bytes_of(seed: u64, size: usize) -> Vec<u8> {
    let mut bytes = vec![0; 1024 + size * 64];
    fastrand::Rng::with_seed(seed).fill(&mut bytes);
    bytes
}
