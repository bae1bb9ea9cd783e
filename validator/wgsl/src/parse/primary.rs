//! Operands: names, template lists, calls, literals, parentheses, and their suffixes.

use super::borrowed::{
    array_in_brackets, conversion_with_as, if_expression, is_qualified, method_call, named_argument,
    reference, report_arrow, report_list, structure_in_braces, unqualified,
};
use super::draft;
use super::expression::{expression, expression_of};
use super::foreign::report_mutable_parameter;
use super::input::{Failed, Input, Parse, failed_at};
use super::missing::call_without_paren;
use super::recover::error_expression;
use crate::ast::{Expr, ExprId, List, Literal, Suffix};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::foreign::in_place_of;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Instead, Predeclared, Rule, Symbol, WordClass, rules};

/// A name with its place.
pub(super) type Name = (Symbol, Span);

/// `singular_expression` <https://www.w3.org/TR/WGSL/#syntax-singular_expression>; `production` is broken if none begins
/// here.
pub(super) fn singular_expression<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, ExprId> {
    let (rest, id) = primary_expression(input, production)?;
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
                let (rest, (symbol, _)) = identifier(
                    input.advance(),
                    rules::GRAMMAR_COMPONENT_OR_SWIZZLE_SPECIFIER,
                    "the name of a member",
                )?;
                if rest.kind() == TokenKind::LeftParen {
                    let (rest, call) = method_call(rest, id)?;
                    (id, input) = (call, rest);
                    continue;
                }
                (rest, Expr::Member(id, symbol))
            }
            TokenKind::Arrow if input.second() == TokenKind::Identifier => {
                report_arrow(input);
                let member = input.advance();
                let Some(symbol) = member.token().symbol else { return Ok((input, id)) };
                (member.advance(), Expr::Member(id, symbol))
            }
            TokenKind::Reserved if input.span().text(context.text) == "as" => {
                (input, id) = conversion_with_as(input, id)?;
                continue;
            }
            TokenKind::LeftBracket => {
                let (rest, index) = expression(input.advance())?;
                let production = rules::GRAMMAR_COMPONENT_OR_SWIZZLE_SPECIFIER;
                let rest =
                    rest.expect_closer(TokenKind::RightBracket, input.span(), production, "after the index")?;
                (rest, Expr::Index(id, index))
            }
            _ => return Ok((input, id)),
        };
        id = context.push_expr(expr, rest.since(context.expr_span(id)));
        input = rest;
    }
}

/// `primary_expression` <https://www.w3.org/TR/WGSL/#syntax-primary_expression>
fn primary_expression<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, ExprId> {
    match input.kind() {
        TokenKind::Reserved if is_qualified(input) => primary_expression(unqualified(input), production),
        TokenKind::Identifier | TokenKind::Reserved => {
            let (rest, id) = template_elaborated_ident(input, production, "an expression")?;
            match rest.kind() {
                TokenKind::LeftParen => call_phrase(rest, id),
                TokenKind::LeftBrace if is_typed(rest.advance()) => structure_in_braces(rest, id),
                TokenKind::Colon if is_qualified(input) => primary_expression(unqualified(input), production),
                _ if starts_item(rest) && rest.lacks_left_paren(id) => call_without_paren(rest, id),
                _ => Ok((rest, id)),
            }
        }
        TokenKind::LeftParen => paren_expression(input),
        TokenKind::TypeWord => draft::typed_call(input),
        _ => literal(input, production),
    }
}

/// Returns true if a name with a type, or with a value in other languages, starts here: `name:`.
fn is_typed(input: Input<'_>) -> bool {
    input.kind() == TokenKind::Identifier && input.second() == TokenKind::Colon
}

/// `literal` <https://www.w3.org/TR/WGSL/#syntax-literal>; `production` is broken if none stands here.
pub(super) fn literal<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, ExprId> {
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
        _ => return no_expression(input, production),
    };
    Ok((input.advance(), input.context.push_expr(Expr::Literal(literal), input.span())))
}

/// Returns true if a list in brackets may start here. A `{` starts a block, unless only an expression can be here.
fn starts_list(input: Input<'_>) -> bool {
    let before = input.at.checked_sub(1).map(|at| input.at(at).kind());
    let is_value = matches!(
        before,
        Some(TokenKind::Equal | TokenKind::LeftParen | TokenKind::Comma | TokenKind::Return)
    );
    input.kind() == TokenKind::LeftBracket || (input.kind() == TokenKind::LeftBrace && is_value)
}

#[cold]
fn no_expression<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, ExprId> {
    let production = match input.kind() {
        TokenKind::Plus => rules::GRAMMAR_UNARY_EXPRESSION,
        TokenKind::LeftBracket | TokenKind::Period => rules::GRAMMAR_SINGULAR_EXPRESSION,
        TokenKind::Underscore => rules::IDENT_NOT_UNDERSCORE,
        _ => production,
    };
    let diagnostic = input.unexpected(production, "an expression");
    if input.kind() == TokenKind::If && input.advance().find_block().is_some() {
        let mistakes = input.context.mistakes.get();
        if let Some((rest, edits)) = if_expression(input) {
            let words = "use `select` to choose a value";
            input.report(diagnostic.suggest(words, edits, Applicability::Unsafe));
            return Ok((rest, error_expression(input)));
        }
        if input.context.mistakes.get() != mistakes {
            return input.failure();
        }
    }
    if starts_list(input) && diagnostic.notes.is_empty() {
        return report_list(input, diagnostic);
    }
    input.report(match input.kind() {
        TokenKind::Semicolon if input.at > 0 && input.at(input.at - 1).kind() == TokenKind::LeftParen => {
            let end = input.previous_span().hi;
            diagnostic.suggest("add `)`", vec![(Span::new(end, end), ")".to_owned())], Applicability::Safe)
        }
        TokenKind::Plus => diagnostic.note("WGSL has no unary `+`"),
        TokenKind::Underscore => diagnostic.note("`_` is only allowed on the left of `=`"),
        _ => diagnostic,
    });
    input.failure()
}

/// `paren_expression` <https://www.w3.org/TR/WGSL/#syntax-paren_expression>
fn paren_expression(input: Input<'_>) -> Parse<'_, ExprId> {
    let opener = input.span();
    let (rest, inner) = expression_of(input.advance(), rules::GRAMMAR_PRIMARY_EXPRESSION)?;
    let production = rules::GRAMMAR_PAREN_EXPRESSION;
    let rest = if rest.kind() == TokenKind::Equal { behind_assignment(rest, opener)? } else { rest };
    let rest = rest.expect_closer(TokenKind::RightParen, opener, production, "after the expression")?;
    Ok((rest, input.context.push_expr(Expr::Paren(inner), rest.since(opener))))
}

/// The place after `= value`, which is reported: in a condition nothing but `==` has a meaning, and elsewhere the types don't fit.
#[cold]
fn behind_assignment(input: Input<'_>, opener: Span) -> Result<Input<'_>, nom::Err<Failed>> {
    let diagnostic = input.unexpected(rules::GRAMMAR_PAREN_EXPRESSION, "`)` after the expression");
    let edit = vec![(input.span(), "==".to_owned())];
    input.report(diagnostic.label(opener, "`(` opens here").suggest(
        "compare two values with `==`",
        edit,
        Applicability::Safe,
    ));
    let (rest, _) = expression(input.advance())?;
    Ok(rest)
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
    expression_list(input, &ARGUMENTS)
}

/// A list of expressions between commas.
struct ListForm {
    closer: TokenKind,
    item: &'static Rule,
    separated: &'static Rule,
    /// The sentence that says so again.
    also: Option<&'static Rule>,
    closed: &'static Rule,
    expected: &'static str,
}

const ARGUMENTS: ListForm = ListForm {
    closer: TokenKind::RightParen,
    item: rules::GRAMMAR_EXPRESSION,
    separated: rules::GRAMMAR_EXPRESSION_COMMA_LIST,
    also: None,
    closed: rules::GRAMMAR_ARGUMENT_EXPRESSION_LIST,
    expected: "`,` or `)` after the argument",
};

const TEMPLATE_PARAMETERS: ListForm = ListForm {
    closer: TokenKind::TemplateEnd,
    item: rules::GRAMMAR_TEMPLATE_ARG_EXPRESSION,
    separated: rules::GRAMMAR_TEMPLATE_ARG_COMMA_LIST,
    also: Some(rules::TEMPLATE_MATCH_GRAMMAR),
    closed: rules::GRAMMAR_TEMPLATE_ARG_COMMA_LIST,
    expected: "`,` or `>` after the template parameter",
};

/// The arguments of a call after the `(` at `opener`, up to and including the `)`.
pub(super) fn argument_expressions(input: Input<'_>, opener: Span) -> Parse<'_, List<ExprId>> {
    expressions(input, opener, &ARGUMENTS)
}

/// The opening token, expressions between commas and the closing token.
fn expression_list<'a>(opener: Input<'a>, form: &ListForm) -> Parse<'a, List<ExprId>> {
    expressions(opener.advance(), opener.span(), form)
}

/// Expressions between commas after the opening token, and the closing token, with an optional comma at the end. An item with a
/// mistake is skipped when the next comma or the closing token is in sight.
fn expressions<'a>(mut input: Input<'a>, opener: Span, form: &ListForm) -> Parse<'a, List<ExprId>> {
    let (context, closer) = (input.context, form.closer);
    let start = context.start_exprs();
    while input.kind() != closer {
        let mark = context.mark();
        if closer == TokenKind::RightParen && is_typed(input) {
            input = named_argument(input);
        }
        let (rest, item) = match expression_of(input, form.item) {
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
                let diagnostic = unseparated(input, opener, form);
                let Some((edit, rest)) = comma(input, form) else {
                    input.report(diagnostic);
                    return input.failure();
                };
                let words = "separate the items with `,`";
                input.report(diagnostic.suggest(words, vec![edit], Applicability::Safe));
                input = rest;
            }
        }
    }
    Ok((input.advance(), context.finish_exprs(start)))
}

/// The edit that separates an item of a list from the one before, where the `,` is missing or is another separator, and the place of the item.
#[cold]
fn comma<'a>(input: Input<'a>, form: &ListForm) -> Option<((Span, String), Input<'a>)> {
    let is_separator = input.kind() == TokenKind::Semicolon && form.closer == TokenKind::RightParen;
    let is_item = starts_item(input) && input.previous_span().hi < input.span().lo;
    let item = if is_separator { input.advance() } else { input };
    // A `;` ends the statement if the list is not closed after it.
    let is_closed = || item.find_item_end(form.closer).is_some();
    // `<` and `>` were taken for a template list there.
    if input.context.token(input.at - 1).kind == TokenKind::TemplateEnd {
        return None;
    }
    if is_separator && !item.is_statement_keyword() && is_closed() {
        Some(((input.span(), ",".to_owned()), item))
    } else if is_item && is_closed() {
        let end = input.previous_span().hi;
        Some(((Span::new(end, end), ",".to_owned()), item))
    } else {
        None
    }
}

/// Returns true if an expression starts here, and not with an operator.
fn starts_item(input: Input<'_>) -> bool {
    matches!(input.kind(), TokenKind::Identifier | TokenKind::LeftParen | TokenKind::True | TokenKind::False)
        || input.kind().is_number()
}

/// The mistake of a token behind an expression of a list that neither separates nor ends it.
#[cold]
fn unseparated(input: Input<'_>, opener: Span, form: &ListForm) -> Diagnostic {
    let follows_list = input.context.token(input.at - 1).kind == TokenKind::TemplateEnd;
    if follows_list && form.closer == TokenKind::RightParen {
        return input.unexpected(rules::TEMPLATE_DISCOVER_COMMA_LIST, form.expected).note(
            "`<` and `>` with a comma between them form a template list: put parentheses around comparisons",
        );
    }
    let goes_on = matches!(
        input.kind(),
        TokenKind::Identifier
            | TokenKind::Reserved
            | TokenKind::LeftParen
            | TokenKind::True
            | TokenKind::False
    );
    let is_separated = goes_on || input.kind().is_number();
    let production = if is_separated { form.separated } else { form.closed };
    let mut diagnostic = input.unexpected(production, form.expected);
    diagnostic.also = form.also;
    let text = format!("`{}` opens here", opener.text(input.context.text));
    let diagnostic = diagnostic.label(opener, text);
    let end = input.previous_span().hi;
    let is_open = matches!(input.kind(), TokenKind::Semicolon | TokenKind::LeftBrace)
        && form.closer == TokenKind::RightParen;
    if is_open {
        diagnostic.suggest("add `)`", vec![(Span::new(end, end), ")".to_owned())], Applicability::Unsafe)
    } else {
        diagnostic
    }
}

/// `template_elaborated_ident` <https://www.w3.org/TR/WGSL/#syntax-template_elaborated_ident>; `production` is broken if none
/// begins here.
#[inline]
pub(super) fn template_elaborated_ident<'a>(
    input: Input<'a>,
    production: &'static Rule,
    expected: &str,
) -> Parse<'a, ExprId> {
    let context = input.context;
    let (rest, (symbol, span)) = identifier(input, production, expected)?;
    if rest.kind() != TokenKind::TemplateStart {
        return Ok((rest, context.push_expr(Expr::Name(symbol), span)));
    }
    let (rest, arguments) = template_list(rest)?;
    Ok((rest, context.push_expr(Expr::Template(symbol, arguments), rest.since(span))))
}

/// `template_list` <https://www.w3.org/TR/WGSL/#syntax-template_list>
pub(super) fn template_list(input: Input<'_>) -> Parse<'_, List<ExprId>> {
    let rest = input.advance();
    if rest.kind() == TokenKind::TemplateEnd {
        return rest.fail(rules::TEMPLATE_NONEMPTY, "a template parameter");
    }
    expression_list(input, &TEMPLATE_PARAMETERS)
}

/// `type_specifier` <https://www.w3.org/TR/WGSL/#syntax-type_specifier>
pub(super) fn type_specifier(input: Input<'_>) -> Parse<'_, ExprId> {
    match input.context.edition {
        Edition::Current if input.kind() == TokenKind::LeftBracket => match array_in_brackets(input, None) {
            Some(rest) => Ok((rest, error_expression(input))),
            None => input.fail(rules::GRAMMAR_TYPE_SPECIFIER, "a type"),
        },
        Edition::Current if input.kind() == TokenKind::And => reference(input),
        Edition::Current => {
            let production = rules::GRAMMAR_TYPE_SPECIFIER;
            let (rest, ty) = template_elaborated_ident(input, production, "a type")?;
            if rest.kind() == TokenKind::LeftBracket
                && let Some(behind) = array_in_brackets(rest, Some(rest.since(input.span())))
            {
                return Ok((behind, ty));
            }
            Ok((rest, ty))
        }
        Edition::Draft2022 => draft::type_declaration(input),
    }
}

/// `ident` <https://www.w3.org/TR/WGSL/#syntax-ident> of a production, which is broken if none stands here. A word that must
/// not be used as a name is reported but used if it was clearly meant as one.
#[inline]
pub(super) fn identifier<'a>(input: Input<'a>, production: &'static Rule, expected: &str) -> Parse<'a, Name> {
    let token = input.token();
    match (token.kind, token.symbol) {
        (TokenKind::Identifier, Some(symbol)) => Ok((input.advance(), (symbol, token.span))),
        _ => no_identifier(input, production, expected),
    }
}

/// Productions whose identifier is declared.
const DECLARING: [&Rule; 6] = [
    rules::GRAMMAR_FUNCTION_HEADER,
    rules::GRAMMAR_IDENT,
    rules::GRAMMAR_OPTIONALLY_TYPED_IDENT,
    rules::GRAMMAR_STRUCT_DECL,
    rules::GRAMMAR_TYPE_ALIAS_DECL,
    rules::GRAMMAR_VARIABLE_DECL,
];

/// Productions of context-dependent names. <https://www.w3.org/TR/WGSL/#context-dependent-names>
const CONTEXT_DEPENDENT: [&Rule; 8] = [
    rules::ATTR_DIAGNOSTIC_RULE,
    rules::GRAMMAR_BUILTIN_VALUE_NAME,
    rules::GRAMMAR_DIAGNOSTIC_NAME_TOKEN,
    rules::GRAMMAR_ENABLE_EXTENSION_NAME,
    rules::GRAMMAR_INTERPOLATE_SAMPLING_NAME,
    rules::GRAMMAR_INTERPOLATE_TYPE_NAME,
    rules::GRAMMAR_LANGUAGE_EXTENSION_NAME,
    rules::GRAMMAR_SEVERITY_CONTROL_NAME,
];

/// The rule that a reserved word breaks as the identifier of a production.
fn rule_of_reserved_word(word: &str, production: &'static Rule) -> &'static Rule {
    if CONTEXT_DEPENDENT.contains(&production) {
        rules::CTXNAME_NOT_KEYWORD
    } else if DECLARING.contains(&production) {
        rules::IDENT_NOT_RESERVED
    } else if word == "ref" && production == rules::GRAMMAR_TYPE_SPECIFIER {
        rules::TYPE_REF_UNSPELLABLE
    } else {
        rules::WORD_RESERVED
    }
}

/// Returns true if a reserved word is used that was refused where it was declared: that is one mistake.
fn is_refused_already(input: Input<'_>, word: Symbol, rule: &'static Rule) -> bool {
    let refused = &mut *input.context.refused_names.borrow_mut();
    let is_known = refused.contains(&word);
    if rule == rules::IDENT_NOT_RESERVED && !is_known {
        refused.push(word);
    }
    is_known && rule == rules::WORD_RESERVED
}

/// The edits that give all uses of a reserved word another name.
fn renamed(input: Input<'_>, word: &str) -> Vec<(Span, String)> {
    let tokens = (0..input.context.end()).map(|at| input.at(at).span());
    let uses = tokens.filter(|span| span.text(input.context.text) == word);
    uses.map(|span| (Span::new(span.hi, span.hi), "_".to_owned())).collect()
}

#[cold]
fn no_identifier<'a>(input: Input<'a>, production: &'static Rule, expected: &str) -> Parse<'a, Name> {
    let token = input.token();
    let Some(symbol) = token.symbol else {
        return input.fail(production, expected);
    };
    let text = token.span.text(input.context.text);
    match token.kind {
        TokenKind::Reserved
            if text == "mut" && production == rules::GRAMMAR_IDENT && is_typed(input.advance()) =>
        {
            report_mutable_parameter(input);
            return identifier(input.advance(), production, expected);
        }
        TokenKind::Reserved => {
            let message = format!("`{text}` is a reserved word and can't be used as a name");
            let rule = rule_of_reserved_word(text, production);
            let is_first = !input.context.refused_names.borrow().contains(&symbol);
            if is_refused_already(input, symbol, rule) {
                return Ok((input.advance(), (symbol, token.span)));
            }
            let diagnostic = Diagnostic::error(rule, token.span, message);
            let known = symbol.info(Edition::Current);
            let is_newer = known.predeclared != Predeclared::None || known.class == WordClass::Keyword;
            input.report(if is_newer {
                diagnostic
                    .at("choose a different name")
                    .note("this word only has a meaning in the current edition")
            } else if let Some(instead) = Instead::of(text) {
                in_place_of(diagnostic, token.span, instead, input.context.text, None)
            } else if is_first && rule == rules::IDENT_NOT_RESERVED {
                let edits = renamed(input, text);
                diagnostic.at("choose a different name").suggest(
                    format!("rename it to `{text}_`"),
                    edits,
                    Applicability::Unsafe,
                )
            } else {
                diagnostic.at("choose a different name")
            });
        }
        TokenKind::Underscore => {
            let message = format!("expected {expected}, found `_`, which is not a name");
            let diagnostic = Diagnostic::error(rules::IDENT_NOT_UNDERSCORE, token.span, message);
            let keyword = input.at(input.at.saturating_sub(1));
            let is_declared = matches!(keyword.kind(), TokenKind::Let | TokenKind::Var | TokenKind::Const);
            input.report(if is_declared && input.second() == TokenKind::Equal {
                let edit = vec![(Span::new(keyword.span().lo, token.span.lo), String::new())];
                let words = format!("remove `{}`", keyword.span().text(input.context.text));
                diagnostic.suggest(words, edit, Applicability::Safe)
            } else {
                diagnostic
            });
        }
        _ => {
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
            let rule = match token.kind {
                _ if CONTEXT_DEPENDENT.contains(&production) => rules::CTXNAME_NOT_KEYWORD,
                TokenKind::TypeWord => rules::WORD_KEYWORDS,
                _ if is_meant_as_name => rules::IDENT_NOT_KEYWORD,
                _ => production,
            };
            input.report(input.unexpected(rule, expected));
            if !is_meant_as_name {
                return input.failure();
            }
        }
    }
    Ok((input.advance(), (symbol, token.span)))
}
