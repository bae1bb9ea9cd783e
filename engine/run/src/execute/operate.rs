//! Steps that compute.

use super::cost::of_operand;
use super::group::Group;
use super::planes::Word;
use super::transfer::extend;
use super::{Beyond, convert, kernels};
use shader_ir::{Call, Instruction, Register, Type};
use shader_numeric::{Application, Evaluation, Operand, impossible};

/// The address of nothing: adding to it does not make it one of something.
pub(super) const NOWHERE: u32 = u32::MAX;

impl Group<'_> {
    pub(super) fn operate(&mut self, instruction: &Instruction) {
        let program = &self.shared.plan.program;
        match *instruction {
            Instruction::Scalar { operation, ty, precision: _, to, operands } => {
                if self.shared.options.strict {
                    self.look(operation, ty, operands);
                }
                self.charge(of_operand(operation, ty, self.plane(operands[0])));
                if ty.is_wide() {
                    self.wide_scalar(operation, ty, to, operands);
                } else {
                    let mut plane = self.take(to);
                    kernels::run(operation, ty, &mut plane, operands.map(|operand| self.plane(operand)));
                    self.put(to, plane);
                }
            }
            Instruction::Call(index) => self.call(&program.calls[index as usize]),
            Instruction::Convert { from, into, to, value } => {
                if self.shared.options.strict {
                    self.look_at_conversion(from, into, value);
                }
                match (from.is_wide(), into.is_wide()) {
                    (false, false) => {
                        let mut plane = self.take(to);
                        convert::convert(from, into, &mut plane, self.plane(value));
                        self.put(to, plane);
                    }
                    (false, true) => self.convert_any::<u64, u32>(from, into, to, value),
                    (true, false) => self.convert_any::<u32, u64>(from, into, to, value),
                    (true, true) => self.convert_any::<u64, u64>(from, into, to, value),
                }
            }
            Instruction::Reinterpret { to, value } => {
                if self.shared.options.strict {
                    self.look_at_reinterpretation(to, value);
                }
                self.reinterpret(to, value);
            }
            Instruction::Select { to, condition, accept, reject } => {
                if self.is_wide(to) {
                    self.select::<u64>(to, condition, accept, reject);
                } else {
                    self.select::<u32>(to, condition, accept, reject);
                }
            }
            Instruction::Set { to, value } if self.is_wide(to) => self.set::<u64>(to, value),
            Instruction::Set { to, value } => self.set::<u32>(to, value),
            Instruction::Input { to, input } => {
                let mut plane = self.take(to);
                match self.input_plane(input) {
                    Some((first, places)) => {
                        kernels::map1(&mut plane, places, |place| first.wrapping_add(place));
                    }
                    None => {
                        for (lane, value) in plane.iter_mut().enumerate() {
                            *value = self.input(input, lane);
                        }
                    }
                }
                self.put(to, plane);
            }
            Instruction::Index { to, base, index, count, stride } => {
                self.index(to, [base, index, count], stride);
            }
            Instruction::Load { ty, to, from } => self.load(ty, to, from),
            Instruction::Store { ty, value, into } => self.store(ty, value, into),
            Instruction::Touch { at, size } => self.touch(at, size),
            Instruction::Copy(index) => self.copy(&program.copies[index as usize]),
            Instruction::Clear { into, size } => self.clear(into, size),
            Instruction::Atomic { operation, ty, to, value, at } if ty.is_wide() => {
                self.atomic::<u64>(operation, ty, to, value, at);
            }
            Instruction::Atomic { operation, ty, to, value, at } => {
                self.atomic::<u32>(operation, ty, to, value, at);
            }
            Instruction::CompareExchange(index) => {
                let exchange = &program.exchanges[index as usize];
                if self.is_wide(exchange.old_value) {
                    self.compare_exchange::<u64>(exchange);
                } else {
                    self.compare_exchange::<u32>(exchange);
                }
            }
            Instruction::Group { operation, ty, to, value, other } if self.is_wide(to) => {
                self.group_operation::<u64>(operation, ty, to, value, other);
            }
            Instruction::Group { operation, ty, to, value, other } => {
                self.group_operation::<u32>(operation, ty, to, value, other);
            }
            Instruction::Texture(index) => self.texture(&program.texture_calls[index as usize]),
            Instruction::Discard => self.discard(),
            Instruction::Output { index, value } => self.hand_on(index, value),
            Instruction::Barrier { .. }
            | Instruction::If { .. }
            | Instruction::Else
            | Instruction::Block
            | Instruction::Loop
            | Instruction::End
            | Instruction::Break { .. }
            | Instruction::BreakIf { .. } => unreachable!("control is not an operation: {instruction:?}"),
        }
    }

    fn convert_any<R: Word, A: Word>(&mut self, from: Type, into: Type, to: Register, value: Register) {
        let mut plane = self.take::<R>(to);
        convert::convert_any(from, into, &mut plane, self.words::<A>(value));
        self.put(to, plane);
    }

    fn reinterpret(&mut self, to: Register, value: Register) {
        if self.is_wide(to) {
            let mut plane = self.take::<u64>(to);
            kernels::map1(&mut plane, self.words(value), |value| value);
            self.put(to, plane);
        } else {
            let mut plane = self.take::<u32>(to);
            kernels::map1(&mut plane, self.plane(value), |value| value);
            extend(self.shared.plan.ty(to), &mut plane);
            self.put(to, plane);
        }
    }

    fn select<W: Word>(&mut self, to: Register, condition: Register, accept: Register, reject: Register) {
        let mut plane = self.take::<W>(to);
        let planes = (self.plane(condition), self.words(accept), self.words(reject));
        kernels::map3(
            &mut plane,
            planes,
            |condition, accept, reject| {
                if condition != 0 { accept } else { reject }
            },
        );
        self.put(to, plane);
    }

    /// Writes a variable in the active lanes.
    fn set<W: Word>(&mut self, to: Register, value: Register) {
        let planes = &self.shared.plan.planes;
        let (into, from) = (planes[to.index()] as usize, planes[value.index()] as usize);
        if self.mask.is_full()
            && self.shared.plan.is_last[self.step]
            && W::planes(self)[from].len() == self.lanes
        {
            // Nobody else reads the value: the planes are exchanged.
            W::planes_mut(self).swap(into, from);
            return;
        }
        let mut plane = self.take::<W>(to);
        let source = self.words::<W>(value);
        if self.mask.is_full() || plane.len() == 1 {
            kernels::map1(&mut plane, source, |value| value);
        } else if let [value] = source {
            for (old, active) in plane.iter_mut().zip(&self.mask.lanes) {
                let active = W::of_mask(*active);
                *old = *old & !active | *value & active;
            }
        } else {
            for ((old, value), active) in plane.iter_mut().zip(source).zip(&self.mask.lanes) {
                let active = W::of_mask(*active);
                *old = *old & !active | *value & active;
            }
        }
        self.put(to, plane);
    }

    fn index(&mut self, to: Register, [base, index, count]: [Register; 3], stride: u32) {
        if self.shared.options.strict {
            self.look_at_index(to, [base, index, count]);
        }
        let mut plane = self.take(to);
        let (bases, indices, counts) = (self.plane(base), self.plane(index), self.plane(count));
        if let (Beyond::Clamp, [base], [count]) = (self.shared.options.beyond, bases, counts) {
            // The common case: an array that starts at a known place.
            let (base, last) = (*base, count.saturating_sub(1));
            kernels::map1(&mut plane, indices, |index| {
                base.wrapping_add(index.min(last).wrapping_mul(stride))
            });
            if *count == 0 || base == NOWHERE {
                plane.fill(NOWHERE);
            }
        } else {
            let beyond = self.shared.options.beyond;
            kernels::map3(&mut plane, (bases, indices, counts), |base, index, count| {
                if base == NOWHERE || count == 0 || (beyond == Beyond::Discard && index >= count) {
                    NOWHERE
                } else {
                    base.wrapping_add(index.min(count - 1).wrapping_mul(stride))
                }
            });
        }
        self.put(to, plane);
    }

    /// An operation on vectors and matrices, lane by lane.
    fn call(&mut self, call: &Call) {
        let lanes = call.results.first().map_or(0, |result| self.length(*result));
        let mut inputs: Vec<Vec<u64>> = call.arguments.iter().map(|(.., it)| vec![0; it.len()]).collect();
        let mut out = Vec::with_capacity(call.results.len());
        for lane in 0..lanes {
            for ((.., registers), bits) in call.arguments.iter().zip(&mut inputs) {
                for (register, bits) in registers.iter().zip(bits) {
                    *bits = self.raw(*register, lane);
                }
            }
            let operands: Vec<Operand<'_>> = call
                .arguments
                .iter()
                .zip(&inputs)
                .map(|((ty, shape, _), bits)| Operand { ty: *ty, shape: *shape, bits })
                .collect();
            out.clear();
            let application = Application {
                operation: call.operation,
                operands: &operands,
                result: (call.result_type, call.result_shape),
                is_exact: false,
            };
            if self.shared.options.strict && (lanes == 1 || self.mask.has(lane)) {
                self.look_at_call(call, &application, lane);
            }
            if let Err(fault) = application.evaluate(Evaluation::Runtime, &mut out) {
                impossible(&fault.message(Type::name));
            }
            for (result, bits) in call.results.iter().zip(&out) {
                self.set_raw(*result, lane, *bits);
            }
        }
    }
}
