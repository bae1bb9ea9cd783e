//! The tokens of a program of a draft, which may be no program of any edition.

use crate::lex::{self, Lexed, TokenKind};
use crate::steps;
use shader_source::Span;
use wgsl_spec::{Edition, Symbol};

/// The tokens of a program, by the draft of 2022-04-11.
pub(super) struct Tokens<'t> {
    pub(super) text: &'t str,
    lexed: Lexed,
    /// For each opening bracket, the index of the token that closes it. Searching at each use would be quadratic for brackets that nest or
    /// stay open.
    closers: Vec<Option<usize>>,
}

impl<'t> Tokens<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let lexed = lex::lex(text, Edition::Draft2022, Lexed::default());
        let mut closers = vec![None; lexed.tokens.len()];
        let mut open: [Vec<usize>; 3] = Default::default();
        for (index, token) in lexed.tokens.iter().enumerate() {
            steps::take(1);
            match bracket(token.kind) {
                Some((kind, true)) => open[kind].push(index),
                Some((kind, false)) => {
                    if let Some(opener) = open[kind].pop() {
                        closers[opener] = Some(index);
                    }
                }
                None => {}
            }
        }
        Self { text, lexed, closers }
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

    /// Returns true if the tokens from here on have these kinds.
    pub(super) fn are(&self, at: usize, kinds: &[TokenKind]) -> bool {
        kinds.iter().enumerate().all(|(offset, kind)| self.kind(at + offset) == *kind)
    }

    /// The bracket that closes the one at this place.
    pub(super) fn closer(&self, at: usize) -> Option<usize> {
        self.closers.get(at).copied().flatten()
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

/// The kind of a bracket, and whether it opens. Brackets of different kinds match independently.
const fn bracket(token: TokenKind) -> Option<(usize, bool)> {
    match token {
        TokenKind::LeftBrace => Some((0, true)),
        TokenKind::RightBrace => Some((0, false)),
        TokenKind::LeftParen => Some((1, true)),
        TokenKind::RightParen => Some((1, false)),
        TokenKind::LeftBracket => Some((2, true)),
        TokenKind::RightBracket => Some((2, false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_close_by_kind() {
        let tokens = Tokens::of("( [ ) ( { ] ) (");
        let closers: Vec<_> = (0..8).map(|at| tokens.closer(at)).collect();
        assert_eq!(closers, [Some(2), Some(5), None, Some(6), None, None, None, None]);
    }

    #[test]
    fn the_work_is_linear_in_open_brackets() {
        let work = |count: usize| {
            steps::of(|| drop(crate::migrate::migrate(&"[[".repeat(count), &crate::Options::default())))
        };
        let (once, twice) = (work(2_000), work(4_000));
        assert!(once >= 4_000 && 2 * twice <= 5 * once, "{once} {twice}");
    }
}
