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

use crate::Type;
use format::Format;
use number::Number;
use wgsl_spec::Kernel;

/// The results that a kernel of floating point numbers may give for a component, from what its operands may be. The operand `exponent` of
/// `ldexp` is an interval of integers; the result of a comparison is one of 0 and 1.
///
/// Anything for types other than `f32` and `f16`, for kernels that are not componentwise on floating point numbers, and for missing
/// operands. <https://www.w3.org/TR/WGSL/#concrete-float-accuracy>
#[must_use]
pub fn allowed(kernel: Kernel, ty: Type, operands: &[Interval]) -> Interval {
    let Some(format) = Format::of(ty) else { return Interval::ANY };
    let operand = |index: usize| operands.get(index).copied().unwrap_or(Interval::ANY);
    let [x, y, z] = [0, 1, 2].map(|index| Number { format, interval: operand(index) });
    let result = match kernel {
        Kernel::Equal
        | Kernel::NotEqual
        | Kernel::Less
        | Kernel::LessEqual
        | Kernel::Greater
        | Kernel::GreaterEqual => return compare(kernel, ty, operand(0), operand(1)).interval(),
        Kernel::Step => return compare(Kernel::LessEqual, ty, operand(0), operand(1)).interval(),
        Kernel::Ldexp => return convert::ldexp(x, operand(1)),
        Kernel::QuantizeToF16 if ty == Type::F32 => return convert::quantize_to_f16(operand(0)),
        Kernel::Add => x + y,
        Kernel::Subtract => x - y,
        Kernel::Multiply => x * y,
        Kernel::Divide => x / y,
        Kernel::Remainder => inherited::remainder(x, y),
        Kernel::Negate => -x,
        Kernel::Abs => x.abs(),
        Kernel::Sign => x.sign(),
        Kernel::Ceil => x.ceil(),
        Kernel::Floor => x.floor(),
        Kernel::Round => x.round(),
        Kernel::Trunc => x.trunc(),
        Kernel::Fract => inherited::fract(x),
        Kernel::Min => x.min(y),
        Kernel::Max => x.max(y),
        Kernel::Clamp => x.clamp(y, z),
        Kernel::Saturate => inherited::saturate(x),
        Kernel::Acos => inherited::acos(x),
        Kernel::Acosh => inherited::acosh(x),
        Kernel::Asin => inherited::asin(x),
        Kernel::Asinh => inherited::asinh(x),
        Kernel::Atan => x.atan(),
        Kernel::Atanh => inherited::atanh(x),
        Kernel::Atan2 => x.atan2(y),
        Kernel::Cos => x.cos(),
        Kernel::Cosh => inherited::cosh(x),
        Kernel::Degrees => inherited::degrees(x),
        Kernel::Exp => x.exp(),
        Kernel::Exp2 => x.exp2(),
        Kernel::Fma => inherited::fma(x, y, z),
        Kernel::InverseSqrt => x.inverse_sqrt(),
        Kernel::Log => x.log(),
        Kernel::Log2 => x.log2(),
        Kernel::Mix => inherited::mix(x, y, z),
        Kernel::Pow => inherited::pow(x, y),
        Kernel::Radians => inherited::radians(x),
        Kernel::Sin => x.sin(),
        Kernel::Sinh => inherited::sinh(x),
        Kernel::Smoothstep => inherited::smoothstep(x, y, z),
        Kernel::Sqrt => inherited::sqrt(x),
        Kernel::Tan => inherited::tan(x),
        Kernel::Tanh => inherited::tanh(x),
        _ => return Interval::ANY,
    };
    result.interval
}
