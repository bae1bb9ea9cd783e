//! Sizes and alignments.

/// The size and the alignment of a type, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Layout {
    /// The size.
    pub size: u32,
    /// The alignment.
    pub alignment: u32,
}
