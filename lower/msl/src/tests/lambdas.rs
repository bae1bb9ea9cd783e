//! Lambda expressions. `g++ -std=c++14` gives the same values for the same text.

use super::{buffer, run_for, words};
use msl_spec::Dialect;
use msl_validator::Options;

/// The words of the only buffer after one thread has run a kernel.
fn with(declarations: &str, body: &str, given: &[u32]) -> Vec<u32> {
    let text = format!("{declarations} kernel void k(device int* out [[buffer(0)]]) {{ {body} }}");
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    let (written, faults) = run_for(&options, &text, 1, &[buffer(0, given)]);
    assert!(faults.is_empty(), "{body}: {faults:?}");
    words(&written[0])
}

#[test]
fn closures_have_copies_and_references() {
    let declarations = "
        template <class F> int apply(F f, int a) { return f(a); }
        template <class T, class F> T fold(T a, F f) { for (int i = 1; i < 4; i++) { a = f(a, T(i)); } return a; }
        auto multiplier(int a) { return [a] (int b) { return a * b; }; }
        struct S { int n; int get() const { return n; }
          int f(int a) { auto g = [this, a] { n += a; return this->n + get(); }; return g() * 100 + n; }
          int h(int a) const { return [=] { return [&] { return n + a; }(); }(); } };
        struct D : S { int m; int k() { return [&] (auto a) { m += a; n = m * 2; return n + get(); }(1); } };
        template <class T> T twice(T a) { constexpr int n = 2; auto g = [&] (auto b) { T c[n] = {a, T(b)}; a = c[1]; return c[0] + c[1]; }; return g(a * n) + a; }
        template <class... T> int sum(T... t) { int s = 0; auto add = [&] (int a) { s += a; return a; }; int all[] = {add(int(t))...}; return s * 10 + all[0]; }";
    let body = "
        int a = 5; int b[3] = {1, 2, 3};
          auto copy = [a, b] (int i) { return a + b[i]; };
          auto refer = [&] (int i) { a += i; b[i] = a; };
          refer(1); refer(2); out[0] = copy(1); out[1] = a; out[2] = b[1] * 100 + b[2];
          auto counter = [n = a + 1] () mutable { return n++; }; auto other = counter;
          out[3] = counter() * 100 + counter(); out[4] = other();
          auto mixed = [&, b] { a = b[0]; }; b[0] = 9; mixed(); out[5] = a;
          out[6] = apply([=] (int c) { return c - a + b[0]; }, 3) * 100 + apply([] (int c) { return c + 1; }, 4);
          out[7] = fold(2, [] (int c, int d) { return c * 10 + d; }); out[8] = int(fold(0.5f, [] (auto c, auto d) { return c + d; }) * 2);
          out[9] = multiplier(6)(7); S s = {3}; out[10] = s.f(4); out[11] = s.h(1); D d; d.m = 1; d.n = 0; out[12] = d.k() * 10 + d.m;
          out[13] = twice(3) * 100 + int(twice(1.5f)); out[14] = sum(1, 2.5f, 3u);
          int x = 1; out[15] = [&] { auto inner = [&] { return ++x; }; return inner() * 10 + inner(); }() * 10 + x;
          auto curried = [] (auto c) { return [=] (auto e) { return [=] { return c * 100 + e; }; }; }; out[16] = curried(2)(3)();
          out[17] = [&r = x, v = x * 2] { r = 8; return v; }() * 10 + x;
          auto shadow = [x] { int y = x; { int x = 50; y += x; } return y; }; out[18] = shadow();
          auto early = [=] (int c) -> int { if (c > 1) { return 1; } for (int i = 0; i < 9; i++) { if (i == x - 4) return i; } return 7; }; out[19] = early(2) * 10 + early(0);
          const int seven = 7; out[20] = [] { int e[seven] = {0, 1}; return seven + e[1]; }();
            thread int* p = b; auto through = [p] { p[1] = 77; }; through(); out[21] = b[1];
          auto swapped = [] (thread auto& l, thread auto& r) { auto t = l; l = r; r = t; }; int q = 4, w = 6; swapped(q, w); out[22] = q * 10 + w;
          const thread auto& bound = [&] { return q; }; q = 2; out[23] = bound();
          int total = 0; for (int i : b) { [&] { total += i; }(); } out[24] = total;
          auto choose = [&] (bool first) { if (first) { return q; } return w; }; out[25] = choose(true) * 10 + choose(false);";
    let expected = [
        7, 8, 608, 910, 9, 1, 1105, 2123, 13, 42, 1407, 8, 82, 1507, 61, 233, 203, 68, 58, 14, 8, 77, 64, 2,
        94, 24,
    ];
    assert_eq!(with(declarations, body, &[0; 26]), expected);
}

#[test]
fn captured_memory_is_the_memory_of_its_space() {
    let text = "kernel void k(device int* out [[buffer(0)]], constant int& n [[buffer(1)]], uint i [[thread_position_in_threadgroup]]) {
            threadgroup int shared[4];
            device int& own = out[i];
            auto put = [&] (uint at, int value) { shared[at] = value + n; own = 1; };
            put(i, int(i) * 10);
            threadgroup_barrier(mem_flags::mem_threadgroup);
            auto get = [=] (uint at) { return shared[at] + out[i]; };
            out[i] = get(3 - i) + [] { return shared[0]; }();
        }";
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    let (written, faults) = run_for(&options, text, 4, &[buffer(0, &[0; 4]), buffer(1, &[2])]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(words(&written[0]), [35, 25, 15, 5]);
}
