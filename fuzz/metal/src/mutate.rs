//! Changes of the tokens of a program: most mutants break one rule, and some are valid in an unusual way.

use core::ops::Range;
use wgsl_fuzz::choices::Choices;

/// Tokens that may stand for each other, by kind. A token that belongs to a row mostly gives way to a different one of its row.
const ROWS: [&[&str]; 9] = [
    &["int", "uint", "float", "bool", "char", "uchar", "short", "ushort", "long", "ulong", "void", "auto"],
    &["const", "constexpr", "static", "inline", "explicit", "volatile", "mutable", "friend", "typedef"],
    &["public", "private", "protected"],
    &["struct", "class", "union", "enum", "namespace", "typename"],
    &["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||", "==", "!=", "<", ">", "<=", ">=", ","],
    &["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="],
    &["++", "--", "!", "~", "-", "*", "&", "&&"],
    &[".", "->", "::"],
    &["break", "continue", "return", "if", "while", "for", "switch", "do", "else", "case", "default"],
];

/// Signs of more than one character, longer ones first.
const SIGNS: [&str; 23] = [
    "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=",
];

/// Words that always stay: where an address space is missing, only Metal has a rule.
const SPACES: [&str; 3] = ["thread", "constant", "device"];

/// Returns a program with one change, or `None` if the choices leave it as it is.
pub fn mutate(text: &str, choices: &mut Choices<'_>) -> Option<String> {
    let tokens = tokens(text);
    let at = choices.below(tokens.len().max(1));
    let chosen = tokens.get(at)?.clone();
    let own = &text[chosen.clone()];
    if SPACES.contains(&own) {
        return None;
    }
    let put = match choices.below(8) {
        0 => String::new(),
        1 => format!("{own} {own}"),
        2 => {
            let next = tokens.get(at + 1)?.clone();
            if SPACES.contains(&&text[next.clone()]) {
                return None;
            }
            let swapped = format!("{} {own}", &text[next.clone()]);
            return Some([&text[..chosen.start], &swapped, &text[next.end..]].concat());
        }
        3 => {
            let row = choices.pick(&ROWS)?;
            format!("{} {own}", choices.pick(row)?)
        }
        4 => {
            let other = choices.pick(&tokens)?.clone();
            text[other].to_owned()
        }
        _ => like(own, text, &tokens, choices)?,
    };
    if SPACES.iter().any(|space| put.contains(space)) {
        return None;
    }
    let mutant = [&text[..chosen.start], &put, &text[chosen.end..]].concat();
    (mutant != text).then_some(mutant)
}

/// Returns a different token of the kind of this one: of its row, or a word for a word, a number for a number of the program.
fn like(own: &str, text: &str, tokens: &[Range<usize>], choices: &mut Choices<'_>) -> Option<String> {
    let rows: Vec<&&[&str]> = ROWS.iter().filter(|row| row.contains(&own)).collect();
    if let Some(row) = choices.pick(&rows) {
        return choices.pick(row).map(|it| (*it).to_owned());
    }
    let kind =
        |token: &str| token.chars().next().map(|it| (it.is_alphabetic() || it == '_', it.is_ascii_digit()));
    let alike = tokens.iter().map(|it| &text[it.clone()]).filter(|it| kind(it) == kind(own) && *it != own);
    let alike: Vec<&str> = alike.collect();
    choices.pick(&alike).map(|it| (*it).to_owned())
}

/// Returns the places of the tokens of a program: words, numbers, literals and signs.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |it: char| it.is_alphanumeric() || it == '_';
        let length = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            rest.find(|it: char| !is_word(it) && it != '.').unwrap_or(rest.len())
        } else if is_word(first) {
            rest.find(|it: char| !is_word(it)).unwrap_or(rest.len())
        } else if matches!(first, '\'' | '"') {
            rest[1..].find(first).map_or(1, |it| it + 2)
        } else {
            SIGNS.iter().find(|it| rest.starts_with(**it)).map_or(first.len_utf8(), |it| it.len())
        };
        tokens.push(at..at + length);
        at += length;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::{mutate, tokens};
    use wgsl_fuzz::choices::{Choices, bytes_of};

    #[test]
    fn tokens_are_words_numbers_literals_and_signs() {
        let text = "a_1+=1.5f>>'b'::\u{e9};";
        let found: Vec<&str> = tokens(text).into_iter().map(|it| &text[it]).collect();
        assert_eq!(found, ["a_1", "+=", "1.5f", ">>", "'b'", "::", "\u{e9}", ";"]);
    }

    #[test]
    fn mutants_differ_and_keep_address_spaces() {
        let text = "int f(thread int& a) { return a + 1; }";
        let mutants = (0..4000).filter_map(|seed| mutate(text, &mut Choices::new(&bytes_of(seed, 32))));
        let mutants: Vec<String> = mutants.collect();
        assert!(mutants.len() > 2000);
        assert!(mutants.iter().all(|it| it != text && it.contains("thread")), "{mutants:?}");
        assert!(mutants.iter().any(|it| it == "int f(thread int& a) { return a * 1; }"), "{mutants:?}");
    }
}
