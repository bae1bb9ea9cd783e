//! The executions of a sweep with one size of subgroups.

use super::accesses::shared_steps;
use super::choose::{All, Backwards, Chooser, InOrder, InStep, Random, Replay, mixed};
use super::difference::{
    Difference, Parting, PartingKind, ResultDifference, Schedule, Turn, Writer, type_in, type_of,
};
use super::event::{Event, MOST_EVENTS, cause, contest, partings, turns, unseen};
use super::interleaving::{End, Interleaving, Known, MOST_STRANDS, Record};
use super::subgroups::{self, exchanges_values, width};
use super::words::{Shared as SharedMemory, Word};
use super::{Outcomes, Sweep, SweepOptions};
use crate::execute::bound::Bound;
use crate::execute::contents::Contents;
use crate::execute::cost::FETCH;
use crate::execute::dispatch::run_plain_in_order;
use crate::execute::fault::SharedMemory as Memory;
use crate::execute::grid::Grid;
use crate::execute::plan::{Constructs, Plan, read_registers};
use crate::execute::shared::Shared;
use crate::execute::stopped::Stopped;
use core::ops::ControlFlow;
use rustc_hash::FxHashSet;
use shader_ir::{Class, Instruction, Program, Resource};

/// The part of the fuel that a step of one strand takes: about the time of some simple operations.
const FUEL_OF_STEP: u64 = 512;
/// Limit for the steps of a later execution: a factor for the steps of the first one, and an addend. Beyond it, the execution counts as endless.
const MOST_STEPS: (u64, u64) = (16, 1 << 22);
/// The maximum number of restarts because an execution found more words that matter.
const MOST_RESTARTS: usize = 16;

/// The common part of the executions of a sweep with one size of subgroups.
pub(super) struct Base<'a> {
    pub(super) plan: &'a Plan,
    pub(super) grid: Grid,
    pub(super) resources: &'a [&'a Bound],
    pub(super) before: &'a Contents,
    /// The contents after the first execution of the sweep with this size of subgroups.
    pub(super) first: Contents,
    /// The fuel that plain execution used, if it was executed.
    pub(super) fuel: Option<u64>,
}

/// An execution under a schedule.
struct Executed {
    end: End,
    record: Record,
    /// The seed that decided the order of workgroups.
    shuffled: Option<u64>,
    /// Whether it found words to matter that were not known to.
    is_surprised: bool,
}

/// The words that are known to matter, and the fuel that is left.
struct Progress {
    conflicts: FxHashSet<Word>,
    /// Whether the schedules leave out results that the memory model allows.
    is_partial: bool,
    /// Whether to record the results that depend on the size of subgroups.
    records_subgroups: bool,
    /// The steps that are left for all executions.
    steps: u64,
    /// The maximum number of steps for one execution.
    most_steps: u64,
}

impl Base<'_> {
    /// Compares executions with the first one.
    pub(super) fn sweep(
        &mut self,
        usual: &Plan,
        options: SweepOptions,
        sweep: &mut Sweep,
    ) -> Result<(), Stopped> {
        let lock_step = |plan: &Plan| Schedule::LockStep {
            subgroup_size: plan.program.subgroup_size.unwrap_or(plan.options.subgroup_size),
        };
        let executions = |schedule| [lock_step(usual), schedule];
        if lock_step(self.plan) != lock_step(usual) {
            self.before.restore(self.resources);
            run_plain_in_order(self.plan, self.grid, self.resources)?;
            sweep.executions += 1;
            // Sums of subgroups have other terms together: their results differ by rounding.
            if let Some(result) = self.results().find(ResultDifference::is_beyond_rounding) {
                let executions = executions(lock_step(self.plan));
                let of_subgroups = self.subgroup_parting(usual, options);
                sweep.difference = Some(Difference { executions, result, parting: None, of_subgroups });
                return Ok(());
            }
            self.first = Contents::of(self.plan, self.resources);
        }
        let mut progress = Self::progress(options);
        let found = self.schedules(&mut progress, options, &mut sweep.executions, |schedule, executed| {
            let result = match executed.end {
                End::OutOfSteps => Some(ResultDifference::OutOfFuel),
                End::Complete | End::Dropped => self.result(),
            };
            result
                .map_or(ControlFlow::Continue(()), |result| ControlFlow::Break((schedule, result, executed)))
        });
        sweep.contended_words = sweep.contended_words.max(progress.conflicts.len());
        match found {
            ControlFlow::Continue(covered) => {
                sweep.is_out_of_fuel |= covered == Covered::Stopped;
                sweep.is_complete = covered == Covered::All
                    && !progress.is_partial
                    // Nothing says which invocations make up a subgroup or a quad, and one way is tried.
                    && !exchanges_values(&self.plan.program)
                    && (sweep.is_complete || sweep.subgroup_sizes.len() == 1);
            }
            ControlFlow::Break((schedule, result, executed)) => {
                sweep.is_complete = false;
                let parting = self.parting(&mut progress, result, executed);
                let executions = executions(schedule);
                sweep.difference = Some(Difference { executions, result, parting, of_subgroups: None });
            }
        }
        Ok(())
    }

    /// All results.
    pub(super) fn outcomes(&self, options: SweepOptions) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let Outcomes { contents, executions, .. } = &mut outcomes;
        let mut progress = Self::progress(options);
        let found = self.schedules(&mut progress, options, executions, |_, executed| {
            if executed.end == End::Complete {
                contents.insert(Contents::of(self.plan, self.resources).into_bytes());
            }
            ControlFlow::<()>::Continue(())
        });
        outcomes.is_complete = found == ControlFlow::Continue(Covered::All) && !progress.is_partial;
        outcomes
    }

    fn progress(options: SweepOptions) -> Progress {
        let steps = options.fuel / FUEL_OF_STEP;
        let conflicts = FxHashSet::default();
        Progress { conflicts, is_partial: false, records_subgroups: false, steps, most_steps: steps }
    }

    /// The differences between the present contents and the contents after the first execution.
    fn results(&self) -> impl Iterator<Item = ResultDifference> {
        let now = Contents::of(self.plan, self.resources);
        let found: Vec<_> = self.first.differences(&now).collect();
        found.into_iter().map(|(resource, offset, words)| {
            let program = &self.plan.program;
            let ty = type_in(program, resource);
            let Resource { group, binding, .. } = program.resources[usize::from(resource)];
            ResultDifference::Contents { resource, group, binding, offset, words, ty }
        })
    }

    /// The first of them.
    fn result(&self) -> Option<ResultDifference> {
        let now = Contents::of(self.plan, self.resources);
        // Most executions have equal contents.
        if now == self.first { None } else { self.results().next() }
    }

    /// The maximum number of steps of the first execution: many times those of plain execution, which pays for each at least [`FETCH`] for all
    /// invocations of a workgroup together.
    fn most_steps_of_first(&self) -> u64 {
        let Some(fuel) = self.fuel else { return u64::MAX };
        let lanes = self.plan.workgroup_size.iter().map(|size| u64::from(*size)).product::<u64>();
        let (times, more) = MOST_STEPS;
        (fuel / FETCH).saturating_mul(lanes).saturating_mul(times).saturating_add(more)
    }

    /// Executes schedules, and hands them to a visitor until it breaks off.
    fn schedules<B>(
        &self,
        progress: &mut Progress,
        options: SweepOptions,
        executions: &mut u64,
        mut visit: impl FnMut(Schedule, Executed) -> ControlFlow<B>,
    ) -> ControlFlow<B, Covered> {
        let mut execute = |chooser: &mut dyn Chooser, shuffled: Option<u64>, progress: &mut Progress| {
            *executions += 1;
            self.execute(chooser, shuffled, progress)
        };
        // The first execution finds most words that matter: with them, the second one is like all later ones.
        let before = progress.steps;
        progress.most_steps = self.most_steps_of_first();
        let first = execute(&mut InStep, None, progress);
        if first.end == End::OutOfSteps {
            if progress.steps > 0 {
                // It takes far more steps than plain execution: it waits for what does not come in this order.
                visit(Schedule::InStep, first)?;
            }
            return ControlFlow::Continue(Covered::Stopped);
        }
        let (times, more) = MOST_STEPS;
        if progress.conflicts.is_empty() {
            // No invocation reads an unordered write of a different one: all orders have this result.
            visit(Schedule::InStep, first)?;
            return ControlFlow::Continue(Covered::All);
        }
        progress.most_steps = (before - progress.steps).saturating_mul(times).saturating_add(more);
        let simple: [(Schedule, &mut dyn Chooser); 3] = [
            (Schedule::InStep, &mut InStep),
            (Schedule::InOrder, &mut InOrder),
            (Schedule::Backwards, &mut Backwards),
        ];
        for (schedule, chooser) in simple {
            let executed = execute(chooser, None, progress);
            if progress.steps == 0 {
                return ControlFlow::Continue(Covered::Stopped);
            }
            visit(schedule, executed)?;
        }
        // Random schedules find most differences early; all of them prove that there is none.
        let few = options.schedules.div_ceil(8).min(32);
        for number in 0..options.schedules {
            if number == few
                && let Some(covered) = self.all(progress, options, &mut execute, &mut visit)?
            {
                return ControlFlow::Continue(covered);
            }
            let seed = mixed(options.seed).wrapping_add(number.into());
            let shuffled = (number / 4 % 2 == 1).then_some(seed);
            let executed = execute(&mut Random::new(seed), shuffled, progress);
            if progress.steps == 0 {
                return ControlFlow::Continue(Covered::Stopped);
            }
            visit(Schedule::Random(number), executed)?;
        }
        ControlFlow::Continue(Covered::Some)
    }

    /// Executes all schedules, if they are not more than half of the options. `None` if they are.
    fn all<B>(
        &self,
        progress: &mut Progress,
        options: SweepOptions,
        mut execute: impl FnMut(&mut dyn Chooser, Option<u64>, &mut Progress) -> Executed,
        mut visit: impl FnMut(Schedule, Executed) -> ControlFlow<B>,
    ) -> ControlFlow<B, Option<Covered>> {
        let most = options.schedules.div_ceil(2);
        let mut all = All::default();
        let mut restarts = 0;
        for number in 0..most {
            let executed = execute(&mut all, None, progress);
            if progress.steps == 0 {
                return ControlFlow::Continue(Some(Covered::Stopped));
            }
            let is_surprised = executed.is_surprised;
            if executed.end != End::Dropped {
                visit(Schedule::Enumerated(number), executed)?;
            }
            if is_surprised && restarts < MOST_RESTARTS {
                // There are more choices than before.
                restarts += 1;
                all = All::default();
            } else if is_surprised || all.gave_up() {
                break;
            } else if !all.advance() {
                let is_all = self.strands() <= MOST_STRANDS as u64;
                return ControlFlow::Continue(Some(if is_all { Covered::All } else { Covered::Some }));
            }
        }
        ControlFlow::Continue(None)
    }

    /// The strands of the whole dispatch.
    fn strands(&self) -> u64 {
        let shared = Shared::new(self.plan, self.resources, self.grid);
        let lanes: u64 = shared.extent.size.into_iter().map(u64::from).product();
        shared.extent.workgroup_count().saturating_mul(lanes)
    }

    /// One execution, with workgroups in order, or shuffled by a seed.
    fn execute(&self, chooser: &mut dyn Chooser, shuffled: Option<u64>, progress: &mut Progress) -> Executed {
        self.before.restore(self.resources);
        let shared = Shared::new(self.plan, self.resources, self.grid);
        let mut workgroups: Vec<u64> = (0..shared.extent.workgroup_count()).collect();
        if let Some(seed) = shuffled {
            workgroups.sort_by_key(|number| mixed(seed ^ number));
        }
        let known = Known {
            shared_steps: &shared_steps(self.plan),
            is_read: &read_registers(&self.plan.program),
            last_atomic: last_atomic(&self.plan.program),
            width: width(&self.plan.program, shared.subgroup_size()),
            records_subgroups: progress.records_subgroups,
            workgroups,
            shared: &shared,
        };
        let words = progress.conflicts.len();
        let most = progress.steps.min(progress.most_steps);
        let mut steps = most;
        let mut interleaving = Interleaving::new(&known, &mut progress.conflicts, &mut steps);
        let end = interleaving.run(chooser);
        progress.is_partial |= interleaving.is_partial();
        let record = interleaving.into_record();
        progress.steps -= most - steps;
        Executed { end, record, shuffled, is_surprised: progress.conflicts.len() > words }
    }

    /// The first result that depends on the size of subgroups, where these have different sizes in a second plan.
    fn subgroup_parting(&self, other: &Plan, options: SweepOptions) -> Option<Writer> {
        let results = |plan: &Plan| {
            let base = Base { plan, first: self.first.clone(), ..*self };
            let mut progress = Progress { records_subgroups: true, ..Self::progress(options) };
            base.execute(&mut InStep, None, &mut progress).record.exchanged
        };
        let executions = [results(other), results(self.plan)];
        let program = &self.plan.program;
        let found = subgroups::parting(program, executions.each_ref().map(|it| &it[..]))?;
        let span = program.spans.get(found.step).copied().unwrap_or_default();
        Some(Writer { span, workgroup: found.workgroup, invocation: found.lane })
    }

    /// Where an execution parts from one with the first result.
    fn parting(
        &self,
        progress: &mut Progress,
        result: ResultDifference,
        executed: Executed,
    ) -> Option<Parting> {
        let choosers: [&mut dyn Chooser; 3] = [&mut InStep, &mut InOrder, &mut Backwards];
        let contents = Contents::of(self.plan, self.resources);
        // Any execution with another result than this one shows where they part, but one with the first result shows what is reported.
        let mut other = None;
        for chooser in choosers {
            let executed = self.execute(chooser, None, progress);
            let now = Contents::of(self.plan, self.resources);
            // Where one does not end, what it leaves does not matter.
            let is_other = result == ResultDifference::OutOfFuel || contents != now;
            if executed.end != End::Complete || !is_other {
                continue;
            }
            let is_first = self.result().is_none();
            other = Some((executed, now));
            if is_first {
                break;
            }
        }
        let (other, other_contents) = other?;
        let ResultDifference::Contents { resource, offset, .. } = result else {
            // The first execution does not know from the beginning which words matter, and begins with the last invocation.
            let again = executed.is_surprised.then(|| self.execute(&mut Backwards, None, progress));
            let executed = again.filter(|again| again.end == End::OutOfSteps).unwrap_or(executed);
            let executions = [&other.record.events[..], &executed.record.events];
            let spins = |places: &[usize; 2]| {
                let last = executed.record.events.last();
                last.is_some_and(|last| last.invocation() == executions[1][places[1]].invocation())
            };
            let places = partings(executions).find(spins).or_else(|| partings(executions).next())?;
            return Some(self.at(executions, places, PartingKind::Reads));
        };
        let is_texture = matches!(self.resources[usize::from(resource)], Bound::Texture(_));
        let memory = if is_texture { SharedMemory::Texture } else { SharedMemory::Buffer };
        let memory = memory(resource);
        let word = Word { memory, number: (offset / 4) as u32 };
        let executions = [(other, other_contents), (executed, contents)]
            .map(|(executed, contents)| self.events_with(word, executed, &contents, progress));
        let executions = executions.each_ref().map(|it| &it[..]);
        // Where not all events are known, the last writes may be missing.
        let is_cut = executions.iter().any(|events| events.len() == MOST_EVENTS);
        let found = cause(executions, word).or_else(|| partings(executions).next().filter(|_| is_cut));
        if let Some(places) = found {
            let fails = executions.iter().zip(places).any(|(events, place)| events[place].fails);
            return Some(self.at(
                executions,
                places,
                if fails { PartingKind::Fails } else { PartingKind::Reads },
            ));
        }
        let last =
            |events: &[Event]| events.iter().rposition(|event| event.word == word && event.mode.writes());
        let places = [last(executions[0])?, last(executions[1])?];
        Some(self.at(executions, places, PartingKind::Leaves))
    }

    /// The events of an execution that left these contents, with the accesses to a word.
    fn events_with(
        &self,
        word: Word,
        executed: Executed,
        contents: &Contents,
        progress: &mut Progress,
    ) -> Vec<Event> {
        let Record { events, picks, .. } = executed.record;
        if picks.len() < MOST_EVENTS && progress.conflicts.insert(word) {
            let again = self.execute(&mut Replay::new(&picks), executed.shuffled, progress);
            progress.conflicts.remove(&word);
            if again.end == End::Complete && Contents::of(self.plan, self.resources) == *contents {
                return again.record.events;
            }
        }
        events
    }

    /// The parting at these events.
    fn at(&self, executions: [&[Event]; 2], places: [usize; 2], kind: PartingKind) -> Parting {
        let reads = kind != PartingKind::Leaves;
        let span = |event: &Event| self.plan.program.spans.get(event.step).copied().unwrap_or_default();
        let both = [0, 1].map(|index| (executions[index], places[index]));
        let by =
            |event: &Event| Writer { span: span(event), workgroup: event.workgroup, invocation: event.lane };
        // A last write is before its own place.
        let past = |(events, place): (_, usize)| (events, if reads { place } else { place + 1 });
        let word = executions[1][places[1]].word;
        // The write that is before the access in one execution only: a write that both have seen is in order.
        let only_first = unseen(past(both[0]), past(both[1]), word);
        let only_second = unseen(past(both[1]), past(both[0]), word).filter(|_| only_first.is_none());
        let write = only_first.or(only_second);
        // Nothing orders the write with the access that does not see it, unless both are of one invocation.
        let of = |index: usize| &executions[index][places[index]];
        let missing = usize::from(only_second.is_none());
        let is_own = write.is_some_and(|write| write.invocation() == of(missing).invocation());
        let event = of(if is_own { 1 - missing } else { missing });
        let unseen = write.map(by);
        let values =
            both.map(|(events, place)| if reads { events[place].before } else { events[place].after });
        let Writer { span, workgroup, invocation } = by(event);
        let memory = match event.word.memory {
            SharedMemory::Workgroup(_) => Memory::Workgroup,
            SharedMemory::Buffer(_) => Memory::Buffer,
            SharedMemory::Texture(_) => Memory::Texture,
        };
        let ty = self.plan.program.code.get(event.step).and_then(|it| type_of(&self.plan.program, it));
        let turn = |event: &&Event| Turn {
            by: by(event),
            words: [
                event.mode.reads().then_some(event.before),
                (event.mode.writes() && !event.fails).then_some(event.after),
            ],
            fails: event.fails,
        };
        let orders = turns(executions, places, event.word).map(|turns| turns.iter().map(turn).collect());
        let contest = contest(executions, places, event.word).map(|writes| writes.map(by));
        Parting { span, workgroup, invocation, memory, kind, values, ty, unseen, contest, orders }
    }
}

/// The last step that is an atomic operation; 0 if there is none. In a loop, all steps come before it.
fn last_atomic(program: &Program) -> usize {
    let is_atomic = |instruction: &Instruction| program.class(instruction) == Class::Updates;
    let Some(last) = program.code.iter().rposition(is_atomic) else { return 0 };
    let constructs = Constructs::of(program);
    let around = core::iter::successors(constructs.loop_around(last), |it| constructs.loop_around(it.end));
    around.last().map_or(last, |outermost| outermost.end)
}

/// The schedules that were executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Covered {
    All,
    Some,
    /// Those before the fuel ended.
    Stopped,
}
