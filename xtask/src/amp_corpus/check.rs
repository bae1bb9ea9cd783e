//! The check of a program, and its result with places in the record's files.

use super::folder::{Disk, Folder};
use super::program::{Checked, Message, Program, Strings};
use cxx_validator::{Definition, Headers, Inclusions, Source};
use msl_validator::amp;
use msl_validator::diagnostic::Severity;
use shader_source::LineIndex;
use std::io;

/// Writes a program and checks each of its compilations.
pub(super) fn check(folder: &Folder, id: &str, program: &Program<'_>) -> io::Result<Vec<Checked>> {
    let written = folder.program(id, program)?;
    let source = Source { text: program.text, path: &written.path, identity: &written.path };
    let headers = Headers { files: &Disk, folders: &written.folders };
    let checked = program.compilations.iter().map(|macros| {
        let found = amp::program(source, &definitions(macros), headers);
        let places = Places { folder, id, source, inclusions: &found.inclusions };
        let diagnostics = found.module.diagnostics.iter();
        let errors = diagnostics.filter(|found| found.severity == Severity::Error).map(|found| {
            places.message(found.primary.span.lo, format!("{}: {}", found.rule.id, found.message))
        });
        let unresolved = found.unresolved.iter();
        let translated = super::translation::translated(&found).into_iter();
        let translated = translated.map(|(place, reason)| (places.message(place.lo, String::new()), reason));
        Checked {
            translated: translated.collect(),
            errors: errors.collect(),
            unresolved: unresolved.map(|(span, reason)| places.message(span.lo, reason.clone())).collect(),
        }
    });
    Ok(checked.collect())
}

fn definitions(macros: &Strings) -> Vec<Definition> {
    let definition =
        |(name, value): (&String, &String)| Definition { name: name.clone(), value: value.clone() };
    macros.iter().map(definition).collect()
}

/// The files of a compilation, for places in them.
struct Places<'a> {
    folder: &'a Folder,
    id: &'a str,
    source: Source<'a>,
    inclusions: &'a Inclusions,
}

impl Places<'_> {
    /// Returns a message at an offset among all files.
    fn message(&self, offset: u32, words: String) -> Message {
        let inclusion = self.inclusions.of(offset);
        let (path, text, start) = inclusion
            .map_or((self.source.path, self.source.text, 0), |file| (&file.name, &file.text, file.start));
        Message {
            file: self.folder.shown(self.id, path),
            is_in_first_file: inclusion.is_none(),
            line: LineIndex::new(text).position(offset - start).line as usize,
            offset: (offset - start) as usize,
            text: words,
        }
    }
}
