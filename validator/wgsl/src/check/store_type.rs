//! The types that memory may hold, by address space. <https://www.w3.org/TR/WGSL/#var-decls>

use super::Checker;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::types::{Length, Properties, StructMember, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, LanguageExtension, Rule, Scalar, rules};

impl Checker<'_> {
    /// Returns true if a variable of an address space may hold this type. A pointer may also point to what a buffer view
    /// yields where there are buffer views, so runtime-sized types are fine behind one.
    /// <https://www.w3.org/TR/WGSL/#var-decls>
    pub(super) fn check_store_type(
        &mut self,
        space: AddressSpace,
        access: AccessMode,
        ty: TypeId,
        span: Span,
        behind_pointer: bool,
    ) -> bool {
        let info = self.meaning.types.info(ty);
        let concrete = Properties::CONCRETE;
        let is_buffer = matches!(self.kind(ty), TypeKind::Buffer(_));
        let fixed_buffer = matches!(self.kind(ty), TypeKind::Buffer(Length::Fixed(_)));
        let (could_be_declared, wanted) = match space {
            AddressSpace::Function => {
                (info.is(concrete.with(Properties::CONSTRUCTIBLE)), "a concrete constructible type")
            }
            AddressSpace::Private => (
                info.is(concrete.with(Properties::CONSTRUCTIBLE))
                    && !info.is(Properties::HAS_SUBGROUP_MATRIX),
                "a concrete constructible type",
            ),
            AddressSpace::Workgroup => (
                info.is(concrete.with(Properties::FIXED))
                    && (is_buffer || info.is(Properties::PLAIN))
                    && !info.is(Properties::HAS_ATOMIC_VECTOR)
                    && !info.is(Properties::HAS_SUBGROUP_MATRIX),
                "a plain type or buffer whose size is known when the pipeline is created",
            ),
            AddressSpace::Uniform => (
                fixed_buffer || info.is(Properties::CONSTRUCTIBLE.with(Properties::HOST_SHAREABLE)),
                "a constructible host-shareable type",
            ),
            AddressSpace::Storage => (
                info.is(Properties::HOST_SHAREABLE)
                    && (!is_buffer || fixed_buffer || info.is(Properties::HAS_RUNTIME_SIZE)),
                "a host-shareable type",
            ),
            AddressSpace::Immediate => (
                info.is(Properties::CONSTRUCTIBLE.with(Properties::HOST_SHAREABLE))
                    && !info.is(Properties::HAS_ARRAY),
                "a constructible host-shareable type without arrays",
            ),
            AddressSpace::Handle => {
                (self.meaning.types.is_texture_or_sampler(ty), "a texture or sampler type")
            }
        };
        let could_be_viewed = behind_pointer
            && matches!(space, AddressSpace::Workgroup | AddressSpace::Uniform)
            && info.is(Properties::HOST_SHAREABLE)
            && !info.is(Properties::HAS_ATOMIC)
            && !info.is(Properties::HAS_SUBGROUP_MATRIX);
        let fits = could_be_declared || could_be_viewed && self.has(LanguageExtension::BufferView, span);
        if !fits {
            self.not_storable(space, ty, span, behind_pointer, wanted);
        }
        fits && self.check_atomics(space, access, ty, span)
    }

    /// Atomics in the storage address space can be written. <https://www.w3.org/TR/WGSL/#atomic-types>
    fn check_atomics(&mut self, space: AddressSpace, access: AccessMode, ty: TypeId, span: Span) -> bool {
        let fits = space != AddressSpace::Storage
            || access == AccessMode::ReadWrite
            || !self.meaning.types.is(ty, Properties::HAS_ATOMIC);
        if !fits {
            let message = format!(
                "`{}` contains an atomic, so its memory must have access mode `read_write`",
                self.print(ty)
            );
            self.error(rules::TYPE_ATOMIC_READ_STORAGE, span, message);
        }
        fits
    }

    #[cold]
    fn not_storable(
        &mut self,
        space: AddressSpace,
        ty: TypeId,
        span: Span,
        behind_pointer: bool,
        wanted: &str,
    ) {
        let has = self.print(ty);
        let (rule, also) =
            if behind_pointer { self.pointer_store_rules(ty) } else { self.store_rules(space, ty) };
        let is_override_sized = rule == rules::TYPE_FOOTPRINT_OVERRIDE_ARRAY_USE;
        let message = if is_override_sized {
            "an override-sized array is only allowed in address space `workgroup`".to_owned()
        } else {
            format!("memory in address space `{}` must have {wanted}, found `{has}`", space.name())
        };
        let mut diagnostic = Diagnostic::error(rule, span, message);
        diagnostic.also = also;
        if rule.code == rules::TYPE_HOST_SHAREABLE_NO_BOOL.code {
            diagnostic = self.label_unshareable(ty, diagnostic);
        }
        if !behind_pointer && space != AddressSpace::Handle && self.meaning.types.is_texture_or_sampler(ty) {
            diagnostic = Self::with_change(diagnostic, self.without_space(span), Applicability::Safe);
        }
        if space == AddressSpace::Uniform && self.meaning.types.is(ty, Properties::HAS_RUNTIME_SIZE) {
            diagnostic = self.label_runtime_sized(ty, diagnostic);
            let change = self.in_storage(span);
            diagnostic = Self::with_change(diagnostic, change, Applicability::Unsafe);
        }
        self.report(diagnostic);
    }

    /// Labels the members through which a structure holds what is not host-shareable.
    fn label_unshareable(&self, mut ty: TypeId, mut diagnostic: Diagnostic) -> Diagnostic {
        loop {
            match self.kind(ty) {
                TypeKind::Array(element, _) => ty = element,
                TypeKind::Struct(id) => {
                    let Some(structure) = self.meaning.types.structure(id) else { return diagnostic };
                    let is_to_blame = |member: &&StructMember| {
                        !self.meaning.types.is(member.ty, Properties::HOST_SHAREABLE)
                    };
                    let Some(member) = structure.members.iter().find(is_to_blame) else { return diagnostic };
                    let (name, has) = (self.name(member.name), self.print(member.ty));
                    let label = format!("member `{name}` of `{}` is of type `{has}`", self.print(ty));
                    diagnostic = diagnostic.label(member.name_span, label);
                    ty = member.ty;
                }
                TypeKind::Scalar(Scalar::Bool) | TypeKind::Vector(_, Scalar::Bool) => {
                    let change = self.without_bool(diagnostic.labels.last().map(|label| label.span));
                    let found = diagnostic.note("`bool` is not host-shareable: use `u32`");
                    return Self::with_change(found, change, Applicability::Unsafe);
                }
                _ => return diagnostic,
            }
        }
    }

    /// Points at the member that makes a structure as large as its buffer.
    fn label_runtime_sized(&self, ty: TypeId, diagnostic: Diagnostic) -> Diagnostic {
        let TypeKind::Struct(id) = self.kind(ty) else { return diagnostic };
        let last = self.meaning.types.structure(id).and_then(|structure| structure.members.last());
        match last {
            Some(member) => {
                let name = self.name(member.name);
                diagnostic.label(member.name_span, format!("`{name}` is as long as the buffer"))
            }
            None => diagnostic,
        }
    }

    /// Returns true if a type is `bool`, a vector of it, or holds one.
    fn holds_bool(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Scalar(scalar) | TypeKind::Vector(_, scalar) => scalar == Scalar::Bool,
            TypeKind::Array(element, _) => self.holds_bool(element),
            TypeKind::Struct(id) => self.meaning.types.structure(id).is_some_and(|structure| {
                let is_to_blame =
                    |member: &&StructMember| !self.meaning.types.is(member.ty, Properties::HOST_SHAREABLE);
                structure.members.iter().find(is_to_blame).is_some_and(|member| self.holds_bool(member.ty))
            }),
            _ => false,
        }
    }

    /// The rules by which no pointer to a type into an address space can be written.
    fn pointer_store_rules(&self, ty: TypeId) -> (&'static Rule, Option<&'static Rule>) {
        match self.kind(ty) {
            TypeKind::Pointer(..) => (rules::TYPE_PTR_STORE_TYPE, Some(rules::TYPE_STORABLE_NOT_POINTER)),
            _ if self.meaning.types.is(ty, Properties::STORABLE) => (rules::TYPE_PTR_INSTANTIABLE, None),
            _ => (rules::TYPE_PTR_STORE_TYPE, None),
        }
    }

    /// The rules by which no variable in an address space can have this type.
    fn store_rules(&self, space: AddressSpace, ty: TypeId) -> (&'static Rule, Option<&'static Rule>) {
        let info = self.meaning.types.info(ty);
        let is_shareable = info.is(Properties::HOST_SHAREABLE);
        match (space, self.kind(ty)) {
            (AddressSpace::Function, TypeKind::Pointer(..)) => {
                (rules::TYPE_STORABLE_NOT_POINTER, Some(rules::TYPE_STORABLE))
            }
            (_, TypeKind::Pointer(..)) => {
                (rules::TYPE_STORABLE_NOT_POINTER, Some(rules::DECL_VAR_STORE_CONCRETE))
            }
            (AddressSpace::Handle, _) => (rules::DECL_VAR_SPACE_REQUIRED, None),
            (_, TypeKind::Buffer(Length::Runtime)) => (rules::TYPE_BUFFER_RUNTIME_SPACE, None),
            (AddressSpace::Uniform | AddressSpace::Storage, TypeKind::Buffer(_)) => {
                (rules::TYPE_BUFFER_FIXED_CONST_SIZE, None)
            }
            (_, TypeKind::Buffer(_)) => (rules::TYPE_BUFFER_FIXED_SPACES, None),
            (_, TypeKind::Array(_, Length::Override(_) | Length::OverrideExpression(_))) => {
                (rules::TYPE_FOOTPRINT_OVERRIDE_ARRAY_USE, None)
            }
            (AddressSpace::Workgroup, TypeKind::Struct(_)) if !info.is(Properties::FIXED) => {
                (rules::DECL_VAR_WORKGROUP_TYPE, Some(rules::TYPE_FOOTPRINT_FIXED))
            }
            (AddressSpace::Workgroup, _) => (rules::DECL_VAR_WORKGROUP_TYPE, None),
            (AddressSpace::Uniform | AddressSpace::Storage | AddressSpace::Immediate, _)
                if !is_shareable && self.holds_bool(ty) =>
            {
                (rules::TYPE_HOST_SHAREABLE_NO_BOOL, None)
            }
            (AddressSpace::Storage, _) => (rules::DECL_VAR_STORAGE_TYPE, Some(rules::LAYOUT_HOST_SHAREABLE)),
            (AddressSpace::Uniform | AddressSpace::Immediate, _) if !is_shareable => {
                (rules::TYPE_HOST_SHAREABLE_REQUIRED, Some(rules::TYPE_HOST_SHAREABLE))
            }
            _ if info.is(Properties::HAS_ATOMIC) => (rules::TYPE_ATOMIC_SPACE, None),
            (AddressSpace::Uniform, _) => {
                (rules::DECL_VAR_UNIFORM_TYPE, Some(rules::LAYOUT_REQUIRED_ALIGN_ARRAY_T))
            }
            (AddressSpace::Immediate, _) => (rules::DECL_VAR_IMMEDIATE_TYPE, None),
            (AddressSpace::Private, _) => (rules::DECL_VAR_PRIVATE_TYPE, None),
            (AddressSpace::Function, _) => (rules::DECL_VAR_FUNCTION_TYPE, None),
        }
    }
}
