//! `lsp`: the language server on standard input and output.

use crate::files::{self, Failure, Input, ProgramBytes};
use crate::modules::Modules;
use crate::verdict::Verdict;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use wgsl_lsp::{Assembled, Assembler, End, Open, serve};
use wgsl_modules::Defines;
use wgsl_spec::Edition;
use wgsl_validator::Validator;

/// Talks to an editor until it leaves.
pub(crate) fn run() -> io::Result<Verdict> {
    Ok(match serve(BufReader::new(io::stdin()), io::stdout().lock(), &Disk)? {
        End::Orderly => Verdict::Accepted,
        // The protocol asks for this exit status.
        End::Abrupt => Verdict::Rejected,
    })
}

/// The files on disk, as far as they are not open.
struct Disk;

impl Assembler for Disk {
    fn assemble(
        &self,
        path: &Path,
        open: &Open,
        defines: &Defines,
        edition: Edition,
        validator: &mut Validator,
    ) -> Option<Assembled> {
        let read = |input: &Input| read(input, open);
        let inputs: Vec<Input> = open.keys().cloned().map(Input::File).collect();
        let modules = Modules::find(&inputs, read, None, defines.clone(), edition)?;
        let assembled = modules.judge(&Input::File(path.to_owned()), None, validator)?;
        let others = assembled.judgement.others.into_iter();
        let absolute = |name: String| std::path::absolute(&name).unwrap_or_else(|_| PathBuf::from(name));
        Some(Assembled {
            diagnostics: assembled.judgement.diagnostics,
            others: others.map(|(name, text)| (absolute(name), text)).collect(),
            incomplete: assembled.failure.map(|failure| failure.message),
        })
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
