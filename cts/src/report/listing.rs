//! Programs with their expected diagnostics, line by line.
//!
//! Results only have the start of a diagnostic. The mark covers the word, number or operator there.

use crate::results::{DiagnosticResults, ProgramResults};
use serde::Serialize;
use shader_source::line_break_length;
use std::fmt::Write;
use wgsl_spec::INVENTORY;

/// A line of a program.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// 1-based.
    pub number: usize,
    /// Its characters, cut at marks.
    pub pieces: Vec<Piece>,
    /// The diagnostics that must be found in it.
    pub notes: Vec<Note>,
}

/// A part of a line.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The characters; invisible ones are replaced by visible ones.
    pub text: String,
    /// The severity of the diagnostic that must be found here.
    pub mark: Option<String>,
}

/// A diagnostic that must be found in a line.
#[derive(Serialize, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// The code.
    pub code: String,
    /// The message; the meaning of the code where the validator did not give one.
    pub message: String,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
}

/// A mark: a 0-based range of a line in UTF-16 code units, the units of scripts.
#[derive(Debug)]
pub(super) struct Mark<'a> {
    /// 0-based.
    pub line: usize,
    /// Its start.
    pub start: usize,
    /// Its end.
    pub end: usize,
    /// The expected diagnostic.
    pub found: &'a DiagnosticResults,
}

/// The lines of a program.
pub(super) fn lines(program: &ProgramResults) -> Vec<Line> {
    let marks = marks(program);
    let texts = split(&program.source);
    let lines = texts.iter().enumerate().map(|(index, text)| {
        let here: Vec<&Mark> = marks.iter().filter(|mark| mark.line == index).collect();
        let notes = here.iter().map(|mark| Note {
            severity: mark.found.severity.clone(),
            code: mark.found.code.clone(),
            message: mark.found.message.clone().unwrap_or_else(|| title(&mark.found.code).to_owned()),
            column: mark.found.column,
        });
        Line { number: index + 1, pieces: pieces(without_marker(text), &here), notes: notes.collect() }
    });
    lines.collect()
}

/// The diagnostics that must be found in a program, with their ranges, in the order of their places.
pub(super) fn marks(program: &ProgramResults) -> Vec<Mark<'_>> {
    let texts = split(&program.source);
    let marks = program.diagnostics.iter().map(|found| {
        let line = (found.line as usize).saturating_sub(1);
        let start = (found.column as usize).saturating_sub(1);
        let units: Vec<u16> = texts.get(line).map(|text| text.encode_utf16().collect()).unwrap_or_default();
        let rest = String::from_utf16_lossy(units.get(start..).unwrap_or_default());
        Mark { line, start, end: start + token(&rest).encode_utf16().count(), found }
    });
    let mut marks: Vec<Mark> = marks.collect();
    marks.sort_by_key(|mark| (mark.line, mark.start));
    marks
}

/// The meaning of a code; empty for an unknown one.
pub(super) fn title(code: &str) -> &'static str {
    INVENTORY.code(code).map_or("", |code| code.title)
}

/// Splits at the line breaks of WGSL. <https://www.w3.org/TR/WGSL/#line-break>
pub(super) fn split(source: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < source.len() {
        let length = line_break_length(&source.as_bytes()[at..]);
        if length > 0 {
            lines.push(&source[start..at]);
            start = at + length;
        }
        at += length.max(1);
    }
    if start < source.len() || lines.is_empty() {
        lines.push(&source[start..]);
    }
    lines
}

/// The line without its marker, whose contents the notes show.
fn without_marker(line: &str) -> &str {
    line.split("//~").next().unwrap_or_default().trim_end()
}

/// The word, number or operator at the beginning.
fn token(text: &str) -> &str {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut characters = text.char_indices();
    let end = match characters.next() {
        None => 0,
        Some((_, first)) if is_word(first) || first == '@' => characters
            .find(|(_, character)| !(is_word(*character) || first.is_ascii_digit() && *character == '.'))
            .map_or(text.len(), |(at, _)| at),
        Some((_, first)) if "+-*/%&|^<>=!".contains(first) => {
            characters.find(|(_, character)| !"+-&|<>=".contains(*character)).map_or(text.len(), |(at, _)| at)
        }
        Some((_, first)) => first.len_utf8(),
    };
    &text[..end]
}

fn pieces(text: &str, marks: &[&Mark]) -> Vec<Piece> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let cut = |from: usize, to: usize| {
        visible(&String::from_utf16_lossy(units.get(from..to.min(units.len())).unwrap_or_default()))
    };
    let mut pieces = Vec::new();
    let mut end = 0;
    for mark in marks {
        if mark.start > end {
            pieces.push(Piece { text: cut(end, mark.start), mark: None });
        }
        if mark.start >= end {
            let marked = cut(mark.start, mark.end);
            // The mark must be visible even at the end of the source.
            let marked = if marked.is_empty() { " ".to_owned() } else { marked };
            pieces.push(Piece { text: marked, mark: Some(mark.found.severity.clone()) });
            end = mark.end;
        }
    }
    if end < units.len() {
        pieces.push(Piece { text: cut(end, units.len()), mark: None });
    }
    pieces
}

/// Makes control characters and direction marks visible.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' => shown.push('\t'),
            '\0'..='\u{1f}' => shown.push(char::from_u32(0x2400 + character as u32).unwrap_or(character)),
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' => {
                let _ = write!(shown, "⟨U+{:04X}⟩", character as u32);
            }
            _ => shown.push(character),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{lines, marks, split, token, visible};
    use crate::results::{DiagnosticResults, ProgramResults};
    use indexmap::IndexMap;

    fn program(source: &str, places: &[(u32, u32)]) -> ProgramResults {
        let diagnostics = places.iter().map(|(line, column)| DiagnosticResults {
            severity: "error".to_owned(),
            code: "type/invalid-condition".to_owned(),
            line: *line,
            column: *column,
            message: None,
        });
        ProgramResults {
            name: "reject-number".to_owned(),
            expected: "reject".to_owned(),
            rules: Vec::new(),
            diagnostics: diagnostics.collect(),
            source: source.to_owned(),
            outcomes: IndexMap::new(),
        }
    }

    #[test]
    fn marks_cover_a_token() {
        for (text, expected) in [
            ("a_1 + b", "a_1"),
            ("1.5e3f;", "1.5e3f"),
            ("@align(3)", "@align"),
            ("<<= 2", "<<="),
            ("-a", "-"),
            ("(a", "("),
            ("Δx;", "Δx"),
            ("", ""),
        ] {
            assert_eq!(token(text), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_cut_at_marks_and_lose_their_markers() {
        let program = program("fn f() {\n  if 1 {} //~ error[type/invalid-condition] @6\n}\n", &[(2, 6)]);
        let lines = lines(&program);
        let texts: Vec<Vec<(&str, bool)>> = lines
            .iter()
            .map(|line| line.pieces.iter().map(|piece| (piece.text.as_str(), piece.mark.is_some())).collect())
            .collect();
        let expected = [
            vec![("fn f() {", false)],
            vec![("  if ", false), ("1", true), (" {}", false)],
            vec![("}", false)],
        ];
        assert_eq!(texts, expected);
        assert_eq!(lines[1].notes[0].code, "type/invalid-condition");
        assert!(!lines[1].notes[0].message.is_empty(), "the code has a meaning");
    }

    #[test]
    fn a_note_has_the_message_of_the_validator() {
        let mut program = program("fn f() {\n  if 1 {}\n}\n", &[(2, 6)]);
        program.diagnostics[0].message = Some("it is 1".to_owned());
        assert_eq!(lines(&program)[1].notes[0].message, "it is 1");
    }

    #[test]
    fn columns_count_utf16_code_units() {
        let program = program("/*😀*/ a;", &[(1, 8)]);
        let mark = &marks(&program)[0];
        assert_eq!((mark.line, mark.start, mark.end), (0, 7, 8));
        assert_eq!(lines(&program)[0].pieces[1].text, "a");
    }

    #[test]
    fn two_marks_at_one_place_and_one_at_the_end_are_shown() {
        let program = program("a b", &[(1, 1), (1, 1), (1, 4)]);
        let lines = lines(&program);
        let texts: Vec<&str> = lines[0].pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(texts, ["a", " b", " "]);
        assert_eq!(lines[0].notes.len(), 3);
    }

    #[test]
    fn lines_end_where_the_language_says() {
        assert_eq!(split("a\r\nb\u{2028}c\rd\u{85}"), ["a", "b", "c", "d"]);
        assert_eq!(split(""), [""]);
    }

    #[test]
    fn what_can_not_be_seen_is_made_visible() {
        assert_eq!(visible("a\0\t\u{202e}"), "a␀\t⟨U+202E⟩");
    }
}
