//! Statements. <https://www.w3.org/TR/WGSL/#statements>

use super::attribute::{attributes, refuse_attributes};
use super::borrowed::prefix_update;
use super::control::{for_statement, if_statement, loop_statement, switch_statement, while_statement};
use super::draft;
use super::expression::{expression, expression_of, unary_expression};
use super::input::{Failed, Input, Parse, failed_at};
use super::recover::deeper_block;
use super::stray::expression_statement;
use super::variable::{Scope, end_of_variable, variable};
use crate::ast::{Attribute, BlockId, Expr, ExprId, List, Stmt, StmtId, UnaryOperator, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::foreign::in_place_of;
use crate::lex::TokenKind;
use shader_source::Span;
use wgsl_spec::{Edition, Instead, Operator, Rule, rules, sym};

/// The construct around statements: it decides where they may end besides `}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Enclosing {
    Block,
    /// The body of a `loop`, which may end in a continuing block.
    Loop,
    /// A continuing block, which may end in a break-if statement.
    Continuing,
    /// The body of a clause of a switch, which in the draft of 2022 may end in `fallthrough;`.
    Clause,
}

/// `compound_statement` <https://www.w3.org/TR/WGSL/#syntax-compound_statement> of a production, which is broken if none
/// begins here.
pub(super) fn compound_statement<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, BlockId> {
    compound_statement_of(input, Enclosing::Block, production)
}

/// A compound statement that is the body of a construct.
pub(super) fn compound_statement_of<'a>(
    input: Input<'a>,
    enclosing: Enclosing,
    production: &'static Rule,
) -> Parse<'a, BlockId> {
    let (rest, list) = block_attributes(input)?;
    braces(rest, list, enclosing, production)
}

/// Attributes before a `{`.
pub(super) fn block_attributes(input: Input<'_>) -> Parse<'_, List<Attribute>> {
    let (rest, list) = attributes(input)?;
    if input.context.edition == Edition::Draft2022 {
        refuse_attributes(input, list, None, "before `{`");
    }
    Ok((rest, list))
}

/// `{`, statements, `}`.
fn braces<'a>(
    input: Input<'a>,
    attributes: List<Attribute>,
    enclosing: Enclosing,
    production: &'static Rule,
) -> Parse<'a, BlockId> {
    let opener = input.span();
    if input.kind() != TokenKind::LeftBrace && !input.starts_open_block() {
        return without_braces(input, attributes, production);
    }
    deeper_block(input, |input| {
        let (rest, statements) = statements(input.left_brace(production, "`{`")?, enclosing);
        let production = rules::GRAMMAR_COMPOUND_STATEMENT;
        let rest =
            rest.expect_closer(TokenKind::RightBrace, opener, production, "at the end of the block")?;
        Ok((rest, input.context.push_block(attributes, statements, rest.since(opener))))
    })
}

/// A statement where a production has a block: C and its relatives allow it after a condition.
#[cold]
fn without_braces<'a>(
    input: Input<'a>,
    attributes: List<Attribute>,
    production: &'static Rule,
) -> Parse<'a, BlockId> {
    let is_body = [
        rules::GRAMMAR_IF_CLAUSE,
        rules::GRAMMAR_ELSE_IF_CLAUSE,
        rules::GRAMMAR_ELSE_CLAUSE,
        rules::GRAMMAR_WHILE_STATEMENT,
        rules::GRAMMAR_FOR_STATEMENT,
    ]
    .contains(&production);
    let diagnostic = input.unexpected(production, "`{`");
    if !is_body || !(input.is_statement_keyword() || input.kind() == TokenKind::Identifier) {
        input.report(diagnostic);
        return input.failure();
    }
    let context = input.context;
    let start = context.start_stmts();
    let (rest, id) = statement(input)?;
    if let Some(id) = id {
        context.add_stmt(id);
    }
    let (before, end) = (input.previous_span().hi, rest.previous_span().hi);
    let edits =
        vec![(Span::new(before, input.span().lo), " { ".to_owned()), (Span::new(end, end), " }".to_owned())];
    input.report(diagnostic.suggest("put the statement in braces", edits, Applicability::Safe));
    let statements = context.finish_stmts(start);
    Ok((rest, context.push_block(attributes, statements, rest.since(input.span()))))
}

/// `statement *`: always succeeds, because it continues after a statement with a mistake.
pub(super) fn statements(mut input: Input<'_>, enclosing: Enclosing) -> (Input<'_>, List<StmtId>) {
    let context = input.context;
    let start = context.start_stmts();
    loop {
        match input.kind() {
            TokenKind::RightBrace | TokenKind::EndOfText => break,
            TokenKind::Else if !context.are_braces_closed() => break,
            TokenKind::Continuing if enclosing == Enclosing::Loop => break,
            TokenKind::Break if enclosing == Enclosing::Continuing && input.second() == TokenKind::If => {
                break;
            }
            TokenKind::Fallthrough if enclosing == Enclosing::Clause => {
                input = fallthrough_statement(input);
                continue;
            }
            _ if input.is_behind_function() => break,
            _ if input.starts_only_declarations() => {
                let rest = input.refuse_declaration();
                context.add_stmt(context.push_stmt(Stmt::Error, rest.since(input.span())));
                input = rest;
                continue;
            }
            _ => {}
        }
        let mark = context.mark();
        context.start.set(input.at);
        match statement(input) {
            Ok((rest, id)) => {
                if let Some(id) = id {
                    context.add_stmt(id);
                }
                input = rest;
            }
            Err(error) => {
                context.back_to(mark);
                let rest = failed_at(error, input).synchronize_statement(input);
                context.add_stmt(context.push_stmt(Stmt::Error, rest.since(input.span())));
                input = rest;
            }
        }
    }
    (input, context.finish_stmts(start))
}

/// `statement` <https://www.w3.org/TR/WGSL/#syntax-statement>; the empty statement leaves no node.
fn statement(input: Input<'_>) -> Parse<'_, Option<StmtId>> {
    let context = input.context;
    let (rest, stmt) = match input.kind() {
        TokenKind::Semicolon => return Ok((input.advance(), None)),
        TokenKind::At => {
            let (rest, list) = attributes(input)?;
            if context.edition == Edition::Draft2022 {
                refuse_attributes(input, list, None, "on a statement");
            }
            attributed_statement(rest, list)?
        }
        TokenKind::LeftBrace
        | TokenKind::If
        | TokenKind::Switch
        | TokenKind::Loop
        | TokenKind::For
        | TokenKind::While => attributed_statement(input, List::EMPTY)?,
        _ => return simple_statement(input).map(|(rest, id)| (rest, Some(id))),
    };
    Ok((rest, Some(context.push_stmt(stmt, rest.since(input.span())))))
}

/// A statement that may have attributes.
fn attributed_statement(input: Input<'_>, attributes: List<Attribute>) -> Parse<'_, Stmt> {
    match input.kind() {
        TokenKind::LeftBrace => {
            let (rest, block) =
                braces(input, attributes, Enclosing::Block, rules::GRAMMAR_COMPOUND_STATEMENT)?;
            Ok((rest, Stmt::Block(block)))
        }
        TokenKind::If => if_statement(input, attributes),
        TokenKind::Switch => switch_statement(input, attributes),
        TokenKind::Loop => loop_statement(input, attributes),
        TokenKind::For => for_statement(input, attributes),
        TokenKind::While => while_statement(input, attributes),
        _ => {
            refuse_attributes(input, attributes, None, "on this statement");
            let (rest, id) = statement(input)?;
            let stmt = id.map_or(Stmt::Error, |id| context_stmt(input, id));
            Ok((rest, stmt))
        }
    }
}

fn context_stmt(input: Input<'_>, id: StmtId) -> Stmt {
    input.context.ast.borrow()[id]
}

/// A statement that ends in `;`.
fn simple_statement(input: Input<'_>) -> Parse<'_, StmtId> {
    let whole = rules::GRAMMAR_STATEMENT;
    let (rest, stmt, production, what) = match input.kind() {
        TokenKind::Return => {
            let (rest, stmt) = return_statement(input)?;
            (rest, stmt, whole, "the `return` statement")
        }
        TokenKind::Break if input.second() == TokenKind::If => {
            let (rest, stmt) = misplaced_break_if(input)?;
            (rest, stmt, rules::GRAMMAR_BREAK_IF_STATEMENT, "the `break if` statement")
        }
        TokenKind::Break => (input.advance(), Stmt::Break, rules::GRAMMAR_BREAK_STATEMENT, "`break`"),
        TokenKind::Continue => {
            (input.advance(), Stmt::Continue, rules::GRAMMAR_CONTINUE_STATEMENT, "`continue`")
        }
        TokenKind::Discard => (behind_empty_arguments(input.advance()), Stmt::Discard, whole, "`discard`"),
        TokenKind::ConstAssert => {
            let (rest, condition) = expression_of(input.advance(), rules::GRAMMAR_CONST_ASSERT)?;
            let production = rules::GRAMMAR_ASSERT_STATEMENT;
            (rest, Stmt::ConstAssert(condition), production, "the const assertion")
        }
        TokenKind::Var | TokenKind::Let | TokenKind::Const => {
            let (rest, kind, stmt) = variable_statement(input)?;
            let span = rest.since(input.span());
            let rest = end_of_variable(rest, kind, Scope::Function)?;
            return Ok((rest, input.context.push_stmt(stmt, span)));
        }
        _ => {
            let (rest, stmt) = updating_or_call_statement(input, whole)?;
            let (production, what) = match stmt {
                Stmt::Call(_) => (whole, "the call"),
                Stmt::Increment(_) | Stmt::Decrement(_) => (whole, "the statement"),
                _ => (rules::GRAMMAR_ASSIGNMENT_STATEMENT, "the assignment"),
            };
            (rest, stmt, production, what)
        }
    };
    let span = rest.since(input.span());
    let rest = rest.semicolon(whole, production, what)?;
    Ok((rest, input.context.push_stmt(stmt, span)))
}

/// The place after `()`, which is reported; `discard` is a function in other languages.
fn behind_empty_arguments(input: Input<'_>) -> Input<'_> {
    if input.kind() != TokenKind::LeftParen || input.second() != TokenKind::RightParen {
        return input;
    }
    let diagnostic = input.unexpected(rules::GRAMMAR_STATEMENT, "`;` after `discard`");
    let place = input.span().to(input.advance().span());
    input.report(diagnostic.suggest("remove `()`", vec![(place, String::new())], Applicability::Safe));
    input.advance().advance()
}

/// `return_statement` <https://www.w3.org/TR/WGSL/#syntax-return_statement>
fn return_statement(input: Input<'_>) -> Parse<'_, Stmt> {
    let rest = input.advance();
    let is_empty = match rest.kind() {
        TokenKind::Semicolon | TokenKind::RightBrace => true,
        TokenKind::Comma | TokenKind::Colon => rest.behind_other_semicolon().is_some(),
        _ => false,
    };
    if is_empty {
        return Ok((rest, Stmt::Return(None)));
    }
    let (rest, value) = expression_of(rest, rules::GRAMMAR_RETURN_STATEMENT)?;
    Ok((rest, Stmt::Return(Some(value))))
}

#[cold]
fn misplaced_break_if(input: Input<'_>) -> Parse<'_, Stmt> {
    let span = input.span().to(input.advance().span());
    let message = "`break if` is only allowed at the end of a continuing block";
    let found =
        Diagnostic::error(rules::STMT_BREAKIF_LAST, span, message).note("write `if … { break; }` here");
    let condition = input.advance().advance();
    let mut rest = condition;
    while !matches!(rest.kind(), TokenKind::Semicolon | TokenKind::RightBrace | TokenKind::EndOfText) {
        rest = rest.advance();
    }
    let edits = vec![
        (Span::new(span.lo, condition.span().lo), "if ".to_owned()),
        (Span::new(rest.previous_span().hi, rest.span().hi), " { break; }".to_owned()),
    ];
    let is_whole = rest.kind() == TokenKind::Semicolon;
    input.report(if is_whole {
        found.suggest("write `if … { break; }`", edits, Applicability::Unsafe)
    } else {
        found
    });
    let (rest, _) = expression(condition)?;
    Ok((rest, Stmt::Error))
}

/// `variable_or_value_statement` <https://www.w3.org/TR/WGSL/#syntax-variable_or_value_statement>
pub(super) fn variable_statement(
    input: Input<'_>,
) -> Result<(Input<'_>, VariableKind, Stmt), nom::Err<Failed>> {
    let kind = match input.kind() {
        TokenKind::Let => VariableKind::Let,
        TokenKind::Const => VariableKind::Const,
        _ => VariableKind::Var,
    };
    let (rest, id) = variable(input, kind, List::EMPTY, Scope::Function)?;
    Ok((rest, kind, Stmt::Variable(id)))
}

/// `fallthrough;`, which is the last statement of a clause in the draft of 2022.
fn fallthrough_statement(input: Input<'_>) -> Input<'_> {
    let context = input.context;
    context.add_stmt(context.push_stmt(Stmt::Fallthrough, input.span()));
    let rest = input.advance();
    let rest = match rest.semicolon(rules::GRAMMAR_STATEMENT, rules::GRAMMAR_STATEMENT, "`fallthrough`") {
        Ok(rest) => rest,
        Err(error) => return failed_at(error, rest).synchronize_statement(input),
    };
    if rest.kind() != TokenKind::RightBrace {
        let message = "`fallthrough` must be the last statement of a clause";
        rest.report(Diagnostic::error(rules::GRAMMAR_STATEMENT, input.span(), message));
    }
    rest
}

/// `variable_updating_statement` or `func_call_statement` of a production, which is broken if none stands here, without `;`.
/// <https://www.w3.org/TR/WGSL/#syntax-variable_updating_statement>
pub(super) fn updating_or_call_statement<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, Stmt> {
    match input.kind() {
        TokenKind::PlusPlus | TokenKind::MinusMinus if input.second() == TokenKind::Identifier => {
            match prefix_update(input, production) {
                Some(parsed) => parsed,
                None if input.kind() == TokenKind::MinusMinus => after_left_side(input, production),
                None => no_statement(input, production),
            }
        }
        TokenKind::Underscore => phony_assignment(input),
        TokenKind::Reserved if input.token().symbol == Some(sym::FALLTHROUGH) => {
            no_statement(input, production)
        }
        TokenKind::Reserved if input.token().symbol == Some(sym::CONST) => const_statement_of_today(input),
        TokenKind::Reserved if is_do_while(input) => do_while(input),
        TokenKind::Identifier
        | TokenKind::Reserved
        | TokenKind::TypeWord
        | TokenKind::LeftParen
        | TokenKind::Star
        | TokenKind::And
        | TokenKind::AndAnd
        | TokenKind::True
        | TokenKind::False
        | TokenKind::Minus
        | TokenKind::MinusMinus
        | TokenKind::Bang
        | TokenKind::Tilde => after_left_side(input, production),
        kind if kind.is_number() => after_left_side(input, production),
        _ => no_statement(input, production),
    }
}

/// Returns true if a loop of other languages begins here, which ends in its condition.
fn is_do_while(input: Input<'_>) -> bool {
    input.span().text(input.context.text) == "do" && input.second() == TokenKind::LeftBrace
}

/// `do`, a block, and perhaps `while` and a condition: one mistake.
#[cold]
fn do_while(input: Input<'_>) -> Parse<'_, Stmt> {
    let (span, text) = (input.span(), input.context.text);
    let mut found =
        Diagnostic::error(rules::WORD_RESERVED, span, "`do` is a reserved word: WGSL has no `do` loops");
    if let Some(instead) = Instead::of("do") {
        found = in_place_of(found, span, instead, text, None);
    }
    let parsed = as_loop(input);
    if let Ok((_, Some(edits))) = &parsed {
        found = found.suggest("use `loop` with `break if`", edits.clone(), Applicability::Safe);
    }
    input.report(found);
    let (rest, _) = parsed?;
    Ok((rest, Stmt::Error))
}

/// The edits that make a `loop` of `do`, a block, `while` and a condition.
fn as_loop(input: Input<'_>) -> Parse<'_, Option<Vec<(Span, String)>>> {
    let (behind, _) = compound_statement(input.advance(), rules::GRAMMAR_STATEMENT)?;
    let Some(start) = behind.take(TokenKind::While) else { return Ok((behind, None)) };
    let (rest, _) = expression(start)?;
    let condition = rest.since(start.span()).text(input.context.text);
    let condition = if condition.starts_with('(') { condition.to_owned() } else { format!("({condition})") };
    let (closer, end) = (behind.previous_span(), rest.take(TokenKind::Semicolon).unwrap_or(rest));
    let edits = vec![
        (input.span(), "loop".to_owned()),
        (Span::new(closer.lo, end.previous_span().hi), format!("continuing {{ break if !{condition}; }} }}")),
    ];
    Ok((rest, Some(edits)))
}

/// A `const` declaration in the draft of 2022.
#[cold]
fn const_statement_of_today(input: Input<'_>) -> Parse<'_, Stmt> {
    draft::report_newer(input, rules::GRAMMAR_STATEMENT, "write `let` in this edition");
    let (rest, id) = variable(input, VariableKind::Const, List::EMPTY, Scope::Function)?;
    Ok((rest, Stmt::Variable(id)))
}

/// `_ = expression`
fn phony_assignment(input: Input<'_>) -> Parse<'_, Stmt> {
    let rest = input.advance();
    let production = match compound_assignment_operator(rest.kind()) {
        Some(_) => rules::STMT_COMPOUND_ASSIGN_NO_PHONY,
        None => rules::GRAMMAR_ASSIGNMENT_STATEMENT,
    };
    let rest = rest.expect(TokenKind::Equal, production, "after `_`")?;
    let (rest, value) = expression(rest)?;
    Ok((rest, Stmt::Phony(value)))
}

/// The operator of a compound assignment.
/// <https://www.w3.org/TR/WGSL/#syntax-compound_assignment_operator>
pub(super) const fn compound_assignment_operator(kind: TokenKind) -> Option<Operator> {
    Some(match kind {
        TokenKind::PlusEqual => Operator::Add,
        TokenKind::MinusEqual => Operator::Subtract,
        TokenKind::StarEqual => Operator::Multiply,
        TokenKind::SlashEqual => Operator::Divide,
        TokenKind::PercentEqual => Operator::Remainder,
        TokenKind::AndEqual => Operator::BitAnd,
        TokenKind::OrEqual => Operator::BitOr,
        TokenKind::XorEqual => Operator::BitXor,
        TokenKind::ShiftLeftEqual => Operator::ShiftLeft,
        TokenKind::ShiftRightEqual => Operator::ShiftRight,
        _ => return None,
    })
}

/// The construct that updates a variable.
#[derive(Clone, Copy)]
pub(super) enum Updating {
    Assignment,
    Increment,
    Decrement,
}

impl Updating {
    const fn name(self) -> &'static str {
        match self {
            Self::Assignment => "the left side of an assignment",
            Self::Increment => "the operand of `++`",
            Self::Decrement => "the operand of `--`",
        }
    }

    /// The rule on its left side.
    const fn left_side(self) -> &'static Rule {
        match self {
            Self::Assignment => rules::STMT_ASSIGN_LHS_GRAMMAR,
            Self::Increment => rules::GRAMMAR_INCREMENT_STATEMENT,
            Self::Decrement => rules::GRAMMAR_DECREMENT_STATEMENT,
        }
    }
}

fn after_left_side<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, Stmt> {
    let context = input.context;
    let (rest, left) = unary_expression(input, None, production)?;
    let operator = compound_assignment_operator(rest.kind());
    if operator.is_some() || rest.kind() == TokenKind::Equal {
        check_left_side(rest, left, Updating::Assignment);
        let (rest, right) = expression(rest.advance())?;
        return Ok((rest, Stmt::Assign(operator, left, right)));
    }
    match rest.kind() {
        TokenKind::PlusPlus => {
            check_left_side(rest, left, Updating::Increment);
            Ok((rest.advance(), Stmt::Increment(left)))
        }
        TokenKind::MinusMinus => {
            check_left_side(rest, left, Updating::Decrement);
            Ok((rest.advance(), Stmt::Decrement(left)))
        }
        _ => match context.expr(left) {
            Expr::Call(callee, _) if is_statement_call(rest, callee) => Ok((rest, Stmt::Call(left))),
            expr => expression_statement(rest, left, expr, production),
        },
    }
}

/// Returns true if a call may stand alone before `rest`: it is not the start of a longer expression, and in the draft of 2022 the
/// callee is a name, not a type.
fn is_statement_call(rest: Input<'_>, callee: ExprId) -> bool {
    let is_whole = super::precedence::binary_operator(rest.kind()).is_none();
    match rest.context.edition {
        Edition::Current => is_whole,
        Edition::Draft2022 => {
            let start = rest.context.expr_span(callee).text(rest.context.text);
            let is_word = wgsl_spec::Symbol::predeclared(start)
                .is_some_and(|symbol| symbol.info(Edition::Draft2022).class == wgsl_spec::WordClass::Keyword);
            is_whole && matches!(rest.context.expr(callee), Expr::Name(_)) && !is_word
        }
    }
}

/// Checks the form of `lhs_expression`. <https://www.w3.org/TR/WGSL/#syntax-lhs_expression>
pub(super) fn check_left_side(rest: Input<'_>, left: ExprId, updating: Updating) {
    let context = rest.context;
    let mut id = left;
    let mut rule = updating.left_side();
    let what = loop {
        match context.expr(id) {
            Expr::Name(_) | Expr::Error => return,
            Expr::Call(..) if context.edition == Edition::Current => return,
            Expr::Member(base, _) | Expr::Index(base, _) => id = base,
            Expr::Paren(base) => (id, rule) = (base, nested(updating, rules::GRAMMAR_CORE_LHS_EXPRESSION)),
            Expr::Unary(UnaryOperator::Indirection | UnaryOperator::AddressOf, base) => {
                (id, rule) = (base, nested(updating, rules::GRAMMAR_LHS_EXPRESSION));
            }
            Expr::Literal(_) => break "a literal",
            Expr::Call(..) => break "a call",
            Expr::Template(..) => break "a type",
            _ => break "the result of an operator",
        }
    };
    let span = context.expr_span(id);
    let message = format!("{} must refer to memory, found {what}", updating.name());
    rest.report_elsewhere(Diagnostic::error(rule, span, message));
}

/// The rule that an operand inside a left side breaks.
const fn nested(updating: Updating, production: &'static Rule) -> &'static Rule {
    match updating {
        Updating::Assignment => production,
        Updating::Increment | Updating::Decrement => updating.left_side(),
    }
}

#[cold]
fn no_statement<'a>(input: Input<'a>, production: &'static Rule) -> Parse<'a, Stmt> {
    let rule = match input.kind() {
        TokenKind::Continuing => rules::STMT_LOOP_CONTINUING_LAST,
        TokenKind::Else => rules::GRAMMAR_IF_STATEMENT,
        TokenKind::Case | TokenKind::Default => rules::GRAMMAR_SWITCH_CLAUSE,
        _ => production,
    };
    let diagnostic = input.unexpected(rule, "a statement");
    input.report(match input.kind() {
        TokenKind::Continuing => {
            diagnostic.note("a continuing block must be the last part of the body of a `loop`")
        }
        TokenKind::Else => diagnostic.note("`else` without a preceding `if`"),
        TokenKind::Case | TokenKind::Default => diagnostic.note("clauses are only allowed in a `switch`"),
        TokenKind::PlusPlus => diagnostic.note("write `++` after its operand"),
        TokenKind::Reserved => {
            diagnostic.note("`fallthrough` is not supported: a clause may have several selectors")
        }
        _ => diagnostic,
    });
    input.failure()
}
