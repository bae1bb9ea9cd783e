//! Sequences of tokens without braces: expressions, and what statements and declarations consist of.

use crate::document::{Command, Hang};
use crate::gaps::{Builder, EmptyLines, Separator};
use crate::source::Source;
use crate::spacing::{ends_operand, has_blank, is_assignment, precedence};
use core::ops::Range;
use shader_source::steps;
use wgsl_validator::lex::TokenKind as Kind;

/// Whether the lines after the first one of a chain are indented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Continuation {
    Indented,
    /// The chain has an indentation of its own already.
    Flush,
}

impl Builder<'_> {
    /// Prints a sequence of tokens; the gap before the first is done.
    pub(crate) fn sequence(&mut self, tokens: Range<usize>, continuation: Continuation) {
        let source = self.source;
        let assignment = top_level(source, tokens.clone()).find(|token| is_assignment(source.kind(*token)));
        let Some(operator) = assignment.filter(|token| *token > tokens.start) else {
            return self.chain(tokens, continuation);
        };
        self.chain(tokens.start..operator, continuation);
        self.gap(operator, Separator::Blank, EmptyLines::Drop);
        self.token(operator);
        let value = operator + 1..tokens.end;
        if value.is_empty() {
            return;
        }
        self.continued(value.start, |builder, continuation| builder.chain(value, continuation));
    }

    /// Prints the rest of a sequence, on a line of its own if its author chose that.
    fn continued(&mut self, first: usize, rest: impl FnOnce(&mut Self, Continuation)) {
        if !self.source.starts_line(first) {
            self.gap(first, Separator::Blank, EmptyLines::Drop);
            return rest(self, Continuation::Indented);
        }
        self.trailing_comments(first);
        self.push(Command::Open { is_forced: true });
        self.push(Command::Indent);
        self.gap(first, Separator::Line, EmptyLines::Drop);
        rest(self, Continuation::Flush);
        self.push(Command::Dedent);
        self.push(Command::Close);
    }

    /// Prints operands with binary operators. Lines break before the operators that bind least: where the author chose that, else before all
    /// of them if the line is too long.
    pub(crate) fn chain(&mut self, tokens: Range<usize>, continuation: Continuation) {
        let source = self.source;
        let is_binary = |token: usize| token > tokens.start && ends_operand(source.kind(token - 1));
        let level = |token: usize| precedence(source.kind(token)).filter(|_| is_binary(token));
        let Some(lowest) = top_level(source, tokens.clone()).filter_map(level).min() else {
            return self.operand(tokens, true);
        };
        let operators = top_level(source, tokens.clone()).filter(|token| level(*token) == Some(lowest));
        let operators: Vec<usize> = operators.filter(|token| token + 1 < tokens.end).collect();
        let Some(first) = operators.first() else { return self.operand(tokens, true) };
        let starts_line = |token: usize| source.starts_line(token) || source.starts_line(token + 1);
        let is_forced = operators.iter().any(|token| starts_line(*token));
        self.push(Command::Open { is_forced });
        // Between two line breaks of the author, a row is a group of its own.
        self.push_if(is_forced, Command::Open { is_forced: false });
        self.chain(tokens.start..*first, Continuation::Indented);
        let is_indented = continuation == Continuation::Indented;
        let (indent, dedent) = if is_forced {
            (Command::Hang(Hang::Always), Command::Unhang(Hang::Always))
        } else {
            (Command::Indent, Command::Dedent)
        };
        self.push_if(is_indented, indent);
        let ends = operators.iter().skip(1).copied().chain([tokens.end]);
        for (operator, end) in operators.iter().copied().zip(ends) {
            if self.is_bare(operator) {
                self.trailing_comments(operator + 1);
            }
            let is_new_row = is_forced && starts_line(operator);
            self.push_if(is_new_row, Command::Close);
            self.gap(operator, Separator::Line, EmptyLines::Drop);
            self.push_if(is_new_row, Command::Open { is_forced: false });
            self.token(operator);
            self.gap(operator + 1, Separator::Blank, EmptyLines::Drop);
            self.chain(operator + 1..end, Continuation::Indented);
        }
        self.push_if(is_forced, Command::Close);
        self.push_if(is_indented, dedent);
        self.push(Command::Close);
    }

    /// Returns true if nothing is between a token and the one before it but blanks.
    fn is_bare(&self, token: usize) -> bool {
        self.source.pieces_of(token).is_empty()
    }

    /// Prints tokens without binary operators between them. At most one line is continued on the next one, so that the recursion ends.
    fn operand(&mut self, tokens: Range<usize>, may_continue: bool) {
        let source = self.source;
        let mut token = tokens.start;
        let mut attribute_end = None;
        let is_case = matches!(source.kind(tokens.start), Kind::Case | Kind::Default);
        while token < tokens.end {
            if token > tokens.start {
                let may_break =
                    matches!(source.kind(token - 1), Kind::Colon | Kind::Arrow) && !is_case && may_continue;
                if may_break && source.starts_line(token) {
                    return self.continued(token, |builder, _| builder.operand(token..tokens.end, false));
                }
                self.gap(token, self.spacing(token, attribute_end == Some(token)), EmptyLines::Drop);
            }
            if source.kind(token) == Kind::At {
                attribute_end = Some(after_attribute(source, token));
            }
            let partner = source.partner(token);
            if partner > token {
                self.list(token, attribute_end.is_some_and(|end| token < end));
                token = partner + 1;
            } else {
                self.token(token);
                token += 1;
            }
        }
    }

    /// The separator before a token.
    fn spacing(&self, token: usize, is_after_attribute: bool) -> Separator {
        if is_after_attribute {
            // A declaration is on the line of its attributes or on the next one, as its author chose.
            return if self.source.starts_line(token) { Separator::End } else { Separator::Blank };
        }
        let is_operator = is_assignment(self.source.kind(token));
        if is_operator || has_blank(self.source, token) { Separator::Blank } else { Separator::Nothing }
    }
}

/// Returns true if an operator at the top level of a sequence is at the start or end of a line.
pub(crate) fn has_broken_chain(source: &Source<'_>, tokens: Range<usize>) -> bool {
    top_level(source, tokens.clone()).any(|token| {
        let is_binary = token > tokens.start && ends_operand(source.kind(token - 1));
        let starts_line =
            source.starts_line(token) || (token + 1 < tokens.end && source.starts_line(token + 1));
        is_binary && precedence(source.kind(token)).is_some() && starts_line
    })
}

/// The tokens that are not in brackets. Of brackets, only the opening ones.
fn top_level<'a>(source: &'a Source<'a>, tokens: Range<usize>) -> impl Iterator<Item = usize> + 'a {
    let mut token = tokens.start;
    core::iter::from_fn(move || {
        let this = token;
        steps::take(1);
        token = source.after(token);
        (this < tokens.end).then_some(this)
    })
}

/// The token after an attribute. An `@` without a name is not part of one.
pub(crate) fn after_attribute(source: &Source<'_>, at: usize) -> usize {
    let last = source.tokens.len() - 1;
    let (name, arguments) = ((at + 1).min(last), (at + 2).min(last));
    let is_word = source.kind(name).is_keyword()
        || matches!(source.kind(name), Kind::Identifier | Kind::Reserved | Kind::TypeWord);
    if !is_word {
        return name;
    }
    if source.kind(arguments) == Kind::LeftParen { source.partner(arguments) + 1 } else { arguments }
}
