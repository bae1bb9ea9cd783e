//! The files of a directory that belong to programs with kernels: most C++ files of a project have none.

use super::decoded;
use crate::files::{self, Collection, Input};
use rayon::prelude::*;
use std::collections::HashSet;

/// A file, as far as that question needs it.
struct Words {
    /// The last part of its name, in lower case.
    name: String,
    has_kernels: bool,
    /// The last parts of the names that it includes, in lower case.
    includes: Vec<String>,
}

/// Keeps the inputs with kernels, inputs that include a file with kernels, and inputs that the command line names. Files are compared by the last parts of
/// their names: the directories of headers are not known yet, and a file too many only takes time.
pub(super) fn keep_relevant(collection: &mut Collection, is_named: impl Fn(&Input) -> bool) {
    let words: Vec<Option<Words>> = collection
        .inputs
        .par_iter()
        .map(|input| match input {
            Input::File(path) => {
                // A file that can't be read is reported when it is checked.
                let bytes = files::read(input, None).ok()?.bytes;
                let name = path.file_name()?.to_string_lossy().to_lowercase();
                let text = decoded(&bytes);
                let has_kernels = msl_validator::amp::has_kernels(&text);
                Some(Words { name, has_kernels, includes: includes(&text) })
            }
            Input::Standard => None,
        })
        .collect();
    let relevant = relevant_names(words.iter().flatten());
    let mut words = words.into_iter();
    collection.inputs.retain(|input| {
        let words = words.next().flatten();
        is_named(input) || words.is_none_or(|words| words.is_relevant(&relevant))
    });
}

impl Words {
    fn is_relevant(&self, names: &HashSet<String>) -> bool {
        self.has_kernels || self.includes.iter().any(|name| names.contains(name))
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

/// The last parts of the names that the lines of a source include, in lower case.
fn includes(text: &str) -> Vec<String> {
    let names = text.lines().filter_map(|line| {
        let directive = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
        let name = directive.trim_start().strip_prefix(['"', '<'])?.split(['"', '>']).next()?;
        Some(name.rsplit(['/', '\\']).next()?.to_lowercase())
    });
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_include_kernels_are_relevant() {
        let file = |name: &str, has_kernels, text: &str| Words {
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
