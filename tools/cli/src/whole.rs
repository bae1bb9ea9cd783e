//! Programs of one file for subcommands that execute or describe them: with imports, one file is made of several.

use crate::arguments::ForModules;
use crate::files::{self, Failure, ProgramBytes};
use crate::judgement::{Judgement, Question};
use crate::modules::{Modules, Together};
use crate::render::Renderer;
use crate::source_map::Expanded;
use crate::verdict::Verdict;
use std::io;
use std::path::Path;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::{Options, Validator};

/// The reason why there is no program.
#[derive(Debug)]
pub(crate) struct Refused {
    /// Its mistakes, unless the file can't be read.
    judgement: Option<Judgement>,
    failure: Option<Failure>,
}

impl Refused {
    /// The reason, as a sentence without a full stop.
    pub(crate) fn reason(&self, file: &Path) -> String {
        let Self { judgement, failure } = self;
        if let Some(failure) = failure {
            return format!("{}: {}", failure.name, failure.message);
        }
        let Some(judgement) = judgement else { return format!("{}: can't be read", file.display()) };
        let sources = judgement.sources();
        let Some(first) = judgement.diagnostics.iter().find(|it| it.severity == Severity::Error) else {
            return "the program is rejected".to_owned();
        };
        let range = sources.range(first.primary.span);
        format!("{}:{}: {}", range.file.name(), range.first.line, first.message)
    }

    /// Prints the reason.
    pub(crate) fn print(self, renderer: &mut dyn Renderer) -> io::Result<Verdict> {
        let Self { judgement, failure } = self;
        if let Some(judgement) = judgement {
            renderer.judgement(&judgement, judgement.is_accepted())?;
        }
        Ok(match failure {
            Some(failure) => {
                renderer.failure(&failure)?;
                Verdict::Failed
            }
            None => Verdict::Rejected,
        })
    }
}

/// Reads the program in a file, with all that it imports. The name of a multi-file program says so, because
/// its line numbers are not the line numbers of a file.
///
/// # Errors
/// A file that can't be read, and an assembled program that is rejected: its diagnostics refer to its files. A
/// file without imports is not checked.
pub(crate) fn read(
    file: &Path,
    modules: &ForModules,
    options: &Options,
) -> Result<ProgramBytes, Box<Refused>> {
    read_with_origins(file, modules, options).map(|(program, _)| program)
}

/// Does the same, and returns the way back to the files of an assembled program.
///
/// # Errors
/// As [`read`].
pub(crate) fn read_with_origins(
    file: &Path,
    modules: &ForModules,
    options: &Options,
) -> Result<(ProgramBytes, Option<Expanded>), Box<Refused>> {
    let refused = |judgement, failure| Box::new(Refused { judgement, failure });
    let input = files::named(file);
    let program = files::read_wgsl(&input, None).map_err(|failure| refused(None, Some(failure)))?;
    let inputs = [input];
    let read = |_: &_| Ok(program.clone());
    let failure = |error: std::io::Error| Failure { name: program.name.clone(), message: error.to_string() };
    let around = modules.surroundings().map_err(|error| refused(None, Some(failure(error))))?;
    let Some(modules) = Modules::find(&inputs, read, None, around, options.edition) else {
        return Ok((program, None));
    };
    if let Some(failure) = modules.failures().first() {
        return Err(refused(None, Some(failure.clone())));
    }
    let Some(assembled) = modules.judge(
        &inputs[0],
        &Question::default(),
        &Together::new(),
        &mut Validator::new(options.clone()),
    ) else {
        return Ok((program, None));
    };
    if assembled.failure.is_some() || !assembled.judgement.is_accepted() {
        return Err(refused(Some(assembled.judgement), assembled.failure));
    }
    let name = format!("{} (assembled)", program.name);
    let expanded = modules.linked(&inputs[0]);
    let bytes = expanded.as_ref().map_or_else(Vec::new, |it| it.text.clone().into_bytes());
    Ok((ProgramBytes { name, bytes }, expanded))
}
