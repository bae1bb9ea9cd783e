//! Decides which suggestions are offered, and which of them are safe: the only place that does.
//!
//! The front end makes a suggestion from the few tokens around a mistake. Only the program after the suggestion shows that it is right,
//! so that program is checked, too. A suggestion is *offered* if its diagnostic is gone then, and if each new error was hidden by the
//! mistake: an error is new, elsewhere, and of a later phase, which did not examine the declaration before, or further down in the source.
//! It stays *safe*, as the front end marks what can't mean anything else, if there is no new error at all.
//!
//! A program without suggestions, and so every accepted program, is checked once.

use crate::diagnostic::{Applicability, Diagnostic, Severity, Suggestion};
use crate::phase::Phase;
use rustc_hash::FxHashMap;
use shader_source::Span;
use shader_source::fix::{accept, apply};
use wgsl_spec::Rule;

/// The number of programs that are checked for the suggestions of a program. Where there are more suggestions, several are tried at once:
/// an editor asks for the diagnostics of a program after each key.
const MOST_TRIALS: usize = 16;

/// The bytes of these programs together. A source that is larger is tried once, with all suggestions.
const MOST_BYTES: usize = 1 << 20;

/// A diagnostic, and the phase that found it.
pub(crate) type Found = (Diagnostic, Phase);

/// What an error says, apart from its place.
type Words<'a> = (&'static Rule, &'a str);

/// Withdraws the suggestions that are not to be offered, and makes those unsafe that are not safe. `judge` checks a program.
pub(crate) fn confirm(source: &str, found: &mut [Found], mut judge: impl FnMut(&str) -> Vec<Found>) {
    let suggesting: Vec<usize> =
        (0..found.len()).filter(|index| found[*index].0.suggestion.is_some()).collect();
    if suggesting.is_empty() {
        return;
    }
    let trials = (MOST_BYTES / source.len().max(1)).clamp(1, MOST_TRIALS);
    for trial in suggesting.chunks(suggesting.len().div_ceil(trials)) {
        for (index, verdict) in verdicts(source, found, trial, &mut judge) {
            let suggestion = &mut found[index].0.suggestion;
            match (verdict, suggestion) {
                (Verdict::Withdrawn, suggestion) => *suggestion = None,
                (Verdict::Helps, Some(suggestion)) => suggestion.applicability = Applicability::Unsafe,
                (Verdict::Helps, None) | (Verdict::Right, _) => {}
            }
        }
    }
}

/// What the program after a suggestion shows of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// There are no new errors.
    Right,
    /// The new errors were hidden by the mistake.
    Helps,
    /// The mistake is still there, or the suggestion makes others.
    Withdrawn,
}

/// Tries suggestions together.
fn verdicts(
    source: &str,
    found: &[Found],
    trial: &[usize],
    judge: &mut impl FnMut(&str) -> Vec<Found>,
) -> Vec<(usize, Verdict)> {
    let suggestions = || trial.iter().filter_map(|index| found[*index].0.suggestion.as_ref());
    let edits = Edits::of(suggestions());
    let Some(after) = apply(source, suggestions()) else {
        return trial.iter().map(|index| (*index, Verdict::Withdrawn)).collect();
    };
    let after = judge(&after);
    let new = new_errors(found, trial, &after, &edits);
    trial.iter().map(|index| (*index, verdict(&found[*index], &after, &new, &edits))).collect()
}

fn verdict(of: &Found, after: &[Found], new: &[&Found], edits: &Edits) -> Verdict {
    let (diagnostic, phase) = of;
    let place = edits.moved(diagnostic.primary.span);
    let words = |found: &Diagnostic| (found.rule, found.message.clone());
    let is_left = after.iter().any(|(it, _)| it.primary.span == place && words(it) == words(diagnostic));
    let changed = diagnostic.suggestion.iter().flat_map(|it| &it.edits).map(|(span, _)| edits.after(*span));
    let is_hidden = |(error, of): &Found| {
        let span = error.primary.span;
        let is_apart = |edit: Span| span.hi < edit.lo || edit.hi < span.lo;
        // A statement that holds the edit was not examined before its phase.
        let is_around = |edit: Span| of > phase && span.lo < edit.lo && edit.hi < span.hi;
        let is_later = of > phase || (of == phase && span.lo > place.lo);
        is_later && changed.clone().all(|edit| is_apart(edit) || is_around(edit))
    };
    if is_left || !new.iter().all(|error| is_hidden(error)) {
        Verdict::Withdrawn
    } else if new.is_empty() {
        Verdict::Right
    } else {
        Verdict::Helps
    }
}

/// The errors of the program after suggestions that the program before does not have, or only as those that the suggestions are for.
fn new_errors<'a>(before: &'a [Found], trial: &[usize], after: &'a [Found], edits: &Edits) -> Vec<&'a Found> {
    let mut known: FxHashMap<Words<'a>, Vec<Span>> = FxHashMap::default();
    for (index, (found, _)) in before.iter().enumerate() {
        if trial.binary_search(&index).is_err() {
            known.entry((found.rule, &found.message)).or_default().push(found.primary.span);
        }
    }
    let mut is_known = |found: &'a Diagnostic| {
        let spans = known.get_mut(&(found.rule, found.message.as_str()));
        spans.is_some_and(|spans| {
            let same = spans.iter().position(|span| edits.may_move(*span, found.primary.span));
            same.map(|index| spans.swap_remove(index)).is_some()
        })
    };
    let errors = after.iter().filter(|(found, _)| found.severity == Severity::Error);
    errors.filter(|(found, _)| !is_known(found)).collect()
}

/// The edits of suggestions that are applied together: their places, and by how much the text after each moves.
struct Edits(Vec<(Span, i64)>);

impl Edits {
    fn of<'s>(suggestions: impl Iterator<Item = &'s Suggestion>) -> Self {
        let mut sum = 0;
        let moves = accept(suggestions).into_iter().map(|(span, by)| {
            sum += by.len() as i64 - i64::from(span.hi - span.lo);
            (span, sum)
        });
        Self(moves.collect())
    }

    /// A place of the source in the program after the edits.
    fn moved(&self, span: Span) -> Span {
        let moved = |place: u32| {
            let before = self.0.partition_point(|(edit, _)| edit.hi <= place);
            shifted(place, before.checked_sub(1).map_or(0, |last| self.0[last].1))
        };
        Span::new(moved(span.lo), moved(span.hi).max(moved(span.lo)))
    }

    /// The text that takes the place of an edit.
    fn after(&self, edit: Span) -> Span {
        let index = self.0.partition_point(|(other, _)| *other < edit);
        let before = index.checked_sub(1).map_or(0, |last| self.0[last].1);
        let end = self.0.get(index).filter(|(other, _)| *other == edit).map_or(before, |(_, by)| *by);
        Span::new(shifted(edit.lo, before), shifted(edit.hi, end))
    }

    /// Returns true if what is at a place of the source may be at this one after the edits: text that an edit replaces may be anywhere in
    /// what replaces it.
    fn may_move(&self, from: Span, to: Span) -> bool {
        let around = self.0.iter().find(|(edit, _)| edit.lo <= from.lo && from.hi <= edit.hi);
        match around.map(|(edit, _)| self.after(*edit)) {
            Some(replaced) => replaced.lo <= to.lo && to.hi <= replaced.hi,
            None => self.moved(from) == to,
        }
    }
}

fn shifted(place: u32, by: i64) -> u32 {
    (i64::from(place) + by).max(0) as u32
}
