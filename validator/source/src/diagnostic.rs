//! Diagnostics.

use crate::{Rule, Span};
use core::fmt;

/// The severity of a diagnostic: an error orders before a warning, a warning before an info.
/// <https://www.w3.org/TR/WGSL/#diagnostic-severity>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The program is invalid.
    Error,
    /// The program is valid, but likely not what its author means.
    Warning,
    /// A note; the program is valid.
    Info,
}

impl Severity {
    /// Returns the name that the specification uses: `error`, `warning` or `info`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

impl fmt::Display for Severity {
    /// Writes the name.
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.pad(self.name())
    }
}

/// A place with a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The message. May be empty for the primary label, and for a step of a proof that says no more than its rule.
    pub text: String,
    /// The rule that it rests on, if it is a step of a proof.
    pub rule: Option<&'static Rule>,
}

/// Whether a tool may apply a suggestion without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Applicability {
    /// The program without the diagnostic is what its author means: a tool may apply the suggestion without asking.
    Safe,
    /// The suggestion is a guess, or leaves something to fill in: a person must look at it.
    Unsafe,
}

impl Applicability {
    /// Returns its name in records: `safe` or `unsafe`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A change of the source that fixes the mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The change in the imperative: `put parentheses around the shift`.
    pub text: String,
    /// Replacements, sorted by place and disjoint.
    pub edits: Vec<(Span, String)>,
    /// Whether a tool may apply it without asking.
    pub applicability: Applicability,
}

impl Suggestion {
    /// Returns true if a tool may apply it without asking.
    #[must_use]
    pub fn is_safe(&self) -> bool {
        self.applicability == Applicability::Safe
    }
}

/// A diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// A second rule for this very mistake, where the specification says it twice.
    pub also: Option<&'static Rule>,
    /// Its severity.
    pub severity: Severity,
    /// One sentence, lower case, no full stop.
    pub message: String,
    /// The place of the mistake.
    pub primary: Label,
    /// Other relevant places.
    pub labels: Vec<Label>,
    /// Further sentences: candidates, reasons.
    pub notes: Vec<String>,
    /// The definitions under which the program has it, if not under all: "when `A` and `N` = 3", or "in variant `high`".
    pub condition: Option<String>,
    /// A change that fixes the mistake.
    pub suggestion: Option<Suggestion>,
}

/// The number of characters that a message has at most: names and numbers of programs have any length.
const MOST_CHARACTERS: usize = 1_000;

/// The message with its beginning and its end, if it is too long: what it says is at both.
fn shortened(message: String) -> String {
    let characters = || message.char_indices().map(|(at, _)| at);
    if message.len() <= MOST_CHARACTERS || characters().nth(MOST_CHARACTERS).is_none() {
        return message;
    }
    let half = MOST_CHARACTERS / 2;
    let begin = characters().nth(half).unwrap_or_default();
    let end = characters().nth_back(half).unwrap_or_default();
    format!("{} … {}", &message[..begin], &message[end..])
}

impl Diagnostic {
    /// An error at this place, because it breaks this rule.
    #[must_use]
    pub fn error(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        // Every diagnostic can be suppressed and explained by its code.
        debug_assert!(rule.code.is_some(), "rule {rule:?} has no code");
        Self {
            rule,
            also: None,
            severity: Severity::Error,
            message: shortened(message.into()),
            primary: Label { span, text: String::new(), rule: None },
            labels: Vec::new(),
            notes: Vec::new(),
            condition: None,
            suggestion: None,
        }
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Sets the message at the primary place.
    #[must_use]
    pub fn at(mut self, text: impl Into<String>) -> Self {
        self.primary.text = text.into();
        self
    }

    /// Adds a further place with a message.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), rule: None });
        self
    }

    /// Adds a step of the proof, with the rule that it rests on.
    #[must_use]
    pub fn step(mut self, span: Span, text: impl Into<String>, rule: &'static Rule) -> Self {
        self.labels.push(Label { span, text: text.into(), rule: Some(rule) });
        self
    }

    /// Names a second rule for this very mistake.
    #[must_use]
    pub fn also(mut self, rule: &'static Rule) -> Self {
        self.also = Some(rule);
        self
    }

    /// The rules that it names, the nearest first.
    pub fn rules(&self) -> impl Iterator<Item = &'static Rule> {
        core::iter::once(self.rule).chain(self.also)
    }

    /// Its notes, and its condition as the last one.
    pub fn remarks(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().chain(&self.condition).map(String::as_str)
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets the suggested change.
    #[must_use]
    pub fn suggest(
        mut self,
        text: impl Into<String>,
        edits: Vec<(Span, String)>,
        applicability: Applicability,
    ) -> Self {
        self.suggestion = Some(Suggestion { text: text.into(), edits, applicability });
        self
    }
}
