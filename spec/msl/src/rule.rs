//! The inventory of rules: every requirement that the specification states, and those of C++14 on which it builds.

use crate::{Anchor, Code};

/// Index of a [`Rule`] in [`RuleId::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct RuleId(pub u16);

/// The time at which a broken rule is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleStage {
    /// Compiling the program.
    ShaderCreation,
    /// Creating a pipeline.
    PipelineCreation,
    /// A rule about behaviour while a shader runs.
    Execution,
}

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

impl RuleClass {
    /// Whether a finding that names a rule of the class is a warning and not an error.
    #[must_use]
    pub const fn warns(self) -> bool {
        match self {
            Self::Ambiguous => true,
            Self::Error
            | Self::Undefined
            | Self::Pipeline
            | Self::Version
            | Self::Tolerance
            | Self::Acceptance => false,
        }
    }
}

/// One requirement.
#[derive(Debug)]
pub struct Rule {
    /// Stable name: `swizzle.one-alphabet`.
    pub id: &'static str,
    /// The family of the findings that name it; `None` if none does.
    pub code: Option<Code>,
    /// The section that states it; section 1.4 for what the specification leaves to C++14.
    pub anchor: Anchor,
    /// The time at which a broken rule is found.
    pub stage: RuleStage,
    /// The consequence of breaking it.
    pub class: RuleClass,
    /// Its entry in the inventory of the specification, `T05`, which several rules can share; `C++` for requirements of C++14 alone.
    pub inventory: &'static str,
    /// The requirement in our words.
    pub statement: &'static str,
}

impl Rule {
    /// The rule with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        RuleId::by_name(name).map(RuleId::get)
    }
}

/// A rule that a finding can name, with the code of these findings. There is one constant for each in [`rules`](crate::rules).
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

impl RuleId {
    /// The number of rules.
    pub const COUNT: usize = Self::ALL.len();

    /// The rule together with its code, if a finding can name it.
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
