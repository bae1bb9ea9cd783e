//! What strict execution looks at, step by step.

use super::fault::{FaultKind, of_event};
use super::group::Group;
use super::kernels;
use super::shadow::{Met, Shared};
use shader_ir::{Call, Location, Memory, Register, Type};
use shader_numeric::convert::{is_finite, is_in_range, is_infinite};
use shader_numeric::event::Event;
use shader_numeric::signature::Class;
use shader_numeric::{Application, Evaluation, Operation, Steps};

impl Group<'_> {
    /// Looks for what an operation notes in the active lanes.
    pub(super) fn look(&mut self, operation: Operation, ty: Type, operands: [Register; 3]) {
        let integer_overflow = self.shared.options.integer_overflow;
        let found = self.seen().find_map(|lane| {
            let lanes = operands.map(|operand| self.raw(operand, lane));
            let event = kernels::event(operation, ty, lanes)?;
            // What comes of an infinity or a NaN was reported where that came from.
            let parts = operation.operands().iter().zip(&lanes);
            let comes_from_operand =
                parts.filter(|(part, _)| part.class != Class::Exponent).any(|(_, bits)| {
                    let is_nan = !is_finite(ty, *bits) && !is_infinite(ty, *bits);
                    is_nan || (event == Event::Overflow && is_infinite(ty, *bits))
                });
            if ty.is_float() && comes_from_operand {
                return None;
            }
            of_event(event, ty.is_float(), integer_overflow).map(|found| (lane, found))
        });
        if let Some((lane, (kind, message))) = found {
            self.fault(kind, Some(lane), message);
        }
    }

    pub(super) fn look_at_call(&mut self, call: &Call, application: &Application<'_>, lane: usize) {
        let all_finite = application
            .operands
            .iter()
            .all(|operand| operand.bits.iter().all(|bits| is_finite(operand.ty, *bits)));
        // What comes of an infinity or a NaN was reported where that came from, unless only bits are taken.
        if call.operation.events().is_empty() || (!all_finite && call.operation.steps() != Steps::Cast) {
            return;
        }
        if let Err(problem) = application.evaluate(Evaluation::Creation, &mut Vec::new())
            && let Some((kind, _)) = of_event(problem.event, true, false)
        {
            self.fault(kind, Some(lane), problem.message(Type::name));
        }
    }

    pub(super) fn look_at_conversion(&mut self, from: Type, into: Type, value: Register) {
        let found = self.seen().find(|lane| !is_in_range(from, into, self.raw(value, *lane)));
        if let Some(lane) = found {
            let message = format!("the value is outside the range of `{}`", into.name());
            self.fault(FaultKind::ConversionOutOfRange, Some(lane), message);
        }
    }

    /// Bits that are taken for a float must be one.
    pub(super) fn look_at_reinterpretation(&mut self, to: Register, value: Register) {
        let (from, into) = (self.shared.plan.ty(value), self.shared.plan.ty(to));
        if !into.is_float() || from.is_float() {
            return;
        }
        let found = self.seen().find(|lane| !is_finite(into, self.raw(value, *lane)));
        if let Some(lane) = found {
            let message = "these bits are an infinity or not a number";
            self.fault(FaultKind::IndeterminateFloat, Some(lane), message);
        }
    }

    /// Looks at the access of each active lane: whether it stays inside, and whether another invocation interferes.
    pub(super) fn look_at_access(&mut self, location: Location, size: u32, writes: bool) {
        self.look_at_bounds(location, size);
        let Some(shared) = Shared::of(location.memory) else { return };
        if let Memory::Buffer(index) = location.memory
            && !self.shared.plan.is_writable(index)
        {
            return;
        }
        for lane in self.lanes_with(location.address) {
            let address = self.lane(location.address, lane) as usize + location.offset as usize;
            self.note_access(shared, lane, address, size as usize, writes);
        }
    }

    /// A write to a component of a vector may touch the whole vector.
    pub(super) fn touch(&mut self, at: Location, size: u32) {
        if !self.shared.options.strict {
            return;
        }
        let Some(shared) = Shared::of(at.memory) else { return };
        for lane in self.lanes_with(at.address) {
            let address = self.lane(at.address, lane) as usize + at.offset as usize;
            let met = self.shadow.touch(shared, (address, size as usize), lane);
            self.report(met, lane);
        }
    }

    /// Looks for indices that are beyond the end. What comes of one is an address that the program does not mean: what it leads to
    /// is no further fault.
    pub(super) fn look_at_index(&mut self, to: Register, [base, index, count]: [Register; 3]) {
        let is_outside = |lane: &usize| self.lane(index, *lane) >= self.lane(count, *lane);
        let outside: Vec<usize> = self.seen().filter(is_outside).collect();
        let is_astray = |lane: &usize| self.is_astray(base, *lane);
        let astray: Vec<usize> = self.seen().filter(|lane| is_outside(lane) || is_astray(lane)).collect();
        if let Some(lane) = outside.first().copied() {
            let (index, count) = (self.lane(index, lane) as i32, self.lane(count, lane));
            let message = format!("index {index} of {count} elements");
            self.fault(FaultKind::OutOfBounds, Some(lane), message);
        }
        if astray.is_empty() {
            self.astray.remove(&to);
        } else {
            self.astray.insert(to, astray);
        }
    }

    /// Whether an address was found to come from an index beyond the end.
    pub(super) fn is_astray(&self, address: Register, lane: usize) -> bool {
        self.astray.get(&address).is_some_and(|lanes| lanes.binary_search(&lane).is_ok())
    }

    /// The active lanes in which an address is meant.
    fn lanes_with(&self, address: Register) -> Vec<usize> {
        self.seen().filter(|lane| !self.is_astray(address, *lane)).collect()
    }

    pub(super) fn note_access(
        &mut self,
        shared: Shared,
        lane: usize,
        address: usize,
        size: usize,
        writes: bool,
    ) {
        let bytes = (address, size);
        let met = if writes {
            self.shadow.write(shared, bytes, lane)
        } else {
            self.shadow.read(shared, bytes, lane)
        };
        self.report(met, lane);
    }

    pub(super) fn report(&mut self, met: Met, lane: usize) {
        match met {
            Met::Nothing => {}
            Met::Race { .. } if self.is_reported(FaultKind::DataRace) => {}
            Met::Race { lane: other, elsewhere } => {
                let whose = if elsewhere { " of another workgroup" } else { "" };
                let message = format!(
                    "invocation {other}{whose} accesses the same memory, nothing orders the two, and one of them writes"
                );
                self.fault(FaultKind::DataRace, Some(lane), message);
            }
            Met::Unwritten => {
                let message = "no invocation of the workgroup has written this memory before it is read";
                self.fault(FaultKind::UninitializedRead, Some(lane), message);
            }
        }
    }

    fn look_at_bounds(&mut self, location: Location, size: u32) {
        let Memory::Buffer(index) = location.memory else { return };
        let Some(bytes) = self.buffer(index) else { return };
        let end =
            |lane: usize| u64::from(self.lane(location.address, lane)) + u64::from(location.offset + size);
        let outside =
            self.lanes_with(location.address).into_iter().find(|lane| end(*lane) > bytes.len() as u64);
        if let Some(lane) = outside {
            let message = format!("the buffer has {} bytes only", bytes.len());
            self.fault(FaultKind::OutOfBounds, Some(lane), message);
        }
    }
}
