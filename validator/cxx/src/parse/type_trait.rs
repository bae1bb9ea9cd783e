//! Operators of compilers that say what a type is, with which programs write their own type traits: `__is_empty(T)`.
//!
//! They are names with template arguments in the tree: only the checker knows what a type is.

use super::kinds::NameKind;
use super::{Outcome, Parser, append};
use crate::ast::{Expr, List, QualifiedName, TemplateArgument};
use crate::lex::TokenKind;

/// The operators with the numbers of their types, as Clang and GCC have them.
pub const TYPE_TRAITS: [(&str, usize); 6] = [
    ("__is_base_of", 2),
    ("__is_class", 1),
    ("__is_empty", 1),
    ("__is_enum", 1),
    ("__is_final", 1),
    ("__is_union", 1),
];

impl Parser {
    /// Returns the number of types of the operator that begins here.
    fn types_of_trait(&mut self) -> Option<usize> {
        let symbol = self.token().symbol.filter(|_| self.ahead(1) == TokenKind::LeftParen)?;
        let text = self.names.text(symbol);
        let found = TYPE_TRAITS.iter().find(|(name, _)| *name == text)?;
        (self.kinds.of(symbol, &self.names) == NameKind::Unknown).then_some(found.1)
    }

    /// `__is_base_of(A, B)`; `None` if no such operator is here.
    pub(super) fn type_trait(&mut self) -> Outcome<Option<Expr>> {
        let Some(count) = self.types_of_trait() else { return Ok(None) };
        let (name, name_span) = self.expect_name()?;
        self.expect(TokenKind::LeftParen)?;
        let mut arguments = Vec::with_capacity(count);
        for index in 0..count {
            if index > 0 {
                self.expect(TokenKind::Comma)?;
            }
            let ty = self.outside_arguments(Self::type_of_objects_or_functions)?;
            arguments.push(TemplateArgument::Type(ty));
        }
        self.expect(TokenKind::RightParen)?;
        let arguments = Some(append(&mut self.ast.template_arguments, &arguments));
        let name = QualifiedName { path: List::EMPTY, name, name_span, arguments };
        Ok(Some(Expr::Name(self.name(name))))
    }
}
