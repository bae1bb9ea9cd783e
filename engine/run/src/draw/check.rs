//! Checks that the state of a draw fits its shaders: the rules of WebGPU about vertex and fragment state.

use crate::resources::Refusal;
use shader_ir::{PipelineValue, Program, StagePlace, StageValue, Type};
use shader_model::texture::ChannelKind;
use shader_model::{Depth, Target, VertexBuffer};

/// Whether there is one attribute of the right kind for each input of the vertex shader.
pub(super) fn attributes(vertex: &Program, buffers: &[VertexBuffer]) -> Result<(), Refusal> {
    for (location, ty, _) in located(&vertex.stage_inputs) {
        let mut attributes =
            buffers.iter().flat_map(|buffer| &buffer.attributes).filter(|it| it.location == location);
        let Some(attribute) = attributes.next() else {
            return Err(Refusal::Resources(format!("no attribute is given for location {location}")));
        };
        if attributes.next().is_some() {
            return Err(Refusal::Resources(format!("location {location} has more than one attribute")));
        }
        if attribute.format.kind() != kind(ty) {
            let name = attribute.format.name();
            let message = format!("location {location}: the shader reads `{}` from `{name}`", ty.name());
            return Err(Refusal::Resources(message));
        }
    }
    Ok(())
}

/// Whether there is a colour for each target, of its kind and with enough components. Other colours are dropped.
pub(super) fn targets(fragment: &Program, targets: &[Option<Target>]) -> Result<(), Refusal> {
    let colors = located(&fragment.stage_outputs);
    for (location, target) in targets.iter().enumerate() {
        let Some(target) = target else { continue };
        let Some((_, ty, components)) = colors.iter().copied().find(|(at, ..)| *at as usize == location)
        else {
            return Err(Refusal::Resources(format!("target {location}: the shader returns nothing for it")));
        };
        if target.format.kind() != kind(ty) || components < target.format.channel_count() {
            let (name, ty) = (target.format.name(), ty.name());
            let message = format!("target {location}: the shader returns {components} x `{ty}` for `{name}`");
            return Err(Refusal::Resources(message));
        }
    }
    Ok(())
}

/// Whether there is an attachment for the depth that the fragment shader returns.
pub(super) fn depth(fragment: &Program, depth: Option<Depth>) -> Result<(), Refusal> {
    let is_depth = |output: &StageValue| output.place == StagePlace::Builtin(PipelineValue::FragDepth);
    if depth.is_none() && fragment.stage_outputs.iter().any(is_depth) {
        return Err(Refusal::Resources(
            "the shader returns a depth; there is no depth attachment".to_owned(),
        ));
    }
    Ok(())
}

/// The user-defined data among the values of a stage: location, type and number of components.
fn located(values: &[StageValue]) -> Vec<(u32, Type, usize)> {
    let mut found: Vec<(u32, Type, usize)> = Vec::new();
    for value in values {
        let StagePlace::Location { location, blend_src: 0 } = value.place else { continue };
        match found.last_mut() {
            Some((last, _, components)) if *last == location => *components += 1,
            Some(_) | None => found.push((location, value.ty, 1)),
        }
    }
    found
}

const fn kind(ty: Type) -> ChannelKind {
    match ty {
        Type::F16 | Type::F32 | Type::F64 => ChannelKind::Float,
        Type::I8 | Type::I16 | Type::I32 | Type::I64 => ChannelKind::Sint,
        Type::Bool | Type::U8 | Type::U16 | Type::U32 | Type::U64 => ChannelKind::Uint,
    }
}
