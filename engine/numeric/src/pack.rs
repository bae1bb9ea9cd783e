//! Kernels of the packing functions. <https://www.w3.org/TR/WGSL/#pack-builtin-functions>

use super::event::{Event, Watch, note_if};
use super::half::F16;
use super::number::Float;
use crate::Type;

/// The chunk of `width` bits (8 or 16) at `index`, sign-extended.
#[inline]
fn signed_chunk(word: u32, width: u32, index: u32) -> i32 {
    ((word << (32 - width * (index + 1))) as i32) >> (32 - width)
}

/// The chunk of `width` bits (8 or 16) at `index`.
#[inline]
fn unsigned_chunk(word: u32, width: u32, index: u32) -> u32 {
    (word >> (width * index)) & (u32::MAX >> (32 - width))
}

/// Puts the low `width` bits of each chunk side by side, the first lowest.
#[inline]
fn assemble(chunks: impl IntoIterator<Item = u32>, width: u32) -> u32 {
    let mask = u32::MAX >> (32 - width);
    (0u32..).zip(chunks).fold(0, |word, (index, chunk)| word | ((chunk & mask) << (width * index)))
}

/// `pack4x8snorm` (width 8) and `pack2x16snorm` (width 16).
#[inline]
pub(crate) fn pack_snorm(components: &[f32], width: u32) -> u32 {
    let scale = f64::from((1u32 << (width - 1)) - 1);
    let chunk = |value: &f32| (0.5 + scale * f64::from(*value).clamp(-1.0, 1.0)).floor() as i32 as u32;
    assemble(components.iter().map(chunk), width)
}

/// `pack4x8unorm` (width 8) and `pack2x16unorm` (width 16).
#[inline]
pub(crate) fn pack_unorm(components: &[f32], width: u32) -> u32 {
    let scale = f64::from((1u32 << width) - 1);
    let chunk = |value: &f32| (0.5 + scale * f64::from(*value).clamp(0.0, 1.0)).floor() as u32;
    assemble(components.iter().map(chunk), width)
}

/// `pack4xI8` and `pack4xU8`.
#[inline]
pub(crate) fn pack_bytes(components: &[u32]) -> u32 {
    assemble(components.iter().copied(), 8)
}

/// `pack4xI8Clamp`
#[inline]
pub(crate) fn pack_signed_bytes_clamped(components: &[i32]) -> u32 {
    assemble(components.iter().map(|value| (*value).clamp(-128, 127) as u32), 8)
}

/// `pack4xU8Clamp`
#[inline]
pub(crate) fn pack_unsigned_bytes_clamped(components: &[u32]) -> u32 {
    assemble(components.iter().map(|value| (*value).min(255)), 8)
}

/// The nearest `f16`; noted when the value is outside the finite range of `f16`.
#[inline]
pub(crate) fn to_half<T: Float>(value: T, watch: &mut impl Watch) -> F16 {
    let value = value.widen();
    note_if(value.is_nan() || value.abs() > F16::GREATEST, Event::NotRepresentable(Type::F16), watch);
    F16::round(value)
}

/// One component of `unpack4x8snorm` (width 8) or `unpack2x16snorm` (width 16).
#[inline]
pub(crate) fn unpack_snorm(word: u32, width: u32, index: u32) -> f32 {
    let scale = f64::from((1u32 << (width - 1)) - 1);
    (f64::from(signed_chunk(word, width, index)) / scale).max(-1.0) as f32
}

/// One component of `unpack4x8unorm` (width 8) or `unpack2x16unorm` (width 16).
#[inline]
pub(crate) fn unpack_unorm(word: u32, width: u32, index: u32) -> f32 {
    let scale = f64::from((1u32 << width) - 1);
    (f64::from(unsigned_chunk(word, width, index)) / scale) as f32
}

/// One component of `unpack4xI8`.
#[inline]
pub(crate) fn unpack_signed_byte(word: u32, index: u32) -> i32 {
    signed_chunk(word, 8, index)
}

/// One component of `unpack4xU8`.
#[inline]
pub(crate) fn unpack_unsigned_byte(word: u32, index: u32) -> u32 {
    unsigned_chunk(word, 8, index)
}

/// One component of `unpack2x16float`.
#[inline]
pub(crate) fn unpack_half(word: u32, index: u32) -> f32 {
    F16(unsigned_chunk(word, 16, index) as u16).widen() as f32
}

/// `dot4U8Packed` <https://www.w3.org/TR/WGSL/#dot4U8Packed-builtin>
#[inline]
pub(crate) fn dot_unsigned_bytes(first: u32, second: u32) -> u32 {
    (0..4).map(|index| unpack_unsigned_byte(first, index) * unpack_unsigned_byte(second, index)).sum()
}

/// `dot4I8Packed` <https://www.w3.org/TR/WGSL/#dot4I8Packed-builtin>
#[inline]
pub(crate) fn dot_signed_bytes(first: u32, second: u32) -> i32 {
    (0..4).map(|index| unpack_signed_byte(first, index) * unpack_signed_byte(second, index)).sum()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results of kernels are exact")]
mod tests {
    use super::super::event::{Unwatched, event};
    use super::*;

    #[test]
    fn normalised() {
        assert_eq!(pack_snorm(&[-1.0, 0.0, 1.0, 2.0], 8), 0x7f7f_0081);
        assert_eq!(pack_snorm(&[-1.0, 1.0], 16), 0x7fff_8001);
        assert_eq!(pack_unorm(&[0.0, 1.0, 0.5, -3.0], 8), 0x0080_ff00);
        assert_eq!(pack_unorm(&[1.0, 0.5], 16), 0x8000_ffff);
        assert_eq!(pack_unorm(&[f32::NAN, 0.0], 16), 0);
        assert_eq!((unpack_snorm(0x0000_0080, 8, 0), unpack_snorm(0x7f00, 8, 1)), (-1.0, 1.0));
        assert_eq!((unpack_unorm(0xffff_0000, 16, 1), unpack_unorm(0xffff_0000, 16, 0)), (1.0, 0.0));
    }

    #[test]
    fn bytes() {
        assert_eq!(pack_bytes(&[1, 0x102, 3, u32::MAX]), 0xff03_0201);
        assert_eq!(pack_signed_bytes_clamped(&[-1000, 1000, -1, 0]), 0x00ff_7f80);
        assert_eq!(pack_unsigned_bytes_clamped(&[256, 0, 7, u32::MAX]), 0xff07_00ff);
        assert_eq!((unpack_signed_byte(0xff00, 1), unpack_unsigned_byte(0xff00, 1)), (-1, 255));
        assert_eq!(dot_unsigned_bytes(u32::MAX, u32::MAX), 4 * 255 * 255);
        assert_eq!(dot_signed_bytes(0x8080_8080, 0x8080_8080), 65536);
        assert_eq!(dot_signed_bytes(0xffff_ffff, 0x0101_0101), -4);
    }

    #[test]
    fn halves() {
        assert_eq!([1f32, -2.0].map(|value| to_half(value, &mut Unwatched).0), [0x3c00, 0xc000]);
        assert_eq!((unpack_half(0xc000_3c00, 0), unpack_half(0xc000_3c00, 1)), (1.0, -2.0));
        for (value, noted) in [(65504f32, false), (65505.0, true), (-65504.0, false), (f32::NAN, true)] {
            let noted = noted.then_some(Event::NotRepresentable(Type::F16));
            assert_eq!(event(|w| to_half(value, w)).1, noted);
        }
    }
}
