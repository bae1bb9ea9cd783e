//! Checks partial specialisations of structure and variable templates where they are declared. C++14 (temp.class.spec)

use super::Checker;
use super::template::{Template, has_default};
use crate::types::{Argument, TypeId};
use cxx_validator::ast::{
    Expr, Fundamental, List, TemplateArgument, TemplateParameter, TemplateParameterKind, TypeSyntax,
};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashSet;
use shader_source::Span;

impl Checker<'_> {
    /// Returns the parameters of a partial specialisation and its argument pattern.
    pub(super) fn pattern(
        &self,
        template: Template,
    ) -> Option<(List<TemplateParameter>, List<TemplateArgument>)> {
        match template {
            Template::Structure(id) => Some((self.ast[id].template, self.ast[id].specialisation?)),
            Template::Variable(id) => Some((self.ast[id].template, self.ast[id].specialisation?)),
            Template::Function(_) | Template::Alias(_) => None,
        }
    }

    /// Returns the name of a template, its place, and the parameters.
    pub(super) fn head(&self, template: Template) -> (Option<Symbol>, Span, List<TemplateParameter>) {
        match template {
            Template::Structure(id) => (self.ast[id].name, self.ast[id].name_span, self.ast[id].template),
            Template::Function(id) => {
                (Some(self.ast[id].name), self.ast[id].name_span, self.ast[id].template)
            }
            Template::Alias(id) => (Some(self.ast[id].name), self.ast[id].name_span, self.ast[id].template),
            Template::Variable(id) => {
                let variable = self.ast[self.ast[id].variable];
                (variable.name, variable.name_span, self.ast[id].template)
            }
        }
    }

    /// Checks that the arguments of a partial specialisation are valid for its template.
    pub(super) fn fits_its_template(&mut self, special: Template, general: Template) -> bool {
        let Some((own, list)) = self.pattern(special) else { return true };
        let (_, span, _) = self.head(special);
        let parameters = self.ast[self.head(general).2].to_vec();
        let of_types_and_values = |it: &TemplateParameter| {
            matches!(it.kind, TemplateParameterKind::Type(_) | TemplateParameterKind::Value(..))
        };
        // A template has no unique argument.
        if !self.ast[own].iter().all(of_types_and_values) {
            return true;
        }
        let unique = self.unique_arguments(own);
        let home = self.scopes.present();
        let made = self
            .attempt(|checker| checker.with_arguments(home, own, &unique, |it| it.template_arguments(list)));
        let Some(made) = made else {
            // What does not depend on the parameters is reported where it is written.
            self.arguments_for_any(special);
            return true;
        };
        let missing = parameters.get(made.len()).is_some_and(|it| !has_default(it));
        if missing || made.len() > parameters.len() {
            self.wrong_argument_count(parameters.len(), made.len(), span);
            return false;
        }
        self.are_arguments_for(&made, &parameters, span) && self.is_special(special, general)
    }

    /// Checks the arguments of a specialisation as far as they don't depend on its parameters.
    pub(super) fn arguments_for_any(&mut self, special: Template) {
        let Some((own, list)) = self.pattern(special) else { return };
        let unknown = vec![Argument::Type(TypeId::ERROR); own.range().len()];
        let home = self.scopes.present();
        self.with_arguments(home, own, &unknown, |it| _ = it.template_arguments(list));
    }

    /// Reports a partial specialisation that is not more specialised than its template. C++14 with CWG 1495 (temp.class.spec) 8
    fn is_special(&mut self, special: Template, general: Template) -> bool {
        // The copy of a template for a pack of one length accepts all lists of this length.
        let is_copy = [special, general].into_iter().any(|it| match it {
            Template::Structure(id) => self.original(id) != id,
            Template::Function(_) | Template::Alias(_) | Template::Variable(_) => false,
        });
        if is_copy || !self.repeats_parameters(special, general) {
            return true;
        }
        self.not_special(special);
        false
    }

    /// Checks a partial specialisation with a pack: the copies for packs of one length are valid for more templates than the pack is.
    pub(super) fn is_special_with_pack(&mut self, special: Template, general: Template) -> bool {
        let Some((_, list)) = self.pattern(special) else { return true };
        let parameters = &self.ast[self.head(general).2];
        let (expected, found) = (parameters.len(), self.ast[list].len());
        // A pack may have no elements, but it stands for one parameter.
        if found > expected && parameters.iter().all(|it| !it.is_pack) {
            self.wrong_argument_count(expected, found, self.head(special).1);
            return false;
        }
        let begins_with_pack = parameters.first().is_none_or(|it| it.is_pack);
        let is_only_a_pack = found == 1 && self.ast[list].iter().all(|it| self.is_expanded(*it));
        if is_only_a_pack && !begins_with_pack
            || self.repeats_parameters(special, general)
            || self.has_pack_of_other_numbers(special, general)
        {
            self.not_special(special);
            return false;
        }
        true
    }

    /// Returns true if an argument of a specialisation is its own pack of numbers, whose type differs from the type in the template: no argument of the
    /// template determines it. C++14 (temp.class.spec) 8, (temp.deduct.type) 17
    fn has_pack_of_other_numbers(&self, special: Template, general: Template) -> bool {
        let Some((own, list)) = self.pattern(special) else { return false };
        let type_of = |parameter: &TemplateParameter| match parameter.kind {
            TemplateParameterKind::Value(ty, _) if parameter.is_pack => match self.ast[ty] {
                // What can't be the type of a parameter was reported.
                TypeSyntax::Fundamental(Fundamental::Void | Fundamental::Half | Fundamental::Float) => None,
                TypeSyntax::Fundamental(ty) => Some(ty),
                _ => None,
            },
            _ => None,
        };
        let parameters = &self.ast[self.head(general).2];
        self.ast[list].iter().enumerate().any(|(index, argument)| {
            let name = self.name_of_argument(*argument).filter(|_| self.is_expanded(*argument));
            let pack = self.ast[own].iter().find(|it| name.is_some() && it.name == name);
            let parameter = parameters.get(index).or(parameters.last());
            let types = pack.and_then(type_of).zip(parameter.and_then(type_of));
            types.is_some_and(|(own, expected)| own != expected)
        })
    }

    /// Returns true if the arguments of a specialisation are its own parameters, each once, so that they match whatever the template takes.
    fn repeats_parameters(&self, special: Template, general: Template) -> bool {
        let Some((own, list)) = self.pattern(special) else { return false };
        let (arguments, parameters) = (&self.ast[list], &self.ast[self.head(general).2]);
        let own: FxHashSet<Symbol> = self.ast[own].iter().filter_map(|it| it.name).collect();
        let mut seen = FxHashSet::default();
        arguments.len() == parameters.len()
            && arguments.iter().zip(parameters).all(|(argument, parameter)| {
                self.is_expanded(*argument) == parameter.is_pack
                    && self
                        .name_of_argument(*argument)
                        .is_some_and(|name| own.contains(&name) && seen.insert(name))
            })
    }

    /// Returns true if `...` follows an argument.
    fn is_expanded(&self, argument: TemplateArgument) -> bool {
        match argument {
            TemplateArgument::Type(ty) => self.ast.pattern_types.contains(&ty),
            TemplateArgument::Value(value) => self.ast.patterns.contains(&value),
        }
    }

    fn not_special(&mut self, special: Template) {
        let (name, span, _) = self.head(special);
        let text = name.map_or("", |name| self.names.text(name));
        let message = format!(
            "this partial specialization does not specialize any argument of `{text}`: to define the template itself, remove the arguments after its name"
        );
        self.error(rules::TEMPLATE_ARGUMENTS, span, message);
    }

    /// Returns the name if an argument is just a name.
    pub(super) fn name_of_argument(&self, argument: TemplateArgument) -> Option<Symbol> {
        let name = match argument {
            TemplateArgument::Type(ty) => match self.ast[ty] {
                TypeSyntax::Name(name) => name,
                _ => return None,
            },
            TemplateArgument::Value(value) => match self.ast[value] {
                Expr::Name(name) => name,
                _ => return None,
            },
        };
        let name = self.ast[name];
        (name.path.is_empty() && name.arguments.is_none()).then_some(name.name)
    }

    fn span_of_argument(&self, argument: TemplateArgument) -> Span {
        match argument {
            TemplateArgument::Type(ty) => self.ast.type_span(ty),
            TemplateArgument::Value(value) => self.span(value),
        }
    }

    /// Checks the arguments of a partial specialisation with a pack, if nothing uses it. An argument that names no pack is the same in each copy. Of the
    /// others only names are looked at. C++14 (temp.res) 8
    pub(super) fn check_plain_arguments(&mut self, special: Template, general: Template) {
        let Some((own, list)) = self.pattern(special) else { return };
        let unknown = vec![Argument::Type(TypeId::ERROR); own.range().len()];
        let home = self.scopes.present();
        let packs = self.packs_among(own);
        let parameters = self.ast[self.head(general).2].to_vec();
        self.with_arguments(home, own, &unknown, |checker| {
            for (index, argument) in checker.ast[list].iter().copied().enumerate() {
                let may_be_pack = checker.is_expanded(argument) || checker.names_pack(argument, &packs);
                if may_be_pack && checker.name_of_argument(argument).is_none() {
                    continue;
                }
                let known = checker.template_argument(argument);
                // The pack at the end takes all arguments that are left.
                let parameter = parameters.get(index).or(parameters.last().filter(|it| it.is_pack));
                if let Some(parameter) = parameter.copied()
                    && !checker.are_unknown(&[known])
                    && !checker.is_expanded(argument)
                {
                    checker.check_plain_argument((index, argument), known, &parameter);
                }
            }
        });
    }

    fn check_plain_argument(
        &mut self,
        (index, written): (usize, TemplateArgument),
        known: Argument,
        parameter: &TemplateParameter,
    ) {
        let span = self.span_of_argument(written);
        let fits =
            self.is_argument_for(known, parameter.kind) && self.are_functions_of(&[*parameter], &[known]);
        if fits {
            self.keeps_its_value(known, parameter.kind, span);
        } else {
            self.wrong_kind_of_argument(index, parameter.kind, span);
        }
    }
}
