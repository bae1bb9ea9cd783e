//! Functions: parameters, qualifiers, initializers of members and bodies. C++14 (dcl.fct), (class.base.init)

use super::declaration::FunctionHead;
use super::declarator::Declarator;
use super::kinds::NameKind;
use super::restriction::{PlaceRule, together};
use super::specifiers::Specifiers;
use super::{Abandoned, Outcome, Parser, append};
use crate::ast::{
    Access, Attribute, Expr, ExprId, Function, FunctionId, Implicit, List, QualifiedName, Qualifiers,
    ReferenceQualifier, TemplateArgument, TypeSyntax, TypeSyntaxId, UnaryOperator, VariableId,
};
use crate::dialect::Feature;
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;
use rustc_hash::FxHashSet;
use shader_source::Span;

impl Parser {
    /// A function from its parameters on.
    pub(super) fn function(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        head: FunctionHead,
    ) -> Outcome<FunctionId> {
        let Some(name) = declarator.name else {
            return Err(
                self.error(self.rules.grammar_token, format!("expected a name, found {}", self.found()))
            );
        };
        // C++14 (dcl.fct) 12, (dcl.array) 1
        if matches!(self.ast[declarator.ty], TypeSyntax::Array(..)) {
            let message = "a function can't be an element of an array";
            return Err(self.error(self.rules.grammar_type, message));
        }
        self.check_shadowed_parameter(name, declarator.name_span);
        let mut before = None;
        // The name of a constructor stays the name of the type, which its parameters may mention, and a friend is not in this scope.
        if !self.is_without_result(declarator.ty) && declarator.path.is_empty() && !specifiers.is_friend {
            // A function with the name of a template is its overload, and `<` still begins arguments.
            let is_template =
                !head.template.is_empty() || self.kinds.of(name, &self.names) == NameKind::FunctionTemplate;
            let kind = if is_template { NameKind::FunctionTemplate } else { NameKind::Value };
            // The name is declared after the declarator, so a parameter may still have the type that it hides. C++14 (basic.scope.pdecl) 1
            if matches!(self.kinds.of(name, &self.names), NameKind::Type | NameKind::TypeTemplate) {
                before = Some(self.parameters_before_name()?);
            }
            self.kinds.declare(name, kind);
        }
        let (scope, around) = (self.kinds.open(), self.classes.len());
        if let Some(parameters) = before {
            self.declare_parameters(parameters);
        }
        if let Some(structure) = declarator.path.last() {
            self.kinds.enter_structure(structure.name);
        }
        self.classes.extend(declarator.path.iter().map(|part| part.name));
        let read = self.function_behind_name(specifiers, declarator, head, before);
        self.classes.truncate(around);
        self.dependent_values.clear();
        self.kinds.close(scope);
        read
    }

    /// The parameters of a function whose name is not declared yet.
    fn parameters_before_name(&mut self) -> Outcome<List<VariableId>> {
        let scope = self.kinds.open();
        let parameters = self.parameters();
        self.kinds.close(scope);
        parameters
    }

    /// Declares the names of parameters in the present scope.
    fn declare_parameters(&mut self, parameters: List<VariableId>) {
        for parameter in &self.ast[parameters] {
            if let Some(name) = self.ast[*parameter].name {
                self.kinds.declare(name, NameKind::Value);
            }
        }
    }

    fn function_behind_name(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        FunctionHead { template, first_expr, is_conversion, is_member, words }: FunctionHead,
        before: Option<List<VariableId>>,
    ) -> Outcome<FunctionId> {
        let Declarator {
            ty, name: Some(name), name_span, attributes, arguments: specialisation, path, ..
        } = declarator
        else {
            return Err(Abandoned);
        };
        let is_group =
            template.is_empty() && specialisation.is_none() && path.is_empty() && !specifiers.is_friend;
        let parameters = before.map_or_else(|| self.parameters(), Ok)?;
        let ellipsis = self.ellipsis.take();
        // C++14 (class.conv.fct) 1
        if let Some(first) = self.ast[parameters].first().filter(|_| is_conversion) {
            let span = self.ast[*first].name_span;
            self.error_at(self.rules.grammar_declaration, span, "a conversion function has no parameters");
        }
        let mut attributes = [specifiers.attributes.as_slice(), &attributes].concat();
        let is_constructor = self.is_without_result(ty);
        let without_object = match (specifiers.static_span, is_member || !path.is_empty()) {
            (Some(_), true) => Some("a `static` function"),
            (None, true) if specifiers.is_friend && path.is_empty() => Some("a `friend` function"),
            (_, false) => Some("a function outside of structures"),
            (None, true) => None,
        };
        // C++14 (dcl.stc) 5
        if let Some(span) = specifiers.static_span.filter(|_| !path.is_empty()) {
            let message = "`static` is only allowed where the structure declares the function";
            self.error_at(self.rules.grammar_specifiers, span, message);
        }
        let start = self.at;
        let (Qualifiers { mut is_const, is_volatile, space, .. }, reference) =
            self.function_qualifiers(&mut attributes, without_object)?;
        self.check_qualifiers_of_constructor(start, is_constructor);
        let place: PlaceRule = |known| known.place;
        let mut restriction = together(specifiers.restriction, self.restriction()?);
        is_const |= self.word_after_restriction(restriction, TokenKind::Const, place);
        self.exception_specification(&mut attributes)?;
        let exceptions = self.host_exception_specification();
        self.host_virtual_words();
        restriction = self.late_restriction(restriction, "`noexcept`", place)?;
        let has_trailing_result = matches!(self.ast[ty], TypeSyntax::Auto) && self.accept(TokenKind::Arrow);
        let ty = if has_trailing_result { self.type_id()? } else { ty };
        restriction = self.late_restriction(restriction, "the type of the result", place)?;
        let initializers = self.member_initializers(is_constructor.then_some(name))?;
        // The name of the function for the linker: `int f() asm("g");`
        if self.kind() == TokenKind::Asm {
            return Err(self.left_out_word());
        }
        let mut implicit = None;
        let body = if self.kind() == TokenKind::LeftBrace {
            let body = self.body_of_function();
            if core::mem::take(&mut self.is_unclosed) {
                self.unclosed = Some(self.at);
            }
            let body = body?;
            self.accept(TokenKind::Semicolon);
            Some(body)
        } else {
            if self.accept(TokenKind::Equal) {
                implicit = Some(match self.take().kind {
                    TokenKind::Default => Implicit::Defaulted,
                    TokenKind::Delete => Implicit::Deleted,
                    // `= 0` of a virtual function.
                    _ if self.dialect.has_host_code => Implicit::Deleted,
                    // The word `virtual` was reported.
                    TokenKind::Number if specifiers.is_virtual => Implicit::Deleted,
                    _ => {
                        let span = self.last_span();
                        let message = "expected `default` or `delete`";
                        return Err(self.error_at(self.rules.grammar_declaration, span, message));
                    }
                });
            }
            // C++14 (dcl.fct.def.default) 1
            let is_special = is_constructor || self.names.text(name) == "operator=";
            if implicit == Some(Implicit::Defaulted) && !is_special && !self.dialect.has_host_code {
                let message = "only a constructor or `operator=` can be defaulted";
                self.error_at(self.rules.grammar_declaration, name_span, message);
            }
            // `int f(), g(int);`
            if !(is_group && self.accept(TokenKind::Comma)) {
                self.expect(TokenKind::Semicolon)?;
            }
            None
        };
        // A template without a body is not called: its result is a type, which says whether other templates fit.
        if let Some(span) = ellipsis.filter(|_| template.is_empty() || body.is_some()) {
            let message = crate::unsupported::ELLIPSIS_PARAMETER.message();
            self.error_at(self.rules.unsupported_feature, span, message);
        }
        let attributes = self.attribute_column(&attributes);
        let id = FunctionId::from_index(self.ast.functions.len());
        self.ast.functions.push(Function {
            entry: specifiers.entry,
            template,
            specialisation,
            path: append(&mut self.ast.path_parts, &path),
            attributes,
            result: (!is_constructor).then_some(ty),
            name,
            name_span,
            parameters,
            is_const,
            space,
            reference,
            is_variadic: ellipsis.is_some(),
            is_conversion,
            is_explicit: words.is_explicit,
            access: Access::Public,
            implicit,
            is_static: specifiers.static_span.is_some()
                || specifiers.is_inline
                || specifiers.is_constexpr
                || words.is_constexpr
                || words.is_inline,
            is_constexpr: specifiers.is_constexpr || words.is_constexpr,
            is_without_object: specifiers.static_span.is_some() || specifiers.is_friend,
            has_function_type: false,
            has_trailing_result,
            initializers,
            body,
            first_expr,
            end_expr: self.ast.exprs.len() as u32,
        });
        self.ast.volatile_functions.extend(is_volatile.then_some(id));
        self.ast.virtual_functions.extend(specifiers.virtual_span.map(|span| (id, span)));
        self.ast.restrictions.extend(restriction.map(|restriction| (id, restriction)));
        self.ast.exception_specifications.extend(exceptions.map(|span| (id, span)));
        Ok(id)
    }

    /// Reports a qualifier other than an address space after the parameters of a constructor. C++14 (class.ctor) 4
    fn check_qualifiers_of_constructor(&mut self, start: usize, is_constructor: bool) {
        let is_wrong = |token: &&Token| {
            matches!(token.kind, TokenKind::Const | TokenKind::Volatile | TokenKind::And | TokenKind::AndAnd)
        };
        if let Some(wrong) = self.tokens[start..self.at].iter().find(is_wrong).filter(|_| is_constructor) {
            let message = format!("a constructor can't be {}", wrong.name(&self.names));
            self.error_at(self.rules.grammar_function_qualifiers, wrong.span, message);
        }
    }

    /// The qualifiers of the object of a member function, which are between the parameters and the body, with `&` or `&&` and attributes.
    /// C++14 (dcl.fct) A function without an object, which `without_object` describes, has none.
    fn function_qualifiers(
        &mut self,
        attributes: &mut Vec<Attribute>,
        without_object: Option<&str>,
    ) -> Outcome<(Qualifiers, Option<ReferenceQualifier>)> {
        let mut qualifiers = Qualifiers::default();
        let (mut reference, mut is_reported) = (None, false);
        loop {
            if self.is_attribute() {
                self.attributes(attributes)?;
                continue;
            }
            if matches!(self.ahead(1), TokenKind::LeftBrace | TokenKind::Semicolon) {
                self.misspelt_as(&["const", "noexcept"]);
            }
            let is_repeated = match self.kind() {
                TokenKind::Const => core::mem::replace(&mut qualifiers.is_const, true),
                TokenKind::Volatile => core::mem::replace(&mut qualifiers.is_volatile, true),
                TokenKind::And => reference.replace(ReferenceQualifier::Lvalue).is_some(),
                TokenKind::AndAnd => reference.replace(ReferenceQualifier::Rvalue).is_some(),
                _ => match self.space().or_else(|| self.later_space()) {
                    Some(space) => qualifiers.space.replace(space).is_some(),
                    None => return Ok((qualifiers, reference)),
                },
            };
            if let Some(what) = without_object.filter(|_| !is_reported) {
                let message = format!("{what} has no object: remove {}", self.found());
                self.error(self.rules.grammar_function_qualifiers, message);
                is_reported = true;
            }
            let is_late = reference.is_some() && !matches!(self.kind(), TokenKind::And | TokenKind::AndAnd);
            if (is_repeated || is_late) && !is_reported {
                let message = format!(
                    "expected the body of the function, found {}: write each qualifier once, and `&` or `&&` last",
                    self.found()
                );
                self.error(self.rules.grammar_function_qualifiers, message);
                is_reported = true;
            }
            self.at += 1;
        }
    }

    /// `noexcept` or `noexcept(true)` after the parameters, which means nothing without exceptions. C++14 (except.spec)
    pub(super) fn exception_specification(&mut self, attributes: &mut Vec<Attribute>) -> Outcome<()> {
        if !self.accept(TokenKind::Noexcept) {
            return Ok(());
        }
        if self.kind() == TokenKind::LeftParen {
            let is_literal = matches!(self.ahead(1), TokenKind::True | TokenKind::False)
                && self.ahead(2) == TokenKind::RightParen;
            if !is_literal {
                let message = crate::unsupported::NOEXCEPT_CONDITION.message();
                return Err(self.error(self.rules.unsupported_feature, message));
            }
            self.at += 3;
        }
        while self.is_attribute() {
            self.attributes(attributes)?;
        }
        Ok(())
    }

    pub(super) fn parameters(&mut self) -> Outcome<List<VariableId>> {
        self.ellipsis = None;
        // The template is the function, and neither a parameter nor what its body declares.
        self.is_template_next = false;
        self.expect(TokenKind::LeftParen)?;
        let (mut parameters, mut names) = (Vec::new(), FxHashSet::default());
        let is_void = self.kind() == TokenKind::Void && self.ahead(1) == TokenKind::RightParen;
        self.at += usize::from(is_void);
        while self.kind() != TokenKind::RightParen {
            if self.kind() == TokenKind::Ellipsis {
                self.ellipsis = Some(self.take().span);
                break;
            }
            // Before the word of a type, an unknown name is reported as such.
            if self.ahead(1) == TokenKind::Identifier {
                self.misspelt_specifier();
            }
            let specifiers = self.specifiers()?;
            if let Some(span) = specifiers.static_span {
                let message = "`static` is only allowed outside of functions";
                self.error_at(self.rules.variable_static_program_scope, span, message);
            }
            self.allow_only(&specifiers, &[TokenKind::Static], "a parameter");
            let mut declarator = self.declarator(specifiers.ty)?;
            self.check_plain_name(&declarator, "a parameter");
            if self.kind() == TokenKind::LeftParen {
                self.function_as_parameter(&mut declarator)?;
            }
            if declarator.is_pack {
                self.ast.pattern_types.insert(declarator.ty);
                // The pack of a generic lambda has no name.
                if self.auto_in(declarator.ty).is_none() {
                    self.check_pattern_has_pack();
                }
                self.packs.extend(declarator.name);
            } else {
                self.check_pack_is_expanded(TemplateArgument::Type(declarator.ty));
            }
            let default = if self.accept(TokenKind::Equal) { Some(self.initializer_clause()?) } else { None };
            // C++14 (basic.scope.proto)
            if let Some(name) = declarator.name.filter(|name| !names.insert(*name)) {
                let message = format!("duplicate parameter `{}`", self.names.text(name));
                self.error_at(self.rules.name_redefinition, declarator.name_span, message);
            }
            parameters.push(self.variable(&specifiers, &declarator, default, false));
            if !self.accept(TokenKind::Comma) {
                break;
            }
            if self.kind() == TokenKind::RightParen {
                return Err(self.error(self.rules.grammar_type, "expected a parameter after `,`, found `)`"));
            }
        }
        self.expect(TokenKind::RightParen)?;
        Ok(append(&mut self.ast.variable_lists, &parameters))
    }

    /// The parameters of a parameter, which is a pointer to a function then: `int f(bool g(int))`. C++14 (dcl.fct) 5
    fn function_as_parameter(&mut self, declarator: &mut Declarator) -> Outcome<()> {
        if self.after_empty_parentheses(self.at).is_none() && !self.is_parameter_list() {
            return Ok(());
        }
        let span = self.ast.type_span(declarator.ty);
        if self.dialect.has_host_code {
            declarator.ty = self.host_function_pointer(span)?;
            return Ok(());
        }
        Err(self.left_out(Feature::FunctionPointer, span, crate::unsupported::FUNCTION_POINTER.name))
    }

    /// Returns true if a function with this type of a result is a constructor.
    fn is_without_result(&self, ty: TypeSyntaxId) -> bool {
        matches!(self.ast[ty], TypeSyntax::Error)
    }

    /// `: member(value), Base(value), …` of a constructor: each as an assignment to the member or base. A constructor that delegates to another one of its structure
    /// assigns to the whole object.
    fn member_initializers(&mut self, structure: Option<Symbol>) -> Outcome<List<ExprId>> {
        let mark = self.pending_exprs.len();
        let mut delegation: Option<Span> = None;
        if self.accept(TokenKind::Colon) {
            loop {
                let start = self.span();
                match self.member_initializer(structure, &mut delegation) {
                    Ok(assignment) => self.pending_exprs.push(assignment),
                    // The rest of the structure may have code for an accelerator, which is read nevertheless.
                    Err(_) if self.dialect.has_host_code && self.skips_to_body() => {
                        let unread = self.leaf(Expr::Error, start);
                        self.pending_exprs.push(unread);
                        delegation = None;
                        break;
                    }
                    Err(abandoned) => return Err(abandoned),
                }
                if !self.accept(TokenKind::Comma) || self.kind() == TokenKind::LeftBrace {
                    break;
                }
            }
        }
        // C++14 (class.base.init) 6
        if let Some(span) = delegation.filter(|_| self.pending_exprs.len() > mark + 1) {
            let message = "a constructor that calls a different one can't have other initializers";
            self.error_at(self.rules.grammar_declaration, span, message);
        }
        Ok(self.expr_list(mark))
    }

    /// `member(value)`
    fn member_initializer(
        &mut self,
        structure: Option<Symbol>,
        delegation: &mut Option<Span>,
    ) -> Outcome<ExprId> {
        let start = self.span();
        let name = self.qualified_name()?;
        let span = self.since(start);
        let QualifiedName { path, name: symbol, arguments, .. } = self.ast[name];
        // A base may have the name, too: `struct S : N::S`, `struct S<2> : S<1>`.
        let is_own = Some(symbol) == structure && path.is_empty() && arguments.is_none();
        *delegation = delegation.or(is_own.then_some(span));
        let member = if is_own {
            let this = self.leaf(Expr::This, span);
            self.expr(Expr::Unary(UnaryOperator::Dereference, this), span)?
        } else {
            self.expr(Expr::Name(name), span)?
        };
        let (value, is_parenthesised) = self.initializer()?;
        let Some(value) = value.filter(|_| self.kind() != TokenKind::Equal) else {
            return Err(self.error(self.rules.grammar_token, "expected the value of a member in parentheses"));
        };
        if is_parenthesised {
            self.ast.parenthesised_lists.insert(value);
        }
        let span = span.to(self.span_of(value));
        self.expr(Expr::Assign(None, member, value), span)
    }

    /// Skips to the body of a constructor whose initializers can't be read: its brace is after a parenthesis or brace. Returns false if there is none.
    fn skips_to_body(&mut self) -> bool {
        let (mut at, mut depth) = (self.at, 0_u32);
        loop {
            shader_source::steps::take(1);
            let Some(token) = self.tokens.get(at) else { return false };
            let before = at.checked_sub(1).map(|before| self.tokens[before].kind);
            match token.kind {
                TokenKind::EndOfText => return false,
                TokenKind::LeftBrace
                    if depth == 0
                        && matches!(before, Some(TokenKind::RightParen | TokenKind::RightBrace)) =>
                {
                    self.at = at;
                    return true;
                }
                TokenKind::LeftParen | TokenKind::LeftBrace => depth += 1,
                TokenKind::Semicolon | TokenKind::RightParen | TokenKind::RightBrace if depth == 0 => {
                    return false;
                }
                TokenKind::RightParen | TokenKind::RightBrace => depth -= 1,
                _ => {}
            }
            at += 1;
        }
    }
}
