//! Pipelines: the entry point, the values of overrides, and everything that depends on them.
//! <https://www.w3.org/TR/WGSL/#pipeline-creation>

use crate::common::{Finding, found_in_stage, places};
use wgsl_spec::ShaderStage;
use wgsl_validator::{Options, PipelineRequest};

type Constants = &'static [(&'static str, f64)];

fn request(stage: Option<ShaderStage>, entry_point: Option<&str>, constants: Constants) -> PipelineRequest {
    PipelineRequest {
        stage,
        entry_point: entry_point.map(str::to_owned),
        constants: constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
    }
}

fn judge(text: &str, request: &PipelineRequest) -> Vec<Finding> {
    places(text, &found_in_stage(text, request, &Options::default()))
}

fn check(cases: &[(&'static str, Constants, &[Finding])]) {
    for (text, constants, wanted) in cases {
        assert_eq!(judge(text, &request(None, None, constants)), *wanted, "{text} with {constants:?}");
    }
}

#[test]
fn an_entry_point_is_found_by_stage_and_name() {
    let two = "@fragment fn a() {} @compute @workgroup_size(1) fn b() {} fn c() {}";
    let three = "@fragment fn a() {} @fragment fn b() {} @compute @workgroup_size(1) fn c() {}";
    let (vertex, fragment, compute) =
        (Some(ShaderStage::Vertex), Some(ShaderStage::Fragment), Some(ShaderStage::Compute));
    for (text, stage, name, is_found) in [
        (two, None, Some("a"), true),
        (two, None, Some("b"), true),
        (two, None, Some("c"), false),
        (two, None, Some("d"), false),
        (two, None, None, false),
        (two, fragment, None, true),
        (two, compute, None, true),
        (two, vertex, None, false),
        (two, fragment, Some("a"), true),
        (two, compute, Some("a"), false),
        (two, fragment, Some("b"), false),
        (three, fragment, None, false),
        (three, fragment, Some("a"), true),
        (three, fragment, Some("b"), true),
        (three, compute, None, true),
        (three, None, None, false),
        ("@fragment fn a() {}", None, None, true),
        ("fn a() {}", None, None, false),
    ] {
        let found = judge(text, &request(stage, name, &[]));
        let wanted: &[Finding] = if is_found { &[] } else { &[("pipeline/unknown-entry-point", 1, 1)] };
        assert_eq!(found, wanted, "{text}, {stage:?}, {name:?}");
    }
}

/// An override, values that it can have, and values that it can't.
const RANGES: &[(&str, &[f64], &[f64])] = &[
    (
        "override o: i32;",
        &[0.0, -2_147_483_648.0, 2_147_483_647.0, 2_147_483_647.9, -2_147_483_648.9, 1.5],
        &[2_147_483_648.0, -2_147_483_649.0, f64::NAN, f64::INFINITY],
    ),
    (
        "override o: u32;",
        &[0.0, 4_294_967_295.0, 4_294_967_295.9, -0.9],
        &[4_294_967_296.0, -1.0, f64::NAN, f64::NEG_INFINITY],
    ),
    ("override o: f32;", &[0.0, 3.4e38, -3.4e38, 1e-50], &[3.5e38, -3.5e38, f64::NAN, f64::INFINITY]),
    ("enable f16; override o: f16;", &[0.0, 65504.0, -65504.0, 65519.0], &[65520.0, -65520.0, f64::NAN]),
    ("override o: bool;", &[0.0, 1.0, -7.0, 1e300], &[f64::NAN, f64::INFINITY]),
];

#[test]
fn constants_lie_in_the_range_of_their_type() {
    for (declaration, fine, beyond) in RANGES {
        let text = format!("{declaration} @fragment fn main() {{ _ = o; }}");
        for (values, is_fine) in [(fine, true), (beyond, false)] {
            for value in *values {
                let mut request = request(None, None, &[]);
                request.constants.push(("o".to_owned(), *value));
                let codes: Vec<&str> = judge(&text, &request).iter().map(|(code, ..)| *code).collect();
                let wanted: &[&str] = if is_fine { &[] } else { &["pipeline/constant-out-of-range"] };
                assert_eq!(codes, wanted, "{declaration} {value}");
            }
        }
    }
}

#[test]
fn constants_are_converted_to_the_type_of_their_override() {
    let asserts = |declaration: &str, value: f64, condition: &str| {
        let text = format!(
            "{declaration} override zero = 0; @fragment fn main() {{ _ = !({condition}) && 1 / zero == 1; }}"
        );
        let mut request = request(None, None, &[]);
        request.constants.push(("o".to_owned(), value));
        judge(&text, &request)
    };
    for (declaration, value, condition) in [
        ("override o: i32;", -3.9, "o == -3"),
        ("override o: u32;", 3.9, "o == 3"),
        ("override o: u32;", 4_294_967_295.0, "o == 4294967295u"),
        ("override o: f32;", 0.1, "o == 0.1f"),
        ("enable f16; override o: f16;", 0.5, "o == 0.5h"),
        ("override o: bool;", 0.0, "!o"),
        ("override o: bool;", 0.5, "o"),
        ("override o: bool;", 1.0, "o && true"),
        ("override o: bool;", 1.0, "true && o"),
        ("override o: bool;", 1.0, "!(o && false)"),
        ("override o: bool;", 1.0, "o || false"),
        ("override o: bool;", 0.0, "!(o || false)"),
        ("override o: bool;", 0.0, "!(o && true)"),
        ("override o: bool;", 0.0, "o || true"),
        ("override o = 3;", 4.0, "array(1, 2, 3, 4, 5)[o] == 5"),
        ("override o = 3;", 4.0, "vec2(o, 7).yx.y == 4 && vec3(1, o, 2)[1] == 4"),
        ("override o = 3;", 4.0, "array<i32, 2>(o, o + 1)[1] == 5"),
        ("override o = 3; override p = o * 2;", 4.0, "p == 8"),
        ("override o = 3; override p: u32 = u32(o) * 2;", 4.0, "p == 8u"),
        ("override o: i32 = 7;", 5.0, "o == 5"),
        ("override o = 1.5;", 2.5, "o == 2.5f"),
    ] {
        assert_eq!(asserts(declaration, value, condition), [], "{declaration} {value}");
        let negated = asserts(declaration, value, &format!("!({condition})"));
        assert_eq!(negated.len(), 1, "{declaration} {value}: {negated:?}");
    }
}

#[test]
fn a_key_is_the_id_or_else_the_name() {
    check(&[
        ("@id(3) override o: i32; @fragment fn main() { _ = o; }", &[("3", 1.0)], &[]),
        (
            "@id(3) override o: i32; @fragment fn main() { _ = o; }",
            &[("o", 1.0)],
            &[("pipeline/unknown-constant", 1, 1)],
        ),
        ("override o: i32; @fragment fn main() { _ = o; }", &[("o", 1.0)], &[]),
        (
            "override o: i32; @fragment fn main() { _ = o; }",
            &[("p", 1.0), ("o", 1.0)],
            &[("pipeline/unknown-constant", 1, 1)],
        ),
        (
            "const o = 1; @fragment fn main() { _ = o; }",
            &[("o", 1.0)],
            &[("pipeline/unknown-constant", 1, 1)],
        ),
        (
            "var<private> o: i32; @fragment fn main() { _ = o; }",
            &[("o", 1.0)],
            &[("pipeline/unknown-constant", 1, 1)],
        ),
        (
            "override a: i32; override b: u32; @fragment fn main() { _ = a; _ = b; }",
            &[("a", -1.0), ("b", -1.0)],
            &[("pipeline/constant-out-of-range", 1, 27)],
        ),
    ]);
}

#[test]
fn only_what_the_entry_point_reaches_is_judged() {
    check(&[
        ("override o: i32; @fragment fn main() { _ = o; }", &[], &[("pipeline/missing-constant", 1, 10)]),
        ("override o: i32; fn g() { _ = o; } @fragment fn main() { }", &[], &[]),
        (
            "override o: i32; fn g() { _ = o; } @fragment fn main() { g(); }",
            &[],
            &[("pipeline/missing-constant", 1, 10)],
        ),
        ("override o: i32; override p = o; @fragment fn main() { }", &[], &[]),
        (
            "override o: i32; override p = o; @fragment fn main() { _ = p; }",
            &[],
            &[("pipeline/missing-constant", 1, 10)],
        ),
        // A value replaces the initializer, but the identifiers in it are still statically accessed.
        (
            "override o: i32; override p: i32 = o; @fragment fn main() { _ = p; }",
            &[("p", 1.0)],
            &[("pipeline/missing-constant", 1, 10)],
        ),
        (
            "override o: i32; override p = o; @fragment fn main() { _ = p; }",
            &[("p", 1.0)],
            &[("pipeline/missing-constant", 1, 10)],
        ),
        (
            "override o: i32; var<workgroup> w: array<i32, o>; @compute @workgroup_size(1) fn main() { w[0] = 1; }",
            &[],
            &[("pipeline/missing-constant", 1, 10)],
        ),
        (
            "override o: i32; var<workgroup> w: array<i32, o>; @compute @workgroup_size(1) fn main() { }",
            &[],
            &[],
        ),
        ("override o = 1; override p = 1 / o; @fragment fn main() { _ = p; }", &[("o", 1.0)], &[]),
        (
            "override o = 1; override p = 1 / o; @fragment fn main() { _ = p; }",
            &[("o", 0.0)],
            &[("const/division-by-zero", 1, 30)],
        ),
        (
            "override o = 1; override p = 1 / o; @fragment fn main() { _ = p; }",
            &[("o", 0.0), ("p", 1.0)],
            &[],
        ),
        ("override o = 1; override p = 1 / o; @fragment fn main() { }", &[("o", 0.0)], &[]),
    ]);
}

#[test]
fn values_of_overrides_obey_the_rules_of_const_expressions() {
    check(&[
        (
            "override o = 1; @fragment fn main() { let a = array(1, 2); _ = a[o]; }",
            &[("o", 2.0)],
            &[("const/index-out-of-bounds", 1, 66)],
        ),
        ("override o = 1; @fragment fn main() { let a = array(1, 2); _ = a[o]; }", &[("o", 1.0)], &[]),
        (
            "override o = 1; @fragment fn main() { _ = 1u << u32(o); }",
            &[("o", 32.0)],
            &[("const/shift-too-far", 1, 43)],
        ),
        (
            "override o: u32 = 1; @fragment fn main() { var a = 1u; a = a << o; }",
            &[("o", 32.0)],
            &[("const/shift-too-far", 1, 65)],
        ),
        ("override o = 1; @fragment fn main() { _ = o > 0 && 1 / o == 1; }", &[("o", 0.0)], &[]),
        (
            "override o = 1; @fragment fn main() { _ = o >= 0 && 1 / o == 1; }",
            &[("o", 0.0)],
            &[("const/division-by-zero", 1, 53)],
        ),
        ("override o = 1; @fragment fn main() { _ = o <= 0 || 1 / o == 1; }", &[("o", 0.0)], &[]),
    ]);
}

#[test]
fn workgroups_are_no_larger_than_every_device_allows() {
    let text =
        "override x = 1; override y = 1; override z = 1; @compute @workgroup_size(x, y, z) fn main() {}";
    check(&[
        (text, &[("x", 256.0)], &[]),
        (text, &[("x", 257.0)], &[("pipeline/workgroup-size", 1, 74)]),
        (text, &[("y", 256.0)], &[]),
        (text, &[("y", 257.0)], &[("pipeline/workgroup-size", 1, 77)]),
        (text, &[("z", 64.0)], &[]),
        (text, &[("z", 65.0)], &[("pipeline/workgroup-size", 1, 80)]),
        (text, &[("x", 16.0), ("y", 16.0)], &[]),
        (text, &[("x", 16.0), ("y", 8.0), ("z", 2.0)], &[]),
        (text, &[("x", 16.0), ("y", 8.0), ("z", 3.0)], &[("pipeline/workgroup-size", 1, 58)]),
        (text, &[("x", 17.0), ("y", 16.0)], &[("pipeline/workgroup-size", 1, 58)]),
        (
            text,
            &[("x", 0.0), ("y", 257.0)],
            &[("interface/invalid-workgroup-size", 1, 74), ("pipeline/workgroup-size", 1, 77)],
        ),
        (text, &[("x", -1.0)], &[("interface/invalid-workgroup-size", 1, 74)]),
        ("@compute @workgroup_size(300) fn main() {}", &[], &[("pipeline/workgroup-size", 1, 26)]),
    ]);
}

#[test]
fn variables_of_a_workgroup_fit_into_its_memory() {
    let array = "override n = 1; var<workgroup> a: array<u32, n>; var<workgroup> b: u32; var<workgroup> c: vec4f; \
                 var<private> p: array<u32, 2000>; @compute @workgroup_size(1) fn main() { a[0] = 1; p[0] = 1; }";
    let sum = "override n = 1; var<workgroup> a: array<u32, n * 4>; var<workgroup> b: u32; \
               @compute @workgroup_size(1) fn main() { a[0] = 1; b = 1; }";
    let fixed = "var<workgroup> a: array<vec3f, 1024>; \
                 @compute @workgroup_size(1) fn main() { a[0].x = 1; }";
    let beyond =
        "var<workgroup> a: array<vec3f, 1025>; @compute @workgroup_size(1) fn main() { a[0].x = 1; }";
    let buffer =
        "var<workgroup> a: buffer<16388>; @compute @workgroup_size(1) fn main() { _ = bufferLength(&a); }";
    check(&[
        (array, &[("n", 4096.0)], &[]),
        (array, &[("n", 4097.0)], &[("pipeline/workgroup-storage", 1, 163)]),
        // The size of each variable is rounded up to a multiple of 16 bytes.
        (sum, &[("n", 1023.0)], &[]),
        (sum, &[("n", 1024.0)], &[("pipeline/workgroup-storage", 1, 108)]),
        (fixed, &[], &[]),
        (beyond, &[], &[("pipeline/workgroup-storage", 1, 70)]),
        (buffer, &[], &[("pipeline/workgroup-storage", 1, 65)]),
    ]);
}
