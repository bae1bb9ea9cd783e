//! wgpu on an adapter: runs the programs of `run` as jobs of processes that may crash.

mod question;
mod triage;

use super::missing::Missing;
use super::{Executor, Peers, lacking, reference};
use question::Question;
use std::sync::OnceLock;
use std::time::Duration;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::execution::Execution;
use wgsl_cts_cases::judged::LikelyPlace;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_gpu::{Job, Workers};
use wgsl_translate_check::directives::has_without_directive;
use wgsl_validator::needs::Extension;

/// The argument after which this program acts as [`wgsl_cts_gpu::serve`].
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
    let Some(program) = &peers.wgpu else { return missing("it was not selected".to_owned()) };
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
        Some(format!("{} on {}", wgsl_cts_gpu::RELEASE, self.workers.info()))
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
            let index = wgsl_cts_gpu::adapters().iter().position(|info| info != self.workers.info())?;
            self.workers.on_another(&index.to_string()).ok()
        });
        triage::triage(instance, instance.execution.as_ref()?, &self.workers, other.as_ref())
    }
}

/// Runs programs on the adapter, all in one submission.
fn execute(instances: &[&Instance], workers: &Workers) -> Vec<Outcome> {
    let questions: Vec<Result<Question<'_>, Box<Outcome>>> =
        instances.iter().map(|instance| question(instance, workers)).collect();
    let jobs: Vec<Job> = questions.iter().flatten().map(|question| question.job.clone()).collect();
    let mut outcomes = workers.run(&jobs).into_iter();
    let outcome = |question: Result<Question<'_>, Box<Outcome>>| match question {
        Ok(question) => question.outcome(outcomes.next(), workers.info()),
        Err(outcome) => *outcome,
    };
    questions.into_iter().map(outcome).collect()
}

/// The question about a program, or the outcome of one that is not run: the adapter does not fit it, nothing that it leaves
/// would be compared, or the validator rejects it.
fn question<'a>(instance: &'a Instance, workers: &Workers) -> Result<Question<'a>, Box<Outcome>> {
    let unable = |reason| Box::new(Outcome::Unable(reason));
    let (Some(source), Some(execution)) = (instance.source(), instance.execution.as_deref()) else {
        return Err(unable("the case does not say how to run the program".to_owned()));
    };
    let not_asked = |reason| Err(Box::new(Outcome::NotAsked(reason)));
    if !execution.compares() || !execution.expected.faults.is_empty() {
        return not_asked("it does not report faults".to_owned());
    }
    let [least, greatest] = workers.info().subgroup_sizes;
    if execution.subgroup_size.is_some() && least != greatest {
        return not_asked(format!("its subgroup size varies from {least} to {greatest}"));
    }
    if let Some(size) = execution.subgroup_size.filter(|size| *size != greatest) {
        // The reference executor computes the buffers for the other size, if the program allows one.
        let rearranged = Execution { subgroup_size: Some(greatest), ..execution.clone() };
        let shows_texels = execution.render_pass().is_some() || !execution.expected.textures.is_empty();
        if shows_texels || !reference::is_faultless(source, &instance.case.request, &rearranged) {
            return not_asked(format!(
                "the case requires a subgroup size of {size}, but the adapter's is {greatest}"
            ));
        }
    }
    Question::new(instance, source, execution)
        .map_err(|reason| unable(format!("the validator rejects it: {reason}")))
}
