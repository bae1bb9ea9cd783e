//! Checking the shaders of a host file.

use crate::Found;
use crate::excerpt::{
    is_explained, is_for_tool, is_piece, is_shown_in_part, lacks_declarations, placeholder, unknown_names,
};
use crate::parts::{Extent, HOST, Shader};
use crate::unknown::Search;
use shader_source::diagnostic::{Diagnostic, Label, Severity, Suggestion};
use shader_source::{LineIndex, Span};
use wgsl_modules::{MappedText, is_modular, leftovers};
use wgsl_spec::Edition;

/// The reason why a piece of a module is not checked.
const PIECE: &str = "it is a part of a module, not a module";
/// The number of shaders that a message lists.
const MOST_SHADERS: usize = 5;
/// The number of interpolations that a message lists.
const MOST_LISTED: usize = 3;
/// The maximum length of an interpolation in a message.
const MOST_CHARACTERS: usize = 40;

/// The diagnostics and results for the shaders of a host file.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The diagnostics, sorted by place in the host.
    pub diagnostics: Vec<Diagnostic>,
    /// The result for each shader, in the order of the file.
    pub outcomes: Vec<(Span, Outcome)>,
}

/// The result for a shader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is valid, or can be.
    Accepted,
    /// It has errors.
    Rejected,
    /// It could not be checked, for this reason: the end of a sentence about it.
    NotChecked(String),
    /// It is an incomplete program that a document shows.
    Excerpt,
}

impl Checked {
    /// Returns why the host file could not be checked as a whole, as a sentence without a full stop.
    #[must_use]
    pub fn incomplete(&self, host: &str) -> Option<String> {
        let lines = LineIndex::new(host);
        let reasons: Vec<String> = self
            .not_checked()
            .map(|(place, reason)| format!("line {}: {reason}", lines.position(place.lo).line))
            .collect();
        match &reasons[..] {
            [] => None,
            [reason] => Some(format!("can't check the shader on {reason}")),
            _ => {
                let listed = reasons.iter().take(MOST_SHADERS).cloned().collect::<Vec<_>>().join("; ");
                let more = reasons.len().saturating_sub(MOST_SHADERS);
                let more = if more > 0 { format!("; and {more} more") } else { String::new() };
                Some(format!("can't check {} shaders: {listed}{more}", reasons.len()))
            }
        }
    }

    /// Returns the shaders that could not be checked, with the reasons.
    pub fn not_checked(&self) -> impl Iterator<Item = (Span, &str)> {
        self.outcomes.iter().filter_map(|(place, outcome)| match outcome {
            Outcome::NotChecked(reason) => Some((*place, reason.as_str())),
            Outcome::Accepted | Outcome::Rejected | Outcome::Excerpt => None,
        })
    }

    /// Returns the number of shaders that are programs, checked or not.
    #[must_use]
    pub fn count(&self) -> usize {
        self.outcomes.iter().filter(|(_, outcome)| *outcome != Outcome::Excerpt).count()
    }
}

/// Checks the shaders of a host file. `diagnose` returns the diagnostics of a WGSL program.
#[must_use]
pub fn check(
    host: &str,
    found: &Found,
    edition: Edition,
    mut diagnose: impl FnMut(&str) -> Vec<Diagnostic>,
) -> Checked {
    let worker = Checker { host: MappedText::of_file(HOST, host), lines: LineIndex::new(host), edition };
    let mut checked = Checked::default();
    for shader in &found.shaders {
        let (outcome, diagnostics) = worker.check(shader, &mut diagnose);
        checked.outcomes.push((shader.place, outcome));
        checked.diagnostics.extend(diagnostics);
    }
    // Shaders that share a constant have its diagnostics in common.
    checked.diagnostics.sort_by(|one, other| {
        let key = |it: &Diagnostic| (it.primary.span, it.rule.id);
        key(one).cmp(&key(other)).then_with(|| one.message.cmp(&other.message))
    });
    checked.diagnostics.dedup_by(|one, other| {
        (one.primary.span, one.rule.id, &one.message) == (other.primary.span, other.rule.id, &other.message)
    });
    checked
}

/// Says which placeholder has to be replaced first, if there is one.
fn template(shader: &Shader, text: &str) -> Option<String> {
    let custom = || placeholder(text).filter(|_| shader.extent == Extent::Open);
    let place = leftovers(text).first().map(|span| span.text(text).to_owned()).or_else(custom)?;
    Some(format!("it is a template, and `{place}` must be replaced first"))
}

struct Checker<'a> {
    host: MappedText,
    lines: LineIndex<'a>,
    edition: Edition,
}

impl Checker<'_> {
    fn check(
        &self,
        shader: &Shader,
        mut diagnose: impl FnMut(&str) -> Vec<Diagnostic>,
    ) -> (Outcome, Vec<Diagnostic>) {
        let text = shader.text(&self.host);
        if is_modular(text.text()) {
            let reason =
                "imports, conditions and preprocessor directives are only supported in .wgsl and .wesl files";
            return (Outcome::NotChecked(reason.to_owned()), Vec::new());
        }
        if shader.interpolations().next().is_some() {
            return self.check_unknown(shader, diagnose);
        }
        let diagnostics = diagnose(text.text());
        let outcome = self.outcome(shader, text.text(), &diagnostics);
        let diagnostics = match outcome {
            Outcome::Accepted | Outcome::Rejected => Self::in_host(shader, &text, diagnostics),
            Outcome::NotChecked(_) | Outcome::Excerpt => Vec::new(),
        };
        (outcome, diagnostics)
    }

    /// The result for a shader whose whole text is known.
    fn outcome(&self, shader: &Shader, text: &str, diagnostics: &[Diagnostic]) -> Outcome {
        if diagnostics.iter().all(|found| found.severity != Severity::Error) {
            return Outcome::Accepted;
        }
        if let Some(place) = shader.changed {
            let line = self.lines.position(place.lo).line;
            return Outcome::NotChecked(format!("its source is changed on line {line} before it is used"));
        }
        if let Some(reason) = template(shader, text) {
            return Outcome::NotChecked(reason);
        }
        let reason = match shader.extent {
            Extent::Shown if is_shown_in_part(text, diagnostics, self.edition) => return Outcome::Excerpt,
            Extent::Shown => None,
            Extent::Open if is_piece(text, self.edition) => Some(PIECE.to_owned()),
            Extent::Open => is_for_tool(text, diagnostics).or_else(|| lacks_declarations(text, diagnostics)),
            Extent::Whole => unknown_names(text, diagnostics, self.edition),
        };
        reason.map_or(Outcome::Rejected, Outcome::NotChecked)
    }

    /// Checks a shader with interpolations.
    fn check_unknown(
        &self,
        shader: &Shader,
        diagnose: impl FnMut(&str) -> Vec<Diagnostic>,
    ) -> (Outcome, Vec<Diagnostic>) {
        let (best, independent, near) = Search::new(shader, &self.host, self.edition, diagnose).run();
        if best.is_accepted() {
            return (Outcome::Accepted, Self::in_host(shader, &best.text, independent));
        }
        let text = best.text.text();
        if independent.iter().all(|found| found.severity != Severity::Error) {
            let reason = template(shader, text).unwrap_or_else(|| self.listed(&near));
            return (Outcome::NotChecked(reason), Vec::new());
        }
        match self.outcome(shader, text, &independent) {
            Outcome::Rejected => (Outcome::Rejected, Self::in_host(shader, &best.text, independent)),
            outcome => (outcome, Vec::new()),
        }
    }

    /// Says which interpolations a shader depends on.
    fn listed(&self, places: &[Span]) -> String {
        let shown = |place: &Span| {
            let text = place.text(self.host.text());
            let mut short: String =
                text.split('\n').next().unwrap_or(text).chars().take(MOST_CHARACTERS).collect();
            if short.len() < text.len() {
                short.push('\u{2026}');
            }
            format!("`{short}` (line {})", self.lines.position(place.lo).line)
        };
        let listed: Vec<String> = places.iter().take(MOST_LISTED).map(shown).collect();
        let more = places.len().saturating_sub(MOST_LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("it depends on {}{more}", listed.join(", "))
    }

    /// Moves diagnostics to their places in the host, without errors that declarations which the host adds may explain.
    fn in_host(shader: &Shader, text: &MappedText, mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        diagnostics.retain(|found| shader.extent != Extent::Open || !is_explained(found));
        let place = |span: Span| text.origin(span).map_or(shader.place, |place| place.span);
        let label = |label: Label| Label { span: place(label.span), ..label };
        let moved = |found: Diagnostic| Diagnostic {
            primary: label(found.primary),
            labels: found.labels.into_iter().map(label).collect(),
            suggestion: found.suggestion.and_then(|it| Self::suggestion(shader, text, &it)),
            ..found
        };
        diagnostics.into_iter().map(moved).collect()
    }

    /// A suggestion for the host; `None` if an edit is not in one piece of the host, or can't be written there.
    fn suggestion(shader: &Shader, text: &MappedText, suggestion: &Suggestion) -> Option<Suggestion> {
        let edit = |(span, by): &(Span, String)| {
            let place = text.editable(*span)?.span;
            Some((place, shader.quoting_at(place)?.written(by)?))
        };
        let edits: Option<Vec<_>> = suggestion.edits.iter().map(edit).collect();
        let mut edits = edits?;
        edits.sort_by_key(|(span, _)| *span);
        Some(Suggestion { edits, ..suggestion.clone() })
    }
}
