//! The conformance suite of WGSL: cases in YAML, run on any implementation, reported rule by rule.

pub mod case;
pub mod compare;
pub mod coverage;
pub mod discover;
pub mod execute;
pub mod execution;
pub mod expectations;
pub mod generate;
pub mod replay;
pub mod report;
pub mod results;
mod rules;
pub mod run;
pub mod shard;
mod yaml;
