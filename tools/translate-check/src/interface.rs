//! The interface of a translation: resources, inputs and outputs must be those of the WGSL program.

mod memory;
mod value;

use crate::metal::{EntryPoint, Slot};
use crate::place::place;
use memory::Types;
use msl_lower::{BUFFERS, TEXTURES};
use msl_spec::AddressSpace as MetalSpace;
use msl_validator::interface::{
    EntryPoint as MetalEntryPoint, Index, Resource as MetalResource, ResourceGroup,
};
use msl_validator::meaning::Module;
use msl_validator::types::{Object, Type};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace};
use wgsl_validator::Stage;
use wgsl_validator::interface::{Resource, ResourceKind};

/// A difference of the interfaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The difference, in a sentence without a full stop.
    pub message: String,
    /// The place in the Metal program.
    pub span: Span,
}

/// Compares the interface of a stage with that of its translation, whose meaning is `module`. The function `entry_point` is that of the
/// stage.
#[must_use]
pub fn mismatches(stage: &Stage, module: &Module, entry_point: &EntryPoint) -> Vec<Mismatch> {
    let found = module.entry_points.iter().find(|entry| module.entry_name(entry) == entry_point.metal_name);
    let Some(entry) = found else {
        let message = format!("unknown function `{}` in Metal", entry_point.metal_name);
        return vec![Mismatch { message, span: Span::default() }];
    };
    let types = Types { wgsl: stage.typed(), metal: module };
    let function = module.ast[module.instances[entry.instance].function];
    let interface = stage.interface();
    let mut found: Vec<Mismatch> = interface
        .resources
        .iter()
        .filter_map(|resource| types.resource(resource, entry, entry_point))
        .collect();
    let mut values = types.inputs(interface.stage, &interface.inputs, &entry.inputs);
    values.extend(types.outputs(&interface.outputs, &entry.outputs));
    found.extend(values.into_iter().map(|message| Mismatch { message, span: function.name_span }));
    found
}

impl Types<'_> {
    fn resource(
        &self,
        resource: &Resource,
        entry: &MetalEntryPoint,
        entry_point: &EntryPoint,
    ) -> Option<Mismatch> {
        let name = self.wgsl.name(self.wgsl.syntax.ast[resource.variable].name);
        let function = self.metal.ast[self.metal.instances[entry.instance].function];
        let is_it =
            |it: &&crate::metal::ResourceSlot| (it.group, it.binding) == (resource.group, resource.binding);
        let Some(slot) = entry_point.bindings.iter().find(is_it).map(|it| it.slot) else {
            let message = format!("naga's Metal output does not pass `{name}`, which the WGSL program uses");
            return Some(Mismatch { message, span: function.name_span });
        };
        if let Slot::External { .. } = slot {
            return None;
        }
        let (group, number) = place(slot);
        let there = entry
            .resources
            .iter()
            .find(|it| index_of_group(it.group) == Some(group) && it.index == Index::Number(number));
        let Some(there) = there else {
            let message = format!("no argument has the index {number} of `{name}`");
            return Some(Mismatch { message, span: function.name_span });
        };
        let message = self.resource_difference(name, resource, there)?;
        Some(Mismatch { message, span: self.metal.ast[there.parameter].name_span })
    }

    fn resource_difference(&self, name: &str, resource: &Resource, there: &MetalResource) -> Option<String> {
        match resource.kind {
            ResourceKind::Buffer { space, access, .. } => {
                let (Type::Reference(object) | Type::Pointer(object)) = self.metal.types.get(there.ty) else {
                    return Some(self.differ(name, resource.ty, there.ty));
                };
                space_difference(name, (space, access), object)
                    .or_else(|| self.difference(name, resource.ty, object.ty))
            }
            // Only execution compares kinds, channels and access modes: it binds resources of the WGSL program.
            ResourceKind::Sampler { .. }
            | ResourceKind::Texture { .. }
            | ResourceKind::StorageTexture { .. } => None,
        }
    }
}

fn space_difference(
    name: &str,
    (space, access): (AddressSpace, AccessMode),
    object: Object,
) -> Option<String> {
    let is_right = match space {
        AddressSpace::Uniform => object.space == MetalSpace::Constant,
        _ if access == AccessMode::Read => match object.space {
            MetalSpace::Device => object.is_const,
            space => space == MetalSpace::Constant,
        },
        // naga writes `const` where the program does not write, whatever the access mode.
        _ => object.space == MetalSpace::Device,
    };
    let constness = if object.is_const { " const" } else { "" };
    (!is_right).then(|| {
        format!(
            "`{name}` is in the address space {} with the access mode {} in WGSL, and in{constness} {} in Metal",
            space.name(),
            access.name(),
            object.space.name()
        )
    })
}

/// The group of [`msl_lower`] for a kind of resource.
const fn index_of_group(group: ResourceGroup) -> Option<u32> {
    match group {
        ResourceGroup::Buffer => Some(BUFFERS),
        ResourceGroup::Texture => Some(TEXTURES),
        ResourceGroup::Sampler => Some(msl_lower::SAMPLERS),
        ResourceGroup::Threadgroup => None,
    }
}
