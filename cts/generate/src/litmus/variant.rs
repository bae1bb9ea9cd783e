//! The variants of a shape: in which memory, between which invocations, and with which barriers.

use super::model::{Memory, Test};
use super::shape::{Access, Shape};

/// How a shape becomes a test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variant {
    /// The memory of the locations.
    pub(super) memory: Memory,
    /// Whether all invocations of an instance are in one workgroup; otherwise each is in another.
    pub(super) is_together: bool,
    /// The memory that the barriers between accesses affect; `None` without barriers.
    pub(super) barriers: Option<Memory>,
    /// Whether the accesses are atomic.
    pub(super) is_atomic: bool,
}

/// The variants of a shape. There is a barrier only where an invocation has several accesses. Barriers that order nothing, since they affect
/// other memory or stand in other workgroups, are among those of two shapes.
pub(super) fn variants(shape: &Shape) -> Vec<Variant> {
    use Memory::{Storage, Workgroup};
    let has_all = ["message-passing", "coherence-of-reads"].contains(&shape.name);
    let has_several = shape.invocations.iter().any(|accesses| accesses.len() > 1);
    let mut variants = Vec::new();
    for (memory, is_together) in [(Workgroup, true), (Storage, true), (Storage, false)] {
        for barriers in [None, Some(Workgroup), Some(Storage)] {
            let is_ordering = is_together && barriers == Some(memory);
            if barriers.is_none() || has_several && (has_all || is_ordering) {
                let variant = Variant { memory, is_together, barriers, is_atomic: true };
                variants.extend([variant, Variant { is_atomic: false, ..variant }]);
            }
        }
    }
    variants
}

impl Variant {
    /// Its name inside a case.
    pub(super) fn name(self) -> String {
        let memory = match self.memory {
            Memory::Workgroup => "workgroup memory",
            Memory::Storage => "storage",
        };
        let place = if self.is_together { "one workgroup" } else { "several workgroups" };
        let barriers = self.barriers.map_or("no barriers", barrier);
        let access = if self.is_atomic { "atomics" } else { "plain accesses" };
        format!("{memory}; {place}; {barriers}; {access}")
    }

    /// The test of a shape; `None` where its accesses would be a data race, or are atomic only.
    pub(super) fn test(self, shape: &Shape) -> Option<Test> {
        let accesses = || shape.invocations.iter().copied().flatten();
        if !self.is_atomic && accesses().any(|access| access.is_read_modify_write()) {
            return None;
        }
        let phases = |accesses: &&[Access]| -> Vec<Vec<Access>> {
            if self.barriers.is_none() {
                return vec![accesses.to_vec()];
            }
            accesses.iter().map(|access| vec![*access]).collect()
        };
        let mut invocations: Vec<Vec<Vec<Access>>> = shape.invocations.iter().map(phases).collect();
        let count = invocations.iter().map(Vec::len).max()?;
        for phases in &mut invocations {
            phases.resize(count, Vec::new());
        }
        let mut test = Test {
            invocations,
            memory: self.memory,
            is_atomic: self.is_atomic,
            is_together: self.is_together,
            barriers: self.barriers.unwrap_or(self.memory),
        };
        if self.is_together && test.barriers == self.memory {
            test.look_at_end();
        }
        test.is_race_free().then_some(test)
    }
}

impl Test {
    /// Lets the first invocation read the locations that several accesses write, behind a barrier.
    fn look_at_end(&mut self) {
        let writes = |location: usize| {
            let all = self.invocations.iter().flatten().flatten();
            all.filter(|access| access.may_write() && access.location() == location).count()
        };
        let loads: Vec<Access> =
            (0..self.locations()).filter(|it| writes(*it) > 1).map(Access::Load).collect();
        if loads.is_empty() {
            return;
        }
        for (number, phases) in self.invocations.iter_mut().enumerate() {
            phases.push(if number == 0 { loads.clone() } else { Vec::new() });
        }
    }
}

/// The function that is a barrier for some memory.
pub(super) const fn barrier(memory: Memory) -> &'static str {
    match memory {
        Memory::Workgroup => "workgroupBarrier",
        Memory::Storage => "storageBarrier",
    }
}
