//! Uniformity of calls, as the draft of 2022-04-11 defines it.
//! <https://www.w3.org/TR/WGSL/#uniformity-function-calls>

use crate::common::check_draft;

/// Variables that may differ between invocations, and variables that may not.
const HEAD: &str =
    "@group(0) @binding(0) var<storage, read_write> w: i32; @group(0) @binding(1) var<uniform> u: i32;";

#[test]
fn some_builtin_functions_need_uniform_control_flow() {
    check_draft(
        HEAD,
        &[
            ("fn f() { if w > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 21)]),
            ("fn f() { if w > 0 { storageBarrier(); } }", &[("uniformity/barrier", 1, 21)]),
            ("fn f() { if w > 0 { _ = dpdx(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = dpdxCoarse(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = dpdxFine(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = dpdy(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = dpdyCoarse(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = dpdyFine(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = fwidth(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = fwidthCoarse(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            ("fn f() { if w > 0 { _ = fwidthFine(1.0); } }", &[("uniformity/derivative", 1, 25)]),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureSample(t, s, vec2<f32>()); } }",
                &[("uniformity/derivative", 1, 205)],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureSampleBias(t, s, vec2<f32>(), 1.0); } }",
                &[("uniformity/derivative", 1, 205)],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureSampleCompare(d, c, vec2<f32>(), 1.0); } }",
                &[("uniformity/derivative", 1, 205)],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureSampleLevel(t, s, vec2<f32>(), 1.0); } }",
                &[],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureSampleGrad(t, s, vec2<f32>(), vec2<f32>(), vec2<f32>()); } }",
                &[],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureSampleCompareLevel(d, c, vec2<f32>(), 1.0); } }",
                &[],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureGather(0, t, s, vec2<f32>()); } }",
                &[],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureGatherCompare(d, c, vec2<f32>(), 1.0); } }",
                &[],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if w > 0 { _ = textureLoad(t, vec2<i32>(), 0); } }",
                &[],
            ),
            ("fn f() { if dpdx(1.0) > 0.0 { _ = dpdx(1.0); } }", &[("uniformity/derivative", 1, 35)]),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if textureSample(t, s, vec2<f32>()).x > 0.0 { _ = dpdx(1.0); } }",
                &[("uniformity/derivative", 1, 240)],
            ),
            (
                "@group(0) @binding(2) var t: texture_2d<f32>; @group(0) @binding(3) var d: texture_depth_2d; @group(0) @binding(4) var s: sampler; @group(0) @binding(5) var c: sampler_comparison; fn f() { if textureSampleLevel(t, s, vec2<f32>(), 1.0).x > 0.0 { _ = dpdx(1.0); } }",
                &[],
            ),
            ("fn f() { _ = dpdx(f32(w)); _ = dpdx(1.0); }", &[]),
            (
                "fn f() { if w > 0 { workgroupBarrier(); workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 21)],
            ),
        ],
    );
}

#[test]
fn calls_ask_for_what_the_function_asks() {
    check_draft(
        HEAD,
        &[
            ("fn g() { workgroupBarrier(); } fn f() { if w > 0 { g(); } }", &[("uniformity/barrier", 1, 10)]),
            ("fn g() { workgroupBarrier(); } fn f() { if u > 0 { g(); } }", &[]),
            ("fn f() { if w > 0 { g(); } } fn g() { workgroupBarrier(); }", &[("uniformity/barrier", 1, 39)]),
            (
                "fn f() { if w > 0 { g(); } } fn g() { h(); } fn h() { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 55)],
            ),
            (
                "fn g() { if u > 0 { workgroupBarrier(); } } fn f() { if w > 0 { g(); } }",
                &[("uniformity/barrier", 1, 21)],
            ),
            (
                "fn g(x: i32) { if x > 0 { workgroupBarrier(); } } fn f() { g(w); }",
                &[("uniformity/barrier", 1, 27)],
            ),
            ("fn g(x: i32) { if x > 0 { workgroupBarrier(); } } fn f() { g(u); }", &[]),
            ("fn g(x: i32, y: i32) { if y > 0 { workgroupBarrier(); } } fn f() { g(w, u); }", &[]),
            (
                "fn g(x: i32) { let y = x; h(y); } fn h(x: i32) { if x > 0 { workgroupBarrier(); } } fn f() { g(w); }",
                &[("uniformity/barrier", 1, 61)],
            ),
        ],
    );
}

#[test]
fn control_flow_may_be_non_uniform_behind_a_call() {
    check_draft(
        HEAD,
        &[
            (
                "fn g() { if w > 0 { return; } } fn f() { g(); workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 47)],
            ),
            ("fn g() { if u > 0 { return; } } fn f() { g(); workgroupBarrier(); }", &[]),
            ("fn g() { if w > 0 { } } fn f() { g(); workgroupBarrier(); }", &[]),
            ("fn g() { if w > 0 { return; } } fn h() { g(); } fn f() { h(); workgroupBarrier(); }", &[]),
            (
                "fn g() { if w > 0 { return; } } fn h() { g(); return; } fn f() { h(); workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 71)],
            ),
            (
                "fn g() -> i32 { if w > 0 { return 1; } return 2; } fn f() { _ = g(); workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 70)],
            ),
            (
                "fn g() -> i32 { if w > 0 { return 1; } return 2; } fn f() { if g() > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 74)],
            ),
            (
                "fn g() -> i32 { if w > 0 { return 1; } return 2; } fn f() { if g() > 0 { } workgroupBarrier(); }",
                &[],
            ),
            (
                "fn g(x: i32) { if x > 0 { return; } } fn f() { g(w); workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 54)],
            ),
            ("fn g(x: i32) { if x > 0 { return; } } fn f() { g(u); workgroupBarrier(); }", &[]),
            (
                "fn g(x: i32) -> i32 { if x > 0 { return 1; } return 2; } fn f() { if g(w) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 81)],
            ),
        ],
    );
}

#[test]
fn results_may_be_non_uniform() {
    check_draft(
        HEAD,
        &[
            (
                "fn g() -> i32 { return w; } fn f() { if g() > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 51)],
            ),
            ("fn g() -> i32 { return w; } fn f() { _ = g(); workgroupBarrier(); }", &[]),
            ("fn g() -> i32 { return u; } fn f() { if g() > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn g(x: i32) -> i32 { return x; } fn f() { if g(w) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 58)],
            ),
            ("fn g(x: i32) -> i32 { return x; } fn f() { if g(u) > 0 { workgroupBarrier(); } }", &[]),
            ("fn g(x: i32) -> i32 { return x; } fn f() { _ = g(w); workgroupBarrier(); }", &[]),
            ("fn g(x: i32) -> i32 { return 1; } fn f() { if g(w) > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn g(x: i32, y: i32) -> i32 { return y; } fn f() { if g(w, u) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn g() -> i32 { return 1; } fn f() { var x: i32; if w > 0 { x = g(); } if x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 83)],
            ),
        ],
    );
}
