//! Compute and render pipelines on an adapter of wgpu, with what the reference executor takes.
//!
//! A [`Job`] says what is run. [`Gpu::run`] runs jobs in this process; [`Workers`] does it in processes of their own, so that
//! a driver that hangs or crashes takes nobody with it.

mod adapter;
mod batch;
mod convert;
mod draw;
mod fill;
pub mod job;
mod needs;
mod outcome;
mod prepare;
mod problem;
mod readback;
mod shader;
mod texture_shape;
mod unchecked;
mod upload;
mod worker;

pub use adapter::{AdapterInfo, Gpu, adapters};
pub use job::Job;
pub use outcome::{Outcome, Output, Step};
pub use prepare::Prepared;
pub use problem::Problem;
pub use worker::{Workers, serve, serve_with};

/// The release of wgpu that this is built with.
pub const RELEASE: &str = "wgpu 30.0.1";
