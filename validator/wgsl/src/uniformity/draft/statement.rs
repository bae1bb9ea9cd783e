//! Statements, in the order of the table. <https://www.w3.org/TR/WGSL/#uniformity-statements>

use super::Analysis;
use crate::ast::{
    BlockId, Branch, Continuing, ExprId, List, Stmt, StmtId, SwitchClause, VariableId, VariableKind,
};
use crate::meaning::Behavior;
use crate::resolve::Binding;
use crate::uniformity::graph::{Cause, Node, Source};
use wgsl_spec::{Rule, rules};

/// An `if` or `else if`.
struct Arm {
    /// Control flow before it.
    before: Node,
    /// Control flow at the end of its block.
    end: Node,
    /// The behavior of its condition and its block.
    behavior: Behavior,
}

impl Analysis<'_> {
    fn behavior(&self, block: BlockId) -> Behavior {
        self.module.meaning[block]
    }

    /// Returns true if control flow can continue after a statement.
    fn goes_on(&self, id: StmtId) -> bool {
        self.module.meaning[id].contains(Behavior::NEXT)
    }

    /// Walks a block in this control flow, and returns the control flow at its end.
    pub(super) fn block(&mut self, mut flow: Node, id: BlockId) -> Node {
        let ast = self.ast;
        for id in &ast[ast[id].statements] {
            flow = self.statement(flow, *id);
            if !self.goes_on(*id) {
                break;
            }
        }
        flow
    }

    fn statement(&mut self, flow: Node, id: StmtId) -> Node {
        match self.ast[id] {
            Stmt::Error
            | Stmt::ConstAssert(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Fallthrough
            | Stmt::Discard => flow,
            Stmt::Block(block) => self.block(flow, block),
            Stmt::If { branches, otherwise, .. } => self.if_statement(flow, branches, otherwise),
            Stmt::Loop { body, continuing, .. } => self.loop_statement(flow, body, continuing),
            Stmt::For { initializer, condition, update, body, .. } => {
                let mut flow = flow;
                if let Some(initializer) = initializer {
                    flow = self.statement(flow, initializer);
                    if !self.goes_on(initializer) {
                        return flow;
                    }
                }
                self.guarded_loop(flow, condition, update, body)
            }
            Stmt::While { condition, body, .. } => self.guarded_loop(flow, Some(condition), None, body),
            Stmt::Switch { selector, clauses, .. } => {
                self.switch_statement(flow, selector, clauses, self.module.meaning[id])
            }
            Stmt::Return(value) => self.return_statement(flow, value),
            Stmt::Assign(None, left, right) => {
                let right = self.expression(flow, right);
                let target = self.variable_of(right.flow, left);
                self.assign(left, target.value, right.value);
                target.flow
            }
            Stmt::Assign(Some(_), left, right) => self.update(flow, left, Some(right)),
            Stmt::Increment(left) | Stmt::Decrement(left) => self.update(flow, left, None),
            Stmt::Phony(value) | Stmt::Call(value) => self.expression(flow, value).flow,
            Stmt::Variable(variable) => self.declaration(flow, variable),
        }
    }

    /// The node of a condition, which the following control flow depends on, and the behavior of the condition.
    fn condition(&mut self, flow: Node, id: ExprId, cause: Cause, row: &'static Rule) -> (Node, Behavior) {
        self.expression_discards = false;
        let value = self.expression(flow, id).value;
        let node = self.graph.node(Source { span: self.ast.span(id), cause });
        self.graph.edge(node, value, row);
        (node, if self.expression_discards { Behavior::DISCARD } else { Behavior::NONE })
    }

    fn if_statement(&mut self, flow: Node, branches: List<Branch>, otherwise: Option<BlockId>) -> Node {
        let ast = self.ast;
        let mut arms = Vec::with_capacity(branches.range().len());
        let mut at = flow;
        for branch in &ast[branches] {
            let (condition, discards) =
                self.condition(at, branch.condition, Cause::If, rules::UNI_TABLE_STMT_IF_WITH_JUMP);
            let end = self.block(condition, branch.block);
            arms.push(Arm { before: at, end, behavior: discards.with(self.behavior(branch.block)) });
            at = condition;
        }
        let (mut end, mut behavior) = match otherwise {
            Some(block) => (self.block(at, block), self.behavior(block)),
            None => (at, Behavior::NEXT),
        };
        // An `else if` is an `if` in an `else`: from the innermost outwards, each ends in its own control flow.
        for (arm, branch) in arms.iter().zip(&ast[branches]).rev() {
            behavior = behavior.with(arm.behavior);
            end = if behavior == Behavior::NEXT {
                arm.before
            } else {
                let source = Source::plain(self.ast.span(branch.condition));
                self.graph.combine(arm.end, end, source, rules::UNI_TABLE_STMT_IF_WITH_JUMP)
            };
        }
        end
    }

    fn loop_statement(&mut self, flow: Node, body: BlockId, continuing: Option<Continuing>) -> Node {
        let start = self.loop_start(flow);
        let mut end = self.block(start, body);
        if let Some(continuing) = continuing {
            end = self.block(end, continuing.block);
            // The draft forgets that the next iteration depends on the condition of `break if`.
            if let Some(condition) = continuing.break_if {
                end = self.expression(end, condition).flow;
            }
        }
        self.loop_end(flow, start, end, self.behavior(body))
    }

    /// `for` and `while`: a loop whose body begins with `if !condition { break; }`.
    fn guarded_loop(
        &mut self,
        flow: Node,
        condition: Option<ExprId>,
        update: Option<StmtId>,
        body: BlockId,
    ) -> Node {
        let start = self.loop_start(flow);
        let (mut at, mut behavior) = (start, self.behavior(body));
        if let Some(condition) = condition {
            let (node, discards) =
                self.condition(start, condition, Cause::While, rules::UNI_TABLE_STMT_IF_WITH_JUMP);
            at = node;
            behavior = behavior.with(discards);
        }
        let mut end = self.block(at, body);
        if let Some(update) = update {
            end = self.statement(end, update);
        }
        self.loop_end(flow, start, end, behavior)
    }

    /// Control flow at the start of the body of a loop.
    fn loop_start(&mut self, flow: Node) -> Node {
        let span = self.graph.source(flow).span;
        self.graph.node(Source::plain(span))
    }

    /// Control flow after a loop, whose body may always run again. A loop that is only left by `break` has the
    /// behavior {Next}: all invocations are together again.
    fn loop_end(&mut self, flow: Node, start: Node, end: Node, body: Behavior) -> Node {
        let leaves_function = body.contains(Behavior::RETURN.with(Behavior::DISCARD));
        let row = if leaves_function {
            rules::UNI_TABLE_STMT_LOOP_WITH_RETURN
        } else {
            rules::UNI_TABLE_STMT_LOOP_WITHOUT_RETURN
        };
        self.graph.edge(start, end, row);
        self.graph.edge(start, flow, row);
        if leaves_function { start } else { flow }
    }

    fn switch_statement(
        &mut self,
        flow: Node,
        selector: ExprId,
        clauses: List<SwitchClause>,
        behavior: Behavior,
    ) -> Node {
        let ast = self.ast;
        let (selected, _) =
            self.condition(flow, selector, Cause::Switch, rules::UNI_TABLE_STMT_SWITCH_WITH_JUMP);
        let end = self.graph.node(Source::plain(ast.span(selector)));
        let mut start = selected;
        for clause in &ast[clauses] {
            let clause_end = self.block(start, clause.body);
            self.graph.edge(end, clause_end, rules::UNI_TABLE_STMT_SWITCH_WITH_JUMP);
            let falls_through = self.behavior(clause.body).contains(Behavior::FALLTHROUGH);
            start = if falls_through { clause_end } else { selected };
        }
        if behavior == Behavior::NEXT { flow } else { end }
    }

    fn return_statement(&mut self, flow: Node, value: Option<ExprId>) -> Node {
        let mut flow = flow;
        if let Some(value) = value {
            let result = self.expression(flow, value);
            self.graph.edge(Node::VALUE_RETURN, result.value, rules::UNI_TABLE_STMT_RETURN_VALUE);
            flow = result.flow;
        }
        self.graph.edge(self.control_flow_return, flow, rules::UNI_TABLE_STMT_RETURN);
        flow
    }

    /// Assigns a value to the variable with this node. Variables of the module are non-uniform anyway.
    fn assign(&mut self, left: ExprId, variable: Node, value: Node) {
        let node = self.graph.node(Source { span: self.ast.span(left), cause: Cause::Assignment });
        self.graph.edge(node, value, rules::UNI_TABLE_STMT_ASSIGNMENT);
        self.graph.edge(variable, node, self.row_of_left_side(left));
    }

    /// The row of the table for the name on the left side of an assignment.
    fn row_of_left_side(&self, left: ExprId) -> &'static Rule {
        let mut name = left;
        while let Some(inner) = self.ast[name].first_operand() {
            name = inner;
        }
        match self.module.resolution.binding(name) {
            Binding::Local(variable) if self.ast[variable].kind == VariableKind::Var => {
                rules::UNI_TABLE_LHS_LOCAL_VARIABLE
            }
            _ => rules::UNI_TABLE_LHS_LET_OR_PARAMETER,
        }
    }

    /// `left += right`, and `left++`, which is `left += 1`: the left side is evaluated once and read.
    fn update(&mut self, flow: Node, left: ExprId, right: Option<ExprId>) -> Node {
        let target = self.variable_of(flow, left);
        let source = Source::plain(self.ast.span(left));
        let before = self.graph.combine(target.flow, target.value, source, rules::UNI_TABLE_RHS_LOCAL_LOADED);
        let mut end = target.flow;
        if let Some(right) = right {
            let right = self.expression(target.flow, right);
            self.assign(left, target.value, right.value);
            end = right.flow;
        }
        self.assign(left, target.value, before);
        end
    }

    /// Differs from the specification: its rules for `let` and `var` with a value lack the edge from the declared
    /// name to the value. Without it, everything declared in this way would count as uniform.
    fn declaration(&mut self, flow: Node, id: VariableId) -> Node {
        let variable = self.ast[id];
        let Some(initializer) = variable.initializer else { return flow };
        let result = self.expression(flow, initializer);
        let node = self.variable_node(id);
        let row = match variable.kind {
            VariableKind::Var => rules::UNI_TABLE_STMT_VAR_WITH_INITIALIZER,
            VariableKind::Let | VariableKind::Const | VariableKind::Override => rules::UNI_TABLE_STMT_LET,
        };
        let assigned = self.graph.node(Source { span: variable.name_span, cause: Cause::Assignment });
        self.graph.edge(assigned, result.value, row);
        self.graph.edge(node, assigned, row);
        result.flow
    }
}
