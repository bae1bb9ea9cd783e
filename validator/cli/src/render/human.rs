//! Diagnostics with source snippets, in the style of rustc.

use super::plain::Plain;
#[cfg(feature = "run")]
use super::renderer::Remark;
use super::renderer::{Manner, Renderer};
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer as Snippets, Snippet,
    renderer::DecorStyle,
};
use shader_source::{LineIndex, Span};
use std::io::{self, Write};
use std::ops::Range;
use wgsl_spec::CodeInfo;
use wgsl_validator::diagnostic::{Diagnostic, Label, Severity, Suggestion};

/// The approximate size of a snippet in bytes, at most; places further apart have snippets of their own. Without a bound, the
/// cost would be the number of diagnostics times the size of the file.
const WINDOW: usize = 4096;
/// The bytes of an overlong line that are shown on either side of a marked range.
const LONG_LINE: usize = 512;

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

#[cfg(feature = "run")]
impl Human {
    /// Prints remarks on a program.
    pub(super) fn remarks(&mut self, judgement: &Judgement, remarks: &[Remark]) -> io::Result<()> {
        let plain = Plain::new(&judgement.text);
        let source = Source::new(&judgement.name, &plain);
        for remark in remarks {
            let title = level(remark.severity).with_name(remark.kind).primary_title(&*remark.message);
            let title = match remark.name {
                Some(name) => title.id(name),
                None => title,
            };
            let mut group = source.with_snippets(Group::with_title(title), &remark.place, &[]);
            if let Some(note) = &remark.note {
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
        let title = format!("{}: {}", failure.name, failure.message);
        let group = Group::with_title(Level::ERROR.primary_title(title));
        writeln!(self.output, "{}\n", self.snippets.render(&[group]))
    }

    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()> {
        if accepted && self.manner.verbose {
            writeln!(self.output, "{}: accepted", judgement.name)?;
        }
        if judgement.diagnostics.is_empty() {
            return Ok(());
        }
        let plain = Plain::new(&judgement.text);
        let source = Source::new(&judgement.name, &plain);
        for found in &judgement.diagnostics {
            let groups = source.groups(found);
            writeln!(self.output, "{}\n", self.snippets.render(&groups))?;
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.manner.summary(summary, &mut self.output)
    }
}

/// The rules of a code: the statement of a single rule, or the names of several.
fn rules(info: &CodeInfo) -> Option<(&'static str, String)> {
    const SHOWN: usize = 3;
    if let [rule] = info.rules {
        return Some(("rule", format!("{}: {}", rule.get().id, rule.get().statement)));
    }
    let names: Vec<_> = info.rules.iter().take(SHOWN).map(|rule| rule.get().id).collect();
    let more = match info.rules.len().saturating_sub(SHOWN) {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    (!names.is_empty()).then(|| ("rules", names.join(", ") + &more))
}

/// The program that snippets are taken from. Byte ranges refer to the plain text, spans to the original.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
    plain: &'a Plain,
    lines: LineIndex<'a>,
}

impl<'a> Source<'a> {
    fn new(name: &'a str, plain: &'a Plain) -> Self {
        Self { name, text: &plain.text, plain, lines: LineIndex::new(&plain.text) }
    }

    fn groups(&'a self, found: &'a Diagnostic) -> Vec<Group<'a>> {
        let info = found.code.info();
        let title = level(found.severity).primary_title(&*found.message).id(info.slug);
        let mut group = self.with_snippets(Group::with_title(title), &found.primary, &found.labels);
        for note in &found.notes {
            group = group.element(Level::NOTE.message(&**note));
        }
        if let Some((name, text)) = rules(info) {
            group = group.element(Level::NOTE.with_name(name).message(text));
        }
        if let Some(anchor) = info.anchors.first() {
            group = group.element(Level::NOTE.with_name("see").message(anchor.url()));
        }
        let mut groups = vec![group];
        groups.extend(found.suggestion.as_ref().map(|suggestion| self.suggestion(suggestion)));
        groups
    }

    /// Adds the marked source: places near the primary one in the first snippet, the others in snippets of their own.
    fn with_snippets(&'a self, mut group: Group<'a>, primary: &'a Label, labels: &'a [Label]) -> Group<'a> {
        let near = |label: &Label| label.span.lo.abs_diff(primary.span.lo) as usize <= WINDOW;
        let context = labels.iter().map(|label| (AnnotationKind::Context, label));
        let (close, far): (Vec<_>, Vec<_>) = context.partition(|(_, label)| near(label));
        let first = std::iter::once((AnnotationKind::Primary, primary)).chain(close).collect();
        for marks in std::iter::once(first).chain(far.into_iter().map(|mark| vec![mark])) {
            group = self.with_snippet(group, &marks);
        }
        group
    }

    fn with_snippet(&'a self, group: Group<'a>, marks: &[(AnnotationKind, &'a Label)]) -> Group<'a> {
        let spans: Vec<_> = marks.iter().map(|(_, label)| self.shown(label.span)).collect();
        let window = self.window(&spans);
        let annotations = marks.iter().zip(&spans).map(|((kind, label), span)| -> Annotation<'a> {
            let text = (!label.text.is_empty()).then_some(&*label.text);
            kind.span(span.start - window.start..span.end - window.start).label(text)
        });
        let snippet = Snippet::source(&self.text[window.clone()])
            .line_start(self.line(window.start))
            .annotations(annotations);
        if self.text[..window.start].ends_with('\n') || window.start == 0 {
            return group.element(snippet.path(self.name));
        }
        // The line is cut, so its columns cannot be counted from the snippet.
        let place = self.lines.position(spans[0].start as u32);
        let origin =
            Origin::path(self.name).line(place.line as usize).char_column(place.column_chars as usize);
        group.element(origin).element(snippet)
    }

    fn range(&self, span: Span) -> Range<usize> {
        self.plain.offset(span.lo)..self.plain.offset(span.hi)
    }

    /// The marked part of a span: all of it, or its first line if it is large.
    fn shown(&self, span: Span) -> Range<usize> {
        let Range { start, end } = self.range(span);
        if end - start <= WINDOW {
            return start..end;
        }
        let limit = self.boundary_before(start + LONG_LINE);
        let line = self.text[start..limit].find('\n').map_or(limit, |length| start + length);
        start..line
    }

    /// The lines that contain the ranges; overlong lines are cut.
    fn window(&self, spans: &[Range<usize>]) -> Range<usize> {
        let start = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let end = spans.iter().map(|span| span.end).max().unwrap_or(start);
        let earliest = self.boundary_before(start.saturating_sub(LONG_LINE));
        let latest = self.boundary_before((end + LONG_LINE).min(self.text.len()));
        let start = self.text[earliest..start].rfind('\n').map_or(earliest, |length| earliest + length + 1);
        let end = self.text[end..latest].find('\n').map_or(latest, |length| end + length);
        start..end
    }

    fn boundary_before(&self, offset: usize) -> usize {
        (0..=offset).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(0)
    }

    fn line(&self, offset: usize) -> usize {
        self.lines.position(offset as u32).line as usize
    }

    fn suggestion(&'a self, suggestion: &'a Suggestion) -> Group<'a> {
        let title = Level::HELP.secondary_title(&*suggestion.text);
        let spans: Vec<_> = suggestion.edits.iter().map(|(span, _)| self.range(*span)).collect();
        let window = self.window(&spans);
        if spans.is_empty() || window.len() > 2 * WINDOW {
            return Group::with_title(title);
        }
        let patches = suggestion.edits.iter().zip(&spans).map(|((_, replacement), span)| {
            Patch::new(span.start - window.start..span.end - window.start, &**replacement)
        });
        let snippet =
            Snippet::source(&self.text[window.clone()]).line_start(self.line(window.start)).patches(patches);
        title.element(snippet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlong_lines_are_cut() {
        let text = "x".repeat(100_000);
        let plain = Plain::new(&text);
        let source = Source::new("a", &plain);
        let marked = 50_000..50_001;
        assert_eq!(source.window(std::slice::from_ref(&marked)), 50_000 - LONG_LINE..50_001 + LONG_LINE);
        assert_eq!(source.shown(Span::new(10, 90_000)), 10..10 + LONG_LINE);
    }
}
