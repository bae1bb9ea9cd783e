//! The results that the text allows: for operations on floating point numbers it leaves rounding, flushing and more open.
//!
//! [`allowed`] and [`allowed_call`] compute, from the intervals of the operands, the interval of results that an implementation may give:
//! correctly rounded (either neighbour), within units in the last place, within a distance, or inherited from an expression, whose value is
//! then computed step by step. Subnormal operands and results may be flushed to zero. A result that may overflow, or an operand for which the
//! accuracy is undefined, gives [`Interval::ANY`]. <https://www.w3.org/TR/WGSL/#floating-point-accuracy>
//!
//! Computation is in binary64, as in the WebGPU conformance tests. That is exact for sums, differences and products of `f32` and `f16`. A
//! quotient or an elementary function is off by a unit of binary64: next to bounds of 2 units of `f32` and more that is nothing.
//!
//! An interval is coarser than a set: two results with a gap between them, like those of `step` around its edge, become all that lies
//! between. On the other side, of the many ways to reassociate an expression only these are followed: the sums of `dot` and of products
//! of matrices in any order, products of three in `reflect`, `refract` and `smoothstep`, and the second forms of `mix` and `acosh`. A fused
//! multiplication and addition lies between the results of the separate ones. <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>

#![allow(
    clippy::float_cmp,
    reason = "what lies at the edge of an interval is told apart from what lies beyond"
)]

mod bounds;
mod call;
mod convert;
mod format;
mod inherited;
mod interval;
mod number;
#[cfg(test)]
mod tests;
mod truth;
mod vector;

pub use call::{Argument, allowed_call};
pub use convert::{bitcast, convert, frexp, modf, number_of, pack_halves, pack_normalized};
pub use interval::Interval;
pub use truth::{Truth, compare, select};

use crate::Operation;
use crate::Type;
use format::Format;
use number::Number;

/// The results that a kernel of floating point numbers may give for a component, from what its operands may be. The operand `exponent` of
/// `ldexp` is an interval of integers; the result of a comparison is one of 0 and 1.
///
/// Anything for types other than `f32` and `f16`, for kernels that are not componentwise on floating point numbers, and for missing
/// operands. <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>
#[must_use]
pub fn allowed(operation: Operation, ty: Type, operands: &[Interval]) -> Interval {
    let Some(format) = Format::of(ty) else { return Interval::ANY };
    let operand = |index: usize| operands.get(index).copied().unwrap_or(Interval::ANY);
    let [x, y, z] = [0, 1, 2].map(|index| Number { format, interval: operand(index) });
    let result = match operation {
        Operation::Equal
        | Operation::NotEqual
        | Operation::Less
        | Operation::LessEqual
        | Operation::Greater
        | Operation::GreaterEqual => return compare(operation, ty, operand(0), operand(1)).interval(),
        Operation::Step => return compare(Operation::LessEqual, ty, operand(0), operand(1)).interval(),
        Operation::Ldexp => return convert::ldexp(x, operand(1)),
        Operation::QuantizeToF16 if ty == Type::F32 => return convert::quantize_to_f16(operand(0)),
        Operation::Add => x + y,
        Operation::Subtract => x - y,
        Operation::Multiply => x * y,
        Operation::Divide => x / y,
        Operation::Remainder => inherited::remainder(x, y),
        Operation::Negate => -x,
        Operation::Abs => x.abs(),
        Operation::Sign => x.sign(),
        Operation::Ceil => x.ceil(),
        Operation::Floor => x.floor(),
        Operation::Round => x.round(),
        Operation::Trunc => x.trunc(),
        Operation::Fract => inherited::fract(x),
        Operation::Min => x.min(y),
        Operation::Max => x.max(y),
        Operation::Clamp => x.clamp(y, z),
        Operation::Saturate => inherited::saturate(x),
        Operation::Acos => inherited::acos(x),
        Operation::Acosh => inherited::acosh(x),
        Operation::Asin => inherited::asin(x),
        Operation::Asinh => inherited::asinh(x),
        Operation::Atan => x.atan(),
        Operation::Atanh => inherited::atanh(x),
        Operation::Atan2 => x.atan2(y),
        Operation::Cos => x.cos(),
        Operation::Cosh => inherited::cosh(x),
        Operation::Degrees => inherited::degrees(x),
        Operation::Exp => x.exp(),
        Operation::Exp2 => x.exp2(),
        Operation::Fma => inherited::fma(x, y, z),
        Operation::InverseSqrt => x.inverse_sqrt(),
        Operation::Log => x.log(),
        Operation::Log2 => x.log2(),
        Operation::Mix => inherited::mix(x, y, z),
        Operation::Pow => inherited::pow(x, y),
        Operation::Radians => inherited::radians(x),
        Operation::Sin => x.sin(),
        Operation::Sinh => inherited::sinh(x),
        Operation::Smoothstep => inherited::smoothstep(x, y, z),
        Operation::Sqrt => inherited::sqrt(x),
        Operation::Tan => inherited::tan(x),
        Operation::Tanh => inherited::tanh(x),
        _ => return Interval::ANY,
    };
    result.interval
}
