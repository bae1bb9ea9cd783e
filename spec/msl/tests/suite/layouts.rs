//! Types against Tables 2.1 to 2.6, written out by hand.

use msl_spec::{
    Availability, Dialect, Layout, NamedType, PixelType, Scalar, TypeSet, ValueType, Version, Width,
    type_name, type_names,
};

fn layout_of(name: &str) -> Option<Layout> {
    match type_name(name).unwrap_or_else(|| panic!("{name} is a type")).meaning {
        NamedType::Value(ty) => ty.layout(),
        NamedType::Size(scalar) => Some(scalar.layout()),
        NamedType::Pixel(pixel) => Some(pixel.layout()),
        NamedType::Void
        | NamedType::Atomic(_)
        | NamedType::Texture(_)
        | NamedType::Template(_)
        | NamedType::Class(_)
        | NamedType::Reserved => None,
    }
}

/// Lines of names, then size and alignment.
fn expect(table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (names, numbers) = line.split_once(':').expect("a colon");
        let mut numbers = numbers.split_whitespace().map(|number| number.parse().expect("a number"));
        let size = numbers.next().expect("a size");
        let alignment = numbers.next().expect("an alignment");
        for name in names.split(',').map(str::trim) {
            assert_eq!(layout_of(name), Some(Layout { size, alignment }), "{name}");
        }
    }
}

#[test]
fn scalars_have_the_sizes_of_table_2_2() {
    expect(
        "bool: 1 1
        char, int8_t, unsigned char, uchar, uint8_t: 1 1
        short, int16_t, unsigned short, ushort, uint16_t: 2 2
        int, int32_t, unsigned int, unsigned, uint, uint32_t: 4 4
        long, int64_t, unsigned long, ulong, uint64_t: 8 8
        size_t, ptrdiff_t: 8 8
        half: 2 2
        float: 4 4",
    );
}

#[test]
fn vectors_have_the_sizes_of_table_2_3() {
    expect(
        "bool2, char2, uchar2: 2 2
        bool3, bool4, char3, char4, uchar3, uchar4: 4 4
        short2, ushort2, half2: 4 4
        short3, short4, ushort3, ushort4, half3, half4: 8 8
        int2, uint2, float2: 8 8
        int3, int4, uint3, uint4, float3, float4: 16 16
        long2, ulong2: 16 16
        long3, long4, ulong3, ulong4: 32 32",
    );
}

#[test]
fn packed_vectors_have_the_sizes_of_table_2_4() {
    expect(
        "packed_char2, packed_uchar2: 2 1
        packed_char3, packed_uchar3: 3 1
        packed_char4, packed_uchar4: 4 1
        packed_short2, packed_ushort2, packed_half2: 4 2
        packed_short3, packed_ushort3, packed_half3: 6 2
        packed_short4, packed_ushort4, packed_half4: 8 2
        packed_int2, packed_uint2, packed_float2: 8 4
        packed_int3, packed_uint3, packed_float3: 12 4
        packed_int4, packed_uint4, packed_float4: 16 4",
    );
    for name in ["packed_bool2", "packed_bool3", "packed_bool4"] {
        assert_eq!(type_name(name).map(|row| row.meaning), Some(NamedType::Reserved), "{name}");
    }
    assert!(type_name("packed_long2").is_none(), "version 2.2 has no packed 64-bit integers");
}

#[test]
fn matrices_have_the_sizes_of_table_2_5() {
    expect(
        "half2x2: 8 4
        half2x3, half2x4: 16 8
        half3x2: 12 4
        half3x3, half3x4: 24 8
        half4x2: 16 4
        half4x3, half4x4: 32 8
        float2x2: 16 8
        float2x3, float2x4: 32 16
        float3x2: 24 8
        float3x3, float3x4: 48 16
        float4x2: 32 8
        float4x3, float4x4: 64 16",
    );
    for name in ["int2x2", "float5x2", "float2x1", "bool2x2"] {
        assert!(type_name(name).is_none(), "{name} is no type");
    }
}

#[test]
fn a_matrix_is_an_array_of_its_columns() {
    for scalar in [Scalar::Half, Scalar::Float] {
        for (columns, rows) in Width::ALL.into_iter().flat_map(|one| Width::ALL.map(|other| (one, other))) {
            let column = ValueType::Vector(scalar, rows).layout().expect("a column has a layout");
            let expected = Layout { size: columns.count() * column.size, alignment: column.alignment };
            assert_eq!(ValueType::Matrix(scalar, columns, rows).layout(), Some(expected));
        }
    }
}

#[test]
fn pixels_have_the_sizes_of_table_2_6() {
    expect(
        "r8unorm, r8snorm: 1 1
        r16unorm, r16snorm: 2 2
        rg8unorm, rg8snorm: 2 1
        rg16unorm, rg16snorm: 4 2
        rgba8unorm, srgba8unorm, rgba8snorm: 4 1
        rgba16unorm, rgba16snorm: 8 2
        rgb10a2, rg11b10f, rgb9e5: 4 4",
    );
    let names = |set: TypeSet| set.iter().map(|ty| ty.to_string()).collect::<Vec<_>>();
    assert_eq!(names(PixelType::Rgb9e5.values()), ["half3", "float3"]);
    assert_eq!(names(PixelType::R16unorm.values()), ["float"]);
}

#[test]
fn every_value_type_has_a_layout_and_is_found_by_its_text() {
    for row in type_names() {
        if let NamedType::Value(ty) = row.meaning {
            assert!(ty.layout().is_some(), "{}", row.name);
            let canonical = type_name(&ty.to_string()).expect("the text of a type is a name");
            assert_eq!(canonical.meaning, row.meaning);
            assert_eq!(ty.availability(), row.availability, "{}", row.name);
        }
    }
}

#[test]
fn names_of_types_are_sorted() {
    assert!(type_names().is_sorted_by(|one, other| one.name < other.name));
    for name in ["double", "long long", "float1", "float5", "", "Float"] {
        assert!(type_name(name).is_none(), "{name}");
    }
}

#[test]
fn types_of_64_bits_are_of_version_2_2() {
    for name in ["long", "ulong", "unsigned long", "int64_t", "uint64_t", "long3", "ulong4"] {
        let available = type_name(name).expect("a type").availability;
        assert!(!available.admits(Dialect::OsxMetal21), "{name}");
        assert!(available.admits(Dialect::OsxMetal22) && available.admits(Dialect::Naga), "{name}");
    }
    let size = type_name("size_t").expect("a type");
    assert_eq!((size.meaning, size.availability), (NamedType::Size(Scalar::Ulong), Availability::ALWAYS));
}

#[test]
fn atomic_types_are_those_of_section_2_5_and_of_naga() {
    let admitted = |name: &str| {
        let available = type_name(name).expect("a type").availability;
        Dialect::ALL.into_iter().filter(move |dialect| available.admits(*dialect)).collect::<Vec<_>>()
    };
    assert_eq!(admitted("atomic_int"), Dialect::ALL);
    assert_eq!(admitted("atomic_uint"), Dialect::ALL);
    for name in ["atomic_bool", "atomic"] {
        let all = admitted(name);
        assert!(all.contains(&Dialect::IosMetal20) && !all.contains(&Dialect::IosMetal12), "{name}");
        assert!(all.contains(&Dialect::MacosMetal24) && !all.contains(&Dialect::MacosMetal23), "{name}");
    }
    assert_eq!(admitted("atomic_long"), [Dialect::Naga]);
    assert_eq!(
        admitted("atomic_float"),
        [Dialect::Metal30, Dialect::Metal31, Dialect::Metal32, Dialect::Naga]
    );
    assert!(admitted("atomic_ulong").contains(&Dialect::IosMetal24));
    assert!(!admitted("atomic_ulong").contains(&Dialect::MacosMetal23));
}

#[test]
fn a_set_has_what_it_iterates_over() {
    let signature = &msl_spec::functions("dot")[0].signatures[0];
    let members: Vec<String> = signature.variable.iter().map(|ty| ty.to_string()).collect();
    assert_eq!(members, ["half2", "half3", "half4", "float2", "float3", "float4"]);
    for row in type_names() {
        if let NamedType::Value(ty) = row.meaning {
            assert_eq!(signature.variable.contains(ty), members.contains(&ty.to_string()), "{ty}");
        }
    }
    assert_eq!(TypeSet::EMPTY.iter().count(), 0);
    assert!(Version::new(2, 1) < Version::new(2, 2) && Version::new(1, 2) < Version::new(2, 0));
}
