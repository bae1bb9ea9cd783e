//! The types of values: scalars, vectors and matrices.

use std::fmt;

use crate::{Availability, Layout, Scalar, Width, matrix_layout, packed_vector_layout, vector_layout};

/// A scalar, vector, packed vector or matrix (2.1-2.3). Its text is the name that the specification uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ValueType {
    /// `float`
    Scalar(Scalar),
    /// `float3`
    Vector(Scalar, Width),
    /// `packed_float3`
    PackedVector(Scalar, Width),
    /// `float4x3`: its columns, then its rows.
    Matrix(Scalar, Width, Width),
}

impl ValueType {
    /// The scalar of which it consists.
    #[must_use]
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::Scalar(scalar)
            | Self::Vector(scalar, _)
            | Self::PackedVector(scalar, _)
            | Self::Matrix(scalar, _, _) => scalar,
        }
    }

    /// Its size and alignment; `None` if the specification has no such type.
    #[must_use]
    pub fn layout(self) -> Option<Layout> {
        match self {
            Self::Scalar(scalar) => Some(scalar.layout()),
            Self::Vector(scalar, width) => vector_layout(scalar, width),
            Self::PackedVector(scalar, width) => packed_vector_layout(scalar, width),
            Self::Matrix(scalar, columns, rows) => matrix_layout(scalar, columns, rows),
        }
    }

    /// The versions that have it.
    #[must_use]
    pub const fn availability(self) -> Availability {
        self.scalar().availability()
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.scalar().name();
        match self {
            Self::Scalar(_) => formatter.write_str(name),
            Self::Vector(_, width) => write!(formatter, "{name}{}", width.count()),
            Self::PackedVector(_, width) => write!(formatter, "packed_{name}{}", width.count()),
            Self::Matrix(_, columns, rows) => {
                write!(formatter, "{name}{}x{}", columns.count(), rows.count())
            }
        }
    }
}
