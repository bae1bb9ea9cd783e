//! Attributes of built-in variables: where they appear, their types, and how they depend on each other. Section 5.2.3

use super::{check, gate, ios, mac, mistakes};
use msl_spec::{ATTRIBUTES, AttributePlace, Dialect, ValueType, Width, rules};

#[test]
fn attributes_exist_and_stand_where_they_mean_something() {
    check(&[
        // The examples of section 6.14 have an attribute that no table has.
        mac(
            "kernel void k(uint i [[thread_index_in_grid]]) {}",
            rules::ATTRIBUTE_KNOWN,
            "thread_index_in_grid",
            "kernel void k(uint i [[thread_position_in_grid]]) {}",
        ),
        mac(
            "fragment float4 f(uint i [[vertex_id]]) { return float4(float(i)); }",
            rules::ATTRIBUTE_STAGE,
            "vertex_id",
            "fragment float4 f(uint i [[sample_id]]) { return float4(float(i)); }",
        ),
        mac(
            "void f(uint i [[thread_position_in_grid]]) {}",
            rules::ATTRIBUTE_STAGE,
            "thread_position_in_grid",
            "kernel void f(uint i [[thread_position_in_grid]]) {}",
        ),
        mac(
            "kernel void k() { uint i [[thread_position_in_grid]] = 0; }",
            rules::ATTRIBUTE_STAGE,
            "thread_position_in_grid",
            "kernel void k(uint i [[thread_position_in_grid]]) {}",
        ),
        mac(
            "struct S { float4 p [[position]]; float d [[depth(any)]]; }; vertex S v() { return S {}; }",
            rules::ATTRIBUTE_STAGE,
            "depth(any)",
            "struct S { float4 p [[position]]; float d [[point_size]]; }; vertex S v() { return S {}; }",
        ),
        mac(
            "struct S { uint i [[vertex_id]]; };",
            rules::ATTRIBUTE_STAGE,
            "vertex_id",
            "struct S { uint i [[sample_id]]; };",
        ),
        mac(
            "[[early_fragment_tests]] kernel void k() {}",
            rules::EARLY_FRAGMENT_TESTS_FRAGMENT_ONLY,
            "early_fragment_tests",
            "[[early_fragment_tests]] fragment void k() {}",
        ),
        mac(
            "[[max_total_threads_per_threadgroup(64)]] fragment void k() {}",
            rules::MAX_TOTAL_THREADS_KERNEL_ONLY,
            "max_total_threads_per_threadgroup(64)",
            "[[max_total_threads_per_threadgroup(64)]] kernel void k() {}",
        ),
        mac(
            "fragment void f(float4 p [[position, invariant]]) {}",
            rules::ATTRIBUTE_INVARIANT_POSITION,
            "invariant",
            "struct S { float4 p [[position, invariant]]; }; vertex S v() { return S {}; }",
        ),
    ]);
}

#[test]
fn attributes_of_a_function_that_was_not_read_are_not_judged() {
    let found = mistakes("kernel void k(device int* p [[buffer(0)]]) 1 { }", Dialect::OsxMetal22);
    let is_syntax = |rule: &str| rule.starts_with("grammar");
    assert!(!found.is_empty() && found.iter().all(|(rule, _)| is_syntax(rule)), "{found:?}");
}

#[test]
fn attributes_have_their_arguments() {
    check(&[
        mac(
            "kernel void k(uint i [[thread_position_in_grid(0)]]) {}",
            rules::ATTRIBUTE_ARGUMENTS,
            "thread_position_in_grid(0)",
            "kernel void k(uint i [[thread_position_in_grid]]) {}",
        ),
        mac(
            "kernel void k(device int* p [[buffer]]) {}",
            rules::ATTRIBUTE_ARGUMENTS,
            "buffer",
            "kernel void k(device int* p [[buffer(0)]]) {}",
        ),
        mac(
            "kernel void k(device int* p [[buffer(-1)]]) {}",
            rules::ATTRIBUTE_ARGUMENTS,
            "-1",
            "kernel void k(device int* p [[buffer(2 - 1)]]) {}",
        ),
        mac(
            "kernel void k(device int* p [[buffer(0, 1)]]) {}",
            rules::ATTRIBUTE_ARGUMENTS,
            "buffer(0, 1)",
            "constant int n = 3; kernel void k(device int* p [[buffer(n)]]) {}",
        ),
        mac(
            "struct S { float2 a [[user(1)]]; };",
            rules::ATTRIBUTE_ARGUMENTS,
            "user(1)",
            "struct S { float2 a [[user(one)]]; };",
        ),
        mac(
            "[[patch(square, 4)]] vertex float4 v() { return float4(0); }",
            rules::PATCH_ARGUMENTS,
            "patch(square, 4)",
            "[[patch(quad, 4)]] vertex float4 v() { return float4(0); }",
        ),
        mac(
            "[[patch(quad)]] vertex float4 v() { return float4(0); }",
            rules::PATCH_ARGUMENTS,
            "patch(quad)",
            "[[patch(triangle, 0)]] vertex float4 v() { return float4(0); }",
        ),
        ios(
            "[[patch(quad, 33)]] vertex float4 v() { return float4(0); }",
            rules::PATCH_ARGUMENTS,
            "patch(quad, 33)",
            "[[patch(quad)]] vertex float4 v() { return float4(0); }",
        ),
    ]);
}

#[test]
fn built_in_variables_have_the_types_of_the_tables() {
    check(&[
        mac(
            "vertex float4 v(int i [[vertex_id]]) { return float4(i); }",
            rules::ATTRIBUTE_TYPE,
            "vertex_id",
            "vertex float4 v(ushort i [[vertex_id]]) { return float4(i); }",
        ),
        mac(
            "kernel void k(uint4 i [[thread_position_in_grid]]) {}",
            rules::ATTRIBUTE_TYPE,
            "thread_position_in_grid",
            "kernel void k(uint3 i [[thread_position_in_grid]]) {}",
        ),
        // An example of section 6.11.1 takes it as a vector.
        mac(
            "kernel void k(ushort2 i [[thread_index_in_threadgroup]]) {}",
            rules::ATTRIBUTE_TYPE,
            "thread_index_in_threadgroup",
            "kernel void k(ushort i [[thread_index_in_threadgroup]]) {}",
        ),
        mac(
            "struct S { float4 p [[position]]; ushort i [[viewport_array_index]]; }; \
             fragment void f(S s [[stage_in]]) {}",
            rules::ATTRIBUTE_TYPE,
            "viewport_array_index",
            "struct S { float4 p [[position]]; ushort i [[viewport_array_index]]; }; vertex S v() { return S {}; }",
        ),
        mac(
            "struct S { half4 p [[position]]; }; vertex S v() { return S {}; }",
            rules::ATTRIBUTE_TYPE,
            "position",
            "struct S { float4 p [[position]]; }; vertex S v() { return S {}; }",
        ),
        mac(
            "kernel void k(device uint* i [[thread_position_in_grid]]) {}",
            rules::ATTRIBUTE_TYPE,
            "thread_position_in_grid",
            "kernel void k(uint i [[thread_position_in_grid]]) {}",
        ),
        mac(
            "struct S { float4 p [[position]]; float2 c [[clip_distance]]; }; vertex S v() { return S {}; }",
            rules::ATTRIBUTE_TYPE,
            "clip_distance",
            "struct S { float4 p [[position]]; float c [[clip_distance]] [4]; }; vertex S v() { return S {}; }",
        ),
    ]);
}

#[test]
fn every_argument_of_the_tables_is_accepted_with_its_types_and_no_other() {
    let stages = [
        ("kernel void k", AttributePlace::KernelArgument),
        ("vertex void v", AttributePlace::VertexArgument),
        ("fragment void f", AttributePlace::FragmentArgument),
    ];
    let mut count = 0;
    for attribute in
        ATTRIBUTES.iter().filter(|attribute| attribute.argument == msl_spec::AttributeArgument::None)
    {
        for (head, place) in stages {
            let row = attribute.uses.iter().find(|row| {
                row.places.contains(&place)
                    && row.section.starts_with("5.2.3")
                    && row.availability.admits(Dialect::OsxMetal22)
            });
            // It needs a second attribute next to it.
            let Some(types) = row.and_then(|row| row.types) else { continue };
            if attribute.name == "post_depth_coverage" {
                continue;
            }
            for ty in types.iter() {
                let text = format!("{head}({} x [[{}]]) {{}}", ty, attribute.name);
                assert_eq!(mistakes(&text, Dialect::OsxMetal22), [], "{text}");
                count += 1;
            }
            let other = ValueType::Vector(msl_spec::Scalar::Char, Width::Four);
            let text = format!("{head}({} x [[{}]]) {{}}", other, attribute.name);
            let expected = (rules::ATTRIBUTE_TYPE.id, attribute.name.to_owned());
            assert_eq!(mistakes(&text, Dialect::OsxMetal22), [expected], "{text}");
        }
    }
    assert!(count > 80, "{count}");
}

#[test]
fn attributes_come_with_versions_and_platforms() {
    let lanes = "kernel void k(uint i [[thread_index_in_simdgroup]]) {}";
    let name = "thread_index_in_simdgroup";
    gate(lanes, Dialect::OsxMetal12, rules::ATTRIBUTE_VERSION, name, Dialect::OsxMetal20);
    gate(lanes, Dialect::IosMetal22, rules::ATTRIBUTE_VERSION, name, Dialect::OsxMetal22);
    let coordinates = "fragment void f(float3 c [[barycentric_coord]]) {}";
    let name = "barycentric_coord";
    gate(coordinates, Dialect::OsxMetal21, rules::ATTRIBUTE_VERSION, name, Dialect::OsxMetal22);
    let tile = "fragment void f(uint i [[tile_index]]) {}";
    gate(tile, Dialect::OsxMetal22, rules::ATTRIBUTE_VERSION, "tile_index", Dialect::IosMetal20);
    let text = format!("{}{tile}", super::HEAD);
    let also: Vec<_> =
        crate::validate(&text, &super::options(Dialect::OsxMetal22)).iter().map(|found| found.also).collect();
    assert_eq!(also, [Some(rules::TILE_FUNCTION_VERSION)]);
    let color = "fragment float4 f(float4 c [[color(0)]]) { return c; }";
    gate(color, Dialect::OsxMetal22, rules::ATTRIBUTE_VERSION, "color(0)", Dialect::IosMetal10);
    let colors = "struct G { half4 a [[color(0)]]; half4 b [[color(1), raster_order_group(0)]]; };";
    let structure = format!(
        "{colors} fragment G f(G in, float4 p [[position]]) {{ G out = in; out.a += in.b; return out; }}"
    );
    assert_eq!(mistakes(&structure, Dialect::IosMetal22), []);
    let vertex = format!("{colors} vertex float4 f(G in) {{ return float4(in.a); }}");
    let found = mistakes(&vertex, Dialect::IosMetal22);
    assert!(found.contains(&(rules::ARGUMENT_KIND.id, "in".to_owned())), "{found:?}");
    // Attributes of later versions are distinguished from attributes without a meaning.
    let view = "vertex float4 v(uint i [[amplification_id]]) { return float4(float(i)); }";
    gate(view, Dialect::OsxMetal22, rules::VERSION_NOT_LATER, "amplification_id", Dialect::Naga);
}

#[test]
fn built_in_variables_agree_with_each_other() {
    check(&[
        mac(
            "vertex float4 v(ushort i [[vertex_id]], uint b [[base_vertex]]) { return float4(i + b); }",
            rules::ATTRIBUTE_VERTEX_ID_BASE_TYPE,
            "base_vertex",
            "vertex float4 v(uint i [[vertex_id]], ushort b [[base_vertex]]) { return float4(i + b); }",
        ),
        mac(
            "vertex float4 v(ushort i [[instance_id]], uint b [[base_instance]]) { return float4(i + b); }",
            rules::ATTRIBUTE_VERTEX_ID_BASE_TYPE,
            "base_instance",
            "vertex float4 v(ushort i [[instance_id]], ushort b [[base_instance]]) { return float4(i + b); }",
        ),
        mac(
            "[[patch(quad, 4)]] vertex float4 v(float3 p [[position_in_patch]]) { return float4(0); }",
            rules::ATTRIBUTE_POSITION_IN_PATCH_TYPE,
            "position_in_patch",
            "[[patch(triangle, 4)]] vertex float4 v(float3 p [[position_in_patch]]) { return float4(0); }",
        ),
        mac(
            "kernel void k(uint2 a [[thread_position_in_threadgroup]], uint3 b [[threads_per_grid]]) {}",
            rules::KERNEL_POSITIONS_WIDTH,
            "threads_per_grid",
            "kernel void k(uint2 a [[thread_position_in_threadgroup]], uint2 b [[threads_per_grid]]) {}",
        ),
        mac(
            "kernel void k(uint2 a [[thread_position_in_grid]], uint b [[thread_position_in_threadgroup]]) {}",
            rules::KERNEL_POSITIONS_SCALAR_WITH_VECTOR,
            "thread_position_in_threadgroup",
            "kernel void k(uint2 a [[thread_position_in_grid]], ushort2 b [[thread_position_in_threadgroup]]) {}",
        ),
        mac(
            "kernel void k(uint2 a [[thread_position_in_grid]], ushort2 b [[threads_per_grid]]) {}",
            rules::KERNEL_GRID_SAME_TYPE,
            "threads_per_grid",
            "kernel void k(uint2 a [[thread_position_in_grid]], uint2 b [[threads_per_grid]]) {}",
        ),
        mac(
            "kernel void k(uint a [[thread_position_in_threadgroup]], ushort b [[threads_per_threadgroup]]) {}",
            rules::KERNEL_THREADGROUP_SAME_TYPE,
            "threads_per_threadgroup",
            "kernel void k(uint a [[thread_position_in_threadgroup]], uint b [[threads_per_threadgroup]]) {}",
        ),
        mac(
            "kernel void k(uint2 a [[thread_position_in_threadgroup]], ushort b [[thread_index_in_threadgroup]]) {}",
            rules::KERNEL_INDEX_TYPE,
            "thread_index_in_threadgroup",
            "kernel void k(ushort2 a [[thread_position_in_threadgroup]], ushort b [[thread_index_in_threadgroup]]) {}",
        ),
        mac(
            "kernel void k(uint a [[thread_index_in_simdgroup]], ushort b [[quadgroups_per_threadgroup]]) {}",
            rules::KERNEL_GROUP_SCALARS_SAME_TYPE,
            "quadgroups_per_threadgroup",
            "kernel void k(uint a [[thread_index_in_simdgroup]], uint b [[quadgroups_per_threadgroup]]) {}",
        ),
        ios(
            "fragment void f(uint2 a [[pixel_position_in_tile]], ushort2 b [[pixels_per_tile]]) {}",
            rules::ATTRIBUTE_TILE_SAME_TYPE,
            "pixels_per_tile",
            "fragment void f(uint2 a [[pixel_position_in_tile]], uint2 b [[pixels_per_tile]]) {}",
        ),
        mac(
            "struct S { uint a [[sample_mask]]; }; fragment void f(S s [[stage_in]], uint b [[sample_mask]]) {}",
            rules::ATTRIBUTE_SAMPLE_MASK_ONCE,
            "sample_mask",
            "struct S { uint a [[sample_mask]]; }; fragment void f(S s [[stage_in]], uint b [[sample_id]]) {}",
        ),
        mac(
            "fragment void f(uint m [[sample_mask, post_depth_coverage]]) {}",
            rules::ATTRIBUTE_POST_DEPTH_COVERAGE,
            "post_depth_coverage",
            "[[early_fragment_tests]] fragment void f(uint m [[sample_mask, post_depth_coverage]]) {}",
        ),
    ]);
}
