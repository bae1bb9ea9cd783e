//! Directives. <https://www.w3.org/TR/WGSL/#directives>

use super::attribute::diagnostic_control;
use super::input::{Input, Parse};
use super::primary::identifier;
use super::report::nearest;
use crate::ast::{Directive, List};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, EnableExtension, EngineExtension, LanguageExtension, Rule, Symbol, rules};

/// Returns true if a directive starts here.
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
    let production = rules::GRAMMAR_DIAGNOSTIC_DIRECTIVE;
    let (rest, (severity, rule)) = diagnostic_control(input.advance(), production)?;
    let span = rest.since(start);
    let rest = rest.semicolon(production, production, "the `diagnostic` directive")?;
    Ok((rest, Directive::Diagnostic(span, severity, rule)))
}

/// `enable_directive` <https://www.w3.org/TR/WGSL/#syntax-enable_directive>
fn enable_directive(input: Input<'_>) -> Parse<'_, Directive> {
    let edition = input.context.edition;
    let (rest, names) = names(input.advance(), &ENABLE_EXTENSIONS, |name| {
        let is_known = edition == Edition::Current && EnableExtension::from_symbol(name.0).is_some();
        if !is_known {
            unknown_enable_extension(input, name);
        }
    })?;
    let (whole, list) = (rules::GRAMMAR_ENABLE_DIRECTIVE, ENABLE_EXTENSIONS.list);
    let rest = rest.semicolon(whole, list, "the `enable` directive")?;
    Ok((rest, Directive::Enable(names)))
}

/// `requires_directive` <https://www.w3.org/TR/WGSL/#syntax-requires_directive>
fn requires_directive(input: Input<'_>) -> Parse<'_, Directive> {
    let (rest, names) = names(input.advance(), &LANGUAGE_EXTENSIONS, |name| {
        if LanguageExtension::from_symbol(name.0).is_none() {
            unknown_language_extension(input, name);
        }
    })?;
    let (whole, list) = (rules::GRAMMAR_REQUIRES_DIRECTIVE, LANGUAGE_EXTENSIONS.list);
    let rest = rest.semicolon(whole, list, "the `requires` directive")?;
    Ok((rest, Directive::Requires(names)))
}

/// The names of a directive.
struct NamesForm {
    list: &'static Rule,
    name: &'static Rule,
    expected: &'static str,
}

const ENABLE_EXTENSIONS: NamesForm = NamesForm {
    list: rules::GRAMMAR_ENABLE_EXTENSION_LIST,
    name: rules::GRAMMAR_ENABLE_EXTENSION_NAME,
    expected: "the name of an extension",
};

const LANGUAGE_EXTENSIONS: NamesForm = NamesForm {
    list: rules::GRAMMAR_LANGUAGE_EXTENSION_LIST,
    name: rules::GRAMMAR_LANGUAGE_EXTENSION_NAME,
    expected: "the name of a language extension",
};

/// Names between commas, with an optional comma at the end; the draft of 2022 has one name.
fn names<'a>(
    mut input: Input<'a>,
    form: &NamesForm,
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
            None if input.kind() == TokenKind::Semicolon => return input.fail(form.list, form.expected),
            _ => identifier(input, form.name, form.expected)?,
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
    let message = format!("unknown extension `{name}`");
    let error = |rule| Diagnostic::error(rule, span, message);
    let known = EnableExtension::ALL.map(EnableExtension::name);
    if input.context.edition == Edition::Draft2022 {
        return input
            .report_elsewhere(error(rules::ENABLE_UNSUPPORTED).note("this edition defines no extensions"));
    }
    if LanguageExtension::ALL.iter().any(|extension| extension.name() == name) {
        return input.report_elsewhere(
            error(rules::ENABLE_LANGUAGE_EXTENSION_NAME)
                .note(format!("`{name}` is a language extension: use `requires` instead of `enable`"))
                .suggest("write `requires`", keyword(input, "requires"), Applicability::Safe),
        );
    }
    let diagnostic = error(rules::ENABLE_UNSUPPORTED).also(rules::CTXNAME_GROUP_EXTENSION);
    let near = nearest(name, known).filter(|_| EngineExtension::enabled_by(name).is_none());
    input.report_elsewhere(match near {
        Some(near) => diagnostic.suggest(
            format!("did you mean `{near}`?"),
            vec![(span, near.to_owned())],
            Applicability::Unsafe,
        ),
        None => diagnostic.note(format!("the extensions are {}", list(&known))).note(newer()),
    });
}

#[cold]
fn unknown_language_extension(input: Input<'_>, (_, span): (Symbol, Span)) {
    let name = span.text(input.context.text);
    let message = format!("unknown language extension `{name}`");
    let error = |rule| Diagnostic::error(rule, span, message);
    let known = LanguageExtension::ALL.map(LanguageExtension::name);
    if EnableExtension::ALL.iter().any(|extension| extension.name() == name) {
        return input.report_elsewhere(
            error(rules::REQUIRES_ENABLE_NAME)
                .note(format!("`{name}` is an enable-extension: use `enable` instead of `requires`"))
                .suggest("write `enable`", keyword(input, "enable"), Applicability::Safe),
        );
    }
    let diagnostic = error(rules::REQUIRES_UNSUPPORTED).also(rules::CTXNAME_GROUP_LANGUAGE_EXTENSION);
    input.report_elsewhere(match nearest(name, known) {
        Some(near) => diagnostic.suggest(
            format!("did you mean `{near}`?"),
            vec![(span, near.to_owned())],
            Applicability::Unsafe,
        ),
        None => diagnostic.note(format!("the language extensions are {}", list(&known))).note(newer()),
    });
}

/// The edit that gives a directive, here its keyword, another one.
fn keyword(input: Input<'_>, keyword: &str) -> Vec<(Span, String)> {
    vec![(input.span(), keyword.to_owned())]
}

/// An unknown name may be part of a later specification.
fn newer() -> String {
    let date = Edition::Current.info().date;
    format!("these are all extensions up to {date}, the date of the specification this version implements")
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
