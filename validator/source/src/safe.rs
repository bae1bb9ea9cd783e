//! Decides which suggestions are offered, and which of them are safe: the only place that does.
//!
//! The front end makes a suggestion from the few tokens around a mistake. Only the program after the suggestion shows that it is right,
//! so that program is checked, too. A suggestion is *offered* if its diagnostic is gone then and the program has fewer errors. It stays
//! *safe*, as the front end marks what can't mean anything else, if there is no new error.
//!
//! A program without suggestions, and so every accepted program, is checked once.

use crate::diagnostic::{Applicability, Diagnostic, Severity, Suggestion};
use crate::fix::{accept, apply};
use crate::{Rule, Span};
use rustc_hash::FxHashMap;

/// The number of programs that are checked for the suggestions of a program. Where there are more suggestions, several are tried at once:
/// an editor asks for the diagnostics of a program after each key.
const MOST_TRIALS: usize = 16;

/// The bytes of these programs together. A source that is larger is tried once, with all suggestions.
const MOST_BYTES: usize = 1 << 20;

/// An error as it is known again after edits.
type Known<'a> = (&'static Rule, &'a str, Place);

/// The place of an error in the program after edits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    At(Span),
    /// Within an edit.
    In(usize),
}

/// Withdraws the suggestions that are not to be offered, and makes those unsafe that are not safe. `judge` checks a program, which has so many
/// `bytes` with all that it includes. Errors that
/// `may_follow` are not counted: a program that is linked from files does not have the declarations that broken ones may use.
pub fn confirm(
    source: &str,
    bytes: usize,
    found: &mut [Diagnostic],
    may_follow: impl Fn(&Diagnostic) -> bool,
    mut judge: impl FnMut(&str) -> Vec<Diagnostic>,
) {
    let suggesting: Vec<usize> =
        (0..found.len()).filter(|index| found[*index].suggestion.is_some()).collect();
    if suggesting.is_empty() {
        return;
    }
    let trials = (MOST_BYTES / bytes.max(1)).clamp(1, MOST_TRIALS);
    for trial in suggesting.chunks(suggesting.len().div_ceil(trials)) {
        for (index, verdict) in verdicts(source, found, trial, &may_follow, &mut judge) {
            let suggestion = &mut found[index].suggestion;
            match (verdict, suggestion) {
                (Verdict::Withdrawn, suggestion) => *suggestion = None,
                (Verdict::Helps, Some(suggestion)) => suggestion.applicability = Applicability::Unsafe,
                (Verdict::Helps, None) | (Verdict::Right, _) => {}
            }
        }
    }
}

/// The judgement on a suggestion by the program after it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// There are no new errors.
    Right,
    /// There are new errors, but fewer than are gone.
    Helps,
    /// The mistake is still there, or there are as many errors as before.
    Withdrawn,
}

/// Tries suggestions together.
fn verdicts(
    source: &str,
    found: &[Diagnostic],
    trial: &[usize],
    may_follow: &impl Fn(&Diagnostic) -> bool,
    judge: &mut impl FnMut(&str) -> Vec<Diagnostic>,
) -> Vec<(usize, Verdict)> {
    let suggestions = || trial.iter().filter_map(|index| found[*index].suggestion.as_ref());
    let edits = Edits::of(suggestions());
    let withdrawn = || trial.iter().map(|index| (*index, Verdict::Withdrawn)).collect();
    let Some(after) = apply(source, suggestions()) else { return withdrawn() };
    let after = judge(&after);
    let new = new_errors(found, trial, &after, &edits);
    let expected = new.iter().filter(|error| may_follow(error)).count();
    if count_errors(&after) - expected >= count_errors(found) {
        return withdrawn();
    }
    let verdict = if new.is_empty() { Verdict::Right } else { Verdict::Helps };
    let is_left = |index: usize| is_left(&found[index], &after, &edits);
    trial.iter().map(|index| (*index, if is_left(*index) { Verdict::Withdrawn } else { verdict })).collect()
}

fn count_errors(found: &[Diagnostic]) -> usize {
    found.iter().filter(|found| found.severity == Severity::Error).count()
}

/// Returns true if the program after edits still has a diagnostic.
fn is_left(diagnostic: &Diagnostic, after: &[Diagnostic], edits: &Edits) -> bool {
    let place = edits.moved(diagnostic.primary.span);
    let first = after.partition_point(|it| it.primary.span.lo < place.lo);
    let mut here = after[first..].iter().take_while(|it| it.primary.span.lo == place.lo);
    here.any(|it| it.primary.span == place && it.rule == diagnostic.rule && it.message == diagnostic.message)
}

/// Returns the errors of the program after suggestions that the program before does not have. The errors that the suggestions are for don't
/// count as known.
fn new_errors<'a>(
    before: &'a [Diagnostic],
    trial: &[usize],
    after: &'a [Diagnostic],
    edits: &Edits,
) -> Vec<&'a Diagnostic> {
    let mut known: FxHashMap<Known<'a>, usize> = FxHashMap::default();
    for (index, found) in before.iter().enumerate() {
        if trial.binary_search(&index).is_err() {
            let place = edits.place(found.primary.span);
            *known.entry((found.rule, &found.message, place)).or_default() += 1;
        }
    }
    let mut is_new = |found: &'a Diagnostic| {
        let place = edits.place_after(found.primary.span);
        match known.get_mut(&(found.rule, found.message.as_str(), place)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        }
    };
    after.iter().filter(|found| found.severity == Severity::Error && is_new(found)).collect()
}

/// The edits of suggestions that are applied together: their places, and by how much the rest of the program moves after each.
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

    /// The place of the replacement after all edits.
    fn after(&self, index: usize) -> Span {
        let (edit, end) = self.0[index];
        let start = index.checked_sub(1).map_or(0, |before| self.0[before].1);
        Span::new(shifted(edit.lo, start), shifted(edit.hi, end))
    }

    /// The place of an error of the source after the edits: text that an edit replaces may be anywhere in what replaces it.
    fn place(&self, span: Span) -> Place {
        let next = self.0.partition_point(|(edit, _)| edit.hi < span.hi);
        let is_inside = self.0.get(next).is_some_and(|(edit, _)| edit.lo <= span.lo);
        if is_inside { Place::In(next) } else { Place::At(self.moved(span)) }
    }

    /// The place of an error of the program after the edits.
    fn place_after(&self, span: Span) -> Place {
        let next = self.0.partition_point(|(edit, by)| shifted(edit.hi, *by) < span.hi);
        let is_inside = next < self.0.len() && self.after(next).lo <= span.lo;
        if is_inside { Place::In(next) } else { Place::At(span) }
    }
}

fn shifted(place: u32, by: i64) -> u32 {
    (i64::from(place) + by).max(0) as u32
}
