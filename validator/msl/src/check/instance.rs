//! Instances of class templates. C++14 (temp.inst)
//!
//! A template that is only named with arguments, as in the type of a pointer, an alias or a template argument, gives a structure without members:
//! it is made where its members matter. An expression of the type, a variable, a name after `::` and a conversion are such places. A specialisation that
//! is declared up to there is taken.

use super::origin::Needed;
use super::template::Template;
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Type, TypeId};
use cxx_validator::ast::StructureId;
use msl_spec::{Scalar, rules};
use shader_source::Span;

/// A `simdgroup_matrix` of elements that the class does not take.
pub(super) const MATRIX_OF_OTHERS: &str = "simdgroup_matrix";

impl Checker<'_> {
    /// The structure that a template makes of arguments. If it is only named, it is not made yet.
    pub(super) fn structure_instance(
        &mut self,
        id: StructureId,
        arguments: &[Argument],
        span: Span,
    ) -> TypeId {
        let is_only_named = core::mem::take(&mut self.is_only_named);
        let Some(id) = self.structure_for(id, arguments.len(), span) else { return TypeId::ERROR };
        let structure = self.ast[id];
        let Some(arguments) =
            self.all_arguments(Template::Structure(id), structure.template, arguments, span)
        else {
            return TypeId::ERROR;
        };
        if self.are_unknown(&arguments) {
            return TypeId::ERROR;
        }
        let known = self.templates.structures.get(&(id, arguments.clone())).copied();
        let ty = known.unwrap_or_else(|| self.named_instance(id, arguments));
        if !is_only_named {
            return self.made_instance(ty, span);
        }
        ty
    }

    /// A structure that a template makes of arguments, without its members.
    fn named_instance(&mut self, id: StructureId, arguments: Vec<Argument>) -> TypeId {
        self.count_instance();
        let home = self.templates.home(Template::Structure(id));
        let present = home.map(|home| self.scopes.go_to(home));
        let ty = self.new_structure(id, arguments.clone());
        if let Some(present) = present {
            self.scopes.go_to(present);
        }
        self.note_structure(id, arguments, ty);
        self.templates.named.insert(ty);
        ty
    }

    /// Makes a structure whose members matter here, if a template makes it and it was only named. Returns an error if that is not possible.
    pub(super) fn made_instance(&mut self, ty: TypeId, span: Span) -> TypeId {
        if !self.templates.named.contains(&ty) {
            return ty;
        }
        let (Some(id), Some(number)) = (self.templates.of_structure(ty), self.types.structure_number(ty))
        else {
            return ty;
        };
        let arguments = self.types.structure(number).arguments.clone();
        if !self.may_instantiate(span) || self.lacks_specialisations(id, &arguments, span) {
            return TypeId::ERROR;
        }
        let (chosen, own) = self.best_specialisation(id, &arguments, span);
        // A template that is only declared may be defined later.
        self.types.structure_mut(number).declaration = chosen;
        if !self.ast[chosen].is_defined {
            return ty;
        }
        self.templates.named.remove(&ty);
        let home = self.templates.home(Template::Structure(chosen));
        let present = home.map(|home| self.scopes.go_to(home));
        let aside = self.scopes.put_aside();
        let outer = core::mem::take(&mut self.function);
        // A mistake in the structure is one, also where its type is only tried. With arguments that only serve to compare templates, nothing is.
        let is_silent = self.is_attempt && self.has_unique(&arguments);
        let before = (core::mem::replace(&mut self.is_attempt, is_silent), self.has_failed);
        self.levels += 1;
        self.check_container(ty, span);
        self.used_from(span, Needed::Structure(ty), |it| it.complete(chosen, number, &own));
        self.levels -= 1;
        (self.is_attempt, self.has_failed) = before;
        self.function = outer;
        self.scopes.take_back(aside);
        if let Some(present) = present {
            self.scopes.go_to(present);
        }
        ty
    }

    /// Makes the structure that a type is, or that the elements of an array are.
    pub(super) fn make(&mut self, ty: TypeId, span: Span) {
        if self.templates.named.is_empty() {
            return;
        }
        let mut ty = ty;
        while let Some((element, _)) = self.types.element(ty) {
            ty = element;
        }
        self.made_instance(ty, span);
    }

    /// Reports the use of a type of the library that may only be named, and returns an error then.
    pub(super) fn usable(&mut self, ty: TypeId, span: Span) -> TypeId {
        // Its members are in a definition that is not supported.
        if let Type::Structure(number) = self.types.get(ty)
            && !self.types.structure(number).is_complete
            && self
                .declaration_of(ty)
                // An instance of a template that is defined is made where its members are needed.
                .filter(|id| !self.ast[*id].is_defined)
                .and_then(|id| self.ast[id].name)
                .is_some_and(|name| self.unread.contains(&name))
        {
            return TypeId::ERROR;
        }
        // C++14 (dcl.enum) 6
        if self.open_enumeration == Some(ty) {
            let message = format!("type `{}` is incomplete here", self.types.print(ty));
            self.error_once(rules::TYPE_COMPLETE, span, &message);
            return TypeId::ERROR;
        }
        let Type::Opaque(name) = self.types.get(ty) else { return ty };
        if name == MATRIX_OF_OTHERS {
            let message = "the elements of a `simdgroup_matrix` must be floating-point numbers";
            self.report_once(Diagnostic::error(rules::TEMPLATE_ARGUMENTS, span, message));
        } else if Scalar::ALL.iter().any(|scalar| single_vector(*scalar) == name) {
            let message = crate::unsupported::SINGLE_COMPONENT.message();
            self.report_once(Diagnostic::error(rules::UNSUPPORTED_FEATURE, span, message));
        } else {
            return ty;
        }
        TypeId::ERROR
    }

    /// Makes the structure that a pointer or reference leads to.
    pub(super) fn make_referent(&mut self, ty: TypeId, span: Span) {
        if let Type::Pointer(object) | Type::Reference(object) = self.types.get(ty) {
            self.make(object.ty, span);
        }
    }

    /// Makes the structures that a conversion depends on: a pointer or reference may be to a base.
    pub(super) fn make_for_conversion(&mut self, from: Typed, to: TypeId, span: Span) {
        if self.templates.named.is_empty() {
            return;
        }
        self.make(to, span);
        if matches!(self.types.get(to), Type::Pointer(_) | Type::Reference(_)) && from.ty != to {
            self.make_referent(from.ty, span);
            if let Type::Reference(_) = self.types.get(to) {
                self.make_referent(to, span);
            }
        }
    }
}

/// The name of the type of vectors with one component.
pub(super) const fn single_vector(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "vec<bool, 1>",
        Scalar::Char => "vec<char, 1>",
        Scalar::Uchar => "vec<uchar, 1>",
        Scalar::Short => "vec<short, 1>",
        Scalar::Ushort => "vec<ushort, 1>",
        Scalar::Int => "vec<int, 1>",
        Scalar::Uint => "vec<uint, 1>",
        Scalar::Long => "vec<long, 1>",
        Scalar::Ulong => "vec<ulong, 1>",
        Scalar::Half => "vec<half, 1>",
        Scalar::Float => "vec<float, 1>",
        Scalar::Bfloat => "vec<bfloat, 1>",
        Scalar::Double => "vec<double, 1>",
    }
}
