//! The input and result of parse functions: a cursor over the tokens, as an input of `nom`.
//!
//! A parse function is named after its rule of the grammar, looks at the next token and commits. `Err::Error` means that
//! nothing was consumed or reported, so that the caller may do without; `Err::Failure` means that a mistake was
//! reported and that a caller has to find the next place from which to continue.

use super::context::Context;
use crate::lex::{Token, TokenKind};
use nom::error::{ErrorKind, ParseError};
use shader_source::Span;

/// The place that a parse function starts from: cheap to copy.
#[derive(Clone, Copy)]
pub(super) struct Input<'a> {
    /// The state that all places share.
    pub(super) context: &'a Context<'a>,
    /// Index of the next token.
    pub(super) at: u32,
}

/// The place where parsing failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Failed {
    /// Index of the unexpected token.
    pub(super) at: u32,
}

impl ParseError<Input<'_>> for Failed {
    fn from_error_kind(input: Input<'_>, _: ErrorKind) -> Self {
        Self { at: input.at }
    }

    fn append(_: Input<'_>, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// The result of a parse function.
pub(super) type Parse<'a, T> = nom::IResult<Input<'a>, T, Failed>;

impl Input<'_> {
    /// The next token; beyond the end, the token of the end.
    #[inline]
    pub(super) fn token(self) -> Token {
        self.context.token(self.at)
    }

    /// The kind of the next token.
    #[inline]
    pub(super) fn kind(self) -> TokenKind {
        self.token().kind
    }

    /// The kind of the token behind the next one.
    pub(super) fn second(self) -> TokenKind {
        self.context.token(self.at + 1).kind
    }

    /// The place of the next token.
    #[inline]
    pub(super) fn span(self) -> Span {
        self.token().span
    }

    /// The place of the last consumed token; the start of the source if there is none.
    #[inline]
    pub(super) fn previous_span(self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |index| self.context.token(index).span)
    }

    /// From `start` to the end of the last consumed token.
    #[inline]
    pub(super) fn since(self, start: Span) -> Span {
        Span::new(start.lo, self.previous_span().hi.max(start.lo))
    }

    /// The place behind the next token.
    #[inline]
    pub(super) fn advance(self) -> Self {
        Self { context: self.context, at: self.at + 1 }
    }

    /// The input from another token on.
    pub(super) fn at(self, at: u32) -> Self {
        Self { context: self.context, at }
    }

    /// The input after the next token, if it is of this kind.
    #[inline]
    pub(super) fn take(self, kind: TokenKind) -> Option<Self> {
        (self.kind() == kind).then(|| self.advance())
    }

    /// Returns true if a token of this kind follows the next one without a blank.
    pub(super) fn is_joined_to(self, kind: TokenKind) -> bool {
        self.second() == kind && self.advance().span().lo == self.span().hi
    }

    /// Returns true if no token is left.
    pub(super) fn is_at_end(self) -> bool {
        self.kind() == TokenKind::EndOfText
    }
}

/// Consumes a token of this kind, or does nothing.
pub(super) fn token<'a>(kind: TokenKind) -> impl Fn(Input<'a>) -> Parse<'a, Span> {
    move |input| match input.take(kind) {
        Some(rest) => Ok((rest, input.span())),
        None => Err(nom::Err::Error(Failed { at: input.at })),
    }
}

/// The place where a failed parse function stopped.
#[allow(
    clippy::needless_pass_by_value,
    reason = "an error is handled once, at the place that recovers from it"
)]
pub(super) fn failed_at(error: nom::Err<Failed>, start: Input<'_>) -> Input<'_> {
    match error {
        nom::Err::Error(failed) | nom::Err::Failure(failed) => start.at(failed.at.max(start.at)),
        nom::Err::Incomplete(_) => start,
    }
}
