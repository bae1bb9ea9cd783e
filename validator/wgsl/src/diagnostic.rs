//! Diagnostics of WGSL.

pub use shader_source::diagnostic::{Applicability, Diagnostic, Label, Severity, Suggestion};
#[cfg(feature = "serde")]
pub use shader_source::record::DiagnosticRecord;
