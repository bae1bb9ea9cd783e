//! Diagnostics by what decides them: a declaration, or the whole program.
//!
//! A caller that puts many programs together from the same declarations can check a declaration once for all of them, but only where the rest
//! of the program has no say. So [`Validator::diagnose_apart`](crate::Validator::diagnose_apart) divides what it finds. The invariant: a
//! program that has a declaration, and with it all that the declaration mentions, has a diagnostic at every place in it that
//! [`Apart::of_declarations`] names, whatever else it has. The converse holds for a program without any diagnostic: a part of it that
//! mentions nothing outside has none either, if the directives are the same.

use crate::diagnostic::Diagnostic;
use core::ops::Range;
use wgsl_spec::rules;

/// The diagnostics of a program, by what decides them. Suggestions are not confirmed to be safe.
#[derive(Clone, Debug, Default)]
pub struct Apart {
    /// Diagnostics that follow from one declaration and what it mentions.
    pub of_declarations: Vec<Diagnostic>,
    /// Cycles of declarations, each at its first declaration. A program that has one of these declarations has the cycle, but a different
    /// declaration may be the first one there.
    pub cycles: Vec<Diagnostic>,
    /// Diagnostics that depend on the entry points or the directives of the program, and diagnostics that one of several places has: an
    /// extension that is not enabled, the limit for values. The program without that place has it at a different one.
    pub of_program: Vec<Diagnostic>,
}

/// Which of the diagnostics of a program depend on the whole program, by their order of discovery.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfProgram {
    cycles: Range<usize>,
    /// Directives, and what is found once all declarations are checked.
    ranges: [Range<usize>; 2],
    /// Extensions that are not enabled: the first use has the diagnostic of all.
    missing: Vec<usize>,
}

impl OfProgram {
    pub(crate) const fn new(cycles: Range<usize>, ranges: [Range<usize>; 2], missing: Vec<usize>) -> Self {
        Self { cycles, ranges, missing }
    }

    fn contains(&self, index: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&index)) || self.missing.contains(&index)
    }

    /// Divides diagnostics in their order of discovery.
    pub(crate) fn divide(&self, diagnostics: Vec<Diagnostic>) -> Apart {
        let mut apart = Apart::default();
        for (index, found) in diagnostics.into_iter().enumerate() {
            // The limit for the values of a program is reported once, where it is exceeded.
            let is_of_program = self.contains(index) || found.rule == rules::LIMITS_BEYOND;
            let list = if self.cycles.contains(&index) {
                &mut apart.cycles
            } else if is_of_program {
                &mut apart.of_program
            } else {
                &mut apart.of_declarations
            };
            list.push(found);
        }
        apart
    }
}
