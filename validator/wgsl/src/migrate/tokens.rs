//! The tokens of a program of a draft, which may be no program of any edition.

use crate::lex::{self, Lexed, TokenKind};
use shader_source::Span;
use wgsl_spec::{Edition, Symbol};

/// The tokens of a program, by the draft of 2022-04-11.
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    lexed: Lexed,
}

impl<'t> Tokens<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, lexed: lex::lex(text, Edition::Draft2022, Lexed::default()) }
    }

    /// The number of tokens, without the end.
    pub(super) fn len(&self) -> usize {
        self.lexed.tokens.len().saturating_sub(1)
    }

    /// The kind of a token; beyond the last one, the end.
    pub(super) fn kind(&self, at: usize) -> TokenKind {
        self.lexed.tokens.get(at).map_or(TokenKind::EndOfText, |token| token.kind)
    }

    /// The place of a token; beyond the last one, that of the end.
    pub(super) fn span(&self, at: usize) -> Span {
        let end = self.text.len() as u32;
        self.lexed.tokens.get(at).map_or(Span::new(end, end), |token| token.span)
    }

    pub(super) fn word(&self, at: usize) -> &'t str {
        self.span(at).text(self.text)
    }

    pub(super) fn symbol(&self, at: usize) -> Option<Symbol> {
        self.lexed.tokens.get(at)?.symbol
    }

    /// Whether the tokens from here on have these kinds.
    pub(super) fn are(&self, at: usize, kinds: &[TokenKind]) -> bool {
        kinds.iter().enumerate().all(|(offset, kind)| self.kind(at + offset) == *kind)
    }

    /// The bracket that closes the one at this place.
    pub(super) fn closer(&self, at: usize) -> Option<usize> {
        let (opener, closer) = (self.kind(at), closer_of(self.kind(at))?);
        let mut depth = 0_usize;
        for index in at..self.len() {
            if self.kind(index) == opener {
                depth += 1;
            } else if self.kind(index) == closer {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
        }
        None
    }

    /// The tokens outside all braces.
    pub(super) fn of_module(&self) -> impl Iterator<Item = usize> {
        let mut depth = 0_usize;
        (0..self.len()).filter(move |at| {
            match self.kind(*at) {
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
    }
}

const fn closer_of(opener: TokenKind) -> Option<TokenKind> {
    match opener {
        TokenKind::LeftBrace => Some(TokenKind::RightBrace),
        TokenKind::LeftParen => Some(TokenKind::RightParen),
        TokenKind::LeftBracket => Some(TokenKind::RightBracket),
        _ => None,
    }
}
