//! Clauses of `switch` that fall through to the next one.

use super::edits::Edits;
use super::tokens::Tokens;
use crate::lex::TokenKind;
use shader_source::Span;
use std::collections::BTreeSet;

/// The growth of a program at which its clauses are left as they are: each repeats those after it.
const MOST_GROWTH: usize = 1 << 16;

/// The program without `fallthrough`: clauses that do nothing else share the body of the next one, others repeat it.
pub(super) fn unfold(text: String) -> String {
    let most = text.len().saturating_mul(2).saturating_add(MOST_GROWTH);
    let mut unfolded = text;
    while unfolded.len() < most {
        let tokens = Tokens::of(&unfolded);
        let mut edits = Edits::default();
        let (mut end, mut shared) = (0, None);
        for fall in (0..tokens.len()).filter_map(|at| Fall::at(&tokens, at)) {
            if fall.case < end {
                continue;
            }
            if fall.is_empty() {
                // Clauses without a body share selectors, whatever the next one does: a long row of them takes one round.
                fall.share(&tokens, shared == Some(fall.case), &mut edits);
                shared = Some(fall.next_case);
            } else if !fall.next_falls(&tokens) {
                end = fall.next_close + 1;
                fall.unfold(&tokens, &mut edits);
            }
        }
        if edits.is_empty() {
            break;
        }
        unfolded = edits.apply(&unfolded);
    }
    unfolded
}

/// A clause that falls through, and the next one, by the indices of their tokens.
struct Fall {
    /// `case` or `default`.
    case: usize,
    open: usize,
    fallthrough: usize,
    next_case: usize,
    next_open: usize,
    next_close: usize,
}

impl Fall {
    fn at(tokens: &Tokens<'_>, fallthrough: usize) -> Option<Self> {
        let end = [TokenKind::Fallthrough, TokenKind::Semicolon, TokenKind::RightBrace];
        if !tokens.are(fallthrough, &end) {
            return None;
        }
        let close = fallthrough + 2;
        let open = (0..fallthrough)
            .rev()
            .find(|at| tokens.kind(*at) == TokenKind::LeftBrace && tokens.closer(*at) == Some(close))?;
        let starts_clause = |at: usize| matches!(tokens.kind(at), TokenKind::Case | TokenKind::Default);
        let case = (0..open).rev().find(|at| starts_clause(*at))?;
        let next_case = close + 1;
        let next_open = (next_case..tokens.len()).find(|at| tokens.kind(*at) == TokenKind::LeftBrace)?;
        let next_close = tokens.closer(next_open)?;
        starts_clause(next_case).then_some(Self { case, open, fallthrough, next_case, next_open, next_close })
    }

    fn next_falls(&self, tokens: &Tokens<'_>) -> bool {
        tokens.kind(self.next_close.saturating_sub(2)) == TokenKind::Fallthrough
    }

    /// Returns true if the clause does nothing else.
    const fn is_empty(&self) -> bool {
        self.open + 1 == self.fallthrough
    }

    /// Repeats the body of the next clause.
    fn unfold(&self, tokens: &Tokens<'_>, edits: &mut Edits) {
        let next_body = tokens.span(self.next_open).to(tokens.span(self.next_close));
        let fallthrough = tokens.span(self.fallthrough).to(tokens.span(self.fallthrough + 1));
        edits.replace(fallthrough, next_body.text(tokens.text));
        let declared: BTreeSet<&str> = (self.open..self.fallthrough)
            .filter(|at| matches!(tokens.kind(*at), TokenKind::Let | TokenKind::Var))
            .map(|at| tokens.word(at + 1))
            .collect();
        // The names that this body declares must not hide those that the next one means.
        if (self.next_open..self.next_close).any(|at| declared.contains(tokens.word(at))) {
            edits.insert(tokens.span(self.open).hi, " {");
            edits.insert(tokens.span(self.fallthrough - 1).hi, " }");
        }
    }

    /// Puts the selectors of both clauses before the body of the next one. The selectors of a clause that is shared itself follow others.
    fn share(&self, tokens: &Tokens<'_>, is_shared: bool, edits: &mut Edits) {
        if tokens.kind(self.case) == TokenKind::Default && !is_shared {
            edits.insert(tokens.span(self.case).lo, "case ");
        }
        let mut last = self.open - 1;
        while matches!(tokens.kind(last), TokenKind::Colon | TokenKind::Comma) {
            last -= 1;
        }
        let first = self.next_case + usize::from(tokens.kind(self.next_case) == TokenKind::Case);
        let between = Span::new(tokens.span(last).hi, tokens.span(first).lo);
        let has_comment = ["//", "/*"].iter().any(|mark| between.text(tokens.text).contains(mark));
        if !has_comment {
            return edits.replace(between, ", ");
        }
        edits.insert(between.lo, ",");
        for at in last + 1..first {
            edits.delete(tokens.span(at));
        }
    }
}
