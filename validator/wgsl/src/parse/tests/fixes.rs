//! Mistakes with a suggestion that fixes them. The rules and places of mistakes are in the suite of cases.

use super::{broken_rules, fixed};

#[test]
fn parentheses_fix_operators_that_do_not_mix() {
    let expressions = "a & b | c, a | b & c, a ^ b & c, a + b << c, a << b + c, a * b >> c, a << b << c, a < b < c, \
        a == b != c, a == b < c, a && b || c, a || b && c, a & b == c, a + b & c, a & b + c, a & b && c, a || b | c, \
        a << b & c";
    for expression in expressions.split(", ") {
        let once = fixed(&format!("fn f() {{ x = {expression}; }}"));
        assert!(broken_rules(&once).is_empty(), "{once}");
    }
}

#[test]
fn suggestions_fix() {
    for (wrong, right) in [
        ("fn f() { a = 1 }", "fn f() { a = 1; }"),
        ("const a = 1\nconst b = 2;", "const a = 1;\nconst b = 2;"),
        ("fn f() i32 { }", "fn f() -> i32 { }"),
        ("struct S { a: i32 b: i32 }", "struct S { a: i32, b: i32 }"),
        ("func f() { }", "fn f() { }"),
        ("@vertx fn f() { }", "@vertex fn f() { }"),
        ("enable f61;", "enable f16;"),
        ("fn f() { a + b; }", "fn f() { _ = a + b; }"),
        ("let a = 1;", "const a = 1;"),
        ("@compute, workgroup_size(1)\nfn f() { }", "@compute @workgroup_size(1)\nfn f() { }"),
    ] {
        assert_eq!(fixed(wrong), right);
    }
}
