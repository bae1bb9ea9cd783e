//! Dispatches and draws of [`webgpu_model`] on an adapter of wgpu.
//!
//! A [`Job`] is a program with its command. [`Gpu::run`] runs jobs in this process; [`Workers`] runs them in other processes, so
//! that a driver that hangs or crashes does not harm this one.

mod adapter;
mod attachments;
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
pub use outcome::{JobOutcome, JobOutput, Step};
pub use prepare::Prepared;
pub use problem::Problem;
pub use worker::{Workers, serve, serve_with};

/// The release of wgpu.
pub const RELEASE: &str = "wgpu 30.0.1";
