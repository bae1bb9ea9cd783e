//! Casts and arithmetic of pointers that code for the accelerator can't have. C++ AMP 1.2 (2.4.3.6, 2.4.3.7)

use super::super::Checker;
use crate::diagnostic::Diagnostic;
use crate::types::{Object, Type, TypeId};
use amp_spec::rules;
use cxx_validator::ast::ExprId;
use msl_spec::Scalar;
use shader_source::Span;

impl Checker<'_> {
    /// Reports the type that a cast names. C++ AMP 1.2 (2.4.1)
    pub(in super::super) fn check_amp_cast(&mut self, to: TypeId, span: Span) {
        match self.types.get(to) {
            Type::Pointer(_) => self.check_amp_type(to, span, rules::POINTER_TARGET),
            Type::Reference(_) => self.check_amp_type(to, span, rules::REFERENCE_TARGET),
            _ => self.check_amp_value(to, span),
        }
    }

    /// Reports a cast between a pointer and an integer. `bool` is the question whether a pointer is null, and converts implicitly.
    pub(in super::super) fn is_cast_of_address(&mut self, id: ExprId, from: TypeId, to: TypeId) -> bool {
        if !self.is_amp() || self.is_host_code() || self.is_library_place(self.span(id)) {
            return false;
        }
        let is_pointer = |ty| matches!(self.types.get(ty), Type::Pointer(_));
        let is_integer = |ty| {
            matches!(self.types.get(ty), Type::Enumeration(..))
                || self.types.scalar_of(ty).is_some_and(|it| it.is_integer() && it != Scalar::Bool)
        };
        if !(is_pointer(from) && is_integer(to) || is_integer(from) && is_pointer(to)) {
            return false;
        }
        let message = format!(
            "`{}` can't be converted to `{}` in `restrict(amp)` code: a pointer is not a number there",
            self.types.print(from),
            self.types.print(to)
        );
        self.report(Diagnostic::error(rules::CAST_POINTER_TO_INTEGER, self.span(id), message));
        true
    }

    /// Reports arithmetic on a pointer to `bool`. C++ AMP 1.2 (2.4.3.7)
    pub(in super::super) fn check_bool_arithmetic(&mut self, span: Span, object: Object) {
        if object.ty == TypeId::BOOL && self.is_amp() && !self.is_host_code() && !self.is_library_place(span)
        {
            let message = "a pointer to `bool` can't be moved or indexed in `restrict(amp)` code";
            self.report_once(Diagnostic::error(rules::POINTER_BOOL_ARITHMETIC, span, message));
        }
    }
}
