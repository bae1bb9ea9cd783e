//! Uses of structures, and the attributes of all declarations.

use super::super::Checker;
use super::{Entry, argument_place, function_place, input_place, output_place};
use crate::interface::EntryPointKind;
use crate::types::{StructureNumber, Type, TypeId};
use cxx_validator::ast::{Attribute, FunctionId, List, VariableId};
use msl_spec::{AddressSpace, AttributePlace};
use rustc_hash::{FxHashMap, FxHashSet};

/// The places of the members of structures.
pub(super) type Roles = FxHashMap<StructureNumber, Vec<AttributePlace>>;

/// The places of the members of a structure that no function of a pipeline uses.
const MEMBERS: [AttributePlace; 11] = [
    AttributePlace::VertexInput,
    AttributePlace::KernelInput,
    AttributePlace::FragmentInput,
    AttributePlace::PatchControlPointMember,
    AttributePlace::VertexOutput,
    AttributePlace::FragmentOutput,
    AttributePlace::ResourceMember,
    AttributePlace::ArgumentBufferMember,
    AttributePlace::ImageblockMember,
    AttributePlace::MeshOutput,
    AttributePlace::IntersectionOutput,
];

impl Checker<'_> {
    /// The uses of structures by the functions of the program.
    pub(super) fn roles(&self, entries: &[Entry]) -> Roles {
        let mut roles = Roles::default();
        for instance in &self.instances {
            for ty in &instance.parameters {
                self.buffer_role(*ty, &mut roles);
            }
        }
        for entry in entries {
            for (parameter, ty) in &entry.arguments {
                let attributes = self.ast[*parameter].attributes;
                // It may be a misspelt `stage_in`: nothing follows from it for the members.
                if self.has_unknown_attribute(attributes) {
                    continue;
                }
                let has = |name| self.attribute_named(attributes, name).is_some();
                let place = if has("stage_in") {
                    input_place(entry.kind)
                } else if has("imageblock_data") {
                    AttributePlace::ImageblockMember
                } else if entry.kind == EntryPointKind::Fragment && self.takes_colors(*ty) {
                    AttributePlace::FragmentInput
                } else {
                    AttributePlace::ResourceMember
                };
                self.value_role(*ty, place, &mut roles);
            }
            if let Some(place) = output_place(entry.kind) {
                self.value_role(entry.result, place, &mut roles);
            }
        }
        roles
    }

    fn takes_colors(&self, ty: TypeId) -> bool {
        self.types.structure_number(ty).is_some_and(|number| self.has_color(number))
    }

    /// Returns true if there is an attribute that does not exist, which is reported.
    pub(in super::super) fn has_unknown_attribute(&self, attributes: List<Attribute>) -> bool {
        self.ast[attributes].iter().any(|it| msl_spec::attributes(self.text(it.name)).is_empty())
    }

    /// A structure, and those in it, that are passed or returned by value.
    fn value_role(&self, ty: TypeId, place: AttributePlace, roles: &mut Roles) {
        match self.types.get(ty) {
            Type::Structure(number) if add(roles, number, place) => {
                let structure = self.types.structure(number);
                let written = &self.ast[self.ast[structure.declaration].members];
                for (member, written) in structure.members.iter().zip(written) {
                    // Section 5.6.3.2: an imageblock is a structure in the result.
                    let is_imageblock = self.attribute_named(written.attributes, "imageblock_data").is_some();
                    let place = if is_imageblock { AttributePlace::ImageblockMember } else { place };
                    self.value_role(member.ty, place, roles);
                }
            }
            Type::PatchControlPoint(inner) => {
                self.value_role(inner, AttributePlace::PatchControlPointMember, roles);
            }
            Type::Array(element, _) | Type::LibraryArray(element, _) => {
                self.value_role(element, place, roles);
            }
            _ => {}
        }
    }

    /// A structure in a buffer that is one for arguments. Section 2.12
    fn buffer_role(&self, ty: TypeId, roles: &mut Roles) {
        let (Type::Pointer(object) | Type::Reference(object)) = self.types.get(ty) else { return };
        let is_buffer = matches!(object.space, AddressSpace::Device | AddressSpace::Constant);
        if is_buffer && self.is_argument_buffer(object.ty) {
            self.argument_role(object.ty, roles);
        }
    }

    fn argument_role(&self, ty: TypeId, roles: &mut Roles) {
        match self.types.get(ty) {
            Type::Structure(number) if add(roles, number, AttributePlace::ArgumentBufferMember) => {
                if self.has_located_member(number) {
                    // It is reported that such a structure is passed by value.
                    add(roles, number, AttributePlace::ResourceMember);
                }
                for member in &self.types.structure(number).members {
                    self.argument_role(member.ty, roles);
                    self.buffer_role(member.ty, roles);
                }
            }
            Type::Array(element, _) | Type::LibraryArray(element, _) => self.argument_role(element, roles),
            _ => {}
        }
    }

    /// Checks the attributes of functions, variables and members.
    pub(super) fn all_attributes(&mut self, roles: &Roles) {
        let mut parameters: FxHashSet<VariableId> = FxHashSet::default();
        for index in 0..self.ast.functions.len() {
            self.function_attributes(FunctionId::from_index(index), &mut parameters);
        }
        let globals: Vec<VariableId> = self.globals.keys().copied().collect();
        for id in globals {
            self.check_attributes(self.ast[id].attributes, &[AttributePlace::ProgramScopeConstant], None);
        }
        let locals = self.instances.iter().flat_map(|instance| instance.locals.keys());
        let locals: Vec<VariableId> = locals.filter(|id| !parameters.contains(id)).copied().collect();
        for id in locals {
            self.check_attributes(self.ast[id].attributes, &[AttributePlace::LocalVariable], None);
        }
        for number in self.types.structure_numbers() {
            self.member_attributes(number, roles.get(&number).map_or(&[], Vec::as_slice));
        }
    }

    fn function_attributes(&mut self, id: FunctionId, parameters: &mut FxHashSet<VariableId>) {
        let function = self.ast[id];
        let known = self.functions.get(&id).cloned();
        let kind = self.entry_kind(&function);
        let place = match kind {
            Some(kind) => {
                let types = known.as_ref().map_or(&[][..], |known| &known.parameters);
                argument_place(kind, self.is_patch_function(&function, types))
            }
            None if self.attribute_named(function.attributes, "intersection").is_some() => {
                AttributePlace::IntersectionArgument
            }
            None => AttributePlace::UserFunctionArgument,
        };
        for (index, parameter) in self.ast[function.parameters].iter().copied().enumerate() {
            parameters.insert(parameter);
            let attributes = self.ast[parameter].attributes;
            let is_input = self.attribute_named(attributes, "stage_in").is_some();
            let ty = known.as_ref().and_then(|known| known.parameters.get(index).copied());
            match kind {
                Some(kind) if is_input => self.check_attributes(attributes, &[place, input_place(kind)], ty),
                _ => self.check_argument_attributes(attributes, place, ty),
            }
        }
        let (places, result) = match kind {
            Some(kind) => {
                let mut places = vec![function_place(kind)];
                places.extend(output_place(kind));
                (places, known.map(|known| known.result))
            }
            None => (vec![AttributePlace::VisibleFunction, AttributePlace::IntersectionOutput], None),
        };
        self.check_attributes(function.attributes, &places, result);
    }

    /// An argument without `stage_in`: built-in variables of fragments say how they are interpolated.
    fn check_argument_attributes(
        &mut self,
        attributes: cxx_validator::ast::List<cxx_validator::ast::Attribute>,
        place: AttributePlace,
        ty: Option<TypeId>,
    ) {
        let is_interpolated = ["position", "barycentric_coord"]
            .into_iter()
            .any(|name| self.attribute_named(attributes, name).is_some());
        if place == AttributePlace::FragmentArgument && is_interpolated {
            self.check_attributes(attributes, &[place, AttributePlace::FragmentInput], ty);
        } else {
            self.check_attributes(attributes, &[place], ty);
        }
    }

    fn member_attributes(&mut self, number: StructureNumber, roles: &[AttributePlace]) {
        let structure = self.types.structure(number);
        let types: Vec<TypeId> = structure.members.iter().map(|member| member.ty).collect();
        let members = self.ast[self.ast[structure.declaration].members].to_vec();
        let mut places: Vec<AttributePlace> =
            if roles.is_empty() { MEMBERS.to_vec() } else { roles.to_vec() };
        places.push(AttributePlace::StructureMember);
        for (member, ty) in members.iter().zip(types) {
            if !member.attributes.is_empty() {
                // Without a use, a type that one place has is enough.
                let ty = (!roles.is_empty()).then_some(ty);
                self.check_attributes(member.attributes, &places, ty);
            }
        }
    }
}

/// Adds a place. Whether it is new.
fn add(roles: &mut Roles, number: StructureNumber, place: AttributePlace) -> bool {
    let places = roles.entry(number).or_default();
    let is_new = !places.contains(&place);
    if is_new {
        places.push(place);
    }
    is_new
}
