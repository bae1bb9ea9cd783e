//! Commands that several languages have: `run blur.cpp` is `amp run blur.cpp`.

use std::ffi::OsString;
use std::path::Path;

/// The ends of the names of C++ sources and headers that no other language has.
const EXTENSIONS: [&str; 6] = ["cpp", "cc", "cxx", "c++", "hpp", "hxx"];
/// The commands that C++ AMP has with arguments of its own.
const COMMANDS: [&str; 2] = ["run", "translate"];

/// The words of the command line, with the subcommand `amp` if the program is C++ AMP.
pub(crate) fn with_language(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_command = words.get(1).and_then(|word| word.to_str()).is_some_and(|word| COMMANDS.contains(&word));
    let is_amp = |word: &OsString| {
        let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| EXTENSIONS.contains(&extension.to_lowercase().as_str()))
    };
    if is_command && words.iter().skip(2).any(is_amp) {
        words.insert(1, "amp".into());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_in_cxx_are_programs_in_cxx_amp() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let read = |line: &str| with_language(words(line));
        assert_eq!(
            read("wgsl-check run a.CPP --plan p.yaml"),
            words("wgsl-check amp run a.CPP --plan p.yaml")
        );
        for line in
            ["wgsl-check run a.wgsl", "wgsl-check amp run a.cpp", "wgsl-check check a.cpp", "wgsl-check"]
        {
            assert_eq!(read(line), words(line));
        }
    }
}
