//! `JUnit` XML for build services: a suite for each executor, a test for each program.
//!
//! A known finding is skipped, not failed: it is expected of this release of the executor.

use super::ReportError;
use crate::results::{CaseResults, OutcomeResults, ProgramResults, Results, Status};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The contents of the file.
///
/// # Errors
/// If it can't be written as XML, which does not happen.
pub fn junit(results: &Results) -> Result<String, ReportError> {
    let mut report = Report::new("wgsl-cts");
    for executor in results.executors.iter().filter(|executor| executor.missing.is_none()) {
        let mut suite = TestSuite::new(executor.name.name());
        if let Some(release) = &executor.release {
            suite.add_property(("release", release.as_str()));
        }
        for case in &results.cases {
            suite.add_test_cases(tests(case, executor.name));
        }
        report.add_test_suite(suite);
    }
    report.to_string().map_err(ReportError::Xml)
}

fn tests(case: &CaseResults, executor: ExecutorKind) -> Vec<TestCase> {
    let mut tests: Vec<TestCase> = case
        .programs
        .iter()
        .filter_map(|program| Some(test(case, program, program.outcomes.get(&executor)?)))
        .collect();
    // A generated case lists only the programs that some executor judges differently; the rest is one test.
    let counts = case.counts.get(&executor).copied().unwrap_or_default();
    if let Some(others @ 1..) = counts.total().checked_sub(tests.len()) {
        let mut status = TestCaseStatus::success();
        if counts.with_expected_verdict() == 0 {
            status = TestCaseStatus::skipped();
            status.set_message("skipped");
        }
        let mut test = TestCase::new(format!("{} ({others} programs)", case.name), status);
        test.set_classname(file(case));
        tests.push(test);
    }
    tests
}

fn test(case: &CaseResults, program: &ProgramResults, outcome: &OutcomeResults) -> TestCase {
    let message = outcome.message.as_deref().unwrap_or_default();
    let status = match outcome.status {
        Status::Same | Status::NotImplemented | Status::OtherLine => TestCaseStatus::success(),
        Status::Finding => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("known: {}", outcome.class.as_deref().unwrap_or_default()));
            status.set_description(message);
            status
        }
        Status::NotAsked => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("skipped: {message}"));
            status
        }
        Status::Unexpected => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_message(match &outcome.class {
                Some(class) => format!("the known difference `{class}` has disappeared"),
                None if outcome.is_executed_otherwise => "executed differently".to_owned(),
                None => format!("expected: {}; the result differs", program.expected),
            });
            status.set_description(format!("{message}\n\n{}", program.source));
            status
        }
    };
    let mut test = TestCase::new(format!("{}::{}", case.name, program.name), status);
    test.set_classname(file(case));
    match outcome.status {
        Status::NotImplemented => {
            test.set_system_out(format!("rejected because something is not implemented: {message}"));
        }
        Status::OtherLine => {
            test.set_system_out(format!("rejected for something on a different line: {message}"));
        }
        Status::Same | Status::Finding | Status::NotAsked | Status::Unexpected => {}
    }
    test
}

fn file(case: &CaseResults) -> &str {
    case.name.split("::").next().unwrap_or_default()
}
