//! `amp run --compare-wgsl`: the results of the kernels in WGSL, compared with the results of the kernels in C++.

use super::super::ReadProgram;
use super::Problem;
use amp_run::{Argument, Outcome, parameters, run_on, scalar};
use msl_spec::Scalar;
use shader_run::execute::Options;
use webgpu_model::{Binding, Dispatch};
use wgsl_lower::compute;
use wgsl_validator::Validator;

/// Floating-point results may differ by this part of them, and by this number: WGSL leaves the accuracy of many functions open.
const TOLERANCE: f32 = 1e-4;

/// Runs a function of the host with its kernels in WGSL, and compares its arguments with the arguments after an earlier run.
pub(super) fn compare(
    read: &ReadProgram,
    (instance, values): (usize, &[Argument]),
    options: &Options,
    expected: &Outcome,
) -> Result<(), Problem> {
    let mut device = |program: &str, dispatch: &Dispatch| executed(program, dispatch, options);
    let found = run_on(&mut device, &read.program, instance, values, options).map_err(Problem::Run)?;
    let module = &read.program.module;
    let parameters = parameters(module, instance);
    for ((parameter, found), expected) in parameters.iter().zip(&found.arguments).zip(&expected.arguments) {
        let is_float =
            parameter.kind.and_then(|kind| scalar(module, kind.element().0)) == Some(Scalar::Float);
        if let Some(index) = first_difference(found.bytes(), expected.bytes(), is_float) {
            let name = &parameter.name;
            let message =
                format!("the kernels in WGSL compute a different result: `{name}`, at byte {index}");
            return Err(Problem::Differs(message));
        }
    }
    Ok(())
}

fn executed(program: &str, dispatch: &Dispatch, options: &Options) -> Result<Vec<Binding>, String> {
    let mut validator = Validator::new(wgsl_validator::Options::default());
    let outcome = compute::run(program, &mut validator, dispatch, options);
    outcome.map(|outcome| outcome.bindings).map_err(|failure| failure.to_string())
}

/// The first word that differs.
fn first_difference(found: &[u8], expected: &[u8], is_float: bool) -> Option<usize> {
    if found.len() != expected.len() {
        return Some(found.len().min(expected.len()));
    }
    let is_equal = |found: &[u8], expected: &[u8]| {
        let number = |bytes: &[u8]| Some(f32::from_le_bytes(bytes.try_into().ok()?));
        let near = |found: f32, expected: f32| {
            found.is_nan() && expected.is_nan()
                || (found - expected).abs() <= TOLERANCE * (1.0 + expected.abs())
        };
        let are_near =
            || number(found).zip(number(expected)).is_some_and(|(found, expected)| near(found, expected));
        found == expected || is_float && are_near()
    };
    let words = found.chunks(4).zip(expected.chunks(4));
    words.into_iter().position(|(found, expected)| !is_equal(found, expected)).map(|word| 4 * word)
}
