//! C++ AMP: the check of a program by the validator of this project.

use crate::case::Instance;
use crate::compare::{Comparison, compare_findings, differs_by_unresolved};
use crate::language::Amp;
use crate::outcome::Finding;
use crate::vocabulary::Verdict;
use cxx_validator::{Headers, Source};
use shader_source::LineIndex;

/// Checks a program, and compares its diagnostics with the markers. Nothing in it may be unresolved: a case has all that it needs.
#[must_use]
pub fn check(instance: &Instance<Amp>) -> Comparison {
    let text = String::from_utf8_lossy(&instance.program);
    let definitions = &instance.case.request.metal.definitions;
    let found = msl_validator::amp::program(Source::text(&text), definitions, Headers::NONE);
    let lines = LineIndex::new(&text);
    let findings: Vec<_> = found.module.diagnostics.iter().map(|found| Finding::new(found, &lines)).collect();
    match compare_findings(instance, Verdict::of(&findings), &findings) {
        Comparison::Same => {}
        different @ (Comparison::Differs(_) | Comparison::NotAsked(_)) => return different,
    }
    let unresolved = found.unresolved.iter().map(|(span, reason)| {
        let place = lines.position(span.lo);
        format!("{}:{}: {reason}\n", place.line, place.column_utf16)
    });
    let unresolved: String = unresolved.collect();
    if unresolved.is_empty() { Comparison::Same } else { differs_by_unresolved(instance, &unresolved) }
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
}
