//! Which suggestions are offered, and which are safe: what the program after a suggestion shows.

use wgsl_validator::diagnostic::{Applicability, Diagnostic};
use wgsl_validator::{Options, Validator, validate};

fn offered(program: &str) -> Option<Applicability> {
    let module = validate(program, &Options::default());
    let suggestion = |found: &Diagnostic| found.suggestion.as_ref().map(|it| it.applicability);
    module.diagnostics().first().and_then(suggestion)
}

#[test]
fn a_suggestion_that_makes_an_error_at_its_place_is_withdrawn() {
    // The only name like it is a function, which is not a value.
    assert_eq!(offered("const x: f32 = tam;"), None);
}

#[test]
fn a_suggestion_is_offered_if_there_are_fewer_errors_after_it() {
    assert_eq!(offered("fn f() -> f32 { var y = 1.0\n y += 1.0; return y; }"), Some(Applicability::Safe));
    // One error is gone, and one is new: the function was not checked before its `;` was there.
    assert_eq!(offered("fn f() -> f32 { var y = 1.0\n y += 1.0; return z; }"), None);
}

#[test]
fn linked_programs_lack_names_of_broken_declarations() {
    let program = "fn g() { imported() }";
    assert_eq!(offered(program), None);
    let found = Validator::new(Options::default()).diagnose_linked(program);
    assert!(found.iter().all(|it| it.suggestion.is_some()), "{found:?}");
}

#[test]
fn other_errors_of_the_program_do_not_matter() {
    assert_eq!(
        offered("fn f() -> f32 { return 1.0 } fn g() { _ = unknown_name_of_something; }"),
        Some(Applicability::Safe)
    );
    // An error in the text that an edit replaces is not a new one.
    let program = "fn f(a: f32, b: f32) -> f32 { return fmod(frac(a), b); }";
    assert_eq!(offered(program), Some(Applicability::Unsafe));
}

#[test]
fn the_programs_that_are_tried_are_counted() {
    let checks = |count: usize, rest: usize| {
        let lines = (0..count).map(|it| format!("fn f{it}() {{ _ = 1 }}\n"));
        let program = lines.collect::<String>() + &" ".repeat(rest);
        let mut validator = Validator::new(Options::default());
        let module = validator.validate(&program);
        let suggestions = module.diagnostics().iter().filter_map(|it| it.suggestion.as_ref());
        (validator.work().checks, suggestions.filter(|it| it.is_safe()).count())
    };
    // Sixteen programs are tried besides the program itself, or fewer where they are large.
    assert_eq!(checks(3, 0), (4, 3));
    assert_eq!(checks(160, 0), (17, 160));
    assert_eq!(checks(160, 1 << 20), (2, 160));
}
