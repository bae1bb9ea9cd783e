//! Templates with packs: which specialisation or function is chosen. C++14 (temp.class.order), (temp.func.order), (temp.deduct.type)

use super::{mistakes, rejected_by};
use msl_spec::rules;

/// Checks that static assertions of a program hold.
fn holds(declarations: &str, conditions: &[&str]) {
    for condition in conditions {
        let text = format!("{declarations} static_assert({condition}, \"\");");
        assert_eq!(mistakes(&text), [], "{condition}: {declarations}");
    }
}

#[test]
fn specialisations_with_packs_are_ordered() {
    holds(
        "template <typename... T> struct S { enum { v = 10 }; };
         template <typename T, typename... R> struct S<T, R...> { enum { v = 1 }; };
         template <typename T, typename U, typename... R> struct S<T, U, R...> { enum { v = 2 }; };",
        &["S<>::v == 10", "S<int>::v == 1", "S<int, int>::v == 2", "S<int, float, half>::v == 2"],
    );
    holds(
        "template <int... N> struct I { enum { v = 10 }; };
         template <int A, int B, int... R> struct I<A, B, R...> { enum { v = 2 }; };
         template <int A, int... R> struct I<A, R...> { enum { v = 1 }; };",
        &["I<>::v == 10", "I<1>::v == 1", "I<1, 2>::v == 2", "I<1, 2, 3>::v == 2"],
    );
    holds(
        "template <typename A, typename... T> struct Q { enum { v = 0 }; };
         template <typename A, typename B, typename... T> struct Q<A, B, T...> { enum { v = 1 }; };
         template <typename A, typename B> struct Q<A, B> { enum { v = 2 }; };",
        &["Q<int>::v == 0", "Q<int, int>::v == 2", "Q<int, int, int>::v == 1"],
    );
}

#[test]
fn specialisations_that_are_not_ordered_are_ambiguous() {
    let general = "template <typename... T> struct S { enum { v = 0 }; };";
    let first = "template <typename U, typename... R> struct S<int, U, R...> { enum { v = 1 }; };";
    let second = "template <typename U, typename... R> struct S<U, float, R...> { enum { v = 2 }; };";
    let used = "static_assert(S<int, float>::v >= 0, \"\");";
    let third = "template <typename... R> struct S<int, float, R...> { enum { v = 3 }; };";
    rejected_by(rules::CALL_UNAMBIGUOUS, &format!("{general} {first} {second} {used}"));
    assert_eq!(mistakes(&format!("{general} {first} {second} {third} {used}")), []);
}

#[test]
fn packs_are_deduced_from_the_types_of_functions() {
    holds(
        "template <typename T> struct F { enum { v = 0 }; };
         template <typename R, typename... A> struct F<R(A...)> { enum { v = sizeof...(A) + 1 }; };",
        &["F<int>::v == 0", "F<int()>::v == 1", "F<int(int)>::v == 2", "F<void(int, float, half)>::v == 4"],
    );
    holds(
        "template <int I, typename T> struct el;
         template <typename H, typename... R> struct el<0, void(H, R...)> { using t = H; };
         template <int I, typename H, typename... R>
         struct el<I, void(H, R...)> { using t = typename el<I - 1, void(R...)>::t; };",
        &["is_same<el<1, void(int, float)>::t, float>::value", "is_same<el<0, void(int)>::t, int>::value"],
    );
}

#[test]
fn function_templates_with_packs_are_ordered() {
    holds(
        "template <typename... R> constexpr int f(R...) { return 0; }
         template <typename T, typename... R> constexpr int f(T, R...) { return 1; }
         template <typename T, typename U, typename... R> constexpr int f(T, U, R...) { return 2; }",
        &["f() == 0", "f(1) == 1", "f(1, 2.0f) == 2", "f(1, 2, 3) == 2"],
    );
    holds(
        "template <typename A, typename... B> constexpr int f(A, B...) { return 1; }
         template <typename A, typename B, typename... C> constexpr int f(A, B, C...) { return 2; }
         template <typename A, typename B> constexpr int f(A, B) { return 3; }",
        &["f(1) == 1", "f(1, 2) == 3", "f(1, 2, 3) == 2"],
    );
    holds(
        "constexpr int sum() { return 0; }
         template <typename... R> constexpr int sum(int first, R... rest) { return first + sum(rest...); }",
        &["sum(1, 2, 3) == 6"],
    );
    rejected_by(
        rules::CALL_UNAMBIGUOUS,
        "template <typename... R> int f(int, R...) { return 1; } template <typename... R> int f(R..., int) { return 2; }
         template <typename T> int g(T, int) { return 1; } template <typename T> int g(int, T) { return 2; }
         int h() { return g(1, 2); }",
    );
}

#[test]
fn packs_of_templates_are_not_supported() {
    let text = "template <template <typename> class... T> struct X {}; template <typename T> struct A {}; void f() { X<A> a; }";
    let found: Vec<&str> = mistakes(text).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(found, [rules::UNSUPPORTED_TEMPLATE.id]);
}

#[test]
fn alias_templates_are_template_arguments() {
    const OF: &str = "template <typename T, template <typename> class C> struct A { C<T> c; }; template <typename T> struct X { T v; };";
    let used = "int f() { A<int, XX> a; a.c.v = 1; return a.c.v; }";
    assert_eq!(mistakes(&format!("{OF} template <typename U> using XX = X<U>; {used}")), []);
    let other = format!("{OF} template <typename U> using XX = X<U thread*>; {used}");
    let found: Vec<&str> = mistakes(&other).into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(found, [rules::UNSUPPORTED_TEMPLATE.id]);
}

#[test]
fn parameters_of_partial_specialisations_follow_from_their_arguments() {
    const OF: &str =
        "template <typename T, typename U> struct S {}; template <typename T> struct L { typedef T t; };";
    for wrong in [
        "template <typename> struct S<int, uint>;",
        "template <typename T, typename V> struct S<T, int> {};",
        "template <typename T> struct S<typename L<T>::t, int> {};",
    ] {
        rejected_by(rules::TEMPLATE_ARGUMENTS, &format!("{OF} {wrong}"));
    }
    for right in [
        "template <typename T, typename V> struct S<L<T>, V thread*> {};",
        "template <typename T, int N> struct S<int, T[N]> {};",
        "template <typename R, typename... A> struct S<int, R(A...)> {};",
        "template <template <typename> class C, typename T> struct S<C<T>, typename L<T>::t> {};",
    ] {
        assert_eq!(mistakes(&format!("{OF} {right}")), [], "{right}");
    }
}

#[test]
fn explicit_specialisations_are_checked_without_a_use() {
    const OF: &str = "template <typename... T> struct S;";
    rejected_by(rules::NAME_DECLARED, &format!("{OF} template <> struct S<> {{ int n = get; }};"));
    rejected_by(rules::NAME_DECLARED, &format!("{OF} template <> struct S<int, int> {{ get n; }};"));
    assert_eq!(mistakes(&format!("{OF} template <> struct S<> {{ int n = 1; }};")), []);
    rejected_by(rules::TEMPLATE_ARGUMENTS, "template <float... F> struct S;");
    rejected_by(rules::TEMPLATE_ARGUMENTS, "template <float F> struct S;");
}

#[test]
fn counts_of_arrays_by_value_are_not_deduced() {
    const F: &str = "template <typename T, int N> int f(T a[N]) { return N; }";
    let used = "int g() { int l[2] = {}; return f(l); }";
    rejected_by(rules::TEMPLATE_DEDUCTION, &format!("{F} {used}"));
    assert_eq!(
        mistakes(
            "template <typename T> int f(T a[2]) { return a[0]; } int g() { int l[3] = {}; return f(l); }"
        ),
        []
    );
    let by_reference = "template <typename T, int N> int f(thread T (&a)[N]) { return N; }";
    assert_eq!(mistakes(&format!("{by_reference} {used}")), []);
}
