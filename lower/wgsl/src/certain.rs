//! Which constants are the same everywhere: const-expressions of floating point numbers have the accuracy of the same expression at run
//! time, and conversions that round may choose either neighbour. Only asked when the results that the specification allows are followed.
//!
//! A concrete expression that may differ is computed at run time, where each step says what it allows. An abstract one, which no step
//! computes, gets an interval here. <https://www.w3.org/TR/WGSL/#abstract-float-accuracy>

use super::lowering::Lowering;
use super::value::Value;
use shader_ir::build::Unsupported;
use shader_ir::{Register, Type};
use shader_numeric::allowed::{self, Interval};
use shader_numeric::{Evaluation, construct};
use wgsl_spec::{Operator, Scalar};
use wgsl_validator::ast::{Expr, ExprId, Literal, Suffix, UnaryOperator, VariableId, VariableKind};
use wgsl_validator::constant::ConstantId;
use wgsl_validator::resolve::{Binding, Callee};
use wgsl_validator::types::{TypeId, TypeKind};

/// Constants that are declared with others, over more levels than this, are not computed again: they may have any value.
const MOST_DECLARATIONS: u32 = 6;

impl Lowering<'_> {
    /// Whether a const-expression, converted to a type, has the same value everywhere.
    pub(super) fn is_certain_as(&mut self, id: ExprId, to: TypeId) -> bool {
        if !self.keeps_calls {
            return true;
        }
        let typed = self.module.meaning[id];
        let scalars = self.leaf_scalar(typed.ty).zip(self.leaf_scalar(to));
        let Some((from, to)) = scalars else { return self.is_certain(id) };
        if !self.is_certain(id) {
            return false;
        }
        let bits =
            typed.constant.map(|constant| self.module.meaning.constants.bits(constant)).unwrap_or_default();
        bits.iter().all(|bits| keeps_value(from, to, *bits))
    }

    /// Whether a const-expression has the same value everywhere.
    fn is_certain(&mut self, id: ExprId) -> bool {
        if let Some(known) = self.certainty.known[id.index()] {
            return known;
        }
        let ty = self.module.meaning[id].ty;
        let is_certain = match self.leaf_scalar(ty) {
            Some(Scalar::AbstractFloat) => self.abstract_values(id).iter().all(|it| it.single().is_some()),
            _ => self.is_same(id),
        };
        self.certainty.known[id.index()] = Some(is_certain);
        is_certain
    }

    /// [`Self::is_certain`] of an expression that is not made of abstract floating point numbers.
    fn is_same(&mut self, id: ExprId) -> bool {
        let module = self.module;
        match module.syntax.ast[id] {
            Expr::Literal(Literal::Float(Suffix::F | Suffix::H)) => {
                self.suffixed_value(id).is_some_and(|(ty, value)| {
                    allowed::convert(Type::F64, ty, Interval::point(value)).single().is_some()
                })
            }
            Expr::Paren(inner) | Expr::Member(inner, _) => self.is_certain(inner),
            Expr::Unary(_, inner) => !self.is_of_floats(inner) && self.is_certain(inner),
            Expr::Index(base, index) => self.is_certain(base) && self.is_certain(index),
            Expr::Name(_) => match self.declared(id) {
                Some(variable) => self.is_declared_certain(variable),
                None => true,
            },
            // A comparison is exact, whatever it compares.
            Expr::Binary(_, left, right) => {
                !self.is_of_floats(id)
                    && [left, right]
                        .iter()
                        .all(|operand| self.is_certain_as(*operand, self.used_type(*operand)))
            }
            Expr::Call(callee, arguments) => {
                let operands = &module.syntax.ast[arguments];
                if !self.is_constructor(callee) {
                    let is_of_floats =
                        self.is_of_floats(id) || operands.iter().any(|it| self.is_of_floats(*it));
                    return !is_of_floats && operands.iter().all(|operand| self.is_certain(*operand));
                }
                let result = module.meaning[id].ty;
                operands.iter().all(|operand| {
                    let is_member = matches!(self.kind(result), TypeKind::Struct(_));
                    self.is_certain_as(*operand, if is_member { self.used_type(*operand) } else { result })
                })
            }
            Expr::Error | Expr::Literal(_) | Expr::Template(..) | Expr::ContextName(_) => true,
        }
    }

    fn is_of_floats(&self, id: ExprId) -> bool {
        let ty = self.module.meaning[id].ty;
        let is_result = matches!(self.kind(ty), TypeKind::FrexpResult(..) | TypeKind::ModfResult(..));
        is_result || self.leaf_scalar(ty).is_some_and(Scalar::is_float)
    }

    fn is_constructor(&self, callee: ExprId) -> bool {
        self.module.resolution.callee(self.module.syntax, callee) == Callee::Type
    }

    /// The variable or value, of the module or of a function, that an expression names.
    pub(super) fn declared(&self, id: ExprId) -> Option<VariableId> {
        match self.module.resolution.binding(id) {
            Binding::Local(variable) => Some(variable),
            Binding::Module(decl) => self.module.syntax.ast[decl].kind.variable(),
            Binding::None | Binding::Unknown | Binding::Parameter(_) | Binding::Predeclared => None,
        }
    }

    fn is_declared_certain(&mut self, variable: VariableId) -> bool {
        let ty = self.module.meaning[variable].typed.ty;
        match self.module.syntax.ast[variable].initializer {
            Some(initializer) => self.is_certain_as(initializer, ty),
            None => true,
        }
    }

    /// The type of a literal with a suffix, and the number that is written. `None` for a hexadecimal one, which is exact.
    fn suffixed_value(&self, id: ExprId) -> Option<(Type, f64)> {
        let span = self.module.syntax.ast.span(id);
        let text = self.module.syntax.text(span);
        let ty = if text.ends_with('h') { Type::F16 } else { Type::F32 };
        let digits = text.trim_end_matches(['f', 'h']);
        digits.parse().ok().map(|value| (ty, value))
    }

    /// The values that the scalars of an abstract expression may have; anything where it computes what has no bound.
    fn abstract_values(&mut self, id: ExprId) -> Vec<Interval> {
        let typed = self.module.meaning[id];
        let count = self.module.meaning.types.info(typed.ty).scalars as usize;
        let values = self.abstract_parts(id, count).filter(|values| values.len() == count);
        values.unwrap_or_else(|| vec![Interval::ANY; count])
    }

    fn abstract_parts(&mut self, id: ExprId, count: usize) -> Option<Vec<Interval>> {
        let module = self.module;
        let typed = module.meaning[id];
        let scalar = self.leaf_scalar(typed.ty)?;
        let own = |it: &Self| {
            let bits = typed.constant.map(|constant| it.constant_bits(constant, count)).unwrap_or_default();
            bits.into_iter().map(|bits| Interval::point(wide(scalar, bits))).collect::<Vec<Interval>>()
        };
        if !scalar.is_float() {
            return self.is_certain(id).then(|| own(self));
        }
        match module.syntax.ast[id] {
            Expr::Literal(_) => Some(own(self)),
            Expr::Paren(inner) => Some(self.abstract_values(inner)),
            Expr::Name(_) => {
                let initializer =
                    self.declared(id).and_then(|variable| module.syntax.ast[variable].initializer)?;
                Some(self.abstract_values(initializer))
            }
            Expr::Unary(UnaryOperator::Negate, inner) => Some(
                self.abstract_values(inner)
                    .into_iter()
                    .map(|it| Interval::between(-it.end, -it.begin))
                    .collect(),
            ),
            // Which of the parts it is does not matter when all of them are certain.
            Expr::Member(base, _) | Expr::Index(base, _) => {
                let is_known = self.abstract_values(base).iter().all(|it| it.single().is_some());
                is_known.then(|| own(self))
            }
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.abstract_values(left), self.abstract_values(right));
                (0..count)
                    .map(|index| combine(operator, component(&left, index)?, component(&right, index)?))
                    .collect()
            }
            Expr::Call(callee, arguments) if self.is_constructor(callee) => {
                let operands = &module.syntax.ast[arguments];
                if operands.is_empty() {
                    return Some(own(self));
                }
                let values: Vec<Interval> =
                    operands.iter().flat_map(|operand| self.abstract_values(*operand)).collect();
                Some(if values.len() == 1 { vec![values[0]; count] } else { values })
            }
            Expr::Unary(..) | Expr::Call(..) | Expr::Error | Expr::Template(..) | Expr::ContextName(_) => {
                None
            }
        }
    }

    /// The value of a const-expression that may differ elsewhere.
    pub(super) fn uncertain_value(
        &mut self,
        id: ExprId,
        constant: ConstantId,
        from: TypeId,
        to: TypeId,
    ) -> Result<Value, Unsupported> {
        let scalar = self.leaf_scalar(from);
        if scalar.is_some_and(Scalar::is_abstract) {
            let values = self.converted_values(id, from, to);
            return self.uncertain_constant(constant, (from, to), &values);
        }
        match self.module.syntax.ast[id] {
            Expr::Literal(_) => {
                let value = self.suffixed_value(id);
                let interval =
                    value.map(|(ty, value)| allowed::convert(Type::F64, ty, Interval::point(value)));
                self.uncertain_constant(constant, (from, to), &[interval.unwrap_or(Interval::ANY)])
            }
            Expr::Name(_) => {
                let variable = self.declared(id).map(|variable| self.module.syntax.ast[variable]);
                let declared = variable.filter(|variable| variable.kind == VariableKind::Const);
                match declared.and_then(|variable| variable.initializer) {
                    Some(initializer) if self.certainty.declarations < MOST_DECLARATIONS => {
                        self.certainty.declarations += 1;
                        let value = self.value_as(initializer, to);
                        self.certainty.declarations -= 1;
                        value
                    }
                    _ => self.uncertain_constant(constant, (from, to), &[]),
                }
            }
            Expr::Paren(_)
            | Expr::Call(..)
            | Expr::Member(..)
            | Expr::Index(..)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Error
            | Expr::Template(..)
            | Expr::ContextName(_) => self.compute(id),
        }
    }

    /// The values that the scalars of an abstract expression may have as those of another type, unless it is certain.
    pub(super) fn loose_values(&mut self, id: ExprId, is_certain: bool, to: TypeId) -> Option<Vec<Interval>> {
        let from = self.module.meaning[id].ty;
        (!is_certain).then(|| self.converted_values(id, from, to))
    }

    fn converted_values(&mut self, id: ExprId, from: TypeId, to: TypeId) -> Vec<Interval> {
        let (Some(from), Some(to)) = (self.leaf_scalar(from), self.leaf_scalar(to)) else {
            return Vec::new();
        };
        let values = if from.is_float() {
            self.abstract_values(id)
        } else {
            let certain = self.is_certain(id);
            let constant = self.module.meaning[id].constant.filter(|_| certain);
            let bits =
                constant.map(|constant| self.module.meaning.constants.bits(constant)).unwrap_or_default();
            bits.iter().map(|bits| Interval::point(wide(from, *bits))).collect()
        };
        let convert = |value: Interval| match to {
            Scalar::F32 | Scalar::F16 => allowed::convert(Type::F64, to.ty(), value),
            Scalar::AbstractFloat | Scalar::AbstractInt | Scalar::I32 | Scalar::U32 | Scalar::Bool => {
                if value.single().is_some() { value } else { Interval::ANY }
            }
        };
        values.into_iter().map(convert).collect()
    }

    /// A constant whose scalars may have other values elsewhere; those that are not listed may have any.
    fn uncertain_constant(
        &mut self,
        constant: ConstantId,
        (from, to): (TypeId, TypeId),
        values: &[Interval],
    ) -> Result<Value, Unsupported> {
        let mut values = values.iter().copied();
        if self.has_array(to) {
            let value = self.constant_in_memory(constant, from, to)?;
            if let Value::Memory(location) = value {
                for leaf in self.leaves_of_arrays(to)? {
                    let value = values.next().unwrap_or(Interval::ANY);
                    self.code.program.loose_words.push((location.offset + leaf.offset, leaf.ty, value));
                }
            }
            return Ok(value);
        }
        let bits = self.converted_bits(constant, from, to, self.scalars(to));
        let leaves = self.leaves(to)?;
        let register =
            |(leaf, bits): (&super::types::Leaf, u64)| self.loose(leaf.ty, bits, values.next().as_ref());
        Ok(Value::Registers(leaves.iter().zip(bits).map(register).collect()))
    }

    /// A register with a value from the start that may be another one elsewhere.
    pub(super) fn loose(&mut self, ty: Type, bits: u64, values: Option<&Interval>) -> Register {
        let register = self.code.register(ty);
        self.code.program.constants.push((register, bits));
        self.code.program.loose_constants.push((register, values.copied().unwrap_or(Interval::ANY)));
        register
    }
}

/// A component; a scalar stands for all components.
fn component(values: &[Interval], index: usize) -> Option<Interval> {
    if let [one] = values { Some(*one) } else { values.get(index).copied() }
}

/// The correctly rounded results of an operation on binary64; others have no bound.
fn combine(operator: Operator, left: Interval, right: Interval) -> Option<Interval> {
    if left.is_any() || right.is_any() {
        return Some(Interval::ANY);
    }
    let corner = |x: f64, y: f64| {
        if operator == Operator::Add {
            Some((x + y, two_sum_loses(x, y)))
        } else if operator == Operator::Subtract {
            Some((x - y, two_sum_loses(x, -y)))
        } else if operator == Operator::Multiply {
            Some((x * y, x.mul_add(y, -(x * y)) != 0.0))
        } else {
            None
        }
    };
    let corners =
        [(left.begin, right.begin), (left.begin, right.end), (left.end, right.begin), (left.end, right.end)];
    let mut result: Option<Interval> = None;
    for (x, y) in corners {
        let (value, loses) = corner(x, y)?;
        let interval = if loses {
            Interval::between(value.next_down(), value.next_up())
        } else {
            Interval::point(value)
        };
        result = Some(result.map_or(interval, |result| result.hull(interval)));
    }
    result
}

/// Whether a sum is not exact.
fn two_sum_loses(first: f64, second: f64) -> bool {
    let sum = first + second;
    let part = sum - first;
    (first - (sum - part)) + (second - part) != 0.0
}

/// The value of a scalar as a number.
fn wide(scalar: Scalar, bits: u64) -> f64 {
    construct(scalar.ty(), Type::F64, bits, Evaluation::Runtime).map_or(f64::NAN, f64::from_bits)
}

/// Whether a conversion does not round.
fn keeps_value(from: Scalar, to: Scalar, bits: u64) -> bool {
    if !to.is_float() {
        return true;
    }
    let (from, to) = (from.ty(), to.ty());
    let convert = |from, to, bits| construct(from, to, bits, Evaluation::Runtime).ok();
    from == to || convert(from, to, bits).and_then(|there| convert(to, from, there)) == Some(bits)
}
