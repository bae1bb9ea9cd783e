//! Files of cases as text, and the answers of executors compared with them.

use std::path::Path;
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts_cases::case::{Instance, Problem, read_text};
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::execution::Execution;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// Reads a file of cases.
pub(crate) fn read(text: &str) -> Result<Vec<Instance>, Vec<Problem>> {
    read_text(Path::new("fixtures"), Path::new("cases/statements/if.yaml"), text)
}

/// The programs of a file that is right.
pub(crate) fn instances(text: &str) -> Vec<Instance> {
    read(text).unwrap_or_else(|problems| panic!("{}", problems[0]))
}

/// The execution of the first program.
pub(crate) fn first_execution(text: &str) -> Execution {
    instances(text)[0].execution.as_deref().expect("it is executed").clone()
}

/// The answer of an executor, compared with the case.
pub(crate) fn comparison(executor: ExecutorKind, instance: &Instance) -> Comparison {
    let outcome = Executors::start(&Peers::default()).judge(executor, instance);
    compare(executor, instance, &outcome)
}

/// The message about an answer that differs from the case.
#[track_caller]
pub(crate) fn difference(executor: ExecutorKind, instance: &Instance) -> String {
    match comparison(executor, instance) {
        Comparison::Differs(difference) => difference.message,
        other => panic!("{other:?}"),
    }
}
