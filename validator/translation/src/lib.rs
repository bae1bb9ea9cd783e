//! naga's Metal, compared with the WGSL program that it comes from.
//!
//! naga is asked for a program ([`metal`](mod@metal)), the front end for Metal judges it, its interface is compared with that of the WGSL
//! program, and both are executed with equal inputs.

pub mod directives;
pub mod metal;
pub mod naga;
