//! The resources that the stages of a pipeline use together.

use crate::{Program, Resource, ResourceKind, TexelKind};
use shader_model::{BindingType, BufferBindingType, LayoutEntry, PipelineLayout, TextureBindingType};

/// The layout of a pipeline with these stages. A binding that several stages use is writable when one of them may write it.
#[must_use]
pub fn pipeline_layout(stages: &[&Program]) -> PipelineLayout {
    let mut layout = PipelineLayout::default();
    for resource in stages.iter().flat_map(|stage| &stage.resources) {
        let Some(ty) = binding_type(resource) else {
            layout.has_immediates = true;
            continue;
        };
        let known = layout.entries.iter_mut().find(|entry| resource.is_at(entry.group, entry.binding));
        match known {
            Some(known) if ty.is_writable() => known.ty = ty,
            Some(_) => {}
            None => {
                layout.entries.push(LayoutEntry { group: resource.group, binding: resource.binding, ty });
            }
        }
    }
    layout
}

/// What a resource is bound as; `None` for variables in address space `immediate`, which are not bound.
const fn binding_type(resource: &Resource) -> Option<BindingType> {
    Some(match resource.kind {
        ResourceKind::Immediates { .. } => return None,
        ResourceKind::Buffer { is_uniform: true, .. } => BindingType::Buffer(BufferBindingType::Uniform),
        ResourceKind::Buffer { is_uniform: false, .. } if resource.is_writable => {
            BindingType::Buffer(BufferBindingType::Storage)
        }
        ResourceKind::Buffer { is_uniform: false, .. } => {
            BindingType::Buffer(BufferBindingType::ReadOnlyStorage)
        }
        ResourceKind::Texture { holds: TexelKind::Format(_), .. } => {
            BindingType::Texture(TextureBindingType::StorageTexture)
        }
        ResourceKind::Texture { holds: TexelKind::Channels(_) | TexelKind::Depth, .. } => {
            BindingType::Texture(TextureBindingType::Texture)
        }
        ResourceKind::Sampler { .. } => BindingType::Sampler,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(resources: &[(u32, ResourceKind, bool)]) -> Program {
        let resource = |(binding, kind, is_writable): &(u32, ResourceKind, bool)| Resource {
            group: 0,
            binding: *binding,
            kind: *kind,
            is_writable: *is_writable,
        };
        Program { resources: resources.iter().map(resource).collect(), ..Program::default() }
    }

    #[test]
    fn a_binding_of_two_stages_is_there_once_and_writable_for_both() {
        let buffer = ResourceKind::Buffer { is_uniform: false, least_size: 4 };
        let sampler = ResourceKind::Sampler { compares: true };
        let vertex = stage(&[(3, buffer, false), (1, sampler, false)]);
        let fragment = stage(&[(0, ResourceKind::Immediates { least_size: 4 }, false), (3, buffer, true)]);
        let layout = pipeline_layout(&[&vertex, &fragment]);
        let entry = |binding, ty| LayoutEntry { group: 0, binding, ty };
        let storage = BindingType::Buffer(BufferBindingType::Storage);
        assert_eq!(layout.entries, [entry(3, storage), entry(1, BindingType::Sampler)]);
        assert!(layout.has_immediates);
        let read_only = BindingType::Buffer(BufferBindingType::ReadOnlyStorage);
        assert_eq!(pipeline_layout(&[&vertex]).entries[0], entry(3, read_only));
    }
}
