//! What extensions bring that the text does not have. What is rejected here Tint rejects too.

mod common;

use common::{Finding, findings};

/// What is found in a program behind a directive, besides the warning about the directive.
fn judge(directive: &str, text: &str) -> Vec<Finding> {
    let column = directive.find(' ').expect("a keyword") as u32 + 2;
    let mut found = findings(&format!("{directive}\n{text}"));
    let warning = ("resolve/proposed-extension", 1, column);
    assert_eq!(found.first(), Some(&warning), "{directive}");
    found.remove(0);
    found
}

/// Judges programs with one mistake in their first line: its code and column.
fn reject(directive: &str, cases: &[(&str, &'static str, u32)]) {
    for (text, code, column) in cases {
        assert_eq!(judge(directive, text), [(*code, 2, *column)], "{text}");
    }
}

#[test]
fn proposed_names_are_free_without_the_directive() {
    for text in [
        "const texel_buffer = 1; const a = texel_buffer;",
        "struct texel_buffer { a: i32 } var<private> b: texel_buffer;",
        "fn getResource() {} fn f() { getResource(); }",
        "fn f() { let atomicStoreMin = 1; _ = atomicStoreMin; }",
    ] {
        assert_eq!(findings(text), [], "{text}");
    }
}

#[test]
fn proposals_are_needed_where_they_are_used() {
    for (text, expected) in [
        ("@group(0) @binding(0) var t: texel_buffer<r32uint, read>;", ("type/feature-needed", 1, 30)),
        ("fn f() { _ = getResource<sampler>(0); }", ("resolve/extension-not-enabled", 1, 14)),
        ("fn f() { _ = hasResource<sampler>(0); }", ("resolve/extension-not-enabled", 1, 14)),
        (
            "@group(0) @binding(0) var<storage, read_write> a: atomic<vec2u>;",
            ("type/invalid-template-argument", 1, 58),
        ),
    ] {
        assert_eq!(findings(text), [expected], "{text}");
    }
}

const TEXEL_BUFFERS: &str = "requires texel_buffers;";

#[test]
fn texel_buffers_are_accepted() {
    for access in ["read", "read_write"] {
        let text = format!(
            "@group(0) @binding(0) var t: texel_buffer<rg16sint, {access}>;
             fn load(t: texel_buffer<rg16sint, {access}>, i: u32) -> vec4i {{ return textureLoad(t, i); }}
             @fragment fn f() {{ let u = t; _ = load(u, 1) + textureLoad(u, 1i); let d: u32 = textureDimensions(t); }}"
        );
        assert_eq!(judge(TEXEL_BUFFERS, &text), [], "{access}");
    }
    let store = "@group(0) @binding(0) var t: texel_buffer<bgra8unorm, read_write>;
        @compute @workgroup_size(1) fn f() { textureStore(t, 1u, textureLoad(t, 0)); textureStore(t, 0, vec4()); }";
    assert_eq!(judge(TEXEL_BUFFERS, store), []);
    let read = "@group(0) @binding(0) var t: texel_buffer<r8unorm, read>;
        @vertex fn f() -> @builtin(position) vec4f { return textureLoad(t, 0); }";
    assert_eq!(judge(TEXEL_BUFFERS, read), []);
}

#[test]
fn types_of_texel_buffers_are_checked() {
    let declared = |ty: &str| format!("@group(0) @binding(0) var t: {ty};");
    for (ty, code, column) in [
        ("texel_buffer<r32uint, write>", "type/invalid-template-argument", 52),
        ("texel_buffer<read, r32uint>", "type/invalid-template-argument", 43),
        ("texel_buffer<f32, read>", "type/invalid-template-argument", 43),
        ("texel_buffer<r32uint>", "type/template-arguments", 30),
        ("texel_buffer", "type/missing-template-arguments", 30),
    ] {
        let found = judge(TEXEL_BUFFERS, &declared(ty));
        assert_eq!(found.first(), Some(&(code, 2, column)), "{ty}");
    }
    reject(
        TEXEL_BUFFERS,
        &[
            ("var t: texel_buffer<r32uint, read>;", "interface/missing-binding", 5),
            ("var<private> t: texel_buffer<r32uint, read>;", "type/invalid-variable-type", 17),
            ("fn f() { var t: texel_buffer<r32uint, read>; }", "type/invalid-variable-type", 17),
            ("struct S { t: texel_buffer<r32uint, read> }", "type/invalid-element-type", 15),
            ("alias T = array<texel_buffer<r32uint, read>, 2>;", "type/invalid-element-type", 17),
        ],
    );
}

#[test]
fn uses_of_texel_buffers_are_checked() {
    let overload = "type/no-matching-overload";
    for (access, call, code, column) in [
        ("read", "_ = textureLoad(t, 1.0);", overload, 14),
        ("read", "_ = textureLoad(t, vec2(1));", overload, 14),
        ("read", "_ = textureLoad(t, 0, 0);", overload, 14),
        ("read", "_ = textureLoad(t);", "type/wrong-argument-count", 14),
        ("read", "_ = textureDimensions(t, 0);", overload, 14),
        ("read", "_ = textureNumLevels(t);", overload, 14),
        ("read", "textureLoad(t, 0);", "type/must-use", 10),
        ("read", "textureStore(t, 0, vec4u());", overload, 10),
        ("read_write", "textureStore(t, 0, vec4f());", overload, 10),
        ("read_write", "textureStore(t, 0, 1u);", overload, 10),
        ("read_write", "_ = g(t);", "type/mismatch", 16),
    ] {
        let text = format!(
            "fn f() {{ {call} }}
             fn g(t: texel_buffer<r32uint, read>) -> u32 {{ return 0; }}
             @group(0) @binding(0) var t: texel_buffer<r32uint, {access}>;"
        );
        assert_eq!(judge(TEXEL_BUFFERS, &text), [(code, 2, column)], "{access}: {call}");
    }
}

/// As storage textures are.
#[test]
fn written_texel_buffers_are_not_for_vertices_and_not_uniform() {
    reject(
        TEXEL_BUFFERS,
        &[
            (
                "@vertex fn f() -> @builtin(position) vec4f { return textureLoad(t, 0); }
                 @group(0) @binding(0) var t: texel_buffer<r8unorm, read_write>;",
                "interface/stage-not-allowed",
                65,
            ),
            (
                "@compute @workgroup_size(1) fn f() { if textureLoad(t, 0).x == 0 { workgroupBarrier(); } }
                 @group(0) @binding(0) var t: texel_buffer<r8unorm, read_write>;",
                "uniformity/barrier",
                68,
            ),
        ],
    );
    let text = "@compute @workgroup_size(1) fn f() { if textureLoad(t, 0).x == 0 { workgroupBarrier(); } }
        @group(0) @binding(0) var t: texel_buffer<r8unorm, read>;";
    assert_eq!(judge(TEXEL_BUFFERS, text), []);
}

const ATOMIC_VECTORS: &str = "enable atomic_vec2u_min_max;";

#[test]
fn atomic_vectors_are_stored_to_storage() {
    let text = "alias V = vec2<u32>;
        struct S { a: u32, b: atomic<V>, @size(8) c: array<atomic<vec2u>, 1> }
        @group(0) @binding(0) var<storage, read_write> s: S;
        @group(0) @binding(1) var<storage, read_write> r: array<atomic<vec2u>>;
        fn g(p: ptr<storage, atomic<vec2u>, read_write>) { atomicStoreMax(p, vec2u()); }
        @fragment fn f() { atomicStoreMin(&s.b, vec2(1, 2)); g(&r[1]); g(&s.c[0]); }";
    assert_eq!(judge(ATOMIC_VECTORS, text), []);
}

#[test]
fn atomic_vectors_are_checked() {
    reject(
        ATOMIC_VECTORS,
        &[
            ("alias T = atomic<vec2i>;", "type/invalid-template-argument", 18),
            ("alias T = atomic<vec3u>;", "type/invalid-template-argument", 18),
            ("var<workgroup> a: atomic<vec2u>;", "type/invalid-variable-type", 19),
            (
                "struct S { a: atomic<vec2u> } var<workgroup> a: array<S, 2>;",
                "type/invalid-variable-type",
                49,
            ),
            ("var<private> a: atomic<vec2u>;", "type/invalid-variable-type", 17),
            ("struct S { @align(4) a: atomic<vec2u> }", "layout/invalid-align", 19),
            ("struct S { @size(4) a: atomic<vec2u> }", "layout/invalid-size", 18),
        ],
    );
    for (body, code, column) in [
        ("atomicStoreMin(&a, 1u);", "type/no-matching-overload", 10),
        ("atomicStoreMin(&a, vec2i());", "type/no-matching-overload", 10),
        ("atomicStoreMin(&b, vec2u());", "type/no-matching-overload", 10),
        ("atomicStoreMin(&a);", "type/wrong-argument-count", 10),
        ("_ = atomicLoad(&a);", "type/no-matching-overload", 14),
        ("atomicStore(&a, vec2u());", "type/no-matching-overload", 10),
        ("atomicMax(&a, vec2u());", "type/no-matching-overload", 10),
        ("_ = a;", "type/invalid-atomic-use", 14),
        ("a = vec2u();", "type/invalid-atomic-use", 10),
        ("let c = a.x;", "type/no-member", 20),
        ("let c = atomicStoreMin(&a, vec2u());", "type/no-value", 18),
    ] {
        let text = format!(
            "fn f() {{ {body} }}
             @group(0) @binding(0) var<storage, read_write> a: atomic<vec2u>;
             @group(0) @binding(1) var<storage, read_write> b: atomic<u32>;"
        );
        assert_eq!(judge(ATOMIC_VECTORS, &text), [(code, 2, column)], "{body}");
    }
}

const RESOURCE_TABLE: &str = "enable chromium_experimental_resource_table;";

#[test]
fn resources_come_from_a_table() {
    for ty in
        ["texture_1d<f32>", "texture_cube_array<u32>", "texture_depth_2d", "sampler", "sampler_comparison"]
    {
        let text = format!(
            "alias T = {ty}; fn g(t: {ty}) {{}}
             fn f(i: u32) -> bool {{ let t = getResource<T>(i); g(t); g(getResource<{ty}>(2)); return hasResource<{ty}>(1i); }}"
        );
        assert_eq!(judge(RESOURCE_TABLE, &text), [], "{ty}");
    }
    let sampled = "@fragment fn f() -> @location(0) vec4f {
        return textureSample(getResource<texture_2d<f32>>(0), getResource<sampler>(1), vec2f()); }";
    assert_eq!(judge(RESOURCE_TABLE, sampled), []);
}

#[test]
fn uses_of_the_resource_table_are_checked() {
    reject(
        RESOURCE_TABLE,
        &[
            ("fn f() { _ = getResource<f32>(0); }", "type/no-matching-overload", 14),
            ("fn f() { _ = getResource<texture_external>(0); }", "type/no-matching-overload", 14),
            (
                "fn f() { _ = hasResource<texture_storage_2d<r32uint, read>>(0); }",
                "type/no-matching-overload",
                14,
            ),
            ("fn f() { _ = getResource(0); }", "type/no-matching-overload", 14),
            ("fn f() { _ = getResource<sampler>(0.5); }", "type/no-matching-overload", 14),
            ("fn f() { _ = getResource<sampler>(true); }", "type/no-matching-overload", 14),
            ("fn f() { _ = getResource<sampler>(); }", "type/wrong-argument-count", 14),
            ("fn f() { _ = getResource<sampler, sampler>(0); }", "type/no-matching-overload", 14),
            ("fn f() { getResource<sampler>(0); }", "type/must-use", 10),
            ("const c = hasResource<sampler>(0);", "const/not-const", 11),
            ("fn f() { var s = getResource<sampler>(0); }", "type/invalid-variable-type", 18),
            ("fn f() { let t: texture_2d<i32> = getResource<texture_2d<f32>>(0); }", "type/mismatch", 35),
        ],
    );
    let text = "@compute @workgroup_size(64) fn f(@builtin(local_invocation_index) i: u32) {
if hasResource<sampler>(0) { workgroupBarrier(); }
if hasResource<sampler>(i) { workgroupBarrier(); } }";
    assert_eq!(judge(RESOURCE_TABLE, text), [("uniformity/barrier", 4, 30)]);
}
