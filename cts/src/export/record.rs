//! The lines of the export: a header, and a program each. `docs/EXPORT.md` explains them.

use super::expect::Expect;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use wgsl_check_protocol::StageRecord;
use wgsl_check_protocol::dispatch::RunRecord;
use wgsl_check_protocol::draw::DrawRecord;
use wgsl_cts_cases::coverage::Testable;

/// The first line.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of this form. It grows when a reader of the previous one would misunderstand the file.
    pub schema: u32,
    /// The version of the suite.
    pub suite: &'static str,
    /// The editions of the specification, as the suite has them.
    pub editions: Vec<EditionRecord>,
    /// The number of programs in this file.
    pub programs: usize,
    /// The part of the suite, such as `3/16`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The titles of the sections of the programs, by anchor.
    pub sections: BTreeMap<&'static str, &'static str>,
    /// All rules of the inventory.
    pub rules: Vec<RuleRecord>,
}

/// An edition of the specification.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct EditionRecord {
    /// Its name in the members `edition` of programs.
    pub name: &'static str,
    /// Its status as a document.
    pub status: &'static str,
    /// Its date.
    pub date: &'static str,
    /// The SHA-256 of its source, `wgsl/index.bs`.
    pub sha256: &'static str,
}

/// A rule of the inventory.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct RuleRecord {
    /// Its id.
    pub id: &'static str,
    /// The rule as a sentence.
    pub statement: &'static str,
    /// The anchor of its section.
    pub anchor: &'static str,
    /// The title of its section.
    pub title: &'static str,
    /// The evidence that shows it.
    pub testable: Testable,
    /// The reason why no program shows it, if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

/// A program with its expected results.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Program<'a> {
    /// Its name, which no other program has. It begins with the name of its case.
    pub name: &'a str,
    /// The name of its case.
    pub case: &'a str,
    /// The statement that its case shows.
    pub about: &'a str,
    /// The anchor of the section of the specification that says so.
    pub section: &'static str,
    /// Whether it is generated from the tables of the specification.
    pub generated: bool,
    /// The edition that it is checked against.
    pub edition: &'static str,
    /// The target that it is checked for, in the words of `wgsl-check`; absent for the default one. Other
    /// implementations have no targets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<&'a str>,
    /// The enable-extensions and language extensions that it depends on, and the features of the device that executes it.
    pub needs: Vec<&'static str>,
    /// The executors of the suite that take part, if not all do; others skip the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Vec<&'static str>>,
    /// The step that decides about it; it has passed the earlier ones: `shader-creation`, `pipeline-creation`, `link` or
    /// `execution`.
    pub phase: &'static str,
    /// `accept` or `reject`.
    pub verdict: &'static str,
    /// Whether it is rejected because of its characters, tokens or grammar alone; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub syntax_error: bool,
    /// All expected diagnostics, in the codes of this suite.
    pub marks: Vec<Mark>,
    /// The rules that it shows.
    pub rules: Vec<&'static str>,
    /// The stages of its pipeline: none if it is only a module, two of a draw.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageRecord>,
    /// The dispatch, as requests of `docs/PROTOCOL.md` have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<RunRecord>,
    /// The render pass, as requests of `docs/PROTOCOL.md` have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRecord>,
    /// The expected results of the dispatch or render pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expect: Option<Expect>,
    /// The program, if it is UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wgsl: Option<&'a str>,
    /// The program in base64, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wgsl_base64: Option<String>,
}

/// An expected diagnostic.
#[derive(Serialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// `error`, `warning` or `info`.
    pub severity: &'static str,
    /// The code.
    pub code: &'static str,
    /// The rule that it names first, if the case says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
}
