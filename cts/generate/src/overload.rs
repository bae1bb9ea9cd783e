//! Overload resolution: the rules of the specification, written a second time and as plainly as possible, so that the
//! validator does not judge itself. <https://www.w3.org/TR/WGSL/#overload-resolution-section>

use super::argument::{Argument, Pointee};
use wgsl_spec::{
    AccessMode, AccessPattern, Condition, LengthPattern, Overload, Scalar, ScalarPattern, SizePattern,
    SizeVariable, SpacePattern, TypeClass, TypePattern, conversion_rank,
};

/// The values of the variables of an overload.
#[derive(Clone, Debug, Default)]
pub(super) struct Substitution {
    scalars: [Option<Scalar>; 4],
    sizes: [Option<u8>; 4],
    types: [Option<Argument>; 2],
    channel: Option<Scalar>,
}

/// Returns true if the generator knows the types of an overload.
pub(super) fn is_known(overload: &Overload) -> bool {
    let parameters = overload.parameters.iter().map(|parameter| &parameter.pattern);
    overload
        .types
        .iter()
        .all(|class| matches!(class, TypeClass::ConcreteConstructible | TypeClass::RuntimeArrayElement))
        && parameters.chain(overload.template).all(has_arguments)
}

/// Returns true if the generator can write an argument of each type that fits.
fn has_arguments(pattern: &TypePattern) -> bool {
    match pattern {
        TypePattern::Scalar(_)
        | TypePattern::Vector(..)
        | TypePattern::ScalarOrVector(..)
        | TypePattern::Matrix(..)
        | TypePattern::Variable(_)
        | TypePattern::Array(..)
        | TypePattern::Atomic(_)
        | TypePattern::SampledTexture(..)
        | TypePattern::StorageTexture(..)
        | TypePattern::PlainTexture(_)
        | TypePattern::Sampler
        | TypePattern::SamplerComparison
        | TypePattern::FrexpResult(..)
        | TypePattern::ModfResult(..)
        | TypePattern::AtomicCompareExchangeResult(_) => true,
        TypePattern::Pointer(_, to, _) => has_arguments(to),
        TypePattern::AtomicVec2u
        | TypePattern::Buffer(_)
        | TypePattern::SubgroupMatrix(..)
        | TypePattern::MatrixComponent(_)
        | TypePattern::MatrixOrder => false,
    }
}

/// Every choice of scalars and sizes.
pub(super) fn substitutions(overload: &Overload) -> Vec<Substitution> {
    let mut all = vec![Substitution::default()];
    for (index, set) in overload.scalars.iter().enumerate() {
        let scalars = Scalar::ALL.into_iter().filter(|scalar| set.contains(*scalar));
        all = scalars
            .flat_map(|scalar| {
                all.iter().map(move |substitution| {
                    let mut substitution = substitution.clone();
                    substitution.scalars[index] = Some(scalar);
                    substitution
                })
            })
            .collect();
    }
    all.retain(|substitution| overload.conditions.iter().all(|condition| substitution.keeps(*condition)));
    all
}

/// Returns true if some overload accepts the arguments, each after an allowed conversion.
pub(super) fn is_accepted(overloads: &[Overload], template: &[Argument], arguments: &[Argument]) -> bool {
    accepting(overloads, template, arguments).is_some()
}

/// The first overload that accepts the arguments, each after an allowed conversion.
pub(super) fn accepting<'a>(
    overloads: &'a [Overload],
    template: &[Argument],
    arguments: &[Argument],
) -> Option<&'a Overload> {
    overloads.iter().find(|overload| {
        overload.parameters.len() == arguments.len()
            && overload.template.len() == template.len()
            && substitutions(overload).into_iter().any(|mut substitution| {
                let mut written = overload.template.iter().zip(template);
                let mut passed = overload.parameters.iter().zip(arguments);
                // What is written in a template list is the type itself; only arguments convert.
                written.all(|(pattern, argument)| substitution.takes(pattern, *argument, false))
                    && passed
                        .all(|(parameter, argument)| substitution.takes(&parameter.pattern, *argument, true))
                    && differs(overload, template, arguments)
            })
    })
}

/// `bitcast<T>(e: S)` where T is not S.
fn differs(overload: &Overload, template: &[Argument], arguments: &[Argument]) -> bool {
    !overload.conditions.contains(&Condition::ResultDiffersFromArgument)
        || template.first() != arguments.first()
}

impl Substitution {
    fn keeps(&self, condition: Condition) -> bool {
        match condition {
            Condition::AbstractTogether(left, right) => {
                let is_abstract = |index: u8| self.scalars[usize::from(index)].map(Scalar::is_abstract);
                is_abstract(left) == is_abstract(right)
            }
            Condition::ResultDiffersFromArgument | Condition::ViewedTypeFitsSpace => true,
        }
    }

    /// Returns true if a parameter accepts an argument. The first argument with a variable determines its value.
    fn takes(&mut self, pattern: &TypePattern, argument: Argument, converts: bool) -> bool {
        match (*pattern, argument) {
            (TypePattern::Scalar(wanted), Argument::Value { columns: 1, rows: 1, scalar }) => {
                self.takes_scalar(wanted, scalar, converts)
            }
            (TypePattern::Vector(size, wanted), Argument::Value { columns: 1, rows, scalar }) if rows > 1 => {
                self.takes_size(size, rows) && self.takes_scalar(wanted, scalar, converts)
            }
            (TypePattern::ScalarOrVector(size, wanted), Argument::Value { columns: 1, rows, scalar }) => {
                self.takes_size(SizePattern::Variable(size), rows)
                    && self.takes_scalar(wanted, scalar, converts)
            }
            (TypePattern::Matrix(across, down, wanted), Argument::Value { columns, rows, scalar })
                if columns > 1 =>
            {
                self.takes_size(across, columns)
                    && self.takes_size(down, rows)
                    && self.takes_scalar(wanted, scalar, converts)
            }
            (TypePattern::Variable(variable), Argument::Value { .. }) if !argument.is_abstract() => {
                *self.types[usize::from(variable.0)].get_or_insert(argument) == argument
            }
            (
                TypePattern::Pointer(space, to, access),
                Argument::Pointer { space: found, access: mode, to: pointee },
            ) => {
                let in_space = match space {
                    SpacePattern::Fixed(space) => space == found,
                    // The overloads with a variable take atomics, which are in these two only.
                    SpacePattern::Variable => true,
                };
                in_space && takes_access(access, mode) && self.takes_pointee(to, pointee)
            }
            (TypePattern::SampledTexture(kind, wanted), Argument::Sampled(found, scalar)) => {
                kind == found && self.takes_scalar(wanted, scalar, false)
            }
            (TypePattern::StorageTexture(kind, access), Argument::Storage(found, format, mode)) => {
                self.channel = Some(format.channel_type());
                kind == found && takes_access(access, mode)
            }
            (TypePattern::PlainTexture(kind), Argument::Plain(found)) => kind == found,
            (TypePattern::Sampler, Argument::Sampler)
            | (TypePattern::SamplerComparison, Argument::SamplerComparison) => true,
            _ => false,
        }
    }

    fn takes_pointee(&mut self, wanted: &TypePattern, found: Pointee) -> bool {
        match (*wanted, found) {
            (TypePattern::Atomic(wanted), Pointee::Atomic(scalar)) => {
                self.takes_scalar(wanted, scalar, false)
            }
            (TypePattern::Array(_, LengthPattern::Runtime), Pointee::RuntimeArray(_))
            | (TypePattern::Array(_, LengthPattern::Fixed), Pointee::FixedArray(_))
            | (TypePattern::Variable(_), Pointee::Plain(_) | Pointee::FixedArray(_)) => true,
            (TypePattern::Scalar(wanted), Pointee::Plain(scalar)) => self.takes_scalar(wanted, scalar, false),
            _ => false,
        }
    }

    fn takes_scalar(&self, wanted: ScalarPattern, found: Scalar, converts: bool) -> bool {
        let wanted = self.scalar(wanted);
        if converts { conversion_rank(found, wanted).is_some() } else { found == wanted }
    }

    fn takes_size(&mut self, wanted: SizePattern, found: u8) -> bool {
        match wanted {
            SizePattern::Scalar => found == 1,
            SizePattern::Fixed(size) => size == found,
            SizePattern::Variable(variable) => {
                *self.sizes[usize::from(variable.0)].get_or_insert(found) == found
            }
        }
    }

    /// The scalar in a place.
    pub(super) fn scalar(&self, pattern: ScalarPattern) -> Scalar {
        match pattern {
            ScalarPattern::Fixed(scalar) => scalar,
            ScalarPattern::Variable(variable) => {
                self.scalars[usize::from(variable.0)].unwrap_or(Scalar::Bool)
            }
            ScalarPattern::ChannelOfFormat => self.channel.unwrap_or(Scalar::F32),
            ScalarPattern::OfComponent(_) => Scalar::Bool,
        }
    }

    /// An argument of exactly the type of a parameter. `sizes` are the values of the first size variable and of the others:
    /// 1 is a scalar, if one is allowed.
    pub(super) fn argument(&mut self, pattern: &TypePattern, sizes: (u8, u8)) -> Option<Argument> {
        let of = |variable: SizeVariable| if variable.0 == 0 { sizes.0 } else { sizes.1 };
        let length = |size: SizePattern| match size {
            SizePattern::Scalar => 1,
            SizePattern::Fixed(size) => size,
            SizePattern::Variable(variable) => of(variable).max(2),
        };
        match *pattern {
            TypePattern::Scalar(scalar) => Some(Argument::scalar(self.scalar(scalar))),
            TypePattern::Vector(rows, scalar) => Some(Argument::vector(length(rows), self.scalar(scalar))),
            TypePattern::ScalarOrVector(size, scalar) => {
                Some(Argument::vector(of(size), self.scalar(scalar)))
            }
            TypePattern::Matrix(columns, rows, scalar) => {
                Some(Argument::matrix(length(columns), length(rows), self.scalar(scalar)))
            }
            TypePattern::Variable(_) => Some(Argument::scalar(Scalar::U32)),
            TypePattern::Pointer(..) => Argument::pointers()
                .into_iter()
                .find(|argument| self.clone().takes(pattern, *argument, false)),
            TypePattern::SampledTexture(..)
            | TypePattern::StorageTexture(..)
            | TypePattern::PlainTexture(_)
            | TypePattern::Sampler
            | TypePattern::SamplerComparison => {
                let fits = |argument: &Argument| self.clone().takes(pattern, *argument, false);
                let texture = Argument::textures().into_iter().find(fits)?;
                self.takes(pattern, texture, false);
                Some(texture)
            }
            TypePattern::Array(..)
            | TypePattern::Atomic(_)
            | TypePattern::AtomicVec2u
            | TypePattern::Buffer(_)
            | TypePattern::FrexpResult(..)
            | TypePattern::ModfResult(..)
            | TypePattern::AtomicCompareExchangeResult(_)
            | TypePattern::SubgroupMatrix(..)
            | TypePattern::MatrixComponent(_)
            | TypePattern::MatrixOrder => None,
        }
    }
}

fn takes_access(wanted: AccessPattern, found: AccessMode) -> bool {
    match wanted {
        AccessPattern::Fixed(access) => access == found,
        AccessPattern::Readable => found != AccessMode::Write,
        AccessPattern::Writable => found != AccessMode::Read,
        AccessPattern::Any => true,
    }
}
