//! How much of the text the cases show, and whether they would notice if the validator forgot one of its codes.

use crate::case::Instance;
use crate::compare::{Comparison, DifferenceKind, compare};
use crate::judged::Judged;
use crate::outcome::{Finding, Outcome};
use crate::rules;
use crate::vocabulary::{ExecutorKind, Verdict};
use std::collections::HashSet;
use wgsl_spec::{Code, RuleId, RuleStage};
use wgsl_validator::diagnostic::Severity;

/// What it takes to show a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Testable {
    /// A program that keeps it and is accepted, and one that breaks it and is rejected.
    BothWays,
    /// A program that is accepted: nothing can break it.
    ByAccepting,
    /// A program that breaks it and is rejected: nothing can keep it.
    ByRejecting,
    /// A program that an executor runs, and of which comes what must come of it.
    ByExecution,
    /// No program shows it; the reason.
    No(&'static str),
}

impl Testable {
    /// In words, as reports have it.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::BothWays => "both-ways",
            Self::ByAccepting => "by-accepting",
            Self::ByRejecting => "by-rejecting",
            Self::ByExecution => "by-execution",
            Self::No(_) => "no",
        }
    }
}

/// What it takes to show a rule.
#[must_use]
pub fn testable(rule: RuleId) -> Testable {
    let rule_data = rule.get();
    match &rule_data.without_code {
        Some(without) if without.is_shown_by_accepting => Testable::ByAccepting,
        Some(without) => Testable::No(without.reason),
        None if rule_data.stage == RuleStage::Execution && !rules::is_cited(rule) => Testable::ByExecution,
        None if rule_data.only_broken.is_some() => Testable::ByRejecting,
        None => Testable::BothWays,
    }
}

/// How many programs show a rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleCoverage {
    /// The rule.
    pub rule: RuleId,
    /// What it takes.
    pub testable: Testable,
    /// Programs that are accepted.
    pub accepting: usize,
    /// Programs that are rejected with a code that cites the rule.
    pub rejecting: usize,
    /// Programs that the reference executor runs as their case wants it.
    pub executing: usize,
}

impl RuleCoverage {
    /// Whether programs show all that they can; `None` when they can show nothing.
    #[must_use]
    pub const fn is_covered(&self) -> Option<bool> {
        match self.testable {
            Testable::BothWays => Some(self.accepting > 0 && self.rejecting > 0),
            Testable::ByAccepting => Some(self.accepting > 0),
            Testable::ByRejecting => Some(self.rejecting > 0),
            Testable::ByExecution => Some(self.executing > 0),
            Testable::No(_) => None,
        }
    }
}

/// Counts for every rule, in the order of the text. Of `judged`, what the reference executor has run counts.
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

/// Switches every code off in turn. Gives the codes that no case misses: without them, every program would be judged as
/// its case wants it.
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

/// Whether a case fails when a code is not raised. For errors it must fail by its verdict: another error that stays would
/// hide the loss from anyone who asks only whether a program is accepted.
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
