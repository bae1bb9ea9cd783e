//! Types with variables, as in the signatures of builtin functions and operators.

use crate::{AccessMode, AddressSpace, ComponentSet, MatrixRole, Scalar, ScalarSet, TextureKind};

/// A variable for one scalar type of a set; the index is local to its overload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScalarVariable(pub u8);

/// A variable for a vector size or a matrix dimension (2, 3 or 4), or, in [`TypePattern::ScalarOrVector`], also for a
/// scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeVariable(pub u8);

/// A variable for a whole type of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeVariable(pub u8);

/// A variable for the component type of a subgroup matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComponentVariable(pub u8);

/// A variable for the component type of a subgroup matrix, with the types that it may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComponentPattern(pub ComponentVariable, pub ComponentSet);

/// The type of one parameter, template parameter or result of an overload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypePattern {
    /// A scalar.
    Scalar(ScalarPattern),
    /// `vecN<S>`
    Vector(SizePattern, ScalarPattern),
    /// `S` or `vecN<S>`: one choice for all occurrences of the size variable in the overload.
    ScalarOrVector(SizeVariable, ScalarPattern),
    /// `matCxR<S>`: columns, rows, scalar.
    Matrix(SizePattern, SizePattern, ScalarPattern),
    /// Any type of the class of the variable.
    Variable(TypeVariable),
    /// `array<E>` without or with an element count.
    Array(&'static TypePattern, LengthPattern),
    /// `atomic<S>`
    Atomic(ScalarPattern),
    /// `atomic<vec2<u32>>`, which is proposed.
    AtomicVec2u,
    /// `ptr<AS, T, AM>`
    Pointer(SpacePattern, &'static TypePattern, AccessPattern),
    /// `buffer` or `buffer<N>`
    Buffer(LengthPattern),
    /// A sampled or multisampled texture of the kind with a channel scalar.
    SampledTexture(TextureKind, ScalarPattern),
    /// A storage texture of the kind: any texel format (at most one format variable in an overload).
    StorageTexture(TextureKind, AccessPattern),
    /// A depth or external texture.
    PlainTexture(TextureKind),
    /// `sampler`
    Sampler,
    /// `sampler_comparison`
    SamplerComparison,
    /// `__frexp_result_…`, with the shape of `ScalarOrVector`.
    FrexpResult(SizePattern, ScalarPattern),
    /// `__modf_result_…`
    ModfResult(SizePattern, ScalarPattern),
    /// `__atomic_compare_exchange_result<S>`
    AtomicCompareExchangeResult(ScalarPattern),
    /// A subgroup matrix: its role (`None` for any), columns, rows. A dimension may be any number here.
    SubgroupMatrix(Option<MatrixRole>, ComponentPattern, SizeVariable, SizeVariable),
    /// The component type as a template parameter.
    MatrixComponent(ComponentPattern),
    /// `row_major` or `col_major` as a template parameter.
    MatrixOrder,
}

/// A scalar in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalarPattern {
    /// This scalar.
    Fixed(Scalar),
    /// One scalar of the variable's set, the same throughout the overload.
    Variable(ScalarVariable),
    /// The channel type of the texel format of the overload's storage texture.
    ChannelOfFormat,
    /// The scalar that represents a component of a subgroup matrix: `i32` for `i8`.
    OfComponent(ComponentVariable),
}

/// A size in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SizePattern {
    /// A scalar (only in results of `frexp` and `modf`).
    Scalar,
    /// 2, 3 or 4.
    Fixed(u8),
    /// Any of 2, 3, 4, the same throughout the overload.
    Variable(SizeVariable),
}

/// An element count in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LengthPattern {
    /// Runtime-sized.
    Runtime,
    /// Any fixed count.
    Fixed,
}

/// An address space in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpacePattern {
    /// This address space.
    Fixed(AddressSpace),
    /// One of the overload's `spaces`.
    Variable,
}

/// An access mode in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessPattern {
    /// This access mode.
    Fixed(AccessMode),
    /// `read` or `read_write`, as the argument has it (results reuse it).
    Readable,
    /// `write` or `read_write`.
    Writable,
    /// Any of the three.
    Any,
}

/// A class of types that a type variable may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeClass {
    /// Concrete constructible types (<https://www.w3.org/TR/WGSL/#constructible>).
    ConcreteConstructible,
    /// Constructible types, abstract ones included.
    Constructible,
    /// Host-shareable types with a creation-fixed footprint.
    HostShareable,
    /// Host-shareable types that are runtime-sized or end in a runtime-sized array.
    HostShareableRuntimeSized,
    /// Element types of a runtime-sized array.
    RuntimeArrayElement,
    /// Sampled, multisampled and depth textures, and samplers.
    TextureOrSampler,
}

/// The sets of the scalar variables of an overload, in order.
pub type ScalarSets = &'static [ScalarSet];
