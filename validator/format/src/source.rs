//! A source as the formatter sees it: tokens with the comments before them, and partners of brackets.

use crate::Unformattable;
use crate::mask::{Masked, mask};
use shader_source::allow::MARKER;
use shader_source::{Span, line_break_length, steps};
use wgsl_spec::{Edition, rules};
use wgsl_validator::lex::{self, TokenKind, block_comment_end, line_comment_end};

/// The maximum depth of brackets. The parser accepts 127 braces with 256 brackets in an expression; the formatter recurses once for each.
const MAXIMUM_DEPTH: usize = 400;

/// The kind of a piece between tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceKind {
    LineComment,
    BlockComment,
    /// A line for a preprocessor.
    Directive,
}

/// A comment, or a line for a preprocessor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    pub(crate) span: Span,
    /// The number of line breaks between it and the token or piece before it.
    pub(crate) breaks: u32,
}

/// A token with what is before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// The index of the first piece between the previous token and this one; the last is before the first piece of the next token.
    pub(crate) first_piece: u32,
    /// The number of line breaks between it and the token or piece before it.
    pub(crate) breaks: u32,
}

/// A source with its tokens.
pub(crate) struct Source<'a> {
    pub(crate) text: &'a str,
    pub(crate) masked: Masked,
    /// The tokens, [`TokenKind::EndOfText`] last.
    pub(crate) tokens: Vec<Token>,
    pub(crate) pieces: Vec<Piece>,
    /// For a bracket, the index of its partner; for other tokens, their own.
    pub(crate) partners: Vec<u32>,
    /// Whether a comment may suppress warnings.
    pub(crate) has_markers: bool,
}

impl<'a> Source<'a> {
    /// Reads a source.
    ///
    /// # Errors
    /// An unclosed comment, brackets that don't match, or too deep nesting.
    pub(crate) fn read(text: &'a str) -> Result<Self, Unformattable> {
        if u32::try_from(text.len()).is_err() {
            return Err(Unformattable::at(
                rules::LIMITS_BEYOND_TEXT,
                Span::new(0, 0),
                "the source is larger than 4 GiB",
            ));
        }
        let masked = mask(text);
        if let Some(span) = masked.unclosed {
            return Err(Unformattable::at(rules::COMMENT_BLOCK_UNTERMINATED, span, "unclosed block comment"));
        }
        // The lexer skips both, and they would be lost.
        if text.starts_with('\u{FEFF}') {
            let message = "the source must not start with a byte order mark, U+FEFF";
            return Err(Unformattable::at(rules::TEXT_UTF8, Span::new(0, 3), message));
        }
        if let Some(lo) = text.find('\0') {
            let message = "the source must not contain a null character, U+0000";
            return Err(Unformattable::at(rules::TEXT_NO_NUL, Span::new(lo as u32, lo as u32 + 1), message));
        }
        if let Some(span) = masked.misplaced {
            return Err(Unformattable::at(
                rules::PARSE_ERROR_UNTOKENIZABLE,
                span,
                "`#` must be at the start of a line",
            ));
        }
        let (tokens, pieces) = split(text, &masked);
        let partners = partners(text, &tokens).map_err(|wrong| match wrong {
            // Each branch of a condition may have a bracket that others share the partner of.
            Unmatched::Bracket { span, .. } if has_conditions(text, &masked) => Unformattable::Branches(span),
            Unmatched::Bracket { span, message } => {
                Unformattable::at(rules::PARSE_ERROR_NO_MATCH, span, message)
            }
            Unmatched::TooDeep(span) => Unformattable::at(
                rules::LIMITS_BEYOND_NESTING,
                span,
                format!("brackets can't nest deeper than {MAXIMUM_DEPTH} levels"),
            ),
        })?;
        Ok(Self { text, masked, tokens, pieces, partners, has_markers: text.contains(MARKER) })
    }

    pub(crate) fn kind(&self, token: usize) -> TokenKind {
        self.tokens[token].kind
    }

    /// The spelling of a token.
    pub(crate) fn spelling(&self, token: usize) -> &'a str {
        self.tokens[token].span.text(self.text)
    }

    pub(crate) fn partner(&self, token: usize) -> usize {
        self.partners[token] as usize
    }

    /// The token after this one, or after the bracket that this one opens.
    pub(crate) fn after(&self, token: usize) -> usize {
        self.partner(token).max(token) + 1
    }

    /// The pieces between the previous token and this one.
    pub(crate) fn pieces_of(&self, token: usize) -> core::ops::Range<usize> {
        let end = self.tokens.get(token + 1).map_or(self.pieces.len(), |next| next.first_piece as usize);
        self.tokens[token].first_piece as usize..end
    }

    /// Returns the part of the source from one token to a later one.
    pub(crate) fn verbatim(&self, first: u32, last: u32) -> &'a str {
        let (first, last) = (self.tokens[first as usize].span, self.tokens[last as usize].span);
        &self.text[first.lo as usize..last.hi as usize]
    }

    /// The column of a token before which its line has only blanks; `None` if it has something else.
    pub(crate) fn column_of(&self, token: usize) -> Option<usize> {
        column(self.text, self.tokens[token].span.lo)
    }

    /// Returns true if there is a line break between the previous token and this one, or if it is the end.
    pub(crate) fn starts_line(&self, token: usize) -> bool {
        if self.kind(token) == TokenKind::EndOfText {
            return true;
        }
        let pieces = self.pieces_of(token);
        steps::take(pieces.len() + 1);
        let mut pieces = self.pieces[pieces].iter();
        self.tokens[token].breaks > 0
            || pieces.any(|piece| piece.breaks > 0 || piece.kind != PieceKind::BlockComment)
    }
}

/// Returns true if a line for a preprocessor begins a condition.
fn has_conditions(text: &str, masked: &Masked) -> bool {
    let mut lines = masked.directives.iter().map(|span| span.text(text).trim_start_matches('#').trim_start());
    lines.any(|line| line.starts_with("if"))
}

/// The tokens of a source, and the pieces between them.
fn split(text: &str, masked: &Masked) -> (Vec<Token>, Vec<Piece>) {
    let mut directives = masked.directives.iter().copied().peekable();
    let (mut pieces, mut at) = (Vec::new(), 0);
    let bytes = text.as_bytes();
    let tokens = lex::tokens(&masked.text, Edition::Current).into_iter().map(|token| {
        let first_piece = pieces.len() as u32;
        let mut breaks = 0;
        while at < token.span.lo as usize {
            let rest = &bytes[at..];
            let line_break = line_break_length(rest);
            let (kind, end) = if line_break > 0 {
                breaks += 1;
                at += line_break;
                continue;
            } else if let Some(directive) = directives.next_if(|it| it.lo as usize <= at) {
                (PieceKind::Directive, directive.hi as usize)
            } else if rest.starts_with(b"//") {
                (PieceKind::LineComment, line_comment_end(bytes, at, Edition::Current))
            } else if rest.starts_with(b"/*") {
                (PieceKind::BlockComment, block_comment_end(bytes, at).unwrap_or(bytes.len()))
            } else {
                at += 1;
                continue;
            };
            let trimmed = text[at..end].trim_end().len();
            let span = Span::new(at as u32, (at + trimmed) as u32);
            pieces.push(Piece { kind, span, breaks });
            breaks = 0;
            at = end;
        }
        at = token.span.hi as usize;
        Token { kind: token.kind, span: token.span, first_piece, breaks }
    });
    let tokens = tokens.collect();
    (tokens, pieces)
}

/// The bracket that closes this one.
const fn closer(kind: TokenKind) -> Option<TokenKind> {
    match kind {
        TokenKind::LeftParen => Some(TokenKind::RightParen),
        TokenKind::LeftBracket => Some(TokenKind::RightBracket),
        TokenKind::LeftBrace => Some(TokenKind::RightBrace),
        TokenKind::TemplateStart => Some(TokenKind::TemplateEnd),
        _ => None,
    }
}

/// The reason why brackets have no partners.
enum Unmatched {
    Bracket { span: Span, message: String },
    TooDeep(Span),
}

fn partners(text: &str, tokens: &[Token]) -> Result<Vec<u32>, Unmatched> {
    let mut partners: Vec<u32> = (0..tokens.len() as u32).collect();
    let mut open: Vec<usize> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if closer(token.kind).is_some() {
            if open.len() == MAXIMUM_DEPTH {
                return Err(Unmatched::TooDeep(token.span));
            }
            open.push(index);
            continue;
        }
        let is_closer = matches!(
            token.kind,
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace | TokenKind::TemplateEnd
        );
        if !is_closer {
            continue;
        }
        let partner = open.pop_if(|opener| closer(tokens[*opener].kind) == Some(token.kind));
        let Some(partner) = partner else {
            let spelling = token.span.text(text);
            let message = format!("no bracket matches this `{spelling}`");
            return Err(Unmatched::Bracket { span: token.span, message });
        };
        partners[partner] = index as u32;
        partners[index] = partner as u32;
    }
    match open.last() {
        Some(opener) => {
            let spelling = tokens[*opener].span.text(text);
            let message = format!("no bracket closes this `{spelling}`");
            Err(Unmatched::Bracket { span: tokens[*opener].span, message })
        }
        None => Ok(partners),
    }
}

/// The column of an offset before which its line has only blanks; `None` if it has something else.
pub(crate) fn column(text: &str, offset: u32) -> Option<usize> {
    let before = &text[..offset as usize];
    let line = before.trim_end_matches([' ', '\t']);
    let column = before.len() - line.len();
    steps::take(column + 1);
    (line.is_empty() || line.ends_with(['\n', '\r'])).then_some(column)
}
