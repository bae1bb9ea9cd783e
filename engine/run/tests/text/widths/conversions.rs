//! Conversions between every pair of types, and reinterpretation of bits.

use super::{numbers, results, stored};
use core::fmt::Write as _;
use shader_ir::Type;
use shader_numeric::half::F16;

/// Values of a type, as the bits of a register.
fn values(ty: Type) -> Vec<u64> {
    let reals = || {
        let short = [
            0.0, -0.0, 0.5, -0.5, 1.0, -1.9, 127.5, -128.9, 255.9, 300.0, 40_000.0, -40_000.0, 65_504.0, 1e5,
            3e9, -3e9, 5e9, 2e19, -2e19, 1e300, 1e-300, 0.1, 65_519.999,
        ];
        short.into_iter().chain([f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 16_777_217.0])
    };
    match ty {
        Type::Bool => vec![0, 1],
        Type::F16 => reals().map(|value| u64::from(F16::round(value).0)).collect(),
        Type::F32 => reals().map(|value| u64::from((value as f32).to_bits())).collect(),
        Type::F64 => reals().map(f64::to_bits).collect(),
        _ => {
            let (least, greatest) = ty.range().unwrap_or_default();
            let middle = greatest / 3;
            // With 64 bits: half-way between two `f32`, except for the bits that `f64` loses.
            let odd = (1 << 62 | 1 << 38 | 1) & greatest;
            let own = [0, 1, 2, 100, least, least + 1, least / 2, greatest, greatest - 1, middle, odd];
            let of_others = [65_504, 65_520, 16_777_217, 0x80, 0x8000, 0x8000_0000];
            own.into_iter().chain(of_others).map(|value| register_of(ty, value)).collect()
        }
    }
}

/// The contents of a register of an integer type for the low bits of a number.
fn register_of(ty: Type, value: i128) -> u64 {
    match ty {
        Type::I8 => u64::from(value as i8 as u32),
        Type::I16 => u64::from(value as i16 as u32),
        Type::U8 => u64::from(value as u8),
        Type::U16 => u64::from(value as u16),
        Type::I32 | Type::U32 => u64::from(value as u32),
        _ => value as u64,
    }
}

/// The value of a register of a float type.
fn real(ty: Type, raw: u64) -> Option<f64> {
    match ty {
        Type::F16 => Some(F16(raw as u16).widen()),
        Type::F32 => Some(f32::from_bits(raw as u32).into()),
        Type::F64 => Some(f64::from_bits(raw)),
        _ => None,
    }
}

/// The greatest value of a float type that is not above an integer.
fn greatest(ty: Type, most: i128) -> f64 {
    let is_below = |value: &f64| *value as i128 <= most;
    match ty {
        Type::F16 => (0..0x7c00).rev().map(|bits| F16(bits).widen()).find(is_below).unwrap_or_default(),
        Type::F32 => {
            [most as f32, (most as f32).next_down()].map(f64::from).into_iter().find(is_below).unwrap()
        }
        _ => [most as f64, (most as f64).next_down()].into_iter().find(is_below).unwrap(),
    }
}

/// The result in Rust: as with `as`, but a float that is out of range becomes the nearest value that is also a value
/// of its own type, and an integer beyond all `f16` becomes infinite.
fn expected(from: Type, into: Type, raw: u64) -> u64 {
    if let Some(value) = real(from, raw) {
        return match into {
            Type::Bool => u64::from(value != 0.0),
            Type::F16 => u64::from(F16::round(value).0),
            Type::F32 => u64::from((value as f32).to_bits()),
            Type::F64 => value.to_bits(),
            _ => {
                let (least, most) = into.range().unwrap_or_default();
                let lowest = if from == Type::F16 { -65_504.0 } else { f64::MIN };
                register_of(into, value.clamp(lowest.max(least as f64), greatest(from, most)) as i128)
            }
        };
    }
    let value = match from {
        Type::I8 | Type::I16 | Type::I32 => i128::from(raw as i32),
        Type::I64 => i128::from(raw as i64),
        _ => i128::from(raw),
    };
    match into {
        Type::Bool => u64::from(value != 0),
        Type::F16 if value as f64 > 65_504.0 => 0x7c00,
        Type::F16 if (value as f64) < -65_504.0 => 0xfc00,
        Type::F16 => u64::from(F16::round(value as f64).0),
        Type::F32 => u64::from((value as f32).to_bits()),
        Type::F64 => (value as f64).to_bits(),
        _ => register_of(into, value),
    }
}

#[test]
fn every_type_is_converted_to_every_other_one() {
    for from in Type::ALL {
        let values = values(from);
        let (lanes, source) = (values.len(), from.name());
        let types: Vec<Type> = Type::ALL.into_iter().filter(|into| *into != from).collect();
        let mut program = String::new();
        for (constant, value) in (4..).zip(&values) {
            let _ = writeln!(program, "constant %{constant}: {source} = {value:#x}");
        }
        let loaded = 4 + lanes;
        let _ = writeln!(program, "code\n%{loaded}: {source} = load {source} buffer.0[%3]");
        let mut last = loaded;
        let mut convert = |value: usize, into: Type, slot: &str| {
            last += 1;
            let into = into.name();
            let _ = writeln!(program, "%{last}: {into} = convert {source} {into} %{value}");
            let _ = writeln!(program, "store {into} buffer.1[{slot}] %{last}");
        };
        for (row, into) in (0..).zip(&types) {
            convert(loaded, *into, &format!("%3 + {}", row * lanes * 8));
            // The same values as constants, which are equal in all invocations.
            for place in 0..lanes {
                let slot = (types.len() + row) * lanes + place;
                convert(4 + place, *into, &format!("%0 + {}", slot * 8));
            }
        }
        let found = results(lanes, &program, &values, 2 * types.len() * lanes);
        for (row, into) in found.chunks(lanes).zip(types.iter().chain(&types)) {
            for (found, value) in row.iter().zip(&values) {
                let expected = stored(*into, expected(from, *into, *value));
                let is_nan = |raw: u64| real(*into, raw).is_some_and(f64::is_nan);
                let agrees = *found == expected || (is_nan(*found) && is_nan(expected));
                assert!(agrees, "{from:?} to {into:?}, {value:#x}: {found:#x}, not {expected:#x}");
            }
        }
    }
}

#[test]
fn the_same_bits_are_extended_as_the_type_asks() {
    for from in numbers() {
        for into in numbers().filter(|into| into.size() == from.size()) {
            let values = values(from);
            let (one, other) = (from.name(), into.name());
            let mut program = format!(
                "code
%4: {one} = load {one} buffer.0[%3]
%5: {other} = reinterpret %4
store {other} buffer.1[%3] %5
"
            );
            if into.is_integer() {
                // A wider type shows the bits of the register beyond those of its type.
                let wide = 8 * values.len();
                let _ =
                    write!(program, "%6: i64 = convert {other} i64 %5\nstore i64 buffer.1[%3 + {wide}] %6\n");
            }
            let found = results(values.len(), &program, &values, 2 * values.len());
            let (narrow, wide) = found.split_at(values.len());
            for (place, value) in values.iter().enumerate() {
                let bits = stored(from, *value);
                assert_eq!(narrow[place], bits, "{from:?} as {into:?}");
                if into.is_integer() {
                    let above = 64 - 8 * into.size();
                    let expected =
                        if into.is_signed() { (bits << above) as i64 >> above } else { bits as i64 };
                    assert_eq!(wide[place], expected as u64, "{from:?} as {into:?}");
                }
            }
        }
    }
}
