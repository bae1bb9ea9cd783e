//! wgpu on an adapter against the results that the specification allows, as the reference executor tracks them.

use super::Oracle;
use crate::execute::{Peers, WGPU_WORKER};
use crate::findings::Behaviour;
use crate::hunt::trial::{Trial, is_portable, options, validator_of_wgpu};
use crate::hunt::{Disagreement, OracleName, Signature};
use shader_numeric::allowed::number_of;
use shader_run::execute::Options;
use shader_run::judge::{Difference, judge};
use std::time::Duration;
use webgpu_model::Command;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_gpu::{Job, JobOutcome, Workers};
use wgsl_cts_oracle::{Opinion, ask_naga};
use wgsl_translate_check::directives::without_directives;
use wgsl_validator::Validator;

/// The most time that a program may take on an adapter.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The groups that every device has. <https://www.w3.org/TR/webgpu/#dom-supported-limits-maxbindgroups>
const MOST_GROUPS: u32 = 4;
/// The bindings of a group that every device has. <https://www.w3.org/TR/webgpu/#dom-supported-limits-maxbindingsperbindgroup>
const MOST_BINDINGS: u32 = 1000;

/// Runs programs without faults on wgpu, and compares their buffers with those that the specification allows.
#[derive(Debug)]
pub struct WgpuExecution {
    validator: Validator,
    workers: Workers,
    executions: usize,
}

impl WgpuExecution {
    /// Starts a process that runs programs; `None` if there is no adapter, or none is wanted.
    #[must_use]
    pub fn start(peers: &Peers) -> Option<Self> {
        let program = peers.wgpu.as_ref()?;
        let workers = Workers::start(program, WGPU_WORKER, peers.adapter.as_deref(), MOST_TIME).ok()?;
        Some(Self { validator: validator_of_wgpu(), workers, executions: 0 })
    }
}

impl Oracle for WgpuExecution {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Wgpu
    }

    fn executions(&self) -> usize {
        self.executions
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        let options = Options { subgroup_size: self.workers.info().subgroup_sizes[1], ..options() };
        let trials = Trial::all(&mut self.validator, program);
        let questions: Vec<Question> =
            trials.into_iter().filter_map(|trial| Question::new(trial, program, options)).collect();
        // wgpu has external textures on some platforms only, and none on Vulkan.
        if questions.is_empty()
            || program.contains("texture_external")
            || matches!(ask_naga(program, None), Opinion::Rejects(_))
        {
            return Vec::new();
        }
        let jobs: Vec<Job> = questions.iter().map(|question| question.job.clone()).collect();
        let outcomes = self.workers.run(&jobs);
        self.executions += outcomes.iter().filter(|it| matches!(it, JobOutcome::Ran(_))).count();
        questions.iter().zip(outcomes).filter_map(|(question, outcome)| question.judge(outcome)).collect()
    }
}

/// A program that is executed, with its allowed results.
struct Question {
    job: Job,
    allowed: shader_run::resources::Outcome,
}

impl Question {
    /// A question about a program without faults.
    fn new(trial: Trial, program: &str, options: Options) -> Option<Self> {
        if trial.dispatch.bindings.iter().any(|it| it.group >= MOST_GROUPS || it.binding >= MOST_BINDINGS) {
            return None;
        }
        trial.run_strictly(options).filter(is_portable)?;
        let allowed = trial.run_tracked(options)?;
        let needs = &trial.stage.module().meaning().needs.extensions;
        let needs = needs.iter().map(|(extension, _)| extension.name().to_owned()).collect();
        let layout = trial.layout();
        let job = Job::new(without_directives(program), Command::Dispatch(trial.dispatch), layout);
        Some(Self { job: Job { needs, ..job }, allowed })
    }

    /// The disagreement of an outcome.
    fn judge(&self, outcome: JobOutcome) -> Option<Disagreement> {
        let says = |does, said: String| {
            let signature = Signature::says(OracleName::Execution, ExecutorKind::Wgpu, does, &said);
            Some(Disagreement { signature, said })
        };
        match outcome {
            JobOutcome::Ran(output) => judge(&self.allowed, &output.bindings).first().map(wrong_value),
            JobOutcome::Lacks(_) => None,
            JobOutcome::Refused { step, message } => {
                let signature = Signature::says(
                    OracleName::Execution,
                    ExecutorKind::Wgpu,
                    Behaviour::Rejects,
                    &format!("{}: {}", step.words(), reason(&message)),
                );
                Some(Disagreement { signature, said: message })
            }
            JobOutcome::Lost(message) => says(Behaviour::Panics, format!("the device is lost: {message}")),
            JobOutcome::TimedOut => says(Behaviour::Executes, "it timed out".to_owned()),
            JobOutcome::Crashed(words) => says(Behaviour::Panics, words),
        }
    }
}

/// The last reason that a message gives, without the part of the program that it shows; the message if it gives none.
fn reason(message: &str) -> &str {
    let mut reasons = message.lines().filter_map(|line| line.trim_start().strip_prefix("= "));
    reasons.next_back().unwrap_or(message)
}

/// A wrong value. Its shape has the type, and which kind of number it is instead.
fn wrong_value(difference: &Difference) -> Disagreement {
    let Difference { ty, expected, got, offset, group, binding } = *difference;
    let kind = match got.map(|bits| number_of(ty, bits)) {
        None => "nothing",
        Some(number) if number.is_nan() => "NaN",
        Some(number) if number.is_infinite() => "an infinity",
        Some(0.0) => "zero",
        Some(_) => "a different number",
    };
    let said = format!(
        "group {group}, binding {binding}, byte {offset}: {kind} ({got:x?} as {}) instead of {expected:?}",
        ty.name()
    );
    let signature = Signature {
        oracle: OracleName::Execution,
        implementation: ExecutorKind::Wgpu,
        does: Behaviour::Executes,
        rule: None,
        shape: format!("{} is {kind}", ty.name()),
    };
    Disagreement { signature, said }
}

#[cfg(test)]
mod tests {
    use super::*;
    use webgpu_model::Data;
    use wgsl_cts_gpu::{JobOutput, Step};

    const PROGRAM: &str = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
          out[id.x] = sqrt(out[id.x] * out[id.x] + 1.0);
        }";

    fn question(program: &str) -> Option<Question> {
        let trial = Trial::all(&mut validator_of_wgpu(), program).pop()?;
        Question::new(trial, program, options())
    }

    /// The outcome of an implementation that is this far from the middle of the allowed results.
    fn ran(question: &Question, units: u32) -> JobOutcome {
        let mut bindings = question.allowed.bindings.clone();
        let mut bytes = bindings[0].data.bytes().to_vec();
        let value = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) + units;
        bytes[4..8].copy_from_slice(&value.to_le_bytes());
        bindings[0].data = Data::Buffer(bytes.into());
        JobOutcome::Ran(JobOutput { bindings, targets: Vec::new(), depth: None, stencil: None })
    }

    #[test]
    fn rounding_is_allowed_and_another_value_is_told() {
        let question = question(PROGRAM).expect("a question");
        let shown = |units| question.judge(ran(&question, units)).map(|it| it.signature.shape);
        assert_eq!(shown(0), None);
        assert_eq!(shown(1), None);
        assert_eq!(shown(100).as_deref(), Some("f32 is a different number"));
    }

    #[test]
    fn refusals_are_known_by_their_reasons() {
        let question = question(PROGRAM).expect("a question");
        let refused = |message: &str| {
            let outcome = JobOutcome::Refused { step: Step::Module, message: message.to_owned() };
            question.judge(outcome).map(|it| it.signature.shape)
        };
        let first = refused("Caused by:\n Function [0] 'f' is invalid\n  ┌─ :9:11\n = Using `i16` values");
        assert_eq!(first.as_deref(), Some("the shader module: Using … values"));
        assert_eq!(refused("a\n\nb 3").as_deref(), Some("the shader module: a b #"));
    }

    #[test]
    fn nothing_is_asked_about_programs_with_faults() {
        let fault = "@group(0) @binding(0) var<storage, read_write> out: array<f32, 4>;
            @compute @workgroup_size(1) fn main() { out[u32(out[3]) + 9] = 1.0; }";
        assert!(question(fault).is_none());
    }
}
