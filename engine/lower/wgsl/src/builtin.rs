//! Builtin functions that const evaluation does not have: those that read or write memory, or that other invocations take part in.

use super::place::Place;
use super::{Lowering, Unsupported, Value};
use shader_ir::{
    AtomicOperation, BarrierMemory, BarrierScope, Exchange, GroupOperation, Instruction, Location, Register,
    Type,
};
use shader_numeric::Operation;
use wgsl_spec::FunctionId;
use wgsl_validator::ast::ExprId;
use wgsl_validator::types::{TypeId, TypeKind};

impl Lowering<'_> {
    /// A call of a builtin function without a kernel; `None` when it has no value.
    pub(super) fn builtin(
        &mut self,
        id: ExprId,
        function: FunctionId,
        operands: &[ExprId],
    ) -> Result<Option<Value>, Unsupported> {
        let name = function.get().name;
        if let Some(operation) = atomic_operation(name) {
            return self.atomic(operation, operands);
        }
        if let Some(operation) = group_operation(name) {
            return self.group(operation, operands).map(Some);
        }
        if let Some(memory) = barrier(name) {
            self.emit(Instruction::Barrier { scope: BarrierScope::Workgroup, memory });
            return Ok(None);
        }
        match name {
            "atomicCompareExchangeWeak" => self.compare_exchange(operands).map(Some),
            "bufferView" | "bufferArrayView" => self.view(id, operands).map(Some),
            "bufferLength" => self.buffer_length(operands).map(Some),
            "arrayLength" => self.array_length(operands).map(Some),
            "workgroupUniformLoad" => self.uniform_load(operands).map(Some),
            "subgroupBallot" => self.ballot(operands).map(Some),
            "fwidth" | "fwidthCoarse" | "fwidthFine" => self.width(name == "fwidthFine", operands).map(Some),
            _ if name.starts_with("texture") => self.texture(id, name, operands),
            _ => self.unsupported(format!("`{name}` is not executed so far")),
        }
    }

    fn pointed_memory(&mut self, pointer: ExprId) -> Result<(Location, TypeId), Unsupported> {
        let ty = self.used_type(pointer);
        let TypeKind::Pointer(_, store, _) = self.kind(ty) else {
            return self.unsupported("this is no pointer");
        };
        match self.pointer(pointer)? {
            Place::Memory(location) | Place::View(location, _) => Ok((location, store)),
            _ => self.unsupported("this memory has no address"),
        }
    }

    fn atomic(
        &mut self,
        operation: AtomicOperation,
        operands: &[ExprId],
    ) -> Result<Option<Value>, Unsupported> {
        let Some((pointer, rest)) = operands.split_first() else {
            return self.unsupported("this call has no argument");
        };
        let (at, store) = self.pointed_memory(*pointer)?;
        let TypeKind::Atomic(scalar) = self.kind(store) else {
            return self.unsupported("atomics of this type are not executed");
        };
        let ty = scalar.ty();
        let value = match rest.first() {
            Some(value) => self.single(*value)?,
            None => self.constant(ty, 0),
        };
        let to = self.register(ty);
        self.emit(Instruction::Atomic { operation, ty, to, value, at });
        Ok((operation != AtomicOperation::Store).then(|| Value::Registers(vec![to])))
    }

    fn compare_exchange(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let [pointer, comparator, value] = operands else {
            return self.unsupported("this call lacks an argument");
        };
        let (at, _) = self.pointed_memory(*pointer)?;
        let rest = self.operand_registers(&[*comparator, *value])?;
        let (comparator, value) = (rest[0][0], rest[1][0]);
        let old_value = self.register(self.ty(value));
        let exchanged = self.register(Type::Bool);
        let index = self.program.exchanges.len() as u32;
        self.program.exchanges.push(Exchange { at, comparator, value, old_value, exchanged });
        self.emit(Instruction::CompareExchange(index));
        Ok(Value::Registers(vec![old_value, exchanged]))
    }

    fn array_length(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(pointer) = operands.first() else { return self.unsupported("this call has no argument") };
        let TypeKind::Pointer(_, store, _) = self.kind(self.used_type(*pointer)) else {
            return self.unsupported("this is no pointer");
        };
        let TypeKind::Array(element, length) = self.kind(store) else {
            return self.unsupported("this is no array");
        };
        let stride = self.stride(element) as u32;
        let length = match self.pointer(*pointer)? {
            Place::Memory(location) if Self::is_runtime(length) => self.runtime_length(location, stride)?,
            Place::View(location, end) => self.viewed_length(location, end, stride),
            _ => return self.unsupported("this array has no length of its own"),
        };
        Ok(Value::Registers(vec![length]))
    }

    /// <https://www.w3.org/TR/WGSL/#workgroupUniformLoad-builtin>
    fn uniform_load(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(pointer) = operands.first() else { return self.unsupported("this call has no argument") };
        let (location, store) = self.pointed_memory(*pointer)?;
        let (scope, memory) = (BarrierScope::Workgroup, BarrierMemory::WORKGROUP);
        self.emit(Instruction::Barrier { scope, memory });
        let value = match self.kind(store) {
            TypeKind::Atomic(scalar) => {
                let ty = scalar.ty();
                let (to, value) = (self.register(ty), self.constant(ty, 0));
                let operation = AtomicOperation::Load;
                self.emit(Instruction::Atomic { operation, ty, to, value, at: location });
                Value::Registers(vec![to])
            }
            _ => self.load(&Place::Memory(location), store)?,
        };
        self.emit(Instruction::Barrier { scope, memory });
        Ok(value)
    }

    /// An operation of a subgroup or quad, component by component.
    fn group(&mut self, operation: GroupOperation, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let registers = self.operand_registers(operands)?;
        let Some(values) = registers.first().filter(|registers| !registers.is_empty()).cloned() else {
            // `subgroupElect()`
            let value = self.constant(Type::Bool, 1);
            return Ok(Value::Registers(vec![self.group_step(operation, value, value, Type::Bool)]));
        };
        let mut results = Vec::with_capacity(values.len());
        for value in values {
            let other = registers.get(1).and_then(|registers| registers.first()).copied().unwrap_or(value);
            let ty = self.ty(value);
            results.push(self.group_step(operation, value, other, ty));
        }
        Ok(Value::Registers(results))
    }

    fn group_step(
        &mut self,
        operation: GroupOperation,
        value: Register,
        other: Register,
        result: Type,
    ) -> Register {
        let to = self.register(result);
        let ty = self.ty(value);
        self.emit(Instruction::Group { operation, ty, to, value, other });
        to
    }

    /// <https://www.w3.org/TR/WGSL/#subgroupballot-builtin>
    fn ballot(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(operand) = operands.first() else { return self.unsupported("this call has no argument") };
        let value = self.single(*operand)?;
        let words = (0..4).map(|word| self.group_step(GroupOperation::Ballot(word), value, value, Type::U32));
        Ok(Value::Registers(words.collect()))
    }

    /// `fwidth`: the sum of the magnitudes of both derivatives. <https://www.w3.org/TR/WGSL/#fwidth-builtin>
    fn width(&mut self, fine: bool, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(operand) = operands.first() else { return self.unsupported("this call has no argument") };
        let values = self.registers(*operand)?;
        let operations = if fine {
            [GroupOperation::FineDerivativeX, GroupOperation::FineDerivativeY]
        } else {
            [GroupOperation::DerivativeX, GroupOperation::DerivativeY]
        };
        let mut results = Vec::with_capacity(values.len());
        for value in values {
            let ty = self.ty(value);
            let [x, y] = operations.map(|operation| {
                let derivative = self.group_step(operation, value, value, ty);
                self.scalar(Operation::Abs, ty, ty, [derivative; 3])
            });
            results.push(self.scalar(Operation::Add, ty, ty, [x, y, x]));
        }
        Ok(Value::Registers(results))
    }
}

/// The memory that a barrier function orders for the workgroup. <https://www.w3.org/TR/WGSL/#sync-builtin-functions>
fn barrier(name: &str) -> Option<BarrierMemory> {
    Some(match name {
        "workgroupBarrier" => BarrierMemory::WORKGROUP,
        "storageBarrier" => BarrierMemory::BUFFERS,
        "textureBarrier" => BarrierMemory::TEXTURES,
        _ => return None,
    })
}

fn atomic_operation(name: &str) -> Option<AtomicOperation> {
    Some(match name {
        "atomicLoad" => AtomicOperation::Load,
        "atomicStore" => AtomicOperation::Store,
        "atomicAdd" => AtomicOperation::Add,
        "atomicSub" => AtomicOperation::Subtract,
        "atomicMax" => AtomicOperation::Max,
        "atomicMin" => AtomicOperation::Min,
        "atomicAnd" => AtomicOperation::And,
        "atomicOr" => AtomicOperation::Or,
        "atomicXor" => AtomicOperation::Xor,
        "atomicExchange" => AtomicOperation::Exchange,
        _ => return None,
    })
}

fn group_operation(name: &str) -> Option<GroupOperation> {
    use GroupOperation as G;
    Some(match name {
        "subgroupAdd" => G::Add,
        "subgroupExclusiveAdd" => G::ExclusiveAdd,
        "subgroupInclusiveAdd" => G::InclusiveAdd,
        "subgroupMul" => G::Multiply,
        "subgroupExclusiveMul" => G::ExclusiveMultiply,
        "subgroupInclusiveMul" => G::InclusiveMultiply,
        "subgroupMin" => G::Min,
        "subgroupMax" => G::Max,
        "subgroupAnd" => G::And,
        "subgroupOr" => G::Or,
        "subgroupXor" => G::Xor,
        "subgroupAll" => G::All,
        "subgroupAny" => G::Any,
        "subgroupElect" => G::Elect,
        "subgroupBroadcast" => G::Broadcast,
        "subgroupBroadcastFirst" => G::BroadcastFirst,
        "subgroupShuffle" => G::Shuffle,
        "subgroupShuffleDown" => G::ShuffleDown,
        "subgroupShuffleUp" => G::ShuffleUp,
        "subgroupShuffleXor" => G::ShuffleXor,
        "quadBroadcast" => G::QuadBroadcast,
        "quadSwapX" => G::QuadSwapX,
        "quadSwapY" => G::QuadSwapY,
        "quadSwapDiagonal" => G::QuadSwapDiagonal,
        "dpdx" | "dpdxCoarse" => G::DerivativeX,
        "dpdxFine" => G::FineDerivativeX,
        "dpdy" | "dpdyCoarse" => G::DerivativeY,
        "dpdyFine" => G::FineDerivativeY,
        _ => return None,
    })
}
