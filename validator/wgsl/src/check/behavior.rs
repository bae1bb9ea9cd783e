//! The behaviours of statements where they break a rule, with the statements that are to blame.
//! <https://www.w3.org/TR/WGSL/#behaviors>

use super::Checker;
use crate::ast::{Block, BlockId, Function, Stmt, StmtId, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::Behavior;
use crate::resolve::Callee;
use crate::types::TypeId;
use shader_source::Span;
use wgsl_spec::{Rule, rules};

/// The most steps of a proof.
const MOST_STEPS: usize = 4;

/// A step of a proof: a place, what happens there, and the rule that says so.
type Step = (Span, &'static str, &'static Rule);

fn prove(mut diagnostic: Diagnostic, steps: &[Step]) -> Diagnostic {
    for (span, text, rule) in steps.iter().take(MOST_STEPS) {
        diagnostic = diagnostic.step(*span, *text, rule);
    }
    diagnostic
}

impl Checker<'_> {
    /// A function that returns a value does so on every path. <https://www.w3.org/TR/WGSL/#behaviors-rules>
    pub(super) fn end_of_body(&mut self, function: &Function, result: Option<TypeId>, behavior: Behavior) {
        if result.is_none_or(|ty| ty == TypeId::ERROR) {
            return;
        }
        let name = self.name(function.name);
        let rule = rules::BEHAVIOR_RETURN_TYPE;
        if behavior == Behavior::DISCARD {
            let message = format!("`{name}` must return a value, but every path ends in `discard`");
            self.error(rule, function.name_span, message);
        } else if behavior.contains(Behavior::NEXT) && !self.body.lacks_return {
            let end = self.ast[function.body].span.hi;
            let message =
                format!("`{name}` must return a value on every path, but control can reach its end");
            let diagnostic = Diagnostic::error(rule, function.name_span, message)
                .label(Span::new(end.saturating_sub(1), end), "control can reach this point");
            let mut steps = Vec::new();
            self.passes(function.body, &mut steps);
            let change = match self.ast[self.ast[function.body].statements].last().map(|last| self.ast[*last])
            {
                Some(Stmt::Call(call)) => self.lost_return(call, self.meaning[call]),
                _ => None,
            };
            self.report(Self::with_change(prove(diagnostic, &steps), change, Applicability::Unsafe));
        }
    }

    /// The statements through which control passes a block.
    fn passes(&self, id: BlockId, steps: &mut Vec<Step>) {
        let block: Block = self.ast[id];
        match &self.ast[block.statements] {
            [] => steps.push((
                block.span,
                "control passes through an empty block",
                rules::BEHAVIOR_RULE_EMPTY_STATEMENT,
            )),
            [only] => self.passes_statement(*only, steps),
            [.., last] => {
                self.passes_statement(*last, steps);
                let text = "control passes each of these statements";
                steps.push((block.span, text, rules::BEHAVIOR_RULE_SEQUENCE));
            }
        }
    }

    /// The way in which control passes a statement.
    fn passes_statement(&self, id: StmtId, steps: &mut Vec<Step>) {
        let span = self.ast.stmt_span(id);
        let step = match self.ast[id] {
            Stmt::Block(block) => {
                steps.push((span, "control passes through this block", rules::BEHAVIOR_RULE_BLOCK));
                return self.passes(block, steps);
            }
            Stmt::If { branches, otherwise, .. } => {
                let rule = rules::BEHAVIOR_RULE_IF;
                let is_passed = |block: &BlockId| self.meaning[*block].contains(Behavior::NEXT);
                let blocks = self.ast[branches].iter().map(|branch| branch.block).chain(otherwise);
                if let Some(block) = blocks.clone().find(is_passed) {
                    steps.push((span, "control can reach the end of a branch of this `if`", rule));
                    self.passes(block, steps);
                } else {
                    let text = "without an `else`, control passes this `if` when no condition is true";
                    steps.push((span, text, rule));
                    let returns = blocks.into_iter().find_map(|block| self.last_return(block));
                    let text = "this `return` is only reached if the condition is true";
                    steps.extend(returns.map(|at| (at, text, rules::BEHAVIOR_RULE_RETURN_VALUE)));
                }
                return;
            }
            Stmt::Switch { clauses, .. } => {
                let bodies = self.ast[clauses].iter().map(|clause| clause.body);
                let breaks = bodies.clone().find(|body| self.meaning[*body].contains(Behavior::BREAK));
                if let Some(body) = breaks {
                    let rule = rules::BEHAVIOR_RULE_SWITCH_WITH_BREAK;
                    steps.push((span, "a `break` exits this switch", rule));
                    let place = self.find_break(body).unwrap_or(self.ast[body].span);
                    steps.push((place, "here", rules::BEHAVIOR_RULE_BREAK));
                } else {
                    let rule = rules::BEHAVIOR_RULE_SWITCH_WITHOUT_BREAK;
                    steps.push((span, "control can reach the end of a clause of this switch", rule));
                    let is_passed = |body: &BlockId| self.meaning[*body].contains(Behavior::NEXT);
                    if let Some(body) = bodies.clone().find(is_passed) {
                        self.passes(body, steps);
                    }
                }
                return;
            }
            Stmt::Loop { body, continuing, .. } => {
                let rule = rules::BEHAVIOR_RULE_LOOP_WITH_BREAK;
                steps.push((span, "this loop can exit", rule));
                if let Some(place) = self.find_break(body) {
                    steps.push((place, "through this `break`", rules::BEHAVIOR_RULE_BREAK));
                } else {
                    let condition = continuing.and_then(|continuing| continuing.break_if);
                    let rule = rules::BEHAVIOR_RULE_BREAK_IF;
                    steps.extend(condition.map(|id| (self.span(id), "when this condition is true", rule)));
                }
                return;
            }
            Stmt::For { .. } | Stmt::While { .. } => {
                let rule = rules::BEHAVIOR_RULE_LOOP_WITH_BREAK;
                (span, "this loop may end without a `return`, even before its first iteration", rule)
            }
            Stmt::Variable(variable) => {
                let declaration = &self.ast[variable];
                let rule = match (declaration.kind, declaration.initializer) {
                    (VariableKind::Var, None) => rules::BEHAVIOR_RULE_VAR_WITHOUT_INITIALIZER,
                    (VariableKind::Var, Some(_)) => rules::BEHAVIOR_RULE_VAR_WITH_INITIALIZER,
                    (VariableKind::Let | VariableKind::Const | VariableKind::Override, _) => {
                        rules::BEHAVIOR_RULE_LET
                    }
                };
                (span, "control passes a declaration", rule)
            }
            Stmt::Phony(_) => (span, "control passes an assignment", rules::BEHAVIOR_RULE_PHONY_ASSIGNMENT),
            Stmt::Assign(..) | Stmt::Increment(_) | Stmt::Decrement(_) => {
                (span, "control passes an assignment", rules::BEHAVIOR_RULE_ASSIGNMENT)
            }
            Stmt::Call(call) => {
                let is_builtin = match self.ast[call] {
                    crate::ast::Expr::Call(callee, _) => {
                        matches!(self.resolution.callee(self.syntax, callee), Callee::Builtin(_))
                    }
                    _ => false,
                };
                if is_builtin {
                    (span, "a builtin function returns to its caller", rules::BEHAVIOR_BUILTIN_NEXT)
                } else {
                    (span, "the called function returns", rules::BEHAVIOR_RULE_CALL)
                }
            }
            Stmt::Discard => (span, "`discard` does not end the function", rules::BEHAVIOR_RULE_DISCARD),
            Stmt::ConstAssert(_) => (span, "control passes an assertion", rules::BEHAVIOR_RULE_CONST_ASSERT),
            Stmt::Error | Stmt::Break | Stmt::Continue | Stmt::Return(_) | Stmt::Fallthrough => return,
        };
        steps.push(step);
    }

    /// The `return` at the end of a block.
    fn last_return(&self, block: BlockId) -> Option<Span> {
        let block: Block = self.ast[block];
        let last = *self.ast[block.statements].last()?;
        matches!(self.ast[last], Stmt::Return(_)).then(|| self.ast.stmt_span(last))
    }

    /// A `break` in a block, not in a loop or switch inside.
    fn find_break(&self, block: BlockId) -> Option<Span> {
        let ast = self.ast;
        let block: Block = ast[block];
        ast[block.statements].iter().find_map(|id| match ast[*id] {
            Stmt::Break => Some(ast.stmt_span(*id)),
            Stmt::Block(inner) => self.find_break(inner),
            Stmt::If { branches, otherwise, .. } => {
                let mut blocks = ast[branches].iter().map(|branch| branch.block).chain(otherwise);
                blocks.find_map(|block| self.find_break(block))
            }
            _ => None,
        })
    }

    /// Reports a loop that nothing leaves.
    #[cold]
    pub(super) fn endless(&mut self, id: StmtId, body: BlockId) {
        let span = self.ast.stmt_span(id);
        let message = "this loop can't exit";
        let diagnostic = Diagnostic::error(rules::BEHAVIOR_NONEMPTY, span, message)
            .note("add a `break`, a `return`, a `break if`, or a condition");
        let mut steps = Vec::new();
        let block: Block = self.ast[body];
        let statements = &self.ast[block.statements];
        let is_passed = |id: &&StmtId| self.meaning[**id].contains(Behavior::NEXT);
        let passed = statements.iter().take_while(is_passed).count();
        if let Some(last) = statements.get(passed) {
            let span = self.ast.stmt_span(*last);
            if let Stmt::Continue = self.ast[*last] {
                let rule = rules::BEHAVIOR_RULE_CONTINUE;
                steps.push((span, "every iteration continues with the next one here", rule));
            }
            if let Some(unreached) = statements.get(passed + 1) {
                let rule = rules::BEHAVIOR_RULE_SEQUENCE_WITHOUT_NEXT;
                steps.push((span, "control does not pass this statement", rule));
                let rule = rules::BEHAVIOR_UNREACHABLE_IGNORED;
                let text = "so everything from here on is unreachable";
                steps.push((self.ast.stmt_span(*unreached), text, rule));
            }
        }
        let rule = rules::BEHAVIOR_RULE_LOOP_WITHOUT_BREAK;
        steps.push((block.span, "every path through this body leads to the next iteration", rule));
        self.report(prove(diagnostic, &steps));
    }
}
