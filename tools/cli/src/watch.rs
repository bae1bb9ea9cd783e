//! `check --watch`: checks again whenever a file changes.
//!
//! Directories are watched one by one, not recursively, so that ignored ones are left out: build outputs change all the time.

use crate::arguments::Check;
use crate::check;
use crate::files::{self, is_standard};
use crate::opened::package;
use crate::verdict::Verdict;
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use shader_language::Language;
use std::collections::BTreeSet;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use wgsl_embedded::Host;

/// How long files must be unchanged before the programs are checked again: tools write several files at once.
const QUIET: Duration = Duration::from_millis(50);
/// Clears the terminal and its scrollback.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// An event or error of the file watcher.
type Noted = notify::Result<Event>;

/// Checks the programs after every change, until the process is killed.
pub(crate) fn run(arguments: &Check) -> io::Result<Verdict> {
    if arguments.paths.iter().any(|path| is_standard(path)) {
        return Err(io::Error::other("--watch needs files: standard input can't be watched"));
    }
    let (sender, noted) = channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(io::Error::other)?;
    let mut directories = BTreeSet::new();
    loop {
        if io::stderr().is_terminal() {
            write!(io::stderr(), "{CLEAR}")?;
        }
        // Watching starts before the check, so that no change during it is lost.
        watch_more(arguments, &mut watcher, &mut directories)?;
        check::run(arguments)?;
        writeln!(anstream::stderr(), "watching for changes; press Ctrl+C to stop")?;
        if !wait(&noted) {
            return Err(io::Error::other("the system stopped reporting file changes"));
        }
    }
}

/// Watches the directories that may contain files of the programs and are not watched yet.
fn watch_more(
    arguments: &Check,
    watcher: &mut RecommendedWatcher,
    known: &mut BTreeSet<PathBuf>,
) -> io::Result<()> {
    // The directory of a file, or of the files that a glob matches.
    let folder =
        |path: &PathBuf| path.ancestors().find(|it| it.is_dir()).unwrap_or(Path::new(".")).to_owned();
    let named: BTreeSet<PathBuf> = arguments.paths.iter().map(folder).collect();
    // A file may import any other file of its package. Files on the command line may be in an ignored directory.
    let packages = named.iter().map(|it| package(it));
    let roots: BTreeSet<PathBuf> = packages.chain(named.iter().cloned()).collect();
    for directory in roots.iter().flat_map(|root| files::directories(root)) {
        if !known.contains(&directory) {
            watcher.watch(&directory, RecursiveMode::NonRecursive).map_err(|error| {
                io::Error::other(format!("{}: can't be watched: {error}", directory.display()))
            })?;
            known.insert(directory);
        }
    }
    Ok(())
}

/// Waits until files have changed and no more changes follow. Returns false if the watcher has stopped.
fn wait(noted: &Receiver<Noted>) -> bool {
    loop {
        match noted.recv() {
            Ok(event) if is_change(&event) => break,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
    while noted.recv_timeout(QUIET).is_ok() {}
    true
}

/// Returns true if an event may change a result.
fn is_change(noted: &Noted) -> bool {
    let Ok(event) = noted else { return true };
    let matters = match event.kind {
        EventKind::Access(_) => false,
        EventKind::Any
        | EventKind::Create(_)
        | EventKind::Modify(_)
        | EventKind::Remove(_)
        | EventKind::Other => true,
    };
    matters && event.paths.iter().any(|path| is_read(path))
}

/// Returns true if the command may read the file: a program, header, host file or configuration. A path without an extension may be a directory.
fn is_read(path: &Path) -> bool {
    let Some(extension) = path.extension() else { return true };
    let languages = Language::ALL.iter().flat_map(|language| language.extensions());
    let hosts = Host::ALL.iter().flat_map(|host| host.extensions());
    let mut known = languages.chain(hosts).chain(&["toml", "h", "hh", "hpp", "hxx", "inc", "inl"]);
    known.any(|it| extension == *it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, CreateKind};

    fn event(kind: EventKind, path: &str) -> Event {
        Event::new(kind).add_path(PathBuf::from(path))
    }

    #[test]
    fn changes_of_programs_end_the_wait() {
        let created = |path: &str| Ok(event(EventKind::Create(CreateKind::File), path));
        assert!(is_change(&created("a/b.wgsl")) && is_change(&created("wgsl-check.toml")));
        assert!(is_change(&created("new-directory")));
        assert!(!is_change(&created("a/b.o")));
        assert!(!is_change(&Ok(event(EventKind::Access(AccessKind::Any), "a/b.wgsl"))));
        let (sender, noted) = channel();
        for path in ["a.o", "a.wgsl", "b.wgsl"] {
            sender.send(created(path)).expect("there is a receiver");
        }
        drop(sender);
        assert!(wait(&noted), "a file has changed");
        assert!(!wait(&noted), "all changes are taken at once, and no more come");
    }
}
