//! The allowed values of a number, in the form of the export: bits of its type, compared in the order of its numbers.

use schemars::JsonSchema;
use serde::Serialize;
use wgsl_cts_cases::execution::{ExpectedValue, ScalarFormat};

/// The allowed values of a number. Numbers are given by their bits, and compared by value: both zeros are equal.
#[derive(Serialize, JsonSchema, Debug, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub enum Allowed {
    /// The number with these bits.
    Number(u32),
    /// `any` value, or any `nan`.
    Word(Word),
    /// Exactly these bits.
    Bits {
        /// The bits.
        bits: u32,
    },
    /// The numbers from one to another, both included.
    Between {
        /// The bits of the minimum.
        from: u32,
        /// The bits of the maximum.
        to: u32,
    },
    /// Any of several; nothing if there are none.
    OneOf {
        /// The choices.
        one_of: Vec<Allowed>,
    },
}

/// A set of values with a name.
#[derive(Serialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Any value.
    Any,
    /// Any NaN.
    Nan,
}

/// Allowed values of one number, or of several numbers that follow each other.
#[derive(Serialize, JsonSchema, Debug, Clone, PartialEq, Eq)]
#[serde(untagged)]
pub enum Run {
    /// The values of one number.
    One(Allowed),
    /// The values of each of so many numbers.
    Several(Allowed, usize),
}

impl Allowed {
    /// Any value.
    pub(super) const ANY: Self = Self::Word(Word::Any);

    /// The values that a case expects.
    pub(super) fn of(expected: &ExpectedValue, format: ScalarFormat) -> Self {
        match expected {
            ExpectedValue::Any => Self::ANY,
            ExpectedValue::Nan => Self::Word(Word::Nan),
            ExpectedValue::Number(bits) => Self::Number(*bits),
            ExpectedValue::Bits(bits) => Self::Bits { bits: *bits },
            ExpectedValue::Between { low, high } => Self::Between { from: *low, to: *high },
            ExpectedValue::Ulp { distance, of } => match format.ordered(*of) {
                Some(middle) => {
                    let ends = [middle - i64::from(*distance), middle + i64::from(*distance)];
                    let [from, to] = ends.map(|end| format.of_ordered(end));
                    Self::Between { from, to }
                }
                None => Self::OneOf { one_of: Vec::new() },
            },
            ExpectedValue::Absolute { tolerance, of } => {
                let middle = format.decode(*of);
                let is_low = |number: f64| number < middle && middle - number > *tolerance;
                let is_high = |number: f64| number > middle && number - middle > *tolerance;
                Self::interval(format, is_low, is_high)
            }
            ExpectedValue::OneOf(choices) => {
                Self::OneOf { one_of: choices.iter().map(|choice| Self::of(choice, format)).collect() }
            }
        }
    }

    /// The numbers from `begin` to `end`, which need not be numbers of the format.
    pub(super) fn between(format: ScalarFormat, begin: f64, end: f64) -> Self {
        Self::interval(format, |number| number < begin, |number| number > end)
    }

    /// The numbers that are neither too low nor too high.
    fn interval(format: ScalarFormat, is_low: impl Fn(f64) -> bool, is_high: impl Fn(f64) -> bool) -> Self {
        let number = |order: i64| format.decode(format.of_ordered(order));
        let ends = [i64::MIN + 1, i64::MAX].map(|end| format.ordered(format.of_ordered(end)).unwrap_or(0));
        let from = first(ends, |order| !is_low(number(order)));
        let to = first(ends, |order| is_high(number(order))) - 1;
        if from > to {
            return Self::OneOf { one_of: Vec::new() };
        }
        let [from, to] = [from, to].map(|order| format.of_ordered(order));
        if from == to { Self::Number(from) } else { Self::Between { from, to } }
    }
}

/// The first place at which something holds that holds from there to the end; the place behind the end if there is none.
fn first([mut low, end]: [i64; 2], holds: impl Fn(i64) -> bool) -> i64 {
    let mut high = end + 1;
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The values of numbers that follow each other, with equal neighbours counted.
pub(super) fn runs(values: impl IntoIterator<Item = Allowed>) -> Vec<Run> {
    let mut counted: Vec<(Allowed, usize)> = Vec::new();
    for value in values {
        match counted.last_mut() {
            Some((known, count)) if *known == value => *count += 1,
            Some(_) | None => counted.push((value, 1)),
        }
    }
    let run = |(value, count)| if count == 1 { Run::One(value) } else { Run::Several(value, count) };
    counted.into_iter().map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether bits are among the allowed values, as `docs/EXPORT.md` says.
    fn is_met(allowed: &Allowed, format: ScalarFormat, bits: u32) -> bool {
        let order = format.ordered(bits);
        match allowed {
            Allowed::Number(number) => order.is_some() && order == format.ordered(*number),
            Allowed::Word(Word::Any) => true,
            Allowed::Word(Word::Nan) => order.is_none(),
            Allowed::Bits { bits: exact } => bits == *exact,
            Allowed::Between { from, to } => {
                order.is_some() && order >= format.ordered(*from) && order <= format.ordered(*to)
            }
            Allowed::OneOf { one_of } => one_of.iter().any(|one| is_met(one, format, bits)),
        }
    }

    #[test]
    fn what_is_exported_allows_what_the_case_allows() {
        use ExpectedValue::{Absolute, Between, Bits, Nan, Number, OneOf, Ulp};
        for format in
            [ScalarFormat::F16, ScalarFormat::Unorm(8), ScalarFormat::Snorm(8), ScalarFormat::Signed(8)]
        {
            let [one, two] = [1.0, -1.0].map(|number| format.encode(number).unwrap_or(0));
            let expected = [
                ExpectedValue::Any,
                Nan,
                Number(one),
                Number(0),
                Bits(two),
                Ulp { distance: 3, of: one },
                Ulp { distance: 1, of: 0 },
                Absolute { tolerance: 0.02, of: one },
                Absolute { tolerance: 0.0, of: one },
                Between { low: 0, high: one },
                OneOf(vec![Nan, Number(one), Bits(3)]),
            ];
            for expected in expected {
                let allowed = Allowed::of(&expected, format);
                for bits in 0..=format.mask() {
                    let is_met = is_met(&allowed, format, bits);
                    assert_eq!(
                        is_met,
                        expected.is_met(format, bits),
                        "{format:?} {expected:?} {allowed:?} {bits}"
                    );
                }
            }
        }
    }

    #[test]
    fn ends_between_two_numbers_are_rounded_inwards() {
        let byte = ScalarFormat::Unsigned(8);
        assert_eq!(Allowed::between(byte, 1.5, 3.5), Allowed::Between { from: 2, to: 3 });
        assert_eq!(Allowed::between(byte, 2.5, 3.5), Allowed::Number(3));
        assert_eq!(Allowed::between(byte, 2.25, 2.5), Allowed::OneOf { one_of: Vec::new() });
        let greatest = f32::MAX.to_bits();
        let wide = Allowed::between(ScalarFormat::F32, 0.0, f64::from(f32::MAX) * 2.0);
        assert_eq!(wide, Allowed::Between { from: 0, to: greatest });
    }

    #[test]
    fn equal_neighbours_are_counted() {
        let numbers = [1, 2, 2, 2, 1].map(Allowed::Number);
        let several = Run::Several(Allowed::Number(2), 3);
        let [one, end] = [1, 1].map(|number| Run::One(Allowed::Number(number)));
        assert_eq!(runs(numbers), [one, several, end]);
    }
}
