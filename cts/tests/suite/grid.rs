//! Programs of the grid of values: their results must be those that the specification allows.

use shader_ir::Type;
use shader_numeric::allowed::Interval;
use shader_run::judge::Difference;
use wgsl_cases::case::Instance;
use wgsl_cases::compare::{Comparison, compare};
use wgsl_cases::outcome::Outcome;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cts::execute::{Executors, Peers};
use wgsl_generate::instances;

fn judged(instance: &Instance) -> Outcome {
    Executors::start(&Peers::default()).judge(ExecutorKind::Reference, instance)
}

#[test]
fn the_reference_executor_does_what_it_says_that_the_text_allows() {
    let all = instances("generated/values/calls::cos::run(f32; ");
    assert!(all.len() > 5, "from buffers, const-expressions and overrides");
    for instance in &all {
        let outcome = judged(instance);
        assert_eq!(
            compare(ExecutorKind::Reference, instance, &outcome),
            Comparison::Same,
            "{}",
            instance.name
        );
        let Outcome::Executed(output) = outcome else { panic!("it is executed") };
        let results = output.bindings.last().expect("a buffer of results");
        assert!(
            results.data.bytes().iter().any(|byte| *byte != 0),
            "{}: something is written",
            instance.name
        );
    }
}

#[test]
fn what_the_text_does_not_allow_differs() {
    let instance = &instances("generated/values/calls::abs::run(i32; storage)")[0];
    let Outcome::Executed(mut output) = judged(instance) else { panic!("it is executed") };
    let expected = Interval::point(7.0);
    let place = Difference { group: 0, binding: 1, offset: 4, ty: Type::I32, expected, got: Some(8) };
    output.disallowed = vec![place];
    let comparison = compare(ExecutorKind::Wgpu, instance, &Outcome::Executed(output));
    let Comparison::Differs(difference) = comparison else { panic!("it differs") };
    let words = "against what the text allows:\n  results[1].value at byte 4: expected 7, got 8";
    assert!(difference.message.contains(words), "{}", difference.message);
}
