//! Tint, in a process of Node with the npm package `webgpu`.

use super::missing::Missing;
use super::opinion::{outcome, outcome_of};
use super::{Executor, Peers};
use crate::protocol;
use std::sync::Mutex;
use webgpu_model::PipelineLayout;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::Opinion;

/// A running Tint, which answers one question at a time.
#[derive(Debug)]
struct Tint(Mutex<wgsl_cts_oracle::Tint>);

/// Starts Tint, if the npm package is installed.
pub(super) fn start(peers: &Peers) -> Box<dyn Executor> {
    let missing = |reason| Box::new(Missing { kind: ExecutorKind::Tint, reason });
    let Some(folder) = &peers.npm else {
        let reason = "WGSL_CTS_TINT must name a directory with an installation of the npm package `webgpu`";
        return missing(reason.to_owned());
    };
    match wgsl_cts_oracle::Tint::start(folder) {
        Ok(tint) => Box::new(Tint(Mutex::new(tint))),
        Err(error) => missing(error.to_string()),
    }
}

impl Tint {
    fn opinion(&self, ask: impl FnOnce(&mut wgsl_cts_oracle::Tint) -> Opinion) -> Opinion {
        match self.0.lock() {
            Ok(mut tint) => ask(&mut tint),
            Err(_) => Opinion::Unable("Tint has failed before".to_owned()),
        }
    }

    /// The outcome of a program: of its render pipelines if it draws.
    fn outcome(&self, instance: &Instance) -> Outcome {
        let execution = instance.execution.as_deref();
        let pass = execution.and_then(|execution| Some((execution, execution.render_pass()?)));
        let (Some((execution, pass)), Some(source)) = (pass, instance.source()) else {
            return outcome_of(instance, |source, question| {
                self.opinion(|tint| tint.judge(source, question))
            });
        };
        // Pipelines are created without resources.
        let record = protocol::draw(execution, pass, &PipelineLayout::default());
        match serde_json::to_value(record) {
            Ok(record) => outcome(self.opinion(|tint| tint.judge_draws(source, record))),
            Err(error) => Outcome::Unable(error.to_string()),
        }
    }
}

impl Executor for Tint {
    fn kind(&self) -> ExecutorKind {
        ExecutorKind::Tint
    }

    fn release(&self) -> Option<String> {
        Some(format!("npm package webgpu {}", self.0.lock().ok()?.release()))
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        instances.iter().map(|instance| self.outcome(instance)).collect()
    }
}
