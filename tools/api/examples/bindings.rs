//! Lists the bindings of a shader as `wgpu` describes them.

use shader_check::reflection::{
    AccessMode, BoundKind, BufferSpace, ReflectedResource, Reflection, SampleType, ShaderStage, TexelFormat,
    ViewDimension,
};
// `wgpu` passes these types on under the same names.
use wgpu_types as wgpu;

const SHADER: &str = "
struct Camera { view: mat4x4f, position: vec3f }
@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var smooth_sampler: sampler;
@group(0) @binding(3) var<storage> lights: array<vec4f>;
@vertex fn vertex(@location(0) place: vec4f) -> @builtin(position) vec4f {
    return camera.view * place;
}
@fragment fn fragment(@builtin(position) place: vec4f) -> @location(0) vec4f {
    return textureSample(picture, smooth_sampler, place.xy) * lights[0] + vec4f(camera.position, 0);
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let reflection = shader_check::validate(SHADER)?.reflect();
    for resource in &reflection.resources {
        println!("{}: group {}, {:#?}", resource.name, resource.group, layout_entry(&reflection, resource));
    }
    Ok(())
}

/// Returns the entry of a bind group layout. Dynamic offsets and filtering are the host's choices: here there are no dynamic offsets, and
/// textures of floats and samplers are filtered.
fn layout_entry(reflection: &Reflection, resource: &ReflectedResource) -> wgpu::BindGroupLayoutEntry {
    let mut visibility = wgpu::ShaderStages::NONE;
    for stage in reflection.visibility(resource).iter() {
        visibility |= match stage {
            ShaderStage::Vertex => wgpu::ShaderStages::VERTEX,
            ShaderStage::Fragment => wgpu::ShaderStages::FRAGMENT,
            ShaderStage::Compute => wgpu::ShaderStages::COMPUTE,
        };
    }
    wgpu::BindGroupLayoutEntry {
        binding: resource.binding,
        visibility,
        ty: binding_type(resource.kind),
        count: None,
    }
}

fn binding_type(kind: BoundKind) -> wgpu::BindingType {
    match kind {
        BoundKind::Buffer { space, access, minimum_size } => wgpu::BindingType::Buffer {
            ty: match space {
                BufferSpace::Uniform => wgpu::BufferBindingType::Uniform,
                BufferSpace::Storage => {
                    wgpu::BufferBindingType::Storage { read_only: access == AccessMode::Read }
                }
            },
            has_dynamic_offset: false,
            min_binding_size: minimum_size.and_then(std::num::NonZeroU64::new),
        },
        BoundKind::Sampler { comparison: true } => {
            wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison)
        }
        BoundKind::Sampler { comparison: false } => {
            wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)
        }
        BoundKind::Texture { view_dimension, sample_type, multisampled } => wgpu::BindingType::Texture {
            sample_type: match sample_type {
                SampleType::Float => wgpu::TextureSampleType::Float { filterable: !multisampled },
                SampleType::Sint => wgpu::TextureSampleType::Sint,
                SampleType::Uint => wgpu::TextureSampleType::Uint,
                SampleType::Depth => wgpu::TextureSampleType::Depth,
            },
            view_dimension: dimension(view_dimension),
            multisampled,
        },
        BoundKind::StorageTexture { view_dimension, format, access } => wgpu::BindingType::StorageTexture {
            access: match access {
                AccessMode::Read => wgpu::StorageTextureAccess::ReadOnly,
                AccessMode::Write => wgpu::StorageTextureAccess::WriteOnly,
                AccessMode::ReadWrite => wgpu::StorageTextureAccess::ReadWrite,
            },
            format: texel_format(format),
            view_dimension: dimension(view_dimension),
        },
        BoundKind::ExternalTexture {} => wgpu::BindingType::ExternalTexture,
        BoundKind::TexelBuffer { .. } => unimplemented!("wgpu has no texel buffers"),
    }
}

fn dimension(dimension: ViewDimension) -> wgpu::TextureViewDimension {
    match dimension {
        ViewDimension::D1 => wgpu::TextureViewDimension::D1,
        ViewDimension::D2 => wgpu::TextureViewDimension::D2,
        ViewDimension::D2Array => wgpu::TextureViewDimension::D2Array,
        ViewDimension::D3 => wgpu::TextureViewDimension::D3,
        ViewDimension::Cube => wgpu::TextureViewDimension::Cube,
        ViewDimension::CubeArray => wgpu::TextureViewDimension::CubeArray,
    }
}

/// Returns the format of a storage texture. Both sides name formats as WebGPU does, and `wgpu` reads them from strings with its feature
/// `serde`; the formats that a project uses are a shorter list.
fn texel_format(format: TexelFormat) -> wgpu::TextureFormat {
    match format {
        TexelFormat::Rgba8unorm => wgpu::TextureFormat::Rgba8Unorm,
        TexelFormat::Rgba16float => wgpu::TextureFormat::Rgba16Float,
        TexelFormat::R32float => wgpu::TextureFormat::R32Float,
        TexelFormat::R32uint => wgpu::TextureFormat::R32Uint,
        other => unimplemented!("{other}"),
    }
}
