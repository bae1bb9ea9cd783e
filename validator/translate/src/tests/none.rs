//! Parts without counterpart, with their places.

use super::without_counterpart;

/// The places of all that has no counterpart in a kernel with these statements.
fn places(statements: &str) -> Vec<String> {
    let text = format!(
        "struct N {{ int x; device int* p; }}; struct V {{ int n; int v[]; }}; union U {{ int x; float y; }};
         kernel void f(device int* a [[buffer(0)]], device uchar* c [[buffer(1)]], uint i [[thread_position_in_grid]]) {{ {statements} }}"
    );
    without_counterpart(&text, "f").into_iter().map(|(place, _)| place).collect()
}

#[test]
fn each_statement_is_reported_and_the_next_one_looked_at() {
    assert_eq!(places("long x = long(i) * 3; a[0] = x; c[i] = 1; U u; c[1]++;"), ["c[i] = 1", "u", "c[1]++"]);
}

#[test]
fn only_single_integers_have_64_bits() {
    assert_eq!(
        places("ulong2 n; a[0] = popcount(ulong(a[1])); a[1] = simd_sum(ulong(i)); a[2] = 1;"),
        ["n", "popcount(ulong(a[1]))", "simd_sum(ulong(i))"]
    );
}

#[test]
fn function_constants_have_32_bits() {
    let text = "constant ulong n [[function_constant(0)]]; kernel void f(device int* a [[buffer(0)]]) { a[0] = int(n); }";
    let found = without_counterpart(text, "f");
    assert!(found[0].1.contains("a scalar of 32 bits is required here, found `ulong`"), "{found:?}");
}

#[test]
fn objects_without_a_size_are_in_buffers_only() {
    assert_eq!(places("V x; x.n = 1; V y = {}; a[0] = 1;"), ["x", "y"]);
}

#[test]
fn functions_of_the_library_without_counterpart_are_named() {
    assert_eq!(
        places("simdgroup_barrier(mem_flags::mem_none); a[1] = addsat(a[1], 3);"),
        ["simdgroup_barrier(mem_flags::mem_none)", "addsat(a[1], 3)"]
    );
}

#[test]
fn what_wgsl_rejects_and_metal_leaves_undefined_is_named() {
    assert_eq!(places("a[0] = a[1] / 0; int v[2] = {1, 2}; a[1] = v[2];"), ["a[1] / 0", "v[2]"]);
}

#[test]
fn a_vertex_function_without_position_is_none_of_webgpu() {
    let found = without_counterpart(
        "vertex void f(device uint* a [[buffer(0)]], uint n [[vertex_id]]) { a[n] = n; }",
        "f",
    );
    assert_eq!(found.len(), 1);
    assert!(found[0].1.contains("without a position"), "{found:?}");
}

#[test]
fn values_of_pipelines_without_counterpart_are_named_once() {
    let found =
        without_counterpart("vertex float4 f(uint n [[base_vertex]]) { return float4(n) + float4(n); }", "f");
    let places: Vec<&str> = found.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["n"]);
}

#[test]
fn results_are_values() {
    let text = "static device int& g(device int* p) { if (p[0] > 1) { return p[2]; } return p[1]; }
        kernel void f(device int* a [[buffer(0)]]) { g(a) = 2; }";
    let found = without_counterpart(text, "f");
    assert!(found[0].1.contains("`g` returns a pointer, a reference"), "{found:?}");
}

#[test]
fn structures_in_structures_are_bounded() {
    let chain = |count: usize, members: &dyn Fn(usize) -> String| {
        let inner = (1..count).map(|level| format!(" struct S{level} {{ {} }};", members(level - 1)));
        let kernel = " kernel void f(device S3* p [[buffer(0)]]) { p[0] = p[1]; }";
        format!("struct S0 {{ int x; }};{}{kernel}", inner.collect::<String>())
    };
    let found = without_counterpart(&chain(30, &|level| format!("S{level} a; S{level} b;")), "f");
    assert_eq!(found, [("S13".to_owned(), "`S13` has too many nested structures".to_owned())]);
    assert_eq!(without_counterpart(&chain(100, &|level| format!("S{level} a;")), "f").len(), 1);
}

#[test]
fn inputs_of_stages_are_there_in_every_pipeline() {
    let text = "struct I { float a [[attribute(0)]]; }; kernel void f(I i [[stage_in]], device float* b [[buffer(0)]]) { b[0] = i.a; }";
    let found = without_counterpart(text, "f");
    assert!(found[0].1.contains("`stage_in` of a kernel"), "{found:?}");
    let text = "constant bool B [[function_constant(0)]]; struct I { float4 a [[attribute(0), function_constant(B)]]; };
        vertex float4 f(I i [[stage_in]]) { return i.a; }";
    let found = without_counterpart(text, "f");
    assert_eq!(found.len(), 1);
    assert!(found[0].1.contains("depends on a function constant"), "{found:?}");
}

#[test]
fn samplers_that_webgpu_does_not_have_are_named() {
    let text = "constexpr sampler s(coord::pixel, filter::nearest);
        fragment float4 f(texture2d<float> t [[texture(0)]]) { return t.sample(s, float2(0)); }";
    let found = without_counterpart(text, "f");
    assert!(found[0].1.contains("`coord::pixel`"), "{found:?}");
}

/// The operand would be evaluated once for each member.
#[test]
fn assignments_of_members_by_functions_need_objects_without_effects() {
    let text = "struct S { int x; thread S& operator=(thread const S& s) { x = s.x + 1; return *this; } };
        struct W { S s; int y; };
        kernel void f(device int* a [[buffer(0)]]) { W v[2]; W w = {}; int k = 0; v[k++] = w; a[0] = v[0].s.x; }";
    assert_eq!(without_counterpart(text, "f")[0].0, "v[k++] = w");
}

#[test]
fn textures_with_integers_are_not_sampled() {
    for (element, call) in [
        ("uint", "s, p.xy"),
        ("int", "s, p.xy, level(1)"),
        ("ushort", "s, p.xy, bias(1)"),
        ("short", "s, p.xy, int2(1)"),
    ] {
        let text = format!(
            "fragment float4 f(texture2d<{element}> t [[texture(0)]], float4 p [[position]]) {{
                constexpr sampler s(filter::nearest); return float4(t.sample({call})); }}"
        );
        let found = without_counterpart(&text, "f");
        assert!(found[0].1.contains("only samples floating-point textures"), "{found:?}");
    }
}
