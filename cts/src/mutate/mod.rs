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
mod formula;
mod groups;
mod inputs;
mod kind;
mod memory;
mod mutant;
mod operations;
mod pipeline;
mod start;
mod steps;
mod subject;
pub mod survivors;
mod texture;
mod writer;

use indexmap::IndexMap;
use kind::Kind;
use mutant::Change;
pub use mutant::{Layer, Mutant};
use rayon::prelude::*;
use subject::{Subject, Trial};
use wgsl_cases::case::Instance;

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
    /// Whether the program expects values that somebody wrote down; others are compared with the results that the specification allows.
    pub is_written: bool,
    /// The difference, for people.
    pub difference: String,
}

/// The programs of a suite, ready for mutants.
pub struct Trials<'a> {
    /// Those with written expectations first, and the cheap ones before the others.
    subjects: Vec<Subject<'a>>,
    /// By kind of step: the subjects that have one.
    by_kind: IndexMap<Kind, Vec<usize>>,
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
        Self { subjects, by_kind }
    }

    /// The number of programs.
    #[must_use]
    pub fn programs(&self) -> usize {
        self.subjects.len()
    }

    /// All mutants of the layers that execute programs.
    #[must_use]
    pub fn mutants(&self) -> Vec<Mutant> {
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
        mutants
    }

    /// Executes programs with each mutant until one notices it. Mutants of steps that change no program are left out: their place does not
    /// have the part that they change.
    #[must_use]
    pub fn judge(&self, mutants: &[Mutant]) -> Vec<Judgement> {
        let judged: Vec<Judgement> = mutants.par_iter().map(|mutant| self.judge_one(mutant)).collect();
        let is_planted =
            |it: &Judgement| it.programs > 0 || !matches!(it.layer, Layer::Operations | Layer::Steps);
        judged.into_iter().filter(is_planted).collect()
    }

    fn judge_one(&self, mutant: &Mutant) -> Judgement {
        let of_kind = match &mutant.change {
            Change::Steps(kind, _) => self.by_kind.get(kind).map(Vec::as_slice),
            Change::Start(_) | Change::Command(_) => None,
        };
        let all = 0..if of_kind.is_some() { 0 } else { self.subjects.len() };
        let mut programs = 0;
        let mut noticed = None;
        for index in of_kind.unwrap_or_default().iter().copied().chain(all) {
            let subject = &self.subjects[index];
            match subject.trial(mutant) {
                Trial::Untouched => {}
                Trial::Unnoticed => programs += 1,
                Trial::Noticed(difference) => {
                    programs += 1;
                    let program = subject.instance.name.clone();
                    noticed = Some(Notice { program, is_written: subject.is_written(), difference });
                    break;
                }
            }
        }
        Judgement { name: mutant.name.clone(), layer: mutant.layer, programs, noticed }
    }
}
