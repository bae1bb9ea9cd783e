//! Applies the changes of the preprocessor to get the source of a program.

use super::{Macros, Places, Use};
use crate::mapped::{FileIndex, MappedText};
use crate::preprocess::word_of_directive;
use cxx_validator::{Change, would_join};
use shader_source::Span;
use std::collections::HashMap;

/// Applies changes to files.
pub(super) struct Writer<'p> {
    places: &'p Places<'p>,
    /// The contents of the files, by file.
    sources: HashMap<FileIndex, MappedText>,
    text: MappedText,
    macros: Macros,
    /// The conditions that are open, and where the outermost one began in the program.
    depth: i64,
    condition_start: u32,
    /// The files that are being read, the first one of the program first, each with the number of bytes that are written or left out.
    open: Vec<(FileIndex, u32)>,
}

impl<'p> Writer<'p> {
    pub(super) fn new(places: &'p Places<'p>) -> Self {
        let mut writer = Self {
            places,
            sources: HashMap::new(),
            text: MappedText::default(),
            macros: Macros::default(),
            depth: 0,
            condition_start: 0,
            open: Vec::new(),
        };
        writer.enter(places.root);
        writer
    }

    /// Applies a change.
    pub(super) fn change(&mut self, change: &Change) {
        match change {
            Change::Remove(span) => self.remove(*span),
            Change::Replace { span, text, definition } => self.replace(*span, text, *definition),
            Change::Enter(number) => self.enter(self.places.file(*number)),
            Change::Leave => {
                self.rest();
                // The including file continues on a new line.
                if !self.text.text().is_empty() && !self.text.text().ends_with('\n') {
                    self.text.insert("\n");
                }
            }
        }
    }

    /// Writes the rest of the first file, and returns the program and the uses of macros in it.
    pub(super) fn finish(mut self) -> (MappedText, Macros) {
        self.rest();
        if self.depth > 0 {
            let end = self.text.len();
            self.macros.conditional.push(Span::new(self.condition_start, end));
        }
        (self.text, self.macros)
    }

    fn enter(&mut self, file: FileIndex) {
        let text = &self.places.project.file(file).text;
        self.sources.entry(file).or_insert_with(|| MappedText::of_file(file, text));
        self.open.push((file, 0));
    }

    /// The contents of a file.
    fn source(&self, file: FileIndex) -> &'p str {
        &self.places.project.file(file).text
    }

    /// Writes what is left of the present file, which ends.
    fn rest(&mut self) {
        if let Some((file, _)) = self.open.last() {
            self.copy(self.source(*file).len() as u32);
        }
        self.open.pop();
    }

    /// Writes the present file up to an offset.
    fn copy(&mut self, end: u32) {
        let Some((file, at)) = self.open.last_mut() else { return };
        if let Some(source) = self.sources.get(file).filter(|_| *at < end) {
            self.text.copy(source, Span::new(*at, end));
            *at = end;
        }
    }

    /// Leaves out bytes, and the rest of their lines if only blanks are there.
    fn remove(&mut self, span: Span) {
        let place = self.places.place(span);
        let text = self.source(place.file);
        let (before, after) = (&text[..place.span.lo as usize], &text[place.span.hi as usize..]);
        let line = before.trim_end_matches([' ', '\t']);
        let is_whole = line.is_empty() || line.ends_with('\n');
        let lo = if is_whole { line.len() } else { before.len() };
        let blanks = after.len() - after.trim_start_matches([' ', '\t', '\r']).len();
        let is_last = is_whole && after[blanks..].starts_with('\n');
        let hi = if is_last { place.span.hi as usize + blanks + 1 } else { place.span.hi as usize };
        self.copy(lo as u32);
        if let Some((_, at)) = self.open.last_mut() {
            *at = (*at).max(hi as u32);
        }
        self.note_conditions(place.span.text(text));
        self.macros.left_out.push(place);
    }

    /// Notes where the program has lines of a condition, from a directive or lines that a condition leaves out.
    fn note_conditions(&mut self, removed: &str) {
        let words = removed.lines().filter_map(word_of_directive);
        let change = |word| match word {
            "if" | "ifdef" | "ifndef" => Some(1),
            "endif" => Some(-1),
            "elif" | "else" => Some(0),
            _ => None,
        };
        let changes: Vec<i64> = words.filter_map(change).collect();
        if changes.is_empty() {
            return;
        }
        let here = self.text.len();
        if self.depth == 0 {
            self.condition_start = here;
        }
        self.depth = (self.depth + changes.iter().sum::<i64>()).max(0);
        if self.depth == 0 {
            self.macros.conditional.push(Span::new(self.condition_start, here));
        }
    }

    /// Writes an expansion, with blanks around it where its tokens would become a part of others.
    fn replace(&mut self, span: Span, expansion: &str, definition: Option<Span>) {
        let place = self.places.place(span);
        self.copy(place.span.lo);
        let source = self.source(place.file);
        let before = self.text.text().chars().next_back();
        let after = source[place.span.hi as usize..].chars().next();
        let would_join = |left: Option<char>, right: Option<char>| {
            left.zip(right).is_some_and(|(left, right)| would_join(left, right))
        };
        let mut text = String::new();
        if would_join(before, expansion.chars().next().or(after)) {
            text.push(' ');
        }
        text.push_str(expansion);
        if would_join(expansion.chars().next_back(), after) {
            text.push(' ');
        }
        let start = self.text.len();
        if let Some(source) = self.sources.get(&place.file) {
            self.text.replace(source, place.span, &text);
        }
        if let Some((_, at)) = self.open.last_mut() {
            *at = place.span.hi;
        }
        if let Some(definition) = definition {
            let definition = self.places.place(definition);
            let name = definition.span.text(self.source(definition.file)).to_owned();
            self.macros.uses.push(Use { span: Span::new(start, self.text.len()), name, definition });
        }
    }
}
