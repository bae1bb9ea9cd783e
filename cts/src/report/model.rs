//! The contents of the pages, computed from results: chapters, sections, rules, and the outcomes of each executor.

use super::cell::Cell;
use super::listing::{self, Line};
use super::outline::{self, Outline};
use crate::causes::Causes;
use crate::metal_cases::MetalResults;
use crate::results::{ClassResults, Counts, ExecutorResults, Results, RuleResults, Status};
use serde::Serialize;
use std::collections::BTreeMap;
use wgsl_cts_cases::coverage::Testable;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The contents of the pages except programs.
#[derive(Serialize, Debug)]
pub(super) struct Model<'a> {
    /// The executors that took part, in the order of columns.
    pub executors: Vec<&'a ExecutorResults>,
    /// The executors that did not take part.
    pub missing: Vec<&'a ExecutorResults>,
    /// The coverage of the rules.
    pub coverage: Coverage,
    /// The chapters that have rules.
    pub chapters: Vec<Chapter<'a>>,
    /// The numbers of causes, for each executor with findings.
    pub causes: Vec<Causes>,
    /// The classes of findings, without empty ones.
    pub classes: Vec<Class<'a>>,
    /// The programs that are rejected as expected, but not for their error.
    pub others: Vec<Others<'a>>,
    /// The number of cases.
    pub cases: usize,
    /// The number of programs.
    pub programs: usize,
    /// The cases for Metal.
    pub metal: Option<&'a MetalResults>,
}

/// The numbers of rules by coverage.
#[derive(Serialize, Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Coverage {
    /// Rules whose programs show all that they can.
    pub covered: usize,
    /// Rules whose programs show one side.
    pub partly: usize,
    /// Rules that could be shown and are not.
    pub uncovered: usize,
    /// Rules whose programs the executor that shows them was not asked about.
    pub not_asked: usize,
    /// Rules that no program can show.
    pub not_shown: usize,
}

/// A chapter of the specification.
#[derive(Serialize, Debug)]
pub(super) struct Chapter<'a> {
    pub anchor: &'static str,
    pub title: &'static str,
    pub coverage: Coverage,
    /// The number of its rules.
    pub rules: usize,
    /// Its rules by the worst status of their programs, by column.
    pub standings: Vec<Cell>,
    pub sections: Vec<Section<'a>>,
}

/// A section of the specification.
#[derive(Serialize, Debug)]
pub(super) struct Section<'a> {
    pub anchor: &'a str,
    pub title: &'a str,
    pub rules: Vec<Rule<'a>>,
}

/// A rule.
#[derive(Serialize, Debug)]
pub(super) struct Rule<'a> {
    #[serde(flatten)]
    pub results: &'a RuleResults,
    pub coverage: RuleCoverage,
    /// By column.
    pub cells: Vec<Cell>,
    /// For scripts: a digit of base 32 for each column, with the bits of the programs' statuses.
    pub statuses: String,
}

/// Whether the programs of a rule show it.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RuleCoverage {
    Covered,
    Partly,
    Uncovered,
    NotAsked,
    NotShown,
}

/// A class of mismatches.
#[derive(Serialize, Debug)]
pub(super) struct Class<'a> {
    pub name: &'a str,
    pub executor: &'static str,
    pub about: &'a str,
    pub upstream: Vec<Thread<'a>>,
    pub disputed: Option<&'a str>,
    /// The executor that this one has the cause from, and with which it is counted.
    pub inherited_from: Option<&'static str>,
    pub programs: usize,
    pub rules: &'a [String],
    pub example: Option<Example<'a>>,
}

/// The programs that an executor rejects for the same other reason.
#[derive(Serialize, Debug)]
pub(super) struct Others<'a> {
    pub executor: ExecutorKind,
    /// The name of the status.
    pub status: &'static str,
    pub programs: Vec<Other<'a>>,
}

/// A program that is rejected for another reason than its error.
#[derive(Serialize, Debug)]
pub(super) struct Other<'a> {
    pub case: &'a str,
    pub program: &'a str,
    pub message: Option<&'a str>,
}

/// A thread of an issue tracker.
#[derive(Serialize, Debug)]
pub(super) struct Thread<'a> {
    /// `gfx-rs/wgpu#4507`.
    pub name: &'a str,
    /// Its address at github.com.
    pub path: String,
}

/// The shortest program of a class.
#[derive(Serialize, Debug)]
pub(super) struct Example<'a> {
    pub case: &'a str,
    pub program: &'a str,
    pub about: &'a str,
    pub expected: &'a str,
    pub message: Option<&'a str>,
    pub likely_place: Option<&'a str>,
    pub lines: Vec<Line>,
}

impl<'a> Model<'a> {
    /// Computes the contents.
    pub(super) fn new(results: &'a Results) -> Self {
        let (executors, missing): (Vec<_>, Vec<_>) =
            results.executors.iter().partition(|executor| executor.missing.is_none());
        let chapters = chapters(results);
        let coverage = chapters.iter().fold(Coverage::default(), |sum, chapter| sum.and(chapter.coverage));
        let classes = results.classes.iter().filter(|class| class.programs > 0);
        let mut classes: Vec<Class> = classes.map(|class| class_model(results, class)).collect();
        classes.sort_by_key(|class| (class.inherited_from.is_some(), std::cmp::Reverse(class.programs)));
        Self {
            executors,
            missing,
            coverage,
            chapters,
            causes: results.causes(),
            classes,
            others: others(results),
            cases: results.cases.len(),
            programs: results.cases.iter().map(|case| case.programs_in_all).sum(),
            metal: results.metal.as_ref(),
        }
    }
}

/// The executors that have columns.
pub(super) fn columns(results: &Results) -> Vec<ExecutorKind> {
    let present = results.executors.iter().filter(|executor| executor.missing.is_none());
    present.map(|executor| executor.name).collect()
}

fn chapters(results: &Results) -> Vec<Chapter<'_>> {
    let columns = columns(results);
    let outline = Outline::new();
    let mut sections: BTreeMap<_, Section> = BTreeMap::new();
    for rule in &results.rules {
        // The anchor separates sections that the outline does not know.
        let section = sections
            .entry((outline.place(&rule.anchor), &rule.anchor))
            .or_insert_with(|| Section { anchor: &rule.anchor, title: &rule.title, rules: Vec::new() });
        section.rules.push(rule_model(rule, &columns));
    }
    let mut chapters: BTreeMap<usize, Vec<Section>> = BTreeMap::new();
    for ((place, _), section) in sections {
        chapters.entry(place.chapter).or_default().push(section);
    }
    let chapters = chapters.into_iter().map(|(index, sections)| {
        let outline::Chapter { anchor, title } = outline.chapters[index];
        chapter(anchor, title, sections, &columns)
    });
    chapters.collect()
}

fn chapter<'a>(
    anchor: &'static str,
    title: &'static str,
    sections: Vec<Section<'a>>,
    columns: &[ExecutorKind],
) -> Chapter<'a> {
    let rules = || sections.iter().flat_map(|section| &section.rules);
    let standing = |(column, executor): (usize, &ExecutorKind)| {
        let mut counts = Counts::default();
        rules().filter_map(|rule| rule.cells[column].status).for_each(|status| counts.add(status));
        Cell::new(*executor, counts, "rules")
    };
    Chapter {
        anchor,
        title,
        coverage: Coverage::of(rules().map(|rule| rule.coverage)),
        rules: rules().count(),
        standings: columns.iter().enumerate().map(standing).collect(),
        sections,
    }
}

fn rule_model<'a>(rule: &'a RuleResults, columns: &[ExecutorKind]) -> Rule<'a> {
    let coverage = match rule.is_covered() {
        None => RuleCoverage::NotShown,
        Some(true) => RuleCoverage::Covered,
        // The reference executor shows what execution shows, the validator everything else.
        Some(false) if !columns.contains(&shown_by(rule.testable)) => RuleCoverage::NotAsked,
        Some(false) if rule.testable != Testable::ByExecution && rule.accepting + rule.rejecting > 0 => {
            RuleCoverage::Partly
        }
        Some(false) => RuleCoverage::Uncovered,
    };
    let cells: Vec<Cell> = columns
        .iter()
        .map(|executor| {
            Cell::new(*executor, rule.counts.get(executor).copied().unwrap_or_default(), "programs")
        })
        .collect();
    let statuses = columns.iter().map(|executor| digit(rule.counts.get(executor))).collect();
    Rule { results: rule, coverage, cells, statuses }
}

/// The executor whose answers show a rule.
const fn shown_by(testable: Testable) -> ExecutorKind {
    match testable {
        Testable::ByExecution => ExecutorKind::Reference,
        Testable::BothWays | Testable::ByAccepting | Testable::ByRejecting | Testable::No => {
            ExecutorKind::Validator
        }
    }
}

/// The statuses of the programs as bits: 1 for same, 2 for findings, 4 for unexpected, 8 for not asked, 16 for rejected for
/// another reason.
fn digit(counts: Option<&Counts>) -> char {
    let counts = counts.copied().unwrap_or_default();
    let other = counts.not_implemented + counts.other_line;
    let bits = [counts.same, counts.findings, counts.unexpected, counts.not_asked, other];
    let bits = bits.iter().enumerate().map(|(bit, count)| u32::from(*count > 0) << bit).sum();
    char::from_digit(bits, 32).unwrap_or('0')
}

fn class_model<'a>(results: &'a Results, class: &'a ClassResults) -> Class<'a> {
    let example = class.example.as_ref().and_then(|(case, program)| results.program(case, program));
    let example = example.map(|(case, program)| {
        let outcome = program.outcomes.get(&class.executor);
        Example {
            case: &case.name,
            program: &program.name,
            about: &case.about,
            expected: &program.expected,
            message: outcome.and_then(|outcome| outcome.message.as_deref()),
            likely_place: outcome.and_then(|outcome| outcome.likely_place.as_deref()),
            lines: listing::lines(program),
        }
    });
    Class {
        name: &class.name,
        executor: class.executor.name(),
        about: &class.about,
        upstream: class.upstream.iter().map(|name| thread(name)).collect(),
        disputed: class.disputed.as_deref(),
        inherited_from: results.inherited_from(class).map(ExecutorKind::name),
        programs: class.programs,
        rules: &class.rules,
        example,
    }
}

/// The programs that are rejected for another reason than their error, by executor and reason.
fn others(results: &Results) -> Vec<Others<'_>> {
    let mut groups: BTreeMap<(ExecutorKind, &str), Vec<Other>> = BTreeMap::new();
    for case in &results.cases {
        for program in &case.programs {
            for (executor, outcome) in &program.outcomes {
                if matches!(outcome.status, Status::NotImplemented | Status::OtherLine) {
                    let message = outcome.message.as_deref();
                    let other = Other { case: &case.name, program: &program.name, message };
                    groups.entry((*executor, outcome.status.name())).or_default().push(other);
                }
            }
        }
    }
    let others = |((executor, status), programs)| Others { executor, status, programs };
    groups.into_iter().map(others).collect()
}

fn thread(name: &str) -> Thread<'_> {
    Thread { name, path: name.replacen('#', "/issues/", 1) }
}

impl Coverage {
    fn of(rules: impl Iterator<Item = RuleCoverage>) -> Self {
        let mut sum = Self::default();
        for coverage in rules {
            match coverage {
                RuleCoverage::Covered => sum.covered += 1,
                RuleCoverage::Partly => sum.partly += 1,
                RuleCoverage::Uncovered => sum.uncovered += 1,
                RuleCoverage::NotAsked => sum.not_asked += 1,
                RuleCoverage::NotShown => sum.not_shown += 1,
            }
        }
        sum
    }

    const fn and(self, other: Self) -> Self {
        Self {
            covered: self.covered + other.covered,
            partly: self.partly + other.partly,
            uncovered: self.uncovered + other.uncovered,
            not_asked: self.not_asked + other.not_asked,
            not_shown: self.not_shown + other.not_shown,
        }
    }
}
