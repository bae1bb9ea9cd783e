//! Programs of `run` in the terms of the reference executor, and what it gives back in those of the suite.

mod draw;

pub(super) use draw::output as output_of_draw;

use shader_model::texture;
use shader_model::{Binding, Data, Shader};
use wgsl_cases::execution::{
    self, BindingPoint, Command, Dispatch, Execution, Output, TextureDimension, TextureFormat,
};
use wgsl_cases::vocabulary::Pipeline;

/// The dispatch or the draw of an execution.
///
/// # Errors
/// What the vocabulary of WebGPU here lacks.
pub(super) fn command(execution: &Execution) -> Result<shader_model::Command, String> {
    let bindings = bindings(execution)?;
    Ok(match &execution.command {
        Command::Dispatch(given) => shader_model::Command::Dispatch(dispatch(execution, given, bindings)),
        Command::Draw(given) => {
            shader_model::Command::Draw(Box::new(draw::draw(execution, given, bindings)?))
        }
    })
}

fn dispatch(execution: &Execution, given: &Dispatch, bindings: Vec<Binding>) -> shader_model::Dispatch {
    shader_model::Dispatch {
        shader: shader(&given.pipeline),
        workgroups: given.workgroups,
        bindings,
        immediates: execution.immediates.clone(),
    }
}

fn shader(given: &Pipeline) -> Shader {
    let constants = given.constants.iter().map(|(name, value)| (name.clone(), *value)).collect();
    Shader { entry_point: given.entry_point.clone(), constants }
}

/// The resources.
///
/// # Errors
/// What the executor does not have.
fn bindings(execution: &Execution) -> Result<Vec<Binding>, String> {
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
        now.map_or(before, |now| now.data.bytes()).to_vec()
    };
    Output {
        buffers: execution.buffers.iter().map(|buffer| bytes(buffer.at, &buffer.data)).collect(),
        textures: execution.textures.iter().map(|texture| bytes(texture.at, &texture.data)).collect(),
        ..Output::default()
    }
}
