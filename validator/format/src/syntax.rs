//! Syntax errors, which keep a program from being formatted.
//!
//! Lines for a preprocessor make a program of pieces that need not be WGSL, so that only their brackets are checked. Imports and conditions of WESL are
//! taken out of a program before it is parsed.

use crate::Unformattable;
use crate::expressions::after_attribute;
use crate::gaps::is_condition_mark;
use crate::mask::mask;
use crate::source::Source;
use crate::statements::{after_attributes, is_condition, is_import_word};
use shader_source::diagnostic::{Diagnostic, Severity};
use wgsl_spec::{Edition, codes};
use wgsl_validator::lex::TokenKind as Kind;
use wgsl_validator::parse;

/// Checks the syntax of a source.
///
/// # Errors
/// The syntax errors.
pub(crate) fn check(source: &Source<'_>) -> Result<(), Unformattable> {
    if !source.masked.directives.is_empty() || source.masked.has_placeholders {
        return Ok(());
    }
    let text = without_modules(source);
    let errors = errors(text.as_deref().unwrap_or(source.text));
    if errors.is_empty() { Ok(()) } else { Err(Unformattable::Syntax(errors)) }
}

/// The errors of the parser in a program of WGSL whose brackets don't match: they explain more.
pub(crate) fn explained(text: &str, wrong: Unformattable) -> Unformattable {
    let is_plain = u32::try_from(text.len()).is_ok() && mask(text).text == text;
    let errors = if is_plain { errors(text) } else { Vec::new() };
    if errors.is_empty() { wrong } else { Unformattable::Syntax(errors) }
}

fn errors(text: &str) -> Vec<Diagnostic> {
    let (_, mut errors) = parse(text, Edition::Current);
    errors.retain(|error| error.severity == Severity::Error && is_about_form(error));
    errors
}

/// Returns true if an error leaves open what the parts of a program are. An unknown extension or attribute does not, and other
/// implementations may know it.
fn is_about_form(error: &Diagnostic) -> bool {
    let about_form = [
        codes::LEX_NULL_CHARACTER,
        codes::LEX_BYTE_ORDER_MARK,
        codes::LEX_UNKNOWN_CHARACTER,
        codes::LEX_UNTERMINATED_COMMENT,
        codes::PARSE_EXPECTED_TOKEN,
        codes::PARSE_EXPECTED_EXPRESSION,
        codes::PARSE_EXPECTED_STATEMENT,
        codes::PARSE_EXPECTED_DECLARATION,
        codes::PARSE_NESTING_TOO_DEEP,
    ];
    error.rule.code.is_some_and(|code| about_form.contains(&code))
}

/// The source without imports, paths and conditions of WESL, each of its other bytes at its place; `None` if it has none of them.
fn without_modules(source: &Source<'_>) -> Option<String> {
    let mut text = source.masked.text.clone().into_bytes();
    let mut blank = |first: usize, last: usize| {
        let span = source.tokens[first].span.lo as usize..source.tokens[last].span.hi as usize;
        let is_shown = |byte: &u8| !matches!(byte, b'\n' | b'\r');
        text[span].iter_mut().filter(|byte| is_shown(byte)).for_each(|byte| *byte = b' ');
    };
    let last = source.tokens.len() - 1;
    let (mut at, mut statement) = (0, 0);
    while at < last {
        let is_start = at == statement || is_boundary(source.kind(at - 1));
        if is_condition_mark(source, at) {
            let end = after_attributes(source, at..last);
            let end = if is_condition(source, at..end) { end } else { after_attribute(source, at) };
            blank(at, end - 1);
            if source.kind(end) == Kind::LeftBrace {
                blank(end, end);
                blank(source.partner(end), source.partner(end));
            }
            (at, statement) = (end, end);
        } else if is_start && is_import_word(source, at) {
            let end = (at..last).find(|token| source.kind(*token) == Kind::Semicolon).unwrap_or(last - 1);
            blank(at, end);
            at = end + 1;
        } else {
            at += 1;
        }
    }
    (text != source.text.as_bytes()).then(|| String::from_utf8(text).unwrap_or_default())
}

/// Returns true for the tokens after which a statement or declaration starts.
const fn is_boundary(kind: Kind) -> bool {
    matches!(kind, Kind::Semicolon | Kind::LeftBrace | Kind::RightBrace)
}
