//! Cases: rules, programs that show them, and the expected outcomes. This is the form of the files in `fixtures/cases`;
//! `docs/CASES.md` explains it.

mod instance;
mod load;
mod marker;
mod matrix;
mod places;
mod program;
mod run;
mod template;

pub use instance::{CaseInfo, Expected, ExpectedDiagnostic, Instance, Request};
pub use load::{Problem, load_file, read_text};
pub use matrix::{Axis, Choice};
pub(crate) use matrix::{Row, expand};
pub use program::{ProgramEntry, ProgramText, Programs};
pub use run::{
    Arguments, BufferEntry, DepthEntry, DrawEntry, DrawPartEntry, Element, FieldNames, IndexEntry, Run,
    SamplerEntry, StencilEntry, TargetEntry, TextureEntry, VertexBufferEntry,
};
pub(crate) use run::{expected, flat};
pub use template::Template;

use crate::names::{CaseAnchor, CaseRule, EditionName, ExecutorName, NeedName, StageName, TargetName};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

/// A file of cases.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The subject of the cases of this file, in a sentence or two.
    pub about: String,
    /// The section of the specification: an anchor for WGSL, a section number for Metal.
    pub section: CaseAnchor,
    /// The cases; their names differ.
    pub cases: Vec<Case>,
}

/// One statement about the language, and programs that show it.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Lower-case words joined by hyphens, different for each case of a file.
    pub name: String,
    /// The statement that the case shows.
    pub about: String,
    /// The rules that each of its accepted and executed programs shows. A program may name more, and so may a value of the
    /// matrix, for the programs that use it. An empty list is for cases about no rule of the inventory. A rejected program
    /// shows the rules that its markers name.
    pub rules: Option<Vec<CaseRule>>,
    /// The section, if it differs from the section of the file.
    pub section: Option<CaseAnchor>,
    /// Values for `${name}` in programs. A program is checked for every combination of the axes that it uses.
    #[serde(default)]
    pub matrix: IndexMap<String, Axis>,
    /// The edition; by default the current one. Only this project's validator knows editions.
    #[serde(default)]
    pub edition: EditionName,
    /// The target, as in the option `--target`. Only this project's validator knows targets.
    pub target: Option<TargetName>,
    /// Extensions and features of devices that all programs depend on: executors that lack one are skipped. A program
    /// may name more.
    #[serde(default)]
    pub needs: Vec<NeedName>,
    /// The standard of Metal, as in the option `-std=`; by default the newest one of macOS. It may use `${name}` for values of the
    /// matrix.
    pub std: Option<String>,
    /// The macros of Metal that the option `-D` defines, in their order: `NAME` or `NAME=value`.
    #[serde(default)]
    pub define: Vec<String>,
    /// The executors that take part; by default all.
    pub executors: Option<Vec<ExecutorName>>,
    /// A pipeline to create from each program. `accept` and `reject` then mean the creation of the pipeline; the module
    /// must be accepted either way.
    pub pipeline: Option<Template<PipelineEntry>>,
    /// Whether the vertex and the fragment entry point of each program are linked. `accept` and `reject` then mean the
    /// linking; the module must be accepted either way.
    #[serde(default)]
    pub link: bool,
    /// Programs that are accepted without any diagnostic.
    #[serde(default)]
    pub accept: Programs<ProgramEntry>,
    /// Programs that are accepted with the marked warnings.
    #[serde(default)]
    pub warn: Programs<ProgramEntry>,
    /// Programs that are rejected with the marked errors, and no others.
    #[serde(default)]
    pub reject: Programs<ProgramEntry>,
    /// Programs that are executed, each with its pipeline, its resources and the expected results. They must be accepted.
    #[serde(default)]
    pub run: Programs<Template<Run>>,
}

/// The request for a pipeline. The entry point and the constants may use `${name}` for values of the matrix.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct PipelineEntry {
    /// The stage; by default the stage of the entry point.
    pub stage: Option<StageName>,
    /// The name of the entry point; optional if there is only one.
    pub entry_point: Option<String>,
    /// Values for overrides, by name or by `@id`.
    #[serde(default)]
    pub constants: IndexMap<String, Element>,
}
