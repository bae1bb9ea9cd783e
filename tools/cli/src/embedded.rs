//! Shaders in host files: Rust, JavaScript, TypeScript and Markdown.

use crate::arguments::Check;
use crate::files::{Collection, Failure, Input, ProgramBytes};
use crate::judgement::{Judgement, Question};
use crate::opened::Opened;
use crate::paths::{identity, shown};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wgsl_embedded::{Found, Host, check, find};
use wgsl_modules::allow;
use wgsl_validator::Validator;
use wgsl_validator::advice::Extent;

/// Checks the shaders of a host file. The result says how many there are.
pub(crate) fn judge(
    host: Host,
    program: ProgramBytes,
    question: &Question,
    validator: &mut Validator,
) -> Judgement {
    let ProgramBytes { name, bytes } = program;
    let text = String::from_utf8_lossy(&bytes);
    let found = find(host, &text);
    let edition = validator.options().edition;
    let mut checked = check(&text, &found, edition, |text| {
        let mut diagnostics = question.findings(text, Extent::Whole, validator);
        allow::apply([text], edition, &mut diagnostics);
        diagnostics
    });
    if matches!(text, Cow::Owned(_)) {
        // An edit would write the replacements for bytes that are not UTF-8 into the file.
        checked.diagnostics.iter_mut().for_each(|found| found.suggestion = None);
    }
    let (incomplete, shaders) = (checked.incomplete(&text), Some(checked.count()));
    let judgement = Judgement::of_one_file(name, text.into_owned(), checked.diagnostics);
    Judgement { incomplete, shaders, ..judgement }
}

/// Returns the reason why a host file can't be checked in a build without the parsers of hosts.
pub(crate) fn supported(input: &Input) -> Result<(), Failure> {
    if Host::is_supported() {
        return Ok(());
    }
    let message = "this build can't find shaders in host files: it was built without the feature `embedded`";
    Err(Failure { name: input.name(), message: message.to_owned() })
}

/// Leaves out host files that were found in folders and have no shaders, and adds the shader files that host files include.
pub(crate) fn complete(
    collection: &mut Collection,
    arguments: &Check,
    opened: &Opened,
    read: impl Fn(&Input) -> Result<ProgramBytes, Failure> + Sync,
) {
    let is_named = |path: &Path| arguments.paths.iter().any(|it| it.strip_prefix(".").unwrap_or(it) == path);
    let look = |input: &Input| {
        let Input::File(path) = input else { return (true, Vec::new()) };
        let Some(host) = arguments.host(input) else { return (true, Vec::new()) };
        // A file that can't be read is reported when it is checked.
        let Ok(program) = read(input) else { return (true, Vec::new()) };
        let Found { shaders, files } = find(host, &String::from_utf8_lossy(&program.bytes));
        let is_kept = !Host::is_supported() || !shaders.is_empty();
        let folder = path.parent().unwrap_or(Path::new(""));
        let files = files.iter().map(|file| folder.join(&file.path)).filter(|file| file.is_file()).collect();
        (is_named(path) || is_kept, files)
    };
    let looked: Vec<(bool, Vec<PathBuf>)> = collection.inputs.par_iter().map(look).collect();
    if looked.iter().all(|(is_kept, files)| *is_kept && files.is_empty()) {
        return;
    }
    let mut files: BTreeMap<String, Input> = BTreeMap::new();
    let mut kept = Vec::new();
    for (input, (is_kept, included)) in std::mem::take(&mut collection.inputs).into_iter().zip(looked) {
        for file in included {
            // Several files of one directory have one message.
            let failure = add(&mut files, &input, &file, opened).err();
            collection.failures.extend(failure.filter(|it| collection.failures.last() != Some(it)));
        }
        kept.extend(is_kept.then_some(input));
    }
    for input in &kept {
        if let Input::File(path) = input {
            files.remove(&identity(path));
        }
    }
    kept.extend(files.into_values());
    kept.sort_by(|one, other| path(one).cmp(&path(other)));
    collection.inputs = kept;
}

/// The path of an input; standard input comes first.
fn path(input: &Input) -> Option<&Path> {
    match input {
        Input::Standard => None,
        Input::File(path) => Some(path),
    }
}

/// Adds a file that a host file includes, unless it is outside of its package.
fn add(
    files: &mut BTreeMap<String, Input>,
    host: &Input,
    file: &Path,
    opened: &Opened,
) -> Result<(), Failure> {
    let mut opened = opened.clone();
    let host = Path::new(&host.name()).to_owned();
    opened.add_package_of(&host);
    let Some(outside) = opened.outside(file) else {
        let identity = identity(file);
        let shown = shown(Path::new(&identity));
        files.entry(identity).or_insert_with(|| Input::File(PathBuf::from(shown)));
        return Ok(());
    };
    let folder = outside.parent().unwrap_or(&outside).display();
    let message = format!(
        "includes a file in `{folder}`, outside of its package; pass `--allow-dir {folder}` to allow it"
    );
    Err(Failure { name: host.display().to_string(), message })
}
