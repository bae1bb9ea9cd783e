//! The interface that all languages share: a text becomes a checked program.

use crate::Language;
use crate::portability::{self, Portability};
use shader_source::SourceMap;
use shader_source::diagnostic::{Diagnostic, Severity};
use std::sync::Arc;
use wgsl_modules::allow;
use wgsl_spec::Edition;
use wgsl_validator::advice::{Advice, Extent, with_advice};
use wgsl_validator::{Module, Validator};

/// The source of a program.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The name of its file in messages; includes are relative to it.
    pub name: &'a str,
    /// One name for all paths that lead to the file; empty if there is no file.
    pub identity: &'a str,
    /// Its content.
    pub text: &'a str,
}

impl<'a> Source<'a> {
    /// A text that is not in a file.
    #[must_use]
    pub const fn text(text: &'a str) -> Self {
        Self { name: "", identity: "", text }
    }
}

/// Checks programs of one language, with settings that stay the same. Comments that ignore warnings are respected.
pub trait FrontEnd {
    /// The language.
    fn language(&self) -> Language;

    /// Checks a program.
    fn check(&mut self, source: Source<'_>) -> Checked;

    /// Returns what a program needs, and the targets that accept it. `None` if the program is in a different language or no target accepts it.
    fn portability(&mut self, source: Source<'_>, program: &Program) -> Option<Portability>;

    /// Checks a program that only its diagnostics are wanted of. An implementation may reuse the memory of the program.
    fn diagnose(&mut self, source: Source<'_>) -> Findings {
        let Checked { program: _, findings } = self.check(source);
        findings
    }
}

/// A program that was checked.
#[derive(Debug)]
pub struct Checked {
    /// Its meaning.
    pub program: Program,
    /// Its diagnostics.
    pub findings: Findings,
}

/// The diagnostics of a program.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The diagnostics, sorted by place. A span belongs to a [`SourceMap`] of the program and then of `others`.
    pub diagnostics: Vec<Diagnostic>,
    /// The other files that it was made of: names and contents.
    pub others: Vec<(String, Arc<str>)>,
    /// Why the program could not be checked as a whole, as a sentence without a full stop.
    pub incomplete: Option<String>,
}

impl Findings {
    /// Returns true if no diagnostic is an error.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.diagnostics.iter().all(|found| found.severity != Severity::Error)
    }

    /// Returns the files that spans refer to, of which the first has this name and text.
    #[must_use]
    pub fn sources<'a>(&'a self, name: &'a str, text: &'a str) -> SourceMap<'a> {
        let mut sources = SourceMap::new(name, text);
        for (name, text) in &self.others {
            // No span refers to a file beyond 4 GiB.
            let _ = sources.add(name, text);
        }
        sources
    }
}

/// The meaning of a program, by language.
#[derive(Debug)]
pub enum Program {
    /// Of a program in WGSL.
    Wgsl(Module),
    /// Of a program in Metal. Its own list of diagnostics is empty.
    Metal(Box<msl_validator::Program>),
}

/// Checks programs in WGSL, and gives advice of these classes.
#[derive(Debug)]
pub struct Wgsl<'a> {
    /// The validator, with its options.
    pub validator: &'a mut Validator,
    /// The classes of advice that are wanted of accepted programs.
    pub advice: &'a [Advice],
}

impl FrontEnd for Wgsl<'_> {
    fn language(&self) -> Language {
        Language::Wgsl
    }

    fn check(&mut self, source: Source<'_>) -> Checked {
        let module = self.validator.validate(source.text);
        let diagnostics = with_advice(&module, Extent::Whole, self.advice);
        let findings = findings(source.text, diagnostics, module.edition());
        Checked { program: Program::Wgsl(module), findings }
    }

    fn portability(&mut self, source: Source<'_>, program: &Program) -> Option<Portability> {
        self.validator.portability(source, program)
    }
}

impl FrontEnd for Validator {
    fn language(&self) -> Language {
        Language::Wgsl
    }

    fn check(&mut self, source: Source<'_>) -> Checked {
        Wgsl { validator: self, advice: &[] }.check(source)
    }

    fn portability(&mut self, source: Source<'_>, program: &Program) -> Option<Portability> {
        match program {
            Program::Wgsl(module) => portability::wgsl(source, module),
            Program::Metal(_) => None,
        }
    }

    fn diagnose(&mut self, source: Source<'_>) -> Findings {
        let diagnostics = Validator::diagnose(self, source.text);
        findings(source.text, diagnostics, self.options().edition)
    }
}

/// The diagnostics of a WGSL program of one file that its comments leave.
fn findings(text: &str, mut diagnostics: Vec<Diagnostic>, edition: Edition) -> Findings {
    allow::apply([text], edition, &mut diagnostics);
    Findings { diagnostics, ..Findings::default() }
}
