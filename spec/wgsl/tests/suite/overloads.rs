//! The overload tables: well formed, and as many as the specification has.

use shader_numeric::Operation;
use wgsl_spec::{
    AtomicFunction, Edition, EnableExtension, FunctionId, FunctionOperation, Operator, Overload, Scalar,
    ScalarPattern, ScalarVariable, TypePattern, TypeVariable,
};

fn patterns(overload: &Overload) -> impl Iterator<Item = &TypePattern> {
    let parameters = overload.parameters.iter().map(|parameter| &parameter.pattern);
    overload.template.iter().chain(parameters).chain(&overload.result)
}

fn scalar_of(pattern: &TypePattern) -> Option<ScalarPattern> {
    Some(match pattern {
        TypePattern::Scalar(scalar)
        | TypePattern::Vector(_, scalar)
        | TypePattern::ScalarOrVector(_, scalar)
        | TypePattern::Matrix(_, _, scalar)
        | TypePattern::Atomic(scalar)
        | TypePattern::SampledTexture(_, scalar)
        | TypePattern::FrexpResult(_, scalar)
        | TypePattern::ModfResult(_, scalar)
        | TypePattern::AtomicCompareExchangeResult(scalar) => *scalar,
        TypePattern::Array(inner, _) | TypePattern::Pointer(_, inner, _) => return scalar_of(inner),
        _ => return None,
    })
}

fn all_overloads() -> impl Iterator<Item = (FunctionId, &'static Overload)> {
    FunctionId::ALL.into_iter().flat_map(|id| {
        [Edition::Current, Edition::Draft2022]
            .into_iter()
            .flat_map(move |edition| id.get().overloads(edition).iter().map(move |overload| (id, overload)))
    })
}

#[test]
fn every_variable_has_a_set_and_every_set_is_used() {
    for (id, overload) in all_overloads() {
        for pattern in patterns(overload) {
            if let Some(ScalarPattern::Variable(ScalarVariable(index))) = scalar_of(pattern) {
                assert!((index as usize) < overload.scalars.len(), "{}", overload.signature);
            }
            if let TypePattern::Variable(TypeVariable(index)) = pattern {
                assert!((*index as usize) < overload.types.len(), "{}", overload.signature);
            }
        }
        for index in 0..overload.scalars.len() {
            let used = |pattern: &TypePattern| {
                scalar_of(pattern) == Some(ScalarPattern::Variable(ScalarVariable(index as u8)))
            };
            assert!(patterns(overload).any(used), "{}: {}", id.get().name, overload.signature);
        }
    }
}

#[test]
fn result_variables_stand_in_arguments_or_template() {
    for (_, overload) in all_overloads() {
        let Some(result) = &overload.result else { continue };
        if let Some(ScalarPattern::Variable(variable)) = scalar_of(result) {
            let stands =
                |pattern: &TypePattern| scalar_of(pattern) == Some(ScalarPattern::Variable(variable));
            let parameters = overload.parameters.iter().map(|parameter| &parameter.pattern);
            assert!(overload.template.iter().chain(parameters).any(stands), "{}", overload.signature);
        }
    }
}

#[test]
fn the_draft_has_no_half_floats_and_no_abstract_arguments() {
    for id in FunctionId::ALL {
        for overload in id.get().draft_2022 {
            for set in overload.scalars {
                assert!(!set.contains(Scalar::F16), "{}", overload.signature);
                let abstract_literal = id == FunctionId::NEGATE;
                assert!(abstract_literal || !set.contains(Scalar::AbstractInt), "{}", overload.signature);
            }
        }
    }
}

#[test]
fn offsets_and_components_have_ranges() {
    for (id, overload) in all_overloads() {
        let name = id.get().name;
        for parameter in overload.parameters {
            let expected = match parameter.name {
                "offset" if name.starts_with("texture") => Some((-8, 7)),
                "component" => Some((0, 3)),
                "col_major" => Some((0, 1)),
                "id" if name == "subgroupBroadcast" => Some((0, 127)),
                "id" if name == "quadBroadcast" => Some((0, 3)),
                _ => None,
            };
            let range = parameter.const_range.map(|range| (range.low, range.high));
            assert_eq!(range, expected, "{}", overload.signature);
        }
    }
}

#[test]
fn operators_have_tokens_and_two_operands() {
    assert_eq!(Operator::ALL.len(), 18);
    for operator in Operator::ALL {
        let function = operator.function().get();
        assert_eq!(function.name, operator.name());
        assert!(function.symbol.is_none() && function.value_operation().is_some());
        assert!(function.current.iter().all(|overload| overload.parameters.len() == 2));
    }
    for id in [FunctionId::NEGATE, FunctionId::NOT, FunctionId::COMPLEMENT] {
        assert!(id.get().current.iter().all(|overload| overload.parameters.len() == 1));
    }
}

#[test]
fn const_functions_compute_values_and_messages_have_signatures() {
    for id in FunctionId::ALL {
        let function = id.get();
        assert_eq!(function.is_const, function.value_operation().is_some(), "{}", function.name);
        assert_eq!(function.stages.0 & !7, 0);
        for overload in function.current {
            assert!(overload.signature.contains(function.name), "{}", overload.signature);
        }
    }
    let clamp = &FunctionId::CLAMP.get().current[0];
    assert_eq!(clamp.signature, "clamp(e: T, low: T, high: T) -> T");
    assert_eq!(
        clamp.constraints,
        "S is AbstractInt, AbstractFloat, i32, u32, f32, or f16; T is S or vecN<S>"
    );
    assert_eq!(Operator::Add.function().get().current[0].signature, "T + T -> T");
}

#[test]
fn operations_have_words() {
    let add = FunctionOperation::Atomic(AtomicFunction::Add);
    assert_eq!(FunctionOperation::named("Atomic.Add"), Some(add));
    assert_eq!(FunctionOperation::named("Clamp"), Some(FunctionOperation::Value(Operation::Clamp)));
    for unknown in
        ["Atomic.Clamp", "Atomics.Add", "atomic.add", "Atomic", "clamp", "Clump", "Value.Clamp", ""]
    {
        assert_eq!(FunctionOperation::named(unknown), None, "{unknown}");
    }
    for id in FunctionId::ALL {
        let (function, proposed) = (id.get(), id.get().enable.is_some_and(EnableExtension::is_proposed));
        assert_eq!(function.operation.is_none(), proposed, "{}", function.name);
    }
}

/// The rows of the specification make one overload each; a row for several textures makes one for each.
#[test]
fn rows_are_counted_as_the_specification_counts_them() {
    let mut rows = 0;
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/builtins")).expect("the data folder")
    {
        let text = std::fs::read_to_string(file.expect("an entry").path()).expect("a text file");
        let mut in_current = false;
        for line in text.lines() {
            match line.trim() {
                "current:" => in_current = true,
                "zero_value:" | "proposed:" | "draft_2022:" => in_current = false,
                row if row.starts_with("- { signature:") => rows += usize::from(in_current),
                row if row.starts_with("- name:") => in_current = false,
                _ => {}
            }
        }
    }
    assert_eq!(rows, 357);
}
