//! Values: references, swizzles, short-circuit operators, constants in memory.

use crate::{body, words};

#[test]
fn parts_of_variables_are_written_alone() {
    let declarations = "struct S { a: u32, b: vec3u, c: mat2x2f, d: array<u32, 3> }";
    let text = "var s: S; s.a = 1; s.b.y = 2; s.b[2] = 3; s.c[1].x = 4; s.c[1][1] = 5; s.d[out[2]] = 6;
        out = array(s.a, s.b.x, s.b.y, s.b.z, u32(s.c[1].x), u32(s.c[1].y), s.d[1], s.d[2]);";
    assert_eq!(body(declarations, text), [1, 0, 2, 3, 4, 5, 0, 6]);
}

#[test]
fn an_index_that_is_not_known_picks_a_component() {
    let text = "var v = vec4u(10, 20, 30, 40); v[out[1]] += 1; v[out[3]] = 7;
        var m = mat3x2f(1, 2, 3, 4, 5, 6); m[out[2]][out[1]] = 9; m[out[1]] = vec2f(8, 8);
        out = array(v.x, v.y, v.z, v.w, u32(m[0].y), u32(m[1].x), u32(m[2].x), u32(m[2].y));";
    assert_eq!(body("", text), [10, 21, 30, 7, 2, 8, 5, 9]);
}

#[test]
fn swizzles_are_assigned_as_a_whole() {
    let text =
        "requires swizzle_assignment; @group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
        @compute @workgroup_size(1) fn main() {
            var v = vec4u(1, 2, 3, 4); v.xy = v.yx; v.zw += v.xx; var w = v; w.wzy = v.xyz;
            out = array(v.x, v.y, v.z, v.w, w.x, w.y, w.z, w.w); }";
    assert_eq!(words(text), [2, 1, 5, 6, 2, 5, 1, 2]);
}

#[test]
fn a_vector_is_assigned_its_own_components() {
    let text = "var v = vec3u(1, 2, 3); v = v.zxy; var a = 1u; var b = 2u; let c = a; a = b; b = c;
        out[0] = v.x; out[1] = v.y; out[2] = v.z; out[3] = a; out[4] = b;";
    assert_eq!(body("", text)[..5], [3, 1, 2, 2, 1]);
}

#[test]
fn the_right_operand_is_evaluated_where_the_left_one_does_not_decide() {
    let declarations = "var<private> calls = 0u; fn call(value: bool) -> bool { calls++; return value; }";
    let text = "let no = out[0] == 1; let yes = out[0] == 0;
        out[1] = u32(no && call(true)); out[2] = calls; out[3] = u32(yes && call(true)); out[4] = calls;
        out[5] = u32(yes || call(false)); out[6] = calls; out[7] = u32(no || call(no || call(true)));
        out[0] = calls;";
    assert_eq!(body(declarations, text), [3, 0, 0, 1, 1, 1, 1, 1]);
}

#[test]
fn an_operand_that_is_never_evaluated_has_a_type_of_its_own() {
    let text = "let i = i32(out[5]); let f = f32(i); out[0] = u32(2 < 1 && i < 0 - 8);
        out[1] = u32(1 < 2 || f < 0 - 8.5 || (vec2i(i) + (0 - 1)).y == 3);";
    assert_eq!(body("", text)[..2], [0, 1]);
}

#[test]
fn operands_are_evaluated_from_left_to_right() {
    let declarations = "var<private> p = 1u; fn next() -> u32 { p *= 2; return p; }";
    let text = "out[0] = p + next(); out[1] = next() * 100 + next(); let v = vec3u(p, next(), p);
        out[2] = v.x; out[3] = v.y; out[4] = v.z; var a = 5u; a += next(); out[5] = a;";
    assert_eq!(body(declarations, text)[..6], [3, 408, 8, 16, 16, 37]);
}

#[test]
fn constants_with_arrays_lie_in_memory() {
    let declarations = "struct P { a: vec3u, b: u32 }
        const table = array(P(vec3u(1, 2, 3), 4), P(vec3u(5, 6, 7), 8), P());
        const halves = array(array(10u, 20u), array(30u, 40u));";
    let text = "let row = halves[out[1]]; var copy = table; copy[0].b = 9;
        out = array(table[out[1]].a.z, table[out[0]].b, table[out[2]].b, halves[out[1]][out[0]],
            row[out[1]], copy[out[0]].b, copy[1].b, table[0].a[out[2]]);";
    assert_eq!(body(declarations, text), [7, 4, 0, 30, 40, 9, 8, 3]);
}

#[test]
fn halves_take_two_bytes() {
    let declarations = "struct S { a: f16, b: f16, c: array<f16, 3> }";
    let text = "var s: S; s.a = 1; s.b = 2; s.c[out[2]] = 3; let t = s; s.b = 5;
        out[0] = u32(t.a); out[1] = u32(t.b); out[2] = u32(t.c[2]); out[3] = u32(t.c[1]); out[4] = u32(s.b);";
    let found = words(&format!(
        "enable f16; @group(0) @binding(0) var<storage, read_write> out: array<u32, 8>; {declarations}
         @compute @workgroup_size(1) fn main() {{ {text} }}"
    ));
    assert_eq!(found[..5], [1, 2, 3, 0, 5]);
}

#[test]
fn results_of_builtin_functions_have_members() {
    let text = "let f = frexp(f32(out[6])); var m = modf(vec2f(f32(out[3])) + vec2f(0.5, 0.25)); m.whole.x += 1;
        out[0] = u32(f.fract * 100); out[1] = u32(f.exp); out[2] = u32(m.whole.x); out[3] = u32(m.fract.y * 100);
        out[4] = u32(m.whole[out[7] - 6]);";
    assert_eq!(body("", text)[..5], [75, 3, 4, 25, 3]);
}
