//! The resources that the stages of a pipeline use together.

use rustc_hash::FxHashMap;
use webgpu_model::{BindingType, BufferBindingType, LayoutEntry, PipelineLayout, TextureBindingType};
use wgsl_spec::{AccessMode, AddressSpace};
use wgsl_validator::Stage;
use wgsl_validator::interface::ResourceKind;

/// The layout of a pipeline with these stages: the resources that they statically access. A binding that several stages use is
/// writable when one of them may write it. <https://www.w3.org/TR/WGSL/#resource-interface>
#[must_use]
pub fn pipeline_layout(stages: &[Stage]) -> PipelineLayout {
    let mut layout = PipelineLayout::default();
    let mut places: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for interface in stages.iter().map(Stage::interface) {
        layout.has_immediates |= interface.has_immediates;
        for resource in &interface.resources {
            let (group, binding, ty) = (resource.group, resource.binding, binding_type(resource.kind));
            let place = *places.entry((group, binding)).or_insert(layout.entries.len());
            match layout.entries.get_mut(place) {
                Some(known) if ty.is_writable() => known.ty = ty,
                Some(_) => {}
                None => layout.entries.push(LayoutEntry { group, binding, ty }),
            }
        }
    }
    layout
}

/// The type of a resource in a bind group layout.
#[must_use]
pub const fn binding_type(kind: ResourceKind) -> BindingType {
    use BufferBindingType::{ReadOnlyStorage, Storage, Uniform};
    match kind {
        ResourceKind::Buffer { space: AddressSpace::Uniform, .. } => BindingType::Buffer(Uniform),
        ResourceKind::Buffer { access: AccessMode::Read, .. } => BindingType::Buffer(ReadOnlyStorage),
        ResourceKind::Buffer { .. } => BindingType::Buffer(Storage),
        ResourceKind::Texture { .. } => BindingType::Texture(TextureBindingType::Texture),
        ResourceKind::StorageTexture { .. } => BindingType::Texture(TextureBindingType::StorageTexture),
        ResourceKind::Sampler { .. } => BindingType::Sampler,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_spec::ShaderStage;
    use wgsl_validator::{Options, PipelineRequest, Validator};

    const PROGRAM: &str = "
        @group(0) @binding(1) var plain: sampler;
        @group(0) @binding(3) var<storage, read_write> count: atomic<u32>;
        @group(0) @binding(3) var<storage> counted: u32;
        @group(1) @binding(0) var<uniform> unused: u32;
        @group(1) @binding(0) var colours: texture_2d<f32>;
        @vertex fn corner() -> @builtin(position) vec4f { return vec4f(f32(counted)); }
        @fragment fn paint() {
          atomicAdd(&count, 1);
          let colour = textureSample(colours, plain, vec2f());
        }";

    fn layout(stages: &[ShaderStage]) -> PipelineLayout {
        let mut validator = Validator::new(Options::default());
        let module = validator.validate(PROGRAM);
        let stages: Vec<Stage> = stages
            .iter()
            .map(|stage| {
                let request = PipelineRequest { stage: Some(*stage), ..PipelineRequest::default() };
                validator.specialize(&module, &request).expect("a stage")
            })
            .collect();
        pipeline_layout(&stages)
    }

    #[test]
    fn a_binding_of_two_stages_is_there_once_and_writable_for_both() {
        let entry = |group, binding, ty| LayoutEntry { group, binding, ty };
        let buffer = |ty| entry(0, 3, BindingType::Buffer(ty));
        let sampler = entry(0, 1, BindingType::Sampler);
        let texture = entry(1, 0, BindingType::Texture(TextureBindingType::Texture));
        assert_eq!(layout(&[ShaderStage::Vertex]).entries, [buffer(BufferBindingType::ReadOnlyStorage)]);
        let both = layout(&[ShaderStage::Vertex, ShaderStage::Fragment]);
        assert_eq!(both.entries, [buffer(BufferBindingType::Storage), sampler, texture]);
        assert!(!both.has_immediates);
    }
}
