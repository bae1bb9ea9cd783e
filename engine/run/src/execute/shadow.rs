//! What strict execution knows of memory: who accessed it last, and whether anybody wrote it.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use rustc_hash::FxHashMap;
use shader_ir::{Barrier, Memory, Program};

/// What can be raced for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shared {
    /// Bytes of the workgroup.
    Workgroup,
    /// Bytes of a buffer.
    Buffer(u16),
    /// Texels of a texture.
    Texture(u16),
}

impl Shared {
    /// What a memory is, where others can see it.
    pub(super) const fn of(memory: Memory) -> Option<Self> {
        match memory {
            Memory::Workgroup => Some(Self::Workgroup),
            Memory::Buffer(index) => Some(Self::Buffer(index)),
            Memory::Invocation | Memory::Constant => None,
        }
    }
}

/// Who accessed a part, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Access {
    workgroup: u64,
    lane: u32,
    /// How many barriers for this kind of memory the workgroup had passed.
    phase: u32,
}

impl Access {
    /// Whether neither of two accesses happens before the other one.
    const fn races(self, other: Self) -> bool {
        if self.workgroup != other.workgroup {
            return true;
        }
        self.lane != other.lane && self.phase == other.phase
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct Part {
    write: Option<Access>,
    /// Who may have written it last, together with its neighbours.
    touch: Option<Access>,
    /// The last reader, and the last one that was another invocation.
    reads: [Option<Access>; 2],
}

impl Part {
    /// Any access that a write is not ordered with.
    fn rival(&self, write: Access) -> Option<Access> {
        let others = [self.write, self.touch, self.reads[0], self.reads[1]];
        others.into_iter().flatten().find(|other| other.races(write))
    }
}

/// All parts that were accessed.
#[derive(Debug)]
pub(super) struct Shadow {
    /// The bytes of a part: no access is smaller.
    part: usize,
    parts: FxHashMap<(Shared, usize), Part>,
    /// Barriers passed by the workgroup: for its own memory, buffers and textures.
    phases: [u32; 3],
}

/// What an access meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    /// Nothing to report.
    Nothing,
    /// Another invocation's access, which this one is not ordered with.
    Race {
        /// The other one's number in its workgroup.
        lane: u32,
        /// Whether it belongs to another workgroup.
        elsewhere: bool,
    },
    /// Bytes that nobody has written.
    Unwritten,
}

impl Shadow {
    /// Watches nothing yet. Programs without bytes of their own access two at least.
    pub(super) fn new(program: &Program) -> Self {
        let has_bytes = program.registers.iter().any(|ty| ty.size() == 1)
            || program.copies.iter().flat_map(|copy| &copy.runs).any(|run| run.size % 2 == 1);
        Self { part: if has_bytes { 1 } else { 2 }, parts: FxHashMap::default(), phases: [0; 3] }
    }

    /// The numbers of the parts that some bytes lie in.
    fn parts(&self, address: usize, size: usize) -> core::ops::Range<usize> {
        address / self.part..(address + size).div_ceil(self.part)
    }

    /// Begins another workgroup.
    pub(super) fn begin(&mut self) {
        self.parts.retain(|(shared, _), _| *shared != Shared::Workgroup);
        self.phases = [0; 3];
    }

    /// All invocations have passed a barrier.
    pub(super) fn pass(&mut self, barrier: Barrier) {
        let phase = match barrier {
            Barrier::Workgroup => 0,
            Barrier::Storage => 1,
            Barrier::Texture => 2,
        };
        self.phases[phase] += 1;
    }

    fn access(&self, shared: Shared, workgroup: u64, lane: usize) -> Access {
        let phase = match shared {
            Shared::Workgroup => self.phases[0],
            Shared::Buffer(_) => self.phases[1],
            Shared::Texture(_) => self.phases[2],
        };
        Access { workgroup, lane: lane as u32, phase }
    }

    /// Notes a read of so many bytes.
    pub(super) fn read(
        &mut self,
        shared: Shared,
        address: usize,
        size: usize,
        (workgroup, lane): (u64, usize),
    ) -> Met {
        let access = self.access(shared, workgroup, lane);
        let mut met = Met::Nothing;
        for part in self.parts(address, size) {
            let known = self.parts.entry((shared, part)).or_default();
            if let Some(touch) = known.touch.filter(|touch| touch.races(access)) {
                met = race(touch, access);
            }
            match known.write {
                Some(write) if write.races(access) => met = race(write, access),
                None if shared == Shared::Workgroup && met == Met::Nothing => met = Met::Unwritten,
                _ => {}
            }
            if known.reads[0]
                .is_some_and(|read| (read.workgroup, read.lane) != (access.workgroup, access.lane))
            {
                known.reads[1] = known.reads[0];
            }
            known.reads[0] = Some(access);
        }
        met
    }

    /// Notes a write of so many bytes.
    pub(super) fn write(
        &mut self,
        shared: Shared,
        address: usize,
        size: usize,
        (workgroup, lane): (u64, usize),
    ) -> Met {
        let access = self.access(shared, workgroup, lane);
        let mut met = Met::Nothing;
        for part in self.parts(address, size) {
            let known = self.parts.entry((shared, part)).or_default();
            if let Some(other) = known.rival(access) {
                met = race(other, access);
            }
            *known = Part { write: Some(access), touch: known.touch, reads: [None; 2] };
        }
        met
    }

    /// Notes an atomic access to so many bytes: atomic accesses don't race with each other, and nothing else can access the same bytes.
    pub(super) fn atomic(
        &mut self,
        shared: Shared,
        (address, size): (usize, usize),
        reads: bool,
        (workgroup, lane): (u64, usize),
    ) -> Met {
        let access = self.access(shared, workgroup, lane);
        let mut met = Met::Nothing;
        for part in self.parts(address, size) {
            let known = self.parts.entry((shared, part)).or_default();
            if reads && shared == Shared::Workgroup && known.write.is_none() {
                met = Met::Unwritten;
            }
            known.write = Some(access);
        }
        met
    }

    /// Notes that bytes may be written with what they hold. Where nobody has written, this gives no value.
    pub(super) fn touch(
        &mut self,
        shared: Shared,
        address: usize,
        size: usize,
        (workgroup, lane): (u64, usize),
    ) -> Met {
        let access = self.access(shared, workgroup, lane);
        let mut met = Met::Nothing;
        for part in self.parts(address, size) {
            let known = self.parts.entry((shared, part)).or_default();
            if let Some(other) = known.rival(access) {
                met = race(other, access);
            }
            known.touch = Some(access);
        }
        met
    }
}

const fn race(other: Access, access: Access) -> Met {
    Met::Race { lane: other.lane, elsewhere: other.workgroup != access.workgroup }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Shared = Shared::Workgroup;
    const BUFFER: Shared = Shared::Buffer(0);

    #[test]
    fn a_barrier_for_the_memory_orders_accesses() {
        let mut shadow = Shadow::new(&Program::default());
        assert_eq!(shadow.write(HERE, 0, 4, (0, 1)), Met::Nothing);
        assert_eq!(shadow.read(HERE, 0, 4, (0, 1)), Met::Nothing);
        assert_eq!(shadow.read(HERE, 2, 2, (0, 2)), Met::Race { lane: 1, elsewhere: false });
        shadow.pass(Barrier::Storage);
        assert_ne!(shadow.read(HERE, 0, 4, (0, 2)), Met::Nothing);
        shadow.pass(Barrier::Workgroup);
        assert_eq!(shadow.read(HERE, 0, 4, (0, 2)), Met::Nothing);
        assert_eq!(shadow.read(HERE, 0, 4, (0, 3)), Met::Nothing);
        assert_eq!(shadow.write(HERE, 0, 4, (0, 3)), Met::Race { lane: 2, elsewhere: false });
    }

    #[test]
    fn nothing_orders_workgroups() {
        let mut shadow = Shadow::new(&Program::default());
        assert_eq!(shadow.write(BUFFER, 8, 4, (0, 0)), Met::Nothing);
        shadow.pass(Barrier::Storage);
        shadow.begin();
        assert_eq!(shadow.read(BUFFER, 8, 4, (1, 0)), Met::Race { lane: 0, elsewhere: true });
        assert_eq!(shadow.read(BUFFER, 12, 4, (1, 0)), Met::Nothing);
    }

    #[test]
    fn only_the_memory_of_the_workgroup_must_be_written_first() {
        let mut shadow = Shadow::new(&Program::default());
        assert_eq!(shadow.read(BUFFER, 0, 4, (0, 0)), Met::Nothing);
        assert_eq!(shadow.read(HERE, 0, 4, (0, 0)), Met::Unwritten);
        assert_eq!(shadow.write(HERE, 0, 4, (0, 0)), Met::Nothing);
        shadow.begin();
        assert_eq!(shadow.read(HERE, 0, 4, (0, 0)), Met::Unwritten);
        assert_eq!(shadow.atomic(HERE, (0, 4), true, (0, 5)), Met::Unwritten);
        assert_eq!(shadow.atomic(HERE, (0, 4), true, (0, 5)), Met::Nothing);
        shadow.pass(Barrier::Workgroup);
        assert_eq!(shadow.read(HERE, 0, 4, (0, 0)), Met::Nothing);
    }
}
