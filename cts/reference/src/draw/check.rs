//! Whether what a draw is given fits its shaders: the rules of WebGPU about vertex and fragment state.

use super::Target;
use crate::ir::{Program, StagePlace, StageValue, Type};
use crate::raster::VertexBuffer;
use crate::run::Failure;
use crate::texture::ChannelKind;

/// Whether there is one attribute of the right kind for each input of the vertex shader.
pub(super) fn attributes(vertex: &Program, buffers: &[VertexBuffer<'_>]) -> Result<(), Failure> {
    for (location, ty, _) in located(&vertex.stage_inputs) {
        let mut attributes =
            buffers.iter().flat_map(|buffer| &buffer.attributes).filter(|it| it.location == location);
        let Some(attribute) = attributes.next() else {
            return Err(Failure::Resources(format!("no attribute is given for location {location}")));
        };
        if attributes.next().is_some() {
            return Err(Failure::Resources(format!("location {location} has more than one attribute")));
        }
        if attribute.format.kind() != kind(ty) {
            let name = attribute.format.name();
            let message = format!("location {location}: the shader reads `{}` from `{name}`", ty.name());
            return Err(Failure::Resources(message));
        }
    }
    Ok(())
}

/// Whether the colours that the fragment shader returns are of the kind of their targets, with as many components.
pub(super) fn targets(fragment: &Program, targets: &[Option<Target>]) -> Result<(), Failure> {
    for (location, ty, components) in located(&fragment.stage_outputs) {
        let Some(Some(target)) = targets.get(location as usize) else { continue };
        if target.format.kind() != kind(ty) || components < target.format.channel_count() {
            let (name, ty) = (target.format.name(), ty.name());
            let message = format!("target {location}: the shader returns {components} x `{ty}` for `{name}`");
            return Err(Failure::Resources(message));
        }
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
            _ => found.push((location, value.ty, 1)),
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
