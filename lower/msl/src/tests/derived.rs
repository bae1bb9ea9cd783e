//! Derived classes, which Metal has after version 2.2.

use super::{buffer, run_for, words};
use msl_spec::Dialect;
use msl_validator::Options;

/// The words of the only buffer, which a kernel of Metal 3.2 writes.
fn with(declarations: &str, text: &str, given: &[u32]) -> Vec<u32> {
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    let kernel = format!("{declarations} kernel void k(device int* out [[buffer(0)]]) {{ {text} }}");
    let (written, faults) = run_for(&options, &kernel, 1, &[buffer(0, given)]);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    words(&written[0])
}

const STRUCTURES: &str = "struct A { int x; int get() const { return x; } void set(int v) { x = v; } static constexpr constant int k = 3; typedef float type; };
    struct E {};
    struct B : A, E { int y; int sum() const { return x + y + get() + A::x + this->A::get(); } };
    struct C : B { C(int a) { x = a; y = 2 * a; } int twice() const { return B::sum() + k; } };
    template <typename T> struct Base { T v; T twice() const { return v + v; } };
    template <typename T> struct D : Base<T> { T three() const { return this->twice() + this->v; } D(T a) : Base<T>{a} {} };
    int reference(const thread A& a) { return a.x; }
    int pointer(thread A* a) { return a->x; }
    int value(A a) { return a.x; }
    template <typename T> T deduced(const thread Base<T>& b) { return b.v; }";

#[test]
fn members_of_bases_are_parts_of_the_object() {
    let text = "C c(1); c.set(c.get() + 1); D<int> d(5); B::type t = 2.0f; thread A& r = c; r.x += 1;
        out[0] = c.twice(); out[1] = reference(c) * 100 + pointer(&c) * 10 + value(c); out[2] = d.three() * 10 + deduced(d); out[3] = t;";
    assert_eq!(with(STRUCTURES, text, &[0; 4]), [17, 333, 155, 2]);
}

#[test]
fn the_second_base_is_behind_the_first() {
    let structures = "struct A { int a; int f() const { return a; } void put(int v) { a = v; } }; struct B { int b; int g() const { return b; } thread B& self() { return *this; } };
        struct C : A, B { int c; int all() const { return f() * 100 + g() * 10 + c; } };
        thread B& as(thread C& c) { return c; } void swap(thread B* b, thread A* a) { int t = b->b; b->b = a->a; a->a = t; }";
    let text = "C c; c.put(1); c.b = 2; c.c = 3; out[0] = c.all(); as(c).b = 5; swap(&c, &c); out[1] = c.all(); c.self().b = 7;
        B copy = c; A other; other = c; c.b = 0; out[2] = copy.b * 10 + other.a; const thread B& t = C(c); out[3] = t.b + (c.B::b = 4);";
    assert_eq!(with(structures, text, &[0; 4]), [123, 513, 75, 4]);
}

#[test]
fn constructors_begin_bases_in_order() {
    let structures = "struct A { int a; A(thread int& n) : a(n++) {} }; struct B { int b = 4; }; struct F { int f; F() : f(9) {} };
        struct C : A, B, F { int c; C(thread int& n) : c(n++), A(n) {} C(thread int& n, int m) : C(n) { c += m; } };
        template <int n> struct T : T<n - 1> { int v; T() : T<n - 1>(), v(n) {} int sum() const { return v + T<n - 1>::sum(); } }; template <> struct T<0> { int sum() const { return 0; } };
        template <class D> struct R { int call() const { return static_cast<const thread D&>(*this).value() * 2; } }; struct V : R<V> { int v; int value() const { return v; } };";
    let text = "int n = 1; C c(n), d(n, 10); out[0] = c.a * 1000 + c.b * 100 + c.f * 10 + c.c; out[1] = d.a * 100 + d.c; T<4> t; out[2] = t.sum(); V v; v.v = 6; out[3] = v.call();";
    assert_eq!(with(structures, text, &[0; 4]), [1492, 314, 10, 12]);
}
