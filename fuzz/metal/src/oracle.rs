//! Compares the two checkers on one program, and reduces the program of a difference.

use crate::gcc::{self, Gcc};
use crate::known::{Known, shape};
use crate::{generate, mutate};
use msl_validator::diagnostic::{Diagnostic, Severity};
use msl_validator::{Options, validate};
use std::io;
use wgsl_fuzz::choices::{Choices, bytes_of};
use wgsl_fuzz::reduce::reduce_text;

/// The family of rules that say that this project can't check a program.
const UNSUPPORTED: &str = "unsupported.";

/// The bytes of choices for the changes of one mutant.
const CHANGES: usize = 64;

/// One of so many mutants has a second change. More of them are rarely valid, and a program with many mistakes hides differences.
const SECOND_CHANGE: usize = 4;

/// How often the reducer may run g++: a program of a kilobyte needs a few hundred runs.
const MOST_QUESTIONS: usize = 1_500;

/// The result of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Both accept.
    BothAccept,
    /// Both reject.
    BothReject,
    /// This project can't check the program: the first reason, without names and numbers.
    Unsupported(String),
    /// g++ failed.
    Failed(String),
    /// They differ for this reason of the table.
    Known(String),
    /// They differ, and nothing explains it.
    Unexplained(Difference),
}

/// An unexplained difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Names the mistake: who rejects, and why, without names and numbers.
    pub signature: String,
    /// The unexplained errors of the side that rejects.
    pub says: Vec<String>,
}

/// Returns the program of a number: of three programs one is mostly valid, one has slips, and one is a mutant of a mostly valid one.
#[must_use]
pub fn program(seed: u64, number: u64) -> String {
    let number = number + (seed << 32);
    let text = generate::from_seed(number, number % 3 == 1);
    if number % 3 != 2 {
        return text;
    }
    let bytes = bytes_of(number, CHANGES);
    let mut choices = Choices::new(&bytes);
    let mut mutant = mutate::mutate(&text, &mut choices).unwrap_or(text);
    if choices.one_in(SECOND_CHANGE) {
        mutant = mutate::mutate(&mutant, &mut choices).unwrap_or(mutant);
    }
    mutant
}

/// Compares the checkers on a program.
///
/// # Errors
/// g++ can't be run.
pub fn compare(gcc: &Gcc, known: &Known, program: &str) -> io::Result<Outcome> {
    compare_errors(gcc, known, program, &errors(program))
}

/// Compares the checkers on programs. Accepted programs are one program for g++, as long as it accepts them, too.
///
/// # Errors
/// g++ can't be run.
pub fn compare_all(gcc: &Gcc, known: &Known, programs: &[String]) -> io::Result<Vec<Outcome>> {
    let ours: Vec<Vec<Diagnostic>> = programs.iter().map(|it| errors(it)).collect();
    let accepted = programs.iter().zip(&ours).filter(|(_, ours)| ours.is_empty());
    let accepted: Vec<&str> = accepted.map(|(program, _)| program.as_str()).collect();
    let all_accepted = gcc.accepts_all(&accepted)?;
    let each = programs.iter().zip(&ours).map(|(program, ours)| {
        if all_accepted && ours.is_empty() {
            return Ok(Outcome::BothAccept);
        }
        compare_errors(gcc, known, program, ours)
    });
    each.collect()
}

/// Returns the errors that this project finds in a program.
fn errors(program: &str) -> Vec<Diagnostic> {
    let mut ours = validate(program, &Options::default());
    ours.retain(|it| it.severity == Severity::Error);
    ours
}

fn compare_errors(gcc: &Gcc, known: &Known, program: &str, ours: &[Diagnostic]) -> io::Result<Outcome> {
    if let Some(found) = ours.iter().find(|it| it.rule.id.starts_with(UNSUPPORTED)) {
        return Ok(Outcome::Unsupported(shape(&found.message)));
    }
    Ok(match gcc.check(program)? {
        gcc::Result::Fails(said) => Outcome::Failed(said),
        gcc::Result::Accepts if ours.is_empty() => Outcome::BothAccept,
        gcc::Result::Rejects(_) if !ours.is_empty() => Outcome::BothReject,
        gcc::Result::Accepts => we_reject(known, ours, program),
        gcc::Result::Rejects(errors) => we_accept(known, errors, program),
    })
}

fn we_reject(known: &Known, ours: &[Diagnostic], program: &str) -> Outcome {
    let class = |it: &&Diagnostic| known.rejected(it.rule.id, &it.message, program);
    let unexplained: Vec<&Diagnostic> = ours.iter().filter(|it| class(it).is_none()).collect();
    let Some(first) = unexplained.first() else {
        let class = ours.first().as_ref().and_then(class);
        return Outcome::Known(class.map_or_else(String::new, |it| reason(&it.reason, it.open)));
    };
    Outcome::Unexplained(Difference {
        signature: format!("we reject: {}: {}", first.rule.id, shape(&first.message)),
        says: unexplained.iter().map(|it| format!("{}: {}", it.rule.id, it.message)).collect(),
    })
}

/// Returns the reason of a class. The reason of a mistake that is not fixed yet says so.
fn reason(reason: &str, open: bool) -> String {
    if open { format!("open: {reason}") } else { format!("known: {reason}") }
}

fn we_accept(known: &Known, errors: Vec<String>, program: &str) -> Outcome {
    let class = errors.first().and_then(|it| known.accepted(it, program));
    let reason = class.map(|it| reason(&it.reason, it.open));
    let unexplained: Vec<String> =
        errors.into_iter().filter(|it| known.accepted(it, program).is_none()).collect();
    match unexplained.first() {
        None => Outcome::Known(reason.unwrap_or_default()),
        Some(first) => {
            let signature = format!("we accept: {}", shape(first));
            Outcome::Unexplained(Difference { signature, says: unexplained })
        }
    }
}

/// Returns the smallest program found that shows the same difference.
///
/// # Errors
/// g++ can't be run.
pub fn reduced(gcc: &Gcc, known: &Known, program: &str, signature: &str) -> io::Result<String> {
    let (mut questions, mut failed) = (0, None);
    let smallest = reduce_text(program, &mut |text| {
        questions += 1;
        if questions > MOST_QUESTIONS || failed.is_some() {
            return false;
        }
        match compare(gcc, known, text) {
            Ok(Outcome::Unexplained(difference)) => difference.signature == signature,
            Ok(_) => false,
            Err(error) => {
                failed = Some(error);
                false
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(smallest.map_or_else(|| program.to_owned(), |it| it.source)),
    }
}
