//! The cases of the suite: those of files, and those from the tables of the specification.

use crate::expectations::AtLeast;
use std::io;
use std::path::Path;
use wgsl_cases::discover::Suite;

/// Finds the cases whose names may begin with `prefix`, which may be empty: first those of files.
///
/// # Errors
/// The folder of the cases is not readable.
pub fn discover(fixtures: &Path, prefix: &str) -> io::Result<Suite> {
    let mut suite = wgsl_cases::discover::discover(fixtures, prefix)?;
    suite.instances.extend(wgsl_generate::instances(prefix));
    Ok(suite)
}

/// The size of a suite, with the number of programs of it that were executed.
#[must_use]
pub fn counts(suite: &Suite, executed: usize) -> AtLeast {
    AtLeast { files: suite.files, cases: suite.cases(), programs: suite.instances.len(), executed }
}
