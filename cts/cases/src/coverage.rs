//! The rules that the cases show, and whether some case would notice if the validator forgot one of its codes.

use crate::case::Instance;
use crate::compare::{Comparison, DifferenceKind, compare};
use crate::judged::Judged;
use crate::outcome::{Finding, Outcome};
use crate::rules;
use crate::vocabulary::{ExecutorKind, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use wgsl_spec::{Code, RuleId, RuleStage};
use wgsl_validator::diagnostic::Severity;

/// The evidence that shows a rule.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Testable {
    /// An accepted program that keeps it, and a rejected one that breaks it.
    BothWays,
    /// An accepted program: nothing can break it.
    ByAccepting,
    /// A rejected program that breaks it: nothing can keep it.
    ByRejecting,
    /// A program that an executor runs with the expected results.
    ByExecution,
    /// No program can show it.
    No,
}

impl Testable {
    /// Its name in `results.json`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BothWays => "both-ways",
            Self::ByAccepting => "by-accepting",
            Self::ByRejecting => "by-rejecting",
            Self::ByExecution => "by-execution",
            Self::No => "no",
        }
    }

    /// Whether this many accepted, rejected and executed programs show all that can be shown; `None` if nothing can.
    #[must_use]
    pub const fn is_covered(self, accepting: usize, rejecting: usize, executing: usize) -> Option<bool> {
        match self {
            Self::BothWays => Some(accepting > 0 && rejecting > 0),
            Self::ByAccepting => Some(accepting > 0),
            Self::ByRejecting => Some(rejecting > 0),
            Self::ByExecution => Some(executing > 0),
            Self::No => None,
        }
    }
}

/// The evidence that shows a rule.
#[must_use]
pub fn testable(rule: RuleId) -> Testable {
    let rule_data = rule.get();
    match &rule_data.without_code {
        Some(without) if without.is_shown_by_accepting => Testable::ByAccepting,
        Some(_) => Testable::No,
        None if rule_data.stage == RuleStage::Execution && !rules::is_cited(rule) => Testable::ByExecution,
        None if rule_data.only_broken.is_some() => Testable::ByRejecting,
        None => Testable::BothWays,
    }
}

/// The reason why no program can show a rule; `None` if one can.
#[must_use]
pub fn untestable(rule: RuleId) -> Option<&'static str> {
    let without = rule.get().without_code.as_ref().filter(|without| !without.is_shown_by_accepting);
    without.map(|without| without.reason)
}

/// The number of programs that show a rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleCoverage {
    /// The rule.
    pub rule: RuleId,
    /// The evidence that it needs.
    pub testable: Testable,
    /// Accepted programs.
    pub accepting: usize,
    /// Rejected programs with a code that cites the rule.
    pub rejecting: usize,
    /// Programs that the reference executor runs with the expected results.
    pub executing: usize,
}

impl RuleCoverage {
    /// Whether programs show all that they can; `None` if they can show nothing.
    #[must_use]
    pub const fn is_covered(&self) -> Option<bool> {
        self.testable.is_covered(self.accepting, self.rejecting, self.executing)
    }
}

/// Counts the programs of every rule, in the order of the inventory. `judged` provides the executed ones.
#[must_use]
pub fn coverage(instances: &[Instance], judged: &[Judged]) -> Vec<RuleCoverage> {
    let mut counts: Vec<RuleCoverage> = RuleId::ALL
        .iter()
        .map(|rule| RuleCoverage {
            rule: *rule,
            testable: testable(*rule),
            accepting: 0,
            rejecting: 0,
            executing: 0,
        })
        .collect();
    for instance in instances {
        for rule in &instance.case.rules {
            let count = &mut counts[rule.0 as usize];
            match instance.expected.verdict {
                Verdict::Accept => count.accepting += 1,
                Verdict::Reject if cites(instance, *rule) => count.rejecting += 1,
                Verdict::Reject => {}
            }
        }
    }
    for judged in judged.iter().filter(|judged| judged.is_run_as_wanted()) {
        for rule in &judged.instance.case.rules {
            counts[rule.0 as usize].executing += 1;
        }
    }
    counts
}

fn cites(instance: &Instance, rule: RuleId) -> bool {
    let mut errors = instance.expected.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.any(|found| found.code.info().rules.contains(&rule))
}

/// Switches off each code in turn. Returns the codes that no case misses: without them, every program would still be
/// judged as its case expects.
#[must_use]
pub fn knock_out(judged: &[(&Instance, Outcome)]) -> Vec<Code> {
    let mut caught = HashSet::new();
    for (instance, outcome) in judged {
        let Outcome::Judged(_, findings) = outcome else { continue };
        let codes: HashSet<Code> = findings.iter().filter_map(|finding| finding.code).collect();
        for code in codes {
            if !caught.contains(&code) && misses(instance, outcome, code) {
                caught.insert(code);
            }
        }
    }
    Code::ALL.iter().copied().filter(|code| !caught.contains(code)).collect()
}

/// Whether a case fails if a code is not raised. For errors the verdict must change: another remaining error would hide
/// the loss from anyone who only checks whether a program is accepted.
fn misses(instance: &Instance, outcome: &Outcome, code: Code) -> bool {
    let Outcome::Judged(_, findings) = outcome else { return false };
    let is_other = |finding: &&Finding| finding.code != Some(code);
    let left: Vec<_> = findings.iter().filter(is_other).cloned().collect();
    let rejects = left.iter().any(|finding| finding.severity == Severity::Error);
    let verdict = if rejects { Verdict::Reject } else { Verdict::Accept };
    let was_error =
        findings.iter().any(|finding| finding.code == Some(code) && finding.severity == Severity::Error);
    match compare(ExecutorKind::Validator, instance, &Outcome::Judged(verdict, left)) {
        Comparison::Differs(difference) => {
            matches!(difference.kind, DifferenceKind::Verdict(_)) || !was_error
        }
        Comparison::Same | Comparison::NotAsked(_) => false,
    }
}
