//! What only WGSL says about its rules: comparisons with the draft of 2022, and exceptions from what the suite shows.

use shader_source::{Rule, row};

/// The facts about a rule of WGSL.
#[derive(Debug)]
pub struct RuleFacts {
    /// Whether the draft of 2022-04-11 has it: `same`, `changed`, `absent`, or `only` if the current edition has it not.
    pub in_2022: &'static str,
    /// The reason why no diagnostic code can enforce it; `None` for rules that a code enforces, and for rules of
    /// execution that running a program shows.
    pub without_code: Option<WithoutCode>,
    /// The reason why no accepted program can show it; `None` for rules that a program can keep.
    pub only_broken: Option<&'static str>,
    /// The reason why no program of the suite can break it alone; `None` for rules that a program can.
    pub never_alone: Option<&'static str>,
    /// The reason why no result of a program contradicts it; `None` for rules that an implementation can get wrong.
    pub without_result: Option<&'static str>,
}

/// The reason why no diagnostic code can enforce a rule.
#[derive(Debug)]
pub struct WithoutCode {
    /// In words.
    pub reason: &'static str,
    /// The way in which a program can show the rule nevertheless.
    pub shown_by: ShownBy,
}

/// The way in which a program can show a rule that no finding names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownBy {
    /// By being accepted: the rule permits something, or determines a type or value.
    Accepting,
    /// By a finding that cites it as a step of its proof.
    Proof,
    /// No program can.
    Nothing,
}

/// The rules for the same mistake in a const-expression, which is an error at shader creation, and in an
/// override-expression, which is one at pipeline creation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StagedRule {
    /// The rule of const-expressions.
    pub at_const: &'static Rule,
    /// The rule of override-expressions.
    pub at_override: &'static Rule,
}

/// Returns the facts about a rule; `None` for rules of other inventories.
#[must_use]
pub fn facts(rule: &'static Rule) -> Option<&'static RuleFacts> {
    row(&FACTS, rule)
}

// `FACTS: [(&Rule, RuleFacts); N]`.
include!("generated/rule_facts.rs");
