//! Second opinions on WGSL programs: those of naga and Tint; and what naga makes of them in Metal's language.

pub mod metal;
mod naga;
mod spirv_val;
mod tint;

pub use self::naga::{BackEnd, NagaStage, Writing, judge as ask_naga, spirv};
pub use spirv_val::{has_spirv_val, spirv_error};
pub use tint::{Tint, TintError};

/// The release of naga that is asked.
pub const NAGA_RELEASE: &str = "30.0.1";

/// The opinion of an implementation on a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It accepts the program.
    Accepts,
    /// It rejects the program.
    Rejects(Refusal),
    /// It is not asked, for this reason.
    NotAsked(String),
    /// It was asked and did not answer, for this reason.
    Unable(String),
}

/// The first error of an implementation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Its message.
    pub message: String,
    /// The 1-based lines that it points at; the first is its place. Empty without a place.
    pub lines: Vec<u32>,
}

/// A question about a stage of a pipeline.
#[derive(Clone, PartialEq, Debug)]
pub struct PipelineQuestion {
    /// The name of the stage; `None` for that of the entry point.
    pub stage: Option<String>,
    /// The name of the entry point; `None` if there is only one.
    pub entry_point: Option<String>,
    /// Values of overrides.
    pub constants: Vec<(String, f64)>,
}
