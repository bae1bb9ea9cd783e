//! Litmus tests: for each shape, the results that sweeps of the executor reach against the results that the memory model allows. The shapes and
//! the model belong to the generated cases `litmus`.

use shader_run::execute::{Options, Outcomes, SweepOptions};
use std::collections::BTreeSet;
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_cts_generate::{LitmusTest, litmus_tests};
use wgsl_lower::compute;
use wgsl_validator::Validator;

/// The executions of a shape: far more than any needs.
const MOST_EXECUTIONS: u32 = 1 << 18;

/// The results of a shape.
#[derive(Clone, Debug)]
pub struct Litmus {
    /// The test, with the results that the memory model allows.
    pub test: LitmusTest,
    /// The results that executions reached.
    pub reached: BTreeSet<[Vec<u32>; 2]>,
    /// Whether all schedules were executed.
    pub is_complete: bool,
    /// The number of executions.
    pub executions: u64,
}

impl Litmus {
    /// Returns true if all schedules together reach what is allowed, and nothing else.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.is_complete && self.test.allowed == self.reached
    }
}

/// Executes all shapes in all variants.
///
/// # Errors
/// A program of a shape does not run: its name, the reason, and its source.
pub fn run() -> Result<Vec<Litmus>, String> {
    let run = |test: LitmusTest| {
        reached(&test).map_err(|failure| format!("{}: {failure}\n{}", test.name, test.source)).map(
            |outcomes| {
                let Outcomes { contents, is_complete, executions } = outcomes;
                let reached = contents.iter().map(|contents| words(contents)).collect();
                Litmus { test, reached, is_complete, executions }
            },
        )
    };
    litmus_tests().into_iter().map(run).collect()
}

/// The outcomes of all schedules of a test.
fn reached(test: &LitmusTest) -> Result<Outcomes, compute::Failure> {
    let buffer = |binding, words: usize| {
        let data = Data::Buffer(vec![0; words * 4].into());
        Binding { group: 0, binding, data }
    };
    let dispatch = Dispatch {
        workgroups: [test.workgroups, 1, 1],
        bindings: vec![buffer(0, test.locations), buffer(1, test.results)],
        ..Dispatch::default()
    };
    let mut validator = Validator::default();
    let module = validator.validate(&test.source);
    let stage = compute::stage(&module, &mut validator, &compute::request(&dispatch))?;
    let pipeline = compute::pipeline(&stage, Options::default())?;
    let options = SweepOptions { schedules: MOST_EXECUTIONS, ..SweepOptions::default() };
    compute::outcomes(&pipeline, &dispatch, options)
}

/// The words of the two buffers.
fn words(contents: &[Option<Vec<u8>>]) -> [Vec<u32>; 2] {
    let words = |buffer: usize| {
        let bytes = contents.get(buffer).and_then(Option::as_deref).unwrap_or_default();
        bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
    };
    [words(0), words(1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_reach_what_the_model_allows() {
        for litmus in run().expect("all shapes run") {
            let Litmus { test, reached, is_complete, executions } = &litmus;
            let missing: Vec<_> = test.allowed.difference(reached).collect();
            let wrong: Vec<_> = reached.difference(&test.allowed).collect();
            assert!(
                litmus.is_equal(),
                "{}: complete: {is_complete}, {executions} executions\nmissing: {missing:?}\nwrong: {wrong:?}\n{}",
                test.name,
                test.source
            );
        }
    }
}
