//! Source maps of version 3, which browsers and bundlers read: <https://tc39.es/ecma426/>.
//!
//! A map has a segment for each place of the program from which on its origin is at a different distance: the start of each part of a file, and of
//! each line in it. Columns count UTF-16 code units.

use crate::paths::identity;
use serde_json::{Value, json};
use shader_source::{Span, steps};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use wgsl_format::append_vlq;

/// A program with the way back to its files.
#[derive(Debug)]
pub(crate) struct Expanded {
    pub(crate) text: String,
    /// Its parts that come from files, in their order.
    pub(crate) parts: Vec<Part>,
    /// Names and contents of the files.
    pub(crate) sources: Vec<(String, Arc<str>)>,
}

/// A span of a program that comes from a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) span: Span,
    /// The number of the file.
    pub(crate) source: usize,
    pub(crate) origin: Span,
    /// Whether it is a copy, and not an expansion of a macro.
    pub(crate) is_copy: bool,
}

impl Expanded {
    /// The program in one file.
    pub(crate) fn of_file(name: String, text: String) -> Self {
        let span = Span::new(0, text.len() as u32);
        let parts = vec![Part { span, source: 0, origin: span, is_copy: true }];
        Self { sources: vec![(name, text.as_str().into())], text, parts }
    }
}

/// A line and a column, both from 0.
type Position = (u32, u32);

/// Refuses to write a map over a program, or where a program is written: nobody wants that, and the program would be lost.
///
/// # Errors
/// The map is one of these files.
pub(crate) fn check_path<'a>(
    map: Option<&PathBuf>,
    programs: impl IntoIterator<Item = &'a PathBuf>,
) -> io::Result<()> {
    let is_same = |map: &PathBuf| programs.into_iter().any(|program| identity(program) == identity(map));
    if map.is_some_and(is_same) {
        return Err(io::Error::other("the program and its source map can't be written to the same file"));
    }
    Ok(())
}

/// Returns the source map of a program.
pub(crate) fn version_3(expanded: &Expanded) -> Value {
    let (names, texts): (Vec<&String>, Vec<&str>) =
        expanded.sources.iter().map(|(name, text)| (name, &**text)).unzip();
    json!({ "version": 3, "sources": names, "sourcesContent": texts, "names": [], "mappings": mappings(expanded) })
}

fn mappings(expanded: &Expanded) -> String {
    let mut indices: Vec<Lines<'_>> = expanded.sources.iter().map(|(_, text)| Lines::new(text)).collect();
    let mut lines = Lines::new(&expanded.text);
    let mut writer = Writer::default();
    let mut end = 0;
    for part in &expanded.parts {
        if part.span.lo > end {
            // What no file has must not seem to come from the part before it.
            writer.segment(lines.position(end), None);
        }
        end = part.span.hi;
        let text = part.span.text(&expanded.text);
        let breaks = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        let starts = std::iter::once(0).chain(breaks.filter(|at| *at < text.len() as u32));
        for start in starts {
            let shift = if part.is_copy { start } else { 0 };
            let origin = indices[part.source].position(part.origin.lo + shift);
            writer.segment(lines.position(part.span.lo + start), Some((part.source as u32, origin)));
        }
    }
    writer.text
}

/// The starts of the lines of a text. The format knows line feeds only, so other line breaks of WGSL do not count.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<u32>,
    /// The place that was asked for last, and its column: most questions are about places behind it, on a line that may be long.
    last: (u32, u32),
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let breaks = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect(), last: (0, 0) }
    }

    fn position(&mut self, offset: u32) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let (from, column) =
            Some(self.last).filter(|last| (start..=offset).contains(&last.0)).unwrap_or((start, 0));
        steps::take((offset - from) as usize);
        let column = column + Span::new(from, offset).text(self.text).encode_utf16().count() as u32;
        self.last = (offset, column);
        (line as u32, column)
    }
}

/// Writes segments: differences to the segment before, in base 64.
#[derive(Default)]
struct Writer {
    text: String,
    line: u32,
    column: u32,
    has_segment: bool,
    source: u32,
    origin: Position,
}

impl Writer {
    fn segment(&mut self, (line, column): Position, origin: Option<(u32, Position)>) {
        while self.line < line {
            self.text.push(';');
            (self.line, self.column, self.has_segment) = (self.line + 1, 0, false);
        }
        if self.has_segment {
            self.text.push(',');
        }
        self.has_segment = true;
        self.difference(self.column, column);
        self.column = column;
        if let Some((source, (line, column))) = origin {
            self.difference(self.source, source);
            self.difference(self.origin.0, line);
            self.difference(self.origin.1, column);
            (self.source, self.origin) = (source, (line, column));
        }
    }

    fn difference(&mut self, from: u32, to: u32) {
        append_vlq(i64::from(to) - i64::from(from), &mut self.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(from: u32, to: u32) -> String {
        let mut writer = Writer::default();
        writer.difference(from, to);
        writer.text
    }

    #[test]
    fn differences_are_groups_of_five_bits() {
        let found =
            [difference(0, 0), difference(0, 1), difference(1, 0), difference(0, 16), difference(600, 0)];
        assert_eq!(found, ["A", "C", "D", "gB", "xlB"]);
    }

    #[test]
    fn each_line_of_a_copy_has_a_segment_and_an_expansion_has_one() {
        let part = |lo, hi, source, origin: (u32, u32), is_copy| Part {
            span: Span::new(lo, hi),
            source,
            origin: Span::new(origin.0, origin.1),
            is_copy,
        };
        let expanded = Expanded {
            text: "ab\ncd!XY\n".to_owned(),
            parts: vec![part(0, 5, 0, (3, 8), true), part(6, 8, 1, (1, 2), false)],
            sources: vec![("a".to_owned(), "\u{e9}\nab\ncd".into()), ("b".to_owned(), "zN".into())],
        };
        // (0,0) is a:(1,0); (1,0) is a:(2,0); (1,2) is nothing; (1,3) is b:(0,1).
        assert_eq!(mappings(&expanded), "AACA;AACA,E,CCFC");
    }

    #[test]
    fn a_long_line_costs_its_length() {
        let cost = |count: u32| {
            let part = |at: u32| Part {
                span: Span::new(at, at + 1),
                source: 0,
                origin: Span::new(at, at + 1),
                is_copy: false,
            };
            let text = "x".repeat(count as usize);
            let sources = vec![("a".to_owned(), text.as_str().into())];
            let expanded = Expanded { text, parts: (0..count).map(part).collect(), sources };
            steps::of(|| drop(mappings(&expanded)))
        };
        let (few, many) = (cost(1000), cost(2000));
        assert!(few > 0 && 2 * many < 5 * few, "{few} steps become {many}");
    }
}
