//! Tasks of the workspace.

mod amp_corpus;
mod bench;
mod check_spec;
mod driver;
mod metal_examples;
mod package;
mod planted;
mod prose;
mod report;
mod scaling;
mod suite;
mod test;
mod wasm;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run a task of the workspace
#[derive(Parser, Debug)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Run every test, and name what this run did not cover
    Test,
    /// Compare speed and memory with naga, on the same programs
    Bench(bench::Arguments),
    /// Check that the counted work of every construct grows linearly with its length
    Scaling(scaling::Arguments),
    /// Build the data of the specification, and count its entries and gaps
    CheckSpec,
    /// Count the rules that the conformance suite shows and the codes that it would miss
    Coverage,
    /// Execute the suite with mistakes in the implementation, and list those that no case notices
    MutateExecution {
        /// Options of `wgsl-cts mutate`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Run the conformance suite and write its reports
    Report(report::Arguments),
    /// Hunt for programs on which implementations disagree with the specification
    Fuzz {
        /// Options of `wgsl-cts fuzz`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        options: Vec<String>,
    },
    /// Plant mistakes in the validator and the executor, one at a time, and hunt until each shows
    Planted(planted::Arguments),
    /// Check the examples of the Metal specification, and list the ones with an unexpected result
    MetalExamples(metal_examples::Arguments),
    /// Check five sets of C++ AMP programs that other people wrote, and compare with what is recorded about them
    AmpCorpus(amp_corpus::Arguments),
    /// Pack the crates that are published
    Package(package::Arguments),
    /// Build the package for browsers and Node
    Wasm,
    /// List the phrases that documents, messages, specification texts and comments should avoid
    Prose(prose::Arguments),
    /// Rewrite the expected files of the tests and the conformance suite
    Bless,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Test => test::run(test::Goldens::Compare),
        Task::Bench(arguments) => bench::run(&arguments),
        Task::Scaling(arguments) => scaling::run(&arguments),
        Task::CheckSpec => check_spec::run(),
        Task::Coverage => suite::run(&["coverage"]),
        Task::MutateExecution { options } => {
            let options = options.iter().map(String::as_str);
            suite::run(&std::iter::once("mutate").chain(options).collect::<Vec<_>>())
        }
        Task::Fuzz { options } => {
            let options = options.iter().map(String::as_str);
            suite::run_optimised(&std::iter::once("fuzz").chain(options).collect::<Vec<_>>())
        }
        Task::Planted(arguments) => planted::run(&arguments),
        Task::MetalExamples(arguments) => metal_examples::run(&arguments),
        Task::AmpCorpus(arguments) => amp_corpus::run(&arguments),
        Task::Report(arguments) => report::run(&arguments),
        Task::Package(arguments) => package::run(&arguments),
        Task::Wasm => wasm::run(),
        Task::Prose(arguments) => prose::run(&arguments),
        Task::Bless => bless(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // If even this can't be written, only the exit status remains.
            let _ = writeln!(io::stderr(), "xtask: {error}");
            ExitCode::from(2)
        }
    }
}

/// Rewrites the generated tables and the expected files. The tables come first, because everything is compiled with them, then the
/// expectations of the suite, because its tests read them.
fn bless() -> io::Result<bool> {
    if !cargo().args(["run", "--quiet", "--package", "spec-build"]).status()?.success() {
        return Ok(false);
    }
    let is_known = suite::run(&["bless"])?;
    let are_written = suite::run(&["programs"])?;
    Ok(test::run(test::Goldens::Write)? && is_known && are_written)
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The cargo that runs this program, so that nested builds use the same toolchain.
fn cargo() -> std::process::Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = std::process::Command::new(program);
    command.current_dir(root());
    command
}
