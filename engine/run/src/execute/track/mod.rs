//! What other implementations may have: the results that the text allows, carried along the executed path.
//!
//! Each step is looked at before it is executed. A register or a word of memory is exact (all implementations have what is there), or it
//! holds one of the values of an interval. From where control may go another way elsewhere ([`control`]), nothing is claimed of what may be
//! written on either way. Nothing is claimed of what depends on the order of atomic operations ([`atomic`]), on the arrangement of
//! subgroups, on filtered texels, or on accesses out of bounds.
//!
//! Programs without data races are presumed; strict execution finds the others. Fragments and texels are not followed.
//!
//! Differs from the text, which lets an implementation reassociate any expression: that is followed inside of functions like `dot` and of
//! products of matrices only, not among the operations of a program. What an access out of bounds does is left open from its index on.
//! <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>
//!
//! <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>

mod atomic;
mod control;
mod held;
mod memory;
mod transfer;

use super::Bound;
use super::group::Group;
use super::operate::NOWHERE;
use super::plan::Plan;
use atomic::Atomics;
use control::Regions;
use held::{Held, Scalar};
use memory::Words;
use shader_ir::{
    Call, Instruction, Listed, Memory, Precision, Register, TextureCall, TextureOperation, Type,
};
use shader_model::texture::Format;
use shader_numeric::Operation;
use shader_numeric::allowed::{self, Accuracies, Accuracy, Argument, Interval};

/// What a dispatch may have left in a buffer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllowedBuffer {
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// Whether nothing is known of words that are not listed; else they hold exactly what they hold here.
    pub is_open: bool,
    /// The words that the program wrote, by offset.
    pub words: Vec<AllowedWord>,
}

/// What a word may hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AllowedWord {
    /// Where it lies, in bytes.
    pub offset: u32,
    /// As what it was stored: `f32`, `f16`, or an integer of two or four bytes.
    pub ty: Type,
    /// The values that it may have.
    pub values: Interval,
}

/// What is known of registers and memory during the execution of one workgroup after the other.
#[derive(Debug)]
pub(super) struct Track {
    /// How far results may be from the exact ones.
    accuracies: Accuracies,
    /// By plane and lane.
    held: Vec<Vec<Held>>,
    /// By lane.
    invocation: Vec<Words>,
    constant: Words,
    workgroup: Words,
    /// By resource.
    buffers: Vec<Words>,
    regions: Regions,
    atomics: Atomics,
    /// Whether nothing is claimed of the whole dispatch any more.
    gave_up: bool,
    /// Steps that are not yet taken off the fuel, beyond those that each instruction costs.
    steps: u64,
}

impl Track {
    pub(super) fn new(accuracies: Accuracies, plan: &Plan, lanes: usize, workgroups: [u32; 3]) -> Self {
        let program = &plan.program;
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
            buffers: vec![Words::default(); program.resources.len()],
            regions: Regions::new(program, lanes),
            atomics: Atomics::new(program, lanes, workgroups.iter().map(|count| u64::from(*count)).product()),
            gave_up: false,
            steps: 0,
        }
    }

    const fn accuracy(&self, precision: Precision) -> &'static Accuracy {
        match precision {
            Precision::Default => self.accuracies.default,
            Precision::Precise => self.accuracies.precise,
            Precision::Fast => self.accuracies.fast,
        }
    }

    /// Another workgroup starts.
    pub(super) fn begin(&mut self) {
        self.workgroup.reset();
        self.invocation.iter_mut().for_each(Words::reset);
        self.regions.begin();
        self.atomics.begin();
    }

    fn words(&mut self, memory: Memory, lane: usize) -> Option<&mut Words> {
        match memory {
            Memory::Invocation => self.invocation.get_mut(lane),
            Memory::Workgroup => Some(&mut self.workgroup),
            Memory::Buffer(index) => self.buffers.get_mut(usize::from(index)),
            Memory::Constant => Some(&mut self.constant),
        }
    }

    /// What the buffers that the program may write hold, in the order of the resources.
    pub(super) fn finish(&self, plan: &Plan, resources: &[&Bound]) -> Vec<AllowedBuffer> {
        let all = plan.program.resources.iter().zip(resources).zip(&self.buffers);
        all.filter_map(|((resource, bound), words)| {
            let Bound::Buffer(bytes) = bound else { return None };
            let value = |address: u32, ty: Type| match ty.size() {
                2 => u32::from(bytes.load16(address as usize)),
                _ => bytes.load32(address as usize),
            };
            let allowed = words.sorted().into_iter().map(|(offset, word)| AllowedWord {
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

impl Group<'_> {
    /// Notes what a step may give elsewhere; it is executed afterwards.
    pub(super) fn note(&mut self, at: usize, instruction: &Instruction) {
        let Some(mut track) = self.track.take() else { return };
        self.note_step(&mut track, at, instruction);
        self.charge(core::mem::take(&mut track.steps));
        self.track = Some(track);
    }

    fn note_step(&self, track: &mut Track, at: usize, instruction: &Instruction) {
        let program = &self.shared.plan.program;
        match *instruction {
            Instruction::Scalar { operation, ty, precision, to, operands } => {
                let accuracy = track.accuracy(precision);
                self.note_each(track, to, |track, lane| {
                    scalar(operation, accuracy, ty, operands.map(|operand| self.scalar(track, operand, lane)))
                });
            }
            Instruction::Call(index) => self.note_call(track, &program.calls[index as usize]),
            Instruction::Convert { from, into, to, value } => self.note_each(track, to, |track, lane| {
                held::convert(self.scalar(track, value, lane), from, into)
            }),
            Instruction::Reinterpret { to, value } => {
                let into = self.shared.plan.ty(to);
                self.note_each(track, to, |track, lane| {
                    held::reinterpret(self.scalar(track, value, lane), into)
                });
            }
            Instruction::Select { to, condition, accept, reject } => {
                self.note_each(track, to, |track, lane| {
                    let [condition, accept, reject] =
                        [condition, accept, reject].map(|operand| self.scalar(track, operand, lane));
                    held::select(condition, accept, reject)
                });
            }
            Instruction::Set { to, value } => self.note_each(track, to, |track, lane| {
                let is_open = track.regions.is_open(lane);
                if is_open { Held::OPEN } else { self.held(track, value, lane) }
            }),
            Instruction::Input { to, input } => {
                let known = input.is_arranged();
                self.note_each(track, to, |_, _| Held::exact_if(known));
            }
            Instruction::Index { to, base, index, count, .. } => {
                self.note_index(track, to, [base, index, count]);
            }
            Instruction::Load { ty, to, from } => self.note_load(track, ty, to, from),
            Instruction::Store { ty, value, into } => self.note_store(track, ty, value, into),
            Instruction::Copy(index) => self.note_copy(track, &program.copies[index as usize]),
            Instruction::Clear { into, size } => self.note_clear(track, into, size),
            Instruction::Atomic { operation, to, value, at, .. } => {
                self.note_atomic(track, operation, to, value, at);
            }
            Instruction::CompareExchange(index) => {
                self.note_compare_exchange(track, &program.exchanges[index as usize]);
            }
            // Which invocations make up a subgroup is not said, and often not how many.
            Instruction::Group { to, .. } => self.note_each(track, to, |_, _| Held::OPEN),
            Instruction::Texture(index) => self.note_texture(track, &program.texture_calls[index as usize]),
            Instruction::Barrier { scope, memory } => track.atomics.pass(scope, memory),
            Instruction::If { condition } | Instruction::BreakIf { condition, .. } => {
                self.note_branch(track, at, condition);
            }
            Instruction::End => track.regions.close(at),
            // These change nothing that is followed: which lanes are active, the texels of attachments, and nothing at all.
            Instruction::Else
            | Instruction::Block
            | Instruction::Loop
            | Instruction::Break { .. }
            | Instruction::Discard
            | Instruction::Output { .. }
            | Instruction::Touch { .. } => {}
        }
    }

    /// What is known of a register in a lane.
    fn held(&self, track: &Track, register: Register, lane: usize) -> Held {
        match track.held[self.shared.plan.planes[register.index()] as usize][..] {
            [held] => held,
            ref held => held[lane],
        }
    }

    fn scalar(&self, track: &Track, register: Register, lane: usize) -> Scalar {
        let (ty, bits) = (self.shared.plan.ty(register), self.raw(register, lane));
        Scalar { ty, bits, held: self.held(track, register, lane) }
    }

    fn give(&self, track: &mut Track, register: Register, lane: usize, held: Held) {
        let plane = &mut track.held[self.shared.plan.planes[register.index()] as usize];
        if let Some(slot) = plane.get_mut(lane) {
            *slot = held;
        }
    }

    /// Notes what a register holds in each active lane.
    fn note_each(&self, track: &mut Track, to: Register, held: impl Fn(&Track, usize) -> Held) {
        for lane in self.mask.active() {
            let held = held(track, lane);
            self.give(track, to, lane, held);
        }
    }

    fn note_call(&self, track: &mut Track, call: &Call) {
        for lane in self.mask.active() {
            let arguments: Vec<(Type, Vec<Scalar>)> = call
                .arguments
                .iter()
                .map(|(ty, _, registers)| {
                    let scalars = registers.iter().map(|register| self.scalar(track, *register, lane));
                    (*ty, scalars.collect())
                })
                .collect();
            let held = call_results(call, track.accuracy(call.precision), &arguments);
            for (result, held) in call.results.iter().zip(held) {
                self.give(track, *result, lane, held);
            }
        }
    }

    /// Texels that are not filtered have the value that their format says; what the program may write is not followed.
    fn note_texture(&self, track: &mut Track, call: &TextureCall) {
        let Some(Bound::Texture(texture)) = self.shared.resources.get(usize::from(call.texture)) else {
            return;
        };
        let program = &self.shared.plan.program;
        let is_written = program.resources.get(usize::from(call.texture)).is_some_and(|it| it.is_writable);
        let is_exact = match call.operation {
            TextureOperation::Load => !is_written && has_exact_channels(texture.format()),
            TextureOperation::Store | TextureOperation::Sample | TextureOperation::Gather => false,
            _ => true,
        };
        for lane in self.mask.active() {
            let mut known = is_exact;
            call.each_operand(&mut |register| known &= self.held(track, register, lane).is_known());
            if known && call.operation == TextureOperation::Load {
                known = texture.load(&self.address(call, lane)).is_some();
            }
            for result in &call.results {
                self.give(track, *result, lane, Held::exact_if(known));
            }
        }
    }

    /// An index that is, or may be, outside of what it selects from is a dynamic error when the access follows: the invocation may end there.
    /// <https://www.w3.org/TR/WGSL/#out-of-bounds-access-sec>
    fn note_index(&self, track: &mut Track, to: Register, [base, index, count]: [Register; 3]) {
        let mut ends = Vec::new();
        for lane in self.mask.active() {
            let [base, index, count] = [base, index, count].map(|it| self.scalar(track, it, lane));
            let known = [base, index, count].iter().all(|it| it.held.is_known());
            let highest = index.interval();
            let is_inside =
                count.held.is_known() && !highest.is_any() && highest.end < f64::from(count.bits as u32);
            self.give(track, to, lane, Held::exact_if(known && is_inside && base.bits != u64::from(NOWHERE)));
            if !is_inside {
                ends.push(lane);
            }
        }
        if !ends.is_empty() {
            self.open_rest(track, &ends);
        }
    }
}

/// Whether reading a channel computes nothing: it holds an integer or a floating point number.
fn has_exact_channels(format: Format) -> bool {
    !["norm", "srgb", "depth24"].iter().any(|part| format.name().contains(part))
}

/// What an operation on scalars may give.
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

/// What an operation on more than scalars may give, for each result.
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
