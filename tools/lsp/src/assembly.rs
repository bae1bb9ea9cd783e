//! Documents that are made of several files.

use serde_json::Value;
use shader_source::diagnostic::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_modules::Defines;
use wgsl_spec::Edition;
use wgsl_validator::Validator;
use wgsl_validator::advice::Advice;

/// A document that was checked with the files that it imports.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The diagnostics, sorted by place. A span belongs to a `SourceMap` of the document and then of `others`.
    pub diagnostics: Vec<Diagnostic>,
    /// The other files that diagnostics are in: their absolute paths and sources.
    pub others: Vec<(PathBuf, String)>,
    /// The reason why the document could not be checked as a whole, as a sentence.
    pub incomplete: Option<String>,
    /// The files whose content decides the diagnostics, whether they exist or not; `None` if any file of the project may.
    pub depends_on: Option<BTreeSet<PathBuf>>,
}

/// The open documents that are files.
#[derive(Clone, Debug, Default)]
pub struct Open {
    /// A number that changes with the sources and when files may have changed: what an assembler knows of files is valid for one number.
    pub generation: u64,
    /// The sources by the paths of the documents.
    pub texts: BTreeMap<PathBuf, Arc<str>>,
}

/// A reader of the files that a document imports: the server reads none by itself.
pub trait Assembler {
    /// Checks a document with the files that it imports; those which are open have the sources given here. `None` if it has neither
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

    /// The settings of the project, in the form of a client's. The client's settings win.
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
