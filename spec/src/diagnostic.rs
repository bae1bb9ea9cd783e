//! Diagnostic codes: declared once, in `diagnostics/*.yaml`.

use crate::{Anchor, RuleId};

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
    /// Places in the text; the first is the one shown.
    pub anchors: &'static [Anchor],
    /// A paragraph for `explain`.
    pub explanation: &'static str,
    /// A program that raises the code.
    pub wrong: &'static str,
    /// The program mended.
    pub right: &'static str,
}

// `pub enum Code { LexNullCharacter, … }`, `Code::info(self) -> &'static CodeInfo`, `Code::ALL`, `Code::by_slug(&str)`.
include!(concat!(env!("OUT_DIR"), "/diagnostics.rs"));
