//! The cases of the suite: those of files, and those generated from the tables of the specification.

use crate::expectations::AtLeast;
use std::io;
use std::path::Path;
use wgsl_cases::discover::Suite;

/// Finds the cases whose names may begin with `prefix`, which may be empty; those of files come first.
///
/// # Errors
/// If the folder of the cases can't be read.
pub fn discover(fixtures: &Path, prefix: &str) -> io::Result<Suite> {
    let mut suite = wgsl_cases::discover::discover(fixtures, prefix)?;
    suite.instances.extend(wgsl_generate::instances(prefix));
    Ok(suite)
}

/// The size of a suite, and the number of its executed programs.
#[must_use]
pub fn counts(suite: &Suite, executed: usize) -> AtLeast {
    AtLeast { files: suite.files, cases: suite.cases(), programs: suite.instances.len(), executed }
}
