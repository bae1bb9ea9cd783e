//! Sources that the grammar accepts.

use super::broken_rules;

/// A program with every rule of the grammar in it.
pub(super) const EVERYTHING: &str = "
enable f16, subgroups,;
requires pointer_composite_access;
diagnostic(off, derivative_uniformity);
diagnostic(warning, vendor.rule,);
;
alias T = vec3<f32>;
struct S { @align(16) @size(32) a: i32, b: array<vec4<f32>, 3>, }
struct U { @builtin(position) @invariant p: vec4f, @location(0) @interpolate(flat, either,) v: u32 };
const c: i32 = -1; const d = 2 + 3 * 4;
@id(0x1) override o: f32 = 1.0f; override p: bool;
var<private> v = array(1, 2, 3);
@group(0) @binding(1 + 1) var<storage, read_write> s: array<S>;
@group(0) @binding(0) var t: texture_2d<f32>;
const_assert c < d;
@must_use fn g(@location(0) x: f32, y: ptr<function, i32>,) -> @location(0) f32 { return x; }
@diagnostic(off, derivative_uniformity)
@compute @workgroup_size(8, c, 1,) fn main(@builtin(global_invocation_id) id: vec3u) @diagnostic(info, a.b) {
    var a: i32; var b = a; let e: u32 = 1u; const k = 2;
    const_assert k == 2; ;
    a = 1; a += 2; a -= 3; a *= 4; a /= 5; a %= 6; a &= 7; a |= 8; a ^= 9; a <<= 1u; a >>= 1u;
    a++; a--; _ = a; (a) = 1; *&a = 2; *(&a) += 1; v[a] = 3; s[0].b[1].x = 4.0; f(a)[1] = 2; &*&a = 1;
    f(); vec3<f32>(1.0); f(a, b,);
    if a == 1 { } else if (b < 2) { return; } else if c > 3 { } else { discard; }
    @diagnostic(off, x) if a<b { }
    switch a { case 1, 2, default,: { } case 3 { break; } case c + 1: { } }
    switch (a) @diagnostic(off, x) { default: { } }
    loop { if a > 1 { break; } continuing { a++; break if a == 4; } }
    loop @diagnostic(off, x) { break; continuing @diagnostic(off, y) { } }
    for (var i = 0; i < 4; i++) { continue; } for (;;) { break; } for (a = 1; ; f()) { break; } for (let i = 1; ; ) { break; }
    while a<b { { } @diagnostic(off, x) { } }
    let q = a--b + - -a - --a; let r = &&a; let w = !!true; let z = ~~a;
    let h = a < b && c > d && false;
    return;
}
";

#[test]
fn every_rule_of_the_grammar() {
    assert!(broken_rules(EVERYTHING).is_empty());
    assert!(broken_rules("").is_empty());
    assert!(broken_rules(";;;").is_empty());
}
