//! Programs that show codes.

pub use shader_source::explain::ExampleProgram;
use shader_source::{Code, row};

/// The example of a diagnostic code.
#[derive(Debug)]
pub struct Example {
    /// Whether the mistake is only found while kernels run: the wrong program passes all checks before that.
    pub is_executed: bool,
    /// Raises the code and no other.
    pub wrong: ExampleProgram,
    /// Raises nothing.
    pub right: ExampleProgram,
}

/// Returns the example of a code, or the reason for having none; `None` for codes of other languages.
#[must_use]
pub fn example(code: &'static Code) -> Option<&'static Result<Example, &'static str>> {
    row(&EXAMPLES, code)
}

// `EXAMPLES: [(&Code, Result<Example, &str>); N]`.
include!("generated/examples.rs");
