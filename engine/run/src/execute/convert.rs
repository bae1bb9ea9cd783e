//! Conversions between all types. <https://www.w3.org/TR/WGSL/#floating-point-conversion>
//!
//! What WGSL says of its own types holds for the others: a float that is converted to an integer is cut off and goes to the nearest value
//! that both types represent; an integer keeps its low bits in another integer type, or is extended by its own sign; any number becomes the
//! nearest float, ties to even, in one step.

use super::kernels::map1;
use super::planes::Word;
use shader_ir::Type;
use shader_numeric::convert::{to_i32, to_u32};
use shader_numeric::half::F16;
use shader_numeric::number::{Float, Number};

/// The conversion of a value constructor, over the lanes of planes of 32 bits.
pub(super) fn convert(from: Type, into: Type, to: &mut [u32], a: &[u32]) {
    match (from, into) {
        (Type::F32, Type::I32) => map1(to, a, |a| to_i32(f32::from_bits(a)) as u32),
        (Type::F32, Type::U32) => map1(to, a, |a| to_u32(f32::from_bits(a)) as u32),
        (Type::I32, Type::F32) => map1(to, a, |a| (a as i32 as f32).to_bits()),
        (Type::U32, Type::F32) => map1(to, a, |a| (a as f32).to_bits()),
        (Type::F32, Type::F16) => map1(to, a, |a| u32::from(F16::round(f32::from_bits(a).widen()).0)),
        (Type::F16, Type::F32) => map1(to, a, |a| (F16(a as u16).widen() as f32).to_bits()),
        (Type::I32 | Type::Bool, Type::U32) | (Type::U32 | Type::Bool, Type::I32) => map1(to, a, |a| a),
        (Type::I32 | Type::U32, Type::Bool) => map1(to, a, |a| u32::from(a != 0)),
        _ => convert_any(from, into, to, a),
    }
}

/// The same for all types.
pub(super) fn convert_any<R: Word, A: Word>(from: Type, into: Type, to: &mut [R], a: &[A]) {
    map1(to, a, |a| R::of_raw(converted(from, into, a.raw())));
}

/// The bits of a value in another type.
pub(super) fn converted(from: Type, into: Type, raw: u64) -> u64 {
    let exact = Exact::of(from, raw);
    match into {
        Type::Bool => u64::from(exact != Exact::Whole(0) && exact != Exact::Real(0.0)),
        Type::F16 => u64::from(exact.to_f16().0),
        Type::F32 => match exact {
            Exact::Whole(value) => value as f32,
            Exact::Real(value) => value as f32,
        }
        .to_raw(),
        Type::F64 => match exact {
            Exact::Whole(value) => value as f64,
            Exact::Real(value) => value,
        }
        .to_raw(),
        _ => match exact {
            Exact::Whole(value) => wrapped(into, value),
            Exact::Real(value) => wrapped(into, clamped(from, into, value)),
        },
    }
}

/// Whether a number is in the range of the type that it is converted to. An integer is in the range of all integer types.
pub(super) fn is_in_range(from: Type, into: Type, raw: u64) -> bool {
    let exact = Exact::of(from, raw);
    match (exact, into.range()) {
        (Exact::Real(value), Some((least, greatest))) => {
            !value.is_nan() && (least..=greatest).contains(&(value as i128))
        }
        (Exact::Real(_), None) if into.size() >= from.size() => true,
        (_, None) => is_finite(into, converted(from, into, raw)),
        (Exact::Whole(_), Some(_)) => true,
    }
}

/// Whether bits are a number of their type, neither infinite nor a NaN.
pub(super) fn is_finite(ty: Type, raw: u64) -> bool {
    match Exact::of(ty, raw) {
        Exact::Real(value) => value.is_finite(),
        Exact::Whole(_) => true,
    }
}

/// Whether bits are an infinite number of their type.
pub(super) fn is_infinite(ty: Type, raw: u64) -> bool {
    match Exact::of(ty, raw) {
        Exact::Real(value) => value.is_infinite(),
        Exact::Whole(_) => false,
    }
}

/// A value of any type, without loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Exact {
    /// An integer or a truth value.
    Whole(i128),
    /// A floating point number.
    Real(f64),
}

impl Exact {
    /// The value with these bits.
    pub(super) fn of(ty: Type, raw: u64) -> Self {
        match ty {
            Type::F16 => Self::Real(F16::decode(raw).widen()),
            Type::F32 => Self::Real(f32::decode(raw).widen()),
            Type::F64 => Self::Real(f64::decode(raw)),
            Type::I8 | Type::I16 | Type::I32 => Self::Whole(i128::from(raw as i32)),
            Type::I64 => Self::Whole(i128::from(raw as i64)),
            Type::Bool | Type::U8 | Type::U16 | Type::U32 | Type::U64 => Self::Whole(i128::from(raw)),
        }
    }

    /// The nearest `f16`. No rounding goes before: integers that binary64 does not represent are infinite here. The text lets a float, but
    /// not an integer, lose bits before it is compared with the greatest value.
    fn to_f16(self) -> F16 {
        match self {
            Self::Real(value) => F16::round(value),
            Self::Whole(value) if value.unsigned_abs() > F16::GREATEST as u128 => {
                F16::round(f64::INFINITY.copysign(value as f64))
            }
            Self::Whole(value) => F16::round(value as f64),
        }
    }
}

/// The low bits of an integer as a value of an integer type, extended to the width of a register.
pub(super) fn wrapped(into: Type, value: i128) -> u64 {
    match into {
        Type::I8 => (value as i8).to_raw(),
        Type::I16 => (value as i16).to_raw(),
        Type::U8 => (value as u8).to_raw(),
        Type::U16 => (value as u16).to_raw(),
        Type::I64 | Type::U64 => value as u64,
        _ => (value as u32).to_raw(),
    }
}

/// A number without its fraction, or the nearest one that both types represent. A NaN, for which any value is allowed, gives 0.
fn clamped(from: Type, into: Type, value: f64) -> i128 {
    let Some((least, greatest)) = into.range() else { return 0 };
    let (digits, most) = match from {
        Type::F16 => (F16::DIGITS, F16::GREATEST),
        Type::F32 => (<f32 as Float>::DIGITS, <f32 as Float>::GREATEST),
        _ => (<f64 as Float>::DIGITS, <f64 as Float>::GREATEST),
    };
    let excess = (i128::BITS - greatest.leading_zeros()).saturating_sub(digits);
    let highest = ((greatest >> excess << excess) as f64).min(most);
    let lowest = (least as f64).max(-most);
    value.trunc().clamp(lowest, highest) as i128
}

#[cfg(test)]
mod tests {
    use super::*;
    use shader_numeric::{Evaluation, construct};

    const TYPES: [Type; 5] = [Type::Bool, Type::I32, Type::U32, Type::F16, Type::F32];

    #[test]
    fn types_of_the_language_are_converted_as_const_evaluation_does() {
        for from in TYPES {
            for into in TYPES {
                for seed in 0..5000u32 {
                    let bits = seed.wrapping_mul(0x9e37_79b9).rotate_left(seed % 32);
                    let raw = match from {
                        Type::Bool => u64::from(bits & 1),
                        Type::F16 => u64::from(bits & 0xffff),
                        _ => u64::from(bits),
                    };
                    let Ok(expected) = construct(from, into, raw, Evaluation::Runtime) else {
                        panic!("{from:?} to {into:?}")
                    };
                    let mut found = [0];
                    convert(from, into, &mut found, &[raw as u32]);
                    let found = [converted(from, into, raw), u64::from(found[0])];
                    let is_nan = from.is_float() && !is_finite(from, raw) && !is_infinite(from, raw);
                    if from != into && !(is_nan && into.is_float()) {
                        assert_eq!(found, [expected; 2], "{raw:#x}: {from:?} to {into:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn integers_are_rounded_once() {
        // Half way between two numbers of 24 bits but for the last bit, which binary64 loses.
        let value: u64 = (1 << 63) | (1 << 39) | 1;
        assert_eq!(converted(Type::U64, Type::F32, value), u64::from((value as f32).to_bits()));
        assert_ne!((value as f32).to_bits(), (value as f64 as f32).to_bits());
        assert_eq!(converted(Type::I64, Type::F16, 65_504), 0x7bff);
        assert_eq!(converted(Type::I64, Type::F16, 65_505), 0x7c00);
        assert_eq!(converted(Type::I64, Type::F16, i64::MIN as u64), 0xfc00);
    }

    #[test]
    fn floats_go_to_what_both_types_represent() {
        let of_f32 = |into, value: f32| converted(Type::F32, into, value.to_raw());
        let of_f64 = |into, value: f64| converted(Type::F64, into, value.to_raw());
        assert_eq!(of_f32(Type::I64, 1e30), (i64::MAX - (1 << 39) + 1) as u64);
        assert_eq!(of_f32(Type::U64, 1e30), u64::MAX - (1 << 40) + 1);
        assert_eq!(of_f64(Type::U64, 1e30), u64::MAX - (1 << 11) + 1);
        assert_eq!(of_f64(Type::I64, -1e30), i64::MIN as u64);
        assert_eq!(of_f64(Type::I32, 1e30), 0x7fff_ffff);
        assert_eq!((of_f32(Type::U8, 300.0), of_f32(Type::I8, -300.0)), (255, 0xffff_ff80));
        assert_eq!(converted(Type::F16, Type::U16, 0x7c00), 65_504);
        assert_eq!((of_f64(Type::U64, f64::NAN), of_f64(Type::I64, -0.9)), (0, 0));
    }

    #[test]
    fn ranges() {
        let of_f64 = |into, value: f64| is_in_range(Type::F64, into, value.to_raw());
        assert!(
            of_f64(Type::I64, -9_223_372_036_854_775_808.0)
                && !of_f64(Type::I64, 9_223_372_036_854_775_808.0)
        );
        assert!(of_f64(Type::U8, 255.9) && !of_f64(Type::U8, 256.0) && of_f64(Type::U8, -0.9));
        assert!(!of_f64(Type::F32, 1e39) && of_f64(Type::F64, f64::NAN) && !of_f64(Type::I8, f64::NAN));
        assert!(is_in_range(Type::U64, Type::I8, u64::MAX) && !is_in_range(Type::U64, Type::F16, 65_505));
    }
}
