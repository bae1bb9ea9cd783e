//! Operands: literals, names, casts, constructors and what is in parentheses. C++14 (expr.prim), (expr.post)

use super::kinds::NameKind;
use super::specifiers::is_word_of_type;
use super::{Abandoned, Outcome, Parser, append};
use crate::ast::{CastKind, Expr, ExprId, List, Literal, NameId, PathPart, QualifiedName};
use crate::dialect::Feature;
use crate::lex::{TokenKind, inside_of_text, is_beyond_64_bits, number};
use crate::names::Symbol;
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};

impl Parser {
    pub(super) fn primary_expression(&mut self) -> Outcome<ExprId> {
        let token = self.token();
        let literal = match (token.kind, token.symbol) {
            (TokenKind::Number, Some(symbol)) => {
                if number(self.names.text(symbol), self.dialect).is_none() {
                    let text = self.names.text(symbol);
                    let (rule, message) = if is_beyond_64_bits(text, self.dialect) {
                        (self.rules.lex_number_fits, format!("no type can represent `{text}`"))
                    } else {
                        (self.rules.lex_number_valid, format!("`{text}` is not a number"))
                    };
                    self.error(rule, message);
                    self.at += 1;
                    return Ok(self.leaf(Expr::Error, token.span));
                }
                Literal::Number(symbol)
            }
            (TokenKind::Character, Some(symbol)) => {
                self.check_character(symbol, token.span);
                Literal::Character(symbol)
            }
            (TokenKind::Text, Some(symbol)) => return Ok(self.text_literal(symbol)),
            (TokenKind::True, _) => Literal::Bool(true),
            (TokenKind::False, _) => Literal::Bool(false),
            (TokenKind::Nullptr, _) => Literal::Nullptr,
            _ => return self.primary_without_literal(),
        };
        self.at += 1;
        let span = self.since(token.span);
        Ok(self.leaf(Expr::Literal(literal), span))
    }

    /// Reports a character literal without a character, and `\\x` without digits. C++14 (lex.ccon)
    fn check_character(&mut self, symbol: Symbol, span: Span) {
        let text = self.names.text(symbol);
        let inside = text.split_once('\'').map_or("", |(_, rest)| rest.strip_suffix('\'').unwrap_or(rest));
        let is_hexadecimal = |rest: &str| rest.starts_with(|it: char| it.is_ascii_hexdigit());
        let message = match inside.strip_prefix("\\x") {
            _ if inside.is_empty() => "a character literal must have a character",
            Some(digits) if !is_hexadecimal(digits) => "expected hexadecimal digits after `\\x`",
            Some(_) | None => return,
        };
        self.error_at(self.rules.lex_literal_terminated, span, message);
    }

    /// A string literal with the string literals after it, which are one. C++14 (lex.phases) 1.6
    fn text_literal(&mut self, mut symbol: Symbol) -> ExprId {
        let start = self.span();
        self.at += 1;
        if self.kind() == TokenKind::Text || !self.names.text(symbol).starts_with('"') {
            let mut joined = format!("\"{}", inside_of_text(self.names.text(symbol)));
            while self.kind() == TokenKind::Text
                && let Some(next) = self.token().symbol
            {
                joined.push_str(&inside_of_text(self.names.text(next)));
                self.at += 1;
            }
            joined.push('"');
            symbol = self.names.intern(&joined);
        }
        let span = self.since(start);
        self.leaf(Expr::Literal(Literal::Text(symbol)), span)
    }

    fn primary_without_literal(&mut self) -> Outcome<ExprId> {
        let start = self.span();
        let expr = match self.kind() {
            TokenKind::LeftParen if self.ahead(1) == TokenKind::LeftBrace => {
                let message = crate::unsupported::STATEMENT_EXPRESSION.message();
                self.error(self.rules.unsupported_feature, message);
                self.skip_brackets();
                Expr::Error
            }
            TokenKind::LeftParen => {
                self.at += 1;
                let inner = self.outside_arguments(|parser| parser.nested(Self::expression))?;
                self.expect(TokenKind::RightParen)?;
                Expr::Paren(inner)
            }
            TokenKind::This => {
                self.at += 1;
                Expr::This
            }
            TokenKind::Alignof => {
                self.at += 1;
                self.expect(TokenKind::LeftParen)?;
                let ty = self.outside_arguments(Self::type_id)?;
                self.expect(TokenKind::RightParen)?;
                Expr::AlignOf(ty)
            }
            TokenKind::StaticCast => self.named_cast(CastKind::Static)?,
            TokenKind::ReinterpretCast => self.named_cast(CastKind::Reinterpret)?,
            TokenKind::ConstCast => self.named_cast(CastKind::Const)?,
            TokenKind::New
            | TokenKind::Delete
            | TokenKind::Throw
            | TokenKind::DynamicCast
            | TokenKind::Typeid
            | TokenKind::Noexcept
                if self.dialect.has_host_code =>
            {
                self.host_expression()?
            }
            TokenKind::New
            | TokenKind::Delete
            | TokenKind::Throw
            | TokenKind::DynamicCast
            | TokenKind::Typeid
            | TokenKind::Noexcept => {
                return Err(self.left_out_word());
            }
            TokenKind::Operator => {
                let name = self.operator_name()?;
                let name_span = self.since(start);
                Expr::Name(self.name(QualifiedName { path: List::EMPTY, name, name_span, arguments: None }))
            }
            // No lambda expression captures a number.
            TokenKind::LeftBracket if matches!(self.ahead(1), TokenKind::Number | TokenKind::Minus) => {
                let message = "expected an expression, found `[`: a list is written in braces";
                return Err(self.error(self.rules.grammar_expression, message));
            }
            TokenKind::LeftBracket => {
                if self.dialect.without(Feature::Lambda).is_none() {
                    self.nested(Self::lambda)?
                } else {
                    let abandoned = self.left_out(Feature::Lambda, start, "lambda expressions");
                    if !self.skip_lambda() {
                        return Err(abandoned);
                    }
                    Expr::Error
                }
            }
            // Its arguments may be types and members, which no call has.
            TokenKind::Identifier if self.is_offset_of() => {
                if self.found() == "`offsetof`" {
                    self.error(
                        self.rules.name_declared,
                        "`offsetof` is not declared: the C++ standard library declares it",
                    );
                } else {
                    let message = crate::unsupported::OFFSET_OF.message();
                    self.error(self.rules.unsupported_feature, message);
                }
                self.at += 1;
                self.skip_brackets();
                Expr::Error
            }
            TokenKind::Identifier | TokenKind::ColonColon => return self.name_expression(),
            TokenKind::Decltype if !self.is_decltype_type() => Expr::Name(self.qualified_name()?),
            _ if self.is_type() => self.constructor()?,
            TokenKind::Ellipsis if self.is_fold() => {
                return Err(
                    self.error(self.rules.unsupported_feature, crate::unsupported::FOLD_EXPRESSION.message())
                );
            }
            _ => {
                let message = format!("expected an expression, found {}", self.found());
                return Err(self.error(self.rules.grammar_expression, message));
            }
        };
        let span = self.since(start);
        self.expr(expr, span)
    }

    /// Returns true if the `...` here is the operand of an operator: `(... + pack)`, `(pack + ... + 0)`. C++17 (expr.prim.fold)
    fn is_fold(&mut self) -> bool {
        let is_operator = |kind| super::expression::binary_operator(kind).is_some();
        let before = self.at.checked_sub(1).map(|before| self.tokens[before].kind);
        before.is_some_and(is_operator) || before == Some(TokenKind::LeftParen) && is_operator(self.ahead(1))
    }

    /// Returns true for the built-in function of GNU C, or the macro of the standard library for it, whose first argument is a type.
    fn is_offset_of(&mut self) -> bool {
        let Some(symbol) = self.tokens[self.at].symbol.filter(|_| self.ahead(1) == TokenKind::LeftParen)
        else {
            return false;
        };
        match self.names.text(symbol) {
            "__builtin_offsetof" => true,
            "offsetof" => {
                !self.dialect.has_host_code && self.kinds.of(symbol, &self.names) == NameKind::Unknown
            }
            _ => false,
        }
    }

    /// `cast<T>(x)`, at the name of the cast.
    fn named_cast(&mut self, kind: CastKind) -> Outcome<Expr> {
        self.at += 1;
        self.expect(TokenKind::Less)?;
        let outside = core::mem::replace(&mut self.is_in_arguments, true);
        let ty = self.type_id();
        self.is_in_arguments = outside;
        let ty = ty?;
        self.expect(TokenKind::Greater)?;
        self.expect(TokenKind::LeftParen)?;
        let operand = self.outside_arguments(|parser| parser.nested(Self::expression))?;
        self.expect(TokenKind::RightParen)?;
        Ok(Expr::Cast(kind, ty, operand))
    }

    fn name_expression(&mut self) -> Outcome<ExprId> {
        let start = self.span();
        if self.is_qualified_operator() {
            let name = self.qualified_operator()?;
            let span = self.since(start);
            return self.expr(Expr::Name(name), span);
        }
        if self.is_type_name() {
            let expr = self.constructor()?;
            let span = self.since(start);
            return self.expr(expr, span);
        }
        if self.is_bit_cast() {
            while self.ahead(1) == TokenKind::ColonColon {
                self.at += 2;
            }
            let expr = self.named_cast(CastKind::Bits)?;
            let span = self.since(start);
            return self.expr(expr, span);
        }
        if let Some(expr) = self.type_trait()? {
            let span = self.since(start);
            return self.expr(expr, span);
        }
        self.check_unknown_template()?;
        let name = self.qualified_name()?;
        let span = self.since(start);
        self.expr(Expr::Name(name), span)
    }

    /// Returns true if the name of an operator with a path is here: `Base::operator=`. C++14 (expr.prim.general) 8
    pub(super) fn is_qualified_operator(&mut self) -> bool {
        let last = self.last_of_name().1;
        last > self.at && self.tokens.get(last).is_some_and(|token| token.kind == TokenKind::Operator)
    }

    /// The name of an operator with a path.
    pub(super) fn qualified_operator(&mut self) -> Outcome<NameId> {
        let mut path: Vec<PathPart> = Vec::new();
        if self.ahead(1) == TokenKind::Operator {
            let name = self.names.intern("");
            path.push(PathPart { name, span: self.span(), arguments: None, operand: None });
        } else {
            let around = self.qualified_name()?;
            let QualifiedName { path: outer, name, name_span, arguments } = self.ast[around];
            path.extend_from_slice(&self.ast[outer]);
            path.push(PathPart { name, span: name_span, arguments, operand: None });
        }
        self.expect(TokenKind::ColonColon)?;
        let start = self.span();
        let name = self.operator_name()?;
        let name_span = self.since(start);
        let path = append(&mut self.ast.path_parts, &path);
        Ok(self.name(QualifiedName { path, name, name_span, arguments: None }))
    }

    /// Returns true if the name of the cast that keeps the bits, perhaps with a namespace before it, and `<` are here.
    fn is_bit_cast(&mut self) -> bool {
        let mut at = self.at;
        while self.tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::ColonColon) {
            at += 2;
        }
        let Some(symbol) = self.tokens.get(at).and_then(|token| token.symbol) else { return false };
        self.dialect.bit_cast == Some(self.names.text(symbol))
            && self.kinds.of(symbol, &self.names) == NameKind::Unknown
            && self.tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Less)
    }

    /// Reports the name of a function that is not declared, with template arguments and a call after it.
    fn check_unknown_template(&mut self) -> Outcome<()> {
        let at = self.last_of_name().1;
        let Some(symbol) = self.tokens[at].symbol else { return Ok(()) };
        let is_less = self.tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Less);
        if !is_less || self.name_kind() != NameKind::Unknown || !self.is_type_at(at + 2) {
            return Ok(());
        }
        let after = self.after_arguments(at + 1).and_then(|after| self.tokens.get(after));
        let after = after.map(|token| token.kind);
        let is_unread = self.unread.contains(&symbol);
        if is_unread && matches!(after, Some(TokenKind::LeftParen | TokenKind::ColonColon)) {
            return Err(Abandoned);
        }
        if after != Some(TokenKind::LeftParen) {
            return Ok(());
        }
        let (span, text) = (self.tokens[at].span, self.names.text(symbol));
        let mut found =
            Diagnostic::error(self.rules.name_declared, span, format!("`{text}` is not declared"));
        let casts = ["static_cast", "reinterpret_cast"].into_iter().chain(self.dialect.bit_cast);
        let near = shader_source::suggest::closest(text, casts);
        if let Some(near) = near {
            let edit = vec![(span, near.to_owned())];
            found = found.suggest(format!("did you mean `{near}`?"), edit, Applicability::Unsafe);
        }
        self.report(found);
        Err(Abandoned)
    }

    /// Returns true if a type begins at a token.
    pub(super) fn is_type_at(&mut self, at: usize) -> bool {
        let start = core::mem::replace(&mut self.at, at);
        let is_type = self.is_type();
        self.at = start;
        is_type
    }

    /// `T(…)` or `T {…}`
    fn constructor(&mut self) -> Outcome<Expr> {
        // C++14 (expr.type.conv) 1. Microsoft's compiler takes several words.
        let has_words =
            is_word_of_type(self.kind()) && is_word_of_type(self.ahead(1)) && !self.dialect.has_host_code;
        let ty = self.simple_type()?;
        if has_words && matches!(self.kind(), TokenKind::LeftParen | TokenKind::LeftBrace) {
            let span = self.ast.type_span(ty);
            let message = "a type before `(` or `{` must be one word: write `(unsigned int)x` or `uint(x)`, for example";
            self.error_at(self.rules.grammar_type, span, message);
        }
        if self.kind() == TokenKind::LeftBrace {
            let list = self.braces()?;
            return Ok(Expr::ConstructBraces(ty, list));
        }
        if self.kind() != TokenKind::LeftParen {
            let span = self.ast.type_span(ty);
            let message = "expected `(` or `{` after the type";
            return Err(self.error_at(self.rules.name_is_value, span, message));
        }
        self.at += 1;
        let arguments = self.arguments()?;
        Ok(Expr::Construct(ty, arguments))
    }

    /// An argument of an attribute: a word of its own, or an expression.
    pub(super) fn attribute_argument(&mut self) -> Outcome<ExprId> {
        let is_word =
            self.kind().is_word() && matches!(self.ahead(1), TokenKind::Comma | TokenKind::RightParen);
        if !is_word {
            return self.conditional_expression();
        }
        let token = self.take();
        let Some(name) = token.symbol else { return Err(super::Abandoned) };
        let name = QualifiedName { path: List::EMPTY, name, name_span: token.span, arguments: None };
        let name = self.name(name);
        Ok(self.leaf(Expr::Name(name), token.span))
    }
}
