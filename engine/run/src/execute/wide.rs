//! What takes 64 bits: scalar steps, loads and stores.

use super::group::Group;
use super::kernels::{self, Operands};
use shader_ir::{Location, Memory, Register, Type};
use shader_numeric::Operation;

impl Group<'_> {
    /// An operation whose first operand is of 64 bits.
    pub(super) fn wide_scalar(
        &mut self,
        operation: Operation,
        ty: Type,
        to: Register,
        operands: [Register; 3],
    ) {
        let [a, b, c] = operands;
        if operation.compares() {
            let mut plane = self.take(to);
            kernels::compare_wide(operation, ty, &mut plane, self.words(a), self.words(b));
            self.put(to, plane);
            return;
        }
        let mut plane = self.take(to);
        let values = operands.map(|operand| self.words(operand));
        let operands = Operands { values, counts: [self.plane(b), self.plane(c)] };
        kernels::run_wide(operation, ty, &mut plane, operands);
        self.put(to, plane);
    }

    /// Eight bytes of a lane at an address; 0 where there is nothing.
    pub(super) fn read_wide(&self, memory: Memory, lane: usize, address: usize) -> u64 {
        let [low, high] = [address, address + 4].map(|address| self.read(memory, lane, address, 4));
        u64::from(high) << 32 | u64::from(low)
    }

    /// Writes eight bytes, or none where there is no room for all of them.
    pub(super) fn write_wide(&mut self, memory: Memory, lane: usize, address: usize, value: u64) {
        if let Memory::Buffer(index) = memory
            && self.buffer(index).is_none_or(|bytes| address + 8 > bytes.len())
        {
            return;
        }
        self.write(memory, lane, address, 4, value as u32);
        self.write(memory, lane, address + 4, 4, (value >> 32) as u32);
    }

    pub(super) fn load_wide(&mut self, to: Register, from: Location) {
        let mut plane = self.take::<u64>(to);
        let addresses = self.plane(from.address);
        for (lane, value) in plane.iter_mut().enumerate() {
            let address = if let [one] = addresses { *one } else { addresses[lane] };
            *value = self.read_wide(from.memory, lane, address as usize + from.offset as usize);
        }
        self.put(to, plane);
    }

    pub(super) fn store_wide(&mut self, value: Register, into: Location) {
        for lane in 0..self.lanes {
            if self.mask.has(lane) {
                let address = self.lane(into.address, lane) as usize + into.offset as usize;
                self.write_wide(into.memory, lane, address, self.raw(value, lane));
            }
        }
    }
}
