//! The cost of instructions: how many steps each takes from the fuel.
//!
//! A step is about a tenth of a nanosecond of one core: an addition in one lane, vectorised and with its planes in the cache. The other
//! costs are measured against that, with the operands for which an instruction takes longest. So an endless loop is stopped after a
//! similar time whatever its body, but on every machine after the same number of iterations.

use super::bound::Bound;
use super::plan::Plan;
use shader_ir::{
    Call, Copy, Instruction, LevelSource, Location, Memory, TextureCall, TextureOperation, Type,
};
use shader_numeric::{Effort, Operation};

/// The start of a workgroup.
const BEGIN: u64 = 1600;
/// Fetching an instruction, whatever the number of lanes.
pub(super) const FETCH: u64 = 160;
/// Additional for fetching in strict execution.
const STRICT_FETCH: u64 = 640;
/// Additional for fetching in tracked execution.
const TRACK_FETCH: u64 = 640;
/// The most lanes whose planes fit into the cache.
const MOST_NEAR_LANES: u64 = 4096;
/// Additional for a lane when there are more of them.
const FAR_LANE: u64 = 10;
/// The most bytes of a memory that fit into the cache.
const MOST_NEAR_BYTES: u64 = 1 << 20;
/// Additional for a word in a larger memory.
const FAR_WORD: u64 = 150;
/// Additional for the first word, when no other lane's access hides how long it takes.
const FAR_LATENCY: u64 = 600;
/// One part of memory in the shadow of strict execution.
pub(super) const STRICT_PART: u64 = 200;
/// Reducing a large angle to the range of a trigonometric function.
const REDUCTION: u64 = 900;
/// The largest angle that needs no reduction.
const MOST_NEAR_ANGLE: f32 = 1_000_000.0;

/// The cost of an instruction for one lane.
#[derive(Clone, Copy)]
struct Cost {
    plain: u64,
    /// Additional in strict execution.
    strict: u64,
    /// Additional in tracked execution.
    track: u64,
}

/// Control without effect on lanes.
const LEAST: Cost = Cost::new(1, 0, 0);

impl Cost {
    const fn new(plain: u64, strict: u64, track: u64) -> Self {
        Self { plain, strict, track }
    }

    const fn times(self, count: u64) -> Self {
        let Self { plain, strict, track } = self;
        Self::new(plain.saturating_mul(count), strict.saturating_mul(count), track.saturating_mul(count))
    }
}

/// The costs of a program in one dispatch or draw.
#[derive(Debug)]
pub(super) struct Costs {
    /// By instruction, for all lanes.
    pub(super) of_instruction: Vec<u64>,
    /// Of a workgroup before its first instruction.
    pub(super) of_begin: u64,
}

impl Costs {
    pub(super) fn new(plan: &Plan, resources: &[&Bound]) -> Self {
        let options = &plan.options;
        let program = &plan.program;
        let lanes = plan.workgroup_size.iter().map(|size| u64::from(*size)).product::<u64>();
        let if_strict = |cost: u64| if options.strict { cost } else { 0 };
        let if_tracked = |cost: u64| if options.track.is_some() { cost } else { 0 };
        let far = if lanes > MOST_NEAR_LANES { FAR_LANE } else { 0 };
        let table = Table { plan, resources, lanes, is_shuffled: options.seed.is_some() };
        let of_instruction = program.code.iter().map(|instruction| {
            let Cost { plain, strict, track } = table.of_lane(instruction);
            let of_lane = [far, plain, if_strict(strict), if_tracked(track)];
            let of_lanes = of_lane.into_iter().fold(0, u64::saturating_add).saturating_mul(lanes);
            of_lanes.saturating_add(FETCH + if_strict(STRICT_FETCH) + if_tracked(TRACK_FETCH))
        });
        let words = u64::from(program.workgroup_bytes / 4);
        let of_begin = BEGIN + words * 4 + lanes * (10 + if_tracked(100));
        Self { of_instruction: of_instruction.collect(), of_begin }
    }
}

/// The conditions that determine the cost of an instruction.
struct Table<'a> {
    plan: &'a Plan,
    resources: &'a [&'a Bound],
    lanes: u64,
    is_shuffled: bool,
}

impl Table<'_> {
    fn of_lane(&self, instruction: &Instruction) -> Cost {
        let program = &self.plan.program;
        match *instruction {
            Instruction::Scalar { operation, ty, .. } => {
                let (plain, track) = of_operation(operation, ty);
                Cost::new(plain, plain + 250, track)
            }
            Instruction::Call(index) => program.calls.get(index as usize).map_or(LEAST, of_call),
            Instruction::Convert { from, into, .. } => {
                Cost::new(if from == Type::F16 || into == Type::F16 { 200 } else { 25 }, 200, 600)
            }
            Instruction::Reinterpret { .. } => Cost::new(2, 100, 300),
            Instruction::Select { .. } => Cost::new(2, 0, 600),
            Instruction::Set { .. } | Instruction::Undefined { .. } => Cost::new(2, 0, 100),
            Instruction::Input { .. } => Cost::new(20, 0, 100),
            Instruction::Index { .. } => Cost::new(3, 400, 500),
            Instruction::Pointer { .. } | Instruction::Offset { .. } => Cost::new(40, 200, 300),
            Instruction::Load { ty, from, .. } => self.access(from, 20, ty.size()),
            Instruction::Store { ty, into, .. } => {
                self.access(into, if ty.size() < 4 { 150 } else { 80 }, ty.size())
            }
            Instruction::Touch { .. } => Cost::new(1, 200, 0),
            // Memory is walked through in order, in halves of words where it is not aligned to words.
            Instruction::Copy(index) => {
                let halves = program.copies.get(index as usize).map_or(0, Copy::halves);
                Cost::new(60, 700, 2_000).times(halves)
            }
            Instruction::Clear { size, .. } | Instruction::Undefine { size, .. } => {
                Cost::new(40, 0, 1_000).times(u64::from(size.div_ceil(2)))
            }
            Instruction::Atomic { ty, at, .. } => self.atomic(at, ty),
            Instruction::CompareExchange(index) => {
                let exchange = program.exchanges.get(index as usize);
                exchange.map_or(LEAST, |it| self.atomic(it.at, self.plan.ty(it.value)))
            }
            Instruction::Group { .. } => Cost::new(200, 0, 100),
            Instruction::Texture(index) => {
                program.texture_calls.get(index as usize).map_or(LEAST, |it| self.texture(it))
            }
            Instruction::Barrier { .. } | Instruction::Probe(_) => LEAST,
            Instruction::Discard | Instruction::Output { .. } => Cost::new(20, 0, 0),
            Instruction::If { .. } => Cost::new(3, 0, 200),
            Instruction::Else | Instruction::Block | Instruction::Loop => Cost::new(1, 0, 0),
            Instruction::End => Cost::new(1, 0, 20),
            Instruction::Break { levels } => Cost::new(2 + 2 * u64::from(levels), 0, 0),
            Instruction::BreakIf { levels, .. } => Cost::new(4 + 2 * u64::from(levels), 0, 200),
        }
    }

    /// An access to `size` bytes, with the cost of a word that is in the cache.
    fn access(&self, at: Location, near: u64, size: u32) -> Cost {
        let far = self.far(at.memory);
        Cost::new(near + far, 300 + 10 * far, 1_000 + 4 * far).times(u64::from(size.div_ceil(4)))
    }

    /// Additional for a word of a memory that does not fit into the cache.
    fn far(&self, memory: Memory) -> u64 {
        let program = &self.plan.program;
        let bytes = match memory {
            Memory::Invocation => u64::from(program.invocation_bytes) * self.lanes,
            Memory::Workgroup => u64::from(program.workgroup_bytes),
            Memory::Constant => program.constant_words.len() as u64 * 4,
            Memory::Buffer(index) => match self.resources.get(usize::from(index)) {
                Some(Bound::Buffer(bytes)) => bytes.len() as u64,
                Some(Bound::Texture(_) | Bound::Sampler(_) | Bound::Missing) | None => 0,
            },
            // It may be any.
            Memory::Pointed => u64::MAX,
        };
        if bytes > MOST_NEAR_BYTES { FAR_WORD + FAR_LATENCY / self.lanes.max(1) } else { 0 }
    }

    fn atomic(&self, at: Location, ty: Type) -> Cost {
        let turn = if self.is_shuffled { 350 } else { 150 };
        let Cost { plain, strict, track } = self.access(at, turn + 3 * self.far(at.memory), ty.size());
        Cost::new(plain, strict, track + 1_000)
    }

    fn texture(&self, call: &TextureCall) -> Cost {
        let Some(Bound::Texture(texture)) = self.resources.get(usize::from(call.texture)) else {
            return LEAST;
        };
        let plain = match call.operation {
            TextureOperation::Dimensions
            | TextureOperation::Layers
            | TextureOperation::Levels
            | TextureOperation::Samples => 100,
            TextureOperation::Load | TextureOperation::Store => 400,
            TextureOperation::Gather => 1_800,
            TextureOperation::Sample => {
                let levels = if texture.level_count() > 1 && call.level != LevelSource::Base { 2 } else { 1 };
                1_300 + (250 << texture.dimension().axes()) * levels
            }
        };
        Cost::new(plain, 500, 500)
    }
}

/// The cost of an operation on scalars, and the additional one in tracked execution.
fn of_operation(operation: Operation, ty: Type) -> (u64, u64) {
    let is_division = matches!(operation, Operation::Divide | Operation::Remainder);
    let effort = if is_division && !ty.is_float() { Effort::Bits } else { operation.effort() };
    // For most types, for `f16`, and additional in tracked execution.
    let (usual, half, track) = match effort {
        Effort::Simple => (1, 60, 2_000),
        Effort::Bits => (15, 80, 2_000),
        Effort::Root => (30, 80, 3_000),
        Effort::Series => (130, 200, 3_000),
        Effort::LongSeries => (130, 200, 10_000),
        Effort::Power => (200, 250, 4_000),
        Effort::Blend => (5, 450, 10_000),
        // These are calls, or expanded: `of_call`.
        Effort::Whole => (250, 250, 2_000),
    };
    (if ty == Type::F16 { half } else { usual }, track)
}

/// The cost of an operation on vectors or matrices.
fn of_call(call: &Call) -> Cost {
    let arguments = call.arguments.iter().map(|(.., registers)| registers.len()).sum::<usize>();
    let scalars = (arguments + call.results.len()) as u64;
    let plain = 300 + 250 * scalars;
    Cost::new(plain, plain, 4 * plain)
}

/// Additional for an operation on scalars with such an operand.
pub(super) fn of_operand(operation: Operation, ty: Type, operand: &[u32]) -> u64 {
    let is_trigonometric = matches!(operation, Operation::Sin | Operation::Cos | Operation::Tan);
    if !is_trigonometric || ty != Type::F32 {
        return 0;
    }
    let is_large = |bits: &&u32| f32::from_bits(**bits).abs() > MOST_NEAR_ANGLE;
    operand.iter().filter(is_large).count() as u64 * REDUCTION
}
