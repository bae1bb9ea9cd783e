//! Messages name types as people write them.

use wgsl_validator::{Options, validate};

fn messages(text: &str) -> Vec<String> {
    let module = validate(text, &Options::default());
    module.diagnostics().iter().map(|diagnostic| diagnostic.message.clone()).collect()
}

#[test]
fn types_are_printed_as_people_write_them() {
    for (declarations, value, printed) in [
        ("", "1", "AbstractInt"),
        ("", "1.5", "AbstractFloat"),
        ("", "1u", "u32"),
        ("enable f16;", "1h", "f16"),
        ("", "vec3(1, 2, 3)", "vec3<AbstractInt>"),
        ("", "vec2(true)", "vec2<bool>"),
        ("", "mat3x2f()", "mat3x2<f32>"),
        ("", "array(1, 2)", "array<AbstractInt, 2>"),
        ("", "array<vec2u, 3>()", "array<vec2<u32>, 3>"),
        ("struct Light { a: i32 }", "Light()", "Light"),
        ("struct Light { a: i32 }", "array<Light, 2>()", "array<Light, 2>"),
        ("alias Color = vec4f;", "Color()", "vec4<f32>"),
        ("var<private> v: i32;", "&v", "ptr<private, i32, read_write>"),
        ("@group(0) @binding(0) var<storage> v: array<u32>;", "&v", "ptr<storage, array<u32>, read>"),
        ("@group(0) @binding(0) var t: texture_2d<f32>;", "t", "texture_2d<f32>"),
        (
            "@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;",
            "t",
            "texture_storage_2d<rgba8unorm, write>",
        ),
        ("@group(0) @binding(0) var t: texture_depth_2d;", "t", "texture_depth_2d"),
        ("@group(0) @binding(0) var s: sampler_comparison;", "s", "sampler_comparison"),
        ("", "frexp(1.5f)", "__frexp_result_f32"),
        ("", "modf(vec2f())", "__modf_result_vec2_f32"),
    ] {
        let text = format!("{declarations} fn f() {{ if {value} {{}} }}");
        let messages = messages(&text);
        assert_eq!(messages.len(), 1, "{value}: {messages:?}");
        assert!(messages[0].contains(&format!("`{printed}`")), "{value}: {}", messages[0]);
    }
}

#[test]
fn messages_are_one_sentence_in_lower_case() {
    for code in wgsl_spec::INVENTORY.codes {
        let Some(Ok(example)) = wgsl_spec::example(code) else { continue };
        for message in messages(example.wrong.text) {
            let first = message.chars().next().unwrap();
            assert!(!first.is_uppercase(), "{message}");
            assert!(!message.ends_with('.') && !message.contains('\n'), "{message}");
        }
    }
}

#[test]
fn a_failed_call_lists_what_would_fit() {
    let module = validate("const a = abs(true);", &Options::default());
    let diagnostic = &module.diagnostics()[0];
    assert_eq!(diagnostic.rule.slug(), "type/no-matching-overload");
    let notes = diagnostic.notes.join("\n");
    assert!(notes.contains("abs(e: T) -> T"), "{notes}");
}

/// Names, numbers and other words that the message and notes of the first finding must contain, and words that they
/// must not.
#[test]
fn messages_name_what_they_are_about() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("@fragment fn f(@builtin(vertex_index) a: u32) {}", &["`vertex_index`", "input", "fragment"], &[]),
        ("@fragment fn f() -> @builtin(position) vec4f { return vec4f(); }", &["output", "fragment"], &[]),
        ("@compute @workgroup_size(1) fn f(@builtin(position) a: vec4f) {}", &["input", "compute"], &[]),
        (
            "@vertex fn f(@builtin(position) a: vec4f) -> @builtin(position) vec4f { return a; }",
            &["`position`", "input", "vertex"],
            &[],
        ),
        ("@fragment fn f(@builtin(front_facing) a: u32) {}", &["`bool`", "`u32`"], &[]),
        ("@fragment fn f(@builtin(position) a: vec3f) {}", &["`vec4<f32>`", "`vec3<f32>`"], &[]),
        ("@fragment fn f(a: f32) {}", &["input"], &[]),
        ("@fragment fn f() -> f32 { return 1; }", &["output"], &[]),
        ("@fragment fn f(@location(0) a: i32) {}", &["input"], &[]),
        ("@group(0) var<uniform> a: i32;", &["`a`", "`@binding`"], &["`@group`"]),
        ("@binding(0) var<uniform> a: i32;", &["`a`", "`@group`"], &["`@binding`"]),
        ("var<uniform> a: i32;", &["`a`", "`@group`", "`@binding`"], &[]),
        ("fn f(@size(4) a: i32) {}", &["`@size`", "a parameter"], &[]),
        ("@align(4) fn f() {}", &["`@align`", "a function"], &[]),
        ("fn f() { @align(4) { } }", &["`@align`", "a statement"], &[]),
        ("struct S { @group(0) a: i32 }", &["`@group`", "a structure member"], &[]),
        ("@align(4) override a = 1;", &["`@align`", "`override`"], &[]),
        ("struct S { a: i32 } fn f(s: S) { _ = s.zzzz; }", &["`zzzz`", "`S`", "`a`"], &["`b`", " and "]),
        ("struct S { a: i32, b: i32 } fn f(s: S) { _ = s.zzzz; }", &["`a` and `b`"], &[]),
        ("struct S { a: i32, b: i32, c: i32 } fn f(s: S) { _ = s.zzzz; }", &["`a`, `b` and `c`"], &[]),
        ("fn g() {} fn f() { _ = g().x; }", &["`x`"], &["void"]),
        ("fn f(v: vec2f) { _ = v.xz; }", &["2", "`z`"], &["`x`"]),
        ("fn f(v: vec3f) { _ = v.rga; }", &["3", "`a`"], &["`g`"]),
        ("fn f(a: array<i32, 4>) { _ = a[5]; }", &["5", "4", "0 to 3"], &[]),
        ("fn g(a: i32) {} fn f() { g(1, 2); }", &["`g`", "1 argument", "2"], &["1 arguments"]),
        ("fn g(a: i32, b: i32) {} fn f() { g(1); }", &["`g`", "2 arguments", "1"], &[]),
        ("fn g(a: i32, b: i32) {} fn f() { g(1, 2u); }", &["argument 2", "`g`", "`i32`", "`u32`"], &[]),
        ("fn f() { _ = array<i32, 1>(1, 2); }", &["1 element,", "2"], &[]),
        ("fn f() { _ = abs(1, 2); }", &["`abs`", "2 arguments"], &["argument 1 does"]),
        ("fn f() { _ = min(true); }", &["`min`", "1 argument"], &["argument 1 does"]),
        ("fn f() { _ = abs(true); }", &["`abs`", "bool", "argument 1"], &["more"]),
        ("fn f() { _ = min(1u, 2i); }", &["`min`", "u32, i32", "argument 2"], &["argument 1", "more"]),
        ("fn f() { _ = bitcast<bool>(1u); }", &["`bitcast<bool>`", "u32", "candidate"], &["more"]),
        ("fn f() { _ = bitcast(1u); }", &["`bitcast`"], &["<"]),
        ("fn f() { _ = textureLoad(1); }", &["`textureLoad`", "1 argument", "more"], &["1 arguments"]),
        ("fn f(a: i32, b: u32) { _ = a + b; }", &["`+`", "`i32` and `u32`"], &[]),
        ("fn f(a: bool) { _ = -a; }", &["`-`", "`bool`"], &[" and "]),
        ("var<private> a: array<i32, 1, 2>;", &["`array`", "1 or 2", "3"], &[]),
        ("var<private> a: vec2<i32, i32>;", &["`vec2`", "1", "2"], &[" or "]),
        ("var<workgroup> a: buffer<3>;", &["4", "3"], &[]),
        ("var<private> a: atomic<f32>;", &["`atomic`", "`f32`"], &[]),
        ("struct S { @align(3) a: i32 }", &["3"], &[]),
        ("struct S { @size(2) a: i32 }", &["4", "`i32`", "2"], &[]),
        ("@compute @workgroup_size(0) fn f() {}", &["0"], &[]),
        ("@compute fn f() { discard; }", &["`f`"], &[]),
        ("@compute @workgroup_size(1) fn f() { discard; }", &["`discard`", "compute"], &["fragment"]),
        ("@fragment fn f() { workgroupBarrier(); }", &["`workgroupBarrier`", "fragment"], &["compute"]),
        ("var<workgroup> w: i32; @fragment fn f() { _ = w; }", &["`w`", "fragment"], &["vertex"]),
        ("@group(0) @binding(0) var<uniform> a: bool;", &["`uniform`", "`bool`"], &[]),
        ("fn f() { if 1 {} }", &["AbstractInt"], &[]),
        ("@compute @workgroup_size(1) fn f(@location(0) x: f32) {}", &["compute"], &[]),
        (
            "@fragment fn f(@location(0) x: f32) { if x > 0 { _ = dpdx(x); } }",
            &["`dpdx`", "derivative_uniformity"],
            &["subgroup_uniformity"],
        ),
        (
            "enable subgroups; @fragment fn f(@location(0) x: f32) { if x > 0 { _ = subgroupAdd(x); } }",
            &["`subgroupAdd`", "subgroup_uniformity"],
            &["derivative_uniformity"],
        ),
        ("fn f(a: i32) { const b = a; }", &["`const`"], &[]),
    ];
    for (program, held, not_held) in cases {
        let module = validate(program, &Options::default());
        let first = &module.diagnostics()[0];
        let said = format!("{}\n{}", first.message, first.notes.join("\n"));
        for part in *held {
            assert!(said.contains(part), "{program}: {part} is missing in\n{said}");
        }
        for part in *not_held {
            assert!(!said.contains(part), "{program}: {part} is too much in\n{said}");
        }
    }
}

#[test]
fn an_extension_that_only_an_engine_has_is_one_error() {
    let text = "enable wgpu_ray_query; @group(0) @binding(0) var a: acceleration_structure;
        fn f() { var q: ray_query; rayQueryInitialize(&q, a, RayDesc(RAY_FLAG_NONE, 0xFFu, 0.1, 9.0, vec3f(), vec3f(1.0))); }";
    let only = ["`wgpu_ray_query` is an extension of naga only: the specification does not have it"];
    assert_eq!(messages(text), only);
    let text = "@group(0) @binding(0) var a: binding_array<texture_2d<f32>>; @group(0) @binding(1) var b: binding_array<sampler>;
        @group(0) @binding(2) var c: texture_storage_2d<r64uint, write>;";
    let both = [
        "`binding_array` is part of naga only: the specification does not have it",
        "`r64uint` is part of naga only: the specification does not have it",
    ];
    assert_eq!(messages(text), both);
    assert!(messages("fn binding_array() {} fn g() { binding_array(); }").is_empty());
}
