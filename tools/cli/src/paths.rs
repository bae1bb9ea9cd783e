//! Paths as the command compares and shows them.

use std::fs;
use std::path::Path;

/// A path that is the same for all names of a file, with `/` between its parts.
pub(crate) fn identity(path: &Path) -> String {
    let whole =
        fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
    let text = whole.to_string_lossy();
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// Returns the name of a file in messages: relative to the current directory if it is inside it.
pub(crate) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}
