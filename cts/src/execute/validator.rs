//! The validator of this project.

use super::Executor;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::validator::judge;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The validator of this project.
#[derive(Debug)]
pub(super) struct Validator;

impl Executor for Validator {
    fn kind(&self) -> ExecutorKind {
        ExecutorKind::Validator
    }

    fn release(&self) -> Option<String> {
        Some(env!("CARGO_PKG_VERSION").to_owned())
    }

    fn judge(&self, instances: &[&Instance]) -> Vec<Outcome> {
        instances.iter().map(|instance| judge(instance)).collect()
    }
}
