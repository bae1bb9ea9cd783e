//! Directives. <https://www.w3.org/TR/WGSL/#directives>

use super::attribute::diagnostic_control;
use super::input::{Input, Parse};
use super::primary::identifier;
use super::report::nearest;
use crate::ast::{Directive, List};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Code, Edition, EnableExtension, LanguageExtension, Symbol};

/// Whether a directive starts here.
pub(super) fn starts_directive(input: Input<'_>) -> bool {
    matches!(input.kind(), TokenKind::Enable | TokenKind::Requires | TokenKind::Diagnostic)
}

/// `global_directive` <https://www.w3.org/TR/WGSL/#syntax-global_directive>
pub(super) fn global_directive(input: Input<'_>) -> Parse<'_, Directive> {
    match input.kind() {
        TokenKind::Enable => enable_directive(input),
        TokenKind::Requires => requires_directive(input),
        _ => diagnostic_directive(input),
    }
}

/// `diagnostic_directive` <https://www.w3.org/TR/WGSL/#syntax-diagnostic_directive>
fn diagnostic_directive(input: Input<'_>) -> Parse<'_, Directive> {
    let start = input.span();
    let (rest, (severity, rule)) = diagnostic_control(input.advance())?;
    let span = rest.since(start);
    let rest = rest.semicolon("the `diagnostic` directive")?;
    Ok((rest, Directive::Diagnostic(span, severity, rule)))
}

/// `enable_directive` <https://www.w3.org/TR/WGSL/#syntax-enable_directive>
fn enable_directive(input: Input<'_>) -> Parse<'_, Directive> {
    let edition = input.context.edition;
    let (rest, names) = names(input.advance(), "the name of an extension", |name| {
        let is_known = edition == Edition::Current && EnableExtension::from_symbol(name.0).is_some();
        if !is_known {
            unknown_enable_extension(input, name);
        }
    })?;
    let rest = rest.semicolon("the `enable` directive")?;
    Ok((rest, Directive::Enable(names)))
}

/// `requires_directive` <https://www.w3.org/TR/WGSL/#syntax-requires_directive>
fn requires_directive(input: Input<'_>) -> Parse<'_, Directive> {
    let (rest, names) = names(input.advance(), "the name of a language extension", |name| {
        if LanguageExtension::from_symbol(name.0).is_none() {
            unknown_language_extension(input, name);
        }
    })?;
    let rest = rest.semicolon("the `requires` directive")?;
    Ok((rest, Directive::Requires(names)))
}

/// Names between commas, with an optional comma at the end; the draft of 2022 has one name.
fn names<'a>(
    mut input: Input<'a>,
    expected: &str,
    check: impl Fn((Symbol, Span)),
) -> Parse<'a, List<(Symbol, Span)>> {
    let context = input.context;
    let start = context.ast.borrow().directive_names.len();
    loop {
        let token = input.token();
        let (rest, name) = match token.symbol {
            // No extension is known in the draft of 2022, so reserved names need no diagnostic of their own.
            Some(symbol) if context.edition == Edition::Draft2022 && token.kind == TokenKind::Reserved => {
                (input.advance(), (symbol, token.span))
            }
            _ => identifier(input, expected)?,
        };
        check(name);
        context.ast.borrow_mut().directive_names.push(name);
        input = rest;
        match input.take(TokenKind::Comma) {
            Some(rest) if context.edition == Edition::Current => input = rest,
            _ => break,
        }
        if input.kind() == TokenKind::Semicolon {
            break;
        }
    }
    let end = context.ast.borrow().directive_names.len();
    Ok((input, List::new(start as u32, (end - start) as u32)))
}

#[cold]
fn unknown_enable_extension(input: Input<'_>, (_, span): (Symbol, Span)) {
    let name = span.text(input.context.text);
    let message = format!("there is no extension `{name}`");
    let diagnostic = Diagnostic::error(Code::ParseUnknownExtension, span, message);
    let known = EnableExtension::ALL.map(EnableExtension::name);
    if input.context.edition == Edition::Draft2022 {
        return input.report_elsewhere(diagnostic.note("this edition defines no extensions"));
    }
    if LanguageExtension::ALL.iter().any(|extension| extension.name() == name) {
        return input
            .report_elsewhere(diagnostic.note("it is a language extension: use `requires`, or nothing"));
    }
    input.report_elsewhere(match nearest(name, known) {
        Some(near) => {
            diagnostic.suggest(format!("did you mean `{near}`?"), vec![(span, near.to_owned())], false)
        }
        None => diagnostic.note(format!("the extensions are {}", list(&known))),
    });
}

#[cold]
fn unknown_language_extension(input: Input<'_>, (_, span): (Symbol, Span)) {
    let name = span.text(input.context.text);
    let message = format!("there is no language extension `{name}`");
    let diagnostic = Diagnostic::error(Code::ParseUnknownLanguageExtension, span, message);
    let known = LanguageExtension::ALL.map(LanguageExtension::name);
    if EnableExtension::ALL.iter().any(|extension| extension.name() == name) {
        return input
            .report_elsewhere(diagnostic.note("it is an extension that has to be enabled: use `enable`"));
    }
    input.report_elsewhere(match nearest(name, known) {
        Some(near) => {
            diagnostic.suggest(format!("did you mean `{near}`?"), vec![(span, near.to_owned())], false)
        }
        None => diagnostic.note(format!("the language extensions are {}", list(&known))),
    });
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
