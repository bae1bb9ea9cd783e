//! Operators: the type of the result, or the rule that the operands break. <https://www.w3.org/TR/WGSL/#expressions>

use super::Checker;
use super::fix::Operands;
use crate::ast::{ExprId, UnaryOperator};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::Typed;
use crate::types::{TypeId, TypeKind};
use core::cmp::Reverse;
use core::fmt::Display;
use shader_source::Span;
use wgsl_spec::{FunctionId, Operator, Overload, Rule, Scalar, ScalarPattern, TypePattern, rules};

impl Checker<'_> {
    /// Applies `-`, `!` or `~` to an operand that is checked already.
    pub(super) fn unary_operator(
        &mut self,
        id: ExprId,
        operator: UnaryOperator,
        function: FunctionId,
        operand: ExprId,
        typed: Typed,
    ) -> Typed {
        self.apply_operator(id, function, &[operand], &[typed]).unwrap_or_else(|loaded| {
            let rule = unary_prohibition(operator, self.kind(loaded[0].ty));
            let rule = rule.unwrap_or_else(|| self.nearest_row(function, &loaded[..1]).rule);
            self.no_operator(
                (rule, None),
                id,
                function.get().name,
                Operands::of_operator(function, &[operand], &loaded[..1]),
            );
            Typed::ERROR
        })
    }

    /// Applies a binary operator to operands that are checked already.
    pub(super) fn binary_operator(
        &mut self,
        id: ExprId,
        operator: Operator,
        operands: [ExprId; 2],
        typed: [Typed; 2],
    ) -> Typed {
        let function = operator.function();
        self.apply_operator(id, function, &operands, &typed).unwrap_or_else(|loaded| {
            let rule = binary_prohibition(operator, self.kind(loaded[0].ty), self.kind(loaded[1].ty));
            let rule = rule.unwrap_or_else(|| self.nearest_row(function, &loaded).rule);
            self.no_operator(
                (rule, Some(operator)),
                id,
                operator.name(),
                Operands::of_operator(function, &operands, &loaded),
            );
            Typed::ERROR
        })
    }

    /// Applies an operator as a compound assignment does. <https://www.w3.org/TR/WGSL/#compound-assignment-sec>
    pub(super) fn compound_operator(
        &mut self,
        id: ExprId,
        operator: Operator,
        operands: [ExprId; 2],
        typed: [Typed; 2],
    ) -> Typed {
        let function = operator.function();
        self.apply_operator(id, function, &operands, &typed).unwrap_or_else(|loaded| {
            let rule = function.get().assignment.unwrap_or(function.get().rule);
            self.no_operator(
                (rule, None),
                id,
                format_args!("{}=", operator.name()),
                Operands::of_operator(function, &operands, &loaded),
            );
            Typed::ERROR
        })
    }

    /// Applies an operator; gives the operands as they are loaded if no overload takes them.
    fn apply_operator(
        &mut self,
        id: ExprId,
        function: FunctionId,
        operands: &[ExprId],
        typed: &[Typed],
    ) -> Result<Typed, [Typed; 2]> {
        let mut loaded = [Typed::ERROR; 2];
        for (index, operand) in operands.iter().enumerate() {
            loaded[index] = self.load(*operand, typed[index]);
            if loaded[index].ty == TypeId::ERROR {
                return Ok(Typed::ERROR);
            }
        }
        match self.resolve_overload(function, &[], &loaded[..operands.len()]) {
            Ok(chosen) => Ok(self.apply(id, function, &chosen, operands, &mut loaded[..operands.len()])),
            Err(_) => Err(loaded),
        }
    }

    #[cold]
    fn no_operator(
        &mut self,
        (rule, operator): (&'static Rule, Option<Operator>),
        id: ExprId,
        text: impl Display,
        operands: Operands<'_>,
    ) {
        let types: Vec<String> =
            operands.typed.iter().map(|operand| format!("`{}`", self.print(operand.ty))).collect();
        let message = format!("`{text}` can't be applied to {}", types.join(" and "));
        let mut diagnostic = Diagnostic::error(rule, self.span(id), message);
        diagnostic.also = self.general_rule(operator, operands.typed).filter(|also| *also != rule);
        if let [left, right] = *operands.ids {
            diagnostic = diagnostic
                .label(self.span(left), format!("this is {}", types[0]))
                .label(self.span(right), format!("this is {}", types[1]));
        }
        if let [left, right] = operands.typed
            && let (TypeKind::Scalar(a), TypeKind::Scalar(b)) = (self.kind(left.ty), self.kind(right.ty))
            && a != b
            && !a.is_abstract()
            && !b.is_abstract()
        {
            diagnostic = diagnostic
                .note("WGSL has no implicit conversions between concrete types: convert one of the operands");
        }
        if rule == rules::ARITH_NEG_UNSIGNED
            && let [operand] = *operands.ids
        {
            let zero = vec![(Span::new(self.span(id).lo, self.span(operand).lo), "0u - ".to_owned())];
            diagnostic = diagnostic.suggest(
                "subtract the unsigned integer from 0, which wraps modulo 2^32",
                zero,
                Applicability::Unsafe,
            );
        } else if let Some((words, edits)) = self
            .other_operator(self.span(id).lo, &text.to_string(), operands.ids, operands.typed)
            .or_else(|| self.fixed_operand(operands))
        {
            diagnostic = diagnostic.suggest(words, edits, Applicability::Unsafe);
        }
        self.report(diagnostic);
    }

    /// The general rule that the operands break as well: that what is not evaluated is checked nevertheless, or that of
    /// conversions, of comparisons of bool, or of broadcasting.
    fn general_rule(&self, operator: Option<Operator>, operands: &[Typed]) -> Option<&'static Rule> {
        if !self.evaluation.is_on() {
            return Some(rules::CONSTEXPR_SHORT_CIRCUIT_STILL_TYPED);
        }
        let ([left, right], Some(operator)) = (operands, operator) else { return None };
        let is_equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        let is_arithmetic = matches!(
            operator,
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Remainder
        );
        match (self.kind(left.ty), self.kind(right.ty)) {
            (TypeKind::Scalar(Scalar::Bool), _) | (_, TypeKind::Scalar(Scalar::Bool)) if is_equality => {
                Some(rules::CMP_EQ_BOOL)
            }
            (TypeKind::Scalar(left), TypeKind::Scalar(right)) => no_conversion(left, right),
            (TypeKind::Vector(..), TypeKind::Scalar(_)) | (TypeKind::Scalar(_), TypeKind::Vector(..))
                if is_arithmetic =>
            {
                Some(rules::ARITH_MIXED_VEC_SCALAR)
            }
            _ => None,
        }
    }

    /// The row of an operator whose shapes and scalars are most like those of the operands; the first of several.
    fn nearest_row(&self, function: FunctionId, operands: &[Typed]) -> &'static Overload {
        let likeness = |overload: &Overload| {
            let pairs = overload.parameters.iter().map(|parameter| &parameter.pattern).zip(operands);
            let shapes = pairs.clone().filter(|(pattern, operand)| has_shape(pattern, self.kind(operand.ty)));
            let scalars = pairs.filter(|(pattern, operand)| {
                scalar_of(self.kind(operand.ty)).is_some_and(|scalar| has_scalar(overload, pattern, scalar))
            });
            // A row for two operands of one type is not for a vector and a scalar.
            let are_unlike = match operands {
                [left, right] => is_vector(self.kind(left.ty)) != is_vector(self.kind(right.ty)),
                _ => false,
            };
            let is_of_one_type =
                overload.parameters.iter().all(|it| matches!(it.pattern, TypePattern::ScalarOrVector(..)));
            (shapes.count() - usize::from(are_unlike && is_of_one_type).min(1), scalars.count())
        };
        let rows = function.get().overloads(self.terms.edition);
        rows.iter().min_by_key(|row| Reverse(likeness(row))).unwrap_or(&function.get().current[0])
    }
}

/// The rule by which no scalar of the one type converts to the other by itself; `None` if one does.
/// <https://www.w3.org/TR/WGSL/#conversion-rank>
pub(super) fn no_conversion(from: Scalar, to: Scalar) -> Option<&'static Rule> {
    match (from, to) {
        _ if from == to => None,
        (Scalar::Bool, _) | (_, Scalar::Bool) => Some(rules::CONV_RANK_NO_ROW),
        (Scalar::AbstractFloat, Scalar::I32 | Scalar::U32) => Some(rules::CONV_AF_NEVER_INT),
        _ if from.is_abstract() || to.is_abstract() => None,
        _ => Some(rules::CONV_RANK_CONCRETE_NEVER),
    }
}

const fn is_vector(kind: TypeKind) -> bool {
    matches!(kind, TypeKind::Vector(..))
}

/// The scalar of a scalar, vector or matrix.
const fn scalar_of(kind: TypeKind) -> Option<Scalar> {
    match kind {
        TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) | TypeKind::Matrix(_, _, scalar) => {
            Some(scalar)
        }
        _ => None,
    }
}

/// Returns true if a type is a scalar, vector or matrix as the pattern is.
const fn has_shape(pattern: &TypePattern, kind: TypeKind) -> bool {
    matches!(
        (pattern, kind),
        (TypePattern::Scalar(_) | TypePattern::ScalarOrVector(..), TypeKind::Scalar(_))
            | (TypePattern::Vector(..) | TypePattern::ScalarOrVector(..), TypeKind::Vector(..))
            | (TypePattern::Matrix(..), TypeKind::Matrix(..))
    )
}

/// Returns true if a pattern takes this very scalar.
pub(super) fn has_scalar(overload: &Overload, pattern: &TypePattern, scalar: Scalar) -> bool {
    let (TypePattern::Scalar(wanted)
    | TypePattern::Vector(_, wanted)
    | TypePattern::ScalarOrVector(_, wanted)
    | TypePattern::Matrix(_, _, wanted)) = pattern
    else {
        return false;
    };
    match wanted {
        ScalarPattern::Fixed(wanted) => *wanted == scalar,
        ScalarPattern::Variable(variable) => overload.scalars[usize::from(variable.0)].contains(scalar),
        ScalarPattern::ChannelOfFormat | ScalarPattern::OfComponent(_) => false,
    }
}

/// The rule that forbids a unary operator for an operand; `None` where only the rows of the table say so.
fn unary_prohibition(operator: UnaryOperator, operand: TypeKind) -> Option<&'static Rule> {
    let scalar = scalar_of(operand)?;
    match operator {
        UnaryOperator::Negate if scalar == Scalar::U32 => Some(rules::ARITH_NEG_UNSIGNED),
        UnaryOperator::Complement if scalar == Scalar::Bool => Some(rules::BIT_BOOL_XOR),
        UnaryOperator::Complement if scalar.is_float() => Some(rules::BIT_FLOAT),
        UnaryOperator::Negate
        | UnaryOperator::Complement
        | UnaryOperator::Not
        | UnaryOperator::AddressOf
        | UnaryOperator::Indirection => None,
    }
}

/// The rule that forbids a binary operator for two operands; `None` where only the rows of the table say so.
fn binary_prohibition(operator: Operator, left: TypeKind, right: TypeKind) -> Option<&'static Rule> {
    match operator {
        Operator::Add | Operator::Subtract => sum(left, right),
        Operator::Multiply => product(left, right),
        Operator::Divide | Operator::Remainder => match (left, right) {
            (TypeKind::Matrix(..), _) | (_, TypeKind::Matrix(..)) => Some(rules::ARITH_MAT_NO_DIV),
            _ => arithmetic(left, right),
        },
        Operator::BitAnd | Operator::BitOr => are_bits_of_floats(left, right),
        Operator::BitXor => are_bits_of_floats(left, right).or_else(|| {
            let has_bool = [left, right].into_iter().any(|kind| scalar_of(kind) == Some(Scalar::Bool));
            has_bool.then_some(rules::BIT_BOOL_XOR)
        }),
        Operator::ShiftLeft | Operator::ShiftRight => shift(left, right),
        Operator::LogicalAnd | Operator::LogicalOr => {
            let are_bool = [left, right].into_iter().all(|kind| scalar_of(kind) == Some(Scalar::Bool));
            are_bool.then_some(rules::LOGICAL_SHORT_CIRCUIT_SCALAR_ONLY)
        }
        Operator::Equal | Operator::NotEqual => comparison(left, right),
        Operator::Less | Operator::LessEqual | Operator::Greater | Operator::GreaterEqual => {
            let are_bool = [left, right].into_iter().all(|kind| scalar_of(kind) == Some(Scalar::Bool));
            if are_bool { Some(rules::CMP_BOOL_ORDER) } else { comparison(left, right) }
        }
    }
}

/// <https://www.w3.org/TR/WGSL/#arithmetic-expr>
fn arithmetic(left: TypeKind, right: TypeKind) -> Option<&'static Rule> {
    let are_numbers = |left: Scalar, right: Scalar| left != Scalar::Bool && right != Scalar::Bool;
    match (left, right) {
        (TypeKind::Vector(n, _), TypeKind::Vector(m, _)) if n != m => Some(rules::ARITH_MIXED_VEC_VEC_SIZE),
        (TypeKind::Vector(_, left), TypeKind::Vector(_, right))
        | (TypeKind::Scalar(left), TypeKind::Scalar(right))
            if are_numbers(left, right) =>
        {
            let is_mixed = left.is_abstract() || right.is_abstract();
            Some(if is_mixed { rules::ABSTRACT_MIXED_CONCRETE } else { rules::ARITH_MIXED_TYPES })
        }
        _ => None,
    }
}

fn sum(left: TypeKind, right: TypeKind) -> Option<&'static Rule> {
    match (left, right) {
        (TypeKind::Matrix(c, r, _), TypeKind::Matrix(d, s, _)) => {
            ((c, r) != (d, s)).then_some(rules::ARITH_MAT_ADD_SIZE)
        }
        _ => arithmetic(left, right),
    }
}

fn product(left: TypeKind, right: TypeKind) -> Option<&'static Rule> {
    let is_integer = |kind: TypeKind| matches!(scalar_of(kind), Some(Scalar::I32 | Scalar::U32));
    let dimensions = match (left, right) {
        (TypeKind::Matrix(..), other) | (other, TypeKind::Matrix(..)) if is_integer(other) => {
            return Some(rules::ARITH_MAT_NO_INT);
        }
        (TypeKind::Matrix(columns, ..), TypeKind::Matrix(_, rows, _)) => Some((columns, rows)),
        (TypeKind::Matrix(columns, ..), TypeKind::Vector(size, _)) => Some((columns, size)),
        (TypeKind::Vector(size, _), TypeKind::Matrix(_, rows, _)) => Some((size, rows)),
        (TypeKind::Matrix(..), _) | (_, TypeKind::Matrix(..)) => None,
        _ => return arithmetic(left, right),
    };
    dimensions.filter(|(left, right)| left != right).map(|_| rules::ARITH_MAT_MUL_DIMS)
}

/// <https://www.w3.org/TR/WGSL/#bit-expr>
fn are_bits_of_floats(left: TypeKind, right: TypeKind) -> Option<&'static Rule> {
    let is_float = |kind: TypeKind| scalar_of(kind).is_some_and(Scalar::is_float);
    (is_float(left) || is_float(right)).then_some(rules::BIT_FLOAT)
}

fn shift(left: TypeKind, right: TypeKind) -> Option<&'static Rule> {
    let left = scalar_of(left)?;
    if left.is_float() {
        return Some(rules::BIT_FLOAT);
    }
    let is_amount = matches!(scalar_of(right), Some(Scalar::U32 | Scalar::AbstractInt));
    (left.is_integer() && !is_amount).then_some(rules::BIT_SHIFT_AMOUNT_U32)
}

/// <https://www.w3.org/TR/WGSL/#comparison-expr>
fn comparison(left: TypeKind, right: TypeKind) -> Option<&'static Rule> {
    let is_composite = |kind: TypeKind| !matches!(kind, TypeKind::Scalar(_) | TypeKind::Vector(..));
    (is_composite(left) || is_composite(right)).then_some(rules::CMP_NO_COMPOSITE)
}
