//! Formats and minifies WGSL programs.
//!
//! This is an internal crate of the library [`shader-check`](https://docs.rs/shader-check): depend on that one. Any release may change
//! anything here.
//!
//! [`format()`] works on tokens, brackets and a light grammar, not on a syntax tree, so that it also formats files that only a preprocessor or WESL
//! makes a program of. It never changes the sequence of tokens, except for the comma at the end of a list, and keeps every comment.
//! A program with a syntax error is not formatted.
//!
//! 1. `mask` hides what is not WGSL from the lexer, and `source` finds tokens, the comments between them, and partners of brackets.
//! 2. `statements`, `lists` and `expressions` make a document of them, with the places at which lines may break.
//! 3. `print` prints it.
//!
//! [`minify()`] works on a checked module.

mod apart;
mod document;
mod edits;
mod expressions;
mod gaps;
mod lists;
mod mask;
mod minify;
mod print;
mod same;
mod source;
mod spacing;
mod statements;
mod syntax;
#[cfg(test)]
mod tests;

pub use edits::Formatted;
pub use minify::{Minified, MinifyOptions, Origin, minify};

use print::{Page, print};
use shader_source::diagnostic::Diagnostic;
use shader_source::{Rule, Span};
use source::Source;
use std::fmt;
use std::str::FromStr;
use wgsl_spec::rules;

/// The indentation of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Indent {
    /// A number of blanks.
    Blanks(u8),
    /// A tab, which counts as four columns.
    Tab,
}

/// How programs are formatted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of columns after which lines break where they can.
    pub width: u32,
    /// The indentation of one level.
    pub indent: Indent,
}

impl Default for Options {
    fn default() -> Self {
        Self { width: 100, indent: Indent::Blanks(4) }
    }
}

/// A program that can't be formatted.
#[derive(Clone, Debug)]
pub enum Unformattable {
    /// It has these syntax errors, at least one.
    Syntax(Vec<Diagnostic>),
    /// The brackets match only in what a preprocessor makes of it, if at all: the bracket without a partner.
    Branches(Span),
}

impl Unformattable {
    pub(crate) fn at(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::Syntax(vec![Diagnostic::error(rule, span, message.into())])
    }
}

impl fmt::Display for Unformattable {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(errors) => {
                output.write_str(errors.first().map_or("syntax error", |first| &first.message))
            }
            Self::Branches(_) => {
                output.write_str("each branch of a condition must close the brackets that it opens")
            }
        }
    }
}

impl std::error::Error for Unformattable {}

/// A text that is not an indentation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidIndent;

impl fmt::Display for InvalidIndent {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str("expected a number of spaces up to 16, or `tab`")
    }
}

impl std::error::Error for InvalidIndent {}

/// A number of spaces, or `tab`.
impl FromStr for Indent {
    type Err = InvalidIndent;

    fn from_str(text: &str) -> Result<Self, InvalidIndent> {
        if text == "tab" {
            return Ok(Self::Tab);
        }
        // Deeply nested code would have more blanks than anything else.
        let count = text.parse().ok().filter(|count| *count <= 16);
        count.map(Self::Blanks).ok_or(InvalidIndent)
    }
}

impl Indent {
    /// The number of columns of one level.
    fn width(self) -> u64 {
        match self {
            Self::Blanks(count) => u64::from(count),
            Self::Tab => 4,
        }
    }

    fn write(self, text: &mut String, depth: usize) {
        match self {
            Self::Blanks(count) => text.extend(std::iter::repeat_n(' ', depth * usize::from(count))),
            Self::Tab => text.extend(std::iter::repeat_n('\t', depth)),
        }
    }
}

/// Formats a program.
///
/// # Errors
/// The reason why the program can't be formatted: a syntax error, or in a program with preprocessor lines, brackets that don't match.
pub fn format(text: &str, options: Options) -> Result<Formatted, Unformattable> {
    let source = Source::read(text).map_err(|wrong| syntax::explained(text, wrong))?;
    syntax::check(&source)?;
    let (commands, starts) = statements::document(&source);
    let page = Page { width: u64::from(options.width), indent: options.indent, line_break: line_break(text) };
    let printed = print(&source, &commands, page);
    if !Source::read(&printed.text).is_ok_and(|it| same::have_same_content(&source, &it)) {
        let message = "internal error: formatting would change the program; please report it";
        return Err(Unformattable::at(rules::PARSE_ERROR_NO_MATCH, Span::default(), message));
    }
    Ok(Formatted::new(&source, printed, starts))
}

/// Returns the line break of a source's first line.
fn line_break(text: &str) -> &'static str {
    let first = text.find('\n').unwrap_or(0);
    if text[..first].ends_with('\r') { "\r\n" } else { "\n" }
}
