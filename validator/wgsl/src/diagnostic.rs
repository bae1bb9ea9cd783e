//! Diagnostics of WGSL.

pub use shader_source::diagnostic::{Applicability, Diagnostic, Label, Severity, Suggestion};
#[cfg(feature = "serde")]
pub use shader_source::record::DiagnosticRecord;

/// Sorts diagnostics by place and code. One code at one place is one diagnostic, however many ways led to it: a structure that two entry points
/// use, an argument that two rules require to be uniform.
pub(crate) fn in_order(diagnostics: &mut Vec<Diagnostic>) {
    sort(diagnostics, |found| found);
}

/// Sorts diagnostics as [`in_order`] does, each with something else.
pub(crate) fn sort<T>(list: &mut Vec<T>, diagnostic: impl Fn(&T) -> &Diagnostic) {
    let key = |found: &T| {
        let diagnostic = diagnostic(found);
        (diagnostic.primary.span.lo, diagnostic.rule.code, diagnostic.primary.span.hi)
    };
    list.sort_by_key(|found| (key(found), diagnostic(found).severity));
    list.dedup_by_key(|found| key(found));
}
