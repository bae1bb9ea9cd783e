//! Programs that show codes and rules: `explain` prints them, and the tests check them.

use crate::Edition;
pub use shader_source::explain::ExampleProgram;
use shader_source::{Code, Rule, row};

/// The example of a diagnostic code.
#[derive(Debug)]
pub struct Example {
    /// The edition that judges both programs.
    pub edition: Edition,
    /// The target of both; `None` is the default.
    pub target: Option<&'static str>,
    /// Whether the vertex and the fragment entry point of a program are linked, if linking raises the code.
    pub is_linked: bool,
    /// The pipeline to create from both programs, if pipeline creation raises the code.
    pub pipeline: Option<ExamplePipeline>,
    /// Raises the code and no other.
    pub wrong: ExampleProgram,
    /// Raises nothing.
    pub right: ExampleProgram,
}

/// The request for the pipeline of an example.
#[derive(Debug)]
pub struct ExamplePipeline {
    /// The name of the entry point; `None` if the program has only one.
    pub entry_point: Option<&'static str>,
    /// Values of overrides, by name or `@id`.
    pub constants: &'static [(&'static str, f64)],
}

/// Returns the example of a code, or the reason for having none; `None` for codes of other languages.
#[must_use]
pub fn example(code: &'static Code) -> Option<&'static Result<Example, &'static str>> {
    row(&EXAMPLES, code)
}

/// Returns a program of the suite that breaks the rule and no other, and an accepted one as near to it as the suite has.
#[must_use]
pub fn programs(rule: &'static Rule) -> Option<&'static Example> {
    row(&RULE_PROGRAMS, rule)
}

// `EXAMPLES: [(&Code, Result<Example, &str>); N]`.
include!("generated/examples.rs");
// `RULE_PROGRAMS: [(&Rule, Example); N]`.
include!("generated/rule_programs.rs");
