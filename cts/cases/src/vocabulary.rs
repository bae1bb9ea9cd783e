//! The words that cases, executors and comparisons share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An implementation that judges programs.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
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
}

impl ExecutorKind {
    /// All executors.
    pub const ALL: [Self; 5] = [Self::Validator, Self::Naga, Self::Tint, Self::Reference, Self::Wgpu];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Validator => "validator",
            Self::Naga => "naga",
            Self::Tint => "tint",
            Self::Reference => "reference",
            Self::Wgpu => "wgpu",
        }
    }

    /// Whether it belongs to this project: it supports editions and targets, and has no known differences.
    #[must_use]
    pub const fn is_ours(self) -> bool {
        match self {
            Self::Validator | Self::Reference => true,
            Self::Naga | Self::Tint | Self::Wgpu => false,
        }
    }

    /// Whether it executes the programs of `run`. Others judge them as pipelines that must be accepted.
    #[must_use]
    pub const fn runs(self) -> bool {
        match self {
            Self::Reference | Self::Wgpu => true,
            Self::Validator | Self::Naga | Self::Tint => false,
        }
    }
}

/// Whether a program is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
}
