//! A program.

use crate::{
    Call, Copy, Exchange, Instruction, OpenMemory, Probe, Register, Resource, ShaderStage, StageValue,
    TextureCall, Type,
};
use shader_numeric::allowed::Interval;
use shader_source::Span;
use shader_source::allow::Allowance;

/// The computation of one pipeline stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The stage; `None` for a program that was written for no pipeline.
    pub stage: Option<ShaderStage>,
    /// Invocations of a workgroup along x, y and z; `None` where the dispatch says how many: see [`Program::sized`].
    pub workgroup_size: Option<[u32; 3]>,
    /// The size of subgroups that the program asks for.
    pub subgroup_size: Option<u32>,
    /// Types of registers.
    pub registers: Vec<Type>,
    /// Registers with a value from the start; that of a narrow integer is extended to 32 bits.
    pub constants: Vec<(Register, u64)>,
    /// Constants that may have another value elsewhere: registers among [`Program::constants`], and the values they may have.
    pub loose_constants: Vec<(Register, Interval)>,
    /// Words of constant memory that may have another value elsewhere: address, type, and the values that may be there.
    pub loose_words: Vec<(u32, Type, Interval)>,
    /// The steps.
    pub code: Vec<Instruction>,
    /// Where each step comes from in the source.
    pub spans: Vec<Span>,
    /// See [`Instruction::Call`].
    pub calls: Vec<Call>,
    /// See [`Instruction::Copy`].
    pub copies: Vec<Copy>,
    /// See [`Instruction::CompareExchange`].
    pub exchanges: Vec<Exchange>,
    /// See [`Instruction::Texture`].
    pub texture_calls: Vec<TextureCall>,
    /// See [`Instruction::Probe`]. Lowering adds them on request only.
    pub probes: Vec<Probe>,
    /// The values that the [`Input::Stage`](crate::Input::Stage)s read.
    pub stage_inputs: Vec<StageValue>,
    /// The values that the [`Instruction::Output`]s write.
    pub stage_outputs: Vec<StageValue>,
    /// The resources.
    pub resources: Vec<Resource>,
    /// Bytes of memory that each invocation has: a multiple of 4.
    pub invocation_bytes: u32,
    /// Bytes of memory that a workgroup has: a multiple of 4. Open memories come in addition.
    pub workgroup_bytes: u32,
    /// Whether the memory of a workgroup has no values at the start; otherwise it is zero. It is zero here in any case.
    pub workgroup_is_undefined: bool,
    /// Whether an ordinary read of memory does not race with an atomic operation on it, as in C++ AMP 1.2 (8.1.2).
    pub atomics_allow_reads: bool,
    /// Where buffer 0 has the table of the blocks that the program has allocated in it, as two words for each: the start and the end. A pointer to
    /// `Memory::Buffer(n)`, with a number that is not 0, leads into block n then, and to nothing outside of it.
    pub blocks: Option<u32>,
    /// Memories of the workgroup whose sizes the dispatch says.
    pub open_memory: Vec<OpenMemory>,
    /// The bytes of constant memory, as words.
    pub constant_words: Vec<u32>,
    /// The faults that the comments of the source ignore.
    pub allowances: Vec<Allowance>,
}

impl Default for Program {
    /// A program without steps, for one invocation.
    fn default() -> Self {
        Self {
            stage: None,
            workgroup_size: Some([1; 3]),
            subgroup_size: None,
            registers: Vec::new(),
            constants: Vec::new(),
            loose_constants: Vec::new(),
            loose_words: Vec::new(),
            code: Vec::new(),
            spans: Vec::new(),
            calls: Vec::new(),
            copies: Vec::new(),
            exchanges: Vec::new(),
            texture_calls: Vec::new(),
            probes: Vec::new(),
            stage_inputs: Vec::new(),
            stage_outputs: Vec::new(),
            resources: Vec::new(),
            invocation_bytes: 0,
            workgroup_bytes: 0,
            workgroup_is_undefined: false,
            atomics_allow_reads: false,
            blocks: None,
            open_memory: Vec::new(),
            constant_words: Vec::new(),
            allowances: Vec::new(),
        }
    }
}
