//! Casts. C++14 (expr.static.cast), (expr.reinterpret.cast), (expr.const.cast), (expr.cast); section 2.14 adds `as_type`
//!
//! No cast leads into a different address space. Section 4

use super::{Checker, Purpose, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{CastKind, ExprId, TypeSyntaxId};
use msl_spec::{AddressSpace, Class, ValueType, rules};

impl Checker<'_> {
    /// Checks a cast with one of the five notations.
    pub(super) fn cast(&mut self, id: ExprId, kind: CastKind, ty: TypeSyntaxId, operand: ExprId) -> Typed {
        let to = self.type_of(ty);
        self.check_amp_cast(to, self.ast.type_span(ty));
        if kind == CastKind::Reinterpret
            && let Type::Reference(object) = self.types.get(to)
            && let Some((_, place)) = self.thread_elements(operand)
            && (object.is_const || !place.is_const)
        {
            self.same_space(id, place.space, object.space);
            return Typed::referent(object);
        }
        // A cast to a structure with constructors is a declaration of an object that the operand initializes. C++14 (expr.static.cast) 4
        if let Type::Structure(number) = self.types.get(to)
            && matches!(kind, CastKind::Static | CastKind::C)
            && self.has_value_constructors(to)
        {
            return self.construct_structure(id, to, number, &[operand]);
        }
        let from = self.expression(operand);
        if self.types.is_error(to) || self.types.is_error(from.ty) {
            return match self.types.get(to) {
                Type::Reference(object) => Typed::referent(object),
                _ => Typed::value(to),
            };
        }
        match (kind, self.types.get(to)) {
            (CastKind::Bits, _) => self.as_type(id, to, from),
            (_, Type::Reference(object)) => self.cast_to_reference(id, kind, (operand, from), (to, object)),
            (CastKind::Static | CastKind::C, _) => self.explicit(id, operand, from, to, kind),
            (CastKind::Reinterpret | CastKind::Const, _) => {
                let pointers = self.pointer_cast(id, kind, from, to);
                pointers.unwrap_or_else(|| {
                    self.error(rules::CONVERSION_EXPLICIT, self.span(id), "this cast expects pointers");
                    Typed::ERROR
                })
            }
        }
    }

    /// A cast to a reference: the object itself, seen as an object of a different type or without `const`.
    fn cast_to_reference(
        &mut self,
        id: ExprId,
        kind: CastKind,
        (operand, from): (ExprId, Typed),
        (to, object): (TypeId, Object),
    ) -> Typed {
        let Some(place) = from.place else {
            self.convert(operand, from, to, Purpose::Initialisation);
            return Typed::referent(object);
        };
        let is_allowed = match kind {
            CastKind::Const => self.are_similar(from.ty, object.ty),
            CastKind::Reinterpret => !place.is_const || object.is_const,
            CastKind::C => true,
            // An object becomes one that ends: `static_cast<thread T&&>(x)`.
            CastKind::Static if object.is_rvalue => {
                self.is_of(from.ty, object.ty) && (!place.is_const || object.is_const)
            }
            CastKind::Static if self.is_cast_to_derived(id, from.ty, object.ty) => {
                !place.is_const || object.is_const
            }
            CastKind::Static | CastKind::Bits => {
                self.convert(operand, from, to, Purpose::Initialisation);
                return Typed::referent(object);
            }
        };
        if is_allowed {
            self.same_space(id, place.space, object.space);
        } else {
            let found = self.misfit(self.span(id), from, to, Purpose::Initialisation);
            self.report(found);
        }
        Typed::referent(object)
    }

    /// Returns true if two types differ in nothing but `const` and `volatile` after pointers. C++14 (conv.qual) 4
    fn are_similar(&self, one: TypeId, other: TypeId) -> bool {
        let (mut one, mut other) = (one, other);
        while one != other {
            let (Type::Pointer(inner), Type::Pointer(own)) = (self.types.get(one), self.types.get(other))
            else {
                return false;
            };
            if inner.space != own.space {
                return false;
            }
            (one, other) = (inner.ty, own.ty);
        }
        true
    }

    /// A cast between pointers, or between a pointer and an integer; `None` if no pointer takes part.
    fn pointer_cast(&mut self, id: ExprId, kind: CastKind, from: Typed, to: TypeId) -> Option<Typed> {
        let is_integer = |it: &Self, ty: TypeId| {
            ty == TypeId::BOOL || it.types.scalar_of(ty).is_some_and(msl_spec::Scalar::is_integer)
        };
        let source = self.decayed(from);
        if self.is_cast_of_address(id, source, to) {
            return Some(Typed::value(to));
        }
        let is_allowed = match (self.types.get(source), self.types.get(to)) {
            (Type::Pointer(one), Type::Pointer(other)) => {
                self.same_space(id, one.space, other.space);
                let keeps_const = self.keeps_const(one, other);
                match kind {
                    CastKind::Const => self.are_similar(one.ty, other.ty),
                    CastKind::Reinterpret => keeps_const,
                    CastKind::Static => {
                        keeps_const
                            && (one.ty == TypeId::VOID
                                || other.ty == TypeId::VOID
                                || self.is_cast_to_derived(id, one.ty, other.ty))
                    }
                    CastKind::C | CastKind::Bits => true,
                }
            }
            // A pointer fits an integer of 64 bits.
            (Type::Pointer(_) | Type::Null, Type::Value(ValueType::Scalar(scalar)))
                if is_integer(self, to) && to != TypeId::BOOL =>
            {
                matches!(kind, CastKind::Reinterpret | CastKind::C) && scalar.bits() == 64
            }
            // C++14 (conv.bool) 1
            (Type::Null, Type::Value(ValueType::Scalar(msl_spec::Scalar::Bool))) => {
                matches!(kind, CastKind::Static | CastKind::C)
            }
            (Type::Enumeration(..), Type::Pointer(_)) => {
                matches!(kind, CastKind::Reinterpret | CastKind::C)
            }
            (Type::Value(_), Type::Pointer(_)) if is_integer(self, source) => {
                matches!(kind, CastKind::Reinterpret | CastKind::C)
            }
            _ => return None,
        };
        if !is_allowed {
            self.can_not_cast(id, from, to);
            return Some(Typed::ERROR);
        }
        Some(Typed::value(to))
    }

    /// Returns true if a cast leads from a base to a structure that is derived from it. C++14 (expr.static.cast) 2, 11
    fn is_cast_to_derived(&mut self, id: ExprId, base: TypeId, derived: TypeId) -> bool {
        self.types.is_derived_from(derived, base) && self.check_base_class(self.span(id), derived, base)
    }

    /// Returns true if a cast keeps `const` and `volatile` at each level of pointers. A level below the first can only add them if all levels above it are
    /// `const`. C++14 (expr.const.cast)
    fn keeps_const(&self, from: Object, to: Object) -> bool {
        let (mut from, mut to) = (from, to);
        let mut above_are_const = true;
        loop {
            let loses = (from.is_const && !to.is_const) || (from.is_volatile && !to.is_volatile);
            let adds = from.is_const != to.is_const || from.is_volatile != to.is_volatile;
            if loses || adds && !above_are_const {
                return false;
            }
            above_are_const &= to.is_const;
            match (self.types.get(from.ty), self.types.get(to.ty)) {
                (Type::Pointer(one), Type::Pointer(other)) => (from, to) = (one, other),
                _ => return true,
            }
        }
    }

    fn can_not_cast(&mut self, id: ExprId, from: Typed, to: TypeId) {
        let message =
            format!("`{}` can't be converted to `{}`", self.types.print(from.ty), self.types.print(to));
        self.error(rules::CONVERSION_EXPLICIT, self.span(id), message);
    }

    fn same_space(&mut self, id: ExprId, from: AddressSpace, to: AddressSpace) {
        if from != to {
            let message = format!(
                "an object in `{}` memory can't be reached through a pointer or reference to `{}`",
                from.name(),
                to.name()
            );
            self.report(Diagnostic::error(rules::CONVERSION_POINTER_SAME_SPACE, self.span(id), message));
        }
    }

    /// `as_type<T>(x)`. Section 2.14
    fn as_type(&mut self, id: ExprId, to: TypeId, from: Typed) -> Typed {
        let is_value = |ty: Option<ValueType>| ty.is_some_and(|ty| !matches!(ty, ValueType::Matrix(..)));
        let (one, other) = (self.types.value_type(from.ty), self.types.value_type(to));
        if !is_value(one) || !is_value(other) {
            let is_pointer = |ty| matches!(self.types.get(ty), Type::Pointer(_));
            let rule = if is_pointer(from.ty) || is_pointer(to) {
                rules::AS_TYPE_NO_POINTER
            } else {
                rules::CONVERSION_EXPLICIT
            };
            self.error(rule, self.span(id), "`as_type` expects a scalar or vector");
            return Typed::ERROR;
        }
        let sizes = (self.types.layout(from.ty), self.types.layout(to));
        if let (Some(one), Some(other)) = sizes
            && one.size != other.size
        {
            let message = format!(
                "`as_type` requires types of the same size, but `{}` has {} bytes and `{}` has {}",
                self.types.print(from.ty),
                one.size,
                self.types.print(to),
                other.size
            );
            self.error(rules::AS_TYPE_SAME_SIZE, self.span(id), message);
            return Typed::ERROR;
        }
        Typed::value(to)
    }

    /// An explicit conversion by `static_cast`, `(T)x` or `T(x)`.
    pub(super) fn explicit(
        &mut self,
        id: ExprId,
        operand: ExprId,
        from: Typed,
        to: TypeId,
        kind: CastKind,
    ) -> Typed {
        if let Type::Reference(object) = self.types.get(to) {
            return self.cast_to_reference(id, kind, (operand, from), (to, object));
        }
        if to == TypeId::VOID {
            return Typed::value(to);
        }
        let value = self.converted_value(from, to);
        if self.standard_rank(from, to).is_some() {
            self.check_base_conversion(operand, from.ty, to);
            return Typed { value, ..Typed::value(to) };
        }
        let function = self.user_conversion(from, to).or_else(|| self.conversion_function(from, to, true));
        if let Some(function) = function {
            self.note_conversion_by(operand, to, Some(function));
            return Typed::value(to);
        }
        let source = self.loaded(from);
        if let Some(pointer) = self.pointer_cast(id, kind, source, to) {
            return pointer;
        }
        if self.is_narrowed(operand, source, to) {
            return Typed::value(to);
        }
        let is_allowed = match (self.types.get(source.ty), self.types.get(to)) {
            (Type::Value(one), Type::Value(other)) => explicit_values(one, other),
            (
                Type::Value(ValueType::Scalar(_)),
                Type::Enumeration(..)
                | Type::LibraryEnumeration(_)
                | Type::Class(Class::SimdVote | Class::QuadVote),
            )
            | (Type::Enumeration(..) | Type::LibraryEnumeration(_), Type::Value(ValueType::Scalar(_)))
            | (Type::Class(_), Type::Value(_)) => true,
            _ => false,
        };
        if !is_allowed {
            if let Some(found) = self.conversion_for_other_target(self.span(id), from, to, true) {
                self.report(found);
                return Typed::value(to);
            }
            self.can_not_cast(id, from, to);
            return Typed::ERROR;
        }
        Typed { value, ..Typed::value(to) }
    }
}

/// Returns true if a constructor or cast makes one value from another: components are converted one by one.
pub(super) fn explicit_values(from: ValueType, to: ValueType) -> bool {
    use ValueType::{Matrix, PackedVector, Scalar, Vector};
    match (from, to) {
        (Scalar(_), Scalar(_) | Vector(..) | PackedVector(..)) => true,
        (Vector(_, one) | PackedVector(_, one), Vector(_, other) | PackedVector(_, other)) => one == other,
        (Matrix(_, columns, rows), Matrix(_, more, height)) => columns == more && rows == height,
        _ => false,
    }
}
