//! Ranges of a source.

/// A half-open range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// The bytes from `lo` up to, not including, `hi`.
    #[must_use]
    pub const fn new(lo: u32, hi: u32) -> Self {
        Self { lo, hi }
    }

    /// The smallest range that holds both.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self {
            lo: if other.lo < self.lo { other.lo } else { self.lo },
            hi: if other.hi > self.hi { other.hi } else { self.hi },
        }
    }

    /// Returns true if the other range is a part of this one.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// The characters of the range; empty if the range does not lie on character boundaries of `text`.
    #[must_use]
    pub fn text(self, text: &str) -> &str {
        text.get(self.lo as usize..self.hi as usize).unwrap_or("")
    }
}
