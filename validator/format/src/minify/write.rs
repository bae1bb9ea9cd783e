//! Tokens, written with as few blanks as keep them apart.

use crate::apart::would_join;
use shader_source::Span;
use wgsl_validator::lex::TokenKind as Kind;

/// The origin of a token of a minified program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The offset of the token in the minified program.
    pub at: u32,
    /// The offset in the source.
    pub source: u32,
    /// The name in the source, if the minified program has a different one.
    pub name: Option<Span>,
}

/// Writes tokens.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    origins: Vec<Origin>,
    last: Option<Kind>,
}

impl Writer {
    /// Writes a token that comes from this place.
    pub(super) fn write(&mut self, token: &str, kind: Kind, source: u32, name: Option<Span>) {
        if self.would_join(token) {
            self.text.push(' ');
        }
        self.origins.push(Origin { at: self.text.len() as u32, source, name });
        self.text.push_str(token);
        self.last = Some(kind);
    }

    /// Returns true if a token would not be read as it is right after the last one.
    fn would_join(&self, token: &str) -> bool {
        let last = self.text.chars().next_back().zip(self.last);
        last.is_some_and(|(last, kind)| would_join(last, kind, token))
    }

    /// Returns true if a semicolon would be an empty statement.
    pub(super) fn ends_statement(&self) -> bool {
        matches!(self.last, None | Some(Kind::Semicolon | Kind::LeftBrace | Kind::RightBrace))
    }

    pub(super) fn finish(self) -> (String, Vec<Origin>) {
        (self.text, self.origins)
    }
}
