use super::{Construct, Options, constant, constructs, from_seed, used};
use crate::choices::bytes_of;
use crate::tree::Tree;
use std::collections::BTreeSet;
use wgsl_spec::codes;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::Severity;

/// Every program of these seeds is accepted, and reads as it was made.
fn accepted(seeds: core::ops::Range<u64>, size: usize) {
    let mut validator = Validator::default();
    let options = Options::of_size(size);
    let mut refused = Vec::new();
    for seed in seeds {
        let tree = from_seed(seed, options);
        let source = tree.to_string();
        assert_eq!(Tree::read(&source).ok(), Some(tree), "{source}");
        let found = validator.diagnose(&source);
        if let Some(error) = found.iter().find(|found| found.severity == Severity::Error) {
            let line = source[..error.primary.span.lo as usize].matches('\n').count();
            let text = source.lines().nth(line).unwrap_or_default();
            refused.push(format!("{seed}: {}: {}\n    {text}", error.rule.slug(), error.message));
        }
    }
    assert!(
        refused.is_empty(),
        "{} programs, such as\n{}",
        refused.len(),
        refused[..refused.len().min(12)].join("\n")
    );
}

#[test]
fn small_programs_are_accepted() {
    accepted(0..2_000, 12);
}

#[test]
fn large_programs_are_accepted() {
    accepted(0..200, 300);
}

#[test]
fn a_seed_gives_one_program() {
    let options = Options::of_size(40);
    assert_eq!(from_seed(7, options), from_seed(7, options));
    assert_ne!(from_seed(7, options), from_seed(8, options));
}

/// The constructs of the tables that no program of these seeds uses.
fn holes(seeds: core::ops::Range<u64>, size: usize) -> Vec<Construct> {
    let mut missing = constructs();
    for seed in seeds {
        for construct in used(&from_seed(seed, Options::of_size(size))) {
            missing.remove(&construct);
        }
    }
    missing.into_iter().collect()
}

#[test]
fn programs_use_everything_that_the_tables_have() {
    assert!(constructs().len() > 350, "{}", constructs().len());
    assert_eq!(holes(0..500, 300), []);
}

/// Most const-expressions can be evaluated; the others break nothing but rules of evaluation.
#[test]
fn constants_are_const_expressions() {
    let mut validator = Validator::default();
    let (mut accepted, mut constructs) = (0, BTreeSet::new());
    for seed in 0..1_000 {
        let tree = constant(&bytes_of(seed, 300));
        let source = tree.to_string();
        assert_eq!(Tree::read(&source).as_ref().ok(), Some(&tree), "{source}");
        let found = validator.diagnose(&source);
        let errors: Vec<_> = found.iter().filter(|found| found.severity == Severity::Error).collect();
        let of_evaluation =
            [codes::CONST_INVALID_ARGUMENT, codes::CONST_NOT_REPRESENTABLE, codes::CONST_OVERFLOW];
        assert!(
            errors.iter().all(|it| it.rule.code.is_some_and(|code| of_evaluation.contains(&code))),
            "{errors:?}\n{source}"
        );
        if errors.is_empty() {
            accepted += 1;
            constructs.extend(used(&tree));
        }
    }
    assert!(accepted > 900, "{accepted}");
    assert!(constructs.len() > 180, "{}", constructs.len());
}
