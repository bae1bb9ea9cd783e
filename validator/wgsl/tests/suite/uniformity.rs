//! Uniformity within a function. <https://www.w3.org/TR/WGSL/#uniformity>

use crate::common::{check, check_in};

#[test]
fn some_inputs_are_the_same_for_all_invocations() {
    check(&[
        (
            "@compute @workgroup_size(1) fn f(@builtin(workgroup_id) x: vec3u) { if x.x > 0 { workgroupBarrier(); } }",
            &[],
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(num_workgroups) x: vec3u) { if x.x > 0 { workgroupBarrier(); } }",
            &[],
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(local_invocation_id) x: vec3u) { if x.x > 0 { workgroupBarrier(); } }",
            &[("uniformity/barrier", 1, 89)],
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(global_invocation_id) x: vec3u) { if x.x > 0 { workgroupBarrier(); } }",
            &[("uniformity/barrier", 1, 90)],
        ),
        (
            "@compute @workgroup_size(1) fn f(@builtin(local_invocation_index) x: u32) { if x > 0 { workgroupBarrier(); } }",
            &[("uniformity/barrier", 1, 88)],
        ),
        (
            "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(subgroup_size) x: u32) { if x > 0 { workgroupBarrier(); } }",
            &[],
        ),
        (
            "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(num_subgroups) x: u32) { if x > 0 { workgroupBarrier(); } }",
            &[],
        ),
        (
            "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(subgroup_id) x: u32) { if x > 0 { workgroupBarrier(); } }",
            &[("uniformity/barrier", 1, 95)],
        ),
        (
            "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(subgroup_id) x: u32) { if x > 0 { _ = subgroupAdd(1); } }",
            &[],
        ),
        (
            "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(subgroup_invocation_id) x: u32) { if x > 0 { _ = subgroupAdd(1); } }",
            &[("uniformity/subgroup", 1, 110)],
        ),
        (
            "enable subgroups; @compute @workgroup_size(1) fn f(@builtin(workgroup_id) x: vec3u) { if x.x > 0 { _ = subgroupAdd(1); } }",
            &[],
        ),
        (
            "enable subgroups; @fragment fn f(@builtin(subgroup_size) x: u32) { if x > 0 { _ = dpdx(1.0); } }",
            &[("uniformity/derivative", 1, 83)],
        ),
        (
            "@fragment fn f(@builtin(position) x: vec4f) { if x.x > 0 { _ = dpdx(1.0); } }",
            &[("uniformity/derivative", 1, 64)],
        ),
        (
            "@fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(1.0); } }",
            &[("uniformity/derivative", 1, 54)],
        ),
        (
            "@fragment fn f(@location(0) @interpolate(flat, either) x: i32) { if x > 0 { _ = dpdx(1.0); } }",
            &[("uniformity/derivative", 1, 81)],
        ),
        (
            "struct I { @builtin(workgroup_id) x: vec3u, @builtin(num_workgroups) n: vec3u } @compute @workgroup_size(1) fn f(i: I) { if i.x.x > 0 { workgroupBarrier(); } }",
            &[],
        ),
        (
            "struct I { @builtin(workgroup_id) x: vec3u, @builtin(local_invocation_index) n: u32 } @compute @workgroup_size(1) fn f(i: I) { if i.x.x > 0 { workgroupBarrier(); } }",
            &[("uniformity/barrier", 1, 143)],
        ),
    ]);
}

#[test]
fn memory_that_others_write_is_not_uniform() {
    let head = "@group(0) @binding(0) var<uniform> u: i32; @group(0) @binding(1) var<storage> r: i32; @group(0) @binding(2) var<storage, read_write> w: i32; var<private> p: i32; var<workgroup> g: i32; override o = 1; const k = 1; @group(0) @binding(3) var rw: texture_storage_2d<r32sint, read_write>; @group(0) @binding(4) var ro: texture_storage_2d<r32sint, read>; var<workgroup> at: atomic<i32>; var<workgroup> arr: array<i32, 4>; @group(0) @binding(5) var<uniform> ua: array<vec4i, 4>; @group(0) @binding(6) var<storage> buf: buffer<64>; @group(0) @binding(7) var<storage, read_write> bufw: buffer<64>;";
    check_in(
        head,
        "",
        &[
            ("@compute @workgroup_size(1) fn f() { if u > 0 { workgroupBarrier(); } }", &[]),
            ("@compute @workgroup_size(1) fn f() { if r > 0 { workgroupBarrier(); } }", &[]),
            (
                "@compute @workgroup_size(1) fn f() { if w > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 49)],
            ),
            (
                "@compute @workgroup_size(1) fn f() { if p > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 49)],
            ),
            (
                "@compute @workgroup_size(1) fn f() { if g > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 49)],
            ),
            ("@compute @workgroup_size(1) fn f() { if o > 0 { workgroupBarrier(); } }", &[]),
            ("@compute @workgroup_size(1) fn f() { if k > 0 { workgroupBarrier(); } }", &[]),
            (
                "@compute @workgroup_size(1) fn f() { if workgroupUniformLoad(&g) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "@compute @workgroup_size(1) fn f() { if atomicAdd(&at, 1) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 65)],
            ),
            (
                "@compute @workgroup_size(1) fn f() { if textureLoad(rw, vec2i()).x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 74)],
            ),
            (
                "@compute @workgroup_size(1) fn f() { if textureLoad(ro, vec2i()).x > 0 { workgroupBarrier(); } }",
                &[],
            ),
            ("@compute @workgroup_size(1) fn f() { if ua[1].x > 0 { workgroupBarrier(); } }", &[]),
            ("MAIN\nif ua[i].x > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 2, 18)]),
            ("MAIN\n_ = workgroupUniformLoad(&arr[i]); }", &[("uniformity/barrier", 2, 26)]),
            ("MAIN\n_ = workgroupUniformLoad(&arr[1]); }", &[]),
            ("@compute @workgroup_size(1) fn f() { let q = &u; if *q > 0 { workgroupBarrier(); } }", &[]),
            (
                "@compute @workgroup_size(1) fn f() { let q = &w; if *q > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 62)],
            ),
            (
                "@compute @workgroup_size(1) fn f() { let q = &p; if *q > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 62)],
            ),
            ("MAIN\nlet q = &ua[i]; if q.x > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 2, 30)]),
            (
                "MAIN\nlet q = &ua[i]; if (*q).x > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 33)],
            ),
            ("MAIN\nlet q = &ua[2]; if all(q.xy > vec2i()) { workgroupBarrier(); } }", &[]),
            (
                "MAIN\nlet q = &ua[i]; if all(q.xy > vec2i()) { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 42)],
            ),
            (
                "@compute @workgroup_size(1) fn f() { p = 1; if p > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 56)],
            ),
            (
                "@compute @workgroup_size(1) fn f() { if *bufferView<i32>(&buf, 0) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "@compute @workgroup_size(1) fn f() { if *bufferView<i32>(&bufw, 0) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 74)],
            ),
            (
                "MAIN\nif *bufferView<i32>(&buf, i) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 36)],
            ),
            ("MAIN\nif bufferLength(&bufw) > 0 { workgroupBarrier(); } }", &[]),
            (
                "fn load(q: ptr<uniform, i32>) -> i32 { return *q; } @compute @workgroup_size(1) fn f() { if load(&u) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn load(q: ptr<storage, i32>) -> i32 { return *q; } @compute @workgroup_size(1) fn f() { if load(&r) > 0 { workgroupBarrier(); } }",
                &[],
            ),
            (
                "fn load(q: ptr<storage, i32, read_write>) -> i32 { return *q; } @compute @workgroup_size(1) fn f() { if load(&w) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 120)],
            ),
            (
                "fn load(q: ptr<private, i32>) -> i32 { return *q; } @compute @workgroup_size(1) fn f() { if load(&p) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 1, 108)],
            ),
            (
                "fn load(q: ptr<uniform, vec4i>) -> i32 { return q.x; } MAIN\nif load(&ua[i]) > 0 { workgroupBarrier(); } }",
                &[("uniformity/barrier", 2, 23)],
            ),
            (
                "fn load(q: ptr<uniform, vec4i>) -> i32 { return 1; } MAIN\nif load(&ua[i]) > 0 { workgroupBarrier(); } }",
                &[],
            ),
        ],
    );
}

#[test]
fn an_expression_is_as_uniform_as_its_parts() {
    let head = "@group(0) @binding(0) var<uniform> u: i32; @group(0) @binding(1) var<uniform> ub: array<vec4i, 2>; fn id(a: i32) -> i32 { return a; } fn one(a: i32) -> i32 { return 1; } struct S { a: i32, b: i32 } @compute @workgroup_size(1) fn f(@builtin(local_invocation_index) j: u32) { let i = i32(j);";
    check_in(
        head,
        "}",
        &[
            ("if i > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 12)]),
            ("if u > 0 { workgroupBarrier(); }", &[]),
            ("if !(i > 0) { workgroupBarrier(); }", &[("uniformity/barrier", 1, 15)]),
            ("if u + i > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 16)]),
            ("if i + u > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 16)]),
            ("if u + u > 0 { workgroupBarrier(); }", &[]),
            ("if id(i) > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 16)]),
            ("if id(u) > 0 { workgroupBarrier(); }", &[]),
            ("if one(i) > 0 { workgroupBarrier(); }", &[]),
            ("if vec2(u, i).x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 23)]),
            ("if vec2(u, u).x > 0 { workgroupBarrier(); }", &[]),
            ("if S(u, i).a > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 20)]),
            ("if S(u, u).a > 0 { workgroupBarrier(); }", &[]),
            ("if array(u, i)[0] > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 25)]),
            ("if array(u, u)[i] > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 25)]),
            ("if array(u, u)[u] > 0 { workgroupBarrier(); }", &[]),
            ("if min(u, i) > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 20)]),
            ("if min(u, u) > 0 { workgroupBarrier(); }", &[]),
            ("if u > 0 && i > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 21)]),
            ("if u > 0 || u < 9 { workgroupBarrier(); }", &[]),
            ("if i > 0 || u < 9 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 21)]),
            ("if (u > 0) & (i > 0) { workgroupBarrier(); }", &[("uniformity/barrier", 1, 24)]),
            ("let b = i > 0 && one(u) > 0;", &[]),
            ("if id(one(i)) > 0 { workgroupBarrier(); }", &[]),
            ("if one(id(i)) > 0 { workgroupBarrier(); }", &[]),
            (
                "var v = vec2i(); v.x = i; if v.y > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 40)],
            ),
            ("var v = vec2i(); v = vec2i(i); v = vec2i(u); if v.y > 0 { workgroupBarrier(); }", &[]),
            (
                "var v = vec2i(i); v.x = u; if v.x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 41)],
            ),
            (
                "var v = array(1, 2); v[i] = u; if v[0] > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 46)],
            ),
            ("var v = array(1, 2); v[u] = u; if v[0] > 0 { workgroupBarrier(); }", &[]),
            ("var v = array(1, 2); if v[i] > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 36)]),
            ("var v = S(); v.a = i; v = S(); if v.a > 0 { workgroupBarrier(); }", &[]),
            (
                "var v = 1; let p = &v; *p = i; if v > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 43)],
            ),
            ("var v = i; let p = &v; *p = 1; if v > 0 { workgroupBarrier(); }", &[]),
            ("var v = i; let p = &v; v = 1; if *p > 0 { workgroupBarrier(); }", &[]),
            (
                "var v = 1; let p = &v; v = i; if *p > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 43)],
            ),
            (
                "var v = S(); let p = &v.a; *p = i; if v.b > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 49)],
            ),
            (
                "var v = S(i, i); let p = &v.a; *p = 1; if v.b > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 53)],
            ),
            ("var v = 1; v += i; if v > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 31)]),
            ("var v = i; v += 1; if v > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 31)]),
            ("var v = i; v++; if v > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 28)]),
            ("var v = i; v--; v = 2; if v > 0 { workgroupBarrier(); }", &[]),
            ("var v = 1; v++; if v > 0 { workgroupBarrier(); }", &[]),
            ("var v: i32; if v > 0 { workgroupBarrier(); }", &[]),
            ("var v = i; { var v = 1; if v > 0 { workgroupBarrier(); } }", &[]),
            ("var v = 1; { var v = i; } if v > 0 { workgroupBarrier(); }", &[]),
            ("let c = i; if c > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 23)]),
            ("let c = u; if c > 0 { workgroupBarrier(); }", &[]),
            ("const c = 1; if c > 0 { workgroupBarrier(); }", &[]),
            ("if ub[u].x > 0 { workgroupBarrier(); }", &[]),
            ("if ub[i].x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 18)]),
            (
                "var v = vec4i(i); let p = &v; if all(p.xy > vec2i()) { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 56)],
            ),
            ("var v = vec4i(u); let p = &v; if all(p.xy > vec2i()) { workgroupBarrier(); }", &[]),
            (
                "var v = vec4i(i); if all(v.xy > vec2i()) { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 44)],
            ),
            (
                "var v = vec4i(i); let p = &v; if p.x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 44)],
            ),
            ("var v = vec4i(u); let p = &v; if p.x > 0 { workgroupBarrier(); }", &[]),
            (
                "var v = vec4i(u); let p = &v; p.x = i; if p.y > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 53)],
            ),
            ("var v = vec4i(i); let p = &v; *p = vec4i(u); if p.y > 0 { workgroupBarrier(); }", &[]),
        ],
    );
}

#[test]
fn statements_split_control_flow_and_bring_it_together() {
    let head = "@group(0) @binding(0) var<uniform> u: i32; fn stop() { workgroupBarrier(); } fn nothing() {} @compute @workgroup_size(1) fn f(@builtin(local_invocation_index) j: u32) { let i = i32(j); var x = 1;";
    check_in(
        head,
        "}",
        &[
            ("if i > 0 { } workgroupBarrier();", &[]),
            ("if i > 0 { return; } workgroupBarrier();", &[("uniformity/barrier", 1, 22)]),
            ("if u > 0 { return; } workgroupBarrier();", &[]),
            ("if i > 0 { } else { return; } workgroupBarrier();", &[("uniformity/barrier", 1, 31)]),
            ("if i > 0 { return; } else { return; } workgroupBarrier();", &[]),
            ("if u > 0 { if i > 0 { return; } } workgroupBarrier();", &[("uniformity/barrier", 1, 35)]),
            ("if u > 0 { if i > 0 { } } workgroupBarrier();", &[]),
            ("if u > 0 { } else if i > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 30)]),
            ("if i > 0 { } else if u > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 30)]),
            ("if i > 0 { } else { workgroupBarrier(); }", &[("uniformity/barrier", 1, 21)]),
            ("if u > 0 { workgroupBarrier(); } else { workgroupBarrier(); }", &[]),
            ("if u > 0 { } else if u < 0 { workgroupBarrier(); } else if i > 0 { }", &[]),
            ("if u > 0 { } else if i > 0 { } workgroupBarrier();", &[]),
            ("if u > 0 { } else if i > 0 { return; } workgroupBarrier();", &[("uniformity/barrier", 1, 40)]),
            ("if u > 0 { return; } else if u < 0 { } else { return; } workgroupBarrier();", &[]),
            ("if u > 0 { x = i; } if x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 32)]),
            ("if u > 0 { x = 2; } if x > 0 { workgroupBarrier(); }", &[]),
            ("if i > 0 { x = 2; } if x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 32)]),
            ("if i > 0 { x = 2; } else { x = 3; } x = 4; if x > 0 { workgroupBarrier(); }", &[]),
            (
                "if u > 0 { x = i; } else { x = 3; } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 48)],
            ),
            (
                "if u > 0 { x = 2; } else { x = i; } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 48)],
            ),
            ("x = i; if u > 0 { x = 2; } else { x = 3; } if x > 0 { workgroupBarrier(); }", &[]),
            ("x = i; if u > 0 { x = 2; } if x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 39)]),
            ("x = i; if u > 0 { x = 2; } else { return; } if x > 0 { workgroupBarrier(); }", &[]),
            ("if u > 0 { x = i; return; } if x > 0 { workgroupBarrier(); }", &[]),
            ("if u > 0 { x = i; if x > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 30)]),
            ("if u > 0 { x = i; } else { if x > 0 { workgroupBarrier(); } }", &[]),
            ("switch i { case 1 { workgroupBarrier(); } default {} }", &[("uniformity/barrier", 1, 21)]),
            ("switch u { case 1 { workgroupBarrier(); } default {} }", &[]),
            ("switch i { case 1 { } default {} } workgroupBarrier();", &[]),
            (
                "switch i { case 1 { return; } default {} } workgroupBarrier();",
                &[("uniformity/barrier", 1, 44)],
            ),
            ("switch u { case 1 { return; } default {} } workgroupBarrier();", &[]),
            (
                "switch u { case 1 { if i > 0 { return; } } default {} } workgroupBarrier();",
                &[("uniformity/barrier", 1, 57)],
            ),
            (
                "switch u { case 1 { if i > 0 { break; } workgroupBarrier(); } default {} }",
                &[("uniformity/barrier", 1, 41)],
            ),
            ("switch u { case 1 { if i > 0 { break; } } default {} } workgroupBarrier();", &[]),
            (
                "switch u { case 1 { x = i; } default {} } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 54)],
            ),
            ("switch u { case 1 { x = i; } default { if x > 0 { workgroupBarrier(); } } }", &[]),
            (
                "switch u { case 1 { x = i; x = 2; } default { x = 3; } } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
            (
                "switch i { case 1 { x = 3; } default { } } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 55)],
            ),
            ("loop { workgroupBarrier(); break; }", &[]),
            ("loop { if i > 0 { break; } } workgroupBarrier();", &[]),
            ("loop { if i > 0 { break; } workgroupBarrier(); }", &[("uniformity/barrier", 1, 28)]),
            ("loop { if i > 0 { return; } break; } workgroupBarrier();", &[("uniformity/barrier", 1, 38)]),
            ("loop { if u > 0 { return; } break; } workgroupBarrier();", &[]),
            ("loop { if u > 0 { return; } if u > 1 { break; } } workgroupBarrier();", &[]),
            (
                "loop { if i > 0 { return; } if u > 1 { break; } } workgroupBarrier();",
                &[("uniformity/barrier", 1, 51)],
            ),
            ("loop { workgroupBarrier(); if u > 0 { break; } }", &[]),
            ("loop { workgroupBarrier(); if i > 0 { break; } }", &[("uniformity/barrier", 1, 8)]),
            ("loop { workgroupBarrier(); if i > 0 { continue; } break; }", &[("uniformity/barrier", 1, 8)]),
            ("loop { if i > 0 { continue; } workgroupBarrier(); break; }", &[("uniformity/barrier", 1, 31)]),
            (
                "loop { if i > 0 { continue; } continuing { workgroupBarrier(); break if u > 0; } }",
                &[("uniformity/barrier", 1, 44)],
            ),
            ("loop { if u > 0 { continue; } continuing { workgroupBarrier(); break if u > 0; } }", &[]),
            ("loop { continuing { workgroupBarrier(); break if i > 0; } }", &[("uniformity/barrier", 1, 21)]),
            ("loop { continuing { break if i > 0; } } workgroupBarrier();", &[]),
            (
                "loop { if x > 0 { workgroupBarrier(); } x = i; continuing { break if u > 0; } }",
                &[("uniformity/barrier", 1, 19)],
            ),
            (
                "loop { if x > 0 { workgroupBarrier(); } continuing { x = i; break if u > 0; } }",
                &[("uniformity/barrier", 1, 19)],
            ),
            ("loop { x = 2; if x > 0 { workgroupBarrier(); } continuing { x = i; break if u > 0; } }", &[]),
            ("loop { if x > 0 { workgroupBarrier(); } x = i; x = 2; continuing { break if u > 0; } }", &[]),
            ("loop { if x > 0 { workgroupBarrier(); } x = i; break; }", &[]),
            ("loop { x = i; break; } if x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 35)]),
            (
                "loop { x = i; if u > 0 { continue; } x = 2; if u > 1 { break; } } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
            ("for (; u > 0;) { workgroupBarrier(); }", &[]),
            ("for (; i > 0;) { workgroupBarrier(); }", &[("uniformity/barrier", 1, 18)]),
            ("for (; i > 0;) { } workgroupBarrier();", &[]),
            ("for (var k = i; ;) { if u > 0 { break; } workgroupBarrier(); }", &[]),
            ("for (var k = i; k > 0;) { workgroupBarrier(); }", &[("uniformity/barrier", 1, 27)]),
            ("for (var k = u; k > 0; k = i) { workgroupBarrier(); }", &[("uniformity/barrier", 1, 33)]),
            ("for (var k = u; k > 0; k++) { workgroupBarrier(); }", &[]),
            ("for (; u > 0; stop()) { }", &[]),
            ("for (; i > 0; stop()) { }", &[("uniformity/barrier", 0, 56)]),
            ("for (; u > 0; stop()) { if i > 0 { continue; } }", &[("uniformity/barrier", 0, 56)]),
            ("for (; u > 0;) { if i > 0 { break; } workgroupBarrier(); }", &[("uniformity/barrier", 1, 38)]),
            ("for (; u > 0;) { if i > 0 { return; } } workgroupBarrier();", &[("uniformity/barrier", 1, 41)]),
            ("for (; u > 0;) { if u > 1 { return; } } workgroupBarrier();", &[]),
            ("for (; u > 0; x = i) { if x > 0 { workgroupBarrier(); } }", &[("uniformity/barrier", 1, 35)]),
            ("for (; u > 0; x = i) { } if x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 37)]),
            ("for (; u > 0;) { x = i; } if x > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 38)]),
            (
                "for (; u > 0;) { x = i; break; } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 45)],
            ),
            ("for (; u > 0;) { x = i; x = 2; } if x > 0 { workgroupBarrier(); }", &[]),
            ("while u > 0 { workgroupBarrier(); }", &[]),
            ("while i > 0 { workgroupBarrier(); }", &[("uniformity/barrier", 1, 15)]),
            ("while i > 0 { } workgroupBarrier();", &[]),
            ("while i > 0 { return; } workgroupBarrier();", &[("uniformity/barrier", 1, 25)]),
            ("while u > 0 { if i > 0 { return; } } workgroupBarrier();", &[("uniformity/barrier", 1, 38)]),
            ("while x > 0 { x = i; }", &[]),
            ("while x > 0 { workgroupBarrier(); x = i; }", &[("uniformity/barrier", 1, 15)]),
            ("while x > 0 { x = i; x = 3; workgroupBarrier(); }", &[]),
            ("{ workgroupBarrier(); }", &[]),
            ("{ if i > 0 { return; } } workgroupBarrier();", &[("uniformity/barrier", 1, 26)]),
            ("nothing(); stop();", &[]),
            ("if i > 0 { stop(); }", &[("uniformity/barrier", 0, 56)]),
            ("if i > 0 { nothing(); }", &[]),
            ("stop(); if i > 0 { return; } stop();", &[("uniformity/barrier", 0, 56)]),
            ("return; workgroupBarrier();", &[]),
            ("_ = i; workgroupBarrier(); _ = u;", &[]),
            (
                "x = i; switch u { default { x = 3; } case 1 { x = 2; } case 2 { break; } } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 87)],
            ),
            (
                "switch u { default { x = 3; } case 1 { x = 2; } case 2 { break; } } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
            (
                "switch u { case 1 { if u > 2 { break; } x = i; loop { if u > 1 { break; } } x = 2; } default {} } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
            (
                "loop { if u > 2 { break; } x = i; switch u { case 1 { break; } default {} } x = 2; if u > 3 { break; } } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
            (
                "loop { if u > 2 { break; } x = i; switch u { case 1 { break; } default {} } if u > 3 { break; } x = 2; } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 117)],
            ),
            (
                "loop { if u > 2 { continue; } x = i; switch u { case 1 { break; } default {} } x = 2; continuing { if x > 0 { workgroupBarrier(); } break if u > 0; } }",
                &[],
            ),
            (
                "loop { x = i; if u > 2 { continue; } x = 2; continuing { if x > 0 { workgroupBarrier(); } break if u > 0; } }",
                &[("uniformity/barrier", 1, 69)],
            ),
            (
                "loop { x = i; loop { if u > 1 { continue; } break; } x = 2; continuing { if x > 0 { workgroupBarrier(); } break if u > 0; } }",
                &[],
            ),
            (
                "loop { loop { x = i; if u > 1 { break; } } if x > 0 { workgroupBarrier(); } if u > 2 { break; } }",
                &[("uniformity/barrier", 1, 55)],
            ),
            (
                "loop { loop { x = i; if u > 1 { break; } } x = 2; if u > 2 { break; } } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
            (
                "loop { var y = x; loop { if u > 1 { break; } y = i; } if y > 0 { workgroupBarrier(); } if u > 2 { break; } }",
                &[("uniformity/barrier", 1, 66)],
            ),
            (
                "loop { var y = x; loop { if u > 1 { break; } y = i; } if x > 0 { workgroupBarrier(); } if u > 2 { break; } }",
                &[],
            ),
            (
                "var y = 1; loop { loop { if u > 1 { break; } if x > 0 { workgroupBarrier(); } x = y; } y = i; if u > 2 { break; } }",
                &[("uniformity/barrier", 1, 57)],
            ),
            (
                "var y = 1; loop { loop { if u > 1 { break; } if x > 0 { workgroupBarrier(); } x = y; } if u > 2 { break; } }",
                &[],
            ),
            (
                "var y = 1; loop { if x > 0 { workgroupBarrier(); } x = y; y = i; if u > 2 { break; } }",
                &[("uniformity/barrier", 1, 30)],
            ),
            (
                "var y = i; if u > 0 { x = y; y = 1; } if y > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 50)],
            ),
            (
                "var y = i; if u > 0 { x = y; y = 1; } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 50)],
            ),
            ("var y = i; if u > 0 { x = 2; y = 1; } if x > 0 { workgroupBarrier(); }", &[]),
            ("if u > 0 { if u > 1 { x = i; } x = 2; } if x > 0 { workgroupBarrier(); }", &[]),
            (
                "if u > 0 { if u > 1 { x = i; } } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 45)],
            ),
            ("if u > 0 { x = i; x = 2; } else { x = i; x = 3; } if x > 0 { workgroupBarrier(); }", &[]),
            (
                "switch u { case 1 { loop { if u > 2 { break; } x = i; } x = 2; break; } default {} } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
            (
                "switch u { case 1 { loop { x = i; break; } break; } default {} } if x > 0 { workgroupBarrier(); }",
                &[("uniformity/barrier", 1, 77)],
            ),
            ("switch u { case 1 { switch i { default { break; } } workgroupBarrier(); } default {} }", &[]),
            (
                "switch u { case 1 { switch u { case 2 { x = i; break; } default {} } if x > 0 { workgroupBarrier(); } } default {} }",
                &[("uniformity/barrier", 1, 81)],
            ),
            (
                "switch u { case 1 { switch u { case 2 { x = i; break; } default {} } x = 2; } default { } } if x > 0 { workgroupBarrier(); }",
                &[],
            ),
        ],
    );
}
