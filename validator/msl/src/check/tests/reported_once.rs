//! Mistakes and constructs that are not supported, of which nothing else in the program that follows from them is reported.

use super::{check, mistakes};
use msl_spec::{Rule, rules};

/// Checks that programs have one mistake each.
fn only(rule: &'static Rule, texts: &[(&str, &str)]) {
    for (text, place) in texts {
        assert_eq!(mistakes(text), [(rule.id, (*place).to_owned())], "{text}");
    }
}

#[test]
fn pointers_to_members_are_reported_where_they_begin() {
    only(
        rules::UNSUPPORTED_FEATURE,
        &[
            ("struct S { int n; }; int f(S s) { auto p = &S::n; return 1; }", "&S::n"),
            ("struct S { int n; }; int f(S s, int S::*p) { return s.*p; }", "S"),
        ],
    );
}

#[test]
fn functions_that_return_arrays_by_reference_are_not_supported() {
    only(
        rules::UNSUPPORTED_FEATURE,
        &[
            ("struct S { int a[2]; thread int (&all(int i) thread)[2] { return a; } };", "&"),
            ("thread float (*pick(thread float (*a)[2], int i))[2] { return a + i; }", "*"),
        ],
    );
}

#[test]
fn text_in_a_list_is_not_supported() {
    only(
        rules::UNSUPPORTED_FEATURE,
        &[(
            "struct S { int n; char name[8]; }; int f(int i) { S s = {1, \"abc\"}; return s.name[i]; }",
            "\"abc\"",
        )],
    );
}

#[test]
fn words_of_later_versions_of_cxx_say_so() {
    only(
        rules::GRAMMAR_TYPE,
        &[("template <auto N> int g() { return N; } int f() { return g<3>(); }", "auto")],
    );
    only(rules::UNSUPPORTED_FEATURE, &[("int f() { auto [a, b] = int2(1, 2); return 1; }", "[")]);
}

#[test]
fn offsetof_is_not_declared() {
    check(&[(
        "struct S { int a; float b[4]; }; void f() { int n[offsetof(S, b)] = {}; }",
        rules::NAME_DECLARED,
        "offsetof",
        "struct S { int a; }; int offsetof(int a, int b) { return a; } int f() { return offsetof(1, 2); }",
    )]);
}

#[test]
fn functions_as_values_follow_from_the_type_of_a_pointer() {
    only(
        rules::REMOVED_FUNCTION_POINTER,
        &[(
            "int add(int a, int b) { return a + b; } typedef int (*Op)(int, int); int apply(Op op, int a) { return op(a, a); }
             constant Op table[] = { add }; int f() { return apply(add, 1) + apply(&add, 2) + table[0](1, 2); }",
            "(*Op)",
        )],
    );
}

#[test]
fn the_result_of_a_function_that_is_not_known_may_be_text() {
    only(rules::REMOVED_STANDARD_LIBRARY, &[("std::string name(int i) { return \"x\"; }", "std")]);
}

#[test]
fn a_member_that_is_a_function_by_its_type_is_not_defined_elsewhere() {
    only(
        rules::UNSUPPORTED_FEATURE,
        &[("typedef int F(int); struct M { F m; }; int M::m(int a) { return a; }", "m")],
    );
}

#[test]
fn constructors_with_lists_are_not_supported() {
    let head = "struct S { float n; S() {} S(initializer_list<float> l) { n = 1; } };";
    only(
        rules::UNSUPPORTED_FEATURE,
        &[
            (&format!("{head} void f() {{ S t = {{1, 2, 3}}; }}"), "{1, 2, 3}"),
            (&format!("{head} void f() {{ S t{{1, 2}}; }}"), "{1, 2}"),
        ],
    );
}

#[test]
fn an_array_has_less_than_2_to_the_63_bytes() {
    check(&[(
        "struct S { int a[2147483647][2147483647]; };",
        rules::ARRAY_SIZE,
        "int a[2147483647][2147483647]",
        "struct S { int a[16384][16384]; };",
    )]);
}

#[test]
fn a_structure_after_itself_is_its_constructor() {
    check(&[(
        "struct S { int n; }; int f(thread S& s) { thread S::S* p = &s; return p->n; }",
        rules::NAME_IS_TYPE,
        "S",
        "struct S { int n; }; int f(thread S& s) { thread struct S::S* p = &s; return p->n; }",
    )]);
}

#[test]
fn arguments_of_unknown_member_templates_are_declared() {
    only(
        rules::NAME_DECLARED,
        &[
            ("template <class T> void f(T s) { s.template g<missing>(); }", "missing"),
            ("template <class T> void f(T s) { s.template g<missing>; }", "missing"),
        ],
    );
}
