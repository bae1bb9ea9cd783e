//! From the bytes of a program to its diagnostics.

use crate::files::ProgramBytes;
use shader_source::diagnostic::Diagnostic;
use shader_source::{SourceMap, Span};
use std::sync::Arc;
use wgsl_modules::allow;
use wgsl_spec::Edition;
use wgsl_validator::advice::{Advice, Extent, with_advice};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Module, PipelineRequest, Stage, Validator, decode};

/// A program with its diagnostics.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    /// The name of the program in messages.
    pub(crate) name: String,
    /// Its source, with replacement characters for bytes that are not UTF-8.
    pub(crate) text: String,
    /// Other files that diagnostics lie in: names and sources.
    pub(crate) others: Vec<(String, Arc<str>)>,
    /// The diagnostics, sorted by place. Every range lies within the source, on character boundaries.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The reason why the program could not be checked as a whole, as a sentence without a full stop.
    pub(crate) incomplete: Option<String>,
    /// The number of its shaders, if it is a host file.
    pub(crate) shaders: Option<usize>,
}

impl Judgement {
    /// The WGSL program with these diagnostics, without those that its comments ignore.
    pub(crate) fn new(
        name: String,
        text: String,
        mut diagnostics: Vec<Diagnostic>,
        edition: Edition,
    ) -> Self {
        allow::apply([text.as_str()], edition, &mut diagnostics);
        Self::of_one_file(name, text, diagnostics)
    }

    /// The program of one file with all these diagnostics.
    pub(crate) fn of_one_file(name: String, text: String, mut diagnostics: Vec<Diagnostic>) -> Self {
        for found in &mut diagnostics {
            fit(found, &text);
        }
        Self { name, text, others: Vec::new(), diagnostics, incomplete: None, shaders: None }
    }

    /// The program with these diagnostics of the validator instead.
    #[cfg(feature = "run")]
    pub(crate) fn with(self, diagnostics: Vec<Diagnostic>, edition: Edition) -> Self {
        Self::new(self.name, self.text, diagnostics, edition)
    }

    /// The diagnostics of the validator, without those about `allow` comments.
    #[cfg(feature = "run")]
    pub(crate) fn of_language(&self) -> Vec<Diagnostic> {
        let of_language =
            self.diagnostics.iter().filter(|found| found.rule.set == shader_source::RuleSet::Wgsl);
        of_language.cloned().collect()
    }

    /// The files of the program.
    pub(crate) fn sources(&self) -> SourceMap<'_> {
        let mut sources = SourceMap::new(&self.name, &self.text);
        for (name, text) in &self.others {
            // Diagnostics beyond 4 GiB were left out.
            let _ = sources.add(name, text);
        }
        sources
    }

    /// Returns true if no diagnostic is an error.
    pub(crate) fn is_accepted(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }

    /// Turns warnings into errors.
    pub(crate) fn deny_warnings(&mut self) {
        let warnings = self.diagnostics.iter_mut().filter(|found| found.severity == Severity::Warning);
        warnings.for_each(|found| found.severity = Severity::Error);
    }
}

/// The questions about a WGSL program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Question {
    /// The pipeline that a stage of it is for.
    pub(crate) pipeline: Option<PipelineRequest>,
    /// The classes of advice that are wanted.
    pub(crate) advice: Vec<Advice>,
}

impl Question {
    /// Returns true if only validity matters.
    pub(crate) fn is_plain(&self) -> bool {
        self.pipeline.is_none() && self.advice.is_empty()
    }

    /// The findings in a program.
    pub(crate) fn findings(&self, text: &str, extent: Extent, validator: &mut Validator) -> Vec<Diagnostic> {
        if self.is_plain() {
            return match extent {
                Extent::Whole => validator.diagnose(text),
                Extent::Part => validator.diagnose_linked(text),
            };
        }
        let module = validator.validate(text);
        let stage = self.pipeline.as_ref().map(|request| validator.specialize(&module, request));
        match stage {
            Some(Err(found)) => found,
            Some(Ok(_)) | None => with_advice(&module, extent, &self.advice),
        }
    }

    /// Judges a program of one file.
    pub(crate) fn judge(&self, program: ProgramBytes, validator: &mut Validator) -> Judgement {
        judge_with(program, validator.options().edition, |text| self.findings(text, Extent::Whole, validator))
    }
}

/// Judges a program. Bytes that are not UTF-8 have no module.
pub(crate) fn judge(program: ProgramBytes, validator: &mut Validator) -> (Judgement, Option<Module>) {
    let mut module = None;
    let edition = validator.options().edition;
    let diagnose = |text: &str| module.insert(validator.validate(text)).diagnostics().to_vec();
    let judgement = judge_with(program, edition, diagnose);
    (judgement, module)
}

fn judge_with(
    program: ProgramBytes,
    edition: Edition,
    diagnose: impl FnOnce(&str) -> Vec<Diagnostic>,
) -> Judgement {
    let ProgramBytes { name, bytes } = program;
    let found = decode(&bytes).map_or_else(std::convert::identity, diagnose);
    Judgement::new(name, String::from_utf8_lossy(&bytes).into_owned(), found, edition)
}

/// Judges a stage of a program whose module was judged.
pub(crate) fn judge_stage(
    judgement: Judgement,
    module: &Module,
    request: &PipelineRequest,
    validator: &mut Validator,
) -> (Judgement, Option<Stage>) {
    match validator.specialize(module, request) {
        Ok(stage) => (judgement, Some(stage)),
        Err(found) => (Judgement::new(judgement.name, judgement.text, found, module.edition()), None),
    }
}

/// Keeps every range within the source and on character boundaries, even in a source with replacement characters.
fn fit(diagnostic: &mut Diagnostic, text: &str) {
    let fit = |span: &mut Span| {
        let mut lo = (span.lo as usize).min(text.len());
        while !text.is_char_boundary(lo) {
            lo -= 1;
        }
        let mut hi = (span.hi as usize).clamp(lo, text.len());
        while !text.is_char_boundary(hi) {
            hi += 1;
        }
        *span = Span::new(lo as u32, hi as u32);
    };
    fit(&mut diagnostic.primary.span);
    diagnostic.labels.iter_mut().for_each(|label| fit(&mut label.span));
    if let Some(suggestion) = &mut diagnostic.suggestion {
        suggestion.edits.iter_mut().for_each(|(span, _)| fit(span));
    }
}
