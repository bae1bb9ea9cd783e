//! Functions of the accelerator as values, and functions that call themselves. C++ AMP 1.2 (2.4.3.4, 2.4.3.7)

use super::super::Checker;
use super::super::name::Meaning;
use super::super::scope::Entity;
use super::{AMP, CPU};
use crate::diagnostic::Diagnostic;
use crate::types::{NamedFunctions, Type, TypeId};
use amp_spec::rules;
use cxx_validator::ast::{ExprId, FunctionId, NameId};
use cxx_validator::names::Symbol;
use shader_source::Span;

impl Checker<'_> {
    /// Returns true for a pointer to functions. Where such an object is declared for the accelerator it is reported, and so not where it is called.
    pub(in super::super) fn is_pointer_to_function(&self, ty: TypeId) -> bool {
        self.is_amp()
            && match self.types.get(ty) {
                Type::Pointer(object) | Type::Reference(object) => {
                    matches!(self.types.get(object.ty), Type::Function(_))
                }
                Type::Function(_) => true,
                _ => false,
            }
    }

    /// Reports a function that is used as a value in code for the accelerator, or that is only for the accelerator.
    pub(in super::super) fn check_function_value(&mut self, id: ExprId, name: NameId) {
        // The type of a variable that begins with it is the mistake, if it is written.
        let begun = self.amp.as_ref().and_then(|amp| amp.begun).filter(|_| !self.is_host_code());
        if begun.is_some_and(|(begun, _)| begun == id) {
            return;
        }
        if self.ast[name].arguments.is_some() && self.is_host_code() {
            self.instantiate_named(name);
        }
        let Meaning::Entity(Entity::Functions(functions)) = self.meaning(name) else { return };
        // Which of several functions is meant depends on the context.
        let Some(function) = functions.only() else { return };
        let targets = self.restrictions_of(function);
        if targets.covers(AMP) && (!targets.covers(CPU) || !self.is_host_code()) {
            let span = self.ast[name].name_span;
            let message = format!(
                "`{}` is `restrict(amp)`, so it can only be called: a pointer to it is not allowed",
                self.text(self.ast[name].name)
            );
            self.report_once(Diagnostic::error(rules::FUNCTION_POINTER_NOT_AMP, span, message));
        }
    }

    /// Makes the instance of a function template that the host names: `test(copy_all<float>)`. Who calls it needs no types here. C++14 (temp.inst) 3
    fn instantiate_named(&mut self, name: NameId) {
        let Some(NamedFunctions { functions, explicit: Some(explicit), .. }) = self.named_functions(name)
        else {
            return;
        };
        if self.are_unknown(&explicit) {
            return;
        }
        let candidates = self.candidates(&functions.to_vec(), &[], Some(&explicit));
        if let [candidate] = candidates.as_slice() {
            self.instance_of(candidate, self.ast[name].name_span);
        }
    }

    /// Returns true if `S::a` names a member that holds data: only a pointer to it can be meant.
    pub(in super::super) fn is_data_member(&self, ty: TypeId, name: Symbol) -> bool {
        let number = self.types.structure_number(ty).filter(|_| self.is_amp());
        number.is_some_and(|number| self.find_member(number, name).is_some())
    }

    /// Reports a call that leads back to a function for the accelerator.
    pub(in super::super) fn check_amp_recursion(&mut self, function: FunctionId, call: Span) {
        if self.restrictions_of(function).covers(AMP) && !self.is_library_place(call) {
            let name = self.text(self.ast[function].name);
            let message =
                format!("this call leads back to `{name}`: a `restrict(amp)` function can't be recursive");
            self.report(Diagnostic::error(rules::FUNCTION_NO_RECURSION, call, message));
        }
    }
}
