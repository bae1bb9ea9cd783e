//! Template list discovery. <https://www.w3.org/TR/WGSL/#template-lists-sec>
//!
//! The scanner drives this state while it makes tokens, as the specification's note on interleaving allows: only if a `>` is
//! known not to end a template list may it become part of a longer token.
//!
//! Differs from the specification: there, the `=` of a `<=` whose left side does not end in a name (`f(x) <= y`) counts as an
//! assignment and drops every pending candidate, and one code point more is skipped behind an assignment's `=`. Both
//! contradict the assumptions that the algorithm states; here `<=` is a comparison and nothing is skipped.

/// A `<` that may start a template list.
#[derive(Clone, Copy, Debug)]
struct UnclosedCandidate {
    /// Index of its token.
    token: u32,
    /// Expression nesting depth at its position.
    depth: u32,
}

/// The state of the algorithm.
#[derive(Debug, Default)]
pub(super) struct TemplateLists {
    pending: Vec<UnclosedCandidate>,
    nesting_depth: u32,
}

impl TemplateLists {
    /// A `<` behind a name, token number `token`, that is followed by neither `<` nor `=`.
    pub(super) fn candidate(&mut self, token: usize) {
        self.pending.push(UnclosedCandidate { token: token as u32, depth: self.nesting_depth });
    }

    /// A `>`: the first token of the template list that it ends, if it ends one.
    pub(super) fn close(&mut self) -> Option<usize> {
        self.pending
            .pop_if(|candidate| candidate.depth == self.nesting_depth)
            .map(|candidate| candidate.token as usize)
    }

    /// Returns true if a `>` here ends a template list.
    pub(super) fn would_close(&self) -> bool {
        self.pending.last().is_some_and(|candidate| candidate.depth == self.nesting_depth)
    }

    /// A `(` or `[`.
    pub(super) fn enter(&mut self) {
        self.nesting_depth += 1;
    }

    /// A `)` or `]`.
    pub(super) fn leave(&mut self) {
        self.drop_current_level();
        self.nesting_depth = self.nesting_depth.saturating_sub(1);
    }

    /// A `&&` or `||`, or the end of a nested expression: no open list of this level can continue.
    pub(super) fn drop_current_level(&mut self) {
        while self.pending.pop_if(|candidate| candidate.depth >= self.nesting_depth).is_some() {}
    }

    /// A token that is never part of an expression: `;`, `{`, `:` or an assignment.
    pub(super) fn reset(&mut self) {
        self.nesting_depth = 0;
        self.pending.clear();
    }
}
