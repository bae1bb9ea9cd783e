//! The languages that the tools check, behind one interface.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! [`Language`] has the facts that differ: file extensions, names and rules. A [`Checker`] checks programs of one language under some settings, and
//! returns a [`Checked`] program, whose form does not depend on the language. What only one language has is reached through
//! [`Program`], so that a tool says explicitly what it does for the others.

mod check;
mod language;
mod metal;

pub use check::{Checked, Checker, Findings, Program, Source};
pub use language::Language;
pub use metal::Metal;
