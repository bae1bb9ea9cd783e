//! `expand`: prints a program as plain WGSL, with imports, conditions and macros resolved.

use crate::arguments::Expand;
use crate::files;
use crate::modules::{Assembled, Modules};
use crate::render;
use crate::source_map::{self, Expanded};
use crate::verdict::Verdict;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

/// Prints a program and the errors in its imports and directives. The program itself is not checked against the
/// specification.
pub(crate) fn run(arguments: &Expand) -> io::Result<Verdict> {
    source_map::check_path(arguments.source_map.as_ref(), [&arguments.file])?;
    let input = files::named(&arguments.file);
    let standard_name = arguments.stdin_file_path.as_deref();
    let program = match files::read_wgsl(&input, standard_name) {
        Ok(program) => program,
        Err(failure) => return render::for_people().failure(&failure).map(|()| Verdict::Failed),
    };
    let around = arguments.modules.surroundings()?;
    let inputs = [input];
    let read = |_: &_| Ok(program.clone());
    let modules = Modules::find(&inputs, read, standard_name, around, arguments.edition.into());
    let found = modules.as_ref().and_then(|modules| modules.expanded(&inputs[0]));
    let (expanded, verdict) = if let Some((expanded, assembled)) = found {
        (expanded, report(assembled)?)
    } else {
        // A plain file is its own program.
        let text = String::from_utf8_lossy(&program.bytes).into_owned();
        (Expanded::of_file(program.name.clone(), text), Verdict::Accepted)
    };
    if let Some(path) = &arguments.source_map {
        write_map(path, &expanded)?;
    }
    io::stdout().lock().write_all(expanded.text.as_bytes())?;
    Ok(verdict)
}

/// Prints what is wrong with the imports and directives of a program.
fn report(assembled: Assembled) -> io::Result<Verdict> {
    let Assembled { judgement, failure, .. } = assembled;
    let mut renderer = render::for_people();
    renderer.judgement(&judgement, judgement.is_accepted())?;
    Ok(match failure {
        Some(failure) => renderer.failure(&failure).map(|()| Verdict::Failed)?,
        None if judgement.is_accepted() => Verdict::Accepted,
        None => Verdict::Rejected,
    })
}

fn write_map(path: &Path, expanded: &Expanded) -> io::Result<()> {
    let map = serde_json::to_string(&expanded.map(path))? + "\n";
    let wrong = |error: io::Error| {
        io::Error::other(format!("{}: can't be written: {}", path.display(), files::reason(&error)))
    };
    fs::write(path, map).map_err(wrong)
}
