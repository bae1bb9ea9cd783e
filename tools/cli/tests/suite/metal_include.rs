//! Multi-file Metal programs.

use crate::support::{folder, run};
use serde_json::Value;

const MAIN: &str = "#include <metal_stdlib>\n#include \"lib/own.h\"\nusing namespace metal;\nkernel void k(device float* o [[buffer(0)]]) { o[0] = own(); }\n";
const OWN: &str = "#pragma once\ninline float own() { return 1.0f; }\n";
/// A header with a mistake on line 3.
const WRONG: &str = "#pragma once\n\ninline float own() { return x; }\n";
const MISSING: &str = "preprocess/unknown-header";

#[test]
fn headers_are_read_next_to_the_file() {
    let folder = folder("include-next", &[("a.metal", MAIN), ("lib/own.h", OWN)]);
    assert_eq!(run(&folder, &["a.metal"]).errors, "1 file: 1 accepted\n");
    assert_eq!(run(&folder, &["."]).errors, "1 file: 1 accepted\n");
    let whole = folder.join("a.metal").display().to_string();
    assert_eq!(run(&folder.join("lib"), &[&whole]).errors, "1 file: 1 accepted\n");
}

#[test]
fn headers_are_read_from_the_folders_that_are_named() {
    let files = [("src/a.metal", MAIN), ("inc/lib/own.h", OWN), ("wgsl-check.toml", "include = [\"inc\"]\n")];
    let folder = folder("include-named", &files);
    assert_eq!(run(&folder, &["--no-config", "-I", "inc", "src/a.metal"]).status, 0);
    assert_eq!(run(&folder, &["--no-config", "--include=inc", "src/a.metal"]).status, 0);
    assert_eq!(run(&folder, &["src/a.metal"]).status, 0, "the configuration names it");
    assert_eq!(run(&folder.join("src"), &["a.metal"]).status, 0, "from the file of the configuration");
    assert_eq!(run(&folder, &["--no-config", "src/a.metal"]).status, 2);
}

#[test]
fn a_program_without_its_header_is_not_checked() {
    let text = MAIN.replace("own()", "own() + undeclared");
    let folder = folder("include-missing", &[("a.metal", &text), ("b.metal", "constant int a = 1;\n")]);
    let found = run(&folder, &["-I", "inc", "a.metal", "b.metal"]);
    assert_eq!(found.status, 2);
    let errors = &found.errors;
    assert!(errors.contains("header `lib/own.h` was not found"), "{errors}");
    assert!(errors.contains("searched directories: `.`, `inc`") && errors.contains("-I DIR"), "{errors}");
    assert!(!errors.contains("undeclared"), "{errors}");
    let twice = run(&folder, &["-I", ".", "a.metal"]).errors;
    assert!(twice.contains("searched directories: `.`\n"), "a directory is named once: {twice}");
    let output = run(&folder, &["--error-format", "json", "a.metal"]).output;
    let kinds: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(kinds.iter().filter(|it| it["kind"] == "diagnostic").count(), 1, "{output}");
    assert_eq!(kinds[0]["code"], MISSING);
    assert!(kinds.iter().any(|it| it["kind"] == "failure"), "{output}");
}

#[test]
fn a_mistake_is_shown_in_the_header_once() {
    let files = [("a.metal", MAIN), ("b.metal", MAIN), ("lib/own.h", WRONG)];
    let folder = folder("include-mistake", &files);
    let found = run(&folder, &["--error-format", "gcc", "a.metal", "b.metal"]);
    assert_eq!(found.status, 1);
    let lines: Vec<&str> = found.output.lines().collect();
    assert!(lines[0].starts_with("lib/own.h:3:29: error: "), "{lines:?}");
    assert_eq!(lines[1], "a.metal:2:1: note: included here");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(run(&folder, &["a.metal", "b.metal"]).errors.contains("2 rejected"));
    let human = run(&folder, &["a.metal"]).errors;
    assert!(human.contains("--> lib/own.h:3:29") && human.contains("a.metal:2:1"), "{human}");
}

#[test]
fn headers_outside_of_the_package_are_not_read() {
    let main = MAIN.replace("lib/own.h", "../other/own.h");
    let files = [("p/wesl.toml", ""), ("p/a.metal", &main), ("other/own.h", OWN)];
    let folder = folder("include-outside", &files);
    let found = run(&folder, &["p/a.metal"]);
    assert_eq!(found.status, 2);
    assert!(found.errors.contains("--allow-dir"), "{}", found.errors);
    assert_eq!(run(&folder, &["--allow-dir", "other", "p/a.metal"]).status, 0);
    assert_eq!(run(&folder, &["-I", "other", "p/a.metal"]).status, 0, "the command line names it");
}

#[test]
fn names_in_another_case_are_warnings_with_a_fix() {
    let main = MAIN.replace("lib/own.h", "Lib\\OWN.h");
    let folder = folder("include-case", &[("a.metal", &main), ("lib/own.h", OWN)]);
    let found = run(&folder, &["a.metal"]);
    assert_eq!(found.status, 0);
    assert!(found.errors.contains("on file systems that ignore case"), "{}", found.errors);
    assert_eq!(run(&folder, &["--fix", "a.metal"]).status, 0);
    assert_eq!(std::fs::read_to_string(folder.join("a.metal")).expect("the file"), MAIN);
}

#[test]
fn fixes_do_not_change_headers() {
    let header = "float own() { return 1.0f }\n";
    let folder = folder("include-fix", &[("a.metal", MAIN), ("lib/own.h", header)]);
    assert_eq!(run(&folder, &["--fix", "--unsafe-fixes", "a.metal"]).status, 1);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file");
    assert_eq!((text("a.metal").as_str(), text("lib/own.h").as_str()), (MAIN, header));
}

#[test]
fn other_commands_read_headers() {
    let folder = folder("include-commands", &[("a.metal", MAIN), ("inc/lib/own.h", OWN)]);
    assert_eq!(run(&folder, &["translate", "-I", "inc", "a.metal", "--threadgroup-size", "1"]).status, 0);
    let missing = run(&folder, &["translate", "a.metal"]);
    assert_eq!(missing.status, 2);
    assert!(missing.errors.contains("lib/own.h"), "{}", missing.errors);
}
