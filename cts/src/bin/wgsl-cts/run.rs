//! `wgsl-cts run` and `bless`: the whole suite on all executors.

use crate::executors::{Named, asked, named, start, tell_not_executed};
use crate::filter::Filter;
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, slice};
use wgsl_cts::causes::Causes;
use wgsl_cts::discover::counts;
use wgsl_cts::execute::Executors;
use wgsl_cts::expectations::{Expectations, NewDifference};
use wgsl_cts::results::Counts;
use wgsl_cts::run;
use wgsl_cts::shard::Shard;
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::language::{Language, Msl};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_spec::Rule;

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
    /// Files of known differences, besides those of the suite
    #[arg(long, value_name = "FILE")]
    expectations: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) filter: Filter,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Blessed {
    /// Files of known differences of your own, in place of those of the suite
    #[arg(long, value_name = "FILE", requires = "executors")]
    expectations: Vec<PathBuf>,
    /// Executors whose differences these files list
    #[arg(long = "executor", value_name = "NAME", value_parser = named, requires = "expectations")]
    executors: Vec<Named>,
}

/// Runs the suite and writes its results. `false` if there is an unknown difference, or a known one has disappeared.
pub(crate) fn run(fixtures: &Path, mut suite: Suite, arguments: &Arguments) -> io::Result<bool> {
    let executors = start(&arguments.executors);
    let asked = asked(&arguments.executors, &executors)?;
    let expectations = Expectations::load(fixtures).map_err(io::Error::other)?;
    let own = Expectations::read_all(&arguments.expectations).map_err(io::Error::other)?;
    let is_whole = arguments.shard.is_none() && arguments.filter.is_empty();
    let strangers: Vec<String> =
        own.iter().filter(|_| is_whole).flat_map(|own| own.strangers(&suite.instances)).collect();
    let expectations = own.into_iter().fold(expectations, Expectations::and);
    let executors = executors.without(expectations.unsupported());
    if let Some(shard) = arguments.shard {
        shard.keep_cases(&mut suite.instances);
    }
    let run = run::run(&suite.instances, &asked, &executors);
    let mut results = run::results(&suite.instances, &asked, &executors, &run, &expectations);
    if arguments.filter.is_empty() && arguments.shard.is_none_or(|shard| shard.takes(0)) {
        results.metal = Some(crate::metal_cases::results(fixtures)?);
    }
    if let Some(folder) = arguments.out.parent() {
        fs::create_dir_all(folder)?;
    }
    if arguments.abridged {
        results.abridge();
    }
    fs::write(&arguments.out, results.text()?)?;
    let mut output = io::stdout().lock();
    let mut is_good = strangers.is_empty();
    strangers.iter().try_for_each(|stranger| writeln!(output, "{stranger}"))?;
    let causes = results.causes();
    for executor in &results.executors {
        let counts = executor.counts;
        is_good &= counts.unexpected == 0;
        match &executor.missing {
            Some(reason) => writeln!(output, "{}: {reason}", executor.name.name())?,
            None => writeln!(
                output,
                "{}: {} as expected{}, {}, {} unexpected, {} skipped",
                executor.name.name(),
                counts.with_expected_verdict(),
                other_reasons(counts),
                causes_of(executor.name, &causes),
                counts.unexpected,
                counts.not_asked
            )?,
        }
    }
    if let Some(metal) = &results.metal {
        let different = metal.different.len();
        is_good &= different == 0;
        writeln!(output, "{}: {} as expected, {different} unexpected", Msl::KEY, metal.programs - different)?;
    }
    tell_not_executed(&mut output, &suite, &asked, &executors)?;
    let executed = run.judged().filter(|judged| judged.is_executed()).count();
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

/// The numbers of programs that are rejected as expected, but not for their error.
fn other_reasons(counts: Counts) -> String {
    let Counts { not_implemented, other_line, .. } = counts;
    match not_implemented + other_line {
        0 => String::new(),
        _ => {
            format!(
                " ({not_implemented} only because a feature is not implemented, {other_line} on a different line)"
            )
        }
    }
}

fn causes_of(executor: ExecutorKind, causes: &[Causes]) -> Causes {
    let found = causes.iter().find(|sum| sum.executor == executor).copied();
    found.unwrap_or_else(|| Causes::none(executor))
}

/// Runs the suite on all available executors and writes the differences to the expectations. `false` if a difference
/// fits no class.
pub(crate) fn bless(fixtures: &Path, suite: &Suite, arguments: &Blessed) -> io::Result<bool> {
    if std::env::var_os("CI").is_some() {
        return Err(io::Error::other("expectations can't be written in CI"));
    }
    if !arguments.expectations.is_empty() {
        return bless_others(suite, arguments);
    }
    let executors = start(&[]);
    let mut expectations = Expectations::load(fixtures).map_err(io::Error::other)?;
    // This project's executors have no known differences: their differences are bugs.
    let mut asked = asked(&[], &executors)?;
    asked.retain(|executor| !executor.is_ours());
    let executors = executors.without(expectations.unsupported());
    let judged = run::run(&suite.instances, &asked, &executors).into_judged();
    let rules = rules(suite, &executors);
    let differences = differences(&judged, &rules);
    let homeless = expectations.bless(&suite.instances, &asked, executors.adapter().as_deref(), &differences);
    let mut output = io::stdout().lock();
    tell_homeless(&mut output, &homeless)?;
    let executed = run::run(&suite.instances, &[ExecutorKind::Reference], &executors);
    expectations.at_least = counts(suite, executed.judged().filter(|judged| judged.is_executed()).count());
    fs::write(fixtures.join("expectations.yaml"), expectations.text().map_err(io::Error::other)?)?;
    writeln!(output, "{} differences, {} in no class", differences.len(), homeless.len())?;
    Ok(homeless.is_empty())
}

/// Writes the lists of differences to files that are not of the suite. A difference goes to the first file with a class for it.
fn bless_others(suite: &Suite, arguments: &Blessed) -> io::Result<bool> {
    let mut files = Expectations::read_all(&arguments.expectations).map_err(io::Error::other)?;
    let executors = start(&arguments.executors);
    let asked = asked(&arguments.executors, &executors)?;
    let all = files.iter().cloned().fold(Expectations::default(), Expectations::and);
    let executors = executors.without(all.unsupported());
    let judged = run::run(&suite.instances, &asked, &executors).into_judged();
    let rules = rules(suite, &executors);
    let mut homeless = differences(&judged, &rules);
    let count = homeless.len();
    for (path, file) in arguments.expectations.iter().zip(&mut files) {
        homeless = file.bless(&suite.instances, &asked, executors.adapter().as_deref(), &homeless);
        fs::write(path, file.text_of_others().map_err(io::Error::other)?)?;
    }
    let mut output = io::stdout().lock();
    tell_homeless(&mut output, &homeless)?;
    writeln!(output, "{count} differences, {} in no class", homeless.len())?;
    Ok(homeless.is_empty())
}

/// The rules that programs show, by the name of the program.
fn rules<'a>(suite: &'a Suite, executors: &Executors) -> HashMap<&'a str, Vec<&'static Rule>> {
    let judged = run::run(&suite.instances, &[ExecutorKind::Validator], executors);
    let shown = |judged: Judged<'a>| {
        let instance = judged.instance;
        (instance.name.as_str(), run::shown(instance, slice::from_ref(&judged)))
    };
    judged.into_judged().into_iter().map(shown).collect()
}

fn differences<'a>(
    judged: &'a [Judged<'a>],
    rules: &'a HashMap<&str, Vec<&'static Rule>>,
) -> Vec<NewDifference<'a>> {
    let difference = |judged: &'a Judged<'a>| {
        let difference = judged.difference()?;
        let Judged { executor, instance, .. } = *judged;
        let rules = rules.get(instance.name.as_str()).map_or(instance.rules.as_slice(), Vec::as_slice);
        let (kind, message) = (&difference.kind, difference.message.as_str());
        Some(NewDifference { executor, instance, kind, message, rules })
    };
    judged.iter().filter_map(difference).collect()
}

fn tell_homeless(output: &mut impl Write, homeless: &[NewDifference]) -> io::Result<()> {
    for difference in homeless {
        let message: String = difference.message.lines().take(4).collect::<Vec<_>>().join(" ");
        let (name, executor) = (&difference.instance.name, difference.executor.name());
        writeln!(output, "no class of known differences matches {name} ({executor}): {message}")?;
    }
    Ok(())
}
