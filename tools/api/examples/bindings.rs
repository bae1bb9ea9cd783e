//! Lists the bindings of a shader as `wgpu` describes them.

#![allow(clippy::print_stdout, reason = "an example prints")]

use shader_check::reflection::{
    AccessMode, BoundKind, BufferSpace, ReflectedResource, Reflection, SampleType, TexelFormat, ViewDimension,
};
// The types that `wgpu` re-exports, without a device.
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
    let reflection = shader_check::validate(SHADER)?.reflect()?;
    for resource in &reflection.resources {
        match layout_entry(&reflection, resource) {
            Some(entry) => println!("{}: group {}, {entry:#?}", resource.name, resource.group),
            None => println!("{}: wgpu has no such binding", resource.name),
        }
    }
    Ok(())
}

/// Returns the entry of a bind group layout; `None` for texel buffers, which wgpu does not have.
///
/// A shader does not say whether offsets are dynamic and which textures are filtered. Here offsets are static, and float textures and
/// samplers filter. Use `filterable: false` for a texture with an unfilterable format such as `R32Float`.
fn layout_entry(reflection: &Reflection, resource: &ReflectedResource) -> Option<wgpu::BindGroupLayoutEntry> {
    Some(wgpu::BindGroupLayoutEntry {
        binding: resource.binding,
        visibility: wgpu::ShaderStages::from_bits_retain(reflection.visibility(resource).bits()),
        ty: binding_type(resource.kind)?,
        count: None,
    })
}

fn binding_type(kind: BoundKind) -> Option<wgpu::BindingType> {
    Some(match kind {
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
                // WebGPU never filters multisampled textures.
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
        BoundKind::TexelBuffer { .. } => return None,
    })
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

fn texel_format(format: TexelFormat) -> wgpu::TextureFormat {
    match format {
        TexelFormat::Rgba8unorm => wgpu::TextureFormat::Rgba8Unorm,
        TexelFormat::Rgba8snorm => wgpu::TextureFormat::Rgba8Snorm,
        TexelFormat::Rgba8uint => wgpu::TextureFormat::Rgba8Uint,
        TexelFormat::Rgba8sint => wgpu::TextureFormat::Rgba8Sint,
        TexelFormat::Rgba16unorm => wgpu::TextureFormat::Rgba16Unorm,
        TexelFormat::Rgba16snorm => wgpu::TextureFormat::Rgba16Snorm,
        TexelFormat::Rgba16uint => wgpu::TextureFormat::Rgba16Uint,
        TexelFormat::Rgba16sint => wgpu::TextureFormat::Rgba16Sint,
        TexelFormat::Rgba16float => wgpu::TextureFormat::Rgba16Float,
        TexelFormat::Rg8unorm => wgpu::TextureFormat::Rg8Unorm,
        TexelFormat::Rg8snorm => wgpu::TextureFormat::Rg8Snorm,
        TexelFormat::Rg8uint => wgpu::TextureFormat::Rg8Uint,
        TexelFormat::Rg8sint => wgpu::TextureFormat::Rg8Sint,
        TexelFormat::Rg16unorm => wgpu::TextureFormat::Rg16Unorm,
        TexelFormat::Rg16snorm => wgpu::TextureFormat::Rg16Snorm,
        TexelFormat::Rg16uint => wgpu::TextureFormat::Rg16Uint,
        TexelFormat::Rg16sint => wgpu::TextureFormat::Rg16Sint,
        TexelFormat::Rg16float => wgpu::TextureFormat::Rg16Float,
        TexelFormat::R32uint => wgpu::TextureFormat::R32Uint,
        TexelFormat::R32sint => wgpu::TextureFormat::R32Sint,
        TexelFormat::R32float => wgpu::TextureFormat::R32Float,
        TexelFormat::Rg32uint => wgpu::TextureFormat::Rg32Uint,
        TexelFormat::Rg32sint => wgpu::TextureFormat::Rg32Sint,
        TexelFormat::Rg32float => wgpu::TextureFormat::Rg32Float,
        TexelFormat::Rgba32uint => wgpu::TextureFormat::Rgba32Uint,
        TexelFormat::Rgba32sint => wgpu::TextureFormat::Rgba32Sint,
        TexelFormat::Rgba32float => wgpu::TextureFormat::Rgba32Float,
        TexelFormat::Bgra8unorm => wgpu::TextureFormat::Bgra8Unorm,
        TexelFormat::R8unorm => wgpu::TextureFormat::R8Unorm,
        TexelFormat::R8snorm => wgpu::TextureFormat::R8Snorm,
        TexelFormat::R8uint => wgpu::TextureFormat::R8Uint,
        TexelFormat::R8sint => wgpu::TextureFormat::R8Sint,
        TexelFormat::R16unorm => wgpu::TextureFormat::R16Unorm,
        TexelFormat::R16snorm => wgpu::TextureFormat::R16Snorm,
        TexelFormat::R16uint => wgpu::TextureFormat::R16Uint,
        TexelFormat::R16sint => wgpu::TextureFormat::R16Sint,
        TexelFormat::R16float => wgpu::TextureFormat::R16Float,
        TexelFormat::Rgb10a2unorm => wgpu::TextureFormat::Rgb10a2Unorm,
        TexelFormat::Rgb10a2uint => wgpu::TextureFormat::Rgb10a2Uint,
        TexelFormat::Rg11b10ufloat => wgpu::TextureFormat::Rg11b10Ufloat,
    }
}
