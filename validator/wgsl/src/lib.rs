//! A strict validator for WGSL.
//!
//! [`validate`] takes text and says whether the specification accepts it; for every mistake it says which rule was
//! broken, where and why. It does no I/O, knows no clock and no globals, never panics, and its cost grows linearly
//! with the text.

mod alias;
pub mod ast;
mod check;
pub mod constant;
pub mod diagnostic;
pub mod layout;
mod lex;
pub mod link;
pub mod module;
pub mod needs;
mod parse;
mod pipeline;
pub mod resolve;
#[cfg(test)]
mod robustness_test;
mod steps;

mod literal;
pub mod symbol;
pub mod target;
pub mod types;
mod uniformity;

use diagnostic::{Diagnostic, Severity};
use module::TypedModule;
use shader_source::Span;
use target::Target;

pub use pipeline::PipelineRequest;
use wgsl_spec::{Code, Edition};

/// How to judge.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which text judges.
    pub edition: Edition,
    /// What programs are judged for; the draft of 2022-04-11 has no extensions, and limits of its own.
    pub target: Target,
}

/// What [`validate`] found.
#[derive(Debug)]
pub struct Report {
    /// Findings, sorted by place and code.
    pub diagnostics: Vec<Diagnostic>,
    /// The module with its meaning, when no finding is an error.
    pub module: Option<TypedModule>,
}

impl Report {
    /// Whether the specification accepts the program: no finding is an error.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        !self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Judges a program.
#[must_use]
pub fn validate(text: &str, options: &Options) -> Report {
    let mut validator = Validator::new(options.clone());
    let diagnostics = validator.diagnose(text);
    let mut report = Report { diagnostics, module: None };
    if report.is_accepted() {
        report.module = Some(validator.module);
    }
    report
}

/// Judges one program after the other with the same memory: for many small programs most of the time would go into
/// getting and giving back memory.
#[derive(Debug, Default)]
pub struct Validator {
    options: Options,
    module: TypedModule,
    parse: parse::Scratch,
    resolve: resolve::Scratch,
    check: check::Scratch,
}

impl Validator {
    /// Judges by these options.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// What it judges by.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Judges a program and gives the findings, sorted by place and code.
    #[must_use]
    pub fn diagnose(&mut self, text: &str) -> Vec<Diagnostic> {
        let edition = self.options.edition;
        let mut diagnostics = Vec::new();
        let module = &mut self.module;
        parse::parse(text, edition, &mut self.parse, &mut module.ast, &mut module.symbols, &mut diagnostics);
        resolve::resolve(
            text,
            &module.ast,
            &module.symbols,
            edition,
            &mut self.resolve,
            &mut module.resolution,
            &mut diagnostics,
        );
        check::check(text, &self.options, module, &mut self.check, &mut diagnostics);
        if diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
            uniformity::analyze(text, module, edition, &mut diagnostics);
            alias::analyze(text, module, edition, &mut diagnostics);
        }
        in_order(&mut diagnostics);
        diagnostics
    }

    /// Judges a pipeline with one entry point of a program: the program first, then what the entry point reaches, with
    /// the values of overrides known. <https://www.w3.org/TR/WGSL/#pipeline-creation>
    #[must_use]
    pub fn diagnose_pipeline(&mut self, text: &str, request: &PipelineRequest) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnose(text);
        if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return diagnostics;
        }
        let mut found = Vec::new();
        if let Some((shader, entry)) = pipeline::specialize(text, &self.module, request, &mut found) {
            let (options, module) = (&self.options, &mut self.module);
            check::check_shader(text, options, module, &shader, &mut self.check, &mut found);
            if found.iter().all(|diagnostic| diagnostic.severity != Severity::Error) {
                pipeline::check_limits(module, &shader, entry, &options.target, &mut found);
            }
        }
        // What the module was warned of already is not said again.
        found.retain(|diagnostic| diagnostic.severity == Severity::Error);
        // A warning that has become an error is one finding.
        let mut refused: Vec<Span> = found.iter().map(|diagnostic| diagnostic.primary.span).collect();
        refused.sort_unstable();
        diagnostics.retain(|warning| refused.binary_search(&warning.primary.span).is_err());
        diagnostics.append(&mut found);
        in_order(&mut diagnostics);
        diagnostics
    }

    /// The module that was judged last; without meaning unless it was accepted.
    #[must_use]
    pub fn module(&self) -> &TypedModule {
        &self.module
    }
}

/// Sorts findings by place and code. One code at one place is one finding, whatever number of ways led to it: a structure
/// that two entry points use, an argument that two rules ask to be uniform.
fn in_order(diagnostics: &mut Vec<Diagnostic>) {
    let key = |diagnostic: &Diagnostic| {
        let span = diagnostic.primary.span;
        (span.lo, diagnostic.code, span.hi)
    };
    diagnostics.sort_by_key(|diagnostic| (key(diagnostic), diagnostic.severity));
    diagnostics.dedup_by_key(|diagnostic| key(diagnostic));
}

/// Judges a program whose bytes may not be UTF-8. <https://www.w3.org/TR/WGSL/#textual-structure>
#[must_use]
pub fn validate_bytes(bytes: &[u8], options: &Options) -> Report {
    match core::str::from_utf8(bytes) {
        Ok(text) => validate(text, options),
        Err(error) => {
            let lo = error.valid_up_to() as u32;
            let length = error.error_len().map_or(1, |length| length as u32);
            let message = format!("byte {lo} begins no character of UTF-8");
            let diagnostic = Diagnostic::error(Code::LexInvalidUtf8, Span::new(lo, lo + length), message);
            Report { diagnostics: vec![diagnostic], module: None }
        }
    }
}
