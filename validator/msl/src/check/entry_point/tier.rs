//! Uses of argument buffers that only tier 2 devices support. Section 2.12.1

use super::super::{Checker, Typed, Value};
use crate::diagnostic::Diagnostic;
use crate::types::{Object, StructureNumber, Type};
use cxx_validator::ast::ExprId;
use msl_spec::{AddressSpace, Class, rules};
use shader_source::Span;

impl Checker<'_> {
    /// An element after a pointer: argument buffers other than the first are encoded apart.
    pub(in super::super) fn check_indexed_buffer(&mut self, id: ExprId, object: Object, index: Typed) {
        let is_first = index.value.and_then(Value::integer) == Some(0);
        let is_buffer = matches!(object.space, AddressSpace::Device | AddressSpace::Constant);
        let is_structure = matches!(self.types.get(object.ty), Type::Structure(_));
        if !is_first && is_buffer && is_structure && self.is_argument_buffer(object.ty) {
            self.second_tier(self.span(id), "indexing argument buffers");
        }
    }

    /// A texture or sampler that is written to a buffer; a sampler comes from another argument buffer only.
    pub(in super::super) fn check_resource_copy(&mut self, id: ExprId, target: Typed, value: ExprId) {
        let is_device = target.place.is_some_and(|place| place.space == AddressSpace::Device);
        if !is_device || self.handles(target.ty).is_none() {
            return;
        }
        let source = self.known(value).and_then(|value| value.place);
        let is_sampler = self.types.get(target.ty) == Type::Class(Class::Sampler);
        if is_sampler && source.is_none_or(|place| place.space != AddressSpace::Device) {
            let message = "a sampler can only be copied into an argument buffer from an argument buffer in `device` memory";
            self.error(rules::ARGUMENT_BUFFER_SAMPLER_FROM_THREAD, self.span(id), message);
        } else {
            self.second_tier(self.span(id), "copying resources into argument buffers");
        }
    }

    /// An argument that leads to textures or samplers themselves.
    pub(super) fn check_handle_buffer(&mut self, object: Object, span: Span) {
        if self.handles(object.ty).is_some() {
            self.second_tier(span, "a pointer to resources");
        }
    }

    /// A member that leads to another argument buffer.
    pub(super) fn check_nested_buffers(&mut self, number: StructureNumber) {
        let members = &self.types.structure(number).members;
        let nested: Vec<Span> = members
            .iter()
            .filter(|member| match self.types.get(member.ty) {
                Type::Pointer(object) | Type::Reference(object) => {
                    matches!(self.types.get(object.ty), Type::Structure(_))
                        && self.is_argument_buffer(object.ty)
                }
                _ => false,
            })
            .map(|member| member.span)
            .collect();
        for span in nested {
            self.second_tier(span, "nesting argument buffers");
        }
    }

    fn second_tier(&mut self, span: Span, what: &str) {
        if msl_spec::Feature::SecondTierArgumentBuffers.availability().admits(self.dialect) {
            return;
        }
        let message = format!("{what} requires a tier 2 device");
        self.report_once(Diagnostic::error(rules::ARGUMENT_BUFFER_SECOND_TIER, span, message).warning());
    }
}
