//! Files of known differences: their patterns, and how differences are written into them.

use crate::cases::instances;
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_cts::execute::{Executors, OutsideCommand, Peers};
use wgsl_cts::expectations::{Expectations, NewDifference, Programs};
use wgsl_cts::results::Status;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::judged::Judged;
use wgsl_cts_cases::outcome::{Finding, Outcome};
use wgsl_cts_cases::vocabulary::{ExecutorKind, OutsideName, Verdict};

const CASES: &str = "
about: Programs with and without an extension.
section: if-statement
cases:
  - name: plain
    about: A condition is a bool.
    rules: [stmt.if.cond-bool]
    reject:
      number: |
        fn f() { if 1 {} } //~ error[type/invalid-condition: stmt.if.cond-bool] @13
  - name: halves
    about: A condition is a bool.
    rules: [stmt.if.cond-bool]
    needs: [f16]
    reject:
      number: |
        enable f16;
        fn f() { if 1h {} } //~ error[type/invalid-condition: stmt.if.cond-bool] @13
";

fn mine() -> ExecutorKind {
    ExecutorKind::Outside(OutsideName::new("mine").expect("a name"))
}

fn written(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("expectations");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path
}

fn read(name: &str, classes: &str) -> Expectations {
    Expectations::read(&written(name, &format!("classes:\n{classes}")))
        .unwrap_or_else(|problem| panic!("{problem}"))
}

/// A program that the executor accepts or rejects.
fn judged(instance: &Instance, verdict: Verdict) -> Judged<'_> {
    let outcome = Outcome::Judged(verdict, Vec::new());
    let comparison = compare(mine(), instance, &outcome);
    Judged { instance, executor: mine(), outcome, comparison, place: None }
}

/// The case of the first class that lists any, after the executor has accepted all programs.
fn blessed(instances: &[Instance], mut file: Expectations) -> (Expectations, usize) {
    let judged: Vec<Judged> = instances.iter().map(|instance| judged(instance, Verdict::Accept)).collect();
    let difference = |judged: &'_ Judged<'_>| match &judged.comparison {
        Comparison::Differs(difference) => difference.clone(),
        other => panic!("{other:?}"),
    };
    let found: Vec<_> = judged.iter().map(difference).collect();
    let new: Vec<NewDifference> = judged
        .iter()
        .zip(&found)
        .map(|(judged, found)| NewDifference {
            executor: mine(),
            instance: judged.instance,
            kind: &found.kind,
            message: &found.message,
            rules: &judged.instance.rules,
        })
        .collect();
    let homeless = file.bless(instances, &[mine()], None, &new).len();
    (file, homeless)
}

#[test]
fn a_class_names_threads_and_the_doubt() {
    let class = |more: &str| format!("- {{ name: some, executor: mine, about: It is wrong., {more} }}\n");
    let file = read("threads.yaml", &class("upstream: ['gfx-rs/wgpu#4507'], disputed: It may be right."));
    let class_of_file = &file.classes[0];
    assert_eq!(class_of_file.upstream, ["gfx-rs/wgpu#4507"]);
    assert_eq!(class_of_file.disputed.as_deref(), Some("It may be right."));
    for wrong in ["4507", "wgpu#4507", "gfx-rs/wgpu", "gfx-rs/wgpu#", "gfx-rs/wgpu#new"] {
        let text = format!("classes:\n{}", class(&format!("upstream: ['{wrong}']")));
        let read = Expectations::read(&written("wrong.yaml", &text));
        assert!(read.is_err_and(|problem| problem.to_string().contains("is not an issue")), "{wrong}");
    }
}

#[test]
fn a_class_takes_programs_by_feature_and_rule() {
    let instances = instances(CASES);
    let halves =
        "- { name: halves, executor: mine, about: It lacks them., needs: [f16], verdict: accepts }\n";
    let (file, homeless) = blessed(&instances, read("needs.yaml", halves));
    assert_eq!(homeless, 1);
    assert_eq!(file.classes[0].programs.keys().collect::<Vec<_>>(), ["statements/if::halves"]);
    for (rules, expected) in [("stmt.if.*", 0), ("expr.*", 2)] {
        let class = format!("- {{ name: rules, executor: mine, about: Rules., rules: ['{rules}'] }}\n");
        assert_eq!(blessed(&instances, read("rules.yaml", &class)).1, expected, "{rules}");
    }
}

#[test]
fn lists_are_written_and_asserted_both_ways() {
    let instances = instances(CASES);
    let class = "- { name: all, executor: mine, about: It accepts numbers., cases: ['statements/**'] }\n";
    let (file, homeless) = blessed(&instances, read("lists.yaml", class));
    assert_eq!(homeless, 0);
    let text = file.text_of_others().expect("it is YAML");
    assert!(!text.contains("at_least") && text.contains("statements/if::plain"), "{text}");
    let again =
        Expectations::read(&written("again.yaml", &text)).unwrap_or_else(|problem| panic!("{problem}"));
    assert!(matches!(&again.classes[0].programs[0], Programs::Some(names) if names.len() == 1));
    let known = Expectations::default().and(again).known(None);
    let status = |verdict| known.status(&judged(&instances[0], verdict)).0;
    assert_eq!((status(Verdict::Accept), status(Verdict::Reject)), (Status::Finding, Status::Unexpected));
}

#[test]
fn an_executor_is_not_asked_about_programs_that_it_does_not_support() {
    let instances = instances(CASES);
    let class =
        "- { name: halves, executor: mine, about: It lacks them., needs: [f16], verdict: not-supported }\n";
    let command = ["sh", "-c", "exit 1"].map(str::to_owned).to_vec();
    let name = OutsideName::new("mine").expect("a name");
    let outside = vec![OutsideCommand { name, command, most_time: std::time::Duration::from_secs(60) }];
    let executors = Executors::start(&Peers { outside, ..Peers::default() });
    let executors = executors.without(read("unsupported.yaml", class).unsupported());
    let outcomes = executors.judge_together(mine(), &instances.iter().collect::<Vec<_>>());
    assert!(matches!(outcomes[0], Outcome::Unable(_)));
    assert_eq!(outcomes[1], Outcome::NotAsked("not supported: halves".to_owned()));
}

#[test]
fn a_rejection_for_another_reason_has_a_status_of_its_own() {
    let instances = instances(CASES);
    let text = "not_implemented:\n  mine: [not yet implemented]\nclasses: []\n";
    let file = Expectations::read(&written("other-reasons.yaml", text))
        .unwrap_or_else(|problem| panic!("{problem}"));
    let known = Expectations::default().and(file).known(None);
    let status = |executor, line, message: &str| {
        let finding = Finding { line, ..Finding::error(message.to_owned()) };
        let outcome = Outcome::Judged(Verdict::Reject, vec![finding]);
        let comparison = Comparison::Same;
        known.status(&Judged { instance: &instances[0], executor, outcome, comparison, place: None }).0
    };
    assert_eq!(status(mine(), 1, "not a bool"), Status::Same);
    assert_eq!(status(mine(), 0, "not a bool"), Status::Same, "the line is not known");
    assert_eq!(status(mine(), 2, "not a bool"), Status::OtherLine);
    assert_eq!(status(mine(), 1, "`if` is not yet implemented"), Status::NotImplemented);
    assert_eq!(
        status(ExecutorKind::Naga, 1, "`if` is not yet implemented"),
        Status::Same,
        "words of another"
    );
    assert_eq!(status(ExecutorKind::Validator, 2, "not a bool"), Status::Same, "its places are compared");
}

#[test]
fn mistakes_are_named() {
    let problem = |class: &str| {
        let path = written(
            "mistake.yaml",
            &format!("classes:\n- {{ name: a, executor: mine, about: b, {class} }}\n"),
        );
        Expectations::read(&path).expect_err("it is wrong").to_string()
    };
    assert!(problem("needs: [f17]").contains("did you mean `f16`"));
    assert!(problem("cases: ['a{']").contains("class `a`"));
    assert!(problem("verdict: not-supported, programs: { c: all }").contains("no list"));
    let empty = written("expectations.yaml", "classes: []\n");
    let suite = Expectations::load(empty.parent().expect("a folder")).expect_err("it has no size");
    assert!(suite.to_string().contains("at_least"), "{suite}");
}
