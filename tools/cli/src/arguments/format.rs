//! The arguments of `fmt`.

use super::common::ForConfiguration;
use crate::files::Patterns;
use crate::render::Format;
use clap::Args;
use std::path::PathBuf;
use wgsl_format::{Indent, Options};

/// The arguments of `fmt`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 all files are formatted, 1 a file has syntax errors, or with --check is not formatted, 2 a file could not be read or written."
)]
pub(crate) struct Fmt {
    /// Files, directories (every .wgsl and .wesl file in them that .gitignore does not exclude), globs, or - for standard input
    #[arg(default_value = ".", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print the changes to standard output, without writing files; exit with status 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Maximum line width in columns [default: 100]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) width: Option<u32>,
    /// Indentation of one level: a number of spaces, or `tab` [default: 4]
    #[arg(long, value_name = "SPACES")]
    pub(crate) indent: Option<Indent>,
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    /// Files in directories to exclude, from the configuration
    #[arg(skip)]
    pub(crate) excluded: Patterns,
    /// Output format of diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: Format,
    /// Name of standard input in messages
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_file_path: Option<PathBuf>,
    /// Don't print a summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Fmt {
    /// Returns how to format programs.
    pub(crate) fn options(&self) -> Options {
        let default = Options::default();
        Options { width: self.width.unwrap_or(default.width), indent: self.indent.unwrap_or(default.indent) }
    }
}
