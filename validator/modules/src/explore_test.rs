//! Programs that lack what a false condition drops.

use crate::{Checked, Defines, Explorer, File, Project, UnitCache};
use shader_source::diagnostic::Severity;
use wgsl_spec::Edition;
use wgsl_validator::{Options, Validator};

fn defines(names: &[(&str, &str)]) -> Defines {
    let mut defines = Defines::default();
    for (name, value) in names {
        defines.define(*name, Some(value));
    }
    defines
}

pub(crate) fn project(files: &[(&str, &str)], names: &[(&str, &str)]) -> Project {
    let file =
        |(path, text): &(&str, &str)| File { path: format!("/p/{path}"), text: (*text).into(), root: None };
    Project::new(files.iter().map(file).collect(), defines(names), Edition::Current)
}

fn check(files: &[(&str, &str)], names: &[(&str, &str)]) -> Checked {
    let project = project(files, names);
    let root = project.find(&format!("/p/{}", files[0].0)).expect("the first file");
    let mut validator = Validator::new(Options::default());
    Explorer::new(&project, root, &UnitCache::default(), |text| validator.diagnose(text))
        .check(&defines(names))
}

/// The errors, and what is missing.
fn result(files: &[(&str, &str)], names: &[(&str, &str)]) -> (Vec<String>, String) {
    let checked = check(files, names);
    let errors = checked.findings.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    (errors.map(|found| found.message.clone()).collect(), checked.missing.unwrap_or_default())
}

#[track_caller]
fn assert_missing(files: &[(&str, &str)], names: &[(&str, &str)], expected: &str) {
    assert_eq!(result(files, names), (Vec::new(), expected.to_owned()));
}

#[test]
fn a_declaration_of_another_module_names_its_condition() {
    let b = ("b.wesl", "@if(DEPTH) const x = 1; @if(A && !B) fn f() {} @if(C) public import super::c::z;");
    let c = ("c.wesl", "const z = 1;");
    let use_x = ("a.wesl", "import super::b::x; const y = x;");
    assert_missing(
        &[use_x, b, c],
        &[],
        "`x` is declared in `super::b` only if `DEPTH`, which is not defined: pass --define DEPTH",
    );
    assert_eq!(result(&[use_x, b, c], &[("DEPTH", "true")]), (vec![], String::new()));
    assert_missing(
        &[use_x, b, c],
        &[("DEPTH", "false")],
        "`x` is declared in `super::b` only if `DEPTH`, which is `false`: no additional definitions declare it",
    );
    let use_f = ("a.wesl", "fn g() { package::b::f(); }");
    assert_missing(&[use_f, b, c], &[], "`f` is declared in `package::b` only if `A && !B`: pass --define A");
    let use_z = ("a.wesl", "import package::b::z; const y = z;");
    assert_missing(
        &[use_z, b, c],
        &[],
        "`z` is declared in `package::b` only if `C`, which is not defined: pass --define C",
    );
}

#[test]
fn an_import_that_is_not_used_needs_no_declaration() {
    let files =
        [("a.wesl", "import super::b::x; @if(DEPTH) const y = x;"), ("b.wesl", "@if(DEPTH) const x = 1;")];
    assert_eq!(result(&files, &[]), (vec![], String::new()));
}

#[test]
fn names_of_the_same_file_have_their_conditions() {
    let text = "@if(A) const a = 1; const b = a; fn f() { @if(B) let c = 1; _ = c; }";
    assert_missing(
        &[("a.wesl", text)],
        &[],
        "`a` is declared only if `A`, which is not defined: pass --define A --define B",
    );
    // A variable of a different function is a mistake.
    let text = "fn f() { @if(B) let c = 1; } fn g() { _ = c; }";
    assert_eq!(result(&[("a.wesl", text)], &[]).0, ["`c` is not declared in this scope"]);
}

#[test]
fn members_have_their_conditions() {
    let files = [
        ("a.wesl", "import super::b::S; struct T { v: f32 } fn f(s: S, t: T) -> f32 { return s.uv; }"),
        ("b.wesl", "struct S { p: f32, @if(UV) uv: f32 }"),
    ];
    assert_missing(
        &files,
        &[],
        "`uv` is a member of `S` only if `UV`, which is not defined: pass --define UV",
    );
    let other = (
        "a.wesl",
        "struct T { v: f32 } struct S { @if(UV) uv: f32, p: f32 } fn f(t: T) -> f32 { return t.uv; }",
    );
    assert_eq!(result(&[other], &[]).0, ["`T` has no member `uv`"]);
}

#[test]
fn what_a_declaration_lacks_has_its_condition() {
    let lacks = |text: &str, expected: &str| assert_missing(&[("a.wesl", text)], &[], expected);
    lacks(
        "struct S { a: f32, @if(UV) uv: f32 } fn f() -> S { return S(1, 2); }",
        "`S` has 1 member, found 2, unless `UV`, which is not defined: pass --define UV",
    );
    lacks(
        "fn f(a: f32, @if(A && !B) b: f32) {} fn g() { f(1, 2); }",
        "`f` takes 1 argument, found 2, unless `A && !B`: pass --define A",
    );
    lacks(
        "fn f() -> i32 { @if(A) { return 1; } @if(B) { let x = 1; } }",
        "`f` must return a value on every path, but control can reach its end, unless `A`, which is not defined: pass --define A",
    );
    lacks(
        "fn f(k: i32) { switch k { @if(!Z) case 1: {} @if(Y) default: {} } }",
        "missing default clause in this switch, unless `Y`, which is not defined: pass --define Y",
    );
    let lines = "struct S {\n a: f32,\n#ifdef UV\n uv: f32,\n#endif\n}\nfn f() -> S { return S(1, 2); }\n";
    assert_missing(
        &[("a.wgsl", lines)],
        &[],
        "`S` has 1 member, found 2, unless `UV`, which is not defined: pass --define UV",
    );
    let import = ("a.wesl", "import super::b::S; fn f() -> S { return S(1, 2); }");
    assert_missing(
        &[import, ("b.wesl", "struct S { a: f32, @if(UV) uv: f32 }")],
        &[],
        "`S` has 1 member, found 2, unless `UV`, which is not defined: pass --define UV",
    );
}

#[test]
fn errors_that_no_condition_explains_stay() {
    let wrong = |text: &str, expected: &[&str]| assert_eq!(result(&[("a.wesl", text)], &[]).0, expected);
    // Its own place is dropped together with the error.
    wrong(
        "fn f(a: f32) {} fn g() { @if(A) { let x = 1; } @else { f(1, 2); } }",
        &["`f` takes 1 argument, found 2"],
    );
    let lines = "fn f(a: f32) {}\nfn g() {\n#ifdef A\n let x = 1;\n#else\n f(1, 2);\n#endif\n}\n";
    assert_eq!(result(&[("a.wgsl", lines)], &[]).0, ["`f` takes 1 argument, found 2"]);
    // There is an error with each definition.
    wrong("fn f(a: f32, @if(B) b: f32) {} fn g() { f(1, 2); f(1); }", &["`f` takes 1 argument, found 2"]);
    wrong("fn f(a: f32, @if(B) b: f32) {} fn g() { f(1, 2, 3); }", &["`f` takes 1 argument, found 3"]);
    wrong(
        "fn f(a: f32, @if(B) b: f32) {} fn g() { f(1, 2); } const c: u32 = 1.5;",
        &["the initializer must be of type `u32`, found `AbstractFloat`"],
    );
}

#[test]
fn lines_of_the_preprocessor_have_their_conditions() {
    let files = [
        ("a.wgsl", "#import b::S\n#import b::x\nfn f(s: S) -> f32 { return s.uv * x; }"),
        (
            "b.wgsl",
            "#define_import_path b\nstruct S {\n p: f32,\n#ifdef UV\n uv: f32,\n#endif\n}\n#if N >= 3\nconst x = 1;\n#endif\n",
        ),
    ];
    let (errors, missing) = result(&files, &[]);
    assert_eq!(errors, [""; 0]);
    assert!(missing.ends_with(": pass --define N=3 --define UV"), "{missing}");
}

#[test]
fn what_follows_from_a_false_condition_is_left_out() {
    let text = "fn f() -> f32 { @if(A) { let r = 1.0; return r; } @if(B) return r; }
        @if(A || B) fn g() {} fn h() { g(); }";
    assert_missing(&[("a.wesl", text)], &[], "`g` is declared only if `A || B`: pass --define A");
    let wrong = format!("{text} const w: u32 = 1.5;");
    let (errors, missing) = result(&[("a.wesl", &wrong)], &[]);
    assert_eq!((errors.len(), missing.as_str()), (2, ""), "{errors:?}");
    assert!(errors.iter().any(|it| it.contains("`g` is declared only if")), "{errors:?}");
}

#[test]
fn definitions_follow_each_other() {
    let files = [
        ("a.wesl", "import super::b::x; const y = x;"),
        ("b.wesl", "import super::c::z; @if(A) const x = z;"),
        ("c.wesl", "@if(B && !A) const z = 1; @elif(C) const z = 2;"),
    ];
    let (_, missing) = result(&files, &[]);
    assert!(missing.ends_with(": pass --define A --define C"), "{missing}");
}

#[test]
fn a_program_is_checked_once() {
    let project = project(&[("a.wesl", "@if(A) const a = 1; @if(B) fn f() {} const b = a;")], &[]);
    let mut validator = Validator::new(Options::default());
    let mut count = 0;
    let (root, cache) = (project.find("/p/a.wesl").expect("a file"), UnitCache::default());
    let mut explorer = Explorer::new(&project, root, &cache, |text| {
        count += 1;
        validator.diagnose(text)
    });
    explorer.check(&defines(&[]));
    explorer.check(&defines(&[("C", "true")]));
    explorer.check(&defines(&[("A", "true"), ("D", "true")]));
    drop(explorer);
    assert_eq!(count, 2);
}

#[test]
fn integer_definitions_are_constants() {
    let text = "@group(constants::GROUP) @binding(0) var<uniform> a: array<vec4<f32>, constants::SIZE>; const f = f32(constants::GROUP);";
    let file = [("a.wesl", text)];
    let checked = check(&file, &[("GROUP", "2"), ("SIZE", "4")]);
    assert!(checked.findings.diagnostics.is_empty() && checked.open.unvalued.is_empty(), "{checked:?}");
    let names = |names: &[(&str, &str)]| -> Vec<String> {
        let checked = check(&file, names);
        assert!(checked.findings.diagnostics.is_empty(), "{checked:?}");
        checked.open.unvalued.into_iter().filter_map(|it| it.name).collect()
    };
    // `true` and other words only decide conditions.
    assert_eq!(names(&[("SIZE", "true")]), ["GROUP", "SIZE"]);
    assert_eq!(names(&[("SIZE", "4294967296"), ("GROUP", "1.5")]), ["GROUP", "SIZE"]);
    assert_eq!(names(&[("SIZE", "1000")]), ["GROUP"]);
    let wrong = check(&[("a.wesl", "const a: bool = constants::A;")], &[("A", "1")]);
    assert_eq!(wrong.findings.diagnostics.len(), 1);
    // A package with this name comes first, and the preprocessor has no such module.
    let package =
        [("a.wesl", "import constants::A; const a = A;"), ("constants/package.wesl", "const A = 1.5;")];
    assert!(check(&package, &[("A", "2")]).open.unvalued.is_empty());
    let checked = check(&[("a.wgsl", "#import constants::A\nconst a = A;")], &[("A", "2")]);
    assert_eq!(checked.open.outside.len(), 1);
}

#[test]
fn placeholders_of_imported_files_are_found() {
    let b = (
        "b.wgsl",
        "#define_import_path b\nconst x = #{X};\nconst y = ##Y##;\n// #{NOT}\n#ifdef Z\nconst z = #{Z};\n#endif\n",
    );
    let a = ("a.wgsl", "#import b::x\nconst v = ##V##;\nconst w = x;");
    let names = |names: &[(&str, &str)]| -> Vec<String> {
        let names = check(&[a, b], names).open.unvalued.into_iter().filter_map(|it| it.name);
        names.collect()
    };
    assert_eq!(names(&[]), ["V", "X", "Y"]);
    assert_eq!(names(&[("V", "1"), ("X", "2")]), ["Y"]);
    assert_eq!(names(&[("V", "1"), ("X", "2"), ("Y", "3")]), [""; 0]);
}

#[test]
fn a_structure_without_members_needs_one() {
    let text = "struct S { @if(A) a: f32, @if(B) b: f32 } fn f(s: S) {}";
    assert_missing(&[("a.wesl", text)], &[], "`S` has a member only if `A || B`: pass --define A");
    assert_eq!(result(&[("a.wesl", "struct S { }")], &[]).0.len(), 1);
}

#[test]
fn what_has_no_alternative_decides() {
    let text = "@if(A || B) const x = 1; @if(B) const y = 2; const z = x + y;";
    let (_, missing) = result(&[("a.wesl", text)], &[]);
    assert!(missing.ends_with(": pass --define B"), "{missing}");
}
