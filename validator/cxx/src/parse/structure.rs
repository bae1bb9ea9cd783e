//! Structures, classes and unions. C++14 (class)

use super::base::default_access;
use super::declaration::{FunctionHead, WordsBefore};
use super::declarator::Declarator;
use super::kinds::NameKind;
use super::specifiers::Specifiers;
use super::variable::VARIABLE_WORDS;
use super::{Abandoned, Outcome, Parser, append};
use crate::ast::{
    Access, DeclId, DeclKind, Friend, FunctionId, List, Member, PathPart, Structure, StructureId,
    StructureKind, TemplateParameter, TypeSyntax,
};
use crate::dialect::Feature;
use crate::lex::TokenKind;
use crate::names::Symbol;

/// The contents of a structure.
#[derive(Default)]
struct Body {
    members: Vec<Member>,
    decls: Vec<DeclId>,
    functions: Vec<FunctionId>,
    friends: Vec<Friend>,
    /// The access of what comes next.
    access: Access,
}

impl Parser {
    /// `struct S { … }`, or `struct S` where it is only named.
    pub(super) fn structure(&mut self) -> Outcome<DeclKind> {
        let start = self.span();
        let features = self.ast.host_features.len();
        let kind = match self.take().kind {
            TokenKind::Class => StructureKind::Class,
            TokenKind::Union => StructureKind::Union,
            _ => StructureKind::Struct,
        };
        let mut attributes = Vec::new();
        let mut alignment = self.attributes_and_alignment(&mut attributes)?;
        if self.accept(TokenKind::Alignas) {
            alignment = Some(self.alignment()?);
        }
        self.restriction_of_object()?;
        let path = self.path_of_member()?;
        let named = if self.kind() == TokenKind::Identifier { Some(self.expect_name()?) } else { None };
        // The name of a template that is specialised stays the name of a template.
        let specialisation = if named.is_some() && self.kind() == TokenKind::Less {
            let arguments = self.template_arguments()?;
            for at in 0..self.ast[arguments].len() {
                self.check_pack_is_expanded(self.ast[arguments][at]);
            }
            Some(arguments)
        } else {
            None
        };
        let is_template = core::mem::take(&mut self.is_template_next);
        if named.is_none() && self.kind() != TokenKind::LeftBrace {
            let message = format!("expected the name or the members of a structure, found {}", self.found());
            return Err(self.error(self.rules.grammar_token, message));
        }
        if let Some((name, span)) = named.filter(|_| path.is_empty()) {
            self.check_shadowed_parameter(name, span);
        }
        if let Some((name, _)) = named
            && specialisation.is_none()
            && path.is_empty()
            && !self.is_hidden_by_value(name)
        {
            self.kinds.declare(name, if is_template { NameKind::TypeTemplate } else { NameKind::Type });
        }
        let name = named.map(|(name, _)| name);
        let is_final = named.is_some() && self.is_final();
        self.at += usize::from(is_final);
        let bases = self.bases(kind)?;
        let is_defined = self.kind() == TokenKind::LeftBrace || !bases.is_empty();
        let body = if is_defined { self.structure_body(kind, name, bases)? } else { Body::default() };
        // Attributes of Clang after the braces belong to the structure.
        if is_defined && self.is_clang_attribute() {
            alignment = self.attributes_and_alignment(&mut Vec::new())?.or(alignment);
        }
        let attributes = self.attribute_column(&attributes);
        let id = StructureId::from_index(self.ast.structures.len());
        let members = append(&mut self.ast.members, &body.members);
        let functions = append(&mut self.ast.function_lists, &body.functions);
        let friends = append(&mut self.ast.friends, &body.friends);
        let decls = self.decl_list(&body.decls);
        self.ast.structures.push(Structure {
            kind,
            template: List::EMPTY,
            specialisation,
            name,
            name_span: named.map_or(start, |(_, span)| span),
            attributes,
            members,
            decls,
            functions,
            friends,
            is_defined,
            is_final,
            alignment,
        });
        let mut noted = self.ast.host_features[features..].iter();
        if let Some((_, span)) = noted.find(|(feature, _)| *feature == Feature::Virtual) {
            self.ast.virtual_structures.insert(id, *span);
        }
        if !path.is_empty() {
            let path = append(&mut self.ast.path_parts, &path);
            self.ast.structure_paths.insert(id, path);
        }
        Ok(DeclKind::Structure(id))
    }

    /// Returns true if `struct S a;` names a structure that a function or variable hides.
    fn is_hidden_by_value(&mut self, name: Symbol) -> bool {
        let is_declared =
            matches!(self.kind(), TokenKind::LeftBrace | TokenKind::Colon | TokenKind::Semicolon);
        !is_declared && self.kinds.of(name, &self.names) == NameKind::Value
    }

    fn structure_body(
        &mut self,
        kind: StructureKind,
        name: Option<Symbol>,
        bases: Vec<Member>,
    ) -> Outcome<Body> {
        self.expect(TokenKind::LeftBrace)?;
        let mut body = Body { access: default_access(kind), ..Body::default() };
        let (scope, around) = (self.kinds.open(), self.classes.len());
        for base in &bases {
            self.declare_inherited(base);
        }
        body.members = bases;
        self.classes.extend(name);
        self.declare_later_templates(name);
        let mut is_closed = true;
        while !matches!(self.kind(), TokenKind::RightBrace | TokenKind::EndOfText) {
            if self.is_structure_unclosed(&body.functions) {
                is_closed = false;
                break;
            }
            let (at, functions, decls) = (self.at, body.functions.len(), body.decls.len());
            let read = self.nested(|parser| parser.structure_item(name, &mut body));
            for decl in &body.decls[decls..] {
                self.ast.decls[decl.index()].access = body.access;
            }
            for function in &body.functions[functions..] {
                self.ast.functions[function.index()].access = body.access;
            }
            if read.is_err() {
                self.is_in_arguments = false;
                self.recover_from(at);
                if self.at == at {
                    self.at += 1;
                }
                let member = self.unread_member(at)?;
                body.members.push(member);
            }
        }
        self.classes.truncate(around);
        self.kinds.close_structure(scope, name);
        if is_closed {
            self.expect(TokenKind::RightBrace)?;
        }
        Ok(body)
    }

    /// A member without a name whose type is not known, for an item that could not be read: the size of the structure is unknown then.
    fn unread_member(&mut self, start: usize) -> Outcome<Member> {
        let name_span = self.tokens[start].span;
        Ok(Member {
            ty: self.ty(TypeSyntax::Error, name_span)?,
            name: None,
            name_span,
            attributes: List::EMPTY,
            alignment: None,
            initializer: None,
            width: None,
            access: Access::Public,
            base: None,
            is_mutable: false,
        })
    }

    /// Declares the function templates of the body that begins here: functions before them may call them, and whether `<` begins arguments
    /// depends on their names. C++14 (basic.scope.class)
    fn declare_later_templates(&mut self, structure: Option<Symbol>) {
        let (mut at, mut depth) = (self.at, 0_u32);
        while let Some(token) = self.tokens.get(at) {
            shader_source::steps::take(1);
            match token.kind {
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace if depth == 0 => return,
                TokenKind::RightBrace => depth -= 1,
                TokenKind::EndOfText => return,
                TokenKind::Template if depth == 0 => {
                    // A constructor has the name of the structure, which stays a type.
                    let name = self.function_of_template(at + 1);
                    if let Some(name) = name.filter(|_| name != structure) {
                        self.kinds.declare(name, NameKind::FunctionTemplate);
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The name of the function whose template parameters begin at a `<`: the last name before its parameters.
    fn function_of_template(&self, start: usize) -> Option<Symbol> {
        let after = self.after_arguments(start)?;
        let head = self.tokens[after..].iter();
        let end = head.take_while(|token| {
            !matches!(
                token.kind,
                TokenKind::LeftParen
                    | TokenKind::Semicolon
                    | TokenKind::LeftBrace
                    | TokenKind::RightBrace
                    | TokenKind::Equal
                    | TokenKind::EndOfText
            )
        });
        let last = end.last().filter(|token| token.kind == TokenKind::Identifier)?;
        last.symbol
    }

    /// A member, a function, a type, or `public:`.
    fn structure_item(&mut self, structure: Option<Symbol>, body: &mut Body) -> Outcome<()> {
        let start = self.at;
        self.misspelt_member(structure);
        match self.kind() {
            TokenKind::Public | TokenKind::Private | TokenKind::Protected => {
                body.access = self.access();
                self.expect(TokenKind::Colon)?;
            }
            TokenKind::Semicolon => self.at += 1,
            TokenKind::Using | TokenKind::StaticAssert => {
                let decl = self.declaration()?;
                body.decls.push(decl);
            }
            TokenKind::Tilde | TokenKind::Virtual | TokenKind::Inline if self.is_host_destructor() => {
                let destructor = self.host_destructor()?;
                body.functions.push(destructor);
            }
            TokenKind::Tilde => {
                return Err(self.error(
                    self.rules.unsupported_member_function,
                    crate::unsupported::DESTRUCTOR.message(),
                ));
            }
            TokenKind::Template => {
                self.at += 1;
                let (scope, outer) = (self.kinds.open(), self.parameter_names.len());
                let (first, decls) = (body.functions.len(), body.decls.len());
                let read = self.template_parameters().and_then(|parameters| {
                    if self.kind() == TokenKind::Using {
                        let start = self.span();
                        let kind = self.using(parameters)?;
                        let span = self.since(start);
                        body.decls.push(self.decl(kind, span));
                        return Ok(());
                    }
                    self.is_template_next = true;
                    self.member_declaration(structure, parameters, body)
                });
                self.is_template_next = false;
                self.parameter_names.truncate(outer);
                self.kinds.close(scope);
                read?;
                for function in body.functions[first..].iter().copied() {
                    // The name of a constructor stays the name of the structure.
                    if self.ast[function].result.is_none() {
                        continue;
                    }
                    self.kinds.declare(self.ast[function].name, NameKind::FunctionTemplate);
                }
                for decl in body.decls[decls..].iter().copied() {
                    self.declare_template(self.ast[decl].kind);
                }
            }
            _ => self.member_declaration(structure, List::EMPTY, body)?,
        }
        debug_assert!(start <= self.at, "items are read forwards");
        Ok(())
    }

    /// Declares the template of a member, in the scope around its parameters.
    fn declare_template(&mut self, kind: DeclKind) {
        let (name, kind) = match kind {
            DeclKind::VariableTemplate(id) => {
                (self.ast[self.ast[id].variable].name, NameKind::FunctionTemplate)
            }
            DeclKind::Structure(id) => (self.ast[id].name, NameKind::TypeTemplate),
            DeclKind::Alias(id) => (Some(self.ast[id].name), NameKind::TypeTemplate),
            _ => return,
        };
        if let Some(name) = name {
            self.kinds.declare(name, kind);
        }
    }

    /// Takes the words before a conversion or constructor, if one of them follows.
    fn words_before_function(&mut self, structure: Option<Symbol>) -> Outcome<WordsBefore> {
        let start = self.at;
        let (mut words, mut is_aligned) = (WordsBefore::default(), false);
        loop {
            if self.is_attribute() {
                is_aligned |= self.attributes_and_alignment(&mut Vec::new())?.is_some();
            } else if matches!(self.kind(), TokenKind::Explicit | TokenKind::Constexpr | TokenKind::Inline) {
                if words.is_explicit && self.kind() == TokenKind::Explicit {
                    self.error(self.rules.grammar_specifiers, "repeated `explicit`");
                }
                words.is_explicit |= self.kind() == TokenKind::Explicit;
                words.is_constexpr |= self.kind() == TokenKind::Constexpr;
                words.is_inline |= self.kind() == TokenKind::Inline;
                self.at += 1;
            } else if self.is_default_space() {
                self.at += 1;
            } else {
                break;
            }
        }
        if !self.is_conversion() && !self.is_constructor(structure) {
            self.at = start;
        } else if is_aligned {
            let message = "a function can't have an alignment";
            return Err(self.error_at(self.rules.unsupported_feature, self.tokens[start].span, message));
        }
        Ok(words)
    }

    /// Returns true if the address space is here that objects have anyway.
    pub(super) fn is_default_space(&self) -> bool {
        self.kind() == TokenKind::Space && self.space() == self.dialect.default_space
    }

    fn is_conversion(&self) -> bool {
        self.kind() == TokenKind::Operator && self.ahead(1) != TokenKind::LeftParen
    }

    fn is_constructor(&self, structure: Option<Symbol>) -> bool {
        if self.token().symbol.is_none_or(|symbol| Some(symbol) != structure) {
            return false;
        }
        // The name may have arguments: `S<T>()`. C++14 (temp.local)
        let after = match self.ahead(1) {
            TokenKind::Less => self.after_arguments(self.at + 1),
            _ => Some(self.at + 1),
        };
        after.and_then(|at| self.tokens.get(at)).is_some_and(|token| token.kind == TokenKind::LeftParen)
    }

    fn member_declaration(
        &mut self,
        structure: Option<Symbol>,
        template: List<TemplateParameter>,
        body: &mut Body,
    ) -> Outcome<()> {
        let start = self.span();
        let first_expr = self.ast.exprs.len() as u32;
        let words = self.words_before_function(structure)?;
        let head = FunctionHead { template, first_expr, is_conversion: false, is_member: true, words };
        if self.is_conversion() || self.is_constructor(structure) {
            return self.functions_without_type(structure, head, body);
        }
        if !self.begins_declaration() {
            let message = format!("expected a member, found {}", self.found());
            return Err(self.error(self.rules.grammar_declaration, message));
        }
        let specifiers = self.specifiers()?;
        // `typedef friend struct S;` declares a friend, where `typedef` is reported. C++14 (dcl.typedef) 1
        if specifiers.is_typedef && !specifiers.is_friend {
            let kind = self.typedef(&specifiers)?;
            let span = self.since(start);
            let decl = self.decl(kind, span);
            body.decls.push(decl);
            return Ok(());
        }
        if specifiers.is_friend {
            return self.friend(&specifiers, head, body);
        }
        if let Some(kind) = specifiers.definition {
            let span = self.since(start);
            // With a declarator after it, `struct S` only names the type. C++14 (basic.lookup.elab) 2
            let is_only_named = match kind {
                DeclKind::Structure(id) => !self.ast[id].is_defined && self.kind() != TokenKind::Semicolon,
                _ => false,
            };
            if !is_only_named {
                let decl = self.decl(kind, span);
                body.decls.push(decl);
            }
            if let DeclKind::Structure(id) = kind
                && !template.is_empty()
            {
                self.ast.structures[id.index()].template = template;
            } else {
                self.keep_type(kind);
            }
            let is_without_name = match kind {
                DeclKind::Structure(id) => self.ast[id].name.is_none(),
                _ => false,
            };
            if self.kind() == TokenKind::Semicolon {
                self.allow_on_type(&specifiers);
                self.at += 1;
                if is_without_name {
                    let name_span = span;
                    body.members.push(Member {
                        ty: specifiers.ty,
                        name: None,
                        name_span,
                        attributes: List::EMPTY,
                        alignment: None,
                        initializer: None,
                        width: None,
                        access: body.access,
                        base: None,
                        is_mutable: false,
                    });
                }
                return Ok(());
            }
        }
        let declarator = self.named_declarator(specifiers.ty)?;
        if self.kind() == TokenKind::LeftParen {
            if declarator.name.is_some() && declarator.name == structure {
                let message = "a constructor must not have a return type";
                return Err(self.error_at(self.rules.grammar_specifiers, declarator.name_span, message));
            }
            return self.member_functions(&specifiers, declarator, head, body);
        }
        if specifiers.static_span.is_some() {
            let specialisation = declarator.arguments;
            let is_template = !template.is_empty() || specialisation.is_some();
            let kind = if is_template { NameKind::FunctionTemplate } else { NameKind::Value };
            self.allow_only(&specifiers, &VARIABLE_WORDS, "a variable");
            let variables = self.variables_from(&specifiers, declarator, kind)?;
            let kind = self.variables_or_template(variables, template, specialisation)?;
            let span = self.since(start);
            body.decls.push(self.decl(kind, span));
            return Ok(());
        }
        self.members(&specifiers, declarator, body)
    }

    /// A member function with the functions and members that are declared with it: `int f(), g(int), a;`.
    fn member_functions(
        &mut self,
        specifiers: &Specifiers,
        first: Declarator,
        head: FunctionHead,
        body: &mut Body,
    ) -> Outcome<()> {
        let allowed = [TokenKind::Constexpr, TokenKind::Static, TokenKind::Inline];
        self.allow_only(specifiers, &allowed, "a member function");
        let mut declarator = first;
        loop {
            if self.is_qualified_member(&declarator) {
                self.qualified_member(&declarator);
                // The function is a member without the path, too.
                declarator.path.clear();
            }
            body.functions.push(self.function(specifiers, declarator, head)?);
            if self.last_kind() != TokenKind::Comma {
                return Ok(());
            }
            declarator = self.named_declarator(specifiers.ty)?;
            if self.kind() != TokenKind::LeftParen {
                return self.members(specifiers, declarator, body);
            }
        }
    }

    /// Constructors and conversion functions in one declaration: `S(), S(int);`. Nothing else can follow, because a type would have to come before it.
    fn functions_without_type(
        &mut self,
        structure: Option<Symbol>,
        head: FunctionHead,
        body: &mut Body,
    ) -> Outcome<()> {
        loop {
            body.functions.push(if self.is_conversion() {
                self.conversion(head, Vec::new())?
            } else if self.is_constructor(structure) {
                self.constructor_function(head)?
            } else {
                let message = format!("expected a constructor after `,`, found {}", self.found());
                return Err(self.error(self.rules.grammar_declaration, message));
            });
            if self.last_kind() != TokenKind::Comma {
                return Ok(());
            }
        }
    }

    /// A friend after its specifiers: a type, or a function, whose name is a name of the namespace around.
    fn friend(&mut self, specifiers: &Specifiers, head: FunctionHead, body: &mut Body) -> Outcome<()> {
        if self.accept(TokenKind::Semicolon) {
            self.allow_only(specifiers, &[TokenKind::Friend], "a friend");
            body.friends.push(Friend::Type(specifiers.ty));
            return Ok(());
        }
        let allowed = [TokenKind::Friend, TokenKind::Constexpr, TokenKind::Inline];
        self.allow_only(specifiers, &allowed, "a friend");
        let declarator = self.declarator_of_any_scope(specifiers.ty)?;
        if self.kind() != TokenKind::LeftParen {
            let message = format!("expected a function or type after `friend`, found {}", self.found());
            return Err(self.error(self.rules.grammar_declaration, message));
        }
        if let Some(name) = declarator.name.filter(|_| declarator.path.is_empty()) {
            let is_template = !head.template.is_empty();
            let kind = if is_template { NameKind::FunctionTemplate } else { NameKind::Value };
            self.kinds.declare_friend(name, kind);
        }
        body.friends.push(Friend::Function(self.function(specifiers, declarator, head)?));
        Ok(())
    }

    /// Types of a structure are named through it, after its end.
    fn keep_type(&mut self, kind: DeclKind) {
        let name = match kind {
            DeclKind::Structure(id) => self.ast[id].name,
            DeclKind::Enumeration(id) => self.ast[id].name,
            _ => None,
        };
        if let Some(name) = name {
            self.kinds.declare_everywhere(name, NameKind::Type);
        }
    }

    fn members(&mut self, specifiers: &Specifiers, first: Declarator, body: &mut Body) -> Outcome<()> {
        self.allow_only(specifiers, &[TokenKind::Mutable], "a member");
        let mut declarator = first;
        loop {
            let width =
                if self.accept(TokenKind::Colon) { Some(self.conditional_expression()?) } else { None };
            let (initializer, _) = self.initializer()?;
            let attributes = [specifiers.attributes.as_slice(), &declarator.attributes].concat();
            self.check_no_pack(&declarator);
            if self.is_qualified_member(&declarator) {
                return Err(self.qualified_member(&declarator));
            }
            if declarator.name.is_none() && width.is_none() {
                let message = format!("expected the name of a member, found {}", self.found());
                return Err(self.error(self.rules.grammar_token, message));
            }
            if let Some(name) = declarator.name {
                self.check_shadowed_parameter(name, declarator.name_span);
                // A member hides a type of the same name in the functions of the structure.
                if matches!(self.kinds.of(name, &self.names), NameKind::Type | NameKind::TypeTemplate) {
                    self.kinds.declare(name, NameKind::Value);
                }
            }
            let attributes = self.attribute_column(&attributes);
            body.members.push(Member {
                ty: declarator.ty,
                name: declarator.name,
                name_span: declarator.name_span,
                attributes,
                alignment: declarator.alignment.or(specifiers.alignment),
                initializer,
                width,
                access: body.access,
                base: None,
                is_mutable: specifiers.is_mutable,
            });
            if !self.accept(TokenKind::Comma) {
                break;
            }
            declarator = self.declarator(specifiers.ty)?;
            if self.kind() == TokenKind::LeftParen {
                return Err(self.function_after_variable(declarator.name_span));
            }
        }
        self.expect(TokenKind::Semicolon).map(|_| ())
    }

    /// Returns true if a path is before the name of a member. Microsoft's compiler accepts that.
    const fn is_qualified_member(&self, declarator: &Declarator) -> bool {
        !declarator.path.is_empty() && !self.dialect.has_host_code
    }

    /// Reports a path before the name of a member in its structure. C++14 (dcl.meaning) 1
    fn qualified_member(&mut self, declarator: &Declarator) -> Abandoned {
        let message = "a member must be declared without `::` in its structure";
        self.error_at(self.rules.grammar_declaration, declarator.name_span, message)
    }

    /// `operator T() { … }`
    pub(super) fn conversion(&mut self, head: FunctionHead, path: Vec<PathPart>) -> Outcome<FunctionId> {
        let start = self.take().span;
        // Its type is looked up in the structure first.
        let scope = self.kinds.open();
        if let Some(structure) = path.last() {
            self.kinds.enter_structure(structure.name);
        }
        let ty = if self.is_type() {
            self.type_id()
        } else {
            // An operator without a type of its result before it.
            let message = format!("expected a type, found {}", self.found());
            Err(self.error(self.rules.grammar_type, message))
        };
        self.kinds.close(scope);
        let ty = ty?;
        let name = self.names.intern("operator");
        let name_span = self.since(start);
        let declarator = Declarator {
            ty,
            name: Some(name),
            name_span,
            attributes: Vec::new(),
            alignment: None,
            arguments: None,
            path,
            is_pack: false,
        };
        let specifiers = self.no_specifiers(ty);
        self.function(&specifiers, declarator, FunctionHead { is_conversion: true, ..head })
    }

    /// `S(…) : member(…) { … }`
    pub(super) fn constructor_function(&mut self, head: FunctionHead) -> Outcome<FunctionId> {
        let path = self.path_of_member()?;
        let (name, name_span) = self.expect_name()?;
        if self.kind() == TokenKind::Less {
            self.template_arguments()?;
        }
        let ty = self.ty(TypeSyntax::Error, name_span)?;
        let declarator = Declarator {
            ty,
            name: Some(name),
            name_span,
            attributes: Vec::new(),
            alignment: None,
            arguments: None,
            path,
            is_pack: false,
        };
        let specifiers = self.no_specifiers(ty);
        // The name still means the type, or its template.
        let kind = self.kinds.of(name, &self.names);
        let function = self.function(&specifiers, declarator, head)?;
        self.kinds.declare(name, kind);
        Ok(function)
    }
}
