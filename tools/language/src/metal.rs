//! Programs in Metal.

use crate::Language;
use crate::check::{Checked, Findings, FrontEnd, Program, Source};
use crate::portability::{self, Portability};
use cxx_validator::Headers;
use msl_spec::{Phase, rules};
use msl_validator::allow::leave_out_allowed;
use msl_validator::diagnostic::{Diagnostic, Severity, Suggestion};
use msl_validator::{Options, observed_program};
use std::sync::Arc;
use std::{iter, mem};
use wgsl_modules::allow;
use wgsl_modules::rules::NEEDLESS_ALLOW;

/// Checks programs in Metal by these options, which may include these headers.
#[derive(Clone, Copy)]
pub struct Metal<'a> {
    /// The dialect and the macros from outside of programs.
    pub options: &'a Options,
    /// The files that programs may include.
    pub headers: Headers<'a>,
}

impl FrontEnd for Metal<'_> {
    fn language(&self) -> Language {
        Language::Metal
    }

    fn check(&mut self, source: Source<'_>) -> Checked {
        let (program, findings) = self.program(source, &[]);
        Checked { program: Program::Metal(Box::new(program)), findings }
    }

    fn portability(&mut self, source: Source<'_>, program: &Program) -> Option<Portability> {
        match program {
            Program::Metal(_) => Some(portability::metal(self, source)),
            Program::Wgsl(_) => None,
        }
    }
}

impl Metal<'_> {
    /// Checks a program, as far as a pipeline with these functions needs it, and returns its meaning with an empty list of diagnostics.
    #[must_use]
    pub fn program(&self, source: Source<'_>, functions: &[&str]) -> (msl_validator::Program, Findings) {
        self.observed_program(source, functions, &mut |_| ())
    }

    /// Does the same and calls back at the start of each phase of the validator.
    #[must_use]
    pub fn observed_program(
        &self,
        source: Source<'_>,
        functions: &[&str],
        observe: &mut dyn FnMut(msl_validator::Phase),
    ) -> (msl_validator::Program, Findings) {
        let Source { name, identity, text } = source;
        let source = cxx_validator::Source { path: name, identity, text };
        let mut program = observed_program(source, self.options, self.headers, functions, observe);
        let mut diagnostics = mem::take(&mut program.module.diagnostics);
        // A header is for other programs, too: people decide about a change of it.
        let is_elsewhere =
            |it: &Suggestion| it.edits.iter().any(|(span, _)| program.inclusions.of(span.lo).is_some());
        for found in &mut diagnostics {
            found.suggestion = found.suggestion.take().filter(|it| !is_elsewhere(it));
        }
        let files = program.inclusions.files().iter();
        let others: Vec<_> = files.map(|file| (file.name.clone(), Arc::clone(&file.text))).collect();
        let incomplete = incomplete(&diagnostics);
        let texts = iter::once(text).chain(others.iter().map(|(_, text)| &**text));
        allow::apply_with(texts, leave_out_allowed, &mut diagnostics);
        if !functions.is_empty() {
            // A comment may be for a function that was left out.
            diagnostics.retain(|found| found.rule != NEEDLESS_ALLOW);
        }
        (program, Findings { diagnostics, others, incomplete })
    }
}

/// Returns the reason why a program was only checked in parts, unless these have an error: then it is rejected, whatever the others are.
fn incomplete(diagnostics: &[Diagnostic]) -> Option<String> {
    let is_missing = |found: &Diagnostic| found.rule == rules::PREPROCESS_INCLUDE_KNOWN;
    let is_gap = |found: &Diagnostic| found.rule.is_of_phase(Phase::Unsupported) || is_missing(found);
    let mut errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let first = errors.clone().find(|found| is_gap(found))?;
    if errors.any(|found| !is_gap(found)) {
        return None;
    }
    Some(if is_missing(first) {
        format!("not checked: {}", first.message)
    } else {
        "some parts of this program can't be checked yet; the rest has no errors".to_owned()
    })
}
