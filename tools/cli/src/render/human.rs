//! Diagnostics with source snippets, in the style of rustc.

use super::file_text::{FileText, WINDOW};
use super::plain::Plain;
use super::renderer::Remark;
use super::renderer::{Manner, Renderer};
use super::visible::{visible, visible_lines};
use crate::files::Failure;
use crate::finding::Diagnostic;
use crate::judgement::Judgement;
use crate::summary::Summary;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer as Snippets, renderer::DecorStyle};
use shader_source::{SourceMap, Span};
use std::io::{self, Write};
use wgsl_validator::diagnostic::{Label, Severity, Suggestion};

/// Snippets on standard error.
pub(super) struct Human {
    manner: Manner,
    snippets: Snippets,
    output: anstream::Stderr,
}

impl Human {
    pub(super) fn new(manner: Manner) -> Self {
        // Always styled: the stream removes styles that are not wanted.
        let snippets = Snippets::styled().decor_style(DecorStyle::Ascii);
        Self { manner, snippets, output: anstream::stderr() }
    }
}

impl Human {
    /// Passes on each diagnostic of a program with its snippets, so that only one of them is in memory.
    fn render(
        snippets: &Snippets,
        sources: &SourceMap<'_>,
        diagnostics: &[Diagnostic],
        mut print: impl FnMut(String) -> io::Result<()>,
    ) -> io::Result<()> {
        let plain = plain(sources);
        let files = Files::new(sources, &plain);
        diagnostics.iter().try_for_each(|found| print(snippets.render(&files.groups(&in_words(found)))))
    }
}

/// A diagnostic whose labels are those with a text. The steps of a proof are numbered, as snippets show them by their places,
/// and end in the name of their rule. All texts can be shown.
fn in_words(found: &Diagnostic) -> Diagnostic {
    let mut found = found.clone();
    show(&mut found.message, &mut found.primary, &mut found.labels, &mut found.notes);
    if let Some(suggestion) = &mut found.suggestion {
        suggestion.text = visible(&suggestion.text).into_owned();
        suggestion.edits.iter_mut().for_each(|(_, text)| *text = visible_lines(text));
    }
    found.labels.retain(|label| !label.text.is_empty());
    let steps = found.labels.iter_mut().filter_map(|label| Some((label.rule?, &mut label.text)));
    for (number, (rule, text)) in (1..).zip(steps) {
        *text = format!("{number}. {text} ({rule})");
    }
    found
}

/// Replaces what can't be shown in the texts of a diagnostic or remark.
fn show(message: &mut String, place: &mut Label, labels: &mut [Label], notes: &mut [String]) {
    let labels = std::iter::once(place).chain(labels).map(|label| &mut label.text);
    let texts = std::iter::once(message).chain(notes).chain(labels);
    texts.for_each(|text| *text = visible(text).into_owned());
}

/// The files, as snippets are taken from them.
fn plain(sources: &SourceMap<'_>) -> Vec<Plain> {
    sources.files().iter().map(|file| Plain::new(file.text())).collect()
}

impl Human {
    /// Prints remarks on a program.
    pub(super) fn remarks(&mut self, judgement: &Judgement, remarks: &[Remark]) -> io::Result<()> {
        let sources = judgement.sources();
        let plain = plain(&sources);
        let files = Files::new(&sources, &plain);
        for remark in remarks {
            let mut remark = remark.clone();
            show(&mut remark.message, &mut remark.place, &mut remark.labels, &mut remark.notes);
            let title = level(remark.severity).with_name(remark.kind).primary_title(&*remark.message);
            let title = match remark.name {
                Some(name) => title.id(name),
                None => title,
            };
            let mut group = files.with_snippets(Group::with_title(title), &remark.place, &remark.labels);
            for note in &remark.notes {
                group = group.element(Level::NOTE.message(&**note));
            }
            writeln!(self.output, "{}\n", self.snippets.render(&[group]))?;
        }
        Ok(())
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    }
}

impl Renderer for Human {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let title = format!("{}: {}", visible(&failure.name), visible(&failure.message));
        let group = Group::with_title(Level::ERROR.primary_title(title));
        writeln!(self.output, "{}\n", self.snippets.render(&[group]))
    }

    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()> {
        if accepted && self.manner.verbose {
            writeln!(self.output, "{}: accepted", visible(&judgement.name))?;
        }
        if judgement.diagnostics.is_empty() {
            return Ok(());
        }
        let Self { snippets, output, .. } = self;
        Self::render(snippets, &judgement.sources(), &judgement.diagnostics, |found| {
            writeln!(output, "{found}\n")
        })
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.manner.summary(summary, &mut self.output)
    }
}

/// The files that snippets are taken from.
struct Files<'a> {
    sources: &'a SourceMap<'a>,
    files: Vec<FileText<'a>>,
}

impl<'a> Files<'a> {
    /// The files of a program, with their texts as [`plain`] makes them.
    fn new(sources: &'a SourceMap<'a>, plain: &'a [Plain]) -> Self {
        let files = sources.files().iter().zip(plain).map(|(file, plain)| FileText::new(file, plain));
        Self { sources, files: files.collect() }
    }

    /// The file of a span.
    fn of(&self, span: Span) -> &FileText<'a> {
        &self.files[self.sources.file_index(span.lo)]
    }

    fn groups(&'a self, found: &'a Diagnostic) -> Vec<Group<'a>> {
        let title = level(found.severity).primary_title(&*found.message).id(found.rule.slug());
        let mut group = self.with_snippets(Group::with_title(title), &found.primary, &found.labels);
        for note in &found.notes {
            group = group.element(Level::NOTE.message(&**note));
        }
        for rule in found.rules() {
            let text = format!("{} ({})", rule.id(), rule.statement());
            group = group.element(Level::NOTE.with_name("rule").message(text));
            group = group.element(Level::NOTE.with_name("see").message(rule.reference().to_string()));
        }
        let mut groups = vec![group];
        groups.extend(found.suggestion.as_ref().map(|suggestion| self.suggestion(suggestion)));
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
        let first = std::iter::once((AnnotationKind::Primary, primary)).chain(near).collect();
        for marks in std::iter::once(first).chain(far.into_iter().map(|mark| vec![mark])) {
            group = self.of(marks[0].1.span).with_snippet(group, &marks);
        }
        group
    }

    /// The change, with a snippet for each file.
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
    use crate::finding::Rule;
    use wgsl_spec::rules;

    #[test]
    fn labels_in_two_files_have_snippets_with_the_names_of_the_files() {
        let mut sources = SourceMap::new("a.wgsl", "fn one() {}\n");
        let start = sources.add("b.wgsl", "// second\nfn one() {}\n").expect("it fits");
        let name = |start: u32| Span::new(start + 3, start + 6);
        let found = Diagnostic::error(
            Rule::Wgsl(rules::SCOPE_SAME_END_MODULE.into()),
            name(start + 10),
            "`one` is declared twice",
        )
        .label(name(0), "first here");
        let mut text = String::new();
        let human = Human::new(Manner::QUIET);
        let printed = Human::render(&human.snippets, &sources, &[found], |found| {
            text += &found;
            Ok(())
        });
        assert!(printed.is_ok());
        let text = anstream::adapter::strip_str(&text).to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for expected in ["--> b.wgsl:2:4", "::: a.wgsl:1:4", "2 | fn one() {}", "1 | fn one() {}"] {
            assert!(lines.contains(&expected), "{expected}: {text}");
        }
    }
}
