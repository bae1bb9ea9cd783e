//! `wgsl-check`: the WGSL validator on the command line.
//!
//! Exit status: 0 if all programs are accepted, 1 if one is rejected, 2 if an input could not be checked.

mod accepted;
mod arguments;
mod check;
mod config;
mod explain;
mod files;
mod fix;
mod fragment;
mod generate;
mod judgement;
mod language_server;
mod layout;
mod link;
mod migrate;
mod modules;
mod portability;
mod reflect;
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
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
use std::io::{self, Write};
use std::process::ExitCode;
use verdict::Verdict;

fn main() -> ExitCode {
    let matches = Arguments::command().get_matches();
    let mut arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    arguments.color.apply();
    match complete(&mut arguments, &matches).and_then(|()| run(&arguments)) {
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

/// Completes the arguments of a check with the configuration of the project.
fn complete(arguments: &mut Arguments, matches: &ArgMatches) -> io::Result<()> {
    let given =
        |matches: &ArgMatches, name: &str| matches.value_source(name) == Some(ValueSource::CommandLine);
    match (&mut arguments.command, matches.subcommand()) {
        (None, _) => config::complete(&mut arguments.check, |name| given(matches, name)),
        (Some(Command::Check(check)), Some((_, matches))) => {
            config::complete(check, |name| given(matches, name))
        }
        (Some(_), _) => Ok(()),
    }
}

fn run(arguments: &Arguments) -> io::Result<Verdict> {
    match &arguments.command {
        None => check::run(&arguments.check),
        Some(Command::Check(check)) => check::run(check),
        Some(Command::Explain(explain)) => explain::run(explain),
        Some(Command::Rules(rules)) => rules::run(rules),
        Some(Command::Layout(layout)) => layout::run(layout),
        Some(Command::Reflect(reflect)) => reflect::run(reflect),
        Some(Command::Link(arguments)) => link::run(arguments),
        Some(Command::Portability(arguments)) => portability::run(arguments),
        #[cfg(feature = "run")]
        Some(Command::Run(arguments)) => run::run(arguments),
        #[cfg(not(feature = "run"))]
        Some(Command::Run { .. }) => {
            Err(io::Error::other("this build cannot run programs: it was built without the feature `run`"))
        }
        Some(Command::Migrate(arguments)) => migrate::run(arguments),
        Some(Command::Serve(arguments)) => serve::run(arguments),
        Some(Command::Lsp(_)) => language_server::run(),
        Some(Command::Completions { shell }) => generate::completions(*shell),
        Some(Command::Man) => generate::man_page(),
    }
}
