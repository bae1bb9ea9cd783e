//! Statements. <https://www.w3.org/TR/WGSL/#uniformity-statements>

use super::expression::{Part, Root, Side};
use super::{Analysis, Held};
use crate::ast::{
    BlockId, Branch, Continuing, Expr, ExprId, List, Stmt, StmtId, SwitchClause, VariableId, VariableKind,
};
use crate::meaning::Behavior;
use crate::types::TypeKind;
use crate::uniformity::graph::{Cause, Node, Source};
use shader_source::Span;
use wgsl_spec::{Rule, rules};

impl Analysis<'_> {
    fn behavior(&self, block: BlockId) -> Behavior {
        self.module.meaning[block]
    }

    /// Walks a block in this control flow, and returns the control flow at its end.
    pub(super) fn block(&mut self, flow: Node, id: BlockId) -> Node {
        let block = self.ast[id];
        let outer = self.filters.apply(self.ast, block.attributes);
        let end = self.statements(flow, block.statements);
        self.filters = outer;
        end
    }

    fn statements(&mut self, mut flow: Node, list: List<StmtId>) -> Node {
        let ast = self.ast;
        let statements = &ast[list];
        for (index, id) in statements.iter().enumerate() {
            flow = self.statement(flow, *id);
            let is_last = index + 1 == statements.len();
            if !self.module.meaning[*id].contains(Behavior::NEXT) {
                let rules =
                    [rules::UNI_STMT_UNREACHABLE_SKIPPED, rules::UNI_TABLE_STMT_SEQUENCE_WITHOUT_NEXT];
                return if is_last { flow } else { self.passed(flow, *id, &rules) };
            }
            if !is_last {
                flow = self.passed(flow, *id, &[rules::UNI_TABLE_STMT_SEQUENCE]);
            }
        }
        flow
    }

    /// Control flow after a statement, which is that before it by these rules.
    fn passed(&mut self, flow: Node, id: StmtId, rules: &[&'static Rule]) -> Node {
        self.graph.pass_by(flow, self.ast.stmt_span(id), rules)
    }

    fn statement(&mut self, flow: Node, id: StmtId) -> Node {
        match self.ast[id] {
            Stmt::Error | Stmt::Discard | Stmt::ConstAssert(_) | Stmt::Fallthrough => flow,
            Stmt::Block(block) => {
                let end = self.block(flow, block);
                self.passed(end, id, &[rules::UNI_TABLE_STMT_BLOCK])
            }
            Stmt::If { attributes, branches, otherwise } => {
                let outer = self.filters.apply(self.ast, attributes);
                let end = self.if_statement(flow, branches, otherwise);
                self.filters = outer;
                end
            }
            Stmt::Switch { attributes, selector, body_attributes, clauses } => {
                let outer = self.filters.apply(self.ast, attributes);
                let (behavior, row) = match self.module.meaning[id] {
                    behavior if behavior == Behavior::NEXT => {
                        (behavior, rules::UNI_TABLE_STMT_SWITCH_WITHOUT_JUMP)
                    }
                    behavior => (behavior, rules::UNI_TABLE_STMT_SWITCH_WITH_JUMP),
                };
                let condition = self.condition(flow, selector, Cause::Switch, row);
                self.filters.apply(self.ast, body_attributes);
                let end = self.switch_statement(flow, condition, clauses, behavior);
                self.filters = outer;
                end
            }
            Stmt::Loop { attributes, body, continuing } => {
                let outer = self.filters.apply(self.ast, attributes);
                let end = self.loop_statement(id, flow, body, continuing);
                self.filters = outer;
                end
            }
            Stmt::For { attributes, initializer, condition, update, body } => {
                let outer = self.filters.apply(self.ast, attributes);
                let flow = initializer.map_or(flow, |initializer| self.statement(flow, initializer));
                let end = self.guarded_loop(id, flow, condition, update, body);
                self.filters = outer;
                end
            }
            Stmt::While { attributes, condition, body } => {
                let outer = self.filters.apply(self.ast, attributes);
                let end = self.guarded_loop(id, flow, Some(condition), None, body);
                self.filters = outer;
                end
            }
            Stmt::Break => {
                self.values.break_here();
                self.jump(flow, id, Cause::Break, rules::UNI_TABLE_STMT_BREAK)
            }
            Stmt::Continue => {
                self.values.continue_here();
                self.jump(flow, id, Cause::Continue, rules::UNI_TABLE_STMT_CONTINUE)
            }
            Stmt::Return(value) => {
                let row = match value {
                    Some(value) => {
                        let value = self.value(flow, value);
                        self.graph.edge(Node::VALUE_RETURN, value, rules::UNI_TABLE_STMT_RETURN_VALUE);
                        rules::UNI_TABLE_STMT_RETURN_VALUE
                    }
                    None => rules::UNI_TABLE_STMT_RETURN,
                };
                self.return_contents(row);
                self.jump(flow, id, Cause::Return, row)
            }
            Stmt::Variable(variable) => {
                self.variable(flow, variable);
                let row = match self.ast[variable] {
                    declared if declared.kind != VariableKind::Var => rules::UNI_TABLE_STMT_LET,
                    declared if declared.initializer.is_some() => rules::UNI_TABLE_STMT_VAR_WITH_INITIALIZER,
                    _ => rules::UNI_TABLE_STMT_VAR_WITHOUT_INITIALIZER,
                };
                self.passed(flow, id, &[row])
            }
            Stmt::Assign(operator, left, right) => {
                let target = self.memory(flow, left, Side::Left);
                // `left += right` is `left = left + right`: the left operand is read before the right side is evaluated.
                let read = operator.and_then(|_| self.contents(target));
                let value = self.value(flow, right);
                self.assign(flow, left, target, value, read);
                self.passed(flow, id, &[rules::UNI_TABLE_STMT_ASSIGNMENT])
            }
            Stmt::Increment(left) | Stmt::Decrement(left) => {
                let target = self.memory(flow, left, Side::Left);
                let read = self.contents(target);
                self.assign(flow, left, target, flow, read);
                self.passed(flow, id, &[rules::UNI_TABLE_STMT_ASSIGNMENT])
            }
            Stmt::Phony(value) => {
                self.expression(flow, value);
                self.passed(flow, id, &[rules::UNI_TABLE_STMT_PHONY_ASSIGNMENT])
            }
            Stmt::Call(value) => {
                self.expression(flow, value);
                let row = match self.ast[value] {
                    Expr::Call(_, arguments) if arguments.range().is_empty() => {
                        rules::UNI_TABLE_STMT_CALL_WITHOUT_ARGUMENTS
                    }
                    _ => rules::UNI_TABLE_STMT_CALL_WITH_ARGUMENTS,
                };
                self.passed(flow, id, &[row])
            }
        }
    }

    /// Control flow at a statement that leaves its block: a later place is uniform only if this one is.
    fn jump(&mut self, flow: Node, id: StmtId, cause: Cause, row: &'static Rule) -> Node {
        self.graph.pass(flow, Source { span: self.ast.stmt_span(id), cause }, row)
    }

    /// The node of a condition, which the following control flow depends on.
    fn condition(&mut self, flow: Node, id: ExprId, cause: Cause, row: &'static Rule) -> Node {
        let value = self.value(flow, id);
        let node = self.graph.node(Source { span: self.span(id), cause });
        self.graph.edge(node, value, row);
        node
    }

    fn variable(&mut self, flow: Node, id: VariableId) {
        let variable = self.ast[id];
        match variable.kind {
            VariableKind::Const | VariableKind::Override => {}
            VariableKind::Let => {
                let Some(initializer) = variable.initializer else { return };
                let held = match self.expression(flow, initializer) {
                    Part::Value(value) => {
                        let source = Source { span: variable.name_span, cause: Cause::Assignment };
                        Held::Value(self.graph.pass(value, source, rules::UNI_TABLE_STMT_LET))
                    }
                    Part::View(view) => Held::View(view),
                };
                self.held[id.index()] = Some(held);
            }
            VariableKind::Var => {
                let span = variable.name_span;
                let node = if let Some(initializer) = variable.initializer {
                    let value = self.value(flow, initializer);
                    let value =
                        self.graph.pass_by(value, span, &[rules::UNI_TABLE_STMT_VAR_WITH_INITIALIZER]);
                    let node = self.graph.node(Source { span, cause: Cause::Assignment });
                    self.graph.edge(node, value, rules::UNI_TABLE_VALUE_VAR_WITH_INITIALIZER);
                    node
                } else {
                    let rules =
                        [rules::UNI_STMT_ZERO_INIT_UNIFORM, rules::UNI_TABLE_VALUE_VAR_WITHOUT_INITIALIZER];
                    self.graph.pass_by(flow, span, &rules)
                };
                self.values.declare(Self::slot(id), node);
            }
        }
    }

    /// Assigns a value. The new value also depends on the old one if the statement has read it, and on the current
    /// one if only a part of the variable is written.
    fn assign(&mut self, flow: Node, left: ExprId, target: Part, value: Node, read: Option<Node>) {
        let Part::View(view) = target else { return };
        let Root::Slot(slot) = view.root else { return };
        let span = self.span(left);
        let value = self.graph.pass_by(value, span, &[rules::UNI_TABLE_STMT_ASSIGNMENT]);
        let node = self.graph.node(Source { span, cause: Cause::Assignment });
        self.graph.edge(node, value, self.row_of_assignment(left, view.is_full));
        self.graph.edge(node, flow, rules::UNI_TABLE_LHS_LOCAL_VARIABLE);
        self.graph.edge(node, view.place, rules::UNI_TABLE_LHS_LOCAL_VARIABLE);
        if let Some(read) = read {
            self.graph.edge(node, read, rules::UNI_TABLE_RHS_BINARY_OPERATOR);
        }
        if !view.is_full {
            let kept = self.values.read(&mut self.graph, slot);
            self.graph.edge(node, kept, rules::UNI_VAR_PARTIAL_ASSIGN);
        }
        self.values.assign(&mut self.graph, slot, node);
    }

    /// The rule by which a variable has an assigned value.
    fn row_of_assignment(&self, left: ExprId, is_full: bool) -> &'static Rule {
        let is_composite = || {
            let types = &self.module.meaning.types;
            let ty = self.module.meaning[left].ty;
            let store = if let TypeKind::Reference(_, store, _) = types.kind(ty) { store } else { ty };
            !matches!(types.kind(store), TypeKind::Scalar(_))
        };
        match self.ast[left] {
            _ if !is_full => rules::UNI_TABLE_VALUE_PART_ASSIGNMENT,
            Expr::Paren(_) => rules::UNI_VAR_FULL_REFERENCE,
            Expr::Name(_) if is_composite() => rules::UNI_VAR_FULL_ASSIGN,
            Expr::Name(_) => rules::UNI_TABLE_VALUE_ASSIGNMENT,
            _ => rules::UNI_TABLE_VALUE_WHOLE_REFERENCE_ASSIGNMENT,
        }
    }

    /// Records the contents of the targets of pointer parameters when the function ends here, by this row of the table.
    pub(super) fn return_contents(&mut self, row: &'static Rule) {
        for index in 0..self.parameters.nodes.len() {
            let nodes = self.parameters.nodes[index];
            if let Some((_, slot)) = nodes.contents {
                let value = self.values.read(&mut self.graph, slot);
                self.graph.edge(nodes.contents_at_end, value, row);
            }
        }
    }

    fn if_statement(&mut self, flow: Node, branches: List<Branch>, otherwise: Option<BlockId>) -> Node {
        let ast = self.ast;
        let branches = &ast[branches];
        // The behavior of the `if` that begins with each branch: an `else if` is an `if` in an `else`.
        let mut behaviors = vec![otherwise.map_or(Behavior::NEXT, |block| self.behavior(block))];
        for branch in branches.iter().rev() {
            let rest = behaviors[behaviors.len() - 1];
            behaviors.push(rest.with(self.behavior(branch.block)));
        }
        behaviors.reverse();
        // Control flow at each condition, and at the end of each branch.
        let mut conditions = vec![flow];
        let mut ends: Vec<Node> = Vec::with_capacity(branches.len() + 1);
        let mut at = flow;
        self.values.begin_selection();
        for (branch, behavior) in branches.iter().zip(&behaviors) {
            at = self.condition(at, branch.condition, Cause::If, Self::row_of_if(*behavior));
            conditions.push(at);
            ends.push(self.branch(at, branch.block));
        }
        ends.push(if let Some(block) = otherwise {
            self.branch(at, block)
        } else {
            self.values.leave_selection_here();
            at
        });
        let first = self.behavior(branches[0].block);
        let row = match (first.contains(Behavior::NEXT), behaviors[1].contains(Behavior::NEXT)) {
            (true, true) => rules::UNI_TABLE_VALUE_IF_BOTH_BRANCHES_CONTINUE,
            (true, false) => rules::UNI_TABLE_VALUE_IF_FIRST_BRANCH_CONTINUES,
            (false, _) => rules::UNI_TABLE_VALUE_IF_ELSE_BRANCH_CONTINUES,
        };
        self.values.end_selection(&mut self.graph, row);
        // From the innermost outwards, each ends in its own control flow.
        let mut end = ends[branches.len()];
        for (index, branch) in branches.iter().enumerate().rev() {
            let span = self.span(branch.condition);
            end = if behaviors[index] == Behavior::NEXT {
                self.reconverged(conditions[index], span, rules::UNI_TABLE_STMT_IF_WITHOUT_JUMP)
            } else {
                let taken = self.end_of_branch(ends[index], self.behavior(branch.block), span);
                let other = self.end_of_branch(end, behaviors[index + 1], span);
                self.graph.combine(taken, other, Source::plain(span), rules::UNI_TABLE_STMT_IF_WITH_JUMP)
            };
        }
        end
    }

    fn row_of_if(behavior: Behavior) -> &'static Rule {
        if behavior == Behavior::NEXT {
            rules::UNI_TABLE_STMT_IF_WITHOUT_JUMP
        } else {
            rules::UNI_TABLE_STMT_IF_WITH_JUMP
        }
    }

    /// Control flow after a statement with the behavior {Next}: that before it.
    fn reconverged(&mut self, before: Node, span: Span, row: &'static Rule) -> Node {
        self.graph.pass_by(before, span, &[rules::UNI_STMT_RECONVERGE_NEXT, row])
    }

    /// Control flow at the end of a branch of an `if`. A proof had better lead through a branch that jumps.
    fn end_of_branch(&mut self, end: Node, behavior: Behavior, span: Span) -> Node {
        if behavior == Behavior::NEXT {
            self.graph.pass(end, Source { span, cause: Cause::Detour }, rules::UNI_TABLE_STMT_IF_WITH_JUMP)
        } else {
            end
        }
    }

    /// Walks a branch of the nearest selection, and restores the values before it. Returns the control flow at its end.
    fn branch(&mut self, flow: Node, block: BlockId) -> Node {
        let mark = self.values.mark();
        let end = self.block(flow, block);
        if self.behavior(block).contains(Behavior::NEXT) {
            self.values.leave_selection_here();
        }
        self.values.undo(mark);
        end
    }

    fn switch_statement(
        &mut self,
        flow: Node,
        condition: Node,
        clauses: List<SwitchClause>,
        behavior: Behavior,
    ) -> Node {
        let ast = self.ast;
        self.values.begin_switch();
        let ends: Vec<Node> = ast[clauses].iter().map(|clause| self.branch(condition, clause.body)).collect();
        self.values.end_selection(&mut self.graph, rules::UNI_TABLE_VALUE_AFTER_SWITCH);
        let span = self.graph.source(condition).span;
        if behavior == Behavior::NEXT {
            return self.reconverged(flow, span, rules::UNI_TABLE_STMT_SWITCH_WITHOUT_JUMP);
        }
        let end = self.graph.node(Source::plain(span));
        for clause_end in ends {
            self.graph.edge(end, clause_end, rules::UNI_TABLE_STMT_SWITCH_WITH_JUMP);
        }
        end
    }

    fn loop_statement(
        &mut self,
        id: StmtId,
        flow: Node,
        body: BlockId,
        continuing: Option<Continuing>,
    ) -> Node {
        let iteration = Iteration::new(self.behavior(body), continuing.is_some(), self.ast.stmt_span(id));
        let start = self.begin_iteration(flow, &iteration);
        // The continuing block is part of the body, and `break if` is part of the continuing block: filters cover
        // both.
        let block = self.ast[body];
        let outer = self.filters.apply(self.ast, block.attributes);
        let mut end = self.statements(start, block.statements);
        if iteration.repeats {
            let ends = iteration.behavior.contains(Behavior::NEXT);
            self.values.begin_continuing(&mut self.graph, ends);
            if let Some(continuing) = continuing {
                let block = self.ast[continuing.block];
                self.filters.apply(self.ast, block.attributes);
                end = self.statements(end, block.statements);
                if let Some(condition) = continuing.break_if {
                    end = self.condition(end, condition, Cause::BreakIf, rules::UNI_STMT_BREAK_IF);
                    end = self.graph.pass_by(end, self.span(condition), &[rules::UNI_TABLE_STMT_BREAK_IF]);
                    self.values.leave_loop_here();
                }
            }
        }
        self.filters = outer;
        self.end_loop(flow, start, end, &iteration)
    }

    /// `for` and `while`: a loop whose body begins with `if !condition { break; }`.
    fn guarded_loop(
        &mut self,
        id: StmtId,
        flow: Node,
        condition: Option<ExprId>,
        update: Option<StmtId>,
        body: BlockId,
    ) -> Node {
        let iteration = Iteration::new(self.behavior(body), update.is_some(), self.ast.stmt_span(id));
        let start = self.begin_iteration(flow, &iteration);
        let mut at = start;
        if let Some(condition) = condition {
            at = self.condition(start, condition, Cause::While, rules::UNI_TABLE_STMT_IF_WITH_JUMP);
            self.values.leave_loop_here();
        }
        let mut end = self.block(at, body);
        if iteration.repeats {
            let ends = iteration.behavior.contains(Behavior::NEXT);
            self.values.begin_continuing(&mut self.graph, ends);
            if let Some(update) = update {
                end = self.statement(end, update);
            }
        }
        self.end_loop(flow, start, end, &iteration)
    }

    /// Begins the body of a loop: control flow at the start of each iteration.
    fn begin_iteration(&mut self, flow: Node, iteration: &Iteration) -> Node {
        self.values.begin_loop();
        if iteration.repeats {
            self.graph.node(Source::plain(iteration.span))
        } else {
            self.graph.pass_by(
                flow,
                iteration.span,
                &[rules::UNI_STMT_LOOP_SINGLE_ITERATION, iteration.row()],
            )
        }
    }

    /// Ends a loop. If no `return` leaves it, all invocations are together again.
    fn end_loop(&mut self, flow: Node, start: Node, end: Node, iteration: &Iteration) -> Node {
        let row = iteration.row();
        let source = Source { span: iteration.span, cause: Cause::Iteration };
        if iteration.repeats {
            let again = self.graph.pass(end, source, row);
            self.graph.edge(start, again, row);
            self.graph.edge(start, flow, row);
        }
        self.values.end_loop(&mut self.graph, iteration.repeats);
        match (iteration.behavior.contains(Behavior::RETURN), iteration.repeats) {
            (false, _) => self.reconverged(flow, iteration.span, row),
            (true, true) => self.graph.pass_by(start, iteration.span, &[row]),
            (true, false) => self.graph.pass_by(end, iteration.span, &[row]),
        }
    }
}

/// The facts about a loop that decide how its iterations follow each other.
struct Iteration {
    /// The behavior of the body, without the continuing block.
    behavior: Behavior,
    /// Whether the body may run again.
    repeats: bool,
    has_continuing: bool,
    /// The place of the loop.
    span: Span,
}

impl Iteration {
    fn new(behavior: Behavior, has_continuing: bool, span: Span) -> Self {
        let repeats = behavior.contains(Behavior::NEXT.with(Behavior::CONTINUE));
        Self { behavior, repeats, has_continuing, span }
    }

    /// The row of the table of statements.
    fn row(&self) -> &'static Rule {
        match (self.has_continuing, self.behavior.contains(Behavior::RETURN), self.repeats) {
            (false, false, true) => rules::UNI_TABLE_STMT_LOOP_WITHOUT_RETURN,
            (false, false, false) => rules::UNI_TABLE_STMT_SINGLE_ITERATION_WITHOUT_RETURN,
            (false, true, true) => rules::UNI_TABLE_STMT_LOOP_WITH_RETURN,
            (false, true, false) => rules::UNI_TABLE_STMT_SINGLE_ITERATION_WITH_RETURN,
            (true, false, false) => rules::UNI_TABLE_STMT_CONTINUING_WITH_BREAK,
            (true, true, false) => rules::UNI_TABLE_STMT_CONTINUING_WITH_BREAK_OR_RETURN,
            (true, false, true) => rules::UNI_TABLE_STMT_CONTINUING_WITHOUT_RETURN,
            (true, true, true) => rules::UNI_TABLE_STMT_CONTINUING_WITH_RETURN,
        }
    }
}
