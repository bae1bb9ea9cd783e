//! Statements and their behaviours. <https://www.w3.org/TR/WGSL/#behaviors>

use crate::common::check;

#[test]
fn conditions_are_of_type_bool() {
    check(&[
        ("fn f() { if 1 {} }", &[("type/invalid-condition", 1, 13)]),
        ("fn f() { if true {} else if 1u {} else {} }", &[("type/invalid-condition", 1, 29)]),
        ("fn f() { while 1 {} }", &[("type/invalid-condition", 1, 16)]),
        ("fn f() { for (; 1;) {} }", &[("type/invalid-condition", 1, 17)]),
        ("fn f() { loop { continuing { break if 1; } } }", &[("type/invalid-condition", 1, 39)]),
        ("fn f(a: bool) { if a {} while a {} for (; a;) {} loop { continuing { break if a; } } }", &[]),
        ("fn f() { var a = true; if a {} }", &[]),
        ("fn f() { if vec2(true) {} }", &[("type/invalid-condition", 1, 13)]),
        ("fn f() { if nothing {} }", &[("resolve/unknown-identifier", 1, 13)]),
        ("const_assert true;", &[]),
        ("const_assert false;", &[("const/assertion-failed", 1, 14)]),
        ("const_assert 1;", &[("type/invalid-condition", 1, 14)]),
        ("const_assert nothing;", &[("resolve/unknown-identifier", 1, 14)]),
        ("override o: bool; const_assert o;", &[("const/not-const", 1, 32)]),
        ("fn f(a: bool) { const_assert a; }", &[("const/not-const", 1, 30)]),
        ("fn f() { const_assert 1 == 2; }", &[("const/assertion-failed", 1, 23)]),
        ("fn f() { const_assert 1 / 0 == 2; }", &[("const/division-by-zero", 1, 23)]),
        ("const_assert vec2(true);", &[("type/invalid-condition", 1, 14)]),
    ]);
}

#[test]
fn a_loop_has_a_way_out() {
    check(&[
        ("fn f() { loop {} }", &[("behavior/infinite-loop", 1, 10)]),
        ("fn f() { loop { break; } }", &[]),
        ("fn f() { loop { return; } }", &[]),
        ("fn f() { loop { continue; } }", &[("behavior/infinite-loop", 1, 10)]),
        ("fn f() { loop { if true { break; } } }", &[]),
        ("fn f() { loop { if true { return; } } }", &[]),
        ("fn f() { loop { continuing { break if true; } } }", &[]),
        ("fn f() { loop { continuing { } } }", &[("behavior/infinite-loop", 1, 10)]),
        ("fn f() { loop { { break; } } }", &[]),
        ("fn f() { loop { loop { break; } } }", &[("behavior/infinite-loop", 1, 10)]),
        ("fn f() { loop { switch 1 { default { break; } } } }", &[("behavior/infinite-loop", 1, 10)]),
        ("fn f() { loop { switch 1 { default { return; } } } }", &[]),
        ("fn f() { loop { switch 1 { case 1 { break; } default { return; } } } }", &[]),
        ("fn f() { for (;;) {} }", &[("behavior/infinite-loop", 1, 10)]),
        ("fn f() { for (;;) { break; } }", &[]),
        ("fn f() { for (; true;) {} }", &[]),
        ("fn f() { for (var i = 0; ; i++) { if i > 3 { return; } } }", &[]),
        ("fn f() { while true {} }", &[]),
        ("fn f() { while true { continue; } }", &[]),
        ("fn f() -> i32 { loop { return 1; } }", &[]),
        ("fn f() -> i32 { loop { if true { break; } return 1; } }", &[("behavior/missing-return", 1, 4)]),
        ("fn f() -> i32 { loop { if true { break; } return 1; } return 2; }", &[]),
        ("fn f() -> i32 { for (;;) { return 1; } }", &[]),
        ("fn f() -> i32 { for (; true;) { return 1; } }", &[("behavior/missing-return", 1, 4)]),
        ("fn f() -> i32 { while true { return 1; } }", &[("behavior/missing-return", 1, 4)]),
        ("fn f() -> i32 { loop { return 1; continuing { break if true; } } }", &[]),
        ("fn f() -> i32 { loop { if true { continue; } return 1; } }", &[]),
        (
            "fn f() -> i32 { loop { if true { continue; } return 1; continuing { break if true; } } }",
            &[("behavior/missing-return", 1, 4)],
        ),
    ]);
}

#[test]
fn functions_return_a_value_of_their_type_on_every_path() {
    check(&[
        ("fn f() -> i32 {}", &[("behavior/missing-return", 1, 4)]),
        ("fn f() -> i32 { return 1; }", &[]),
        ("fn f() -> i32 { if true { return 1; } }", &[("behavior/missing-return", 1, 4)]),
        ("fn f() -> i32 { if true { return 1; } else { return 2; } }", &[]),
        (
            "fn f() -> i32 { if true { return 1; } else if false { return 3; } }",
            &[("behavior/missing-return", 1, 4)],
        ),
        (
            "fn f() -> i32 { if true { return 1; } else if false { } else { return 2; } }",
            &[("behavior/missing-return", 1, 4)],
        ),
        ("fn f() -> i32 { if true { } else { return 2; } }", &[("behavior/missing-return", 1, 4)]),
        ("fn f() -> i32 { if true { } return 2; }", &[]),
        ("fn f() -> i32 { { return 2; } }", &[]),
        ("fn f() -> i32 { return 2; let a = 1; }", &[]),
        ("fn f() -> i32 { switch 1 { default { return 1; } } }", &[]),
        (
            "fn f() -> i32 { switch 1 { case 1 { return 1; } default { } } }",
            &[("behavior/missing-return", 1, 4)],
        ),
        (
            "fn f() -> i32 { switch 1 { case 1 { break; } default { return 1; } } }",
            &[("behavior/missing-return", 1, 4)],
        ),
        ("fn f() -> i32 { switch 1 { case 1 { return 2; } default { return 1; } } }", &[]),
        (
            "fn f() -> i32 { switch 1 { case 1 { if true { break; } return 2; } default { return 1; } } }",
            &[("behavior/missing-return", 1, 4)],
        ),
        ("fn f() -> i32 { return; }", &[("type/missing-return-value", 1, 17)]),
        ("fn f() -> i32 { return 1.5; }", &[("type/mismatch", 1, 24)]),
        ("fn f() -> i32 { return nothing; }", &[("resolve/unknown-identifier", 1, 24)]),
        ("fn f() -> nothing { return; }", &[("resolve/unknown-identifier", 1, 11)]),
        ("fn f() -> nothing { return 1; }", &[("resolve/unknown-identifier", 1, 11)]),
        ("fn f() { return 1; }", &[("type/unexpected-return-value", 1, 17)]),
        (
            "fn f() { return nothing; }",
            &[("resolve/unknown-identifier", 1, 17), ("type/unexpected-return-value", 1, 17)],
        ),
        ("fn f() { return; }", &[]),
        ("fn f() -> i32 { discard; }", &[("behavior/missing-return", 1, 4)]),
        ("fn f() -> i32 { discard; return 1; }", &[]),
        ("fn g() {} fn f() { return g(); }", &[("type/no-value", 1, 27)]),
        ("fn f() -> array<i32> { return; }", &[("type/invalid-return-type", 1, 11)]),
        ("fn f() -> atomic<i32> { return; }", &[("type/invalid-return-type", 1, 11)]),
        ("fn f() -> sampler { return; }", &[("type/invalid-return-type", 1, 11)]),
        ("fn f() -> ptr<private, i32> { return; }", &[("type/invalid-return-type", 1, 11)]),
        ("fn f(a: atomic<i32>) {}", &[("type/invalid-parameter-type", 1, 9)]),
        ("fn f(a: array<i32>) {}", &[("type/invalid-parameter-type", 1, 9)]),
        ("fn f(a: sampler, b: texture_2d<f32>, c: ptr<function, i32>) {}", &[]),
        ("override n = 1; fn f(a: array<i32, n>) {}", &[("type/invalid-parameter-type", 1, 25)]),
    ]);
}

#[test]
fn break_and_continue_stand_where_they_lead_somewhere() {
    check(&[
        ("fn f() { break; }", &[("behavior/misplaced-break", 1, 10)]),
        ("fn f() { if true { break; } }", &[("behavior/misplaced-break", 1, 20)]),
        ("fn f() { continue; }", &[("behavior/misplaced-continue", 1, 10)]),
        ("fn f() { switch 1 { default { break; } } }", &[]),
        ("fn f() { switch 1 { default { continue; } } }", &[("behavior/misplaced-continue", 1, 31)]),
        (
            "fn f() { loop { switch 1 { default { continue; } } break; } }",
            &[("behavior/infinite-loop", 1, 10)],
        ),
        ("fn f() { loop { break; continuing { break; } } }", &[("behavior/misplaced-break", 1, 37)]),
        ("fn f() { loop { break; continuing { continue; } } }", &[("behavior/misplaced-continue", 1, 37)]),
        ("fn f() { loop { break; continuing { return; } } }", &[("behavior/misplaced-return", 1, 37)]),
        (
            "fn f() { loop { break; continuing { if true { return; } } } }",
            &[("behavior/misplaced-return", 1, 47)],
        ),
        (
            "fn f() { loop { break; continuing { loop { return; } } } }",
            &[("behavior/misplaced-return", 1, 44)],
        ),
        ("fn f() { loop { break; continuing { loop { break; } } } }", &[]),
        ("fn f() { loop { break; continuing { loop { if true { continue; } break; } } } }", &[]),
        ("fn f() { loop { break; continuing { switch 1 { default { break; } } } } }", &[]),
        (
            "fn f() { loop { break; continuing { switch 1 { default { continue; } } } } }",
            &[("behavior/misplaced-continue", 1, 58)],
        ),
        ("fn f() { loop { break; continuing { while true { break; } } } }", &[]),
        ("fn f() { loop { break; } break; }", &[("behavior/misplaced-break", 1, 26)]),
        ("fn f() { while true { } continue; }", &[("behavior/misplaced-continue", 1, 25)]),
        ("fn f() { switch 1 { default {} } break; }", &[("behavior/misplaced-break", 1, 34)]),
    ]);
}

#[test]
fn a_continue_does_not_skip_what_the_continuing_block_uses() {
    check(&[
        (
            "fn f() { loop { if true { continue; } let x = 1; continuing { _ = x; break if true; } } }",
            &[("behavior/continue-skips-declaration", 1, 27)],
        ),
        ("fn f() { loop { let x = 1; if true { continue; } continuing { _ = x; break if true; } } }", &[]),
        (
            "fn f() { loop { let x = 1; if true { continue; } let y = 2; continuing { _ = x; break if y > 1; } } }",
            &[("behavior/continue-skips-declaration", 1, 38)],
        ),
        (
            "fn f() { loop { if true { continue; } let x = 1; let y = 2; continuing { _ = y; _ = x; break if true; } } }",
            &[("behavior/continue-skips-declaration", 1, 27)],
        ),
        (
            "fn f() { loop { if true { continue; } if false { continue; } let x = 1; continuing { _ = x; break if true; } } }",
            &[("behavior/continue-skips-declaration", 1, 27)],
        ),
        (
            "fn f() { loop { if true { continue; } let x = 1; if false { continue; } let y = 1; continuing { _ = y; break if true; } } }",
            &[("behavior/continue-skips-declaration", 1, 27)],
        ),
        (
            "fn f() { loop { let a = 1; if true { continue; } if false { let x = 1; } continuing { let z = 1; _ = z + a; break if true; } } }",
            &[],
        ),
        (
            "fn f() { loop { loop { if true { continue; } break; } let x = 1; continuing { _ = x; break if true; } } }",
            &[],
        ),
        (
            "fn f() { loop { if true { continue; } let x = 1; loop { let y = 1; continuing { _ = x; break if y == 1; } } continuing { break if true; } } }",
            &[],
        ),
        (
            "fn f() { loop { if true { continue; } let x = 1; continuing { loop { _ = x; break; } break if true; } } }",
            &[("behavior/continue-skips-declaration", 1, 27)],
        ),
        (
            "fn f() { loop { if true { continue; } let x = 1; continuing { loop { if true { continue; } let w = 1; continuing { _ = w; break if true; } } _ = x; break if true; } } }",
            &[("behavior/continue-skips-declaration", 1, 27), ("behavior/continue-skips-declaration", 1, 80)],
        ),
        ("fn f() { let x = 1; loop { if true { continue; } continuing { _ = x; break if true; } } }", &[]),
        (
            "fn f() { switch 1 { default { loop { switch 1 { default { continue; } } let x = 1; continuing { _ = x; break if true; } } } } }",
            &[("behavior/continue-skips-declaration", 1, 59)],
        ),
    ]);
}

#[test]
fn switches_have_different_cases_of_one_type_and_a_default() {
    check(&[
        ("fn f() { switch 1 { default {} } }", &[]),
        ("fn f() { switch 1 { case 1 {} } }", &[("behavior/missing-default", 1, 10)]),
        ("fn f() { switch 1 { default {} default {} } }", &[("behavior/duplicate-default", 1, 32)]),
        ("fn f() { switch 1 { case 1, default {} case 2 {} } }", &[]),
        ("fn f() { switch 1 { case default, default {} } }", &[("behavior/duplicate-default", 1, 35)]),
        ("fn f() { switch 1 { case 1, 1 {} default {} } }", &[("behavior/duplicate-case", 1, 29)]),
        (
            "fn f() { switch 1 { case 1 {} case 2 {} case 1 {} default {} } }",
            &[("behavior/duplicate-case", 1, 46)],
        ),
        (
            "fn f() { switch 1 { case 1 {} case 1 {} case 1 {} default {} } }",
            &[("behavior/duplicate-case", 1, 36), ("behavior/duplicate-case", 1, 46)],
        ),
        ("fn f() { switch 1 { case 1 {} case 1i {} default {} } }", &[("behavior/duplicate-case", 1, 36)]),
        ("fn f() { switch 1 { case 1 {} case 1u {} default {} } }", &[("behavior/duplicate-case", 1, 36)]),
        ("fn f() { switch 1 { case 1i {} case 1u {} default {} } }", &[("type/invalid-selector", 1, 37)]),
        ("fn f() { switch 1i { case 1u {} default {} } }", &[("type/invalid-selector", 1, 27)]),
        ("fn f() { switch 1u { case 1 {} case -1 {} default {} } }", &[("const/not-representable", 1, 37)]),
        (
            "fn f() { switch 1u { case 4294967295 {} case 4294967295u {} default {} } }",
            &[("behavior/duplicate-case", 1, 46)],
        ),
        ("fn f() { switch 1 { case 4294967295 {} default {} } }", &[("const/not-representable", 1, 26)]),
        ("fn f() { switch 1 { case 4294967295 {} case 1u {} default {} } }", &[]),
        ("fn f() { switch 4294967295 { case 1u {} default {} } }", &[]),
        ("fn f() { switch 4294967295 { default {} } }", &[("const/not-representable", 1, 17)]),
        ("fn f() { switch 1.0 { default {} } }", &[("type/invalid-selector", 1, 17)]),
        ("fn f() { switch true { default {} } }", &[("type/invalid-selector", 1, 17)]),
        ("fn f() { switch vec2(1) { default {} } }", &[("type/invalid-selector", 1, 17)]),
        ("fn f() { switch 1 { case 1.0 {} default {} } }", &[("type/invalid-selector", 1, 26)]),
        (
            "fn f() { switch 1.0 { case 1.0 {} case 2 {} default {} } }",
            &[("type/invalid-selector", 1, 17), ("type/invalid-selector", 1, 28)],
        ),
        (
            "fn f() { switch nothing { case 1 {} case 1u {} default {} } }",
            &[("resolve/unknown-identifier", 1, 17)],
        ),
        (
            "fn f() { switch 1 { case nothing {} case 1 {} case 1 {} default {} } }",
            &[("resolve/unknown-identifier", 1, 26), ("behavior/duplicate-case", 1, 52)],
        ),
        ("fn f(a: i32) { switch a { case a {} default {} } }", &[("const/not-const", 1, 32)]),
        ("fn f(a: i32) { switch 1 { case a {} default {} } }", &[("const/not-const", 1, 32)]),
        ("override o = 1; fn f() { switch 1 { case o {} default {} } }", &[("const/not-const", 1, 42)]),
        (
            "const c = 1; fn f() { switch 1 { case c {} case 1 {} default {} } }",
            &[("behavior/duplicate-case", 1, 49)],
        ),
        (
            "const c = 1u; fn f(a: u32) { switch a { case c {} case 1 {} default {} } }",
            &[("behavior/duplicate-case", 1, 56)],
        ),
        (
            "fn f(a: u32) { switch a { case 1 { let x = nothing; } default { _ = nowhere; } } }",
            &[("resolve/unknown-identifier", 1, 44), ("resolve/unknown-identifier", 1, 69)],
        ),
    ]);
}
