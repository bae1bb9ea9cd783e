//! Which specialisation fits the arguments of a template best, and which of two templates is more specialised. C++14 (temp.class.spec.match),
//! (temp.class.order), (temp.func.order)

use super::Checker;
use super::deduction::Deduction;
use super::overload::Candidate;
use super::template::Template;
use crate::types::{Argument, Type};
use cxx_validator::ast::{List, StructureId, TemplateArgument, TemplateParameter, TemplateParameterKind};
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// The specialisation that fits arguments best, with the arguments of its own parameters; the template itself if none fits.
    /// C++14 (temp.class.spec.match)
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
            Some((Template::Structure(id), own)) => (id, own),
            Some(_) | None => (template, arguments.to_vec()),
        }
    }

    /// The partial specialisation that fits arguments best, with the arguments of its own parameters; `None` if none fits.
    /// C++14 (temp.class.spec.match)
    pub(super) fn best_match(
        &mut self,
        specialisations: &[Template],
        arguments: &[Argument],
        span: Span,
    ) -> Option<(Template, Vec<Argument>)> {
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
        (!fits.is_empty()).then(|| fits.swap_remove(best.unwrap_or(0)))
    }

    /// The parameters of a partial specialisation, and the arguments that it is for.
    fn pattern(&self, template: Template) -> Option<(List<TemplateParameter>, List<TemplateArgument>)> {
        match template {
            Template::Structure(id) => Some((self.ast[id].template, self.ast[id].specialisation?)),
            Template::Variable(id) => Some((self.ast[id].template, self.ast[id].specialisation?)),
            Template::Function(_) | Template::Alias(_) => None,
        }
    }

    /// The arguments of the parameters of a specialisation with which its pattern is a list of arguments.
    fn matches(&mut self, template: Template, arguments: &[Argument]) -> Option<Vec<Argument>> {
        let (own_parameters, list) = self.pattern(template)?;
        let parameters = self.ast[own_parameters].to_vec();
        let patterns = self.ast[list].to_vec();
        let mut deduction = Deduction::new(&parameters, &[]);
        for (pattern, argument) in patterns.iter().zip(arguments) {
            self.deduce_argument(*pattern, *argument, &mut deduction);
        }
        if deduction.conflicts || patterns.len() != arguments.len() {
            return None;
        }
        let own: Vec<Argument> = deduction.arguments.into_iter().collect::<Option<_>>()?;
        // Deduction looks through qualifiers: what the pattern makes of its arguments decides.
        let home = self.templates.home(template)?;
        let made = self.attempt(|checker| {
            checker.with_arguments(home, own_parameters, &own, |checker| checker.template_arguments(list))
        })?;
        (made == arguments).then_some(own)
    }

    /// Returns true if each list of arguments that fits one specialisation fits the other. C++14 (temp.class.order)
    fn is_more_specialised(&mut self, one: Template, other: Template) -> bool {
        let Some(((parameters, list), home)) = self.pattern(one).zip(self.templates.home(one)) else {
            return false;
        };
        let unique = self.unique_arguments(parameters);
        let made = self.with_arguments(home, parameters, &unique, |checker| checker.template_arguments(list));
        self.matches(other, &made).is_some()
    }

    /// Returns true if arguments are, or are made of, arguments that [`Self::unique_arguments`] makes.
    pub(super) fn has_unique(&self, arguments: &[Argument]) -> bool {
        arguments.iter().any(|argument| {
            let Argument::Type(mut ty) = *argument else { return false };
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

    /// Arguments for the parameters of a template that nothing else is equal to.
    pub(super) fn unique_arguments(&mut self, parameters: List<TemplateParameter>) -> Vec<Argument> {
        let parameters = self.ast[parameters].to_vec();
        // As large as the number of elements of an array can be.
        let number = |index: usize| i64::from(u32::MAX) - index as i64;
        parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| match parameter.kind {
                // No structure template equals a different one: such a parameter gets an unknown type.
                TemplateParameterKind::Type(_)
                | TemplateParameterKind::Template(_)
                | TemplateParameterKind::Function(..) => {
                    Argument::Type(self.types.intern(Type::Unique(index as u32)))
                }
                TemplateParameterKind::Value(..) => Argument::Number(number(index)),
            })
            .collect()
    }

    /// Returns true if a function template takes less than the other one: its parameters fit the other's, but not the other way round.
    /// C++14 (temp.func.order)
    pub(super) fn is_better_template(&mut self, one: &Candidate, other: &Candidate) -> bool {
        match (self.fits_template(one, other), self.fits_template(other, one)) {
            (true, false) => true,
            (false, true) => false,
            // C++14 (temp.func.order) 5: a pack is what is used last.
            (true, true) | (false, false) => {
                let variadic = &self.ast.copies.variadic;
                !variadic.contains(&one.function) && variadic.contains(&other.function)
            }
        }
    }

    fn fits_template(&mut self, one: &Candidate, other: &Candidate) -> bool {
        let function = self.ast[one.function];
        let unique = self.unique_arguments(function.template);
        let home = self.home_of(one.function, one.owner);
        let signature = self.attempt(|checker| {
            checker.with_arguments(home, function.template, &unique, |checker| checker.signature(&function))
        });
        let Some(signature) = signature else { return false };
        let typed = self.typed_parameters(&signature.parameters);
        self.deduce((other.function, other.owner), &typed, &[])
            .is_some_and(|deduced| deduced.signature.parameters == signature.parameters)
    }
}
