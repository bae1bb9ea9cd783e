//! Functions that are only declared, and that C++ AMP's library leaves to whoever executes a program. C++ AMP 1.2 (4.5.4, 6, 9, 12.3)

use super::host::Intrinsic;
use super::lowering::{Lowering, Outcome, Place, Value};
use super::operator::Operand;
use super::types::register_type;
use amp_spec::{Atomic, AtomicOperation};
use msl_spec::{Scalar, ValueType};
use msl_validator::typed::{ExprId, ExternalCall};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{
    AtomicOperation as Atom, BarrierMemory, BarrierScope, Instruction, Location, Precision, Type,
};
use shader_numeric::{Operation, Shape};

impl Lowering<'_> {
    /// The result of a function that is only declared.
    pub(super) fn external(&mut self, call: ExternalCall, ty: TypeId) -> Outcome<Value> {
        let module = self.module;
        let name = module.names.text(module.ast[call.function].name);
        let arguments = self.tree()[call.arguments].to_vec();
        if let Some(intrinsic) = Intrinsic::named(name) {
            return self.intrinsic(intrinsic, &arguments);
        }
        if let Some(fence) = amp_spec::fence(name) {
            let memory =
                BarrierMemory { workgroup: fence.tile_static, buffers: fence.global, textures: fence.global };
            self.code.emit(Instruction::Barrier { scope: BarrierScope::Fence, memory });
            return Ok(Value::Nothing);
        }
        // A message needs a debugger that listens. What else `direct3d_errorf` and `direct3d_abort` do can't be left out.
        if amp_spec::report(name).is_some_and(|report| report.only_prints) {
            for argument in &arguments {
                self.value(*argument)?;
            }
            return Ok(Value::Nothing);
        }
        if let Some(atomic) = amp_spec::atomic(name) {
            return self.external_atomic(atomic, &arguments);
        }
        // Where it fails, the present value goes to `*expected`, as in Metal. C++ AMP 1.2 (6.2)
        if let ("atomic_compare_exchange", [object, rest @ ..]) = (name, arguments.as_slice()) {
            let (at, ty) = self.atomic_object(*object)?;
            return self.compare_exchange(at, ty, rest);
        }
        if let Some(math) = amp_spec::math(name) {
            return self.external_math(math.operation, &arguments, ty);
        }
        self.unsupported(format!("`{name}` is only declared, and can't be executed"))
    }

    fn external_math(&mut self, operation: Operation, arguments: &[ExprId], ty: TypeId) -> Outcome<Value> {
        let mut operands: Vec<Operand> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let Some(ValueType::Scalar(scalar)) = self.value_type(self.ty(*argument)) else {
                return self.unsupported("operands of this type can't be executed yet");
            };
            let register = self.single(*argument)?;
            let register = self.code.settled(vec![register]);
            operands.push((register_type(scalar), Shape::Scalar, register));
        }
        let result = self.value_type(ty).unwrap_or(ValueType::Scalar(Scalar::Float));
        // `fast_math` only allows less accurate results than `precise_math`: both have the accurate result here.
        let usual = core::mem::replace(&mut self.precision, Precision::Precise);
        let value = self.value_operation(operation, operands, result);
        self.precision = usual;
        value.map(Value::Registers)
    }

    /// The word that a pointer leads to, and its type.
    fn atomic_object(&mut self, pointer: ExprId) -> Outcome<(Location, Type)> {
        let MetalType::Pointer(word) = self.kind(self.ty(pointer)) else {
            return self.unsupported("expected a pointer");
        };
        let Some(ValueType::Scalar(scalar)) = self.value_type(word.ty) else {
            return self.unsupported("expected a pointer to a number");
        };
        let Place::Memory(at) = self.pointer(pointer)? else {
            return self.unsupported("expected an object with an address");
        };
        Ok((at, register_type(scalar)))
    }

    fn external_atomic(&mut self, atomic: &Atomic, arguments: &[ExprId]) -> Outcome<Value> {
        let Some((object, rest)) = arguments.split_first() else {
            return self.unsupported("missing argument");
        };
        let (at, ty) = self.atomic_object(*object)?;
        let value = match (atomic.operand, rest) {
            (Some(bits), _) => self.code.constant(ty, bits.into()),
            (None, [value, ..]) => {
                let value = self.single(*value)?;
                self.converted_register(value, ty)
            }
            (None, []) => return self.unsupported("missing argument"),
        };
        let operation = match atomic.operation {
            AtomicOperation::Exchange => Atom::Exchange,
            AtomicOperation::Add => Atom::Add,
            AtomicOperation::Subtract => Atom::Subtract,
            AtomicOperation::Max => Atom::Max,
            AtomicOperation::Min => Atom::Min,
            AtomicOperation::And => Atom::And,
            AtomicOperation::Or => Atom::Or,
            AtomicOperation::Xor => Atom::Xor,
        };
        let to = self.code.register(ty);
        self.code.emit(Instruction::Atomic { operation, ty, to, value, at });
        Ok(Value::Registers(vec![to]))
    }
}
