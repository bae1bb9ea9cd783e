//! Diagnostics of WGSL.

#[cfg(feature = "serde")]
use shader_source::SourceMap;
#[cfg(feature = "serde")]
use shader_source::record::{CodeFacts, DiagnosticRecord};
use wgsl_spec::Code;

pub use shader_source::diagnostic::{Label, Severity, Suggestion};

/// One finding.
pub type Diagnostic = shader_source::diagnostic::Diagnostic<Code>;

/// The JSON form of a diagnostic of a program.
#[cfg(feature = "serde")]
#[must_use]
pub fn record<'a>(found: &'a Diagnostic, sources: &SourceMap<'a>) -> DiagnosticRecord<'a> {
    let info = found.code.info();
    let facts = CodeFacts {
        slug: info.slug,
        rules: info.rules.iter().map(|rule| rule.get().id).collect(),
        anchors: info.anchors.iter().map(|anchor| anchor.id()).collect(),
    };
    DiagnosticRecord::new(found, facts, sources)
}
