//! Reporting mistakes.

use super::foreign::in_this_language;
use super::input::{Failed, Input, Parse};
use super::missing::behind_increment;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::suggest::edit_distance;
use shader_source::{Span, line_break_length};
use wgsl_spec::{Rule, rules};

/// The number of tokens after an unknown character whose mistakes are its consequences.
const LONGEST_CONSEQUENCE: u32 = 64;

impl<'a> Input<'a> {
    /// Reports a mistake at the next token, unless one was reported there already.
    #[cold]
    pub(super) fn report(self, diagnostic: Diagnostic) {
        let context = self.context;
        context.mistakes.set(context.mistakes.get() + 1);
        let is_known = context.reported_at.get() == Some(self.at)
            || matches!(self.kind(), TokenKind::Unknown | TokenKind::InvalidNumber);
        if !is_known && !self.follows_unknown() {
            context.reported_at.set(Some(self.at));
            context.diagnostics.borrow_mut().push(diagnostic);
        }
    }

    /// Returns true if an unknown character precedes the next token in its statement: what does not fit after it is the same mistake.
    fn follows_unknown(self) -> bool {
        let first = self.context.start.get().max(self.at.saturating_sub(LONGEST_CONSEQUENCE));
        (first..self.at).any(|at| self.at(at).kind() == TokenKind::Unknown)
    }

    /// The input from `rest`, with reporting disabled: diagnostics of the recovery are not mistakes.
    pub(super) fn silenced(self) -> Self {
        self.context.reported_at.set(Some(self.at));
        self
    }

    /// Reports a mistake at a place other than the next token.
    #[cold]
    pub(super) fn report_elsewhere(self, diagnostic: Diagnostic) {
        let context = self.context;
        context.mistakes.set(context.mistakes.get() + 1);
        context.diagnostics.borrow_mut().push(diagnostic);
    }

    /// Gives up at the next token; the reason was already reported.
    #[cold]
    pub(super) fn failure<T>(self) -> Parse<'a, T> {
        Err(nom::Err::Failure(Failed { at: self.at }))
    }

    /// Reports an unexpected token, which breaks this production. `expected` completes "expected …".
    #[cold]
    pub(super) fn unexpected(self, production: &'static Rule, expected: &str) -> Diagnostic {
        let message = format!("expected {expected}, found {}", self.found());
        let error = |rule| Diagnostic::error(rule, self.span(), message);
        match self.kind() {
            TokenKind::PlusPlus | TokenKind::MinusMinus if production != rules::GRAMMAR_STATEMENT => {
                error(rules::STMT_INCDEC_STATEMENT_ONLY)
                    .note("`++` and `--` are statements and can't be used in an expression")
            }
            TokenKind::LeftBrace if self.second() == TokenKind::LeftBrace => {
                error(production).note("fill in templates such as `{{…}}` before checking the program")
            }
            TokenKind::LeftBrace if self.second() == TokenKind::Percent => {
                error(production).note("fill in templates such as `{%…%}` before checking the program")
            }
            _ => in_this_language(self, production, error(production)),
        }
    }

    /// Reports as [`Self::unexpected`] says and gives up.
    #[cold]
    pub(super) fn fail<T>(self, production: &'static Rule, expected: &str) -> Parse<'a, T> {
        self.report(self.unexpected(production, expected));
        self.failure()
    }

    /// The next token as messages name it.
    pub(super) fn found(self) -> String {
        let text = self.span().text(self.context.text);
        match self.kind() {
            TokenKind::EndOfText => "the end of the source".to_owned(),
            TokenKind::Reserved => format!("the reserved word `{text}`"),
            kind if kind.is_keyword() || kind == TokenKind::TypeWord => format!("the keyword `{text}`"),
            kind if kind.is_number() => format!("the number `{text}`"),
            _ => format!("`{text}`"),
        }
    }

    /// Consumes a token of this kind or reports that the production lacks it; `place` follows its name in the message.
    #[inline]
    pub(super) fn expect(
        self,
        kind: TokenKind,
        production: &'static Rule,
        place: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        match self.take(kind) {
            Some(rest) => Ok(rest),
            None => self.missing(kind, production, place),
        }
    }

    #[cold]
    fn missing(
        self,
        kind: TokenKind,
        production: &'static Rule,
        place: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        self.report(self.unexpected(production, &format!("`{}` {place}", spelling(kind))));
        Err(nom::Err::Failure(Failed { at: self.at }))
    }

    /// Consumes the closing delimiter that belongs to the one at `opener`, or reports that the production lacks it.
    #[inline]
    pub(super) fn expect_closer(
        self,
        kind: TokenKind,
        opener: Span,
        production: &'static Rule,
        place: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        match self.take(kind) {
            Some(rest) => Ok(rest),
            None => self.missing_closer(kind, opener, production, place),
        }
    }

    #[cold]
    fn missing_closer(
        self,
        kind: TokenKind,
        opener: Span,
        production: &'static Rule,
        place: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        let diagnostic = self.unexpected(production, &format!("`{}` {place}", spelling(kind)));
        let text = format!("`{}` opens here", opener.text(self.context.text));
        let diagnostic = diagnostic.label(opener, text);
        let end = self.previous_span().hi;
        if kind == TokenKind::RightBrace && self.kind() == TokenKind::Else {
            let lo = self.span().lo;
            let edit = vec![(Span::new(lo, lo), "} ".to_owned())];
            self.report(diagnostic.suggest("close the block", edit, Applicability::Safe));
            return Ok(self);
        }
        let close = |by: &str| vec![(Span::new(end, end), by.to_owned())];
        self.report(match (kind, self.kind()) {
            // Blocks around this one lack their `}` here, too: that is the same mistake.
            (TokenKind::RightBrace, _) if self.context.reported_at.get() == Some(self.at) => diagnostic,
            (TokenKind::RightBrace, _) if self.is_at_end() || self.starts_only_declarations() => {
                let edits = self.brace_by_indentation(opener).map_or_else(|| close("\n}"), |edit| vec![edit]);
                diagnostic.suggest("close the block", edits, Applicability::Unsafe)
            }
            (
                TokenKind::RightParen | TokenKind::RightBracket,
                TokenKind::Semicolon | TokenKind::LeftBrace,
            ) => diagnostic.suggest(
                format!("add `{}`", spelling(kind)),
                close(spelling(kind)),
                Applicability::Unsafe,
            ),
            _ => diagnostic,
        });
        Err(nom::Err::Failure(Failed { at: self.at }))
    }

    /// Consumes the `;` of the production `whole`, which ends its part `part`. If it is missing but obvious - a `}`,
    /// the next line or a keyword follows - parsing continues as if it were there; any other token does not fit `part`.
    #[inline]
    pub(super) fn semicolon(
        self,
        whole: &'static Rule,
        part: &'static Rule,
        after: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        match self.take(TokenKind::Semicolon) {
            Some(rest) => Ok(rest),
            None => self.missing_semicolon(whole, part, after),
        }
    }

    #[cold]
    fn missing_semicolon(
        self,
        whole: &'static Rule,
        part: &'static Rule,
        after: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        let is_plain = self.kind() == TokenKind::RightBrace
            || self.is_at_end()
            || self.kind().is_keyword()
            || self.follows_line_break();
        let end = self.previous_span().hi;
        let production = if is_plain { whole } else { part };
        let diagnostic = self.unexpected(production, &format!("`;` after {after}"));
        if let Some(rest) = self.behind_parens().take(TokenKind::Semicolon) {
            self.report(self.without_parens(diagnostic));
            return Ok(rest);
        }
        if let Some(rest) = behind_increment(self, production) {
            return Ok(rest.take(TokenKind::Semicolon).unwrap_or(rest));
        }
        if let Some(rest) = self.behind_other_semicolon() {
            self.report_other_semicolon(diagnostic);
            return Ok(rest);
        }
        self.report(if is_plain {
            diagnostic.suggest("add `;`", vec![(Span::new(end, end), ";".to_owned())], Applicability::Safe)
        } else {
            diagnostic
        });
        if is_plain { Ok(self) } else { Err(nom::Err::Failure(Failed { at: self.at })) }
    }

    /// The place after all `)` that are next.
    pub(super) fn behind_parens(self) -> Self {
        let mut input = self;
        while let Some(rest) = input.take(TokenKind::RightParen) {
            input = rest;
        }
        input
    }

    /// Suggests to remove the `)` that are next. The `(` may be missing instead.
    #[cold]
    pub(super) fn without_parens(self, diagnostic: Diagnostic) -> Diagnostic {
        let unmatched = self.behind_parens().since(self.span());
        diagnostic.suggest(
            "remove the unmatched `)`",
            vec![(unmatched, String::new())],
            Applicability::Unsafe,
        )
    }

    /// Returns true if the next token stands on a later line than the one before it.
    pub(super) fn follows_line_break(self) -> bool {
        let between = Span::new(self.previous_span().hi, self.span().lo).text(self.context.text).as_bytes();
        (0..between.len()).any(|at| line_break_length(&between[at..]) > 0)
    }
}

/// The spelling of a token with a fixed one.
pub(super) fn spelling(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Arrow => "->",
        TokenKind::Colon => ":",
        TokenKind::Comma => ",",
        TokenKind::Equal => "=",
        TokenKind::LeftBrace => "{",
        TokenKind::LeftParen => "(",
        TokenKind::RightBrace => "}",
        TokenKind::RightBracket => "]",
        TokenKind::RightParen => ")",
        TokenKind::Semicolon => ";",
        TokenKind::TemplateEnd | TokenKind::Greater => ">",
        _ => "a different token",
    }
}

/// The likely candidate for a misspelt word: one letter away, or two in a long word.
pub(super) fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let limit = if word.len() < 4 { 1 } else { 2 };
    candidates
        .into_iter()
        .filter_map(|candidate| Some((edit_distance(word, candidate, limit)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}
