//! How messages name types: as people write them.

use wgsl_validator::{Options, validate};

fn messages(text: &str) -> Vec<String> {
    let report = validate(text, &Options::default());
    report.diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
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
    for code in wgsl_spec::Code::ALL {
        let Some(example) = &code.info().example else { continue };
        for message in messages(example.wrong.text) {
            let first = message.chars().next().unwrap();
            assert!(!first.is_uppercase(), "{message}");
            assert!(!message.ends_with('.') && !message.contains('\n'), "{message}");
        }
    }
}

#[test]
fn a_failed_call_lists_what_would_fit() {
    let report = validate("const a = abs(true);", &Options::default());
    let diagnostic = &report.diagnostics[0];
    assert_eq!(diagnostic.code.slug(), "type/no-matching-overload");
    let notes = diagnostic.notes.join("\n");
    assert!(notes.contains("abs(e: T) -> T"), "{notes}");
}
