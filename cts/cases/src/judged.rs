//! Programs that an executor has judged.

use crate::case::Instance;
use crate::compare::{Comparison, Difference};
use crate::outcome::Outcome;
use crate::vocabulary::ExecutorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A program, judged by an executor.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The program.
    pub instance: &'a Instance,
    /// Who.
    pub executor: ExecutorKind,
    /// What it said.
    pub outcome: Outcome,
    /// Against what the case wants.
    pub comparison: Comparison,
    /// Where a difference of wgpu most likely comes from.
    pub place: Option<LikelyPlace>,
}

impl Judged<'_> {
    /// Whether the reference executor has run the program, and what came of it is what the case wants.
    #[must_use]
    pub fn is_run_as_wanted(&self) -> bool {
        self.executor == ExecutorKind::Reference && self.comparison == Comparison::Same
    }

    /// Whether the reference executor has run the program to its end.
    #[must_use]
    pub const fn is_executed(&self) -> bool {
        matches!((self.executor, &self.outcome), (ExecutorKind::Reference, Outcome::Executed(_)))
    }

    /// What differs, when something does.
    #[must_use]
    pub const fn difference(&self) -> Option<&Difference> {
        match &self.comparison {
            Comparison::Differs(difference) => Some(difference),
            Comparison::Same | Comparison::NotAsked(_) => None,
        }
    }
}

/// Where a difference most likely comes from.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum LikelyPlace {
    /// naga refuses the program or the pipeline.
    NagaFrontEnd,
    /// naga takes it, and wgpu does not.
    WgpuValidation,
    /// The program gives the right thing without the checks that naga writes into it.
    NagaChecks,
    /// What naga writes is no valid SPIR-V, or two drivers do the same wrong thing with it.
    NagaSpirv,
    /// Another driver does the right thing with the same SPIR-V.
    Driver,
    /// There is one driver only, and its SPIR-V is valid.
    NagaSpirvOrDriver,
}

impl LikelyPlace {
    /// For people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::NagaFrontEnd => "naga's front end or validator",
            Self::WgpuValidation => "wgpu's validation",
            Self::NagaChecks => "the checks that naga adds",
            Self::NagaSpirv => "naga's SPIR-V",
            Self::Driver => "the driver",
            Self::NagaSpirvOrDriver => "naga's SPIR-V or the driver",
        }
    }
}
