//! What becomes of a job.

use serde::{Deserialize, Serialize};
use shader_model::Binding;

/// What becomes of a job.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It ran.
    Ran(Output),
    /// The adapter lacks what the job needs: why.
    Lacks(String),
    /// The implementation refuses it.
    Refused {
        /// Where.
        step: Step,
        /// In its own words.
        message: String,
    },
    /// The device was lost, or would not give the bytes back: what was said.
    Lost(String),
    /// It did not end in time.
    TimedOut,
    /// The process ended: what it said last.
    Crashed(String),
}

/// Where a job is refused.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The shader module is made.
    Module,
    /// The pipeline is made.
    Pipeline,
    /// Resources are made and bound.
    Resources,
    /// Commands are recorded and submitted.
    Commands,
}

impl Step {
    /// For people.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Module => "the shader module",
            Self::Pipeline => "the pipeline",
            Self::Resources => "the resources",
            Self::Commands => "the commands",
        }
    }
}

/// What is written, in bytes without padding.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct Output {
    /// The resources that the program may write.
    pub bindings: Vec<Binding>,
    /// The colour attachments, by location; nothing where there is none, or where several samples are not resolved.
    pub targets: Vec<Option<Vec<u8>>>,
    /// The depth attachment, where it has one sample.
    pub depth: Option<Vec<u8>>,
}
