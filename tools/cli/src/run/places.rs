//! The files of a program that runs, as paths name them.

use crate::judgement::Judgement;
use crate::source_map::Expanded;
use std::path::{Path, PathBuf};
use wgsl_check_protocol::places::Places;

/// The files of a program, which was assembled of others if there is a way back to them.
pub(crate) fn places(judgement: &Judgement, origins: Option<Expanded>) -> Places {
    if let Some(Expanded { parts, sources, .. }) = origins {
        return Places::assembled(sources, parts);
    }
    let main = (judgement.name.clone(), judgement.text.as_str().into());
    Places::of_files(core::iter::once(main).chain(judgement.others.iter().cloned()))
}

/// The absolute path of a file.
pub(crate) fn path_of(name: &str) -> PathBuf {
    std::path::absolute(name).unwrap_or_else(|_| name.into())
}

/// Returns true if a path names a file.
pub(crate) fn is_at(name: &str, path: &Path) -> bool {
    let own = path_of(name);
    let canonical = |path: &Path| std::fs::canonicalize(path).ok();
    own == path || canonical(path).is_some_and(|path| Some(path) == canonical(&own))
}

/// The index of the file at a path.
pub(crate) fn index_of(places: &Places, path: &Path) -> Option<usize> {
    places.files().iter().position(|file| is_at(&file.name, path))
}
