//! Operators of pointers. Section 3.1; C++14 (expr.unary.op, expr.add)

use super::operator::is_comparison;
use super::{Checker, Part, Typed, Value};
use crate::types::{BasePath, Object, Type, TypeId};
use cxx_validator::ast::{BinaryOperator, ExprId};
use msl_spec::{Scalar, rules};

impl Checker<'_> {
    pub(super) fn address_of(&mut self, operand: ExprId, typed: Typed) -> Typed {
        self.check_address(operand);
        let Some(place) = typed.place else {
            let message = "`&` expects an object, found a value";
            self.error(rules::OPERATOR_ADDRESS_OF_LVALUE, self.span(operand), message);
            return Typed::ERROR;
        };
        if place.part != Part::Whole {
            let (rule, message) = match place.part {
                Part::BitField => {
                    (rules::OPERATOR_ADDRESS_OF_LVALUE, "can't take the address of a bit-field")
                }
                Part::Whole | Part::Component | Part::Swizzle | Part::Repeated => {
                    let rule = if self.is_amp() {
                        rules::OPERATOR_ADDRESS_OF_LVALUE
                    } else {
                        rules::SWIZZLE_NO_ADDRESS
                    };
                    (rule, "can't take the address of vector components")
                }
            };
            self.error(rule, self.span(operand), message);
            return Typed::ERROR;
        }
        Typed::value(self.types.intern(Type::Pointer(place.object(typed.ty))))
    }

    pub(super) fn dereference(&mut self, operand: ExprId, typed: Typed) -> Typed {
        match self.types.get(typed.ty) {
            // C++14 (expr.unary.op) 1
            Type::Pointer(object) if object.ty == TypeId::VOID => {
                let message = "`*` expects a pointer to an object, found a pointer to `void`";
                self.error(rules::OPERATOR_DEREFERENCE_POINTER, self.span(operand), message);
                Typed::ERROR
            }
            Type::Pointer(object) => Typed::object(object),
            Type::Array(element, _) if typed.place.is_some() => {
                Typed { place: typed.place, ..Typed::value(element) }
            }
            _ => {
                let message = format!("`*` expects a pointer, found `{}`", self.types.print(typed.ty));
                self.error(rules::OPERATOR_DEREFERENCE_POINTER, self.span(operand), message);
                Typed::ERROR
            }
        }
    }

    /// Returns true for a null pointer constant: `nullptr` or the literal 0.
    pub(super) fn is_null(&self, typed: Typed) -> bool {
        typed.is_zero || self.types.get(typed.ty) == Type::Null
    }

    /// The object that a pointer, or an array as a pointer to its first element, leads to.
    pub(super) fn pointed(&self, typed: Typed) -> Option<Object> {
        match (self.types.get(typed.ty), typed.place) {
            (Type::Pointer(object), _) => Some(object),
            (Type::Array(element, _), Some(place)) => Some(place.object(element)),
            _ => None,
        }
    }

    /// The composite type of two pointers, or of a pointer and a null pointer constant. C++14 (expr)
    pub(super) fn composite_pointer(&mut self, one: Typed, other: Typed) -> Option<TypeId> {
        let object = match (self.pointed(one), self.pointed(other)) {
            (Some(one), Some(other)) if one.space == other.space => {
                let ty = match (one.ty, other.ty) {
                    (one, other) if one == other => one,
                    (one, other) if self.is_unique_base(other, one) => one,
                    (one, other) if self.is_unique_base(one, other) => other,
                    (one, other) => Self::void_of(one, other)?,
                };
                let (is_const, is_volatile) =
                    (one.is_const || other.is_const, one.is_volatile || other.is_volatile);
                Object { ty, is_const, is_volatile, ..one }
            }
            (Some(object), None) if self.is_null(other) => object,
            (None, Some(object)) if self.is_null(one) => object,
            _ => return None,
        };
        Some(self.types.intern(Type::Pointer(object)))
    }

    /// Returns true if objects of a structure have exactly one part of a type that is its base.
    fn is_unique_base(&self, derived: TypeId, base: TypeId) -> bool {
        self.types.is_derived_from(derived, base)
            && matches!(self.types.base_path(derived, base), BasePath::One(_))
    }

    /// Converts the operands of a comparison of pointers to a structure and to its base: both lead to the base. C++14 (expr.rel) 2
    pub(super) fn convert_to_base(
        &mut self,
        operator: BinaryOperator,
        (left, from): (ExprId, Typed),
        (right, to): (ExprId, Typed),
    ) {
        let (Some(one), Some(other)) = (self.pointed(from), self.pointed(to)) else { return };
        let are_structures = one.ty != TypeId::VOID && other.ty != TypeId::VOID && one.ty != other.ty;
        if is_comparison(operator)
            && are_structures
            && let Some(common) = self.composite_pointer(from, to)
        {
            self.note_converted(left, from, common);
            self.note_converted(right, to, common);
        }
    }

    fn void_of(one: TypeId, other: TypeId) -> Option<TypeId> {
        [one, other].into_iter().find(|ty| *ty == TypeId::VOID)
    }

    /// Sums and comparisons of pointers.
    pub(super) fn pointers(&mut self, operator: BinaryOperator, from: Typed, to: Typed) -> Option<Typed> {
        use BinaryOperator as Op;
        let (one, other) = (self.pointed(from), self.pointed(to));
        let is_integer = |checker: &Self, typed: Typed| {
            checker
                .types
                .scalar_of(typed.ty)
                .is_some_and(|scalar| scalar.is_integer() || scalar == Scalar::Bool)
        };
        let is_null = |checker: &Self, typed: Typed| checker.is_null(typed);
        let pointer =
            |checker: &mut Self, object: Object| Typed::value(checker.types.intern(Type::Pointer(object)));
        // A pointer to `void` is of no type with a size.
        let is_typed = |object: &Object| object.ty != TypeId::VOID;
        // C++14 (expr.eq) 2
        if from.ty == TypeId::NULL && to.ty == TypeId::NULL && matches!(operator, Op::Equal | Op::NotEqual) {
            return Some(Typed::constant(TypeId::BOOL, Value::Bool(operator == Op::Equal)));
        }
        match (one, other, operator) {
            (Some(object), None, Op::Add | Op::Subtract) if is_integer(self, to) && is_typed(&object) => {
                Some(pointer(self, object))
            }
            (None, Some(object), Op::Add) if is_integer(self, from) && is_typed(&object) => {
                Some(pointer(self, object))
            }
            (Some(one), Some(other), Op::Subtract)
                if one.ty == other.ty && one.space == other.space && is_typed(&one) =>
            {
                Some(Typed::value(self.types.scalar(Scalar::Long)))
            }
            (
                Some(one),
                Some(other),
                Op::Less | Op::Greater | Op::LessEqual | Op::GreaterEqual | Op::Equal | Op::NotEqual,
            ) if one.space == other.space
                && (one.ty == other.ty
                    || !is_typed(&one)
                    || !is_typed(&other)
                    || self.is_unique_base(one.ty, other.ty)
                    || self.is_unique_base(other.ty, one.ty)) =>
            {
                Some(Typed::value(TypeId::BOOL))
            }
            (Some(_), None, Op::Equal | Op::NotEqual) if is_null(self, to) => {
                Some(Typed::value(TypeId::BOOL))
            }
            (None, Some(_), Op::Equal | Op::NotEqual) if is_null(self, from) => {
                Some(Typed::value(TypeId::BOOL))
            }
            _ => None,
        }
    }
}
