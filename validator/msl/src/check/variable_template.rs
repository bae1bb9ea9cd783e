//! Templates of variables: `template <typename T> constant T pi = T(3.14);`. C++14 (temp)
//!
//! A use with arguments makes a variable, whose initializer is checked while the parameters denote them. A scalar that is known at compile
//! time is a constant wherever it is used; nothing executes other ones yet.

use super::scope::Entity;
use super::specialisation::Choice;
use super::template::Template;
use super::{Checker, Typed};
use crate::meaning::Body;
use crate::types::Argument;
use cxx_validator::ast::{NameId, VariableTemplate, VariableTemplateId};
use cxx_validator::packs::has_pack;
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// Declares a template, or the variable that takes the place of one that the template would make.
    pub(super) fn variable_template(&mut self, id: VariableTemplateId) {
        let template = self.ast[id];
        let variable = self.ast[template.variable];
        let Some(name) = variable.name else { return };
        if let Some(path) = self.ast.member_paths.get(&template.variable) {
            self.member_variable_template(id, *path);
            return;
        }
        if self.is_in_class_template(Some(name), variable.name_span) {
            return;
        }
        let Some(written) = template.specialisation else {
            self.check_reserved(name, variable.name_span);
            self.templates.declare(Template::Variable(id), self.scopes.present());
            let before = self.scopes.declare(name, Entity::VariableTemplate(id));
            self.check_redeclared(before.as_ref(), name, variable.name_span);
            return;
        };
        let Some(&Entity::VariableTemplate(general)) = self.scopes.here(name) else {
            let message = format!("`{}` is not a template of variables", self.text(name));
            self.error(rules::TEMPLATE_ARGUMENTS, variable.name_span, message);
            return;
        };
        if !template.template.is_empty() {
            if !self.is_valid_partial(Template::Variable(id), Template::Variable(general)) {
                return;
            }
            self.templates.declare(Template::Variable(id), self.scopes.present());
            self.templates.variable_patterns.entry(general).or_default().push(Template::Variable(id));
            return;
        }
        let written = self.template_arguments(written);
        let parameters = self.ast[general].template;
        let span = variable.name_span;
        let Some(arguments) = self.all_arguments(Template::Variable(general), parameters, &written, span)
        else {
            return;
        };
        self.templates.variable_specialisations.insert((general, arguments.clone()), id);
        self.variable_of_template(general, arguments, variable.name_span);
    }

    /// Checks a partial specialisation where it is declared. Templates with packs have no instances yet.
    fn is_valid_partial(&mut self, special: Template, general: Template) -> bool {
        if !self.check_deducible(special) {
            return false;
        }
        let is_of_packs = [special, general].into_iter().any(|it| has_pack(self.ast, self.head(it).2));
        if is_of_packs {
            self.is_special_with_pack(special, general)
        } else {
            self.fits_its_template(special, general)
        }
    }

    /// The variable that a name with template arguments denotes.
    pub(super) fn variable_instance(&mut self, id: VariableTemplateId, name: NameId) -> Typed {
        let span = self.ast[name].name_span;
        let written = self.ast[name].arguments.unwrap_or_default();
        let arguments = self.template_arguments(written);
        if has_pack(self.ast, self.ast[id].template) {
            let message = cxx_validator::unsupported::PACK_OF_VARIABLES.message();
            self.error(rules::UNSUPPORTED_TEMPLATE, span, message);
            return Typed::ERROR;
        }
        let Some(arguments) =
            self.all_arguments(Template::Variable(id), self.ast[id].template, &arguments, span)
        else {
            return Typed::ERROR;
        };
        if self.are_unknown(&arguments) {
            return Typed::ERROR;
        }
        self.variable_of_template(id, arguments, span)
    }

    fn variable_of_template(
        &mut self,
        id: VariableTemplateId,
        arguments: Vec<Argument>,
        span: Span,
    ) -> Typed {
        let key = (id, arguments);
        if let Some(known) = self.templates.variables.get(&key) {
            return *known;
        }
        if !self.may_instantiate(span) {
            return Typed::ERROR;
        }
        // An initializer that uses the variable itself finds this.
        self.templates.variables.insert(key.clone(), Typed::ERROR);
        let (chosen, own) = self.best_variable(&key, span);
        let VariableTemplate { variable, template: parameters, .. } = self.ast[chosen];
        let home = self.templates.home(Template::Variable(id)).unwrap_or_else(|| self.scopes.present());
        let typed = self.with_arguments(home, parameters, &own, |checker| {
            let declared = checker.ast[variable];
            let (object, value) = checker.variable(variable, &declared, None);
            checker.check_global(&declared, object, value, &Body::default());
            Typed { value, ..Typed::object(object) }
        });
        self.templates.variables.insert(key, typed);
        typed
    }

    /// The template or specialisation that makes the variable for arguments, with the arguments of its own parameters.
    fn best_variable(
        &mut self,
        key: &(VariableTemplateId, Vec<Argument>),
        span: Span,
    ) -> (VariableTemplateId, Vec<Argument>) {
        if let Some(explicit) = self.templates.variable_specialisations.get(key) {
            return (*explicit, Vec::new());
        }
        let (general, arguments) = key;
        let patterns = self.templates.variable_patterns.get(general).cloned().unwrap_or_default();
        match self.best_match(&patterns, arguments, span) {
            Choice::Best(Template::Variable(id), own) => (id, own),
            Choice::Best(..) | Choice::General => (*general, arguments.clone()),
        }
    }
}
