//! The kind of resource that a variable of a program needs.

use super::binding::BindingRecord;
use shader_model::{BindingType, BufferBindingType, TextureBindingType};
use std::collections::BTreeMap;
use wgsl_spec::{AccessMode, AddressSpace};
use wgsl_validator::interface::{Interface, Resource, ResourceKind};

/// A message on the first binding whose kind differs from that of its variable. A binding that the entry point does not use
/// may be of any kind.
pub(super) fn mismatch(bindings: &[BindingRecord], interface: &Interface) -> Option<String> {
    let place = |resource: &Resource| ((resource.group, resource.binding), kind(resource.kind));
    let needed: BTreeMap<_, _> = interface.resources.iter().map(place).collect();
    bindings.iter().find_map(|binding| {
        let wanted = needed.get(&binding.at())?;
        (*wanted != binding.kind()).then(|| {
            let (place, kind) = (binding.place(), binding.kind());
            format!("{place} is bound to a resource of kind `{kind}`, but the program needs `{wanted}`")
        })
    })
}

/// The kind in the words of the protocol.
fn kind(kind: ResourceKind) -> &'static str {
    use BufferBindingType::{ReadOnlyStorage, Storage, Uniform};
    let kind = match kind {
        ResourceKind::Buffer { space: AddressSpace::Uniform, .. } => BindingType::Buffer(Uniform),
        ResourceKind::Buffer { access: AccessMode::Read, .. } => BindingType::Buffer(ReadOnlyStorage),
        ResourceKind::Buffer { .. } => BindingType::Buffer(Storage),
        ResourceKind::Texture { .. } => BindingType::Texture(TextureBindingType::Texture),
        ResourceKind::StorageTexture { .. } => BindingType::Texture(TextureBindingType::StorageTexture),
        ResourceKind::Sampler { .. } => BindingType::Sampler,
    };
    kind.name()
}
