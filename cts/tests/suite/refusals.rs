//! Files of cases that are refused, each with a message that points at the mistake.

use crate::cases::{comparison, difference, instances, read};
use indexmap::IndexMap;
use serde::Deserialize;
use std::fs;
use std::path::Path;
use wgsl_cts_cases::compare::Comparison;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_cases::yaml;

/// A file that is right.
const RIGHT: &str = include_str!("../data/cases/judged.yaml");

/// A group of `mistakes.yaml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    about: String,
    /// The file that is right.
    file: String,
    mistakes: Vec<Mistake>,
}

/// Replacements in the file, and the refusal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mistake {
    replace: IndexMap<String, String>,
    line: usize,
    marked: String,
    message: String,
}

impl Mistake {
    fn check(&self, about: &str, right: &str) {
        let mut text = right.to_owned();
        for (from, to) in &self.replace {
            assert!(text.contains(from), "{about} {from}");
            text = text.replacen(from, to, 1);
        }
        let Err(problems) = read(&text) else { panic!("{about} It is read: {:?}", self.replace) };
        let [problem] = problems.as_slice() else { panic!("{about} {problems:?}") };
        let shown = problem.to_string();
        assert!(problem.message().contains(&self.message), "{about} {shown}");
        assert_eq!((problem.line(), problem.marked()), (self.line, self.marked.as_str()), "{about} {shown}");
        assert!(shown.contains("if.yaml:") && shown.contains('^'), "{shown}");
    }
}

#[test]
fn mistakes_are_refused_where_they_are() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let text = |path: &Path| fs::read_to_string(path).expect("the file can be read");
    let path = data.join("mistakes.yaml");
    let groups: Vec<Group> = yaml::read(&path, &text(&path)).unwrap_or_else(|problem| panic!("{problem}"));
    for Group { about, file, mistakes } in groups {
        let right = text(&data.join("cases").join(file));
        for mistake in &mistakes {
            mistake.check(&about, &right);
        }
    }
}

#[test]
fn the_file_is_right() {
    let instances = instances(RIGHT);
    let names: Vec<&str> = instances.iter().map(|instance| instance.name.as_str()).collect();
    let case = "statements/if::condition-is-bool";
    let expected = [
        "accept-comparison[T=i32]",
        "accept-comparison[T=u32]",
        "reject-number[T=i32]",
        "reject-number[T=u32]",
    ];
    assert_eq!(names, expected.map(|program| format!("{case}::{program}")));
    for instance in &instances {
        assert_eq!(comparison(ExecutorKind::Validator, instance), Comparison::Same, "{}", instance.name);
    }
}

/// A well-formed expectation that the program does not meet.
#[test]
fn a_marker_that_matches_nothing() {
    let instances = instances(&RIGHT.replace("cond-bool] @19", "cond-bool] @17"));
    let rejected = instances.iter().find(|instance| instance.name.contains("reject"));
    let message = difference(ExecutorKind::Validator, rejected.expect("a rejected program"));
    for words in [
        "-error[type/invalid-condition: stmt.if.cond-bool] at 1:17",
        "+error[type/invalid-condition] at 1:19",
        "fn f(a: i32) { if a {} }",
        "if.yaml:14",
    ] {
        assert!(message.contains(words), "{words} is missing in\n{message}");
    }
}
