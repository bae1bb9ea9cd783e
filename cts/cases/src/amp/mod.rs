//! C++ AMP: the check of a program by the validator of this project, and its execution.

pub mod coverage;
mod execution;

pub use execution::{HostCall, Place};

use crate::case::Instance;
use crate::compare::{Comparison, compare_findings, differs_by_unresolved};
use crate::language::Amp;
use crate::outcome::Finding;
use crate::vocabulary::Verdict;
use amp_spec::codes;
use cxx_validator::{Headers, Source};
use msl_validator::amp::Program;
use msl_validator::diagnostic::Diagnostic;
use shader_source::LineIndex;

/// Returns the meaning of a program, and what the validator finds in it.
fn judge(instance: &Instance<Amp>, text: &str) -> (Program, Vec<Finding>) {
    let definitions = &instance.case.request.metal.definitions;
    let program = msl_validator::amp::program(Source::text(text), definitions, Headers::NONE);
    let lines = LineIndex::new(text);
    // An execution shows whether all threads of a tile reach a barrier.
    let is_shown =
        |it: &&Diagnostic| instance.host_call.is_none() || it.rule.code != Some(codes::BARRIER_NON_UNIFORM);
    let diagnostics = program.module.diagnostics.iter().filter(is_shown);
    let findings = diagnostics.map(|found| Finding::new(found, &lines)).collect();
    (program, findings)
}

/// Checks a program, compares its diagnostics with the markers, and executes it if its case has a call. Nothing in it may be unresolved: a
/// case has all that it needs.
#[must_use]
pub fn check(instance: &Instance<Amp>) -> Comparison {
    let text = String::from_utf8_lossy(&instance.program);
    let (found, findings) = judge(instance, &text);
    let lines = LineIndex::new(&text);
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
    use super::coverage::{coverage, knock_out};
    use crate::compare::Comparison;
    use crate::discover::{Suite, discover};
    use crate::language::Amp;
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
    fn rules_are_shown_as_their_status_says() {
        let suite = suite();
        let coverage = coverage(&suite.instances);
        let missing = coverage.iter().filter(|rule| !rule.is_covered()).map(|rule| rule.rule.id);
        assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn a_lost_rule_is_noticed() {
        let suite = suite();
        let missed = knock_out(&suite.instances);
        assert_eq!(missed.iter().map(|rule| rule.id).collect::<Vec<_>>(), [""; 0]);
    }
}
