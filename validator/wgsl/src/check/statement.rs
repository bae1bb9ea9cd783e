//! Statements: types, places, and behaviours. <https://www.w3.org/TR/WGSL/#statements>

use super::Checker;
use crate::ast::{Block, BlockId, Continuing, ExprId, List, Stmt, StmtId, VariableId};
use crate::diagnostic::Diagnostic;
use crate::meaning::{Behavior, EvaluationStage, Limited, LimitedUse, NeedsUniformity, Typed, Use};
use crate::types::{Properties, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{AccessMode, AttributePlace, Code, EnforcedRule, LanguageExtension, Operator, rules};

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
    /// The number of open braces.
    braces: u32,
    /// The most braces that were open at once.
    pub(super) deepest: u32,
    around: Vec<Around>,
    /// The number of continuing blocks in `around` with skipped declarations.
    skipping: usize,
}

impl Body {
    /// Empties it for a function that returns this type; its buffers are kept.
    pub(super) fn restart(&mut self, result: Option<TypeId>) {
        self.result = result;
        self.expression_discards = false;
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

    /// Whether a continuing block is around, at whatever distance.
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
                    self.condition(branch.condition);
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
                    self.condition(condition);
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
                self.condition(condition);
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
            Stmt::Increment(left) => {
                self.step(left, "++", rules::TYPE_STMT_INCREMENT_DECREMENT_INCREMENT_STATEMENT)
            }
            Stmt::Decrement(left) => {
                self.step(left, "--", rules::TYPE_STMT_INCREMENT_DECREMENT_DECREMENT_STATEMENT)
            }
            Stmt::Call(call) => {
                self.call_statement(call);
                self.call_behavior(call)
            }
        }
    }

    /// A condition must be of type `bool`.
    pub(super) fn condition(&mut self, id: ExprId) {
        let typed = self.value(id);
        if typed.ty != TypeId::BOOL && typed.ty != TypeId::ERROR {
            let has = self.print(typed.ty);
            self.error(
                Code::TypeInvalidCondition,
                self.span(id),
                format!("a condition must be of type `bool`, this is `{has}`"),
            );
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
            let message = format!("`const_assert` wants a `bool`, this is `{has}`");
            self.error(Code::TypeInvalidCondition, self.span(id), message);
        } else if typed.stage != EvaluationStage::Const {
            self.not_const(id, "the condition of `const_assert`");
        } else if let Some(constant) = typed.constant
            && self.meaning.constants.first(constant) == 0
        {
            self.error(Code::ConstAssertionFailed, self.span(id), "this assertion does not hold");
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
                self.condition(condition);
                after = after.then(Behavior::BREAK.with(Behavior::NEXT));
            }
            // A skipped declaration that was reported no longer counts.
            let unreported = matches!(self.body.around.pop(), Some(Around::Continuing { skipped: Some(_) }));
            self.body.skipping -= usize::from(unreported);
        }
        self.loop_behavior(id, inside, after)
    }

    /// `for` and `while`: loops that leave when their condition is false.
    fn guarded_loop(&mut self, id: StmtId, has_condition: bool, body: BlockId) -> Behavior {
        self.body.around.push(Around::Loop { first_continue: None });
        let inside = self.block(body);
        self.body.around.pop();
        let guard = if has_condition { Behavior::BREAK.with(Behavior::NEXT) } else { Behavior::NEXT };
        self.loop_behavior(id, guard.then(inside), Behavior::NEXT)
    }

    fn loop_behavior(&mut self, id: StmtId, body: Behavior, continuing: Behavior) -> Behavior {
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
            self.report(
                Diagnostic::error(
                    Code::BehaviorInfiniteLoop,
                    self.ast.stmt_span(id),
                    "this loop can never end: nothing in it leaves it",
                )
                .note("a loop needs a `break`, a `return`, a `break if`, or a condition"),
            );
            return Behavior::NEXT;
        }
        behavior
    }

    /// <https://www.w3.org/TR/WGSL/#break-statement>
    fn break_statement(&mut self, id: StmtId) -> Behavior {
        let (message, behavior) = match self.body.around.last() {
            Some(Around::Loop { .. } | Around::Switch) => return Behavior::BREAK,
            Some(Around::Continuing { .. }) => (
                "`break` can't leave a continuing block; end the block with `break if …;` instead",
                Behavior::BREAK,
            ),
            None => ("`break` is not in a loop or switch", Behavior::NEXT),
        };
        self.error(Code::BehaviorMisplacedBreak, self.ast.stmt_span(id), message);
        behavior
    }

    /// <https://www.w3.org/TR/WGSL/#continue-statement>
    fn continue_statement(&mut self, id: StmtId) -> Behavior {
        let span = self.ast.stmt_span(id);
        let seen = self.body.variables_seen;
        let target = self.body.around.iter_mut().rev().find(|around| !matches!(around, Around::Switch));
        let (message, behavior) = match target {
            Some(Around::Loop { first_continue }) => {
                first_continue.get_or_insert((span, seen));
                return Behavior::CONTINUE;
            }
            Some(_) => ("`continue` can't be used to leave a continuing block", Behavior::CONTINUE),
            None => ("`continue` is not in a loop", Behavior::NEXT),
        };
        self.error(Code::BehaviorMisplacedContinue, span, message);
        behavior
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
                        Code::BehaviorContinueSkipsDeclaration,
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
            self.error(Code::BehaviorMisplacedReturn, span, "a continuing block can't hold a `return`");
        }
        match (value, self.body.result) {
            (Some(value), Some(result)) => _ = self.value_of_type(value, result, "the returned value"),
            (None, Some(result)) => {
                if result != TypeId::ERROR {
                    let wants = self.print(result);
                    let message =
                        format!("this function returns a value of type `{wants}`; `return` needs one");
                    self.error(Code::TypeMissingReturnValue, span, message);
                }
            }
            (Some(value), None) => {
                let typed = self.expression(value);
                self.load(value, typed);
                // A call without a value can be returned from no function: then that is the mistake.
                if typed.ty != TypeId::VOID {
                    self.error(
                        Code::TypeUnexpectedReturnValue,
                        self.span(value),
                        "this function returns no value: it has no `-> type`",
                    );
                }
            }
            (None, None) => {}
        }
        Behavior::RETURN
    }

    /// The memory that a left-hand side refers to, if it can be written.
    fn target(&mut self, left: ExprId, typed: Typed) -> Option<(TypeId, AccessMode)> {
        match self.kind(typed.ty) {
            TypeKind::Error => None,
            TypeKind::Reference(space, store, access) => {
                if access == AccessMode::Read || !Self::is_writable(space) {
                    let mut diagnostic = Diagnostic::error(
                        Code::TypeNotWritable,
                        self.span(left),
                        format!(
                            "memory in address space `{}` with access mode `read` can't be written",
                            space.name()
                        ),
                    );
                    if space == wgsl_spec::AddressSpace::Storage {
                        diagnostic = diagnostic.note("declare the variable as `var<storage, read_write>`");
                    }
                    self.report(diagnostic);
                    return None;
                }
                Some((store, access))
            }
            _ => {
                let has = self.print(typed.ty);
                let mut diagnostic = Diagnostic::error(
                    Code::TypeNotAReference,
                    self.span(left),
                    format!("this can't be assigned to: it is a value of type `{has}`, not memory"),
                );
                if let TypeKind::Pointer(..) = self.kind(typed.ty) {
                    diagnostic = diagnostic.note("write `*` before a pointer to assign to what it points to");
                } else if self.is_swizzle(left) {
                    diagnostic = diagnostic.note(self.without(LanguageExtension::SwizzleAssignment));
                } else {
                    diagnostic = diagnostic
                        .note("only variables declared with `var` and their parts can be assigned to");
                }
                self.report(diagnostic);
                None
            }
        }
    }

    /// <https://www.w3.org/TR/WGSL/#simple-assignment-section>
    fn assign(&mut self, left: ExprId, right: ExprId) -> Behavior {
        let typed = self.left_hand_side(left);
        let target = self.target(left, typed);
        let value = self.value(right);
        let Some((store, _)) = target else { return Behavior::NEXT };
        if !self.meaning.types.is(store, Properties::CONSTRUCTIBLE.with(Properties::CONCRETE)) {
            let has = self.print(store);
            let (code, message) = match self.kind(store) {
                TypeKind::Atomic(_) | TypeKind::AtomicVec2u => (
                    Code::TypeInvalidAtomicUse,
                    "an atomic can only be written by an atomic builtin function, such as `atomicStore`"
                        .to_owned(),
                ),
                _ => (
                    Code::TypeNotConstructible,
                    format!("a value of type `{has}` can't be written as a whole"),
                ),
            };
            self.error(code, self.span(left), message);
            return Behavior::NEXT;
        }
        self.expect_type(right, value, store, Code::TypeMismatch, "the assigned value");
        Behavior::NEXT
    }

    /// <https://www.w3.org/TR/WGSL/#compound-assignment-sec>
    fn compound_assign(&mut self, operator: Operator, left: ExprId, right: ExprId) -> Behavior {
        let typed = self.left_hand_side(left);
        let target = self.target(left, typed);
        let value = self.value(right);
        let Some((store, _)) = target else { return Behavior::NEXT };
        let current = self.load(left, typed);
        if current.ty == TypeId::ERROR || value.ty == TypeId::ERROR {
            return Behavior::NEXT;
        }
        let text = operator.name();
        let result = self.compound_operator(right, operator, [left, right], [current, value]);
        if result.ty != TypeId::ERROR && result.ty != store {
            let (has, wants) = (self.print(result.ty), self.print(store));
            let message = format!("`{text}=` yields a value of type `{has}`, which `{wants}` can't hold");
            self.error(rules::STMT_COMPOUND_ASSIGN_EXPANSION, self.span(left).to(self.span(right)), message);
        }
        Behavior::NEXT
    }

    /// <https://www.w3.org/TR/WGSL/#phony-assignment-section>
    fn phony(&mut self, id: ExprId) -> Behavior {
        // What can't be assigned to `_`, arrays without a fixed size above all, can't be loaded either. Nothing holds
        // the value, so one of an abstract type stays that.
        self.value(id);
        Behavior::NEXT
    }

    /// <https://www.w3.org/TR/WGSL/#increment-decrement>
    fn step(&mut self, left: ExprId, operator: &str, rule: EnforcedRule) -> Behavior {
        let typed = self.expression(left);
        let Some((store, _)) = self.target(left, typed) else { return Behavior::NEXT };
        if !matches!(store, TypeId::I32 | TypeId::U32 | TypeId::ERROR) {
            let has = self.print(store);
            self.error(
                rule,
                self.span(left),
                format!("`{operator}` wants a variable of type `i32` or `u32`, this is `{has}`"),
            );
        }
        Behavior::NEXT
    }
}
