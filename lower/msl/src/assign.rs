//! Assignments. Section 3.1

use super::lowering::{Lowering, Outcome, Place, Value};
use super::operator::in_range;
use super::types::memory_type;
use cxx_validator::ast::BinaryOperator;
use msl_spec::ValueType;
use msl_validator::typed::{ExprId, Place as Node, PlaceId};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{Instruction, Register, Type};
use shader_numeric::Operation;

/// The value of an assignment, and the place that it is, which must not be evaluated again. Several components of a vector are not a place.
type Assigned = (Value, Option<Place>);

impl Lowering<'_> {
    pub(super) fn assign(&mut self, target: PlaceId, value: ExprId) -> Outcome<Assigned> {
        let ty = self.tree().place_type(target);
        if let Some((parts, vector)) = self.several_components(target)? {
            let value = self.registers(value)?;
            return Ok(self.store_components(&parts, vector, value));
        }
        if let MetalType::Pointer(_) = self.kind(ty) {
            let place = self.place(target)?;
            let value = self.value(value)?;
            self.store(&place, ty, value.clone())?;
            return Ok((value, Some(place)));
        }
        let value = self.value(value)?;
        // A constructor begins a reference with an address: the end of a new object is not executed.
        if self.is_reference(ty) && !matches!(value, Value::Pointer(_)) {
            return self.unsupported(super::construct::OTHER_REFERENCE);
        }
        let value = self.settled(value);
        let place = self.place(target)?;
        self.store(&place, ty, value.clone())?;
        Ok((value, Some(place)))
    }

    /// An assignment that combines the old value, in the type of the operation, with a different one.
    pub(super) fn assign_with(
        &mut self,
        operator: BinaryOperator,
        target: PlaceId,
        value: ExprId,
        operand: TypeId,
    ) -> Outcome<Assigned> {
        let ty = self.tree().place_type(target);
        if let Some((parts, vector)) = self.several_components(target)? {
            let old = parts.iter().map(|part| self.load_component(part, vector)).collect();
            let new = self.combined(operator, (ty, Value::Registers(old)), operand, value)?;
            let new = self.registers_of(new)?;
            return Ok(self.store_components(&parts, vector, new));
        }
        let place = self.place(target)?;
        let new = if let MetalType::Pointer(object) = self.kind(ty) {
            let old = self.pointer_in(&place, ty)?;
            let index = self.single(value)?;
            let is_back = operator == BinaryOperator::Subtract;
            Value::Pointer(self.moved_by(&old, index, is_back, object.ty)?)
        } else {
            let old = self.load(&place, ty)?;
            self.combined(operator, (ty, old), operand, value)?
        };
        self.store(&place, ty, new.clone())?;
        Ok((new, Some(place)))
    }

    fn settled(&mut self, value: Value) -> Value {
        match value {
            Value::Registers(registers) => Value::Registers(self.code.settled(registers)),
            Value::Memory(_) | Value::Pointer(_) | Value::Handle(_) | Value::Nothing => value,
        }
    }

    /// The old value of an object, combined with a different one, in the type of the object.
    fn combined(
        &mut self,
        operator: BinaryOperator,
        (ty, old): (TypeId, Value),
        operand: TypeId,
        right: ExprId,
    ) -> Outcome<Value> {
        let old = self.settled(old);
        let Value::Registers(old) = self.convert(old, ty, operand)? else {
            return self.unsupported("this assignment can't be executed yet");
        };
        let right_ty = self.ty(right);
        let new = self.registers(right)?;
        let result = self.operate(operator, (operand, old), (right_ty, new))?;
        // A scalar and a vector give a vector, which the object is then.
        let result_ty = match (self.value_type(operand), self.value_type(right_ty)) {
            (Some(ValueType::Scalar(_)), Some(ValueType::Vector(..) | ValueType::Matrix(..))) => right_ty,
            _ => operand,
        };
        self.convert(Value::Registers(result), result_ty, ty)
    }

    /// The pointer that a place holds, as it is now.
    fn pointer_in(&mut self, place: &Place, ty: TypeId) -> Outcome<Place> {
        let value = self.load(place, ty)?;
        let value = self.settled(value);
        self.pointed_place(value)
    }

    /// `x++`, `--x`: the value before, the one after, and the place of `x`, which must not be evaluated again.
    pub(super) fn step(&mut self, target: PlaceId, is_up: bool) -> Outcome<(Value, Value, Place)> {
        let ty = self.tree().place_type(target);
        let place = self.place(target)?;
        if let MetalType::Pointer(object) = self.kind(ty) {
            let old = self.pointer_in(&place, ty)?;
            let index = self.code.constant(Type::I32, if is_up { 1 } else { u64::from(u32::MAX) });
            let (stride, _) = self.layout(object.ty)?;
            let new = Value::Pointer(self.moved(&old, index, stride)?);
            self.store(&place, ty, new.clone())?;
            return Ok((Value::Pointer(old), new, place));
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

    /// The components of a vector that a place is, if it is several.
    fn several_components(&mut self, id: PlaceId) -> Outcome<Option<(Vec<Place>, ValueType)>> {
        let Node::Components(base, components) = self.tree()[id] else { return Ok(None) };
        if components.single().is_some() {
            return Ok(None);
        }
        self.component_places(base, components).map(Some)
    }

    /// Writes components, after all values are known.
    fn store_components(&mut self, parts: &[Place], vector: ValueType, values: Vec<Register>) -> Assigned {
        let values = self.code.settled(values);
        for (part, value) in parts.iter().zip(&values) {
            let value = *value;
            self.code.emit(match part {
                Place::Registers(registers) => Instruction::Set { to: registers[0], value },
                Place::Memory(location) => {
                    Instruction::Store { ty: memory_type(vector.scalar()), into: *location, value }
                }
            });
        }
        (Value::Registers(values), None)
    }
}
