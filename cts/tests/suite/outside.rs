//! Executors outside of this project: programs that speak the machine protocol, here scripts of a shell.

use crate::cases::instances;
use std::time::Duration;
use wgsl_cts::execute::{Executors, OutsideCommand, Peers};
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::compare::{Comparison, compare};
use wgsl_cts_cases::outcome::Outcome;
use wgsl_cts_cases::vocabulary::{ExecutorKind, OutsideName, Verdict};

/// A program that is rejected, a pipeline, and a dispatch that stores 7.
const CASES: &str = r"
about: Programs for outside executors.
section: if-statement
cases:
  - name: judged
    about: A condition is a bool.
    rules: [stmt.if.cond-bool]
    reject:
      number: |
        fn f() { if 1 {} } //~ error[type/invalid-condition: stmt.if.cond-bool] @13
  - name: ran
    about: A store stores.
    rules: [stmt.if.cond-bool]
    run:
      one-store:
        wgsl: |
          @group(0) @binding(1) var<storage, read_write> a: array<u32, 2>;
          @compute @workgroup_size(1) fn main() { a[0] = 7; }
        buffers:
          - { group: 0, binding: 1, kind: storage, type: u32, values: [1, 2], expect: [7] }
  - name: drawn
    about: A point.
    rules: [bv.position.ndc]
    run:
      one-point:
        wgsl: |
          @vertex fn place() -> @builtin(position) vec4f { return vec4f(0, 0, 0.5, 1); }
          @fragment fn paint() -> @location(0) vec4f { return vec4f(1); }
        draw:
          topology: point-list
          vertex_count: 1
          size: [1, 1]
          samples: 4
          targets: [{ format: r8unorm, expect: [1] }]
";

/// A shell script as an executor. `$id` is the id of a request, and `$line` the request.
fn outcome(instance: &Instance, script: &str, most_time: Duration) -> Vec<Outcome> {
    let name = OutsideName::new("script").expect("a name");
    let script =
        format!("while IFS= read -r line; do id=${{line#*\\\"id\\\":}}; id=${{id%%,*}}; {script}; done");
    let command = ["sh", "-c", &script].map(str::to_owned).to_vec();
    let outside = vec![OutsideCommand { name, command, most_time }];
    let executors = Executors::start(&Peers { outside, ..Peers::default() });
    executors.judge_together(ExecutorKind::Outside(name), &[instance, instance])
}

fn first(instance: &Instance, script: &str) -> Outcome {
    outcome(instance, script, Duration::from_secs(60)).remove(0)
}

fn executor() -> ExecutorKind {
    ExecutorKind::Outside(OutsideName::new("script").expect("a name"))
}

#[test]
fn a_verdict_with_a_line_is_enough() {
    let [judged, ran, _] = &instances(CASES)[..] else { panic!("three programs") };
    let rejects =
        r#"echo "{\"id\":$id,\"ok\":false,\"diagnostics\":[{\"line\":1,\"message\":\"no bool\"}]}""#;
    let Outcome::Judged(Verdict::Reject, findings) = first(judged, rejects) else { panic!("it is rejected") };
    assert_eq!((findings[0].line, findings[0].message.as_str()), (1, "no bool"));
    let accepts = r#"echo "{\"id\":$id,\"ok\":true}""#;
    let accepted = first(judged, accepts);
    let Comparison::Differs(difference) = compare(executor(), judged, &accepted) else {
        panic!("it is wrong")
    };
    assert!(difference.message.starts_with("script accepts this program"), "{}", difference.message);
    // Its answer to `run` names no contents: they are as before.
    let Comparison::Differs(difference) = compare(executor(), ran, &first(ran, accepts)) else {
        panic!("nothing is stored")
    };
    assert!(difference.message.contains("expected 7, got 1"), "{}", difference.message);
}

#[test]
fn a_dispatch_is_run_or_at_least_judged() {
    let ran = &instances(CASES)[1];
    let runs = r#"echo "{\"id\":$id,\"ok\":true,\"bindings\":[{\"group\":0,\"binding\":1,\"data_base64\":\"BwAAAAIAAAA=\"}]}""#;
    let outcome = first(ran, runs);
    assert!(matches!(outcome, Outcome::Executed(_)), "{outcome:?}");
    assert_eq!(compare(executor(), ran, &outcome), Comparison::Same);
    let judges = r#"case "$line" in
        *'"op":"validate"'*) echo "{\"id\":$id,\"ok\":true}";;
        *) echo "{\"id\":$id,\"ok\":false,\"error\":{\"stage\":\"unsupported\",\"message\":\"no\"}}";;
    esac"#;
    assert_eq!(first(ran, judges), Outcome::Judged(Verdict::Accept, Vec::new()));
}

#[test]
fn a_draw_answers_with_its_resolved_targets() {
    let point = &instances(CASES)[2];
    let draws = r#"case "$line" in
        *'"op":"draw"'*) echo "{\"id\":$id,\"ok\":true,\"targets\":[{\"resolved_base64\":\"/w==\"}]}";;
        *) echo "{\"id\":$id,\"ok\":false,\"error\":{\"stage\":\"internal\",\"message\":\"$line\"}}";;
    esac"#;
    let outcome = first(point, draws);
    assert!(matches!(outcome, Outcome::Executed(_)), "{outcome:?}");
    assert_eq!(compare(executor(), point, &outcome), Comparison::Same);
    let Comparison::Differs(difference) =
        compare(executor(), point, &first(point, &draws.replace("/w==", "AA==")))
    else {
        panic!("it is another colour")
    };
    assert!(difference.message.contains("target 0"), "{}", difference.message);
}

#[test]
fn what_is_unsupported_is_not_asked() {
    let judged = &instances(CASES)[0];
    let lacks =
        r#"echo "{\"id\":$id,\"ok\":false,\"error\":{\"stage\":\"unsupported\",\"message\":\"f16\"}}""#;
    assert_eq!(first(judged, lacks), Outcome::NotAsked("unsupported: f16".to_owned()));
}

#[test]
fn a_process_that_ends_is_started_again() {
    let judged = &instances(CASES)[0];
    let outcomes =
        outcome(judged, "echo first >&2; echo 'no stack left' >&2; exit 3", Duration::from_secs(60));
    for outcome in outcomes {
        let Outcome::Unable(reason) = outcome else { panic!("{outcome:?}") };
        assert!(reason.contains("it ended (exit status: 3): no stack left"), "{reason}");
    }
}

#[test]
fn a_process_that_does_not_answer_is_ended() {
    let judged = &instances(CASES)[0];
    let outcomes = outcome(judged, "true", Duration::from_millis(50));
    let expected = Outcome::Unable("it did not answer within 50 ms".to_owned());
    assert_eq!(outcomes, [expected.clone(), expected]);
}

#[test]
fn answers_to_other_requests_and_other_lines_are_noticed() {
    let judged = &instances(CASES)[0];
    let Outcome::Unable(reason) = first(judged, r#"echo '{"id":0,"ok":true}'"#) else { panic!("wrong id") };
    assert!(reason.contains("expected an answer with id 1, found id 0"), "{reason}");
    let Outcome::Unable(reason) = first(judged, "echo '{}'") else { panic!("no verdict") };
    assert!(reason.contains("missing field `ok`"), "{reason}");
    let chatty = r#"echo warning; echo "{\"id\":$id,\"ok\":true}""#;
    assert_eq!(first(judged, chatty), Outcome::Judged(Verdict::Accept, Vec::new()));
}
