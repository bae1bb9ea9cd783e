//! Declares specialisations (C++14 temp.class.spec, temp.expl.spec) and selects the best one for template arguments (temp.class.spec.match).

use super::Checker;
use super::deduction::Deduction;
use super::newer::is_of_compiler;
use super::scope::{Entity, NamespaceNumber};
use super::template::{LATE_SPECIALISATION, Template};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Type};
use cxx_validator::ast::{List, StructureId, TemplateArgument, TemplateParameter, TemplateParameterKind};
use cxx_validator::names::Symbol;
use cxx_validator::packs::has_pack;
use msl_spec::rules;
use shader_source::Span;

/// Arguments that no program has: at most the maximum element count of an array, and sums with small numbers fit an `int`.
const UNIQUE_NUMBERS: core::ops::Range<i64> = 0x2fed_cb00..0x2fed_cc00;

/// Returns true for a number that [`Checker::unique_arguments`] makes.
pub(super) fn is_unique(number: i64) -> bool {
    UNIQUE_NUMBERS.contains(&number)
}

/// The choice among the partial specialisations of a template.
pub(super) enum Choice {
    /// The best one, with the arguments of its own parameters.
    Best(Template, Vec<Argument>),
    /// None matches.
    General,
}

impl Checker<'_> {
    /// Reports a second definition of a specialisation. C++14 (temp.expl.spec)
    pub(super) fn specialised_again(&mut self, name: Symbol, first: Span, span: Span) {
        let message = format!("`{}` is already specialized for these arguments", self.text(name));
        let found = Diagnostic::error(rules::NAME_REDEFINITION, span, message);
        self.report(found.label(first, "defined here"));
    }

    /// Declares a specialisation of a structure template.
    pub(super) fn structure_specialisation(&mut self, id: StructureId) {
        let structure = self.ast[id];
        let Some(name) = structure.name else { return };
        let Some(Entity::StructureTemplate(template)) = self.scopes.here(name).cloned() else {
            if is_of_compiler(self.text(name)) {
                self.templates.specialises_hidden = true;
                self.not_described(name, structure.name_span);
                return;
            }
            // The template could not be read.
            if self.unread.contains(&name) {
                return;
            }
            let message = format!("`{}` is not a template", self.text(name));
            self.error(rules::TEMPLATE_ARGUMENTS, structure.name_span, message);
            return;
        };
        self.check_key(id, template);
        let (special, general) = (Template::Structure(id), Template::Structure(template));
        if self.original(id) == id {
            self.check_declared_parameters(structure.template);
            if !self.check_deducible(special) {
                return;
            }
        }
        if has_pack(self.ast, structure.template) {
            if !self.is_special_with_pack(special, general) {
                return;
            }
            self.templates.variadic_specialisations.entry(template).or_default().push(id);
            let copies = self.ast.copies.structures.get(&id).map_or(&[][..], Vec::as_slice);
            for copy in copies {
                self.structure_specialisation(*copy);
            }
            self.check_plain_arguments(special, general);
            return;
        }
        let count = structure.specialisation.map_or(0, |list| self.ast[list].len());
        let Some(template) = self.known_structure_for(template, count) else {
            // Nothing names this specialization, which is checked in any case if it is a structure of its own.
            self.arguments_for_any(special);
            if structure.template.is_empty() && structure.is_defined {
                self.structure_for(template, count, structure.name_span);
            }
            return;
        };
        self.templates.declare(Template::Structure(id), self.scopes.present());
        self.scopes.note_template(id);
        self.note_long_specialisation(id);
        if !structure.template.is_empty() {
            if !self.fits_its_template(special, Template::Structure(template)) {
                return;
            }
            self.templates.structure_specialisations.entry(template).or_default().push(id);
            self.templates.specialised.insert(id, template);
            return;
        }
        let written = self.template_arguments(structure.specialisation.unwrap_or_default());
        // Arguments that are left out are the defaults of the template. C++14 (temp.spec)
        let parameters = self.ast[template].template;
        let of_template = Template::Structure(template);
        let Some(arguments) = self.all_arguments(of_template, parameters, &written, structure.name_span)
        else {
            return;
        };
        let used = self.templates.structures.get(&(template, arguments.clone())).copied();
        let is_made = used.and_then(|ty| self.types.structure_number(ty)).is_some_and(|number| {
            let structure = self.types.structure(number);
            structure.is_complete && structure.declaration == template
        });
        // `template <> struct S<int>;` was declared before.
        let declared = used.and_then(|ty| self.types.structure_number(ty)).filter(|number| {
            let known = self.types.structure(*number);
            structure.is_defined && !known.is_complete && known.declaration != template
        });
        if let Some(number) = declared {
            self.templates.explicit_structures.insert((template, arguments), id);
            self.complete_declared(id, number);
            return;
        }
        if is_made {
            self.error(rules::NAME_REDEFINITION, structure.name_span, LATE_SPECIALISATION);
            return;
        }
        let before = self.templates.explicit_structures.get(&(template, arguments.clone())).copied();
        if let Some(before) = before.filter(|before| self.ast[*before].is_defined) {
            if structure.is_defined {
                self.specialised_again(name, self.ast[before].name_span, structure.name_span);
            }
            return;
        }
        self.templates.explicit_structures.insert((template, arguments.clone()), id);
        // An explicit specialisation is an ordinary structure, whose errors are reported in its declaration.
        if structure.is_defined {
            self.structure_instance(template, &arguments, structure.name_span);
        }
    }

    /// Returns the best specialisation for arguments, with the arguments of its own parameters; the template itself if none matches, and `None` if
    /// that is not known, which is reported. C++14 (temp.class.spec.match)
    pub(super) fn best_specialisation(
        &mut self,
        template: StructureId,
        arguments: &[Argument],
        span: Span,
    ) -> (StructureId, Vec<Argument>) {
        if let Some(explicit) = self.templates.explicit_structures.get(&(template, arguments.to_vec())) {
            return (*explicit, Vec::new());
        }
        let specialisations =
            self.templates.structure_specialisations.get(&template).cloned().unwrap_or_default();
        let all: Vec<Template> = specialisations.into_iter().map(Template::Structure).collect();
        match self.best_match(&all, arguments, span) {
            Choice::Best(Template::Structure(id), own) => (id, own),
            Choice::Best(..) | Choice::General => (template, arguments.to_vec()),
        }
    }

    /// Returns the best partial specialisation for arguments. C++14 (temp.class.spec.match)
    pub(super) fn best_match(
        &mut self,
        specialisations: &[Template],
        arguments: &[Argument],
        span: Span,
    ) -> Choice {
        let mut fits: Vec<(Template, Vec<Argument>)> = Vec::new();
        for id in specialisations {
            shader_source::steps::take(1);
            if let Some(own) = self.matches(*id, arguments) {
                fits.push((*id, own));
            }
        }
        let best = fits.iter().position(|(id, _)| {
            fits.iter().all(|(other, _)| id == other || self.is_more_specialised(*id, *other))
        });
        if best.is_none() && !fits.is_empty() {
            let message = "ambiguous template: several specializations match equally well";
            self.error(rules::CALL_UNAMBIGUOUS, span, message);
        }
        if fits.is_empty() {
            return Choice::General;
        }
        let (best, own) = fits.swap_remove(best.unwrap_or(0));
        Choice::Best(best, own)
    }

    /// Deduces the parameters of a specialisation by matching its pattern with arguments.
    pub(super) fn matches(&mut self, template: Template, arguments: &[Argument]) -> Option<Vec<Argument>> {
        let (own_parameters, list) = self.pattern(template)?;
        let parameters = self.ast[own_parameters].to_vec();
        let patterns = self.ast[list].to_vec();
        let mut deduction = Deduction::new(&parameters, &[]);
        for (pattern, argument) in patterns.iter().zip(arguments) {
            self.deduce_argument(*pattern, *argument, &mut deduction);
        }
        if deduction.failure.is_some() || patterns.len() > arguments.len() {
            return None;
        }
        let numbers = deduction.numbers;
        let own: Vec<Argument> = deduction.arguments.into_iter().collect::<Option<_>>()?;
        // Deduction ignores qualifiers, so the pattern with the deduced arguments is compared.
        let home = self.templates.home(template)?;
        let is_wrong = |checker: &mut Self| {
            let wrong = |it: &mut Self| it.wrong_number(&parameters, &numbers);
            checker.with_arguments(home, own_parameters, &own, wrong).is_some()
        };
        if !numbers.is_empty() && self.attempt(is_wrong)? {
            return None;
        }
        let made = self.attempt(|checker| {
            checker.specialised_arguments(template, (home, own_parameters, list), &own)
        })??;
        (made == arguments).then_some(own)
    }

    /// Returns the arguments of the template that a partial specialisation with these arguments is for. Arguments that are left out are the defaults of
    /// the template. C++14 (temp.spec)
    pub(super) fn specialised_arguments(
        &mut self,
        template: Template,
        (home, parameters, list): (NamespaceNumber, List<TemplateParameter>, List<TemplateArgument>),
        own: &[Argument],
    ) -> Option<Vec<Argument>> {
        let written = self.with_arguments(home, parameters, own, |checker| checker.template_arguments(list));
        let Template::Structure(id) = template else { return Some(written) };
        let Some(general) = self.templates.specialised.get(&id).copied() else { return Some(written) };
        let all = self.ast[general].template;
        self.all_arguments(Template::Structure(general), all, &written, self.ast[id].name_span)
    }

    /// Returns true if arguments contain arguments from [`Self::unique_arguments`].
    pub(super) fn has_unique(&self, arguments: &[Argument]) -> bool {
        arguments.iter().any(|argument| {
            let mut ty = match *argument {
                Argument::Type(ty) => ty,
                Argument::Number(number) => return UNIQUE_NUMBERS.contains(&number),
                Argument::Template(_) | Argument::Function(_) => return false,
            };
            loop {
                ty = match self.types.get(ty) {
                    Type::Pointer(object) | Type::Reference(object) => object.ty,
                    other => match other.inner() {
                        Some(inner) => inner,
                        None => break,
                    },
                };
            }
            matches!(self.types.get(ty), Type::Unique(_)) || self.templates.is_compared(ty)
        })
    }

    /// Returns arguments for template parameters that are not equal to anything else.
    pub(super) fn unique_arguments(&mut self, parameters: List<TemplateParameter>) -> Vec<Argument> {
        let parameters = self.ast[parameters].to_vec();
        parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| match parameter.kind {
                // No structure template equals a different one: such a parameter gets an unknown type.
                TemplateParameterKind::Type(_)
                | TemplateParameterKind::Template(..)
                | TemplateParameterKind::Function(..) => {
                    Argument::Type(self.types.intern(Type::Unique(index as u32)))
                }
                TemplateParameterKind::Value(..) => Argument::Number(UNIQUE_NUMBERS.start + index as i64),
            })
            .collect()
    }
}
