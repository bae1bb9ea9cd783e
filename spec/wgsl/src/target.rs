//! Limits on the size of programs, and the targets that programs are checked for.

#![allow(clippy::unreadable_literal, reason = "generated sets are bits")]

use crate::{ExtensionSet, Rule, Section};

/// The data of a limit. <https://www.w3.org/TR/WGSL/#limits>
#[derive(Clone, Copy, Debug)]
pub struct LimitInfo {
    /// The value that every implementation supports.
    pub value: u32,
    /// The hard limit of the draft of 2022-04-11.
    pub draft_2022: Option<u32>,
    /// The counted things, in words that follow a number.
    pub of: &'static str,
    /// Whether it is a limit of the API, which rejects pipelines beyond it.
    pub is_of_api: bool,
    /// The rule that a program beyond the limit breaks.
    pub rule: &'static Rule,
    /// The place of the limit in the specification.
    pub section: &'static Section,
}

/// A target: an implementation, real or ideal, that programs are checked for.
#[derive(Clone, Copy, Debug)]
pub struct TargetRow {
    /// Its name, in one word.
    pub name: &'static str,
    /// Another name: the browser of an engine.
    pub browser: Option<&'static str>,
    /// A description, in a sentence without a full stop.
    pub about: &'static str,
    /// The available extensions.
    pub available: ExtensionSet,
    /// Available language extensions whose names it does not know.
    pub unnamed: ExtensionSet,
    /// The extensions that are available if a directive of the program names them.
    pub on_request: ExtensionSet,
    /// Whether a program beyond the common limits and features is an error; otherwise it gets a warning.
    pub refuses_beyond_limits: bool,
    /// The rules that it does not enforce.
    pub lenient: &'static [Lenience],
}

/// Rules that an implementation does not enforce.
#[derive(Clone, Copy, Debug)]
pub struct Lenience {
    /// The programs that it accepts instead, as a clause.
    pub about: &'static str,
    /// The rules.
    pub rules: &'static [&'static Rule],
}

impl TargetRow {
    /// All targets; the first is the default.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &TARGETS
    }
}

include!("generated/limits.rs");
include!("generated/targets.rs");
