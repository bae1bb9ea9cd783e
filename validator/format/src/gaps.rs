//! Gaps between tokens: comments and lines for a preprocessor, each printed once, and the separator.
//!
//! A comment on the line of the token before it stays there. A comment on a line of its own gets one, with the indentation of the code around it.

use crate::document::Command;
use crate::source::{PieceKind, Source};
use wgsl_validator::lex::TokenKind;

/// The separator before a token, if no comment is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Separator {
    Nothing,
    Blank,
    /// A place where the line may break, with a blank if it does not.
    Line,
    /// A place where the line may break, with nothing if it does not.
    TightLine,
    End,
}

/// Whether an empty line of the source is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EmptyLines {
    Keep,
    /// Not at the start of a block or list: only after a comment there.
    NotFirst,
    /// Only next to a comment.
    Drop,
}

/// A document under construction.
pub(crate) struct Builder<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) commands: Vec<Command>,
    /// The first token of each statement and declaration.
    pub(crate) starts: Vec<u32>,
    /// The number of blocks around the next token that are indented.
    pub(crate) depth: usize,
    /// The first piece that is not printed yet.
    next_piece: usize,
    /// The number of commands that end with the last token, so that a comment after an opening bracket is tight.
    opener_end: usize,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(source: &'a Source<'a>) -> Self {
        let commands = Vec::with_capacity(source.tokens.len() * 3);
        Self { source, commands, starts: Vec::new(), depth: 0, next_piece: 0, opener_end: 0 }
    }

    pub(crate) fn push(&mut self, command: Command) {
        self.commands.push(command);
    }

    pub(crate) fn push_if(&mut self, condition: bool, command: Command) {
        if condition {
            self.push(command);
        }
    }

    /// Prints a token, whose gap is done.
    pub(crate) fn token(&mut self, token: usize) {
        // A condition of WESL has no indentation if its author gave it none, as a line for a preprocessor.
        if is_condition_mark(self.source, token) {
            self.push_if(self.source.column_of(token) == Some(0), Command::Flush);
        }
        self.push(Command::Token(token as u32));
    }

    /// Prints the bracket that opens a list.
    pub(crate) fn opener(&mut self, token: usize) {
        self.token(token);
        self.opener_end = self.commands.len();
    }

    /// Prints tokens as they are in the source; the gap before the first is done.
    pub(crate) fn verbatim(&mut self, first: usize, last: usize) {
        self.push(Command::Verbatim { first: first as u32, last: last as u32 });
        self.next_piece = self.source.pieces_of(last).end;
    }

    /// The pieces before a token that are not printed yet.
    fn pieces(&self, token: usize) -> core::ops::Range<usize> {
        let all = self.source.pieces_of(token);
        self.next_piece.max(all.start)..all.end
    }

    /// The number of the next pieces that are on the line of the token before them, if that line ends before the token.
    fn trailing(&self, token: usize) -> usize {
        // Nothing is before the first token.
        if token == 0 || !self.source.starts_line(token) {
            return 0;
        }
        let pieces = &self.source.pieces[self.pieces(token)];
        pieces.iter().take_while(|piece| piece.breaks == 0 && piece.kind != PieceKind::Directive).count()
    }

    /// Prints the comments that are on the line of the token before them, if that line ends before the token.
    pub(crate) fn trailing_comments(&mut self, token: usize) {
        let count = self.trailing(token);
        let first = self.pieces(token).start;
        for piece in first..first + count {
            self.push(Command::Blanks(self.blanks_before(piece)));
            self.push(Command::Piece(piece as u32));
            self.next_piece = piece + 1;
        }
    }

    /// The number of blanks before a comment at the end of a line, at least one. Authors align such comments.
    fn blanks_before(&self, piece: usize) -> u32 {
        let before = &self.source.text[..self.source.pieces[piece].span.lo as usize];
        let blanks = before.len() - before.trim_end_matches(' ').len();
        blanks.max(1) as u32
    }

    /// Prints what is between the previous token and this one.
    pub(crate) fn gap(&mut self, token: usize, separator: Separator, empty_lines: EmptyLines) {
        if self.pieces(token).is_empty() {
            self.separate(separator, empty_lines == EmptyLines::Keep && self.source.tokens[token].breaks > 1);
        } else if self.source.starts_line(token) {
            self.gap_with_lines(token, separator, empty_lines);
        } else {
            self.gap_on_line(token, separator);
        }
    }

    /// Prints the separator.
    fn separate(&mut self, separator: Separator, wants_empty_line: bool) {
        self.push(match separator {
            Separator::Nothing => return,
            Separator::Blank => Command::Blanks(1),
            Separator::Line | Separator::TightLine | Separator::End if wants_empty_line => Command::EmptyLine,
            Separator::Line => Command::Line { blank: true },
            Separator::TightLine => Command::Line { blank: false },
            Separator::End => Command::End,
        });
    }

    /// Prints comments on the line of both tokens: they belong to the second one, or to the first one before a bracket or a comma.
    fn gap_on_line(&mut self, token: usize, separator: Separator) {
        let is_after_opener = self.opener_end == self.commands.len();
        let separator = match separator {
            Separator::Nothing if !is_after_opener => Separator::Blank,
            _ => separator,
        };
        self.separate(separator, false);
        for piece in self.pieces(token) {
            self.push(Command::Piece(piece as u32));
            self.push(Command::Blanks(1));
            self.next_piece = piece + 1;
        }
        let is_before_closer = self.source.partner(token) < token || is_separator(self.source, token);
        if is_before_closer && let Some(Command::Blanks(_)) = self.commands.last() {
            self.commands.pop();
        }
    }

    /// Prints comments and directives between two lines.
    fn gap_with_lines(&mut self, token: usize, separator: Separator, empty_lines: EmptyLines) {
        self.trailing_comments(token);
        let mut keeps_empty_line = empty_lines != EmptyLines::NotFirst;
        let own = self.pieces(token);
        let breaks = self.source.tokens[token].breaks;
        if own.is_empty() {
            let has_empty_line = keeps_empty_line && breaks > 1;
            let separator =
                if has_empty_line && separator != Separator::End { Separator::Line } else { separator };
            return self.separate(separator, has_empty_line);
        }
        for piece in own {
            let has_empty_line = keeps_empty_line && self.source.pieces[piece].breaks > 1;
            let is_on_line = self.source.pieces[piece].breaks == 0
                && self.source.pieces[piece].kind != PieceKind::Directive
                && matches!(self.commands.last(), Some(Command::Piece(_)));
            self.push(match (is_on_line, has_empty_line) {
                (true, _) => Command::Blanks(1),
                (false, true) => Command::EmptyLine,
                (false, false) => Command::End,
            });
            self.push(Command::Piece(piece as u32));
            self.next_piece = piece + 1;
            keeps_empty_line = true;
        }
        let is_before_closer = self.source.partner(token) < token;
        keeps_empty_line &= empty_lines == EmptyLines::Keep || !is_before_closer;
        self.push(match breaks {
            0 => Command::Blanks(1),
            2.. if keeps_empty_line => Command::EmptyLine,
            _ => Command::End,
        });
    }

    /// Returns true if a line for a preprocessor is between a token and the one before it.
    pub(crate) fn has_directive(&self, token: usize) -> bool {
        let pieces = self.source.pieces_of(token);
        self.source.pieces[pieces].iter().any(|piece| piece.kind == PieceKind::Directive)
    }

    /// Prints a comma or semicolon. A comment between it and the token before it comes after it, if the line ends there.
    pub(crate) fn separator(&mut self, token: usize) {
        let pieces = self.pieces(token);
        if self.has_directive(token) || pieces.is_empty() || !self.source.starts_line(token) {
            self.gap(token, Separator::Nothing, EmptyLines::Drop);
            self.token(token);
            return;
        }
        self.token(token);
        self.late_pieces(token);
    }

    /// Prints the comments before a token that comes earlier than they do, or that is left out.
    pub(crate) fn late_pieces(&mut self, token: usize) {
        self.trailing_comments(token);
        let starts_line = self.source.starts_line(token);
        for piece in self.pieces(token) {
            self.push(if starts_line { Command::End } else { Command::Blanks(1) });
            self.push(Command::Piece(piece as u32));
            self.next_piece = piece + 1;
        }
    }
}

/// Returns true for the `@` of a condition of WESL.
pub(crate) fn is_condition_mark(source: &Source<'_>, token: usize) -> bool {
    source.kind(token) == TokenKind::At && matches!(source.spelling(token + 1), "if" | "elif" | "else")
}

/// Returns true if a token is a comma or a semicolon.
fn is_separator(source: &Source<'_>, token: usize) -> bool {
    matches!(source.kind(token), TokenKind::Comma | TokenKind::Semicolon)
}
