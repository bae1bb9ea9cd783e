//! Declarations of variables and values, at module and function scope.
//! <https://www.w3.org/TR/WGSL/#var-and-value>

use super::draft;
use super::expression::expression;
use super::input::{Failed, Input, Parse};
use super::primary::{Name, identifier, template_list, type_specifier};
use crate::ast::{Attribute, ExprId, List, Variable, VariableId, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
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
    let mut kind = kind;
    let mut rest = input.advance();
    let mut template = List::EMPTY;
    if rest.kind() == TokenKind::Reserved && is_mutable(rest) {
        kind = VariableKind::Var;
        rest = rest.advance();
    }
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

/// Reports `mut` after the keyword of a declaration, and returns true, if it is here before a name.
#[cold]
fn is_mutable(input: Input<'_>) -> bool {
    let (text, keyword, name) = (input.context.text, input.previous_span(), input.advance());
    if input.span().text(text) != "mut" || name.kind() != TokenKind::Identifier {
        return false;
    }
    let message = "WGSL has no `mut`: declare a mutable variable with `var`";
    input.report(Diagnostic::error(rules::IDENT_NOT_RESERVED, input.span(), message).suggest(
        "declare it with `var`",
        vec![(Span::new(keyword.lo, name.span().lo), "var ".to_owned())],
        Applicability::Safe,
    ));
    true
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
    if input.kind() == TokenKind::Comma && scope == Scope::Function {
        return several_variables(input, kind, part);
    }
    input.semicolon(whole, part, "the declaration")
}

/// Reports several variables in one declaration, which starts with the keyword of this kind. The others are skipped.
#[cold]
fn several_variables<'a>(
    input: Input<'a>,
    kind: VariableKind,
    part: &'static Rule,
) -> Result<Input<'a>, nom::Err<Failed>> {
    let keyword = match kind {
        VariableKind::Let => "let",
        VariableKind::Const => "const",
        VariableKind::Var | VariableKind::Override => "var",
    };
    let diagnostic = input.unexpected(part, "`;` after the declaration");
    let mut edits = Vec::new();
    let mut rest = input;
    while let Some(next) = rest.take(TokenKind::Comma) {
        let is_named = next.kind() == TokenKind::Identifier
            && matches!(
                next.second(),
                TokenKind::Equal | TokenKind::Colon | TokenKind::Comma | TokenKind::Semicolon
            );
        if !is_named {
            break;
        }
        edits.push((Span::new(rest.span().lo, next.span().lo), format!("; {keyword} ")));
        let (behind, _) = optional_type(next.advance())?;
        rest = match behind.take(TokenKind::Equal) {
            Some(value) => expression(value)?.0,
            None => behind,
        };
    }
    if edits.is_empty()
        && let Some(behind) = input.behind_other_semicolon()
    {
        input.report_other_semicolon(diagnostic);
        return Ok(behind);
    }
    if edits.is_empty() || rest.kind() != TokenKind::Semicolon {
        input.report(diagnostic);
        return Err(nom::Err::Failure(Failed { at: input.at }));
    }
    input.report(diagnostic.suggest("declare each variable separately", edits, Applicability::Safe));
    Ok(rest.advance())
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
    let compares = input.kind() == TokenKind::EqualEqual;
    let Some(rest) = input.take(TokenKind::Equal).or_else(|| compares.then(|| input.advance())) else {
        if needs_initializer {
            missing_initializer(input, kind, scope, name)?;
        }
        return Ok((input, None));
    };
    if compares {
        let name = name.1.text(input.context.text);
        let diagnostic =
            input.unexpected(production_of(kind, scope), &format!("`=` and a value after `{name}`"));
        let edit = vec![(input.span(), "=".to_owned())];
        input.report(diagnostic.suggest("write `=`", edit, Applicability::Safe));
    }
    let is_restricted = input.context.edition == Edition::Draft2022
        && scope == Scope::Module
        && matches!(kind, VariableKind::Let | VariableKind::Var);
    let (rest, id) = if is_restricted { draft::const_expression(rest)? } else { expression(rest)? };
    Ok((rest, Some(id)))
}

/// The index of the token before a name, which was parsed before `input`.
fn index_of_keyword(input: Input<'_>, name: Span) -> u32 {
    let mut at = input.at;
    while at > 0 && input.context.token(at).span.lo > name.lo {
        at -= 1;
    }
    at.saturating_sub(1)
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
    let diagnostic = Diagnostic::error(rule, span, message).label(place, "expected `=` and a value");
    let keyword_span = input.context.token(index_of_keyword(input, span)).span;
    let has_type = input.previous_span().hi > span.hi;
    input.report(if scope == Scope::Function && has_type {
        let edit = vec![(keyword_span, "var".to_owned())];
        diagnostic.suggest("declare a variable with `var`", edit, Applicability::Safe)
    } else {
        diagnostic
    });
    Ok((input, ()))
}
