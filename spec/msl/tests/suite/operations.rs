//! The operations of the functions of the library.

use std::collections::BTreeSet;

use msl_spec::{
    AtomicFunction, BarrierFunction, ComposedFunction, DerivativeFunction, FUNCTIONS, Function,
    FunctionOperation, GroupFunction, Pattern, Scalar, Signature, ValuePattern, functions,
};
use shader_numeric::{Operation, Type};

/// The operation of a function that has one name in one table, or the same operation in all.
fn operation(name: &str) -> FunctionOperation {
    let found: Vec<FunctionOperation> = functions(name).iter().map(|function| function.operation).collect();
    assert!(!found.is_empty() && found.iter().all(|other| *other == found[0]), "{name}: {found:?}");
    found[0]
}

/// The type with which operations compute for a scalar.
fn computed(scalar: Scalar) -> Type {
    match scalar {
        Scalar::Bool => Type::Bool,
        Scalar::Char => Type::I8,
        Scalar::Uchar => Type::U8,
        Scalar::Short => Type::I16,
        Scalar::Ushort => Type::U16,
        Scalar::Int => Type::I32,
        Scalar::Uint => Type::U32,
        Scalar::Long => Type::I64,
        Scalar::Ulong => Type::U64,
        // No operation computes with `bfloat`, which has the size of `half`.
        Scalar::Half | Scalar::Bfloat => Type::F16,
        Scalar::Float => Type::F32,
        Scalar::Double => Type::F64,
    }
}

/// The types of the components of all parameters, for each type of the variable.
fn instances(signature: &Signature) -> Vec<Vec<Type>> {
    let of = |variable| {
        let types = signature.parameters.iter().map(|parameter| match (parameter.pattern, variable) {
            (Pattern::Value(ValuePattern::Fixed(ty)), _) => computed(ty.scalar()),
            (Pattern::Value(pattern), Some(variable)) => {
                computed(pattern.instance(variable).expect("a type").scalar())
            }
            other => panic!("{}: {other:?}", signature.text),
        });
        types.collect()
    };
    if signature.variable.is_empty() {
        vec![of(None)]
    } else {
        signature.variable.iter().map(|variable| of(Some(variable))).collect()
    }
}

fn values() -> impl Iterator<Item = (&'static Function, Operation)> {
    FUNCTIONS.iter().filter_map(|function| Some((function, function.operation.value()?)))
}

#[test]
fn operations_on_values_have_an_operand_for_each_parameter() {
    for (function, operation) in values() {
        for signature in function.signatures {
            assert_eq!(operation.operands().len(), signature.parameters.len(), "{}", function.name);
        }
    }
}

#[test]
fn operations_on_values_admit_the_types_of_the_parameters() {
    for (function, operation) in values() {
        for types in function.signatures.iter().flat_map(instances) {
            for (part, ty) in operation.operands().iter().zip(&types) {
                assert!(part.class.has(*ty, types[0]), "{} {types:?}", function.name);
            }
        }
    }
}

#[test]
fn each_composed_function_is_that_of_a_function() {
    for composed in ComposedFunction::ALL {
        let operation = FunctionOperation::Composed(*composed);
        assert!(FUNCTIONS.iter().any(|function| function.operation == operation), "{composed:?}");
    }
}

#[test]
fn each_function_of_atomics_groups_barriers_and_derivatives_is_there() {
    let used = |operation| FUNCTIONS.iter().any(|function| function.operation == operation);
    assert!(AtomicFunction::ALL.iter().all(|function| used(FunctionOperation::Atomic(*function))));
    assert!(BarrierFunction::ALL.iter().all(|function| used(FunctionOperation::Barrier(*function))));
    assert!(GroupFunction::ALL.iter().all(|function| used(FunctionOperation::Simd(*function))));
    assert!(GroupFunction::ALL.iter().all(|function| used(FunctionOperation::Quad(*function))));
    assert!(DerivativeFunction::ALL.iter().all(|function| used(FunctionOperation::Derivative(*function))));
}

#[test]
fn kinds_of_operations_have_sections_of_their_own() {
    for function in &FUNCTIONS {
        let sections: &[&str] = match function.operation {
            FunctionOperation::Value(_) | FunctionOperation::Composed(_) => {
                &["6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.12.1", "6.12.2"]
            }
            FunctionOperation::Atomic(_) => &["6.13.2.1", "6.13.2.2", "6.13.2.3", "6.13.2.4", "6.13.2.5"],
            FunctionOperation::Barrier(_) => &["6.8.1"],
            FunctionOperation::Simd(_) => &["6.8.2"],
            FunctionOperation::Quad(_) => &["6.8.3"],
            FunctionOperation::Derivative(_) => &["6.9.1.1"],
            FunctionOperation::SampleCount | FunctionOperation::SamplePosition => &["6.9.1.2"],
            FunctionOperation::Discard => &["6.9.1.3"],
            FunctionOperation::IsFunctionConstantDefined => &["5.8.1"],
            FunctionOperation::IsNullTexture => &["6.10.18"],
            FunctionOperation::NotExecuted => &["6.5", "6.6", "6.8.2", "6.8.3"],
        };
        assert!(sections.contains(&function.section), "{} {}", function.name, function.section);
    }
}

#[test]
fn the_two_groups_have_the_same_functions() {
    let of = |prefix: &str| {
        let named =
            FUNCTIONS.iter().filter_map(|function| Some((function.name.strip_prefix(prefix)?, function)));
        let grouped = named.filter_map(|(name, function)| match function.operation {
            FunctionOperation::Simd(function) | FunctionOperation::Quad(function) => {
                Some((name, format!("{function:?}")))
            }
            FunctionOperation::Value(_)
            | FunctionOperation::Composed(_)
            | FunctionOperation::Atomic(_)
            | FunctionOperation::Barrier(_)
            | FunctionOperation::Derivative(_)
            | FunctionOperation::Discard
            | FunctionOperation::SampleCount
            | FunctionOperation::SamplePosition
            | FunctionOperation::IsFunctionConstantDefined
            | FunctionOperation::IsNullTexture
            | FunctionOperation::NotExecuted => None,
        });
        grouped.collect::<BTreeSet<_>>()
    };
    assert_eq!(of("simd_"), of("quad_"));
    assert_eq!(of("simd_").len(), GroupFunction::ALL.len());
}

#[test]
fn values_are_those_of_operations() {
    for (name, expected) in [
        ("clamp", Operation::Clamp),
        ("max", Operation::Max),
        ("abs", Operation::Abs),
        ("fabs", Operation::Abs),
        ("select", Operation::Select),
        ("not", Operation::Not),
        ("rint", Operation::Round),
        ("rsqrt", Operation::InverseSqrt),
        ("fmod", Operation::Remainder),
        ("powr", Operation::Pow),
        ("dot", Operation::Dot),
        ("clz", Operation::CountLeadingZeros),
        ("popcount", Operation::CountOneBits),
        ("pack_float_to_unorm4x8", Operation::Pack4x8unorm),
        ("unpack_snorm2x16_to_float", Operation::Unpack2x16snorm),
    ] {
        assert_eq!(operation(name), FunctionOperation::Value(expected), "{name}");
    }
}

#[test]
fn functions_that_differ_from_an_operation_are_composed() {
    for (name, expected) in [
        ("mix", ComposedFunction::Mix),
        ("fma", ComposedFunction::Fma),
        ("fract", ComposedFunction::Fract),
        ("pow", ComposedFunction::Pow),
        ("round", ComposedFunction::RoundAway),
        ("reflect", ComposedFunction::Reflect),
        ("frexp", ComposedFunction::Frexp),
        ("modf", ComposedFunction::Modf),
        ("fmax3", ComposedFunction::Max3),
        ("max3", ComposedFunction::Max3),
        ("mad24", ComposedFunction::MultiplyAdd24),
        ("madhi", ComposedFunction::MultiplyAddHigh),
        ("pack_float_to_snorm4x8", ComposedFunction::PackSnorm4x8),
        ("pack_half_to_unorm4x8", ComposedFunction::PackUnorm4x8),
        ("unpack_unorm4x8_srgb_to_half", ComposedFunction::UnpackSrgbUnorm4x8),
    ] {
        assert_eq!(operation(name), FunctionOperation::Composed(expected), "{name}");
        assert_eq!(operation(name).value(), None, "{name}");
    }
}

#[test]
fn functions_of_memory_and_groups_have_their_operations() {
    for (name, expected) in [
        ("simd_sum", FunctionOperation::Simd(GroupFunction::Sum)),
        ("quad_shuffle_rotate_up", FunctionOperation::Quad(GroupFunction::ShuffleRotateUp)),
        ("atomic_fetch_add_explicit", FunctionOperation::Atomic(AtomicFunction::Add)),
        ("atomic_fetch_sub", FunctionOperation::Atomic(AtomicFunction::Subtract)),
        ("atomic_max_explicit", FunctionOperation::Atomic(AtomicFunction::Max)),
        ("threadgroup_barrier", FunctionOperation::Barrier(BarrierFunction::Threadgroup)),
        ("fwidth", FunctionOperation::Derivative(DerivativeFunction::Width)),
        ("discard_fragment", FunctionOperation::Discard),
    ] {
        assert_eq!(operation(name), expected, "{name}");
    }
}

#[test]
fn operations_are_found_by_their_words() {
    assert_eq!(FunctionOperation::named("Clamp"), Some(FunctionOperation::Value(Operation::Clamp)));
    assert_eq!(FunctionOperation::named("Quad.Any"), Some(FunctionOperation::Quad(GroupFunction::Any)));
    assert_eq!(FunctionOperation::named("Discard"), Some(FunctionOperation::Discard));
    for words in ["", "clamp", "Value.Clamp", "Quad", "Quad.", "Quad.Barrier", "Simd.Swap", "Discard.X"] {
        assert_eq!(FunctionOperation::named(words), None, "{words}");
    }
}
