//! wgpu on an adapter: programs of `run` as its jobs, and what comes back.

use super::missing::Missing;
use super::{Executor, Peers, lacking, triage};
use shader_ir::pipeline_layout;
use shader_model::{Binding, Command, Dispatch};
use shader_run::execute::Options;
use shader_run::judge::{Difference, judge};
use std::slice;
use std::sync::OnceLock;
use std::time::Duration;
use wgsl_cases::case::{Instance, Request};
use wgsl_cases::execution::{Execution, Output};
use wgsl_cases::judged::LikelyPlace;
use wgsl_cases::outcome::{Finding, Outcome};
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cases::vocabulary::Verdict;
use wgsl_gpu::{Job, Workers};
use wgsl_lower::compute::{self, Failure, target};
use wgsl_lower::{How, render};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::needs::Extension;
use wgsl_validator::{self as validator, Validator};

/// Extensions whose functions and formats naga has, without knowing the directives.
const WITHOUT_DIRECTIVE: [&str; 3] = ["subgroups", "texture_formats_tier1", "immediate_address_space"];

/// Whether a program that uses an extension runs when the directive is left out.
fn has_without_directive(extension: &str) -> bool {
    WITHOUT_DIRECTIVE.contains(&extension)
}

/// The program without the names that naga does not know in directives; everything stays in its line.
fn without_directives(text: &str) -> String {
    let keywords = ["enable ", "requires "];
    let mut starts: Vec<(usize, &str)> =
        keywords.iter().flat_map(|keyword| text.match_indices(keyword)).collect();
    starts.sort_unstable();
    let mut kept = text.to_owned();
    // From the last one on, so that the places of those before stay what they are.
    for (start, keyword) in starts.into_iter().rev() {
        let Some(length) = text[start..].find(';') else { continue };
        let all = text[start + keyword.len()..start + length].split(',').map(str::trim);
        let names: Vec<&str> = all.clone().filter(|name| !has_without_directive(name)).collect();
        if names.len() < all.count() {
            let directive =
                if names.is_empty() { String::new() } else { format!("{keyword}{};", names.join(", ")) };
            kept.replace_range(start..=start + length, &directive);
        }
    }
    kept
}

/// The argument after which this program acts as [`wgsl_gpu::serve`].
pub const WGPU_WORKER: &str = "wgpu-worker";
/// The most time that a program may take on an adapter.
const MOST_TIME: Duration = Duration::from_secs(20);

/// wgpu on an adapter.
#[derive(Debug)]
struct Wgpu {
    workers: Workers,
    /// Workers on another adapter, once a difference needs them and if there is one.
    other: OnceLock<Option<Workers>>,
}

/// Starts workers on an adapter, if there is one.
pub(super) fn start(peers: &Peers) -> Box<dyn Executor> {
    let missing = |reason| Box::new(Missing { kind: ExecutorKind::Wgpu, reason });
    let Some(program) = &peers.wgpu else { return missing("it is not wanted".to_owned()) };
    match Workers::start(program, WGPU_WORKER, peers.adapter.as_deref(), MOST_TIME) {
        Ok(workers) => Box::new(Wgpu { workers, other: OnceLock::new() }),
        Err(problem) => missing(problem.to_string()),
    }
}

impl Executor for Wgpu {
    fn kind(&self) -> ExecutorKind {
        ExecutorKind::Wgpu
    }

    fn release(&self) -> Option<String> {
        Some(format!("{} on {}", wgsl_gpu::RELEASE, self.workers.info()))
    }

    fn adapter(&self) -> Option<String> {
        Some(self.workers.info().to_string())
    }

    /// The front end of wgpu is naga.
    fn lacks(&self, needs: &[Extension]) -> Option<Extension> {
        let is_needed = |extension: &Extension| !has_without_directive(extension.name());
        let needs: Vec<Extension> = needs.iter().copied().filter(is_needed).collect();
        lacking(ExecutorKind::Naga.name(), &needs)
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        execute(instances, &self.workers)
    }

    fn triage(&self, instance: &Instance) -> Option<LikelyPlace> {
        let other = self.other.get_or_init(|| {
            let index = wgsl_gpu::adapters().iter().position(|info| info != self.workers.info())?;
            self.workers.on_another(&index.to_string()).ok()
        });
        triage::triage(instance, instance.execution.as_ref()?, &self.workers, other.as_ref())
    }
}

/// Runs programs on the adapter, all in one submission. One that is refused, or does not end, is judged to be rejected.
fn execute(instances: &[&Instance], workers: &Workers) -> Vec<Outcome> {
    let asked: Vec<Result<Asked<'_>, NoJob>> =
        instances.iter().map(|instance| Asked::of(instance, workers)).collect();
    let jobs: Vec<Job> = asked.iter().flatten().map(|asked| asked.job.clone()).collect();
    let mut outcomes = workers.run(&jobs).into_iter();
    let outcome = |asked: Result<Asked<'_>, NoJob>| match asked {
        Ok(asked) => asked.outcome(outcomes.next(), workers),
        Err(NoJob::NotAsked(reason)) => Outcome::NotAsked(reason),
        Err(NoJob::Unable(reason)) => Outcome::Unable(reason),
    };
    asked.into_iter().map(outcome).collect()
}

/// Why no job is made of a program.
enum NoJob {
    /// The question does not fit the adapter, or nothing of the answer would be compared.
    NotAsked(String),
    /// The reference executor, which knows the resources that are bound, does not take the program.
    Unable(String),
}

/// A program that is run on wgpu, and its job.
pub(super) struct Asked<'a> {
    text: &'a str,
    request: &'a Request,
    execution: &'a Execution,
    pub(super) job: Job,
}

impl<'a> Asked<'a> {
    /// What a program is asked with, or why it is not.
    fn of(instance: &'a Instance, workers: &Workers) -> Result<Self, NoJob> {
        let request = &instance.case.request;
        let (Some(text), Some(execution)) = (instance.text(), &instance.execution) else {
            return Err(NoJob::Unable("nothing says how the program is run".to_owned()));
        };
        let not_asked = |reason| Err(NoJob::NotAsked(reason));
        if !execution.compares() || !execution.expected.faults.is_empty() {
            return not_asked("it looks for no faults".to_owned());
        }
        let [least, greatest] = workers.info().subgroup_sizes;
        if execution.subgroup_size.is_some() && least != greatest {
            return not_asked(format!("its subgroups have {least} to {greatest} invocations"));
        }
        if let Some(size) = execution.subgroup_size.filter(|size| *size != greatest) {
            // The reference executor tells what another size gives in buffers, where that is meant.
            let rearranged = Execution { subgroup_size: Some(greatest), ..Execution::clone(execution) };
            let shows_texels = execution.draw().is_some() || !execution.expected.textures.is_empty();
            if shows_texels || !super::reference::is_faultless(text, request, &rearranged) {
                return not_asked(format!("it means subgroups of {size} invocations, not of {greatest}"));
            }
        }
        Self::new(text, request, execution)
            .map_err(|reason| NoJob::Unable(format!("the reference executor does not take it: {reason}")))
    }

    pub(super) fn new(text: &'a str, request: &'a Request, execution: &'a Execution) -> Result<Self, String> {
        let mut validator = validator(request);
        let module = validator.validate(text);
        let layout = match &execution.command {
            Command::Dispatch(dispatch) => {
                let stage = compute::stage(&module, &mut validator, &compute::request(dispatch));
                let pipeline = stage.and_then(|stage| compute::pipeline(&stage, How::Plain));
                pipeline_layout(&[pipeline.map_err(refusal)?.program()])
            }
            Command::Draw(draw) => {
                let (vertex, fragment) = (&draw.vertex, draw.fragment.as_ref());
                let pipeline = render::pipeline(&module, &mut validator, vertex, fragment);
                let pipeline = pipeline.map_err(refusal)?;
                let stages: Vec<_> = core::iter::once(pipeline.vertex()).chain(pipeline.fragment()).collect();
                pipeline_layout(&stages)
            }
        };
        let mut job = Job::new(without_directives(text), execution.command.clone(), layout);
        job.needs = request.needs.iter().map(|extension| extension.name().to_owned()).collect();
        Ok(Self { text, request, execution, job })
    }

    /// What comes of it alone.
    pub(super) fn alone(&self, workers: &Workers) -> Outcome {
        self.outcome(workers.run(slice::from_ref(&self.job)).pop(), workers)
    }

    /// What came of it, in the terms of the suite.
    fn outcome(&self, of: Option<wgsl_gpu::Outcome>, workers: &Workers) -> Outcome {
        let [_, subgroup_size] = workers.info().subgroup_sizes;
        match of {
            Some(wgsl_gpu::Outcome::Ran(output)) => match self.output(output, subgroup_size) {
                Ok(output) => Outcome::Executed(output),
                Err(reason) => rejected(format!("nothing is known of what the text allows here: {reason}")),
            },
            Some(wgsl_gpu::Outcome::Lacks(reason)) => Outcome::NotAsked(reason),
            Some(other) => rejected(failure(other)),
            None => rejected("the process that runs jobs gave no answer".to_owned()),
        }
    }

    /// What was written, in the terms of the suite.
    fn output(&self, output: wgsl_gpu::Output, subgroup_size: u32) -> Result<Output, String> {
        let wgsl_gpu::Output { bindings, targets, depth } = output;
        let output = self.execution.output(&bindings);
        let expected_size = self.execution.subgroup_size;
        let is_rearranged = expected_size.is_some_and(|size| size != subgroup_size);
        let how = how(expected_size.map(|_| subgroup_size), !is_rearranged);
        let disallowed = match &self.job.command {
            Command::Dispatch(dispatch) => self.disallowed(dispatch, &how, &output.bindings)?,
            Command::Draw(_) => Vec::new(),
        };
        Ok(Output {
            targets: targets.into_iter().map(Option::unwrap_or_default).collect(),
            depth,
            is_rearranged,
            disallowed,
            ..output
        })
    }

    /// The words of buffers that no implementation may have, as the reference executor follows it.
    fn disallowed(
        &self,
        dispatch: &Dispatch,
        how: &Options,
        written: &[Binding],
    ) -> Result<Vec<Difference>, String> {
        match compute::run(self.text, &mut validator(self.request), dispatch, how) {
            Ok(outcome) => Ok(judge(&outcome, written)),
            Err(failure) if self.execution.is_bounded_by_text => Err(refusal(failure)),
            // What the case expects is compared all the same.
            Err(_) => Ok(Vec::new()),
        }
    }
}

fn validator(request: &Request) -> Validator {
    let of = request.target.clone().unwrap_or_default();
    Validator::new(validator::Options { edition: request.edition, target: target(&of) })
}

fn refusal(failure: Failure) -> String {
    match failure {
        Failure::Module(found) | Failure::Pipeline(found) => {
            let error = found.into_iter().find(|it| it.severity == Severity::Error);
            error.map_or_else(|| "it is rejected".to_owned(), |error| error.message)
        }
        Failure::Unsupported(lacking) => lacking.message,
        Failure::Resources(problem) => problem,
        Failure::Stopped(why) => why.to_string(),
    }
}

fn how(subgroup_size: Option<u32>, track: bool) -> Options {
    let subgroup_size = subgroup_size.unwrap_or(super::reference::SUBGROUP_SIZE);
    let track = track.then(|| wgsl_spec::ACCURACY.for_all_calls());
    Options { track, subgroup_size, fuel: super::reference::FUEL, ..Options::default() }
}

fn failure(outcome: wgsl_gpu::Outcome) -> String {
    use wgsl_gpu::Outcome::{Crashed, Lacks, Lost, Ran, Refused, TimedOut};
    match outcome {
        Refused { step, message } => format!("wgpu refuses {}: {message}", step.words()),
        Lost(message) => format!("the device is lost: {message}"),
        TimedOut => "it does not end in time".to_owned(),
        Crashed(words) => format!("naga or the driver ended the process: {words}"),
        Ran(_) | Lacks(_) => String::new(),
    }
}

fn rejected(message: String) -> Outcome {
    Outcome::Judged(Verdict::Reject, vec![Finding::error(message)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unknown_directives_are_left_out() {
        let text = "enable f16, subgroups;\nrequires texture_formats_tier1;\nenable f16;\nfn f() {}";
        assert_eq!(without_directives(text), "enable f16;\n\nenable f16;\nfn f() {}");
    }
}
