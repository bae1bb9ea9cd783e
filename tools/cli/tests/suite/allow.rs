//! Comments that ignore warnings.

use crate::support::{folder, run};

const WARNED: &str = "diagnostic(off, mine);";

#[test]
fn an_ignored_warning_is_not_denied_either() {
    let allowed = format!("// wgsl-check: allow(diagnostic/unknown-rule): for another tool\n{WARNED}\n");
    let files = [("allowed.wgsl", allowed.as_str()), ("warned.wgsl", WARNED)];
    let folder = folder("allow", &files);
    assert_eq!(run(&folder, &["--deny", "warnings", "allowed.wgsl"]).errors, "1 file: 1 accepted\n");
    assert_eq!(run(&folder, &["--deny", "warnings", "warned.wgsl"]).status, 1);
}

#[test]
fn comments_with_mistakes_are_warnings_in_every_format() {
    let text = "// wgsl-check: allow(diagnostic/unknown-rule)\n// wgsl-check: allow(diagnostic/unknown)\n// wgsl-check: off\n";
    let folder = folder("allow-wrong", &[("a.wgsl", text)]);
    for format in ["human", "short", "json", "sarif", "github", "gitlab", "junit", "gcc"] {
        let result = run(&folder, &["--error-format", format, "a.wgsl"]);
        assert_eq!(result.status, 0, "{format}");
        let told = result.output + &result.errors;
        for code in ["comment/needless-allow", "comment/unknown-code", "comment/invalid-allow"] {
            assert!(told.contains(code), "{format}: {told}");
        }
    }
    assert_eq!(run(&folder, &["--deny", "warnings", "a.wgsl"]).status, 1);
    let explained = run(&folder, &["explain", "comment/needless-allow"]);
    assert_eq!(explained.status, 0, "{}", explained.errors);
}

#[test]
fn each_file_of_a_program_ignores_its_own_warnings() {
    let other = "// wgsl-check: allow-file(diagnostic/unknown-rule)\n@diagnostic(off, mine) fn helper() {}\n";
    let root = "import package::other::helper;\nfn main() { helper(); }\n";
    let folder = folder("allow-modules", &[("main.wesl", root), ("other.wesl", other)]);
    assert_eq!(run(&folder, &["main.wesl"]).errors, "1 file: 1 accepted\n");
    let plain = other.split_once('\n').expect("two lines").1;
    std::fs::write(folder.join("other.wesl"), plain).expect("the file can be written");
    let result = run(&folder, &["main.wesl"]);
    assert!(result.errors.contains("other.wesl:1:"), "{}", result.errors);
}

#[test]
fn comments_of_metal_programs_ignore_warnings() {
    // `other` is not defined.
    let warned = "int other(int a);\nkernel void k(device int* o [[buffer(0)]]) { o[0] = other(1); }";
    let with = |comment: &str| format!("{warned} // wgsl-check: {comment}\n");
    let code = "resolve/undefined-function";
    let allowed = with(&format!("allow({code}): linked later"));
    let header = format!("#pragma once\n// wgsl-check: allow-file({code})\n{warned}\n");
    let files = [
        ("warned.metal", warned),
        ("allowed.metal", &allowed),
        ("needless.metal", &with(&format!("allow({code}, type/invalid-condition)"))),
        ("unknown.metal", &with("allow(resolve/undefined-funktion)")),
        ("text.metal", "#include \"// wgsl-check: off\"\n"),
        ("header.h", &header),
        ("including.metal", "#include \"header.h\"\n"),
    ];
    let folder = folder("allow-metal", &files);
    let codes = |file: &str| {
        let output = run(&folder, &["--error-format", "json", file]).output;
        let found = output.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        found.filter_map(|found| Some(found["code"].as_str()?.to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(codes("warned.metal"), [code]);
    assert_eq!(codes("allowed.metal"), [""; 0]);
    assert_eq!(codes("including.metal"), [""; 0]);
    assert_eq!(codes("needless.metal"), ["comment/needless-allow"]);
    assert_eq!(codes("unknown.metal"), [code, "comment/unknown-code"]);
    assert!(codes("text.metal").iter().all(|code| !code.starts_with("comment/")), "it is not a comment");
    assert_eq!(run(&folder, &["--deny", "warnings", "allowed.metal"]).status, 0);
}
