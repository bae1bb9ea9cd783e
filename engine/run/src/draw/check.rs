//! Checks that the state of a draw fits its shaders: the rules of WebGPU about vertex and fragment state.

use crate::resources::Refusal;
use shader_ir::{PipelineValue, Program, StagePlace, StageValue, Type};
use webgpu_model::raster::{SampleCount, Scissor, Viewport};
use webgpu_model::texture::ChannelKind;
use webgpu_model::{BlendFactor, Bytes, Draw, RenderPass, RenderState, Target, TargetState, VertexLayout};

pub(super) fn refuse(message: impl Into<String>) -> Result<(), Refusal> {
    Err(Refusal::Resources(message.into()))
}

/// Returns true if there is one attribute of the right kind for each input of the vertex shader.
pub(super) fn attributes(vertex: &Program, layouts: &[VertexLayout]) -> Result<(), Refusal> {
    for (location, ty, _) in located(&vertex.stage_inputs, 0) {
        let mut attributes =
            layouts.iter().flat_map(|layout| &layout.attributes).filter(|it| it.location == location);
        let Some(attribute) = attributes.next() else {
            return refuse(format!("missing attribute for location {location}"));
        };
        if attributes.next().is_some() {
            return refuse(format!("location {location} has more than one attribute"));
        }
        if attribute.format.kind() != kind(ty) {
            let name = attribute.format.name();
            return refuse(format!(
                "location {location}: the shader can't read `{}` from format `{name}`",
                ty.name()
            ));
        }
    }
    Ok(())
}

/// Returns true if there is a buffer for each layout with attributes.
pub(super) fn vertex_buffers(layouts: &[VertexLayout], buffers: &[Bytes]) -> Result<(), Refusal> {
    let is_empty = |layout: &&VertexLayout| layout.attributes.is_empty();
    let needed = layouts.len() - layouts.iter().rev().take_while(is_empty).count();
    if buffers.len() < needed {
        return refuse(format!("expected {needed} vertex buffers, found {}", buffers.len()));
    }
    Ok(())
}

/// Returns true if there is a colour for each target that is written, of its kind and with enough components, which can be blended if
/// the state says so. Other colours are dropped.
pub(super) fn targets(fragment: &Program, pass: &RenderPass, state: &RenderState) -> Result<(), Refusal> {
    let colors = located(&fragment.stage_outputs, 0);
    for (location, target) in pass.targets.iter().enumerate() {
        let Some(target) = target else { continue };
        let of_target = state.target(location);
        let Some((_, ty, components)) = colors.iter().copied().find(|(at, ..)| *at as usize == location)
        else {
            if of_target.write_mask.0 == 0 {
                continue;
            }
            return refuse(format!("target {location}: the shader returns no value for this target"));
        };
        if target.format.kind() != kind(ty) || components < target.format.channel_count() {
            let (name, ty) = (target.format.name(), ty.name());
            let message = format!(
                "target {location}: the shader can't return {components} x `{ty}` for format `{name}`"
            );
            return refuse(message);
        }
        let second = located(&fragment.stage_outputs, 1).iter().any(|(at, ..)| *at as usize == location);
        blending(location, target, of_target, components, second)?;
    }
    Ok(())
}

fn blending(
    location: usize,
    target: &Target,
    state: TargetState,
    components: usize,
    has_second_source: bool,
) -> Result<(), Refusal> {
    let Some(blend) = state.blend else { return Ok(()) };
    if target.format.kind() != ChannelKind::Float {
        return refuse(format!("target {location}: `{}` can't be blended", target.format.name()));
    }
    if components < 4 && blend.factors().into_iter().any(BlendFactor::uses_source_alpha) {
        return refuse(format!(
            "target {location}: a blend factor uses alpha, which the shader does not return"
        ));
    }
    if !has_second_source && blend.factors().into_iter().any(BlendFactor::uses_second_source) {
        let message = "a blend factor uses the output with `blend_src` 1, which the shader does not return";
        return refuse(format!("target {location}: {message}"));
    }
    Ok(())
}

/// Returns true if there is an attachment for the depth that the fragment shader returns.
pub(super) fn depth(fragment: &Program, pass: &RenderPass) -> Result<(), Refusal> {
    let has_depth = pass.depth_stencil.as_ref().is_some_and(|it| it.format.depth().is_some());
    if !has_depth && returns(fragment, PipelineValue::FragDepth) {
        return refuse("the shader returns a depth, but there is no depth attachment");
    }
    Ok(())
}

/// Returns true if the alpha of the first target can take samples away, if the state says so.
pub(super) fn alpha_to_coverage(
    fragment: &Program,
    pass: &RenderPass,
    state: &RenderState,
) -> Result<(), Refusal> {
    if !state.multisample.alpha_to_coverage_enabled {
        return Ok(());
    }
    if pass.sample_count == SampleCount::One {
        return refuse("alpha to coverage requires four samples");
    }
    if returns(fragment, PipelineValue::SampleMask) {
        return refuse("with alpha to coverage the shader must not return a sample mask");
    }
    let first = pass.targets.first().and_then(Option::as_ref);
    if !first.is_some_and(|it| it.format.kind() == ChannelKind::Float && it.format.channel_count() == 4) {
        return refuse("alpha to coverage requires a first target with floating-point alpha");
    }
    Ok(())
}

/// Returns true if what may only be read is not written.
pub(super) fn read_only(pass: &RenderPass, state: &RenderState) -> Result<(), Refusal> {
    let Some(attachment) = &pass.depth_stencil else { return Ok(()) };
    if attachment.depth_read_only && state.depth_stencil.depth_write_enabled {
        return refuse("the pipeline writes depth, but the depth attachment is read-only");
    }
    if attachment.stencil_read_only && state.depth_stencil.writes_stencil() {
        return refuse("the pipeline writes stencil values, but the stencil attachment is read-only");
    }
    Ok(())
}

/// Returns true if the viewport and the scissor are such as WebGPU has them.
pub(super) fn places(pass: &RenderPass, draw: &Draw) -> Result<(), Refusal> {
    if let Some(Viewport { x, y, width, height, min_depth, max_depth }) = draw.viewport {
        let is_place = [x, y, width, height].iter().all(|it| it.is_finite()) && width >= 0.0 && height >= 0.0;
        let has_depths = 0.0 <= min_depth && min_depth <= max_depth && max_depth <= 1.0;
        if !is_place || !has_depths {
            return refuse(
                "the viewport's size must not be negative, and its depths must be ordered and in the range 0 to 1",
            );
        }
    }
    if let Some(Scissor { x, y, width, height }) = draw.scissor {
        let is_inside = |start: u32, extent: u32, end| start.checked_add(extent).is_some_and(|it| it <= end);
        if !is_inside(x, width, pass.size[0]) || !is_inside(y, height, pass.size[1]) {
            return refuse("the scissor rectangle must be inside the attachments");
        }
    }
    Ok(())
}

fn returns(fragment: &Program, value: PipelineValue) -> bool {
    fragment.stage_outputs.iter().any(|output| output.place == StagePlace::Builtin(value))
}

/// The user-defined data with this `blend_src` among the values of a stage: location, type and number of components.
fn located(values: &[StageValue], source: u32) -> Vec<(u32, Type, usize)> {
    let mut found: Vec<(u32, Type, usize)> = Vec::new();
    for value in values {
        let StagePlace::Location { location, blend_src } = value.place else { continue };
        if blend_src != source {
            continue;
        }
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
