//! Conversions between scalar types. <https://www.w3.org/TR/WGSL/#floating-point-conversion>

use wgsl_spec::Scalar;

use super::Evaluation;
use super::fault::Fault;
use super::half::F16;
use super::number::{Float, Number};

/// The implicit conversion of a value. <https://www.w3.org/TR/WGSL/#conversion-rank>
///
/// # Errors
/// The value is not representable in `to`, or there is no feasible automatic conversion.
pub fn convert(from: Scalar, to: Scalar, bits: u64) -> Result<u64, Fault> {
    let unrepresentable = || Fault::not_representable(from, bits, to);
    match (from, to) {
        _ if from == to => Ok(bits),
        (Scalar::AbstractInt, Scalar::I32) => {
            i32::try_from(i64::from_raw(bits)).map(Number::to_raw).map_err(|_| unrepresentable())
        }
        (Scalar::AbstractInt, Scalar::U32) => {
            u32::try_from(i64::from_raw(bits)).map(Number::to_raw).map_err(|_| unrepresentable())
        }
        (Scalar::AbstractInt | Scalar::AbstractFloat, Scalar::AbstractFloat | Scalar::F32 | Scalar::F16) => {
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
pub fn construct(from: Scalar, to: Scalar, bits: u64, evaluation: Evaluation) -> Result<u64, Fault> {
    match (from, to) {
        _ if from == to => Ok(bits),
        (_, Scalar::Bool) => Ok(u64::from(widen(from, bits) != 0.0)),
        (Scalar::Bool | Scalar::U32, Scalar::I32) | (Scalar::Bool | Scalar::I32, Scalar::U32) => Ok(bits),
        (Scalar::Bool, _) if to.is_float() => Ok(narrow(to, if bits == 0 { 0.0 } else { 1.0 })),
        (_, Scalar::I32) if from.is_float() => {
            Ok(by_format(from, bits, to_i32::<f64>, to_i32::<f32>, to_i32::<F16>))
        }
        (_, Scalar::U32) if from.is_float() => {
            Ok(by_format(from, bits, to_u32::<f64>, to_u32::<f32>, to_u32::<F16>))
        }
        (_, Scalar::F32 | Scalar::F16) => to_float(from, to, bits, evaluation),
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
    from: Scalar,
    bits: u64,
    wide: fn(f64) -> u64,
    single: fn(f32) -> u64,
    half: fn(F16) -> u64,
) -> u64 {
    match from {
        Scalar::F32 => single(f32::decode(bits)),
        Scalar::F16 => half(F16::decode(bits)),
        _ => wide(f64::decode(bits)),
    }
}

/// A number as a binary64: exact but for `AbstractInt`, which the text rounds to `AbstractFloat` as well.
pub(super) fn widen(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::AbstractInt => i64::from_raw(bits) as f64,
        Scalar::I32 => f64::from(i32::from_raw(bits)),
        Scalar::U32 | Scalar::Bool => f64::from(u32::from_raw(bits)),
        Scalar::AbstractFloat => f64::decode(bits),
        Scalar::F32 => f32::decode(bits).widen(),
        Scalar::F16 => F16::decode(bits).widen(),
    }
}

/// The nearest value of a float type.
fn narrow(to: Scalar, value: f64) -> u64 {
    match to {
        Scalar::F32 => <f32 as Float>::round(value).encode(),
        Scalar::F16 => F16::round(value).encode(),
        _ => value.encode(),
    }
}

/// The greatest finite value of a float type.
#[must_use]
pub const fn greatest(scalar: Scalar) -> f64 {
    match scalar {
        Scalar::F32 => <f32 as Float>::GREATEST,
        Scalar::F16 => F16::GREATEST,
        _ => f64::MAX,
    }
}

fn to_float(from: Scalar, to: Scalar, bits: u64, evaluation: Evaluation) -> Result<u64, Fault> {
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
        assert_eq!(convert(Scalar::AbstractInt, Scalar::I32, int(-1)), Ok(0xffff_ffff));
        assert!(convert(Scalar::AbstractInt, Scalar::I32, int(1 << 31)).is_err());
        assert_eq!(convert(Scalar::AbstractInt, Scalar::U32, int(1 << 31)), Ok(1 << 31));
        assert!(convert(Scalar::AbstractInt, Scalar::U32, int(-1)).is_err());
        assert_eq!(convert(Scalar::AbstractInt, Scalar::F32, int(16_777_217)), Ok(single(16_777_216.0)));
        assert!(convert(Scalar::AbstractInt, Scalar::F16, int(65_505)).is_err());
        assert_eq!(convert(Scalar::AbstractInt, Scalar::F16, int(65_504)), Ok(0x7bff));
        assert_eq!(convert(Scalar::AbstractFloat, Scalar::F32, double(0.1)), Ok(single(0.1)));
        assert!(convert(Scalar::AbstractFloat, Scalar::F32, double(3.402_823_47e38)).is_err());
        assert_eq!(convert(Scalar::AbstractFloat, Scalar::F32, double(1e-60)), Ok(0));
        assert!(convert(Scalar::I32, Scalar::U32, 0).is_err());
        let fault = convert(Scalar::AbstractInt, Scalar::I32, int(1 << 31)).unwrap_err();
        assert_eq!(fault.message(), "`2147483648` can't be represented in i32");
    }

    #[test]
    fn floats_to_integers_clamp_to_what_both_types_represent() {
        let i32_of = |value| construct(Scalar::F32, Scalar::I32, single(value), CREATION).map(i32::from_raw);
        let u32_of = |value| construct(Scalar::F32, Scalar::U32, single(value), CREATION).map(u32::from_raw);
        assert_eq!(i32_of(-3.9), Ok(-3));
        assert_eq!(i32_of(1e20), Ok(2_147_483_520));
        assert_eq!(i32_of(-1e20), Ok(i32::MIN));
        assert_eq!(u32_of(3.9), Ok(3));
        assert_eq!(u32_of(-1.0), Ok(0));
        assert_eq!(u32_of(1e20), Ok(4_294_967_040));
        let wide = construct(Scalar::AbstractFloat, Scalar::I32, double(1e20), CREATION);
        assert_eq!(wide.map(i32::from_raw), Ok(i32::MAX));
        let half = construct(Scalar::F16, Scalar::I32, 0xfc00, Evaluation::Runtime);
        assert_eq!(half.map(i32::from_raw), Ok(-65_504));
    }

    #[test]
    fn other_constructors() {
        assert_eq!(construct(Scalar::F32, Scalar::Bool, single(-0.0), CREATION), Ok(0));
        assert_eq!(construct(Scalar::U32, Scalar::Bool, 7, CREATION), Ok(1));
        assert_eq!(construct(Scalar::Bool, Scalar::F16, 1, CREATION), Ok(0x3c00));
        assert_eq!(construct(Scalar::Bool, Scalar::I32, 1, CREATION), Ok(1));
        assert_eq!(construct(Scalar::I32, Scalar::U32, 0xffff_ffff, CREATION), Ok(0xffff_ffff));
        assert!(construct(Scalar::AbstractInt, Scalar::U32, int(-1), CREATION).is_err());
        assert!(construct(Scalar::U32, Scalar::F16, 65_505, CREATION).is_err());
        assert_eq!(construct(Scalar::U32, Scalar::F16, 65_505, Evaluation::Runtime), Ok(0x7c00));
        assert!(construct(Scalar::F32, Scalar::F16, single(65_519.0), CREATION).is_err());
        let lossy = construct(Scalar::F32, Scalar::F16, single(65_519.0), Evaluation::Runtime);
        assert_eq!(lossy, Ok(0x7bff));
    }
}
