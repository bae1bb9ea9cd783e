//! Conversions between numbers, the parts of a number, and the same bits as another type.

use super::correct::halves;
use super::format::Format;
use super::interval::{Interval, hull_of};
use super::truth::Truth;
use crate::convert::{clamped, converted, wrapped};
use crate::number::{Float, Number};
use crate::{Type, float, pack};

/// The results that the conversion of a value constructor may have; those of `i32`, `u32` and `bool` are integers.
///
/// A conversion preserves subnormal numbers that the target type has, but one that has to round may flush them.
/// <https://www.w3.org/TR/WGSL/#floating-point-conversion>
#[must_use]
pub fn convert(from: Type, into: Type, operand: Interval) -> Interval {
    match into {
        Type::Bool => Truth::of(Format::of(from).map_or(operand, |format| format.seen(operand))).interval(),
        Type::F32 | Type::F16 => to_float(from, into, operand),
        Type::I32 | Type::U32 => to_integer(from, into, operand),
        Type::I8 | Type::I16 | Type::I64 | Type::U8 | Type::U16 | Type::U64 | Type::F64 => Interval::ANY,
    }
}

fn to_float(from: Type, into: Type, operand: Interval) -> Interval {
    let Some(format) = Format::of(into) else { return Interval::ANY };
    if from == into || (from, into) == (Type::F16, Type::F32) {
        return operand;
    }
    format.each([operand], |[value]| format.correctly_rounded(value))
}

/// A float is clamped to the values of the target that its own type represents; an integer wraps.
fn to_integer(from: Type, into: Type, operand: Interval) -> Interval {
    if operand.is_any() || from == into {
        return operand;
    }
    let whole = |value| if from.is_float() { clamped(from, into, value) } else { value as i128 };
    let [begin, end] =
        [operand.begin, operand.end].map(|end| number_of(into, wrapped(into, whole(end)) as u32));
    if begin <= end { Interval { begin, end } } else { Interval::ANY }
}

/// `frexp`: the fractions and the exponents; both are indeterminate for a subnormal number.
/// <https://www.w3.org/TR/WGSL/#frexp-builtin>
#[must_use]
pub fn frexp(ty: Type, operand: Interval) -> (Interval, Interval) {
    const ANYTHING: (Interval, Interval) = (Interval::ANY, Interval::ANY);
    let Some(format) = Format::of(ty) else { return ANYTHING };
    if operand.single() == Some(0.0) {
        return (operand, operand);
    }
    if operand.is_any() || operand.magnitude().begin < format.smallest_normal() {
        return ANYTHING;
    }
    let ((first, low), (last, high)) = (float::frexp(operand.begin), float::frexp(operand.end));
    let exponents = Interval::between(f64::from(low), f64::from(high));
    if low == high {
        return (Interval::between(first, last), exponents);
    }
    // The sign is the same at both ends.
    (Interval::between(0.5f64.copysign(first), format.lower(1f64.next_down()).copysign(first)), exponents)
}

/// `modf`: the fractional and the whole parts. <https://www.w3.org/TR/WGSL/#modf-builtin>
#[must_use]
pub fn modf(ty: Type, operand: Interval) -> (Interval, Interval) {
    let Some(format) = Format::of(ty) else { return (Interval::ANY, Interval::ANY) };
    let whole = format.each([operand], |[value]| format.correctly_rounded(value.trunc()));
    let is_one_piece = operand.begin.trunc() == operand.end.trunc();
    let fraction = format.each([operand], |[value]| format.correctly_rounded(value - value.trunc()));
    if is_one_piece || operand.is_any() {
        return (fraction, whole);
    }
    let less_than_one = format.lower(1f64.next_down());
    let begin = if operand.begin < 0.0 { -less_than_one } else { 0.0 };
    let end = if operand.end > 0.0 { less_than_one } else { 0.0 };
    (Interval { begin, end }, whole)
}

/// The bits of a value of a type of up to 32 bits.
fn encode(ty: Type, value: f64) -> u32 {
    converted(Type::F64, ty, value.to_raw()) as u32
}

/// The value with these bits of a type of up to 32 bits.
#[must_use]
pub fn number_of(ty: Type, bits: u32) -> f64 {
    let raw = u64::from(bits);
    by_type!(ty, T => floats T::decode(raw).widen(), integers T::from_raw(raw) as f64, truths raw as f64)
}

/// The value of a type with these bits; NaN and infinity are anything, a subnormal number may be flushed.
fn decode(ty: Type, bits: u32) -> Interval {
    let value = number_of(ty, bits);
    Format::of(ty).map_or(Interval::point(value), |format| format.correctly_rounded(value))
}

/// The bits that a component of an operand of `bitcast` may have: at most its own, and both zeros if it may be flushed or is zero.
/// Nothing is known about more than one number.
fn patterns(ty: Type, operand: Interval) -> Option<Vec<u32>> {
    let value = operand.single()?;
    let own = encode(ty, value);
    Some(match Format::of(ty) {
        Some(format) if value == 0.0 || format.is_subnormal(value) => vec![own, 0, encode(ty, -0.0)],
        Some(_) | None => vec![own],
    })
}

/// `bitcast`: the components of an operand as those of another type, as many as fit.
///
/// An interval with more than one number becomes anything. <https://www.w3.org/TR/WGSL/#bitcast-builtin>
#[must_use]
pub fn bitcast(from: Type, into: Type, operand: &[Interval]) -> Vec<Interval> {
    if from == into {
        return operand.to_vec();
    }
    match (from.size(), into.size()) {
        (2, 4) => operand
            .chunks_exact(2)
            .map(|halves| {
                let Some((low, high)) = patterns(from, halves[0]).zip(patterns(from, halves[1])) else {
                    return Interval::ANY;
                };
                hull_of(
                    high.iter().flat_map(|high| low.iter().map(move |low| decode(into, high << 16 | low))),
                )
            })
            .collect(),
        (4, 2) => operand
            .iter()
            .flat_map(|word| {
                let words = patterns(from, *word).unwrap_or_default();
                [0, 16].map(|shift| hull_of(words.iter().map(|word| decode(into, word >> shift & 0xffff))))
            })
            .collect(),
        _ => operand
            .iter()
            .map(|word| {
                let words = patterns(from, *word).unwrap_or_default();
                hull_of(words.iter().map(|word| decode(into, *word)))
            })
            .collect(),
    }
}

/// The codes of one chunk that a component may be packed into: least and greatest.
type Codes = (u32, u32);

/// Chunks side by side, the first lowest, as an interval of words. It may hold words that no choice of chunks gives.
fn assemble(chunks: impl Iterator<Item = Option<Codes>>, width: u32) -> Interval {
    let mut word = (0u32, 0u32);
    for (index, chunk) in (0u32..).zip(chunks) {
        let Some((least, greatest)) = chunk else { return Interval::ANY };
        word.0 |= least << (width * index);
        word.1 |= greatest << (width * index);
    }
    Interval::between(f64::from(word.0), f64::from(word.1))
}

/// `pack4x8snorm`, `pack4x8unorm` (width 8), `pack2x16snorm`, `pack2x16unorm` (width 16): the intermediate result is rounded, the bits
/// are correct. <https://www.w3.org/TR/WGSL/#pack-builtin-functions>
#[must_use]
pub fn pack_normalized(components: &[Interval], is_signed: bool, width: u32) -> Interval {
    let format = Format::F32;
    let bits = if is_signed { width - 1 } else { width };
    let scale = f64::from((1u32 << bits) - 1);
    let least = if is_signed { -1.0 } else { 0.0 };
    let mask = u32::MAX >> (32 - width);
    let codes = |component: &Interval| {
        let scaled = format
            .each([*component], |[value]| format.correctly_rounded(0.5 + scale * value.clamp(least, 1.0)));
        if scaled.is_any() {
            return None;
        }
        let (low, high) = (scaled.begin.floor() as i32, scaled.end.floor() as i32);
        // Two's complement puts the negative codes above the others.
        Some(if low < 0 && high >= 0 { (0, mask) } else { (low as u32 & mask, high as u32 & mask) })
    };
    assemble(components.iter().map(codes), width)
}

/// `pack2x16float`: anything when a component may be outside the finite range of binary16.
/// <https://www.w3.org/TR/WGSL/#pack2x16float-builtin>
#[must_use]
pub fn pack_halves(components: &[Interval]) -> Interval {
    let codes = |component: &Interval| {
        let halves = halves(*component);
        let [low, high] = [halves.begin, halves.end].map(|value| encode(Type::F16, value));
        (!halves.is_any()).then(|| {
            if halves.contains(0.0) {
                // Either zero, and what lies on both sides of it.
                let greatest = if halves.begin < 0.0 { low } else { 0x8000 };
                (0, greatest)
            } else {
                (low.min(high), low.max(high))
            }
        })
    };
    assemble(components.iter().map(codes), 16)
}

/// One component of `unpack4x8snorm`, `unpack4x8unorm` (width 8), `unpack2x16snorm`, `unpack2x16unorm` (width 16): 3 units in the last
/// place. Anything if the word is not known. <https://www.w3.org/TR/WGSL/#unpack-builtin-functions>
pub(super) fn unpack_normalized(
    word: Interval,
    is_signed: bool,
    width: u32,
    index: u32,
    units: f64,
) -> Interval {
    let Some(word) = word.single() else { return Interval::ANY };
    let chunk = (word as u32) << (32 - width * (index + 1));
    let exact = if is_signed {
        (f64::from(chunk as i32 >> (32 - width)) / f64::from((1u32 << (width - 1)) - 1)).max(-1.0)
    } else {
        f64::from(chunk >> (32 - width)) / f64::from((1u32 << width) - 1)
    };
    Format::F32.within_units(exact, units)
}

/// One component of `unpack2x16float`: anything for a NaN or an infinity. <https://www.w3.org/TR/WGSL/#unpack2x16float-builtin>
pub(super) fn unpack_half(word: Interval, index: u32) -> Interval {
    let Some(word) = word.single() else { return Interval::ANY };
    Format::F16.correctly_rounded(f64::from(pack::unpack_half(word as u32, index)))
}

#[cfg(test)]
mod tests {
    use super::super::correct::ldexp;
    use super::super::tests::half;
    use super::*;

    fn point(value: f64) -> Interval {
        Interval::point(value)
    }

    #[test]
    fn floats_are_clamped_to_what_their_type_can_say() {
        assert_eq!(convert(Type::F32, Type::U32, Interval::between(-2.0, 3.9)), Interval::between(0.0, 3.0));
        assert_eq!(convert(Type::F32, Type::U32, point(1e20)), point(4_294_967_040.0));
        assert_eq!(convert(Type::F32, Type::I32, point(1e20)), point(2_147_483_520.0));
        assert_eq!(convert(Type::F32, Type::I32, point(-1e20)), point(-2_147_483_648.0));
        assert_eq!(convert(Type::F16, Type::I32, point(-65_504.0)), point(-65_504.0));
        assert!(convert(Type::F32, Type::I32, Interval::ANY).is_any());
    }

    #[test]
    fn integers_are_rounded_up_or_down() {
        assert_eq!(
            convert(Type::I32, Type::F32, point(16_777_217.0)),
            Interval::between(16_777_216.0, 16_777_218.0)
        );
        assert_eq!(convert(Type::I32, Type::F16, point(-2049.0)), Interval::between(-2050.0, -2048.0));
        assert!(convert(Type::U32, Type::F16, point(65_505.0)).is_any());
        assert_eq!(convert(Type::I32, Type::U32, point(-1.0)), point(4_294_967_295.0));
        assert_eq!(convert(Type::U32, Type::I32, point(4_294_967_295.0)), point(-1.0));
        assert!(convert(Type::I32, Type::U32, Interval::between(-1.0, 1.0)).is_any());
    }

    #[test]
    fn subnormal_numbers_survive_where_nothing_is_rounded() {
        let subnormal = point(2f64.powi(-24));
        assert_eq!(convert(Type::F16, Type::F32, subnormal), subnormal);
        assert_eq!(convert(Type::F32, Type::F16, subnormal), Interval::between(0.0, subnormal.end));
        assert_eq!(convert(Type::F16, Type::Bool, subnormal), Interval::between(0.0, 1.0));
        assert_eq!(convert(Type::F32, Type::Bool, subnormal), point(1.0));
    }

    #[test]
    fn quantizing_rounds_to_half_precision() {
        assert_eq!(halves(point(2049.0)), Interval::between(2048.0, 2050.0));
        assert!(halves(point(65_505.0)).is_any());
        assert_eq!(halves(point(1e-6)).begin, 0.0);
    }

    #[test]
    fn scaling_has_limits() {
        let scaled = |value, exponent| ldexp(half(value), half(exponent)).interval;
        assert_eq!(scaled(0.5, 3.0), point(4.0));
        assert!(scaled(0.5, 17.0).is_any());
        assert_eq!(scaled(0.5, 16.0), point(32_768.0));
        // The exponent and the bias are not above zero.
        assert_eq!(scaled(4096.0, -15.0), Interval::between(0.0, 0.125));
        assert_eq!(scaled(4096.0, -14.0), point(0.25));
    }

    #[test]
    fn parts_of_a_number() {
        assert_eq!(frexp(Type::F32, point(-6.0)), (point(-0.75), point(3.0)));
        assert_eq!(frexp(Type::F32, point(0.0)), (point(0.0), point(0.0)));
        assert!(frexp(Type::F16, point(2f64.powi(-20))).0.is_any());
        let (fractions, exponents) = frexp(Type::F16, Interval::between(-5.0, -3.0));
        assert_eq!(
            (fractions, exponents),
            (Interval::between(-0.999_511_718_75, -0.5), Interval::between(2.0, 3.0))
        );
        assert_eq!(modf(Type::F32, point(-1.25)), (point(-0.25), point(-1.0)));
        let (fractions, wholes) = modf(Type::F16, Interval::between(0.5, 1.5));
        assert_eq!(
            (fractions, wholes),
            (Interval::between(0.0, 0.999_511_718_75), Interval::between(0.0, 1.0))
        );
    }

    #[test]
    fn bits_of_points_are_known() {
        assert_eq!(bitcast(Type::F32, Type::U32, &[point(1.0)]), [point(f64::from(0x3f80_0000))]);
        assert_eq!(bitcast(Type::U32, Type::F32, &[point(f64::from(0x3f80_0000))]), [point(1.0)]);
        assert_eq!(bitcast(Type::F16, Type::U32, &[point(1.0), point(2.0)]), [point(f64::from(0x4000_3c00))]);
        assert_eq!(bitcast(Type::U32, Type::F16, &[point(f64::from(0x4000_3c00))]), [point(1.0), point(2.0)]);
        assert!(bitcast(Type::F32, Type::U32, &[Interval::between(1.0, 2.0)])[0].is_any());
        assert!(bitcast(Type::U32, Type::F32, &[point(f64::from(0x7f80_0000))])[0].is_any());
        assert_eq!(bitcast(Type::U32, Type::F16, &[Interval::ANY]), [Interval::ANY; 2]);
        // A zero has either sign.
        assert_eq!(
            bitcast(Type::F32, Type::U32, &[point(0.0)]),
            [Interval::between(0.0, f64::from(0x8000_0000u32))]
        );
        assert_eq!(bitcast(Type::U32, Type::F32, &[point(1.0)])[0].begin, 0.0);
    }

    #[test]
    fn packed_chunks() {
        assert_eq!(
            pack_normalized(&[point(1.0), point(0.0), point(-1.0), point(2.0)], true, 8),
            point(f64::from(0x7f81_007f))
        );
        assert_eq!(pack_normalized(&[point(1.0), point(0.0)], false, 16), point(65_535.0));
        let open = pack_normalized(&[Interval::between(0.0, 1.0), point(0.0)], false, 16);
        assert_eq!(open, Interval::between(0.0, 65_535.0));
        assert!(pack_normalized(&[Interval::ANY], false, 8).is_any());
        assert_eq!(pack_halves(&[point(1.0), point(-2.0)]), point(f64::from(0xc000_3c00u32)));
        assert!(pack_halves(&[point(65_505.0), point(0.0)]).is_any());
        assert_eq!(
            pack_halves(&[point(2049.0), point(1.0)]),
            Interval::between(f64::from(0x3c00_6800), f64::from(0x3c00_6801))
        );
        assert_eq!(pack_halves(&[point(0.0)]), Interval::between(0.0, 32_768.0));
    }

    #[test]
    fn unpacked_chunks_are_off_by_units() {
        let error = 3.0 * 2f64.powi(-24);
        assert_eq!(
            unpack_normalized(point(255.0), false, 8, 0, 3.0),
            Interval::between(1.0 - error, 1.0 + error)
        );
        assert_eq!(
            unpack_normalized(point(f64::from(0x8000)), true, 8, 1, 3.0),
            Interval::between(-1.0 - error, error - 1.0)
        );
        assert_eq!(unpack_half(point(f64::from(0xc000_3c00u32)), 1), point(-2.0));
        assert!(unpack_half(point(f64::from(0x7c00)), 0).is_any());
    }
}
