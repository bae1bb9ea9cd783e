//! Declarators: a declared name with its pointers, references and arrays, `*const p[4]`.

use super::kinds::NameKind;
use super::{Outcome, Parser};
use crate::ast::{Attribute, ExprId, List, PathPart, Qualifiers, TemplateArgument, TypeSyntax, TypeSyntaxId};
use crate::dialect::Feature;
use crate::lex::TokenKind;
use crate::names::Symbol;
use shader_source::Span;

/// A declared name with its type.
#[derive(Debug)]
pub(super) struct Declarator {
    pub(super) ty: TypeSyntaxId,
    pub(super) name: Option<Symbol>,
    pub(super) name_span: Span,
    pub(super) attributes: Vec<Attribute>,
    /// The alignment that its attributes give.
    pub(super) alignment: Option<ExprId>,
    /// The structures before the name, where a member is defined outside of its structure.
    pub(super) path: Vec<PathPart>,
    /// The template arguments after the name of a function that is specialised.
    pub(super) arguments: Option<List<TemplateArgument>>,
    /// Whether `...` is before the name.
    pub(super) is_pack: bool,
}

impl Parser {
    /// A declarator; the name may be missing.
    pub(super) fn declarator(&mut self, base: TypeSyntaxId) -> Outcome<Declarator> {
        self.nested(|parser| parser.declarator_here(base))
    }

    fn declarator_here(&mut self, base: TypeSyntaxId) -> Outcome<Declarator> {
        let start = self.span();
        let ty = self.prefixes(base)?;
        if self.is_parenthesised_declarator() {
            return self.parenthesised(ty);
        }
        if self.name_in_parentheses(self.at).is_some() {
            self.at += 1;
            let ty = self.ty_in_parentheses(ty)?;
            return Ok(ty);
        }
        let is_pack = self.accept(TokenKind::Ellipsis);
        let path = self.path_of_member()?;
        self.misspelt_operator();
        let (name, name_span) = match self.kind() {
            TokenKind::Identifier => {
                let (name, span) = self.expect_name()?;
                (Some(name), span)
            }
            _ => (None, start),
        };
        if name.is_none() && self.kind() == TokenKind::LeftBracket && self.is_of_auto(base) {
            let message = crate::unsupported::STRUCTURED_BINDING.message();
            return Err(self.error(self.rules.unsupported_feature, message));
        }
        // `template <> int f<int>(int)` has arguments, whatever `f` is.
        let is_template = name.is_some_and(|name| {
            self.is_template_next || self.kinds.of(name, &self.names) == NameKind::FunctionTemplate
        });
        let arguments = if is_template && self.kind() == TokenKind::Less {
            Some(self.template_arguments()?)
        } else {
            None
        };
        let mut attributes = Vec::new();
        let before = self.attributes_and_alignment(&mut attributes)?;
        let ty = self.arrays(ty)?;
        let alignment = self.attributes_and_alignment(&mut attributes)?.or(before);
        Ok(Declarator { ty, name, name_span, attributes, alignment, path, arguments, is_pack })
    }

    /// Returns true for `auto` with qualifiers.
    fn is_of_auto(&self, base: TypeSyntaxId) -> bool {
        let mut base = base;
        while let TypeSyntax::Qualified(_, inner) = self.ast[base] {
            base = inner;
        }
        matches!(self.ast[base], TypeSyntax::Auto)
    }

    /// The structures before the name of a member that is defined outside: `S<T>::`.
    pub(super) fn path_of_member(&mut self) -> Outcome<Vec<PathPart>> {
        let mut path = Vec::new();
        while self.kind() == TokenKind::Identifier && self.next_of_path(self.at).is_some() {
            let (name, span) = self.expect_name()?;
            let arguments =
                if self.kind() == TokenKind::Less { Some(self.template_arguments()?) } else { None };
            self.expect(TokenKind::ColonColon)?;
            path.push(PathPart { name, span, arguments, operand: None });
        }
        Ok(path)
    }

    /// `(&name)[4]`
    fn parenthesised(&mut self, base: TypeSyntaxId) -> Outcome<Declarator> {
        let open = self.take().span;
        if self.is_pointer_to_member() {
            let message = crate::unsupported::MEMBER_POINTER.message();
            return Err(self.error(self.rules.unsupported_feature, message));
        }
        let inside = self.at;
        if self.names_function() {
            let message = crate::unsupported::FUNCTION_OF_ARRAY.message();
            return Err(self.error(self.rules.unsupported_feature, message));
        }
        // What is after the parentheses applies first.
        while !matches!(self.kind(), TokenKind::RightParen | TokenKind::EndOfText) {
            self.at += 1;
        }
        self.expect(TokenKind::RightParen)?;
        if self.kind() == TokenKind::LeftParen {
            let span = self.since(open);
            if self.dialect.has_host_code {
                let ty = self.host_function_pointer(span)?;
                let after = core::mem::replace(&mut self.at, inside);
                let mut found = self.declarator(ty)?;
                found.ty = ty;
                self.expect(TokenKind::RightParen)?;
                self.at = after;
                return Ok(found);
            }
            return Err(self.left_out(
                Feature::FunctionPointer,
                span,
                crate::unsupported::FUNCTION_POINTER.name,
            ));
        }
        let ty = self.arrays(base)?;
        let behind = core::mem::replace(&mut self.at, inside);
        let mut found = self.declarator(ty)?;
        self.expect(TokenKind::RightParen)?;
        self.at = behind;
        self.attributes(&mut found.attributes)?;
        Ok(found)
    }

    /// Returns true if a function is declared before the next parenthesis: `(&row(int i))[8]`. C++14 (dcl.fct) 6
    fn names_function(&self) -> bool {
        let inside = self.tokens[self.at..].windows(2);
        let mut inside = inside.take_while(|pair| pair[0].kind != TokenKind::RightParen);
        inside.any(|pair| {
            shader_source::steps::take(1);
            pair[0].kind == TokenKind::Identifier && pair[1].kind == TokenKind::LeftParen
        })
    }

    /// A type with what is before a name that is not there, and after it.
    pub(super) fn abstract_declarator(&mut self, base: TypeSyntaxId) -> Outcome<TypeSyntaxId> {
        let ty = self.prefixes(base)?;
        if self.is_parenthesised_declarator() {
            let found = self.parenthesised(ty)?;
            // `S(&x)` is a value.
            if found.name.is_some() {
                let message = "expected a type without a name";
                return Err(self.error_at(self.rules.grammar_type, found.name_span, message));
            }
            return Ok(found.ty);
        }
        self.arrays(ty)
    }

    /// The rest of a declarator whose name is in parentheses: `y)` of `int (y)`, and the arrays after it.
    fn ty_in_parentheses(&mut self, base: TypeSyntaxId) -> Outcome<Declarator> {
        let mut found = self.declarator(base)?;
        self.expect(TokenKind::RightParen)?;
        found.ty = self.arrays(found.ty)?;
        found.alignment = self.attributes_and_alignment(&mut found.attributes)?.or(found.alignment);
        Ok(found)
    }

    /// The token after a name in parentheses, which are around a declared name and nothing else: `(y)`, `((y))`. A type in them is a parameter.
    pub(super) fn name_in_parentheses(&mut self, start: usize) -> Option<usize> {
        let kind = |parser: &Self, at: usize| parser.tokens.get(at).map(|token| token.kind);
        let open = self.tokens[start..].iter().take_while(|token| token.kind == TokenKind::LeftParen).count();
        let name = start + open;
        if open == 0 || kind(self, name) != Some(TokenKind::Identifier) {
            return None;
        }
        let is_closed = (1..=open).all(|at| kind(self, name + at) == Some(TokenKind::RightParen));
        let symbol = self.tokens[name].symbol.filter(|_| is_closed)?;
        let is_type = matches!(self.kinds.of(symbol, &self.names), NameKind::Type | NameKind::TypeTemplate);
        (!is_type).then_some(name + open + 1)
    }

    /// Returns true if a declarator in parentheses begins here: `(&a)[4]`.
    fn is_parenthesised_declarator(&mut self) -> bool {
        self.kind() == TokenKind::LeftParen
            && (matches!(self.ahead(1), TokenKind::Star | TokenKind::And | TokenKind::AndAnd)
                || self.is_pointer_to_member_at(1)
                || self.is_array_in_parentheses())
    }

    /// Returns true if `(name[2])` begins here, whose name is not a type.
    fn is_array_in_parentheses(&mut self) -> bool {
        let name = self.tokens.get(self.at + 1).and_then(|token| token.symbol);
        self.ahead(1) == TokenKind::Identifier
            && self.ahead(2) == TokenKind::LeftBracket
            && name.is_some_and(|name| {
                !matches!(self.kinds.of(name, &self.names), NameKind::Type | NameKind::TypeTemplate)
            })
            && self.after_declarator_in_parentheses(self.at).is_some()
    }

    /// Returns true if a pointer to a member was reported. The diagnostics say so, because what is read twice takes back the reports of the first time.
    pub(super) fn has_member_pointer(&self) -> bool {
        let message = crate::unsupported::MEMBER_POINTER.message();
        self.diagnostics.iter().any(|it| it.message == message)
    }

    /// `*`, `&`, and qualifiers after them.
    fn prefixes(&mut self, base: TypeSyntaxId) -> Outcome<TypeSyntaxId> {
        if self.is_pointer_to_member() {
            return Err(
                self.error(self.rules.unsupported_feature, crate::unsupported::MEMBER_POINTER.message())
            );
        }
        let start = self.ast.type_span(base);
        let (mut ty, mut is_reference) = (base, false);
        loop {
            let node = match self.kind() {
                TokenKind::Star => TypeSyntax::Pointer(ty),
                TokenKind::And => TypeSyntax::Reference(ty, false),
                TokenKind::AndAnd => TypeSyntax::Reference(ty, true),
                _ => return Ok(ty),
            };
            // Only a name can stand for the reference. C++14 (dcl.ref) 5
            if is_reference {
                let message = "a pointer or reference can't lead to a reference";
                return Err(self.error(self.rules.grammar_type, message));
            }
            is_reference = matches!(node, TypeSyntax::Reference(..));
            self.at += 1;
            let span = self.since(start);
            ty = self.ty(node, span)?;
            let (mut qualifiers, mut seen) = (Qualifiers::default(), Vec::new());
            loop {
                self.check_repeated(&mut seen);
                // C++14 (dcl.ref) 1
                if is_reference && matches!(self.kind(), TokenKind::Const | TokenKind::Volatile) {
                    let message = format!("a reference can't be {}: write it before the type", self.found());
                    self.error(self.rules.grammar_specifiers, message);
                }
                if !self.qualifier(&mut qualifiers)? {
                    break;
                }
            }
            let span = self.since(start);
            ty = self.qualified(qualifiers, ty, span)?;
        }
    }

    /// Returns true if `S::*` is here, perhaps with namespaces before `S`.
    fn is_pointer_to_member(&self) -> bool {
        self.is_pointer_to_member_at(0)
    }

    pub(super) fn is_pointer_to_member_at(&self, start: usize) -> bool {
        let mut distance = start;
        while self.ahead(distance) == TokenKind::Identifier
            && self.ahead(distance + 1) == TokenKind::ColonColon
        {
            distance += 2;
        }
        distance > start && self.ahead(distance) == TokenKind::Star
    }

    /// `[4][2]` after a name: an array of four arrays.
    pub(super) fn arrays(&mut self, element: TypeSyntaxId) -> Outcome<TypeSyntaxId> {
        let start = self.ast.type_span(element);
        let mut sizes: Vec<Option<ExprId>> = Vec::new();
        while self.kind() == TokenKind::LeftBracket && !self.is_attribute() {
            self.at += 1;
            let size = match self.kind() {
                TokenKind::RightBracket => None,
                _ => Some(self.outside_arguments(Self::conditional_expression)?),
            };
            self.expect(TokenKind::RightBracket)?;
            sizes.push(size);
        }
        let span = self.since(start);
        sizes.iter().rev().try_fold(element, |ty, size| self.ty(TypeSyntax::Array(ty, *size), span))
    }

    /// Reads an operand that is not evaluated. C++14 (expr) 8
    pub(super) fn unevaluated<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let outside = core::mem::replace(&mut self.is_unevaluated, true);
        let result = read(self);
        self.is_unevaluated = outside;
        result
    }

    /// Reads what is inside of brackets, where a `>` does not end the arguments of a template.
    pub(super) fn outside_arguments<T>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<T>) -> Outcome<T> {
        let outside = core::mem::replace(&mut self.is_in_arguments, false);
        let result = read(self);
        self.is_in_arguments = outside;
        result
    }
}
