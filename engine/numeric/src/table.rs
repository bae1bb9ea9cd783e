//! The table of operations: the one place that says what there is to compute, and how.
//!
//! A row has these columns; a row that lacks one does not compile.
//!
//! - The variant of [`Operation`](crate::Operation), and the name that people write: the token of an operator, the name of a function.
//! - The operands and the result: class of type and arrangement of components ([`Part`](crate::signature::Part)).
//! - `lanes`: the classes of types with a function of scalars, the form of the function ([`Compute`](crate::compute::Compute)), the
//!   function, and the domain of the first operand where it is not all numbers; `none` for what is not computed one component at a time.
//! - `allowed`: for each of those classes, the results that implementations may give. For floating point numbers, `exact` means the exact
//!   result within the bound of the accuracy ([`Accuracy`](crate::allowed::Accuracy)), given the places where the function turns; `or` and
//!   `from` name the expression that an accuracy may be inherited from; `own` stands for a function that is always correctly rounded.
//! - `whole`: `each` for one component at a time; otherwise the function of whole values, the results it may give, and the scalar steps that
//!   it is made of ([`Steps`](crate::Steps)).
//! - `notes`: the events that the functions may note, beside an operand outside the domain. A function with none takes no watch.
//! - `effort`: the amount of work of the function of scalars ([`Effort`](crate::Effort)).

/// Hands the table to a macro.
macro_rules! operations {
    ($reader:ident) => {
        $reader! {
            // Arithmetic.
            Add "+" [each(Number), each(Same)] -> each(Same),
                lanes { numbers binary Number::sum }, allowed { (own correct::add) integers::sum },
                whole { each }, notes [Wrapped, Overflow, NotANumber], effort Simple;
            Subtract "-" [each(Number), each(Same)] -> each(Same),
                lanes { numbers binary Number::difference }, allowed { (own correct::subtract) integers::difference },
                whole { each }, notes [Wrapped, Overflow, NotANumber], effort Simple;
            Multiply "*" [factor(Number), factor(Same)] -> product(Same),
                lanes { numbers binary Number::product }, allowed { (exact []) integers::any },
                whole { composite::multiply => vector::multiply, Product },
                notes [Wrapped, Overflow, NotANumber], effort Simple;
            Divide "/" [each(Number), each(Same)] -> each(Same),
                lanes { numbers binary Number::quotient }, allowed { (exact []) integers::any },
                whole { each }, notes [DivisionByZero, Overflow, NotANumber], effort Simple;
            Remainder "%" [each(Number), each(Same)] -> each(Same),
                lanes { numbers binary Number::remainder }, allowed { (from inherited::remainder) integers::any },
                whole { each }, notes [DivisionByZero, Overflow, NotANumber], effort Power;
            Negate "-" [each(Number)] -> each(Same),
                lanes { numbers unary Number::negation }, allowed { (exact []) integers::any },
                whole { each }, notes [MostNegative, Wrapped], effort Simple;

            // Comparisons.
            Equal "==" [each(Any), each(Same)] -> each(Bool),
                lanes { comparable PartialEq::eq }, allowed { truth::equal },
                whole { each }, notes [], effort Simple;
            NotEqual "!=" [each(Any), each(Same)] -> each(Bool),
                lanes { comparable PartialEq::ne }, allowed { truth::not_equal },
                whole { each }, notes [], effort Simple;
            Less "<" [each(Number), each(Same)] -> each(Bool),
                lanes { ordered PartialOrd::lt }, allowed { truth::less },
                whole { each }, notes [], effort Simple;
            LessEqual "<=" [each(Number), each(Same)] -> each(Bool),
                lanes { ordered PartialOrd::le }, allowed { truth::not_greater },
                whole { each }, notes [], effort Simple;
            Greater ">" [each(Number), each(Same)] -> each(Bool),
                lanes { ordered PartialOrd::gt }, allowed { truth::greater },
                whole { each }, notes [], effort Simple;
            GreaterEqual ">=" [each(Number), each(Same)] -> each(Bool),
                lanes { ordered PartialOrd::ge }, allowed { truth::not_less },
                whole { each }, notes [], effort Simple;

            // Bits and truth values.
            BitAnd "&" [each(Bits), each(Same)] -> each(Same),
                lanes { bits binary BitAnd::bitand }, allowed { integers::any, truth::and },
                whole { each }, notes [], effort Simple;
            BitOr "|" [each(Bits), each(Same)] -> each(Same),
                lanes { bits binary BitOr::bitor }, allowed { integers::any, truth::or },
                whole { each }, notes [], effort Simple;
            BitXor "^" [each(Bits), each(Same)] -> each(Same),
                lanes { bits binary BitXor::bitxor }, allowed { integers::any, truth::any },
                whole { each }, notes [], effort Simple;
            Complement "~" [each(Integer)] -> each(Same),
                lanes { integers unary Not::not }, allowed { integers::any },
                whole { each }, notes [], effort Simple;
            ShiftLeft "<<" [each(Integer), each(U32)] -> each(Same),
                lanes { integers counted Integer::shift_left }, allowed { integers::any },
                whole { each }, notes [ShiftTooFar, ShiftOverflow], effort Bits;
            ShiftRight ">>" [each(Integer), each(U32)] -> each(Same),
                lanes { integers counted Integer::shift_right }, allowed { integers::any },
                whole { each }, notes [ShiftTooFar], effort Bits;
            // By any amount, for integers that stand for all integers.
            ShiftLeftExactly "<<" [each(Integer), each(U32)] -> each(Same),
                lanes { integers counted number::shift_left_exactly }, allowed { integers::any },
                whole { each }, notes [ShiftOverflow], effort Bits;
            ShiftRightExactly ">>" [each(Integer), each(U32)] -> each(Same),
                lanes { integers counted number::shift_right_exactly }, allowed { integers::any },
                whole { each }, notes [], effort Bits;
            Not "!" [each(Bool)] -> each(Same),
                lanes { truths unary bits::inverted_truth }, allowed { truth::not },
                whole { each }, notes [], effort Simple;
            LogicalAnd "&&" [each(Bool), each(Same)] -> each(Same),
                lanes { truths binary BitAnd::bitand }, allowed { truth::and },
                whole { each }, notes [], effort Simple;
            LogicalOr "||" [each(Bool), each(Same)] -> each(Same),
                lanes { truths binary BitOr::bitor }, allowed { truth::or },
                whole { each }, notes [], effort Simple;
            All "all" [components(Bool)] -> scalar(Same),
                lanes { none }, allowed { none },
                whole { composite::all => call::any, Fold(Operation::LogicalAnd) }, notes [], effort Whole;
            Any "any" [components(Bool)] -> scalar(Same),
                lanes { none }, allowed { none },
                whole { composite::any => call::any, Fold(Operation::LogicalOr) }, notes [], effort Whole;
            Select "select" [each(Any), each(Same), each(Bool)] -> each(Same),
                lanes { none }, allowed { none },
                whole { composite::select => call::select, Select }, notes [], effort Simple;

            // Numbers.
            Abs "abs" [each(Number)] -> each(Same),
                lanes { numbers unary Number::magnitude }, allowed { (exact [0.0]) integers::any },
                whole { each }, notes [MostNegative], effort Simple;
            Sign "sign" [each(Number)] -> each(Same),
                lanes { numbers unary Number::sign }, allowed { (exact []) integers::any },
                whole { each }, notes [], effort Simple;
            Min "min" [each(Number), each(Same)] -> each(Same),
                lanes { numbers binary number::min }, allowed { (own correct::min) integers::min },
                whole { each }, notes [], effort Simple;
            Max "max" [each(Number), each(Same)] -> each(Same),
                lanes { numbers binary number::max }, allowed { (own correct::max) integers::max },
                whole { each }, notes [], effort Simple;
            Clamp "clamp" [each(Number), each(Same), each(Same)] -> each(Same),
                lanes { numbers ternary number::clamp }, allowed { (own correct::clamp) integers::clamp },
                whole { each }, notes [LowAboveHigh], effort Simple;

            // Bits of integers.
            CountLeadingZeros "countLeadingZeros" [each(Integer)] -> each(Same),
                lanes { integers unary bits::count_leading_zeros }, allowed { integers::any },
                whole { each }, notes [], effort Bits;
            CountOneBits "countOneBits" [each(Integer)] -> each(Same),
                lanes { integers unary bits::count_one_bits }, allowed { integers::any },
                whole { each }, notes [], effort Bits;
            CountTrailingZeros "countTrailingZeros" [each(Integer)] -> each(Same),
                lanes { integers unary bits::count_trailing_zeros }, allowed { integers::any },
                whole { each }, notes [], effort Bits;
            FirstLeadingBit "firstLeadingBit" [each(Integer)] -> each(Same),
                lanes { integers unary bits::first_leading_bit }, allowed { integers::any },
                whole { each }, notes [], effort Bits;
            FirstTrailingBit "firstTrailingBit" [each(Integer)] -> each(Same),
                lanes { integers unary bits::first_trailing_bit }, allowed { integers::any },
                whole { each }, notes [], effort Bits;
            ReverseBits "reverseBits" [each(Integer)] -> each(Same),
                lanes { integers unary bits::reverse_bits }, allowed { integers::any },
                whole { each }, notes [], effort Bits;
            ExtractBits "extractBits" [each(Integer), scalar(U32), scalar(U32)] -> each(Same),
                lanes { integers ranged bits::extract_bits }, allowed { integers::any },
                whole { each }, notes [BitRange], effort Bits;
            InsertBits "insertBits" [each(Integer), each(Same), scalar(U32), scalar(U32)] -> each(Same),
                lanes { none }, allowed { none },
                whole { composite::insert_bits => call::any, Whole }, notes [BitRange], effort Whole;

            // Floating point numbers.
            Acos "acos" [each(Float)] -> each(Same),
                lanes { floats unary float::acos, in [-1.0, 1.0] }, allowed { (exact [] or inherited::acos) },
                whole { each }, notes [NotANumber], effort Series;
            Acosh "acosh" [each(Float)] -> each(Same),
                lanes { floats unary float::acosh, in [1.0, f64::INFINITY] }, allowed { (exact [] or inherited::acosh) },
                whole { each }, notes [Overflow, NotANumber], effort LongSeries;
            Asin "asin" [each(Float)] -> each(Same),
                lanes { floats unary float::asin, in [-1.0, 1.0] }, allowed { (exact [] or inherited::asin) },
                whole { each }, notes [NotANumber], effort Series;
            Asinh "asinh" [each(Float)] -> each(Same),
                lanes { floats unary float::asinh }, allowed { (exact [] or inherited::asinh) },
                whole { each }, notes [Overflow, NotANumber], effort LongSeries;
            Atan "atan" [each(Float)] -> each(Same),
                lanes { floats unary float::atan }, allowed { (exact []) },
                whole { each }, notes [NotANumber], effort Series;
            Atanh "atanh" [each(Float)] -> each(Same),
                lanes { floats unary float::atanh, in [-1.0, 1.0] }, allowed { (exact [] or inherited::atanh) },
                whole { each }, notes [Overflow, NotANumber], effort LongSeries;
            Atan2 "atan2" [each(Float), each(Same)] -> each(Same),
                lanes { floats binary float::atan2 }, allowed { (exact []) },
                whole { each }, notes [NotANumber], effort Series;
            Ceil "ceil" [each(Float)] -> each(Same),
                lanes { floats unary float::ceil }, allowed { (exact []) },
                whole { each }, notes [], effort Root;
            Cos "cos" [each(Float)] -> each(Same),
                lanes { floats unary float::cos }, allowed { (exact [0.0]) },
                whole { each }, notes [NotANumber], effort Series;
            Cosh "cosh" [each(Float)] -> each(Same),
                lanes { floats unary float::cosh }, allowed { (exact [0.0] or inherited::cosh) },
                whole { each }, notes [Overflow, NotANumber], effort Series;
            Degrees "degrees" [each(Float)] -> each(Same),
                lanes { floats unary float::degrees }, allowed { (exact [] or inherited::degrees) },
                whole { each }, notes [Overflow, NotANumber], effort Simple;
            Exp "exp" [each(Float)] -> each(Same),
                lanes { floats unary float::exp }, allowed { (exact []) },
                whole { each }, notes [Overflow, NotANumber], effort Series;
            Exp2 "exp2" [each(Float)] -> each(Same),
                lanes { floats unary float::exp2 }, allowed { (exact []) },
                whole { each }, notes [Overflow, NotANumber], effort Series;
            Floor "floor" [each(Float)] -> each(Same),
                lanes { floats unary float::floor }, allowed { (exact []) },
                whole { each }, notes [], effort Root;
            Fma "fma" [each(Float), each(Same), each(Same)] -> each(Same),
                lanes { floats ternary float::fma }, allowed { (exact [] or inherited::fma) },
                whole { each }, notes [Overflow, NotANumber], effort Simple;
            Fract "fract" [each(Float)] -> each(Same),
                lanes { floats unary float::fract }, allowed { (from inherited::fract) },
                whole { each }, notes [NotANumber], effort Root;
            InverseSqrt "inverseSqrt" [each(Float)] -> each(Same),
                lanes { floats unary float::inverse_sqrt, in [0.0, f64::INFINITY] }, allowed { (exact []) },
                whole { each }, notes [Overflow, NotANumber], effort Root;
            Ldexp "ldexp" [each(Float), each(Exponent)] -> each(Same),
                lanes { floats scaled float::ldexp }, allowed { (own correct::ldexp) },
                whole { each }, notes [ExponentTooLarge, Overflow, NotANumber], effort Bits;
            Log "log" [each(Float)] -> each(Same),
                lanes { floats unary float::log, in [0.0, f64::INFINITY] }, allowed { (exact []) },
                whole { each }, notes [Overflow, NotANumber], effort Series;
            Log2 "log2" [each(Float)] -> each(Same),
                lanes { floats unary float::log2, in [0.0, f64::INFINITY] }, allowed { (exact []) },
                whole { each }, notes [Overflow, NotANumber], effort Series;
            Mix "mix" [each(Float), each(Same), each(Same)] -> each(Same),
                lanes { floats ternary float::mix }, allowed { (exact [] or inherited::mix) },
                whole { each }, notes [Overflow, NotANumber], effort Blend;
            Pow "pow" [each(Float), each(Same)] -> each(Same),
                lanes { floats binary float::pow, in [0.0, f64::INFINITY] }, allowed { (exact [] or inherited::pow) },
                whole { each }, notes [Overflow, NotANumber], effort Power;
            QuantizeToF16 "quantizeToF16" [each(F32)] -> each(Same),
                lanes { floats unary float::quantize_to_f16 }, allowed { (own correct::quantize_to_f16) },
                whole { each }, notes [NotRepresentable(Type::F16)], effort Root;
            Radians "radians" [each(Float)] -> each(Same),
                lanes { floats unary float::radians }, allowed { (exact [] or inherited::radians) },
                whole { each }, notes [], effort Simple;
            Round "round" [each(Float)] -> each(Same),
                lanes { floats unary float::round }, allowed { (exact []) },
                whole { each }, notes [], effort Root;
            Saturate "saturate" [each(Float)] -> each(Same),
                lanes { floats unary float::saturate }, allowed { (own correct::saturate) },
                whole { each }, notes [], effort Simple;
            Sin "sin" [each(Float)] -> each(Same),
                lanes { floats unary float::sin }, allowed { (exact [-FRAC_PI_2, FRAC_PI_2]) },
                whole { each }, notes [NotANumber], effort Series;
            Sinh "sinh" [each(Float)] -> each(Same),
                lanes { floats unary float::sinh }, allowed { (exact [] or inherited::sinh) },
                whole { each }, notes [Overflow, NotANumber], effort Series;
            Smoothstep "smoothstep" [each(Float), each(Same), each(Same)] -> each(Same),
                lanes { floats ternary float::smoothstep }, allowed { (from inherited::smoothstep) },
                whole { each }, notes [EqualEdges, Overflow, NotANumber, DivisionByZero], effort Blend;
            Sqrt "sqrt" [each(Float)] -> each(Same),
                lanes { floats unary float::sqrt, in [0.0, f64::INFINITY] }, allowed { (exact [] or inherited::sqrt) },
                whole { each }, notes [Overflow, NotANumber], effort Root;
            Step "step" [each(Float), each(Same)] -> each(Same),
                lanes { floats binary float::step }, allowed { (own correct::step) },
                whole { each }, notes [], effort Simple;
            Tan "tan" [each(Float)] -> each(Same),
                lanes { floats unary float::tan }, allowed { (from inherited::tan) },
                whole { each }, notes [NotANumber], effort Power;
            Tanh "tanh" [each(Float)] -> each(Same),
                lanes { floats unary float::tanh }, allowed { (exact [] or inherited::tanh) },
                whole { each }, notes [NotANumber], effort LongSeries;
            Trunc "trunc" [each(Float)] -> each(Same),
                lanes { floats unary float::trunc }, allowed { (exact []) },
                whole { each }, notes [], effort Root;
            Frexp "frexp" [components(Float)] -> fraction_and_exponent(Same),
                lanes { none }, allowed { none },
                whole { composite::frexp => call::frexp, Whole }, notes [], effort Whole;
            Modf "modf" [components(Float)] -> fraction_and_whole(Same),
                lanes { none }, allowed { none },
                whole { composite::modf => call::modf, Whole }, notes [], effort Whole;

            // Vectors and matrices.
            Cross "cross" [vec3(Float), vec3(Same)] -> vec3(Same),
                lanes { none }, allowed { none },
                whole { composite::cross => vector::cross, Whole }, notes [Overflow, NotANumber], effort Whole;
            Determinant "determinant" [square(Float)] -> scalar(Same),
                lanes { none }, allowed { none },
                whole { composite::determinant => vector::determinant, Whole },
                notes [Overflow, NotANumber], effort Whole;
            Distance "distance" [components(Float), components(Same)] -> scalar(Same),
                lanes { none }, allowed { none },
                whole { composite::distance => vector::distance, Distance }, notes [Overflow, NotANumber], effort Whole;
            Dot "dot" [vector(Number), vector(Same)] -> scalar(Same),
                lanes { none }, allowed { none },
                whole { composite::dot => vector::dot, Dot }, notes [Wrapped, Overflow, NotANumber], effort Whole;
            FaceForward "faceForward" [vector(Float), vector(Same), vector(Same)] -> vector(Same),
                lanes { none }, allowed { none },
                whole { composite::face_forward => vector::face_forward, Whole },
                notes [Overflow, NotANumber], effort Whole;
            Length "length" [components(Float)] -> scalar(Same),
                lanes { none }, allowed { none },
                whole { composite::length => vector::length, Length }, notes [Overflow, NotANumber], effort Whole;
            Normalize "normalize" [vector(Float)] -> vector(Same),
                lanes { none }, allowed { none },
                whole { composite::normalize => vector::normalize, Normalize },
                notes [ZeroVector, DivisionByZero, Overflow, NotANumber], effort Whole;
            Reflect "reflect" [vector(Float), vector(Same)] -> vector(Same),
                lanes { none }, allowed { none },
                whole { composite::reflect => vector::reflect, Whole }, notes [Overflow, NotANumber], effort Whole;
            Refract "refract" [vector(Float), vector(Same), scalar(Same)] -> vector(Same),
                lanes { none }, allowed { none },
                whole { composite::refract => vector::refract, Whole }, notes [Overflow, NotANumber], effort Whole;
            Transpose "transpose" [matrix(Float)] -> transposed(Same),
                lanes { none }, allowed { none },
                whole { composite::transpose => vector::transpose, Transpose }, notes [], effort Whole;

            // Packing.
            Dot4U8Packed "dot4U8Packed" [scalar(U32), scalar(U32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::dot_unsigned_bytes => call::any, Whole }, notes [], effort Whole;
            Dot4I8Packed "dot4I8Packed" [scalar(U32), scalar(U32)] -> scalar(I32),
                lanes { none }, allowed { none },
                whole { packing::dot_signed_bytes => call::any, Whole }, notes [], effort Whole;
            Pack4x8snorm "pack4x8snorm" [vec4(F32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack4x8snorm => call::pack4x8snorm, Whole }, notes [], effort Whole;
            Pack4x8unorm "pack4x8unorm" [vec4(F32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack4x8unorm => call::pack4x8unorm, Whole }, notes [], effort Whole;
            Pack4xI8 "pack4xI8" [vec4(I32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack_bytes => call::any, Whole }, notes [], effort Whole;
            Pack4xU8 "pack4xU8" [vec4(U32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack_bytes => call::any, Whole }, notes [], effort Whole;
            Pack4xI8Clamp "pack4xI8Clamp" [vec4(I32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack_signed_bytes_clamped => call::any, Whole }, notes [], effort Whole;
            Pack4xU8Clamp "pack4xU8Clamp" [vec4(U32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack_unsigned_bytes_clamped => call::any, Whole }, notes [], effort Whole;
            Pack2x16snorm "pack2x16snorm" [vec2(F32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack2x16snorm => call::pack2x16snorm, Whole }, notes [], effort Whole;
            Pack2x16unorm "pack2x16unorm" [vec2(F32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack2x16unorm => call::pack2x16unorm, Whole }, notes [], effort Whole;
            Pack2x16float "pack2x16float" [vec2(F32)] -> scalar(U32),
                lanes { none }, allowed { none },
                whole { packing::pack_halves => call::pack_halves, Whole },
                notes [NotRepresentable(Type::F16)], effort Whole;
            Unpack4x8snorm "unpack4x8snorm" [scalar(U32)] -> vec4(F32),
                lanes { none }, allowed { none },
                whole { packing::unpack4x8snorm => call::unpack4x8snorm, Whole }, notes [], effort Whole;
            Unpack4x8unorm "unpack4x8unorm" [scalar(U32)] -> vec4(F32),
                lanes { none }, allowed { none },
                whole { packing::unpack4x8unorm => call::unpack4x8unorm, Whole }, notes [], effort Whole;
            Unpack4xI8 "unpack4xI8" [scalar(U32)] -> vec4(I32),
                lanes { none }, allowed { none },
                whole { packing::unpack_signed_bytes => call::any, Whole }, notes [], effort Whole;
            Unpack4xU8 "unpack4xU8" [scalar(U32)] -> vec4(U32),
                lanes { none }, allowed { none },
                whole { packing::unpack_unsigned_bytes => call::any, Whole }, notes [], effort Whole;
            Unpack2x16snorm "unpack2x16snorm" [scalar(U32)] -> vec2(F32),
                lanes { none }, allowed { none },
                whole { packing::unpack2x16snorm => call::unpack2x16snorm, Whole }, notes [], effort Whole;
            Unpack2x16unorm "unpack2x16unorm" [scalar(U32)] -> vec2(F32),
                lanes { none }, allowed { none },
                whole { packing::unpack2x16unorm => call::unpack2x16unorm, Whole }, notes [], effort Whole;
            Unpack2x16float "unpack2x16float" [scalar(U32)] -> vec2(F32),
                lanes { none }, allowed { none },
                whole { packing::unpack_halves => call::unpack_halves, Whole },
                notes [Overflow, NotANumber], effort Whole;

            // Other types.
            Bitcast "bitcast" [asked(Any)] -> asked(Any),
                lanes { none }, allowed { none },
                whole { reshape::bitcast => call::bitcast, Cast },
                notes [NotRepresentable(Type::I32), Overflow, NotANumber], effort Whole;
            Construct "construct" [parts(Any)] -> asked(Any),
                lanes { none }, allowed { none },
                whole { reshape::construct => call::any, Whole }, notes [NotRepresentable(Type::F32)], effort Whole;
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
