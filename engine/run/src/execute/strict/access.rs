//! Accesses to memory and to texels: whether they stay inside, and whether another invocation interferes.
//! <https://www.w3.org/TR/WGSL/#memory-model>

use super::shadow::{Accessor, Met, Shared};
use super::{Strict, span_of};
use crate::execute::fault::{FaultKind, Rival};
use crate::execute::group::Group;
use crate::execute::terms::Terms;
use crate::execute::texture::{Access, active_lanes};
use crate::execute::transfer::each_copied;
use shader_ir::{Copy, Location, Memory, Register, TextureCall, TextureOperation};

impl Strict {
    /// Looks at the access of each active lane to a number of bytes.
    pub(super) fn look_at_access(&mut self, group: &Group<'_>, location: Location, size: u32, writes: bool) {
        self.look_at_bounds(group, location, size, writes);
        if location.memory != Memory::Pointed && shared(group, location.memory).is_none() {
            return;
        }
        for lane in self.lanes_with(group, location.address) {
            // Accesses that are outside of all memory don't meet there.
            if let Some((shared, address)) = shared_place(group, location, lane)
                && problem(group, location, lane, size, writes).is_none()
            {
                self.note_access(group, shared, lane, (address, size as usize), writes);
            }
        }
    }

    pub(super) fn look_at_copy(&mut self, group: &Group<'_>, copy: &Copy) {
        each_copied(&group.lanes, copy, |offset, size| {
            let part = |location: Location| Location { offset: location.offset + offset, ..location };
            self.look_at_access(group, part(copy.from), size, false);
            self.look_at_access(group, part(copy.into), size, true);
        });
    }

    /// A write to a component of a vector may touch the whole vector.
    pub(super) fn look_at_touch(&mut self, group: &Group<'_>, at: Location, size: u32) {
        for lane in self.lanes_with(group, at.address) {
            if let Some((shared, address)) = shared_place(group, at, lane) {
                let met = self.shadow.touch(shared, (address, size as usize), accessor(group, lane));
                self.report(group, shared, (address, size as usize), met, lane);
            }
        }
    }

    /// Looks at the texel, or the mip level, that each active lane names.
    pub(super) fn look_at_texel(&mut self, group: &Group<'_>, call: &TextureCall) {
        match call.operation {
            TextureOperation::Dimensions => {
                let texture = group.shared.texture(call.texture);
                self.look_at_addresses(group, call, "the mip level is out of bounds", |_, access| {
                    texture.dimensions(access.level()).is_some()
                });
            }
            TextureOperation::Load | TextureOperation::Store => {
                let texture = group.shared.texture(call.texture);
                let (size, is_store) =
                    (texture.format().texel_bytes(), call.operation == TextureOperation::Store);
                let is_shared = group.shared.plan.is_writable(call.texture);
                self.look_at_addresses(
                    group,
                    call,
                    "the texel coordinates are out of bounds",
                    |strict, access| {
                        let Some(offset) = texture.byte_offset(&access.address()) else { return false };
                        let is_unseen = is_store && group.lanes.is_helper(access.lane);
                        if is_shared && !is_unseen {
                            let texels = Shared::Texture(call.texture);
                            strict.note_access(group, texels, access.lane, (offset, size), is_store);
                        }
                        true
                    },
                );
            }
            // They read no single texel, or none at all.
            TextureOperation::Layers
            | TextureOperation::Levels
            | TextureOperation::Samples
            | TextureOperation::Sample
            | TextureOperation::Gather => {}
        }
    }

    /// Looks whether the address of each active lane is inside of the texture.
    fn look_at_addresses(
        &mut self,
        group: &Group<'_>,
        call: &TextureCall,
        message: &str,
        is_inside: impl Fn(&mut Self, Access<'_>) -> bool,
    ) {
        for lane in active_lanes(&group.lanes, call) {
            if !is_inside(self, Access { lanes: &group.lanes, call, lane }) {
                self.fault(group, FaultKind::OutOfBounds, Some(lane), message);
            }
        }
    }

    /// The active lanes in which the program means an address: it does not come from an index beyond the end.
    fn lanes_with<'a>(
        &self,
        group: &'a Group<'_>,
        address: Register,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let astray = self.astray.get(&address).cloned().unwrap_or_default();
        group.lanes.seen().filter(move |lane| astray.is_empty() || astray.binary_search(lane).is_err())
    }

    fn note_access(
        &mut self,
        group: &Group<'_>,
        shared: Shared,
        lane: usize,
        bytes: (usize, usize),
        writes: bool,
    ) {
        let mut met = if writes {
            self.shadow.write(shared, bytes, accessor(group, lane))
        } else {
            self.shadow.read(shared, bytes, accessor(group, lane))
        };
        if self.is_undefined && shared == Shared::Workgroup {
            if writes {
                self.shadow.give_values(bytes);
            } else if met == Met::Nothing && self.shadow.is_changed_unwritten(bytes) {
                met = Met::Unwritten;
            }
        }
        self.report(group, shared, bytes, met, lane);
    }

    fn report(&mut self, group: &Group<'_>, shared: Shared, bytes: (usize, usize), met: Met, lane: usize) {
        match met {
            Met::Race(earlier) => self.report_race(group, self.rival(shared, earlier), lane),
            // Only the memory of the workgroup can be unwritten.
            Met::Unwritten if self.is_undefined => self.unwritten.push((lane, bytes.0..bytes.0 + bytes.1)),
            Met::Unwritten | Met::Nothing => {}
        }
    }

    /// Reports a race; once for each place, and with another workgroup where there is one: a barrier would not be enough.
    pub(super) fn report_race(&mut self, group: &Group<'_>, rival: Rival, lane: usize) {
        let (kind, step) = (FaultKind::DataRace, group.control.step);
        if self.is_reported(group, kind) {
            let span = span_of(group, step);
            if !rival.is_elsewhere || !self.raced.remove(&span) {
                return;
            }
            self.faults.retain(|fault| (fault.kind, fault.span) != (kind, span));
            self.reported.remove(&(kind, span));
        } else if !rival.is_elsewhere {
            self.raced.insert(span_of(group, step));
        }
        let message = race(&rival, self.terms);
        let parting = self.parting.filter(|_| !group.lanes.mask.is_full()).map(|step| span_of(group, step));
        if let Some(fault) = self.fault_at(group, step, kind, Some(lane), message) {
            fault.rival = Some(rival);
            fault.parting = parting;
        }
    }

    /// Looks whether the access of each active lane stays inside of a buffer, or leads to something through a pointer.
    pub(super) fn look_at_bounds(&mut self, group: &Group<'_>, location: Location, size: u32, writes: bool) {
        match location.memory {
            Memory::Buffer(_) | Memory::Pointed => {}
            Memory::Invocation | Memory::Workgroup | Memory::Constant => return,
        }
        let problem = |lane: usize| problem(group, location, lane, size, writes);
        let mut lanes = self.lanes_with(group, location.address);
        let found = lanes.find_map(|lane| problem(lane).map(|message| (lane, message)));
        if let Some((lane, message)) = found {
            self.fault(group, FaultKind::OutOfBounds, Some(lane), message);
        }
    }
}

/// The lane at the present step.
pub(super) fn accessor(group: &Group<'_>, lane: usize) -> Accessor {
    Accessor { lane, span: span_of(group, group.control.step) }
}

/// The description of a race with another access.
fn race(rival: &Rival, terms: &Terms) -> String {
    let accesses = if rival.writes { "writes" } else { "reads" };
    let what = if rival.is_whole { "a different component of the same vector" } else { "the same memory" };
    format!(
        "{} {accesses} {what}, and the two accesses are not ordered",
        terms.other(rival.invocation, rival.is_elsewhere)
    )
}

/// Why a lane may not access a number of bytes.
fn problem(group: &Group<'_>, location: Location, lane: usize, size: u32, writes: bool) -> Option<String> {
    let Some((memory, address)) = group.lanes.place(location, lane) else {
        return Some("the pointer does not point to memory".to_owned());
    };
    let bytes = group.memories.size(memory);
    if address as u64 + u64::from(size) > bytes {
        let what = match memory {
            Memory::Buffer(_) => "buffer",
            Memory::Invocation | Memory::Workgroup | Memory::Constant | Memory::Pointed => "memory",
        };
        return Some(format!("the {what} only has {bytes} bytes"));
    }
    let is_writable = location.memory != Memory::Pointed || group.shared.plan.may_write(memory);
    (writes && !is_writable).then(|| "the pointer points to read-only memory".to_owned())
}

/// The shared memory that a memory is, where invocations can interfere with each other.
fn shared(group: &Group<'_>, memory: Memory) -> Option<Shared> {
    if group.shared.plan.may_write(memory) { Shared::of(memory) } else { None }
}

/// The shared memory and the address that a location is in a lane.
pub(super) fn shared_place(group: &Group<'_>, location: Location, lane: usize) -> Option<(Shared, usize)> {
    let (memory, address) = group.lanes.place(location, lane)?;
    Some((shared(group, memory)?, address))
}
