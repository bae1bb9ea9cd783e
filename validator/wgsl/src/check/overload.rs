//! Overload resolution. <https://www.w3.org/TR/WGSL/#overload-resolution-section>
//!
//! The specification expands every parameterized rule into all its overloads and ranks them. Here each row of the
//! tables is matched once with sets of scalars for its variables. Because the scalars are ordered such that the
//! first of a set is never worse than another ([`wgsl_spec::Scalar`]), the best overload of a row is found without
//! expanding it; a test compares that with the expansion.

use super::Checker;
use super::chosen::{Chosen, Failure, MOST_PARAMETERS};
use super::remembered::Remembered;
use super::subgroup_matrix::MatrixVariables;
use crate::meaning::{EvaluationStage, Typed};
use crate::steps;
use crate::types::{Length, Properties, TypeId, TypeKind};
use wgsl_spec::{
    AccessMode, AccessPattern, AddressSpace, Condition, FunctionId, LengthPattern, Overload, Scalar,
    ScalarPattern, ScalarSet, SizePattern, SpacePattern, TexelFormat, TextureKind, TypeClass, TypePattern,
};

/// The meanings of the variables of one overload so far.
#[derive(Clone, Copy)]
struct Variables {
    /// Whether parameters may be of abstract type: only when every argument is a const-expression.
    all_const: bool,
    scalars: [ScalarSet; 4],
    /// 0 is unbound, 1 a scalar in place of a vector.
    sizes: [u8; 4],
    types: [Option<TypeId>; 2],
    format: Option<TexelFormat>,
    space: Option<AddressSpace>,
    access: Option<AccessMode>,
    matrix: MatrixVariables,
}

impl Variables {
    fn of(overload: &Overload, all_const: bool) -> Self {
        let mut scalars = [ScalarSet::EMPTY; 4];
        for (slot, set) in scalars.iter_mut().zip(overload.scalars) {
            *slot = if all_const { *set } else { set.intersection(CONCRETE) };
        }
        Self {
            all_const,
            scalars,
            sizes: [0; 4],
            types: [None; 2],
            format: None,
            space: None,
            access: None,
            matrix: MatrixVariables::UNBOUND,
        }
    }

    fn size(&mut self, pattern: SizePattern, size: u8) -> bool {
        match pattern {
            SizePattern::Scalar => size == 1,
            SizePattern::Fixed(wanted) => size == wanted,
            SizePattern::Variable(variable) => {
                let slot = &mut self.sizes[usize::from(variable.0)];
                if *slot == 0 {
                    *slot = size;
                }
                *slot == size
            }
        }
    }

    fn known_size(&self, pattern: SizePattern) -> u8 {
        match pattern {
            SizePattern::Scalar => 1,
            SizePattern::Fixed(size) => size,
            SizePattern::Variable(variable) => self.sizes[usize::from(variable.0)].max(1),
        }
    }

    /// Narrows a scalar of the pattern to what an argument's scalar converts to.
    fn scalar(&mut self, pattern: ScalarPattern, from: Scalar) -> bool {
        let reachable = REACHABLE[from as usize];
        match pattern {
            ScalarPattern::Fixed(to) => reachable.contains(to) && (self.all_const || !to.is_abstract()),
            ScalarPattern::Variable(variable) => {
                let slot = &mut self.scalars[usize::from(variable.0)];
                *slot = slot.intersection(reachable);
                !slot.is_empty()
            }
            ScalarPattern::ChannelOfFormat => {
                self.format.is_some_and(|format| reachable.contains(format.channel_type()))
            }
            ScalarPattern::OfComponent(variable) => {
                self.matrix.scalar(variable, |scalar| reachable.contains(scalar))
            }
        }
    }

    /// Narrows a scalar of the pattern to this very one.
    fn exact_scalar(&mut self, pattern: ScalarPattern, scalar: Scalar) -> bool {
        match pattern {
            ScalarPattern::Fixed(wanted) => wanted == scalar,
            ScalarPattern::Variable(variable) => {
                let slot = &mut self.scalars[usize::from(variable.0)];
                *slot = slot.intersection(scalar.set());
                !slot.is_empty()
            }
            ScalarPattern::ChannelOfFormat => false,
            ScalarPattern::OfComponent(variable) => self.matrix.scalar(variable, |wanted| wanted == scalar),
        }
    }

    fn known_scalar(&self, pattern: ScalarPattern) -> Option<Scalar> {
        match pattern {
            ScalarPattern::Fixed(scalar) => Some(scalar),
            ScalarPattern::Variable(variable) => self.scalars[usize::from(variable.0)].first(),
            ScalarPattern::ChannelOfFormat => self.format.map(TexelFormat::channel_type),
            ScalarPattern::OfComponent(variable) => self.matrix.known_scalar(variable),
        }
    }

    fn access(&mut self, pattern: AccessPattern, access: AccessMode) -> bool {
        self.access = Some(access);
        match pattern {
            AccessPattern::Fixed(wanted) => wanted == access,
            AccessPattern::Readable => access != AccessMode::Write,
            AccessPattern::Writable => access != AccessMode::Read,
            AccessPattern::Any => true,
        }
    }

    /// Both variables are abstract, or neither.
    fn together(&mut self, left: u8, right: u8) -> bool {
        let (left, right) = (usize::from(left), usize::from(right));
        for (one, other) in [(left, right), (right, left)] {
            if self.scalars[one].intersection(ABSTRACT).is_empty() {
                self.scalars[other] = self.scalars[other].intersection(CONCRETE);
            }
        }
        !self.scalars[left].is_empty() && !self.scalars[right].is_empty()
    }
}

const CONCRETE: ScalarSet = ScalarSet(
    Scalar::I32.set().0
        | Scalar::U32.set().0
        | Scalar::F32.set().0
        | Scalar::F16.set().0
        | Scalar::Bool.set().0,
);
const ABSTRACT: ScalarSet = ScalarSet(Scalar::AbstractInt.set().0 | Scalar::AbstractFloat.set().0);
static REACHABLE: [ScalarSet; 7] = {
    let mut sets = [ScalarSet::EMPTY; 7];
    let mut index = 0;
    while index < 7 {
        sets[index] = ScalarSet::reachable_from(Scalar::ALL[index]);
        index += 1;
    }
    sets
};

impl Checker<'_> {
    /// Chooses the overload for arguments that are checked and loaded.
    pub(super) fn resolve_overload(
        &mut self,
        function: FunctionId,
        template: &[TypeId],
        arguments: &[Typed],
    ) -> Result<Chosen, Failure> {
        // Candidates with an abstract parameter fall out unless every argument is a const-expression.
        let all_const = arguments.iter().all(|argument| argument.stage == EvaluationStage::Const);
        let key = Remembered::key(function, template, arguments, all_const);
        if let Some(chosen) = key.and_then(|key| self.remembered.get(key)) {
            return Ok(*chosen);
        }
        let mut best: Option<Chosen> = None;
        let mut tie = false;
        for (index, overload) in function.get().overloads(self.terms.edition).iter().enumerate() {
            if overload.parameters.len() != arguments.len() || overload.template.len() != template.len() {
                continue;
            }
            let Some(chosen) = self.match_overload(index as u16, overload, template, arguments, all_const)
            else {
                continue;
            };
            match best {
                None => best = Some(chosen),
                Some(other) => {
                    let (better, worse) = self.compare(&chosen, &other, arguments);
                    if better && !worse {
                        best = Some(chosen);
                        tie = false;
                    } else if better == worse {
                        tie = true;
                    }
                }
            }
        }
        match best {
            Some(chosen) if !tie => {
                if let (Some(key), Some(_)) = (key, chosen.result.known_number()) {
                    self.remembered.put(key, chosen);
                }
                Ok(chosen)
            }
            Some(_) => Err(Failure::Ambiguous),
            None => Err(Failure::NoMatch),
        }
    }

    /// Whether the first candidate is better, and worse, than the second at any argument.
    fn compare(&self, left: &Chosen, right: &Chosen, arguments: &[Typed]) -> (bool, bool) {
        let (mut better, mut worse) = (false, false);
        for (index, argument) in arguments.iter().enumerate() {
            let l = self.rank(argument.ty, left.parameters[index]).unwrap_or(u8::MAX);
            let r = self.rank(argument.ty, right.parameters[index]).unwrap_or(u8::MAX);
            better |= l < r;
            worse |= l > r;
        }
        (better, worse)
    }

    fn match_overload(
        &mut self,
        index: u16,
        overload: &'static Overload,
        template: &[TypeId],
        arguments: &[Typed],
        all_const: bool,
    ) -> Option<Chosen> {
        steps::take(overload.parameters.len());
        let mut variables = Variables::of(overload, all_const);
        for (pattern, ty) in overload.template.iter().zip(template) {
            if !self.matches(overload, &mut variables, pattern, *ty, true) {
                return None;
            }
        }
        for (parameter, argument) in overload.parameters.iter().zip(arguments) {
            if !self.matches(overload, &mut variables, &parameter.pattern, argument.ty, false) {
                return None;
            }
        }
        for condition in overload.conditions {
            if let Condition::AbstractTogether(left, right) = condition
                && !variables.together(*left, *right)
            {
                return None;
            }
        }
        let mut parameters = [TypeId::ERROR; MOST_PARAMETERS];
        for (index, (parameter, argument)) in overload.parameters.iter().zip(arguments).enumerate() {
            parameters[index] = self.parameter_type(&variables, &parameter.pattern, argument.ty)?;
            self.rank(argument.ty, parameters[index])?;
        }
        let result = match &overload.result {
            Some(pattern) => self.instantiate(&variables, pattern)?,
            None => TypeId::VOID,
        };
        if overload.conditions.contains(&Condition::ResultDiffersFromArgument) && result == parameters[0] {
            return None;
        }
        if overload.conditions.contains(&Condition::ViewedTypeFitsSpace) && !self.viewed_type_fits(result) {
            return None;
        }
        Some(Chosen { index, overload, parameters, result })
    }

    /// The number of arguments that fit the parameters of an overload before one does not.
    pub(super) fn fitting_arguments(
        &self,
        overload: &Overload,
        template: &[TypeId],
        arguments: &[Typed],
    ) -> usize {
        let all_const = arguments.iter().all(|argument| argument.stage == EvaluationStage::Const);
        let mut variables = Variables::of(overload, all_const);
        for (pattern, ty) in overload.template.iter().zip(template) {
            self.matches(overload, &mut variables, pattern, *ty, true);
        }
        let pairs = overload.parameters.iter().zip(arguments);
        pairs
            .take_while(|(parameter, argument)| {
                self.matches(overload, &mut variables, &parameter.pattern, argument.ty, false)
            })
            .count()
    }

    /// The type of a parameter. Only scalars and what is made of them convert; all else is what the argument is.
    fn parameter_type(
        &mut self,
        variables: &Variables,
        pattern: &TypePattern,
        argument: TypeId,
    ) -> Option<TypeId> {
        match pattern {
            TypePattern::Scalar(_)
            | TypePattern::Vector(..)
            | TypePattern::ScalarOrVector(..)
            | TypePattern::Matrix(..) => self.instantiate(variables, pattern),
            _ => Some(argument),
        }
    }

    /// Matches a type with a pattern, with conversions of scalars unless it must be exact.
    fn matches(
        &self,
        overload: &Overload,
        variables: &mut Variables,
        pattern: &TypePattern,
        ty: TypeId,
        exact: bool,
    ) -> bool {
        let scalar_of = |variables: &mut Variables, pattern: ScalarPattern, scalar: Scalar| {
            if exact { variables.exact_scalar(pattern, scalar) } else { variables.scalar(pattern, scalar) }
        };
        match (*pattern, self.kind(ty)) {
            (TypePattern::Scalar(wanted), TypeKind::Scalar(scalar)) => scalar_of(variables, wanted, scalar),
            (TypePattern::Vector(size, wanted), TypeKind::Vector(n, scalar)) => {
                variables.size(size, n) && scalar_of(variables, wanted, scalar)
            }
            (TypePattern::ScalarOrVector(size, wanted), TypeKind::Scalar(scalar)) => {
                variables.size(SizePattern::Variable(size), 1) && scalar_of(variables, wanted, scalar)
            }
            (TypePattern::ScalarOrVector(size, wanted), TypeKind::Vector(n, scalar)) => {
                variables.size(SizePattern::Variable(size), n) && scalar_of(variables, wanted, scalar)
            }
            (TypePattern::Matrix(columns, rows, wanted), TypeKind::Matrix(c, r, scalar)) => {
                variables.size(columns, c) && variables.size(rows, r) && scalar_of(variables, wanted, scalar)
            }
            (TypePattern::Atomic(wanted), TypeKind::Atomic(scalar)) => variables.exact_scalar(wanted, scalar),
            (
                TypePattern::Pointer(space, store, access),
                TypeKind::Pointer(has_space, has_store, has_access),
            ) => {
                let fits = match space {
                    SpacePattern::Fixed(wanted) => wanted == has_space,
                    SpacePattern::Variable => overload.spaces.contains(&has_space),
                };
                variables.space = Some(has_space);
                fits && variables.access(access, has_access)
                    && self.matches(overload, variables, store, has_store, true)
            }
            (TypePattern::Array(element, length), TypeKind::Array(has_element, has_length)) => {
                (length == LengthPattern::Runtime) == (has_length == Length::Runtime)
                    && self.matches(overload, variables, element, has_element, true)
            }
            (TypePattern::Buffer(length), TypeKind::Buffer(has_length)) => {
                (length == LengthPattern::Runtime) == (has_length == Length::Runtime)
            }
            (TypePattern::SampledTexture(kind, wanted), TypeKind::SampledTexture(has, scalar)) => {
                kind == has && variables.exact_scalar(wanted, scalar)
            }
            (
                TypePattern::StorageTexture(kind, access),
                TypeKind::StorageTexture(has, format, has_access),
            ) => {
                variables.format = Some(format);
                kind == has && variables.access(access, has_access)
            }
            (TypePattern::PlainTexture(kind), TypeKind::PlainTexture(has)) => kind == has,
            (
                TypePattern::SubgroupMatrix(role, component, columns, rows),
                TypeKind::SubgroupMatrix(has_role, has_component, c, r),
            ) => {
                let matrix = &mut variables.matrix;
                matrix.role(role, has_role)
                    && matrix.component(component, has_component)
                    && matrix.dimension(columns, c)
                    && matrix.dimension(rows, r)
            }
            (TypePattern::MatrixComponent(pattern), kind) => {
                kind.matrix_component().is_some_and(|has| variables.matrix.component(pattern, has))
            }
            (_, TypeKind::Error)
            | (TypePattern::AtomicVec2u, TypeKind::AtomicVec2u)
            | (TypePattern::MatrixOrder, TypeKind::MatrixOrder)
            | (TypePattern::Sampler, TypeKind::Sampler)
            | (TypePattern::SamplerComparison, TypeKind::SamplerComparison) => true,
            (TypePattern::Variable(variable), _) => {
                let index = usize::from(variable.0);
                let slot = &mut variables.types[index];
                if let Some(bound) = *slot {
                    return bound == ty;
                }
                *slot = Some(ty);
                overload.types.get(index).is_some_and(|class| self.is_of_class(ty, *class))
            }
            _ => false,
        }
    }

    fn is_of_class(&self, ty: TypeId, class: TypeClass) -> bool {
        let info = self.meaning.types.info(ty);
        match class {
            TypeClass::ConcreteConstructible => info.is(Properties::CONCRETE.with(Properties::CONSTRUCTIBLE)),
            TypeClass::Constructible => info.is(Properties::CONSTRUCTIBLE),
            TypeClass::HostShareable => info.is(Properties::HOST_SHAREABLE),
            TypeClass::HostShareableRuntimeSized => {
                info.is(Properties::HOST_SHAREABLE.with(Properties::HAS_RUNTIME_SIZE))
            }
            TypeClass::RuntimeArrayElement => info.is(Properties::PLAIN.with(Properties::CREATION_FIXED)),
            TypeClass::TextureOrSampler => match self.kind(ty) {
                TypeKind::Sampler | TypeKind::SamplerComparison | TypeKind::SampledTexture(..) => true,
                TypeKind::PlainTexture(kind) => kind != TextureKind::External,
                _ => false,
            },
        }
    }

    /// A pattern with the best types in place of its variables.
    fn instantiate(&mut self, variables: &Variables, pattern: &TypePattern) -> Option<TypeId> {
        Some(match *pattern {
            TypePattern::Scalar(scalar) => TypeId::scalar(variables.known_scalar(scalar)?),
            TypePattern::Vector(size, scalar) => {
                TypeId::vector(variables.known_size(size).max(2), variables.known_scalar(scalar)?)
            }
            TypePattern::ScalarOrVector(size, scalar) => TypeId::scalar_or_vector(
                variables.known_size(SizePattern::Variable(size)),
                variables.known_scalar(scalar)?,
            ),
            TypePattern::Matrix(columns, rows, scalar) => TypeId::matrix(
                variables.known_size(columns).max(2),
                variables.known_size(rows).max(2),
                variables.known_scalar(scalar)?,
            ),
            TypePattern::Variable(variable) => variables.types[usize::from(variable.0)]?,
            TypePattern::Atomic(scalar) => TypeId::atomic(variables.known_scalar(scalar)?),
            TypePattern::Pointer(space, store, access) => {
                let space = match space {
                    SpacePattern::Fixed(space) => space,
                    SpacePattern::Variable => variables.space?,
                };
                let access = match access {
                    AccessPattern::Fixed(access) => access,
                    _ => variables.access?,
                };
                let store = self.instantiate(variables, store)?;
                self.meaning.types.intern(TypeKind::Pointer(space, store, access))
            }
            TypePattern::FrexpResult(size, scalar) => {
                TypeId::frexp_result(variables.known_size(size), variables.known_scalar(scalar)?)
            }
            TypePattern::ModfResult(size, scalar) => {
                TypeId::modf_result(variables.known_size(size), variables.known_scalar(scalar)?)
            }
            TypePattern::AtomicCompareExchangeResult(scalar) => {
                TypeId::atomic_compare_exchange_result(variables.known_scalar(scalar)?)
            }
            TypePattern::SampledTexture(kind, scalar) => {
                TypeId::sampled_texture(kind, variables.known_scalar(scalar)?)?
            }
            TypePattern::StorageTexture(kind, _) => self.meaning.types.intern(TypeKind::StorageTexture(
                kind,
                variables.format?,
                variables.access?,
            )),
            TypePattern::PlainTexture(kind) => TypeId::plain_texture(kind)?,
            TypePattern::AtomicVec2u => TypeId::ATOMIC_VEC2U,
            TypePattern::Sampler => TypeId::SAMPLER,
            TypePattern::SamplerComparison => TypeId::SAMPLER_COMPARISON,
            TypePattern::SubgroupMatrix(role, component, columns, rows) => {
                self.meaning.types.intern(variables.matrix.instantiate(role, component.0, columns, rows)?)
            }
            // These stand for parameters only, whose type is their argument's.
            TypePattern::Array(..)
            | TypePattern::Buffer(_)
            | TypePattern::MatrixComponent(_)
            | TypePattern::MatrixOrder => return None,
        })
    }
}
