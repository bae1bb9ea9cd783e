//! Generated programs are mostly valid, differ, and reach every production.

use super::classes_and_templates::MORE_DECLARATIONS;
use super::tables::{DECLARATIONS, LOCALS, STATEMENTS};
use super::{from_choices, from_seed};
use msl_validator::diagnostic::Severity;
use msl_validator::{Options, validate};
use wgsl_fuzz::choices::Choices;

#[test]
fn a_seed_gives_the_same_program() {
    assert_eq!(from_seed(7, true), from_seed(7, true));
    assert_ne!(from_seed(7, true), from_seed(8, true));
}

#[test]
fn no_bytes_give_a_small_program() {
    let program = from_choices(&mut Choices::new(&[]), true);
    assert!(program.len() < 200, "{program}");
}

#[test]
fn half_of_the_programs_without_slips_are_accepted() {
    let is_accepted = |seed: &u64| {
        let found = validate(&from_seed(*seed, false), &Options::default());
        found.iter().all(|it| it.severity != Severity::Error)
    };
    let accepted = (0..200).filter(is_accepted).count();
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn holes_are_filled() {
    for seed in 0..200 {
        let program = from_seed(seed, true);
        assert!(!program.contains('$'), "{program}");
    }
}

#[test]
fn productions_have_holes_that_exist() {
    let declarations = DECLARATIONS.iter().chain(MORE_DECLARATIONS).map(|it| it.text);
    for text in declarations.chain(LOCALS.iter().copied()).chain(STATEMENTS.iter().copied()) {
        for after in text.split('$').skip(1) {
            assert!(after.starts_with(|it: char| "ABFGIJ#{k?norsSxcdeR".contains(it)), "{text}");
        }
    }
}
