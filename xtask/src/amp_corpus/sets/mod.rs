//! The sets: their records, and the figures counted in each.

#[cfg(feature = "amp")]
mod executed;
#[cfg(feature = "amp")]
pub(super) mod programs;
pub(super) mod real;
pub(super) mod suite;
#[cfg(test)]
mod tests;
pub(super) mod unit;

use super::program::{Checked, Message, Program};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

/// A line of a set.
pub(super) trait Record: DeserializeOwned {
    /// Returns its name, which no other record of the set has.
    fn id(&self) -> &str;

    /// Returns its program.
    fn program(&self) -> Program<'_>;

    /// Returns the first file with a mistake in each place that should be checked; `None` if that is not measured.
    fn with_mistakes(&self) -> Option<Mistakes> {
        None
    }
}

/// A file with mistakes. A skipped place looks like a correct one, unless there is a mistake in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mistakes {
    pub(super) text: String,
    /// Where the mistakes are, in bytes.
    pub(super) places: Vec<Range<usize>>,
}

/// The figures of a set.
pub(super) trait Counts: Default {
    /// The records of the set.
    type Record: Record;

    /// Counts a record with the results of its compilations. Returns a line for each unexpected result.
    fn add(&mut self, record: &Self::Record, checked: &[Checked]) -> Vec<String>;

    /// Counts the mistakes that were put into a record's program and are found. Returns a line for each of the others.
    fn add_mistakes(&mut self, _: &Self::Record, _: &Mistakes, _: &[Checked]) -> Vec<String> {
        Vec::new()
    }

    /// Returns the lines of the table, and the bars that the figures miss.
    fn report(&self) -> Report;

    /// Returns lines about the causes of unexpected results, with their numbers.
    fn causes(&self) -> String {
        String::new()
    }
}

/// The part of the table about a set.
#[derive(Default, Debug)]
pub(super) struct Report {
    pub(super) table: String,
    /// The bars that figures miss, in words.
    pub(super) missed: Vec<String>,
}

impl Report {
    fn new(title: &str) -> Self {
        Self { table: format!("{title}\n"), missed: Vec::new() }
    }

    fn row(&mut self, what: &str, figure: impl std::fmt::Display) {
        // Writing to a string can't fail.
        let _ = writeln!(self.table, "  {what:<60} {figure}");
    }

    /// Adds a row with a share that must have so many percent.
    fn share(&mut self, what: &str, share: Share, least: usize) {
        self.row(what, format_args!("{share} (at least {least} %)"));
        if !share.is_at_least(least) {
            self.missed.push(format!("{what}: {share}, at least {least} % expected"));
        }
    }

    /// Adds a row with a number that must not be exceeded.
    fn at_most(&mut self, what: &str, number: usize, most: usize) {
        self.row(what, format_args!("{number:5}        (at most {most})"));
        if number > most {
            self.missed.push(format!("{what}: {number}, at most {most} allowed"));
        }
    }
}

/// A number of cases, and how many of them have a property.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Share {
    pub(super) part: usize,
    pub(super) all: usize,
}

impl Share {
    fn add(&mut self, is_part: bool) {
        self.all += 1;
        self.part += usize::from(is_part);
    }

    /// Returns true if at least so many percent have the property. Returns true without cases.
    fn is_at_least(self, percent: usize) -> bool {
        self.part * 100 >= self.all * percent
    }

    /// Returns true if at most so many percent have the property.
    fn is_at_most(self, percent: usize) -> bool {
        self.part * 100 <= self.all * percent
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, output: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = if self.all == 0 { 0.0 } else { self.part as f64 * 100.0 / self.all as f64 };
        write!(output, "{:5} of {:4} {percent:5.1} %", self.part, self.all)
    }
}

/// Returns the errors as lines.
fn lines<'a>(errors: &BTreeSet<&'a Message>) -> Vec<String> {
    errors.iter().map(|error: &&'a Message| format!("unexpected error: {error}")).collect()
}
