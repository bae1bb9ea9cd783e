//! Templates with parameter packs, of which the program uses [copies](cxx_validator::packs).

use super::Checker;
use super::template::Template;
use crate::diagnostic::Diagnostic;
use cxx_validator::ast::{AliasId, FunctionId, List, StructureId, TemplateParameter};
use cxx_validator::packs::{MOST_ELEMENTS, has_pack};
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// Returns true if a function template has a pack. Its copies take the calls; those for so many arguments are requested.
    pub(super) fn is_for_packs(&mut self, id: FunctionId, arguments: usize) -> bool {
        if !has_pack(self.ast, self.ast[id].template) {
            return false;
        }
        let known = self.ast.copies.functions.get(&id).map_or(0, Vec::len);
        if arguments >= known && !self.is_too_long(arguments, self.ast[id].name_span) {
            let most = self.requests.functions.entry(id).or_default();
            *most = arguments.max(*most);
        }
        true
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

    /// The length of the pack with so many arguments of a template; `None` if it has no pack.
    fn elements(&self, template: List<TemplateParameter>, arguments: usize) -> Option<usize> {
        let others = self.ast[template].iter().filter(|parameter| !parameter.is_pack).count();
        has_pack(self.ast, template).then(|| arguments.saturating_sub(others))
    }

    fn is_too_long(&mut self, elements: usize, span: Span) -> bool {
        if elements > MOST_ELEMENTS {
            let message =
                format!("this version does not support packs of more than {MOST_ELEMENTS} parameters");
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
