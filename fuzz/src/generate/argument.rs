//! Calls of builtin functions and uses of operators: the arguments that a row of the tables asks for.

use super::Generator;
use super::guard::{below_four, guarded};
use super::rows::Substitution;
use super::types::{Type, call, generic, number, word};
use crate::tree::{Call, Expression, Name, Operator, UnaryOperator};
use shader_numeric::Operation;
use wgsl_spec::{
    AccessMode, AccessPattern, AddressSpace, AtomicFunction, Condition, Edition, Function, FunctionOperation,
    LanguageExtension, LengthPattern, Overload, Parameter, Scalar, ScalarPattern, ScalarSet, ShaderStage,
    SpacePattern, SubgroupFunction, TexelFormat, TextureFunction, TextureKind, TypeClass, TypePattern,
    UniformityRequirement,
};

/// Whether the result depends on the order of invocations, or on which of them share a subgroup.
pub(super) const fn depends_on_others(function: &Function) -> bool {
    matches!(function.operation, Some(FunctionOperation::Atomic(_) | FunctionOperation::Subgroup(_)))
}

/// Whether an argument that is known before execution can be a mistake although another is not.
fn judges_each_argument(function: &Function) -> bool {
    matches!(
        function.value_operation(),
        Some(
            Operation::Divide
                | Operation::Remainder
                | Operation::ShiftLeft
                | Operation::ShiftRight
                | Operation::Clamp
                | Operation::Smoothstep
                | Operation::Ldexp
                | Operation::ExtractBits
                | Operation::InsertBits
        )
    )
}

/// The size and scalar of a scalar or vector.
const fn shape(ty: &Type) -> Option<(u8, Scalar)> {
    match ty {
        Type::Scalar(scalar) => Some((1, *scalar)),
        Type::Vector(size, scalar) => Some((*size, *scalar)),
        _ => None,
    }
}

/// Whether there is an argument that may be unknown before execution.
pub(super) fn takes_unknown(overload: &Overload) -> bool {
    let is_fixed = |pattern: &TypePattern| match pattern {
        TypePattern::Scalar(scalar) | TypePattern::Vector(_, scalar) => {
            matches!(scalar, ScalarPattern::Fixed(scalar) if scalar.is_abstract())
        }
        _ => false,
    };
    overload.parameters.iter().any(|it| it.const_range.is_none() && !is_fixed(&it.pattern))
}

impl Generator<'_> {
    /// Whether the function may be called where the program is.
    pub(super) fn may_call(&self, function: &Function) -> bool {
        let is_enabled = function.enable.is_none_or(|it| self.extensions.contains(it))
            && function.language.is_none_or(|it| self.extensions.contains_language(it));
        let is_in_stage = match self.flow.stage {
            Some(stage) => function.stages.contains(stage),
            None => ShaderStage::ALL.into_iter().all(|stage| function.stages.contains(stage)),
        };
        let is_store = function.operation == Some(FunctionOperation::Texture(TextureFunction::Store));
        is_enabled
            && is_in_stage
            && (function.is_const || !self.is_constant)
            && (self.flow.is_uniform || function.uniformity == UniformityRequirement::None)
            // Only in compute shaders has each invocation texels of its own.
            && (!is_store || self.flow.stage == Some(ShaderStage::Compute))
    }

    /// A call of an overload with these values of variables; the others are chosen.
    pub(super) fn apply(
        &mut self,
        function: &'static Function,
        overload: &'static Overload,
        mut substitution: Substitution,
    ) -> Option<Expression> {
        let allowed = self.scalars();
        substitution.fill(overload, allowed, |many| self.choices.below(many))?;
        for (slot, class) in substitution.types.iter_mut().zip(overload.types) {
            if slot.is_none() {
                *slot = Some(self.type_of_class(*class)?);
            }
        }
        if overload.conditions.contains(&Condition::ResultDiffersFromArgument)
            && overload.parameters.first().map(|it| substitution.ty(&it.pattern))
                == overload.result.as_ref().map(|it| substitution.ty(it))
        {
            return None;
        }
        let patterns = overload.parameters.iter().map(|parameter| &parameter.pattern);
        let mut types = patterns
            .chain(overload.template)
            .chain(&overload.result)
            .filter_map(|pattern| substitution.ty(pattern));
        let is_allowed = |scalar: Scalar| scalar.is_abstract() || allowed.contains(scalar);
        if !types.all(|ty| shape(&ty).is_none_or(|(_, scalar)| is_allowed(scalar))) {
            return None;
        }
        let template =
            overload.template.iter().map(|pattern| substitution.ty(pattern).map(|ty| ty.name().into()));
        let template: Vec<Expression> = match (overload.template, overload.types.first()) {
            ([TypePattern::Variable(_)], Some(TypeClass::HostShareableRuntimeSized)) => {
                vec![generic("array", [word("u32")]).into()]
            }
            _ => template.collect::<Option<_>>()?,
        };
        let arguments = self.arguments(function, overload, &substitution)?;
        Some(written(function, template, arguments))
    }

    fn type_of_class(&mut self, class: TypeClass) -> Option<Type> {
        let ty = match class {
            TypeClass::ConcreteConstructible | TypeClass::Constructible => self.ty(),
            TypeClass::HostShareable
            | TypeClass::RuntimeArrayElement
            | TypeClass::HostShareableRuntimeSized => {
                let numbers = ScalarSet(ScalarSet::ALL.0 & !Scalar::Bool.set().0);
                Type::sized(1 + self.choices.below(4) as u8, self.scalar_of(numbers))
            }
            TypeClass::TextureOrSampler => return None,
        };
        Some(ty)
    }

    fn arguments(
        &mut self,
        function: &Function,
        overload: &Overload,
        substitution: &Substitution,
    ) -> Option<Vec<Expression>> {
        let unknown = self.choices.below(overload.parameters.len());
        let is_strict = judges_each_argument(function);
        let was_uniform = self.flow.is_uniform;
        let result = overload.result.as_ref().and_then(|it| substitution.ty(it));
        let mut arguments = Vec::new();
        for (index, parameter) in overload.parameters.iter().enumerate() {
            let is_unknown = is_strict || index == unknown || overload.parameters.len() == 1;
            let argument = match self.abstract_argument(overload, parameter, substitution) {
                Some(argument) if !is_unknown => argument,
                _ => self.argument(function, parameter, substitution, is_unknown)?,
            };
            arguments.push(match (function.value_operation(), substitution.ty(&parameter.pattern)) {
                (Some(operation), Some(ty)) => guarded(operation, index, argument, &ty, result.as_ref()),
                _ => argument,
            });
            let short_circuits = matches!(function.name, "&&" | "||") && function.symbol.is_none();
            self.flow.is_uniform &= !short_circuits;
        }
        self.flow.is_uniform = was_uniform;
        Some(arguments)
    }

    /// An argument that takes its type from the others: all are of one pattern, and one of them is not abstract.
    fn abstract_argument(
        &mut self,
        overload: &Overload,
        parameter: &Parameter,
        substitution: &Substitution,
    ) -> Option<Expression> {
        let is_alike = |it: &Parameter| it.pattern == parameter.pattern && it.const_range.is_none();
        let takes_any = overload.parameters.iter().all(is_alike) && parameter.known_range.is_none();
        let (size, scalar) = shape(&substitution.ty(&parameter.pattern)?)?;
        let fits = takes_any && scalar != Scalar::Bool && self.choices.one_in(4);
        fits.then(|| self.abstract_literal(size))
    }

    fn argument(
        &mut self,
        function: &Function,
        parameter: &Parameter,
        substitution: &Substitution,
        is_unknown: bool,
    ) -> Option<Expression> {
        if let Some(ty) = substitution.ty(&parameter.pattern) {
            if let Some((size, scalar)) = shape(&ty)
                && scalar.is_abstract()
            {
                return Some(self.abstract_literal(size));
            }
            if let Some(range) = parameter.const_range {
                let is_broadcast =
                    function.operation == Some(FunctionOperation::Subgroup(SubgroupFunction::Broadcast));
                // The first invocation is there in every subgroup.
                let high = if is_broadcast { range.low } else { range.high };
                return Some(self.in_range(&ty, range.low, high));
            }
            if let Some(range) = parameter.known_range {
                return Some(self.in_range(&ty, range.low, range.high.min(3)));
            }
            if let Some(FunctionOperation::Texture(texture)) = function.operation
                && let Some(operand) = self.texel_operand(texture, parameter, &ty)
            {
                return Some(operand);
            }
            if matches!(function.operation, Some(FunctionOperation::BufferView)) {
                return Some(number(if parameter.name == "size" { 16 } else { 0 }));
            }
            if matches!(
                function.operation,
                Some(FunctionOperation::Atomic(
                    AtomicFunction::Store | AtomicFunction::Exchange | AtomicFunction::CompareExchange
                ))
            ) {
                return Some(self.literal(&ty));
            }
            if ty == Type::Scalar(Scalar::I32)
                && matches!(
                    function.operation,
                    Some(FunctionOperation::Atomic(AtomicFunction::Max | AtomicFunction::Min))
                )
            {
                // Most numbers are small: some of these are below zero.
                let (left, right) = (Box::new(self.unknown(&ty)), Box::new(number("4i")));
                return Some(Expression::Binary(Operator::Subtract, left, right));
            }
            return Some(match (parameter.uniform_by, is_unknown) {
                (Some(_), _) => self.in_range(&ty, 0, 3),
                (None, true) => self.unknown(&ty),
                (None, false) => self.value(&ty),
            });
        }
        match parameter.pattern {
            TypePattern::Pointer(space, to, access) => {
                let variable = self.pointer(space, to, access, substitution)?;
                Some(Self::address_of(&self.shared(function, variable)))
            }
            pattern => self.handle(&pattern, substitution),
        }
    }

    /// An operand that selects a texel which is there, and which nobody else writes.
    fn texel_operand(
        &mut self,
        function: TextureFunction,
        parameter: &Parameter,
        ty: &Type,
    ) -> Option<Expression> {
        match (function, parameter.name) {
            (TextureFunction::Store, "coords") => Some(own_texel(ty)),
            (TextureFunction::Load | TextureFunction::Dimensions, "level") => Some(self.in_range(ty, 0, 0)),
            (_, "value") => None,
            (TextureFunction::Load | TextureFunction::Store, _) => Some(below_four(self.unknown(ty), ty)),
            _ => None,
        }
    }

    /// The variable of an address space, type and name that a function accesses. The last value of an atomic variable must not
    /// depend on the order of accesses: those of one kind commute, and values that are stored are the same in all invocations.
    fn shared(
        &mut self,
        function: &Function,
        (space, access, ty): (AddressSpace, AccessMode, Name),
    ) -> String {
        let Some(FunctionOperation::Atomic(atomic)) = function.operation else {
            return self.module_variable(space, access, &ty);
        };
        let purpose = match atomic {
            AtomicFunction::Load | AtomicFunction::Add | AtomicFunction::Subtract => "sum".to_owned(),
            AtomicFunction::Max
            | AtomicFunction::Min
            | AtomicFunction::And
            | AtomicFunction::Or
            | AtomicFunction::Xor => function.name.to_owned(),
            AtomicFunction::Store | AtomicFunction::Exchange | AtomicFunction::CompareExchange => {
                self.names.to_string()
            }
        };
        self.module_variable_for(&purpose, space, access, &ty)
    }

    /// A variable of the module that a pointer may lead to: its address space, access mode and type.
    fn pointer(
        &mut self,
        space: SpacePattern,
        to: &TypePattern,
        access: AccessPattern,
        substitution: &Substitution,
    ) -> Option<(AddressSpace, AccessMode, Name)> {
        let space = match space {
            SpacePattern::Fixed(space) => space,
            SpacePattern::Variable => substitution.space?,
        };
        let is_atomic = matches!(to, TypePattern::Atomic(_));
        let may_write = matches!(self.flow.stage, Some(ShaderStage::Fragment | ShaderStage::Compute));
        let access = match access {
            AccessPattern::Fixed(access) => access,
            AccessPattern::Readable | AccessPattern::Writable | AccessPattern::Any => AccessMode::Read,
        };
        let access = if is_atomic { AccessMode::ReadWrite } else { access };
        if access == AccessMode::ReadWrite && space == AddressSpace::Storage && !may_write
            || space == AddressSpace::Workgroup && self.flow.stage != Some(ShaderStage::Compute)
        {
            return None;
        }
        let ty = match to {
            TypePattern::Atomic(scalar) => generic("atomic", [word(substitution.scalar(*scalar)?.name())]),
            TypePattern::Array(element, _) if space == AddressSpace::Storage => {
                generic("array", [substitution.ty(element)?.name().into()])
            }
            TypePattern::Buffer(LengthPattern::Runtime) if space == AddressSpace::Storage => {
                Name::plain("buffer")
            }
            TypePattern::Array(..) | TypePattern::Buffer(LengthPattern::Runtime) => return None,
            TypePattern::Buffer(LengthPattern::Fixed) => generic("buffer", [number(256)]),
            other => substitution.ty(other)?.name(),
        };
        Some((space, access, ty))
    }

    /// A texture or sampler.
    fn handle(&mut self, pattern: &TypePattern, substitution: &Substitution) -> Option<Expression> {
        let ty = match pattern {
            TypePattern::SampledTexture(kind, scalar) => {
                generic(kind.name(), [word(substitution.scalar(*scalar)?.name())])
            }
            TypePattern::PlainTexture(kind) => Name::plain(kind.name()),
            TypePattern::Sampler => Name::plain("sampler"),
            TypePattern::SamplerComparison => Name::plain("sampler_comparison"),
            TypePattern::StorageTexture(kind, access) => {
                self.storage_texture(*kind, *access, substitution)?
            }
            _ => return None,
        };
        Some(word(self.module_variable(AddressSpace::Handle, AccessMode::Read, &ty)))
    }

    fn storage_texture(
        &mut self,
        kind: TextureKind,
        access: AccessPattern,
        substitution: &Substitution,
    ) -> Option<Name> {
        let formats: Vec<TexelFormat> = TexelFormat::ALL
            .into_iter()
            .filter(|format| {
                format.available_in(Edition::Current)
                    && Some(format.channel_type()) == substitution.channel
                    && format.requires().is_none_or(|it| self.extensions.contains_language(it))
            })
            .collect();
        let format = *self.choices.pick(&formats)?;
        let readable = LanguageExtension::ReadonlyAndReadwriteStorageTextures;
        let is_readable = self.extensions.contains_language(readable);
        let may_write = matches!(self.flow.stage, Some(ShaderStage::Fragment | ShaderStage::Compute));
        let modes: Vec<AccessMode> = AccessMode::ALL
            .into_iter()
            .filter(|mode| match access {
                AccessPattern::Fixed(fixed) => *mode == fixed,
                // A texture that is read and written has an order of both.
                AccessPattern::Readable => *mode == AccessMode::Read,
                AccessPattern::Writable => *mode == AccessMode::Write,
                AccessPattern::Any => true,
            })
            .filter(|mode| *mode == AccessMode::Write || is_readable)
            .filter(|mode| *mode == AccessMode::Read || may_write)
            .collect();
        let mode = *self.choices.pick(&modes)?;
        Some(generic(kind.name(), [word(format.name()), word(mode.name())]))
    }
}

/// Coordinates of a texel that no other invocation of a compute shader has.
fn own_texel(ty: &Type) -> Expression {
    let own = super::entry_point::own_index();
    match ty {
        Type::Vector(size, scalar) => {
            let mut arguments = vec![call(Type::Scalar(*scalar).name(), vec![own])];
            arguments.extend((1..*size).map(|_| number(0)));
            call(ty.name(), arguments)
        }
        _ => call(ty.name(), vec![own]),
    }
}

/// An operator between its operands, or a call.
fn written(function: &Function, template: Vec<Expression>, arguments: Vec<Expression>) -> Expression {
    if function.symbol.is_some() {
        return Call { callee: Name { name: function.name.to_owned(), template }, arguments }.into();
    }
    let mut operands = arguments.into_iter().map(Box::new);
    match (operands.next(), operands.next()) {
        (Some(left), Some(right)) => {
            let all = Operator::ALL;
            let operator = all.into_iter().find(|it| it.name() == function.name).unwrap_or(Operator::Add);
            Expression::Binary(operator, left, right)
        }
        (Some(operand), None) => {
            let operator = match function.name {
                "-" => UnaryOperator::Negate,
                "~" => UnaryOperator::Complement,
                _ => UnaryOperator::Not,
            };
            Expression::Unary(operator, operand)
        }
        (None, _) => word(function.name),
    }
}
