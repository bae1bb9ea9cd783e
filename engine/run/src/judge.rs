//! Judges whether the results of another implementation are allowed.

use crate::execute::{AllowedBuffer, AllowedWord};
use crate::resources::Outcome;
use shader_ir::Type;
use shader_numeric::allowed::{Interval, number_of};
use webgpu_model::{Binding, Data};

/// A word of a buffer with a value that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The offset of the word in bytes.
    pub offset: u32,
    /// The type that it was stored as; `u8` for a byte that the program did not write.
    pub ty: Type,
    /// The allowed values.
    pub expected: Interval,
    /// The actual bits; `None` if the buffer ends before the word.
    pub got: Option<u32>,
}

/// Compares the buffers of another implementation with those that a tracked execution allows. Textures are not
/// compared.
///
/// Without tracking, the bytes must be equal. See [`crate::execute::Options::track`].
#[must_use]
pub fn judge(outcome: &Outcome, other: &[Binding]) -> Vec<Difference> {
    let mut found = Vec::new();
    for here in &outcome.bindings {
        let Data::Buffer(bytes) = &here.data else { continue };
        let is_here = |group: u32, binding: u32| (group, binding) == (here.group, here.binding);
        let there = other.iter().find(|it| is_here(it.group, it.binding)).map(|it| &it.data);
        let there: &[u8] = if let Some(Data::Buffer(bytes)) = there { bytes } else { &[] };
        let untracked =
            AllowedBuffer { group: here.group, binding: here.binding, ..AllowedBuffer::default() };
        let allowed = outcome.allowed.iter().find(|it| is_here(it.group, it.binding)).unwrap_or(&untracked);
        found.extend(differences(allowed, bytes, there));
    }
    found
}

fn differences(allowed: &AllowedBuffer, here: &[u8], there: &[u8]) -> Vec<Difference> {
    let differs = |word: &AllowedWord| {
        let got = bits(there, word.offset, word.ty.size());
        let fits = got.is_some_and(|bits| word.values.contains(number_of(word.ty, bits)));
        (!fits).then(|| difference(allowed, *word, got))
    };
    let mut found: Vec<Difference> = allowed.words.iter().filter_map(differs).collect();
    if !allowed.is_open {
        let mut is_written = vec![false; here.len()];
        for word in &allowed.words {
            let first = word.offset as usize;
            is_written.iter_mut().skip(first).take(word.ty.size() as usize).for_each(|it| *it = true);
        }
        for (offset, byte) in here.iter().enumerate().filter(|(offset, _)| !is_written[*offset]) {
            let got = there.get(offset).copied();
            if got != Some(*byte) {
                let values = Interval::point(f64::from(*byte));
                let word = AllowedWord { offset: offset as u32, ty: Type::U8, values };
                found.push(difference(allowed, word, got.map(u32::from)));
            }
        }
    }
    found.sort_by_key(|difference| difference.offset);
    found
}

const fn difference(buffer: &AllowedBuffer, word: AllowedWord, got: Option<u32>) -> Difference {
    let AllowedWord { offset, ty, values } = word;
    Difference { group: buffer.group, binding: buffer.binding, offset, ty, expected: values, got }
}

/// A little-endian word of two or four bytes.
fn bits(bytes: &[u8], offset: u32, size: u32) -> Option<u32> {
    let word = bytes.get(offset as usize..)?.get(..size as usize)?;
    Some(word.iter().rev().fold(0, |bits, byte| bits << 8 | u32::from(*byte)))
}
