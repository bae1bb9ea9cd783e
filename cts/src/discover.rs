//! The cases of the suite: those of files, those generated from the tables of the specification, and kernels in Metal, translated.

use crate::expectations::AtLeast;
use rayon::prelude::*;
use std::fs;
use std::io;
use std::path::Path;
use wgsl_cts_cases::case::{Instance, Problem};
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::language::{Amp, Language, Msl};
use wgsl_cts_cases::metal::translation;
use wgsl_cts_cases::repetitions::{Repetition, repetitions};

/// Finds the cases whose names may begin with `prefix`, which may be empty; those of files come first. A program that repeats one of
/// another file is a problem. Generated programs are not compared with each other here, which takes seconds: a test does it.
///
/// # Errors
/// If the folder of the cases can't be read.
pub fn discover(fixtures: &Path, prefix: &str) -> io::Result<Suite> {
    let mut suite = of_files(fixtures, prefix)?;
    suite.instances.extend(wgsl_cts_generate::instances(prefix));
    for (name, program) in translations(fixtures, prefix)? {
        match program {
            Ok(instance) => suite.instances.push(instance),
            Err(reason) => suite.missing.push((name, reason.to_string())),
        }
    }
    Ok(suite)
}

/// The kernels of the cases for Metal whose names may begin with `prefix`, by name, translated to WGSL or with the reason why not.
fn translations(
    fixtures: &Path,
    prefix: &str,
) -> io::Result<Vec<(String, Result<Instance, translation::NotTranslated>)>> {
    let metal = match prefix.strip_prefix(translation::PREFIX) {
        Some(rest) => format!("{}{rest}", Msl::PREFIX),
        None if translation::PREFIX.starts_with(prefix) => String::new(),
        None => return Ok(Vec::new()),
    };
    let suite: Suite<Msl> = wgsl_cts_cases::discover::discover(fixtures, &metal)?;
    let translated = |instance: &Instance<Msl>| {
        Some((translation::name(&instance.name), translation::translated(instance)?))
    };
    Ok(suite.instances.par_iter().filter_map(translated).collect())
}

/// Finds the cases for Metal whose names may begin with `prefix`, which may be empty. All are in files.
///
/// # Errors
/// If the folder of the cases can't be read.
pub fn discover_metal(fixtures: &Path, prefix: &str) -> io::Result<Suite<Msl>> {
    of_files(fixtures, prefix)
}

/// Finds the cases for C++ AMP whose names may begin with `prefix`, which may be empty. All are in files.
///
/// # Errors
/// If the folder of the cases can't be read.
pub fn discover_amp(fixtures: &Path, prefix: &str) -> io::Result<Suite<Amp>> {
    of_files(fixtures, prefix)
}

/// The cases of files, with a problem for each program that repeats one of another file.
fn of_files<L: Language>(fixtures: &Path, prefix: &str) -> io::Result<Suite<L>> {
    let mut suite: Suite<L> = wgsl_cts_cases::discover::discover(fixtures, prefix)?;
    for repetition in &repetitions(&suite.instances) {
        let problem = problem(fixtures, repetition);
        if !suite.problems.contains(&problem) {
            suite.problems.push(problem);
        }
    }
    Ok(suite)
}

/// The problem at the later of two equal programs.
fn problem<L: Language>(fixtures: &Path, repetition: &Repetition<L>) -> Problem {
    let path = repetition.file().unwrap_or(fixtures);
    repetition.problem(path, &fs::read_to_string(path).unwrap_or_default())
}

/// The size of a suite, and the number of its executed programs.
#[must_use]
pub fn counts(suite: &Suite, executed: usize) -> AtLeast {
    AtLeast { files: suite.files, cases: suite.cases(), programs: suite.instances.len(), executed }
}
