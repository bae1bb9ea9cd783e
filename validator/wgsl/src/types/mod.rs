//! Types as small numbers.
//!
//! Scalars, vectors, matrices and everything else without parts of the program's own have fixed numbers, so a
//! comparison of types is a comparison of numbers and no table is filled at start-up. Arrays, structures, pointers,
//! references, storage textures and buffers are interned as a program names them.

mod known;
mod print;
mod table;

pub(crate) use table::round_up;
pub use table::{Properties, StructMember, StructType, TypeInfo, Types};

use crate::ast::{ExprId, StructId, VariableId};
use core::num::NonZeroU32;
use wgsl_spec::{AccessMode, AddressSpace, MatrixComponent, MatrixRole, Scalar, TexelFormat, TextureKind};

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TypeId(NonZeroU32);

/// The kind of a [`TypeId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// The type of an expression that was already reported: it fits everywhere, silently.
    Error,
    /// A call without a value.
    Void,
    /// A scalar.
    Scalar(Scalar),
    /// `vecN<S>`
    Vector(u8, Scalar),
    /// `matCxR<S>`: columns, rows.
    Matrix(u8, u8, Scalar),
    /// `atomic<S>`
    Atomic(Scalar),
    /// `atomic<vec2<u32>>` (`atomic_vec2u_min_max`)
    AtomicVec2u,
    /// `sampler`
    Sampler,
    /// `sampler_comparison`
    SamplerComparison,
    /// The result of `frexp` on a scalar (1) or a vector of that size.
    FrexpResult(u8, Scalar),
    /// The result of `modf`.
    ModfResult(u8, Scalar),
    /// The result of `atomicCompareExchangeWeak`.
    AtomicCompareExchangeResult(Scalar),
    /// Sampled and multisampled textures.
    SampledTexture(TextureKind, Scalar),
    /// Depth and external textures.
    PlainTexture(TextureKind),
    /// Storage textures.
    StorageTexture(TextureKind, TexelFormat, AccessMode),
    /// `array<T, N>`, `array<T>`
    Array(TypeId, Length),
    /// A structure of the program.
    Struct(StructId),
    /// `ptr<AS, T, AM>`
    Pointer(AddressSpace, TypeId, AccessMode),
    /// `ref<AS, T, AM>`, which programs can't write.
    Reference(AddressSpace, TypeId, AccessMode),
    /// `buffer`, `buffer<N>`
    Buffer(Length),
    /// A subgroup matrix: columns, rows (`chromium_experimental_subgroup_matrix`).
    SubgroupMatrix(MatrixRole, MatrixComponent, u32, u32),
    /// `i8`: only components of subgroup matrices are of this type.
    I8,
    /// `u8`, likewise.
    U8,
    /// The type of `row_major` and `col_major`, in the template list of a builtin function.
    MatrixOrder,
}

const _: () = assert!(size_of::<TypeKind>() <= 16);

/// The element count of an array, or the byte size of a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Length {
    /// Known at shader creation.
    Fixed(u32),
    /// An `override` named by an identifier alone: two such lengths are the same.
    Override(VariableId),
    /// Any other override-expression: no two are the same.
    OverrideExpression(ExprId),
    /// Runtime-sized.
    Runtime,
}

impl TypeId {
    pub(crate) const fn from_index(index: usize) -> Self {
        match NonZeroU32::new(index as u32 + 1) {
            Some(value) => Self(value),
            None => Self::ERROR,
        }
    }

    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}
