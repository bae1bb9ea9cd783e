//! Variables with their initializers. C++14 (dcl.init)

use super::declarator::Declarator;
use super::kinds::NameKind;
use super::specifiers::Specifiers;
use super::{Abandoned, Outcome, Parser, append};
use crate::ast::{
    DeclKind, Expr, ExprId, List, StructureKind, TypeSyntax, TypeSyntaxId, Variable, VariableId,
};
use crate::lex::TokenKind;
use shader_source::Span;

/// The words that variables of functions allow before their types.
pub(super) const LOCAL_WORDS: [TokenKind; 3] = [TokenKind::Constexpr, TokenKind::Extern, TokenKind::Static];

/// The words that other variables allow. Clang has the inline variables of C++17 in C++14, too.
pub(super) const VARIABLE_WORDS: [TokenKind; 4] =
    [TokenKind::Constexpr, TokenKind::Extern, TokenKind::Static, TokenKind::Inline];

impl Parser {
    /// Variables in a function, which is not the place to define members. C++14 (dcl.meaning) 1
    pub(super) fn local_variables(
        &mut self,
        specifiers: &Specifiers,
        first: Declarator,
    ) -> Outcome<List<VariableId>> {
        if !first.path.is_empty() {
            let message = "a variable of a function can't have `::` in its name";
            return Err(self.error_at(self.rules.grammar_declaration, first.name_span, message));
        }
        self.check_plain_name(&first, "a variable of a function");
        self.variables_from(specifiers, first, NameKind::Value)
    }

    /// Reports template arguments after the name of what is not a template. C++14 (dcl.meaning) 1
    pub(super) fn check_plain_name(&mut self, declarator: &Declarator, what: &str) {
        if declarator.arguments.is_some() {
            let message = format!("{what} can't have template arguments after its name");
            self.error_at(self.rules.grammar_declaration, declarator.name_span, message);
        }
    }

    /// Variables that begin with this declarator, up to the `;`. Their names have this kind: names of templates take arguments.
    pub(super) fn variables_from(
        &mut self,
        specifiers: &Specifiers,
        first: Declarator,
        kind: NameKind,
    ) -> Outcome<List<VariableId>> {
        let mut variables = Vec::new();
        let mut declarator = first;
        loop {
            let Some(name) = declarator.name else {
                let message = format!("expected a name, found {}", self.found());
                let abandoned = self.error(self.rules.grammar_token, message);
                if variables.is_empty() {
                    return Err(abandoned);
                }
                self.recover();
                break;
            };
            self.check_no_pack(&declarator);
            // A variable is in scope in its own initializer.
            self.kinds.declare(name, kind);
            self.restriction_of_object()?;
            let start = self.at;
            let Ok((initializer, is_direct)) = self.initializer() else {
                variables.push(self.variable_in_spite_of_error(specifiers, &declarator, start));
                return Ok(append(&mut self.ast.variable_lists, &variables));
            };
            let only = self.only_value(declarator.ty, initializer, start);
            let variable = self.variable(specifiers, &declarator, only, is_direct && only == initializer);
            self.ast.variables[variable.index()].is_copied = self.tokens[start].kind == TokenKind::Equal;
            variables.push(variable);
            // What is wrong after a variable does not take its declaration away.
            if self.accept(TokenKind::Comma) {
                let Ok(next) = self.declarator(specifiers.ty) else {
                    self.recover_from(start);
                    break;
                };
                if self.kind() == TokenKind::LeftParen && self.is_parameter_list() {
                    self.function_after_variable(next.name_span);
                    self.recover_from(start);
                    break;
                }
                declarator = next;
            } else {
                // A `;` that is missing at the end of a line is the only thing that is missing.
                let begins_line = self.token().begins_line;
                if self.expect(TokenKind::Semicolon).is_err() && !begins_line {
                    self.recover_from(start);
                }
                break;
            }
        }
        Ok(append(&mut self.ast.variable_lists, &variables))
    }

    /// `int a, f(int);`
    pub(super) fn function_after_variable(&mut self, name: Span) -> Abandoned {
        let message = crate::unsupported::FUNCTION_AFTER_VARIABLE.message();
        self.error_at(self.rules.unsupported_feature, name, message)
    }

    /// The value in the parentheses of `auto a(1)` or the braces of `auto a { 1 }`, whose type `a` has. `auto a = { 1 }` is a list. C++14 with N3922
    /// (dcl.spec.auto)
    pub(super) fn only_value(
        &self,
        ty: TypeSyntaxId,
        initializer: Option<ExprId>,
        start: usize,
    ) -> Option<ExprId> {
        let id = initializer?;
        let is_copied = self.tokens[start].kind == TokenKind::Equal;
        match self.ast[id] {
            Expr::Braces(items) if !is_copied && self.is_placeholder(ty) => match self.ast[items] {
                [crate::ast::BraceItem { designator: None, value }] => Some(value),
                _ => Some(id),
            },
            _ => Some(id),
        }
    }

    /// Returns true for `auto` and `decltype(auto)`, with what may be around them: `const thread auto&`.
    fn is_placeholder(&self, ty: TypeSyntaxId) -> bool {
        match self.ast[ty] {
            TypeSyntax::Auto | TypeSyntax::DecltypeAuto => true,
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _) => self.is_placeholder(inner),
            _ => false,
        }
    }

    /// A variable whose initializer can't be read: it is declared, so that the mistake is one. Reading continues after the declaration.
    pub(super) fn variable_in_spite_of_error(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        start: usize,
    ) -> VariableId {
        self.is_in_arguments = false;
        let begin = self.tokens[start].span;
        let braces = self.tokens[start..self.at].iter().fold(0_u32, |open, token| match token.kind {
            TokenKind::LeftBrace => open + 1,
            TokenKind::RightBrace => open.saturating_sub(1),
            _ => open,
        });
        self.leave_braces(braces);
        self.recover();
        let span = self.since(begin);
        let initializer = self.leaf(Expr::Error, span);
        self.variable(specifiers, declarator, Some(initializer), false)
    }

    /// Goes to the end of a braced list with so many `{` before this place, or to a `;` if its end is missing.
    fn leave_braces(&mut self, mut open: u32) {
        while open > 0 && !matches!(self.kind(), TokenKind::Semicolon | TokenKind::EndOfText) {
            shader_source::steps::take(1);
            match self.take().kind {
                TokenKind::LeftBrace => open += 1,
                TokenKind::RightBrace => open -= 1,
                _ => {}
            }
        }
    }

    /// The initializer after a declarator, and whether it is a list of arguments.
    pub(super) fn initializer(&mut self) -> Outcome<(Option<ExprId>, bool)> {
        Ok(match self.kind() {
            TokenKind::Equal => {
                self.at += 1;
                (Some(self.initializer_clause()?), false)
            }
            TokenKind::LeftBrace => (Some(self.braces()?), false),
            TokenKind::LeftParen => {
                let start = self.take().span;
                let arguments = self.arguments()?;
                let span = self.since(start);
                let items = self.ast[arguments].to_vec();
                let items: Vec<crate::ast::BraceItem> = items
                    .iter()
                    .map(|value| crate::ast::BraceItem { designator: None, value: *value })
                    .collect();
                let items = append(&mut self.ast.brace_items, &items);
                (Some(self.expr(Expr::Braces(items), span)?), true)
            }
            _ => (None, false),
        })
    }

    pub(super) fn variable(
        &mut self,
        specifiers: &Specifiers,
        declarator: &Declarator,
        initializer: Option<ExprId>,
        is_direct: bool,
    ) -> VariableId {
        if let Some(name) = declarator.name {
            self.kinds.declare(name, NameKind::Value);
            self.check_shadowed_parameter(name, declarator.name_span);
            self.note_dependent(name, declarator.ty);
        }
        let attributes = [specifiers.attributes.as_slice(), &declarator.attributes].concat();
        let id = VariableId::from_index(self.ast.variables.len());
        let attributes = self.attribute_column(&attributes);
        self.ast.variables.push(Variable {
            ty: declarator.ty,
            name: declarator.name,
            name_span: declarator.name_span,
            attributes,
            initializer,
            is_direct,
            is_copied: false,
            is_constexpr: specifiers.is_constexpr,
            static_span: specifiers.static_span,
            is_extern: specifiers.is_extern,
            alignment: declarator.alignment.or(specifiers.alignment),
        });
        id
    }

    /// Reports `...` before the name of a variable or member. C++14 (temp.variadic) 1
    pub(super) fn check_no_pack(&mut self, declarator: &Declarator) {
        if declarator.is_pack {
            let message = "unexpected `...`: only a parameter can be a pack";
            self.error_at(self.rules.grammar_declaration, declarator.name_span, message);
        }
    }

    /// Returns true for `union { … };`, which declares an object without a name. C++14 (class.union) 5
    pub(super) fn is_union_without_name(&self, kind: DeclKind) -> bool {
        let DeclKind::Structure(id) = kind else { return false };
        self.ast[id].name.is_none() && self.ast[id].kind == StructureKind::Union
    }

    /// The object that `union { … };` declares in a block: its members are names of the block.
    pub(super) fn object_without_name(&mut self, specifiers: &Specifiers) -> List<VariableId> {
        let declarator = Declarator {
            ty: specifiers.ty,
            name: None,
            name_span: self.ast.type_span(specifiers.ty),
            attributes: Vec::new(),
            alignment: None,
            path: Vec::new(),
            arguments: None,
            is_pack: false,
        };
        let variable = self.variable(specifiers, &declarator, None, false);
        append(&mut self.ast.variable_lists, &[variable])
    }
}
