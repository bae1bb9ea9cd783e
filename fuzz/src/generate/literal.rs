//! Literals and constants of a type.

use super::Generator;
use super::types::{Type, call, number, word};
use crate::tree::{Expression, Name, Operator, UnaryOperator};
use wgsl_spec::Scalar;

impl Generator<'_> {
    /// A small value of a type, written so that its type is certain.
    pub(super) fn literal(&mut self, ty: &Type) -> Expression {
        match ty {
            Type::Scalar(scalar) => self.scalar_literal(*scalar, true),
            Type::Vector(size, scalar) => {
                let values = if self.choices.one_in(4) { 1 } else { *size };
                let values = (0..values).map(|_| self.scalar_literal(*scalar, self.is_constant)).collect();
                call(self.written(ty), values)
            }
            Type::Matrix(columns, rows, scalar) => {
                let values =
                    (0..columns * rows).map(|_| self.scalar_literal(*scalar, self.is_constant)).collect();
                call(self.written(ty), values)
            }
            Type::Array(element, count) => {
                let values = (0..*count).map(|_| self.literal(element)).collect();
                call(self.written(ty), values)
            }
            Type::Structure(structure) => {
                let values = structure.members.iter().map(|(_, ty)| self.literal(ty)).collect();
                call(self.written(ty), values)
            }
            Type::Frexp(..) | Type::Modf(..) | Type::Exchange(_) => call(ty.name(), Vec::new()),
        }
    }

    /// A literal that has this type where nothing asks for another one; `None` if every literal of the type says so.
    /// <https://www.w3.org/TR/WGSL/#concretization>
    pub(super) fn inferred(&mut self, ty: &Type) -> Option<Expression> {
        let mut parts = |count: u32, parameter: &Type| -> Option<Vec<Expression>> {
            (0..count).map(|_| self.inferred(parameter)).collect()
        };
        let (name, values) = match ty {
            Type::Scalar(Scalar::I32) => return Some(number(self.choices.below(10))),
            Type::Scalar(Scalar::F32) => return Some(number(format!("{}.5", self.choices.below(10)))),
            Type::Vector(size, scalar) => {
                (format!("vec{size}"), parts((*size).into(), &Type::Scalar(*scalar))?)
            }
            Type::Matrix(columns, rows, scalar) => {
                let count = u32::from(*columns) * u32::from(*rows);
                (format!("mat{columns}x{rows}"), parts(count, &Type::Scalar(*scalar))?)
            }
            Type::Array(element, count) => ("array".to_owned(), parts(*count, element)?),
            Type::Scalar(_) | Type::Structure(_) | Type::Frexp(..) | Type::Modf(..) | Type::Exchange(_) => {
                return None;
            }
        };
        Some(call(Name::plain(name), values))
    }

    /// A number, with the suffix of its type or without one.
    fn scalar_literal(&mut self, scalar: Scalar, has_suffix: bool) -> Expression {
        let suffix = |letter: &'static str| if has_suffix { letter } else { "" };
        if self.is_constant
            && self.choices.one_in(6)
            && let Some(extreme) = self.extreme(scalar)
        {
            return number(extreme);
        }
        let value = self.choices.below(10);
        let (text, is_signed) = match scalar {
            Scalar::Bool => return number(if value.is_multiple_of(2) { "false" } else { "true" }),
            Scalar::I32 | Scalar::AbstractInt => (format!("{value}{}", suffix("i")), true),
            Scalar::U32 if self.choices.one_in(6) => (format!("0x{value:x}{}", suffix("u")), false),
            Scalar::U32 => (format!("{value}{}", suffix("u")), false),
            Scalar::F16 => (format!("{}{}", self.float(value), suffix("h")), true),
            Scalar::F32 | Scalar::AbstractFloat => (format!("{}{}", self.float(value), suffix("f")), true),
        };
        let literal = Expression::Literal(text);
        if is_signed && self.choices.one_in(5) {
            Expression::Unary(UnaryOperator::Negate, Box::new(literal))
        } else {
            literal
        }
    }

    /// A small float. Hexadecimal ones have to be exact in `f16`; decimal ones are rounded.
    fn float(&mut self, value: usize) -> String {
        match self.choices.below(5) {
            0 => format!("{value}.0"),
            1 => format!("{value}.5"),
            2 => format!("0x1.{value}p{}", self.choices.below(4)),
            3 => format!("{value}e-1"),
            _ => format!(".{value}25"),
        }
    }

    /// A const-expression of small literals, whose evaluation can't fail.
    pub(super) fn constant(&mut self, ty: &Type) -> Expression {
        let named: Vec<Expression> = self
            .constants
            .iter()
            .filter(|it| it.is_constant && it.ty == *ty)
            .map(|it| word(it.name.clone()))
            .collect();
        if !named.is_empty() && self.choices.one_in(3) {
            return named[self.choices.below(named.len())].clone();
        }
        let Type::Scalar(scalar) = ty else { return self.literal(ty) };
        let operators: &[Operator] = match scalar {
            Scalar::Bool => &[Operator::LogicalAnd, Operator::LogicalOr, Operator::NotEqual, Operator::BitOr],
            scalar if scalar.is_integer() => &[Operator::Add, Operator::Multiply, Operator::BitXor],
            _ => &[Operator::Add, Operator::Multiply, Operator::Subtract],
        };
        if self.choices.one_in(2) {
            return self.literal(ty);
        }
        let operator = operators[self.choices.below(operators.len())];
        let (left, right) = (self.literal(ty), self.literal(ty));
        Expression::Binary(operator, Box::new(left), Box::new(right))
    }

    /// An abstract number, or a vector of them.
    pub(super) fn abstract_literal(&mut self, size: u8) -> Expression {
        let mut values = (0..size).map(|_| number(self.choices.below(10)));
        match size {
            1 => number(self.choices.below(10)),
            _ => call(Name::plain(format!("vec{size}")), values.by_ref().collect()),
        }
    }

    /// A whole number in a range, in each component.
    pub(super) fn in_range(&mut self, ty: &Type, low: i32, high: i32) -> Expression {
        let (size, scalar) = match ty {
            Type::Vector(size, scalar) => (*size, *scalar),
            Type::Scalar(scalar) => (1, *scalar),
            other => return self.literal(other),
        };
        let low = if scalar == Scalar::U32 { low.max(0) } else { low };
        let count = high.saturating_sub(low).clamp(0, 15) as usize + 1;
        let mut values = (0..size).map(|_| low + self.choices.below(count) as i32).map(|value| {
            let literal = number(value.unsigned_abs());
            if value < 0 { Expression::Unary(UnaryOperator::Negate, Box::new(literal)) } else { literal }
        });
        match size {
            1 => call(ty.name(), values.by_ref().take(1).collect()),
            _ => call(ty.name(), values.collect()),
        }
    }
}
