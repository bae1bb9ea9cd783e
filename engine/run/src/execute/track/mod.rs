//! Tracked execution: carries the results that the specification allows along the executed path.
//!
//! Each step is looked at before it is executed. A register or a word of memory is exact (all implementations have its value), or it
//! holds one of the values of an interval. Where control may go another way elsewhere ([`control`]), nothing is claimed about the values that
//! are written on either way. Nothing is claimed about values that depend on the order of atomic operations ([`atomic`]), on the arrangement
//! of subgroups, on filtered texels, or on out-of-bounds accesses.
//!
//! Programs without data races are presumed; strict execution finds the others. Fragments and texels are not followed.
//!
//! Differs from the specification, which lets an implementation reassociate any expression: that is followed inside of functions like `dot` and of
//! products of matrices only, not among the operations of a program. The effect of an out-of-bounds access is left open from its index on.
//! <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>
//!
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

mod atomic;
mod control;
mod held;
mod memory;
mod transfer;

use super::bound::Bound;
use super::group::Group;
use super::memories::NOWHERE;
use super::observe::Observer;
use super::plan::Plan;
use super::texture::Access;
use atomic::Atomics;
use control::Regions;
use held::{Held, Scalar};
use memory::{Word, Words};
use shader_ir::{
    Call, Instruction, Listed, Memory, Precision, Register, TextureCall, TextureOperation, Type,
};
use shader_numeric::Operation;
use shader_numeric::allowed::{self, Accuracies, Accuracy, Argument, Interval};
use webgpu_model::texture::channel::ChannelFormat;
use webgpu_model::texture::{Encoding, Format};

/// The allowed contents of a buffer after a dispatch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllowedBuffer {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// Whether nothing is known about words that are not listed; otherwise they hold exactly the value that they hold here.
    pub is_open: bool,
    /// The words that the program wrote, by offset.
    pub words: Vec<AllowedWord>,
}

/// The allowed values of a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AllowedWord {
    /// The offset of the word in bytes.
    pub offset: u32,
    /// The type that it was stored as: `f32`, `f16`, or an integer of two or four bytes.
    pub ty: Type,
    /// The values that it may have.
    pub values: Interval,
}

/// The observer of tracked execution: knowledge about registers and memory.
#[derive(Debug)]
pub(super) struct Track {
    /// The distance that results may have from the exact ones.
    accuracies: Accuracies,
    /// By plane and lane.
    held: Vec<Vec<Held>>,
    /// By lane.
    invocation: Vec<Words>,
    constant: Words,
    workgroup: Words,
    workgroup_is_undefined: bool,
    /// By resource.
    buffers: Vec<Words>,
    regions: Regions,
    atomics: Atomics,
    /// Whether nothing is claimed about the whole dispatch.
    gave_up: bool,
    /// Steps that are not yet taken off the fuel, beyond those that each instruction costs.
    steps: u64,
}

impl Track {
    pub(super) fn new(accuracies: Accuracies, plan: &Plan, workgroups: u64) -> Self {
        let program = &plan.program;
        let lanes = plan.workgroup_size.iter().product::<u32>() as usize;
        let held = plan.is_uniform.iter().map(|uniform| vec![Held::Exact; if *uniform { 1 } else { lanes }]);
        let mut held: Vec<Vec<Held>> = held.collect();
        for (register, values) in &program.loose_constants {
            held[plan.planes[register.index()] as usize].fill(Held::Within(*values));
        }
        let mut constant = Words::default();
        for (address, ty, values) in &program.loose_words {
            constant.store(*address, *ty, Held::Within(*values));
        }
        Self {
            accuracies,
            held,
            invocation: vec![Words::default(); lanes],
            constant,
            workgroup: Words::default(),
            workgroup_is_undefined: plan.workgroup_is_undefined(),
            buffers: vec![Words::default(); program.resources.len()],
            regions: Regions::new(program, lanes),
            atomics: Atomics::new(program, lanes, workgroups),
            gave_up: false,
            steps: 0,
        }
    }

    const fn accuracy(&self, precision: Precision) -> &'static Accuracy {
        precision.of(self.accuracies)
    }

    fn words(&mut self, memory: Memory, lane: usize) -> Option<&mut Words> {
        match memory {
            Memory::Invocation => self.invocation.get_mut(lane),
            Memory::Workgroup => Some(&mut self.workgroup),
            Memory::Buffer(index) => self.buffers.get_mut(usize::from(index)),
            Memory::Constant => Some(&mut self.constant),
            Memory::Pointed => None,
        }
    }

    /// Forgets everything about a memory: a store may have gone anywhere in it. Through a pointer, it may have gone to any memory.
    fn open(&mut self, memory: Memory, lane: usize) {
        if memory == Memory::Pointed {
            self.buffers.iter_mut().for_each(Words::open);
            self.workgroup.open();
            self.invocation[lane].open();
        } else if let Some(words) = self.words(memory, lane) {
            words.open();
        }
    }

    /// The allowed contents of the buffers that the program may write, in the order of the resources.
    pub(super) fn finish(&self, plan: &Plan, resources: &[&Bound]) -> Vec<AllowedBuffer> {
        let all = plan.program.resources.iter().zip(resources).zip(&self.buffers);
        all.filter_map(|((resource, bound), words)| {
            let Bound::Buffer(bytes) = bound else { return None };
            let value = |address: u32, ty: Type| match ty.size() {
                2 => u32::from(bytes.load16(address as usize)),
                4 => bytes.load32(address as usize),
                size => unreachable!("a word of {size} bytes"),
            };
            // A value of eight bytes that ends beyond the buffer is not stored.
            let is_inside = |(offset, word): &(u32, Word)| (offset + word.ty.size()) as usize <= bytes.len();
            let allowed = words.sorted().into_iter().filter(is_inside).map(|(offset, word)| AllowedWord {
                offset,
                ty: word.ty,
                values: word.with(value(offset, word.ty)).interval(),
            });
            let is_open = words.is_open;
            let words = if self.gave_up { Vec::new() } else { allowed.collect() };
            resource.is_writable.then_some(AllowedBuffer {
                group: resource.group,
                binding: resource.binding,
                is_open: self.gave_up || is_open,
                words,
            })
        })
        .collect()
    }
}

impl Observer for Track {
    fn begin(&mut self) {
        self.workgroup.reset();
        if self.workgroup_is_undefined {
            self.workgroup.open();
        }
        self.invocation.iter_mut().for_each(Words::reset);
        self.regions.begin();
        self.atomics.begin();
    }

    fn observe(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        self.note(group, instruction);
        core::mem::take(&mut self.steps)
    }

    fn stop(&mut self, _: &Group<'_>, _: bool) {}
}

impl Track {
    /// Notes the possible results of a step elsewhere.
    fn note(&mut self, group: &Group<'_>, instruction: &Instruction) {
        let program = &group.shared.plan.program;
        let at = group.control.step;
        match *instruction {
            Instruction::Scalar { operation, ty, precision, to, operands } => {
                let accuracy = self.accuracy(precision);
                self.note_each(group, to, |track, lane| {
                    scalar(
                        operation,
                        accuracy,
                        ty,
                        operands.map(|operand| track.scalar(group, operand, lane)),
                    )
                });
            }
            Instruction::Call(index) => self.note_call(group, &program.calls[index as usize]),
            Instruction::Convert { from, into, to, value } => self.note_each(group, to, |track, lane| {
                held::convert(track.scalar(group, value, lane), from, into)
            }),
            Instruction::Reinterpret { to, value } => {
                let into = group.shared.plan.ty(to);
                self.note_each(group, to, |track, lane| {
                    held::reinterpret(track.scalar(group, value, lane), into)
                });
            }
            Instruction::Select { to, condition, accept, reject } => {
                self.note_each(group, to, |track, lane| {
                    let [condition, accept, reject] =
                        [condition, accept, reject].map(|operand| track.scalar(group, operand, lane));
                    held::select(condition, accept, reject)
                });
            }
            Instruction::Set { to, value } => self.note_each(group, to, |track, lane| {
                let is_open = track.regions.is_open(lane);
                if is_open { Held::OPEN } else { track.held(group, value, lane) }
            }),
            Instruction::Input { to, input } => {
                let known = input.is_arranged();
                self.note_each(group, to, |_, _| Held::exact_if(known));
            }
            Instruction::Index { to, base, index, count, .. } => {
                self.note_index(group, to, [base, index, count]);
            }
            Instruction::Pointer { to, at } => {
                self.note_each(group, to, |track, lane| track.exact_if_known(group, &[at.address], lane));
            }
            Instruction::Offset { to, pointer, index, .. } => {
                self.note_each(group, to, |track, lane| track.exact_if_known(group, &[pointer, index], lane));
            }
            Instruction::Load { ty, to, from } => self.note_load(group, ty, to, from),
            Instruction::Store { ty, value, into } => self.note_store(group, ty, value, into),
            Instruction::Copy(index) => self.note_copy(group, &program.copies[index as usize]),
            Instruction::Undefined { to } => self.note_each(group, to, |_, _| Held::OPEN),
            Instruction::Clear { into, size } => self.note_clear(group, into, size, Held::Exact),
            Instruction::Undefine { into, size } => self.note_clear(group, into, size, Held::OPEN),
            Instruction::Atomic { operation, to, value, at, .. } => {
                self.note_atomic(group, operation, to, value, at);
            }
            Instruction::CompareExchange(index) => {
                self.note_compare_exchange(group, &program.exchanges[index as usize]);
            }
            // The specification does not say which invocations make up a subgroup, and often not their number.
            Instruction::Group { to, .. } => self.note_each(group, to, |_, _| Held::OPEN),
            Instruction::Texture(index) => self.note_texture(group, &program.texture_calls[index as usize]),
            Instruction::Barrier { scope, memory } => self.atomics.pass(scope, memory),
            Instruction::If { condition } | Instruction::BreakIf { condition, .. } => {
                self.note_branch(group, at, condition);
            }
            Instruction::End => self.regions.close(at),
            // These change nothing that is tracked.
            Instruction::Else
            | Instruction::Block
            | Instruction::Loop
            | Instruction::Break { .. }
            | Instruction::Discard
            | Instruction::Probe(_)
            | Instruction::Output { .. }
            | Instruction::Touch { .. } => {}
        }
    }

    /// The values that a register may have in a lane.
    fn held(&self, group: &Group<'_>, register: Register, lane: usize) -> Held {
        match self.held[group.shared.plan.planes[register.index()] as usize][..] {
            [held] => held,
            ref held => held[lane],
        }
    }

    fn scalar(&self, group: &Group<'_>, register: Register, lane: usize) -> Scalar {
        let (ty, bits) = (group.shared.plan.ty(register), group.lanes.raw(register, lane));
        Scalar { ty, bits, held: self.held(group, register, lane) }
    }

    fn give(&mut self, group: &Group<'_>, register: Register, lane: usize, held: Held) {
        let plane = &mut self.held[group.shared.plan.planes[register.index()] as usize];
        if let Some(slot) = plane.get_mut(lane) {
            *slot = held;
        }
    }

    /// Exact where all of these registers are known.
    fn exact_if_known(&self, group: &Group<'_>, registers: &[Register], lane: usize) -> Held {
        Held::exact_if(registers.iter().all(|register| self.held(group, *register, lane).is_known()))
    }

    /// Notes the values that a register may have in each active lane.
    fn note_each(&mut self, group: &Group<'_>, to: Register, held: impl Fn(&Track, usize) -> Held) {
        for lane in group.lanes.mask.active() {
            let held = held(self, lane);
            self.give(group, to, lane, held);
        }
    }

    fn note_call(&mut self, group: &Group<'_>, call: &Call) {
        for lane in group.lanes.mask.active() {
            let arguments: Vec<(Type, Vec<Scalar>)> = call
                .arguments
                .iter()
                .map(|(ty, _, registers)| {
                    let scalars = registers.iter().map(|register| self.scalar(group, *register, lane));
                    (*ty, scalars.collect())
                })
                .collect();
            let held = call_results(call, self.accuracy(call.precision), &arguments);
            for (result, held) in call.results.iter().zip(held) {
                self.give(group, *result, lane, held);
            }
        }
    }

    /// Texels that are not filtered have the value that their format says; textures that the program may write are not tracked.
    fn note_texture(&mut self, group: &Group<'_>, call: &TextureCall) {
        let texture = group.shared.texture(call.texture);
        let is_written = group.shared.plan.is_writable(call.texture);
        let is_exact = match call.operation {
            TextureOperation::Load => !is_written && has_exact_channels(texture.format()),
            TextureOperation::Store | TextureOperation::Sample | TextureOperation::Gather => false,
            TextureOperation::Dimensions
            | TextureOperation::Layers
            | TextureOperation::Levels
            | TextureOperation::Samples => true,
        };
        for lane in group.lanes.mask.active() {
            let mut known = is_exact;
            call.each_operand(&mut |register| known &= self.held(group, register, lane).is_known());
            if known && call.operation == TextureOperation::Load {
                known = texture.byte_offset(&Access { lanes: &group.lanes, call, lane }.address()).is_some();
            }
            for result in &call.results {
                self.give(group, *result, lane, Held::exact_if(known));
            }
        }
    }

    /// An index that is, or may be, outside of what it selects from is a dynamic error when the access follows: the invocation may end there.
    /// <https://www.w3.org/TR/WGSL/#out-of-bounds-access-sec>
    fn note_index(&mut self, group: &Group<'_>, to: Register, [base, index, count]: [Register; 3]) {
        let mut ends = Vec::new();
        for lane in group.lanes.mask.active() {
            let [base, index, count] = [base, index, count].map(|it| self.scalar(group, it, lane));
            let known = [base, index, count].iter().all(|it| it.held.is_known());
            let highest = index.interval();
            let is_inside =
                count.held.is_known() && !highest.is_any() && highest.end < f64::from(count.bits as u32);
            self.give(group, to, lane, Held::exact_if(known && is_inside && base.bits != u64::from(NOWHERE)));
            if !is_inside {
                ends.push(lane);
            }
        }
        if !ends.is_empty() {
            self.open_rest(group, &ends);
        }
    }
}

/// Returns true if reading a channel computes nothing: it holds an integer or a floating point number.
fn has_exact_channels(format: Format) -> bool {
    use ChannelFormat::{Float16, Float32, Sint8, Sint16, Sint32, Uint8, Uint16, Uint32};
    let channel = match format.encoding() {
        // An implementation may store it in fixed point.
        _ if format == Format::Depth24plus => return false,
        // Decompressed from normalized numbers.
        Encoding::Rgba(Float32, _) if format.compressed().is_some() => return false,
        Encoding::Rgba(channel, _) | Encoding::Bgra(channel) => channel,
        Encoding::Rgb10a2Uint | Encoding::Rg11b10Ufloat | Encoding::Rgb9e5Ufloat => return true,
        Encoding::Rgb10a2Unorm => return false,
    };
    matches!(channel, Float16 | Float32 | Sint8 | Sint16 | Sint32 | Uint8 | Uint16 | Uint32)
}

/// The possible results of an operation on scalars.
fn scalar(operation: Operation, accuracy: &Accuracy, ty: Type, operands: [Scalar; 3]) -> Held {
    let intervals = operands.map(Scalar::interval);
    if ty.is_float() {
        return Held::Within(allowed::allowed(operation, accuracy, ty, &intervals));
    }
    let [x, y, _] = intervals;
    if operands.iter().all(|operand| operand.held.is_known()) {
        Held::Exact
    } else if ty == Type::Bool {
        Held::Within(allowed::allowed_truths(operation, [x, y]))
    } else {
        Held::Within(allowed::allowed_integers(operation, ty, intervals))
    }
}

/// The possible results of an operation on more than scalars.
fn call_results(call: &Call, accuracy: &Accuracy, arguments: &[(Type, Vec<Scalar>)]) -> Vec<Held> {
    let result_type = call.result_type;
    if result_type.is_wide() || arguments.iter().any(|(ty, _)| ty.is_wide()) {
        return vec![Held::OPEN; call.results.len()];
    }
    let is_of_floats = result_type.is_float() || arguments.iter().any(|(ty, _)| ty.is_float());
    if !is_of_floats {
        let known = arguments.iter().all(|(_, scalars)| scalars.iter().all(|it| it.held.is_known()));
        return vec![Held::exact_if(known); call.results.len()];
    }
    let components: Vec<Vec<Interval>> =
        arguments.iter().map(|(_, scalars)| scalars.iter().map(|it| it.interval()).collect()).collect();
    let operands: Vec<Argument<'_>> = call
        .arguments
        .iter()
        .zip(&components)
        .map(|((ty, shape, _), components)| Argument { ty: *ty, shape: *shape, components })
        .collect();
    let results = allowed::allowed_call(call.operation, accuracy, &operands, result_type, call.results.len());
    results.into_iter().map(Held::Within).collect()
}

#[cfg(test)]
mod tests {
    use super::{Format, has_exact_channels};

    #[test]
    fn normalized_channels_are_not_exact() {
        for format in Format::ALL {
            let is_rounded = ["norm", "depth24"].iter().any(|part| format.name().contains(part));
            assert_eq!(has_exact_channels(*format), !is_rounded, "{}", format.name());
        }
    }
}
