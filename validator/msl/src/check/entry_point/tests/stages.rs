//! Inputs from the stage before, and their interpolation. Sections 5.2.2, 5.2.4, 5.4 and 5.7

use super::{check, gate, mac, meaning, mistakes};
use crate::interface::{Binding, Index};
use msl_spec::{Dialect, rules};

#[test]
fn members_of_stage_in_are_numbers() {
    check(&[
        mac(
            "struct S { float4 p [[position]]; float2x2 m; }; fragment void f(S s [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "m",
            "struct S { float4 p [[position]]; float2 m; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "struct S { packed_float3 a [[attribute(0)]]; }; vertex float4 v(S s [[stage_in]]) { return float4(0); }",
            rules::STAGE_IN_MEMBER_TYPE,
            "a",
            "struct S { float3 a [[attribute(0)]]; }; vertex float4 v(S s [[stage_in]]) { return float4(0); }",
        ),
        mac(
            "struct T { float a; }; struct S { T t; }; fragment void f(S s [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "t",
            "struct S { float t; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "struct S { device float* a; }; fragment void f(S s [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "a",
            "struct S { float a; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "struct S { float a[2]; }; fragment void f(S s [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "a",
            // The same as what a vertex function returns has arrays.
            "struct S { float4 p [[position]]; float a[2]; }; vertex S v() { return S {}; }",
        ),
        mac(
            "struct S { bool a[2]; }; fragment void f(S s [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "a",
            "struct S { bool a; bool2 b; bool c [[front_facing]]; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "fragment void f(float2x2 a [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "a",
            "fragment void f(float2 a [[stage_in]]) {}",
        ),
        mac(
            "struct S { float a; }; fragment void f(constant S& s [[stage_in]]) {}",
            rules::STAGE_IN_MEMBER_TYPE,
            "s",
            "struct S { float a; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "struct S { float a; }; fragment void f(S s [[stage_in]], S t [[stage_in]]) {}",
            rules::STAGE_IN_ONCE,
            "stage_in",
            "struct S { float a; }; fragment void f(S s [[stage_in]], constant S& t) {}",
        ),
    ]);
}

#[test]
fn members_from_buffers_have_numbers() {
    check(&[
        mac(
            "struct S { float4 a; }; vertex float4 v(S s [[stage_in]]) { return s.a; }",
            rules::STAGE_IN_ATTRIBUTE,
            "a",
            "struct S { float4 a [[attribute(0)]]; }; vertex float4 v(S s [[stage_in]]) { return s.a; }",
        ),
        mac(
            "struct S { float4 a; }; kernel void k(S s [[stage_in]]) {}",
            rules::STAGE_IN_ATTRIBUTE,
            "a",
            "struct S { float4 a [[attribute(0)]]; }; kernel void k(S s [[stage_in]]) {}",
        ),
        mac(
            "struct S { float4 a [[attribute(1)]]; float4 b [[attribute(1)]]; }; \
             vertex float4 v(S s [[stage_in]]) { return s.a; }",
            rules::STAGE_IN_ATTRIBUTE_UNIQUE,
            "attribute(1)",
            "constant bool c [[function_constant(0)]]; \
             struct S { float4 a [[attribute(1)]]; float4 b [[attribute(1), function_constant(c)]]; }; \
             vertex float4 v(S s [[stage_in]]) { return s.a; }",
        ),
        mac(
            "struct C { float3 p; }; struct P { patch_control_point<C> c; }; \
             [[patch(quad, 4)]] vertex float4 v(P p [[stage_in]]) { return float4(0); }",
            rules::PATCH_CONTROL_POINT_ATTRIBUTE,
            "p",
            "struct C { float3 p [[attribute(0)]]; }; struct D { float4 a [[attribute(1)]]; }; \
             struct P { patch_control_point<C> c; D d; }; \
             [[patch(quad, 4)]] vertex float4 v(P p [[stage_in]]) { return p.d.a; }",
        ),
    ]);
    let kernel = "struct S { float4 a [[attribute(0)]]; }; kernel void k(S s [[stage_in]]) {}";
    let version = rules::ATTRIBUTE_VERSION.id;
    let expected = ["attribute(0)", "stage_in"].map(|place| (version, place.to_owned()));
    assert_eq!(mistakes(kernel, Dialect::OsxMetal11), expected);
    assert_eq!(mistakes(kernel, Dialect::OsxMetal12), []);
}

#[test]
fn values_are_interpolated_as_their_types_allow() {
    check(&[
        mac(
            "struct S { int i [[center_perspective]]; }; fragment void f(S s [[stage_in]]) {}",
            rules::INTERPOLATION_INTEGER_FLAT,
            "center_perspective",
            "struct S { int i [[flat]]; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "struct S { float4 p [[position, flat]]; }; fragment void f(S s [[stage_in]]) {}",
            rules::INTERPOLATION_POSITION,
            "flat",
            "struct S { float4 p [[position, center_no_perspective]]; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "fragment void f(float4 p [[position, center_perspective]]) {}",
            rules::ATTRIBUTE_POSITION_INTERPOLATION,
            "center_perspective",
            "fragment void f(float4 p [[position, center_no_perspective]]) {}",
        ),
        mac(
            "struct S { float3 b [[barycentric_coord, centroid_perspective]]; }; fragment void f(S s [[stage_in]]) {}",
            rules::ATTRIBUTE_BARYCENTRIC_INTERPOLATION,
            "centroid_perspective",
            "struct S { float3 b [[barycentric_coord, center_no_perspective]]; }; fragment void f(S s [[stage_in]]) {}",
        ),
        mac(
            "kernel void k(uint i [[thread_position_in_grid, flat]]) {}",
            rules::INTERPOLATION_PLACE,
            "flat",
            "fragment void k(float i [[stage_in, flat]]) {}",
        ),
        // naga writes them on both sides, so this is a warning.
        mac(
            "struct S { float4 p [[position]]; float2 t [[center_perspective]]; }; vertex S v() { return S {}; }",
            rules::INTERPOLATION_VERTEX_OUTPUT,
            "center_perspective",
            "struct S { float4 p [[position]]; float2 t [[center_perspective]]; }; vertex S v() { return S {}; } \
             fragment void f(S s [[stage_in]]) {}",
        ),
    ]);
    gate(
        "struct S { float4 p [[position]]; float2 t [[user(a), center_perspective]]; }; vertex S v() { return S {}; }",
        Dialect::OsxMetal22,
        rules::INTERPOLATION_VERTEX_OUTPUT,
        "center_perspective",
        Dialect::Naga,
    );
}

#[test]
fn outputs_for_the_rasteriser_are_no_inputs() {
    let alone = "struct S { float z [[point_size]]; }; fragment void f(S s [[stage_in]]) {}";
    let expected = (rules::FRAGMENT_INPUT_NO_RASTER_OUTPUT.id, "point_size".to_owned());
    assert_eq!(mistakes(alone, Dialect::OsxMetal22), core::slice::from_ref(&expected));
    // What a vertex function returns is named by many programs as the input of the fragment function: a warning.
    let shared = "struct S { float4 p [[position]]; float z [[point_size]]; }; vertex S v() { return S {}; } \
                  fragment void f(S s [[stage_in]]) {}";
    assert_eq!(mistakes(shared, Dialect::OsxMetal22), [expected]);
    let module = crate::module(shared, &super::options(Dialect::OsxMetal22));
    assert!(module.is_accepted());
}

#[test]
fn inputs_and_outputs_are_described() {
    let text = "struct In { float4 p [[attribute(2)]]; }; \
                struct Out { float4 p [[position]]; float2 t [[user(place)]]; }; \
                vertex Out v(In in [[stage_in]], uint i [[vertex_id]]) { Out o; o.p = in.p; o.t = float2(i); return o; } \
                struct Color { half4 a [[color(1)]]; half4 b [[color(1), index(1)]]; float d [[depth(less)]]; }; \
                struct Taken { float2 t [[user(place), flat]]; float other; }; \
                fragment Color f(Taken s [[stage_in]]) { return Color {}; }";
    let module = meaning(text, Dialect::OsxMetal22);
    let [vertex, fragment] = module.entry_points.as_slice() else { panic!("{:?}", module.entry_points) };
    let inputs: Vec<&Binding> = vertex.inputs.iter().map(|input| &input.binding).collect();
    assert_eq!(inputs, [&Binding::Attribute(Index::Number(2)), &Binding::BuiltIn("vertex_id")]);
    let place = module.names.find("place");
    let varying = |name, is_user, interpolation| Binding::Varying { name, is_user, interpolation };
    let outputs: Vec<&Binding> = vertex.outputs.iter().map(|output| &output.binding).collect();
    assert_eq!(outputs, [&Binding::BuiltIn("position"), &varying(place, true, None)]);
    let inputs: Vec<&Binding> = fragment.inputs.iter().map(|input| &input.binding).collect();
    let other = module.names.find("other");
    assert_eq!(inputs, [&varying(place, true, Some("flat")), &varying(other, false, None)]);
    let outputs: Vec<&Binding> = fragment.outputs.iter().map(|output| &output.binding).collect();
    let color = |source| Binding::Color { attachment: Index::Number(1), source };
    let less = module.names.find("less").map(Binding::Depth);
    assert_eq!(outputs, [&color(0), &color(1), less.as_ref().unwrap()]);
}

/// Mesh functions have the data of vertices and primitives in structures of their own.
#[test]
fn structures_in_the_input_of_a_fragment_function_are_not_supported_later() {
    let text = "struct V { float4 p [[position]]; }; struct P { float4 c; }; struct I { V v; P p; }; fragment float4 f(I i [[stage_in]]) { return i.p.c; }";
    let rules_of = |dialect| -> Vec<&'static str> {
        let options = crate::Options { dialect, ..crate::Options::default() };
        crate::validate(text, &options).into_iter().map(|found| found.rule.id).collect()
    };
    assert_eq!(rules_of(Dialect::Metal30), [rules::UNSUPPORTED_FEATURE.id; 2]);
    assert_eq!(rules_of(Dialect::OsxMetal22), [rules::STAGE_IN_MEMBER_TYPE.id; 2]);
}
