//! `wgsl-cts run` and `bless`: the whole suite on all executors.

use crate::executors::{Named, asked, named, start};
use crate::filter::Filter;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wgsl_cases::compare::Comparison;
use wgsl_cases::discover::Suite;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cts::discover::counts;
use wgsl_cts::expectations::{Expectations, NewDifference};
use wgsl_cts::run;
use wgsl_cts::shard::Shard;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Executors to ask; cmd:NAME=COMMAND is a program that speaks docs/PROTOCOL.md. All available ones by default
    #[arg(long = "executor", value_name = "NAME", value_parser = named)]
    executors: Vec<Named>,
    /// Only this part of the cases, such as 3/16; `report` merges the parts
    #[arg(long)]
    shard: Option<Shard>,
    /// List only programs that some executor judges differently, as a baseline does
    #[arg(long)]
    abridged: bool,
    /// File for the results
    #[arg(long, default_value = "reports/generated/results.json")]
    out: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
}

/// Runs the suite and writes its results. `false` if there is an unknown difference, or a known one has disappeared.
pub(crate) fn run(fixtures: &Path, mut suite: Suite, arguments: &Arguments) -> io::Result<bool> {
    let executors = start(&arguments.executors);
    let asked = asked(&arguments.executors, &executors)?;
    let expectations =
        Expectations::load(fixtures).map_err(|problem| io::Error::other(problem.to_string()))?;
    if let Some(shard) = arguments.shard {
        shard.keep_cases(&mut suite.instances);
    }
    let judged = run::run(&suite.instances, &asked, &executors);
    let mut results = run::results(&suite.instances, &asked, &executors, &judged, &expectations);
    if let Some(folder) = arguments.out.parent() {
        fs::create_dir_all(folder)?;
    }
    if arguments.abridged {
        results.abridge();
    }
    fs::write(&arguments.out, results.text()?)?;
    let mut output = io::stdout().lock();
    let mut is_good = true;
    for executor in &results.executors {
        let counts = executor.counts;
        is_good &= counts.unexpected == 0;
        match &executor.missing {
            Some(reason) => writeln!(output, "{}: {reason}", executor.name.name())?,
            None => writeln!(
                output,
                "{}: {} as expected, {} known findings, {} unexpected, {} not asked",
                executor.name.name(),
                counts.same,
                counts.findings,
                counts.unexpected,
                counts.not_asked
            )?,
        }
    }
    crate::check::tell_not_executed(&mut output, &suite, &asked, &executors)?;
    let executed = judged.iter().filter(|judged| judged.is_executed()).count();
    let least = expectations.at_least.executed;
    if arguments.shard.is_none()
        && arguments.filter.is_empty()
        && asked.contains(&ExecutorKind::Reference)
        && executed < least
    {
        writeln!(output, "{executed} programs were executed, of at least {least}")?;
        is_good = false;
    }
    Ok(is_good)
}

/// Runs the suite on all available executors and writes the differences to the expectations. `false` if a difference
/// fits no class.
pub(crate) fn bless(fixtures: &Path, suite: &Suite) -> io::Result<bool> {
    if std::env::var_os("CI").is_some() {
        return Err(io::Error::other("expectations are not written in CI"));
    }
    let executors = start(&[]);
    let mut expectations =
        Expectations::load(fixtures).map_err(|problem| io::Error::other(problem.to_string()))?;
    // This project's executors have no known differences: their differences are bugs.
    let mut asked = asked(&[], &executors)?;
    asked.retain(|executor| !executor.is_ours());
    let judged = run::run(&suite.instances, &asked, &executors);
    let differences: Vec<_> = judged
        .iter()
        .filter_map(|judged| match &judged.comparison {
            Comparison::Differs(difference) => Some(NewDifference {
                executor: judged.executor,
                instance: judged.instance,
                kind: &difference.kind,
                message: &difference.message,
            }),
            Comparison::Same | Comparison::NotAsked(_) => None,
        })
        .collect();
    let homeless = expectations.bless(&suite.instances, &asked, executors.adapter().as_deref(), &differences);
    let mut output = io::stdout().lock();
    for difference in &homeless {
        let message: String = difference.message.lines().take(4).collect::<Vec<_>>().join(" ");
        writeln!(
            output,
            "no class takes {} ({}): {message}",
            difference.instance.name,
            difference.executor.name()
        )?;
    }
    let executed = run::run(&suite.instances, &[ExecutorKind::Reference], &executors);
    expectations.at_least = counts(suite, executed.iter().filter(|judged| judged.is_executed()).count());
    fs::write(fixtures.join("expectations.yaml"), expectations.text().map_err(io::Error::other)?)?;
    writeln!(output, "{} differences, {} in no class", differences.len(), homeless.len())?;
    Ok(homeless.is_empty())
}
