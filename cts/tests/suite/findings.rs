//! Findings: each still shows in its implementation, so that a mistake which is fixed upstream is noticed, and files with mistakes are
//! refused at their place.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wgsl_cts::expectations::Expectations;
use wgsl_cts::findings::{Answer, Behaviour, Finding, Peers, ask, load, read};
use wgsl_cts::report::{findings_html, issue};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::{NAGA_RELEASE, Tint};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures")
}

fn expectations() -> Expectations {
    Expectations::load(&fixtures()).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The findings of an implementation.
fn findings(implementation: ExecutorKind) -> Vec<Finding> {
    let all = load(&fixtures(), &expectations()).unwrap_or_else(|problems| panic!("{}", problems[0]));
    all.into_iter().filter(|finding| finding.implementation == implementation).collect()
}

/// The findings that do not show any more, with what the implementation does instead.
fn gone(findings: &[Finding], peers: &mut Peers) -> Vec<String> {
    let mut gone = Vec::new();
    for finding in findings {
        match ask(finding, peers) {
            Answer::Shows => {}
            Answer::Differs(how) => gone.push(format!("{}: {how}", finding.id())),
            Answer::NotAsked(reason) => {
                writeln!(io::stderr(), "{} is skipped: {reason}", finding.id()).expect("a message");
            }
        }
    }
    gone
}

#[test]
fn findings_of_naga_show() {
    let findings = findings(ExecutorKind::Naga);
    assert!(findings.iter().all(|finding| finding.release == NAGA_RELEASE), "naga is {NAGA_RELEASE}");
    let gone = gone(&findings, &mut Peers::default());
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

#[test]
fn findings_of_tint_show() {
    let findings = findings(ExecutorKind::Tint);
    let Some(folder) = std::env::var_os("WGSL_CTS_TINT") else {
        writeln!(io::stderr(), "Tint is skipped: WGSL_CTS_TINT does not name a folder").expect("a message");
        return;
    };
    let tint = Tint::start(Path::new(&folder)).unwrap_or_else(|error| panic!("{error}"));
    assert!(findings.iter().all(|finding| finding.release == tint.release()), "Tint is {}", tint.release());
    let gone = gone(&findings, &mut Peers { tint: Some(tint) });
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}

#[test]
fn the_lists_do_not_shrink() {
    let naga = findings(ExecutorKind::Naga);
    let beyond_verdicts = naga.iter().filter(|finding| finding.does.kind() != "verdict").count();
    let causes: HashSet<&str> = naga.iter().map(|finding| finding.about.as_str()).collect();
    assert!(naga.len() >= 60 && causes.len() >= 60, "{} findings, {} causes", naga.len(), causes.len());
    assert!(beyond_verdicts >= 10, "{beyond_verdicts} findings that are no verdicts");
    assert!(findings(ExecutorKind::Tint).len() >= 8);
}

/// The first problem of a file with one finding: its message, and the characters that it marks.
fn problem(finding: &str) -> (String, String) {
    let text = format!("implementation: naga\nrelease: '1'\nfindings:\n- name: some\n{finding}");
    let problems = read(Path::new("some.yaml"), &text, &expectations()).expect_err("it is wrong");
    (problems[0].message().to_owned(), problems[0].marked().to_owned())
}

/// A finding with these keys besides the title.
fn entry(cause: &str, rules: &str, more: &str) -> String {
    format!("  title: It is wrong.\n  cause: {cause}\n  rules: [{rules}]\n{more}")
}

const MIXED: &str = "operators-that-do-not-mix";
const PROGRAM: &str = "  program: const a = 1 & 2 * 3;\n";

#[test]
fn a_finding_takes_what_its_class_says() {
    let text = format!(
        "implementation: naga\nrelease: '1'\nfindings:\n- name: some\n{}",
        entry(MIXED, "prec.bitwise-no-mix", PROGRAM)
    );
    let read = read(Path::new("some.yaml"), &text, &expectations()).expect("it is right");
    assert_eq!(read[0].id(), "naga-some");
    assert_eq!(read[0].does, Behaviour::Accepts);
    assert_eq!(read[0].upstream, ["gfx-rs/wgpu#4536"]);
    assert!(read[0].about.starts_with("naga lets operators mix"), "{}", read[0].about);
    assert_eq!(ask(&read[0], &mut Peers::default()), Answer::Shows);
}

#[test]
fn mistakes_are_refused_at_their_place() {
    let long = format!("  program: |\n{}", "    const_assert 1 == 1;\n".repeat(13));
    let own = "{ about: It is wrong. }";
    let rule = "prec.bitwise-no-mix";
    let valid = "  program: const a = 1;\n";
    for (finding, message, marked) in [
        (entry(MIXED, "prec.bitwise", PROGRAM), "unknown rule `prec.bitwise`", "prec.bitwise"),
        (entry(MIXED, rule, &long), "the program has 13 lines", "program"),
        (entry(MIXED, rule, valid), "the program is valid", "program"),
        (entry(MIXED, "prec.logical-no-mix", PROGRAM), "breaks prec.bitwise-no-mix", "rules"),
        (entry("no-class", rule, PROGRAM), "naga has no class `no-class`", "cause"),
        (entry(own, rule, PROGRAM), "missing `does`", "cause"),
        (entry(MIXED, rule, &format!("  does: rejects\n{PROGRAM}")), "a different result", "does"),
        (
            entry(own, rule, &format!("  does: rejects\n  says: a\n{PROGRAM}")),
            "breaks prec.bitwise",
            "program",
        ),
        (entry(own, rule, &format!("  does: rejects\n{valid}")), "`says`", "name"),
        (entry(own, rule, &format!("  does: writes-invalid\n  says: a\n{valid}")), "`back_end`", "does"),
        (entry(MIXED, "", PROGRAM), "no rule decides", "rules"),
        (entry(MIXED, rule, &format!("  searched: true\n{PROGRAM}")), "had a result", "searched"),
    ] {
        let (said, at) = problem(&finding);
        assert!(said.contains(message), "{said}, not {message}");
        assert_eq!(at, marked, "{said}");
    }
}

#[test]
fn a_finding_that_is_gone_is_noticed() {
    let fixed = Finding {
        program: "fn f() { let a: i32 = 1.5; }".to_owned(),
        ..findings(ExecutorKind::Naga)[0].clone()
    };
    let fixed = Finding { does: Behaviour::Accepts, back_end: None, pipeline: None, ..fixed };
    assert!(matches!(ask(&fixed, &mut Peers::default()), Answer::Differs(_)));
}

#[test]
fn the_page_has_a_link_and_an_issue_for_each_finding() {
    let findings = findings(ExecutorKind::Naga);
    let page = findings_html(&findings).expect("the template can be filled");
    for finding in &findings {
        assert!(page.contains(&format!("<article id=\"{}\">", finding.id())), "{}", finding.id());
    }
    let mixed = findings.iter().find(|finding| finding.name == "operators-without-parentheses");
    let text = issue(mixed.expect("the finding is there"));
    for part in ["const a = 1 & 2 * 3;", "Expected: The program is rejected.", "(naga 30.0.1)", "TR/WGSL/#"] {
        assert!(text.contains(part), "{text}");
    }
}
