//! Calls that pack numbers into words and unpack them.
//! <https://www.w3.org/TR/WGSL/#pack-builtin-functions>, <https://www.w3.org/TR/WGSL/#unpack-builtin-functions>

use crate::application::Call;
use crate::fault::{Extent, Fault};
use crate::number::{Float, Number};
use crate::pack;

/// The first components of the first operand.
fn components<T: Number, const N: usize>(call: &Call<'_>) -> [T; N] {
    core::array::from_fn(|index| call.number(0, index))
}

/// Functions that note nothing: what they push. Some are for any number of components in a word.
macro_rules! packing {
    ($($(#[$meta:meta])* $name:ident $(<$count:ident>)? ($call:ident) $result:expr;)*) => {$(
        $(#[$meta])*
        pub(crate) fn $name $(<const $count: usize>)? ($call: &Call<'_>, out: &mut Vec<u64>) -> Result<(), Fault> {
            out.extend($result.into_iter().map(Number::to_raw));
            Ok(())
        }
    )*};
}

packing! {
    /// <https://www.w3.org/TR/WGSL/#dot4U8Packed-builtin>
    dot_unsigned_bytes(call) [pack::dot_unsigned_bytes(call.number(0, 0), call.number(1, 0))];
    /// <https://www.w3.org/TR/WGSL/#dot4I8Packed-builtin>
    dot_signed_bytes(call) [pack::dot_signed_bytes(call.number(0, 0), call.number(1, 0))];
    /// <https://www.w3.org/TR/WGSL/#pack4x8snorm-builtin>, <https://www.w3.org/TR/WGSL/#pack2x16snorm-builtin>
    pack_snorm<N>(call) [pack::pack_snorm(&components::<_, N>(call), 32 / N as u32)];
    /// <https://www.w3.org/TR/WGSL/#pack4x8unorm-builtin>, <https://www.w3.org/TR/WGSL/#pack2x16unorm-builtin>
    pack_unorm<N>(call) [pack::pack_unorm(&components::<_, N>(call), 32 / N as u32)];
    /// <https://www.w3.org/TR/WGSL/#pack4xI8-builtin>, <https://www.w3.org/TR/WGSL/#pack4xU8-builtin>
    pack_bytes(call) [pack::pack_bytes(&components::<_, 4>(call))];
    /// <https://www.w3.org/TR/WGSL/#pack4xI8Clamp-builtin>
    pack_signed_bytes_clamped(call) [pack::pack_signed_bytes_clamped(&components::<_, 4>(call))];
    /// <https://www.w3.org/TR/WGSL/#pack4xU8Clamp-builtin>
    pack_unsigned_bytes_clamped(call) [pack::pack_unsigned_bytes_clamped(&components::<_, 4>(call))];
    /// <https://www.w3.org/TR/WGSL/#unpack4x8snorm-builtin>, <https://www.w3.org/TR/WGSL/#unpack2x16snorm-builtin>
    unpack_snorm<N>(call) (0..N as u32).map(|index| pack::unpack_snorm(call.number(0, 0), 32 / N as u32, index));
    /// <https://www.w3.org/TR/WGSL/#unpack4x8unorm-builtin>, <https://www.w3.org/TR/WGSL/#unpack2x16unorm-builtin>
    unpack_unorm<N>(call) (0..N as u32).map(|index| pack::unpack_unorm(call.number(0, 0), 32 / N as u32, index));
    /// <https://www.w3.org/TR/WGSL/#unpack4xI8-builtin>
    unpack_signed_bytes(call) [0, 1, 2, 3].map(|index| pack::unpack_signed_byte(call.number(0, 0), index));
    /// <https://www.w3.org/TR/WGSL/#unpack4xU8-builtin>
    unpack_unsigned_bytes(call) [0, 1, 2, 3].map(|index| pack::unpack_unsigned_byte(call.number(0, 0), index));
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
