//! Programs that an executor has judged.

use crate::case::Instance;
use crate::compare::{Comparison, Difference};
use crate::outcome::Outcome;
use crate::vocabulary::ExecutorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A program as judged by an executor.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The program.
    pub instance: &'a Instance,
    /// The executor.
    pub executor: ExecutorKind,
    /// Its answer.
    pub outcome: Outcome,
    /// The comparison with the expectations of the case.
    pub comparison: Comparison,
    /// The most likely origin of a difference on wgpu.
    pub place: Option<LikelyPlace>,
}

impl Judged<'_> {
    /// Whether the reference executor has run the program with the expected results.
    #[must_use]
    pub fn is_run_as_wanted(&self) -> bool {
        self.executor == ExecutorKind::Reference && self.comparison == Comparison::Same
    }

    /// Whether the reference executor has run the program to its end.
    #[must_use]
    pub const fn is_executed(&self) -> bool {
        matches!((self.executor, &self.outcome), (ExecutorKind::Reference, Outcome::Executed(_)))
    }

    /// The difference, if any.
    #[must_use]
    pub const fn difference(&self) -> Option<&Difference> {
        match &self.comparison {
            Comparison::Differs(difference) => Some(difference),
            Comparison::Same | Comparison::NotAsked(_) => None,
        }
    }
}

/// The most likely origin of a difference.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum LikelyPlace {
    /// naga rejects the program or the pipeline.
    NagaFrontEnd,
    /// naga accepts it, but wgpu does not.
    WgpuValidation,
    /// The results are right without the checks that naga inserts.
    NagaChecks,
    /// naga's SPIR-V is invalid, or two drivers run it with the same wrong results.
    NagaSpirv,
    /// Another driver runs the same SPIR-V with the right results.
    Driver,
    /// There is only one driver, and its SPIR-V is valid.
    NagaSpirvOrDriver,
}

impl LikelyPlace {
    /// The words of reports.
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
