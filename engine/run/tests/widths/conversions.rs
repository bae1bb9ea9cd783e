//! Conversions between every pair of types, and reinterpretation of bits.

use crate::code::{SINK, SOURCE};
use crate::{Code, NUMBERS, number_at, run, stored};
use shader_ir::{Instruction, Type};
use shader_numeric::half::F16;

/// Values of a type, as the bits of a register.
fn values(ty: Type) -> Vec<u64> {
    let whole = |values: &[i128]| values.iter().map(|value| register_of(ty, *value)).collect::<Vec<u64>>();
    let (least, greatest) = ty.range().unwrap_or_default();
    let reals = [
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.0,
        -1.9,
        127.5,
        -128.9,
        255.9,
        300.0,
        40_000.0,
        -40_000.0,
        65_504.0,
        1e5,
        3e9,
        -3e9,
        5e9,
        2e19,
        -2e19,
        1e300,
        1e-300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        0.1,
        65_519.999,
        16_777_217.0,
    ];
    match ty {
        Type::Bool => vec![0, 1],
        Type::F16 => reals.map(|value| u64::from(F16::round(value).0)).to_vec(),
        Type::F32 => reals.map(|value| u64::from((value as f32).to_bits())).to_vec(),
        Type::F64 => reals.map(f64::to_bits).to_vec(),
        _ => {
            let middle = greatest / 3;
            // With 64 bits: half-way between two `f32`, except for the bits that `f64` loses.
            let odd = (1 << 62 | 1 << 38 | 1) & greatest;
            let mut all =
                whole(&[0, 1, 2, 100, least, least + 1, least / 2, greatest, greatest - 1, middle, odd]);
            all.extend(whole(&[65_504, 65_520, 16_777_217, 0x80, 0x8000, 0x8000_0000]));
            all
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

/// The greatest `f16` that is not above a number.
fn greatest_half(most: f64) -> f64 {
    (0..0x7c00).rev().map(|bits| F16(bits).widen()).find(|value| *value <= most).unwrap_or_default()
}

/// The result in Rust: as with `as`, but a float that is out of range becomes the nearest value that is also a value
/// of its own type, and an integer beyond all `f16` becomes infinite.
fn expected(from: Type, into: Type, raw: u64) -> u64 {
    macro_rules! from_float {
        ($value:expr, $float:ident) => {{
            let value: $float = $value;
            macro_rules! clamped {
                ($integer:ident) => {{
                    let greatest = $integer::MAX as $float;
                    let is_exact = greatest as i128 == $integer::MAX as i128;
                    let most = if is_exact { greatest } else { greatest.next_down() };
                    let most = if from == Type::F16 { greatest_half(most as f64) as $float } else { most };
                    let least = if from == Type::F16 { -65_504.0 } else { $float::MIN };
                    if value.is_nan() { 0 } else { i128::from(value.min(most).max(least) as $integer) }
                }};
            }
            match into {
                Type::Bool => u64::from(value != 0.0),
                Type::F16 => u64::from(F16::round(value as f64).0),
                Type::F32 => u64::from((value as f32).to_bits()),
                Type::F64 => (value as f64).to_bits(),
                Type::I8 => register_of(into, clamped!(i8)),
                Type::I16 => register_of(into, clamped!(i16)),
                Type::I32 => register_of(into, clamped!(i32)),
                Type::I64 => register_of(into, clamped!(i64)),
                Type::U8 => register_of(into, clamped!(u8)),
                Type::U16 => register_of(into, clamped!(u16)),
                Type::U32 => register_of(into, clamped!(u32)),
                Type::U64 => register_of(into, clamped!(u64)),
            }
        }};
    }
    macro_rules! from_integer {
        ($value:expr) => {{
            let value = $value;
            match into {
                Type::Bool => u64::from(value != 0),
                Type::F16 if value as f64 > 65_504.0 => 0x7c00,
                Type::F16 if (value as f64) < -65_504.0 => 0xfc00,
                Type::F16 => u64::from(F16::round(value as f64).0),
                Type::F32 => u64::from((value as f32).to_bits()),
                Type::F64 => (value as f64).to_bits(),
                _ => register_of(into, i128::from(value)),
            }
        }};
    }
    match from {
        Type::F16 => from_float!(F16(raw as u16).widen(), f64),
        Type::F32 => from_float!(f32::from_bits(raw as u32), f32),
        Type::F64 => from_float!(f64::from_bits(raw), f64),
        Type::I8 => from_integer!(raw as i8),
        Type::I16 => from_integer!(raw as i16),
        Type::I32 => from_integer!(raw as i32),
        Type::I64 => from_integer!(raw as i64),
        Type::U8 => from_integer!(raw as u8),
        Type::U16 => from_integer!(raw as u16),
        Type::Bool | Type::U32 => from_integer!(raw as u32),
        Type::U64 => from_integer!(raw),
    }
}

fn is_nan(ty: Type, raw: u64) -> bool {
    match ty {
        Type::F16 => F16(raw as u16).widen().is_nan(),
        Type::F32 => f32::from_bits(raw as u32).is_nan(),
        Type::F64 => f64::from_bits(raw).is_nan(),
        _ => false,
    }
}

#[test]
fn every_type_is_converted_to_every_other_one() {
    for from in NUMBERS.into_iter().chain([Type::Bool]) {
        let values = values(from);
        let lanes = values.len() as u32;
        let types: Vec<Type> = NUMBERS.into_iter().chain([Type::Bool]).filter(|into| *into != from).collect();
        let mut code = Code::new(lanes);
        let address = code.lane_times(8);
        let loaded = code.load(from, SOURCE, address, 0);
        for (into, row) in types.iter().zip(0..) {
            let converted = code.convert(from, *into, loaded);
            code.store(converted, SINK, address, row * lanes * 8);
        }
        // The same values as constants, which are equal in all invocations.
        for (number, value) in values.iter().enumerate() {
            let value = code.constant(from, *value);
            let to = code.constant(Type::U32, 8 * number as u64);
            for (into, row) in types.iter().zip(types.len() as u32..) {
                let converted = code.convert(from, *into, value);
                code.store(converted, SINK, to, row * lanes * 8);
            }
        }
        let source: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let found = run(&code.program, &source, 2 * types.len() * source.len());
        for (row, into) in found.chunks(source.len()).zip(types.iter().chain(&types)) {
            for (place, value) in values.iter().enumerate() {
                let found = number_at(row, 8 * place, into.size());
                let expected = stored(*into, expected(from, *into, *value));
                let agrees = found == expected || (is_nan(*into, found) && is_nan(*into, expected));
                assert!(agrees, "{from:?} to {into:?}, {value:#x}: {found:#x}, not {expected:#x}");
            }
        }
    }
}

#[test]
fn the_same_bits_are_extended_as_the_type_asks() {
    for from in NUMBERS {
        for into in NUMBERS.into_iter().filter(|into| into.size() == from.size()) {
            let values = values(from);
            let mut code = Code::new(values.len() as u32);
            let address = code.lane_times(8);
            let value = code.load(from, SOURCE, address, 0);
            let to = code.register(into);
            code.emit(Instruction::Reinterpret { to, value });
            code.store(to, SINK, address, 0);
            // A wider type shows the bits of the register beyond those of its type.
            let is_signed = into.is_signed();
            if into.is_integer() {
                let wide = code.convert(into, Type::I64, to);
                code.store(wide, SINK, address, 8 * values.len() as u32);
            }
            let source: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let found = run(&code.program, &source, 2 * source.len());
            for (place, value) in values.iter().enumerate() {
                let bits = stored(from, *value);
                assert_eq!(number_at(&found, 8 * place, into.size()), bits, "{from:?} as {into:?}");
                if into.is_integer() {
                    let above = 64 - 8 * into.size();
                    let wide = if is_signed { (bits << above) as i64 >> above } else { bits as i64 };
                    let place = source.len() + 8 * place;
                    assert_eq!(number_at(&found, place, 8), wide as u64, "{from:?} as {into:?}");
                }
            }
        }
    }
}
