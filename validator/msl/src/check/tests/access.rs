//! Private members of structures: constructors, conversions, types and static variables.

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn private_functions_are_called_in_their_structure() {
    const P: &str = "class P { P(int x) : v(x) {} operator int() const { return v; } bool operator==(P o) const { return v == o.v; }
        public: int v; P(float x) : v(int(x)) {} int get() const { return P(v) == P(1) ? int(*this) : 2; } };\n";
    let private = rules::MEMBER_ACCESSIBLE;
    for (text, place) in [
        ("int f() { P p(1); return p.v; }", "(1)"),
        ("int f() { return P(1).v; }", "P(1)"),
        ("int f() { P p{1}; return p.v; }", "{1}"),
        ("P f() { return 1; }", "1"),
        ("int g(P p) { return p.v; } int f() { return g(1); }", "1"),
        ("int f(P p) { int q = p; return q; }", "p"),
        ("bool f(P p, P q) { return p == q; }", "p == q"),
    ] {
        assert_eq!(mistakes(&format!("{P}{text}")), [(private.id, place.to_owned())], "{text}");
    }
    assert_eq!(mistakes(&format!("{P}int f() {{ P p(1.0f); return p.v + p.get(); }}")), []);
    check(&[
        (
            "class P { P() {} public: int v; }; int f() { P p; return p.v; }",
            private,
            "p",
            "class P { int w = 0; public: P() {} int v; }; int f() { P p; return p.v; }",
        ),
        (
            "class P { P() {} public: int v; }; int f() { P p[2]; return p[0].v; }",
            private,
            "p",
            "class P { P() {} public: int v; static P make() { P p; return p; } }; int f() { return P::make().v; }",
        ),
    ]);
}

#[test]
fn private_names_are_used_in_their_structure() {
    const P: &str = "class P { struct Q { int a; }; enum E { A, B }; typedef int T; static constexpr constant int N = 3;
        public: typedef Q R; Q get() const { Q q = {N}; return q; } static T sum(); struct Inner { Q q; E e; }; };
        P::T P::sum() { T t = A; return t + P::B + P::N; }\n";
    for (text, place) in [
        ("int f() { P::Q q = {1}; return q.a; }", "Q"),
        ("int f() { return P::A; }", "A"),
        ("int f() { P::T t = 1; return t; }", "T"),
        ("int f() { return P::N; }", "N"),
    ] {
        let found = mistakes(&format!("{}{text}", P.replace("P::T P::sum", "int P::sum")));
        assert_eq!(found, [(rules::MEMBER_ACCESSIBLE.id, place.to_owned())], "{text}");
    }
    let right =
        "int f() { P::R r = {1}; P::Inner i; i.q = P().get(); auto q = i.q; return r.a + q.a + P::sum(); }";
    assert_eq!(mistakes(&format!("{}{right}", P.replace("P::T P::sum", "int P::sum"))), []);
}

#[test]
fn objects_are_copied_and_assigned_by_functions_that_exist() {
    check(&[
        (
            "struct S { S(const thread S&) = delete; S() {} }; void f() { S a; S b = a; }",
            rules::CALL_MATCH,
            "a",
            "struct S { S(const thread S&) = delete; S() {} }; void f() { S a; thread S& b = a; }",
        ),
        (
            "class S { S(const thread S&) {} public: S() {} }; void g(S s) {} void f() { S a; g(a); }",
            rules::MEMBER_ACCESSIBLE,
            "a",
            "class S { S(const thread S& o) {} public: S() {} void f() { S a; S b = a; } };",
        ),
        (
            "struct S { thread S& operator=(const thread S&) = delete; int a; }; void f(thread S& a, thread S& b) { a = b; }",
            rules::CALL_MATCH,
            "a = b",
            "struct S { thread S& operator=(const thread S&) = delete; int a; }; void f(thread S& a, thread S& b) { a.a = b.a; }",
        ),
        (
            "class S { int a; public: int b; }; void f() { S s = {1, 2}; }",
            rules::CALL_MATCH,
            "{1, 2}",
            "class S { int a; public: int b; }; void f() { S s = {}; S t = {s}; S u {t}; u.b = 1; }",
        ),
        (
            "struct S { int a; S(int x) : a(x), a(x) {} };",
            rules::NAME_REDEFINITION,
            "a",
            "struct S { int a; int b; S(int x) : a(x), b(x) {} };",
        ),
    ]);
}
