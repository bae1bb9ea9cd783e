//! The counterparts of the library's functions: each is accepted by the validator of WGSL for every type that the function takes.

use super::{HEAD, asked, check};
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
fn textures_with_integers_are_not_sampled() {
    for (element, call) in [
        ("uint", "s, p.xy"),
        ("int", "s, p.xy, level(1)"),
        ("ushort", "s, p.xy, bias(1)"),
        ("short", "s, p.xy, int2(1)"),
    ] {
        let text = format!(
            "fragment float4 f(texture2d<{element}> t [[texture(0)]], float4 p [[position]]) {{
                constexpr sampler s(filter::nearest); return float4(t.sample({call})); }}"
        );
        let found = super::without_counterpart(&text, "f");
        assert!(found[0].1.contains("only samples floating-point textures"), "{found:?}");
    }
}
