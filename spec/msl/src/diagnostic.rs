//! Diagnostic codes: declared once, in `diagnostics/*.yaml`.

use crate::{Anchor, RuleId};

/// The phase that raises a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs, reason = "the phases of the data flow, by name")]
pub enum Phase {
    Lex,
    Preprocess,
    Parse,
    Resolve,
    Type,
    Layout,
    Interface,
    Resource,
    Address,
    Version,
    Unsupported,
}

/// The data of a diagnostic code.
#[derive(Debug)]
pub struct CodeInfo {
    /// The stable slug, `type/no-matching-function`.
    pub slug: &'static str,
    /// The mistake in general, in one line.
    pub title: &'static str,
    /// The phase.
    pub phase: Phase,
    /// The rules with this code.
    pub rules: &'static [RuleId],
    /// Sections of the specification; the first one is shown.
    pub anchors: &'static [Anchor],
    /// A paragraph that explains the mistake.
    pub explanation: &'static str,
    /// A program that raises the code, and its corrected form.
    pub example: Option<Example>,
    /// The reason why there is no example.
    pub without_example: Option<&'static str>,
}

impl CodeInfo {
    /// A program that raises the code and no other.
    #[must_use]
    pub fn wrong(&self) -> Option<&'static str> {
        self.example.as_ref().map(|example| example.wrong.text)
    }

    /// A program that is like the wrong one and raises nothing.
    #[must_use]
    pub fn right(&self) -> Option<&'static str> {
        self.example.as_ref().map(|example| example.right.text)
    }
}

/// The example of a diagnostic code.
#[derive(Debug)]
pub struct Example {
    /// The value of the option `-std=` for both programs.
    pub standard: &'static str,
    /// Whether the vertex and the fragment function of a program are linked, if linking raises the code.
    pub is_linked: bool,
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

impl Code {
    /// The code with this stable name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::by_slug(name)
    }
}

// `pub enum Code { LexInvalidCharacter, … }`, `Code::info(self) -> &'static CodeInfo`, `Code::ALL`, `Code::by_slug(&str)`.
include!("generated/diagnostics.rs");
