//! Diagnostics of WGSL.

pub use shader_source::diagnostic::{Applicability, Diagnostic, Label, Severity, Suggestion};
#[cfg(feature = "serde")]
pub use shader_source::record::DiagnosticRecord;

/// Sorts diagnostics by place and code. One code at one place is one diagnostic, however many ways led to it: a structure that two entry points
/// use, an argument that two rules require to be uniform.
pub(crate) fn in_order(diagnostics: &mut Vec<Diagnostic>) {
    let key = |found: &Diagnostic| (found.primary.span.lo, found.rule.code, found.primary.span.hi);
    diagnostics.sort_by_key(|found| (key(found), found.severity));
    diagnostics.dedup_by_key(|found| key(found));
}
