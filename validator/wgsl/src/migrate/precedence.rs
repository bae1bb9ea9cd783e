//! Operators that mixed without parentheses in drafts of 2021, with the precedence of C.

use super::edits::Edits;
use crate::ast::{Ast, Expr, ExprId};
use crate::meaning::TypedModule;
use shader_source::Span;
use wgsl_spec::{Operator, Precedence};

/// Puts parentheses around the operands that need them now, as those drafts grouped them.
///
/// A chain that had no valid type then stays as it is: `a & 2u == 0u` was `a & (2u == 0u)`.
pub(super) fn group(module: TypedModule<'_>, edits: &mut Edits) {
    let ast = &module.syntax.ast;
    let mut is_operand = vec![false; ast.exprs.len()];
    for (index, expr) in ast.exprs.iter().enumerate().rev() {
        let Expr::Binary(_, left, right) = *expr else { continue };
        is_operand[left.index()] = true;
        is_operand[right.index()] = true;
        if !is_operand[index] {
            let mut chain = Chain::default();
            chain.collect(ast, ExprId::from_index(index));
            if chain.is_mixed {
                chain.group(module, edits);
            }
        }
    }
}

/// Operands with the operators between them, without parentheses.
#[derive(Default)]
struct Chain {
    operands: Vec<ExprId>,
    operators: Vec<Operator>,
    /// Whether the current edition wants parentheses in it.
    is_mixed: bool,
}

impl Chain {
    fn collect(&mut self, ast: &Ast, whole: ExprId) {
        // Chains may be long to the left, as `a + b + c`; to the right they are as deep as there are levels.
        let (mut left, mut rest) = (whole, Vec::new());
        while let Expr::Binary(operator, inner, right) = ast[left] {
            let level = operator.precedence();
            self.is_mixed |=
                !level.takes_left(level_of(ast, inner)) || !level.takes_right(level_of(ast, right));
            rest.push((operator, right));
            left = inner;
        }
        self.operands.push(left);
        for (operator, right) in rest.into_iter().rev() {
            self.operators.push(operator);
            self.collect(ast, right);
        }
    }

    /// Operator precedence parsing, with a stack of groups that still take operands.
    fn group(&self, module: TypedModule<'_>, edits: &mut Edits) {
        let group_of = |id: ExprId| Group {
            span: module.syntax.ast.span(id),
            level: Precedence::Unary,
            is_bool: module.print(module.meaning[id].ty) == "bool",
        };
        let mut needed = Vec::new();
        let mut groups = vec![group_of(self.operands[0])];
        let mut open: Vec<Operator> = Vec::new();
        for (operator, operand) in self.operators.iter().zip(&self.operands[1..]) {
            while open.last().is_some_and(|before| binding(*before) >= binding(*operator)) {
                if reduce(&mut open, &mut groups, &mut needed).is_none() {
                    return;
                }
            }
            open.push(*operator);
            groups.push(group_of(*operand));
        }
        while !open.is_empty() {
            if reduce(&mut open, &mut groups, &mut needed).is_none() {
                return;
            }
        }
        for span in needed {
            edits.wrap(span, "(", ")");
        }
    }
}

/// A group of operands.
#[derive(Clone, Copy)]
struct Group {
    span: Span,
    level: Precedence,
    is_bool: bool,
}

fn level_of(ast: &Ast, id: ExprId) -> Precedence {
    match ast[id] {
        Expr::Binary(operator, ..) => operator.precedence(),
        _ => Precedence::Unary,
    }
}

/// Joins the last two groups, and notes which of them needs parentheses now. `None` if the operator did not take one of them.
fn reduce(open: &mut Vec<Operator>, groups: &mut Vec<Group>, needed: &mut Vec<Span>) -> Option<()> {
    let (operator, right, left) = (open.pop()?, groups.pop()?, groups.pop()?);
    let level = operator.precedence();
    if level.is_bitwise() && left.is_bool != right.is_bool {
        return None;
    }
    needed.extend((!level.takes_left(left.level)).then_some(left.span));
    needed.extend((!level.takes_right(right.level)).then_some(right.span));
    let is_logical = matches!(level, Precedence::ShortCircuitOr | Precedence::ShortCircuitAnd);
    let is_bool = is_logical || level == Precedence::Relational || (level.is_bitwise() && left.is_bool);
    groups.push(Group { span: left.span.to(right.span), level, is_bool });
    Some(())
}

/// How tight an operator bound: as in C, where comparisons bind tighter than `&`, and `<` tighter than `==`.
const fn binding(operator: Operator) -> u8 {
    match operator.precedence() {
        Precedence::ShortCircuitOr => 0,
        Precedence::ShortCircuitAnd => 1,
        Precedence::BinaryOr => 2,
        Precedence::BinaryXor => 3,
        Precedence::BinaryAnd => 4,
        Precedence::Relational if matches!(operator, Operator::Equal | Operator::NotEqual) => 5,
        Precedence::Relational => 6,
        Precedence::Shift => 7,
        Precedence::Additive => 8,
        Precedence::Multiplicative | Precedence::Unary => 9,
    }
}
