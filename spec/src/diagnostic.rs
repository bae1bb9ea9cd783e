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

/// What is known of a diagnostic code.
#[derive(Debug)]
pub struct CodeInfo {
    /// The stable slug, `type/no-matching-overload`.
    pub slug: &'static str,
    /// One line that says what is wrong in general.
    pub title: &'static str,
    /// The phase.
    pub phase: Phase,
    /// Rules of the inventory that the code enforces.
    pub rules: &'static [RuleId],
    /// Why it enforces none of them, where it does not.
    pub without_rules: Option<&'static str>,
    /// Places in the text; the first is the one shown.
    pub anchors: &'static [Anchor],
    /// A paragraph for `explain`.
    pub explanation: &'static str,
    /// A program that raises the code, and the same program mended.
    pub example: Option<Example>,
    /// Why there is no example, where there is none.
    pub without_example: Option<&'static str>,
}

/// The example of a diagnostic code.
#[derive(Debug)]
pub struct Example {
    /// The edition that judges both programs.
    pub edition: Edition,
    /// The name of the target that both are judged for, where it is not the default.
    pub target: Option<&'static str>,
    /// The pipeline that is made of both programs, when the code is found in pipelines.
    pub pipeline: Option<ExamplePipeline>,
    /// Raises the code and no other.
    pub wrong: ExampleProgram,
    /// Raises nothing.
    pub right: ExampleProgram,
}

/// A program of an example.
#[derive(Debug)]
pub struct ExampleProgram {
    /// All of it.
    pub text: &'static str,
    /// The same for people: of long repetitions the beginning and the end.
    pub shown: &'static str,
}

/// The request for the pipeline of an example.
#[derive(Debug)]
pub struct ExamplePipeline {
    /// The name of the entry point; `None` where the program has one only.
    pub entry_point: Option<&'static str>,
    /// Values of overrides, by name or `@id`.
    pub constants: &'static [(&'static str, f64)],
}

// `pub enum Code { LexNullCharacter, … }`, `Code::info(self) -> &'static CodeInfo`, `Code::ALL`, `Code::by_slug(&str)`.
include!(concat!(env!("OUT_DIR"), "/diagnostics.rs"));
