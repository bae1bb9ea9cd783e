//! Requests, as the server reads them and as clients write them. `docs/PROTOCOL.md` describes the members.

#[cfg(feature = "run")]
use crate::{
    debug::TraceRecord,
    dispatch::RunRecord,
    draw::DrawRecord,
    kept::{Keep, Name, Read, Write},
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use webgpu_model::Shader;
use wgsl_spec::ShaderStage;
use wgsl_validator::PipelineRequest;

/// A request, without its `id`. Unknown members are ignored, so that newer clients work with older servers.
#[derive(Serialize, Deserialize, Debug)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum Request<'a> {
    /// Validates a program.
    Validate(Program<'a>),
    /// Validates the part of a program that an entry point reaches.
    Pipeline(About<'a, StageRecord>),
    /// Describes the structures and resources of a program.
    Layout(Program<'a>),
    /// Describes the interface of a program.
    Reflect(Program<'a>),
    /// Makes one program in plain WGSL of a file and the files that it imports.
    Expand(About<'a, ExpandRecord>),
    /// Translates a function in Metal to WGSL.
    Translate(About<'a, TranslateRecord>),
    /// Explains a code or a rule.
    Explain(ExplainRecord),
    /// Runs a dispatch.
    #[cfg(feature = "run")]
    Run(Box<About<'a, RunRecord>>),
    /// Shows the values of expressions while a dispatch runs.
    #[cfg(feature = "run")]
    Trace(Box<TraceRecord<'a>>),
    /// Runs a render pass.
    #[cfg(feature = "run")]
    Draw(Box<About<'a, DrawRecord>>),
    /// Keeps contents.
    #[cfg(feature = "run")]
    Keep(Keep),
    /// Lists the kept contents.
    #[cfg(feature = "run")]
    Kept,
    /// Reads kept contents.
    #[cfg(feature = "run")]
    Read(Read),
    /// Replaces a part of kept contents.
    #[cfg(feature = "run")]
    Write(Write),
    /// Drops kept contents.
    #[cfg(feature = "run")]
    Drop(Name),
    /// An operation of a build with the executor.
    #[cfg(not(feature = "run"))]
    #[serde(
        rename = "run",
        alias = "draw",
        alias = "trace",
        alias = "keep",
        alias = "kept",
        alias = "read",
        alias = "write",
        alias = "drop"
    )]
    OfExecutor,
    /// An operation of a newer version, or of none.
    #[serde(other)]
    Unknown,
}

/// A program, and what it is validated for.
#[derive(Serialize, Deserialize, Debug, Default)]
pub struct Program<'a> {
    /// The language; WGSL without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The source, in any language.
    #[serde(alias = "source")]
    pub wgsl: Cow<'a, str>,
    /// The name of a dialect of Metal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub std: Option<String>,
    /// Macros of a Metal program, with their values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defines: Option<BTreeMap<String, String>>,
    /// The files that a Metal program may include: their texts by path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<BTreeMap<String, String>>,
    /// The name of an edition of the specification.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The name of a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The number of diagnostics in the answer to `validate` or `pipeline`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_diagnostics: Option<usize>,
}

/// A program, and the members that only one operation has.
#[derive(Serialize, Deserialize, Debug)]
pub struct About<'a, T> {
    /// The program.
    #[serde(flatten)]
    pub program: Program<'a>,
    /// The other members.
    #[serde(flatten)]
    pub members: T,
}

impl<'a, T> About<'a, T> {
    /// A request about a program of the present edition.
    pub fn new(wgsl: &'a str, members: T) -> Self {
        Self { program: Program::new(wgsl), members }
    }
}

impl<'a> Program<'a> {
    /// A program of the present edition.
    #[must_use]
    pub fn new(wgsl: &'a str) -> Self {
        Self { wgsl: wgsl.into(), ..Self::default() }
    }
}

/// A stage of a pipeline.
#[derive(Serialize, Deserialize, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct StageRecord {
    /// `vertex`, `fragment` or `compute`; absent if it is the stage of the entry point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Cow<'static, str>>,
    /// The entry point and the values of overrides.
    #[serde(flatten)]
    pub shader: Shader,
}

impl From<&PipelineRequest> for StageRecord {
    fn from(PipelineRequest { stage, entry_point, constants }: &PipelineRequest) -> Self {
        let shader = Shader { entry_point: entry_point.clone(), constants: constants.clone() };
        Self { stage: stage.map(|stage| stage.name().into()), shader }
    }
}

impl TryFrom<StageRecord> for PipelineRequest {
    type Error = String;

    fn try_from(StageRecord { stage, shader }: StageRecord) -> Result<Self, String> {
        let named = |name: Cow<'_, str>| {
            let found = ShaderStage::ALL.into_iter().find(|stage| stage.name() == name);
            found.ok_or_else(|| format!("unknown stage `{name}`"))
        };
        let Shader { entry_point, constants } = shader;
        Ok(Self { stage: stage.map(named).transpose()?, entry_point, constants })
    }
}

/// The members of `expand` next to the program.
#[derive(Serialize, Deserialize, Debug, Default)]
pub struct ExpandRecord {
    /// The path of the program; `main.wesl` without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The other files: their texts by path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<BTreeMap<String, String>>,
}

/// The members of `translate` next to the program.
#[derive(Serialize, Deserialize, Debug, Default)]
pub struct TranslateRecord {
    /// The function; required if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_point: Option<String>,
    /// The threads of a threadgroup along each axis, which WGSL has in the program; 64 × 1 × 1 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threadgroup_size: Option<[u32; 3]>,
}

/// The members of `explain`.
#[derive(Serialize, Deserialize, Debug)]
pub struct ExplainRecord {
    /// The language that the name belongs to; WGSL without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The name of a code or a rule.
    pub name: String,
}
