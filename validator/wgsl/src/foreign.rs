//! Hints for people who know another shading language.

use crate::diagnostic::{Applicability, Diagnostic};
use shader_source::Span;
use wgsl_spec::Instead;

/// The longest call that is rewritten, in bytes: calls nest, and each is searched for its end.
const LONGEST_CALL: usize = 1000;

/// Says what a program has in place of a name of another language. `text` is the source, `sampler` its only sampler.
pub(crate) fn in_place_of(
    diagnostic: Diagnostic,
    name: Span,
    instead: Instead,
    text: &str,
    sampler: Option<&str>,
) -> Diagnostic {
    match instead {
        Instead::Words(words) => diagnostic.suggest(
            format!("write `{words}`"),
            vec![(name, words.to_owned())],
            Applicability::Safe,
        ),
        Instead::Form(note, form) => {
            let diagnostic = diagnostic.note(note);
            let rewritten = form.and_then(|form| {
                let (arguments, length) = arguments(&text[name.hi as usize..])?;
                let place = Span::new(name.lo, name.hi + length as u32);
                // `texture(t, s, uv)` passes the sampler that the form has to find: only the name differs.
                let takes = |count: usize| form.contains(&format!("${count}"));
                let passes_sampler =
                    form.contains("$sampler") && takes(arguments.len() - 1) && !takes(arguments.len());
                if let Some((function, _)) = form.split_once('(').filter(|_| passes_sampler) {
                    return Some((format!("write `{function}`"), vec![(name, function.to_owned())]));
                }
                let call = filled(form, &arguments, sampler)?;
                let edits = around(form, &arguments, text, place);
                Some((format!("write `{call}`"), edits.unwrap_or_else(|| vec![(place, call)])))
            });
            match rewritten {
                Some((words, edits)) => diagnostic.suggest(words, edits, Applicability::Unsafe),
                None => diagnostic,
            }
        }
    }
}

/// The edits between the arguments of a call that make it the form, so that the arguments stay what they are. `None` if the form has them in a
/// different order, or more than once.
fn around(form: &str, arguments: &[&str], text: &str, place: Span) -> Option<Vec<(Span, String)>> {
    let (mut edits, mut rest, mut start) = (Vec::new(), form.to_owned(), place.lo);
    for (index, argument) in arguments.iter().enumerate() {
        let name = format!("${}", index + 1);
        if is_singular(argument) {
            rest = rest.replace(&format!("({name})"), &name);
        }
        let (before, behind) = rest.split_once(&name)?;
        let at = (argument.as_ptr().addr() - text.as_ptr().addr()) as u32;
        if before.contains('$') {
            return None;
        }
        edits.push((Span::new(start, at), before.to_owned()));
        start = at + argument.len() as u32;
        rest = behind.to_owned();
    }
    edits.push((Span::new(start, place.hi), rest.clone()));
    (!rest.contains('$')).then_some(edits)
}

/// The arguments of a call whose `(` comes next, and the length up to its end.
fn arguments(text: &str) -> Option<(Vec<&str>, usize)> {
    let inside = text.strip_prefix('(')?;
    let (mut depth, mut begin, mut arguments) = (0_u32, 0, Vec::new());
    for (at, character) in inside.char_indices().take(LONGEST_CALL) {
        match character {
            '(' | '[' => depth += 1,
            ')' if depth == 0 => {
                arguments.push(inside[begin..at].trim());
                return Some((arguments, at + 2));
            }
            ')' | ']' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                arguments.push(inside[begin..at].trim());
                begin = at + 1;
            }
            // Comments may hold brackets.
            '{' | ';' => return None,
            '/' if inside[at + 1..].starts_with(['/', '*']) => return None,
            _ => {}
        }
    }
    None
}

/// The form with all these arguments in it; `None` if it needs others. An argument that needs no parentheses gets none.
fn filled(form: &str, arguments: &[&str], sampler: Option<&str>) -> Option<String> {
    let mut filled = form.to_owned();
    if form.contains("$sampler") {
        filled = filled.replace("$sampler", sampler?);
    }
    for (index, argument) in arguments.iter().enumerate() {
        let place = format!("${}", index + 1);
        if argument.is_empty() || !form.contains(&place) {
            return None;
        }
        if is_singular(argument) {
            filled = filled.replace(&format!("({place})"), argument);
        }
        filled = filled.replace(&place, argument);
    }
    (!form.contains(&format!("${}", arguments.len() + 1))).then_some(filled)
}

/// Returns true if an expression is a name or number with members, indices and arguments behind it: no operator stands outside of brackets.
fn is_singular(expression: &str) -> bool {
    let mut depth = 0_u32;
    !expression.starts_with('(')
        && expression.chars().all(|it| {
            depth += u32::from(matches!(it, '(' | '['));
            let is_inside = depth > 0;
            depth -= u32::from(is_inside && matches!(it, ')' | ']'));
            is_inside || it.is_alphanumeric() || matches!(it, '_' | '.')
        })
}

/// The most selections in one that are rewritten together: each is searched for its parts.
const MOST_SELECTIONS: u32 = 4;

/// The `select` that takes the place of `condition ? value : other` with this `?`, and the place.
pub(crate) fn selection(text: &str, question: usize) -> Option<(Span, String)> {
    selection_in(text, question, MOST_SELECTIONS)
}

fn selection_in(text: &str, question: usize, most: u32) -> Option<(Span, String)> {
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let condition = text[condition_start(text, question)?..question].trim();
    let behind_return = condition.strip_prefix("return").filter(|rest| !rest.starts_with(is_word));
    let condition = behind_return.unwrap_or(condition).trim_start();
    let (colon, end) = colon_and_end(text, question + 1)?;
    let (value, other) = (text[question + 1..colon].trim(), text[colon + 1..end].trim());
    if [condition, value, other].contains(&"") {
        return None;
    }
    // `a ? b : c ? d : e`
    let other = match other.find('?') {
        Some(inner) => {
            let (place, call) = selection_in(other, inner, most.checked_sub(1)?)?;
            let is_whole = place.lo == 0 && place.hi as usize == other.len();
            if is_whole { call } else { return None }
        }
        None => other.to_owned(),
    };
    let start = condition.as_ptr().addr() - text.as_ptr().addr();
    let gap = if text[..start].ends_with(is_word) { " " } else { "" };
    let call = format!("{gap}select({other}, {value}, {condition})");
    Some((Span::new(start as u32, end as u32), call))
}

/// The place behind the `=`, comma, semicolon or open bracket before this one. `None` where there is a comment, which may hold them.
fn condition_start(text: &str, question: usize) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, character) in text[..question].char_indices().rev().take(LONGEST_CALL) {
        let behind = &text[at + character.len_utf8()..];
        let is_assignment = || !text[..at].ends_with(['=', '<', '>', '!']) && !behind.starts_with('=');
        match character {
            ')' | ']' => depth += 1,
            '(' | '[' if depth > 0 => depth -= 1,
            '(' | '[' | ',' | '{' | '}' | ';' | ':' | '?' if depth == 0 => return Some(at + 1),
            '=' if depth == 0 && is_assignment() => return Some(at + 1),
            '\n' if depth == 0 && ends_in_comment(&text[..at]) => return Some(at + 1),
            '/' if behind.starts_with(['/', '*']) => return None,
            _ => {}
        }
    }
    (question < LONGEST_CALL).then_some(0)
}

/// Returns true if the last line of a text is or ends in a comment.
fn ends_in_comment(text: &str) -> bool {
    let line = text.bytes().rev().take(LONGEST_CALL).position(|byte| byte == b'\n');
    text[text.len() - line.unwrap_or(0)..].contains("//")
}

/// The call of a function that samples with an explicit level, for the call of `textureSample` whose name starts this place.
pub(crate) fn explicit_level(text: &str, place: Span) -> Option<(String, Vec<(Span, String)>)> {
    let name = "textureSample";
    let end = place.lo + name.len() as u32;
    let behind = text.get(place.lo as usize..)?.strip_prefix(name)?;
    let (arguments, length) = arguments(behind)?;
    // A fourth argument may be an offset, which comes after the level: then the types don't fit.
    let closer = end + length as u32 - 1;
    let edits =
        vec![(Span::new(end, end), "Level".to_owned()), (Span::new(closer, closer), ", 0.0".to_owned())];
    (arguments.len() >= 3).then(|| ("sample with an explicit level".to_owned(), edits))
}

/// The places of the `:` and of the end of the expression behind it. `None` where another `?` comes first: that one is rewritten first.
fn colon_and_end(text: &str, start: usize) -> Option<(usize, usize)> {
    let (mut depth, mut colon) = (0_u32, None);
    for (at, character) in text[start..].char_indices().take(LONGEST_CALL) {
        let at = start + at;
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            '?' if depth == 0 && colon.is_none() => return None,
            ':' if depth == 0 && colon.is_none() => colon = Some(at),
            ')' | ']' | ',' | ';' | '}' if depth == 0 => return Some((colon?, at)),
            '{' => return None,
            '/' if text[at + 1..].starts_with(['/', '*']) => return None,
            _ => {}
        }
    }
    let is_whole = text.len() - start < LONGEST_CALL;
    colon.filter(|_| is_whole).map(|colon| (colon, text.len()))
}

/// The name of a type for one that may be of another language. Vectors and matrices without a list of parameters are of `f32`.
pub(crate) fn type_of(name: &str) -> String {
    match (Instead::of(name), name.as_bytes()) {
        (Some(Instead::Words(words)), _) => words.to_owned(),
        (_, [b'v', b'e', b'c', b'2'..=b'4'] | [b'm', b'a', b't', b'2'..=b'4', b'x', b'2'..=b'4']) => {
            format!("{name}f")
        }
        _ => name.to_owned(),
    }
}
