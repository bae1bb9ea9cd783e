//! Comments that ignore warnings, in a program that may have several files.

use crate::rules;
use shader_source::allow::{Complaint, ComplaintKind};
use shader_source::diagnostic::{Applicability, Diagnostic};
use shader_source::start_behind;
use wgsl_spec::Edition;
use wgsl_validator::allow::leave_out_allowed;

/// Leaves out the warnings that comments of WGSL files ignore, as [`apply_with`] does.
pub fn apply<'a>(
    files: impl IntoIterator<Item = &'a str>,
    edition: Edition,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let leave_out = |text: &str, start, found: &mut Vec<_>| leave_out_allowed(text, edition, start, found);
    apply_with(files, leave_out, diagnostics);
}

/// Leaves out the warnings that comments ignore, each in its own file, and adds the mistakes in the comments of the first file: the
/// warnings of the others are known only as far as the first one needs them. Places in a file begin after the places in the file before it.
/// `leave_out` finds the comments of one file in its language.
pub fn apply_with<'a>(
    files: impl IntoIterator<Item = &'a str>,
    leave_out: impl Fn(&str, u32, &mut Vec<Diagnostic>) -> Vec<Complaint>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut start = Some(0);
    let mut complaints = None;
    for text in files {
        let Some(here) = start else { break };
        let found = leave_out(text, here, diagnostics);
        complaints.get_or_insert(found);
        start = start_behind(here, text);
    }
    let complaints = complaints.unwrap_or_default();
    if !complaints.is_empty() {
        diagnostics.extend(complaints.into_iter().map(diagnostic));
        diagnostics.sort_by_key(|found| found.primary.span.lo);
    }
}

fn diagnostic(Complaint { span, kind }: Complaint) -> Diagnostic {
    let warning = |rule, message: &str| Diagnostic::error(rule, span, message).warning();
    match kind {
        ComplaintKind::Malformed => warning(
            rules::INVALID_ALLOW,
            "expected `allow(CODE)` or `allow-file(CODE)`: this comment suppresses nothing",
        ),
        ComplaintKind::UnknownCode { nearest: None } => {
            warning(rules::UNKNOWN_CODE, "unknown code: this comment suppresses nothing")
        }
        ComplaintKind::UnknownCode { nearest: Some(nearest) } => {
            let found = warning(rules::UNKNOWN_CODE, "unknown code: this comment suppresses nothing");
            let edits = vec![(span, nearest.to_owned())];
            found.suggest(format!("did you mean `{nearest}`?"), edits, Applicability::Unsafe)
        }
        ComplaintKind::Needless => warning(
            rules::NEEDLESS_ALLOW,
            "this comment suppresses nothing: there is no warning with this code here",
        ),
    }
}
