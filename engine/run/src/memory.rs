//! Memory that several invocations share.

use core::sync::atomic::{AtomicU32, Ordering};

/// Bytes that workgroups on several threads read and write: buffers, and the texels of storage textures.
///
/// Little-endian words with relaxed atomic access: a data race of WGSL has some result here, and costs no more than a
/// plain access. Offsets are in bytes and must be aligned to the size of the access; outside of the bytes, loads
/// return 0 and stores have no effect.
#[derive(Debug, Default)]
pub struct SharedBytes {
    words: Box<[AtomicU32]>,
    len: usize,
}

impl SharedBytes {
    /// A buffer of zeros; `len` is in bytes.
    #[must_use]
    pub fn zeroed(len: usize) -> Self {
        Self { words: (0..len.div_ceil(4)).map(|_| AtomicU32::new(0)).collect(), len }
    }

    /// A copy of these bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let word = |chunk: &[u8]| {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            AtomicU32::new(u32::from_le_bytes(word))
        };
        Self { words: bytes.chunks(4).map(word).collect(), len: bytes.len() }
    }

    /// A copy of the bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            self.words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()).collect();
        bytes.truncate(self.len);
        bytes
    }

    /// Replaces all bytes by as many others.
    pub(crate) fn set_all(&self, bytes: &[u8]) {
        for (word, new) in self.words.iter().zip(Self::from_bytes(bytes).words) {
            word.store(new.into_inner(), Ordering::Relaxed);
        }
    }

    /// The number of bytes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are no bytes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The word at a byte offset, for atomic operations.
    #[inline]
    #[must_use]
    pub fn word(&self, offset: usize) -> Option<&AtomicU32> {
        self.words.get(offset / 4)
    }

    /// Loads four bytes.
    #[inline]
    #[must_use]
    pub fn load32(&self, offset: usize) -> u32 {
        self.words.get(offset / 4).map_or(0, |word| word.load(Ordering::Relaxed))
    }

    /// Loads four bytes at each of the addresses, which are counted from an offset. Not inlined, so that the loop has the registers for
    /// itself.
    #[inline(never)]
    pub fn load_each32(&self, values: &mut [u32], addresses: &[u32], offset: usize) {
        for (value, address) in values.iter_mut().zip(addresses) {
            *value = self.load32(*address as usize + offset);
        }
    }

    /// Stores four bytes.
    #[inline]
    pub fn store32(&self, offset: usize, value: u32) {
        if let Some(word) = self.words.get(offset / 4) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// Loads two bytes.
    #[inline]
    #[must_use]
    pub fn load16(&self, offset: usize) -> u16 {
        (self.load32(offset) >> (offset % 4 * 8)) as u16
    }

    /// Stores two bytes without changing their neighbours.
    #[inline]
    pub fn store16(&self, offset: usize, value: u16) {
        self.store_part(offset, u32::from(value), 0xffff);
    }

    /// Loads a byte.
    #[inline]
    #[must_use]
    pub fn load8(&self, offset: usize) -> u8 {
        (self.load32(offset) >> (offset % 4 * 8)) as u8
    }

    /// Stores a byte without changing its neighbours.
    #[inline]
    pub fn store8(&self, offset: usize, value: u8) {
        self.store_part(offset, u32::from(value), 0xff);
    }

    fn store_part(&self, offset: usize, value: u32, mask: u32) {
        let shift = offset % 4 * 8;
        if let Some(word) = self.words.get(offset / 4) {
            // The closure always returns a value.
            let _ = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| {
                Some(old & !(mask << shift) | value << shift)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_words_leave_their_neighbours_alone() {
        let bytes = SharedBytes::from_bytes(&[1, 2, 3, 4, 5, 6]);
        bytes.store8(1, 20);
        bytes.store16(4, 0x0b0a);
        assert_eq!((bytes.load8(1), bytes.load16(2), bytes.load32(4)), (20, 0x0403, 0x0b0a));
        assert_eq!(bytes.to_bytes(), [1, 20, 3, 4, 10, 11]);
    }

    #[test]
    fn outside_there_is_nothing() {
        let bytes = SharedBytes::zeroed(4);
        bytes.store32(4, 7);
        assert_eq!((bytes.load32(4), bytes.to_bytes()), (0, vec![0; 4]));
    }
}
