//! The table of operations: what each one takes and gives, and the functions of whole values. At the end, what [`Operation`] reads of its row.
//!
//! The functions of scalars are the arms of [`floats`](crate::compute::floats), [`integers`](crate::compute::integers) and
//! [`truths`](crate::compute::truths): loops over lanes are compiled for each of them, which a function pointer in a row would prevent.

#![allow(clippy::enum_glob_use, reason = "rows name classes, forms, events and results by themselves")]

use crate::allowed::call::{self, Arguments};
use crate::allowed::{
    Expression::*, Interval, Results, Results::*, correct, inherited, integers, truth, vector,
};
use crate::application::Call;
use crate::event::Event::{self, *};
use crate::operation::{Effort, Operation, Steps};
use crate::packing::{self, components, push};
use crate::signature::{
    Class::{self, *},
    Form::*,
    Part,
};
use crate::{Domain, Fault, Type, composite, pack, reshape};
use core::f64::consts::FRAC_PI_2;

/// An operation.
pub(crate) struct Row {
    /// The operation, whose number is the index of the row.
    pub(crate) operation: Operation,
    /// The name of the variant, for data files.
    pub(crate) name: &'static str,
    /// The name that people write: the token of an operator, the name of a function.
    pub(crate) spelling: &'static str,
    /// The arrangement and the class of each operand.
    pub(crate) operands: &'static [Part],
    /// The arrangement and the class of the result.
    pub(crate) result: Part,
    /// The events that the functions may note, in addition to a first operand outside the domain.
    pub(crate) events: &'static [Event],
    /// The numbers that the first operand may be, if they are not all numbers.
    pub(crate) domain: Option<Domain>,
    /// The amount of work of the function of scalars; [`Effort::Whole`] without one.
    pub(crate) effort: Effort,
    /// The floating point results that implementations may give for a component, and the results of comparisons.
    pub(crate) floats: Results,
    /// The integers that implementations may give for a component, from the range of the type and the operands.
    pub(crate) integers: fn(Interval, [Interval; 3]) -> Interval,
    /// The booleans that implementations may give for a component.
    pub(crate) truths: fn([Interval; 2]) -> Interval,
    /// The function of whole values.
    pub(crate) whole: fn(&Call<'_>, &mut Vec<u64>) -> Result<(), Fault>,
    /// The results that implementations may give for whole values.
    pub(crate) allowed: fn(&Arguments<'_>) -> Option<Vec<Interval>>,
    /// The scalar steps that the function of whole values is made of.
    pub(crate) steps: Steps,
}

/// Defaults of a row: whole values are computed component by component, without events, and nothing is claimed about the results.
const DEFAULT: Row = Row {
    operation: Operation::Add,
    name: "",
    spelling: "",
    operands: &[],
    result: Each.of(Same),
    events: &[],
    domain: None,
    effort: Effort::Whole,
    floats: Unclaimed,
    integers: integers::any,
    truths: truth::any,
    whole: |call, out| call.each(out),
    allowed: |call| Some(call.each()),
    steps: Steps::Each,
};

/// Defaults of a row that computes values as a whole.
const WHOLE: Row = Row { steps: Steps::Whole, allowed: call::any, ..DEFAULT };

/// All operations, in the order of the enumeration.
#[rustfmt::skip]
pub(crate) static ROWS: [Row; Operation::COUNT] = [
    // Arithmetic.
    Row { operation: Operation::Add, name: "Add", spelling: "+", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Same),
        events: &[Wrapped, Overflow, NotANumber], effort: Effort::Simple, floats: Own(Binary(correct::add)), integers: integers::sum, ..DEFAULT },
    Row { operation: Operation::Subtract, name: "Subtract", spelling: "-", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Same),
        events: &[Wrapped, Overflow, NotANumber], effort: Effort::Simple, floats: Own(Binary(correct::subtract)), integers: integers::difference,
        ..DEFAULT },
    Row { operation: Operation::Multiply, name: "Multiply", spelling: "*", operands: &[Factor.of(Number), Factor.of(Same)], result: Product.of(Same),
        events: &[Wrapped, Overflow, NotANumber], effort: Effort::Simple, floats: Exact(&[], None), whole: composite::multiply,
        allowed: vector::multiply, steps: Steps::Product, ..DEFAULT },
    Row { operation: Operation::Divide, name: "Divide", spelling: "/", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Same),
        events: &[DivisionByZero, Overflow, NotANumber], effort: Effort::Simple, floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Remainder, name: "Remainder", spelling: "%", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Same),
        events: &[DivisionByZero, Overflow, NotANumber], effort: Effort::Power, floats: Inherited(Binary(inherited::remainder)), ..DEFAULT },
    Row { operation: Operation::Negate, name: "Negate", spelling: "-", operands: &[Each.of(Number)], result: Each.of(Same),
        events: &[MostNegative, Wrapped], effort: Effort::Simple, floats: Exact(&[], None), ..DEFAULT },
    // Comparisons.
    Row { operation: Operation::Equal, name: "Equal", spelling: "==", operands: &[Each.of(Any), Each.of(Same)], result: Each.of(Bool),
        effort: Effort::Simple, floats: Comparison(truth::equal), ..DEFAULT },
    Row { operation: Operation::NotEqual, name: "NotEqual", spelling: "!=", operands: &[Each.of(Any), Each.of(Same)], result: Each.of(Bool),
        effort: Effort::Simple, floats: Comparison(truth::not_equal), ..DEFAULT },
    Row { operation: Operation::Less, name: "Less", spelling: "<", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Bool),
        effort: Effort::Simple, floats: Comparison(truth::less), ..DEFAULT },
    Row { operation: Operation::LessEqual, name: "LessEqual", spelling: "<=", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Bool),
        effort: Effort::Simple, floats: Comparison(truth::not_greater), ..DEFAULT },
    Row { operation: Operation::Greater, name: "Greater", spelling: ">", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Bool),
        effort: Effort::Simple, floats: Comparison(truth::greater), ..DEFAULT },
    Row { operation: Operation::GreaterEqual, name: "GreaterEqual", spelling: ">=", operands: &[Each.of(Number), Each.of(Same)],
        result: Each.of(Bool), effort: Effort::Simple, floats: Comparison(truth::not_less), ..DEFAULT },
    // Bits and booleans.
    Row { operation: Operation::BitAnd, name: "BitAnd", spelling: "&", operands: &[Each.of(Bits), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, truths: truth::and, ..DEFAULT },
    Row { operation: Operation::BitOr, name: "BitOr", spelling: "|", operands: &[Each.of(Bits), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, truths: truth::or, ..DEFAULT },
    Row { operation: Operation::BitXor, name: "BitXor", spelling: "^", operands: &[Each.of(Bits), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, ..DEFAULT },
    Row { operation: Operation::Complement, name: "Complement", spelling: "~", operands: &[Each.of(Integer)], result: Each.of(Same),
        effort: Effort::Simple, ..DEFAULT },
    Row { operation: Operation::ShiftLeft, name: "ShiftLeft", spelling: "<<", operands: &[Each.of(Integer), Each.of(U32)], result: Each.of(Same),
        events: &[ShiftTooFar, ShiftOverflow], effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::ShiftRight, name: "ShiftRight", spelling: ">>", operands: &[Each.of(Integer), Each.of(U32)], result: Each.of(Same),
        events: &[ShiftTooFar], effort: Effort::Bits, ..DEFAULT },
    // By any amount, for integers without a range.
    Row { operation: Operation::ShiftLeftExactly, name: "ShiftLeftExactly", spelling: "<<", operands: &[Each.of(Integer), Each.of(U32)],
        result: Each.of(Same), events: &[ShiftOverflow], effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::ShiftRightExactly, name: "ShiftRightExactly", spelling: ">>", operands: &[Each.of(Integer), Each.of(U32)],
        result: Each.of(Same), effort: Effort::Bits, ..DEFAULT },
    // For integers with a sign whose arithmetic has no result outside the range of the type, in languages where it does not wrap.
    Row { operation: Operation::AddInRange, name: "AddInRange", spelling: "+", operands: &[Each.of(Integer), Each.of(Same)], result: Each.of(Same),
        events: &[Overflow], effort: Effort::Simple, ..DEFAULT },
    Row { operation: Operation::SubtractInRange, name: "SubtractInRange", spelling: "-", operands: &[Each.of(Integer), Each.of(Same)],
        result: Each.of(Same), events: &[Overflow], effort: Effort::Simple, ..DEFAULT },
    Row { operation: Operation::MultiplyInRange, name: "MultiplyInRange", spelling: "*", operands: &[Each.of(Integer), Each.of(Same)],
        result: Each.of(Same), events: &[Overflow], effort: Effort::Simple, ..DEFAULT },
    Row { operation: Operation::NegateInRange, name: "NegateInRange", spelling: "-", operands: &[Each.of(Integer)], result: Each.of(Same),
        events: &[Overflow], effort: Effort::Simple, ..DEFAULT },
    Row { operation: Operation::Not, name: "Not", spelling: "!", operands: &[Each.of(Bool)], result: Each.of(Same), effort: Effort::Simple,
        truths: truth::not, ..DEFAULT },
    // A condition as it is; for languages that leave a result undefined where it does not hold.
    Row { operation: Operation::Demand, name: "Demand", spelling: "demand", operands: &[Each.of(Bool)], result: Each.of(Same), events: &[Undefined],
        effort: Effort::Simple, truths: truth::same, ..DEFAULT },
    Row { operation: Operation::LogicalAnd, name: "LogicalAnd", spelling: "&&", operands: &[Each.of(Bool), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, truths: truth::and, ..DEFAULT },
    Row { operation: Operation::LogicalOr, name: "LogicalOr", spelling: "||", operands: &[Each.of(Bool), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, truths: truth::or, ..DEFAULT },
    Row { operation: Operation::All, name: "All", spelling: "all", operands: &[Components.of(Bool)], result: Scalar.of(Same), whole: composite::all,
        allowed: call::any, steps: Steps::Fold(Operation::LogicalAnd), ..DEFAULT },
    Row { operation: Operation::Any, name: "Any", spelling: "any", operands: &[Components.of(Bool)], result: Scalar.of(Same), whole: composite::any,
        allowed: call::any, steps: Steps::Fold(Operation::LogicalOr), ..DEFAULT },
    Row { operation: Operation::Select, name: "Select", spelling: "select", operands: &[Each.of(Any), Each.of(Same), Each.of(Bool)],
        result: Each.of(Same), whole: composite::select, allowed: call::select, steps: Steps::Select, ..DEFAULT },
    // Numbers.
    Row { operation: Operation::Abs, name: "Abs", spelling: "abs", operands: &[Each.of(Number)], result: Each.of(Same), events: &[MostNegative],
        effort: Effort::Simple, floats: Exact(&[0.0], None), ..DEFAULT },
    Row { operation: Operation::Sign, name: "Sign", spelling: "sign", operands: &[Each.of(Number)], result: Each.of(Same), effort: Effort::Simple,
        floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Min, name: "Min", spelling: "min", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, floats: Own(Binary(correct::min)), integers: integers::min, ..DEFAULT },
    Row { operation: Operation::Max, name: "Max", spelling: "max", operands: &[Each.of(Number), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, floats: Own(Binary(correct::max)), integers: integers::max, ..DEFAULT },
    Row { operation: Operation::Clamp, name: "Clamp", spelling: "clamp", operands: &[Each.of(Number), Each.of(Same), Each.of(Same)],
        result: Each.of(Same), events: &[LowAboveHigh], effort: Effort::Simple, floats: Own(Ternary(correct::clamp)), integers: integers::clamp,
        ..DEFAULT },
    // Bits of integers.
    Row { operation: Operation::CountLeadingZeros, name: "CountLeadingZeros", spelling: "countLeadingZeros", operands: &[Each.of(Integer)],
        result: Each.of(Same), effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::CountOneBits, name: "CountOneBits", spelling: "countOneBits", operands: &[Each.of(Integer)], result: Each.of(Same),
        effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::CountTrailingZeros, name: "CountTrailingZeros", spelling: "countTrailingZeros", operands: &[Each.of(Integer)],
        result: Each.of(Same), effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::FirstLeadingBit, name: "FirstLeadingBit", spelling: "firstLeadingBit", operands: &[Each.of(Integer)],
        result: Each.of(Same), effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::FirstTrailingBit, name: "FirstTrailingBit", spelling: "firstTrailingBit", operands: &[Each.of(Integer)],
        result: Each.of(Same), effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::ReverseBits, name: "ReverseBits", spelling: "reverseBits", operands: &[Each.of(Integer)], result: Each.of(Same),
        effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::ExtractBits, name: "ExtractBits", spelling: "extractBits",
        operands: &[Each.of(Integer), Scalar.of(U32), Scalar.of(U32)], result: Each.of(Same), events: &[BitRange], effort: Effort::Bits, ..DEFAULT },
    Row { operation: Operation::InsertBits, name: "InsertBits", spelling: "insertBits",
        operands: &[Each.of(Integer), Each.of(Same), Scalar.of(U32), Scalar.of(U32)], result: Each.of(Same), events: &[BitRange],
        whole: composite::insert_bits, ..WHOLE },
    // Floating point numbers.
    Row { operation: Operation::Acos, name: "Acos", spelling: "acos", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::Series, domain: Some(Domain::UNIT), floats: Exact(&[], Some(Unary(inherited::acos))), ..DEFAULT },
    Row { operation: Operation::Acosh, name: "Acosh", spelling: "acosh", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::LongSeries, domain: Some(Domain::FROM_ONE),
        floats: Exact(&[], Some(Unary(inherited::acosh))), ..DEFAULT },
    Row { operation: Operation::Asin, name: "Asin", spelling: "asin", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::Series, domain: Some(Domain::UNIT), floats: Exact(&[], Some(Unary(inherited::asin))), ..DEFAULT },
    Row { operation: Operation::Asinh, name: "Asinh", spelling: "asinh", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::LongSeries, floats: Exact(&[], Some(Unary(inherited::asinh))), ..DEFAULT },
    Row { operation: Operation::Atan, name: "Atan", spelling: "atan", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::Series, floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Atanh, name: "Atanh", spelling: "atanh", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::LongSeries, domain: Some(Domain::UNIT), floats: Exact(&[], Some(Unary(inherited::atanh))),
        ..DEFAULT },
    Row { operation: Operation::Atan2, name: "Atan2", spelling: "atan2", operands: &[Each.of(Float), Each.of(Same)], result: Each.of(Same),
        events: &[NotANumber], effort: Effort::Series, floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Ceil, name: "Ceil", spelling: "ceil", operands: &[Each.of(Float)], result: Each.of(Same), effort: Effort::Root,
        floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Cos, name: "Cos", spelling: "cos", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::Series, floats: Exact(&[0.0], None), ..DEFAULT },
    Row { operation: Operation::Cosh, name: "Cosh", spelling: "cosh", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Series, floats: Exact(&[0.0], Some(Unary(inherited::cosh))), ..DEFAULT },
    Row { operation: Operation::Degrees, name: "Degrees", spelling: "degrees", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Simple, floats: Exact(&[], Some(Unary(inherited::degrees))), ..DEFAULT },
    Row { operation: Operation::Exp, name: "Exp", spelling: "exp", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Series, floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Exp2, name: "Exp2", spelling: "exp2", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Series, floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Floor, name: "Floor", spelling: "floor", operands: &[Each.of(Float)], result: Each.of(Same), effort: Effort::Root,
        floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Fma, name: "Fma", spelling: "fma", operands: &[Each.of(Float), Each.of(Same), Each.of(Same)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Simple, floats: Exact(&[], Some(Ternary(inherited::fma))), ..DEFAULT },
    Row { operation: Operation::FusedMultiplyAdd, name: "FusedMultiplyAdd", spelling: "fma", operands: &[Each.of(Float), Each.of(Same), Each.of(Same)],
        result: Each.of(Same), events: &[Overflow, NotANumber], effort: Effort::Simple, floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Fract, name: "Fract", spelling: "fract", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::Root, floats: Inherited(Unary(inherited::fract)), ..DEFAULT },
    Row { operation: Operation::InverseSqrt, name: "InverseSqrt", spelling: "inverseSqrt", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Root, domain: Some(Domain::FROM_ZERO), floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Ldexp, name: "Ldexp", spelling: "ldexp", operands: &[Each.of(Float), Each.of(Exponent)], result: Each.of(Same),
        events: &[ExponentTooLarge, Overflow, NotANumber], effort: Effort::Bits, floats: Own(Binary(correct::ldexp)), ..DEFAULT },
    Row { operation: Operation::Log, name: "Log", spelling: "log", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Series, domain: Some(Domain::FROM_ZERO), floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Log2, name: "Log2", spelling: "log2", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Series, domain: Some(Domain::FROM_ZERO), floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Mix, name: "Mix", spelling: "mix", operands: &[Each.of(Float), Each.of(Same), Each.of(Same)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Blend, floats: Exact(&[], Some(Ternary(inherited::mix))), ..DEFAULT },
    Row { operation: Operation::Pow, name: "Pow", spelling: "pow", operands: &[Each.of(Float), Each.of(Same)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Power, domain: Some(Domain::FROM_ZERO), floats: Exact(&[], Some(Binary(inherited::pow))),
        ..DEFAULT },
    Row { operation: Operation::QuantizeToF16, name: "QuantizeToF16", spelling: "quantizeToF16", operands: &[Each.of(F32)], result: Each.of(Same),
        events: &[NotRepresentable(Type::F16)], effort: Effort::Root, floats: Own(Unary(correct::quantize_to_f16)), ..DEFAULT },
    Row { operation: Operation::Radians, name: "Radians", spelling: "radians", operands: &[Each.of(Float)], result: Each.of(Same),
        effort: Effort::Simple, floats: Exact(&[], Some(Unary(inherited::radians))), ..DEFAULT },
    Row { operation: Operation::Round, name: "Round", spelling: "round", operands: &[Each.of(Float)], result: Each.of(Same), effort: Effort::Root,
        floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Saturate, name: "Saturate", spelling: "saturate", operands: &[Each.of(Float)], result: Each.of(Same),
        effort: Effort::Simple, floats: Own(Unary(correct::saturate)), ..DEFAULT },
    Row { operation: Operation::Sin, name: "Sin", spelling: "sin", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::Series, floats: Exact(&[-FRAC_PI_2, FRAC_PI_2], None), ..DEFAULT },
    Row { operation: Operation::Sinh, name: "Sinh", spelling: "sinh", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Series, floats: Exact(&[], Some(Unary(inherited::sinh))), ..DEFAULT },
    Row { operation: Operation::Smoothstep, name: "Smoothstep", spelling: "smoothstep", operands: &[Each.of(Float), Each.of(Same), Each.of(Same)],
        result: Each.of(Same), events: &[EqualEdges, Overflow, NotANumber, DivisionByZero], effort: Effort::Blend,
        floats: Inherited(Ternary(inherited::smoothstep)), ..DEFAULT },
    Row { operation: Operation::Sqrt, name: "Sqrt", spelling: "sqrt", operands: &[Each.of(Float)], result: Each.of(Same),
        events: &[Overflow, NotANumber], effort: Effort::Root, domain: Some(Domain::FROM_ZERO), floats: Exact(&[], Some(Unary(inherited::sqrt))),
        ..DEFAULT },
    Row { operation: Operation::Step, name: "Step", spelling: "step", operands: &[Each.of(Float), Each.of(Same)], result: Each.of(Same),
        effort: Effort::Simple, floats: Own(Binary(correct::step)), ..DEFAULT },
    Row { operation: Operation::Tan, name: "Tan", spelling: "tan", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::Power, floats: Inherited(Unary(inherited::tan)), ..DEFAULT },
    Row { operation: Operation::Tanh, name: "Tanh", spelling: "tanh", operands: &[Each.of(Float)], result: Each.of(Same), events: &[NotANumber],
        effort: Effort::LongSeries, floats: Exact(&[], Some(Unary(inherited::tanh))), ..DEFAULT },
    Row { operation: Operation::Trunc, name: "Trunc", spelling: "trunc", operands: &[Each.of(Float)], result: Each.of(Same), effort: Effort::Root,
        floats: Exact(&[], None), ..DEFAULT },
    Row { operation: Operation::Frexp, name: "Frexp", spelling: "frexp", operands: &[Components.of(Float)], result: FractionAndExponent.of(Same),
        whole: composite::frexp, allowed: call::frexp, ..WHOLE },
    Row { operation: Operation::Modf, name: "Modf", spelling: "modf", operands: &[Components.of(Float)], result: FractionAndWhole.of(Same),
        whole: composite::modf, allowed: call::modf, ..WHOLE },
    // Vectors and matrices.
    Row { operation: Operation::Cross, name: "Cross", spelling: "cross", operands: &[VectorOf(3).of(Float), VectorOf(3).of(Same)],
        result: VectorOf(3).of(Same), events: &[Overflow, NotANumber], whole: composite::cross,
        allowed: |call| vector::several(vector::cross_of(&call.numbers(0)?, &call.numbers(1)?)), ..WHOLE },
    Row { operation: Operation::Determinant, name: "Determinant", spelling: "determinant", operands: &[Square.of(Float)], result: Scalar.of(Same),
        events: &[Overflow, NotANumber], whole: composite::determinant, allowed: vector::determinant, ..WHOLE },
    Row { operation: Operation::Distance, name: "Distance", spelling: "distance", operands: &[Components.of(Float), Components.of(Same)],
        result: Scalar.of(Same), events: &[Overflow, NotANumber], whole: composite::distance,
        allowed: |call| vector::one(vector::distance_of(&call.numbers(0)?, &call.numbers(1)?)), steps: Steps::Distance, ..DEFAULT },
    Row { operation: Operation::Dot, name: "Dot", spelling: "dot", operands: &[Vector.of(Number), Vector.of(Same)], result: Scalar.of(Same),
        events: &[Wrapped, Overflow, NotANumber], whole: composite::dot,
        allowed: |call| vector::one(vector::dot_of(&call.numbers(0)?, &call.numbers(1)?)), steps: Steps::Dot, ..DEFAULT },
    Row { operation: Operation::FaceForward, name: "FaceForward", spelling: "faceForward",
        operands: &[Vector.of(Float), Vector.of(Same), Vector.of(Same)], result: Vector.of(Same), events: &[Overflow, NotANumber],
        whole: composite::face_forward,
        allowed: |call| vector::several(vector::face_forward_of(&call.numbers(0)?, &call.numbers(1)?, &call.numbers(2)?)), ..WHOLE },
    Row { operation: Operation::Length, name: "Length", spelling: "length", operands: &[Components.of(Float)], result: Scalar.of(Same),
        events: &[Overflow, NotANumber], whole: composite::length, allowed: |call| vector::one(vector::length_of(&call.numbers(0)?)),
        steps: Steps::Length, ..DEFAULT },
    Row { operation: Operation::Normalize, name: "Normalize", spelling: "normalize", operands: &[Vector.of(Float)], result: Vector.of(Same),
        events: &[ZeroVector, DivisionByZero, Overflow, NotANumber], whole: composite::normalize,
        allowed: |call| vector::several(vector::normalize_of(&call.numbers(0)?)), steps: Steps::Normalize, ..DEFAULT },
    Row { operation: Operation::Reflect, name: "Reflect", spelling: "reflect", operands: &[Vector.of(Float), Vector.of(Same)],
        result: Vector.of(Same), events: &[Overflow, NotANumber], whole: composite::reflect,
        allowed: |call| vector::several(vector::reflect_of(&call.numbers(0)?, &call.numbers(1)?)), ..WHOLE },
    Row { operation: Operation::Refract, name: "Refract", spelling: "refract", operands: &[Vector.of(Float), Vector.of(Same), Scalar.of(Same)],
        result: Vector.of(Same), events: &[Overflow, NotANumber], whole: composite::refract, allowed: vector::refract, ..WHOLE },
    Row { operation: Operation::Transpose, name: "Transpose", spelling: "transpose", operands: &[Matrix.of(Float)], result: Transposed.of(Same),
        whole: composite::transpose, allowed: vector::transpose, steps: Steps::Transpose, ..DEFAULT },
    // Packing.
    Row { operation: Operation::Dot4U8Packed, name: "Dot4U8Packed", spelling: "dot4U8Packed", operands: &[Scalar.of(U32), Scalar.of(U32)],
        result: Scalar.of(U32), whole: |call, out| push(out, [pack::dot_unsigned_bytes(call.number(0, 0), call.number(1, 0))]), ..WHOLE },
    Row { operation: Operation::Dot4I8Packed, name: "Dot4I8Packed", spelling: "dot4I8Packed", operands: &[Scalar.of(U32), Scalar.of(U32)],
        result: Scalar.of(I32), whole: |call, out| push(out, [pack::dot_signed_bytes(call.number(0, 0), call.number(1, 0))]), ..WHOLE },
    Row { operation: Operation::Pack4x8snorm, name: "Pack4x8snorm", spelling: "pack4x8snorm", operands: &[VectorOf(4).of(F32)],
        result: Scalar.of(U32), whole: |call, out| push(out, [pack::pack_snorm(&components::<_, 4>(call), 8)]), allowed: call::pack::<true, 8>,
        ..WHOLE },
    Row { operation: Operation::Pack4x8unorm, name: "Pack4x8unorm", spelling: "pack4x8unorm", operands: &[VectorOf(4).of(F32)],
        result: Scalar.of(U32), whole: |call, out| push(out, [pack::pack_unorm(&components::<_, 4>(call), 8)]), allowed: call::pack::<false, 8>,
        ..WHOLE },
    Row { operation: Operation::Pack4xI8, name: "Pack4xI8", spelling: "pack4xI8", operands: &[VectorOf(4).of(I32)], result: Scalar.of(U32),
        whole: |call, out| push(out, [pack::pack_bytes(&components::<_, 4>(call))]), ..WHOLE },
    Row { operation: Operation::Pack4xU8, name: "Pack4xU8", spelling: "pack4xU8", operands: &[VectorOf(4).of(U32)], result: Scalar.of(U32),
        whole: |call, out| push(out, [pack::pack_bytes(&components::<_, 4>(call))]), ..WHOLE },
    Row { operation: Operation::Pack4xI8Clamp, name: "Pack4xI8Clamp", spelling: "pack4xI8Clamp", operands: &[VectorOf(4).of(I32)],
        result: Scalar.of(U32), whole: |call, out| push(out, [pack::pack_signed_bytes_clamped(&components::<_, 4>(call))]), ..WHOLE },
    Row { operation: Operation::Pack4xU8Clamp, name: "Pack4xU8Clamp", spelling: "pack4xU8Clamp", operands: &[VectorOf(4).of(U32)],
        result: Scalar.of(U32), whole: |call, out| push(out, [pack::pack_unsigned_bytes_clamped(&components::<_, 4>(call))]), ..WHOLE },
    Row { operation: Operation::Pack2x16snorm, name: "Pack2x16snorm", spelling: "pack2x16snorm", operands: &[VectorOf(2).of(F32)],
        result: Scalar.of(U32), whole: |call, out| push(out, [pack::pack_snorm(&components::<_, 2>(call), 16)]), allowed: call::pack::<true, 16>,
        ..WHOLE },
    Row { operation: Operation::Pack2x16unorm, name: "Pack2x16unorm", spelling: "pack2x16unorm", operands: &[VectorOf(2).of(F32)],
        result: Scalar.of(U32), whole: |call, out| push(out, [pack::pack_unorm(&components::<_, 2>(call), 16)]), allowed: call::pack::<false, 16>,
        ..WHOLE },
    Row { operation: Operation::Pack2x16float, name: "Pack2x16float", spelling: "pack2x16float", operands: &[VectorOf(2).of(F32)],
        result: Scalar.of(U32), events: &[NotRepresentable(Type::F16)], whole: packing::pack_halves, allowed: call::pack_halves, ..WHOLE },
    Row { operation: Operation::Unpack4x8snorm, name: "Unpack4x8snorm", spelling: "unpack4x8snorm", operands: &[Scalar.of(U32)],
        result: VectorOf(4).of(F32), whole: |call, out| push(out, (0..4).map(|index| pack::unpack_snorm(call.number(0, 0), 8, index))),
        allowed: call::unpack::<true, 8>, ..WHOLE },
    Row { operation: Operation::Unpack4x8unorm, name: "Unpack4x8unorm", spelling: "unpack4x8unorm", operands: &[Scalar.of(U32)],
        result: VectorOf(4).of(F32), whole: |call, out| push(out, (0..4).map(|index| pack::unpack_unorm(call.number(0, 0), 8, index))),
        allowed: call::unpack::<false, 8>, ..WHOLE },
    Row { operation: Operation::Unpack4xI8, name: "Unpack4xI8", spelling: "unpack4xI8", operands: &[Scalar.of(U32)], result: VectorOf(4).of(I32),
        whole: |call, out| push(out, [0, 1, 2, 3].map(|index| pack::unpack_signed_byte(call.number(0, 0), index))), ..WHOLE },
    Row { operation: Operation::Unpack4xU8, name: "Unpack4xU8", spelling: "unpack4xU8", operands: &[Scalar.of(U32)], result: VectorOf(4).of(U32),
        whole: |call, out| push(out, [0, 1, 2, 3].map(|index| pack::unpack_unsigned_byte(call.number(0, 0), index))), ..WHOLE },
    Row { operation: Operation::Unpack2x16snorm, name: "Unpack2x16snorm", spelling: "unpack2x16snorm", operands: &[Scalar.of(U32)],
        result: VectorOf(2).of(F32), whole: |call, out| push(out, (0..2).map(|index| pack::unpack_snorm(call.number(0, 0), 16, index))),
        allowed: call::unpack::<true, 16>, ..WHOLE },
    Row { operation: Operation::Unpack2x16unorm, name: "Unpack2x16unorm", spelling: "unpack2x16unorm", operands: &[Scalar.of(U32)],
        result: VectorOf(2).of(F32), whole: |call, out| push(out, (0..2).map(|index| pack::unpack_unorm(call.number(0, 0), 16, index))),
        allowed: call::unpack::<false, 16>, ..WHOLE },
    Row { operation: Operation::Unpack2x16float, name: "Unpack2x16float", spelling: "unpack2x16float", operands: &[Scalar.of(U32)],
        result: VectorOf(2).of(F32), events: &[Overflow, NotANumber], whole: packing::unpack_halves, allowed: call::unpack_halves, ..WHOLE },
    // Other types.
    Row { operation: Operation::Bitcast, name: "Bitcast", spelling: "bitcast", operands: &[Asked.of(Any)], result: Asked.of(Any),
        events: &[NotRepresentable(Type::I32), Overflow, NotANumber], whole: reshape::bitcast, allowed: call::bitcast, steps: Steps::Cast,
        ..DEFAULT },
    Row { operation: Operation::Construct, name: "Construct", spelling: "construct", operands: &[Parts.of(Any)], result: Asked.of(Any),
        events: &[NotRepresentable(Type::F32)], whole: reshape::construct, ..WHOLE },
];

const _: () = {
    let mut index = 0;
    while index < Operation::COUNT {
        let row = &ROWS[index];
        assert!(row.operation as usize == index, "rows have the order of the enumeration");
        let has_functions = row.operation.is_componentwise() || !matches!(row.steps, Steps::Each);
        assert!(has_functions, "an operation has functions of scalars, or of whole values");
        index += 1;
    }
};

impl Operation {
    /// All of them.
    pub const ALL: &[Self] = &{
        let mut all = [Self::Add; Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            all[index] = ROWS[index].operation;
            index += 1;
        }
        all
    };

    /// Its row in the table.
    pub(crate) const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its name in data files: the name of the variant.
    #[must_use]
    pub const fn identifier(self) -> &'static str {
        self.row().name
    }

    /// Its name as people write it: the token of an operator, the name of a function.
    #[must_use]
    pub const fn spelling(self) -> &'static str {
        self.row().spelling
    }

    /// The class and the arrangement of each operand.
    #[must_use]
    pub const fn operands(self) -> &'static [Part] {
        self.row().operands
    }

    /// The class and the arrangement of the result.
    #[must_use]
    pub const fn result(self) -> Part {
        self.row().result
    }

    /// Returns true if it has a function of scalars that computes each component by itself.
    #[must_use]
    pub const fn is_componentwise(self) -> bool {
        !matches!(self.row().effort, Effort::Whole)
    }

    /// The numbers that its first operand may be, where they are not all numbers.
    #[must_use]
    pub const fn domain(self) -> Option<Domain> {
        self.row().domain
    }

    /// The scalar steps that it is made of.
    #[must_use]
    pub const fn steps(self) -> Steps {
        self.row().steps
    }

    /// The events that its functions may note, in addition to a first operand outside the domain.
    #[must_use]
    pub const fn events(self) -> &'static [Event] {
        self.row().events
    }

    /// The amount of work of its function of scalars.
    #[must_use]
    pub const fn effort(self) -> Effort {
        self.row().effort
    }

    /// The operation with a name in data files.
    #[must_use]
    pub fn named(identifier: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|operation| operation.identifier() == identifier)
    }

    /// The operation on integers that stand for all integers: shifts take their amount as it is.
    #[must_use]
    pub const fn exactly(self) -> Self {
        if matches!(self, Self::ShiftLeft) {
            Self::ShiftLeftExactly
        } else if matches!(self, Self::ShiftRight) {
            Self::ShiftRightExactly
        } else {
            self
        }
    }

    /// Whether people write it between or before its operands.
    #[must_use]
    pub const fn is_operator(self) -> bool {
        !self.spelling().as_bytes()[0].is_ascii_alphabetic()
    }

    /// Whether it compares its operands: then the result is a truth value, whatever their type.
    #[must_use]
    pub const fn compares(self) -> bool {
        self.is_componentwise()
            && matches!(self.result().class, Class::Bool)
            && !matches!(self.operands()[0].class, Class::Bool)
    }
}
