//! What changed since an earlier run.
//!
//! Something got worse when a rule lost its coverage, when a program is judged otherwise that was not, when a known
//! difference is one no longer, or when a program that was judged as it must be is not asked about any more. What is gone
//! from the suite is not worse by itself: what it showed is missed by the coverage of its rules. An executor that was
//! missing in one of the runs is not compared.

use crate::results::{CaseResults, Counts, ExecutorResults, Results, Status};
use serde::Serialize;
use std::collections::HashMap;
use wgsl_cases::vocabulary::ExecutorKind;

/// What changed.
#[derive(Serialize, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The counts of each executor.
    pub executors: Vec<ExecutorChange>,
    /// Rules that are covered now.
    pub rules_covered: Vec<String>,
    /// Rules that were covered.
    pub rules_lost: Vec<String>,
    /// Rules that are new in the inventory.
    pub rules_new: Vec<String>,
    /// Rules that the inventory has no longer.
    pub rules_gone: Vec<String>,
    /// Programs whose status is another one: first what is worse.
    pub programs: Vec<ProgramChange>,
    /// New cases.
    pub cases_new: Vec<String>,
    /// Cases that are gone.
    pub cases_gone: Vec<String>,
}

/// How an executor stands against the earlier run.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub struct ExecutorChange {
    /// Who.
    pub name: ExecutorKind,
    /// The release then and now.
    pub releases: (Option<String>, Option<String>),
    /// Then.
    pub before: Counts,
    /// Now.
    pub now: Counts,
    /// Why it is not compared.
    pub not_compared: Option<String>,
}

/// How a program stands against the earlier run.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub struct ProgramChange {
    /// Better or worse.
    pub direction: Direction,
    /// Who judges.
    pub executor: ExecutorKind,
    /// The name of the case.
    pub case: String,
    /// Its own name.
    pub program: String,
    /// `None` when it is new.
    pub before: Option<Status>,
    /// Its status now.
    pub now: Status,
}

/// Where a change leads.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// What was good is not.
    Worse,
    /// What was not good is.
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
        changes
    }

    /// Whether something got worse.
    #[must_use]
    pub fn is_worse(&self) -> bool {
        !self.rules_lost.is_empty()
            || self.programs.iter().any(|program| program.direction == Direction::Worse)
    }

    /// How many programs changed in a direction.
    #[must_use]
    pub fn programs_that_are(&self, direction: Direction) -> usize {
        self.programs.iter().filter(|program| program.direction == direction).count()
    }

    /// What only running programs shows is lost only when programs were run, `is_run`, both times.
    fn compare_rules(&mut self, before: &Results, now: &Results, is_run: bool) {
        let mut old: HashMap<&str, Option<bool>> =
            before.rules.iter().map(|rule| (rule.id.as_str(), rule.is_covered())).collect();
        for rule in &now.rules {
            let was_covered = old.remove(rule.id.as_str());
            let is_covered = rule.is_covered() == Some(true);
            let is_compared = is_run || rule.testable != "by-execution";
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
        None => Some(format!("{when} run does not know it")),
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
    ExecutorKind::ALL.into_iter().map(change).collect()
}

fn by_name(results: &Results) -> HashMap<&str, &CaseResults> {
    results.cases.iter().map(|case| (case.name.as_str(), case)).collect()
}

fn programs(before: &Results, now: &Results, compared: &[ExecutorKind]) -> Vec<ProgramChange> {
    let old = by_name(before);
    let mut changes = Vec::new();
    for case in &now.cases {
        let statuses = statuses(case);
        let earlier = old.get(case.name.as_str());
        let known = earlier.map(|earlier| self::statuses(earlier)).unwrap_or_default();
        // Of an abridged case a run lists only what is judged otherwise.
        let mut names: Vec<&str> = statuses.keys().copied().collect();
        if case.is_abridged {
            names.extend(known.keys().filter(|name| !statuses.contains_key(*name)));
        }
        names.sort_unstable();
        for program in names {
            for executor in compared {
                let now = status(case, statuses.get(program).copied(), *executor);
                let before = earlier.and_then(|case| status(case, known.get(program).copied(), *executor));
                let Some(now) = now else { continue };
                if let Some(direction) = direction(before, now) {
                    changes.push(ProgramChange {
                        direction,
                        executor: *executor,
                        case: case.name.clone(),
                        program: program.to_owned(),
                        before,
                        now,
                    });
                }
            }
        }
    }
    changes.sort_by_key(|change| (change.direction, change.executor));
    changes
}

type Listed<'a> = &'a crate::results::ProgramResults;

fn statuses(case: &CaseResults) -> HashMap<&str, Listed<'_>> {
    case.programs.iter().map(|program| (program.name.as_str(), program)).collect()
}

/// What an executor made of a program; one that an abridged case does not list is judged the same, or not at all when no
/// program of the case is.
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

/// Where a change leads; `None` when there is nothing to say.
fn direction(before: Option<Status>, now: Status) -> Option<Direction> {
    match (before, now) {
        (Some(before), now) if before == now => None,
        (None, Status::Same | Status::Finding | Status::NotAsked) => None,
        (_, Status::Unexpected) | (Some(Status::Same), _) => Some(Direction::Worse),
        (_, Status::Same) | (Some(Status::Unexpected), _) => Some(Direction::Better),
        (_, Status::Finding | Status::NotAsked) => Some(Direction::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::{Direction, direction};
    use crate::results::Status::{Finding, NotAsked, Same, Unexpected};

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
            (Some(NotAsked), Finding, Some(Direction::Other)),
            (Some(Finding), NotAsked, Some(Direction::Other)),
            (None, Finding, None),
            (None, Same, None),
        ] {
            assert_eq!(direction(before, now), expected, "{before:?} to {now:?}");
        }
    }
}
