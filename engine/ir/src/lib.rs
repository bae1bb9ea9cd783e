//! The typed intermediate representation: what a pipeline computes, without a trace of the language that it was written in.
//!
//! Control flow is structured and written down flat, in the manner of WebAssembly: [`Instruction::If`], [`Instruction::Block`] and
//! [`Instruction::Loop`] open a construct, [`Instruction::End`] closes it. Calls are expanded. Values are scalars in virtual registers,
//! each written by one instruction, except for variables, which [`Instruction::Set`] writes. Everything that has an address lies in
//! byte-addressed memory with explicit layouts.

mod componentwise;
mod layout;
mod print;
mod stage;
mod verify;
mod visit;

pub use componentwise::{ScalarTypes, compares, is_componentwise, scalar_types};
pub use layout::pipeline_layout;
pub use print::print;
pub use shader_numeric::Type;
pub use stage::{StagePlace, StageValue};
pub use verify::verify;

use shader_model::texture::{ChannelKind, Dimension, Format};
use shader_numeric::Operation;
use shader_numeric::Shape;
use shader_numeric::allowed::Interval;
use shader_source::Span;
use wgsl_spec::ShaderStage;

/// A virtual register: index in [`Program::registers`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Register(pub u32);

impl Register {
    /// The index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A memory with addresses of its own, which start at 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// Each invocation has its own.
    Invocation,
    /// The invocations of a workgroup share it.
    Workgroup,
    /// What is known before execution, read only.
    Constant,
    /// A buffer: index in [`Program::resources`].
    Buffer(u16),
}

/// Bytes at `address + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    /// Which memory.
    pub memory: Memory,
    /// A `u32` register, in bytes.
    pub address: Register,
    /// In bytes.
    pub offset: u32,
}

/// What is read from outside of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Input {
    /// A component of the invocation's place in its workgroup.
    LocalInvocation(u8),
    /// The same as one number.
    LocalInvocationIndex,
    /// A component of the invocation's place in the dispatch.
    GlobalInvocation(u8),
    /// The same as one number.
    GlobalInvocationIndex,
    /// A component of the place of the workgroup in the dispatch.
    Workgroup(u8),
    /// The same as one number.
    WorkgroupIndex,
    /// A component of the number of workgroups.
    WorkgroupCount(u8),
    /// The invocation's place in its subgroup.
    SubgroupInvocation,
    /// The number of invocations in a subgroup.
    SubgroupSize,
    /// The place of the subgroup in the workgroup.
    Subgroup,
    /// The number of subgroups in the workgroup.
    SubgroupCount,
    /// What the stage before hands on: index in [`Program::stage_inputs`].
    Stage(u16),
    /// Bytes of a buffer: the index in [`Program::resources`].
    BufferSize(u16),
}

impl Input {
    /// Whether the text says which value each invocation reads: it does not say how subgroups are arranged.
    #[must_use]
    pub const fn is_arranged(self) -> bool {
        !matches!(self, Self::SubgroupInvocation | Self::SubgroupSize | Self::Subgroup | Self::SubgroupCount)
    }

    /// Whether all invocations of a workgroup read the same.
    #[must_use]
    pub const fn is_uniform(self) -> bool {
        matches!(
            self,
            Self::Workgroup(_)
                | Self::WorkgroupIndex
                | Self::WorkgroupCount(_)
                | Self::SubgroupSize
                | Self::SubgroupCount
                | Self::BufferSize(_)
        )
    }
}

/// What an atomic operation does with the old value and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the functions of the text by name")]
pub enum AtomicOperation {
    Load,
    Store,
    Add,
    Subtract,
    Max,
    Min,
    And,
    Or,
    Xor,
    Exchange,
}

/// What the invocations of a subgroup or of a quad compute together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the functions of the text by name")]
pub enum GroupOperation {
    Add,
    ExclusiveAdd,
    InclusiveAdd,
    Multiply,
    ExclusiveMultiply,
    InclusiveMultiply,
    Min,
    Max,
    And,
    Or,
    Xor,
    All,
    Any,
    Elect,
    Broadcast,
    BroadcastFirst,
    Ballot(u8),
    Shuffle,
    ShuffleDown,
    ShuffleUp,
    ShuffleXor,
    QuadBroadcast,
    QuadSwapX,
    QuadSwapY,
    QuadSwapDiagonal,
    /// The derivative along x: coarse or fine.
    DerivativeX {
        /// Whether each row has its own.
        fine: bool,
    },
    /// The derivative along y.
    DerivativeY {
        /// Whether each column has its own.
        fine: bool,
    },
}

/// How far a barrier reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the functions of the text by name")]
pub enum Barrier {
    Workgroup,
    Storage,
    Texture,
}

/// What is done with a texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the functions of the text by name")]
pub enum TextureOperation {
    Dimensions,
    Layers,
    Levels,
    Samples,
    Load,
    Store,
    Sample,
    Gather,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields are registers: `to` receives the result")]
pub enum Instruction {
    /// A kernel of scalars; unused operands repeat the first one. The type is that of the first operand. [`scalar_types`] says
    /// which types the others have, and the result.
    Scalar {
        operation: Operation,
        ty: Type,
        to: Register,
        operands: [Register; 3],
    },
    /// Any operation: index in [`Program::calls`].
    Call(u32),
    /// The conversion of a value constructor.
    Convert {
        from: Type,
        into: Type,
        to: Register,
        value: Register,
    },
    /// The same bits as another type of the same size.
    Reinterpret {
        to: Register,
        value: Register,
    },
    /// `accept` where the condition holds, else `reject`.
    Select {
        to: Register,
        condition: Register,
        accept: Register,
        reject: Register,
    },
    /// Writes a variable; only invocations that are active here.
    Set {
        to: Register,
        value: Register,
    },
    /// What comes from outside.
    Input {
        to: Register,
        input: Input,
    },
    /// `base + min(index, count - 1) * stride`, or no address at all when the index is not below the count.
    Index {
        to: Register,
        base: Register,
        index: Register,
        count: Register,
        stride: u32,
    },
    Load {
        ty: Type,
        to: Register,
        from: Location,
    },
    Store {
        ty: Type,
        value: Register,
        into: Location,
    },
    /// In strict execution: the store that follows may touch these bytes.
    Touch {
        at: Location,
        size: u32,
    },
    /// Copies the bytes of [`Program::copies`] at this index.
    Copy(u32),
    /// Fills with zeros.
    Clear {
        into: Location,
        size: u32,
    },
    Atomic {
        operation: AtomicOperation,
        ty: Type,
        to: Register,
        value: Register,
        at: Location,
    },
    /// Index in [`Program::exchanges`].
    CompareExchange(u32),
    Group {
        operation: GroupOperation,
        ty: Type,
        to: Register,
        value: Register,
        other: Register,
    },
    /// Index in [`Program::texture_calls`].
    Texture(u32),
    Barrier(Barrier),
    /// The invocation goes on as a helper: what it writes is not seen.
    Discard,
    /// Hands a value on: index in [`Program::stage_outputs`].
    Output {
        index: u16,
        value: Register,
    },
    /// Runs up to [`Instruction::Else`] or [`Instruction::End`] where the condition holds.
    If {
        condition: Register,
    },
    Else,
    /// [`Instruction::Break`] leaves it.
    Block,
    /// Runs again from the start while an invocation is active at the end.
    Loop,
    End,
    /// Leaves the construct that is so many levels out; 0 is the innermost. An `If` is a level, too.
    Break {
        levels: u32,
    },
    /// The same, for the invocations where the condition is as said.
    BreakIf {
        condition: Register,
        holds: bool,
        levels: u32,
    },
}

const _: () = assert!(size_of::<Instruction>() <= 28);

/// Operands and result of a kernel that works on more than scalars.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The operation.
    pub operation: Operation,
    /// Type, shape and registers of each argument.
    pub arguments: Vec<(Type, Shape, Vec<Register>)>,
    /// The type of the result's components.
    pub result_type: Type,
    /// Their arrangement.
    pub result_shape: Shape,
    /// The registers of the result, in order.
    pub results: Vec<Register>,
}

/// Bytes that are copied from one place to another. Padding between them stays as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// Where from.
    pub from: Location,
    /// Where to.
    pub into: Location,
    /// What.
    pub runs: Vec<Run>,
}

/// Bytes without padding, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Where the first bytes lie.
    pub offset: u32,
    /// How many they are: a multiple of 2.
    pub size: u32,
    /// How often.
    pub count: u32,
    /// From one to the next.
    pub stride: u32,
}

/// A conditional exchange.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of the text")]
pub struct Exchange {
    pub at: Location,
    pub comparator: Register,
    pub value: Register,
    pub old_value: Register,
    pub exchanged: Register,
}

/// Operands and result of a texture operation. Which are there depends on the operation and on the kind of texture.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names of the parameters in the text")]
pub struct TextureCall {
    pub operation: TextureOperation,
    pub texture: u16,
    pub sampler: Option<u16>,
    pub coordinates: Vec<Register>,
    pub array_index: Option<Register>,
    pub level: LevelSource,
    pub offset: [i32; 3],
    pub depth_reference: Option<Register>,
    pub component: Option<u8>,
    pub clamps_to_edge: bool,
    pub sample_index: Option<Register>,
    pub value: Vec<Register>,
    pub results: Vec<Register>,
}

/// Where the level of detail comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelSource {
    /// The first level.
    Base,
    /// This one: a float to sample, an integer to load.
    Explicit(Register),
    /// From the differences to the neighbours, with a bias.
    Implicit(Option<Register>),
    /// From these gradients.
    Gradients(Vec<Register>, Vec<Register>),
}

/// A resource that the program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// What it must be.
    pub kind: ResourceKind,
    /// Whether the program may write it.
    pub is_writable: bool,
}

impl Resource {
    /// Whether the program finds it at this place.
    #[must_use]
    pub fn is_at(&self, group: u32, binding: u32) -> bool {
        !matches!(self.kind, ResourceKind::Immediates { .. })
            && (self.group, self.binding) == (group, binding)
    }
}

/// What a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// A uniform or storage buffer of at least so many bytes.
    Buffer {
        /// Whether it lies in address space uniform.
        is_uniform: bool,
        /// In bytes.
        least_size: u64,
    },
    /// What the dispatch or the draw hands over by itself, at least so many bytes: it has no place.
    Immediates {
        /// In bytes.
        least_size: u64,
    },
    /// A texture.
    Texture {
        /// How coordinates are interpreted.
        dimension: Dimension,
        /// What its texels are.
        holds: TexelKind,
        /// Whether there is more than one sample.
        is_multisampled: bool,
    },
    /// A sampler.
    Sampler {
        /// Whether it compares.
        compares: bool,
    },
}

/// What the texels of a texture must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TexelKind {
    /// Of any format with such channels.
    Channels(ChannelKind),
    /// Depths.
    Depth,
    /// Of this format.
    Format(Format),
}

/// What one pipeline stage computes.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The stage; `None` for a program that was not lowered yet.
    pub stage: Option<ShaderStage>,
    /// Invocations of a workgroup along x, y and z.
    pub workgroup_size: [u32; 3],
    /// The size of subgroups that the program asks for.
    pub subgroup_size: Option<u32>,
    /// Types of registers.
    pub registers: Vec<Type>,
    /// Registers with a value from the start; that of a narrow integer is extended to 32 bits.
    pub constants: Vec<(Register, u64)>,
    /// Constants that may have another value elsewhere: registers among [`Program::constants`], and the values they may have.
    pub loose_constants: Vec<(Register, Interval)>,
    /// The same in constant memory: address, type, and the values that may be there.
    pub loose_words: Vec<(u32, Type, Interval)>,
    /// The steps.
    pub code: Vec<Instruction>,
    /// Where each step comes from in the text of the program.
    pub spans: Vec<Span>,
    /// See [`Instruction::Call`].
    pub calls: Vec<Call>,
    /// See [`Instruction::Copy`].
    pub copies: Vec<Copy>,
    /// See [`Instruction::CompareExchange`].
    pub exchanges: Vec<Exchange>,
    /// See [`Instruction::Texture`].
    pub texture_calls: Vec<TextureCall>,
    /// What each [`Input::Stage`] reads.
    pub stage_inputs: Vec<StageValue>,
    /// What each [`Instruction::Output`] hands on.
    pub stage_outputs: Vec<StageValue>,
    /// The resources.
    pub resources: Vec<Resource>,
    /// Bytes of memory that each invocation has.
    pub invocation_bytes: u32,
    /// Bytes of memory that a workgroup has.
    pub workgroup_bytes: u32,
    /// The bytes of constant memory, as words.
    pub constant_words: Vec<u32>,
}

impl Instruction {
    /// Whether it opens a construct.
    #[must_use]
    pub const fn opens(&self) -> bool {
        matches!(self, Self::If { .. } | Self::Block | Self::Loop)
    }
}
