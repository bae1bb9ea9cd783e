//! `--timings` and `--dump`.

use crate::support::{BAD, GOOD, folder, run};

#[test]
fn timings_follow_the_summary_and_leave_the_status_alone() {
    let folder = folder("timings", &[("good.wgsl", GOOD), ("bad.wgsl", BAD), ("a.metal", "")]);
    let result = run(&folder, &["--timings", "good.wgsl", "bad.wgsl"]);
    assert_eq!(result.status, 1);
    let (_, table) = result.errors.split_once("2 files: 1 accepted, 1 rejected").expect("a summary");
    for phase in ["lex", "parse", "resolve", "check", "uniformity", "aliases", "fixes", "2 WGSL programs"] {
        assert!(table.contains(phase), "{phase} is missing:\n{table}");
    }
    assert!(!table.contains("Metal"), "{table}");
    let metal = run(&folder, &["--timings", "a.metal"]).errors;
    for phase in ["preprocess", "parse", "check", "1 Metal program\n"] {
        assert!(metal.contains(phase), "{phase} is missing:\n{metal}");
    }
    assert!(!metal.contains("WGSL"), "{metal}");
}

#[test]
fn dumps_replace_the_check() {
    let shader = "@compute @workgroup_size(1) fn main() { if true { workgroupBarrier(); } }";
    let folder = folder("dump", &[("a.wgsl", shader), ("bad.wgsl", BAD), ("a.metal", "")]);
    let tokens = run(&folder, &["--dump", "tokens", "bad.wgsl"]);
    assert_eq!(tokens.status, 0, "a program with errors has tokens");
    assert!(tokens.output.starts_with("0..2  Fn  `fn`\n"), "{}", tokens.output);
    let tree = run(&folder, &["--dump", "tree", "a.wgsl"]);
    assert!(tree.output.contains("functions\n  0    "), "{}", tree.output);
    let graph = run(&folder, &["--dump", "uniformity", "a.wgsl"]);
    assert!(graph.output.starts_with("digraph uniformity {\n  subgraph cluster_w0 {"), "{}", graph.output);
    let none = run(&folder, &["--dump", "uniformity", "bad.wgsl", "a.metal"]);
    assert_eq!((none.status, none.output.as_str()), (2, ""));
    assert!(none.errors.contains("bad.wgsl: it has errors that are not about uniformity"), "{}", none.errors);
    let metal = "a.metal: `--dump` only supports WGSL programs";
    assert!(none.errors.contains(metal), "{}", none.errors);
}

#[test]
fn programs_of_several_files_are_dumped_as_one() {
    let files = [("a.wesl", "import package::b::g;\nfn f() { g(); }\n"), ("b.wesl", "fn g() {}\n")];
    let folder = folder("dump_assembled", &files);
    let tree = run(&folder, &["--dump", "tree", "a.wesl"]);
    assert_eq!(tree.status, 0, "{}", tree.errors);
    assert!(
        tree.output.starts_with("// a.wesl, assembled with the files that it imports\n"),
        "{}",
        tree.output
    );
    let tokens = run(&folder, &["--dump", "tokens", "a.wesl"]).output;
    assert!(!tokens.contains("`import`") && tokens.matches("`fn`").count() == 2, "{tokens}");
}

#[cfg(feature = "run")]
#[test]
fn each_entry_point_has_an_intermediate_program() {
    let shader = "@compute @workgroup_size(1) fn first() {} @compute @workgroup_size(2) fn second() {}";
    let result = run(&folder("dump_ir", &[("a.wgsl", shader)]), &["--dump", "ir", "a.wgsl"]);
    assert_eq!(result.status, 0);
    let second = result.output.find("// entry point second\n").expect("the second one");
    assert!(result.output.starts_with("// entry point first\n") && second > 20, "{}", result.output);
}

/// Each function calls the one before it twice.
#[cfg(feature = "run")]
#[test]
fn the_intermediate_programs_of_all_entry_points_share_one_limit() {
    let mut shader = "var<private> n: u32; fn f0() { n += 1; }\n".to_owned();
    shader.extend((1..15).map(|level| format!("fn f{level}() {{ f{0}(); f{0}(); }}\n", level - 1)));
    shader.extend((0..80).map(|entry| format!("@compute @workgroup_size(1) fn e{entry}() {{ f14(); }}\n")));
    let folder = folder("dump_ir_large", &[("a.wgsl", &shader), ("b.wgsl", GOOD)]);
    let result = run(&folder, &["--dump", "ir", "a.wgsl", "b.wgsl"]);
    assert_eq!(result.status, 2);
    assert!(
        result.errors.contains("a.wgsl: the remaining entry points are not printed"),
        "{}",
        result.errors
    );
    let printed = result.output.matches("// entry point e").count();
    assert!((1..80).contains(&printed), "{printed} entry points");
    assert!(result.output.contains("// b.wgsl\n"));
}
