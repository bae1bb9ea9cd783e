//! Source maps of version 3, which browsers and bundlers read: <https://tc39.es/ecma426/>.
//!
//! The map of an expanded program has a segment for each place from which on its origin is at a different distance: the start of each part of a
//! file, and of each line in it. The map of a minified program has one for each token. Columns count UTF-16 code units. Names of files are
//! relative to the directory of the map.

use crate::paths::identity;
use serde_json::{Value, json};
use shader_source::{Span, steps};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_check_protocol::places::Part;
use wgsl_format::Minified;

/// A program with the way back to its files.
#[derive(Debug)]
pub(crate) struct Expanded {
    pub(crate) text: String,
    /// Its parts that come from files, in their order.
    pub(crate) parts: Vec<Part>,
    /// Names and contents of the files.
    pub(crate) sources: Vec<(String, Arc<str>)>,
}

impl Expanded {
    /// The program in one file.
    pub(crate) fn of_file(name: String, text: String) -> Self {
        let span = Span::new(0, text.len() as u32);
        let parts = vec![Part { span, source: 0, origin: span, is_copy: true }];
        Self { sources: vec![(name, text.as_str().into())], text, parts }
    }

    /// Returns the source map of the program, for a file with this path.
    pub(crate) fn map(&self, path: &Path) -> Value {
        self.version_3(&self.text, &self.segments(), None, path)
    }

    /// Returns the source map of the minified program, which is in a file if it has a name.
    pub(crate) fn minified_map(&self, minified: &Minified, output: Option<&Path>, path: &Path) -> Value {
        let segments = self.minified_segments(minified);
        self.version_3(&minified.text, &segments, output, path)
    }

    fn version_3(&self, text: &str, segments: &[Segment], output: Option<&Path>, path: &Path) -> Value {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = identity(folder);
        let relative = |name: &str| relative(&folder, Path::new(name));
        let sources: Vec<String> = self.sources.iter().map(|(name, _)| relative(name)).collect();
        let contents: Vec<&str> = self.sources.iter().map(|(_, text)| &**text).collect();
        let mut names = Names::default();
        let mappings = self.mappings(text, segments, &mut names);
        let mut map = json!({
            "version": 3,
            "sources": sources,
            "sourcesContent": contents,
            "names": names.all,
            "mappings": mappings,
        });
        if let Some(output) = output {
            map["file"] = relative(&output.to_string_lossy()).into();
        }
        map
    }

    /// The places of the program from which on its origin is at a different distance.
    fn segments(&self) -> Vec<Segment<'_>> {
        let mut segments = Vec::new();
        let mut end = 0;
        for part in &self.parts {
            if part.span.lo > end {
                // What no file has must not seem to come from the part before it.
                segments.push(Segment { at: end, origin: None, name: None });
            }
            end = part.span.hi;
            let text = part.span.text(&self.text);
            let breaks = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
            for start in std::iter::once(0).chain(breaks.filter(|at| *at < text.len() as u32)) {
                let at = part.span.lo + start;
                segments.push(Segment { at, origin: Some(origin_of(part, at)), name: None });
            }
        }
        segments
    }

    /// The tokens of the minified program. A name is the one in the file, which may differ from the name in the assembled program.
    fn minified_segments(&self, minified: &Minified) -> Vec<Segment<'_>> {
        let segment = |origin: &wgsl_format::Origin| {
            let index = self.parts.partition_point(|part| part.span.lo <= origin.source).checked_sub(1);
            let part = index.map(|index| &self.parts[index]).filter(|part| origin.source < part.span.hi);
            let name = origin.name.zip(part).and_then(|(name, part)| {
                if part.is_copy {
                    return Some(name.text(&self.text));
                }
                // The linker has renamed it.
                Some(part.origin.text(&self.sources[part.source].1)).filter(|name| is_path(name))
            });
            Segment { at: origin.at, origin: part.map(|part| origin_of(part, origin.source)), name }
        };
        minified.origins.iter().map(segment).collect()
    }

    fn mappings<'a>(&self, text: &str, segments: &[Segment<'a>], names: &mut Names<'a>) -> String {
        let mut sources: Vec<Lines<'_>> = self.sources.iter().map(|(_, text)| Lines::new(text)).collect();
        let mut lines = Lines::new(text);
        let mut writer = Writer::default();
        for segment in segments {
            let origin =
                segment.origin.map(|(source, offset)| (source as u32, sources[source].position(offset)));
            let name = segment.name.map(|name| names.number(name));
            writer.segment(lines.position(segment.at), origin, name);
        }
        writer.text
    }
}

/// The file and the offset in it that a place of a part comes from.
fn origin_of(part: &Part, at: u32) -> (usize, u32) {
    (part.source, part.origin.lo + if part.is_copy { at - part.span.lo } else { 0 })
}

/// A place of a program, and the file and the offset that it comes from, as the rest of the program does until the next segment.
#[derive(Clone, Copy, Debug)]
struct Segment<'a> {
    at: u32,
    origin: Option<(usize, u32)>,
    /// The name in the file, if the program has a different one.
    name: Option<&'a str>,
}

/// The names of a map, with their numbers.
#[derive(Default)]
struct Names<'a> {
    all: Vec<&'a str>,
    numbers: HashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    fn number(&mut self, name: &'a str) -> u32 {
        *self.numbers.entry(name).or_insert_with(|| {
            self.all.push(name);
            self.all.len() as u32 - 1
        })
    }
}

/// Returns true if a text is a name or a path of names.
fn is_path(text: &str) -> bool {
    text.chars().all(|character| character == ':' || character == '_' || character.is_alphanumeric())
}

/// The path of a file, relative to a directory. Names of other inputs, such as the standard input, stay as they are.
fn relative(folder: &str, file: &Path) -> String {
    let whole = identity(file);
    let (from, to): (Vec<&str>, Vec<&str>) = (folder.split('/').collect(), whole.split('/').collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    // On Windows, nothing is relative to a different drive.
    if !file.exists() || common == 0 {
        return file.to_string_lossy().into_owned();
    }
    let above = from[common..].iter().filter(|it| !it.is_empty()).map(|_| "..");
    above.chain(to[common..].iter().copied()).collect::<Vec<_>>().join("/")
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
    name: u32,
}

impl Writer {
    fn segment(&mut self, (line, column): Position, origin: Option<(u32, Position)>, name: Option<u32>) {
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
            if let Some(name) = name {
                self.difference(self.name, name);
                self.name = name;
            }
        }
    }

    fn difference(&mut self, from: u32, to: u32) {
        append_vlq(i64::from(to) - i64::from(from), &mut self.text);
    }
}

/// Appends a number: in base 64 with five bits a digit, the lowest first. The lowest bit of the first digit is the sign.
fn append_vlq(number: i64, output: &mut String) {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
    loop {
        let digit = rest & 31;
        rest >>= 5;
        let continues = if rest > 0 { 32 } else { 0 };
        output.push(char::from(DIGITS[(digit | continues) as usize]));
        if rest == 0 {
            return;
        }
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
        let mappings = expanded.mappings(&expanded.text, &expanded.segments(), &mut Names::default());
        assert_eq!(mappings, "AACA;AACA,E,CCFC");
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
            let mappings = || expanded.mappings(&expanded.text, &expanded.segments(), &mut Names::default());
            steps::of(|| drop(mappings()))
        };
        let (few, many) = (cost(1000), cost(2000));
        assert!(few > 0 && 2 * many < 5 * few, "{few} steps become {many}");
    }
}
