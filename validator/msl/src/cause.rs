//! Diagnostics with one cause: a program without `using namespace metal` breaks a rule at each name of the library, and one for an older version
//! at each use of a newer feature. One edit fixes all of them, so they are one diagnostic.
//!
//! The checker notes the cause of a diagnostic, and they are joined when the diagnostics of functions that nobody asked about are left out.

use crate::diagnostic::{Applicability, Diagnostic};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::{Rule, Span};

/// The number of further places that one diagnostic shows.
const MOST_LABELS: usize = 6;

/// A cause that several diagnostics may have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cause {
    /// The program does not open the namespace of the library.
    Namespace,
    /// The dialect lacks what versions have that these words name.
    Version(String),
}

/// The causes of the diagnostics of a program.
#[derive(Clone, Default, Debug)]
pub(crate) struct Causes {
    /// By rule and place, with the name or construct that is there.
    found: FxHashMap<(&'static Rule, Span), (Cause, String)>,
    /// The last header of the library that the program includes.
    header: Option<Span>,
}

impl Causes {
    /// No causes of a program whose last header of the library is here.
    pub(crate) fn new(header: Option<Span>) -> Self {
        Self { header, ..Self::default() }
    }

    /// Notes the cause of the diagnostic of a rule at a place.
    pub(crate) fn note(&mut self, rule: &'static Rule, span: Span, cause: Cause, name: &str) {
        self.found.entry((rule, span)).or_insert_with(|| (cause, name.to_owned()));
    }

    /// Joins the diagnostics that have the cause of an earlier one with that one.
    pub(crate) fn join(&self, diagnostics: &mut Vec<Diagnostic>) {
        if self.found.is_empty() {
            return;
        }
        let mut first: FxHashMap<&Cause, usize> = FxHashMap::default();
        let mut joined: FxHashMap<usize, Vec<(Span, &str)>> = FxHashMap::default();
        let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
        for found in diagnostics.drain(..) {
            match self.found.get(&(found.rule, found.primary.span)) {
                Some((cause, name)) => match first.get(cause) {
                    Some(index) => joined.entry(*index).or_default().push((found.primary.span, name)),
                    None => {
                        first.insert(cause, kept.len());
                        kept.push(found);
                    }
                },
                None => kept.push(found),
            }
        }
        for (index, others) in joined {
            self.add(&mut kept[index], &others);
        }
        *diagnostics = kept;
    }

    /// Adds the other places with the same cause to the first one.
    fn add(&self, first: &mut Diagnostic, others: &[(Span, &str)]) {
        let Some((cause, name)) = self.found.get(&(first.rule, first.primary.span)) else { return };
        let mut names = FxHashSet::from_iter([name.as_str()]);
        let mut labels = 0;
        for (span, other) in others {
            if names.insert(other) && labels < MOST_LABELS {
                labels += 1;
                let label = first.clone().label(*span, format!("{other}, too"));
                *first = label;
            }
        }
        if others.len() > labels {
            let more = others.len() - labels;
            let places = if more == 1 { "place" } else { "places" };
            first.notes.push(format!("{more} more {places} of the program with the same cause"));
        }
        if *cause == Cause::Namespace {
            first.message = format!(
                "{name} is a library name: add `using namespace metal;`, or write `metal::` before it"
            );
            first.suggestion = None;
            if let Some(header) = self.header {
                let edit = (Span::new(header.hi, header.hi), "\nusing namespace metal;".to_owned());
                let text = "add `using namespace metal;`";
                *first = first.clone().suggest(text, vec![edit], Applicability::Unsafe);
            }
        }
    }
}
