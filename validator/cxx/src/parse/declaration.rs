//! Declarations at program scope and in namespaces; variables and functions. C++14 (dcl.dcl)

use super::declarator::Declarator;
use super::kinds::NameKind;
use super::specifiers::Specifiers;
use super::variable::VARIABLE_WORDS;
use super::{Outcome, Parser, append};
use crate::ast::{
    DeclId, DeclKind, ExprId, FunctionId, List, Namespace, PathPart, StructureKind, TemplateArgument,
    TemplateParameter, TypeSyntax, TypeSyntaxId, VariableId, VariableTemplate, VariableTemplateId,
};
use crate::lex::{Token, TokenKind};
use crate::names::Symbol;
use shader_source::Span;
use shader_source::diagnostic::{Applicability, Diagnostic};

/// The words that functions outside of structures allow before their types.
pub(super) const FUNCTION_WORDS: [TokenKind; 5] =
    [TokenKind::Constexpr, TokenKind::Extern, TokenKind::Static, TokenKind::Inline, TokenKind::Entry];

impl Parser {
    /// A declaration. One that can't be read is skipped.
    pub(super) fn declaration_or_error(&mut self) -> DeclId {
        let start = self.span();
        let at = self.at;
        let read = self.nested(Self::declaration);
        // A body in an expression, which a lambda expression has, may have no end either.
        if core::mem::take(&mut self.is_unclosed) {
            self.unclosed = Some(self.at);
        }
        if let Ok(decl) = read {
            decl
        } else {
            self.pending_exprs.clear();
            self.pending_stmts.clear();
            self.is_in_arguments = false;
            self.recover_from(at);
            // A `}` at program scope ends nothing.
            if self.kind() == TokenKind::RightBrace && self.levels == 0 || self.at == at {
                self.at += usize::from(self.kind() != TokenKind::EndOfText);
            }
            let span = self.since(start);
            self.decl(DeclKind::Error, span)
        }
    }

    pub(super) fn declaration(&mut self) -> Outcome<DeclId> {
        let start = self.span();
        self.misspelt_declaration();
        let kind = match self.kind() {
            TokenKind::Semicolon => {
                self.at += 1;
                DeclKind::Empty
            }
            TokenKind::Namespace => self.namespace(false)?,
            TokenKind::Extern if self.ahead(1) == TokenKind::Text => self.linkage()?,
            TokenKind::Extern if self.ahead(1) == TokenKind::Template => self.extern_instance()?,
            TokenKind::Using => self.using(List::EMPTY)?,
            TokenKind::StaticAssert => self.static_assert()?,
            TokenKind::Template => self.template()?,
            TokenKind::Inline if self.ahead(1) == TokenKind::Namespace => {
                self.at += 1;
                self.namespace(true)?
            }
            TokenKind::Identifier if self.is_host_macro() => self.host_macro()?,
            _ if self.begins_declaration() => self.simple_declaration(List::EMPTY)?,
            _ => {
                let message = format!("expected a declaration, found {}", self.found());
                return Err(self.error(self.rules.grammar_declaration, message));
            }
        };
        let span = self.since(start);
        Ok(self.decl(kind, span))
    }

    /// Returns true if a function, a variable or a type may begin here; a name may denote an unknown type.
    pub(super) fn begins_declaration(&mut self) -> bool {
        match self.kind() {
            TokenKind::Entry
            | TokenKind::Typedef
            | TokenKind::Constexpr
            | TokenKind::Extern
            | TokenKind::Inline
            | TokenKind::Friend
            | TokenKind::Static
            | TokenKind::Explicit
            | TokenKind::Mutable
            | TokenKind::Register
            | TokenKind::ThreadLocal
            | TokenKind::Virtual
            | TokenKind::Alignas
            | TokenKind::Identifier
            | TokenKind::ColonColon => true,
            _ => self.is_attribute() || self.is_type(),
        }
    }

    /// `extern template int f<int>(int);`: the program has the instance elsewhere.
    fn extern_instance(&mut self) -> Outcome<DeclKind> {
        let start = self.take().span;
        self.at += 1;
        let instance = self.explicit_instance()?;
        let span = self.since(start);
        Ok(DeclKind::ExternInstance(self.decl(instance, span)))
    }

    fn static_assert(&mut self) -> Outcome<DeclKind> {
        self.at += 1;
        self.expect(TokenKind::LeftParen)?;
        let condition = self.conditional_expression()?;
        let text = if self.accept(TokenKind::Comma) { Some(self.text_of_assertion()?) } else { None };
        self.expect(TokenKind::RightParen)?;
        self.expect(TokenKind::Semicolon)?;
        Ok(DeclKind::StaticAssert(condition, text))
    }

    /// The message of a `static_assert`, which is a literal. C++14 (dcl.dcl)
    fn text_of_assertion(&mut self) -> Outcome<ExprId> {
        if self.kind() == TokenKind::Text {
            return self.conditional_expression();
        }
        let message = format!("expected a string literal, found {}", self.found());
        Err(self.error(self.rules.grammar_token, message))
    }

    /// A function, variables, a type, or a `typedef`.
    pub(super) fn simple_declaration(&mut self, template: List<TemplateParameter>) -> Outcome<DeclKind> {
        let first_expr = self.ast.exprs.len() as u32;
        let start = self.at;
        let words = self.words_outside();
        let is_conversion = self.is_conversion_outside();
        let head = FunctionHead { template, first_expr, is_conversion, is_member: false, words };
        if self.is_constructor_outside() {
            return self.constructor_function(head).map(DeclKind::Function);
        }
        if self.is_destructor_outside() {
            let message = crate::unsupported::DESTRUCTOR.message();
            return Err(self.error(self.rules.unsupported_member_function, message));
        }
        if is_conversion {
            let path = self.path_of_member()?;
            return self.conversion(head, path).map(DeclKind::Function);
        }
        self.at = start;
        self.misspelt_specifier();
        let specifiers = self.specifiers()?;
        if specifiers.is_typedef {
            return self.typedef(&specifiers);
        }
        if let Some(kind) = specifiers.definition.filter(|_| self.kind() == TokenKind::Semicolon) {
            self.allow_on_type(&specifiers);
            // C++14 (class.friend) 1
            if let Some(word) = specifiers.words.iter().find(|word| word.kind == TokenKind::Friend) {
                let message = "`friend` is only allowed in a structure";
                self.error_at(self.rules.grammar_specifiers, word.span, message);
            }
            self.check_structure_has_name(kind);
            self.check_union_has_name(kind);
            self.at += 1;
            if let DeclKind::Structure(id) = kind {
                self.ast.structures[id.index()].template = template;
            }
            return Ok(kind);
        }
        if let Some(kind) = specifiers.definition.filter(|_| self.begins_another_declaration()) {
            self.missing_semicolon_after(kind);
            return Ok(kind);
        }
        if let Some(kind) = specifiers.definition.filter(|kind| self.is_template_after(*kind, start)) {
            return Ok(self.template_with_declarator(kind, template));
        }
        let declarator = self.named_declarator(specifiers.ty)?;
        let is_function = specifiers.entry.is_some()
            || self.is_body_after_parentheses()
            || self.is_unknown_parameter(&specifiers);
        if self.kind() == TokenKind::LeftParen && (is_function || self.is_parameter_list()) {
            let head = FunctionHead {
                template,
                first_expr,
                is_conversion: false,
                is_member: false,
                words: WordsBefore::default(),
            };
            self.allow_only(&specifiers, &FUNCTION_WORDS, "a function");
            self.check_no_type_defined(&specifiers);
            self.check_specialisation_head(&declarator, start);
            let first = self.function(&specifiers, declarator, head)?;
            return self.more_functions(&specifiers, first, head);
        }
        if declarator.name.is_none() {
            return Err(
                self.error(self.rules.grammar_token, format!("expected a name, found {}", self.found()))
            );
        }
        let is_variable = matches!(self.kind(), TokenKind::Semicolon | TokenKind::Equal | TokenKind::Comma);
        if specifiers.entry.is_some() && !is_variable {
            self.expect(TokenKind::LeftParen)?;
        }
        let specialisation = declarator.arguments;
        let is_template = !template.is_empty() || specialisation.is_some();
        let kind = if is_template { NameKind::FunctionTemplate } else { NameKind::Value };
        let path = append(&mut self.ast.path_parts, &declarator.path);
        self.allow_only(&specifiers, &VARIABLE_WORDS, "a variable");
        self.check_specialisation_head(&declarator, start);
        let variables = match declarator.path.last() {
            None => self.variables_from(&specifiers, declarator, kind)?,
            Some(structure) => {
                let (scope, around) = (self.kinds.open(), self.classes.len());
                self.kinds.enter_structure(structure.name);
                self.classes.extend(declarator.path.iter().map(|part| part.name));
                let read = self.variables_from(&specifiers, declarator, kind);
                self.classes.truncate(around);
                self.kinds.close(scope);
                let variables = read?;
                if let Some(first) = self.ast[variables].first() {
                    self.ast.member_paths.insert(*first, path);
                }
                variables
            }
        };
        self.variables_or_template(variables, template, specialisation)
    }

    /// Returns true if an unknown name, or no type at all, begins the parameters of a function: a variable would have to be `constant` here.
    fn is_unknown_parameter(&mut self, specifiers: &Specifiers) -> bool {
        let is_constant = match self.ast[specifiers.ty] {
            TypeSyntax::Qualified(qualifiers, _) => qualifiers.space.is_some() || qualifiers.is_const,
            _ => false,
        };
        if is_constant || specifiers.is_constexpr || self.dialect.has_host_code {
            return false;
        }
        match self.ahead(1) {
            TokenKind::LeftBrace => true,
            TokenKind::Identifier => self
                .tokens
                .get(self.at + 1)
                .and_then(|token| token.symbol)
                .is_some_and(|name| self.kinds.of(name, &self.names) == NameKind::Unknown),
            _ => false,
        }
    }

    /// Reports a specialisation of a function or variable without `template <>`. C++14 (temp.expl.spec) 1
    fn check_specialisation_head(&mut self, declarator: &Declarator, start: usize) {
        let is_after_head = start > 0 && self.tokens[start - 1].kind == TokenKind::Greater;
        if declarator.arguments.is_some() && !is_after_head {
            let message = "a specialization must begin with `template <>`";
            self.error_at(self.rules.grammar_declaration, declarator.name_span, message);
        }
    }

    /// Returns true for the definition of a structure template, or of a specialisation of one.
    fn is_template_after(&self, kind: DeclKind, start: usize) -> bool {
        let is_after_head = start > 0 && self.tokens[start - 1].kind == TokenKind::Greater;
        is_after_head && matches!(kind, DeclKind::Structure(id) if self.ast[id].is_defined)
    }

    /// Reports a declarator after the definition of a structure template, which can't declare anything else, and skips it. C++14 (temp) 3
    fn template_with_declarator(&mut self, kind: DeclKind, template: List<TemplateParameter>) -> DeclKind {
        let message = "a structure template can't declare anything else: expected `;` after it";
        self.error(self.rules.grammar_declaration, message);
        while !matches!(self.kind(), TokenKind::Semicolon | TokenKind::RightBrace | TokenKind::EndOfText) {
            self.at += 1;
        }
        self.accept(TokenKind::Semicolon);
        if let DeclKind::Structure(id) = kind {
            self.ast.structures[id.index()].template = template;
        }
        kind
    }

    /// Reports `constexpr` and `explicit` in the declaration of a type alone. C++14 (dcl.constexpr) 1, (dcl.fct.spec) 6
    pub(super) fn allow_on_type(&mut self, specifiers: &Specifiers) {
        let is_wrong = |word: &&Token| matches!(word.kind, TokenKind::Constexpr | TokenKind::Explicit);
        if let Some(wrong) = specifiers.words.iter().find(is_wrong) {
            let message = format!("a type can't be {}", wrong.name(&self.names));
            self.error_at(self.rules.grammar_specifiers, wrong.span, message);
        }
    }

    /// Reports a structure without a name that nothing can use: its members belong to a structure around it only. C++14 (dcl.dcl) 3
    pub(super) fn check_structure_has_name(&mut self, kind: DeclKind) {
        if let DeclKind::Structure(id) = kind
            && self.ast[id].name.is_none()
            && self.ast[id].kind != StructureKind::Union
        {
            let message = "a structure outside of structures must have a name, or declare a variable";
            self.error_at(self.rules.grammar_declaration, self.ast[id].name_span, message);
        }
    }

    /// Reports a union without a name outside of functions. It would have to be `static` there, which needs a language with such variables. C++14
    /// (class.union) 6
    fn check_union_has_name(&mut self, kind: DeclKind) {
        if self.is_union_without_name(kind)
            && !self.dialect.has_host_code
            && let DeclKind::Structure(id) = kind
        {
            let message =
                "a union outside of functions and structures must have a name, or declare a variable";
            self.error_at(self.rules.grammar_declaration, self.ast[id].name_span, message);
        }
    }

    /// Reports a type that is defined where the result of a function is written. C++14 (dcl.fct) 9
    fn check_no_type_defined(&mut self, specifiers: &Specifiers) {
        let span = match specifiers.definition {
            Some(DeclKind::Structure(id)) if self.ast[id].is_defined => self.ast[id].name_span,
            Some(DeclKind::Enumeration(id)) if self.ast[id].is_defined => self.ast[id].name_span,
            _ => return,
        };
        let message = "a type must not be defined in the return type of a function";
        self.error_at(self.rules.grammar_declaration, span, message);
    }

    /// A function with the functions and variables that are declared with it: `int f(), g(int);`. They are a group, as those in `extern "C"` are.
    fn more_functions(
        &mut self,
        specifiers: &Specifiers,
        first: FunctionId,
        head: FunctionHead,
    ) -> Outcome<DeclKind> {
        if self.last_kind() != TokenKind::Comma {
            return Ok(DeclKind::Function(first));
        }
        let start = self.span();
        let mut decls = vec![self.decl(DeclKind::Function(first), start)];
        while self.last_kind() == TokenKind::Comma {
            let start = self.span();
            let declarator = self.named_declarator(specifiers.ty)?;
            let kind = if self.kind() == TokenKind::LeftParen && self.is_parameter_list() {
                DeclKind::Function(self.function(specifiers, declarator, head)?)
            } else {
                DeclKind::Variables(self.variables_from(specifiers, declarator, NameKind::Value)?)
            };
            let span = self.since(start);
            decls.push(self.decl(kind, span));
        }
        let decls = self.decl_list(&decls);
        Ok(self.namespace_of(Namespace {
            name: None,
            is_inline: false,
            is_linkage: true,
            is_of_c: false,
            decls,
        }))
    }

    /// Variables, or the template of one.
    pub(super) fn variables_or_template(
        &mut self,
        variables: List<VariableId>,
        template: List<TemplateParameter>,
        specialisation: Option<List<TemplateArgument>>,
    ) -> Outcome<DeclKind> {
        if template.is_empty() && specialisation.is_none() {
            return Ok(DeclKind::Variables(variables));
        }
        let &[variable] = &self.ast[variables] else {
            let message = "a template declares one variable";
            return Err(self.error(self.rules.grammar_declaration, message));
        };
        let id = VariableTemplateId::from_index(self.ast.variable_templates.len());
        self.ast.variable_templates.push(VariableTemplate { variable, template, specialisation });
        Ok(DeclKind::VariableTemplate(id))
    }

    /// Takes the words that may be before a member without a type, where it is defined outside of its structure.
    fn words_outside(&mut self) -> WordsBefore {
        let mut words = WordsBefore::default();
        loop {
            match self.kind() {
                TokenKind::Constexpr => words.is_constexpr = true,
                TokenKind::Inline => words.is_inline = true,
                _ if self.is_default_space() => {}
                _ => return words,
            }
            self.at += 1;
        }
    }

    /// Returns true if a constructor is defined here outside of its structure: `S::S(`, `S<T>::S(`.
    fn is_constructor_outside(&mut self) -> bool {
        let (structure, at) = self.last_of_name();
        structure.is_some()
            && self.tokens[at].symbol == structure
            && self.tokens.get(at + 1).is_some_and(|token| token.kind == TokenKind::LeftParen)
    }

    /// Returns true if a destructor is defined here outside of its structure: `S::~S(`.
    fn is_destructor_outside(&mut self) -> bool {
        let mut at = self.last_of_name().1;
        if self.kind_at(at) != Some(TokenKind::Identifier) {
            return false;
        }
        at += 1;
        if self.kind_at(at) == Some(TokenKind::Less) {
            let Some(after) = self.after_arguments(at) else { return false };
            at = after;
        }
        self.kind_at(at) == Some(TokenKind::ColonColon) && self.kind_at(at + 1) == Some(TokenKind::Tilde)
    }

    pub(super) fn kind_at(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Returns true if a conversion function is defined here outside of its structure: `S::operator int(`.
    fn is_conversion_outside(&mut self) -> bool {
        let (structure, at) = self.last_of_name();
        let is_operator = self.tokens[at].kind == TokenKind::Operator;
        structure.is_some() && is_operator && {
            let start = core::mem::replace(&mut self.at, at + 1);
            // The type may be one that the structure declares.
            let is_type = self.kind() == TokenKind::Identifier || self.is_type();
            self.at = start;
            is_type
        }
    }

    /// Returns true if a line begins here with a declaration, and not with the name of a variable.
    pub(super) fn begins_another_declaration(&mut self) -> bool {
        let is_name = matches!(self.kind(), TokenKind::Identifier | TokenKind::ColonColon);
        let is_word = matches!(
            self.kind(),
            TokenKind::Template | TokenKind::Namespace | TokenKind::Using | TokenKind::StaticAssert
        );
        if self.token().begins_line {
            return is_word || self.is_type() || !is_name && self.begins_declaration();
        }
        // No type has braces and one of these words.
        self.last_kind() == TokenKind::RightBrace
            && matches!(
                self.kind(),
                TokenKind::Entry
                    | TokenKind::Template
                    | TokenKind::Void
                    | TokenKind::Bool
                    | TokenKind::Char
                    | TokenKind::Short
                    | TokenKind::Int
                    | TokenKind::Long
                    | TokenKind::Half
                    | TokenKind::Float
                    | TokenKind::Unsigned
                    | TokenKind::Signed
                    | TokenKind::Struct
            )
    }

    /// Reports that `;` is missing after the braces of a type, which is all that is wrong.
    fn missing_semicolon_after(&mut self, kind: DeclKind) {
        let what = if matches!(kind, DeclKind::Structure(_)) { "structure" } else { "enumeration" };
        let end = self.last_span().hi;
        let message = format!("expected `;` after the {what}, found {}", self.found());
        let found = Diagnostic::error(self.rules.grammar_token, Span::new(end, end), message);
        self.report(found.suggest(
            "add a `;`",
            vec![(Span::new(end, end), ";".to_owned())],
            Applicability::Safe,
        ));
    }

    /// A declarator whose name may be an operator name.
    pub(super) fn named_declarator(&mut self, ty: TypeSyntaxId) -> Outcome<Declarator> {
        let mut found = self.declarator(ty)?;
        if found.name.is_none() && self.kind() == TokenKind::Operator {
            let start = self.span();
            found.name = Some(self.operator_name()?);
            found.name_span = self.since(start);
        }
        Ok(found)
    }

    /// A declarator whose name may begin with `::`, in a friend or an explicit instantiation: `friend int ::f();`. C++14 (dcl.meaning) 1
    pub(super) fn declarator_of_any_scope(&mut self, ty: TypeSyntaxId) -> Outcome<Declarator> {
        let global = (self.kind() == TokenKind::ColonColon).then(|| self.take().span);
        let mut declarator = self.named_declarator(ty)?;
        if let Some(span) = global {
            let name = self.names.intern("");
            declarator.path.insert(0, PathPart { name, span, arguments: None, operand: None });
        }
        Ok(declarator)
    }

    /// The name of an operator: `operator+`.
    pub(super) fn operator_name(&mut self) -> Outcome<Symbol> {
        self.expect(TokenKind::Operator)?;
        let token = self.take();
        let closing = match token.kind {
            TokenKind::LeftParen => Some(TokenKind::RightParen),
            TokenKind::LeftBracket => Some(TokenKind::RightBracket),
            kind if is_overloadable(kind) => None,
            TokenKind::Text => {
                self.has_literal_operators = true;
                let message = crate::unsupported::LITERAL_OPERATOR.message();
                return Err(self.error_at(self.rules.unsupported_feature, token.span, message));
            }
            _ => return Err(self.error_at(self.rules.grammar_token, token.span, "expected an operator")),
        };
        let mut spelling = format!("operator{}", token.kind.spelling().unwrap_or_default());
        // `->*` is one operator.
        if token.kind == TokenKind::Arrow && self.kind() == TokenKind::Star && self.span().lo == token.span.hi
        {
            self.at += 1;
            spelling.push('*');
        }
        if let Some(closing) = closing {
            self.expect(closing)?;
            spelling.push_str(closing.spelling().unwrap_or_default());
        }
        Ok(self.names.intern(&spelling))
    }

    /// Returns true if parentheses are here with a body after them: they hold parameters, also if these can't be read.
    fn is_body_after_parentheses(&self) -> bool {
        let after = (self.kind() == TokenKind::LeftParen).then(|| self.after_parentheses(self.at)).flatten();
        after.is_some_and(|at| self.tokens[self.after_restrictions(at)].kind == TokenKind::LeftBrace)
    }

    /// Returns true if the parentheses after a name hold parameters, not the arguments of a constructor.
    pub(super) fn is_parameter_list(&mut self) -> bool {
        let start = self.at;
        self.at += 1;
        let is_parameters = loop {
            shader_source::steps::take(1);
            match self.parameter_here() {
                Item::Parameter => break true,
                Item::Argument => break false,
                // `T(a)` could be both: the next one decides. C++14 (stmt.ambig) 3
                Item::Either(comma) => self.at = comma + 1,
            }
        };
        self.at = start;
        is_parameters
    }

    /// The kind of the parameter or argument that begins here.
    fn parameter_here(&mut self) -> Item {
        use TokenKind::{Comma, Ellipsis, Equal, LeftBracket, RightParen};
        if matches!(self.kind(), TokenKind::RightParen | TokenKind::Ellipsis | TokenKind::Static)
            || self.is_attribute()
            || self.is_unknown_type()
            || self.is_later_qualifier()
        {
            return Item::Parameter;
        }
        if !self.is_type() {
            return Item::Argument;
        }
        let is_name = matches!(self.kind(), TokenKind::Identifier | TokenKind::ColonColon);
        // A type of one word; with several, nothing but a parameter can be meant.
        let Some(after) = (if is_name { self.after_type_name() } else { Some(self.at + 1) }) else {
            return Item::Parameter;
        };
        if let Some(after_name) = self.name_in_parentheses(after) {
            let next = self.kind_at(after_name);
            if next == Some(Comma) {
                return Item::Either(after_name);
            }
            if matches!(next, Some(RightParen | Equal | LeftBracket | Ellipsis)) {
                return Item::Parameter;
            }
        }
        let kind = |at: usize| self.tokens.get(after + at).map(|token| token.kind);
        let is_called = matches!(kind(0), Some(TokenKind::LeftParen | TokenKind::LeftBrace));
        let is_address = matches!(kind(1), Some(TokenKind::Star | TokenKind::And));
        // `T (*)(int)` and `T (&)[3]` are types: no expression ends with `*` or `&`.
        let is_abstract = is_address && kind(2) == Some(TokenKind::RightParen);
        // `T (&a)[3]` could be an expression, and is a parameter. C++14 (dcl.ambig.res) 1
        let is_named = is_address
            && kind(2) == Some(TokenKind::Identifier)
            && kind(3) == Some(TokenKind::RightParen)
            && kind(4) == Some(TokenKind::LeftBracket);
        // What can be a parameter is one: `S s(T())` declares a function. C++14 (dcl.ambig.res) 1
        if !is_called || is_abstract || is_named || !is_address && self.is_type_operand() {
            Item::Parameter
        } else {
            Item::Argument
        }
    }
}

/// The kind of an item in the parentheses after the name of a declaration.
enum Item {
    Parameter,
    Argument,
    /// It could be both, and the token with this number is the comma after it.
    Either(usize),
}

/// The start of a function, before its parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct FunctionHead {
    pub(super) template: List<TemplateParameter>,
    pub(super) first_expr: u32,
    pub(super) is_conversion: bool,
    /// Whether it is in a structure.
    pub(super) is_member: bool,
    pub(super) words: WordsBefore,
}

/// The words before a constructor or conversion function.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct WordsBefore {
    pub(super) is_explicit: bool,
    pub(super) is_constexpr: bool,
    pub(super) is_inline: bool,
}

/// Returns true for an operator of one token that a program can define. C++14 (over.oper)
pub(super) fn is_overloadable(kind: TokenKind) -> bool {
    const OPERATORS: [&str; 36] = [
        "+", "-", "*", "/", "%", "^", "&", "|", "~", "!", "=", "<", ">", "+=", "-=", "*=", "/=", "%=", "^=",
        "&=", "|=", "<<", ">>", "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "++", "--", ",", "->",
        "->*",
    ];
    kind.spelling().is_some_and(|spelling| OPERATORS.contains(&spelling))
}
