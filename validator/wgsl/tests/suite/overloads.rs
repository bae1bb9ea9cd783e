//! Overloads of builtin functions. <https://www.w3.org/TR/WGSL/#overload-resolution-section>

use crate::common::{check, check_in};

#[test]
fn atomic_functions_want_pointers_to_atomics() {
    let head = "var<workgroup> w: atomic<u32>; var<workgroup> x: atomic<i32>; var<private> v: u32; @group(0) @binding(0) var<storage, read_write> a: atomic<u32>; struct S { n: array<atomic<u32>, 2>, m: i32 } @group(0) @binding(1) var<storage, read_write> s: S; var<workgroup> p: u32;";
    check_in(
        head,
        "",
        &[
            ("fn f() { _ = atomicLoad(&w); _ = atomicLoad(&a); _ = atomicLoad(&s.n[1]); }", &[]),
            (
                "fn f() { let b: u32 = atomicLoad(&w); let c: i32 = atomicLoad(&x); let d: i32 = atomicLoad(&w); }",
                &[("type/mismatch", 1, 81)],
            ),
            ("fn f() { _ = atomicLoad(&v); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = atomicLoad(&p); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = atomicLoad(w); }", &[("type/invalid-atomic-use", 1, 25)]),
            ("fn f() { _ = atomicLoad(&s.m); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = atomicLoad(&s); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { atomicStore(&w, 1); atomicStore(&w, 1u); atomicStore(&x, -1); }", &[]),
            ("fn f() { atomicStore(&w, 1i); }", &[("type/no-matching-overload", 1, 10)]),
            ("fn f() { atomicStore(&w, 1.0); }", &[("type/no-matching-overload", 1, 10)]),
            ("fn f() { _ = atomicStore(&w, 1); }", &[("type/no-value", 1, 14)]),
            ("fn f() { atomicAdd(&w, 1); _ = atomicAdd(&w, 1); atomicLoad(&w); }", &[]),
            (
                "fn f() { _ = atomicCompareExchangeWeak(&w, 1, 2); _ = atomicCompareExchangeWeak(&x, 1, 2u); }",
                &[("type/no-matching-overload", 1, 55)],
            ),
            ("fn f(q: ptr<workgroup, atomic<u32>>) { _ = atomicLoad(q); }", &[]),
            ("fn f(q: ptr<storage, atomic<u32>, read_write>) { _ = atomicLoad(q); }", &[]),
            (
                "fn f() { let q: u32 = workgroupUniformLoad(&p); _ = workgroupUniformLoad(&v); }",
                &[("type/no-matching-overload", 1, 53)],
            ),
            ("fn f() { let q: u32 = workgroupUniformLoad(&w); }", &[]),
            ("fn f() { let q: i32 = workgroupUniformLoad(&p); }", &[("type/mismatch", 1, 23)]),
        ],
    );
}

#[test]
fn array_length_wants_a_pointer_to_a_runtime_sized_array() {
    let head = "struct R { n: u32, a: array<i32> } @group(0) @binding(0) var<storage> a: array<i32>; @group(0) @binding(1) var<storage, read_write> b: R; @group(0) @binding(2) var<storage> c: array<i32, 4>;";
    check_in(
        head,
        "",
        &[
            (
                "fn f() { let n: u32 = arrayLength(&a); let m: u32 = arrayLength(&b.a); let o: i32 = arrayLength(&a); }",
                &[("type/mismatch", 1, 85)],
            ),
            ("fn f() { _ = arrayLength(&c); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = arrayLength(a); }", &[("type/not-constructible", 1, 26)]),
            ("fn f() { _ = arrayLength(&b); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = arrayLength(&b.n); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f(p: ptr<storage, array<vec3f>>) { _ = arrayLength(p); }", &[]),
        ],
    );
}

#[test]
fn views_of_buffers_have_a_type_that_fits() {
    let head = "struct R { n: u32, a: array<i32> } struct A { n: atomic<u32> } @group(0) @binding(0) var<storage> r: buffer; @group(0) @binding(1) var<storage, read_write> w: buffer<64>; @group(0) @binding(2) var<uniform> u: buffer<64>; var<workgroup> g: buffer<64>;";
    check_in(
        head,
        "",
        &[
            ("fn f() { let p = bufferView<i32>(&r, 0); let q: ptr<storage, i32> = p; _ = *p; }", &[]),
            (
                "fn f() { let p = bufferView<i32>(&w, 0); let q: ptr<storage, i32, read_write> = p; *p = 1; let s: ptr<storage, i32> = p; }",
                &[("type/mismatch", 1, 119)],
            ),
            (
                "fn f() { let p = bufferView<i32>(&u, 0); let q: ptr<uniform, i32> = p; *p = 1; }",
                &[("type/not-writable", 1, 72)],
            ),
            ("fn f() { let p = bufferView<i32>(&g, 0); let q: ptr<workgroup, i32> = p; *p = 1; }", &[]),
            (
                "fn f() { _ = bufferView<R>(&r, 0); _ = bufferView<array<vec4f, 2>>(&u, 16i); _ = bufferView<array<f32, 2>>(&u, 4u); }",
                &[],
            ),
            ("fn f() { _ = bufferView<bool>(&r, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<sampler>(&r, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<A>(&w, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<atomic<u32>>(&w, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<atomic<u32>>(&g, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<buffer<4>>(&w, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<buffer>(&w, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView(&w, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<i32>(&w, 0.0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<i32, i32>(&w, 0); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = bufferView<i32>(w, 0); }", &[("type/not-constructible", 1, 30)]),
            (
                "fn f() { _ = bufferArrayView<array<i32>>(&r, 0, 16); _ = bufferArrayView<R>(&w, 0u, 16i); }",
                &[],
            ),
            ("fn f() { _ = bufferArrayView<i32>(&r, 0, 16); }", &[("type/no-matching-overload", 1, 14)]),
            (
                "fn f() { _ = bufferArrayView<array<i32, 4>>(&r, 0, 16); }",
                &[("type/no-matching-overload", 1, 14)],
            ),
            (
                "fn f() { let n: u32 = bufferLength(&r); let m: u32 = bufferLength(&u); let o: i32 = bufferLength(&g); }",
                &[("type/mismatch", 1, 85)],
            ),
            ("fn f() { _ = bufferLength(r); }", &[("type/not-constructible", 1, 27)]),
            ("fn f() { _ = r; }", &[("type/not-constructible", 1, 14)]),
            (
                "fn f(p: ptr<storage, buffer>) { _ = bufferLength(p); } fn h() { f(&r); f(&w); }",
                &[("type/mismatch", 1, 74)],
            ),
            (
                "fn f(p: ptr<storage, buffer, read_write>) { _ = bufferLength(p); } fn h() { f(&w); f(&r); }",
                &[("type/mismatch", 1, 86)],
            ),
            ("fn f(p: ptr<storage, buffer<32>, read_write>) { _ = bufferLength(p); } fn h() { f(&w); }", &[]),
            ("fn f(p: ptr<storage, buffer<64>, read_write>) { _ = bufferLength(p); } fn h() { f(&w); }", &[]),
            (
                "fn f(p: ptr<storage, buffer<68>, read_write>) { _ = bufferLength(p); } fn h() { f(&w); }",
                &[("type/mismatch", 1, 83)],
            ),
            (
                "fn f(p: ptr<storage, buffer<32>>) { _ = bufferLength(p); } fn h() { f(&r); }",
                &[("type/mismatch", 1, 71)],
            ),
            (
                "fn f(p: ptr<uniform, buffer>) { _ = bufferLength(p); } fn h() { f(&u); f(&g); }",
                &[("type/mismatch", 1, 74)],
            ),
            (
                "fn f(p: ptr<uniform, buffer<64>>) { _ = bufferLength(p); } fn h() { f(&u); let q: ptr<uniform, buffer<32>> = &u; }",
                &[("type/mismatch", 1, 110)],
            ),
        ],
    );
    check(&[
        ("@group(0) @binding(0) var<storage> a: buffer<4>;", &[]),
        ("@group(0) @binding(0) var<storage> a: buffer<2>;", &[("type/invalid-array-size", 1, 46)]),
        ("enable f16; @group(0) @binding(0) var<storage> a: buffer<2>;", &[]),
        (
            "enable f16; @group(0) @binding(0) var<storage> a: buffer<3>;",
            &[("type/invalid-array-size", 1, 58)],
        ),
        ("@group(0) @binding(0) var<storage> a: buffer<0>;", &[("type/invalid-array-size", 1, 46)]),
        ("@group(0) @binding(0) var<storage> a: buffer<-4>;", &[("type/invalid-array-size", 1, 46)]),
        ("@group(0) @binding(0) var<storage> a: buffer<4.0>;", &[("type/invalid-array-size", 1, 46)]),
        ("@group(0) @binding(0) var<storage> a: buffer<nothing>;", &[("resolve/unknown-identifier", 1, 46)]),
        ("@group(0) @binding(0) var<storage> a: buffer<4, 4>;", &[("type/template-arguments", 1, 39)]),
        ("@group(0) @binding(0) var<uniform> a: buffer;", &[("type/invalid-variable-type", 1, 39)]),
        ("@group(0) @binding(0) var<uniform> a: buffer<16>;", &[]),
        ("var<workgroup> a: buffer;", &[("type/invalid-variable-type", 1, 19)]),
        ("var<workgroup> a: buffer<16>;", &[]),
        ("override n = 16; var<workgroup> a: buffer<n>;", &[]),
        (
            "override n = 16; @group(0) @binding(0) var<storage> a: buffer<n>;",
            &[("type/invalid-variable-type", 1, 56)],
        ),
        (
            "override n = 16; @group(0) @binding(0) var<uniform> a: buffer<n>;",
            &[("type/invalid-variable-type", 1, 56)],
        ),
        ("var<private> a: buffer<16>;", &[("type/invalid-variable-type", 1, 17)]),
        ("fn f() { var a: buffer<16>; }", &[("type/invalid-variable-type", 1, 17)]),
        ("struct S { a: buffer<16> }", &[("type/invalid-element-type", 1, 15)]),
        ("@group(0) @binding(0) var<storage> a: array<buffer<16>>;", &[("type/invalid-element-type", 1, 45)]),
        ("fn f(a: buffer<16>) {}", &[("type/invalid-parameter-type", 1, 9)]),
        (
            "requires immediate_address_space; var<immediate> a: buffer<16>;",
            &[("type/invalid-variable-type", 1, 53)],
        ),
    ]);
}

#[test]
fn texture_functions_want_textures_of_their_kind() {
    let head = "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var i: texture_2d<i32>; @group(0) @binding(2) var d: texture_depth_2d; @group(0) @binding(3) var s: sampler; @group(0) @binding(4) var c: sampler_comparison; @group(0) @binding(5) var w: texture_storage_2d<rgba8unorm, write>; @group(0) @binding(6) var r: texture_storage_2d<r32uint, read>; @group(0) @binding(7) var b: texture_storage_2d<r32sint, read_write>; @group(0) @binding(8) var m: texture_multisampled_2d<f32>; @group(0) @binding(9) var a: texture_2d_array<f32>; @group(0) @binding(10) var e: texture_external;";
    check_in(
        head,
        "",
        &[
            (
                "fn f() { let a: vec4f = textureSample(t, s, vec2f()); let b: f32 = textureSample(d, s, vec2f()); }",
                &[],
            ),
            ("fn f() { _ = textureSample(i, s, vec2f()); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = textureSample(t, c, vec2f()); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = textureSample(s, t, vec2f()); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = textureSample(t, s, vec3f()); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = textureSample(w, s, vec2f()); }", &[("type/no-matching-overload", 1, 14)]),
            (
                "fn f() { _ = textureSampleCompare(d, c, vec2f(), 0.5); _ = textureSampleCompare(d, s, vec2f(), 0.5); }",
                &[("type/no-matching-overload", 1, 60)],
            ),
            (
                "fn f() { _ = textureSampleCompare(t, c, vec2f(), 0.5); }",
                &[("type/no-matching-overload", 1, 14)],
            ),
            (
                "fn f() { let a: vec4f = textureLoad(t, vec2i(), 0); let b: vec4i = textureLoad(i, vec2u(), 0); let c: f32 = textureLoad(d, vec2u(), 0); let x: vec4f = textureLoad(i, vec2i(), 0); }",
                &[("type/mismatch", 1, 152)],
            ),
            (
                "fn f() { let a: vec4u = textureLoad(r, vec2i()); let x: vec4i = textureLoad(b, vec2i()); let y: vec4u = textureLoad(b, vec2i()); }",
                &[("type/mismatch", 1, 105)],
            ),
            ("fn f() { _ = textureLoad(w, vec2i()); }", &[("type/no-matching-overload", 1, 14)]),
            (
                "fn f() { _ = textureLoad(m, vec2i(), 0); _ = textureLoad(a, vec2i(), 0, 0); _ = textureLoad(a, vec2i(), 0); }",
                &[("type/no-matching-overload", 1, 81)],
            ),
            (
                "fn f() { textureStore(w, vec2i(), vec4f()); textureStore(b, vec2i(), vec4i()); textureStore(b, vec2i(), vec4u()); }",
                &[("type/no-matching-overload", 1, 80)],
            ),
            (
                "fn f() { textureStore(w, vec2i(), vec4(1)); textureStore(w, vec2i(), vec4(1.0)); textureStore(w, vec2i(), vec4i()); }",
                &[("type/no-matching-overload", 1, 82)],
            ),
            ("fn f() { textureStore(r, vec2i(), vec4u()); }", &[("type/no-matching-overload", 1, 10)]),
            ("fn f() { textureStore(t, vec2i(), vec4f()); }", &[("type/no-matching-overload", 1, 10)]),
            (
                "fn f() { let a: vec2u = textureDimensions(t); _ = textureDimensions(w); _ = textureDimensions(r); _ = textureDimensions(b); _ = textureDimensions(d); _ = textureDimensions(t, 0); _ = textureDimensions(w, 0); }",
                &[("type/no-matching-overload", 1, 184)],
            ),
            ("fn f() { _ = textureDimensions(s); }", &[("type/no-matching-overload", 1, 14)]),
            (
                "fn f() { _ = textureGather(0, t, s, vec2f()); _ = textureGather(3, t, s, vec2f()); _ = textureGather(4, t, s, vec2f()); }",
                &[("const/argument-range", 1, 102)],
            ),
            ("fn f() { _ = textureGather(-1, t, s, vec2f()); }", &[("const/argument-range", 1, 28)]),
            (
                "fn f() { _ = textureGather(3u, t, s, vec2f()); _ = textureGather(4u, t, s, vec2f()); }",
                &[("const/argument-range", 1, 66)],
            ),
            ("fn f() { _ = textureGather(4294967295u, t, s, vec2f()); }", &[("const/argument-range", 1, 28)]),
            ("fn f(n: i32) { _ = textureGather(n, t, s, vec2f()); }", &[("const/not-const", 1, 34)]),
            (
                "override n = 1; fn f() { _ = textureGather(n, t, s, vec2f()); }",
                &[("const/not-const", 1, 44)],
            ),
            (
                "fn f() { _ = textureSample(t, s, vec2f(), vec2i(-8, 7)); _ = textureSample(t, s, vec2f(), vec2i(-9, 7)); }",
                &[("const/argument-range", 1, 91)],
            ),
            ("fn f() { _ = textureSample(t, s, vec2f(), vec2i(7, 8)); }", &[("const/argument-range", 1, 43)]),
            ("fn f() { _ = textureSample(t, s, vec2f(), vec2(-8, 8)); }", &[("const/argument-range", 1, 43)]),
            ("fn f(o: vec2i) { _ = textureSample(t, s, vec2f(), o); }", &[("const/not-const", 1, 51)]),
            ("const o = vec2(1, 2); fn f() { _ = textureSample(t, s, vec2f(), o); }", &[]),
            (
                "fn f() { _ = textureSample(t, s, vec2f(), vec2u(1)); }",
                &[("type/no-matching-overload", 1, 14)],
            ),
            (
                "fn f() { _ = textureSampleBaseClampToEdge(t, s, vec2f()); _ = textureSampleBaseClampToEdge(e, s, vec2f()); _ = textureSampleBaseClampToEdge(d, s, vec2f()); }",
                &[("type/no-matching-overload", 1, 112)],
            ),
        ],
    );
}

#[test]
fn subgroup_functions_want_numbers() {
    let head = "enable subgroups, f16;";
    check_in(
        head,
        "",
        &[
            (
                "fn f() { let a: i32 = subgroupAdd(1); let b: u32 = subgroupAdd(1u); let c: f32 = subgroupAdd(1.5); let d: vec2f = subgroupAdd(vec2f()); let e: f16 = subgroupAdd(1h); }",
                &[],
            ),
            ("fn f() { _ = subgroupAdd(true); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = subgroupAdd(vec2(true)); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f() { _ = subgroupAdd(mat2x2f()); }", &[("type/no-matching-overload", 1, 14)]),
            ("fn f(a: array<i32, 2>) { _ = subgroupAdd(a); }", &[("type/no-matching-overload", 1, 30)]),
            (
                "fn f() { _ = subgroupAnd(1u); _ = subgroupAnd(1.5); }",
                &[("type/no-matching-overload", 1, 35)],
            ),
            (
                "fn f() { let a: bool = subgroupAll(true); let b: bool = subgroupAny(false); _ = subgroupAll(1); }",
                &[("type/no-matching-overload", 1, 81)],
            ),
            (
                "fn f() { let a: vec4u = subgroupBallot(true); _ = subgroupBallot(1); }",
                &[("type/no-matching-overload", 1, 51)],
            ),
            (
                "fn f() { let a: i32 = subgroupBroadcast(1, 2); let b: vec2f = subgroupBroadcast(vec2f(), 2u); _ = subgroupBroadcast(true, 1); }",
                &[("type/no-matching-overload", 1, 99)],
            ),
            ("fn f(n: u32) { _ = subgroupBroadcast(1, n); }", &[("const/not-const", 1, 41)]),
            (
                "fn f() { let a: i32 = subgroupBroadcastFirst(1); _ = subgroupBroadcastFirst(vec2(true)); }",
                &[("type/no-matching-overload", 1, 54)],
            ),
            (
                "fn f() { let a: i32 = subgroupShuffle(1, 2); let b: f32 = subgroupShuffleXor(1.5, 2u); _ = subgroupShuffle(true, 1); }",
                &[("type/no-matching-overload", 1, 92)],
            ),
            (
                "fn f() { let a: i32 = quadBroadcast(1, 2); let b: f32 = quadSwapX(1.5); _ = quadSwapX(true); }",
                &[("type/no-matching-overload", 1, 77)],
            ),
            (
                "fn f() { let a: bool = subgroupElect(); _ = subgroupElect(1); }",
                &[("type/wrong-argument-count", 1, 45)],
            ),
        ],
    );
}

#[test]
fn the_overload_with_the_least_conversions_is_chosen() {
    check(&[
        (
            "fn f() { let a: f32 = max(1, 2.0); let b: i32 = max(1, 2); let c: u32 = max(1u, 2); let d: f32 = max(1, 2f); let e: i32 = max(1, 2.0); }",
            &[("type/mismatch", 1, 123)],
        ),
        (
            "fn f(i: i32, g: f32, u: u32) { let a: i32 = max(i, 1); let b: f32 = max(g, 1); let c: f32 = max(1, g); _ = max(i, 1.0); }",
            &[("type/no-matching-overload", 1, 108)],
        ),
        ("fn f(i: i32, g: f32, u: u32) { _ = max(i, u); }", &[("type/no-matching-overload", 1, 36)]),
        (
            "fn f(g: vec2f) { let a: vec2f = max(g, vec2(1, 2)); let b: vec2f = clamp(g, vec2(1), vec2(2)); let c: vec2f = mix(g, g, 0.5); let d: vec2f = mix(g, g, vec2(1)); _ = max(g, 1); }",
            &[("type/no-matching-overload", 1, 166)],
        ),
        (
            "fn f() { let a: f32 = select(1, 2.0, true); let b: i32 = select(1, 2, true); let c: vec2f = select(vec2(1), vec2f(), vec2(true)); let d: vec2f = select(vec2(1), vec2f(), true); _ = select(1, 2u, 1); }",
            &[("type/no-matching-overload", 1, 182)],
        ),
        (
            "fn f(x: bool) { let a: i32 = select(1, 2, x); let b: f32 = select(1, 2.0, x); let c: u32 = select(1, 2, x); }",
            &[("type/mismatch", 1, 92)],
        ),
        (
            "fn f() { let a: vec2f = vec2(1, 2.0); let b: vec2<i32> = vec2(1, 2); let c: vec2u = vec2(1u, 2); let d: vec2<bool> = vec2(true, false); _ = vec2(1, true); }",
            &[("type/no-matching-overload", 1, 141)],
        ),
        (
            "fn f(i: i32) { let a: vec2<i32> = vec2(i, 1); let b: vec3<i32> = vec3(vec2(i), 1); let c: vec3f = vec3(vec2(1), 1); let d: vec3u = vec3(vec2(i), 1); }",
            &[("type/mismatch", 1, 132)],
        ),
        (
            "fn f() { let a: u32 = countOneBits(1u); let b: i32 = countOneBits(1); let c: vec2u = countOneBits(vec2u()); _ = countOneBits(1.0); }",
            &[("type/no-matching-overload", 1, 113)],
        ),
        (
            "fn f() { let a: f32 = dot(vec2(1, 2), vec2f()); let b: i32 = dot(vec2(1, 2), vec2(1, 2)); _ = dot(vec2(1, 2), vec3(1, 2, 3)); }",
            &[("type/no-matching-overload", 1, 95)],
        ),
        (
            "fn f() { let a: f32 = ldexp(1, 2); let b: vec2f = ldexp(vec2(1), vec2(2)); let c: f32 = ldexp(1f, 2i); let d: f32 = ldexp(1f, 2u); }",
            &[("type/no-matching-overload", 1, 117)],
        ),
        (
            "fn f(i: i32, g: f32) { let a: f32 = ldexp(1, i); let b: f32 = ldexp(g, 1); let c: f32 = ldexp(1.0, 1); }",
            &[],
        ),
        (
            "fn f() { let a: i32 = bitcast<i32>(1u); let b: f32 = bitcast<f32>(1); let c: vec2f = bitcast<vec2f>(vec2(1, 2)); let d: vec2f = bitcast<vec2f>(1); }",
            &[("type/no-matching-overload", 1, 129)],
        ),
        (
            "enable f16; fn f() { let a: u32 = bitcast<u32>(vec2h()); let b: vec2h = bitcast<vec2h>(1f); let c: vec4h = bitcast<vec4h>(vec2f()); let d: f16 = bitcast<f16>(1f); }",
            &[("type/no-matching-overload", 1, 146)],
        ),
        (
            "fn f() { let a: mat2x2f = mat2x2f() * 2; let b: mat2x2f = mat2x2(1, 2, 3, 4) * mat2x2f(); let c: mat2x2f = 2 * mat2x2f(); let d: mat2x2f = mat2x2f() * 2i; }",
            &[("type/no-matching-overload", 1, 140)],
        ),
        (
            "fn f() { let a: mat3x2f = transpose(mat2x3f()); let b: f32 = determinant(mat3x3f()); _ = determinant(mat2x3f()); }",
            &[("type/no-matching-overload", 1, 90)],
        ),
        ("fn f() { let a = array(1, 2.5, 3)[1]; let b: f32 = a; let c: i32 = array(1, 2)[0]; }", &[]),
        (
            "const a = vec3(1, 2, 3) + vec3(1.5, 2, 3); const b: vec3f = a; const c: vec3<i32> = vec3(1) + 1; const d: vec3<i32> = a;",
            &[("type/mismatch", 1, 119)],
        ),
        (
            "fn f() { let a: i32 = bitcast<i32>(1i); let b: vec2i = bitcast<vec2i>(vec2i()); let c: u32 = bitcast<u32>(1u); let d: f32 = bitcast<f32>(1.5); }",
            &[],
        ),
        ("fn f() { _ = bitcast<bool>(true); }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = bitcast<vec2<bool>>(vec2<bool>()); }", &[("type/no-matching-overload", 1, 14)]),
        ("fn f() { _ = bitcast<mat2x2f>(mat2x2f()); }", &[("type/no-matching-overload", 1, 14)]),
        (
            "fn f(a: array<i32, 2>) { _ = bitcast<array<i32, 2>>(a); }",
            &[("type/no-matching-overload", 1, 30)],
        ),
        (
            "fn f(a: ptr<private, i32>) { _ = *bitcast<ptr<private, i32>>(a); }",
            &[("type/no-matching-overload", 1, 35)],
        ),
    ]);
}
