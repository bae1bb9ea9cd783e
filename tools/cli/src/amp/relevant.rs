//! The files of a directory that belong to programs with kernels: most C++ files of a project have none.

use super::decoded;
use crate::files::{self, Collection, Input};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// A file, as far as that question needs it.
struct Words {
    path: PathBuf,
    /// The last part of its name, in lower case.
    name: String,
    has_kernels: bool,
    /// The names that it includes.
    includes: Vec<String>,
}

/// Keeps the inputs with kernels, inputs that include a file with kernels, and inputs that the command line names. Headers are looked for in these
/// folders, too. Files are compared by the last parts of their names: a file too many only takes time.
pub(super) fn keep_relevant<'a>(
    collection: &mut Collection,
    folders: impl Iterator<Item = &'a PathBuf>,
    is_named: impl Fn(&Input) -> bool,
) {
    if collection.inputs.iter().all(&is_named) {
        return;
    }
    // Checks read the files again: to keep the sources of a large project in memory would cost more.
    let words: Vec<Option<Words>> = collection
        .inputs
        .par_iter()
        .map(|input| match input {
            // A file that can't be read is reported when it is checked.
            Input::File(path) => Words::of(path),
            Input::Standard => None,
        })
        .collect();
    let folders: Vec<&Path> = folders.map(PathBuf::as_path).collect();
    let headers = other_headers(words.iter().flatten(), &folders);
    let relevant = relevant_names(words.iter().flatten().chain(&headers));
    let mut words = words.into_iter();
    collection.inputs.retain(|input| {
        let words = words.next().flatten();
        is_named(input) || words.is_none_or(|words| words.is_relevant(&relevant))
    });
}

/// The headers outside of the inputs that they include, and that these headers include.
fn other_headers<'a>(inputs: impl Iterator<Item = &'a Words>, folders: &[&Path]) -> Vec<Words> {
    let inputs: Vec<&Words> = inputs.collect();
    let mut known: HashSet<String> = inputs.iter().map(|it| it.name.clone()).collect();
    let mut open: Vec<PathBuf> = inputs.iter().flat_map(|it| it.headers(&known, folders)).collect();
    let mut headers = Vec::new();
    while let Some(path) = open.pop() {
        let Some(words) = Words::of(&path).filter(|it| known.insert(it.name.clone())) else { continue };
        open.extend(words.headers(&known, folders));
        headers.push(words);
    }
    headers
}

impl Words {
    fn of(path: &Path) -> Option<Self> {
        let bytes = files::read(&Input::File(path.to_owned()), None).ok()?.bytes;
        let text = decoded(&bytes);
        Some(Self {
            path: path.to_owned(),
            name: path.file_name()?.to_string_lossy().to_lowercase(),
            has_kernels: msl_validator::amp::has_kernels(&text),
            includes: includes(&text),
        })
    }

    /// The files that it includes, without the ones whose last parts are known.
    fn headers(&self, known: &HashSet<String>, folders: &[&Path]) -> Vec<PathBuf> {
        let unknown = self.includes.iter().filter(|name| !known.contains(&last_part(name)));
        let places = || self.path.parent().into_iter().chain(folders.iter().copied());
        let find = |name: &String| places().map(|place| place.join(name)).find(|path| path.is_file());
        unknown.filter_map(find).collect()
    }

    fn is_relevant(&self, names: &HashSet<String>) -> bool {
        self.has_kernels || self.includes.iter().any(|name| names.contains(&last_part(name)))
    }
}

/// The names of the files with kernels, and of files that include them.
fn relevant_names<'a>(files: impl Iterator<Item = &'a Words>) -> HashSet<String> {
    let (mut names, mut rest) = (HashSet::new(), files.collect::<Vec<_>>());
    loop {
        let (found, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|it| it.is_relevant(&names));
        if found.is_empty() {
            return names;
        }
        names.extend(found.into_iter().map(|it| it.name.clone()));
        rest = others;
    }
}

/// The names that the lines of a source include, with slashes.
fn includes(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let name = directive.trim_start().strip_prefix(['"', '<'])?.split(['"', '>']).next()?;
        Some(name.replace('\\', "/"))
    });
    names.collect()
}

/// The last part of a name, in lower case.
fn last_part(name: &str) -> String {
    name.rsplit('/').next().unwrap_or(name).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_include_kernels_are_relevant() {
        let file = |name: &str, has_kernels, text: &str| Words {
            path: PathBuf::from(name),
            name: name.to_owned(),
            has_kernels,
            includes: includes(text),
        };
        let files = [
            file("blur.h", true, ""),
            file("filters.h", false, "#include <vector>\n  # include \"..\\Src/Blur.h\" // all\n"),
            file("main.cpp", false, "#include \"filters.h\""),
            file("other.cpp", false, "#include \"config.h\"\n// #include \"blur.h\""),
        ];
        let mut names: Vec<String> = relevant_names(files.iter()).into_iter().collect();
        names.sort();
        assert_eq!(names, ["blur.h", "filters.h", "main.cpp"]);
    }
}
