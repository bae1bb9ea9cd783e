//! Values that the program does not determine, on their way through registers and through memory of the workgroup and its invocations: values
//! that it never gave, values of invocations that are not active, and values that depend on the order of atomic operations.
//!
//! Such a value is harmless as long as nothing depends on it: a program may copy, convert and compute with it, and overwrite it; the result is such a
//! value again. It is a fault where a branch or an address depends on it, and where it leaves the workgroup in a buffer or a texture, or the
//! invocation in an atomic operation, an operation that combines it with the values of others, or an output of the stage.

use super::atomics::what_is_open;
use super::exchange::Exchange;
use super::{Strict, span_of};
use crate::execute::bytes::each_part;
use crate::execute::fault::{FaultKind, Rival};
use crate::execute::group::Group;
use crate::execute::subgroup::{moves, takes_number};
use crate::execute::terms::Terms;
use core::hash::Hash;
use core::ops::Range;
use rustc_hash::FxHashMap;
use shader_ir::{Class, GroupOperation, Instruction, Location, Memory, Register};

/// The reason why a value is not determined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// The program never gave it.
    NeverGiven,
    /// This step read it from memory of the workgroup that no invocation had written.
    Unwritten(usize),
    /// This step, an atomic operation, read it, and a write is not ordered with it.
    Unordered {
        /// The step.
        step: usize,
        /// The number of the write.
        rival: usize,
    },
    /// This step took it from an invocation that is not active or not there.
    Exchange(usize),
}

/// A use of a value that makes a difference.
#[derive(Clone, Copy)]
enum Use {
    Address,
    Branch,
    Texture,
    /// Others see it.
    Leaves,
}

/// Registers and bytes without a value, and why.
#[derive(Default)]
pub(super) struct Undefined {
    /// By register: the lanes.
    registers: FxHashMap<Register, FxHashMap<usize, Origin>>,
    /// By lane and address: bytes in the memory of invocations.
    bytes: FxHashMap<(usize, u32), Origin>,
    /// By address: bytes in the memory of the workgroup.
    shared: FxHashMap<u32, Origin>,
}

impl Undefined {
    /// Another workgroup starts.
    pub(super) fn begin(&mut self) {
        self.registers.clear();
        self.bytes.clear();
        self.shared.clear();
    }

    fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.bytes.is_empty() && self.shared.is_empty()
    }

    /// The reason why a register has no value in a lane; `None` if it has one.
    pub(super) fn origin(&self, register: Register, lane: usize) -> Option<Origin> {
        self.registers.get(&register)?.get(&lane).copied()
    }

    fn set(&mut self, register: Register, lane: usize, origin: Option<Origin>) {
        if let Some(origin) = origin {
            self.registers.entry(register).or_default().insert(lane, origin);
        } else if let Some(lanes) = self.registers.get_mut(&register) {
            lanes.remove(&lane);
            if lanes.is_empty() {
                self.registers.remove(&register);
            }
        }
    }

    /// The reason why one of some bytes has no value.
    fn origin_of_bytes(&self, place: Followed, size: u32) -> Option<Origin> {
        match place {
            Followed::Own(lane, address) => {
                (0..size).find_map(|at| self.bytes.get(&(lane, address + at)).copied())
            }
            Followed::Workgroup(address) => {
                (0..size).find_map(|at| self.shared.get(&(address + at)).copied())
            }
        }
    }

    fn set_bytes(&mut self, place: Followed, size: u32, origin: Option<Origin>) {
        match place {
            Followed::Own(lane, address) => {
                (0..size).for_each(|at| set(&mut self.bytes, (lane, address + at), origin));
            }
            Followed::Workgroup(address) => {
                (0..size).for_each(|at| set(&mut self.shared, address + at, origin));
            }
        }
    }
}

/// Notes why a byte has no value, or that it has one.
fn set<K: Hash + Eq>(bytes: &mut FxHashMap<K, Origin>, at: K, origin: Option<Origin>) {
    match origin {
        Some(origin) => _ = bytes.insert(at, origin),
        None => _ = bytes.remove(&at),
    }
}

/// A place in memory in which values without a value are followed: one that may be overwritten before it is used.
#[derive(Clone, Copy)]
enum Followed {
    /// In the memory of the invocation of this lane.
    Own(usize, u32),
    /// In the memory of the workgroup.
    Workgroup(u32),
}

impl Followed {
    /// The place of a location in a lane; `None` in memory that outlives the workgroup.
    fn of(group: &Group<'_>, location: Location, lane: usize) -> Option<Self> {
        let (memory, address) = group.lanes.place(location, lane)?;
        match memory {
            Memory::Invocation => Some(Self::Own(lane, address as u32)),
            Memory::Workgroup => Some(Self::Workgroup(address as u32)),
            Memory::Buffer(_) | Memory::Constant | Memory::Pointed => None,
        }
    }

    const fn after(self, offset: u32) -> Self {
        match self {
            Self::Own(lane, address) => Self::Own(lane, address + offset),
            Self::Workgroup(address) => Self::Workgroup(address + offset),
        }
    }
}

impl Strict {
    /// Follows values that the program does not determine through a step. The result is the number of lanes that were looked at.
    pub(super) fn follow_undefined(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        let begins = matches!(
            instruction,
            Instruction::Undefined { .. } | Instruction::Undefine { .. } | Instruction::Group { .. }
        );
        if self.undefined.is_empty() && self.fresh.is_empty() && self.unwritten.is_empty() && !begins {
            return 0;
        }
        let lanes: Vec<usize> = group.lanes.mask.active().collect();
        for lane in &lanes {
            self.look_at_uses(group, instruction, *lane);
        }
        // A step that exchanges values reads those of other lanes.
        let origins: Vec<Option<Origin>> =
            lanes.iter().map(|lane| self.origin_of_results(group, instruction, *lane)).collect();
        for (lane, origin) in lanes.iter().zip(origins) {
            self.pass_on(group, instruction, *lane, origin);
        }
        lanes.len() as u64
    }

    /// Reports what depends on a value that the program does not determine.
    fn look_at_uses(&mut self, group: &Group<'_>, instruction: &Instruction, lane: usize) {
        let program = &group.shared.plan.program;
        let undefined = &self.undefined;
        let mut address = None;
        program.each_location(instruction, |at| address = address.or(undefined.origin(at.address, lane)));
        let mut operand = None;
        program.each_operand(instruction, |it| operand = operand.or(undefined.origin(it, lane)));
        let is_pointer = matches!(instruction, Instruction::Pointer { .. });
        let is_texture = matches!(instruction, Instruction::Texture(_));
        let found = match program.class(instruction) {
            _ if address.is_some() && !is_pointer => address.map(|origin| (origin, Use::Address)),
            Class::Control => operand.map(|origin| (origin, Use::Branch)),
            Class::Exchanges => match move_of(instruction) {
                Some((operation, number)) if takes_number(operation) => {
                    undefined.origin(number, lane).map(|origin| (origin, Use::Address))
                }
                Some(_) => None,
                None => operand.map(|origin| (origin, Use::Leaves)),
            },
            Class::Updates | Class::Outputs => operand.map(|origin| (origin, Use::Leaves)),
            Class::Loads | Class::Stores if is_texture => operand.map(|origin| (origin, Use::Texture)),
            Class::Stores => self.leaves(group, instruction, lane).map(|origin| (origin, Use::Leaves)),
            Class::Loads | Class::Pure | Class::Assigns => None,
        };
        if let Some((origin, of)) = found {
            let (kind, step) = match origin {
                Origin::NeverGiven => (FaultKind::UninitializedRead, group.control.step),
                Origin::Unwritten(step) => (FaultKind::UninitializedRead, step),
                Origin::Unordered { step, .. } => (FaultKind::UnorderedAtomics, step),
                Origin::Exchange(step) => (FaultKind::InactiveInvocation, step),
            };
            // The operation itself was reported: what depends on it follows from that.
            let is_known = kind == FaultKind::InactiveInvocation
                && self.reported.contains(&(FaultKind::NonUniformOperation, span_of(group, step)));
            if is_known {
                return;
            }
            let rival = match origin {
                Origin::Unordered { rival, .. } => Some(self.values.rivals[rival]),
                Origin::NeverGiven | Origin::Unwritten(_) | Origin::Exchange(_) => None,
            };
            let message = of.message(origin, rival.as_ref(), self.terms);
            if let Some(fault) = self.fault_at(group, step, kind, Some(lane), message) {
                fault.rival = rival;
            }
        }
    }

    /// The value without a value that a store or a copy makes visible to other invocations.
    fn leaves(&self, group: &Group<'_>, instruction: &Instruction, lane: usize) -> Option<Origin> {
        if let Instruction::Store { value, into, .. } = *instruction {
            let origin = self.undefined.origin(value, lane)?;
            return Followed::of(group, into, lane).is_none().then_some(origin);
        }
        let Instruction::Copy(index) = *instruction else { return None };
        let copy = &group.shared.plan.program.copies[index as usize];
        if Followed::of(group, copy.into, lane).is_some() {
            return None;
        }
        let mut leaves = None;
        each_part(copy, 0, |offset, size| {
            leaves = leaves.or_else(|| self.origin_of_memory(group, copy.from, lane, offset..offset + size));
        });
        leaves
    }

    /// The reason why one of some bytes at a location has no value.
    fn origin_of_memory(
        &self,
        group: &Group<'_>,
        from: Location,
        lane: usize,
        bytes: Range<u32>,
    ) -> Option<Origin> {
        let place = Followed::of(group, from, lane)?.after(bytes.start);
        let known = self.undefined.origin_of_bytes(place, bytes.end - bytes.start);
        if let (None, Followed::Workgroup(start)) = (known, place) {
            let start = start as usize;
            let end = start + (bytes.end - bytes.start) as usize;
            let is_unwritten = self
                .unwritten
                .iter()
                .any(|(reader, unwritten)| *reader == lane && unwritten.start < end && start < unwritten.end);
            return is_unwritten.then_some(Origin::Unwritten(group.control.step));
        }
        known
    }

    /// Notes which results have no value, and which bytes.
    fn pass_on(&mut self, group: &Group<'_>, instruction: &Instruction, lane: usize, origin: Option<Origin>) {
        let program = &group.shared.plan.program;
        let undefined = &mut self.undefined;
        if let Instruction::Store { ty, value, into } = *instruction {
            if let Some(place) = Followed::of(group, into, lane) {
                let origin = undefined.origin(value, lane);
                undefined.set_bytes(place, ty.size(), origin);
            }
        } else if let Instruction::Clear { size, into } | Instruction::Undefine { size, into } = *instruction
        {
            if let Some(place) = Followed::of(group, into, lane) {
                let is_undefined = matches!(instruction, Instruction::Undefine { .. });
                undefined.set_bytes(place, size, is_undefined.then_some(Origin::NeverGiven));
            }
        } else if let Instruction::Copy(index) = *instruction {
            let copy = &program.copies[index as usize];
            if let Some(into) = Followed::of(group, copy.into, lane) {
                let mut origins = Vec::new();
                each_part(copy, 0, |offset, size| {
                    origins.extend(
                        (offset..offset + size)
                            .map(|at| (at, self.origin_of_memory(group, copy.from, lane, at..at + 1))),
                    );
                });
                for (at, origin) in origins {
                    self.undefined.set_bytes(into.after(at), 1, origin);
                }
            }
        } else {
            program.each_target(instruction, |to| undefined.set(to, lane, origin));
        }
    }

    /// The reason why the results of a step have no value in a lane.
    fn origin_of_results(&self, group: &Group<'_>, instruction: &Instruction, lane: usize) -> Option<Origin> {
        let origin = |register: Register| self.undefined.origin(register, lane);
        if let Instruction::Undefined { .. } = instruction {
            return Some(Origin::NeverGiven);
        }
        if let Instruction::Group { operation, value, other: number, .. } = *instruction {
            return self.origin_of_exchanged(group, Exchange { operation, value, number }, lane);
        }
        if let Instruction::Select { condition, accept, reject, .. } = *instruction {
            let chosen = if group.lanes.lane(condition, lane) == 0 { reject } else { accept };
            return origin(condition).or_else(|| origin(chosen));
        }
        if let Instruction::Load { ty, from, .. } = *instruction {
            return self.origin_of_memory(group, from, lane, 0..ty.size());
        }
        let program = &group.shared.plan.program;
        match program.class(instruction) {
            Class::Pure | Class::Assigns => {
                let mut found = None;
                program.each_operand(instruction, |register| found = found.or_else(|| origin(register)));
                found
            }
            Class::Updates => self.fresh.get(&lane).copied(),
            // That the operands of these have no value was reported.
            Class::Loads | Class::Stores | Class::Exchanges | Class::Control | Class::Outputs => None,
        }
    }

    /// The reason why the result of an exchange has no value in a lane; `None` if it has one, and for operations that combine the values
    /// of all: that one of these has no value was reported.
    fn origin_of_exchanged(&self, group: &Group<'_>, exchange: Exchange, lane: usize) -> Option<Origin> {
        let here = Origin::Exchange(group.control.step);
        let sources = exchange.sources(group, lane)?;
        if exchange.is_parted(group, lane) {
            return Some(here);
        }
        sources.into_iter().find_map(|source| match source {
            Some(source) => self.undefined.origin(exchange.value, source),
            // This was reported.
            None if exchange.operation == GroupOperation::Broadcast => None,
            None => Some(here),
        })
    }
}

impl Use {
    fn message(self, origin: Origin, rival: Option<&Rival>, terms: &Terms) -> String {
        let Terms { invocation, workgroup, .. } = terms;
        let what = match self {
            Self::Address => "an address",
            Self::Branch => "a branch",
            Self::Texture => "a texture operation",
            Self::Leaves => "a result",
        };
        match (origin, rival) {
            (Origin::NeverGiven, _) => format!("{what} depends on an uninitialized value"),
            (Origin::Unwritten(_), _) => {
                format!("{what} depends on this memory, which no {invocation} of the {workgroup} has written")
            }
            (Origin::Exchange(_), _) => format!("{what} depends on this value of an inactive {invocation}"),
            (Origin::Unordered { .. }, rival) => {
                let open = rival.map(|rival| what_is_open(rival, terms)).unwrap_or_default();
                format!("{what} depends on this value, and {open}")
            }
        }
    }
}

/// The operation and the second operand of a step that moves values between invocations; `None` for other steps.
fn move_of(instruction: &Instruction) -> Option<(GroupOperation, Register)> {
    let Instruction::Group { operation, other, .. } = *instruction else { return None };
    moves(operation).then_some((operation, other))
}
