//! The results of the cases for Metal, which only the validator of this project judges: rule by rule, and the programs that it
//! judges differently.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wgsl_cts_cases::compare::Comparison;
use wgsl_cts_cases::metal::Judged;
use wgsl_cts_cases::metal::coverage::{Figures, RuleCoverage, figures};

/// The results of the cases for Metal.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq, Eq, Default)]
pub struct MetalResults {
    /// The number of programs.
    pub programs: usize,
    /// The entries of the inventory of the specification of which a rule is shown.
    pub entries: usize,
    /// All entries of the inventory.
    pub all_entries: usize,
    /// The rules that a program can show, in the order of the inventory.
    pub rules: Vec<MetalRuleResults>,
    /// The programs with a mismatch.
    pub different: Vec<MetalDifference>,
}

/// A rule of Metal and its results.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq, Eq)]
pub struct MetalRuleResults {
    /// Its id.
    pub id: String,
    /// The rule as a sentence.
    pub statement: String,
    /// The number of its section.
    pub section: String,
    /// Accepted programs that keep it.
    pub accepting: usize,
    /// Programs with a marker that names it.
    pub breaking: usize,
    /// Whether they show it.
    pub is_covered: bool,
    /// Programs of the rule with the expected result.
    pub same: usize,
    /// Programs of the rule with a mismatch.
    pub different: usize,
}

/// A program with a mismatch.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq, Eq)]
pub struct MetalDifference {
    /// Its whole name.
    pub program: String,
    /// The expected result: `accept` or `reject`.
    pub expected: String,
    /// Its mismatches, in one line.
    pub found: String,
}

/// The results of judged programs.
#[must_use]
pub fn metal_results(judged: &[Judged], coverage: &[RuleCoverage]) -> MetalResults {
    let Figures { entries, all_entries, .. } = figures(coverage);
    let rules = coverage.iter().filter(|rule| rule.shown_by.is_by_judging());
    MetalResults {
        programs: judged.len(),
        entries,
        all_entries,
        rules: rules.map(|rule| rule_results(rule, judged)).collect(),
        different: judged.iter().filter(|one| differs(one)).map(difference).collect(),
    }
}

fn rule_results(coverage: &RuleCoverage, judged: &[Judged]) -> MetalRuleResults {
    let rule = coverage.rule;
    let (different, same): (Vec<_>, Vec<_>) =
        judged.iter().filter(|one| one.instance.rules.contains(&coverage.rule)).partition(|one| differs(one));
    MetalRuleResults {
        id: rule.id.to_owned(),
        statement: rule.statement.to_owned(),
        section: rule.section.id.to_owned(),
        accepting: coverage.accepting,
        breaking: coverage.breaking,
        is_covered: coverage.is_covered(),
        same: same.len(),
        different: different.len(),
    }
}

const fn differs(judged: &Judged) -> bool {
    matches!(judged.comparison, Comparison::Differs(_))
}

fn difference(judged: &Judged) -> MetalDifference {
    let found: Vec<String> = judged
        .findings
        .iter()
        .map(|found| format!("{}:{}: {}", found.line, found.column, found.message))
        .collect();
    MetalDifference {
        program: judged.instance.name.clone(),
        expected: judged.instance.expected.verdict.name().to_owned(),
        found: found.join("; "),
    }
}
