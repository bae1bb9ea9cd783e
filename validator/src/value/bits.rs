//! Kernels of the builtin functions on bits: `i32` and `u32` through one trait.

use super::event::{Event, Watch, note_if};

/// A 32-bit integer seen as its bits.
pub trait Word: Copy {
    /// The bits.
    fn word(self) -> u32;
    /// The value with these bits.
    fn from_word(word: u32) -> Self;
    /// The value shifted right, filled as the signedness says.
    #[must_use]
    fn filled_shift_right(self, amount: u32) -> Self;
    /// The bits that differ from the sign bit; all bits of an unsigned value.
    fn significant(self) -> u32;
}

impl Word for u32 {
    #[inline]
    fn word(self) -> u32 {
        self
    }
    #[inline]
    fn from_word(word: u32) -> Self {
        word
    }
    #[inline]
    fn filled_shift_right(self, amount: u32) -> Self {
        self >> amount
    }
    #[inline]
    fn significant(self) -> u32 {
        self
    }
}

impl Word for i32 {
    #[inline]
    fn word(self) -> u32 {
        self as u32
    }
    #[inline]
    fn from_word(word: u32) -> Self {
        word as Self
    }
    #[inline]
    fn filled_shift_right(self, amount: u32) -> Self {
        self >> amount
    }
    #[inline]
    fn significant(self) -> u32 {
        (self ^ (self >> 31)) as u32
    }
}

/// `countLeadingZeros` <https://www.w3.org/TR/WGSL/#countLeadingZeros-builtin>
#[inline]
pub fn count_leading_zeros<T: Word>(value: T) -> T {
    T::from_word(value.word().leading_zeros())
}

/// `countOneBits` <https://www.w3.org/TR/WGSL/#countOneBits-builtin>
#[inline]
pub fn count_one_bits<T: Word>(value: T) -> T {
    T::from_word(value.word().count_ones())
}

/// `countTrailingZeros` <https://www.w3.org/TR/WGSL/#countTrailingZeros-builtin>
#[inline]
pub fn count_trailing_zeros<T: Word>(value: T) -> T {
    T::from_word(value.word().trailing_zeros())
}

/// `firstLeadingBit` <https://www.w3.org/TR/WGSL/#firstLeadingBit-signed-builtin>
#[inline]
pub fn first_leading_bit<T: Word>(value: T) -> T {
    // No significant bit: 31 - 32 wraps to all ones, which is -1.
    T::from_word(31u32.wrapping_sub(value.significant().leading_zeros()))
}

/// `firstTrailingBit` <https://www.w3.org/TR/WGSL/#firstTrailingBit-builtin>
#[inline]
pub fn first_trailing_bit<T: Word>(value: T) -> T {
    let word = value.word();
    T::from_word(if word == 0 { u32::MAX } else { word.trailing_zeros() })
}

/// `reverseBits` <https://www.w3.org/TR/WGSL/#reverseBits-builtin>
#[inline]
pub fn reverse_bits<T: Word>(value: T) -> T {
    T::from_word(value.word().reverse_bits())
}

/// Whether `offset + count` leaves a 32-bit integer.
#[inline]
#[must_use]
pub fn leaves_word(offset: u32, count: u32) -> bool {
    u64::from(offset) + u64::from(count) > 32
}

/// Offset and count limited to the width, as the text defines them for run time.
#[inline]
fn limited(offset: u32, count: u32, watch: &mut impl Watch) -> (u32, u32) {
    note_if(leaves_word(offset, count), Event::BitRange, watch);
    let offset = offset.min(32);
    (offset, count.min(32 - offset))
}

/// `extractBits` <https://www.w3.org/TR/WGSL/#extractBits-signed-builtin>
#[inline]
pub fn extract_bits<T: Word>(value: T, offset: u32, count: u32, watch: &mut impl Watch) -> T {
    let (offset, count) = limited(offset, count, watch);
    if count == 0 {
        return T::from_word(0);
    }
    let at_the_top = T::from_word(value.word() << (32 - offset - count));
    at_the_top.filled_shift_right(32 - count)
}

/// `insertBits` <https://www.w3.org/TR/WGSL/#insertBits-builtin>
#[inline]
pub fn insert_bits<T: Word>(value: T, new: T, offset: u32, count: u32, watch: &mut impl Watch) -> T {
    let (offset, count) = limited(offset, count, watch);
    if count == 0 {
        return value;
    }
    let mask = (u32::MAX >> (32 - count)) << offset;
    T::from_word((value.word() & !mask) | ((new.word() << offset) & mask))
}

#[cfg(test)]
mod tests {
    use super::super::event::{FirstEvent, Unwatched};
    use super::*;

    #[test]
    fn counting() {
        assert_eq!((count_leading_zeros(0u32), count_leading_zeros(-1i32)), (32, 0));
        assert_eq!((count_trailing_zeros(0i32), count_trailing_zeros(8u32)), (32, 3));
        assert_eq!(count_one_bits(-1i32), 32);
        assert_eq!(reverse_bits(1u32), 0x8000_0000);
        assert_eq!(reverse_bits(1i32), i32::MIN);
    }

    #[test]
    fn first_bits() {
        assert_eq!((first_leading_bit(0i32), first_leading_bit(-1i32)), (-1, -1));
        assert_eq!(
            (first_leading_bit(1i32), first_leading_bit(-2i32), first_leading_bit(i32::MIN)),
            (0, 0, 30)
        );
        assert_eq!((first_leading_bit(0u32), first_leading_bit(u32::MAX)), (u32::MAX, 31));
        assert_eq!((first_trailing_bit(0i32), first_trailing_bit(12u32)), (-1, 2));
    }

    #[test]
    fn extraction() {
        assert_eq!(extract_bits(0xf0i32, 4, 4, &mut Unwatched), -1);
        assert_eq!(extract_bits(0xf0u32, 4, 4, &mut Unwatched), 15);
        assert_eq!(extract_bits(-1i32, 0, 32, &mut Unwatched), -1);
        assert_eq!(extract_bits(-1i32, 32, 0, &mut Unwatched), 0);
        assert_eq!(extract_bits(u32::MAX, 31, 9, &mut Unwatched), 1);
        let mut watch = FirstEvent::default();
        extract_bits(0u32, u32::MAX, 1, &mut watch);
        assert_eq!(watch.0, Some(Event::BitRange));
    }

    #[test]
    fn insertion() {
        assert_eq!(insert_bits(0u32, u32::MAX, 8, 8, &mut Unwatched), 0xff00);
        assert_eq!(insert_bits(-1i32, 0, 0, 32, &mut Unwatched), 0);
        assert_eq!(insert_bits(7u32, 0, 32, 0, &mut Unwatched), 7);
        assert_eq!(insert_bits(0u32, u32::MAX, 31, 9, &mut Unwatched), 0x8000_0000);
    }
}
