//! Diagnostics of Metal.

use crate::rules::EnforcedRule;

pub use shader_source::diagnostic::{Label, Severity, Suggestion};

/// One finding.
pub type Diagnostic = shader_source::diagnostic::Diagnostic<EnforcedRule>;
