//! Structures and the layout of their members. <https://www.w3.org/TR/WGSL/#struct-types>

use super::Checker;
use crate::ast::{ExprId, Member, StructId};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::types::{Length, Properties, StructMember, StructType, TypeId, TypeKind};
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{AttributePlace, Limit, Symbol, rules, sym};

impl Checker<'_> {
    /// Checks a structure and computes its layout.
    pub(super) fn structure(&mut self, id: StructId) {
        let declaration = self.ast[id];
        let ast = self.ast;
        let list = &ast[declaration.members];
        let mut names: FxHashMap<Symbol, Span> = FxHashMap::default();
        let mut members: Vec<StructMember> = Vec::with_capacity(list.len());
        let mut sound = true;
        let mut end = 0u64;
        for (offset, member) in list.iter().enumerate() {
            if let Some(first) = names.insert(member.name, member.name_span) {
                let message = format!("duplicate member `{}`", self.name(member.name));
                self.report(
                    Diagnostic::error(rules::TYPE_STRUCT_UNIQUE_MEMBERS, member.name_span, message)
                        .label(first, "first declared here"),
                );
            }
            self.attributes(member.attributes, AttributePlace::Member);
            let ty = self.type_expression(member.ty);
            let index = declaration.members.start as usize + offset;
            let ty =
                if self.member_type(member.ty, ty, offset + 1 == list.len()) { ty } else { TypeId::ERROR };
            self.meaning.set_member(index, ty);
            self.member_io(index, member, ty, AttributePlace::Member);
            sound &= ty != TypeId::ERROR;
            let laid_out = self.lay_out(member, ty, end);
            end = laid_out.offset.saturating_add(laid_out.size);
            members.push(laid_out);
        }
        if !sound {
            return;
        }
        let info = self.meaning.types.struct_info(&members);
        if !self.limit(Limit::StructMembers, list.len() as u64, declaration.name_span) {
            return;
        }
        if info.size > u64::from(u32::MAX) {
            let message = format!(
                "structure `{}` must not be larger than 4294967295 bytes",
                self.name(declaration.name)
            );
            self.error(rules::LIMITS_BEYOND_SIZE, declaration.name_span, message);
            return;
        }
        let ty = self.meaning.types.define_struct(id, StructType { name: declaration.name, members, info });
        if !self.limit(Limit::NestingDepth, self.meaning.types.info(ty).depth.into(), declaration.name_span) {
            return;
        }
        self.meaning.set_struct(id, ty);
        self.struct_locations(&declaration);
    }

    /// Returns true if a structure may have a member of this type.
    fn member_type(&mut self, id: ExprId, ty: TypeId, is_last: bool) -> bool {
        if ty == TypeId::ERROR {
            return false;
        }
        let info = self.meaning.types.info(ty);
        if info.is(Properties::PLAIN.with(Properties::CREATION_FIXED)) {
            return true;
        }
        let has = self.print(ty);
        let (rule, message) = match self.kind(ty) {
            TypeKind::Array(_, Length::Runtime) if is_last => return true,
            TypeKind::Array(_, Length::Runtime) => (
                rules::TYPE_STRUCT_RUNTIME_LAST,
                "a runtime-sized array must be the last member of its structure: move it to the end"
                    .to_owned(),
            ),
            TypeKind::Array(..) => (
                rules::TYPE_STRUCT_NO_OVERRIDE_ARRAY,
                "an override-sized array can't be a structure member".to_owned(),
            ),
            TypeKind::Struct(_) => (
                rules::TYPE_STRUCT_RUNTIME_NOT_NESTED,
                format!("structure `{has}` ends in a runtime-sized array, so it can't be a structure member"),
            ),
            TypeKind::Buffer(_) => {
                (rules::TYPE_BUFFER_NOT_NESTED, format!("a structure can't have a member of type `{has}`"))
            }
            TypeKind::Pointer(..)
            | TypeKind::Sampler
            | TypeKind::SamplerComparison
            | TypeKind::SampledTexture(..)
            | TypeKind::PlainTexture(_)
            | TypeKind::StorageTexture(..) => {
                (rules::TYPE_STRUCT_NO_HANDLES, format!("a structure can't have a member of type `{has}`"))
            }
            _ => (rules::TYPE_STRUCT_MEMBER, format!("a structure can't have a member of type `{has}`")),
        };
        let found = Diagnostic::error(rule, self.span(id), message);
        let change = match self.kind(ty) {
            TypeKind::Array(_, Length::Runtime) => self.moved_to_end(self.span(id)),
            _ => None,
        };
        self.report(Self::with_change(found, change, Applicability::Unsafe));
        false
    }

    /// Places a member behind the end of those before it. <https://www.w3.org/TR/WGSL/#structure-member-layout>
    fn lay_out(&mut self, member: &Member, ty: TypeId, end: u64) -> StructMember {
        let info = self.meaning.types.info(ty);
        let align = self.member_align(member, ty).unwrap_or_else(|| info.align.max(1));
        let size = self.member_size(member, ty).unwrap_or(info.size);
        StructMember {
            name: member.name,
            name_span: member.name_span,
            ty,
            offset: crate::types::round_up(u64::from(align), end),
            align,
            size,
        }
    }

    /// <https://www.w3.org/TR/WGSL/#align-attr>
    fn member_align(&mut self, member: &Member, ty: TypeId) -> Option<u32> {
        let attribute = self.attribute(member.attributes, sym::ALIGN)?;
        let (value, span) = self.attribute_number(&attribute)?;
        let required = self.meaning.types.info(ty).align;
        let (rule, problem) = if value <= 0 {
            (rules::ATTR_ALIGN_POSITIVE, format!("an alignment must be positive, found {value}"))
        } else if !(value as u64).is_power_of_two() {
            (rules::ATTR_ALIGN_POW2, format!("an alignment must be a power of two, found {value}"))
        } else if self.terms.rules.align_by_type
            && ty != TypeId::ERROR
            && value % i64::from(required.max(1)) != 0
        {
            let message = format!(
                "the alignment must be a multiple of {required}, the required alignment of `{}`, found {value}",
                self.print(ty)
            );
            (rules::ATTR_ALIGN_MULTIPLE, message)
        } else {
            return u32::try_from(value).ok();
        };
        let mut diagnostic = Diagnostic::error(rule, span, problem);
        diagnostic.also = (rule == rules::ATTR_ALIGN_MULTIPLE).then(|| self.required_align_rule(ty));
        let next = u32::try_from(value).ok().and_then(u32::checked_next_power_of_two);
        let change = next.filter(|_| value > 0).and_then(|next| {
            let argument = self.span(*self.ast[attribute.arguments].first()?);
            let next = next.max(required);
            Some((format!("write {next}"), vec![(argument, next.to_string())]))
        });
        self.report(Self::with_change(diagnostic, change, Applicability::Unsafe));
        None
    }

    /// <https://www.w3.org/TR/WGSL/#size-attr>
    fn member_size(&mut self, member: &Member, ty: TypeId) -> Option<u64> {
        let attribute = self.attribute(member.attributes, sym::SIZE)?;
        let (value, span) = self.attribute_number(&attribute)?;
        let info = self.meaning.types.info(ty);
        let (rule, problem) = if value <= 0 {
            (rules::ATTR_SIZE_POSITIVE, format!("a size must be positive, found {value}"))
        } else if self.terms.rules.size_needs_fixed_footprint
            && ty != TypeId::ERROR
            && !info.is(Properties::CREATION_FIXED)
        {
            let message = format!(
                "`@size` is only allowed on a member with a fixed size, found type `{}`",
                self.print(ty)
            );
            (rules::ATTR_SIZE_FOOTPRINT, message)
        } else if ty != TypeId::ERROR && (value as u64) < info.size {
            let message = format!(
                "the size must be at least {}, the size of `{}`, found {value}",
                info.size,
                self.print(ty)
            );
            (rules::ATTR_SIZE_MIN, message)
        } else {
            return Some(value as u64);
        };
        let mut diagnostic = Diagnostic::error(rule, span, problem);
        diagnostic.also = (rule == rules::ATTR_SIZE_MIN).then_some(rules::LAYOUT_MEMBER_SIZE_MIN);
        self.report(diagnostic);
        None
    }
}
