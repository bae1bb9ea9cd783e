//! Which phases a program goes through.

use crate::{Options, Phase, Validator};
use std::sync::{Arc, Mutex};

fn phases(source: &str) -> Vec<Phase> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let mut validator = Validator::new(Options::default());
    let log = Arc::clone(&seen);
    validator.observe(move |phase| log.lock().expect("no panic").push(phase));
    let _ = validator.diagnose(source);
    seen.lock().expect("no panic").clone()
}

#[test]
fn accepted_programs_go_through_all_phases_once() {
    assert_eq!(phases("fn f() {}"), Phase::ALL);
}

#[test]
fn analyses_are_left_out_after_errors_and_checks_of_fixes_are_one_phase() {
    let wrong = "const a: u32 = 1.5; fn f() -> i32 { return a }";
    let expected = [Phase::Lex, Phase::Parse, Phase::Resolve, Phase::Check, Phase::Fixes, Phase::Done];
    assert_eq!(phases(wrong), expected);
}
