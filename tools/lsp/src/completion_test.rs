use super::*;
use crate::analysis::marked;

fn labels(program: &str) -> Vec<String> {
    let (analysis, marks) = marked(program);
    completions(&analysis, marks[0]).into_iter().map(|item| item.label).collect()
}

#[track_caller]
fn has(program: &str, wanted: &[&str], unwanted: &[&str]) {
    let labels = labels(program);
    for word in wanted {
        assert!(labels.iter().any(|label| label == word), "{word}: {labels:?}");
    }
    for word in unwanted {
        assert!(labels.iter().all(|label| label != word), "{word}: {labels:?}");
    }
}

#[test]
fn members_follow_a_dot() {
    let members = ["position", "colour"];
    let declared = "struct S { position: vec3f, colour: vec4f }\nfn f(s: S, p: ptr<function, S>) {\n";
    for statement in [
        "let a = s.|",
        "let a = s.|;",
        "let a = s.pos|;",
        "let a = max(s.|",
        "_ = p.|",
        "s.|\n let b = 1;",
        "if s.| {}",
    ] {
        assert_eq!(labels(&format!("{declared}{statement}\n}}")), members, "{statement}");
    }
    has(
        &format!("{declared} let a = s.position.|\n}}"),
        &["x", "z", "xyz", "rgb"],
        &["w", "xyzw", "position"],
    );
    has("fn f() { let a = frexp(1.0).| }", &["fract", "exp"], &["whole"]);
    assert_eq!(labels("fn f() { let a = 1.| }"), [""; 0]);
    assert_eq!(labels("fn f() { let a = true.|; }"), [""; 0]);
}

#[test]
fn expressions_begin_with_names_in_scope() {
    let program = "const one = 1; struct S { a: i32 } fn f(a: i32) { let b = 1; let c = |; let d = 1; } fn g(e: i32) {}";
    has(
        program,
        &["one", "S", "a", "b", "f", "g", "clamp", "vec3", "vec3f", "true"],
        &["c", "d", "e", "storage", "let", "position"],
    );
    has("fn f(clamp: i32) { let a = |; }", &["clamp"], &[]);
    assert_eq!(labels("fn f(clamp: i32) { let a = |; }").iter().filter(|it| *it == "clamp").count(), 1);
    has("fn f() { | }", &["let", "return", "f"], &["fn"]);
    has("| ", &["fn", "struct"], &["let"]);
}

#[test]
fn types_follow_a_colon() {
    has(
        "struct S {} alias T = S; const one = 1; var<private> a: |;",
        &["S", "T", "f32", "array"],
        &["one", "clamp"],
    );
    has("fn f() -> | {}", &["vec4f"], &["clamp"]);
}

#[test]
fn words_of_the_language_have_their_places() {
    has("@|", &["align", "compute", "workgroup_size"], &["const", "position"]);
    has("@vertex fn f(@builtin(|) a: u32) {}", &["vertex_index", "position"], &["align"]);
    has("struct S { @interpolate(|", &["flat"], &["center"]);
    has("struct S { @interpolate(flat, |", &["either"], &["flat"]);
    has("enable |;", &["f16", "subgroups"], &["buffer_view"]);
    has("requires |", &["buffer_view"], &["f16"]);
    has("diagnostic(|", &["off"], &["derivative_uniformity"]);
    has("diagnostic(off, |", &["derivative_uniformity"], &["off"]);
    has("var<|", &["storage", "private"], &["handle", "read"]);
    has("var<storage, |", &["read_write"], &["storage"]);
    has("var a: texture_storage_2d<|", &["rgba8unorm"], &["write"]);
    has("var a: texture_storage_2d<rgba8unorm, |", &["write"], &["rgba8unorm"]);
    has("fn f(p: ptr<function, |", &["f32"], &["read"]);
    has("var a: array<|", &["f32", "vec3"], &["clamp"]);
}

#[test]
fn items_say_more() {
    let (analysis, marks) = marked("fn area(side: f32) -> f32 { return |; }");
    let items = completions(&analysis, marks[0]);
    let detail =
        |label: &str| items.iter().find(|item| item.label == label).and_then(|item| item.detail.clone());
    assert_eq!(detail("area").as_deref(), Some("fn area(side: f32) -> f32"));
    assert_eq!(detail("side").as_deref(), Some("side: f32"));
    assert!(detail("clamp").is_some_and(|detail| detail.starts_with("clamp(e: T")));
    let clamp = items.iter().find(|item| item.label == "clamp").expect("it is there").clone();
    assert!(resolved(clamp, Edition::Current).documentation.is_some());
}
