//! Statements that start with an expression and are neither an assignment nor a call: each is reported with what it may mean.
//!
//! All of this happens where a mistake was found: a program without mistakes never comes here.

use super::context::Context;
use super::expression::{expression, operators_after};
use super::foreign::declared;
use super::input::{Input, Parse};
use super::primary::type_specifier;
use super::report::nearest;
use super::statement::{Updating, check_left_side, compound_assignment_operator};
use crate::ast::{Expr, ExprId, Stmt};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::foreign::in_place_of;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Instead, Operator, Rule, rules};

/// Parses the rest of a statement that starts with an expression and is neither an assignment nor a call, and reports it.
#[cold]
pub(super) fn expression_statement<'a>(
    rest: Input<'a>,
    left: ExprId,
    expr: Expr,
    production: &'static Rule,
) -> Parse<'a, Stmt> {
    let context = rest.context;
    let (end, id) = operators_after(rest, left)?;
    let span = context.expr_span(id);
    let ends_here =
        matches!(end.kind(), TokenKind::Semicolon | TokenKind::RightBrace | TokenKind::RightParen);
    if !ends_here && end.at == rest.at {
        // A reserved word is reported already: what follows it has the grammar of another language.
        if rest.context.reported_at.get() == Some(rest.at - 1) && matches!(expr, Expr::Name(_)) {
            return rest.failure();
        }
        return two_operands(rest, span, matches!(expr, Expr::Name(_)));
    }
    if end.kind() == TokenKind::Equal || compound_assignment_operator(end.kind()).is_some() {
        check_left_side(end, id, Updating::Assignment);
        let (end, _) = expression(end.advance())?;
        return Ok((end, Stmt::Error));
    }
    if let Some(callee) = misspelt_return(context, left) {
        let diagnostic = Diagnostic::error(production, span, "an expression alone is not a statement");
        rest.report_elsewhere(misspelt(diagnostic, callee, "return"));
        return Ok((end, Stmt::Error));
    }
    let is_word =
        matches!(expr, Expr::Name(_)) && end.at == rest.at && production == rules::GRAMMAR_STATEMENT;
    if is_word
        && let Some(keyword) = nearest(span.text(context.text), ["break", "continue", "discard", "return"])
    {
        let diagnostic = Diagnostic::error(production, span, "an expression alone is not a statement");
        rest.report_elsewhere(misspelt(diagnostic, span, keyword));
        return Ok((end, Stmt::Error));
    }
    if let Some(parsed) = lost_return(end, span, production) {
        return parsed;
    }
    let calls = first_operands(context, id).any(|operand| matches!(operand, Expr::Call(..)));
    let rule = if calls && production == rules::GRAMMAR_STATEMENT {
        rules::GRAMMAR_FUNC_CALL_STATEMENT
    } else {
        production
    };
    let diagnostic = Diagnostic::error(rule, span, "an expression alone is not a statement");
    rest.report_elsewhere(match context.expr(id) {
        Expr::Binary(Operator::Equal, target, value) => {
            let gap = Span::new(context.expr_span(target).hi, context.expr_span(value).lo);
            let sign = gap.text(context.text).find("==").map_or(gap.lo, |at| gap.lo + at as u32);
            let edit = vec![(Span::new(sign, sign + 2), "=".to_owned())];
            diagnostic.note("`==` compares").suggest("assign with `=`", edit, Applicability::Safe)
        }
        _ if production != rules::GRAMMAR_STATEMENT => diagnostic,
        _ => diagnostic.suggest(
            "assign the expression to `_` to discard its value",
            vec![(Span::new(span.lo, span.lo), "_ = ".to_owned())],
            Applicability::Unsafe,
        ),
    });
    Ok((end, Stmt::Error))
}

/// Reports a token that does not fit after the first operand of a statement, which spans `span`: a declaration of C, or a misspelt keyword.
#[cold]
fn two_operands(rest: Input<'_>, span: Span, is_name: bool) -> Parse<'_, Stmt> {
    let text = rest.context.text;
    let word = span.text(text);
    let left_side = if is_name { format!("`{word}`") } else { "this expression".to_owned() };
    let diagnostic = rest.unexpected(
        rules::GRAMMAR_ASSIGNMENT_STATEMENT,
        &format!("an assignment or a call after {left_side}"),
    );
    if !is_name {
        rest.report(diagnostic);
        return rest.failure();
    }
    if rest.kind() == TokenKind::Colon && rest.is_joined_to(TokenKind::Equal) {
        let edits = vec![(Span::new(span.lo, rest.advance().span().hi), format!("var {word} ="))];
        rest.report(diagnostic.suggest("declare it with `var`", edits, Applicability::Unsafe));
        return Ok((expression(rest.advance().advance())?.0, Stmt::Error));
    }
    if rest.kind() == TokenKind::Colon && rest.second() == TokenKind::Identifier {
        let edit = vec![(Span::new(span.lo, span.lo), "var ".to_owned())];
        rest.report(diagnostic.suggest("declare it with `var`", edit, Applicability::Safe));
        let (behind, _) = type_specifier(rest.advance())?;
        return match behind.take(TokenKind::Equal) {
            Some(value) => Ok((expression(value)?.0, Stmt::Error)),
            None => Ok((behind, Stmt::Error)),
        };
    }
    let start = rest.at(rest.at - 1);
    if let Some((place, written)) = declared(start).filter(|(place, _)| ends_variable(start, *place)) {
        let edits = vec![(place, format!("var {written}"))];
        let words = "write the type after the variable's name";
        rest.report(diagnostic.suggest(words, edits, Applicability::Safe));
        return rest.failure();
    }
    let keywords = [
        "break", "const", "continue", "discard", "for", "if", "let", "loop", "return", "switch", "var",
        "while",
    ];
    rest.report(match (Instead::of(word), nearest(word, keywords)) {
        (Some(instead), _) => in_place_of(diagnostic, span, instead, text, None),
        (None, Some(keyword)) => misspelt(diagnostic, span, keyword),
        (None, None) => diagnostic,
    });
    rest.failure()
}

/// The name in `retrun (a)`, which looks like a call.
fn misspelt_return(context: &Context<'_>, left: ExprId) -> Option<Span> {
    let Expr::Call(callee, _) = context.expr(left) else { return None };
    let Expr::Name(_) = context.expr(callee) else { return None };
    let span = context.expr_span(callee);
    nearest(span.text(context.text), ["return"]).map(|_| span)
}

fn misspelt(diagnostic: Diagnostic, span: Span, keyword: &str) -> Diagnostic {
    let edit = vec![(span, keyword.to_owned())];
    diagnostic.suggest(format!("did you mean `{keyword}`?"), edit, Applicability::Unsafe)
}

/// Returns true if a declaration of a variable goes on, or ends, after a place that starts with the next token.
fn ends_variable(start: Input<'_>, place: Span) -> bool {
    let mut input = start;
    while input.span().lo < place.hi && !input.is_at_end() {
        input = input.advance();
    }
    matches!(input.kind(), TokenKind::Equal | TokenKind::Semicolon)
}

/// The last expression of a block in a function with a result lacks its `return`, as in languages whose blocks have values. `end` is the place
/// after the expression.
#[cold]
fn lost_return<'a>(end: Input<'a>, span: Span, production: &'static Rule) -> Option<Parse<'a, Stmt>> {
    let context = end.context;
    let behind = end.take(TokenKind::Semicolon).unwrap_or(end);
    let is_last = behind.kind() == TokenKind::RightBrace && production == rules::GRAMMAR_STATEMENT;
    if !is_last || !context.has_result.get() {
        return None;
    }
    let message = "expected `return` before the value of the function";
    let mut edits = vec![(Span::new(span.lo, span.lo), "return ".to_owned())];
    let lacks_semicolon = end.kind() != TokenKind::Semicolon;
    if lacks_semicolon {
        edits.push((Span::new(span.hi, span.hi), ";".to_owned()));
    }
    end.report_elsewhere(Diagnostic::error(production, span, message).suggest(
        "write `return`",
        edits,
        Applicability::Unsafe,
    ));
    if lacks_semicolon {
        // The missing `;` is the same mistake.
        end.context.reported_at.set(Some(end.at));
    }
    Some(Ok((end, Stmt::Error)))
}

/// An expression, the operand that it begins with, and so on.
fn first_operands<'a>(context: &'a Context<'_>, id: ExprId) -> impl Iterator<Item = Expr> + 'a {
    core::iter::successors(Some(context.expr(id)), |expr| expr.first_operand().map(|id| context.expr(id)))
}
