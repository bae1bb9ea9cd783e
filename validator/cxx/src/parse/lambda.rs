//! Lambda expressions, C++14 (expr.prim.lambda), and how to skip them and statement expressions of GNU C where a language has none.
//!
//! A lambda expression is an object of a structure that has no name: its body is the function `operator()` of the structure, and the captures are
//! its members. The captures that the body implies are only known when names have meanings, so the parser notes all names in it.

use super::restriction::PlaceRule;
use super::{Outcome, Parser, append};
use crate::ast::{
    Access, Capture, CaptureKind, CaptureMode, Expr, Function, FunctionId, Lambda, LambdaId, List, NameId,
    QualifiedName, Structure, StructureId, StructureKind, TemplateParameter, TemplateParameterKind,
    TypeSyntax, TypeSyntaxId, VariableId,
};
use crate::lex::TokenKind;
use shader_source::Span;

/// The name of the pointer to the object around, which no program can spell.
pub const CAPTURED_THIS: &str = "this...";

impl Parser {
    /// A lambda expression, at its `[`.
    pub(super) fn lambda(&mut self) -> Outcome<Expr> {
        let start = self.span();
        if !self.is_lambda() {
            let message = format!("expected an expression, found {}", self.found());
            return Err(self.error(self.rules.grammar_expression, message));
        }
        // C++14 (expr.prim.lambda) 2
        let place = if self.is_unevaluated {
            Some("the operand of `decltype` or `sizeof`")
        } else if self.is_in_arguments {
            Some("a template argument")
        } else {
            None
        };
        if let Some(place) = place {
            let message = format!("a lambda expression can't be in {place}");
            self.error_at(self.rules.grammar_expression, start, message);
            self.skip_lambda();
            return Ok(Expr::Error);
        }
        let scope = self.kinds.open();
        let read = self.lambda_in_scope(start);
        self.kinds.close(scope);
        read
    }

    fn lambda_in_scope(&mut self, start: Span) -> Outcome<Expr> {
        self.at += 1;
        let before = self.kinds.declarations();
        let mut captures = Vec::new();
        let default = self.captures(&mut captures)?;
        let end_of_captures = Span::new(self.span().lo, self.span().lo);
        self.expect(TokenKind::RightBracket)?;
        let introducer = self.since(start);
        for capture in captures.iter().filter(|it| it.kind == CaptureKind::Value) {
            self.kinds.declare(capture.name, super::NameKind::Value);
        }
        let function = self.closure_function(introducer)?;
        let Function { first_expr, end_expr, .. } = self.ast[function];
        // What the lambda expression declares itself is not captured, whatever has the name around it.
        let is_around = |name: NameId| self.name_declarations[name.index()] <= before;
        let named = self.ast.names_between(first_expr as usize, end_expr as usize, is_around);
        let mark = self.pending_exprs.len();
        for name in named {
            let copy = self.leaf(self.ast[name], self.span_of(name));
            self.pending_exprs.push(copy);
        }
        let named = self.expr_list(mark);
        let names_this = self.ast.names_this_between(first_expr as usize, end_expr as usize);
        let this = self.leaf(Expr::This, introducer);
        self.names.intern(CAPTURED_THIS);
        let captures = append(&mut self.ast.captures, &captures);
        let structure = self.closure_structure(function, introducer);
        let id = LambdaId::from_index(self.ast.lambdas.len());
        self.ast.lambdas.push(Lambda {
            default,
            captures,
            end_of_captures,
            named,
            names_this,
            this,
            structure,
            function,
        });
        Ok(Expr::Lambda(id))
    }

    /// The captures up to the `]`; returns the default.
    fn captures(&mut self, captures: &mut Vec<Capture>) -> Outcome<Option<CaptureMode>> {
        let is_end = |kind| matches!(kind, TokenKind::Comma | TokenKind::RightBracket);
        let default = match self.kind() {
            TokenKind::And if is_end(self.ahead(1)) => Some(CaptureMode::Reference),
            TokenKind::Equal if is_end(self.ahead(1)) => Some(CaptureMode::Copy),
            _ => None,
        };
        let is_empty = default.is_none() && self.kind() == TokenKind::RightBracket;
        self.at += usize::from(default.is_some());
        if is_empty || default.is_some() && !self.accept(TokenKind::Comma) {
            return Ok(default);
        }
        loop {
            let capture = self.capture()?;
            self.check_capture(capture, default, captures);
            captures.push(capture);
            if !self.accept(TokenKind::Comma) {
                return Ok(default);
            }
        }
    }

    /// Reports a capture that is there twice, or that says what the default says. C++14 (expr.prim.lambda) 8
    fn check_capture(&mut self, capture: Capture, default: Option<CaptureMode>, before: &[Capture]) {
        let text = self.names.text(capture.name).to_owned();
        let text = if capture.kind == CaptureKind::This { "this" } else { &text };
        if before.iter().any(|other| other.name == capture.name) {
            let message = format!("`{text}` is already captured");
            self.error_at(self.rules.name_redefinition, capture.span, message);
            return;
        }
        let is_said = match capture.kind {
            CaptureKind::Variable => default == Some(capture.mode),
            CaptureKind::This => default == Some(CaptureMode::Copy),
            CaptureKind::Value => false,
        };
        if is_said {
            let mark = if default == Some(CaptureMode::Copy) { "=" } else { "&" };
            let message = format!("remove `{text}`: `[{mark}]` captures it in the same way");
            self.error_at(self.rules.grammar_expression, capture.span, message);
        }
    }

    fn capture(&mut self) -> Outcome<Capture> {
        let start = self.span();
        if self.accept(TokenKind::This) {
            let name = self.names.intern(CAPTURED_THIS);
            let value = self.leaf(Expr::This, start);
            let (mode, kind) = (CaptureMode::Copy, CaptureKind::This);
            return Ok(Capture { mode, kind, name, span: start, value });
        }
        let mode = if self.accept(TokenKind::And) { CaptureMode::Reference } else { CaptureMode::Copy };
        let (name, span) = self.expect_name()?;
        let has_braces = match self.kind() {
            TokenKind::Ellipsis => {
                let message = crate::unsupported::LAMBDA_PACK.message();
                return Err(self.error(self.rules.unsupported_feature, message));
            }
            TokenKind::Equal => false,
            TokenKind::LeftParen | TokenKind::LeftBrace => true,
            _ => {
                let path = List::EMPTY;
                let value = self.name(QualifiedName { path, name, name_span: span, arguments: None });
                let value = self.leaf(Expr::Name(value), span);
                return Ok(Capture { mode, kind: CaptureKind::Variable, name, span, value });
            }
        };
        // `[a = 1]` is `auto a = 1`, `[a {1}]` is `auto a {1}`.
        let open = self.take().kind;
        let value = self.outside_arguments(Self::initializer_clause)?;
        if has_braces {
            let is_paren = open == TokenKind::LeftParen;
            self.expect(if is_paren { TokenKind::RightParen } else { TokenKind::RightBrace })?;
        }
        Ok(Capture { mode, kind: CaptureKind::Value, name, span, value })
    }

    /// The function `operator()` of a lambda expression, after its captures.
    fn closure_function(&mut self, introducer: Span) -> Outcome<FunctionId> {
        let first_expr = self.ast.exprs.len() as u32;
        let has_parameters = self.kind() == TokenKind::LeftParen;
        let parameters = if has_parameters { self.outside_arguments(Self::parameters)? } else { List::EMPTY };
        let template = self.template_of_lambda(parameters)?;
        let mut attributes = Vec::new();
        let mut is_mutable = has_parameters && self.accept(TokenKind::Mutable);
        let place: PlaceRule = |known| known.lambda_place;
        let mut restriction = self.restriction()?;
        is_mutable |= self.word_after_restriction(restriction, TokenKind::Mutable, place);
        self.exception_specification(&mut attributes)?;
        let exceptions = self.host_exception_specification();
        restriction = self.late_restriction(restriction, "`noexcept`", place)?;
        while self.is_attribute() {
            self.attributes(&mut attributes)?;
        }
        let has_trailing_result = has_parameters && self.accept(TokenKind::Arrow);
        let result = if has_trailing_result {
            self.outside_arguments(Self::type_id)?
        } else {
            self.ty(TypeSyntax::Auto, introducer)?
        };
        restriction = self.late_restriction(restriction, "the type of the result", place)?;
        let body = self.outside_arguments(Self::body_of_function)?;
        let attributes = self.attribute_column(&attributes);
        let name = self.names.intern("operator()");
        let id = FunctionId::from_index(self.ast.functions.len());
        self.ast.functions.push(Function {
            entry: None,
            template,
            specialisation: None,
            path: List::EMPTY,
            attributes,
            result: Some(result),
            name,
            name_span: introducer,
            parameters,
            is_const: !is_mutable,
            space: None,
            reference: None,
            is_variadic: false,
            is_conversion: false,
            is_explicit: false,
            access: Access::Public,
            implicit: None,
            is_static: false,
            is_constexpr: false,
            is_without_object: false,
            has_function_type: false,
            has_trailing_result,
            initializers: List::EMPTY,
            body: Some(body),
            first_expr,
            end_expr: self.ast.exprs.len() as u32,
        });
        self.ast.restrictions.extend(restriction.map(|restriction| (id, restriction)));
        self.ast.exception_specifications.extend(exceptions.map(|span| (id, span)));
        Ok(id)
    }

    /// The template that a generic lambda has: a parameter for each `auto` among the types of its parameters. C++14 (expr.prim.lambda) 5
    fn template_of_lambda(&mut self, parameters: List<VariableId>) -> Outcome<List<TemplateParameter>> {
        let mut template = Vec::new();
        for at in 0..self.ast[parameters].len() {
            let parameter = self.ast[self.ast[parameters][at]];
            let Some(auto) = self.auto_in(parameter.ty) else { continue };
            if self.ast.pattern_types.contains(&parameter.ty) {
                let message = crate::unsupported::LAMBDA_PACK.message();
                return Err(self.error_at(self.rules.unsupported_feature, parameter.name_span, message));
            }
            let name_span = self.ast.type_span(auto);
            let name = self.names.intern(&format!("auto{}...", template.len()));
            let path = List::EMPTY;
            let id = self.name(QualifiedName { path, name, name_span, arguments: None });
            self.ast.types[auto.index()] = TypeSyntax::Name(id);
            let kind = TemplateParameterKind::Type(None);
            template.push(TemplateParameter { name: Some(name), name_span, kind, is_pack: false });
        }
        Ok(append(&mut self.ast.template_parameters, &template))
    }

    /// The `auto` of a written type.
    pub(super) fn auto_in(&self, ty: TypeSyntaxId) -> Option<TypeSyntaxId> {
        let mut ty = ty;
        loop {
            match self.ast[ty] {
                TypeSyntax::Auto => return Some(ty),
                TypeSyntax::Qualified(_, inner)
                | TypeSyntax::Pointer(inner)
                | TypeSyntax::Reference(inner, _)
                | TypeSyntax::Array(inner, _) => ty = inner,
                TypeSyntax::Error
                | TypeSyntax::Decltype(_)
                | TypeSyntax::DecltypeAuto
                | TypeSyntax::Fundamental(_)
                | TypeSyntax::Name(_)
                | TypeSyntax::Structure(_)
                | TypeSyntax::Enumeration(_)
                | TypeSyntax::Function(..) => return None,
            }
        }
    }

    /// The structure of a lambda expression.
    fn closure_structure(&mut self, function: FunctionId, name_span: Span) -> StructureId {
        let functions = append(&mut self.ast.function_lists, &[function]);
        let id = StructureId::from_index(self.ast.structures.len());
        self.ast.structures.push(Structure {
            kind: StructureKind::Class,
            template: List::EMPTY,
            specialisation: None,
            name: None,
            name_span,
            attributes: List::EMPTY,
            members: List::EMPTY,
            decls: List::EMPTY,
            functions,
            friends: List::EMPTY,
            is_defined: true,
            is_final: false,
            alignment: None,
        });
        id
    }

    /// Returns true if the `[` that is next begins a lambda expression: the `]` after its captures is followed by `(` or `{`.
    pub(super) fn is_lambda(&self) -> bool {
        let mut depth = 0_u32;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            shader_source::steps::take(1);
            match token.kind {
                TokenKind::LeftBracket => depth += 1,
                TokenKind::RightBracket if depth == 1 => {
                    let next = self.tokens.get(at + 1).map(|next| next.kind);
                    return matches!(next, Some(TokenKind::LeftParen | TokenKind::LeftBrace));
                }
                TokenKind::RightBracket => depth -= 1,
                TokenKind::Semicolon | TokenKind::EndOfText => return false,
                _ => {}
            }
        }
        false
    }

    /// Skips a lambda expression, so that what is around it is read; false if this is none. C++14 (expr.prim.lambda)
    pub(super) fn skip_lambda(&mut self) -> bool {
        let start = self.at;
        if self.is_lambda() {
            self.skip_brackets();
            if self.kind() == TokenKind::LeftParen {
                self.skip_brackets();
            }
            // `mutable`, attributes, the type of the result.
            while !matches!(
                self.kind(),
                TokenKind::LeftBrace | TokenKind::RightBrace | TokenKind::Semicolon | TokenKind::EndOfText
            ) {
                self.at += 1;
            }
        }
        let is_lambda = self.at > start && self.kind() == TokenKind::LeftBrace;
        if is_lambda {
            self.skip_brackets();
        } else {
            self.at = start;
        }
        is_lambda
    }

    /// Skips the brackets that begin here, with the statements in them.
    pub(super) fn skip_brackets(&mut self) {
        let mut depth = 0_u32;
        while self.kind() != TokenKind::EndOfText {
            shader_source::steps::take(1);
            match self.take().kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}
