//! Programs of the suite, ready to be executed with a mistake in the implementation.

use super::kind::{Kind, kind};
use super::mutant::{Change, Mutant};
use super::{Notice, source};
use crate::execute::Executors;
use crate::execute::reference::{FUEL, SUBGROUP_SIZE, drawn_output};
use shader_ir::{Program, ShaderStage};
use shader_run::draw::{RenderPipeline, render};
use shader_run::execute::Options;
use shader_run::judge::judge;
use shader_run::resources::{self, Pipeline};
use std::collections::HashSet;
use std::sync::OnceLock;
use webgpu_model::{Command, Dispatch};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::execution::compare::compare_output;
use wgsl_cts_cases::execution::path::Paths;
use wgsl_cts_cases::execution::{Execution, Output};
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_lower::compute::{self, Failure};
use wgsl_lower::{How, lower};
use wgsl_validator::{Module, Validator};

/// A program that expects something: lowered, with the results that the specification allows.
pub(super) struct Subject<'a> {
    pub(super) instance: &'a Instance,
    execution: &'a Execution,
    /// The compute stage, or the vertex and the fragment stage.
    stages: Vec<Program>,
    /// Where its buffers are compared with the allowed results: the tracked execution.
    allowed: Option<resources::Outcome>,
    /// The work of one execution, roughly.
    pub(super) cost: u64,
    /// Whether wgpu has the expected results without a mistake.
    is_right_on_wgpu: OnceLock<bool>,
}

/// The outcome of a program that is executed with a mistake.
pub(super) enum Trial {
    /// The mistake changes nothing of this program.
    Untouched,
    /// The results are as expected.
    Unnoticed,
    /// They are not: the first differences.
    Noticed(String),
    /// It takes more steps or memory than it may: the message.
    Endless(String),
}

impl<'a> Subject<'a> {
    /// Prepares a program; `None` where the results are not compared, or the reference executor itself has other ones: nothing else would
    /// be noticed there.
    pub(super) fn new(instance: &'a Instance) -> Option<Self> {
        let execution = instance.execution.as_deref()?;
        if !execution.compares() {
            return None;
        }
        let stages = lowered(instance, instance.source()?, execution).ok()?;
        let cost = cost(&stages, &execution.command);
        let mut subject =
            Self { instance, execution, stages, allowed: None, cost, is_right_on_wgpu: OnceLock::new() };
        subject.allowed = subject.tracked();
        let is_right = subject.judge(subject.run(subject.stages.clone(), &execution.command)).is_none();
        is_right.then_some(subject)
    }

    /// Whether it expects values that somebody wrote down.
    pub(super) fn is_written(&self) -> bool {
        self.execution.expected.compares()
    }

    /// Its answer to a mutant.
    pub(super) fn notice(&self, executor: ExecutorKind, difference: String) -> Notice {
        Notice { program: self.instance.name.clone(), executor, is_written: self.is_written(), difference }
    }

    /// The kinds of its steps.
    pub(super) fn kinds(&self) -> HashSet<Kind> {
        let kinds = self.stages.iter().flat_map(|stage| stage.code.iter().map(|step| kind(stage, step)));
        kinds.collect()
    }

    /// Executes the program with a mistake.
    pub(super) fn trial(&self, mutant: &Mutant) -> Trial {
        let output = match &mutant.change {
            Change::Steps(..) | Change::Start(_) => {
                let changed: Vec<Option<Program>> =
                    self.stages.iter().map(|stage| mutant.change.of_program(stage)).collect();
                if changed.iter().all(Option::is_none) {
                    return Trial::Untouched;
                }
                let stages = self
                    .stages
                    .iter()
                    .zip(changed)
                    .map(|(given, changed)| changed.unwrap_or_else(|| given.clone()));
                self.run(stages.collect(), &self.execution.command)
            }
            Change::Source(name) => {
                let Some(source) = self.source_with(name) else { return Trial::Untouched };
                let stages = lowered(self.instance, &source, self.execution);
                stages.and_then(|stages| self.run(stages, &self.execution.command))
            }
            Change::Command(_) => {
                let Some(command) = mutant.change.of_command(&self.execution.command) else {
                    return Trial::Untouched;
                };
                self.stages_for(&command).and_then(|stages| self.run(stages, &command))
            }
        };
        // What is refused was never executed: it says nothing of the results.
        if matches!(output, Err(Failure::Module(_) | Failure::Pipeline(_) | Failure::Resources(_))) {
            return Trial::Untouched;
        }
        let is_endless = matches!(output, Err(Failure::Stopped(_)));
        let noticed = if is_endless { Trial::Endless } else { Trial::Noticed };
        self.judge(output).map_or(Trial::Unnoticed, noticed)
    }

    /// The mistakes that its source has a place for.
    pub(super) fn source_mistakes(&self) -> Vec<String> {
        source::mistakes(&self.module())
    }

    fn module(&self) -> Module {
        let mut validator = Validator::new(self.instance.case.request.options_for_execution());
        validator.validate(self.instance.source().unwrap_or_default())
    }

    fn source_with(&self, mistake: &str) -> Option<String> {
        source::changed(&self.module(), mistake)
    }

    /// Executes the source with a mistake on wgpu. A program is not tried on which wgpu has other results without it, or that it is not
    /// asked about.
    pub(super) fn trial_on_wgpu(&self, mistake: &str, executors: &Executors) -> Trial {
        let Some(source) = self.source_with(mistake) else { return Trial::Untouched };
        let is_right = *self.is_right_on_wgpu.get_or_init(|| {
            let is_asked = self.instance.is_for(ExecutorKind::Wgpu);
            let outcome = || executors.judge(ExecutorKind::Wgpu, self.instance);
            is_asked && compare(ExecutorKind::Wgpu, self.instance, &outcome()) == Comparison::Same
        });
        if !is_right {
            return Trial::Untouched;
        }
        let with_mistake = Instance { program: source.into_bytes(), ..self.instance.clone() };
        match executors.judge(ExecutorKind::Wgpu, &with_mistake) {
            Outcome::Executed(output) if !output.is_rearranged => self
                .judge(Ok(Output { disallowed: Vec::new(), ..output }))
                .map_or(Trial::Unnoticed, Trial::Noticed),
            Outcome::Executed(_) | Outcome::Judged(..) | Outcome::NotAsked(_) | Outcome::Unable(_) => {
                Trial::Untouched
            }
        }
    }

    /// The stages, lowered once more if the command has other values of overrides.
    fn stages_for(&self, command: &Command) -> Result<Vec<Program>, Failure> {
        let shaders = |command: &Command| match command {
            Command::Dispatch(dispatch) => vec![dispatch.shader.clone()],
            Command::Render(pass) => {
                let shaders =
                    pass.pipelines.iter().flat_map(|it| std::iter::once(&it.vertex).chain(&it.fragment));
                shaders.cloned().collect()
            }
        };
        if shaders(command) == shaders(&self.execution.command) {
            return Ok(self.stages.clone());
        }
        let execution = Execution { command: command.clone(), ..self.execution.clone() };
        lowered(self.instance, self.instance.source().unwrap_or_default(), &execution)
    }

    fn options(&self) -> Options {
        let subgroup_size = self.execution.subgroup_size.unwrap_or(SUBGROUP_SIZE);
        Options { subgroup_size, fuel: FUEL, ..Options::default() }
    }

    /// The tracked execution of a dispatch that is compared with it.
    fn tracked(&self) -> Option<resources::Outcome> {
        let Command::Dispatch(dispatch) = &self.execution.command else { return None };
        if !self.execution.is_bounded_by_specification {
            return None;
        }
        let options = Options { track: Some(wgsl_spec::ACCURACY.for_all_calls()), ..self.options() };
        let pipeline = Pipeline::new(self.stages.first()?.clone(), options);
        compute::dispatch(&pipeline, dispatch).ok()
    }

    fn run(&self, stages: Vec<Program>, command: &Command) -> Result<Output, Failure> {
        let mut stages = stages.into_iter();
        match command {
            Command::Dispatch(dispatch) => self.dispatch(stages.next().unwrap_or_default(), dispatch),
            Command::Render(pass) => {
                let pipelines = pass.pipelines.iter().map(|state| {
                    let vertex = stages.next().unwrap_or_default();
                    let fragment = state.fragment.as_ref().and_then(|_| stages.next());
                    RenderPipeline::new(vertex, fragment, self.options())
                });
                Ok(drawn_output(self.execution, &render(&pipelines.collect::<Vec<_>>(), pass)?))
            }
        }
    }

    fn dispatch(&self, program: Program, dispatch: &Dispatch) -> Result<Output, Failure> {
        let outcome = compute::dispatch(&Pipeline::new(program, self.options()), dispatch)?;
        Ok(self.execution.output(&outcome.bindings))
    }

    /// The first difference from the expectations. Faults are not looked for: another implementation reports none.
    fn judge(&self, output: Result<Output, Failure>) -> Option<String> {
        let mut output = match output {
            Ok(output) => output,
            Err(failure) => return Some(failure.to_string()),
        };
        if let Some(allowed) = &self.allowed {
            output.disallowed = judge(allowed, &output.bindings);
        }
        let source = self.instance.source().unwrap_or_default();
        let paths = Paths::new(source, self.instance.case.request.options_for_execution());
        compare_output(self.execution, &output, &paths)
    }
}

/// The stages of a program. Those of a dispatch are lowered for tracking, so that operations on whole values are still there.
fn lowered(instance: &Instance, source: &str, execution: &Execution) -> Result<Vec<Program>, Failure> {
    let mut validator = Validator::new(instance.case.request.options_for_execution());
    let module = validator.validate(source);
    let how = if execution.render_pass().is_some() { How::Plain } else { How::Tracked };
    let lowered = |request| {
        let stage = compute::stage(&module, &mut validator, &request)?;
        lower(&stage, how).map_err(Failure::Unsupported)
    };
    execution.stages().into_iter().map(lowered).collect()
}

/// The steps of all invocations.
fn cost(stages: &[Program], command: &Command) -> u64 {
    let steps = |program: &Program| program.code.len() as u64;
    let invocations = match command {
        Command::Dispatch(dispatch) => {
            let size = stages.first().and_then(|stage| stage.workgroup_size).unwrap_or([1; 3]);
            size.iter().chain(&dispatch.workgroups).map(|count| u64::from(*count)).product()
        }
        Command::Render(pass) => {
            let [width, height] = pass.size.map(u64::from);
            width * height * 64 * pass.draws.len() as u64
        }
    };
    let is_drawn = stages.iter().any(|stage| stage.stage != Some(ShaderStage::Compute));
    stages.iter().map(steps).sum::<u64>() * (16 + invocations) + if is_drawn { 1 << 16 } else { 0 }
}
