//! Results of class templates, loops over objects, packs, static variables and conversions.

use super::run;

/// The words of the only buffer after one thread has run a body, with declarations before the kernel.
fn with(declarations: &str, text: &str, words: &[u32]) -> Vec<u32> {
    let kernel = format!("{declarations} kernel void k(device int* out [[buffer(0)]]) {{ {text} }}");
    let (mut written, faults) = run(&kernel, 1, &[words]);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    written.remove(0)
}

#[test]
fn members_of_templates_that_are_used_run() {
    let declarations = "struct N { int a; N(int b) : a(b) {} };
        template <class T> struct V { T x; V() { x = T(7); } V(T a) : x(a) {} T bad() const { return x / 2; } operator T() const { return x; } T f() const { return g(); } T g() const; };
        template <class T> T V<T>::g() const { return x; }
        template <class T> struct W { V<T> v[2]; int n() const { return sizeof(T); } enum { size = sizeof(T) }; };";
    let text = "V<N> a(N(3)); N b = a; V<int> c, d(4); W<int> w; W<short> u;
        out[0] = b.a * 10 + c.f(); out[1] = d.f() * 10 + c.bad(); out[2] = w.v[1].x * 100 + w.n() * 10 + u.n(); out[3] = W<int>::size * 10 + W<short>::size;";
    assert_eq!(with(declarations, text, &[0; 4]), [37, 43, 742, 42]);
}

#[test]
fn specialised_members_run_instead_of_the_members_of_the_template() {
    let declarations = "template <class T, class U = int> struct R { T a; void load(device int* p) const; int k() { return 1; } };
        template <class T, class U> void R<T, U>::load(device int* p) const { p[0] = a; }
        template <> void R<int2>::load(device int* p) const { p[0] = a.y; } template <> int R<int2, int>::k() { return 2; }
        template <> struct R<char> { int a; int k(); static constant int w[2]; }; int R<char>::k() { return w[1] + a; } constant int R<char>::w[2] = { 5, 6 };";
    let text = "R<int2> r{int2(3, 4)}; R<int> s{7}; R<char> t{10}; r.load(out); s.load(out + 1); out[2] = r.k() * 10 + s.k(); out[3] = t.k();";
    assert_eq!(with(declarations, text, &[0; 4]), [4, 7, 21, 16]);
}

#[test]
fn loops_visit_objects() {
    let declarations = "struct R { int a, b; struct I { int i; int operator*() const { return i; } thread I& operator++() { ++i; return *this; } bool operator!=(I o) const { return i != o.i; } };
          I begin() const { return I{a}; } I end() const { return I{b}; } };
        struct D { device int* p; uint n; device int* begin() const { return p; } device int* end() const { return p + n; } };
        namespace n { struct F { int n[2]; }; thread int* begin(thread F& f) { return f.n; } thread int* end(thread F& f) { return f.n + 2; } }";
    let text = "int s = 0; R r{1, 5}; for (auto i : r) { if (i == 3) continue; s += i; } for (int i : R{2, 9}) { if (i > 3) break; s += 100 * i; }
        out[0] = s; for (device int& x : D{out + 1, 2}) x *= 3; n::F f; f.n[0] = 1; f.n[1] = 2; for (auto& x : f) x += 5; out[3] = f.n[0] * 10 + f.n[1];";
    assert_eq!(with(declarations, text, &[0, 1, 2, 0]), [507, 3, 6, 67]);
}

#[test]
fn packs_of_lists_have_elements() {
    let declarations = "template <int... N> struct I {};
        template <int N, int... R> struct Make { using type = typename Make<N - 1, N - 1, R...>::type; }; template <int... R> struct Make<0, R...> { using type = I<R...>; };
        template <int... N> int pick(device int* a, I<N...>) { int r = 0; int v[] = { a[N]... }; for (int x : v) r = r * 10 + x; return r; }
        template <int... A, int... B> int both(I<A...>, I<B...>) { int r = sizeof...(B); (void)(int[]){ 0, (r = r * 10 + A, 0)... }; return r; }";
    let text = "out[0] = pick(out, Make<3>::type()); out[1] = pick(out, I<2, 1>{}); out[2] = both(I<4, 5>(), I<6>());";
    assert_eq!(with(declarations, text, &[1, 2, 3]), [123, 32, 145]);
}

#[test]
fn static_variables_have_the_values_of_their_definitions() {
    let declarations = "struct S { static constant int t[3]; static constant int n; int get(int i) const { return t[i] + n; } }; constant int S::t[3] = {1, 2, 3}; constant int S::n = 40;
        template <class T> struct G { static constant T a[2]; T f(int i) const { return a[i]; } }; template <class U> constant U G<U>::a[2] = {U(5), U(6)};";
    let text = "S s; G<int> g; out[0] = s.get(out[1]); out[1] = g.f(out[2]) * 10 + S::t[1];";
    assert_eq!(with(declarations, text, &[0, 2, 1]), [43, 62, 1]);
}

#[test]
fn functions_convert_where_the_language_asks() {
    let declarations = "struct I { int i; operator int() const { return i; } }; enum M { A, B }; struct S { M m; operator M() const { return m; } }; struct P { device int* p; operator device int*() const { return p; } };";
    let text = "I i{2}; S s{B}; P p{out}; p[0] = 7; *(out + i) = 8; out[1] = out[i] + *p; switch (s) { case A: break; case B: out[3] = 9; } switch (i) { case 2: out[4] = *(i + p); }";
    assert_eq!(with(declarations, text, &[0; 5]), [7, 15, 8, 9, 8]);
}

#[test]
fn literals_and_conditions_of_objects_run() {
    let declarations = "struct P { int2 a; int b[2]; };";
    let text = "P p = (P){{1, 2}, {3, 4}}; out[0] = p.a.y * 10 + p.b[1] + ((int2){5, 6}).y; array<int, 3> a = {{7, 8}}; out[1] = a[1] * 10 + a[2];
        for (int i = 0; int j = 3 - i; i++) { if (j == 2) continue; out[2] += j; } int n = 3; while (int m = n--) { if (m == 2) continue; out[3] += m; }
        decltype(auto) r = (out[4]); r = 9; auto&& t = P{{1, 1}, {2, 2}}; out[4] += t.b[1];";
    assert_eq!(with(declarations, text, &[0; 5]), [30, 80, 4, 4, 11]);
}

#[test]
fn static_members_and_default_arguments_have_values() {
    let text = "struct F { int v; static constexpr constant int rows = 3; enum { K = 2 }; int g(int a = rows); int h() { return this->rows * this->K; } };
        int F::g(int a) { return a + v; }
        constant int four = 4;
        F make(thread int& n) { n += 1; return F{n}; }
        int n(int p, int o = four);
        int early() { return n(1); }
        int n(int p, int o) { return p * 10 + o; }
        template <typename T> T t(T a, T b = sizeof(T)); template <typename U> U t(U a, U b) { return a * 10 + b; }
        kernel void k(device int* out [[buffer(0)]]) {
            F x{1}; thread F* p = &x; int count = 5;
            out[0] = x.rows + p->rows + x.K * 10; out[1] = x.h() + x.g() + x.F::g(10); out[2] = early() + n(2);
            out[3] = make(count).rows * 100 + count; out[4] = t(1) + t(short(2)); }";
    let (written, faults) = run(text, 1, &[&[0; 5]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [[26, 6 + 4 + 11, 14 + 24, 306, 14 + 22]]);
}

/// As naga writes loads with checked indices.
#[test]
fn an_operand_of_a_conditional_is_converted_by_a_function() {
    let text = "struct Zero { template <typename T> operator T() && { return T {}; } };
        struct Two { int v; operator int() const { return v * 2; } explicit Two(int a) : v(a + 1) {} };
        kernel void k(device uint* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            uint e = i < 2 ? o[i] : Zero();
            o[i] = e + (i == 1 ? Two(4) : 100);
        }";
    let (written, faults) = run(text, 4, &[&[5, 6, 7, 8]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [[105, 16, 100, 100]]);
}
