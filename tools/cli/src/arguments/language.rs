//! Commands that several languages have: `run blur.cpp` is `amp run blur.cpp`, and `blur.cpp` alone is checked.

use crate::files::Input;
use shader_language::Language;
use std::ffi::OsString;
use std::path::Path;

/// The ends of the names of C++ sources and headers that no other language has.
const EXTENSIONS: [&str; 6] = ["cpp", "cc", "cxx", "c++", "hpp", "hxx"];
/// The commands that C++ AMP has with arguments of its own.
const COMMANDS: [&str; 3] = ["check", "run", "translate"];

/// The words of the command line, with the subcommand `amp` if the programs are C++ AMP.
pub(crate) fn with_language(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_cxx = |word: &OsString| is_cxx(Path::new(word));
    let first = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    // `check` is the command if there is none.
    let has_command = !first.starts_with('-') && !is_cxx(&first.into());
    let is_shader = |word: &OsString| {
        let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
        let has = |language: Language| extension.is_some_and(|it| language.extensions().contains(&it));
        Language::ALL.into_iter().any(has)
    };
    let programs = words.get(1 + usize::from(has_command)..).unwrap_or_default();
    let is_amp = programs.iter().any(is_cxx) && !programs.iter().any(is_shader);
    if is_amp && !has_command {
        words.splice(1..1, ["amp".into(), "check".into()]);
    } else if is_amp && COMMANDS.contains(&first) {
        words.insert(1, "amp".into());
    }
    words
}

/// Returns true for the name of a C++ source or header.
fn is_cxx(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension.to_lowercase().as_str()))
}

/// Says that a C++ source among the inputs is not checked together with shaders.
pub(crate) fn without_cxx(inputs: &[Input]) -> Result<(), String> {
    let name = inputs.iter().find_map(|input| match input {
        Input::File(path) if is_cxx(path) => Some(path.display()),
        Input::File(_) | Input::Standard => None,
    });
    name.map_or(Ok(()), |name| {
        Err(format!("{name} is a C++ source: check it alone, with `wgsl-check amp check {name}`"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_in_cxx_are_programs_in_cxx_amp() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let read = |line: &str| with_language(words(line));
        for (line, full) in [
            ("wgsl-check run a.CPP --plan p.yaml", "wgsl-check amp run a.CPP --plan p.yaml"),
            ("wgsl-check check a.cpp", "wgsl-check amp check a.cpp"),
            ("wgsl-check a.cpp b.hpp", "wgsl-check amp check a.cpp b.hpp"),
            ("wgsl-check --error-format json a.cpp", "wgsl-check amp check --error-format json a.cpp"),
        ] {
            assert_eq!(read(line), words(full));
        }
        for line in [
            "wgsl-check run a.wgsl",
            "wgsl-check amp run a.cpp",
            "wgsl-check check a.cpp b.wgsl",
            "wgsl-check explain a.cpp",
            "wgsl-check --quiet",
            "wgsl-check",
        ] {
            assert_eq!(read(line), words(line));
        }
    }
}
