//! Counts safe suggestions that do more than fix their diagnostic: in the programs of a corpus on standard input, one JSON object with
//! `wgsl` per line, and in mutants of them.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::collections::BTreeMap;
use std::io::{self, BufRead as _};
use wgsl_fuzz::mutate::text::text_from_seed;
use wgsl_fuzz_properties::safe::refuted;
use wgsl_validator::{Options, Validator};

/// The mutants of each program.
const MUTANTS: u64 = 10;

fn main() -> io::Result<()> {
    let mut validator = Validator::new(Options::default());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut asked = 0;
    for (number, line) in (0_u64..).zip(io::stdin().lock().lines()) {
        let value: serde_json::Value = serde_json::from_str(&line?)?;
        let Some(program) = value["wgsl"].as_str() else { continue };
        let mutants = (0..MUTANTS).filter_map(|seed| text_from_seed(program, number * MUTANTS + seed));
        for program in std::iter::once(program.to_owned()).chain(mutants.map(|mutant| mutant.text)) {
            let (count, wrong) = refuted(&mut validator, &program);
            asked += count;
            for case in wrong {
                let seen = counts.entry(case.suggestion.clone()).or_default();
                *seen += 1;
                if *seen <= 5 && case.program.len() < 3000 {
                    println!("{:#?}", case.left);
                    println!("{}\n{}\n---- becomes\n{}\n----", case.suggestion, case.program, case.fixed);
                }
            }
        }
    }
    println!("{asked} safe suggestions, of which these are not safe: {counts:#?}");
    Ok(())
}
