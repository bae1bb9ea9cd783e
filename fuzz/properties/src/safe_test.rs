//! Safe suggestions of the programs of the suite, and of mutants of them.

use crate::safe::refuted;
use std::path::Path;
use wgsl_cts_cases::discover::{Suite, discover};
use wgsl_fuzz::mutate::text::text_from_seed;
use wgsl_validator::{Options, Validator};

/// The mutants of each program.
const MUTANTS: u64 = 2;

/// One program of so many is examined: all of them take minutes.
const EVERY: usize = 19;

#[test]
fn safe_suggestions_fix_their_diagnostic_and_cause_no_other() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let suite: Suite = discover(&fixtures, "").expect("the directory of the cases can be read");
    let mut validator = Validator::new(Options::default());
    let (mut safe, mut wrong) = (0, Vec::new());
    for (number, instance) in suite.instances.iter().enumerate().step_by(EVERY) {
        let Ok(program) = core::str::from_utf8(&instance.program) else { continue };
        let seeds = (0..MUTANTS).map(|seed| number as u64 * MUTANTS + seed);
        let mutants = seeds.filter_map(|seed| text_from_seed(program, seed)).map(|mutant| mutant.text);
        for program in std::iter::once(program.to_owned()).chain(mutants) {
            let (count, found) = refuted(&mut validator, &program);
            safe += count;
            wrong.extend(found);
        }
    }
    assert!(safe > 50, "{safe} suggestions");
    assert_eq!(wrong, []);
}
