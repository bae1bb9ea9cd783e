//! Results of functions of a pipeline. Sections 5.1.2, 5.1.3, 5.2.3.3, 5.2.3.5 and 5.10

use super::{check, gate, ios, mac};
use msl_spec::{Dialect, rules};

#[test]
fn kernels_return_nothing_and_vertex_functions_a_position() {
    check(&[
        mac("kernel int k() { return 1; }", rules::KERNEL_RETURNS_VOID, "int", "kernel void k() {}"),
        mac(
            "struct S { float4 p; }; vertex S v() { return S {}; }",
            rules::VERTEX_POSITION,
            "S",
            "struct S { float4 p [[position]]; }; vertex S v() { return S {}; }",
        ),
        mac(
            "vertex float3 v() { return float3(0); }",
            rules::VERTEX_POSITION,
            "float3",
            "vertex float4 v() { return float4(0); }",
        ),
        mac(
            "[[position]] vertex float4 v() { return float4(0); }",
            rules::VERTEX_POSITION_IMPLIED,
            "position",
            "vertex void v() {}",
        ),
        mac(
            "struct S { float4 p [[position]]; float4 q [[invariant]]; }; vertex S v() { return S {}; }",
            rules::ATTRIBUTE_INVARIANT_POSITION,
            "invariant",
            "struct S { float4 p [[position, invariant]]; float4 q; }; vertex S v() { return S {}; }",
        ),
        // The specification has this in section 5.2.1.1, and the structure in a buffer.
        mac(
            "struct S { float4 p [[position]]; }; \
             vertex S v(device S* o [[buffer(0)]], uint i [[vertex_id]]) { S s; o[i] = s; return s; }",
            rules::VERTEX_WRITES_RETURNS_VOID,
            "S",
            "struct S { float4 p [[position]]; }; \
             vertex void v(device S* o [[buffer(0)]], uint i [[vertex_id]]) { S s; o[i] = s; }",
        ),
        mac(
            "void store(device int* p) { *p = 1; } vertex float4 v(device int* p) { store(p); return float4(0); }",
            rules::VERTEX_WRITES_RETURNS_VOID,
            "float4",
            "int load(device int* p) { return *p; } vertex float4 v(device int* p) { return float4(load(p)); }",
        ),
        mac(
            "vertex float4 v(texture2d<float, access::write> t) { t.write(float4(0), uint2(0)); return float4(0); }",
            rules::VERTEX_WRITES_RETURNS_VOID,
            "float4",
            "vertex float4 v(texture2d<float, access::read> t) { return t.read(uint2(0)); }",
        ),
        mac(
            "vertex float4 v(device atomic_int* a) \
             { atomic_fetch_add_explicit(a, 1, memory_order_relaxed); return float4(0); }",
            rules::VERTEX_WRITES_RETURNS_VOID,
            "float4",
            "vertex float4 v(device atomic_int* a) { return float4(atomic_load_explicit(a, memory_order_relaxed)); }",
        ),
    ]);
}

#[test]
fn graphics_functions_return_scalars_and_vectors() {
    let structure = "struct S { float4 p [[position]]; float2 a; }; vertex S v() { return S {}; }";
    check(&[
        mac(
            "struct S { float4 p [[position]]; packed_float2 a; }; vertex S v() { return S {}; }",
            rules::GRAPHICS_RETURN_TYPE,
            "a",
            structure,
        ),
        mac(
            "struct S { float4 p [[position]]; float2x2 a; }; vertex S v() { return S {}; }",
            rules::GRAPHICS_RETURN_TYPE,
            "a",
            structure,
        ),
        mac(
            "struct T { float b; }; struct S { float4 p [[position]]; T a; }; vertex S v() { return S {}; }",
            rules::GRAPHICS_RETURN_TYPE,
            "a",
            structure,
        ),
        mac(
            "struct S { float4 p [[position]]; device int* a; }; vertex S v(device int* q) { S s; s.a = q; return s; }",
            rules::GRAPHICS_RETURN_TYPE,
            "a",
            structure,
        ),
        mac(
            "struct S { float4 p [[position]]; sampler a; }; vertex S v() { S s; return s; }",
            rules::GRAPHICS_RETURN_TYPE,
            "a",
            structure,
        ),
        mac(
            "struct S { float4 p [[position]]; texture2d<float> a; }; vertex S v(texture2d<float> t) { S s; s.a = t; return s; }",
            rules::GRAPHICS_RETURN_TYPE,
            "a",
            structure,
        ),
        mac(
            "fragment float2x2 f() { return float2x2(1); }",
            rules::GRAPHICS_RETURN_TYPE,
            "float2x2",
            "fragment float2 f() { return float2(1); }",
        ),
    ]);
}

#[test]
fn colors_have_attachments_and_types() {
    check(&[
        mac(
            "struct S { float4 a [[color(0)]]; float4 b; }; fragment S f() { return S {}; }",
            rules::FRAGMENT_COLORS_EACH,
            "b",
            "struct S { float4 a [[color(0)]]; float4 b [[color(1)]]; }; fragment S f() { return S {}; }",
        ),
        mac(
            "struct S { float4 a [[color(-1)]]; }; fragment S f() { return S {}; }",
            rules::ATTRIBUTE_COLOR_CONSTANT,
            "-1",
            "struct S { float4 a; }; fragment S f() { return S {}; }",
        ),
        mac(
            "struct S { float4 a [[color(0)]]; float4 b [[color(1), index(-1)]]; }; fragment S f() { return S {}; }",
            rules::ATTRIBUTE_COLOR_CONSTANT,
            "-1",
            "struct S { float4 a [[color(0)]]; float4 b [[color(1), index(1)]]; }; fragment S f() { return S {}; }",
        ),
        mac(
            "struct S { float4 a [[color(0)]]; half4 b [[color(0), index(1)]]; }; fragment S f() { return S {}; }",
            rules::FRAGMENT_COLORS_BLEND_TYPE,
            "color(0)",
            "struct S { half4 a [[color(0)]]; half4 b [[color(0), index(1)]]; }; fragment S f() { return S {}; }",
        ),
        mac(
            "struct S { bool a [[color(0)]]; }; fragment S f() { return S {}; }",
            rules::ATTRIBUTE_TYPE,
            "color(0)",
            "struct S { int a [[color(0)]]; }; fragment S f() { return S {}; }",
        ),
        mac(
            "fragment bool f() { return true; }",
            rules::ATTRIBUTE_TYPE,
            "bool",
            "fragment int f() { return 1; }",
        ),
        ios(
            "struct S { float4 a [[color(0)]]; }; fragment S f(half4 c [[color(0)]]) { return S {}; }",
            rules::FRAGMENT_COLOR_INPUT_TYPE,
            "a",
            "struct S { half4 a [[color(0)]]; }; fragment S f(half4 c [[color(0)]]) { return S {}; }",
        ),
        // A result without an attribute belongs to attachment 0.
        ios(
            "fragment float4 f(half4 c [[color(0)]]) { return float4(c); }",
            rules::FRAGMENT_COLOR_INPUT_TYPE,
            "float4",
            "fragment float4 f(half4 c [[color(1)]]) { return float4(c); }",
        ),
    ]);
}

#[test]
fn depth_and_stencil_come_before_or_after_the_tests() {
    check(&[
        mac(
            "struct S { float d [[depth(equal)]]; }; fragment S f() { return S {}; }",
            rules::FRAGMENT_DEPTH_QUALIFIER,
            "depth(equal)",
            "struct S { float d [[depth(greater)]]; }; fragment S f() { return S {}; }",
        ),
        mac(
            "struct S { float d [[depth]]; }; fragment S f() { return S {}; }",
            rules::FRAGMENT_DEPTH_QUALIFIER,
            "depth",
            "struct S { float d [[depth(any)]]; }; fragment S f() { return S {}; }",
        ),
        mac(
            "struct S { float d [[depth(any)]]; }; [[early_fragment_tests]] fragment S f() { return S {}; }",
            rules::EARLY_FRAGMENT_TESTS_NO_DEPTH,
            "depth(any)",
            "struct S { uint d [[sample_mask]]; }; [[early_fragment_tests]] fragment S f() { return S {}; }",
        ),
        mac(
            "struct S { uint d [[stencil]]; }; [[early_fragment_tests]] fragment S f() { return S {}; }",
            rules::EARLY_FRAGMENT_TESTS_NO_STENCIL,
            "stencil",
            "struct S { uint d [[stencil]]; }; fragment S f() { return S {}; }",
        ),
        ios(
            "struct S { uint d [[stencil]]; }; fragment S f(uint i [[tile_index]]) { return S {}; }",
            rules::FRAGMENT_STENCIL_NO_TILE,
            "stencil",
            "struct S { uint d [[stencil]]; }; fragment S f(uint i [[sample_id]]) { return S {}; }",
        ),
    ]);
    gate(
        "struct S { uint d [[stencil]]; }; fragment S f() { return S {}; }",
        Dialect::OsxMetal20,
        rules::ATTRIBUTE_VERSION,
        "stencil",
        Dialect::OsxMetal21,
    );
}
