//! The places of resources: a translation that is lowered gets those of the WGSL program, and the buffers that naga adds get places of
//! their own.

use crate::metal::{EntryPoint, FIRST_VERTEX_BUFFER, MetalText, Slot};
use msl_lower::{BUFFERS, SAMPLERS, TEXTURES};
use shader_ir::Program;
use webgpu_model::{Binding, Data};

/// The group of the buffers that naga adds to the first stage of the first pipeline; the next ones have the groups behind it. No WGSL
/// program has so many.
const ADDED: u32 = 1 << 24;

/// A buffer that naga adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AddedBuffer {
    /// The sizes of other buffers in bytes.
    Sizes,
    /// The variables in address space immediate.
    Immediates,
    /// The vertex buffer with this number.
    Vertices(usize),
}

/// The buffers that naga adds to a stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Added {
    buffers: Vec<(AddedBuffer, u32, u32)>,
    sized_buffers: Vec<(u32, u32)>,
}

/// The resources that a host gives to a stage.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    /// The bindings; of several with one place, the first one counts.
    pub(crate) bindings: [&'a [Binding]; 2],
    pub(crate) immediates: &'a [u8],
    pub(crate) vertex_buffers: &'a [webgpu_model::Bytes],
}

impl Added {
    /// Gives the resources of a lowered translation the groups and bindings of the WGSL program. `stage` is a number of its own for each
    /// stage of a pass.
    pub(crate) fn new(program: &mut Program, text: &MetalText, entry_point: &EntryPoint, stage: u32) -> Self {
        let mut added = Self { buffers: Vec::new(), sized_buffers: text.sized_buffers.clone() };
        for resource in program.resources.iter_mut().filter(|resource| resource.kind.is_bound()) {
            let here = (resource.group, resource.binding);
            let slot = entry_point.bindings.iter().find(|slot| place(slot.slot) == here);
            if let Some(slot) = slot {
                (resource.group, resource.binding) = (slot.group, slot.binding);
                continue;
            }
            // What is left without a meaning is missing in all bindings, and refused.
            resource.group = ADDED.saturating_add(stage);
            if let Some(meaning) = meaning(entry_point, here) {
                added.buffers.push((meaning, resource.group, resource.binding));
            }
        }
        added
    }

    /// The contents of the buffers.
    pub(crate) fn bindings(&self, given: Given<'_>) -> impl Iterator<Item = Binding> {
        self.buffers.iter().map(move |(meaning, group, binding)| {
            let data = match meaning {
                AddedBuffer::Sizes => self.sizes(given).into(),
                AddedBuffer::Immediates => given.immediates.to_vec().into(),
                AddedBuffer::Vertices(number) => {
                    given.vertex_buffers.get(*number).cloned().unwrap_or_default()
                }
            };
            Binding { group: *group, binding: *binding, data: Data::Buffer(data) }
        })
    }

    /// The sizes that naga's code asks for, each an unsigned integer; those of vertex buffers follow the others.
    fn sizes(&self, given: Given<'_>) -> Vec<u8> {
        let size = |place: &(u32, u32)| {
            let mut bindings = given.bindings.into_iter().flatten();
            let found = bindings.find(|it| (it.group, it.binding) == *place);
            found.map_or(0, |found| found.data.bytes().len())
        };
        let of_vertices = given.vertex_buffers.iter().map(|bytes| bytes.len());
        let all = self.sized_buffers.iter().map(size).chain(of_vertices);
        all.flat_map(|size| (size as u32).to_le_bytes()).collect()
    }
}

/// Returns true if a binding is for a buffer that naga adds.
pub(crate) const fn is_added(binding: &Binding) -> bool {
    binding.group >= ADDED
}

/// The group and the number of a resource in Metal.
pub(crate) const fn place(slot: Slot) -> (u32, u32) {
    match slot {
        Slot::Buffer(number) => (BUFFERS, number as u32),
        Slot::Texture(number) => (TEXTURES, number as u32),
        Slot::Sampler(number) => (SAMPLERS, number as u32),
        Slot::External { parameters, .. } => (BUFFERS, parameters as u32),
    }
}

fn meaning(entry_point: &EntryPoint, (group, number): (u32, u32)) -> Option<AddedBuffer> {
    if group != BUFFERS {
        return None;
    }
    let is = |slot: Option<u8>| slot.map(u32::from) == Some(number);
    if is(entry_point.sizes_buffer) {
        Some(AddedBuffer::Sizes)
    } else if is(entry_point.immediates_buffer) {
        Some(AddedBuffer::Immediates)
    } else {
        FIRST_VERTEX_BUFFER.checked_sub(number).map(|number| AddedBuffer::Vertices(number as usize))
    }
}
