//! Statements and declarations.

use crate::document::Command;
use crate::expressions::{Continuation, after_attribute, has_broken_chain};
use crate::gaps::{Builder, EmptyLines, Separator, is_condition_mark};
use crate::source::Source;
use core::ops::Range;
use shader_source::allow::MARKER;
use shader_source::steps;
use wgsl_validator::lex::TokenKind as Kind;

/// Makes a document of a source, and returns it with the first token of each statement and declaration.
pub(crate) fn document(source: &Source<'_>) -> (Vec<Command>, Vec<u32>) {
    let mut builder = Builder::new(source);
    let end = source.tokens.len() - 1;
    builder.statements(0..end, (Separator::End, EmptyLines::NotFirst));
    builder.gap(end, Separator::End, EmptyLines::Drop);
    (builder.commands, builder.starts)
}

/// Where the marks and the content of a WESL condition with braces are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Condition {
    /// As a block.
    Block,
    /// The content has the indentation of the marks.
    Flat,
    /// The marks have no indentation, as lines for a preprocessor.
    Hoisted,
}

/// How the blocks of a statement are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Blocks {
    /// On the line on which the author wrote the statement, if it is not too long. Then all of its blocks break.
    Short,
    Broken,
}

impl Blocks {
    fn of(source: &Source<'_>, tokens: Range<usize>) -> Self {
        let mut start = tokens.start;
        while let Some(brace) = find_brace(source, start..tokens.end) {
            let close = source.partner(brace);
            let is_head_broken =
                start > tokens.start && (start..=brace).any(|token| source.starts_line(token));
            if is_structure(source, start..brace) || !is_short(source, brace, close) || is_head_broken {
                return Self::Broken;
            }
            start = close + 1;
        }
        let is_rest_broken = start < tokens.end && source.starts_line(start);
        if start == tokens.start || is_rest_broken { Self::Broken } else { Self::Short }
    }
}

impl Builder<'_> {
    /// Prints statements or declarations. `first` separates the first one from what is before it.
    fn statements(&mut self, tokens: Range<usize>, first: (Separator, EmptyLines)) {
        let mut start = tokens.start;
        while start < tokens.end {
            let end = statement_end(self.source, start, tokens.end);
            if start == tokens.start {
                self.statement_gap(start, first.0, first.1);
            } else if end == start + 1 && self.source.kind(start) == Kind::Semicolon {
                self.separator(start);
                start = end;
                continue;
            } else {
                self.statement_gap(start, Separator::End, EmptyLines::Keep);
            }
            self.statement(start..end);
            start = end;
        }
    }

    fn statement_gap(&mut self, start: usize, separator: Separator, empty_lines: EmptyLines) {
        self.gap(start, separator, empty_lines);
        self.starts.push(start as u32);
    }

    /// Prints a statement or declaration; the gap before it is done.
    fn statement(&mut self, tokens: Range<usize>) {
        let source = self.source;
        if is_verbatim(source, tokens.clone()) || is_allowed(source, tokens.clone()) {
            return self.verbatim(tokens.start, tokens.end - 1);
        }
        let Some(first) = find_brace(source, tokens.clone()) else { return self.simple(tokens) };
        let blocks = Blocks::of(source, tokens.clone());
        let (mut start, mut condition) = (tokens.start, Condition::Block);
        while let Some(brace) = find_brace(source, start..tokens.end) {
            if brace > start {
                if brace == first && is_condition(source, start..brace) {
                    condition = condition_style(source, start, brace, self.depth > 0);
                }
                self.head(start..brace);
            }
            self.push_if(blocks == Blocks::Short && brace == first, Command::Open { is_forced: false });
            if is_structure(source, start..brace) {
                self.list(brace, false);
            } else {
                self.block(brace, condition, blocks);
            }
            start = source.partner(brace) + 1;
            if start < tokens.end && source.kind(start) != Kind::Semicolon {
                // `else` is on the line of the brace before it. A mark of WESL may be on a line of its own.
                let is_on_line = source.kind(start) != Kind::At || !source.starts_line(start);
                let separator = if is_on_line { Separator::Blank } else { Separator::End };
                self.gap(start, separator, EmptyLines::Drop);
            }
        }
        if start < tokens.end {
            self.simple(start..tokens.end);
        }
        self.push_if(blocks == Blocks::Short, Command::Close);
    }

    /// Prints what is before a brace, and the gap before that.
    fn head(&mut self, tokens: Range<usize>) {
        let (source, brace) = (self.source, tokens.end);
        if is_allowed(source, tokens.start..brace + 1) {
            self.verbatim(tokens.start, brace - 1);
        } else {
            self.sequence(tokens.clone(), Continuation::Indented);
        }
        // After a condition of several lines, the brace may have a line of its own.
        let is_apart = source.starts_line(brace) && has_broken_chain(source, tokens);
        let separator = if is_apart { Separator::End } else { Separator::Blank };
        self.gap(brace, separator, EmptyLines::Drop);
    }

    /// Prints a statement or declaration without braces.
    fn simple(&mut self, tokens: Range<usize>) {
        let last = tokens.end - 1;
        let has_semicolon = self.source.kind(last) == Kind::Semicolon;
        let rest = if has_semicolon { tokens.start..last } else { tokens };
        if !rest.is_empty() {
            self.sequence(rest.clone(), Continuation::Indented);
        }
        if has_semicolon {
            self.separator(last);
        }
    }

    /// Prints a block; the gap before it is done.
    fn block(&mut self, open: usize, condition: Condition, blocks: Blocks) {
        let source = self.source;
        let close = source.partner(open);
        if close == open + 1 && source.pieces_of(close).is_empty() {
            self.token(open);
            return self.token(close);
        }
        self.push_if(blocks != Blocks::Short, Command::Open { is_forced: true });
        self.opener(open);
        if condition == Condition::Block {
            self.push(Command::Indent);
            self.depth += 1;
        }
        let first = (open + 1).min(close);
        self.trailing_comments(first);
        if condition == Condition::Block {
            self.statements(open + 1..close, (Separator::Line, EmptyLines::NotFirst));
            let empty_lines = if close == open + 1 { EmptyLines::NotFirst } else { EmptyLines::Drop };
            self.gap(close, Separator::Nothing, empty_lines);
        } else {
            // Its marks are like lines for a preprocessor, around which empty lines are as good as elsewhere.
            self.statements(open + 1..close, (Separator::Line, EmptyLines::Keep));
            self.gap(close, Separator::Line, EmptyLines::Keep);
        }
        if condition == Condition::Block {
            self.push(Command::Dedent);
            self.depth -= 1;
        }
        self.push(Command::Line { blank: true });
        if condition == Condition::Hoisted {
            self.push(Command::Flush);
        }
        self.token(close);
        self.push_if(blocks != Blocks::Short, Command::Close);
    }
}

/// The end of the statement or declaration that starts at a token.
fn statement_end(source: &Source<'_>, start: usize, limit: usize) -> usize {
    let mut at = start;
    let mut is_import = false;
    let mut attribute_end = start;
    while at < limit {
        steps::take(1);
        let kind = source.kind(at);
        let is_first = at == attribute_end;
        is_import |= is_first && is_import_word(source, at);
        if kind == Kind::Semicolon {
            return at + 1;
        }
        if !is_first && starts_statement(kind) && source.starts_line(at) {
            // What is before it lacks a semicolon, as the use of a macro may.
            return at;
        }
        if kind == Kind::At && is_first {
            attribute_end = after_attribute(source, at).min(limit);
            at = attribute_end;
            continue;
        }
        at = source.after(at);
        if kind == Kind::LeftBrace && !is_import && !goes_on(source, at, limit) {
            return at;
        }
        if kind == Kind::LeftBrace && at < limit && source.kind(at) == Kind::At {
            attribute_end = at;
        }
    }
    limit
}

/// Returns true if a statement continues after a block that ends before a token.
fn goes_on(source: &Source<'_>, token: usize, limit: usize) -> bool {
    if token >= limit {
        return false;
    }
    match source.kind(token) {
        Kind::Else => true,
        Kind::At => is_condition_mark(source, token) && source.spelling(token + 1) != "if",
        _ => false,
    }
}

/// Returns true if a keyword starts a statement or declaration and appears nowhere else but after attributes.
const fn starts_statement(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Alias
            | Kind::Const
            | Kind::ConstAssert
            | Kind::Discard
            | Kind::Enable
            | Kind::Fn
            | Kind::For
            | Kind::Let
            | Kind::Loop
            | Kind::Override
            | Kind::Requires
            | Kind::Return
            | Kind::Struct
            | Kind::Switch
            | Kind::Var
            | Kind::While
    )
}

/// Returns true if a statement is printed as it is: an import of WESL, or one with characters that no token has.
fn is_verbatim(source: &Source<'_>, tokens: Range<usize>) -> bool {
    let first = after_attributes(source, tokens.clone());
    let is_import = first < tokens.end && is_import_word(source, first);
    let mut at = tokens.start;
    while at < tokens.end && !is_import {
        steps::take(1);
        if source.kind(at) == Kind::Unknown {
            return true;
        }
        // What is in a block is printed by itself.
        at = if source.kind(at) == Kind::LeftBrace { source.after(at) } else { at + 1 };
    }
    is_import
}

/// Returns true if a statement, or its part before a block, is on one line that a `wgsl-check: allow(…)` comment is about. The comment would not be
/// about all of it on several lines.
fn is_allowed(source: &Source<'_>, tokens: Range<usize>) -> bool {
    if !source.has_markers {
        return false;
    }
    let is_allow = |piece: &usize| source.pieces[*piece].span.text(source.text).contains(MARKER);
    let above =
        source.pieces_of(tokens.start).filter(|piece| *piece == 0 || source.pieces[*piece].breaks > 0);
    let inside = (tokens.start + 1..tokens.end).flat_map(|token| source.pieces_of(token));
    let behind = source.pieces_of(tokens.end).take_while(|piece| source.pieces[*piece].breaks == 0);
    steps::take(tokens.len());
    above.chain(inside).chain(behind).any(|piece| is_allow(&piece))
        && !(tokens.start + 1..tokens.end).any(|token| source.starts_line(token))
}

/// Returns true for the word that starts an import of WESL, which is reserved in WGSL.
pub(crate) fn is_import_word(source: &Source<'_>, token: usize) -> bool {
    source.kind(token) == Kind::Reserved && source.spelling(token) == "import"
}

/// The first token after attributes.
pub(crate) fn after_attributes(source: &Source<'_>, tokens: Range<usize>) -> usize {
    let mut at = tokens.start;
    while at < tokens.end && source.kind(at) == Kind::At {
        at = after_attribute(source, at);
    }
    at.min(tokens.end)
}

/// The first brace that is not in other brackets.
fn find_brace(source: &Source<'_>, tokens: Range<usize>) -> Option<usize> {
    let mut at = tokens.start;
    while at < tokens.end {
        steps::take(1);
        if source.kind(at) == Kind::LeftBrace {
            return Some(at);
        }
        at = source.after(at);
    }
    None
}

/// Returns true if tokens before a brace declare a structure.
fn is_structure(source: &Source<'_>, tokens: Range<usize>) -> bool {
    let first = after_attributes(source, tokens.clone());
    first < tokens.end && source.kind(first) == Kind::Struct
}

/// Returns true if tokens before a brace are conditions of WESL and nothing else.
pub(crate) fn is_condition(source: &Source<'_>, tokens: Range<usize>) -> bool {
    is_condition_mark(source, tokens.start) && after_attributes(source, tokens.clone()) == tokens.end
}

/// How the author indents a condition of WESL.
fn condition_style(source: &Source<'_>, start: usize, brace: usize, is_in_block: bool) -> Condition {
    let (Some(marks), Some(content)) = (source.column_of(start), source.column_of(brace + 1)) else {
        return Condition::Block;
    };
    match (marks, content) {
        (0, _) if is_in_block => Condition::Hoisted,
        _ if content <= marks => Condition::Flat,
        _ => Condition::Block,
    }
}

/// Returns true if a block is short enough for the line on which its author wrote it: it has one statement without a block.
fn is_short(source: &Source<'_>, open: usize, close: usize) -> bool {
    // First what is found at once, so that nested blocks on one line are not looked through once for each level.
    find_brace(source, open + 1..close).is_none()
        && statement_end(source, open + 1, close) == close
        && (open + 1..=close).all(|token| !source.starts_line(token))
}
