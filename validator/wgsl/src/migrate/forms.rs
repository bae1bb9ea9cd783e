//! Forms of 2021, as the draft of 2022-04-11 writes them.

use super::edits::Edits;
use super::tokens::Tokens;
use super::words::declared;
use crate::lex::TokenKind;
use crate::parse::attribute_of_2021;
use shader_source::Span;
use std::collections::BTreeSet;
use wgsl_spec::Renamed;

/// `[[stride(…)]]` of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stride {
    /// Its argument.
    pub(super) bytes: u64,
    /// The number of words `array` in front of that which it belongs to.
    pub(super) array: usize,
}

/// A program of the draft of 2022-04-11, as far as forms go.
pub(super) struct Draft {
    pub(super) text: String,
    /// The strides that were left out.
    pub(super) strides: Vec<Stride>,
}

/// Writes the forms of 2021 as the draft of 2022-04-11 does. Strides of these arrays stay.
pub(super) fn to_draft(text: &str, kept: &[usize]) -> Draft {
    let tokens = Tokens::of(text);
    let mut writer = Writer {
        declared: declared(&tokens),
        tokens: &tokens,
        edits: Edits::default(),
        strides: Vec::new(),
        kept,
        arrays: 0,
        storage_end: None,
        override_at: None,
        has_groups: (0..tokens.len()).any(|at| starts_group(&tokens, at)),
    };
    writer.run();
    let Writer { edits, strides, .. } = writer;
    Draft { text: edits.apply(text), strides }
}

fn starts_group(tokens: &Tokens<'_>, at: usize) -> bool {
    tokens.are(at, &[TokenKind::LeftBracket, TokenKind::LeftBracket])
}

struct Writer<'t, 's> {
    tokens: &'t Tokens<'s>,
    declared: BTreeSet<&'s str>,
    edits: Edits,
    strides: Vec<Stride>,
    kept: &'t [usize],
    /// The number of words `array` so far.
    arrays: usize,
    /// The `>` of the last `var<storage>` without access mode.
    storage_end: Option<Span>,
    /// The `let` that an attribute turns into an `override`.
    override_at: Option<usize>,
    /// Whether there are attributes in double brackets: such programs write `const` for `let`.
    has_groups: bool,
}

impl Writer<'_, '_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = if starts_group(self.tokens, at) { self.group(at) } else { self.token(at) };
        }
    }

    /// A token that is not in double brackets. Returns the next one.
    fn token(&mut self, at: usize) -> usize {
        let tokens = self.tokens;
        let (span, word) = (tokens.span(at), tokens.word(at));
        match tokens.kind(at) {
            TokenKind::Struct if tokens.kind(at + 2) == TokenKind::LeftBrace => self.members(at + 2),
            TokenKind::Let if self.override_at == Some(at) => self.edits.replace(span, "override"),
            TokenKind::Reserved if word == "const" && self.has_groups => {
                let word = if self.override_at == Some(at) { "override" } else { "let" };
                self.edits.replace(span, word);
            }
            TokenKind::Identifier if word == "elseif" => self.edits.replace(span, "else if"),
            TokenKind::Arrow if tokens.word(at + 1) == "void" => {
                let start = tokens.span(at.saturating_sub(1)).hi;
                self.edits.delete(Span::new(start, tokens.span(at + 1).hi));
                return at + 2;
            }
            TokenKind::Identifier if word == "ignore" => self.ignore(at),
            TokenKind::Identifier if word == "builtin" => self.builtin_value(at + 2),
            TokenKind::Identifier => self.renamed(at),
            TokenKind::TypeWord if word == "array" => self.arrays += 1,
            TokenKind::TypeWord if word == "storage" && tokens.kind(at + 1) == TokenKind::Greater => {
                self.storage_end = Some(tokens.span(at + 1));
            }
            _ => {}
        }
        at + 1
    }

    /// `;` between the members of a structure.
    fn members(&mut self, open: usize) {
        let Some(close) = self.tokens.closer(open) else { return };
        for at in (open..close).filter(|at| self.tokens.kind(*at) == TokenKind::Semicolon) {
            self.edits.replace(self.tokens.span(at), ",");
        }
    }

    /// `ignore(e);`
    fn ignore(&mut self, at: usize) {
        let tokens = self.tokens;
        let Some(close) = tokens.closer(at + 1) else { return };
        if tokens.kind(close + 1) == TokenKind::Semicolon && !self.declared.contains("ignore") {
            self.edits.replace(tokens.span(at).to(tokens.span(at + 1)), "_ = ");
            self.edits.delete(tokens.span(close));
        }
    }

    fn builtin_value(&mut self, at: usize) {
        if let Some(now) = Renamed::builtin_value(self.tokens.word(at)) {
            self.edits.replace(self.tokens.span(at), now);
        }
    }

    fn renamed(&mut self, at: usize) {
        let word = self.tokens.word(at);
        let is_member = at > 0 && self.tokens.kind(at - 1) == TokenKind::Period;
        if let Some(now) = Renamed::name(word).filter(|_| !is_member && !self.declared.contains(word)) {
            self.edits.replace(self.tokens.span(at), now);
        }
    }

    /// `[[a, b(1)]]`. Returns the token behind it.
    fn group(&mut self, open: usize) -> usize {
        let tokens = self.tokens;
        let mut written = Vec::new();
        let mut at = open + 2;
        loop {
            let name = at;
            let mut arguments = Span::default();
            at += 1;
            if tokens.kind(at) == TokenKind::LeftParen {
                let Some(close) = tokens.closer(at) else { return open + 2 };
                arguments = tokens.span(at).to(tokens.span(close));
                at = close + 1;
            }
            let is_last = tokens.are(at, &[TokenKind::RightBracket, TokenKind::RightBracket]);
            if !is_last && tokens.kind(at) != TokenKind::Comma {
                return open + 2;
            }
            let behind = if is_last { at + 2 } else { self.end_of_group(at) };
            written.extend(self.attribute(open, name, arguments, behind));
            at += 1;
            if is_last {
                break;
            }
        }
        let end = at + 1;
        let mut whole = tokens.span(open).to(tokens.span(at));
        if written.is_empty() {
            // The blanks behind it go, too.
            whole.hi = tokens.span(end).lo.min(whole.hi + blanks(tokens.text, whole.hi));
        }
        self.edits.replace(whole, written.join(" "));
        end
    }

    fn end_of_group(&self, from: usize) -> usize {
        let ends = |at: &usize| self.tokens.are(*at, &[TokenKind::RightBracket, TokenKind::RightBracket]);
        (from..self.tokens.len()).find(ends).map_or(from, |at| at + 2)
    }

    /// An attribute in the group that starts at a token, and which stands in front of the token `behind`.
    fn attribute(&mut self, group: usize, name: usize, arguments: Span, behind: usize) -> Option<String> {
        let tokens = self.tokens;
        let (name, arguments) = (tokens.word(name), arguments.text(tokens.text));
        let inner = arguments.trim_start_matches('(').trim_end_matches(')').trim();
        match name {
            "stage" => return Some(format!("@stage{arguments}")),
            "override" => self.override_at = Some(behind),
            "access" if self.access(inner, behind) => return None,
            "stride" if self.kept.contains(&self.arrays) => {
                self.edits.insert(tokens.span(group.saturating_sub(2)).lo, format!("@stride{arguments} "));
            }
            "stride" => {
                self.strides.extend(inner.parse().ok().map(|bytes| Stride { bytes, array: self.arrays }));
            }
            "builtin" => {
                if let Some(now) = Renamed::builtin_value(inner) {
                    return Some(format!("@builtin({now})"));
                }
            }
            _ => {}
        }
        attribute_of_2021(name, arguments)
    }

    /// Puts an access mode where it belongs now; whether there is such a place.
    fn access(&mut self, mode: &str, behind: usize) -> bool {
        let tokens = self.tokens;
        if tokens.word(behind).starts_with("texture_storage") {
            let is_format =
                tokens.kind(behind + 1) == TokenKind::Less && tokens.kind(behind + 3) == TokenKind::Greater;
            if is_format {
                self.edits.insert(tokens.span(behind + 2).hi, format!(", {mode}"));
            }
            return is_format;
        }
        let Some(end) = self.storage_end.take() else { return false };
        self.edits.insert(end.lo, format!(", {mode}"));
        true
    }
}

/// The number of bytes of blanks at a place.
fn blanks(text: &str, at: u32) -> u32 {
    let rest = &text[at as usize..];
    (rest.len() - rest.trim_start().len()) as u32
}
