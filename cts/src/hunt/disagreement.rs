//! Disagreements, and the signature by which one is known again.

use crate::findings::Behaviour;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use wgsl_cts_cases::names::RuleName;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_fuzz::generate::used;
use wgsl_fuzz::tree::Tree;
use wgsl_spec::{Edition, Predeclared, Rule, Symbol};

/// A difference between an implementation and the specification, or between two runs that should be alike.
#[derive(Debug, Clone)]
pub struct Disagreement {
    /// The properties by which it is known again.
    pub signature: Signature,
    /// The words of the implementation, or a description of the difference.
    pub said: String,
}

/// The properties of a disagreement that do not depend on the program around it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The oracle that tells it.
    pub oracle: OracleName,
    /// The implementation that is wrong, as far as the oracle can tell.
    pub implementation: ExecutorKind,
    /// The kind of its mistake.
    pub does: Behaviour,
    /// The rule that the program breaks, if it is invalid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleName>,
    /// The implementation's words without names and numbers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub shape: String,
}

/// The functions, control flow and layout attributes of a program.
pub type Parts = BTreeSet<String>;

const CONTROL_FLOW: [&str; 7] = ["if", "switch", "loop", "continuing", "break if", "for", "while"];

/// Whether a wrong value of a program comes from the same part as one of a program that is known: it has no functions and attributes but those
/// of the other. Most programs have control flow and constructors of vectors, which say little.
#[must_use]
pub fn is_explained(found: &Parts, known: &Parts) -> bool {
    let is_cause = |it: &&String| !CONTROL_FLOW.contains(&it.as_str()) && !constructs_a_vector(it);
    let mut causes = found.iter().filter(is_cause).peekable();
    causes.peek().is_some() && causes.all(|it| known.contains(it))
}

fn constructs_a_vector(name: &str) -> bool {
    let predeclared = Symbol::predeclared(name).map(|it| it.info(Edition::Current).predeclared);
    name.starts_with("vec")
        && matches!(predeclared, Some(Predeclared::Type(_) | Predeclared::TypeGenerator(_)))
}

/// The parts of a program that a wrong value of it may come from. Functions are those of the specification.
#[must_use]
pub fn parts(program: &str) -> Parts {
    let is_part = |kind: &str, name: &str| match kind {
        "function" => Symbol::predeclared(name).is_some(),
        "statement" => CONTROL_FLOW.contains(&name),
        "attribute" => ["align", "size"].contains(&name),
        _ => false,
    };
    let constructs = Tree::read(program).map(|tree| used(&tree)).unwrap_or_default();
    constructs.into_iter().filter(|(kind, name)| is_part(kind, name)).map(|(_, name)| name).collect()
}

/// A kind of question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OracleName {
    /// Whether another implementation accepts the programs that this project accepts, and no others.
    Verdict,
    /// Whether this project executes what it accepts, with results that agree.
    Own,
    /// Whether wgpu has results that the specification allows.
    Execution,
    /// Whether naga's back ends write what its front end takes, and write it correctly.
    BackEnds,
    /// Whether the WGSL that naga writes has the results of the program that it read.
    Rewritten,
    /// Whether programs have the same results after transformations that keep them.
    Metamorphic,
    /// Whether constants, overrides and values of run time agree.
    Stages,
}

impl OracleName {
    /// All oracles.
    pub const ALL: [Self; 7] = [
        Self::Verdict,
        Self::Own,
        Self::Execution,
        Self::BackEnds,
        Self::Rewritten,
        Self::Metamorphic,
        Self::Stages,
    ];

    /// Its name in a store and on a command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Own => "own",
            Self::Execution => "execution",
            Self::BackEnds => "back-ends",
            Self::Rewritten => "rewritten",
            Self::Metamorphic => "metamorphic",
            Self::Stages => "stages",
        }
    }
}

impl Signature {
    /// The signature of an implementation that accepts programs which break this rule.
    #[must_use]
    pub const fn accepts(oracle: OracleName, implementation: ExecutorKind, rule: &'static Rule) -> Self {
        Self {
            oracle,
            implementation,
            does: Behaviour::Accepts,
            rule: Some(RuleName(rule)),
            shape: String::new(),
        }
    }

    /// Whether it tells which value is wrong, and not why: mistakes of all kinds make other values.
    #[must_use]
    pub const fn is_of_a_value(&self) -> bool {
        matches!(self.does, Behaviour::Executes | Behaviour::WritesOtherwise)
    }

    /// The signature with the parts of the smallest program, which are the cause of a wrong value.
    #[must_use]
    pub fn with(mut self, parts: &Parts) -> Self {
        if !parts.is_empty() {
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            self.shape = format!("{} with {}", self.shape, parts.join(", "));
        }
        self
    }

    /// The signature of an implementation that does this to valid programs, with these words.
    #[must_use]
    pub fn says(oracle: OracleName, implementation: ExecutorKind, does: Behaviour, words: &str) -> Self {
        Self { oracle, implementation, does, rule: None, shape: super::shape::of(words) }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} {:?}", self.implementation.name(), self.does)?;
        if let Some(rule) = self.rule {
            write!(formatter, " {}", rule.0.id)?;
        }
        write!(formatter, " {}", self.shape)
    }
}
