//! Operators of matrices. Section 3.2

use super::operator::is_comparison;
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::TypeId;
use cxx_validator::ast::{BinaryOperator, ExprId};
use msl_spec::{ValueType, rules};
use shader_source::Span;

impl Checker<'_> {
    /// An operation with a matrix. Section 3.2
    pub(super) fn matrix(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        (left, from, one): (ExprId, Typed, ValueType),
        (right, to, other): (ExprId, Typed, ValueType),
    ) -> Typed {
        use ValueType::{Matrix, Scalar as One, Vector};
        let result = match (operator, one, other) {
            (BinaryOperator::Add | BinaryOperator::Subtract, Matrix(..), Matrix(..)) => {
                (one == other).then_some(one).ok_or(rules::MATRIX_ADD_SAME_SHAPE)
            }
            (BinaryOperator::Multiply, Matrix(element, ..), One(_)) => {
                let ty = self.types.scalar(element);
                self.note_converted(right, to, ty);
                Ok(one)
            }
            (BinaryOperator::Multiply, One(_), Matrix(element, ..)) => {
                let ty = self.types.scalar(element);
                self.note_converted(left, from, ty);
                Ok(other)
            }
            (BinaryOperator::Multiply, Matrix(element, columns, rows), Vector(scalar, width)) => {
                (element == scalar && columns == width)
                    .then_some(Vector(element, rows))
                    .ok_or(rules::MATRIX_MULTIPLY_INNER)
            }
            (BinaryOperator::Multiply, Vector(scalar, width), Matrix(element, columns, rows)) => {
                (element == scalar && rows == width)
                    .then_some(Vector(element, columns))
                    .ok_or(rules::MATRIX_MULTIPLY_INNER)
            }
            (BinaryOperator::Multiply, Matrix(scalar, columns, rows), Matrix(element, more, inner)) => {
                (element == scalar && columns == inner)
                    .then_some(Matrix(scalar, more, rows))
                    .ok_or(rules::MATRIX_MULTIPLY_INNER)
            }
            _ => Err(rules::MATRIX_OPERATOR_LISTED),
        };
        match result {
            Ok(ty) => Typed::value(self.types.value(ty)),
            Err(rule) if rule == rules::MATRIX_OPERATOR_LISTED => {
                self.unlisted(span, operator, (from, one), (to, other))
            }
            Err(rule) => {
                let (one, other) = (self.types.print(from.ty), self.types.print(to.ty));
                let message = format!("`{}` can't be applied to `{one}` and `{other}`", operator.name());
                self.error(rule, span, message);
                Typed::ERROR
            }
        }
    }

    /// An operation that the specification neither lists nor forbids: it gives a matrix, and a comparison a boolean.
    fn unlisted(
        &mut self,
        span: Span,
        operator: BinaryOperator,
        (from, one): (Typed, ValueType),
        (to, other): (Typed, ValueType),
    ) -> Typed {
        let (left, right) = (self.types.print(from.ty), self.types.print(to.ty));
        let message =
            format!("the specification does not define `{}` for `{left}` and `{right}`", operator.name());
        let found = Diagnostic::error(rules::MATRIX_OPERATOR_LISTED, span, message);
        let takes_scalar = matches!(one, ValueType::Scalar(_)) || matches!(other, ValueType::Scalar(_));
        if one != other && !takes_scalar {
            self.report(found);
            return Typed::ERROR;
        }
        self.report(found.warning());
        if is_comparison(operator) {
            return Typed::value(TypeId::BOOL);
        }
        Typed::value(if matches!(one, ValueType::Matrix(..)) { from.ty } else { to.ty })
    }
}
