//! Expressions and statements that other languages have: each is reported once, with the form that this language has, and parsed on as if it
//! were written so.
//!
//! All of this happens where a mistake was found: a program without mistakes never comes here.

use super::expression::expression;
use super::foreign::{array_of, names_type};
use super::input::{Input, Parse};
use super::primary::{argument_expression_list, singular_expression, type_specifier};
use super::recover::error_expression;
use crate::ast::{Expr, ExprId, Stmt};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Instead, Operator, Predeclared, Rule, Symbol, rules};

/// The most tokens of a list in brackets that is rewritten.
const LONGEST_LIST: u32 = 256;

/// The names before a function of other languages that this language has without them.
const QUALIFIERS: [&str; 5] = ["Math", "glm", "math", "metal", "std"];

/// A binary operator as other languages write it.
#[derive(Clone, Copy)]
pub(super) struct Borrowed<'a> {
    pub(super) operator: Operator,
    /// The place after it.
    pub(super) rest: Input<'a>,
    written: &'static str,
}

/// The operator of other languages that starts after a complete operand; `None` if there is none.
#[cold]
pub(super) fn borrowed_operator(input: Input<'_>) -> Option<Borrowed<'_>> {
    let found = |operator, written, tokens| Borrowed { operator, rest: input.at(input.at + tokens), written };
    match input.kind() {
        TokenKind::Equal if input.is_joined_to(TokenKind::Less) => Some(found(Operator::LessEqual, "<=", 2)),
        TokenKind::EqualEqual if input.is_joined_to(TokenKind::Equal) => {
            Some(found(Operator::Equal, "==", 2))
        }
        TokenKind::BangEqual if input.is_joined_to(TokenKind::Equal) => {
            Some(found(Operator::NotEqual, "!=", 2))
        }
        TokenKind::Identifier => match Instead::of(input.span().text(input.context.text)) {
            Some(Instead::Words("&&")) => Some(found(Operator::LogicalAnd, "&&", 1)),
            Some(Instead::Words("||")) => Some(found(Operator::LogicalOr, "||", 1)),
            _ => None,
        },
        _ => None,
    }
}

/// Reports an operator of other languages that starts here, whose operands are of a production.
#[cold]
pub(super) fn report_operator(input: Input<'_>, borrowed: Borrowed<'_>, production: &'static Rule) {
    let place = borrowed.rest.since(input.span());
    let last = input.at(borrowed.rest.at - 1);
    let expected = if last.at == input.at { "an operator" } else { "an expression" };
    last.report(last.unexpected(production, expected).suggest(
        format!("write `{}`", borrowed.written),
        vec![(place, borrowed.written.to_owned())],
        Applicability::Safe,
    ));
}

/// `value as T`, from the `as` on.
#[cold]
pub(super) fn conversion_with_as(input: Input<'_>, value: ExprId) -> Parse<'_, ExprId> {
    let context = input.context;
    let span = context.expr_span(value);
    let diagnostic =
        input.unexpected(rules::GRAMMAR_SINGULAR_EXPRESSION, "an operator or the end of the expression");
    let ty = input.advance();
    if ty.kind() != TokenKind::Identifier {
        input.report(diagnostic);
        return input.failure();
    }
    let (rest, _) = type_specifier(ty)?;
    let written = super::foreign::type_text(ty, rest);
    let edits = vec![
        (Span::new(span.lo, span.lo), format!("{written}(")),
        (Span::new(span.hi, rest.previous_span().hi), ")".to_owned()),
    ];
    input.report(diagnostic.suggest(format!("convert with `{written}(…)`"), edits, Applicability::Safe));
    Ok((rest, context.push_expr(Expr::Error, rest.since(span))))
}

/// Reports `->` before a member.
#[cold]
pub(super) fn report_arrow(input: Input<'_>) {
    let diagnostic = input.unexpected(rules::GRAMMAR_COMPONENT_OR_SWIZZLE_SPECIFIER, "`.` before the member");
    let edit = vec![(input.span(), ".".to_owned())];
    input.report(diagnostic.suggest("write `.`", edit, Applicability::Safe));
}

/// `value.method(…)`, from the `(` on.
#[cold]
pub(super) fn method_call(input: Input<'_>, value: ExprId) -> Parse<'_, ExprId> {
    let context = input.context;
    let (span, name) = (context.expr_span(value), input.previous_span());
    let text = name.text(context.text);
    let message = format!("expected a function, found method `{text}`");
    let diagnostic = Diagnostic::error(rules::GRAMMAR_CALL_PHRASE, name, message);
    let empty = input.second() == TokenKind::RightParen;
    let (rest, _) = argument_expression_list(input)?;
    let place = rest.since(span);
    let value = span.text(context.text);
    let function = |word: &str| -> Option<String> {
        let symbol = Symbol::predeclared(word)?;
        matches!(symbol.info(context.edition).predeclared, Predeclared::Function(_)).then(|| word.to_owned())
    };
    let first = if array_of(input.at(input.at - 3)).is_some() && text == "length" {
        Some(("arrayLength".to_owned(), format!("&{value}")))
    } else {
        let words = match Instead::of(text) {
            Some(Instead::Words(words)) => words,
            _ => text,
        };
        function(words).map(|name| (name, value.to_owned()))
    };
    let qualified = QUALIFIERS.contains(&value) && function(text).is_some();
    let edits = match first {
        _ if qualified => Some(vec![(Span::new(span.lo, name.lo), String::new())]),
        Some((name_of_function, value)) => {
            let gap = if empty { "" } else { ", " };
            let opener = Span::new(span.lo, input.span().hi);
            Some(vec![(opener, format!("{name_of_function}({value}{gap}"))])
        }
        None => None,
    };
    let diagnostic = diagnostic.note("WGSL has no methods: pass the value to a function");
    input.at(input.at - 1).report(match edits {
        Some(edits) => diagnostic.suggest("call the function", edits, Applicability::Unsafe),
        None => diagnostic,
    });
    Ok((rest, context.push_expr(Expr::Error, place)))
}

/// Returns true if a function of a namespace that this language does not have is called here: `std::sin(…)`.
pub(super) fn is_qualified(input: Input<'_>) -> bool {
    let (text, colon) = (input.context.text, input.advance());
    colon.is_joined_to(TokenKind::Colon)
        && colon.kind() == TokenKind::Colon
        && QUALIFIERS.contains(&input.span().text(text))
}

/// Reports a namespace, and returns the place of the name in it.
#[cold]
pub(super) fn unqualified(input: Input<'_>) -> Input<'_> {
    let name = input.at(input.at + 3);
    let place = Span::new(input.span().lo, name.span().lo);
    let message =
        format!("expected an expression, found namespace `{}`", input.span().text(input.context.text));
    input.report(Diagnostic::error(rules::GRAMMAR_PRIMARY_EXPRESSION, input.span(), message).suggest(
        "builtin functions are not in a namespace",
        vec![(place, String::new())],
        Applicability::Safe,
    ));
    name
}

/// `Name { member: value, … }`, from the `{` on.
#[cold]
pub(super) fn structure_in_braces(input: Input<'_>, name: ExprId) -> Parse<'_, ExprId> {
    let context = input.context;
    let diagnostic =
        input.unexpected(rules::GRAMMAR_PRIMARY_EXPRESSION, "`(` after the name of the structure");
    let mut edits = Vec::new();
    let (mut rest, mut before) = (input.advance(), input.previous_span().hi);
    while rest.kind() == TokenKind::Identifier && rest.second() == TokenKind::Colon {
        let value = rest.advance().advance();
        let opener = if edits.is_empty() { "(" } else { " " };
        edits.push((Span::new(before, value.span().lo), opener.to_owned()));
        let (after, _) = expression(value)?;
        rest = after.take(TokenKind::Comma).unwrap_or(after);
        before = rest.previous_span().hi;
    }
    let production = rules::GRAMMAR_PRIMARY_EXPRESSION;
    rest = rest.expect(TokenKind::RightBrace, production, "at the end of the structure")?;
    edits.push((Span::new(before, rest.previous_span().hi), ")".to_owned()));
    let diagnostic = diagnostic.note("list the values in the order of the members");
    input.report(diagnostic.suggest("construct it with `(…)`", edits, Applicability::Unsafe));
    let place = rest.since(context.expr_span(name));
    Ok((rest, context.push_expr(Expr::Error, place)))
}

/// `name: value` among arguments: returns the place of the value.
#[cold]
pub(super) fn named_argument(input: Input<'_>) -> Input<'_> {
    let value = input.advance().advance();
    let diagnostic =
        input.advance().unexpected(rules::GRAMMAR_EXPRESSION_COMMA_LIST, "`,` or `)` after the argument");
    let edit = vec![(Span::new(input.span().lo, value.span().lo), String::new())];
    input.advance().report(diagnostic.note("WGSL has no named arguments").suggest(
        "remove the argument name",
        edit,
        Applicability::Unsafe,
    ));
    value
}

/// `[1, 2]` or `{1, 2}`, from the bracket on: the place after it, and the edits that make it a call of `array` or of a structure.
#[cold]
pub(super) fn list_in_brackets(input: Input<'_>) -> Option<(Input<'_>, Vec<(Span, String)>)> {
    let text = input.context.text;
    let behind_type = input.at.checked_sub(3).map(|at| input.at(at));
    let structure = behind_type.filter(|colon| {
        colon.kind() == TokenKind::Colon
            && colon.second() == TokenKind::Identifier
            && input.context.token(input.at - 1).kind == TokenKind::Equal
            && names_type(colon.advance())
    });
    let constructor = structure.map_or("array", |colon| colon.advance().span().text(text));
    let mut edits = Vec::new();
    let mut closers = Vec::new();
    let mut rest = input;
    while rest.at - input.at < LONGEST_LIST {
        let before = rest.at.checked_sub(1).map(|at| rest.at(at).kind());
        match rest.kind() {
            TokenKind::LeftBracket | TokenKind::LeftBrace => {
                let is_list = rest.at == input.at
                    || matches!(
                        before,
                        Some(TokenKind::Comma | TokenKind::LeftBracket | TokenKind::LeftBrace)
                    );
                if is_list {
                    let name = if rest.at == input.at { constructor } else { "array" };
                    edits.push((rest.span(), format!("{name}(")));
                }
                closers.push(is_list);
            }
            TokenKind::RightBracket | TokenKind::RightBrace => {
                if closers.pop()? {
                    edits.push((rest.span(), ")".to_owned()));
                }
                if closers.is_empty() {
                    return Some((rest.advance(), edits));
                }
            }
            TokenKind::Semicolon | TokenKind::EndOfText => return None,
            _ => {}
        }
        rest = rest.advance();
    }
    None
}

/// `++x` or `--x` as a statement; `None` if it is something else.
#[cold]
pub(super) fn prefix_update<'a>(input: Input<'a>, production: &'static Rule) -> Option<Parse<'a, Stmt>> {
    let operand = input.advance();
    if operand.kind() != TokenKind::Identifier {
        return None;
    }
    let diagnostic = input.unexpected(production, "a statement");
    let (rest, _) = singular_expression(operand, production).ok()?;
    if !matches!(rest.kind(), TokenKind::Semicolon | TokenKind::RightParen) {
        return None;
    }
    let operator = input.span().text(input.context.text);
    let end = rest.previous_span().hi;
    let edits = vec![
        (Span::new(input.span().lo, operand.span().lo), String::new()),
        (Span::new(end, end), operator.to_owned()),
    ];
    let words = format!("write `{operator}` after its operand");
    input.report(diagnostic.suggest(words, edits, Applicability::Safe));
    Some(Ok((rest, Stmt::Error)))
}

/// `i in 0..n`, after `for`: the edit that makes it the header of a loop, up to the `{`; `None` if it has another form.
#[cold]
pub(super) fn range(input: Input<'_>, body: Input<'_>) -> Option<(Span, String)> {
    let text = input.context.text;
    let (name, is_in) = (input.span().text(text), input.advance().span().text(text) == "in");
    if input.kind() != TokenKind::Identifier || !is_in {
        return None;
    }
    let place = body.since(input.span());
    let range = Span::new(input.advance().span().hi, place.hi).text(text).trim();
    let (first, last) = range.split_once("..").or_else(|| {
        let inside = range.strip_prefix("range(")?.strip_suffix(')')?;
        Some(inside.split_once(',').unwrap_or(("0", inside)))
    })?;
    let (comparison, last) = last.strip_prefix('=').map_or(("<", last), |last| ("<=", last));
    let (first, last) = (first.trim(), last.trim());
    let is_plain = !first.is_empty() && !last.is_empty() && !last.contains(',');
    is_plain.then(|| (place, format!("(var {name} = {first}; {name} {comparison} {last}; {name}++)")))
}

/// An expression in a `for` statement or list that stands for a list in brackets, which is reported here.
#[cold]
pub(super) fn report_list(input: Input<'_>, diagnostic: Diagnostic) -> Parse<'_, ExprId> {
    let diagnostic = diagnostic.note("write an array as `array(…)` and a structure as `Name(…)`");
    match list_in_brackets(input) {
        Some((rest, edits)) if input.context.edition == Edition::Current => {
            let words = "call the constructor";
            input.report(diagnostic.suggest(words, edits, Applicability::Safe));
            Ok((rest, error_expression(input)))
        }
        _ => {
            input.report(diagnostic);
            input.failure()
        }
    }
}

/// `T[n]`, where `before` is the place of the `T`, or `[T; n]`, as a type: the next token is the `[`. Returns the place after it.
#[cold]
pub(super) fn array_in_brackets(input: Input<'_>, before: Option<Span>) -> Option<Input<'_>> {
    let text = input.context.text;
    let inside = input.advance();
    let (element, size) = if let Some(element) = before {
        (element, inside)
    } else if inside.kind() == TokenKind::Identifier {
        let (rest, _) = type_specifier(inside).ok()?;
        (rest.since(inside.span()), rest.take(TokenKind::Semicolon)?)
    } else {
        return None;
    };
    let is_size = size.kind().is_number() || (size.kind() == TokenKind::Identifier && !names_type(size));
    let rest = if is_size { size.advance().take(TokenKind::RightBracket)? } else { return None };
    let place = rest.since(before.unwrap_or(input.span()));
    let element = crate::foreign::type_of(element.text(text));
    let written = format!("array<{element}, {}>", size.span().text(text));
    let expected = if before.is_some() { "the end of the type" } else { "a type" };
    let diagnostic = input.unexpected(rules::GRAMMAR_TYPE_SPECIFIER, expected);
    let words = format!("write `{written}`");
    input.report(diagnostic.suggest(words, vec![(place, written)], Applicability::Safe));
    Some(rest)
}

/// `&T` or `&mut T` as a type, from the `&` on: a pointer.
#[cold]
pub(super) fn reference(input: Input<'_>) -> Parse<'_, ExprId> {
    let diagnostic = input.unexpected(rules::GRAMMAR_TYPE_SPECIFIER, "a type");
    let start = input.advance();
    let is_mutable = start.span().text(input.context.text) == "mut";
    let ty = if is_mutable { start.advance() } else { start };
    if ty.kind() != TokenKind::Identifier {
        input.report(diagnostic);
        return input.failure();
    }
    let (rest, id) = type_specifier(ty)?;
    let written = format!("ptr<function, {}>", super::foreign::type_text(ty, rest));
    let edit = vec![(rest.since(input.span()), written)];
    input.report(diagnostic.suggest("pass a pointer", edit, Applicability::Unsafe));
    Ok((rest, id))
}

/// `if condition { value } else { other }` as an expression: the place after it, and the edits that make it a call of `select`.
#[cold]
pub(super) fn if_expression(input: Input<'_>) -> Option<(Input<'_>, Vec<(Span, String)>)> {
    let text = input.context.text;
    let part = |start: Input<'_>, end: Input<'_>| end.since(start.span()).text(text).to_owned();
    let start = input.advance();
    let (opener, _) = expression(start).ok()?;
    let condition = part(start, opener);
    let value = opener.take(TokenKind::LeftBrace)?;
    let (closer, _) = expression(value).ok()?;
    let chosen = part(value, closer);
    let other = closer.take(TokenKind::RightBrace)?.take(TokenKind::Else)?.take(TokenKind::LeftBrace)?;
    let (last, _) = expression(other).ok()?;
    let call = format!("select({}, {chosen}, {condition})", part(other, last));
    let rest = last.take(TokenKind::RightBrace)?;
    Some((rest, vec![(rest.since(input.span()), call)]))
}
