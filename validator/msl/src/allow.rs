//! The comments of Metal programs that ignore warnings: see [`shader_source::allow`].

use crate::diagnostic::Diagnostic;
use crate::dialect::METAL;
use msl_spec::INVENTORY;
use shader_source::Span;
use shader_source::allow::{Allowance, Codes, Complaint};

/// The comments of a source.
#[must_use]
pub fn comments(source: &str) -> Vec<Span> {
    cxx_validator::lex::comments(source, &METAL)
}

/// Leaves out the warnings that the comments of a source ignore, and returns the mistakes in these comments. Places in the source begin at
/// `start`.
pub fn leave_out_allowed(source: &str, start: u32, diagnostics: &mut Vec<Diagnostic>) -> Vec<Complaint> {
    let codes = Codes { inventory: &INVENTORY, lints: &[] };
    shader_source::allow::leave_out_allowed(source, comments, codes, start, diagnostics)
}

/// The codes that the comments of a source ignore, and where. Places in the source begin at `start`.
#[must_use]
pub fn allowances(source: &str, start: u32) -> Vec<Allowance> {
    shader_source::allow::allowances(source, start, comments)
}
