//! Indices of buffers, textures and samplers, structures and arrays of them. Sections 5.2.1 and 2.11

use super::super::Checker;
use super::{Entry, Found};
use crate::diagnostic::Diagnostic;
use crate::interface::{Index, Resource, ResourceGroup};
use crate::types::{Object, StructureNumber, Type, TypeId};
use cxx_validator::ast::{Attribute, List, VariableId};
use msl_spec::{Access, AddressSpace, Class, Feature, TextureKind, rules};
use rustc_hash::FxHashSet;
use shader_source::{Span, steps};
use std::collections::BTreeMap;

/// The index of a resource that has none yet; the type of real ones is smaller.
const NO_INDEX: Index = Index::Number(u32::MAX);

impl Checker<'_> {
    /// A resource with its attributes.
    pub(super) fn resource(
        &mut self,
        parameter: VariableId,
        members: Vec<u32>,
        ty: TypeId,
        (group, count): (ResourceGroup, u32),
        attributes: List<Attribute>,
        found: &mut Found,
    ) {
        for other in ResourceGroup::ALL.into_iter().filter(|other| *other != group) {
            if let Some(attribute) = self.attribute_named(attributes, other.name()) {
                self.wrong_group(&attribute, ty);
            }
        }
        if let Some(attribute) = self.attribute_named(attributes, "raster_order_group") {
            self.check_raster_order_group(&attribute, ty, group);
        }
        let own = self.attribute_named(attributes, group.name());
        let index = own.and_then(|attribute| self.index_of(&attribute)).unwrap_or(NO_INDEX);
        let condition = self.condition_of(attributes);
        found.resources.push(Resource { parameter, members, ty, group, index, count, condition });
    }

    /// An attribute that is for other resources.
    pub(super) fn wrong_group(&mut self, attribute: &Attribute, ty: TypeId) {
        let name = self.text(attribute.name);
        let message = format!("`{name}` is not allowed on an argument of type `{}`", self.types.print(ty));
        self.report_once(Diagnostic::error(rules::ARGUMENT_INDEX_ATTRIBUTE, attribute.span, message));
    }

    /// Section 5.2.1.2
    fn check_raster_order_group(&mut self, attribute: &Attribute, ty: TypeId, group: ResourceGroup) {
        let is_allowed = match group {
            ResourceGroup::Texture => true,
            ResourceGroup::Buffer => matches!(
                self.types.get(ty),
                Type::Pointer(Object { space: AddressSpace::Device, .. })
                    | Type::Reference(Object { space: AddressSpace::Device, .. })
            ),
            ResourceGroup::Sampler | ResourceGroup::Threadgroup => false,
        };
        if !is_allowed {
            let message = format!(
                "`raster_order_group` is only allowed on textures and `device` buffers, not on `{}`",
                self.types.print(ty)
            );
            self.error(rules::RASTER_ORDER_GROUP_PLACE, attribute.span, message);
        }
    }

    /// A structure of resources by value, or one that is none. Section 2.11.2
    pub(super) fn structure_argument(
        &mut self,
        parameter: VariableId,
        number: StructureNumber,
        span: Span,
        found: &mut Found,
    ) {
        let attributes = self.ast[parameter].attributes;
        let ty = self.types.known(Type::Structure(number)).unwrap_or(TypeId::ERROR);
        if let Some(attribute) = self.attribute_named(attributes, "raster_order_group") {
            let message = "`raster_order_group` is not allowed on a structure";
            self.error(rules::RASTER_ORDER_GROUP_PLACE, attribute.span, message);
        }
        for group in ResourceGroup::ALL {
            if let Some(attribute) = self.attribute_named(attributes, group.name()) {
                self.wrong_group(&attribute, ty);
                return;
            }
        }
        if self.has_unknown_attribute(attributes) {
            return;
        }
        if !self.has_resource(number) {
            let message = format!(
                "`{}` has no buffers, textures or samplers: pass it through a reference to a buffer",
                self.types.print(ty)
            );
            self.error(rules::ARGUMENT_KIND, span, message);
            return;
        }
        self.resource_members(parameter, number, &[], span, found);
    }

    /// Returns true if a structure has a resource, itself or in a structure in it.
    fn has_resource(&self, number: StructureNumber) -> bool {
        self.types.structure(number).members.iter().any(|member| match self.types.get(member.ty) {
            Type::Structure(inner) => self.has_resource(inner),
            Type::Pointer(_) | Type::Reference(_) => true,
            _ => self.handles(member.ty).is_some(),
        })
    }

    fn resource_members(
        &mut self,
        parameter: VariableId,
        number: StructureNumber,
        path: &[u32],
        span: Span,
        found: &mut Found,
    ) {
        let structure = self.types.structure(number);
        let types: Vec<TypeId> = structure.members.iter().map(|member| member.ty).collect();
        let members = self.ast[self.ast[structure.declaration].members].to_vec();
        for (index, (member, ty)) in members.iter().zip(types).enumerate() {
            let members = [path, &[index as u32]].concat();
            let resource = match self.types.get(ty) {
                Type::Structure(inner) => {
                    self.resource_members(parameter, inner, &members, span, found);
                    continue;
                }
                Type::Pointer(Object { space, .. }) | Type::Reference(Object { space, .. })
                    if matches!(space, AddressSpace::Device | AddressSpace::Constant) =>
                {
                    Some((ResourceGroup::Buffer, 1))
                }
                Type::Error => continue,
                _ => self.handles(ty),
            };
            match resource {
                Some(resource) => {
                    self.resource(parameter, members, ty, resource, member.attributes, found);
                }
                None => self.plain_member(member.name_span, ty, span),
            }
        }
    }

    fn plain_member(&mut self, member: Span, ty: TypeId, argument: Span) {
        let message = format!(
            "a structure of resources can't have members of type `{}`, because it is passed by value",
            self.types.print(ty)
        );
        let found = Diagnostic::error(rules::RESOURCE_STRUCTURE_MEMBERS, member, message)
            .label(argument, "the argument is here");
        self.report_once(found);
    }

    /// Reports equal indices, and numbers the resources that have none. Section 5.2.1
    pub(super) fn number_resources(&mut self, entry: &Entry, resources: &mut [Resource]) {
        for group in ResourceGroup::ALL {
            // Those before it with different ranges. An index is less than 128, so there are few, and one of them overlaps soon.
            let mut before: Vec<&Resource> = Vec::new();
            let mut ranges = FxHashSet::default();
            for resource in resources.iter().filter(|resource| resource.group == group) {
                let Index::Number(index) = resource.index else { continue };
                if resource.index == NO_INDEX {
                    continue;
                }
                let is_same = |other: &&&Resource| {
                    steps::take(1);
                    overlap(resource, other)
                };
                if let Some(other) = before.iter().find(is_same)
                    && resource.condition.is_none()
                    && other.condition.is_none()
                {
                    self.equal_indices(entry, resource, other, index);
                }
                if ranges.insert((index, resource.count)) {
                    before.push(resource);
                }
            }
            number_group(resources, group);
        }
    }

    fn equal_indices(&mut self, entry: &Entry, resource: &Resource, other: &Resource, index: u32) {
        let group = resource.group.name();
        let span = self.index_span(entry, resource);
        let message = format!(
            "two arguments of `{}` have `{group}({index})`",
            self.text(self.ast[entry.function].name)
        );
        let found = Diagnostic::error(rules::ARGUMENT_INDEX_UNIQUE, span, message)
            .label(self.index_span(entry, other), "the other one is here");
        self.report_once(found);
    }

    /// The place of the index of a resource.
    fn index_span(&self, entry: &Entry, resource: &Resource) -> Span {
        let variable = self.ast[resource.parameter];
        let mut attributes = variable.attributes;
        let mut span = variable.name_span;
        // Parameters are numbered in their order.
        let number = entry.arguments.binary_search_by_key(&resource.parameter, |(parameter, _)| *parameter);
        let mut ty = number.ok().map(|number| entry.arguments[number].1);
        for member in &resource.members {
            let Some(number) = ty.and_then(|ty| self.types.structure_number(ty)) else { return span };
            let structure = self.types.structure(number);
            let written = &self.ast[self.ast[structure.declaration].members];
            let Some(found) = written.get(*member as usize) else { return span };
            (attributes, span) = (found.attributes, found.name_span);
            ty = structure.members.get(*member as usize).map(|member| member.ty);
        }
        self.attribute_named(attributes, resource.group.name()).map_or(span, |attribute| attribute.span)
    }

    /// Which textures and samplers an `array` may have. Section 2.11.1
    pub(in super::super) fn check_resource_array(&mut self, element: TypeId, span: Span) {
        let (feature, what) = match self.types.get(element) {
            Type::Texture(TextureKind::TextureBuffer, _, access) => {
                if access != Access::Read {
                    let message = "the texture buffers of an array must have access `read`";
                    self.error(rules::RESOURCE_ARRAY_ACCESS, span, message);
                }
                (Feature::TextureBufferArrays, "an array of texture buffers")
            }
            Type::Texture(_, _, access) => {
                let is_allowed = match access {
                    Access::Sample | Access::Read => true,
                    Access::Write => Feature::WrittenTextureArrays.availability().admits(self.dialect),
                    Access::ReadWrite => Feature::ReadWriteTextureArrays.availability().admits(self.dialect),
                };
                if !is_allowed {
                    let feature = match access {
                        Access::ReadWrite => Feature::ReadWriteTextureArrays,
                        Access::Write | Access::Sample | Access::Read => Feature::WrittenTextureArrays,
                    };
                    let words = feature.availability().in_words(self.dialect);
                    let access = access.name();
                    let message = format!("access `{access}` of the textures of an array {words}");
                    self.error(rules::RESOURCE_ARRAY_ACCESS, span, message);
                }
                (Feature::TextureArrays, "an array of textures")
            }
            Type::Class(Class::Sampler) => (Feature::SamplerArrays, "an array of samplers"),
            _ => return,
        };
        if !feature.availability().admits(self.dialect) {
            self.not_in_dialect(rules::RESOURCE_ARRAY_VERSION, span, what, feature.availability());
        }
    }
}

/// Returns true if two resources have an index in common: an array has one for each element.
fn overlap(one: &Resource, other: &Resource) -> bool {
    let (Index::Number(start), Index::Number(first)) = (one.index, other.index) else {
        return one.index == other.index;
    };
    start < first.saturating_add(other.count) && first < start.saturating_add(one.count)
}

/// Gives the resources of a group that have no index the first free ones.
fn number_group(resources: &mut [Resource], group: ResourceGroup) {
    let mut taken = Taken::default();
    for resource in resources.iter().filter(|resource| resource.group == group) {
        if let Index::Number(index) = resource.index
            && resource.index != NO_INDEX
        {
            taken.add(index, resource.count);
        }
    }
    for resource in resources.iter_mut().filter(|resource| resource.group == group) {
        if resource.index == NO_INDEX {
            let index = taken.first_free(resource.count);
            taken.add(index, resource.count);
            resource.index = Index::Number(index);
        }
    }
}

/// Ranges of indices, by their starts. Ranges that touch are one, so that the ranges of resources without an index add none.
#[derive(Default)]
struct Taken {
    ends: BTreeMap<u32, u32>,
}

impl Taken {
    fn add(&mut self, index: u32, count: u32) {
        let (mut start, mut end) = (index, index.saturating_add(count));
        while let Some((first, last)) = self.ends.range(..=end).next_back()
            && *last >= start
        {
            steps::take(1);
            (start, end) = (start.min(*first), end.max(*last));
            let first = *first;
            self.ends.remove(&first);
        }
        self.ends.insert(start, end);
    }

    /// Returns the first index with `count` free ones from it on.
    fn first_free(&self, count: u32) -> u32 {
        let mut index = 0_u32;
        for (start, end) in &self.ends {
            steps::take(1);
            if index.saturating_add(count) <= *start {
                break;
            }
            index = *end;
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::Taken;
    use crate::{Options, module};
    use shader_source::steps;

    #[test]
    fn the_first_free_indices_are_found() {
        let mut taken = Taken::default();
        for (index, count) in [(4, 1), (1, 2), (6, 1), (1, 1)] {
            taken.add(index, count);
        }
        for (count, expected) in [(1, 0), (2, 7), (1, 3), (1, 5), (0, 0), (3, 9)] {
            assert_eq!(taken.first_free(count), expected, "{count}");
            taken.add(expected, count);
        }
        assert_eq!(taken.ends.into_iter().collect::<Vec<_>>(), [(0, 12)]);
    }

    #[test]
    fn indices_of_many_arguments_are_linear() {
        for argument in ["device int* o#", "device int* o# [[buffer(#)]]", "device int* o# [[buffer(0)]]"] {
            let text = |count: usize| {
                let arguments: Vec<String> =
                    (0..count).map(|it| argument.replace('#', &it.to_string())).collect();
                format!("kernel void k({}) {{}}", arguments.join(", "))
            };
            let steps = |count| steps::of(|| drop(module(&text(count), &Options::default())));
            let (few, many) = (steps(100), steps(800));
            assert!(few > 0 && many < 10 * few, "{argument}: {few} steps become {many} with 8 times as many");
        }
    }
}
