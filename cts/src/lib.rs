//! The conformance suite of WGSL: runs cases on any implementation, and reports rule by rule. The cases themselves are in
//! `wgsl-cts-cases`, those from tables in `wgsl-cts-generate`.

pub mod causes;
pub mod discover;
pub mod execute;
pub mod expectations;
pub mod export;
pub mod findings;
pub mod hunt;
pub mod litmus;
pub mod metal;
pub mod metal_cases;
pub mod mutate;
mod picture;
pub mod protocol;
pub mod replay;
pub mod report;
pub mod results;
pub mod run;
pub mod shard;
