//! Views of buffers: what shows of their place before a shader runs.
//! <https://www.w3.org/TR/WGSL/#buffer-view-builtin-functions>

use super::Checker;
use super::chosen::Chosen;
use crate::ast::ExprId;
use crate::meaning::Typed;
use crate::types::{Length, Properties, TypeId, TypeKind};
use wgsl_spec::{AddressSpace, Code, Condition, LanguageExtension};

/// The type of a view in numbers, all in bytes.
#[derive(Clone, Copy)]
struct Viewed {
    /// RequiredAlignOf the type in the address space.
    align: i64,
    /// `MinTypeSize`.
    least: i64,
    /// `ArrayOffset`.
    array_offset: i64,
    /// StrideOf the runtime-sized array, when there is one.
    stride: Option<i64>,
}

impl Checker<'_> {
    /// Checks the buffer, the offset and the size of a view, as far as each is known.
    pub(super) fn buffer_view(&mut self, id: ExprId, chosen: &Chosen, operands: &[ExprId], typed: &[Typed]) {
        if !chosen.overload.conditions.contains(&Condition::ViewedTypeFitsSpace) || !self.evaluation.is_on() {
            return;
        }
        let TypeKind::Pointer(space, ty, _) = self.kind(chosen.result) else { return };
        let viewed = self.viewed(space, ty);
        let buffer = self.buffer_size(chosen.parameters[0]);
        if let Some(buffer) = buffer.filter(|buffer| viewed.least > *buffer) {
            let message = format!(
                "a view of type `{}` needs {} bytes, the buffer has {buffer}",
                self.print(ty),
                viewed.least
            );
            self.error(Code::ConstInvalidArgument, self.span(id), message);
            return;
        }
        let offset = self.known_integer(typed[1]);
        let size = typed.get(2).and_then(|size| self.known_integer(*size));
        let problems = [
            offset.and_then(|offset| viewed.offset_problem(offset)).map(|problem| (1, problem)),
            size.and_then(|size| viewed.size_problem(size)).map(|problem| (2, problem)),
        ];
        let mut fits = true;
        for (index, problem) in problems.into_iter().flatten() {
            self.error(Code::ConstInvalidArgument, self.span(operands[index]), problem);
            fits = false;
        }
        let Some(buffer) = buffer.filter(|_| fits) else { return };
        let end = match (operands.len(), offset, size) {
            (2, offset, _) => offset.map_or(0, |offset| offset.saturating_add(viewed.least)),
            (_, offset, size) => offset.unwrap_or(0).saturating_add(size.unwrap_or(0)),
        };
        if end > buffer {
            let culprit = if size.is_some() { 2 } else { 1 };
            let message = format!("the view ends at byte {end}, the buffer has {buffer}");
            self.error(Code::ConstInvalidArgument, self.span(operands[culprit]), message);
        }
    }

    fn viewed(&self, space: AddressSpace, ty: TypeId) -> Viewed {
        let info = self.meaning.types.info(ty);
        let align = if space == AddressSpace::Uniform
            && !self.terms.is_available(LanguageExtension::UniformBufferStandardLayout)
        {
            self.meaning.types.uniform_align(ty)
        } else {
            info.align
        };
        let (array_offset, array) = match self.kind(ty) {
            TypeKind::Struct(id) if info.is(Properties::HAS_RUNTIME_SIZE) => {
                let last = self.meaning.types.structure(id).and_then(|structure| structure.members.last());
                last.map_or((0, ty), |last| (last.offset, last.ty))
            }
            _ => (0, ty),
        };
        let stride = match self.kind(array) {
            TypeKind::Array(element, Length::Runtime) => Some(self.meaning.types.stride(element)),
            _ => None,
        };
        let least = stride.map_or(info.size, |stride| array_offset.saturating_add(stride));
        let signed = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        Viewed {
            align: i64::from(align).max(1),
            least: signed(least),
            array_offset: signed(array_offset),
            stride: stride.map(signed),
        }
    }

    /// The size in bytes of the buffer that a pointer points to, when it is known.
    fn buffer_size(&self, pointer: TypeId) -> Option<i64> {
        let TypeKind::Pointer(_, store, _) = self.kind(pointer) else { return None };
        let TypeKind::Buffer(length) = self.kind(store) else { return None };
        self.meaning.length(length).map(i64::from)
    }

    fn known_integer(&self, typed: Typed) -> Option<i64> {
        typed.constant.map(|constant| self.integer_value(typed.ty, constant))
    }
}

impl Viewed {
    fn offset_problem(self, offset: i64) -> Option<String> {
        if offset < 0 {
            return Some(format!("the offset of a view can't be negative, this is {offset}"));
        }
        (offset % self.align != 0).then(|| {
            format!("the offset of this view must be a multiple of {}, this is {offset}", self.align)
        })
    }

    fn size_problem(self, size: i64) -> Option<String> {
        if size < 0 {
            return Some(format!("the size of a view can't be negative, this is {size}"));
        }
        if size < self.least {
            return Some(format!("the size of this view must be at least {}, this is {size}", self.least));
        }
        let stride = self.stride.filter(|stride| (size - self.array_offset) % stride.max(&1) != 0)?;
        Some(match self.array_offset {
            0 => format!("the size of this view must be a multiple of {stride}, this is {size}"),
            offset => format!(
                "the size of this view, without the {offset} bytes before the array, must be a multiple of {stride}, \
                 this is {size}"
            ),
        })
    }
}
