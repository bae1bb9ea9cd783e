//! The rules that the cases show, and whether some case would notice if the validator forgot one of them.

use crate::case::Instance;
use crate::compare::{Comparison, DifferenceKind, compare_findings};
use crate::judged::Judged;
use crate::language::Language;
use crate::outcome::{Finding, Outcome};
use crate::vocabulary::{ExecutorKind, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use wgsl_spec::{INVENTORY, Rule, RuleStage, ShownBy, facts};
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
pub fn testable(rule: &'static Rule) -> Testable {
    let Some(facts) = facts(rule) else { return Testable::No };
    match &facts.without_code {
        Some(without) => match without.shown_by {
            ShownBy::Accepting => Testable::ByAccepting,
            ShownBy::Proof => Testable::BothWays,
            ShownBy::Nothing => Testable::No,
        },
        None if rule.stage == RuleStage::Execution && rule.code.is_none() => Testable::ByExecution,
        None if facts.never_alone.is_some() => Testable::No,
        None if facts.only_broken.is_some() => Testable::ByRejecting,
        None => Testable::BothWays,
    }
}

/// The reason why no program can show a rule; `None` if one can.
#[must_use]
pub fn untestable(rule: &'static Rule) -> Option<&'static str> {
    let facts = facts(rule)?;
    let without = facts.without_code.as_ref().filter(|without| without.shown_by == ShownBy::Nothing);
    without.map(|without| without.reason).or(facts.never_alone)
}

/// The number of programs that show a rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleCoverage {
    /// The rule.
    pub rule: &'static Rule,
    /// The evidence that it needs.
    pub testable: Testable,
    /// Accepted programs.
    pub accepting: usize,
    /// Programs with a finding that names the rule, or rests on it.
    pub rejecting: usize,
    /// Programs that the reference executor runs with the expected results.
    pub executing: usize,
    /// Those among them that another implementation can fail, each counted once for all instances of its template.
    pub independent: usize,
}

impl RuleCoverage {
    /// Whether programs show all that they can; `None` if they can show nothing.
    #[must_use]
    pub const fn is_covered(&self) -> Option<bool> {
        self.testable.is_covered(self.accepting, self.rejecting, self.executing)
    }
}

/// Counts the programs of every rule, in the order of the inventory. `judged` are the answers of the validator and of
/// the reference executor. An accepted or executed program shows the rules that it claims; a rejected program shows those
/// that its findings name.
#[must_use]
pub fn coverage<'a>(judged: impl IntoIterator<Item = &'a Judged<'a>>) -> Vec<RuleCoverage> {
    let mut counts: Vec<RuleCoverage> = INVENTORY
        .rules
        .iter()
        .map(|rule| RuleCoverage {
            rule,
            testable: testable(rule),
            accepting: 0,
            rejecting: 0,
            executing: 0,
            independent: 0,
        })
        .collect();
    let mut independent = HashSet::new();
    for judged in judged {
        let Instance { case, template, .. } = judged.instance;
        let can_fail = judged.instance.execution.as_ref().is_some_and(|execution| execution.can_fail());
        let claimed = judged.instance.rules.iter();
        match (judged.executor, &judged.outcome, judged.instance.expected.verdict) {
            (ExecutorKind::Validator, _, Verdict::Accept) => {
                claimed.for_each(|rule| counts[usize::from(rule.number)].accepting += 1);
            }
            (ExecutorKind::Validator, Outcome::Judged(_, findings), Verdict::Reject) => {
                let cited: HashSet<&'static Rule> = findings.iter().flat_map(Finding::cited).collect();
                for rule in cited {
                    counts[usize::from(rule.number)].rejecting += 1;
                }
            }
            _ if judged.is_run_as_wanted() => {
                for rule in claimed {
                    let count = &mut counts[usize::from(rule.number)];
                    count.executing += 1;
                    let is_new = can_fail && independent.insert((*rule, &case.name, template));
                    count.independent += usize::from(is_new);
                }
            }
            _ => {}
        }
    }
    counts
}

/// Drops the findings of each rule in turn. Returns the rules that no case misses: without them, every program would
/// still be judged as its case expects.
#[must_use]
pub fn knock_out(judged: &[Judged]) -> Vec<&'static Rule> {
    let mut caught = HashSet::new();
    for judged in judged.iter().filter(|judged| judged.executor == ExecutorKind::Validator) {
        let Outcome::Judged(_, findings) = &judged.outcome else { continue };
        for rule in findings.iter().flat_map(Finding::cited) {
            if !caught.contains(&rule) && misses(judged.instance, findings, rule) {
                caught.insert(rule);
            }
        }
    }
    INVENTORY.rules.iter().filter(|rule| is_knocked_out(rule) && !caught.contains(rule)).collect()
}

/// Whether findings name the rule or rest on it, and some program can break it alone.
#[must_use]
pub fn is_knocked_out(rule: &'static Rule) -> bool {
    facts(rule).is_some_and(|facts| {
        (rule.code.is_some() && facts.never_alone.is_none())
            || facts.without_code.as_ref().is_some_and(|without| without.shown_by == ShownBy::Proof)
    })
}

/// Whether a case fails if the findings of a rule are dropped. For errors the verdict must change: another remaining
/// error would hide the loss from anyone who only checks whether a program is accepted.
pub(crate) fn misses<L: Language>(instance: &Instance<L>, findings: &[Finding], rule: &'static Rule) -> bool {
    let (dropped, left): (Vec<_>, Vec<_>) = findings.iter().cloned().partition(|finding| finding.cites(rule));
    let is_error = |finding: &Finding| finding.severity == Severity::Error;
    match compare_findings(instance, Verdict::of(&left), &left) {
        Comparison::Differs(difference) => {
            matches!(difference.kind, DifferenceKind::Verdict(_)) || !dropped.iter().any(is_error)
        }
        Comparison::Same | Comparison::NotAsked(_) => false,
    }
}
