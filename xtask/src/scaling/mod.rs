//! `scaling`: each construct of each language, and each pattern of edits and requests, costs in proportion to its length.
//!
//! A construct is repeated n times and 2n times, and the *counted* work of both is compared: `shader_source::steps`, not a clock. A ratio over
//! `MOST_RATIO` fails, and so does a construct that counts less work than it has pieces: nothing would be guarded. To guard a new construct,
//! add a row to the table of its surface; to guard a new loop, count its passes with `steps::take`.

#[cfg(feature = "scaling")]
mod construct;
#[cfg(feature = "scaling")]
mod language_server;
#[cfg(feature = "scaling")]
mod metal;
#[cfg(feature = "scaling")]
mod modules;
#[cfg(feature = "scaling")]
mod protocol;
#[cfg(feature = "scaling")]
mod run;
#[cfg(feature = "scaling")]
mod tools;
#[cfg(feature = "scaling")]
mod wgsl;

use std::io;

/// The arguments of `scaling`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Only the constructs whose name contains this
    #[arg(long, default_value = "")]
    kind: String,
    /// The number of pieces, which is doubled twice
    #[arg(long, default_value_t = 500)]
    pieces: usize,
    /// Print all constructs, not only failures
    #[arg(long)]
    all: bool,
}

/// Builds the check as the tests are built, which count steps, and runs it.
#[cfg(not(feature = "scaling"))]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut command = crate::cargo();
    command.args(["run", "--quiet", "--package", "xtask", "--features", "scaling", "--", "scaling"]);
    command.arg("--kind").arg(&arguments.kind).arg("--pieces").arg(arguments.pieces.to_string());
    command.args(arguments.all.then_some("--all"));
    Ok(command.status()?.success())
}

/// The maximum ratio of work for twice the length: 2 for linear work, and some for logarithms and growing vectors; 4 for quadratic work.
#[cfg(feature = "scaling")]
const MOST_RATIO: f64 = 2.5;

/// Counts the work of all constructs, and prints the constructs that cost too much.
#[cfg(feature = "scaling")]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    use std::io::Write;
    if !shader_source::steps::ARE_COUNTED {
        return Err(io::Error::other("this build counts no steps: it lacks debug assertions"));
    }
    let surfaces = [
        wgsl::all(),
        modules::all(),
        run::all(),
        language_server::all(),
        protocol::all(),
        metal::all(),
        tools::all(),
    ];
    let mut output = io::stdout().lock();
    let (mut checked, mut failed) = (0, 0);
    for (name, work) in surfaces.into_iter().flatten().filter(|(name, _)| name.contains(&arguments.kind)) {
        let counts = [1, 2, 4].map(|factor| work(arguments.pieces * factor));
        // The last doubling only: constant costs hide in the first one.
        let ratio = counts[2] as f64 / counts[1].max(1) as f64;
        let is_counted = counts[2] >= 4 * arguments.pieces as u64;
        let is_good = is_counted && ratio <= MOST_RATIO;
        let verdict = match (is_counted, is_good) {
            (false, _) => "FAILED: its work is not counted",
            (true, false) => "FAILED: its work is not linear",
            (true, true) => "",
        };
        let is_failure = !is_counted || !is_good;
        checked += 1;
        failed += usize::from(is_failure);
        if arguments.all || is_failure {
            writeln!(output, "{name:50} {counts:>12?} {ratio:6.2} {verdict}")?;
        }
    }
    writeln!(output, "{checked} constructs, {failed} failed")?;
    Ok(failed == 0 && checked > 0)
}
