//! Lists in brackets: arguments, parameters, members, template arguments, indices, and the parts of a `for`.

use crate::document::{Command, Hang};
use crate::expressions::{Continuation, has_broken_chain};
use crate::gaps::{Builder, EmptyLines, Separator};
use crate::source::{PieceKind, Source};
use crate::statements::after_attributes;
use core::ops::Range;
use wgsl_validator::lex::TokenKind as Kind;

/// The kind of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Arguments of a call: one line each, or rows as the author made them.
    Arguments,
    /// Parameters of a function: one line each.
    Parameters,
    /// Members of a structure: one line each.
    Members,
    /// A parenthesis around an expression, or a list that only breaks where its author broke it: template arguments, arguments of attributes, an index.
    Tight,
    /// The parts of a `for`, between semicolons.
    Parts,
}

/// A list in brackets.
struct List {
    open: usize,
    close: usize,
    items: Vec<Range<usize>>,
    /// For each item, whether a line of the source starts with it or with the separator before it.
    starts_line: Vec<bool>,
    style: Style,
    /// Whether the formatter decides about the comma after the last item.
    owns_last_comma: bool,
    has_last_comma: bool,
}

impl Builder<'_> {
    /// Prints a list with its brackets; the gap before it is done.
    pub(crate) fn list(&mut self, open: usize, is_attribute: bool) {
        let list = List::read(self.source, open, is_attribute);
        let is_forced = match list.style {
            Style::Tight => list.starts_line.first() == Some(&true),
            Style::Arguments | Style::Parameters | Style::Members | Style::Parts => {
                list.starts_line.contains(&true)
            }
        };
        if list.items.is_empty() {
            self.opener(open);
            self.gap(list.close, Separator::Nothing, EmptyLines::NotFirst);
            return self.token(list.close);
        }
        if list.style == Style::Tight && !is_forced {
            return self.tight_list(&list);
        }
        let has_rows = is_forced
            && list.style != Style::Parameters
            && list.style != Style::Members
            && list.starts_line.iter().skip(1).any(|starts_line| !starts_line);
        self.push(Command::Open { is_forced });
        self.opener(open);
        self.push(Command::Indent);
        let line = if list.style == Style::Members { Separator::Line } else { Separator::TightLine };
        self.trailing_comments(list.items[0].start);
        self.gap(list.items[0].start, line, EmptyLines::NotFirst);
        self.items(&list, is_forced, has_rows);
        self.gap(list.close, Separator::Nothing, EmptyLines::Drop);
        self.push(Command::Dedent);
        self.push(Command::Line { blank: list.style == Style::Members });
        self.token(list.close);
        self.push(Command::Close);
    }

    /// Prints the items of a list that may break, with the separators between them.
    fn items(&mut self, list: &List, is_forced: bool, has_rows: bool) {
        // A chain that is the only item has the indentation of the list's items. If the list stays on one line, the chain needs an indentation of its own.
        let is_alone = list.items.len() == 1;
        let hangs = is_alone && has_broken_chain(self.source, list.items[0].clone());
        let continuation = if is_alone { Continuation::Flush } else { Continuation::Indented };
        self.push_if(hangs, Command::Hang(Hang::IfWhole));
        self.push_if(has_rows, Command::Open { is_forced: false });
        for (index, item) in list.items.iter().enumerate() {
            if index > 0 {
                self.separator(item.start - 1);
                self.trailing_comments(item.start);
                let line = if item.is_empty() {
                    Separator::TightLine
                } else if self.has_directive(item.start - 1) {
                    // The comma belongs to what the directive decides about, and stays at its item.
                    Separator::Blank
                } else {
                    Separator::Line
                };
                if list.starts_line[index] {
                    self.push_if(has_rows, Command::Close);
                    self.gap(item.start, line, EmptyLines::Keep);
                    self.push_if(has_rows, Command::Open { is_forced: false });
                } else {
                    self.gap(item.start, line, EmptyLines::Keep);
                }
            }
            self.sequence(item.clone(), continuation);
        }
        self.push_if(has_rows, Command::Close);
        self.push_if(hangs, Command::Unhang(Hang::IfWhole));
        self.last_comma(list, is_forced);
    }

    /// Prints the comma after the last item: as in the source if the author gave the closing bracket a line, else if the list breaks.
    fn last_comma(&mut self, list: &List, is_forced: bool) {
        let is_own = list.owns_last_comma && !(is_forced && self.source.starts_line(list.close));
        if list.has_last_comma && !is_own {
            self.separator(list.close - 1);
        } else if is_own {
            self.push(Command::IfBroken(","));
            if list.has_last_comma {
                self.late_pieces(list.close - 1);
            }
        }
    }

    /// Prints a list that does not break.
    fn tight_list(&mut self, list: &List) {
        self.opener(list.open);
        for (index, item) in list.items.iter().enumerate() {
            if index > 0 {
                self.separator(item.start - 1);
            }
            let separator = if index > 0 { Separator::Blank } else { Separator::Nothing };
            self.gap(item.start, separator, EmptyLines::Drop);
            self.sequence(item.clone(), Continuation::Indented);
        }
        if list.has_last_comma {
            self.separator(list.close - 1);
        }
        self.gap(list.close, Separator::Nothing, EmptyLines::Drop);
        self.token(list.close);
    }
}

impl List {
    fn read(source: &Source<'_>, open: usize, is_attribute: bool) -> Self {
        let close = source.partner(open);
        let mut style = style(source, open, is_attribute);
        let separator = if style == Style::Parts { Kind::Semicolon } else { Kind::Comma };
        let (mut items, mut start, mut at) = (Vec::new(), open + 1, open + 1);
        while at < close {
            if source.kind(at) == separator {
                items.push(start..at);
                start = at + 1;
            }
            at = source.after(at);
        }
        let mut has_last_comma = separator == Kind::Comma && start == close && !items.is_empty();
        if start < close || style == Style::Parts {
            items.push(start..close);
        }
        // `()`, and a separator without items, which is a mistake.
        if style != Style::Parts && items.iter().any(Range::is_empty) {
            items.clear();
            items.push(open + 1..close);
            style = Style::Tight;
            has_last_comma = false;
        }
        let starts_line = |item: &Range<usize>| {
            source.starts_line(item.start) || (item.start > open + 1 && source.starts_line(item.start - 1))
        };
        let starts_line = items.iter().map(starts_line).collect();
        let pieces = source.pieces_of(open + 1).start..source.pieces_of(close).end;
        let has_directive = source.pieces[pieces].iter().any(|piece| piece.kind == PieceKind::Directive);
        // A condition of WESL without what it decides about is a mistake; a comma would make it worse.
        let is_whole = items.last().is_some_and(|item| after_attributes(source, item.clone()) < item.end);
        let owns_last_comma = !has_directive
            && is_whole
            && matches!(style, Style::Arguments | Style::Parameters | Style::Members);
        Self { open, close, items, starts_line, style, owns_last_comma, has_last_comma }
    }
}

/// The style of the list that a bracket opens.
fn style(source: &Source<'_>, open: usize, is_attribute: bool) -> Style {
    let before = |count: usize| open.checked_sub(count).map(|token| source.kind(token));
    match source.kind(open) {
        Kind::LeftBrace => Style::Members,
        Kind::LeftParen if is_attribute => Style::Tight,
        Kind::LeftParen if before(1) == Some(Kind::For) => Style::Parts,
        Kind::LeftParen if before(2) == Some(Kind::Fn) => Style::Parameters,
        Kind::LeftParen
            if matches!(before(1), Some(Kind::Identifier | Kind::TypeWord | Kind::TemplateEnd)) =>
        {
            Style::Arguments
        }
        _ => Style::Tight,
    }
}
