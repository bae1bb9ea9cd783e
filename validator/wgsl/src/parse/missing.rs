//! Punctuation that is missing, or a different sign in its place: each is reported once, and parsed on as if the right sign were there.
//!
//! Where an opening bracket is missing, the program has more closing ones. All of this happens where a mistake was found: a program without
//! mistakes never comes here.

use super::input::{Failed, Input, Parse};
use super::primary::argument_expressions;
use crate::ast::{Expr, ExprId};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Predeclared, Rule, rules};

impl Input<'_> {
    /// Consumes the `(` of a production, or reports that it lacks it; `place` follows its name in the message.
    #[inline]
    pub(super) fn left_paren(self, production: &'static Rule, place: &str) -> Result<Self, nom::Err<Failed>> {
        match self.take(TokenKind::LeftParen) {
            Some(rest) => Ok(rest),
            None => self.missing_left(TokenKind::LeftParen, production, &format!("`(` {place}")),
        }
    }

    /// Consumes the `{` of a production, or reports that it lacks it.
    #[inline]
    pub(super) fn left_brace(
        self,
        production: &'static Rule,
        expected: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        match self.take(TokenKind::LeftBrace) {
            Some(rest) => Ok(rest),
            None => self.missing_left(TokenKind::LeftBrace, production, expected),
        }
    }

    #[cold]
    fn missing_left(
        self,
        kind: TokenKind,
        production: &'static Rule,
        expected: &str,
    ) -> Result<Self, nom::Err<Failed>> {
        let diagnostic = self.unexpected(production, expected);
        let (is_lacking, words, edit) = match kind {
            TokenKind::LeftParen => (self.context.lacks_left_paren(), "add `(`", self.opened()),
            _ => (self.context.lacks_left_brace(), "add `{`", self.inserted(" {")),
        };
        if !is_lacking {
            self.report(diagnostic);
            return Err(nom::Err::Failure(Failed { at: self.at }));
        }
        self.report(diagnostic.suggest(words, vec![edit], Applicability::Safe));
        Ok(self)
    }

    /// The edit that puts a `(` before the next token, without a blank before it unless a keyword precedes it.
    fn opened(self) -> (Span, String) {
        let before = self.previous_span();
        let gap = Span::new(before.hi, self.span().lo);
        if !gap.text(self.context.text).bytes().all(|byte| byte == b' ') {
            return self.inserted("(");
        }
        let follows_keyword = self.at.checked_sub(1).is_some_and(|at| self.at(at).kind().is_keyword());
        (gap, if follows_keyword { " (" } else { "(" }.to_owned())
    }

    /// The edit that puts a sign after the token before the next one.
    fn inserted(self, sign: &str) -> (Span, String) {
        let end = self.previous_span().hi;
        (Span::new(end, end), sign.to_owned())
    }

    /// Returns true if the statements of a block whose `{` is missing start here, on their own line.
    pub(super) fn starts_open_block(self) -> bool {
        let is_inside = self.follows_line_break() || self.kind() == TokenKind::RightBrace;
        is_inside && self.kind() != TokenKind::LeftBrace && self.context.lacks_left_brace()
    }

    /// Returns true if arguments whose `(` is missing follow the name of a type or of a function.
    pub(super) fn lacks_left_paren(self, callee: ExprId) -> bool {
        if !self.context.lacks_left_paren() {
            return false;
        }
        let (Expr::Name(symbol) | Expr::Template(symbol, _)) = self.context.expr(callee) else {
            return false;
        };
        let predeclared = symbol.info(self.context.edition).predeclared;
        matches!(predeclared, Predeclared::Type(_) | Predeclared::TypeGenerator(_) | Predeclared::Function(_))
            || self.context.declares_type(symbol)
    }

    /// The place after a sign that ends a line where the `;` of a statement or declaration is expected.
    pub(super) fn behind_other_semicolon(self) -> Option<Self> {
        let rest = self.advance();
        let ends_line = rest.follows_line_break() || matches!(rest.kind(), TokenKind::RightBrace);
        let is_separator = matches!(self.kind(), TokenKind::Comma | TokenKind::Colon);
        // Where a parenthesis is missing, the sign may separate the items of a list.
        (is_separator && ends_line && self.context.are_parens_closed()).then_some(rest)
    }

    /// Reports a sign in the place of a `;`.
    #[cold]
    pub(super) fn report_other_semicolon(self, diagnostic: Diagnostic) {
        let edit = vec![(self.span(), ";".to_owned())];
        self.report(diagnostic.suggest("write `;`", edit, Applicability::Safe));
    }
}

/// A call whose `(` is missing, from its first argument on.
#[cold]
pub(super) fn call_without_paren(input: Input<'_>, callee: ExprId) -> Parse<'_, ExprId> {
    let diagnostic = input.unexpected(rules::GRAMMAR_CALL_PHRASE, "`(` before the arguments");
    input.report(diagnostic.suggest("add `(`", vec![input.opened()], Applicability::Safe));
    let context = input.context;
    let (rest, arguments) = argument_expressions(input, input.span())?;
    let span = rest.since(context.expr_span(callee));
    Ok((rest, context.push_expr(Expr::Call(callee, arguments), span)))
}

/// Returns true if what an attribute is for, or the next one, starts where the `)` of its arguments should be.
pub(super) fn follows_attribute(input: Input<'_>) -> bool {
    match input.kind() {
        TokenKind::At | TokenKind::Fn | TokenKind::Var | TokenKind::Override => true,
        TokenKind::Identifier => {
            matches!(input.second(), TokenKind::Colon | TokenKind::TemplateStart | TokenKind::LeftBrace)
        }
        _ => false,
    }
}

/// Reports that the `)` of an attribute's arguments is missing.
#[cold]
pub(super) fn report_right_paren(input: Input<'_>, opener: Span, production: &'static Rule, place: &str) {
    let diagnostic = input.unexpected(production, &format!("`)` {place}")).label(opener, "`(` opens here");
    input.report(diagnostic.suggest("add `)`", vec![input.inserted(")")], Applicability::Safe));
}

/// Reports `name++` as the value of a declaration or assignment that ends after it, and returns the place of its `;`: in this language an
/// increment is a statement of its own.
#[cold]
pub(super) fn behind_increment<'a>(input: Input<'a>, production: &'static Rule) -> Option<Input<'a>> {
    let is_increment = matches!(input.kind(), TokenKind::PlusPlus | TokenKind::MinusMinus);
    let name = input.at(input.at.checked_sub(2)?);
    if !is_increment
        || input.second() != TokenKind::Semicolon
        || name.kind() != TokenKind::Equal
        || name.second() != TokenKind::Identifier
    {
        return None;
    }
    let written = format!("; {}", input.previous_span().text(input.context.text));
    let diagnostic = input.unexpected(production, "`;` after the value");
    let words = "write the update as a statement of its own";
    input.report(diagnostic.suggest(words, vec![input.inserted(&written)], Applicability::Safe));
    Some(input.advance())
}
