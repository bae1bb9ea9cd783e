//! Diagnostics and faults as they are shown: texts, whatever the language, and without characters that a terminal acts on.

use crate::diagnostic::{Diagnostic, Label, Severity, Suggestion};
use crate::visible;
#[cfg(feature = "render")]
use crate::visible_lines;
use crate::{Rule, SourceMap, SourceRange, Span};

/// A diagnostic or a fault to show.
#[derive(Clone, Debug)]
pub struct Message {
    /// The word before the message, such as `fault`, if it is not the severity.
    pub kind: Option<&'static str>,
    /// The code in brackets after it.
    pub code: Option<&'static str>,
    /// The severity, which decides about the color.
    pub severity: Severity,
    /// One sentence, lower case, without a full stop.
    pub message: String,
    /// The place.
    pub primary: Label,
    /// Other places.
    pub labels: Vec<Label>,
    /// Further sentences.
    pub notes: Vec<String>,
    /// The broken rules.
    pub rules: Vec<&'static Rule>,
    /// A change that fixes the mistake.
    pub suggestion: Option<Suggestion>,
}

impl Message {
    /// Makes a message of a diagnostic.
    #[must_use]
    pub fn new(found: &Diagnostic) -> Self {
        Self {
            kind: None,
            code: Some(found.rule.slug()),
            severity: found.severity,
            message: found.message.clone(),
            primary: found.primary.clone(),
            labels: found.labels.clone(),
            notes: found.remarks().map(str::to_owned).collect(),
            rules: found.rules().collect(),
            suggestion: found.suggestion.clone(),
        }
    }

    /// Makes a message that is about no rule, at a place. Its kind, such as `fault`, takes the place of the severity.
    #[must_use]
    pub fn remark(kind: &'static str, severity: Severity, message: impl Into<String>, span: Span) -> Self {
        Self {
            kind: Some(kind),
            code: None,
            severity,
            message: message.into(),
            primary: Label { span, text: String::new(), rule: None },
            labels: Vec::new(),
            notes: Vec::new(),
            rules: Vec::new(),
            suggestion: None,
        }
    }

    /// Returns the message as it is shown: labels without a text are left out, the steps of a proof are numbered and end in the name of their
    /// rule, and every text can be printed.
    #[cfg(feature = "render")]
    pub(crate) fn in_words(mut self) -> Self {
        let Self { message, primary, labels, notes, suggestion, .. } = &mut self;
        let places = core::iter::once(primary).chain(&mut *labels).map(|label| &mut label.text);
        let texts = core::iter::once(message).chain(notes).chain(places);
        texts.for_each(|text| *text = visible(text).into_owned());
        if let Some(suggestion) = suggestion {
            suggestion.text = visible(&suggestion.text).into_owned();
            suggestion.edits.iter_mut().for_each(|(_, text)| *text = visible_lines(text));
        }
        labels.retain(|label| !label.text.is_empty());
        let steps = labels.iter_mut().filter_map(|label| Some((label.rule?, &mut label.text)));
        for (number, (rule, text)) in (1..).zip(steps) {
            *text = format!("{number}. {text} ({})", rule.id);
        }
        self
    }

    /// Returns the message in one line: `file:line:column: error[code]: message`, columns in characters.
    #[must_use]
    pub fn line(&self, sources: &SourceMap<'_>) -> String {
        let SourceRange { file, first, .. } = sources.range(self.primary.span);
        let (name, message) = (visible(file.name()), visible(&self.message));
        let kind = self.kind.unwrap_or(self.severity.name());
        let code = self.code.map_or_else(String::new, |code| format!("[{code}]"));
        format!("{name}:{}:{}: {kind}{code}: {message}", first.line, first.column_chars)
    }
}
