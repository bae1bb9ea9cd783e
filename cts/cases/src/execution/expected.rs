//! Expected values. If several values are right, the case says which ones: there are no other tolerances.

use super::scalar::ScalarFormat;

/// The expected value of a number in memory. Bits are those of the format in which it is compared.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectedValue {
    /// Anything.
    Any,
    /// Any NaN.
    Nan,
    /// The number with these bits; both zeros are equal.
    Number(u32),
    /// Exactly these bits.
    Bits(u32),
    /// A number at most `distance` units in the last place away from `of`.
    Ulp {
        /// The number of units.
        distance: u32,
        /// The bits of the number.
        of: u32,
    },
    /// A number at most `tolerance` away from `of`.
    Absolute {
        /// The distance.
        tolerance: f64,
        /// The bits of the number.
        of: u32,
    },
    /// A number between two others, both included.
    Between {
        /// The bits of the minimum.
        low: u32,
        /// The bits of the maximum.
        high: u32,
    },
    /// Any of these values.
    OneOf(Vec<ExpectedValue>),
}

impl ExpectedValue {
    /// Whether a value is as expected.
    #[must_use]
    pub fn is_met(&self, format: ScalarFormat, bits: u32) -> bool {
        let number = format.decode(bits);
        match self {
            Self::Any => true,
            Self::Nan => number.is_nan(),
            Self::Number(wanted) => {
                format.ordered(bits).is_some_and(|got| format.ordered(*wanted) == Some(got))
            }
            Self::Bits(wanted) => bits == *wanted,
            Self::Ulp { distance, of } => match (format.ordered(bits), format.ordered(*of)) {
                (Some(got), Some(wanted)) => got.abs_diff(wanted) <= u64::from(*distance),
                _ => false,
            },
            Self::Absolute { tolerance, of } => (number - format.decode(*of)).abs() <= *tolerance,
            Self::Between { low, high } => (format.decode(*low)..=format.decode(*high)).contains(&number),
            Self::OneOf(choices) => choices.iter().any(|choice| choice.is_met(format, bits)),
        }
    }

    /// Whether some value is not as expected.
    #[must_use]
    pub fn can_fail(&self) -> bool {
        match self {
            Self::Any => false,
            Self::OneOf(choices) => choices.iter().all(Self::can_fail),
            Self::Nan
            | Self::Number(_)
            | Self::Bits(_)
            | Self::Ulp { .. }
            | Self::Absolute { .. }
            | Self::Between { .. } => true,
        }
    }

    /// The expected value that is nearest to these bits: the bits themselves if they are as expected.
    #[must_use]
    pub fn nearest(&self, format: ScalarFormat, bits: u32) -> u32 {
        if self.is_met(format, bits) {
            return bits;
        }
        let within = |low: i64, high: i64, of: u32| match format.ordered(bits) {
            Some(got) => format.of_ordered(got.clamp(low, high)),
            None => of,
        };
        match self {
            Self::Any => bits,
            Self::Nan => format.encode(f64::NAN).unwrap_or(bits),
            Self::Number(wanted) | Self::Bits(wanted) => *wanted,
            Self::Ulp { distance, of } => format.ordered(*of).map_or(*of, |middle| {
                within(middle - i64::from(*distance), middle + i64::from(*distance), *of)
            }),
            Self::Absolute { tolerance, of } => self.nearest_at(format, bits, (*of, *tolerance)),
            Self::Between { low, high } => match (format.ordered(*low), format.ordered(*high)) {
                (Some(least), Some(greatest)) if least <= greatest => within(least, greatest, *low),
                _ => *low,
            },
            Self::OneOf(choices) => {
                let all = choices.iter().map(|choice| choice.nearest(format, bits));
                all.min_by(|left, right| {
                    let [left, right] = [left, right].map(|bits_of| format.distance(*bits_of, bits));
                    left.total_cmp(&right)
                })
                .unwrap_or(bits)
            }
        }
    }

    /// The end of an interval around a number that is nearer to these bits, rounded inwards.
    fn nearest_at(&self, format: ScalarFormat, bits: u32, (of, tolerance): (u32, f64)) -> u32 {
        let (number, middle) = (format.decode(bits), format.decode(of));
        if number.is_nan() {
            return of;
        }
        let end = if number > middle { middle + tolerance } else { middle - tolerance };
        let Ok(rounded) = format.encode(end) else { return of };
        let inwards =
            format.ordered(rounded).map(|order| if number > middle { order - 1 } else { order + 1 });
        let candidates = [Some(rounded), inwards.map(|order| format.of_ordered(order))];
        candidates.into_iter().flatten().find(|candidate| self.is_met(format, *candidate)).unwrap_or(of)
    }

    /// A description for people.
    #[must_use]
    pub fn text(&self, format: ScalarFormat) -> String {
        let number = |bits: &u32| format.text(*bits);
        match self {
            Self::Any => "anything".to_owned(),
            Self::Nan => "a NaN".to_owned(),
            Self::Number(wanted) => number(wanted),
            Self::Bits(wanted) => format!("the bits of {}", number(wanted)),
            Self::Ulp { distance, of } => format!("{} or at most {distance} ULP from it", number(of)),
            Self::Absolute { tolerance, of } => format!("{} or at most {tolerance} from it", number(of)),
            Self::Between { low, high } => format!("from {} to {}", number(low), number(high)),
            Self::OneOf(choices) => {
                let choices: Vec<String> = choices.iter().map(|choice| choice.text(format)).collect();
                format!("one of: {}", choices.join("; "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const F32: ScalarFormat = ScalarFormat::F32;
    const F16: ScalarFormat = ScalarFormat::F16;

    /// Which of these numbers are as they must be.
    fn met<const COUNT: usize>(expected: &ExpectedValue, numbers: [f32; COUNT]) -> [bool; COUNT] {
        numbers.map(|number| expected.is_met(F32, number.to_bits()))
    }

    #[test]
    fn anything_is_anything() {
        assert_eq!(met(&ExpectedValue::Any, [0.0, f32::NAN]), [true, true]);
    }

    #[test]
    fn any_nan_is_a_nan_and_no_number_is() {
        let negative_with_payload = f32::from_bits(0xff80_0001);
        let numbers = [f32::NAN, negative_with_payload, f32::INFINITY, 0.0];
        assert_eq!(met(&ExpectedValue::Nan, numbers), [true, true, false, false]);
        assert!(ExpectedValue::Nan.is_met(F16, 0x7c01));
        assert!(!ExpectedValue::Nan.is_met(F16, 0x7c00));
        assert!(!ExpectedValue::Nan.is_met(ScalarFormat::Unsigned(32), 0x7fc0_0000));
    }

    #[test]
    fn numbers_are_compared_by_value() {
        let number = |number: f32| ExpectedValue::Number(number.to_bits());
        assert_eq!(met(&number(0.0), [0.0, -0.0, f32::from_bits(1)]), [true, true, false]);
        assert_eq!(met(&number(1.5), [1.5, 1.5_f32.next_up(), -1.5]), [true, false, false]);
        assert_eq!(met(&number(f32::INFINITY), [f32::INFINITY, f32::NEG_INFINITY]), [true, false]);
        assert_eq!(met(&number(f32::INFINITY), [f32::MAX, f32::NAN]), [false, false]);
        assert_eq!(met(&number(f32::NAN), [f32::NAN]), [false]);
        assert!(ExpectedValue::Number(0xff).is_met(ScalarFormat::Signed(8), 0xff));
    }

    #[test]
    fn bits_tell_the_zeros_and_the_nans_apart() {
        let negative_zero = ExpectedValue::Bits(0x8000_0000);
        assert_eq!(met(&negative_zero, [-0.0, 0.0]), [true, false]);
        let nan = ExpectedValue::Bits(0x7fc0_0000);
        assert!(nan.is_met(F32, 0x7fc0_0000));
        assert!(!nan.is_met(F32, 0x7fc0_0001));
    }

    #[test]
    fn one_ulp_too_many_is_too_many() {
        let near = ExpectedValue::Ulp { distance: 3, of: 1.5_f32.to_bits() };
        let away = |ulp: i32| f32::from_bits(1.5_f32.to_bits().wrapping_add_signed(ulp));
        assert_eq!(met(&near, [away(-3), away(0), away(3)]), [true; 3]);
        assert_eq!(met(&near, [away(-4), away(4), -1.5, f32::NAN, f32::INFINITY]), [false; 5]);
        let around_zero = ExpectedValue::Ulp { distance: 1, of: 0 };
        let least = f32::from_bits(1);
        assert_eq!(met(&around_zero, [-0.0, least, -least, least.next_up()]), [true, true, true, false]);
        let half = ExpectedValue::Ulp { distance: 2, of: 0x3e00 };
        assert_eq!([0x3dfe, 0x3e02].map(|bits| half.is_met(F16, bits)), [true, true]);
        assert_eq!([0x3dfd, 0x3e03, 0x7e00].map(|bits| half.is_met(F16, bits)), [false; 3]);
    }

    #[test]
    fn the_number_behind_the_greatest_is_infinity() {
        let greatest = ExpectedValue::Ulp { distance: 1, of: f32::MAX.to_bits() };
        assert_eq!(met(&greatest, [f32::INFINITY, f32::NEG_INFINITY, f32::NAN]), [true, false, false]);
    }

    #[test]
    fn absolute_differences_have_an_end() {
        let near = ExpectedValue::Absolute { tolerance: 0.25, of: 1.5_f32.to_bits() };
        assert_eq!(met(&near, [1.25, 1.75]), [true, true]);
        assert_eq!(met(&near, [1.25_f32.next_down(), 1.75_f32.next_up(), f32::NAN]), [false; 3]);
        assert_eq!(met(&near, [f32::INFINITY, f32::NEG_INFINITY]), [false; 2]);
    }

    #[test]
    fn intervals_include_their_ends() {
        let interval = ExpectedValue::Between { low: 0.0_f32.to_bits(), high: 1.0_f32.to_bits() };
        assert_eq!(met(&interval, [0.0, -0.0, 0.5, 1.0]), [true; 4]);
        assert_eq!(met(&interval, [1.0_f32.next_up(), -f32::from_bits(1), f32::NAN]), [false; 3]);
        let up = ExpectedValue::Between { low: 0.0_f32.to_bits(), high: f32::INFINITY.to_bits() };
        assert_eq!(met(&up, [f32::INFINITY, f32::NEG_INFINITY]), [true, false]);
    }

    #[test]
    fn the_nearest_value_is_as_it_must_be_and_nothing_is_nearer() {
        let bits = f32::to_bits;
        let nearest = |expected: &ExpectedValue, number: f32| {
            let nearest = expected.nearest(F32, bits(number));
            assert!(expected.is_met(F32, nearest), "{expected:?} {number}");
            f32::from_bits(nearest)
        };
        let equal = |left: f32, right: f32| assert_eq!(bits(left), bits(right), "{left} {right}");
        equal(nearest(&ExpectedValue::Any, 7.0), 7.0);
        equal(nearest(&ExpectedValue::Number(0), -0.0), -0.0);
        equal(nearest(&ExpectedValue::Number(0), -1.0), 0.0);
        let near = ExpectedValue::Ulp { distance: 1, of: bits(1.5) };
        equal(nearest(&near, 9.0), 1.5_f32.next_up());
        equal(nearest(&near, 1.5_f32.next_down()), 1.5_f32.next_down());
        equal(nearest(&near, f32::NAN), 1.5);
        equal(nearest(&ExpectedValue::Ulp { distance: 2, of: bits(0.0) }, -1.0), -f32::from_bits(2));
        let around = ExpectedValue::Absolute { tolerance: 0.1, of: bits(1.0) };
        assert!((nearest(&around, 3.0) - 1.1).abs() < 1e-6 && (nearest(&around, 0.0) - 0.9).abs() < 1e-6);
        equal(nearest(&around, f32::NAN), 1.0);
        let between = ExpectedValue::Between { low: bits(-1.0), high: bits(2.0) };
        equal(nearest(&between, 5.0), 2.0);
        equal(nearest(&between, -5.0), -1.0);
        let choices =
            ExpectedValue::OneOf(vec![ExpectedValue::Nan, between, ExpectedValue::Number(bits(9.0))]);
        equal(nearest(&choices, 8.0), 9.0);
        equal(nearest(&choices, 3.0), 2.0);
        assert!(nearest(&ExpectedValue::Nan, 3.0).is_nan());
    }

    #[test]
    fn one_of_several_is_enough() {
        let choices = vec![ExpectedValue::Nan, ExpectedValue::Bits(0x8000_0000), ExpectedValue::Number(7)];
        let choice = ExpectedValue::OneOf(choices);
        assert_eq!(met(&choice, [f32::NAN, -0.0, f32::from_bits(7)]), [true; 3]);
        assert_eq!(met(&choice, [0.0, 1.0]), [false; 2]);
        assert_eq!(met(&ExpectedValue::OneOf(Vec::new()), [0.0]), [false]);
    }
}
