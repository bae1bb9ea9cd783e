//! A builder of programs, step by step.

use shader_ir::{
    Input, Instruction, Location, Memory, Precision, Program, Register, Resource, ResourceKind, Type,
};
use shader_numeric::Operation;
use shader_source::Span;

/// The buffer that programs read.
pub(crate) const SOURCE: Memory = Memory::Buffer(0);
/// The buffer that programs write.
pub(crate) const SINK: Memory = Memory::Buffer(1);

/// A program under construction.
pub(crate) struct Code {
    pub(crate) program: Program,
}

impl Code {
    /// An empty program for a workgroup of `lanes` invocations.
    pub(crate) fn new(lanes: u32) -> Self {
        let kind = ResourceKind::Buffer { is_uniform: false, least_size: 0 };
        let buffer = |binding, is_writable| Resource { group: 0, binding, kind, is_writable };
        let resources = vec![buffer(0, false), buffer(1, true)];
        Self { program: Program { workgroup_size: Some([lanes, 1, 1]), resources, ..Program::default() } }
    }

    pub(crate) fn register(&mut self, ty: Type) -> Register {
        self.program.registers.push(ty);
        Register(self.program.registers.len() as u32 - 1)
    }

    pub(crate) fn constant(&mut self, ty: Type, raw: u64) -> Register {
        let register = self.register(ty);
        self.program.constants.push((register, raw));
        register
    }

    pub(crate) fn emit(&mut self, instruction: Instruction) {
        self.program.code.push(instruction);
        // Faults are reported once for each place.
        let at = self.program.spans.len() as u32;
        self.program.spans.push(Span { lo: at, hi: at });
    }

    /// The number of the invocation.
    pub(crate) fn lane(&mut self) -> Register {
        let to = self.register(Type::U32);
        self.emit(Instruction::Input { to, input: Input::LocalInvocationIndex });
        to
    }

    /// The number of the invocation times `stride`.
    pub(crate) fn lane_times(&mut self, stride: u32) -> Register {
        let index = self.lane();
        let [base, count] = [0, u64::from(u32::MAX)].map(|value| self.constant(Type::U32, value));
        let to = self.register(Type::U32);
        self.emit(Instruction::Index { to, base, index, count, stride });
        to
    }

    /// The result of an operation on as many of these registers as it takes.
    pub(crate) fn scalar(
        &mut self,
        operation: Operation,
        ty: Type,
        result: Type,
        operands: &[Register],
    ) -> Register {
        let to = self.register(result);
        let count = operation.scalar_types(ty).map_or(1, |types| types.operands.len());
        let operands = [0, 1, 2].map(|index| operands[if index < count { index } else { 0 }]);
        self.emit(Instruction::Scalar { operation, ty, precision: Precision::Default, to, operands });
        to
    }

    pub(crate) fn convert(&mut self, from: Type, into: Type, value: Register) -> Register {
        let to = self.register(into);
        self.emit(Instruction::Convert { from, into, to, value });
        to
    }

    pub(crate) fn load(&mut self, ty: Type, memory: Memory, address: Register, offset: u32) -> Register {
        let to = self.register(ty);
        self.emit(Instruction::Load { ty: ty.into(), to, from: Location { memory, address, offset } });
        to
    }

    pub(crate) fn store(&mut self, value: Register, memory: Memory, address: Register, offset: u32) {
        let ty = self.program.registers[value.index()];
        self.emit(Instruction::Store { ty: ty.into(), value, into: Location { memory, address, offset } });
    }
}
