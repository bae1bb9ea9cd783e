//! The outcomes of jobs.

use serde::{Deserialize, Serialize};
use webgpu_model::{Binding, Bytes};

/// The outcome of a job.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum JobOutcome {
    /// It ran.
    Ran(JobOutput),
    /// The adapter lacks a feature, limit or format that the job needs: the reason.
    Lacks(String),
    /// The implementation refuses it.
    Refused {
        /// The step that is refused.
        step: Step,
        /// The message of the implementation.
        message: String,
    },
    /// The device was lost, or its memory could not be read: the message.
    Lost(String),
    /// It did not end in time.
    TimedOut,
    /// The process ended: the last lines that it wrote to standard error.
    Crashed(String),
}

/// The steps in which a job may be refused.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The creation of the shader module.
    Module,
    /// The creation of the pipeline.
    Pipeline,
    /// The creation and binding of resources.
    Resources,
    /// The recording and submission of commands.
    Commands,
}

impl Step {
    /// The subject of the step, for people.
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

/// The results of a job; bytes have no padding.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct JobOutput {
    /// The resources that the program may write, as they are afterwards.
    pub bindings: Vec<Binding>,
    /// The colour attachments, by location; `None` where there is none, or where several samples are not resolved.
    pub targets: Vec<Option<Bytes>>,
    /// The depths, if they have one sample.
    pub depth: Option<Bytes>,
    /// The stencil values, if they have one sample.
    pub stencil: Option<Bytes>,
}
