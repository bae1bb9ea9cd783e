//! Prints how many of some programs use each construct of the specification's tables, or the program of one seed:
//! `cargo run -p wgsl-fuzz --example matrix -- PROGRAMS SIZE [SEED]`.
#![allow(clippy::print_stdout, reason = "the answer to the user")]

use std::collections::BTreeMap;
use wgsl_fuzz::generate::{Construct, Options, constructs, from_seed, used};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let (programs, size) = (numbers.first().copied().unwrap_or(500), numbers.get(1).copied().unwrap_or(300));
    let options = Options::of_size(size as usize);
    if let Some(seed) = numbers.get(2) {
        print!("{}", from_seed(*seed, options));
        return;
    }
    let mut uses: BTreeMap<Construct, usize> = constructs().into_iter().map(|it| (it, 0)).collect();
    for seed in 0..programs {
        for construct in used(&from_seed(seed, options)) {
            uses.entry(construct).and_modify(|count| *count += 1);
        }
    }
    for ((kind, name), count) in &uses {
        println!("{count:>6}  {kind} {name}");
    }
    let holes = uses.values().filter(|count| **count == 0).count();
    println!("{} constructs, {holes} of them in none of {programs} programs", uses.len());
}
