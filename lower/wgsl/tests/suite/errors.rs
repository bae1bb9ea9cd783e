//! Strict execution with the accuracies of the language: results whose error is not bounded.

use shader_run::execute::{FaultKind, Options};
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_lower::compute;
use wgsl_validator::Validator;

/// The places and messages of the faults of an expression of `x`.
fn faults(expression: &str, x: f32) -> Vec<(String, String)> {
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<f32, 2>;
        @compute @workgroup_size(1) fn main() {{ let x = data[0]; data[1] = {expression}; }}"
    );
    let bytes = [x.to_le_bytes(), [0; 4]].concat();
    let dispatch = Dispatch {
        workgroups: [1; 3],
        bindings: vec![Binding { group: 0, binding: 0, data: Data::Buffer(bytes.into()) }],
        ..Dispatch::default()
    };
    let accuracies = Some(wgsl_spec::ACCURACY.for_all_calls());
    let options = Options { strict: true, accuracies, ..Options::default() };
    let outcome = compute::run(&source, &mut Validator::default(), &dispatch, &options).expect("it runs");
    let found = outcome.faults.into_iter().map(|fault| {
        assert_eq!(fault.kind, FaultKind::UnboundedError);
        (source[fault.span.lo as usize..fault.span.hi as usize].to_owned(), fault.message)
    });
    found.collect()
}

#[track_caller]
fn is_unbounded(expression: &str, x: f32, place: &str, message: &str) {
    assert_eq!(faults(expression, x), [(place.to_owned(), message.to_owned())]);
}

#[test]
fn angles_beyond_a_half_turn() {
    is_unbounded("sin(x)", 1000.0, "sin(x)", "the error of `sin` is not bounded for 1000");
    is_unbounded("1 + cos(x)", -3.5, "cos(x)", "the error of `cos` is not bounded for -3.5");
    is_unbounded("tan(x)", 4.0, "tan(x)", "the error of `tan` is not bounded for 4");
    for expression in ["sin(x)", "cos(x)", "tan(x)", "sin(x - round(x / 6.2831853) * 6.2831853)"] {
        assert_eq!(faults(expression, 3.0), [], "{expression}");
    }
    assert_eq!(faults("sin(x)", core::f32::consts::PI), []);
    assert_eq!(faults("sin(x - round(x / 6.2831853) * 6.2831853)", 1000.0), []);
}

#[test]
fn divisors_that_are_very_large_or_subnormal() {
    is_unbounded(
        "1 / x",
        1e38,
        "1 / x",
        "the error of `/` is not bounded for 1 and 99999996802856920000000000000000000000",
    );
    assert_eq!(faults("1 / x", 1e37), []);
    // Zero is a fault of a different kind, and no operand of `atan2` that anybody has to avoid.
    assert_eq!(faults("atan2(1, x)", 0.0), []);
    assert_eq!(faults("atan2(x, 1)", 0.0), []);
}
