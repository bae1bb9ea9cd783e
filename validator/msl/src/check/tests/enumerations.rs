//! Enumerations, which have the size and the values of their underlying types.

use super::{check, mistakes};
use msl_spec::rules;

#[test]
fn an_enumeration_has_the_layout_of_its_underlying_type() {
    for text in [
        "enum E : ushort { A, B = 7 }; struct S { E e; ushort n; }; static_assert(sizeof(E) == 2 && alignof(E) == 2 && sizeof(S) == 4, \"\");",
        "enum E : long; enum class F : uchar { A = 255 }; enum G : bool { no, yes }; enum class H { A }; struct S { F f; E e; }; static_assert(sizeof(E) == 8 && sizeof(S) == 16 && sizeof(F) == 1 && sizeof(G) == 1 && sizeof(H) == 4, \"\");",
        "enum A { a = 1, b = a << 31 }; enum B { c = 4294967295, d = c }; enum C { e = -1, f = 4294967295 }; static_assert(b < 0 && sizeof(A) == 4 && sizeof(B) == 4 && d > 0 && sizeof(C) == 8 && e < f, \"\");",
        "template <typename T> struct S { enum E : T { A = T(-1) }; E e; }; static_assert(sizeof(S<uchar>) == 1 && sizeof(S<int>) == 4 && S<uchar>::A == 255 && S<int>::A == -1, \"\");",
        "enum class E : uchar { A, B = 3, C }; static_assert(E(259) == E::B && uchar(E::C) == 4 && E::A < E::B, \"\");",
        "enum class E : ushort { A = 2, B = sizeof(A) }; static_assert(int(E::B) == 2, \"\");",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[
        (
            "enum E : short { A = 32767, B };",
            rules::ENUMERATOR_CONSTANT,
            "B",
            "enum E : ushort { A = 32767, B };",
        ),
        (
            "enum class E : uchar { A }; int f(E e) { switch (e) { case E::A: return 1; case E(256): return 2; } return 0; }",
            rules::CASE_UNIQUE,
            "case E(256):",
            "enum class E : uchar { A }; int f(E e) { switch (e) { case E::A: return 1; case E(255): return 2; } return 0; }",
        ),
    ]);
}

#[test]
fn an_enumeration_is_promoted_to_its_underlying_type() {
    for text in [
        "enum E : ushort { A }; enum F : ulong { B }; int f(ushort x) { return 1; } float f(int x) { return 2; } int3 g(int x) { return x; } bool g(long x) { return true; } static_assert(sizeof(A + A) == 4 && sizeof(B + 1) == 8 && sizeof(+A) == 4 && sizeof(true ? B : A) == 8, \"\"); int h() { return f(A) + g(A).z; }",
        "enum E { A = 4294967295 }; int f(uint x) { return 1; } void f(int x) {} int g() { return f(A) + (A > 0u); }",
        "enum E : uint { A = 1 }; int f(uint x) { return 1; } void f(int x) {} void f(long x) {} int g() { return f(A); }",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
    check(&[(
        "enum E : ushort { A }; int f(uint x); int f(long x); int g() { return f(A); }",
        rules::CALL_UNAMBIGUOUS,
        "f",
        "enum E : ushort { A }; int f(uint x) { return 1; } int f(int x) { return 2; } int g() { return f(A); }",
    )]);
}
