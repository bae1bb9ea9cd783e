//! `fmt`: programs, formatted.

use crate::arguments::Fmt;
use crate::files::{self, Failure, Input, ProgramBytes};
use crate::fix::diff;
use crate::judgement::Judgement;
use crate::opened::Opened;
use crate::render::{self, Renderer};
use crate::summary::{Summary, files_by_result};
use crate::verdict::Verdict;
use crate::write_back::write;
use shader_language::Language;
use shader_source::LineIndex;
use shader_source::diagnostic::Diagnostic;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write as _};
use wgsl_format::{Unformattable, format};
use wgsl_validator::decode;

/// Counts of programs.
#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    unchanged: usize,
    formatted: usize,
    to_format: usize,
    wrong: usize,
    failed: usize,
}

/// Formats the files that the command line names.
pub(crate) fn run(arguments: &Fmt) -> io::Result<Verdict> {
    let mut collection =
        files::collect(&arguments.paths, &arguments.excluded, Some(Language::Wgsl), &[], &Opened::default());
    collection.keep_one_name();
    let renderer = render::for_format(arguments.error_format, true, false);
    let mut command = Command { arguments, renderer, tally: Tally::default(), summary: Summary::default() };
    if arguments.lines.is_some() && collection.inputs.len() > 1 {
        return Err(io::Error::other("`--lines` needs a single file"));
    }
    for failure in &collection.failures {
        command.failure(failure)?;
    }
    for input in &collection.inputs {
        let program = files::read_wgsl(input, arguments.stdin_file_path.as_deref());
        let result = match program.and_then(|program| of_wgsl(input, program)) {
            Ok(program) => command.program(input, program),
            Err(failure) => command.failure(&failure),
        };
        result?;
    }
    command.renderer.finish(&command.summary)?;
    if !arguments.quiet {
        writeln!(anstream::stderr(), "{}", command.tally)?;
    }
    Ok(command.tally.verdict())
}

/// Refuses a file with a different extension. Lines that begin with `#` may be a preprocessor's, so nearly any file could be formatted: a glob must
/// not rewrite documents and scripts.
fn of_wgsl(input: &Input, program: ProgramBytes) -> Result<ProgramBytes, Failure> {
    let Input::File(path) = input else { return Ok(program) };
    let extensions = Language::Wgsl.extensions();
    if path.extension().is_some_and(|own| extensions.iter().any(|known| own == *known)) {
        return Ok(program);
    }
    let message = "expected a .wgsl or .wesl file; pass other files on standard input".to_owned();
    Err(Failure { name: program.name, message })
}

struct Command<'a> {
    arguments: &'a Fmt,
    renderer: Box<dyn Renderer>,
    tally: Tally,
    summary: Summary,
}

impl Command<'_> {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        self.tally.failed += 1;
        self.summary.failed += 1;
        self.renderer.failure(failure)
    }

    fn program(&mut self, input: &Input, program: ProgramBytes) -> io::Result<()> {
        let ProgramBytes { name, bytes } = program;
        let formatted = decode(&bytes)
            .map_err(Unformattable::Syntax)
            .and_then(|text| format(text, self.arguments.options()));
        let before = String::from_utf8_lossy(&bytes);
        let formatted = match formatted {
            Ok(formatted) => formatted,
            Err(Unformattable::Syntax(errors)) => return self.wrong(name, before.into_owned(), errors),
            Err(wrong @ Unformattable::Branches(bracket)) => {
                let line = LineIndex::new(&before).position(bracket.lo).line;
                let message = format!("can't be formatted: {wrong}, see line {line}");
                return self.failure(&Failure { name, message });
            }
        };
        self.summary.files += 1;
        self.summary.accepted += 1;
        let after = match self.arguments.lines {
            Some(lines) => Cow::Owned(formatted.text_in(lines.range(&before), &before)),
            None => Cow::Borrowed(formatted.text()),
        };
        let is_unchanged = after == before;
        let is_written = !self.arguments.check && (!is_unchanged || *input == Input::Standard);
        if is_written && let Err(failure) = write(input, &name, &before, &after) {
            return self.failure(&failure);
        }
        if is_unchanged {
            self.tally.unchanged += 1;
        } else if self.arguments.check {
            self.tally.to_format += 1;
            io::stdout().lock().write_all(diff(&name, &before, &after).as_bytes())?;
        } else {
            self.tally.formatted += 1;
        }
        Ok(())
    }

    /// Reports a program that can't be formatted, which stays as it is.
    fn wrong(&mut self, name: String, text: String, errors: Vec<Diagnostic>) -> io::Result<()> {
        self.tally.wrong += 1;
        let judgement = Judgement::of_one_file(name, text, errors);
        self.summary.count(&judgement);
        self.renderer.judgement(&judgement, false)
    }
}

impl Tally {
    const fn verdict(self) -> Verdict {
        match self {
            Self { failed: 1.., .. } => Verdict::Failed,
            Self { wrong: 1.., .. } | Self { to_format: 1.., .. } => Verdict::Rejected,
            Self { .. } => Verdict::Accepted,
        }
    }
}

/// `3 files: 1 formatted, 1 unchanged, 1 with syntax errors`.
impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = files_by_result([
            (self.formatted, "formatted"),
            (self.to_format, "to format"),
            (self.unchanged, "unchanged"),
            (self.wrong, "with syntax errors"),
            (self.failed, "not formatted"),
        ]);
        formatter.write_str(&summary)
    }
}
