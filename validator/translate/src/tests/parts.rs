//! Structures of pointers, textures and samplers, which are taken apart. The fixture `parts.metal` executes more of them.

use super::{assert_lines, of_function, without_counterpart};

/// The head of a program as Tint writes it.
const TINT: &str = "struct V { device float4* out; texture2d<float> t; sampler s; thread float* x; };
    static float4 look(V v, float2 at) { return v.t.sample(v.s, at, level(*v.x)); }";

#[test]
fn members_of_a_structure_of_resources_are_variables() {
    let text = format!(
        "{TINT} kernel void f(device float4* out [[buffer(0)]], texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]]) {{
            thread float x = 2.0f; V const v = V{{.out=out, .t=t, .s=s, .x=(&x)}}; *v.out = look(v, float2(0)); }}"
    );
    assert_lines(
        &of_function(&text, "f").wgsl,
        &[
            "fn look(pointer: ptr<function, f32>, at: vec2<f32>) -> vec4<f32> {",
            "return textureSampleLevel(t, s, at, (*pointer));",
            "out[0u] = look(&x, vec2<f32>(0.0f));",
        ],
    );
}

#[test]
fn functions_are_specialised_by_the_resources_of_a_structure() {
    let text = "struct R { texture2d<float> t; sampler s; };
        static float4 look(thread const R& r) { return r.t.sample(r.s, float2(0)); }
        fragment float4 f(texture2d<float> a [[texture(0)]], texture2d<float> b [[texture(1)]], sampler s [[sampler(0)]]) {
            R r = {a, s}; R q = {b, s}; R p = r; return look(r) + look(q) + look(p); }";
    let wgsl = of_function(text, "f").wgsl;
    assert_lines(
        &wgsl,
        &["return (look() + look_1()) + look();", "return textureSample(a, s, vec2<f32>(0.0f));"],
    );
}

#[test]
fn an_argument_that_is_a_structure_of_resources_has_a_binding_for_each_member() {
    let text = "struct R { texture2d<float> t [[texture(2)]]; device float* p [[buffer(1)]]; };
        kernel void f(R r) { r.p[0] = r.t.read(uint2(0)).x; }";
    let translation = of_function(text, "f");
    let rows: Vec<_> = translation.bindings.iter().map(|row| (row.group, row.binding, &*row.name)).collect();
    assert_eq!(rows, [(Some(0), Some(1), "p"), (Some(1), Some(2), "t")]);
}

#[test]
fn a_member_gets_its_first_value_by_an_assignment() {
    let text = "struct R { texture2d<float> t; device float* p; int n; };
        kernel void f(texture2d<float> t [[texture(0)]], device float* p [[buffer(0)]]) {
            R r; r.t = t; r.p = p; r.n += 1; texture2d<float> thread& u = r.t; const_cast<device float* thread&>(r.p)[r.n] = u.get_width(); }";
    assert_lines(
        &of_function(text, "f").wgsl,
        &["var r_n: i32 = 0i;", "r_n += 1i;", "p[r_index + (u32(r_n))] = f32(textureDimensions(t).x);"],
    );
}

#[test]
fn a_structure_of_resources_means_the_same_variables_everywhere() {
    let text = "struct R { device float* p; }; struct A { R r[2]; };
        static R make(device float* p) { if (p[0] > 1) { return R{p}; } return R{p + 1}; }
        kernel void f(device float* a [[buffer(0)]], device float* b [[buffer(1)]], uint i [[thread_position_in_grid]]) {
            R r = {a}; r.p = b; R s; if (i > 1) { s.p = a; } R t; *t.p = 1; R u = make(a); A v; }";
    let found = without_counterpart(text, "f");
    let places: Vec<&str> = found.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["r.p = b", "s.p = a", "t.p", "make(a)", "v"]);
    assert!(found[0].1.contains("a pointer that is reassigned to a different variable"), "{found:?}");
    assert!(found[1].1.contains("a branch or loop gives its first value"), "{found:?}");
}

#[test]
fn a_function_moves_a_pointer_that_it_refers_to() {
    let text = "struct R { device float* p; int n; void next() thread { p += n; } float get() const { return *p; } };
        static void twice(thread R& r) { r.next(); r.next(); }
        static void back(device float* thread& p) { --p; }
        kernel void f(device float* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            R r = {a + i, 3}; twice(r); back(r.p); device float* q = a; back(q); *q = r.get(); }";
    assert_lines(
        &of_function(text, "f").wgsl,
        &[
            "fn twice(pointer: ptr<function, u32>, pointer_1: ptr<function, i32>) {",
            "next(pointer, pointer_1);",
            "fn back(pointer: ptr<function, u32>) {",
            "(*pointer) -= 1u;",
            "fn next(pointer: ptr<function, u32>, pointer_2: ptr<function, i32>) {",
            "(*pointer) += u32((*pointer_2));",
            "twice(&r_p_index, &r_n);",
            "back(&r_p_index);",
            "back(&q_index);",
        ],
    );
}

#[test]
fn a_function_takes_as_many_parts_as_every_implementation_supports() {
    let each = |count: u32, text: fn(u32) -> String| (0..count).map(text).collect::<Vec<_>>().concat();
    for count in [255, 256] {
        let members = each(count, |index| format!("thread int* p{index};"));
        let variables = each(count, |index| format!("int v{index} = 0;"));
        let values = each(count, |index| format!("&v{index},"));
        let text = format!(
            "struct R {{ {members} }}; static int sum(R r) {{ return *r.p0 + *r.p254; }}
            kernel void f(device int* a [[buffer(0)]]) {{ {variables} R r = {{ {values} }}; a[0] = sum(r); }}"
        );
        if count == 255 {
            of_function(&text, "f");
        } else {
            let message = "`sum` has 256 parameters in WGSL: implementations only have to support 255";
            assert_eq!(without_counterpart(&text, "f"), [("sum".to_owned(), message.to_owned())]);
        }
    }
}

#[test]
fn a_structure_without_members_leaves_nothing_behind() {
    let text = "struct Tag {}; struct In { float x; Tag t; };
        struct Plus { int operator()(int a, int b) const { return a + b; } };
        template <class F> int apply(F g, int a) { return g(a, a); }
        template <class T> int pick(T) { return 1; }
        template <> int pick(Tag) { return 2; }
        kernel void f(device int* out [[buffer(0)]]) {
            Tag t, u = t; u = t; In in = {3.0f, t}; thread Tag& r = t;
            out[0] = apply(Plus(), 3) + pick(r) + pick(u) + pick(in.t) + int(in.x); }";
    assert_lines(
        &of_function(text, "f").wgsl,
        &[
            "fn apply(a: i32) -> i32 {",
            "return operation(a, a);",
            "out[0u] = (((apply(3i) + pick()) + pick()) + pick()) + i32(in_x);",
        ],
    );
    let found = without_counterpart(
        "struct Tag {}; struct Outer { Tag t; float x; };
            kernel void f(device Outer* o [[buffer(0)]]) { o[0].x = 1; }",
        "f",
    );
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].1.contains("has no members"), "{found:#?}");
}
