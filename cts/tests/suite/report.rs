//! Reports: what they say of a sample, and how runs are put together and compared.

use crate::cases::instances;
use crate::compare;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts::expectations::Expectations;
use wgsl_cts::report::{Changes, html, junit, markdown, merge, read, write};
use wgsl_cts::results::{CaseResults, ClassResults, Counts, ExecutorResults, Results, Status};
use wgsl_cts::run;
use wgsl_cts_cases::coverage::Testable;
use wgsl_cts_cases::vocabulary::ExecutorKind;

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)
}

fn sample() -> Results {
    read(&data("results.json")).expect("the sample can be read")
}

fn baseline() -> Results {
    read(&data("baseline.json")).expect("the baseline can be read")
}

/// A shard with some cases and some executors, as a run of these alone would have written it.
fn shard(is_kept: impl Fn(&CaseResults) -> bool, asked: &[ExecutorKind]) -> Results {
    let mut shard = sample();
    shard.cases.retain(is_kept);
    for case in &mut shard.cases {
        case.counts.retain(|executor, _| asked.contains(executor));
        for program in &mut case.programs {
            program.outcomes.retain(|executor, _| asked.contains(executor));
        }
        if case.is_generated {
            case.programs.retain(|program| {
                let mut statuses = program.outcomes.values().map(|outcome| outcome.status);
                statuses.any(|status| !matches!(status, Status::Same | Status::NotAsked))
            });
        }
    }
    let names: HashSet<&str> = shard.cases.iter().map(|case| case.name.as_str()).collect();
    let whole = sample();
    for executor in &mut shard.executors {
        if !asked.contains(&executor.name) {
            executor.missing = Some("it was not selected".to_owned());
        }
        let counts = shard.cases.iter().filter_map(|case| case.counts.get(&executor.name));
        executor.counts = counts.fold(Counts::default(), |sum, counts| sum.and(*counts));
    }
    for rule in &mut shard.rules {
        (rule.accepting, rule.rejecting, rule.executing) = (0, 0, 0);
        rule.counts.clear();
        for case in whole.cases.iter().filter(|case| case.rules.contains(&rule.id)) {
            if !names.contains(case.name.as_str()) {
                continue;
            }
            let rejecting = case.programs.iter().filter(|program| program.expected == "reject").count();
            // Only the validator shows that the programs are as the rule says.
            if asked.contains(&ExecutorKind::Validator) {
                rule.rejecting += rejecting;
                rule.accepting += case.programs_in_all - rejecting;
            }
            for (executor, counts) in case.counts.iter().filter(|(executor, _)| asked.contains(executor)) {
                let sum = rule.counts.entry(*executor).or_default();
                *sum = sum.and(*counts);
            }
        }
    }
    for class in &mut shard.classes {
        *class = class.clone().with_programs_of(&shard.cases);
    }
    shard
}

#[test]
fn shards_by_cases_give_the_whole() {
    let cut = sample().cases.iter().position(|case| case.is_generated).expect("the sample has such a case");
    let names: Vec<String> = sample().cases[..cut].iter().map(|case| case.name.clone()).collect();
    let first = shard(|case| names.contains(&case.name), &ExecutorKind::ALL);
    let second = shard(|case| !names.contains(&case.name), &ExecutorKind::ALL);
    assert_eq!(merge(vec![first, second]), Ok(sample()));
}

#[test]
fn shards_by_executors_give_the_whole() {
    let one = |executor| shard(|_| true, &[executor]);
    let shards = ExecutorKind::ALL.map(one);
    assert!(shards[0].executors[1].missing.is_some());
    let [validator, naga, tint, reference, wgpu, naga_msl] = shards;
    assert_eq!(merge(vec![naga, wgpu, naga_msl, validator, reference, tint]), Ok(sample()));
}

#[test]
fn what_is_not_of_one_run_is_refused() {
    let refused =
        |left: Results, right: Results| merge(vec![left, right]).expect_err("they do not fit").to_string();
    assert!(refused(sample(), sample()).contains("in two shards"));
    let some = shard(|case| case.name.starts_with("statements"), &[ExecutorKind::Naga]);
    assert!(
        refused(shard(|_| true, &[ExecutorKind::Tint]), some).contains("statements/if::condition-is-bool")
    );
    let mut other = shard(|_| false, &ExecutorKind::ALL);
    other.executors[1].release = Some("29.0".to_owned());
    assert!(refused(sample(), other).contains("29.0"));
    let mut other = shard(|_| false, &ExecutorKind::ALL);
    other.rules.pop();
    assert!(refused(sample(), other).contains("different rules"));
    assert!(merge(Vec::new()).is_err());
}

#[test]
fn nothing_changes_against_itself() {
    let changes = Changes::between(&sample(), &sample());
    assert!(!changes.is_worse());
    let executors = changes.executors.len();
    assert_eq!(Changes { executors: Vec::new(), ..changes }, Changes::default());
    assert_eq!(executors, ExecutorKind::ALL.len());
}

#[test]
fn what_changed_is_named() {
    let changes = Changes::between(&baseline(), &sample());
    assert!(changes.is_worse());
    assert_eq!(changes.rules_lost, ["lifecycle.strip-to-entry-point"]);
    assert_eq!(changes.rules_covered, ["attr.location.type"]);
    assert_eq!(changes.rules_new, ["errors.not-executed"]);
    assert_eq!(changes.cases_new, ["attributes/location::numbers-only"]);
    assert!(changes.cases_gone.is_empty() && changes.rules_gone.is_empty());
    let programs: Vec<_> = changes
        .programs
        .iter()
        .map(|change| (change.executor.name(), change.case.as_str(), change.before, change.now))
        .collect();
    let (generated, interpolate) =
        ("generated/calls::dpdx", "attributes/interpolate-and-invariant::insignificant-on-integers");
    assert_eq!(programs[..2], [("naga", generated, Some(Status::Same), Status::Finding); 2]);
    assert_eq!(programs[2..4], [("tint", interpolate, Some(Status::Same), Status::Unexpected); 2]);
    assert_eq!(programs[4].3, Status::Same, "what is better comes after what is worse");
}

#[test]
fn the_other_way_round_better_is_worse() {
    let changes = Changes::between(&sample(), &baseline());
    assert_eq!(changes.rules_lost, ["attr.location.type"]);
    assert_eq!(changes.rules_gone, ["errors.not-executed"]);
    assert_eq!(changes.cases_gone, ["attributes/location::numbers-only"]);
}

#[test]
fn an_executor_that_was_missing_is_not_compared() {
    let mut now = shard(|_| true, &[ExecutorKind::Validator, ExecutorKind::Naga]);
    now.rules = sample().rules;
    let changes = Changes::between(&sample(), &now);
    assert!(!changes.is_worse(), "{changes:?}");
    let reasons: Vec<bool> =
        changes.executors.iter().map(|executor| executor.not_compared.is_some()).collect();
    assert_eq!(reasons, [false, false, true, true, true, true]);
}

#[test]
fn what_was_not_run_is_not_lost() {
    let (mut before, mut now) = (sample(), sample());
    for (results, executing) in [(&mut before, 1), (&mut now, 0)] {
        let rule = &mut results.rules[0];
        (rule.testable, rule.executing) = (Testable::ByExecution, executing);
    }
    assert!(Changes::between(&before, &now).rules_lost.is_empty());
    for results in [&mut before, &mut now] {
        let reference = ExecutorResults { name: ExecutorKind::Reference, ..results.executors[0].clone() };
        results.executors.push(reference);
    }
    assert_eq!(Changes::between(&before, &now).rules_lost, [now.rules[0].id.as_str()]);
}

#[test]
fn a_gone_case_is_worse_only_by_what_it_covered() {
    let now = shard(|case| !case.name.starts_with("statements"), &ExecutorKind::ALL);
    let changes = Changes::between(&sample(), &now);
    assert_eq!(changes.rules_lost, ["stmt.if.cond-bool"]);
    assert!(changes.programs.is_empty());
}

#[test]
fn the_summary_is_as_it_was() {
    let changes = Changes::between(&baseline(), &sample());
    let text = markdown(&sample(), Some(&changes)).expect("the templates are good");
    compare(&data("report.md"), &text);
    let plain = markdown(&sample(), None).expect("the templates are good");
    assert!(!plain.contains("baseline"));
}

#[test]
fn causes_in_naga_are_counted_once() {
    let mut results = sample();
    let of_naga = results.classes.iter().find(|class| class.executor == ExecutorKind::Naga).cloned();
    let of_naga = of_naga.expect("the sample has such a class");
    results.classes.push(ClassResults { executor: ExecutorKind::Wgpu, programs: 2, ..of_naga });
    let text = markdown(&results, None).expect("the templates are good");
    let line = "- wgpu: 0 causes of known mismatches in 0 programs; 1 more in 2 programs inherited from naga";
    assert!(text.contains(line), "{text}");
}

#[test]
fn the_page_needs_nothing_else_and_shows_every_rule() {
    let results = sample();
    let page = html(&results, None).expect("the templates are good");
    for rule in &results.rules {
        assert!(page.contains(&format!("data-id=\"{}\"", rule.id)), "{}", rule.id);
    }
    assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url("));
    let links = page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or_default());
    for link in links {
        let is_inside = link.starts_with('#') || link == "data:,";
        let is_reference =
            link.starts_with("https://www.w3.org/TR/WGSL/") || link.starts_with("https://github.com/");
        assert!(is_inside || is_reference, "{link}");
    }
}

#[test]
fn a_case_names_its_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for case in sample().cases {
        match case.file() {
            None => assert!(case.is_generated, "{}", case.name),
            Some(file) => assert!(root.join(&file).is_file(), "{file}"),
        }
    }
}

#[test]
fn expected_diagnostics_have_the_message_of_the_validator() {
    let instances = instances(include_str!("../../../fixtures/cases/statements/if.yaml"));
    let (asked, executors) = ([ExecutorKind::Validator], Executors::start(&Peers::default()));
    let judged = run::run(&instances, &asked, &executors);
    let results = run::results(&instances, &asked, &executors, &judged, &Expectations::default());
    let (_, program) =
        results.program("statements/if::condition-is-bool", "reject-i32").expect("it is there");
    let message = program.diagnostics[0].message.as_deref().expect("the validator has found it");
    assert!(message.contains("i32"), "{message}");
    let page = html(&results, None).expect("the templates are good");
    let shown = serde_json::to_string(message).expect("it is text");
    assert!(page.contains(&shown), "{shown}");
    let judged = run::run(&instances, &[ExecutorKind::Naga], &executors);
    let others =
        run::results(&instances, &[ExecutorKind::Naga], &executors, &judged, &Expectations::default());
    let (_, same) = others.program("statements/if::condition-is-bool", "reject-i32").expect("it is there");
    assert_eq!(same.diagnostics[0].message, None, "naga does not speak for the validator");
    let merged = merge(vec![others, results.clone()]).expect("they are of one run");
    let (_, merged) = merged.program("statements/if::condition-is-bool", "reject-i32").expect("it is there");
    assert_eq!(merged.diagnostics, program.diagnostics);
}

#[test]
fn cells_say_how_many_programs_agree_in_figures_and_in_words() {
    let mut results = sample();
    let counts =
        Counts { same: 30, other_line: 2, findings: 40, unexpected: 3, not_asked: 5, ..Counts::default() };
    results.rules[0].counts.insert(ExecutorKind::Naga, counts);
    let naga = results.executors.iter_mut().find(|executor| executor.name == ExecutorKind::Naga);
    naga.expect("the sample has it").counts = counts;
    let page = html(&results, None).expect("the templates are good");
    let words = "naga: 32 of 75 programs as expected, 2 of them rejected on a different line; \
                 40 known mismatches; 3 unexpected; 5 skipped";
    let cell = format!(
        "<span class=\"cell unexpected\" title=\"{words}\"><i>naga </i>32/75<b>, unexpected</b></span>"
    );
    assert!(page.contains(&cell), "{cell}");
    let (_, card) = page.split_once("<h3>naga</h3>").expect("naga has a card");
    let card = card.split("</article>").next().expect("its end");
    assert!(card.contains("<b>32</b> of 75 programs as expected;\n  <b>5</b> more were skipped"), "{card}");
}

#[test]
fn what_programs_say_is_no_markup() {
    let mut results = sample();
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>";
    results.rules[0].statement = evil.to_owned();
    results.classes[0].about = evil.to_owned();
    results.cases[0].about = evil.to_owned();
    for program in results.cases.iter_mut().flat_map(|case| &mut case.programs) {
        program.source = evil.to_owned();
        for outcome in program.outcomes.values_mut() {
            outcome.message = Some(evil.to_owned());
        }
    }
    let page = html(&results, None).expect("the templates are good");
    assert!(!page.contains("<script>alert"));
    let (before, rest) = page.split_once("id=\"data\">").expect("the page has the cases");
    let (data, after) = rest.split_once("</script>").expect("their end");
    assert!(!before.contains("<img") && !after.contains("<img"));
    assert!(
        !data.contains("</") && !data.contains("<!") && !data.contains("<s"),
        "nothing ends or nests the element"
    );
    let scripts = page.matches("<script").count();
    assert_eq!((scripts, page.matches("</script").count()), (2, 2));
}

#[test]
fn junit_counts_programs_by_executor() {
    let results = sample();
    let text = junit(&results).expect("it has a form");
    for executor in &results.executors {
        let (_, suite) =
            text.split_once(&format!("<testsuite name=\"{}\"", executor.name.name())).expect("a suite");
        let head = suite.split_once('>').expect("its end").0;
        let failures = format!("failures=\"{}\"", executor.counts.unexpected);
        assert!(head.contains(&failures), "{head}");
    }
    assert!(text.contains("known: naga-lacks-diagnostic-attributes"));
    assert!(text.contains("generated/calls::dpdx (27 programs)"));
}

#[test]
fn an_executor_that_is_missing_has_no_column() {
    let results = shard(|_| true, &[ExecutorKind::Validator, ExecutorKind::Naga]);
    let page = html(&results, None).expect("the templates are good");
    assert!(page.contains("<b>tint</b> did not take part: it was not selected"));
    assert!(page.contains("--columns: 2"));
    assert!(!junit(&results).expect("it has a form").contains("name=\"tint\""));
}

#[test]
fn four_files_are_written_and_read_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    write(&sample(), None, &folder).expect("the files can be written");
    assert_eq!(read(&folder.join("results.json")).expect("it can be read"), sample());
    for file in ["report.html", "report.md", "junit.xml"] {
        assert!(folder.join(file).is_file(), "{file}");
    }
}

#[test]
fn a_rule_whose_executor_was_not_asked_is_not_without_programs() {
    let mut results = sample();
    let rule = &mut results.rules[0];
    (rule.testable, rule.executing) = (Testable::ByExecution, 0);
    let (id, page) = (rule.id.clone(), html(&results, None).expect("the templates are good"));
    let about = |page: &str| {
        let (_, rule) = page.split_once(&format!("data-id=\"{id}\"")).expect("the page has the rule");
        rule.split("</details>").next().expect("its end").to_owned()
    };
    assert!(about(&page).contains("The executor that shows this rule was skipped."), "{}", about(&page));
    let reference = ExecutorResults { name: ExecutorKind::Reference, ..results.executors[0].clone() };
    results.executors.push(reference);
    let page = html(&results, None).expect("the templates are good");
    assert!(about(&page).contains("0 programs do"), "{}", about(&page));
}

#[test]
fn a_finding_of_another_class_is_a_change() {
    let (before, mut now) = (sample(), sample());
    let outcomes = now.cases.iter_mut().flat_map(|case| &mut case.programs).flat_map(|one| &mut one.outcomes);
    let mut findings = outcomes.filter(|(_, outcome)| outcome.status == Status::Finding);
    let (executor, outcome) = findings.next().expect("the sample has a finding");
    let (executor, was) = (*executor, outcome.class.replace("another".to_owned()));
    let class = now.classes.iter().find(|class| class.executor == executor).cloned().expect("a class");
    now.classes.push(ClassResults { name: "another".to_owned(), programs: 1, ..class });
    let changes = Changes::between(&before, &now);
    assert!(!changes.is_worse());
    let classes: Vec<_> = changes.programs.iter().map(|change| change.classes.clone()).collect();
    assert_eq!(classes, [(was, Some("another".to_owned()))]);
    assert_eq!(changes.causes_new, [format!("another ({})", executor.name())]);
    let text = markdown(&now, Some(&changes)).expect("the templates are good");
    assert!(text.contains("### In a different class: 1"), "{text}");
}

#[test]
fn a_rule_has_its_own_programs_of_a_case() {
    let mut results = sample();
    let case = &mut results.cases[0];
    case.rules.push("another.rule".to_owned());
    case.programs[1].rules = vec!["another.rule".to_owned()];
    let page = html(&results, None).expect("the templates are good");
    let (_, data) = page.split_once("id=\"data\">").expect("the page has the cases");
    let data = data.split("</script>").next().expect("its end");
    let data: serde_json::Value = serde_json::from_str(data).expect("they are JSON");
    let rules = |program: usize| data["cases"][0]["programs"][program][5].to_string();
    assert_eq!((rules(0).as_str(), rules(1).as_str()), ("[0]", "[1]"));
}

#[test]
fn rejections_for_another_reason_are_listed() {
    let mut results = sample();
    let program = &mut results.cases[0].programs[0];
    let name = program.name.clone();
    program.outcomes[&ExecutorKind::Naga].status = Status::NotImplemented;
    let page = html(&results, None).expect("the templates are good");
    let (_, others) = page.split_once("id=\"others\"").expect("the page has such programs");
    assert!(others.contains("naga: not implemented") && others.contains(&name));
    let text = junit(&results).expect("it has a form");
    assert!(text.contains("rejected because something is not implemented"), "{text}");
}
