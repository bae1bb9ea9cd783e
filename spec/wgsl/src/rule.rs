//! The inventory of rules: every requirement that the specification states.

use crate::Anchor;

/// Index of a [`Rule`] in [`RuleId::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct RuleId(pub u16);

/// The time at which a broken rule is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleStage {
    /// Creating the shader module.
    ShaderCreation,
    /// Creating a pipeline.
    PipelineCreation,
    /// A rule about behaviour while a shader runs.
    Execution,
}

/// One requirement of the specification.
#[derive(Debug)]
pub struct Rule {
    /// Stable name: `lex.null`.
    pub id: &'static str,
    /// The place of the rule in the specification.
    pub anchor: Anchor,
    /// The time at which a broken rule is found.
    pub stage: RuleStage,
    /// The requirement in our words.
    pub statement: &'static str,
    /// Whether the draft of 2022-04-11 has it: `same`, `changed`, `absent`.
    pub in_2022: &'static str,
    /// The reason why no diagnostic code can enforce it; `None` for rules that a code enforces, and for rules of
    /// execution that running a program shows.
    pub without_code: Option<WithoutCode>,
    /// The reason why no accepted program can show it; `None` for rules that a program can keep.
    pub only_broken: Option<&'static str>,
}

/// The reason why no diagnostic code can enforce a rule.
#[derive(Debug)]
pub struct WithoutCode {
    /// In words.
    pub reason: &'static str,
    /// Whether an accepted program can show the rule: it permits something, or determines a type or value.
    pub is_shown_by_accepting: bool,
}

impl RuleId {
    /// The number of rules.
    pub const COUNT: usize = Self::ALL.len();

    /// The rule with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let found = RULES_BY_NAME.binary_search_by(|index| Self(*index).get().id.cmp(name)).ok()?;
        Some(Self(RULES_BY_NAME[found]))
    }
}

// `RULES: [Rule; N]`, `RULES_BY_NAME: [u16; N]`, `RuleId::ALL`, `RuleId::get(self) -> &'static Rule`.
include!(concat!(env!("OUT_DIR"), "/rules.rs"));
