//! Constraints of address spaces on the layout of what they hold.
//! <https://www.w3.org/TR/WGSL/#address-space-layout-constraints>

use super::Checker;
use crate::source::Span;
use crate::types::{Properties, TypeId, TypeKind, round_up};
use wgsl_spec::{AddressSpace, Code, Edition};

impl Checker<'_> {
    /// Whether the language feature `uniform_buffer_standard_layout` lifts the rules of the uniform address space.
    fn has_standard_uniform_layout(&self) -> bool {
        self.edition == Edition::Current
    }

    /// Checks the layout of what a variable holds. All address spaces but `uniform` ask for what the layout rules
    /// guarantee anyway.
    pub(super) fn check_space_layout(&mut self, space: AddressSpace, ty: TypeId, span: Span) {
        if space == AddressSpace::Uniform
            && !self.has_standard_uniform_layout()
            && let Some(problem) = self.uniform_problem(ty)
        {
            self.error(Code::LayoutUniformAlignment, span, problem);
        }
    }

    /// Whether a type that a buffer view yields obeys its address space.
    pub(super) fn viewed_type_fits(&self, pointer: TypeId) -> bool {
        let TypeKind::Pointer(space, ty, _) = self.kind(pointer) else { return false };
        !self.types.is(ty, Properties::HAS_ATOMIC)
            && !matches!(self.kind(ty), TypeKind::Buffer(_))
            && (space != AddressSpace::Uniform
                || self.has_standard_uniform_layout()
                || self.uniform_problem(ty).is_none())
    }

    /// RequiredAlignOf a type in the uniform address space, in bytes.
    fn required_align(&self, ty: TypeId) -> u64 {
        let align = u64::from(self.types.info(ty).align);
        match self.kind(ty) {
            TypeKind::Array(..) | TypeKind::Struct(_) => round_up(16, align),
            _ => align,
        }
    }

    /// What of a type breaks the rules of the uniform address space. Types nest at most as deep as the program.
    fn uniform_problem(&self, ty: TypeId) -> Option<String> {
        match self.kind(ty) {
            TypeKind::Array(element, _) => {
                let stride = self.types.stride(element);
                if !stride.is_multiple_of(16) || !stride.is_multiple_of(self.required_align(element).max(1)) {
                    return Some(format!(
                        "in address space `uniform` the elements of an array must lie 16 bytes apart or a multiple of it, those of `{}` lie {stride} apart",
                        self.print(ty)
                    ));
                }
                self.uniform_problem(element)
            }
            TypeKind::Struct(id) => {
                let structure = self.types.structure(id)?;
                for (index, member) in structure.members.iter().enumerate() {
                    let name = self.name(member.name);
                    let required = self.required_align(member.ty).max(1);
                    if member.offset % required != 0 {
                        return Some(format!(
                            "in address space `uniform` member `{name}` must have an offset that is a multiple of {required}, it has {}",
                            member.offset
                        ));
                    }
                    if let (TypeKind::Struct(_), Some(next)) =
                        (self.kind(member.ty), structure.members.get(index + 1))
                        && next.offset - member.offset < round_up(16, self.types.info(member.ty).size)
                    {
                        return Some(format!(
                            "in address space `uniform` the member after structure `{name}` must begin at least {} bytes after it",
                            round_up(16, self.types.info(member.ty).size)
                        ));
                    }
                    if let Some(problem) = self.uniform_problem(member.ty) {
                        return Some(problem);
                    }
                }
                None
            }
            _ => None,
        }
    }
}
