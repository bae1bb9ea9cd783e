//! Friends: who may use private members, and how calls find friend functions. C++14 (class.friend), (basic.lookup.argdep)

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn friends_use_private_members() {
    check(&[
        (
            "struct S { private: int v; friend struct T; }; struct U { int g(S s) { return s.v; } };",
            rules::MEMBER_ACCESSIBLE,
            "v",
            "struct S { private: int v; friend struct T; }; struct T { int g(S s) { return s.v; } };",
        ),
        (
            "class S { int v; friend int g(S a); }; int g(S a, int b) { return a.v; }",
            rules::MEMBER_ACCESSIBLE,
            "v",
            "class S { int v; friend int g(S a); }; int g(S a) { return a.v; }",
        ),
        (
            "struct T { int g(); }; class S { int v; friend T; }; int h() { S s = S(); return s.v; }",
            rules::MEMBER_ACCESSIBLE,
            "v",
            "struct T { int g(); }; class S { int v; friend T; }; int T::g() { S s = S(); return s.v; }",
        ),
        (
            "template <typename T> class V { T v; public: V(T a) : v(a) {} template <typename U> V(thread const V<U>& o) : v(T(o.v)) {} }; int f() { V<float> a(1); V<int> b(a); return 1; }",
            rules::MEMBER_ACCESSIBLE,
            "v",
            "template <typename T> class V { T v; public: V(T a) : v(a) {} template <typename U> friend class V; template <typename U> V(thread const V<U>& o) : v(T(o.v)) {} }; int f() { V<float> a(1); V<int> b(a); return 1; }",
        ),
    ]);
}

#[test]
fn arguments_lead_to_friend_functions() {
    check(&[
        (
            "struct S { int v; friend int g(S s) { return s.v; } }; int f() { return g(1); }",
            rules::NAME_DECLARED,
            "g",
            "struct S { int v; friend int g(S s) { return s.v; } }; int f() { return g(S{1}); }",
        ),
        (
            "struct S { int v; friend int g(S s) { return s.v; } }; int g(S s) { return 2; }",
            rules::FUNCTION_REDEFINITION,
            "g",
            "struct S { int v; friend int g(S s) { return s.v; } }; int g(S s); int f() { return g(S{1}); }",
        ),
        (
            "template <typename T> struct S { int v; friend int g(S s) { return nope; } };",
            rules::NAME_DECLARED,
            "nope",
            "template <typename T> struct S { int v; friend int g(S s) { return s.v; } }; int f() { return g(S<int>{1}) + g(S<float>{2}); }",
        ),
        (
            "struct S {}; friend struct S;",
            rules::GRAMMAR_SPECIFIERS,
            "friend",
            "struct S { friend struct T; };",
        ),
        (
            "struct S { friend int g(S s) const { return 1; } };",
            rules::GRAMMAR_FUNCTION_QUALIFIERS,
            "const",
            "namespace n { class S { int v; public: S(int x) : v(x) {} friend int get(S s) { return s.v; } }; } int f() { return get(n::S(3)); }",
        ),
        (
            "struct S { int v; friend int w; };",
            rules::GRAMMAR_DECLARATION,
            ";",
            "class S { int v; template <typename T> friend T as(S s); public: S(int a) : v(a) {} }; template <typename T> T as(S s) { return T(s.v); } float f() { return as<float>(S(2)); }",
        ),
    ]);
    let operators = "template <typename T> struct V { T x; friend V operator+(V a, V b) { return V{a.x + b.x}; } friend bool operator==(V a, V b) { return a.x == b.x; } };
        bool f() { V<int> a{1}; V<float> b{2}; return (a + a == a) || (b + b == b); }
        class S { int v; public: S(int x) : v(x) {} friend bool operator<(S a, S b); }; bool operator<(S a, S b) { return a.v < b.v; } bool g() { return S(1) < S(2); }";
    assert_eq!(mistakes(operators), []);
}
