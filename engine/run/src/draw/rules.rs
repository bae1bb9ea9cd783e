//! Checks of the state of a pipeline for itself, as WebGPU makes them before any shader runs.
//! <https://gpuweb.github.io/gpuweb/#render-pipeline>

use super::check::refuse;
use crate::resources::Refusal;
use shader_ir::{Program, StagePlace, StageValue};
use webgpu_model::raster::Topology;
use webgpu_model::texture::CompareFunction;
use webgpu_model::{
    BlendComponent, BlendFactor, BlendOperation, DepthBias, DepthStencilState, RenderPass, RenderState,
    StencilFace, VertexLayout,
};

/// Returns true if each attribute ends within its element. An element without a stride has any size up to the maximum stride.
/// <https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpuvertexbufferlayout>
pub(super) fn layouts(layouts: &[VertexLayout]) -> Result<(), Refusal> {
    const GREATEST_STRIDE: u64 = 2048;
    for (slot, layout) in layouts.iter().enumerate() {
        let end = if layout.array_stride == 0 { GREATEST_STRIDE } else { layout.array_stride };
        for attribute in &layout.attributes {
            let size = attribute.format.size() as u64;
            if attribute.offset.checked_add(size).is_none_or(|last| last > end) {
                return refuse(format!(
                    "vertex buffer {slot}: the attribute for location {} ends after the {end} bytes of an element",
                    attribute.location
                ));
            }
        }
    }
    Ok(())
}

/// Returns true if the operations of blending have the factors that they need.
/// <https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpublendcomponent>
pub(super) fn blend_factors(pass: &RenderPass, state: &RenderState) -> Result<(), Refusal> {
    for location in 0..pass.targets.len() {
        let Some(blend) = state.target(location).blend else { continue };
        let is_wrong = |component: &BlendComponent| {
            matches!(component.operation, BlendOperation::Min | BlendOperation::Max)
                && [component.src_factor, component.dst_factor] != [BlendFactor::One; 2]
        };
        if [blend.color, blend.alpha].iter().any(is_wrong) {
            return refuse(format!(
                "target {location}: with the operations `min` and `max` both blend factors must be `one`"
            ));
        }
    }
    Ok(())
}

/// Returns true if the attachment has what the tests are about, and a bias has polygons.
/// <https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpudepthstencilstate>
pub(super) fn depth_stencil(pass: &RenderPass, state: &RenderState) -> Result<(), Refusal> {
    let DepthStencilState { depth_compare, depth_write_enabled, stencil_front, stencil_back, .. } =
        state.depth_stencil;
    let Some(attachment) = &pass.depth_stencil else { return Ok(()) };
    let name = attachment.format.name();
    let tests_depth = depth_compare != CompareFunction::Always || depth_write_enabled;
    if tests_depth && attachment.format.depth().is_none() {
        return refuse(format!("depths are tested, but `{name}` has none"));
    }
    let tests_stencil = [stencil_front, stencil_back].iter().any(|face| *face != StencilFace::default());
    if tests_stencil && attachment.format.stencil().is_none() {
        return refuse(format!("stencil values are tested, but `{name}` has none"));
    }
    let is_polygon = matches!(state.primitive.topology, Topology::TriangleList | Topology::TriangleStrip);
    if !is_polygon && state.depth_stencil.bias() != DepthBias::default() {
        return refuse("the depth bias of points and lines must be zero");
    }
    Ok(())
}

/// Returns true if there is an attachment, and only one colour where blending has two sources.
/// <https://gpuweb.github.io/gpuweb/#abstract-opdef-validating-gpurenderpipelinedescriptor>
pub(super) fn attachments(fragment: Option<&Program>, pass: &RenderPass) -> Result<(), Refusal> {
    let colors = pass.targets.iter().flatten().count();
    if colors == 0 && pass.depth_stencil.is_none() {
        return refuse("a render pass needs at least one attachment");
    }
    let is_second = |output: &StageValue| matches!(output.place, StagePlace::Location { blend_src: 1, .. });
    if colors > 1 && fragment.is_some_and(|fragment| fragment.stage_outputs.iter().any(is_second)) {
        return refuse("a shader with an output of `blend_src` 1 draws on one target only");
    }
    Ok(())
}
