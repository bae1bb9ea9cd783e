//! The table of operations: the one place that says what there is to compute, and how.
//!
//! A row has these columns. It has functions of scalars, with their three columns, or of whole values, or both.
//!
//! - The variant of [`Operation`](crate::Operation), and the name that people write: the token of an operator, the name of a function.
//! - The operands and the result: arrangement of components and class of type ([`Part`](crate::signature::Part)).
//! - `notes`: the events that the functions may note, beside an operand outside the domain. A function with none takes no watch.
//! - `effort`: the amount of work of the function of scalars ([`Effort`](crate::Effort)).
//! - `lanes`: the classes of types with a function of scalars (`numbers` are floats and integers, `bits` are integers and truth values), the
//!   form of the function ([`Compute`](crate::compute::Compute)), the function, and the domain of the first operand where it is not all
//!   numbers.
//! - `allowed`: for each of those classes, the results that implementations may give. For floating point numbers, `exact` means the exact
//!   result within the bound of the accuracy ([`Accuracy`](crate::allowed::Accuracy)), given the places where the function turns; `or` and
//!   `from` name the expression that an accuracy may be inherited from; `own` stands for a function that is always correctly rounded.
//! - `whole`: the function of whole values, the results it may give, and the scalar steps that it is made of ([`Steps`](crate::Steps)).
//!   Without it a value is computed one component at a time.

/// Hands the table to a macro.
macro_rules! operations {
    ($reader:ident) => {
        $reader! {
            // Arithmetic.
            Add "+" [Each(Number), Each(Same)] -> Each(Same), notes [Wrapped, Overflow, NotANumber], effort Simple,
                lanes { numbers binary Number::sum }, allowed { (own correct::add) integers::sum };
            Subtract "-" [Each(Number), Each(Same)] -> Each(Same), notes [Wrapped, Overflow, NotANumber], effort Simple,
                lanes { numbers binary Number::difference }, allowed { (own correct::subtract) integers::difference };
            Multiply "*" [Factor(Number), Factor(Same)] -> Product(Same), notes [Wrapped, Overflow, NotANumber], effort Simple,
                lanes { numbers binary Number::product }, allowed { (exact []) integers::any },
                whole { composite::multiply => vector::multiply, Product };
            Divide "/" [Each(Number), Each(Same)] -> Each(Same), notes [DivisionByZero, Overflow, NotANumber], effort Simple,
                lanes { numbers binary Number::quotient }, allowed { (exact []) integers::any };
            Remainder "%" [Each(Number), Each(Same)] -> Each(Same), notes [DivisionByZero, Overflow, NotANumber], effort Power,
                lanes { numbers binary Number::remainder }, allowed { (from inherited::remainder) integers::any };
            Negate "-" [Each(Number)] -> Each(Same), notes [MostNegative, Wrapped], effort Simple,
                lanes { numbers unary Number::negation }, allowed { (exact []) integers::any };

            // Comparisons.
            Equal "==" [Each(Any), Each(Same)] -> Each(Bool), notes [], effort Simple,
                lanes { all compared PartialEq::eq }, allowed { truth::equal };
            NotEqual "!=" [Each(Any), Each(Same)] -> Each(Bool), notes [], effort Simple,
                lanes { all compared PartialEq::ne }, allowed { truth::not_equal };
            Less "<" [Each(Number), Each(Same)] -> Each(Bool), notes [], effort Simple,
                lanes { numbers compared PartialOrd::lt }, allowed { truth::less };
            LessEqual "<=" [Each(Number), Each(Same)] -> Each(Bool), notes [], effort Simple,
                lanes { numbers compared PartialOrd::le }, allowed { truth::not_greater };
            Greater ">" [Each(Number), Each(Same)] -> Each(Bool), notes [], effort Simple,
                lanes { numbers compared PartialOrd::gt }, allowed { truth::greater };
            GreaterEqual ">=" [Each(Number), Each(Same)] -> Each(Bool), notes [], effort Simple,
                lanes { numbers compared PartialOrd::ge }, allowed { truth::not_less };

            // Bits and truth values.
            BitAnd "&" [Each(Bits), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { bits binary BitAnd::bitand }, allowed { integers::any, truth::and };
            BitOr "|" [Each(Bits), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { bits binary BitOr::bitor }, allowed { integers::any, truth::or };
            BitXor "^" [Each(Bits), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { bits binary BitXor::bitxor }, allowed { integers::any, truth::any };
            Complement "~" [Each(Integer)] -> Each(Same), notes [], effort Simple,
                lanes { integers unary Not::not }, allowed { integers::any };
            ShiftLeft "<<" [Each(Integer), Each(U32)] -> Each(Same), notes [ShiftTooFar, ShiftOverflow], effort Bits,
                lanes { integers counted Integer::shift_left }, allowed { integers::any };
            ShiftRight ">>" [Each(Integer), Each(U32)] -> Each(Same), notes [ShiftTooFar], effort Bits,
                lanes { integers counted Integer::shift_right }, allowed { integers::any };
            // By any amount, for integers that stand for all integers.
            ShiftLeftExactly "<<" [Each(Integer), Each(U32)] -> Each(Same), notes [ShiftOverflow], effort Bits,
                lanes { integers counted number::shift_left_exactly }, allowed { integers::any };
            ShiftRightExactly ">>" [Each(Integer), Each(U32)] -> Each(Same), notes [], effort Bits,
                lanes { integers counted number::shift_right_exactly }, allowed { integers::any };
            // For integers with a sign whose arithmetic has no result outside the range of the type, in languages where it does not wrap.
            AddInRange "+" [Each(Integer), Each(Same)] -> Each(Same), notes [Overflow], effort Simple,
                lanes { integers binary number::sum_in_range }, allowed { integers::any };
            SubtractInRange "-" [Each(Integer), Each(Same)] -> Each(Same), notes [Overflow], effort Simple,
                lanes { integers binary number::difference_in_range }, allowed { integers::any };
            MultiplyInRange "*" [Each(Integer), Each(Same)] -> Each(Same), notes [Overflow], effort Simple,
                lanes { integers binary number::product_in_range }, allowed { integers::any };
            NegateInRange "-" [Each(Integer)] -> Each(Same), notes [Overflow], effort Simple,
                lanes { integers unary number::negation_in_range }, allowed { integers::any };
            Not "!" [Each(Bool)] -> Each(Same), notes [], effort Simple,
                lanes { truths unary bits::inverted_truth }, allowed { truth::not };
            // A condition as it is; for languages that leave a result undefined where it does not hold.
            Demand "demand" [Each(Bool)] -> Each(Same), notes [Undefined], effort Simple,
                lanes { truths unary bits::demanded }, allowed { truth::same };
            LogicalAnd "&&" [Each(Bool), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { truths binary BitAnd::bitand }, allowed { truth::and };
            LogicalOr "||" [Each(Bool), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { truths binary BitOr::bitor }, allowed { truth::or };
            All "all" [Components(Bool)] -> Scalar(Same), notes [],
                whole { composite::all => call::any, Fold(Operation::LogicalAnd) };
            Any "any" [Components(Bool)] -> Scalar(Same), notes [],
                whole { composite::any => call::any, Fold(Operation::LogicalOr) };
            Select "select" [Each(Any), Each(Same), Each(Bool)] -> Each(Same), notes [],
                whole { composite::select => call::select, Select };

            // Numbers.
            Abs "abs" [Each(Number)] -> Each(Same), notes [MostNegative], effort Simple,
                lanes { numbers unary Number::magnitude }, allowed { (exact [0.0]) integers::any };
            Sign "sign" [Each(Number)] -> Each(Same), notes [], effort Simple,
                lanes { numbers unary Number::sign }, allowed { (exact []) integers::any };
            Min "min" [Each(Number), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { numbers binary number::min }, allowed { (own correct::min) integers::min };
            Max "max" [Each(Number), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { numbers binary number::max }, allowed { (own correct::max) integers::max };
            Clamp "clamp" [Each(Number), Each(Same), Each(Same)] -> Each(Same), notes [LowAboveHigh], effort Simple,
                lanes { numbers ternary number::clamp }, allowed { (own correct::clamp) integers::clamp };

            // Bits of integers.
            CountLeadingZeros "countLeadingZeros" [Each(Integer)] -> Each(Same), notes [], effort Bits,
                lanes { integers unary bits::count_leading_zeros }, allowed { integers::any };
            CountOneBits "countOneBits" [Each(Integer)] -> Each(Same), notes [], effort Bits,
                lanes { integers unary bits::count_one_bits }, allowed { integers::any };
            CountTrailingZeros "countTrailingZeros" [Each(Integer)] -> Each(Same), notes [], effort Bits,
                lanes { integers unary bits::count_trailing_zeros }, allowed { integers::any };
            FirstLeadingBit "firstLeadingBit" [Each(Integer)] -> Each(Same), notes [], effort Bits,
                lanes { integers unary bits::first_leading_bit }, allowed { integers::any };
            FirstTrailingBit "firstTrailingBit" [Each(Integer)] -> Each(Same), notes [], effort Bits,
                lanes { integers unary bits::first_trailing_bit }, allowed { integers::any };
            ReverseBits "reverseBits" [Each(Integer)] -> Each(Same), notes [], effort Bits,
                lanes { integers unary Word::reverse_bits }, allowed { integers::any };
            ExtractBits "extractBits" [Each(Integer), Scalar(U32), Scalar(U32)] -> Each(Same), notes [BitRange], effort Bits,
                lanes { integers ranged bits::extract_bits }, allowed { integers::any };
            InsertBits "insertBits" [Each(Integer), Each(Same), Scalar(U32), Scalar(U32)] -> Each(Same), notes [BitRange],
                whole { composite::insert_bits => call::any, Whole };

            // Floating point numbers.
            Acos "acos" [Each(Float)] -> Each(Same), notes [NotANumber], effort Series,
                lanes { floats unary float::acos, in [-1.0, 1.0] }, allowed { (exact [] or inherited::acos) };
            Acosh "acosh" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort LongSeries,
                lanes { floats unary float::acosh, in [1.0, f64::INFINITY] }, allowed { (exact [] or inherited::acosh) };
            Asin "asin" [Each(Float)] -> Each(Same), notes [NotANumber], effort Series,
                lanes { floats unary float::asin, in [-1.0, 1.0] }, allowed { (exact [] or inherited::asin) };
            Asinh "asinh" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort LongSeries,
                lanes { floats unary float::asinh }, allowed { (exact [] or inherited::asinh) };
            Atan "atan" [Each(Float)] -> Each(Same), notes [NotANumber], effort Series,
                lanes { floats unary float::atan }, allowed { (exact []) };
            Atanh "atanh" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort LongSeries,
                lanes { floats unary float::atanh, in [-1.0, 1.0] }, allowed { (exact [] or inherited::atanh) };
            Atan2 "atan2" [Each(Float), Each(Same)] -> Each(Same), notes [NotANumber], effort Series,
                lanes { floats binary float::atan2 }, allowed { (exact []) };
            Ceil "ceil" [Each(Float)] -> Each(Same), notes [], effort Root,
                lanes { floats unary float::ceil }, allowed { (exact []) };
            Cos "cos" [Each(Float)] -> Each(Same), notes [NotANumber], effort Series,
                lanes { floats unary float::cos }, allowed { (exact [0.0]) };
            Cosh "cosh" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Series,
                lanes { floats unary float::cosh }, allowed { (exact [0.0] or inherited::cosh) };
            Degrees "degrees" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Simple,
                lanes { floats unary float::degrees }, allowed { (exact [] or inherited::degrees) };
            Exp "exp" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Series,
                lanes { floats unary float::exp }, allowed { (exact []) };
            Exp2 "exp2" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Series,
                lanes { floats unary float::exp2 }, allowed { (exact []) };
            Floor "floor" [Each(Float)] -> Each(Same), notes [], effort Root,
                lanes { floats unary float::floor }, allowed { (exact []) };
            Fma "fma" [Each(Float), Each(Same), Each(Same)] -> Each(Same), notes [Overflow, NotANumber], effort Simple,
                lanes { floats ternary float::fma }, allowed { (exact [] or inherited::fma) };
            Fract "fract" [Each(Float)] -> Each(Same), notes [NotANumber], effort Root,
                lanes { floats unary float::fract }, allowed { (from inherited::fract) };
            InverseSqrt "inverseSqrt" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Root,
                lanes { floats unary float::inverse_sqrt, in [0.0, f64::INFINITY] }, allowed { (exact []) };
            Ldexp "ldexp" [Each(Float), Each(Exponent)] -> Each(Same), notes [ExponentTooLarge, Overflow, NotANumber], effort Bits,
                lanes { floats scaled float::ldexp }, allowed { (own correct::ldexp) };
            Log "log" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Series,
                lanes { floats unary float::log, in [0.0, f64::INFINITY] }, allowed { (exact []) };
            Log2 "log2" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Series,
                lanes { floats unary float::log2, in [0.0, f64::INFINITY] }, allowed { (exact []) };
            Mix "mix" [Each(Float), Each(Same), Each(Same)] -> Each(Same), notes [Overflow, NotANumber], effort Blend,
                lanes { floats ternary float::mix }, allowed { (exact [] or inherited::mix) };
            Pow "pow" [Each(Float), Each(Same)] -> Each(Same), notes [Overflow, NotANumber], effort Power,
                lanes { floats binary float::pow, in [0.0, f64::INFINITY] }, allowed { (exact [] or inherited::pow) };
            QuantizeToF16 "quantizeToF16" [Each(F32)] -> Each(Same), notes [NotRepresentable(Type::F16)], effort Root,
                lanes { floats unary float::quantize_to_f16 }, allowed { (own correct::quantize_to_f16) };
            Radians "radians" [Each(Float)] -> Each(Same), notes [], effort Simple,
                lanes { floats unary float::radians }, allowed { (exact [] or inherited::radians) };
            Round "round" [Each(Float)] -> Each(Same), notes [], effort Root,
                lanes { floats unary float::round }, allowed { (exact []) };
            Saturate "saturate" [Each(Float)] -> Each(Same), notes [], effort Simple,
                lanes { floats unary float::saturate }, allowed { (own correct::saturate) };
            Sin "sin" [Each(Float)] -> Each(Same), notes [NotANumber], effort Series,
                lanes { floats unary float::sin }, allowed { (exact [-FRAC_PI_2, FRAC_PI_2]) };
            Sinh "sinh" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Series,
                lanes { floats unary float::sinh }, allowed { (exact [] or inherited::sinh) };
            Smoothstep "smoothstep" [Each(Float), Each(Same), Each(Same)] -> Each(Same), notes [EqualEdges, Overflow, NotANumber, DivisionByZero], effort Blend,
                lanes { floats ternary float::smoothstep }, allowed { (from inherited::smoothstep) };
            Sqrt "sqrt" [Each(Float)] -> Each(Same), notes [Overflow, NotANumber], effort Root,
                lanes { floats unary float::sqrt, in [0.0, f64::INFINITY] }, allowed { (exact [] or inherited::sqrt) };
            Step "step" [Each(Float), Each(Same)] -> Each(Same), notes [], effort Simple,
                lanes { floats binary float::step }, allowed { (own correct::step) };
            Tan "tan" [Each(Float)] -> Each(Same), notes [NotANumber], effort Power,
                lanes { floats unary float::tan }, allowed { (from inherited::tan) };
            Tanh "tanh" [Each(Float)] -> Each(Same), notes [NotANumber], effort LongSeries,
                lanes { floats unary float::tanh }, allowed { (exact [] or inherited::tanh) };
            Trunc "trunc" [Each(Float)] -> Each(Same), notes [], effort Root,
                lanes { floats unary float::trunc }, allowed { (exact []) };
            Frexp "frexp" [Components(Float)] -> FractionAndExponent(Same), notes [],
                whole { composite::frexp => call::frexp, Whole };
            Modf "modf" [Components(Float)] -> FractionAndWhole(Same), notes [],
                whole { composite::modf => call::modf, Whole };

            // Vectors and matrices.
            Cross "cross" [Vec3(Float), Vec3(Same)] -> Vec3(Same), notes [Overflow, NotANumber],
                whole { composite::cross => vector::cross, Whole };
            Determinant "determinant" [Square(Float)] -> Scalar(Same), notes [Overflow, NotANumber],
                whole { composite::determinant => vector::determinant, Whole };
            Distance "distance" [Components(Float), Components(Same)] -> Scalar(Same), notes [Overflow, NotANumber],
                whole { composite::distance => vector::distance, Distance };
            Dot "dot" [Vector(Number), Vector(Same)] -> Scalar(Same), notes [Wrapped, Overflow, NotANumber],
                whole { composite::dot => vector::dot, Dot };
            FaceForward "faceForward" [Vector(Float), Vector(Same), Vector(Same)] -> Vector(Same), notes [Overflow, NotANumber],
                whole { composite::face_forward => vector::face_forward, Whole };
            Length "length" [Components(Float)] -> Scalar(Same), notes [Overflow, NotANumber],
                whole { composite::length => vector::length, Length };
            Normalize "normalize" [Vector(Float)] -> Vector(Same), notes [ZeroVector, DivisionByZero, Overflow, NotANumber],
                whole { composite::normalize => vector::normalize, Normalize };
            Reflect "reflect" [Vector(Float), Vector(Same)] -> Vector(Same), notes [Overflow, NotANumber],
                whole { composite::reflect => vector::reflect, Whole };
            Refract "refract" [Vector(Float), Vector(Same), Scalar(Same)] -> Vector(Same), notes [Overflow, NotANumber],
                whole { composite::refract => vector::refract, Whole };
            Transpose "transpose" [Matrix(Float)] -> Transposed(Same), notes [],
                whole { composite::transpose => vector::transpose, Transpose };

            // Packing.
            Dot4U8Packed "dot4U8Packed" [Scalar(U32), Scalar(U32)] -> Scalar(U32), notes [],
                whole { packing::dot_unsigned_bytes => call::any, Whole };
            Dot4I8Packed "dot4I8Packed" [Scalar(U32), Scalar(U32)] -> Scalar(I32), notes [],
                whole { packing::dot_signed_bytes => call::any, Whole };
            Pack4x8snorm "pack4x8snorm" [Vec4(F32)] -> Scalar(U32), notes [],
                whole { packing::pack_snorm::<4> => call::pack::<true, 8>, Whole };
            Pack4x8unorm "pack4x8unorm" [Vec4(F32)] -> Scalar(U32), notes [],
                whole { packing::pack_unorm::<4> => call::pack::<false, 8>, Whole };
            Pack4xI8 "pack4xI8" [Vec4(I32)] -> Scalar(U32), notes [],
                whole { packing::pack_bytes => call::any, Whole };
            Pack4xU8 "pack4xU8" [Vec4(U32)] -> Scalar(U32), notes [],
                whole { packing::pack_bytes => call::any, Whole };
            Pack4xI8Clamp "pack4xI8Clamp" [Vec4(I32)] -> Scalar(U32), notes [],
                whole { packing::pack_signed_bytes_clamped => call::any, Whole };
            Pack4xU8Clamp "pack4xU8Clamp" [Vec4(U32)] -> Scalar(U32), notes [],
                whole { packing::pack_unsigned_bytes_clamped => call::any, Whole };
            Pack2x16snorm "pack2x16snorm" [Vec2(F32)] -> Scalar(U32), notes [],
                whole { packing::pack_snorm::<2> => call::pack::<true, 16>, Whole };
            Pack2x16unorm "pack2x16unorm" [Vec2(F32)] -> Scalar(U32), notes [],
                whole { packing::pack_unorm::<2> => call::pack::<false, 16>, Whole };
            Pack2x16float "pack2x16float" [Vec2(F32)] -> Scalar(U32), notes [NotRepresentable(Type::F16)],
                whole { packing::pack_halves => call::pack_halves, Whole };
            Unpack4x8snorm "unpack4x8snorm" [Scalar(U32)] -> Vec4(F32), notes [],
                whole { packing::unpack_snorm::<4> => call::unpack::<true, 8>, Whole };
            Unpack4x8unorm "unpack4x8unorm" [Scalar(U32)] -> Vec4(F32), notes [],
                whole { packing::unpack_unorm::<4> => call::unpack::<false, 8>, Whole };
            Unpack4xI8 "unpack4xI8" [Scalar(U32)] -> Vec4(I32), notes [],
                whole { packing::unpack_signed_bytes => call::any, Whole };
            Unpack4xU8 "unpack4xU8" [Scalar(U32)] -> Vec4(U32), notes [],
                whole { packing::unpack_unsigned_bytes => call::any, Whole };
            Unpack2x16snorm "unpack2x16snorm" [Scalar(U32)] -> Vec2(F32), notes [],
                whole { packing::unpack_snorm::<2> => call::unpack::<true, 16>, Whole };
            Unpack2x16unorm "unpack2x16unorm" [Scalar(U32)] -> Vec2(F32), notes [],
                whole { packing::unpack_unorm::<2> => call::unpack::<false, 16>, Whole };
            Unpack2x16float "unpack2x16float" [Scalar(U32)] -> Vec2(F32), notes [Overflow, NotANumber],
                whole { packing::unpack_halves => call::unpack_halves, Whole };

            // Other types.
            Bitcast "bitcast" [Asked(Any)] -> Asked(Any), notes [NotRepresentable(Type::I32), Overflow, NotANumber],
                whole { reshape::bitcast => call::bitcast, Cast };
            Construct "construct" [Parts(Any)] -> Asked(Any), notes [NotRepresentable(Type::F32)],
                whole { reshape::construct => call::any, Whole };
        }
    };
}

/// Calls a function with a watch, if there is something to note.
macro_rules! noting {
    ([] $watch:expr, $function:path, $($operand:expr),+) => {{
        let _ = $watch;
        $function($($operand),+)
    }};
    ([$($note:expr),+] $watch:expr, $function:path, $($operand:expr),+) => { $function($($operand,)+ $watch) };
}
