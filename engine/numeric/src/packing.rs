//! Calls that pack numbers into words and unpack them.
//! <https://www.w3.org/TR/WGSL/#pack-builtin-functions>, <https://www.w3.org/TR/WGSL/#unpack-builtin-functions>

use crate::application::Call;
use crate::fault::{Extent, Fault};
use crate::number::{Float, Number};
use crate::pack;

/// The first components of the first operand.
pub(crate) fn components<T: Number, const N: usize>(call: &Call<'_>) -> [T; N] {
    core::array::from_fn(|index| call.number(0, index))
}

/// Appends numbers to a result that notes nothing.
#[allow(clippy::unnecessary_wraps, reason = "functions of one column of the table have one type")]
pub(crate) fn push<T: Number>(out: &mut Vec<u64>, numbers: impl IntoIterator<Item = T>) -> Result<(), Fault> {
    out.extend(numbers.into_iter().map(Number::to_raw));
    Ok(())
}

/// <https://www.w3.org/TR/WGSL/#pack2x16float-builtin>
pub(crate) fn pack_halves(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    let mut halves = [0; 2];
    for (index, half) in halves.iter_mut().enumerate() {
        let mut watch = call.watch();
        *half = pack::to_half(call.number::<f32>(0, index), &mut watch).to_raw();
        call.finish(watch, Extent::Component(index))?;
    }
    out.push(halves[0] | (halves[1] << 16));
    Ok(())
}

/// <https://www.w3.org/TR/WGSL/#unpack2x16float-builtin>
pub(crate) fn unpack_halves(call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
    for index in 0..2 {
        let mut watch = call.watch();
        out.push(pack::unpack_half(call.number(0, 0), index).settled(&mut watch).to_raw());
        call.finish(watch, Extent::Whole)?;
    }
    Ok(())
}
