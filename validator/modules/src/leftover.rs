//! Template placeholders, which a different tool must replace before the file is WGSL.

use crate::mapped::{MappedText, Place};
use crate::scan::tokens;
use shader_source::Span;

/// The places that a tool was to replace: `#{…}`, `##…##`, `{{…}}`, `{%…%}`, `${…}`, `<%…%>`, on one line. No program has such a
/// place.
#[must_use]
pub fn leftovers(text: &str) -> Vec<Span> {
    /// The length of such a place, at most.
    const MOST_BYTES: usize = 256;
    const SIGNS: [(&str, &str); 6] =
        [("#{", "}"), ("##", "##"), ("{{", "}}"), ("{%", "%}"), ("${", "}"), ("<%", "%>")];
    let mut found = Vec::new();
    if !SIGNS.iter().any(|(opening, _)| text.contains(opening)) {
        return found;
    }
    let mut end_of_last = 0;
    for token in tokens(text) {
        let rest = &text[token.span.lo as usize..];
        let Some((opening, closing)) = SIGNS.iter().find(|(opening, _)| rest.starts_with(opening)) else {
            continue;
        };
        let end = (0..=rest.len().min(MOST_BYTES)).rev().find(|end| rest.is_char_boundary(*end)).unwrap_or(0);
        let line = rest[..end].split('\n').next().unwrap_or("");
        let Some((inside, _)) = line.get(opening.len()..).and_then(|behind| behind.split_once(closing))
        else {
            continue;
        };
        // `{{ f(); }}` is a block in a block.
        let is_code = inside.contains([';', '{', '}']);
        // `##` between two placeholders of this kind is not one.
        let is_name = *opening != "##" || inside.chars().all(unicode_ident::is_xid_continue);
        if is_code || !is_name || inside.trim().is_empty() || token.span.lo < end_of_last {
            continue;
        }
        let length = opening.len() + inside.len() + closing.len();
        end_of_last = token.span.lo + length as u32;
        found.push(Span::new(token.span.lo, end_of_last));
    }
    found
}

/// The name in `{{NAME}}`.
pub(crate) fn name_in_braces(written: &str) -> Option<String> {
    let name = written.strip_prefix("{{")?.strip_suffix("}}")?.trim();
    let is_name = name.starts_with(|first| first == '_' || unicode_ident::is_xid_start(first))
        && name.chars().all(unicode_ident::is_xid_continue);
    is_name.then(|| name.to_owned())
}

/// Writes a value for each placeholder that has one, given how it is written and its place in a file. Also returns the
/// spans of the placeholders, each with the length of its value.
pub(crate) fn with_values<'v>(
    text: MappedText,
    value: impl Fn(&str, Option<Place>) -> Option<&'v str>,
) -> (MappedText, Vec<(Span, usize)>) {
    let mut replaced = Vec::new();
    if !text.text().contains("{{") {
        return (text, replaced);
    }
    let mut filled = MappedText::default();
    let mut at = 0;
    for span in leftovers(text.text()) {
        let Some(value) = value(span.text(text.text()), text.origin(span)) else { continue };
        filled.copy(&text, Span::new(at, span.lo));
        filled.replace(&text, span, value);
        replaced.push((span, value.len()));
        at = span.hi;
    }
    filled.copy(&text, Span::new(at, text.len()));
    (filled, replaced)
}
