//! The words that cases, executors and comparisons share.

use core::fmt;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// An implementation that judges programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExecutorKind {
    /// The validator of this project.
    Validator,
    /// naga: its front end, its validator, and its pass over pipeline constants.
    Naga,
    /// Tint, through the npm package `webgpu`.
    Tint,
    /// The reference executor of this project, which runs the programs of `run`.
    Reference,
    /// wgpu on an adapter of this machine, which also runs the programs of `run`.
    Wgpu,
    /// Naga's output in Metal's language, judged and run by this project: it shows which programs of `run` naga changes.
    NagaMsl,
    /// A program outside of this project, by the name that its user chose.
    Outside(OutsideName),
}

/// The name of an executor outside of this project: letters, digits, `.`, `_` and `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OutsideName(&'static str);

/// Why a name can't be the name of an outside executor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameError {
    /// It is empty or has other characters.
    Invalid(String),
    /// It belongs to an executor of the suite.
    Taken(String),
}

impl fmt::Display for NameError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(name) => write!(
                output,
                "invalid executor name `{name}`: a name must consist of letters, digits, `.`, `_` and `-`"
            ),
            Self::Taken(name) => write!(output, "`{name}` is the name of an executor of the suite"),
        }
    }
}

impl std::error::Error for NameError {}

/// The names of outside executors. Each is leaked once, so that an executor stays a small value.
static OUTSIDE: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

impl OutsideName {
    /// The name of an outside executor.
    ///
    /// # Errors
    /// It is empty, has other characters, or belongs to an executor of the suite.
    pub fn new(name: &str) -> Result<Self, NameError> {
        let is_plain = |character: char| character.is_ascii_alphanumeric() || "._-".contains(character);
        if name.is_empty() || !name.chars().all(is_plain) {
            return Err(NameError::Invalid(name.to_owned()));
        }
        if ExecutorKind::ALL.iter().any(|known| known.name() == name) {
            return Err(NameError::Taken(name.to_owned()));
        }
        let mut known = OUTSIDE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(name) {
            return Ok(Self(known));
        }
        let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
        known.insert(name);
        Ok(Self(name))
    }
}

impl ExecutorKind {
    /// The executors of the suite: all but those outside.
    pub const ALL: [Self; 6] =
        [Self::Validator, Self::Naga, Self::Tint, Self::Reference, Self::Wgpu, Self::NagaMsl];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Validator => "validator",
            Self::Naga => "naga",
            Self::Tint => "tint",
            Self::Reference => "reference",
            Self::Wgpu => "wgpu",
            Self::NagaMsl => "naga-msl",
            Self::Outside(OutsideName(name)) => name,
        }
    }

    /// The executor of the suite with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|executor| executor.name() == name)
    }

    /// Whether it belongs to this project: it supports editions and targets, and has no known differences.
    #[must_use]
    pub const fn is_ours(self) -> bool {
        match self {
            Self::Validator | Self::Reference => true,
            Self::Naga | Self::Tint | Self::Wgpu | Self::NagaMsl | Self::Outside(_) => false,
        }
    }

    /// Whether it is outside of this project.
    #[must_use]
    pub const fn is_outside(self) -> bool {
        match self {
            Self::Outside(_) => true,
            Self::Validator | Self::Naga | Self::Tint | Self::Reference | Self::Wgpu | Self::NagaMsl => false,
        }
    }

    /// Whether it is asked only about the programs of `run`, which it executes. Others judge them as pipelines that must be
    /// accepted; one outside may execute them as well.
    #[must_use]
    pub const fn runs(self) -> bool {
        match self {
            Self::Reference | Self::Wgpu | Self::NagaMsl => true,
            Self::Validator | Self::Naga | Self::Tint | Self::Outside(_) => false,
        }
    }
}

impl Serialize for ExecutorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for ExecutorKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        match Self::by_name(&name) {
            Some(known) => Ok(known),
            None => OutsideName::new(&name).map(Self::Outside).map_err(de::Error::custom),
        }
    }
}

impl JsonSchema for ExecutorKind {
    fn schema_name() -> Cow<'static, str> {
        "ExecutorKind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let known = Self::ALL.map(Self::name).join("`, `");
        schemars::json_schema!({
            "description": format!("An executor: `{known}`, or the name of one outside of this project."),
            "type": "string",
            "pattern": "^[A-Za-z0-9._-]+$"
        })
    }
}

/// The step that decides about a program. A program that is judged at a later step has passed the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The creation of a shader module. <https://www.w3.org/TR/WGSL/#shader-module-creation>
    ShaderCreation,
    /// The creation of a pipeline from an entry point. <https://www.w3.org/TR/WGSL/#pipeline-creation>
    PipelineCreation,
    /// The comparison of the vertex and the fragment stage of a render pipeline.
    Link,
    /// A dispatch or a draw. <https://www.w3.org/TR/WGSL/#shader-execution>
    Execution,
}

impl Phase {
    /// All phases, in their order.
    pub const ALL: [Self; 4] = [Self::ShaderCreation, Self::PipelineCreation, Self::Link, Self::Execution];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ShaderCreation => "shader-creation",
            Self::PipelineCreation => "pipeline-creation",
            Self::Link => "link",
            Self::Execution => "execution",
        }
    }

    /// The phase with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == name)
    }
}

/// Whether a program is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No error is found.
    Accept,
    /// At least one error is found.
    Reject,
}

impl Verdict {
    /// `accepts` or `rejects`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Accept => "accepts",
            Self::Reject => "rejects",
        }
    }

    /// `accept` or `reject`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outside_executor_keeps_its_name() {
        let name = OutsideName::new("naga-cli_30.0").expect("a name");
        assert_eq!(OutsideName::new("naga-cli_30.0"), Ok(name));
        let executor = ExecutorKind::Outside(name);
        assert_eq!(executor.name(), "naga-cli_30.0");
        assert!(ExecutorKind::Wgpu < executor, "columns of outside executors come last");
        let text = serde_json::to_string(&executor).expect("a string");
        assert_eq!(serde_json::from_str::<ExecutorKind>(&text).expect("an executor"), executor);
    }

    #[test]
    fn names_of_the_suite_and_odd_characters_are_refused() {
        assert!(OutsideName::new("naga").is_err_and(|error| error.to_string().contains("of the suite")));
        for name in ["", "a b", "a=b", "é"] {
            assert!(OutsideName::new(name).is_err(), "{name}");
        }
        assert_eq!(
            serde_json::from_str::<ExecutorKind>("\"naga\"").expect("it is known"),
            ExecutorKind::Naga
        );
    }
}
