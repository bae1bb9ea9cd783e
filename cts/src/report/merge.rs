//! Merges the results of the shards of a run.
//!
//! A run is divided either by cases, so that no case is in two shards, or by executors, so that all shards have the
//! same cases and no executor is asked twice. Any mixture would count programs twice.

use super::MergeError;
use crate::results::{
    CaseResults, ClassResults, Counts, ExecutorResults, OutcomeResults, Results, RuleResults, Status,
};
use indexmap::IndexMap;
use std::collections::HashSet;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The division of a run into two shards.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    ByCases,
    ByExecutors,
}

/// Merges shards, in the given order.
///
/// # Errors
/// If there are none, or they can't belong to one run.
pub fn merge(shards: Vec<Results>) -> Result<Results, MergeError> {
    let mut shards = shards.into_iter();
    let mut merged = shards.next().ok_or(MergeError::Nothing)?;
    for shard in shards {
        merge_two(&mut merged, shard)?;
    }
    Ok(merged)
}

fn merge_two(into: &mut Results, shard: Results) -> Result<(), MergeError> {
    let division = division(into, &shard)?;
    into.version = into.version.max(shard.version);
    merge_executors(&mut into.executors, shard.executors)?;
    merge_rules(&mut into.rules, shard.rules)?;
    into.metal = into.metal.take().or(shard.metal);
    match division {
        Division::ByCases => into.cases.extend(shard.cases),
        Division::ByExecutors => merge_cases(&mut into.cases, shard.cases)?,
    }
    for class in shard.classes {
        let is_same = |known: &ClassResults| (&known.name, known.executor) == (&class.name, class.executor);
        if !into.classes.iter().any(is_same) {
            into.classes.push(class);
        }
    }
    for class in &mut into.classes {
        *class = class.clone().with_programs_of(&into.cases);
    }
    Ok(())
}

fn division(left: &Results, right: &Results) -> Result<Division, MergeError> {
    let names = |results: &Results| -> HashSet<String> {
        results.cases.iter().map(|case| case.name.clone()).collect()
    };
    let (left, right) = (names(left), names(right));
    if left.is_disjoint(&right) {
        return Ok(Division::ByCases);
    }
    if left == right {
        return Ok(Division::ByExecutors);
    }
    let twice = left.intersection(&right).min().cloned().unwrap_or_default();
    Err(MergeError::SharedCase(twice))
}

fn merge_executors(into: &mut Vec<ExecutorResults>, shard: Vec<ExecutorResults>) -> Result<(), MergeError> {
    for executor in shard {
        let Some(known) = into.iter_mut().find(|known| known.name == executor.name) else {
            into.push(executor);
            continue;
        };
        if let (Some(left), Some(right)) = (&known.release, &executor.release)
            && left != right
        {
            let (left, right) = (left.clone(), right.clone());
            return Err(MergeError::Releases { executor: executor.name.name(), left, right });
        }
        known.release = known.release.take().or(executor.release);
        known.missing = known.missing.take().filter(|_| executor.missing.is_some());
        known.counts = known.counts.and(executor.counts);
    }
    into.sort_by_key(|executor| executor.name);
    Ok(())
}

fn merge_rules(into: &mut [RuleResults], shard: Vec<RuleResults>) -> Result<(), MergeError> {
    if into.len() != shard.len() {
        return Err(MergeError::Rules);
    }
    for (known, rule) in into.iter_mut().zip(shard) {
        if known.id != rule.id || known.testable != rule.testable {
            return Err(MergeError::Rules);
        }
        known.executing += rule.executing;
        // Counted where the validator was asked, which is one shard of the same cases only.
        known.accepting += rule.accepting;
        known.rejecting += rule.rejecting;
        add_counts(&mut known.counts, &rule.counts);
    }
    Ok(())
}

fn add_counts(into: &mut IndexMap<ExecutorKind, Counts>, counts: &IndexMap<ExecutorKind, Counts>) {
    for (executor, counts) in counts {
        let known = into.entry(*executor).or_default();
        *known = known.and(*counts);
    }
    into.sort_unstable_keys();
}

/// Merges shards with the same cases.
fn merge_cases(into: &mut [CaseResults], shard: Vec<CaseResults>) -> Result<(), MergeError> {
    let mut by_name: IndexMap<String, CaseResults> =
        shard.into_iter().map(|case| (case.name.clone(), case)).collect();
    for known in into {
        let Some(case) = by_name.swap_remove(&known.name) else { continue };
        if let Some(executor) = case.counts.keys().find(|executor| known.counts.contains_key(*executor)) {
            return Err(MergeError::ExecutedTwice { executor: executor.name(), case: case.name.clone() });
        }
        if known.programs_in_all != case.programs_in_all {
            return Err(MergeError::Programs(case.name));
        }
        merge_programs(known, case);
    }
    Ok(())
}

/// A shard has only those programs of a generated case that its own executors judge differently.
fn merge_programs(into: &mut CaseResults, case: CaseResults) {
    let (left, right) = (plain(into), plain(&case));
    add_counts(&mut into.counts, &case.counts);
    for program in &mut into.programs {
        if !case.programs.iter().any(|other| other.name == program.name) {
            program.outcomes.extend(right.clone());
        }
    }
    for mut program in case.programs {
        if let Some(known) = into.programs.iter_mut().find(|known| known.name == program.name) {
            known.outcomes.append(&mut program.outcomes);
            // Only the shard with the validator has its messages.
            for (known, other) in known.diagnostics.iter_mut().zip(program.diagnostics) {
                known.message = known.message.take().or(other.message);
            }
        } else {
            program.outcomes.extend(left.clone());
            into.programs.push(program);
        }
    }
    for program in &mut into.programs {
        program.outcomes.sort_unstable_keys();
    }
}

/// The outcomes of a program that a generated case does not list. They are unknown for executors that were not asked
/// about some programs.
fn plain(case: &CaseResults) -> IndexMap<ExecutorKind, OutcomeResults> {
    let known = case.counts.iter().filter(|(_, counts)| case.is_generated && counts.not_asked == 0);
    let same = OutcomeResults {
        status: Status::Same,
        class: None,
        message: None,
        is_on_marked_line: None,
        is_executed_otherwise: false,
        textures: Vec::new(),
        likely_place: None,
    };
    known.map(|(executor, _)| (*executor, same.clone())).collect()
}
