//! `wgsl-cts`: runs cases while they are written, and says what is missing.

use clap::{Parser, Subcommand};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wgsl_cts::case::Instance;
use wgsl_cts::compare::{Comparison, compare};
use wgsl_cts::coverage::{Testable, coverage, knock_out};
use wgsl_cts::discover::{Suite, discover};
use wgsl_cts::execute::{ExecutorKind, Executors};
use wgsl_cts::expectations::Expectations;
use wgsl_cts::run;
use wgsl_spec::Code;

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
    /// List rules that no case shows as it could
    Uncovered {
        /// The beginning of the names of rules
        #[arg(default_value = "")]
        prefix: String,
    },
    /// Say how many rules the cases show, and how many codes they would miss
    Coverage,
    /// Write down what executors judge otherwise, and how many cases there are
    Bless,
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
    let prefix = match &arguments.order {
        Order::Check { prefix, .. } | Order::Show { prefix } => prefix.as_str(),
        Order::Uncovered { .. } | Order::Run { .. } | Order::Coverage | Order::Bless => "",
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
        Order::Coverage => print_coverage(&suite.instances, &mut output)?,
        Order::Bless => bless(&arguments.fixtures, &suite, &mut output)?,
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
    let executors = start_executors();
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
    let executors = start_executors();
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

/// Lists what is not shown, with the reason, and ends with the two figures.
fn print_coverage(instances: &[Instance], output: &mut impl Write) -> io::Result<bool> {
    let rules = coverage(instances);
    let mut reasons: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for rule in &rules {
        let id = rule.rule.get().id;
        match rule.testable {
            Testable::No(reason) => reasons.entry(reason).or_default().push(id),
            Testable::ByExecution => {
                reasons.entry("Only running a program shows it.").or_default().push(id);
            }
            _ => {}
        }
    }
    for (reason, rules) in &reasons {
        writeln!(output, "not shown by judging programs: {} rules. {reason}", rules.len())?;
        writeln!(output, "  {}", rules.join(", "))?;
    }
    let testable: Vec<_> = rules.iter().filter(|rule| rule.is_covered().is_some()).collect();
    let missing: Vec<_> = testable.iter().filter(|rule| rule.is_covered() == Some(false)).collect();
    for rule in &missing {
        let info = rule.rule.get();
        writeln!(output, "not covered: {}: {}", info.id, info.statement)?;
    }
    let executors = Executors::start(None);
    let judged = run::run(instances, &[ExecutorKind::Validator], &executors);
    let outcomes: Vec<_> = judged.into_iter().map(|judged| (judged.instance, judged.outcome)).collect();
    let (unreachable, missed): (Vec<Code>, Vec<Code>) =
        knock_out(&outcomes).into_iter().partition(|code| code.info().without_example.is_some());
    for code in &unreachable {
        writeln!(
            output,
            "raised by no case: {}: {}",
            code.slug(),
            code.info().without_example.unwrap_or_default()
        )?;
    }
    for code in &missed {
        writeln!(output, "not caught: {}", code.slug())?;
    }
    let codes = Code::ALL.len() - unreachable.len();
    let (covered, caught) = (testable.len() - missing.len(), codes - missed.len());
    writeln!(
        output,
        "rules: {covered} of {} covered; knock-out: {caught} of {} codes caught",
        testable.len(),
        codes
    )?;
    Ok(missing.is_empty() && missed.is_empty())
}

/// Runs the suite on all executors that are at hand, and writes what differs to the expectations.
fn bless(fixtures: &Path, suite: &Suite, output: &mut impl Write) -> io::Result<bool> {
    if std::env::var_os("CI").is_some() {
        return Err(io::Error::other("expectations are not written in CI"));
    }
    let other = |problem: String| io::Error::other(problem);
    let executors = start_executors();
    let mut expectations = Expectations::load(fixtures).map_err(|problem| other(problem.to_string()))?;
    // The validator has no known differences: what it judges otherwise is to be mended.
    let asked: Vec<ExecutorKind> = ExecutorKind::ALL
        .into_iter()
        .filter(|kind| *kind != ExecutorKind::Validator && executors.missing(*kind).is_none())
        .collect();
    let judged = run::run(&suite.instances, &asked, &executors);
    let differences: Vec<_> = judged
        .iter()
        .filter_map(|judged| match &judged.comparison {
            Comparison::Differs(difference) => Some((judged.executor, judged.instance, difference.verdict?)),
            _ => None,
        })
        .collect();
    let homeless = expectations.bless(&suite.instances, &asked, &differences);
    for (executor, instance) in &homeless {
        writeln!(output, "no class takes {} ({})", instance.name, executor.name())?;
    }
    expectations.at_least = suite.counts();
    fs::write(fixtures.join("expectations.yaml"), expectations.text().map_err(other)?)?;
    writeln!(output, "{} differences, {} in no class", differences.len(), homeless.len())?;
    Ok(homeless.is_empty())
}

/// Starts the executors; `WGSL_CTS_TINT` names the folder where the npm package `webgpu` is installed.
fn start_executors() -> Executors {
    let npm = std::env::var_os("WGSL_CTS_TINT").map(PathBuf::from);
    Executors::start(npm.as_deref())
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
