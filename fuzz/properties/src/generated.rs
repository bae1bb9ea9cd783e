//! Accepted programs are executed.

use crate::trial::{self, Trial};
use shader_ir::verify;
use shader_run::execute::{FaultKind, Options};
use shader_run::resources::Outcome;
use wgsl_fuzz::choices::Choices;
use wgsl_fuzz::generate::{self, from_bytes};
use wgsl_fuzz::mutate::text::mutate_text;
use wgsl_fuzz::mutate::{Donors, mutate};
use wgsl_lower::compute::Failure;
use wgsl_lower::{How, lower};

/// The most statements of a program.
const MOST_STATEMENTS: usize = 60;
/// The fuel of an execution: a few milliseconds.
const FUEL: u64 = 1 << 22;

/// The generator makes a valid program of any bytes, and it can be executed.
///
/// # Panics
/// It is not valid, or its execution fails.
pub fn generated(bytes: &[u8]) {
    let Some((size, bytes)) = bytes.split_first() else { return };
    let options = generate::Options::of_size(usize::from(*size) % MOST_STATEMENTS);
    let source = from_bytes(bytes, options).to_string();
    let module = trial::validator().validate(&source);
    assert!(module.is_accepted(), "{:?}\n{source}", module.diagnostics());
    execute(&source);
}

/// A program that the validator accepts is lowered, verified and executed: a generated program with changes of its tree and its characters.
///
/// # Panics
/// It is not.
pub fn dispatch(bytes: &[u8]) {
    let (chosen, bytes) = bytes.split_at(bytes.len() / 4);
    let mut tree = from_bytes(bytes, generate::Options::of_size(bytes.len() % MOST_STATEMENTS));
    let donors = Donors::of([&tree]);
    let mut choices = Choices::new(chosen);
    for _ in 0..choices.below(4) {
        if let Some(mutant) = mutate(&tree, &donors, &mut choices) {
            tree = mutant.tree;
        }
    }
    let mut source = tree.to_string();
    for _ in 0..choices.below(3) {
        if let Some(mutant) = mutate_text(&source, &mut choices) {
            source = mutant.text;
        }
    }
    execute(&source);
}

/// Lowers, verifies and executes the stages of a program, if it is accepted.
fn execute(source: &str) {
    let mut validator = trial::validator();
    let module = validator.validate(source);
    if !module.is_accepted() {
        return;
    }
    for stage in trial::stages(&module, &mut validator) {
        for how in [How::Plain, How::Tracked] {
            let program =
                lower(&stage, how).unwrap_or_else(|lacking| panic!("{}\n{source}", lacking.message));
            assert_eq!(verify(&program), Ok(()), "{source}");
        }
        let Ok(Some(trial)) = Trial::new(stage) else { continue };
        let options = Options { fuel: FUEL, ..Options::default() };
        let plain = outcome(&trial, options, source);
        let strict = outcome(&trial, Options { strict: true, ..options }, source);
        if let (Some(plain), Some(strict)) = (plain, strict) {
            let is_uneven = strict.faults.iter().any(|fault| fault.kind == FaultKind::NonUniformBarrier);
            assert!(!is_uneven, "the uniformity analysis accepts it:\n{source}");
            assert!(!strict.faults.is_empty() || plain.bindings == strict.bindings, "{source}");
        }
    }
}

/// The outcome of an execution; `None` if it is stopped, because a program may never end.
fn outcome(trial: &Trial, options: Options, source: &str) -> Option<Outcome> {
    match trial.run(options) {
        Ok(outcome) => Some(outcome),
        Err(Failure::Stopped(_)) => None,
        Err(failure) => panic!("{failure:?}\n{source}"),
    }
}
