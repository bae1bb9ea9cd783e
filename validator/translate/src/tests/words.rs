//! Arrays of narrow integers that nothing names. The fixture `padding.metal` executes more of them.

use super::{assert_lines, of_function, without_counterpart};

/// A structure with padding, as Tint writes it.
const HEAD: &str = "template<typename T, size_t N> struct A { T elements[N]; };
    struct S { float x; A<char, 12> pad; float4 v; uint n; ushort tail[6]; };";

#[test]
fn padding_is_words() {
    let text = format!(
        "{HEAD} kernel void f(device S* s [[buffer(0)]], constant S& u [[buffer(1)]], uint i [[thread_position_in_grid]]) {{
            s[i].x = s[i + 1].v.x; s[0] = u; S own = {{}}; s[1] = S{{.x = own.x, .n = 2}}; }}"
    );
    let translation = of_function(&text, "f");
    assert_lines(
        &translation.wgsl,
        &[
            "x: f32,",
            "pad: array<u32, 3>,",
            "v: vec4<f32>,",
            "n: u32,",
            "tail: array<u32, 3>,",
            "s[i].x = s[i + 1u].v.x;",
            "s[0u] = u;",
            "s[1u] = S(own.x, array<u32, 3>(), vec4<f32>(), 2u, array<u32, 3>());",
        ],
    );
    assert_eq!(translation.bindings[0].ty, "array<S>");
}

#[test]
fn words_are_taken_out_of_words() {
    let text = format!(
        "{HEAD} struct B {{ S s; short k; }};
        kernel void f(device const B* b [[buffer(0)]], device float* a [[buffer(1)]]) {{ S s = b[0].s; a[0] = s.x + b[0].k; }}"
    );
    let wgsl = of_function(&text, "f").wgsl;
    assert!(
        wgsl.contains("S(bitcast<f32>(b[0u / 4u]), array<u32, 3>(b[4u / 4u], b[8u / 4u], b[12u / 4u]),"),
        "{wgsl}"
    );
}

/// Whatever uses them: an expression or a list.
#[test]
fn integers_that_are_named_are_no_words() {
    for (declared, statement) in [
        ("", "s->pad[1] = 2;"),
        ("", "s[0] = T{1, {2}, 3};"),
        ("", "s[0] = T{.pad = {}};"),
        ("constant T other = {1, {2}};", "s->x = other.x;"),
    ] {
        let text = format!(
            "struct T {{ float x; char pad[4]; float y; }}; {declared}
            kernel void f(device T* s [[buffer(0)]]) {{ {statement} }}"
        );
        let found = without_counterpart(&text, "f");
        assert!(found[0].1.contains("booleans or integers narrower than 32 bits"), "{statement} {found:?}");
    }
}

/// A member of the same name in another structure is a different one, and so is what only unused functions use.
#[test]
fn integers_that_nothing_uses_are_words() {
    let text = "struct T { float x; char pad[4]; float y; }; struct U { int pad; };
        static void unused(device T& t) { t.pad[0] = 1; }
        kernel void f(device T* s [[buffer(0)]]) { U u; u.pad = 1; s->x = u.pad; }";
    assert_lines(&of_function(text, "f").wgsl, &["pad: array<u32, 1>,"]);
}

#[test]
fn parts_of_words_are_no_words() {
    for member in ["char pad[2]; short more", "short more; char pad[6]", "char pad"] {
        let text = format!(
            "struct S {{ float x; {member}; }}; kernel void f(device S* s [[buffer(0)]]) {{ s->x = 1; }}"
        );
        assert_eq!(without_counterpart(&text, "f").len(), 1, "{member}");
    }
}
