//! Calls that move representations about: constructors, `bitcast`, selection, packing.

use crate::{Operation, Type};

use super::convert::{construct, convert};
use super::dispatch::Call;
use super::event::FirstEvent;
use super::fault::{Extent, Fault};
use super::half::F16;
use super::number::{Float, Number};
use super::{Shape, pack};

/// Zero values, conversions, and values put together from components or columns.
/// <https://www.w3.org/TR/WGSL/#constructor-builtin-function>
pub(super) fn construct_value(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let count = call.result_shape.len();
    let to = call.result_type();
    match call.arguments() {
        [] => out.extend(std::iter::repeat_n(0, count)),
        [only] if only.shape == Shape::Scalar => {
            let bits = construct(only.ty, to, only.component(0), call.evaluation)?;
            out.extend(std::iter::repeat_n(bits, count));
        }
        parts => {
            if parts.iter().map(|part| part.shape.len()).sum::<usize>() != count {
                return Err(call.unsupported());
            }
            for part in parts {
                for index in 0..part.shape.len() {
                    out.push(construct(part.ty, to, part.component(index), call.evaluation)?);
                }
            }
        }
    }
    Ok(())
}

/// `bitcast` <https://www.w3.org/TR/WGSL/#bitcast-builtin>
pub(super) fn bitcast(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let to = call.result_type();
    let [operand] = call.arguments() else { return Err(call.unsupported()) };
    // Abstract values become concrete before their bits are taken.
    let from = match operand.ty {
        Type::I64 if to == Type::U32 => Type::U32,
        Type::I64 => Type::I32,
        Type::F64 => Type::F32,
        concrete => concrete,
    };
    let components = (0..operand.shape.len()).map(|index| operand.component(index));
    let bits: Vec<u64> = components.map(|bits| convert(operand.ty, from, bits)).collect::<Result<_, _>>()?;
    let start = out.len();
    match (from == Type::F16, to == Type::F16) {
        (true, false) => out.extend(bits.chunks(2).map(|pair| match pair {
            &[low, high] => low | (high << 16),
            rest => rest.first().copied().unwrap_or(0),
        })),
        (false, true) => out.extend(bits.iter().flat_map(|word| [word & 0xffff, word >> 16])),
        _ => out.extend(bits),
    }
    if out.len() - start != call.result_shape.len() {
        return Err(call.unsupported());
    }
    let mut watch = FirstEvent::default();
    for bits in out.iter().skip(start) {
        settle(to, *bits, &mut watch);
    }
    call.finish(watch, Extent::Whole)
}

/// Notes an infinity or a NaN.
fn settle(scalar: Type, bits: u64, watch: &mut FirstEvent) {
    match scalar {
        Type::F32 => _ = f32::decode(bits).settled(watch),
        Type::F16 => _ = F16::decode(bits).settled(watch),
        _ => {}
    }
}

/// `all`, `any`, `select`, `&&`, `||`, `!` <https://www.w3.org/TR/WGSL/#logical-builtin-functions>
pub(super) fn logical(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let truths = || (0..call.shape(0).len()).map(|index| call.raw(0, index) != 0);
    match call.operation() {
        Operation::All => out.push(u64::from(truths().all(|truth| truth))),
        Operation::Any => out.push(u64::from(truths().any(|truth| truth))),
        Operation::Not => out.extend(truths().map(|truth| u64::from(!truth))),
        Operation::LogicalAnd => out.push(call.raw(0, 0) & call.raw(1, 0)),
        Operation::LogicalOr => out.push(call.raw(0, 0) | call.raw(1, 0)),
        Operation::Select => out.extend((0..call.shape(0).len()).map(|index| {
            let chosen = usize::from(call.raw(2, index) != 0);
            call.raw(chosen, index)
        })),
        _ => return Err(call.unsupported()),
    }
    Ok(())
}

/// Whether the kernel is one of [`packing`].
pub(super) const fn is_packing(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Pack4x8snorm
            | Operation::Pack4x8unorm
            | Operation::Pack4xI8
            | Operation::Pack4xU8
            | Operation::Pack4xI8Clamp
            | Operation::Pack4xU8Clamp
            | Operation::Pack2x16snorm
            | Operation::Pack2x16unorm
            | Operation::Pack2x16float
            | Operation::Unpack4x8snorm
            | Operation::Unpack4x8unorm
            | Operation::Unpack4xI8
            | Operation::Unpack4xU8
            | Operation::Unpack2x16snorm
            | Operation::Unpack2x16unorm
            | Operation::Unpack2x16float
            | Operation::QuantizeToF16
            | Operation::Dot4U8Packed
            | Operation::Dot4I8Packed
    )
}

/// <https://www.w3.org/TR/WGSL/#pack-builtin-functions>, <https://www.w3.org/TR/WGSL/#unpack-builtin-functions>
pub(super) fn packing(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let word: u32 = call.number(0, 0);
    let mut unpack = |count: u32, component: &dyn Fn(u32) -> u64| {
        out.extend((0..count).map(component));
        Ok(())
    };
    let packed = match call.operation() {
        Operation::QuantizeToF16 => {
            return call.each(out, |index, watch| {
                Some(pack::quantize_to_f16(call.number(0, index), watch).to_raw())
            });
        }
        Operation::Pack2x16float => return pack_halves(call, out),
        Operation::Unpack2x16float => return unpack_halves(call, out),
        Operation::Unpack4x8snorm => return unpack(4, &|index| pack::unpack_snorm(word, 8, index).to_raw()),
        Operation::Unpack4x8unorm => return unpack(4, &|index| pack::unpack_unorm(word, 8, index).to_raw()),
        Operation::Unpack2x16snorm => {
            return unpack(2, &|index| pack::unpack_snorm(word, 16, index).to_raw());
        }
        Operation::Unpack2x16unorm => {
            return unpack(2, &|index| pack::unpack_unorm(word, 16, index).to_raw());
        }
        Operation::Unpack4xI8 => return unpack(4, &|index| pack::unpack_signed_byte(word, index).to_raw()),
        Operation::Unpack4xU8 => return unpack(4, &|index| pack::unpack_unsigned_byte(word, index).to_raw()),
        Operation::Pack4x8snorm => pack::pack_snorm(&four(call), 8),
        Operation::Pack4x8unorm => pack::pack_unorm(&four(call), 8),
        Operation::Pack2x16snorm => pack::pack_snorm(&two(call), 16),
        Operation::Pack2x16unorm => pack::pack_unorm(&two(call), 16),
        Operation::Pack4xI8 | Operation::Pack4xU8 => pack::pack_bytes(&four(call)),
        Operation::Pack4xI8Clamp => pack::pack_signed_bytes_clamped(&four(call)),
        Operation::Pack4xU8Clamp => pack::pack_unsigned_bytes_clamped(&four(call)),
        Operation::Dot4U8Packed => pack::dot_unsigned_bytes(word, call.number(1, 0)),
        Operation::Dot4I8Packed => pack::dot_signed_bytes(word, call.number(1, 0)) as u32,
        _ => return Err(call.unsupported()),
    };
    out.push(packed.to_raw());
    Ok(())
}

fn four<T: Number>(call: &Call<'_>) -> [T; 4] {
    [0, 1, 2, 3].map(|index| call.number(0, index))
}

fn two<T: Number>(call: &Call<'_>) -> [T; 2] {
    [0, 1].map(|index| call.number(0, index))
}

fn pack_halves(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let mut halves = [0; 2];
    for (index, half) in halves.iter_mut().enumerate() {
        let mut watch = FirstEvent::default();
        *half = pack::to_half(call.number(0, index), &mut watch).to_raw();
        call.finish(watch, Extent::Component(index))?;
    }
    out.push(halves[0] | (halves[1] << 16));
    Ok(())
}

fn unpack_halves(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    for index in 0..2 {
        let mut watch = FirstEvent::default();
        out.push(pack::unpack_half(call.number(0, 0), index).settled(&mut watch).to_raw());
        call.finish(watch, Extent::Whole)?;
    }
    Ok(())
}
