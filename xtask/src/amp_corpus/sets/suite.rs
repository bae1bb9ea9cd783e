//! Microsoft's conformance suite.
//!
//! A test is compiled once for each set of macros that it names. A rejected one is found if every compilation has an error in an expected line, or
//! any error if the test names no line. Tests that ordinary C++ rejects, or a `static_assert` of Microsoft's headers, are counted for information.

use super::super::program::{Base, Checked, Program, Strings, all_errors};
use super::{Record, Report, Share, lines};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The number of accepted tests that may have errors.
const MOST_ERRORS: usize = 2;

/// The share of rejected tests that must be found, in percent.
const LEAST_FOUND: usize = 75;

/// The kinds of rejected tests that only a compiler for C++ AMP can decide.
const OF_AMP: [&str; 2] = ["amp-only", "mixed"];

/// A test.
#[derive(Deserialize, Debug)]
pub(in super::super) struct Test {
    id: String,
    path: String,
    text: String,
    includes: Strings,
    definitions: Vec<Strings>,
    expect: String,
    /// The kind of compiler that can reject it.
    kind: Option<String>,
    errors: Vec<Expected>,
}

/// An error that a test expects.
#[derive(Deserialize, Debug)]
struct Expected {
    /// 1-based.
    line: Option<usize>,
    code: Option<String>,
    /// The expression that the output of Microsoft's compiler matches, with a name of a file or without.
    pattern: String,
}

impl Expected {
    /// Returns true if an error of a compilation is where this one is expected.
    fn is_found(&self, checked: &Checked) -> bool {
        let is_in_test = self.pattern.contains("cpp");
        checked
            .errors
            .iter()
            .any(|error| Some(error.line) == self.line && (error.is_in_first_file || !is_in_test))
    }
}

impl Record for Test {
    fn id(&self) -> &str {
        &self.id
    }

    fn program(&self) -> Program<'_> {
        let mut compilations = self.definitions.clone();
        if compilations.is_empty() {
            compilations.push(Strings::new());
        }
        Program {
            path: &self.path,
            text: &self.text,
            headers: &self.includes,
            base: Base::FirstFile,
            compilations,
        }
    }
}

impl Test {
    fn is_found(&self, checked: &[Checked]) -> bool {
        let names_lines = self.errors.iter().any(|error| error.line.is_some());
        checked.iter().all(|compilation| {
            let is_at_line = || self.errors.iter().any(|expected| expected.is_found(compilation));
            !compilation.errors.is_empty() && (!names_lines || is_at_line())
        })
    }

    /// Returns what it expects and what was found instead.
    fn missed(&self, checked: &[Checked]) -> String {
        let expected = self.errors.iter().map(|error| {
            let line = error.line.map(|line| format!("line {line} ")).unwrap_or_default();
            line + error.code.as_deref().unwrap_or("any")
        });
        let expected: Vec<String> = expected.collect();
        let found: Vec<String> = all_errors(checked).into_iter().map(ToString::to_string).collect();
        let kind = self.kind.as_deref().unwrap_or_default();
        format!("missed ({kind}), {}: expected {}; found {found:?}", self.path, expected.join(", "))
    }
}

/// The figures.
#[derive(Default, Debug)]
pub(in super::super) struct Counts {
    pub(super) accepted: Share,
    /// The rejected tests that are found, by kind.
    rejected: BTreeMap<String, Share>,
}

impl super::Counts for Counts {
    type Record = Test;

    fn add(&mut self, test: &Test, checked: &[Checked]) -> Vec<String> {
        if test.expect == "accept" {
            let errors = all_errors(checked);
            self.accepted.add(!errors.is_empty());
            return lines(&errors);
        }
        let is_found = test.is_found(checked);
        self.rejected.entry(test.kind.clone().unwrap_or_default()).or_default().add(is_found);
        if is_found { Vec::new() } else { vec![test.missed(checked)] }
    }

    fn report(&self) -> Report {
        let mut report = Report::new("suite: Microsoft's conformance suite");
        report.row("accepted programs", self.accepted.all);
        report.at_most("accepted programs with errors", self.accepted.part, MOST_ERRORS);
        let found = self.found();
        let what = format!("rejected at an expected line: {}", OF_AMP.join(", "));
        report.row(&what, format_args!("{found}  (at least {LEAST_FOUND} %)"));
        if !found.is_at_least(LEAST_FOUND) {
            report.missed.push(format!("{what}: at least {LEAST_FOUND} % required"));
        }
        for (kind, found) in self.rejected.iter().filter(|(kind, _)| !OF_AMP.contains(&kind.as_str())) {
            report.row(&format!("rejected at an expected line: {kind}"), found);
        }
        report
    }
}

impl Counts {
    /// Returns the rejected tests that only a compiler for C++ AMP can decide.
    pub(super) fn found(&self) -> Share {
        let shares = OF_AMP.iter().filter_map(|kind| self.rejected.get(*kind));
        shares.fold(Share::default(), |sum, share| Share {
            part: sum.part + share.part,
            all: sum.all + share.all,
        })
    }
}
