//! Suggestions, applied to a source.

use crate::Span;
use crate::diagnostic::Suggestion;
use std::collections::BTreeMap;

/// The edits of those suggestions that can be applied together, by place.
///
/// A suggestion is applied whole or not at all: one of two that overlap waits, the later of the list. Equal ones, such as
/// the directive that several findings want, are applied once.
#[must_use]
pub fn accept<'s>(suggestions: impl IntoIterator<Item = &'s Suggestion>) -> BTreeMap<Span, &'s str> {
    let mut accepted: BTreeMap<Span, &str> = BTreeMap::new();
    for suggestion in suggestions {
        if suggestion.edits.iter().all(|(span, _)| is_free(&accepted, *span)) {
            accepted.extend(suggestion.edits.iter().map(|(span, by)| (*span, by.as_str())));
        }
    }
    accepted
}

/// The source after the edits that [`accept`] chooses; `None` if there is none.
#[must_use]
pub fn apply<'s>(text: &str, suggestions: impl IntoIterator<Item = &'s Suggestion>) -> Option<String> {
    let accepted = accept(suggestions);
    if accepted.is_empty() {
        return None;
    }
    let mut fixed = String::with_capacity(text.len());
    let mut end = 0;
    for (span, by) in accepted {
        fixed.push_str(&text[end..span.lo as usize]);
        fixed.push_str(by);
        end = span.hi as usize;
    }
    fixed.push_str(&text[end..]);
    Some(fixed)
}

/// Returns true if no edit overlaps with this place, or inserts there.
fn is_free(accepted: &BTreeMap<Span, &str>, place: Span) -> bool {
    let is_apart = |other: &Span| *other != place && (other.hi <= place.lo || place.hi <= other.lo);
    let before = accepted.range(..=place).next_back().is_none_or(|(other, _)| is_apart(other));
    before && accepted.range(place..).next().is_none_or(|(other, _)| is_apart(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Applicability;

    fn suggestion(edits: &[(u32, u32, &str)]) -> Suggestion {
        let edits = edits.iter().map(|(lo, hi, by)| (Span::new(*lo, *hi), (*by).to_owned())).collect();
        Suggestion { text: String::new(), edits, applicability: Applicability::Safe }
    }

    fn applied(suggestions: &[Suggestion]) -> Option<String> {
        apply("abcdef", suggestions)
    }

    #[test]
    fn edits_are_applied_by_place() {
        let both = [suggestion(&[(4, 5, "E")]), suggestion(&[(0, 1, ""), (2, 2, "(")])];
        assert_eq!(applied(&both), Some("b(cdEf".to_owned()));
        assert_eq!(applied(&[]), None);
    }

    #[test]
    fn the_later_of_two_that_overlap_waits_whole() {
        let both = [suggestion(&[(1, 3, "x")]), suggestion(&[(2, 4, "y"), (5, 6, "z")])];
        assert_eq!(applied(&both), Some("axdef".to_owned()));
        let inner = [suggestion(&[(1, 5, "x")]), suggestion(&[(2, 3, "y")])];
        assert_eq!(applied(&inner), Some("axf".to_owned()));
    }

    #[test]
    fn equal_suggestions_are_applied_once() {
        let both = [suggestion(&[(0, 0, "enable f16;\n")]), suggestion(&[(0, 0, "enable f16;\n")])];
        assert_eq!(applied(&both), Some("enable f16;\nabcdef".to_owned()));
    }
}
