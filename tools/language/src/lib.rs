//! The languages that the tools check: one interface for all of them.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! [`Language`] has the facts that differ: file extensions, names and rules. A [`FrontEnd`] checks programs of one language under some settings, and
//! returns a [`Checked`] program with its diagnostics. [`Program::reflect`] and [`Program::layout`] describe it for a host. What only one language
//! has is reached through the variants of [`Program`], so that a tool says what it does for the others.

mod check;
mod description;
mod language;
mod layout;
mod metal;
mod portability;
mod project;

pub use check::{Checked, Findings, FrontEnd, Program, Source, Wgsl};
pub use description::{DescriptionError, Layout, MetalLayout, Reflection};
pub use language::Language;
pub use layout::{LayoutReport, ResourceRecord};
pub use metal::Metal;
pub use portability::{
    NeededExtension, NeededLimit, NeededVersion, PlaceRecord, Portability, Reason, TargetRecord,
};
pub use project::check_file;
