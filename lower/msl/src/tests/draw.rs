//! Vertex and fragment functions, in draws.

use super::super::lowering::Request;
use super::super::{BUFFERS, lower, lower_fragment};
use super::{buffer, words};
use msl_validator::interface::{EntryPoint, EntryPointKind};
use msl_validator::link::{Stage, link};
use msl_validator::meaning::Module;
use msl_validator::{Options, module};
use shader_ir::Program;
use shader_ir::build::Unsupported;
use shader_run::draw::{Drawn, RenderPipeline, render};
use shader_run::execute;
use webgpu_model::raster::{IndexFormat, SampleCount, StepMode, VertexFormat};
use webgpu_model::texture::{Format, Sampler, TextureDescriptor, ViewDimension};
use webgpu_model::{
    Binding, Counts, Data, DepthStencil, DepthStencilFormat, DepthStencilState, Draw, IndexBuffer, LoadOp,
    RenderPass, RenderState, Target, VertexAttribute, VertexLayout,
};

/// A vertex function that returns `members`, which `body` sets, and whose three vertices cover everything.
fn covering(members: &str, body: &str) -> String {
    format!(
        "struct Corner {{ float4 at [[position]]; {members} }};
        vertex Corner corner(uint number [[vertex_id]]) {{
            Corner it;
            it.at = float4(number == 1 ? 3 : -1, number == 2 ? 3 : -1, 0.25, 1);
            {body}
            return it;
        }}\n"
    )
}

/// A program that is accepted.
fn judged(text: &str) -> Module {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
    let judged = module(&text, &Options::default());
    assert!(judged.is_accepted(), "{:?}", judged.diagnostics);
    judged
}

fn entry(module: &Module, kind: EntryPointKind) -> &EntryPoint {
    module.entry_points.iter().find(|entry| entry.kind == kind).expect("there is such a function")
}

/// The programs of the only vertex and the only fragment function.
fn pair(module: &Module, request: &Request) -> Result<(Program, Program), Unsupported> {
    let stage = |kind| Stage { module, entry_point: entry(module, kind) };
    let (vertex, fragment) = (stage(EntryPointKind::Vertex), stage(EntryPointKind::Fragment));
    assert_eq!(link(vertex, fragment), []);
    let lowered = lower(module, module.entry_name(vertex.entry_point), request)?;
    Ok((lowered, lower_fragment(vertex, fragment, request)?))
}

/// A pass with one target of this format, in which nothing lies.
fn pass(format: Format, size: [u32; 2]) -> RenderPass {
    RenderPass {
        size,
        targets: vec![Some(Target { format, before: LoadOp::Clear([0.0; 4]), is_resolved: true })],
        ..RenderPass::default()
    }
}

fn drawn(text: &str, pass: &RenderPass) -> Drawn {
    let request = Request { function_constants: vec![(0, 5.0)], ..Request::default() };
    let (vertex, fragment) = pair(&judged(text), &request).expect("the functions are lowered");
    let options = execute::Options { strict: true, ..execute::Options::default() };
    let drawn = render(&[RenderPipeline::new(vertex, Some(fragment), options)], pass).expect("it is drawn");
    assert!(drawn.faults.is_empty(), "{text}: {:?}", drawn.faults);
    drawn
}

/// The words of the first target.
fn target(drawn: &Drawn) -> Vec<u32> {
    let bytes = drawn.targets[0].as_ref().expect("there is a target").seen().to_bytes();
    bytes.chunks(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// The floats of the first target of `rgba32float`, of which there is a row.
fn floats(text: &str, width: u32) -> Vec<f32> {
    let drawn = drawn(text, &pass(Format::Rgba32float, [width, 1]));
    target(&drawn).into_iter().map(f32::from_bits).collect()
}

#[test]
fn a_plain_result_is_the_first_color() {
    let text = "vertex float4 corner(ushort number [[vertex_id]]) {
            return float4(number == 1 ? 3 : -1, number == 2 ? 3 : -1, 0.25, 1);
        }
        fragment half4 shade(float4 at [[position]]) { return half4(half2(at.xy), half(at.z), half(at.w * 2)); }";
    assert_eq!(floats(text, 2), [0.5, 0.5, 0.25, 2.0, 1.5, 0.5, 0.25, 2.0]);
}

#[test]
fn members_meet_by_name_and_by_user_name() {
    let vertex = covering(
        "float2 plain; half kept [[user(other)]]; int layer; float2 unused; float more [[user(apart)]];",
        "it.plain = it.at.xy; it.kept = 0.5h; it.layer = -7; it.unused = float2(9); it.more = 2;",
    );
    let text = vertex
        + "struct Taken {
            int layer [[flat]]; float unlike [[user(apart)]]; half any [[user(other)]]; float2 plain;
        };
        fragment float4 shade(Taken it [[stage_in]]) { return float4(it.plain.x, it.any, it.layer, it.unlike); }";
    assert_eq!(floats(&text, 2), [-0.5, 0.5, -7.0, 2.0, 0.5, 0.5, -7.0, 2.0]);
}

#[test]
fn one_structure_is_result_and_input() {
    let vertex = covering("float shade;", "it.shade = number == 0 ? 0 : 4;");
    let text =
        vertex + "fragment float4 shade(Corner it [[stage_in]]) { return float4(it.at.xy, it.shade, 1); }";
    assert_eq!(floats(&text, 1), [0.5, 0.5, 2.0, 1.0]);
}

#[test]
fn interpolation_is_that_of_the_fragment_function() {
    let members = "float one; float other; float third;";
    let body = "if (number == 1) { it.at = float4(12, -4, 1, 4); }
        it.one = it.other = it.third = number == 1 ? 8 : 0;";
    let text = covering(members, body)
        + "struct Taken { float one [[center_no_perspective]]; float other [[flat]]; float third; };
        fragment float4 shade(Taken it [[stage_in]]) { return float4(it.one, it.other, it.third, 1); }";
    // A quarter of the way to the second vertex, whose w is four times that of the others.
    let found = floats(&text, 1);
    assert_eq!(found[..2], [2.0, 0.0]);
    assert!((found[2] - 8.0 / 13.0).abs() < 1e-5, "{found:?}");
}

#[test]
fn samples_and_centroids_are_taken_where_the_attribute_says() {
    let text = covering("float2 place;", "it.place = it.at.xy;")
        + "struct Taken { float2 place [[sample_perspective]]; };
        fragment float4 shade(Taken it [[stage_in]], uint sample [[sample_id]], uint covered [[sample_mask]]) {
            return float4(it.place, sample, covered);
        }";
    let mut pass = pass(Format::Rgba32float, [1, 1]);
    pass.sample_count = SampleCount::Four;
    pass.targets[0].as_mut().expect("a target").is_resolved = false;
    let drawn = drawn(&text, &pass);
    let found: Vec<f32> = target(&drawn).into_iter().map(f32::from_bits).collect();
    let of_samples: Vec<&[f32]> = found.chunks(4).collect();
    let expected =
        [[-0.25, 0.75, 0.0, 1.0], [0.75, 0.25, 1.0, 2.0], [-0.75, -0.25, 2.0, 4.0], [0.25, -0.75, 3.0, 8.0]];
    assert_eq!(of_samples, expected);
}

#[test]
fn attributes_come_from_vertex_buffers() {
    let text = "struct Given { float2 at [[attribute(1)]]; ushort2 shade [[attribute(0)]]; };
        struct Corner { float4 at [[position]]; ushort shade; };
        vertex Corner corner(Given given [[stage_in]]) {
            Corner it; it.at = float4(given.at, 0, 1); it.shade = ushort(given.shade.x + given.shade.y); return it;
        }
        struct Taken { ushort shade [[flat]]; };
        fragment uint4 shade(Taken it [[stage_in]]) { return uint4(it.shade, 1, 2, 3); }";
    let attribute = |format, offset, location| VertexAttribute { format, offset, location };
    let layout = |step_mode, attributes| VertexLayout { array_stride: 8, step_mode, attributes };
    let corners = [-1.0_f32, -1.0, 3.0, -1.0, -1.0, 3.0];
    let corners: Vec<u8> = corners.iter().flat_map(|it| it.to_le_bytes()).collect();
    let state = RenderState {
        vertex_layouts: vec![
            layout(StepMode::Vertex, vec![attribute(VertexFormat::Float32x2, 0, 1)]),
            layout(StepMode::Instance, vec![attribute(VertexFormat::Uint16x2, 2, 0)]),
        ],
        ..RenderState::default()
    };
    let shades = vec![0, 0, 7, 0, 1, 1, 0, 0];
    let draw = Draw { vertex_buffers: vec![corners.into(), shades.into()], ..Draw::default() };
    let pass = RenderPass { pipelines: vec![state], draws: vec![draw], ..pass(Format::Rgba32uint, [1, 1]) };
    assert_eq!(target(&drawn(text, &pass)), [7 + 257, 1, 2, 3]);
}

#[test]
fn numbers_of_the_draw_reach_vertices() {
    let text = "struct Numbers { uint vertices; uint instance; uint base_vertex; uint base_instance; };
        vertex void corner(device Numbers* out [[buffer(0)]], uint number [[vertex_id]], uint instance [[instance_id]],
                ushort vertices [[base_vertex]], uint first [[base_instance]]) {
            out[number - vertices] = Numbers { number, instance, vertices, first };
        }
        fragment float4 shade() { return 1; }";
    let draw =
        Draw { counts: Counts { first: 10, first_instance: 4, ..Counts::default() }, ..Draw::default() };
    let pass = RenderPass {
        draws: vec![draw],
        bindings: vec![buffer(0, &[0; 12])],
        ..pass(Format::Rgba32float, [1, 1])
    };
    let numbers = words(&drawn(text, &pass).bindings[0]);
    assert_eq!(numbers, [10, 4, 10, 4, 11, 4, 10, 4, 12, 4, 10, 4]);
    let indices: Vec<u8> = [2_u16, 0, 1].iter().flat_map(|index| index.to_le_bytes()).collect();
    let index_buffer = Some(IndexBuffer { bytes: indices.into(), format: IndexFormat::Uint16 });
    let counts = Counts { base_vertex: 5, ..Counts::default() };
    let draws = vec![Draw { index_buffer, counts, ..Draw::default() }];
    let numbers = words(&drawn(text, &RenderPass { draws, ..pass }).bindings[0]);
    assert_eq!(numbers, [5, 0, 5, 0, 6, 0, 5, 0, 7, 0, 5, 0]);
}

#[test]
fn fragments_know_their_face_and_their_primitive() {
    let text = covering("", "")
        + "fragment float4 shade(bool front [[front_facing]], uint primitive [[primitive_id]], float3 weights [[barycentric_coord]]) {
            return float4(front ? 1 : 0, primitive, weights.y, weights.z);
        }";
    assert_eq!(floats(&text, 1), [1.0, 0.0, 0.25, 0.25]);
}

#[test]
fn depths_and_masks_are_returned() {
    let text = covering("", "")
        + "struct Result { float4 color [[color(0)]]; float depth [[depth(less)]]; uint mask [[sample_mask]]; };
        fragment Result shade(float4 at [[position]]) {
            Result it; it.color = 1; it.depth = at.z / 2; it.mask = at.x < 1 ? 1 : 0; return it;
        }";
    let state = RenderState {
        depth_stencil: DepthStencilState { depth_write_enabled: true, ..DepthStencilState::default() },
        ..RenderState::default()
    };
    let pass = RenderPass {
        pipelines: vec![state],
        depth_stencil: Some(DepthStencil::cleared(DepthStencilFormat::Depth32float)),
        ..pass(Format::R32float, [2, 1])
    };
    let drawn = drawn(&text, &pass);
    assert_eq!(target(&drawn), [1.0_f32.to_bits(), 0]);
    let depths = drawn.depth.expect("there are depths").to_bytes();
    assert_eq!(depths, [0.125_f32.to_le_bytes(), 1.0_f32.to_le_bytes()].concat());
}

#[test]
fn several_targets_are_written() {
    let text = covering("", "")
        + "struct Result { uint2 second [[color(1)]]; half4 first [[color(0)]]; };
        fragment Result shade() { return Result { uint2(3, 4), half4(0.5h) }; }";
    let mut pass = pass(Format::R32float, [1, 1]);
    let other = Target { format: Format::Rg32uint, before: LoadOp::Clear([0.0; 4]), is_resolved: true };
    pass.targets.push(Some(other));
    let drawn = drawn(&text, &pass);
    assert_eq!(target(&drawn), [0.5_f32.to_bits()]);
    let second = drawn.targets[1].as_ref().expect("a target").texture.to_bytes();
    assert_eq!(second, [3, 0, 0, 0, 4, 0, 0, 0]);
}

#[test]
fn fragments_are_discarded() {
    let text = covering("", "")
        + "fragment float4 shade(float4 at [[position]]) { if (at.x > 1) { discard_fragment(); } return 1; }";
    assert_eq!(floats(&text, 2)[3..5], [1.0, 0.0]);
}

#[test]
fn planes_clip_vertices() {
    let text = "struct Corner { float4 at [[position]]; float plane [[clip_distance]] [2]; float size [[point_size]]; };
        vertex Corner corner(uint number [[vertex_id]]) {
            Corner it;
            it.at = float4(number == 1 ? 3 : -1, number == 2 ? 3 : -1, 0.25, 1);
            it.plane[0] = 1; it.plane[1] = it.at.x; it.size = 1;
            return it;
        }
        fragment float4 shade() { return 1; }";
    assert_eq!(floats(text, 2)[3..5], [0.0, 1.0]);
}

#[test]
fn derivatives_and_quads_see_neighbours() {
    let text = covering("float2 place;", "it.place = it.at.xy;")
        + "struct Taken { float2 place; };
        fragment float4 shade(Taken it [[stage_in]], uint lane [[thread_index_in_quadgroup]]) {
            return float4(dfdx(it.place.x), fwidth(it.place.y), quad_shuffle_xor(it.place.x, 1), lane);
        }";
    assert_eq!(floats(&text, 2), [1.0, 2.0, 0.5, 0.0, 1.0, 2.0, -0.5, 1.0]);
}

#[test]
fn fragments_choose_the_level_of_a_sample() {
    let text = covering("float2 place;", "it.place = it.at.xy * 0.5 + 0.5;")
        + "struct Taken { float2 place; };
        fragment float4 shade(Taken it [[stage_in]], texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]]) {
            return float4(t.sample(s, it.place).x, t.sample(s, it.place, bias(-1)).x, t.sample(s, it.place, level(1)).x, 1);
        }";
    let base = TextureDescriptor::new(ViewDimension::D2, Format::R32float, [4, 4, 1]);
    let levels = TextureDescriptor { mip_level_count: 3, ..base };
    let texels: Vec<u8> = [[1.0_f32; 16].as_slice(), &[2.0; 4], &[4.0]]
        .concat()
        .iter()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    let bindings = vec![
        Binding {
            group: super::super::TEXTURES,
            binding: 0,
            data: Data::texture(levels, Some(texels.into())).expect("a good texture"),
        },
        Binding { group: super::super::SAMPLERS, binding: 0, data: Data::Sampler(Sampler::default()) },
    ];
    let pass = RenderPass { bindings, ..pass(Format::Rgba32float, [1, 1]) };
    let found: Vec<f32> = target(&drawn(&text, &pass)).into_iter().map(f32::from_bits).collect();
    assert_eq!(found, [4.0, 2.0, 2.0, 1.0]);
}

#[test]
fn conditions_take_values_away() {
    let text = "constant bool lit [[function_constant(1)]]; constant int number [[function_constant(0)]];\n"
        .to_owned()
        + &covering("float light [[function_constant(lit)]]; float other;", "it.other = 3;")
        + "struct Taken { float light [[function_constant(lit)]]; float other; };
        fragment float4 shade(Taken it [[stage_in]]) { return float4(it.other, number, 0, 1); }";
    assert_eq!(floats(&text, 1), [3.0, 5.0, 0.0, 1.0]);
}

#[test]
fn vertices_are_pulled_from_buffers() {
    let text = "struct Sizes { uint size30; };
        struct vb_30_type { uchar data[8]; };
        float2 unpack(uchar b0, uchar b1, uchar b2, uchar b3, uchar b4, uchar b5, uchar b6, uchar b7) {
            return float2(as_type<float>(b3 << 24 | b2 << 16 | b1 << 8 | b0), as_type<float>(b7 << 24 | b6 << 16 | b5 << 8 | b4));
        }
        struct Output { float4 at [[position]]; float2 place [[user(loc0), center_perspective]]; };
        vertex Output corner(uint number [[vertex_id]], const device vb_30_type* vb_30_in [[buffer(30)]],
                constant Sizes& sizes [[buffer(24)]]) {
            float2 at = {};
            if (number < (sizes.size30 / 8)) {
                const vb_30_type vb_30_elem = vb_30_in[number];
                at = unpack(vb_30_elem.data[0], vb_30_elem.data[1], vb_30_elem.data[2], vb_30_elem.data[3],
                    vb_30_elem.data[4], vb_30_elem.data[5], vb_30_elem.data[6], vb_30_elem.data[7]);
            }
            return Output { float4(at, 0, 1), at };
        }
        struct Input { float2 place [[user(loc0), center_perspective]]; };
        struct Result { float4 member [[color(0)]]; };
        fragment Result shade(Input varyings [[stage_in]], float4 at [[position]]) {
            const auto place = varyings.place; return Result { float4(place, at.xy) };
        }";
    let corners = [-1.0_f32, -1.0, 3.0, -1.0, -1.0, 3.0].map(f32::to_bits);
    let bindings = vec![buffer(30, &corners), buffer(24, &[24])];
    let pass = RenderPass { bindings, ..pass(Format::Rgba32float, [2, 1]) };
    let found: Vec<f32> = target(&drawn(text, &pass)).into_iter().map(f32::from_bits).collect();
    assert_eq!(found, [-0.5, 0.0, 0.5, 0.5, 0.5, 0.0, 1.5, 0.5]);
}

#[test]
fn fragments_write_buffers() {
    let text = covering("", "")
        + "fragment void shade(float4 at [[position]], device uint* out [[buffer(2)]]) { out[uint(at.x)] = 7 + uint(at.x); }";
    let depth_stencil = Some(DepthStencil::cleared(DepthStencilFormat::Depth32float));
    let bindings = vec![buffer(2, &[0; 4])];
    let pass = RenderPass { size: [3, 1], bindings, depth_stencil, ..RenderPass::default() };
    let drawn = drawn(&text, &pass);
    assert_eq!((drawn.bindings[0].group, words(&drawn.bindings[0])), (BUFFERS, vec![7, 8, 9, 0]));
}

#[test]
fn what_is_not_executed_is_named() {
    let refused = |text: &str| {
        let (message, place) = match pair(&judged(text), &Request::default()) {
            Ok(_) => panic!("{text}"),
            Err(Unsupported { message, span }) => (message, span),
        };
        let whole = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
        (message, whole[place.lo as usize..place.hi as usize].to_owned())
    };
    let found = |message: &str, place: &str| (message.to_owned(), place.to_owned());
    let shade = "fragment float4 shade() { return 1; }";
    assert_eq!(
        refused(&(covering("uint layer [[render_target_array_index]];", "it.layer = 1;") + shade)),
        found("`render_target_array_index` of a result can't be executed yet", "corner")
    );
    assert_eq!(
        refused(&(covering("", "") + "fragment float4 shade(float2 at [[point_coord]]) { return 1; }")),
        found("`point_coord` can't be executed yet", "at")
    );
    assert_eq!(
        refused(&(covering("", "") + "[[early_fragment_tests]] fragment float4 shade() { return 1; }")),
        found("`early_fragment_tests` can't be executed yet", "shade")
    );
    let stencil = "struct R { float4 c [[color(0)]]; uint s [[stencil]]; };
        fragment R shade() { return R { 1, 2 }; }";
    assert_eq!(
        refused(&(covering("", "") + stencil)),
        found("`stencil` of a result can't be executed yet", "shade")
    );
}
