//! Executors outside of this project: any program that speaks the machine protocol. `docs/PROTOCOL.md` says to its authors which
//! part is enough.

mod answer;
mod command;
mod process;

use super::Executor;
use super::executable::Executable;
use super::reference::SUBGROUP_SIZE;
use crate::protocol::{self, Numbered};
use answer::{Answer, ErrorStage};
pub use command::{CommandError, OutsideCommand};
use process::Process;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use webgpu_model::Command;
use wgsl_check_protocol::{About, Program, Request, StageRecord};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::execution::{Execution, Output};
use wgsl_cts_cases::outcome::{Finding, Outcome};
use wgsl_cts_cases::vocabulary::{ExecutorKind, Verdict};
use wgsl_validator::needs::Extension;

/// An executor outside of this project, with the processes that are not busy. One is started for each thread that asks.
#[derive(Debug)]
struct Outside {
    command: OutsideCommand,
    idle: Mutex<Vec<Process>>,
    last_id: AtomicU64,
}

/// An executor that is started when it is asked.
pub(super) fn start(command: &OutsideCommand) -> Box<dyn Executor> {
    Box::new(Outside { command: command.clone(), idle: Mutex::default(), last_id: AtomicU64::new(0) })
}

impl Executor for Outside {
    fn kind(&self) -> ExecutorKind {
        ExecutorKind::Outside(self.command.name)
    }

    fn release(&self) -> Option<String> {
        None
    }

    /// It tells itself that a program is unsupported.
    fn lacks(&self, _: &[Extension]) -> Option<Extension> {
        None
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        instances.iter().map(|instance| self.outcome(instance).unwrap_or_else(Outcome::Unable)).collect()
    }
}

impl Outside {
    /// The outcome of a program. The error is the reason why there is none.
    fn outcome(&self, instance: &Instance) -> Result<Outcome, String> {
        let Some(source) = instance.source() else {
            return Ok(Outcome::NotAsked("the program is not UTF-8".to_owned()));
        };
        let Some(execution) = &instance.execution else {
            return self.verdict(source, &instance.case.request.pipeline.iter().collect::<Vec<_>>());
        };
        let ran = self.run(instance, source, execution)?;
        if !matches!(ran, Outcome::NotAsked(_)) {
            return Ok(ran);
        }
        // What it can't run, it can judge: as a pipeline, or at least as a module.
        let stages = execution.stages();
        match self.verdict(source, &stages.iter().collect::<Vec<_>>())? {
            Outcome::NotAsked(_) => self.verdict(source, &[]),
            judged => Ok(judged),
        }
    }

    /// Asks about a program by itself, or about stages, which must all be accepted.
    fn verdict(&self, source: &str, stages: &[&wgsl_validator::PipelineRequest]) -> Result<Outcome, String> {
        let requests: Vec<Request<'_>> = match stages {
            [] => vec![Request::Validate(Program::new(source))],
            stages => {
                let stages = stages.iter().map(|stage| StageRecord::from(*stage));
                stages.map(|stage| Request::Pipeline(About::new(source, stage))).collect()
            }
        };
        for request in requests {
            let answer = self.ask(request)?;
            match refusal(&answer)? {
                Some(refusal) => return Ok(refusal),
                None if !answer.ok => return Ok(Outcome::Judged(Verdict::Reject, answer.findings())),
                None => {}
            }
        }
        Ok(Outcome::Judged(Verdict::Accept, Vec::new()))
    }

    fn run(&self, instance: &Instance, source: &str, execution: &Execution) -> Result<Outcome, String> {
        let executable = Executable::new(instance, source, execution)?;
        let layout = executable.layout();
        let request = match &execution.command {
            Command::Dispatch(dispatch) => {
                Request::Run(About::new(source, protocol::run(execution, dispatch, &layout)).into())
            }
            Command::Render(pass) => {
                Request::Draw(About::new(source, protocol::draw(execution, pass, &layout)).into())
            }
        };
        let answer = self.ask(request)?;
        match refusal(&answer)? {
            Some(refusal) => return Ok(refusal),
            None if !answer.ok => return Ok(Outcome::Judged(Verdict::Reject, answer.findings())),
            None => {}
        }
        let faults = answer.faults()?;
        if faults.is_none() && !execution.expected.faults.is_empty() {
            return Ok(Outcome::NotAsked("it does not report faults".to_owned()));
        }
        let Output { bindings, .. } = execution.output(&answer.bindings(execution.command.bindings())?);
        let attachments = execution.render_pass().map(|pass| answer.attachments(pass)).transpose()?;
        let size = execution.subgroup_size.unwrap_or(SUBGROUP_SIZE);
        let disallowed = executable.disallowed(size, &bindings)?;
        Ok(Outcome::Executed(Output { bindings, disallowed, faults, ..attachments.unwrap_or_default() }))
    }

    /// Asks an idle process, or a new one. One that does not answer is ended.
    fn ask(&self, request: Request<'_>) -> Result<Answer, String> {
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let line = serde_json::to_vec(&Numbered { id, request }).map_err(|error| error.to_string())?;
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let start = || Process::start(&self.command.command);
        let mut process =
            idle.map_or_else(start, Ok).map_err(|error| format!("it can't be started: {error}"))?;
        let answer = Answer::parse(&process.ask(line, self.command.most_time)?, id)?;
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(process);
        }
        Ok(answer)
    }
}

/// The outcome of a request that could not be carried out; `None` if it was.
fn refusal(answer: &Answer) -> Result<Option<Outcome>, String> {
    let Some(error) = &answer.error else { return Ok(None) };
    match error.stage {
        ErrorStage::Unsupported => Ok(Some(Outcome::NotAsked(format!("unsupported: {}", error.message)))),
        ErrorStage::ShaderCreation | ErrorStage::PipelineCreation | ErrorStage::Execution => {
            let mut findings = error.findings();
            if findings.is_empty() {
                findings.push(Finding::error(error.message.clone()));
            }
            Ok(Some(Outcome::Judged(Verdict::Reject, findings)))
        }
        ErrorStage::Protocol | ErrorStage::Internal => Err(error.message.clone()),
    }
}
