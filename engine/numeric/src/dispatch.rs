//! From run-time type tags to kernels.

use crate::{Operation, Type};

use super::bits::{self, Word};
use super::composite;
use super::event::{Event, FirstEvent, Watch};
use super::fault::{Application, Extent, Fault};
use super::half::F16;
use super::number::{Float, Integer, Number, abstract_shift_left, abstract_shift_right, clamp, max, min};
use super::{Evaluation, Operand, Shape, float, reshape};

/// Evaluates an operator, a builtin function or a value constructor, and appends the components of the result.
///
/// The operands have the types that the chosen overload asks for: implicit conversions are done before. Constructors
/// convert to `result_type` on their own. The members of the result of `frexp` and `modf` follow each other in the
/// order of their declaration.
///
/// # Errors
/// At [`Evaluation::Creation`], the first thing that makes the expression an error. A call that no overload allows is
/// an invalid argument at any time. Nothing is appended then.
pub fn call(
    operation: Operation,
    arguments: &[Operand<'_>],
    result_type: Type,
    result_shape: Shape,
    evaluation: Evaluation,
    out: &mut Vec<u64>,
) -> Result<(), Fault> {
    let start = out.len();
    let call =
        Call { application: Application { operation, arguments, result_type }, result_shape, evaluation };
    let outcome = call.run(out);
    if outcome.is_err() {
        out.truncate(start);
    }
    outcome
}

/// A call on its way to the kernels.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) application: Application<'a>,
    pub(super) result_shape: Shape,
    pub(super) evaluation: Evaluation,
}

impl<'a> Call<'a> {
    pub(super) const fn operation(&self) -> Operation {
        self.application.operation
    }

    pub(super) const fn result_type(&self) -> Type {
        self.application.result_type
    }

    pub(super) const fn arguments(&self) -> &'a [Operand<'a>] {
        self.application.arguments
    }

    /// The type of the first operand.
    fn ty(&self) -> Type {
        self.arguments().first().map_or(self.result_type(), |operand| operand.ty)
    }

    /// The shape of an operand.
    pub(super) fn shape(&self, argument: usize) -> Shape {
        self.arguments().get(argument).map_or(Shape::Scalar, |operand| operand.shape)
    }

    /// A component of an operand.
    pub(super) fn raw(&self, argument: usize, index: usize) -> u64 {
        self.arguments().get(argument).map_or(0, |operand| operand.component(index))
    }

    pub(super) fn number<T: Number>(&self, argument: usize, index: usize) -> T {
        T::from_raw(self.raw(argument, index))
    }

    /// The fault of a call that no overload allows.
    pub(super) fn unsupported(&self) -> Fault {
        self.application.fault(Event::NoSuchCall, Extent::Whole)
    }

    /// Turns what a kernel noted into a fault, when it is one.
    pub(super) fn finish(&self, watch: FirstEvent, extent: Extent) -> Result<(), Fault> {
        match (self.evaluation, watch.0) {
            (Evaluation::Creation, Some(event)) => Err(self.application.fault(event, extent)),
            _ => Ok(()),
        }
    }

    /// Applies a function component by component.
    pub(super) fn each(
        &self,
        out: &mut Vec<u64>,
        mut component: impl FnMut(usize, &mut FirstEvent) -> Option<u64>,
    ) -> Result<(), Fault> {
        let count = self.arguments().iter().map(|operand| operand.shape.len()).max().unwrap_or(0);
        for index in 0..count {
            let mut watch = FirstEvent::default();
            let bits = component(index, &mut watch).ok_or_else(|| self.unsupported())?;
            self.finish(watch, Extent::Component(index))?;
            out.push(bits);
        }
        Ok(())
    }

    fn run(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        use Operation as K;
        match self.operation() {
            K::ConstructScalar | K::ConstructVector | K::ConstructMatrix => {
                reshape::construct_value(self, out)
            }
            K::Bitcast => reshape::bitcast(self, out),
            K::All | K::Any | K::Select | K::LogicalAnd | K::LogicalOr | K::Not => {
                reshape::logical(self, out)
            }
            K::BitAnd | K::BitOr | K::BitXor | K::Complement => self.bitwise(out),
            K::ShiftLeft | K::ShiftRight if self.ty() == Type::I64 => self.abstract_shift(out),
            operation if reshape::is_packing(operation) => reshape::packing(self, out),
            _ => match self.ty() {
                Type::I8 => self.word::<i8>(out),
                Type::I16 => self.word::<i16>(out),
                Type::I32 => self.word::<i32>(out),
                Type::I64 => self.word::<i64>(out),
                Type::U8 => self.word::<u8>(out),
                Type::U16 => self.word::<u16>(out),
                Type::U32 => self.word::<u32>(out),
                Type::U64 => self.word::<u64>(out),
                Type::F64 => self.float::<f64>(out),
                Type::F32 => self.float::<f32>(out),
                Type::F16 => self.float::<F16>(out),
                Type::Bool => self.each(out, |index, _| {
                    let equal = self.raw(0, index) == self.raw(1, index);
                    match self.operation() {
                        K::Equal => Some(u64::from(equal)),
                        K::NotEqual => Some(u64::from(!equal)),
                        _ => None,
                    }
                }),
            },
        }
    }

    /// Integers and booleans alike, on their representations. <https://www.w3.org/TR/WGSL/#bit-expr>
    fn bitwise(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        let ty = self.ty();
        if ty.is_float() {
            return Err(self.unsupported());
        }
        let mask = if ty.is_wide() { u64::MAX } else { u64::from(u32::MAX) };
        self.each(out, |index, _| {
            let (left, right) = (self.raw(0, index), self.raw(1, index));
            match self.operation() {
                Operation::BitAnd => Some(left & right),
                Operation::BitOr => Some(left | right),
                Operation::BitXor => Some(left ^ right),
                Operation::Complement if ty != Type::Bool => Some(!left & mask),
                _ => None,
            }
        })
    }

    fn abstract_shift(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        self.each(out, |index, watch| {
            let (value, amount) = (self.number(0, index), self.number(1, index));
            let shifted = if self.operation() == Operation::ShiftLeft {
                abstract_shift_left(value, amount, watch)
            } else {
                abstract_shift_right(value, amount)
            };
            Some(shifted.to_raw())
        })
    }

    fn integer<T: Integer>(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        match self.operation() {
            Operation::Dot => composite::dot::<T>(self, out),
            Operation::ShiftLeft | Operation::ShiftRight => self.each(out, |index, watch| {
                let (value, amount) = (self.number::<T>(0, index), self.number::<u32>(1, index));
                let shifted = if self.operation() == Operation::ShiftLeft {
                    value.shift_left(amount, watch)
                } else {
                    value.shift_right(amount, watch)
                };
                Some(shifted.to_raw())
            }),
            operation => self.each(out, |index, watch| {
                let inputs = [self.number::<T>(0, index), self.number(1, index), self.number(2, index)];
                number_component(operation, inputs, watch)
            }),
        }
    }

    fn word<T: Word>(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        match self.operation() {
            Operation::ExtractBits => self.each(out, |index, watch| {
                let (offset, count) = (self.number(1, 0), self.number(2, 0));
                Some(bits::extract_bits(self.number::<T>(0, index), offset, count, watch).to_raw())
            }),
            Operation::InsertBits => self.each(out, |index, watch| {
                let (value, new): (T, T) = (self.number(0, index), self.number(1, index));
                Some(bits::insert_bits(value, new, self.number(2, 0), self.number(3, 0), watch).to_raw())
            }),
            operation => match word_function::<T>(operation) {
                Some(function) => self.each(out, |index, _| Some(function(self.number(0, index)).to_raw())),
                None => self.integer::<T>(out),
            },
        }
    }

    fn float<T: Float>(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        match self.operation() {
            Operation::Dot => composite::dot::<T>(self, out),
            Operation::Length | Operation::Distance | Operation::Determinant => {
                composite::to_scalar::<T>(self, out)
            }
            Operation::Cross
            | Operation::Normalize
            | Operation::FaceForward
            | Operation::Reflect
            | Operation::Refract => composite::to_vector::<T>(self, out),
            Operation::Transpose => composite::transpose(self, out),
            Operation::Frexp | Operation::Modf => {
                composite::split::<T>(self, out);
                Ok(())
            }
            Operation::Multiply if composite::is_matrix_product(self) => composite::product::<T>(self, out),
            Operation::Ldexp => self.each(out, |index, watch| {
                let exponent = match self.arguments().get(1)?.ty {
                    Type::I64 => self.number::<i64>(1, index),
                    _ => i64::from(self.number::<i32>(1, index)),
                };
                Some(float::ldexp(self.number::<T>(0, index), exponent, watch).to_raw())
            }),
            operation => self.each(out, |index, watch| {
                let inputs = [self.number::<T>(0, index), self.number(1, index), self.number(2, index)];
                match float_component(operation, inputs, watch) {
                    Some(value) => Some(value.to_raw()),
                    None => number_component(operation, inputs, watch),
                }
            }),
        }
    }
}

/// The functions of the bits of one integer.
fn word_function<T: Word>(operation: Operation) -> Option<fn(T) -> T> {
    Some(match operation {
        Operation::CountLeadingZeros => bits::count_leading_zeros,
        Operation::CountOneBits => bits::count_one_bits,
        Operation::CountTrailingZeros => bits::count_trailing_zeros,
        Operation::FirstLeadingBit => bits::first_leading_bit,
        Operation::FirstTrailingBit => bits::first_trailing_bit,
        Operation::ReverseBits => bits::reverse_bits,
        _ => return None,
    })
}

/// What all numeric types have: arithmetic, comparison, order.
fn number_component<T: Number>(
    operation: Operation,
    [a, b, c]: [T; 3],
    watch: &mut impl Watch,
) -> Option<u64> {
    let truth = match operation {
        Operation::Equal => a == b,
        Operation::NotEqual => a != b,
        Operation::Less => a < b,
        Operation::LessEqual => a <= b,
        Operation::Greater => a > b,
        Operation::GreaterEqual => a >= b,
        _ => return arithmetic_component(operation, [a, b, c], watch).map(Number::to_raw),
    };
    Some(u64::from(truth))
}

fn arithmetic_component<T: Number>(
    operation: Operation,
    [a, b, c]: [T; 3],
    watch: &mut impl Watch,
) -> Option<T> {
    Some(match operation {
        Operation::Add => a.sum(b, watch),
        Operation::Subtract => a.difference(b, watch),
        Operation::Multiply => a.product(b, watch),
        Operation::Divide => a.quotient(b, watch),
        Operation::Remainder => a.remainder(b, watch),
        Operation::Negate => a.negation(),
        Operation::Abs => a.magnitude(),
        Operation::Sign => a.sign(),
        Operation::Min => min(a, b),
        Operation::Max => max(a, b),
        Operation::Clamp => clamp(a, b, c, watch),
        _ => return None,
    })
}

/// What only floating point types have.
fn float_component<T: Float>(operation: Operation, [a, b, c]: [T; 3], watch: &mut impl Watch) -> Option<T> {
    Some(match operation {
        Operation::Acos => float::acos(a, watch),
        Operation::Acosh => float::acosh(a, watch),
        Operation::Asin => float::asin(a, watch),
        Operation::Asinh => float::asinh(a, watch),
        Operation::Atan => float::atan(a, watch),
        Operation::Atanh => float::atanh(a, watch),
        Operation::Atan2 => float::atan2(a, b, watch),
        Operation::Ceil => float::ceil(a),
        Operation::Cos => float::cos(a, watch),
        Operation::Cosh => float::cosh(a, watch),
        Operation::Degrees => float::degrees(a, watch),
        Operation::Exp => float::exp(a, watch),
        Operation::Exp2 => float::exp2(a, watch),
        Operation::Floor => float::floor(a),
        Operation::Fma => float::fma(a, b, c, watch),
        Operation::Fract => float::fract(a, watch),
        Operation::InverseSqrt => float::inverse_sqrt(a, watch),
        Operation::Log => float::log(a, watch),
        Operation::Log2 => float::log2(a, watch),
        Operation::Mix => float::mix(a, b, c, watch),
        Operation::Pow => float::pow(a, b, watch),
        Operation::Radians => float::radians(a),
        Operation::Round => float::round(a),
        Operation::Saturate => float::saturate(a, watch),
        Operation::Sin => float::sin(a, watch),
        Operation::Sinh => float::sinh(a, watch),
        Operation::Smoothstep => float::smoothstep(a, b, c, watch),
        Operation::Sqrt => float::sqrt(a, watch),
        Operation::Step => float::step(a, b),
        Operation::Tan => float::tan(a, watch),
        Operation::Tanh => float::tanh(a, watch),
        Operation::Trunc => float::trunc(a),
        _ => return None,
    })
}
