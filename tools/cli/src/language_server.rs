//! `lsp`: the language server on standard input and output.

use crate::config;
use crate::files::{self, Failure, Input, ProgramBytes};
use crate::finding::to_wgsl;
use crate::judgement::Question;
use crate::modules::Modules;
use crate::verdict::Verdict;
use serde_json::Value;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use wgsl_lsp::{Assembled, Assembler, End, Open, serve};
use wgsl_modules::Defines;
use wgsl_spec::Edition;
use wgsl_validator::Validator;
use wgsl_validator::advice::Advice;

/// Talks to an editor until it leaves.
pub(crate) fn run() -> io::Result<Verdict> {
    let settings = config::settings().or_else(|error| {
        // A server with the default settings helps more than none; editors show the log.
        writeln!(anstream::stderr(), "wgsl-check: {error}").map(|()| Value::Null)
    })?;
    Ok(match serve(BufReader::new(io::stdin()), io::stdout().lock(), &Disk { settings })? {
        End::Orderly => Verdict::Accepted,
        // The protocol asks for this exit status.
        End::Abrupt => Verdict::Rejected,
    })
}

/// The files on disk, as far as they are not open.
struct Disk {
    /// Those of the project's configuration.
    settings: Value,
}

impl Assembler for Disk {
    fn assemble(
        &self,
        path: &Path,
        open: &Open,
        defines: &Defines,
        edition: Edition,
        advice: &[Advice],
        validator: &mut Validator,
    ) -> Option<Assembled> {
        let read = |input: &Input| read(input, open);
        let inputs: Vec<Input> = open.keys().cloned().map(Input::File).collect();
        let modules = Modules::find(&inputs, read, None, defines.clone(), edition)?;
        let question = Question { pipeline: None, advice: advice.to_vec() };
        let assembled = modules.judge(&Input::File(path.to_owned()), &question, validator)?;
        let others = assembled.judgement.others.into_iter();
        let absolute = |name: String| std::path::absolute(&name).unwrap_or_else(|_| PathBuf::from(name));
        Some(Assembled {
            diagnostics: assembled.judgement.diagnostics.into_iter().filter_map(to_wgsl).collect(),
            others: others.map(|(name, text)| (absolute(name), text)).collect(),
            incomplete: assembled.failure.map(|failure| failure.message),
        })
    }

    fn settings(&self) -> Value {
        self.settings.clone()
    }
}

/// The source of an open document, or of a file.
fn read(input: &Input, open: &Open) -> Result<ProgramBytes, Failure> {
    if let Input::File(path) = input
        && let Some(text) = open.get(path)
    {
        return Ok(ProgramBytes { name: path.display().to_string(), bytes: text.clone().into_bytes() });
    }
    files::read(input, None)
}
