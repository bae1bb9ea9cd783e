//! Narrowing conversions, which braces forbid. C++14 (dcl.init.list) 7; section 2.15 has the conversions in braces

use super::constant::Value;
use super::constant_expression::Calls;
use super::{Checker, Typed};
use crate::meaning::{Callee, ExprMeaning};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Expr, ExprId};
use msl_spec::{Scalar, ValueType, rules};

/// The values that a type has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Values {
    /// The values of a scalar.
    Scalar(Scalar),
    /// The values of an enumeration that names no type, from the first to the last. C++14 (dcl.enum) 8
    Range(i128, i128),
}

impl Values {
    /// Returns true if a type has all of the values.
    fn are_in(self, to: Scalar) -> bool {
        match self {
            Self::Scalar(from) => !is_narrowing(from, to),
            Self::Range(..) if to.is_float() => false,
            Self::Range(first, last) => [first, last].into_iter().all(|it| fits(Value::Integer(it), to)),
        }
    }
}

impl Checker<'_> {
    pub(super) fn check_narrowing_of_components(&mut self, values: &[ExprId], scalar: Scalar) {
        let ty = self.types.scalar(scalar);
        for value in values {
            let from = self.meaning_of(*value).map_or(TypeId::ERROR, |meaning| meaning.ty);
            if self.types.is_scalar(from) {
                self.narrowing(*value, ty);
            }
        }
    }

    /// The value of a constant expression that takes a computation: a call with objects as its arguments.
    fn computed_value(&mut self, id: ExprId, ty: TypeId) -> Option<Value> {
        if self.variable_part(id, Calls::PermittedWithAddresses).is_some() {
            return None;
        }
        // The value before the conversion, which could change it.
        let converted = self.meaning_of(id).and_then(|meaning| meaning.converted.take());
        let value = self.value_of(id, Typed::value(ty)).ok();
        if let Some(meaning) = self.meaning_of(id) {
            meaning.converted = converted;
        }
        value
    }

    /// Reports a conversion in braces that may lose something: of a number that is not a constant which fits.
    pub(super) fn narrowing(&mut self, id: ExprId, to: TypeId) {
        if matches!(self.ast[id], Expr::Braces(_)) {
            return;
        }
        let Some(meaning) = self.meaning_of(id).copied() else { return };
        let Some(from) = self.type_before_conversion(&meaning) else { return };
        let (Some(values), Some(into)) = (self.values_of(from), self.types.value_type(to)) else { return };
        if values.are_in(into.scalar()) {
            return;
        }
        if let Some(value) = meaning.value.or_else(|| self.computed_value(id, meaning.ty))
            && fits(value, into.scalar())
        {
            return;
        }
        let message = format!(
            "in braces, `{}` can't be converted to `{}` without a cast: the conversion may lose information",
            self.types.print(from),
            self.types.print(to)
        );
        self.error(rules::INITIALISER_NO_NARROWING, self.span(id), message);
    }

    /// The type that the language converts: the result of the conversion function of a structure. `None` if its value may be a constant, or if a
    /// constructor converts.
    fn type_before_conversion(&self, meaning: &ExprMeaning) -> Option<TypeId> {
        let Some(number) = meaning.conversion else { return Some(meaning.ty) };
        let Callee::Function(instance) = *self.function.callees.get(number as usize)? else { return None };
        let instance = &self.instances[instance];
        let function = self.ast[instance.function];
        (function.is_conversion && !function.is_constexpr).then(|| self.result_of(instance.result).ty)
    }

    /// The values of a number or an enumeration that converts to numbers.
    fn values_of(&self, ty: TypeId) -> Option<Values> {
        match self.types.get(ty) {
            Type::Enumeration(id, _) if self.ast[id].is_scoped => None,
            Type::Enumeration(id, _) if self.ast[id].underlying.is_none() => {
                let values = self.enumerators.get(&ty)?.iter().map(|(_, value)| *value);
                let (least, most) = values.fold((0, 0), |(least, most), it| (it.min(least), it.max(most)));
                let bits = (0..64).find(|bits| most < 1 << bits && -least <= 1 << bits)?;
                Some(Values::Range(if least < 0 { -(1 << bits) } else { 0 }, (1 << bits) - 1))
            }
            Type::Enumeration(..) => self.types.underlying(ty).map(Values::Scalar),
            _ => match self.types.value_type(ty)? {
                ValueType::Scalar(scalar) => Some(Values::Scalar(scalar)),
                _ => None,
            },
        }
    }
}

/// Returns true if a type has values that the other one does not have.
fn is_narrowing(from: Scalar, to: Scalar) -> bool {
    if from == to {
        return false;
    }
    if to == Scalar::Bool {
        return true;
    }
    match (from.is_float(), to.is_float()) {
        (true, true) => from != to && to != Scalar::Float,
        (true, false) | (false, true) => true,
        (false, false) => {
            let from_bits = if from == Scalar::Bool { 1 } else { from.bits() };
            let (from_signed, to_signed) = (from.is_signed_integer(), to.is_signed_integer());
            match (from_signed, to_signed) {
                (true, false) => true,
                (false, true) => from_bits >= to.bits(),
                (true, true) | (false, false) => from_bits > to.bits(),
            }
        }
    }
}

/// Returns true if a constant keeps its value in a type.
fn fits(value: Value, to: Scalar) -> bool {
    match (value, value.converted(to)) {
        // A floating-point constant may be rounded, if it is in the range.
        (Value::Float(_), Value::Float(converted)) => converted.is_finite(),
        (Value::Float(_), _) => false,
        (other, Value::Float(converted)) => {
            other.integer().is_some_and(|integer| converted as i128 == integer)
        }
        (one, other) => one.integer() == other.integer(),
    }
}
