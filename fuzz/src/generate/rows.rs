//! The rows of the tables of functions and operators, by the types of their results, and the values of their variables.

use super::types::Type;
use std::sync::LazyLock;
use wgsl_spec::{
    AddressSpace, Edition, EnableExtension, Function, FunctionId, LanguageExtension, Overload, Scalar,
    ScalarPattern, ScalarSet, SizePattern, SizeVariable, TexelFormat, TypePattern,
};

/// A function or operator with those of its overloads that the specification has.
pub(super) struct Family {
    pub(super) function: &'static Function,
    pub(super) overloads: Vec<&'static Overload>,
}

/// All functions and operators of the specification, proposed ones left out.
pub(super) static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| {
    let families = FunctionId::ALL.into_iter().map(|id| {
        let function = id.get();
        let overloads = function.overloads(Edition::Current).iter().filter(|it| !it.is_proposed);
        Family { function, overloads: overloads.collect() }
    });
    families.filter(|family| !family.overloads.is_empty() && !is_proposed(family.function)).collect()
});

fn is_proposed(function: &Function) -> bool {
    function.enable.is_some_and(EnableExtension::is_proposed)
        || function.language.is_some_and(LanguageExtension::is_proposed)
}

/// For each type of a value without structure, the families with a row that results in it.
static BY_RESULT: LazyLock<Vec<(Type, Vec<usize>)>> = LazyLock::new(|| {
    let of = |ty: &Type| {
        let results = |family: &Family| family.overloads.iter().any(|it| Substitution::of(it, ty).is_some());
        FAMILIES.iter().enumerate().filter(|(_, family)| results(family)).map(|(index, _)| index).collect()
    };
    simple_types()
        .into_iter()
        .map(|ty| {
            let families = of(&ty);
            (ty, families)
        })
        .collect()
});

/// The scalars that values have at run time.
pub(super) const SCALARS: [Scalar; 5] = [Scalar::I32, Scalar::U32, Scalar::F32, Scalar::F16, Scalar::Bool];

fn simple_types() -> Vec<Type> {
    let mut types = Vec::new();
    for scalar in SCALARS {
        types.extend((1..=4).map(|size| Type::sized(size, scalar)));
        if scalar.is_float() {
            types.extend(
                (2..=4).flat_map(|columns| (2..=4).map(move |rows| Type::Matrix(columns, rows, scalar))),
            );
        }
    }
    types
}

/// The families with a row that results in a type.
pub(super) fn resulting_in(ty: &Type) -> &'static [usize] {
    BY_RESULT.iter().find(|(result, _)| result == ty).map_or(&[], |(_, families)| families)
}

/// The values of the variables of an overload.
#[derive(Clone, Debug, Default)]
pub(super) struct Substitution {
    pub(super) scalars: [Option<Scalar>; 4],
    pub(super) sizes: [Option<u8>; 4],
    pub(super) types: [Option<Type>; 2],
    /// The channel type of the texel format.
    pub(super) channel: Option<Scalar>,
    pub(super) space: Option<AddressSpace>,
}

impl Substitution {
    /// The values that give the overload this result.
    pub(super) fn of(overload: &Overload, result: &Type) -> Option<Self> {
        let mut substitution = Self::default();
        substitution.unify(overload.result.as_ref()?, result, overload).then_some(substitution)
    }

    fn unify(&mut self, pattern: &TypePattern, ty: &Type, overload: &Overload) -> bool {
        match (pattern, ty) {
            (TypePattern::Scalar(wanted), Type::Scalar(scalar)) => {
                self.unify_scalar(*wanted, *scalar, overload)
            }
            (TypePattern::Vector(size, wanted), Type::Vector(found, scalar)) => {
                self.unify_size(*size, *found) && self.unify_scalar(*wanted, *scalar, overload)
            }
            (TypePattern::ScalarOrVector(size, wanted), Type::Scalar(scalar)) => {
                self.unify_size(SizePattern::Variable(*size), 1)
                    && self.unify_scalar(*wanted, *scalar, overload)
            }
            (TypePattern::ScalarOrVector(size, wanted), Type::Vector(found, scalar)) => {
                self.unify_size(SizePattern::Variable(*size), *found)
                    && self.unify_scalar(*wanted, *scalar, overload)
            }
            (TypePattern::Matrix(columns, rows, wanted), Type::Matrix(across, down, scalar)) => {
                self.unify_size(*columns, *across)
                    && self.unify_size(*rows, *down)
                    && self.unify_scalar(*wanted, *scalar, overload)
            }
            (TypePattern::Variable(variable), _) => {
                self.types[usize::from(variable.0)] = Some(ty.clone());
                true
            }
            _ => false,
        }
    }

    fn unify_scalar(&mut self, pattern: ScalarPattern, found: Scalar, overload: &Overload) -> bool {
        match pattern {
            ScalarPattern::Fixed(scalar) => scalar == found,
            ScalarPattern::Variable(variable) => {
                let index = usize::from(variable.0);
                overload.scalars[index].contains(found) && *self.scalars[index].get_or_insert(found) == found
            }
            ScalarPattern::ChannelOfFormat => {
                self.channel = Some(found);
                matches!(found, Scalar::F32 | Scalar::I32 | Scalar::U32)
            }
            ScalarPattern::OfComponent(_) => false,
        }
    }

    fn unify_size(&mut self, pattern: SizePattern, found: u8) -> bool {
        match pattern {
            SizePattern::Scalar => found == 1,
            SizePattern::Fixed(size) => size == found,
            SizePattern::Variable(variable) => {
                *self.sizes[usize::from(variable.0)].get_or_insert(found) == found
            }
        }
    }

    /// Gives the variables without a value one that `choose` selects: the `n`th of so many.
    pub(super) fn fill(
        &mut self,
        overload: &Overload,
        allowed: ScalarSet,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<()> {
        for (slot, set) in self.scalars.iter_mut().zip(overload.scalars) {
            let alternatives: Vec<Scalar> = set.intersection(allowed).iter().collect();
            if slot.is_none() {
                *slot = Some(*alternatives.get(choose(alternatives.len().max(1)))?);
            }
        }
        let least = if takes_scalars(overload) { 1 } else { 2 };
        for slot in &mut self.sizes {
            if slot.is_none() {
                *slot = Some(least + choose(usize::from(5 - least)) as u8);
            }
        }
        self.space = (!overload.spaces.is_empty()).then(|| overload.spaces[choose(overload.spaces.len())]);
        let format = TexelFormat::ALL[choose(TexelFormat::ALL.len())];
        self.channel = Some(self.channel.unwrap_or(format.channel_type()));
        let chosen = self.scalars.iter().flatten();
        chosen.copied().all(|scalar| allowed.contains(scalar)).then_some(())
    }

    pub(super) fn scalar(&self, pattern: ScalarPattern) -> Option<Scalar> {
        match pattern {
            ScalarPattern::Fixed(scalar) => Some(scalar),
            ScalarPattern::Variable(variable) => self.scalars[usize::from(variable.0)],
            ScalarPattern::ChannelOfFormat => self.channel,
            ScalarPattern::OfComponent(_) => None,
        }
    }

    fn size(&self, pattern: SizePattern) -> Option<u8> {
        match pattern {
            SizePattern::Scalar => Some(1),
            SizePattern::Fixed(size) => Some(size),
            SizePattern::Variable(variable) => self.sizes[usize::from(variable.0)],
        }
    }

    /// The type of a value; `None` for types that no variable of a function holds.
    pub(super) fn ty(&self, pattern: &TypePattern) -> Option<Type> {
        Some(match pattern {
            TypePattern::Scalar(scalar) => Type::Scalar(self.scalar(*scalar)?),
            TypePattern::Vector(size, scalar) => Type::Vector(self.size(*size)?, self.scalar(*scalar)?),
            TypePattern::ScalarOrVector(size, scalar) => {
                Type::sized(self.size(SizePattern::Variable(*size))?, self.scalar(*scalar)?)
            }
            TypePattern::Matrix(columns, rows, scalar) => {
                Type::Matrix(self.size(*columns)?, self.size(*rows)?, self.scalar(*scalar)?)
            }
            TypePattern::Variable(variable) => self.types[usize::from(variable.0)].clone()?,
            TypePattern::FrexpResult(size, scalar) => Type::Frexp(self.size(*size)?, self.scalar(*scalar)?),
            TypePattern::ModfResult(size, scalar) => Type::Modf(self.size(*size)?, self.scalar(*scalar)?),
            TypePattern::AtomicCompareExchangeResult(scalar) => Type::Exchange(self.scalar(*scalar)?),
            TypePattern::Array(..)
            | TypePattern::Atomic(_)
            | TypePattern::AtomicVec2u
            | TypePattern::Pointer(..)
            | TypePattern::Buffer(_)
            | TypePattern::SampledTexture(..)
            | TypePattern::StorageTexture(..)
            | TypePattern::PlainTexture(_)
            | TypePattern::Sampler
            | TypePattern::SamplerComparison
            | TypePattern::SubgroupMatrix(..)
            | TypePattern::MatrixComponent(_)
            | TypePattern::MatrixOrder => return None,
        })
    }
}

/// Whether every place of a size variable may be a scalar.
fn takes_scalars(overload: &Overload) -> bool {
    let patterns = overload.parameters.iter().map(|parameter| &parameter.pattern);
    patterns.chain(overload.template).chain(&overload.result).all(|pattern| {
        !matches!(
            pattern,
            TypePattern::Vector(SizePattern::Variable(SizeVariable(_)), _) | TypePattern::Matrix(..)
        )
    })
}
