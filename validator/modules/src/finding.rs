//! Diagnostics in the files of a program.

use crate::mapped::FileIndex;
use shader_source::diagnostic::Diagnostic;

/// A diagnostic in a file. Its places are offsets in the file, and so are its edits.
#[derive(Clone, Debug)]
pub struct Found {
    /// The file.
    pub file: FileIndex,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
}
