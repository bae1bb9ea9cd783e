//! Implicit conversions and their ranks. Sections 2.14 and 2.15; otherwise as in C++

use super::amp::Misuse;
use super::operator::promoted;
use super::overload::Candidate;
use super::{Checker, Part, Place, Typed};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::types::{BaseRank, Object, Type, TypeId};
use core::cmp::Ordering;
use cxx_validator::ast::{EnumerationId, Expr, ExprId, FunctionId};
use msl_spec::{AddressSpace, Scalar, ValueType};
use msl_spec::{Rule, rules};
use shader_source::Span;

/// How far an implicit conversion goes: less is better, as far as [`Rank::compare`] compares. C++14 (over.ics.rank)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// The type is the same.
    Exact,
    /// A reference refers to the object, with the same qualifiers.
    Bound,
    /// A reference refers to the object, or to a value of its type, and adds qualifiers.
    BoundConst,
    /// `const` is added to what a pointer leads to.
    Qualification,
    /// An integer below `int` becomes `int`, or an enumeration its underlying type.
    Promotion,
    /// An enumeration becomes `int` although its underlying type is a smaller one: worse than the underlying type itself. CWG 1601
    WidePromotion,
    /// An object becomes one of its bases, and a reference or pointer may add qualifiers. Better than other conversions of pointers. C++14
    /// (over.ics.rank) 4
    Base(BaseRank, Option<bool>),
    /// A scalar gets a different type, or a pointer leads to `void`.
    Conversion,
    /// A pointer leads to `void` and `const` or `volatile` is added: worse than without them. C++14 (over.ics.rank) 3.2
    ToConstVoid,
    /// A pointer becomes a `bool`.
    Boolean,
    /// A scalar becomes a vector with equal components. Section 2.15
    Splat,
    /// A function of a structure converts. Two conversions by one function differ by the conversion of its result.
    Defined(Option<(FunctionId, ResultRank)>),
    /// The argument is for `...`, and stays as it is.
    Ellipsis,
}

/// How far the result of a conversion function is converted further: less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum ResultRank {
    Exact,
    Qualification,
    Promotion,
    WidePromotion,
    Conversion,
    Boolean,
    Splat,
}

impl Rank {
    /// Compares two conversions of one argument. References differ from each other by the qualifiers that they add, but not from values: neither
    /// `f(S)` nor `f(const thread S&)` is better.
    pub(super) fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Exact, Self::Bound | Self::BoundConst) | (Self::Bound | Self::BoundConst, Self::Exact) => {
                Ordering::Equal
            }
            (Self::Defined(one), Self::Defined(other)) => match (one, other) {
                (Some((one, rank)), Some((other, other_rank))) if one == other => rank.cmp(&other_rank),
                _ => Ordering::Equal,
            },
            (Self::Base(one, adds), Self::Base(other, other_adds)) => {
                compare_bases((one, adds), (other, other_adds))
            }
            (one, other) => one.cmp(&other),
        }
    }

    /// The rank for the result of a conversion function.
    const fn of_result(self) -> Option<ResultRank> {
        Some(match self {
            Self::Exact | Self::Bound | Self::BoundConst => ResultRank::Exact,
            Self::Qualification => ResultRank::Qualification,
            Self::Promotion => ResultRank::Promotion,
            Self::WidePromotion => ResultRank::WidePromotion,
            Self::Base(..) | Self::Conversion | Self::ToConstVoid => ResultRank::Conversion,
            Self::Boolean => ResultRank::Boolean,
            Self::Splat => ResultRank::Splat,
            Self::Defined(_) | Self::Ellipsis => return None,
        })
    }
}

/// The purpose of a conversion; it decides which rule a mistake breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A variable, a member or an element begins with it.
    Initialisation,
    /// A variable or element begins with a copy of it: explicit constructors take no part. C++14 (over.match.list)
    Copy,
    /// It is assigned.
    Assignment,
    /// It is an argument.
    Argument,
    /// It is the result of a function.
    Return,
}

impl Purpose {
    pub(super) const fn rule(self) -> &'static Rule {
        match self {
            Self::Initialisation | Self::Copy => rules::CONVERSION_INITIALISATION,
            Self::Assignment => rules::CONVERSION_ASSIGNMENT,
            Self::Argument => rules::CONVERSION_ARGUMENT,
            Self::Return => rules::CONVERSION_RETURN,
        }
    }
}

impl Checker<'_> {
    /// The rank of the implicit conversion of a value to a type other than a reference; `None` if there is none.
    pub(super) fn rank(&mut self, from: Typed, to: TypeId) -> Option<Rank> {
        self.make_for_conversion(from, to, Span::default());
        self.standard_rank(from, to).or_else(|| {
            let target = match self.types.get(to) {
                // A reference refers to a new object with the result.
                Type::Reference(object)
                    if (object.is_const || object.is_rvalue) && object.space == AddressSpace::Thread =>
                {
                    object.ty
                }
                Type::Reference(_) => return None,
                _ => to,
            };
            let function = self.user_conversion(from, target);
            // A structure with a mistake may have a constructor that is not known.
            let is_unknown = || {
                let structure = self.structure_in(target);
                structure.is_some_and(|it| self.types.has_error(it) || self.has_unknown_constructor(it))
            };
            match function {
                Some(function) => Some(self.rank_of_function(&function, target)),
                None => is_unknown().then_some(Rank::Defined(None)),
            }
        })
    }

    /// The rank of a conversion by a function of a structure. C++14 (over.ics.rank) 3.3
    fn rank_of_function(&self, function: &Candidate, target: TypeId) -> Rank {
        let result = self.result_of(function.signature.result);
        let is_conversion = self.ast[function.function].is_conversion;
        let second = is_conversion.then(|| self.standard_rank(result, target)).flatten();
        Rank::Defined(second.and_then(Rank::of_result).map(|rank| (function.function, rank)))
    }

    /// The rank of a conversion without functions of the program.
    pub(super) fn standard_rank(&self, from: Typed, to: TypeId) -> Option<Rank> {
        if from.ty == to || self.types.is_error(from.ty) || self.types.is_error(to) {
            return Some(Rank::Exact);
        }
        match (self.types.get(from.ty), self.types.get(to)) {
            (_, Type::Reference(object)) => self.reference_rank(from, object),
            (Type::Value(from), Type::Value(to)) => value_rank(from, to),
            (Type::Uniform(inner), _) => {
                self.standard_rank(Typed::value(inner), to).map(|rank| rank.max(Rank::Qualification))
            }
            // A constant is the same everywhere.
            (Type::Value(_), Type::Uniform(inner)) if from.value.is_some() => {
                self.standard_rank(from, inner).map(|rank| rank.max(Rank::Conversion))
            }
            (Type::LibraryArray(element, _), Type::ArrayRef(other)) if element == other => {
                Some(Rank::Conversion)
            }
            (Type::Pixel(_, value), Type::Value(to)) if value == to => Some(Rank::Conversion),
            (Type::Value(from), Type::Pixel(_, value)) if value == from => Some(Rank::Conversion),
            (Type::Null, Type::Pointer(_)) => Some(Rank::Conversion),
            (Type::Pointer(_), Type::Value(ValueType::Scalar(Scalar::Bool))) => Some(Rank::Boolean),
            (Type::Value(_), Type::Pointer(_)) if from.is_zero => Some(Rank::Conversion),
            (Type::Array(..), Type::Value(ValueType::Scalar(Scalar::Bool))) if from.place.is_some() => {
                Some(Rank::Boolean)
            }
            (Type::Pointer(from), Type::Pointer(to)) => self.pointer_rank(from, to),
            (Type::Array(element, _), Type::Pointer(to)) => {
                let place = from.place?;
                self.pointer_rank(place.object(element), to)
            }
            (Type::Enumeration(id, _), Type::Value(ValueType::Scalar(scalar))) if !self.ast[id].is_scoped => {
                Some(self.enumeration_rank((id, from.ty), scalar))
            }
            (Type::Structure(_), Type::Structure(_))
                if let Some(rank) = self.base_rank(from.ty, to, None) =>
            {
                Some(rank)
            }
            _ => None,
        }
    }

    /// The rank of the conversion of a pointer. C++14 (conv.ptr), (conv.qual)
    fn pointer_rank(&self, from: Object, to: Object) -> Option<Rank> {
        if !adds_qualifiers(from, to) {
            return None;
        }
        let is_same = from.is_const == to.is_const && from.is_volatile == to.is_volatile;
        if to.ty == TypeId::VOID && from.ty != to.ty {
            return Some(if is_same { Rank::Conversion } else { Rank::ToConstVoid });
        }
        if from.ty != to.ty {
            let base = self.base_rank(from.ty, to.ty, Some(!is_same));
            return base.or_else(|| self.is_similar(from.ty, to).then_some(Rank::Qualification));
        }
        Some(if is_same { Rank::Exact } else { Rank::Qualification })
    }

    /// Returns true if an object of a type is what a pointer to more qualified objects may refer to: `float*`, of `const float* const*`. C++14
    /// (conv.qual) 4
    fn is_similar(&self, from: TypeId, to: Object) -> bool {
        let (Type::Pointer(from), Type::Pointer(inner)) = (self.types.get(from), self.types.get(to.ty))
        else {
            return false;
        };
        to.is_const
            && adds_qualifiers(from, inner)
            && (from.ty == inner.ty || self.is_similar(from.ty, inner))
    }

    /// The rank of the conversion of an enumeration to a scalar. C++14 (conv.prom)
    fn enumeration_rank(&self, (id, ty): (EnumerationId, TypeId), to: Scalar) -> Rank {
        let underlying = self.types.underlying(ty).unwrap_or(Scalar::Int);
        let is_fixed = self.ast[id].underlying.is_some();
        if to == underlying && (is_fixed || to == promoted(underlying)) {
            Rank::Promotion
        } else if to == promoted(underlying) {
            Rank::WidePromotion
        } else {
            Rank::Conversion
        }
    }

    /// The rank of a reference to a value.
    fn reference_rank(&self, from: Typed, to: Object) -> Option<Rank> {
        let binds = |place: Place| place.is_expiring || !to.is_rvalue;
        let base = self.types.base_rank(from.ty, to.ty);
        let is_related = from.ty == to.ty || base.is_some();
        if is_related && from.place.is_some_and(|place| !binds(place)) {
            return None;
        }
        if let Some(place) = from.place
            && is_related
            && place.space == to.space
            && (!place.is_expiring || to.is_rvalue || to.is_const)
            && (place.part == Part::Whole || to.is_const)
        {
            if (place.is_const && !to.is_const) || (place.is_volatile && !to.is_volatile) {
                return None;
            }
            let is_same = place.is_const == to.is_const && place.is_volatile == to.is_volatile;
            // A value is better referred to by `&&`. C++14 (over.ics.rank)
            let is_exact = is_same && (!place.is_expiring || to.is_rvalue);
            return Some(match base {
                Some(base) => Rank::Base(base, Some(!is_exact)),
                None if is_exact => Rank::Bound,
                None => Rank::BoundConst,
            });
        }
        // Memory without an end can be seen as an array of any number of elements.
        let is_in_other_space = from.place.is_some_and(|place| place.space != to.space) && is_related;
        if !(to.is_const || to.is_rvalue) || to.space != AddressSpace::Thread || is_in_other_space {
            return None;
        }
        if let Some(base) = base {
            return Some(Rank::Base(base, Some(!to.is_rvalue || to.is_const)));
        }
        let least = if to.is_rvalue && !to.is_const { Rank::Bound } else { Rank::BoundConst };
        self.standard_rank(Typed { place: None, ..from }, to.ty).map(|rank| rank.max(least))
    }

    /// Converts a value to a type, and reports where that can't be. The result says whether it can.
    pub(super) fn convert(&mut self, id: ExprId, from: Typed, to: TypeId, purpose: Purpose) -> bool {
        if self.rank(from, to).is_some() {
            self.check_referred(id, from, to);
            let target = match self.types.get(to) {
                Type::Reference(object) => object.ty,
                _ => to,
            };
            if target != from.ty {
                let function = match self.standard_rank(from, to) {
                    Some(_) => None,
                    None => self.user_conversion(from, target),
                };
                self.check_base_conversion(id, from.ty, to);
                // An object is its bases: no function or instruction converts it.
                if self.types.is_derived_from(from.ty, target) {
                    if to == target {
                        self.check_copy(id, Typed { ty: target, ..from }, purpose);
                    }
                } else {
                    self.note_conversion_by(id, target, function);
                }
            } else if to == from.ty && purpose != Purpose::Assignment {
                self.check_copy(id, from, purpose);
            }
            return true;
        }
        let found = self.misfit(self.span(id), from, to, purpose);
        self.report(found);
        false
    }

    /// The diagnostic that a value does not convert to a type.
    pub(super) fn misfit(&mut self, span: Span, from: Typed, to: TypeId, purpose: Purpose) -> Diagnostic {
        if let Some(found) = self.conversion_for_other_target(span, from, to, false) {
            return found;
        }
        if let Type::Reference(object) = self.types.get(to) {
            return self.reference_misfit(span, from, object);
        }
        let (has, wanted) = (self.types.print(from.ty), self.types.print(to));
        let rule = match (self.types.get(from.ty), self.types.get(to)) {
            (Type::Value(from), Type::Value(to)) => value_misfit(from, to).unwrap_or(purpose.rule()),
            (Type::Pointer(from), Type::Pointer(to)) if from.ty == to.ty && from.space != to.space => {
                space_rule(from.space)
            }
            (Type::Pointer(from), Type::Pointer(to)) if from.ty == to.ty => rules::CONVERSION_KEEPS_CONST,
            (Type::Atomic(_), _) | (_, Type::Atomic(_)) => rules::ATOMIC_ONLY_ATOMIC_FUNCTIONS,
            (_, Type::Uniform(_)) => rules::UNIFORM_FROM_UNIFORM,
            (Type::Pixel(..), _) | (_, Type::Pixel(..)) => rules::PIXEL_OPERATIONS,
            _ => purpose.rule(),
        };
        let misuse = if purpose == Purpose::Assignment { Misuse::Assignment } else { Misuse::Conversion };
        let rule = self.rule_of_conversion([to, from.ty], misuse).unwrap_or(rule);
        let message = if rule == rules::CONVERSION_VECTOR_TO_SCALAR {
            format!("expected `{wanted}`, found `{has}`: select a component")
        } else if rule == rules::CONVERSION_VECTOR_TO_VECTOR {
            format!("expected `{wanted}`, found `{has}`: use a constructor")
        } else if rule == rules::CONVERSION_KEEPS_CONST {
            let lost = self.lost_qualifier(from.ty, to);
            format!("`{has}` can't be converted to `{wanted}`: the conversion removes `{lost}`")
        } else {
            format!("expected `{wanted}`, found `{has}`")
        };
        Diagnostic::error(rule, span, message)
    }

    /// Returns the word that a conversion of a pointer removes: `volatile` only if the new one keeps `const`.
    fn lost_qualifier(&self, from: TypeId, to: TypeId) -> &'static str {
        match (self.types.get(from), self.types.get(to)) {
            (Type::Pointer(from), Type::Pointer(to))
                if from.is_volatile && !to.is_volatile && (!from.is_const || to.is_const) =>
            {
                "volatile"
            }
            _ => "const",
        }
    }

    fn reference_misfit(&mut self, span: Span, from: Typed, to: Object) -> Diagnostic {
        let has = self.types.print(from.ty);
        let reference = self.types.intern(Type::Reference(to));
        let wanted = self.types.print(reference);
        let Some(place) = from.place else {
            let message = format!("`{wanted}` must refer to an object, found a value");
            return Diagnostic::error(rules::REFERENCE_BINDS_LVALUE, span, message);
        };
        if place.is_expiring && !to.is_rvalue && !to.is_const {
            let message = format!("`{wanted}` must refer to an object, found a value");
            return Diagnostic::error(rules::REFERENCE_BINDS_LVALUE, span, message);
        }
        if to.is_rvalue && self.is_of(from.ty, to.ty) && !place.is_expiring {
            let message = format!("`{wanted}` must refer to a value, found an object");
            return Diagnostic::error(rules::REFERENCE_BINDS_VALUE, span, message);
        }
        if place.part == Part::BitField {
            let message = format!("`{wanted}` can't refer to a bit-field");
            return Diagnostic::error(rules::REFERENCE_BINDS_LVALUE, span, message);
        }
        if place.part != Part::Whole {
            let message = format!("`{wanted}` can't refer to components of a vector");
            return if self.is_amp() {
                Diagnostic::error(rules::REFERENCE_BINDS_LVALUE, span, message).note(REFERENCE_TO_COMPONENT)
            } else {
                Diagnostic::error(rules::SWIZZLE_NO_ADDRESS, span, message)
            };
        }
        if !self.is_of(from.ty, to.ty) {
            let message = format!("`{wanted}` can't refer to an object of type `{has}`");
            return Diagnostic::error(rules::REFERENCE_BINDS_TYPE, span, message);
        }
        if place.space != to.space {
            let message = format!("`{wanted}` can't refer to an object in `{}` memory", place.space.name());
            return Diagnostic::error(space_rule(place.space), span, message);
        }
        let rule = if place.space == AddressSpace::Constant {
            rules::CONSTANT_NOT_WRITTEN
        } else {
            rules::CONVERSION_KEEPS_CONST
        };
        let lost = if place.is_const && !to.is_const { "const" } else { "volatile" };
        Diagnostic::error(rule, span, format!("`{wanted}` can't refer to an object that is `{lost}`"))
    }

    /// Converts a condition to `bool`.
    pub(super) fn condition(&mut self, id: ExprId) -> Typed {
        let typed = self.expression(id);
        if !self.convert_to_condition(id, typed) {
            if let Some(found) = self.conversion_for_other_target(self.span(id), typed, TypeId::BOOL, true) {
                self.report(found);
                return Typed::ERROR;
            }
            let has = self.types.print(typed.ty);
            let mut found = Diagnostic::error(
                rules::CONDITION_BOOLEAN,
                self.span(id),
                format!("a condition must be a scalar that converts to `bool`, found `{has}`"),
            );
            if let Some(ValueType::Vector(Scalar::Bool, _)) = self.types.value_type(typed.ty) {
                found = found.note("use `all` or `any` to reduce the vector to one `bool`");
            }
            self.report(found);
        }
        self.check_comparison(id);
        typed
    }

    /// Reports a condition that assigns a value, as Clang does (`-Wparentheses`): a comparison may be meant.
    fn check_comparison(&mut self, id: ExprId) {
        let Expr::Assign(None, left, right) = self.ast[id] else { return };
        let message = "this condition assigns a value: write `==` to compare, or put parentheses around it";
        let found = Diagnostic::error(rules::CONDITION_COMPARISON, self.span(id), message).warning();
        let (left, right) = (self.span(left), self.span(right));
        // What is between the operands is the operator with spaces around it, unless there is a comment or a macro.
        let is_operator = left.hi < right.lo && right.lo - left.hi <= 3;
        self.report_once(if is_operator {
            let edit = (Span::new(left.hi, right.lo), " == ".to_owned());
            found.suggest("use `==`", vec![edit], Applicability::Unsafe)
        } else {
            found
        });
    }

    /// Returns true if a value converts to `bool` where the language asks for a condition: also by an explicit conversion function. C++14 (conv)
    pub(super) fn is_condition(&mut self, typed: Typed) -> bool {
        // `nullptr` is a condition, but not an argument for a parameter of type `bool`. C++14 (conv.bool) 1, (conv) 4
        typed.ty == TypeId::NULL
            || self.rank(typed, TypeId::BOOL).is_some()
            || self.conversion_function(typed, TypeId::BOOL, true).is_some()
    }

    /// Converts a value to `bool` where the language asks for a condition. Returns false if it doesn't convert.
    pub(super) fn convert_to_condition(&mut self, id: ExprId, typed: Typed) -> bool {
        if !self.is_condition(typed) {
            return false;
        }
        let function = match self.standard_rank(typed, TypeId::BOOL) {
            Some(_) => None,
            None => self.conversion_function(typed, TypeId::BOOL, true),
        };
        if typed.ty != TypeId::BOOL {
            self.note_conversion_by(id, TypeId::BOOL, function);
        }
        true
    }
}

impl Place {
    /// An object of a type that is here.
    pub(super) const fn object(self, ty: TypeId) -> Object {
        Object {
            ty,
            space: self.space,
            is_const: self.is_const,
            is_volatile: self.is_volatile,
            is_rvalue: false,
        }
    }
}

/// The rank of the conversion of scalars, vectors and matrices.
fn value_rank(from: ValueType, to: ValueType) -> Option<Rank> {
    match (from, to) {
        (ValueType::Scalar(from), ValueType::Scalar(to)) => scalar_rank(from, to),
        (ValueType::Scalar(from), ValueType::Vector(to, _) | ValueType::PackedVector(to, _)) => {
            scalar_rank(from, to).map(|_| Rank::Splat)
        }
        (ValueType::Vector(from, width), ValueType::PackedVector(to, other))
        | (ValueType::PackedVector(from, width), ValueType::Vector(to, other)) => {
            (from == to && width == other).then_some(Rank::Conversion)
        }
        (
            ValueType::Scalar(_)
            | ValueType::Vector(..)
            | ValueType::PackedVector(..)
            | ValueType::Matrix(..),
            _,
        ) => None,
    }
}

fn scalar_rank(from: Scalar, to: Scalar) -> Option<Rank> {
    let is_small =
        matches!(from, Scalar::Bool | Scalar::Char | Scalar::Uchar | Scalar::Short | Scalar::Ushort);
    // A `bfloat` becomes a `float` and no `half`, and neither of the two becomes a `bfloat`. Metal 3.2, section 2.23
    let loses_rank = match to {
        Scalar::Bfloat => matches!(from, Scalar::Half | Scalar::Float),
        Scalar::Half => from == Scalar::Bfloat,
        _ => false,
    };
    if from == to {
        Some(Rank::Exact)
    } else if loses_rank {
        None
    } else if is_small && to == Scalar::Int {
        Some(Rank::Promotion)
    } else {
        Some(Rank::Conversion)
    }
}

/// Returns true if objects in the same memory have all qualifiers of others.
fn adds_qualifiers(from: Object, to: Object) -> bool {
    from.space == to.space && (to.is_const || !from.is_const) && (to.is_volatile || !from.is_volatile)
}

/// Compares conversions to bases: a base is better than its own bases. To the same base, fewer qualifiers of a pointer or reference are better. C++14
/// (over.ics.rank) 3, 4
fn compare_bases(one: (BaseRank, Option<bool>), other: (BaseRank, Option<bool>)) -> Ordering {
    match (one.1, other.1) {
        _ if one.0.is_derived_from(other.0) => Ordering::Less,
        _ if other.0.is_derived_from(one.0) => Ordering::Greater,
        (Some(adds), Some(other_adds)) if one.0.is_same(other.0) => adds.cmp(&other_adds),
        _ => Ordering::Equal,
    }
}

/// How C++ AMP passes a component by reference. C++ AMP 1.2 (10.8.3)
const REFERENCE_TO_COMPONENT: &str = "`v.ref_x()` is a reference to `v.x`";

/// The rule that a pointer or reference into a different address space breaks.
fn space_rule(from: AddressSpace) -> &'static Rule {
    if from == AddressSpace::Thread {
        rules::POINTER_THREAD_OBJECT
    } else {
        rules::CONVERSION_POINTER_SAME_SPACE
    }
}

/// The rule that says that values of these types do not convert.
pub(super) fn value_misfit(from: ValueType, to: ValueType) -> Option<&'static Rule> {
    use ValueType::{Matrix, PackedVector, Scalar, Vector};
    match (from, to) {
        (Vector(..) | PackedVector(..), Scalar(_)) => Some(rules::CONVERSION_VECTOR_TO_SCALAR),
        (Vector(..) | PackedVector(..), Vector(..) | PackedVector(..)) => {
            Some(rules::CONVERSION_VECTOR_TO_VECTOR)
        }
        (Scalar(_) | Vector(..) | PackedVector(..), Matrix(..)) => Some(rules::CONVERSION_TO_MATRIX),
        (Matrix(..), _) => Some(rules::CONVERSION_FROM_MATRIX),
        (Scalar(_), Scalar(_) | Vector(..) | PackedVector(..)) => None,
    }
}
