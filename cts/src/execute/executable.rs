//! A program that is executed: the stages of its pipeline, and the results that the specification allows.

use super::reference::{FUEL, first_error};
use shader_run::execute::Options;
use shader_run::judge::{Difference, judge};
use shader_run::resources::Outcome;
use webgpu_model::{Binding, Command, PipelineLayout, RenderState};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::execution::Execution;
use wgsl_lower::compute;
use wgsl_lower::layout::pipeline_layout;
use wgsl_validator::{Stage, Validator};

/// A program that is executed.
pub(crate) struct Executable<'a> {
    pub(crate) execution: &'a Execution,
    /// Its stages, in the order of the pipeline.
    pub(crate) stages: Vec<Stage>,
}

impl<'a> Executable<'a> {
    /// Makes the stages of a program. Nothing is lowered.
    ///
    /// # Errors
    /// The validator rejects the program or one of its stages: the first message.
    pub(crate) fn new(instance: &Instance, source: &str, execution: &'a Execution) -> Result<Self, String> {
        let mut validator = Validator::new(instance.case.request.options_for_execution());
        let module = validator.validate(source);
        let stages = execution.stages();
        let stages = stages.iter().map(|request| validator.specialize(&module, request));
        let stages: Vec<Stage> = stages.collect::<Result<_, _>>().map_err(first_error)?;
        Ok(Self { execution, stages })
    }

    /// The resources that the stages use.
    pub(crate) fn layout(&self) -> PipelineLayout {
        pipeline_layout(&self.stages)
    }

    /// Those of each of several pipelines, whose stages follow one another.
    pub(crate) fn layouts(&self) -> Vec<PipelineLayout> {
        let Command::Render(pass) = &self.execution.command else { return Vec::new() };
        if pass.pipelines.len() < 2 {
            return Vec::new();
        }
        let mut stages = &self.stages[..];
        let layout = |state: &RenderState| {
            let (of_pipeline, others) = stages.split_at(1 + usize::from(state.fragment.is_some()));
            stages = others;
            pipeline_layout(of_pipeline)
        };
        pass.pipelines.iter().map(layout).collect()
    }

    /// The outcome of a dispatch, tracked unless `subgroup_size` differs from that of the case; `None` for a draw.
    pub(crate) fn tracked(&self, subgroup_size: u32) -> Option<Result<Outcome, String>> {
        let (Command::Dispatch(dispatch), [stage]) = (&self.execution.command, &self.stages[..]) else {
            return None;
        };
        let is_rearranged = self.execution.subgroup_size.is_some_and(|size| size != subgroup_size);
        let track = (!is_rearranged).then(|| wgsl_spec::ACCURACY.for_all_calls());
        let how = Options { track, subgroup_size, fuel: FUEL, ..Options::default() };
        let outcome = compute::pipeline(stage, how).and_then(|it| compute::dispatch(&it, dispatch));
        Some(outcome.map_err(|failure| failure.to_string()))
    }

    /// The words of buffers that no implementation may have, as [`Self::tracked`] knows them.
    ///
    /// # Errors
    /// Nothing is known of the results, and the case expects nothing else.
    pub(crate) fn disallowed(
        &self,
        subgroup_size: u32,
        written: &[Binding],
    ) -> Result<Vec<Difference>, String> {
        match self.tracked(subgroup_size) {
            Some(Ok(outcome)) => Ok(judge(&outcome, written)),
            Some(Err(reason)) if self.execution.is_bounded_by_specification => Err(reason),
            // The expectations of the case are compared all the same.
            Some(Err(_)) | None => Ok(Vec::new()),
        }
    }
}
