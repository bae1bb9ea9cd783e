//! The accesses of an execution in the order in which they were performed, and the first one at which two executions part.

use super::words::{Bytes, Mode, Word};
use core::hash::Hash;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The accesses that are remembered of an execution.
pub(super) const MOST_EVENTS: usize = 1 << 20;

/// An access of a lane to a word for which the order matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Event {
    pub(super) workgroup: u64,
    pub(super) lane: u32,
    pub(super) step: usize,
    pub(super) word: Word,
    pub(super) bytes: Bytes,
    pub(super) mode: Mode,
    /// Whether it is an exchange that fails although the values are equal.
    pub(super) fails: bool,
    /// The value of the bytes.
    pub(super) before: u32,
    pub(super) after: u32,
}

impl Event {
    /// Whose it is.
    const fn by(&self) -> (u64, u32, usize) {
        (self.workgroup, self.lane, self.step)
    }

    pub(super) const fn invocation(&self) -> (u64, u32) {
        (self.workgroup, self.lane)
    }

    /// Returns true if it decides what its word has: an atomic operation may leave the word as it is.
    fn decides(&self) -> bool {
        self.mode == Mode::Write || self.mode.writes() && self.before != self.after
    }

    /// Returns true if its invocation continues with a different value than after the same access in a different execution.
    fn differs_from(&self, other: &Self) -> bool {
        self.fails != other.fails || self.mode.reads() && self.before != other.before
    }

    /// Its identity as a write, in all executions. The value that an atomic operation leaves depends on the order.
    fn as_write(&self) -> ((u64, u32, usize), Word, Option<u32>) {
        (self.by(), self.word, (self.mode == Mode::Write).then_some(self.after))
    }
}

/// The accesses of the second execution whose invocations see something else in the first one: the places of both.
pub(super) fn partings(executions: [&[Event]; 2]) -> impl Iterator<Item = [usize; 2]> {
    let all = executions.map(|events| events.iter().enumerate());
    // An invocation performs its accesses to different words in any order: the accesses of a step to one word are compared.
    let pairs = pairs(all, |event| (event.by(), event.word));
    pairs.filter(move |[first, second]| executions[1][*second].differs_from(&executions[0][*first]))
}

/// The accesses that have the same key, in order: the places of both.
fn pairs<'e, K: Hash + Eq>(
    [first, second]: [impl Iterator<Item = (usize, &'e Event)>; 2],
    key: impl Fn(&Event) -> K,
) -> impl Iterator<Item = [usize; 2]> {
    let mut counterparts: FxHashMap<K, VecDeque<usize>> = FxHashMap::default();
    for (place, event) in first {
        counterparts.entry(key(event)).or_default().push_back(place);
    }
    second.filter_map(move |(place, event)| Some([counterparts.get_mut(&key(event))?.pop_front()?, place]))
}

/// The accesses at which the executions part such that a word has different values in the end: the places of both.
///
/// It is looked for backwards. If one execution has a write to the word that the other one does not have, or has with a different value, then the
/// last access before it is next at which its invocation sees something else; and so on with the word of this access. If both executions
/// have the writes, their order decides: then it is the access at which one of the invocations waits, or `None` if none does. Where a value came
/// through memory whose accesses are ordered, it is the first access at which the executions part.
pub(super) fn cause(executions: [&[Event]; 2], word: Word) -> Option<[usize; 2]> {
    let partings: Vec<_> = partings(executions).collect();
    let (mut word, mut ends) = (word, executions.map(<[Event]>::len));
    let mut found = None;
    // Each round goes back in both executions, and looks at all events.
    for _ in 0..MOST_LOOKS {
        let writes = [0, 1].map(|index| writer(executions[index], ends[index], word));
        if let [Some(first), Some(second)] = writes
            && let Some(next) = of_two_invocations(executions, [first, second])
        {
            return Some(next);
        }
        let Some(invocation) = decisive(executions, writes) else {
            let by_writers = partings.iter().filter(|[_, second]| {
                let invocation = executions[1][*second].invocation();
                writes.into_iter().flatten().any(|write| write.invocation() == invocation)
            });
            let mut by_writers = by_writers.copied().take(MOST_LOOKS);
            return found.or_else(|| by_writers.find(|places| is_wait(executions, *places)));
        };
        let is_next = |places: &&[usize; 2]| {
            let [first, second] = **places;
            executions[1][second].invocation() == invocation && first < ends[0] && second < ends[1]
        };
        let Some(next) = partings.iter().rev().find(is_next) else {
            return found.or(partings.first().copied());
        };
        (word, ends, found) = (executions[1][next[1]].word, *next, Some(*next));
    }
    found
}

/// The last accesses of two invocations to one word by one step that read different values, where both invocations write a different value to a
/// word by one step: who of them comes to this step does not decide the value.
fn of_two_invocations(executions: [&[Event]; 2], writes: [&Event; 2]) -> Option<[usize; 2]> {
    let [first, second] = writes;
    if first.invocation() == second.invocation() || first.step != second.step || first.after == second.after {
        return None;
    }
    let of = [0, 1].map(|index| {
        let events: &[Event] = executions[index];
        let end = events.iter().rposition(|event| event == writes[index]).unwrap_or(0);
        let is_of = move |(_, event): &(usize, &Event)| event.invocation() == writes[index].invocation();
        events[..end].iter().enumerate().filter(is_of)
    });
    let differs = |[first, second]: &[usize; 2]| executions[1][*second].differs_from(&executions[0][*first]);
    pairs(of, |event| (event.step, event.word)).filter(differs).last()
}

/// Returns true if an invocation waits at an access: it comes to it more often in one execution than in the other one.
fn is_wait(executions: [&[Event]; 2], places: [usize; 2]) -> bool {
    let access = &executions[1][places[1]];
    let [one, other] =
        executions.map(|events| events.iter().filter(|event| event.by() == access.by()).count());
    one != other
}

/// The invocation that is the reason why the last writes are not the same; `None` if their order is the reason.
fn decisive(executions: [&[Event]; 2], writes: [Option<&Event>; 2]) -> Option<(u64, u32)> {
    if let [Some(first), Some(second)] = writes
        && first.by() == second.by()
    {
        return Some(first.invocation());
    }
    let is_in = |events: &[Event], write: &Event| {
        events.iter().any(|event| event.mode.writes() && event.as_write() == write.as_write())
    };
    let only_in_first = writes[0].filter(|write| !is_in(executions[1], write));
    let only_in_one = only_in_first.or_else(|| writes[1].filter(|write| !is_in(executions[0], write)));
    only_in_one.map(Event::invocation)
}

/// The writes to a word in two executions, and the accesses at these places, from where their order differs up to the write after each place. At most
/// [`MOST_TURNS`] come before a place.
pub(super) fn turns(executions: [&[Event]; 2], places: [usize; 2], word: Word) -> [Vec<&Event>; 2] {
    let of_word = [0, 1].map(|index| {
        let is_turn = move |(place, event): &(usize, &Event)| {
            event.word == word && (event.decides() || *place == places[index])
        };
        executions[index].iter().enumerate().filter(is_turn)
    });
    let [first, second] = of_word.clone();
    let is_equal = |((one_place, one), (other_place, other)): &((usize, &Event), (usize, &Event))| {
        one.by() == other.by() && [*one_place, *other_place] != places
    };
    let equal = first.zip(second).take_while(is_equal).count();
    let turns = |index: usize| {
        let (before, after): (Vec<_>, Vec<_>) =
            of_word[index].clone().skip(equal).partition(|(place, _)| *place <= places[index]);
        let rest = before.len().saturating_sub(MOST_TURNS + 1);
        before.into_iter().skip(rest).chain(after.into_iter().take(1)).map(|(_, event)| event).collect()
    };
    [turns(0), turns(1)]
}

/// Two writes to a word that come before the same access in both executions, in different orders that matter. `None` if an access sees
/// different writes: their order with it decides.
pub(super) fn contest(executions: [&[Event]; 2], places: [usize; 2], word: Word) -> Option<[&Event; 2]> {
    let writes = [0, 1].map(|index| {
        let before = executions[index][..places[index]].iter();
        before.filter(|event| event.word == word && event.mode.writes()).collect::<Vec<_>>()
    });
    let [first, second] = &writes;
    let sorted = |writes: &[&Event]| {
        let mut sorted: Vec<_> = writes.iter().map(|event| event.by()).collect();
        sorted.sort_unstable();
        sorted
    };
    if first.len() > MOST_COMPARED || sorted(first) != sorted(second) {
        return None;
    }
    let place = |event: &Event| second.iter().position(|other| other.by() == event.by());
    first.iter().enumerate().find_map(|(index, event)| {
        let later = first[index + 1..].iter();
        let other = later
            .clone()
            .find(|later| place(later) < place(event) && !event.mode.commutes_with(later.mode))?;
        Some([*event, *other])
    })
}

/// How often the search for a cause looks at all events.
const MOST_LOOKS: usize = 64;

/// The writes to a word that are compared with each other.
const MOST_COMPARED: usize = 256;

/// The accesses that are shown before the one at which executions part.
const MOST_TURNS: usize = 3;

/// The last write that the value before an event comes from in one execution, but not the value before an event in the other one: of the writes since
/// the last one that is not an atomic operation.
pub(super) fn unseen<'e>(
    (events, place): (&'e [Event], usize),
    (others, other_place): (&[Event], usize),
    word: Word,
) -> Option<&'e Event> {
    let is_write = |event: &&Event| event.word == word && event.decides();
    let mut seen: FxHashMap<_, usize> = FxHashMap::default();
    for event in others[..other_place].iter().filter(is_write) {
        *seen.entry(event.as_write()).or_default() += 1;
    }
    let last_whole = |event: &Event| event.word == word && event.mode == Mode::Write;
    let start = events[..place].iter().rposition(last_whole).unwrap_or(0);
    let is_unseen = |event: &&Event| match seen.get_mut(&event.as_write()) {
        Some(times @ 1..) => {
            *times -= 1;
            false
        }
        Some(0) | None => true,
    };
    events[start..place].iter().filter(is_write).filter(is_unseen).last()
}

/// The last write to a word before an event.
pub(super) fn writer(events: &[Event], before: usize, word: Word) -> Option<&Event> {
    events[..before].iter().rev().find(|event| event.word == word && event.decides())
}
