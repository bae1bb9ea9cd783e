//! Names with their paths and arguments, and types without a declared name.

use super::kinds::NameKind;
use super::{Outcome, Parser, append};
use crate::ast::{ExprId, List, NameId, PathPart, QualifiedName, TemplateArgument, TypeSyntax, TypeSyntaxId};
use crate::lex::TokenKind;
use crate::names::Symbol;

impl Parser {
    /// The kind of the name that begins here, after the namespaces and structures before it; `Unknown` if none begins here.
    pub(super) fn name_kind(&mut self) -> NameKind {
        let (around, at) = self.last_of_name();
        match self.tokens.get(at) {
            Some(token) if token.kind == TokenKind::Identifier => match (around, token.symbol) {
                (Some(class), Some(symbol)) if self.is_member_type(class, symbol) => NameKind::Type,
                // A name after `template` that no known structure declares is a function without `typename` before it.
                (Some(class), Some(symbol)) if self.follows_template(at) => {
                    self.kinds.member(class, symbol).unwrap_or(NameKind::FunctionTemplate)
                }
                (Some(around), Some(symbol)) => self.kinds.in_structure(around, symbol, &self.names),
                (None, Some(symbol)) => self.kinds.of(symbol, &self.names),
                (_, None) => NameKind::Unknown,
            },
            _ => NameKind::Unknown,
        }
    }

    fn follows_template(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| self.tokens[before].kind == TokenKind::Template)
    }

    /// The index of the last part of the name that begins here, and the part before it.
    pub(super) fn last_of_name(&mut self) -> (Option<Symbol>, usize) {
        let mut at = self.at + usize::from(self.kind() == TokenKind::ColonColon);
        let mut around = None;
        while let Some(next) = self.next_of_path(at) {
            around = self.tokens[at].symbol;
            at = next;
        }
        (around, at)
    }

    /// The index of the name after one that has `::` after it, perhaps after template arguments.
    pub(super) fn next_of_path(&mut self, at: usize) -> Option<usize> {
        let token = *self.tokens.get(at)?;
        let symbol = token.symbol.filter(|_| token.kind == TokenKind::Identifier)?;
        let is_kind =
            |parser: &Self, at: usize, kind| parser.tokens.get(at).is_some_and(|it| it.kind == kind);
        let mut end = at + 1;
        if is_kind(self, end, TokenKind::Less) && self.kinds.of(symbol, &self.names) == NameKind::TypeTemplate
        {
            end = self.after_arguments(end)?;
        }
        if !is_kind(self, end, TokenKind::ColonColon) {
            return None;
        }
        end += 1;
        end += usize::from(is_kind(self, end, TokenKind::Template));
        (is_kind(self, end, TokenKind::Identifier) || is_kind(self, end, TokenKind::Operator)).then_some(end)
    }

    /// The index after the template arguments that begin at a `<`; `None` if it is in the middle of a `>>`.
    pub(super) fn after_arguments(&self, start: usize) -> Option<usize> {
        // `A::value < B::value` looks as if a template `value` had arguments.
        self.after_arguments_with(start, true).or_else(|| self.after_arguments_with(start, false))
    }

    fn after_arguments_with(&self, start: usize, has_member_templates: bool) -> Option<usize> {
        let (mut angles, mut brackets) = (0_usize, 0_usize);
        for (at, token) in self.tokens.iter().enumerate().skip(start) {
            match token.kind {
                TokenKind::LeftParen | TokenKind::LeftBracket => brackets += 1,
                // After the parameters of a function its body begins, not the value `T{}`.
                TokenKind::LeftBrace if self.tokens[at - 1].kind != TokenKind::RightParen => brackets += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    brackets = brackets.checked_sub(1)?;
                }
                TokenKind::Less
                    if brackets == 0
                        && (at == start || self.may_begin_arguments(at, has_member_templates)) =>
                {
                    angles += 1;
                }
                TokenKind::Greater if brackets == 0 => angles = angles.checked_sub(1)?,
                // The first half ends these arguments, the second one those around them.
                TokenKind::ShiftRight if brackets == 0 && angles == 1 => return Some(at),
                TokenKind::ShiftRight if brackets == 0 => angles = angles.checked_sub(2)?,
                TokenKind::Semicolon | TokenKind::LeftBrace | TokenKind::EndOfText => return None,
                _ => {}
            }
            if angles == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// Returns true if arguments may begin with a `<`: after a number, a value or parentheses it compares.
    fn may_begin_arguments(&self, less: usize, has_member_templates: bool) -> bool {
        less.checked_sub(1).is_some_and(|before| {
            let token = self.tokens[before];
            // A member of something may be a template.
            let is_member = before.checked_sub(1).is_some_and(|at| {
                matches!(
                    self.tokens[at].kind,
                    TokenKind::ColonColon | TokenKind::Period | TokenKind::Arrow | TokenKind::Template
                )
            });
            if is_member && !has_member_templates && self.tokens[before - 1].kind != TokenKind::Template {
                return false;
            }
            if !is_member && token.symbol.is_some_and(|name| self.kinds.is_value(name)) {
                return false;
            }
            !matches!(
                token.kind,
                TokenKind::Number
                    | TokenKind::Character
                    | TokenKind::True
                    | TokenKind::False
                    | TokenKind::RightParen
                    | TokenKind::RightBracket
                    | TokenKind::RightBrace
            )
        })
    }

    /// Returns true if a name after the name of a library class is a type: `simd_vote::vote_t`.
    fn is_member_type(&self, class: Symbol, name: Symbol) -> bool {
        let member = (self.names.text(class), self.names.text(name));
        self.dialect.library.member_types.contains(&member)
    }

    /// Returns true if the name that begins here is a type.
    pub(super) fn is_type_name(&mut self) -> bool {
        matches!(self.kind(), TokenKind::Identifier | TokenKind::ColonColon)
            && matches!(self.name_kind(), NameKind::Type | NameKind::TypeTemplate)
    }

    /// The index after the name of a type that begins here, with its template arguments.
    pub(super) fn after_type_name(&mut self) -> Option<usize> {
        let at = self.last_of_name().1 + 1;
        if self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Less) {
            return self.after_arguments(at);
        }
        Some(at)
    }

    /// Returns true if a name with `::` in it begins here.
    pub(super) fn is_qualified_name(&mut self) -> bool {
        self.kind() == TokenKind::ColonColon || self.next_of_path(self.at).is_some()
    }

    /// Returns true if a type begins here.
    pub(super) fn is_type(&mut self) -> bool {
        match self.kind() {
            TokenKind::Const
            | TokenKind::Volatile
            | TokenKind::Space
            | TokenKind::Void
            | TokenKind::Bool
            | TokenKind::Char
            | TokenKind::Short
            | TokenKind::Int
            | TokenKind::Long
            | TokenKind::Half
            | TokenKind::Float
            | TokenKind::Double
            | TokenKind::Unsigned
            | TokenKind::Signed
            | TokenKind::Auto
            | TokenKind::Typename
            | TokenKind::Struct
            | TokenKind::Class
            | TokenKind::Union
            | TokenKind::Enum => true,
            TokenKind::Decltype => self.is_decltype_type(),
            TokenKind::Identifier | TokenKind::ColonColon => self.is_type_name() || self.is_later_qualifier(),
            _ => false,
        }
    }

    /// Returns true if a `decltype` is a type here, and not before the name of a value: `decltype(x)::count`.
    pub(super) fn is_decltype_type(&mut self) -> bool {
        let Some(mut at) = self.after_parentheses(self.at + 1) else { return true };
        let kind = |parser: &Self, at: usize| parser.tokens.get(at).map(|token| token.kind);
        if kind(self, at) != Some(TokenKind::ColonColon) {
            return true;
        }
        at += 1;
        while let Some(next) = self.next_of_path(at) {
            at = next;
        }
        // The type of the operand is not known yet. A name that some structure has as a type is one.
        let is_type = self.tokens.get(at).and_then(|token| token.symbol);
        is_type.is_some_and(|name| self.kinds.is_member_type(name))
            || kind(self, at + 1) == Some(TokenKind::Identifier)
    }

    /// `(operand)` after `decltype`.
    fn decltype_operand(&mut self) -> Outcome<ExprId> {
        self.expect(TokenKind::Decltype)?;
        self.expect(TokenKind::LeftParen)?;
        let operand =
            self.unevaluated(|parser| parser.outside_arguments(|it| it.nested(Self::expression)))?;
        self.expect(TokenKind::RightParen)?;
        Ok(operand)
    }

    /// `decltype(x)` as the first part of a name.
    fn decltype_of_path(&mut self) -> Outcome<PathPart> {
        let start = self.span();
        let operand = Some(self.decltype_operand()?);
        let name = self.names.intern("decltype");
        Ok(PathPart { name, span: self.since(start), arguments: None, operand })
    }

    /// A name, with the namespaces before it and the arguments of a template after it.
    pub(super) fn qualified_name(&mut self) -> Outcome<NameId> {
        self.name_with_path(false)
    }

    /// The name of a type. One that is not declared has template arguments if a declared name is after them.
    pub(super) fn name_of_type(&mut self) -> Outcome<NameId> {
        let is_unknown = self.is_unknown_type();
        self.name_with_path(is_unknown)
    }

    fn name_with_path(&mut self, is_unknown_type: bool) -> Outcome<NameId> {
        let mut path: Vec<PathPart> = Vec::new();
        if self.kind() == TokenKind::Decltype {
            path.push(self.decltype_of_path()?);
        }
        let span = self.span();
        if self.accept(TokenKind::ColonColon) && path.is_empty() {
            let name = self.names.intern("");
            path.push(PathPart { name, span, arguments: None, operand: None });
        }
        let mut has_keyword = false;
        loop {
            let (name, name_span) = self.expect_name()?;
            let kind = match path.last() {
                Some(around) => self.kinds.in_structure(around.name, name, &self.names),
                None => self.kinds.of(name, &self.names),
            };
            let takes_arguments = has_keyword
                || match kind {
                    NameKind::TypeTemplate | NameKind::FunctionTemplate => true,
                    // Only the name of a type is looked at, which comes once in a declaration: a scan for each name would be quadratic.
                    NameKind::Unknown if self.kind() == TokenKind::Less => {
                        is_unknown_type
                            && (self.declares_after_arguments(self.at) || self.is_host_type_with_arguments())
                            || self.is_host_template()
                    }
                    NameKind::Unknown | NameKind::Type | NameKind::Value => false,
                };
            let arguments = if takes_arguments && self.kind() == TokenKind::Less {
                if !has_keyword && self.is_dependent_path(&path) {
                    self.missing_template(name, name_span);
                }
                Some(self.template_arguments()?)
            } else {
                None
            };
            let is_template = self.ahead(1) == TokenKind::Template;
            if self.kind() == TokenKind::ColonColon
                && self.ahead(1 + usize::from(is_template)) == TokenKind::Identifier
            {
                self.at += 1 + usize::from(is_template);
                has_keyword = is_template;
                path.push(PathPart { name, span: name_span, arguments, operand: None });
                continue;
            }
            let path = append(&mut self.ast.path_parts, &path);
            return Ok(self.name(QualifiedName { path, name, name_span, arguments }));
        }
    }

    /// `<…>`
    pub(super) fn template_arguments(&mut self) -> Outcome<List<TemplateArgument>> {
        self.expect(TokenKind::Less)?;
        let outside = core::mem::replace(&mut self.is_in_arguments, true);
        let arguments = self.nested(Self::template_argument_list);
        self.is_in_arguments = outside;
        let arguments = arguments?;
        self.close_arguments()?;
        Ok(append(&mut self.ast.template_arguments, &arguments))
    }

    fn template_argument_list(&mut self) -> Outcome<Vec<TemplateArgument>> {
        let mut arguments = Vec::new();
        while !matches!(self.kind(), TokenKind::Greater | TokenKind::ShiftRight) {
            arguments.push(if self.is_type_operand() || self.is_host_type_argument() {
                let ty = self.type_of_objects_or_functions()?;
                if self.kind() == TokenKind::Ellipsis {
                    self.check_pattern_has_pack();
                    self.at += 1;
                    self.ast.pattern_types.insert(ty);
                }
                TemplateArgument::Type(ty)
            } else {
                let value = self.conditional_expression()?;
                self.pattern(value);
                TemplateArgument::Value(value)
            });
            if !self.accept(TokenKind::Comma) {
                break;
            }
            if matches!(self.kind(), TokenKind::Greater | TokenKind::ShiftRight) {
                let message = "expected a template argument after `,`, found `>`";
                return Err(self.error(self.rules.grammar_token, message));
            }
        }
        Ok(arguments)
    }

    /// The `>` at the end of arguments, which may be the first half of a `>>`.
    fn close_arguments(&mut self) -> Outcome<()> {
        if self.kind() == TokenKind::ShiftRight {
            self.halved.push((self.at, self.tokens[self.at]));
            let token = &mut self.tokens[self.at];
            token.kind = TokenKind::Greater;
            token.span.lo += u32::from(token.span.hi > token.span.lo + 1);
            return Ok(());
        }
        self.expect(TokenKind::Greater).map(|_| ())
    }

    /// A type without a declared name: `device float4*`.
    pub(super) fn type_id(&mut self) -> Outcome<TypeSyntaxId> {
        self.nested(|parser| {
            let specifiers = parser.specifiers()?;
            parser.allow_only(&specifiers, &[], "a type without a name");
            parser.abstract_declarator(specifiers.ty)
        })
    }

    /// A type without a declared name, which may be the type of a function: `float(int)`.
    pub(super) fn type_of_objects_or_functions(&mut self) -> Outcome<TypeSyntaxId> {
        let start = self.span();
        let ty = self.type_id()?;
        if self.kind() != TokenKind::LeftParen || !self.is_parameter_list() {
            return Ok(ty);
        }
        let scope = self.kinds.open();
        let parameters = self.outside_arguments(Self::parameters);
        self.kinds.close(scope);
        let parameters = parameters?;
        let restriction = self.restriction()?;
        let span = self.since(start);
        let ty = self.ty(TypeSyntax::Function(ty, parameters), span)?;
        self.ast.type_restrictions.extend(restriction.map(|restriction| (ty, restriction)));
        Ok(ty)
    }

    /// A type that is named by one word or name, as a constructor has it: `float4`, `unsigned`, `metal::array<int, 4>`.
    pub(super) fn simple_type(&mut self) -> Outcome<TypeSyntaxId> {
        let start = self.span();
        // What follows is a type, whatever its name means here.
        let has_keyword = self.accept(TokenKind::Typename);
        // Microsoft's compiler takes the keyword before any type.
        if has_keyword
            && !self.dialect.has_host_code
            && self.kind() == TokenKind::Identifier
            && self.ahead(1) == TokenKind::Less
            && let Some(name) = self.token().symbol
            && self.kinds.of(name, &self.names) == NameKind::Unknown
        {
            let message = format!("{} is not declared", self.found());
            return Err(self.error(self.rules.name_declared, message));
        }
        if has_keyword && !self.is_qualified_name() && !self.dialect.has_host_code {
            let message = format!("expected a name with `::` after `typename`, found {}", self.found());
            return Err(self.error(self.rules.grammar_type, message));
        }
        let ty = match self.kind() {
            TokenKind::Identifier | TokenKind::ColonColon => {
                let name = self.name_of_type()?;
                if !has_keyword {
                    self.check_typename(name, start);
                }
                TypeSyntax::Name(name)
            }
            TokenKind::Auto => {
                self.at += 1;
                TypeSyntax::Auto
            }
            TokenKind::Decltype if self.ahead(2) == TokenKind::Auto => {
                self.at += 3;
                self.expect(TokenKind::RightParen)?;
                TypeSyntax::DecltypeAuto
            }
            TokenKind::Decltype => {
                let is_path = self.after_parentheses(self.at + 1).and_then(|at| self.tokens.get(at));
                if is_path.is_some_and(|token| token.kind == TokenKind::ColonColon) {
                    TypeSyntax::Name(self.qualified_name()?)
                } else {
                    TypeSyntax::Decltype(self.decltype_operand()?)
                }
            }
            _ => {
                if let Some(fundamental) = self.fundamental() {
                    TypeSyntax::Fundamental(fundamental)
                } else {
                    let message = format!("expected a type, found {}", self.found());
                    return Err(self.error(self.rules.grammar_type, message));
                }
            }
        };
        let span = self.since(start);
        self.ty(ty, span)
    }
}
