//! `wgsl-cts`: runs cases while they are written, says what is missing, and makes reports.
//!
//! Exit status: 0 when all is as it should be, 1 when something is judged otherwise or missing, 2 when the question could not
//! be answered.

mod check;
mod coverage;
mod replay;
mod report;
mod run;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use wgsl_cases::discover::Suite;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cts::discover::discover;
use wgsl_cts::execute::{Executors, Peers, WGPU_WORKER};

/// The conformance suite of WGSL
#[derive(Parser, Debug)]
#[command(name = "wgsl-cts", version)]
struct Arguments {
    /// The folder that holds the cases
    #[arg(long, default_value = "fixtures", global = true)]
    fixtures: PathBuf,
    #[command(subcommand)]
    order: Order,
}

#[derive(Subcommand, Debug)]
enum Order {
    /// Judge cases, and show what differs from what they say
    Check(check::Arguments),
    /// Print the programs of cases
    Show {
        /// The beginning of the names, such as `statements/if::`
        prefix: String,
    },
    /// List rules that no case shows as it could
    Uncovered {
        /// The beginning of the names of rules
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Say how many rules the cases show, and how many codes they would miss
    Coverage,
    /// Run the suite and write what came of it
    Run(run::Arguments),
    /// Write down what executors judge otherwise, and how many cases there are
    Bless,
    /// Make a page, a summary and XML for services that run builds; fails when something got worse
    Report(report::Arguments),
    /// Judge programs of others with recorded verdicts
    Replay(replay::Arguments),
    /// List the adapters of this machine, as `WGSL_CTS_ADAPTER` names them
    Adapters,
    /// Run jobs that come on standard input on an adapter: what wgpu is asked with
    #[command(name = WGPU_WORKER, hide = true)]
    WgpuWorker {
        /// The adapter, by name or index
        adapter: Option<String>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match answer(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // When even this can't be written, the exit status has to do.
            let _ = writeln!(io::stderr(), "wgsl-cts: {error}");
            ExitCode::from(2)
        }
    }
}

fn answer(arguments: &Arguments) -> io::Result<bool> {
    let fixtures = &arguments.fixtures;
    match &arguments.order {
        Order::Check(order) => check::check(&suite(arguments, &order.prefix)?, order),
        Order::Show { prefix } => check::show(&suite(arguments, prefix)?),
        Order::Uncovered { prefix } => coverage::uncovered(&suite(arguments, "")?.instances, prefix),
        Order::Coverage => coverage::coverage(&suite(arguments, "")?.instances),
        Order::Run(order) => run::run(fixtures, suite(arguments, "")?, order),
        Order::Bless => run::bless(fixtures, &suite(arguments, "")?),
        Order::Report(order) => report::run(order),
        Order::Replay(order) => replay::replay(order),
        Order::Adapters => adapters(),
        Order::WgpuWorker { adapter } => {
            wgsl_gpu::serve(adapter.as_deref(), &mut io::stdin().lock(), &mut io::stdout().lock())?;
            Ok(true)
        }
    }
}

/// Lists the adapters. `false` when there is none.
fn adapters() -> io::Result<bool> {
    let adapters = wgsl_gpu::adapters();
    for (index, adapter) in adapters.iter().enumerate() {
        let [least, greatest] = adapter.subgroup_sizes;
        writeln!(io::stdout(), "{index}: {adapter}, subgroups of {least} to {greatest}")?;
    }
    Ok(!adapters.is_empty())
}

/// The cases whose names begin with `prefix`. Files that can't be understood stop everything: what is missing would be taken
/// for good.
fn suite(arguments: &Arguments, prefix: &str) -> io::Result<Suite> {
    let mut suite = discover(&arguments.fixtures, prefix)?;
    if !suite.problems.is_empty() {
        let problems: Vec<String> = suite.problems.iter().map(|problem| format!("\n{problem}\n")).collect();
        return Err(io::Error::other(format!("files of cases can't be understood\n{}", problems.concat())));
    }
    suite.instances.retain(|instance| instance.name.starts_with(prefix));
    Ok(suite)
}

/// Starts the executors that are asked, and of others none; without names all.
fn start_executors(named: &[ExecutorKind]) -> Executors {
    let is_asked = |executor| named.is_empty() || named.contains(&executor);
    let Peers { npm, wgpu, adapter } = Peers::of_environment();
    Executors::start(&Peers {
        npm: npm.filter(|_| is_asked(ExecutorKind::Tint)),
        wgpu: wgpu.filter(|_| is_asked(ExecutorKind::Wgpu)),
        adapter,
    })
}

/// Who is asked: those named, and without names all that are at hand.
///
/// # Errors
/// When one that is named is not at hand.
fn asked(named: &[ExecutorKind], executors: &Executors) -> io::Result<Vec<ExecutorKind>> {
    if let Some((executor, reason)) =
        named.iter().find_map(|executor| Some((executor, executors.missing(*executor)?)))
    {
        return Err(io::Error::other(format!("{} can't be asked: {reason}", executor.name())));
    }
    let all = ExecutorKind::ALL.into_iter().filter(|executor| executors.missing(*executor).is_none());
    Ok(all.filter(|executor| named.is_empty() || named.contains(executor)).collect())
}

/// The executor of a name, for the command line.
fn executor(name: &str) -> Result<ExecutorKind, String> {
    let known = ExecutorKind::ALL.map(ExecutorKind::name).join(", ");
    let named = ExecutorKind::ALL.into_iter().find(|executor| executor.name() == name);
    named.ok_or_else(|| format!("there are {known}"))
}
