//! Calls of functions that return references.

use super::call::This;
use super::place::{Place, pointed};
use super::{Lowering, Outcome};
use msl_validator::ast::{Expr, ExprId, Stmt, StmtId};
use msl_validator::meaning::Callee;
use msl_validator::types::Type as MetalType;
use shader_ir::{Instruction, Type};

impl Lowering<'_> {
    /// The function that returns a reference, if an expression calls one.
    pub(super) fn referring(&self, id: ExprId) -> Option<usize> {
        let instance = match self.ast()[id] {
            Expr::Call(..) => match self.callee(id)? {
                Callee::Function(instance) => instance,
                Callee::Declared(_)
                | Callee::Library { .. }
                | Callee::Texture { .. }
                | Callee::Option(_)
                | Callee::Constructor
                | Callee::ArraySize(_)
                | Callee::LibraryMember(_) => return None,
            },
            Expr::Error
            | Expr::Literal(_)
            | Expr::Name(_)
            | Expr::Construct(..)
            | Expr::ConstructBraces(..)
            | Expr::Braces(_)
            | Expr::Member(..)
            | Expr::Arrow(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Postfix(..)
            | Expr::Binary(..)
            | Expr::Assign(..)
            | Expr::Conditional(..)
            | Expr::Cast(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_)
            | Expr::Paren(_)
            | Expr::This => self.overloaded(id)?,
        };
        let result = self.module.instances.get(instance)?.result;
        matches!(self.kind(result), MetalType::Reference(_)).then_some(instance)
    }

    /// The place that such a call refers to.
    pub(super) fn referred(&mut self, id: ExprId, instance: usize) -> Outcome<Place> {
        let (arguments, this) = if let Expr::Call(callee, arguments) = self.ast()[id] {
            (self.ast()[arguments].to_vec(), self.object_of_call(instance, callee)?)
        } else {
            self.operator_arguments(id, instance)?
        };
        self.expand_to_place(instance, &arguments, this)
    }

    /// The body of a function that returns a reference, in the place of a call.
    pub(super) fn expand_to_place(
        &mut self,
        number: usize,
        arguments: &[ExprId],
        this: Option<This>,
    ) -> Outcome<Place> {
        let module = self.module;
        let instance = &module.instances[number];
        let Some(body) = module.ast[instance.function].body else {
            return self.unsupported("expected a function with a body");
        };
        let locals = self.bind_arguments(number, arguments, None)?;
        let span = self.code.span;
        let place = if let Some((before, value)) = self.only_return(body) {
            // The one place needs no address, so that it may lie in registers. Nothing leaves the function before its end.
            let exit = self.frame()?.exit;
            let frame = self.frame_of(number, (exit, None), locals, this);
            self.frames.push(frame);
            before.iter().try_for_each(|statement| self.statement(*statement))?;
            self.place_or_value(value)?.0
        } else {
            let pointer = self.code.variable(Type::U64);
            let null = self.code.constant(Type::U64, 0);
            self.code.emit(Instruction::Set { to: pointer, value: null });
            let exit = self.code.begin(Instruction::Block);
            let result = (Place::Registers(vec![pointer]), instance.result);
            let frame = self.frame_of(number, (exit, Some(result)), locals, this);
            self.frames.push(frame);
            self.statement(body)?;
            self.code.end();
            pointed(self.code.settled(vec![pointer])[0])
        };
        self.frames.pop();
        self.code.span = span;
        Ok(place)
    }

    /// The value of the only `return` of a body, if that is its last statement, and the statements before it.
    fn only_return(&self, body: StmtId) -> Option<(Vec<StmtId>, ExprId)> {
        let Stmt::Block(statements) = self.ast()[body] else { return None };
        let (end, before) = self.ast()[statements].split_last()?;
        let Stmt::Return(Some(value)) = self.ast()[*end] else { return None };
        let is_plain = before.iter().all(|statement| {
            matches!(self.ast()[*statement], Stmt::Expression(_) | Stmt::Variables(_) | Stmt::Empty)
        });
        is_plain.then(|| (before.to_vec(), value))
    }
}
