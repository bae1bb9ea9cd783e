//! State that WebGPU rejects for itself, and draws that read beyond the end of a vertex buffer.

use super::*;
use shader_run::execute::{Fault, FaultKind};
use webgpu_model::raster::{IndexFormat, StepMode, VertexFormat};
use webgpu_model::texture::CompareFunction;
use webgpu_model::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, DepthStencil, DepthStencilFormat, IndexBuffer,
    StencilOperation, TargetState, VertexAttribute, VertexLayout,
};

const PLAIN: &str = "@fragment fn f() -> @location(0) vec4f { return vec4f(1); }";
const MESH: &str = "
    @vertex fn v(@location(3) at: vec2f) -> @builtin(position) vec4f { return vec4f(at, 0, 1); }
    @fragment fn f() -> @location(0) vec4f { return vec4f(1); }";

/// The sentence with which a pass is refused; empty if it is drawn.
fn problem(text: &str, pass: &RenderPass) -> String {
    match try_draw(text, pass, &Options::default()) {
        Ok(_) => String::new(),
        Err(Failure::Resources(message)) => message,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn state_that_contradicts_itself_is_refused() {
    let text = format!("{COVER}{PLAIN}");
    let with = |change: &dyn Fn(&mut RenderPass)| problem(&text, &changed(covering([1, 1]), change));
    let blended = |operation, factor| {
        with(&|pass| {
            let color = BlendComponent { operation, src_factor: BlendFactor::One, dst_factor: factor };
            let blend = Some(BlendState { color, ..BlendState::default() });
            pass.pipelines[0].targets = vec![TargetState { blend, ..TargetState::default() }];
        })
    };
    let factors = "target 0: with the operations `min` and `max` both blend factors must be `one`";
    assert_eq!(blended(BlendOperation::Min, BlendFactor::One), "");
    assert_eq!(blended(BlendOperation::Min, BlendFactor::Zero), factors);
    assert_eq!(blended(BlendOperation::Max, BlendFactor::Dst), factors);
    assert_eq!(blended(BlendOperation::Add, BlendFactor::Dst), "");

    let tested = |format, change: &dyn Fn(&mut RenderState)| {
        with(&|pass| {
            pass.depth_stencil = Some(DepthStencil::cleared(format));
            change(&mut pass.pipelines[0]);
        })
    };
    let depth = |state: &mut RenderState| state.depth_stencil.depth_compare = CompareFunction::Less;
    let stencil =
        |state: &mut RenderState| state.depth_stencil.stencil_back.pass_op = StencilOperation::Invert;
    assert_eq!(tested(DepthStencilFormat::Depth16unorm, &depth), "");
    assert_eq!(tested(DepthStencilFormat::Stencil8, &depth), "depths are tested, but `stencil8` has none");
    assert_eq!(tested(DepthStencilFormat::Stencil8, &stencil), "");
    assert_eq!(
        tested(DepthStencilFormat::Depth32float, &stencil),
        "stencil values are tested, but `depth32float` has none"
    );
    let biased = |topology| {
        tested(DepthStencilFormat::Depth32float, &|state| {
            state.primitive.topology = topology;
            state.depth_stencil.depth_bias = 1;
        })
    };
    assert_eq!(biased(Topology::TriangleList), "");
    assert_eq!(biased(Topology::LineStrip), "the depth bias of points and lines must be zero");
}

#[test]
fn blending_with_two_sources_has_one_target() {
    let text = format!(
        "enable dual_source_blending; {COVER}
        struct R {{ @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }}
        @fragment fn f() -> R {{ return R(vec4f(1), vec4f(1)); }}"
    );
    assert_eq!(problem(&text, &covering([1, 1])), "");
    let two = changed(covering([1, 1]), |pass| {
        pass.targets.push(Some(zeros(Format::R8unorm)));
        let unwritten = TargetState { write_mask: webgpu_model::WriteMask(0), ..TargetState::default() };
        pass.pipelines[0].targets = vec![TargetState::default(), unwritten];
    });
    assert_eq!(problem(&text, &two), "a shader with an output of `blend_src` 1 draws on one target only");
}

/// Three vertices of two floats each, in one buffer.
fn mesh(step_mode: StepMode, array_stride: u64, offset: u64) -> RenderPass {
    changed(covering([1, 1]), |pass| {
        let attributes = vec![VertexAttribute { format: VertexFormat::Float32x2, offset, location: 3 }];
        pass.pipelines[0].vertex_layouts = vec![VertexLayout { array_stride, step_mode, attributes }];
        pass.draws[0].vertex_buffers = vec![vec![0; 24].into()];
        pass.draws[0].counts.count = 3;
    })
}

#[test]
fn attributes_lie_in_their_elements() {
    assert_eq!(problem(MESH, &mesh(StepMode::Vertex, 8, 0)), "");
    assert_eq!(problem(MESH, &mesh(StepMode::Vertex, 0, 16)), "");
    let message = "vertex buffer 0: the attribute for location 3 ends after the 8 bytes of an element";
    assert_eq!(problem(MESH, &mesh(StepMode::Vertex, 8, 4)), message);
}

#[test]
fn a_draw_reads_no_more_than_there_is() {
    let with = |step_mode, change: &dyn Fn(&mut Draw)| {
        problem(MESH, &changed(mesh(step_mode, 8, 0), |pass| change(&mut pass.draws[0])))
    };
    let four = |draw: &mut Draw| draw.counts.count = 4;
    let message = "vertex buffer 0 has 3 vertices, but the draw reads 4 starting at 0";
    assert_eq!(with(StepMode::Vertex, &four), message);
    assert_eq!(with(StepMode::Instance, &four), "");
    let indirect = |draw: &mut Draw| (draw.counts.count, draw.is_indirect) = (4, true);
    assert_eq!(with(StepMode::Vertex, &indirect), "");
    let late = |draw: &mut Draw| draw.counts.first_instance = 3;
    let message = "vertex buffer 0 has 3 instances, but the draw reads 1 starting at 3";
    assert_eq!(with(StepMode::Instance, &late), message);
}

#[test]
fn indices_beyond_the_end_are_a_fault() {
    let faults = |indices: [u8; 3], is_strict| {
        let pass = changed(mesh(StepMode::Vertex, 8, 0), |pass| {
            let bytes = indices.into_iter().flat_map(|index| u16::from(index).to_le_bytes()).collect();
            pass.draws[0].index_buffer = Some(IndexBuffer { bytes, format: IndexFormat::Uint16 });
        });
        let options = Options { strict: is_strict, ..Options::default() };
        try_draw(MESH, &pass, &options).expect("it is drawn").faults
    };
    assert_eq!(faults([0, 1, 2], true), []);
    assert_eq!(faults([0, 1, 9], false), []);
    let [Fault { kind: FaultKind::OutOfBounds, span, message, .. }] = &faults([0, 1, 9], true)[..] else {
        panic!("one fault")
    };
    assert_eq!(message, "the indices name vertex 9, but vertex buffer 0 has 3 vertices");
    assert_eq!(&MESH[span.lo as usize..span.hi as usize], "v");
}
