//! naga, in this process.

use super::Executor;
use super::opinion::outcome_of;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::{NAGA_RELEASE, ask_naga};

/// naga.
#[derive(Debug)]
pub(super) struct Naga;

impl Executor for Naga {
    fn kind(&self) -> ExecutorKind {
        ExecutorKind::Naga
    }

    fn release(&self) -> Option<String> {
        Some(NAGA_RELEASE.to_owned())
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        instances.iter().map(|instance| outcome_of(instance, ask_naga)).collect()
    }
}
