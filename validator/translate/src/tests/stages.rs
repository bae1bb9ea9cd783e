//! Vertex and fragment functions.

use super::{assert_lines, of_function};

const PROGRAM: &str = "
    struct VertexIn { float3 place [[attribute(0)]]; ushort2 code [[attribute(3)]]; };
    struct Varyings { float4 position [[position]]; float2 where; half4 shade [[user(tint)]]; uint kind [[flat]]; };
    struct Seen { half4 shade [[user(tint)]]; float2 where [[center_no_perspective]]; };
    struct Drawn { float4 color [[color(1)]]; float depth [[depth(any)]]; };
    vertex Varyings v(VertexIn in [[stage_in]], constant float4x4& turn [[buffer(0)]], uint id [[vertex_id]]) {
        Varyings out; out.position = turn * float4(in.place, 1); out.where = float2(in.code); out.shade = 1; out.kind = id; return out; }
    fragment Drawn p(Varyings in [[stage_in]], bool is_front [[front_facing]]) {
        if (!is_front) discard_fragment();
        return Drawn{float4(in.where, dfdx(in.where.x), in.kind), in.position.z}; }
    fragment half4 q(Seen seen [[stage_in]], texture2d<half> t [[texture(0)]], sampler s [[sampler(0)]]) {
        return t.sample(s, seen.where) * seen.shade; }";

#[test]
fn a_vertex_function_has_attributes_and_gives_varyings_by_their_names() {
    let wgsl = of_function(PROGRAM, "v").wgsl;
    assert_lines(
        &wgsl,
        &[
            "struct v_output {",
            "@builtin(position) position: vec4<f32>,",
            "@location(0) @interpolate(linear) where_: vec2<f32>,",
            "@location(1) shade: vec4<f16>,",
            "@location(2) @interpolate(flat) kind: u32,",
        ],
    );
    assert!(wgsl.contains("fn v(@location(0) attribute_0: vec3<f32>, @location(3) attribute_3: vec2<u32>, @builtin(vertex_index) vertex_index: u32)"), "{wgsl}");
}

#[test]
fn a_fragment_function_finds_the_varyings_at_the_same_locations() {
    let wgsl = of_function(PROGRAM, "p").wgsl;
    assert_lines(&wgsl, &["@location(1) color: vec4<f32>,", "@builtin(frag_depth) depth: f32,"]);
    assert!(wgsl.contains("@location(2) @interpolate(flat) kind: u32"), "{wgsl}");
    let other = of_function(PROGRAM, "q").wgsl;
    assert!(other.contains("fn q(@location(1) tint: vec4<f16>, @location(0) @interpolate(linear) where_1: vec2<f32>) -> @location(0) vec4<f16> {"), "{other}");
}

/// A structure that is used for both has attribute numbers, which mean nothing between the stages.
#[test]
fn attribute_numbers_are_no_locations_between_the_stages() {
    let text = "struct V { float4 p [[position]]; float3 n [[attribute(1)]]; float4 a; float3 w; };
        vertex V v(uint i [[vertex_id]]) { V v; v.p = float4(i); v.n = 1; v.a = 2; v.w = 3; return v; }
        fragment float4 f(V i [[stage_in]]) { return i.a + float4(i.n + i.w, 1); }";
    let locations = ["@location(0) n: vec3<f32>", "@location(1) a: vec4<f32>", "@location(2) w: vec3<f32>"];
    for function in ["v", "f"] {
        let wgsl = of_function(text, function).wgsl;
        assert!(locations.iter().all(|location| wgsl.contains(location)), "{wgsl}");
    }
}

#[test]
fn stages_write_what_webgpu_lets_them_write() {
    let text = "fragment float4 f(device int* a [[buffer(0)]]) { a[0] = 1; return 0; }";
    assert_lines(&of_function(text, "f").wgsl, &["a[0u] = 1i;"]);
}

#[test]
fn built_in_variables_are_built_in_values_with_their_extensions() {
    let text = "struct O { float4 p [[position]]; float c [[clip_distance]] [2]; };
        vertex O v(uint n [[vertex_id]]) { O o; o.p = float(n); o.c[0] = 1; o.c[1] = 2; return o; }
        fragment float4 f(uint n [[primitive_id]], uint lane [[thread_index_in_simdgroup]], float4 p [[position]]) {
            return p + float(n + lane); }";
    let wgsl = of_function(text, "v").wgsl;
    assert_lines(&wgsl, &["enable clip_distances;", "@builtin(clip_distances) c: array<f32, 2>,"]);
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["enable subgroups;", "enable primitive_index;"]);
    assert!(wgsl.contains("@builtin(subgroup_invocation_id) subgroup_invocation_id: u32"), "{wgsl}");
}
