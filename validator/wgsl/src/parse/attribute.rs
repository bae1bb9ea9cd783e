//! Attributes. <https://www.w3.org/TR/WGSL/#attributes>

use super::draft;
use super::expression::expression;
use super::input::{Failed, Input, Parse, failed_at};
use super::primary::{argument_expression_list, identifier};
use super::recover::error_expression;
use super::report::nearest;
use crate::ast::{Attribute, Expr, ExprId, List};
use crate::diagnostic::Diagnostic;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{AttributeArguments, AttributeRow, Code, Edition, Symbol, sym};

/// `attribute *`
#[inline]
pub(super) fn attributes(input: Input<'_>) -> Parse<'_, List<Attribute>> {
    if input.kind() == TokenKind::At { some_attributes(input) } else { Ok((input, List::EMPTY)) }
}

fn some_attributes(mut input: Input<'_>) -> Parse<'_, List<Attribute>> {
    let context = input.context;
    let start = context.ast.borrow().attributes.len();
    while input.kind() == TokenKind::At {
        let (rest, attribute) = attribute(input)?;
        if let Some(attribute) = attribute {
            context.ast.borrow_mut().attributes.push(attribute);
        }
        input = rest;
    }
    let end = context.ast.borrow().attributes.len();
    Ok((input, List::new(start as u32, (end - start) as u32)))
}

/// `attribute` <https://www.w3.org/TR/WGSL/#syntax-attribute>; `None` for an unknown one.
fn attribute(input: Input<'_>) -> Parse<'_, Option<Attribute>> {
    let context = input.context;
    let at = input.span();
    let name_input = input.advance();
    let token = name_input.token();
    let is_word = matches!(
        token.kind,
        TokenKind::Identifier
            | TokenKind::Reserved
            | TokenKind::TypeWord
            | TokenKind::Const
            | TokenKind::Diagnostic
    );
    let (true, Some(name)) = (is_word, token.symbol) else {
        return name_input.fail(Code::ParseExpectedToken, "the name of an attribute after `@`");
    };
    let rest = name_input.advance();
    let Some(form) = AttributeRow::find(name, context.edition).map(|row| row.arguments) else {
        return unknown_attribute(name_input);
    };
    if name == sym::CONST {
        let message =
            "the attribute `@const` belongs to the functions of the language, not to those of programs";
        name_input.report(Diagnostic::error(Code::ParseAttributeNotAllowed, at.to(token.span), message));
    }
    let mark = context.mark();
    let (rest, arguments) = match arguments(rest, token.span, form) {
        Ok(parsed) => parsed,
        Err(error) => {
            context.back_to(mark);
            (behind_mistake(rest, error)?, wrong_arguments(rest))
        }
    };
    if name == sym::BUILTIN {
        check_depth_mode(name_input, arguments);
    }
    let attribute = Attribute {
        name,
        span: rest.since(at),
        name_span: token.span,
        has_arguments: form != AttributeArguments::None,
        arguments,
    };
    Ok((rest, Some(attribute)))
}

#[cold]
fn unknown_attribute(input: Input<'_>) -> Parse<'_, Option<Attribute>> {
    let span = input.span();
    let name = span.text(input.context.text);
    let message = format!("there is no attribute `@{name}`");
    let diagnostic = Diagnostic::error(Code::ParseUnknownAttribute, span, message);
    let edition = input.context.edition;
    let known = AttributeRow::all(edition).filter_map(|row| row.name.predeclared_text());
    let stage = ["vertex", "fragment", "compute"].contains(&name)
        || name == "stage" && input.second() == TokenKind::LeftParen;
    input.report(match nearest(name, known) {
        Some(near) => {
            diagnostic.suggest(format!("did you mean `@{near}`?"), vec![(span, near.to_owned())], false)
        }
        None if stage && edition == Edition::Current => {
            diagnostic.note("a stage is written `@vertex`, `@fragment` or `@compute`")
        }
        None if stage => diagnostic.note("this edition writes a stage `@stage(vertex)`"),
        None if name == "block" => diagnostic.note("structures of buffers need no attribute"),
        None => diagnostic,
    });
    let rest = input.advance();
    if rest.kind() != TokenKind::LeftParen {
        return Ok((rest, None));
    }
    let mark = input.context.mark();
    match argument_expression_list(rest) {
        Ok((behind, _)) => Ok((behind, None)),
        Err(error) => {
            input.context.back_to(mark);
            Ok((behind_mistake(rest, error)?, None))
        }
    }
}

/// The place after the parentheses that open at `opener`, after a mistake between them. The construct around them, usually a list of
/// parameters, continues there; without closing parenthesis the mistake concerns the whole construct.
#[cold]
fn behind_mistake(opener: Input<'_>, error: nom::Err<Failed>) -> Result<Input<'_>, nom::Err<Failed>> {
    let failed = failed_at(error, opener);
    let rest = if opener.kind() == TokenKind::LeftParen { opener.behind_arguments() } else { None };
    match rest.filter(|rest| failed.at < rest.at) {
        Some(rest) => Ok(rest.silenced()),
        None => Err(nom::Err::Failure(Failed { at: failed.at })),
    }
}

/// Unreadable arguments, which were already reported.
fn wrong_arguments(input: Input<'_>) -> List<ExprId> {
    let list = input.context.start_exprs();
    input.context.add_expr(error_expression(input));
    input.context.finish_exprs(list)
}

fn arguments(input: Input<'_>, name: Span, form: AttributeArguments) -> Parse<'_, List<ExprId>> {
    let has_parens = input.kind() == TokenKind::LeftParen;
    match form {
        AttributeArguments::None if has_parens => no_arguments_allowed(input, name),
        AttributeArguments::None => Ok((input, List::EMPTY)),
        _ if !has_parens => {
            let text = name.text(input.context.text);
            let message = format!("the attribute `@{text}` needs parentheses with arguments");
            let diagnostic = Diagnostic::error(Code::ParseAttributeArguments, name, message)
                .label(input.span(), "expected `(` here");
            input.report(diagnostic);
            Ok((input, List::EMPTY))
        }
        AttributeArguments::DiagnosticControl => {
            let (rest, (severity, rule)) = diagnostic_control(input)?;
            let list = input.context.start_exprs();
            input.context.add_expr(severity);
            input.context.add_expr(rule);
            Ok((rest, input.context.finish_exprs(list)))
        }
        AttributeArguments::Expressions(least, most) => {
            let item = match input.context.edition {
                Edition::Current => expression,
                Edition::Draft2022 => draft::literal_or_ident,
            };
            argument_list(input, name, (least, most), item)
        }
        AttributeArguments::Names(least, most) => argument_list(input, name, (least, most), context_name),
    }
}

#[cold]
fn no_arguments_allowed(input: Input<'_>, name: Span) -> Parse<'_, List<ExprId>> {
    let text = name.text(input.context.text);
    let message = format!("the attribute `@{text}` takes no parentheses");
    let rest = input.behind_arguments();
    let span = rest.unwrap_or(input.advance()).since(input.span());
    let diagnostic = Diagnostic::error(Code::ParseAttributeArguments, span, message);
    input.report(diagnostic.suggest("remove them", vec![(span, String::new())], true));
    match rest {
        Some(rest) => Ok((rest, List::EMPTY)),
        None => input.advance().failure(),
    }
}

/// Checks the second argument of `@builtin`, which only `frag_depth` has: the grammar lists one argument, the section of the
/// builtin value gives it a depth mode. <https://www.w3.org/TR/WGSL/#frag-depth-builtin-value>
fn check_depth_mode(input: Input<'_>, arguments: List<ExprId>) {
    let context = input.context;
    let [value, mode] = context.ast.borrow()[arguments] else { return };
    let name = |id| match context.expr(id) {
        Expr::ContextName(name) => Some(name),
        _ => None,
    };
    let message = if name(value) != Some(sym::FRAG_DEPTH) || context.edition == Edition::Draft2022 {
        "the attribute `@builtin` takes a second argument, a depth mode, only for `frag_depth`"
    } else if ![Some(sym::LESS), Some(sym::GREATER)].contains(&name(mode)) {
        "the depth modes are `less` and `greater`"
    } else {
        return;
    };
    input.report(Diagnostic::error(Code::ParseAttributeArguments, context.expr_span(mode), message));
}

/// `(` items between commas `)`, as many as the attribute takes.
fn argument_list<'a>(
    input: Input<'a>,
    name: Span,
    (least, most): (u32, u32),
    item: impl Fn(Input<'a>) -> Parse<'a, ExprId>,
) -> Parse<'a, List<ExprId>> {
    let context = input.context;
    let opener = input.span();
    let start = context.start_exprs();
    let mut rest = input.advance();
    let mut count = 0;
    while rest.kind() != TokenKind::RightParen {
        let (after, id) = item(rest)?;
        context.add_expr(id);
        count += 1;
        rest = after;
        match rest.take(TokenKind::Comma) {
            Some(after) => rest = after,
            None => break,
        }
    }
    let closer = rest.span();
    let rest = rest.expect_closer(TokenKind::RightParen, opener, "after the attribute's arguments")?;
    let list = context.finish_exprs(start);
    if count < least || count > most {
        let wanted = match (least, most) {
            (1, 1) => "one argument".to_owned(),
            _ => format!("{least} to {most} arguments"),
        };
        let text = name.text(context.text);
        let message = format!("the attribute `@{text}` takes {wanted}, found {count}");
        let span = opener.to(closer);
        input.report(Diagnostic::error(Code::ParseAttributeArguments, span, message));
    }
    Ok((rest, list))
}

/// A context-dependent name. <https://www.w3.org/TR/WGSL/#context-dependent-names>
fn context_name(input: Input<'_>) -> Parse<'_, ExprId> {
    let token = input.token();
    // The draft of 2022 reserves `flat` and other words that it requires here.
    let is_reserved_argument =
        token.kind == TokenKind::Reserved && input.context.edition == Edition::Draft2022;
    let (rest, name) = match token.symbol {
        Some(symbol) if is_reserved_argument => (input.advance(), symbol),
        _ => {
            let (rest, (symbol, _)) = attribute_name_argument(input)?;
            (rest, symbol)
        }
    };
    Ok((rest, input.context.push_expr(Expr::ContextName(name), token.span)))
}

fn attribute_name_argument(input: Input<'_>) -> Parse<'_, (Symbol, Span)> {
    if input.token().symbol.is_none() {
        return input.fail(Code::ParseAttributeArguments, "a name as the attribute's argument");
    }
    identifier(input, "a name as the attribute's argument")
}

/// `diagnostic_control` <https://www.w3.org/TR/WGSL/#syntax-diagnostic_control>: severity and rule.
pub(super) fn diagnostic_control(input: Input<'_>) -> Parse<'_, (ExprId, ExprId)> {
    let context = input.context;
    let opener = input.span();
    let rest = input.expect(TokenKind::LeftParen, "before the severity")?;
    let (rest, severity) = severity_control_name(rest)?;
    let rest = rest.expect(TokenKind::Comma, "after the severity")?;
    let (mut rest, (symbol, span)) = identifier(rest, "the name of a diagnostic rule")?;
    let mut rule = context.push_expr(Expr::ContextName(symbol), span);
    if let Some(after) = rest.take(TokenKind::Period) {
        let (after, (member, _)) = identifier(after, "a name after the `.` of a diagnostic rule")?;
        rule = context.push_expr(Expr::Member(rule, member), after.since(span));
        rest = after;
    }
    let rest = rest.take(TokenKind::Comma).unwrap_or(rest);
    let rest = rest.expect_closer(TokenKind::RightParen, opener, "after the diagnostic rule")?;
    Ok((rest, (severity, rule)))
}

/// `severity_control_name` <https://www.w3.org/TR/WGSL/#syntax-severity_control_name>
fn severity_control_name(input: Input<'_>) -> Parse<'_, ExprId> {
    let (rest, (symbol, span)) = identifier(input, "a severity")?;
    if ![sym::ERROR, sym::WARNING, sym::INFO, sym::OFF].contains(&symbol) {
        input.report(
            input
                .unexpected(Code::DiagnosticInvalidSeverity, "a severity")
                .note("the severities are `error`, `warning`, `info` and `off`"),
        );
    }
    Ok((rest, input.context.push_expr(Expr::ContextName(symbol), span)))
}

/// Reports attributes where the grammar takes none.
pub(super) fn refuse_attributes(input: Input<'_>, attributes: List<Attribute>, place: &str) {
    let Some(first) = input.context.ast.borrow()[attributes].first().copied() else { return };
    let name = first.name_span.text(input.context.text);
    let message = format!("the attribute `@{name}` is not allowed {place}");
    input.report_elsewhere(Diagnostic::error(Code::ParseAttributeNotAllowed, first.span, message));
}
