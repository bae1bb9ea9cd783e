//! The generated tables against the numbers and statements of the specification.

use wgsl_spec::{
    AccessMode, AddressSpace, AttributeRow, BuiltinValue, DiagnosticRule, Edition, EnableExtension,
    Enumerant, ExtensionSet, FunctionId, INVENTORY, LanguageExtension, Operator, Predeclared, RuleStage,
    Scalar, ScalarSet, Symbol, TexelFormat, TextureKind, TypeGenerator, WordClass, conversion_rank, example,
    facts, sections, sym,
};

fn predeclared_symbols() -> impl Iterator<Item = Symbol> {
    (0..Symbol::PREDECLARED as usize).map(Symbol::from_index)
}

fn count_of_class(class: WordClass, edition: Edition) -> usize {
    predeclared_symbols().filter(|symbol| symbol.info(edition).class == class).count()
}

#[test]
fn every_name_finds_itself() {
    for symbol in predeclared_symbols() {
        let name = symbol.predeclared_text().expect("a predeclared symbol has a text");
        assert_eq!(Symbol::predeclared(name), Some(symbol), "{name}");
    }
    assert_eq!(Symbol::from_index(Symbol::PREDECLARED as usize).predeclared_text(), None);
}

#[test]
fn no_other_name_is_found() {
    for symbol in predeclared_symbols() {
        let name = symbol.predeclared_text().unwrap_or_default();
        for other in [format!("{name}_"), format!("_{name}"), name.to_uppercase(), name[1..].to_owned()] {
            if let Some(found) = Symbol::predeclared(&other) {
                assert_eq!(found.predeclared_text(), Some(other.as_str()));
            }
        }
    }
    for name in ["", "x", "foo", "my_variable", "textureSampl", "v\u{e9}c2", "\u{1f600}", &"a".repeat(1000)] {
        assert_eq!(Symbol::predeclared(name), None, "{name}");
    }
}

#[test]
fn constants_name_their_symbols() {
    for (symbol, name) in [
        (sym::FN, "fn"),
        (sym::VEC2F, "vec2f"),
        (sym::READ_WRITE, "read_write"),
        (sym::TEXTURE_SAMPLE, "textureSample"),
        (sym::DOT4_U8_PACKED, "dot4U8Packed"),
        (sym::BUFFER_VIEW, "bufferView"),
        (sym::BUFFER_VIEW_EXTENSION, "buffer_view"),
        (sym::OLD_VALUE, "old_value"),
        (sym::PERSPECTIVE, "perspective"),
    ] {
        assert_eq!(symbol.predeclared_text(), Some(name));
    }
}

#[test]
fn words_are_counted_as_the_editions_count_them() {
    assert_eq!(count_of_class(WordClass::Keyword, Edition::Current), 26);
    assert_eq!(count_of_class(WordClass::Reserved, Edition::Current), 146);
    assert_eq!(count_of_class(WordClass::Keyword, Edition::Draft2022), 66);
    assert_eq!(count_of_class(WordClass::Reserved, Edition::Draft2022), 355);
    // Without quotes, YAML would not read some of these as strings.
    for name in ["NULL", "null", "yield", "self"] {
        let symbol = Symbol::predeclared(name).expect("a reserved word");
        assert_eq!(symbol.info(Edition::Current).class, WordClass::Reserved, "{name}");
    }
    assert_eq!(Symbol::predeclared("None"), None);
}

#[test]
fn enumerants_are_counted_as_the_specification_counts_them() {
    let count = |edition| {
        let is_enumerant =
            |symbol: &Symbol| matches!(symbol.info(edition).predeclared, Predeclared::Enumerant(_));
        predeclared_symbols().filter(is_enumerant).count()
    };
    // The table of the specification has 48 rows and forgets `immediate`; two are proposed.
    assert_eq!(count(Edition::Current), 49 + 2);
    assert_eq!(TexelFormat::ALL.len(), 40);
    assert_eq!(TexelFormat::ALL.iter().filter(|format| format.available_in(Edition::Draft2022)).count(), 16);
    assert_eq!(AccessMode::ReadWrite.name(), "read_write");
    assert_eq!(AddressSpace::Handle.name(), "handle");
    assert_eq!(
        sym::RGBA8UNORM.info(Edition::Current).predeclared,
        Predeclared::Enumerant(Enumerant::TexelFormat(TexelFormat::Rgba8unorm))
    );
    assert_eq!(TexelFormat::Rgb10a2uint.channel_type(), Scalar::U32);
    assert_eq!(TexelFormat::Rg8unorm.requires(), Some(LanguageExtension::TextureFormatsTier1));
}

#[test]
fn builtin_values_are_counted_as_the_editions_count_them() {
    let rows =
        |edition| BuiltinValue::ALL.into_iter().map(|value| value.rows(edition).count()).sum::<usize>();
    assert_eq!((BuiltinValue::ALL.len(), rows(Edition::Current), rows(Edition::Draft2022)), (20, 24, 14));
    for value in BuiltinValue::ALL {
        assert_eq!(Symbol::predeclared(value.name()).and_then(BuiltinValue::from_symbol), Some(value));
    }
}

#[test]
fn functions_are_found_by_name_in_their_editions() {
    let count = |edition| {
        let is_function =
            |symbol: &Symbol| matches!(symbol.info(edition).predeclared, Predeclared::Function(_));
        predeclared_symbols().filter(is_function).count()
    };
    // 169 families, without the constructors of zero values, arrays and structures and 17 others, and 11 proposed
    // ones; the draft counts 110 functions, and `bitcast`, which is an expression there.
    assert_eq!((count(Edition::Current), count(Edition::Draft2022)), (149 + 11, 111));
    for symbol in predeclared_symbols() {
        for edition in [Edition::Current, Edition::Draft2022] {
            if let Predeclared::Function(id) = symbol.info(edition).predeclared {
                assert_eq!(id.get().symbol, Some(symbol));
                assert!(!id.get().overloads(edition).is_empty());
            }
        }
    }
    assert_eq!(FunctionId::ALL_COMPONENTS.get().name, "all");
    assert_eq!(FunctionId::BITCAST.get().value_operation(), Some(shader_numeric::Operation::Bitcast));
    assert_eq!(
        Operator::ShiftLeft.function().get().operation,
        FunctionId::SHIFT_LEFT_FUNCTION.get().operation
    );
}

#[test]
fn extensions_gate_what_they_bring() {
    let info =
        |symbol: Symbol| (symbol.info(Edition::Current).enable, symbol.info(Edition::Current).language);
    assert_eq!(info(sym::VEC3H), (Some(EnableExtension::F16), None));
    assert_eq!(info(sym::SUBGROUP_ADD), (Some(EnableExtension::Subgroups), None));
    assert_eq!(info(sym::BUFFER), (None, Some(LanguageExtension::BufferView)));
    assert_eq!(info(sym::IMMEDIATE), (None, Some(LanguageExtension::ImmediateAddressSpace)));
    let mut set = ExtensionSet::EMPTY;
    set.insert(EnableExtension::SubgroupSizeControl);
    assert!(set.contains(EnableExtension::Subgroups) && !set.contains(EnableExtension::F16));
    assert!(!set.contains_language(LanguageExtension::BufferView));
    set.insert_language(LanguageExtension::BufferView);
    assert!(set.contains_language(LanguageExtension::BufferView));
    let enable = EnableExtension::ALL.iter().filter(|extension| !extension.is_proposed());
    let language = LanguageExtension::ALL.iter().filter(|extension| !extension.is_proposed());
    assert_eq!((enable.count(), language.count()), (6, 13), "those of the specification");
    assert_eq!(EnableExtension::from_symbol(sym::F16), Some(EnableExtension::F16));
    assert_eq!(LanguageExtension::from_symbol(sym::F16), None);
}

#[test]
fn every_type_generator_has_its_constructor() {
    for size in 2..=4 {
        let id = TypeGenerator::Vector(size).constructor().expect("vectors have constructors");
        assert_eq!(id.get().name, format!("vec{size}"));
        for rows in 2..=4 {
            let id = TypeGenerator::Matrix(size, rows).constructor().expect("matrices have constructors");
            assert_eq!(id.get().name, format!("mat{size}x{rows}"));
        }
    }
    assert_eq!(TypeGenerator::Array.constructor(), None);
    assert_eq!(Scalar::F16.constructor(), Some(FunctionId::F16));
    assert_eq!(Scalar::AbstractInt.constructor(), None);
    assert_eq!(TextureKind::DepthMultisampled2d.name(), "texture_depth_multisampled_2d");
}

#[test]
fn conversion_ranks_are_those_of_the_table() {
    let table = [
        (Scalar::AbstractFloat, Scalar::F32, 1),
        (Scalar::AbstractFloat, Scalar::F16, 2),
        (Scalar::AbstractInt, Scalar::I32, 3),
        (Scalar::AbstractInt, Scalar::U32, 4),
        (Scalar::AbstractInt, Scalar::AbstractFloat, 5),
        (Scalar::AbstractInt, Scalar::F32, 6),
        (Scalar::AbstractInt, Scalar::F16, 7),
    ];
    for from in Scalar::ALL {
        for to in Scalar::ALL {
            let row = table.iter().find(|row| (row.0, row.1) == (from, to)).map(|row| row.2);
            assert_eq!(conversion_rank(from, to), row.or((from == to).then_some(0)), "{from:?} to {to:?}");
        }
    }
    assert_eq!(ScalarSet::reachable_from(Scalar::Bool), Scalar::Bool.set());
}

#[test]
fn the_first_reachable_scalar_has_the_best_rank() {
    for from in Scalar::ALL {
        let ranks: Vec<Option<u8>> =
            ScalarSet::reachable_from(from).iter().map(|to| conversion_rank(from, to)).collect();
        assert!(ranks.is_sorted(), "{from:?}: {ranks:?}");
    }
}

#[test]
fn rules_and_codes_lead_to_each_other() {
    assert_eq!(INVENTORY.rules.len(), 1976);
    for rule in INVENTORY.rules {
        assert_eq!(INVENTORY.rule(rule.id), Some(rule));
        assert!(!rule.statement.is_empty());
    }
    assert_eq!(INVENTORY.rule("no.such.rule"), None);
    for code in INVENTORY.codes {
        assert_eq!(INVENTORY.code(code.slug), Some(code));
        assert!(!code.sections.is_empty() && !code.title.is_empty());
    }
    assert_eq!(INVENTORY.code("type/no-such-code"), None);
}

#[test]
fn anchors_have_ids_and_titles() {
    assert_eq!(sections::ABS_FLOAT_BUILTIN.id, "abs-float-builtin");
    assert_eq!(sections::ABS_FLOAT_BUILTIN.to_string(), "https://www.w3.org/TR/WGSL/#abs-float-builtin");
    let ids: Vec<&str> = INVENTORY.sections.iter().map(|section| section.id).collect();
    assert!(ids.is_sorted() && ids.len() > 1000);
}

#[test]
fn limits_are_those_of_the_specification() {
    assert_eq!(wgsl_spec::Limit::StructMembers.info().value, 1023);
    assert_eq!(wgsl_spec::Limit::FunctionParameters.info().draft_2022, Some(255));
}

#[test]
fn every_code_is_explained() {
    for code in INVENTORY.codes {
        assert!(code.explanation.len() > 40, "{} has no explanation", code.slug);
        if let Ok(example) = example(code).expect("a code of WGSL") {
            assert_ne!(example.wrong.text, example.right.text, "{}", code.slug);
        }
    }
}

/// A rule that could be checked before a shader runs is enforced by a code, or has a reason why it is not.
#[test]
fn every_static_rule_has_a_code_or_a_reason() {
    for rule in INVENTORY.rules {
        let has_reason = facts(rule).expect("a rule of WGSL").without_code.is_some();
        let is_settled = rule.stage == RuleStage::Execution || rule.code.is_some() != has_reason;
        assert!(is_settled, "{}", rule.id);
    }
}

#[test]
fn repetitions_of_examples_are_written_out() {
    let code = INVENTORY.code("limit/function-parameters").expect("there is this code");
    let Some(Ok(example)) = example(code) else { panic!("it has an example") };
    assert!(example.wrong.text.starts_with("fn f(p1: i32, p2: i32, "));
    assert!(example.wrong.text.ends_with("p256: i32, ) {}\n"));
    assert_eq!(example.wrong.shown, "fn f(p1: i32, … 256 in all … p256: i32, ) {}\n");
}

#[test]
fn attributes_have_sections_and_extensions() {
    let row = |name| AttributeRow::find(name, Edition::Current).expect("an attribute");
    assert_eq!(row(sym::ALIGN).section, sections::ALIGN_ATTR);
    assert_eq!(row(sym::MUST_USE).section, sections::MUST_USE_ATTR);
    let needed: Vec<EnableExtension> =
        AttributeRow::all(Edition::Current).filter_map(|row| row.enable).collect();
    assert_eq!(needed, [EnableExtension::DualSourceBlending, EnableExtension::SubgroupSizeControl]);
}

/// <https://www.w3.org/TR/WGSL/#filterable-triggering-rules>
#[test]
fn diagnostic_rules_are_errors_unless_filtered() {
    assert_eq!(
        DiagnosticRule::ALL.map(DiagnosticRule::name),
        ["derivative_uniformity", "subgroup_uniformity"]
    );
    for rule in DiagnosticRule::ALL {
        let symbol = Symbol::predeclared(rule.name()).expect("a name of the specification");
        assert_eq!(DiagnosticRule::from_symbol(symbol), Some(rule));
        assert_eq!(rule.default_severity(), sym::ERROR);
        assert_eq!(rule.section().id, format!("trigger-{}", rule.name()));
    }
    assert_eq!(DiagnosticRule::from_symbol(sym::ERROR), None);
}
