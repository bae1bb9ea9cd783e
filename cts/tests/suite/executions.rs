//! Programs that are executed: their form, and the comparison of their results.

use crate::cases::{comparison, difference, first_execution, instances};
use shader_run::execute::FaultKind;
use webgpu_model::texture::{AddressMode, CompareFunction, FilterMode, Sampler};
use webgpu_model::{Command, Data};
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::coverage::coverage;
use wgsl_cts_cases::execution::{BindingPoint, Execution, ExpectedValue, Fault, Output, scalars};
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::{ExecutorKind, Verdict};

/// A file that is right.
const RIGHT: &str = include_str!("../data/cases/executed.yaml");

#[test]
fn the_form_becomes_bytes() {
    let names: Vec<String> = instances(RIGHT).into_iter().map(|instance| instance.name).collect();
    assert_eq!(names, ["u32", "i32"].map(|ty| format!("statements/if::everything::run-everything[T={ty}]")));
    let execution = first_execution(RIGHT);
    let Command::Dispatch(dispatch) = &execution.command else { panic!("a dispatch") };
    assert_eq!(dispatch.shader.entry_point.as_deref(), Some("main"));
    assert_eq!(dispatch.workgroups, [4, 2, 1]);
    assert_eq!(execution.subgroup_size, Some(8));
    assert_eq!(execution.expected.faults, [Fault { line: 5, column: 5, kind: FaultKind::OutOfBounds }]);
    let [out, row, picture, depth, sampler] = dispatch.bindings.as_slice() else { panic!("five resources") };
    assert_eq!(out.data, Data::Buffer(vec![1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0].into()));
    let [expected] = execution.expected.buffers.as_slice() else { panic!("one buffer is compared") };
    let unchanged = [ExpectedValue::Bits(3), ExpectedValue::Bits(0)];
    let values: Vec<_> =
        [ExpectedValue::Number(7), ExpectedValue::Any].into_iter().chain(unchanged).collect();
    assert_eq!((expected.at, &expected.values), (BindingPoint { group: 0, binding: 0 }, &values));
    assert_eq!(scalars(&expected.row, 16).count(), 4);
    assert_eq!(row.data, Data::Buffer(vec![0, 0, 0xc0, 0x3f, 2, 0, 0, 0, 0, 0, 0, 0x80, 3, 0, 0, 0].into()));
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
    let text = text.replace("mag_filter: linear,", "mag_filter: \"${T.mag}\",");
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
    let judged = |text: &str, executor| comparison(executor, &instances(text)[0]);
    for executor in [ExecutorKind::Validator, ExecutorKind::Naga] {
        assert_eq!(judged(RIGHT, executor), Comparison::Same, "{}", executor.name());
        let wrong = RIGHT.replace("entry_point: main", "entry_point: mian");
        assert!(matches!(judged(&wrong, executor), Comparison::Differs(_)), "{}", executor.name());
    }
    let without_constant = RIGHT.replace("constants: { x: 1.5 }", "constants: {}");
    assert!(matches!(judged(&without_constant, ExecutorKind::Validator), Comparison::Differs(_)));
    let executors = Executors::start(&Peers::default());
    let who_judge = [ExecutorKind::Validator, ExecutorKind::Naga];
    assert_eq!(executors.not_executed(&who_judge), Some("not executed: no executor runs programs"));
    assert_eq!(executors.not_executed(&ExecutorKind::ALL), None);
}

/// A program that the reference executor runs as its case wants it.
const RUN: &str = include_str!("../data/cases/run.yaml");

#[test]
fn the_reference_executor_runs_programs() {
    let message =
        |from: &str, to: &str| difference(ExecutorKind::Reference, &instances(&RUN.replacen(from, to, 1))[0]);
    let right = instances(&RUN.replace("expect: [10, 10, 9]", "expect: [10, 10, { one_of: [9, 0] }]"));
    assert!(right[0].is_for(ExecutorKind::Reference));
    assert_eq!(comparison(ExecutorKind::Reference, &right[0]), Comparison::Same);
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
    let text = RUN.replace("    run:\n", "    accept:\n");
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
    for words in ["if.yaml:12\n", "out[0] at byte 0: expected 7, got 1", "texel (1, 0), channel g"] {
        assert!(difference.message.contains(words), "{words} is missing in\n{}", difference.message);
    }
    let [out, _, picture, ..] = output.bindings.as_mut_slice() else { panic!("two buffers and a texture") };
    out.data = out.data.with_bytes([&[7], &out.data.bytes()[1..]].concat());
    picture.data = picture.data.with_bytes(vec![9, 9, 0, 255]);
    assert_eq!(compare(ExecutorKind::Validator, instance, &Outcome::Executed(output)), Comparison::Same);
}

#[test]
fn faults_are_an_expectation() {
    let text = RIGHT.replace(", expect: [7, any]", "").replace(", expect: [any, [0, 1]]", "");
    assert_eq!(first_execution(&text).expected.faults.len(), 1);
}

#[test]
fn an_execution_shows_more_than_an_accepted_program() {
    let instances = instances(RIGHT);
    let rule = instances[0].rules[0];
    let accepted = |instance| Judged {
        instance,
        executor: ExecutorKind::Validator,
        outcome: Outcome::Judged(Verdict::Accept, Vec::new()),
        comparison: Comparison::Same,
        place: None,
    };
    let of_rule = |judged: &[Judged]| {
        let counts = coverage(judged);
        let count = counts.iter().find(|count| count.rule == rule).copied().expect("all rules are counted");
        (count.accepting, count.executing, count.is_covered())
    };
    assert_eq!(of_rule(&[accepted(&instances[0])]), (1, 0, Some(false)));
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
    assert_eq!(of_rule(&[judged(Comparison::NotAsked("it is too large".to_owned()))]), (0, 0, Some(false)));
    assert_eq!(of_rule(&[judged(Comparison::Same)]), (0, 1, Some(true)));
}

#[test]
fn programs_count_for_a_rule_once_and_only_if_they_can_fail() {
    let judged = |text: &str| {
        let all = instances(text);
        let judged: Vec<Judged<'_>> = all
            .iter()
            .map(|instance| Judged {
                instance,
                executor: ExecutorKind::Reference,
                outcome: Outcome::Executed(Output::default()),
                comparison: Comparison::Same,
                place: None,
            })
            .collect();
        let counts = coverage(&judged);
        let count = counts.iter().find(|count| count.rule == all[0].rules[0]).expect("all rules are counted");
        (count.executing, count.independent)
    };
    assert_eq!(judged(RIGHT), (2, 1));
    let texels = "expect: [any, [0, 1]]";
    assert_eq!(judged(&RIGHT.replace(texels, "expect: [any, any]")), (2, 1));
    let words = "size: 16, values: [1, 2, 3], expect: [7, any]";
    let anything = RIGHT.replace(words, "expect: [any, { one_of: [7, any] }]");
    assert_eq!(judged(&anything), (2, 1));
    assert_eq!(judged(&anything.replace(texels, "expect: [any, any]")), (2, 0));
}
