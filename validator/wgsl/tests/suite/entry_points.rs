//! Inputs and outputs of entry points. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>

use crate::common::{check, check_in};

#[test]
fn builtin_values_have_a_stage_a_direction_and_a_type() {
    check(&[
        ("@vertex fn f() -> @builtin(position) vec4f { return vec4f(); }", &[]),
        (
            "@vertex fn f() -> @builtin(position) vec3f { return vec3f(); }",
            &[("interface/builtin-value-type", 1, 19)],
        ),
        ("@vertex fn f() {}", &[("interface/missing-position", 1, 12)]),
        (
            "@vertex fn f() -> @location(0) vec4f { return vec4f(); }",
            &[("interface/missing-position", 1, 12)],
        ),
        ("@vertex fn f() -> nothing { return; }", &[("resolve/unknown-identifier", 1, 19)]),
        (
            "struct O { @builtin(position) p: vec4f, @location(0) a: f32 } @vertex fn f() -> O { return O(); }",
            &[],
        ),
        (
            "struct O { @location(0) a: f32 } @vertex fn f() -> O { return O(); }",
            &[("interface/missing-position", 1, 45)],
        ),
        (
            "@vertex fn f(@builtin(vertex_index) a: u32, @builtin(instance_index) b: u32) -> @builtin(position) vec4f { return vec4f(); }",
            &[],
        ),
        (
            "@vertex fn f(@builtin(vertex_index) a: i32) -> @builtin(position) vec4f { return vec4f(); }",
            &[("interface/builtin-value-type", 1, 14)],
        ),
        (
            "@vertex fn f(@builtin(position) a: vec4f) -> @builtin(position) vec4f { return vec4f(); }",
            &[("interface/builtin-value-stage", 1, 14)],
        ),
        ("@fragment fn f(@builtin(vertex_index) a: u32) {}", &[("interface/builtin-value-stage", 1, 16)]),
        (
            "@fragment fn f(@builtin(position) a: vec4f, @builtin(front_facing) b: bool, @builtin(sample_index) c: u32, @builtin(sample_mask) d: u32) {}",
            &[],
        ),
        ("@fragment fn f(@builtin(front_facing) a: u32) {}", &[("interface/builtin-value-type", 1, 16)]),
        ("@fragment fn f() -> @builtin(frag_depth) f32 { return 1; }", &[]),
        (
            "@fragment fn f() -> @builtin(frag_depth) u32 { return 1; }",
            &[("interface/builtin-value-type", 1, 21)],
        ),
        ("@fragment fn f(@builtin(frag_depth) a: f32) {}", &[("interface/builtin-value-stage", 1, 16)]),
        (
            "@fragment fn f() -> @builtin(position) vec4f { return vec4f(); }",
            &[("interface/builtin-value-stage", 1, 21)],
        ),
        ("@fragment fn f() -> @builtin(sample_mask) u32 { return 1; }", &[]),
        (
            "@compute @workgroup_size(1) fn f(@builtin(local_invocation_id) a: vec3u, @builtin(num_workgroups) b: vec3u) {}",
            &[],
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(local_invocation_id) a: vec3i) {}",
            &[("interface/builtin-value-type", 1, 34)],
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(local_invocation_id) a: vec2u) {}",
            &[("interface/builtin-value-type", 1, 34)],
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(position) a: vec4f) {}",
            &[("interface/builtin-value-stage", 1, 34)],
        ),
        (
            "@fragment fn f(@builtin(position) a: vec4f, @builtin(position) b: vec4f) {}",
            &[("interface/duplicate-builtin-value", 1, 45)],
        ),
        (
            "struct I { @builtin(position) a: vec4f } @fragment fn f(@builtin(position) a: vec4f, b: I) {}",
            &[("interface/duplicate-builtin-value", 1, 12)],
        ),
        (
            "struct I { @builtin(position) a: vec4f } @fragment fn f(b: I, c: I) {}",
            &[("interface/duplicate-builtin-value", 1, 12)],
        ),
        (
            "struct I { @builtin(position) a: vec4f, @builtin(front_facing) b: bool } @fragment fn f(b: I, @builtin(sample_index) a: u32) {}",
            &[],
        ),
        ("@fragment fn f(@builtin(positoin) a: vec4f) {}", &[("interface/unknown-builtin-value", 1, 25)]),
        ("enable subgroups; @compute @workgroup_size(1) fn f(@builtin(subgroup_size) a: u32) {}", &[]),
        (
            "@compute @workgroup_size(1) fn f(@builtin(subgroup_size) a: u32) {}",
            &[("resolve/extension-not-enabled", 1, 34)],
        ),
        (
            "enable clip_distances; struct O { @builtin(position) p: vec4f, @builtin(clip_distances) c: array<f32, 8> } @vertex fn f() -> O { return O(); }",
            &[],
        ),
        (
            "enable clip_distances; struct O { @builtin(position) p: vec4f, @builtin(clip_distances) c: array<f32, 1> } @vertex fn f() -> O { return O(); }",
            &[],
        ),
        (
            "enable clip_distances; struct O { @builtin(position) p: vec4f, @builtin(clip_distances) c: array<f32, 9> } @vertex fn f() -> O { return O(); }",
            &[("interface/builtin-value-type", 1, 64)],
        ),
        (
            "enable clip_distances; struct O { @builtin(position) p: vec4f, @builtin(clip_distances) c: array<u32, 2> } @vertex fn f() -> O { return O(); }",
            &[("interface/builtin-value-type", 1, 64)],
        ),
        (
            "enable clip_distances; struct O { @builtin(position) p: vec4f, @builtin(clip_distances) c: f32 } @vertex fn f() -> O { return O(); }",
            &[("interface/builtin-value-type", 1, 64)],
        ),
        (
            "struct O { @builtin(position) p: vec4f, @builtin(clip_distances) c: array<f32, 2> } @vertex fn f() -> O { return O(); }",
            &[("resolve/extension-not-enabled", 1, 41)],
        ),
        ("enable primitive_index; @fragment fn f(@builtin(primitive_index) a: u32) {}", &[]),
        ("@fragment fn f(@builtin(primitive_index) a: u32) {}", &[("resolve/extension-not-enabled", 1, 16)]),
    ]);
}

#[test]
fn attributes_of_inputs_and_outputs_go_together() {
    check(&[
        (
            "@fragment fn f(@builtin(position) @location(0) a: vec4f) {}",
            &[("interface/conflicting-io-attributes", 1, 35)],
        ),
        (
            "@fragment fn f(@location(0) @builtin(position) a: vec4f) {}",
            &[("interface/conflicting-io-attributes", 1, 16)],
        ),
        ("@fragment fn f(@builtin(position) @invariant a: vec4f) {}", &[]),
        ("@vertex fn f() -> @builtin(position) @invariant vec4f { return vec4f(); }", &[]),
        ("@fragment fn f(@location(0) @invariant a: vec4f) {}", &[("interface/invalid-invariant", 1, 29)]),
        (
            "@fragment fn f(@builtin(front_facing) @invariant a: bool) {}",
            &[("interface/invalid-invariant", 1, 39)],
        ),
        ("struct S { @invariant a: vec4f }", &[("interface/invalid-invariant", 1, 12)]),
        ("struct S { @builtin(position) @invariant a: vec4f }", &[]),
        ("struct S { @interpolate(flat) a: f32 }", &[("interface/invalid-interpolation", 1, 12)]),
        (
            "struct S { @builtin(position) @interpolate(flat) a: vec4f }",
            &[("interface/invalid-interpolation", 1, 31)],
        ),
        ("struct S { @location(0) @interpolate(flat) a: f32 }", &[]),
        ("struct S { @location(0) @interpolate(flat, first) a: f32 }", &[]),
        ("struct S { @location(0) @interpolate(flat, either) a: f32 }", &[]),
        (
            "struct S { @location(0) @interpolate(flat, center) a: f32 }",
            &[("interface/invalid-interpolation", 1, 44)],
        ),
        (
            "struct S { @location(0) @interpolate(flat, sample) a: f32 }",
            &[("interface/invalid-interpolation", 1, 44)],
        ),
        ("struct S { @location(0) @interpolate(linear) a: f32 }", &[]),
        ("struct S { @location(0) @interpolate(linear, centroid) a: f32 }", &[]),
        ("struct S { @location(0) @interpolate(linear, sample) a: f32 }", &[]),
        ("struct S { @location(0) @interpolate(perspective, center) a: f32 }", &[]),
        (
            "struct S { @location(0) @interpolate(perspective, first) a: f32 }",
            &[("interface/invalid-interpolation", 1, 51)],
        ),
        (
            "struct S { @location(0) @interpolate(linear, either) a: f32 }",
            &[("interface/invalid-interpolation", 1, 46)],
        ),
        ("struct S { @location(0) @interpolate(smooth) a: f32 }", &[("lex/reserved-word", 1, 38)]),
        (
            "struct S { @location(0) @interpolate(perspective, anywhere) a: f32 }",
            &[("interface/invalid-interpolation", 1, 51)],
        ),
    ]);
}

#[test]
fn locations_differ_and_stand_on_numbers() {
    check(&[
        ("struct S { @location(0) a: bool }", &[("interface/invalid-io-type", 1, 12)]),
        ("struct S { @location(0) a: vec2<bool> }", &[("interface/invalid-io-type", 1, 12)]),
        ("struct S { @location(0) a: mat2x2f }", &[("interface/invalid-io-type", 1, 12)]),
        ("struct S { @location(0) a: array<f32, 2> }", &[("interface/invalid-io-type", 1, 12)]),
        ("struct I { a: f32 } struct S { @location(0) a: I }", &[("interface/invalid-io-type", 1, 32)]),
        ("struct S { @location(0) a: nothing }", &[("resolve/unknown-identifier", 1, 28)]),
        ("struct S { @location(0) a: vec4u }", &[]),
        ("struct S { @location(-1) a: f32 }", &[("interface/invalid-attribute-value", 1, 22)]),
        ("struct S { @location(0) a: f32, @location(0) b: f32 }", &[("interface/duplicate-location", 1, 33)]),
        (
            "struct S { @location(0) a: f32, @location(1) b: f32, @location(0) c: f32 }",
            &[("interface/duplicate-location", 1, 54)],
        ),
        (
            "@fragment fn f(@location(0) a: f32, @location(0) b: f32) {}",
            &[("interface/duplicate-location", 1, 37)],
        ),
        ("@fragment fn f(@location(0) a: f32, @location(1) b: f32) {}", &[]),
        (
            "struct I { @location(0) a: f32 } @fragment fn f(@location(0) a: f32, b: I) {}",
            &[("interface/duplicate-location", 1, 12)],
        ),
        ("struct I { @location(0) a: f32 } @fragment fn f(@location(1) a: f32, b: I) {}", &[]),
        (
            "struct I { @location(0) a: f32 } struct J { @location(0) a: f32 } @fragment fn f(a: I, b: J) {}",
            &[("interface/duplicate-location", 1, 45)],
        ),
        (
            "struct I { @location(0) a: f32 } @fragment fn f(a: I, b: I) {}",
            &[("interface/duplicate-location", 1, 12)],
        ),
        ("struct I { @location(0) a: f32 } @fragment fn f(a: I) -> I { return a; }", &[]),
        (
            "@compute @workgroup_size(1) fn f(@location(0) a: f32) {}",
            &[("interface/io-attribute-not-allowed", 1, 34)],
        ),
        (
            "@compute @workgroup_size(1) fn f(@location(0) a: i32) {}",
            &[("interface/io-attribute-not-allowed", 1, 34)],
        ),
        (
            "@compute @workgroup_size(1) fn f() -> @location(0) f32 { return 1; }",
            &[("interface/compute-result", 1, 52)],
        ),
        ("@compute @workgroup_size(1) fn f() -> f32 { return 1; }", &[("interface/compute-result", 1, 39)]),
    ]);
}

#[test]
fn integers_are_flat_where_they_would_be_interpolated() {
    check(&[
        ("@fragment fn f(@location(0) a: i32) {}", &[("interface/missing-flat", 1, 29)]),
        ("@fragment fn f(@location(0) a: vec2u) {}", &[("interface/missing-flat", 1, 29)]),
        ("@fragment fn f(@location(0) a: f32) {}", &[]),
        ("@fragment fn f(@location(0) @interpolate(flat) a: i32) {}", &[]),
        ("@fragment fn f(@location(0) @interpolate(linear) a: i32) {}", &[("interface/missing-flat", 1, 50)]),
        ("@fragment fn f() -> @location(0) vec4i { return vec4i(); }", &[]),
        ("@vertex fn f(@location(0) a: vec4i) -> @builtin(position) vec4f { return vec4f(); }", &[]),
        (
            "struct O { @builtin(position) p: vec4f, @location(0) a: u32 } @vertex fn f() -> O { return O(); }",
            &[("interface/missing-flat", 1, 54)],
        ),
        (
            "struct O { @builtin(position) p: vec4f, @location(0) @interpolate(flat) a: u32 } @vertex fn f() -> O { return O(); }",
            &[],
        ),
    ]);
}

#[test]
fn all_inputs_and_outputs_are_assigned() {
    check(&[
        ("@fragment fn f(a: f32) {}", &[("interface/missing-io-attribute", 1, 16)]),
        ("@fragment fn f() -> f32 { return 1; }", &[("interface/missing-io-attribute", 1, 21)]),
        ("struct I { a: f32 } @fragment fn f(a: I) {}", &[("interface/missing-io-attribute", 1, 12)]),
        (
            "struct I { @location(0) a: f32, b: f32, @location(2) c: f32 } @fragment fn f(a: I) {}",
            &[("interface/missing-io-attribute", 1, 33)],
        ),
        (
            "struct I { @location(0) a: f32 } struct O { i: I } @fragment fn f(a: O) {}",
            &[("interface/nested-io-struct", 1, 45)],
        ),
        (
            "struct I { @location(0) a: f32 } struct O { i: I } @fragment fn f() -> O { return O(); }",
            &[("interface/nested-io-struct", 1, 45)],
        ),
        (
            "struct I { @location(0) a: f32 } @fragment fn f(@builtin(position) a: I) {}",
            &[("interface/invalid-io-type", 1, 49)],
        ),
        (
            "struct I { @location(0) a: f32 } @fragment fn f(@location(0) a: I) {}",
            &[("interface/invalid-io-type", 1, 49)],
        ),
        ("@fragment fn f(a: nothing) {}", &[("resolve/unknown-identifier", 1, 19)]),
        ("fn f(@location(0) a: f32) {}", &[("interface/io-attribute-not-allowed", 1, 6)]),
        ("fn f(@builtin(position) a: vec4f) {}", &[("interface/io-attribute-not-allowed", 1, 6)]),
        ("fn f() -> @location(0) f32 { return 1; }", &[("interface/io-attribute-not-allowed", 1, 11)]),
        (
            "fn f(@interpolate(flat) a: f32, @invariant b: f32) -> @builtin(frag_depth) f32 { return 1; }",
            &[
                ("interface/io-attribute-not-allowed", 1, 6),
                ("interface/io-attribute-not-allowed", 1, 33),
                ("interface/io-attribute-not-allowed", 1, 55),
            ],
        ),
        ("fn f(a: f32, @location(0) b: f32) {}", &[("interface/io-attribute-not-allowed", 1, 14)]),
    ]);
}

#[test]
fn dual_source_blending_has_two_sources_of_one_type() {
    let head = "enable dual_source_blending;";
    check_in(
        head,
        "",
        &[
            ("struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }", &[]),
            ("struct S { @location(0) @blend_src(1) a: vec4f, @location(0) @blend_src(0) b: vec4f }", &[]),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f, @builtin(frag_depth) c: f32 }",
                &[],
            ),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec3f }",
                &[("interface/invalid-blend-src", 1, 76)],
            ),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(0) b: vec4f }",
                &[("interface/invalid-blend-src", 1, 25)],
            ),
            ("struct S { @location(0) @blend_src(0) a: vec4f }", &[("interface/invalid-blend-src", 1, 25)]),
            ("struct S { @location(0) @blend_src(1) a: vec4f }", &[("interface/invalid-blend-src", 1, 25)]),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) b: vec4f }",
                &[("interface/invalid-blend-src", 1, 25)],
            ),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(1) @blend_src(1) b: vec4f }",
                &[("interface/invalid-blend-src", 1, 25)],
            ),
            (
                "struct S { @location(1) @blend_src(0) a: vec4f, @location(1) @blend_src(1) b: vec4f }",
                &[("interface/invalid-blend-src", 1, 25)],
            ),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f, @location(1) c: vec4f }",
                &[("interface/invalid-blend-src", 1, 25)],
            ),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f } @fragment fn f() -> S { return S(); }",
                &[],
            ),
            (
                "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f, @builtin(position) c: vec4f } @vertex fn f() -> S { return S(); }",
                &[("interface/invalid-blend-src", 1, 25), ("interface/invalid-blend-src", 1, 62)],
            ),
        ],
    );
    check(&[(
        "struct S { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }",
        &[("resolve/extension-not-enabled", 1, 25), ("resolve/extension-not-enabled", 1, 62)],
    )]);
}

#[test]
fn an_entry_point_has_one_stage_and_is_not_called() {
    check(&[
        ("@vertex @fragment fn f() {}", &[("interface/multiple-stages", 1, 9)]),
        (
            "@compute @workgroup_size(1) @fragment @vertex fn f() {}",
            &[("interface/multiple-stages", 1, 29), ("interface/multiple-stages", 1, 39)],
        ),
        ("@fragment fn f() {} fn g() { f(); }", &[("interface/entry-point-called", 1, 30)]),
        ("@fragment fn f() {} @fragment fn g() { f(); }", &[("interface/entry-point-called", 1, 40)]),
    ]);
}
