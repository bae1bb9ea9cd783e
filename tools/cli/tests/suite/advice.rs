//! `--warn`: advice about programs that are accepted.

use crate::support::{folder, run};

const UNUSED: &str = "@compute @workgroup_size(1)\nfn main() {\n    let step = 1;\n}\n";

#[test]
fn nobody_gets_advice_who_does_not_ask_for_it() {
    let folder = folder("advice-none", &[("a.wgsl", UNUSED)]);
    assert_eq!(run(&folder, &["a.wgsl"]).errors, "1 file: 1 accepted\n");
}

#[test]
fn classes_are_asked_for_one_by_one() {
    let folder = folder("advice-classes", &[("a.wgsl", UNUSED)]);
    let found = |classes: &str| run(&folder, &["--warn", classes, "--error-format", "short", "a.wgsl"]);
    let unused = "a.wgsl:3:9: warning[advice/unused]: `step` is never used\n";
    let hides =
        "a.wgsl:3:9: warning[advice/hides-builtin]: this declaration shadows the builtin function `step`\n";
    assert_eq!(found("unused").errors, format!("{unused}1 file: 1 accepted (1 warning)\n"));
    assert_eq!(found("hides-builtin").errors, format!("{hides}1 file: 1 accepted (1 warning)\n"));
    assert_eq!(found("all").errors, format!("{unused}{hides}1 file: 1 accepted (2 warnings)\n"));
    assert_eq!((found("all").status, found("not-portable").errors), (0, "1 file: 1 accepted\n".to_owned()));
}

#[test]
fn a_pipeline_gets_advice_too_and_warnings_may_be_denied() {
    let folder = folder("advice-denied", &[("a.wgsl", UNUSED)]);
    let words = ["--warn", "unused", "--deny", "warnings", "--entry-point", "main", "a.wgsl"];
    let found = run(&folder, &words);
    assert_eq!(found.status, 1);
    assert!(found.errors.starts_with("error[advice/unused]: `step` is never used\n"), "{}", found.errors);
}

#[test]
fn implementations_that_reject_are_warned_of() {
    let text = "@group(0) @binding(0) var<uniform> a: array<f32, 8>;\n@fragment fn f() { _ = a[0]; }\n";
    let folder = folder("advice-portable", &[("a.wgsl", text)]);
    let found = run(&folder, &["--warn", "not-portable", "a.wgsl"]);
    assert_eq!(found.status, 0);
    assert!(found.errors.starts_with("warning[advice/not-portable]: not every implementation accepts this:"));
}

#[test]
fn declarations_of_a_project_may_be_used_by_other_files() {
    let main = "import package::library::one;\n@compute @workgroup_size(1) fn main() { let a = one(); }\n";
    let library = "fn one() -> i32 { let b = 2; return 1; }\nfn two() -> i32 { return 2; }\n";
    let folder = folder("advice-project", &[("main.wesl", main), ("library.wesl", library)]);
    let found = run(&folder, &["--warn", "unused", "--error-format", "short", "main.wesl"]);
    assert_eq!(
        found.errors,
        "main.wesl:2:45: warning[advice/unused]: `a` is never used\nlibrary.wesl:1:23: warning[advice/unused]: `b` is never used\n1 file: 1 accepted (2 warnings)\n"
    );
}

#[test]
fn the_configuration_asks_for_advice_and_the_command_line_wins() {
    let folder = folder("advice-config", &[("wgsl-check.toml", "warn = [\"unused\"]\n"), ("a.wgsl", UNUSED)]);
    assert!(run(&folder, &["a.wgsl"]).errors.contains("advice/unused"));
    let found = run(&folder, &["--warn", "hides-builtin", "a.wgsl"]);
    assert!(!found.errors.contains("advice/unused") && found.errors.contains("advice/hides-builtin"));
}

#[test]
fn advice_is_explained() {
    let folder = folder("advice-explained", &[]);
    std::fs::create_dir_all(&folder).expect("folder is made");
    let found = run(&folder, &["explain", "advice/unused"]);
    assert!(found.output.starts_with("advice/unused: a declaration is never used\n"), "{}", found.output);
}
