//! Statements.

use super::lowering::Lowering;
use super::value::{Place, Value};
use shader_ir::build::Exit;
use shader_ir::build::Unsupported;
use shader_ir::{Instruction, Location, Memory, Register, Type};
use shader_numeric::Operation;
use wgsl_spec::{Edition, Operator};
use wgsl_validator::ast::{
    BlockId, Branch, Continuing, Expr, ExprId, List, Selector, Stmt, StmtId, SwitchClause, VariableId,
    VariableKind,
};
use wgsl_validator::types::{TypeId, TypeKind};

/// The place on the left side of an assignment and the type that it holds; of a component of a vector in memory, that vector
/// with its size.
type Assigned = (Place, TypeId, Option<(Location, u32)>);

impl Lowering<'_> {
    pub(super) fn block(&mut self, id: BlockId) -> Result<(), Unsupported> {
        self.deeper()?;
        let module = self.module;
        let scope = self.probes.scope();
        for statement in &module.syntax.ast[module.syntax.ast[id].statements] {
            self.statement(*statement)?;
        }
        self.probes.leave_scope(scope);
        self.nesting.depth -= 1;
        Ok(())
    }

    fn statement(&mut self, id: StmtId) -> Result<(), Unsupported> {
        self.code.span = self.statement_span(id);
        self.probe_statement();
        match self.module.syntax.ast.stmts[id.index()] {
            Stmt::Block(block) => self.block(block),
            Stmt::If { branches, otherwise, .. } => self.if_statement(branches, otherwise),
            Stmt::Switch { selector, clauses, .. } => self.switch(selector, clauses),
            Stmt::Loop { body, continuing, .. } => self.loop_statement(body, continuing),
            Stmt::For { initializer, condition, update, body, .. } => {
                let scope = self.probes.scope();
                if let Some(initializer) = initializer {
                    self.statement(initializer)?;
                    self.code.span = self.statement_span(id);
                }
                self.conditional_loop(condition, body, update)?;
                self.probes.leave_scope(scope);
                Ok(())
            }
            Stmt::While { condition, body, .. } => self.conditional_loop(Some(condition), body, None),
            Stmt::Break => self.leave_loop(|(exit, _)| Some(*exit)),
            Stmt::Continue => self.leave_loop(|(_, next)| *next),
            Stmt::Return(value) => self.return_statement(value),
            Stmt::Discard => {
                self.discard();
                Ok(())
            }
            Stmt::Variable(variable) => self.local(variable),
            Stmt::Assign(operator, left, right) => self.assign(operator, left, right),
            Stmt::Phony(value) => self.phony(value),
            Stmt::Increment(target) => self.step(target, Operation::Add),
            Stmt::Decrement(target) => self.step(target, Operation::Subtract),
            Stmt::Call(call) => self.call_statement(call),
            Stmt::ConstAssert(_) | Stmt::Fallthrough | Stmt::Error => Ok(()),
        }
    }

    fn leave_loop(&mut self, to: impl Fn(&(Exit, Option<Exit>)) -> Option<Exit>) -> Result<(), Unsupported> {
        let exit = self.functions.last().and_then(|function| function.loops.iter().rev().find_map(to));
        match exit {
            Some(exit) => {
                self.code.leave(exit);
                Ok(())
            }
            None => self.unsupported("expected an enclosing loop or switch"),
        }
    }

    fn return_statement(&mut self, value: Option<ExprId>) -> Result<(), Unsupported> {
        let Some(function) = self.functions.last() else { return self.unsupported("expected a call") };
        let exit = function.exit;
        if let (Some(value), Some((place, ty))) = (value, function.result.clone()) {
            let value = self.value_as(value, ty)?;
            self.store(&place, ty, value)?;
        }
        self.code.leave(exit);
        Ok(())
    }

    /// <https://www.w3.org/TR/WGSL/#discard-statement>
    fn discard(&mut self) {
        self.code.emit(Instruction::Discard);
        // The draft of 2022-04-11 ends the invocation.
        if let (Edition::Draft2022, Some(entry_point)) =
            (self.module.syntax.edition(), self.functions.first())
        {
            self.code.leave(entry_point.exit);
        }
    }

    fn local(&mut self, variable: VariableId) -> Result<(), Unsupported> {
        let declared = self.module.syntax.ast[variable];
        let typed = self.module.meaning[variable].typed;
        let value = match (declared.kind, declared.initializer) {
            (VariableKind::Var, initializer) => {
                let TypeKind::Reference(_, store, _) = self.kind(typed.ty) else {
                    return self.unsupported("variables of this type can't be executed yet");
                };
                Value::Pointer(self.declare(store, initializer)?)
            }
            (VariableKind::Let, Some(initializer)) => {
                let value = self.value_as(initializer, typed.ty)?;
                self.settled(value)
            }
            // Constants have a value wherever they are named.
            _ => return Ok(()),
        };
        self.declare_in_scope(declared.name, typed.ty, &value);
        self.names.set_local(variable, value);
        Ok(())
    }

    fn assign(&mut self, operator: Option<Operator>, left: ExprId, right: ExprId) -> Result<(), Unsupported> {
        if let Some((vector, letters)) = self.assigned_swizzle(left) {
            return self.assign_swizzle(operator, vector, &letters, right);
        }
        if let Some(ty) = self.right_first(operator, left) {
            let value = self.value_as(right, ty)?;
            let value = self.settled(value);
            let (place, ty, vector) = self.assigned(left)?;
            return self.store_part(&place, ty, value, vector);
        }
        let (place, ty, vector) = self.assigned(left)?;
        let value = match operator {
            None => self.value_as(right, ty)?,
            Some(operator) => {
                let old = self.load(&place, ty)?;
                let old = if self.has_call[right.index()] { self.settled(old) } else { old };
                let new = self.value(right)?;
                self.combine(operator, (ty, old), (self.used_type(right), new), ty)?
            }
        };
        self.store_part(&place, ty, value, vector)
    }

    /// The type of the left side of an assignment whose right side is evaluated first: the draft of 2022-04-11 does so, which shows
    /// where the left side calls functions.
    fn right_first(&self, operator: Option<Operator>, left: ExprId) -> Option<TypeId> {
        let is_draft = self.module.syntax.edition() == Edition::Draft2022;
        if !is_draft || operator.is_some() || !self.has_call[left.index()] {
            return None;
        }
        let TypeKind::Reference(_, store, _) = self.kind(self.module.meaning[left].ty) else { return None };
        Some(store)
    }

    /// The place on the left side of an assignment; where it is a component of a vector in memory, that vector with its size.
    fn assigned(&mut self, mut left: ExprId) -> Result<Assigned, Unsupported> {
        while let Expr::Paren(inner) = self.module.syntax.ast[left] {
            left = inner;
        }
        let part = self.module.syntax.ast[left];
        let vector = if let Expr::Member(base, _) | Expr::Index(base, _) = part
            && let TypeKind::Reference(_, store, _) | TypeKind::Pointer(_, store, _) =
                self.kind(self.module.meaning[base].ty)
            && let TypeKind::Vector(..) = self.kind(store)
        {
            Some(base)
        } else {
            None
        };
        let Some(base) = vector else {
            let (place, ty) = self.place(left)?;
            return Ok((place, ty, None));
        };
        let before = core::mem::replace(&mut self.code.span, self.module.syntax.ast.span(left));
        let (whole, ty) = self.base(base)?;
        let part = if let Expr::Index(_, index) = part {
            let index = self.single(index)?;
            Some(self.element_place(&whole, ty, index)?)
        } else if let Expr::Member(_, member) = part {
            self.member_place(&whole, ty, member)
        } else {
            None
        };
        let Some((place, part_ty)) = part else { return self.unsupported("expected a member in memory") };
        self.code.span = before;
        let touched = match whole {
            Place::Memory(location) => Some((location, self.bytes(ty).1 as u32)),
            Place::Registers(_) | Place::Choice(..) | Place::View(..) => None,
        };
        Ok((place, part_ty, touched))
    }

    /// Stores a value that may be a component of a vector in memory.
    fn store_part(
        &mut self,
        place: &Place,
        ty: TypeId,
        value: Value,
        vector: Option<(Location, u32)>,
    ) -> Result<(), Unsupported> {
        self.store(place, ty, value)?;
        // After the store: a race for the component itself says more than one for its neighbours.
        if let Some((at, size)) = vector.filter(|(at, _)| at.memory != Memory::Invocation) {
            self.code.emit(Instruction::Touch { at, size });
        }
        Ok(())
    }

    fn combine(
        &mut self,
        operator: Operator,
        left: (TypeId, Value),
        right: (TypeId, Value),
        result: TypeId,
    ) -> Result<Value, Unsupported> {
        let (Value::Registers(old), Value::Registers(new)) = (left.1, right.1) else {
            return self.unsupported("this assignment can't be executed yet");
        };
        self.apply(operator.operation(), &[left.0, right.0], vec![old, new], result)
    }

    /// The vector and the components of a swizzle with more than one component on the left side.
    fn assigned_swizzle(&self, mut id: ExprId) -> Option<(ExprId, Vec<u8>)> {
        while let Expr::Paren(inner) = self.module.syntax.ast[id] {
            id = inner;
        }
        let Expr::Member(base, member) = self.module.syntax.ast[id] else { return None };
        let (TypeKind::Reference(_, base_ty, _) | TypeKind::Pointer(_, base_ty, _)) =
            self.kind(self.module.meaning[base].ty)
        else {
            return None;
        };
        let letters = self.component_letters(member);
        (matches!(self.kind(base_ty), TypeKind::Vector(..)) && letters.len() > 1).then_some((base, letters))
    }

    fn assign_swizzle(
        &mut self,
        operator: Option<Operator>,
        vector: ExprId,
        letters: &[u8],
        right: ExprId,
    ) -> Result<(), Unsupported> {
        let (place, ty) = self.base(vector)?;
        let TypeKind::Vector(_, scalar) = self.kind(ty) else { return self.unsupported("expected a vector") };
        let part_ty = TypeId::vector(letters.len() as u8, scalar);
        let value = match operator {
            None => self.value_as(right, part_ty)?,
            Some(operator) => {
                let Value::Registers(old) = self.load(&place, ty)? else {
                    return self.unsupported("expected a vector");
                };
                let old = letters.iter().map(|letter| old[usize::from(*letter)]).collect();
                let old = self.settled(Value::Registers(old));
                let new = self.value(right)?;
                self.combine(operator, (part_ty, old), (self.used_type(right), new), part_ty)?
            }
        };
        let Value::Registers(registers) = self.settled(value) else {
            return self.unsupported("expected a vector");
        };
        for (letter, register) in letters.iter().zip(registers) {
            let index = self.code.number(u32::from(*letter));
            let (component, component_ty) = self.element_place(&place, ty, index)?;
            self.store(&component, component_ty, Value::Registers(vec![register]))?;
        }
        Ok(())
    }

    fn phony(&mut self, id: ExprId) -> Result<(), Unsupported> {
        if let Some(print) = self.probes.print_at(self.code.span) {
            return self.print(print, id);
        }
        let ty = self.module.meaning[id].ty;
        // What can't be loaded, a runtime-sized array or a texture, is only named. Arrays and structures are computed for the effects of calls.
        if self.is_called_in(id) || self.shape(self.used_type(id)).is_some() {
            if let (Expr::Call(..), TypeKind::Void) = (self.module.syntax.ast[id], self.kind(ty)) {
                return Ok(());
            }
            self.value(id)?;
        }
        Ok(())
    }

    /// Returns true if any function is called in an expression, perhaps a built-in one.
    fn is_called_in(&self, id: ExprId) -> bool {
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            match self.module.syntax.ast[id] {
                Expr::Call(..) => return true,
                Expr::Member(inner, _) | Expr::Unary(_, inner) | Expr::Paren(inner) => left.push(inner),
                Expr::Index(one, other) | Expr::Binary(_, one, other) => left.extend([one, other]),
                Expr::Error
                | Expr::Literal(_)
                | Expr::Name(_)
                | Expr::Template(..)
                | Expr::ContextName(_) => {}
            }
        }
        false
    }

    /// `target++` and `target--`.
    fn step(&mut self, target: ExprId, operation: Operation) -> Result<(), Unsupported> {
        let (place, ty, vector) = self.assigned(target)?;
        let Value::Registers(old) = self.load(&place, ty)? else {
            return self.unsupported("operands of this type can't be incremented yet");
        };
        let Some(old) = old.first().copied() else { return Ok(()) };
        let scalar = self.code.ty(old);
        let one = self.code.constant(scalar, 1);
        let new = self.scalar(operation, scalar, scalar, [old, one, old]);
        self.store_part(&place, ty, Value::Registers(vec![new]), vector)
    }

    fn call_statement(&mut self, id: ExprId) -> Result<(), Unsupported> {
        let mut id = id;
        while let Expr::Paren(inner) = self.module.syntax.ast[id] {
            id = inner;
        }
        if let Expr::Call(callee, arguments) = self.module.syntax.ast[id]
            && self.module.meaning[id].constant.is_none()
        {
            self.code.span = self.module.syntax.ast.span(id);
            self.call(id, callee, arguments)?;
        }
        Ok(())
    }

    /// <https://www.w3.org/TR/WGSL/#if-statement>
    fn if_statement(
        &mut self,
        branches: List<Branch>,
        otherwise: Option<BlockId>,
    ) -> Result<(), Unsupported> {
        let module = self.module;
        let branches = &module.syntax.ast[branches];
        for (index, branch) in branches.iter().enumerate() {
            // The first condition is evaluated at the statement.
            if index > 0 {
                self.probe_condition(branch.condition);
            }
            let condition = self.single(branch.condition)?;
            self.code.begin(Instruction::If { condition });
            self.block(branch.block)?;
            if index + 1 < branches.len() || otherwise.is_some() {
                self.code.emit(Instruction::Else);
            }
        }
        if let Some(otherwise) = otherwise {
            self.block(otherwise)?;
        }
        for _ in branches {
            self.code.end();
        }
        Ok(())
    }

    /// <https://www.w3.org/TR/WGSL/#switch-statement>
    fn switch(&mut self, selector: ExprId, clauses: List<SwitchClause>) -> Result<(), Unsupported> {
        let module = self.module;
        let clauses = &module.syntax.ast[clauses];
        let value = self.single(selector)?;
        let value = if self.code.is_variable(value) { self.code.copy(value) } else { value };
        let exit = self.code.begin(Instruction::Block);
        if let Some(function) = self.functions.last_mut() {
            function.loops.push((exit, None));
        }
        let mut opened = 0;
        let is_default = |clause: &&SwitchClause| {
            module.syntax.ast[clause.selectors].iter().any(|it| matches!(it, Selector::Default(_)))
        };
        for (index, clause) in clauses.iter().enumerate().filter(|(_, clause)| !is_default(clause)) {
            let condition = self.matches(value, clause)?;
            self.code.begin(Instruction::If { condition });
            self.bodies(&clauses[index..])?;
            self.code.emit(Instruction::Else);
            opened += 1;
        }
        if let Some(index) = clauses.iter().position(|clause| is_default(&clause)) {
            self.bodies(&clauses[index..])?;
        }
        (0..opened).for_each(|_| self.code.end());
        if let Some(function) = self.functions.last_mut() {
            function.loops.pop();
        }
        self.code.end();
        Ok(())
    }

    /// The body of the first clause, and those that control falls through to.
    fn bodies(&mut self, clauses: &[SwitchClause]) -> Result<(), Unsupported> {
        let ast = &self.module.syntax.ast;
        for clause in clauses {
            self.block(clause.body)?;
            let last = ast[ast[clause.body].statements].last();
            if !last.is_some_and(|last| matches!(ast[*last], Stmt::Fallthrough)) {
                break;
            }
        }
        Ok(())
    }

    /// Whether a value is one of those of a clause.
    fn matches(&mut self, value: Register, clause: &SwitchClause) -> Result<Register, Unsupported> {
        let ty = self.code.ty(value);
        let mut found: Option<Register> = None;
        let module = self.module;
        for selector in &module.syntax.ast[clause.selectors] {
            let Some(case) = selector.case() else { continue };
            let case = self.single(case)?;
            let case = match self.code.known(case) {
                Some(bits) => self.code.constant(ty, bits & 0xffff_ffff),
                None => case,
            };
            let equal = self.scalar(Operation::Equal, ty, Type::Bool, [value, case, value]);
            found = Some(match found {
                Some(other) => {
                    self.scalar(Operation::LogicalOr, Type::Bool, Type::Bool, [other, equal, other])
                }
                None => equal,
            });
        }
        match found {
            Some(found) => Ok(found),
            None => Ok(self.code.constant(Type::Bool, 0)),
        }
    }

    /// <https://www.w3.org/TR/WGSL/#loop-statement>
    fn loop_statement(&mut self, body: BlockId, continuing: Option<Continuing>) -> Result<(), Unsupported> {
        self.open_loop();
        let scope = self.probes.scope();
        self.body(body)?;
        if let Some(continuing) = continuing {
            self.block(continuing.block)?;
            if let Some(condition) = continuing.break_if {
                self.probe_condition(condition);
                let condition = self.single(condition)?;
                self.break_where(condition, true)?;
            }
        }
        self.probes.leave_scope(scope);
        self.close_loop();
        Ok(())
    }

    /// A for loop or a while loop. <https://www.w3.org/TR/WGSL/#for-statement>
    fn conditional_loop(
        &mut self,
        condition: Option<ExprId>,
        body: BlockId,
        update: Option<StmtId>,
    ) -> Result<(), Unsupported> {
        self.open_loop();
        if let Some(condition) = condition {
            self.probe_condition(condition);
            let condition = self.single(condition)?;
            self.break_where(condition, false)?;
        }
        let scope = self.probes.scope();
        self.body(body)?;
        self.probes.leave_scope(scope);
        if let Some(update) = update {
            self.statement(update)?;
        }
        self.close_loop();
        Ok(())
    }

    fn open_loop(&mut self) {
        let exit = self.code.begin(Instruction::Block);
        self.code.begin(Instruction::Loop);
        if let Some(function) = self.functions.last_mut() {
            function.loops.push((exit, None));
        }
    }

    /// The body of a loop without its continuing block. That block sees what the body declares before its first `continue`, so the
    /// construct that a `continue` leaves begins there.
    fn body(&mut self, body: BlockId) -> Result<(), Unsupported> {
        self.deeper()?;
        let ast = &self.module.syntax.ast;
        let statements = &ast[ast[body].statements];
        let first = statements.iter().position(|statement| self.continues(*statement));
        let (before, after) = statements.split_at(first.unwrap_or(statements.len()));
        for statement in before {
            self.statement(*statement)?;
        }
        if !after.is_empty() {
            let next = self.code.begin(Instruction::Block);
            let function = self.functions.last_mut();
            if let Some(innermost) = function.and_then(|function| function.loops.last_mut()) {
                innermost.1 = Some(next);
            }
            let scope = self.probes.scope();
            for statement in after {
                self.statement(*statement)?;
            }
            self.code.end();
            // The continuing block sees no declaration after a `continue`.
            self.probes.leave_scope(scope);
        }
        self.nesting.depth -= 1;
        Ok(())
    }

    /// Whether a statement is or has a `continue` for the loop around it.
    fn continues(&self, statement: StmtId) -> bool {
        let ast = &self.module.syntax.ast;
        let statement = ast.stmts[statement.index()];
        // A `continue` in another loop is for that one.
        let is_loop = matches!(statement, Stmt::Loop { .. } | Stmt::For { .. } | Stmt::While { .. });
        let in_block = |block: BlockId| ast[ast[block].statements].iter().any(|inner| self.continues(*inner));
        matches!(statement, Stmt::Continue) || !is_loop && ast.blocks_of(statement).any(in_block)
    }

    fn close_loop(&mut self) {
        self.code.end();
        self.code.end();
        if let Some(function) = self.functions.last_mut() {
            function.loops.pop();
        }
    }

    /// Leaves the innermost loop where the condition is as said.
    fn break_where(&mut self, condition: Register, holds: bool) -> Result<(), Unsupported> {
        let Some((exit, _)) = self.functions.last().and_then(|function| function.loops.last()) else {
            return self.unsupported("expected an enclosing loop or switch");
        };
        self.code.leave_if(*exit, condition, holds);
        Ok(())
    }
}
