//! What only Metal says about its rules: the consequence of breaking one, and its entry in the inventory of the specification.

use shader_source::{Rule, row};

/// The consequence of breaking a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum RuleClass {
    /// The program is rejected.
    Error,
    /// The behaviour or a value is undefined while the program runs.
    Undefined,
    /// No pipeline is created, or the program that uses it is wrong.
    Pipeline,
    /// The program is rejected for a version or platform that lacks what it uses.
    Version,
    /// A result lies outside of what the specification allows.
    Tolerance,
    /// An implementation rejects or misunderstands what the specification permits.
    Acceptance,
    /// The specification can be read in two ways, so a finding is a warning.
    Ambiguous,
}

/// The facts about a rule of Metal.
#[derive(Debug)]
pub struct RuleFacts {
    /// The consequence of breaking it.
    pub class: RuleClass,
    /// Its entry in the inventory of the specification, `T05`, which several rules can share; `C++` for requirements of C++14 alone.
    pub inventory: &'static str,
}

/// Returns the facts about a rule; `None` for rules of other inventories.
#[must_use]
pub fn facts(rule: &'static Rule) -> Option<&'static RuleFacts> {
    row(&FACTS, rule)
}

// `FACTS: [(&Rule, RuleFacts); N]`.
include!("generated/rule_facts.rs");
