//! Executors: the implementations that judge programs, and those that run them. Each has a module.

pub(crate) mod executable;
mod missing;
mod naga;
mod naga_msl;
mod opinion;
mod outside;
pub(crate) mod reference;
mod tint;
mod validator;
mod wgpu;

use crate::expectations::Unsupported;
use std::fmt::Debug;
use std::path::PathBuf;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::judged::LikelyPlace;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_validator::needs::Extension;
use wgsl_validator::target::Target;

pub(crate) use opinion::question;
pub use outside::{CommandError, OutsideCommand};
pub use wgpu::WGPU_WORKER;

/// An implementation that judges programs, or runs them.
pub trait Executor: Debug + Send + Sync {
    /// The implementation.
    fn kind(&self) -> ExecutorKind;

    /// The release, if it is known.
    fn release(&self) -> Option<String>;

    /// The reason why the executor is not available; `None` if it is.
    fn missing(&self) -> Option<&str> {
        None
    }

    /// The name of the adapter and its driver, if the executor runs programs on one.
    fn adapter(&self) -> Option<String> {
        None
    }

    /// The first of these extensions that the executor lacks. By default, the target of its name has a list of its extensions;
    /// an executor that is not a target has all extensions.
    fn lacks(&self, needs: &[Extension]) -> Option<Extension> {
        lacking(self.kind().name(), needs)
    }

    /// Judges or runs programs whose extensions the executor has: an outcome for each, in their order.
    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome>;

    /// The most likely origin of a difference, if the executor has parts that can be tried separately.
    fn triage(&self, _instance: &Instance) -> Option<LikelyPlace> {
        None
    }
}

/// The first of these extensions that a target lacks.
fn lacking(target: &str, needs: &[Extension]) -> Option<Extension> {
    let target = Target::named(target)?;
    let has = target.available.with(target.on_request);
    needs.iter().copied().find(|extension| match extension {
        Extension::Enable(extension) => !has.contains(*extension),
        // An engine refuses the names that it does not know, also of what it has.
        Extension::Language(extension) => {
            !has.contains_language(*extension) || target.unnamed.contains_language(*extension)
        }
    })
}

/// All executors, including those that are not available.
#[derive(Debug)]
pub struct Executors {
    all: Vec<Box<dyn Executor>>,
    unsupported: Unsupported,
}

/// The places of executors that are not part of this program.
#[derive(Debug, Default)]
pub struct Peers {
    /// The folder where the npm package `webgpu` is installed.
    pub npm: Option<PathBuf>,
    /// A program that acts as [`wgsl_cts_gpu::serve`] when its arguments are [`WGPU_WORKER`] and perhaps an adapter.
    pub wgpu: Option<PathBuf>,
    /// The adapter, by name or index.
    pub adapter: Option<String>,
    /// The programs that speak the machine protocol.
    pub outside: Vec<OutsideCommand>,
}

impl Peers {
    /// The peers that the environment names: `WGSL_CTS_TINT`, the folder of the npm package, and `WGSL_CTS_ADAPTER`, an
    /// adapter by name or index, or `none`. This program itself serves wgpu.
    #[must_use]
    pub fn of_environment() -> Self {
        let adapter = std::env::var("WGSL_CTS_ADAPTER").ok();
        let is_wanted = adapter.as_deref() != Some("none");
        Self {
            npm: std::env::var_os("WGSL_CTS_TINT").map(PathBuf::from),
            wgpu: std::env::current_exe().ok().filter(|_| is_wanted),
            adapter,
            outside: Vec::new(),
        }
    }
}

impl Executors {
    /// Starts the executors that need starting.
    #[must_use]
    pub fn start(peers: &Peers) -> Self {
        let outside = peers.outside.iter().map(|command| -> Box<dyn Executor> { outside::start(command) });
        let suite: [Box<dyn Executor>; 6] = [
            Box::new(validator::Validator),
            Box::new(naga::Naga),
            tint::start(peers),
            Box::new(reference::Reference),
            wgpu::start(peers),
            Box::new(naga_msl::NagaMsl),
        ];
        Self { all: suite.into_iter().chain(outside).collect(), unsupported: Unsupported::default() }
    }

    /// Does not ask executors about the programs that they do not support.
    #[must_use]
    pub fn without(self, unsupported: Unsupported) -> Self {
        Self { unsupported, ..self }
    }

    /// All executors, those outside last.
    pub fn kinds(&self) -> impl Iterator<Item = ExecutorKind> + '_ {
        self.all.iter().map(|executor| executor.kind())
    }

    fn get(&self, kind: ExecutorKind) -> Option<&dyn Executor> {
        self.all.iter().map(Box::as_ref).find(|executor| executor.kind() == kind)
    }

    /// The reason why an executor is not available; `None` if it is.
    #[must_use]
    pub fn missing(&self, kind: ExecutorKind) -> Option<&str> {
        self.get(kind)?.missing()
    }

    /// The release of an executor, if it is known.
    #[must_use]
    pub fn release(&self, kind: ExecutorKind) -> Option<String> {
        self.get(kind)?.release()
    }

    /// The reason why none of these executors runs the programs of `run`; `None` if one of them does.
    #[must_use]
    pub fn not_executed(&self, asked: &[ExecutorKind]) -> Option<&'static str> {
        let may_run = |kind: ExecutorKind| kind.runs() || kind.is_outside();
        let is_executed = asked.iter().any(|kind| may_run(*kind) && self.missing(*kind).is_none());
        (!is_executed).then_some("not executed: no executor runs programs")
    }

    /// The name of the adapter that programs run on, and of its driver.
    #[must_use]
    pub fn adapter(&self) -> Option<String> {
        self.all.iter().find_map(|executor| executor.adapter())
    }

    /// Asks an executor about programs: an outcome for each, in their order. It is not asked about programs that need an
    /// extension that it lacks, or that it does not support.
    #[must_use]
    pub fn judge_together(&self, kind: ExecutorKind, instances: &[&Instance]) -> Vec<Outcome> {
        let Some(executor) = self.get(kind) else { return Vec::new() };
        let reason = |instance: &&Instance| {
            let lacking = executor.lacks(&instance.case.request.needs);
            let class = || self.unsupported.class(kind, instance);
            lacking
                .map(|lacking| format!("it lacks {}", lacking.name()))
                .or_else(|| class().map(|class| format!("not supported: {class}")))
        };
        let lacking: Vec<Option<String>> = instances.iter().map(reason).collect();
        let taken = instances.iter().zip(&lacking).filter(|(_, lacking)| lacking.is_none());
        let taken: Vec<&Instance> = taken.map(|(instance, _)| *instance).collect();
        let mut outcomes = executor.judge(&taken).into_iter();
        let outcome = |lacking: Option<String>| match lacking {
            Some(reason) => Outcome::NotAsked(reason),
            None => outcomes.next().unwrap_or_else(|| Outcome::Unable("it did not answer".to_owned())),
        };
        lacking.into_iter().map(outcome).collect()
    }

    /// Asks an executor about a program.
    #[must_use]
    pub fn judge(&self, kind: ExecutorKind, instance: &Instance) -> Outcome {
        let outcome = self.judge_together(kind, &[instance]).pop();
        outcome.unwrap_or_else(|| Outcome::Unable("unknown executor".to_owned()))
    }

    /// The most likely origin of a difference; `None` if the executor can't tell.
    #[must_use]
    pub fn triage(&self, kind: ExecutorKind, instance: &Instance) -> Option<LikelyPlace> {
        self.get(kind)?.triage(instance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::run;
    use std::slice;

    /// An executor with this outcome for every program.
    #[derive(Debug)]
    struct Fixed(Outcome);

    impl Executor for Fixed {
        fn kind(&self) -> ExecutorKind {
            ExecutorKind::Wgpu
        }

        fn release(&self) -> Option<String> {
            None
        }

        fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
            instances.iter().map(|_| self.0.clone()).collect()
        }

        fn triage(&self, _: &Instance) -> Option<LikelyPlace> {
            Some(LikelyPlace::Driver)
        }
    }

    #[test]
    fn the_origin_of_results_is_sought_where_there_are_results() {
        let instances = wgsl_cts_generate::instances("generated/values/calls::abs::run(i32; storage)");
        let place = |outcome| {
            let executors =
                Executors { all: vec![Box::new(Fixed(outcome))], unsupported: Unsupported::default() };
            let run = run(slice::from_ref(&instances[0]), &[ExecutorKind::Wgpu], &executors);
            let judged = &run.by_instance[0][0];
            (judged.difference().is_some(), judged.place)
        };
        assert_eq!(place(Outcome::rejected(String::new())), (true, Some(LikelyPlace::Driver)));
        assert_eq!(place(Outcome::Unable("no layout".to_owned())), (true, None));
        assert_eq!(place(Outcome::NotAsked("no subgroups".to_owned())), (false, None));
    }
}
