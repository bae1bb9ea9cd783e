//! The perfect hash that finds predeclared and reserved names. The table generator (`spec/build`) compiles this file, too: it chooses the
//! displacements that make the hash perfect, and both sides must compute the same slot.

/// A number that distinguishes every name of the specification from all others, as the build checks. It reads the
/// length and at most three words of eight bytes: the first, the last and, in long names, one from the middle.
#[inline]
pub(crate) fn fingerprint(name: &[u8]) -> u64 {
    const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
    const SECOND: u64 = 0xd6e8_feb8_6659_fd93;
    let length = name.len();
    let (start, end) = if length >= 8 {
        (word(name, 0), word(name, length - 8))
    } else if length >= 4 {
        (half_word(name, 0), half_word(name, length - 4))
    } else if length > 0 {
        let middle = u64::from(name[length / 2]);
        (u64::from(name[0]) << 16 | middle << 8 | u64::from(name[length - 1]), 0)
    } else {
        (0, 0)
    };
    let mut hash = (start ^ (length as u64) << 56).wrapping_mul(FIRST);
    hash = (hash ^ hash >> 32 ^ end).wrapping_mul(SECOND);
    if length > 16 {
        hash = (hash ^ hash >> 32 ^ word(name, length / 2 - 4)).wrapping_mul(FIRST);
    }
    hash ^ hash >> 29
}

/// The bucket of a fingerprint; the number of buckets is a power of two.
#[inline]
pub(crate) fn bucket(fingerprint: u64, buckets: usize) -> usize {
    (fingerprint >> 40) as usize & (buckets - 1)
}

/// The slot of a fingerprint whose bucket has this displacement; the number of slots is a power of two.
#[inline]
pub(crate) fn slot(fingerprint: u64, displacement: u16, slots: usize) -> usize {
    let step = fingerprint >> 20 | 1;
    fingerprint.wrapping_add(step.wrapping_mul(u64::from(displacement))) as usize & (slots - 1)
}

#[inline]
fn word(name: &[u8], at: usize) -> u64 {
    name[at..].first_chunk().map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

#[inline]
fn half_word(name: &[u8], at: usize) -> u64 {
    name[at..].first_chunk().map_or(0, |chunk| u64::from(u32::from_le_bytes(*chunk)))
}
