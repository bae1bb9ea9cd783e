//! A strict validator for WGSL.
//!
//! [`validate`] takes text and says whether the specification accepts it; for every mistake it says which rule was
//! broken, where and why. It does no I/O, knows no clock and no globals, never panics, and its cost grows linearly
//! with the text.

pub mod ast;
mod check;
pub mod constant;
pub mod diagnostic;
mod lex;
pub mod module;
mod parse;
pub mod resolve;
pub mod source;
pub mod symbol;
pub mod types;
pub mod value;

use diagnostic::{Diagnostic, Severity};
use module::TypedModule;
use source::Span;
use wgsl_spec::{Code, Edition};

/// How to judge.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which text judges.
    pub edition: Edition,
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
    let parse::Parsed { ast, symbols, mut diagnostics, .. } = parse::parse(text, options.edition);
    let resolution = resolve::resolve(text, &ast, &symbols, options.edition, &mut diagnostics);
    let module = check::check(text, ast, symbols, options.edition, resolution, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.primary.span.lo, diagnostic.code));
    let mut report = Report { diagnostics, module: None };
    if report.is_accepted() {
        report.module = Some(module);
    }
    report
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
