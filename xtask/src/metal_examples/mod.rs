//! `metal-examples`: the examples in the specification of Metal, each judged as the data says.
//!
//! This repository does not have that document: the task reads it from a file.

#[cfg(any(test, feature = "metal"))]
mod block;
#[cfg(any(test, feature = "metal"))]
#[cfg_attr(not(feature = "metal"), allow(dead_code, reason = "only the judgement needs all of it"))]
mod entry;
#[cfg(feature = "metal")]
mod judge;
#[cfg(any(test, feature = "metal"))]
mod program;

use std::io;
use std::path::PathBuf;

/// The arguments of `metal-examples`.
#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The Metal Shading Language Specification 2.2 as Markdown, with its examples in fences
    specification: PathBuf,
}

/// Builds this program with the validator of Metal, and runs it.
#[cfg(not(feature = "metal"))]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let mut command = crate::cargo();
    command.args(["run", "--quiet", "--package", "xtask", "--features", "metal", "--", "metal-examples"]);
    // Paths are relative to the caller's folder, but the build runs in the folder of the workspace.
    command.arg(std::path::absolute(&arguments.specification)?);
    Ok(command.status()?.success())
}

/// Judges the examples, and prints the counts and the differences; `false` if there is a difference.
#[cfg(feature = "metal")]
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let specification = std::fs::read_to_string(&arguments.specification)?;
    let data = std::fs::read_to_string(crate::root().join("fixtures/msl/specification-examples.yaml"))?;
    let blocks = block::blocks(&specification);
    let entries = entry::entries(&data, blocks.len()).map_err(io::Error::other)?;
    judge::report(&blocks, &entries, &mut io::stdout().lock())
}
