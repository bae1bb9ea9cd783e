//! `migrate`.

use crate::support::{folder, run, run_with_input};
use std::fs;
use std::path::Path;

const OLD: &str =
    "type Number = i32;\n// the entry point\n@stage(compute) @workgroup_size(1)\nfn main() {}\n";
const NEW: &str = "alias Number = i32;\n// the entry point\n@compute @workgroup_size(1)\nfn main() {}\n";
/// A constant division by zero, which is an error now.
const BY_HAND: &str = "type Number = i32;\nfn f(a: Number) -> i32 {\n    return a / 0;\n}\n";

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

#[test]
fn files_are_rewritten_and_current_ones_are_left_alone() {
    let folder = folder("migrate", &[("shaders/old.wgsl", OLD), ("shaders/new.wgsl", NEW)]);
    let first = run(&folder, &["migrate", "shaders"]);
    assert_eq!((first.status, first.output.as_str()), (0, ""));
    assert_eq!(first.errors, "2 files: 1 migrated, 1 already current\n");
    assert_eq!(
        (text(&folder, "shaders/old.wgsl"), text(&folder, "shaders/new.wgsl")),
        (NEW.into(), NEW.into())
    );
    let second = run(&folder, &["migrate", "--quiet", "shaders"]);
    assert_eq!((second.status, second.errors.as_str()), (0, ""));
}

#[test]
fn changes_are_shown_and_nothing_is_written() {
    let folder = folder("migrate-diff", &[("old.wgsl", OLD)]);
    let shown = run(&folder, &["migrate", "--diff", "old.wgsl"]);
    let changes = "--- old.wgsl\n+++ old.wgsl\n@@ -1,4 +1,4 @@\n-type Number = i32;\n+alias Number = i32;\n // the entry point\n\
        -@stage(compute) @workgroup_size(1)\n+@compute @workgroup_size(1)\n fn main() {}\n";
    assert_eq!((shown.status, shown.output.as_str()), (0, changes));
    assert_eq!(text(&folder, "old.wgsl"), OLD);
}

#[test]
fn programs_to_fix_by_hand_are_written_on_demand_only() {
    let folder = folder("migrate-by-hand", &[("old.wgsl", BY_HAND)]);
    let told = run(&folder, &["migrate", "old.wgsl"]);
    assert_eq!((told.status, told.output.as_str()), (1, ""));
    assert!(told.errors.contains("const/division-by-zero"), "{}", told.errors);
    assert!(told.errors.contains("earlier drafts"), "{}", told.errors);
    assert!(told.errors.ends_with("1 file: 1 to fix by hand\n"), "{}", told.errors);
    assert_eq!(text(&folder, "old.wgsl"), BY_HAND);
    let written = run(&folder, &["migrate", "--partial", "old.wgsl"]);
    assert_eq!(written.status, 1);
    assert_eq!(text(&folder, "old.wgsl"), BY_HAND.replace("type", "alias"));
}

#[test]
fn standard_input_is_written_to_standard_output() {
    let migrated = run_with_input(&["migrate", "-"], OLD.as_bytes());
    assert_eq!((migrated.status, migrated.output.as_str()), (0, NEW));
    let current = run_with_input(&["migrate", "-"], NEW.as_bytes());
    assert_eq!((current.status, current.output.as_str()), (0, NEW));
    let by_hand = run_with_input(&["migrate", "-"], BY_HAND.as_bytes());
    assert_eq!((by_hand.status, by_hand.output.as_str()), (1, BY_HAND));
}

#[test]
fn an_unreadable_file_is_a_failure() {
    let folder = folder("migrate-missing", &[("old.wgsl", OLD)]);
    let missing = run(&folder, &["migrate", "missing.wgsl", "old.wgsl"]);
    assert_eq!(missing.status, 2);
    assert!(missing.errors.contains("missing.wgsl"), "{}", missing.errors);
    assert_eq!(text(&folder, "old.wgsl"), NEW);
    let bytes = run_with_input(&["migrate", "-"], b"fn f() {} // \xff");
    assert_eq!(bytes.status, 1);
    assert!(bytes.errors.contains("UTF-8"), "{}", bytes.errors);
}

#[test]
fn a_stride_that_elements_do_not_have_is_told() {
    let old = "[[block]] struct S {\n    a: [[stride(16)]] array<f32, 4>;\n};\n[[group(0), binding(0)]] var<uniform> s: S;\n";
    let told = run_with_input(&["migrate", "-"], old.as_bytes());
    assert_eq!(told.status, 1);
    assert!(told.errors.contains("@stride(16) a: array<f32, 4>"), "{}", told.errors);
    assert!(told.errors.contains("the stride of an array follows from its elements"), "{}", told.errors);
    let natural = run_with_input(&["migrate", "-"], old.replace("f32", "vec4<f32>").as_bytes());
    assert_eq!(natural.status, 0, "{}", natural.errors);
    assert!(!natural.output.contains("stride"), "{}", natural.output);
}
