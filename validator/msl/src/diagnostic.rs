//! Diagnostics of Metal.

use msl_spec::EnforcedRule;

pub use shader_source::diagnostic::{Label, Severity, Suggestion};

/// One finding.
pub type Diagnostic = shader_source::diagnostic::Diagnostic<EnforcedRule>;
