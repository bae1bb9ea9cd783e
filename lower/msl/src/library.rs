//! Functions of the library. Section 6

use super::lowering::{Lowering, Outcome, Place, Value};
use super::operator::Operand;
use super::types::{register_type, shape};
use cxx_validator::ast::BinaryOperator;
use msl_spec::{AtomicFunction, BarrierFunction, FunctionOperation, ValueType};
use msl_validator::meaning::Variant;
use msl_validator::typed::{Argument, Expr, ExprId, LibraryCall};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{
    AtomicOperation, BarrierMemory, BarrierScope, Exchange, Instruction, Precision, Register, Type,
};
use shader_numeric::signature::Class;
use shader_numeric::{Operation, Steps};

impl Lowering<'_> {
    pub(super) fn library(&mut self, call: LibraryCall) -> Outcome<Value> {
        let usual = self.precision;
        self.precision = match call.variant {
            Some(Variant::Precise) => Precision::Precise,
            Some(Variant::Fast) => Precision::Fast,
            None => usual,
        };
        let value = self.library_steps(call);
        self.precision = usual;
        value
    }

    fn library_steps(&mut self, call: LibraryCall) -> Outcome<Value> {
        let LibraryCall { function, signature: number, variable, .. } = call;
        let list = self.tree()[call.arguments].to_vec();
        let arguments = list.as_slice();
        let result = function.signatures[number].result.value(variable);
        match function.operation {
            FunctionOperation::Value(operation) => {
                let operands = self.operands(arguments)?;
                let Some(result) = result else {
                    return self.unsupported("expected a function with a value");
                };
                self.value_operation(operation, operands, result).map(Value::Registers)
            }
            FunctionOperation::Composed(composed) => {
                let Some(result) = result else {
                    return self.unsupported("expected a function with a value");
                };
                self.composed(composed, arguments, result).map(Value::Registers)
            }
            FunctionOperation::Atomic(atomic) => self.atomic(atomic, arguments),
            FunctionOperation::Barrier(barrier) => self.barrier(barrier, arguments),
            FunctionOperation::Simd(group) => {
                let operands = self.operands(arguments)?;
                self.simd(group, &operands).map(Value::Registers)
            }
            FunctionOperation::Quad(group) => {
                let operands = self.operands(arguments)?;
                self.quad(group, &operands).map(Value::Registers)
            }
            // What the dispatch gives for a texture is there. Section 6.10.18
            FunctionOperation::IsNullTexture => Ok(Value::Registers(vec![self.code.constant(Type::Bool, 0)])),
            FunctionOperation::Derivative(derivative) => {
                let operands = self.operands(arguments)?;
                self.derivative(derivative, &operands).map(Value::Registers)
            }
            FunctionOperation::Discard => {
                self.code.emit(Instruction::Discard);
                Ok(Value::Nothing)
            }
            FunctionOperation::IsFunctionConstantDefined => {
                let [Argument::Value(constant)] = arguments else {
                    return self.unsupported("missing argument");
                };
                let is_defined = self.is_defined(*constant);
                Ok(Value::Registers(vec![self.code.constant(Type::Bool, is_defined.into())]))
            }
            FunctionOperation::SampleCount
            | FunctionOperation::SamplePosition
            | FunctionOperation::NotExecuted => {
                self.unsupported(format!("`{}` can't be executed yet", function.name))
            }
        }
    }

    /// The arguments as operands. A call in an argument has an accuracy of its own.
    pub(super) fn operands(&mut self, arguments: &[Argument]) -> Outcome<Vec<Operand>> {
        let of_call = core::mem::replace(&mut self.precision, self.request.precision());
        let operands = self.operands_of(arguments);
        self.precision = of_call;
        operands
    }

    fn operands_of(&mut self, arguments: &[Argument]) -> Outcome<Vec<Operand>> {
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let Argument::Value(argument) = *argument else {
                return self.unsupported("operands that are objects can't be executed yet");
            };
            let Some(value) = self.value_type(self.ty(argument)) else {
                return self.unsupported("operands of this type can't be executed yet");
            };
            let registers = self.registers(argument)?;
            let registers = self.code.settled(registers);
            operands.push((register_type(value.scalar()), shape(value), registers));
        }
        Ok(operands)
    }

    /// An operation with its result of a type.
    pub(super) fn value_operation(
        &mut self,
        operation: Operation,
        mut operands: Vec<Operand>,
        result: ValueType,
    ) -> Outcome<Vec<Register>> {
        self.demand_of_operation(operation, &operands);
        for (operand, part) in operands.iter_mut().zip(operation.operands()) {
            if part.class == Class::Bool {
                *operand = self.as_booleans(operand.clone());
            }
        }
        // Counts of bits have the type of their operand here, and so have the amounts of shifts.
        if operation.is_componentwise() && operation.steps() == Steps::Each && operands.len() <= 3 {
            self.widen(operation, &mut operands);
            if let Operation::Min | Operation::Max = operation {
                return Ok(self.extreme(operation, &operands));
            }
            return Ok(self.each(operation, &operands));
        }
        let ty = register_type(result.scalar());
        if operation == Operation::Select {
            return self.select(&operands);
        }
        Ok(self.call_operation(operation, operands, (ty, shape(result))))
    }

    /// Operands of the types that an operation takes: numbers of bits are `u32`.
    fn widen(&mut self, operation: Operation, operands: &mut [Operand]) {
        for (operand, part) in operands.iter_mut().zip(operation.operands()) {
            if part.class == Class::U32 {
                let registers = operand.2.iter().map(|register| self.as_unsigned(*register)).collect();
                *operand = (Type::U32, operand.1, registers);
            }
        }
    }

    /// `select(a, b, c)`: b where c holds. Section 6.4
    fn select(&mut self, operands: &[Operand]) -> Outcome<Vec<Register>> {
        let [reject, accept, condition] = operands else { return self.unsupported("missing argument") };
        let count = accept.2.len();
        Ok((0..count)
            .map(|index| {
                let condition = if condition.2.len() == 1 { condition.2[0] } else { condition.2[index] };
                let to = self.code.register(self.code.ty(accept.2[index]));
                let (accept, reject) = (accept.2[index], reject.2[index]);
                self.code.emit(Instruction::Select { to, condition, accept, reject });
                to
            })
            .collect())
    }

    /// The memory that the flags of a barrier name.
    fn barrier(&mut self, function: BarrierFunction, arguments: &[Argument]) -> Outcome<Value> {
        let flags = match arguments.first() {
            Some(Argument::Value(flags)) => self.flags(*flags)?,
            Some(Argument::Place(_) | Argument::Omitted) | None => 0,
        };
        let memory =
            BarrierMemory { workgroup: flags & 2 != 0, buffers: flags & 1 != 0, textures: flags & 4 != 0 };
        let scope = match function {
            BarrierFunction::Threadgroup => BarrierScope::Workgroup,
            BarrierFunction::Simdgroup => BarrierScope::Subgroup,
        };
        self.code.emit(Instruction::Barrier { scope, memory });
        Ok(Value::Nothing)
    }

    /// The bits of flags, several with `|` between them.
    fn flags(&mut self, id: ExprId) -> Outcome<u64> {
        let (mut bits, mut rest) = (0, id);
        while let Expr::Binary(BinaryOperator::BitOr, left, right) = self.tree()[rest] {
            bits |= self.deeper(1, |it| it.flags(right))?;
            rest = left;
        }
        let register = self.single(rest)?;
        match self.code.known(register) {
            Some(known) => Ok(bits | known),
            None => self.unsupported("the flags must be constant"),
        }
    }

    /// The expressions that are arguments: no function with objects among them is called here.
    fn values(&self, arguments: &[Argument]) -> Outcome<Vec<ExprId>> {
        let value = |argument: &Argument| match argument {
            Argument::Value(value) => Ok(*value),
            Argument::Place(_) | Argument::Omitted => self.unsupported("missing argument"),
        };
        arguments.iter().map(value).collect()
    }

    /// Section 6.13.2
    fn atomic(&mut self, function: AtomicFunction, arguments: &[Argument]) -> Outcome<Value> {
        let arguments = self.values(arguments)?;
        let Some((object, rest)) = arguments.split_first() else {
            return self.unsupported("missing argument");
        };
        let MetalType::Pointer(pointee) = self.kind(self.ty(*object)) else {
            return self.unsupported("expected a pointer");
        };
        let MetalType::Atomic(scalar) = self.kind(pointee.ty) else {
            return self.unsupported("expected an atomic object");
        };
        let Place::Memory(at) = self.pointer(*object)? else {
            return self.unsupported("expected an object with an address");
        };
        let ty = register_type(scalar);
        let operation = match function {
            AtomicFunction::Load => AtomicOperation::Load,
            AtomicFunction::Store => AtomicOperation::Store,
            AtomicFunction::Exchange => AtomicOperation::Exchange,
            AtomicFunction::CompareExchangeWeak => return self.compare_exchange(at, ty, rest),
            AtomicFunction::Add => AtomicOperation::Add,
            AtomicFunction::Subtract => AtomicOperation::Subtract,
            AtomicFunction::Max => AtomicOperation::Max,
            AtomicFunction::Min => AtomicOperation::Min,
            AtomicFunction::And => AtomicOperation::And,
            AtomicFunction::Or => AtomicOperation::Or,
            AtomicFunction::Xor => AtomicOperation::Xor,
        };
        let value = match rest.first().filter(|_| function != AtomicFunction::Load) {
            Some(value) => {
                let value = self.single(*value)?;
                self.converted_register(value, ty)
            }
            None => self.code.constant(ty, 0),
        };
        let to = self.code.register(ty);
        self.code.emit(Instruction::Atomic { operation, ty, to, value, at });
        Ok(if function == AtomicFunction::Store { Value::Nothing } else { Value::Registers(vec![to]) })
    }

    pub(super) fn compare_exchange(
        &mut self,
        at: shader_ir::Location,
        ty: Type,
        rest: &[ExprId],
    ) -> Outcome<Value> {
        let [expected, desired, ..] = rest else { return self.unsupported("missing argument") };
        let MetalType::Pointer(object) = self.kind(self.ty(*expected)) else {
            return self.unsupported("expected a pointer");
        };
        let place = self.pointer(*expected)?;
        let comparator = self.load_scalar(&place, object.ty)?;
        let value = self.single(*desired)?;
        let value = self.converted_register(value, ty);
        let old_value = self.code.register(ty);
        let exchanged = self.code.register(Type::Bool);
        let index = self.code.program.exchanges.len() as u32;
        self.code.program.exchanges.push(Exchange { at, comparator, value, old_value, exchanged });
        self.code.emit(Instruction::CompareExchange(index));
        // On failure the object's value is written back.
        let failed = self.scalar(Operation::Not, Type::Bool, [exchanged; 3]);
        self.code.begin(Instruction::If { condition: failed });
        self.store(&place, object.ty, Value::Registers(vec![old_value]))?;
        self.code.end();
        Ok(Value::Registers(vec![exchanged]))
    }

    pub(super) fn load_scalar(&mut self, place: &Place, ty: TypeId) -> Outcome<Register> {
        let Value::Registers(registers) = self.load(place, ty)? else {
            return self.unsupported("expected a scalar");
        };
        match self.code.settled(registers).as_slice() {
            &[register] => Ok(register),
            [] | [_, ..] => self.unsupported("expected a scalar"),
        }
    }
}
