//! `fmt`.

use crate::support::{folder, run, run_with_input};
use std::fs;
use std::path::Path;

const BEFORE: &str = "fn  f( a:i32 )->i32{ // f\n  return a+1;\n}\n";
const AFTER: &str = "fn f(a: i32) -> i32 { // f\n    return a + 1;\n}\n";
/// A program with a syntax error.
const WRONG: &str = "const  a = ;\n";

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

#[test]
fn files_are_formatted_and_broken_ones_are_left_alone() {
    let files = [("a.wgsl", BEFORE), ("b.wesl", AFTER), ("c.wgsl", WRONG), ("d/e.wgsl", BEFORE)];
    let folder = folder("fmt", &files);
    let first = run(&folder, &["fmt", "."]);
    assert_eq!((first.status, first.output.as_str()), (1, ""));
    assert!(first.errors.contains("expected an expression"), "{}", first.errors);
    assert!(first.errors.contains("c.wgsl:1:12"), "{}", first.errors);
    assert!(
        first.errors.ends_with("4 files: 2 formatted, 1 unchanged, 1 with syntax errors\n"),
        "{}",
        first.errors
    );
    for name in ["a.wgsl", "b.wesl", "d/e.wgsl"] {
        assert_eq!(text(&folder, name), AFTER);
    }
    assert_eq!(text(&folder, "c.wgsl"), WRONG);
    let second = run(&folder, &["fmt", "--quiet", "a.wgsl", "d"]);
    assert_eq!((second.status, second.errors.as_str()), (0, ""));
}

#[test]
fn files_that_are_not_wgsl_are_left_alone() {
    let document = "# Title\n\n- one  item\n";
    let folder =
        folder("fmt-other", &[("README.md", document), ("a.rs", "fn main(){}\n"), ("b.wgsl", AFTER)]);
    let all = run(&folder, &["fmt", "*"]);
    assert_eq!(all.status, 2);
    assert!(all.errors.contains("expected a .wgsl or .wesl file"), "{}", all.errors);
    assert_eq!(
        (text(&folder, "README.md").as_str(), text(&folder, "a.rs").as_str()),
        (document, "fn main(){}\n")
    );
}

#[test]
fn lines_are_formatted_with_what_they_are_part_of() {
    let folder =
        folder("fmt-lines", &[("a.wgsl", "const  a=1;\nconst  b=\n2;\nconst  c=3;\n"), ("b.wgsl", AFTER)]);
    let result = run(&folder, &["fmt", "--lines", "3", "a.wgsl"]);
    assert_eq!((result.status, result.errors.as_str()), (0, "1 file: 1 formatted\n"));
    assert_eq!(text(&folder, "a.wgsl"), "const  a=1;\nconst b =\n    2;\nconst  c=3;\n");
    let several = run(&folder, &["fmt", "--lines", "1:2", "."]);
    assert_eq!(several.status, 2);
    assert!(several.errors.contains("`--lines` needs a single file"), "{}", several.errors);
}

#[test]
fn check_shows_changes_and_writes_nothing() {
    let folder = folder("fmt-check", &[("a.wgsl", BEFORE), ("b.wgsl", AFTER)]);
    let shown = run(&folder, &["fmt", "--check", "."]);
    let changes = "--- a.wgsl\n+++ a.wgsl\n@@ -1,3 +1,3 @@\n-fn  f( a:i32 )->i32{ // f\n-  return a+1;\n\
        +fn f(a: i32) -> i32 { // f\n+    return a + 1;\n }\n";
    assert_eq!((shown.status, shown.output.as_str()), (1, changes));
    assert_eq!(shown.errors, "2 files: 1 to format, 1 unchanged\n");
    assert_eq!(text(&folder, "a.wgsl"), BEFORE);
    assert_eq!(run(&folder, &["fmt", "--check", "b.wgsl"]).status, 0);
}

#[test]
fn standard_input_is_written_to_standard_output() {
    for program in [BEFORE, AFTER] {
        let formatted = run_with_input(&["fmt", "-", "--quiet"], program.as_bytes());
        assert_eq!((formatted.status, formatted.output.as_str(), formatted.errors.as_str()), (0, AFTER, ""));
    }
    let wrong = run_with_input(&["fmt", "-", "--stdin-file-path", "x.wgsl"], WRONG.as_bytes());
    assert_eq!((wrong.status, wrong.output.as_str()), (1, ""));
    assert!(wrong.errors.contains("x.wgsl:1:12"), "{}", wrong.errors);
    assert_eq!(run_with_input(&["fmt", "-"], b"// \xff").status, 1);
    let branches = run_with_input(&["fmt", "-"], b"#ifdef B\nfn f() {{\n#else\nfn f() {\n#endif\n}");
    assert_eq!((branches.status, branches.output.as_str()), (2, ""));
    let told =
        "can't be formatted: each branch of a condition must close the brackets that it opens, see line 2";
    assert!(branches.errors.contains(told), "{}", branches.errors);
    let json = run_with_input(&["fmt", "-", "--quiet", "--error-format", "json"], b"#x\n{");
    assert!(json.output.contains("no bracket closes this `{`"), "{}", json.output);
}

#[test]
fn options_come_from_the_command_line_or_the_configuration() {
    let program = "fn f() {\n  g(1234567, 1234567);\n}\n";
    let configuration = "exclude = [\"b.wgsl\"]\n[format]\nwidth = 20\nindent = \"tab\"\n";
    let files = [("wgsl-check.toml", configuration), ("a.wgsl", program), ("b.wgsl", program)];
    let folder = folder("fmt-options", &files);
    assert_eq!(run(&folder, &["fmt", "."]).errors, "1 file: 1 formatted\n");
    assert_eq!(text(&folder, "a.wgsl"), "fn f() {\n\tg(\n\t\t1234567,\n\t\t1234567,\n\t);\n}\n");
    let two = run(&folder, &["fmt", "--width=60", "--indent=2", "b.wgsl"]);
    assert_eq!((two.status, text(&folder, "b.wgsl").as_str()), (0, program));
    for (words, told) in [
        (&["fmt", "--indent", "wide", "."][..], "a number of spaces up to 16, or `tab`"),
        (&["fmt", "--width", "0", "."], "--width"),
    ] {
        let wrong = run(&folder, words);
        assert_eq!(wrong.status, 2);
        assert!(wrong.errors.contains(told), "{}", wrong.errors);
    }
    fs::write(folder.join("wgsl-check.toml"), "[format]\nindent = true\n").expect("it is written");
    let wrong = run(&folder, &["fmt", "a.wgsl"]);
    assert!(wrong.errors.contains("format.indent: expected a number"), "{}", wrong.errors);
}

#[test]
fn missing_files_and_other_languages_are_failures() {
    let folder = folder("fmt-missing", &[("a.metal", "kernel void f() {}"), ("b.wgsl", BEFORE)]);
    let failed = run(&folder, &["fmt", "missing.wgsl", "a.metal", "b.wgsl"]);
    assert_eq!(failed.status, 2);
    assert!(failed.errors.contains("missing.wgsl"), "{}", failed.errors);
    assert!(failed.errors.ends_with("3 files: 1 formatted, 2 not formatted\n"), "{}", failed.errors);
    assert_eq!(text(&folder, "b.wgsl"), AFTER);
}
