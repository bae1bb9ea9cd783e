//! Programs on which the checker once differed from `g++ -std=c++14 -pedantic-errors`.

use super::{mistakes, mistakes_in};
use crate::{Options, validate};
use msl_spec::{Dialect, Rule, rules};

/// Checks that programs have no mistakes.
fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

/// Checks mistakes with their rules and places, each with a correct program like it.
fn rejected(cases: &[(&str, &'static Rule, &str, &str)]) {
    for (wrong, rule, place, right) in cases {
        assert_eq!(mistakes(wrong), [(rule.id, (*place).to_owned())], "{wrong}");
        assert_eq!(mistakes(right), [], "{right}");
    }
}

#[test]
fn conversion_functions_are_ranked_by_the_conversion_of_their_results() {
    const I: &str = "struct I { operator int() const { return 1; } };";
    let two = "struct I { operator int() const { return 1; } operator float() const { return 2; } };";
    let call = "int f(int) { return 1; } int f(float) { return 2; } int g(I i) { return f(i); }";
    rejected(&[(&format!("{two} {call}"), rules::CALL_UNAMBIGUOUS, "f", &format!("{I} {call}"))]);
    accepted(&[
        "struct I { operator int() const { return 1; } operator int() { return 2; } }; int f(I i) { return i; } int g(const thread I& i) { return i; }",
        "constexpr int f(const thread void*) { return 1; } constexpr int f(thread void*) { return 2; } int g(thread int* a) { return f(a); }",
    ]);
}

#[test]
fn braced_lists_as_arguments_are_ranked() {
    const A: &str = "struct A { int x; int y; }; struct B { B(int) {} B(int, int, int) {} };";
    accepted(&[
        &format!(
            "{A} int g(A) {{ return 1; }} int g(int) {{ return 2; }} int h() {{ return g({{1, 2}}) + g({{1}}); }}"
        ),
        &format!(
            "{A} int g(A) {{ return 1; }} int g(B) {{ return 2; }} int h() {{ return g({{1, 2}}) + g({{1, 2, 3}}); }}"
        ),
    ]);
    rejected(&[(
        &format!("{A} int g(A) {{ return 1; }} int g(B) {{ return 2; }} int h() {{ return g({{1}}); }}"),
        rules::CALL_UNAMBIGUOUS,
        "g",
        &format!("{A} int g(B) {{ return 2; }} int h() {{ return g({{1}}); }}"),
    )]);
}

#[test]
fn lists_for_constructors_do_not_narrow() {
    const V: &str = "struct V { int x; V(int a) : x(a) {} };";
    rejected(&[
        (
            &format!("{V} V f() {{ return {{1.5f}}; }}"),
            rules::INITIALISER_NO_NARROWING,
            "1.5f",
            &format!("{V} V f() {{ return {{1}}; }} V g() {{ return V(1.5f); }}"),
        ),
        (
            &format!("{V} int f(V v) {{ return v.x; }} int g(float a) {{ return f({{a}}); }}"),
            rules::INITIALISER_NO_NARROWING,
            "a",
            &format!("{V} int f(V v) {{ return v.x; }} int g(float a) {{ return f({{int(a)}}) + f(a); }}"),
        ),
    ]);
}

#[test]
fn functions_of_different_namespaces_are_different() {
    const N: &str = "namespace N { struct S {}; int f(S) { return 1; } }";
    rejected(&[
        (
            &format!("{N} int f(N::S) {{ return 2; }} int g() {{ return f(N::S()); }}"),
            rules::CALL_UNAMBIGUOUS,
            "f",
            &format!("{N} int f(N::S) {{ return 2; }} int g() {{ return (f)(N::S()) + N::f(N::S()); }}"),
        ),
        (
            "namespace A { int x() { return 1; } } namespace B { int x() { return 2; } } using namespace A; using namespace B; int g() { return x(); }",
            rules::CALL_UNAMBIGUOUS,
            "x",
            "namespace A { int x(int) { return 1; } } namespace B { int x(float) { return 2; } } using namespace A; using namespace B; int g() { return x(1); }",
        ),
        (
            "namespace A { struct S {}; template <int N> int f(S) { return N; } } int g() { return f<3>(A::S()); }",
            rules::NAME_DECLARED,
            "f",
            "namespace A { struct S {}; template <int N> int f(S) { return N; } } int g() { return A::f<3>(A::S()); }",
        ),
    ]);
    accepted(&[
        "namespace A { inline namespace B { struct S {}; int h(S) { return 2; } } int f(S) { return 1; } } int g() { return f(A::S()) + h(A::S()); }",
        "namespace A { struct S { struct T {}; }; inline namespace B { int f(S::T) { return 1; } } } int g() { return f(A::S::T()); }",
    ]);
}

#[test]
fn functions_are_defined_outside_of_their_namespaces() {
    accepted(&[
        "namespace N { int f(int a); namespace M { typedef int T; T g(); } } int N::f(int a) { return a; } N::M::T N::M::g() { return f(1); }",
        "namespace N { template <class T> T f(T a); } template <class T> T N::f(T a) { return a; } int g() { return N::f(1); }",
    ]);
    rejected(&[
        (
            "namespace N { int f(int a); } int N::f(float a) { return 1; }",
            rules::MEMBER_EXISTS,
            "f",
            "namespace N { int f(float a); } int N::f(float a) { return 1; }",
        ),
        (
            "namespace N { int f(); } namespace M { int N::f() { return 1; } }",
            rules::MEMBER_EXISTS,
            "f",
            "namespace N { namespace M { int f(); } int M::f() { return 1; } }",
        ),
        (
            "struct S { typedef int T; T f(T); }; T S::f(T t) { return t; }",
            rules::NAME_DECLARED,
            "T",
            "struct S { typedef int T; T f(T); T g(); }; S::T S::f(T t) { return t; } auto S::g() -> T { return 1; }",
        ),
    ]);
}

#[test]
fn members_of_class_templates_are_declared() {
    rejected(&[(
        "template <class T> struct S { T f(); }; template <class T> T S<T>::g() { return T(); }",
        rules::MEMBER_EXISTS,
        "g",
        "template <class T> struct S { T f(); }; template <class T> T S<T>::f() { return T(); }",
    )]);
}

#[test]
fn specializations_have_fewer_elements_than_packs() {
    accepted(&[
        "template <class T, class... R> struct all { static constexpr constant bool v = T::v && all<R...>::v; }; template <class T> struct all<T> { static constexpr constant bool v = T::v; }; struct Y { static constexpr constant bool v = true; }; static_assert(all<Y, Y, Y>::v, \"\");",
        "template <int... I> struct Seq {}; template <int N, int... I> struct M { typedef typename M<N - 1, N - 1, I...>::type type; }; template <int... I> struct M<0, I...> { typedef Seq<I...> type; }; template <int... I> constexpr int count(Seq<I...>) { return sizeof...(I); } static_assert(count(M<40>::type()) == 40, \"\");",
    ]);
}

#[test]
fn nested_structures_see_all_members_of_the_structure_around() {
    accepted(&[
        "struct A { int x; struct B { int f(A a) { return a.x + a.later(); } } b; int later() { return 1; } };",
        "template <class T> struct A { T x; struct B { struct C { T f(A a) { return a.x; } } c; T f(A a) { return a.b.c.f(a); } } b; }; int f(A<int> a) { return a.b.f(a); }",
    ]);
}

#[test]
fn functions_are_known_before_their_uses() {
    rejected(&[
        (
            "auto f(int); int g() { return f(1); } auto f(int a) { return a; }",
            rules::VARIABLE_AUTO_INITIALISED,
            "f",
            "auto f(int); auto f(int a) { return a; } int g() { return f(1); }",
        ),
        (
            "template <class T> void f(T); void g() { f<int>(1); } template <> void f<int>(int) {}",
            rules::NAME_REDEFINITION,
            "f",
            "template <class T> void f(T); template <> void f<int>(int); void g() { f<int>(1); } template <> void f<int>(int) {}",
        ),
        (
            "struct A { int x; A() : x(0) {} A(thread A& a) : x(a.x) {} }; A f() { return A(); }",
            rules::CALL_MATCH,
            "A()",
            "struct A { int x; A() : x(0) {} A(const thread A& a) : x(a.x) {} }; A f() { return A(); }",
        ),
    ]);
}

#[test]
fn sizes_of_unsupported_bit_fields_are_unknown() {
    let found = mistakes("struct A { int a : 3; int : 0; int c; }; static_assert(sizeof(A) == 8, \"\");");
    assert_eq!(found, [(rules::UNSUPPORTED_FEATURE.id, ":".to_owned())]);
}

#[test]
fn declarators_of_cxx14_are_read() {
    accepted(&[
        "int f(), g(int); int g(int a) { return f() + a; } int f() { int (y) = 1; int((z)) = 2; return y + z; }",
        "int (f)(int x) { return x; } int g() { return (f)(1); } struct S { int a(), b(int c) { return c; } int a() const { return 1; } };",
        "struct E {}; int E(int x) { return x; } int f() { struct E e; return E(1); }",
    ]);
    rejected(&[(
        "struct S { int a; } s(int b) { return S { b }; }",
        rules::GRAMMAR_DECLARATION,
        "S",
        "struct S { int a; }; S s(int b) { return S { b }; }",
    )]);
    let found = mistakes("int f() { int x(int); return x(1); }");
    assert_eq!(found, [(rules::UNSUPPORTED_FEATURE.id, "x".to_owned())]);
}

#[test]
fn members_are_named_without_objects() {
    accepted(&[
        "struct S { int x; float y[3]; }; static_assert(is_same<decltype(S::x), int>::value && sizeof(decltype(S::y)) == 12, \"\");",
    ]);
    rejected(&[(
        "struct S { private: int x; }; static_assert(sizeof(decltype(S::x)) == 4, \"\");",
        rules::MEMBER_ACCESSIBLE,
        "x",
        "struct S { int x; }; static_assert(sizeof(decltype(S::x)) == 4, \"\");",
    )]);
}

#[test]
fn static_members_name_the_functions_before_them() {
    const D: &str =
        "template <class A, class B> static char t(int); template <class A, class B> static int t(long);";
    let (value, char_size) =
        ("static constexpr constant int v = sizeof(t<int, float>(0));", "static_assert(D::v == 1, \"\");");
    accepted(&[
        &format!("struct D {{ {D} {value} }}; {char_size}"),
        "template <class T, class U> struct C { template <class A> static auto t(int) -> decltype(A() + U(), char()); template <class A> static int t(long); static constexpr constant bool v = sizeof(t<T>(0)) == 1; }; struct Z {}; static_assert(C<int, float>::v && !C<Z, int>::v, \"\");",
        "struct D { static char t(int); static int t(float); static constexpr constant int v = sizeof(t(0)); }; static_assert(D::v == 1, \"\");",
    ]);
    rejected(&[(
        &format!("struct D {{ {value} {D} }}; "),
        rules::NAME_DECLARED,
        "t",
        &format!("struct D {{ {D} {value} }}; "),
    )]);
}

#[test]
fn specializations_and_structures_are_defined_outside_of_their_namespaces() {
    accepted(&[
        "namespace A { template <class T> struct S { static constexpr constant int v = 1; }; } template <> struct A::S<int> { static constexpr constant int v = 2; }; static_assert(A::S<int>::v == 2 && A::S<char>::v == 1, \"\");",
        "namespace A { struct B; struct C { struct D; }; } struct A::B { int a; }; struct A::C::D { B b; }; int f(A::C::D d) { return d.b.a; }",
        "template <class T> struct A { static constexpr constant int v = 0; }; template <class R, class X> struct A<R(X)> { static constexpr constant int v = sizeof(X); }; static_assert(A<int(float)>::v == 4 && A<int>::v == 0, \"\");",
    ]);
    rejected(&[
        (
            "namespace A {} struct A::B { int a; };",
            rules::MEMBER_EXISTS,
            "B",
            "namespace A { struct B; } struct A::B { int a; };",
        ),
        (
            "namespace A { int x(int) { return 0; } } int x(int) { return 1; } using A::x;",
            rules::NAME_REDEFINITION,
            "x",
            "namespace A { int x(int) { return 0; } } int x(float) { return 1; } using A::x;",
        ),
    ]);
}

#[test]
fn names_after_typename_are_declared() {
    let text = "template <class T> struct S { typedef typename Missing<T>::type U; };";
    assert_eq!(mistakes(text), [(rules::NAME_DECLARED.id, "Missing".to_owned())]);
    let text =
        "typedef struct __attribute__((__packed__)) P { char c; int x; } Q; int f(Q p) { return p.x; }";
    assert_eq!(mistakes(text).iter().map(|it| it.0).collect::<Vec<_>>(), [rules::UNSUPPORTED_FEATURE.id]);
}

#[test]
fn members_of_class_templates_leave_names_as_they_are() {
    accepted(&[
        "template <class T> struct S { S(T a); T v; }; template <class T> S<T>::S(T a) : v(a) {} int f() { return S<int>(2).v; }",
        "template <class T> struct S { T w(); }; template <class T> T S<T>::w() { return T(); } bool f(int w) { return w < 3 && w > (1); }",
        "struct B {}; struct A { typedef B T; operator T() const; operator int(); int a; }; A::operator T() const { return B(); } A::operator int() { return a; } B f(A a) { return a; }",
        "namespace A { template <class T> struct S {}; } namespace B { struct Y {}; int h(A::S<Y>) { return 2; } A::S<Y> operator+(A::S<Y> a, int) { return a; } } int g() { return h(A::S<B::Y>() + 1); }",
    ]);
}

#[test]
fn kernel_templates_have_address_spaces() {
    const KERNEL: &str = "template <typename T> kernel void pool(const device T* a [[buffer(0)]], SPACE T* b [[buffer(1)]]) { b[0] = a[0]; }";
    const INSTANCES: &str = "template [[host_name(\"a\")]] kernel void pool<float>(const device float*, device float*); typedef decltype(pool<half>) p; template [[host_name(\"b\")]] kernel p pool<half>;";
    let (wrong, right) = (KERNEL.replace("SPACE ", ""), KERNEL.replace("SPACE", "device"));
    rejected(&[(
        &format!("{wrong} {INSTANCES}"),
        rules::POINTER_ADDRESS_SPACE,
        "T*",
        &format!("{right} {INSTANCES}"),
    )]);
}

#[test]
fn namespaces_are_used_to_the_end_of_the_block() {
    const N: &str = "namespace N { int a() { return 2; } }";
    rejected(&[(
        &format!("{N} int f() {{ {{ using namespace N; a(); }} return a(); }}"),
        rules::NAME_DECLARED,
        "a",
        &format!(
            "{N} int f() {{ {{ using namespace N; return a(); }} }} int g() {{ using namespace N; {{ return a(); }} }}"
        ),
    )]);
}

#[test]
fn constructors_and_conversion_functions_are_rivals() {
    const A: &str = "struct B; struct A { operator B() QUALIFIER; }; struct B { B() {} B(const thread A&) {} }; A::operator B() QUALIFIER { return B(); } B f(A a) { return a; }";
    let (wrong, right) = (A.replace("QUALIFIER", "const"), A.replace("QUALIFIER", ""));
    rejected(&[(&wrong, rules::CONVERSION_RETURN, "a", &right)]);
}

#[test]
fn default_arguments_do_not_use_parameters() {
    rejected(&[(
        "int f(int a, int b = a) { return b; }",
        rules::NAME_DECLARED,
        "a",
        "int f(int a, int b = 1) { return a + b; }",
    )]);
}

#[test]
fn unsupported_definitions_have_no_consequences() {
    for text in [
        "template <class T> struct S { struct N; thread N* p; }; template <class T> struct S<T>::N { T a; }; int f(S<int> s) { return s.p->a; }",
        "struct Q { enum class E; }; enum class Q::E { a }; int f() { return Q::E::a == Q::E::a; }",
        "typedef int F(int); F f; int f(int a) { return a; } int g() { return f(2); }",
    ] {
        let rules: Vec<&str> = mistakes(text).iter().map(|(rule, _)| *rule).collect();
        let expected = [[rules::UNSUPPORTED_TEMPLATE.id], [rules::UNSUPPORTED_FEATURE.id]];
        assert!(expected.iter().any(|one| rules == one), "{text}: {rules:?}");
    }
}

#[test]
fn overloads_for_structures_are_found_through_constructors_and_templates() {
    const TWO: &str = "struct A { int v; }; struct B { int v; }; ";
    accepted(&[
        &format!(
            "{TWO} struct C {{ C(A) {{}} }}; int f(B) {{ return 1; }} int f(C) {{ return 2; }} int g(A a) {{ return f(a); }}"
        ),
        &format!(
            "{TWO} struct C {{ template <typename T> C(T) {{}} }}; int f(B) {{ return 1; }} int f(C) {{ return 2; }} int g(A a) {{ return f(a); }}"
        ),
        &format!(
            "{TWO} int f(B) {{ return 1; }} template <typename T> int f(T a) {{ return a.v; }} int g(A a) {{ return f(a); }}"
        ),
        &format!(
            "{TWO} struct D {{ operator A() const {{ return A {{}}; }} }}; int f(B) {{ return 1; }} int f(A) {{ return 2; }} int g(D d) {{ return f(d); }}"
        ),
        &format!(
            "{TWO} namespace n {{ int f(B) {{ return 1; }} }} int f(A) {{ return 2; }} using n::f; int g(A a, B b) {{ return f(a) + f(b); }}"
        ),
        &format!(
            "{TWO} namespace n {{ int f(B) {{ return 1; }} template <typename T> int f(T) {{ return 2; }} }} using n::f; using namespace n; int g(A a, B b) {{ return f(a) + f(b); }}"
        ),
    ]);
    let ambiguous = format!(
        "{TWO} struct C {{ C(A) {{}} }}; struct D {{ D(A) {{}} }}; int f(C) {{ return 1; }} int f(D) {{ return 2; }}"
    );
    let none = format!("{TWO} struct C {{ C(A) {{}} }}; int f(C) {{ return 1; }} int f(int) {{ return 2; }}");
    rejected(&[
        (
            &format!("{ambiguous} int g(A a) {{ return f(a); }}"),
            rules::CALL_UNAMBIGUOUS,
            "f",
            &format!("{ambiguous} int g(C c) {{ return f(c); }}"),
        ),
        (
            &format!("{none} int g(B b) {{ return f(b); }}"),
            rules::CALL_MATCH,
            "f",
            &format!("{none} int g(A a) {{ return f(a); }}"),
        ),
    ]);
}

#[test]
fn a_template_sees_the_overloads_before_it() {
    rejected(&[(
        "void f(float2 a) {} template <typename T> void g(T a) { int b[2]; f(b); } void f(thread int* a) {} void h() { g(1); }",
        rules::CONVERSION_ARGUMENT,
        "b",
        "void f(float2 a) {} void f(thread int* a) {} template <typename T> void g(T a) { int b[2]; f(b); } void h() { g(1); }",
    )]);
}

#[test]
fn constants_are_converted_by_constructors() {
    accepted(&[
        "struct D { int v; constexpr D(int a) : v(a * 10) {} constexpr int add(D o) const { return v + o.v; } }; constexpr int f(D x) { return x.v; } constexpr int g(const thread D& x) { return x.v; } constexpr int two(int a, D x) { return a + x.v; } static_assert(f(7) == 70 && g(7) == 70 && two(1, 7) == 71 && D(1).add(7) == 80, \"\");",
        "struct F { int v; template <class T> constexpr F(T a) : v(a + 1) {} }; constexpr int f(F x) { return x.v; } static_assert(f(7) == 8 && f(1.0f) == 2, \"\"); constant int a[f(2)] = {};",
    ]);
}

#[test]
fn a_function_template_is_declared_after_its_declarator() {
    let own = "template <class T, class U = decltype(f(T()))> int f(T); int g() { return f(1); }";
    let other = "template <class T> T f(T); template <class T, class U = decltype(f(T()))> U h(T); int g() { return h(1); }";
    rejected(&[(own, rules::TEMPLATE_DEDUCTION, "f", other)]);
    let result = "template <class T> auto f(T t) -> decltype(f(t)); int g() { return f(1); }";
    let other = "template <class T> T e(T t); template <class T> auto f(T t) -> decltype(e(t)); int g() { return f(1); }";
    rejected(&[(result, rules::TEMPLATE_DEDUCTION, "f", other)]);
}

#[test]
fn a_specialization_is_one_of_the_most_specialised_template() {
    const TEMPLATES: &str = "template <class T> constexpr int f(T) { return 1; } template <class T> constexpr int f(thread T*) { return 2; }";
    const USE: &str = "constexpr int at() { int a = 0; return f(&a); }";
    for (specialization, value) in [("f", 3), ("f<>", 3), ("f<int>", 3), ("f<thread int*>", 2)] {
        let text = format!(
            "{TEMPLATES} template <> constexpr int {specialization}(thread int*) {{ return 3; }} {USE} static_assert(at() == {value}, \"\");"
        );
        accepted(&[&text]);
    }
}

#[test]
fn a_keyword_and_a_name_mean_a_type_of_a_scope_around() {
    let around = "struct C { float x; };";
    accepted(&[
        &format!(
            "{around} struct U {{ struct C a[2]; struct C b, d; }}; float f(U u) {{ return u.a[1].x + u.d.x; }}"
        ),
        &format!("{around} struct U {{ struct C thread* p; }}; float f(U u) {{ return u.p->x; }}"),
        &format!("{around} namespace N {{ constant struct C c = {{1}}; float g() {{ return c.x; }} }}"),
        &format!(
            "{around} template <class T> struct U {{ struct C c; T t; }}; float f(U<int> u) {{ return u.c.x + u.t; }}"
        ),
        &format!("{around} struct U {{ int C; struct C c; }}; float f(U u) {{ return u.c.x; }}"),
        "class K; struct U { class K thread* k; }; class K { public: int v; }; int f(U u) { return u.k->v; }",
        "struct U { struct L thread* l; }; struct L { int v; }; int f(U u) { return u.l->v; }",
        "union V { int i; float f; }; struct U { union V v; }; int f(U u) { return u.v.i; }",
        // Alone, it declares a type of the structure.
        "struct C { float x; }; struct U { struct C; struct C thread* p; struct C { int y; }; }; int f(U u) { return u.p->y; }",
    ]);
    rejected(&[(
        "struct C { float x; }; struct U { struct C; struct C c; };",
        rules::TYPE_COMPLETE,
        "struct C",
        "struct C { float x; }; struct U { struct C c; };",
    )]);
}

#[test]
fn casts_use_explicit_constructors() {
    const W: &str = "struct W { int v; explicit W(int b, int c = 1) : v(b + c) {} template <typename T> explicit W(T thread* p) : v(*p) {} };";
    accepted(&[
        &format!(
            "{W} W f(int a) {{ return static_cast<W>(a); }} W g(int a) {{ return (W)a; }} W h(int a) {{ return (W)&a; }}"
        ),
        &format!("{W} struct I {{ operator int() const {{ return 1; }} }}; W f(I a) {{ return (W)a; }}"),
        "struct V { int v; constexpr V(int) : v(1) {} constexpr explicit V(float) : v(2) {} }; static_assert(static_cast<V>(1.5f).v == 2 && ((V)1).v == 1, \"\");",
    ]);
    rejected(&[
        (
            &format!("{W} W f(int a) {{ return a; }}"),
            rules::CONVERSION_RETURN,
            "a",
            &format!("{W} W f(int a) {{ return W(a); }}"),
        ),
        (
            &format!("{W} W f(float2 a) {{ return (W)a; }}"),
            rules::CALL_MATCH,
            "(W)a",
            &format!("{W} W f(float2 a) {{ return (W)a.x; }}"),
        ),
    ]);
}

#[test]
fn functions_for_constant_memory_take_its_objects() {
    const A: &str = "struct A { int x; int g() constant { return x; } };";
    accepted(&[&format!("{A} int f(constant A& a) {{ return a.g(); }}")]);
    rejected(&[("struct A { int x; void g() constant { x = 1; } };", rules::CONSTANT_NOT_WRITTEN, "x", A)]);
}

#[test]
fn a_number_may_be_before_its_array() {
    accepted(&["int f(thread int* p) { int a[3] = { 1, 2, 3 }; 1[p] = 4; 0[a] += 1; return -1[p] + 2[a]; }"]);
    rejected(&[(
        "int f(int a) { return 1[a]; }",
        rules::INDEX_INDEXABLE,
        "1[a]",
        "int f(thread int* a) { return 1[a]; }",
    )]);
}

#[test]
fn pointers_to_a_base_and_its_structure_have_a_common_type() {
    let program = |one: &str| {
        format!(
            "struct B {{ int b; }}; struct A : B {{ int a; }}; int f(thread A* a, {one}* b, bool c) {{ return (c ? a : b)->b; }}"
        )
    };
    let options = Options { dialect: Dialect::MacosMetal23, ..Options::default() };
    assert_eq!(validate(&program("thread B"), &options), []);
    assert_ne!(validate(&program("device B"), &options), []);
}

#[test]
fn the_space_of_objects_beside_a_second_one_is_not_supported() {
    let found: Vec<&str> =
        mistakes("void f() { thread const device uchar* p[4]; }").into_iter().map(|it| it.0).collect();
    assert_eq!(found, [rules::UNSUPPORTED_FEATURE.id]);
}

#[test]
fn templates_convert_by_the_type_that_is_needed() {
    for text in [
        "struct W { int x; template <class U> constexpr operator U() const { return U(x * 2); } }; constexpr int f(W w) { return w; } static_assert(f(W{3}) == 6 && float(W{2}) == 4.0f && (int)W{1} == 2 && static_cast<int>(W{4}) == 8, \"\"); constexpr int g(int a) { return a; } static_assert(g(W{5}) == 10, \"\"); float4 v(W w) { float4 a; a.x = w; return a; } bool b(W w) { return w ? true : !w; }",
        "template <class T> struct V { T x; template <class U> constexpr operator V<U>() const { return V<U>{U(x)}; } }; constexpr V<int> f(V<float> v) { return v; } static_assert(f(V<float>{3.7f}).x == 3, \"\"); static_assert(V<int>(V<float>{4.5f}).x == 4, \"\");",
        "struct W { int x; template <class U> constexpr explicit operator U() const { return U(x + 1); } constexpr operator int() const { return x; } }; constexpr int f(W w) { return w; } static_assert(f(W{3}) == 3 && float(W{3}) == 4.0f, \"\");",
        "template <bool B, class T> struct If {}; template <class T> struct If<true, T> { typedef T type; }; struct W { int x; template <class U, class = typename If<sizeof(U) == 4, U>::type> constexpr operator U() const { return U(x + 1); } }; constexpr uint f(W w) { return w; } static_assert(f(W{3}) == 4u, \"\");",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    let refused = "template <class T> struct V { T x; template <class U> operator V<U>() const { return V<U>{U(x)}; } }; int f(V<int> v) { return v; }";
    assert_eq!(mistakes(refused).into_iter().map(|it| it.1).collect::<Vec<_>>(), ["v"]);
}

/// C++14 (dcl.meaning), (stmt.ambig)
#[test]
fn names_in_parentheses_are_declared() {
    for text in [
        "typedef int (A)[3]; int f(A a) { return a[0]; } typedef float (F); F g(F a) { return a; }",
        "int f() { int a = 3; int (b)(a); int (c) = 4; int (d){5}; return b + c + d; }",
        "struct S { int n; S(int a) : n(a) {} }; int f() { int a = 3; S (b)(a); S(c)(4); S(d) = S(1); S(e){2}; return b.n + c.n + d.n + e.n; }",
        "int (f)(int a) { return a; } int (g)(int); int h() { return (f)(1); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

/// A call looks only at functions that may take its arguments. Here a conversion leads to a function for a different type.
#[test]
fn conversions_lead_to_functions_for_other_types() {
    for text in [
        "struct S {}; int f(device S* p) { return 1; } float f(thread void* p) { return 2; } auto g(thread S* p) { return f(p); }",
        "struct A {}; struct B : A {}; struct C {}; int f(thread A* p) { return 1; } int f(thread C* p) { return 2; } int g(thread B* p) { return f(p); }",
        "struct A {}; struct B : A {}; struct C {}; int f(A a) { return 1; } int f(C c) { return 2; } int g(B b) { return f(b); }",
        "struct A {}; struct C {}; struct B { operator A() const { return A(); } }; int f(A a) { return 1; } int f(C c) { return 2; } int g(B b) { return f(b); }",
        "struct A {}; struct D : A {}; struct C {}; struct B { operator D() const { return D(); } }; int f(A a) { return 1; } int f(C c) { return 2; } int g(B b) { return f(b); }",
        "struct A {}; struct C {}; struct B { template <class T> operator T() const { return T(); } }; int f(A a) { return 1; } int g(B b) { return f(b); }",
        "struct A {}; struct B { auto operator()() const { return 1; } operator auto() const { return A(); } }; int f(A a) { return 1; } int f(bool a, int b) { return 2; } int g(B b) { return f(b); }",
        "enum E { e }; struct C {}; struct W { W(int n) {} }; int f(W w) { return 1; } int f(C c) { return 2; } int g(E a) { return f(a) + f(e); }",
        "enum class E { e }; struct C {}; struct W { W(E n) {} }; int f(W w) { return 1; } int f(C c) { return 2; } int g(E a) { return f(a); }",
        "struct S {}; struct C {}; struct W { W(thread S* n) {} }; int f(W w) { return 1; } int f(C c) { return 2; } int g(thread S* a) { return f(a); }",
        "struct S {}; struct C {}; struct W { W(bool n) {} }; int f(W w) { return 1; } int f(C c) { return 2; } int g(thread S* a) { return f(a); }",
        "struct C {}; struct W { W(float n) {} }; int f(W w) { return 1; } int f(C c) { return 2; } int g(int a) { return f(a) + f(2.0f); }",
        "struct C {}; struct W { template <class T> W(T n) {} }; int f(W w) { return 1; } int g(int a, thread C* b) { return f(a) + f(b); }",
        "struct S {}; struct C {}; int f(device S* p) { return 1; } int f(C c) { return 2; } int g() { return f(0) + f(nullptr); }",
        "struct S { int n; }; struct C { int a, b; }; int f(thread S (&p)[2]) { return 1; } int f(thread C* c) { return 2; } int g() { S s[2]; C c[3]; return f(s) + f(c); }",
        "struct C {}; int f(C a, int b) { return 1; } template <class T> int f(T a, C b) { return 2; } int g(C c) { return f(1, c) + f(c, 1); }",
        "template <class T> struct A { T t; }; struct B : A<int> {}; struct C {}; template <class T> int f(A<T> a) { return 1; } int f(C c) { return 2; } int g(B b) { return f(b) + f<int>(b); }",
        "template <class T> struct A { A(T t) {} }; struct C {}; template <class T> int f(A<T> a) { return 1; } int f(C c) { return 2; } int g(int b) { return f<int>(b); }",
        "template <class T> struct A { T t; }; struct C {}; template <class T> int f(thread A<T>* a) { return 1; } int f(thread C* c) { return 2; } int g(thread A<float>* b) { return f(b); }",
        "struct S { int n; struct T { int m; }; }; template <class A> int f(device A* a, S s) { return 1; } template <class A> int f(device A* a, S::T t) { return 2; } int g(device int* p, S::T t) { return f(p, t); }",
    ] {
        assert_eq!(mistakes_in("metal3.2", text), [], "{text}");
    }
}

#[test]
fn references_have_no_qualifiers_and_void_no_alignment() {
    rejected(&[
        (
            "int f(thread int& const a) { return a; }",
            rules::GRAMMAR_SPECIFIERS,
            "const",
            "int f(const thread int& a) { return a; }",
        ),
        (
            "int f(thread int& volatile a) { return a; }",
            rules::GRAMMAR_SPECIFIERS,
            "volatile",
            "int f(volatile thread int& a) { return a; }",
        ),
        (
            "int f() { return alignof(void); }",
            rules::TYPE_COMPLETE,
            "alignof(void)",
            "int f() { return alignof(int); }",
        ),
        (
            "struct S { explicit explicit operator bool() { return true; } };",
            rules::GRAMMAR_SPECIFIERS,
            "explicit",
            "struct S { explicit operator bool() { return true; } };",
        ),
        (
            "template <typename T> struct S { T f(T a) const; }; template <typename T> missing S<T>::f(T a) const { return a; }",
            rules::NAME_DECLARED,
            "missing",
            "template <typename T> struct S { T f(T a) const; }; template <typename T> T S<T>::f(T a) const { return a; }",
        ),
    ]);
}

#[test]
fn constant_variables_of_loops_are_not_assigned() {
    rejected(&[
        (
            "int f() { int a[2] = {1, 2}; for (const auto& v : a) { v = 1; } return 1; }",
            rules::ASSIGNMENT_LVALUE,
            "v",
            "int f() { int a[2] = {1, 2}; for (auto& v : a) { v = 1; } return 1; }",
        ),
        (
            "int f() { int a[2] = {1, 2}; for (const int v : a) { v++; } return 1; }",
            rules::OPERATOR_INCREMENT_LVALUE,
            "v",
            "int f() { int a[2] = {1, 2}; for (int v : a) { v++; } return 1; }",
        ),
        (
            "int f() { int a[2] = {1, 2}; for (const thread int& v : a) { v += 1; } return 1; }",
            rules::ASSIGNMENT_LVALUE,
            "v",
            "int f() { int a[2] = {1, 2}; int s = 0; for (const thread int& v : a) { s += v; } return s; }",
        ),
    ]);
}

#[test]
fn null_pointers_are_conditions() {
    accepted(&[
        "bool f(thread float* p) { return p && nullptr || !nullptr; } int g() { if (nullptr) { return 1; } return nullptr ? 1 : 2; }",
        "struct S { thread S& operator=(thread S& a) { return *this; } }; void f(S a, S b) { a = b; }",
        "struct S { int n; thread S& operator=(const thread S& a) = default; }; S g() { return S(); } void f(S a) { a = g(); a = {}; }",
    ]);
    rejected(&[
        (
            "int f(bool a) { return 1; } int g() { return f(nullptr); }",
            rules::CONVERSION_ARGUMENT,
            "nullptr",
            "int f(bool a) { return 1; } int g() { return f(false); }",
        ),
        (
            "struct S { thread S& operator=(thread S& a) { return *this; } }; void f(S a) { a = S(); }",
            rules::CALL_MATCH,
            "a = S()",
            "struct S { thread S& operator=(const thread S& a) { return *this; } }; void f(S a) { a = S(); }",
        ),
    ]);
}
