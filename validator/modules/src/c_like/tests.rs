//! Programs with C-style preprocessing: their text, and where diagnostics are.

use super::{includes, is_c_like, needs_definitions};
use crate::tests::{assert_findings, link, project, project_with};
use crate::{Defines, File, Project};
use shader_source::steps;
use std::fmt::Write as _;
use wgsl_spec::Edition;
use wgsl_validator::Validator;

/// Returns the source of the first file's program.
fn text(files: &[(&str, &str)], names: &[(&str, &str)]) -> String {
    link(&project_with(files, names), files[0].0).text().to_owned()
}

fn main(text_of_main: &str, names: &[(&str, &str)]) -> String {
    text(&[("main.wgsl", text_of_main)], names)
}

#[test]
fn what_is_not_expanded_stays_as_it_is() {
    let source = "/* A /* nested A */ A */ // A \\\nconst a = 1u + 0x1p3f; // B#\n@group(0) @binding(1) var<storage> \u{e9}A: array<vec2<f32>>;\n";
    assert_eq!(main(&format!("#define A b\n{source}"), &[]), source);
}

#[test]
fn macros_are_expanded() {
    let source = "\
#define SIZE 64u
#define AT(g, b) @group(g) @binding(b) var<uniform>
#define NAME(x) x##_buffer
#define NEGATIVE -1
AT(0, SIZE) NAME(in): vec4<f32>;
const a = -NEGATIVE + (SIZE)-SIZE;
";
    let expected = "\
@group(0) @binding( 64u) var<uniform> in_buffer: vec4<f32>;
const a = - -1 + (64u)-64u;
";
    assert_eq!(main(source, &[]), expected);
}

#[test]
fn conditions_choose_lines() {
    let source =
        "#if defined(F16) && WIDTH >= 4\na\n#elif defined F16\nb\n#else\nc\n#endif\n#ifndef F16\nd\n#endif\n";
    assert_eq!(main(source, &[]), "c\nd\n");
    assert_eq!(main(source, &[("F16", "true")]), "b\n");
    assert_eq!(main(source, &[("F16", "true"), ("WIDTH", "4u")]), "a\n");
}

#[test]
fn files_are_included_and_diagnostics_are_in_them() {
    let files = [
        ("main.wgsl", "#include \"lib/a.tmpl\"\n#define T f32\nfn f() { let x: T = 1u; }\n"),
        ("lib/a.tmpl", "#pragma once\n#include \"../lib/b.tmpl\"\n#include \"b.tmpl\"\nconst a: u32 = B;\n"),
        ("lib/b.tmpl", "#pragma once\n#define B 1.5\n"),
    ];
    let project = project(&files);
    let expected = ["main.wgsl:3:21 type/mismatch", "lib/a.tmpl:4:16 type/mismatch"];
    assert_findings(&project, "main.wgsl", &expected);
    assert_eq!(link(&project, "main.wgsl").files().len(), 3);
}

#[test]
fn imports_in_angle_brackets_are_files_that_are_included_once() {
    let files = [
        ("main.wgsl", "#import <./lib/a.wgsl>\n#import <lib/b.wgsl>\nfn f() { let x: T = 1u; }\n"),
        ("lib/a.wgsl", "#import <b.wgsl>\nconst a: u32 = B;\n"),
        ("lib/b.wgsl", "const B = 1.5;\nalias T = f32;\n"),
    ];
    let expected = ["main.wgsl:3:21 type/mismatch", "lib/a.wgsl:2:16 type/mismatch"];
    assert_findings(&project(&files), "main.wgsl", &expected);
    assert_findings(
        &project(&[("main.wgsl", "#import <m.wgsl>\n")]),
        "main.wgsl",
        &["main.wgsl:1:9 module/unknown-include"],
    );
    assert!(!is_c_like("#import <a>\n#import b::c\n"), "naga_oil has no such path");
}

#[test]
fn folders_are_searched_in_their_order() {
    let files = [
        ("main.wgsl", "#include <a.inc>\n#include \"a.inc\"\n"),
        ("a.inc", "const own = 1;\n"),
        ("x/a.inc", "const x = 1;\n"),
        ("y/a.inc", "const y = 1;\n"),
    ];
    let mut project = project(&files);
    project.add_include_folder("/p/x");
    project.add_include_folder("/p/y");
    assert_eq!(link(&project, "main.wgsl").text(), "const x = 1;\nconst own = 1;\n");
    let file = project.file(project.find("/p/main.wgsl").expect("a file"));
    let found: Vec<String> = includes(file, &["/p/x".to_owned()]).into_iter().collect();
    assert_eq!(found, ["/p/a.inc", "/p/x/a.inc"]);
}

#[test]
fn mistakes_in_directives_are_the_only_ones() {
    let cases = [
        ("#include \"missing.inc\"\nfn f() { g(); }\n", "main.wgsl:1:10 module/unknown-include"),
        ("#if (\nfn f() { g(); }\n#endif\nfn h() { g(); }\n", "main.wgsl:1:1 module/invalid-test"),
        ("#ifdef A\nfn f() { g(); }\n", "main.wgsl:1:1 module/unbalanced-condition"),
        ("#define F(x) x\nconst a = F(1, 2) + b;\n", "main.wgsl:2:11 module/invalid-macro"),
        ("#undef\nconst a = b;\n", "main.wgsl:1:1 module/invalid-directive"),
        ("#include \"main.wgsl\"\n", "main.wgsl:1:1 module/include-nesting"),
    ];
    for (source, expected) in cases {
        assert_findings(&project(&[("main.wgsl", source)]), "main.wgsl", &[expected]);
    }
    let source = "#define A 1\n#define A 2\n#error not yet\nconst a: u32 = 1.5;\n";
    let expected = [
        "main.wgsl:2:9 module/macro-redefinition",
        "main.wgsl:3:1 module/error-directive `#error`: not yet",
        "main.wgsl:4:16 type/mismatch",
    ];
    assert_findings(&project(&[("main.wgsl", source)]), "main.wgsl", &expected);
}

#[test]
fn macros_that_multiply_are_bounded() {
    let mut source = "#define M0 1+1\n".to_owned();
    for level in 1..60 {
        let _ = writeln!(source, "#define M{level} M{0}+M{0}", level - 1);
    }
    source += "const a = M59;\n";
    let project = project(&[("main.wgsl", &source)]);
    assert_findings(&project, "main.wgsl", &["main.wgsl:61:11 module/macro-limit"]);
    assert!(link(&project, "main.wgsl").text().len() < 1 << 21);
}

#[test]
fn expansions_of_long_names_are_bounded() {
    let source = format!("#define A {}\n{}", "a".repeat(10_000), "A\n".repeat(10_000));
    let project = project(&[("main.wgsl", &source)]);
    assert_findings(&project, "main.wgsl", &["main.wgsl:106:1 module/macro-limit"]);
    assert!(link(&project, "main.wgsl").text().len() < 1 << 21);
}

#[test]
fn preprocessing_is_linear() {
    let work = |count: usize| {
        let source = "#define A 1\n#ifdef A\nconst x = A;\n#else\nb\n#endif\n#undef A\n".repeat(count);
        let project = project(&[("main.wgsl", &source)]);
        steps::of(|| drop(link(&project, "main.wgsl")))
    };
    let (few, many) = (work(100), work(400));
    assert!(few > 0 && many < 5 * few, "{few} steps become {many} for 4 times the text");
}

/// Returns the reason why the program of a file can't be checked as a whole, and the places of the errors that stay.
fn divided(source: &str) -> (Option<String>, Vec<String>) {
    let project = project(&[("main.wgsl", source)]);
    let program = link(&project, "main.wgsl");
    let found = Validator::default().diagnose(program.text());
    let (found, reason) = program.without_host_names(&project, found);
    (reason, found.iter().map(|it| it.primary.span.text(program.text()).to_owned()).collect())
}

#[test]
fn names_of_the_host_are_one_reason() {
    let source = "\
#ifdef F16
alias Type = f16;
#else
#endif
#if MODE == 1
fn f() {}
fn h() {}
#ifdef B
var<workgroup> g: Type;
#else
const g = 1;
#endif
#endif
@compute @workgroup_size(WG_SIZE) fn main() { var a: array<Type, N>; f(); h(); a[0] = g; }
";
    let (reason, found) = divided(source);
    let expected = "`N`, `WG_SIZE` are not declared: pass --define N=VALUE --define WG_SIZE=VALUE; \
        `g` is declared only after `#else`, `#ifdef B`; `f`, `h` are declared only after `#if MODE == 1`; \
        `Type` is declared only after `#ifdef F16`";
    assert_eq!(reason.as_deref(), Some(expected));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn misspelt_names_stay_errors() {
    let source = "#define A 1\nfn length_of() {}\nfn f() { lenght_of(); }\n";
    assert_eq!(divided(source), (None, vec!["lenght_of".to_owned()]));
    let source = "#ifdef A\nfn length_og() {}\n#endif\nfn length_of() {}\nfn f() { length_og(); }\n";
    assert_eq!(divided(source).0.as_deref(), Some("`length_og` is declared only after `#ifdef A`"));
    let source = "#define A 1\nconst TILE_M = 1;\nconst a = TILE_N;\n";
    let (reason, _) = divided(source);
    assert_eq!(reason.as_deref(), Some("`TILE_N` is not declared: pass --define TILE_N=VALUE"));
}

#[test]
fn errors_that_depend_on_no_definition_stay() {
    let source = "\
const first: u32 = 1.5;
#define ONE 1.5
const by_macro: u32 = ONE;
const by_host: u32 = N + true;
fn user() -> u32 { return by_host + 2.5; }
fn other() -> u32 { return first + 3.5; }
fn partly() -> u32 {
#ifdef A
    return 1u;
#endif
    return 4.5;
}
#ifndef A
fn conditional() -> u32 { return 5.5; }
#endif
";
    let (reason, found) = divided(source);
    assert_eq!(reason.as_deref(), Some("`N` is not declared: pass --define N=VALUE"));
    assert_eq!(found, ["1.5", "first + 3.5"]);
    let (_, found) = divided(&format!("#ifdef F16\nenable f16;\n#endif\n{source}"));
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn dialects_are_told_apart() {
    for (text, expected) in [
        ("fn f() {}", false),
        ("// #define A\nfn f() {}", false),
        ("#define A 1\n", true),
        ("  # ifdef A\n#endif\n", true),
        ("#include \"a\" // #{B}\n", true),
        ("#define F(x) #x\n", true),
        ("#version 450\n#define A 1\n", false),
        ("#ifdef A\n#import a::b\n#endif\n", false),
        ("#define_import_path a\n#ifdef A\n#endif\n", false),
        ("#ifdef A\n#else ifdef B\n#endif\n", false),
        ("#define A 1\nconst a = #{A};\n", false),
        ("#define A 1\nconst a = #A;\n", false),
    ] {
        assert_eq!(is_c_like(text), expected, "{text:?}");
    }
}

#[test]
fn a_plain_file_with_a_name_that_is_defined_is_preprocessed() {
    let source = "var<private> a: array<f32, N>;";
    assert_eq!(main(source, &[("N", "4")]), "var<private> a: array<f32, 4>;");
    let mut defines = Defines::default();
    defines.define("N", Some("4"));
    let needs = |text: &str| needs_definitions(text, &defines, Edition::Current);
    assert!(needs(source));
    assert_eq!(main("var<private> a: array<f32, {{ N }}>;", &[("N", "4")]), "var<private> a: array<f32, 4>;");
    assert_eq!(
        main("#ifdef N\nvar<private> a: array<f32, {{N}}>;\n#endif\n", &[("N", "4")]),
        "var<private> a: array<f32, 4>;\n"
    );
    assert_eq!(
        main("#define A 1\nvar<private> a: array<f32, {{ N * 2 }}>;\n", &[("N", "4")]),
        "var<private> a: array<f32, {{ 4 * 2 }}>;\n"
    );
    assert_eq!(main("@if(N) const a = {{N}};", &[("N", "4")]), " const a = 4;");
    let moved =
        [("main.wgsl", "#define T f32\nvar<private> a: array<f32, {{ N }}>;\nfn f() { let x: T = 1u; }\n")];
    let project = project_with(&moved, &[("N", "4")]);
    assert_findings(&project, "main.wgsl", &["main.wgsl:3:21 type/mismatch"]);
    assert!(needs("var<private> a: array<f32, {{N}}>;"));
    assert!(!needs("const N = 4; var<private> a: array<f32, N>;"), "it declares the name");
    assert!(!needs("fn f() { let N = 1; _ = N; } // N"));
    assert!(!needs("import package::a::b; const a = N;"), "a module");
}

fn with_preambles(files: &[(&str, &str)], before: &[&str]) -> Project {
    let mut project = project(files);
    let before: Vec<String> = before.iter().map(|path| format!("/p/{path}")).collect();
    project.add_preambles("/p/main.wgsl", &before);
    project
}

#[test]
fn preambles_come_before_a_program() {
    let files = [
        ("main.wgsl", "fn f() -> u32 { return field(curve) + missing; }"),
        ("field.wgsl", "fn field(a: u32) -> u32 { return a; }"),
        ("curve.wgsl", "const curve: u32 = 1.5;"),
    ];
    let project = with_preambles(&files, &["field.wgsl", "curve.wgsl"]);
    let whole = format!("{}\n{}\n{}", files[1].1, files[2].1, files[0].1);
    assert_eq!(link(&project, "main.wgsl").text(), whole);
    let expected = ["main.wgsl:1:39 resolve/unknown-identifier", "curve.wgsl:1:20 type/mismatch"];
    assert_findings(&project, "main.wgsl", &expected);
    assert_findings(&project, "field.wgsl", &[]);
}

#[test]
fn preambles_define_macros() {
    let files = [("main.wgsl", "const a = N;"), ("defines.wgsl", "#define N 4\n")];
    assert_eq!(link(&with_preambles(&files, &["defines.wgsl"]), "main.wgsl").text(), "const a = 4;");
}

#[test]
fn preambles_come_before_modules() {
    let files = [
        ("main.wgsl", "#import util::twice\nfn f() -> u32 { return twice(first) + missing; }"),
        ("util.wgsl", "#define_import_path util\nfn twice(a: u32) -> u32 { return a + a; }"),
        ("first.wgsl", "const first = 1u;"),
    ];
    let project = with_preambles(&files, &["first.wgsl"]);
    assert_findings(&project, "main.wgsl", &["main.wgsl:2:39 resolve/unknown-identifier `missing`"]);
}

#[test]
fn a_use_of_a_macro_shows_its_definition() {
    let project = project(&[("main.wgsl", "#define T f32\nconst a: T = 1u;\nconst b: T = 1.0f + 1u;\n")]);
    let program = link(&project, "main.wgsl");
    let macros = program.macros.as_ref().expect("it has directives");
    let at = program.text().find("f32").expect("it is expanded") as u32;
    let (label, place) = macros.definition(shader_source::Span::new(at, at + 3)).expect("a definition");
    assert_eq!((label.text.as_str(), place.span.lo), ("macro `T` is defined here", 8));
    assert!(macros.definition(shader_source::Span::new(0, 1)).is_none());
}

#[test]
fn edits_of_a_text_with_conditions_are_unsafe() {
    let is_safe = |source: &str| {
        let project = project(&[("main.wgsl", source)]);
        let program = link(&project, "main.wgsl");
        let found = Validator::default().diagnose(program.text());
        let suggestion = program.findings(&project, found).diagnostics[0].suggestion.clone();
        suggestion.is_some_and(|suggestion| suggestion.is_safe())
    };
    let wrong = "fn f() -> u32 { return 1u }\n";
    assert!(is_safe(&format!("#pragma once\n#define UNUSED\n{wrong}")));
    assert!(!is_safe(&format!("{wrong}#ifdef A\nconst a = 1;\n#endif\n")));
}

#[test]
fn a_file_without_an_end_of_line_is_included() {
    let files = [
        ("main.wgsl", "#include \"a\"\nconst b = 2;"),
        ("a", "const a = 1; // A"),
        ("unused", "const c = 3;"),
    ];
    assert_eq!(text(&files, &[]), "const a = 1; // A\nconst b = 2;");
    let file = File { path: "main.wgsl".to_owned(), text: "#include \"a\"".into(), root: None };
    assert_eq!(includes(&file, &[]).into_iter().collect::<Vec<_>>(), ["a"], "a file in memory");
}
