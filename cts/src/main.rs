//! `wgsl-cts`: runs cases while they are written, and says what is missing.

#[path = "main/report.rs"]
mod report;

use clap::{Parser, Subcommand};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wgsl_cts::case::Instance;
use wgsl_cts::compare::{Comparison, compare};
use wgsl_cts::coverage::coverage;
use wgsl_cts::discover::discover;
use wgsl_cts::execute::{ExecutorKind, Executors};
use wgsl_cts::expectations::Expectations;
use wgsl_cts::run;

/// The conformance suite of WGSL
#[derive(Parser, Debug)]
#[command(name = "wgsl-cts")]
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
    Check {
        /// The beginning of the names, such as `statements/if::`; all cases without it
        #[arg(default_value = "")]
        prefix: String,
        /// Who judges
        #[arg(long = "executor", default_value = "validator")]
        executors: Vec<String>,
    },
    /// Run the suite and write what came of it
    Run {
        /// Who judges; all that are at hand when absent
        #[arg(long = "executor")]
        executors: Vec<String>,
        /// Where results are written
        #[arg(long, default_value = "reports/generated/results.json")]
        out: PathBuf,
    },
    /// Make a page, a summary and XML for services that run builds; fails when something got worse
    Report(report::Arguments),
    /// List rules that no case shows as it could
    Uncovered {
        /// The beginning of the names of rules
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Print the programs of cases
    Show {
        /// The beginning of the names
        prefix: String,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // When even this can't be written, the exit status has to do.
            let _ = writeln!(io::stderr(), "wgsl-cts: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<bool> {
    if let Order::Report(arguments) = &arguments.order {
        return report::run(arguments);
    }
    let prefix = match &arguments.order {
        Order::Check { prefix, .. } | Order::Show { prefix } => prefix.as_str(),
        Order::Uncovered { .. } | Order::Run { .. } | Order::Report(_) => "",
    };
    let suite = discover(&arguments.fixtures, prefix)?;
    let mut output = io::stdout().lock();
    for problem in &suite.problems {
        writeln!(output, "{problem}\n")?;
    }
    let instances: Vec<&Instance> =
        suite.instances.iter().filter(|instance| instance.name.starts_with(prefix)).collect();
    let good = match &arguments.order {
        Order::Check { executors, .. } => check(&instances, executors, &mut output)?,
        Order::Run { executors, out } => run_all(&arguments.fixtures, &suite.instances, executors, out)?,
        Order::Uncovered { prefix } => uncovered(&suite.instances, prefix, &mut output)?,
        Order::Report(_) => true,
        Order::Show { .. } => {
            for instance in instances {
                let program = String::from_utf8_lossy(&instance.program);
                writeln!(output, "// {}\n{}", instance.name, program.trim_end())?;
            }
            true
        }
    };
    Ok(good && suite.problems.is_empty())
}

fn run_all(fixtures: &Path, instances: &[Instance], names: &[String], out: &Path) -> io::Result<bool> {
    let npm = std::env::var_os("WGSL_CTS_TINT").map(PathBuf::from);
    let executors = Executors::start(npm.as_deref());
    let asked: Vec<ExecutorKind> = ExecutorKind::ALL
        .into_iter()
        .filter(|kind| executors.missing(*kind).is_none())
        .filter(|kind| names.is_empty() || names.iter().any(|name| name == kind.name()))
        .collect();
    let expectations =
        Expectations::load(fixtures).map_err(|problem| io::Error::other(problem.to_string()))?;
    let judged = run::run(instances, &asked, &executors);
    let results = run::results(instances, &asked, &executors, &judged, &expectations);
    if let Some(folder) = out.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(out, serde_json::to_string(&results)?)?;
    let unexpected: usize = results.executors.iter().map(|executor| executor.counts.unexpected).sum();
    Ok(unexpected == 0)
}

fn check(instances: &[&Instance], names: &[String], output: &mut impl Write) -> io::Result<bool> {
    let npm = std::env::var_os("WGSL_CTS_TINT").map(PathBuf::from);
    let executors = Executors::start(npm.as_deref());
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let asked = ExecutorKind::ALL.into_iter().filter(|kind| names.iter().any(|name| name == kind.name()));
    for executor in asked {
        let counts = counts.entry(executor.name()).or_default();
        for instance in instances.iter().filter(|instance| instance.is_for(executor)) {
            match compare(executor, instance, &executors.judge(executor, instance)) {
                Comparison::Same => counts[0] += 1,
                Comparison::Differs(difference) => {
                    counts[1] += 1;
                    writeln!(output, "{} ({})\n{}", instance.name, executor.name(), difference.message)?;
                }
                Comparison::NotAsked(_) => counts[2] += 1,
            }
        }
    }
    for (executor, [same, different, skipped]) in &counts {
        writeln!(output, "{executor}: {same} as expected, {different} not, {skipped} not asked")?;
    }
    Ok(counts.values().all(|counts| counts[1] == 0))
}

fn uncovered(instances: &[Instance], prefix: &str, output: &mut impl Write) -> io::Result<bool> {
    let mut total = 0;
    let mut covered = 0;
    for rule in coverage(instances) {
        let info = rule.rule.get();
        let Some(is_covered) = rule.is_covered() else { continue };
        total += 1;
        covered += usize::from(is_covered);
        if !is_covered && info.id.starts_with(prefix) {
            let (id, statement, anchor) = (info.id, info.statement, info.anchor.id());
            let (accepting, rejecting) = (rule.accepting, rule.rejecting);
            writeln!(
                output,
                "{id} | {anchor} | {:?}, has {accepting} accepting, {rejecting} rejecting | {statement}",
                rule.testable
            )?;
        }
    }
    writeln!(output, "rules: {covered} of {total} covered")?;
    Ok(true)
}
