//! What the diagnostics of a program say about the files that they are in.

use super::Inclusions;
use crate::diagnostic::{Diagnostic, Label, Severity};
use msl_spec::{Phase, Rule, rules};

/// The number of directives that a diagnostic names: the nearest ones. A deeper chain would hide the mistake.
const MOST_DIRECTIVES: usize = 4;

impl Inclusions {
    /// Keeps the diagnostics that are about the program, and adds how their files came in.
    pub(crate) fn locate(&self, diagnostics: &mut Vec<Diagnostic>) {
        if diagnostics.iter().any(stops) {
            // What a missing header would have declared is not there: other errors are likely to follow from that.
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

    fn is_in_library(&self, offset: u32) -> bool {
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
fn stops(found: &Diagnostic) -> bool {
    const RULES: [&Rule; 2] = [rules::PREPROCESS_INCLUDE_KNOWN, rules::PREPROCESS_INCLUDE_NESTING];
    found.severity == Severity::Error && RULES.contains(&found.rule)
}
