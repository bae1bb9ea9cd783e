//! The changes that the preprocessor makes to a text.
//!
//! A language with a lexer of its own, as WGSL, reads text: [`rewrite`] returns the changes to the files in the order in which the preprocessor
//! makes them, and whoever applies them keeps all other bytes, comments among them. A lexer of C++ can't write tokens of a foreign
//! language back, but it finds directives and names in them.

use super::{Definition, HeaderText, Headers, Inclusions, Macro, Origin, Preprocessor, Source};
use crate::dialect::Dialect;
use crate::lex::Token;
use crate::names::Symbol;
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;
use std::rc::Rc;

/// A change to a text. Spans are in the range of the file in the offsets of all files, as [`Inclusions`] has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// These bytes are left out: a directive, or lines whose condition does not hold.
    Remove(Span),
    /// A use of a macro.
    Replace {
        /// Its place, with its arguments.
        span: Span,
        /// The expansion.
        text: String,
        /// The name in the `#define` of the macro; none of a definition from outside.
        definition: Option<Span>,
    },
    /// The inclusion with this number follows, before the rest of the present file.
    Enter(usize),
    /// The present file ends.
    Leave,
}

/// The changes to a text.
#[derive(Debug)]
pub struct Rewritten {
    /// The changes, in the order in which the files are read. The first file ends after the last change.
    pub changes: Vec<Change>,
    /// The files after the first one.
    pub inclusions: Inclusions,
    /// The diagnostics, in order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// Runs the directives of a text, reads the files that it includes, and expands its macros. `before` are files that are read before the first
/// one, in this order, as if it included them in its first lines.
#[must_use]
pub fn rewrite(
    source: Source<'_>,
    before: Vec<HeaderText>,
    definitions: &[Definition],
    headers: Headers<'_>,
    dialect: &'static Dialect,
) -> Rewritten {
    let mut preprocessor = Preprocessor::new(source, definitions, headers, dialect);
    preprocessor.record = Some(Vec::new());
    // The file that is entered last is read first.
    for file in before.into_iter().rev() {
        let path = file.identity.as_str().into();
        let number = preprocessor.known(file);
        preprocessor.enter(number, path, Span::default());
    }
    preprocessor.run();
    let Preprocessor { record, inclusions, mut diagnostics, .. } = preprocessor;
    diagnostics.sort_by_key(|found| found.primary.span);
    Rewritten { changes: record.unwrap_or_default(), inclusions, diagnostics }
}

impl Preprocessor<'_> {
    /// Records a change.
    pub(super) fn change(&mut self, change: Change) {
        if let Some(record) = &mut self.record {
            record.push(change);
        }
    }

    /// Records that a directive is left out.
    pub(super) fn remove(&mut self, span: Span) {
        if self.is_taken() { self.change(Change::Remove(span)) } else { self.extend_removal(span) }
    }

    /// Records that everything up to the end of this range is left out: lines after a condition that doesn't hold.
    pub(super) fn extend_removal(&mut self, span: Span) {
        let last = self.record.as_mut().and_then(|record| record.last_mut());
        // The directive that left the lines out is the last change: nothing between is read.
        if let Some(Change::Remove(removed)) =
            last.filter(|_| self.conditions.last().is_some_and(|it| !it.is_taken))
        {
            removed.hi = span.hi;
        }
    }

    /// Records the expansion of a macro.
    pub(super) fn replace(&mut self, span: Span, tokens: &[Token], definition: Option<Span>) {
        if self.record.is_some() {
            // Tokens share the spelling of a long name; text has it once for each.
            let length = tokens.iter().map(|token| self.spelling(*token).len()).sum();
            let text = if self.spend(length, span) { self.spelled(tokens) } else { String::new() };
            self.change(Change::Replace { span, text, definition });
        }
    }

    /// Returns true if a definition from outside is all that counts: a `#define` in the source is the default of what a host defines.
    pub(super) fn is_of_host(&self, name: Symbol) -> bool {
        let is_outside = |known: &Rc<Macro>| known.origin == Origin::Program && known.span.is_none();
        self.record.is_some() && self.macros.get(&name).is_some_and(is_outside)
    }

    /// Tokens as text that has the same tokens.
    fn spelled(&self, tokens: &[Token]) -> String {
        let mut text = String::new();
        for token in tokens {
            let spelling = self.spelling(*token);
            let last = text.chars().next_back();
            let first = spelling.chars().next();
            let is_joined = last.zip(first).is_some_and(|(last, first)| would_join(last, first));
            if !text.is_empty() && (token.follows_space || is_joined) {
                text.push(' ');
            }
            text.push_str(spelling);
        }
        text
    }
}

/// Returns true if tokens that end and begin with these characters could be read as one token, or as a comment, without space between them.
#[must_use]
pub fn would_join(last: char, first: char) -> bool {
    let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_' || !it.is_ascii();
    let is_operator = |it: char| "+-*/%&|^<>=!:#".contains(it);
    let is_number = |point: char, digit: char| point == '.' && digit.is_ascii_digit();
    (is_word(last) && is_word(first))
        || (is_operator(last) && is_operator(first))
        || is_number(last, first)
        || is_number(first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocess::Headers;
    use crate::tiny::TINY;
    use std::collections::BTreeMap;
    use std::sync::Arc;

    /// The source after the changes, with the contents of each inclusion in brackets.
    fn rewritten(text: &str, before: &[&str], files: &[(&str, &str)]) -> (String, Rewritten) {
        let files: BTreeMap<String, Arc<str>> =
            files.iter().map(|(path, text)| ((*path).to_owned(), Arc::from(*text))).collect();
        let before = before.iter().enumerate().map(|(number, text)| {
            let name = number.to_string();
            HeaderText { identity: name.clone(), name, text: Arc::from(*text) }
        });
        let headers = Headers { files: &files, folders: &[] };
        let source = Source { path: "main", identity: "main", text };
        let done = rewrite(source, before.collect(), &[], headers, &TINY);
        let mut output = String::new();
        // Text, offset of its first byte, and how much of it was written.
        let mut open: Vec<(&str, u32, u32)> = vec![(text, 0, 0)];
        for change in &done.changes {
            let upto = |output: &mut String, open: &mut Vec<(&str, u32, u32)>, lo: u32, hi: u32| {
                let (text, start, at) = open.last_mut().expect("a file");
                output.push_str(Span::new(*at, lo - *start).text(text));
                *at = hi - *start;
            };
            match change {
                Change::Remove(span) => upto(&mut output, &mut open, span.lo, span.hi),
                Change::Replace { span, text, .. } => {
                    upto(&mut output, &mut open, span.lo, span.hi);
                    output.push_str(text);
                }
                Change::Enter(number) => {
                    let file = &done.inclusions.files()[*number];
                    open.push((&file.text, file.start, 0));
                    output.push('[');
                }
                Change::Leave => {
                    let (text, _, at) = open.pop().expect("a file");
                    output.push_str(&text[at as usize..]);
                    output.push(']');
                }
            }
        }
        let (text, _, at) = open.pop().expect("the first file");
        output.push_str(&text[at as usize..]);
        (output, done)
    }

    fn text(text: &str) -> String {
        rewritten(text, &[], &[]).0
    }

    #[test]
    fn only_directives_and_uses_change() {
        let source = "a /* b */ A\n#define A 1 + 2 // c\nA d // A\n#if A == 3\ne # f\n#else\n@\n # define B\n#endif\ng";
        assert_eq!(text(source), "a /* b */ A\n // c\n1 + 2 d // A\n\ne # f\n\ng");
        assert_eq!(text("#\n# define F(x) x##1 -x\nF(b) F F(b c)"), "\n\nb1 -b F b c1 -b c");
    }

    #[test]
    fn lines_of_a_condition_that_does_not_hold_are_one_removal() {
        let (output, done) =
            rewritten("a\n#if 0\nb\n#if 1\nc\n#endif\n#elif 0\nd\n#else\ne\n#endif\nf", &[], &[]);
        assert_eq!(output, "a\n\ne\n\nf");
        assert_eq!(done.changes.len(), 2);
        assert_eq!(text("a\n#if 0\nb c\n"), "a\n\n", "without an end");
    }

    #[test]
    fn files_are_entered_and_left() {
        let files = [("x", "#include \"y\"\nx Y\n"), ("y", "#pragma once\n#define Y 2\ny")];
        let (output, _) = rewritten("#include \"x\"\n#include \"y\"\nY\n", &[], &files);
        assert_eq!(output, "[[\n\ny]\nx 2\n]\n\n2\n");
    }

    #[test]
    fn files_before_the_first_one_are_read_in_their_order() {
        let (output, done) = rewritten("A B", &["#define A 1\n", "#define B A\nb\n"], &[]);
        assert_eq!(output, "[[\n]\nb\n]1 1");
        assert!(done.diagnostics.is_empty());
    }

    #[test]
    fn definitions_from_outside_count() {
        let definition = Definition { name: "A".to_owned(), value: "1".to_owned() };
        let source = Source::text("#define A 2\n#undef A\n#if A == 1\nA\n#endif");
        let done = rewrite(source, Vec::new(), &[definition], Headers::NONE, &TINY);
        assert!(done.diagnostics.is_empty(), "{:?}", done.diagnostics);
        assert!(
            matches!(&done.changes[3], Change::Replace { text, .. } if text == "1"),
            "{:?}",
            done.changes
        );
    }
}
