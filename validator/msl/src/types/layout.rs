//! Sizes, alignments and offsets. Sections 2.1 to 2.5; structures are laid out as in C++.

use super::{MemberPath, MemberType, StructureNumber, Type, TypeId, Types};
use cxx_validator::ast::Access;
use cxx_validator::names::Symbol;
use msl_spec::ValueType;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::steps;

/// A size and an alignment, both in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// The size.
    pub size: u64,
    /// The alignment, a power of two.
    pub alignment: u64,
}

/// A pointer, and an object of the library whose size the specification does not say.
const HANDLE: Layout = Layout { size: 8, alignment: 8 };

impl Types {
    /// The size and the alignment of a type; `None` for types that have none, and for types that are too large.
    #[must_use]
    pub fn layout(&self, id: TypeId) -> Option<Layout> {
        match self.get(id) {
            Type::Value(ty) => value_layout(ty),
            Type::Atomic(scalar) => value_layout(ValueType::Scalar(scalar)),
            Type::Pixel(pixel, _) => {
                let layout = pixel.layout();
                Some(Layout { size: u64::from(layout.size), alignment: u64::from(layout.alignment) })
            }
            Type::Enumeration(..) | Type::LibraryEnumeration(_) => {
                value_layout(ValueType::Scalar(self.underlying(id)?))
            }
            Type::Structure(number) => self.structure(number).layout,
            Type::Array(element, count) => {
                let element = self.layout(element)?;
                // Memory that begins here has a size of its own: one element stands for it.
                let size = element.size.checked_mul(u64::from(count.unwrap_or(1)))?;
                Some(Layout { size, ..element })
            }
            Type::LibraryArray(element, count) => {
                let element = self.layout(element)?;
                Some(Layout { size: element.size.checked_mul(u64::from(count))?, ..element })
            }
            Type::Uniform(ty) | Type::Qualified(ty, _) => self.layout(ty),
            Type::Pointer(_)
            | Type::Reference(_)
            | Type::Null
            | Type::Texture(..)
            | Type::Class(_)
            | Type::ArrayRef(_)
            | Type::Unique(_)
            | Type::Opaque(_) => Some(HANDLE),
            Type::Error
            | Type::Void
            | Type::Option(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Function(_) => None,
        }
    }

    /// The offsets of the members of a structure.
    #[must_use]
    pub fn offsets(&self, number: StructureNumber) -> Option<Vec<u64>> {
        self.structure(number).offsets.clone()
    }

    /// The offset of a member of a structure.
    #[must_use]
    pub fn offset(&self, number: StructureNumber, member: usize) -> Option<u64> {
        self.structure(number).offsets.as_ref()?.get(member).copied()
    }

    /// The way to the member of a structure with a name: through the members without a name, or through bases, if it is one of theirs.
    pub(crate) fn member_path(&self, number: StructureNumber, name: Symbol) -> Option<MemberPath> {
        self.own_member_path(number, name).or_else(|| self.inherited_path(number, name))
    }

    /// The way to the member with a name that a structure declares itself.
    pub(crate) fn own_member_path(&self, number: StructureNumber, name: Symbol) -> Option<MemberPath> {
        let structure = self.structure(number);
        let step = |index: u32| (index, structure.members[index as usize].ty);
        if let Some(index) = structure.named.get(&name) {
            return Some(vec![step(*index)]);
        }
        steps::take(1);
        let (index, ty) = step(*structure.within.get(&name)?);
        let inner = self.own_member_path(self.structure_number(ty)?, name)?;
        Some([(index, ty)].into_iter().chain(inner).collect())
    }

    /// The names that a member without a name gives its structure. A member has each of them at every level of structures without names, whose
    /// number the depth of types bounds.
    pub(crate) fn names_within(&self, ty: TypeId) -> impl Iterator<Item = Symbol> {
        let structure = self.structure_number(ty).map(|number| self.structure(number));
        structure.into_iter().flat_map(|it| it.named.keys().chain(it.within.keys()).copied())
    }

    /// Gives a structure its members, and lays it out.
    pub(crate) fn complete(
        &mut self,
        number: StructureNumber,
        members: Vec<MemberType>,
        alignment: Option<u32>,
    ) {
        let mut members = members;
        let mut depth = 0;
        for member in &mut members {
            if self.depths[member.ty.0 as usize] >= super::MOST_LEVELS {
                (member.ty, self.is_refused) = (TypeId::ERROR, true);
            }
            depth = depth.max(self.depths[member.ty.0 as usize]);
        }
        if let Some(id) = self.known(Type::Structure(number)) {
            let own = &mut self.depths[id.0 as usize];
            *own = (*own).max(depth + 1);
        }
        let has_error = members.iter().any(|member| self.has_error(member.ty));
        let own = self.known(Type::Structure(number));
        let part =
            |member: &MemberType| if member.width.is_some() { own } else { self.not_executed(member.ty) };
        let not_executed = members.iter().find_map(part);
        let (mut named, mut within) = (FxHashMap::default(), FxHashMap::default());
        for (member, index) in members.iter().zip(0..) {
            match member.name {
                Some(name) => _ = named.entry(name).or_insert(index),
                None if member.base.is_some() => {}
                None => {
                    for name in self.names_within(member.ty) {
                        steps::take(1);
                        within.entry(name).or_insert(index);
                    }
                }
            }
        }
        let structure = self.structure_mut(number);
        (structure.named, structure.within) = (named, within);
        structure.has_error |= has_error;
        structure.not_executed = not_executed;
        (structure.members, structure.alignment, structure.is_complete) = (members, alignment, true);
        self.complete_traits(number);
        let (offsets, whole) = self.members(number).unzip();
        let layout = whole.and_then(|(whole, _)| self.structure_layout(number, whole));
        let structure = self.structure_mut(number);
        structure.data_size = whole.map_or(0, |(_, data_size)| data_size);
        (structure.offsets, structure.layout) = (offsets, layout);
    }

    /// Notes what the members of a structure say about the parts of objects that are derived from it.
    fn complete_traits(&mut self, number: StructureNumber) {
        let structure = self.structure(number);
        let members = structure.members.iter();
        let is_empty = !structure.is_union
            && members.clone().all(|member| member.base.is_some() && self.is_empty(member.ty));
        let has_empty = |member: &MemberType| {
            self.structure_number(member.ty).is_some_and(|inner| self.structure(inner).has_empty_parts)
        };
        let has_empty_parts = is_empty || members.clone().any(has_empty);
        let keeps_padding = structure.keeps_padding
            && members.clone().all(|member| {
                member.access == Access::Public
                    && member.base.is_none()
                    && !member.has_initializer
                    && self.keeps_padding(member.ty)
            });
        let structure = self.structure_mut(number);
        structure.is_empty = is_empty;
        (structure.has_empty_parts, structure.keeps_padding) = (has_empty_parts, keeps_padding);
    }

    /// The bytes that a member takes: a base leaves its padding to the members after it.
    fn member_size(&self, member: &MemberType, layout: Layout) -> u64 {
        let base = member.base.and_then(|_| self.structure_number(member.ty)).map(|it| self.structure(it));
        match base {
            Some(base) if base.is_empty => 0,
            Some(base) if !base.keeps_padding => base.data_size,
            _ => layout.size,
        }
    }

    fn structure_layout(&self, number: StructureNumber, mut layout: Layout) -> Option<Layout> {
        let alignment = self.structure(number).alignment;
        layout.alignment = layout.alignment.max(alignment.map_or(1, u64::from));
        // An empty structure has one byte, as in C++.
        layout.size = layout.size.max(1).checked_next_multiple_of(layout.alignment)?;
        Some(layout)
    }

    /// The offsets of the members of a structure, its size and largest alignment, and the end of the last member with data.
    fn members(&self, number: StructureNumber) -> Option<(Vec<u64>, (Layout, u64))> {
        let structure = self.structure(number);
        let mut whole = Layout { size: 0, alignment: 1 };
        let mut offsets = Vec::with_capacity(structure.members.len());
        // The end of the member before, in bits: sizes in bytes may be as large as a `u64`.
        let mut end = 0_u128;
        let mut placed = FxHashSet::default();
        let has_bases = structure.members.first().is_some_and(|member| member.base.is_some());
        for member in &structure.members {
            let layout = self.layout(member.ty)?;
            let alignment = layout.alignment.max(member.alignment.map_or(1, u64::from));
            let unit = 8 * u128::from(layout.size);
            let bits = member.width.map_or(8 * u128::from(self.member_size(member, layout)), u128::from);
            // Bit-fields share the bytes of an object of their type, as Clang lays them out: C++14 (class.bit) leaves it open.
            let shares = member.width.is_some() && member.alignment.is_none() && end % unit + bits <= unit;
            let start = match structure.is_union {
                true => 0,
                false if shares => end,
                false if has_bases => {
                    let aligned = (member.ty, Layout { alignment, ..layout });
                    let start = self.place_part(aligned, member.base.is_some(), end.div_ceil(8), &mut placed);
                    let size = if self.is_empty(member.ty) { layout.size } else { 0 };
                    whole.size = whole.size.max(u64::try_from(start).ok()?.checked_add(size)?);
                    8 * start
                }
                false => end.next_multiple_of(8 * u128::from(alignment)),
            };
            offsets.push(u64::try_from(start / 8).ok()?);
            // An empty base takes no memory, wherever it is.
            if bits > 0 {
                end = end.max(start + bits);
            }
            whole.size = whole.size.max(u64::try_from(end.div_ceil(8)).ok()?);
            whole.alignment = whole.alignment.max(alignment);
        }
        Some((offsets, (whole, u64::try_from(end.div_ceil(8)).ok()?)))
    }
}

fn value_layout(ty: ValueType) -> Option<Layout> {
    let layout = ty.layout()?;
    Some(Layout { size: u64::from(layout.size), alignment: u64::from(layout.alignment) })
}
