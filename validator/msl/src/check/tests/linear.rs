//! Programs cost work in proportion to their length.

use crate::{Options, module};
use shader_source::steps;

/// The steps of checking a program of `count` of these parts, with their numbers for `#`.
fn steps_of([before, part, between, use_, after]: [&str; 5], count: usize) -> u64 {
    let parts = |part: &str| (0..count).map(|it| part.replace('#', &it.to_string())).collect::<String>();
    let text = format!("{before}{}{between}{}{after}", parts(part), parts(use_));
    steps::of(|| drop(module(&text, &Options::default())))
}

#[test]
fn names_are_found_without_a_search() {
    for program in [
        [
            "",
            "namespace n# { int f#(int a) { return a; } } using namespace n#; ",
            "int g() { int a = 0;",
            "a += f#(a); ",
            "return a; }",
        ],
        [
            "struct S { ",
            "int m#() { return #; } ",
            "}; int g() { S s; int a = 0;",
            "a += s.m#(); ",
            "return a; }",
        ],
        ["struct S { ", "int member_#; ", "}; int g(S s) { int a = 0; ", "a += s.member_#; ", "return a; }"],
        ["struct T {}; void f() { int T = 1; ", "int a# = T; ", "", "T = a#; ", "}"],
        ["", "struct Type_# {}; ", "void f() { ", "Typo_# a#; ", "}"],
        ["struct S { int v; ", "int f#(int a); ", "}; ", "int S::f#(int a) { return a + v; } ", ""],
        ["enum class E { ", "e#, ", "}; void f() { int a = 0; ", "a += int(E::e#); ", "}"],
        ["struct S { ", "int m#; ", "S(int a) : n(a) ", ", m#(a)", " {} int n; };"],
        ["struct S { ", "int m#; ", "", "int f#() { return m#; } ", "};"],
        [
            "struct S { ",
            "union { int a#; float b#; }; ",
            "}; int g(thread S& s) { int x = 0; ",
            "x += s.a#; ",
            "return x; }",
        ],
        [
            "",
            "struct T# {}; namespace n# { int f(T# a) { return 1; } } using n#::f; ",
            "void g() { ",
            "f(T#()); ",
            "}",
        ],
        ["struct Q {}; ", "struct T# {}; int f(T# a); ", "void g() { Q q; ", "f(q); ", "}"],
    ] {
        let (few, many) = (steps_of(program, 200), steps_of(program, 1_600));
        assert!(few > 0 && many < 10 * few, "{program:?}: {few} steps become {many} with 8 times the names");
    }
}

#[test]
fn overloads_are_found_by_their_parameters() {
    const TYPES: &str = "struct T# {}; ";
    for [before, part, between, use_, after] in [
        [
            "struct S { ",
            "int f(T#) { return #; } ",
            "}; int g() { S s; int a = 0; ",
            "a += s.f(T#()); ",
            "return a; }",
        ],
        [
            "struct S { int v; ",
            "S(T#) : v(#) {} ",
            "}; int g() { int a = 0; ",
            "a += S(T#()).v; ",
            "return a; }",
        ],
        [
            "struct S { int v; ",
            "S(T#) : v(#) {} ",
            "}; int f(S s) { return s.v; } int g() { int a = 0; ",
            "a += f(T#()); ",
            "return a; }",
        ],
        [
            "struct S { int v; ",
            "S(T#) : v(#) {} ",
            "}; int g(S s) { int a = 0; ",
            "S s# = s; a += s#.v; ",
            "return a; }",
        ],
        ["struct S { ", "operator T#() const { return T#(); } ", "}; ", "T# g#(S s) { return s; } ", ""],
        [
            "struct S { ",
            "int operator+(T#) { return #; } ",
            "}; int g() { S s; int a = 0; ",
            "a += s + T#(); ",
            "return a; }",
        ],
        ["", "int f(int a, T#) { return a; } ", "", "int g#() { return f(1, T#()); } ", ""],
        ["", "template <class T> int f(T t, T#) { return #; } ", "", "int g#() { return f(1, T#()); } ", ""],
        [
            "struct S { ",
            "template <class T> int f(T t, T#) { return #; } ",
            "}; int g() { S s; int a = 0; ",
            "a += s.f(1, T#()); ",
            "return a; }",
        ],
    ] {
        let steps = |count: usize| {
            let types: String = (0..count).map(|it| TYPES.replace('#', &it.to_string())).collect();
            steps_of([&format!("{types}{before}"), part, between, use_, after], count)
        };
        let (few, many) = (steps(100), steps(400));
        assert!(few > 0 && many < 5 * few, "{part}: {few} steps become {many} with 4 times the functions");
    }
}

#[test]
fn suggestions_end_when_their_budget_is_spent() {
    let program = ["struct S { ", "int member_#; ", "}; void g(S s) { ", "s.mamber_# = 1; ", "}"];
    // The budget is spent by the shorter program already.
    let (few, many) = (steps_of(program, 2_000), steps_of(program, 8_000));
    assert!(few > 0 && many < 5 * few, "{few} steps become {many} with 4 times the members");
}

#[test]
fn constant_calls_look_at_new_functions_only() {
    for program in [
        [
            "template <int N> struct S { static constexpr int f() { return N; } }; int g() { int r = 0; ",
            "r += S<#>::f(); ",
            "",
            "",
            "return r; }",
        ],
        [
            "template <int N> constexpr int f() { return N; } int g() { int r = 0; ",
            "r += f<#>(); ",
            "",
            "",
            "return r; }",
        ],
    ] {
        let (few, many) = (steps_of(program, 200), steps_of(program, 1_600));
        assert!(few > 0 && many < 10 * few, "{program:?}: {few} steps become {many} with 8 times the calls");
    }
}
