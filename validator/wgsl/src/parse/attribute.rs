//! Attributes. <https://www.w3.org/TR/WGSL/#attributes>

use super::draft;
use super::expression::expression_of;
use super::foreign::{attribute_of_2021, attributes_of_2021};
use super::input::{Failed, Input, Parse, failed_at};
use super::missing::{follows_attribute, report_right_paren};
use super::primary::{argument_expression_list, identifier};
use super::recover::error_expression;
use super::report::nearest;
use crate::ast::{Attribute, Expr, ExprId, List};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{AttributeArguments, AttributeRow, BuiltinValue, Edition, Instead, Rule, Symbol, rules, sym};

/// `attribute *`
#[inline]
pub(super) fn attributes(input: Input<'_>) -> Parse<'_, List<Attribute>> {
    if input.kind() == TokenKind::At { some_attributes(input) } else { Ok((input, List::EMPTY)) }
}

/// `attribute *` of a production, which is broken where drafts of 2021 wrote `[[…]]`.
#[inline]
pub(super) fn attributes_in<'a>(
    input: Input<'a>,
    production: &'static Rule,
    expected: &str,
) -> Parse<'a, List<Attribute>> {
    match input.kind() {
        TokenKind::LeftBracket if input.second() == TokenKind::LeftBracket => {
            old_attributes(input, production, expected)
        }
        TokenKind::LeftBracket if input.second() == TokenKind::Identifier => {
            bracketed_attribute(input, production, expected)
        }
        TokenKind::Identifier if is_bare_attribute(input) => some_attributes(input),
        _ => attributes(input),
    }
}

/// Attributes as drafts of 2021 wrote them; they count as absent.
#[cold]
fn old_attributes<'a>(
    input: Input<'a>,
    production: &'static Rule,
    expected: &str,
) -> Parse<'a, List<Attribute>> {
    let note = "expected `@name` or `@name(…)`, found the `[[…]]` syntax of 2021 drafts";
    let diagnostic = of_earlier_draft(input, input.unexpected(production, expected).note(note));
    let Some((span, written, mut rest)) = attributes_of_2021(input) else {
        input.report(diagnostic);
        return input.failure();
    };
    input.report(diagnostic.suggest("write them with `@`", vec![(span, written)], Applicability::Safe));
    while rest.kind() == TokenKind::LeftBracket {
        (rest, _) = old_attributes(rest, production, expected)?;
    }
    attributes(rest)
}

/// `[name(…)]`, an attribute as HLSL writes it; it counts as absent.
#[cold]
fn bracketed_attribute<'a>(
    input: Input<'a>,
    production: &'static Rule,
    expected: &str,
) -> Parse<'a, List<Attribute>> {
    let text = input.context.text;
    let name = input.advance();
    let written = match Instead::of(name.span().text(text)) {
        Some(Instead::Words(words)) => words,
        _ => name.span().text(text),
    };
    let diagnostic = input.unexpected(production, expected);
    let is_known =
        |written| Symbol::predeclared(written).and_then(|it| AttributeRow::find(it, Edition::Current));
    let behind = name.advance();
    let behind = if behind.kind() == TokenKind::LeftParen { behind.behind_arguments() } else { Some(behind) };
    let closer = behind.filter(|it| is_known(written).is_some() && it.kind() == TokenKind::RightBracket);
    let Some(closer) = closer else {
        input.report(diagnostic);
        return input.failure();
    };
    // Other languages say nothing but this of a compute shader.
    let is_alone = written == "workgroup_size" && closer.second() == TokenKind::Fn;
    let follows_attribute = input
        .at
        .checked_sub(1)
        .is_some_and(|at| matches!(input.at(at).kind(), TokenKind::RightParen | TokenKind::Identifier));
    let stage = if is_alone && !follows_attribute { "@compute " } else { "" };
    let edits = vec![
        (Span::new(input.span().lo, name.span().hi), format!("{stage}@{written}")),
        (closer.span(), String::new()),
    ];
    input.report(diagnostic.suggest("attributes start with `@`", edits, Applicability::Safe));
    attributes_in(closer.advance(), production, expected)
}

/// Returns true if an attribute without its `@` starts at this identifier. The arguments or what follows must show it, as attributes have the
/// names of members and variables.
fn is_bare_attribute(input: Input<'_>) -> bool {
    let next = input.advance();
    let is_possible =
        matches!(next.kind(), TokenKind::LeftParen | TokenKind::At | TokenKind::Fn | TokenKind::Identifier);
    // Most members and types are followed by something else: those are not looked up.
    let name = input.token().symbol.filter(|_| is_possible);
    let row = name.and_then(|name| AttributeRow::find(name, input.context.edition));
    match row.map(|row| row.arguments) {
        None => false,
        Some(AttributeArguments::None) => match next.kind() {
            TokenKind::At | TokenKind::Fn => true,
            TokenKind::Identifier => is_bare_attribute(next),
            _ => false,
        },
        Some(_) => next.kind() == TokenKind::LeftParen,
    }
}

/// Returns true if an attribute starts here, with or without its `@`.
fn starts_attribute(input: Input<'_>) -> bool {
    input.kind() == TokenKind::At || (input.kind() == TokenKind::Identifier && is_bare_attribute(input))
}

#[cold]
fn missing_at(input: Input<'_>) {
    let span = input.span();
    let name = span.text(input.context.text);
    let message = format!("expected `@` before the attribute `{name}`");
    input.report(Diagnostic::error(rules::GRAMMAR_ATTRIBUTE, span, message).suggest(
        format!("write `@{name}`"),
        vec![(Span::new(span.lo, span.lo), "@".to_owned())],
        Applicability::Safe,
    ));
}

fn some_attributes(mut input: Input<'_>) -> Parse<'_, List<Attribute>> {
    let context = input.context;
    let start = context.ast.borrow().attributes.len();
    while starts_attribute(input) {
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
    let name_input = input.take(TokenKind::At).unwrap_or_else(|| {
        missing_at(input);
        input
    });
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
        return name_input.fail(rules::GRAMMAR_ATTRIBUTE, "the name of an attribute after `@`");
    };
    let rest = name_input.advance();
    let Some(row) = AttributeRow::find(name, context.edition) else {
        return unknown_attribute(name_input);
    };
    if name == sym::CONST {
        let (rest, attribute) = const_attribute(name_input, row);
        return Ok((rest, Some(attribute)));
    }
    let mark = context.mark();
    let (rest, arguments) = match arguments(rest, token.span, row) {
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
        has_arguments: row.arguments != AttributeArguments::None,
        arguments,
    };
    Ok((rest, Some(attribute)))
}

/// `@const`, which no program may contain. <https://www.w3.org/TR/WGSL/#const-attr>
#[cold]
fn const_attribute<'a>(input: Input<'a>, row: &AttributeRow) -> (Input<'a>, Attribute) {
    let name_span = input.span();
    let span = Span::new(input.previous_span().lo, name_span.hi);
    let message = "attribute `@const` is not allowed on user-defined functions";
    let name_end = input.advance();
    let arguments = name_end.take(TokenKind::LeftParen).and_then(|_| name_end.behind_arguments());
    let rest = arguments.unwrap_or(name_end);
    let rule = match rest.keyword_behind_attributes() {
        TokenKind::Fn => row.misplaced,
        _ => rules::ATTR_CONST_TARGET,
    };
    let mut diagnostic = Diagnostic::error(rule, span, message);
    diagnostic.also = Some(arguments.map_or(rules::ATTR_CONST, |_| row.form));
    input.report(diagnostic);
    let attribute =
        Attribute { name: row.name, span, name_span, has_arguments: false, arguments: List::EMPTY };
    (rest, attribute)
}

#[cold]
fn unknown_attribute(input: Input<'_>) -> Parse<'_, Option<Attribute>> {
    let span = input.span();
    let name = span.text(input.context.text);
    let message = format!("unknown attribute `@{name}`");
    let diagnostic =
        Diagnostic::error(rules::ATTR_UNKNOWN, span, message).also(rules::CTXNAME_GROUP_ATTRIBUTE);
    let edition = input.context.edition;
    let known = AttributeRow::all(edition).filter_map(|row| row.name.predeclared_text());
    let stage = ["vertex", "fragment", "compute"].contains(&name)
        || name == "stage" && input.second() == TokenKind::LeftParen;
    let whole = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let lacks_paren = whole.len() < name.len() && input.second() == TokenKind::RightParen;
    if lacks_paren && foreign_attribute(whole).is_some() {
        let at = span.lo + whole.len() as u32;
        let edit = vec![(Span::new(at, at), "(".to_owned())];
        input.report(diagnostic.suggest("add `(`", edit, Applicability::Safe));
        return Ok((input.advance().advance(), None));
    }
    input.report(match nearest(name, known) {
        _ if foreign_attribute(name).is_some() => {
            let written = foreign_attribute(name).unwrap_or_default();
            let edit = vec![(span, written.clone())];
            diagnostic.suggest(format!("write `@{written}`"), edit, Applicability::Safe)
        }
        Some(near) => diagnostic.suggest(
            format!("did you mean `@{near}`?"),
            vec![(span, near.to_owned())],
            Applicability::Unsafe,
        ),
        None if stage && edition == Edition::Current => old_stage(input, diagnostic),
        None if stage => diagnostic.note("write the stage as `@stage(vertex)` in this edition"),
        None if name == "block" => diagnostic.note("buffer structures don't need an attribute"),
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

/// How an attribute is written that other languages have, or a built-in value that is taken for an attribute.
fn foreign_attribute(name: &str) -> Option<String> {
    let words = match Instead::of(name) {
        Some(Instead::Words(words)) => words,
        Some(Instead::Form(..)) => return None,
        None => name,
    };
    let is_value = BuiltinValue::ALL.iter().any(|value| value.name() == words);
    let is_attribute =
        || Symbol::predeclared(words).and_then(|it| AttributeRow::find(it, Edition::Current)).is_some();
    if is_value { Some(format!("builtin({words})")) } else { is_attribute().then(|| words.to_owned()) }
}

/// Names the command that rewrites a program of earlier drafts, once.
fn of_earlier_draft(input: Input<'_>, diagnostic: Diagnostic) -> Diagnostic {
    if input.context.names_migration.replace(true) {
        return diagnostic;
    }
    diagnostic.note("`wgsl-check migrate` rewrites programs of 2021 and 2022")
}

/// Says how `@stage(…)`, of drafts before 2022-05, is written.
fn old_stage(input: Input<'_>, diagnostic: Diagnostic) -> Diagnostic {
    let diagnostic = diagnostic.note("write the stage as `@vertex`, `@fragment` or `@compute`");
    let diagnostic = of_earlier_draft(input, diagnostic);
    let rest = input.advance();
    let Some(behind) = rest.behind_arguments() else { return diagnostic };
    let arguments = behind.since(rest.span()).text(input.context.text);
    let Some(written) = attribute_of_2021("stage", arguments) else { return diagnostic };
    let whole = behind.since(input.previous_span());
    diagnostic.suggest(format!("write `{written}`"), vec![(whole, written)], Applicability::Safe)
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

fn arguments<'a>(input: Input<'a>, name: Span, row: &AttributeRow) -> Parse<'a, List<ExprId>> {
    let has_parens = input.kind() == TokenKind::LeftParen;
    match row.arguments {
        AttributeArguments::None if has_parens => no_arguments_allowed(input, name, row),
        AttributeArguments::None => Ok((input, List::EMPTY)),
        _ if !has_parens => {
            let text = name.text(input.context.text);
            let message = format!("missing arguments of attribute `@{text}`");
            let diagnostic =
                Diagnostic::error(row.form, name, message).label(input.span(), "expected `(` here");
            if input.context.lacks_left_paren() && input.second() == TokenKind::RightParen {
                let edit = vec![(Span::new(name.hi, input.span().lo), "(".to_owned())];
                input.report(diagnostic.suggest("add `(`", edit, Applicability::Safe));
                return Ok((input.advance().advance(), List::EMPTY));
            }
            let is_argument = matches!(input.kind(), TokenKind::Identifier | TokenKind::Integer);
            let goes_on = matches!(input.second(), TokenKind::Identifier | TokenKind::At | TokenKind::Var);
            if !(is_argument && goes_on) {
                input.report(diagnostic);
                return Ok((input, List::EMPTY));
            }
            let edit =
                (Span::new(name.hi, input.span().hi), format!("({})", input.span().text(input.context.text)));
            input.report(diagnostic.suggest(
                "put the argument in parentheses",
                vec![edit],
                Applicability::Safe,
            ));
            Ok((input.advance(), List::EMPTY))
        }
        AttributeArguments::DiagnosticControl => {
            let (rest, (severity, rule)) = diagnostic_control(input, rules::GRAMMAR_DIAGNOSTIC_CONTROL)?;
            let list = input.context.start_exprs();
            input.context.add_expr(severity);
            input.context.add_expr(rule);
            Ok((rest, input.context.finish_exprs(list)))
        }
        AttributeArguments::Expressions(least, most) => {
            let item = match input.context.edition {
                Edition::Current => expression_of,
                Edition::Draft2022 => draft::literal_or_ident,
            };
            argument_list(input, name, row, (least, most), |input, _| item(input, row.form))
        }
        AttributeArguments::Names(least, most) => {
            argument_list(input, name, row, (least, most), |input, index| {
                context_name(input, name_production(row, index))
            })
        }
    }
}

#[cold]
fn no_arguments_allowed<'a>(input: Input<'a>, name: Span, row: &AttributeRow) -> Parse<'a, List<ExprId>> {
    let text = name.text(input.context.text);
    let message = format!("unexpected parentheses: attribute `@{text}` takes no arguments");
    let rest = input.behind_arguments();
    let span = rest.unwrap_or(input.advance()).since(input.span());
    let diagnostic = wrong_count(row, span, message);
    let Some(rest) = rest else {
        input.report(diagnostic);
        return input.advance().failure();
    };
    let edit = vec![(span, String::new())];
    input.report(diagnostic.suggest("remove the parentheses", edit, Applicability::Safe));
    Ok((rest, List::EMPTY))
}

/// The mistake of a number of arguments that the attribute does not take.
fn wrong_count(row: &AttributeRow, span: Span, message: String) -> Diagnostic {
    match row.count {
        Some(rule) => Diagnostic::error(rule, span, message).also(row.form),
        None => Diagnostic::error(row.form, span, message),
    }
}

/// The production of a context-dependent name among the arguments of an attribute.
fn name_production(row: &AttributeRow, index: u32) -> &'static Rule {
    match (row.name, index) {
        (sym::BUILTIN, 0) => rules::GRAMMAR_BUILTIN_VALUE_NAME,
        (sym::BUILTIN, _) => rules::ATTR_BUILTIN_DEPTH_MODE,
        (sym::INTERPOLATE, 0) => rules::GRAMMAR_INTERPOLATE_TYPE_NAME,
        (sym::INTERPOLATE, _) => rules::GRAMMAR_INTERPOLATE_SAMPLING_NAME,
        _ => row.form,
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
    let error = |message| Diagnostic::error(rules::ATTR_BUILTIN_DEPTH_MODE, context.expr_span(mode), message);
    if name(value) != Some(sym::FRAG_DEPTH) || context.edition == Edition::Draft2022 {
        input.report(error("`@builtin` only takes a second argument, a depth mode, for `frag_depth`"));
    } else if ![Some(sym::LESS), Some(sym::GREATER)].contains(&name(mode)) {
        input.report(error("the depth modes are `less` and `greater`").also(rules::CTXNAME_GROUP_DEPTH_MODE));
    }
}

/// `(` items between commas `)`, as many as the attribute takes.
fn argument_list<'a>(
    input: Input<'a>,
    name: Span,
    row: &AttributeRow,
    (least, most): (u32, u32),
    item: impl Fn(Input<'a>, u32) -> Parse<'a, ExprId>,
) -> Parse<'a, List<ExprId>> {
    let context = input.context;
    let opener = input.span();
    let start = context.start_exprs();
    let mut rest = input.advance();
    let mut count = 0;
    while rest.kind() != TokenKind::RightParen {
        let (after, id) = item(rest, count)?;
        context.add_expr(id);
        count += 1;
        rest = after;
        match rest.take(TokenKind::Comma) {
            Some(after) => rest = after,
            // `;` between arguments: the attribute may have more, and no `;` can be in it.
            None if rest.kind() == TokenKind::Semicolon && count < most => {
                let diagnostic = rest.unexpected(row.form, "`)` after the attribute's arguments");
                let edit = vec![(rest.span(), ",".to_owned())];
                rest.report(diagnostic.suggest("separate arguments with `,`", edit, Applicability::Safe));
                rest = rest.advance();
            }
            None => break,
        }
    }
    let closer = rest.span();
    let place = "after the attribute's arguments";
    let rest = if rest.kind() != TokenKind::RightParen && count >= least && follows_attribute(rest) {
        report_right_paren(rest, opener, row.form, place);
        rest
    } else {
        rest.expect_closer(TokenKind::RightParen, opener, row.form, place)?
    };
    let list = context.finish_exprs(start);
    if count < least || count > most {
        let wanted = match (least, most) {
            (1, 1) => "one argument".to_owned(),
            _ => format!("{least} to {most} arguments"),
        };
        let text = name.text(context.text);
        let message = format!("attribute `@{text}` takes {wanted}, found {count}");
        let span = opener.to(closer);
        input.report(wrong_count(row, span, message));
    }
    Ok((rest, list))
}

/// A context-dependent name. <https://www.w3.org/TR/WGSL/#context-dependent-names>
fn context_name<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, ExprId> {
    let token = input.token();
    // The draft of 2022 reserves `flat` and other words that it requires here.
    let is_reserved_argument =
        token.kind == TokenKind::Reserved && input.context.edition == Edition::Draft2022;
    let (rest, name) = match token.symbol {
        Some(symbol) if is_reserved_argument => (input.advance(), symbol),
        _ => {
            let (rest, (symbol, _)) = identifier(input, production, "a name as the attribute's argument")?;
            (rest, symbol)
        }
    };
    Ok((rest, input.context.push_expr(Expr::ContextName(name), token.span)))
}

/// `diagnostic_control` <https://www.w3.org/TR/WGSL/#syntax-diagnostic_control>: severity and rule. `around` is broken if it
/// does not begin here.
pub(super) fn diagnostic_control<'a>(input: Input<'a>, around: &'static Rule) -> Parse<'a, (ExprId, ExprId)> {
    let context = input.context;
    let opener = input.span();
    let production = rules::GRAMMAR_DIAGNOSTIC_CONTROL;
    let rest = input.expect(TokenKind::LeftParen, around, "before the severity")?;
    let (rest, severity) = severity_control_name(rest)?;
    let rest = rest.expect(TokenKind::Comma, production, "after the severity")?;
    let (mut rest, (symbol, span)) =
        identifier(rest, rules::ATTR_DIAGNOSTIC_RULE, "the name of a diagnostic rule")?;
    let mut rule = context.push_expr(Expr::ContextName(symbol), span);
    if let Some(after) = rest.take(TokenKind::Period) {
        let name = rules::GRAMMAR_DIAGNOSTIC_NAME_TOKEN;
        let (after, (member, _)) = identifier(after, name, "a name after the `.` of a diagnostic rule")?;
        rule = context.push_expr(Expr::Member(rule, member), after.since(span));
        rest = after;
    }
    let rest = rest.take(TokenKind::Comma).unwrap_or(rest);
    let production = match rest.kind() {
        TokenKind::Period => rules::GRAMMAR_DIAGNOSTIC_RULE_NAME,
        _ => production,
    };
    let rest = rest.expect_closer(TokenKind::RightParen, opener, production, "after the diagnostic rule")?;
    Ok((rest, (severity, rule)))
}

/// `severity_control_name` <https://www.w3.org/TR/WGSL/#syntax-severity_control_name>
fn severity_control_name(input: Input<'_>) -> Parse<'_, ExprId> {
    let (rest, (symbol, span)) = identifier(input, rules::GRAMMAR_SEVERITY_CONTROL_NAME, "a severity")?;
    if ![sym::ERROR, sym::WARNING, sym::INFO, sym::OFF].contains(&symbol) {
        input.report(
            input
                .unexpected(rules::ATTR_DIAGNOSTIC_SEVERITY, "a severity")
                .also(rules::CTXNAME_GROUP_SEVERITY)
                .note("the severities are `error`, `warning`, `info` and `off`"),
        );
    }
    Ok((rest, input.context.push_expr(Expr::ContextName(symbol), span)))
}

/// Reports attributes where the grammar takes none. `rule` is the sentence on the place, if there is one.
pub(super) fn refuse_attributes(
    input: Input<'_>,
    attributes: List<Attribute>,
    rule: Option<&'static Rule>,
    place: &str,
) {
    let Some(first) = input.context.ast.borrow()[attributes].first().copied() else { return };
    if first.name == sym::CONST {
        return;
    }
    let name = first.name_span.text(input.context.text);
    let message = format!("attribute `@{name}` is not allowed {place}");
    let row = AttributeRow::find(first.name, input.context.edition);
    let (Some(rule), also) = (rule.or(row.map(|row| row.misplaced)), row.and_then(|row| row.also)) else {
        return;
    };
    let mut diagnostic = Diagnostic::error(rule, first.span, message);
    diagnostic.also = also;
    input.report_elsewhere(diagnostic);
}
