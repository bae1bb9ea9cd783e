//! The litmus tests in other orders of the invocations.

use shader_run::execute::Options;
use webgpu_model::Command;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_lower::compute;
use wgsl_validator::Validator;

#[test]
fn no_order_of_invocations_gives_another_outcome() {
    for instance in wgsl_cts_generate::instances("generated/litmus::") {
        let execution = instance.execution.as_deref().expect("a program that runs");
        let Command::Dispatch(dispatch) = &execution.command else { panic!("a dispatch") };
        let mut validator = Validator::new(instance.case.request.options_for_execution());
        for (seed, subgroup_size) in [(1, 4), (0x5eed, 32), (u64::MAX, 128)] {
            let options = Options {
                seed: Some(seed),
                subgroup_size,
                strict: execution.is_strict,
                ..Options::default()
            };
            let source = instance.source().expect("a program in UTF-8");
            let outcome = compute::run(source, &mut validator, dispatch, &options);
            let outcome = outcome.unwrap_or_else(|failure| panic!("{}: {failure:?}", instance.name));
            assert_eq!(outcome.faults, [], "{}", instance.name);
            let faults = execution.is_strict.then(Vec::new);
            let output = wgsl_cts_cases::execution::Output { faults, ..execution.output(&outcome.bindings) };
            let compared = compare(ExecutorKind::Reference, &instance, &Outcome::Executed(output));
            assert_eq!(compared, Comparison::Same, "{} with seed {seed}", instance.name);
        }
    }
}
