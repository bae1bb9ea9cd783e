//! The instructions: one table.

use crate::line::{Line, ListedText, Operands, ParseError, Part, Reader, Registers};
use crate::signature::{
    atomic, group_operand, group_result, input_type, own, scalar_operands, scalar_result, takes, takes_group,
    writable,
};
use crate::verifier::Expected::{self, Any, Is, Like, SizedAs};
use crate::verifier::Verifier;
use crate::{
    AtomicOperation, BarrierMemory, BarrierScope, GroupOperation, Input as Source, Listed, Location,
    MemoryType, Precision, Program, Register, Type,
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

const BOOL: Expected = Is(Type::Bool);
const U32: Expected = Is(Type::U32);

instructions! {
    steps {
        /// An operation on scalars; unused operands repeat the first one. The type is that of the first operand. [`Operation::scalar_types`]
        /// says which types the others have, and the result.
        Scalar "" Pure {
            with { operation: Operation, ty: Type, precision: Precision }
            writes { to: scalar_result(operation, ty) }
            reads { operands[3]: scalar_operands(operation, ty, operands[0]) }
            where takes(operation, ty)
        }
        /// The conversion of a value constructor.
        Convert "convert" Pure {
            with { from: Type, into: Type }
            writes { to: Is(into) }
            reads { value: Is(from) }
        }
        /// Reads the bits as another type of equal size.
        Reinterpret "reinterpret" Pure {
            writes { to: Any }
            reads { value: SizedAs(to) }
        }
        /// `accept` where the condition holds, else `reject`.
        Select "select" Pure {
            writes { to: Any }
            reads { condition: BOOL, accept: Like(to), reject: Like(to) }
        }
        /// A value that the program never gives, such as that of a variable without an initializer in C++. It is zero here; strict
        /// execution reports what depends on it.
        Undefined "undefined" Pure {
            writes { to: Any }
        }
        /// Writes a variable; only invocations that are active here.
        Set "set" Assigns {
            writes { to: Any }
            reads { value: Like(to) }
        }
        /// A value from outside.
        Input "input" Loads {
            with { input: Source }
            writes { to: input_type(input) }
        }
        /// `base + min(index, count - 1) * stride`, or no address at all when the index is not below the count.
        Index "index" Pure {
            with { stride: u32 }
            writes { to: U32 }
            reads { base: U32, index: U32, count: U32 }
        }
        /// The pointer to a place in memory.
        Pointer "pointer" Pure {
            with { at: Location }
            writes { to: Is(Type::U64) }
        }
        /// The pointer `index * stride` bytes behind another. Where that is not an address, it points to nothing; null stays null.
        Offset "offset" Pure {
            with { stride: u32 }
            writes { to: Is(Type::U64) }
            reads { pointer: Is(Type::U64), index: Is(Type::I64) }
        }
        /// Reads memory.
        Load "load" Loads {
            with { ty: MemoryType, from: Location }
            writes { to: Is(ty.of_register()) }
        }
        /// Writes memory.
        Store "store" Stores {
            with { ty: MemoryType, into: Location }
            reads { value: Is(ty.of_register()) }
            where writable(into)
        }
        /// In strict execution: the store that follows may touch these bytes.
        Touch "touch" Stores {
            with { size: u32, at: Location }
        }
        /// Fills with zeros.
        Clear "clear" Stores {
            with { size: u32, into: Location }
            where writable(into)
        }
        /// Takes the values away from bytes of the invocation. They are zero here; strict execution reports what depends on them.
        Undefine "undefine" Stores {
            with { size: u32, into: Location }
            where own(into)
        }
        /// Changes a word in one step that no other invocation comes between; `to` gets the old value.
        Atomic "atomic" Updates {
            with { operation: AtomicOperation, ty: Type, at: Location }
            writes { to: Is(ty) }
            reads { value: Is(ty) }
            where atomic(operation, ty, at)
        }
        /// A value that the active invocations of a subgroup or a quad compute together. Where an operation has no second operand, it
        /// repeats the first one.
        Group "group" Exchanges {
            with { operation: GroupOperation, ty: Type }
            writes { to: group_result(operation, ty) }
            reads { value: Is(ty), other: group_operand(operation, value) }
            where takes_group(operation, ty)
        }
        /// Waits for other invocations, and orders accesses to memory.
        Barrier "barrier" Exchanges {
            with { scope: BarrierScope, memory: BarrierMemory }
        }
        /// Makes the invocation a helper: others no longer see its writes.
        Discard "discard" Outputs
        /// Hands a value on: an index into [`Program::stage_outputs`].
        Output "output" Outputs {
            with { index: u16 }
            reads { value: Expected::StageOutput(index) }
        }
        /// Runs up to [`Instruction::Else`] or [`Instruction::End`] where the condition holds.
        If "if" Control {
            reads { condition: BOOL }
        }
        /// Runs up to [`Instruction::End`] where the condition of the [`Instruction::If`] does not hold.
        Else "else" Control
        /// [`Instruction::Break`] leaves it.
        Block "block" Control
        /// Runs again from the start while an invocation is active at the end.
        Loop "loop" Control
        /// Closes the innermost construct.
        End "end" Control
        /// Leaves the [`Instruction::Block`] that is so many levels out; 0 is the innermost construct. [`Instruction::If`] and
        /// [`Instruction::Loop`] are levels, too, but a block around a loop is what is left.
        Break "break" Control {
            with { levels: u32 }
        }
        /// Leaves a block as [`Instruction::Break`] does, where the condition is as said.
        BreakIf "break_if" Control {
            with { holds: bool, levels: u32 }
            reads { condition: BOOL }
        }
    }
    lists {
        /// Any operation: an index into [`Program::calls`].
        Call "call" in calls
        /// Copies bytes: an index into [`Program::copies`].
        Copy "copy" in copies
        /// A conditional exchange: an index into [`Program::exchanges`].
        CompareExchange "compare_exchange" in exchanges
        /// A texture operation: an index into [`Program::texture_calls`].
        Texture "texture" in texture_calls
    }
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
    /// Whether it opens a construct.
    #[must_use]
    pub const fn opens(&self) -> bool {
        matches!(self, Self::If { .. } | Self::Block | Self::Loop)
    }
}
