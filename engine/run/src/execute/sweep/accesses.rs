//! The words that a step accesses.

use super::words::{Access, Bytes, Mode, Shared, Word};
use crate::execute::group::Group;
use crate::execute::plan::Plan;
use crate::execute::texture;
use shader_ir::{Class, Instruction, Location, Memory, TextureCall, TextureOperation};

/// By step: whether it accesses memory that other invocations may change.
pub(super) fn shared_steps(plan: &Plan) -> Vec<bool> {
    let program = &plan.program;
    let is_shared = |at: Location| match at.memory {
        Memory::Workgroup | Memory::Pointed => true,
        Memory::Buffer(index) => plan.is_writable(index),
        Memory::Invocation | Memory::Constant => false,
    };
    let accesses = |instruction: &Instruction| match program.class(instruction) {
        Class::Loads | Class::Stores | Class::Updates => {
            let mut found = false;
            program.each_location(instruction, |at| found |= is_shared(at));
            if let Instruction::Texture(index) = instruction {
                found |= plan.is_writable(program.texture_calls[*index as usize].texture);
            }
            found
        }
        Class::Pure | Class::Assigns | Class::Exchanges | Class::Control | Class::Outputs => false,
    };
    program.code.iter().map(accesses).collect()
}

/// The accesses of the present step of some lanes to memory that is shared, except for atomic operations.
pub(super) fn accesses(group: &Group<'_>, instruction: &Instruction) -> Vec<Access> {
    let program = &group.shared.plan.program;
    let mut found = Vec::new();
    match *instruction {
        Instruction::Load { ty, from, .. } => each_lane(group, from, 0..ty.size(), Mode::Read, &mut found),
        Instruction::Store { ty, into, .. } => each_lane(group, into, 0..ty.size(), Mode::Write, &mut found),
        // A write to a component of a vector may write the whole vector.
        Instruction::Touch { size, at } => each_lane(group, at, 0..size, Mode::Write, &mut found),
        Instruction::Clear { into, size } => each_lane(group, into, 0..size, Mode::Write, &mut found),
        Instruction::Copy(index) => {
            let copy = &program.copies[index as usize];
            for run in &copy.runs {
                for repetition in 0..run.count {
                    let start = run.offset + repetition * run.stride;
                    let bytes = start..start + run.size;
                    each_lane(group, copy.from, bytes.clone(), Mode::Read, &mut found);
                    each_lane(group, copy.into, bytes, Mode::Write, &mut found);
                }
            }
        }
        Instruction::Texture(index) => texels(group, &program.texture_calls[index as usize], &mut found),
        // Atomic operations are issued lane by lane; the others access no memory, or only their invocation's.
        Instruction::Atomic { .. }
        | Instruction::CompareExchange(_)
        | Instruction::Scalar { .. }
        | Instruction::Call(_)
        | Instruction::Convert { .. }
        | Instruction::Reinterpret { .. }
        | Instruction::Select { .. }
        | Instruction::Undefined { .. }
        | Instruction::Set { .. }
        | Instruction::Input { .. }
        | Instruction::Index { .. }
        | Instruction::Pointer { .. }
        | Instruction::Offset { .. }
        | Instruction::Undefine { .. }
        | Instruction::Group { .. }
        | Instruction::Barrier { .. }
        | Instruction::Discard
        | Instruction::Probe(_)
        | Instruction::Output { .. }
        | Instruction::If { .. }
        | Instruction::Else
        | Instruction::Block
        | Instruction::Loop
        | Instruction::End
        | Instruction::Break { .. }
        | Instruction::BreakIf { .. } => {}
    }
    found
}

/// The words of some bytes from a location on, in each active lane.
fn each_lane(
    group: &Group<'_>,
    at: Location,
    bytes: core::ops::Range<u32>,
    mode: Mode,
    found: &mut Vec<Access>,
) {
    for lane in group.lanes.mask.active() {
        let Some((memory, address)) = group.lanes.place(at, lane) else { continue };
        let bytes = address + bytes.start as usize..address + bytes.end as usize;
        for number in bytes.start / 4..bytes.end.div_ceil(4) {
            if let Some(word) = word(group, memory, number * 4) {
                found.push(Access { word, bytes: Bytes::of(number, &bytes), mode, lane: lane as u32 });
            }
        }
    }
}

/// The word at an address; `None` outside of the memory, and where no other invocation can change it.
pub(super) fn word(group: &Group<'_>, memory: Memory, address: usize) -> Option<Word> {
    let shared = match memory {
        Memory::Workgroup => Shared::Workgroup(group.interface.index),
        Memory::Buffer(index) if group.shared.plan.is_writable(index) => Shared::Buffer(index),
        Memory::Buffer(_) | Memory::Invocation | Memory::Constant | Memory::Pointed => return None,
    };
    let is_inside = (address as u64) < group.memories.size(memory);
    is_inside.then_some(Word { memory: shared, number: (address / 4) as u32 })
}

fn texels(group: &Group<'_>, call: &TextureCall, found: &mut Vec<Access>) {
    let mode = match call.operation {
        TextureOperation::Store => Mode::Write,
        TextureOperation::Load => Mode::Read,
        // No storage texture is sampled, and its sizes do not change.
        TextureOperation::Sample
        | TextureOperation::Gather
        | TextureOperation::Dimensions
        | TextureOperation::Layers
        | TextureOperation::Levels
        | TextureOperation::Samples => return,
    };
    for lane in group.lanes.mask.active() {
        let address = texture::Access { lanes: &group.lanes, call, lane }.address();
        // A load outside of the texture has the same result in all orders, and a store no effect.
        let Some(bytes) = group.shared.texture(call.texture).texel_place(&address) else { continue };
        for number in bytes.start / 4..bytes.end.div_ceil(4) {
            let word = Word { memory: Shared::Texture(call.texture), number: number as u32 };
            found.push(Access { word, bytes: Bytes::of(number, &bytes), mode, lane: lane as u32 });
        }
    }
}
