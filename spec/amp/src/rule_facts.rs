//! Facts that only C++ AMP rules have: the consequence of breaking one, Microsoft's numbers for it, its row in the inventory of the
//! specification, and what the checker does about it.

use shader_source::{Rule, row};

/// The consequence of breaking a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum RuleClass {
    /// A compiler must reject the program.
    Error,
    /// The host program gets a C++ exception.
    Exception,
    /// The behavior of the program is undefined. An implementation does not need to report it.
    Undefined,
    /// Nothing that a program can break: an implementation must accept or compute what the rule says.
    Guaranteed,
    /// The specification lets each implementation choose, perhaps above a minimum.
    ImplementationDefined,
    /// No rule forbids it, but it is probably a mistake, so the diagnostic is a warning.
    Advice,
}

/// The checker's support of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum RuleStatus {
    /// The front end reports programs that break it.
    Checked,
    /// Running kernels shows it: the results depend on it, or the executor reports a fault.
    Executed,
    /// The description of the host's actions follows it.
    Modelled,
    /// Not implemented yet.
    Open,
    /// Not planned, for this reason.
    NotCovered(&'static str),
}

impl RuleStatus {
    /// Returns the reason why the rule is not covered.
    #[must_use]
    pub const fn why(self) -> Option<&'static str> {
        match self {
            Self::NotCovered(why) => Some(why),
            Self::Checked | Self::Executed | Self::Modelled | Self::Open => None,
        }
    }
}

/// The facts about a rule of C++ AMP.
#[derive(Debug)]
pub struct RuleFacts {
    /// The consequence of breaking it.
    pub class: RuleClass,
    /// Its row in the inventory of the specification, `TYP-06`, which no other rule has; `C++` for requirements of C++ alone.
    pub inventory: &'static str,
    /// The numbers of the diagnostics with which Microsoft's compiler reports it: `C3581`.
    pub microsoft: &'static [&'static str],
    /// The checker's support of it.
    pub status: RuleStatus,
}

/// Returns the facts about a rule; `None` for rules of other inventories.
#[must_use]
pub fn facts(rule: &'static Rule) -> Option<&'static RuleFacts> {
    row(&FACTS, rule)
}

// `FACTS: [(&Rule, RuleFacts); N]`.
include!("generated/rule_facts.rs");
