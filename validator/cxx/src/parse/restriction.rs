//! Restriction specifiers: `restrict(cpu, amp)` after the parameters of a function. C++ AMP 1.2 (2.1)
//!
//! `restrict` and the names in its parentheses are keywords nowhere else, so a clause is recognised by its place alone.

use super::{Abandoned, Outcome, Parser};
use crate::ast::{Restriction, RestrictionSet};
use crate::dialect::Restrictions;
use crate::lex::{Token, TokenKind};
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};

impl Parser {
    /// Returns true if a clause begins here.
    pub(super) fn is_restriction(&self) -> bool {
        self.dialect.restrictions.is_some()
            && self.ahead(1) == TokenKind::LeftParen
            && self.is_spelt(&["restrict"])
    }

    /// Reads the clauses that are here: several mean the same as one with all of their names.
    pub(super) fn restriction(&mut self) -> Outcome<Option<Restriction>> {
        let Some(known) = &self.dialect.restrictions else { return Ok(None) };
        let start = self.span();
        let mut set = RestrictionSet::NONE;
        while self.is_restriction() {
            set = set.union(self.restriction_clause(known)?);
        }
        Ok((!set.is_empty()).then(|| Restriction { set, span: self.since(start) }))
    }

    fn restriction_clause(&mut self, known: &Restrictions) -> Outcome<RestrictionSet> {
        self.at += 2;
        let mut set = RestrictionSet::NONE;
        loop {
            set = set.union(self.restriction_name(known)?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(set)
    }

    fn restriction_name(&mut self, known: &Restrictions) -> Outcome<RestrictionSet> {
        let spelling = self.token().symbol.map_or("", |symbol| self.names.text(symbol)).to_owned();
        if let Some(number) = known.names.iter().position(|name| *name == spelling) {
            self.at += 1;
            return Ok(RestrictionSet::of(number as u8));
        }
        let names: Vec<String> = known.names.iter().map(|name| format!("`{name}`")).collect();
        let (span, message) =
            (self.span(), format!("expected {} in `restrict`, found {}", names.join(" or "), self.found()));
        let mut found = Diagnostic::error(known.known, span, message);
        if let Some(meant) = shader_source::suggest::closest(&spelling, known.names.iter().copied()) {
            let change = vec![(span, meant.to_owned())];
            found = found.suggest(format!("did you mean `{meant}`?"), change, Applicability::Unsafe);
        }
        self.report(found);
        Err(Abandoned)
    }

    /// Reads a clause after what it must precede: it counts, and its place is a mistake. C++ AMP 1.2 (2.1.1)
    pub(super) fn late_restriction(
        &mut self,
        earlier: Option<Restriction>,
        before: &str,
    ) -> Outcome<Option<Restriction>> {
        let start = self.span();
        let Some(late) = self.restriction()? else { return Ok(earlier) };
        self.misplaced_restriction(self.since(start), &format!("write `restrict` before {before}"));
        Ok(Some(Restriction { set: earlier.map_or(late.set, |it| it.set.union(late.set)), ..late }))
    }

    /// Takes a word that must be before the clauses. C++ AMP 1.2 (2.1.1), (2.1.2)
    pub(super) fn word_after_restriction(
        &mut self,
        restriction: Option<Restriction>,
        word: TokenKind,
    ) -> bool {
        let Some(restriction) = restriction.filter(|_| self.accept(word)) else { return false };
        self.misplaced_restriction(restriction.span, &format!("write `restrict` after {}", word.name()));
        true
    }

    /// Reads and reports a clause that belongs to no function: `int a restrict(amp);`
    pub(super) fn restriction_of_object(&mut self) -> Outcome<()> {
        let start = self.span();
        if self.restriction()?.is_some() {
            self.misplaced_restriction(self.since(start), "only a function can have a `restrict` clause");
        }
        Ok(())
    }

    fn misplaced_restriction(&mut self, span: Span, message: &str) {
        if let Some(known) = &self.dialect.restrictions {
            self.error_at(known.place, span, message);
        }
    }

    /// Skips the clauses at a token, without a look at their names.
    pub(super) fn after_restrictions(&self, at: usize) -> usize {
        let mut at = at;
        while self.dialect.restrictions.is_some()
            && self
                .tokens
                .get(at)
                .and_then(|token| token.symbol)
                .is_some_and(|it| self.names.text(it) == "restrict")
            && let Some(after) = self.after_parentheses(at + 1)
        {
            at = after;
        }
        at
    }

    /// Notes the clauses in what could not be read, from a token on: there is code for a target in it that is not known.
    pub(super) fn note_unread_restrictions(&mut self, start: usize) {
        if self.dialect.restrictions.is_none() {
            return;
        }
        let is_clause = |pair: &&[Token]| {
            pair[1].kind == TokenKind::LeftParen
                && pair[0].symbol.is_some_and(|symbol| self.names.text(symbol) == "restrict")
        };
        let found = self.tokens[start..self.at].windows(2).filter(is_clause).map(|pair| pair[0].span);
        self.ast.unread_restrictions.extend(found.collect::<Vec<_>>());
    }
}
