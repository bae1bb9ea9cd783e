//! The outcomes of a test that the memory model of WGSL allows: all its executions are made, and those that the axioms rule out
//! are dropped.
//!
//! The relations have the names of the Vulkan memory model, which WGSL follows. They are simpler here:
//! - atomic operations are relaxed, so that only control barriers synchronize;
//! - all memory operations are non-private, and available and visible to the workgroup. The specification says of a barrier that the
//!   affected operations before it, atomic ones too, are visible to the affected operations after it: a write that happens before another
//!   access of its location is ordered with it.
//!
//! <https://www.w3.org/TR/WGSL/#memory-model>,
//! <https://registry.khronos.org/vulkan/specs/latest/html/vkspec.html#memory-model>

use super::relation::Relation;
use super::shape::Access;
use std::collections::BTreeSet;

/// Memory that invocations share: a storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    Workgroup,
    Storage,
}

/// Accesses of some invocations, in phases. All invocations execute a control barrier between two phases.
#[derive(Clone, Debug)]
pub(super) struct Test {
    /// By invocation, then by phase.
    pub(super) invocations: Vec<Vec<Vec<Access>>>,
    /// The memory that holds the locations.
    pub(super) memory: Memory,
    /// Whether the accesses are atomic.
    pub(super) is_atomic: bool,
    /// Whether the invocations belong to one workgroup; otherwise each belongs to another.
    pub(super) is_together: bool,
    /// The memory that the barriers affect.
    pub(super) barriers: Memory,
}

/// A result of a test.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Outcome {
    /// The results of the accesses, by invocation and in program order: see [`Access::results`].
    pub(super) results: Vec<u32>,
    /// The values in the locations afterwards.
    pub(super) finals: Vec<u32>,
}

/// A step of an invocation.
#[derive(Clone, Copy, Debug)]
struct Event {
    invocation: usize,
    step: Step,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Access(Access),
    /// The barrier with this number in program order.
    Barrier(usize),
}

impl Event {
    const fn access(self) -> Option<Access> {
        match self.step {
            Step::Access(access) => Some(access),
            Step::Barrier(_) => None,
        }
    }
}

impl Test {
    /// The number of locations.
    pub(super) fn locations(&self) -> usize {
        let accesses = self.invocations.iter().flatten().flatten();
        accesses.map(|access| access.location() + 1).max().unwrap_or(0)
    }

    /// The events of all invocations, each in program order.
    fn events(&self) -> Vec<Event> {
        let mut events = Vec::new();
        for (invocation, phases) in self.invocations.iter().enumerate() {
            for (number, phase) in phases.iter().enumerate() {
                if number > 0 {
                    events.push(Event { invocation, step: Step::Barrier(number) });
                }
                events.extend(phase.iter().map(|it| Event { invocation, step: Step::Access(*it) }));
            }
        }
        events
    }

    /// Returns true if no execution has a data race: two accesses of a location by two invocations, one of them a write, that are neither ordered nor
    /// both atomic. <https://registry.khronos.org/vulkan/specs/latest/html/vkspec.html#memory-model-access-data-race>
    pub(super) fn is_race_free(&self) -> bool {
        let model = Model::new(self);
        let all = || model.accesses().map(|(event, _)| event);
        let is_ordered = |one: usize, other: usize| {
            let is_own = model.events[one].invocation == model.events[other].invocation;
            is_own || model.location_ordered.has(one, other) || model.location_ordered.has(other, one)
        };
        self.is_atomic
            || all().all(|one| all().all(|other| !model.conflict(one, other) || is_ordered(one, other)))
    }

    /// The outcomes that the model allows. Of a test with data races it allows anything, whatever the result here.
    pub(super) fn outcomes(&self) -> BTreeSet<Outcome> {
        let model = Model::new(self);
        let mut outcomes = BTreeSet::new();
        for execution in model.executions() {
            if model.is_consistent(&execution) && execution.exchanges_are_right(&model) {
                outcomes.insert(execution.outcome(&model));
            }
        }
        outcomes
    }
}

/// The events of a test, and their order in all executions.
struct Model<'a> {
    test: &'a Test,
    events: Vec<Event>,
    location_ordered: Relation,
}

impl<'a> Model<'a> {
    fn new(test: &'a Test) -> Self {
        let events = test.events();
        let location_ordered = Relation::of(events.len(), |_, _| false);
        let mut model = Self { test, events, location_ordered };
        model.location_ordered = model.location_ordered();
        model
    }

    fn relation(&self, holds: impl Fn(usize, usize) -> bool) -> Relation {
        Relation::of(self.events.len(), holds)
    }

    /// The events that access memory.
    fn accesses(&self) -> impl Iterator<Item = (usize, Access)> {
        self.events.iter().enumerate().filter_map(|(index, event)| Some((index, event.access()?)))
    }

    /// Returns true if two events access one location.
    fn is_same_location(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|event| self.events[event].access().map(Access::location));
        one.is_some() && one == other
    }

    /// Returns true if two events access one location, at least one of them to write.
    fn conflict(&self, one: usize, other: usize) -> bool {
        let writes = [one, other].map(|event| self.events[event].access().is_some_and(Access::may_write));
        self.is_same_location(one, other) && writes.contains(&true)
    }

    fn program_order(&self) -> Relation {
        self.relation(|first, second| {
            first < second && self.events[first].invocation == self.events[second].invocation
        })
    }

    /// A control barrier of a workgroup synchronizes each of its invocations with each other one.
    fn synchronizes_with(&self) -> Relation {
        self.relation(|one, other| match [one, other].map(|event| self.events[event].step) {
            [Step::Barrier(one_instance), Step::Barrier(other_instance)] => {
                self.test.is_together && one != other && one_instance == other_instance
            }
            [Step::Access(_), _] | [_, Step::Access(_)] => false,
        })
    }

    /// For a set of storage classes: barriers whose semantics have all of them order accesses to any of them.
    fn inter_thread_happens_before(&self, classes: &[Memory]) -> Relation {
        let is_barrier_of = |event: usize| match self.events[event].step {
            Step::Barrier(_) => classes.iter().all(|class| *class == self.test.barriers),
            Step::Access(_) => false,
        };
        let is_access_of =
            |event: usize| self.events[event].access().is_some() && classes.contains(&self.test.memory);
        let is_of = |event| is_barrier_of(event) || is_access_of(event);
        let (program_order, synchronizes_with) = (self.program_order(), self.synchronizes_with());
        let step = self.relation(|first, second| {
            let releases = is_of(first) && is_barrier_of(second);
            let acquires = is_barrier_of(first) && is_of(second);
            (synchronizes_with.has(first, second) && is_barrier_of(first) && is_barrier_of(second))
                || (program_order.has(first, second) && (releases || acquires))
        });
        step.closure()
    }

    /// It is not transitive: program order and the order between invocations form no chains.
    fn happens_before(&self) -> Relation {
        let sets: [&[Memory]; 3] =
            [&[Memory::Workgroup], &[Memory::Storage], &[Memory::Workgroup, Memory::Storage]];
        sets.into_iter()
            .fold(self.program_order(), |all, classes| all.or(&self.inter_thread_happens_before(classes)))
    }

    fn location_ordered(&self) -> Relation {
        let happens_before = self.happens_before();
        self.relation(|first, second| {
            self.is_same_location(first, second) && happens_before.has(first, second)
        })
    }

    /// No cycle in location order, reads-from, from-reads and modification order.
    fn is_consistent(&self, execution: &Execution) -> bool {
        let Execution { reads_from, .. } = execution;
        let relation = self.relation(|first, second| {
            first != second
                && (self.location_ordered.has(first, second)
                    || reads_from[second] == Some(first)
                    || execution.is_modified_before(first, second)
                    || execution.is_from_read(self, first, second))
        });
        relation.is_acyclic()
    }

    /// All executions, whether they are consistent or not.
    fn executions(&self) -> Vec<Execution> {
        let may_fail =
            |event: usize| matches!(self.events[event].access(), Some(Access::CompareExchange(..)));
        let writes = self.events.iter().enumerate().map(|(event, it)| {
            let writes = it.access().is_some_and(Access::may_write);
            if may_fail(event) { vec![true, false] } else { vec![writes] }
        });
        let mut executions = Vec::new();
        for writes in selections(&writes.collect::<Vec<_>>()) {
            for modifications in self.modifications(&writes) {
                for reads_from in self.sources(&writes) {
                    executions.push(Execution {
                        writes: writes.clone(),
                        modifications: modifications.clone(),
                        reads_from,
                    });
                }
            }
        }
        executions
    }

    /// The modification orders of all locations.
    fn modifications(&self, writes: &[bool]) -> Vec<Vec<Vec<usize>>> {
        let of_location = |location: usize| {
            let here = self.accesses().filter(|(event, it)| writes[*event] && it.location() == location);
            permutations(&here.map(|(event, _)| event).collect::<Vec<_>>())
        };
        selections(&(0..self.test.locations()).map(of_location).collect::<Vec<_>>())
    }

    /// By event, the write that it reads from: `None` for the value at first, and for events that read nothing.
    fn sources(&self, writes: &[bool]) -> Vec<Vec<Option<usize>>> {
        let of_event = |event: usize| {
            let reads = self.events[event].access().is_some_and(Access::reads);
            let is_source = |other: &usize| {
                reads && *other != event && writes[*other] && self.is_same_location(event, *other)
            };
            let sources = (0..self.events.len()).filter(is_source).map(Some);
            core::iter::once(None).chain(sources).collect::<Vec<_>>()
        };
        selections(&(0..self.events.len()).map(of_event).collect::<Vec<_>>())
    }
}

/// A candidate for an execution.
struct Execution {
    /// By event: whether it writes.
    writes: Vec<bool>,
    /// By location: the events that write it, in order.
    modifications: Vec<Vec<usize>>,
    /// By event: the write that it reads from.
    reads_from: Vec<Option<usize>>,
}

impl Execution {
    /// Scoped modification order: all agents see one order of the writes to a location.
    /// <https://www.w3.org/TR/WGSL/#atomic-types>
    fn is_modified_before(&self, first: usize, second: usize) -> bool {
        self.modifications.iter().any(|order| {
            let place = |event| order.iter().position(|it| *it == event);
            place(first).zip(place(second)).is_some_and(|(first, second)| first < second)
        })
    }

    /// From-reads: whether an event reads a value that a write overwrites, at once or later.
    fn is_from_read(&self, model: &Model<'_>, read: usize, write: usize) -> bool {
        let reads = model.events[read].access().is_some_and(Access::reads);
        reads
            && self.writes[write]
            && model.is_same_location(read, write)
            && self.reads_from[read].is_none_or(|source| self.is_modified_before(source, write))
    }

    /// The value that an event reads.
    fn value_read(&self, model: &Model<'_>, event: usize) -> u32 {
        self.reads_from[event].map_or(0, |source| self.value_written(model, source))
    }

    fn value_written(&self, model: &Model<'_>, event: usize) -> u32 {
        match model.events[event].access() {
            Some(
                Access::Store(_, value) | Access::Exchange(_, value) | Access::CompareExchange(_, _, value),
            ) => value,
            Some(Access::Add(_, value)) => self.value_read(model, event) + value,
            Some(Access::Load(_)) | None => unreachable!("event {event} writes nothing"),
        }
    }

    /// Returns true if no exchange takes place although the values differ. It may fail although they are equal.
    fn exchanges_are_right(&self, model: &Model<'_>) -> bool {
        model.accesses().all(|(event, access)| match access {
            Access::CompareExchange(_, comparator, _) => {
                !self.writes[event] || self.value_read(model, event) == comparator
            }
            Access::Load(_) | Access::Store(..) | Access::Add(..) | Access::Exchange(..) => true,
        })
    }

    fn outcome(&self, model: &Model<'_>) -> Outcome {
        let results = model.accesses().flat_map(|(event, access)| {
            let all = [self.value_read(model, event), u32::from(self.writes[event])];
            all.into_iter().take(access.results())
        });
        let finals = self
            .modifications
            .iter()
            .map(|order| order.last().map_or(0, |last| self.value_written(model, *last)));
        Outcome { results: results.collect(), finals: finals.collect() }
    }
}

/// All ways to take one element of each list.
fn selections<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    lists.iter().fold(vec![Vec::new()], |begun, list| {
        let with =
            |start: Vec<T>| list.iter().map(move |last| [&start[..], core::slice::from_ref(last)].concat());
        begun.into_iter().flat_map(with).collect()
    })
}

/// All orders of some elements.
fn permutations(elements: &[usize]) -> Vec<Vec<usize>> {
    elements.iter().fold(vec![Vec::new()], |orders, element| {
        let with = |order: Vec<usize>| {
            (0..=order.len()).map(move |place| {
                let mut order = order.clone();
                order.insert(place, *element);
                order
            })
        };
        orders.into_iter().flat_map(with).collect()
    })
}
