//! Accesses that strands have come to, and that are not performed.
//!
//! An atomic operation is issued: its strand continues until it needs the result, and the schedule decides when the operation is performed. So
//! relaxed operations on different words are performed in any order, as the memory model allows. What keeps its order: operations of one lane on
//! one word, and operations of a workgroup on one word with a barrier for its memory between them.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use super::words::{Access, Word};
use rustc_hash::FxHashMap;
use shader_ir::{AtomicOperation, Memory, Register, Type};
use std::collections::BTreeMap;

/// Names an access: it has the same name in all executions in which its strand has come to it in the same way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key {
    pub(super) workgroup: u64,
    pub(super) lane: u32,
    /// The number of the access in its strand.
    pub(super) serial: u32,
}

impl Key {
    /// A number that orders accesses as invocations one after the other perform them.
    pub(super) fn place(&self) -> u128 {
        u128::from(self.workgroup) << 64 | u128::from(self.lane) << 32 | u128::from(self.serial)
    }
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

/// An effect that is performed.
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

/// The atomic operations that are issued and not performed.
#[derive(Default)]
pub(super) struct Issues {
    /// By word and workgroup: the number of them for each epoch.
    epochs: FxHashMap<(Word, u64), BTreeMap<u32, u32>>,
    /// By word and strand: lane and number.
    own: FxHashMap<(Word, usize), Vec<(u32, u32)>>,
}

impl Issues {
    pub(super) fn add(&mut self, pending: &Pending) {
        for Access { word, .. } in &pending.accesses {
            let epochs = self.epochs.entry((*word, pending.key.workgroup)).or_default();
            *epochs.entry(pending.epoch).or_default() += 1;
            let own = self.own.entry((*word, pending.strand)).or_default();
            own.push((pending.key.lane, pending.key.serial));
        }
    }

    pub(super) fn remove(&mut self, pending: &Pending) {
        for Access { word, .. } in &pending.accesses {
            if let Some(epochs) = self.epochs.get_mut(&(*word, pending.key.workgroup))
                && let Some(count) = epochs.get_mut(&pending.epoch)
            {
                *count -= 1;
                if *count == 0 {
                    epochs.remove(&pending.epoch);
                }
            }
            if let Some(own) = self.own.get_mut(&(*word, pending.strand)) {
                own.retain(|issue| *issue != (pending.key.lane, pending.key.serial));
            }
        }
    }

    /// Returns true if an access may be performed: none that comes before it on one of its words is left.
    pub(super) fn allow(&self, pending: &Pending) -> bool {
        let is_step = matches!(pending.what, What::Step);
        // A step may be one of several lanes; an atomic operation is one of its lane.
        let is_earlier = |(lane, serial): &(u32, u32)| {
            *serial < pending.key.serial && (is_step || *lane == pending.key.lane)
        };
        pending.accesses.iter().all(|Access { word, .. }| {
            let epochs = self.epochs.get(&(*word, pending.key.workgroup));
            let first = epochs.and_then(|epochs| epochs.keys().next());
            let own = self.own.get(&(*word, pending.strand));
            first.is_none_or(|first| *first >= pending.epoch)
                && own.is_none_or(|own| !own.iter().any(is_earlier))
        })
    }
}
