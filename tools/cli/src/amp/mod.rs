//! Programs in C++ AMP: their check, and the inventory of their kernels.

mod check;
mod encoding;
mod html;
mod inventory;
mod record;
mod relevant;
#[cfg(feature = "run")]
mod run;
mod sarif;
mod text;
mod translate;

use crate::arguments::{Amp, AmpCommand, AmpPrograms};
use crate::environment::Environment;
use crate::files::{self, Collection, Failure, Input};
use crate::render;
use crate::verdict::Verdict;
use check::judgement;
pub(crate) use encoding::decoded;
use msl_validator::amp::Program;
use shader_source::SourceMap;
use std::io;
use std::path::Path;

/// The ends of the names of files that are looked for in directories: sources and headers of C++.
const EXTENSIONS: [&str; 14] =
    ["cpp", "cc", "cxx", "c++", "c", "h", "hh", "hpp", "hxx", "h++", "inl", "ipp", "tpp", "amp"];

/// Runs a subcommand.
pub(crate) fn run(arguments: &Amp) -> io::Result<Verdict> {
    match &arguments.command {
        AmpCommand::Check(arguments) => check::run(arguments),
        #[cfg(feature = "run")]
        AmpCommand::Run(arguments) => run::run(arguments),
        #[cfg(feature = "run")]
        AmpCommand::Plan(arguments) => run::plan(arguments),
        AmpCommand::Translate(arguments) => translate::run(arguments),
        AmpCommand::Inventory(arguments) => inventory::run(arguments),
    }
}

/// Finds the files of a command.
fn collect(programs: &AmpPrograms) -> Collection {
    let extensions = EXTENSIONS.to_vec();
    let mut collection =
        files::collect_extensions(&programs.paths, &programs.excluded, extensions, &programs.opened());
    relevant::keep_relevant(&mut collection, programs.folders(), |input| is_named(input, programs));
    collection
}

/// Returns true for an input that the command line names itself.
fn is_named(input: &Input, programs: &AmpPrograms) -> bool {
    match input {
        Input::Standard => true,
        Input::File(path) => {
            programs.paths.iter().any(|named| named.strip_prefix(".").unwrap_or(named) == path)
        }
    }
}

/// Reads the one program of a command.
fn read_one(programs: &AmpPrograms) -> Result<ReadProgram, Failure> {
    let [path] = programs.paths.as_slice() else {
        return Err(Failure { name: "amp".to_owned(), message: "expected one file".to_owned() });
    };
    let environment = programs.environment();
    read(&files::named(path), &environment)
}

/// Prints the diagnostics of a program with errors.
fn rejected(read: ReadProgram) -> io::Result<Verdict> {
    render::for_people().judgement(&judgement(read), false)?;
    Ok(Verdict::Rejected)
}

/// Prints why there is no result.
fn failed(failure: &Failure) -> io::Result<Verdict> {
    render::for_people().failure(failure)?;
    Ok(Verdict::Failed)
}

/// A program that was read.
struct ReadProgram {
    /// Its name in messages.
    name: String,
    /// Its source, decoded.
    text: String,
    program: Program,
}

/// Reads and checks a program.
fn read(input: &Input, environment: &Environment) -> Result<ReadProgram, Failure> {
    let files::ProgramBytes { name, bytes } = files::read(input, None)?;
    if encoding::is_binary(&bytes) {
        return Err(Failure { name, message: "not a text: it has zero bytes".to_owned() });
    }
    let text = decoded(&bytes);
    let program = environment.amp(Path::new(&name), &text);
    Ok(ReadProgram { name, text, program })
}

impl ReadProgram {
    /// Its files.
    fn sources(&self) -> SourceMap<'_> {
        let mut sources = SourceMap::new(&self.name, &self.text);
        for file in self.program.inclusions.files() {
            // Files beyond 4 GiB have no kernels: they were left out.
            let _ = sources.add(&file.name, &file.text);
        }
        sources
    }
}
