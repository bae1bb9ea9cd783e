//! Bytes that are copied or cleared, in parts of one, two and four bytes.

use shader_ir::Copy;

/// Offset and size of the words, halves and bytes that make up a number of bytes. `alignment` has the low bits of the addresses that the
/// offsets count from.
pub(super) fn parts(start: u32, size: u32, alignment: u32) -> impl Iterator<Item = (u32, u32)> {
    let mut at = start;
    core::iter::from_fn(move || {
        let rest = (start + size - at).checked_ilog2()?;
        let size = 1 << rest.min((alignment | at | 4).trailing_zeros());
        at += size;
        Some((at - size, size))
    })
}

/// Calls a function with offset and size of each part that is copied at once.
pub(super) fn each_part(copy: &Copy, alignment: u32, mut found: impl FnMut(u32, u32)) {
    let alignment = alignment | copy.from.offset | copy.into.offset;
    for run in &copy.runs {
        for repetition in 0..run.count {
            let start = run.offset + repetition * run.stride;
            parts(start, run.size, alignment).for_each(|(offset, size)| found(offset, size));
        }
    }
}
