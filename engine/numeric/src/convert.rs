//! Conversions between all types. <https://www.w3.org/TR/WGSL/#floating-point-conversion>
//!
//! The rules of WGSL for its own types hold for the others: a float that is converted to an integer is cut off and goes to the nearest value
//! that both types represent; an integer keeps its low bits in another integer type, or is extended by its own sign; any number becomes the
//! nearest float, ties to even, in one step.

use crate::fault::Fault;
use crate::half::F16;
use crate::number::{Float, Number};
use crate::{Evaluation, Type};

/// The implicit conversion of a value: an integer to one that has it, a number to the nearest float.
/// <https://www.w3.org/TR/WGSL/#conversion-rank>
///
/// # Errors
/// The value is not representable in `to`.
pub fn convert(from: Type, to: Type, bits: u64) -> Result<u64, Fault> {
    let is_representable = match to.range() {
        _ if from == to => true,
        Some((least, greatest)) => {
            matches!(Exact::of(from, bits), Exact::Whole(value) if (least..=greatest).contains(&value))
        }
        None => to.is_float() && Exact::of(from, bits).magnitude() <= greatest(to),
    };
    if is_representable {
        Ok(converted(from, to, bits))
    } else {
        Err(Fault::not_representable(from, bits, to))
    }
}

/// The conversion that a value constructor makes. <https://www.w3.org/TR/WGSL/#value-constructor-builtin-function>
///
/// # Errors
/// The evaluation is at creation time, and the value is too great for a float type, or an integer of 64 bits that a narrower type lacks.
pub fn construct(from: Type, to: Type, bits: u64, evaluation: Evaluation) -> Result<u64, Fault> {
    let is_checked = to.is_float() || (from.is_integer() && to.is_integer() && from.size() > to.size());
    match evaluation {
        Evaluation::Creation if is_checked && from != to => convert(from, to, bits),
        Evaluation::Creation | Evaluation::Runtime => Ok(converted(from, to, bits)),
    }
}

/// The nearest `i32` toward zero; values out of range go to the nearest one that `f32` represents. A NaN, for which any value is
/// allowed, gives 0.
#[inline]
#[must_use]
pub fn to_i32(value: f32) -> u64 {
    (value as i32).min(2_147_483_520).to_raw()
}

/// The nearest `u32` toward zero; otherwise like [`to_i32`].
#[inline]
#[must_use]
pub fn to_u32(value: f32) -> u64 {
    (value as u32).min(4_294_967_040).to_raw()
}

/// The greatest finite value of a float type.
#[must_use]
pub fn greatest(ty: Type) -> f64 {
    for_float!(ty, T => T::GREATEST).unwrap_or(f64::INFINITY)
}

/// The bits of a value in another type.
#[must_use]
pub fn converted(from: Type, into: Type, raw: u64) -> u64 {
    let exact = Exact::of(from, raw);
    match into {
        Type::Bool => u64::from(exact != Exact::Whole(0) && exact != Exact::Real(0.0)),
        Type::F16 => u64::from(exact.to_f16().0),
        Type::F32 => match exact {
            // Most integers are short, for which the processor has an instruction.
            Exact::Whole(value) => i64::try_from(value).map_or_else(|_| value as f32, |value| value as f32),
            Exact::Real(value) => value as f32,
        }
        .to_raw(),
        Type::F64 => match exact {
            Exact::Whole(value) => value as f64,
            Exact::Real(value) => value,
        }
        .to_raw(),
        Type::I8 | Type::I16 | Type::I32 | Type::I64 | Type::U8 | Type::U16 | Type::U32 | Type::U64 => {
            match exact {
                Exact::Whole(value) => wrapped(into, value),
                Exact::Real(value) => wrapped(into, clamped(from, into, value)),
            }
        }
    }
}

/// Whether a number is in the range of the type that it is converted to. An integer is in the range of all integer types.
#[must_use]
pub fn is_in_range(from: Type, into: Type, raw: u64) -> bool {
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
#[must_use]
pub fn is_finite(ty: Type, raw: u64) -> bool {
    match Exact::of(ty, raw) {
        Exact::Real(value) => value.is_finite(),
        Exact::Whole(_) => true,
    }
}

/// Whether bits are an infinite number of their type.
#[must_use]
pub fn is_infinite(ty: Type, raw: u64) -> bool {
    match Exact::of(ty, raw) {
        Exact::Real(value) => value.is_infinite(),
        Exact::Whole(_) => false,
    }
}

/// A value of any type, without loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exact {
    /// An integer or a truth value.
    Whole(i128),
    /// A floating point number.
    Real(f64),
}

impl Exact {
    /// The value with these bits.
    #[must_use]
    pub fn of(ty: Type, raw: u64) -> Self {
        by_type!(ty, T =>
            floats Self::Real(T::decode(raw).widen()),
            integers Self::Whole(i128::from(T::from_raw(raw))),
            truths Self::Whole(i128::from(raw))
        )
    }

    /// The nearest binary64 of its magnitude.
    fn magnitude(self) -> f64 {
        match self {
            Self::Whole(value) => {
                i64::try_from(value).map_or_else(|_| value as f64, |value| value as f64).abs()
            }
            Self::Real(value) => value.abs(),
        }
    }

    /// The nearest `f16`. No rounding goes before: integers that binary64 does not represent are infinite here. The specification lets a float, but
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
pub(crate) fn wrapped(into: Type, value: i128) -> u64 {
    by_type!(into, T => floats 0, integers (value as T).to_raw(), truths 0)
}

/// A number without its fraction, or the nearest one that both types represent. A NaN, for which any value is allowed, gives 0.
pub(crate) fn clamped(from: Type, into: Type, value: f64) -> i128 {
    let (Some((least, greatest)), Some((digits, most))) =
        (into.range(), for_float!(from, T => (<T as Float>::DIGITS, T::GREATEST)))
    else {
        return 0;
    };
    let excess = (i128::BITS - greatest.leading_zeros()).saturating_sub(digits);
    let highest = ((greatest >> excess << excess) as f64).min(most);
    let lowest = (least as f64).max(-most);
    value.trunc().clamp(lowest, highest) as i128
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREATION: Evaluation = Evaluation::Creation;

    fn int(value: i64) -> u64 {
        value.to_raw()
    }

    fn double(value: f64) -> u64 {
        value.to_bits()
    }

    fn single(value: f32) -> u64 {
        u64::from(value.to_bits())
    }

    #[test]
    fn implicit_conversions() {
        assert_eq!(convert(Type::I64, Type::I32, int(-1)), Ok(0xffff_ffff));
        assert!(convert(Type::I64, Type::I32, int(1 << 31)).is_err());
        assert_eq!(convert(Type::I64, Type::U32, int(1 << 31)), Ok(1 << 31));
        assert!(convert(Type::I64, Type::U32, int(-1)).is_err());
        assert_eq!(convert(Type::I64, Type::F32, int(16_777_217)), Ok(single(16_777_216.0)));
        assert!(convert(Type::I64, Type::F16, int(65_505)).is_err());
        assert_eq!(convert(Type::I64, Type::F16, int(65_504)), Ok(0x7bff));
        assert_eq!(convert(Type::F64, Type::F32, double(0.1)), Ok(single(0.1)));
        assert!(convert(Type::F64, Type::F32, double(3.402_823_47e38)).is_err());
        assert_eq!(convert(Type::F64, Type::F32, double(1e-60)), Ok(0));
        let fault = convert(Type::I64, Type::I32, int(1 << 31)).unwrap_err();
        assert_eq!(fault.message(Type::name), "`2147483648` can't be represented in i32");
    }

    #[test]
    fn floats_to_integers_clamp_to_what_both_types_represent() {
        let i32_of = |value| construct(Type::F32, Type::I32, single(value), CREATION).map(i32::from_raw);
        let u32_of = |value| construct(Type::F32, Type::U32, single(value), CREATION).map(u32::from_raw);
        assert_eq!(i32_of(-3.9), Ok(-3));
        assert_eq!(i32_of(1e20), Ok(2_147_483_520));
        assert_eq!(i32_of(-1e20), Ok(i32::MIN));
        assert_eq!(u32_of(3.9), Ok(3));
        assert_eq!(u32_of(-1.0), Ok(0));
        assert_eq!(u32_of(1e20), Ok(4_294_967_040));
        let wide = construct(Type::F64, Type::I32, double(1e20), CREATION);
        assert_eq!(wide.map(i32::from_raw), Ok(i32::MAX));
        let half = construct(Type::F16, Type::I32, 0xfc00, Evaluation::Runtime);
        assert_eq!(half.map(i32::from_raw), Ok(-65_504));
    }

    #[test]
    fn other_constructors() {
        assert_eq!(construct(Type::F32, Type::Bool, single(-0.0), CREATION), Ok(0));
        assert_eq!(construct(Type::U32, Type::Bool, 7, CREATION), Ok(1));
        assert_eq!(construct(Type::Bool, Type::F16, 1, CREATION), Ok(0x3c00));
        assert_eq!(construct(Type::Bool, Type::I32, 1, CREATION), Ok(1));
        assert_eq!(construct(Type::I32, Type::U32, 0xffff_ffff, CREATION), Ok(0xffff_ffff));
        assert!(construct(Type::I64, Type::U32, int(-1), CREATION).is_err());
        assert!(construct(Type::U32, Type::F16, 65_505, CREATION).is_err());
        assert_eq!(construct(Type::U32, Type::F16, 65_505, Evaluation::Runtime), Ok(0x7c00));
        assert!(construct(Type::F32, Type::F16, single(65_519.0), CREATION).is_err());
        let lossy = construct(Type::F32, Type::F16, single(65_519.0), Evaluation::Runtime);
        assert_eq!(lossy, Ok(0x7bff));
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
