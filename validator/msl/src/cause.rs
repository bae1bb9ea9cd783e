//! Diagnostics with one cause: a program without `using namespace metal` breaks a rule at each name of the library, and one for an older version
//! at each use of a newer feature. One edit fixes all of them, so they are one diagnostic.
//!
//! The checker notes the cause of a diagnostic, and they are joined when the diagnostics of functions outside of the request are left out.

use crate::diagnostic::{Applicability, Diagnostic, Severity};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::{Rule, Span};

/// The number of further places that one diagnostic shows.
const MOST_LABELS: usize = 6;

/// A cause that several diagnostics may have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Cause {
    /// The program does not open the namespace of the library.
    Namespace,
    /// The program does not declare a type.
    Type(Symbol),
    /// An attribute is misspelt.
    Attribute(Symbol),
    /// The program is written for the C++ standard library.
    StandardLibrary,
    /// The dialect lacks what versions have that these words name.
    Version(String),
}

/// A feature that the dialect of a program lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewerFeature {
    /// The name or construct.
    pub name: String,
    /// The versions that have it, in words.
    pub available: String,
    /// The place of its first use.
    pub span: Span,
}

/// The causes of the diagnostics of a program.
#[derive(Clone, Default, Debug)]
pub(crate) struct Causes {
    /// By rule and place, with the name or construct that is there.
    found: FxHashMap<(&'static Rule, Span), (Cause, String)>,
    /// The features that the dialect lacks, in the order in which they were found.
    newer: Vec<NewerFeature>,
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

    /// Notes that the dialect lacks a feature, and the rule that says so.
    pub(crate) fn note_newer(&mut self, rule: &'static Rule, feature: NewerFeature, is_of_pinned_text: bool) {
        // The pinned text has a rule for each of its features.
        let cause = if is_of_pinned_text {
            format!("{} {}", feature.name, feature.available)
        } else {
            feature.available.clone()
        };
        self.note(rule, feature.span, Cause::Version(cause), &feature.name);
        self.newer.push(feature);
    }

    /// Returns the features that the dialect lacks, each with its first place.
    pub(crate) fn newer(&self) -> Vec<NewerFeature> {
        let mut sorted = self.newer.clone();
        sorted.sort_by(|one, other| (one.span, &one.name).cmp(&(other.span, &other.name)));
        let mut names = FxHashSet::default();
        sorted.retain(|feature| names.insert(feature.name.clone()));
        sorted
    }

    /// Joins the diagnostics that have the cause of an earlier one with that one.
    pub(crate) fn join(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut first: FxHashMap<&Cause, usize> = FxHashMap::default();
        let mut joined: FxHashMap<usize, Vec<(Span, &str)>> = FxHashMap::default();
        let mut kept: Vec<Diagnostic> = Vec::with_capacity(diagnostics.len());
        for found in diagnostics.drain(..) {
            let Some((cause, name)) = self.of(&found) else {
                kept.push(found);
                continue;
            };
            if let Some(index) = first.get(cause) {
                joined.entry(*index).or_default().push((found.primary.span, name));
            } else {
                first.insert(cause, kept.len());
                kept.push(found);
            }
        }
        for (index, others) in joined {
            self.add(&mut kept[index], &others);
        }
        *diagnostics = kept;
    }

    /// The cause of a diagnostic, with the name or construct that is there.
    fn of(&self, found: &Diagnostic) -> Option<(&Cause, &str)> {
        // A warning must not take the place of an error.
        if found.severity != Severity::Error {
            return None;
        }
        if found.rule == rules::REMOVED_STANDARD_LIBRARY {
            return Some((&Cause::StandardLibrary, "the standard library"));
        }
        let (cause, name) = self.found.get(&(found.rule, found.primary.span))?;
        Some((cause, name))
    }

    /// Adds the other places with the same cause to the first one.
    fn add(&self, first: &mut Diagnostic, others: &[(Span, &str)]) {
        let Some((cause, name)) = self.of(first) else { return };
        let mut names = FxHashSet::from_iter([name]);
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
                *first = first.clone().suggest(text, vec![edit], Applicability::Safe);
            }
        }
    }
}
