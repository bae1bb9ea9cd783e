//! Confirms that safe suggestions are safe: applied without asking, they must fix their diagnostics and cause no new ones.
//!
//! The front end makes a suggestion from the few tokens around a mistake. Only the program after the suggestion shows that it is right,
//! so that program is checked, too. A program without safe suggestions, and so every accepted program, is checked once.

use crate::diagnostic::{Applicability, Diagnostic, Suggestion};
use rustc_hash::FxHashMap;
use shader_source::Span;
use shader_source::fix::apply;
use wgsl_spec::Rule;

/// The number of suggestions of a program that are tried one by one; more of them are tried all at once.
const MOST_TRIALS: usize = 8;

/// A finding without its explanation: where, which rule, in which words.
type Core<'a> = (Span, &'static Rule, &'a str);

/// Makes safe suggestions unsafe where the program after them has new diagnostics. `judge` returns the diagnostics of a program.
pub(crate) fn confirm(
    source: &str,
    diagnostics: &mut [Diagnostic],
    mut judge: impl FnMut(&str) -> Vec<Diagnostic>,
) {
    let is_likely = |found: &Diagnostic| found.suggestion.as_ref().is_some_and(Suggestion::is_safe);
    let likely: Vec<usize> = (0..diagnostics.len()).filter(|index| is_likely(&diagnostics[*index])).collect();
    let trials: Vec<&[usize]> = match likely.len() {
        0 => return,
        1..=MOST_TRIALS => likely.chunks(1).collect(),
        _ => vec![&likely],
    };
    let mut refuted: Vec<usize> = Vec::new();
    for trial in trials {
        if !is_confirmed(source, diagnostics, trial, &mut judge) {
            refuted.extend(trial);
        }
    }
    for index in refuted {
        if let Some(suggestion) = &mut diagnostics[index].suggestion {
            suggestion.applicability = Applicability::Unsafe;
        }
    }
}

/// Whether the program after the suggestions of these findings has no finding but the others.
fn is_confirmed(
    source: &str,
    diagnostics: &[Diagnostic],
    trial: &[usize],
    judge: &mut impl FnMut(&str) -> Vec<Diagnostic>,
) -> bool {
    let suggestions = || trial.iter().filter_map(|index| diagnostics[*index].suggestion.as_ref());
    let Some(mended) = apply(source, suggestions()) else { return false };
    let edits = Edits::of(suggestions());
    let mut others: FxHashMap<Core<'_>, usize> = FxHashMap::default();
    for (index, found) in diagnostics.iter().enumerate() {
        if trial.binary_search(&index).is_err() {
            let core = (edits.moved(found.primary.span), found.rule, found.message.as_str());
            *others.entry(core).or_default() += 1;
        }
    }
    let left = judge(&mended);
    left.iter().all(|found| {
        let count = others.get_mut(&(found.primary.span, found.rule, found.message.as_str()));
        count.is_some_and(|count| {
            *count = count.wrapping_sub(1);
            *count != usize::MAX
        })
    })
}

/// The places of edits, and by how much each moves what is behind it.
struct Edits(Vec<(u32, i64)>);

impl Edits {
    fn of<'s>(suggestions: impl Iterator<Item = &'s Suggestion>) -> Self {
        let edits = suggestions.flat_map(|suggestion| &suggestion.edits);
        let mut moves: Vec<(u32, i64)> =
            edits.map(|(span, by)| (span.hi, by.len() as i64 - i64::from(span.hi - span.lo))).collect();
        moves.sort_unstable();
        let mut sum = 0;
        for (_, by) in &mut moves {
            sum += *by;
            *by = sum;
        }
        Self(moves)
    }

    /// A place of the source in the program after the edits.
    fn moved(&self, span: Span) -> Span {
        let moved = |place: u32| {
            let before = self.0.partition_point(|(edit, _)| *edit <= place);
            let by = before.checked_sub(1).map_or(0, |last| self.0[last].1);
            (i64::from(place) + by).max(0) as u32
        };
        Span::new(moved(span.lo), moved(span.hi).max(moved(span.lo)))
    }
}
