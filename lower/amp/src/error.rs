//! The reasons why a run has no outcome.

use core::fmt;
use shader_ir::build::Unsupported;
use shader_run::execute::Stopped;
use shader_source::Span;

/// The reason why a run has no outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The program uses a feature that the executor lacks.
    Unsupported(Unsupported),
    /// The arguments don't fit the parameters: a sentence without a full stop.
    Arguments(String),
    /// The host throws an exception of the specification, or leaves a container: the place, and a sentence without a full stop.
    Exception(Span, String),
    /// A kernel can't be executed on a device: the place of its launch, and a sentence without a full stop.
    Device(Span, String),
    /// The objects of the program take more memory than there is.
    OutOfMemory,
    /// The program was stopped.
    Stopped(Stopped),
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(unsupported) => unsupported.fmt(formatter),
            Self::Arguments(message) | Self::Exception(_, message) | Self::Device(_, message) => {
                formatter.write_str(message)
            }
            Self::OutOfMemory => {
                formatter.write_str("the objects of the program take more memory than there is")
            }
            Self::Stopped(stopped) => stopped.fmt(formatter),
        }
    }
}

impl core::error::Error for Error {}
