//! Attributes: their places, repetitions and values. <https://www.w3.org/TR/WGSL/#attributes>

use crate::common::check;

#[test]
fn attributes_stand_where_they_may() {
    check(&[
        ("@align(4) var<private> a: i32;", &[("parse/attribute-not-allowed", 1, 1)]),
        ("@group(0) override a = 1;", &[("parse/attribute-not-allowed", 1, 1)]),
        ("@id(1) const a = 1;", &[("parse/attribute-not-allowed", 1, 1)]),
        ("@must_use fn f() -> i32 { return 1; }", &[]),
        ("@must_use fn f() { }", &[("parse/attribute-not-allowed", 1, 1)]),
        ("@must_use @must_use fn f() -> i32 { return 1; }", &[("parse/duplicate-attribute", 1, 11)]),
        ("fn f(@align(16) a: i32) {}", &[("parse/attribute-not-allowed", 1, 6)]),
        ("fn f() { @id(1) var a = 1; }", &[("parse/attribute-not-allowed", 1, 10)]),
        ("struct S { @group(0) a: i32 }", &[("parse/attribute-not-allowed", 1, 12)]),
        ("fn f() -> @must_use i32 { return 1; }", &[("parse/attribute-not-allowed", 1, 11)]),
        (
            "@fragment fn f() -> @location(0) @size(4) f32 { return 1; }",
            &[("parse/attribute-not-allowed", 1, 34)],
        ),
        ("@location(0) fn f() {}", &[("parse/attribute-not-allowed", 1, 1)]),
        ("@align(16) fn f() {}", &[("parse/attribute-not-allowed", 1, 1)]),
        ("@size(16) struct S { a: i32 }", &[("parse/attribute-not-allowed", 1, 1)]),
        ("fn f() { @align(4) { } }", &[("parse/attribute-not-allowed", 1, 10)]),
        ("fn f() { @must_use if true {} }", &[("parse/attribute-not-allowed", 1, 10)]),
        ("fn f() { @diagnostic(off, derivative_uniformity) if true {} }", &[]),
        ("fn f() { if true @diagnostic(off, derivative_uniformity) { } }", &[]),
        ("fn f() { switch 1 @must_use { default {} } }", &[("parse/attribute-not-allowed", 1, 19)]),
        ("fn f() { @must_use switch 1 { default {} } }", &[("parse/attribute-not-allowed", 1, 10)]),
        ("fn f() { @must_use loop { break; } }", &[("parse/attribute-not-allowed", 1, 10)]),
        ("fn f() { loop @must_use { break; } }", &[("parse/attribute-not-allowed", 1, 15)]),
        ("fn f() { loop { break; continuing @must_use { } } }", &[("parse/attribute-not-allowed", 1, 35)]),
        ("fn f() { @must_use for (;false;) { } }", &[("parse/attribute-not-allowed", 1, 10)]),
        ("fn f() { @must_use while false { } }", &[("parse/attribute-not-allowed", 1, 10)]),
        ("fn f() @must_use { }", &[("parse/attribute-not-allowed", 1, 8)]),
        ("fn f() @diagnostic(off, derivative_uniformity) { }", &[]),
    ]);
}

#[test]
fn an_attribute_stands_once_unless_it_filters() {
    check(&[
        ("struct S { @align(4) @align(4) a: i32 }", &[("parse/duplicate-attribute", 1, 22)]),
        ("struct S { @align(4) @size(4) a: i32 }", &[]),
        ("struct S { @size(4) @align(4) @size(4) a: i32 }", &[("parse/duplicate-attribute", 1, 31)]),
        ("@group(0) @binding(0) @group(1) var<uniform> a: i32;", &[("parse/duplicate-attribute", 1, 23)]),
        ("@id(1) @id(1) override a = 1;", &[("parse/duplicate-attribute", 1, 8)]),
        ("@fragment @fragment fn f() {}", &[("parse/duplicate-attribute", 1, 11)]),
        ("@compute @workgroup_size(1) @workgroup_size(1) fn f() {}", &[("parse/duplicate-attribute", 1, 29)]),
        ("@diagnostic(off, derivative_uniformity) @diagnostic(off, subgroup_uniformity) fn f() {}", &[]),
        (
            "@diagnostic(off, derivative_uniformity) @diagnostic(off, derivative_uniformity) fn f() {}",
            &[("parse/duplicate-attribute", 1, 41)],
        ),
        (
            "@diagnostic(off, derivative_uniformity) @diagnostic(info, derivative_uniformity) fn f() {}",
            &[("diagnostic/conflicting-filters", 1, 41)],
        ),
        (
            "@diagnostic(off, subgroup_uniformity) @diagnostic(off, derivative_uniformity) @diagnostic(off, subgroup_uniformity) fn f() {}",
            &[("parse/duplicate-attribute", 1, 79)],
        ),
        ("@diagnostic(off, a.b) @diagnostic(off, a.c) fn f() {}", &[]),
        ("@diagnostic(off, a.b) @diagnostic(off, a.b) fn f() {}", &[("parse/duplicate-attribute", 1, 23)]),
        (
            "@diagnostic(off, a.b) @diagnostic(error, a.b) fn f() {}",
            &[("diagnostic/conflicting-filters", 1, 23)],
        ),
        (
            "@diagnostic(off, a.b) @diagnostic(error, a.b) @diagnostic(off, a.b) fn f() {}",
            &[("diagnostic/conflicting-filters", 1, 23), ("parse/duplicate-attribute", 1, 47)],
        ),
    ]);
}

#[test]
fn filters_of_the_module_do_not_conflict() {
    check(&[
        ("diagnostic(off, derivative_uniformity); diagnostic(off, derivative_uniformity);", &[]),
        (
            "diagnostic(off, derivative_uniformity); diagnostic(error, derivative_uniformity);",
            &[("diagnostic/conflicting-filters", 1, 41)],
        ),
        ("diagnostic(off, derivative_uniformity); diagnostic(error, subgroup_uniformity);", &[]),
        ("diagnostic(off, a.b); diagnostic(info, a.b);", &[("diagnostic/conflicting-filters", 1, 23)]),
        ("diagnostic(off, nothing_known);", &[("diagnostic/unknown-rule", 1, 17)]),
        ("diagnostic(off, other.thing);", &[]),
        (
            "diagnostic(info, derivative_uniformity); diagnostic(warning, derivative_uniformity); diagnostic(info, derivative_uniformity);",
            &[("diagnostic/conflicting-filters", 1, 42)],
        ),
    ]);
}

#[test]
fn numbers_in_attributes_have_a_range() {
    check(&[
        ("@id(0) override a = 1;", &[]),
        ("@id(65535) override a = 1;", &[]),
        ("@id(65536) override a = 1;", &[("interface/invalid-attribute-value", 1, 5)]),
        ("@id(-1) override a = 1;", &[("interface/invalid-attribute-value", 1, 5)]),
        ("@id(1u) override a = 1;", &[]),
        ("@id(1.0) override a = 1;", &[("type/mismatch", 1, 5)]),
        ("const c = 3; @id(c) override a = 1;", &[]),
        ("override n = 3; @id(n) override a = 1;", &[("const/not-const", 1, 21)]),
        ("@id(1) override a = 1; @id(1) override b = 1;", &[("interface/duplicate-id", 1, 40)]),
        (
            "@id(1) override a = 1; @id(2) override b = 1; @id(1) override c = 1;",
            &[("interface/duplicate-id", 1, 63)],
        ),
        ("@group(-1) @binding(0) var<uniform> a: i32;", &[("interface/invalid-attribute-value", 1, 8)]),
        ("@group(0) @binding(-1) var<uniform> a: i32;", &[("interface/invalid-attribute-value", 1, 20)]),
        ("@group(0) @binding(1.5) var<uniform> a: i32;", &[("type/mismatch", 1, 20)]),
        ("@group(0) @binding(4294967295u) var<uniform> a: i32;", &[]),
        ("@group(true) @binding(0) var<uniform> a: i32;", &[("type/mismatch", 1, 8)]),
    ]);
}

#[test]
fn resources_and_nothing_else_have_binding_points() {
    check(&[
        ("@group(0) var<uniform> a: i32;", &[("interface/missing-binding", 1, 24)]),
        ("@binding(0) var<uniform> a: i32;", &[("interface/missing-binding", 1, 26)]),
        ("var<uniform> a: i32;", &[("interface/missing-binding", 1, 14)]),
        ("var<storage> a: i32;", &[("interface/missing-binding", 1, 14)]),
        ("var a: sampler;", &[("interface/missing-binding", 1, 5)]),
        ("var a: texture_2d<f32>;", &[("interface/missing-binding", 1, 5)]),
        ("@group(0) @binding(0) var<private> a: i32;", &[("interface/binding-not-allowed", 1, 1)]),
        ("@group(0) var<private> a: i32;", &[("interface/binding-not-allowed", 1, 1)]),
        ("@binding(0) var<workgroup> a: i32;", &[("interface/binding-not-allowed", 1, 1)]),
        ("@group(0) @binding(0) var<workgroup> a: i32;", &[("interface/binding-not-allowed", 1, 1)]),
        ("@group(0) @binding(0) var a: sampler;", &[]),
        ("@group(0) @binding(0) var<storage> a: i32;", &[]),
        ("requires immediate_address_space; var<immediate> a: i32;", &[]),
        (
            "requires immediate_address_space; @group(0) @binding(0) var<immediate> a: i32;",
            &[("interface/binding-not-allowed", 1, 35)],
        ),
    ]);
}

#[test]
fn workgroup_sizes_are_positive_integers_of_one_type() {
    check(&[
        ("@compute @workgroup_size(0) fn f() {}", &[("interface/invalid-workgroup-size", 1, 26)]),
        ("@compute @workgroup_size(-1) fn f() {}", &[("interface/invalid-workgroup-size", 1, 26)]),
        ("@compute @workgroup_size(1) fn f() {}", &[]),
        ("@compute @workgroup_size(1, 1, 1) fn f() {}", &[]),
        ("@compute @workgroup_size(1, 0, 1) fn f() {}", &[("interface/invalid-workgroup-size", 1, 29)]),
        ("@compute @workgroup_size(1, 1, 0) fn f() {}", &[("interface/invalid-workgroup-size", 1, 32)]),
        ("@compute @workgroup_size(4294967295) fn f() {}", &[("const/not-representable", 1, 26)]),
        ("@compute @workgroup_size(4294967295u) fn f() {}", &[("pipeline/workgroup-size", 1, 26)]),
        ("@compute @workgroup_size(2147483648u, 1) fn f() {}", &[("pipeline/workgroup-size", 1, 26)]),
        ("@compute @workgroup_size(2147483648, 1u) fn f() {}", &[("pipeline/workgroup-size", 1, 26)]),
        ("@compute @workgroup_size(2147483648, 1) fn f() {}", &[("const/not-representable", 1, 26)]),
        ("@compute @workgroup_size(1i, 1u) fn f() {}", &[("interface/invalid-workgroup-size", 1, 10)]),
        ("@compute @workgroup_size(1i, 1, 1u) fn f() {}", &[("interface/invalid-workgroup-size", 1, 10)]),
        ("@compute @workgroup_size(1u, 1, 1u) fn f() {}", &[]),
        ("@compute @workgroup_size(1.0) fn f() {}", &[("interface/invalid-workgroup-size", 1, 26)]),
        ("@compute @workgroup_size(1u, true) fn f() {}", &[("interface/invalid-workgroup-size", 1, 30)]),
        (
            "@compute @workgroup_size(true, 0) fn f() {}",
            &[("interface/invalid-workgroup-size", 1, 26), ("interface/invalid-workgroup-size", 1, 32)],
        ),
        ("override n: i32; @compute @workgroup_size(n) fn f() {}", &[]),
        (
            "override n: i32; @compute @workgroup_size(n, 1u) fn f() {}",
            &[("interface/invalid-workgroup-size", 1, 27)],
        ),
        (
            "override n: f32; @compute @workgroup_size(n) fn f() {}",
            &[("interface/invalid-workgroup-size", 1, 43)],
        ),
        ("var<private> n: i32; @compute @workgroup_size(n) fn f() {}", &[("const/not-override", 1, 47)]),
        (
            "var<private> n: i32; @compute @workgroup_size(n, 0) fn f() {}",
            &[("const/not-override", 1, 47), ("interface/invalid-workgroup-size", 1, 50)],
        ),
        ("override n: i32; @compute @workgroup_size(n + 1, n * 2) fn f() {}", &[]),
        ("@workgroup_size(1) fn f() {}", &[("parse/attribute-not-allowed", 1, 1)]),
        ("@fragment @workgroup_size(1) fn f() {}", &[("parse/attribute-not-allowed", 1, 11)]),
        ("@compute fn f() {}", &[("interface/missing-workgroup-size", 1, 13)]),
        (
            "@compute @workgroup_size(nothing, 0) fn f() {}",
            &[("resolve/unknown-identifier", 1, 26), ("interface/invalid-workgroup-size", 1, 35)],
        ),
    ]);
}

#[test]
fn subgroup_sizes_are_powers_of_two() {
    check(&[
        ("enable subgroup_size_control; @compute @workgroup_size(1) @subgroup_size(8) fn f() {}", &[]),
        (
            "@compute @workgroup_size(1) @subgroup_size(8) fn f() {}",
            &[("resolve/extension-not-enabled", 1, 29)],
        ),
        (
            "enable subgroup_size_control; @compute @workgroup_size(1) @subgroup_size(0) fn f() {}",
            &[("interface/invalid-subgroup-size", 1, 74)],
        ),
        ("enable subgroup_size_control; @compute @workgroup_size(1) @subgroup_size(1) fn f() {}", &[]),
        (
            "enable subgroup_size_control; @compute @workgroup_size(1) @subgroup_size(-8) fn f() {}",
            &[("interface/invalid-subgroup-size", 1, 74)],
        ),
        (
            "enable subgroup_size_control; @compute @workgroup_size(1) @subgroup_size(6) fn f() {}",
            &[("interface/invalid-subgroup-size", 1, 74)],
        ),
        ("enable subgroup_size_control; @compute @workgroup_size(1) @subgroup_size(8u) fn f() {}", &[]),
        (
            "enable subgroup_size_control; @compute @workgroup_size(1) @subgroup_size(8.0) fn f() {}",
            &[("type/mismatch", 1, 74)],
        ),
        (
            "enable subgroup_size_control; override n = 8; @compute @workgroup_size(1) @subgroup_size(n) fn f() {}",
            &[],
        ),
        (
            "enable subgroup_size_control; var<private> n: i32; @compute @workgroup_size(1) @subgroup_size(n) fn f() {}",
            &[("const/not-override", 1, 95)],
        ),
        (
            "enable subgroup_size_control; @fragment @subgroup_size(8) fn f() {}",
            &[("parse/attribute-not-allowed", 1, 41)],
        ),
    ]);
}
