//! Second opinions on WGSL programs: what naga and Tint say of them.

mod naga;
mod spirv_val;
mod tint;

pub use self::naga::{judge as ask_naga, spirv};
pub use spirv_val::spirv_error;
pub use tint::{Tint, TintError};

/// The release of naga that is asked.
pub const NAGA_RELEASE: &str = "30.0.1";

/// What an implementation says of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opinion {
    /// It takes the program.
    Accepts,
    /// It refuses the program.
    Rejects(Refusal),
    /// It is not asked such questions; the reason.
    NotAsked(String),
    /// It was asked and gave no answer; the reason.
    Unable(String),
}

/// The first reason that an implementation gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// In its own words.
    pub message: String,
    /// The 1-based line; `None` when it points nowhere.
    pub line: Option<u32>,
}

/// What is asked about a program besides its text.
#[derive(Clone, Debug)]
pub struct PipelineQuestion {
    /// The stage, by its name; `None` when the entry point says it.
    pub stage: Option<String>,
    /// The name of the entry point; `None` where there is only one.
    pub entry_point: Option<String>,
    /// Values of overrides.
    pub constants: Vec<(String, f64)>,
}
