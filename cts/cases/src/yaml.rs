//! Reading and writing YAML: the only module that knows the library.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A mistake in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The file.
    path: PathBuf,
    /// The description of the mistake.
    message: String,
    /// The contents of the file and the range of the mistake in bytes.
    place: Option<(String, Range<usize>)>,
}

impl Problem {
    /// In a file as a whole.
    #[must_use]
    pub fn of_file(path: &Path, message: String) -> Self {
        Self { path: path.to_owned(), message, place: None }
    }

    /// At a string inside a case; at the name of the case if the string can't be found.
    #[must_use]
    pub fn in_case(path: &Path, text: &str, case: &str, place: Option<&str>, message: String) -> Self {
        let name = text.find(&format!("name: {case}\n")).unwrap_or_default();
        let whole = name..name + text[name..].find('\n').unwrap_or(0);
        let inside = place.and_then(|place| {
            let start = name + text[name..].find(place)?;
            Some(start..start + place.len())
        });
        Self { path: path.to_owned(), message, place: Some((text.to_owned(), inside.unwrap_or(whole))) }
    }

    /// At a 1-based line: from `beginning` on if the line has it, otherwise the whole line.
    #[must_use]
    pub fn at_line(path: &Path, text: &str, line: usize, beginning: &str, message: String) -> Self {
        let start = offset(text, line, 1);
        let whole = text[start..].lines().next().unwrap_or_default();
        let indentation = whole.len() - whole.trim_start().len();
        let inside = if beginning.is_empty() { None } else { whole.find(beginning) }.unwrap_or(indentation);
        let range = start + inside..start + whole.trim_end().len().max(inside);
        Self { path: path.to_owned(), message, place: Some((text.to_owned(), range)) }
    }

    /// After the beginning of a 1-based line: at the last of the strings that follow each other there, as far as they
    /// can be found; otherwise at the line itself.
    #[must_use]
    pub fn behind_line(path: &Path, text: &str, line: usize, places: &[String], message: String) -> Self {
        let mut found = None;
        let mut start = offset(text, line, 1);
        for place in places {
            let Some(at) = text[start..].find(place.as_str()) else { continue };
            let range = start + at..start + at + place.len();
            start = range.end;
            found = Some(range);
        }
        match found {
            Some(range) => Self { path: path.to_owned(), message, place: Some((text.to_owned(), range)) },
            None => Self::at_line(path, text, line, "", message),
        }
    }

    /// The 1-based line; 0 for the whole file.
    #[must_use]
    pub fn line(&self) -> usize {
        self.place.as_ref().map_or(0, |(text, range)| text[..range.start].matches('\n').count() + 1)
    }

    /// The marked characters; empty for the whole file.
    #[must_use]
    pub fn marked(&self) -> &str {
        self.place.as_ref().map_or("", |(text, range)| &text[range.clone()])
    }

    /// The description of the mistake.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl std::error::Error for Problem {}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let path = self.path.to_string_lossy();
        let Some((text, range)) = &self.place else {
            return write!(formatter, "error: {path}: {}", self.message);
        };
        let marked = AnnotationKind::Primary.span(range.clone());
        let snippet = Snippet::source(text.as_str()).path(path.as_ref()).annotation(marked);
        let group = Level::ERROR.primary_title(self.message.as_str()).element(snippet);
        write!(formatter, "{}", Renderer::plain().render(&[group]))
    }
}

/// Reads the contents of a file.
///
/// # Errors
/// The first mistake, with its place.
pub fn read<T: DeserializeOwned>(path: &Path, text: &str) -> Result<T, Problem> {
    serde_yaml::from_str(text).map_err(|error| {
        let message = error.to_string();
        let place = error.location().map(|location| {
            let start = offset(text, location.line(), location.column());
            (text.to_owned(), named(text, start, &message))
        });
        // The place is shown beside the message.
        let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
        Problem { path: path.to_owned(), message, place }
    })
}

/// Reads a value that is not in a file.
///
/// # Errors
/// The mistake in words.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_yaml::from_str(text).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        // The index in a list that the library puts first does not belong to any list in the file.
        let named = message.strip_prefix('.').and_then(|message| message.split_once(": "));
        named.map_or(message, |(_, message)| message).to_owned()
    })
}

/// The 1-based line where a program begins inside a case: the first place with all its lines, with any indentation.
/// The line of the name of the case if the program is written in another form.
pub(crate) fn line_of(text: &str, case: &str, program: &str) -> usize {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let name = format!("name: {case}");
    let first = lines.iter().position(|line| line.trim_start_matches("- ") == name).unwrap_or(0);
    let wanted: Vec<&str> = program.lines().map(str::trim).collect();
    let starts = first..lines.len().saturating_sub(wanted.len().saturating_sub(1));
    let found = starts.into_iter().find(|start| lines[*start..].starts_with(&wanted));
    found.filter(|_| !wanted.is_empty()).unwrap_or(first) + 1
}

/// Why a value has no form in YAML.
pub type WriteError = serde_yaml::Error;

/// A value as YAML.
///
/// # Errors
/// If it can't be written as YAML.
pub fn write<T: Serialize>(value: &T) -> Result<String, WriteError> {
    serde_yaml::to_string(value)
}

/// The range of the first name in backquotes of the message: for a mistake inside a list, the library only has the
/// place of the list. Without such a name, the rest of the line.
fn named(text: &str, start: usize, message: &str) -> Range<usize> {
    if let Some(name) = message.split('`').nth(1)
        && let Some(found) = text[start..].find(name)
    {
        return start + found..start + found + name.len();
    }
    let length = text[start..].find('\n').unwrap_or(text.len() - start);
    start..start + length.max(1).min(text.len() - start)
}

/// The byte offset of a 1-based line and column, which counts characters.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let within = text[start..].char_indices().nth(column - 1).map_or(0, |(offset, _)| offset);
    start + within
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_in_the_last_line_is_marked_to_its_end() {
        let text = "about: |\n  \u{FFFD}\u{FFFD} of";
        let start = text.find('\u{FFFD}').expect("a place");
        assert_eq!(&text[named(text, start, "a mistake")], "\u{FFFD}\u{FFFD} of");
        let place = Some((text.to_owned(), named(text, start, "a mistake")));
        let problem = Problem { path: "a.yaml".into(), message: "a mistake".to_owned(), place };
        assert!(problem.to_string().contains("^^^^^"), "{problem}");
    }
}
