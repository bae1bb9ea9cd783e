//! Conversions. Sections 2.14, 2.15 and 7.6

use super::place::Place;
use super::types::register_type;
use super::{Lowering, Outcome, Value};
use msl_spec::{Class, Scalar, ValueType};
use msl_validator::ast::ExprId;
use msl_validator::meaning::ExprMeaning;
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{Instruction, Register, Type};
use shader_numeric::Operation;

impl Lowering<'_> {
    /// A scalar in another type.
    pub(super) fn converted_register(&mut self, value: Register, into: Type) -> Register {
        let from = self.code.ty(value);
        if from == into {
            return value;
        }
        if let Some(bits) = self.code.known(value) {
            return self.code.constant(into, shader_numeric::convert::converted(from, into, bits));
        }
        let to = self.code.register(into);
        self.code.emit(Instruction::Convert { from, into, to, value });
        to
    }

    /// An expression where its conversion leads, and from there to a type.
    pub(super) fn value_as(&mut self, id: ExprId, ty: TypeId) -> Outcome<Value> {
        if let msl_validator::ast::Expr::Braces(_) = self.ast()[id] {
            return self.braces(id, ty);
        }
        let meaning = self.meaning(id);
        let own = meaning.converted.unwrap_or(meaning.ty);
        let value = self.used(id)?;
        self.convert(value, own, ty)
    }

    /// An expression after its conversion.
    pub(super) fn used(&mut self, id: ExprId) -> Outcome<Value> {
        let meaning = self.meaning(id);
        let value = self.value(id)?;
        match meaning.converted {
            Some(to) => self.converted_value(meaning, value, to),
            None => Ok(value),
        }
    }

    /// The value of an expression after its conversion.
    pub(super) fn converted_value(
        &mut self,
        meaning: ExprMeaning,
        value: Value,
        to: TypeId,
    ) -> Outcome<Value> {
        let Some(number) = meaning.conversion else { return self.convert(value, meaning.ty, to) };
        let body = self.frame()?.body;
        self.converted_by(body.callees.get(number as usize), value, (meaning.ty, to))
    }

    /// The scalars of an expression after its conversion.
    pub(super) fn registers(&mut self, id: ExprId) -> Outcome<Vec<Register>> {
        match self.used(id)? {
            Value::Registers(registers) => Ok(registers),
            Value::Pointer(place) => Ok(vec![self.pointer_register(&place)?]),
            Value::Memory(_) | Value::Handle(_) | Value::Nothing => {
                self.unsupported("expected a scalar or vector")
            }
        }
    }

    /// The scalar of an expression after its conversion.
    pub(super) fn single(&mut self, id: ExprId) -> Outcome<Register> {
        match self.registers(id)?.as_slice() {
            [register] => Ok(*register),
            _ => self.unsupported("expected a scalar"),
        }
    }

    /// A value in another type.
    pub(super) fn convert(&mut self, value: Value, from: TypeId, into: TypeId) -> Outcome<Value> {
        if from == into {
            return Ok(value);
        }
        if let MetalType::Reference(object) = self.kind(into) {
            return self.convert(value, from, object.ty);
        }
        match (self.kind(from), self.kind(into), value) {
            (MetalType::Array(element, _), MetalType::Pointer(_), Value::Memory(location)) => {
                let _ = element;
                Ok(Value::Pointer(Place::Memory(location)))
            }
            (
                MetalType::Pointer(_),
                MetalType::Value(to),
                value @ (Value::Pointer(_) | Value::Registers(_)),
            ) => {
                let register = match value {
                    Value::Pointer(place) => self.pointer_register(&place)?,
                    Value::Registers(registers) => registers[0],
                    Value::Memory(_) | Value::Handle(_) | Value::Nothing => {
                        return self.unsupported("expected a pointer");
                    }
                };
                if to.scalar() != Scalar::Bool {
                    return Ok(Value::Registers(vec![
                        self.converted_register(register, register_type(to.scalar())),
                    ]));
                }
                let null = self.code.constant(Type::U64, 0);
                let is_there = self.scalar(Operation::NotEqual, Type::U64, [register, null, null]);
                Ok(Value::Registers(vec![is_there]))
            }
            (MetalType::Pointer(_) | MetalType::Null, MetalType::Pointer(_), value) => Ok(value),
            (MetalType::Value(_), MetalType::Pointer(_), Value::Registers(registers)) => {
                let address = self.converted_register(registers[0], Type::U64);
                Ok(Value::Pointer(super::place::pointed(address)))
            }
            (MetalType::Value(_), MetalType::Class(vote), Value::Registers(registers)) => {
                let mut bits = self.converted_register(registers[0], Type::U64);
                // Only the bits of four threads remain. Section 6.8.3
                if vote == Class::QuadVote {
                    let mask = self.code.constant(Type::U64, 15);
                    bits = self.scalar(Operation::BitAnd, Type::U64, [bits, mask, mask]);
                }
                Ok(Value::Registers(vec![bits]))
            }
            (MetalType::Class(_), MetalType::Value(value), Value::Registers(registers)) => {
                let ty = register_type(value.scalar());
                Ok(Value::Registers(vec![self.converted_register(registers[0], ty)]))
            }
            // A structure that converts to everything has no value: it stands for zero.
            (MetalType::Structure(_), to, _) if !matches!(to, MetalType::Structure(_)) => self.zero(into),
            (_, _, Value::Registers(registers)) => {
                let (Some(from), Some(into)) = (self.value_type(from), self.value_type(into)) else {
                    return Ok(Value::Registers(registers));
                };
                Ok(Value::Registers(self.convert_registers(&registers, from, into)))
            }
            (_, _, value) => Ok(value),
        }
    }

    /// Scalars, vectors and matrices in another type: a scalar becomes every component.
    pub(super) fn convert_registers(
        &mut self,
        registers: &[Register],
        from: ValueType,
        into: ValueType,
    ) -> Vec<Register> {
        let ty = register_type(into.scalar());
        let converted: Vec<Register> =
            registers.iter().map(|register| self.converted_register(*register, ty)).collect();
        match (from, into) {
            (ValueType::Scalar(_), ValueType::Vector(_, width) | ValueType::PackedVector(_, width)) => {
                vec![converted[0]; width.count() as usize]
            }
            _ => converted,
        }
    }

    /// The value zero.
    pub(super) fn zero(&mut self, ty: TypeId) -> Outcome<Value> {
        if self.has_array(ty) {
            let location = self.allocate(ty)?;
            self.clear(&Place::Memory(location), ty)?;
            return Ok(Value::Memory(location));
        }
        let leaves = self.leaves(ty)?;
        Ok(Value::Registers(leaves.iter().map(|leaf| self.code.constant(leaf.ty.of_register(), 0)).collect()))
    }
}
