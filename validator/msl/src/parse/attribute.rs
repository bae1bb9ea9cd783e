//! Attributes: `[[name(arguments), …]]`. Section 5

use super::{Outcome, Parser, append};
use crate::ast::{Attribute, List};
use crate::lex::TokenKind;
use msl_spec::rules;
use shader_source::Span;

impl Parser {
    /// Whether attributes begin here.
    pub(super) fn is_attribute(&self) -> bool {
        self.kind() == TokenKind::LeftBracket && self.ahead(1) == TokenKind::LeftBracket
    }

    /// All attributes that stand here.
    pub(super) fn attributes(&mut self, attributes: &mut Vec<Attribute>) -> Outcome<()> {
        while self.is_attribute() {
            self.at += 2;
            self.attribute_list(attributes)?;
            self.expect(TokenKind::RightBracket)?;
            self.expect(TokenKind::RightBracket)?;
        }
        Ok(())
    }

    fn attribute_list(&mut self, attributes: &mut Vec<Attribute>) -> Outcome<()> {
        while self.kind() != TokenKind::RightBracket {
            attributes.push(self.attribute()?);
            if self.accept(TokenKind::Comma) || self.kind() == TokenKind::RightBracket {
                continue;
            }
            let end = self.last_span().hi;
            let message = format!("expected `,` between attributes, found {}", self.found());
            let found = crate::diagnostic::Diagnostic::error(rules::ATTRIBUTE_COMMA, self.span(), message)
                .suggest(
                    "add a `,` between the attributes",
                    vec![(Span::new(end, end), ",".to_owned())],
                    true,
                );
            self.diagnostics.push(found);
            // Everything that can begin another attribute is read as one.
            if !self.kind().is_word() {
                return Err(super::Abandoned);
            }
        }
        Ok(())
    }

    fn attribute(&mut self) -> Outcome<Attribute> {
        let start = self.span();
        let Some(name) = self.token().symbol.filter(|_| self.kind().is_word()) else {
            let message = format!("expected the name of an attribute, found {}", self.found());
            return Err(self.error(rules::GRAMMAR_TOKEN, message));
        };
        self.at += 1;
        let has_arguments = self.accept(TokenKind::LeftParen);
        let mark = self.pending_exprs.len();
        if has_arguments {
            while self.kind() != TokenKind::RightParen {
                let argument = self.attribute_argument()?;
                self.pending_exprs.push(argument);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::RightParen)?;
        }
        let arguments = self.expr_list(mark);
        Ok(Attribute { name, span: self.since(start), has_arguments, arguments })
    }

    pub(super) fn attribute_column(&mut self, attributes: &[Attribute]) -> List<Attribute> {
        append(&mut self.ast.attributes, attributes)
    }
}
