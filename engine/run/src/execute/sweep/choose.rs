//! Schedules: which of the accesses that strands have come to is performed next.

use super::interleaving::Interleaving;
use super::pending::{Key, Pending};
use super::words::{Access, Mode};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// The most choices of one execution, over all of its points: with more, not all schedules are tried.
const MOST_CHOICES: usize = 1 << 14;

/// The accesses to choose from.
pub(super) struct Options<'o> {
    pub(super) pending: &'o [Pending],
    pub(super) interleaving: &'o Interleaving<'o, 'o>,
    /// How often a strand may find a word unchanged, one time after the other, before it is taken to wait for a change.
    pub(super) patience: u32,
}

impl Options<'_> {
    /// Returns true if the access may be performed, and is not one that waits for others to change its word.
    fn is_open(&self, choice: usize) -> bool {
        let pending = &self.pending[choice];
        self.interleaving.allows(pending) && !self.interleaving.is_repeated(pending, self.patience)
    }

    /// The open choices. Where all wait for a change, they are tried again: the program may count how often it looks.
    fn open(&self) -> Vec<usize> {
        let open: Vec<usize> = (0..self.pending.len()).filter(|choice| self.is_open(*choice)).collect();
        if !open.is_empty() {
            return open;
        }
        let allowed = |choice: &usize| self.interleaving.allows(&self.pending[*choice]);
        (0..self.pending.len()).filter(allowed).collect()
    }

    /// The open one with the least measure.
    fn least(&self, measure: impl Fn(&Pending) -> u128) -> Option<usize> {
        // Most are open: a look at each of them takes far longer than the search for the least one. One integer is compared, since optimised code for tuples
        // took ten times as long.
        let measure = |choice: &usize| measure(&self.pending[*choice]);
        let least = (0..self.pending.len()).min_by_key(measure).filter(|choice| self.is_open(*choice));
        least.or_else(|| self.open().into_iter().min_by_key(measure))
    }
}

/// The access that is performed next.
#[derive(Clone, Copy)]
pub(super) struct Pick {
    /// An index into [`Options::pending`].
    pub(super) index: usize,
    /// Whether it is an exchange that fails although the values are equal. <https://www.w3.org/TR/WGSL/#atomicCompareExchangeWeak-builtin>
    pub(super) fails: bool,
}

impl Pick {
    const fn of(index: usize) -> Self {
        Self { index, fails: false }
    }
}

/// A schedule.
pub(super) trait Chooser {
    /// The next access; `None` where the execution has nothing new to show.
    fn choose(&mut self, options: &Options<'_>) -> Option<Pick>;

    /// See [`Options::patience`]. A program may look for a change several times, and give up.
    fn patience(&self) -> u32 {
        MOST_PATIENCE
    }
}

/// The patience of most schedules: more than programs usually have, and few next to the accesses of an execution.
const MOST_PATIENCE: u32 = 64;
/// The patience of schedules that are many.
const LEAST_PATIENCE: u32 = 2;

/// One invocation after the other, as far as each comes.
#[derive(Default)]
pub(super) struct InOrder;

impl Chooser for InOrder {
    fn choose(&mut self, options: &Options<'_>) -> Option<Pick> {
        options.least(|pending| pending.key.place()).map(Pick::of)
    }

    fn patience(&self) -> u32 {
        16 * MOST_PATIENCE
    }
}

/// The invocation with the fewest accesses so far goes first: close to lock step, where loops take equally many rounds.
#[derive(Default)]
pub(super) struct InStep;

impl Chooser for InStep {
    fn choose(&mut self, options: &Options<'_>) -> Option<Pick> {
        // Its number of accesses, the step, and the invocation. Of the number of the workgroup, 32 bits are left.
        let progress = |it: &Pending| u128::from(it.key.serial) << 96 | (it.step as u128) << 64;
        let invocation = |it: &Pending| it.key.place() >> 32 & u128::from(u64::MAX);
        options.least(|pending| progress(pending) | invocation(pending)).map(Pick::of)
    }
}

/// As [`InOrder`], with the last invocation first. Many mistakes show as soon as the first invocations are late.
#[derive(Default)]
pub(super) struct Backwards;

impl Chooser for Backwards {
    fn choose(&mut self, options: &Options<'_>) -> Option<Pick> {
        let serials = u128::from(u32::MAX);
        options.least(|pending| pending.key.place() ^ !serials).map(Pick::of)
    }

    fn patience(&self) -> u32 {
        16 * MOST_PATIENCE
    }
}

/// A schedule that a seed decides. Seeds have different habits, since different mistakes show under different ones.
pub(super) struct Random {
    state: u64,
    patience: u32,
    habit: Habit,
    last: usize,
}

#[derive(Clone, Copy)]
enum Habit {
    /// Any access may be next.
    Fair,
    /// A strand continues for a while.
    Steady,
    /// Invocations have priorities, which change now and then: this finds orders in which few changes of invocation matter.
    Ranked,
    /// Atomic operations whose results are not used are late.
    Late,
}

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        let habits = [Habit::Ranked, Habit::Fair, Habit::Late, Habit::Steady];
        let patience = [LEAST_PATIENCE, MOST_PATIENCE, 8, 16 * MOST_PATIENCE][(seed / 4 % 4) as usize];
        Self { state: mixed(seed), patience, habit: habits[(seed % 4) as usize], last: usize::MAX }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.state)
    }

    fn one_of(&mut self, choices: &[usize]) -> Option<usize> {
        let index = self.next() % choices.len().max(1) as u64;
        choices.get(index as usize).copied()
    }

    /// Any open access.
    fn any(&mut self, options: &Options<'_>) -> Option<usize> {
        const TRIES: usize = 8;
        for _ in 0..TRIES {
            let choice = (self.next() % options.pending.len().max(1) as u64) as usize;
            if choice < options.pending.len() && options.is_open(choice) {
                return Some(choice);
            }
        }
        self.one_of(&options.open())
    }
}

/// A number that has little to do with the other one (the last step of the generator splitmix64).
pub(super) const fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl Chooser for Random {
    fn choose(&mut self, options: &Options<'_>) -> Option<Pick> {
        let turn = self.next();
        let fails = self.next().is_multiple_of(8);
        let choice = match self.habit {
            Habit::Steady if !turn.is_multiple_of(16) => {
                let is_next =
                    |choice: &usize| options.pending[*choice].strand == self.last && options.is_open(*choice);
                (0..options.pending.len()).find(is_next)
            }
            Habit::Ranked if !turn.is_multiple_of(32) => {
                options.least(|pending| mixed(self.state >> 40 ^ pending.strand as u64).into())
            }
            Habit::Late if !turn.is_multiple_of(4) => {
                let is_now =
                    |choice: &usize| options.pending[*choice].is_awaited() && options.is_open(*choice);
                let now: Vec<usize> = (0..options.pending.len()).filter(is_now).collect();
                self.one_of(&now)
            }
            Habit::Fair | Habit::Steady | Habit::Ranked | Habit::Late => None,
        };
        let index = choice.or_else(|| self.any(options))?;
        let pending = &options.pending[index];
        self.last = pending.strand;
        Some(Pick { index, fails: fails && options.interleaving.may_fail(pending) })
    }

    fn patience(&self) -> u32 {
        self.patience
    }
}

/// The decisions of an earlier execution. Accesses about which it did not decide are performed at once.
pub(super) struct Replay {
    left: VecDeque<(Key, bool)>,
    decided: FxHashSet<Key>,
}

impl Replay {
    pub(super) fn new(picks: &[(Key, bool)]) -> Self {
        Self { left: picks.iter().copied().collect(), decided: picks.iter().map(|(key, _)| *key).collect() }
    }
}

impl Chooser for Replay {
    fn choose(&mut self, options: &Options<'_>) -> Option<Pick> {
        let mut pending = options.pending.iter();
        let is_free = |it: &Pending| !self.decided.contains(&it.key) && options.interleaving.allows(it);
        if let Some(index) = pending.position(is_free) {
            return Some(Pick::of(index));
        }
        let (key, fails) = self.left.pop_front()?;
        let index = options.pending.iter().position(|pending| pending.key == key)?;
        Some(Pick { index, fails })
    }
}

/// All schedules, one after the other. Of schedules that differ only in the order of accesses that commute, there is one (sleep sets).
#[derive(Default)]
pub(super) struct All {
    path: Vec<Node>,
    depth: usize,
    /// The choices of all nodes.
    size: usize,
    gave_up: bool,
}

/// The choices at one point of the executions that have the choices before in common.
struct Node {
    choices: Vec<Choice>,
    taken: usize,
    /// Choices that earlier schedules tried here, and that commute with everything since then.
    asleep: Vec<Choice>,
}

#[derive(Clone)]
struct Choice {
    key: Key,
    fails: bool,
    accesses: Vec<Access>,
}

impl Choice {
    fn commutes_with(&self, other: &Self) -> bool {
        self.key != other.key
            && self.accesses.iter().all(|one| other.accesses.iter().all(|other| one.commutes_with(other)))
    }
}

impl All {
    /// Returns true if there are too many choices to try all.
    pub(super) const fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Moves on to the next schedule; false after the last one.
    pub(super) fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some(node) = self.path.last_mut() {
            node.taken += 1;
            if node.taken < node.choices.len() {
                return true;
            }
            self.size -= node.choices.len();
            self.path.pop();
        }
        false
    }

    /// The choices that are asleep after the path.
    fn asleep(&self) -> Vec<Choice> {
        let Some(node) = self.path.last() else { return Vec::new() };
        let taken = &node.choices[node.taken];
        let tried = node.asleep.iter().chain(&node.choices[..node.taken]);
        tried.filter(|choice| choice.commutes_with(taken)).cloned().collect()
    }
}

impl Chooser for All {
    fn choose(&mut self, options: &Options<'_>) -> Option<Pick> {
        if self.gave_up || self.size >= MOST_CHOICES {
            self.gave_up = true;
            return options.least(|pending| pending.key.place()).map(Pick::of);
        }
        if self.depth == self.path.len() {
            let asleep = self.asleep();
            let mut choices = Vec::new();
            for index in options.open() {
                let pending = &options.pending[index];
                let Pending { key, accesses, .. } = pending;
                choices.push(Choice { key: *key, fails: false, accesses: accesses.clone() });
                if options.interleaving.may_fail(pending) {
                    let reads = accesses.iter().map(|access| Access { mode: Mode::Read, ..*access });
                    choices.push(Choice { key: *key, fails: true, accesses: reads.collect() });
                }
            }
            let name = |choice: &Choice| (choice.key, choice.fails);
            choices.retain(|choice| asleep.iter().all(|other| name(other) != name(choice)));
            choices.sort_unstable_by_key(name);
            if choices.is_empty() {
                return None;
            }
            self.size += choices.len();
            self.path.push(Node { choices, taken: 0, asleep });
        }
        let Node { choices, taken, .. } = &self.path[self.depth];
        self.depth += 1;
        let Choice { key, fails, .. } = choices[*taken];
        let index = options.pending.iter().position(|pending| pending.key == key)?;
        Some(Pick { index, fails })
    }

    // The number of schedules grows with each look.
    fn patience(&self) -> u32 {
        LEAST_PATIENCE
    }
}
