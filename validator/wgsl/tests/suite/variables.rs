//! Declarations of variables and values. <https://www.w3.org/TR/WGSL/#var-and-value>

use crate::common::check;

#[test]
fn variables_of_the_module_suit_their_address_space() {
    check(&[
        ("var<private> a: i32 = 1;", &[]),
        ("var<private> a = 1;", &[]),
        ("var<private> a;", &[("type/missing-type", 1, 1)]),
        ("var<private> a: i32 = 1u;", &[("type/mismatch", 1, 23)]),
        ("var<private, read> a: i32;", &[("interface/access-mode", 1, 14)]),
        ("var<private, read_write> a: i32;", &[("interface/access-mode", 1, 14)]),
        (
            "var<storage, read, read> a: i32;",
            &[("type/template-arguments", 1, 20), ("interface/missing-binding", 1, 26)],
        ),
        ("@group(0) @binding(0) var<storage, read, read> a: i32;", &[("type/template-arguments", 1, 42)]),
        ("@group(0) @binding(0) var<storage, write> a: i32;", &[("interface/access-mode", 1, 36)]),
        ("@group(0) @binding(0) var<storage, read_write> a: i32;", &[]),
        ("@group(0) @binding(0) var<uniform, read> a: i32;", &[("interface/access-mode", 1, 36)]),
        ("@group(0) @binding(0) var<read> a: i32;", &[("type/invalid-template-argument", 1, 27)]),
        ("@group(0) @binding(0) var<storage, storage> a: i32;", &[("type/invalid-template-argument", 1, 36)]),
        ("var<i32> a: i32;", &[("type/invalid-template-argument", 1, 5)]),
        ("var a: i32;", &[("interface/address-space", 1, 5)]),
        ("var a = 1;", &[("interface/address-space", 1, 5)]),
        ("var a: i32 = 1;", &[("interface/address-space", 1, 5)]),
        ("var<function> a: i32;", &[("interface/address-space", 1, 5)]),
        ("var<function> a = 1;", &[("interface/address-space", 1, 5)]),
        ("var<handle> a: sampler;", &[("resolve/unknown-identifier", 1, 5)]),
        ("@group(0) @binding(0) var<uniform> s: sampler;", &[("type/not-host-shareable", 1, 39)]),
        ("@group(0) @binding(0) var<storage> s: texture_2d<f32>;", &[("type/not-host-shareable", 1, 39)]),
        ("@group(0) @binding(0) var s: sampler = 1;", &[("interface/initializer-not-allowed", 1, 40)]),
        ("var<workgroup> a: i32 = 1;", &[("interface/initializer-not-allowed", 1, 25)]),
        ("@group(0) @binding(0) var<uniform> a: i32 = 1;", &[("interface/initializer-not-allowed", 1, 45)]),
        ("@group(0) @binding(0) var<storage> a: i32 = 1;", &[("interface/initializer-not-allowed", 1, 45)]),
        ("@group(0) @binding(0) var<uniform> a = 1;", &[("interface/initializer-not-allowed", 1, 40)]),
        ("@group(0) @binding(0) var<uniform> a: bool;", &[("type/not-host-shareable", 1, 39)]),
        ("@group(0) @binding(0) var<storage> a: bool;", &[("type/not-host-shareable", 1, 39)]),
        ("@group(0) @binding(0) var<storage> a: vec2<bool>;", &[("type/not-host-shareable", 1, 39)]),
        (
            "struct S { a: bool } @group(0) @binding(0) var<storage> a: S;",
            &[("type/not-host-shareable", 1, 60)],
        ),
        (
            "struct S { a: bool } @group(0) @binding(0) var<uniform> a: S;",
            &[("type/not-host-shareable", 1, 60)],
        ),
        (
            "struct S { a: i32, b: array<i32> } @group(0) @binding(0) var<uniform> a: S;",
            &[("type/invalid-variable-type", 1, 74)],
        ),
        ("struct S { a: i32, b: array<i32> } @group(0) @binding(0) var<storage> a: S;", &[]),
        ("struct S { a: i32, b: array<i32> } var<workgroup> a: S;", &[("type/invalid-variable-type", 1, 54)]),
        ("struct S { a: i32, b: array<i32> } var<private> a: S;", &[("type/invalid-variable-type", 1, 52)]),
        ("@group(0) @binding(0) var<uniform> a: atomic<i32>;", &[("type/invalid-variable-type", 1, 39)]),
        ("@group(0) @binding(0) var<storage> a: atomic<i32>;", &[("interface/access-mode", 1, 39)]),
        ("@group(0) @binding(0) var<storage, read_write> a: atomic<i32>;", &[]),
        (
            "struct S { a: atomic<i32> } @group(0) @binding(0) var<storage> a: S;",
            &[("interface/access-mode", 1, 67)],
        ),
        (
            "struct S { a: atomic<i32> } @group(0) @binding(0) var<uniform> a: S;",
            &[("type/invalid-variable-type", 1, 67)],
        ),
        ("@group(0) @binding(0) var<storage> a: array<atomic<i32>>;", &[("interface/access-mode", 1, 39)]),
        ("var<private> a: atomic<i32>;", &[("type/invalid-variable-type", 1, 17)]),
        ("var<workgroup> a: atomic<i32>;", &[]),
        ("var<workgroup> a: bool;", &[]),
        ("var<workgroup> a: array<i32>;", &[("type/invalid-variable-type", 1, 19)]),
        ("var<workgroup> a: ptr<private, i32>;", &[("type/invalid-variable-type", 1, 19)]),
        ("var<private> a: ptr<private, i32>;", &[("type/invalid-variable-type", 1, 17)]),
        ("requires immediate_address_space; var<immediate> a: i32;", &[]),
        (
            "requires immediate_address_space; var<immediate> a: bool;",
            &[("type/invalid-variable-type", 1, 53)],
        ),
        (
            "requires immediate_address_space; var<immediate> a: array<i32, 2>;",
            &[("type/invalid-variable-type", 1, 53)],
        ),
        (
            "requires immediate_address_space; struct S { a: array<i32, 2> } var<immediate> a: S;",
            &[("type/invalid-variable-type", 1, 83)],
        ),
        ("requires immediate_address_space; struct S { a: i32 } var<immediate> a: S;", &[]),
        (
            "requires immediate_address_space; var<immediate> a: i32 = 1;",
            &[("interface/initializer-not-allowed", 1, 59)],
        ),
        ("override n = 1; var<private> a = n;", &[]),
        ("var<private> b = 1; var<private> a = b;", &[("const/not-override", 1, 38)]),
        ("var<private> b = 1; var<private> a: i32 = b;", &[("const/not-override", 1, 43)]),
    ]);
}

#[test]
fn variables_and_values_of_a_function_have_a_type_that_fits() {
    check(&[
        ("fn f() { var a; }", &[("type/missing-type", 1, 10)]),
        ("fn f() { var a: i32; }", &[]),
        ("fn f() { var<function> a: i32; }", &[]),
        ("fn f() { var<private> a: i32; }", &[("interface/address-space", 1, 14)]),
        (
            "fn f() { var<workgroup> a: nothing; }",
            &[("interface/address-space", 1, 14), ("resolve/unknown-identifier", 1, 28)],
        ),
        ("fn f() { var<function, read> a: i32; }", &[("interface/access-mode", 1, 24)]),
        (
            "fn f() { var<function, read_write, read> a: i32; }",
            &[("interface/access-mode", 1, 24), ("type/template-arguments", 1, 36)],
        ),
        ("fn f() { var<read> a: i32; }", &[("type/invalid-template-argument", 1, 14)]),
        ("fn f() { var a: sampler; }", &[("type/invalid-variable-type", 1, 17)]),
        ("fn f() { var a: atomic<i32>; }", &[("type/invalid-variable-type", 1, 17)]),
        ("fn f() { var a: array<i32>; }", &[("type/invalid-variable-type", 1, 17)]),
        ("fn f() { var a: ptr<private, i32>; }", &[("type/invalid-variable-type", 1, 17)]),
        ("var<private> v: i32; fn f() { var a = &v; }", &[("type/invalid-variable-type", 1, 39)]),
        ("var<private> v: i32; fn f() { let a = &v; }", &[]),
        ("@group(0) @binding(0) var t: sampler; fn f() { let a = t; }", &[]),
        (
            "@group(0) @binding(0) var t: sampler; fn f() { var a = t; }",
            &[("type/invalid-variable-type", 1, 56)],
        ),
        (
            "@group(0) @binding(0) var t: texture_2d<f32>; fn f() { const a = t; }",
            &[("const/not-const", 1, 66)],
        ),
        ("var<workgroup> v: atomic<i32>; fn f() { let a = v; }", &[("type/invalid-atomic-use", 1, 49)]),
        (
            "@group(0) @binding(0) var<storage> v: array<i32>; fn f() { let a = v; }",
            &[("type/not-constructible", 1, 68)],
        ),
        ("@group(0) @binding(0) var<storage> v: array<i32>; fn f() { let a = &v; }", &[]),
        ("fn g() {} fn f() { let a = g(); }", &[("type/no-value", 1, 28)]),
        ("fn g() {} fn f() { var a = g(); }", &[("type/no-value", 1, 28)]),
        ("fn f() { let a: i32 = 1.0; }", &[("type/mismatch", 1, 23)]),
        ("fn f() { let a: f32 = 1; }", &[]),
        ("fn f() { let a: sampler = 1; }", &[("type/mismatch", 1, 27)]),
        ("fn f() { const a = 1; const b = a; }", &[]),
        ("fn f() { let a = 1; const b = a; }", &[("const/not-const", 1, 31)]),
        ("fn f() { let a = 1; const b: i32 = a; const c = b; }", &[("const/not-const", 1, 36)]),
        ("fn f() { let a = 1u; const b: i32 = a; }", &[("type/mismatch", 1, 37)]),
        ("const a = array<i32>();", &[("type/not-constructible", 1, 11)]),
        ("const a: i32 = 1; const b: f32 = a;", &[("type/mismatch", 1, 34)]),
    ]);
}

#[test]
fn overrides_are_scalars_known_when_the_pipeline_is_created() {
    check(&[
        ("override a;", &[("type/missing-type", 1, 1)]),
        ("override a: i32;", &[]),
        ("override a: i32 = 1;", &[]),
        ("override a: i32 = 1.5;", &[("type/mismatch", 1, 19)]),
        ("override a = 1.5;", &[]),
        ("override a = vec2(1, 2);", &[("type/invalid-variable-type", 1, 14)]),
        ("override a: vec2f;", &[("type/invalid-variable-type", 1, 13)]),
        ("override a: array<i32, 2>;", &[("type/invalid-variable-type", 1, 13)]),
        ("override a = vec2(1, 2); override b = a + 1;", &[("type/invalid-variable-type", 1, 14)]),
        ("var<private> v: i32; override a = v;", &[("const/not-override", 1, 35)]),
        ("var<private> v: i32; override a: i32 = v;", &[("const/not-override", 1, 40)]),
        ("override a: nothing; override b = a;", &[("resolve/unknown-identifier", 1, 13)]),
        ("override a = nothing;", &[("resolve/unknown-identifier", 1, 14)]),
        ("fn g() -> i32 { return 1; } override a = g();", &[("const/not-override", 1, 42)]),
        ("override a = 1; const b = a;", &[("const/not-const", 1, 27)]),
        ("override a = 1; const b: i32 = a;", &[("const/not-const", 1, 32)]),
        ("override a = 1; override b: u32 = a;", &[("type/mismatch", 1, 35)]),
        ("override a = 2147483648;", &[("const/not-representable", 1, 14)]),
        ("override a: u32 = 2147483648;", &[]),
        (
            "override a = 4294967296.0 * 4294967296.0 * 4294967296.0 * 4294967296.0;",
            &[("const/not-representable", 1, 14)],
        ),
        ("enable f16; override a: f16 = 1.0;", &[]),
        ("override a: bool = true;", &[]),
    ]);
}
