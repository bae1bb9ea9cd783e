//! Array classes, and buffers as long as their resource. The fixture `arrays.metal` executes more of them.

use super::{assert_lines, of_function, without_counterpart};

/// The array class that Tint writes, and a buffer with one at its end.
const HEAD: &str = "template<typename T, size_t N> struct A {
        device T& operator[](size_t i) device { return elements[i]; }
        const device T& operator[](size_t i) const device { return elements[i]; }
        thread T& operator[](size_t i) thread { return elements[i]; }
        T elements[N]; };
    struct S { uint n; A<uint, 1> x; };";

#[test]
fn an_array_class_is_an_array() {
    let text = format!(
        "{HEAD} struct T {{ A<A<uint, 2>, 3> y; float z[3]; }};
        kernel void f(device T* t [[buffer(0)]], uint i [[thread_position_in_grid]]) {{
            A<uint, 2> a = {{}}; A<A<uint, 2>, 3> b = A<A<uint, 2>, 3>{{a, A<uint, 2>{{1, i}}, a}};
            a[1] = b[1][i]; t->y = b; t->y[2][i] = a[1]; t[i].y[0] = a; }}"
    );
    let wgsl = of_function(&text, "f").wgsl;
    assert_lines(
        &wgsl,
        &[
            "y: array<array<u32, 2>, 3>,",
            "var a: array<u32, 2> = array<u32, 2>();",
            "var b: array<array<u32, 2>, 3> = array<array<u32, 2>, 3>(a, array<u32, 2>(1u, i), a);",
            "a[1u] = b[1u][i];",
            "t[0u].y = b;",
            "t[0u].y[2u][i] = a[1u];",
            "t[i].y[0u] = a;",
        ],
    );
    assert!(!wgsl.contains("struct A"), "{wgsl}");
}

#[test]
fn a_pointer_leads_to_one_object_as_long_as_its_buffer() {
    let text = format!(
        "{HEAD} struct V {{ device S* s; const device A<float, 1>* t; }};
        static void g(V v, uint i) {{ (*v.s).x[i] = (*v.s).n; v.s->x[3] = uint((*v.t)[i]); }}
        kernel void f(device S* s [[buffer(0)]], const device A<float, 1>* t [[buffer(1)]], uint i [[thread_position_in_grid]]) {{
            V v = {{s, t}}; g(v, i); }}"
    );
    let translation = of_function(&text, "f");
    assert_lines(&translation.wgsl, &["x: array<u32>,", "s.x[i] = s.n;", "s.x[3u] = u32(t[i]);"]);
    let rows: Vec<_> = translation.bindings.iter().map(|row| (row.ty.as_str(), row.least_bytes)).collect();
    assert_eq!(rows, [("S", Some(8)), ("array<f32>", Some(4))]);
}

#[test]
fn a_pointer_used_as_an_array_leads_to_objects_of_one_length() {
    for statement in [
        "s[i].n = 1;",
        "s++; s->n = 1;",
        "device S* p = s; p += i; p->n = 1;",
        "S own = *s; s[0].n = own.n;",
        "*s = S{1, {2}};",
        "s->x = A<uint, 1>{3};",
        "A<uint, 1> x = s->x; s->n = x[0];",
        "s->n = (s == s) ? 1 : 2;",
        "(i > 2 ? s : s + 1)->n = 1;",
    ] {
        let text = format!(
            "{HEAD} kernel void f(device S* s [[buffer(0)]], device S* t [[buffer(1)]], uint i [[thread_position_in_grid]]) {{
                {statement} t->x[i] = 1; }}"
        );
        let translation = of_function(&text, "f");
        let types: Vec<&str> = translation.bindings.iter().map(|row| row.ty.as_str()).collect();
        assert_eq!(types, ["array<S>", "S_1"], "{statement}");
    }
}

#[test]
fn only_the_last_array_of_an_object_has_any_length() {
    let text = "struct S { float y[1]; float x[1]; };
        kernel void f(device S& s [[buffer(0)]]) { s.x[2] = s.y[0]; s.y[2] = 1; }";
    let found = without_counterpart(text, "f");
    assert_eq!(
        found,
        [("s.y[2] = 1".to_owned(), "index 2 is out of bounds: there are 1 elements".to_owned())]
    );
}
