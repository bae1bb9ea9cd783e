//! Programs of `run` in the terms of the reference executor, and what it gives back in those of the suite.

pub(super) mod draw;

use shader_run::resources::{self, Binding, Data};
use shader_run::texture;
use wgsl_cases::execution::{
    self, BindingPoint, Dispatch, Execution, Output, TextureDimension, TextureFormat,
};
use wgsl_cases::vocabulary::Pipeline;

/// The dispatch, with these resources.
pub(super) fn dispatch(
    execution: &Execution,
    given: &Dispatch,
    bindings: Vec<Binding>,
) -> resources::Dispatch {
    resources::Dispatch {
        entry_point: given.pipeline.entry_point.clone(),
        constants: constants(&given.pipeline),
        workgroups: given.workgroups,
        bindings,
        immediates: execution.immediates.clone(),
    }
}

fn constants(of: &Pipeline) -> Vec<(String, f64)> {
    of.constants.iter().map(|(name, value)| (name.clone(), *value)).collect()
}

/// The resources.
///
/// # Errors
/// What the executor does not have.
pub(super) fn bindings(execution: &Execution) -> Result<Vec<Binding>, String> {
    let at = |at: BindingPoint, data| Binding { group: at.group, binding: at.binding, data };
    let mut bindings: Vec<Binding> = Vec::new();
    for buffer in &execution.buffers {
        bindings.push(at(buffer.at, Data::Buffer(buffer.data.clone())));
    }
    for texture in &execution.textures {
        bindings.push(at(texture.at, Data::Texture(descriptor(texture)?, texture.data.clone())));
    }
    for given in &execution.samplers {
        bindings.push(at(given.at, Data::Sampler(sampler(given))));
    }
    Ok(bindings)
}

/// The executor's format of the same name.
fn format(of: TextureFormat) -> Result<texture::Format, String> {
    texture::Format::from_name(of.name()).ok_or_else(|| format!("it has no format {}", of.name()))
}

fn descriptor(given: &execution::Texture) -> Result<texture::TextureDescriptor, String> {
    use texture::Dimension;
    let shape = given.shape;
    let dimension = match shape.dimension {
        TextureDimension::One => Dimension::D1,
        TextureDimension::Two => Dimension::D2,
        TextureDimension::TwoArray => Dimension::D2Array,
        TextureDimension::Three => Dimension::D3,
        TextureDimension::Cube => Dimension::Cube,
        TextureDimension::CubeArray => Dimension::CubeArray,
    };
    Ok(texture::TextureDescriptor {
        dimension,
        format: format(given.format)?,
        size: shape.size,
        mip_level_count: shape.mips,
        sample_count: shape.samples,
    })
}

fn sampler(given: &execution::Sampler) -> texture::Sampler {
    let [lod_min_clamp, lod_max_clamp] = given.lod;
    texture::Sampler {
        address_modes: given.address,
        mag_filter: given.mag,
        min_filter: given.min,
        mipmap_filter: given.mipmap,
        lod_min_clamp,
        lod_max_clamp,
        compare: given.compare,
        ..texture::Sampler::default()
    }
}

/// The bytes of all resources: those that the executor gives back, and the others as they were.
pub(super) fn output(execution: &Execution, written: &[Binding]) -> Output {
    let bytes = |at: BindingPoint, before: &[u8]| {
        let now = written.iter().find(|now| (now.group, now.binding) == (at.group, at.binding));
        match now.map(|now| &now.data) {
            Some(Data::Buffer(bytes) | Data::Texture(_, bytes)) => bytes.clone(),
            Some(Data::Sampler(_)) | None => before.to_vec(),
        }
    };
    Output {
        buffers: execution.buffers.iter().map(|buffer| bytes(buffer.at, &buffer.data)).collect(),
        textures: execution.textures.iter().map(|texture| bytes(texture.at, &texture.data)).collect(),
        ..Output::default()
    }
}
