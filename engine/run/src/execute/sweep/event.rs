//! The accesses of an execution in the order in which they were performed, and the first one at which two executions part.

use super::words::{Mode, Word};
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
    pub(super) mode: Mode,
    pub(super) before: u32,
    pub(super) after: u32,
}

impl Event {
    /// Whose it is.
    const fn by(&self) -> (u64, u32, usize) {
        (self.workgroup, self.lane, self.step)
    }

    /// Returns true if it is the same write in a different execution.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let key = |event: &Self| (event.workgroup, event.lane, event.step, event.word, event.after);
        key(self) == key(other)
    }
}

/// The first event of the second execution whose invocation sees a different value in the first one: the places of both.
pub(super) fn parting(executions: [&[Event]; 2]) -> Option<[usize; 2]> {
    let [first, second] = executions;
    // An invocation performs its accesses to different words in any order: the accesses of a step to one word are compared.
    let key = |event: &Event| (event.workgroup, event.lane, event.step, event.word);
    let mut counterparts: FxHashMap<_, VecDeque<usize>> = FxHashMap::default();
    for (place, event) in first.iter().enumerate() {
        counterparts.entry(key(event)).or_default().push_back(place);
    }
    second.iter().enumerate().find_map(|(place, event)| {
        let counterpart = counterparts.get_mut(&key(event))?.pop_front()?;
        let differs = event.mode.reads() && first[counterpart].before != event.before;
        differs.then_some([counterpart, place])
    })
}

/// The writes to a word in two executions, and the accesses at these places, from where their order differs up to the write after each place. At most
/// [`MOST_TURNS`] come before a place.
pub(super) fn turns(executions: [&[Event]; 2], places: [usize; 2], word: Word) -> [Vec<&Event>; 2] {
    let of_word = [0, 1].map(|index| {
        let is_turn = move |(place, event): &(usize, &Event)| {
            event.word == word && (event.mode.writes() || *place == places[index])
        };
        executions[index].iter().enumerate().filter(is_turn)
    });
    let [first, second] = of_word.clone();
    let equal = first.zip(second).take_while(|((_, one), (_, other))| one.by() == other.by()).count();
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

/// The writes to a word that are compared with each other.
const MOST_COMPARED: usize = 256;

/// The accesses that are shown before the one at which executions part.
const MOST_TURNS: usize = 3;

/// The last change of a word before an event.
pub(super) fn writer(events: &[Event], before: usize, word: Word) -> Option<&Event> {
    events[..before].iter().rev().find(|event| event.word == word && event.before != event.after)
}
