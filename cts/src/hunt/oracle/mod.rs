//! Oracles: questions about programs whose answers the specification determines.

mod back_ends;
mod execution;
pub(super) mod made;
mod own;
mod rewritten;
mod transformed;
mod verdict;

pub use back_ends::NagaBackEnds;
pub use execution::WgpuExecution;
pub use own::Own;
pub use rewritten::NagaRewriting;
pub use transformed::Transformed;
pub use verdict::{NagaVerdict, TintVerdict};

use super::Disagreement;
use std::fmt::Debug;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// A question about programs.
pub trait Oracle: Debug {
    /// The implementation that it asks.
    fn implementation(&self) -> ExecutorKind;

    /// The executions whose results it has compared so far.
    fn executions(&self) -> usize {
        0
    }

    /// The disagreements that a program shows. The program may be anything.
    fn ask(&mut self, program: &str) -> Vec<Disagreement>;
}
