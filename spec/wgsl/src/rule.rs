//! The inventory of rules: every requirement that the specification states.

use crate::diagnostic::RULE_PROGRAMS;
use crate::{Anchor, Code, Example};

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
    /// The family of the findings that name it; `None` if none does.
    pub code: Option<Code>,
    /// The place of the rule in the specification.
    pub anchor: Anchor,
    /// The time at which a broken rule is found.
    pub stage: RuleStage,
    /// The requirement in our words.
    pub statement: &'static str,
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

/// A rule that a program can break, with the code of the findings that name it. There is one constant for each in
/// [`rules`](crate::rules).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct EnforcedRule {
    rule: RuleId,
    code: Code,
}

impl EnforcedRule {
    pub(crate) const fn new(rule: RuleId, code: Code) -> Self {
        Self { rule, code }
    }

    /// The rule.
    #[must_use]
    pub const fn rule(self) -> RuleId {
        self.rule
    }

    /// The code of the findings that name it.
    #[must_use]
    pub const fn code(self) -> Code {
        self.code
    }

    /// The data of the rule.
    #[must_use]
    pub fn get(self) -> &'static Rule {
        self.rule.get()
    }
}

/// The rules for the same mistake in a const-expression, which is an error at shader creation, and in an
/// override-expression, which is one at pipeline creation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StagedRule {
    /// The rule of const-expressions.
    pub at_const: EnforcedRule,
    /// The rule of override-expressions.
    pub at_override: EnforcedRule,
}

impl RuleId {
    /// The number of rules.
    pub const COUNT: usize = Self::ALL.len();

    /// A program of the suite that breaks the rule and no other, and an accepted one as near to it as the suite has.
    #[must_use]
    pub fn programs(self) -> Option<&'static Example> {
        let found = RULE_PROGRAMS.binary_search_by_key(&self, |(rule, _)| *rule).ok()?;
        Some(&RULE_PROGRAMS[found].1)
    }

    /// The rule together with its code, if a program can break it.
    #[must_use]
    pub fn enforced(self) -> Option<EnforcedRule> {
        self.get().code.map(|code| EnforcedRule::new(self, code))
    }

    /// The rule with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let found = RULES_BY_NAME.binary_search_by(|index| Self(*index).get().id.cmp(name)).ok()?;
        Some(Self(RULES_BY_NAME[found]))
    }
}

// `RULES: [Rule; N]`, `RULES_BY_NAME: [u16; N]`, `RuleId::ALL`, `RuleId::get(self) -> &'static Rule`.
include!("generated/rules.rs");
