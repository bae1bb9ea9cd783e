//! Diagnostics of Metal.

pub use shader_source::diagnostic::{Applicability, Diagnostic, Label, Severity, Suggestion};
