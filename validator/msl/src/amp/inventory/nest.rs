//! Ranges in ranges: which of them is around a place.

use core::cmp::Reverse;
use shader_source::Span;

/// Ranges that contain each other or have nothing in common, each with a value.
pub(crate) struct Nest<T> {
    /// By their starts, an outer range before the inner ones, with the number of the range around.
    ranges: Vec<(Span, T, Option<usize>)>,
}

impl<T: Copy> Nest<T> {
    pub(crate) fn new(ranges: impl Iterator<Item = (Span, T)>) -> Self {
        let mut ranges: Vec<_> = ranges.map(|(span, value)| (span, value, None)).collect();
        ranges.sort_by_key(|(span, ..)| (span.lo, Reverse(span.hi)));
        let mut open: Vec<usize> = Vec::new();
        for at in 0..ranges.len() {
            while open.last().is_some_and(|outer| !is_in(ranges[at].0, ranges[*outer].0)) {
                open.pop();
            }
            ranges[at].2 = open.last().copied();
            open.push(at);
        }
        Self { ranges }
    }

    /// The ranges around a place, and equal to it, the innermost first.
    pub(crate) fn around(&self, place: Span) -> impl Iterator<Item = (Span, T)> {
        let last = self.ranges.partition_point(|(span, ..)| span.lo <= place.lo).checked_sub(1);
        let next = |at: &usize| self.ranges[*at].2;
        let all = core::iter::successors(last, next).map(|at| (self.ranges[at].0, self.ranges[at].1));
        all.filter(move |(span, _)| is_in(place, *span))
    }

    /// All ranges by their starts.
    pub(super) fn all(&self) -> impl Iterator<Item = (Span, T)> {
        self.ranges.iter().map(|(span, value, _)| (*span, *value))
    }

    /// The ranges that start in a range.
    pub(super) fn starting_in(&self, place: Span) -> impl Iterator<Item = (Span, T)> {
        let first = self.ranges.partition_point(|(span, ..)| span.lo < place.lo);
        let found = self.ranges[first..].iter().take_while(move |(span, ..)| span.lo < place.hi);
        found.map(|(span, value, _)| (*span, *value))
    }
}

pub(super) const fn is_in(inner: Span, outer: Span) -> bool {
    outer.lo <= inner.lo && inner.hi <= outer.hi
}

#[cfg(test)]
mod tests {
    use super::Nest;
    use shader_source::Span;

    #[test]
    fn the_innermost_range_comes_first() {
        let ranges = [(0, 100), (10, 50), (20, 30), (60, 70), (60, 70)];
        let nest = Nest::new(ranges.iter().map(|(lo, hi)| (Span::new(*lo, *hi), (*lo, *hi))));
        let around = |lo, hi| nest.around(Span::new(lo, hi)).map(|it| it.1).collect::<Vec<_>>();
        assert_eq!(around(25, 26), [(20, 30), (10, 50), (0, 100)]);
        assert_eq!(around(35, 36), [(10, 50), (0, 100)]);
        assert_eq!(around(55, 56), [(0, 100)]);
        assert_eq!(around(65, 80), [(0, 100)]);
        assert_eq!(around(100, 101), []);
        assert_eq!(nest.starting_in(Span::new(15, 60)).count(), 1);
    }
}
