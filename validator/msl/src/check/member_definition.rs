//! Member functions that are defined outside of their structure. C++14 (class.mfct)
//!
//! A definition has the same name, parameters and qualifiers as a declaration in the structure. It is checked where it is, in the scope of
//! the structure. A member function of a template is checked for each instance that the program makes after it.

use super::scope::{Entity, Found, NamespaceNumber};
use super::template::{LATE_SPECIALISATION, Template, has_default};
use super::{Checker, Signature};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Type, TypeId};
use core::iter;
use cxx_validator::ast::{
    DeclKind, Expr, Function, FunctionId, List, Member, PathPart, QualifiedName, Structure, StructureId,
    TemplateArgument, TemplateParameterKind, TypeSyntax,
};
use cxx_validator::names::Symbol;
use cxx_validator::packs::has_pack;
use msl_spec::rules;
use rustc_hash::FxHashMap;
use shader_source::Span;

impl Checker<'_> {
    /// Checks the definition of a function outside of its structure or namespace.
    pub(super) fn qualified_function(&mut self, id: FunctionId) {
        let function = self.ast[id];
        match self.entity_of_path(function.path, function.name_span) {
            Some(Entity::Namespace(number)) => self.namespace_definition(id, number),
            Some(_) => {
                self.scopes.note_function(id);
                self.member_definition(id);
            }
            None => {}
        }
    }

    /// Checks the definition of a function outside of its namespace, which must declare it and be in the present one. C++14 (namespace.memdef) 2
    fn namespace_definition(&mut self, id: FunctionId, number: NamespaceNumber) {
        let function = self.ast[id];
        let result = self.outer_result(&function);
        let is_inside = self.scopes.is_inside(number);
        let outer = self.scopes.go_to(number);
        let is_template = self.ast.is_template(id) || function.specialisation.is_some();
        let is_declared = match self.scopes.here(function.name) {
            Some(Entity::Functions(functions)) if is_template => {
                functions.iter().any(|known| self.ast.is_template(known))
            }
            Some(Entity::Functions(_)) => {
                let signature = self.signature(id);
                self.is_declared_with(id, &signature)
            }
            _ => false,
        };
        if is_declared && is_inside {
            self.unqualified_function(id);
        } else if result.is_none_or(|result| !self.types.is_error(result)) {
            let name = self.text(function.name);
            let message = if is_inside {
                format!("the namespace declares no function `{name}` with these parameters")
            } else {
                format!("`{name}` must be defined in a namespace around its declaration")
            };
            self.error(rules::MEMBER_EXISTS, function.name_span, message);
        }
        self.scopes.go_to(outer);
    }

    /// The type before the name of a function with a path, whose names are looked up outside of the scope that the path leads to. C++14
    /// (basic.lookup.unqual) 8
    fn outer_result(&mut self, function: &Function) -> Option<TypeId> {
        let result = function.result.filter(|result| {
            !function.has_trailing_result && !function.is_conversion && !self.is_auto(*result)
        });
        result.filter(|_| function.template.is_empty()).map(|result| self.type_of(result))
    }

    /// Checks the definition of a member function outside of its structure.
    fn member_definition(&mut self, id: FunctionId) {
        let function = self.ast[id];
        if !function.template.is_empty() || function.specialisation.is_some() {
            self.check_no_defaults(&function);
        }
        if !function.template.is_empty() {
            if let Some(Entity::Type(ty)) = self.entity_of_path(function.path, function.name_span)
                && self.member_template_definition(ty, id)
            {
                return;
            }
            if let Some(template) = self.template_of_path(&function) {
                self.check_declared_in_template(template, &function);
                self.templates.member_definitions.entry(template).or_default().push(id);
            }
            return;
        }
        let Some(ty) = self.structure_of_path(&function) else { return };
        let Some(scope) = self.scopes.of_structure(ty) else { return };
        let is_template = |it: &FunctionId| self.ast[*it].name == function.name && self.ast.is_template(*it);
        if function.specialisation.is_some()
            && self.member_functions_named(ty, function.name).iter().any(is_template)
        {
            self.specialised_member(function.name_span);
            return;
        }
        if function.specialisation.is_some() && self.templates.of_structure(ty).is_none() {
            let message = format!("`{}` is not a member of a template", self.text(function.name));
            self.error(rules::TEMPLATE_ARGUMENTS, function.name_span, message);
            return;
        }
        // The type before the name may be private: its access is checked as the member's. C++14 (class.access) 6
        let around = self.function.declares_in.replace(scope);
        let result = self.outer_result(&function);
        self.function.declares_in = around;
        let outer = self.scopes.go_to(scope);
        let mut signature = self.signature(id);
        signature.result = result.unwrap_or(signature.result);
        if result.is_some_and(|result| self.types.is_error(result)) {
            // The type was reported.
        } else if let Some(declared) = self.declared_member(ty, id, &signature) {
            self.define_member(ty, declared, id, signature);
        } else if function.specialisation.is_some() && self.is_used_member(ty, id, &signature) {
            self.error(rules::NAME_REDEFINITION, function.name_span, LATE_SPECIALISATION);
        } else if !self.unread.contains(&function.name) && !self.has_unknown_type(&function, &signature) {
            let (name, ty) = (self.text(function.name).to_owned(), self.types.print(ty));
            let message =
                format!("`{ty}` declares no function `{name}` with these parameters and qualifiers");
            self.error(rules::MEMBER_EXISTS, function.name_span, message);
        }
        self.scopes.go_to(outer);
    }

    /// Gives a member template of a class its body. Returns false unless exactly one declaration of the class fits. C++14 (temp.mem) 1
    fn member_template_definition(&mut self, ty: TypeId, id: FunctionId) -> bool {
        if self.templates.of_structure(ty).is_some() {
            return false;
        }
        let function = self.ast[id];
        let named = self.functions_by_name.get(&(ty, function.name)).map_or(&[][..], Vec::as_slice);
        shader_source::steps::take(named.len());
        let is_it = |it: &&FunctionId| {
            let declared = &self.ast[**it];
            self.ast.is_template(**it)
                && declared.template.range().len() == function.template.range().len()
                && declared.parameters.range().len() == function.parameters.range().len()
                && is_qualified_alike(declared, &function)
                && self.have_same_result_qualifiers(declared, &function)
                && !self.differ_plainly(declared, &function)
                && !self.differ_in_parameters((declared, declared.template), &function, None)
        };
        let mut declared = named.iter().filter(is_it).copied();
        let (Some(declared), None) = (declared.next(), declared.next()) else { return false };
        let earlier = self.templates.bodies.get(&declared).copied().unwrap_or(declared);
        if self.ast[earlier].body.is_none() {
            self.templates.bodies.insert(declared, id);
            return true;
        }
        let message = format!("`{}` is already defined", self.text(function.name));
        let found = Diagnostic::error(rules::FUNCTION_REDEFINITION, function.name_span, message)
            .label(self.ast[earlier].name_span, "defined here");
        self.report(found);
        true
    }

    /// Reports the definition of a member that its class template does not declare. C++14 (class.mfct) 1
    fn check_declared_in_template(&mut self, template: StructureId, function: &Function) {
        let structure = self.ast[template];
        if !self.are_arguments_of_path_valid(&structure, function) {
            return;
        }
        let is_it = |declared: &Function| {
            declared.name == function.name
                && declared.parameters.range().len() == function.parameters.range().len()
                && is_qualified_alike(declared, function)
                && self.have_same_result_qualifiers(declared, function)
                && !self.differ_plainly(declared, function)
                && !self.differ_in_parameters((declared, structure.template), function, structure.name)
        };
        let declares = self.ast[structure.functions].iter().any(|id| is_it(&self.ast[*id]));
        // A path with other arguments leads to a partial specialization.
        let is_of_template =
            self.templates.structure_specialisations.get(&template).is_none_or(Vec::is_empty)
                && self.templates.variadic_specialisations.get(&template).is_none_or(Vec::is_empty);
        let declares = declares && !self.names_other_instance(function);
        if declares && !self.is_nested_in_template(template) {
            self.check_types_in_template(&structure, function);
        }
        if !declares && structure.is_defined && is_of_template && !self.has_unread_member(&structure) {
            let (name, ty) = (self.text(function.name), structure.name.map_or("", |name| self.text(name)));
            let message =
                format!("`{ty}` declares no function `{name}` with these parameters and qualifiers");
            self.error(rules::MEMBER_EXISTS, function.name_span, message);
        }
    }

    /// Checks that the types of parameters are declared, if the class template declares no types itself: what nothing uses is checked, too. C++14
    /// (temp.res) 8
    fn check_types_in_template(&mut self, structure: &Structure, function: &Function) {
        if !structure.decls.is_empty() || self.ast[structure.members].iter().any(|it| it.base.is_some()) {
            return;
        }
        let is_parameter =
            |it: &Self, name| it.ast[function.template].iter().any(|parameter| parameter.name == Some(name));
        let parameters = self.ast[function.parameters].iter().map(|it| self.ast[*it].ty);
        let result = function.result.filter(|_| !function.has_trailing_result && !function.is_conversion);
        for mut ty in parameters.chain(result).collect::<Vec<_>>() {
            while let TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Reference(inner, _)
            | TypeSyntax::Pointer(inner) = self.ast[ty]
            {
                ty = inner;
            }
            let TypeSyntax::Name(name) = self.ast[ty] else { continue };
            let QualifiedName { path, name: symbol, arguments, .. } = self.ast[name];
            let is_plain = path.is_empty() && arguments.is_none() && Some(symbol) != structure.name;
            if is_plain
                && !is_parameter(self, symbol)
                && matches!(self.scopes.find(symbol), Found::Library | Found::LibraryWithoutNamespace)
            {
                self.type_of(ty);
            }
        }
    }

    /// Returns true if the path before a member of a template has an argument that can't be a parameter of the template: `S<int>::f`, `S<T*>::f`.
    fn names_other_instance(&self, function: &Function) -> bool {
        let list = self.ast[function.path].last().and_then(|part| part.arguments).unwrap_or_default();
        self.ast[list].iter().any(|argument| match *argument {
            TemplateArgument::Type(ty) => {
                matches!(
                    self.ast[ty],
                    TypeSyntax::Fundamental(_)
                        | TypeSyntax::Pointer(_)
                        | TypeSyntax::Reference(..)
                        | TypeSyntax::Array(..)
                )
            }
            TemplateArgument::Value(value) => matches!(self.ast[value], Expr::Literal(_)),
        })
    }

    /// Reports a value among the arguments of a path where the template takes a type, and a list of the wrong length. Returns false then.
    fn are_arguments_of_path_valid(&mut self, structure: &Structure, function: &Function) -> bool {
        let Some(part) = self.ast[function.path].last().copied() else { return true };
        let Some(list) = part.arguments.filter(|_| !has_pack(self.ast, structure.template)) else {
            return true;
        };
        let (count, parameters) = (self.ast[list].len(), self.ast[structure.template].to_vec());
        if count > parameters.len() || parameters.get(count).is_some_and(|it| !has_default(it)) {
            self.wrong_argument_count(parameters.len(), count, part.span);
            return false;
        }
        let mut pairs = self.ast[list].iter().zip(&parameters);
        let wrong = pairs.position(|(argument, parameter)| {
            matches!((argument, parameter.kind), (TemplateArgument::Value(_), TemplateParameterKind::Type(_)))
        });
        if let Some(wrong) = wrong {
            let message = format!("template argument {} must be a type", wrong + 1);
            self.error(rules::TEMPLATE_ARGUMENTS, part.span, message);
        }
        wrong.is_none()
    }

    /// Returns true if a part of a structure could not be read.
    fn has_unread_member(&self, structure: &Structure) -> bool {
        let is_unread = |member: &Member| matches!(self.ast[member.ty], TypeSyntax::Error);
        self.ast[structure.members].iter().any(is_unread)
    }

    /// The function of a template's definitions outside that has the body of a declaration: those have the same name, number of parameters and
    /// qualifiers.
    pub(super) fn outside_definition(
        &self,
        structure: StructureId,
        declared: &Function,
    ) -> Option<FunctionId> {
        let definitions = self.templates.member_definitions.get(&structure)?;
        let is_it = |id: &&FunctionId| {
            let function = self.ast[**id];
            function.name == declared.name
                && function.parameters.range().len() == declared.parameters.range().len()
                && is_qualified_alike(&function, declared)
        };
        definitions.iter().find(is_it).copied()
    }

    /// Declares the parameters of a template where a member is defined outside of it: they may have other names than in the structure.
    pub(super) fn declare_parameters_of_definition(&mut self, ty: TypeId, number: usize) {
        let function = self.ast[self.instances[number].function];
        if function.path.is_empty() {
            return;
        }
        let arguments = self.arguments_around(ty);
        for (parameter, argument) in self.ast[function.template].iter().zip(arguments) {
            if let Some((name, entity)) = self.parameter_entity(parameter, argument) {
                self.scopes.declare_local(name, entity);
            }
        }
    }

    /// The template arguments of a structure, or of the innermost structure around it that has some.
    pub(super) fn arguments_around(&self, ty: TypeId) -> Vec<Argument> {
        let mut around = Some(ty);
        while let Some(ty) = around {
            let number = self.types.structure_number(ty);
            let arguments = number.map_or(&[][..], |number| &self.types.structure(number).arguments);
            if !arguments.is_empty() {
                return arguments.to_vec();
            }
            around = self.scopes.structure_that_declares(ty);
        }
        Vec::new()
    }

    fn define_member(&mut self, ty: TypeId, declared: FunctionId, id: FunctionId, mut signature: Signature) {
        // A specialization may differ from its template. C++14 (dcl.constexpr) 1
        let function = self.ast[id];
        if self.ast[declared].is_constexpr != function.is_constexpr && function.specialisation.is_none() {
            self.differs_by_constexpr(&function, self.ast[declared].name_span);
        }
        if function.specialisation.is_none() {
            signature.required = self.required_of_both(declared, &function);
        }
        self.check_overlap(id, declared);
        let this = self.object_of_member(declared, ty);
        let number = self.reserve(id, &signature, Vec::new(), this);
        signature.instance = Some(number);
        if self.ast[id].specialisation.is_some() {
            self.member_uses.specialised(ty, declared);
        } else {
            self.definitions.insert(declared, id);
        }
        let known = [self.functions.get_mut(&declared), self.member_signatures.get_mut(&(ty, declared))];
        for known in known.into_iter().flatten() {
            known.instance = Some(number);
            known.required = known.required.min(signature.required);
        }
        self.member_body((ty, declared), number, &signature, this);
    }

    /// The number of arguments that a call of a member function must have: its definition may add default arguments. C++14 (dcl.fct.default) 6
    fn required_of_both(&mut self, declared: FunctionId, function: &Function) -> usize {
        let parameters = &self.ast[self.ast[declared].parameters];
        let before: Vec<_> =
            parameters.iter().map(|id| self.ast[*id].initializer.is_some().then_some(*id)).collect();
        self.check_defaults(function, &before);
        self.check_defaults_given(function.parameters, &before);
        let own = self.ast[function.parameters].iter().map(|id| self.ast[*id].initializer.is_some());
        let first = own.zip(&before).position(|(own, before)| own || before.is_some());
        first.unwrap_or(before.len())
    }

    /// The declaration in a structure that a definition belongs to, if it has no body yet. A specialisation of a member has its body instead of the
    /// template's.
    fn declared_member(&self, ty: TypeId, id: FunctionId, signature: &Signature) -> Option<FunctionId> {
        let function = self.ast[id];
        let (id, known) = self.member_like(ty, id, signature)?;
        let is_open = function.specialisation.is_some() || self.ast[id].body.is_none();
        (is_open && known.instance.is_none()).then_some(id)
    }

    /// Returns true if a body of a member is in use, so that it is too late to specialise it. C++14 (temp.expl.spec) 6
    fn is_used_member(&self, ty: TypeId, id: FunctionId, signature: &Signature) -> bool {
        self.member_like(ty, id, signature).is_some_and(|(_, known)| known.instance.is_some())
    }

    /// The member function of a structure with the name, parameters, qualifiers and result of a definition.
    fn member_like(
        &self,
        ty: TypeId,
        id: FunctionId,
        signature: &Signature,
    ) -> Option<(FunctionId, &Signature)> {
        let function = &self.ast[id];
        let targets = self.restrictions_of(id);
        let named = self.functions_by_name.get(&(ty, function.name))?;
        shader_source::steps::take(named.len());
        let fits = |id: &FunctionId| {
            let declared = self.ast[*id];
            let known = self.member_signatures.get(&(ty, *id))?;
            let is_it = declared.name == function.name
                && is_qualified_alike(&declared, function)
                && known.parameters == signature.parameters
                && known.result == signature.result
                && self.have_same_result_qualifiers(&declared, function);
            is_it.then_some((*id, known))
        };
        // Functions for different targets are different functions. C++ AMP 1.2 (2.3.2)
        let same = named.iter().filter(|id| self.restrictions_of(**id) == targets).find_map(fits);
        same.or_else(|| named.iter().find_map(fits))
    }

    /// Returns true if a type of a function is a mistake that was reported.
    pub(super) fn has_error_type(&self, signature: &Signature) -> bool {
        signature.parameters.iter().any(|ty| self.types.is_error(*ty))
            || self.types.is_error(signature.result)
    }

    /// Returns true if a type of a function is a mistake that was reported. The body of the function gives a deduced result.
    fn has_unknown_type(&self, function: &Function, signature: &Signature) -> bool {
        let is_auto = function.result.is_some_and(|result| self.is_auto(result));
        let result = if is_auto { TypeId::VOID } else { signature.result };
        self.has_error_type(&Signature { result, ..signature.clone() })
    }

    fn structure_of_path(&mut self, function: &Function) -> Option<TypeId> {
        match self.entity_of_path(function.path, function.name_span)? {
            Entity::Type(ty) if matches!(self.types.get(ty), Type::Structure(_)) => Some(ty),
            Entity::StructureTemplate(template) if self.is_nested_in_template(template) => {
                self.specialised_member(function.name_span);
                None
            }
            Entity::StructureTemplate(template) if self.ast[function.path].last()?.arguments.is_some() => {
                let span = function.name_span;
                let is_specialised = function.specialisation.is_some();
                let ty = match self.explicit_structure(template, function.path, span) {
                    Some(ty) => Some(ty).filter(|_| !is_specialised),
                    None if is_specialised && function.body.is_some() => {
                        self.structure_on_path(template, function.path, span)
                    }
                    None => None,
                };
                if ty.is_none() {
                    self.specialised_member(span);
                }
                ty
            }
            _ => self.not_a_structure(function.path, function.name_span),
        }
    }

    fn template_of_path(&mut self, function: &Function) -> Option<StructureId> {
        match self.entity_of_path(function.path, function.name_span)? {
            Entity::StructureTemplate(template) => Some(template),
            Entity::Type(ty) if matches!(self.types.get(ty), Type::Structure(_)) => {
                let named = self.functions_by_name.get(&(ty, function.name)).map_or(&[][..], Vec::as_slice);
                shader_source::steps::take(named.len());
                if named.iter().any(|it| self.ast.is_template(*it)) || self.unread.contains(&function.name) {
                    let message = cxx_validator::unsupported::MEMBER_TEMPLATE_OUTSIDE.message();
                    self.error(rules::UNSUPPORTED_TEMPLATE, function.name_span, message);
                } else {
                    let (name, ty) = (self.text(function.name), self.types.print(ty));
                    let message = format!("`{ty}` declares no function template `{name}`");
                    self.error(rules::MEMBER_EXISTS, function.name_span, message);
                    // Calls of it are not mistakes of their own.
                    self.unread.insert(function.name);
                }
                None
            }
            _ => self.not_a_structure(function.path, function.name_span),
        }
    }

    /// Returns the explicit specialisation that the last part of a path names. Its members are defined like members of an ordinary structure.
    /// C++14 (temp.expl.spec) 5
    pub(super) fn explicit_structure(
        &mut self,
        template: StructureId,
        path: List<PathPart>,
        span: Span,
    ) -> Option<TypeId> {
        let written = self.template_arguments(self.ast[path].last()?.arguments?);
        let template = self.known_structure_for(template, written.len())?;
        let parameters = self.ast[template].template;
        let arguments = self.all_arguments(Template::Structure(template), parameters, &written, span)?;
        let is_explicit = self.templates.explicit_structures.contains_key(&(template, arguments.clone()));
        is_explicit.then(|| self.structure_instance(template, &arguments, span))
    }

    /// Returns the instance of a template that the last part of a path names, one of whose members is specialised. C++14 (temp.expl.spec) 1
    fn structure_on_path(
        &mut self,
        template: StructureId,
        path: List<PathPart>,
        span: Span,
    ) -> Option<TypeId> {
        let arguments = self.template_arguments(self.ast[path].last()?.arguments?);
        let ty = self.structure_instance(template, &arguments, span);
        matches!(self.types.get(ty), Type::Structure(_)).then_some(ty)
    }

    /// Reports a specialisation of one member of a template: `template <> int S<int>::f() { … }`.
    pub(super) fn specialised_member(&mut self, span: Span) {
        let message = cxx_validator::unsupported::MEMBER_SPECIALIZATION.message();
        self.error(rules::UNSUPPORTED_TEMPLATE, span, message);
    }

    pub(super) fn not_a_structure<T>(&mut self, path: List<PathPart>, span: Span) -> Option<T> {
        let PathPart { name, .. } = *self.ast[path].last()?;
        let message = format!("`{}` is not a structure", self.text(name));
        self.error(rules::NAME_NAMESPACE_KNOWN, span, message);
        None
    }

    /// Returns the meaning of the last part of the path before a name.
    pub(super) fn entity_of_path(&mut self, path: List<PathPart>, span: Span) -> Option<Entity> {
        let mut parts = self.ast[path].iter();
        let first = parts.next()?;
        let mut entity = match self.scopes.find(first.name) {
            Found::Entity(entity) => entity,
            Found::Ambiguous | Found::Library | Found::LibraryWithoutNamespace => {
                return self.not_a_structure(path, span);
            }
        };
        for part in parts {
            let scope = match entity {
                Entity::Namespace(number) => Some(number),
                Entity::Type(ty) => self.scopes.of_structure(ty),
                _ => None,
            };
            let Some(inner) = scope.and_then(|scope| self.scopes.find_in(scope, part.name)) else {
                if let Entity::StructureTemplate(template) = entity {
                    if let Some(inner) = self.only_structure_in(template, part.name) {
                        entity = Entity::StructureTemplate(inner);
                        continue;
                    }
                    if self.may_declare_type(template, part.name) {
                        let message = cxx_validator::unsupported::MEMBER_OF_NESTED_TYPE.message();
                        self.error(rules::UNSUPPORTED_TEMPLATE, span, message);
                        return None;
                    }
                }
                return self.not_a_structure(path, span);
            };
            entity = inner;
        }
        Some(entity)
    }

    /// The structure with a name that a class template declares, if no partial specialisation could declare a different one.
    fn only_structure_in(&self, template: StructureId, name: Symbol) -> Option<StructureId> {
        let is_special = |known: &FxHashMap<StructureId, Vec<StructureId>>| {
            known.get(&template).is_some_and(|all| !all.is_empty())
        };
        if is_special(&self.templates.structure_specialisations)
            || is_special(&self.templates.variadic_specialisations)
            || has_pack(self.ast, self.ast[template].template)
        {
            return None;
        }
        let declared = &self.ast[self.ast[template].decls];
        shader_source::steps::take(declared.len());
        declared.iter().find_map(|decl| match self.ast[*decl].kind {
            DeclKind::Structure(inner) => {
                let structure = self.ast[inner];
                let is_it =
                    structure.name == Some(name) && structure.is_defined && structure.template.is_empty();
                is_it.then_some(inner)
            }
            _ => None,
        })
    }

    /// Returns true for a structure that is a member of a class template, and not a template itself.
    pub(super) fn is_nested_in_template(&self, structure: StructureId) -> bool {
        self.ast[structure].template.is_empty() && self.ast[structure].specialisation.is_none()
    }

    /// Returns true if a class template or one of its partial specialisations declares a structure or enumeration with a name.
    fn may_declare_type(&self, template: StructureId, name: Symbol) -> bool {
        let special = self.templates.structure_specialisations.get(&template).into_iter().flatten();
        let mut all = iter::once(&template).chain(special);
        all.any(|id| {
            let declared = &self.ast[self.ast[*id].decls];
            shader_source::steps::take(declared.len());
            declared.iter().any(|decl| match self.ast[*decl].kind {
                DeclKind::Structure(inner) => self.ast[inner].name == Some(name),
                DeclKind::Enumeration(inner) => self.ast[inner].name == Some(name),
                _ => false,
            })
        })
    }
}

/// Returns true if two member functions have the same qualifiers.
fn is_qualified_alike(one: &Function, other: &Function) -> bool {
    one.is_const == other.is_const && one.space == other.space && one.reference == other.reference
}
