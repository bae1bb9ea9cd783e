//! Files that a host is likely to put before a program, because they declare what it lacks: `common.wgsl` next to `blur.wgsl`.
//!
//! WGSL has no imports, so hosts add such files as strings, and nothing in the program says so. A program whose only errors are names that files next to
//! it declare is taken for one of these: what it lacks is one thing, the preamble, and not an error for each use of a name.

use crate::judgement::Judgement;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_modules::has_entry_point;
use wgsl_spec::Edition;
use wgsl_spec::rules::SCOPE_UNRESOLVED;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::parse;

/// The maximum number of shaders in a folder: in a larger one, a name is likely to be declared by a file that has nothing to do with the program.
const MOST_FILES: usize = 64;
/// The length of the longest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 20;
/// The number of names that a message lists.
const MOST_NAMES: usize = 3;

/// Returns the reason why a program can't be checked on its own: all of its errors are names that files in its folder, or in the folder above, declare.
pub(crate) fn declare(judgement: &Judgement, edition: Edition) -> Option<String> {
    let program = Path::new(&judgement.name);
    let mut missing = missing(judgement)?;
    let listed: Vec<String> = missing.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
    let more = missing.len().saturating_sub(MOST_NAMES);
    let mut preamble = Vec::new();
    for folder in program.parent()?.ancestors().take(2) {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        for file in shaders(folder).into_iter().filter(|file| !is_same(file, program)) {
            let before = missing.len();
            take_declared(&mut missing, &file, edition);
            if missing.len() < before {
                preamble.push(file);
            }
        }
    }
    if !missing.is_empty() {
        return None;
    }
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let files: Vec<String> = preamble.iter().map(|file| file.display().to_string()).collect();
    let (does, it) = if files.len() == 1 { ("does", "it") } else { ("do", "them") };
    let declared = match files.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => files.join(", "),
    };
    let options: Vec<String> = files.iter().map(|file| format!("--preamble {file}")).collect();
    let names = listed.join(", ");
    Some(format!(
        "it does not declare {names}{more}, but {declared} {does}: if the host puts {it} first, pass {}",
        options.join(" ")
    ))
}

/// The names that a program lacks; `None` if it has other errors.
fn missing(judgement: &Judgement) -> Option<BTreeSet<String>> {
    let errors = judgement.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let names = errors.map(|found| {
        let is_name = found.rule == SCOPE_UNRESOLVED;
        is_name.then(|| found.primary.span.text(&judgement.text).to_owned())
    });
    names.collect::<Option<BTreeSet<String>>>().filter(|names| !names.is_empty())
}

/// The WGSL files of a folder, by name.
fn shaders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let folder = folder.strip_prefix(".").unwrap_or(folder);
    let is_shader = |path: &PathBuf| path.extension().is_some_and(|it| it == "wgsl");
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| folder.join(entry.file_name())).filter(is_shader).collect();
    files.sort();
    if files.len() > MOST_FILES { Vec::new() } else { files }
}

fn is_same(file: &Path, program: &Path) -> bool {
    file == program.strip_prefix(".").unwrap_or(program)
}

/// Removes the names that a file declares.
fn take_declared(missing: &mut BTreeSet<String>, file: &Path, edition: Edition) {
    if !fs::metadata(file).is_ok_and(|it| it.is_file() && it.len() <= MOST_BYTES) {
        return;
    }
    let Ok(text) = fs::read_to_string(file) else { return };
    // What comes before several programs is none itself.
    if !missing.iter().any(|name| text.contains(name.as_str())) || has_entry_point(&text, edition) {
        return;
    }
    let (syntax, _) = parse(&text, edition);
    for name in syntax.ast.decls.iter().filter_map(|decl| decl.name) {
        missing.remove(syntax.name(name));
    }
}
