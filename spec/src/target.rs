//! Limits on the size of programs, and the targets that programs are judged for.

#![allow(clippy::unreadable_literal, reason = "generated sets are bits")]

use crate::{Anchor, Code, ExtensionSet};

/// What is known of a limit. <https://www.w3.org/TR/WGSL/#limits>
#[derive(Clone, Copy, Debug)]
pub struct LimitInfo {
    /// What every implementation supports at least.
    pub value: u32,
    /// The hard limit of the draft of 2022-04-11.
    pub draft_2022: Option<u32>,
    /// What is counted, in words that follow a number.
    pub of: &'static str,
    /// Whether it is a limit of the API, which refuses pipelines beyond it.
    pub is_of_api: bool,
    /// The code that reports a program beyond the limit.
    pub code: Code,
    /// Where the text has the limit.
    pub anchor: Anchor,
}

/// What programs are judged for: an implementation, or an idea of one.
#[derive(Clone, Copy, Debug)]
pub struct TargetRow {
    /// Its name, in one word.
    pub name: &'static str,
    /// What it is, in a sentence without a full stop.
    pub about: &'static str,
    /// The extensions that are there.
    pub available: ExtensionSet,
    /// The extensions that are there when a directive of the program names them.
    pub on_request: ExtensionSet,
    /// Whether what not every implementation supports is an error, or is warned of.
    pub refuses_beyond_limits: bool,
}

impl TargetRow {
    /// All targets; the first is the default.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &TARGETS
    }
}

include!(concat!(env!("OUT_DIR"), "/limits.rs"));
include!(concat!(env!("OUT_DIR"), "/targets.rs"));
