//! The objects that code for the accelerator may name, capture and declare. C++ AMP 1.2 (2.4.3)

use super::super::name::Meaning;
use super::super::scope::Entity;
use super::super::{Checker, Typed};
use super::library::Misuse;
use super::{AMP, Special};
use crate::diagnostic::Diagnostic;
use crate::types::{Object, StructureNumber, Type, TypeId};
use amp_spec::rules;
use cxx_validator::CAPTURED_THIS;
use cxx_validator::ast::{Expr, ExprId, FunctionId, TypeSyntax, TypeSyntaxId, Variable, VariableId};
use shader_source::Span;

/// The maximum number of bytes of a kernel's `tile_static` variables in Microsoft's implementation. C++ AMP 1.2 (2.4.3.5.1)
const MOST_TILE_STATIC: u64 = 32 * 1024;

impl Checker<'_> {
    /// Reports the name of an object that code for the accelerator can't reach. C++ AMP 1.2 (2.4.3.2)
    pub(in super::super) fn check_reachable(&mut self, variable: VariableId, typed: Typed, span: Span) {
        let is_default = self.amp.as_ref().is_some_and(|amp| amp.defaults.present.is_some());
        let is_ignored = !self.is_amp() || self.is_host_code() && !is_default;
        // The value of a constant integer is a literal. C++ AMP 1.2 (2.4.3.2)
        let is_literal =
            typed.value.is_some() && !self.types.scalar_of(typed.ty).is_some_and(msl_spec::Scalar::is_float);
        if is_ignored || is_literal || self.function.unevaluated > 0 {
            return;
        }
        let declared = self.ast[variable];
        let is_global =
            self.globals.contains_key(&variable) || declared.is_extern || declared.static_span.is_some();
        if !is_global || self.types.is_error(typed.ty) || self.is_library_place(declared.name_span) {
            return;
        }
        let name = declared.name.map_or("", |name| self.text(name));
        let message = format!(
            "`{name}` can't be used in `restrict(amp)` code: of the variables outside of functions, only constant integers can"
        );
        let found = Diagnostic::error(rules::OBJECT_ACCESSIBLE, span, message);
        let found = found.label(declared.name_span, "declared here");
        if is_default {
            self.note_unreachable(found);
        } else {
            self.report(found);
        }
    }

    /// Reports the address of a constant outside of functions: code for the accelerator has its value only. C++ AMP 1.2 (2.4.3.2)
    pub(in super::super) fn check_address(&mut self, operand: ExprId) {
        self.check_only_value(operand, "take the address of");
    }

    /// Reports a reference to a constant outside of functions.
    pub(in super::super) fn check_referred(&mut self, operand: ExprId, from: Typed, to: TypeId) {
        let binds = matches!(self.types.get(to), Type::Reference(object) if object.ty == from.ty);
        if binds && from.place.is_some() {
            self.check_only_value(operand, "refer to");
        }
    }

    fn check_only_value(&mut self, operand: ExprId, what: &str) {
        let Expr::Name(name) = self.ast[operand] else { return };
        let span = self.span(operand);
        if !self.is_amp() || self.is_host_code() || self.is_library_place(span) {
            return;
        }
        let Meaning::Entity(Entity::Variable(variable, ..)) = self.meaning(name) else { return };
        if !self.globals.contains_key(&variable) && self.ast[variable].static_span.is_none() {
            return;
        }
        let name = self.text(self.ast[name].name);
        let message = format!("can't {what} `{name}` in `restrict(amp)` code: only its value is there");
        self.report_once(Diagnostic::error(rules::OBJECT_ACCESSIBLE, span, message));
    }

    /// Checks what a lambda expression for the accelerator captures: the members of its structure. C++ AMP 1.2 (2.4.3.3)
    pub(in super::super) fn check_amp_captures(&mut self, closure: StructureNumber, function: FunctionId) {
        if !self.is_amp() || !self.restrictions_of(function).covers(AMP) {
            return;
        }
        for member in self.types.structure(closure).members.clone() {
            let name = member.name.map_or("", |name| self.text(name)).to_owned();
            if name == CAPTURED_THIS {
                let message =
                    "`this` can't be captured in `restrict(amp)` code: capture what it needs by value";
                self.report(Diagnostic::error(rules::CAPTURE_BY_VALUE, member.span, message));
                continue;
            }
            if let Some(reason) = self.unknown_type(&name, member.ty) {
                self.unresolved_capture(reason, member.span);
                continue;
            }
            match self.types.get(member.ty) {
                Type::Reference(object) if self.is_container(object.ty) => {}
                Type::Reference(_) => {
                    let message = format!(
                        "`{name}` is captured by reference: only an `array` or a `texture` can be, capture it by value"
                    );
                    self.report(Diagnostic::error(rules::CAPTURE_BY_VALUE, member.span, message));
                }
                _ => self.check_captured_value(&name, member.ty, member.span),
            }
        }
    }

    fn check_captured_value(&mut self, name: &str, ty: TypeId, span: Span) {
        let Some(found) = self.misfit_of_value(ty) else { return };
        let message = format!("`{name}` can't be captured: {}", found.reason);
        let reported = Diagnostic::error(rules::CAPTURE_COMPATIBLE, span, message);
        self.report(match found.place {
            Some(place) => reported.label(place, "the member"),
            None => reported,
        });
    }

    fn unresolved_capture(&mut self, reason: String, span: Span) {
        let is_shown = !self.is_attempt;
        if let Some(amp) = self.amp.as_mut().filter(|_| is_shown) {
            amp.unresolved.push((span, reason));
        }
    }

    /// Checks a variable of a function: its storage class and its type. C++ AMP 1.2 (2.4.3.5)
    pub(in super::super) fn check_amp_local(&mut self, id: VariableId, variable: &Variable, object: Object) {
        let span = variable.name_span;
        if object.space == msl_spec::AddressSpace::Threadgroup || self.is_tile_static_pointer(variable.ty) {
            self.check_tile_static(variable, object);
            return;
        }
        if self.is_host_code() {
            return;
        }
        if object.is_const
            && variable.initializer.is_none()
            && !variable.is_extern
            && !self.begins_with_values(object.ty)
            && !self.types.has_error(object.ty)
        {
            let message = "a `const` variable must have an initializer";
            self.error(msl_spec::rules::VARIABLE_CONST_INITIALISED, span, message);
        }
        if variable.static_span.is_some() || variable.is_extern {
            let message = "a variable in `restrict(amp)` code can't be `static` or `extern`";
            self.report(Diagnostic::error(
                rules::LOCAL_STORAGE_CLASS,
                variable.static_span.unwrap_or(span),
                message,
            ));
        }
        if object.is_volatile {
            let message = "`volatile` is not allowed in `restrict(amp)` code";
            self.report(Diagnostic::error(rules::TYPE_NOT_VOLATILE, span, message));
            return;
        }
        let ty = if self.function.references.contains(&id) {
            self.types.intern(crate::types::Type::Reference(object))
        } else {
            self.check_special(Special::Destructor, object.ty, span);
            object.ty
        };
        // What a lambda expression captures is reported there.
        if self.closures.contains_key(&ty) {
            return;
        }
        // One mistake is enough about an object that can't be made here.
        let is_made = [Misuse::Construction, Misuse::Targets].into_iter().all(|misuse| {
            self.rule_of_class(ty, misuse).is_none_or(|rule| !self.reported.contains(&(rule, span)))
        });
        if is_made {
            self.check_amp_type(ty, span, rules::LOCAL_TYPE);
        }
    }

    /// Checks a `tile_static` variable. C++ AMP 1.2 (2.4.3.5.1)
    fn check_tile_static(&mut self, variable: &Variable, object: Object) {
        let span = variable.name_span;
        if self.is_host_code() {
            let message = "`tile_static` is only allowed in `restrict(amp)` code";
            self.report(Diagnostic::error(rules::TILE_STATIC_RESTRICTED_CODE, span, message));
            return;
        }
        if let Some(initializer) = variable.initializer {
            let message = "a `tile_static` variable can't have an initializer: its threads share it";
            self.report(Diagnostic::error(rules::TILE_STATIC_INITIALISER, self.span(initializer), message));
        }
        if self.has_container(object.ty) {
            let message = format!(
                "a `tile_static` variable can't have the type `{}`, which refers to other data",
                self.types.print(object.ty)
            );
            self.report(Diagnostic::error(rules::TILE_STATIC_TYPE, span, message));
        } else if let Some(found) = self.misfit_of_value(object.ty) {
            let message = format!(
                "a `tile_static` variable can't have the type `{}`: {}",
                self.types.print(object.ty),
                found.reason
            );
            self.report(Diagnostic::error(rules::TILE_STATIC_TYPE, span, message));
        } else {
            self.check_tile_static_size(variable, object.ty);
        }
    }

    /// Returns true for `tile_static int* p`: the word is about the variable, as `static` is, and not about what a pointer leads to.
    fn is_tile_static_pointer(&self, ty: TypeSyntaxId) -> bool {
        let (mut ty, mut is_pointer) = (ty, false);
        loop {
            ty = match self.ast[ty] {
                TypeSyntax::Pointer(inner) => {
                    is_pointer = true;
                    inner
                }
                TypeSyntax::Qualified(qualifiers, inner) => {
                    if is_pointer && qualifiers.space.is_some() {
                        return true;
                    }
                    inner
                }
                _ => return false,
            }
        }
    }

    /// Reports the variable with which the `tile_static` memory of a function is full. C++ AMP 1.2 (2.4.3.5.1)
    fn check_tile_static_size(&mut self, variable: &Variable, ty: TypeId) {
        let (Some(layout), Some(number)) = (self.types.layout(ty), self.function.number) else { return };
        let Some(amp) = &mut self.amp else { return };
        let bytes = amp.tile_static.entry(number).or_default();
        let before = *bytes;
        *bytes += layout.size;
        if before <= MOST_TILE_STATIC && *bytes > MOST_TILE_STATIC {
            let message = format!(
                "the `tile_static` variables up to here have {bytes} bytes: Visual C++ allows {MOST_TILE_STATIC} in a kernel"
            );
            self.report(Diagnostic::error(rules::TILE_STATIC_TOTAL_SIZE, variable.name_span, message));
        }
    }
}
