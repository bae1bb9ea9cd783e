//! Resources, structures in memory, and the table of bindings.

use super::{asked, assert_lines, check, judged, of_function};
use crate::{MetalPlace, Refusal, Request, TextureFormat, Translation, translate};

#[test]
fn buffers_are_storage_and_constants_uniform_where_their_layout_is_the_same() {
    let text = "struct S { float3 v; float x; packed_float3 p; half2 h; }; struct T { float a; float4 b; };
        kernel void f(constant S& s [[buffer(0)]], device S* d [[buffer(1)]], constant T& t [[buffer(2)]], constant float* c [[buffer(3)]]) {
            d[0] = s; d[1].x = t.a + c[1]; d[1].p = s.p * 2; }";
    let translation = of_function(text, "f");
    assert_lines(
        &translation.wgsl,
        &[
            "struct S {",
            "@size(16) v: vec3<f32>,",
            "x: f32,",
            "p: array<f32, 3>,",
            "h: vec2<f16>,",
            "}",
            "struct T {",
        ],
    );
    let spaces: Vec<&str> = translation.bindings.iter().map(|row| row.address_space.as_str()).collect();
    assert_eq!(spaces, ["storage, read", "storage, read_write", "uniform", "storage, read"]);
    assert_eq!(translation.bindings[0].least_bytes, Some(48));
    assert_eq!(translation.bindings[1].notes, ["element i is at byte 48 * i"]);
}

#[test]
fn structures_lie_where_they_do_in_metal() {
    let text = "struct alignas(32) S { float a; alignas(16) float b; };
        kernel void f(device S* d [[buffer(0)]]) { d[1].b = d[2].a; }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["@align(32) @size(16) a: f32,", "b: f32,"]);
}

#[test]
fn integers_of_few_bits_are_taken_out_of_words() {
    let text = "kernel void f(device const uchar* c [[buffer(0)]], device float* a [[buffer(1)]], uint i [[thread_position_in_grid]]) {
        a[i] = c[i]; }";
    let translation = of_function(text, "f");
    assert_lines(&translation.wgsl, &["a[i] = f32(extractBits(c[i / 4u], i % 4u * 8u, 8u));"]);
    assert_eq!(translation.bindings[0].ty, "array<u32>");
}

#[test]
fn numbers_of_bindings_are_those_of_metal() {
    let text = "kernel void f(texture2d<half> t [[texture(3)]], sampler s [[sampler(1)]], device float* a [[buffer(7)]],
                    threadgroup float* m [[threadgroup(2)]], texture2d<float, access::write> w [[texture(4)]]) {
            constexpr sampler own(filter::linear, address::repeat);
            m[0] = t.sample(s, float2(0)).x + t.sample(own, float2(0.5)).y; w.write(float4(m[0]), uint2(1)); a[0] = m[0]; }";
    let request = Request {
        entry_point: "f".to_owned(),
        threadgroup_size: [1; 3],
        threadgroup_memory: vec![(2, 64)],
        ..Request::default()
    };
    let translation = translate(&judged(text), &request).expect("it has a counterpart");
    check(&translation);
    let rows: Vec<_> =
        translation.bindings.iter().map(|row| (row.group, row.binding, row.ty.as_str())).collect();
    assert_eq!(
        rows,
        [
            (Some(0), Some(7), "array<f32>"),
            (Some(1), Some(3), "texture_2d<f32>"),
            (Some(1), Some(4), "texture_storage_2d<rgba32float, write>"),
            (Some(2), Some(1), "sampler"),
            (Some(2), Some(2), "sampler"),
            (None, None, "array<f32, 16>"),
        ]
    );
    let own = &translation.bindings[4];
    assert_eq!(own.metal, None);
    assert!(own.notes[0].contains("magFilter: linear; minFilter: linear; lodMaxClamp: 0.25"), "{own:?}");
    assert_eq!(translation.bindings[5].metal, Some(MetalPlace { kind: "threadgroup", index: 2 }));
}

#[test]
fn function_constants_are_overrides() {
    let text = "constant uint N [[function_constant(5)]]; constant bool B [[function_constant(1)]]; constant uint M = N * 2;
        kernel void f(device uint* a [[buffer(0)]]) { a[0] = B ? M : N; }";
    let request = Request {
        entry_point: "f".to_owned(),
        threadgroup_size: [1; 3],
        function_constants: vec![(5, 7.0)],
        ..Request::default()
    };
    let translation = translate(&judged(text), &request).expect("it has a counterpart");
    check(&translation);
    assert_lines(
        &translation.wgsl,
        &["@id(1) override B: bool;", "@id(5) override N: u32 = 7u;", "override M: u32 = N * 2u;"],
    );
    let constants: Vec<_> = translation.constants.iter().map(|it| (it.index, it.value.as_deref())).collect();
    assert_eq!(constants, [(1, None), (5, Some("7u"))]);
}

#[test]
fn constants_that_wgsl_does_not_have_are_computed_where_they_are_used() {
    let text = "constant uint N [[function_constant(5)]]; constant uint3 V = uint3(N, 1, 2); constant packed_float3 P = packed_float3(1, 2, 3);
        static int twice(int x) { return 2 * x; }
        constant int T = twice(4);
        kernel void f(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[0] = V[i] * T + float3(P).y; }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["fn V() -> vec3<u32> {", "return vec3<u32>(N, 1u, 2u);"]);
    assert_lines(&wgsl, &["fn T() -> i32 {", "return twice(4i);"]);
    assert_lines(&wgsl, &["a[0u] = f32(V()[i] * u32(T())) + unpacked_f32_3(P()).y;"]);
}

/// Those of fragments, and of threads that diverge: `textureBarrier` would be an error.
#[test]
fn fences_of_textures_are_for_one_thread() {
    let text = "fragment float4 f(texture2d<float, access::read_write> t [[texture(0)]]) {
            t.write(float4(1), uint2(0)); t.fence(); return t.read(uint2(0)); }";
    let wgsl = of_function(text, "f").wgsl;
    assert!(!wgsl.contains("textureBarrier"), "{wgsl}");
}

#[test]
fn options_of_samples_are_values() {
    let text = "static gradientcube g(float3 p) { return gradientcube(p, p * 2); }
        fragment float4 f(texturecube<float> t [[texture(0)]], depth2d<float> d [[texture(1)]], sampler s [[sampler(0)]], constant float3& q [[buffer(0)]]) {
            float3 p = q; level l = level(p.x); int n = int(p.y);
            return t.sample(s, p, g(p)) + t.sample(s, p, l) + d.sample(s, p.xy, level(n)) + d.sample(s, p.xy, level(2)); }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(&wgsl, &["var l: f32 = p.x;", "let gradientcube = g(p);"]);
    for call in [
        "textureSampleGrad(t, s, p, gradientcube[0u], gradientcube[1u])",
        "textureSampleLevel(t, s, p, level)",
        "textureSampleLevel(d, s, p.xy, n)",
        "textureSampleLevel(d, s, p.xy, 2i)",
    ] {
        assert!(wgsl.contains(call), "no {call} in\n{wgsl}");
    }
}

#[test]
fn samplers_that_compare_have_a_type_of_their_own() {
    let text = "static float g(depth2d<float> t, sampler how) { return t.sample_compare(how, float2(0), 0.5f); }
        fragment float4 f(depth2d<float> t [[texture(0)]], sampler s [[sampler(0)]], sampler r [[sampler(1)]]) {
            return g(t, s) + t.sample(r, float2(0)); }";
    let translation = of_function(text, "f");
    let types: Vec<&str> = translation.bindings.iter().map(|row| row.ty.as_str()).collect();
    assert_eq!(types, ["texture_depth_2d", "sampler_comparison", "sampler"]);
}

#[test]
fn programs_that_depend_on_the_size_of_simd_groups_say_so() {
    let kernel = |statements: &str, input: &str| {
        let text =
            format!("kernel void f(device float* a [[buffer(0)]], uint i [[{input}]]) {{ {statements} }}");
        of_function(&text, "f")
    };
    let is_noted = |translation: Translation| {
        let line = "\n// The program uses SIMD-groups, which have 32 threads on Apple GPUs. Run it with subgroups of 32:";
        assert_eq!(translation.wgsl.contains(line), !translation.notes.is_empty(), "{}", translation.wgsl);
        !translation.notes.is_empty()
    };
    assert!(is_noted(kernel("a[i] = simd_sum(a[i]);", "thread_position_in_grid")));
    assert!(is_noted(kernel("a[i] = 1;", "thread_index_in_simdgroup")));
    assert!(!is_noted(kernel("a[i] = quad_shuffle(a[i], 1);", "thread_position_in_grid")));
}

#[test]
fn resources_that_nothing_uses_stay_in_the_layout() {
    let text = "kernel void f(device uint* a [[buffer(0)]], device uint* b [[buffer(1)]], texture2d<float> t [[texture(0)]]) { a[0] = 1; }";
    assert_lines(&of_function(text, "f").wgsl, &["_ = &b;", "_ = t;", "a[0u] = 1u;"]);
}

#[test]
fn a_request_belongs_to_the_program() {
    let text = "kernel void f(threadgroup float* m [[threadgroup(2)]]) { m[0] = 1; }";
    let judged = judged(text);
    let said = |name: &str| match asked(&judged, name) {
        Err(Refusal::Request(message)) => message,
        other => panic!("{other:?}"),
    };
    assert_eq!(said("g"), "no kernel, vertex or fragment function `g`");
    assert_eq!(said("f"), "missing size of `m` in threadgroup memory, with number 2");
    let request = Request { entry_point: "f".to_owned(), threadgroup_size: [0, 1, 1], ..Request::default() };
    assert_eq!(
        translate(&judged, &request),
        Err(Refusal::Request("a threadgroup must have at least one thread".to_owned()))
    );
}

#[test]
fn one_element_at_the_end_of_a_buffer_stands_for_all_that_follow() {
    let text = "struct S { uint n; float x[1]; }; typedef float T[1];
        kernel void f(device S& s [[buffer(0)]], device T& t [[buffer(1)]], uint i [[thread_position_in_grid]]) {
            s.x[3] = t[i]; t[5] = s.n; }";
    let translation = of_function(text, "f");
    assert_lines(&translation.wgsl, &["x: array<f32>,", "s.x[3u] = t[i];", "t[5u] = f32(s.n);"]);
    assert_eq!(translation.bindings[1].ty, "array<f32>");
}

#[test]
fn samplers_of_the_program_are_described() {
    let text = "constexpr sampler s(address::repeat, t_address::mirrored_repeat, mip_filter::linear, max_anisotropy(4), lod_clamp(0.5f, 2.0f));
        constexpr sampler r(coord::normalized, mip_filter::none, compare_func::less_equal);
        fragment float4 f(texture2d<float> t [[texture(0)]], depth2d<float> d [[texture(1)]]) {
            return t.sample(s, float2(0)) + d.sample_compare(r, float2(0), 0.5f) + d.sample(r, float2(1)); }";
    let translation = of_function(text, "f");
    let rows: Vec<_> = translation.bindings.iter().filter(|row| row.metal.is_none()).collect();
    let notes: Vec<&str> = rows.iter().map(|row| row.notes[0].as_str()).collect();
    assert_eq!(
        notes,
        [
            "a sampler declared in the program: addressModeU: repeat; addressModeV: mirror-repeat; addressModeW: repeat; mipmapFilter: linear; lodMinClamp: 0.5; lodMaxClamp: 2; maxAnisotropy: 4",
            "a sampler declared in the program: lodMaxClamp: 0.25; compare: less-equal",
            "a sampler declared in the program: lodMaxClamp: 0.25",
        ]
    );
    let types: Vec<_> = rows.iter().map(|row| (row.binding, row.ty.as_str())).collect();
    assert_eq!(types, [(Some(0), "sampler"), (Some(1), "sampler_comparison"), (Some(2), "sampler")]);
}

#[test]
fn samplers_that_sample_and_compare_are_bound_twice() {
    let text = "fragment float f(depth2d<float> d [[texture(0)]], sampler s [[sampler(3)]]) {
            return d.sample_compare(s, float2(0), 0.5f) + d.sample(s, float2(1)) + d.sample(s, float2(2)); }";
    let translation = of_function(text, "f");
    let rows = translation.bindings.iter().filter(|row| row.metal_type == "sampler");
    let rows: Vec<_> = rows.map(|row| (row.metal.clone(), row.binding, row.ty.as_str())).collect();
    let place = rows[0].0.clone();
    assert_eq!(rows, [(place.clone(), Some(3), "sampler_comparison"), (place, Some(4), "sampler")]);
}

/// A read outside of a texture gives zeros in Metal, and in WGSL any texel.
#[test]
fn reads_are_kept_inside() {
    let text = "kernel void f(texture2d<float, access::read> t [[texture(0)]], texture2d_array<uint> u [[texture(1)]],
                    device float4* a [[buffer(0)]], device uint4* b [[buffer(1)]], uint2 i [[thread_position_in_grid]]) {
                    a[0] = t.read(i + 1); b[0] = u.read(i, 2, 1); }";
    let translation = of_function(text, "f");
    assert_lines(
        &translation.wgsl,
        &[
            "let coordinates = i + vec2<u32>(1u);",
            "a[0u] = select(vec4<f32>(), textureLoad(t, coordinates, 0u), all(coordinates < textureDimensions(t)));",
            "b[0u] = select(vec4<u32>(), textureLoad(u, i, 2u, 1u), all(i < textureDimensions(u, 1u)) && 2u < textureNumLayers(u) && 1u < textureNumLevels(u));",
        ],
    );
    for row in &translation.bindings[2..] {
        assert_eq!(
            row.notes,
            ["a read outside of the texture gives zeros, as in Metal for a format with alpha"]
        );
    }
}

/// A function with a format for its texture 2.
fn with_format(text: &str, format: TextureFormat) -> Result<Translation, Refusal> {
    let request = Request {
        entry_point: "f".to_owned(),
        threadgroup_size: [8, 1, 1],
        texture_formats: vec![(2, format)],
        ..Request::default()
    };
    translate(&judged(text), &request)
}

#[test]
fn given_formats_are_those_of_the_program() {
    let written = "kernel void f(texture2d<half, access::write> t [[texture(2)]], uint2 i [[thread_position_in_grid]]) {
                       t.write(half4(1.0h), i); }";
    let translation = with_format(written, TextureFormat::Rgba8unorm).expect("it has a counterpart");
    check(&translation);
    assert_eq!(translation.bindings[0].ty, "texture_storage_2d<rgba8unorm, write>");
    assert_eq!(translation.bindings[0].notes, [""; 0]);

    let refusals = [
        (TextureFormat::Rgba8uint, "the format rgba8uint for a texture of `half`"),
        (
            TextureFormat::Rgba8unormSrgb,
            "the format rgba8unorm-srgb: not available for WGSL storage textures",
        ),
    ];
    for (format, message) in refusals {
        let Err(Refusal::NoCounterpart(found)) = with_format(written, format) else { panic!("{message}") };
        assert_eq!(found[0].message, message);
    }

    let read = "kernel void f(texture1d<int> t [[texture(2)]], device int4* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {
                    a[i] = t.read(i); }";
    let translation = with_format(read, TextureFormat::R32sint).expect("it has a counterpart");
    check(&translation);
    assert_lines(
        &translation.wgsl,
        &["a[i] = select(vec4<i32>(0, 0, 0, 1), textureLoad(t, i, 0u), i < textureDimensions(t));"],
    );
}
