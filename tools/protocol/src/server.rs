//! What a server keeps from one request to the next.

#[cfg(feature = "run")]
use crate::kept::Kept;
use crate::validators::Validators;
use wgsl_validator::target::Target;

/// How to answer requests.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The target of requests that don't name one.
    pub target: Target,
    /// The maximum cost of requests.
    #[cfg(feature = "run")]
    pub limits: Limits,
}

/// The maximum cost of requests.
#[cfg(feature = "run")]
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum number of bytes of all contents that requests keep, with their names.
    pub kept_bytes: u64,
    /// The maximum number of bytes of all resources of a request.
    pub request_bytes: u64,
    /// The maximum number of steps of an execution, whatever its request says.
    pub fuel: u64,
}

#[cfg(feature = "run")]
impl Default for Limits {
    fn default() -> Self {
        Self { kept_bytes: 1 << 30, request_bytes: 1 << 32, fuel: u64::MAX }
    }
}

/// Answers requests. It keeps the memory of its validators, and the contents that requests keep, from one request to the next.
pub struct Server {
    pub(crate) options: Options,
    pub(crate) validators: Validators,
    #[cfg(feature = "run")]
    pub(crate) kept: Kept,
}

impl Server {
    /// Returns a server that keeps nothing yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            validators: Validators::new(&options.target),
            #[cfg(feature = "run")]
            kept: Kept::new(options.limits.kept_bytes),
            options,
        }
    }
}
