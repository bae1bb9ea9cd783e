//! Statements. <https://www.w3.org/TR/WGSL/#uniformity-statements>

use super::expression::{Part, Root};
use super::{Analysis, Held};
use crate::ast::{
    BlockId, Branch, Continuing, ExprId, List, Stmt, StmtId, SwitchClause, VariableId, VariableKind,
};
use crate::meaning::Behavior;
use crate::uniformity::graph::{Cause, Node, Source};

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
        for id in &ast[list] {
            flow = self.statement(flow, *id);
            if !self.module.meaning[*id].contains(Behavior::NEXT) {
                break;
            }
        }
        flow
    }

    fn statement(&mut self, flow: Node, id: StmtId) -> Node {
        match self.ast[id] {
            Stmt::Error | Stmt::Discard | Stmt::ConstAssert(_) | Stmt::Fallthrough => flow,
            Stmt::Block(block) => self.block(flow, block),
            Stmt::If { attributes, branches, otherwise } => {
                let outer = self.filters.apply(self.ast, attributes);
                let end = self.if_statement(flow, branches, otherwise);
                self.filters = outer;
                end
            }
            Stmt::Switch { attributes, selector, body_attributes, clauses } => {
                let outer = self.filters.apply(self.ast, attributes);
                let condition = self.condition(flow, selector);
                self.filters.apply(self.ast, body_attributes);
                let behavior = self.module.meaning[id];
                let end = self.switch_statement(flow, condition, clauses, behavior);
                self.filters = outer;
                end
            }
            Stmt::Loop { attributes, body, continuing } => {
                let outer = self.filters.apply(self.ast, attributes);
                let end = self.loop_statement(flow, body, continuing);
                self.filters = outer;
                end
            }
            Stmt::For { attributes, initializer, condition, update, body } => {
                let outer = self.filters.apply(self.ast, attributes);
                let flow = initializer.map_or(flow, |initializer| self.statement(flow, initializer));
                let end = self.guarded_loop(flow, condition, update, body);
                self.filters = outer;
                end
            }
            Stmt::While { attributes, condition, body } => {
                let outer = self.filters.apply(self.ast, attributes);
                let end = self.guarded_loop(flow, Some(condition), None, body);
                self.filters = outer;
                end
            }
            Stmt::Break => {
                self.values.break_here();
                flow
            }
            Stmt::Continue => {
                self.values.continue_here();
                flow
            }
            Stmt::Return(value) => {
                if let Some(value) = value {
                    let value = self.value(flow, value);
                    self.graph.edge(Node::VALUE_RETURN, value);
                }
                self.return_contents();
                flow
            }
            Stmt::Variable(variable) => {
                self.variable(flow, variable);
                flow
            }
            Stmt::Assign(operator, left, right) => {
                let target = self.memory(flow, left);
                // `left += right` is `left = left + right`: the left operand is read before the right side is evaluated.
                let read = operator.and_then(|_| self.contents(target));
                let value = self.value(flow, right);
                self.assign(flow, left, target, value, read);
                flow
            }
            Stmt::Increment(left) | Stmt::Decrement(left) => {
                let target = self.memory(flow, left);
                let read = self.contents(target);
                self.assign(flow, left, target, flow, read);
                flow
            }
            Stmt::Phony(value) | Stmt::Call(value) => {
                self.expression(flow, value);
                flow
            }
        }
    }

    /// The node of a condition, which the following control flow depends on.
    fn condition(&mut self, flow: Node, id: ExprId) -> Node {
        let value = self.value(flow, id);
        let node = self.graph.node(Source { span: self.span(id), cause: Cause::Condition });
        self.graph.edge(node, value);
        node
    }

    fn variable(&mut self, flow: Node, id: VariableId) {
        let variable = self.ast[id];
        match variable.kind {
            VariableKind::Const | VariableKind::Override => {}
            VariableKind::Let => {
                let Some(initializer) = variable.initializer else { return };
                self.held[id.index()] = Some(match self.expression(flow, initializer) {
                    Part::Value(value) => Held::Value(value),
                    Part::View(view) => Held::View(view),
                });
            }
            VariableKind::Var => {
                let value = variable.initializer.map_or(flow, |initializer| self.value(flow, initializer));
                let node = self.graph.node(Source { span: variable.name_span, cause: Cause::Assignment });
                self.graph.edge(node, value);
                self.values.declare(Self::slot(id), node);
            }
        }
    }

    /// Assigns a value. The new value also depends on the old one if the statement has read it, and on the current
    /// one if only a part of the variable is written.
    fn assign(&mut self, flow: Node, left: ExprId, target: Part, value: Node, read: Option<Node>) {
        let Part::View(view) = target else { return };
        let Root::Slot(slot) = view.root else { return };
        let node = self.graph.node(Source { span: self.span(left), cause: Cause::Assignment });
        let kept = if view.is_full { None } else { Some(self.values.read(&mut self.graph, slot)) };
        for source in [Some(value), Some(flow), Some(view.place), read, kept].into_iter().flatten() {
            self.graph.edge(node, source);
        }
        self.values.assign(&mut self.graph, slot, node);
    }

    /// Records the contents of the targets of pointer parameters when the function ends here.
    pub(super) fn return_contents(&mut self) {
        for index in 0..self.parameters.nodes.len() {
            let nodes = self.parameters.nodes[index];
            if let Some((_, slot)) = nodes.contents {
                let value = self.values.read(&mut self.graph, slot);
                self.graph.edge(nodes.contents_at_end, value);
            }
        }
    }

    fn if_statement(&mut self, flow: Node, branches: List<Branch>, otherwise: Option<BlockId>) -> Node {
        let ast = self.ast;
        let branches = &ast[branches];
        // Control flow at each condition, and control flow and behavior at the end of each branch.
        let mut conditions = vec![flow];
        let mut ends: Vec<(Node, Behavior)> = Vec::with_capacity(branches.len() + 1);
        let mut at = flow;
        self.values.begin_selection();
        for branch in branches {
            at = self.condition(at, branch.condition);
            conditions.push(at);
            ends.push(self.branch(at, branch.block));
        }
        ends.push(if let Some(block) = otherwise {
            self.branch(at, block)
        } else {
            self.values.leave_selection_here();
            (at, Behavior::NEXT)
        });
        self.values.end_selection(&mut self.graph);
        // An `else if` is an `if` in an `else`: from the innermost outwards, each ends in its own control flow.
        let (mut end, mut behavior) = ends[branches.len()];
        for index in (0..branches.len()).rev() {
            let (branch_end, branch_behavior) = ends[index];
            behavior = behavior.with(branch_behavior);
            end = if behavior == Behavior::NEXT {
                conditions[index]
            } else {
                let plain = Source { span: self.span(branches[index].condition), cause: Cause::Plain };
                self.graph.combine(branch_end, end, plain)
            };
        }
        end
    }

    /// Walks a branch of the nearest selection, and restores the values before it. Returns the control flow at its
    /// end, and its behavior.
    fn branch(&mut self, flow: Node, block: BlockId) -> (Node, Behavior) {
        let mark = self.values.mark();
        let end = self.block(flow, block);
        let behavior = self.behavior(block);
        if behavior.contains(Behavior::NEXT) {
            self.values.leave_selection_here();
        }
        self.values.undo(mark);
        (end, behavior)
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
        let ends: Vec<Node> =
            ast[clauses].iter().map(|clause| self.branch(condition, clause.body).0).collect();
        self.values.end_selection(&mut self.graph);
        if behavior == Behavior::NEXT {
            return flow;
        }
        let end = self.graph.node(self.graph.source(condition));
        for clause_end in ends {
            self.graph.edge(end, clause_end);
        }
        end
    }

    fn loop_statement(&mut self, flow: Node, body: BlockId, continuing: Option<Continuing>) -> Node {
        let behavior = self.behavior(body);
        let repeats = behavior.contains(Behavior::NEXT.with(Behavior::CONTINUE));
        let start = if repeats { self.graph.node(self.graph.source(flow)) } else { flow };
        self.values.begin_loop();
        // The continuing block is part of the body, and `break if` is part of the continuing block: filters cover
        // both.
        let block = self.ast[body];
        let outer = self.filters.apply(self.ast, block.attributes);
        let mut end = self.statements(start, block.statements);
        if repeats {
            self.values.begin_continuing(&mut self.graph, behavior.contains(Behavior::NEXT));
            if let Some(continuing) = continuing {
                let block = self.ast[continuing.block];
                self.filters.apply(self.ast, block.attributes);
                end = self.statements(end, block.statements);
                if let Some(condition) = continuing.break_if {
                    end = self.condition(end, condition);
                    self.values.leave_loop_here();
                }
            }
            self.graph.edge(start, end);
            self.graph.edge(start, flow);
        }
        self.filters = outer;
        self.values.end_loop(&mut self.graph, repeats);
        Self::after_loop(flow, start, end, behavior, repeats)
    }

    /// Control flow after a loop. If no `return` leaves the loop, all invocations are together again.
    fn after_loop(flow: Node, start: Node, end: Node, behavior: Behavior, repeats: bool) -> Node {
        match (behavior.contains(Behavior::RETURN), repeats) {
            (false, _) => flow,
            (true, true) => start,
            (true, false) => end,
        }
    }

    /// `for` and `while`: a loop whose body begins with `if !condition { break; }`.
    fn guarded_loop(
        &mut self,
        flow: Node,
        condition: Option<ExprId>,
        update: Option<StmtId>,
        body: BlockId,
    ) -> Node {
        let inside = self.behavior(body);
        let repeats = inside.contains(Behavior::NEXT.with(Behavior::CONTINUE));
        let start = if repeats { self.graph.node(self.graph.source(flow)) } else { flow };
        self.values.begin_loop();
        let mut at = start;
        if let Some(condition) = condition {
            at = self.condition(start, condition);
            self.values.leave_loop_here();
        }
        let mut end = self.block(at, body);
        if repeats {
            self.values.begin_continuing(&mut self.graph, inside.contains(Behavior::NEXT));
            if let Some(update) = update {
                end = self.statement(end, update);
            }
            self.graph.edge(start, end);
            self.graph.edge(start, flow);
        }
        self.values.end_loop(&mut self.graph, repeats);
        Self::after_loop(flow, start, end, inside, repeats)
    }
}
