//! Comparisons and choices.

use super::interval::Interval;

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
            (true, true) | (false, false) => Self::Either,
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

/// `x < y` <https://www.w3.org/TR/WGSL/#comparison-expr>
pub(crate) fn less(x: Interval, y: Interval) -> Truth {
    Truth::new(x.begin < y.end, x.end >= y.begin)
}

/// `x > y`
pub(crate) fn greater(x: Interval, y: Interval) -> Truth {
    less(y, x)
}

/// `x >= y`
pub(crate) fn not_less(x: Interval, y: Interval) -> Truth {
    less(x, y).negation()
}

/// `x <= y`
pub(crate) fn not_greater(x: Interval, y: Interval) -> Truth {
    greater(x, y).negation()
}

/// `x == y`
pub(crate) fn equal(x: Interval, y: Interval) -> Truth {
    let are_same = x.single().is_some() && x == y;
    Truth::new(x.common(y).is_some(), !are_same)
}

/// `x != y`
pub(crate) fn not_equal(x: Interval, y: Interval) -> Truth {
    equal(x, y).negation()
}

/// Nothing is claimed of a truth value.
pub(crate) const fn any(_operands: [Interval; 2]) -> Interval {
    Interval::ANY
}

/// `&` and `&&` of truth values
pub(crate) fn and(operands: [Interval; 2]) -> Interval {
    logical(operands, Truth::No)
}

/// `|` and `||` of truth values
pub(crate) fn or(operands: [Interval; 2]) -> Interval {
    logical(operands, Truth::Yes)
}

/// A truth value as it is.
pub(crate) const fn same([operand, _]: [Interval; 2]) -> Interval {
    operand
}

/// `!`
pub(crate) fn not([operand, _]: [Interval; 2]) -> Interval {
    known(operand).map_or(Interval::ANY, |truth| truth.negation().interval())
}

/// One operand with the value that decides is enough.
fn logical([left, right]: [Interval; 2], decides: Truth) -> Interval {
    match (known(left), known(right)) {
        (Some(truth), _) | (_, Some(truth)) if truth == decides => decides.interval(),
        (Some(_), Some(_)) => Truth::Either.interval(),
        (None, _) | (_, None) => Interval::ANY,
    }
}

/// A truth value of which something is known.
fn known(operand: Interval) -> Option<Truth> {
    (!operand.is_any()).then(|| Truth::of(operand))
}

/// The possible results of `select`. <https://www.w3.org/TR/WGSL/#select-builtin>
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
    use super::super::tests::SAMPLE;
    use super::super::{allowed, allowed_truths};
    use super::*;
    use crate::{Operation, Type};

    fn compare(operation: Operation, ty: Type, x: Interval, y: Interval) -> Truth {
        Truth::of(allowed(operation, &SAMPLE, ty, &[x, y]))
    }

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

    #[test]
    fn one_operand_may_decide() {
        let [no, yes, either] = [Truth::No, Truth::Yes, Truth::Either].map(Truth::interval);
        let of = |operation, x, y| allowed_truths(operation, [x, y]);
        assert_eq!(of(Operation::LogicalAnd, Interval::ANY, no), no);
        assert_eq!(of(Operation::BitOr, yes, Interval::ANY), yes);
        assert_eq!(of(Operation::BitAnd, yes, either), either);
        assert_eq!(of(Operation::LogicalOr, no, Interval::ANY), Interval::ANY);
        assert_eq!((of(Operation::Not, no, no), of(Operation::Not, Interval::ANY, no)), (yes, Interval::ANY));
        assert_eq!(of(Operation::Equal, no, no), Interval::ANY);
    }
}
