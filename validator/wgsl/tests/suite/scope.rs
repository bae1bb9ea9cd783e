//! Names: shadowing, scope, the order of declarations, cycles. <https://www.w3.org/TR/WGSL/#declaration-and-scope>

use wgsl_validator::{Options, validate};

fn codes(text: &str) -> Vec<&'static str> {
    let module = validate(text, &Options::default());
    module.diagnostics().iter().map(|diagnostic| diagnostic.code.slug()).collect()
}

fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(codes(text), [""; 0], "{text}");
    }
}

fn rejected(code: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(codes(text), [code], "{text}");
    }
}

#[test]
fn inner_names_hide_outer_ones() {
    accepted(&[
        "const a = 1; fn f() { let a = true; if a {} }",
        "const a = 1; fn f(a: bool) { if a {} }",
        "fn f() { let a = 1; { let a = true; if a {} } let b: i32 = a; }",
        "fn f() { let a = 1; if true { let a = 2u; let b: u32 = a; } else { let b: i32 = a; } }",
        "fn f() { let i = true; for (var i = 0; i < 3; i++) { let b: i32 = i; } if i {} }",
        "fn f() { let a = 1; loop { let a = 1.5; continuing { let a = true; break if a; } } let b: i32 = a; }",
        "fn f() { switch 1 { case 1 { let a = 1; } default { let a = true; } } }",
        // An identifier in the initializer still refers to the outer declaration.
        "const a = 1; fn f() { let a = a; let b: i32 = a; }",
        "fn f() { let a = 1; { let a = f32(a); let b: f32 = a; } }",
        // A function's name is no longer callable where a value hides it.
        "fn f() -> i32 { return 1; } fn g() { let f = f(); let b: i32 = f; }",
    ]);
}

#[test]
fn predeclared_names_can_be_hidden() {
    accepted(&[
        "fn max(a: i32) -> i32 { return a; } const b = 1; fn f() { _ = max(1); }",
        "alias f32 = i32; const a: f32 = 1i;",
        "struct vec3 { a: i32 } fn f(v: vec3) -> i32 { return v.a; }",
        "fn f() { let abs = 1; let b: i32 = abs; }",
        "fn f() { { let min = 1; _ = min; } _ = min(1, 2); }",
        "const i32 = 1; const a = i32 + 1;",
        // Context-dependent names are not shadowed.
        "const vertex = 1; const position = 2; @vertex fn f() -> @builtin(position) vec4f { return vec4f(); }",
    ]);
    rejected(
        "resolve/not-callable",
        &["const max = 1; const a = max(1, 2);", "fn f() { let abs = 1; _ = abs(1); }"],
    );
    // Enumerants are predeclared names like others.
    rejected(
        "type/invalid-template-argument",
        &["const storage = 1; @group(0) @binding(0) var<storage> a: i32;"],
    );
    rejected("resolve/not-a-type", &["const i32 = 1; const a: i32 = 1;"]);
}

#[test]
fn a_scope_declares_a_name_once() {
    rejected(
        "resolve/duplicate-declaration",
        &[
            "const a = 1; const a = 2;",
            "fn a() {} struct a { b: i32 }",
            "alias a = i32; var<private> a: i32;",
            "fn f(a: i32, a: i32) {}",
            "fn f(a: i32) { let a = 1; }",
            "fn f() { let a = 1; var a = 2; }",
            "fn f() { if true { let a = 1; let a = 2; } }",
            "fn f() { for (var i = 0; i < 1; i++) { let i = 1; } }",
            "struct S { a: i32, a: f32 }",
        ],
    );
    accepted(&[
        "fn f() { { let a = 1; } { let a = 2; } let a = 3; }",
        "fn f() { let f = 1; }",
        "struct S { S: i32 } fn f(s: S) -> i32 { return s.S; }",
        "fn f(f: i32) -> i32 { return f; }",
        "fn f() { loop { let a = 1; continuing { let a = 2; break if a == 2; } } }",
    ]);
}

#[test]
fn names_end_with_their_scope() {
    rejected(
        "resolve/unknown-identifier",
        &[
            "fn f() { { let a = 1; } _ = a; }",
            "fn f() { if true { let a = 1; } else { _ = a; } }",
            "fn f() { for (var i = 0; i < 1; i++) {} _ = i; }",
            "fn f() { _ = a; let a = 1; }",
            "fn f() { let a = a; }",
            "fn f(a: i32) {} fn g() { _ = a; }",
            "fn f() { switch 1 { case 1 { let a = 1; } default { _ = a; } } }",
            "fn f() { loop { continuing { let a = true; break if true; } } _ = a; }",
            "fn f(a: i32, b: array<i32, a>) {}",
        ],
    );
    accepted(&["fn f() { loop { let a = true; continuing { break if a; } } }"]);
}

#[test]
fn declarations_of_a_module_come_in_any_order() {
    accepted(&[
        "const a = b + c; const b = c * 2; const c = 3; const_assert a == 9;",
        "fn f() -> T { return g(); } fn g() -> T { return T(); } alias T = S; struct S { a: array<i32, n> } const n = 4;",
        "var<private> v: T = T(1, 2); alias T = vec2<U>; alias U = f32;",
        "@compute @workgroup_size(n) fn main() { f(); } fn f() { _ = n; } const n = 8;",
        "struct A { b: B } struct B { c: array<C, 2> } struct C { d: i32 }",
        "override a = b; override b = 2;",
        "const_assert a == 1; const a = 1;",
    ]);
}

#[test]
fn declarations_must_not_depend_on_themselves() {
    rejected(
        "resolve/declaration-cycle",
        &[
            "const a = a;",
            "const a = b; const b = c; const c = a;",
            "alias T = T;",
            "alias T = array<U, 2>; alias U = array<T, 2>;",
            "struct S { a: S }",
            "struct S { a: array<T, 2> } struct T { b: S }",
            "struct S { a: array<i32, n> } const n = S().a[0];",
            "fn f() { f(); }",
            "fn f() { g(); } fn g() { h(); } fn h() { f(); }",
            "override a = b; override b = a;",
            "var<private> a: i32 = b; const b = a;",
            "@workgroup_size(n) @compute fn main() {} const n = vec2(n).x;",
        ],
    );
    // Two cycles are two mistakes; a declaration that only leads to a cycle is not one.
    assert_eq!(
        codes("const a = a; const b = a; fn f() { f(); } fn g() { f(); _ = b; }"),
        ["resolve/declaration-cycle"; 2]
    );
    // A name that an inner declaration shadows is not a reference.
    accepted(&["fn f() { let f = 1; _ = f; }", "const a = 1; fn g(a: i32) -> i32 { return a; }"]);
}
