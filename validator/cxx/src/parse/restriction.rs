//! Restriction specifiers: `restrict(cpu, amp)` after the parameters of a function. C++ AMP 1.2 (2.1)
//!
//! `restrict` and the names in its parentheses are keywords nowhere else, so a clause is recognised by its place alone.

use super::{Outcome, Parser};
use crate::ast::{Restriction, RestrictionSet};
use crate::dialect::Restrictions;
use crate::lex::{Token, TokenKind};
use shader_source::diagnostic::{Applicability, Diagnostic};
use shader_source::{Rule, Span};

/// Chooses the rule about the place of a clause.
pub(super) type PlaceRule = fn(&Restrictions) -> &'static Rule;

/// Unites two clauses of a function.
pub(super) fn together(first: Option<Restriction>, second: Option<Restriction>) -> Option<Restriction> {
    match (first, second) {
        (Some(first), Some(second)) => Some(Restriction { set: first.set.union(second.set), ..second }),
        (only, None) | (None, only) => only,
    }
}

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
            set = set.union(self.restriction_name(known));
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        if self.kind() != TokenKind::RightParen {
            let message = format!("expected `,` or `)` in `restrict`, found {}", self.found());
            self.error_at(known.known, self.span(), &message);
            while !matches!(self.kind(), TokenKind::RightParen | TokenKind::Semicolon | TokenKind::EndOfText)
            {
                self.at += 1;
            }
        }
        self.expect(TokenKind::RightParen)?;
        let assumed = known.names.len().saturating_sub(1) as u8;
        Ok(if set.is_empty() { RestrictionSet::of(assumed) } else { set })
    }

    /// The set with the name here; empty for a name that is reported.
    fn restriction_name(&mut self, known: &Restrictions) -> RestrictionSet {
        let spelling = self.token().symbol.map_or("", |symbol| self.names.text(symbol)).to_owned();
        if let Some(number) = known.names.iter().position(|name| *name == spelling) {
            self.at += 1;
            return RestrictionSet::of(number as u8);
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
        // The `,` or `)` after what is not a name continues the clause, and nothing is after the end.
        let is_end = matches!(self.kind(), TokenKind::Comma | TokenKind::RightParen | TokenKind::EndOfText);
        self.at += usize::from(!is_end);
        RestrictionSet::NONE
    }

    /// Reports a clause after what it must precede: it counts, and its place is a mistake. C++ AMP 1.2 (2.1.1), (2.1.2)
    pub(super) fn late_restriction(
        &mut self,
        earlier: Option<Restriction>,
        before: &str,
        rule: PlaceRule,
    ) -> Outcome<Option<Restriction>> {
        let start = self.span();
        let Some(late) = self.restriction()? else { return Ok(earlier) };
        self.misplaced_restriction(self.since(start), &format!("write `restrict` before {before}"), rule);
        Ok(together(earlier, Some(late)))
    }

    /// Takes a word that must be before the clauses. C++ AMP 1.2 (2.1.1), (2.1.2)
    pub(super) fn word_after_restriction(
        &mut self,
        restriction: Option<Restriction>,
        word: TokenKind,
        rule: PlaceRule,
    ) -> bool {
        let Some(restriction) = restriction.filter(|_| self.accept(word)) else { return false };
        let message = format!("write `restrict` after {}", word.name());
        self.misplaced_restriction(restriction.span, &message, rule);
        true
    }

    /// Reads and reports a clause that belongs to no function: `int a restrict(amp);`, `class restrict(amp) S`
    pub(super) fn restriction_of_object(&mut self) -> Outcome<()> {
        let start = self.span();
        if self.restriction()?.is_some() {
            let message = "only a function can have a `restrict` clause";
            self.misplaced_restriction(self.since(start), message, |known| known.functions_only);
        }
        Ok(())
    }

    /// Reads and reports a clause among the words of a type, which counts: `int restrict(cpu) f();` C++ AMP 1.2 (2.1.3)
    pub(super) fn restriction_in_type(&mut self) -> Outcome<Option<Restriction>> {
        let start = self.span();
        let restriction = self.restriction()?;
        let message = "write `restrict` after the parameters of the function";
        self.misplaced_restriction(self.since(start), message, |known| known.not_in_type);
        Ok(restriction)
    }

    /// Returns true if a clause and the rest of a declaration are here. A function may have the name `restrict`: no declared name is after its
    /// parameters.
    pub(super) fn is_restriction_in_type(&self) -> bool {
        let Some(known) = self.dialect.restrictions.as_ref().filter(|_| self.is_restriction()) else {
            return false;
        };
        let name = self.tokens.get(self.at + 2).and_then(|token| token.symbol);
        let is_known = name.is_some_and(|name| known.names.contains(&self.names.text(name)));
        let after = self.tokens.get(self.after_restrictions(self.at)).map(|token| token.kind);
        is_known
            && matches!(self.ahead(3), TokenKind::Comma | TokenKind::RightParen)
            && matches!(after, Some(TokenKind::Identifier | TokenKind::Star | TokenKind::And))
    }

    fn misplaced_restriction(&mut self, span: Span, message: &str, rule: PlaceRule) {
        if let Some(known) = &self.dialect.restrictions {
            self.error_at(rule(known), span, message);
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
