//! From expressions of the host to the shaders of a file.

use crate::parts::{Content, Extent, Part, Shader};
use crate::quoting::Quoting;
use shader_source::{Span, steps};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// The value of a string expression of the host, as far as it is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expression {
    pub(crate) parts: Vec<Part>,
    /// The literals that it is made of.
    pub(crate) literals: Vec<Span>,
    /// The place where the host changes its value in a way that isn't known.
    pub(crate) changed: Option<Span>,
    /// The place where a file is included that is the whole value.
    pub(crate) included: Option<Span>,
}

impl Expression {
    /// An expression that says nothing about its text.
    pub(crate) fn unknown(span: Span) -> Self {
        let part = Part { span, content: Content::Unknown, quoting: Quoting::Fixed };
        Self { parts: vec![part], ..Self::default() }
    }

    /// A text that the host has at this place, and that is not written as a literal.
    pub(crate) fn fixed(span: Span) -> Self {
        let part = Part { span, content: Content::Copy, quoting: Quoting::Fixed };
        Self { parts: vec![part], ..Self::default() }
    }

    /// Appends the value of an expression.
    pub(crate) fn append(&mut self, other: Self) {
        self.parts.extend(other.parts);
        self.literals.extend(other.literals);
        self.changed = self.changed.or(other.changed);
    }

    /// Returns the number of bytes that are known.
    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(Part::len).sum()
    }

    /// The known part of its value.
    pub(crate) fn text(&self, host: &str) -> String {
        let text = |part: &Part| match &part.content {
            Content::Copy => part.span.text(host).to_owned(),
            Content::Decoded(text) => text.clone(),
            Content::Unknown => String::new(),
        };
        self.parts.iter().map(text).collect()
    }

    /// Replaces a text by an unknown text. If this text is not known either, anything may have changed.
    pub(crate) fn replace(&mut self, wanted: Option<&str>, place: Span, host: &str) {
        let Some(wanted) = wanted.filter(|it| !it.is_empty()) else {
            self.changed = self.changed.or(Some(place));
            return;
        };
        let mut parts = Vec::with_capacity(self.parts.len());
        steps::take(self.parts.len());
        for part in self.parts.drain(..) {
            if part.content == Content::Copy {
                split(&part, wanted, host, &mut parts);
            } else {
                parts.push(part);
            }
        }
        self.parts = parts;
    }
}

/// Splits a part at each occurrence of a text, which becomes an unknown part.
fn split(part: &Part, wanted: &str, host: &str, parts: &mut Vec<Part>) {
    let text = part.span.text(host);
    let piece = |lo: usize, hi: usize, content| {
        let span = Span::new(part.span.lo + lo as u32, part.span.lo + hi as u32);
        Part { span, content, quoting: part.quoting }
    };
    let mut done = 0;
    for (at, _) in text.match_indices(wanted) {
        parts.extend((at > done).then(|| piece(done, at, Content::Copy)));
        done = at + wanted.len();
        parts.push(piece(at, done, Content::Unknown));
    }
    parts.extend((text.len() > done).then(|| piece(done, text.len(), Content::Copy)));
}

/// Makes shaders of expressions. An expression that is a part of a larger one is only checked within it: most
/// pieces of a shader are not shaders.
pub(crate) fn shaders(mut candidates: Vec<(Span, Extent, Expression)>) -> Vec<Shader> {
    candidates.retain(|(_, _, it)| !it.literals.is_empty());
    // Of two expressions with the same literals, the less known one comes first and stays.
    candidates.sort_by_key(|(place, extent, it)| {
        let unknown = it.parts.iter().filter(|part| part.content == Content::Unknown).count();
        (it.changed.is_none(), Reverse(unknown), *extent != Extent::Whole, place.lo)
    });
    let mut users: HashMap<Span, Vec<usize>> = HashMap::new();
    let sets: Vec<HashSet<Span>> =
        candidates.iter().map(|(_, _, it)| it.literals.iter().copied().collect()).collect();
    for (index, set) in sets.iter().enumerate() {
        for literal in set {
            users.entry(*literal).or_default().push(index);
        }
    }
    let is_part = |index: usize| {
        let set = &sets[index];
        // Any other user of all its literals is a user of the rarest one.
        let rarest = set.iter().map(|literal| &users[literal]).min_by_key(|users| users.len());
        rarest.is_some_and(|users| {
            users.iter().any(|other| {
                let (mine, others) = (set.len(), sets[*other].len());
                (mine < others || (mine == others && *other < index)) && set.is_subset(&sets[*other])
            })
        })
    };
    let is_kept: Vec<bool> = (0..candidates.len()).map(|index| !is_part(index)).collect();
    let mut is_kept = is_kept.into_iter();
    candidates.retain(|_| is_kept.next().unwrap_or(false));
    let unknown = Unknown::of(&candidates);
    candidates.retain(|(place, ..)| !unknown.holds(*place));
    candidates.sort_by_key(|(place, ..)| *place);
    let shader = |(place, extent, it): (Span, Extent, Expression)| Shader {
        place,
        parts: it.parts,
        changed: it.changed,
        extent,
    };
    candidates.into_iter().map(shader).collect()
}

/// The places of interpolations, sorted, each with the end of the longest one up to it.
struct Unknown(Vec<(u32, u32)>);

impl Unknown {
    fn of(candidates: &[(Span, Extent, Expression)]) -> Self {
        let parts = candidates.iter().flat_map(|(_, _, it)| &it.parts);
        let mut places: Vec<(u32, u32)> = parts
            .filter(|part| part.content == Content::Unknown)
            .map(|part| (part.span.lo, part.span.hi))
            .collect();
        places.sort_unstable();
        let mut end = 0;
        for place in &mut places {
            end = end.max(place.1);
            place.1 = end;
        }
        Self(places)
    }

    /// Returns true if a place is inside of an interpolation.
    fn holds(&self, place: Span) -> bool {
        let next = self.0.partition_point(|(lo, _)| *lo <= place.lo);
        next > 0 && place.hi <= self.0[next - 1].1
    }
}
