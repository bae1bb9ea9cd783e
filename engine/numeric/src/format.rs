//! Values as people write them.

use crate::Type;

use super::half::F16;
use super::number::{Float, Number};

/// The value in decimal: the shortest text that reads back as the same value of its type, without a suffix.
#[must_use]
pub fn format(ty: Type, bits: u64) -> String {
    match ty {
        Type::I64 => i64::from_raw(bits).to_string(),
        Type::I8 | Type::I16 | Type::I32 => i32::from_raw(bits).to_string(),
        Type::U8 | Type::U16 | Type::U32 => u32::from_raw(bits).to_string(),
        Type::U64 => bits.to_string(),
        Type::F64 => format!("{:?}", f64::decode(bits)),
        Type::F32 => format!("{:?}", f32::decode(bits)),
        Type::F16 => half(F16::decode(bits)),
        Type::Bool => (bits != 0).to_string(),
    }
}

/// Five significant digits tell all values of `f16` apart. Whole numbers are written out: the shortest text for 65504
/// would be 65500.
fn half(value: F16) -> String {
    let wide = value.widen();
    if wide.fract() == 0.0 {
        return format!("{wide:?}");
    }
    let short = (0..5).find_map(|digits| {
        let candidate: f64 = format!("{wide:.digits$e}").parse().ok()?;
        (F16::round(candidate) == value).then_some(candidate)
    });
    format!("{:?}", short.unwrap_or(wide))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type() {
        assert_eq!(format(Type::I64, u64::MAX), "-1");
        assert_eq!(format(Type::I32, 0x8000_0000), "-2147483648");
        assert_eq!(format(Type::U32, 0x8000_0000), "2147483648");
        assert_eq!(format(Type::F64, 0.1f64.to_bits()), "0.1");
        assert_eq!(format(Type::F32, u64::from(0.1f32.to_bits())), "0.1");
        assert_eq!(format(Type::F32, u64::from(f32::MAX.to_bits())), "3.4028235e38");
        assert_eq!(format(Type::F16, 0x2e66), "0.1");
        assert_eq!(format(Type::F16, 0x7bff), "65504.0");
        assert_eq!(format(Type::F16, 0x7c00), "inf");
        assert_eq!(format(Type::F16, 1), "6e-8");
        assert_eq!(format(Type::Bool, 1), "true");
    }
}
