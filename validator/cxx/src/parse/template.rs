//! Templates: their parameters, and the declarations that ask for an instance of one. C++14 (temp)

use super::declaration::{FunctionHead, WordsBefore};
use super::declarator::Declarator;
use super::kinds::NameKind;
use super::specifiers::Specifiers;
use super::{Abandoned, Outcome, Parser, append};
use crate::ast::{
    Access, DeclKind, Function, FunctionId, List, TemplateParameter, TemplateParameterKind, TypeSyntax,
    TypeSyntaxId,
};
use crate::lex::TokenKind;
use crate::names::Symbol;
use shader_source::Span;

/// The words before an explicit instantiation: not `inline` or `constexpr`, which its template says. C++14 (temp.explicit) 2
const INSTANCE_WORDS: [TokenKind; 3] = [TokenKind::Extern, TokenKind::Static, TokenKind::Entry];

impl Parser {
    /// `template <…>` and the declaration after it.
    pub(super) fn template(&mut self) -> Outcome<DeclKind> {
        self.at += 1;
        if self.kind() != TokenKind::Less {
            return self.explicit_instance();
        }
        let scope = self.kinds.open();
        let outer = self.parameter_names.len();
        let is_specialisation = self.ahead(1) == TokenKind::Greater;
        let declared =
            self.template_parameters().and_then(|parameters| match self.kind() {
                TokenKind::Using => self.using(parameters),
                TokenKind::Template => Err(self
                    .error(self.rules.unsupported_template, crate::unsupported::NESTED_TEMPLATE.message())),
                _ => {
                    self.misspelt_declaration();
                    self.is_template_next = true;
                    self.simple_declaration(parameters)
                }
            });
        self.is_template_next = false;
        self.parameter_names.truncate(outer);
        self.kinds.close(scope);
        // The name of the template is in the scope around its parameters.
        let declared = declared?;
        match declared {
            DeclKind::Function(id) => {
                // A member that is defined outside of its class, such as a constructor, leaves the name what it is here.
                if self.ast[id].path.is_empty() {
                    self.kinds.declare(self.ast[id].name, NameKind::FunctionTemplate);
                }
                if is_specialisation {
                    self.ast.functions[id.index()].specialisation.get_or_insert(List::EMPTY);
                }
            }
            DeclKind::Structure(id) => {
                if let Some(name) = self.ast[id].name {
                    self.kinds.declare(name, NameKind::TypeTemplate);
                }
            }
            DeclKind::Alias(id) => self.kinds.declare(self.ast[id].name, NameKind::TypeTemplate),
            // Where a function takes arguments of a template, so does a variable.
            DeclKind::VariableTemplate(id) => {
                let variable = self.ast[id].variable;
                let is_member = self.ast.member_paths.contains_key(&variable);
                if let Some(name) = self.ast[variable].name.filter(|_| !is_member) {
                    self.kinds.declare(name, NameKind::FunctionTemplate);
                }
            }
            DeclKind::Variables(list) if is_specialisation => {
                let members = self.ast[list].to_vec();
                self.ast.specialised_members.extend(members);
            }
            _ => {}
        }
        Ok(declared)
    }

    /// `template int f<int>(int);`, `template struct S<int>;`
    pub(super) fn explicit_instance(&mut self) -> Outcome<DeclKind> {
        if matches!(self.kind(), TokenKind::Struct | TokenKind::Class | TokenKind::Union) {
            self.at += 1;
            let ty = self.simple_type()?;
            self.expect(TokenKind::Semicolon)?;
            return Ok(DeclKind::StructureInstance(ty));
        }
        let first_expr = self.ast.exprs.len() as u32;
        let specifiers = self.specifiers()?;
        self.allow_only(&specifiers, &INSTANCE_WORDS, "an explicit instantiation");
        let declarator = self.declarator_of_any_scope(specifiers.ty)?;
        let head = FunctionHead {
            template: List::EMPTY,
            first_expr,
            is_conversion: false,
            is_member: false,
            words: WordsBefore::default(),
        };
        let id = if self.kind() == TokenKind::LeftParen {
            self.function(&specifiers, declarator, head)?
        } else if declarator.arguments.is_some() && self.kind() == TokenKind::Semicolon {
            self.instance_of_type(&specifiers, declarator, head)?
        } else {
            return Err(self.error(
                self.rules.grammar_declaration,
                "expected a function or structure template to instantiate",
            ));
        };
        let Function { name, ref mut specialisation, .. } = self.ast.functions[id.index()];
        specialisation.get_or_insert(List::EMPTY);
        self.kinds.declare(name, NameKind::FunctionTemplate);
        Ok(DeclKind::Instance(id))
    }

    /// `kernel F f<int>;`, where `F` is the type of the function.
    pub(super) fn instance_of_type(
        &mut self,
        specifiers: &Specifiers,
        declarator: Declarator,
        FunctionHead { template, first_expr, is_conversion, is_member: _, words }: FunctionHead,
    ) -> Outcome<FunctionId> {
        self.expect(TokenKind::Semicolon)?;
        let Declarator { ty, name: Some(name), name_span, attributes, arguments, path, .. } = declarator
        else {
            return Err(Abandoned);
        };
        let attributes = [specifiers.attributes.as_slice(), &attributes].concat();
        let attributes = self.attribute_column(&attributes);
        let id = FunctionId::from_index(self.ast.functions.len());
        self.ast.functions.push(Function {
            entry: specifiers.entry,
            template,
            specialisation: arguments,
            path: append(&mut self.ast.path_parts, &path),
            attributes,
            result: Some(ty),
            name,
            name_span,
            parameters: List::EMPTY,
            is_const: false,
            space: None,
            reference: None,
            is_variadic: false,
            is_conversion,
            is_explicit: words.is_explicit,
            access: Access::Public,
            implicit: None,
            is_static: false,
            is_constexpr: false,
            is_without_object: false,
            has_function_type: true,
            has_trailing_result: false,
            initializers: List::EMPTY,
            body: None,
            first_expr,
            end_expr: self.ast.exprs.len() as u32,
        });
        Ok(id)
    }

    pub(super) fn template_parameters(&mut self) -> Outcome<List<TemplateParameter>> {
        self.expect(TokenKind::Less)?;
        let outside = core::mem::replace(&mut self.is_in_arguments, true);
        let parameters = self.template_parameter_list();
        self.is_in_arguments = outside;
        let parameters = parameters?;
        self.expect(TokenKind::Greater)?;
        Ok(append(&mut self.ast.template_parameters, &parameters))
    }

    pub(super) fn template_parameter_list(&mut self) -> Outcome<Vec<TemplateParameter>> {
        let mut parameters: Vec<TemplateParameter> = Vec::new();
        while self.kind() != TokenKind::Greater {
            self.check_parameter_again(&parameters);
            parameters.push(self.template_parameter()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
            if self.kind() == TokenKind::Greater {
                // The program means the parameters before it.
                let message = format!("expected a template parameter, found {}", self.found());
                self.error(self.rules.grammar_token, message);
            }
        }
        self.check_parameter_again(&parameters);
        Ok(parameters)
    }

    fn template_parameter(&mut self) -> Outcome<TemplateParameter> {
        if self.kind() == TokenKind::Template {
            return self.template_of_templates();
        }
        if self.ahead(1) == TokenKind::Identifier {
            self.misspelt_as(&["class", "typename"]);
        }
        // `typename S<T>::type N` is a value of a type with a longer name.
        let is_value = self.kind() == TokenKind::Typename
            && matches!(self.ahead(2), TokenKind::Less | TokenKind::ColonColon);
        if matches!(self.kind(), TokenKind::Typename | TokenKind::Class) && !is_value {
            self.type_parameter()
        } else {
            self.value_parameter()
        }
    }

    /// `typename T = int` in the parameters of a template.
    fn type_parameter(&mut self) -> Outcome<TemplateParameter> {
        let start = self.span();
        self.at += 1;
        let is_pack = self.accept(TokenKind::Ellipsis);
        let named = if self.kind() == TokenKind::Identifier { Some(self.expect_name()?) } else { None };
        let default = if self.accept(TokenKind::Equal) { Some(self.type_id()?) } else { None };
        if let Some((name, _)) = named {
            self.kinds.declare(name, NameKind::Type);
            self.add_parameter(name, is_pack);
        }
        Ok(TemplateParameter {
            name: named.map(|(name, _)| name),
            name_span: named.map_or(start, |(_, span)| span),
            kind: TemplateParameterKind::Type(default),
            is_pack,
        })
    }

    /// `int N = 1` or a function in the parameters of a template.
    fn value_parameter(&mut self) -> Outcome<TemplateParameter> {
        let start = self.span();
        let is_structure = matches!(self.kind(), TokenKind::Struct | TokenKind::Union);
        let specifiers = self.specifiers()?;
        self.allow_only(&specifiers, &[], "a template parameter");
        if self.is_function_parameter() {
            return self.function_parameter(specifiers.ty);
        }
        let mut ty = specifiers.ty;
        if matches!(self.ast[ty], TypeSyntax::Auto) {
            let message = "a template parameter must have a type: `auto` begins with C++17, Metal is C++14";
            self.error_at(self.rules.grammar_type, start, message);
            // The template is known, so that its uses are not reported.
            ty = self.ty(TypeSyntax::Error, start)?;
        }
        let found = self.declarator(ty)?;
        // C++14 (temp.param) 4
        if is_structure && found.ty == specifiers.ty {
            let message = "a template parameter can't be an object of a structure type";
            return Err(self.error_at(self.rules.grammar_type, start, message));
        }
        // The type of a function means a pointer to it. C++14 (temp.param) 8
        if let Some(name) = found.name.filter(|_| self.kind() == TokenKind::LeftParen) {
            return self.function_named(found.ty, (name, found.name_span));
        }
        let default = if self.accept(TokenKind::Equal) { Some(self.conditional_expression()?) } else { None };
        if let Some(name) = found.name {
            self.kinds.declare(name, NameKind::Value);
            self.add_parameter(name, found.is_pack);
        }
        Ok(TemplateParameter {
            name: found.name,
            name_span: found.name_span,
            kind: TemplateParameterKind::Value(found.ty, default),
            is_pack: found.is_pack,
        })
    }

    fn add_parameter(&mut self, name: Symbol, is_pack: bool) {
        self.parameter_names.push(name);
        if is_pack {
            self.pack_names.insert(name);
            self.packs.insert(name);
        } else {
            self.pack_names.remove(&name);
            // A template before this one had a pack with this name.
            self.packs.remove(&name);
        }
    }

    /// Reports the last parameter if one before it has its name.
    fn check_parameter_again(&mut self, parameters: &[TemplateParameter]) {
        let Some((last, before)) = parameters.split_last() else { return };
        if let Some(name) = last.name
            && before.iter().any(|other| other.name == Some(name))
        {
            let message = format!("duplicate parameter `{}`", self.names.text(name));
            self.error_at(self.rules.name_redefinition, last.name_span, message);
        }
    }

    /// `template <typename> class C = S` in the parameters of a template.
    pub(super) fn template_of_templates(&mut self) -> Outcome<TemplateParameter> {
        self.at += 1;
        let start = self.span();
        let (scope, outer) = (self.kinds.open(), self.parameter_names.len());
        let own = self.nested(Self::template_parameters);
        self.parameter_names.truncate(outer);
        self.kinds.close(scope);
        let own = own?;
        if own.is_empty() {
            let message = "a template that is a parameter must have parameters";
            self.error_at(self.rules.grammar_token, start, message);
        }
        if !self.accept(TokenKind::Class) {
            self.expect(TokenKind::Typename)?;
        }
        if self.kind() == TokenKind::Ellipsis {
            let message = crate::unsupported::PACK_OF_TEMPLATES.message();
            return Err(self.error(self.rules.unsupported_template, message));
        }
        let named = if self.kind() == TokenKind::Identifier { Some(self.expect_name()?) } else { None };
        let default = if self.accept(TokenKind::Equal) { Some(self.type_id()?) } else { None };
        if let Some((name, _)) = named {
            self.kinds.declare(name, NameKind::TypeTemplate);
            self.add_parameter(name, false);
        }
        Ok(TemplateParameter {
            name: named.map(|(name, _)| name),
            name_span: named.map_or(start, |(_, span)| span),
            kind: TemplateParameterKind::Template(own, default),
            is_pack: false,
        })
    }

    /// Returns true if `(*f)(` is here, in the parameters of a template.
    pub(super) fn is_function_parameter(&self) -> bool {
        self.kind() == TokenKind::LeftParen
            && matches!(self.ahead(1), TokenKind::Star | TokenKind::And)
            && self.ahead(2) == TokenKind::Identifier
            && self.ahead(3) == TokenKind::RightParen
            && self.ahead(4) == TokenKind::LeftParen
    }

    /// The rest of `void (*f)(int)` after the type of the result.
    pub(super) fn function_parameter(&mut self, result: TypeSyntaxId) -> Outcome<TemplateParameter> {
        self.at += 2;
        let (name, name_span) = self.expect_name()?;
        self.expect(TokenKind::RightParen)?;
        self.function_named(result, (name, name_span))
    }

    /// The parameters of a function that is the parameter of a template, after its name.
    fn function_named(
        &mut self,
        result: TypeSyntaxId,
        (name, name_span): (Symbol, Span),
    ) -> Outcome<TemplateParameter> {
        let parameters = self.outside_arguments(Self::parameters)?;
        self.kinds.declare(name, NameKind::Value);
        Ok(TemplateParameter {
            name: Some(name),
            name_span,
            kind: TemplateParameterKind::Function(result, parameters),
            is_pack: false,
        })
    }
}
