//! The files that the diagnostics of a program are in, in their words.

use super::Inclusions;
use crate::dialect::Rules;
use shader_source::Phase;
use shader_source::diagnostic::{Diagnostic, Label, Severity};

/// The number of directives that a diagnostic names: the nearest ones. A deeper chain would hide the mistake.
const MOST_DIRECTIVES: usize = 4;

impl Inclusions {
    /// Keeps the diagnostics that are about the program, and adds how their files came in.
    pub fn locate(&self, rules: &Rules, diagnostics: &mut Vec<Diagnostic>) {
        let stops = |found: &Diagnostic| {
            stops(rules, found)
                || found.rule == rules.unsupported_feature && self.stops_at(found.primary.span)
        };
        if diagnostics.iter().any(stops) {
            // What a missing header would have declared is not there, or a pragma has a meaning that is not known: other errors are likely to
            // follow from that.
            diagnostics.retain(|found| stops(found) || found.rule.is_of_phase(Phase::Lex));
        }
        if self.files().is_empty() {
            return;
        }
        diagnostics.retain(|found| !self.is_in_library(found.primary.span.lo));
        for found in diagnostics {
            let library = found.labels.extract_if(.., |label| self.is_in_library(label.span.lo));
            let files: Vec<&str> = library.filter_map(|label| Some(&*self.of(label.span.lo)?.name)).collect();
            found.notes.extend(files.iter().map(|file| format!("it is declared in `{file}`")));
            found.labels.extend(self.directives(found.primary.span.lo));
        }
    }

    /// Returns true if an offset is in a header of the library.
    #[must_use]
    pub fn is_in_library(&self, offset: u32) -> bool {
        self.of(offset).is_some_and(|file| file.is_library)
    }

    /// The directives that lead to an offset, the nearest one first.
    fn directives(&self, offset: u32) -> Vec<Label> {
        let mut labels = Vec::new();
        let mut file = self.of(offset);
        while let Some(inclusion) = file.filter(|_| labels.len() < MOST_DIRECTIVES) {
            labels.push(Label { span: inclusion.by, text: "included here".to_owned(), rule: None });
            file = self.of(inclusion.by.lo);
        }
        labels
    }
}

/// Returns true for an error after which the rest of the program can't be checked.
fn stops(rules: &Rules, found: &Diagnostic) -> bool {
    let of_includes = [rules.preprocess_include_known, rules.preprocess_include_nesting];
    found.severity == Severity::Error && of_includes.contains(&found.rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocess::Inclusion;
    use crate::tiny::TINY;
    use shader_source::{Rule, Span};

    /// A program of 10 bytes that includes a file of its own, which includes a header of the library.
    fn inclusions() -> Inclusions {
        let mut inclusions = Inclusions::default();
        for (name, start, by, is_library) in
            [("own.h", 11, Span::new(2, 5), false), ("<tiny_pairs>", 22, Span::new(13, 14), true)]
        {
            let (name, text) = (name.to_owned(), "0123456789".into());
            inclusions.add(Inclusion { name, text, start, by, is_library });
        }
        inclusions
    }

    fn error(rule: &'static Rule, lo: u32) -> Diagnostic {
        Diagnostic::error(rule, Span::new(lo, lo + 1), "wrong")
    }

    fn located(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        inclusions().locate(&TINY.rules, &mut found);
        found
    }

    #[test]
    fn a_place_in_a_header_has_the_directives_that_lead_there() {
        let found = located(vec![error(TINY.rules.grammar_token, 0), error(TINY.rules.grammar_token, 15)]);
        assert!(found[0].labels.is_empty());
        let labels: Vec<Span> = found[1].labels.iter().map(|label| label.span).collect();
        assert_eq!(labels, [Span::new(2, 5)]);
    }

    #[test]
    fn headers_of_the_library_are_not_shown() {
        assert_eq!(located(vec![error(TINY.rules.grammar_token, 23)]), []);
        let found =
            located(vec![error(TINY.rules.grammar_token, 0).label(Span::new(23, 24), "declared here")]);
        assert!(found[0].labels.is_empty());
        assert_eq!(found[0].notes, ["it is declared in `<tiny_pairs>`"]);
    }

    #[test]
    fn a_missing_header_hides_what_may_follow_from_it() {
        let missing = error(TINY.rules.preprocess_include_known, 2);
        let lexical = error(TINY.rules.lex_character_valid, 8);
        let found = vec![missing.clone(), error(TINY.rules.grammar_token, 7), lexical.clone()];
        assert_eq!(located(found), [missing.clone(), lexical]);
        let warned = vec![missing.warning(), error(TINY.rules.grammar_token, 7)];
        assert_eq!(located(warned).len(), 2);
    }
}
