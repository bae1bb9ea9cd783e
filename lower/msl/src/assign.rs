//! Assignments. Section 3.1

use super::operator::in_range;
use super::place::Place;
use super::types::memory_type;
use super::{Binding, Lowering, Outcome, Value};
use msl_spec::ValueType;
use msl_validator::ast::{BinaryOperator, Expr, ExprId};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::Register;
use shader_numeric::Operation;

impl Lowering<'_> {
    /// An assignment: its value, and the place that it is, which must not be evaluated again. Several components of a vector are not a place.
    pub(super) fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        left: ExprId,
        right: ExprId,
    ) -> Outcome<(Value, Option<Place>)> {
        let ty = self.meaning(left).ty;
        if let Some((vector, numbers)) = self.swizzled(left) {
            return Ok((self.assign_swizzle(operator, (vector, &numbers), (left, ty), right)?, None));
        }
        if let MetalType::Pointer(object) = self.kind(ty) {
            return self.assign_pointer(operator, left, right, (ty, object.ty));
        }
        match operator {
            None => {
                let value = self.value_as(right, ty)?;
                let value = self.settled(value);
                let (place, _) = self.place(left)?;
                self.store(&place, ty, value.clone())?;
                Ok((value, Some(place)))
            }
            Some(operator) => {
                let (place, _) = self.place(left)?;
                let old = self.load(&place, ty)?;
                let new = self.combined(operator, (left, ty, old), right)?;
                self.store(&place, ty, new.clone())?;
                Ok((new, Some(place)))
            }
        }
    }

    fn settled(&mut self, value: Value) -> Value {
        match value {
            Value::Registers(registers) => Value::Registers(self.code.settled(registers)),
            Value::Memory(_) | Value::Pointer(_) | Value::Handle(_) | Value::Nothing => value,
        }
    }

    /// The old value of an lvalue, combined with another one, in the type of the lvalue.
    fn combined(
        &mut self,
        operator: BinaryOperator,
        (left, ty, old): (ExprId, TypeId, Value),
        right: ExprId,
    ) -> Outcome<Value> {
        let old = self.settled(old);
        let operand_ty = self.used_type(left);
        let Value::Registers(old) = self.convert(old, ty, operand_ty)? else {
            return self.unsupported("this assignment can't be executed yet");
        };
        let right_ty = self.used_type(right);
        let new = self.registers(right)?;
        let result = self.operate(operator, (operand_ty, old), (right_ty, new))?;
        // A scalar and a vector give a vector, which the lvalue is then.
        let result_ty = self.result_type(operand_ty, right_ty);
        self.convert(Value::Registers(result), result_ty, ty)
    }

    fn result_type(&self, left: TypeId, right: TypeId) -> TypeId {
        match (self.value_type(left), self.value_type(right)) {
            (Some(ValueType::Scalar(_)), Some(ValueType::Vector(..) | ValueType::Matrix(..))) => right,
            _ => left,
        }
    }

    fn assign_pointer(
        &mut self,
        operator: Option<BinaryOperator>,
        left: ExprId,
        right: ExprId,
        (ty, pointee): (TypeId, TypeId),
    ) -> Outcome<(Value, Option<Place>)> {
        let (place, _) = self.place(left)?;
        let value = match operator {
            None => self.value_as(right, ty)?,
            Some(operator) => {
                let Value::Pointer(old) = self.pointer_in(&place, ty)? else {
                    return self.unsupported("expected a pointer");
                };
                let index = self.single(right)?;
                let index = if operator == BinaryOperator::Subtract {
                    let index = self.converted_register(index, shader_ir::Type::I32);
                    self.scalar(Operation::Negate, shader_ir::Type::I32, [index; 3])
                } else {
                    index
                };
                let (stride, _) = self.layout(pointee)?;
                Value::Pointer(self.moved(&old, index, stride)?)
            }
        };
        self.store(&place, ty, value.clone())?;
        Ok((value, Some(place)))
    }

    /// The pointer that a place holds.
    fn pointer_in(&mut self, place: &Place, ty: TypeId) -> Outcome<Value> {
        let value = self.load(place, ty)?;
        let Value::Registers(registers) = &value else { return Ok(value) };
        let &[pointer] = registers.as_slice() else { return Ok(value) };
        let pointer = self.code.settled(vec![pointer])[0];
        Ok(Value::Pointer(super::place::pointed(pointer)))
    }

    /// `x++`, `--x`: the value before, the one after, and the place of `x`, which must not be evaluated again.
    pub(super) fn step(&mut self, operand: ExprId, is_up: bool) -> Outcome<(Value, Value, Place)> {
        let ty = self.meaning(operand).ty;
        let (place, _) = self.place(operand)?;
        if let MetalType::Pointer(object) = self.kind(ty) {
            let old = self.pointer_in(&place, ty)?;
            let Value::Pointer(from) = &old else { return self.unsupported("expected a pointer") };
            let index = self.code.constant(shader_ir::Type::I32, if is_up { 1 } else { u64::from(u32::MAX) });
            let (stride, _) = self.layout(object.ty)?;
            let new = Value::Pointer(self.moved(from, index, stride)?);
            self.store(&place, ty, new.clone())?;
            return Ok((old, new, place));
        }
        let Value::Registers(old) = self.load(&place, ty)? else {
            return self.unsupported("operands of this type can't be incremented yet");
        };
        let old = self.code.settled(old);
        let operation = if is_up { Operation::Add } else { Operation::Subtract };
        // A small scalar is counted as an `int`, and the result is converted: it wraps.
        let is_promoted = old.len() == 1 && self.code.ty(old[0]).size() < 4;
        let mut new = Vec::new();
        for register in &old {
            let scalar = self.code.ty(*register);
            let operation = if is_promoted { operation } else { in_range(operation, scalar) };
            let one = self.code.constant(scalar, super::constant::bits_of(1.0, scalar));
            new.push(self.scalar(operation, scalar, [*register, one, one]));
        }
        self.store(&place, ty, Value::Registers(new.clone()))?;
        Ok((Value::Registers(old), Value::Registers(new), place))
    }

    /// The vector and the components that an lvalue with several letters names.
    fn swizzled(&self, id: ExprId) -> Option<(ExprId, Vec<usize>)> {
        if let Expr::Paren(inner) = self.ast()[id] {
            return self.swizzled(inner);
        }
        let Expr::Member(base, member) = self.ast()[id] else { return None };
        let is_vector = self.value_type(self.meaning(base).ty).is_some();
        let numbers = self.module.components(member);
        (is_vector && numbers.len() > 1).then_some((base, numbers))
    }

    fn assign_swizzle(
        &mut self,
        operator: Option<BinaryOperator>,
        (vector, numbers): (ExprId, &[usize]),
        (left, ty): (ExprId, TypeId),
        right: ExprId,
    ) -> Outcome<Value> {
        let (place, whole_ty) = self.place(vector)?;
        let Some(whole) = self.value_type(whole_ty) else { return self.unsupported("expected a vector") };
        let parts = Self::components(&place, whole, numbers);
        let value = match operator {
            None => self.value_as(right, ty)?,
            Some(operator) => {
                let mut old: Vec<Register> = Vec::new();
                for part in &parts {
                    old.push(self.load_component(part, whole));
                }
                self.combined(operator, (left, ty, Value::Registers(old)), right)?
            }
        };
        let Value::Registers(registers) = self.settled(value) else {
            return self.unsupported("expected a vector");
        };
        for (part, register) in parts.iter().zip(&registers) {
            self.store_component(part, whole, *register);
        }
        Ok(Value::Registers(registers))
    }

    fn store_component(&mut self, part: &Place, vector: ValueType, value: Register) {
        use shader_ir::Instruction;
        match part {
            Place::Registers(registers) => {
                self.code.emit(Instruction::Set { to: registers[0], value });
            }
            Place::Memory(location) => {
                let ty = memory_type(vector.scalar());
                self.code.emit(Instruction::Store { ty, into: *location, value });
            }
        }
    }

    /// An object that a reference refers to.
    pub(super) fn bound(place: Place) -> Binding {
        Binding::Place(place)
    }
}
