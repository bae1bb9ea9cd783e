//! The table of operations: what programs compute, without a trace of the language that they are written in.

macro_rules! operations {
    ($($name:ident $spelling:literal;)*) => {
        /// An operation on values. Const evaluation, execution and the intervals of allowed results share them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the operations by name")]
        pub enum Operation {
            $($name,)*
        }

        impl Operation {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// Its identifier in data files: that of the variant.
            #[must_use]
            pub const fn identifier(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// Its name as people write it: the token of an operator, the name of a function.
            #[must_use]
            pub const fn spelling(self) -> &'static str {
                match self {
                    $(Self::$name => $spelling,)*
                }
            }
        }
    };
}

operations! {
    Add "+";
    Subtract "-";
    Multiply "*";
    Divide "/";
    Remainder "%";
    Negate "-";
    Equal "==";
    NotEqual "!=";
    Less "<";
    LessEqual "<=";
    Greater ">";
    GreaterEqual ">=";
    BitAnd "&";
    BitOr "|";
    BitXor "^";
    Complement "~";
    ShiftLeft "<<";
    ShiftRight ">>";
    Not "!";
    LogicalAnd "&&";
    LogicalOr "||";
    All "all";
    Any "any";
    Select "select";
    Abs "abs";
    Acos "acos";
    Acosh "acosh";
    Asin "asin";
    Asinh "asinh";
    Atan "atan";
    Atanh "atanh";
    Atan2 "atan2";
    Ceil "ceil";
    Clamp "clamp";
    Cos "cos";
    Cosh "cosh";
    CountLeadingZeros "countLeadingZeros";
    CountOneBits "countOneBits";
    CountTrailingZeros "countTrailingZeros";
    Cross "cross";
    Degrees "degrees";
    Determinant "determinant";
    Distance "distance";
    Dot "dot";
    Dot4U8Packed "dot4U8Packed";
    Dot4I8Packed "dot4I8Packed";
    Exp "exp";
    Exp2 "exp2";
    ExtractBits "extractBits";
    FaceForward "faceForward";
    FirstLeadingBit "firstLeadingBit";
    FirstTrailingBit "firstTrailingBit";
    Floor "floor";
    Fma "fma";
    Fract "fract";
    Frexp "frexp";
    InsertBits "insertBits";
    InverseSqrt "inverseSqrt";
    Ldexp "ldexp";
    Length "length";
    Log "log";
    Log2 "log2";
    Max "max";
    Min "min";
    Mix "mix";
    Modf "modf";
    Normalize "normalize";
    Pow "pow";
    QuantizeToF16 "quantizeToF16";
    Radians "radians";
    Reflect "reflect";
    Refract "refract";
    ReverseBits "reverseBits";
    Round "round";
    Saturate "saturate";
    Sign "sign";
    Sin "sin";
    Sinh "sinh";
    Smoothstep "smoothstep";
    Sqrt "sqrt";
    Step "step";
    Tan "tan";
    Tanh "tanh";
    Transpose "transpose";
    Trunc "trunc";
    Pack4x8snorm "pack4x8snorm";
    Pack4x8unorm "pack4x8unorm";
    Pack4xI8 "pack4xI8";
    Pack4xU8 "pack4xU8";
    Pack4xI8Clamp "pack4xI8Clamp";
    Pack4xU8Clamp "pack4xU8Clamp";
    Pack2x16snorm "pack2x16snorm";
    Pack2x16unorm "pack2x16unorm";
    Pack2x16float "pack2x16float";
    Unpack4x8snorm "unpack4x8snorm";
    Unpack4x8unorm "unpack4x8unorm";
    Unpack4xI8 "unpack4xI8";
    Unpack4xU8 "unpack4xU8";
    Unpack2x16snorm "unpack2x16snorm";
    Unpack2x16unorm "unpack2x16unorm";
    Unpack2x16float "unpack2x16float";
    Bitcast "bitcast";
    ConstructScalar "constructScalar";
    ConstructVector "constructVector";
    ConstructMatrix "constructMatrix";
}

impl Operation {
    /// Whether people write it between or before its operands.
    #[must_use]
    pub const fn is_operator(self) -> bool {
        !self.spelling().as_bytes()[0].is_ascii_alphabetic()
    }
}
