//! C++ AMP: the check of a program by the validator of this project, and its execution.

mod execution;

pub use execution::{HostCall, Place};

use crate::case::Instance;
use crate::compare::{Comparison, compare_findings, differs_by_unresolved};
use crate::language::Amp;
use crate::outcome::Finding;
use crate::vocabulary::Verdict;
use amp_spec::codes;
use cxx_validator::{Headers, Source};
use msl_validator::diagnostic::Diagnostic;
use shader_source::LineIndex;

/// Checks a program, compares its diagnostics with the markers, and executes it if its case has a call. Nothing in it may be unresolved: a
/// case has all that it needs.
#[must_use]
pub fn check(instance: &Instance<Amp>) -> Comparison {
    let text = String::from_utf8_lossy(&instance.program);
    let definitions = &instance.case.request.metal.definitions;
    let found = msl_validator::amp::program(Source::text(&text), definitions, Headers::NONE);
    let lines = LineIndex::new(&text);
    // An execution shows whether all threads of a tile reach a barrier.
    let is_shown =
        |it: &&Diagnostic| instance.host_call.is_none() || it.rule.code != Some(codes::BARRIER_NON_UNIFORM);
    let diagnostics = found.module.diagnostics.iter().filter(is_shown);
    let findings: Vec<_> = diagnostics.map(|found| Finding::new(found, &lines)).collect();
    match compare_findings(instance, Verdict::of(&findings), &findings) {
        Comparison::Same => {}
        different @ (Comparison::Differs(_) | Comparison::NotAsked(_)) => return different,
    }
    let unresolved = found.unresolved.iter().map(|(span, reason)| {
        let place = lines.position(span.lo);
        format!("{}:{}: {reason}\n", place.line, place.column_utf16)
    });
    let unresolved: String = unresolved.collect();
    if !unresolved.is_empty() {
        return differs_by_unresolved(instance, &unresolved);
    }
    match &instance.host_call {
        Some(call) => execution::check(instance, &found, &lines, call),
        None => Comparison::Same,
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::compare::Comparison;
    use crate::discover::{Suite, discover};
    use crate::language::Amp;
    use crate::vocabulary::Verdict;
    use amp_spec::{INVENTORY, Rule, RuleStatus, facts};
    use rayon::prelude::*;
    use std::path::Path;

    fn suite() -> Suite<Amp> {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
        discover(&fixtures, "").expect("the folder can be read")
    }

    #[test]
    fn programs_are_checked_as_their_markers_say() {
        let suite = suite();
        let problems: Vec<String> = suite.problems.iter().map(ToString::to_string).collect();
        assert!(problems.is_empty(), "{}", problems.join("\n"));
        let differences = suite.instances.par_iter().filter_map(|instance| match check(instance) {
            Comparison::Differs(difference) => Some(difference.message),
            Comparison::Same | Comparison::NotAsked(_) => None,
        });
        let differences: Vec<String> = differences.collect();
        assert!(differences.is_empty(), "{} differ\n{}", differences.len(), differences.join("\n"));
        assert!(suite.instances.len() >= 390, "found {} programs", suite.instances.len());
    }

    #[test]
    fn checked_rules_have_an_accepted_and_a_rejected_program() {
        let suite = suite();
        let has = |rule: &Rule, verdict: Verdict| {
            let mut instances =
                suite.instances.iter().filter(|instance| instance.expected.verdict == verdict);
            instances.any(|instance| instance.rules.iter().any(|shown| shown.id == rule.id))
        };
        let is_checked =
            |rule: &&'static Rule| facts(rule).is_some_and(|facts| facts.status == RuleStatus::Checked);
        for rule in INVENTORY.rules.iter().filter(is_checked) {
            assert!(has(rule, Verdict::Accept) && has(rule, Verdict::Reject), "{}", rule.id);
        }
    }

    #[test]
    fn executed_rules_have_two_executed_programs() {
        let suite = suite();
        let count = |rule: &Rule| {
            let executed = suite.instances.iter().filter(|instance| instance.host_call.is_some());
            executed.filter(|instance| instance.rules.iter().any(|shown| shown.id == rule.id)).count()
        };
        let is_executed =
            |rule: &&'static Rule| facts(rule).is_some_and(|facts| facts.status == RuleStatus::Executed);
        let rules = INVENTORY.rules.iter().filter(is_executed);
        let unshown: Vec<&str> = rules.filter(|rule| count(rule) < 2).map(|rule| rule.id).collect();
        assert!(unshown.is_empty(), "{}", unshown.join(", "));
    }
}
