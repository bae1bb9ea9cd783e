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

/// The last change of a word before an event.
pub(super) fn writer(events: &[Event], before: usize, word: Word) -> Option<&Event> {
    events[..before].iter().rev().find(|event| event.word == word && event.before != event.after)
}
