//! Suggestions of diagnostics, applied to programs: `--fix` and `--diff`.

use crate::files::{Failure, Input, ProgramBytes};
use crate::judgement::Judgement;
use shader_source::fix::apply;
use similar::TextDiff;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use wgsl_validator::diagnostic::Diagnostic;

/// The number of times that suggestions are applied to a program. An edit may show further mistakes, whose edits may show more.
const MOST_ROUNDS: usize = 16;

/// The suggestions to apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suggestions {
    /// Those that a tool may apply without asking.
    Certain,
    /// All.
    All,
}

impl Suggestions {
    fn contain(self, diagnostic: &Diagnostic) -> bool {
        self == Self::All || diagnostic.suggestion.as_ref().is_some_and(|it| it.certain)
    }
}

/// The judgement of what becomes of a program when suggestions are applied until none is left.
pub(crate) fn fix(
    mut judgement: Judgement,
    suggestions: Suggestions,
    mut judge: impl FnMut(ProgramBytes) -> Judgement,
) -> Judgement {
    for _ in 0..MOST_ROUNDS {
        let wanted = judgement.diagnostics.iter().filter(|it| suggestions.contain(it));
        let Some(text) = apply(&judgement.text, wanted.filter_map(|it| it.suggestion.as_ref())) else {
            break;
        };
        judgement = judge(ProgramBytes { name: judgement.name, bytes: text.into_bytes() });
    }
    judgement
}

/// Writes a program back to where it came from: standard input to standard output.
pub(crate) fn write(input: &Input, judgement: &Judgement) -> Result<(), Failure> {
    let failure = |error: io::Error| Failure {
        name: judgement.name.clone(),
        message: format!("can't be written: {error}"),
    };
    match input {
        Input::Standard => io::stdout().lock().write_all(judgement.text.as_bytes()).map_err(failure),
        Input::File(path) => replace(path, &judgement.text).map_err(failure),
    }
}

/// Gives a file another content, or leaves it as it is: it is never half written.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut other = tempfile::NamedTempFile::new_in(folder)?;
    other.write_all(text.as_bytes())?;
    other.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
    other.persist(&path).map(drop).map_err(|failed| failed.error)
}

/// The changes of a program in the unified format.
pub(crate) fn diff(before: &Judgement, after: &Judgement) -> String {
    let name = &before.name;
    TextDiff::from_lines(&before.text, &after.text).unified_diff().header(name, name).to_string()
}
