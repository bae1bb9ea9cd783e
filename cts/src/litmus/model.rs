//! The memory model of WGSL for atomic operations: which results of a shape it allows.
//!
//! All atomic operations are relaxed, and barriers synchronise the invocations of a workgroup only. So the model asks for these things
//! (<https://www.w3.org/TR/WGSL/#memory-model>, which is the Vulkan memory model without its stronger semantics):
//! - there is an order of the writes to each location (coherence), and a read takes its value from one of them or from the start;
//! - for each location, this order, the order in which an invocation comes to its operations, and the order that barriers make have no cycle;
//! - nothing comes between the read and the write of one operation;
//! - no value comes out of itself.
//!
//! Candidates are all combinations of an order and of sources; each is looked at. That is slow and plain on purpose.

use super::Result;
use super::shape::{Action, REGISTERS, Value};
use std::collections::BTreeSet;

/// The locations of a shape.
const LOCATIONS: usize = super::LOCATIONS;

/// An atomic operation in a candidate.
#[derive(Clone, Copy, Debug)]
struct Event {
    invocation: usize,
    /// The barriers that the invocation has passed before.
    phase: usize,
    action: Action,
}

impl Event {
    const fn location(&self) -> usize {
        match self.action {
            Action::Load { location, .. }
            | Action::Store { location, .. }
            | Action::Add { location, .. }
            | Action::Exchange { location, .. }
            | Action::CompareExchange { location, .. } => location,
            Action::Barrier => unreachable!(),
        }
    }

    const fn reads(&self) -> bool {
        !matches!(self.action, Action::Store { .. })
    }

    const fn may_write(&self) -> bool {
        !matches!(self.action, Action::Load { .. })
    }

    /// The register that gets the value that is read.
    const fn register(&self) -> Option<usize> {
        match self.action {
            Action::Load { register, .. }
            | Action::Exchange { register, .. }
            | Action::CompareExchange { register, .. } => Some(register),
            Action::Add { register, .. } => register,
            Action::Store { .. } | Action::Barrier => None,
        }
    }
}

/// The results that the model allows, with the invocations in one workgroup or each in one of its own.
pub(crate) fn allowed(invocations: &[Vec<Action>], is_one_workgroup: bool) -> BTreeSet<Result> {
    let mut events = Vec::new();
    for (invocation, actions) in invocations.iter().enumerate() {
        let mut phase = 0;
        for action in actions {
            if *action == Action::Barrier {
                phase += 1;
            } else {
                events.push(Event { invocation, phase, action: *action });
            }
        }
    }
    let mut model = Model { events, is_one_workgroup, results: BTreeSet::new() };
    model.try_orders(&mut [const { Vec::new() }; LOCATIONS]);
    model.results
}

struct Model {
    /// By invocation, in the order of its program.
    events: Vec<Event>,
    is_one_workgroup: bool,
    results: BTreeSet<Result>,
}

/// A candidate: for each location, the order of its writes; for each event, the write that it reads from.
struct Candidate<'a> {
    orders: &'a [Vec<usize>; LOCATIONS],
    /// `None` for the start, and for events that only write.
    sources: &'a [Option<usize>],
}

impl Model {
    /// Tries all orders of all subsets of the events that may write.
    fn try_orders(&mut self, orders: &mut [Vec<usize>; LOCATIONS]) {
        self.try_sources(orders, &mut Vec::new());
        for index in 0..self.events.len() {
            let event = self.events[index];
            let order = &orders[event.location()];
            // Locations one after the other, so that each combination is met once.
            let is_late = orders[event.location() + 1..].iter().any(|order| !order.is_empty());
            if event.may_write() && !order.contains(&index) && !is_late {
                orders[event.location()].push(index);
                self.try_orders(orders);
                orders[event.location()].pop();
            }
        }
    }

    /// Tries all sources of reads.
    fn try_sources(&mut self, orders: &[Vec<usize>; LOCATIONS], sources: &mut Vec<Option<usize>>) {
        let Some(event) = self.events.get(sources.len()).copied() else {
            if let Some(result) = self.result(&Candidate { orders, sources }) {
                self.results.insert(result);
            }
            return;
        };
        sources.push(None);
        self.try_sources(orders, sources);
        sources.pop();
        if event.reads() {
            for source in &orders[event.location()] {
                sources.push(Some(*source));
                self.try_sources(orders, sources);
                sources.pop();
            }
        }
    }

    /// The result of a candidate, if the model allows it.
    fn result(&self, candidate: &Candidate<'_>) -> Option<Result> {
        let (read, written) = self.values(candidate)?;
        // The order has exactly the events that write.
        for (index, event) in self.events.iter().enumerate() {
            if candidate.orders[event.location()].contains(&index) != written[index].is_some() {
                return None;
            }
        }
        if !self.is_atomic(candidate) || !self.is_coherent(candidate) {
            return None;
        }
        let mut result = Result::default();
        for (event, value) in self.events.iter().zip(&read) {
            if let Some(register) = event.register() {
                result.registers[register] = *value;
            }
        }
        for (location, order) in candidate.orders.iter().enumerate() {
            result.locations[location] = order.last().and_then(|last| written[*last]).unwrap_or(0);
        }
        Some(result)
    }

    /// By event: the value that it reads, and the value that it writes. `None` if a value comes out of itself.
    fn values(&self, candidate: &Candidate<'_>) -> Option<(Vec<u32>, Vec<Option<u32>>)> {
        let count = self.events.len();
        let (mut read, mut written, mut is_known) = (vec![0; count], vec![None; count], vec![false; count]);
        // In each round at least one becomes known, or none ever will.
        for _ in 0..count {
            for index in 0..count {
                let source = candidate.sources[index];
                if is_known[index] || source.is_some_and(|source| !is_known[source]) {
                    continue;
                }
                let old = source.map_or(0, |source| written[source].unwrap_or(0));
                let stored = match self.events[index].action {
                    Action::Store { value: Value::Register(register), .. } => {
                        let from = self.events.iter().position(|event| event.register() == Some(register))?;
                        if !is_known[from] {
                            continue;
                        }
                        Some(read[from])
                    }
                    Action::Store { value: Value::Constant(value), .. } | Action::Exchange { value, .. } => {
                        Some(value)
                    }
                    Action::Add { value, .. } => Some(old + value),
                    Action::CompareExchange { comparator, value, .. } => (old == comparator).then_some(value),
                    Action::Load { .. } | Action::Barrier => None,
                };
                (read[index], written[index], is_known[index]) = (old, stored, true);
            }
        }
        is_known.iter().all(|known| *known).then_some((read, written))
    }

    /// Returns true if nothing comes between the read and the write of an operation that does both.
    fn is_atomic(&self, candidate: &Candidate<'_>) -> bool {
        candidate.orders.iter().all(|order| {
            order.iter().enumerate().all(|(place, index)| {
                let before = place.checked_sub(1).map(|before| order[before]);
                !self.events[*index].reads() || candidate.sources[*index] == before
            })
        })
    }

    /// Returns true if the orders for each location have no cycle.
    fn is_coherent(&self, candidate: &Candidate<'_>) -> bool {
        let count = self.events.len();
        let mut before = vec![vec![false; count]; count];
        for (one, first) in self.events.iter().enumerate() {
            for (other, second) in self.events.iter().enumerate() {
                before[one][other] = first.location() == second.location()
                    && one != other
                    && (self.is_ordered(one, other) || is_before(candidate, one, other));
            }
        }
        for middle in 0..count {
            for one in 0..count {
                for other in 0..count {
                    before[one][other] |= before[one][middle] && before[middle][other];
                }
            }
        }
        (0..count).all(|index| !before[index][index])
    }

    /// By the program, or by a barrier.
    fn is_ordered(&self, one: usize, other: usize) -> bool {
        let [first, second] = [one, other].map(|index| self.events[index]);
        let by_program = first.invocation == second.invocation && one < other;
        by_program || (self.is_one_workgroup && first.phase < second.phase)
    }
}

/// Returns true if a candidate puts an event before a second one at their location: by coherence, or since the other reads from it, or since it reads
/// from what is before the other.
fn is_before(candidate: &Candidate<'_>, one: usize, other: usize) -> bool {
    candidate.orders.iter().any(|order| {
        let place = |event: usize| order.iter().position(|write| *write == event);
        // The place of the write that an event reads from; the start is before all.
        let source = |event: usize| candidate.sources[event].map(place);
        let after_source = |event: usize| match source(event) {
            Some(place) => place.map(|place| place + 1),
            None => Some(0),
        };
        match (place(one), place(other)) {
            (Some(first), Some(second)) => first < second,
            (Some(first), None) => source(other).flatten().is_some_and(|read| first <= read),
            (None, Some(second)) => after_source(one).is_some_and(|first| first <= second),
            (None, None) => false,
        }
    })
}

const _: () = assert!(REGISTERS <= 8);
