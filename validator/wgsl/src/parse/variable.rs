//! Declarations of variables and values, at module and function scope.
//! <https://www.w3.org/TR/WGSL/#var-and-value>

use super::draft;
use super::expression::expression;
use super::input::{Failed, Input, Parse};
use super::primary::{Name, identifier, template_list, type_specifier};
use crate::ast::{Attribute, ExprId, List, Variable, VariableId, VariableKind};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Rule, rules, sym};

/// The scope of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scope {
    Module,
    Function,
}

/// A declaration without its `;`, from the keyword on. <https://www.w3.org/TR/WGSL/#syntax-global_variable_decl>,
/// <https://www.w3.org/TR/WGSL/#syntax-global_value_decl>,
/// <https://www.w3.org/TR/WGSL/#syntax-variable_or_value_statement>
pub(super) fn variable(
    input: Input<'_>,
    kind: VariableKind,
    attributes: List<Attribute>,
    scope: Scope,
) -> Parse<'_, VariableId> {
    let context = input.context;
    let start = input.span();
    let mut rest = input.advance();
    let mut template = List::EMPTY;
    if kind == VariableKind::Var {
        (rest, template) = variable_template(rest)?;
    }
    let (production, expected) = name_of(kind);
    let (rest, (name, name_span)) = match rest.kind() {
        TokenKind::Less => return rest.fail(rules::GRAMMAR_TEMPLATE_LIST, expected),
        _ => identifier(rest, production, expected)?,
    };
    if scope == Scope::Module {
        context.declared.set(Some((name, name_span)));
    }
    let (rest, ty) = optional_type(rest)?;
    let (rest, initializer) = initializer(rest, kind, scope, (name, name_span))?;
    let span = rest.since(start);
    let variable = Variable { kind, attributes, template, name, name_span, ty, initializer, span };
    Ok((rest, context.push_variable(variable)))
}

/// The production of the name behind a keyword, and its description.
const fn name_of(kind: VariableKind) -> (&'static Rule, &'static str) {
    match kind {
        VariableKind::Var => (rules::GRAMMAR_VARIABLE_DECL, "the name of a variable after `var`"),
        VariableKind::Let => (rules::GRAMMAR_OPTIONALLY_TYPED_IDENT, "a name after `let`"),
        VariableKind::Const => (rules::GRAMMAR_OPTIONALLY_TYPED_IDENT, "a name after `const`"),
        VariableKind::Override => (rules::GRAMMAR_OPTIONALLY_TYPED_IDENT, "a name after `override`"),
    }
}

/// The production of a declaration.
const fn production_of(kind: VariableKind, scope: Scope) -> &'static Rule {
    match (scope, kind) {
        (Scope::Function, _) => rules::GRAMMAR_VARIABLE_OR_VALUE_STATEMENT,
        (Scope::Module, VariableKind::Var) => rules::GRAMMAR_GLOBAL_VARIABLE_DECL,
        (Scope::Module, _) => rules::GRAMMAR_GLOBAL_VALUE_DECL,
    }
}

/// The `;` of a declaration, in the production `whole`.
pub(super) fn end_of_variable(
    input: Input<'_>,
    kind: VariableKind,
    scope: Scope,
) -> Result<Input<'_>, nom::Err<Failed>> {
    let whole = match scope {
        Scope::Module => rules::GRAMMAR_GLOBAL_DECL,
        Scope::Function => rules::GRAMMAR_STATEMENT,
    };
    // A `<` behind the type or value begins a template list that has no end.
    let part = match input.kind() {
        TokenKind::Less => rules::GRAMMAR_TEMPLATE_ELABORATED_IDENT,
        _ => production_of(kind, scope),
    };
    input.semicolon(whole, part, "the declaration")
}

/// The template list of `var<…>`, if there is one.
fn variable_template(input: Input<'_>) -> Parse<'_, List<ExprId>> {
    match input.kind() {
        TokenKind::TemplateStart => template_list(input),
        TokenKind::Less if input.context.edition == Edition::Draft2022 => {
            draft::template_list(input, sym::VAR)
        }
        _ => Ok((input, List::EMPTY)),
    }
}

/// The type of `optionally_typed_ident`.
fn optional_type(input: Input<'_>) -> Parse<'_, Option<ExprId>> {
    match input.take(TokenKind::Colon) {
        Some(rest) => {
            let (rest, ty) = type_specifier(rest)?;
            Ok((rest, Some(ty)))
        }
        None => Ok((input, None)),
    }
}

fn initializer(input: Input<'_>, kind: VariableKind, scope: Scope, name: Name) -> Parse<'_, Option<ExprId>> {
    let needs_initializer = matches!(kind, VariableKind::Let | VariableKind::Const);
    let Some(rest) = input.take(TokenKind::Equal) else {
        if needs_initializer {
            missing_initializer(input, kind, scope, name)?;
        }
        return Ok((input, None));
    };
    let is_restricted = input.context.edition == Edition::Draft2022
        && scope == Scope::Module
        && matches!(kind, VariableKind::Let | VariableKind::Var);
    let (rest, id) = if is_restricted { draft::const_expression(rest)? } else { expression(rest)? };
    Ok((rest, Some(id)))
}

/// Reports a missing initializer; gives up if the declaration does not end here.
#[cold]
fn missing_initializer(input: Input<'_>, kind: VariableKind, scope: Scope, (_, span): Name) -> Parse<'_, ()> {
    let name = span.text(input.context.text);
    let (rule, keyword) = match kind {
        VariableKind::Let => (rules::DECL_LET_INITIALIZER, "let"),
        _ => (rules::DECL_CONST_INITIALIZER, "const"),
    };
    let ends_here = input.kind() == TokenKind::Semicolon || input.follows_line_break() || input.is_at_end();
    if !ends_here {
        let production = match input.kind() {
            TokenKind::Less => rules::GRAMMAR_TEMPLATE_ELABORATED_IDENT,
            _ => production_of(kind, scope),
        };
        // Where the name is a type of other languages, the next one is the name.
        if scope == Scope::Module
            && let (TokenKind::Identifier, Some(symbol)) = (input.kind(), input.token().symbol)
        {
            input.context.declared.set(Some((symbol, input.span())));
        }
        return input.fail(production, &format!("`=` and a value after `{name}`"));
    }
    let message = format!("missing initializer of `{keyword} {name}`");
    let place = Span::new(input.previous_span().hi, input.previous_span().hi);
    input.report(Diagnostic::error(rule, span, message).label(place, "expected `=` and a value"));
    Ok((input, ()))
}
