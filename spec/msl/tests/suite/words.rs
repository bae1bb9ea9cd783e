//! Keywords, address spaces, headers and enumerations.

use msl_spec::{
    AddressSpace, Dialect, Enumeration, FORBIDDEN_NAMES, HEADERS, NAMESPACES, REMOVED_FEATURES,
    SAMPLER_ARGUMENTS, SamplerArgument, WORDS, Word, WordClass, constant, word,
};

fn rule_of(word: &Word) -> Option<&'static str> {
    match word.class {
        WordClass::Removed(removed) => Some(removed.rule),
        WordClass::Cpp | WordClass::UnlistedType | WordClass::Alternative(_) | WordClass::Metal => None,
    }
}

#[test]
fn the_keywords_of_cpp14_are_all_there() {
    let keywords = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class
        compl const const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export
        extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator
        or or_eq private protected public register reinterpret_cast return short signed sizeof static static_assert
        static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using
        virtual void volatile wchar_t while xor xor_eq";
    let mut count = 0;
    for name in keywords.split_whitespace() {
        let found = word(name).unwrap_or_else(|| panic!("{name} is a word"));
        assert_ne!(found.class, WordClass::Metal, "{name}");
        count += 1;
    }
    assert_eq!(WORDS.iter().filter(|word| word.class != WordClass::Metal).count(), count);
    assert!(WORDS.is_sorted_by(|one, other| one.name < other.name));
}

#[test]
fn each_removed_feature_has_its_rule() {
    let words = "dynamic_cast L05, typeid L05, new L06, delete L06, noexcept L07, goto L08, register L09, thread_local L09,
        virtual L10, throw L11, try L11, catch L11, double L19";
    let mut rules: Vec<&str> = Vec::new();
    for line in words.split(',') {
        let (name, rule) = line.trim().split_once(' ').expect("a word and a rule");
        assert_eq!(word(name).and_then(rule_of), Some(rule), "{name}");
        rules.push(rule);
    }
    assert_eq!(WORDS.iter().filter_map(rule_of).count(), rules.len());
    rules.extend(FORBIDDEN_NAMES.iter().map(|(_, removed)| removed.rule));
    rules.extend(REMOVED_FEATURES.iter().map(|removed| removed.rule));
    for number in 3..=14 {
        assert!(rules.contains(&format!("L{number:02}").as_str()), "L{number:02}");
    }
}

#[test]
fn metal_has_words_of_its_own() {
    for name in ["kernel", "vertex", "fragment", "device", "constant", "thread", "threadgroup"] {
        let word = word(name).expect("a word");
        assert_eq!(word.class, WordClass::Metal, "{name}");
        assert!(Dialect::ALL.into_iter().all(|dialect| word.availability.admits(dialect)), "{name}");
    }
    let imageblock = word("threadgroup_imageblock").expect("a word");
    assert!(imageblock.availability.admits(Dialect::IosMetal20));
    assert!(!imageblock.availability.admits(Dialect::OsxMetal22));
    let coherent = word("coherent").expect("a word").availability;
    assert!(coherent.admits(Dialect::Metal32) && !coherent.admits(Dialect::Metal31));
    assert!(word("float4").is_none() && word("sampler").is_none() && word("main").is_none());
}

#[test]
fn each_address_space_is_a_word() {
    for space in AddressSpace::ALL {
        let word = word(space.name()).expect("a word");
        assert_eq!(word.availability, space.availability(), "{space:?}");
    }
}

#[test]
fn the_library_has_its_headers_and_namespaces() {
    let names: Vec<&str> = HEADERS.iter().map(|header| header.name).collect();
    for area in ["stdlib", "common", "integer", "relational", "math", "matrix", "geometric", "compute"] {
        assert!(names.contains(&format!("metal_{area}").as_str()), "{area}");
    }
    for area in ["simdgroup", "graphics", "texture", "imageblocks", "pack", "atomic", "command_buffer"] {
        assert!(names.contains(&format!("metal_{area}").as_str()), "{area}");
    }
    assert!(names.contains(&"metal_uniform") && names.contains(&"simd/simd.h"));
    let namespaces: Vec<&str> = NAMESPACES.iter().map(|namespace| namespace.name).collect();
    assert_eq!(namespaces, ["metal", "metal::precise", "metal::fast", "metal::raytracing"]);
}

#[test]
fn the_states_of_samplers_are_those_of_table_2_7() {
    let values = |enumeration: Enumeration| {
        let mut names: Vec<&str> = enumeration.enumerators().iter().map(|row| row.name).collect();
        let default = names.remove(0);
        names.sort_unstable();
        format!("{default}; {}", names.join(" "))
    };
    let addresses = "clamp_to_edge; clamp_to_border clamp_to_zero mirrored_repeat repeat";
    for (enumeration, expected) in [
        (Enumeration::Coord, "normalized; pixel"),
        (Enumeration::Address, addresses),
        (Enumeration::SAddress, addresses),
        (Enumeration::TAddress, addresses),
        (Enumeration::RAddress, addresses),
        (Enumeration::BorderColor, "transparent_black; opaque_black opaque_white"),
        (Enumeration::Filter, "nearest; linear"),
        (Enumeration::MagFilter, "nearest; linear"),
        (Enumeration::MinFilter, "nearest; linear"),
        (Enumeration::MipFilter, "none; linear nearest"),
        (Enumeration::CompareFunc, "never; always equal greater greater_equal less less_equal not_equal"),
    ] {
        assert_eq!(values(enumeration), expected, "{enumeration:?}");
        let accepts = |argument: &SamplerArgument| matches!(argument, SamplerArgument::Enumerator(it) if *it == enumeration);
        assert_eq!(SAMPLER_ARGUMENTS.iter().filter(|argument| accepts(argument)).count(), 1);
    }
    let calls: Vec<(&str, usize)> = SAMPLER_ARGUMENTS
        .iter()
        .filter_map(|argument| match argument {
            SamplerArgument::Call { name, parameters } => Some((*name, parameters.len())),
            SamplerArgument::Enumerator(_) => None,
        })
        .collect();
    assert_eq!(calls, [("max_anisotropy", 1), ("lod_clamp", 2)]);
}

#[test]
fn enumerators_are_of_the_versions_that_their_tables_name() {
    for (enumeration, name, first, before) in [
        (Enumeration::Access, "read_write", Dialect::OsxMetal12, Dialect::OsxMetal11),
        (Enumeration::Address, "clamp_to_border", Dialect::OsxMetal12, Dialect::IosMetal22),
        (Enumeration::MemFlags, "mem_texture", Dialect::OsxMetal12, Dialect::IosMetal12),
        (Enumeration::MemFlags, "mem_threadgroup_imageblock", Dialect::IosMetal20, Dialect::OsxMetal22),
        (Enumeration::MemoryOrder, "memory_order_seq_cst", Dialect::Metal32, Dialect::Metal31),
    ] {
        let row = enumeration.enumerator(name).expect("an enumerator");
        assert!(row.availability.admits(first) && !row.availability.admits(before), "{name}");
    }
    let unscoped = |name| Enumeration::of_unscoped(name).map(|(enumeration, row)| (enumeration, row.name));
    let relaxed = "memory_order_relaxed";
    assert_eq!(unscoped(relaxed), Some((Enumeration::MemoryOrder, relaxed)));
    assert_eq!(unscoped("mem_device"), None);
    assert!(Enumeration::MemFlags.is_scoped() && !Enumeration::MemoryOrder.is_scoped());
    for enumeration in Enumeration::ALL {
        assert_eq!(Enumeration::from_name(enumeration.name()), Some(enumeration));
    }
    assert!(Enumeration::Filter.enumerator("bicubic").is_none());
}

#[test]
fn the_constants_have_the_values_of_their_names() {
    use std::f64::consts as known;
    for (name, value) in [
        ("M_E", known::E),
        ("M_LOG2E", known::LOG2_E),
        ("M_LOG10E", known::LOG10_E),
        ("M_LN2", known::LN_2),
        ("M_LN10", known::LN_10),
        ("M_PI", known::PI),
        ("M_PI_2", known::FRAC_PI_2),
        ("M_PI_4", known::FRAC_PI_4),
        ("M_1_PI", known::FRAC_1_PI),
        ("M_2_PI", known::FRAC_2_PI),
        ("M_2_SQRTPI", known::FRAC_2_SQRT_PI),
        ("M_SQRT2", known::SQRT_2),
        ("M_SQRT1_2", known::FRAC_1_SQRT_2),
    ] {
        for suffix in ["_F", "_H"] {
            let row = constant(&format!("{name}{suffix}")).expect("a constant");
            assert_eq!(row.value.to_bits(), value.to_bits(), "{name}{suffix}");
        }
    }
    let value = |name: &str| constant(name).expect("a constant").value;
    assert_eq!(value("MAXFLOAT").to_bits(), f64::from(f32::MAX).to_bits());
    assert_eq!(value("MAXHALF").to_bits(), 65504.0_f64.to_bits());
    for name in ["INFINITY", "HUGE_VALF", "HUGE_VALH"] {
        assert!(value(name).is_infinite() && value(name) > 0.0, "{name}");
    }
    assert!(value("NAN").is_nan());
    assert_eq!(msl_spec::CONSTANTS.len(), 32);
}
