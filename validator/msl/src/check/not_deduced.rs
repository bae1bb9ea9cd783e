//! Why a call does not determine the arguments of a function template. C++14 (temp.deduct)

use super::deduction::Deduction;
use super::template::Template;
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Overloads, Type, TypeId};
use cxx_validator::ast::{
    Expr, ExprId, FunctionId, NameId, StructureId, TemplateArgument, TemplateParameter, TemplateParameterKind,
};
use msl_spec::rules;
use shader_source::Span;

/// The first reason for which a deduction fails.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum NotDeduced {
    /// The parameter with this number gets two arguments.
    Conflict(usize, Argument, Argument),
    /// The type of an argument does not have the form that is written at this place.
    Mismatch(Span, TypeId),
    /// No argument says what the parameter with this number is.
    Open(usize),
    /// The number for this parameter is an argument of a template whose parameter has a different type.
    Number(usize, TypeId),
    /// The declaration is not valid with the arguments.
    Substitution,
    /// This condition of an `enable_if` is false.
    Requirement(ExprId),
}

impl Checker<'_> {
    /// Notes the type that a number has as an argument of a structure template, where it is deduced for a parameter of a different template.
    pub(super) fn note_type_of_number(
        &mut self,
        template: StructureId,
        (parameter, arguments): (&TemplateParameter, &[Argument]),
        written: TemplateArgument,
        deduction: &mut Deduction,
    ) {
        // Microsoft's compiler takes a number for a parameter of any integer type: `template <unsigned N> void f(index<N>)`.
        let TemplateArgument::Value(value) = written else { return };
        let Expr::Name(name) = self.ast[value] else { return };
        let Some(number) = deduction.open_number(self.ast[name].name).filter(|_| !self.is_amp()) else {
            return;
        };
        let TemplateParameterKind::Value(ty, _) = parameter.kind else { return };
        let Some(home) = self.templates.home(Template::Structure(template)) else { return };
        let list = self.ast[template].template;
        let ty = self.attempt(|checker| checker.with_arguments(home, list, arguments, |it| it.type_of(ty)));
        deduction.numbers.extend(ty.map(|ty| (number, ty)));
    }

    /// Returns the first number that was deduced from the arguments of other templates and does not have the type of its parameter. The parameters are
    /// in scope. C++14 (temp.deduct.type) 17
    pub(super) fn wrong_number(
        &mut self,
        parameters: &[TemplateParameter],
        numbers: &[(usize, TypeId)],
    ) -> Option<NotDeduced> {
        for (index, ty) in numbers.iter().copied() {
            let TemplateParameterKind::Value(own, _) = parameters[index].kind else { continue };
            let own = self.type_of(own);
            if own != ty && !self.types.is_error(own) && !self.types.is_error(ty) {
                return Some(NotDeduced::Number(index, ty));
            }
        }
        None
    }

    /// Reports that the only function with a name is a template whose arguments a call does not determine, if that is so.
    pub(super) fn deduction_fails(
        &mut self,
        name: NameId,
        functions: &Overloads,
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
    ) -> bool {
        // The mistake is in a declaration, and the call may be right.
        if self.templates.wrong_functions.contains(&self.ast[name].name) {
            return true;
        }
        let has_limit = |id: FunctionId| {
            shader_source::steps::take(1);
            self.reports_limit_of_templates(self.ast[id].name_span)
        };
        let Some(function) = functions.only() else {
            // Each call that fails would visit all functions.
            return self.reports_limit_of_templates(self.ast[name].name_span)
                || self.template_work.has_limits && functions.iter().any(has_limit);
        };
        let (template, span) = (self.ast[function].template, self.ast[name].name_span);
        let given = explicit.unwrap_or_default();
        if !self.ast.is_template(function) || self.deduce((function, None), typed, given).is_some() {
            return false;
        }
        if self.reports_limit_of_templates(self.ast[function].name_span) {
            return true;
        }
        let (count, text) = (self.ast[template].len(), self.text(self.ast[name].name));
        if given.len() > count {
            let message = format!("template `{text}` takes {count} arguments, found {}", given.len());
            self.error(rules::TEMPLATE_ARGUMENTS, span, message);
            return true;
        }
        let message = format!("can't infer the arguments of template `{text}` from this call");
        let (reason, place) = self.reason_not_deduced(function);
        let message = reason.map_or_else(|| message.clone(), |reason| format!("{message}: {reason}"));
        let found = Diagnostic::error(rules::TEMPLATE_DEDUCTION, span, message);
        let (place, label) = place.unwrap_or((self.ast[function].name_span, "declared here"));
        self.report(found.label(place, label));
        true
    }

    /// Returns why the last deduction failed, and the place in the declaration of the template that is to blame.
    pub(super) fn reason_not_deduced(
        &self,
        function: FunctionId,
    ) -> (Option<String>, Option<(Span, &'static str)>) {
        // An inner call may have been deduced later.
        let Some((_, reason)) = self.not_deduced.filter(|(failed, _)| *failed == function) else {
            return (None, None);
        };
        let parameter = |index: usize| self.ast[self.ast[function].template][index];
        let name = |index: usize| parameter(index).name.map_or("", |name| self.names.text(name));
        match reason {
            NotDeduced::Conflict(index, one, other) => {
                let (one, other) = (self.print_argument(one), self.print_argument(other));
                let text = format!("conflicting arguments for `{}`: `{one}` and `{other}`", name(index));
                (Some(text), Some((parameter(index).name_span, "the parameter is declared here")))
            }
            NotDeduced::Mismatch(place, ty) => {
                let text = format!("`{}` does not have the form of the parameter", self.types.print(ty));
                (Some(text), Some((place, "the parameter is declared here")))
            }
            NotDeduced::Open(index) => {
                let text = format!("no argument determines `{}`", name(index));
                (Some(text), Some((parameter(index).name_span, "the parameter is declared here")))
            }
            NotDeduced::Number(index, ty) => {
                let ty = self.types.print(ty);
                let text =
                    format!("`{}` must have type `{ty}` as in the template of the argument", name(index));
                (Some(text), Some((parameter(index).name_span, "the parameter is declared here")))
            }
            NotDeduced::Requirement(condition) => {
                let text = match self.condition_as_written(condition) {
                    Some(condition) => format!("requirement `{condition}` was not satisfied"),
                    None => "a requirement was not satisfied".to_owned(),
                };
                (Some(text), Some((self.span(condition), "this must be true")))
            }
            NotDeduced::Substitution => {
                (Some("its declaration is not valid for these types".to_owned()), None)
            }
        }
    }

    pub(super) fn print_argument(&self, argument: Argument) -> String {
        match argument {
            Argument::Type(ty) => match self.types.get(ty) {
                Type::Reference(object) => self.types.print(object.ty),
                _ => self.types.print(ty),
            },
            Argument::Number(number) => number.to_string(),
            Argument::Template(template) => {
                self.ast[template].name.map_or_else(String::new, |name| self.text(name).to_owned())
            }
            Argument::Function(functions) => self.types.named_functions(functions).name.clone(),
        }
    }
}
