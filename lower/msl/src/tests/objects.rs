//! Objects: the values that they begin with, and what references and pointers to them change.

use super::{body, run};

/// The words of the only buffer after one thread has run a body, with declarations before the kernel.
fn with(declarations: &str, text: &str, words: &[u32]) -> Vec<u32> {
    let kernel = format!("{declarations} kernel void k(device int* out [[buffer(0)]]) {{ {text} }}");
    let (mut written, faults) = run(&kernel, 1, &[words]);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    written.remove(0)
}

#[test]
fn members_begin_with_their_initializers() {
    let structures = "constant int n = 7;
        struct P { int x = n + 1; int y; };
        struct Q { P p[2]; int z = 3; float w = 0.5; };";
    let text = "P a = {}; P b = {.y = 2}; P c; c.y = 4; P d = P(); P e[2] = {{5}};
        out[0] = a.x * 10 + a.y; out[1] = b.x * 10 + b.y; out[2] = c.x * 10 + c.y;
        out[3] = d.x * 10 + d.y; out[4] = e[0].x * 10 + e[1].x;";
    assert_eq!(with(structures, text, &[9; 5]), [80, 82, 84, 80, 58]);
    let text = "Q a = {}; Q b = {{{1, 2}}}; Q c; Q d = {.z = 6};
        out[0] = a.p[1].x * 10 + a.z; out[1] = b.p[0].x * 100 + b.p[1].x * 10 + b.z;
        out[2] = c.p[1].x * 10 + c.z + int(c.w * 2); out[3] = d.p[0].x * 10 + d.z;";
    assert_eq!(with(structures, text, &[9; 4]), [83, 183, 84, 86]);
}

#[test]
fn constructors_begin_members_in_their_order() {
    let structures = "struct R { int a = 1; int b; int c = 2; R(int i) : c(a + i), a(i) { b = a + c; } R() : R(5) { b += 100; } };
        struct D { int a = 4; D() { a += 1; } D(int i) : a(i) {} };
        struct E { D d; int e = 3; };
        struct F { D d; int f; F() : f(7) {} };
        constant int three = 3;";
    let text = "R r(3); R s; D d; D array[2]; E e; E g = {}; E h {D(8)}; F f;
        out[0] = r.a * 100 + r.b * 10 + r.c; out[1] = s.a * 1000 + s.b; out[2] = d.a * 10 + array[1].a;
        out[3] = e.d.a * 10 + e.e; out[4] = g.d.a * 10 + h.d.a; out[5] = f.d.a * 10 + f.f;";
    assert_eq!(with(structures, text, &[0; 6]), [396, 5115, 55, 53, 58, 57]);
}

#[test]
fn a_function_writes_an_element_of_a_vector_that_it_is_given() {
    let functions = "void set(thread float4& v, int i) { v[i] = 9; }
        void pass(thread float4& v, int i) { thread float4& w = v; set(w, i); }
        struct S { float4 v; void set(int i) { v[i] = 8; } thread float4& all() { return v; } };";
    let text = "float4 v = float4(1, 2, 3, 4); set(v, out[0]); pass(v, out[1]);
        S s; s.v = v; s.set(out[0]); float4 w = v; thread float4& r = w; r[out[1]] = 7;
        out[2] = int(dot(v, float4(1, 10, 100, 1000))); out[3] = int(s.v.x + s.v.y + s.v.z + s.v.w); out[4] = int(w.w);";
    assert_eq!(with(functions, text, &[1, 3, 0, 0, 0]), [1, 3, 9391, 1 + 8 + 3 + 9, 7]);
}

#[test]
fn one_of_two_objects_is_assigned() {
    assert_eq!(body("int a = 1, b = 2; (out[0] > 3 ? a : b) = 5; out[0] = a * 10 + b;", 1, &[1]), [15]);
    let text = "int a[2] = {1, 2}; int b[2] = {3, 4}; thread int* p = out[0] > 3 ? a : b; p[1] = 9; out[0] = a[1] * 10 + b[1];";
    assert_eq!(body(text, 1, &[1]), [29]);
}

#[test]
fn loops_visit_the_elements_of_an_array() {
    let text = "int a[3] = {1, 2, 3}; for (thread int& x : a) { x *= 2; } int sum = 0;
        for (int x : a) { if (x == 4) continue; sum += x; x = 100; } out[0] = sum * 100 + a[1];";
    assert_eq!(body(text, 1, &[0]), [804]);
}

#[test]
fn two_variables_with_one_name_are_two() {
    let text = "int sum = 0; { int x = 5; thread int* p = &x; *p += 1; sum += x; } { int x = 7; sum += x; } out[0] = sum;";
    assert_eq!(body(text, 1, &[0]), [13]);
}

#[test]
fn the_first_value_of_a_pointer_is_evaluated_once() {
    let functions = "device int* next(device int* p, thread int& count) { count++; if (p[0] > 100) return p; return p + 1; }";
    let text = "int count = 0; device int* q = next(out, count); *q = count; out[0] = q == nullptr;";
    assert_eq!(with(functions, text, &[5, 0]), [0, 1]);
}

#[test]
fn components_of_components_are_assigned() {
    assert_eq!(
        body(
            "int4 v = int4(1, 2, 3, 4); v.wzy.xz = int2(8, 9); v.yx.x += 10; out[0] = v.x * 1000 + v.y * 100 + v.z * 10 + v.w;",
            1,
            &[0]
        ),
        [1000 + 1900 + 30 + 8]
    );
}

#[test]
fn enumerators_of_the_library_are_different_labels() {
    let functions = "int number(filter f) { switch (f) { case filter::nearest: return 1; case filter::linear: return 2; default: return 3; } }";
    let text = "out[0] = number(filter::nearest) * 10 + number(filter::linear);";
    assert_eq!(with(functions, text, &[0]), [12]);
}

#[test]
fn constructors_copy_objects() {
    let structures =
        "struct S { int x; S() : x(1) {} S(const thread S& o, int more = 100) : x(o.x + more) {} };
        int by_reference(const thread S& s) { return s.x; } int by_value(S s) { return s.x; }";
    assert_eq!(with(structures, "S a; S b = S(); out[0] = by_reference(a) + b.x;", &[0]), [2]);
    for copy in
        ["S b = a; out[0] = b.x;", "S b(a); out[0] = b.x;", "S b{a}; out[0] = b.x;", "out[0] = by_value(a);"]
    {
        assert_eq!(with(structures, &format!("S a; {copy}"), &[0]), [101], "{copy}");
    }
}

/// C++14 (class.copy) 15 and 28: an assignment calls no constructor, and a copy has the copies of its members.
#[test]
fn members_are_copied_and_assigned_by_their_functions() {
    let structures = "struct S { int x; S() : x(1) {} S(const thread S& o) : x(o.x + 100) {} };
        struct T { S s[2]; int n; };
        struct A { int x; thread A& operator=(const thread A& o) { x = o.x + 1000; return *this; } };
        struct B { A a[2]; S s; };";
    assert_eq!(with(structures, "S a; S b; b = a; out[0] = b.x;", &[0]), [1]);
    assert_eq!(with(structures, "T t; t.n = 5; T u = t; out[0] = u.s[0].x + u.s[1].x + u.n;", &[0]), [207]);
    let text =
        "B v; v.a[0].x = 1; v.a[1].x = 2; B w[2]; w[1] = v; out[0] = w[1].a[0].x + w[1].a[1].x + w[1].s.x;";
    assert_eq!(with(structures, text, &[0]), [2004]);
    assert_eq!(with(structures, "T t[2]; thread T* p = t; T u = p[1]; out[0] = u.s[1].x;", &[0]), [101]);
}

/// The object of a copy would be evaluated once for each member.
#[test]
fn copies_of_members_of_objects_with_effects_are_refused() {
    let structures = "struct S { int x; S() : x(1) {} S(const thread S& o) : x(o.x + 100) {} };
        struct T { S s[2]; };
        struct A { int x; thread A& operator=(const thread A& o) { x = o.x + 1000; return *this; } };
        struct B { A a; };";
    for copy in ["T t[2]; int i = 0; T u = t[i++];", "B b[2]; B c; int i = 0; b[i++] = c;"] {
        let text = format!("{structures} kernel void k(device int* out [[buffer(0)]]) {{ {copy} }}");
        let module = msl_validator::module(&text, &msl_validator::Options::default());
        assert!(module.is_accepted(), "{copy}: {:?}", module.diagnostics);
        let refused = crate::lower(&module, "k", &crate::lowering::Request::default()).expect_err(copy);
        assert!(refused.message.starts_with("a copy by a function"), "{copy}: {refused}");
    }
}

#[test]
fn objects_after_a_comma_are_not_copied_in_silence() {
    assert_eq!(with("", "int x = 1, y = 2; out[0] = (x = 5, y) + x;", &[0]), [7]);
    for text in ["(x, y) = 4;", "thread int& r = (x, y); r = 9;"] {
        let text = format!(
            "kernel void k(device int* out [[buffer(0)]]) {{ int x = 1, y = 2; {text} out[0] = y; }}"
        );
        let module = msl_validator::module(&text, &msl_validator::Options::default());
        let refused = crate::lower(&module, "k", &crate::lowering::Request::default()).expect_err(&text);
        assert!(refused.message.starts_with("this operation"), "{refused}");
    }
}

#[test]
fn bit_fields_are_refused_where_they_are_used() {
    let text = "struct B { uint a : 3; }; kernel void k(device uint* out [[buffer(0)]], device B* b [[buffer(1)]]) { out[0] = b->a; } kernel void other(device uint* out [[buffer(0)]]) { out[0] = sizeof(B); }";
    let module = msl_validator::module(text, &msl_validator::Options::default());
    assert_eq!(module.diagnostics, []);
    let lower = |name| crate::lower(&module, name, &crate::Request::default());
    let refused = lower("k").expect_err("bit-fields");
    assert_eq!(refused.message, "`B` can't be executed yet");
    assert!(lower("other").is_ok());
}

#[test]
fn initializers_of_members_name_members() {
    let declarations = "struct I { int a = 3; int b = a * 2; int c = this->b + 1; };";
    let text = "I i; out[0] = i.a * 100 + i.b * 10 + i.c; for (int n = 0; n < 2; n++) { I j; j.b += n; out[1] += j.b; }";
    assert_eq!(with(declarations, text, &[0; 2]), [367, 13]);
}

#[test]
fn a_kernel_changes_its_own_pointers() {
    let kernel = "constant int table[3] = {5, 6, 7};
        void advance(device int* thread& p) { p += 1; }
        kernel void k(device int* out [[buffer(0)]], device const int* in [[buffer(1)]], constant int* c [[buffer(2)]]) {
            if (in[0] == 1) { c = table; }
            out[0] = *c + c[2]; in += 1; ++out; *out++ = *in; advance(out); *out = *in + 1;
        }";
    let (written, faults) = run(kernel, 1, &[&[0; 4], &[1, 2], &[9; 4]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written[0], [12, 2, 0, 3]);
}

#[test]
fn lists_without_a_number_of_elements_leave_braces_out() {
    let declarations = "constant int tab[][2] = {1, 2, 3, 4, 5}; struct E { int p, q; };";
    let text = "E e[] = {1, 2, 3}; out[0] = sizeof(e) / sizeof(e[0]); out[1] = sizeof(tab);
        out[2] = e[1].p * 10 + e[1].q; out[3] = tab[2][0] * 10 + tab[2][1];";
    assert_eq!(with(declarations, text, &[9; 4]), [2, 24, 30, 50]);
}

#[test]
fn members_of_unions_without_names_share_memory() {
    let declarations = "struct A { union { int i; uint u; }; int n; A(int a) : i(a), n(1) {} int f() const { return i + n; } };";
    let text = "A a(-1); out[0] = a.f(); a.u = 5; out[1] = a.f();
        union { int x; float y; }; y = 1.0f; out[2] = x; x = 3; out[3] = x;";
    assert_eq!(with(declarations, text, &[9; 4]), [0, 6, 0x3f80_0000, 3]);
}
