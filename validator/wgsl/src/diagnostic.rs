//! Diagnostics of WGSL.

#[cfg(feature = "serde")]
use shader_source::SourceMap;
#[cfg(feature = "serde")]
use shader_source::record::{DiagnosticRecord, RuleFacts};
use wgsl_spec::EnforcedRule;

pub use shader_source::diagnostic::{Label, Severity, Suggestion};

/// One finding.
pub type Diagnostic = shader_source::diagnostic::Diagnostic<EnforcedRule>;

/// The JSON form of a diagnostic of a program.
#[cfg(feature = "serde")]
#[must_use]
pub fn record<'a>(found: &'a Diagnostic, sources: &SourceMap<'a>) -> DiagnosticRecord<'a> {
    let facts = RuleFacts {
        code: found.rule.code().slug(),
        rules: found.rules().map(|rule| rule.get().id).collect(),
        anchors: found.rules().map(|rule| rule.get().anchor.id()).collect(),
    };
    DiagnosticRecord::new(found, facts, sources)
}
