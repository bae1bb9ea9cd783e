//! Sets of scalars and vectors.

use crate::{Scalar, ValueType, Width};

/// Numbers of components: 1 for a scalar, and those of vectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Widths(u8);

impl Widths {
    /// The set with these bits, of which the lowest is that of scalars.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Whether scalars are in the set.
    #[must_use]
    pub const fn has_scalar(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether vectors of this width are in the set.
    #[must_use]
    pub const fn has_vector(self, width: Width) -> bool {
        self.0 >> (width.count() - 1) & 1 != 0
    }
}

/// A set of scalars and vectors, by scalar in the order of [`Scalar`]. It has types that only some versions have: see
/// [`ValueType::availability`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeSet(pub &'static [(Scalar, Widths)]);

impl TypeSet {
    /// The set of a variable that a signature does not have.
    pub const EMPTY: Self = Self(&[]);

    /// Whether nothing is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The members, by scalar and then by width.
    pub fn iter(self) -> impl Iterator<Item = ValueType> {
        self.0.iter().flat_map(|(scalar, widths)| {
            let alone = widths.has_scalar().then_some(ValueType::Scalar(*scalar));
            let vectors = Width::ALL.into_iter().filter(|width| widths.has_vector(*width));
            alone.into_iter().chain(vectors.map(|width| ValueType::Vector(*scalar, width)))
        })
    }

    /// Whether a type is in the set. Packed vectors and matrices are in none.
    #[must_use]
    pub fn contains(self, ty: ValueType) -> bool {
        let widths = self.0.iter().find(|(scalar, _)| *scalar == ty.scalar()).map(|(_, widths)| *widths);
        widths.is_some_and(|widths| match ty {
            ValueType::Scalar(_) => widths.has_scalar(),
            ValueType::Vector(_, width) => widths.has_vector(width),
            ValueType::PackedVector(..) | ValueType::Matrix(..) => false,
        })
    }
}
