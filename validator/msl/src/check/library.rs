//! Calls of the library. Section 6

use super::convert::Rank;
use super::member_call::CalledObject;
use super::overload::{Best, best};
use super::{Checker, Typed, Value};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{Callee, Variant};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, Literal};
use cxx_validator::names::Symbol;
use msl_spec::{
    AddressSpace, Class, DataPointer, Function, Pattern, Scalar, Signature, ValuePattern, ValueType, Width,
    rules,
};
use shader_source::Span;

/// The most candidates that a message lists.
pub(super) const CANDIDATES: usize = 6;

/// An overload: a signature with a type for its variable.
#[derive(Clone, Copy)]
struct Overload {
    signature: &'static Signature,
    number: usize,
    variable: Option<ValueType>,
    function: &'static Function,
}

impl Checker<'_> {
    /// A call of a function of the library, by its name. `explicit`: the type that a template argument gives to the variable of its signatures.
    pub(super) fn call_library(
        &mut self,
        id: ExprId,
        span: Span,
        (name, variant): (&'static str, Option<Variant>),
        explicit: Option<ValueType>,
        list: &[ExprId],
    ) -> Typed {
        let typed = self.argument_types(list);
        if typed.iter().flatten().any(|typed| self.types.is_error(typed.ty)) {
            return Typed::ERROR;
        }
        let functions = msl_spec::functions(name);
        let (overloads, viable) = self.viable_overloads(name, (variant, explicit), &typed);
        match best(&viable) {
            Best::One(index) => {
                let overload = overloads[index];
                self.call_overload(id, span, &overload, variant, list, &typed)
            }
            Best::None => {
                self.no_overload(span, name, functions, &typed);
                Typed::ERROR
            }
            // The tables have the functions of the pinned version, which has no `bfloat`.
            Best::Several if self.has_bfloat(&typed) => {
                let message = crate::unsupported::BFLOAT_ARGUMENTS.message_about(name);
                self.error(rules::UNSUPPORTED_FEATURE, span, message);
                Typed::ERROR
            }
            Best::Several => {
                let message = format!(
                    "ambiguous call: several functions `{name}` match ({}) equally well",
                    self.print_all(&typed)
                );
                let found = Diagnostic::error(rules::CALL_UNAMBIGUOUS, span, message)
                    .note("convert the arguments to the same type");
                let edits = self.half_literals(list, &typed);
                self.report(if edits.is_empty() {
                    found
                } else {
                    found.suggest("use `half` literals", edits, Applicability::Unsafe)
                });
                Typed::ERROR
            }
        }
    }

    fn has_bfloat(&self, typed: &[Option<Typed>]) -> bool {
        typed.iter().flatten().any(|typed| self.types.scalar_of(typed.ty) == Some(Scalar::Bfloat))
    }

    /// The edits that make the `float` literals among arguments `half`, if all others are `half`.
    fn half_literals(&self, list: &[ExprId], typed: &[Option<Typed>]) -> Vec<(Span, String)> {
        let mut edits = Vec::new();
        for (argument, typed) in list.iter().zip(typed) {
            let scalar = typed.and_then(|typed| self.types.scalar_of(typed.ty));
            let literal = match self.ast[*argument] {
                Expr::Literal(Literal::Number(number)) => Some(self.text(number)),
                _ => None,
            };
            match (scalar, literal) {
                (Some(Scalar::Half), _) => {}
                (Some(Scalar::Float), Some(literal)) => {
                    let span = self.span(*argument);
                    edits.push((span, format!("{}h", literal.trim_end_matches(['f', 'F']))));
                }
                _ => return Vec::new(),
            }
        }
        if edits.len() == list.len() { Vec::new() } else { edits }
    }

    /// The overloads of a function of the library, and the overloads among them that take arguments of these types.
    fn viable_overloads(
        &self,
        name: &str,
        (variant, explicit): (Option<Variant>, Option<ValueType>),
        typed: &[Option<Typed>],
    ) -> (Vec<Overload>, Vec<(usize, Vec<Rank>)>) {
        let overloads: Vec<Overload> = msl_spec::functions(name)
            .iter()
            .filter(|function| variant.is_none() || function.precise_and_fast)
            .flat_map(|function| self.overloads(function))
            .filter(|overload| explicit.is_none() || overload.variable == explicit)
            .collect();
        let viable = overloads
            .iter()
            .enumerate()
            .filter_map(|(index, overload)| {
                Some((index, self.library_ranks(overload.signature, overload.variable, typed)?))
            })
            .collect();
        (overloads, viable)
    }

    /// The name of the function of the library that takes arguments of these types better than functions of the program.
    pub(super) fn better_library_function(
        &self,
        (name, variant): (&str, Option<Variant>),
        own: &[&[Rank]],
        typed: &[Option<Typed>],
    ) -> Option<&'static str> {
        let (overloads, viable) = self.viable_overloads(name, (variant, None), typed);
        let Best::One(chosen) = best(&viable) else { return None };
        let ranks = viable.iter().find(|(index, _)| *index == chosen).map(|(_, ranks)| ranks)?;
        let is_better = own.iter().all(|own| super::overload::is_better(ranks, own));
        is_better.then(|| overloads[chosen].function.name)
    }

    /// The overloads of a function that the dialect has.
    fn overloads(&self, function: &'static Function) -> Vec<Overload> {
        let mut overloads = Vec::new();
        for (number, signature) in function.signatures.iter().enumerate() {
            if signature.variable.is_empty() {
                overloads.push(Overload { signature, number, variable: None, function });
            }
            for variable in signature.variable.iter() {
                if variable.availability().admits(self.dialect) {
                    overloads.push(Overload { signature, number, variable: Some(variable), function });
                }
            }
        }
        overloads
    }

    /// The ranks of arguments for a signature; `None` if they do not fit.
    pub(super) fn library_ranks(
        &self,
        signature: &'static Signature,
        variable: Option<ValueType>,
        typed: &[Option<Typed>],
    ) -> Option<Vec<Rank>> {
        let required = signature.parameters.iter().filter(|parameter| !parameter.is_optional).count();
        if typed.len() < required || typed.len() > signature.parameters.len() {
            return None;
        }
        // An optional parameter before one that is given may be left out: the types decide.
        let mut parameters = signature.parameters.iter();
        let mut spare = signature.parameters.len() - typed.len();
        let mut ranks = Vec::with_capacity(typed.len());
        for typed in typed {
            loop {
                let parameter = parameters.next()?;
                match self.pattern_rank(*typed, parameter.pattern, variable) {
                    Some(rank) => {
                        ranks.push(rank);
                        break;
                    }
                    None if parameter.is_optional && spare > 0 => spare -= 1,
                    None => return None,
                }
            }
        }
        Some(ranks)
    }

    fn pattern_rank(
        &self,
        typed: Option<Typed>,
        pattern: Pattern,
        variable: Option<ValueType>,
    ) -> Option<Rank> {
        let instance = |value: ValuePattern| match value {
            ValuePattern::Fixed(ty) => Some(ty),
            _ => value.instance(variable?),
        };
        let Some(typed) = typed else {
            return matches!(pattern, Pattern::Value(_)).then_some(Rank::Conversion);
        };
        match pattern {
            Pattern::Value(value) => self.value_rank(typed, instance(value)?),
            Pattern::Reference(space, value) => {
                let place = typed.place?;
                let wanted = instance(value)?;
                let fits = self.types.value_type(typed.ty) == Some(wanted)
                    && place.space == space
                    && !place.is_const
                    && place.part == super::Part::Whole;
                fits.then_some(Rank::Exact)
            }
            Pattern::Pointer(space, value) => match self.types.get(typed.ty) {
                Type::Pointer(object) if object.space == space && !object.is_const => {
                    (self.types.value_type(object.ty) == Some(instance(value)?)).then_some(Rank::Exact)
                }
                _ => None,
            },
            Pattern::AtomicPointer(pointer) => match self.types.get(typed.ty) {
                Type::Pointer(object) => {
                    let Type::Atomic(scalar) = self.types.get(object.ty) else { return None };
                    let fits = variable == Some(ValueType::Scalar(scalar))
                        && pointer.spaces.contains(&object.space)
                        && (pointer.is_const || !object.is_const)
                        && (pointer.is_volatile || !object.is_volatile);
                    let is_same = pointer.is_volatile == object.is_volatile;
                    fits.then_some(if is_same { Rank::Exact } else { Rank::Qualification })
                }
                _ => None,
            },
            Pattern::Enumeration(enumeration) => {
                (self.types.get(typed.ty) == Type::LibraryEnumeration(enumeration)).then_some(Rank::Exact)
            }
            Pattern::Sampler => {
                (self.types.get(typed.ty) == Type::Class(Class::Sampler)).then_some(Rank::Exact)
            }
            Pattern::Texture => matches!(self.types.get(typed.ty), Type::Texture(..)).then_some(Rank::Exact),
            Pattern::Options(options) => match self.types.get(typed.ty) {
                Type::Option(option) => options.contains(&option).then_some(Rank::Exact),
                _ => None,
            },
            Pattern::SimdVote => {
                (self.types.get(typed.ty) == Type::Class(Class::SimdVote)).then_some(Rank::Exact)
            }
            Pattern::QuadVote => {
                (self.types.get(typed.ty) == Type::Class(Class::QuadVote)).then_some(Rank::Exact)
            }
            Pattern::FunctionConstant => Some(Rank::Exact),
            Pattern::SimdgroupMatrix => {
                (self.simdgroup_element(typed.ty)? == variable?.scalar()).then_some(Rank::Exact)
            }
            Pattern::AnySimdgroupMatrix => self.simdgroup_element(typed.ty).map(|_| Rank::Exact),
            Pattern::SimdgroupMatrixReference => {
                let place = typed.place?;
                let fits = self.simdgroup_element(typed.ty)? == variable?.scalar()
                    && place.space == AddressSpace::Thread
                    && !place.is_const;
                fits.then_some(Rank::Exact)
            }
            Pattern::Data(pointer) => self.data_rank(typed, pointer, variable?),
            Pattern::Void => None,
        }
    }

    /// Returns the rank of a pointer, or of an array that becomes one, to the elements of a SIMD-group matrix.
    fn data_rank(&self, typed: Typed, pointer: DataPointer, variable: ValueType) -> Option<Rank> {
        let object = match self.types.get(typed.ty) {
            Type::Pointer(object) => object,
            Type::Array(element, _) => typed.place?.object(element),
            _ => return None,
        };
        let fits = self.types.value_type(object.ty) == Some(variable)
            && pointer.spaces.contains(&object.space)
            && (pointer.is_const || !object.is_const);
        let is_same = pointer.is_const == object.is_const;
        fits.then_some(if is_same { Rank::Exact } else { Rank::Qualification })
    }

    fn value_rank(&self, typed: Typed, wanted: ValueType) -> Option<Rank> {
        match self.types.get(typed.ty) {
            Type::Value(has) if has == wanted => Some(Rank::Exact),
            Type::Value(ValueType::PackedVector(scalar, width)) => {
                (wanted == ValueType::Vector(scalar, width)).then_some(Rank::Conversion)
            }
            Type::Value(ValueType::Scalar(_)) | Type::Uniform(_) | Type::Enumeration(..) => {
                let wanted = self.types.known(Type::Value(wanted));
                match wanted {
                    Some(wanted) => self.standard_rank(typed, wanted),
                    // A type that the program does not have yet is one that a scalar becomes by conversion.
                    None => self.types.is_scalar(typed.ty).then_some(Rank::Splat),
                }
            }
            _ => None,
        }
    }

    fn call_overload(
        &mut self,
        id: ExprId,
        span: Span,
        overload: &Overload,
        variant: Option<Variant>,
        list: &[ExprId],
        typed: &[Option<Typed>],
    ) -> Typed {
        let Overload { signature, number, variable, function } = *overload;
        if !signature.availability.admits(self.dialect) {
            self.function_not_in_dialect(function, signature, span);
        }
        let omitted = self.pass_patterns(signature, variable, list, typed);
        self.function.library_calls.push((function, span));
        let leads_to_device = typed.first().copied().flatten().is_some_and(|typed| {
            matches!(self.types.get(typed.ty), Type::Pointer(object) if object.space == AddressSpace::Device)
        });
        if leads_to_device && changes_memory(function.name) {
            self.function.device_write.get_or_insert(span);
        }
        self.note_callee(id, Callee::Library { function, signature: number, variable, variant });
        self.note_omitted(omitted);
        Typed::value(self.pattern_type(signature.result, variable))
    }

    /// Notes the parameters that the call of the last callee leaves out before others.
    pub(super) fn note_omitted(&mut self, omitted: u32) {
        if omitted != 0 {
            let callee = self.function.callees.len() as u32 - 1;
            self.function.omitted.push((callee, omitted));
        }
    }

    /// Notes the conversions of arguments to the types of a signature. The result has a bit for each parameter that is left out before others.
    pub(super) fn pass_patterns(
        &mut self,
        signature: &'static Signature,
        variable: Option<ValueType>,
        list: &[ExprId],
        typed: &[Option<Typed>],
    ) -> u32 {
        let mut omitted = 0;
        let mut parameters = signature.parameters.iter().enumerate();
        for (argument, typed) in list.iter().zip(typed) {
            let mut next = parameters.next();
            while let Some((number, parameter)) = next
                && parameter.is_optional
                && self.pattern_rank(*typed, parameter.pattern, variable).is_none()
            {
                omitted |= 1_u32.checked_shl(number as u32).unwrap_or(0);
                next = parameters.next();
            }
            let Some((_, parameter)) = next else { return omitted };
            let Pattern::Value(_) = parameter.pattern else { continue };
            let to = self.pattern_type(parameter.pattern, variable);
            match typed {
                Some(typed) if typed.ty != to => self.note_conversion(*argument, to),
                Some(_) => {}
                None => _ = self.initialize(*argument, to, super::Purpose::Argument),
            }
        }
        omitted
    }

    /// The type that a pattern is.
    pub(super) fn pattern_type(&mut self, pattern: Pattern, variable: Option<ValueType>) -> TypeId {
        let instance = |value: ValuePattern| match (value, variable) {
            (ValuePattern::Fixed(ty), _) => Some(ty),
            (_, Some(variable)) => value.instance(variable),
            (_, None) => None,
        };
        match pattern {
            Pattern::Void => TypeId::VOID,
            Pattern::Value(value) | Pattern::Reference(_, value) => match instance(value) {
                Some(ty) => self.types.value(ty),
                None => TypeId::ERROR,
            },
            Pattern::Pointer(space, value) => match instance(value) {
                Some(ty) => {
                    let ty = self.types.value(ty);
                    self.types.intern(Type::Pointer(Object {
                        ty,
                        space,
                        is_const: false,
                        is_volatile: false,
                        is_rvalue: false,
                    }))
                }
                None => TypeId::ERROR,
            },
            Pattern::Enumeration(enumeration) => self.types.intern(Type::LibraryEnumeration(enumeration)),
            Pattern::Sampler => self.types.intern(Type::Class(Class::Sampler)),
            Pattern::SimdVote => self.types.intern(Type::Class(Class::SimdVote)),
            Pattern::QuadVote => self.types.intern(Type::Class(Class::QuadVote)),
            Pattern::SimdgroupMatrix | Pattern::SimdgroupMatrixReference => {
                let class = variable.and_then(|variable| Class::simdgroup_matrix(variable.scalar()));
                class.map_or(TypeId::ERROR, |class| self.types.intern(Type::Class(class)))
            }
            Pattern::AtomicPointer(_)
            | Pattern::Data(_)
            | Pattern::AnySimdgroupMatrix
            | Pattern::Texture
            | Pattern::Options(_)
            | Pattern::FunctionConstant => TypeId::ERROR,
        }
    }

    /// A call of a member function.
    pub(super) fn call_member(
        &mut self,
        id: ExprId,
        callee: ExprId,
        (base, member): (ExprId, Symbol),
        list: &[ExprId],
    ) -> Typed {
        let is_arrow = matches!(self.ast[callee], Expr::Arrow(..));
        if self.is_wrong_access(callee, (base, member), is_arrow) {
            self.visit_all(list);
            return Typed::ERROR;
        }
        let Some((object, place)) = self.object_of(callee, base, is_arrow) else {
            self.visit_explicit(callee);
            self.visit_all(list);
            return Typed::ERROR;
        };
        let Some(structure) = self.structure_of_member(callee, object.ty) else {
            self.visit_all(list);
            return Typed::ERROR;
        };
        let name = self.text(member).to_owned();
        match self.types.get(object.ty) {
            Type::Texture(kind, element, access) => {
                self.call_texture(id, (kind, element, access), member, list)
            }
            Type::LibraryArray(_, count) if name == "size" && list.is_empty() => {
                self.note_callee(id, Callee::ArraySize(count));
                Typed::constant(self.types.scalar(Scalar::Ulong), Value::Integer(count.into()))
            }
            Type::ArrayRef(_) | Type::PatchControlPoint(_) if name == "size" && list.is_empty() => {
                self.note_callee(id, Callee::LibraryMember("size"));
                Typed::value(self.types.scalar(Scalar::Ulong))
            }
            Type::Class(Class::SimdVote | Class::QuadVote) if matches!(name.as_str(), "all" | "any") => {
                self.note_callee(id, Callee::LibraryMember(if name == "all" { "all" } else { "any" }));
                Typed::value(TypeId::BOOL)
            }
            // Metal 3.2, section 2.20.1
            Type::Class(Class::MeshGridProperties) if name == "set_threadgroups_per_grid" => {
                let size = self.types.with_width(Scalar::Uint, Some(Width::Three));
                if let [argument] = list {
                    self.initialize(*argument, size, super::Purpose::Argument);
                } else {
                    let message = format!("`{name}` takes one argument, found {}", list.len());
                    self.error(rules::CALL_ARGUMENT_COUNT, self.span(id), message);
                }
                self.note_callee(id, Callee::LibraryMember("set_threadgroups_per_grid"));
                Typed::value(TypeId::VOID)
            }
            Type::Structure(_) => {
                let on = place.map_or(CalledObject::Value { is_const: false }, CalledObject::Object);
                let explicit = self.ast.member_arguments.get(&callee).copied();
                self.call_structure_member(id, (structure, on), (member, explicit), list)
            }
            Type::Class(class)
                if class.simdgroup_element().is_some()
                    || matches!(
                        class,
                        Class::CommandBuffer | Class::RenderCommand | Class::ComputeCommand
                    ) =>
            {
                self.visit_all(list);
                let message = crate::unsupported::COMMAND_MEMBER.message_about(self.types.print(object.ty));
                self.error(rules::UNSUPPORTED_FEATURE, self.span(id), message);
                Typed::ERROR
            }
            // It is reported that the type is not supported.
            Type::Opaque(_) | Type::Error => {
                self.visit_all(list);
                Typed::ERROR
            }
            _ => {
                self.visit_all(list);
                let message = format!("`{}` has no member function `{name}`", self.types.print(object.ty));
                let span = self.span(id);
                let rule = if matches!(self.types.get(object.ty), Type::Atomic(_)) {
                    rules::ATOMIC_ONLY_ATOMIC_FUNCTIONS
                } else {
                    rules::MEMBER_EXISTS
                };
                self.error(rule, span, message);
                Typed::ERROR
            }
        }
    }
}

/// Returns true if a function of an atomic object or texture changes it.
pub(super) fn changes_memory(name: &str) -> bool {
    name == "write" || (name.starts_with("atomic_") && !name.starts_with("atomic_load"))
}
