//! The set of results, as the interval between its least and its greatest member.

/// All numbers from `begin` to `end`, both included. A zero stands for both zeros. Where every result is allowed, NaN and
/// infinities with it, the interval is [`Interval::ANY`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The least number.
    pub begin: f64,
    /// The greatest number.
    pub end: f64,
}

impl Interval {
    /// Any value, NaN and infinities too.
    pub const ANY: Self = Self { begin: f64::NEG_INFINITY, end: f64::INFINITY };

    /// The numbers between two numbers, whichever is the greater one. Anything when one of them is infinite or a NaN.
    #[must_use]
    pub fn between(first: f64, second: f64) -> Self {
        if !first.is_finite() || !second.is_finite() {
            return Self::ANY;
        }
        Self { begin: first.min(second), end: first.max(second) }
    }

    /// One number. Anything when it is infinite or a NaN: then the result of an expression is indeterminate.
    /// <https://www.w3.org/TR/WGSL/#floating-point-rounding-and-overflow>
    #[must_use]
    pub fn point(value: f64) -> Self {
        Self::between(value, value)
    }

    /// Whether nothing is known about the value.
    #[must_use]
    pub fn is_any(self) -> bool {
        !(self.begin.is_finite() && self.end.is_finite())
    }

    /// The only member, if there is only one.
    #[must_use]
    pub fn single(self) -> Option<f64> {
        (self.begin == self.end && !self.is_any()).then_some(self.begin)
    }

    /// The least interval with all members of both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        if self.is_any() || other.is_any() {
            return Self::ANY;
        }
        Self { begin: self.begin.min(other.begin), end: self.end.max(other.end) }
    }

    /// Whether a value of the type, widened, is a member. A NaN or an infinity is one of [`Interval::ANY`] only.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.is_any() || (self.begin <= value && value <= self.end)
    }

    /// Whether all members of another interval are members.
    #[must_use]
    pub fn contains_all(self, other: Self) -> bool {
        self.is_any() || (!other.is_any() && self.begin <= other.begin && other.end <= self.end)
    }

    /// The magnitudes of its members.
    #[must_use]
    pub fn magnitude(self) -> Self {
        if self.is_any() {
            return Self::ANY;
        }
        let (first, second) = (self.begin.abs(), self.end.abs());
        let begin = if self.contains(0.0) { 0.0 } else { first.min(second) };
        Self { begin, end: first.max(second) }
    }

    /// The numbers that are members of both.
    #[must_use]
    pub fn common(self, other: Self) -> Option<Self> {
        let common = Self { begin: self.begin.max(other.begin), end: self.end.min(other.end) };
        (common.begin <= common.end).then_some(common)
    }
}

/// The hull of several intervals; anything if there are none.
pub(super) fn hull_of(intervals: impl IntoIterator<Item = Interval>) -> Interval {
    intervals.into_iter().reduce(Interval::hull).unwrap_or(Interval::ANY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_any_has_nan_and_infinities() {
        let some = Interval::between(2.0, -1.0);
        assert_eq!(some, Interval { begin: -1.0, end: 2.0 });
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(!some.contains(value));
            assert!(Interval::ANY.contains(value));
            assert!(Interval::point(value).is_any());
        }
    }

    #[test]
    fn both_zeros_are_one_value() {
        assert!(Interval::point(0.0).contains(-0.0));
        assert!(Interval::point(-0.0).contains(0.0));
        assert!(Interval::between(-0.0, 1.0).contains(0.0));
    }

    #[test]
    fn a_hull_with_any_is_any() {
        let hull = Interval::point(1.0).hull(Interval::point(-3.0));
        assert_eq!(hull, Interval { begin: -3.0, end: 1.0 });
        assert!(hull.hull(Interval::ANY).is_any());
        assert!(hull_of([]).is_any());
    }

    #[test]
    fn magnitudes_reach_down_to_zero_where_the_sign_changes() {
        assert_eq!(Interval::between(-3.0, 2.0).magnitude(), Interval::between(0.0, 3.0));
        assert_eq!(Interval::between(-3.0, -2.0).magnitude(), Interval::between(2.0, 3.0));
    }
}
