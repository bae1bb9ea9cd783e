//! A program as a job of wgpu, and the outcome of the job.

use crate::execute::executable::Executable;
use crate::execute::reference::SUBGROUP_SIZE;
use std::slice;
use webgpu_model::Bytes;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::execution::{Execution, Output};
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_gpu::{AdapterInfo, Job, Workers};
use wgsl_translate_check::directives::without_directives;

/// A program that is run on wgpu.
pub(super) struct Question<'a> {
    executable: Executable<'a>,
    pub(super) job: Job,
}

impl<'a> Question<'a> {
    /// Makes a job of a program. The interfaces of its stages tell which resources are bound, so nothing is lowered.
    ///
    /// # Errors
    /// The validator rejects the program or one of its stages: the first message.
    pub(super) fn new(instance: &Instance, source: &str, execution: &'a Execution) -> Result<Self, String> {
        let executable = Executable::new(instance, source, execution)?;
        let layout = executable.layout();
        let mut job = Job::new(without_directives(source), execution.command.clone(), layout);
        job.layouts = executable.layouts();
        job.needs = instance.case.request.all_needs().map(|need| need.name().to_owned()).collect();
        Ok(Self { executable, job })
    }

    /// Runs it by itself.
    pub(super) fn run(&self, workers: &Workers) -> Outcome {
        self.outcome(workers.run(slice::from_ref(&self.job)).pop(), workers.info())
    }

    /// The outcome of its job on an adapter, in the terms of the suite. A program that is refused, or does not end, counts as
    /// rejected.
    pub(super) fn outcome(&self, of: Option<wgsl_cts_gpu::JobOutcome>, adapter: &AdapterInfo) -> Outcome {
        use wgsl_cts_gpu::JobOutcome::{Crashed, Lacks, Lost, Ran, Refused, TimedOut};
        let [_, subgroup_size] = adapter.subgroup_sizes;
        Outcome::rejected(match of {
            Some(Ran(output)) => match self.output(output, subgroup_size) {
                Ok(output) => return Outcome::Executed(output),
                // A gap of this project, not of wgpu.
                Err(reason) => {
                    return Outcome::Unable(format!("the allowed results are unknown: {reason}"));
                }
            },
            Some(Lacks(reason)) => return Outcome::NotAsked(reason),
            Some(Refused { step, message }) => format!("wgpu rejects {}: {message}", step.words()),
            Some(Lost(message)) => format!("the device is lost: {message}"),
            Some(TimedOut) => "it timed out".to_owned(),
            Some(Crashed(words)) => format!("naga or the driver ended the process: {words}"),
            None => "the worker process did not answer".to_owned(),
        })
    }

    /// The contents of memory afterwards, in the terms of the suite.
    fn output(&self, output: wgsl_cts_gpu::JobOutput, subgroup_size: u32) -> Result<Output, String> {
        let wgsl_cts_gpu::JobOutput { bindings, targets, depth, stencil } = output;
        let execution = self.executable.execution;
        let output = execution.output(&bindings);
        let is_rearranged = execution.subgroup_size.is_some_and(|size| size != subgroup_size);
        let size = if execution.subgroup_size.is_some() { subgroup_size } else { SUBGROUP_SIZE };
        let disallowed = self.executable.disallowed(size, &output.bindings)?;
        let bytes = |bytes: Bytes| bytes.to_vec();
        Ok(Output {
            targets: targets.into_iter().map(|target| target.map(bytes).unwrap_or_default()).collect(),
            depth: depth.map(bytes),
            stencil: stencil.map(bytes),
            is_rearranged,
            disallowed,
            ..output
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shader_run::execute::Options;
    use std::path::Path;
    use webgpu_model::{BindingType, BufferBindingType, LayoutEntry};
    use wgsl_cts_cases::case::read_text;
    use wgsl_cts_cases::language::Wgsl;
    use wgsl_lower::compute;

    /// No memory is large enough for its variable: the reference executor does not lower it.
    const TOO_LARGE: &str = include_str!("../../../tests/data/cases/too-large.yaml");

    fn too_large() -> Instance {
        let read = read_text::<Wgsl>(Path::new(""), Path::new("cases/large.yaml"), TOO_LARGE);
        read.expect("a case").remove(0)
    }

    fn question<'a>(instance: &Instance, execution: &'a Execution) -> Question<'a> {
        let question = Question::new(instance, instance.source().expect("a source"), execution);
        question.unwrap_or_else(|reason| panic!("{reason}"))
    }

    #[test]
    fn a_program_that_is_not_lowered_is_a_job_nevertheless() {
        let instance = too_large();
        let question = question(&instance, instance.execution.as_deref().expect("an execution"));
        let ty = BindingType::Buffer(BufferBindingType::Storage);
        assert_eq!(question.job.layout.entries, [LayoutEntry { group: 0, binding: 3, ty }]);
        assert!(compute::pipeline(&question.executable.stages[0], Options::default()).is_err());
    }

    #[test]
    fn results_that_nothing_is_known_of_are_a_failure_of_this_project() {
        let instance = too_large();
        let execution = instance.execution.as_deref().expect("an execution");
        let ran = || {
            let bindings = execution.command.bindings().to_vec();
            Some(wgsl_cts_gpu::JobOutcome::Ran(wgsl_cts_gpu::JobOutput {
                bindings,
                targets: Vec::new(),
                depth: None,
                stencil: None,
            }))
        };
        let adapter = AdapterInfo {
            name: String::new(),
            driver: String::new(),
            backend: String::new(),
            subgroup_sizes: [8, 8],
        };
        let outcome = question(&instance, execution).outcome(ran(), &adapter);
        assert_eq!(outcome, Outcome::Executed(execution.output(execution.command.bindings())));
        let bounded = Execution { is_bounded_by_specification: true, ..execution.clone() };
        let Outcome::Unable(reason) = question(&instance, &bounded).outcome(ran(), &adapter) else {
            panic!("nothing is known of what it leaves")
        };
        assert!(reason.contains("memory limit"), "{reason}");
    }
}
