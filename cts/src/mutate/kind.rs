//! The kinds of steps: steps of one kind are rewritten alike.

use shader_ir::{
    AtomicOperation, BarrierMemory, BarrierScope, GroupOperation, Input, Instruction, LevelSource, Location,
    Memory, MemoryType, Program, ResourceKind, StagePlace, TexelKind, TextureOperation, Type,
};
use shader_numeric::Operation;
use std::fmt;
use webgpu_model::texture::ViewDimension;

/// A kind of step: one mistake of an implementation makes all of its steps wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Scalar(Operation, Type),
    Call(Operation, Type),
    Convert(Type, Type),
    Reinterpret(Type, Type),
    Select,
    Undefined,
    Set(Type),
    Input(Input),
    Index,
    Pointer,
    Offset,
    Load(MemoryKind, MemoryType),
    Store(MemoryKind, MemoryType),
    Touch,
    Clear(MemoryKind),
    Undefine,
    Copy(MemoryKind, MemoryKind),
    Atomic(AtomicOperation, Type, MemoryKind),
    CompareExchange(Type, MemoryKind),
    Group(GroupOperation, Type),
    Barrier(BarrierScope, BarrierMemory),
    Texture(TextureStep),
    Discard,
    Probe,
    Output(&'static str),
    If,
    Else,
    Block,
    Loop,
    End,
    Break,
    BreakIf(bool),
}

/// A memory, without its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum MemoryKind {
    Invocation,
    Workgroup,
    Constant,
    Uniform,
    Storage,
    Immediate,
    Pointed,
}

/// A texture operation, and the operands that it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct TextureStep {
    pub(super) operation: TextureOperation,
    pub(super) dimension: ViewDimension,
    pub(super) level: &'static str,
    pub(super) is_depth: bool,
    pub(super) is_multisampled: bool,
    pub(super) compares: bool,
}

/// The kind of a step of a program.
pub(super) fn kind(program: &Program, instruction: &Instruction) -> Kind {
    let ty = |register: shader_ir::Register| program.registers[register.index()];
    let memory = |at: &Location| memory_kind(program, at.memory);
    match *instruction {
        Instruction::Scalar { operation, ty, .. } => Kind::Scalar(operation, ty),
        Instruction::Call(index) => {
            let call = &program.calls[index as usize];
            Kind::Call(call.operation, call.arguments.first().map_or(call.result_type, |(ty, ..)| *ty))
        }
        Instruction::Convert { from, into, .. } => Kind::Convert(from, into),
        Instruction::Reinterpret { to, value } => Kind::Reinterpret(ty(value), ty(to)),
        Instruction::Select { .. } => Kind::Select,
        Instruction::Undefined { .. } => Kind::Undefined,
        Instruction::Set { to, .. } => Kind::Set(ty(to)),
        Instruction::Input { input: Input::Stage(index), .. } => {
            Kind::Input(Input::Stage(stage_kind(program, index)))
        }
        Instruction::Input { input: Input::BufferSize(_), .. } => Kind::Input(Input::BufferSize(0)),
        Instruction::Input { input, .. } => Kind::Input(input),
        Instruction::Index { .. } => Kind::Index,
        Instruction::Pointer { .. } => Kind::Pointer,
        Instruction::Offset { .. } => Kind::Offset,
        Instruction::Load { ty, ref from, .. } => Kind::Load(memory(from), ty),
        Instruction::Store { ty, ref into, .. } => Kind::Store(memory(into), ty),
        Instruction::Touch { .. } => Kind::Touch,
        Instruction::Clear { ref into, .. } => Kind::Clear(memory(into)),
        Instruction::Undefine { .. } => Kind::Undefine,
        Instruction::Copy(index) => {
            let copy = &program.copies[index as usize];
            Kind::Copy(memory(&copy.from), memory(&copy.into))
        }
        Instruction::Atomic { operation, ty, ref at, .. } => Kind::Atomic(operation, ty, memory(at)),
        Instruction::CompareExchange(index) => {
            let exchange = &program.exchanges[index as usize];
            Kind::CompareExchange(ty(exchange.old_value), memory(&exchange.at))
        }
        Instruction::Group { operation, ty, .. } => Kind::Group(operation, ty),
        Instruction::Barrier { scope, memory } => Kind::Barrier(scope, memory),
        Instruction::Texture(index) => Kind::Texture(texture_step(program, index)),
        Instruction::Discard => Kind::Discard,
        Instruction::Probe(_) => Kind::Probe,
        Instruction::Output { index, .. } => {
            Kind::Output(place_name(program.stage_outputs[usize::from(index)].place))
        }
        Instruction::If { .. } => Kind::If,
        Instruction::Else => Kind::Else,
        Instruction::Block => Kind::Block,
        Instruction::Loop => Kind::Loop,
        Instruction::End => Kind::End,
        Instruction::Break { .. } => Kind::Break,
        Instruction::BreakIf { holds, .. } => Kind::BreakIf(holds),
    }
}

/// Where a value between stages comes from or goes, without its number.
pub(super) fn place_name(place: StagePlace) -> &'static str {
    use shader_ir::PipelineValue as P;
    match place {
        StagePlace::Location { .. } => "location",
        StagePlace::Builtin(value) => match value {
            P::VertexIndex => "vertex-index",
            P::InstanceIndex => "instance-index",
            P::ClipDistances => "clip-distances",
            P::Position => "position",
            P::FrontFacing => "front-facing",
            P::FragDepth => "frag-depth",
            // Only programs in Metal have these.
            P::BaseVertex => "base-vertex",
            P::BaseInstance => "base-instance",
            P::BarycentricCoord => "barycentric-coord",
            P::PrimitiveIndex => "primitive-index",
            P::SampleIndex => "sample-index",
            P::SampleMask => "sample-mask",
        },
    }
}

const STAGE_PLACES: [&str; 13] = [
    "location",
    "vertex-index",
    "instance-index",
    "clip-distances",
    "position",
    "front-facing",
    "frag-depth",
    "primitive-index",
    "sample-index",
    "sample-mask",
    "base-vertex",
    "base-instance",
    "barycentric-coord",
];

/// In place of the index of a stage input: the number of its kind of place.
fn stage_kind(program: &Program, index: u16) -> u16 {
    let name = place_name(program.stage_inputs[usize::from(index)].place);
    STAGE_PLACES.iter().position(|known| *known == name).unwrap_or(0) as u16
}

fn memory_kind(program: &Program, memory: Memory) -> MemoryKind {
    match memory {
        Memory::Invocation => MemoryKind::Invocation,
        Memory::Workgroup => MemoryKind::Workgroup,
        Memory::Constant => MemoryKind::Constant,
        Memory::Pointed => MemoryKind::Pointed,
        Memory::Buffer(index) => match program.resources[usize::from(index)].kind {
            ResourceKind::Buffer { is_uniform: true, .. } => MemoryKind::Uniform,
            ResourceKind::Immediates { .. } => MemoryKind::Immediate,
            ResourceKind::Buffer { is_uniform: false, .. }
            | ResourceKind::Texture { .. }
            | ResourceKind::Sampler { .. }
            | ResourceKind::FixedSampler { .. } => MemoryKind::Storage,
        },
    }
}

fn texture_step(program: &Program, index: u32) -> TextureStep {
    let call = &program.texture_calls[index as usize];
    let level = match call.level {
        LevelSource::Base => "base",
        LevelSource::Explicit(_) => "level",
        LevelSource::Implicit(None) => "implicit",
        LevelSource::Implicit(Some(_)) => "bias",
        LevelSource::Gradients(..) => "gradients",
    };
    let (dimension, is_depth, is_multisampled) = match program.resources[usize::from(call.texture)].kind {
        ResourceKind::Texture { dimension, holds, is_multisampled } => {
            (dimension, holds == TexelKind::Depth, is_multisampled)
        }
        ResourceKind::Buffer { .. }
        | ResourceKind::Immediates { .. }
        | ResourceKind::Sampler { .. }
        | ResourceKind::FixedSampler { .. } => (ViewDimension::D2, false, false),
    };
    let compares = call.depth_reference.is_some();
    TextureStep { operation: call.operation, dimension, level, is_depth, is_multisampled, compares }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Self::Scalar(operation, ty) => format!("{operation:?}-{}", ty.name()),
            Self::Call(operation, ty) => format!("{operation:?}-of-{}", ty.name()),
            Self::Convert(from, into) => format!("convert-{}-{}", from.name(), into.name()),
            Self::Reinterpret(from, into) => format!("reinterpret-{}-{}", from.name(), into.name()),
            Self::Set(ty) => format!("set-{}", ty.name()),
            Self::Input(Input::Stage(place)) => format!("input-{}", STAGE_PLACES[usize::from(*place)]),
            Self::Input(input) => format!("input-{input:?}"),
            Self::Load(memory, ty) => format!("load-{memory:?}-{}", memory_type(*ty)),
            Self::Store(memory, ty) => format!("store-{memory:?}-{}", memory_type(*ty)),
            Self::Clear(memory) => format!("clear-{memory:?}"),
            Self::Copy(from, into) => format!("copy-{from:?}-{into:?}"),
            Self::Atomic(operation, ty, memory) => format!("atomic-{operation:?}-{}-{memory:?}", ty.name()),
            Self::CompareExchange(ty, memory) => format!("compare-exchange-{}-{memory:?}", ty.name()),
            Self::Group(operation, ty) => format!("group-{operation:?}-{}", ty.name()),
            Self::Barrier(scope, memory) => {
                let memories = [
                    (memory.workgroup, "workgroup"),
                    (memory.buffers, "buffers"),
                    (memory.textures, "textures"),
                ];
                let memories: Vec<&str> =
                    memories.iter().filter(|(is_in, _)| *is_in).map(|(_, name)| *name).collect();
                format!("barrier-{scope:?}-{}", memories.join("+"))
            }
            Self::Texture(step) => {
                let TextureStep { operation, dimension, level, is_depth, is_multisampled, compares } = step;
                let mut name = format!("texture-{operation:?}-{}-{level}", dimension.name());
                let flags =
                    [(*is_depth, "-depth"), (*is_multisampled, "-multisampled"), (*compares, "-compare")];
                flags.iter().filter(|(is_so, _)| *is_so).for_each(|(_, flag)| name.push_str(flag));
                name
            }
            Self::Output(place) => format!("output-{place}"),
            Self::BreakIf(holds) => format!("break-if-{holds}"),
            Self::Select
            | Self::Undefined
            | Self::Index
            | Self::Pointer
            | Self::Offset
            | Self::Touch
            | Self::Undefine
            | Self::Discard
            | Self::Probe
            | Self::If
            | Self::Else
            | Self::Block
            | Self::Loop
            | Self::End
            | Self::Break => format!("{self:?}"),
        };
        formatter.write_str(&name.to_lowercase().replace(['(', ')'], ""))
    }
}

fn memory_type(ty: MemoryType) -> &'static str {
    match ty {
        MemoryType::Sized(ty) => ty.name(),
        MemoryType::ByteBool => "bool8",
    }
}
