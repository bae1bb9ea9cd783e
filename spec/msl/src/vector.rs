//! The numbers of components, and the layouts of vectors and matrices (Tables 2.3 to 2.5).

use crate::{Layout, Scalar, types};

/// The number of components of a vector, or of columns or rows of a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Width {
    /// 2
    Two = 2,
    /// 3
    Three = 3,
    /// 4
    Four = 4,
}

impl Width {
    /// All of them in ascending order.
    pub const ALL: [Self; 3] = [Self::Two, Self::Three, Self::Four];

    /// The number.
    #[must_use]
    pub const fn count(self) -> u32 {
        self as u32
    }

    /// The width with this number.
    #[must_use]
    pub const fn from_count(count: u32) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }

    const fn index(self) -> usize {
        self as usize - 2
    }
}

/// The layout of a vector (Table 2.3). Every scalar has vectors.
#[must_use]
pub fn vector_layout(scalar: Scalar, width: Width) -> Option<Layout> {
    Some(types::vector_layouts(scalar)?[width.index()])
}

/// The layout of a packed vector (Table 2.4); `None` if the scalar has none.
#[must_use]
pub fn packed_vector_layout(scalar: Scalar, width: Width) -> Option<Layout> {
    Some(types::packed_vector_layouts(scalar)?[width.index()])
}

/// The layout of a matrix (Table 2.5); `None` if the scalar has none.
#[must_use]
pub fn matrix_layout(scalar: Scalar, columns: Width, rows: Width) -> Option<Layout> {
    Some(types::matrix_layouts(scalar)?[columns.index()][rows.index()])
}
