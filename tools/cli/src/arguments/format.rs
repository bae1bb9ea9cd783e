//! The arguments of `fmt`.

use super::common::ForConfiguration;
use crate::files::Patterns;
use crate::render::Format;
use clap::Args;
use shader_source::Span;
use std::path::PathBuf;
use std::str::FromStr;
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
    /// Lines to format in a single file, with the statements and declarations that they are part of
    #[arg(long, value_name = "FIRST:LAST")]
    pub(crate) lines: Option<Lines>,
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

/// Lines of a file, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lines {
    first: usize,
    last: usize,
}

impl Lines {
    /// The range of these lines in a text. It is empty after the last line.
    pub(crate) fn range(self, text: &str) -> Span {
        let ends = text.split_inclusive('\n').scan(0, |end, line| {
            *end += line.len() as u32;
            Some(*end)
        });
        let ends: Vec<u32> = std::iter::once(0).chain(ends).collect();
        let end_of = |line: usize| ends.get(line).or(ends.last()).copied().unwrap_or(0);
        Span::new(end_of(self.first - 1), end_of(self.last))
    }
}

/// `12:20`, or `12` for one line.
impl FromStr for Lines {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, last) = text.split_once(':').unwrap_or((text, text));
        let lines = first.parse().ok().zip(last.parse().ok());
        let lines = lines.filter(|(first, last)| (1..=*last).contains(first));
        lines
            .map(|(first, last)| Self { first, last })
            .ok_or("expected two line numbers in ascending order, such as `12:20`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_ranges() {
        let range = |lines: &str| {
            let span = lines.parse::<Lines>().expect("lines").range("a\r\nbc\n\nd");
            (span.lo, span.hi)
        };
        assert_eq!(range("1"), (0, 3));
        assert_eq!(range("2:4"), (3, 8));
        assert_eq!(range("4:9"), (7, 8));
        assert_eq!(range("7:9"), (8, 8));
        for wrong in ["", "0:1", "3:2", "a:b", "1:2:3"] {
            assert!(wrong.parse::<Lines>().is_err(), "{wrong}");
        }
    }
}
