//! From run-time type tags to kernels.

use wgsl_spec::{Kernel, Scalar};

use super::bits::{self, Word};
use super::composite;
use super::event::{FirstEvent, Watch};
use super::fault::{Application, Extent, Fault};
use super::half::F16;
use super::number::{Float, Integer, Number, abstract_shift_left, abstract_shift_right, clamp, max, min};
use super::{Evaluation, Operand, Shape, float, reshape};

/// Evaluates an operator, a builtin function or a value constructor, and appends the components of the result.
///
/// The operands have the types that the chosen overload asks for: implicit conversions are done before. Constructors
/// convert to `result_scalar` on their own. The members of the result of `frexp` and `modf` follow each other in the
/// order of their declaration.
///
/// # Errors
/// At [`Evaluation::Creation`], the first thing that makes the expression an error. A call that no overload allows is
/// an invalid argument at any time. Nothing is appended then.
pub fn call(
    kernel: Kernel,
    arguments: &[Operand<'_>],
    result_scalar: Scalar,
    result_shape: Shape,
    evaluation: Evaluation,
    out: &mut Vec<u64>,
) -> Result<(), Fault> {
    let start = out.len();
    let call =
        Call { application: Application { kernel, arguments, result_scalar }, result_shape, evaluation };
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
    pub(super) const fn kernel(&self) -> Kernel {
        self.application.kernel
    }

    pub(super) const fn result_scalar(&self) -> Scalar {
        self.application.result_scalar
    }

    pub(super) const fn arguments(&self) -> &'a [Operand<'a>] {
        self.application.arguments
    }

    /// The type of the first operand.
    fn scalar(&self) -> Scalar {
        self.arguments().first().map_or(self.result_scalar(), |operand| operand.scalar)
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
        Fault::InvalidArgument { message: format!("{:?} takes no such operands", self.kernel()) }
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
        use Kernel as K;
        match self.kernel() {
            K::ConstructScalar | K::ConstructVector | K::ConstructMatrix => {
                reshape::construct_value(self, out)
            }
            K::Bitcast => reshape::bitcast(self, out),
            K::All | K::Any | K::Select | K::LogicalAnd | K::LogicalOr | K::Not => {
                reshape::logical(self, out)
            }
            K::BitAnd | K::BitOr | K::BitXor | K::Complement => self.bitwise(out),
            K::ShiftLeft | K::ShiftRight if self.scalar() == Scalar::AbstractInt => self.abstract_shift(out),
            kernel if reshape::is_packing(kernel) => reshape::packing(self, out),
            _ => match self.scalar() {
                Scalar::AbstractInt => self.integer::<i64>(out),
                Scalar::I32 => self.word::<i32>(out),
                Scalar::U32 => self.word::<u32>(out),
                Scalar::AbstractFloat => self.float::<f64>(out),
                Scalar::F32 => self.float::<f32>(out),
                Scalar::F16 => self.float::<F16>(out),
                Scalar::Bool => self.each(out, |index, _| {
                    let equal = self.raw(0, index) == self.raw(1, index);
                    match self.kernel() {
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
        let scalar = self.scalar();
        if scalar.is_float() {
            return Err(self.unsupported());
        }
        let mask = if scalar == Scalar::AbstractInt { u64::MAX } else { u64::from(u32::MAX) };
        self.each(out, |index, _| {
            let (left, right) = (self.raw(0, index), self.raw(1, index));
            match self.kernel() {
                Kernel::BitAnd => Some(left & right),
                Kernel::BitOr => Some(left | right),
                Kernel::BitXor => Some(left ^ right),
                Kernel::Complement if scalar != Scalar::Bool => Some(!left & mask),
                _ => None,
            }
        })
    }

    fn abstract_shift(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        self.each(out, |index, watch| {
            let (value, amount) = (self.number(0, index), self.number(1, index));
            let shifted = if self.kernel() == Kernel::ShiftLeft {
                abstract_shift_left(value, amount, watch)
            } else {
                abstract_shift_right(value, amount)
            };
            Some(shifted.to_raw())
        })
    }

    fn integer<T: Integer>(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        match self.kernel() {
            Kernel::Dot => composite::dot::<T>(self, out),
            Kernel::ShiftLeft | Kernel::ShiftRight => self.each(out, |index, watch| {
                let (value, amount) = (self.number::<T>(0, index), self.number::<u32>(1, index));
                let shifted = if self.kernel() == Kernel::ShiftLeft {
                    value.shift_left(amount, watch)
                } else {
                    value.shift_right(amount, watch)
                };
                Some(shifted.to_raw())
            }),
            kernel => self.each(out, |index, watch| {
                let inputs = [self.number::<T>(0, index), self.number(1, index), self.number(2, index)];
                number_component(kernel, inputs, watch)
            }),
        }
    }

    fn word<T: Word>(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        match self.kernel() {
            Kernel::ExtractBits => self.each(out, |index, watch| {
                let (offset, count) = (self.number(1, 0), self.number(2, 0));
                Some(bits::extract_bits(self.number::<T>(0, index), offset, count, watch).to_raw())
            }),
            Kernel::InsertBits => self.each(out, |index, watch| {
                let (value, new): (T, T) = (self.number(0, index), self.number(1, index));
                Some(bits::insert_bits(value, new, self.number(2, 0), self.number(3, 0), watch).to_raw())
            }),
            kernel => match word_function::<T>(kernel) {
                Some(function) => self.each(out, |index, _| Some(function(self.number(0, index)).to_raw())),
                None => self.integer::<T>(out),
            },
        }
    }

    fn float<T: Float>(&self, out: &mut Vec<u64>) -> Result<(), Fault> {
        match self.kernel() {
            Kernel::Dot => composite::dot::<T>(self, out),
            Kernel::Length | Kernel::Distance | Kernel::Determinant => composite::to_scalar::<T>(self, out),
            Kernel::Cross | Kernel::Normalize | Kernel::FaceForward | Kernel::Reflect | Kernel::Refract => {
                composite::to_vector::<T>(self, out)
            }
            Kernel::Transpose => composite::transpose(self, out),
            Kernel::Frexp | Kernel::Modf => {
                composite::split::<T>(self, out);
                Ok(())
            }
            Kernel::Multiply if composite::is_matrix_product(self) => composite::product::<T>(self, out),
            Kernel::Ldexp => self.each(out, |index, watch| {
                let exponent = match self.arguments().get(1)?.scalar {
                    Scalar::AbstractInt => self.number::<i64>(1, index),
                    _ => i64::from(self.number::<i32>(1, index)),
                };
                Some(float::ldexp(self.number::<T>(0, index), exponent, watch).to_raw())
            }),
            kernel => self.each(out, |index, watch| {
                let inputs = [self.number::<T>(0, index), self.number(1, index), self.number(2, index)];
                match float_component(kernel, inputs, watch) {
                    Some(value) => Some(value.to_raw()),
                    None => number_component(kernel, inputs, watch),
                }
            }),
        }
    }
}

/// The functions of the bits of one integer.
fn word_function<T: Word>(kernel: Kernel) -> Option<fn(T) -> T> {
    Some(match kernel {
        Kernel::CountLeadingZeros => bits::count_leading_zeros,
        Kernel::CountOneBits => bits::count_one_bits,
        Kernel::CountTrailingZeros => bits::count_trailing_zeros,
        Kernel::FirstLeadingBit => bits::first_leading_bit,
        Kernel::FirstTrailingBit => bits::first_trailing_bit,
        Kernel::ReverseBits => bits::reverse_bits,
        _ => return None,
    })
}

/// What all numeric types have: arithmetic, comparison, order.
fn number_component<T: Number>(kernel: Kernel, [a, b, c]: [T; 3], watch: &mut impl Watch) -> Option<u64> {
    let truth = match kernel {
        Kernel::Equal => a == b,
        Kernel::NotEqual => a != b,
        Kernel::Less => a < b,
        Kernel::LessEqual => a <= b,
        Kernel::Greater => a > b,
        Kernel::GreaterEqual => a >= b,
        _ => return arithmetic_component(kernel, [a, b, c], watch).map(Number::to_raw),
    };
    Some(u64::from(truth))
}

fn arithmetic_component<T: Number>(kernel: Kernel, [a, b, c]: [T; 3], watch: &mut impl Watch) -> Option<T> {
    Some(match kernel {
        Kernel::Add => a.sum(b, watch),
        Kernel::Subtract => a.difference(b, watch),
        Kernel::Multiply => a.product(b, watch),
        Kernel::Divide => a.quotient(b, watch),
        Kernel::Remainder => a.remainder(b, watch),
        Kernel::Negate => a.negation(),
        Kernel::Abs => a.magnitude(),
        Kernel::Sign => a.sign(),
        Kernel::Min => min(a, b),
        Kernel::Max => max(a, b),
        Kernel::Clamp => clamp(a, b, c, watch),
        _ => return None,
    })
}

/// What only floating point types have.
fn float_component<T: Float>(kernel: Kernel, [a, b, c]: [T; 3], watch: &mut impl Watch) -> Option<T> {
    Some(match kernel {
        Kernel::Acos => float::acos(a, watch),
        Kernel::Acosh => float::acosh(a, watch),
        Kernel::Asin => float::asin(a, watch),
        Kernel::Asinh => float::asinh(a, watch),
        Kernel::Atan => float::atan(a, watch),
        Kernel::Atanh => float::atanh(a, watch),
        Kernel::Atan2 => float::atan2(a, b, watch),
        Kernel::Ceil => float::ceil(a),
        Kernel::Cos => float::cos(a, watch),
        Kernel::Cosh => float::cosh(a, watch),
        Kernel::Degrees => float::degrees(a, watch),
        Kernel::Exp => float::exp(a, watch),
        Kernel::Exp2 => float::exp2(a, watch),
        Kernel::Floor => float::floor(a),
        Kernel::Fma => float::fma(a, b, c, watch),
        Kernel::Fract => float::fract(a, watch),
        Kernel::InverseSqrt => float::inverse_sqrt(a, watch),
        Kernel::Log => float::log(a, watch),
        Kernel::Log2 => float::log2(a, watch),
        Kernel::Mix => float::mix(a, b, c, watch),
        Kernel::Pow => float::pow(a, b, watch),
        Kernel::Radians => float::radians(a),
        Kernel::Round => float::round(a),
        Kernel::Saturate => float::saturate(a, watch),
        Kernel::Sin => float::sin(a, watch),
        Kernel::Sinh => float::sinh(a, watch),
        Kernel::Smoothstep => float::smoothstep(a, b, c, watch),
        Kernel::Sqrt => float::sqrt(a, watch),
        Kernel::Step => float::step(a, b),
        Kernel::Tan => float::tan(a, watch),
        Kernel::Tanh => float::tanh(a, watch),
        Kernel::Trunc => float::trunc(a),
        _ => return None,
    })
}
