//! Constraints of address spaces on the layout of what they hold.
//! <https://www.w3.org/TR/WGSL/#address-space-layout-constraints>

use super::Checker;
use crate::ast::{Attribute, StructId};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::types::{Length, Properties, TypeId, TypeKind, round_up};
use rustc_hash::FxHashSet;
use shader_source::Span;
use wgsl_spec::{AddressSpace, LanguageExtension, Rule, rules, sym};

/// Types that are known to obey an address space, so that none is examined twice.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// Types that obey the rules of the uniform address space.
    uniform: FxHashSet<TypeId>,
    /// Structures whose `@align` attributes were judged for an address space.
    aligned: FxHashSet<(StructId, AddressSpace)>,
}

/// The part of a type that breaks the rules of the uniform address space.
struct Problem {
    rule: &'static Rule,
    also: Option<&'static Rule>,
    message: String,
    /// The member that holds the part.
    member: Option<Span>,
    remedy: Remedy,
}

/// A change with which a type obeys the rules of the uniform address space.
enum Remedy {
    WiderElements,
    /// More alignment, in bytes, of the member whose name stands here.
    Align(u64, Span),
    /// None that is as simple.
    None,
}

impl Problem {
    /// Of a type that another one contains.
    fn nested(self) -> Self {
        Self { also: Some(rules::LAYOUT_CONSTRAINT_INDIRECT), ..self }
    }
}

impl Remedy {
    fn tell(self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            Self::WiderElements => diagnostic.note(
                "use 16-byte elements, such as `vec4<f32>`, or a storage buffer, which has no such rule",
            ),
            Self::Align(align, name) => diagnostic.suggest(
                "align the member, and place its data at the new offset in the buffer",
                vec![(Span::new(name.lo, name.lo), format!("@align({align}) "))],
                Applicability::Unsafe,
            ),
            Self::None => diagnostic,
        }
    }
}

impl Checker<'_> {
    /// Checks the layout of what a variable holds. All address spaces but `uniform` ask for what the layout rules
    /// guarantee anyway.
    pub(super) fn check_space_layout(&mut self, space: AddressSpace, ty: TypeId, span: Span) {
        if !self.terms.rules.align_by_type && matches!(space, AddressSpace::Uniform | AddressSpace::Storage) {
            self.aligned_members(space, ty);
        }
        if space == AddressSpace::Uniform
            && let Some(problem) = self.uniform_problem(ty)
            && !self.has(LanguageExtension::UniformBufferStandardLayout, span)
        {
            let without = self.without(LanguageExtension::UniformBufferStandardLayout);
            let mut diagnostic = Diagnostic::error(problem.rule, span, problem.message);
            diagnostic.also = problem.also;
            if let Some(member) = problem.member {
                diagnostic = diagnostic.label(member, "this member");
            }
            self.report(problem.remedy.tell(diagnostic).note(without));
        }
    }

    /// Checks every `@align` in a type against the alignment that the address space requires of the member.
    /// <https://www.w3.org/TR/WGSL/#align-attr>
    fn aligned_members(&mut self, space: AddressSpace, root: TypeId) {
        let ast = self.ast;
        let mut pending = vec![root];
        while let Some(ty) = pending.pop() {
            match self.kind(ty) {
                TypeKind::Array(element, _) => pending.push(element),
                TypeKind::Struct(id) if self.layouts.aligned.insert((id, space)) => {
                    let list = ast[id].members;
                    for (index, member) in list.range().zip(&ast[list]) {
                        let ty = self.meaning.member(index);
                        pending.push(ty);
                        if let Some(attribute) = self.attribute(member.attributes, sym::ALIGN) {
                            self.aligned_member(space, ty, &attribute);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn aligned_member(&mut self, space: AddressSpace, ty: TypeId, attribute: &Attribute) {
        let Some(argument) = self.ast[attribute.arguments].first().copied() else { return };
        let typed = self.meaning[argument];
        let Some(constant) = typed.constant else { return };
        let value = self.integer_value(typed.ty, constant);
        let required = match space {
            AddressSpace::Uniform => self.meaning.types.uniform_align(ty),
            _ => self.meaning.types.info(ty).align,
        };
        let required = u64::from(required);
        if u64::try_from(value).is_ok_and(|value| !value.is_multiple_of(required.max(1))) {
            let message = format!(
                "the alignment must be a multiple of {required}, the required alignment of `{}` in address space `{}`, found {value}",
                self.print(ty),
                space.name()
            );
            self.report(
                Diagnostic::error(rules::ATTR_ALIGN_MULTIPLE, self.span(argument), message)
                    .also(self.required_align_rule(ty)),
            );
        }
    }

    /// The row of the table of required alignments.
    pub(super) fn required_align_rule(&self, ty: TypeId) -> &'static Rule {
        match self.kind(ty) {
            TypeKind::Vector(..) => rules::LAYOUT_REQUIRED_ALIGN_VEC_N_T,
            TypeKind::Matrix(..) => rules::LAYOUT_REQUIRED_ALIGN_MAT_CX_R_T,
            TypeKind::Atomic(_) | TypeKind::AtomicVec2u => rules::LAYOUT_REQUIRED_ALIGN_ATOMIC_T,
            TypeKind::Array(_, Length::Runtime) => rules::LAYOUT_REQUIRED_ALIGN_ARRAY_T,
            TypeKind::Array(..) => rules::LAYOUT_REQUIRED_ALIGN_ARRAY_T_N,
            TypeKind::Struct(_) => rules::LAYOUT_REQUIRED_ALIGN_STRUCT_S,
            _ => rules::LAYOUT_REQUIRED_ALIGN_BOOL_I32_U32_F32_OR_F16,
        }
    }

    /// Returns true if a type that a buffer view yields obeys its address space.
    pub(super) fn viewed_type_fits(&mut self, pointer: TypeId) -> bool {
        let TypeKind::Pointer(space, ty, _) = self.kind(pointer) else { return false };
        !self.meaning.types.is(ty, Properties::HAS_ATOMIC)
            && !matches!(self.kind(ty), TypeKind::Buffer(_))
            && (space != AddressSpace::Uniform
                || self.uniform_problem(ty).is_none()
                || self.terms.is_available(LanguageExtension::UniformBufferStandardLayout))
    }

    /// The part of a type that breaks the rules of the uniform address space. Types nest at most 255 deep.
    fn uniform_problem(&mut self, ty: TypeId) -> Option<Problem> {
        if self.layouts.uniform.contains(&ty) {
            return None;
        }
        let problem = match self.kind(ty) {
            TypeKind::Array(element, _) => self
                .uniform_stride_problem(ty, element)
                .or_else(|| self.uniform_problem(element).map(Problem::nested)),
            TypeKind::Struct(id) => self.uniform_members_problem(id),
            _ => None,
        };
        if problem.is_none() {
            self.layouts.uniform.insert(ty);
        }
        problem
    }

    fn uniform_stride_problem(&self, ty: TypeId, element: TypeId) -> Option<Problem> {
        let stride = self.meaning.types.stride(element);
        let required = u64::from(self.meaning.types.uniform_align(element)).max(1);
        let (rule, also) = if !stride.is_multiple_of(required) {
            (rules::LAYOUT_CONSTRAINT_ARRAY_STRIDE, rules::LAYOUT_CONSTRAINT_UNIFORM_STRIDE16)
        } else if !stride.is_multiple_of(16) {
            let table = rules::EXT_LANGUAGE_UNIFORM_BUFFER_STANDARD_LAYOUT;
            (rules::LAYOUT_CONSTRAINT_UNIFORM_STRIDE16, table)
        } else {
            return None;
        };
        let message = format!(
            "in address space `uniform` the stride of array `{}` must be a multiple of 16, found {stride}",
            self.print(ty)
        );
        Some(Problem { rule, also: Some(also), message, member: None, remedy: Remedy::WiderElements })
    }

    fn uniform_members_problem(&mut self, id: StructId) -> Option<Problem> {
        let count = self.meaning.types.structure(id)?.members.len();
        for index in 0..count {
            let members = &self.meaning.types.structure(id)?.members;
            let (member, next) = (*members.get(index)?, members.get(index + 1).copied());
            let required = u64::from(self.meaning.types.uniform_align(member.ty)).max(1);
            let name = self.name(member.name);
            if member.offset % required != 0 {
                let message = format!(
                    "in address space `uniform` the offset of member `{name}` must be a multiple of {required}, found {}",
                    member.offset
                );
                return Some(Problem {
                    rule: rules::LAYOUT_CONSTRAINT_MEMBER_OFFSET,
                    also: Some(self.required_align_rule(member.ty)),
                    message,
                    member: self.member_name(id, index),
                    remedy: self.more_alignment(id, index, required),
                });
            }
            let room = round_up(16, self.meaning.types.info(member.ty).size);
            if let (TypeKind::Struct(_), Some(next)) = (self.kind(member.ty), next)
                && next.offset - member.offset < room
            {
                let message = format!(
                    "in address space `uniform` the member after structure `{name}` must start at least {room} bytes after the start of `{name}`"
                );
                return Some(Problem {
                    rule: rules::LAYOUT_CONSTRAINT_UNIFORM_AFTER_STRUCT,
                    also: Some(rules::EXT_LANGUAGE_UNIFORM_BUFFER_STANDARD_LAYOUT),
                    message,
                    member: self.member_name(id, index + 1),
                    remedy: self.more_alignment(id, index + 1, 16),
                });
            }
            if let Some(problem) = self.uniform_problem(member.ty) {
                let member = problem.member.or_else(|| self.member_name(id, index));
                return Some(Problem { member, ..problem.nested() });
            }
        }
        None
    }

    /// The place of a member's name.
    fn member_name(&self, id: StructId, index: usize) -> Option<Span> {
        Some(self.ast[self.ast[id].members].get(index)?.name_span)
    }

    /// The alignment that a member without an `@align` needs.
    fn more_alignment(&self, id: StructId, index: usize, align: u64) -> Remedy {
        let member = self.ast[self.ast[id].members].get(index);
        let plain = member.filter(|member| self.attribute(member.attributes, sym::ALIGN).is_none());
        plain.map_or(Remedy::None, |member| Remedy::Align(align, member.name_span))
    }
}
