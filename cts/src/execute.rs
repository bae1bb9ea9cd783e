//! Executors: the implementations that judge programs, and those that run them.

mod reference;
mod terms;
mod triage;
mod validator;
mod wgpu;

use crate::case::{Instance, Pipeline, Verdict};
use crate::execution::Output;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
pub use triage::LikelyPlace;
use wgsl_gpu::Workers;
use wgsl_oracle::{Opinion, PipelineQuestion, Tint};
use wgsl_spec::Code;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::needs::Extension;
use wgsl_validator::target::Target;

/// An implementation that judges programs.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
pub enum ExecutorKind {
    /// The validator of this project.
    Validator,
    /// naga: its front end, its validator, and its pass over pipeline constants.
    Naga,
    /// Tint, through the npm package `webgpu`.
    Tint,
    /// The reference executor of this project, which runs the programs of `run`.
    Reference,
    /// wgpu on an adapter of this machine, which runs them, too.
    Wgpu,
}

impl ExecutorKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Validator, Self::Naga, Self::Tint, Self::Reference, Self::Wgpu];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Validator => "validator",
            Self::Naga => "naga",
            Self::Tint => "tint",
            Self::Reference => "reference",
            Self::Wgpu => "wgpu",
        }
    }

    /// Whether it belongs to this project: it knows editions and targets, and nothing that it does otherwise than the cases
    /// want it is let pass.
    #[must_use]
    pub const fn is_ours(self) -> bool {
        match self {
            Self::Validator | Self::Reference => true,
            Self::Naga | Self::Tint | Self::Wgpu => false,
        }
    }

    /// Whether it executes the programs of `run`. Others judge them as they judge pipelines that must be accepted.
    #[must_use]
    pub const fn runs(self) -> bool {
        match self {
            Self::Reference | Self::Wgpu => true,
            Self::Validator | Self::Naga | Self::Tint => false,
        }
    }
}

/// What an executor says of a program.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It has judged.
    Judged(Verdict, Vec<Finding>),
    /// It has executed.
    Executed(Output),
    /// It was not asked: it is not at hand, or the program needs an extension that it lacks. The reason.
    NotAsked(String),
    /// It was asked, and could neither judge nor execute the program. The reason.
    Unable(String),
}

/// Something that an executor has to say of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is; only this project's validator says it.
    pub code: Option<Code>,
    /// 1-based; 0 when it is not known.
    pub line: u32,
    /// 1-based, in UTF-16 code units; 0 when it is not known.
    pub column: u32,
    /// In the executor's own words.
    pub message: String,
}

impl Finding {
    /// An error without a code and without a place.
    #[must_use]
    pub const fn error(message: String) -> Self {
        Self { severity: Severity::Error, code: None, line: 0, column: 0, message }
    }
}

/// The executors that are at hand.
#[derive(Debug)]
pub struct Executors {
    tint: Result<Mutex<Tint>, String>,
    wgpu: Result<Workers, String>,
    /// Workers of another adapter than that of `wgpu`, when they are asked for and there is one.
    other: OnceLock<Option<Workers>>,
}

/// Where the executors are that this project does not have in itself.
#[derive(Debug, Default)]
pub struct Peers {
    /// The folder where the npm package `webgpu` is installed.
    pub npm: Option<PathBuf>,
    /// A program that, with [`WGPU_WORKER`] and perhaps an adapter as arguments, does what [`wgsl_gpu::serve`] does.
    pub wgpu: Option<PathBuf>,
    /// The adapter, by name or index.
    pub adapter: Option<String>,
}

/// The argument of this program after which it does what [`wgsl_gpu::serve`] does.
pub const WGPU_WORKER: &str = "wgpu-worker";
/// How long a program may take on an adapter.
const MOST_TIME: Duration = Duration::from_secs(20);

impl Peers {
    /// Those that the environment names: `WGSL_CTS_TINT`, the folder of the npm package, and `WGSL_CTS_ADAPTER`, an adapter by name
    /// or index, or `none`. This program itself is the one that serves wgpu.
    #[must_use]
    pub fn of_environment() -> Self {
        let adapter = std::env::var("WGSL_CTS_ADAPTER").ok();
        let is_wanted = adapter.as_deref() != Some("none");
        Self {
            npm: std::env::var_os("WGSL_CTS_TINT").map(PathBuf::from),
            wgpu: std::env::current_exe().ok().filter(|_| is_wanted),
            adapter,
        }
    }
}

impl Executors {
    /// Starts what needs starting.
    #[must_use]
    pub fn start(peers: &Peers) -> Self {
        let tint = match &peers.npm {
            Some(folder) => Tint::start(folder).map(Mutex::new).map_err(|error| error.to_string()),
            None => {
                Err("WGSL_CTS_TINT does not name a folder where the npm package `webgpu` is installed"
                    .to_owned())
            }
        };
        let wgpu = match &peers.wgpu {
            Some(program) => Workers::start(program, WGPU_WORKER, peers.adapter.as_deref(), MOST_TIME)
                .map_err(|problem| problem.to_string()),
            None => Err("it is not wanted".to_owned()),
        };
        Self { tint, wgpu, other: OnceLock::new() }
    }

    /// Why an executor is missing; `None` when it is at hand.
    #[must_use]
    pub fn missing(&self, executor: ExecutorKind) -> Option<&str> {
        match executor {
            ExecutorKind::Validator | ExecutorKind::Naga | ExecutorKind::Reference => None,
            ExecutorKind::Tint => self.tint.as_ref().err().map(String::as_str),
            ExecutorKind::Wgpu => self.wgpu.as_ref().err().map(String::as_str),
        }
    }

    /// Why programs of `run` are not executed by any of those that are asked; `None` when one of them does.
    #[must_use]
    pub fn not_executed(&self, asked: &[ExecutorKind]) -> Option<&'static str> {
        let is_executed = asked.iter().any(|executor| executor.runs() && self.missing(*executor).is_none());
        (!is_executed).then_some("not executed: no executor runs programs")
    }

    /// The adapter that wgpu is on: its name, and that of its driver.
    #[must_use]
    pub fn adapter(&self) -> Option<String> {
        self.wgpu.as_ref().ok().map(|workers| workers.info().to_string())
    }

    /// The release of an executor, where it is known.
    #[must_use]
    pub fn release(&self, executor: ExecutorKind) -> Option<String> {
        match executor {
            ExecutorKind::Validator | ExecutorKind::Reference => Some(env!("CARGO_PKG_VERSION").to_owned()),
            ExecutorKind::Naga => Some(wgsl_oracle::NAGA_RELEASE.to_owned()),
            ExecutorKind::Tint => {
                let tint = self.tint.as_ref().ok()?.lock().ok()?;
                Some(format!("npm package webgpu {}", tint.release()))
            }
            ExecutorKind::Wgpu => {
                let info = self.wgpu.as_ref().ok()?.info();
                Some(format!("{} on {info}", wgsl_gpu::RELEASE))
            }
        }
    }

    /// Where a difference of wgpu most likely comes from; `None` of other executors.
    #[must_use]
    pub fn triage(&self, executor: ExecutorKind, instance: &Instance) -> Option<LikelyPlace> {
        let (ExecutorKind::Wgpu, Ok(workers), Some(execution)) = (executor, &self.wgpu, &instance.execution)
        else {
            return None;
        };
        let other = self.other.get_or_init(|| {
            let index = wgsl_gpu::adapters().iter().position(|info| info != workers.info())?;
            workers.on_another(&index.to_string()).ok()
        });
        triage::triage(instance, execution, workers, other.as_ref())
    }

    /// Asks an executor about programs: wgpu about all of them in one submission.
    #[must_use]
    pub fn judge_together(&self, executor: ExecutorKind, instances: &[&Instance]) -> Vec<Outcome> {
        let (ExecutorKind::Wgpu, Ok(workers)) = (executor, &self.wgpu) else {
            return instances.iter().map(|instance| self.judge(executor, instance)).collect();
        };
        let lacking: Vec<Option<Extension>> =
            instances.iter().map(|instance| lacking(executor, &instance.case.request.needs)).collect();
        let taken: Vec<&Instance> = instances
            .iter()
            .zip(&lacking)
            .filter(|(_, lacking)| lacking.is_none())
            .map(|(instance, _)| *instance)
            .collect();
        let mut outcomes = wgpu::execute(&taken, workers).into_iter();
        let outcome = |lacking: Option<Extension>| match lacking {
            Some(lacking) => Outcome::NotAsked(format!("it lacks {}", lacking.name())),
            None => outcomes.next().unwrap_or_else(|| Outcome::Unable("it gave no answer".to_owned())),
        };
        lacking.into_iter().map(outcome).collect()
    }

    /// Asks an executor about a program.
    #[must_use]
    pub fn judge(&self, executor: ExecutorKind, instance: &Instance) -> Outcome {
        let request = &instance.case.request;
        if executor == ExecutorKind::Validator {
            return validator::judge(instance);
        }
        if let Some(lacking) = lacking(executor, &request.needs) {
            return Outcome::NotAsked(format!("it lacks {}", lacking.name()));
        }
        let Some(text) = instance.text() else {
            let reason = "the program is not UTF-8".to_owned();
            return if executor.is_ours() { Outcome::Unable(reason) } else { Outcome::NotAsked(reason) };
        };
        if let (ExecutorKind::Reference, Some(execution)) = (executor, &instance.execution) {
            return reference::execute(text, request, execution);
        }
        if let (ExecutorKind::Wgpu, Ok(workers)) = (executor, &self.wgpu) {
            let outcome = wgpu::execute(&[instance], workers).pop();
            return outcome.unwrap_or_else(|| Outcome::Unable("it gave no answer".to_owned()));
        }
        if executor == ExecutorKind::Reference {
            return Outcome::Unable("nothing says how the program is run".to_owned());
        }
        let stages = instance.stages();
        if stages.is_empty() {
            return outcome(self.opinion(executor, text, None));
        }
        let opinions = stages.into_iter().map(|stage| self.opinion(executor, text, Some(&question(stage))));
        outcome(opinions.fold(Opinion::Accepts, |all, one| if all == Opinion::Accepts { one } else { all }))
    }

    /// Asks another implementation about a program, or a stage of a pipeline that is made of it.
    fn opinion(&self, executor: ExecutorKind, text: &str, question: Option<&PipelineQuestion>) -> Opinion {
        match (executor, &self.tint) {
            (ExecutorKind::Tint, Ok(tint)) => match tint.lock() {
                Ok(mut tint) => tint.judge(text, question),
                Err(_) => Opinion::Unable("Tint has failed before".to_owned()),
            },
            (ExecutorKind::Tint, Err(reason)) => Opinion::NotAsked(reason.clone()),
            _ => wgsl_oracle::ask_naga(text, question),
        }
    }
}

fn question(stage: &Pipeline) -> PipelineQuestion {
    PipelineQuestion {
        stage: stage.stage.as_ref().map(|stage| stage.0.name().to_owned()),
        entry_point: stage.entry_point.clone(),
        constants: stage.constants.iter().map(|(name, value)| (name.clone(), *value)).collect(),
    }
}

/// The first of the extensions that an executor lacks.
fn lacking(executor: ExecutorKind, needs: &[Extension]) -> Option<Extension> {
    // The front end of wgpu is naga.
    let name = if executor == ExecutorKind::Wgpu { ExecutorKind::Naga.name() } else { executor.name() };
    let target = Target::named(name)?;
    let has = target.available.with(target.on_request);
    let mut needs = needs.iter().copied();
    needs.find(|extension| match extension {
        _ if executor == ExecutorKind::Wgpu && wgpu::has_without_directive(extension.name()) => false,
        Extension::Enable(extension) => !has.contains(*extension),
        Extension::Language(extension) => !has.contains_language(*extension),
    })
}

fn outcome(opinion: Opinion) -> Outcome {
    match opinion {
        Opinion::Accepts => Outcome::Judged(Verdict::Accept, Vec::new()),
        Opinion::Rejects(refusal) => {
            let line = refusal.line.unwrap_or(0);
            Outcome::Judged(Verdict::Reject, vec![Finding { line, ..Finding::error(refusal.message) }])
        }
        Opinion::NotAsked(reason) => Outcome::NotAsked(reason),
        Opinion::Unable(reason) => Outcome::Unable(reason),
    }
}
