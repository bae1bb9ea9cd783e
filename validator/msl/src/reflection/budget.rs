//! The limit of a reflection: n functions that take one structure with n members have n² inputs.

use super::StructureLayout;
use core::fmt;

/// The maximum number of bytes of all names and types: as many as for WGSL.
const MOST_BYTES: usize = 1 << 26;
/// The bytes of an entry in addition to its text.
const ENTRY_BYTES: usize = 48;

/// Why a program has no reflection: it would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReflectionError;

impl fmt::Display for ReflectionError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            output,
            "the reflection of this program is larger than {} MiB: too many functions list too many resources, inputs or outputs",
            MOST_BYTES >> 20
        )
    }
}

impl core::error::Error for ReflectionError {}

/// The bytes that are left.
#[derive(Debug)]
pub(super) struct Budget {
    left: usize,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self { left: MOST_BYTES }
    }

    /// Counts an entry with this many bytes of text.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), ReflectionError> {
        self.left = self.left.checked_sub(bytes + ENTRY_BYTES).ok_or(ReflectionError)?;
        Ok(())
    }

    /// Counts a structure with its members.
    ///
    /// # Errors
    /// There are too many.
    pub(super) fn structure(&mut self, layout: &StructureLayout) -> Result<(), ReflectionError> {
        let mut members = layout.members.iter();
        members.try_for_each(|member| self.take(member.name.len() + member.ty.len()))?;
        self.take(layout.name.len())
    }
}
