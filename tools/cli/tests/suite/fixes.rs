//! `--fix`, `--unsafe-fixes` and `--diff`.

use crate::support::{folder, run, run_with_input};
use std::fs;

/// A safe fix, and an unsafe one.
const BOTH: &str = "struct S {\n    a: f32;\n    b: f32\n}\nconst c = 1i * 0.5;\n";
const SEPARATED: &str = "struct S {\n    a: f32,\n    b: f32\n}\nconst c = 1i * 0.5;\n";

#[test]
fn safe_fixes_are_written_and_the_rest_is_reported() {
    let folder = folder("fix", &[("both.wgsl", BOTH)]);
    let text = || fs::read_to_string(folder.join("both.wgsl")).expect("the file is there");
    let safe = run(&folder, &["--fix", "both.wgsl"]);
    assert_eq!((safe.status, safe.output.as_str()), (1, ""));
    assert!(safe.errors.contains("type/no-matching-overload"), "{}", safe.errors);
    assert!(safe.errors.ends_with("1 file: 1 rejected (1 error)\n"), "{}", safe.errors);
    assert_eq!(text(), SEPARATED);
    let all = run(&folder, &["--fix", "--unsafe-fixes", "both.wgsl"]);
    assert_eq!((all.status, all.errors.as_str()), (0, "1 file: 1 accepted\n"));
    assert_eq!(text(), SEPARATED.replace("1i", "1.0"));
}

#[test]
fn changes_are_shown_and_nothing_is_written() {
    let folder = folder("diff", &[("both.wgsl", BOTH)]);
    let shown = run(&folder, &["--diff", "--unsafe-fixes", "both.wgsl"]);
    assert_eq!(shown.status, 1);
    let changes = "--- both.wgsl\n+++ both.wgsl\n@@ -1,5 +1,5 @@\n struct S {\n-    a: f32;\n+    a: f32,\n     b: f32\n }\n-const c = 1i * 0.5;\n+const c = 1.0 * 0.5;\n";
    assert_eq!(shown.output, changes);
    assert!(shown.errors.ends_with("1 file: 1 rejected (2 errors)\n"), "{}", shown.errors);
    assert_eq!(fs::read_to_string(folder.join("both.wgsl")).expect("the file is there"), BOTH);
}

#[test]
fn standard_input_is_passed_on() {
    let fixed = run_with_input(&["--fix", "-"], BOTH.as_bytes());
    assert_eq!((fixed.status, fixed.output.as_str()), (1, SEPARATED));
    let valid = run_with_input(&["--fix", "-"], b"const a = 1;");
    assert_eq!((valid.status, valid.output.as_str()), (0, "const a = 1;"));
}

#[test]
fn an_edit_that_several_findings_want_is_made_once() {
    let fixed = run_with_input(&["--fix", "--unsafe-fixes", "-"], b"const a = 1h;\nconst b = 2h;\n");
    assert_eq!((fixed.status, fixed.output.as_str()), (0, "enable f16;\nconst a = 1h;\nconst b = 2h;\n"));
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_and_links_stay_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = folder("fix-link", &[("both.wgsl", BOTH)]);
    let file = folder.join("both.wgsl");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions are set");
    symlink("both.wgsl", folder.join("link.wgsl")).expect("a link is made");
    let fixed = run(&folder, &["--fix", "link.wgsl"]);
    assert_eq!(fixed.status, 1);
    assert_eq!(fs::read_to_string(&file).expect("the file is there"), SEPARATED);
    let mode = fs::metadata(&file).expect("the file is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert!(folder.join("link.wgsl").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_is_fixed_once() {
    let folder = folder("fix-hard-link", &[("h1.wgsl", BOTH)]);
    fs::hard_link(folder.join("h1.wgsl"), folder.join("h2.wgsl")).expect("a link is made");
    let fixed = run(&folder, &["--fix", "--unsafe-fixes", "h1.wgsl", "h2.wgsl"]);
    assert_eq!((fixed.status, fixed.errors.as_str()), (0, "1 file: 1 accepted\n"));
    let text = fs::read_to_string(folder.join("h2.wgsl")).expect("the file is there");
    assert_eq!(text, SEPARATED.replace("1i", "1.0"));
}

#[cfg(unix)]
#[test]
fn a_file_for_reading_is_not_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder("fix-read-only", &[("a.wgsl", BOTH)]);
    let path = folder.join("a.wgsl");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a mode");
    let result = run(&folder, &["--fix", "a.wgsl"]);
    assert_eq!(result.status, 2, "{}", result.errors);
    assert!(result.errors.contains("a.wgsl: can't be written: permission denied"), "{}", result.errors);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), BOTH);
}

#[test]
fn fixes_that_are_left_are_told() {
    // Each misspelt name is compared with all names, so a round has suggestions for some of them.
    let line = |it: usize| format!("fn some_function_{it}() {{}}\nfn f{it}() {{ some_funktion_{it}(); }}\n");
    let text: String = (0..4_000).map(line).collect();
    let fixed = run_with_input(&["--fix", "--unsafe-fixes", "--max-errors", "1", "-"], text.as_bytes());
    assert_eq!(fixed.status, 1);
    assert!(
        fixed.errors.contains("fixes are left after 16 rounds: run the command again"),
        "{}",
        fixed.errors
    );
    let line = |it: usize| format!("fn f{it}() {{ var a: float3; }}\n");
    let safe: String = (0..4_000).map(line).collect();
    let fixed = run_with_input(&["--fix", "-"], safe.as_bytes());
    assert_eq!((fixed.status, fixed.output), (0, safe.replace("float3", "vec3f")));
}
