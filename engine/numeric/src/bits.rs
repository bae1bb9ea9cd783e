//! The functions of bits: integers of all widths through one trait.

use super::event::{Event, Watch, note_if};
use super::number::Integer;

/// An integer seen as its bits.
pub trait Word: Integer {
    /// Zeros from the most significant bit on.
    fn leading_zeros(self) -> u32;
    /// Zeros from the least significant bit on.
    fn trailing_zeros(self) -> u32;
    /// The number of bits that are set.
    fn count_ones(self) -> u32;
    /// The bits the other way round: `reverseBits` <https://www.w3.org/TR/WGSL/#reverseBits-builtin>
    #[must_use]
    fn reverse_bits(self) -> Self;
}

// A macro, because the methods of the integer types belong to no trait.
macro_rules! words {
    ($($type:ident)*) => {$(
        impl Word for $type {
            #[inline]
            fn leading_zeros(self) -> u32 {
                $type::leading_zeros(self)
            }
            #[inline]
            fn trailing_zeros(self) -> u32 {
                $type::trailing_zeros(self)
            }
            #[inline]
            fn count_ones(self) -> u32 {
                $type::count_ones(self)
            }
            #[inline]
            fn reverse_bits(self) -> Self {
                $type::reverse_bits(self)
            }
        }
    )*};
}

words! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// A number of bits as a value; of all ones, -1 or the greatest value.
#[inline]
fn of_count<T: Integer>(count: u32) -> T {
    T::from_raw(i64::from(count as i32) as u64)
}

/// `countLeadingZeros` <https://www.w3.org/TR/WGSL/#countLeadingZeros-builtin>
#[inline]
pub fn count_leading_zeros<T: Word>(value: T) -> T {
    of_count(value.leading_zeros())
}

/// `countOneBits` <https://www.w3.org/TR/WGSL/#countOneBits-builtin>
#[inline]
pub fn count_one_bits<T: Word>(value: T) -> T {
    of_count(value.count_ones())
}

/// `countTrailingZeros` <https://www.w3.org/TR/WGSL/#countTrailingZeros-builtin>
#[inline]
pub fn count_trailing_zeros<T: Word>(value: T) -> T {
    of_count(value.trailing_zeros())
}

/// `firstLeadingBit` <https://www.w3.org/TR/WGSL/#firstLeadingBit-signed-builtin>
#[inline]
pub fn first_leading_bit<T: Word>(value: T) -> T {
    // The bits that differ from the sign bit; all bits of an unsigned value.
    let significant = if value < T::ZERO { !value } else { value };
    // No significant bit: 31 - 32 wraps to all ones, which is -1.
    of_count((T::WIDTH - 1).wrapping_sub(significant.leading_zeros()))
}

/// `firstTrailingBit` <https://www.w3.org/TR/WGSL/#firstTrailingBit-builtin>
#[inline]
pub fn first_trailing_bit<T: Word>(value: T) -> T {
    of_count(if value == T::ZERO { u32::MAX } else { value.trailing_zeros() })
}

/// `!` of a truth value, a word that is 0 or 1.
#[inline]
#[must_use]
pub fn inverted_truth(truth: u32) -> u32 {
    truth ^ 1
}

/// A truth value as it is, which should be true.
#[inline]
pub fn demanded(truth: u32, watch: &mut impl Watch) -> u32 {
    note_if(truth == 0, Event::Undefined, watch);
    truth
}

/// Whether `offset + count` leaves an integer of so many bits.
#[inline]
#[must_use]
pub fn leaves_word(offset: u32, count: u32, width: u32) -> bool {
    u64::from(offset) + u64::from(count) > u64::from(width)
}

/// Offset and count limited to the width, as WGSL defines them for run time.
#[inline]
fn limited(offset: u32, count: u32, width: u32, watch: &mut impl Watch) -> (u32, u32) {
    note_if(leaves_word(offset, count, width), Event::BitRange, watch);
    let offset = offset.min(width);
    (offset, count.min(width - offset))
}

/// `extractBits` <https://www.w3.org/TR/WGSL/#extractBits-signed-builtin>
#[inline]
pub fn extract_bits<T: Word>(value: T, offset: u32, count: u32, watch: &mut impl Watch) -> T {
    let (offset, count) = limited(offset, count, T::WIDTH, watch);
    if count == 0 {
        return T::ZERO;
    }
    let at_the_top = value << (T::WIDTH - offset - count);
    at_the_top >> (T::WIDTH - count)
}

/// `insertBits` <https://www.w3.org/TR/WGSL/#insertBits-builtin>
#[inline]
pub fn insert_bits<T: Word>(value: T, new: T, offset: u32, count: u32, watch: &mut impl Watch) -> T {
    let (offset, count) = limited(offset, count, T::WIDTH, watch);
    if count == 0 {
        return value;
    }
    let above = if count == T::WIDTH { T::ZERO } else { !T::ZERO << count };
    let mask = !above << offset;
    (value & !mask) | ((new << offset) & mask)
}

#[cfg(test)]
mod tests {
    use super::super::event::{Unwatched, event};
    use super::*;

    #[test]
    fn counting() {
        assert_eq!((count_leading_zeros(0u32), count_leading_zeros(-1i32)), (32, 0));
        assert_eq!((count_trailing_zeros(0i32), count_trailing_zeros(8u32)), (32, 3));
        assert_eq!(count_one_bits(-1i32), 32);
        assert_eq!(Word::reverse_bits(1u32), 0x8000_0000);
        assert_eq!(Word::reverse_bits(1i32), i32::MIN);
    }

    #[test]
    fn demands_are_noted_where_they_do_not_hold() {
        assert_eq!(event(|w| demanded(1, w)), (1, None));
        assert_eq!(event(|w| demanded(0, w)), (0, Some(Event::Undefined)));
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
    fn other_widths() {
        assert_eq!((count_leading_zeros(1u8), count_leading_zeros(1i64), count_one_bits(-1i16)), (7, 63, 16));
        assert_eq!(
            (first_leading_bit(0u8), first_leading_bit(-2i64), first_leading_bit(0u64)),
            (255, 0, u64::MAX)
        );
        assert_eq!(
            (first_trailing_bit(0i8), Word::reverse_bits(1u16), Word::reverse_bits(1i64)),
            (-1, 0x8000, i64::MIN)
        );
        assert_eq!(extract_bits(0xf0u8, 4, 9, &mut Unwatched), 15);
        assert_eq!(extract_bits(i64::MIN, 60, 4, &mut Unwatched), -8);
        assert_eq!(insert_bits(0u64, u64::MAX, 60, 9, &mut Unwatched), 0xf << 60);
    }

    #[test]
    fn extraction() {
        assert_eq!(extract_bits(0xf0i32, 4, 4, &mut Unwatched), -1);
        assert_eq!(extract_bits(0xf0u32, 4, 4, &mut Unwatched), 15);
        assert_eq!(extract_bits(-1i32, 0, 32, &mut Unwatched), -1);
        assert_eq!(extract_bits(-1i32, 32, 0, &mut Unwatched), 0);
        assert_eq!(extract_bits(u32::MAX, 31, 9, &mut Unwatched), 1);
        assert_eq!(event(|w| extract_bits(0u32, u32::MAX, 1, w)).1, Some(Event::BitRange));
    }

    #[test]
    fn insertion() {
        assert_eq!(insert_bits(0u32, u32::MAX, 8, 8, &mut Unwatched), 0xff00);
        assert_eq!(insert_bits(-1i32, 0, 0, 32, &mut Unwatched), 0);
        assert_eq!(insert_bits(7u32, 0, 32, 0, &mut Unwatched), 7);
        assert_eq!(insert_bits(0u32, u32::MAX, 31, 9, &mut Unwatched), 0x8000_0000);
    }
}
