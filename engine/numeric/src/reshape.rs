//! Calls that move representations about: constructors and `bitcast`.

use crate::application::Call;
use crate::convert::construct as construct_scalar;
use crate::fault::{Extent, Fault};
use crate::number::Float;
use crate::{Shape, Type, impossible};

/// Zero values, conversions, and values put together from components or columns.
/// <https://www.w3.org/TR/WGSL/#constructor-builtin-function>
pub(crate) fn construct(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let count = call.application.result.1.len();
    let to = call.application.result.0;
    match call.operands() {
        [] => out.extend(std::iter::repeat_n(0, count)),
        [only] if only.shape == Shape::Scalar => {
            let bits = construct_scalar(only.ty, to, only.component(0), call.evaluation)?;
            out.extend(std::iter::repeat_n(bits, count));
        }
        parts => {
            if parts.iter().map(|part| part.shape.len()).sum::<usize>() != count {
                impossible("the parts of a value are not as many as its components");
            }
            for part in parts {
                for index in 0..part.shape.len() {
                    out.push(construct_scalar(part.ty, to, part.component(index), call.evaluation)?);
                }
            }
        }
    }
    Ok(())
}

/// `bitcast` <https://www.w3.org/TR/WGSL/#bitcast-builtin>
pub(crate) fn bitcast(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let to = call.application.result.0;
    let Some(operand) = call.operands().first() else { return Ok(()) };
    // Abstract values become concrete before their bits are taken.
    let from = match (operand.ty, to) {
        (Type::I64, Type::U32) => Type::U32,
        (Type::I64, _) => Type::I32,
        (Type::F64, _) => Type::F32,
        (concrete, _) => concrete,
    };
    let components = (0..operand.shape.len()).map(|index| operand.component(index));
    let bits: Vec<u64> = components
        .map(|bits| construct_scalar(operand.ty, from, bits, call.evaluation))
        .collect::<Result<_, _>>()?;
    let start = out.len();
    match (from.size(), to.size()) {
        (2, 4) => out.extend(bits.chunks(2).map(|pair| match pair {
            &[low, high] => low | (high << 16),
            rest => rest.first().copied().unwrap_or(0),
        })),
        (4, 2) => out.extend(bits.iter().flat_map(|word| [word & 0xffff, word >> 16])),
        // The sizes are equal, or the result is abstract.
        _ => out.extend(bits),
    }
    let mut watch = call.watch();
    for bits in out.iter().skip(start) {
        // An infinity or a NaN is noted.
        for_float!(to, T => _ = T::decode(*bits).settled(&mut watch));
    }
    call.finish(watch, Extent::Whole)
}
