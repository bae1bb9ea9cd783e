//! Calls of builtin functions, and those of them that read or write memory or that other invocations take part in.

use super::lowering::Lowering;
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{
    AtomicOperation, BarrierMemory, BarrierScope, Exchange, GroupOperation, Instruction, Location, Register,
    Type,
};
use shader_numeric::Operation;
use wgsl_spec::{
    AtomicFunction, BarrierFunction, DerivativeFunction, FunctionId, FunctionOperation, SubgroupFunction,
};
use wgsl_validator::ast::ExprId;
use wgsl_validator::types::{TypeId, TypeKind};

impl Lowering<'_> {
    /// A call of a builtin function; `None` when it has no value.
    pub(super) fn builtin(
        &mut self,
        id: ExprId,
        function: FunctionId,
        operands: &[ExprId],
    ) -> Result<Option<Value>, Unsupported> {
        let Some(operation) = function.get().operation else {
            return self.unsupported(format!("`{}` can't be executed yet", function.get().name));
        };
        match operation {
            FunctionOperation::Value(operation) => self.operation(id, operation, operands).map(Some),
            FunctionOperation::Atomic(function) => self.atomic(function, operands),
            FunctionOperation::Barrier(function) => {
                self.barrier(function);
                Ok(None)
            }
            FunctionOperation::Subgroup(function) => self.subgroup(function, operands).map(Some),
            FunctionOperation::Derivative(function) => self.derivative(function, operands).map(Some),
            FunctionOperation::Texture(function) => self.texture(id, function, operands),
            FunctionOperation::ArrayLength => self.array_length(operands).map(Some),
            FunctionOperation::BufferLength => self.buffer_length(operands).map(Some),
            FunctionOperation::BufferView => self.view(id, operands).map(Some),
            FunctionOperation::WorkgroupUniformLoad => self.uniform_load(operands).map(Some),
        }
    }

    /// <https://www.w3.org/TR/WGSL/#sync-builtin-functions>
    fn barrier(&mut self, function: BarrierFunction) {
        let memory = match function {
            BarrierFunction::Workgroup => BarrierMemory::WORKGROUP,
            BarrierFunction::Storage => BarrierMemory::BUFFERS,
            BarrierFunction::Texture => BarrierMemory::TEXTURES,
        };
        self.code.emit(Instruction::Barrier { scope: BarrierScope::Workgroup, memory });
    }

    fn pointed_memory(&mut self, pointer: ExprId) -> Result<(Location, TypeId), Unsupported> {
        let ty = self.used_type(pointer);
        let TypeKind::Pointer(_, store, _) = self.kind(ty) else {
            return self.unsupported("expected a pointer");
        };
        match self.pointer(pointer)? {
            Place::Memory(location) | Place::View(location, _) => Ok((location, store)),
            Place::Registers(_) | Place::Choice(..) => self.unsupported("expected memory with an address"),
        }
    }

    fn atomic(
        &mut self,
        function: AtomicFunction,
        operands: &[ExprId],
    ) -> Result<Option<Value>, Unsupported> {
        let operation = match function {
            AtomicFunction::Load => AtomicOperation::Load,
            AtomicFunction::Store => AtomicOperation::Store,
            AtomicFunction::Add => AtomicOperation::Add,
            AtomicFunction::Subtract => AtomicOperation::Subtract,
            AtomicFunction::Max => AtomicOperation::Max,
            AtomicFunction::Min => AtomicOperation::Min,
            AtomicFunction::And => AtomicOperation::And,
            AtomicFunction::Or => AtomicOperation::Or,
            AtomicFunction::Xor => AtomicOperation::Xor,
            AtomicFunction::Exchange => AtomicOperation::Exchange,
            AtomicFunction::CompareExchange => return self.compare_exchange(operands).map(Some),
        };
        let Some((pointer, rest)) = operands.split_first() else {
            return self.unsupported("missing argument of this call");
        };
        let (at, store) = self.pointed_memory(*pointer)?;
        let TypeKind::Atomic(scalar) = self.kind(store) else {
            return self.unsupported("atomics of this type can't be executed yet");
        };
        let ty = scalar.ty();
        let value = match rest.first() {
            Some(value) => self.single(*value)?,
            None => self.code.constant(ty, 0),
        };
        let to = self.code.register(ty);
        self.code.emit(Instruction::Atomic { operation, ty, to, value, at });
        Ok((operation != AtomicOperation::Store).then(|| Value::Registers(vec![to])))
    }

    fn compare_exchange(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let [pointer, comparator, value] = operands else {
            return self.unsupported("missing argument of this call");
        };
        let (at, _) = self.pointed_memory(*pointer)?;
        let rest = self.operand_registers(&[*comparator, *value])?;
        let (comparator, value) = (rest[0][0], rest[1][0]);
        let old_value = self.code.register(self.code.ty(value));
        let exchanged = self.code.register(Type::Bool);
        let index = self.code.program.exchanges.len() as u32;
        self.code.program.exchanges.push(Exchange { at, comparator, value, old_value, exchanged });
        self.code.emit(Instruction::CompareExchange(index));
        Ok(Value::Registers(vec![old_value, exchanged]))
    }

    fn array_length(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(pointer) = operands.first() else {
            return self.unsupported("missing argument of this call");
        };
        let TypeKind::Pointer(_, store, _) = self.kind(self.used_type(*pointer)) else {
            return self.unsupported("expected a pointer");
        };
        let TypeKind::Array(element, length) = self.kind(store) else {
            return self.unsupported("expected an array");
        };
        let stride = self.stride(element) as u32;
        let length = match self.pointer(*pointer)? {
            Place::Memory(location) if Self::is_runtime(length) => {
                let length = self.runtime_length(location, stride)?;
                // The length is computed once, wherever it is first needed: this is where the program asks for it.
                self.code.copy(length)
            }
            Place::View(location, end) => self.viewed_length(location, end, stride),
            Place::Memory(_) | Place::Registers(_) | Place::Choice(..) => {
                return self.unsupported("expected an array with a length");
            }
        };
        Ok(Value::Registers(vec![length]))
    }

    /// <https://www.w3.org/TR/WGSL/#workgroupUniformLoad-builtin>
    fn uniform_load(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(pointer) = operands.first() else {
            return self.unsupported("missing argument of this call");
        };
        let (location, store) = self.pointed_memory(*pointer)?;
        let (scope, memory) = (BarrierScope::Workgroup, BarrierMemory::WORKGROUP);
        self.code.emit(Instruction::Barrier { scope, memory });
        let value = if let TypeKind::Atomic(scalar) = self.kind(store) {
            let ty = scalar.ty();
            let (to, value) = (self.code.register(ty), self.code.constant(ty, 0));
            let operation = AtomicOperation::Load;
            self.code.emit(Instruction::Atomic { operation, ty, to, value, at: location });
            Value::Registers(vec![to])
        } else {
            self.load(&Place::Memory(location), store)?
        };
        self.code.emit(Instruction::Barrier { scope, memory });
        Ok(value)
    }

    /// <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>, <https://www.w3.org/TR/WGSL/#quad-builtin-functions>
    fn subgroup(&mut self, function: SubgroupFunction, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let operation = match function {
            SubgroupFunction::Ballot => return self.ballot(operands),
            SubgroupFunction::Add => GroupOperation::Add,
            SubgroupFunction::ExclusiveAdd => GroupOperation::ExclusiveAdd,
            SubgroupFunction::InclusiveAdd => GroupOperation::InclusiveAdd,
            SubgroupFunction::Multiply => GroupOperation::Multiply,
            SubgroupFunction::ExclusiveMultiply => GroupOperation::ExclusiveMultiply,
            SubgroupFunction::InclusiveMultiply => GroupOperation::InclusiveMultiply,
            SubgroupFunction::Min => GroupOperation::Min,
            SubgroupFunction::Max => GroupOperation::Max,
            SubgroupFunction::And => GroupOperation::And,
            SubgroupFunction::Or => GroupOperation::Or,
            SubgroupFunction::Xor => GroupOperation::Xor,
            SubgroupFunction::All => GroupOperation::All,
            SubgroupFunction::Any => GroupOperation::Any,
            SubgroupFunction::Elect => GroupOperation::Elect,
            SubgroupFunction::Broadcast => GroupOperation::Broadcast,
            SubgroupFunction::BroadcastFirst => GroupOperation::BroadcastFirst,
            SubgroupFunction::Shuffle => GroupOperation::Shuffle,
            SubgroupFunction::ShuffleDown => GroupOperation::ShuffleDown,
            SubgroupFunction::ShuffleUp => GroupOperation::ShuffleUp,
            SubgroupFunction::ShuffleXor => GroupOperation::ShuffleXor,
            SubgroupFunction::QuadBroadcast => GroupOperation::QuadBroadcast,
            SubgroupFunction::QuadSwapX => GroupOperation::QuadSwapX,
            SubgroupFunction::QuadSwapY => GroupOperation::QuadSwapY,
            SubgroupFunction::QuadSwapDiagonal => GroupOperation::QuadSwapDiagonal,
        };
        self.group(operation, operands)
    }

    /// <https://www.w3.org/TR/WGSL/#derivative-builtin-functions>
    fn derivative(
        &mut self,
        function: DerivativeFunction,
        operands: &[ExprId],
    ) -> Result<Value, Unsupported> {
        match function {
            DerivativeFunction::X => self.group(GroupOperation::DerivativeX, operands),
            DerivativeFunction::FineX => self.group(GroupOperation::FineDerivativeX, operands),
            DerivativeFunction::Y => self.group(GroupOperation::DerivativeY, operands),
            DerivativeFunction::FineY => self.group(GroupOperation::FineDerivativeY, operands),
            DerivativeFunction::Width => {
                self.width([GroupOperation::DerivativeX, GroupOperation::DerivativeY], operands)
            }
            DerivativeFunction::FineWidth => {
                self.width([GroupOperation::FineDerivativeX, GroupOperation::FineDerivativeY], operands)
            }
        }
    }

    /// A value of a subgroup or quad, component by component.
    fn group(&mut self, operation: GroupOperation, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let registers = self.operand_registers(operands)?;
        let Some(values) = registers.first().filter(|registers| !registers.is_empty()).cloned() else {
            // `subgroupElect()`
            let value = self.code.constant(Type::Bool, 1);
            return Ok(Value::Registers(vec![self.group_step(operation, value, value, Type::Bool)]));
        };
        let mut results = Vec::with_capacity(values.len());
        for value in values {
            let other = registers.get(1).and_then(|registers| registers.first()).copied().unwrap_or(value);
            let ty = self.code.ty(value);
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
        let to = self.code.register(result);
        let ty = self.code.ty(value);
        self.code.emit(Instruction::Group { operation, ty, to, value, other });
        to
    }

    /// <https://www.w3.org/TR/WGSL/#subgroupballot-builtin>
    fn ballot(&mut self, operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(operand) = operands.first() else {
            return self.unsupported("missing argument of this call");
        };
        let value = self.single(*operand)?;
        let words = (0..4).map(|word| self.group_step(GroupOperation::Ballot(word), value, value, Type::U32));
        Ok(Value::Registers(words.collect()))
    }

    /// `fwidth`: the sum of the magnitudes of both derivatives. <https://www.w3.org/TR/WGSL/#fwidth-builtin>
    fn width(&mut self, derivatives: [GroupOperation; 2], operands: &[ExprId]) -> Result<Value, Unsupported> {
        let Some(operand) = operands.first() else {
            return self.unsupported("missing argument of this call");
        };
        let values = self.registers(*operand)?;
        let mut results = Vec::with_capacity(values.len());
        for value in values {
            let ty = self.code.ty(value);
            let [x, y] = derivatives.map(|operation| {
                let derivative = self.group_step(operation, value, value, ty);
                self.scalar(Operation::Abs, ty, ty, [derivative; 3])
            });
            results.push(self.scalar(Operation::Add, ty, ty, [x, y, x]));
        }
        Ok(Value::Registers(results))
    }
}
