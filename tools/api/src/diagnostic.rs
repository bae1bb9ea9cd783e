//! Diagnostics as values that own everything they mention.

use crate::files::{Files, SourceRange};
use crate::text;
use core::fmt;
use shader_source::diagnostic::Diagnostic as Found;
use shader_source::fix::apply;
use shader_source::{Message, SourceMap, diagnostic};

pub use shader_source::diagnostic::Severity;

/// An error, a warning or a note: [`severity`](Self::severity) says which.
///
/// [`Display`](fmt::Display) writes it with the marked source, as `rustc` does. [`Diagnostics`] has an example of a different form. Two
/// diagnostics are equal if all public fields are.
#[derive(Clone)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Its severity. Only an error makes a program invalid.
    pub severity: Severity,
    /// The mistake in one sentence, lower case, without a full stop.
    pub message: String,
    /// The place of the mistake.
    pub range: SourceRange,
    /// The rule that the program breaks.
    pub rule: Rule,
    /// A second rule that says the same, where the specification says it twice.
    pub also: Option<Rule>,
    /// Other places that matter, such as an earlier declaration.
    pub labels: Vec<Label>,
    /// Further sentences, such as the candidates for a call.
    pub notes: Vec<String>,
    /// A change that fixes the mistake.
    pub fix: Option<Fix>,
    found: Found,
    files: Files,
}

/// A sentence of a specification that a program can break.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rule {
    /// Its stable name: `swizzle.no-mix`.
    pub id: &'static str,
    /// The stable code of its family, to sort and to suppress diagnostics by: `type/invalid-swizzle`.
    pub code: &'static str,
    /// The requirement in one sentence.
    pub statement: &'static str,
    /// The section of the specification that states it.
    pub url: String,
}

/// A further place of a diagnostic or a fault, with a message.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Label {
    /// The place.
    pub range: SourceRange,
    /// The message. It may be empty.
    pub message: String,
}

/// A change of the source that fixes a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fix {
    /// The change in the imperative: `put parentheses around the shift`. It is not code; [`edits`](Self::edits) are.
    pub message: String,
    /// True if the fixed program was checked and the mistake is gone: a tool may apply the change without asking.
    pub is_safe: bool,
    /// The replacements, sorted by place and disjoint.
    pub edits: Vec<Edit>,
}

/// A replacement of a range of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Edit {
    /// The range to replace; empty for an insertion.
    pub range: SourceRange,
    /// The replacement; empty for a deletion.
    pub replacement: String,
}

/// The diagnostics of one program, sorted by place. As an error, they are the reason why a program was rejected.
///
/// [`Display`](fmt::Display) and [`Debug`](fmt::Debug) both write all of them with the marked source, so that an error that leaves `main`
/// is readable. Iterate over them to print them in a different form:
///
/// ```
/// # let source = "fn f() {\n    var x: i32 = 1.5;\n    y = 2;\n}";
/// if let Err(diagnostics) = shader_check::validate(source) {
///     for found in &diagnostics {
///         let text = diagnostics.file(&found.range.file).unwrap_or_default(); // an imported file, or `source`
///         let line = text.lines().nth(found.range.start.line as usize - 1).unwrap_or_default();
///         println!("{} at {}: {}\n    {line}", found.severity, found.range, found.message);
///         # assert_eq!(text, source);
///     }
///     println!("{} errors", diagnostics.errors().count());
///     # assert_eq!(diagnostics.errors().count(), 2);
/// }
/// ```
#[derive(Clone, PartialEq)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    files: Files,
}

impl Diagnostics {
    /// Makes diagnostics of what was found in a program of these files.
    pub(crate) fn new(found: Vec<Found>, files: &Files) -> Self {
        let map = files.map();
        let all = found.into_iter().map(|found| Diagnostic::new(found, files, &map)).collect();
        Self { all, files: files.clone() }
    }

    /// Returns the diagnostics, sorted by place.
    pub fn iter(&self) -> core::slice::Iter<'_, Diagnostic> {
        self.all.iter()
    }

    /// Returns the errors, sorted by place. The other diagnostics are warnings and notes.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|it| it.severity == Severity::Error)
    }

    /// Returns the number of diagnostics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns true if there are no diagnostics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the contents of a file by its name in a [`SourceRange`]: the checked file, or an imported file that a diagnostic refers to.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&str> {
        self.files.named(name)
    }

    /// Returns the checked file with all safe fixes applied that do not overlap; `None` if there is no safe fix.
    #[must_use]
    pub fn fixed(&self) -> Option<String> {
        let text = &self.files.main.text;
        let is_inside = |fix: &&diagnostic::Suggestion| {
            fix.is_safe() && fix.edits.iter().all(|(span, _)| span.hi as usize <= text.len())
        };
        apply(text, self.iter().filter_map(|it| it.found.suggestion.as_ref()).filter(is_inside))
    }

    /// Returns a value that displays the diagnostics with the colors of a terminal.
    #[cfg(feature = "render")]
    #[must_use]
    pub fn colored(&self) -> impl fmt::Display + '_ {
        text::Written(|output: &mut fmt::Formatter<'_>| self.write(text::Style::Colored, output))
    }

    fn write(&self, style: text::Style, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(&self.files, self.iter().map(Diagnostic::shown), style, output)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(text::Style::Plain, output)
    }
}

impl fmt::Debug for Diagnostics {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(output)?;
        fmt::Display::fmt(self, output)
    }
}

impl core::error::Error for Diagnostics {}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = core::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl Diagnostic {
    fn new(found: Found, files: &Files, map: &SourceMap<'_>) -> Self {
        let range = |span| files.range(span, map);
        let fix = found.suggestion.as_ref().map(|suggestion| Fix {
            message: suggestion.text.clone(),
            is_safe: suggestion.is_safe(),
            edits: suggestion
                .edits
                .iter()
                .map(|(span, replacement)| Edit { range: range(*span), replacement: replacement.clone() })
                .collect(),
        });
        let label =
            |label: &diagnostic::Label| Label { range: range(label.span), message: label.text.clone() };
        Self {
            severity: found.severity,
            message: found.message.clone(),
            range: range(found.primary.span),
            rule: Rule::new(found.rule),
            also: found.also.map(Rule::new),
            labels: found.labels.iter().map(label).collect(),
            notes: found.remarks().map(str::to_owned).collect(),
            fix,
            files: files.clone(),
            found,
        }
    }
}

impl Diagnostic {
    /// Returns the diagnostic as it is shown.
    fn shown(&self) -> Message {
        Message::new(&self.found)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(&self.files, core::iter::once(self.shown()), text::Style::Plain, output)
    }
}

impl fmt::Debug for Diagnostic {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { severity, message, range, rule, also, labels, notes, fix, found: _, files: _ } = self;
        output
            .debug_struct("Diagnostic")
            .field("severity", severity)
            .field("message", message)
            .field("range", range)
            .field("rule", rule)
            .field("also", also)
            .field("labels", labels)
            .field("notes", notes)
            .field("fix", fix)
            .finish()
    }
}

impl core::error::Error for Diagnostic {}

impl PartialEq for Diagnostic {
    fn eq(&self, other: &Self) -> bool {
        let Self { severity, message, range, rule, also, labels, notes, fix, found: _, files: _ } = self;
        (severity, message, range, rule) == (&other.severity, &other.message, &other.range, &other.rule)
            && (also, labels, notes, fix) == (&other.also, &other.labels, &other.notes, &other.fix)
    }
}

impl Rule {
    fn new(rule: &'static shader_source::Rule) -> Self {
        Self { id: rule.id, code: rule.slug(), statement: rule.statement, url: rule.section.to_string() }
    }
}

impl fmt::Display for Rule {
    /// Writes the name and the requirement.
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "{} ({})", self.id, self.statement)
    }
}
