//! Functions that several of the tests share.

use shader_source::LineIndex;
use wgsl_validator::diagnostic::Diagnostic;
use wgsl_validator::{Options, PipelineRequest, validate};

/// Code, line and column in characters.
pub(crate) type Finding = (&'static str, u32, u32);

/// Everything that is found in a program and in a stage of it.
pub(crate) fn found_in_stage(text: &str, request: &PipelineRequest, options: &Options) -> Vec<Diagnostic> {
    let module = validate(text, options);
    module.specialize(request).map_or_else(|found| found, |stage| stage.module().diagnostics().to_vec())
}

/// Diagnostics in the form that tests compare.
pub(crate) fn places(text: &str, diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let index = LineIndex::new(text);
    let found = diagnostics.iter().map(|diagnostic| {
        let place = index.position(diagnostic.primary.span.lo);
        (diagnostic.rule.slug(), place.line, place.column_chars)
    });
    found.collect()
}
