//! The suite as tests: one for each program and executor. Takes the options of other tests, and `--shard 3/16` (or
//! `WGSL_CTS_SHARD`). Without `--format`, only what fails is listed.

use indicatif::{ProgressBar, ProgressStyle};
use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use wgsl_cts::discover::{self, discover, discover_amp, discover_metal};
use wgsl_cts::execute::{Executors, Peers, WGPU_WORKER};
use wgsl_cts::expectations::{AtLeast, Expectations, Known};
use wgsl_cts::shard::{Shard, ShardError};
use wgsl_cts_cases::amp;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, DifferenceKind, compare};
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::language::Language;
use wgsl_cts_cases::metal;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;

fn main() -> ExitCode {
    if let Some(code) = serve() {
        return code;
    }
    let (mut arguments, shard) = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            // If even this can't be written, the exit status remains.
            let _ = writeln!(io::stderr(), "{message}");
            return ExitCode::from(2);
        }
    };
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    // With the whole name of a trial, only its file has to be read: runners that start a process for each need that.
    let prefix = match &arguments.filter {
        Some(filter) if arguments.exact => filter.clone(),
        _ => String::new(),
    };
    let suite = match discover(&fixtures, &prefix) {
        Ok(suite) => suite,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}: {error}", fixtures.display());
            return ExitCode::from(2);
        }
    };
    let bar = ProgressBar::new(0);
    let tally = Arc::new(Tally::default());
    let (mut trials, least) = trials(&fixtures, suite, prefix.is_empty(), &bar, &tally);
    match trials_of_others(&fixtures, &prefix, &bar) {
        Ok(of_others) => trials.extend(of_others),
        Err(error) => {
            let _ = writeln!(io::stderr(), "{}: {error}", fixtures.display());
            return ExitCode::from(2);
        }
    }
    if let Some(shard) = shard {
        let mut place = 0..;
        trials.retain(|_| place.next().is_some_and(|place| shard.takes(place)));
    }
    let is_whole =
        shard.is_none() && !arguments.list && !trials.iter().any(|trial| arguments.is_filtered_out(trial));
    let least = if is_whole { least.executed } else { 0 };
    if arguments.list || arguments.format.is_some() || arguments.exact || arguments.logfile.is_some() {
        let code = libtest_mimic::run(&arguments, trials).exit_code();
        return if tally.has_executed(least) { code } else { ExitCode::FAILURE };
    }
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("conformance-{}.log", std::process::id()));
    arguments.quiet = true;
    arguments.logfile = Some(log.to_string_lossy().into_owned());
    let chosen = trials.iter().filter(|trial| !arguments.is_filtered_out(trial)).count();
    bar.set_length(chosen as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} trials, {eta} left") {
        bar.set_style(style);
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    bar.finish_and_clear();
    print_failures_and_summary(&log, &tally);
    if tally.has_executed(least) { conclusion.exit_code() } else { ExitCode::FAILURE }
}

/// Runs jobs of wgpu, where that is what this process is for.
fn serve() -> Option<ExitCode> {
    let mut given = std::env::args().skip(1);
    if given.next()? != WGPU_WORKER {
        return None;
    }
    let served =
        wgsl_cts_gpu::serve(given.next().as_deref(), &mut io::stdin().lock(), &mut io::stdout().lock());
    Some(if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The options, and the part of the run.
fn arguments() -> Result<(Arguments, Option<Shard>), String> {
    let mut shard = std::env::var("WGSL_CTS_SHARD").ok();
    let mut others = Vec::new();
    let mut given = std::env::args();
    while let Some(argument) = given.next() {
        if argument == "--shard" {
            shard = Some(given.next().ok_or("--shard takes a part, such as 3/16")?);
        } else if let Some(part) = argument.strip_prefix("--shard=") {
            shard = Some(part.to_owned());
        } else {
            others.push(argument);
        }
    }
    let shard = shard.map(|part| part.parse()).transpose().map_err(|error: ShardError| error.to_string())?;
    Ok((Arguments::from_iter(others), shard))
}

/// Counts over all trials.
#[derive(Default)]
struct Tally {
    /// The reasons why trials were not run, with the number of trials: no skip is silent.
    skipped: Mutex<BTreeMap<String, usize>>,
    /// The number of programs that the reference executor has run to their end.
    executed: AtomicUsize,
}

impl Tally {
    /// Whether at least this many programs were executed; if not, prints a message. An executor that no longer executes some
    /// programs is noticed here, whatever its outcomes are.
    fn has_executed(&self, least: usize) -> bool {
        let executed = self.executed.load(Ordering::Relaxed);
        if executed < least {
            // If this can't be written, the exit status remains.
            let _ = writeln!(
                io::stderr(),
                "FAILED: expected at least {least} executed programs, found {executed}"
            );
        }
        executed >= least
    }
}

/// How to get an adapter.
const SOFTWARE_DRIVER: &str =
    "a driver in software will do: on Debian and Ubuntu, `apt-get install mesa-vulkan-drivers`";

/// The values that all trials share.
struct Shared {
    executors: Executors,
    expectations: Expectations,
    known: Known,
    /// Whether all differences on the adapter of wgpu are listed.
    is_listed: bool,
    tally: Arc<Tally>,
}

impl Shared {
    fn skip(&self, executor: ExecutorKind, reason: &str) -> Completion {
        self.skip_all(format!("{}: {reason}", executor.name()))
    }

    /// Skips a trial for a reason that does not depend on the executor.
    fn skip_all(&self, reason: String) -> Completion {
        if let Ok(mut skipped) = self.tally.skipped.lock() {
            *skipped.entry(reason.clone()).or_default() += 1;
        }
        Completion::ignored_with(reason)
    }
}

fn trials(
    fixtures: &Path,
    suite: Suite,
    is_whole: bool,
    bar: &ProgressBar,
    tally: &Arc<Tally>,
) -> (Vec<Trial>, AtLeast) {
    let executors = Executors::start(&Peers::of_environment());
    let mut trials: Vec<Trial> = suite
        .problems
        .iter()
        .enumerate()
        .map(|(index, problem)| {
            let message = problem.to_string();
            Trial::test(format!("files::problem-{}", index + 1), move || Err(Failed::from(message)))
        })
        .collect();
    let expectations = match Expectations::load(fixtures) {
        Ok(expectations) => expectations,
        Err(problem) => {
            let message = problem.to_string();
            trials.push(Trial::test("files::expectations", move || Err(Failed::from(message))));
            Expectations::default()
        }
    };
    if is_whole {
        trials.push(counts(&suite, &expectations));
        let strangers = expectations.strangers(&suite.instances);
        trials.push(Trial::test("expectations::name-programs-that-exist", move || {
            if strangers.is_empty() { Ok(()) } else { Err(Failed::from(strangers.join("\n"))) }
        }));
    }
    let executors = executors.without(expectations.unsupported());
    let adapter = executors.adapter();
    let known = expectations.known(adapter.as_deref());
    let is_listed = adapter.as_deref().is_some_and(|adapter| expectations.lists(adapter));
    let shared = Arc::new(Shared { executors, expectations, known, is_listed, tally: tally.clone() });
    let asked = |executor: &ExecutorKind| shared.executors.missing(*executor).is_none();
    for executor in ExecutorKind::ALL {
        if let Some(reason) = shared.executors.missing(executor) {
            let reason = reason.to_owned();
            let name = format!("{}::is-missing", executor.name());
            let shared = shared.clone();
            trials.push(Trial::ignorable_test(name, move || {
                // In continuous integration nobody looks at skipped trials.
                if executor == ExecutorKind::Wgpu && std::env::var_os("CI").is_some() {
                    return Err(Failed::from(format!("{reason}; {SOFTWARE_DRIVER}")));
                }
                Ok(shared.skip(executor, &reason))
            }));
        }
    }
    for (name, reason) in suite.missing {
        let (shared, bar) = (shared.clone(), bar.clone());
        trials.push(Trial::ignorable_test(format!("{name}::is-missing"), move || {
            bar.inc(1);
            Ok(shared.skip_all(format!("not translated: {reason}")))
        }));
    }
    let not_executed = shared.executors.not_executed(&ExecutorKind::ALL);
    for instance in suite.instances {
        let instance = Arc::new(instance);
        if let (Some(_), Some(reason)) = (&instance.execution, not_executed) {
            let (shared, bar) = (shared.clone(), bar.clone());
            trials.push(Trial::ignorable_test(format!("{}::execution", instance.name), move || {
                bar.inc(1);
                Ok(shared.skip_all(reason.to_owned()))
            }));
        }
        for executor in
            ExecutorKind::ALL.into_iter().filter(asked).filter(|executor| instance.is_for(*executor))
        {
            let (shared, instance, bar) = (shared.clone(), instance.clone(), bar.clone());
            let name = format!("{}::{}", instance.name, executor.name());
            trials.push(Trial::ignorable_test(name, move || {
                let outcome = judge(executor, &instance, &shared);
                bar.inc(1);
                outcome
            }));
        }
    }
    (trials, shared.expectations.at_least)
}

/// The programs in Metal and C++ AMP, which only the validators of this project check.
fn trials_of_others(fixtures: &Path, prefix: &str, bar: &ProgressBar) -> io::Result<Vec<Trial>> {
    let metal = discover_metal(fixtures, prefix)?;
    let metal = checked_trials(metal, bar, |instance| metal::check(instance).comparison);
    let amp = checked_trials(discover_amp(fixtures, prefix)?, bar, amp::check);
    Ok(metal.into_iter().chain(amp).collect())
}

/// The programs of a language, which are checked by a function.
fn checked_trials<L: Language>(
    suite: Suite<L>,
    bar: &ProgressBar,
    check: fn(&Instance<L>) -> Comparison,
) -> Vec<Trial> {
    let problems = suite.problems.into_iter().enumerate().map(|(index, problem)| {
        let name = format!("files::problem-of-{}-{}", L::KEY, index + 1);
        Trial::test(name, move || Err(Failed::from(problem.to_string())))
    });
    let programs = suite.instances.into_iter().map(|instance| {
        let bar = bar.clone();
        Trial::test(format!("{}::{}", instance.name, L::KEY), move || {
            let comparison = check(&instance);
            bar.inc(1);
            match comparison {
                Comparison::Same | Comparison::NotAsked(_) => Ok(()),
                Comparison::Differs(difference) => Err(Failed::from(difference.message)),
            }
        })
    });
    problems.chain(programs).collect()
}

/// A suite that shrinks has lost something.
fn counts(suite: &Suite, expectations: &Expectations) -> Trial {
    let least = expectations.at_least;
    // The number of executed programs is checked at the end.
    let found = discover::counts(suite, least.executed);
    Trial::test("discovery::finds-no-fewer-cases", move || {
        let lost = found.files < least.files || found.cases < least.cases || found.programs < least.programs;
        if lost { Err(Failed::from(format!("expected at least {least:?}, found {found:?}"))) } else { Ok(()) }
    })
}

fn judge(executor: ExecutorKind, instance: &Instance, shared: &Shared) -> Result<Completion, Failed> {
    let outcome = shared.executors.judge(executor, instance);
    if let (ExecutorKind::Reference, Outcome::Executed(_)) = (executor, &outcome) {
        shared.tally.executed.fetch_add(1, Ordering::Relaxed);
    }
    let class = shared.known.class(executor, instance);
    match (compare(executor, instance, &outcome), class) {
        (Comparison::NotAsked(reason), _) => Ok(shared.skip(executor, &reason)),
        (Comparison::Differs(difference), None)
            if executor == ExecutorKind::Wgpu
                && !shared.is_listed
                && difference.kind != DifferenceKind::Unable =>
        {
            Ok(shared
                .skip(executor, "it differs, on an adapter that fixtures/expectations.yaml does not list"))
        }
        (Comparison::Same, None) | (Comparison::Differs(_), Some(_)) => Ok(Completion::Completed),
        (Comparison::Differs(difference), None) => Err(Failed::from(difference.message)),
        (Comparison::Same, Some(class)) => {
            let class = &shared.expectations.classes[class].name;
            Err(Failed::from(format!(
                "this is judged as the case wants it, while expectations.yaml has it in the class `{class}`; \
                 `cargo xtask bless` takes it out"
            )))
        }
    }
}

/// Prints the log after the row of dots, and the skipped trials.
fn print_failures_and_summary(log: &Path, tally: &Tally) {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let failures = text.find("\nfailures:\n").or_else(|| text.find("\ntest result:")).unwrap_or(0);
    let total = text.lines().find(|line| line.starts_with("running")).unwrap_or_default();
    // If this can't be written, the exit status remains.
    let mut output = io::stdout().lock();
    let _ = write!(output, "\n{total}\n{}", &text[failures..]);
    for (reason, count) in tally.skipped.lock().iter().flat_map(|skipped| skipped.iter()) {
        let _ = writeln!(output, "ignored, {count}: {reason}");
    }
    let _ = std::fs::remove_file(log);
}
