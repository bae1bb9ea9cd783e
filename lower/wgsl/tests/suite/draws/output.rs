//! Blending, write masks, stencil values and depths: from what shaders return to the attachments.

use super::*;
use webgpu_model::raster::SampleCount;
use webgpu_model::texture::CompareFunction;
use webgpu_model::{BlendComponent, BlendFactor, BlendOperation, BlendState, DepthBias, DepthStencil};
use webgpu_model::{
    DepthStencilFormat, DepthStencilState, StencilFace, StencilOperation, TargetState, WriteMask,
};

const HALF: &str = "@fragment fn f() -> @location(0) vec4f { return vec4f(1, 0.5, 0.25, 0.5); }";

/// The first texel of the first target, as it is stored.
fn stored(pass: &RenderPass, text: &str) -> Vec<u8> {
    let drawn = drawn(&format!("{COVER}{text}"), pass);
    drawn.targets[0].as_ref().expect("a target").seen().to_bytes()
}

#[test]
fn colours_are_blended_with_those_that_are_loaded() {
    let component =
        |src_factor, dst_factor| BlendComponent { operation: BlendOperation::Add, src_factor, dst_factor };
    let blend = BlendState {
        color: component(BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha),
        alpha: component(BlendFactor::Constant, BlendFactor::One),
    };
    let pass = changed(covering([2, 1]), |pass| {
        let before = LoadOp::Load(vec![0, 0, 0, 0, 101, 200, 255, 128].into());
        pass.targets = vec![Some(Target { before, ..zeros(Format::Rgba8unorm) })];
        pass.pipelines[0].targets = vec![TargetState { blend: Some(blend), ..TargetState::default() }];
        pass.draws[0].blend_constant = [0.0, 0.0, 0.0, 0.5];
    });
    // Alpha: 0.5 * 0.5 more. Blue on the right: 0.5 * 0.25 + 0.5 is 159.375.
    assert_eq!(stored(&pass, HALF), [128, 64, 32, 64, 178, 164, 159, 192]);
}

#[test]
fn the_second_source_is_a_factor() {
    let text = "enable dual_source_blending;
        struct Colors { @location(0) @blend_src(0) first: vec4f, @location(0) @blend_src(1) second: vec4f }
        @vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            return vec4f(vec2f(f32(index % 2), f32(index / 2)) * 2 - 1, 0.5, 1);
        }
        @fragment fn f() -> Colors { return Colors(vec4f(1), vec4f(0.5, 0.25, 0, 1)); }";
    let factors = BlendComponent { dst_factor: BlendFactor::Src1, ..BlendComponent::default() };
    let blend = BlendState { color: factors, alpha: factors };
    let pass = changed(covering([1, 1]), |pass| {
        let before = LoadOp::Clear([2.0, 4.0, 8.0, 16.0]);
        pass.targets = vec![Some(Target { before, ..zeros(Format::Rgba32float) })];
        pass.pipelines[0].targets = vec![TargetState { blend: Some(blend), ..TargetState::default() }];
    });
    let drawn = drawn(text, &pass);
    let target = drawn.targets[0].as_ref().expect("a target").seen();
    assert_eq!(texel(target, 0, 0), Texel::Float([2.0, 2.0, 1.0, 17.0]));
}

#[test]
fn channels_that_are_not_written_stay() {
    let pass = |mask: u8| {
        changed(covering([1, 1]), |pass| {
            // Minus 128 and minus 127 mean the same, but stay apart.
            let before = LoadOp::Load(vec![128, 129, 128, 5].into());
            pass.targets = vec![Some(Target { before, ..zeros(Format::Rgba8snorm) })];
            pass.pipelines[0].targets =
                vec![TargetState { write_mask: WriteMask(mask), ..TargetState::default() }];
        })
    };
    assert_eq!(stored(&pass(0b0010), HALF), [128, 64, 128, 5]);
    assert_eq!(stored(&pass(0b1101), HALF), [127, 129, 32, 64]);
    assert_eq!(stored(&pass(0), "@fragment fn f() {}"), [128, 129, 128, 5]);
}

/// A pass with an attachment for depths and stencil values.
fn tested(state: DepthStencilState, attachment: DepthStencil) -> RenderPass {
    changed(covering([2, 1]), |pass| {
        pass.pipelines[0].depth_stencil = state;
        pass.depth_stencil = Some(attachment);
    })
}

#[test]
fn stencil_values_select_pixels() {
    let state = DepthStencilState {
        stencil_front: StencilFace {
            compare: CompareFunction::Equal,
            fail_op: StencilOperation::Zero,
            pass_op: StencilOperation::IncrementWrap,
            ..StencilFace::default()
        },
        stencil_read_mask: 0xf,
        ..DepthStencilState::default()
    };
    for format in [DepthStencilFormat::Stencil8, DepthStencilFormat::Depth32floatStencil8] {
        let before =
            DepthStencil { stencil: LoadOp::Load(vec![0x1f, 0xf1].into()), ..DepthStencil::cleared(format) };
        let pass = changed(tested(state, before), |pass| pass.draws[0].stencil_reference = 0x3f);
        let drawn = drawn(&format!("{COVER}{HALF}"), &pass);
        assert_eq!(picture(&drawn), [[1.0, 0.0]]);
        assert_eq!(drawn.stencil.expect("stencil values").to_bytes(), [0x20, 0]);
        assert_eq!(drawn.depth.is_some(), format.depth().is_some());
    }
}

/// The depths after a draw of a triangle whose depth grows from 0 to 0.5 over two pixels, with a bias.
fn biased(format: DepthStencilFormat, bias: DepthBias) -> Vec<u8> {
    let text = "@vertex fn v(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
            let x = f32(index % 2) * 2 - 1;
            return vec4f(x, f32(index / 2) * 2 - 1, (x + 1) / 4, 1);
        }";
    let state = DepthStencilState {
        depth_write_enabled: true,
        depth_bias: bias.constant,
        depth_bias_slope_scale: bias.slope_scale,
        depth_bias_clamp: bias.clamp,
        ..DepthStencilState::default()
    };
    let pass = tested(state, DepthStencil::cleared(format));
    let drawn = drawn(&format!("{text}{HALF}"), &pass);
    drawn.depth.expect("depths").to_bytes()
}

#[test]
fn depths_of_triangles_are_biased() {
    let floats = |depth_bias| {
        let bytes = biased(DepthStencilFormat::Depth32float, depth_bias);
        [0, 4].map(|at| f32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")))
    };
    let (none, constant) = (DepthBias::default(), DepthBias { constant: 1 << 21, ..DepthBias::default() });
    assert_eq!(floats(none), [0.125, 0.375]);
    // The greatest depth is 0.5, whose last bit is 2^-24.
    assert_eq!(floats(constant), [0.25, 0.5]);
    assert_eq!(floats(DepthBias { slope_scale: 2.0, ..none }), [0.625, 0.875]);
    assert_eq!(floats(DepthBias { slope_scale: 2.0, clamp: 0.25, ..none }), [0.375, 0.625]);
    assert_eq!(floats(DepthBias { slope_scale: -2.0, clamp: -0.0625, ..none }), [0.0625, 0.3125]);
    assert_eq!(floats(DepthBias { slope_scale: 9.0, ..none }), [1.0, 1.0], "within the viewport");
    let seven = DepthBias { constant: 7, ..none };
    let [before, after] = [none, seven].map(|bias| biased(DepthStencilFormat::Depth16unorm, bias));
    let units = |bytes: &[u8]| u16::from_le_bytes([bytes[2], bytes[3]]);
    assert_eq!(units(&after), units(&before) + 7);
}

#[test]
fn alpha_leaves_samples() {
    let pass = changed(covering([1, 1]), |pass| {
        pass.sample_count = SampleCount::Four;
        pass.targets = vec![Some(Target { is_resolved: true, ..zeros(Format::Rgba16float) })];
        pass.pipelines[0].multisample.alpha_to_coverage_enabled = true;
    });
    for (alpha, count) in [(-1.0, 0.0), (0.0, 0.0), (0.5, 2.0), (1.0, 4.0), (7.0, 4.0)] {
        let text =
            format!("{COVER} @fragment fn f() -> @location(0) vec4f {{ return vec4f(4, 0, 0, {alpha}); }}");
        assert_eq!(picture(&drawn(&text, &pass)), [[count]]);
    }
}

#[test]
fn samples_are_kept_beside_what_they_are_resolved_to() {
    let pass = changed(covering([1, 1]), |pass| {
        pass.sample_count = SampleCount::Four;
        let before = LoadOp::Load(vec![0, 0, 0, 10].into());
        pass.targets = vec![Some(Target { before, is_resolved: true, ..zeros(Format::R8unorm) })];
        pass.pipelines[0].multisample.mask = 0b0101;
    });
    let drawn = drawn(&format!("{COVER}{HALF}"), &pass);
    let target = drawn.targets[0].as_ref().expect("a target");
    assert_eq!(target.texture.to_bytes(), [255, 0, 255, 10]);
    assert_eq!(target.resolved.as_ref().expect("averages").to_bytes(), [130]);
}
