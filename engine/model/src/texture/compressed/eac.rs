//! The compression EAC: a channel of 11 bits, in blocks of 4 times 4 texels.
//!
//! The crates for compressed textures round it to 8 bits.

/// The modifiers of each table, by the three bits of a texel, as far as they are negative; the others are their complements.
const MODIFIERS: [[i32; 4]; 16] = [
    [-3, -6, -9, -15],
    [-3, -7, -10, -13],
    [-2, -5, -8, -13],
    [-2, -4, -6, -13],
    [-3, -6, -8, -12],
    [-3, -7, -9, -11],
    [-4, -7, -8, -11],
    [-3, -5, -8, -11],
    [-2, -6, -8, -10],
    [-2, -5, -8, -10],
    [-2, -4, -8, -10],
    [-2, -5, -7, -10],
    [-3, -4, -7, -10],
    [-1, -2, -3, -10],
    [-4, -6, -8, -9],
    [-3, -5, -7, -9],
];

/// The channel of 16 texels, row by row: from 0 to 1, or from -1 to 1 if it is signed.
///
/// The first byte is the codeword of the base, the second a multiplier and the number of a table, the others have three bits for
/// each texel, column by column.
pub(super) fn decode(block: &[u8], is_signed: bool) -> [f32; 16] {
    let bits = block[2..8].iter().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
    let multiplier = i32::from(block[1] >> 4);
    let modifiers = MODIFIERS[usize::from(block[1] & 0xf)];
    core::array::from_fn(|texel| {
        let (x, y) = (texel % 4, texel / 4);
        let index = (bits >> (45 - 3 * (x * 4 + y)) & 7) as usize;
        let modifier = if index < 4 { modifiers[index] } else { !modifiers[index - 4] };
        let step = if multiplier == 0 { modifier } else { modifier * multiplier * 8 };
        if is_signed {
            let base = i32::from(block[0] as i8).max(-127) * 8;
            (base + step).clamp(-1023, 1023) as f32 / 1023.0
        } else {
            let base = i32::from(block[0]) * 8 + 4;
            (base + step).clamp(0, 2047) as f32 / 2047.0
        }
    })
}
