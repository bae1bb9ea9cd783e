//! Shaders in host files.

use crate::support::{folder, run};
use serde_json::{Value, json};
use std::fs;

const BROKEN: &str = "export const a = 1;\nconst s = /* wgsl */ `\nfn f() -> i32 {\n    return 1u;\n}`;\n";
const HOSTS: [(&str, &str); 5] = [
    (
        "src/good.rs",
        "const S: &str = /* wgsl */ r\"fn f() {}\";\nconst T: &str = /* wgsl */ \"fn g() {}\";\n",
    ),
    ("src/none.rs", "fn main() {}\n"),
    ("web/broken.ts", BROKEN),
    ("README.md", "# Title\n```wgsl\nfn f() {}\n```\n"),
    ("shader.wgsl", "fn f() {}\n"),
];

#[test]
fn host_files_in_folders_are_checked_on_request() {
    let folder = folder("embedded", &HOSTS);
    let plain = run(&folder, &["-v", "."]);
    assert_eq!((plain.status, plain.errors.as_str()), (0, "shader.wgsl: accepted\n1 file: 1 accepted\n"));
    let embedded = run(&folder, &["-v", "--error-format", "short", "--embedded", "."]);
    assert_eq!(embedded.status, 1);
    let lines: Vec<&str> = embedded.errors.lines().collect();
    assert_eq!(lines[..3], ["README.md: accepted", "shader.wgsl: accepted", "src/good.rs: accepted"]);
    assert!(lines[3].starts_with("web/broken.ts:4:12: error[type/mismatch]: "), "{}", embedded.errors);
    assert_eq!(lines[4..], ["4 files (4 shaders in host code): 3 accepted, 1 rejected (1 error)"]);
}

#[test]
fn named_host_files_are_checked_without_a_request() {
    let folder = folder("embedded-named", &HOSTS);
    let human = run(&folder, &["web/broken.ts"]).errors;
    assert!(human.contains(" --> web/broken.ts:4:12\n"), "{human}");
    let none = run(&folder, &["src/none.rs"]);
    assert_eq!((none.status, none.errors.as_str()), (0, "1 file: 1 accepted\n"));
    let as_wgsl = run(&folder, &["--language", "wgsl", "src/good.rs"]);
    assert_eq!(as_wgsl.status, 1, "it is WGSL, as the command line says");
    let without = run(&folder, &["--embedded", "src/none.rs", "web"]);
    assert!(
        without.errors.ends_with("2 files (1 shader in host code): 1 accepted, 1 rejected (1 error)\n"),
        "{}",
        without.errors
    );
}

#[test]
fn machine_formats_name_the_host() {
    let folder = folder("embedded-formats", &HOSTS);
    let json: Vec<Value> = run(&folder, &["--error-format", "json", "web/broken.ts", "src/good.rs"])
        .output
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    let verdict = |index: usize| (&json[index]["file"], &json[index]["accepted"], &json[index]["shaders"]);
    assert_eq!(verdict(0), (&json!("src/good.rs"), &json!(true), &json!(2)));
    assert_eq!((&json[1]["file"], &json[1]["line"]), (&json!("web/broken.ts"), &json!(4)));
    assert_eq!(&BROKEN[json[1]["start"].as_u64().expect("an offset") as usize..][..2], "1u");
    assert_eq!(verdict(2), (&json!("web/broken.ts"), &json!(false), &json!(1)));
    assert_eq!(json[3]["shaders"], 3);
    for (format, place) in [
        ("github", "file=web/broken.ts,line=4"),
        ("gcc", "web/broken.ts:4:12"),
        ("sarif", "\"web/broken.ts\""),
    ] {
        let output = run(&folder, &["--error-format", format, "web/broken.ts"]).output;
        assert!(output.contains(place), "{format}: {output}");
    }
}

#[test]
fn fixes_change_the_host() {
    let text = "const S: &str = /* wgsl */ \"struct A {\\n a: f32; b: f32 }\\n\";\n";
    let folder = folder(
        "embedded-fix",
        &[("a.rs", text), ("b.md", "```wgsl\n@compute @workgroup_size(1) fn f() { _ = 1h; }\n```\n")],
    );
    let shown = run(&folder, &["--diff", "a.rs"]);
    assert!(
        shown.output.contains("\n+const S: &str = /* wgsl */ \"struct A {\\n a: f32, b: f32 }\\n\";\n"),
        "{}",
        shown.output
    );
    let fixed = run(&folder, &["--fix", "--unsafe-fixes", "a.rs", "b.md"]);
    assert_eq!((fixed.status, fixed.errors.as_str()), (0, "2 files (2 shaders in host code): 2 accepted\n"));
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("the file is there");
    assert_eq!(read("a.rs"), text.replace("32;", "32,"));
    assert_eq!(read("b.md"), "```wgsl\nenable f16;\n@compute @workgroup_size(1) fn f() { _ = 1h; }\n```\n");
}

#[test]
fn what_depends_on_the_host_is_not_checked() {
    let text = "d.createShaderModule({ code: `fn f() -> f32 { return ${x}; }` });\n\
        d.createShaderModule({ code: `fn f() -> f32 { return ${y} + z; }` });\nconst p = wgsl`let x = 1;`;\n";
    let folder = folder("embedded-unknown", &[("a.ts", text)]);
    let result = run(&folder, &["a.ts"]);
    let expected = "error: a.ts: can't check 2 shaders: line 2: it depends on `${y}` (line 2); \
        line 3: it is a part of a module, not a module\n\n1 file (3 shaders in host code): 0 accepted, 1 not checked\n";
    assert_eq!((result.status, result.errors.as_str()), (2, expected));
}

#[test]
fn a_host_in_the_working_directory_is_in_its_package() {
    let host = "const A: &str = include_str!(\"a.wgsl\");\n";
    let folder =
        folder("embedded-here", &[("wesl.toml", ""), ("main.rs", host), ("a.wgsl", "const a = 1u;\n")]);
    let result = run(&folder, &["main.rs"]);
    assert_eq!(result.status, 0, "{}", result.errors);
}

#[test]
fn included_files_are_checked_unless_they_are_outside_of_the_package() {
    let host = "const A: &str = include_str!(\"shaders/a.wgsl\");\nconst B: &str = include_str!(\"../../outside.wgsl\");\n";
    let files = [
        ("package/wesl.toml", ""),
        ("package/src/main.rs", host),
        ("package/src/shaders/a.wgsl", "const a: i32 = 1u;\n"),
        ("outside.wgsl", "const secret: i32 = 1u;\n"),
    ];
    let folder = folder("embedded-included", &files);
    let result = run(&folder, &["--error-format", "short", "package/src/main.rs"]);
    assert_eq!(result.status, 2);
    assert!(result.errors.contains("package/src/shaders/a.wgsl:1:16: error"), "{}", result.errors);
    assert!(!result.errors.contains("secret"), "{}", result.errors);
    assert!(result.errors.contains("outside of its package; pass `--allow-dir"), "{}", result.errors);
    let opened = run(
        &folder,
        &["--error-format", "short", "--allow-dir", ".", "package/src/main.rs", "package/src/shaders/a.wgsl"],
    );
    assert_eq!(opened.status, 1);
    assert!(opened.errors.contains("outside.wgsl:1:21: error"), "{}", opened.errors);
    assert_eq!(opened.errors.matches("a.wgsl:1:16").count(), 1, "{}", opened.errors);
}

#[test]
fn the_examples_are_right() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let result = run(&root, &["--embedded", "fixtures/embedded"]);
    assert_eq!(
        (result.status, result.errors.as_str()),
        (0, "2 files (3 shaders in host code): 2 accepted\n")
    );
}
