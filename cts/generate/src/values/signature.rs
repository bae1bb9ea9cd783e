//! The rows of overload tables, with types for their variables.

use super::value_type::ValueType;
use crate::argument::Argument;
use crate::operators;
use crate::overload::{Substitution, is_known, substitutions};
use std::collections::HashSet;
use wgsl_spec::{Edition, EnableExtension, Function, Overload, Scalar, SizePattern, TypePattern};
use wgsl_validator::needs::Extension;

/// A function or operator with types for its parameters and its result.
#[derive(Debug)]
pub(super) struct Signature {
    function: &'static Function,
    template: String,
    pub(super) parameters: Vec<ValueType>,
    pub(super) results: Vec<Part>,
}

/// The result, or a member of it that is stored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    /// The name of the member; `None` for the result itself.
    pub(super) member: Option<&'static str>,
    pub(super) ty: ValueType,
}

/// All signatures of a function, each once.
pub(super) fn signatures(function: &'static Function) -> Vec<Signature> {
    let overloads = function.overloads(Edition::Current);
    // `vec2<f32>(…)` says all that `vec2(…)` leaves to be inferred.
    let is_explicit = overloads.iter().any(|overload| !overload.template.is_empty());
    let wanted = overloads.iter().filter(|it| is_known(it) && !(is_explicit && it.template.is_empty()));
    let mut seen = HashSet::new();
    let made = wanted.flat_map(|overload| of_overload(function, overload));
    made.filter(|made| seen.insert((made.template.clone(), made.parameters.clone()))).collect()
}

fn of_overload(function: &'static Function, overload: &'static Overload) -> Vec<Signature> {
    let sizes = (2..5).flat_map(|first| (2..5).map(move |second| (first, second)));
    let sizes: Vec<(u8, u8)> = std::iter::once((1, 1)).chain(sizes).collect();
    let substitutions = substitutions(overload);
    let choices = substitutions.iter().flat_map(|choice| sizes.iter().map(move |sizes| (choice, *sizes)));
    choices.filter_map(|(choice, sizes)| signature(function, overload, &mut choice.clone(), sizes)).collect()
}

/// The signature of a row; `None` if a type is abstract or not a type of values. `bitcast` has a row for each type of its
/// argument, but every signature is made once.
fn signature(
    function: &'static Function,
    overload: &Overload,
    choice: &mut Substitution,
    sizes: (u8, u8),
) -> Option<Signature> {
    let template: Option<Vec<Argument>> =
        overload.template.iter().map(|pattern| choice.argument(pattern, sizes)).collect();
    let template = template?;
    let parameters = overload.parameters.iter().map(|it| ValueType::of(choice.argument(&it.pattern, sizes)?));
    let parameters = parameters.collect::<Option<Vec<ValueType>>>()?;
    let written = template.iter().map(|argument| ValueType::of(*argument)).collect::<Option<Vec<_>>>()?;
    if parameters.is_empty() {
        return None;
    }
    let results = results(overload.result.as_ref()?, choice, sizes)?;
    let names: Vec<String> = written.into_iter().map(ValueType::name).collect();
    let template = if names.is_empty() { String::new() } else { format!("<{}>", names.join(", ")) };
    Some(Signature { function, template, parameters, results })
}

/// The parts of a result that are stored.
fn results(result: &TypePattern, choice: &mut Substitution, sizes: (u8, u8)) -> Option<Vec<Part>> {
    let (first, second, size, scalar) = match *result {
        TypePattern::FrexpResult(size, scalar) => ("fract", ("exp", Some(Scalar::I32)), size, scalar),
        TypePattern::ModfResult(size, scalar) => ("fract", ("whole", None), size, scalar),
        TypePattern::Scalar(_)
        | TypePattern::Vector(..)
        | TypePattern::ScalarOrVector(..)
        | TypePattern::Matrix(..)
        | TypePattern::Variable(_)
        | TypePattern::Array(..)
        | TypePattern::Atomic(_)
        | TypePattern::AtomicVec2u
        | TypePattern::Pointer(..)
        | TypePattern::Buffer(_)
        | TypePattern::SampledTexture(..)
        | TypePattern::StorageTexture(..)
        | TypePattern::PlainTexture(_)
        | TypePattern::Sampler
        | TypePattern::SamplerComparison
        | TypePattern::AtomicCompareExchangeResult(_)
        | TypePattern::SubgroupMatrix(..)
        | TypePattern::MatrixComponent(_)
        | TypePattern::MatrixOrder => {
            let ty = ValueType::of(choice.argument(result, sizes)?)?;
            return Some(vec![Part { member: None, ty }]);
        }
    };
    let pattern = match size {
        SizePattern::Scalar => TypePattern::Scalar(scalar),
        SizePattern::Fixed(_) | SizePattern::Variable(_) => TypePattern::Vector(size, scalar),
    };
    let ty = ValueType::of(choice.argument(&pattern, sizes)?)?;
    let other = ValueType { scalar: second.1.unwrap_or(ty.scalar), ..ty };
    Some(vec![Part { member: Some(first), ty }, Part { member: Some(second.0), ty: other }])
}

impl Signature {
    /// The template list and the types of the parameters.
    pub(super) fn name(&self) -> String {
        let types: Vec<String> = self.parameters.iter().map(|ty| ty.name()).collect();
        format!("{}{}", self.template, types.join(", "))
    }

    /// The name of the function or operator.
    pub(super) fn function_name(&self) -> String {
        if self.function.symbol.is_some() {
            self.function.name.to_owned()
        } else {
            operators::name(self.function)
        }
    }

    /// A call, or an operator with its operands.
    pub(super) fn expression(&self, arguments: &[String]) -> String {
        let name = self.function.name;
        match (self.function.symbol, arguments) {
            (None, [operand]) => format!("{name}{operand}"),
            (None, [left, right]) => format!("{left} {name} {right}"),
            _ => format!("{name}{}({})", self.template, arguments.join(", ")),
        }
    }

    /// Returns true if overrides can hold its arguments.
    pub(super) fn takes_scalars(&self) -> bool {
        self.parameters.iter().all(|ty| ty.is_scalar())
    }

    /// The extensions that programs need for it.
    pub(super) fn needs(&self) -> Vec<Extension> {
        let of_function =
            [self.function.enable.map(Extension::Enable), self.function.language.map(Extension::Language)];
        let mut needs: Vec<Extension> = of_function.into_iter().flatten().collect();
        let results = self.results.iter().map(|part| &part.ty);
        let f16 = Extension::Enable(EnableExtension::F16);
        if !needs.contains(&f16) && self.parameters.iter().chain(results).any(|ty| ty.scalar == Scalar::F16) {
            needs.push(f16);
        }
        needs
    }
}
