//! Programs that an executor of this project can't run: failures of their cases, and never silence.

use crate::cases::instances;
use std::slice;
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts::expectations::{All, Class, Expectations, Programs, Wrongly};
use wgsl_cts::results::Status;
use wgsl_cts::run::{Run, results, run};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, DifferenceKind};
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// No memory is large enough for its variable: the reference executor does not lower it.
const TOO_LARGE: &str = include_str!("../data/cases/too-large.yaml");

fn planted() -> Instance {
    instances(TOO_LARGE).remove(0)
}

fn judged(instance: &Instance) -> Judged<'_> {
    let executors = Executors::start(&Peers::default());
    run(slice::from_ref(instance), &[ExecutorKind::Reference], &executors).into_judged().remove(0)
}

#[test]
fn a_program_that_is_not_lowered_fails() {
    let instance = planted();
    let judged = judged(&instance);
    let Outcome::Unable(reason) = &judged.outcome else { panic!("{:?}", judged.outcome) };
    assert!(reason.contains("memory limit"), "{reason}");
    let Comparison::Differs(difference) = &judged.comparison else { panic!("{:?}", judged.comparison) };
    assert_eq!(difference.kind, DifferenceKind::Unable);
    assert!(difference.message.contains(reason), "{}", difference.message);
    assert!(!judged.is_executed());
    let expectations = Expectations::default();
    assert_eq!(expectations.known(None).status(&judged), (Status::Unexpected, None));
    let executors = Executors::start(&Peers::default());
    let asked = [ExecutorKind::Reference];
    let run = Run { by_instance: vec![vec![judged]] };
    let results = results(slice::from_ref(&instance), &asked, &executors, &run, &expectations);
    let outcome = &results.cases[0].programs[0].outcomes[&ExecutorKind::Reference];
    assert_eq!(outcome.status, Status::Unexpected);
    assert!(outcome.message.as_ref().is_some_and(|message| message.contains("memory limit")));
}

#[test]
fn the_expectations_may_list_it() {
    let instance = planted();
    let class = Class {
        name: "variables-without-memory".to_owned(),
        executor: ExecutorKind::Reference,
        adapters: Vec::new(),
        about: "Variables of a workgroup are allocated as a whole.".to_owned(),
        upstream: Vec::new(),
        disputed: None,
        cases: Vec::new(),
        needs: Vec::new(),
        rules: Vec::new(),
        verdict: Some(Wrongly::Fails),
        says: Vec::new(),
        programs: [(instance.case.name.clone(), Programs::All(All::All))].into(),
    };
    let expectations = Expectations { classes: vec![class], ..Expectations::default() };
    assert_eq!(expectations.known(None).status(&judged(&instance)), (Status::Finding, Some(0)));
}
