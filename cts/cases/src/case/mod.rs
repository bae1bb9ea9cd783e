//! What a case says: the rules that it shows, programs, and what must be said of them. The form of the files in
//! `fixtures/cases`, which `docs/CASES.md` teaches.

mod instance;
mod load;
mod marker;
mod matrix;
mod run;

pub use instance::{CaseInfo, Expected, ExpectedDiagnostic, Instance, Request};
pub use load::{Problem, load_file, read_text};
pub use matrix::{Axis, Choice};
pub use run::{
    AttributeEntry, BufferEntry, DepthEntry, DrawEntry, Element, FieldNames, IndexEntry, Meaning, Run,
    SamplerEntry, TargetEntry, TextureEntry, VertexBufferEntry, Word,
};

use crate::names::{AnchorName, EditionName, ExtensionName, RuleName, StageName, TargetName};
use crate::vocabulary::ExecutorKind;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;
use std::path::PathBuf;

/// A file of cases.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// What the cases of this file are about, in a sentence or two.
    pub about: String,
    /// The section of the text that they belong to: an anchor of the specification.
    pub section: AnchorName,
    /// The cases; their names differ.
    pub cases: Vec<Case>,
}

/// One statement about the language, and programs that show it.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Lower-case words joined by hyphens, different for each case of a file.
    pub name: String,
    /// What the case shows, in a sentence.
    pub about: String,
    /// The rules that it shows. Where programs are rejected, one of the codes that they raise must cite each rule that
    /// any code cites at all.
    pub rules: Vec<RuleName>,
    /// The section, when it is not that of the file.
    pub section: Option<AnchorName>,
    /// Values that `${name}` in a program stands for. The programs are judged for every combination.
    #[serde(default)]
    pub matrix: IndexMap<String, Axis>,
    /// The edition that judges; the current text when absent. Only this project's validator knows editions.
    #[serde(default)]
    pub edition: EditionName,
    /// What the programs are judged for, as the option `--target` has it. Only this project's validator knows targets.
    pub target: Option<TargetName>,
    /// Extensions without which the programs mean nothing: executors that lack one skip the case.
    #[serde(default)]
    pub needs: Vec<ExtensionName>,
    /// The executors that judge; all when absent.
    pub executors: Option<Vec<ExecutorKind>>,
    /// A pipeline is made of each program. `accept` and `reject` then tell the outcome of that; the module must be
    /// accepted either way.
    pub pipeline: Option<PipelineEntry>,
    /// The vertex and the fragment entry point of each program are linked. `accept` and `reject` then tell the outcome
    /// of that; the module must be accepted either way.
    #[serde(default)]
    pub link: bool,
    /// Programs of which nothing is said.
    #[serde(default)]
    pub accept: Vec<Program>,
    /// Programs that are accepted with the warnings that are marked.
    #[serde(default)]
    pub warn: Vec<Program>,
    /// Programs that are rejected with the errors that are marked, and no others.
    #[serde(default)]
    pub reject: Vec<Program>,
    /// Programs that are executed, each with its pipeline, what is bound, and what must come of it. They must be accepted.
    #[serde(default)]
    pub run: Vec<Run>,
}

/// The request for a pipeline. `${name}` stands for values of the matrix in the entry point and in constants.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct PipelineEntry {
    /// The stage; that of the entry point when absent.
    pub stage: Option<StageName>,
    /// The name of the entry point; may be absent where there is only one.
    pub entry_point: Option<String>,
    /// Values for overrides, by name or by `@id`.
    #[serde(default)]
    pub constants: IndexMap<String, Element>,
}

/// A program: its text, or the file that holds it.
#[derive(Debug, Clone)]
pub enum Program {
    /// The text itself.
    Text(String),
    /// A file, relative to the folder `fixtures`.
    File(PathBuf),
}
