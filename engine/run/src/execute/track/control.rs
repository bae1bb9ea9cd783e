//! Conditions that may be true or false in other implementations, where control may go another way.
//!
//! From such a condition on, up to the end of the outermost construct that may be left on either way, nothing is claimed about the results of
//! the steps in between: about variables that live outside of the construct, and about memory. When the construct lies in a loop that may be
//! left, all of the loop counts, for it may run again.

use super::Track;
use super::held::Held;
use super::memory::Words;
use crate::execute::bytes::{each_part, parts};
use crate::execute::group::Group;
use crate::execute::kernels;
use crate::execute::plan::Constructs;
use rustc_hash::FxHashMap;
use shader_ir::{AtomicOperation, Class, Copy, Flow, Instruction, Location, Memory, Program, Register, Type};
use shader_source::steps;

/// The greatest number of steps that are looked through for an address.
const MOST_ADDRESS_STEPS: u32 = 64;

/// Steps that are taken off the fuel for looking at an instruction of a region, and for opening a variable or a word.
const SEARCH: u64 = 100;
const OPENING: u64 = 300;

/// Steps that may be taken or not.
#[derive(Clone, Debug, Default)]
struct Region {
    start: usize,
    /// The `End` of the outermost construct that may be left.
    end: usize,
    /// Variables from outside that a step sets.
    variables: Vec<Register>,
    /// The steps that store.
    stores: Vec<usize>,
    /// The variables and the words that may be stored.
    size: u64,
}

/// The regions of a program, and the region of each lane.
#[derive(Debug)]
pub(super) struct Regions {
    constructs: Constructs,
    /// By step that leaves a construct: that construct.
    leaves: Vec<Option<usize>>,
    /// By register: the first step that writes it.
    homes: Vec<usize>,
    /// By register: the last step that writes it.
    last_writes: Vec<usize>,
    found: FxHashMap<usize, Region>,
    /// By lane: the end of the region that it is in.
    until: Vec<Option<usize>>,
}

impl Regions {
    pub(super) fn new(program: &Program, lanes: usize) -> Self {
        let (steps, registers) = (program.code.len(), program.registers.len());
        let mut regions = Self {
            constructs: Constructs::of(program),
            leaves: vec![None; steps],
            homes: vec![usize::MAX; registers],
            last_writes: vec![0; registers],
            found: FxHashMap::default(),
            until: vec![None; lanes],
        };
        regions.survey(program);
        regions
    }

    fn survey(&mut self, program: &Program) {
        // The constructs that are open, from the outside in. Walking out from each step would cost its depth, and the `else if` chain with returns is
        // as deep as it is long.
        let mut open: Vec<usize> = Vec::new();
        let mut opened = 0;
        for (step, instruction) in program.code.iter().enumerate() {
            steps::take(1);
            if instruction.opens() {
                open.push(opened);
                opened += 1;
            }
            if let Flow::Break { levels } | Flow::BreakIf { levels, .. } = instruction.flow() {
                self.leaves[step] = open.iter().rev().nth(levels as usize).copied();
            }
            if instruction.flow() == Flow::End {
                open.pop();
            }
            program.each_target(instruction, |register| {
                let home = &mut self.homes[register.index()];
                *home = (*home).min(step);
                self.last_writes[register.index()] = step;
            });
        }
    }

    /// Another workgroup starts.
    pub(super) fn begin(&mut self) {
        self.until.fill(None);
    }

    /// At an `End`.
    pub(super) fn close(&mut self, at: usize) {
        for until in &mut self.until {
            *until = until.filter(|end| *end > at);
        }
    }

    /// Returns true if control may be elsewhere.
    pub(super) fn is_open(&self, lane: usize) -> bool {
        self.until[lane].is_some()
    }

    /// The steps that may be taken or not from a condition on.
    fn extent(&self, at: usize, end: usize) -> (usize, usize) {
        let (mut start, mut end) = (at, end);
        // What was looked through: each step is looked at once.
        let mut seen = at..at;
        let mut loops = self.constructs.loops_around(at).peekable();
        while seen != (start..end) {
            let new = (start..seen.start).chain(seen.end..end);
            seen = start..end;
            for left in new.inspect(|_| steps::take(1)).filter_map(|step| self.leaves[step]) {
                end = end.max(self.constructs.all[left].end);
            }
            // Outer loops end later.
            while let Some(around) = loops.next_if(|around| around.end < end) {
                start = start.min(around.start);
            }
        }
        (start, end)
    }

    /// The region of the condition of an `If` or `BreakIf`.
    fn of_branch(&self, program: &Program, at: usize) -> Region {
        let is_if = matches!(program.code[at].flow(), Flow::If { .. });
        let left = if is_if { self.constructs.around(at).next() } else { self.leaves[at] };
        let end = left.map_or(program.code.len(), |left| self.constructs.all[left].end);
        let (start, end) = self.extent(at, end);
        self.region(program, start, end)
    }

    fn region(&self, program: &Program, start: usize, end: usize) -> Region {
        let mut region = Region { start, end, ..Region::default() };
        for (step, instruction) in program.code.iter().enumerate().take(end).skip(start) {
            steps::take(1);
            match program.class(instruction) {
                Class::Assigns => program.each_target(instruction, |variable| {
                    if self.homes[variable.index()] < start {
                        region.variables.push(variable);
                    }
                }),
                Class::Stores | Class::Updates => region.stores.push(step),
                Class::Pure | Class::Loads | Class::Exchanges | Class::Control | Class::Outputs => {}
            }
            if let Instruction::Copy(index) = instruction {
                region.size += program.copies.get(*index as usize).map_or(0, Copy::halves);
            } else if let Instruction::Clear { size, .. } | Instruction::Undefine { size, .. } = instruction {
                region.size += u64::from(size.div_ceil(2));
            }
        }
        region.variables.sort_unstable();
        region.variables.dedup();
        region.size += (region.variables.len() + region.stores.len()) as u64;
        region
    }

    /// Returns true if a register has the same value in all of a region as at its start.
    fn is_settled(&self, register: Register, region: &Region) -> bool {
        self.homes[register.index()] == usize::MAX || self.last_writes[register.index()] < region.start
    }
}

impl Track {
    /// Lanes whose condition may go either way enter a region.
    pub(super) fn note_branch(&mut self, group: &Group<'_>, at: usize, condition: Register) {
        // The region of a branch inside of a region is a part of it: no step of a region leaves a construct that ends after it. Without this, each
        // `else if` of a chain would be looked through to the end of the chain.
        let is_entered = |lane: &usize| {
            !self.regions.is_open(*lane) && self.scalar(group, condition, *lane).is_open_condition()
        };
        let lanes: Vec<usize> = group.lanes.mask.active().filter(is_entered).collect();
        if lanes.is_empty() {
            return;
        }
        let program = &group.shared.plan.program;
        let region = self.regions.found.remove(&at).unwrap_or_else(|| {
            let region = self.regions.of_branch(program, at);
            self.steps += (region.end - region.start) as u64 * SEARCH;
            region
        });
        self.enter(group, &region, &lanes);
        self.regions.found.insert(at, region);
    }

    /// Lanes that may end here: nothing is claimed of what follows, nor of what comes again in the loops around.
    pub(super) fn open_rest(&mut self, group: &Group<'_>, lanes: &[usize]) {
        let program = &group.shared.plan.program;
        // Lanes of which nothing is claimed up to the end need no search.
        let is_entered = |lane: &&usize| self.regions.until[**lane] != Some(program.code.len());
        let lanes: Vec<usize> = lanes.iter().filter(is_entered).copied().collect();
        if lanes.is_empty() {
            return;
        }
        let key = program.code.len() + group.control.step;
        let found = self.regions.found.remove(&key).unwrap_or_else(|| {
            self.steps += program.code.len() as u64 * SEARCH;
            let (start, end) = self.regions.extent(group.control.step, program.code.len());
            self.regions.region(program, start, end)
        });
        self.enter(group, &found, &lanes);
        self.regions.found.insert(key, found);
    }

    fn enter(&mut self, group: &Group<'_>, region: &Region, lanes: &[usize]) {
        let steps = region.size.saturating_mul(lanes.len() as u64 * OPENING);
        self.steps = self.steps.saturating_add(steps);
        if !group.shared.has_fuel(self.steps) {
            // The dispatch is about to be stopped.
            self.gave_up = true;
            return;
        }
        for lane in lanes {
            for variable in &region.variables {
                self.give(group, *variable, *lane, Held::OPEN);
            }
            for step in &region.stores {
                self.open_store(group, region, *step, *lane);
            }
            self.regions.until[*lane] = Some(region.end);
        }
    }

    /// A step that may store or not.
    fn open_store(&mut self, group: &Group<'_>, region: &Region, step: usize, lane: usize) {
        let program = &group.shared.plan.program;
        match program.code[step] {
            Instruction::Store { ty, into, .. } => {
                self.open_bytes(group, region, into, lane, |words, address| {
                    words.store(address, ty, Held::OPEN);
                });
            }
            Instruction::Clear { into, size } | Instruction::Undefine { into, size } => {
                self.open_bytes(group, region, into, lane, |words, address| {
                    let parts = parts(0, size, address);
                    parts.for_each(|(at, size)| words.copy(&[], address + at, size, Held::OPEN));
                });
            }
            Instruction::Copy(index) => {
                let copy = &program.copies[index as usize];
                self.open_bytes(group, region, copy.into, lane, |words, address| {
                    each_part(copy, address, |at, size| words.copy(&[], address + at, size, Held::OPEN));
                });
            }
            Instruction::Atomic { operation, at, .. } if operation != AtomicOperation::Load => {
                open_atomic(self, at, lane);
            }
            Instruction::CompareExchange(index) => {
                open_atomic(self, program.exchanges[index as usize].at, lane);
            }
            // These store nothing, and texels are not followed.
            Instruction::Atomic { .. } | Instruction::Touch { .. } | Instruction::Texture(_) => {}
            Instruction::Scalar { .. }
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
            | Instruction::Load { .. }
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
            | Instruction::BreakIf { .. } => unreachable!("step {step} is not a store"),
        }
    }

    fn open_bytes(
        &mut self,
        group: &Group<'_>,
        region: &Region,
        into: Location,
        lane: usize,
        change: impl FnOnce(&mut Words, u32),
    ) {
        let mut budget = MOST_ADDRESS_STEPS;
        let address = match into.memory {
            Memory::Pointed => None,
            Memory::Invocation | Memory::Workgroup | Memory::Constant | Memory::Buffer(_) => {
                self.resolve(group, region, into.address, lane, &mut budget)
            }
        };
        self.steps += u64::from(MOST_ADDRESS_STEPS - budget) * OPENING;
        let end = address.and_then(|address| address.checked_add(into.offset));
        let end = end.filter(|end| u64::from(*end) < group.memories.size(into.memory));
        self.put_at(into.memory, end, lane, change);
    }

    /// The value of an integer register somewhere in a region, where it is the same everywhere and each time. It may be one that is
    /// computed in the region.
    fn resolve(
        &self,
        group: &Group<'_>,
        region: &Region,
        register: Register,
        lane: usize,
        budget: &mut u32,
    ) -> Option<u32> {
        if self.regions.is_settled(register, region) {
            let scalar = self.scalar(group, register, lane);
            return scalar.held.is_known().then_some(scalar.bits as u32);
        }
        *budget = budget.checked_sub(1)?;
        let mut value = |register| self.resolve(group, region, register, lane, budget);
        let step = self.regions.homes[register.index()];
        let is_integer = |ty: Type| matches!(ty, Type::I32 | Type::U32);
        // An instruction that is not here has a result that is not known.
        let instruction = *group.shared.plan.program.code.get(step)?;
        if let Instruction::Index { base, index, count, stride, .. } = instruction {
            let (base, index, count) = (value(base)?, value(index)?, value(count)?);
            return (index < count).then(|| base.wrapping_add(index.wrapping_mul(stride)));
        }
        if let Instruction::Reinterpret { value: from, to } = instruction {
            let types = [from, to].map(|register| group.shared.plan.ty(register));
            return if types.into_iter().all(is_integer) { value(from) } else { None };
        }
        if let Instruction::Scalar { operation, ty, operands: [x, y, z], .. } = instruction
            && is_integer(ty)
        {
            let operands = [value(x)?, value(y)?, value(z)?];
            let mut result = [0];
            kernels::run(operation, ty, &mut result, operands.each_ref().map(core::slice::from_ref));
            return Some(result[0]);
        }
        if let Instruction::Input { input, .. } = instruction
            && input.is_arranged()
        {
            return Some(group.interface.input(group.shared, input, lane));
        }
        None
    }
}

/// An atomic operation that may happen or not: alone it may change any word, among others it may disturb what they have read.
pub(super) fn open_atomic(track: &mut Track, at: Location, lane: usize) {
    track.gave_up |= !track.atomics.is_alone(at.memory);
    track.open(at.memory, lane);
}
