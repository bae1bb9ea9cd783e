//! Declarations of variables and values, at module and function scope.
//! <https://www.w3.org/TR/WGSL/#var-and-value>

use super::draft;
use super::expression::expression;
use super::input::{Input, Parse};
use super::primary::{Name, identifier, template_list, type_specifier};
use crate::ast::{Attribute, ExprId, List, Variable, VariableId, VariableKind};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Code, Edition, sym};

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
    let (rest, (name, name_span)) = identifier(rest, expected_name(kind))?;
    if scope == Scope::Module {
        context.declared.set(Some((name, name_span)));
    }
    let (rest, ty) = optional_type(rest)?;
    let (rest, initializer) = initializer(rest, kind, scope, (name, name_span))?;
    let span = rest.since(start);
    let variable = Variable { kind, attributes, template, name, name_span, ty, initializer, span };
    Ok((rest, context.push_variable(variable)))
}

const fn expected_name(kind: VariableKind) -> &'static str {
    match kind {
        VariableKind::Var => "the name of a variable after `var`",
        VariableKind::Let => "a name after `let`",
        VariableKind::Const => "a name after `const`",
        VariableKind::Override => "a name after `override`",
    }
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
            missing_initializer(input, kind, name)?;
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
fn missing_initializer(input: Input<'_>, kind: VariableKind, (_, span): Name) -> Parse<'_, ()> {
    let name = span.text(input.context.text);
    let keyword = if kind == VariableKind::Let { "let" } else { "const" };
    let ends_here = input.kind() == TokenKind::Semicolon || input.follows_line_break() || input.is_at_end();
    if !ends_here {
        return input.fail(Code::ParseExpectedToken, &format!("`=` and a value after `{name}`"));
    }
    let message = format!("the `{keyword}` declaration of `{name}` has no value");
    let place = Span::new(input.previous_span().hi, input.previous_span().hi);
    input.report(
        Diagnostic::error(Code::ParseMissingInitializer, span, message)
            .label(place, "expected `=` and a value"),
    );
    Ok((input, ()))
}
