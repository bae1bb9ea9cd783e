//! Conversions between scalar types. <https://www.w3.org/TR/WGSL/#floating-point-conversion>

use crate::Type;

use super::Evaluation;
use super::fault::Fault;
use super::half::F16;
use super::number::{Float, Number};

/// The implicit conversion of a value. <https://www.w3.org/TR/WGSL/#conversion-rank>
///
/// # Errors
/// The value is not representable in `to`, or there is no feasible automatic conversion.
pub fn convert(from: Type, to: Type, bits: u64) -> Result<u64, Fault> {
    let unrepresentable = || Fault::not_representable(from, bits, to);
    match (from, to) {
        _ if from == to => Ok(bits),
        (Type::I64, Type::I32) => {
            i32::try_from(i64::from_raw(bits)).map(Number::to_raw).map_err(|_| unrepresentable())
        }
        (Type::I64, Type::U32) => {
            u32::try_from(i64::from_raw(bits)).map(Number::to_raw).map_err(|_| unrepresentable())
        }
        (Type::I64 | Type::F64, Type::F64 | Type::F32 | Type::F16) => {
            to_float(from, to, bits, Evaluation::Creation)
        }
        _ => Err(unrepresentable()),
    }
}

/// The conversion that a value constructor makes. <https://www.w3.org/TR/WGSL/#value-constructor-builtin-function>
///
/// # Errors
/// The value is an integer or a float too great for `to`, and the evaluation is at creation time; or no constructor
/// makes such a conversion.
pub fn construct(from: Type, to: Type, bits: u64, evaluation: Evaluation) -> Result<u64, Fault> {
    match (from, to) {
        _ if from == to => Ok(bits),
        (_, Type::Bool) => Ok(u64::from(widen(from, bits) != 0.0)),
        (Type::Bool | Type::U32, Type::I32) | (Type::Bool | Type::I32, Type::U32) => Ok(bits),
        (Type::Bool, _) if to.is_float() => Ok(narrow(to, if bits == 0 { 0.0 } else { 1.0 })),
        (_, Type::I32) if from.is_float() => {
            Ok(by_format(from, bits, to_i32::<f64>, to_i32::<f32>, to_i32::<F16>))
        }
        (_, Type::U32) if from.is_float() => {
            Ok(by_format(from, bits, to_u32::<f64>, to_u32::<f32>, to_u32::<F16>))
        }
        (_, Type::F32 | Type::F16) => to_float(from, to, bits, evaluation),
        _ => convert(from, to, bits),
    }
}

/// The nearest `i32` toward zero; values out of range go to the nearest one that the float type represents. A NaN,
/// for which any value is allowed, gives 0.
#[inline]
pub fn to_i32<T: Float>(value: T) -> u64 {
    let least = f64::from(i32::MIN).max(-T::GREATEST);
    let wide = value.widen().trunc().clamp(least, f64::from(T::GREATEST_I32));
    (wide as i32).to_raw()
}

/// The nearest `u32` toward zero; otherwise like [`to_i32`].
#[inline]
pub fn to_u32<T: Float>(value: T) -> u64 {
    let wide = value.widen().trunc().clamp(0.0, f64::from(T::GREATEST_U32));
    (wide as u32).to_raw()
}

fn by_format(
    from: Type,
    bits: u64,
    wide: fn(f64) -> u64,
    single: fn(f32) -> u64,
    half: fn(F16) -> u64,
) -> u64 {
    match from {
        Type::F32 => single(f32::decode(bits)),
        Type::F16 => half(F16::decode(bits)),
        _ => wide(f64::decode(bits)),
    }
}

/// The nearest binary64 of a number: exact but for integers of 64 bits.
pub(super) fn widen(ty: Type, bits: u64) -> f64 {
    match ty {
        Type::I64 => i64::from_raw(bits) as f64,
        Type::U64 => bits as f64,
        Type::I8 | Type::I16 | Type::I32 => f64::from(i32::from_raw(bits)),
        Type::U8 | Type::U16 | Type::U32 | Type::Bool => f64::from(u32::from_raw(bits)),
        Type::F64 => f64::decode(bits),
        Type::F32 => f32::decode(bits).widen(),
        Type::F16 => F16::decode(bits).widen(),
    }
}

/// The nearest value of a float type.
fn narrow(to: Type, value: f64) -> u64 {
    match to {
        Type::F32 => <f32 as Float>::round(value).encode(),
        Type::F16 => F16::round(value).encode(),
        _ => value.encode(),
    }
}

/// The greatest finite value of a float type.
#[must_use]
pub const fn greatest(ty: Type) -> f64 {
    match ty {
        Type::F32 => <f32 as Float>::GREATEST,
        Type::F16 => F16::GREATEST,
        _ => f64::MAX,
    }
}

fn to_float(from: Type, to: Type, bits: u64, evaluation: Evaluation) -> Result<u64, Fault> {
    let value = widen(from, bits);
    if value.abs() <= greatest(to) {
        return Ok(narrow(to, value));
    }
    match evaluation {
        Evaluation::Creation => Err(Fault::not_representable(from, bits, to)),
        // The text lets a float source, but not an integer, lose bits before it is compared with the greatest value.
        Evaluation::Runtime if from.is_integer() => Ok(narrow(to, f64::INFINITY.copysign(value))),
        Evaluation::Runtime => Ok(narrow(to, value)),
    }
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
        assert!(convert(Type::I32, Type::U32, 0).is_err());
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
}
