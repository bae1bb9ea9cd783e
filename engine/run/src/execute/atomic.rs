//! Atomic operations: lane after lane, in the order of their numbers. <https://www.w3.org/TR/WGSL/#atomic-builtin-functions>

use super::group::Group;
use super::planes::{Word, word_of};
use super::shadow::Shared;
use core::sync::atomic::Ordering;
use shader_ir::{AtomicOperation, Exchange, Location, Memory, Register, Type};
use shader_numeric::event::Unwatched;
use shader_numeric::number::Integer;

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
    fn look_at_atomic(&mut self, at: Location, lane: usize, (address, size): (usize, usize), reads: bool) {
        if self.shared.options.strict
            && !self.is_astray(at.address, lane)
            && let Some(shared) = Shared::of(at.memory)
        {
            let met = self.shadow.atomic(shared, (address, size), lane, reads);
            self.report(met, lane);
        }
    }

    /// Changes the word at an address and gives the old one.
    #[inline]
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

    /// The same for eight bytes. Workgroups run one after the other where a program does this, so that nobody comes in between.
    fn change_wide(
        &mut self,
        memory: Memory,
        lane: usize,
        address: usize,
        change: impl Fn(u64) -> Option<u64>,
    ) -> u64 {
        let old = self.read_wide(memory, lane, address);
        if let Some(new) = change(old) {
            self.write_wide(memory, lane, address, new);
        }
        old
    }

    pub(super) fn atomic<W: AtomicWord>(
        &mut self,
        operation: AtomicOperation,
        ty: Type,
        to: Register,
        value: Register,
        at: Location,
    ) {
        let mut results = self.take::<W>(to);
        let size = ty.size() as usize;
        let sign = if ty.is_signed() { W::SIGN } else { W::of_raw(0) };
        for lane in self.turns() {
            let operand = word_of(self.words::<W>(value), lane);
            let address = self.lane(at.address, lane) as usize + at.offset as usize;
            self.look_at_atomic(at, lane, (address, size), operation != AtomicOperation::Store);
            let change = |old| updated(operation, sign, old, operand);
            let old = W::change(self, at.memory, lane, address, change);
            if let Some(result) = results.get_mut(lane) {
                *result = old;
            }
        }
        self.put(to, results);
    }

    /// <https://www.w3.org/TR/WGSL/#atomicCompareExchangeWeak-builtin>: the exchange never fails spuriously here.
    pub(super) fn compare_exchange<W: AtomicWord>(&mut self, exchange: &Exchange) {
        let ty = self.shared.plan.ty(exchange.old_value);
        let mut old_values = self.take::<W>(exchange.old_value);
        let mut exchanged = self.take::<u32>(exchange.exchanged);
        let size = ty.size() as usize;
        for lane in self.turns() {
            let of = |register| word_of(self.words::<W>(register), lane);
            let (comparator, value) = (of(exchange.comparator), of(exchange.value));
            let address = self.lane(exchange.at.address, lane) as usize + exchange.at.offset as usize;
            self.look_at_atomic(exchange.at, lane, (address, size), true);
            let change = |old| (old == comparator).then_some(value);
            let old = W::change(self, exchange.at.memory, lane, address, change);
            old_values[lane] = old;
            exchanged[lane] = u32::from(old == comparator);
        }
        self.put(exchange.old_value, old_values);
        self.put(exchange.exchanged, exchanged);
    }
}

/// A word that atomic operations change.
pub(super) trait AtomicWord: Word + Integer {
    /// The bit for the sign.
    const SIGN: Self;
    /// Changes the word at an address and gives the old one.
    fn change(
        group: &mut Group<'_>,
        memory: Memory,
        lane: usize,
        address: usize,
        change: impl Fn(Self) -> Option<Self>,
    ) -> Self;
}

impl AtomicWord for u32 {
    const SIGN: Self = 1 << 31;

    #[inline]
    fn change(
        group: &mut Group<'_>,
        memory: Memory,
        _: usize,
        address: usize,
        change: impl Fn(Self) -> Option<Self>,
    ) -> Self {
        group.change(memory, address, change)
    }
}

impl AtomicWord for u64 {
    const SIGN: Self = 1 << 63;

    fn change(
        group: &mut Group<'_>,
        memory: Memory,
        lane: usize,
        address: usize,
        change: impl Fn(Self) -> Option<Self>,
    ) -> Self {
        group.change_wide(memory, lane, address, change)
    }
}

/// The new value; `None` where it stays. Without the sign, which is zero for types that have none, numbers are in the order of words.
#[inline]
fn updated<W: AtomicWord>(operation: AtomicOperation, sign: W, old: W, operand: W) -> Option<W> {
    let is_less = |left: W, right: W| (left ^ sign) < (right ^ sign);
    Some(match operation {
        AtomicOperation::Load => return None,
        AtomicOperation::Store | AtomicOperation::Exchange => operand,
        AtomicOperation::Add => old.sum(operand, &mut Unwatched),
        AtomicOperation::Subtract => old.difference(operand, &mut Unwatched),
        AtomicOperation::Max if is_less(old, operand) => operand,
        AtomicOperation::Min if is_less(operand, old) => operand,
        AtomicOperation::Max | AtomicOperation::Min => old,
        AtomicOperation::And => old & operand,
        AtomicOperation::Or => old | operand,
        AtomicOperation::Xor => old ^ operand,
    })
}
