//! Accesses that strands have come to, and that are not performed.
//!
//! An atomic operation is issued: its strand goes on until it needs the result, and the schedule decides when the operation is performed. So
//! relaxed operations on different words are performed in any order, as the memory model allows. What keeps its order: operations of one lane on
//! one word, and operations of a workgroup on one word with a barrier for its memory between them.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use super::words::{Access, Word};
use rustc_hash::FxHashMap;
use shader_ir::{AtomicOperation, Memory, Register, Type};

/// Names an access: it has the same name in all executions in which its strand has come to it in the same way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    pub(super) workgroup: u64,
    pub(super) lane: u32,
    /// The number of the access among those of its strand.
    pub(super) serial: u32,
}

/// An access that is not performed.
pub(super) struct Pending {
    pub(super) key: Key,
    pub(super) strand: usize,
    pub(super) step: usize,
    pub(super) accesses: Vec<Access>,
    /// The barriers for its memory that the workgroup has passed.
    pub(super) epoch: u32,
    pub(super) what: What,
}

impl Pending {
    /// Returns true if its strand may wait for it.
    pub(super) const fn is_awaited(&self) -> bool {
        match &self.what {
            What::Step => true,
            What::Atomic(issued) => issued.results[0].is_some(),
        }
    }
}

/// What is performed.
#[derive(Clone, Copy)]
pub(super) enum What {
    /// The present step of the strand.
    Step,
    Atomic(Issued),
}

/// An atomic operation of one lane with its operands.
#[derive(Clone, Copy)]
pub(super) struct Issued {
    /// In the strand.
    pub(super) lane: usize,
    pub(super) memory: Memory,
    pub(super) address: usize,
    pub(super) ty: Type,
    pub(super) operation: Operation,
    /// The registers for the result, where the program reads it.
    pub(super) results: Results,
}

/// Registers with what they get: several where variables are set to the result before it is there.
pub(super) type Results = [Option<(Register, Part)>; 4];

/// A part of the result of an atomic operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Old,
    IsExchanged,
}

#[derive(Clone, Copy)]
pub(super) enum Operation {
    Update(AtomicOperation, u64),
    /// With comparator and value.
    Exchange([u64; 2]),
}

/// The atomic operations that are issued and not performed, by word.
#[derive(Default)]
pub(super) struct Issues(FxHashMap<Word, Vec<Order>>);

/// What decides about the order of an operation with others on its word.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Order {
    key: Key,
    strand: usize,
    epoch: u32,
}

impl Issues {
    pub(super) fn add(&mut self, pending: &Pending) {
        let order = Order { key: pending.key, strand: pending.strand, epoch: pending.epoch };
        for access in &pending.accesses {
            self.0.entry(access.word).or_default().push(order);
        }
    }

    pub(super) fn remove(&mut self, pending: &Pending) {
        for access in &pending.accesses {
            if let Some(orders) = self.0.get_mut(&access.word) {
                orders.retain(|order| order.key != pending.key);
                if orders.is_empty() {
                    self.0.remove(&access.word);
                }
            }
        }
    }

    /// Returns true if an access may be performed: none that comes before it on one of its words is left.
    pub(super) fn allow(&self, pending: &Pending) -> bool {
        let is_step = matches!(pending.what, What::Step);
        // A step may be one of several lanes; an atomic operation is one of its lane.
        let is_earlier = |order: &Order| {
            order.strand == pending.strand
                && order.key.serial < pending.key.serial
                && (is_step || order.key.lane == pending.key.lane)
        };
        let is_before = |order: &Order| {
            order.key.workgroup == pending.key.workgroup && (order.epoch < pending.epoch || is_earlier(order))
        };
        let orders = pending.accesses.iter().filter_map(|access| self.0.get(&access.word));
        !orders.flatten().any(is_before)
    }
}
