//! `fuzz`: hunts for programs on which implementations disagree with the specification.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use wgsl_cts::execute::Peers;
use wgsl_cts::expectations::Expectations;
use wgsl_cts::findings;
use wgsl_cts::hunt::known::Known;
use wgsl_cts::hunt::oracle::{
    NagaBackEnds, NagaRewriting, NagaVerdict, Oracle, Own, TintVerdict, Transformed, WgpuExecution,
};
use wgsl_cts::hunt::programs::Programs;
use wgsl_cts::hunt::store::Store;
use wgsl_cts::hunt::{Hunt, OracleName};
use wgsl_cts::shard::Shard;
use wgsl_cts_cases::case::{ExpectedDiagnostic, Instance, Request};
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_spec::Rule;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::target::Target;

/// The number of programs between two looks at the clock.
const PORTION: u64 = 64;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Stop after so many minutes
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// Stop after so many programs
    #[arg(long, default_value_t = u64::MAX)]
    programs: u64,
    /// The seed of all programs
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Hunt with one part of the programs: `3/16` is the third of sixteen
    #[arg(long)]
    shard: Option<Shard>,
    /// Only the programs of these numbers, as a store names them
    #[arg(long, value_name = "NUMBER", value_delimiter = ',')]
    numbers: Vec<u64>,
    /// The oracles to ask; by default all
    #[arg(long, value_parser = oracle, value_delimiter = ',')]
    oracles: Vec<OracleName>,
    /// The file of new disagreements, which is read first if it is there
    #[arg(long, default_value = "reports/generated/hunt.yaml")]
    store: PathBuf,
    /// Add the stores of other parts, instead of hunting
    #[arg(long, value_name = "STORE", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Stores of disagreements that are known, and not to be told again
    #[arg(long, value_name = "STORE", num_args = 1..)]
    known: Vec<PathBuf>,
    /// Stop at the first new disagreement
    #[arg(long)]
    first: bool,
    /// The number of threads; by default one for each core
    #[arg(long)]
    threads: Option<usize>,
}

impl Arguments {
    /// Whether the program of a number is asked about.
    fn takes(&self, number: u64) -> bool {
        self.shard.is_none_or(|shard| shard.takes(number as usize))
            && (self.numbers.is_empty() || self.numbers.contains(&number))
    }
}

/// The oracle of a name, for the command line.
fn oracle(text: &str) -> Result<OracleName, String> {
    let known = OracleName::ALL.map(OracleName::name).join(", ");
    let named = OracleName::ALL.into_iter().find(|oracle| oracle.name() == text);
    named.ok_or_else(|| format!("expected an oracle ({known})"))
}

/// Hunts, and writes the store. `false` if it has a disagreement that nothing explains.
pub(crate) fn fuzz(fixtures: &Path, suite: &Suite, arguments: &Arguments) -> io::Result<bool> {
    let mut hunt = Hunt::default();
    hunt.store = read(&arguments.store)?;
    if arguments.merge.is_empty() {
        hunt.merge(hunted(fixtures, suite, arguments)?);
    }
    for other in &arguments.merge {
        hunt.store.merge(read(other)?);
    }
    hunt.store.write(&arguments.store)?;
    tell(&hunt, &arguments.store)?;
    Ok(hunt.store.is_empty())
}

fn read(store: &Path) -> io::Result<Store> {
    Store::read(store).map_err(io::Error::other)
}

fn hunted(fixtures: &Path, suite: &Suite, arguments: &Arguments) -> io::Result<Hunt> {
    let known = known(fixtures, suite, arguments)?;
    let targets = [ExecutorKind::Naga, ExecutorKind::Tint].map(|it| Target::named(it.name()));
    let extensions = targets.into_iter().flatten().map(|it| it.available).collect();
    let sources = suite.instances.iter().filter_map(Instance::source);
    let wrong: BTreeSet<(&'static Rule, &str)> = suite.instances.iter().filter_map(wrong).collect();
    let programs = Programs::new(arguments.seed, extensions, sources, wrong);
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
    let end = arguments.numbers.iter().max().map_or(arguments.programs, |last| last.saturating_add(1));
    let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let until = Instant::now() + Duration::from_secs_f64(arguments.minutes.max(0.0) * 60.0);
    let part = || -> io::Result<Hunt> {
        let mut oracles = oracles(arguments)?;
        let mut hunt = Hunt::default();
        while Instant::now() < until && !is_over.load(Ordering::Relaxed) {
            let first = next.fetch_add(PORTION, Ordering::Relaxed);
            if first >= end {
                break;
            }
            for number in (first..first + PORTION).filter(|number| arguments.takes(*number)) {
                hunt.ask(number, &programs, &mut oracles, &known);
            }
            if arguments.first && !hunt.store.is_empty() {
                is_over.store(true, Ordering::Relaxed);
            }
        }
        hunt.executions = oracles.iter().map(|oracle| oracle.executions()).sum();
        Ok(hunt)
    };
    let start = Instant::now();
    let parts: Vec<io::Result<Hunt>> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads.unwrap_or(1)).map(|_| scope.spawn(part)).collect();
        let failed = |_| Err(io::Error::other("a thread panicked"));
        started.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
    });
    let mut hunt = Hunt::default();
    for record in known.panics {
        hunt.store.add(record);
    }
    for part in parts {
        hunt.merge(part?);
    }
    let seconds = start.elapsed().as_secs_f64();
    let rate = hunt.questions as f64 / seconds;
    writeln!(
        io::stdout(),
        "{} programs, {} questions in {seconds:.1} s: {rate:.0} a second",
        hunt.programs,
        hunt.questions
    )?;
    if hunt.executions > 0 {
        let rate = hunt.executions as f64 / seconds;
        writeln!(io::stdout(), "{} executions compared: {rate:.0} a second", hunt.executions)?;
    }
    Ok(hunt)
}

/// A program of the suite that breaks one rule, with the rule. Those of the tables are like each other.
fn wrong(instance: &Instance) -> Option<(&'static Rule, &str)> {
    let [ExpectedDiagnostic { severity: Severity::Error, rule: Some(rule), .. }] =
        instance.expected.diagnostics[..]
    else {
        return None;
    };
    let is_plain =
        instance.case.request == Request { needs: instance.case.request.needs.clone(), ..Request::default() };
    // A byte order mark is one at the beginning, where other declarations come to stand.
    let is_mark = |source: &&str| source.starts_with('\u{FEFF}');
    let source = instance.source().filter(|_| is_plain && !instance.case.is_generated)?;
    Some((rule, source)).filter(|_| !is_mark(&source))
}

/// The oracles of one thread.
fn oracles(arguments: &Arguments) -> io::Result<Vec<Box<dyn Oracle>>> {
    let is_asked = |name| arguments.oracles.is_empty() || arguments.oracles.contains(&name);
    let mut oracles: Vec<Box<dyn Oracle>> = Vec::new();
    if is_asked(OracleName::Verdict) {
        oracles.push(Box::new(NagaVerdict::default()));
        if let Some(folder) = Peers::of_environment().npm {
            let tint = TintVerdict::start(&folder).map_err(io::Error::other)?;
            oracles.push(Box::new(tint));
        }
    }
    if is_asked(OracleName::Own) {
        oracles.push(Box::new(Own::default()));
    }
    if is_asked(OracleName::BackEnds) {
        oracles.push(Box::new(NagaBackEnds::default()));
    }
    if is_asked(OracleName::Rewritten) {
        oracles.push(Box::new(NagaRewriting::default()));
    }
    if is_asked(OracleName::Metamorphic) {
        oracles.push(Box::new(Transformed::metamorphic()));
    }
    if is_asked(OracleName::Stages) {
        oracles.push(Box::new(Transformed::stages()));
    }
    if is_asked(OracleName::Execution)
        && let Some(execution) = WgpuExecution::start(&Peers::of_environment())
    {
        oracles.push(Box::new(execution));
    }
    Ok(oracles)
}

/// The disagreements that the suite and the findings explain.
fn known(fixtures: &Path, suite: &Suite, arguments: &Arguments) -> io::Result<Known> {
    let expectations = Expectations::load(fixtures).map_err(io::Error::other)?;
    let (findings, _) = findings::load_all(fixtures, &expectations)
        .map_err(|problems| io::Error::other(problems[0].to_string()))?;
    let mut known = Known::default();
    for oracle in &mut oracles(arguments)? {
        known.learn(oracle.as_mut(), &findings, &suite.instances, &expectations);
    }
    for store in &arguments.known {
        known.learn_store(&read(store)?, &store.display().to_string());
    }
    writeln!(io::stdout(), "{} disagreements are known", known.len())?;
    Ok(known)
}

/// Prints how often each known disagreement was met, and the new ones.
fn tell(hunt: &Hunt, store: &Path) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut known: Vec<_> = hunt.known.iter().collect();
    known.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
    for (name, count) in known {
        writeln!(output, "{count:8} {name}")?;
    }
    for record in hunt.store.records() {
        writeln!(output, "{:8} new: {}", record.seen, record.signature)?;
    }
    writeln!(output, "{} new disagreements are in {}", hunt.store.len(), store.display())
}
