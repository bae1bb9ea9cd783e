//! Statements: types, places, and behaviours. <https://www.w3.org/TR/WGSL/#statements>

use super::Checker;
use crate::ast::{Block, BlockId, Continuing, ExprId, List, Stmt, StmtId, VariableId};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{Behavior, EvaluationStage, Limited, LimitedUse, NeedsUniformity, Typed, Use};
use crate::types::TypeId;
use shader_source::Span;
use wgsl_spec::{AttributePlace, Rule, rules};

/// A statement around the one under examination that `break` or `continue` may concern.
#[derive(Clone, Copy, Debug)]
enum Around {
    /// The body of a loop.
    Loop {
        /// The first `continue` in it, and how many variables were declared before that.
        first_continue: Option<(Span, usize)>,
    },
    /// The continuing block of a loop.
    Continuing {
        /// A `continue` that skips the declarations of the variables from the first to before the second index.
        skipped: Option<(Span, usize, usize)>,
    },
    /// A clause of a switch.
    Switch,
}

/// The function body under examination, as far as it was checked.
#[derive(Debug, Default)]
pub(super) struct Body {
    /// The type that the function returns.
    pub(super) result: Option<TypeId>,
    /// Which uniformity requirements its calls have.
    pub(super) asks: NeedsUniformity,
    /// One past the index of the last variable declared.
    pub(super) variables_seen: usize,
    /// Whether an expression of the statement under examination may discard.
    pub(super) expression_discards: bool,
    /// Bytes of the variables declared so far.
    pub(super) bytes: u64,
    /// Whether a call was reported that lacks its `return`: that control reaches the end is the same mistake.
    pub(super) lacks_return: bool,
    /// The right side of the assignment under examination.
    pub(super) assigned: Option<ExprId>,
    /// The number of open braces.
    braces: u32,
    /// The most braces that were open at once.
    pub(super) deepest: u32,
    around: Vec<Around>,
    /// The number of continuing blocks in `around` with skipped declarations.
    skipping: usize,
}

impl Body {
    /// Returns true if a statement of a function is under examination.
    pub(super) const fn is_open(&self) -> bool {
        self.braces > 0
    }

    /// Empties it for a function that returns this type; its buffers are kept.
    pub(super) fn restart(&mut self, result: Option<TypeId>) {
        self.result = result;
        self.expression_discards = false;
        self.lacks_return = false;
        self.bytes = 0;
        self.braces = 0;
        self.deepest = 0;
        self.around.clear();
        self.skipping = 0;
        self.variables_seen = 0;
        self.asks = NeedsUniformity::default();
    }

    /// Notes that a brace opens.
    pub(super) fn open_brace(&mut self) {
        self.braces += 1;
        self.deepest = self.deepest.max(self.braces);
    }

    /// Notes that a brace closes.
    pub(super) fn close_brace(&mut self) {
        self.braces -= 1;
    }

    /// Returns true if a continuing block is around, at whatever distance.
    pub(super) fn is_in_continuing(&self) -> bool {
        self.around.iter().any(|around| matches!(around, Around::Continuing { .. }))
    }
}

impl Checker<'_> {
    /// Notes that a body mentions a variable or override of the module.
    pub(super) fn note_use(&mut self, variable: VariableId, span: Span) {
        self.meaning.note_use(Use { variable, span });
    }

    /// Checks a block.
    pub(super) fn block(&mut self, id: BlockId) -> Behavior {
        let block: Block = self.ast[id];
        if !block.attributes.is_empty() {
            self.attributes(block.attributes, AttributePlace::Compound);
        }
        self.body.open_brace();
        // What the condition before a block does is not what the statements in it do.
        let condition_discards = core::mem::take(&mut self.body.expression_discards);
        let behavior = self.statements(block.statements);
        self.body.expression_discards = condition_discards;
        self.body.close_brace();
        self.meaning.set_block_behavior(id, behavior);
        behavior
    }

    fn statements(&mut self, list: List<StmtId>) -> Behavior {
        let ast = self.ast;
        let mut behavior = Behavior::NEXT;
        for id in &ast[list] {
            behavior = behavior.then(self.statement(*id));
        }
        behavior
    }

    fn statement(&mut self, id: StmtId) -> Behavior {
        let mut behavior = self.statement_alone(id);
        if core::mem::take(&mut self.body.expression_discards) {
            behavior = behavior.with(Behavior::DISCARD);
        }
        self.meaning.set_behavior(id, behavior);
        behavior
    }

    /// A statement, where the calls in its expressions that may discard are not considered.
    fn statement_alone(&mut self, id: StmtId) -> Behavior {
        let ast = self.ast;
        match ast[id] {
            Stmt::Error => Behavior::NEXT,
            Stmt::Fallthrough => Behavior::FALLTHROUGH,
            Stmt::Block(block) => self.block(block),
            Stmt::If { attributes, branches, otherwise } => {
                self.attributes(attributes, AttributePlace::Statement);
                let mut behavior = Behavior::NONE;
                for branch in &ast[branches] {
                    self.condition(rules::STMT_IF_COND_BOOL, branch.condition);
                    behavior = behavior.with(self.block(branch.block));
                }
                behavior.with(otherwise.map_or(Behavior::NEXT, |block| self.block(block)))
            }
            Stmt::Switch { attributes, selector, body_attributes, clauses } => {
                self.attributes(attributes, AttributePlace::Switch);
                self.attributes(body_attributes, AttributePlace::Switch);
                self.body.around.push(Around::Switch);
                let behavior = self.switch(id, selector, clauses);
                self.body.around.pop();
                behavior
            }
            Stmt::Loop { attributes, body, continuing } => {
                self.attributes(attributes, AttributePlace::Statement);
                self.loop_statement(id, body, continuing)
            }
            Stmt::For { attributes, initializer, condition, update, body } => {
                self.attributes(attributes, AttributePlace::Statement);
                let before = initializer.map_or(Behavior::NEXT, |initializer| self.statement(initializer));
                if let Some(condition) = condition {
                    self.condition(rules::STMT_FOR_COND_BOOL, condition);
                }
                if let Some(update) = update {
                    let test_discards = core::mem::take(&mut self.body.expression_discards);
                    let behavior = self.statement(update);
                    self.update_behavior(update, behavior);
                    self.body.expression_discards = test_discards;
                }
                before.then(self.guarded_loop(id, condition.is_some(), body))
            }
            Stmt::While { attributes, condition, body } => {
                self.attributes(attributes, AttributePlace::Statement);
                self.condition(rules::STMT_WHILE_COND_BOOL, condition);
                self.guarded_loop(id, true, body)
            }
            Stmt::Break => self.break_statement(id),
            Stmt::Continue => self.continue_statement(id),
            Stmt::Return(value) => self.return_statement(id, value),
            Stmt::Discard => {
                let span = ast.stmt_span(id);
                self.meaning.note_limited(Limited { what: LimitedUse::Discard, span });
                self.discard_behavior(span)
            }
            Stmt::Variable(variable) => {
                self.local_variable(variable);
                Behavior::NEXT
            }
            Stmt::ConstAssert(condition) => {
                self.const_assert(condition);
                Behavior::NEXT
            }
            Stmt::Assign(None, left, right) => self.assign(left, right),
            Stmt::Assign(Some(operator), left, right) => self.compound_assign(operator, left, right),
            Stmt::Phony(value) => self.phony(value),
            Stmt::Increment(left) => self.increment(left),
            Stmt::Decrement(left) => self.decrement(left),
            Stmt::Call(call) => {
                self.call_statement(call);
                self.call_behavior(call)
            }
        }
    }

    /// A condition must be of type `bool`.
    fn condition(&mut self, rule: &'static Rule, id: ExprId) {
        let typed = self.value(id);
        if typed.ty != TypeId::BOOL && typed.ty != TypeId::ERROR {
            let has = self.print(typed.ty);
            let message = format!("a condition must be of type `bool`, found `{has}`");
            let mut diagnostic = Diagnostic::error(rule, self.span(id), message);
            if let Some(((words, edits), applicability)) = self.as_condition(id, typed.ty) {
                diagnostic = diagnostic.also(rules::TYPECHECK_IF_COND).suggest(words, edits, applicability);
            }
            self.report(diagnostic);
        }
    }

    /// <https://www.w3.org/TR/WGSL/#const-assert-statement>
    pub(super) fn const_assert(&mut self, id: ExprId) {
        let typed = self.value(id);
        if typed.ty == TypeId::ERROR {
            return;
        }
        if typed.ty != TypeId::BOOL {
            let has = self.print(typed.ty);
            let message = format!("`const_assert` expects a `bool`, found `{has}`");
            self.error(rules::CONST_ASSERT_BOOL, self.span(id), message);
        } else if typed.stage != EvaluationStage::Const {
            self.not_const(rules::CONST_ASSERT_CONST_EXPR, id, "the condition of `const_assert`");
        } else if let Some(constant) = typed.constant
            && self.meaning.constants.first(constant) == 0
        {
            self.error(rules::CONST_ASSERT_FALSE, self.span(id), "assertion failed: the condition is false");
        }
    }

    /// `loop { … continuing { … break if …; } }`
    fn loop_statement(&mut self, id: StmtId, body: BlockId, continuing: Option<Continuing>) -> Behavior {
        self.body.around.push(Around::Loop { first_continue: None });
        let inside = self.block(body);
        let first_continue = match self.body.around.pop() {
            Some(Around::Loop { first_continue }) => first_continue,
            _ => None,
        };
        let mut after = Behavior::NEXT;
        if let Some(continuing) = continuing {
            let skipped = first_continue.map(|(span, from)| (span, from, self.body.variables_seen));
            self.body.skipping += usize::from(skipped.is_some());
            self.body.around.push(Around::Continuing { skipped });
            after = self.block(continuing.block);
            if let Some(condition) = continuing.break_if {
                self.condition(rules::STMT_BREAKIF_BOOL, condition);
                after = after.then(Behavior::BREAK.with(Behavior::NEXT));
            }
            // A skipped declaration that was reported no longer counts.
            let unreported = matches!(self.body.around.pop(), Some(Around::Continuing { skipped: Some(_) }));
            self.body.skipping -= usize::from(unreported);
        }
        self.loop_behavior(id, body, inside, after)
    }

    /// `for` and `while`: loops that leave when their condition is false.
    fn guarded_loop(&mut self, id: StmtId, has_condition: bool, body: BlockId) -> Behavior {
        self.body.around.push(Around::Loop { first_continue: None });
        let inside = self.block(body);
        self.body.around.pop();
        let guard = if has_condition { Behavior::BREAK.with(Behavior::NEXT) } else { Behavior::NEXT };
        self.loop_behavior(id, body, guard.then(inside), Behavior::NEXT)
    }

    fn loop_behavior(
        &mut self,
        id: StmtId,
        block: BlockId,
        body: Behavior,
        continuing: Behavior,
    ) -> Behavior {
        if body == Behavior::RETURN && self.terms.rules.loop_may_only_return {
            return Behavior::RETURN;
        }
        // No rule gives a loop with this a behavior; the `continue` was reported.
        if continuing.contains(Behavior::CONTINUE) {
            return Behavior::NEXT;
        }
        let both = body.with(continuing);
        let behavior = if both.contains(Behavior::BREAK) {
            both.with(Behavior::NEXT).without(Behavior::BREAK.with(Behavior::CONTINUE))
        } else {
            both.without(Behavior::CONTINUE.with(Behavior::NEXT))
        };
        if behavior == Behavior::NONE {
            self.endless(id, block);
            return Behavior::NEXT;
        }
        behavior
    }

    /// <https://www.w3.org/TR/WGSL/#break-statement>
    fn break_statement(&mut self, id: StmtId) -> Behavior {
        let span = self.ast.stmt_span(id);
        match self.body.around.last() {
            Some(Around::Loop { .. } | Around::Switch) => Behavior::BREAK,
            Some(Around::Continuing { .. }) => {
                let message =
                    "`break` can't exit a continuing block: end the block with `break if …;` instead";
                self.error(rules::STMT_BREAK_NOT_OUT_OF_CONTINUING, span, message);
                Behavior::BREAK
            }
            None => {
                let message = "`break` is only allowed in a loop or switch";
                let of_body = match self.body.result {
                    Some(_) => rules::BEHAVIOR_BODY_VALID,
                    None => rules::BEHAVIOR_NO_RETURN_TYPE,
                };
                self.report(Diagnostic::error(rules::STMT_BREAK_INSIDE, span, message).also(of_body));
                Behavior::NEXT
            }
        }
    }

    /// <https://www.w3.org/TR/WGSL/#continue-statement>
    fn continue_statement(&mut self, id: StmtId) -> Behavior {
        let span = self.ast.stmt_span(id);
        let seen = self.body.variables_seen;
        let target = self.body.around.iter_mut().rev().find(|around| !matches!(around, Around::Switch));
        match target {
            Some(Around::Loop { first_continue }) => {
                first_continue.get_or_insert((span, seen));
                Behavior::CONTINUE
            }
            Some(_) => {
                let message = "`continue` can't exit a continuing block";
                self.error(rules::STMT_CONTINUE_NOT_TO_OWN_CONTINUING, span, message);
                Behavior::CONTINUE
            }
            None => {
                self.error(rules::STMT_CONTINUE_INSIDE, span, "`continue` is only allowed in a loop");
                Behavior::NEXT
            }
        }
    }

    /// Reports a name in a continuing block whose declaration a `continue` of the loop skips.
    pub(super) fn skipped_by_continue(&mut self, variable: VariableId, id: ExprId) {
        if self.body.skipping == 0 {
            return;
        }
        let index = variable.index();
        for position in 0..self.body.around.len() {
            if let Around::Continuing { skipped: Some((span, from, to)) } = self.body.around[position]
                && (from..to).contains(&index)
            {
                let declaration = self.ast[variable];
                let name = self.name(declaration.name);
                self.report(
                    Diagnostic::error(
                        rules::STMT_CONTINUE_NOT_PAST_DECL,
                        span,
                        format!("this `continue` skips the declaration of `{name}`, which the continuing block uses"),
                    )
                    .label(declaration.name_span, "declared here")
                    .label(self.span(id), "used here"),
                );
                self.body.around[position] = Around::Continuing { skipped: None };
                self.body.skipping -= 1;
                return;
            }
        }
    }

    /// <https://www.w3.org/TR/WGSL/#return-statement>
    fn return_statement(&mut self, id: StmtId, value: Option<ExprId>) -> Behavior {
        let span = self.ast.stmt_span(id);
        if self.body.is_in_continuing() {
            let message = "`return` is not allowed in a continuing block";
            let also = rules::BEHAVIOR_CONTINUING_NO_CONTINUE_RETURN;
            self.report(Diagnostic::error(rules::STMT_CONTINUING_NO_RETURN, span, message).also(also));
        }
        match (value, self.body.result) {
            (Some(value), Some(result)) => {
                let typed = self.returned(value);
                self.expect_type(value, typed, result, rules::STMT_RETURN_TYPE, "the returned value");
            }
            (None, Some(result)) => {
                if result != TypeId::ERROR {
                    let wants = self.print(result);
                    let message = format!("expected a value of type `{wants}` after `return`");
                    self.error(rules::STMT_RETURN_NEEDS_VALUE, span, message);
                }
            }
            (Some(value), None) => {
                // A call without a value can be returned from no function: then that is the mistake.
                if self.returned(value).ty != TypeId::ERROR || self.meaning[value].ty != TypeId::VOID {
                    let message = "unexpected value after `return`: this function has no result type";
                    let place = self.span(value);
                    let gap = Span::new(span.lo + "return".len() as u32, place.hi);
                    let found = Diagnostic::error(rules::STMT_RETURN_NO_VALUE, place, message);
                    let edits = vec![(gap, String::new())];
                    self.report(found.suggest("remove the value", edits, Applicability::Unsafe));
                }
            }
            (None, None) => {}
        }
        Behavior::RETURN
    }

    /// The value of a `return` statement.
    fn returned(&mut self, id: ExprId) -> Typed {
        let typed = self.expression(id);
        if typed.ty == TypeId::VOID {
            self.error(
                rules::STMT_RETURN_VOID_CALL,
                self.span(id),
                "expected a value after `return`, but this call returns none",
            );
            return Typed::ERROR;
        }
        self.load(id, typed)
    }
}
