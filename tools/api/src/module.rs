//! Checked programs.

use crate::diagnostic::Diagnostics;
use crate::files::{File, Files};
use crate::reflection::{Reflection, ReflectionError};
use core::fmt;
use shader_source::diagnostic::Diagnostic as Found;
#[cfg(feature = "run")]
use shader_source::{Span, start_behind};
#[cfg(feature = "run")]
use std::collections::BTreeMap;
use std::sync::Arc;
use wgsl_modules::{FileIndex, Project, allow};
use wgsl_spec::Edition;
use wgsl_validator::PipelineRequest;

/// A valid program. Clones share it.
#[derive(Clone)]
pub struct Module {
    pub(crate) checked: wgsl_validator::Module,
    pub(crate) origin: Arc<Origin>,
    diagnostics: Diagnostics,
}

/// The files that the checked text was made of.
#[derive(Debug)]
pub(crate) enum Origin {
    /// The module comes from one file.
    File(Files),
    /// It was put together from the files of a project.
    Linked(Box<Linked>),
}

/// A multi-file program.
#[derive(Debug)]
pub(crate) struct Linked {
    pub(crate) project: Project,
    pub(crate) program: wgsl_modules::Program,
    /// The checked file; the others are in the project.
    pub(crate) files: Files,
}

impl Module {
    pub(crate) fn new(
        checked: wgsl_validator::Module,
        origin: Arc<Origin>,
        diagnostics: Diagnostics,
    ) -> Self {
        Self { checked, origin, diagnostics }
    }

    /// Returns the warnings and notes about the program; they do not make it invalid.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the source that was checked. With imports, it is plain WGSL with everything that the program uses of other files.
    #[must_use]
    pub fn source(&self) -> &str {
        self.checked.source()
    }

    /// Returns the entry points, overrides, resources and structures of the program.
    ///
    /// # Errors
    /// So many entry points share so many resources that the lists of all of them are too large.
    pub fn reflect(&self) -> Result<Reflection, ReflectionError> {
        Reflection::new(None, &self.checked)
    }

    /// Checks that a pipeline can be made of an entry point with these values for its overrides, by name or by `@id` in decimal digits.
    /// Sizes of arrays and workgroups, and divisions by overrides, are known only then.
    ///
    /// # Errors
    /// The errors of the pipeline.
    pub fn check_pipeline(&self, entry_point: &str, constants: &[(&str, f64)]) -> Result<(), Diagnostics> {
        let request = PipelineRequest {
            stage: None,
            entry_point: Some(entry_point.to_owned()),
            constants: constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
        };
        match self.checked.specialize(&request) {
            Ok(_) => Ok(()),
            Err(found) => Err(self.origin.diagnostics(found, self.checked.edition())),
        }
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.debug_struct("Module").field("source", &self.source()).finish_non_exhaustive()
    }
}

impl Origin {
    /// Returns the diagnostics of the checked source at their places in the files, except for what comments suppress.
    pub(crate) fn diagnostics(&self, found: Vec<Found>, edition: Edition) -> Diagnostics {
        let (mut found, files) = match self {
            Self::File(files) => (found, files.clone()),
            Self::Linked(linked) => {
                let Linked { project, program, files } = &**linked;
                let findings = program.findings(project, found);
                let others = findings.files.iter().skip(1).map(|index| file(project, *index));
                (findings.diagnostics, Files::new(files.main.clone(), others))
            }
        };
        allow::apply(files.texts(), edition, &mut found);
        Diagnostics::new(found, &files)
    }

    /// Returns spans of the checked text as spans of files. A span that no file has becomes the start of the checked file.
    #[cfg(feature = "run")]
    pub(crate) fn places(&self, spans: &[Span]) -> (Files, Vec<Span>) {
        let Linked { project, program, files } = match self {
            Self::File(files) => return (files.clone(), spans.to_vec()),
            Self::Linked(linked) => &**linked,
        };
        let main = program.files()[0];
        let mut starts = BTreeMap::from([(main, 0)]);
        let (mut others, mut end) = (Vec::new(), start_behind(0, &files.main.text));
        let mut place = |span: &Span| {
            let place = program.origin(*span)?;
            let start = if let Some(start) = starts.get(&place.file) {
                *start
            } else {
                let (start, file) = (end?, file(project, place.file));
                end = start_behind(start, &file.text);
                others.push(file);
                starts.insert(place.file, start);
                start
            };
            Some(Span::new(start + place.span.lo, start + place.span.hi))
        };
        let spans = spans.iter().map(|span| place(span).unwrap_or_default()).collect();
        (Files::new(files.main.clone(), others), spans)
    }
}

/// Returns a file of a project with its path as its name.
pub(crate) fn file(project: &Project, index: FileIndex) -> File {
    let file = project.file(index);
    File { name: file.path.as_str().into(), text: Arc::clone(&file.text) }
}
