//! Overload resolution compared with a transcription of the specification.
//! <https://www.w3.org/TR/WGSL/#overload-resolution-section>
//!
//! Here every row is expanded into all its overloads, and the four steps of the specification are applied to them as they
//! stand, for all small tuples of arguments.

use super::Checker;
use super::chosen::Failure;
use crate::meaning::{EvaluationStage, Typed};
use crate::types::TypeId;
use wgsl_spec::{
    Condition, Edition, FunctionId, Overload, Scalar, ScalarPattern, SizePattern, TypePattern,
    conversion_rank,
};

/// A scalar (1 column, 1 row), vector (1 column) or matrix type, or a result that is none of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Value { columns: u8, rows: u8, scalar: Scalar },
    Other(TypeId),
}

impl Shape {
    const fn scalar(scalar: Scalar) -> Self {
        Self::Value { columns: 1, rows: 1, scalar }
    }

    const fn vector(rows: u8, scalar: Scalar) -> Self {
        Self::Value { columns: 1, rows, scalar }
    }

    const fn matrix(columns: u8, rows: u8, scalar: Scalar) -> Self {
        Self::Value { columns, rows, scalar }
    }

    fn ty(self) -> TypeId {
        match self {
            Self::Value { columns: 1, rows, scalar } => TypeId::scalar_or_vector(rows, scalar),
            Self::Value { columns, rows, scalar } => TypeId::matrix(columns, rows, scalar),
            Self::Other(ty) => ty,
        }
    }

    fn is_abstract(self) -> bool {
        matches!(self, Self::Value { scalar, .. } if scalar.is_abstract())
    }

    /// <https://www.w3.org/TR/WGSL/#conversion-rank>
    fn rank(self, to: Self) -> Option<u8> {
        match (self, to) {
            (
                Self::Value { columns, rows, scalar },
                Self::Value { columns: to_columns, rows: to_rows, scalar: to_scalar },
            ) if (columns, rows) == (to_columns, to_rows) => conversion_rank(scalar, to_scalar),
            _ => None,
        }
    }
}

/// One overload without variables.
#[derive(Debug)]
struct Candidate {
    template: Vec<Shape>,
    parameters: Vec<Shape>,
    result: TypeId,
}

/// The meanings of the variables of a row.
#[derive(Clone, Copy, Debug)]
struct Substitution {
    scalars: [Scalar; 4],
    /// 1 is a scalar in place of a vector.
    sizes: [u8; 4],
}

impl Substitution {
    fn scalar(self, pattern: ScalarPattern) -> Scalar {
        match pattern {
            ScalarPattern::Fixed(scalar) => scalar,
            ScalarPattern::Variable(variable) => self.scalars[usize::from(variable.0)],
            ScalarPattern::ChannelOfFormat => panic!("no storage texture is among the parameters"),
            ScalarPattern::OfComponent(_) => panic!("no subgroup matrix is among the parameters"),
        }
    }

    fn size(self, pattern: SizePattern) -> u8 {
        match pattern {
            SizePattern::Scalar => 1,
            SizePattern::Fixed(size) => size,
            SizePattern::Variable(variable) => self.sizes[usize::from(variable.0)],
        }
    }

    fn shape(self, pattern: &TypePattern) -> Shape {
        match *pattern {
            TypePattern::Scalar(scalar) => Shape::scalar(self.scalar(scalar)),
            TypePattern::Vector(size, scalar) => Shape::vector(self.size(size), self.scalar(scalar)),
            TypePattern::ScalarOrVector(size, scalar) => {
                Shape::vector(self.size(SizePattern::Variable(size)), self.scalar(scalar))
            }
            TypePattern::Matrix(columns, rows, scalar) => {
                Shape::matrix(self.size(columns), self.size(rows), self.scalar(scalar))
            }
            TypePattern::FrexpResult(size, scalar) => {
                Shape::Other(TypeId::frexp_result(self.size(size), self.scalar(scalar)))
            }
            TypePattern::ModfResult(size, scalar) => {
                Shape::Other(TypeId::modf_result(self.size(size), self.scalar(scalar)))
            }
            _ => panic!("no other types are among the parameters"),
        }
    }
}

fn is_value(pattern: &TypePattern) -> bool {
    matches!(
        pattern,
        TypePattern::Scalar(_)
            | TypePattern::Vector(..)
            | TypePattern::ScalarOrVector(..)
            | TypePattern::Matrix(..)
    )
}

/// The sizes that each size variable of a row stands for; only 0 where there is no such variable.
fn sizes_of(overload: &Overload) -> [Vec<u8>; 4] {
    let mut sizes: [Vec<u8>; 4] = core::array::from_fn(|_| vec![0]);
    let patterns = overload.parameters.iter().map(|parameter| &parameter.pattern);
    for pattern in overload.template.iter().chain(patterns) {
        match pattern {
            TypePattern::Vector(SizePattern::Variable(variable), _) => {
                sizes[usize::from(variable.0)] = vec![2, 3, 4];
            }
            TypePattern::ScalarOrVector(variable, _) => sizes[usize::from(variable.0)] = vec![1, 2, 3, 4],
            TypePattern::Matrix(columns, rows, _) => {
                for size in [columns, rows] {
                    if let SizePattern::Variable(variable) = size {
                        sizes[usize::from(variable.0)] = vec![2, 3, 4];
                    }
                }
            }
            _ => {}
        }
    }
    sizes
}

/// All substitutions of a row.
fn substitutions(overload: &Overload) -> Vec<Substitution> {
    let mut all = vec![Substitution { scalars: [Scalar::Bool; 4], sizes: [0; 4] }];
    for (index, set) in overload.scalars.iter().enumerate() {
        let each = |substitution: Substitution| {
            set.iter().map(move |scalar| {
                let mut with = substitution;
                with.scalars[index] = scalar;
                with
            })
        };
        all = all.into_iter().flat_map(each).collect();
    }
    for (index, sizes) in sizes_of(overload).iter().enumerate() {
        let each = |substitution: Substitution| {
            sizes.iter().map(move |size| {
                let mut with = substitution;
                with.sizes[index] = *size;
                with
            })
        };
        all = all.into_iter().flat_map(each).collect();
    }
    all
}

fn holds(condition: Condition, substitution: Substitution, candidate: &Candidate) -> bool {
    match condition {
        Condition::ResultDiffersFromArgument => candidate.result != candidate.parameters[0].ty(),
        Condition::AbstractTogether(left, right) => {
            let is_abstract = |variable: u8| substitution.scalars[usize::from(variable)].is_abstract();
            is_abstract(left) == is_abstract(right)
        }
        Condition::ViewedTypeFitsSpace => panic!("no buffer is among the parameters"),
    }
}

/// All overloads of a function: the type rules of the specification.
fn expand(function: FunctionId) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for overload in function.get().overloads(Edition::Current) {
        for substitution in substitutions(overload) {
            let candidate = Candidate {
                template: overload.template.iter().map(|pattern| substitution.shape(pattern)).collect(),
                parameters: overload
                    .parameters
                    .iter()
                    .map(|parameter| substitution.shape(&parameter.pattern))
                    .collect(),
                result: overload
                    .result
                    .as_ref()
                    .map_or(TypeId::VOID, |pattern| substitution.shape(pattern).ty()),
            };
            if overload.conditions.iter().all(|condition| holds(*condition, substitution, &candidate)) {
                candidates.push(candidate);
            }
        }
    }
    candidates
}

type Outcome = Result<(Vec<TypeId>, TypeId), Failure>;

/// The steps of the specification. `runtime` is the argument that is not a const-expression.
fn by_the_specification(
    candidates: &[Candidate],
    template: &[Shape],
    arguments: &[Shape],
    runtime: Option<usize>,
) -> Outcome {
    // 1. Enumerate the conversion ranks of the candidates that apply.
    let mut applying: Vec<(&Candidate, Vec<u8>)> = candidates
        .iter()
        .filter(|candidate| candidate.template == template && candidate.parameters.len() == arguments.len())
        .filter_map(|candidate| {
            let pairs = arguments.iter().zip(&candidate.parameters);
            let ranks: Option<Vec<u8>> = pairs.map(|(argument, to)| argument.rank(*to)).collect();
            Some((candidate, ranks?))
        })
        .collect();
    // 2. Eliminate candidates with an abstract subexpression when another is not a const-expression.
    if let Some(runtime) = runtime {
        applying.retain(|(candidate, _)| {
            let mut others = candidate.parameters.iter().enumerate().filter(|(index, _)| *index != runtime);
            !others.any(|(_, parameter)| parameter.is_abstract())
        });
    }
    if applying.is_empty() {
        return Err(Failure::NoMatch);
    }
    // 3. Rank the candidates.
    let is_preferred = |one: &[u8], other: &[u8]| {
        one.iter().zip(other).all(|(one, other)| one <= other)
            && one.iter().zip(other).any(|(one, other)| one < other)
    };
    // 4. One must be preferred over all the others.
    let mut winners = applying.iter().enumerate().filter(|(index, (_, ranks))| {
        let mut others = applying.iter().enumerate().filter(|(other, _)| other != index);
        others.all(|(_, (_, other))| is_preferred(ranks, other))
    });
    match winners.next() {
        Some((_, (winner, _))) => {
            Ok((winner.parameters.iter().map(|shape| shape.ty()).collect(), winner.result))
        }
        None => Err(Failure::Ambiguous),
    }
}

fn by_the_checker(
    checker: &mut Checker<'_>,
    function: FunctionId,
    template: &[Shape],
    arguments: &[Shape],
    runtime: Option<usize>,
) -> Outcome {
    let template: Vec<TypeId> = template.iter().map(|shape| shape.ty()).collect();
    let stage =
        |index| if Some(index) == runtime { EvaluationStage::Runtime } else { EvaluationStage::Const };
    let typed: Vec<Typed> =
        arguments.iter().enumerate().map(|(index, shape)| Typed::staged(shape.ty(), stage(index))).collect();
    let chosen = checker.resolve_overload(function, &template, &typed)?;
    Ok((chosen.parameters[..arguments.len()].to_vec(), chosen.result))
}

/// Runs something with a checker of the empty module.
fn with_checker(work: impl FnOnce(&mut Checker<'_>)) {
    let (syntax, resolution, options) = Default::default();
    let mut scratch = super::Scratch::default();
    work(&mut Checker::new(&syntax, &resolution, &options, None, &mut scratch).0);
}

/// All scalars, vectors of two and three of them, and some matrices.
fn universe() -> Vec<Shape> {
    let vectored = Scalar::ALL.into_iter().filter(|scalar| *scalar != Scalar::F16);
    let mut types: Vec<Shape> = Scalar::ALL.into_iter().map(Shape::scalar).collect();
    types.extend(vectored.flat_map(|scalar| [Shape::vector(2, scalar), Shape::vector(3, scalar)]));
    for scalar in [Scalar::AbstractFloat, Scalar::F32] {
        types.extend([Shape::matrix(2, 2, scalar), Shape::matrix(2, 3, scalar)]);
    }
    types
}

/// All tuples of this length.
fn tuples(types: &[Shape], length: usize) -> Vec<Vec<Shape>> {
    let mut all = vec![Vec::new()];
    for _ in 0..length {
        let each = |tuple: Vec<Shape>| {
            types.iter().map(move |ty| {
                let mut longer = tuple.clone();
                longer.push(*ty);
                longer
            })
        };
        all = all.into_iter().flat_map(each).collect();
    }
    all
}

/// Functions and operators that take values only.
fn functions() -> impl Iterator<Item = FunctionId> {
    FunctionId::ALL.into_iter().filter(|function| {
        let overloads = function.get().overloads(Edition::Current);
        let takes_values = |overload: &Overload| {
            overload.template.iter().all(is_value)
                && overload.parameters.iter().all(|parameter| is_value(&parameter.pattern))
        };
        !overloads.is_empty() && overloads.iter().all(takes_values)
    })
}

/// Template argument lists to try with a function: none, and every type where it takes one.
fn templates(function: FunctionId) -> Vec<Vec<Shape>> {
    let mut lengths: Vec<usize> =
        function.get().overloads(Edition::Current).iter().map(|overload| overload.template.len()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let types = [
        Shape::scalar(Scalar::I32),
        Shape::scalar(Scalar::F32),
        Shape::scalar(Scalar::Bool),
        Shape::vector(2, Scalar::U32),
    ];
    lengths.into_iter().flat_map(|length| tuples(&types, length)).collect()
}

/// Compares both ways for one function and these arguments, all const and with one that is not.
fn compare(
    checker: &mut Checker<'_>,
    function: FunctionId,
    candidates: &[Candidate],
    template: &[Shape],
    arguments: &[Shape],
) -> usize {
    let is_concrete = |index: &usize| !arguments[*index].is_abstract();
    // Only an expression of a concrete type can be known at run time.
    let runtimes = (0..arguments.len()).filter(is_concrete).map(Some);
    let mut count = 0;
    for runtime in core::iter::once(None).chain(runtimes) {
        let wanted = by_the_specification(candidates, template, arguments, runtime);
        let found = by_the_checker(checker, function, template, arguments, runtime);
        assert_eq!(
            found,
            wanted,
            "{}: template {template:?}, arguments {arguments:?}, at run time: {runtime:?}",
            function.get().name
        );
        count += usize::from(wanted.is_ok());
    }
    count
}

/// Compares both ways for all tuples of arguments of this length.
fn compare_all(types: &[Shape], length: usize) -> usize {
    let tuples = tuples(types, length);
    let mut matched = 0;
    with_checker(|checker| {
        for function in functions() {
            let mut candidates = expand(function);
            candidates.retain(|candidate| candidate.parameters.len() == length);
            if candidates.is_empty() {
                continue;
            }
            for template in templates(function) {
                for tuple in &tuples {
                    matched += compare(checker, function, &candidates, &template, tuple);
                }
            }
        }
    });
    matched
}

#[test]
fn most_functions_take_values_only() {
    let count = functions().count();
    assert!(count > 100, "{count}");
}

#[test]
fn up_to_two_arguments_resolve_as_in_the_specification() {
    let matched: usize = (0..=2).map(|length| compare_all(&universe(), length)).sum();
    assert!(matched > 5000, "{matched}");
}

#[test]
fn three_arguments_resolve_as_in_the_specification() {
    let matched = compare_all(&universe(), 3);
    assert!(matched > 2500, "{matched}");
}

#[test]
fn four_scalars_resolve_as_in_the_specification() {
    let scalars: Vec<Shape> = Scalar::ALL.into_iter().map(Shape::scalar).collect();
    assert!(compare_all(&scalars, 4) > 1000);
}
