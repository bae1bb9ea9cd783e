//! Prints how many mutants of small programs are made and printed a second, and how many rules they break:
//! `cargo run --release -p wgsl-fuzz --example mutants -- MUTANTS SIZE [SEED]`; with a seed, prints its program and mutant.
#![allow(clippy::print_stdout, reason = "the answer to the user")]

use std::collections::BTreeMap;
use std::time::Instant;
use wgsl_fuzz::choices::bytes_of;
use wgsl_fuzz::generate::{Options, from_seed};
use wgsl_fuzz::mutate::broken::{BreakableRules, broken_rules};
use wgsl_fuzz::mutate::text::text_from_seed;
use wgsl_fuzz::mutate::{self, Change, Donors};
use wgsl_fuzz::tree::Tree;
use wgsl_validator::Validator;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let (count, size) = (numbers.first().copied().unwrap_or(100_000), numbers.get(1).copied().unwrap_or(3));
    let programs: Vec<Tree> = (0..64).map(|seed| from_seed(seed, Options::of_size(size as usize))).collect();
    let donors = Donors::of(&programs);
    if let Some(seed) = numbers.get(2) {
        let program = &programs[*seed as usize % programs.len()];
        let Some(mutant) = mutate::from_seed(program, &donors, *seed) else { return };
        println!("{program}\n// {:?}\n{}", mutant.change, mutant.tree);
        return;
    }
    let mut changes: BTreeMap<Change, usize> = BTreeMap::new();
    let (start, mut bytes) = (Instant::now(), 0);
    for seed in 0..count {
        let program = &programs[seed as usize % programs.len()];
        if let Some(mutant) = mutate::from_seed(program, &donors, seed) {
            bytes += mutant.tree.to_string().len();
            *changes.entry(mutant.change).or_default() += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let mutants: usize = changes.values().sum();
    for (change, count) in &changes {
        println!("{count:>8}  {change:?}");
    }
    let (rate, length) = (mutants as f64 / seconds, bytes / mutants.max(1));
    println!("{mutants} mutants with {length} bytes on average, {rate:.0} a second");
    of_texts(&programs, count);
    with_broken_rules(count);
    verdicts(&programs, &donors);
}

/// Prints how many programs with a broken rule are made a second.
fn with_broken_rules(count: u64) {
    let rules = BreakableRules::new();
    let extensions = Options::of_size(1).extensions;
    let start = Instant::now();
    let programs =
        (0..count).filter(|seed| rules.break_one(2, extensions, &bytes_of(*seed, 512)).is_some()).count();
    let rate = programs as f64 / start.elapsed().as_secs_f64();
    println!("{programs} programs with one of {} broken rules, {rate:.0} a second", rules.all().count());
}

/// Prints how many rules mutants break.
fn verdicts(programs: &[Tree], donors: &Donors) {
    let mut validator = Validator::default();
    let mut broken: BTreeMap<usize, usize> = BTreeMap::new();
    for seed in 0..10_000 {
        let program = &programs[seed as usize % programs.len()];
        if let Some(mutant) = mutate::from_seed(program, donors, seed) {
            let found = broken_rules(&mut validator, &mutant.tree.to_string());
            *broken.entry(found.len().min(5)).or_default() += 1;
        }
    }
    for (rules, mutants) in broken {
        println!("{mutants:>8}  mutants break {rules} rules{}", if rules == 5 { " or more" } else { "" });
    }
}

/// Prints how many mutants of texts are made a second.
fn of_texts(programs: &[Tree], count: u64) {
    let texts: Vec<String> = programs.iter().map(ToString::to_string).collect();
    let start = Instant::now();
    let mutants = (0..count)
        .filter(|seed| text_from_seed(&texts[*seed as usize % texts.len()], *seed).is_some())
        .count();
    println!("{mutants} mutants of texts, {:.0} a second", mutants as f64 / start.elapsed().as_secs_f64());
}
