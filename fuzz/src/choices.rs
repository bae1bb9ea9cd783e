//! The choices that make or change a program, out of bytes: of a seed, or of a fuzzer that looks for new ones.

use arbitrary::Unstructured;

/// Makes choices as long as there are bytes; every later one is the first of its alternatives.
#[derive(Debug)]
pub struct Choices<'a>(Unstructured<'a>);

impl<'a> Choices<'a> {
    /// Choices made of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Unstructured::new(bytes))
    }

    /// A number less than `bound`, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.int_in_range(0..=bound.saturating_sub(1)).unwrap_or(0)
    }

    /// Yes, in one of `many` cases.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) + 1 == many
    }

    /// One of the alternatives, if there is any.
    pub fn pick<'t, T>(&mut self, alternatives: &'t [T]) -> Option<&'t T> {
        alternatives.get(self.below(alternatives.len()))
    }
}

/// The bytes of a seed.
#[must_use]
pub fn bytes_of(seed: u64, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    fastrand::Rng::with_seed(seed).fill(&mut bytes);
    bytes
}
