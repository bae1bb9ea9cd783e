//! Proposed extensions, which are not part of the specification. Tint also rejects the programs that are rejected
//! here.

use crate::common::{Finding, findings, findings_with};
use wgsl_spec::Edition;
use wgsl_validator::{Options, validate};

/// The findings in a program after a directive, except the warning about the directive.
fn judge(directive: &str, text: &str) -> Vec<Finding> {
    let column = directive.find(' ').expect("a keyword") as u32 + 2;
    let mut found = findings(&format!("{directive}\n{text}"));
    let warning = ("resolve/proposed-extension", 1, column);
    assert_eq!(found.first(), Some(&warning), "{directive}");
    found.remove(0);
    found
}

/// Judges programs with one mistake in their first line, given by its code and column.
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
        "alias i8 = i32; const u8: i8 = 1;",
        "fn row_major() -> i32 { return 1; } fn f(col_major: i32) { _ = row_major() + col_major; }",
        "struct subgroup_matrix_left { a: i32 } const a = subgroup_matrix_left(1);",
        "fn subgroupMatrixLoad() {} fn f() { subgroupMatrixLoad(); }",
    ] {
        assert_eq!(findings(text), [], "{text}");
    }
}

#[test]
fn proposed_names_are_not_suggested() {
    let module = validate("fn f() { _ = subgroupMatrixLoaf(); }", &Options::default());
    assert!(module.diagnostics().iter().all(|diagnostic| diagnostic.suggestion.is_none()));
    let draft = Options { edition: Edition::Draft2022, ..Options::default() };
    let found = findings_with("fn f() { let a = getResource(1); }", &draft);
    assert_eq!(found, [("resolve/unknown-identifier", 1, 18)]);
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
        ("alias T = i8;", ("resolve/extension-not-enabled", 1, 11)),
        ("alias T = subgroup_matrix_left<f32, 8, 8>;", ("resolve/extension-not-enabled", 1, 11)),
        ("fn f() { _ = row_major; }", ("resolve/not-a-value", 1, 14)),
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

/// As for storage textures.
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

const MATRICES: &str = "enable chromium_experimental_subgroup_matrix;";

#[test]
fn subgroup_matrices_are_values_of_functions() {
    let text = "const n = 8u;
        alias L = subgroup_matrix_left<f32, n, n * 2>;
        alias Byte = u8;
        struct S { left: L, others: array<subgroup_matrix_right<Byte, 4, 4>, 2> }
        fn f(a: L, p: ptr<function, L>) -> L { var b: L; b = a; *p = b; let c = L(); return L(1.5); }
        fn g() { var s: S; let t = S(); s.left = t.left; let a = array<L, 2>(L(), L(2)); s.left = a[1]; }
        fn h() { _ = subgroup_matrix_left<i8, 8, 8>(1i); _ = subgroup_matrix_result<u8, 8, 8>(1u); }
        @compute @workgroup_size(64) fn main() { g(); h(); var a = L(); _ = f(L(), &a); }";
    assert_eq!(judge(MATRICES, text), []);
}

/// From arrays of scalars and vectors in storage and workgroup memory; the order of the components is a template
/// argument, or a parameter in the older form.
#[test]
fn subgroup_matrices_are_loaded_and_stored() {
    for declaration in [
        "@group(0) @binding(0) var<storage, read_write> m: array<f32>;",
        "@group(0) @binding(0) var<storage, read_write> m: array<u32, 64>;",
        "var<workgroup> m: array<i32, 64>;",
        "override n = 64; var<workgroup> m: array<vec3u, n>;",
        "@group(0) @binding(0) var<storage, read_write> m: array<vec4f>;",
    ] {
        for component in ["f32", "i32", "u32", "i8", "u8"] {
            let text = format!(
                "{declaration} alias M = subgroup_matrix_right<{component}, 8, 16>;
                 @compute @workgroup_size(64) fn main() {{
                     let a = subgroupMatrixLoad<M, row_major>(&m, 0, 16u);
                     var b: M = subgroupMatrixLoad<M, col_major>(&m, 1i, 16);
                     subgroupMatrixStore<col_major>(&m, 0u, a, 16i); subgroupMatrixStore<row_major>(&m, 0, b, 16); }}"
            );
            assert_eq!(judge(MATRICES, &text), [], "{declaration} {component}");
        }
    }
    for (component, element, fits) in [
        ("f32", "f32", true),
        ("i8", "i32", true),
        ("u8", "u32", true),
        ("i8", "u32", false),
        ("f32", "u32", false),
    ] {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> m: array<{element}>;
             @compute @workgroup_size(64) fn main() {{
                 let a = subgroupMatrixLoad<subgroup_matrix_left<{component}, 8, 8>>(&m, 0, true, 8);
                 subgroupMatrixStore(&m, 0, subgroup_matrix_left<{component}, 8, 8>(), false, 8); }}"
        );
        let refused = [("type/no-matching-overload", 4, 26), ("type/no-matching-overload", 5, 18)];
        let expected: &[Finding] = if fits { &[] } else { &refused };
        assert_eq!(judge(MATRICES, &text), expected, "{component} {element}");
    }
}

/// For each component type of the operands, the allowed types of the result.
#[test]
fn subgroup_matrices_are_multiplied() {
    let components = ["f32", "f16", "i32", "u32", "i8", "u8"];
    let results = |component| match component {
        "f16" => &["f16", "f32"][..],
        "f32" => &["f32"],
        "i32" | "u32" => &["i32", "u32"],
        _ => &["i32", "u32", "i8", "u8"],
    };
    for component in components {
        for result in components {
            let text = format!(
                "alias R = subgroup_matrix_result<{result}, 16, 4>;
                 fn main(a: subgroup_matrix_left<{component}, 8, 4>, b: subgroup_matrix_right<{component}, 16, 8>) -> R {{
                     let c: R = subgroupMatrixMultiply<{result}>(a, b);
                     return subgroupMatrixMultiplyAccumulate(a, b, R()); }}"
            );
            let mismatch = [("type/no-matching-overload", 4, 33), ("type/no-matching-overload", 5, 29)];
            let expected: &[Finding] = if results(component).contains(&result) { &[] } else { &mismatch };
            let directive = "enable chromium_experimental_subgroup_matrix, f16;";
            assert_eq!(judge(directive, &text), expected, "{component} {result}");
        }
    }
}

#[test]
fn operands_of_multiplications_are_checked() {
    for (call, code) in [
        ("subgroupMatrixMultiply<f32>(b, a)", "type/no-matching-overload"),
        ("subgroupMatrixMultiply<f32>(a, a)", "type/no-matching-overload"),
        ("subgroupMatrixMultiply<f32>(a, d)", "type/no-matching-overload"),
        ("subgroupMatrixMultiply(a, b)", "type/no-matching-overload"),
        ("subgroupMatrixMultiply<f32>(a)", "type/wrong-argument-count"),
        ("subgroupMatrixMultiplyAccumulate(a, b, a)", "type/no-matching-overload"),
        ("subgroupMatrixMultiplyAccumulate(a, b, e)", "type/no-matching-overload"),
        ("subgroupMatrixScalarAdd(a, 1u)", "type/no-matching-overload"),
        ("subgroupMatrixScalarAdd(1, a)", "type/no-matching-overload"),
        ("subgroupMatrixScalarMultiply(c, 1i)", "type/no-matching-overload"),
        ("subgroupMatrixScalarSubtract(c, 1.5)", "type/no-matching-overload"),
        ("a + a", "type/no-matching-overload"),
        ("a * b", "type/no-matching-overload"),
        ("a == a", "type/no-matching-overload"),
        ("select(a, a, true)", "type/no-matching-overload"),
    ] {
        let text = format!(
            "fn f() {{ let r = {call}; }}
             var<private> unused: i32;"
        );
        let text = text.replace(
            "fn f()",
            "alias A = subgroup_matrix_left<f32, 8, 4>; alias B = subgroup_matrix_right<f32, 16, 8>; \
             alias C = subgroup_matrix_left<u8, 8, 8>; alias D = subgroup_matrix_right<f32, 8, 16>; \
             alias E = subgroup_matrix_result<f32, 4, 16>; fn f(a: A, b: B, c: C, d: D, e: E)",
        );
        let column = text.find(call).expect("the call") as u32 + 1;
        assert_eq!(judge(MATRICES, &text), [(code, 2, column)], "{call}");
    }
    let fine = "fn f(a: subgroup_matrix_left<f32, 8, 4>, b: subgroup_matrix_result<u8, 8, 8>) {
        var c = subgroupMatrixScalarAdd(a, 1); c = subgroupMatrixScalarSubtract(c, 1.5);
        let d: subgroup_matrix_result<u8, 8, 8> = subgroupMatrixScalarMultiply(b, 2u); }";
    assert_eq!(judge(MATRICES, fine), []);
}

#[test]
fn types_of_subgroup_matrices_are_checked() {
    reject(
        MATRICES,
        &[
            ("alias M = subgroup_matrix_left<bool, 8, 8>;", "type/invalid-template-argument", 32),
            ("alias M = subgroup_matrix_left<vec2f, 8, 8>;", "type/invalid-template-argument", 32),
            ("alias M = subgroup_matrix_left<f32, 0, 8>;", "type/invalid-template-argument", 37),
            ("alias M = subgroup_matrix_left<f32, 8, -1>;", "type/invalid-template-argument", 40),
            ("override n = 8; alias M = subgroup_matrix_left<f32, n, 8>;", "const/not-const", 53),
            ("alias M = subgroup_matrix_left<f32, 8>;", "type/template-arguments", 11),
            ("alias M = subgroup_matrix_left;", "type/missing-template-arguments", 11),
            ("alias M = subgroup_matrix<f32, 8, 8>;", "resolve/unknown-identifier", 11),
            ("fn f() { _ = subgroup_matrix_left(1f); }", "type/not-constructible", 14),
        ],
    );
    for (value, code, column) in [
        ("(1i)", "type/mismatch", 50),
        ("(true)", "type/mismatch", 50),
        ("(subgroup_matrix_left<f32, 8, 8>())", "type/mismatch", 50),
        ("(1, 2)", "type/wrong-argument-count", 14),
        ("()[0]", "type/not-indexable", 14),
    ] {
        let text = format!("fn f() {{ _ = subgroup_matrix_left<f32, 8, 8>    {value}; }}");
        assert_eq!(judge(MATRICES, &text), [(code, 2, column)], "{value}");
    }
    reject(MATRICES, &[("fn f() { _ = subgroup_matrix_left<i8, 8, 8>(1u); }", "type/mismatch", 45)]);
}

#[test]
fn subgroup_matrices_are_in_functions_alone() {
    for (before, after, code) in [
        ("var<private> a: ", ";", "type/invalid-variable-type"),
        ("var<workgroup> a: ", ";", "type/invalid-variable-type"),
        ("var<workgroup> a: array<", ", 2>;", "type/invalid-variable-type"),
        ("@group(0) @binding(0) var<storage> a: ", ";", "type/not-host-shareable"),
        ("@group(0) @binding(0) var<uniform> a: ", ";", "type/not-host-shareable"),
        ("fn f(p: ptr<private, ", ">) {}", "type/invalid-variable-type"),
        ("const a = ", "();", "const/not-const"),
        ("const a = array<", ", 2>();", "const/not-const"),
        ("@compute @workgroup_size(1) fn f() { ", "(); }", "type/must-use"),
        ("@fragment fn f() { _ = ", "(); }", "interface/stage-not-allowed"),
        ("@fragment fn f() { var a: ", "; }", "interface/stage-not-allowed"),
        (
            "@vertex fn f() -> @builtin(position) vec4f { g(); return vec4f(); } fn g() { let a = ",
            "(); }",
            "interface/stage-not-allowed",
        ),
    ] {
        let text = format!("{before}subgroup_matrix_left<f32, 8, 8>{after}");
        let found = judge(MATRICES, &text);
        assert_eq!(found.iter().map(|(code, ..)| *code).collect::<Vec<_>>(), [code], "{text}: {found:?}");
    }
    let structure = "struct S { m: subgroup_matrix_left<f32, 8, 8> } var<private> s: S;";
    assert_eq!(judge(MATRICES, structure), [("type/invalid-variable-type", 2, 65)]);
    let output = "@fragment fn f() -> @location(0) subgroup_matrix_left<f32, 8, 8> { return subgroup_matrix_left<f32, 8, 8>(); }";
    assert_eq!(judge(MATRICES, output)[0].0, "interface/invalid-io-type");
}

#[test]
fn eight_bit_integers_are_components_alone() {
    reject(
        MATRICES,
        &[
            ("alias T = vec2<i8>;", "type/invalid-template-argument", 16),
            ("alias T = array<i8, 4>;", "type/invalid-element-type", 17),
            ("alias T = atomic<u8>;", "type/invalid-template-argument", 18),
            ("alias T = ptr<function, i8>;", "type/invalid-variable-type", 25),
            ("alias T = texture_2d<u8>;", "type/invalid-template-argument", 22),
            ("struct S { a: i8 }", "type/invalid-element-type", 15),
            ("var<private> a: u8;", "type/invalid-variable-type", 17),
            ("fn f() { var a: u8; }", "type/invalid-variable-type", 17),
            ("fn f(a: i8) {}", "type/invalid-parameter-type", 9),
            ("const a = i8(1);", "type/not-constructible", 11),
            ("const a = u8();", "type/not-constructible", 11),
            ("fn f() -> i8 { return 1; }", "type/invalid-return-type", 11),
            ("override a: i8;", "type/invalid-variable-type", 13),
            ("fn f() { _ = bitcast<i8>(1); }", "type/no-matching-overload", 14),
        ],
    );
}

#[test]
fn loads_and_stores_of_subgroup_matrices_are_checked() {
    let overload = "type/no-matching-overload";
    for (body, code) in [
        ("_ = subgroupMatrixLoad<f32, row_major>(&b, 0, 8);", overload),
        ("_ = subgroupMatrixLoad<M>(&b, 0, 8);", overload),
        ("_ = subgroupMatrixLoad<M, row_major>(&b, 0, true, 8);", overload),
        ("_ = subgroupMatrixLoad<row_major, M>(&b, 0, 8);", overload),
        ("_ = subgroupMatrixLoad<M, row_major, row_major>(&b, 0, 8);", overload),
        ("_ = subgroupMatrixLoad<M, row_major>(&b, 0.5, 8);", overload),
        ("_ = subgroupMatrixLoad<M, row_major>(&b, 0, true);", overload),
        ("_ = subgroupMatrixLoad<M, row_major>(b, 0, 8);", "type/not-constructible"),
        ("_ = subgroupMatrixLoad<M, row_major>(&p, 0, 8);", overload),
        ("_ = subgroupMatrixLoad<M, row_major>(&x, 0, 8);", overload),
        ("_ = subgroupMatrixLoad<M>(&b, 0, 1, 8);", overload),
        ("_ = subgroupMatrixLoad<M, read>(&b, 0, 8);", "resolve/not-a-type"),
        ("subgroupMatrixLoad<M, row_major>(&b, 0, 8);", "type/must-use"),
        ("subgroupMatrixStore<row_major>(&r, 0, M(), 8);", overload),
        ("subgroupMatrixStore<row_major>(&b, 0, 1.0, 8);", overload),
        ("subgroupMatrixStore<M>(&b, 0, M(), 8);", overload),
        ("subgroupMatrixStore(&b, 0, M(), 8);", overload),
        ("let i = b[0] == 1; _ = subgroupMatrixLoad<M>(&b, 0, i, 8);", "const/not-const"),
        ("_ = bitcast<row_major>(1u);", "type/no-matching-overload"),
    ] {
        let text = format!(
            "@compute @workgroup_size(64) fn f() {{ {body} }}
             alias M = subgroup_matrix_left<f32, 8, 8>; var<private> p: array<f32, 64>;
             @group(0) @binding(0) var<storage, read_write> b: array<f32>;
             @group(0) @binding(1) var<storage> r: array<f32>;
             @group(0) @binding(2) var<storage> x: array<mat2x2f>;"
        );
        let found = judge(MATRICES, &text);
        assert_eq!(found.iter().map(|(code, ..)| *code).collect::<Vec<_>>(), [code], "{body}: {found:?}");
    }
}

/// As in Tint, no filter disables that.
#[test]
fn subgroup_matrices_want_uniform_control_flow_and_arguments() {
    for (body, columns) in [
        ("let m = M();", &[][..]),
        ("if g.x == 1 { let m = M(); }", &[]),
        ("let m = M(f32(i));", &[11]),
        ("if i == 0 { let m = M(); }", &[21]),
        ("if i == 0 { let m = array<M, 2>(); }", &[21]),
        ("if i == 0 { let m = S(); }", &[21]),
        ("if i == 0 { _ = subgroupMatrixLoad<M, row_major>(&b, 0, 8); }", &[17]),
        ("if i == 0 { subgroupMatrixStore<row_major>(&b, 0, n, 8); }", &[13]),
        ("if i == 0 { _ = subgroupMatrixMultiply<f32>(n, r); }", &[17]),
        ("if i == 0 { _ = subgroupMatrixScalarAdd(n, 1); }", &[17]),
        ("_ = subgroupMatrixScalarAdd(n, f32(i));", &[32]),
        ("_ = subgroupMatrixLoad<M, row_major>(&b, i, 8);", &[42]),
        ("subgroupMatrixStore<row_major>(&b, 0, n, i);", &[42]),
        ("for (var k = 0; k < 4; k++) { _ = subgroupMatrixLoad<M, row_major>(&b, k, 8); }", &[]),
        ("if s == 0 { let m = subgroupMatrixLoad<M, row_major>(&b, s, 8); }", &[]),
    ] {
        let text = format!(
            "diagnostic(off, subgroup_uniformity);
             alias M = subgroup_matrix_left<f32, 8, 8>; struct S {{ m: M }}
             @group(0) @binding(0) var<storage, read_write> b: array<f32>;
             @compute @workgroup_size(64) fn f(@builtin(local_invocation_index) i: u32,
                 @builtin(workgroup_id) g: vec3u, @builtin(subgroup_id) s: u32) {{
                 let n = M(); let r = subgroup_matrix_right<f32, 8, 8>();
{body}
            }}"
        );
        let expected: Vec<Finding> =
            columns.iter().map(|column| ("uniformity/subgroup", 8, *column)).collect();
        let directive = "enable chromium_experimental_subgroup_matrix, subgroups;";
        assert_eq!(judge(directive, &text), expected, "{body}");
    }
}
