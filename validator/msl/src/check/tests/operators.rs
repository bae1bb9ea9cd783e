//! Operators that functions of the program define.

use super::{check, mistakes};
use crate::{Options, validate};
use msl_spec::{Rule, rules};

/// A structure with operators of both kinds.
const VECTOR: &str = "struct V { float x;
        V operator-() const { return V {-x}; }
        V operator-(V other) const { return V {x - other.x}; }
        float operator[](int i) const { return x * i; }
        float operator()(float y, float z = 1) const { return x + y + z; }
        bool operator!() const { return x == 0; }
    };
    V operator+(V a, V b) { return V {a.x + b.x}; }
    V operator*(float a, V b) { return V {a * b.x}; }
    bool operator==(const thread V& a, const thread V& b) { return a.x == b.x; }
    void operator+=(thread V& a, V b) { a.x += b.x; }
    void operator++(thread V& a, int) { a.x += 1; }\n";

#[test]
fn operators_are_functions_of_the_program() {
    let text = |body: &str| format!("{VECTOR} void f(V a, const V b, thread V* p) {{ {body} }}");
    for right in [
        "V c = a + b; c = -b - a; c = 2 * a;",
        "float x = a[1] + a(2) + b(2, 3) + (a - b)[2] + (*p)(1);",
        "bool same = a == b && !(*p == a) && !a;",
        "a += b; a++; (*p)++;",
        "V c = V {1}; auto d = a + c; float y = d.x;",
    ] {
        assert_eq!(mistakes(&text(right)), [], "{right}");
    }
    let wrong: &[(&str, &'static Rule, &str)] = &[
        ("a * 2;", rules::OPERATOR_OPERANDS, "a * 2"),
        ("b += a;", rules::ASSIGNMENT_LVALUE, "b"),
        ("a(1, 2, 3);", rules::CALL_MATCH, "a(1, 2, 3)"),
        ("int n = a + b;", rules::CONVERSION_INITIALISATION, "a + b"),
        ("a <= b;", rules::OPERATOR_OPERANDS, "a <= b"),
        ("a + n;", rules::NAME_DECLARED, "n"),
    ];
    for (body, rule, place) in wrong {
        assert_eq!(mistakes(&text(body)), [(rule.id, (*place).to_owned())], "{body}");
    }
}

#[test]
fn the_best_operator_is_chosen() {
    check(&[
        (
            "struct S { int n; S operator+(long) const { return *this; } }; S operator+(S s, uint) { return s; } void f(S s) { s + 1; }",
            rules::CALL_UNAMBIGUOUS,
            "s + 1",
            "struct S { int n; S operator+(long) const { return *this; } }; S operator+(S s, uint) { return s; } void f(S s) { s + 1u; s + 1l; }",
        ),
        (
            "struct S { int n; int operator()() { return n++; } }; int f(const S s) { return s(); }",
            rules::CALL_MATCH,
            "s()",
            "struct S { int n; int operator()() { return n++; } int operator()() const { return n; } }; int f(const S s) { return s(); }",
        ),
        (
            "namespace n { struct S { int n; }; S operator+(S a, S b) { return a; } } void f(n::S s) { s - s; }",
            rules::OPERATOR_OPERANDS,
            "s - s",
            "namespace n { struct S { int n; }; S operator+(S a, S b) { return a; } } void f(n::S s) { s + s; }",
        ),
        (
            "enum class E { a, b }; bool f(E e) { return e | E::a; }",
            rules::OPERATOR_OPERANDS,
            "e | E::a",
            "enum class E { a, b }; bool operator|(E a, E b) { return a == b; } bool f(E e) { return e | E::a; }",
        ),
    ]);
}

#[test]
fn instances_of_a_template_have_their_own_operators() {
    let text = "template <typename T> struct P { T x; P operator+(P other) const { return P {T(x + other.x)}; } T get(T y) const { return y; } };
        template <typename T> T operator*(P<T> a, P<T> b) { return a.x * b.x; }
        void f(P<float2> a, P<int> b) { float2 x = (a + a).x + a.get(1) + a * a; int y = (b + b).x + b.get(1) + b * b; }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn other_uses_of_operators_are_not_supported() {
    let text = "struct S { int n; thread S* operator->() { return this; } }; void f(S s) { s->n; }";
    let found = mistakes(text);
    let codes: Vec<(&str, &str)> =
        found.iter().map(|(id, place)| (id.split('.').next().unwrap_or_default(), place.as_str())).collect();
    assert_eq!(codes, [("unsupported", "s->n")], "{text}");
}

/// C++14 (expr.prim.general) 8
#[test]
fn operators_are_called_by_their_qualified_names() {
    let before = "struct S { int a; };
        static S operator+(S a, S b) { return {a.a + b.a}; }
        namespace n { static S operator-(S a, S b) { return {a.a - b.a}; } }
        template <class T> struct B { T v; int operator[](int i) const thread { return int(v) + i; } bool operator==(B o) const thread { return v == o.v; } };
        struct D { B<int> b; bool operator==(D o) const thread { return b.B<int>::operator==(o.b); } };";
    let right = "int f(S x) { D d; B<char> c; return ::operator+(x, x).a + n::operator-(x, x).a + c.B<char>::operator[](1) + (d == d); }
        int g(int a) { int n = 3; return n < a ? 1 : 2; }";
    assert_eq!(mistakes(&format!("{before} {right}")), []);
    let wrong = "int f(S x) { return n::operator*(x, x).a; }";
    assert_eq!(mistakes(&format!("{before} {wrong}")), [(rules::NAME_DECLARED.id, "operator*".to_owned())]);
}

/// `explicit operator bool` gives the values.
#[test]
fn operands_of_logical_operators_are_conditions() {
    assert_eq!(
        mistakes(
            "struct A { int a; constexpr A(int n) : a(n) {} constexpr operator int() const { return a; } constexpr explicit operator bool() const { return a > 2; } };
             static_assert(!(A(1) && A(3)) && !(A(1) || A(2)) && (A(1) || A(3)) && (A(4) && true), \"\");
             struct D { operator int() const = delete; explicit operator bool() const { return true; } }; bool f(D a, D b) { return a && b; }"
        ),
        []
    );
}

/// The messages of a program, each with its notes.
fn messages(text: &str) -> Vec<(String, Vec<String>)> {
    let found = validate(text, &Options::default());
    found.iter().map(|it| (it.message.clone(), it.notes.clone())).collect()
}

#[test]
fn an_operator_for_objects_in_other_memory_is_named() {
    let structure = "struct S { int e[2]; int operator[](uint i) const { return e[i]; } int operator()(int i) const device { return i; } };";
    let index = messages(&format!("{structure} constant S T = {{{{1, 2}}}}; int f() {{ return T[1]; }}"));
    assert_eq!(index.len(), 1);
    assert_eq!(index[0].0, "`operator[]` of `S` can't be called with `int`");
    assert!(
        index[0].1[0].starts_with("`operator[]` of `S` is not declared for objects in `constant` memory")
    );
    let call = messages(&format!("{structure} int f(constant S* s) {{ return s[0](1); }}"));
    assert!(call[0].1[0].starts_with("`operator()` of `S` is not declared for objects in `constant` memory"));
    // This one is, and takes other arguments.
    let arguments = messages(&format!("{structure} int f(device S* s) {{ return s[0](1, 2); }}"));
    assert_eq!(arguments, [("`S` can't be called with these arguments".to_owned(), Vec::new())]);
}
