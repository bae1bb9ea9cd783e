//! Relations between the events of an execution.

/// A relation on events, which are numbered from zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Relation {
    events: usize,
    /// By the first event, then by the second.
    related: Vec<bool>,
}

impl Relation {
    /// The pairs for which a condition holds.
    pub(super) fn of(events: usize, holds: impl Fn(usize, usize) -> bool) -> Self {
        let related = (0..events * events).map(|pair| holds(pair / events, pair % events)).collect();
        Self { events, related }
    }

    /// Returns true if the first event is related to the second.
    pub(super) fn has(&self, first: usize, second: usize) -> bool {
        self.related[first * self.events + second]
    }

    /// The pairs of both.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self::of(self.events, |first, second| self.has(first, second) || other.has(first, second))
    }

    /// The transitive closure.
    pub(super) fn closure(mut self) -> Self {
        for middle in 0..self.events {
            self = Self::of(self.events, |first, second| {
                self.has(first, second) || (self.has(first, middle) && self.has(middle, second))
            });
        }
        self
    }

    /// Returns true if no event comes back to itself: events that none of the others comes before are taken away, until none is left.
    pub(super) fn is_acyclic(&self) -> bool {
        let mut left: Vec<usize> = (0..self.events).collect();
        loop {
            let has_none_before = |event: &usize| left.iter().all(|other| !self.has(*other, *event));
            let rest: Vec<usize> = left.iter().copied().filter(|event| !has_none_before(event)).collect();
            if rest.len() == left.len() {
                return left.is_empty();
            }
            left = rest;
        }
    }
}
