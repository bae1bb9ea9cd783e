//! The families of numbers as traits, and the arithmetic operators on them.
//!
//! The types are the Rust types of the same name, and [`F16`]. The representation of a narrow integer is what it extends to in 32
//! bits. Floating point results are computed in binary64 and rounded once, ties to even: for `+ - * /` and `sqrt` of binary32 and
//! binary16 that is the correctly rounded result, because binary64 has more than twice the precision.

use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use super::event::{Event, Unwatched, Watch, note_if};
use super::half::F16;

/// A numeric scalar type. <https://www.w3.org/TR/WGSL/#arithmetic-expr>
pub trait Number: Copy + PartialEq + PartialOrd {
    /// 0
    const ZERO: Self;
    /// 1
    const ONE: Self;

    /// The value with this representation (see [`super::Operand`]).
    fn from_raw(bits: u64) -> Self;
    /// The representation of the value.
    fn to_raw(self) -> u64;
    /// `self + other`
    #[must_use]
    fn sum(self, other: Self, watch: &mut impl Watch) -> Self;
    /// `self - other`
    #[must_use]
    fn difference(self, other: Self, watch: &mut impl Watch) -> Self;
    /// `self * other`
    #[must_use]
    fn product(self, other: Self, watch: &mut impl Watch) -> Self;
    /// `self / other`
    #[must_use]
    fn quotient(self, other: Self, watch: &mut impl Watch) -> Self;
    /// `self % other`
    #[must_use]
    fn remainder(self, other: Self, watch: &mut impl Watch) -> Self;
    /// `-self`; the most negative integer is its own negation.
    #[must_use]
    fn negation(self, watch: &mut impl Watch) -> Self;
    /// `abs(self)`; the most negative integer is its own magnitude.
    #[inline]
    #[must_use]
    fn magnitude(self, watch: &mut impl Watch) -> Self {
        if self < Self::ZERO { self.negation(watch) } else { self }
    }
    /// `sign(self)`
    #[inline]
    #[must_use]
    fn sign(self) -> Self {
        if self > Self::ZERO {
            Self::ONE
        } else if self < Self::ZERO {
            Self::ZERO.difference(Self::ONE, &mut Unwatched)
        } else {
            Self::ZERO
        }
    }
}

/// An integer scalar type. <https://www.w3.org/TR/WGSL/#bit-expr>
pub trait Integer:
    Number
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Bits in the representation.
    const WIDTH: u32;

    /// `self << amount`
    #[must_use]
    fn shift_left(self, amount: u32, watch: &mut impl Watch) -> Self;
    /// `self >> amount`
    #[must_use]
    fn shift_right(self, amount: u32, watch: &mut impl Watch) -> Self;
}

/// A floating point scalar type: its format. Arithmetic follows from it.
pub trait Float: Copy + PartialEq + PartialOrd {
    /// 0
    const NOUGHT: Self;
    /// 1
    const UNIT: Self;
    /// The greatest finite value.
    const GREATEST: f64;
    /// Bits of the significand, with the one that is not stored.
    const DIGITS: u32;
    /// The exponent bias of the format.
    const BIAS: i32;

    /// The value with these bits.
    fn decode(bits: u64) -> Self;
    /// The bits of the value.
    fn encode(self) -> u64;
    /// The value as a binary64, which is exact.
    fn widen(self) -> f64;
    /// The nearest value, ties to even.
    fn round(value: f64) -> Self;
    /// Notes that a result is infinite or a NaN.
    #[inline]
    #[must_use]
    fn settled(self, watch: &mut impl Watch) -> Self {
        let value = self.widen();
        if !value.is_finite() {
            watch.note(if value.is_nan() { Event::NotANumber } else { Event::Overflow });
        }
        self
    }
}

// A macro, because the methods of the integer types belong to no trait.
macro_rules! integers {
    ($($type:ident as $raw:ident, negative: $negative:expr;)*) => {$(
        impl Number for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn from_raw(bits: u64) -> Self {
                bits as Self
            }
            #[inline]
            fn to_raw(self) -> u64 {
                self as $raw as u64
            }
            #[inline]
            fn sum(self, other: Self, watch: &mut impl Watch) -> Self {
                let (value, overflows) = self.overflowing_add(other);
                note_if(overflows, Event::Wrapped, watch);
                value
            }
            #[inline]
            fn difference(self, other: Self, watch: &mut impl Watch) -> Self {
                let (value, overflows) = self.overflowing_sub(other);
                note_if(overflows, Event::Wrapped, watch);
                value
            }
            #[inline]
            fn product(self, other: Self, watch: &mut impl Watch) -> Self {
                let (value, overflows) = self.overflowing_mul(other);
                note_if(overflows, Event::Wrapped, watch);
                value
            }
            #[inline]
            fn quotient(self, other: Self, watch: &mut impl Watch) -> Self {
                note_if(other == 0, Event::DivisionByZero, watch);
                let value = self.checked_div(other);
                note_if(other != 0 && value.is_none(), Event::Overflow, watch);
                value.unwrap_or(self)
            }
            #[inline]
            fn remainder(self, other: Self, watch: &mut impl Watch) -> Self {
                note_if(other == 0, Event::DivisionByZero, watch);
                let value = self.checked_rem(other);
                note_if(other != 0 && value.is_none(), Event::Overflow, watch);
                value.unwrap_or(0)
            }
            #[inline]
            fn negation(self, watch: &mut impl Watch) -> Self {
                let (value, overflows) = self.overflowing_neg();
                note_if(overflows, $negative, watch);
                value
            }
        }

        impl Integer for $type {
            const WIDTH: u32 = $type::BITS;

            #[inline]
            fn shift_left(self, amount: u32, watch: &mut impl Watch) -> Self {
                note_if(amount >= Self::WIDTH, Event::ShiftTooFar, watch);
                let value = self.wrapping_shl(amount);
                // Shifting back restores the value exactly when only copies of the sign (or zeros) were lost.
                note_if(value.wrapping_shr(amount) != self, Event::ShiftOverflow, watch);
                value
            }
            #[inline]
            fn shift_right(self, amount: u32, watch: &mut impl Watch) -> Self {
                note_if(amount >= Self::WIDTH, Event::ShiftTooFar, watch);
                self.wrapping_shr(amount)
            }
        }
    )*};
}

// Each with the type whose bits are its representation, and the event of a negation that has no exact result.
integers! {
    i8 as u32, negative: Event::MostNegative;
    i16 as u32, negative: Event::MostNegative;
    i32 as u32, negative: Event::MostNegative;
    i64 as u64, negative: Event::MostNegative;
    u8 as u32, negative: Event::Wrapped;
    u16 as u32, negative: Event::Wrapped;
    u32 as u32, negative: Event::Wrapped;
    u64 as u64, negative: Event::Wrapped;
}

/// `value << amount` where the amount is taken as it is, not modulo the width.
#[inline]
#[must_use]
pub fn shift_left_exactly<T: Integer>(value: T, amount: u32, watch: &mut impl Watch) -> T {
    let shifted = if amount < T::WIDTH { value << amount } else { T::ZERO };
    note_if(shift_right_exactly(shifted, amount) != value, Event::ShiftOverflow, watch);
    shifted
}

/// `value >> amount` where the amount is taken as it is, not modulo the width.
#[inline]
#[must_use]
pub fn shift_right_exactly<T: Integer>(value: T, amount: u32) -> T {
    let last = T::WIDTH - 1;
    if amount > last { value >> last >> 1 } else { value >> amount }
}

/// A watch that takes every event as a result outside the range of the type, for arithmetic that must not wrap around.
pub(crate) struct OutOfRange<'a, W>(pub(crate) &'a mut W);

impl<W: Watch> Watch for OutOfRange<'_, W> {
    #[inline]
    fn note(&mut self, _: Event) {
        self.0.note(Event::Overflow);
    }
}

impl<T: Float> Number for T {
    const ZERO: Self = T::NOUGHT;
    const ONE: Self = T::UNIT;

    #[inline]
    fn from_raw(bits: u64) -> Self {
        Self::decode(bits)
    }
    #[inline]
    fn to_raw(self) -> u64 {
        self.encode()
    }
    #[inline]
    fn sum(self, other: Self, watch: &mut impl Watch) -> Self {
        Self::round(self.widen() + other.widen()).settled(watch)
    }
    #[inline]
    fn difference(self, other: Self, watch: &mut impl Watch) -> Self {
        Self::round(self.widen() - other.widen()).settled(watch)
    }
    #[inline]
    fn product(self, other: Self, watch: &mut impl Watch) -> Self {
        Self::round(self.widen() * other.widen()).settled(watch)
    }
    #[inline]
    fn quotient(self, other: Self, watch: &mut impl Watch) -> Self {
        // Zero divided by zero is not infinite: the result is not a number.
        note_if(other == Self::ZERO && self != Self::ZERO, Event::DivisionByZero, watch);
        Self::round(self.widen() / other.widen()).settled(watch)
    }
    /// `self - other * trunc(self / other)` without intermediate rounding: the result is exact.
    #[inline]
    fn remainder(self, other: Self, watch: &mut impl Watch) -> Self {
        note_if(other == Self::ZERO, Event::DivisionByZero, watch);
        Self::round(libm::fmod(self.widen(), other.widen())).settled(watch)
    }
    #[inline]
    fn negation(self, _watch: &mut impl Watch) -> Self {
        Self::round(-self.widen())
    }
    #[inline]
    fn magnitude(self, _watch: &mut impl Watch) -> Self {
        Self::round(self.widen().abs())
    }
}

impl Float for f64 {
    const NOUGHT: Self = 0.0;
    const UNIT: Self = 1.0;
    const GREATEST: f64 = f64::MAX;
    const DIGITS: u32 = 53;
    const BIAS: i32 = 1023;

    #[inline]
    fn decode(bits: u64) -> Self {
        Self::from_bits(bits)
    }
    #[inline]
    fn encode(self) -> u64 {
        self.to_bits()
    }
    #[inline]
    fn widen(self) -> f64 {
        self
    }
    #[inline]
    fn round(value: f64) -> Self {
        value
    }
}

impl Float for f32 {
    const NOUGHT: Self = 0.0;
    const UNIT: Self = 1.0;
    const GREATEST: f64 = f32::MAX as f64;
    const DIGITS: u32 = 24;
    const BIAS: i32 = 127;

    #[inline]
    fn decode(bits: u64) -> Self {
        Self::from_bits(bits as u32)
    }
    #[inline]
    fn encode(self) -> u64 {
        u64::from(self.to_bits())
    }
    #[inline]
    fn widen(self) -> f64 {
        f64::from(self)
    }
    #[inline]
    fn round(value: f64) -> Self {
        value as Self
    }
}

impl Float for F16 {
    const NOUGHT: Self = F16(0);
    const UNIT: Self = F16(0x3c00);
    const GREATEST: f64 = 65_504.0;
    const DIGITS: u32 = 11;
    const BIAS: i32 = 15;

    #[inline]
    fn decode(bits: u64) -> Self {
        F16(bits as u16)
    }
    #[inline]
    fn encode(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn widen(self) -> f64 {
        F16::widen(self)
    }
    #[inline]
    fn round(value: f64) -> Self {
        F16::round(value)
    }
}

/// `min(first, second)` <https://www.w3.org/TR/WGSL/#min-float-builtin>
#[inline]
pub fn min<T: Number>(first: T, second: T) -> T {
    if second < first { second } else { first }
}

/// `max(first, second)` <https://www.w3.org/TR/WGSL/#max-float-builtin>
#[inline]
pub fn max<T: Number>(first: T, second: T) -> T {
    if first < second { second } else { first }
}

/// `clamp(value, low, high)` <https://www.w3.org/TR/WGSL/#clamp>
#[inline]
pub fn clamp<T: Number>(value: T, low: T, high: T, watch: &mut impl Watch) -> T {
    note_if(low > high, Event::LowAboveHigh, watch);
    min(max(value, low), high)
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results of kernels are exact")]
mod tests {
    use super::super::event::{Event, event};
    use super::super::half::F16;
    use super::{
        Float, Integer, Number, OutOfRange, clamp, max, min, shift_left_exactly, shift_right_exactly,
    };

    #[test]
    fn integers_wrap_around() {
        assert_eq!(event(|w| i32::MAX.sum(1, w)), (i32::MIN, Some(Event::Wrapped)));
        assert_eq!(event(|w| 0u32.difference(1, w)), (u32::MAX, Some(Event::Wrapped)));
        assert_eq!(event(|w| i32::MIN.product(-1, w)), (i32::MIN, Some(Event::Wrapped)));
        assert_eq!(event(|w| i64::MAX.sum(1, w)).1, Some(Event::Wrapped));
        assert_eq!(event(|w| i64::MIN.difference(1, w)).1, Some(Event::Wrapped));
        assert_eq!(event(|w| i64::MIN.product(-1, w)).1, Some(Event::Wrapped));
        assert_eq!(event(|w| 3i64.product(-4, w)), (-12, None));
    }

    #[test]
    fn integer_division_at_its_edges() {
        assert_eq!(event(|w| 7i32.quotient(0, w)), (7, Some(Event::DivisionByZero)));
        assert_eq!(event(|w| 7u32.remainder(0, w)), (0, Some(Event::DivisionByZero)));
        assert_eq!(event(|w| i32::MIN.quotient(-1, w)), (i32::MIN, Some(Event::Overflow)));
        assert_eq!(event(|w| i32::MIN.remainder(-1, w)), (0, Some(Event::Overflow)));
        assert_eq!(event(|w| i64::MIN.quotient(-1, w)), (i64::MIN, Some(Event::Overflow)));
        assert_eq!(event(|w| (-7i32).quotient(2, w)), (-3, None));
        assert_eq!(event(|w| (-7i32).remainder(2, w)), (-1, None));
        assert_eq!(event(|w| u32::MAX.quotient(2, w)), (0x7fff_ffff, None));
    }

    #[test]
    fn negation_magnitude_and_sign() {
        let is_its_own = Some(Event::MostNegative);
        assert_eq!(event(|w| i32::MIN.negation(w)), (i32::MIN, is_its_own));
        assert_eq!(event(|w| i64::MIN.magnitude(w)), (i64::MIN, is_its_own));
        assert_eq!(event(|w| (-5i8).negation(w)), (5, None));
        assert_eq!(event(|w| 1u32.negation(w)), (u32::MAX, Some(Event::Wrapped)));
        assert_eq!(event(|w| 5u32.magnitude(w)), (5, None));
        assert_eq!((-9i32).sign(), -1);
        assert_eq!(9u32.sign(), 1);
        assert_eq!(Number::sign(0.0f32).to_bits(), 0);
        assert_eq!(event(|w| F16(0xc000).magnitude(w).0), (0x4000, None));
        assert_eq!(event(|w| F16(0x0000).negation(w).0), (0x8000, None));
    }

    #[test]
    fn shifts_modulo_the_width() {
        assert_eq!(event(|w| 1i32.shift_left(30, w)), (1 << 30, None));
        assert_eq!(event(|w| 1i32.shift_left(31, w)).1, Some(Event::ShiftOverflow));
        assert_eq!(event(|w| (-1i32).shift_left(31, w)), (i32::MIN, None));
        assert_eq!(event(|w| 1u32.shift_left(31, w)), (1 << 31, None));
        assert_eq!(event(|w| 2u32.shift_left(31, w)).1, Some(Event::ShiftOverflow));
        assert_eq!(event(|w| 1u32.shift_left(33, w)), (2, Some(Event::ShiftTooFar)));
        assert_eq!(event(|w| (-8i32).shift_right(1, w)), (-4, None));
        assert_eq!(event(|w| 0x8000_0000u32.shift_right(31, w)), (1, None));
        assert_eq!(event(|w| 8u32.shift_right(32, w)), (8, Some(Event::ShiftTooFar)));
    }

    #[test]
    fn shifts_by_any_amount() {
        assert_eq!(event(|w| shift_left_exactly(1i64, 62, w)), (1 << 62, None));
        assert_eq!(event(|w| shift_left_exactly(1i64, 63, w)).1, Some(Event::ShiftOverflow));
        assert_eq!(event(|w| shift_left_exactly(-1i64, 63, w)), (i64::MIN, None));
        assert_eq!(event(|w| shift_left_exactly(-1i64, 64, w)).1, Some(Event::ShiftOverflow));
        assert_eq!(event(|w| shift_left_exactly(0i64, 100, w)), (0, None));
        assert_eq!((shift_right_exactly(-5i64, 100), shift_right_exactly(u64::MAX, 64)), (-1, 0));
        assert_eq!((shift_right_exactly(-5i64, 1), shift_right_exactly(u64::MAX, 63)), (-3, 1));
    }

    #[test]
    fn results_outside_the_range_are_noted() {
        let overflow = Some(Event::Overflow);
        assert_eq!(event(|w| i32::MAX.sum(1, &mut OutOfRange(w))), (i32::MIN, overflow));
        assert_eq!(event(|w| i32::MAX.sum(0, &mut OutOfRange(w))), (i32::MAX, None));
        assert_eq!(event(|w| i8::MIN.difference(1, &mut OutOfRange(w))), (i8::MAX, overflow));
        assert_eq!(event(|w| (1i64 << 32).product(1 << 31, &mut OutOfRange(w))), (i64::MIN, overflow));
        assert_eq!(event(|w| (1i64 << 32).product(-1 << 31, &mut OutOfRange(w))), (i64::MIN, None));
        assert_eq!(event(|w| i16::MIN.negation(&mut OutOfRange(w))), (i16::MIN, overflow));
        assert_eq!(event(|w| i16::MAX.negation(&mut OutOfRange(w))), (-i16::MAX, None));
    }

    #[test]
    fn integers_of_other_widths() {
        assert_eq!(event(|w| i8::MAX.sum(1, w)), (i8::MIN, Some(Event::Wrapped)));
        assert_eq!(event(|w| u64::MAX.product(2, w)), (u64::MAX - 1, Some(Event::Wrapped)));
        assert_eq!(event(|w| 1u8.shift_left(9, w)), (2, Some(Event::ShiftTooFar)));
        assert_eq!(event(|w| (-1i64).shift_left(64, w)), (-1, Some(Event::ShiftTooFar)));
        assert_eq!(((-2i8).to_raw(), 0xfeu8.to_raw(), (-2i64).to_raw()), (0xffff_fffe, 0xfe, u64::MAX - 1));
        assert_eq!((i8::from_raw(0xffff_fffe), i16::from_raw(0x1_8000)), (-2, i16::MIN));
    }

    #[test]
    fn floats_round_once_and_note_overflow() {
        assert_eq!(event(|w| f32::MAX.sum(f32::MAX, w)).1, Some(Event::Overflow));
        assert_eq!(event(|w| f32::MAX.sum(1.0, w)), (f32::MAX, None));
        assert_eq!(event(|w| 1f32.quotient(3.0, w)), (1f32 / 3f32, None));
        assert_eq!(event(|w| 1f64.quotient(0.0, w)).1, Some(Event::DivisionByZero));
        assert_eq!(event(|w| 0f64.remainder(0.0, w)).1, Some(Event::DivisionByZero));
        assert_eq!(event(|w| 5.5f32.remainder(-2.0, w)), (1.5, None));
        let greatest = F16(0x7bff);
        assert_eq!(event(|w| greatest.sum(<F16 as Float>::round(15.0), w)), (greatest, None));
        assert_eq!(event(|w| greatest.sum(<F16 as Float>::round(16.0), w)).1, Some(Event::Overflow));
    }

    #[test]
    fn order_of_numbers() {
        assert_eq!((min(3, -4), max(3u32, 4)), (-4, 4));
        assert_eq!(event(|w| clamp(5, 0, 3, w)), (3, None));
        assert_eq!(event(|w| clamp(5, 4, 3, w)), (3, Some(Event::LowAboveHigh)));
        assert_eq!(event(|w| clamp(0.5f32, 1.0, -1.0, w)).1, Some(Event::LowAboveHigh));
    }
}
