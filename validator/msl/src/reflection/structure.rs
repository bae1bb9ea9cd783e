//! The memory layout of structures. Section 2

use super::budget::{Budget, ReflectionError};
use crate::Program;
use crate::meaning::Module;
use crate::types::{StructureNumber, Type, TypeId};
use rustc_hash::FxHashSet;

/// The layout of a structure or union.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StructureLayout {
    /// Its name, with the arguments of its template.
    pub name: String,
    /// Its alignment in bytes.
    pub align: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Whether it is a union, so that all members are at the start.
    #[cfg_attr(feature = "serde", serde(rename = "union"))]
    pub is_union: bool,
    /// Its members in order.
    pub members: Vec<MemberLayout>,
    /// Bytes of padding after the last member.
    pub padding_at_end: u64,
}

/// The place of a member in its structure.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MemberLayout {
    /// Its name; empty for a union or structure without one.
    pub name: String,
    /// Its type as people write it.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub ty: String,
    /// Bytes from the start of the structure.
    pub offset: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// Its size in bytes.
    pub size: u64,
    /// Bytes of padding between the previous member and this one.
    pub padding_before: u64,
}

/// Returns the layouts of the structures of an accepted program and of its headers, in source order: all that are not templates, and the
/// instances of templates that buffers of its functions are made of.
///
/// # Errors
/// The list would be too large.
pub fn structures(program: &Program) -> Result<Vec<StructureLayout>, ReflectionError> {
    let module = &program.module;
    let place =
        |number: &StructureNumber| module.ast[module.types.structure(*number).declaration].name_span.lo;
    let is_library =
        |number: &StructureNumber| program.inclusions.of(place(number)).is_some_and(|file| file.is_library);
    let mut all: Vec<StructureNumber> = reached(module).into_iter().collect();
    all.retain(|number| !is_library(number));
    all.sort_by_key(|number| (place(number), *number));
    let mut budget = Budget::new();
    let layouts = all.into_iter().filter_map(|number| layout(module, number));
    layouts.map(|layout| budget.structure(&layout).map(|()| layout)).collect()
}

/// The structures that are not templates, those in buffers, and the types of their members. Checking templates makes instances that the program
/// has no use for, so not all that are there are listed.
fn reached(module: &Module) -> FxHashSet<StructureNumber> {
    let types = &module.types;
    let plain = types.structure_numbers().into_iter().filter(|number| {
        let structure = types.structure(*number);
        structure.arguments.is_empty() && module.ast[structure.declaration].template.is_empty()
    });
    let mut waiting: Vec<TypeId> = plain.filter_map(|number| types.known(Type::Structure(number))).collect();
    let resources = module.entry_points.iter().flat_map(|entry| &entry.resources);
    waiting.extend(resources.map(|resource| resource.ty));
    let mut reached = FxHashSet::default();
    while let Some(ty) = waiting.pop() {
        match types.get(ty) {
            Type::Structure(number) => {
                if reached.insert(number) {
                    waiting.extend(types.structure(number).members.iter().map(|member| member.ty));
                }
            }
            Type::Pointer(object) | Type::Reference(object) => waiting.push(object.ty),
            other => waiting.extend(other.inner()),
        }
    }
    reached
}

/// Returns the layout of a structure; `None` of one whose members are not known, or have no size.
#[must_use]
pub fn layout(module: &Module, number: StructureNumber) -> Option<StructureLayout> {
    let (types, names) = (&module.types, &module.names);
    let structure = types.structure(number);
    let whole = structure.layout.filter(|_| structure.is_complete)?;
    let mut end = 0;
    let mut members = Vec::with_capacity(structure.members.len());
    for (member, offset) in structure.members.iter().zip(types.offsets(number)?) {
        let layout = types.layout(member.ty)?;
        members.push(MemberLayout {
            name: member.name.map_or_else(String::new, |name| names.text(name).to_owned()),
            ty: match member.width {
                Some(width) => format!("{} : {width}", types.print(member.ty)),
                None => types.print(member.ty),
            },
            offset,
            align: layout.alignment.max(member.alignment.map_or(1, u64::from)),
            size: layout.size,
            padding_before: offset.saturating_sub(end),
        });
        end = end.max(offset.saturating_add(layout.size));
    }
    Some(StructureLayout {
        name: types.print(types.known(Type::Structure(number))?),
        align: whole.alignment,
        size: whole.size,
        is_union: structure.is_union,
        members,
        padding_at_end: whole.size.saturating_sub(end),
    })
}
