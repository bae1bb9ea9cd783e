//! Diagnostics as text with the marked source, in the style of rustc.
//!
//! [`Snippets`] has the files, prepared once for all messages of a program. Its cost is linear in the files and in the messages: a snippet
//! has a bounded size, however long its lines are. No character of a program reaches the terminal that the terminal would act on.

mod file_text;
mod plain;

use crate::diagnostic::{Label, Severity, Suggestion};
use crate::{Message, SourceMap, Span, visible};
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer};
use file_text::{FileText, WINDOW};
use plain::Plain;

/// The look of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Without colors.
    Plain,
    /// With the escape sequences of a terminal.
    Colored,
}

impl Style {
    fn renderer(self) -> Renderer {
        let renderer = match self {
            Self::Plain => Renderer::plain(),
            Self::Colored => Renderer::styled(),
        };
        renderer.decor_style(DecorStyle::Ascii)
    }
}

/// The files of a program, prepared for the snippets of its messages.
#[derive(Debug)]
pub struct Snippets<'a> {
    sources: &'a SourceMap<'a>,
    plain: Vec<Plain>,
    renderer: Renderer,
}

impl<'a> Snippets<'a> {
    /// Prepares these files.
    #[must_use]
    pub fn new(sources: &'a SourceMap<'a>, style: Style) -> Self {
        let plain = sources.files().iter().map(|file| Plain::new(file.text())).collect();
        Self { sources, plain, renderer: style.renderer() }
    }

    /// Passes on each message with its snippets, so that only one of them is in memory.
    ///
    /// # Errors
    /// The first error of `print`.
    pub fn render<Error>(
        &self,
        messages: impl IntoIterator<Item = Message>,
        mut print: impl FnMut(&str) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let files = Files::new(self.sources, &self.plain);
        messages
            .into_iter()
            .try_for_each(|message| print(&self.renderer.render(&files.groups(&message.in_words()))))
    }
}

/// Returns an error without a place, such as a file that cannot be read.
#[must_use]
pub fn error(message: &str, style: Style) -> String {
    let title = Level::ERROR.primary_title(visible(message));
    style.renderer().render(&[Group::with_title(title)])
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    }
}

/// The files that snippets are taken from.
struct Files<'a> {
    sources: &'a SourceMap<'a>,
    files: Vec<FileText<'a>>,
}

impl<'a> Files<'a> {
    fn new(sources: &'a SourceMap<'a>, plain: &'a [Plain]) -> Self {
        let files = sources.files().iter().zip(plain).map(|(file, plain)| FileText::new(file, plain));
        Self { sources, files: files.collect() }
    }

    /// Returns the file of a span.
    fn of(&self, span: Span) -> &FileText<'a> {
        &self.files[self.sources.file_index(span.lo)]
    }

    fn groups(&'a self, message: &'a Message) -> Vec<Group<'a>> {
        let level = level(message.severity);
        let level = match message.kind {
            Some(kind) => level.with_name(kind),
            None => level,
        };
        let title = level.primary_title(&*message.message);
        let title = match message.code {
            Some(code) => title.id(code),
            None => title,
        };
        let mut group = self.with_snippets(Group::with_title(title), &message.primary, &message.labels);
        for note in &message.notes {
            group = group.element(Level::NOTE.message(&**note));
        }
        for rule in &message.rules {
            let text = format!("{} ({})", rule.id, rule.statement);
            group = group.element(Level::NOTE.with_name("rule").message(text));
            group = group.element(Level::NOTE.with_name("see").message(rule.section.to_string()));
        }
        let mut groups = vec![group];
        groups.extend(message.suggestion.as_ref().map(|suggestion| self.suggestion(suggestion)));
        groups
    }

    /// Adds the marked source: places near the primary one in the first snippet, the others in snippets of their own.
    fn with_snippets(&'a self, mut group: Group<'a>, primary: &'a Label, labels: &'a [Label]) -> Group<'a> {
        let file = |label: &Label| self.sources.file_index(label.span.lo);
        let is_near = |label: &Label| {
            file(label) == file(primary) && label.span.lo.abs_diff(primary.span.lo) as usize <= WINDOW
        };
        let context = labels.iter().map(|label| (AnnotationKind::Context, label));
        let (near, far): (Vec<_>, Vec<_>) = context.partition(|(_, label)| is_near(label));
        let first = core::iter::once((AnnotationKind::Primary, primary)).chain(near).collect();
        for marks in core::iter::once(first).chain(far.into_iter().map(|mark| vec![mark])) {
            group = self.of(marks[0].1.span).with_snippet(group, &marks);
        }
        group
    }

    /// Returns the change, with a snippet for each file.
    fn suggestion(&'a self, suggestion: &'a Suggestion) -> Group<'a> {
        let title = Level::HELP.secondary_title(&*suggestion.text);
        let file = |edit: &(Span, String)| self.sources.file_index(edit.0.lo);
        let edits = suggestion.edits.chunk_by(|one, next| file(one) == file(next));
        edits.fold(Group::with_title(title), |group, edits| match self.of(edits[0].0).patched(edits) {
            Some(snippet) => group.element(snippet),
            None => group,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::tests::RULE;

    fn message(primary: Label, labels: Vec<Label>) -> Message {
        Message {
            kind: None,
            code: Some("resolve/duplicate"),
            severity: Severity::Error,
            message: "`one` is declared \u{1b}[31mtwice".to_owned(),
            primary,
            labels,
            notes: vec!["a note".to_owned()],
            rules: vec![&RULE],
            suggestion: None,
        }
    }

    fn rendered(sources: &SourceMap<'_>, message: Message) -> String {
        let mut text = String::new();
        let rendered = Snippets::new(sources, Style::Plain).render([message], |one| {
            text.push_str(one);
            Ok::<(), ()>(())
        });
        assert_eq!(rendered, Ok(()));
        text
    }

    #[test]
    fn labels_in_two_files_have_snippets_with_the_names_of_the_files() {
        let mut sources = SourceMap::new("a.wgsl", "fn one() {}\n");
        let start = sources.add("b.wgsl", "// second\nfn one() {}\n").expect("it fits");
        let label = |start: u32, text: &str, rule| Label {
            span: Span::new(start + 3, start + 6),
            text: text.to_owned(),
            rule,
        };
        let labels = vec![label(0, "first here", Some(&RULE)), label(0, "", Some(&RULE))];
        let text = rendered(&sources, message(label(start + 10, "", None), labels));
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for expected in [
            "error[resolve/duplicate]: `one` is declared \u{241b}[31mtwice",
            "--> b.wgsl:2:4",
            "::: a.wgsl:1:4",
            "2 | fn one() {}",
            "1 | fn one() {}",
            "|    --- 1. first here (scope)",
            "= note: a note",
            "= rule: scope (Once)",
            "= see: https://www.w3.org/TR/WGSL/#scope",
        ] {
            assert!(lines.contains(&expected), "{expected}: {text}");
        }
    }

    #[test]
    fn a_kind_takes_the_place_of_the_severity() {
        let sources = SourceMap::new("a.wgsl", "fn one() {}");
        let place = Label { span: Span::new(3, 6), text: String::new(), rule: None };
        let fault =
            Message { kind: Some("fault"), severity: Severity::Warning, ..message(place, Vec::new()) };
        assert!(rendered(&sources, fault).starts_with("fault[resolve/duplicate]: "));
    }
}
