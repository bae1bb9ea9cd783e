//! Changes of the characters of a program, whatever they mean: lexers and parsers must not fail on any.

use super::boundaries::BOUNDARIES;
use crate::choices::{Choices, bytes_of};
use core::ops::Range;
use std::sync::LazyLock;
use wgsl_spec::Symbol;

/// A kind of change of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum TextChange {
    /// A token less.
    RemoveToken,
    /// A token twice.
    DuplicateToken,
    /// Two tokens for each other.
    SwapTokens,
    /// A word of the specification, a sign or a number in the place of a token.
    ReplaceToken,
    /// A word of the specification, a sign or a number before a token.
    InsertToken,
    /// Another bit in a byte.
    FlipBit,
    /// One more byte.
    InsertByte,
    /// A few bytes less.
    RemoveBytes,
    /// A few bytes many times.
    RepeatBytes,
    /// Nothing behind a byte.
    Truncate,
}

impl TextChange {
    /// All kinds of change.
    pub const ALL: [Self; 10] = [
        Self::RemoveToken,
        Self::DuplicateToken,
        Self::SwapTokens,
        Self::ReplaceToken,
        Self::InsertToken,
        Self::FlipBit,
        Self::InsertByte,
        Self::RemoveBytes,
        Self::RepeatBytes,
        Self::Truncate,
    ];
}

/// A changed text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextMutant {
    /// The characters with the change.
    pub text: String,
    /// The kind of change.
    pub change: TextChange,
}

/// The most bytes that are removed or repeated.
const LONGEST_RUN: usize = 16;

/// How often bytes are repeated at most: enough for nesting that a parser must limit.
const MOST_REPETITIONS: usize = 2_000;

/// The bytes of choices for a mutant of a seed.
const CHOICES: usize = 32;

/// Signs, and characters that have a meaning in other languages, in comments or in Unicode.
const SIGNS: [&str; 67] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ",",
    ";",
    ":",
    ".",
    "@",
    "=",
    "->",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "~",
    "!",
    "_",
    "&&",
    "||",
    "==",
    "!=",
    "<=",
    ">=",
    "<<",
    ">>",
    "++",
    "--",
    "+=",
    "-=",
    "*=",
    "/=",
    "%=",
    "&=",
    "|=",
    "^=",
    "<<=",
    ">>=",
    "//",
    "/*",
    "*/",
    "::",
    "#",
    "$",
    "\\",
    "\"",
    "'",
    "?",
    "__",
    "\0",
    "\t",
    "\r",
    "\u{85}",
    "\u{200e}",
    "\u{2028}",
    "\u{feff}",
    "\u{fffd}",
    "\u{301}",
    "\u{10ffff}",
];

/// Everything that a token may give way to.
static DICTIONARY: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let words = (0..Symbol::PREDECLARED as usize).filter_map(|it| Symbol::from_index(it).predeclared_text());
    words.chain(SIGNS).chain(BOUNDARIES).collect()
});

/// The words, signs and numbers of the specification, for a fuzzer that puts them into texts.
#[must_use]
pub fn dictionary() -> &'static [&'static str] {
    &DICTIONARY
}

/// A text with one change by chance; `None` if there is nothing to change, or the choices leave it as it is. Bytes that are no UTF-8
/// become U+FFFD.
#[must_use]
pub fn mutate_text(text: &str, choices: &mut Choices<'_>) -> Option<TextMutant> {
    let change = *choices.pick(&TextChange::ALL)?;
    let text = mutate_text_by(change, text, choices)?;
    Some(TextMutant { text, change })
}

/// The mutant of a seed.
#[must_use]
pub fn text_from_seed(text: &str, seed: u64) -> Option<TextMutant> {
    mutate_text(text, &mut Choices::new(&bytes_of(seed, CHOICES)))
}

/// A text with this kind of change.
pub(super) fn mutate_text_by(change: TextChange, text: &str, choices: &mut Choices<'_>) -> Option<String> {
    let changed = match change {
        TextChange::RemoveToken
        | TextChange::DuplicateToken
        | TextChange::SwapTokens
        | TextChange::ReplaceToken
        | TextChange::InsertToken => change_token(change, text, choices)?,
        TextChange::FlipBit
        | TextChange::InsertByte
        | TextChange::RemoveBytes
        | TextChange::RepeatBytes
        | TextChange::Truncate => {
            let mut bytes = text.as_bytes().to_vec();
            change_bytes(change, &mut bytes, choices)?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    (changed != text).then_some(changed)
}

fn change_token(change: TextChange, text: &str, choices: &mut Choices<'_>) -> Option<String> {
    let tokens = tokens(text);
    let chosen = choices.pick(&tokens)?.clone();
    let own = &text[chosen.clone()];
    let put = match change {
        TextChange::DuplicateToken => format!("{own} {own}"),
        TextChange::SwapTokens => return Some(swapped(text, chosen, choices.pick(&tokens)?.clone())),
        TextChange::ReplaceToken => (*choices.pick(&DICTIONARY)?).to_owned(),
        TextChange::InsertToken => format!("{} {own}", choices.pick(&DICTIONARY)?),
        _ => String::new(),
    };
    let mut text = text.to_owned();
    text.replace_range(chosen, &put);
    Some(text)
}

/// A text with two of its ranges for each other, which are one or do not overlap.
fn swapped(text: &str, one: Range<usize>, other: Range<usize>) -> String {
    let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
    if first == second {
        return text.to_owned();
    }
    [
        &text[..first.start],
        &text[second.clone()],
        &text[first.end..second.start],
        &text[first],
        &text[second.end..],
    ]
    .concat()
}

fn change_bytes(change: TextChange, bytes: &mut Vec<u8>, choices: &mut Choices<'_>) -> Option<()> {
    if change == TextChange::InsertByte {
        bytes.insert(choices.below(bytes.len() + 1), choices.below(256) as u8);
        return Some(());
    }
    let at = choices.below(bytes.len());
    let end = bytes.len().min(at + 1 + choices.below(LONGEST_RUN));
    match change {
        TextChange::FlipBit => *bytes.get_mut(at)? ^= 1 << choices.below(8),
        TextChange::Truncate => bytes.truncate(at),
        TextChange::RepeatBytes => {
            let most = if choices.one_in(8) { MOST_REPETITIONS } else { 8 };
            let again = bytes.get(at..end)?.repeat(1 + choices.below(most));
            bytes.splice(at..at, again);
        }
        _ => drop(bytes.drain(at..end)),
    }
    Some(())
}

/// The places of words, numbers and single signs, in order.
pub(crate) fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens: Vec<Range<usize>> = Vec::new();
    let mut is_in_word = false;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let is_of_word = character.is_alphanumeric() || character == '_';
        match tokens.last_mut() {
            Some(last) if is_in_word && is_of_word => last.end = end,
            _ if character.is_whitespace() => {}
            _ => tokens.push(at..end),
        }
        is_in_word = is_of_word;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::{TextChange, dictionary, mutate_text_by, text_from_seed, tokens};
    use crate::choices::{Choices, bytes_of};
    use wgsl_validator::Validator;

    const FORMS: &str = include_str!("../tree/forms.wgsl");

    #[test]
    fn every_change_of_a_text_happens_and_no_mutant_stops_the_validator() {
        let mut validator = Validator::default();
        for change in TextChange::ALL {
            let mutants = (0..20)
                .filter_map(|seed| mutate_text_by(change, FORMS, &mut Choices::new(&bytes_of(seed, 32))));
            let mutants: Vec<String> = mutants.inspect(|it| drop(validator.diagnose(it))).collect();
            assert!(mutants.len() > 15, "{change:?}: {}", mutants.len());
            assert!(mutants.iter().all(|it| it != FORMS), "{change:?}");
        }
    }

    #[test]
    fn tokens_are_words_numbers_and_signs() {
        let text = "a_1+=\u{e9}t\u{e9}; // 0x1f\n";
        let found: Vec<&str> = tokens(text).into_iter().map(|it| &text[it]).collect();
        assert_eq!(found, ["a_1", "+", "=", "\u{e9}t\u{e9}", ";", "/", "/", "0x1f"]);
    }

    #[test]
    fn a_text_of_a_few_bytes_is_changed_too() {
        for text in ["", "\u{e9}", "a", "\u{10ffff}\u{10ffff}"] {
            let mutants = (0..100).filter_map(|seed| text_from_seed(text, seed)).count();
            assert!(mutants > 5, "{text:?}: {mutants}");
        }
        assert_eq!(text_from_seed(FORMS, 3), text_from_seed(FORMS, 3));
    }

    #[test]
    fn the_dictionary_has_words_signs_and_numbers() {
        for word in ["fn", "textureSample", "rgba8unorm", "NULL", ">>=", "0x1p-149f"] {
            assert!(dictionary().contains(&word), "{word}");
        }
    }
}
