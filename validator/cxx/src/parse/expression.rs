//! Expressions. C++14 (expr)

use super::kinds::NameKind;
use super::{Abandoned, Outcome, Parser, append};
use crate::ast::{
    BinaryOperator, BraceItem, CastKind, Designator, Expr, ExprId, List, PostfixOperator, QualifiedName,
    TemplateArgument, TypeSyntaxId, UnaryOperator,
};
use crate::lex::TokenKind;
use crate::names::Symbol;
use shader_source::Span;

impl Parser {
    /// An expression, commas between several included.
    pub(super) fn expression(&mut self) -> Outcome<ExprId> {
        let mut left = self.assignment_expression()?;
        while self.accept(TokenKind::Comma) {
            let mark = self.last_span();
            let right = self.assignment_expression()?;
            left = self.binary((BinaryOperator::Comma, mark), left, right)?;
        }
        Ok(left)
    }

    /// An expression without a comma.
    pub(super) fn assignment_expression(&mut self) -> Outcome<ExprId> {
        let left = self.conditional_expression()?;
        let Some(operator) = assignment_operator(self.kind()) else { return Ok(left) };
        let mark = self.take().span;
        let right = self.nested(Self::initializer_clause)?;
        let span = self.ast.expr_span(left).to(self.ast.expr_span(right));
        let id = self.expr(Expr::Assign(operator, left, right), span)?;
        self.note_operator(id, mark);
        Ok(id)
    }

    /// Notes where an operator is, if the file may have host code: one that only the host has is reported there.
    fn note_operator(&mut self, id: ExprId, mark: Span) {
        if self.dialect.has_host_code {
            self.ast.operator_spans.insert(id, mark);
        }
    }

    /// A value: an expression without a comma, or a braced list.
    pub(super) fn initializer_clause(&mut self) -> Outcome<ExprId> {
        if self.kind() == TokenKind::LeftBrace { self.braces() } else { self.assignment_expression() }
    }

    pub(super) fn conditional_expression(&mut self) -> Outcome<ExprId> {
        let condition = self.binary_expression(0)?;
        if !self.accept(TokenKind::Question) {
            return Ok(condition);
        }
        if self.kind() == TokenKind::Colon {
            let message = crate::unsupported::CONDITIONAL_WITHOUT_VALUE.message();
            return Err(self.error(self.rules.unsupported_feature, message));
        }
        self.nested(|parser| {
            let accept = parser.outside_arguments(Self::expression)?;
            parser.expect(TokenKind::Colon)?;
            let reject = parser.assignment_expression()?;
            let span = parser.ast.expr_span(condition).to(parser.ast.expr_span(reject));
            parser.expr(Expr::Conditional(condition, accept, reject), span)
        })
    }

    fn binary(
        &mut self,
        (operator, mark): (BinaryOperator, Span),
        left: ExprId,
        right: ExprId,
    ) -> Outcome<ExprId> {
        let span = self.ast.expr_span(left).to(self.ast.expr_span(right));
        let id = self.expr(Expr::Binary(operator, left, right), span)?;
        self.note_operator(id, mark);
        Ok(id)
    }

    fn binary_expression(&mut self, least: u8) -> Outcome<ExprId> {
        let mut left = self.unary_expression()?;
        loop {
            let kind = self.kind();
            let ends_arguments =
                self.is_in_arguments && matches!(kind, TokenKind::Greater | TokenKind::ShiftRight);
            let Some((operator, level)) = binary_operator(kind).filter(|(_, level)| *level >= least) else {
                return Ok(left);
            };
            if ends_arguments {
                return Ok(left);
            }
            let mark = self.take().span;
            let right = self.binary_expression(level + 1)?;
            left = self.binary((operator, mark), left, right)?;
        }
    }

    pub(super) fn unary_expression(&mut self) -> Outcome<ExprId> {
        let start = self.span();
        let operator = match self.kind() {
            TokenKind::Plus => UnaryOperator::Plus,
            TokenKind::Minus => UnaryOperator::Negate,
            TokenKind::Bang => UnaryOperator::Not,
            TokenKind::Tilde => UnaryOperator::Complement,
            TokenKind::Star => UnaryOperator::Dereference,
            TokenKind::And => UnaryOperator::AddressOf,
            TokenKind::PlusPlus => UnaryOperator::Increment,
            TokenKind::MinusMinus => UnaryOperator::Decrement,
            TokenKind::Sizeof => return self.size_of(),
            TokenKind::LeftParen if self.is_cast() => return self.c_cast(),
            TokenKind::LeftParen if self.is_cast_to_unknown_type() => {
                self.at += 1;
                return Err(self.no_type());
            }
            _ => return self.postfix_expression(),
        };
        self.at += 1;
        let operand = self.nested(Self::unary_expression)?;
        let span = self.since(start);
        self.expr(Expr::Unary(operator, operand), span)
    }

    fn size_of(&mut self) -> Outcome<ExprId> {
        let start = self.take().span;
        if self.accept(TokenKind::Ellipsis) {
            return self.size_of_pack(start);
        }
        let is_type = self.kind() == TokenKind::LeftParen && {
            self.at += 1;
            let is_type = self.is_type_operand();
            self.at -= 1;
            is_type
        };
        let expr = if is_type {
            self.at += 1;
            let ty = self.outside_arguments(Self::type_of_objects_or_functions)?;
            self.expect(TokenKind::RightParen)?;
            Expr::SizeOfType(ty)
        } else {
            Expr::SizeOf(self.unevaluated(|parser| parser.nested(Self::unary_expression))?)
        };
        let span = self.since(start);
        self.expr(expr, span)
    }

    /// `sizeof...(pack)`, after the `...`.
    fn size_of_pack(&mut self, start: Span) -> Outcome<ExprId> {
        self.expect(TokenKind::LeftParen)?;
        let before = self.span();
        let name = self.qualified_name()?;
        let span = self.since(before);
        if !self.packs.contains(&self.ast[name].name) {
            let message = format!("`{}` is not a pack", self.names.text(self.ast[name].name));
            return Err(self.error_at(self.rules.grammar_expression, span, message));
        }
        let pack = self.expr(Expr::Name(name), span)?;
        self.expect(TokenKind::RightParen)?;
        let span = self.since(start);
        let size = self.expr(Expr::SizeOf(pack), span)?;
        self.ast.pack_sizes.insert(size);
        Ok(size)
    }

    /// Returns true if a cast in parentheses begins here: a type, and a `)` where a constructor would have arguments.
    fn is_cast(&mut self) -> bool {
        let here = self.at;
        self.at += 1;
        let is_type = self.is_type();
        let mut is_cast = false;
        if is_type {
            // What is read here is read again; diagnostics of the first time are forgotten.
            let (findings, halved) = (self.diagnostics.len(), self.halved.len());
            is_cast = self.outside_arguments(Self::type_id).is_ok()
                && (self.kind() == TokenKind::RightParen || self.is_cast_to_function(here + 1));
            self.diagnostics.truncate(findings);
            for (at, token) in self.halved.drain(halved..) {
                self.tokens[at] = token;
            }
            // Reading it again reports that it is too deep.
            is_cast |= self.resume.take().is_some();
        }
        self.at = here;
        is_cast
    }

    /// Returns true if parameters are here that make the type which begins at a token a function, and if an operand follows: what can be a type in
    /// parentheses is one. C++14 (dcl.ambig.res) 2
    fn is_cast_to_function(&mut self, ty: usize) -> bool {
        let Some(after) = self.after_parentheses(self.at).filter(|_| !self.dialect.has_host_code) else {
            return false;
        };
        let is_closed = self.tokens.get(after).is_some_and(|token| token.kind == TokenKind::RightParen);
        let operand = self.tokens.get(after + 1).map(|token| token.kind);
        let is_call = operand == Some(TokenKind::LeftParen)
            && self.tokens.get(after + 2).is_some_and(|token| token.kind == TokenKind::RightParen);
        let here = core::mem::replace(&mut self.at, ty);
        let is_cast = is_closed && !is_call && operand.is_some_and(begins_operand) && self.is_type_operand();
        self.at = here;
        is_cast
    }

    /// Returns true if a name that is not declared is in parentheses before an operand: `(flaot)x`.
    fn is_cast_to_unknown_type(&mut self) -> bool {
        let name = self.tokens.get(self.at + 1).filter(|token| token.kind == TokenKind::Identifier);
        let Some(name) = name.and_then(|token| token.symbol) else { return false };
        // Types of headers that were not found are unknown in host code.
        !self.dialect.has_host_code
            && self.ahead(2) == TokenKind::RightParen
            && matches!(self.ahead(3), TokenKind::Identifier | TokenKind::Number)
            && self.kinds.of(name, &self.names) == NameKind::Unknown
    }

    fn c_cast(&mut self) -> Outcome<ExprId> {
        let start = self.take().span;
        let ty = self.outside_arguments(Self::type_of_objects_or_functions)?;
        self.expect(TokenKind::RightParen)?;
        if self.kind() == TokenKind::LeftBrace {
            return self.compound_literal(start, ty);
        }
        let operand = self.nested(Self::unary_expression)?;
        let span = self.since(start);
        self.expr(Expr::Cast(CastKind::C, ty, operand), span)
    }

    /// `(T) {…}`, the compound literal of C that Clang has in C++: a new object, as `T {…}` is.
    fn compound_literal(&mut self, start: Span, ty: TypeSyntaxId) -> Outcome<ExprId> {
        let list = self.braces()?;
        let span = self.since(start);
        let object = self.expr(Expr::ConstructBraces(ty, list), span)?;
        self.postfix_operators(start, object)
    }

    fn postfix_expression(&mut self) -> Outcome<ExprId> {
        let start = self.span();
        let base = self.primary_expression()?;
        self.postfix_operators(start, base)
    }

    /// The operators after an expression that begins at a place.
    fn postfix_operators(&mut self, start: Span, base: ExprId) -> Outcome<ExprId> {
        let mut base = base;
        loop {
            let expr = match self.kind() {
                TokenKind::LeftParen => {
                    self.at += 1;
                    let arguments = self.arguments()?;
                    Expr::Call(self.callee(base), arguments)
                }
                TokenKind::LeftBracket if !self.is_attribute() => {
                    self.at += 1;
                    // C++14 (expr.sub): a list is an argument of a function `operator[]`.
                    let index = if self.kind() == TokenKind::LeftBrace {
                        self.braces()?
                    } else {
                        self.outside_arguments(|parser| parser.nested(Self::expression))?
                    };
                    self.expect(TokenKind::RightBracket)?;
                    Expr::Index(base, index)
                }
                // The pointer to a member is declared before, and reported there.
                TokenKind::Period | TokenKind::Arrow
                    if self.ahead(1) == TokenKind::Star && self.has_member_pointer() =>
                {
                    return Err(Abandoned);
                }
                TokenKind::Period | TokenKind::Arrow if self.ahead(1) == TokenKind::Star => {
                    return Err(self.error(
                        self.rules.unsupported_feature,
                        crate::unsupported::MEMBER_POINTER.message(),
                    ));
                }
                TokenKind::Period | TokenKind::Arrow => {
                    let is_arrow = self.take().kind == TokenKind::Arrow;
                    let (member, arguments) = self.member_name(base)?;
                    // The node comes next.
                    let id = ExprId::from_index(self.ast.exprs.len());
                    if let Some(arguments) = arguments {
                        self.ast.member_arguments.insert(id, arguments);
                    }
                    if is_arrow { Expr::Arrow(base, member) } else { Expr::Member(base, member) }
                }
                TokenKind::PlusPlus => {
                    self.at += 1;
                    Expr::Postfix(PostfixOperator::Increment, base)
                }
                TokenKind::MinusMinus => {
                    self.at += 1;
                    Expr::Postfix(PostfixOperator::Decrement, base)
                }
                _ => return Ok(base),
            };
            let span = self.since(start);
            base = self.expr(expr, span)?;
        }
    }

    /// The callee of a call, without the parentheses around the name of a function.
    fn callee(&mut self, callee: ExprId) -> ExprId {
        let mut inner = callee;
        while let Expr::Paren(within) = self.ast[inner] {
            inner = within;
        }
        if inner == callee || !matches!(self.ast[inner], Expr::Name(_) | Expr::Member(..) | Expr::Arrow(..)) {
            return callee;
        }
        // The node of the call comes next.
        self.ast.parenthesised_calls.insert(ExprId::from_index(self.ast.exprs.len()));
        inner
    }

    /// The name of a member, which may be an operator, and the template arguments after it.
    fn member_name(&mut self, object: ExprId) -> Outcome<(Symbol, Option<List<TemplateArgument>>)> {
        let has_keyword = self.accept(TokenKind::Template);
        if self.kind() == TokenKind::Operator {
            self.at += 1;
            let is_conversion = self.is_type();
            self.at -= 1;
            if is_conversion {
                let message = crate::unsupported::CONVERSION_BY_NAME.message();
                return Err(self.error(self.rules.unsupported_feature, message));
            }
            return Ok((self.operator_name()?, None));
        }
        if self.is_qualified_name() {
            let id = if self.is_qualified_operator() {
                self.qualified_operator()?
            } else {
                self.qualified_name()?
            };
            let QualifiedName { name, arguments, .. } = self.ast[id];
            // The node of the member comes next.
            self.ast.member_names.insert(ExprId::from_index(self.ast.exprs.len()), id);
            return Ok((name, arguments));
        }
        let (name, span) = self.expect_name()?;
        // The type of the object is not known yet. A name that some structure has as a template, with arguments and a call after it, is one.
        let is_template = has_keyword
            || self.kinds.is_member_template(name)
            || self.kinds.of(name, &self.names) == NameKind::FunctionTemplate;
        let is_called = |parser: &Self| {
            let after = parser.after_arguments(parser.at).and_then(|at| parser.tokens.get(at));
            after.is_some_and(|token| token.kind == TokenKind::LeftParen)
        };
        // After `template`, `<` begins arguments whatever follows. C++14 (temp.names) 3
        let begins_arguments = self.kind() == TokenKind::Less && (has_keyword || is_called(self));
        let arguments = if is_template && begins_arguments {
            if !has_keyword {
                self.check_template_keyword(object, name, span);
            }
            Some(self.template_arguments()?)
        } else {
            None
        };
        Ok((name, arguments))
    }

    /// Reports the template arguments of a member of an object that depends on a template parameter: without `template`, `<` compares. C++14 (temp.names)
    fn check_template_keyword(&mut self, object: ExprId, member: Symbol, span: Span) {
        let Expr::Name(name) = self.ast[object] else { return };
        let name = self.ast[name];
        if !name.path.is_empty() || self.dependent_values.get(&name.name) != Some(&true) {
            return;
        }
        self.missing_template(member, span);
    }

    /// Arguments up to the `)`, whose `(` was taken.
    pub(super) fn arguments(&mut self) -> Outcome<List<ExprId>> {
        self.outside_arguments(|parser| {
            let mark = parser.pending_exprs.len();
            // A comma is followed by a further argument.
            while parser.kind() != TokenKind::RightParen || parser.pending_exprs.len() > mark {
                match parser.nested(Self::initializer_clause) {
                    Ok(argument) => {
                        parser.pattern(argument);
                        parser.pending_exprs.push(argument);
                    }
                    Err(abandoned) => {
                        parser.pending_exprs.truncate(mark);
                        return Err(abandoned);
                    }
                }
                if !parser.accept(TokenKind::Comma) {
                    break;
                }
            }
            let arguments = parser.expr_list(mark);
            parser.expect(TokenKind::RightParen)?;
            Ok(arguments)
        })
    }

    /// Notes a `...` after an element of a list.
    pub(super) fn pattern(&mut self, id: ExprId) {
        if self.kind() == TokenKind::Ellipsis {
            self.check_pattern_has_pack();
            self.at += 1;
            self.ast.patterns.insert(id);
        }
    }

    /// `{…}`
    pub(super) fn braces(&mut self) -> Outcome<ExprId> {
        let start = self.expect(TokenKind::LeftBrace)?.span;
        let items = self.outside_arguments(|parser| {
            parser.nested(|parser| {
                let mut items = Vec::new();
                while parser.kind() != TokenKind::RightBrace {
                    let designator = parser.designator()?;
                    let value = parser.initializer_clause()?;
                    parser.pattern(value);
                    items.push(BraceItem { designator, value });
                    if !parser.accept(TokenKind::Comma) {
                        break;
                    }
                }
                Ok(items)
            })
        })?;
        self.expect(TokenKind::RightBrace)?;
        let items = append(&mut self.ast.brace_items, &items);
        let span = self.since(start);
        self.expr(Expr::Braces(items), span)
    }

    /// `.member =`, `[first ... last] =`
    fn designator(&mut self) -> Outcome<Option<Designator>> {
        let designator = if self.accept(TokenKind::Period) {
            let (name, span) = self.expect_name()?;
            Designator::Member(name, span)
        } else if self.kind() == TokenKind::LeftBracket && !self.is_attribute() && !self.is_lambda() {
            self.at += 1;
            let first = self.conditional_expression()?;
            let last =
                if self.accept(TokenKind::Ellipsis) { Some(self.conditional_expression()?) } else { None };
            self.expect(TokenKind::RightBracket)?;
            Designator::Elements(first, last)
        } else {
            return Ok(None);
        };
        self.expect(TokenKind::Equal)?;
        Ok(Some(designator))
    }

    /// The place of an expression.
    pub(super) fn span_of(&self, id: ExprId) -> Span {
        self.ast.expr_span(id)
    }
}

/// The operator of an assignment; `None` inside for a plain one.
#[allow(clippy::option_option, reason = "an assignment may have no operator")]
const fn assignment_operator(kind: TokenKind) -> Option<Option<BinaryOperator>> {
    Some(match kind {
        TokenKind::Equal => None,
        TokenKind::StarEqual => Some(BinaryOperator::Multiply),
        TokenKind::SlashEqual => Some(BinaryOperator::Divide),
        TokenKind::PercentEqual => Some(BinaryOperator::Remainder),
        TokenKind::PlusEqual => Some(BinaryOperator::Add),
        TokenKind::MinusEqual => Some(BinaryOperator::Subtract),
        TokenKind::ShiftLeftEqual => Some(BinaryOperator::ShiftLeft),
        TokenKind::ShiftRightEqual => Some(BinaryOperator::ShiftRight),
        TokenKind::AndEqual => Some(BinaryOperator::BitAnd),
        TokenKind::XorEqual => Some(BinaryOperator::BitXor),
        TokenKind::OrEqual => Some(BinaryOperator::BitOr),
        _ => return None,
    })
}

/// Returns true for a token that may begin the operand of a cast.
const fn begins_operand(kind: TokenKind) -> bool {
    use TokenKind::{
        Alignof, And, Bang, Character, ConstCast, False, Identifier, LeftParen, Minus, MinusMinus, Nullptr,
        Number, Plus, PlusPlus, ReinterpretCast, Sizeof, Star, StaticCast, This, Tilde, True,
    };
    matches!(
        kind,
        Plus | Minus
            | Star
            | And
            | Bang
            | Tilde
            | PlusPlus
            | MinusMinus
            | LeftParen
            | Identifier
            | Number
            | Character
    ) || matches!(kind, True | False | Nullptr | This)
        || matches!(kind, Sizeof | Alignof | StaticCast | ReinterpretCast | ConstCast)
}

/// A binary operator and its level, the loosest first.
pub(super) const fn binary_operator(kind: TokenKind) -> Option<(BinaryOperator, u8)> {
    Some(match kind {
        TokenKind::OrOr => (BinaryOperator::Or, 1),
        TokenKind::AndAnd => (BinaryOperator::And, 2),
        TokenKind::Or => (BinaryOperator::BitOr, 3),
        TokenKind::Xor => (BinaryOperator::BitXor, 4),
        TokenKind::And => (BinaryOperator::BitAnd, 5),
        TokenKind::EqualEqual => (BinaryOperator::Equal, 6),
        TokenKind::BangEqual => (BinaryOperator::NotEqual, 6),
        TokenKind::Less => (BinaryOperator::Less, 7),
        TokenKind::Greater => (BinaryOperator::Greater, 7),
        TokenKind::LessEqual => (BinaryOperator::LessEqual, 7),
        TokenKind::GreaterEqual => (BinaryOperator::GreaterEqual, 7),
        TokenKind::ShiftLeft => (BinaryOperator::ShiftLeft, 8),
        TokenKind::ShiftRight => (BinaryOperator::ShiftRight, 8),
        TokenKind::Plus => (BinaryOperator::Add, 9),
        TokenKind::Minus => (BinaryOperator::Subtract, 9),
        TokenKind::Star => (BinaryOperator::Multiply, 10),
        TokenKind::Slash => (BinaryOperator::Divide, 10),
        TokenKind::Percent => (BinaryOperator::Remainder, 10),
        _ => return None,
    })
}
