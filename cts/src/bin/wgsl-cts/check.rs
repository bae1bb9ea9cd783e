//! `wgsl-cts check` and `show`: for work on cases.

use crate::executors::{Named, asked, named, start, tell_not_executed};
use crate::filter::Filter;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use wgsl_cts::expectations::Expectations;
use wgsl_cts::run;
use wgsl_cts_cases::compare::Comparison;
use wgsl_cts_cases::discover::Suite;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Beginning of the names, such as `statements/if::`; all cases by default
    #[arg(default_value = "")]
    pub(crate) prefix: String,
    /// Executors to ask; cmd:NAME=COMMAND is a program that speaks docs/PROTOCOL.md
    #[arg(long = "executor", value_name = "NAME", value_parser = named, default_value = "validator")]
    executors: Vec<Named>,
    /// Files of known differences, which are not shown
    #[arg(long, value_name = "FILE")]
    expectations: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) filter: Filter,
}

#[derive(clap::Args, Debug)]
pub(crate) struct Shown {
    /// Beginning of the names, such as `statements/if::`
    pub(crate) prefix: String,
    #[command(flatten)]
    pub(crate) filter: Filter,
}

/// Prints the differences from the expectations of the cases. `false` if there are any.
pub(crate) fn check(suite: &Suite, arguments: &Arguments) -> io::Result<bool> {
    let executors = start(&arguments.executors);
    let asked = asked(&arguments.executors, &executors)?;
    let known = Expectations::read_all(&arguments.expectations).map_err(io::Error::other)?;
    let expectations = known.into_iter().fold(Expectations::default(), Expectations::and);
    let executors = executors.without(expectations.unsupported());
    let known = expectations.known(executors.adapter().as_deref());
    let run = run::run(&suite.instances, &asked, &executors);
    let mut output = io::stdout().lock();
    let mut is_good = true;
    for executor in asked.iter().copied() {
        let (mut same, mut listed, mut different, mut skipped) = (0, 0, 0, 0);
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        for judged in run.judged().filter(|judged| judged.executor == executor) {
            let class = known.class(executor, judged.instance).map(|class| &expectations.classes[class].name);
            match &judged.comparison {
                Comparison::Same => match class {
                    Some(class) => {
                        different += 1;
                        let name = &judged.instance.name;
                        writeln!(
                            output,
                            "{name} ({})\nas expected, although the class `{class}` lists it",
                            executor.name()
                        )?;
                    }
                    None => same += 1,
                },
                Comparison::Differs(_) if class.is_some() => listed += 1,
                Comparison::NotAsked(reason) => {
                    skipped += 1;
                    *reasons.entry(reason).or_default() += 1;
                }
                Comparison::Differs(difference) => {
                    different += 1;
                    writeln!(
                        output,
                        "{} ({})\n{}",
                        judged.instance.name,
                        executor.name(),
                        difference.message
                    )?;
                    if let Some(place) = judged.place {
                        writeln!(output, "likely place: {}\n", place.words())?;
                    }
                }
            }
        }
        let listed = if listed > 0 { format!(", {listed} known mismatches") } else { String::new() };
        writeln!(
            output,
            "{}: {same} as expected{listed}, {different} not, {skipped} skipped",
            executor.name()
        )?;
        for (reason, count) in reasons {
            writeln!(output, "  skipped, {count}: {reason}")?;
        }
        is_good &= different == 0;
    }
    tell_not_executed(&mut output, suite, &asked, &executors)?;
    Ok(is_good)
}

/// Prints the programs of cases.
pub(crate) fn show(suite: &Suite) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    for instance in &suite.instances {
        let program = String::from_utf8_lossy(&instance.program);
        writeln!(output, "// {}\n{}", instance.name, program.trim_end())?;
    }
    Ok(true)
}
