//! Atomic operations: lane after lane, in the order of their numbers. <https://www.w3.org/TR/WGSL/#atomic-builtin-functions>

use super::group::Group;
use super::shadow::Shared;
use crate::ir::{AtomicOperation, Exchange, Location, Memory, Register, Type};
use core::sync::atomic::Ordering;

impl Group<'_> {
    /// The active lanes in the order in which they reach an atomic operation. Helpers do not: their results are
    /// indeterminate.
    fn turns(&self) -> Vec<usize> {
        let mut lanes: Vec<usize> = self.seen().collect();
        if let Some(seed) = self.shared.options.seed {
            // Each step has an order of its own. Multiplying by odd numbers mixes well enough for an order.
            let key = |lane: usize| {
                (lane as u64 + 1)
                    .wrapping_mul(seed | 1)
                    .wrapping_add((self.step as u64 ^ self.index).wrapping_mul(0x9e37_79b9_7f4a_7c15))
                    .wrapping_mul(0xd6e8_feb8_6659_fd93)
            };
            lanes.sort_by_key(|lane| key(*lane));
        }
        lanes
    }

    /// In strict execution, looks whether the memory has a value.
    fn look_at_atomic(&mut self, at: Location, lane: usize, address: usize, reads: bool) {
        if self.shared.options.strict
            && !self.is_astray(at.address, lane)
            && let Some(shared) = Shared::of(at.memory)
        {
            let met = self.shadow.atomic(shared, address, reads, (self.index, lane));
            self.report(met, lane);
        }
    }

    /// Changes the word at an address and gives the old one.
    fn change(&mut self, memory: Memory, address: usize, change: impl Fn(u32) -> Option<u32>) -> u32 {
        match memory {
            Memory::Buffer(index) => {
                let bytes = self.buffer(index).filter(|bytes| address + 4 <= bytes.len());
                match bytes.and_then(|bytes| bytes.word(address)) {
                    Some(word) => match word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change) {
                        Ok(old) | Err(old) => old,
                    },
                    None => 0,
                }
            }
            Memory::Workgroup => match self.workgroup.get_mut(address / 4) {
                Some(word) => {
                    let old = *word;
                    *word = change(old).unwrap_or(old);
                    old
                }
                None => 0,
            },
            Memory::Invocation | Memory::Constant => 0,
        }
    }

    pub(super) fn atomic(
        &mut self,
        operation: AtomicOperation,
        ty: Type,
        to: Register,
        value: Register,
        at: Location,
    ) {
        let mut results = self.take(to);
        for lane in self.turns() {
            let operand = self.lane(value, lane);
            let address = self.lane(at.address, lane) as usize + at.offset as usize;
            self.look_at_atomic(at, lane, address, operation != AtomicOperation::Store);
            let old = self.change(at.memory, address, |old| updated(operation, ty, old, operand));
            if let Some(result) = results.get_mut(lane) {
                *result = old;
            }
        }
        self.put(to, results);
    }

    /// <https://www.w3.org/TR/WGSL/#atomicCompareExchangeWeak-builtin>: the exchange never fails spuriously here.
    pub(super) fn compare_exchange(&mut self, exchange: &Exchange) {
        let (mut old_values, mut exchanged) = (self.take(exchange.old_value), self.take(exchange.exchanged));
        for lane in self.turns() {
            let (comparator, value) = (self.lane(exchange.comparator, lane), self.lane(exchange.value, lane));
            let address = self.lane(exchange.at.address, lane) as usize + exchange.at.offset as usize;
            self.look_at_atomic(exchange.at, lane, address, true);
            let old = self.change(exchange.at.memory, address, |old| (old == comparator).then_some(value));
            old_values[lane] = old;
            exchanged[lane] = u32::from(old == comparator);
        }
        self.put(exchange.old_value, old_values);
        self.put(exchange.exchanged, exchanged);
    }
}

/// The new value; `None` where it stays.
fn updated(operation: AtomicOperation, ty: Type, old: u32, operand: u32) -> Option<u32> {
    let signed = ty == Type::I32;
    let is_less = |left: u32, right: u32| if signed { (left as i32) < right as i32 } else { left < right };
    Some(match operation {
        AtomicOperation::Load => return None,
        AtomicOperation::Store | AtomicOperation::Exchange => operand,
        AtomicOperation::Add => old.wrapping_add(operand),
        AtomicOperation::Subtract => old.wrapping_sub(operand),
        AtomicOperation::Max => {
            if is_less(old, operand) {
                operand
            } else {
                old
            }
        }
        AtomicOperation::Min => {
            if is_less(operand, old) {
                operand
            } else {
                old
            }
        }
        AtomicOperation::And => old & operand,
        AtomicOperation::Or => old | operand,
        AtomicOperation::Xor => old ^ operand,
    })
}
