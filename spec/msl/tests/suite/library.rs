//! The functions of the library.

use std::collections::BTreeSet;

use msl_spec::{
    Dialect, Enumeration, FUNCTIONS, Function, Pattern, Scalar, Stage, ValuePattern, ValueType, Width,
    functions,
};

/// The functions of each section of the specification.
const TABLES: &[(&str, &str)] = &[
    ("6.2", "clamp mix saturate sign smoothstep step"),
    (
        "6.3",
        "abs absdiff addsat clamp clz ctz extract_bits hadd insert_bits mad24 madhi madsat max max3 median3 min min3 mul24
        mulhi popcount reverse_bits rhadd rotate subsat",
    ),
    ("6.4", "all any isfinite isinf isnan isnormal isordered isunordered not select signbit"),
    (
        "6.5",
        "abs acos acosh asin asinh atan atan2 atanh ceil copysign cos cosh cospi divide exp exp10 exp2 fabs fdim floor fma
        fmax fmax3 fmedian3 fmin fmin3 fmod fract frexp ilogb ldexp log log10 log2 max max3 median3 min min3 modf nextafter pow powr
        rint round rsqrt sin sincos sinh sinpi sqrt tan tanh tanpi trunc",
    ),
    (
        "6.6",
        "determinant make_filled_simdgroup_matrix simdgroup_load simdgroup_multiply simdgroup_multiply_accumulate simdgroup_store
        transpose",
    ),
    (
        "6.7",
        "cross distance distance_squared dot faceforward length length_squared normalize reflect refract",
    ),
    ("6.8.1", "simdgroup_barrier threadgroup_barrier"),
    (
        "6.8.2",
        "simd_active_threads_mask simd_all simd_and simd_any simd_ballot simd_broadcast simd_broadcast_first simd_is_first
        simd_is_helper_thread simd_max simd_min simd_or simd_prefix_exclusive_product simd_prefix_exclusive_sum
        simd_prefix_inclusive_product simd_prefix_inclusive_sum simd_product simd_shuffle simd_shuffle_and_fill_down
        simd_shuffle_and_fill_up simd_shuffle_down
        simd_shuffle_rotate_down simd_shuffle_rotate_up simd_shuffle_up simd_shuffle_xor simd_sum simd_xor",
    ),
    (
        "6.8.3",
        "quad_active_threads_mask quad_all quad_and quad_any quad_ballot quad_broadcast quad_broadcast_first quad_is_first
        quad_is_helper_thread quad_max quad_min quad_or quad_prefix_exclusive_product quad_prefix_exclusive_sum
        quad_prefix_inclusive_product quad_prefix_inclusive_sum quad_product quad_shuffle quad_shuffle_and_fill_down
        quad_shuffle_and_fill_up quad_shuffle_down
        quad_shuffle_rotate_down quad_shuffle_rotate_up quad_shuffle_up quad_shuffle_xor quad_sum quad_xor",
    ),
    ("6.9.1.1", "dfdx dfdy fwidth"),
    ("6.9.1.2", "get_num_samples get_sample_position"),
    ("6.9.1.3", "discard_fragment"),
    ("6.10.18", "is_null_texture"),
    (
        "6.12.1",
        "unpack_snorm2x16_to_float unpack_snorm2x16_to_half unpack_snorm4x8_to_float unpack_snorm4x8_to_half
        unpack_unorm10a2_to_float unpack_unorm10a2_to_half unpack_unorm2x16_to_float unpack_unorm2x16_to_half
        unpack_unorm4x8_srgb_to_float unpack_unorm4x8_srgb_to_half unpack_unorm4x8_to_float unpack_unorm4x8_to_half
        unpack_unorm565_to_float unpack_unorm565_to_half",
    ),
    (
        "6.12.2",
        "pack_float_to_snorm2x16 pack_float_to_snorm4x8 pack_float_to_srgb_unorm4x8 pack_float_to_unorm10a2
        pack_float_to_unorm2x16 pack_float_to_unorm4x8 pack_float_to_unorm565 pack_half_to_snorm2x16
        pack_half_to_snorm4x8 pack_half_to_srgb_unorm4x8 pack_half_to_unorm10a2 pack_half_to_unorm2x16
        pack_half_to_unorm4x8 pack_half_to_unorm565",
    ),
    ("6.13.2.1", "atomic_store atomic_store_explicit"),
    ("6.13.2.2", "atomic_load atomic_load_explicit"),
    ("6.13.2.3", "atomic_exchange atomic_exchange_explicit"),
    ("6.13.2.4", "atomic_compare_exchange_weak atomic_compare_exchange_weak_explicit"),
    (
        "6.13.2.5",
        "atomic_fetch_add atomic_fetch_add_explicit atomic_fetch_and atomic_fetch_and_explicit atomic_fetch_max
        atomic_fetch_max_explicit atomic_fetch_min atomic_fetch_min_explicit atomic_fetch_or atomic_fetch_or_explicit
        atomic_fetch_sub atomic_fetch_sub_explicit atomic_fetch_xor atomic_fetch_xor_explicit atomic_max_explicit
        atomic_min_explicit",
    ),
    ("5.8.1", "is_function_constant_defined"),
];

fn function(name: &str, section: &str) -> &'static Function {
    let found = functions(name).iter().find(|function| function.section == section);
    found.unwrap_or_else(|| panic!("{name} is in section {section}"))
}

#[test]
fn each_section_has_its_functions_and_no_others() {
    for (section, names) in TABLES {
        let expected: BTreeSet<&str> = names.split_whitespace().collect();
        let found: Vec<&str> =
            FUNCTIONS.iter().filter(|row| row.section == *section).map(|row| row.name).collect();
        assert_eq!(found.iter().copied().collect::<BTreeSet<_>>(), expected, "section {section}");
        assert_eq!(found.len(), expected.len(), "section {section} has a function twice");
    }
    let sections: BTreeSet<&str> = TABLES.iter().map(|(section, _)| *section).collect();
    assert!(FUNCTIONS.iter().all(|row| sections.contains(row.section)));
}

#[test]
fn functions_are_found_by_name() {
    for row in &FUNCTIONS {
        let found = functions(row.name);
        assert!(found.iter().any(|other| std::ptr::eq(other, row)), "{}", row.name);
        assert!(found.iter().all(|other| other.name == row.name), "{}", row.name);
    }
    assert_eq!(functions("clamp").len(), 2);
    assert_eq!(functions("sin").len(), 1);
    for name in ["", "Sin", "sine", "zzz", "inverse", "textureSample"] {
        assert!(functions(name).is_empty(), "{name}");
    }
}

#[test]
fn a_set_is_empty_just_where_there_is_no_variable() {
    for row in &FUNCTIONS {
        assert!(!row.signatures.is_empty(), "{}", row.name);
        for signature in row.signatures {
            let patterns = signature.parameters.iter().map(|parameter| parameter.pattern);
            let mut patterns = patterns.chain([signature.result]);
            let mentions = patterns.any(Pattern::has_variable);
            assert_eq!(signature.variable.is_empty(), !mentions, "{} {}", row.name, signature.text);
            assert_eq!(signature.variable.iter().count() == 0, !mentions, "{}", row.name);
        }
    }
}

#[test]
fn every_type_of_a_variable_gives_every_parameter_a_type() {
    for row in &FUNCTIONS {
        for signature in row.signatures {
            for variable in signature.variable.iter() {
                let patterns = signature.parameters.iter().map(|parameter| parameter.pattern);
                for pattern in patterns.chain([signature.result]) {
                    if let Pattern::Value(value) | Pattern::Reference(_, value) | Pattern::Pointer(_, value) =
                        pattern
                    {
                        let ty = value.instance(variable).expect("a type");
                        assert!(ty.layout().is_some(), "{} {}", row.name, signature.text);
                    }
                }
            }
        }
    }
}

#[test]
fn derived_types_follow_the_variable() {
    let half3 = ValueType::Vector(Scalar::Half, Width::Three);
    let short = ValueType::Scalar(Scalar::Short);
    for (pattern, variable, expected) in [
        (ValuePattern::Variable, half3, Some(half3)),
        (ValuePattern::Scalar, half3, Some(ValueType::Scalar(Scalar::Half))),
        (ValuePattern::Bool, half3, Some(ValueType::Vector(Scalar::Bool, Width::Three))),
        (ValuePattern::Int, half3, Some(ValueType::Vector(Scalar::Int, Width::Three))),
        (ValuePattern::Unsigned, short, Some(ValueType::Scalar(Scalar::Ushort))),
        (ValuePattern::Unsigned, half3, None),
        (ValuePattern::Vector4, short, Some(ValueType::Vector(Scalar::Short, Width::Four))),
    ] {
        assert_eq!(pattern.instance(variable), expected, "{pattern:?} {variable}");
    }
}

#[test]
fn variants_for_precision_are_those_of_three_sections() {
    let names: BTreeSet<(&str, &str)> = FUNCTIONS
        .iter()
        .filter(|row| row.precise_and_fast && row.section != "6.5")
        .map(|row| (row.section, row.name))
        .collect();
    let expected =
        [("6.2", "clamp"), ("6.2", "saturate"), ("6.7", "distance"), ("6.7", "length"), ("6.7", "normalize")];
    assert_eq!(names, BTreeSet::from(expected));
    assert!(FUNCTIONS.iter().filter(|row| row.section == "6.5").all(|row| row.precise_and_fast));
}

#[test]
fn stages_are_those_of_the_heads_of_the_sections() {
    let stages = |name: &str, section: &str| function(name, section).stages.iter().collect::<Vec<_>>();
    assert_eq!(stages("threadgroup_barrier", "6.8.1"), [Stage::Kernel]);
    assert_eq!(stages("simd_sum", "6.8.2"), [Stage::Kernel, Stage::Fragment]);
    assert_eq!(stages("quad_broadcast", "6.8.3"), [Stage::Kernel, Stage::Fragment]);
    assert_eq!(stages("dfdx", "6.9.1.1"), [Stage::Fragment]);
    assert_eq!(stages("discard_fragment", "6.9.1.3"), [Stage::Fragment]);
    assert_eq!(stages("sin", "6.5"), Stage::ALL);
}

#[test]
fn signatures_are_of_the_versions_that_their_tables_name() {
    for (name, section, first, before) in [
        ("extract_bits", "6.3", Dialect::OsxMetal12, Dialect::OsxMetal11),
        ("max3", "6.3", Dialect::IosMetal21, Dialect::IosMetal20),
        ("max3", "6.5", Dialect::OsxMetal21, Dialect::OsxMetal20),
        ("reverse_bits", "6.3", Dialect::OsxMetal21, Dialect::OsxMetal20),
        ("simdgroup_barrier", "6.8.1", Dialect::IosMetal12, Dialect::IosMetal11),
        ("simdgroup_barrier", "6.8.1", Dialect::OsxMetal20, Dialect::OsxMetal12),
        ("simd_shuffle", "6.8.2", Dialect::OsxMetal20, Dialect::IosMetal22),
        ("simd_sum", "6.8.2", Dialect::OsxMetal21, Dialect::OsxMetal20),
        ("quad_shuffle", "6.8.3", Dialect::IosMetal20, Dialect::IosMetal12),
        ("quad_sum", "6.8.3", Dialect::OsxMetal21, Dialect::IosMetal22),
        ("atomic_max_explicit", "6.13.2.5", Dialect::IosMetal24, Dialect::IosMetal23),
        ("atomic_load", "6.13.2.2", Dialect::IosMetal20, Dialect::OsxMetal22),
        ("is_null_texture", "6.10.18", Dialect::OsxMetal12, Dialect::OsxMetal11),
    ] {
        let admits =
            |dialect| function(name, section).signatures.iter().any(|row| row.availability.admits(dialect));
        assert!(admits(first) && !admits(before), "{name} {first:?} {before:?}");
    }
    let fmedian3 = function("fmedian3", "6.5");
    assert!(fmedian3.signatures[0].availability.admits(Dialect::IosMetal10));
}

#[test]
fn pointers_to_atomic_objects_were_volatile_before_version_2_0() {
    let rows = function("atomic_load_explicit", "6.13.2.2").signatures;
    let admitted = |dialect: Dialect, scalar: Scalar| {
        rows.iter()
            .filter(|row| row.availability.admits(dialect))
            .filter(|row| row.variable.contains(ValueType::Scalar(scalar)))
            .map(|row| match row.parameters[0].pattern {
                Pattern::AtomicPointer(pointer) => {
                    assert!(pointer.is_const && pointer.spaces.len() == 2);
                    pointer.is_volatile
                }
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(admitted(Dialect::OsxMetal12, Scalar::Int), [true]);
    assert_eq!(admitted(Dialect::OsxMetal20, Scalar::Int), [true, false]);
    assert_eq!(admitted(Dialect::OsxMetal22, Scalar::Bool), []);
    assert_eq!(admitted(Dialect::IosMetal20, Scalar::Bool), [true, false]);
    assert_eq!(admitted(Dialect::OsxMetal22, Scalar::Float), []);
    assert_eq!(admitted(Dialect::MacosMetal24, Scalar::Bool), [true, false]);
    assert_eq!(admitted(Dialect::Metal30, Scalar::Float), [true, false]);
}

#[test]
fn patterns_are_read_from_their_notation() {
    let frexp = &function("frexp", "6.5").signatures[0];
    assert_eq!(
        frexp.parameters[1].pattern,
        Pattern::Reference(msl_spec::AddressSpace::Thread, ValuePattern::Int)
    );
    assert_eq!(frexp.result, Pattern::Value(ValuePattern::Variable));
    let exchange = &function("atomic_compare_exchange_weak_explicit", "6.13.2.4").signatures[0];
    assert_eq!(
        exchange.parameters[1].pattern,
        Pattern::Pointer(msl_spec::AddressSpace::Thread, ValuePattern::Variable)
    );
    assert_eq!(exchange.parameters[3].pattern, Pattern::Enumeration(Enumeration::MemoryOrder));
    assert_eq!(exchange.result, Pattern::Value(ValuePattern::Fixed(ValueType::Scalar(Scalar::Bool))));
    let barrier = &function("threadgroup_barrier", "6.8.1").signatures[0];
    assert_eq!(barrier.parameters[0].pattern, Pattern::Enumeration(Enumeration::MemFlags));
    assert_eq!(barrier.result, Pattern::Void);
    assert_eq!(function("simd_ballot", "6.8.2").signatures[0].result, Pattern::SimdVote);
    assert_eq!(function("quad_ballot", "6.8.3").signatures[0].result, Pattern::QuadVote);
    let transposed = function("transpose", "6.6");
    assert_eq!(transposed.signatures.len(), 18);
    for row in transposed.signatures {
        let (Pattern::Value(ValuePattern::Fixed(from)), Pattern::Value(ValuePattern::Fixed(to))) =
            (row.parameters[0].pattern, row.result)
        else {
            panic!("{}", row.text);
        };
        let ValueType::Matrix(scalar, columns, rows) = from else { panic!("{from}") };
        assert_eq!(to, ValueType::Matrix(scalar, rows, columns), "{}", row.text);
    }
}

#[test]
fn sets_of_data_operations_have_no_booleans_and_bitwise_ones_no_floats() {
    let set = |name, section| function(name, section).signatures[0].variable;
    assert!(!set("simd_sum", "6.8.2").contains(ValueType::Scalar(Scalar::Bool)));
    assert!(set("simd_sum", "6.8.2").contains(ValueType::Vector(Scalar::Half, Width::Three)));
    assert!(!set("simd_and", "6.8.2").contains(ValueType::Scalar(Scalar::Float)));
    assert!(set("mul24", "6.3").contains(ValueType::Vector(Scalar::Uint, Width::Four)));
    assert!(!set("mul24", "6.3").contains(ValueType::Scalar(Scalar::Short)));
    assert!(!set("dot", "6.7").contains(ValueType::Scalar(Scalar::Float)));
    assert_eq!(set("abs", "6.3").iter().count(), 32);
    assert_eq!(set("sin", "6.5").iter().count(), 8);
    assert_eq!(set("all", "6.4").iter().count(), 4);
}

#[test]
fn undefined_conditions_have_the_rules_of_the_inventory() {
    let rule = |name, section| function(name, section).undefined[0].rule;
    assert_eq!(rule("clamp", "6.2"), Some("Y03"));
    assert_eq!(rule("clamp", "6.3"), Some("Y03"));
    assert_eq!(rule("mix", "6.2"), Some("Y04"));
    assert_eq!(rule("smoothstep", "6.2"), Some("Y05"));
    assert_eq!(rule("extract_bits", "6.3"), Some("Y06"));
    assert_eq!(rule("mad24", "6.3"), Some("Y07"));
    assert_eq!(rule("threadgroup_barrier", "6.8.1"), Some("Y16"));
    assert_eq!(rule("simd_shuffle", "6.8.2"), Some("Y20"));
    assert_eq!(rule("simd_is_helper_thread", "6.8.2"), Some("Y22"));
    assert_eq!(rule("dfdx", "6.9.1.1"), Some("Y25"));
}

#[test]
fn functions_name_their_counterparts_in_wgsl() {
    let text = |name, section| function(name, section).wgsl.map(|it| (it.text, it.bits));
    assert_eq!(text("rsqrt", "6.5"), Some(("inverseSqrt", None)));
    assert_eq!(text("popcount", "6.3"), Some(("countOneBits", Some(32))));
    assert_eq!(text("modf", "6.5"), Some(("$x - trunc($x); $intval = trunc($x)", None)));
    assert_eq!(text("mulhi", "6.3"), None);
}
