//! The arguments of `minify`.

use super::common::{ForConfiguration, ForModules, ForTarget};
use clap::Args;
use std::path::PathBuf;

/// The arguments of `minify`.
#[derive(Args, Debug)]
#[command(
    after_help = "Entry points, overrides and resources keep their names. A program without entry points is a library, and keeps the names of all declarations.\n\nExit status: 0 the program was minified, 1 the program is rejected, 2 a file could not be read or written."
)]
pub(crate) struct Minify {
    /// File, or - for standard input
    pub(crate) file: PathBuf,
    /// File to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Also write a source map, version 3, to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) source_map: Option<PathBuf>,
    /// Keep the names of structure members, for hosts that use reflection on the minified program
    #[arg(long)]
    pub(crate) keep_members: bool,
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    #[command(flatten)]
    pub(crate) target: ForTarget,
}
