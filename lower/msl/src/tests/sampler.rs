//! Samplers that programs make.

use super::super::lowering::Request;
use super::super::{TEXTURES, lower};
use super::{buffer, run_with, words};
use msl_validator::{Options, module};
use shader_ir::ResourceKind;
use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data};

/// The words that a kernel writes, which samples a row of four texels 0, 10, 20 and 30 with a second level of 100 and 200.
fn sampled(before: &str, body: &str, count: usize) -> Vec<u32> {
    let row = TextureDescriptor::new(ViewDimension::D2, Format::R32float, [4, 1, 1]);
    let levels = TextureDescriptor { mip_level_count: 2, ..row };
    let texels = [0.0_f32, 10.0, 20.0, 30.0, 100.0, 200.0];
    let bytes: Vec<u8> = texels.iter().flat_map(|texel| texel.to_le_bytes()).collect();
    let data = Data::texture(levels, Some(bytes.into())).expect("a good texture");
    let bindings = [buffer(0, &vec![0; count]), Binding { group: TEXTURES, binding: 0, data }];
    let kernel = format!(
        "{before}\nkernel void k(device uint* out [[buffer(0)]], texture2d<float> t [[texture(0)]]) {{ {body} }}"
    );
    let (written, faults) = run_with(&kernel, 1, &bindings);
    assert!(faults.is_empty(), "{body}: {faults:?}");
    words(&written[0])
}

#[test]
fn arguments_say_how_texels_are_found() {
    let body = "constexpr sampler plain;
        constexpr sampler clamped(coord::normalized, address::clamp_to_edge, filter::linear);
        constexpr sampler around(address::repeat);
        constexpr sampler back(s_address::mirrored_repeat, t_address::repeat);
        constexpr sampler either(s_address::clamp_to_edge, address::repeat);
        float2 at = float2(1.3, 0.5);
        out[0] = uint(t.sample(plain, at).x); out[1] = uint(t.sample(clamped, float2(0.25, 0.5)).x);
        out[2] = uint(t.sample(around, at).x); out[3] = uint(t.sample(back, at).x); out[4] = uint(t.sample(either, at).x);";
    assert_eq!(sampled("", body, 5), [30, 5, 10, 20, 30]);
}

#[test]
fn levels_are_chosen_by_filter_and_clamp() {
    let body = "constexpr sampler none(mag_filter::nearest, min_filter::linear);
        constexpr sampler near(mip_filter::nearest); constexpr sampler between(mip_filter::linear);
        constexpr sampler high(mip_filter::nearest, lod_clamp(1.0, 4.0), max_anisotropy(4));
        constexpr sampler low(mip_filter::nearest, lod_clamp(0, 0.25f));
        float2 at = float2(0.25, 0.5);
        out[0] = uint(t.sample(none, at, level(1)).x); out[1] = uint(t.sample(none, at, level(0)).x);
        out[2] = uint(t.sample(near, at, level(1)).x); out[3] = uint(t.sample(between, at, level(0.5)).x);
        out[4] = uint(t.sample(high, at, level(0)).x); out[5] = uint(t.sample(low, at, level(1)).x);";
    // Without a filter between levels the first one is seen, with the filter for textures that appear smaller than pixels.
    assert_eq!(sampled("", body, 6), [5, 10, 100, 55, 100, 10]);
}

#[test]
fn samplers_are_variables_of_the_program_arguments_and_values() {
    let before =
        "constexpr sampler around(address::repeat); constant sampler plain = sampler(coord::normalized);
        float taken(texture2d<float> t, sampler s, float2 at) { return t.sample(s, at).x; }";
    let body = "float2 at = float2(1.3, 0.5); sampler same = around;
        out[0] = uint(taken(t, around, at)); out[1] = uint(taken(t, plain, at)); out[2] = uint(taken(t, same, at));
        out[3] = uint(t.sample(sampler(address::mirrored_repeat), at).x);";
    assert_eq!(sampled(before, body, 4), [10, 30, 10, 20]);
}

#[test]
fn samplers_compare() {
    let depths = TextureDescriptor::new(ViewDimension::D2, Format::Depth32float, [1, 1, 1]);
    let data = Data::texture(depths, Some(0.5_f32.to_le_bytes().to_vec().into())).expect("a good texture");
    let bindings = [buffer(0, &[9; 3]), Binding { group: TEXTURES, binding: 0, data }];
    let kernel = "kernel void k(device uint* out [[buffer(0)]], depth2d<float> t [[texture(0)]]) {
            constexpr sampler less(compare_func::less); constexpr sampler greater(compare_func::greater_equal);
            constexpr sampler plain;
            out[0] = uint(t.sample_compare(less, float2(0.5), 0.25)); out[1] = uint(t.sample_compare(greater, float2(0.5), 0.25));
            out[2] = uint(t.sample_compare(plain, float2(0.5), 0.25));
        }";
    let (written, _) = run_with(kernel, 1, &bindings);
    assert_eq!(words(&written[0]), [1, 0, 0]);
}

/// A kernel that samples with a sampler of these arguments.
fn lowered(arguments: &str) -> Result<usize, (String, String)> {
    let text = format!(
        "#include <metal_stdlib>\nusing namespace metal;
        constant filter how = filter::linear;
        float taken(texture2d<float> t) {{ constexpr sampler s({arguments}); return t.sample(s, float2(0)).x; }}
        kernel void k(device float* out, texture2d<float> t) {{ out[0] = taken(t) + taken(t); out[1] = taken(t); }}"
    );
    let judged = module(&text, &Options::default());
    assert!(judged.is_accepted(), "{:?}", judged.diagnostics);
    let is_fixed =
        |resource: &&shader_ir::Resource| matches!(resource.kind, ResourceKind::FixedSampler { .. });
    match lower(&judged, "k", &Request::default()) {
        Ok(program) => Ok(program.resources.iter().filter(is_fixed).count()),
        Err(refused) => {
            let place = &text[refused.span.lo as usize..refused.span.hi as usize];
            Err((refused.message, place.to_owned()))
        }
    }
}

#[test]
fn one_sampler_is_one_resource() {
    assert_eq!(lowered("filter::linear"), Ok(1));
}

#[test]
fn what_samplers_lack_is_named() {
    for (arguments, message, place) in [
        ("coord::pixel", "`coord::pixel` can't be executed yet", "coord::pixel"),
        (
            "t_address::clamp_to_zero",
            "`t_address::clamp_to_zero` can't be executed yet",
            "t_address::clamp_to_zero",
        ),
        (
            "address::clamp_to_border",
            "`address::clamp_to_border` can't be executed yet",
            "address::clamp_to_border",
        ),
        ("how", "a sampler argument must be a constant expression", "how"),
        ("lod_clamp(2, 1)", "the levels of `lod_clamp` must be in order", "lod_clamp(2, 1)"),
    ] {
        assert_eq!(lowered(arguments), Err((message.to_owned(), place.to_owned())));
    }
}
