//! Modules of one name, paths without imports, and the messages about paths that lead nowhere.

use crate::tests::{assert_findings, link, project};

#[test]
fn one_name_alone_imports_a_module() {
    let files = [
        ("main.wesl", "import foo;\nimport { bar };\nconst a = foo::x + bar::x;\n"),
        ("foo.wesl", "const x = 1;"),
        ("bar/package.wesl", "const x = 2;"),
    ];
    assert_findings(&project(&files), "main.wesl", &[]);
    let missing = project(&[("main.wesl", "import foo;\nconst a = foo::x;\n")]);
    let program = link(&missing, "main.wesl");
    assert_eq!(program.outside().iter().map(|it| it.package.as_str()).collect::<Vec<_>>(), ["foo"; 2]);
    let malformed = project(&[("main.wesl", "import super;\nimport foo::as::b;\n")]);
    assert_findings(
        &malformed,
        "main.wesl",
        &["main.wesl:1:8 module/invalid-import", "main.wesl:2:13 module/invalid-import"],
    );
}

#[test]
fn a_path_alone_makes_a_module() {
    for text in ["fn f() { package::a::g(); }", "const x = super::a::X;", "const y = self::Y;"] {
        assert!(crate::is_modular(text), "{text}");
    }
    for text in ["const x = std::max(1, 2);", "// package::a", "const package_x = 1;", "const x = a::b;"] {
        assert!(!crate::is_modular(text), "{text}");
    }
}

#[test]
fn names_of_a_file_in_quotes_are_one_module() {
    let text =
        "#import \"./shaders/wind.wgsl\"::S\n#import \"shaders/x/../wind.wgsl\"::f\nfn g(s: S) { f(s); }\n";
    let files = [("main.wgsl", text), ("shaders/wind.wgsl", "struct S { a: f32 }\nfn f(s: S) {}\n")];
    assert_findings(&project(&files), "main.wgsl", &[]);
}

#[test]
fn a_module_that_is_missing_has_a_hint() {
    let files = [
        ("main.wgsl", "#import engine::rand_f\nconst a = rand_f;\n"),
        ("utils.wgsl", "#define_import_path engine::utils\nconst rand_f = 1;\n"),
    ];
    let project = project(&files);
    let program = link(&project, "main.wgsl");
    let found = program.findings(&project, Vec::new()).diagnostics;
    let hint = "`rand_f` is declared in a different module: write `#import engine::utils::rand_f`";
    assert_eq!(found[0].notes, [hint]);
}

#[test]
fn a_module_of_the_package_that_is_missing_is_named() {
    let project = project(&[
        ("main.wesl", "import package::lihgt;\nconst a = lihgt::x;\n"),
        ("light.wesl", "const x = 1;"),
    ]);
    assert_findings(
        &project,
        "main.wesl",
        &["main.wesl:1:8 module/unknown-module module `package::lihgt` not found"],
    );
}
