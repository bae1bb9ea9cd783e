//! The arguments of templates as they are written. C++14 (temp.arg)

use super::Checker;
use super::name::Meaning;
use super::scope::{Entity, Found, NamespaceNumber};
use super::template::{Template, has_default};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, NamedFunctions, TypeId};
use cxx_validator::ast::{
    AliasId, Expr, ExprId, List, NameId, QualifiedName, StructureId, TemplateArgument, TemplateParameter,
    TemplateParameterKind, TypeSyntax, TypeSyntaxId, UnaryOperator,
};
use cxx_validator::names::Symbol;
use cxx_validator::packs::has_pack;
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// The arguments of a template, as types and numbers.
    pub(super) fn template_arguments(&mut self, list: List<TemplateArgument>) -> Vec<Argument> {
        self.ast[list].iter().copied().map(|argument| self.template_argument(argument)).collect()
    }

    pub(super) fn template_argument(&mut self, argument: TemplateArgument) -> Argument {
        match argument {
            TemplateArgument::Type(ty) => {
                if let Some(template) = self.template_as_argument(ty) {
                    return template;
                }
                Argument::Type(self.qualified_type_argument(ty))
            }
            TemplateArgument::Value(value) => {
                if let Some(functions) = self.functions_as_argument(value) {
                    return functions;
                }
                let number = self.constant_integer(value, rules::TEMPLATE_ARGUMENTS);
                let number = number.and_then(|number| i64::try_from(number).ok());
                number.map_or(Argument::Type(TypeId::ERROR), Argument::Number)
            }
        }
    }

    /// The functions that a name is, or a pointer to which is written: `&f`. Their call decides which one is meant.
    pub(super) fn functions_as_argument(&mut self, value: ExprId) -> Option<Argument> {
        let value =
            if let Expr::Unary(UnaryOperator::AddressOf, inner) = self.ast[value] { inner } else { value };
        let Expr::Name(name) = self.ast[value] else { return None };
        let functions = self.named_functions(name)?;
        if functions.explicit.as_ref().is_some_and(|explicit| self.are_unknown(explicit)) {
            return Some(Argument::Type(TypeId::ERROR));
        }
        Some(self.types.functions(functions))
    }

    /// The functions that a name denotes, with the template arguments after it.
    pub(super) fn named_functions(&mut self, id: NameId) -> Option<NamedFunctions> {
        if self.is_type_trait(id) {
            return None;
        }
        match self.meaning(id) {
            Meaning::Entity(Entity::Functions(functions)) => {
                let explicit = self.ast[id].arguments.map(|list| self.template_arguments(list));
                let name = self.text(self.ast[id].name).to_owned();
                Some(NamedFunctions { name, functions, explicit })
            }
            Meaning::Entity(Entity::FunctionArgument(known)) => {
                Some(self.types.named_functions(known).clone())
            }
            _ => None,
        }
    }

    /// The template of structures that a name without arguments is, outside of its own instances.
    pub(super) fn template_as_argument(&mut self, ty: TypeSyntaxId) -> Option<Argument> {
        let TypeSyntax::Name(name) = self.ast[ty] else { return None };
        if self.ast[name].arguments.is_some() {
            return None;
        }
        let template = match self.meaning(name) {
            Meaning::Entity(Entity::StructureTemplate(template)) => template,
            Meaning::Entity(Entity::AliasTemplate(alias, home)) => {
                return Some(self.alias_template_as_argument(alias, home, self.ast.type_span(ty)));
            }
            Meaning::Entity(Entity::UnknownTemplate(_)) => return Some(Argument::Type(TypeId::ERROR)),
            _ => return None,
        };
        if self.current_instance(template).is_some() {
            return None;
        }
        let own = self.ast[template].name.map_or("", |own| self.names.text(own));
        Some(self.types.template(template, own))
    }

    /// An alias template as an argument: `template <typename T> using A = S<T>` stands for `S`.
    fn alias_template_as_argument(&mut self, id: AliasId, home: NamespaceNumber, span: Span) -> Argument {
        let alias = self.ast[id];
        let parameters: Vec<Option<Symbol>> = self.ast[alias.template].iter().map(|it| it.name).collect();
        if let TypeSyntax::Name(target) = self.ast[alias.ty]
            && let Some(list) = self.ast[target].arguments
            && !has_pack(self.ast, alias.template)
        {
            let arguments = self.ast[list].to_vec();
            let arguments: Vec<Option<Symbol>> =
                arguments.into_iter().map(|argument| self.name_of_argument(argument)).collect();
            let present = self.scopes.go_to(home);
            let meaning = self.attempt(|checker| checker.meaning(target));
            self.scopes.go_to(present);
            if parameters == arguments
                && parameters.iter().all(Option::is_some)
                && let Some(Meaning::Entity(Entity::StructureTemplate(template))) = meaning
                && self.ast[template].template.range().len() == parameters.len()
            {
                let own = self.ast[template].name.map_or("", |own| self.names.text(own));
                return self.types.template(template, own);
            }
        }
        let message = cxx_validator::unsupported::ALIAS_TEMPLATE_ARGUMENT.message();
        self.report_once(Diagnostic::error(rules::UNSUPPORTED_TEMPLATE, span, message));
        Argument::Type(TypeId::ERROR)
    }

    /// The structure that a template makes of the arguments after its name. One that `is_only_named` need not be complete.
    pub(super) fn structure_from_template(
        &mut self,
        structure: StructureId,
        id: NameId,
        is_only_named: bool,
    ) -> TypeId {
        if self.ast[id].arguments.is_none()
            && let Some(ty) = self.current_instance(structure)
        {
            return ty;
        }
        let Some(list) = self.written_arguments(id) else { return TypeId::ERROR };
        let arguments = self.template_arguments(list);
        // `S<T>` in the template itself is its own structure, whatever `T` is. C++14 (temp.dep.type) 1
        if self.are_unknown(&arguments)
            && self.names_own_parameters(structure, list)
            && let Some(ty) = self.current_instance(structure)
            && self.declaration_of(ty) == Some(structure)
        {
            return ty;
        }
        if !self.are_unknown(&arguments) {
            // What is wrong with known arguments depends on no pack.
            self.templates.wrong_for_any.insert(self.ast[id].name_span);
        } else if self.has_number_for_type(structure, list) {
            return TypeId::ERROR;
        }
        self.is_only_named = is_only_named;
        self.structure_instance(structure, &arguments, self.ast[id].name_span)
    }

    /// Reports a value where a type is expected: it is wrong whatever its value is. C++14 (temp.arg) 1
    pub(super) fn has_number_for_type(
        &mut self,
        structure: StructureId,
        list: List<TemplateArgument>,
    ) -> bool {
        let parameters = self.ast[self.ast[structure].template].to_vec();
        // What is after an expanded pack is the argument of a parameter that is not known.
        let is_one = |argument: &&TemplateArgument| match argument {
            TemplateArgument::Type(ty) => !self.ast.pattern_types.contains(ty),
            TemplateArgument::Value(value) => !self.ast.patterns.contains(value),
        };
        let arguments = self.ast[list].iter().take_while(is_one);
        let wrong = arguments.zip(&parameters).position(|(argument, parameter)| {
            let TemplateArgument::Value(value) = *argument else { return false };
            !parameter.is_pack
                && matches!(parameter.kind, TemplateParameterKind::Type(_))
                && self.is_always_value(value)
        });
        let Some(index) = wrong else { return false };
        let TemplateArgument::Value(value) = self.ast[list][index] else { return false };
        self.templates.wrong_for_any.insert(self.span(value));
        self.wrong_kind_of_argument(index, parameters[index].kind, self.span(value));
        true
    }

    /// Returns true if an argument of a template is a value whatever its names are. A name may be a type that was not found.
    fn is_always_value(&self, value: ExprId) -> bool {
        match self.ast[value] {
            Expr::Name(name) => {
                let QualifiedName { path, name, .. } = self.ast[name];
                path.is_empty() && matches!(self.scopes.find(name), Found::Entity(Entity::Number(..)))
            }
            Expr::Literal(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..)
            | Expr::SizeOfType(_)
            | Expr::SizeOf(_)
            | Expr::AlignOf(_) => true,
            Expr::Paren(inner) => self.is_always_value(inner),
            Expr::Error
            | Expr::This
            | Expr::Lambda(_)
            | Expr::Call(..)
            | Expr::Construct(..)
            | Expr::Braces(_)
            | Expr::ConstructBraces(..)
            | Expr::Member(..)
            | Expr::Arrow(..)
            | Expr::Postfix(..)
            | Expr::Cast(..)
            | Expr::Index(..)
            | Expr::Assign(..) => false,
        }
    }

    /// Returns true if the arguments of a template are its own parameters in their order.
    fn names_own_parameters(&self, structure: StructureId, list: List<TemplateArgument>) -> bool {
        let (arguments, parameters) = (&self.ast[list], &self.ast[self.ast[structure].template]);
        arguments.len() == parameters.len()
            && arguments.iter().zip(parameters).all(|(argument, parameter)| {
                parameter.name.is_some() && self.name_of_argument(*argument) == parameter.name
            })
    }

    pub(super) fn alias_from_template(
        &mut self,
        alias: (AliasId, NamespaceNumber),
        id: NameId,
        is_only_named: bool,
    ) -> TypeId {
        let Some(list) = self.written_arguments(id) else { return TypeId::ERROR };
        let arguments = self.template_arguments(list);
        self.is_only_named = is_only_named;
        let has_failed = self.has_failed;
        let ty = self.alias_instance(alias, &arguments, self.ast[id].name_span);
        if self.has_failed && !has_failed && self.text(self.ast[id].name) == "enable_if_t" {
            self.note_requirement(list);
        }
        ty
    }

    /// The type that an alias template stands for with arguments.
    pub(super) fn alias_instance(
        &mut self,
        (id, home): (AliasId, NamespaceNumber),
        arguments: &[Argument],
        span: Span,
    ) -> TypeId {
        let is_only_named = core::mem::take(&mut self.is_only_named);
        if !self.has_template_work(span) {
            return TypeId::ERROR;
        }
        let Some(id) = self.alias_for(id, arguments.len(), span) else { return TypeId::ERROR };
        let alias = self.ast[id];
        // The defaults of its parameters are looked up there, too.
        self.templates.declare(Template::Alias(id), home);
        let Some(arguments) = self.all_arguments(Template::Alias(id), alias.template, arguments, span) else {
            return TypeId::ERROR;
        };
        // An alias that is checked for any argument needs no look into the aliases that it uses, which were checked like it.
        if self.are_unknown(&arguments) {
            return TypeId::ERROR;
        }
        self.with_arguments(home, alias.template, &arguments, |checker| {
            checker.is_only_named = is_only_named;
            let qualified = checker.qualified_type(alias.ty);
            checker.types.with_cv(qualified.ty, qualified.cv())
        })
    }

    /// Checks the arguments of a template that is a parameter of a template without instances. C++14 (temp.arg) 1
    pub(super) fn check_unknown_template(&mut self, id: NameId, parameters: List<TemplateParameter>) {
        let Some(list) = self.written_arguments(id) else { return };
        let arguments = self.template_arguments(list);
        let parameters = self.ast[parameters].to_vec();
        if parameters.iter().any(|it| it.is_pack) {
            return;
        }
        let span = self.ast[id].name_span;
        let given = parameters.len().min(arguments.len());
        if arguments.len() > given || parameters.iter().skip(given).any(|it| !has_default(it)) {
            self.wrong_argument_count(parameters.len(), arguments.len(), span);
        } else {
            self.are_arguments_for(&arguments, &parameters, span);
        }
    }

    /// The list of arguments after the name of a template. One that is missing is reported: C++14 deduces the arguments of functions only.
    fn written_arguments(&mut self, id: NameId) -> Option<List<TemplateArgument>> {
        let name = self.ast[id];
        if name.arguments.is_none() {
            let text = self.text(name.name);
            let message = format!("`{text}` is a template: write its arguments, as in `{text}<...>`");
            self.templates.wrong_for_any.insert(name.name_span);
            self.report_once(Diagnostic::error(rules::TEMPLATE_ARGUMENTS, name.name_span, message));
        }
        name.arguments
    }
}
