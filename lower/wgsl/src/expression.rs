//! Expressions.

use super::lowering::Lowering;
use super::place::is_second_of_result;
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{Location, Memory, Register, Type};
use shader_numeric as value;
use shader_source::steps;
use wgsl_spec::{Operator, Scalar};
use wgsl_validator::ast::{Expr, ExprId, UnaryOperator, VariableKind};
use wgsl_validator::constant::ConstantId;
use wgsl_validator::types::{TypeId, TypeKind};

impl Lowering<'_> {
    /// The type that an expression is used as.
    pub(super) fn used_type(&self, id: ExprId) -> TypeId {
        let typed = self.module.meaning[id];
        match (typed.used_as, self.kind(typed.ty)) {
            (Some(ty), _) => ty,
            (None, TypeKind::Reference(_, store, _)) => store,
            (None, _) => typed.ty,
        }
    }

    /// The value of an expression, loaded and converted as its use asks.
    pub(super) fn value(&mut self, id: ExprId) -> Result<Value, Unsupported> {
        let ty = self.used_type(id);
        self.value_as(id, ty)
    }

    /// The value of an expression as a type that it converts to.
    pub(super) fn value_as(&mut self, id: ExprId, ty: TypeId) -> Result<Value, Unsupported> {
        self.deeper()?;
        let before = core::mem::replace(&mut self.code.span, self.module.syntax.ast.span(id));
        let typed = self.module.meaning[id];
        let value = match typed.constant {
            Some(constant) if self.is_certain_as(id, ty) => self.constant_value(constant, typed.ty, ty),
            Some(constant) => self.uncertain_value(id, constant, typed.ty, ty),
            None if matches!(self.kind(typed.ty), TypeKind::Reference(..)) => {
                let (place, store) = self.place(id)?;
                self.load(&place, store)
            }
            None => self.compute(id).map(|value| self.concrete(value, ty)),
        };
        self.code.span = before;
        self.nesting.depth -= 1;
        value
    }

    /// A value whose scalars are not abstract. They are in an operand that is not evaluated: const evaluation has left it alone.
    fn concrete(&mut self, value: Value, ty: TypeId) -> Value {
        match (value, self.leaf_scalar(ty)) {
            (Value::Registers(mut registers), Some(scalar)) if !scalar.ty().is_wide() => {
                for register in &mut registers {
                    if self.code.ty(*register).is_wide() {
                        *register = self.convert(*register, scalar.ty());
                    }
                }
                Value::Registers(registers)
            }
            (value, _) => value,
        }
    }

    /// The registers of a value without arrays.
    pub(super) fn registers(&mut self, id: ExprId) -> Result<Vec<Register>, Unsupported> {
        let value = self.value(id)?;
        self.in_registers(value)
    }

    pub(super) fn in_registers(&self, value: Value) -> Result<Vec<Register>, Unsupported> {
        match value {
            Value::Registers(registers) => Ok(registers),
            Value::Memory(_) | Value::Pointer(_) | Value::Handle(_) => {
                self.unsupported("this value can't be executed yet")
            }
        }
    }

    pub(super) fn single(&mut self, id: ExprId) -> Result<Register, Unsupported> {
        match self.registers(id)?.first() {
            Some(register) => Ok(*register),
            None => self.unsupported("expected an expression with a value"),
        }
    }

    /// The values of operands from left to right. One that a later operand could change is copied.
    pub(super) fn operands(&mut self, ids: &[ExprId]) -> Result<Vec<Value>, Unsupported> {
        let mut values = Vec::with_capacity(ids.len());
        for (index, id) in ids.iter().enumerate() {
            let value = self.value(*id)?;
            let changes = ids[index + 1..].iter().any(|later| self.has_call[later.index()]);
            values.push(if changes { self.settled(value) } else { value });
        }
        Ok(values)
    }

    pub(super) fn operand_registers(&mut self, ids: &[ExprId]) -> Result<Vec<Vec<Register>>, Unsupported> {
        let values = self.operands(ids)?;
        values.into_iter().map(|value| self.in_registers(value)).collect()
    }

    /// A value that is known, as a type that it converts to.
    fn constant_value(
        &mut self,
        constant: ConstantId,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Unsupported> {
        let count = self.module.meaning.types.info(to).scalars as usize;
        if self.has_array(to) {
            return self.shared_constant(constant, from, to);
        }
        let bits = self.converted_bits(constant, from, to, count);
        let leaves = self.leaves(to)?;
        let registers =
            leaves.iter().zip(bits).map(|(leaf, bits)| self.code.constant(leaf.ty, bits)).collect();
        Ok(Value::Registers(registers))
    }

    pub(super) fn converted_bits(
        &self,
        constant: ConstantId,
        from: TypeId,
        to: TypeId,
        count: usize,
    ) -> Vec<u64> {
        let mut bits = self.constant_bits(constant, count);
        let (Some(from_scalar), Some(to_scalar)) = (self.leaf_scalar(from), self.leaf_scalar(to)) else {
            return bits;
        };
        let kind = self.kind(from);
        let fractions =
            if let TypeKind::FrexpResult(size, _) = kind { Some(usize::from(size)) } else { None };
        for (index, bits) in bits.iter_mut().enumerate() {
            let is_exponent = fractions.is_some_and(|count| index / count % 2 == 1);
            let (from, to) = if is_exponent {
                let from = if from_scalar.is_abstract() { Scalar::AbstractInt } else { Scalar::I32 };
                (from, Scalar::I32)
            } else {
                (from_scalar, to_scalar)
            };
            // The validator has refused what can't be converted.
            *bits = value::convert(from.ty(), to.ty(), *bits).unwrap_or(0);
        }
        bits
    }

    /// Returns a value with arrays in constant memory, which all uses of it share: an array may be long, and used as often as a program has
    /// expressions.
    fn shared_constant(
        &mut self,
        constant: ConstantId,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Unsupported> {
        // The value zero of each type is a constant of its own, of any size.
        let zero = self.module.meaning.constants.is_implicit_zero(constant).then(|| self.bytes(to).1);
        let known = match zero {
            Some(size) => self.shared.zeros.filter(|(known, _)| *known >= size).map(|(_, offset)| offset),
            None => self.shared.constants.get(&(constant, from, to)).copied(),
        };
        if let Some(offset) = known {
            let address = self.code.number(0);
            return Ok(Value::Memory(Location { memory: Memory::Constant, address, offset }));
        }
        let value = self.constant_in_memory(constant, from, to)?;
        if let Value::Memory(Location { offset, .. }) = value {
            match zero {
                Some(size) => self.shared.zeros = Some((size, offset)),
                None => _ = self.shared.constants.insert((constant, from, to), offset),
            }
        }
        Ok(value)
    }

    /// Writes a value with arrays into constant memory.
    pub(super) fn constant_in_memory(
        &mut self,
        constant: ConstantId,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Unsupported> {
        let size = self.bytes(to).1;
        let start = self.code.program.constant_words.len();
        if size.saturating_add(start as u64 * 4) > 1 << 28 {
            return self.unsupported("the program's constants exceed the executor's memory limit");
        }
        steps::take(size as usize);
        self.code.program.constant_words.resize(start + (size as usize).div_ceil(4), 0);
        let location =
            Location { memory: Memory::Constant, address: self.code.number(0), offset: start as u32 * 4 };
        if !self.module.meaning.constants.is_implicit_zero(constant) {
            let bits = self.converted_bits(constant, from, to, 0);
            for (leaf, bits) in self.leaves_of_arrays(to)?.iter().zip(bits) {
                let at = location.offset + leaf.offset;
                let mask = if leaf.ty.size() == 2 { 0xffff } else { u32::MAX };
                let shift = at % 4 * 8;
                if let Some(word) = self.code.program.constant_words.get_mut(at as usize / 4) {
                    *word = *word & !(mask << shift) | (bits as u32 & mask) << shift;
                }
            }
        }
        Ok(Value::Memory(location))
    }

    /// An expression that is not a reference and whose value is not known.
    pub(super) fn compute(&mut self, id: ExprId) -> Result<Value, Unsupported> {
        match self.module.syntax.ast[id] {
            Expr::Paren(inner) => self.value(inner),
            Expr::Name(_) => self.named(id),
            Expr::Call(callee, arguments) => match self.call(id, callee, arguments)? {
                Some(value) => Ok(value),
                None => self.unsupported("expected a call that returns a value"),
            },
            Expr::Member(base, member) => self.member_value(id, base, member),
            Expr::Index(base, index) => self.element_value(base, index),
            Expr::Unary(UnaryOperator::AddressOf, inner) => {
                let (place, _) = self.place(inner)?;
                Ok(Value::Pointer(place))
            }
            Expr::Unary(operator, inner) => self.unary(id, operator, inner),
            Expr::Binary(Operator::LogicalAnd, left, right) => self.short_circuit(left, right, true),
            Expr::Binary(Operator::LogicalOr, left, right) => self.short_circuit(left, right, false),
            Expr::Binary(operator, left, right) => self.binary(id, operator, left, right),
            Expr::Error | Expr::Literal(_) | Expr::Template(..) | Expr::ContextName(_) => {
                self.unsupported("this expression can't be executed yet")
            }
        }
    }

    /// The value or place of a name.
    fn named(&mut self, id: ExprId) -> Result<Value, Unsupported> {
        match self.names.get(self.module.resolution.binding(id)) {
            Some(value) => Ok(value.clone()),
            None => self.value_of_declaration(id),
        }
    }

    /// A module-scope constant whose value is taken from its declaration: an override without a literal value.
    fn value_of_declaration(&mut self, id: ExprId) -> Result<Value, Unsupported> {
        let variable = self.declared(id);
        let value = variable.filter(|it| self.module.syntax.ast[*it].kind != VariableKind::Var);
        let typed = value.map(|value| self.module.meaning[value].typed);
        match typed.and_then(|typed| Some((typed.constant?, typed.ty))) {
            Some((constant, ty)) => self.constant_value(constant, ty, self.used_type(id)),
            None => self.unsupported("expected the name of a value"),
        }
    }

    /// The place of a reference, and the type of what it holds.
    pub(super) fn place(&mut self, id: ExprId) -> Result<(Place, TypeId), Unsupported> {
        self.deeper()?;
        let before = core::mem::replace(&mut self.code.span, self.module.syntax.ast.span(id));
        let found = self.place_of(id);
        self.code.span = before;
        self.nesting.depth -= 1;
        found
    }

    fn place_of(&mut self, id: ExprId) -> Result<(Place, TypeId), Unsupported> {
        let TypeKind::Reference(_, store, _) = self.kind(self.module.meaning[id].ty) else {
            return self.unsupported("expected a reference");
        };
        match self.module.syntax.ast[id] {
            Expr::Paren(inner) => self.place(inner),
            Expr::Name(_) => {
                let value = self.named(id)?;
                Ok((self.pointed(value)?, store))
            }
            Expr::Unary(UnaryOperator::Indirection, inner) => Ok((self.pointer(inner)?, store)),
            Expr::Member(base, member) => {
                let (place, ty) = self.base(base)?;
                match self.member_place(&place, ty, member) {
                    Some(part) => Ok(part),
                    None => self.unsupported("expected a member in memory"),
                }
            }
            Expr::Index(base, index) => {
                let (place, ty) = self.base(base)?;
                let index = self.single(index)?;
                self.element_place(&place, ty, index)
            }
            Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Call(..)
            | Expr::Literal(_)
            | Expr::Error
            | Expr::Template(..)
            | Expr::ContextName(_) => self.unsupported("expected a reference"),
        }
    }

    /// The place of which a part is taken: that of a reference, or of what a pointer points to.
    pub(super) fn base(&mut self, id: ExprId) -> Result<(Place, TypeId), Unsupported> {
        if let TypeKind::Pointer(_, store, _) = self.kind(self.module.meaning[id].ty) {
            return Ok((self.pointer(id)?, store));
        }
        self.place(id)
    }

    pub(super) fn pointer(&mut self, id: ExprId) -> Result<Place, Unsupported> {
        let value = self.value(id)?;
        self.pointed(value)
    }

    fn pointed(&self, value: Value) -> Result<Place, Unsupported> {
        match value {
            Value::Pointer(place) => Ok(place),
            Value::Registers(_) | Value::Memory(_) | Value::Handle(_) => {
                self.unsupported("expected a pointer")
            }
        }
    }

    pub(super) fn is_in_memory(&self, id: ExprId) -> bool {
        let ty = self.module.meaning[id].ty;
        matches!(self.kind(ty), TypeKind::Reference(..) | TypeKind::Pointer(..))
    }

    /// `base.member` as a value: a swizzle, or a member of a value.
    fn member_value(
        &mut self,
        id: ExprId,
        base: ExprId,
        member: wgsl_spec::Symbol,
    ) -> Result<Value, Unsupported> {
        let (value, ty) = if self.is_in_memory(base) {
            let (place, ty) = self.base(base)?;
            (self.load(&place, ty)?, ty)
        } else {
            let ty = self.used_type(base);
            (self.value(base)?, ty)
        };
        match (self.kind(ty), value) {
            (TypeKind::Vector(..), Value::Registers(registers)) => {
                let letters = self.component_letters(member);
                Ok(Value::Registers(letters.iter().map(|letter| registers[usize::from(*letter)]).collect()))
            }
            (TypeKind::Struct(_), Value::Memory(location)) => {
                match self.member_place(&Place::Memory(location), ty, member) {
                    Some((place, ty)) => self.part_of_value(&place, ty),
                    None => self.unsupported("expected a member in memory"),
                }
            }
            (TypeKind::Struct(structure), Value::Registers(registers)) => {
                let Some((member_ty, before)) = self.module.meaning.types.member(structure, member) else {
                    return self.unsupported("unknown member");
                };
                let first = before as usize;
                Ok(Value::Registers(registers[first..first + self.scalars(member_ty)].to_vec()))
            }
            (_, Value::Registers(registers)) => {
                // The two members of the result of a builtin function.
                let count = self.scalars(self.module.meaning[id].ty);
                let first = if is_second_of_result(member) { registers.len() - count } else { 0 };
                Ok(Value::Registers(registers[first..first + count].to_vec()))
            }
            _ => self.unsupported("members of this value can't be executed yet"),
        }
    }

    fn element_value(&mut self, base: ExprId, index: ExprId) -> Result<Value, Unsupported> {
        let ty = self.used_type(base);
        let mut value = self.value(base)?;
        if self.has_call[index.index()] {
            value = self.settled(value);
        }
        let index = self.single(index)?;
        self.element_of_value(&value, ty, index)
    }

    /// A scalar operation.
    pub(super) fn scalar(
        &mut self,
        operation: shader_numeric::Operation,
        ty: Type,
        result: Type,
        operands: [Register; 3],
    ) -> Register {
        let (to, precision) = (self.code.register(result), shader_ir::Precision::Default);
        self.code.emit(shader_ir::Instruction::Scalar { operation, ty, precision, to, operands });
        to
    }
}
