//! The cases of `fixtures/cases`, judged by the validator: verdict, codes and places.

use std::path::Path;
use std::thread;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::discover::{Suite, discover};
use wgsl_cts_cases::validator::judge;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The programs that the validator judges differently, each with the difference.
fn failures(instances: &[Instance]) -> Vec<String> {
    let judged = instances
        .iter()
        .map(|instance| (instance, compare(ExecutorKind::Validator, instance, &judge(instance))));
    let failures = judged.filter_map(|(instance, comparison)| match comparison {
        Comparison::Same => None,
        Comparison::Differs(difference) => Some(format!("{}\n{}", instance.name, difference.message)),
        Comparison::NotAsked(reason) => Some(format!("{}: {reason}", instance.name)),
    });
    failures.collect()
}

#[test]
fn programs_are_judged_as_their_cases_say() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let suite: Suite = discover(&fixtures, "").expect("the folder of the cases can be read");
    let problems: Vec<String> = suite.problems.iter().map(ToString::to_string).collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    // The suite pins their number; here it must only be seen that they were found.
    assert!(suite.instances.len() > 10_000, "{} programs", suite.instances.len());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let parts = suite.instances.chunks(suite.instances.len().div_ceil(threads));
    let failures: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(|| failures(part))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(failures.is_empty(), "{} of {}\n{}", failures.len(), suite.instances.len(), failures.join("\n"));
}
