//! What the grammar of the Working Draft of 11 April 2022 does differently.
//!
//! Types are keywords there, and template lists belong to the productions of types: nothing is discovered beforehand,
//! and between the `<` and `>` stand types, names and numbers, never operators.

use super::expression::expression;
use super::input::{Input, Parse};
use super::primary::{argument_expression_list, call_phrase, identifier, literal};
use super::recover::deeper;
use crate::ast::{Expr, ExprId, List};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;
use wgsl_spec::{Code, Edition, Predeclared, Symbol, TypeGenerator, sym};

/// What may follow a type word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WordForm {
    /// `f32`: no template list.
    Plain,
    /// `array<…>`: a template list always.
    Template,
    /// `vec3` and `mat2x2`: a template list except where it is called.
    Constructor,
    /// `uniform`: an address space, no type.
    AddressSpace,
}

fn form_of(word: Symbol) -> WordForm {
    match word {
        sym::FUNCTION | sym::PRIVATE | sym::STORAGE | sym::UNIFORM | sym::WORKGROUP => WordForm::AddressSpace,
        sym::BITCAST => WordForm::Template,
        _ => match word.info(Edition::Draft2022).predeclared {
            Predeclared::TypeGenerator(TypeGenerator::Vector(_) | TypeGenerator::Matrix(..)) => {
                WordForm::Constructor
            }
            Predeclared::TypeGenerator(_) => WordForm::Template,
            _ => WordForm::Plain,
        },
    }
}

/// `type_decl`: a name, or a type word with its template list.
pub(super) fn type_declaration(input: Input<'_>) -> Parse<'_, ExprId> {
    let context = input.context;
    let token = input.token();
    let (TokenKind::TypeWord, Some(word)) = (token.kind, token.symbol) else {
        let (rest, (symbol, span)) = identifier(input, "a type")?;
        return Ok((rest, context.push_expr(Expr::Name(symbol), span)));
    };
    match form_of(word) {
        WordForm::AddressSpace => input.fail(Code::ParseExpectedToken, "a type"),
        _ if word == sym::BITCAST => input.fail(Code::ParseExpectedToken, "a type"),
        WordForm::Plain => Ok((input.advance(), context.push_expr(Expr::Name(word), token.span))),
        WordForm::Template | WordForm::Constructor => templated(input, word),
    }
}

/// A word and its template list.
fn templated(input: Input<'_>, word: Symbol) -> Parse<'_, ExprId> {
    let span = input.span();
    let (rest, arguments) = template_list(input.advance(), Some(word))?;
    Ok((rest, input.context.push_expr(Expr::Template(word, arguments), rest.since(span))))
}

/// Whether the grammar wants an address space, access mode or texel format there in the template list of a word, or of
/// `var`.
fn is_enumerant_place(word: Option<Symbol>, index: u32) -> bool {
    match word {
        None => true,
        Some(sym::PTR) => index != 1,
        Some(word) => match word.info(Edition::Draft2022).predeclared {
            Predeclared::TypeGenerator(TypeGenerator::Texture(kind)) => kind.is_storage(),
            _ => false,
        },
    }
}

/// `<`, types, names or numbers between commas, `>`: the template list of a word, or of `var`.
pub(super) fn template_list(input: Input<'_>, word: Option<Symbol>) -> Parse<'_, List<ExprId>> {
    let context = input.context;
    let opener = input.span();
    let mut rest = input.expect(TokenKind::Less, "after the type")?;
    let start = context.start_exprs();
    for index in 0.. {
        let (after, id) = match rest.token().symbol {
            // Words of the grammar that are no keywords: declarations may have their names and don't hide them.
            Some(symbol) if rest.kind() == TokenKind::Identifier && is_enumerant_place(word, index) => {
                (rest.advance(), context.push_expr(Expr::ContextName(symbol), rest.span()))
            }
            _ => deeper(rest, template_argument)?,
        };
        context.add_expr(id);
        rest = after;
        match rest.take(TokenKind::Comma) {
            Some(after) => rest = after,
            None => break,
        }
    }
    let rest = rest.expect_closer(TokenKind::Greater, opener, "after the template parameters")?;
    Ok((rest, context.finish_exprs(start)))
}

fn template_argument(input: Input<'_>) -> Parse<'_, ExprId> {
    let token = input.token();
    if token.kind.is_number() {
        return literal(input);
    }
    match token.symbol {
        Some(word) if token.kind == TokenKind::TypeWord && form_of(word) == WordForm::AddressSpace => {
            Ok((input.advance(), input.context.push_expr(Expr::Name(word), token.span)))
        }
        _ => type_declaration(input),
    }
}

/// A type word in an expression: it is called.
pub(super) fn typed_call(input: Input<'_>) -> Parse<'_, ExprId> {
    let context = input.context;
    let token = input.token();
    let Some(word) = token.symbol else { return input.fail(Code::ParseExpectedExpression, "an expression") };
    let has_template = input.second() == TokenKind::Less;
    let (rest, callee) = match form_of(word) {
        WordForm::AddressSpace => return input.fail(Code::ParseExpectedExpression, "an expression"),
        WordForm::Constructor if !has_template => {
            (input.advance(), context.push_expr(Expr::Name(word), token.span))
        }
        WordForm::Plain => (input.advance(), context.push_expr(Expr::Name(word), token.span)),
        WordForm::Template | WordForm::Constructor => templated(input, word)?,
    };
    if rest.kind() != TokenKind::LeftParen {
        return rest.fail(Code::ParseExpectedToken, "`(` after the type");
    }
    if word == sym::BITCAST {
        return bitcast(rest, callee);
    }
    call_phrase(rest, callee)
}

/// `bitcast<T>` and its operand in parentheses.
fn bitcast(input: Input<'_>, callee: ExprId) -> Parse<'_, ExprId> {
    let context = input.context;
    let opener = input.span();
    let (rest, operand) = expression(input.advance())?;
    let rest = rest.expect_closer(TokenKind::RightParen, opener, "after the operand of `bitcast`")?;
    let list = context.start_exprs();
    context.add_expr(operand);
    let arguments = context.finish_exprs(list);
    let span = rest.since(context.expr_span(callee));
    Ok((rest, context.push_expr(Expr::Call(callee, arguments), span)))
}

/// `const_expression`: a literal, or a type called with const-expressions.
pub(super) fn const_expression(input: Input<'_>) -> Parse<'_, ExprId> {
    deeper(input, |input| {
        if !matches!(input.kind(), TokenKind::Identifier | TokenKind::TypeWord) {
            return const_literal(input);
        }
        let (rest, callee) = type_declaration(input)?;
        if rest.kind() != TokenKind::LeftParen {
            return rest.fail(
                Code::ParseExpectedToken,
                "`(` after the type: a value at module scope is a literal or built of literals",
            );
        }
        let (rest, arguments) = const_arguments(rest)?;
        let span = rest.since(input.context.expr_span(callee));
        Ok((rest, input.context.push_expr(Expr::Call(callee, arguments), span)))
    })
}

fn const_arguments(input: Input<'_>) -> Parse<'_, List<ExprId>> {
    let context = input.context;
    let opener = input.span();
    if input.second() == TokenKind::RightParen {
        return argument_expression_list(input);
    }
    let start = context.start_exprs();
    let mut rest = input.advance();
    while rest.kind() != TokenKind::RightParen {
        let (after, id) = const_expression(rest)?;
        context.add_expr(id);
        rest = after;
        match rest.take(TokenKind::Comma) {
            Some(after) => rest = after,
            None => break,
        }
    }
    let rest = rest.expect_closer(TokenKind::RightParen, opener, "after the argument")?;
    Ok((rest, context.finish_exprs(start)))
}

/// `const_literal`
pub(super) fn const_literal(input: Input<'_>) -> Parse<'_, ExprId> {
    literal(input)
}

/// `literal_or_ident`: the argument of an attribute.
pub(super) fn literal_or_ident(input: Input<'_>) -> Parse<'_, ExprId> {
    if input.kind().is_number() {
        return literal(input);
    }
    let (rest, (symbol, span)) = identifier(input, "a number or a name as the attribute's argument")?;
    Ok((rest, input.context.push_expr(Expr::Name(symbol), span)))
}

/// What a program writes in place of a declaration or directive that only the current edition has.
pub(super) fn written_instead(word: &str) -> Option<&'static str> {
    Some(match word {
        "alias" => "this edition writes `type Name = …;`",
        "const" => "this edition writes `let`",
        "const_assert" => "this edition has no assertions",
        "diagnostic" | "requires" => "this edition has no such directive",
        _ => return None,
    })
}

/// Reports a word that starts something which only the current edition has.
#[cold]
pub(super) fn report_newer(input: Input<'_>, instead: &str) {
    let word = input.span().text(input.context.text);
    let message = format!("`{word}` is part of the current edition, not of this one");
    input.report(Diagnostic::error(Code::ResolveNotAvailableInEdition, input.span(), message).note(instead));
}
