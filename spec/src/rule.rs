//! The inventory of rules: every requirement that the text states.

use crate::Anchor;

/// Index of a [`Rule`] in [`RuleId::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct RuleId(pub u16);

/// When a broken rule is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleStage {
    /// Creating the shader module.
    ShaderCreation,
    /// Creating a pipeline.
    PipelineCreation,
    /// A rule about behaviour while a shader runs.
    Execution,
}

/// One requirement of the text.
#[derive(Debug)]
pub struct Rule {
    /// Stable name: `lex.null`.
    pub id: &'static str,
    /// Where the text states it.
    pub anchor: Anchor,
    /// When it is seen.
    pub stage: RuleStage,
    /// What it says, in our words.
    pub statement: &'static str,
    /// Whether the draft of 2022-04-11 has it: `same`, `changed`, `absent`.
    pub in_2022: &'static str,
    /// Why no diagnostic code can enforce it; `None` for rules that a code enforces, and for those about execution that
    /// running a program shows.
    pub without_code: Option<WithoutCode>,
    /// Why no program that is accepted can show it; `None` for rules that a program can keep.
    pub only_broken: Option<&'static str>,
}

/// Why no diagnostic code can enforce a rule.
#[derive(Debug)]
pub struct WithoutCode {
    /// In words.
    pub reason: &'static str,
    /// Whether a program that is accepted can show the rule: what it permits, or what a type or value turns out to be.
    pub is_shown_by_accepting: bool,
}

// `RULES: [Rule; N]`, `RuleId::get(self) -> &'static Rule`, `RuleId::ALL`, `RuleId::by_name(&str)`.
include!(concat!(env!("OUT_DIR"), "/rules.rs"));
