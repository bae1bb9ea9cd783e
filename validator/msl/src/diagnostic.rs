//! Diagnostics of Metal.

pub use shader_source::diagnostic::{Diagnostic, Label, Severity, Suggestion};
