//! `wgsl-check`: the WGSL validator on the command line.
//!
//! Exit status: 0 if all programs are accepted, 1 if one is rejected, 2 if an input could not be checked.

mod accepted;
mod arguments;
mod check;
mod explain;
mod files;
mod fix;
mod fragment;
mod generate;
mod judgement;
mod language_server;
mod layout;
mod link;
mod modules;
mod portability;
mod render;
mod rules;
#[cfg(feature = "run")]
mod run;
mod serve;
mod summary;
mod verdict;
mod wesl_toml;
mod whole;

use arguments::{Arguments, Command};
use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;
use verdict::Verdict;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.color.apply();
    match run(&arguments) {
        Ok(verdict) => verdict.into(),
        // The reader of a pipe is gone: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Verdict::Failed.into(),
        Err(error) => {
            // If even this cannot be written, the exit status has to do.
            let _ = writeln!(anstream::stderr(), "wgsl-check: {error}");
            Verdict::Failed.into()
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<Verdict> {
    match &arguments.command {
        None => check::run(&arguments.check),
        Some(Command::Check(check)) => check::run(check),
        Some(Command::Explain(explain)) => explain::run(explain),
        Some(Command::Rules(rules)) => rules::run(rules),
        Some(Command::Layout(layout)) => layout::run(layout),
        Some(Command::Link(arguments)) => link::run(arguments),
        Some(Command::Portability(arguments)) => portability::run(arguments),
        #[cfg(feature = "run")]
        Some(Command::Run(arguments)) => run::run(arguments),
        #[cfg(not(feature = "run"))]
        Some(Command::Run { .. }) => {
            Err(io::Error::other("this build cannot run programs: it was built without the feature `run`"))
        }
        Some(Command::Serve(arguments)) => serve::run(arguments),
        Some(Command::Lsp(_)) => language_server::run(),
        Some(Command::Completions { shell }) => generate::completions(*shell),
        Some(Command::Man) => generate::man_page(),
    }
}
