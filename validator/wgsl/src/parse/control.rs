//! Control flow. <https://www.w3.org/TR/WGSL/#control-flow>

use super::borrowed::range;
use super::draft;
use super::expression::{expression, expression_of};
use super::input::{Input, Parse, failed_at, token};
use super::recover::{deeper_block, error_expression};
use super::statement::{
    Enclosing, block_attributes, compound_statement, compound_statement_of, statements,
    updating_or_call_statement, variable_statement,
};
use crate::ast::{
    Attribute, BlockId, Branch, Continuing, ExprId, List, Selector, Stmt, StmtId, SwitchClause,
};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::lex::TokenKind;
use nom::Parser as _;
use nom::combinator::opt;
use shader_source::Span;
use wgsl_spec::{Edition, Instead, Rule, rules};

/// The expression of a production before a block. After a mistake in it, parsing continues with the block.
fn condition<'a>(input: Input<'a>, production: &'static Rule, expected: &str) -> Parse<'a, ExprId> {
    let mark = input.context.mark();
    let failed = match expression(input) {
        Ok((rest, id)) if matches!(rest.kind(), TokenKind::LeftBrace | TokenKind::At) => {
            return Ok((rest, id));
        }
        Ok((rest, id)) if is_followed_by_statement(input, rest) || rest.starts_open_block() => {
            return Ok((rest, id));
        }
        Ok((rest, _)) => {
            let diagnostic = rest.unexpected(production, expected);
            rest.report(match rest.kind() {
                TokenKind::Equal => compare(rest, diagnostic),
                TokenKind::RightParen if rest.behind_parens().kind() == TokenKind::LeftBrace => {
                    rest.without_parens(diagnostic)
                }
                _ => diagnostic,
            });
            rest
        }
        Err(error) => {
            input.context.back_to(mark);
            failed_at(error, input)
        }
    };
    match failed.find_block() {
        Some(block) => Ok((block, error_expression(input))),
        None => failed.failure(),
    }
}

/// Suggests `==` for the `=` that is next.
fn compare(input: Input<'_>, diagnostic: Diagnostic) -> Diagnostic {
    let edit = vec![(input.span(), "==".to_owned())];
    diagnostic.suggest("compare two values with `==`", edit, Applicability::Safe)
}

/// Returns true if a statement without braces follows a condition in parentheses, which starts at `start`.
fn is_followed_by_statement(start: Input<'_>, rest: Input<'_>) -> bool {
    let is_behind_parens = rest.context.token(rest.at - 1).kind == TokenKind::RightParen;
    start.kind() == TokenKind::LeftParen
        && is_behind_parens
        && (rest.is_statement_keyword() || rest.kind() == TokenKind::Identifier)
}

/// `if_statement` <https://www.w3.org/TR/WGSL/#syntax-if_statement>: a chain of `else if` is a loop.
pub(super) fn if_statement(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, Stmt> {
    let context = input.context;
    let start = context.start_branches();
    let mut at_if = input;
    let mut clause = rules::GRAMMAR_IF_CLAUSE;
    let (rest, otherwise) = loop {
        let (rest, condition) = condition(at_if.advance(), clause, "`{` after the condition")?;
        let (rest, block) = compound_statement(rest, clause)?;
        context.add_branch(Branch { condition, block });
        if rest.kind() == TokenKind::Identifier && is_else_if(rest) {
            report_else_if(rest);
            at_if = rest;
            clause = rules::GRAMMAR_ELSE_IF_CLAUSE;
            continue;
        }
        let Some(behind_else) = rest.take(TokenKind::Else) else { break (rest, None) };
        if behind_else.kind() == TokenKind::If {
            at_if = behind_else;
            clause = rules::GRAMMAR_ELSE_IF_CLAUSE;
            continue;
        }
        let (rest, block) = compound_statement(behind_else, rules::GRAMMAR_ELSE_CLAUSE)?;
        break (rest, Some(block));
    };
    let branches = context.finish_branches(start);
    Ok((rest, Stmt::If { attributes, branches, otherwise }))
}

/// Returns true if a clause of an `if` starts with a word of other languages for `else if`, not a call of a function of that name.
fn is_else_if(input: Input<'_>) -> bool {
    let word = input.span().text(input.context.text);
    word.starts_with("el")
        && matches!(Instead::of(word), Some(Instead::Words("else if")))
        && input.find_block().is_some()
}

#[cold]
fn report_else_if(input: Input<'_>) {
    // A statement may follow the `if`, so the word may be right: the token after it is wrong.
    let condition = input.advance();
    let expected = format!("an assignment or a call after `{}`", input.span().text(input.context.text));
    let diagnostic = condition.unexpected(rules::GRAMMAR_ASSIGNMENT_STATEMENT, &expected);
    let edit = vec![(input.span(), "else if".to_owned())];
    condition.report(diagnostic.suggest("write `else if`", edit, Applicability::Safe));
}

/// `while_statement` <https://www.w3.org/TR/WGSL/#syntax-while_statement>
pub(super) fn while_statement(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, Stmt> {
    let production = rules::GRAMMAR_WHILE_STATEMENT;
    let (rest, condition) = condition(input.advance(), production, "`{` after the condition")?;
    let (rest, body) = compound_statement(rest, production)?;
    Ok((rest, Stmt::While { attributes, condition, body }))
}

/// `initializer`, `condition`, `update` of a `for` statement.
type ForHeader = (Option<StmtId>, Option<ExprId>, Option<StmtId>);

/// `for_statement` <https://www.w3.org/TR/WGSL/#syntax-for_statement>
pub(super) fn for_statement(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, Stmt> {
    let mark = input.context.mark();
    let header = match input.second() {
        TokenKind::Identifier => match range_header(input.advance()) {
            Some(body) => Ok((body, (None, None, None))),
            None => for_header(input.advance()),
        },
        _ => for_header(input.advance()),
    };
    let (rest, (initializer, condition, update)) = match header {
        Ok(parsed) => parsed,
        Err(error) => {
            input.context.back_to(mark);
            let failed = failed_at(error, input);
            let Some(body) = failed.behind_for_header().find_block() else { return failed.failure() };
            (body, (None, None, None))
        }
    };
    let (rest, body) = compound_statement(rest, rules::GRAMMAR_FOR_STATEMENT)?;
    Ok((rest, Stmt::For { attributes, initializer, condition, update, body }))
}

/// `for i in a..b`, from the name on: reports it, and returns the place of the body.
#[cold]
fn range_header(input: Input<'_>) -> Option<Input<'_>> {
    let body = input.find_block()?;
    let edit = range(input, body)?;
    let diagnostic = input.unexpected(rules::GRAMMAR_FOR_STATEMENT, "`(` after `for`");
    input.report(diagnostic.suggest("count with `for (…; …; …)`", vec![edit], Applicability::Unsafe));
    Some(body)
}

/// `(`, `for_header`, `)` <https://www.w3.org/TR/WGSL/#syntax-for_header>
fn for_header(input: Input<'_>) -> Parse<'_, ForHeader> {
    let opener = input.span();
    let (whole, header) = (rules::GRAMMAR_FOR_STATEMENT, rules::GRAMMAR_FOR_HEADER);
    let rest = input.left_paren(whole, "after `for`")?;
    let (rest, initializer) = for_part(rest, TokenKind::Semicolon)?;
    let rest = rest.expect(TokenKind::Semicolon, header, "after the initializer of the loop")?;
    let (rest, condition) = if rest.kind() == TokenKind::Semicolon {
        (rest, None)
    } else {
        let (rest, condition) = expression(rest)?;
        (rest, Some(condition))
    };
    let rest = rest.expect(TokenKind::Semicolon, header, "after the condition of the loop")?;
    let (rest, update) = for_part(rest, TokenKind::RightParen)?;
    let rest = rest.expect_closer(TokenKind::RightParen, opener, whole, "after the update of the loop")?;
    Ok((rest, (initializer, condition, update)))
}

/// `for_init` or `for_update` <https://www.w3.org/TR/WGSL/#syntax-for_init>; `end` follows an empty one.
fn for_part(input: Input<'_>, end: TokenKind) -> Parse<'_, Option<StmtId>> {
    if input.kind() == end {
        return Ok((input, None));
    }
    let is_initializer = end == TokenKind::Semicolon;
    let (rest, stmt) = match input.kind() {
        TokenKind::Var | TokenKind::Let | TokenKind::Const if is_initializer => {
            let (rest, _, stmt) = variable_statement(input)?;
            (rest, stmt)
        }
        _ if is_initializer && input.is_statement_keyword() => {
            let expected = "a declaration, an assignment, `++`, `--` or a call before the first `;`";
            return input.fail(rules::STMT_FOR_INIT_FORMS, expected);
        }
        _ if input.is_statement_keyword() => {
            let expected = "an assignment, `++`, `--` or a call after the second `;`";
            return input.fail(rules::STMT_FOR_UPDATE_FORMS, expected);
        }
        _ if is_initializer => updating_or_call_statement(input, rules::GRAMMAR_FOR_INIT)?,
        _ => updating_or_call_statement(input, rules::GRAMMAR_FOR_UPDATE)?,
    };
    let id = input.context.push_stmt(stmt, rest.since(input.span()));
    Ok((rest, Some(id)))
}

/// `loop_statement` <https://www.w3.org/TR/WGSL/#syntax-loop_statement>
pub(super) fn loop_statement(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, Stmt> {
    let (rest, body_attributes) = block_attributes(input.advance())?;
    let opener = rest.span();
    let mut continuing = None;
    let (rest, body) = deeper_block(rest, |input| {
        let input = input.left_brace(rules::GRAMMAR_LOOP_STATEMENT, "`{` after `loop`")?;
        let (rest, list) = statements(input, Enclosing::Loop);
        let (rest, parsed) = opt(continuing_statement).parse(rest)?;
        continuing = parsed;
        let rest = behind_last(
            rest,
            rules::STMT_LOOP_CONTINUING_LAST,
            "a continuing block must be the last part of the loop",
        );
        let production = rules::GRAMMAR_LOOP_STATEMENT;
        let rest = rest.expect_closer(TokenKind::RightBrace, opener, production, "at the end of the loop")?;
        Ok((rest, input.context.push_block(body_attributes, list, rest.since(opener))))
    })?;
    Ok((rest, Stmt::Loop { attributes, body, continuing }))
}

/// `continuing_statement` <https://www.w3.org/TR/WGSL/#syntax-continuing_statement>
fn continuing_statement(input: Input<'_>) -> Parse<'_, Continuing> {
    let (rest, _) = token(TokenKind::Continuing)(input)?;
    let (rest, attributes) = block_attributes(rest)?;
    let opener = rest.span();
    if rest.kind() != TokenKind::LeftBrace {
        rest.report(rest.unexpected(rules::GRAMMAR_CONTINUING_STATEMENT, "`{` after `continuing`"));
        let (rest, list) = statements(rest, Enclosing::Continuing);
        let (rest, break_if) = optional_break_if(rest);
        let block = rest.context.push_block(attributes, list, rest.since(opener));
        return Ok((rest, Continuing { block, break_if }));
    }
    let mut break_if = None;
    let (rest, block) = deeper_block(rest, |input| {
        let (rest, list) = statements(input.advance(), Enclosing::Continuing);
        let (rest, parsed) = optional_break_if(rest);
        break_if = parsed;
        let rest = behind_last(
            rest,
            rules::STMT_BREAKIF_LAST,
            "`break if` must be the last statement of the continuing block",
        );
        let production = rules::GRAMMAR_CONTINUING_COMPOUND_STATEMENT;
        let place = "at the end of the continuing block";
        let rest = rest.expect_closer(TokenKind::RightBrace, opener, production, place)?;
        Ok((rest, input.context.push_block(attributes, list, rest.since(opener))))
    })?;
    Ok((rest, Continuing { block, break_if }))
}

/// A break-if statement, if one starts here; the block goes on after a mistake in it.
fn optional_break_if(input: Input<'_>) -> (Input<'_>, Option<ExprId>) {
    let mark = input.context.mark();
    match opt(break_if_statement).parse(input) {
        Ok(parsed) => parsed,
        Err(error) => {
            input.context.back_to(mark);
            (failed_at(error, input).synchronize_statement(input), Some(error_expression(input)))
        }
    }
}

/// `break_if_statement` <https://www.w3.org/TR/WGSL/#syntax-break_if_statement>
fn break_if_statement(input: Input<'_>) -> Parse<'_, ExprId> {
    let (rest, _) = token(TokenKind::Break)(input)?;
    let (mut rest, condition) = expression(rest.advance())?;
    let production = rules::GRAMMAR_BREAK_IF_STATEMENT;
    if rest.kind() == TokenKind::Equal {
        let diagnostic = rest.unexpected(production, "`;` after the `break if` statement");
        rest.report(compare(rest, diagnostic));
        (rest, _) = expression(rest.advance())?;
    }
    let rest = rest.semicolon(production, production, "the `break if` statement")?;
    Ok((rest, condition))
}

/// Reports the first of the statements after the mandatory last part of a block, and drops them all.
fn behind_last<'a>(input: Input<'a>, rule: &'static Rule, message: &str) -> Input<'a> {
    let ends_here = matches!(input.kind(), TokenKind::RightBrace | TokenKind::EndOfText);
    if ends_here || input.is_behind_function() {
        return input;
    }
    // Where a `}` is missing, that is the mistake: it is reported at the end.
    if input.context.are_braces_closed() {
        input.report(Diagnostic::error(rule, input.span(), message.to_owned()));
    }
    let (rest, _) = statements(input, Enclosing::Block);
    rest
}

/// `switch_statement` <https://www.w3.org/TR/WGSL/#syntax-switch_statement>
pub(super) fn switch_statement(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, Stmt> {
    let (rest, selector) =
        condition(input.advance(), rules::GRAMMAR_SWITCH_STATEMENT, "`{` after the selector")?;
    let (rest, body_attributes) = block_attributes(rest)?;
    let (rest, clauses) = switch_body(rest)?;
    Ok((rest, Stmt::Switch { attributes, selector, body_attributes, clauses }))
}

/// `switch_body` <https://www.w3.org/TR/WGSL/#syntax-switch_body>, from the `{` on.
fn switch_body(input: Input<'_>) -> Parse<'_, List<SwitchClause>> {
    let context = input.context;
    let opener = input.span();
    let mut rest = input.left_brace(rules::GRAMMAR_SWITCH_STATEMENT, "`{` after the selector")?;
    let start = context.start_clauses();
    if rest.kind() == TokenKind::RightBrace {
        rest.report(rest.unexpected(
            rules::GRAMMAR_SWITCH_BODY,
            "`case` or `default`: a switch must have at least one clause",
        ));
    }
    while rest.kind() != TokenKind::RightBrace {
        let mark = context.mark();
        match switch_clause(rest, opener) {
            Ok((after, clause)) => {
                context.add_clause(clause);
                rest = after;
            }
            Err(error) => {
                context.back_to(mark);
                let failed = failed_at(error, rest);
                let from =
                    if failed.at == rest.at && !failed.is_at_end() { failed.advance() } else { failed };
                let Some(after) = from.find_clause() else { return failed.failure() };
                rest = after;
            }
        }
    }
    Ok((rest.advance(), context.finish_clauses(start)))
}

/// `switch_clause` <https://www.w3.org/TR/WGSL/#syntax-switch_clause>
fn switch_clause(input: Input<'_>, opener: Span) -> Parse<'_, SwitchClause> {
    let start = input.span();
    let (rest, selectors) = match input.kind() {
        TokenKind::Case => case_selectors(input.advance())?,
        TokenKind::Default => {
            let selectors = &mut input.context.ast.borrow_mut().selectors;
            selectors.push(Selector::Default(start));
            (input.advance(), List::new(selectors.len() as u32 - 1, 1))
        }
        _ => {
            let diagnostic = input.unexpected(rules::GRAMMAR_SWITCH_CLAUSE, "`case`, `default` or `}`");
            input.report(diagnostic.label(opener, "the switch opens here"));
            return input.failure();
        }
    };
    let rest = rest.take(TokenKind::Colon).unwrap_or(rest);
    let production = match input.kind() {
        TokenKind::Case => rules::GRAMMAR_CASE_CLAUSE,
        _ => rules::GRAMMAR_DEFAULT_ALONE_CLAUSE,
    };
    let (rest, body) = clause_body(rest, production, input)?;
    Ok((rest, SwitchClause { selectors, body, span: rest.since(start) }))
}

/// The body of the clause that begins at `clause`.
fn clause_body<'a>(input: Input<'a>, production: &'static Rule, clause: Input<'a>) -> Parse<'a, BlockId> {
    if !matches!(input.kind(), TokenKind::LeftBrace | TokenKind::At) {
        let diagnostic = input.unexpected(production, "`{` to open the body of the clause");
        input.report(in_braces(input, clause, diagnostic));
        return input.failure();
    }
    compound_statement_of(input, Enclosing::Clause, production)
}

/// Suggests how a clause of other languages is written, which has no braces and continues in the next clause if it is empty.
fn in_braces(input: Input<'_>, clause: Input<'_>, diagnostic: Diagnostic) -> Diagnostic {
    let Some(next) = input.find_clause() else { return diagnostic };
    let has_colon = clause.context.token(input.at - 1).kind == TokenKind::Colon;
    let selectors = input.at(if has_colon { input.at - 1 } else { input.at });
    let behind_selectors = selectors.previous_span().hi;
    if next.at > input.at {
        let end = next.previous_span().hi;
        let colon = input.previous_span().hi;
        let edits = vec![(Span::new(colon, colon), " {".to_owned()), (Span::new(end, end), " }".to_owned())];
        return diagnostic.suggest("put the statements of a clause in braces", edits, Applicability::Unsafe);
    }
    let edit = match (clause.kind(), next.kind()) {
        (TokenKind::Case, TokenKind::Case) => (Span::new(behind_selectors, next.span().hi), ",".to_owned()),
        (TokenKind::Case, TokenKind::Default) => {
            (Span::new(behind_selectors, next.span().lo), ", ".to_owned())
        }
        _ => (Span::new(behind_selectors, input.previous_span().hi), ": {}".to_owned()),
    };
    diagnostic.suggest(
        "`fallthrough` is not supported: write several selectors in one clause",
        vec![edit],
        Applicability::Unsafe,
    )
}

/// `case_selectors` <https://www.w3.org/TR/WGSL/#syntax-case_selectors>
fn case_selectors(mut input: Input<'_>) -> Parse<'_, List<Selector>> {
    let context = input.context;
    let start = context.ast.borrow().selectors.len();
    loop {
        let (rest, selector) = case_selector(input)?;
        context.ast.borrow_mut().selectors.push(selector);
        input = rest;
        match input.take(TokenKind::Comma) {
            Some(rest) => input = rest,
            None if input.kind().is_number() => {
                let end = input.previous_span().hi;
                let edit = vec![(Span::new(end, end), ",".to_owned())];
                let diagnostic = input.unexpected(rules::GRAMMAR_CASE_SELECTORS, "`,` between the selectors");
                input.report(diagnostic.suggest("add `,`", edit, Applicability::Safe));
            }
            None => break,
        }
        if matches!(input.kind(), TokenKind::Colon | TokenKind::LeftBrace | TokenKind::At) {
            break;
        }
    }
    let end = context.ast.borrow().selectors.len();
    Ok((input, List::new(start as u32, (end - start) as u32)))
}

/// `case_selector` <https://www.w3.org/TR/WGSL/#syntax-case_selector>
fn case_selector(input: Input<'_>) -> Parse<'_, Selector> {
    let (rest, id) = match (input.kind(), input.context.edition) {
        (TokenKind::Default, Edition::Current) => {
            return Ok((input.advance(), Selector::Default(input.span())));
        }
        (_, Edition::Current) => expression_of(input, rules::GRAMMAR_CASE_SELECTOR)?,
        (_, Edition::Draft2022) => draft::const_literal(input)?,
    };
    Ok((rest, Selector::Case(id)))
}
