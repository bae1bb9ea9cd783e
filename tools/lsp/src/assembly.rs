//! Documents that are made of several files.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wgsl_modules::{Defines, Diagnostic, is_modular};
use wgsl_spec::Edition;
use wgsl_validator::Validator;
use wgsl_validator::advice::Advice;

/// A document that was judged with the files that it imports.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The findings, sorted by place. A span is one of a `SourceMap` of the document and then of `others`.
    pub diagnostics: Vec<Diagnostic>,
    /// The other files that findings lie in: their absolute paths and sources.
    pub others: Vec<(PathBuf, String)>,
    /// The reason why the document could not be judged as a whole, as a sentence.
    pub incomplete: Option<String>,
}

/// The open documents that are files.
pub type Open = BTreeMap<PathBuf, String>;

/// A reader of the files that a document imports: the server reads none by itself.
pub trait Assembler {
    /// Judges a document with the files that it imports; those which are open have the sources given here. `None` if it has neither
    /// imports nor conditions. Accepted programs get advice of the given classes.
    fn assemble(
        &self,
        path: &Path,
        open: &Open,
        defines: &Defines,
        edition: Edition,
        advice: &[Advice],
        validator: &mut Validator,
    ) -> Option<Assembled>;

    /// The settings of the project, in the form of a client's. Those of the client win.
    fn settings(&self) -> Value {
        Value::Null
    }
}

/// No reader: each document is judged by itself.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Assembler for Alone {
    fn assemble(
        &self,
        _: &Path,
        _: &Open,
        _: &Defines,
        _: Edition,
        _: &[Advice],
        _: &mut Validator,
    ) -> Option<Assembled> {
        None
    }
}

/// Whether a document has imports or conditions.
pub(crate) fn is_assembled(uri: &str, text: &str) -> bool {
    Path::new(uri).extension().is_some_and(|it| it == "wesl") || is_modular(text)
}
