//! The differences in the grammar of the Working Draft of 11 April 2022.
//!
//! Types are keywords there, and template lists belong to the productions of types: none are discovered beforehand,
//! and between the `<` and `>` stand types, names and numbers, never operators.

use super::expression::expression;
use super::input::{Input, Parse};
use super::primary::{argument_expression_list, call_phrase, identifier, literal};
use super::recover::deeper;
use crate::ast::{Expr, ExprId, List};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;
use wgsl_spec::{Edition, Enumerant, Predeclared, Rule, Symbol, TypeGenerator, rules, sym};

/// The template list of a type word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WordForm {
    /// `f32`: no template list.
    Plain,
    /// `array<…>`: always a template list.
    Template,
    /// `vec3` and `mat2x2`: a template list except in calls.
    Constructor,
    /// `uniform`: an address space, not a type.
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
        let (rest, (symbol, span)) = identifier(input, rules::GRAMMAR_TYPE_SPECIFIER, "a type")?;
        return Ok((rest, context.push_expr(Expr::Name(symbol), span)));
    };
    match form_of(word) {
        WordForm::AddressSpace => input.fail(rules::GRAMMAR_TYPE_SPECIFIER, "a type"),
        _ if word == sym::BITCAST => input.fail(rules::GRAMMAR_TYPE_SPECIFIER, "a type"),
        WordForm::Plain => Ok((input.advance(), context.push_expr(Expr::Name(word), token.span))),
        WordForm::Template | WordForm::Constructor => templated(input, word),
    }
}

/// The kind of a template parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parameter {
    AddressSpace,
    AccessMode,
    TexelFormat,
    Type,
    ElementCount,
}

/// The parameters of a word, and the number of mandatory ones.
fn parameters_of(word: Symbol) -> (&'static [Parameter], usize) {
    use Parameter::{AccessMode, AddressSpace, ElementCount, TexelFormat, Type};
    match word.info(Edition::Draft2022).predeclared {
        _ if word == sym::VAR => (&[AddressSpace, AccessMode], 1),
        Predeclared::TypeGenerator(TypeGenerator::Pointer) => (&[AddressSpace, Type, AccessMode], 2),
        Predeclared::TypeGenerator(TypeGenerator::Array) => (&[Type, ElementCount], 1),
        Predeclared::TypeGenerator(TypeGenerator::Texture(kind)) if kind.is_storage() => {
            (&[TexelFormat, AccessMode], 2)
        }
        _ => (&[Type], 1),
    }
}

/// A word and its template list.
fn templated(input: Input<'_>, word: Symbol) -> Parse<'_, ExprId> {
    let span = input.span();
    let (rest, arguments) = template_list(input.advance(), word)?;
    Ok((rest, input.context.push_expr(Expr::Template(word, arguments), rest.since(span))))
}

/// `<`, the parameters of the word between commas, `>`.
pub(super) fn template_list(input: Input<'_>, word: Symbol) -> Parse<'_, List<ExprId>> {
    let context = input.context;
    let opener = input.span();
    let (parameters, least) = parameters_of(word);
    let mut rest = input.expect(TokenKind::Less, rules::GRAMMAR_TEMPLATE_LIST, "after the type")?;
    let start = context.start_exprs();
    for (index, parameter) in parameters.iter().enumerate() {
        let (after, id) = deeper(rest, |input| template_parameter(input, *parameter))?;
        context.add_expr(id);
        rest = after;
        if index + 1 == parameters.len() {
            break;
        }
        match rest.take(TokenKind::Comma) {
            Some(after) => rest = after,
            None if index + 1 < least => {
                let production = rules::GRAMMAR_TEMPLATE_ARG_COMMA_LIST;
                return rest.fail(production, "`,` and a second template parameter");
            }
            None => break,
        }
    }
    let production = rules::GRAMMAR_TEMPLATE_LIST;
    let rest = rest.expect_closer(TokenKind::Greater, opener, production, "after the template parameters")?;
    Ok((rest, context.finish_exprs(start)))
}

fn template_parameter(input: Input<'_>, parameter: Parameter) -> Parse<'_, ExprId> {
    let token = input.token();
    let meaning = token.symbol.map(|word| (word, word.info(Edition::Draft2022).predeclared));
    let (fits, expected) = match parameter {
        Parameter::Type => return type_declaration(input),
        Parameter::ElementCount if token.kind.is_number() => return const_literal(input),
        Parameter::ElementCount => (token.kind == TokenKind::Identifier, "a number or a name"),
        Parameter::AddressSpace => {
            let is_space = |(word, _)| form_of(word) == WordForm::AddressSpace;
            (token.kind == TokenKind::TypeWord && meaning.is_some_and(is_space), "an address space")
        }
        Parameter::AccessMode => (
            matches!(meaning, Some((_, Predeclared::Enumerant(Enumerant::AccessMode(_))))),
            "`read`, `write` or `read_write`",
        ),
        Parameter::TexelFormat => (
            matches!(meaning, Some((_, Predeclared::Enumerant(Enumerant::TexelFormat(_))))),
            "a texel format",
        ),
    };
    let production = rules::GRAMMAR_TEMPLATE_ARG_COMMA_LIST;
    let Some(word) = token.symbol else { return input.fail(production, expected) };
    let is_newer = matches!(meaning, Some((_, Predeclared::None)))
        && matches!(word.info(Edition::Current).predeclared, Predeclared::Enumerant(_));
    if is_newer && parameter != Parameter::ElementCount {
        report_newer(input, rules::SCOPE_UNRESOLVED, &format!("expected {expected}"));
    }
    let expr = match parameter {
        Parameter::ElementCount if fits => Expr::Name(word),
        Parameter::AddressSpace | Parameter::AccessMode | Parameter::TexelFormat if fits || is_newer => {
            // Declarations may have the names of these words, and don't hide them.
            Expr::ContextName(word)
        }
        _ => return input.fail(production, expected),
    };
    Ok((input.advance(), input.context.push_expr(expr, token.span)))
}

/// A type word in an expression: it is called.
pub(super) fn typed_call(input: Input<'_>) -> Parse<'_, ExprId> {
    let context = input.context;
    let token = input.token();
    let no_expression = || input.fail(rules::GRAMMAR_PRIMARY_EXPRESSION, "an expression");
    let Some(word) = token.symbol else { return no_expression() };
    let has_template = input.second() == TokenKind::Less;
    let (rest, callee) = match form_of(word) {
        WordForm::AddressSpace => return no_expression(),
        WordForm::Constructor if !has_template => {
            (input.advance(), context.push_expr(Expr::Name(word), token.span))
        }
        WordForm::Plain => (input.advance(), context.push_expr(Expr::Name(word), token.span)),
        WordForm::Template | WordForm::Constructor => templated(input, word)?,
    };
    if rest.kind() != TokenKind::LeftParen {
        return rest.fail(rules::GRAMMAR_CALL_PHRASE, "`(` after the type");
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
    let production = rules::GRAMMAR_ARGUMENT_EXPRESSION_LIST;
    let rest =
        rest.expect_closer(TokenKind::RightParen, opener, production, "after the operand of `bitcast`")?;
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
                rules::GRAMMAR_CALL_EXPRESSION,
                "`(` after the type: a value at module scope must be a literal or consist of literals",
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
    let production = rules::GRAMMAR_ARGUMENT_EXPRESSION_LIST;
    let rest = rest.expect_closer(TokenKind::RightParen, opener, production, "after the argument")?;
    Ok((rest, context.finish_exprs(start)))
}

/// `const_literal`
pub(super) fn const_literal(input: Input<'_>) -> Parse<'_, ExprId> {
    literal(input, rules::GRAMMAR_LITERAL)
}

/// `literal_or_ident`: the argument of an attribute, whose production is broken if none stands here.
pub(super) fn literal_or_ident<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, ExprId> {
    if input.kind().is_number() {
        return const_literal(input);
    }
    let (rest, (symbol, span)) =
        identifier(input, production, "a number or a name as the attribute's argument")?;
    Ok((rest, input.context.push_expr(Expr::Name(symbol), span)))
}

/// The substitute for a declaration or directive that only the current edition has.
pub(super) fn written_instead(word: &str) -> Option<&'static str> {
    Some(match word {
        "alias" => "write `type Name = …;` in this edition",
        "const" => "write `let` in this edition",
        "const_assert" => "assertions are not part of this edition",
        "diagnostic" | "requires" => "this directive is not part of this edition",
        _ => return None,
    })
}

/// Reports a word that starts something which only the current edition has, so that it breaks this rule here.
#[cold]
pub(super) fn report_newer(input: Input<'_>, rule: &'static Rule, instead: &str) {
    let word = input.span().text(input.context.text);
    let message = format!("`{word}` is only part of the current edition");
    input.report(Diagnostic::error(rule, input.span(), message).note(instead));
}
