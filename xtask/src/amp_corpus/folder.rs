//! The temporary directory of programs, from which they are read like a user's.

use super::program::{Base, Program, Strings};
use cxx_validator::{Files, HeaderText, Lookup, normal};
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The subdirectory of the library that tests include.
const LIBRARY: &str = "library";

/// A directory that is deleted with this value.
pub(super) struct Folder {
    path: PathBuf,
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What can't be deleted stays in the system's directory of temporary files.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// A program on the disk.
pub(super) struct Written {
    /// The path of its first file.
    pub(super) path: String,
    /// The directories in which headers are searched for, as `-I` names them.
    pub(super) folders: Vec<String>,
}

impl Folder {
    /// Makes an empty directory and writes the library there.
    pub(super) fn new(name: &str, library: &Strings) -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("wgsl-check-amp-corpus-{}-{name}", std::process::id()));
        fs::create_dir_all(&path)?;
        let folder = Self { path };
        for (name, text) in library {
            folder.write(LIBRARY, name, text)?;
        }
        Ok(folder)
    }

    /// Writes a program's files, in a subdirectory of their own.
    pub(super) fn program(&self, id: &str, program: &Program<'_>) -> io::Result<Written> {
        let path = self.write(id, program.path, program.text)?;
        let base = match program.base {
            Base::Root => "",
            Base::FirstFile => parent(program.path),
        };
        // Where a project's own headers are says its build; each directory that has some is a good guess.
        let mut folders = vec![self.path(id, "")?, self.path(LIBRARY, "inc")?];
        for (name, text) in program.headers {
            let header = self.write(id, &format!("{base}/{name}"), text)?;
            let folder = parent(&header).to_owned();
            if !folders.contains(&folder) {
                folders.push(folder);
            }
        }
        Ok(Written { path, folders })
    }

    /// Writes a file and returns its path.
    fn write(&self, part: &str, name: &str, text: &str) -> io::Result<String> {
        let path = self.path(part, name)?;
        fs::create_dir_all(parent(&path))?;
        fs::write(&path, text)?;
        Ok(path)
    }

    /// Returns the path of a file in a subdirectory, which a name must not leave.
    fn path(&self, part: &str, name: &str) -> io::Result<String> {
        let name = normal(name.trim_start_matches('/'));
        if name.split('/').next() == Some("..") {
            return Err(io::Error::other(format!("`{name}` is outside of the record's directory")));
        }
        let path = self.path.join(part).join(name).to_string_lossy().replace('\\', "/");
        Ok(path.trim_end_matches('/').to_owned())
    }

    /// Returns the part of a path that a record has.
    pub(super) fn shown(&self, id: &str, path: &str) -> String {
        let parts = [self.path(id, ""), self.path(LIBRARY, "")];
        let inside = parts.into_iter().flatten().find_map(|part| {
            let rest = path.strip_prefix(&part)?;
            rest.strip_prefix('/').map(ToOwned::to_owned)
        });
        inside.unwrap_or_else(|| path.to_owned())
    }
}

/// Returns the directory of a path with `/`; empty if the path has none.
fn parent(path: &str) -> &str {
    path.rfind('/').map_or("", |end| &path[..end])
}

/// The disk.
pub(super) struct Disk;

impl Files for Disk {
    fn find(&self, path: &str) -> Lookup {
        let path = normal(path);
        match fs::read(&path) {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes).into();
                Lookup::Found(HeaderText { identity: path.clone(), name: path, text })
            }
            Err(_) => Lookup::Missing,
        }
    }

    fn in_other_case(&self, path: &str) -> Option<String> {
        let path = normal(path);
        let name = Path::new(&path).file_name()?;
        let entries = fs::read_dir(parent(&path)).ok()?.flatten().map(|entry| entry.file_name());
        // The order of directory entries depends on the file system.
        let other = entries.filter(|other| other.eq_ignore_ascii_case(name)).min()?;
        Some(format!("{}/{}", parent(&path), other.to_string_lossy()))
    }
}
