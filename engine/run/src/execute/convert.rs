//! Conversions over the lanes of planes. <https://www.w3.org/TR/WGSL/#floating-point-conversion>

use super::lanes::Word;
use crate::plane::map1;
use shader_ir::Type;
use shader_numeric::convert::{converted, to_i32, to_u32};
use shader_numeric::half::F16;
use shader_numeric::number::Float;

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

/// The conversion of a value constructor between any types.
pub(super) fn convert_any<R: Word, A: Word>(from: Type, into: Type, to: &mut [R], a: &[A]) {
    map1(to, a, |a| R::of_raw(converted(from, into, a.raw())));
}

/// Extends the low bits of each lane to the word that a register of a type has for them.
pub(super) fn extend(ty: Type, plane: &mut [u32]) {
    match ty {
        Type::I8 => plane.iter_mut().for_each(|value| *value = *value as i8 as u32),
        Type::I16 => plane.iter_mut().for_each(|value| *value = *value as i16 as u32),
        Type::U8 => plane.iter_mut().for_each(|value| *value &= 0xff),
        Type::U16 | Type::F16 => plane.iter_mut().for_each(|value| *value &= 0xffff),
        Type::Bool | Type::I32 | Type::U32 | Type::F32 => {}
        Type::I64 | Type::U64 | Type::F64 => unreachable!("{} has no word of 32 bits", ty.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shader_numeric::convert::{is_finite, is_infinite};
    use shader_numeric::{Evaluation, construct};

    /// The types, each with the bits that its values have.
    const TYPES: [(Type, u32); 5] = [
        (Type::Bool, 1),
        (Type::I32, u32::MAX),
        (Type::U32, u32::MAX),
        (Type::F16, 0xffff),
        (Type::F32, u32::MAX),
    ];

    #[test]
    fn types_of_the_language_are_converted_as_const_evaluation_does() {
        for (from, mask) in TYPES {
            for (into, _) in TYPES {
                for seed in 0..5000u32 {
                    let bits = seed.wrapping_mul(0x9e37_79b9).rotate_left(seed % 32);
                    let raw = u64::from(bits & mask);
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
}
