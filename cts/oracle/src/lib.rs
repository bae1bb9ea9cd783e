//! Second opinions on WGSL programs: those of naga and Tint.

mod naga;
mod spirv_val;
mod tint;

pub use self::naga::{BackEnd, NagaStage, Writing, judge as ask_naga, spirv};
pub use spirv_val::{has_spirv_val, spirv_error};
pub use tint::{Tint, TintError};
pub use wgsl_translate_check::naga::{PipelineQuestion, Refusal};

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
