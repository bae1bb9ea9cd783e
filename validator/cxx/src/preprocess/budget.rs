//! The work that macros and includes ask for, in one budget for a program.
//!
//! A few lines of macros can ask for any number of tokens, and for names of any length. Everything that expansion makes counts: tokens of
//! bodies and of arguments, also tokens that are expanded before they are dropped, and the characters that `#` and `##` write.

use super::Preprocessor;
use shader_source::Span;

/// The tokens and characters that all macros of a program may make. Programs of people make a tenth at most; this many take a fraction of a
/// second.
const MOST_WORK: usize = 1 << 20;

/// How deep macros may use others, so that the recursion of expansion fits the stack.
const MOST_LEVELS: u32 = 200;

/// The work and the depth of the expansion of macros.
#[derive(Default, Debug)]
pub(super) struct Budget {
    pub(super) work: usize,
    levels: u32,
    /// A limit was exceeded, which is reported once: no macro is expanded from there on.
    pub(super) is_exhausted: bool,
    /// The bytes of the files that were read.
    bytes: usize,
    /// A limit of includes was exceeded: no file is read from there on.
    stops_includes: bool,
    /// Whether that was reported.
    pub(super) is_include_reported: bool,
}

impl Budget {
    /// Counts the cost of one more file. Returns false if that is too much, or if too many files are around it.
    pub(super) fn may_enter(&mut self, is_shallow: bool, cost: usize, most: usize) -> bool {
        self.bytes += cost;
        self.stops_includes |= !is_shallow || self.bytes > most;
        !self.stops_includes
    }
}

impl Preprocessor<'_> {
    /// Counts work. Returns false if there is too much of it, which is reported at the use of the macro.
    pub(super) fn spend(&mut self, work: usize, place: Span) -> bool {
        shader_source::steps::take(work);
        self.budget.work += work;
        if self.budget.work > MOST_WORK && !self.budget.is_exhausted {
            self.budget.is_exhausted = true;
            let message = format!(
                "macro expansion limit reached: more than {MOST_WORK} tokens and characters up to here; use functions or templates"
            );
            self.error(self.rules.unsupported_expansion, place, message);
        }
        !self.budget.is_exhausted
    }

    /// Does something inside of the expansion of one more macro, unless that is too deep.
    pub(super) fn nested(&mut self, place: Span, work: impl FnOnce(&mut Self)) {
        if self.budget.levels >= MOST_LEVELS && !self.budget.is_exhausted {
            self.budget.is_exhausted = true;
            let message = format!("macro expansions are nested more than {MOST_LEVELS} levels deep here");
            self.error(self.rules.unsupported_expansion, place, message);
        }
        if !self.budget.is_exhausted {
            self.budget.levels += 1;
            work(self);
            self.budget.levels -= 1;
        }
    }
}
