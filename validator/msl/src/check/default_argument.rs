//! Default arguments, which the declarations of a function in one scope give together. C++14 (dcl.fct.default)
//!
//! A default argument is an expression of the declaration that has it, and is checked there. Calls of the body that a different declaration
//! has use it, too: [`Checker::inherited_defaults`].

use super::{Checker, Context, Purpose, Signature};
use crate::diagnostic::Severity;
use crate::meaning::MemberInitializer;
use crate::types::TypeId;
use cxx_validator::ast::{ExprId, Function, FunctionId, List, VariableId};
use msl_spec::rules;
use shader_source::Span;

/// The default argument of a declaration without a body, with what it calls.
#[derive(Debug)]
pub(super) struct DefaultArgument {
    initializer: MemberInitializer,
    calls: Vec<(usize, Span)>,
    later: Vec<(FunctionId, Span)>,
    library_calls: Vec<(&'static msl_spec::Function, Span)>,
}

impl Checker<'_> {
    /// Reports a parameter without a default argument after one that has some, in this declaration or in one of the others. C++14 (dcl.fct.default) 4
    pub(super) fn check_defaults_given(
        &mut self,
        parameters: List<VariableId>,
        others: &[Option<VariableId>],
    ) {
        let mut has_default = false;
        for (index, id) in self.ast[parameters].iter().enumerate() {
            let parameter = self.ast[*id];
            let is_given = parameter.initializer.is_some() || others.get(index).copied().flatten().is_some();
            if has_default && !is_given {
                let span = Span::new(self.ast.type_span(parameter.ty).lo, parameter.name_span.hi);
                let message =
                    "this parameter must have a default argument, because a parameter before it has one";
                self.error_once(rules::FUNCTION_DEFAULT_ARGUMENT_LAST, span, message);
            }
            has_default |= is_given;
        }
    }

    /// Reports the default arguments of parameters that have some in an earlier declaration. C++14 (dcl.fct.default) 4
    pub(super) fn check_defaults(&mut self, function: &Function, defaults: &[Option<VariableId>]) {
        for (parameter, before) in self.ast[function.parameters].iter().zip(defaults) {
            let parameter = self.ast[*parameter];
            if let (Some(_), Some(first)) = (parameter.initializer, before) {
                self.default_again(self.ast[*first].name_span, parameter.name_span);
            }
        }
    }

    /// Reports a default argument in a declaration that must not have any: in a later one of a function template or of a member of a class template,
    /// and in an explicit specialisation. C++14 (dcl.fct.default) 4 and 6, (temp.expl.spec) 21
    pub(super) fn check_no_defaults(&mut self, function: &Function) {
        let mut parameters = self.ast[function.parameters].iter().map(|id| self.ast[*id]);
        let Some(parameter) = parameters.find(|parameter| parameter.initializer.is_some()) else { return };
        let message = if function.specialisation.is_some() {
            "an explicit specialization can't have default arguments: write them in the template"
        } else if function.path.is_empty() {
            "default arguments of a function template must be in its first declaration"
        } else {
            "default arguments of a member of a class template must be in the class"
        };
        self.error(rules::FUNCTION_DEFAULT_ARGUMENT_FIRST, parameter.name_span, message);
        // Calls of the function may use it.
        self.unread.insert(function.name);
    }

    /// Returns the number of arguments that a call of a template's member must have, if the declaration says so many. A default argument of the
    /// definition outside of the template is a mistake, which was reported: calls that use it are right once it is moved.
    pub(super) fn required_with(&self, declared: usize, outside: Option<FunctionId>) -> usize {
        let Some(outside) = outside else { return declared };
        let parameters = &self.ast[self.ast[outside].parameters];
        let first = parameters.iter().position(|parameter| self.ast[*parameter].initializer.is_some());
        first.map_or(declared, |first| first.min(declared))
    }

    /// Checks the default arguments of a declaration without a body.
    pub(super) fn declared_defaults(&mut self, parameters: List<VariableId>, signature: &Signature) {
        for (index, id) in self.ast[parameters].iter().enumerate() {
            if let Some(default) = self.default_argument_of(*id, index, signature) {
                self.default_arguments.insert(*id, default);
            }
        }
    }

    /// Gives a body the default arguments that other declarations of the present namespace have.
    pub(super) fn inherit_defaults(&mut self, number: usize, defaults: &[Option<VariableId>]) {
        for (index, parameter) in defaults.iter().enumerate() {
            if let Some(default) = parameter.and_then(|parameter| self.default_arguments.remove(&parameter)) {
                self.add_default((number, index), default);
            }
        }
    }

    /// Gives the body of a member function or template the default arguments of its declaration, in whose scope this is, if the body is elsewhere.
    pub(super) fn defaults_elsewhere(&mut self, number: usize, declared: FunctionId, signature: &Signature) {
        if self.instances[number].function == declared {
            return;
        }
        for (index, id) in self.ast[self.ast[declared].parameters].iter().enumerate() {
            let key = (number, index);
            let default =
                self.once_used(Some(key), |checker| checker.default_argument_of(*id, index, signature));
            if let Some(default) = default {
                self.add_default(key, default);
            }
        }
    }

    /// Checks a default argument of the function whose body is checked.
    pub(super) fn default_of_parameter(&mut self, index: usize, value: ExprId, ty: TypeId) {
        let number = self.function.number;
        // It has no object. C++14 (dcl.fct.default) 8, 9
        let this = self.function.this.take();
        self.once_used(number.map(|number| (number, index)), |checker| {
            checker.in_surroundings(index, |checker| {
                checker.initialize(value, ty, Purpose::Initialisation);
            });
        });
        self.function.this = this;
    }

    /// Checks a default argument, whose mistakes are reported once a call uses it: in an instance of a template it may have no meaning, if all calls
    /// pass an argument. Names that are not declared are reported in any case. C++14 (temp.inst) 3
    fn once_used<T>(&mut self, parameter: Option<(usize, usize)>, check: impl FnOnce(&mut Self) -> T) -> T {
        let deferred = parameter.filter(|(number, _)| !self.is_attempt && self.is_of_template(*number));
        let Some(key) = deferred.filter(|key| !self.defaults_used.contains(key)) else { return check(self) };
        let others = core::mem::take(&mut self.diagnostics);
        let result = check(self);
        for found in core::mem::replace(&mut self.diagnostics, others) {
            if found.severity != Severity::Error || found.rule == rules::NAME_DECLARED {
                self.diagnostics.push(found);
            } else {
                // It is not reported yet, and other instances may have the same mistake.
                self.errors.remove(&(found.rule, found.primary.span));
                self.reported.remove(&(found.rule, found.primary.span));
                self.broken_defaults.entry(key).or_default().push(found);
            }
        }
        result
    }

    /// Reports the mistakes in default arguments that a call uses.
    pub(super) fn check_defaults_used(
        &mut self,
        (instance, span): (usize, Span),
        given: usize,
        signature: &Signature,
    ) {
        for index in given..signature.parameters.len() {
            self.note_default_used((instance, index), span);
            self.defaults_used.insert((instance, index));
            // An attempt reports nothing: the next call does.
            let found = self.broken_defaults.get(&(instance, index)).cloned().unwrap_or_default();
            for found in found {
                self.report(found);
            }
        }
    }

    fn add_default(&mut self, key: (usize, usize), default: DefaultArgument) {
        self.note_default(key, &default.calls, &default.later);
        let instance = &mut self.instances[key.0];
        instance.calls.extend(default.calls);
        instance.later.extend(default.later);
        instance.library_calls.extend(default.library_calls);
        self.inherited_defaults.insert(key, default.initializer);
    }

    fn default_argument_of(
        &mut self,
        id: VariableId,
        index: usize,
        signature: &Signature,
    ) -> Option<DefaultArgument> {
        let parameter = self.ast[id];
        let (value, ty) = (parameter.initializer?, *signature.parameters.get(index)?);
        let first = self.first_expr_from(value, self.span(value).lo);
        let ((), mut context): ((), Context) = self.outside_of_functions(first, |checker| {
            checker.initialize(value, ty, Purpose::Initialisation);
        });
        Some(DefaultArgument {
            initializer: MemberInitializer { value, body: context.take_body() },
            calls: context.calls,
            later: context.later,
            library_calls: context.library_calls,
        })
    }
}
