//! Arguments and lengths that are checked as soon as their values are known: at module creation, or when a pipeline
//! sets overrides.

use crate::common::{findings, found_in_stage, places};
use wgsl_validator::{Options, PipelineRequest};

/// Code and column of the findings in a pipeline with the only entry point; the programs have one line.
fn pipeline(text: &str) -> Vec<(&'static str, u32)> {
    let found = found_in_stage(text, &PipelineRequest::default(), &Options::default());
    places(text, &found).into_iter().map(|(code, _, column)| (code, column)).collect()
}

/// A program whose only function has `before` before `call`, and the column where `at` begins in the call.
fn program(declarations: &str, call: &str, at: &str) -> (String, u32) {
    let before = format!("{declarations} @compute @workgroup_size(1) fn main() {{ var n = 0; _ = n; ");
    let column = before.len() + call.rfind(at).unwrap() + 1;
    (format!("{before}{call} }}"), u32::try_from(column).unwrap())
}

const BUFFER: &str = "struct S { a: vec4u, b: u32, c: array<vec2u> } var<workgroup> b: buffer<64>;";

/// Calls with one wrong argument, and that argument.
const WRONG_VIEWS: &[(&str, &str)] = &[
    ("bufferView<u32>(&b, -4)", "-4"),
    ("bufferView<u32>(&b, 2)", "2"),
    ("bufferView<u32>(&b, 64)", "64"),
    ("bufferView<S>(&b, 8)", "8"),
    ("bufferView<array<u32, 17>>(&b, n)", "bufferView"),
    ("bufferArrayView<array<u32>>(&b, -4, 4)", "-4"),
    ("bufferArrayView<array<u32>>(&b, 0, -4)", "-4"),
    ("bufferArrayView<array<u32>>(&b, 2, 4)", "2,"),
    ("bufferArrayView<array<u32>>(&b, 0, 6)", "6"),
    ("bufferArrayView<array<u32>>(&b, 0, 0)", "0"),
    ("bufferArrayView<array<u32>>(&b, 32, 36)", "36"),
    ("bufferArrayView<array<u32>>(&b, n, 68)", "68"),
    ("bufferArrayView<array<u32>>(&b, 68, n)", "68"),
    ("bufferArrayView<S>(&b, 0, 31)", "31"),
    ("bufferArrayView<S>(&b, 0, 36)", "36"),
];

#[test]
fn views_lie_in_their_buffer() {
    for call in [
        "bufferView<u32>(&b, 60)",
        "bufferView<u32>(&b, n)",
        "bufferView<S>(&b, 32)",
        "bufferArrayView<array<u32>>(&b, 32, 32)",
        "bufferArrayView<array<u32>>(&b, n, 64)",
        "bufferArrayView<array<u32>>(&b, 64, n)",
        "bufferArrayView<S>(&b, 16, 40)",
    ] {
        assert_eq!(findings(&program(BUFFER, &format!("let p = {call};"), "").0), [], "{call}");
    }
    for (call, wrong) in WRONG_VIEWS {
        let (text, column) = program(BUFFER, &format!("let p = {call};"), wrong);
        assert_eq!(findings(&text), [("const/invalid-argument", 1, column)], "{call}");
    }
}

#[test]
fn views_with_overrides_are_judged_in_a_pipeline() {
    for (call, wrong) in WRONG_VIEWS.iter().filter(|(_, wrong)| wrong.parse::<i32>().is_ok()) {
        let declarations = format!("override o: i32 = {wrong}; {BUFFER}");
        let start = call.rfind(wrong).unwrap();
        let call = format!("{}o{}", &call[..start], &call[start + wrong.len()..]);
        let (text, column) = program(&declarations, &format!("let p = {call};"), "o");
        assert_eq!(findings(&text), [], "{call}");
        assert_eq!(pipeline(&text), [("const/invalid-argument", column)], "{wrong} in {call}");
    }
    let small = "override o = 60; var<workgroup> b: buffer<o>;";
    let (text, column) = program(small, "let p = bufferView<mat4x4f>(&b, n);", "bufferView");
    assert_eq!(findings(&text), []);
    assert_eq!(pipeline(&text), [("const/invalid-argument", column)]);
}

#[test]
fn shuffles_stay_in_the_largest_subgroup() {
    for name in ["subgroupShuffle", "subgroupShuffleDown", "subgroupShuffleUp", "subgroupShuffleXor"] {
        for (amount, is_found) in [("127u", false), ("128u", true), ("u32(n)", false)] {
            let (text, column) = program("enable subgroups;", &format!("_ = {name}(1, {amount});"), amount);
            let expected = if is_found { vec![("const/argument-range", 1, column)] } else { Vec::new() };
            assert_eq!(findings(&text).first(), expected.first(), "{name} {amount}");
        }
        let (text, column) =
            program("enable subgroups; override o = 128u;", &format!("_ = {name}(1, o);"), "o)");
        assert_eq!(findings(&text), []);
        assert_eq!(pipeline(&text), [("const/argument-range", column)], "{name}");
    }
}

#[test]
fn an_index_is_compared_with_an_overridden_length() {
    for (index, is_found) in [("2", false), ("3", true), ("o", true)] {
        let (text, column) =
            program("override o = 3; var<workgroup> a: array<u32, o>;", &format!("_ = a[{index}];"), index);
        assert_eq!(findings(&text), [], "{index}");
        let expected = if is_found { vec![("const/index-out-of-bounds", column)] } else { Vec::new() };
        assert_eq!(pipeline(&text), expected, "{index}");
    }
}

#[test]
fn the_size_of_a_buffer_may_be_an_override() {
    for (size, enable, code) in [
        ("8", "", None),
        ("6", "", Some("type/invalid-array-size")),
        ("0", "", Some("type/invalid-array-size")),
        ("6", "enable f16;", None),
        ("5", "enable f16;", Some("type/invalid-array-size")),
        ("20000", "", Some("pipeline/workgroup-storage")),
    ] {
        let text = format!(
            "{enable} override o = {size}; var<workgroup> b: buffer<o>; \
             @compute @workgroup_size(1) fn main() {{ _ = bufferLength(&b); }}"
        );
        assert_eq!(findings(&text), []);
        let found = pipeline(&text);
        assert_eq!(found.first().map(|(code, _)| *code), code, "{size} {enable}");
    }
}

#[test]
fn a_workgroup_is_made_of_whole_subgroups() {
    let program = |workgroup: &str, subgroup: &str| {
        format!(
            "enable subgroup_size_control; override o = 24; \
             @compute @workgroup_size({workgroup}) @subgroup_size({subgroup}) fn main() {{}}"
        )
    };
    assert_eq!(pipeline(&program("o, 2", "8")), []);
    for (workgroup, subgroup) in [("o, 2", "16"), ("24", "16"), ("8", "o")] {
        let text = program(workgroup, subgroup);
        let column = text.find("@subgroup_size(").unwrap() + "@subgroup_size(".len() + 1;
        let column = u32::try_from(column).unwrap();
        assert_eq!(findings(&text), []);
        assert_eq!(pipeline(&text), [("interface/invalid-subgroup-size", column)]);
    }
}

/// One mistake in a value is reported once: the value is not compared with a limit.
#[test]
fn a_negative_workgroup_size_is_reported_once() {
    let text = "override o = -1; @compute @workgroup_size(o) fn main() {}";
    assert_eq!(pipeline(text), [("interface/invalid-workgroup-size", 43)]);
}
