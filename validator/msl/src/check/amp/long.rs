//! `int` and `long`, and `unsigned` and `unsigned long`: different types of 32 bits, which are one type here. C++ AMP 1.2 (2.4.1.2)
//!
//! A program notices the difference only where it declares something for both of them. There the checker would take the wrong function or
//! specialization, so these places count as not checked.

use super::super::{Checker, Signature};
use super::AMP;
use crate::diagnostic::Diagnostic;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{FunctionId, Fundamental, StructureId, TemplateArgument, TypeSyntax, TypeSyntaxId};

const REASON: &str = "the checker takes `int` and `long` for one type, and this is declared for one of them";

impl Checker<'_> {
    /// Reports a second definition of a function with the same parameters, unless `long` may be the difference.
    pub(in super::super) fn second_definition(
        &mut self,
        (id, first): (FunctionId, FunctionId),
        signature: &Signature,
        found: Diagnostic,
    ) {
        if !self.is_amp() {
            self.report(found);
            return;
        }
        // The mistakes of functions for the host are not shown.
        let targets = self.restrictions_of(id);
        let around = core::mem::replace(&mut self.function.restrictions, targets);
        if [id, first].into_iter().any(|id| self.has_long_parameter(id, signature)) {
            self.unresolved(found.primary.span, REASON.to_owned());
        } else {
            self.report(found);
        }
        self.function.restrictions = around;
    }

    /// Notes a specialization for `long` that has functions for the accelerator: it would be used for `int`, too.
    pub(in super::super) fn note_long_specialisation(&mut self, id: StructureId) {
        if !self.is_amp() {
            return;
        }
        let structure = self.ast[id];
        let arguments = self.ast[structure.specialisation.unwrap_or_default()].iter();
        let is_for_accelerator = |id: &FunctionId| self.restrictions_of(*id).covers(AMP);
        let is_long = arguments.copied().any(|argument| match argument {
            TemplateArgument::Type(written) => self.is_written_with_long(written),
            TemplateArgument::Value(_) => false,
        });
        // A specialization is outside of functions, where the code counts as the host's.
        if is_long
            && self.ast[structure.functions].iter().any(is_for_accelerator)
            && let Some(amp) = &mut self.amp
        {
            amp.unresolved.push((structure.name_span, REASON.to_owned()));
        }
    }

    fn has_long_parameter(&self, id: FunctionId, signature: &Signature) -> bool {
        let parameters = self.ast[self.ast[id].parameters].iter();
        let mut parameters = parameters.map(|parameter| self.ast[*parameter].ty).zip(&signature.parameters);
        parameters.any(|(written, ty)| self.may_be_long(written, *ty))
    }

    /// Returns true if a type is `int`, or has it in it, and may be `long` as the program writes it: a name may stand for `long`.
    fn may_be_long(&self, written: TypeSyntaxId, ty: TypeId) -> bool {
        let is_number = |it: TypeId| [TypeId::INT, TypeId::UINT].contains(&it);
        let mut inner = ty;
        loop {
            inner = match self.types.get(inner) {
                Type::Reference(object) | Type::Pointer(object) => object.ty,
                _ => match self.types.element(inner) {
                    Some((element, _)) => element,
                    None => break,
                },
            };
        }
        let number = self.types.structure_number(inner);
        let has_arguments = number.is_some_and(|it| !self.types.structure(it).arguments.is_empty());
        has_arguments || is_number(inner) && (self.is_name(written) || self.is_written_with_long(written))
    }

    fn is_written_with_long(&self, written: TypeSyntaxId) -> bool {
        matches!(
            self.ast[self.written_object(written)],
            TypeSyntax::Fundamental(Fundamental::Long | Fundamental::UnsignedLong)
        )
    }

    fn is_name(&self, written: TypeSyntaxId) -> bool {
        !matches!(self.ast[self.written_object(written)], TypeSyntax::Fundamental(_))
    }

    /// The type of the object that pointers, references and arrays lead to.
    fn written_object(&self, written: TypeSyntaxId) -> TypeSyntaxId {
        match self.ast[written] {
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _)
            | TypeSyntax::Array(inner, _) => self.written_object(inner),
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Function(..)
            | TypeSyntax::Name(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_) => written,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines;

    #[test]
    fn what_is_declared_for_int_and_long_is_not_checked() {
        let text = "int f(int) restrict(amp) { return 1; }
            typedef long number;
            int f(long) restrict(amp) { return 2; }
            int g(unsigned) restrict(amp) { return 1; }
            int g(unsigned long) restrict(cpu) { return 2; }
            int h(int) restrict(amp) { return 1; }
            int h(number) restrict(amp) { return 2; }
            template <typename T> struct K { static int f() restrict(amp) { return 0; } };
            template <> struct K<long> { static int f() restrict(amp) { return 1; } };
            int k() restrict(amp) { return K<int>::f(); }";
        let (unresolved, errors) = lines(text);
        assert_eq!((unresolved, errors), (vec![3, 7, 9], vec![]));
        assert_eq!(
            lines("int f(int) restrict(amp) { return 1; }\nint f(int) restrict(amp) { return 2; }").1,
            [2]
        );
    }
}
