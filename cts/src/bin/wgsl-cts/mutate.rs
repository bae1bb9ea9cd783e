//! `wgsl-cts mutate`: mistakes in implementations that the suite notices, and those that it does not.

use std::io::{self, Write};
use std::path::Path;
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts::mutate::survivors::Survivors;
use wgsl_cts::mutate::{Judgement, Layer, Mutant, Trials};
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::vocabulary::ExecutorKind;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Beginning of the names of cases, such as `execution/`; all cases by default
    #[arg(default_value = "")]
    pub(crate) prefix: String,
    /// Only mutants of this layer: operations, steps, start, pipeline or source
    #[arg(long)]
    layer: Option<String>,
    /// Only mutants whose names begin so, with the program that notices each
    #[arg(long, value_name = "NAME")]
    mutant: Option<String>,
    /// List the mutants, and execute nothing
    #[arg(long)]
    list: bool,
}

/// Judges mutants, and prints those that no program notices. `false` if they are not those that are known.
pub(crate) fn mutate(fixtures: &Path, suite: &Suite, arguments: &Arguments) -> io::Result<bool> {
    let mut output = io::stdout().lock();
    let trials = Trials::new(&suite.instances);
    let is_asked = |name: &str| {
        arguments.layer.as_ref().is_none_or(|layer| name.split('/').next() == Some(layer))
            && arguments.mutant.as_ref().is_none_or(|beginning| name.starts_with(beginning.as_str()))
    };
    let Peers { wgpu, adapter, .. } = Peers::of_environment();
    let executors = Executors::start(&Peers { wgpu, adapter, ..Peers::default() });
    let driver = executors.missing(ExecutorKind::Wgpu).is_none().then_some(&executors);
    let mut mutants: Vec<Mutant> = trials.mutants(driver.is_some());
    mutants.retain(|mutant| is_asked(&mutant.name));
    if arguments.list {
        mutants.iter().try_for_each(|mutant| writeln!(output, "{}", mutant.name))?;
        return Ok(true);
    }
    let survivors = Survivors::load(fixtures).map_err(io::Error::other)?;
    let judged = trials.judge(&mutants, driver);
    if arguments.mutant.is_some() {
        judged.iter().try_for_each(|it| tell(&mut output, it))?;
    }
    writeln!(output, "{} programs", trials.programs())?;
    for layer in Layer::ALL {
        let of_layer: Vec<&Judgement> = judged.iter().filter(|it| it.layer == layer).collect();
        let noticed: Vec<_> = of_layer.iter().filter_map(|it| it.noticed.as_ref()).collect();
        let written = noticed.iter().filter(|notice| notice.is_written).count();
        let on_driver = noticed.iter().filter(|notice| notice.executor == ExecutorKind::Wgpu).count();
        writeln!(
            output,
            "{:10} {:5} planted, {:5} noticed ({written} by written expectations, {on_driver} on wgpu), {:4} not",
            layer.name(),
            of_layer.len(),
            noticed.len(),
            of_layer.len() - noticed.len()
        )?;
    }
    for survivor in judged.iter().filter(|it| it.noticed.is_none()) {
        let reason = survivors.reason(&survivor.name).map_or("not explained", |reason| reason.about.as_str());
        writeln!(output, "{} ({} programs): {reason}", survivor.name, survivor.programs)?;
    }
    if !arguments.prefix.is_empty() {
        return Ok(true);
    }
    // Without a driver, mistakes of synchronization are not planted.
    let is_judged =
        |name: &str| is_asked(name) && (driver.is_some() || mutants.iter().any(|it| it.name == name));
    let differences = survivors.differences(&judged, is_judged);
    differences.iter().try_for_each(|difference| writeln!(output, "{difference}"))?;
    let is_whole = arguments.layer.is_none() && arguments.mutant.is_none();
    let are_enough = !is_whole || judged.len() >= survivors.at_least;
    if !are_enough {
        writeln!(output, "{} mutants were made, of at least {}", judged.len(), survivors.at_least)?;
    }
    Ok(differences.is_empty() && are_enough)
}

fn tell(output: &mut impl Write, judged: &Judgement) -> io::Result<()> {
    match &judged.noticed {
        Some(notice) => {
            let executor = notice.executor.name();
            writeln!(output, "{}: {} ({executor})\n{}", judged.name, notice.program, notice.difference)
        }
        None => writeln!(output, "{}: not noticed by {} programs", judged.name, judged.programs),
    }
}
