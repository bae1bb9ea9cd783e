//! Argument buffers: identifiers of members, and what they hold. Sections 2.11.1 and 2.12

use super::super::Checker;
use super::role::Roles;
use super::value::AttributeValue;
use crate::diagnostic::Diagnostic;
use crate::types::{StructureNumber, Type, TypeId};
use cxx_validator::ast::Member;
use msl_spec::{AddressSpace, AttributePlace, rules};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Returns true if a structure in a buffer makes it one for arguments: by a resource, or an identifier.
    pub(super) fn is_argument_buffer(&self, ty: TypeId) -> bool {
        self.has_argument(ty, &mut Vec::new())
    }

    fn has_argument(&self, ty: TypeId, visited: &mut Vec<StructureNumber>) -> bool {
        match self.types.get(ty) {
            Type::Array(element, _) | Type::LibraryArray(element, _) => self.has_argument(element, visited),
            Type::Structure(number) if !visited.contains(&number) => {
                visited.push(number);
                let structure = self.types.structure(number);
                let written = &self.ast[self.ast[structure.declaration].members];
                let has_id =
                    written.iter().any(|member| self.attribute_named(member.attributes, "id").is_some());
                has_id || structure.members.iter().any(|member| self.has_argument(member.ty, visited))
            }
            Type::Pointer(_) | Type::Reference(_) | Type::Texture(..) | Type::Class(_) => true,
            _ => false,
        }
    }

    /// Checks the structures of argument buffers, and notes the identifiers of their members.
    pub(super) fn argument_buffers(&mut self, roles: &Roles) {
        let values = self.values();
        for number in self.types.structure_numbers() {
            let is_argument = roles
                .get(&number)
                .is_some_and(|places| places.contains(&AttributePlace::ArgumentBufferMember));
            if !is_argument && (roles.contains_key(&number) || values.contains(&number)) {
                self.check_resource_members(number);
            }
            if is_argument {
                self.check_unions(number);
                self.check_nested_buffers(number);
            }
            let written = self.ast[self.ast[self.types.structure(number).declaration].members].to_vec();
            let has_id = written.iter().any(|member| self.attribute_named(member.attributes, "id").is_some());
            if is_argument || has_id {
                self.check_identifiers(number, &written);
                if let Some(ids) = self.identifiers(number) {
                    self.argument_ids.insert(number, ids);
                }
            }
        }
    }

    /// Section 2.11.1: arrays of resources are members in argument buffers only.
    fn check_resource_members(&mut self, number: StructureNumber) {
        let structure = self.types.structure(number);
        let arrays: Vec<shader_source::Span> = structure
            .members
            .iter()
            .filter(|member| {
                let is_array = matches!(self.types.get(member.ty), Type::LibraryArray(..));
                is_array && self.handles(member.ty).is_some()
            })
            .map(|member| member.span)
            .collect();
        for span in arrays {
            let message = "an array of textures or samplers can only be a member in an argument buffer";
            self.report_once(Diagnostic::error(rules::RESOURCE_ARRAY_NO_MEMBER, span, message));
        }
    }

    /// The structures that functions have as parameters by value or as variables.
    fn values(&self) -> FxHashSet<StructureNumber> {
        let locals = self.instances.iter().flat_map(|instance| instance.locals.values());
        locals
            .inspect(|_| shader_source::steps::take(1))
            .filter(|object| object.space == AddressSpace::Thread)
            .filter_map(|object| self.types.structure_number(object.ty))
            .collect()
    }

    /// Section 2.12: there are no unions.
    fn check_unions(&mut self, number: StructureNumber) {
        let structure = self.types.structure(number);
        let unions: Vec<shader_source::Span> = structure
            .members
            .iter()
            .filter(|member| {
                let mut ty = member.ty;
                while let Some((element, _)) = self.types.element(ty) {
                    ty = element;
                }
                let inner = self.types.structure_number(ty);
                inner.is_some_and(|inner| self.types.structure(inner).is_union)
            })
            .map(|member| member.span)
            .collect();
        for span in unions {
            let message = "unions are not allowed in an argument buffer";
            self.report_once(Diagnostic::error(rules::ARGUMENT_BUFFER_NO_UNION, span, message));
        }
    }

    /// Section 2.12: identifiers are different, and increase.
    fn check_identifiers(&mut self, number: StructureNumber, written: &[Member]) {
        let types: Vec<TypeId> =
            self.types.structure(number).members.iter().map(|member| member.ty).collect();
        let mut used: Vec<(u64, u64)> = Vec::new();
        let mut next = 0_u64;
        for (member, ty) in written.iter().zip(types) {
            let Some(extent) = self.extent(ty, &mut Vec::new()) else { return };
            if let Some(attribute) = self.attribute_named(member.attributes, "id") {
                let Some(id) = self.identifier(member) else { continue };
                // The ranges increase.
                let before = used.partition_point(|(start, _)| *start <= id);
                let is_used = before.checked_sub(1).is_some_and(|last| id < used[last].1);
                if is_used || id < next {
                    let (rule, message) = if is_used {
                        (rules::ARGUMENT_BUFFER_ID_UNIQUE, format!("identifier {id} is already used"))
                    } else {
                        (
                            rules::ARGUMENT_BUFFER_ID_INCREASING,
                            format!("identifiers must increase, but {id} follows a larger one"),
                        )
                    };
                    self.report_once(Diagnostic::error(rule, attribute.span, message));
                    continue;
                }
                next = id;
            }
            used.push((next, next.saturating_add(extent)));
            next = next.saturating_add(extent);
        }
    }

    /// The identifier that a member names.
    fn identifier(&self, member: &Member) -> Option<u64> {
        let attribute = self.attribute_named(member.attributes, "id")?;
        match self.attribute_values.get(self.ast[attribute.arguments].first()?)? {
            AttributeValue::Number(number) => Some(u64::from(*number)),
            AttributeValue::Specialised | AttributeValue::Condition(_) | AttributeValue::Unknown => None,
        }
    }

    /// The identifiers of the members of a structure, counted from its own.
    fn identifiers(&self, number: StructureNumber) -> Option<Vec<u32>> {
        let (starts, _) = self.numbered(number, &mut Vec::new())?;
        starts.into_iter().map(|start| u32::try_from(start).ok()).collect()
    }

    /// The first identifier of each member, and the number after all of them.
    fn numbered(
        &self,
        number: StructureNumber,
        visited: &mut Vec<StructureNumber>,
    ) -> Option<(Vec<u64>, u64)> {
        if visited.contains(&number) {
            return None;
        }
        visited.push(number);
        let structure = self.types.structure(number);
        let written = &self.ast[self.ast[structure.declaration].members];
        let mut next = 0_u64;
        let mut starts = Vec::with_capacity(structure.members.len());
        for (member, ty) in written.iter().zip(structure.members.iter().map(|member| member.ty)) {
            next = self.identifier(member).unwrap_or(next);
            starts.push(next);
            next = next.checked_add(self.extent(ty, visited)?)?;
        }
        visited.pop();
        Some((starts, next))
    }

    /// The number of identifiers that a type takes.
    fn extent(&self, ty: TypeId, visited: &mut Vec<StructureNumber>) -> Option<u64> {
        match self.types.get(ty) {
            Type::Array(element, Some(count)) | Type::LibraryArray(element, count) => {
                self.extent(element, visited)?.checked_mul(u64::from(count))
            }
            Type::Array(element, None) => self.extent(element, visited),
            Type::Structure(number) => self.numbered(number, visited).map(|(_, end)| end.max(1)),
            _ => Some(1),
        }
    }
}
