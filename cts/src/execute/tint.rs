//! Tint, in a process of Node with the npm package `webgpu`.

use super::missing::Missing;
use super::opinion::outcome_of;
use super::{Executor, Peers};
use std::sync::Mutex;
use wgsl_cases::case::Instance;
use wgsl_cases::outcome::Outcome;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_oracle::{Opinion, PipelineQuestion};

/// A running Tint, which answers one question at a time.
#[derive(Debug)]
struct Tint(Mutex<wgsl_oracle::Tint>);

/// Starts Tint, if the npm package is installed.
pub(super) fn start(peers: &Peers) -> Box<dyn Executor> {
    let missing = |reason| Box::new(Missing { kind: ExecutorKind::Tint, reason });
    let Some(folder) = &peers.npm else {
        let reason = "WGSL_CTS_TINT does not name a folder where the npm package `webgpu` is installed";
        return missing(reason.to_owned());
    };
    match wgsl_oracle::Tint::start(folder) {
        Ok(tint) => Box::new(Tint(Mutex::new(tint))),
        Err(error) => missing(error.to_string()),
    }
}

impl Tint {
    fn opinion(&self, source: &str, question: Option<&PipelineQuestion>) -> Opinion {
        match self.0.lock() {
            Ok(mut tint) => tint.judge(source, question),
            Err(_) => Opinion::Unable("Tint has failed before".to_owned()),
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
        let opinion = |source: &str, question: Option<&PipelineQuestion>| self.opinion(source, question);
        instances.iter().map(|instance| outcome_of(instance, opinion)).collect()
    }
}
