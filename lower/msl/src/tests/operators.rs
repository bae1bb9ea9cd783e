//! Operators of structures, which are calls of functions.

use super::run;

#[test]
fn operators_call_functions_of_the_program() {
    let text = "struct V { int x; int y;
            V operator-() const { return V {-x, -y}; }
            int operator[](int i) const { return i == 0 ? x : y; }
            int operator()(int a, int b = 7) { x += 1; return a * 10 + b; }
            bool operator==(V other) const { return x == other.x && y == other.y; }
            void operator-=(V other) { x -= other.x; y -= other.y; }
        };
        V operator+(V a, V b) { return V {a.x + b.x, a.y + b.y}; }
        V operator*(int a, const thread V& b) { return V {a * b.x, a * b.y}; }
        int operator++(thread V& v, int) { return v.x++; }
        int operator++(thread V& v) { return ++v.x; }
        kernel void k(device int* out [[buffer(0)]]) {
            V a = V {1, 2}; V b = V {10, 20};
            V c = a + 3 * b;
            out[0] = c[0]; out[1] = (-c)[1]; out[2] = a(4); out[3] = a(4, 5) + a.x * 100;
            out[4] = a++ * 100 + ++a;
            b -= a; out[5] = b.x * 100 + b.y;
            out[6] = (a == b) * 10 + (a == V {5, 2});
        }";
    let (written, faults) = run(text, 1, &[&[0; 7]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [[31, -62_i32 as u32, 47, 345, 305, 518, 1]]);
}

#[test]
fn values_of_a_scoped_enumeration_are_compared() {
    let text = "enum class E : uint { a, b = 4 };
        E operator|(E a, E b) { return E(uint(a) | uint(b)); }
        kernel void k(device uint* out [[buffer(0)]]) { E e = E(out[0]); out[0] = (e == E::b) * 10 + (E::a < e); out[1] = uint(e | E(3)); }";
    let (written, faults) = run(text, 1, &[&[4, 0]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [[11, 7]]);
}

#[test]
fn defaults_are_values_of_the_function_that_is_called() {
    let text = "constant uint n = 5;
        uint add(uint a, uint b = n * 2, uint c = a_number()) { return a * 100 + b * 10 + c; }";
    let text = text.replace("uint add", "uint a_number() { return n + 1; }\n        uint add");
    let kernel = "kernel void k(device uint* out [[buffer(0)]]) { uint n = 1; out[0] = add(n); out[1] = add(n, 2); out[2] = add(n, 2, 3); }";
    let (written, faults) = run(&format!("{text}\n{kernel}"), 1, &[&[0; 3]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written, [[206, 126, 123]]);
}

#[test]
fn a_place_that_is_changed_is_evaluated_once() {
    assert_eq!(super::body("int x = 0; ++(++x); --(--(--x)); out[0] = uint(x + 10);", 1, &[0]), [9]);
    assert_eq!(super::body("uint x = 0; (x += 2) += 3; out[0] = x;", 1, &[0]), [5]);
    assert_eq!(super::body("uint at = 0; ++(out[at++] += 5); out[1] = at;", 1, &[1, 0]), [7, 1]);
}

#[test]
fn enumerations_are_as_large_as_their_underlying_types() {
    let text = "enum E : ushort { A, B = 7 }; enum class C : uchar { x = 200, y }; enum N : short { minus = -2 };
        struct S { E e; ushort n; C c; N m; };
        kernel void k(device S* s [[buffer(0)]], device int* out [[buffer(1)]]) {
            out[0] = s[0].n * 100 + s[0].e + B; out[1] = int(s[0].c) + s[0].m * 1000; out[2] = s[0].c == C::x ? ~s[0].e : s[0].m;
            switch (s[0].m) { case minus: out[3] = 4; break; default: out[3] = 5; }
            switch (s[0].c) { case C::x: out[4] = 4; break; case C::y: out[4] = int2(B, s[0].m).y; break; }
            s[1].e = E(65536 + 3); s[1].n = s[0].e; s[1].c = C(int(s[0].c) + 1); s[1].m = minus; }";
    let (written, faults) = run(text, 1, &[&[0x0003_0007, 0xfffe_00c9, 0, 0], &[0; 5]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(
        written,
        [
            vec![0x0003_0007, 0xfffe_00c9, 0x0007_0003, 0xfffe_00ca],
            vec![314, -1799_i32 as u32, -2_i32 as u32, 4, -2_i32 as u32]
        ]
    );
}

#[test]
fn names_of_functions_in_parentheses_are_called() {
    let declarations =
        "static int twice(int a) { return a * 2; } struct S { int v; int g(int a) { return v + a; } };";
    let text = "S s{5}; out[0] = (max)(int(out[0]), 3) + ((twice))(10) * 100 + (s.g)(1) * 10000;";
    let kernel = format!("{declarations} kernel void k(device int* out [[buffer(0)]]) {{ {text} }}");
    assert_eq!(run(&kernel, 1, &[&[0]]).0, [[3 + 2000 + 60000]]);
}

#[test]
fn numbers_in_vectors_are_negated_as_booleans() {
    let text = "kernel void k(device int* o [[buffer(0)]]) {
        bool3 a = !int3(o[0], 0, 2); bool3 b = !half3(o[0]); bool3 c = !float3(0, -0.0f, NAN); bool3 d = not(float3(o[0], 1, 0));
        o[0] = a.x + a.y * 2 + a.z * 4; o[1] = b.x; o[2] = c.x + c.y * 2 + c.z * 4; o[3] = d.x + d.y * 2 + d.z * 4; }";
    let (written, _) = run(text, 1, &[&[0; 4]]);
    assert_eq!(written, [[3, 1, 3, 5]]);
}

#[test]
fn precise_powers_have_negative_bases() {
    let text = "kernel void k(device float* o [[buffer(0)]]) {
        o[0] = precise::pow(o[3], 2.0f); o[1] = precise::pow(o[3], 3.0f); o[2] = precise::pow(float2(2, -2), float2(0.5f, -1)).y; }";
    let (written, faults) = run(text, 1, &[&[0, 0, 0, (-3_f32).to_bits()]]);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(written[0][..3], [9_f32.to_bits(), (-27_f32).to_bits(), (-0.5_f32).to_bits()]);
}
