//! Atomic operations of an execution under a schedule: they are issued, and performed when the schedule says so.

use super::super::accesses::word;
use super::super::pending::{Issued, Operation, Part, Pending, Results, What};
use super::super::strand::{Last, Strand};
use super::super::words::{Access, Bytes, Mode};
use super::Interleaving;
use crate::execute::atomic::{perform, perform_exchange};
use crate::execute::update::Update;
use shader_ir::{Instruction, Register};

impl Interleaving<'_, '_> {
    /// Issues an atomic operation of the active lanes.
    pub(super) fn issue(&mut self, number: usize, instruction: &Instruction) {
        let lanes: Vec<usize> = self.strands[number].group.lanes.mask.active().collect();
        for lane in lanes {
            let issued = issued(&self.strands[number], lane, instruction, self.known.is_read);
            let Some((issued, accesses)) = issued else {
                self.give_nothing(number, lane, instruction);
                continue;
            };
            self.strands[number].serial += 1;
            let mut matters = self.note(number, &accesses);
            // It may fail for no reason, even if no other invocation is there.
            if let Operation::Exchange(_) = issued.operation {
                self.conflicts.extend(accesses.iter().map(|access| access.word));
                matters = true;
            }
            let is_nowhere = accesses.is_empty();
            let pending = self.pending(number, Some(lane), accesses, What::Atomic(issued));
            self.owe(number, issued, true);
            if is_nowhere || (!matters && self.issues.allow(&pending)) {
                self.settle(number, issued);
            } else {
                self.issues.add(&pending);
                self.pending.push(pending);
            }
        }
    }

    /// The results of an atomic operation without a place.
    fn give_nothing(&mut self, number: usize, lane: usize, instruction: &Instruction) {
        let lanes = &mut self.strands[number].group.lanes;
        lanes.plan.program.each_target(instruction, |register| lanes.set_raw(register, lane, 0));
    }

    /// Notes that a strand waits for an operation, or no longer.
    fn owe(&mut self, number: usize, issued: Issued, waits: bool) {
        let strand = &mut self.strands[number];
        for (register, _) in issued.results.into_iter().flatten() {
            if waits {
                strand.owed.push(register);
            } else if let Some(place) = strand.owed.iter().position(|owed| *owed == register) {
                strand.owed.swap_remove(place);
            }
        }
        let slot = strand.slot;
        if waits {
            strand.issued += 1;
            self.slots[slot].issued += 1;
        } else {
            strand.issued -= 1;
            self.slots[slot].issued -= 1;
        }
    }

    /// Performs an atomic operation, and gives its strand the result.
    pub(super) fn settle(&mut self, number: usize, issued: Issued) {
        let strand = &mut self.strands[number];
        let words = &mut self.slots[strand.slot].words;
        strand.group.memories.swap_workgroup(words);
        let Issued { lane, memory, address, ty, operation, results } = issued;
        let place = (memory, address, lane);
        let memories = &mut strand.group.memories;
        let old = match (operation, ty.is_wide()) {
            (Operation::Update(operation, operand), false) => {
                perform::<u32>(memories, place, (operation, ty), operand)
            }
            (Operation::Update(operation, operand), true) => {
                perform::<u64>(memories, place, (operation, ty), operand)
            }
            (Operation::Exchange(operands), false) => perform_exchange::<u32>(memories, place, operands),
            (Operation::Exchange(operands), true) => perform_exchange::<u64>(memories, place, operands),
        };
        strand.group.memories.swap_workgroup(words);
        let is_exchanged = match operation {
            Operation::Exchange([comparator, _]) => u64::from(old == comparator),
            Operation::Update(..) => 0,
        };
        for (register, part) in results.into_iter().flatten() {
            let value = match part {
                Part::Old => old,
                Part::IsExchanged => is_exchanged,
            };
            strand.group.lanes.set_raw(register, lane, value);
        }
        self.owe(number, issued, false);
    }

    /// Lets an exchange fail: its strand gets the value that is there.
    pub(super) fn fail(&mut self, number: usize, issued: Issued, old: u32) {
        let lanes = &mut self.strands[number].group.lanes;
        for (register, part) in issued.results.into_iter().flatten() {
            let value = if part == Part::Old { u64::from(old) } else { 0 };
            lanes.set_raw(register, issued.lane, value);
        }
        self.owe(number, issued, false);
    }

    /// Returns true if an access is an exchange of 32 bits that may fail although the values are equal. It does so once at most, one time after the
    /// other, since loops would never end.
    pub(in super::super) fn may_fail(&self, pending: &Pending) -> bool {
        let What::Atomic(Issued { operation: Operation::Exchange([comparator, _]), .. }) = pending.what
        else {
            return false;
        };
        let [access] = pending.accesses[..] else { return false };
        let strand = &self.strands[pending.strand];
        let is_first = strand
            .last
            .is_none_or(|Last { seen: (step, word, _), .. }| (step, word) != (pending.step, access.word));
        is_first && u64::from(self.content(&access, pending.strand)) == comparator
    }
}

/// The atomic operation of a lane with its operands, and the words that it accesses; `None` where it has no place.
fn issued(
    strand: &Strand<'_>,
    lane: usize,
    instruction: &Instruction,
    is_read: &[bool],
) -> Option<(Issued, Vec<Access>)> {
    let lanes = &strand.group.lanes;
    let program = &strand.group.shared.plan.program;
    let result = |register: Register, part| is_read[register.index()].then_some((register, part));
    let results = |all: [Option<(Register, Part)>; 2]| {
        let mut results = Results::default();
        all.into_iter().flatten().zip(&mut results).for_each(|(result, slot)| *slot = Some(result));
        results
    };
    let (at, ty, operation, results, reads_only) =
        if let Instruction::Atomic { operation, ty, at, to, value } = *instruction {
            let reads_only = operation == shader_ir::AtomicOperation::Load;
            let operation = Operation::Update(operation, lanes.raw(value, lane));
            (at, ty, operation, results([result(to, Part::Old), None]), reads_only)
        } else if let Instruction::CompareExchange(index) = *instruction {
            let exchange = &program.exchanges[index as usize];
            let operands = [exchange.comparator, exchange.value].map(|operand| lanes.raw(operand, lane));
            let parts =
                [result(exchange.old_value, Part::Old), result(exchange.exchanged, Part::IsExchanged)];
            (exchange.at, lanes.plan.ty(exchange.value), Operation::Exchange(operands), results(parts), false)
        } else {
            unreachable!("not an atomic operation: {instruction:?}")
        };
    let place = if reads_only { lanes.place(at, lane) } else { lanes.writable_place(at, lane) };
    let (memory, address) = place?;
    let mode = match operation {
        _ if results[0].is_some() && !reads_only => Mode::Exchange,
        Operation::Update(operation, operand) => {
            Update::of(operation, ty, operand).map_or(Mode::Read, Mode::Update)
        }
        Operation::Exchange([comparator, value]) => Mode::Update(Update::Exchange(comparator, value)),
    };
    let words = (address..address + ty.size() as usize).step_by(4);
    let accesses = words.filter_map(|address| word(&strand.group, memory, address));
    let accesses = accesses.map(|word| Access { word, bytes: Bytes::ALL, mode, lane: lane as u32 }).collect();
    Some((Issued { lane, memory, address, ty, operation, results }, accesses))
}
