//! The kinds of textures and their member functions.

use std::collections::BTreeSet;

use msl_spec::{
    Access, Availability, Dialect, Dimension, LodOption, Pattern, Scalar, TEXTURE_FUNCTIONS, TextureFunction,
    TextureKind, ValuePattern, ValueType, Version, ZeroLod, texture_function, texture_functions,
};

fn member(kind: TextureKind, name: &str) -> &'static TextureFunction {
    texture_function(kind, name).unwrap_or_else(|| panic!("{kind:?} has {name}"))
}

/// The names of the members of version 2.2.
fn names(kind: TextureKind) -> String {
    let rows = texture_functions(kind).iter();
    let rows = rows.filter(|row| row.signatures.iter().any(|signature| !signature.availability.is_newer()));
    rows.map(|row| row.name).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_kind_has_the_functions_of_its_section() {
    let depth = "gather gather_compare";
    for (kind, section, expected) in [
        (TextureKind::Texture1d, "6.10.1", "fence get_num_mip_levels get_width read sample write".to_owned()),
        (
            TextureKind::Texture1dArray,
            "6.10.2",
            "fence get_array_size get_num_mip_levels get_width read sample write".to_owned(),
        ),
        (
            TextureKind::Texture2d,
            "6.10.3",
            "fence gather get_height get_num_mip_levels get_width read sample write".to_owned(),
        ),
        (
            TextureKind::Texture2dArray,
            "6.10.4",
            "fence gather get_array_size get_height get_num_mip_levels get_width read sample write"
                .to_owned(),
        ),
        (
            TextureKind::Texture3d,
            "6.10.5",
            "fence get_depth get_height get_num_mip_levels get_width read sample write".to_owned(),
        ),
        (
            TextureKind::Texturecube,
            "6.10.6",
            "fence gather get_height get_num_mip_levels get_width read sample write".to_owned(),
        ),
        (
            TextureKind::TexturecubeArray,
            "6.10.7",
            "fence gather get_array_size get_height get_num_mip_levels get_width read sample write"
                .to_owned(),
        ),
        (TextureKind::Texture2dMs, "6.10.8", "get_height get_num_samples get_width read".to_owned()),
        (
            TextureKind::Texture2dMsArray,
            "6.10.9",
            "get_array_size get_height get_num_mip_levels get_width read".to_owned(),
        ),
        (
            TextureKind::Depth2d,
            "6.10.10",
            format!("{depth} get_height get_num_mip_levels get_width read sample sample_compare"),
        ),
        (
            TextureKind::Depth2dArray,
            "6.10.11",
            format!(
                "{depth} get_array_size get_height get_num_mip_levels get_width read sample sample_compare"
            ),
        ),
        (TextureKind::Depth2dMs, "6.10.12", "get_height get_num_samples get_width read".to_owned()),
        (
            TextureKind::Depth2dMsArray,
            "6.10.13",
            "get_array_size get_height get_num_mip_levels get_width read".to_owned(),
        ),
        (
            TextureKind::Depthcube,
            "6.10.14",
            format!("{depth} get_height get_num_mip_levels get_width read sample sample_compare"),
        ),
        (
            TextureKind::DepthcubeArray,
            "6.10.15",
            format!(
                "{depth} get_array_size get_height get_num_mip_levels get_width read sample sample_compare"
            ),
        ),
        (TextureKind::TextureBuffer, "6.10.16", "fence get_width read write".to_owned()),
    ] {
        assert_eq!(names(kind), expected, "{kind:?}");
        assert!(texture_functions(kind).iter().all(|row| row.kind == kind));
        assert!(texture_functions(kind).iter().any(|row| row.section == section), "{kind:?}");
    }
}

#[test]
fn kinds_are_as_their_names_say() {
    for kind in TextureKind::ALL {
        let name = kind.name();
        assert_eq!(kind.is_array(), name.ends_with("_array"), "{name}");
        assert_eq!(kind.is_multisampled(), name.contains("_ms"), "{name}");
        assert_eq!(kind.is_depth(), name.starts_with("depth"), "{name}");
        let dimension = match kind.dimension() {
            Dimension::One => "1d",
            Dimension::Two => "2d",
            Dimension::Three => "3d",
            Dimension::Cube => "cube",
            Dimension::Buffer => "_buffer",
        };
        assert!(name.contains(dimension), "{name}");
        let elements: Vec<String> = kind.elements().iter().map(|ty| ty.to_string()).collect();
        let expected: &[&str] =
            if kind.is_depth() { &["float"] } else { &["short", "ushort", "int", "uint", "half", "float"] };
        assert_eq!(elements, expected, "{name}");
    }
}

#[test]
fn accesses_are_those_of_section_2_8() {
    for kind in TextureKind::ALL {
        let expected: &[Access] = match (kind.is_multisampled(), kind.is_depth(), kind.dimension()) {
            (true, _, _) => &[Access::Read],
            (false, true, _) => &[Access::Sample, Access::Read],
            (false, false, Dimension::Buffer) => &[Access::Read, Access::Write, Access::ReadWrite],
            (false, false, Dimension::One | Dimension::Two | Dimension::Three | Dimension::Cube) => {
                &[Access::Sample, Access::Read, Access::Write, Access::ReadWrite]
            }
        };
        assert_eq!(kind.accesses(), expected, "{kind:?}");
        assert_eq!(kind.default_access(), expected[0], "{kind:?}");
    }
    let read = member(TextureKind::Texture2d, "read").accesses;
    let write = member(TextureKind::Texture2d, "write").accesses;
    for access in Access::ALL {
        assert_eq!(read.contains(&access), access.can_read(), "{access:?}");
        assert_eq!(write.contains(&access), access.can_write(), "{access:?}");
    }
    for row in &TEXTURE_FUNCTIONS {
        let all = row.kind.accesses();
        assert!(row.accesses.iter().all(|access| all.contains(access)), "{:?} {}", row.kind, row.name);
        assert!(!row.accesses.is_empty());
    }
}

#[test]
fn sets_are_not_empty_just_where_the_element_is_mentioned() {
    for row in &TEXTURE_FUNCTIONS {
        for signature in row.signatures {
            let patterns = signature.parameters.iter().map(|parameter| parameter.pattern);
            let mentions = patterns.chain([signature.result]).any(Pattern::has_variable);
            assert_eq!(signature.variable.is_empty(), !mentions, "{:?} {}", row.kind, row.name);
            let is_optional = signature.parameters.iter().map(|parameter| parameter.is_optional);
            assert!(is_optional.is_sorted(), "{:?} {}: optional ones are last", row.kind, row.name);
        }
    }
}

#[test]
fn gradients_have_the_dimension_of_the_texture() {
    for row in TEXTURE_FUNCTIONS.iter().filter(|row| row.name == "sample") {
        let options: BTreeSet<&str> = row
            .signatures
            .iter()
            .flat_map(|signature| signature.parameters)
            .filter_map(|parameter| match parameter.pattern {
                Pattern::Options(options) => Some(options.iter().map(|option| option.name())),
                _ => None,
            })
            .flatten()
            .collect();
        let gradient = match row.kind.dimension() {
            Dimension::Two => "gradient2d",
            Dimension::Three => "gradient3d",
            Dimension::Cube => "gradientcube",
            Dimension::One | Dimension::Buffer => {
                assert!(options.is_empty(), "{:?}", row.kind);
                continue;
            }
        };
        assert_eq!(options, BTreeSet::from(["bias", gradient, "level", "min_lod_clamp"]), "{:?}", row.kind);
    }
    for (option, parameters) in [
        (LodOption::Bias, "float"),
        (LodOption::Level, "float"),
        (LodOption::Gradient2d, "float2 float2"),
        (LodOption::Gradient3d, "float3 float3"),
        (LodOption::Gradientcube, "float3 float3"),
        (LodOption::MinLodClamp, "float"),
    ] {
        let types = option.parameters().iter().map(|parameter| match parameter.pattern {
            Pattern::Value(ValuePattern::Fixed(ty)) => ty.to_string(),
            other => panic!("{other:?}"),
        });
        assert_eq!(types.collect::<Vec<_>>().join(" "), parameters, "{option:?}");
        assert_eq!(LodOption::from_name(option.name()), Some(option));
    }
    assert!(!LodOption::MinLodClamp.availability().admits(Dialect::IosMetal22));
}

#[test]
fn offsets_are_on_planes_and_spaces_only() {
    for row in &TEXTURE_FUNCTIONS {
        let mut parameters = row.signatures.iter().flat_map(|signature| signature.parameters);
        if parameters.any(|parameter| parameter.name == "offset") {
            assert!(matches!(row.kind.dimension(), Dimension::Two | Dimension::Three), "{:?}", row.kind);
        }
    }
    assert!(msl_spec::OFFSETS.contains(&-8) && !msl_spec::OFFSETS.contains(&8));
}

#[test]
fn overloads_with_short_coordinates_are_of_version_1_2() {
    let is_short = |pattern: Pattern| matches!(pattern, Pattern::Value(ValuePattern::Fixed(ty)) if ty.scalar() == Scalar::Ushort);
    for row in TEXTURE_FUNCTIONS.iter().filter(|row| row.name == "read" || row.name == "write") {
        let short = row
            .signatures
            .iter()
            .filter(|signature| signature.parameters.iter().any(|parameter| is_short(parameter.pattern)));
        let short: Vec<_> = short.collect();
        let expected = usize::from(row.kind != TextureKind::TextureBuffer);
        assert_eq!(short.len(), expected, "{:?} {}", row.kind, row.name);
        // The arrays of multisampled textures came later than the overloads.
        let is_new = row.kind.is_multisampled() && row.kind.is_array();
        for signature in short {
            let admits = |dialect| signature.availability.admits(dialect);
            assert!(admits(Dialect::OsxMetal12));
            assert_eq!(admits(Dialect::OsxMetal11), is_new, "{:?} {}", row.kind, row.name);
        }
    }
}

#[test]
fn levels_must_be_zero_where_the_text_says_so() {
    for (kind, name, expected) in [
        (TextureKind::Texture1d, "read", ZeroLod::Always),
        (TextureKind::Texture1dArray, "write", ZeroLod::Always),
        (TextureKind::Texture1d, "get_width", ZeroLod::Always),
        (TextureKind::Texture2d, "write", ZeroLod::OnMacos),
        (TextureKind::Depth2d, "sample_compare", ZeroLod::OnMacos),
        (TextureKind::Texture2d, "read", ZeroLod::Never),
        (TextureKind::Texture2d, "sample", ZeroLod::Never),
    ] {
        assert_eq!(member(kind, name).zero_lod, expected, "{kind:?} {name}");
    }
}

#[test]
fn depth_textures_compare_and_return_scalars() {
    for kind in TextureKind::ALL.into_iter().filter(|kind| kind.is_depth() && !kind.is_multisampled()) {
        for signature in member(kind, "sample").signatures {
            assert_eq!(signature.result, Pattern::Value(ValuePattern::Variable), "{kind:?}");
        }
        let compare = member(kind, "sample_compare").signatures;
        let on = |dialect| compare.iter().filter(move |row| row.availability.admits(dialect)).count();
        assert_eq!((on(Dialect::OsxMetal22), on(Dialect::IosMetal22)), (2, 3), "{kind:?}");
    }
    for kind in TextureKind::ALL.into_iter().filter(|kind| !kind.is_depth()) {
        assert!(texture_function(kind, "sample_compare").is_none(), "{kind:?}");
        assert!(texture_function(kind, "gather_compare").is_none(), "{kind:?}");
    }
}

#[test]
fn atomic_functions_of_textures_came_later() {
    let atomics = TEXTURE_FUNCTIONS.iter().filter(|row| row.name.starts_with("atomic_"));
    let mut count = 0;
    for row in atomics {
        for signature in row.signatures {
            assert_eq!(
                signature.availability,
                Availability::since(Version::new(3, 1)),
                "{} {:?}",
                row.name,
                row.kind
            );
            assert!(!signature.variable.contains(ValueType::Scalar(Scalar::Float)));
        }
        count += 1;
    }
    assert_eq!(count, 50);
}

#[test]
fn what_can_be_read_and_written_has_a_fence() {
    for kind in TextureKind::ALL {
        let fence = texture_function(kind, "fence");
        assert_eq!(fence.is_some(), kind.accesses().contains(&Access::ReadWrite), "{kind:?}");
        if let Some(fence) = fence {
            assert_eq!(
                (fence.section, fence.accesses),
                ("6.10.17", [Access::ReadWrite].as_slice()),
                "{kind:?}"
            );
        }
    }
}
