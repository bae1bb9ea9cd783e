//! How programs are judged.

use crate::target::Target;
use wgsl_spec::Edition;

/// How to judge.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The edition of the specification.
    pub edition: Edition,
    /// The implementation that programs are judged for; the draft of 2022-04-11 has no extensions, and limits of its own.
    pub target: Target,
}
