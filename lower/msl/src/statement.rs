//! Statements.

use super::lowering::{Lowering, Outcome, Value};
use cxx_validator::ast::List;
use msl_validator::typed::{Clause, ExprId, PlaceId, Stmt, StmtId};
use shader_ir::build::Exit;
use shader_ir::{Instruction, Register, Type};
use shader_numeric::Operation;
use std::rc::Rc;

impl Lowering<'_> {
    pub(super) fn statement(&mut self, id: StmtId) -> Outcome<()> {
        self.code.span = self.tree().stmt_span(id);
        // A loop with its variables is a block, and one statement of the program.
        let tree = self.tree();
        let (span, is_block) = (tree.stmt_span(id), matches!(tree[id], Stmt::Block(_)));
        let is_loop = matches!(tree[id], Stmt::Block(list) if tree[list].last().is_some_and(|it| tree.stmt_span(*it) == span));
        if (!is_block || is_loop) && self.frame.covered != Some(span) {
            self.probe_statement();
        }
        let outer = self.frame.covered;
        if is_loop {
            self.frame.covered = Some(span);
        }
        self.deeper(1, |it| it.statement_here(id))?;
        self.frame.covered = outer;
        Ok(())
    }

    pub(super) fn statements(&mut self, list: List<StmtId>) -> Outcome<()> {
        let unit = Rc::clone(&self.frame.unit);
        let scope = self.probes.scope();
        let (around, mut before) = (self.frame.covered, None);
        for statement in &unit.tree[list] {
            // A statement of the program may be several: the declarations of several variables.
            let span = unit.tree.stmt_span(*statement);
            self.frame.covered = if before == Some(span) { before } else { around };
            self.statement(*statement)?;
            before = Some(span);
        }
        self.frame.covered = around;
        self.probes.leave_scope(scope);
        Ok(())
    }

    fn statement_here(&mut self, id: StmtId) -> Outcome<()> {
        match self.tree()[id] {
            Stmt::Block(list) => self.statements(list),
            Stmt::Declare(local, initial) => self.declare(local, initial),
            Stmt::Expression(expression) => {
                if !self.print(id, expression)? {
                    self.value(expression)?;
                }
                Ok(())
            }
            Stmt::If(..) => self.branches(id),
            Stmt::Loop { condition, is_tested_first, update, body } => {
                self.looped(condition, is_tested_first, update, body)
            }
            Stmt::Switch(selector, clauses) => self.switch(selector, clauses),
            Stmt::Break => self.leave_loop(|(exit, _)| Some(*exit)),
            Stmt::Continue => self.leave_loop(|(_, next)| *next),
            Stmt::Return(value) => self.return_statement(value),
            Stmt::ReturnPlace(place) => self.return_place(place),
        }
    }

    /// An `if` with its `else if`s, in a loop.
    fn branches(&mut self, id: StmtId) -> Outcome<()> {
        let (mut rest, mut open) = (id, 0);
        while let Stmt::If(condition, accept, reject) = self.tree()[rest] {
            self.code.span = self.tree().stmt_span(rest);
            let place = self.tree().expr_span(condition);
            if open > 0 {
                self.probe_at(place);
            }
            let condition = self.single(condition)?;
            // The branch is where the condition is.
            self.code.span = place;
            self.code.begin(Instruction::If { condition });
            open += 1;
            self.statement(accept)?;
            let Some(reject) = reject else { break };
            self.code.emit(Instruction::Else);
            if !matches!(self.tree()[reject], Stmt::If(..)) {
                self.statement(reject)?;
            }
            rest = reject;
        }
        for _ in 0..open {
            self.code.end();
        }
        Ok(())
    }

    fn leave_loop(&mut self, to: impl Fn(&(Exit, Option<Exit>)) -> Option<Exit>) -> Outcome<()> {
        match self.frame.loops.iter().rev().find_map(to) {
            Some(exit) => {
                self.code.leave(exit);
                Ok(())
            }
            None => self.unsupported("expected an enclosing loop or switch"),
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>) -> Outcome<()> {
        if let Some(value) = value {
            let value = self.value(value)?;
            if let Some((place, ty)) = self.frame.result.clone() {
                self.store(&place, ty, value)?;
            }
        }
        self.leave_function()
    }

    fn return_place(&mut self, place: PlaceId) -> Outcome<()> {
        let referred = self.place(place)?;
        if let Some((place, ty)) = self.frame.result.clone() {
            self.store(&place, ty, Value::Pointer(referred))?;
        }
        self.leave_function()
    }

    fn leave_function(&mut self) -> Outcome<()> {
        match self.frame.exit {
            Some(exit) => {
                self.code.leave(exit);
                Ok(())
            }
            None => self.unsupported("expected an enclosing function"),
        }
    }

    /// A loop whose condition comes first or last.
    fn looped(
        &mut self,
        condition: Option<ExprId>,
        comes_first: bool,
        update: Option<ExprId>,
        body: StmtId,
    ) -> Outcome<()> {
        let exit = self.code.begin(Instruction::Block);
        self.code.begin(Instruction::Loop);
        if let Some(condition) = condition.filter(|_| comes_first) {
            self.leave_unless(exit, condition)?;
        }
        let next = self.code.begin(Instruction::Block);
        self.frame.loops.push((exit, Some(next)));
        self.statement(body)?;
        self.frame.loops.pop();
        self.code.end();
        if let Some(update) = update {
            self.probe_at(self.tree().expr_span(update));
            self.value(update)?;
        }
        if let Some(condition) = condition.filter(|_| !comes_first) {
            self.leave_unless(exit, condition)?;
        }
        self.code.end();
        self.code.end();
        Ok(())
    }

    /// Leaves a loop where its condition does not hold. The branch is where the condition is.
    fn leave_unless(&mut self, exit: Exit, condition: ExprId) -> Outcome<()> {
        let place = self.tree().expr_span(condition);
        self.probe_at(place);
        let condition = self.single(condition)?;
        let before = core::mem::replace(&mut self.code.span, place);
        self.code.leave_if(exit, condition, false);
        self.code.span = before;
        Ok(())
    }

    /// A clause runs where its label is that of the selector, or where the clause before it runs on into it.
    fn switch(&mut self, selector: ExprId, clauses: List<Clause>) -> Outcome<()> {
        let value = self.single(selector)?;
        let value = self.code.settled(vec![value])[0];
        let ty = self.code.ty(value);
        let exit = self.code.begin(Instruction::Block);
        self.frame.loops.push((exit, None));
        let runs = self.code.variable(Type::Bool);
        let no = self.code.constant(Type::Bool, 0);
        self.code.emit(Instruction::Set { to: runs, value: no });
        let unit = Rc::clone(&self.frame.unit);
        let clauses = &unit.tree[clauses];
        let labels = clauses.iter().flat_map(|clause| &unit.tree[clause.labels]);
        let labels: Vec<ExprId> = labels.copied().flatten().collect();
        for clause in clauses {
            for label in &unit.tree[clause.labels] {
                let hit = match label {
                    Some(case) => self.is_case(value, ty, *case)?,
                    None => self.is_no_case(value, ty, &labels)?,
                };
                let either = self.scalar(Operation::LogicalOr, Type::Bool, [runs, hit, hit]);
                self.code.emit(Instruction::Set { to: runs, value: either });
            }
            self.code.begin(Instruction::If { condition: runs });
            self.statements(clause.statements)?;
            self.code.end();
        }
        self.frame.loops.pop();
        self.code.end();
        Ok(())
    }

    fn is_case(&mut self, value: Register, ty: Type, case: ExprId) -> Outcome<Register> {
        let case = self.single(case)?;
        Ok(self.scalar(Operation::Equal, ty, [value, case, case]))
    }

    /// Returns true if no label has the value.
    fn is_no_case(&mut self, value: Register, ty: Type, labels: &[ExprId]) -> Outcome<Register> {
        let mut none = self.code.constant(Type::Bool, 1);
        for case in labels {
            let hit = self.is_case(value, ty, *case)?;
            let miss = self.scalar(Operation::Not, Type::Bool, [hit; 3]);
            none = self.scalar(Operation::LogicalAnd, Type::Bool, [none, miss, miss]);
        }
        Ok(none)
    }
}
