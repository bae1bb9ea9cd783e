//! Templates with parameter packs, of which the program uses [copies](cxx_validator::packs).

use super::template::Template;
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Type, TypeId};
use cxx_validator::ast::{
    AliasId, FunctionId, List, StructureId, TemplateArgument, TemplateParameter, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::packs::{MOST_ELEMENTS, has_pack};
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// Requests the copies of a function template with a pack for so many elements, unless it has them. They take its calls.
    pub(super) fn request_function(&mut self, id: FunctionId, arguments: usize) {
        let known = self.ast.copies.functions.get(&id).map_or(0, Vec::len);
        if arguments >= known && !self.is_too_long(arguments, self.ast[id].name_span) {
            let most = self.requests.functions.entry(id).or_default();
            *most = arguments.max(*most);
        }
    }

    /// The copy of a structure template for so many arguments; the template itself if it has no pack, and `None` if there is no copy yet.
    pub(super) fn structure_for(
        &mut self,
        id: StructureId,
        arguments: usize,
        span: Span,
    ) -> Option<StructureId> {
        let copy = self.known_structure_for(id, arguments);
        let elements = self.elements(self.ast[id].template, arguments).unwrap_or_default();
        if copy.is_none() && !self.is_too_long(elements, span) {
            let most = self.requests.structures.entry(id).or_default();
            *most = elements.max(*most);
        }
        copy
    }

    /// The copy of a structure template for so many arguments, if there is one. A specialisation does not ask for one: what is never used needs none.
    pub(super) fn known_structure_for(&self, id: StructureId, arguments: usize) -> Option<StructureId> {
        match self.elements(self.ast[id].template, arguments) {
            Some(elements) => self.ast.copies.structures.get(&id)?.get(elements).copied(),
            None => Some(id),
        }
    }

    /// The copy of an alias template for so many arguments, as [`Self::structure_for`].
    pub(super) fn alias_for(&mut self, id: AliasId, arguments: usize, span: Span) -> Option<AliasId> {
        let template = self.ast[id].template;
        let Some(elements) = self.elements(template, arguments) else { return Some(id) };
        let copy = self.ast.copies.aliases.get(&id).and_then(|copies| copies.get(elements)).copied();
        if copy.is_none() && !self.is_too_long(elements, span) {
            let most = self.requests.aliases.entry(id).or_default();
            *most = elements.max(*most);
        }
        copy
    }

    /// The maximum number of elements that the packs of a function template have with arguments of these types. A pack in a list of template
    /// arguments, `L<T...>`, is as long as the list of the argument's type.
    pub(super) fn elements_of_call(&self, id: FunctionId, typed: &[Option<Typed>]) -> usize {
        let parameters = self.ast[self.ast[id].parameters].iter().zip(typed);
        let elements = parameters
            .filter_map(|(parameter, typed)| Some(self.elements_in(self.ast[*parameter].ty, (*typed)?.ty)));
        elements.max().unwrap_or_default()
    }

    fn elements_in(&self, pattern: TypeSyntaxId, ty: TypeId) -> usize {
        shader_source::steps::take(1);
        let pointee = match self.types.get(ty) {
            Type::Reference(object) | Type::Pointer(object) => object.ty,
            _ => ty,
        };
        match self.ast[pattern] {
            TypeSyntax::Qualified(_, inner) => self.elements_in(inner, ty),
            TypeSyntax::Pointer(inner) | TypeSyntax::Reference(inner, _) => self.elements_in(inner, pointee),
            TypeSyntax::Name(name) => match (self.ast[name].arguments, self.types.structure_number(ty)) {
                (Some(list), Some(number)) => {
                    self.elements_in_list(list, &self.types.structure(number).arguments)
                }
                _ => 0,
            },
            TypeSyntax::Function(result, parameters) => {
                let Some((types, known_result)) = self.types.signature(ty) else { return 0 };
                let patterns = self.ast[parameters].iter().map(|it| TemplateArgument::Type(self.ast[*it].ty));
                let types: Vec<Argument> = types.iter().copied().map(Argument::Type).collect();
                let of_parameters = self.elements_in_arguments(patterns, &types);
                of_parameters.max(self.elements_in(result, *known_result))
            }
            TypeSyntax::Array(inner, _) => {
                self.types.element(ty).map_or(0, |(element, _)| self.elements_in(inner, element))
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_) => 0,
        }
    }

    /// The maximum number of elements that the packs of a list have where it is a list of arguments. A pack takes all arguments from its place on.
    fn elements_in_list(&self, list: List<TemplateArgument>, arguments: &[Argument]) -> usize {
        self.elements_in_arguments(self.ast[list].iter().copied(), arguments)
    }

    fn elements_in_arguments(
        &self,
        patterns: impl Iterator<Item = TemplateArgument>,
        arguments: &[Argument],
    ) -> usize {
        let mut most = 0;
        for (at, pattern) in patterns.enumerate() {
            let rest = arguments.get(at..).unwrap_or_default();
            let is_pack = match pattern {
                TemplateArgument::Type(ty) => self.ast.pattern_types.contains(&ty),
                TemplateArgument::Value(value) => self.ast.patterns.contains(&value),
            };
            let own = if is_pack { rest } else { &rest[..rest.len().min(1)] };
            most = most.max(if is_pack { rest.len() } else { 0 });
            if let TemplateArgument::Type(pattern) = pattern {
                let types = own.iter().filter_map(|argument| match argument {
                    Argument::Type(ty) => Some(self.elements_in(pattern, *ty)),
                    Argument::Number(_) | Argument::Template(_) | Argument::Function(_) => None,
                });
                most = most.max(types.max().unwrap_or_default());
            }
        }
        most
    }

    /// Returns true if a partial specialisation with a pack has no copies yet that are long enough for arguments of its template, and requests
    /// them.
    pub(super) fn lacks_specialisations(
        &mut self,
        template: StructureId,
        arguments: &[Argument],
        span: Span,
    ) -> bool {
        let original = self.original(template);
        let specialisations = self.templates.variadic_specialisations.get(&original).cloned();
        let mut lacks = false;
        for id in specialisations.unwrap_or_default() {
            let list = self.ast[id].specialisation.unwrap_or_default();
            let elements = self.elements_in_list(list, arguments);
            let known = self.ast.copies.structures.get(&id).map_or(0, Vec::len);
            if elements >= known && !self.is_too_long(elements, span) {
                let most = self.requests.structures.entry(id).or_default();
                *most = elements.max(*most);
                lacks = true;
            }
        }
        lacks
    }

    /// The length of the pack with so many arguments of a template; `None` if it has no pack.
    fn elements(&self, template: List<TemplateParameter>, arguments: usize) -> Option<usize> {
        let others = self.ast[template].iter().filter(|parameter| !parameter.is_pack).count();
        has_pack(self.ast, template).then(|| arguments.saturating_sub(others))
    }

    fn is_too_long(&mut self, elements: usize, span: Span) -> bool {
        if elements > MOST_ELEMENTS {
            let message = cxx_validator::unsupported::PACK_TOO_LONG.message();
            self.report_once(Diagnostic::error(rules::UNSUPPORTED_TEMPLATE, span, message));
        }
        elements > MOST_ELEMENTS
    }

    /// Declares the copies of a structure template where it is.
    pub(super) fn declare_copies_of_structure(&mut self, id: StructureId) {
        for copy in self.ast.copies.structures.get(&id).into_iter().flatten() {
            self.templates.declare(Template::Structure(*copy), self.scopes.present());
        }
    }

    /// Declares the copies of an alias template where it is.
    pub(super) fn declare_copies_of_alias(&mut self, id: AliasId) {
        for copy in self.ast.copies.aliases.get(&id).into_iter().flatten() {
            self.templates.declare(Template::Alias(*copy), self.scopes.present());
        }
    }

    /// The template that a structure template is a copy of, or itself.
    pub(super) fn original(&self, id: StructureId) -> StructureId {
        self.ast.copies.of.get(&id).copied().unwrap_or(id)
    }
}
