//! The changes since an earlier run.
//!
//! A run is worse if a rule lost its coverage, a program is unexpectedly judged differently and was not before, a
//! known difference has disappeared, or a program that was judged as expected is no longer asked about. Removed cases
//! are not worse by themselves: the coverage of their rules shows the loss. An executor that is missing in one of the
//! runs is not compared.

use crate::results::{CaseResults, ClassResults, Counts, ExecutorResults, Results, Status};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};
use wgsl_cts_cases::coverage::Testable;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The changes.
#[derive(Serialize, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The counts of each executor.
    pub executors: Vec<ExecutorChange>,
    /// Rules that have become covered.
    pub rules_covered: Vec<String>,
    /// Rules that are no longer covered.
    pub rules_lost: Vec<String>,
    /// Rules that are new in the inventory.
    pub rules_new: Vec<String>,
    /// Rules that the inventory no longer has.
    pub rules_gone: Vec<String>,
    /// Programs with another status or class, the worse ones first.
    pub programs: Vec<ProgramChange>,
    /// Classes that have programs now, and had none.
    pub causes_new: Vec<String>,
    /// Classes that had programs, and have none now.
    pub causes_gone: Vec<String>,
    /// New cases.
    pub cases_new: Vec<String>,
    /// Removed cases.
    pub cases_gone: Vec<String>,
}

/// The change of an executor's counts.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub struct ExecutorChange {
    /// The executor.
    pub name: ExecutorKind,
    /// The earlier and the current release.
    pub releases: (Option<String>, Option<String>),
    /// The earlier counts.
    pub before: Counts,
    /// The current counts.
    pub now: Counts,
    /// The reason why it is not compared, if any.
    pub not_compared: Option<String>,
}

/// The change of a program's outcome.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub struct ProgramChange {
    /// Whether it became better or worse.
    pub direction: Direction,
    /// The executor.
    pub executor: ExecutorKind,
    /// The name of the case.
    pub case: String,
    /// Its own name.
    pub program: String,
    /// The earlier status; `None` for a new program.
    pub before: Option<Status>,
    /// The current status.
    pub now: Status,
    /// The earlier and the current class of a finding.
    pub classes: (Option<String>, Option<String>),
}

/// The direction of a change.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From good to bad.
    Worse,
    /// From bad to good.
    Better,
    /// Neither.
    Other,
}

impl Changes {
    /// Compares a run with an earlier one.
    #[must_use]
    pub fn between(before: &Results, now: &Results) -> Self {
        let executors = executors(before, now);
        let compared: Vec<ExecutorKind> = executors
            .iter()
            .filter(|executor| executor.not_compared.is_none())
            .map(|executor| executor.name)
            .collect();
        let mut changes = Self { executors, programs: programs(before, now, &compared), ..Self::default() };
        changes.compare_rules(before, now, compared.contains(&ExecutorKind::Reference));
        let (old, new) = (by_name(before), by_name(now));
        let names = |of: &Results, other: &HashMap<&str, &CaseResults>| -> Vec<String> {
            let missing = of.cases.iter().filter(|case| !other.contains_key(case.name.as_str()));
            missing.map(|case| case.name.clone()).collect()
        };
        changes.cases_new = names(now, &old);
        changes.cases_gone = names(before, &new);
        changes.causes_new = causes(now, before, &compared);
        changes.causes_gone = causes(before, now, &compared);
        changes
    }

    /// Whether something got worse.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        !self.rules_lost.is_empty()
            || self.programs.iter().any(|program| program.direction == Direction::Worse)
    }

    /// The number of programs that changed in a direction.
    #[must_use]
    pub fn programs_that_are(&self, direction: Direction) -> usize {
        self.programs.iter().filter(|program| program.direction == direction).count()
    }

    /// Rules that only execution can show are lost only if both runs executed programs, `is_run`.
    fn compare_rules(&mut self, before: &Results, now: &Results, is_run: bool) {
        let mut old: HashMap<&str, Option<bool>> =
            before.rules.iter().map(|rule| (rule.id.as_str(), rule.is_covered())).collect();
        for rule in &now.rules {
            let was_covered = old.remove(rule.id.as_str());
            let is_covered = rule.is_covered() == Some(true);
            let is_compared = is_run || rule.testable != Testable::ByExecution;
            match was_covered {
                None => self.rules_new.push(rule.id.clone()),
                Some(Some(true)) if is_compared && rule.is_covered() == Some(false) => {
                    self.rules_lost.push(rule.id.clone());
                }
                Some(_) => {}
            }
            if is_covered && was_covered.flatten() != Some(true) {
                self.rules_covered.push(rule.id.clone());
            }
        }
        let gone = before.rules.iter().filter(|rule| old.contains_key(rule.id.as_str()));
        self.rules_gone = gone.map(|rule| rule.id.clone()).collect();
    }
}

fn executors(before: &Results, now: &Results) -> Vec<ExecutorChange> {
    let find = |results: &Results, name| -> Option<ExecutorResults> {
        results.executors.iter().find(|executor| executor.name == name).cloned()
    };
    let missing = |executor: Option<&ExecutorResults>, when: &str| match executor {
        None => Some(format!("{when} run does not have it")),
        Some(executor) => executor.missing.as_ref().map(|_| format!("it was missing in {when} run")),
    };
    let change = |name: ExecutorKind| {
        let (old, new) = (find(before, name), find(now, name));
        let not_compared = missing(old.as_ref(), "the earlier").or_else(|| missing(new.as_ref(), "this"));
        let counts =
            |executor: Option<&ExecutorResults>| executor.map(|found| found.counts).unwrap_or_default();
        ExecutorChange {
            name,
            before: counts(old.as_ref()),
            now: counts(new.as_ref()),
            releases: (old.and_then(|found| found.release), new.and_then(|found| found.release)),
            not_compared,
        }
    };
    let outside = before.executors.iter().chain(&now.executors).map(|executor| executor.name);
    let outside: BTreeSet<ExecutorKind> = outside.filter(|executor| executor.is_outside()).collect();
    ExecutorKind::ALL.into_iter().chain(outside).map(change).collect()
}

/// The classes with programs in `of` and without any in `other`.
fn causes(of: &Results, other: &Results, compared: &[ExecutorKind]) -> Vec<String> {
    let is_shown = |results: &Results, class: &ClassResults| {
        let is_same = |known: &&ClassResults| (&known.name, known.executor) == (&class.name, class.executor);
        results.classes.iter().find(is_same).is_some_and(|known| known.programs > 0)
    };
    let mine = of.classes.iter().filter(|class| compared.contains(&class.executor) && class.programs > 0);
    let alone = mine.filter(|class| !is_shown(other, class));
    alone.map(|class| format!("{} ({})", class.name, class.executor.name())).collect()
}

fn by_name(results: &Results) -> HashMap<&str, &CaseResults> {
    results.cases.iter().map(|case| (case.name.as_str(), case)).collect()
}

fn programs(before: &Results, now: &Results, compared: &[ExecutorKind]) -> Vec<ProgramChange> {
    let changes = pairs(before, now, compared).into_iter().filter_map(|pair| {
        let moved =
            (pair.before == Some(pair.now) && pair.classes.0 != pair.classes.1).then_some(Direction::Other);
        let direction = direction(pair.before, pair.now).or(moved)?;
        let Pair { executor, case, program, before, now, classes } = pair;
        let classes = (classes.0.map(str::to_owned), classes.1.map(str::to_owned));
        let (case, program) = (case.to_owned(), program.to_owned());
        Some(ProgramChange { direction, executor, case, program, before, now, classes })
    });
    let mut changes: Vec<ProgramChange> = changes.collect();
    changes.sort_by_key(|change| (change.direction, change.executor));
    changes
}

/// The outcomes of a program in two runs.
pub(super) struct Pair<'a> {
    /// The executor.
    pub executor: ExecutorKind,
    /// The name of the case.
    pub case: &'a str,
    /// Its own name.
    pub program: &'a str,
    /// The earlier status; `None` for a new program.
    pub before: Option<Status>,
    /// The later status.
    pub now: Status,
    /// The earlier and the later class of a finding.
    classes: (Option<&'a str>, Option<&'a str>),
}

/// The programs of the later run that one of the two lists, by case, name and executor.
pub(super) fn pairs<'a>(before: &'a Results, now: &'a Results, compared: &[ExecutorKind]) -> Vec<Pair<'a>> {
    let old = by_name(before);
    let mut pairs = Vec::new();
    for case in &now.cases {
        let statuses = statuses(case);
        let earlier = old.get(case.name.as_str());
        let known = earlier.map(|earlier| self::statuses(earlier)).unwrap_or_default();
        // An abridged case lists only the programs that are judged differently.
        let mut names: Vec<&str> = statuses.keys().copied().collect();
        if case.is_abridged {
            names.extend(known.keys().filter(|name| !statuses.contains_key(*name)));
        }
        names.sort_unstable();
        for program in names {
            let (was, is) = (known.get(program).copied(), statuses.get(program).copied());
            for executor in compared {
                let before = earlier.and_then(|case| status(case, was, *executor));
                let Some(now) = status(case, is, *executor) else { continue };
                let classes = (class(was, *executor), class(is, *executor));
                pairs.push(Pair { executor: *executor, case: &case.name, program, before, now, classes });
            }
        }
    }
    pairs
}

/// The class of a listed program.
fn class(program: Option<Listed<'_>>, executor: ExecutorKind) -> Option<&str> {
    program?.outcomes.get(&executor)?.class.as_deref()
}

type Listed<'a> = &'a crate::results::ProgramResults;

fn statuses(case: &CaseResults) -> HashMap<&str, Listed<'_>> {
    case.programs.iter().map(|program| (program.name.as_str(), program)).collect()
}

/// The status of a program. Unlisted programs of an abridged case were judged as expected, or not asked about if no
/// program of the case was judged.
fn status(case: &CaseResults, program: Option<Listed<'_>>, executor: ExecutorKind) -> Option<Status> {
    match program {
        Some(program) => program.outcomes.get(&executor).map(|outcome| outcome.status),
        None if case.is_abridged => {
            let counts = case.counts.get(&executor)?;
            Some(if counts.same == 0 && counts.not_asked > 0 { Status::NotAsked } else { Status::Same })
        }
        None => None,
    }
}

/// The direction of a change; `None` if it is not worth reporting.
fn direction(before: Option<Status>, now: Status) -> Option<Direction> {
    match (before, now) {
        (Some(before), now) if before == now => None,
        (None, now) if now != Status::Unexpected => None,
        (Some(before), now) if before.has_expected_verdict() && now.has_expected_verdict() => {
            Some(Direction::Other)
        }
        (_, Status::Unexpected) => Some(Direction::Worse),
        (Some(before), _) if before.has_expected_verdict() => Some(Direction::Worse),
        (Some(Status::Unexpected), _) => Some(Direction::Better),
        (_, now) if now.has_expected_verdict() => Some(Direction::Better),
        (_, _) => Some(Direction::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, direction};
    use crate::results::Status::{Finding, NotAsked, NotImplemented, OtherLine, Same, Unexpected};

    #[test]
    fn a_change_has_a_direction() {
        for (before, now, expected) in [
            (Some(Same), Same, None),
            (Some(Same), Finding, Some(Direction::Worse)),
            (Some(Same), Unexpected, Some(Direction::Worse)),
            (Some(Same), NotAsked, Some(Direction::Worse)),
            (Some(Finding), Unexpected, Some(Direction::Worse)),
            (Some(NotAsked), Unexpected, Some(Direction::Worse)),
            (None, Unexpected, Some(Direction::Worse)),
            (Some(Finding), Same, Some(Direction::Better)),
            (Some(Unexpected), Finding, Some(Direction::Better)),
            (Some(Unexpected), Same, Some(Direction::Better)),
            (Some(NotAsked), Same, Some(Direction::Better)),
            (Some(Same), OtherLine, Some(Direction::Other)),
            (Some(NotImplemented), Same, Some(Direction::Other)),
            (Some(OtherLine), Finding, Some(Direction::Worse)),
            (Some(Finding), NotImplemented, Some(Direction::Better)),
            (Some(NotAsked), Finding, Some(Direction::Other)),
            (Some(Finding), NotAsked, Some(Direction::Other)),
            (None, Finding, None),
            (None, Same, None),
            (None, OtherLine, None),
        ] {
            assert_eq!(direction(before, now), expected, "{before:?} to {now:?}");
        }
    }
}
