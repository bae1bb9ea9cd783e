//! The types of operands and results.

use super::State;
use crate::{
    AtomicOperation, Call, Copy, Exchange, GroupOperation, Input, Instruction, LevelSource, Location,
    Register, StageValue, TextureCall, TextureOperation, Type, scalar_types,
};
use shader_numeric::Operation;

const INDEX: [Type; 2] = [Type::U32, Type::I32];
const TEXEL: [Type; 3] = [Type::F32, Type::U32, Type::I32];

impl State<'_> {
    fn ty(&self, register: Register) -> Type {
        self.program.registers.get(register.index()).copied().unwrap_or(Type::Bool)
    }

    fn expect(&self, register: Register, ty: Type) -> Result<(), String> {
        self.expect_any(register, &[ty])
    }

    /// One of these types.
    fn expect_any(&self, register: Register, types: &[Type]) -> Result<(), String> {
        let found = self.ty(register);
        if types.contains(&found) {
            return Ok(());
        }
        let wanted: Vec<&str> = types.iter().map(|ty| ty.name()).collect();
        Err(format!("%{} is {}, not {}", register.0, found.name(), wanted.join(" or ")))
    }

    fn expect_each(&self, registers: &[Register], types: &[Type]) -> Result<(), String> {
        registers.iter().try_for_each(|register| self.expect_any(*register, types))
    }

    /// The bits of a constant are those of a value of its type.
    pub(super) fn constant(&self, register: Register, bits: u64) -> Result<(), String> {
        let ty = self.ty(register);
        let is_value = match ty {
            Type::Bool => bits <= 1,
            Type::I8 => bits == u64::from(bits as i8 as u32),
            Type::I16 => bits == u64::from(bits as i16 as u32),
            Type::U8 => bits <= 0xff,
            Type::U16 | Type::F16 => bits <= 0xffff,
            Type::I32 | Type::U32 | Type::F32 => u32::try_from(bits).is_ok(),
            Type::I64 | Type::U64 | Type::F64 => true,
        };
        if is_value { Ok(()) } else { Err(format!("{bits:#x} is no value of {}", ty.name())) }
    }

    /// What stages hand to each other is a word each.
    pub(super) fn stage_values(&self) -> Result<(), String> {
        let mut values = self.program.stage_inputs.iter().chain(&self.program.stage_outputs);
        match values.find(|value| value.ty.is_wide()) {
            Some(value) => Err(format!("stages hand on no {}", value.ty.name())),
            None => Ok(()),
        }
    }

    /// A register that holds a value of a stage.
    fn stage_value(&self, register: Register, values: &[StageValue], index: u16) -> Result<(), String> {
        match values.get(usize::from(index)) {
            Some(value) => self.expect(register, value.ty),
            None => Err("the stage has no such value".to_owned()),
        }
    }

    pub(super) fn types(&self, instruction: &Instruction) -> Result<(), String> {
        match *instruction {
            Instruction::Scalar { operation, ty, to, operands } => self.scalar(operation, ty, to, operands),
            Instruction::Call(index) => self.call(listed(&self.program.calls, index)?),
            Instruction::Convert { from, into, to, value } => {
                self.expect(value, from)?;
                self.expect(to, into)
            }
            Instruction::Reinterpret { to, value } => self.reinterpret(to, value),
            Instruction::Set { to, value } => self.expect(value, self.ty(to)),
            Instruction::Select { to, condition, accept, reject } => {
                self.expect(condition, Type::Bool)?;
                self.expect_each(&[accept, reject], &[self.ty(to)])
            }
            Instruction::If { condition } | Instruction::BreakIf { condition, .. } => {
                self.expect(condition, Type::Bool)
            }
            Instruction::Input { to, input: Input::Stage(index) } => {
                self.stage_value(to, &self.program.stage_inputs, index)
            }
            Instruction::Input { to, .. } => self.expect(to, Type::U32),
            Instruction::Output { index, value } => {
                self.stage_value(value, &self.program.stage_outputs, index)
            }
            Instruction::Index { to, base, index, count, .. } => {
                self.expect_each(&[to, base, index, count], &[Type::U32])
            }
            Instruction::Group { operation, ty, to, value, other } => {
                self.group(operation, ty, [to, value, other])
            }
            Instruction::Texture(index) => self.texture(listed(&self.program.texture_calls, index)?),
            _ => self.access(instruction),
        }
    }

    /// Steps that access memory.
    fn access(&self, instruction: &Instruction) -> Result<(), String> {
        let address = |at: Location| self.expect(at.address, Type::U32);
        match *instruction {
            Instruction::Load { ty, to, from } => {
                self.expect(to, ty)?;
                address(from)
            }
            Instruction::Store { ty, value, into } => {
                self.expect(value, ty)?;
                address(into)
            }
            Instruction::Touch { at, .. } | Instruction::Clear { into: at, .. } => address(at),
            Instruction::Copy(index) => {
                let copy = listed(&self.program.copies, index)?;
                address(copy.from)?;
                address(copy.into)?;
                runs(copy)
            }
            Instruction::Atomic { operation, ty, to, value, at } => {
                atomic_type(ty)?;
                // What a store gives is nobody's.
                if operation != AtomicOperation::Store {
                    self.expect(to, ty)?;
                }
                self.expect(value, ty)?;
                address(at)
            }
            Instruction::CompareExchange(index) => {
                let Exchange { at, comparator, value, old_value, exchanged } =
                    *listed(&self.program.exchanges, index)?;
                let ty = self.ty(old_value);
                atomic_type(ty)?;
                self.expect_each(&[comparator, value], &[ty])?;
                self.expect(exchanged, Type::Bool)?;
                address(at)
            }
            _ => Ok(()),
        }
    }

    fn scalar(
        &self,
        operation: Operation,
        ty: Type,
        to: Register,
        operands: [Register; 3],
    ) -> Result<(), String> {
        self.expect(operands[0], ty)?;
        let Some(types) = scalar_types(operation, ty) else {
            return Err(format!("{operation:?} takes no {}", ty.name()));
        };
        for (register, ty) in operands.iter().zip(&types.operands) {
            self.expect(*register, *ty)?;
        }
        self.expect(to, types.result)
    }

    fn reinterpret(&self, to: Register, value: Register) -> Result<(), String> {
        let (into, from) = (self.ty(to), self.ty(value));
        if into.size() != from.size() {
            return Err("the sizes differ".to_owned());
        }
        Ok(())
    }

    fn call(&self, call: &Call) -> Result<(), String> {
        for (ty, shape, registers) in &call.arguments {
            if registers.len() != shape.len() {
                return Err("an argument does not have as many registers as its shape".to_owned());
            }
            self.expect_each(registers, &[*ty])?;
        }
        match call.operation {
            // The members of their results differ in type.
            Operation::Frexp | Operation::Modf => Ok(()),
            _ => self.expect_each(&call.results, &[call.result_type]),
        }
    }

    fn group(
        &self,
        operation: GroupOperation,
        ty: Type,
        [to, value, other]: [Register; 3],
    ) -> Result<(), String> {
        use GroupOperation as G;
        self.expect(value, ty)?;
        let (is_taken, result) = match operation {
            G::All | G::Any => (ty == Type::Bool, Type::Bool),
            G::Elect => (true, Type::Bool),
            G::Ballot(_) => (ty == Type::Bool, Type::U32),
            G::And | G::Or | G::Xor => (ty.is_integer(), ty),
            G::DerivativeX { .. } | G::DerivativeY { .. } => (ty.is_float(), ty),
            G::Add
            | G::ExclusiveAdd
            | G::InclusiveAdd
            | G::Multiply
            | G::ExclusiveMultiply
            | G::InclusiveMultiply
            | G::Min
            | G::Max => (ty != Type::Bool, ty),
            G::Broadcast | G::Shuffle | G::ShuffleDown | G::ShuffleUp | G::ShuffleXor | G::QuadBroadcast => {
                self.expect_any(other, &INDEX)?;
                (true, ty)
            }
            G::BroadcastFirst | G::QuadSwapX | G::QuadSwapY | G::QuadSwapDiagonal => (true, ty),
        };
        if !is_taken {
            return Err(format!("{operation:?} takes no {}", ty.name()));
        }
        self.expect(to, result)
    }

    fn texture(&self, call: &TextureCall) -> Result<(), String> {
        let (coordinates, results): (&[Type], &[Type]) = match call.operation {
            TextureOperation::Load | TextureOperation::Store => (&INDEX, &TEXEL),
            TextureOperation::Sample | TextureOperation::Gather => (&[Type::F32], &TEXEL),
            TextureOperation::Dimensions
            | TextureOperation::Layers
            | TextureOperation::Levels
            | TextureOperation::Samples => (&INDEX, &[Type::U32]),
        };
        self.expect_each(&call.coordinates, coordinates)?;
        self.expect_each(call.array_index.as_slice(), &INDEX)?;
        self.expect_each(call.sample_index.as_slice(), &INDEX)?;
        self.expect_each(call.depth_reference.as_slice(), &[Type::F32])?;
        match &call.level {
            LevelSource::Base | LevelSource::Implicit(None) => {}
            // The level of a depth texture is an integer.
            LevelSource::Explicit(level) if call.operation == TextureOperation::Sample => {
                self.expect_any(*level, &TEXEL)?;
            }
            LevelSource::Explicit(level) => self.expect_any(*level, &INDEX)?,
            LevelSource::Implicit(Some(bias)) => self.expect(*bias, Type::F32)?,
            LevelSource::Gradients(x, y) => {
                self.expect_each(x, &[Type::F32])?;
                self.expect_each(y, &[Type::F32])?;
            }
        }
        self.alike(&call.value, &TEXEL)?;
        self.alike(&call.results, results)
    }

    /// All of one of these types.
    fn alike(&self, registers: &[Register], types: &[Type]) -> Result<(), String> {
        let Some(first) = registers.first() else { return Ok(()) };
        self.expect_any(*first, types)?;
        self.expect_each(registers, &[self.ty(*first)])
    }
}

/// What an instruction refers to by index.
fn listed<T>(list: &[T], index: u32) -> Result<&T, String> {
    list.get(index as usize).ok_or_else(|| format!("there is nothing with index {index}"))
}

fn atomic_type(ty: Type) -> Result<(), String> {
    if matches!(ty, Type::I32 | Type::U32 | Type::I64 | Type::U64) {
        return Ok(());
    }
    Err(format!("there are no atomic operations on {}", ty.name()))
}

fn runs(copy: &Copy) -> Result<(), String> {
    if copy.runs.iter().any(|run| run.size == 0) {
        return Err("a run has no bytes".to_owned());
    }
    if copy.runs.iter().any(|run| run.count > 1 && run.stride < run.size) {
        return Err("a run overlaps with itself".to_owned());
    }
    Ok(())
}
