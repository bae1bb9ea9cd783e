//! The counterparts of the library's functions: each is accepted by the validator of WGSL for every type that the function takes.

use super::{HEAD, asked, assert_lines, check, of_function, of_statements};
use crate::Refusal;
use msl_spec::{FUNCTIONS, Function, FunctionOperation, Pattern, Scalar, Signature, ValueType, Width};
use msl_validator::{Options, module};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The types that the variable of a signature may be.
fn types() -> Vec<ValueType> {
    let scalars =
        [Scalar::Bool, Scalar::Char, Scalar::Ushort, Scalar::Int, Scalar::Uint, Scalar::Half, Scalar::Float];
    let vector =
        |scalar| [Width::Two, Width::Three, Width::Four].map(|width| ValueType::Vector(scalar, width));
    scalars
        .iter()
        .flat_map(|scalar| core::iter::once(ValueType::Scalar(*scalar)).chain(vector(*scalar)))
        .collect()
}

/// A program that calls a function with a type; `None` if it takes other things than values.
fn program(function: &Function, signature: &Signature, ty: ValueType) -> Option<String> {
    let stage = match function.operation {
        FunctionOperation::Derivative(_) => "fragment",
        FunctionOperation::Value(_)
        | FunctionOperation::Composed(_)
        | FunctionOperation::Simd(_)
        | FunctionOperation::Quad(_) => "kernel",
        FunctionOperation::Atomic(_)
        | FunctionOperation::Barrier(_)
        | FunctionOperation::Discard
        | FunctionOperation::SampleCount
        | FunctionOperation::SamplePosition
        | FunctionOperation::IsFunctionConstantDefined
        | FunctionOperation::IsNullTexture
        | FunctionOperation::NotExecuted => return None,
    };
    let mut statements = String::new();
    let mut arguments = Vec::new();
    for (number, parameter) in signature.parameters.iter().enumerate() {
        let (Pattern::Value(pattern) | Pattern::Reference(_, pattern)) = parameter.pattern else {
            return None;
        };
        let own = pattern.instance(ty)?;
        let _ = write!(statements, "{own} x{number} = {own}(i); ");
        arguments.push(format!("x{number}"));
    }
    let Pattern::Value(result) = signature.result else { return None };
    let result = result.instance(ty)?;
    let call = format!("{result} y = metal::{}({});", function.name, arguments.join(", "));
    Some(if stage == "kernel" {
        format!("kernel void f(uint i [[thread_position_in_grid]]) {{ {statements}{call} }}")
    } else {
        format!(
            "fragment float4 f(float4 i0 [[position]]) {{ float i = i0.x; {statements}{call} return 0; }}"
        )
    })
}

#[test]
fn counterparts_are_accepted_for_every_type() {
    let mut called = BTreeSet::new();
    for function in FUNCTIONS.iter().filter(|function| function.wgsl.is_some()) {
        for (signature, ty) in
            function.signatures.iter().flat_map(|it| types().into_iter().map(move |ty| (it, ty)))
        {
            let Some(text) = program(function, signature, ty) else { continue };
            let judged = module(&format!("{HEAD}{text}"), &Options::default());
            // It does not take this type.
            if !judged.is_accepted() {
                continue;
            }
            match asked(&judged, "f") {
                Ok(translation) => {
                    check(&translation);
                    called.insert(function.name);
                }
                // Only functions of bits are for one size.
                Err(Refusal::NoCounterpart(found)) => {
                    let is_of_bits = function.wgsl.is_some_and(|it| it.bits.is_some());
                    assert!(is_of_bits, "{text}: {found:?}");
                }
                Err(Refusal::Request(message)) => panic!("{text}: {message}"),
            }
        }
    }
    assert!(called.len() >= 120, "only {} functions were called: {called:?}", called.len());
}

#[test]
fn constants_that_wgsl_rejects_have_names() {
    for statements in [
        "float2 v = sqrt(float2(-1, 4)); a[i] = int(v.y);",
        "half3 v = acos(half3(2)); a[i] = int(v.y);",
        "a[i] = clamp(a[i], 5, 3);",
        "float3 v = clamp(float3(b[i]), float3(1, 2, 3), float3(2, 1, 4)); a[i] = int(v.x);",
        "a[i] = int(simd_shuffle(b[i], ushort(700)));",
    ] {
        assert!(of_statements(statements).contains("let constant"), "{statements}");
    }
    assert!(!of_statements("a[i] = clamp(a[i], 3, 5);").contains("let constant"));
}

#[test]
fn matrices_are_negated() {
    let wgsl = of_statements("float2x2 m = float2x2(b[i]); m = -m; a[i] = int(m[0].x);");
    assert!(wgsl.contains("m = -1.0f * m"), "{wgsl}");
}

/// WGSL rejects a division by an override that is zero where the pipeline is made, also if the program never gets there.
#[test]
fn divisors_that_wgsl_knows_are_computed_while_the_program_runs() {
    let wgsl = of_function(
        "constant uint N [[function_constant(0)]];
        kernel void f(device uint* a [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            if (N > 0) { a[i] /= N; a[0] = i % N; } a[1] = a[2] / 3u; a[4] = 8u / a[3]; }",
        "f",
    )
    .wgsl;
    let lines = [
        "a[i] /= run_time_u32(N);",
        "a[0u] = i % run_time_u32(N);",
        "a[1u] = a[2u] / 3u;",
        "a[4u] = 8u / a[3u];",
    ];
    assert_lines(&wgsl, &lines);
}
