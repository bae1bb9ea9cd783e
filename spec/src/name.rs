//! Interned names. All names that the specification gives a meaning are known at build time.

use core::num::NonZeroU32;

/// An interned name. Values up to [`Symbol::PREDECLARED`] are the names of the specification, constants in [`sym`];
/// whoever interns the names of a program hands out the values above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub NonZeroU32);

impl Symbol {
    /// The number as an index that starts at zero.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The symbol with this zero-based index.
    ///
    /// # Panics
    /// When the index does not fit 32 bits less one.
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

    /// The symbol of a name of the specification, or, for any other name, a hash of it. The hash of a name of at most
    /// 16 bytes is made of all of them.
    ///
    /// # Errors
    /// The hash, when the specification has no such name.
    #[inline]
    pub fn find(name: &[u8]) -> Result<Self, u64> {
        lookup(name)
    }

    /// The text of a name of the specification.
    #[must_use]
    pub fn predeclared_text(self) -> Option<&'static str> {
        NAMES.get(self.index()).copied()
    }
}

// `NAMES: [&str; N]`, `Symbol::PREDECLARED: u32` (their count), `fn lookup(&str) -> Option<Symbol>`, `pub mod sym`.
include!(concat!(env!("OUT_DIR"), "/names.rs"));
