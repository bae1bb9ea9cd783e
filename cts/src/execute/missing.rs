//! Executors that are not available.

use super::Executor;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// An executor that could not be started, with the reason.
#[derive(Debug)]
pub(super) struct Missing {
    pub(super) kind: ExecutorKind,
    pub(super) reason: String,
}

impl Executor for Missing {
    fn kind(&self) -> ExecutorKind {
        self.kind
    }

    fn release(&self) -> Option<String> {
        None
    }

    fn missing(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        instances.iter().map(|_| Outcome::NotAsked(self.reason.clone())).collect()
    }
}
