//! The attributes of sections 2.12 and 5.

use std::collections::BTreeSet;

use msl_spec::{ATTRIBUTES, AttributeArgument, AttributePlace, AttributeUse, Dialect, attributes};

const NAMES: &str = "buffer texture sampler threadgroup id attribute stage_in function_constant user raster_order_group patch
    early_fragment_tests max_total_threads_per_threadgroup
    base_instance base_vertex instance_id vertex_id patch_id position_in_patch
    clip_distance invariant point_size position render_target_array_index viewport_array_index
    barycentric_coord color front_facing point_coord primitive_id sample_id sample_mask post_depth_coverage
    thread_index_in_quadgroup thread_index_in_simdgroup threads_per_simdgroup
    pixel_position_in_tile pixels_per_tile tile_index
    index depth stencil
    thread_position_in_grid thread_position_in_threadgroup thread_index_in_threadgroup threadgroup_position_in_grid
    threadgroups_per_grid threads_per_grid threads_per_threadgroup dispatch_threads_per_threadgroup thread_execution_width
    simdgroup_index_in_threadgroup simdgroups_per_threadgroup dispatch_simdgroups_per_threadgroup
    quadgroup_index_in_threadgroup quadgroups_per_threadgroup dispatch_quadgroups_per_threadgroup grid_origin grid_size
    center_perspective center_no_perspective centroid_perspective centroid_no_perspective sample_perspective
    sample_no_perspective flat
    imageblock_data alias_implicit_imageblock alias_implicit_imageblock_color";

/// The attributes of versions after 2.2.
const LATER: &str = "amplification_id amplification_count shared payload object mesh primitive_culled kernel vertex fragment visible
    stitchable intersection user_annotation function_groups max_total_threadgroups_per_mesh_grid origin direction min_distance
    max_distance geometry_id world_space_origin world_space_direction opaque instance_intersection_function_table_offset
    geometry_intersection_function_table_offset distance accept_intersection continue_search time motion_start_time
    motion_end_time key_frame_count object_to_world_transform world_to_object_transform user_instance_id primitive_data
    curve_parameter function_id user_data_buffer";

/// The attribute of version 2.2 that only later texts describe.
const UNDESCRIBED: &str = "host_name";

fn use_at(name: &str, place: AttributePlace) -> Option<&'static AttributeUse> {
    attributes(name).iter().flat_map(|row| row.uses).find(|row| row.places.contains(&place))
}

#[test]
fn the_attributes_are_those_of_the_tables_and_of_naga() {
    let names = [NAMES, LATER, UNDESCRIBED].into_iter().flat_map(str::split_whitespace);
    let expected: BTreeSet<&str> = names.collect();
    let found: BTreeSet<&str> = ATTRIBUTES.iter().map(|row| row.name).collect();
    assert_eq!(found, expected);
    assert!(ATTRIBUTES.is_sorted_by_key(|row| row.name));
    for name in LATER.split_whitespace() {
        let mut uses = attributes(name).iter().flat_map(|row| row.uses);
        assert!(uses.all(|row| row.availability.is_newer()), "{name}");
    }
    assert!(attributes("thread_index_in_grid").is_empty(), "examples use it, no table has it");
}

#[test]
fn no_place_is_named_twice_for_the_same_versions() {
    for attribute in &ATTRIBUTES {
        let mut seen = Vec::new();
        for place in attribute.uses.iter().flat_map(|row| row.places) {
            assert!(!seen.contains(place), "{} {place:?}", attribute.name);
            seen.push(*place);
        }
        for row in attribute.uses {
            assert!(row.types.is_none_or(|set| !set.is_empty()), "{}", attribute.name);
        }
    }
}

#[test]
fn types_are_those_of_the_tables() {
    use AttributePlace::{
        FragmentArgument, FragmentOutput, KernelArgument, PatchVertexArgument, VertexArgument, VertexOutput,
    };
    for (name, place, expected) in [
        ("vertex_id", VertexArgument, "ushort uint"),
        ("patch_id", PatchVertexArgument, "ushort uint"),
        ("position_in_patch", PatchVertexArgument, "float2 float3"),
        ("position", VertexOutput, "float4"),
        ("position", FragmentArgument, "float4"),
        ("render_target_array_index", VertexOutput, "uchar ushort uint"),
        ("viewport_array_index", FragmentArgument, "uint"),
        ("barycentric_coord", FragmentArgument, "float float2 float3"),
        ("front_facing", FragmentArgument, "bool"),
        ("pixels_per_tile", FragmentArgument, "ushort2 uint2"),
        ("depth", FragmentOutput, "float"),
        ("stencil", FragmentOutput, "uint"),
        ("thread_position_in_grid", KernelArgument, "ushort ushort2 ushort3 uint uint2 uint3"),
        ("thread_index_in_simdgroup", KernelArgument, "ushort uint"),
    ] {
        let types = use_at(name, place).and_then(|row| row.types).expect("types");
        let names: Vec<String> = types.iter().map(|ty| ty.to_string()).collect();
        assert_eq!(names.join(" "), expected, "{name}");
    }
    assert!(use_at("clip_distance", VertexOutput).expect("a use").or_array);
}

#[test]
fn uses_are_of_the_versions_that_the_tables_name() {
    use AttributePlace::{FragmentArgument, FragmentOutput, KernelArgument, VertexArgument, VertexOutput};
    for (name, place, first, before) in [
        ("invariant", VertexOutput, Dialect::OsxMetal21, Dialect::OsxMetal20),
        ("render_target_array_index", VertexOutput, Dialect::IosMetal21, Dialect::IosMetal20),
        ("viewport_array_index", VertexOutput, Dialect::OsxMetal20, Dialect::OsxMetal12),
        ("barycentric_coord", FragmentArgument, Dialect::OsxMetal22, Dialect::IosMetal22),
        ("color", FragmentArgument, Dialect::IosMetal10, Dialect::OsxMetal22),
        ("index", FragmentOutput, Dialect::OsxMetal12, Dialect::OsxMetal11),
        ("stencil", FragmentOutput, Dialect::IosMetal21, Dialect::IosMetal20),
        ("thread_index_in_simdgroup", KernelArgument, Dialect::OsxMetal20, Dialect::IosMetal22),
        ("thread_index_in_simdgroup", FragmentArgument, Dialect::IosMetal22, Dialect::OsxMetal21),
        ("thread_index_in_quadgroup", KernelArgument, Dialect::IosMetal20, Dialect::OsxMetal20),
        ("grid_size", KernelArgument, Dialect::OsxMetal12, Dialect::OsxMetal11),
        ("tile_index", FragmentArgument, Dialect::IosMetal20, Dialect::OsxMetal22),
        ("amplification_id", VertexArgument, Dialect::MacosMetal23, Dialect::OsxMetal22),
    ] {
        let row = use_at(name, place).unwrap_or_else(|| panic!("{name} at {place:?}"));
        assert!(row.availability.admits(first) && !row.availability.admits(before), "{name} {place:?}");
    }
    for name in ["imageblock_data", "alias_implicit_imageblock", "alias_implicit_imageblock_color"] {
        let row = use_at(name, FragmentOutput).expect("an imageblock may be a result");
        assert!(
            row.availability.admits(Dialect::IosMetal20) && !row.availability.admits(Dialect::OsxMetal22),
            "{name}"
        );
    }
    assert!(use_at("vertex_id", FragmentArgument).is_none());
    assert!(use_at("point_size", FragmentArgument).is_none());
}

#[test]
fn arguments_are_those_of_the_text() {
    let arguments = |name: &str| attributes(name).iter().map(|row| row.argument).collect::<Vec<_>>();
    assert_eq!(arguments("buffer"), [AttributeArgument::Index]);
    assert_eq!(arguments("function_constant"), [AttributeArgument::Integer, AttributeArgument::Name]);
    assert_eq!(arguments("user"), [AttributeArgument::Name]);
    assert_eq!(arguments("depth"), [AttributeArgument::Comparison]);
    assert_eq!(arguments("patch"), [AttributeArgument::Patch]);
    assert_eq!(arguments("imageblock_data"), [AttributeArgument::OptionalType]);
    assert_eq!(arguments("position"), [AttributeArgument::None]);
}
