//! Statements.

use super::{Lowering, Outcome, Value};
use msl_validator::ast::{CaseLabel, ExprId, List, Stmt, StmtId, SwitchClause};
use msl_validator::types::Type as MetalType;
use shader_ir::build::Exit;
use shader_ir::{Instruction, Register, Type};
use shader_numeric::Operation;

impl Lowering<'_> {
    pub(super) fn statement(&mut self, id: StmtId) -> Outcome<()> {
        self.code.span = self.ast().stmt_span(id);
        self.deeper(1, |it| it.statement_here(id))
    }

    fn statement_here(&mut self, id: StmtId) -> Outcome<()> {
        match self.ast()[id] {
            Stmt::Error | Stmt::Empty | Stmt::Declaration(_) => Ok(()),
            Stmt::Block(list) => self.ast()[list].iter().try_for_each(|statement| self.statement(*statement)),
            Stmt::Variables(list) => self.ast()[list].iter().try_for_each(|variable| self.local(*variable)),
            Stmt::Expression(expression) => self.value(expression).map(|_| ()),
            Stmt::If(..) => self.branches(id),
            Stmt::While(condition, body) => self.looped(Some(condition), true, None, body),
            Stmt::DoWhile(body, condition) => self.looped(Some(condition), false, None, body),
            Stmt::For { initializer, condition, update, body } => {
                if let Some(initializer) = initializer {
                    self.statement(initializer)?;
                    self.code.span = self.ast().stmt_span(id);
                }
                self.looped(condition, true, update, body)
            }
            Stmt::ForRange { .. } => self.unsupported("loops over arrays can't be executed yet"),
            Stmt::Switch(selector, clauses) => self.switch(selector, clauses),
            Stmt::Break => self.leave_loop(|(exit, _)| Some(*exit)),
            Stmt::Continue => self.leave_loop(|(_, next)| *next),
            Stmt::Return(value) => self.return_statement(value),
        }
    }

    /// An `if` with its `else if`s, in a loop.
    fn branches(&mut self, id: StmtId) -> Outcome<()> {
        let (mut rest, mut open) = (id, 0);
        while let Stmt::If(condition, accept, reject) = self.ast()[rest] {
            self.code.span = self.ast().stmt_span(rest);
            let place = self.ast().expr_span(condition);
            let condition = self.condition(condition)?;
            // The branch is where the condition is.
            self.code.span = place;
            self.code.begin(Instruction::If { condition });
            open += 1;
            self.statement(accept)?;
            let Some(reject) = reject else { break };
            self.code.emit(Instruction::Else);
            if !matches!(self.ast()[reject], Stmt::If(..)) {
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
        match self.frame()?.loops.iter().rev().find_map(to) {
            Some(exit) => {
                self.code.leave(exit);
                Ok(())
            }
            None => self.unsupported("expected an enclosing loop or switch"),
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>) -> Outcome<()> {
        let (exit, result) = {
            let frame = self.frame()?;
            (frame.exit, frame.result.clone())
        };
        match (value, result) {
            (Some(value), Some((place, ty))) if matches!(self.kind(ty), MetalType::Reference(_)) => {
                let (referred, _) = self.place_or_value(value)?;
                self.store(&place, ty, Value::Pointer(referred))?;
            }
            (Some(value), Some((place, ty))) => {
                let value = self.value_as(value, ty)?;
                self.store(&place, ty, value)?;
            }
            (Some(value), None) => _ = self.value(value)?,
            (None, _) => {}
        }
        self.code.leave(exit);
        Ok(())
    }

    /// A condition as a register.
    pub(super) fn condition(&mut self, id: ExprId) -> Outcome<Register> {
        self.single(id)
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
        self.frame()?.loops.push((exit, Some(next)));
        self.statement(body)?;
        self.frame()?.loops.pop();
        self.code.end();
        if let Some(update) = update {
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
        let place = self.ast().expr_span(condition);
        let condition = self.condition(condition)?;
        let before = core::mem::replace(&mut self.code.span, place);
        self.code.leave_if(exit, condition, false);
        self.code.span = before;
        Ok(())
    }

    /// A clause runs where its label is that of the selector, or where the clause before it runs on into it.
    fn switch(&mut self, selector: ExprId, clauses: List<SwitchClause>) -> Outcome<()> {
        let value = self.single(selector)?;
        let value = self.code.settled(vec![value])[0];
        let ty = self.code.ty(value);
        let exit = self.code.begin(Instruction::Block);
        self.frame()?.loops.push((exit, None));
        let runs = self.code.variable(Type::Bool);
        let no = self.code.constant(Type::Bool, 0);
        self.code.emit(Instruction::Set { to: runs, value: no });
        let clauses = self.ast()[clauses].to_vec();
        let labels: Vec<CaseLabel> =
            clauses.iter().flat_map(|clause| self.ast()[clause.labels].to_vec()).collect();
        for clause in &clauses {
            for label in self.ast()[clause.labels].iter().copied() {
                let hit = match label.value {
                    Some(case) => self.is_case(value, ty, case)?,
                    None => self.is_no_case(value, ty, &labels)?,
                };
                let either = self.scalar(Operation::LogicalOr, Type::Bool, [runs, hit, hit]);
                self.code.emit(Instruction::Set { to: runs, value: either });
            }
            self.code.begin(Instruction::If { condition: runs });
            for statement in self.ast()[clause.statements].iter().copied() {
                self.statement(statement)?;
            }
            self.code.end();
        }
        self.frame()?.loops.pop();
        self.code.end();
        Ok(())
    }

    fn is_case(&mut self, value: Register, ty: Type, case: ExprId) -> Outcome<Register> {
        let case = self.single(case)?;
        let case = self.converted_register(case, ty);
        Ok(self.scalar(Operation::Equal, ty, [value, case, case]))
    }

    /// Returns true if no label has the value.
    fn is_no_case(&mut self, value: Register, ty: Type, labels: &[CaseLabel]) -> Outcome<Register> {
        let mut none = self.code.constant(Type::Bool, 1);
        for label in labels {
            let Some(case) = label.value else { continue };
            let hit = self.is_case(value, ty, case)?;
            let miss = self.scalar(Operation::Not, Type::Bool, [hit; 3]);
            none = self.scalar(Operation::LogicalAnd, Type::Bool, [none, miss, miss]);
        }
        Ok(none)
    }
}
