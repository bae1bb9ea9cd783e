//! The operations. The rest about an operation is in its row of the table (`table.rs`).

/// An operation on values. Const evaluation, execution and the intervals of allowed results share them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`, also of matrices and vectors.
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`
    Remainder,
    /// `-a`
    Negate,
    /// `a == b`
    Equal,
    /// `a != b`
    NotEqual,
    /// `a < b`
    Less,
    /// `a <= b`
    LessEqual,
    /// `a > b`
    Greater,
    /// `a >= b`
    GreaterEqual,
    /// `a & b`
    BitAnd,
    /// `a | b`
    BitOr,
    /// `a ^ b`
    BitXor,
    /// `~a`
    Complement,
    /// `a << b`, by the amount modulo the width.
    ShiftLeft,
    /// `a >> b`, by the amount modulo the width.
    ShiftRight,
    /// `a << b` by any amount, for integers without a range.
    ShiftLeftExactly,
    /// `a >> b` by any amount, for integers without a range.
    ShiftRightExactly,
    /// `a + b` in languages where signed integers must not overflow.
    AddInRange,
    /// `a - b` in languages where signed integers must not overflow.
    SubtractInRange,
    /// `a * b` in languages where signed integers must not overflow.
    MultiplyInRange,
    /// `-a` in languages where signed integers must not overflow.
    NegateInRange,
    /// `!a`
    Not,
    /// A condition as it is, for languages that leave a result undefined if it is false.
    Demand,
    /// `a && b`
    LogicalAnd,
    /// `a || b`
    LogicalOr,
    /// `all` <https://www.w3.org/TR/WGSL/#all-builtin>
    All,
    /// `any` <https://www.w3.org/TR/WGSL/#any-builtin>
    Any,
    /// `select` <https://www.w3.org/TR/WGSL/#select-builtin>
    Select,
    /// `abs` <https://www.w3.org/TR/WGSL/#abs-float-builtin>
    Abs,
    /// `sign` <https://www.w3.org/TR/WGSL/#sign-builtin>
    Sign,
    /// `min` <https://www.w3.org/TR/WGSL/#min-float-builtin>
    Min,
    /// `max` <https://www.w3.org/TR/WGSL/#max-float-builtin>
    Max,
    /// `clamp` <https://www.w3.org/TR/WGSL/#clamp>
    Clamp,
    /// `countLeadingZeros` <https://www.w3.org/TR/WGSL/#countLeadingZeros-builtin>
    CountLeadingZeros,
    /// `countOneBits` <https://www.w3.org/TR/WGSL/#countOneBits-builtin>
    CountOneBits,
    /// `countTrailingZeros` <https://www.w3.org/TR/WGSL/#countTrailingZeros-builtin>
    CountTrailingZeros,
    /// `firstLeadingBit` <https://www.w3.org/TR/WGSL/#firstLeadingBit-signed-builtin>
    FirstLeadingBit,
    /// `firstTrailingBit` <https://www.w3.org/TR/WGSL/#firstTrailingBit-builtin>
    FirstTrailingBit,
    /// `reverseBits` <https://www.w3.org/TR/WGSL/#reverseBits-builtin>
    ReverseBits,
    /// `extractBits` <https://www.w3.org/TR/WGSL/#extractBits-signed-builtin>
    ExtractBits,
    /// `insertBits` <https://www.w3.org/TR/WGSL/#insertBits-builtin>
    InsertBits,
    /// `acos` <https://www.w3.org/TR/WGSL/#acos-builtin>
    Acos,
    /// `acosh` <https://www.w3.org/TR/WGSL/#acosh-builtin>
    Acosh,
    /// `asin` <https://www.w3.org/TR/WGSL/#asin-builtin>
    Asin,
    /// `asinh` <https://www.w3.org/TR/WGSL/#asinh-builtin>
    Asinh,
    /// `atan` <https://www.w3.org/TR/WGSL/#atan-builtin>
    Atan,
    /// `atanh` <https://www.w3.org/TR/WGSL/#atanh-builtin>
    Atanh,
    /// `atan2` <https://www.w3.org/TR/WGSL/#atan2-builtin>
    Atan2,
    /// `ceil` <https://www.w3.org/TR/WGSL/#ceil-builtin>
    Ceil,
    /// `cos` <https://www.w3.org/TR/WGSL/#cos-builtin>
    Cos,
    /// `cosh` <https://www.w3.org/TR/WGSL/#cosh-builtin>
    Cosh,
    /// `degrees` <https://www.w3.org/TR/WGSL/#degrees-builtin>
    Degrees,
    /// `exp` <https://www.w3.org/TR/WGSL/#exp-builtin>
    Exp,
    /// `exp2` <https://www.w3.org/TR/WGSL/#exp2-builtin>
    Exp2,
    /// `floor` <https://www.w3.org/TR/WGSL/#floor-builtin>
    Floor,
    /// `fma` <https://www.w3.org/TR/WGSL/#fma-builtin>
    Fma,
    /// A product and a sum, rounded once: `fma` of Metal and of C++ AMP.
    FusedMultiplyAdd,
    /// `fract` <https://www.w3.org/TR/WGSL/#fract-builtin>
    Fract,
    /// `inverseSqrt` <https://www.w3.org/TR/WGSL/#inverseSqrt-builtin>
    InverseSqrt,
    /// `ldexp` <https://www.w3.org/TR/WGSL/#ldexp-builtin>
    Ldexp,
    /// `log` <https://www.w3.org/TR/WGSL/#log-builtin>
    Log,
    /// `log2` <https://www.w3.org/TR/WGSL/#log2-builtin>
    Log2,
    /// `mix` <https://www.w3.org/TR/WGSL/#mix-builtin>
    Mix,
    /// `pow` <https://www.w3.org/TR/WGSL/#pow-builtin>
    Pow,
    /// `quantizeToF16` <https://www.w3.org/TR/WGSL/#quantizeToF16-builtin>
    QuantizeToF16,
    /// `radians` <https://www.w3.org/TR/WGSL/#radians-builtin>
    Radians,
    /// `round` <https://www.w3.org/TR/WGSL/#round-builtin>
    Round,
    /// `saturate` <https://www.w3.org/TR/WGSL/#saturate-float-builtin>
    Saturate,
    /// `sin` <https://www.w3.org/TR/WGSL/#sin-builtin>
    Sin,
    /// `sinh` <https://www.w3.org/TR/WGSL/#sinh-builtin>
    Sinh,
    /// `smoothstep` <https://www.w3.org/TR/WGSL/#smoothstep-builtin>
    Smoothstep,
    /// `sqrt` <https://www.w3.org/TR/WGSL/#sqrt-builtin>
    Sqrt,
    /// `step` <https://www.w3.org/TR/WGSL/#step-builtin>
    Step,
    /// `tan` <https://www.w3.org/TR/WGSL/#tan-builtin>
    Tan,
    /// `tanh` <https://www.w3.org/TR/WGSL/#tanh-builtin>
    Tanh,
    /// `trunc` <https://www.w3.org/TR/WGSL/#trunc-builtin>
    Trunc,
    /// `frexp` <https://www.w3.org/TR/WGSL/#frexp-builtin>
    Frexp,
    /// `modf` <https://www.w3.org/TR/WGSL/#modf-builtin>
    Modf,
    /// `cross` <https://www.w3.org/TR/WGSL/#cross-builtin>
    Cross,
    /// `determinant` <https://www.w3.org/TR/WGSL/#determinant-builtin>
    Determinant,
    /// `distance` <https://www.w3.org/TR/WGSL/#distance-builtin>
    Distance,
    /// `dot` <https://www.w3.org/TR/WGSL/#dot-builtin>
    Dot,
    /// `faceForward` <https://www.w3.org/TR/WGSL/#faceForward-builtin>
    FaceForward,
    /// `length` <https://www.w3.org/TR/WGSL/#length-builtin>
    Length,
    /// `normalize` <https://www.w3.org/TR/WGSL/#normalize-builtin>
    Normalize,
    /// `reflect` <https://www.w3.org/TR/WGSL/#reflect-builtin>
    Reflect,
    /// `refract` <https://www.w3.org/TR/WGSL/#refract-builtin>
    Refract,
    /// `transpose` <https://www.w3.org/TR/WGSL/#transpose-builtin>
    Transpose,
    /// `dot4U8Packed` <https://www.w3.org/TR/WGSL/#dot4U8Packed-builtin>
    Dot4U8Packed,
    /// `dot4I8Packed` <https://www.w3.org/TR/WGSL/#dot4I8Packed-builtin>
    Dot4I8Packed,
    /// `pack4x8snorm` <https://www.w3.org/TR/WGSL/#pack4x8snorm-builtin>
    Pack4x8snorm,
    /// `pack4x8unorm` <https://www.w3.org/TR/WGSL/#pack4x8unorm-builtin>
    Pack4x8unorm,
    /// `pack4xI8` <https://www.w3.org/TR/WGSL/#pack4xI8-builtin>
    Pack4xI8,
    /// `pack4xU8` <https://www.w3.org/TR/WGSL/#pack4xU8-builtin>
    Pack4xU8,
    /// `pack4xI8Clamp` <https://www.w3.org/TR/WGSL/#pack4xI8Clamp-builtin>
    Pack4xI8Clamp,
    /// `pack4xU8Clamp` <https://www.w3.org/TR/WGSL/#pack4xU8Clamp-builtin>
    Pack4xU8Clamp,
    /// `pack2x16snorm` <https://www.w3.org/TR/WGSL/#pack2x16snorm-builtin>
    Pack2x16snorm,
    /// `pack2x16unorm` <https://www.w3.org/TR/WGSL/#pack2x16unorm-builtin>
    Pack2x16unorm,
    /// `pack2x16float` <https://www.w3.org/TR/WGSL/#pack2x16float-builtin>
    Pack2x16float,
    /// `unpack4x8snorm` <https://www.w3.org/TR/WGSL/#unpack4x8snorm-builtin>
    Unpack4x8snorm,
    /// `unpack4x8unorm` <https://www.w3.org/TR/WGSL/#unpack4x8unorm-builtin>
    Unpack4x8unorm,
    /// `unpack4xI8` <https://www.w3.org/TR/WGSL/#unpack4xI8-builtin>
    Unpack4xI8,
    /// `unpack4xU8` <https://www.w3.org/TR/WGSL/#unpack4xU8-builtin>
    Unpack4xU8,
    /// `unpack2x16snorm` <https://www.w3.org/TR/WGSL/#unpack2x16snorm-builtin>
    Unpack2x16snorm,
    /// `unpack2x16unorm` <https://www.w3.org/TR/WGSL/#unpack2x16unorm-builtin>
    Unpack2x16unorm,
    /// `unpack2x16float` <https://www.w3.org/TR/WGSL/#unpack2x16float-builtin>
    Unpack2x16float,
    /// `bitcast` <https://www.w3.org/TR/WGSL/#bitcast-builtin>
    Bitcast,
    /// A value constructor: the components of the operands, converted to the type of the result. [`Operation::COUNT`] counts up to here.
    Construct,
}

/// The scalar steps that an operation on whole values is made of, for those who expand it.
///
/// Accuracies may allow more than the steps do: terms may be added in any order, and elements that are moved may be flushed.
/// <https://www.w3.org/TR/WGSL/#reassociation-and-fusion>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// One for each component.
    Each,
    /// The products of elements of the first operand's rows and the second operand's columns, added up; for scalars, and for two
    /// vectors, one product for each component.
    Product,
    /// The components of the third operand select from those of the others.
    Select,
    /// The operation between the components, from the first on.
    Fold(Operation),
    /// The bits stay as they are, where components of the result and of the operand have as many.
    Cast,
    /// Products of components, added from the first on.
    Dot,
    /// The square root of the dot product of a vector with itself.
    Length,
    /// The length of the difference of two vectors.
    Distance,
    /// The components, divided by the length.
    Normalize,
    /// The elements in another order.
    Transpose,
    /// None: it is computed as a whole.
    Whole,
}

/// The amount of work of the function of scalars, in classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// One or a few instructions of a processor.
    Simple,
    /// A few instructions on the bits of an operand.
    Bits,
    /// Rounding, or a root.
    Root,
    /// A function computed by a series.
    Series,
    /// A series whose results are allowed as several expressions.
    LongSeries,
    /// A remainder, a power, or a quotient of two series.
    Power,
    /// Several dependent steps.
    Blend,
    /// There is no function of scalars: the work depends on the number of components.
    Whole,
}

impl Operation {
    /// The number of operations.
    pub const COUNT: usize = Self::Construct as usize + 1;
}
