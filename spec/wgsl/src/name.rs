//! Interned names. All names that have a meaning in the specification are known at build time.

use core::num::NonZeroU32;

/// An interned name. Values up to [`Symbol::PREDECLARED`] are the names of the specification, with constants in
/// [`sym`]; the values above are for the names of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub NonZeroU32);

impl Symbol {
    /// The number as a zero-based index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The symbol with this zero-based index.
    ///
    /// # Panics
    /// If the index does not fit in 32 bits less one.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        match NonZeroU32::new(index as u32 + 1) {
            Some(value) => Self(value),
            None => panic!("a program holds fewer than 2^32 names"),
        }
    }

    /// The symbol of a name of the specification, found by a perfect hash.
    #[must_use]
    pub fn predeclared(name: &str) -> Option<Self> {
        Self::find(name.as_bytes()).ok()
    }

    /// The symbol of a name of the specification, or a hash of any other name. The hash of a name of at most 16 bytes
    /// depends on all of them.
    ///
    /// # Errors
    /// The hash, if the specification has no such name.
    #[inline]
    pub fn find(name: &[u8]) -> Result<Self, u64> {
        lookup(name)
    }

    /// The spelling of a name of the specification.
    #[must_use]
    pub fn predeclared_text(self) -> Option<&'static str> {
        NAMES.get(self.index()).copied()
    }
}

// `NAMES: [&str; N]`, `Symbol::PREDECLARED: u32` (their count), `fn lookup(&str) -> Option<Symbol>`, `pub mod sym`.
include!("generated/names.rs");
