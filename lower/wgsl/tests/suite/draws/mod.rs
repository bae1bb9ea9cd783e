//! Draws whose parts the suite of cases cannot say, each with a picture that can be computed by hand.
#![allow(clippy::float_cmp, reason = "the results are exact")]

mod output;
mod parts;
mod refusal;
mod several;
mod state;

use shader_ir::verify;
use shader_run::draw::{Drawn, render};
use shader_run::execute::Options;
use shader_run::texture::{TexelAddress, Texture};
use webgpu_model::raster::Topology;
use webgpu_model::texture::{Format, Texel};
use webgpu_model::{Binding, Data};
use webgpu_model::{Counts, Draw, LoadOp, Primitive, RenderPass, RenderState, Shader, Target};
use wgsl_lower::compute::Failure;
use wgsl_validator::Validator;
use wgsl_validator::target::Target as Judged;

/// A vertex shader that covers everything with a front-facing strip of four vertices at depth 0.5.
pub(crate) const COVER: &str = "
    fn corner(index: u32) -> vec2f { return vec2f(f32(index % 2), f32(index / 2)) * 2 - 1; }
    @vertex fn cover(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
        return vec4f(corner(index), 0.5, 1);
    }";

/// A pass whose draw covers everything on one target of four floats, with the shaders in source order.
pub(crate) fn covering(size: [u32; 2]) -> RenderPass {
    RenderPass {
        size,
        targets: vec![Some(zeros(Format::Rgba32float))],
        pipelines: vec![RenderState {
            fragment: Some(Shader::default()),
            primitive: Primitive { topology: Topology::TriangleStrip, ..Primitive::default() },
            ..RenderState::default()
        }],
        draws: vec![counted(4)],
        ..RenderPass::default()
    }
}

/// A draw of so many vertices.
fn counted(count: u32) -> Draw {
    Draw { counts: Counts { count, ..Counts::default() }, ..Draw::default() }
}

/// A pass with something changed.
fn changed(mut pass: RenderPass, change: impl FnOnce(&mut RenderPass)) -> RenderPass {
    change(&mut pass);
    pass
}

/// A target that is cleared to zero.
fn zeros(format: Format) -> Target {
    Target { format, before: LoadOp::Clear([0.0; 4]), is_resolved: false }
}

pub(crate) fn try_draw(text: &str, what: &RenderPass, options: &Options) -> Result<Drawn, Failure> {
    let target = Judged::named("text").expect("the target of the specification").for_execution();
    let mut validator = Validator::new(wgsl_validator::Options { target, ..Default::default() });
    let module = validator.validate(text);
    let mut pipelines = Vec::new();
    for state in &what.pipelines {
        let shaders = (&state.vertex, state.fragment.as_ref());
        let pipeline = wgsl_lower::render::pipeline(&module, &mut validator, shaders, *options)?;
        for program in [Some(pipeline.vertex()), pipeline.fragment()].into_iter().flatten() {
            verify(program).expect("a sound program");
        }
        pipelines.push(pipeline);
    }
    Ok(render(&pipelines, what)?)
}

#[track_caller]
fn drawn(text: &str, what: &RenderPass) -> Drawn {
    try_draw(text, what, &Options::default()).expect("drawn")
}

fn texel(texture: &Texture, x: u32, y: u32) -> Texel {
    texture.load(&TexelAddress { coordinates: [x, y, 0], ..TexelAddress::default() }).expect("inside")
}

/// The first channel of the first target, row by row.
fn picture(drawn: &Drawn) -> Vec<Vec<f32>> {
    let texture = drawn.targets[0].as_ref().expect("a target").seen();
    let [width, height, _] = texture.dimensions(0).expect("a level");
    (0..height).map(|y| (0..width).map(|x| texel(texture, x, y).to_floats()[0]).collect()).collect()
}

fn buffer(binding: u32, words: &[u32]) -> Binding {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Binding { group: 0, binding, data: Data::Buffer(bytes) }
}
