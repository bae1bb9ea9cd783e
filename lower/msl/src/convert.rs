//! Conversions. Sections 2.14, 2.15 and 7.6

use super::lowering::{Lowering, Outcome, Place, Value};
use super::types::register_type;
use msl_spec::{Class, Scalar, ValueType};
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

    /// A value in another type.
    pub(super) fn convert(&mut self, value: Value, from: TypeId, into: TypeId) -> Outcome<Value> {
        if from == into {
            return Ok(value);
        }
        match (self.kind(from), self.kind(into), value) {
            (_, MetalType::Void, _) => Ok(Value::Nothing),
            (MetalType::Pointer(_), MetalType::Value(to), value) => {
                let register = self.registers_of(value)?[0];
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
