//! Values of const-expressions.
//!
//! A value is the row of its scalars in order: components of a vector, columns of a matrix, elements of an array,
//! members of a structure. A part of a value is a part of the row, so taking it copies nothing.

use core::num::NonZeroU32;

/// A value in [`Constants`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstantId(NonZeroU32);

#[derive(Clone, Copy, Debug)]
struct Row {
    /// [`ZERO`] when all scalars are zero and none is stored.
    start: u32,
    len: u32,
}

const ZERO: u32 = u32::MAX;
/// Zero values up to this many scalars can be read as a row.
const ZEROS: [u64; 16] = [0; 16];
/// The total number of scalars in all values of one program, and an allowance for each byte of the program, so that
/// no program runs into the limit for its length: 32 MiB.
const LIMIT: usize = 1 << 22;
const MORE_FOR_EACH_BYTE: usize = 2;

/// The values of one program.
#[derive(Debug, Default)]
pub struct Constants {
    rows: Vec<Row>,
    bits: Vec<u64>,
    /// The length of the program in bytes.
    text_length: usize,
    has_reported: bool,
}

impl Constants {
    fn row(&mut self, start: u32, len: u32) -> ConstantId {
        self.rows.push(Row { start, len });
        ConstantId(NonZeroU32::new(self.rows.len() as u32).unwrap_or(NonZeroU32::MAX))
    }

    fn get(&self, id: ConstantId) -> Row {
        self.rows[id.0.get() as usize - 1]
    }

    /// Forgets all values and keeps the memory for another program with `length` bytes.
    pub(crate) fn clear(&mut self, text_length: usize) {
        self.rows.clear();
        self.bits.clear();
        self.text_length = text_length;
        self.has_reported = false;
    }

    fn has_room(&self, scalars: u64) -> bool {
        let most = LIMIT.saturating_add(self.text_length.saturating_mul(MORE_FOR_EACH_BYTE));
        (self.bits.len() as u64).saturating_add(scalars) <= most as u64
    }

    /// Returns true if the values need the allowance for the length of the program: a part of the program, which is shorter, may exceed its limit.
    pub(crate) fn need_allowance(&self) -> bool {
        self.bits.len() > LIMIT
    }

    /// Returns true if this is the first question: a program that exceeds the limit is reported once.
    pub(crate) fn must_report(&mut self) -> bool {
        !core::mem::replace(&mut self.has_reported, true)
    }

    /// A value with one scalar.
    pub fn scalar(&mut self, bits: u64) -> ConstantId {
        let start = self.bits.len() as u32;
        self.bits.push(bits);
        self.row(start, 1)
    }

    /// The zero value of a type with `len` scalars.
    pub fn zero(&mut self, len: u32) -> ConstantId {
        self.row(ZERO, len)
    }

    /// A value with these scalars; `None` beyond the limit of the program.
    pub fn push(&mut self, scalars: &[u64]) -> Option<ConstantId> {
        if !self.has_room(scalars.len() as u64) {
            return None;
        }
        let start = self.bits.len() as u32;
        self.bits.extend_from_slice(scalars);
        Some(self.row(start, scalars.len() as u32))
    }

    /// The concatenation of values as one value; `None` beyond the limit of the program.
    pub fn concatenate(&mut self, parts: &[ConstantId]) -> Option<ConstantId> {
        let total: u64 = parts.iter().map(|part| u64::from(self.get(*part).len)).sum();
        if parts.iter().all(|part| self.get(*part).start == ZERO) {
            return Some(self.zero(u32::try_from(total).ok()?));
        }
        if !self.has_room(total) {
            return None;
        }
        let start = self.bits.len() as u32;
        for part in parts {
            let row = self.get(*part);
            if row.start == ZERO {
                self.bits.resize(self.bits.len() + row.len as usize, 0);
            } else {
                self.bits.extend_from_within(row.start as usize..(row.start + row.len) as usize);
            }
        }
        Some(self.row(start, total as u32))
    }

    /// `len` scalars of a value from `offset`; the value itself if some of them are missing.
    pub fn part(&mut self, id: ConstantId, offset: u32, len: u32) -> ConstantId {
        let row = self.get(id);
        match offset.checked_add(len) {
            Some(end) if end <= row.len && row.start == ZERO => self.row(ZERO, len),
            Some(end) if end <= row.len => self.row(row.start + offset, len),
            _ => id,
        }
    }

    /// The scalars of a value. Zero values of more than 16 scalars have none here: they are only ever taken apart.
    #[must_use]
    pub fn bits(&self, id: ConstantId) -> &[u64] {
        let row = self.get(id);
        if row.start == ZERO {
            ZEROS.get(..row.len as usize).unwrap_or(&[])
        } else {
            &self.bits[row.start as usize..(row.start + row.len) as usize]
        }
    }

    /// The first scalar of a value.
    #[must_use]
    pub fn first(&self, id: ConstantId) -> u64 {
        self.bits(id).first().copied().unwrap_or(0)
    }

    /// Returns true if the value is a zero value that is not stored.
    #[must_use]
    pub fn is_implicit_zero(&self, id: ConstantId) -> bool {
        self.get(id).start == ZERO
    }

    /// The number of scalars in a value.
    #[must_use]
    pub fn len(&self, id: ConstantId) -> u32 {
        self.get(id).len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_the_row_of_the_whole() {
        let mut constants = Constants::default();
        let whole = constants.push(&[1, 2, 3, 4]).unwrap();
        let part = constants.part(whole, 1, 2);
        assert_eq!(constants.bits(part), [2, 3]);
        assert_eq!(constants.bits.len(), 4);
    }

    #[test]
    fn zero_values_are_not_stored() {
        let mut constants = Constants::default();
        let large = constants.zero(u32::MAX);
        let part = constants.part(large, 1_000_000, 3);
        assert_eq!(constants.bits(part), [0, 0, 0]);
        let one = constants.scalar(1);
        let both = constants.concatenate(&[part, one]).unwrap();
        assert_eq!(constants.bits(both), [0, 0, 0, 1]);
        assert!(constants.concatenate(&[large, one]).is_none());
    }
}
