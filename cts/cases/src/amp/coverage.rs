//! The rules of C++ AMP that cases show, and whether some case would notice if the validator forgot one of them.

use super::judge;
use crate::case::Instance;
use crate::coverage::misses;
use crate::language::Amp;
use crate::outcome::Finding;
use crate::vocabulary::Verdict;
use amp_spec::{INVENTORY, Rule, RuleStatus, facts};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};

/// The number of executed programs that show a rule.
const INDEPENDENT: usize = 2;

/// The programs that show a rule.
#[derive(Debug, Clone, Copy)]
pub struct RuleCoverage {
    /// The rule.
    pub rule: &'static Rule,
    /// The status in its inventory.
    pub status: RuleStatus,
    /// Its entry in the inventory of the specification; `C++` for the rules of the language around it.
    pub inventory: &'static str,
    /// Accepted programs that claim it.
    pub accepting: usize,
    /// Rejected programs that claim it.
    pub rejecting: usize,
    /// Executed programs that claim it.
    pub executing: usize,
}

impl RuleCoverage {
    /// Returns true if the programs show it as its status says. A rule without an implementation needs none.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        match self.status {
            RuleStatus::Checked => self.accepting > 0 && self.rejecting > 0,
            RuleStatus::Executed => self.executing >= INDEPENDENT,
            RuleStatus::Modelled | RuleStatus::Open | RuleStatus::NotCovered(_) => true,
        }
    }
}

/// Counts the programs of each rule, in the order of the inventory.
#[must_use]
pub fn coverage(instances: &[Instance<Amp>]) -> Vec<RuleCoverage> {
    let of_rule = |rule: &'static Rule| {
        let facts = facts(rule)?;
        let (status, inventory) = (facts.status, facts.inventory);
        Some(RuleCoverage { rule, status, inventory, accepting: 0, rejecting: 0, executing: 0 })
    };
    let mut counts: Vec<RuleCoverage> = INVENTORY.rules.iter().filter_map(of_rule).collect();
    for count in &mut counts {
        for instance in instances.iter().filter(|instance| instance.rules.contains(&count.rule)) {
            match instance.expected.verdict {
                Verdict::Accept => count.accepting += 1,
                Verdict::Reject => count.rejecting += 1,
            }
            count.executing += usize::from(instance.host_call.is_some());
        }
    }
    counts
}

/// Drops the diagnostics of one rule after the other. Returns the rules that programs must break, and whose loss no case notices.
#[must_use]
pub fn knock_out(instances: &[Instance<Amp>]) -> Vec<&'static Rule> {
    let caught: HashSet<&'static Rule> = instances.par_iter().flat_map_iter(caught).collect();
    let is_missed = |rule: &&'static Rule| is_checked(rule) && !caught.contains(rule);
    INVENTORY.rules.iter().filter(is_missed).collect()
}

/// The rules whose loss a program notices.
fn caught(instance: &Instance<Amp>) -> Vec<&'static Rule> {
    let (_, findings) = judge(instance, &String::from_utf8_lossy(&instance.program));
    let rules: BTreeSet<&'static Rule> = findings.iter().flat_map(Finding::cited).collect();
    rules.into_iter().filter(|rule| misses(instance, &findings, rule)).collect()
}

/// Returns true if the validator reports programs that break a rule.
#[must_use]
pub fn is_checked(rule: &'static Rule) -> bool {
    facts(rule).is_some_and(|facts| facts.status == RuleStatus::Checked)
}
