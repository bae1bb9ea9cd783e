//! Values that the program never gave, on their way through registers and through the memory of an invocation.
//!
//! Such a value is harmless as long as nothing depends on it: a program may copy, convert and compute with it, and the result is such a
//! value again. It is a fault where a branch or an address depends on it, and where it leaves the invocation: in memory or a texture
//! that others see, in an operation together with others, or on the way to the next stage.

use super::Strict;
use crate::execute::bytes::each_part;
use crate::execute::fault::FaultKind;
use crate::execute::group::Group;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_ir::{Class, Instruction, Location, Memory, Register};

/// Registers and bytes without a value.
#[derive(Default)]
pub(super) struct Undefined {
    /// By register: the lanes.
    registers: FxHashMap<Register, FxHashSet<usize>>,
    /// Lane and address of bytes in the memory of invocations.
    bytes: FxHashSet<(usize, u32)>,
}

impl Undefined {
    /// Another workgroup starts.
    pub(super) fn begin(&mut self) {
        self.registers.clear();
        self.bytes.clear();
    }

    fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.bytes.is_empty()
    }

    fn has(&self, register: Register, lane: usize) -> bool {
        self.registers.get(&register).is_some_and(|lanes| lanes.contains(&lane))
    }

    fn set(&mut self, register: Register, lane: usize, is_undefined: bool) {
        if is_undefined {
            self.registers.entry(register).or_default().insert(lane);
        } else if let Some(lanes) = self.registers.get_mut(&register) {
            lanes.remove(&lane);
            if lanes.is_empty() {
                self.registers.remove(&register);
            }
        }
    }

    /// Whether one of some bytes has no value.
    fn has_bytes(&self, lane: usize, address: usize, size: u32) -> bool {
        (0..size).any(|at| self.bytes.contains(&(lane, address as u32 + at)))
    }

    fn set_bytes(&mut self, lane: usize, address: usize, size: u32, is_undefined: bool) {
        for at in (0..size).map(|at| (lane, address as u32 + at)) {
            if is_undefined {
                self.bytes.insert(at);
            } else {
                self.bytes.remove(&at);
            }
        }
    }
}

impl Strict {
    /// Follows values that the program never gave through a step. The result is the number of lanes that were looked at.
    pub(super) fn follow_undefined(&mut self, group: &Group<'_>, instruction: &Instruction) -> u64 {
        let begins = matches!(instruction, Instruction::Undefined { .. } | Instruction::Undefine { .. });
        if self.undefined.is_empty() && !begins {
            return 0;
        }
        let lanes: Vec<usize> = group.lanes.mask.active().collect();
        for lane in &lanes {
            self.look_at_uses(group, instruction, *lane);
            self.pass_on(group, instruction, *lane);
        }
        lanes.len() as u64
    }

    /// Reports what depends on a value that the program never gave.
    fn look_at_uses(&mut self, group: &Group<'_>, instruction: &Instruction, lane: usize) {
        let program = &group.shared.plan.program;
        let mut is_address = false;
        program.each_location(instruction, |at| is_address |= self.undefined.has(at.address, lane));
        let mut is_operand = false;
        program.each_operand(instruction, |register| is_operand |= self.undefined.has(register, lane));
        let is_pointer = matches!(instruction, Instruction::Pointer { .. });
        let message = match program.class(instruction) {
            _ if is_address && !is_pointer => "an address depends on a value that the program never gave",
            Class::Control if is_operand => "a branch depends on a value that the program never gave",
            Class::Updates | Class::Exchanges | Class::Outputs if is_operand => LEAVES,
            Class::Loads | Class::Stores if is_operand && matches!(instruction, Instruction::Texture(_)) => {
                "a texture operation depends on a value that the program never gave"
            }
            Class::Stores if self.leaves(group, instruction, lane) => LEAVES,
            Class::Control
            | Class::Updates
            | Class::Exchanges
            | Class::Outputs
            | Class::Loads
            | Class::Stores
            | Class::Pure
            | Class::Assigns => return,
        };
        self.fault(group, FaultKind::UninitializedRead, Some(lane), message);
    }

    /// Whether a store or a copy makes a value that the program never gave visible to other invocations.
    fn leaves(&self, group: &Group<'_>, instruction: &Instruction, lane: usize) -> bool {
        if let Instruction::Store { value, into, .. } = *instruction {
            return self.undefined.has(value, lane) && own_address(group, into, lane).is_none();
        }
        let Instruction::Copy(index) = *instruction else { return false };
        let copy = &group.shared.plan.program.copies[index as usize];
        let (Some(from), None) = (own_address(group, copy.from, lane), own_address(group, copy.into, lane))
        else {
            return false;
        };
        let mut leaves = false;
        each_part(copy, 0, |offset, size| {
            leaves |= self.undefined.has_bytes(lane, from + offset as usize, size);
        });
        leaves
    }

    /// Notes which results have no value, and which bytes.
    fn pass_on(&mut self, group: &Group<'_>, instruction: &Instruction, lane: usize) {
        let program = &group.shared.plan.program;
        let undefined = &mut self.undefined;
        if let Instruction::Store { ty, value, into } = *instruction {
            if let Some(address) = own_address(group, into, lane) {
                let is_undefined = undefined.has(value, lane);
                undefined.set_bytes(lane, address, ty.size(), is_undefined);
            }
        } else if let Instruction::Clear { size, into } | Instruction::Undefine { size, into } = *instruction
        {
            if let Some(address) = own_address(group, into, lane) {
                let is_undefined = matches!(instruction, Instruction::Undefine { .. });
                undefined.set_bytes(lane, address, size, is_undefined);
            }
        } else if let Instruction::Copy(index) = *instruction {
            let copy = &program.copies[index as usize];
            let (from, into) = (own_address(group, copy.from, lane), own_address(group, copy.into, lane));
            if let Some(into) = into {
                each_part(copy, 0, |offset, size| {
                    for at in (offset..offset + size).map(|at| at as usize) {
                        let is_undefined = from.is_some_and(|from| undefined.has_bytes(lane, from + at, 1));
                        undefined.set_bytes(lane, into + at, 1, is_undefined);
                    }
                });
            }
        } else {
            let is_undefined = self.gives_undefined(group, instruction, lane);
            program.each_target(instruction, |to| self.undefined.set(to, lane, is_undefined));
        }
    }

    /// Whether the results of a step have no value in a lane.
    fn gives_undefined(&self, group: &Group<'_>, instruction: &Instruction, lane: usize) -> bool {
        let has = |register: Register| self.undefined.has(register, lane);
        if let Instruction::Undefined { .. } = instruction {
            return true;
        }
        if let Instruction::Select { condition, accept, reject, .. } = *instruction {
            let chosen = if group.lanes.lane(condition, lane) == 0 { reject } else { accept };
            return has(condition) || has(chosen);
        }
        if let Instruction::Load { ty, from, .. } = *instruction {
            let address = own_address(group, from, lane);
            return address.is_some_and(|address| self.undefined.has_bytes(lane, address, ty.size()));
        }
        let program = &group.shared.plan.program;
        match program.class(instruction) {
            Class::Pure | Class::Assigns => {
                let mut is_undefined = false;
                program.each_operand(instruction, |register| is_undefined |= has(register));
                is_undefined
            }
            // That the operands of these have no value was reported.
            Class::Loads
            | Class::Stores
            | Class::Updates
            | Class::Exchanges
            | Class::Control
            | Class::Outputs => false,
        }
    }
}

const LEAVES: &str = "a value that the program never gave leaves the invocation";

/// The address of a location in the lane's own memory; `None` in other memories.
fn own_address(group: &Group<'_>, location: Location, lane: usize) -> Option<usize> {
    let (memory, address) = group.lanes.place(location, lane)?;
    (memory == Memory::Invocation).then_some(address)
}
