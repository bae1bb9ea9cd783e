//! The form of the files `fixtures/findings/*.yaml`.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wgsl_cts_cases::names::{ExecutorName, RuleName, StageName};

/// A file of findings.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct FindingsFile {
    /// The implementation.
    pub implementation: ExecutorName,
    /// The release that the findings were seen in.
    pub release: String,
    /// The findings; their names differ.
    pub findings: Vec<FindingEntry>,
}

/// A mistake of the implementation.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct FindingEntry {
    /// Lower-case words joined by hyphens.
    pub name: String,
    /// The mistake in a sentence, as the title of an issue.
    pub title: String,
    /// The cause: the name of a class of the implementation in `fixtures/expectations.yaml`, or a cause that no program of
    /// the suite shows.
    pub cause: Cause,
    /// The kind of mistake, if the class does not say it precisely.
    pub does: Option<Behaviour>,
    /// The back end of naga that makes it.
    pub back_end: Option<BackEndName>,
    /// The rules by which the specification decides. An invalid program breaks all of them, and no others.
    pub rules: Vec<RuleName>,
    /// The smallest program, of at most 12 lines.
    pub program: String,
    /// The pipeline that is created from it, if a module alone does not show the mistake.
    pub pipeline: Option<PipelineEntry>,
    /// Words of the implementation's message, or of the program that a back end writes.
    pub says: Option<String>,
    /// Words of a program. The hunt takes a disagreement of this kind for the same mistake if its reduced program has all of them, whatever
    /// the implementation says.
    #[serde(default)]
    pub marks: Vec<String>,
    /// The rule of Metal that the program breaks which the back end `msl` writes.
    pub metal: Option<String>,
    /// Whether issue trackers were searched for it without a result.
    #[serde(default)]
    pub searched: bool,
}

/// The cause of a finding.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(untagged)]
pub enum Cause {
    /// The name of a class.
    Class(String),
    /// A cause that no program of the suite shows.
    Own(OwnCause),
}

/// A cause that no program of the suite shows.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct OwnCause {
    /// The mistake, and its reason if known.
    pub about: String,
    /// Threads of issue trackers about it, such as `gfx-rs/wgpu#4507`.
    #[serde(default)]
    pub upstream: Vec<String>,
    /// The doubt whether it is a mistake, where the specification can be read otherwise.
    pub disputed: Option<String>,
}

/// The kind of a mistake.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[serde(rename_all = "kebab-case")]
pub enum Behaviour {
    /// It accepts an invalid program.
    Accepts,
    /// It rejects a valid program.
    Rejects,
    /// It evaluates a const-expression to another value, so that the program's own assertion fails.
    Miscomputes,
    /// It panics.
    Panics,
    /// It runs the program with other results.
    Executes,
    /// A back end fails on a valid program.
    RefusesToWrite,
    /// A back end writes an invalid program.
    WritesInvalid,
    /// A back end writes a program with other results.
    WritesOtherwise,
}

impl Behaviour {
    /// Whether it is a matter of the verdict, of execution, or of generated code; a panic is none of them.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Accepts | Self::Rejects => "verdict",
            Self::Miscomputes | Self::Executes => "execution",
            Self::Panics => "panic",
            Self::RefusesToWrite | Self::WritesInvalid | Self::WritesOtherwise => "generated code",
        }
    }
}

/// The name of a back end of naga.
#[derive(Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the languages")]
pub enum BackEndName {
    Spirv,
    Msl,
    Hlsl,
    Glsl,
    Wgsl,
}

/// The pipeline that is created from a program.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct PipelineEntry {
    /// The stage; by default the stage of the entry point.
    pub stage: Option<StageName>,
    /// The name of the entry point; optional if there is only one.
    pub entry_point: Option<String>,
    /// Values for overrides, by name or by `@id`.
    #[serde(default)]
    pub constants: IndexMap<String, f64>,
}
