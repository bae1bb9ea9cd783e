//! `amp-corpus`: checks five sets of C++ AMP programs that other people wrote, and compares the results with what is recorded about them.
//!
//! The sets are not part of this repository: the task reads them from a directory, as files `SET-SUFFIX.jsonl.xz` with a JSON object per line.
//! Each record's files are written to a temporary directory and checked from there, because a user's program comes from a disk as well.
//! Every set has a module that says which records count and what is counted; `corpus` reads the sets and `check` runs the checker.

#[cfg(feature = "amp")]
mod check;
#[cfg(feature = "amp")]
mod corpus;
#[cfg(feature = "amp")]
mod device;
#[cfg(feature = "amp")]
mod folder;
#[cfg(any(test, feature = "amp"))]
#[cfg_attr(not(feature = "amp"), allow(dead_code, reason = "the tests count only"))]
mod program;
#[cfg(any(test, feature = "amp"))]
#[cfg_attr(not(feature = "amp"), allow(dead_code, reason = "the tests count only"))]
mod sets;
#[cfg(feature = "amp")]
mod translation;

use clap::ValueEnum;
use std::io;
use std::path::PathBuf;

/// The arguments of `amp-corpus`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The directory of the sets
    directory: PathBuf,
    /// The half of the sets to read: `dev`, or `held` for the half kept for measuring
    #[arg(long, default_value = "dev")]
    suffix: String,
    /// Fail if a figure misses its bar
    #[arg(long)]
    bars: bool,
    /// List the unexpected results of a set, and for `real` the causes of unresolved kernels
    #[arg(long, value_name = "SET")]
    list: Option<Set>,
}

/// A set of programs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Set {
    /// Files of public repositories
    Real,
    /// Microsoft's conformance suite
    Suite,
    /// AMD's unit tests
    Unit,
    /// Programs with recorded outputs
    Runs,
    /// Programs with a planted defect
    Planted,
}

impl Set {
    /// Returns its name in file names and arguments.
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// Builds this program with the C++ AMP checker, optimised, and runs it.
#[cfg(not(feature = "amp"))]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut command = crate::cargo();
    command.args([
        "run",
        "--quiet",
        "--package",
        "xtask",
        "--release",
        "--features",
        "amp",
        "--",
        "amp-corpus",
    ]);
    // Paths are relative to the caller's directory, but the build runs in the workspace's directory.
    command.arg(std::path::absolute(&arguments.directory)?);
    command.args(["--suffix", &arguments.suffix]);
    if arguments.bars {
        command.arg("--bars");
    }
    if let Some(set) = arguments.list {
        command.args(["--list", &set.name()]);
    }
    match command.status()?.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => Err(io::Error::other("`amp-corpus` failed")),
    }
}

/// Checks the programs of all sets and prints the table; `false` if figures must reach their bars and one doesn't.
#[cfg(feature = "amp")]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    use std::io::Write;

    let mut output = io::stdout().lock();
    let mut missed = Vec::new();
    for set in Set::value_variants() {
        let report = corpus::report(*set, arguments, &mut output)?;
        write!(output, "{}", report.table)?;
        missed.extend(report.missed);
    }
    if arguments.bars {
        for bar in &missed {
            writeln!(output, "missed: {bar}")?;
        }
    }
    Ok(!arguments.bars || missed.is_empty())
}
