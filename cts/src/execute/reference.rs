//! The reference executor of this project.

use super::Executor;
use shader_run::draw::Drawn;
use shader_run::execute;
use shader_run::execute::Options;
use shader_run::judge::{Difference, judge};
use shader_run::texture::Texture;
use shader_source::LineIndex;
use webgpu_model::{Binding, Command, Dispatch, RenderPass};
use wgsl_cts_cases::case::{Instance, Request};
use wgsl_cts_cases::execution::{Execution, Fault, Output};
use wgsl_cts_cases::outcome::{Finding, Outcome};
use wgsl_cts_cases::vocabulary::{ExecutorKind, Verdict};
use wgsl_lower::compute::{self, Failure};
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::{Stage, Validator};

/// The fuel of a program: about 30 milliseconds of one core. Programs of cases are small: one that takes longer does not end.
pub(crate) const FUEL: u64 = 1 << 28;

/// The number of invocations of a subgroup if the case does not say it.
pub(crate) const SUBGROUP_SIZE: u32 = 8;

/// The reference executor.
#[derive(Debug)]
pub(super) struct Reference;

impl Executor for Reference {
    fn kind(&self) -> ExecutorKind {
        ExecutorKind::Reference
    }

    fn release(&self) -> Option<String> {
        Some(env!("CARGO_PKG_VERSION").to_owned())
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        let outcome = |instance: &&Instance| match (instance.source(), &instance.execution) {
            (Some(source), Some(execution)) => execute(source, &instance.case.request, execution),
            _ => Outcome::Unable("the case does not say how to run the program".to_owned()),
        };
        instances.iter().map(outcome).collect()
    }
}

/// Runs a program. A program that is rejected, or stopped before its end, counts as rejected. The executor is unable to run a
/// program with features that it lacks.
pub(super) fn execute(source: &str, request: &Request, execution: &Execution) -> Outcome {
    let validator = Validator::new(request.options_for_execution());
    let how = Options {
        strict: execution.is_strict,
        subgroup_size: execution.subgroup_size.unwrap_or(SUBGROUP_SIZE),
        fuel: FUEL,
        ..Options::default()
    };
    let mut prepared = Prepared { source, validator, how };
    let executed = match &execution.command {
        Command::Dispatch(dispatch) => prepared.dispatch(execution, dispatch),
        Command::Render(pass) => prepared.render(execution, pass),
    };
    executed.map_or_else(|failure| failed(source, failure), Outcome::Executed)
}

/// Whether a strict execution of a program finds no faults.
pub(super) fn is_faultless(source: &str, request: &Request, execution: &Execution) -> bool {
    let strict = Execution { is_strict: true, ..execution.clone() };
    match execute(source, request, &strict) {
        Outcome::Executed(output) => output.faults.is_some_and(|faults| faults.is_empty()),
        Outcome::Judged(..) | Outcome::NotAsked(_) | Outcome::Unable(_) => false,
    }
}

/// A program before its execution.
struct Prepared<'a> {
    source: &'a str,
    validator: Validator,
    how: Options,
}

impl Prepared<'_> {
    fn dispatch(&mut self, execution: &Execution, dispatch: &Dispatch) -> Result<Output, Failure> {
        let module = self.validator.validate(self.source);
        let stage = compute::stage(&module, &mut self.validator, &compute::request(dispatch))?;
        let outcome = compute::dispatch(&compute::pipeline(&stage, self.how)?, dispatch)?;
        let is_bounded = execution.is_bounded_by_specification;
        let disallowed =
            if is_bounded { self.disallowed(&stage, dispatch, &outcome.bindings)? } else { Vec::new() };
        let faults = self.faults(&outcome.faults);
        Ok(Output { disallowed, faults, ..execution.output(&outcome.bindings) })
    }

    /// The words that it computed although no implementation may have them: its results must be among those that its tracked
    /// execution allows.
    fn disallowed(
        &self,
        stage: &Stage,
        dispatch: &Dispatch,
        written: &[Binding],
    ) -> Result<Vec<Difference>, Failure> {
        let how = Options { strict: false, track: Some(wgsl_spec::ACCURACY.for_all_calls()), ..self.how };
        let outcome = compute::dispatch(&compute::pipeline(stage, how)?, dispatch)?;
        Ok(judge(&outcome, written))
    }

    fn render(&mut self, execution: &Execution, pass: &RenderPass) -> Result<Output, Failure> {
        let Self { source, validator, how } = self;
        let drawn = wgsl_lower::render::draw(source, validator, pass, how)?;
        let faults = self.faults(&drawn.faults);
        Ok(Output { faults, ..drawn_output(execution, &drawn) })
    }

    /// The faults of a strict execution; `None` of another one.
    fn faults(&self, found: &[execute::Fault]) -> Option<Vec<Fault>> {
        self.how.strict.then(|| faults(self.source, found))
    }
}

/// The results of a draw in the terms of the suite, without its faults.
pub(crate) fn drawn_output(execution: &Execution, drawn: &Drawn) -> Output {
    let targets = drawn.targets.iter().flatten().map(|target| target.seen().to_bytes()).collect();
    let bytes = |texture: &Option<Texture>| {
        texture.as_ref().filter(|texture| texture.sample_count() == 1).map(Texture::to_bytes)
    };
    let (depth, stencil) = (bytes(&drawn.depth), bytes(&drawn.stencil));
    Output { targets, depth, stencil, ..execution.output(&drawn.bindings) }
}

/// The first message about a program that is rejected.
pub(crate) fn first_error(found: Vec<Diagnostic>) -> String {
    let error = found.into_iter().find(|it| it.severity == Severity::Error);
    error.map_or_else(|| "it is rejected".to_owned(), |error| error.message)
}

fn failed(source: &str, failure: Failure) -> Outcome {
    match failure {
        Failure::Module(found) | Failure::Pipeline(found) => {
            let lines = LineIndex::new(source);
            let errors = found.iter().filter(|found| found.severity == Severity::Error);
            let errors = errors.map(|error| Finding::new(error, &lines));
            Outcome::Judged(Verdict::Reject, errors.collect())
        }
        Failure::Unsupported(lacking) => Outcome::Unable(lacking.message),
        Failure::Resources(problem) => Outcome::rejected(problem),
        Failure::Stopped(why) => Outcome::rejected(why.to_string()),
    }
}

fn faults(source: &str, found: &[execute::Fault]) -> Vec<Fault> {
    let lines = LineIndex::new(source);
    let fault = |found: &execute::Fault| {
        let place = lines.position(found.span.lo);
        Fault { line: place.line, column: place.column_utf16, kind: found.kind }
    };
    found.iter().map(fault).collect()
}
