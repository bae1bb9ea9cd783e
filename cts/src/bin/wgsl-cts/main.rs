//! `wgsl-cts`: runs cases, measures coverage, and makes reports.
//!
//! Exit status: 0 on success, 1 if an executor judges a program differently or something is missing, 2 if the command
//! could not be carried out.

mod amp_cases;
mod check;
mod coverage;
mod executors;
mod export;
mod filter;
mod findings;
mod fuzz;
mod litmus;
mod metal;
mod metal_cases;
mod mutate;
mod other_languages;
mod replay;
mod report;
mod run;
mod seeds;

use clap::{Parser, Subcommand};
use filter::Filter;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use wgsl_cts::discover::discover;
use wgsl_cts::execute::WGPU_WORKER;
use wgsl_cts_cases::case::Problem;
use wgsl_cts_cases::discover::Suite;

/// The conformance suite of WGSL
#[derive(Parser, Debug)]
#[command(name = "wgsl-cts", version)]
struct Arguments {
    /// Folder that holds the cases
    #[arg(long, default_value = "fixtures", global = true)]
    fixtures: PathBuf,
    #[command(subcommand)]
    order: Order,
}

#[derive(Subcommand, Debug)]
enum Order {
    /// Run cases and show the differences from their expectations
    Check(check::Arguments),
    /// Print the programs of cases
    Show(check::Shown),
    /// List the rules that cases could show and do not
    Uncovered {
        /// Beginning of the names of rules
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Count the rules that the cases show and those whose loss they would miss
    Coverage,
    /// Execute programs with mistakes in the implementation, and list the mistakes that no case notices
    Mutate(mutate::Arguments),
    /// Write the programs that show rules, which `wgsl-check explain` prints
    Programs,
    /// Write the suite as JSON lines (docs/EXPORT.md), for runners in other languages
    Export(export::Arguments),
    /// Run the suite and write its results
    Run(run::Arguments),
    /// Write the differences of executors and the number of cases to the expectations
    Bless(run::Blessed),
    /// Write a page, a summary and JUnit XML; fails if something got worse
    Report(report::Arguments),
    /// Hunt for programs on which implementations disagree with the specification (docs/FUZZING.md)
    Fuzz(fuzz::Arguments),
    /// Write corpora, dictionaries and options for the targets of libFuzzer (docs/FUZZING.md)
    Seeds(seeds::Arguments),
    /// Write the page of findings, with a text for an issue of each
    Findings(findings::Arguments),
    /// Write what naga makes of programs in Metal's language
    Metal(metal::Arguments),
    /// Compare what schedules of small programs reach with what the memory model allows (docs/RUN.md)
    Litmus,
    /// Judge other projects' programs with recorded verdicts
    Replay(replay::Arguments),
    /// List the adapters of this machine, as `WGSL_CTS_ADAPTER` names them
    Adapters,
    /// Run jobs from standard input on an adapter, for the executor `wgpu`
    #[command(name = WGPU_WORKER, hide = true)]
    WgpuWorker {
        /// Name or index of the adapter
        adapter: Option<String>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match answer(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // If even this can't be written, only the exit status remains.
            let _ = writeln!(io::stderr(), "wgsl-cts: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(arguments: &Arguments) -> io::Result<bool> {
    let fixtures = &arguments.fixtures;
    match &arguments.order {
        Order::Check(order) => match other_languages::check(fixtures, &order.prefix) {
            Some(answer) => answer,
            None => check::check(&filtered(arguments, &order.prefix, &order.filter)?, order),
        },
        Order::Show(order) => match other_languages::show(fixtures, &order.prefix) {
            Some(answer) => answer,
            None => check::show(&filtered(arguments, &order.prefix, &order.filter)?),
        },
        Order::Uncovered { prefix } => coverage::uncovered(&suite(arguments, "")?.instances, prefix),
        Order::Coverage => {
            let is_covered = coverage::coverage(fixtures, &suite(arguments, "")?.instances)?;
            let is_covered = metal_cases::coverage(fixtures)? && is_covered;
            Ok(amp_cases::coverage(fixtures)? && is_covered)
        }
        Order::Mutate(order) => mutate::mutate(fixtures, &suite(arguments, &order.prefix)?, order),
        Order::Export(order) => export::export(filtered(arguments, &order.prefix, &order.filter)?, order),
        Order::Run(order) => run::run(fixtures, filtered(arguments, "", &order.filter)?, order),
        Order::Programs => {
            coverage::write_programs(fixtures, &suite(arguments, "")?.instances)?;
            Ok(true)
        }
        Order::Bless(order) => run::bless(fixtures, &suite(arguments, "")?, order),
        Order::Report(order) => report::run(order),
        // A hunt for planted mistakes works with a validator that refuses some cases.
        Order::Fuzz(order) => fuzz::fuzz(fixtures, &discover(fixtures, "")?, order),
        Order::Seeds(order) => seeds::seeds(fixtures, order),
        Order::Findings(order) => findings::findings(fixtures, order),
        Order::Metal(order) => metal::metal(arguments, order),
        Order::Litmus => litmus::litmus(),
        Order::Replay(order) => replay::replay(order),
        Order::Adapters => adapters(),
        Order::WgpuWorker { adapter } => {
            wgsl_cts_gpu::serve(adapter.as_deref(), &mut io::stdin().lock(), &mut io::stdout().lock())?;
            Ok(true)
        }
    }
}

/// Lists the adapters. `false` if there are none.
fn adapters() -> io::Result<bool> {
    let adapters = wgsl_cts_gpu::adapters();
    for (index, adapter) in adapters.iter().enumerate() {
        let [least, greatest] = adapter.subgroup_sizes;
        writeln!(io::stdout(), "{index}: {adapter}, subgroups of {least} to {greatest}")?;
    }
    Ok(!adapters.is_empty())
}

/// The cases whose names begin with `prefix`. Unreadable files end the command: their missing cases would count as
/// passed.
fn suite(arguments: &Arguments, prefix: &str) -> io::Result<Suite> {
    let mut suite = discover(&arguments.fixtures, prefix)?;
    refuse_problems(&suite.problems)?;
    suite.instances.retain(|instance| instance.name.starts_with(prefix));
    Ok(suite)
}

/// Fails if files could not be understood.
fn refuse_problems(problems: &[Problem]) -> io::Result<()> {
    if problems.is_empty() {
        return Ok(());
    }
    let problems: Vec<String> = problems.iter().map(|problem| format!("\n{problem}\n")).collect();
    Err(io::Error::other(format!("invalid case files\n{}", problems.concat())))
}

/// The programs of these cases that a filter takes.
fn filtered(arguments: &Arguments, prefix: &str, filter: &Filter) -> io::Result<Suite> {
    let mut suite = suite(arguments, prefix)?;
    filter.apply(&mut suite);
    Ok(suite)
}
