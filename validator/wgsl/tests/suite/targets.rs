//! Features that a target lacks. <https://www.w3.org/TR/WGSL/#extensions>

use crate::common::{Finding, findings_with};
use wgsl_validator::Options;

fn judge(target: &str, text: &str) -> Vec<Finding> {
    let target = target.parse().expect("a target");
    findings_with(text, &Options { target, ..Options::default() })
}

/// A language extension, a program that needs it, and the findings without the extension.
const LANGUAGE: &[(&str, &str, &[Finding])] = &[
    (
        "readonly_and_readwrite_storage_textures",
        "@group(0) @binding(0) var t: texture_storage_2d<r32float, read>;",
        &[("type/feature-needed", 1, 59)],
    ),
    (
        "readonly_and_readwrite_storage_textures",
        "fn f() { textureBarrier(); }",
        &[("type/feature-needed", 1, 10)],
    ),
    ("packed_4x8_integer_dot_product", "const a = dot4U8Packed(1, 2);", &[("type/feature-needed", 1, 11)]),
    (
        "unrestricted_pointer_parameters",
        "fn f(p: ptr<workgroup, i32>) {}",
        &[("type/pointer-parameter-space", 1, 9)],
    ),
    (
        "unrestricted_pointer_parameters",
        "fn f(p: ptr<storage, i32>) {}",
        &[("type/pointer-parameter-space", 1, 9)],
    ),
    (
        "unrestricted_pointer_parameters",
        "fn f(p: ptr<function, i32>) {} fn g() { var a: array<i32, 2>; f(&a[0]); }",
        &[("type/feature-needed", 1, 65)],
    ),
    (
        "unrestricted_pointer_parameters",
        "fn f(p: ptr<function, i32>) {} fn g() { var a: array<i32, 2>; let q = &a[0]; f((q)); }",
        &[("type/feature-needed", 1, 80)],
    ),
    (
        "pointer_composite_access",
        "fn f() { var a: vec2i; let p = &a; _ = p.x; }",
        &[("type/feature-needed", 1, 40)],
    ),
    (
        "pointer_composite_access",
        "fn f() { var a: array<i32, 2>; let p = &a; _ = p[0]; }",
        &[("type/feature-needed", 1, 48)],
    ),
    (
        "uniform_buffer_standard_layout",
        "@group(0) @binding(0) var<uniform> u: array<f32, 4>;",
        &[("layout/uniform-alignment", 1, 39)],
    ),
    (
        "subgroup_id",
        "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(subgroup_id) i: u32) {}",
        &[("type/feature-needed", 1, 52)],
    ),
    (
        "subgroup_id",
        "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(num_subgroups) i: u32) {}",
        &[("type/feature-needed", 1, 52)],
    ),
    (
        "subgroup_uniformity",
        "enable subgroups;\n@compute @workgroup_size(64) fn f(@builtin(subgroup_id) i: u32) {\n\
         if i == 1 { _ = subgroupAdd(1); } }",
        &[("uniformity/subgroup", 3, 17)],
    ),
    (
        "texture_and_sampler_let",
        "@group(0) @binding(0) var s: sampler; fn f() { let t = s; }",
        &[("type/invalid-variable-type", 1, 56)],
    ),
    (
        "texture_formats_tier1",
        "@group(0) @binding(0) var t: texture_storage_2d<rg8unorm, write>;",
        &[("type/feature-needed", 1, 49)],
    ),
    (
        "linear_indexing",
        "@compute @workgroup_size(1) fn f(@builtin(global_invocation_index) i: u32) {}",
        &[("type/feature-needed", 1, 34)],
    ),
    ("immediate_address_space", "var<immediate> a: i32;", &[("type/feature-needed", 1, 5)]),
    (
        "fragment_depth",
        "@fragment fn f() -> @builtin(frag_depth, less) f32 { return 0; }",
        &[("type/feature-needed", 1, 42)],
    ),
    ("buffer_view", "@group(0) @binding(0) var<storage> b: buffer;", &[("type/feature-needed", 1, 39)]),
];

#[test]
fn a_language_extension_is_needed_where_it_is_used() {
    for (extension, program, expected) in LANGUAGE {
        assert_eq!(judge("text", program), [], "{program}");
        assert_eq!(judge(&format!("text,-{extension}"), program), *expected, "{program}");
    }
}

#[test]
fn a_directive_can_name_what_the_target_has() {
    for program in
        ["enable f16;", "requires buffer_view;", "enable f16, subgroups; requires linear_indexing;"]
    {
        assert_eq!(judge("text", program), [], "{program}");
    }
    let lacking = |text, column| (text, vec![("resolve/extension-not-supported", 1, column)]);
    for (program, expected) in [
        lacking("enable f16;", 8),
        lacking("enable subgroup_size_control;", 8),
        lacking("requires buffer_view;", 10),
        // Its uses are not reported again.
        lacking("enable f16; const a = 1h;", 8),
        lacking(
            "requires linear_indexing; @compute @workgroup_size(1) fn f(@builtin(workgroup_index) i: u32) {}",
            10,
        ),
    ] {
        assert_eq!(judge("portable", program), expected, "{program}");
    }
}

/// Each argument is traced through `let`s to its variable.
#[test]
fn pointers_to_whole_variables_can_be_passed_everywhere() {
    for body in ["f(&a);", "let p = &a; f(p);", "let p = &(a); let q = p; f((q));", "let p = &a; f(&*p);"] {
        let program = format!("fn f(p: ptr<function, i32>) {{}} fn g() {{ var a: i32; {body} }}");
        assert_eq!(judge("portable", &program), [], "{body}");
    }
    let program = "fn f(p: ptr<private, i32>) {} fn g(q: ptr<private, i32>) { f(q); f(&*q); }";
    assert_eq!(judge("portable", program), []);
}

#[test]
fn proposals_have_to_be_asked_for() {
    let swizzle = "fn f() { var v: vec4f; v.xz = vec2f(); v.yx *= 2; let p = &v; p.xy = v.zw; }";
    let refused: Vec<Finding> = [24, 40, 63].map(|column| ("type/not-a-reference", 1, column)).to_vec();
    assert_eq!(judge("text", swizzle), refused);
    assert_eq!(judge("portable", swizzle)[0], refused[0]);
    assert_eq!(judge("tint", swizzle), []);
    let warned = ("resolve/proposed-extension", 1, 10);
    assert_eq!(judge("text", &format!("requires swizzle_assignment;\n{swizzle}")), [warned]);
    assert_eq!(
        judge("portable", &format!("requires swizzle_assignment;\n{swizzle}"))[0],
        ("resolve/extension-not-supported", 1, 10)
    );
}

#[test]
fn a_swizzle_names_each_component_once_where_it_is_assigned_to() {
    for (body, expected) in [
        ("v.xx = vec2f();", vec![("type/invalid-swizzle", 1, 24)]),
        ("v.xyx += vec3f();", vec![("type/invalid-swizzle", 1, 24)]),
        ("v.xy = vec3f();", vec![("type/mismatch", 1, 31)]),
        ("v.xyz.xy = vec2f();", vec![("type/not-a-reference", 1, 24)]),
        ("vec4f().xy = vec2f();", vec![("type/not-a-reference", 1, 24)]),
        ("let u = v; u.xy = vec2f();", vec![("type/not-a-reference", 1, 35)]),
        ("let p = &v.xy;", vec![("type/not-a-reference", 1, 32)]),
        ("v.xy++;", vec![("type/not-a-reference", 1, 24)]),
    ] {
        let program = format!("fn f() {{ var v: vec4f; {body} }}");
        assert_eq!(judge("tint", &program), expected, "{body}");
    }
}

#[test]
fn aliases_are_allowed_where_the_rule_is_dropped() {
    let program = "fn f(p: ptr<function, i32>, q: ptr<function, i32>) { *p = *q; } \
                   fn g() { var a: i32; f(&a, &a); }";
    assert_eq!(judge("text", program), [("interface/aliased-pointers", 1, 92)]);
    assert_eq!(judge("text,+aliased_pointer_parameters", program), []);
}
