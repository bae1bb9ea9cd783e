//! Statements: the constructs that control flow is made of. C++ AMP 1.2 (8.1.1), rules 1 to 4

use super::flow::{Control, ControlKind, Flow, Frame, Leaves};
use crate::typed::{Clause, ExprId, Initial, Stmt, StmtId};
use cxx_validator::ast::List;
use shader_source::{Span, steps};

impl Flow<'_, '_> {
    pub(super) fn statement(&mut self, id: StmtId) {
        steps::take(1);
        self.deeper(|flow| flow.statement_inside(id));
    }

    fn statement_inside(&mut self, id: StmtId) {
        let span = self.tree.stmt_span(id);
        match self.tree[id] {
            Stmt::Expression(value) => _ = self.expr(value),
            Stmt::Declare(local, Initial::Value(value)) => {
                let value = self.expr(value);
                self.assign(local, value, true);
            }
            Stmt::Declare(local, Initial::Reference(place)) => {
                let found = self.find(place);
                self.refer(local, found);
            }
            // Reading it before it has a value is a different mistake.
            Stmt::Declare(_, Initial::None) => {}
            Stmt::Block(list) => self.statements(list),
            Stmt::If(condition, accept, reject) => self.branches(condition, accept, reject),
            Stmt::Loop { condition, is_tested_first, update, body } => {
                self.repeat(id, (condition, is_tested_first), update, body);
            }
            Stmt::Switch(selector, clauses) => self.switch(id, selector, clauses),
            Stmt::Break => self.leave(span, |leaves| leaves != Leaves::Nothing, false),
            Stmt::Continue => self.leave(span, |leaves| matches!(leaves, Leaves::Loop(_)), true),
            Stmt::Return(value) => {
                if let Some(value) = value {
                    let value = self.expr(value);
                    self.result(value);
                }
                self.depart(span);
            }
            Stmt::ReturnPlace(place) => {
                let value = self.load(place);
                self.result(value);
                self.refer_to(place);
                self.depart(span);
            }
        }
    }

    fn statements(&mut self, list: List<StmtId>) {
        let tree = self.tree;
        for statement in &tree[list] {
            self.statement(*statement);
        }
    }

    fn branches(&mut self, condition: ExprId, accept: StmtId, reject: Option<StmtId>) {
        // `else if` chains can be as long as a file, so they take no stack: the frames of their conditions stay until the end.
        let (before, first) = (self.barrier_before, self.frames.len());
        let (mut condition, mut accept, mut reject) = (condition, accept, reject);
        let mut paths = Vec::new();
        loop {
            let value = self.expr(condition);
            self.frames.push(Frame::of(self.tree.expr_span(condition), value, Leaves::Nothing));
            let mark = self.mark();
            self.statement(accept);
            paths.push(self.take_back(mark));
            self.barrier_before = before;
            let Some(other) = reject else { break };
            let Stmt::If(next, then, otherwise) = self.tree[other] else {
                self.statement(other);
                break;
            };
            (condition, accept, reject) = (next, then, otherwise);
        }
        for path in paths {
            self.join(&path);
        }
        self.barrier_before = before;
        self.frames.truncate(first);
    }

    fn repeat(
        &mut self,
        id: StmtId,
        (condition, is_tested_first): (Option<ExprId>, bool),
        update: Option<ExprId>,
        body: StmtId,
    ) {
        let mark = self.mark();
        self.repeat_stores(id);
        self.begin_iteration(id);
        let value = condition.filter(|_| is_tested_first).and_then(|condition| self.expr(condition));
        let span =
            condition.map_or_else(|| self.tree.stmt_span(id), |condition| self.tree.expr_span(condition));
        let known = self.loops.entry(id).or_default();
        // The reason of the first round is the cause. Later, it has made varying what the loop changes.
        known.condition = known.condition.or(value);
        let departed = known.departed;
        let frame = Frame { departed, ..Frame::of(span, known.condition, Leaves::Loop(id)) };
        let ((), frame) = self.inside(frame, |flow| {
            let before = flow.barrier_before;
            flow.statement(body);
            // Here the threads that continue meet the others.
            if let Some(frame) = flow.frames.last_mut().filter(|frame| frame.is_continued) {
                frame.departed = departed;
                flow.barrier_before = before;
            }
            if let Some(update) = update {
                flow.expr(update);
            }
            let Some(condition) = condition else { return };
            // The condition after an iteration: what the body has written may make it different.
            let again = flow.expr(condition);
            let known = flow.loops.entry(id).or_default();
            if again.is_some() && known.condition.is_none() {
                known.condition = again;
                flow.is_changed = true;
            }
        });
        self.end_iteration(id, mark, frame.is_some_and(|frame| frame.is_left));
        // The loop may have no iteration, and may end after any.
        self.join_skipped(mark);
        self.begin_iteration(id);
    }

    fn switch(&mut self, id: StmtId, selector: ExprId, clauses: List<Clause>) {
        let value = self.expr(selector);
        let frame = Frame::of(self.tree.expr_span(selector), value, Leaves::Switch(id));
        let (tree, mark) = (self.tree, self.mark());
        self.inside(frame, |flow| {
            let before = flow.barrier_before;
            for clause in &tree[clauses] {
                flow.statements(clause.statements);
                flow.barrier_before = before;
                // Each clause may be the first.
                flow.join_skipped(mark);
            }
        });
        self.join_anywhere(id);
    }

    /// Leaves the innermost construct of a kind. If not all threads do, the others run the rest of it alone.
    fn leave(&mut self, span: Span, is_left: impl Fn(Leaves) -> bool, is_continue: bool) {
        let control = self.control();
        let Some(frame) = self.frames.iter_mut().rev().find(|frame| is_left(frame.leaves)) else { return };
        frame.is_continued |= is_continue;
        frame.is_left = true;
        let Some(Control { cause, .. }) = control else { return };
        let departure = Control { span, kind: ControlKind::Departure, cause };
        frame.departed = frame.departed.or(Some(departure));
        // All threads that have not left the loop begin the next iteration, also after `continue`.
        if let (Leaves::Loop(id), false) = (frame.leaves, is_continue) {
            self.leave_loop(id, departure);
        }
    }

    /// Returns: leaves all constructs.
    fn depart(&mut self, span: Span) {
        let Some(Control { cause, .. }) = self.control() else { return };
        let departure = Control { span, kind: ControlKind::Departure, cause };
        self.returned = self.returned.or(Some(departure));
        let loops = self.frames.iter().filter_map(|frame| match frame.leaves {
            Leaves::Loop(id) => Some(id),
            Leaves::Switch(_) | Leaves::Nothing => None,
        });
        for id in loops.collect::<Vec<_>>() {
            self.leave_loop(id, departure);
        }
    }

    /// Notes that some threads leave a loop, for the code at its beginning.
    fn leave_loop(&mut self, id: StmtId, departure: Control) {
        let known = self.loops.entry(id).or_default();
        if known.departed.is_none() {
            known.departed = Some(departure);
            self.is_changed = true;
        }
    }
}
