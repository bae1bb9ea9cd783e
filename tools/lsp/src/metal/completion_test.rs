use super::*;
use crate::analysis::{Facts, address, analyse_metal, unmarked};
use crate::assembly::Alone;
use crate::workspace::Workspace;

fn items(program: &str) -> Vec<CompletionItem> {
    let (text, marks) = unmarked(program);
    let analysis = analyse_metal(&text);
    let Facts::Metal(program) = analysis.facts() else { panic!("Metal") };
    let mut workspace = Workspace::new(&Alone);
    let check = &mut |text: &str| workspace.metal_program(&address().0, text);
    completions(&analysis, program, marks[0], check)
}

#[track_caller]
fn offers(program: &str, expected: &[&str], others: &[&str]) {
    let labels: Vec<String> = items(program).into_iter().map(|item| item.label).collect();
    for label in expected {
        assert!(labels.iter().any(|it| it == label), "{program}: no {label} in {labels:?}");
    }
    for label in others {
        assert!(!labels.iter().any(|it| it == label), "{program}: {label}");
    }
}

#[track_caller]
fn are(program: &str, expected: &[&str]) {
    let labels: Vec<String> = items(program).into_iter().map(|item| item.label).collect();
    assert_eq!(labels, expected, "{program}");
}

const LIBRARY: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

#[test]
fn names_in_scope_are_offered() {
    let declared = "constant int g = 1; struct S { int m; }; enum E { first }; enum class C { inner }; typedef S T; namespace n { int h(); }";
    let function =
        "int f(int p) { int a = 1; { int hidden; } for (int i = 0; i < p; i++) { int b = |; } int later; }";
    offers(
        &format!("{declared} {function} int after();"),
        &[
            "g", "S", "E", "first", "C", "T", "n", "f", "p", "a", "i", "return", "device", "float4", "metal",
            "INT_MAX",
        ],
        &["m", "inner", "h", "hidden", "later", "after", "max"],
    );
    offers(&format!("{LIBRARY}void f() {{ int a = |; }}"), &["max", "texture2d", "mem_flags"], &[]);
    offers("struct S { int m; int get() { return |; } };", &["m", "get"], &[]);
    offers("template <typename T> T f(T x) { return |; }", &["T", "x"], &[]);
    let shadowed = items("float a; int f(int a) { return |; }");
    let details: Vec<_> =
        shadowed.iter().filter(|it| it.label == "a").map(|it| it.detail.as_deref()).collect();
    assert_eq!(details, [Some("int a")]);
}

#[test]
fn a_broken_program_has_names() {
    offers("int f(int p) { int a = 1; int b = p + |", &["p", "a", "f"], &["b"]);
    offers("int f(int p) { int a = 1; g(a, | }", &["p", "a", "f"], &[]);
    offers("int f(int p) { int a = 1; if (a < |\n return a; }", &["p", "a", "f"], &[]);
    offers("int f(int p) { int a = 1; |\n int b = a; return b; }", &["p", "a", "f"], &["b"]);
}

#[test]
fn members_are_offered() {
    let program = |statement: &str| {
        format!(
            "{LIBRARY}struct S {{ int a; float2 b; int get() const {{ return a; }} }};\nint f(S s, device S* p) {{ {statement} }}"
        )
    };
    are(&program("return s.|;"), &["a", "b", "get"]);
    are(&program("return p->|"), &["a", "b", "get"]);
    are(&program("int x = max(1, p[0].|"), &["a", "b", "get"]);
    are(&program("s.| = 1; return 1;"), &["a", "b", "get"]);
    are(&program("s.|\n return 1;"), &["a", "b", "get"]);
    are(&program("return s.b.x|;"), &["x", "y", "xy", "r", "g", "rg"]);
    let details: Vec<_> = items(&program("return s.|;")).into_iter().filter_map(|it| it.detail).collect();
    assert_eq!(details, ["int a", "float2 b", "int get()"]);
    let texture = "fragment float4 f(texture2d<float> t [[texture(0)]]) { return t.| }";
    offers(&format!("{LIBRARY}{texture}"), &["sample", "read", "get_width"], &["write_all", "max"]);
    are("class C { int hidden; public: int shown; }; int f(C c) { return c.|; }", &["shown"]);
}

#[test]
fn paths_have_the_names_of_their_namespace() {
    are("namespace n { int a(); struct S {}; } int f() { return n::|; }", &["a", "S"]);
    are("enum class E { one, two }; E f() { return E::|", &["one", "two"]);
    offers("#include <metal_stdlib>\nint f() { return metal::|; }", &["max", "fast"], &["f"]);
    offers(&format!("{LIBRARY}constexpr sampler s(filter::|"), &["linear", "nearest"], &["max"]);
}

#[test]
fn the_place_decides() {
    offers("kernel void k(device int* a [[|", &["buffer", "thread_position_in_grid"], &["max"]);
    offers("kernel void k(device int* a [[buffer(0), |]]) {}", &["function_constant"], &[]);
    offers("#include <|", &["metal_stdlib", "simd/simd.h"], &["max"]);
    offers("#|", &["include", "define"], &["max"]);
    for nothing in [
        "// |",
        "int f() { return 1|; }",
        "struct S {}; S |",
        "int |",
        "int f() { float |",
        "constant int a = \"|",
    ] {
        are(nothing, &[]);
    }
}

#[test]
fn functions_have_signatures() {
    let all = items(&format!("{LIBRARY}float f(int a, float b) {{ return |; }}"));
    let detail = |label: &str| {
        let mut found = all.iter().filter(|item| item.label == label);
        found.next().and_then(|item| item.detail.clone()).unwrap_or_default()
    };
    assert_eq!(detail("f"), "float f(int a, float b)");
    assert_eq!(detail("clamp"), "clamp(x: T, minval: T, maxval: T) -> T");
    assert!(all.iter().all(|item| item.data.is_some()));
}
