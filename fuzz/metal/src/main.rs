//! Compares the Metal checker with g++ on random programs: `cargo run --release -p msl-fuzz`. docs/FUZZING.md has the details.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the answer to the user")]

use clap::Parser;
use msl_fuzz::gcc::Gcc;
use msl_fuzz::known::Known;
use msl_fuzz::oracle::{Outcome, compare, compare_all, program, reduced};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Compare the Metal checker with g++ on random programs of the part of C++14 that Metal shares
#[derive(Parser, Debug)]
struct Arguments {
    /// How many programs to check
    #[arg(long, default_value_t = 10_000)]
    programs: u64,
    /// Stop after this time
    #[arg(long)]
    minutes: Option<u64>,
    /// Start of the sequence of programs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first program
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many programs of each unexplained difference to reduce and print
    #[arg(long, default_value_t = 1)]
    examples: usize,
    /// Threads; each waits for a process of g++
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// The compiler
    #[arg(long, default_value = "g++")]
    compiler: String,
    /// Print the program with this number, and check nothing
    #[arg(long)]
    print: Option<u64>,
    /// Report the mistakes of this project that are known and open, too
    #[arg(long)]
    open: bool,
    /// Check the programs on standard input, separated by lines of `---`
    #[arg(long)]
    stdin: bool,
}

/// The number of programs that a thread checks together. One difference among accepted programs costs a start of g++ for each.
const BATCH: u64 = 16;

/// The differences that all threads found.
#[derive(Debug, Default)]
struct Found {
    counts: BTreeMap<&'static str, u64>,
    known: BTreeMap<String, u64>,
    /// The numbers of the programs that show each signature, with reduced programs.
    unexplained: BTreeMap<String, (Vec<u64>, Vec<Example>)>,
}

/// A reduced program that shows a difference.
#[derive(Clone, Debug)]
struct Example {
    number: u64,
    program: String,
    says: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(number) = arguments.print {
        println!("{}", program(arguments.seed, number));
        return ExitCode::SUCCESS;
    }
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!(
                "error: can't run `{}`: {error}. The oracle needs g++ 12 or a later version",
                arguments.compiler
            );
            ExitCode::from(2)
        }
    }
}

/// Runs the oracle, prints what it finds, and returns true if everything is explained.
fn run(arguments: &Arguments) -> io::Result<bool> {
    let gcc = Gcc::new(&arguments.compiler)?;
    let mut known = Known::read().map_err(io::Error::other)?;
    if arguments.open {
        known.forget_open();
    }
    if arguments.stdin {
        return of_stdin(&gcc, &known);
    }
    let start = Instant::now();
    let end = arguments.minutes.map(|minutes| start + Duration::from_secs(60 * minutes));
    let (next, found) = (AtomicU64::new(arguments.first), Mutex::new(Found::default()));
    std::thread::scope(|scope| {
        let work = || {
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                let last = (first + BATCH).min(arguments.first + arguments.programs);
                if first >= last || end.is_some_and(|end| Instant::now() > end) {
                    return Ok(());
                }
                let texts: Vec<String> =
                    (first..last).map(|number| program(arguments.seed, number)).collect();
                let outcomes = compare_all(&gcc, &known, &texts)?;
                for ((number, text), outcome) in (first..).zip(&texts).zip(outcomes) {
                    one(arguments, (number, text), outcome, (&gcc, &known), &found)?;
                }
            }
        };
        let threads: Vec<_> = (0..arguments.threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err(io::Error::other("a thread stopped")))
        })
    })?;
    let found = found.into_inner().unwrap_or_default();
    print(&found, start.elapsed());
    Ok(found.unexplained.is_empty())
}

/// Notes the outcome for a program, and reduces the first programs of each difference.
fn one(
    arguments: &Arguments,
    (number, text): (u64, &str),
    outcome: Outcome,
    (gcc, known): (&Gcc, &Known),
    found: &Mutex<Found>,
) -> io::Result<()> {
    let lock = || found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    *lock().counts.entry(name(&outcome)).or_default() += 1;
    match outcome {
        Outcome::Known(reason) => *lock().known.entry(reason).or_default() += 1,
        Outcome::Unsupported(reason) => {
            *lock().known.entry(format!("not supported: {reason}")).or_default() += 1;
        }
        Outcome::Failed(said) => println!("program {number}: g++ failed: {said}"),
        Outcome::Unexplained(difference) => {
            let is_new = {
                let mut found = lock();
                let (seen, examples) = found.unexplained.entry(difference.signature.clone()).or_default();
                seen.push(number);
                examples.len() < arguments.examples
            };
            if is_new {
                let program = reduced(gcc, known, text, &difference.signature)?;
                let example = Example { number, program, says: difference.says };
                if let Some((_, examples)) = lock().unexplained.get_mut(&difference.signature) {
                    examples.push(example);
                }
            }
        }
        Outcome::BothAccept | Outcome::BothReject => {}
    }
    Ok(())
}

const fn name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::BothAccept => "both accept",
        Outcome::BothReject => "both reject",
        Outcome::Unsupported(_) => "not supported here",
        Outcome::Failed(_) => "g++ failed",
        Outcome::Known(_) => "known difference",
        Outcome::Unexplained(_) => "unexplained difference",
    }
}

fn print(found: &Found, elapsed: Duration) {
    let mut unexplained: Vec<_> = found.unexplained.iter().collect();
    unexplained.sort_by_key(|(_, (seen, _))| std::cmp::Reverse(seen.len()));
    for (signature, (seen, examples)) in unexplained {
        println!("\n=== {} x {signature}\nprograms {seen:?}", seen.len());
        for example in examples {
            println!(
                "--- program {}: {}\n{}",
                example.number,
                example.says.join("; "),
                example.program.trim()
            );
        }
    }
    println!();
    for (reason, count) in &found.known {
        println!("{count:>8}  {reason}");
    }
    let programs: u64 = found.counts.values().sum();
    for (outcome, count) in &found.counts {
        println!("{count:>8}  {outcome} ({:.1} %)", *count as f64 * 100.0 / programs as f64);
    }
    let seconds = elapsed.as_secs_f64();
    println!("{programs:>8}  programs in {seconds:.0} s, {:.0} a second", programs as f64 / seconds);
}

/// Compares the checkers on each program of standard input.
fn of_stdin(gcc: &Gcc, known: &Known) -> io::Result<bool> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let mut is_explained = true;
    for text in input.split("\n---\n") {
        let outcome = compare(gcc, known, text)?;
        is_explained &= !matches!(outcome, Outcome::Unexplained(_));
        println!("{outcome:?}");
    }
    Ok(is_explained)
}
