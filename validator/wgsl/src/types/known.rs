//! The types with fixed numbers.

use super::{TypeId, TypeKind};
use wgsl_spec::{Scalar, TextureKind};

const SCALARS: usize = 2;
const VECTORS: usize = SCALARS + 7;
const MATRICES: usize = VECTORS + 3 * 7;
const ATOMICS: usize = MATRICES + 9 * 3;
const SAMPLERS: usize = ATOMICS + 2;
const FREXP: usize = SAMPLERS + 2;
const MODF: usize = FREXP + 4 * 3;
const EXCHANGES: usize = MODF + 4 * 3;
const SAMPLED_TEXTURES: usize = EXCHANGES + 2;
const PLAIN_TEXTURES: usize = SAMPLED_TEXTURES + 7 * 3;
const PROPOSED: usize = PLAIN_TEXTURES + 6;
/// The number of types with fixed numbers.
pub(super) const COUNT: usize = PROPOSED + 4;
const _: () = assert!(COUNT < 128);

const FLOATS: [Scalar; 3] = [Scalar::AbstractFloat, Scalar::F32, Scalar::F16];
const INTEGERS: [Scalar; 2] = [Scalar::I32, Scalar::U32];
const CHANNELS: [Scalar; 3] = [Scalar::F32, Scalar::I32, Scalar::U32];
const SAMPLED: [TextureKind; 7] = [
    TextureKind::Sampled1d,
    TextureKind::Sampled2d,
    TextureKind::Sampled2dArray,
    TextureKind::Sampled3d,
    TextureKind::SampledCube,
    TextureKind::SampledCubeArray,
    TextureKind::Multisampled2d,
];
const PLAIN: [TextureKind; 6] = [
    TextureKind::Depth2d,
    TextureKind::Depth2dArray,
    TextureKind::DepthCube,
    TextureKind::DepthCubeArray,
    TextureKind::DepthMultisampled2d,
    TextureKind::External,
];

/// Kinds of the types with fixed numbers, by number.
pub(super) static KINDS: [TypeKind; COUNT] = kinds();

const fn kinds() -> [TypeKind; COUNT] {
    let mut kinds = [TypeKind::Error; COUNT];
    kinds[1] = TypeKind::Void;
    let mut i = 0;
    while i < 7 {
        kinds[SCALARS + i] = TypeKind::Scalar(Scalar::ALL[i]);
        let mut n = 2;
        while n <= 4 {
            kinds[TypeId::vector(n as u8, Scalar::ALL[i]).index()] =
                TypeKind::Vector(n as u8, Scalar::ALL[i]);
            n += 1;
        }
        i += 1;
    }
    i = 0;
    while i < 3 {
        let mut c = 2;
        while c <= 4 {
            let mut r = 2;
            while r <= 4 {
                kinds[TypeId::matrix(c, r, FLOATS[i]).index()] = TypeKind::Matrix(c, r, FLOATS[i]);
                r += 1;
            }
            c += 1;
        }
        let mut n = 1;
        while n <= 4 {
            kinds[TypeId::frexp_result(n, FLOATS[i]).index()] = TypeKind::FrexpResult(n, FLOATS[i]);
            kinds[TypeId::modf_result(n, FLOATS[i]).index()] = TypeKind::ModfResult(n, FLOATS[i]);
            n += 1;
        }
        let mut t = 0;
        while t < SAMPLED.len() {
            kinds[SAMPLED_TEXTURES + t * 3 + i] = TypeKind::SampledTexture(SAMPLED[t], CHANNELS[i]);
            t += 1;
        }
        i += 1;
    }
    i = 0;
    while i < 2 {
        kinds[ATOMICS + i] = TypeKind::Atomic(INTEGERS[i]);
        kinds[EXCHANGES + i] = TypeKind::AtomicCompareExchangeResult(INTEGERS[i]);
        i += 1;
    }
    kinds[SAMPLERS] = TypeKind::Sampler;
    kinds[SAMPLERS + 1] = TypeKind::SamplerComparison;
    i = 0;
    while i < PLAIN.len() {
        kinds[PLAIN_TEXTURES + i] = TypeKind::PlainTexture(PLAIN[i]);
        i += 1;
    }
    kinds[PROPOSED] = TypeKind::AtomicVec2u;
    kinds[PROPOSED + 1] = TypeKind::I8;
    kinds[PROPOSED + 2] = TypeKind::U8;
    kinds[PROPOSED + 3] = TypeKind::MatrixOrder;
    kinds
}

const fn float_index(scalar: Scalar) -> usize {
    match scalar {
        Scalar::F32 => 1,
        Scalar::F16 => 2,
        _ => 0,
    }
}

impl TypeId {
    /// See [`TypeKind::Error`].
    pub const ERROR: Self = Self(core::num::NonZeroU32::MIN);
    /// See [`TypeKind::Void`].
    pub const VOID: Self = Self::from_index(1);
    /// `bool`
    pub const BOOL: Self = Self::scalar(Scalar::Bool);
    /// `AbstractInt`
    pub const ABSTRACT_INT: Self = Self::scalar(Scalar::AbstractInt);
    /// `i32`
    pub const I32: Self = Self::scalar(Scalar::I32);
    /// `u32`
    pub const U32: Self = Self::scalar(Scalar::U32);
    /// `f32`
    pub const F32: Self = Self::scalar(Scalar::F32);
    /// `sampler`
    pub const SAMPLER: Self = Self::from_index(SAMPLERS);
    /// `sampler_comparison`
    pub const SAMPLER_COMPARISON: Self = Self::from_index(SAMPLERS + 1);

    /// `atomic<vec2<u32>>`
    pub const ATOMIC_VEC2U: Self = Self::from_index(PROPOSED);
    /// `i8`
    pub const I8: Self = Self::from_index(PROPOSED + 1);
    /// `u8`
    pub const U8: Self = Self::from_index(PROPOSED + 2);
    /// See [`TypeKind::MatrixOrder`].
    pub const MATRIX_ORDER: Self = Self::from_index(PROPOSED + 3);

    /// A number below 128 for a type that is the same in all programs.
    pub(crate) const fn known_number(self) -> Option<u64> {
        if self.index() < COUNT { Some(self.index() as u64) } else { None }
    }

    /// A scalar type.
    #[must_use]
    pub const fn scalar(scalar: Scalar) -> Self {
        Self::from_index(SCALARS + scalar as usize)
    }

    /// `vecN<S>`; N is 2, 3 or 4.
    #[must_use]
    pub const fn vector(size: u8, scalar: Scalar) -> Self {
        Self::from_index(VECTORS + (size as usize - 2) * 7 + scalar as usize)
    }

    /// A scalar when the size is 1, else a vector.
    #[must_use]
    pub const fn scalar_or_vector(size: u8, scalar: Scalar) -> Self {
        if size < 2 { Self::scalar(scalar) } else { Self::vector(size, scalar) }
    }

    /// `matCxR<S>`; S is `AbstractFloat`, `f32` or `f16`.
    #[must_use]
    pub const fn matrix(columns: u8, rows: u8, scalar: Scalar) -> Self {
        Self::from_index(
            MATRICES + ((columns as usize - 2) * 3 + rows as usize - 2) * 3 + float_index(scalar),
        )
    }

    /// `atomic<S>`; S is `i32` or `u32`.
    #[must_use]
    pub const fn atomic(scalar: Scalar) -> Self {
        Self::from_index(ATOMICS + matches!(scalar, Scalar::U32) as usize)
    }

    /// The result of `frexp` on a scalar (size 1) or vector.
    #[must_use]
    pub const fn frexp_result(size: u8, scalar: Scalar) -> Self {
        Self::from_index(FREXP + (size as usize - 1) * 3 + float_index(scalar))
    }

    /// The result of `modf` on a scalar (size 1) or vector.
    #[must_use]
    pub const fn modf_result(size: u8, scalar: Scalar) -> Self {
        Self::from_index(MODF + (size as usize - 1) * 3 + float_index(scalar))
    }

    /// The result of `atomicCompareExchangeWeak`.
    #[must_use]
    pub const fn atomic_compare_exchange_result(scalar: Scalar) -> Self {
        Self::from_index(EXCHANGES + matches!(scalar, Scalar::U32) as usize)
    }

    /// A sampled or multisampled texture; `None` if the kind is another, or the scalar is not a channel type.
    #[must_use]
    pub fn sampled_texture(kind: TextureKind, scalar: Scalar) -> Option<Self> {
        let texture = SAMPLED.iter().position(|known| *known == kind)?;
        let channel = CHANNELS.iter().position(|known| *known == scalar)?;
        Some(Self::from_index(SAMPLED_TEXTURES + texture * 3 + channel))
    }

    /// A depth or external texture; `None` if the kind is another.
    #[must_use]
    pub fn plain_texture(kind: TextureKind) -> Option<Self> {
        let texture = PLAIN.iter().position(|known| *known == kind)?;
        Some(Self::from_index(PLAIN_TEXTURES + texture))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_names_another_type() {
        for (index, kind) in KINDS.iter().enumerate() {
            assert!(index == 0 || *kind != TypeKind::Error, "number {index} names no type");
            assert_eq!(KINDS.iter().position(|other| other == kind), Some(index));
        }
    }

    #[test]
    fn constructors_agree_with_the_table() {
        assert_eq!(KINDS[TypeId::vector(3, Scalar::F16).index()], TypeKind::Vector(3, Scalar::F16));
        assert_eq!(KINDS[TypeId::matrix(4, 2, Scalar::F32).index()], TypeKind::Matrix(4, 2, Scalar::F32));
        assert_eq!(KINDS[TypeId::SAMPLER_COMPARISON.index()], TypeKind::SamplerComparison);
        let texture = TypeId::sampled_texture(TextureKind::Sampled3d, Scalar::U32);
        assert_eq!(
            texture.map(|id| KINDS[id.index()]),
            Some(TypeKind::SampledTexture(TextureKind::Sampled3d, Scalar::U32))
        );
    }
}
