//! Words that one edition reserves and another does not.

use super::edits::Edits;
use super::tokens::Tokens;
use crate::lex::{self, Lexed, TokenKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wgsl_spec::{Edition, Symbol, WordClass, sym};

/// The names that stand outside of attributes, in which they are no identifiers.
fn names<'t>(tokens: &'t Tokens<'_>) -> impl Iterator<Item = (usize, Symbol)> + 't {
    let mut end_of_attribute = 0;
    (0..tokens.len()).filter_map(move |at| {
        if tokens.kind(at) == TokenKind::At {
            end_of_attribute = at + 2;
            if tokens.kind(at + 2) == TokenKind::LeftParen {
                end_of_attribute = tokens.closer(at + 2).unwrap_or(at + 2);
            }
        }
        let is_name = matches!(tokens.kind(at), TokenKind::Identifier | TokenKind::Reserved);
        (is_name && at >= end_of_attribute).then_some(())?;
        Some((at, tokens.symbol(at)?))
    })
}

/// Renames what has a name that the current edition does not allow.
pub(super) fn rename(tokens: &Tokens<'_>, edits: &mut Edits) {
    let mut others: FxHashMap<&str, String> = FxHashMap::default();
    for (at, symbol) in names(tokens) {
        let class = symbol.info(Edition::Current).class;
        let is_word_of_the_grammar = class == WordClass::Keyword && tokens.kind(at) == TokenKind::Reserved;
        if class != WordClass::Identifier && !is_word_of_the_grammar {
            let word = tokens.word(at);
            let other = others.entry(word).or_insert_with(|| longer(tokens.text, word));
            edits.replace(tokens.span(at), other.clone());
        }
    }
}

/// A word with `_` behind, so often that the program does not have it.
fn longer(text: &str, word: &str) -> String {
    let mut name = format!("{word}_");
    while text.contains(&name) {
        name.push('_');
    }
    name
}

/// Names that a program does not have.
pub(super) struct FreshNames<'t> {
    words: BTreeSet<&'t str>,
    given: BTreeSet<String>,
}

impl<'t> FreshNames<'t> {
    pub(super) fn of(tokens: &Tokens<'t>) -> Self {
        Self { words: (0..tokens.len()).map(|at| tokens.word(at)).collect(), given: BTreeSet::new() }
    }

    /// A name with as many `_` after it as make it a new one, each time a different one.
    pub(super) fn fresh(&mut self, mut name: String) -> String {
        while self.words.contains(name.as_str()) || !self.given.insert(name.clone()) {
            name.push('_');
        }
        name
    }
}

/// The program with other words of the same length where the draft has none, so that it can be judged by the draft: names for the words that it
/// reserves, an address space for `push_constant`, and arithmetic for shifts. Programs of 2021 use them, as those of today may.
pub(super) fn as_draft(text: &str) -> String {
    let tokens = Tokens::of(text);
    let mut others: FxHashMap<&str, Option<String>> = FxHashMap::default();
    let mut edits = Edits::default();
    for (at, symbol) in names(&tokens) {
        // The draft has no such address space. Its variables have types as others have.
        if tokens.word(at) == "push_constant" {
            edits.replace(tokens.span(at), "private      ");
            continue;
        }
        if tokens.kind(at) != TokenKind::Reserved || matches!(symbol, sym::CONST | sym::REQUIRES) {
            continue;
        }
        let word = tokens.word(at);
        let taken = others.len();
        let other = others.entry(word).or_insert_with(|| unused(text, word.len(), taken));
        if let Some(other) = other {
            edits.replace(tokens.span(at), other.clone());
        }
    }
    let lexed = lex::lex(text, Edition::Current, Lexed::default());
    for token in &lexed.tokens {
        if matches!(token.kind, TokenKind::ShiftLeft | TokenKind::ShiftRight) {
            edits.replace(token.span, "* ");
        }
    }
    edits.apply(text)
}

/// A name of this length that the program does not have, nor the specification; another one for each `number`.
fn unused(text: &str, length: usize, number: usize) -> Option<String> {
    let name = |number: usize| {
        let mut rest = number;
        let letter = |_| {
            let letter = char::from(b'a' + (rest % 26) as u8);
            rest /= 26;
            letter
        };
        (0..length).map(letter).collect::<String>()
    };
    let first = number * 64;
    (first..first + 64).map(name).find(|name| !text.contains(name) && Symbol::predeclared(name).is_none())
}

/// The names that a program declares.
pub(super) fn declared<'t>(tokens: &Tokens<'t>) -> BTreeSet<&'t str> {
    let mut declared = BTreeSet::new();
    for at in 1..tokens.len() {
        let is_introduced = matches!(
            tokens.kind(at - 1),
            TokenKind::Fn | TokenKind::Let | TokenKind::Var | TokenKind::Struct | TokenKind::Type
        );
        if is_introduced || tokens.kind(at + 1) == TokenKind::Colon {
            declared.insert(tokens.word(at));
        }
    }
    declared
}
