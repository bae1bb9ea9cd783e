//! Walks directories and skips what ignore files exclude.
//!
//! Ignore files also apply outside of repositories, and the user's global excludes are not used, so the result only depends on the directory.

use ignore::{DirEntry, WalkBuilder};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The ignore files that are read in each directory.
const IGNORE_FILES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];
/// The maximum size of an ignore file, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// The entries of a directory and its subdirectories.
pub(crate) struct Walk {
    entries: Option<ignore::Walk>,
    /// The ignore files that can't be read. Their directories are skipped.
    refused: Arc<Mutex<Vec<PathBuf>>>,
}

/// Walks a directory.
///
/// The `ignore` crate opens anything with the name of an ignore file and reads it to the end. In an untrusted repository that may be a link to a
/// device, which has no end, or a pipe without a writer, so such files are checked first.
pub(crate) fn walk(root: &Path) -> Walk {
    let whole = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
    let around = whole.ancestors().find_map(unreadable);
    let refused = Arc::new(Mutex::new(Vec::from_iter(around)));
    let is_empty = refused.lock().is_ok_and(|it| it.is_empty());
    let noted = Arc::clone(&refused);
    let entries = is_empty.then(|| {
        let enters = move |entry: &DirEntry| {
            let found = entry.file_type().filter(fs::FileType::is_dir).and_then(|_| unreadable(entry.path()));
            let enters = found.is_none();
            noted.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
            enters
        };
        WalkBuilder::new(root).require_git(false).git_global(false).filter_entry(enters).build()
    });
    Walk { entries, refused }
}

/// Returns an ignore file of the directory that can't be read.
fn unreadable(directory: &Path) -> Option<PathBuf> {
    let is_unreadable = |path: &PathBuf| {
        fs::metadata(path).is_ok_and(|it| !it.is_dir() && (!it.is_file() || it.len() > MOST_BYTES))
    };
    IGNORE_FILES.iter().map(|name| directory.join(name)).find(is_unreadable)
}

/// Yields entries, and the reasons why directories were skipped.
impl Iterator for Walk {
    type Item = Result<DirEntry, String>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(entry) = self.entries.as_mut().and_then(Iterator::next) {
            return Some(entry.map_err(|error| error.to_string()));
        }
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        let what = fs::metadata(&refused).is_ok_and(|it| it.is_file());
        let reason = if what { "it is larger than 1 MiB" } else { "it is not a regular file" };
        let message =
            format!("`{}` can't be read, so its directory was skipped: {reason}", refused.display());
        Some(Err(message))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_directory_whose_ignore_file_is_a_device_is_left_out() {
        let root = tempfile::tempdir().expect("a directory");
        let inner = root.path().join("inner");
        fs::create_dir(&inner).expect("a directory");
        fs::write(inner.join("a.wgsl"), "").expect("a file");
        fs::write(root.path().join("b.wgsl"), "").expect("a file");
        symlink("/dev/zero", inner.join(".gitignore")).expect("a link");
        let found = |path: &Path| {
            let (entries, errors): (Vec<_>, Vec<_>) = walk(path).partition(Result::is_ok);
            let files = entries.into_iter().flatten().filter(|it| it.path().is_file()).count();
            (files, errors.into_iter().filter_map(Result::err).collect::<Vec<_>>())
        };
        let (files, errors) = found(root.path());
        assert_eq!(files, 1);
        assert!(errors.len() == 1 && errors[0].contains("inner/.gitignore"), "{errors:?}");
        let (files, errors) = found(&inner);
        assert_eq!((files, errors.len()), (0, 1), "{errors:?}");
    }
}
