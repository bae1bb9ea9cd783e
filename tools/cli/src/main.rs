//! `wgsl-check`: the validators of WGSL and Metal on the command line.
//!
//! Exit status: 0 if all programs are accepted, 1 if one is rejected, 2 if an input could not be checked.

mod accepted;
mod amp;
mod arguments;
mod boundary;
mod cargo;
mod check;
mod codes;
mod config;
#[cfg(feature = "run")]
mod dap;
mod dump;
mod embedded;
mod environment;
mod expand;
mod explain;
mod files;
mod fix;
mod formatting;
mod fragment;
mod generate;
mod importers;
mod judgement;
mod kept;
mod language_server;
mod layout;
mod link;
mod metal;
mod migrate;
mod minify;
mod modules;
mod neighbours;
mod opened;
mod package;
mod paths;
mod portability;
mod preamble;
mod reflect;
mod render;
mod rules;
#[cfg(feature = "run")]
mod run;
mod serve;
mod source_map;
mod specification;
mod structure;
mod summary;
mod timings;
mod told;
#[cfg(feature = "translate-check")]
mod translate_check;
mod variants;
mod verdict;
mod walk;
mod watch;
mod wesl_toml;
mod whole;
mod write_back;

#[cfg(feature = "run")]
use arguments::Run;
use arguments::{Arguments, Check, Command, Describing, ForConfiguration};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches as _};
use config::Open;
use std::io::{self, Write};
use std::process::ExitCode;
use verdict::Verdict;
use wgsl_validator::target::Target;

fn main() -> ExitCode {
    let words = arguments::with_language(std::env::args_os().collect());
    let matches = arguments::command().get_matches_from(words);
    let mut arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    arguments.color.apply();
    let command = || complete(&mut arguments, &matches).and_then(|()| run(&arguments));
    match boundary::on_large_stack(command) {
        Ok(verdict) => verdict.into(),
        // The reader of a pipe is gone: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Verdict::Failed.into(),
        Err(error) => {
            // If even this cannot be written, the exit status has to do.
            let _ = print_error(&error);
            Verdict::Failed.into()
        }
    }
}

/// Prints an error. Each line has the name of the command, so that a file name can't start a line that a CI runner reads as a command.
fn print_error(error: &io::Error) -> io::Result<()> {
    let text = error.to_string();
    text.lines()
        .try_for_each(|line| writeln!(anstream::stderr(), "wgsl-check: {}", shader_source::visible(line)))
}

/// Completes the arguments of a subcommand with the configuration of the project.
fn complete(arguments: &mut Arguments, matches: &ArgMatches) -> io::Result<()> {
    let inner = matches.subcommand().map_or(matches, |(_, inner)| inner);
    let is_argument = |name: &str| inner.try_contains_id(name).unwrap_or(false);
    let given = |name: &str| is_argument(name) && inner.value_source(name) == Some(ValueSource::CommandLine);
    let (asked, open) = match &mut arguments.command {
        None => return complete_check(&mut arguments.check, given),
        Some(Command::Check(check)) => return complete_check(check, given),
        Some(Command::Fmt(fmt)) => return config::complete_fmt(fmt),
        Some(Command::Amp(amp)) => return config::complete_amp(amp.command.programs()),
        Some(Command::Layout(it)) => opened_by(&mut it.describing, None, given),
        Some(Command::Reflect(it)) => opened_by(&mut it.describing, Some(&mut it.target.target), given),
        Some(Command::Link(it)) => {
            let target = Some(&mut it.target.target);
            (&it.configuration, Open { target, edition: None, modules: &mut it.modules })
        }
        Some(Command::Minify(it)) => {
            let target = Some(&mut it.target.target);
            (&it.configuration, Open { target, edition: None, modules: &mut it.modules })
        }
        Some(Command::Expand(it)) => (
            &it.configuration,
            Open { target: None, edition: Some(&mut it.edition), modules: &mut it.modules },
        ),
        Some(Command::Portability(it)) => opened_by(&mut it.describing, None, given),
        #[cfg(feature = "run")]
        Some(Command::Run(it)) => {
            it.remember_given(given);
            let Run { configuration, target, edition, modules, .. } = &mut **it;
            (&*configuration, Open { target: Some(&mut target.target), edition: Some(edition), modules })
        }
        #[cfg(not(feature = "run"))]
        Some(Command::Run { .. }) => return Ok(()),
        #[cfg(feature = "translate-check")]
        Some(Command::TranslateCheck(it)) => {
            (&it.configuration, Open { target: None, edition: None, modules: &mut it.modules })
        }
        #[cfg(not(feature = "translate-check"))]
        Some(Command::TranslateCheck { .. }) => return Ok(()),
        #[cfg(feature = "run")]
        Some(Command::Dap) => return Ok(()),
        // They check no program, or have editions of their own, or are told how by each request.
        Some(
            Command::Explain(_)
            | Command::Migrate(_)
            | Command::Rules(_)
            | Command::Translate(_)
            | Command::Serve(_)
            | Command::Lsp(_)
            | Command::Completions { .. }
            | Command::Man(_),
        ) => return Ok(()),
    };
    config::complete(asked, open, given)
}

/// The arguments of a subcommand that describes programs, which remembers what the command line has.
fn opened_by<'a>(
    describing: &'a mut Describing,
    target: Option<&'a mut Target>,
    given: impl Fn(&str) -> bool,
) -> (&'a ForConfiguration, Open<'a>) {
    describing.remember_given(given);
    let Describing { configuration, modules, edition, .. } = describing;
    (&*configuration, Open { target, edition: Some(edition), modules })
}

/// Completes the arguments of a check, which remembers what the command line has: options of the configuration are for programs of any
/// language, those of the command line for programs that are there.
fn complete_check(check: &mut Check, given: impl Fn(&str) -> bool) -> io::Result<()> {
    check.remember_given(&given);
    config::complete_check(check, given)
}

fn check(arguments: &Check) -> io::Result<Verdict> {
    if arguments.watch { watch::run(arguments) } else { check::run(arguments) }
}

fn run(arguments: &Arguments) -> io::Result<Verdict> {
    match &arguments.command {
        None => match arguments.meant_command() {
            Some(command) => Err(io::Error::other(format!(
                "no such file or command: `{}`; did you mean `wgsl-check {command}`?",
                arguments.check.paths[0].display()
            ))),
            None => check(&arguments.check),
        },
        Some(Command::Check(arguments)) => check(arguments),
        Some(Command::Amp(arguments)) => amp::run(arguments),
        Some(Command::Explain(explain)) => explain::run(explain),
        Some(Command::Rules(rules)) => rules::run(rules),
        Some(Command::Expand(expand)) => expand::run(expand),
        Some(Command::Layout(layout)) => layout::run(layout),
        Some(Command::Reflect(reflect)) => reflect::run(reflect),
        Some(Command::Link(arguments)) => link::run(arguments),
        Some(Command::Portability(arguments)) => portability::run(arguments),
        #[cfg(feature = "run")]
        Some(Command::Run(arguments)) => run::run(arguments),
        #[cfg(not(feature = "run"))]
        Some(Command::Run { .. }) => {
            Err(io::Error::other("this build can't run programs: it was built without the feature `run`"))
        }
        #[cfg(feature = "translate-check")]
        Some(Command::TranslateCheck(arguments)) => translate_check::run(arguments),
        #[cfg(not(feature = "translate-check"))]
        Some(Command::TranslateCheck { .. }) => Err(io::Error::other(
            "this build can't prove translations: it was built without the feature `translate-check`",
        )),
        Some(Command::Translate(arguments)) => metal::translate::run(arguments),
        Some(Command::Migrate(arguments)) => migrate::run(arguments),
        Some(Command::Fmt(arguments)) => formatting::run(arguments),
        Some(Command::Minify(arguments)) => minify::run(arguments),
        Some(Command::Serve(arguments)) => serve::run(arguments),
        Some(Command::Lsp(_)) => language_server::run(),
        #[cfg(feature = "run")]
        Some(Command::Dap) => dap::run(),
        Some(Command::Completions { shell }) => generate::completions(*shell),
        Some(Command::Man(arguments)) => generate::manual(arguments),
    }
}
