//! Executes compute dispatches and the stages of draws.
//!
//! All invocations of a workgroup run in lock step, as lanes of wide registers under a mask; workgroups run on all cores. [`dispatch`] is the
//! entry point for compute, [`Stage`] for the vertex and fragment functions of a draw. Both take a [`Plan`], which is what can be computed
//! once per program and [`Options`].

mod advice;
mod atomic;
mod bound;
mod bytes;
mod contents;
mod control;
mod convert;
mod cost;
mod dispatch;
mod fault;
mod grid;
mod group;
mod group_memory;
mod interface;
mod kernels;
mod lanes;
mod mask;
mod memories;
mod observe;
mod operate;
mod options;
mod origin;
mod plan;
mod pointer;
mod probe;
mod run;
mod shared;
mod stage;
mod stopped;
mod strict;
mod subgroup;
mod sweep;
mod terms;
mod texture;
mod track;
mod transfer;
mod update;

pub use bound::{Bound, fits};
pub use dispatch::{Findings, dispatch};
pub use fault::{Against, Fault, FaultKind, Rival, SharedMemory};
pub use grid::Grid;
pub use options::{Beyond, Options};
pub use origin::{Element, Origin, OriginStep, explain};
pub use plan::Plan;
pub use probe::{Region, Sight, observe, observe_faults};
pub use stage::{Batch, LANES, Stage};
pub use stopped::Stopped;
pub use sweep::{
    Difference, Outcomes, Parting, PartingKind, ResultDifference, Schedule, Sweep, SweepOptions, Turn,
    Writer, outcomes, shown,
};
pub use terms::Terms;
pub use track::{AllowedBuffer, AllowedWord};
