//! Mutation of executions: does the suite notice an implementation with a mistake?
//!
//! A [`Mutant`] is an implementation with one mistake. Mistakes are made from the tables of operations and instructions, for each kind of
//! step that a program of the suite has; so a new operation has mutants without being named. Each mutant executes the programs that it changes
//! anything of, until one has other results than it expects. The results are compared as those of any other executor: with the
//! values that a case expects, or with those that the specification allows. Faults of strict execution do not count: other implementations
//! report none.

// A kind of step or operation that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod atomics;
mod attachments;
mod formula;
mod groups;
mod inputs;
mod kind;
mod memory;
mod mutant;
mod operations;
mod pipeline;
mod source;
mod start;
mod steps;
mod subject;
pub mod survivors;
mod texture;
mod writer;

use crate::execute::Executors;
use indexmap::IndexMap;
use kind::Kind;
use mutant::Change;
pub use mutant::{Layer, Mutant};
use rayon::prelude::*;
use subject::{Subject, Trial};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The suite's answer to a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The name of the mutant.
    pub name: String,
    /// Its layer.
    pub layer: Layer,
    /// The number of programs that were executed with it.
    pub programs: usize,
    /// The first program with other results than it expects, and the first difference.
    pub noticed: Option<Notice>,
}

/// Who notices a mutant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The name of the program.
    pub program: String,
    /// The executor on which it was noticed.
    pub executor: ExecutorKind,
    /// Whether the program expects values that somebody wrote down; others are compared with the results that the specification allows.
    pub is_written: bool,
    /// The difference, for people.
    pub difference: String,
}

/// The most programs that are tried on wgpu with a mistake that the reference executor notices.
const MOST_TRIED: usize = 5;

/// The programs of a suite, ready for mutants.
pub struct Trials<'a> {
    /// Those with written expectations first, and the cheap ones before the others.
    subjects: Vec<Subject<'a>>,
    /// By kind of step: the subjects that have one.
    by_kind: IndexMap<Kind, Vec<usize>>,
    /// By mistake in sources: the subjects whose sources have a place for it.
    by_mistake: IndexMap<String, Vec<usize>>,
}

impl<'a> Trials<'a> {
    /// Prepares the programs that expect something.
    #[must_use]
    pub fn new(instances: &'a [Instance]) -> Self {
        let mut subjects: Vec<Subject<'a>> = instances.par_iter().filter_map(Subject::new).collect();
        subjects.sort_by_key(|subject| (!subject.is_written(), subject.cost));
        let mut by_kind: IndexMap<Kind, Vec<usize>> = IndexMap::new();
        for (index, subject) in subjects.iter().enumerate() {
            for kind in subject.kinds() {
                by_kind.entry(kind).or_default().push(index);
            }
        }
        // A set has no order.
        by_kind.sort_by_cached_key(|kind, _| kind.to_string());
        let of_sources: Vec<Vec<String>> = subjects.par_iter().map(Subject::source_mistakes).collect();
        let mut by_mistake: IndexMap<String, Vec<usize>> = IndexMap::new();
        for (index, mistakes) in of_sources.into_iter().enumerate() {
            for mistake in mistakes {
                by_mistake.entry(mistake).or_default().push(index);
            }
        }
        by_mistake.sort_keys();
        Self { subjects, by_kind, by_mistake }
    }

    /// The number of programs.
    #[must_use]
    pub fn programs(&self) -> usize {
        self.subjects.len()
    }

    /// All mutants. Those of synchronization need a driver: the reference executor runs invocations in lock step.
    #[must_use]
    pub fn mutants(&self, has_driver: bool) -> Vec<Mutant> {
        let kinds: Vec<&Kind> = self.by_kind.keys().collect();
        let of_kind = |kind: &&Kind| {
            let layer = if steps::is_operation(kind) { Layer::Operations } else { Layer::Steps };
            let place = kind.to_string();
            let mistakes = steps::mistakes(kind).into_iter();
            let mutants =
                mistakes.map(|it| Mutant::new(layer, &place, &it.name, Change::Steps(**kind, it.change)));
            mutants.collect::<Vec<_>>()
        };
        let mut mutants: Vec<Mutant> = kinds.par_iter().flat_map_iter(of_kind).collect();
        mutants.extend(start::mutants());
        mutants.extend(pipeline::mutants());
        mutants.extend(attachments::mutants());
        let of_sources = self.by_mistake.keys().filter(|it| has_driver || !source::is_of_synchronization(it));
        mutants.extend(of_sources.map(|mistake| source::mutant(mistake)));
        mutants
    }

    /// Executes programs with each mutant until one notices it. Mutants that change no program are left out: their place does not have the
    /// part that they change. Those of constants, memory and the state of pipelines stay: then the suite lacks a program.
    ///
    /// Sources are executed on wgpu, too, if there are executors: the programs that the reference executor has other results for, and all of
    /// them with mistakes of synchronization.
    #[must_use]
    pub fn judge(&self, mutants: &[Mutant], driver: Option<&Executors>) -> Vec<Judgement> {
        let judge = |mutant: &Mutant| match &mutant.change {
            Change::Source(mistake) => self.judge_source(mutant, mistake, driver),
            Change::Steps(..) | Change::Start(_) | Change::Command(_) => self.judge_one(mutant),
        };
        let judged: Vec<Judgement> = mutants.par_iter().map(judge).collect();
        let is_planted =
            |it: &Judgement| it.programs > 0 || matches!(it.layer, Layer::Start | Layer::Pipeline);
        judged.into_iter().filter(is_planted).collect()
    }

    fn judge_source(&self, mutant: &Mutant, mistake: &str, driver: Option<&Executors>) -> Judgement {
        let is_of_synchronization = source::is_of_synchronization(mistake);
        let (mut programs, mut tried, mut noticed) = (0, 0, None);
        for index in self.by_mistake.get(mistake).into_iter().flatten() {
            let subject = &self.subjects[*index];
            let trial = subject.trial(mutant);
            programs += usize::from(!matches!(trial, Trial::Untouched));
            let is_tried = match trial {
                Trial::Untouched => false,
                Trial::Unnoticed => is_of_synchronization,
                // It would not end on wgpu either.
                Trial::Endless(ref difference) | Trial::Noticed(ref difference) => {
                    noticed
                        .get_or_insert_with(|| subject.notice(ExecutorKind::Reference, difference.clone()));
                    matches!(trial, Trial::Noticed(_))
                }
            };
            if !is_tried {
                continue;
            }
            let Some(driver) = driver else { break };
            if let Trial::Noticed(difference) = subject.trial_on_wgpu(mistake, driver) {
                noticed = Some(subject.notice(ExecutorKind::Wgpu, difference));
                break;
            }
            tried += 1;
            if tried == MOST_TRIED && !is_of_synchronization {
                break;
            }
        }
        Judgement { name: mutant.name.clone(), layer: mutant.layer, programs, noticed }
    }

    fn judge_one(&self, mutant: &Mutant) -> Judgement {
        let of_kind = match &mutant.change {
            Change::Steps(kind, _) => self.by_kind.get(kind).map(Vec::as_slice),
            Change::Start(_) | Change::Command(_) | Change::Source(_) => None,
        };
        let all = 0..if of_kind.is_some() { 0 } else { self.subjects.len() };
        let mut programs = 0;
        let mut noticed = None;
        for index in of_kind.unwrap_or_default().iter().copied().chain(all) {
            let subject = &self.subjects[index];
            match subject.trial(mutant) {
                Trial::Untouched => {}
                Trial::Unnoticed => programs += 1,
                Trial::Endless(difference) | Trial::Noticed(difference) => {
                    programs += 1;
                    noticed = Some(subject.notice(ExecutorKind::Reference, difference));
                    break;
                }
            }
        }
        Judgement { name: mutant.name.clone(), layer: mutant.layer, programs, noticed }
    }
}
