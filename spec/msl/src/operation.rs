//! Operations of the library's functions: the words of the column `operation`. The table generator (`spec/build`) compiles this file, too, to check them.

use shader_numeric::Operation;

/// An enumeration whose words in data files are the names of its variants.
macro_rules! functions {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[allow(missing_docs, reason = "the functions by name")]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            fn named(word: &str) -> Option<Self> {
                let place = [$(stringify!($variant)),*].into_iter().position(|variant| variant == word)?;
                Some(Self::ALL[place])
            }
        }
    };
}

/// The operation of a function of the library. Some functions of two tables have one name and different operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FunctionOperation {
    /// A value that one operation computes, with the parameters as operands, in their order.
    ///
    /// It has the results of the function wherever those are defined and the operands are finite numbers. Functions of floats may
    /// differ from it for a NaN, and in the sign of a zero: fast math knows neither (1.5.3), but the variants in `metal::precise` do.
    /// `fmax` of a NaN and a number is the number, for example.
    Value(Operation),
    /// A value that no operation of the table computes alone.
    Composed(ComposedFunction),
    /// An access to an atomic object (6.13.2).
    Atomic(AtomicFunction),
    /// A barrier (6.8.1).
    Barrier(BarrierFunction),
    /// A value that the threads of a SIMD-group compute together (6.8.2).
    Simd(GroupFunction),
    /// A value that the four threads of a quad-group compute together (6.8.3).
    Quad(GroupFunction),
    /// A derivative of a value in window coordinates (6.9.1.1).
    Derivative(DerivativeFunction),
    /// The end of a fragment (6.9.1.3).
    Discard,
    /// The number of samples of the framebuffer (6.9.1.2).
    SampleCount,
    /// The position of a sample in the pixel (6.9.1.2).
    SamplePosition,
    /// Whether the pipeline gives a function constant its value (5.8.1).
    IsFunctionConstantDefined,
    /// Whether a texture is missing (6.10.18).
    IsNullTexture,
    /// A function of a later version that is checked by its signature and can't be executed yet.
    NotExecuted,
}

impl FunctionOperation {
    /// The operation with a name in data files: `Clamp`, `Composed.Max3`, `Discard`.
    #[must_use]
    pub fn named(words: &str) -> Option<Self> {
        match words.split_once('.') {
            Some(("Composed", word)) => ComposedFunction::named(word).map(Self::Composed),
            Some(("Atomic", word)) => AtomicFunction::named(word).map(Self::Atomic),
            Some(("Barrier", word)) => BarrierFunction::named(word).map(Self::Barrier),
            Some(("Simd", word)) => GroupFunction::named(word).map(Self::Simd),
            Some(("Quad", word)) => GroupFunction::named(word).map(Self::Quad),
            Some(("Derivative", word)) => DerivativeFunction::named(word).map(Self::Derivative),
            Some(_) => None,
            None => match words {
                "Discard" => Some(Self::Discard),
                "SampleCount" => Some(Self::SampleCount),
                "SamplePosition" => Some(Self::SamplePosition),
                "IsFunctionConstantDefined" => Some(Self::IsFunctionConstantDefined),
                "IsNullTexture" => Some(Self::IsNullTexture),
                "NotExecuted" => Some(Self::NotExecuted),
                word => Operation::named(word).map(Self::Value),
            },
        }
    }

    /// The operation on values, if the function is one.
    #[must_use]
    pub const fn value(self) -> Option<Operation> {
        if let Self::Value(operation) = self { Some(operation) } else { None }
    }
}

functions! {
    /// A value that several operations compute together, or one that the table of operations does not have. The parameters have the
    /// names of the signatures; what holds for scalars holds for each component of vectors.
    ComposedFunction {
        /// `x + (y - x) * a`, which is rounded at other places than the operation `Mix` (6.2).
        Mix,

        /// The distance of two integers, which has no sign and never overflows (6.3).
        AbsoluteDifference,
        /// A sum of integers, or the limit of the type that it is beyond (6.3).
        AddSaturating,
        /// A difference of integers, or the limit of the type that it is beyond (6.3).
        SubtractSaturating,
        /// `a * b + c` without overflow, or the limit of the type that it is beyond (6.3).
        MultiplyAddSaturating,
        /// Half of a sum that does not overflow, rounded down (6.3).
        HalvingAdd,
        /// Half of a sum that does not overflow, rounded up (6.3).
        RoundingHalvingAdd,
        /// The high half of a product that has twice as many bits as its factors (6.3).
        MultiplyHigh,
        /// The high half of `a * b`, plus `c` (6.3).
        MultiplyAddHigh,
        /// The low 32 bits of a product of integers of 24 bits (6.3).
        Multiply24,
        /// The low 32 bits of a product of integers of 24 bits, plus `z` (6.3).
        MultiplyAdd24,
        /// A rotation of bits towards the most significant one (6.3).
        Rotate,

        /// The greatest of three numbers; of floats, a NaN is left out (6.3, 6.5).
        Max3,
        /// The least of three numbers; of floats, a NaN is left out (6.3, 6.5).
        Min3,
        /// The number between the two others; of floats, a NaN is left out, and either of two numbers may be the result (6.3, 6.5).
        Median3,

        /// Whether a float is neither infinite nor a NaN (6.4).
        IsFinite,
        /// Whether a float is infinite (6.4).
        IsInfinite,
        /// Whether a float is a NaN (6.4).
        IsNan,
        /// Whether a float is neither zero, subnormal, infinite nor a NaN (6.4).
        IsNormal,
        /// Whether neither of two floats is a NaN (6.4).
        IsOrdered,
        /// Whether one of two floats is a NaN, or both are (6.4).
        IsUnordered,
        /// Whether the bit of the sign is set, also that of a zero or NaN (6.4).
        SignBit,

        /// `x` with the sign of `y` (6.5).
        CopySign,
        /// The cosine of pi times `x` (6.5).
        CosinePi,
        /// The sine of pi times `x` (6.5).
        SinePi,
        /// The tangent of pi times `x` (6.5).
        TangentPi,
        /// The sine; the cosine goes to the second parameter (6.5).
        Sincos,
        /// Ten to the power `x` (6.5).
        Exp10,
        /// The logarithm to the base ten (6.5).
        Log10,
        /// `x - y` where `x` is greater, zero elsewhere (6.5).
        Fdim,
        /// `a * b + c`, rounded once (6.5).
        Fma,
        /// The digits behind the point, always less than one: the operation `Fract` gives one for a small negative number (6.5).
        Fract,
        /// The fraction from one half to one, or zero; the exponent goes to the second parameter (6.5).
        Frexp,
        /// The exponent of a float, as an integer (6.5). The specification does not say what it is for zero, an infinity and a NaN.
        Ilogb,
        /// The fractional part; the whole part goes to the second parameter. Both have the sign of `x` (6.5).
        Modf,
        /// A power of a base that may be negative; the operation `Pow` has no such base (6.5).
        Pow,
        /// The nearest whole number, and of two that are equally near, the one further from zero (6.5).
        RoundAway,

        /// The square of the distance (6.7).
        DistanceSquared,
        /// The square of the length (6.7).
        LengthSquared,
        /// The reflection at a surface whose orientation is normalized first, as the operation `Reflect` does not (6.7).
        Reflect,

        /// Four times 8 bits from `half` (6.12.2).
        PackUnorm4x8,
        /// Four times 8 bits with signs (6.12.2). Ties go to even (7.7.1.2), by `Pack4x8snorm` upwards: they differ for -0.5.
        PackSnorm4x8,
        /// Four times 8 bits, of which the first three are encoded as sRGB (6.12.2).
        PackSrgbUnorm4x8,
        /// Three times 10 bits and once 2 (6.12.2). The specification does not say at which end the first component is.
        PackUnorm10a2,
        /// Two times 16 bits from `half` (6.12.2).
        PackUnorm2x16,
        /// Two times 16 bits with signs (6.12.2). Ties go to even (7.7.1.2), by `Pack2x16snorm` upwards: they differ for -0.5.
        PackSnorm2x16,
        /// 5, 6 and 5 bits (6.12.2). The specification does not say at which end the first component is.
        PackUnorm565,
        /// Four times 8 bits, to `half` (6.12.1).
        UnpackUnorm4x8,
        /// Four times 8 bits with signs, to `half` (6.12.1).
        UnpackSnorm4x8,
        /// Four times 8 bits, of which the first three are decoded from sRGB (6.12.1).
        UnpackSrgbUnorm4x8,
        /// Three times 10 bits and once 2 (6.12.1), in the order of [`ComposedFunction::PackUnorm10a2`].
        UnpackUnorm10a2,
        /// Two times 16 bits, to `half` (6.12.1).
        UnpackUnorm2x16,
        /// Two times 16 bits with signs, to `half` (6.12.1).
        UnpackSnorm2x16,
        /// 5, 6 and 5 bits (6.12.1), in the order of [`ComposedFunction::PackUnorm565`].
        UnpackUnorm565,
    }
}

functions! {
    /// An access to an atomic object (6.13.2). All but a store and a comparison have the value before as their result, unless the
    /// signature has none. Signatures without an order are those of iOS.
    AtomicFunction {
        Load,
        Store,
        Exchange,
        /// The result is whether the values were equal; if not, `expected` receives the value of the object.
        CompareExchangeWeak,
        /// It wraps around.
        Add,
        /// It wraps around.
        Subtract,
        Max,
        Min,
        And,
        Or,
        Xor,
    }
}

functions! {
    /// The threads that wait for each other (6.8.1). The memory that the barrier orders is the argument.
    BarrierFunction {
        Threadgroup,
        Simdgroup,
    }
}

functions! {
    /// A value that the active threads of a group compute together (6.8.2, 6.8.3).
    GroupFunction {
        Sum,
        Product,
        Min,
        Max,
        And,
        Or,
        Xor,
        /// Of the threads up to this one.
        PrefixInclusiveSum,
        /// Of the threads up to this one.
        PrefixInclusiveProduct,
        /// Of the threads before this one; zero for the first.
        PrefixExclusiveSum,
        /// Of the threads before this one; one for the first.
        PrefixExclusiveProduct,
        All,
        Any,
        Ballot,
        ActiveThreadsMask,
        Broadcast,
        BroadcastFirst,
        IsFirst,
        IsHelperThread,
        Shuffle,
        /// From a lane further down. The lowest lanes keep their data.
        ShuffleUp,
        /// From a lane further up. The highest lanes keep their data.
        ShuffleDown,
        ShuffleXor,
        /// From a lane further down. The lowest lanes take from the highest.
        ShuffleRotateUp,
        /// From a lane further up. The highest lanes take from the lowest.
        ShuffleRotateDown,
    }
}

functions! {
    /// A derivative in window coordinates (6.9.1.1).
    DerivativeFunction {
        X,
        Y,
        /// The sum of the magnitudes of `X` and `Y`.
        Width,
    }
}
