//! The results that the specification allows, as intervals. Section 7.4

use super::super::lower;
use super::super::lowering::Request;
use super::{buffer, words};
use msl_spec::accuracies;
use msl_validator::{Options, module};
use shader_numeric::allowed::Interval;
use shader_run::execute;
use shader_run::judge::judge;
use shader_run::resources::{Outcome, Pipeline};

/// The results that a kernel may leave in the first buffer, which has these words, with or without fast math.
fn outcome(expression: &str, is_fast: bool, given: f32) -> Outcome {
    let text = format!(
        "#include <metal_stdlib>\nusing namespace metal;\nkernel void k(device float& x [[buffer(0)]]) {{ x = {expression}; }}"
    );
    let program = module(&text, &Options::default());
    assert!(program.is_accepted(), "{:?}", program.diagnostics);
    let request = Request { workgroup_size: Some([1; 3]), ..Request::default() };
    let lowered = lower(&program, "k", &request).expect("it is lowered");
    let options = execute::Options { track: Some(accuracies(is_fast)), ..execute::Options::default() };
    let pipeline = Pipeline::new(lowered, options);
    let bindings = [buffer(0, &[given.to_bits()])];
    let bound = pipeline.bind(&bindings, &[]).expect("the resources fit");
    let execute::Findings { faults, allowed, .. } = pipeline.dispatch([1, 1, 1], &bound).expect("it ends");
    Outcome { bindings: pipeline.written(&bindings, &bound), faults, allowed, sweep: None }
}

fn interval(expression: &str, is_fast: bool, given: f32) -> Interval {
    outcome(expression, is_fast, given).allowed[0].words[0].values
}

/// The width of an interval in units in the last place of numbers from 0.5 to 1.
fn units(interval: Interval) -> f64 {
    (interval.end - interval.begin) * f64::exp2(24.0)
}

#[test]
fn fast_math_decides_about_functions_that_name_no_accuracy() {
    let (fast, precise) = (interval("sin(x)", true, 1.0), interval("sin(x)", false, 1.0));
    assert!((7.9..=10.0).contains(&units(precise)), "{precise:?}");
    assert!((fast.end - fast.begin - 2.0 * f64::exp2(-13.0)).abs() < 1e-6, "{fast:?}");
    assert_eq!(interval("precise::sin(x)", true, 1.0), precise);
    assert_eq!(interval("fast::sin(x)", false, 1.0), fast);
}

#[test]
fn arguments_have_an_accuracy_of_their_own() {
    let both = interval("precise::fabs(sin(x))", true, 1.0);
    assert_eq!(both, interval("sin(x)", true, 1.0));
}

#[test]
fn operators_are_rounded_once() {
    assert!(units(interval("x * 0.3f", true, 2.0)) <= 1.0);
    assert!(units(interval("1.0f / x", false, 3.0)) <= 1.0);
    assert!(units(interval("1.5f / x", true, 2.0)) > 4.0);
}

#[test]
fn results_of_others_are_judged() {
    let outcome = outcome("sin(x)", false, 1.0);
    let value = words(&outcome.bindings[0])[0];
    assert_eq!(judge(&outcome, &[buffer(0, &[value + 3])]), []);
    assert_eq!(judge(&outcome, &[buffer(0, &[value + 9])]).len(), 1);
}
