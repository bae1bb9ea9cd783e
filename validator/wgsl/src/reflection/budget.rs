//! The limits of a reflection. Each entry point lists what it reaches, so n entry points that call one function with n resources have n² entries:
//! without limits, a program of 200 KB takes several gigabytes.

use super::{ReflectedDatum, ReflectedEntryPoint};
use core::fmt;
use shader_source::steps;

/// The maximum size of the lists of all entry points, as [`Budget::list`] counts them. JSON takes about half of it. 1,000 entry points that
/// share 1,000 resources fit.
const MAX_BYTES: usize = 1 << 26;
/// The bytes of a name in a list in addition to its text: its string and its allocation.
const NAME_BYTES: usize = 48;
/// The maximum number of declarations and expressions that are visited to find what entry points reach: about a second.
const MAX_WORK: usize = 1 << 28;

/// Why a program has no reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReflectionError {
    /// The lists of its entry points are too large.
    TooLarge,
    /// Its entry points reach too many declarations and expressions.
    TooMuchWork,
}

impl fmt::Display for ReflectionError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(
                output,
                "the reflection of this program is larger than {} MiB: too many entry points list too many resources, overrides, inputs or outputs",
                MAX_BYTES >> 20
            ),
            Self::TooMuchWork => write!(
                output,
                "the entry points of this program reach more than {MAX_WORK} declarations and expressions in total: too many to reflect"
            ),
        }
    }
}

impl core::error::Error for ReflectionError {}

/// The rest of both limits.
#[derive(Debug)]
pub(super) struct Budget {
    bytes: usize,
    work: usize,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self { bytes: MAX_BYTES, work: MAX_WORK }
    }

    /// Counts visited declarations and expressions.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn work(&mut self, count: usize) -> Result<(), ReflectionError> {
        self.work = self.work.checked_sub(count).ok_or(ReflectionError::TooMuchWork)?;
        Ok(())
    }

    /// Counts the bytes of the lists of an entry point.
    ///
    /// # Errors
    /// They are too many.
    pub(super) fn list(&mut self, entry: &ReflectedEntryPoint) -> Result<(), ReflectionError> {
        let names = entry.resources.iter().chain(&entry.overrides).map(|name| NAME_BYTES + name.len());
        let data = entry.inputs.iter().chain(&entry.outputs).map(bytes_of_datum);
        let bytes = names.chain(data).fold(0, |sum: usize, bytes| {
            steps::take(1);
            sum.saturating_add(bytes)
        });
        self.bytes = self.bytes.checked_sub(bytes).ok_or(ReflectionError::TooLarge)?;
        Ok(())
    }
}

fn bytes_of_datum(datum: &ReflectedDatum) -> usize {
    let name = datum.name.as_ref().map_or(0, String::len);
    size_of::<ReflectedDatum>() + name + datum.ty.len()
}
