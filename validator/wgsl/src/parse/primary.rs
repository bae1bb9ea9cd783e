//! Operands: names, template lists, calls, literals, parentheses, and their suffixes.

use super::draft;
use super::expression::expression;
use super::input::{Input, Parse, failed_at};
use super::recover::error_expression;
use crate::ast::{Expr, ExprId, List, Literal, Suffix};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Code, Edition, Predeclared, Symbol, WordClass};

/// A name with its place.
pub(super) type Name = (Symbol, Span);

/// `singular_expression` <https://www.w3.org/TR/WGSL/#syntax-singular_expression>
pub(super) fn singular_expression(input: Input<'_>) -> Parse<'_, ExprId> {
    let (rest, id) = primary_expression(input)?;
    component_or_swizzle_specifier(rest, id)
}

/// `component_or_swizzle_specifier` <https://www.w3.org/TR/WGSL/#syntax-component_or_swizzle_specifier>, in a loop.
#[inline]
fn component_or_swizzle_specifier(mut input: Input<'_>, base: ExprId) -> Parse<'_, ExprId> {
    let context = input.context;
    let mut id = base;
    loop {
        let (rest, expr) = match input.kind() {
            TokenKind::Period => {
                let (rest, (symbol, _)) = identifier(input.advance(), "the name of a member")?;
                (rest, Expr::Member(id, symbol))
            }
            TokenKind::LeftBracket => {
                let (rest, index) = expression(input.advance())?;
                let rest = rest.expect_closer(TokenKind::RightBracket, input.span(), "after the index")?;
                (rest, Expr::Index(id, index))
            }
            _ => return Ok((input, id)),
        };
        id = context.push_expr(expr, rest.since(context.expr_span(id)));
        input = rest;
    }
}

/// `primary_expression` <https://www.w3.org/TR/WGSL/#syntax-primary_expression>
fn primary_expression(input: Input<'_>) -> Parse<'_, ExprId> {
    match input.kind() {
        TokenKind::Identifier | TokenKind::Reserved => {
            let (rest, id) = template_elaborated_ident(input, "an expression")?;
            if rest.kind() == TokenKind::LeftParen { call_phrase(rest, id) } else { Ok((rest, id)) }
        }
        TokenKind::LeftParen => paren_expression(input),
        TokenKind::TypeWord => draft::typed_call(input),
        _ => literal(input),
    }
}

/// `literal` <https://www.w3.org/TR/WGSL/#syntax-literal>
pub(super) fn literal(input: Input<'_>) -> Parse<'_, ExprId> {
    let literal = match input.kind() {
        TokenKind::True => Literal::Bool(true),
        TokenKind::False => Literal::Bool(false),
        TokenKind::Integer => Literal::Integer(Suffix::None),
        TokenKind::IntegerI => Literal::Integer(Suffix::I),
        TokenKind::IntegerU => Literal::Integer(Suffix::U),
        TokenKind::Float => Literal::Float(Suffix::None),
        TokenKind::FloatF => Literal::Float(Suffix::F),
        TokenKind::FloatH => Literal::Float(Suffix::H),
        TokenKind::InvalidNumber => return Ok((input.advance(), error_expression(input))),
        _ => return no_expression(input),
    };
    Ok((input.advance(), input.context.push_expr(Expr::Literal(literal), input.span())))
}

#[cold]
fn no_expression(input: Input<'_>) -> Parse<'_, ExprId> {
    let diagnostic = input.unexpected(Code::ParseExpectedExpression, "an expression");
    input.report(match input.kind() {
        TokenKind::Plus | TokenKind::PlusPlus => diagnostic.note("there is no unary `+`"),
        TokenKind::LeftBracket | TokenKind::LeftBrace => {
            diagnostic.note("an array is written `array(…)`, a structure by its name: `Name(…)`")
        }
        TokenKind::Underscore => diagnostic.note("`_` stands only on the left of `=`"),
        _ => diagnostic,
    });
    input.failure()
}

/// `paren_expression` <https://www.w3.org/TR/WGSL/#syntax-paren_expression>
fn paren_expression(input: Input<'_>) -> Parse<'_, ExprId> {
    let opener = input.span();
    let (rest, inner) = expression(input.advance())?;
    let rest = rest.expect_closer(TokenKind::RightParen, opener, "after the expression")?;
    Ok((rest, input.context.push_expr(Expr::Paren(inner), rest.since(opener))))
}

/// `call_phrase` <https://www.w3.org/TR/WGSL/#syntax-call_phrase>, from the `(` on.
pub(super) fn call_phrase(input: Input<'_>, callee: ExprId) -> Parse<'_, ExprId> {
    let context = input.context;
    let (rest, arguments) = argument_expression_list(input)?;
    let span = rest.since(context.expr_span(callee));
    Ok((rest, context.push_expr(Expr::Call(callee, arguments), span)))
}

/// `argument_expression_list` <https://www.w3.org/TR/WGSL/#syntax-argument_expression_list>
pub(super) fn argument_expression_list(input: Input<'_>) -> Parse<'_, List<ExprId>> {
    let opener = input.span();
    expression_list(input.advance(), TokenKind::RightParen, opener, "`,` or `)` after the argument")
}

/// Expressions between commas and the closing token, with an optional comma at the end. An item with a mistake is skipped
/// when the next comma or the closing token is in sight.
fn expression_list<'a>(
    mut input: Input<'a>,
    closer: TokenKind,
    opener: Span,
    expected: &str,
) -> Parse<'a, List<ExprId>> {
    let context = input.context;
    let start = context.start_exprs();
    while input.kind() != closer {
        let mark = context.mark();
        let (rest, item) = match expression(input) {
            Ok(parsed) => parsed,
            Err(error) => {
                context.back_to(mark);
                let failed = failed_at(error, input);
                let Some(rest) = failed.find_item_end(closer) else { return failed.failure() };
                (rest, error_expression(input))
            }
        };
        context.add_expr(item);
        input = rest;
        match input.take(TokenKind::Comma) {
            Some(rest) => input = rest,
            None if input.kind() == closer => break,
            None => {
                let diagnostic = input.unexpected(Code::ParseExpectedToken, expected);
                let text = format!("`{}` opens here", opener.text(context.text));
                input.report(diagnostic.label(opener, text));
                return input.failure();
            }
        }
    }
    Ok((input.advance(), context.finish_exprs(start)))
}

/// `template_elaborated_ident` <https://www.w3.org/TR/WGSL/#syntax-template_elaborated_ident>
#[inline]
pub(super) fn template_elaborated_ident<'a>(input: Input<'a>, expected: &str) -> Parse<'a, ExprId> {
    let context = input.context;
    let (rest, (symbol, span)) = identifier(input, expected)?;
    if rest.kind() != TokenKind::TemplateStart {
        return Ok((rest, context.push_expr(Expr::Name(symbol), span)));
    }
    let (rest, arguments) = template_list(rest)?;
    Ok((rest, context.push_expr(Expr::Template(symbol, arguments), rest.since(span))))
}

/// `template_list` <https://www.w3.org/TR/WGSL/#syntax-template_list>
pub(super) fn template_list(input: Input<'_>) -> Parse<'_, List<ExprId>> {
    let opener = input.span();
    let rest = input.advance();
    if rest.kind() == TokenKind::TemplateEnd {
        return rest.fail(Code::ParseExpectedExpression, "a template parameter");
    }
    expression_list(rest, TokenKind::TemplateEnd, opener, "`,` or `>` after the template parameter")
}

/// `type_specifier` <https://www.w3.org/TR/WGSL/#syntax-type_specifier>
pub(super) fn type_specifier(input: Input<'_>) -> Parse<'_, ExprId> {
    match input.context.edition {
        Edition::Current => template_elaborated_ident(input, "a type"),
        Edition::Draft2022 => draft::type_declaration(input),
    }
}

/// `ident` <https://www.w3.org/TR/WGSL/#syntax-ident>. A word that must not be used as a name is reported but used if it was
/// clearly meant as one.
#[inline]
pub(super) fn identifier<'a>(input: Input<'a>, expected: &str) -> Parse<'a, Name> {
    let token = input.token();
    match (token.kind, token.symbol) {
        (TokenKind::Identifier, Some(symbol)) => Ok((input.advance(), (symbol, token.span))),
        _ => no_identifier(input, expected),
    }
}

#[cold]
fn no_identifier<'a>(input: Input<'a>, expected: &str) -> Parse<'a, Name> {
    let token = input.token();
    let Some(symbol) = token.symbol else {
        return input.fail(Code::ParseExpectedToken, expected);
    };
    let text = token.span.text(input.context.text);
    match token.kind {
        TokenKind::Reserved => {
            let message = format!("`{text}` is a reserved word");
            let diagnostic =
                Diagnostic::error(Code::LexReservedWord, token.span, message).at("choose another name");
            let known = symbol.info(Edition::Current);
            let is_newer = known.predeclared != Predeclared::None || known.class == WordClass::Keyword;
            input.report(if is_newer {
                diagnostic.note("the current edition gives this word a meaning, this edition does not")
            } else {
                diagnostic
            });
        }
        TokenKind::Underscore => {
            let message = format!("expected {expected}, found `_`, which is no name");
            input.report(Diagnostic::error(Code::LexInvalidIdentifier, token.span, message));
        }
        _ => {
            input.report(input.unexpected(Code::ParseExpectedToken, expected));
            let is_meant_as_name = matches!(
                input.second(),
                TokenKind::Colon
                    | TokenKind::Equal
                    | TokenKind::Comma
                    | TokenKind::LeftBrace
                    | TokenKind::LeftParen
                    | TokenKind::RightParen
                    | TokenKind::Semicolon
            );
            if !is_meant_as_name {
                return input.failure();
            }
        }
    }
    Ok((input.advance(), (symbol, token.span)))
}
