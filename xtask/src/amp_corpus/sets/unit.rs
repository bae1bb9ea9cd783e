//! Unit tests of AMD's compiler.
//!
//! Tests that this compiler failed itself don't count, nor do programs in a directory of wrong ones without an expected error.

use super::super::program::{Base, Checked, Program, Strings, all_errors};
use super::{Record, Report, Share, lines};
use serde::Deserialize;

/// The part of a path that says that a program is wrong.
const WRONG: &str = "Negative";

/// A test.
#[derive(Deserialize, Debug)]
pub(in super::super) struct Test {
    id: String,
    path: String,
    text: String,
    includes: Strings,
    /// The commands that compile it.
    run: Vec<String>,
    expect: String,
    xfail: bool,
}

impl Record for Test {
    fn id(&self) -> &str {
        &self.id
    }

    fn program(&self) -> Program<'_> {
        let mut compilations: Vec<Strings> = Vec::new();
        // A command without the test's own name links what others compiled.
        let commands = self.run.iter().filter(|command| command.contains("%s"));
        for macros in commands.map(|command| macros(command)) {
            if !compilations.contains(&macros) {
                compilations.push(macros);
            }
        }
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

/// The figures.
#[derive(Default, Debug)]
pub(in super::super) struct Counts {
    accepted: Share,
    rejected: Share,
}

impl super::Counts for Counts {
    type Record = Test;

    fn add(&mut self, test: &Test, checked: &[Checked]) -> Vec<String> {
        let errors = all_errors(checked);
        if test.expect == "reject" {
            self.rejected.add(!errors.is_empty());
            return if errors.is_empty() { vec![format!("missed, {}", test.path)] } else { Vec::new() };
        }
        if test.xfail || test.path.contains(WRONG) {
            return Vec::new();
        }
        self.accepted.add(!errors.is_empty());
        lines(&errors)
    }

    fn report(&self) -> Report {
        let mut report = Report::new("unit: unit tests of AMD's compiler");
        report.row("accepted programs with errors", self.accepted);
        report.row("rejected programs", self.rejected);
        report
    }
}

/// Returns the macros that a command defines: `-DNAME`, `-DNAME=VALUE` or `-DNAME="VALUE"`.
pub(super) fn macros(command: &str) -> Strings {
    words(command).iter().filter_map(|word| word.strip_prefix("-D")).map(definition).collect()
}

fn definition(text: &str) -> (String, String) {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    (name.to_owned(), value.to_owned())
}

/// Returns the words of a command, without quotes.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut is_quoted) = (vec![String::new()], false);
    for character in command.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            _ => words.last_mut().expect("the first word").push(character),
        }
    }
    words
}
