//! The instructions.

use crate::{
    AtomicOperation, BarrierMemory, BarrierScope, GroupOperation, Input as Source, Location, MemoryType,
    Precision, Register, Type,
};
use shader_numeric::Operation;

/// The effect of a step besides computing its results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// Nothing: its results follow from its operands.
    Pure,
    /// It writes a variable, where the invocation is active.
    Assigns,
    /// It reads memory, a texture, or a value from outside.
    Loads,
    /// It writes memory or a texture, and may read memory for that.
    Stores,
    /// It reads memory and writes it, and no other invocation comes between.
    Updates,
    /// Other invocations take part in it.
    Exchanges,
    /// It decides which step is next, and which invocations take it: see [`Instruction::flow`].
    Control,
    /// It hands a value on to the next stage, or is the last that does.
    Outputs,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(
    missing_docs,
    reason = "the parts have names: `to` receives the result, the others are operands and attributes"
)]
pub enum Instruction {
    /// An operation on scalars; unused operands repeat the first one. The type is the first operand's. [`Operation::scalar_types`]
    /// says which types the others have, and the result.
    Scalar { operation: Operation, ty: Type, precision: Precision, to: Register, operands: [Register; 3] },
    /// The conversion of a value constructor.
    Convert { from: Type, into: Type, to: Register, value: Register },
    /// Reads the bits as a different type of equal size.
    Reinterpret { to: Register, value: Register },
    /// `accept` where the condition holds, else `reject`.
    Select { to: Register, condition: Register, accept: Register, reject: Register },
    /// A value that the program never gives, such as a variable without an initializer in C++. It is zero here; strict
    /// execution reports what depends on it.
    Undefined { to: Register },
    /// Writes a variable; only invocations that are active here.
    Set { to: Register, value: Register },
    /// A value from outside.
    Input { input: Source, to: Register },
    /// `base + min(index, count - 1) * stride`, or no address at all when the index is not below the count.
    Index { stride: u32, to: Register, base: Register, index: Register, count: Register },
    /// The pointer to a place in memory.
    Pointer { at: Location, to: Register },
    /// The pointer `index * stride` bytes after a pointer. Where that is not an address, it points to nothing; null stays null.
    Offset { stride: u32, to: Register, pointer: Register, index: Register },
    /// Reads memory.
    Load { ty: MemoryType, from: Location, to: Register },
    /// Writes memory.
    Store { ty: MemoryType, into: Location, value: Register },
    /// In strict execution: the store that follows may touch these bytes.
    Touch { size: u32, at: Location },
    /// Fills with zeros.
    Clear { size: u32, into: Location },
    /// Takes the values away from bytes of the invocation. They are zero here; strict execution reports what depends on them.
    Undefine { size: u32, into: Location },
    /// Changes a word in one step that no other invocation comes between; `to` gets the old value.
    Atomic { operation: AtomicOperation, ty: Type, at: Location, to: Register, value: Register },
    /// A value that the active invocations of a subgroup or a quad compute together. Where an operation has no second operand, it
    /// repeats the first one.
    Group { operation: GroupOperation, ty: Type, to: Register, value: Register, other: Register },
    /// Waits for other invocations, and orders accesses to memory.
    Barrier { scope: BarrierScope, memory: BarrierMemory },
    /// Makes the invocation a helper: others no longer see its writes.
    Discard,
    /// Hands a value on: an index into [`Program::stage_outputs`](crate::Program::stage_outputs).
    Output { index: u16, value: Register },
    /// Runs up to [`Instruction::Else`] or [`Instruction::End`] where the condition holds.
    If { condition: Register },
    /// Runs up to [`Instruction::End`] where the condition of the [`Instruction::If`] does not hold.
    Else,
    /// [`Instruction::Break`] leaves it.
    Block,
    /// Runs again from the start while an invocation is active at the end.
    Loop,
    /// Closes the innermost construct.
    End,
    /// Leaves the [`Instruction::Block`] that is so many levels out; 0 is the innermost construct. [`Instruction::If`] and
    /// [`Instruction::Loop`] are levels, too, but a block around a loop is what is left.
    Break { levels: u32 },
    /// Leaves a block as [`Instruction::Break`] does, where the condition is as said.
    BreakIf { holds: bool, levels: u32, condition: Register },
    /// Any operation: an index into [`Program::calls`](crate::Program::calls).
    Call(u32),
    /// Copies bytes: an index into [`Program::copies`](crate::Program::copies).
    Copy(u32),
    /// A conditional exchange: an index into [`Program::exchanges`](crate::Program::exchanges).
    CompareExchange(u32),
    /// A texture operation: an index into [`Program::texture_calls`](crate::Program::texture_calls).
    Texture(u32),
    /// A place where an observer looks at values: an index into [`Program::probes`](crate::Program::probes). It changes nothing.
    Probe(u32),
}

const _: () = assert!(size_of::<Instruction>() <= 28);

/// Where control goes after a step. [`Instruction`] says what the parts mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the instructions of these names")]
pub enum Flow {
    /// To the next step.
    Next,
    If {
        condition: Register,
    },
    Else,
    Block,
    Loop,
    End,
    Break {
        levels: u32,
    },
    BreakIf {
        condition: Register,
        holds: bool,
        levels: u32,
    },
}

impl Instruction {
    /// Where control goes after the step.
    #[must_use]
    pub const fn flow(&self) -> Flow {
        match *self {
            Self::If { condition } => Flow::If { condition },
            Self::Else => Flow::Else,
            Self::Block => Flow::Block,
            Self::Loop => Flow::Loop,
            Self::End => Flow::End,
            Self::Break { levels } => Flow::Break { levels },
            Self::BreakIf { holds, levels, condition } => Flow::BreakIf { holds, levels, condition },
            Self::Scalar { .. }
            | Self::Convert { .. }
            | Self::Reinterpret { .. }
            | Self::Select { .. }
            | Self::Undefined { .. }
            | Self::Set { .. }
            | Self::Input { .. }
            | Self::Index { .. }
            | Self::Pointer { .. }
            | Self::Offset { .. }
            | Self::Load { .. }
            | Self::Store { .. }
            | Self::Touch { .. }
            | Self::Clear { .. }
            | Self::Undefine { .. }
            | Self::Atomic { .. }
            | Self::Group { .. }
            | Self::Barrier { .. }
            | Self::Discard
            | Self::Output { .. }
            | Self::Call(_)
            | Self::Copy(_)
            | Self::CompareExchange(_)
            | Self::Texture(_)
            | Self::Probe(_) => Flow::Next,
        }
    }

    /// Returns true if it opens a construct.
    #[must_use]
    pub const fn opens(&self) -> bool {
        matches!(self, Self::If { .. } | Self::Block | Self::Loop)
    }
}
