//! Calls that move representations about: constructors, `bitcast`, selection, packing.

use wgsl_spec::{Kernel, Scalar};

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
    let to = call.result_scalar();
    match call.arguments() {
        [] => out.extend(std::iter::repeat_n(0, count)),
        [only] if only.shape == Shape::Scalar => {
            let bits = construct(only.scalar, to, only.component(0), call.evaluation)?;
            out.extend(std::iter::repeat_n(bits, count));
        }
        parts => {
            if parts.iter().map(|part| part.shape.len()).sum::<usize>() != count {
                return Err(call.unsupported());
            }
            for part in parts {
                for index in 0..part.shape.len() {
                    out.push(construct(part.scalar, to, part.component(index), call.evaluation)?);
                }
            }
        }
    }
    Ok(())
}

/// `bitcast` <https://www.w3.org/TR/WGSL/#bitcast-builtin>
pub(super) fn bitcast(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let to = call.result_scalar();
    let [operand] = call.arguments() else { return Err(call.unsupported()) };
    // Abstract values become concrete before their bits are taken.
    let from = match operand.scalar {
        Scalar::AbstractInt if to == Scalar::U32 => Scalar::U32,
        Scalar::AbstractInt => Scalar::I32,
        Scalar::AbstractFloat => Scalar::F32,
        concrete => concrete,
    };
    let components = (0..operand.shape.len()).map(|index| operand.component(index));
    let bits: Vec<u64> =
        components.map(|bits| convert(operand.scalar, from, bits)).collect::<Result<_, _>>()?;
    let start = out.len();
    match (from == Scalar::F16, to == Scalar::F16) {
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
fn settle(scalar: Scalar, bits: u64, watch: &mut FirstEvent) {
    match scalar {
        Scalar::F32 => _ = f32::decode(bits).settled(watch),
        Scalar::F16 => _ = F16::decode(bits).settled(watch),
        _ => {}
    }
}

/// `all`, `any`, `select`, `&&`, `||`, `!` <https://www.w3.org/TR/WGSL/#logical-builtin-functions>
pub(super) fn logical(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let truths = || (0..call.shape(0).len()).map(|index| call.raw(0, index) != 0);
    match call.kernel() {
        Kernel::All => out.push(u64::from(truths().all(|truth| truth))),
        Kernel::Any => out.push(u64::from(truths().any(|truth| truth))),
        Kernel::Not => out.extend(truths().map(|truth| u64::from(!truth))),
        Kernel::LogicalAnd => out.push(call.raw(0, 0) & call.raw(1, 0)),
        Kernel::LogicalOr => out.push(call.raw(0, 0) | call.raw(1, 0)),
        Kernel::Select => out.extend((0..call.shape(0).len()).map(|index| {
            let chosen = usize::from(call.raw(2, index) != 0);
            call.raw(chosen, index)
        })),
        _ => return Err(call.unsupported()),
    }
    Ok(())
}

/// Whether the kernel is one of [`packing`].
pub(super) const fn is_packing(kernel: Kernel) -> bool {
    matches!(
        kernel,
        Kernel::Pack4x8snorm
            | Kernel::Pack4x8unorm
            | Kernel::Pack4xI8
            | Kernel::Pack4xU8
            | Kernel::Pack4xI8Clamp
            | Kernel::Pack4xU8Clamp
            | Kernel::Pack2x16snorm
            | Kernel::Pack2x16unorm
            | Kernel::Pack2x16float
            | Kernel::Unpack4x8snorm
            | Kernel::Unpack4x8unorm
            | Kernel::Unpack4xI8
            | Kernel::Unpack4xU8
            | Kernel::Unpack2x16snorm
            | Kernel::Unpack2x16unorm
            | Kernel::Unpack2x16float
            | Kernel::QuantizeToF16
            | Kernel::Dot4U8Packed
            | Kernel::Dot4I8Packed
    )
}

/// <https://www.w3.org/TR/WGSL/#pack-builtin-functions>, <https://www.w3.org/TR/WGSL/#unpack-builtin-functions>
pub(super) fn packing(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let word: u32 = call.number(0, 0);
    let mut unpack = |count: u32, component: &dyn Fn(u32) -> u64| {
        out.extend((0..count).map(component));
        Ok(())
    };
    let packed = match call.kernel() {
        Kernel::QuantizeToF16 => {
            return call.each(out, |index, watch| {
                Some(pack::quantize_to_f16(call.number(0, index), watch).to_raw())
            });
        }
        Kernel::Pack2x16float => return pack_halves(call, out),
        Kernel::Unpack2x16float => return unpack_halves(call, out),
        Kernel::Unpack4x8snorm => return unpack(4, &|index| pack::unpack_snorm(word, 8, index).to_raw()),
        Kernel::Unpack4x8unorm => return unpack(4, &|index| pack::unpack_unorm(word, 8, index).to_raw()),
        Kernel::Unpack2x16snorm => return unpack(2, &|index| pack::unpack_snorm(word, 16, index).to_raw()),
        Kernel::Unpack2x16unorm => return unpack(2, &|index| pack::unpack_unorm(word, 16, index).to_raw()),
        Kernel::Unpack4xI8 => return unpack(4, &|index| pack::unpack_signed_byte(word, index).to_raw()),
        Kernel::Unpack4xU8 => return unpack(4, &|index| pack::unpack_unsigned_byte(word, index).to_raw()),
        Kernel::Pack4x8snorm => pack::pack_snorm(&four(call), 8),
        Kernel::Pack4x8unorm => pack::pack_unorm(&four(call), 8),
        Kernel::Pack2x16snorm => pack::pack_snorm(&two(call), 16),
        Kernel::Pack2x16unorm => pack::pack_unorm(&two(call), 16),
        Kernel::Pack4xI8 | Kernel::Pack4xU8 => pack::pack_bytes(&four(call)),
        Kernel::Pack4xI8Clamp => pack::pack_signed_bytes_clamped(&four(call)),
        Kernel::Pack4xU8Clamp => pack::pack_unsigned_bytes_clamped(&four(call)),
        Kernel::Dot4U8Packed => pack::dot_unsigned_bytes(word, call.number(1, 0)),
        Kernel::Dot4I8Packed => pack::dot_signed_bytes(word, call.number(1, 0)) as u32,
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
