//! Programs that are executed: what is read of their form, and what is refused.

use crate::refusals::{read, refused_in};
use shader_model::texture::{AddressMode, CompareFunction, FilterMode, Sampler};
use shader_model::{Command, Data};
use shader_run::execute::FaultKind;
use wgsl_cases::case::Instance;
use wgsl_cases::compare::{Comparison, compare};
use wgsl_cases::coverage::coverage;
use wgsl_cases::execution::{BindingPoint, Execution, ExpectedValue, Fault, Output, scalars};
use wgsl_cases::judged::Judged;
use wgsl_cases::outcome::Outcome;
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_cts::execute::{Executors, Peers};

/// A file that is right; each test makes one thing of it wrong.
const RIGHT: &str = "\
about: Executions.
section: compute-shader-workgroups

cases:
  - name: everything
    about: All that an execution can say.
    rules: [exec.workgroup.grid]
    matrix: { T: [u32, i32] }
    run:
      - wgsl: |
          override x: f32;
          @group(0) @binding(0) var<storage, read_write> out: array<${T}>;
          @compute @workgroup_size(1) fn main() {
            out[0] = ${T}(x);
            out[9] = 1; //~ fault[out-of-bounds] @5
          }
        entry_point: main
        constants: { x: 1.5 }
        workgroups: [4, 2]
        strict: true
        subgroup_size: 8
        buffers:
          - { group: 0, binding: 0, kind: storage, type: \"${T}\", size: 16, values: [1, 2, 3], expect: [7, any] }
          - { group: 0, binding: 1, kind: uniform, type: [f32, u16, pad2], values: [1.5, 2, -0, 3] }
        textures:
          - { group: 0, binding: 2, kind: storage-texture, format: rg8unorm, size: [2, 1], texels: [[1, 0.2]], expect: [any, [0, 1]] }
          - { group: 1, binding: 2, kind: texture, dimension: 2d-array, format: depth32float, size: [2, 2, 1], mips: 2, texels: [0.5] }
        samplers:
          - { group: 1, binding: 3, mag: linear, address: [repeat, clamp-to-edge, mirror-repeat], compare: less, lod: [0, 2] }
";

fn instances(text: &str) -> Vec<Instance> {
    read(text).unwrap_or_else(|problems| panic!("{}", problems[0]))
}

fn first_execution(text: &str) -> Execution {
    instances(text)[0].execution.as_deref().expect("it is executed").clone()
}

#[track_caller]
fn refused(from: &str, to: &str, message: &str, line: usize, marked: &str) {
    refused_in(RIGHT, (from, to), message, line, marked);
}

#[test]
fn the_form_becomes_bytes() {
    let names: Vec<String> = instances(RIGHT).into_iter().map(|instance| instance.name).collect();
    assert_eq!(names, ["u32", "i32"].map(|ty| format!("statements/if::everything::run-1[T={ty}]")));
    let execution = first_execution(RIGHT);
    let Command::Dispatch(dispatch) = &execution.command else { panic!("a dispatch") };
    assert_eq!(dispatch.shader.entry_point.as_deref(), Some("main"));
    assert_eq!(dispatch.workgroups, [4, 2, 1]);
    assert_eq!(execution.subgroup_size, Some(8));
    assert_eq!(execution.expected.faults, [Fault { line: 5, column: 5, kind: FaultKind::OutOfBounds }]);
    let [out, row, picture, depth, sampler] = dispatch.bindings.as_slice() else { panic!("five resources") };
    assert_eq!(out.data, Data::Buffer(vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]));
    let [expected] = execution.expected.buffers.as_slice() else { panic!("one buffer is compared") };
    let unchanged = [ExpectedValue::Bits(3), ExpectedValue::Bits(0)];
    let values: Vec<_> =
        [ExpectedValue::Number(7), ExpectedValue::Any].into_iter().chain(unchanged).collect();
    assert_eq!((expected.at, &expected.values), (BindingPoint { group: 0, binding: 0 }, &values));
    assert_eq!(scalars(&expected.row, 16).count(), 4);
    assert_eq!(row.data, Data::Buffer(vec![0, 0, 0xc0, 0x3f, 2, 0, 0, 0, 0, 0, 0, 0x80, 3, 0, 0, 0]));
    assert_eq!(BindingPoint::of(row), BindingPoint { group: 0, binding: 1 });
    assert_eq!(picture.data.bytes(), [255, 51, 0, 0]);
    let [expected] = execution.expected.textures.as_slice() else { panic!("one texture is compared") };
    let values =
        [ExpectedValue::Any, ExpectedValue::Any, ExpectedValue::Number(0), ExpectedValue::Number(255)];
    assert_eq!((expected.at, expected.values.as_slice()), (BindingPoint::of(picture), &values[..]));
    let depth = depth.data.bytes();
    assert_eq!((depth.len(), &depth[..4]), (20, &0.5_f32.to_le_bytes()[..]));
    let Data::Sampler(sampler) = sampler.data else { panic!("a sampler") };
    assert_eq!((sampler.mag_filter, sampler.min_filter), (FilterMode::Linear, FilterMode::Nearest));
    assert_eq!(sampler.address_modes[2], AddressMode::MirrorRepeat);
    assert_eq!(sampler.compare, Some(CompareFunction::Less));
}

/// The bytes of the first buffer.
fn first_bytes(execution: &Execution) -> &[u8] {
    execution.command.bindings()[0].data.bytes()
}

#[test]
fn the_size_is_that_of_the_longer_list() {
    let with = |from: &str, to: &str| first_bytes(&first_execution(&RIGHT.replacen(from, to, 1))).len();
    assert_eq!(with("size: 16, ", ""), 12);
    assert_eq!(with("size: 16, values: [1, 2, 3], expect: [7, any]", "expect: [7, any]"), 8);
    assert_eq!(with("type: \"${T}\", size: 16", "type: u8"), 4);
    let row = "type: [u32, pad4, u16, pad2]";
    assert_eq!(with("type: \"${T}\", size: 16", row), 16, "up to the last value");
    assert_eq!(with("type: \"${T}\", size: 16, values: [1, 2, 3]", &format!("{row}, values: [1, 2]")), 12);
}

#[test]
fn a_template_may_stand_for_several_values() {
    let text = RIGHT.replace(
        "T: [u32, i32]",
        "T: [{ name: u32, values: '5, { bits: 6 }', out: '{ one_of: [1, any] }' }]",
    );
    let text = text.replace("[1, 2, 3]", "[\"${T.values}\", 4]").replace("[7, any]", "[\"${T.out}\"]");
    let execution = first_execution(&text);
    assert_eq!(first_bytes(&execution), [5, 0, 0, 0, 6, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]);
    let choice = ExpectedValue::OneOf(vec![ExpectedValue::Number(1), ExpectedValue::Any]);
    assert_eq!(execution.expected.buffers[0].values[0], choice);
}

#[test]
fn the_matrix_chooses_between_words() {
    let text = RIGHT.replace("T: [u32, i32]", "T: [{ name: u32, mag: linear }, { name: i32, mag: nearest }]");
    let text = text.replace("mag: linear,", "mag: \"${T.mag}\",");
    let mag = |instance: &Instance| {
        let execution = instance.execution.as_deref().expect("it is executed");
        let sampler = execution.command.bindings().iter().find_map(|binding| match binding.data {
            Data::Sampler(sampler) => Some(sampler),
            Data::Buffer(_) | Data::Texture(..) => None,
        });
        sampler.as_ref().map_or_else(FilterMode::default, |sampler: &Sampler| sampler.mag_filter)
    };
    let chosen: Vec<FilterMode> = instances(&text).iter().map(mag).collect();
    assert_eq!(chosen, [FilterMode::Linear, FilterMode::Nearest]);
}

#[test]
fn what_is_expected_has_many_forms() {
    let expected = |ty: &str, value: &str| {
        let text = RIGHT.replacen("type: \"${T}\"", &format!("type: {ty}"), 1);
        let execution = first_execution(&text.replacen("[7, any]", &format!("[{value}]"), 1));
        execution.expected.buffers[0].values[0].clone()
    };
    let one = 1.0_f32.to_bits();
    assert_eq!(expected("f32", "0"), ExpectedValue::Number(0));
    assert_eq!(expected("f32", "-0"), ExpectedValue::Bits(0x8000_0000));
    assert_eq!(expected("f16", "inf"), ExpectedValue::Number(0x7c00));
    assert_eq!(expected("f16", "-inf"), ExpectedValue::Number(0xfc00));
    assert_eq!(expected("f32", "nan"), ExpectedValue::Nan);
    assert_eq!(expected("f32", ".nan"), ExpectedValue::Nan);
    assert_eq!(expected("f32", "{ bits: 0x7fc00001 }"), ExpectedValue::Bits(0x7fc0_0001));
    assert_eq!(expected("f32", "{ ulp: 3, of: 1 }"), ExpectedValue::Ulp { distance: 3, of: one });
    let absolute = ExpectedValue::Absolute { tolerance: 0.25, of: one };
    assert_eq!(expected("f32", "{ absolute: 0.25, of: 1 }"), absolute);
    assert_eq!(expected("f32", "{ between: [0, 1] }"), ExpectedValue::Between { low: 0, high: one });
}

#[test]
fn all_who_are_there_judge_the_pipeline() {
    let executors = Executors::start(&Peers::default());
    let judged = |text: &str, executor| {
        let instances = instances(text);
        let instance = &instances[0];
        compare(executor, instance, &executors.judge(executor, instance))
    };
    for executor in [ExecutorKind::Validator, ExecutorKind::Naga] {
        assert_eq!(judged(RIGHT, executor), Comparison::Same, "{}", executor.name());
        let wrong = RIGHT.replace("entry_point: main", "entry_point: mian");
        assert!(matches!(judged(&wrong, executor), Comparison::Differs(_)), "{}", executor.name());
    }
    let without_constant = RIGHT.replace("constants: { x: 1.5 }", "constants: {}");
    assert!(matches!(judged(&without_constant, ExecutorKind::Validator), Comparison::Differs(_)));
    let who_judge = [ExecutorKind::Validator, ExecutorKind::Naga];
    assert_eq!(executors.not_executed(&who_judge), Some("not executed: no executor runs programs"));
    assert_eq!(executors.not_executed(&ExecutorKind::ALL), None);
}

/// A program that the reference executor runs as its case wants it.
const RUN: &str = "\
about: Executions.
section: compute-shader-workgroups

cases:
  - name: everything
    about: Buffers, textures and samplers go to the executor, and what is written comes back.
    rules: [exec.workgroup.grid]
    run:
      - wgsl: |
          override scale: f32;
          @group(0) @binding(0) var<storage, read_write> out: array<f32, 3>;
          @group(0) @binding(1) var picture: texture_2d<f32>;
          @group(0) @binding(2) var how: sampler;
          @group(0) @binding(3) var written: texture_storage_2d<rgba8uint, write>;
          @compute @workgroup_size(1) fn main(@builtin(workgroup_id) id: vec3u) {
            out[id.x] = scale * textureSampleLevel(picture, how, vec2f(1.25, 0.5), 0).x;
            out[id.x + 2] = 9; //~ fault[out-of-bounds] @3
            textureStore(written, id.xy, vec4u(1, 2, 3, 4));
          }
        constants: { scale: 2 }
        workgroups: [2]
        strict: true
        buffers:
          - { group: 0, binding: 0, kind: storage, type: f32, expect: [10, 10, 9] }
        textures:
          - { group: 0, binding: 1, kind: texture, format: r32float, size: [2, 1], texels: [5, 6] }
          - { group: 0, binding: 3, kind: storage-texture, format: rgba8uint, size: [2, 1], expect: [[1, 2, 3, 4], [1, 2, 3, 4]] }
        samplers:
          - { group: 0, binding: 2, address: [repeat, repeat, repeat] }
";

#[test]
fn the_reference_executor_runs_programs() {
    let executors = Executors::start(&Peers::default());
    let comparison = |text: &str| {
        let instances = instances(text);
        assert!(instances[0].is_for(ExecutorKind::Reference));
        let outcome = executors.judge(ExecutorKind::Reference, &instances[0]);
        compare(ExecutorKind::Reference, &instances[0], &outcome)
    };
    let message = |from: &str, to: &str| match comparison(&RUN.replacen(from, to, 1)) {
        Comparison::Differs(difference) => difference.message,
        other => panic!("{other:?}"),
    };
    let right = RUN.replace("expect: [10, 10, 9]", "expect: [10, 10, { one_of: [9, 0] }]");
    assert_eq!(comparison(&right), Comparison::Same);
    assert!(message("[1, 2, 3, 4]]", "[1, 2, 3, 5]]").contains("channel a"));
    assert!(message("expect: [10,", "expect: [11,").contains("out[0] at byte 0: expected 11"));
    assert!(message(" //~ fault[out-of-bounds] @3", "").contains("+fault[out-of-bounds] at 8:3"));
    assert!(
        message("kind: texture, format: r32float", "kind: texture, format: r32uint").contains("@binding(1)")
    );
    assert!(message("fn main(", "fn main(x, ").contains("reference rejects this program"));
}

#[test]
fn a_program_that_only_judges_is_not_run() {
    let text = RUN.replace("    run:\n      - wgsl: |", "    accept:\n      - |");
    let text = text[..text.find("        constants:").expect("there are constants")].replace("//~", "//");
    assert!(!instances(&text)[0].is_for(ExecutorKind::Reference));
}

#[test]
fn an_execution_is_compared_with_its_case() {
    let instances = instances(RIGHT);
    let instance = &instances[0];
    let execution = instance.execution.as_deref().expect("it is executed");
    let mut output = execution.output(&[]);
    output.faults = Some(execution.expected.faults.clone());
    let Comparison::Differs(difference) =
        compare(ExecutorKind::Validator, instance, &Outcome::Executed(output.clone()))
    else {
        panic!("nothing was written")
    };
    for words in ["if.yaml:11\n", "out[0] at byte 0: expected 7, got 1", "texel (1, 0), channel g"] {
        assert!(difference.message.contains(words), "{words} is missing in\n{}", difference.message);
    }
    let [out, _, picture, ..] = output.bindings.as_mut_slice() else { panic!("two buffers and a texture") };
    out.data = out.data.with_bytes([&[7], &out.data.bytes()[1..]].concat());
    picture.data = picture.data.with_bytes(vec![9, 9, 0, 255]);
    assert_eq!(compare(ExecutorKind::Validator, instance, &Outcome::Executed(output)), Comparison::Same);
}

#[test]
fn an_execution_shows_more_than_an_accepted_program() {
    let instances = instances(RIGHT);
    let rule = instances[0].case.rules[0];
    let of_rule = |judged: &[Judged]| {
        let counts = coverage(&instances, judged);
        let count = counts.iter().find(|count| count.rule == rule).copied().expect("all rules are counted");
        (count.accepting, count.executing, count.is_covered())
    };
    assert_eq!(of_rule(&[]), (2, 0, Some(false)));
    let judged = |comparison| {
        let outcome = Outcome::Executed(Output::default());
        Judged {
            instance: &instances[0],
            executor: ExecutorKind::Reference,
            outcome,
            comparison,
            place: None,
        }
    };
    assert_eq!(of_rule(&[judged(Comparison::NotAsked("it is too large".to_owned()))]), (2, 0, Some(false)));
    assert_eq!(of_rule(&[judged(Comparison::Same)]), (2, 1, Some(true)));
}

#[test]
fn keys_and_words_that_are_unknown() {
    refused("strict: true", "strickt: true", "unknown field `strickt`", 20, "strickt");
    refused("size: 16", "sise: 16", "unknown field `sise`", 23, "sise");
    refused("mag: linear", "magn: linear", "unknown field `magn`", 29, "magn");
    refused("kind: uniform", "kind: unifrom", "unknown variant `unifrom`", 24, "unifrom");
    refused("2d-array", "2darray", "unknown variant `2darray`", 27, "2darray");
    refused("[7, any]", "[7, amy]", "there is no value `amy`; did you mean `any`?", 23, "amy");
    refused("[7, any]", "[{ ulps: 1 }]", "unknown field `ulps`", 23, "ulps");
    let message = "there is no type of buffers `i33`; did you mean `i32`?";
    refused("[f32, u16", "[i33, u16", message, 24, "i33");
    let message = "there is no texel format `rg8unrom`; did you mean `rg8unorm`?";
    refused("rg8unorm", "rg8unrom", message, 26, "rg8unrom");
    let message = "there is no filter mode `liner`; did you mean `linear`?";
    refused("mag: linear", "mag: liner", message, 29, "liner");
    let message = "there is no address mode `repaet`; did you mean `repeat`?";
    refused("[repeat, ", "[repaet, ", message, 29, "repaet");
    let message = "there is no compare function `lesser`; did you mean `less`?";
    refused("compare: less", "compare: lesser", message, 29, "lesser");
}

#[test]
fn values_of_the_wrong_type() {
    let problems = read(&RIGHT.replace("size: 16", "size: many")).expect_err("it is read");
    assert!(problems[0].message().contains("invalid type: string \"many\""), "{}", problems[0].message());
    assert_eq!(problems[0].line(), 23);
    let problems = read(&RIGHT.replace("[7, any]", "[7, true]")).expect_err("it is read");
    assert!(problems[0].message().contains("expected a value: a number"), "{}", problems[0].message());
    let message = "the constant `x` is a number";
    refused("constants: { x: 1.5 }", "constants: { x: any }", message, 11, "x");
}

#[test]
fn values_out_of_range_of_their_type() {
    refused("[1.5, 2, -0, 3]", "[1.5, 65536, -0, 3]", "u16 has no 65536", 24, "65536");
    refused("[1.5, 2, -0, 3]", "[1.5, -0, -0, 3]", "u16 has no -0", 24, "-0");
    refused("[1.5, 2, -0, 3]", "[1.5, 0.5, -0, 3]", "u16 has no 0.5", 24, "0.5");
    refused("[1.5, 2, -0, 3]", "[1.5, inf]", "u16 has no inf", 24, "inf");
    refused("[1.5, 2, -0, 3]", "[1e39]", "1e39 is out of range for f32", 24, "1e39");
    refused("[1.5, 2, -0, 3]", "[1.5, { bits: 0x10000 }]", "u16 has 16 bits; 0x10000 has more", 24, "bits");
    refused("[1.5, 2, -0, 3]", "[any]", "a number stands here", 24, "group: 0, binding: 1,");
    refused("[[1, 0.2]]", "[[1.25, 0.2]]", "unorm8 has no 1.25", 26, "1.25");
    refused("expect: [any, [0, 1]]", "expect: [[0, nan]]", "unorm8 has no nan", 26, "nan");
}

#[test]
fn expectations_that_make_no_sense() {
    let at = "group: 0, binding: 0,";
    let of_floats = RIGHT.replace("T: [u32, i32]", "T: [f32]");
    let change = ("[7, any]", "[[[7]], { ulp: 1, of: nan }]");
    refused_in(&of_floats, change, "nothing is near to a NaN", 23, at);
    refused("[7, any]", "[{ one_of: [] }]", "`one_of` has a choice at least", 23, "one_of");
    refused("[7, any]", "[{ one_of: [[1]] }]", "a single value stands here", 23, at);
    refused("[7, any]", "[{ between: [1, 0] }]", "the least number first", 23, "between");
    refused("[7, any]", "[{ between: [1] }]", "the least and the greatest", 23, "between");
    refused("[7, any]", "[{ ulp: 1 }]", "makes a value", 23, "{ ulp: 1 }] }");
    let text = RIGHT.replace(", expect: [7, any]", "").replace(", expect: [any, [0, 1]]", "");
    assert!(read(&text).is_ok(), "faults are expected");
    let text = text.replace("strict: true", "strict: false").replace(" //~ fault[out-of-bounds] @5", "");
    let problems = read(&text).expect_err("it is read");
    assert!(problems[0].message().contains("says what must come of it"), "{}", problems[0].message());
    assert_eq!(problems[0].line(), 11);
}

#[test]
fn more_values_than_there_is_room_for() {
    let message = "`values` has 5 values; 16 bytes hold 4";
    refused("[1, 2, 3]", "[1, 2, 3, 4, 5]", message, 23, "values");
    refused("[7, any]", "[7, any, 0, 0, 0]", "`expect` has 5 values; 16 bytes hold 4", 23, "expect");
    let message = "`texels` has 3 texels; the texture has 2";
    refused("[[1, 0.2]]", "[[0, 0], [0, 0], [0, 0]]", message, 26, "texels");
    refused(
        "[[1, 0.2]]",
        "[1]",
        "a texel of this format has the channels rg, 1 here",
        26,
        "group: 0, binding: 2,",
    );
}

#[test]
fn sizes_that_nothing_has() {
    refused("size: 16", "size: 18", "a multiple of 4", 23, "size");
    refused("size: 16", "size: 4000000000", "at most 16777216 bytes", 23, "size");
    let buffer = "values: [1.5, 2, -0, 3]";
    refused(buffer, "values: []", "a buffer needs a `size`", 24, "group: 0, binding: 1,");
    refused("[f32, u16, pad2]", "[pad4]", "a row holds a number", 24, "type");
    refused("size: [2, 1]", "size: [2]", "the size of this dimension has 2 numbers", 26, "size");
    refused("size: [2, 1]", "size: [2, 0]", "a texture has a texel at least", 26, "size");
    refused("size: [2, 1]", "size: [4000000000, 4000000000]", "at most 16777216 bytes", 26, "size");
    refused("mips: 2", "mips: 3", "from 1 to 2 levels", 27, "mips");
    refused("mips: 2", "samples: 4", "a texture has 1 sample", 27, "samples");
    refused(
        "kind: texture, dimension: 2d-array",
        "kind: texture, dimension: cube-array",
        "six for each",
        27,
        "size",
    );
    refused("workgroups: [4, 2]", "workgroups: [4, 65536]", "at most 65535 workgroups", 19, "workgroups");
    refused("workgroups: [4, 2]", "workgroups: [1, 1, 1, 1]", "1 to 3 numbers", 19, "workgroups");
    refused("subgroup_size: 8", "subgroup_size: 3", "a subgroup has", 21, "subgroup_size");
    refused("lod: [0, 2]", "lod: [3, 2]", "the least and the greatest level", 29, "lod");
}

#[test]
fn two_entries_for_one_binding() {
    let message = "two entries for group 0, binding 0";
    refused("group: 0, binding: 1,", "group: 0, binding: 0,", message, 24, "group: 0, binding: 0,");
    let message = "two entries for group 0, binding 1";
    refused("group: 1, binding: 3,", "group: 0, binding: 1,", message, 29, "group: 0, binding: 1,");
}

#[test]
fn what_no_program_can_write_to() {
    let message = "nothing can be expected of what no program can write to";
    refused("values: [1.5, 2, -0, 3]", "values: [1], expect: [1]", message, 24, "expect");
    refused("texels: [0.5]", "expect: [0.5]", message, 27, "expect");
    refused("rg8unorm", "depth16unorm", "no storage texture has the format", 26, "depth16unorm");
}

#[test]
fn faults_that_nobody_looks_for() {
    let message = "faults are found only in a program of `run` with `strict: true`";
    refused("strict: true", "strict: false", message, 11, "override x: f32;");
    let accepted = "    accept:\n      - |\n        alias a = u32; //~ fault[data-race] @1\n    run:\n";
    refused("    run:\n", accepted, message, 11, "alias a = u32; //~ fault[data-race] @1");
    let marker = "//~ fault[out-of-bound] @5";
    let message = "there is no kind of fault `out-of-bound`; did you mean `out-of-bounds`?";
    refused("//~ fault[out-of-bounds] @5", marker, message, 15, marker);
    let marker = "//~ fault[out-of-bounds]";
    refused("//~ fault[out-of-bounds] @5", marker, "`out-of-bounds` has no column", 15, marker);
    let message = "a program of `run` has no errors; this one has a marker for one";
    let marker = "//~ error[type/mismatch] @5";
    refused("//~ fault[out-of-bounds] @5", marker, message, 11, "override x: f32;");
}

#[test]
fn programs_in_two_ways_or_none() {
    let both = "file: wgsl/x.wgsl\n        entry_point: main";
    refused("entry_point: main", both, "either `wgsl` or `file`", 9, "run:");
    let message = "programs of `run` have pipelines of their own";
    refused("    run:\n", "    link: true\n    run:\n", message, 5, "name: everything");
    refused("    run:\n", "    pipeline: {}\n    run:\n", message, 5, "name: everything");
}

#[test]
fn values_that_the_matrix_lacks() {
    let message = "the matrix gives `${U}` no value";
    refused("[7, any]", "[\"${U}\"]", message, 23, "${U}");
    refused("entry_point: main", "entry_point: ${U}", message, 17, "${U}");
    let unused = "matrix: { U: [1], T: [u32, i32] }";
    refused("matrix: { T: [u32, i32] }", unused, "no program uses `${U}`", 8, "U");
    let message = "`u32`: there is no value `u32`";
    let problems = read(&RIGHT.replace("[7, any]", "[\"${T}\"]")).expect_err("it is read");
    assert!(problems[0].message().contains(message), "{}", problems[0].message());
}
