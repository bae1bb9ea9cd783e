//! naga's Metal, compared with the WGSL program that it comes from.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! naga is asked for a program ([`metal`](mod@metal)), the front end for Metal judges it, its interface is compared with that of the WGSL
//! program, and both are executed with equal inputs.

pub mod depth;
pub mod directives;
pub mod execution;
pub mod hlsl;
pub mod interface;
pub mod metal;
pub mod naga;
mod place;
pub mod proof;

/// The options of the front end for a program that naga wrote.
#[must_use]
pub fn naga_options() -> msl_validator::Options {
    msl_validator::Options { dialect: msl_spec::Dialect::Naga, definitions: Vec::new() }
}
