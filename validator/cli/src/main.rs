//! `wgsl-check`: the WGSL validator on the command line.
//!
//! Exit status: 0 when every program is accepted, 1 when one is rejected, 2 when the tool could not do its work.

mod arguments;
mod check;
#[cfg(feature = "run")]
mod dispatch;
mod explain;
mod files;
mod generate;
mod layout;
mod link;
mod portability;
mod record;
mod render;
#[cfg(feature = "run")]
mod run;
mod serve;

use arguments::{Arguments, Command};
use clap::Parser;
use std::io::{self, Write};
use std::process::ExitCode;

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Everything asked for is accepted, or was printed.
    Accepted,
    /// At least one program is rejected.
    Rejected,
    /// At least one input could not be judged.
    Failed,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Self::SUCCESS,
            Verdict::Rejected => Self::from(1),
            Verdict::Failed => Self::from(2),
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.color.apply();
    match run(&arguments) {
        Ok(verdict) => verdict.into(),
        // The reader of a pipe went away: there is nobody left to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Verdict::Failed.into(),
        Err(error) => {
            // When even this can't be written, the exit status has to do.
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
        Some(Command::Layout(layout)) => layout::run(layout),
        Some(Command::Link(arguments)) => link::run(arguments),
        Some(Command::Portability(arguments)) => portability::run(arguments),
        #[cfg(feature = "run")]
        Some(Command::Run(arguments)) => run::run(arguments),
        #[cfg(not(feature = "run"))]
        Some(Command::Run { .. }) => {
            Err(io::Error::other("this build does not run programs: it was made without the feature `run`"))
        }
        Some(Command::Serve(arguments)) => serve::run(&arguments.target),
        Some(Command::Completions { shell }) => generate::completions(*shell),
        Some(Command::Man) => generate::man_page(),
    }
}
