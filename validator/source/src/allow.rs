//! Comments that ignore warnings and faults: `// wgsl-check: allow(resolve/proposed-extension)` and `// wgsl-check: allow-file(…)`.
//!
//! Specifications give comments no meaning, so the acceptance of a program does not depend on them: they ignore warnings and infos, and the faults that an
//! execution finds, never errors. A language says where its comments are, and which codes it has.

use crate::diagnostic::{Diagnostic, Severity};
use crate::suggest::Suggestions;
use crate::{Inventory, LineIndex, Rule, Span};
use std::collections::HashMap;

/// The word that such comments begin with.
pub const MARKER: &str = "wgsl-check:";

/// A mistake in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// The place, in the comment.
    pub span: Span,
    /// The kind of mistake.
    pub kind: ComplaintKind,
}

/// The kind of mistake in a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ComplaintKind {
    /// It begins as one that ignores warnings, and is something else.
    Malformed,
    /// There is no code of this name.
    UnknownCode {
        /// A code that may be meant.
        nearest: Option<&'static str>,
    },
    /// No warning with this code was reported here.
    Needless,
}

/// The codes of a language.
#[derive(Clone, Copy, Debug)]
pub struct Codes {
    /// The codes of its specification.
    pub inventory: &'static Inventory,
    /// Rules whose diagnostics appear on request only.
    pub lints: &'static [&'static Rule],
}

/// The kinds of faults that executions find. Whether a comment with one of these names is of use shows only in an execution.
pub const FAULTS: [&str; 16] = [
    "out-of-bounds",
    "data-race",
    "unordered-atomics",
    "uninitialized-read",
    "non-uniform-barrier",
    "non-uniform-operation",
    "inactive-invocation",
    "integer-overflow",
    "division-by-zero",
    "shift-too-far",
    "conversion-out-of-range",
    "indeterminate-float",
    "unbounded-error",
    "undefined-operands",
    "unbounded-loop",
    "schedule-dependent",
];

/// A code that a comment ignores in a part of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// The code.
    pub code: String,
    /// The line, or the whole file.
    pub span: Span,
}

/// The codes that the comments of a source ignore, and where. Places in the source begin at `start`.
pub fn allowances(source: &str, start: u32, comments: impl FnOnce(&str) -> Vec<Span>) -> Vec<Allowance> {
    if !source.contains(MARKER) {
        return Vec::new();
    }
    let lines = LineIndex::new(source);
    let (allowed, _) = read(source, comments(source), &lines);
    let allowance = |Allowed { code, line, .. }: Allowed<'_>| {
        let span = line.map_or(Span::new(0, source.len() as u32), |line| lines.line(line));
        Allowance { code: code.to_owned(), span: Span::new(start + span.lo, start + span.hi) }
    };
    allowed.into_iter().map(allowance).collect()
}

/// A code that a comment names.
struct Allowed<'a> {
    code: &'a str,
    /// The place of the name.
    span: Span,
    /// The line where warnings of the code are ignored; `None` is the whole file.
    line: Option<u32>,
}

/// Leaves out the warnings that the comments of a source ignore, and returns the mistakes in these comments. Places in the
/// source begin at `start`. A comment is called needless only in a program without errors, whose warnings are all known.
///
/// Costs a search for one word if the source has no such comment.
pub fn leave_out_allowed(
    source: &str,
    comments: impl FnOnce(&str) -> Vec<Span>,
    codes: Codes,
    start: u32,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Complaint> {
    if !source.contains(MARKER) {
        return Vec::new();
    }
    let lines = LineIndex::new(source);
    let (allowed, mut complaints) = read(source, comments(source), &lines);
    let by_code_and_line: HashMap<_, _> =
        allowed.iter().enumerate().rev().map(|(index, it)| ((it.code, it.line), index)).collect();
    let mut is_used = vec![false; allowed.len()];
    diagnostics.retain(|found| {
        let place = found.primary.span.lo.checked_sub(start).filter(|place| *place as usize <= source.len());
        let Some(place) = place.filter(|_| found.severity != Severity::Error) else { return true };
        let code = found.rule.slug();
        let line = Some(lines.position(place).line);
        let ways = [line, None].map(|line| by_code_and_line.get(&(code, line)));
        ways.iter().flatten().for_each(|index| is_used[**index] = true);
        ways == [None, None]
    });
    let is_accepted = diagnostics.iter().all(|found| found.severity != Severity::Error);
    let mut suggestions = Suggestions::default();
    let unused = allowed.iter().zip(is_used).filter(|(_, is_used)| !is_used);
    complaints.extend(unused.filter_map(|(allowed, _)| {
        let on_request = || codes.lints.iter().map(|rule| rule.slug());
        let kind = if codes.inventory.code(allowed.code).is_some() {
            is_accepted.then_some(ComplaintKind::Needless)?
        } else if on_request().any(|code| code == allowed.code) || FAULTS.contains(&allowed.code) {
            // The lint may not have been requested, and the program was not executed.
            return None;
        } else {
            let known = codes.inventory.codes.iter().map(|code| code.slug);
            let nearest = suggestions.nearest_name(allowed.code, known.chain(on_request()).chain(FAULTS));
            ComplaintKind::UnknownCode { nearest }
        };
        Some(Complaint { span: allowed.span, kind })
    }));
    complaints.sort_by_key(|complaint| complaint.span);
    complaints
}

/// The codes that the comments of a source name, and the comments that are malformed.
fn read<'a>(
    source: &'a str,
    comments: Vec<Span>,
    lines: &LineIndex<'_>,
) -> (Vec<Allowed<'a>>, Vec<Complaint>) {
    let subjects = subjects(source, &comments, lines);
    let (mut allowed, mut complaints) = (Vec::new(), Vec::new());
    for (comment, subject) in comments.into_iter().zip(subjects) {
        let text = comment.text(source);
        let content = text.trim_start_matches(['/', '*', '!', ' ', '\t']);
        let Some(instruction) = content.strip_prefix(MARKER) else { continue };
        let span_of = |part: &str| {
            let start = part.as_ptr().addr() - source.as_ptr().addr();
            Span::new(start as u32, (start + part.len()) as u32)
        };
        let instruction = instruction.trim_start();
        if printed(instruction).is_some() {
            continue;
        }
        let Some((list, is_for_file)) = list(instruction) else {
            let word = instruction.split(char::is_whitespace).next().unwrap_or_default();
            let span = if word.is_empty() { comment } else { span_of(word) };
            complaints.push(Complaint { span, kind: ComplaintKind::Malformed });
            continue;
        };
        let line = (!is_for_file).then_some(subject);
        let codes = list.split(',').map(str::trim).filter(|code| !code.is_empty());
        allowed.extend(codes.map(|code| Allowed { code, span: span_of(code), line }));
    }
    (allowed, complaints)
}

/// A comment that shows the value of an expression when the program is executed: `// wgsl-check: print(a + b)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Print<'a> {
    /// The place of the comment.
    pub comment: Span,
    /// The expression.
    pub expression: &'a str,
}

/// The comments of a source that show values, and those whose instruction is not known.
pub fn prints(source: &str, comments: impl FnOnce(&str) -> Vec<Span>) -> (Vec<Print<'_>>, Vec<Span>) {
    if !source.contains(MARKER) {
        return (Vec::new(), Vec::new());
    }
    let (mut prints, mut unknown) = (Vec::new(), Vec::new());
    for comment in comments(source) {
        let content = comment.text(source).trim_start_matches(['/', '*', '!', ' ', '\t']);
        let Some(instruction) = content.strip_prefix(MARKER).map(str::trim_start) else { continue };
        match printed(instruction) {
            Some(expression) => prints.push(Print { comment, expression }),
            None if list(instruction).is_none() => unknown.push(comment),
            None => {}
        }
    }
    (prints, unknown)
}

/// The expression of `print(…)`, up to the last parenthesis.
fn printed(instruction: &str) -> Option<&str> {
    let (expression, _) = instruction.strip_prefix("print(")?.rsplit_once(')')?;
    (!expression.trim().is_empty()).then_some(expression.trim())
}

/// The list in the parentheses of `allow(…)` or `allow-file(…)`, and whether it is the latter. A reason may follow.
fn list(instruction: &str) -> Option<(&str, bool)> {
    let forms = [("allow(", false), ("allow-file(", true)];
    let (rest, is_for_file) =
        forms.iter().find_map(|(word, is_for_file)| Some((instruction.strip_prefix(word)?, *is_for_file)))?;
    let (list, _) = rest.split_once(')')?;
    (!list.trim().is_empty()).then_some((list, is_for_file))
}

/// The line that each comment is about: its own if a token is before it, otherwise the line of the next token.
fn subjects(source: &str, comments: &[Span], lines: &LineIndex<'_>) -> Vec<u32> {
    let mut subjects = Vec::with_capacity(comments.len());
    let mut is_behind_token = false;
    let mut previous_end = 0;
    for comment in comments {
        let start_of_line = comment.lo + 1 - lines.position(comment.lo).column_bytes;
        let before = &source[previous_end.max(start_of_line) as usize..comment.lo as usize];
        is_behind_token = (is_behind_token && start_of_line < previous_end) || !is_blank(before);
        previous_end = comment.hi;
        subjects.push(is_behind_token.then(|| lines.position(comment.lo).line));
    }
    let mut next = source.len() as u32;
    let mut next_comment = next;
    let mut resolved: Vec<u32> = Vec::with_capacity(comments.len());
    for (comment, subject) in comments.iter().zip(subjects).rev() {
        let behind = &source[comment.hi as usize..next_comment as usize];
        if let Some(offset) = behind.find(|c: char| !is_blank_character(c)) {
            next = comment.hi + offset as u32;
        }
        next_comment = comment.lo;
        resolved.push(subject.unwrap_or_else(|| lines.position(next).line));
    }
    resolved.reverse();
    resolved
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_blank_character)
}

/// Returns true for space in any of the languages; WGSL also counts two marks of direction.
fn is_blank_character(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200E}' | '\u{200F}')
}
