//! Steps that compute.

use super::group::Group;
use super::{Beyond, kernels};
use crate::ir::{Call, Instruction, Register};
use wgsl_validator::value::{self, Evaluation, Operand};

/// The address of nothing: adding to it does not make it one of something.
pub(super) const NOWHERE: u32 = u32::MAX;

impl Group<'_> {
    /// Takes the plane of a register out, to write it while others are read.
    pub(super) fn take(&mut self, register: Register) -> Vec<u32> {
        core::mem::take(&mut self.planes[self.shared.plan.planes[register.index()] as usize])
    }

    pub(super) fn put(&mut self, register: Register, plane: Vec<u32>) {
        self.planes[self.shared.plan.planes[register.index()] as usize] = plane;
    }

    pub(super) fn plane(&self, register: Register) -> &[u32] {
        &self.planes[self.shared.plan.planes[register.index()] as usize]
    }

    pub(super) fn plane_mut(&mut self, register: Register) -> &mut [u32] {
        &mut self.planes[self.shared.plan.planes[register.index()] as usize]
    }

    /// The value of a register in a lane.
    #[inline]
    pub(super) fn lane(&self, register: Register, lane: usize) -> u32 {
        match self.plane(register)[..] {
            [value] => value,
            ref plane => plane[lane],
        }
    }

    pub(super) fn operate(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Scalar { kernel, ty, to, operands } => {
                if self.shared.options.strict {
                    self.look(kernel, ty, operands);
                }
                let mut plane = self.take(to);
                kernels::run(kernel, ty, &mut plane, operands.map(|operand| self.plane(operand)));
                self.put(to, plane);
            }
            Instruction::Call(index) => {
                let shared = self.shared;
                if let Some(call) = shared.plan.program.calls.get(index as usize) {
                    self.call(call);
                }
            }
            Instruction::Convert { from, into, to, value } => {
                if self.shared.options.strict {
                    self.look_at_conversion(from, into, value);
                }
                let mut plane = self.take(to);
                kernels::convert(from, into, &mut plane, self.plane(value));
                self.put(to, plane);
            }
            Instruction::Reinterpret { to, value } => {
                if self.shared.options.strict {
                    self.look_at_reinterpretation(to, value);
                }
                let mut plane = self.take(to);
                kernels::map1(&mut plane, self.plane(value), |value| value);
                self.put(to, plane);
            }
            Instruction::Select { to, condition, accept, reject } => {
                let mut plane = self.take(to);
                let planes = [condition, accept, reject].map(|operand| self.plane(operand));
                kernels::map3(
                    &mut plane,
                    planes,
                    |condition, accept, reject| {
                        if condition != 0 { accept } else { reject }
                    },
                );
                self.put(to, plane);
            }
            Instruction::Set { to, value } => self.set(to, value),
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
            Instruction::Copy(index) => {
                let shared = self.shared;
                if let Some(copy) = shared.plan.program.copies.get(index as usize) {
                    self.copy(copy);
                }
            }
            Instruction::Clear { into, size } => self.clear(into, size),
            Instruction::Atomic { operation, ty, to, value, at } => self.atomic(operation, ty, to, value, at),
            Instruction::CompareExchange(index) => {
                let shared = self.shared;
                if let Some(exchange) = shared.plan.program.exchanges.get(index as usize) {
                    self.compare_exchange(exchange);
                }
            }
            Instruction::Group { operation, ty, to, value, other } => {
                self.group_operation(operation, ty, to, value, other);
            }
            Instruction::Texture(index) => {
                let shared = self.shared;
                if let Some(call) = shared.plan.program.texture_calls.get(index as usize) {
                    self.texture(call);
                }
            }
            Instruction::Discard => self.discard(),
            Instruction::Output { index, value } => self.hand_on(index, value),
            Instruction::Barrier(_)
            | Instruction::If { .. }
            | Instruction::Else
            | Instruction::Block
            | Instruction::Loop
            | Instruction::End
            | Instruction::Break { .. }
            | Instruction::BreakIf { .. } => {}
        }
    }

    /// Writes a variable in the active lanes.
    fn set(&mut self, to: Register, value: Register) {
        let planes = &self.shared.plan.planes;
        let (into, from) = (planes[to.index()] as usize, planes[value.index()] as usize);
        if self.mask.is_full() && self.shared.plan.is_last[self.step] && self.planes[from].len() == self.lanes
        {
            // Nobody else reads the value: the planes are exchanged.
            self.planes.swap(into, from);
            return;
        }
        let mut plane = self.take(to);
        let source = self.plane(value);
        if self.mask.is_full() || plane.len() == 1 {
            kernels::map1(&mut plane, source, |value| value);
        } else if let [value] = source {
            for (old, active) in plane.iter_mut().zip(&self.mask.lanes) {
                *old = *old & !active | value & active;
            }
        } else {
            for ((old, value), active) in plane.iter_mut().zip(source).zip(&self.mask.lanes) {
                *old = *old & !active | value & active;
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
            kernels::map3(&mut plane, [bases, indices, counts], |base, index, count| {
                if base == NOWHERE || count == 0 || (beyond == Beyond::Discard && index >= count) {
                    NOWHERE
                } else {
                    base.wrapping_add(index.min(count - 1).wrapping_mul(stride))
                }
            });
        }
        self.put(to, plane);
    }

    /// A kernel of vectors and matrices, lane by lane.
    fn call(&mut self, call: &Call) {
        let lanes = call.results.first().map_or(0, |result| self.plane(*result).len());
        let mut inputs: Vec<Vec<u64>> = call.arguments.iter().map(|(.., it)| vec![0; it.len()]).collect();
        let mut out = Vec::with_capacity(call.results.len());
        for lane in 0..lanes {
            for ((.., registers), bits) in call.arguments.iter().zip(&mut inputs) {
                for (register, bits) in registers.iter().zip(bits) {
                    *bits = u64::from(self.lane(*register, lane));
                }
            }
            let operands: Vec<Operand<'_>> = call
                .arguments
                .iter()
                .zip(&inputs)
                .map(|((scalar, shape, _), bits)| Operand { scalar: *scalar, shape: *shape, bits })
                .collect();
            out.clear();
            if self.shared.options.strict && (lanes == 1 || self.mask.has(lane)) {
                self.look_at_call(call, &operands, lane);
            }
            // No call that the validator lets through fails at run time.
            let _ = value::call(
                call.kernel,
                &operands,
                call.result_scalar,
                call.result_shape,
                Evaluation::Runtime,
                &mut out,
            );
            for (result, bits) in call.results.iter().zip(&out) {
                self.plane_mut(*result)[lane] = *bits as u32;
            }
        }
    }
}
