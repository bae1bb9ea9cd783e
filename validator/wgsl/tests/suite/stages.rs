//! Stages and resources that an entry point reaches. <https://www.w3.org/TR/WGSL/#functions-in-a-shader-stage>

use crate::common::{check, check_in};

#[test]
fn some_functions_and_variables_are_for_some_stages() {
    check(&[
        (
            "@vertex fn f() -> @builtin(position) vec4f { discard; return vec4f(); }",
            &[("interface/stage-not-allowed", 1, 46)],
        ),
        ("@fragment fn f() { discard; }", &[]),
        ("@compute @workgroup_size(1) fn f() { discard; }", &[("interface/stage-not-allowed", 1, 38)]),
        ("fn g() { discard; } @fragment fn f() { g(); }", &[]),
        (
            "fn g() { discard; } @compute @workgroup_size(1) fn f() { g(); }",
            &[("interface/stage-not-allowed", 1, 10)],
        ),
        (
            "fn g() { discard; } fn h() { g(); } @compute @workgroup_size(1) fn f() { h(); }",
            &[("interface/stage-not-allowed", 1, 10)],
        ),
        ("fn g() { discard; } fn h() { g(); } @fragment fn f() { h(); }", &[]),
        ("fn g() { discard; } @compute @workgroup_size(1) fn f() { }", &[]),
        (
            "fn g() { discard; discard; } @compute @workgroup_size(1) fn e() { g(); } @fragment fn f() { g(); }",
            &[("interface/stage-not-allowed", 1, 10), ("interface/stage-not-allowed", 1, 19)],
        ),
        ("@fragment fn f() { workgroupBarrier(); }", &[("interface/stage-not-allowed", 1, 20)]),
        ("@compute @workgroup_size(1) fn f() { workgroupBarrier(); }", &[]),
        (
            "fn g() { workgroupBarrier(); } @fragment fn f() { g(); }",
            &[("interface/stage-not-allowed", 1, 10)],
        ),
        (
            "@vertex fn f() -> @builtin(position) vec4f { _ = dpdx(1.0); return vec4f(); }",
            &[("interface/stage-not-allowed", 1, 50)],
        ),
        ("@fragment fn f() { _ = dpdx(1.0); }", &[]),
        ("@compute @workgroup_size(1) fn f() { _ = dpdx(1.0); }", &[("interface/stage-not-allowed", 1, 42)]),
        (
            "fn g() { _ = dpdx(1.0); } @compute @workgroup_size(1) fn e() { g(); } @fragment fn f() { g(); }",
            &[("interface/stage-not-allowed", 1, 14)],
        ),
        ("var<workgroup> w: i32; @compute @workgroup_size(1) fn f() { _ = w; }", &[]),
        ("var<workgroup> w: i32; @fragment fn f() { _ = w; }", &[("interface/stage-not-allowed", 1, 47)]),
        (
            "var<workgroup> w: i32; @fragment fn f() { _ = w; _ = w; }",
            &[("interface/stage-not-allowed", 1, 47)],
        ),
        (
            "var<workgroup> w: i32; var<workgroup> x: i32; @fragment fn f() { _ = w; _ = x; _ = w; }",
            &[("interface/stage-not-allowed", 1, 70), ("interface/stage-not-allowed", 1, 77)],
        ),
        (
            "var<workgroup> w: i32; fn g() { _ = w; } @fragment fn f() { g(); }",
            &[("interface/stage-not-allowed", 1, 37)],
        ),
        (
            "var<workgroup> w: i32; fn g() { _ = w; } @fragment fn f() { g(); _ = w; }",
            &[("interface/stage-not-allowed", 1, 37), ("interface/stage-not-allowed", 1, 70)],
        ),
        ("var<workgroup> w: i32; fn g() { _ = w; } @fragment fn f() { }", &[]),
        (
            "@group(0) @binding(0) var<storage, read_write> b: i32; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }",
            &[("interface/stage-not-allowed", 1, 105)],
        ),
        ("@group(0) @binding(0) var<storage, read_write> b: i32; @fragment fn f() { _ = b; }", &[]),
        (
            "@group(0) @binding(0) var<storage, read_write> b: i32; @compute @workgroup_size(1) fn f() { _ = b; }",
            &[],
        ),
        (
            "@group(0) @binding(0) var<storage, read> b: i32; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }",
            &[],
        ),
        (
            "@group(0) @binding(0) var<uniform> b: i32; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }",
            &[],
        ),
        ("var<private> b: i32; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }", &[]),
        (
            "@group(0) @binding(0) var b: texture_2d<f32>; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }",
            &[],
        ),
        (
            "@group(0) @binding(0) var b: texture_storage_2d<rgba8unorm, write>; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }",
            &[("interface/stage-not-allowed", 1, 118)],
        ),
        (
            "@group(0) @binding(0) var b: texture_storage_2d<r32float, read_write>; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }",
            &[("interface/stage-not-allowed", 1, 121)],
        ),
        (
            "@group(0) @binding(0) var b: texture_storage_2d<rgba8unorm, read>; @vertex fn f() -> @builtin(position) vec4f { _ = b; return vec4f(); }",
            &[],
        ),
        (
            "@group(0) @binding(0) var b: texture_storage_2d<rgba8unorm, write>; @fragment fn f() { _ = b; }",
            &[],
        ),
        (
            "@group(0) @binding(0) var b: texture_storage_2d<rgba8unorm, write>; @compute @workgroup_size(1) fn f() { _ = b; }",
            &[],
        ),
    ]);
}

#[test]
fn the_resources_of_an_entry_point_have_different_places() {
    let head = "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(0) var<uniform> b: i32; @group(0) @binding(1) var<uniform> c: i32; @group(1) @binding(0) var<uniform> d: i32;";
    check_in(
        head,
        "",
        &[
            ("@fragment fn f() { _ = a; }", &[]),
            ("@fragment fn f() { _ = a; _ = b; }", &[("interface/duplicate-binding", 0, 79)]),
            ("@fragment fn f() { _ = a; _ = c; _ = d; }", &[]),
            ("@fragment fn f() { _ = b; _ = c; _ = d; }", &[]),
            ("@fragment fn f() { _ = a; } @fragment fn g() { _ = b; }", &[]),
            ("fn g() { _ = a; } @fragment fn f() { g(); _ = b; }", &[("interface/duplicate-binding", 0, 79)]),
            (
                "fn g() { _ = a; } fn h() { _ = b; } @fragment fn f() { g(); h(); }",
                &[("interface/duplicate-binding", 0, 79)],
            ),
            (
                "fn g() { _ = a; } fn h() { g(); } @fragment fn f() { h(); _ = b; h(); }",
                &[("interface/duplicate-binding", 0, 79)],
            ),
            ("fn g() { _ = a; } fn h() { _ = b; } @fragment fn f() { g(); } @fragment fn e() { h(); }", &[]),
            ("fn g() { _ = a; } fn h() { _ = b; } fn i() { g(); h(); }", &[]),
            (
                "fn g() { _ = a; } fn h() { _ = b; } fn i() { g(); h(); } @fragment fn f() { i(); } @fragment fn e() { i(); }",
                &[("interface/duplicate-binding", 0, 79)],
            ),
            (
                "fn g() { _ = a; } fn k() { g(); } fn h() { _ = b; k(); } @fragment fn e() { g(); } @fragment fn f() { h(); } @fragment fn d2() { k(); }",
                &[("interface/duplicate-binding", 0, 79)],
            ),
        ],
    );
    check(&[
        (
            "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(0) var<uniform> b: i32; @group(0) @binding(0) var<uniform> c: i32; @fragment fn f() { _ = a; _ = b; _ = c; }",
            &[("interface/duplicate-binding", 1, 79), ("interface/duplicate-binding", 1, 122)],
        ),
        (
            "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(0) var<storage> b: i32; @fragment fn f() { _ = b; _ = a; }",
            &[("interface/duplicate-binding", 1, 79)],
        ),
        (
            "@group(0) @binding(0) var a: sampler; @group(0) @binding(0) var b: texture_2d<f32>; @fragment fn f() { _ = b; _ = a; }",
            &[("interface/duplicate-binding", 1, 65)],
        ),
        (
            "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(0) var<uniform> b: i32; @group(0) @binding(1) var<uniform> c: i32; @group(0) @binding(1) var<uniform> d: i32; @fragment fn f() { _ = a; _ = c; }",
            &[],
        ),
        (
            "@group(0) @binding(0) var<uniform> a: i32; @group(0) @binding(0) var<uniform> b: i32; @group(0) @binding(1) var<uniform> c: i32; @group(0) @binding(1) var<uniform> d: i32; @fragment fn f() { _ = a; _ = b; _ = c; _ = d; }",
            &[("interface/duplicate-binding", 1, 79), ("interface/duplicate-binding", 1, 165)],
        ),
        (
            "@group(0) @binding(2) var<uniform> a: i32; @group(2) @binding(0) var<uniform> b: i32; @fragment fn f() { _ = a; _ = b; }",
            &[],
        ),
        (
            "requires immediate_address_space; var<immediate> a: i32; var<immediate> b: i32; @fragment fn f() { _ = a; }",
            &[],
        ),
        (
            "requires immediate_address_space; var<immediate> a: i32; var<immediate> b: i32; @fragment fn f() { _ = a; _ = b; }",
            &[("interface/multiple-immediates", 1, 73)],
        ),
        (
            "requires immediate_address_space; var<immediate> a: i32; var<immediate> b: i32; @fragment fn f() { _ = a; } @fragment fn g() { _ = b; }",
            &[],
        ),
        (
            "requires immediate_address_space; var<immediate> a: i32; var<immediate> b: i32; fn g() { _ = b; } @fragment fn f() { g(); _ = a; }",
            &[("interface/multiple-immediates", 1, 73)],
        ),
        (
            "requires immediate_address_space; var<immediate> a: i32; var<private> b: i32; var<private> c: i32; var<workgroup> d: i32; @compute @workgroup_size(1) fn f() { _ = a; _ = b; _ = c; _ = d; }",
            &[],
        ),
        (
            "requires immediate_address_space; var<immediate> a: i32; var<immediate> b: i32; @group(0) @binding(0) var<uniform> c: i32; @group(0) @binding(0) var<uniform> d: i32; @fragment fn f() { _ = a; _ = c; _ = d; }",
            &[("interface/duplicate-binding", 1, 159)],
        ),
    ]);
}
