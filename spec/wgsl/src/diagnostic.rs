//! Diagnostic codes: declared once, in `diagnostics/*.yaml`.

use crate::{Anchor, Edition, RuleId};

/// The phase that raises a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "the phases of the data flow, by name")]
pub enum Phase {
    Lex,
    Parse,
    Resolve,
    Type,
    Const,
    Layout,
    Interface,
    Behavior,
    Uniformity,
    Pipeline,
}

/// The data of a diagnostic code.
#[derive(Debug)]
pub struct CodeInfo {
    /// The stable slug, `type/no-matching-overload`.
    pub slug: &'static str,
    /// The mistake in general, in one line.
    pub title: &'static str,
    /// The phase.
    pub phase: Phase,
    /// The rules with this code.
    pub rules: &'static [RuleId],
    /// Places in the specification; the first one is shown.
    pub anchors: &'static [Anchor],
    /// A paragraph for `explain`.
    pub explanation: &'static str,
    /// A program that raises the code, and its corrected form.
    pub example: Option<Example>,
    /// The reason why there is no example.
    pub without_example: Option<&'static str>,
}

/// The example of a diagnostic code.
#[derive(Debug)]
pub struct Example {
    /// The edition that judges both programs.
    pub edition: Edition,
    /// The target of both; `None` is the default.
    pub target: Option<&'static str>,
    /// Whether the vertex and the fragment entry point of a program are linked, if linking raises the code.
    pub is_linked: bool,
    /// The pipeline to create from both programs, if pipeline creation raises the code.
    pub pipeline: Option<ExamplePipeline>,
    /// Raises the code and no other.
    pub wrong: ExampleProgram,
    /// Raises nothing.
    pub right: ExampleProgram,
}

/// A program of an example.
#[derive(Debug)]
pub struct ExampleProgram {
    /// The whole program.
    pub text: &'static str,
    /// The program for display: of a long repetition, only the beginning and the end.
    pub shown: &'static str,
}

/// The request for the pipeline of an example.
#[derive(Debug)]
pub struct ExamplePipeline {
    /// The name of the entry point; `None` if the program has only one.
    pub entry_point: Option<&'static str>,
    /// Values of overrides, by name or `@id`.
    pub constants: &'static [(&'static str, f64)],
}

// `pub enum Code { LexNullCharacter, … }`, `Code::info(self) -> &'static CodeInfo`, `Code::ALL`, `Code::by_slug(&str)`.
include!("generated/diagnostics.rs");
// `RULE_PROGRAMS: [(RuleId, Example); N]`.
include!("generated/rule_programs.rs");
