//! Comparisons and choices.

use super::format::Format;
use super::interval::Interval;
use crate::{Operation, Type};

/// The results that a condition may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the cases by name")]
pub enum Truth {
    Yes,
    No,
    Either,
}

impl Truth {
    /// From whether it may hold and whether it may not.
    const fn new(may_hold: bool, may_fail: bool) -> Self {
        match (may_hold, may_fail) {
            (true, false) => Self::Yes,
            (false, true) => Self::No,
            _ => Self::Either,
        }
    }

    /// As an interval: 0 is false, 1 is true.
    #[must_use]
    pub const fn interval(self) -> Interval {
        match self {
            Self::Yes => Interval { begin: 1.0, end: 1.0 },
            Self::No => Interval { begin: 0.0, end: 0.0 },
            Self::Either => Interval { begin: 0.0, end: 1.0 },
        }
    }

    /// Whether an interval holds numbers other than zero only, zero only, or both.
    #[must_use]
    pub fn of(interval: Interval) -> Self {
        Self::new(interval.single() != Some(0.0), interval.contains(0.0))
    }

    /// The other way round.
    #[must_use]
    pub const fn negation(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Either => Self::Either,
        }
    }
}

/// What a comparison of two floating point numbers may give. The result is correct, but subnormal operands may be flushed to zero first.
/// `Either` for a kernel that is no comparison and for types that are not `f32` or `f16`.
/// <https://www.w3.org/TR/WGSL/#comparison-expr>
#[must_use]
pub fn compare(operation: Operation, ty: Type, first: Interval, second: Interval) -> Truth {
    let Some(format) = Format::of(ty) else { return Truth::Either };
    let (first, second) = (format.seen(first), format.seen(second));
    if first.is_any() || second.is_any() {
        return Truth::Either;
    }
    match operation {
        Operation::Less => less(first, second),
        Operation::Greater => less(second, first),
        Operation::GreaterEqual => less(first, second).negation(),
        Operation::LessEqual => less(second, first).negation(),
        Operation::Equal => equal(first, second),
        Operation::NotEqual => equal(first, second).negation(),
        _ => Truth::Either,
    }
}

fn less(first: Interval, second: Interval) -> Truth {
    Truth::new(first.begin < second.end, first.end >= second.begin)
}

fn equal(first: Interval, second: Interval) -> Truth {
    let are_same = first.single().is_some() && first == second;
    Truth::new(first.common(second).is_some(), !are_same)
}

/// What `select` may give. <https://www.w3.org/TR/WGSL/#select-builtin>
#[must_use]
pub fn select(reject: Interval, accept: Interval, condition: Truth) -> Interval {
    match condition {
        Truth::Yes => accept,
        Truth::No => reject,
        Truth::Either => accept.hull(reject),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64) -> Interval {
        Interval::point(value)
    }

    #[test]
    fn intervals_that_overlap_may_compare_either_way() {
        let (low, high) = (Interval::between(1.0, 2.0), Interval::between(2.0, 3.0));
        let truth = |operation| compare(operation, Type::F32, low, high);
        assert_eq!(truth(Operation::LessEqual), Truth::Yes);
        assert_eq!(truth(Operation::Greater), Truth::No);
        assert_eq!(truth(Operation::Less), Truth::Either);
        assert_eq!(truth(Operation::GreaterEqual), Truth::Either);
        assert_eq!(truth(Operation::Equal), Truth::Either);
        assert_eq!(compare(Operation::Equal, Type::F32, number(1.0), high), Truth::No);
        assert_eq!(compare(Operation::Less, Type::F32, Interval::ANY, high), Truth::Either);
    }

    #[test]
    fn points_compare_as_numbers() {
        assert_eq!(compare(Operation::Equal, Type::F16, number(0.0), number(-0.0)), Truth::Yes);
        assert_eq!(compare(Operation::NotEqual, Type::F16, number(1.0), number(2.0)), Truth::Yes);
        assert_eq!(compare(Operation::Less, Type::F16, number(1.0), number(1.0)), Truth::No);
    }

    #[test]
    fn a_subnormal_number_may_be_zero() {
        let subnormal = number(1e-40);
        assert_eq!(compare(Operation::Greater, Type::F32, subnormal, number(0.0)), Truth::Either);
        assert_eq!(compare(Operation::GreaterEqual, Type::F32, subnormal, number(0.0)), Truth::Yes);
        assert_eq!(compare(Operation::Equal, Type::F32, subnormal, subnormal), Truth::Either);
        // The number is normal in f32.
        assert_eq!(compare(Operation::Greater, Type::F32, number(1e-6), number(0.0)), Truth::Yes);
        assert_eq!(compare(Operation::Greater, Type::F16, number(1e-6), number(0.0)), Truth::Either);
    }

    #[test]
    fn a_choice_that_is_not_known_has_both_results() {
        assert_eq!(select(number(1.0), number(2.0), Truth::Yes), number(2.0));
        assert_eq!(select(number(1.0), number(2.0), Truth::No), number(1.0));
        assert_eq!(select(number(1.0), number(2.0), Truth::Either), Interval::between(1.0, 2.0));
        assert_eq!(Truth::of(Interval::between(0.0, 1.0)), Truth::Either);
        assert_eq!(Truth::of(Truth::Yes.interval()), Truth::Yes);
    }
}
