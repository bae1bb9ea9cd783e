//! Detects texts that are incomplete programs on purpose: excerpts in documents, and pieces that a host or a tool
//! completes.

use shader_source::Code;
use shader_source::diagnostic::{Diagnostic, Severity};
use std::collections::BTreeSet;
use wgsl_modules::has_entry_point;
use wgsl_spec::Edition;
use wgsl_spec::codes;
use wgsl_spec::rules::SCOPE_UNRESOLVED;
use wgsl_validator::lex::{block_comment_end, line_comment_end};
use wgsl_validator::parse;

/// The number of unknown names that make a text a part. One alone is rather a mistake.
const FEWEST_NAMES: usize = 2;
/// The number of names that a message lists.
const MOST_NAMES: usize = 3;
/// The words that begin a declaration or directive, after its attributes.
const DECLARATIONS: [&str; 10] =
    ["fn", "struct", "const", "var", "override", "alias", "const_assert", "enable", "requires", "diagnostic"];

/// Returns the reason why a text without entry point can't be checked on its own, as the end of a sentence: all
/// that is wrong with it are names that it does not declare, and none of them is like a name that is known.
#[must_use]
pub fn unknown_names(text: &str, diagnostics: &[Diagnostic], edition: Edition) -> Option<String> {
    let names = only_unknown(text, diagnostics)?;
    if names.len() < FEWEST_NAMES || has_entry_point(text, edition) {
        return None;
    }
    Some(format!("it has no entry point and does not declare {}", listed(&names)?))
}

/// The first names, and how many more there are; `None` if there is none.
fn listed(names: &BTreeSet<&str>) -> Option<String> {
    let listed: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more names") } else { String::new() };
    (!names.is_empty()).then(|| format!("{}{more}", listed.join(", ")))
}

/// The unknown names, if there is no other error, and none of them is like a name that is known.
fn only_unknown<'a>(text: &'a str, diagnostics: &[Diagnostic]) -> Option<BTreeSet<&'a str>> {
    let is_plain = |found: &Diagnostic| {
        let is_unknown = found.rule == SCOPE_UNRESOLVED;
        is_unknown && found.suggestion.is_none() && found.notes.is_empty() && found.labels.is_empty()
    };
    let mut errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    errors.try_fold(BTreeSet::new(), |mut names, found| {
        names.insert(found.primary.span.text(text));
        is_plain(found).then_some(names)
    })
}

/// Returns true if a text is a piece of a module rather than a module: statements, an expression, members.
pub(crate) fn is_piece(text: &str, edition: Edition) -> bool {
    let has_mistakes = || !parse(text, edition).1.is_empty();
    // Constants and variables may be declared in a function as well.
    let may_be_body = || parse(&in_function(text), edition).1.is_empty();
    !has_entry_point(text, edition) && (may_be_body() || (!begins_with_declaration(text) && has_mistakes()))
}

/// Returns a function whose body is this text.
fn in_function(text: &str) -> String {
    format!("fn body() {{\n{text}\n}}")
}

/// Returns true if the first word after comments and attributes begins a declaration.
fn begins_with_declaration(text: &str) -> bool {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix("//") {
            rest = comment.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map_or("", |(_, rest)| rest);
        } else if let Some(attribute) = rest.strip_prefix('@') {
            rest = without_arguments(attribute.trim_start().trim_start_matches(is_of_word));
        } else {
            break;
        }
    }
    let word = &rest[..rest.find(|it| !is_of_word(it)).unwrap_or(rest.len())];
    DECLARATIONS.contains(&word) || rest.starts_with(';')
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Strips the parenthesized arguments that a text may begin with.
fn without_arguments(text: &str) -> &str {
    let start = text.trim_start();
    if !start.starts_with('(') {
        return text;
    }
    let mut depth = 0_usize;
    let end = start.char_indices().find(|(_, character)| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or("", |(at, _)| &start[at + 1..])
}

/// Returns the reason why a text to which the host may add declarations can't be checked without them, as the end of a sentence: each error may be
/// explained by what is added.
pub(crate) fn lacks_declarations(text: &str, diagnostics: &[Diagnostic]) -> Option<String> {
    let errors = || diagnostics.iter().filter(|found| found.severity == Severity::Error);
    if !errors().all(is_explained) {
        return None;
    }
    let names = errors().filter(|found| found.rule == SCOPE_UNRESOLVED);
    let names: BTreeSet<&str> = names.map(|found| found.primary.span.text(text)).collect();
    Some(match listed(&names) {
        Some(listed) => format!("it does not declare {listed}"),
        None => "it needs declarations, bindings or directives that it does not have".to_owned(),
    })
}

/// Returns the reason why a text is written for a tool that makes WGSL of it, as the end of a sentence: it has a `#`, or a line at module scope that no
/// declaration begins with.
pub(crate) fn is_for_tool(text: &str, diagnostics: &[Diagnostic]) -> Option<String> {
    let mut errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let found = errors.find(|found| {
        let at = found.primary.span.lo as usize;
        let depth = || text[..at].matches('{').count().saturating_sub(text[..at].matches('}').count());
        let code = found.rule.code;
        let is_sign = code == Some(codes::LEX_UNKNOWN_CHARACTER);
        let is_word = [codes::PARSE_EXPECTED_DECLARATION, codes::LEX_RESERVED_WORD].map(Some).contains(&code);
        (is_sign && text[at..].starts_with('#')) || (is_word && depth() == 0)
    })?;
    let at = found.primary.span.lo as usize;
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default().trim();
    Some(format!("it is for a tool, because `{line}` is not WGSL"))
}

/// Returns true if declarations and directives that are added to a text may explain a diagnostic. An undeclared
/// name may be like a known one, as `halve` is like `half`, and still be declared elsewhere.
pub(crate) fn is_explained(found: &Diagnostic) -> bool {
    const EXPLAINED: [&Code; 3] =
        [codes::RESOLVE_EXTENSION_NOT_ENABLED, codes::RESOLVE_NOT_A_VALUE, codes::INTERFACE_MISSING_BINDING];
    found.rule == SCOPE_UNRESOLVED || found.rule.code.is_some_and(|code| EXPLAINED.contains(&code))
}

/// Returns a text of the same length with blanks instead of comments.
fn without_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = String::with_capacity(text.len());
    let (mut done, mut at) = (0, 0);
    while let Some(slash) = bytes[at..].iter().position(|byte| *byte == b'/').map(|offset| at + offset) {
        let end = match bytes[slash..] {
            [b'/', b'/', ..] => line_comment_end(bytes, slash, Edition::Current),
            [b'/', b'*', ..] => block_comment_end(bytes, slash).unwrap_or(bytes.len()),
            _ => {
                at = slash + 1;
                continue;
            }
        };
        code.push_str(&text[done..slash]);
        code.extend(std::iter::repeat_n(' ', end - slash));
        (done, at) = (end, end);
    }
    code.push_str(&text[done..]);
    code
}

/// Returns the first placeholder outside of comments that only the host's own tools know: `__NAME__`, `{NAME}`, or `auto` as the number of a
/// binding. All are invalid in WGSL.
pub(crate) fn placeholder(text: &str) -> Option<String> {
    placeholder_in(&without_comments(text)).map(ToOwned::to_owned)
}

fn placeholder_in(text: &str) -> Option<&str> {
    const AUTO: &str = "@binding(auto)";
    let automatic = text.find(AUTO).map(|at| &text[at..at + AUTO.len()]);
    let in_braces = || {
        text.match_indices('{').find_map(|(at, _)| {
            let length = text[at + 1..].find(|it| !is_of_word(it)).filter(|length| *length > 0)?;
            text.get(at..at + length + 2).filter(|it| it.ends_with('}'))
        })
    };
    automatic.or_else(in_braces).or_else(|| {
        let mut words = text.split(|it| !is_of_word(it)).filter(|word| word.starts_with("__"));
        words.find(|word| word[2..].contains("__"))
    })
}

/// Returns true if a block of a document shows only a part of its program: it needs names of other blocks, has an
/// ellipsis, ends early, or is a change with `+`, `-` or `*` before its lines. Without an entry point it may also
/// be statements, or heads of functions.
pub(crate) fn is_shown_in_part(text: &str, diagnostics: &[Diagnostic], edition: Edition) -> bool {
    let errors = || diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let is_changed = |line: &str| line.starts_with(['+', '-', '*']);
    if errors().all(|found| found.rule == SCOPE_UNRESOLVED)
        || has_ellipsis(text)
        || text.lines().any(is_changed)
    {
        return true;
    }
    let has_mistakes = !parse(text, edition).1.is_empty();
    if has_entry_point(text, edition) {
        let code = without_comments(text);
        let end = code.trim_end().len() as u32;
        // A mistake before the last bracket is also found at the end, but then all brackets are closed.
        let is_open =
            !code.trim_end().ends_with('}') || code.matches('{').count() > code.matches('}').count();
        return has_mistakes && is_open && errors().any(|found| found.primary.span.hi >= end);
    }
    has_mistakes || parse(&in_function(text), edition).1.is_empty()
}

/// Returns true if there is an ellipsis, in a comment or not: authors write both.
fn has_ellipsis(text: &str) -> bool {
    text.contains("...") || text.contains('\u{2026}')
}
