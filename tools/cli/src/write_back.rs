//! Writing a changed program back to its file, for `--fix` and `migrate`.
//!
//! Three promises: a file is never half written, an edit that a different program made in the meantime is never
//! lost, and the file keeps its owner, mode and hard links. Usually the new text is written to a temporary file in
//! the same directory, synced, and renamed. A file with several hard links, or of a different owner, would lose
//! them by that: it is written in place, while the synced temporary file has the new text in case of a crash.

use crate::files::{self, Failure, Input};
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes a program back to where it came from: standard input to standard output. `before` is its content as it
/// was read.
pub(crate) fn write(input: &Input, name: &str, before: &str, text: &str) -> Result<(), Failure> {
    let failure = |error: io::Error| Failure {
        name: name.to_owned(),
        message: format!("can't be written: {}", files::reason(&error)),
    };
    match input {
        Input::Standard => io::stdout().lock().write_all(text.as_bytes()).map_err(failure),
        Input::File(path) => replace(path, before, text).map_err(failure),
    }
}

/// Replaces the content of a file, or leaves it as it is.
fn replace(path: &Path, before: &str, text: &str) -> io::Result<()> {
    // A symbolic link stays one.
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    // A rename needs no permission to write the file, and the superuser never does.
    if metadata.permissions().readonly() {
        return Err(io::Error::from(io::ErrorKind::PermissionDenied));
    }
    OpenOptions::new().write(true).open(&path)?;
    // Without the name of the temporary file, which nobody knows.
    let other = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")));
    let mut other = other.map_err(|error| io::Error::from(error.kind()))?;
    other.write_all(text.as_bytes())?;
    other.as_file().set_permissions(metadata.permissions())?;
    other.as_file().sync_all()?;
    // Last, so that as little time as possible is left for another program.
    if files::read_file(&path, files::MOST_BYTES)? != before.as_bytes() {
        return Err(changed());
    }
    if keeps_identity(&metadata, &other.as_file().metadata()?) {
        return exchange(other, &path, before);
    }
    write_in_place(&path, text).or_else(|error| {
        let (_, copy) = other.keep().map_err(|failed| failed.error)?;
        Err(io::Error::other(format!("{error}; the new text is in {}", copy.display())))
    })
}

fn changed() -> io::Error {
    io::Error::other("the file changed while it was being checked; run the command again")
}

/// Puts a file in the place of another one, unless that one was changed. The two are exchanged in one step, and the old one is compared
/// afterwards: what another program wrote until then is not lost. It goes back to its place if it is not what was read.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn exchange(other: NamedTempFile, path: &Path, before: &str) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    let swap = || renameat_with(CWD, other.path(), CWD, path, RenameFlags::EXCHANGE);
    if swap().is_err() {
        // The file system can't do that.
        return other.persist(path).map(drop).map_err(|failed| failed.error);
    }
    if files::read_file(other.path(), files::MOST_BYTES).is_ok_and(|old| old == before.as_bytes()) {
        return Ok(());
    }
    swap()?;
    Err(changed())
}

/// Puts a file in the place of another one.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn exchange(other: NamedTempFile, path: &Path, _: &str) -> io::Result<()> {
    other.persist(path).map(drop).map_err(|failed| failed.error)
}

/// Returns true if nothing but the content differs when a file takes the place of a different one.
#[cfg(unix)]
fn keeps_identity(file: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    file.nlink() == 1 && (file.uid(), file.gid()) == (other.uid(), other.gid())
}

/// Returns true: the standard library knows neither owners nor links of this system.
#[cfg(not(unix))]
const fn keeps_identity(_: &Metadata, _: &Metadata) -> bool {
    true
}

fn write_in_place(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).truncate(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_another_program_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.wgsl");
        fs::write(&path, "edited").expect("it is written");
        let failed = replace(&path, "read", "fixed").expect_err("it was changed");
        assert!(failed.to_string().starts_with("the file changed"), "{failed}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "edited");
        // The same, if it is changed after it was compared.
        let mut new = NamedTempFile::new_in(folder.path()).expect("a file");
        new.write_all(b"fixed").expect("it is written");
        if cfg!(any(target_os = "linux", target_os = "macos")) {
            exchange(new, &path, "read").expect_err("it was changed");
            assert_eq!(fs::read_to_string(&path).expect("it is there"), "edited");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no copy is left");
        replace(&path, "edited", "fixed").expect("it is written");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "fixed");
    }

    #[cfg(unix)]
    #[test]
    fn modes_and_hard_links_are_kept() {
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
        let folder = tempfile::tempdir().expect("a folder");
        let (one, two) = (folder.path().join("1"), folder.path().join("2"));
        fs::write(&one, "read, and longer").expect("it is written");
        fs::set_permissions(&one, fs::Permissions::from_mode(0o640)).expect("a mode");
        fs::hard_link(&one, &two).expect("a link");
        replace(&one, "read, and longer", "fixed").expect("it is written");
        assert_eq!(fs::read_to_string(&two).expect("it is there"), "fixed");
        let metadata = fs::metadata(&one).expect("it is there");
        assert_eq!((metadata.nlink(), metadata.mode() & 0o777), (2, 0o640));
        fs::remove_file(&two).expect("it is removed");
        replace(&one, "fixed", "again").expect("it is written");
        assert_eq!(fs::metadata(&one).expect("it is there").mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_only_can_be_read_is_left_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.wgsl");
        fs::write(&path, "read").expect("it is written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a mode");
        let failed = replace(&path, "read", "fixed").expect_err("it is for reading");
        assert_eq!(failed.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "read");
    }
}
