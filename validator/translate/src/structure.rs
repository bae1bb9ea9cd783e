//! Structures, whose members lie where they do in Metal. Sections 2.4 and 2.11

use super::names;
use super::place::Step;
use super::translator::{Outcome, Translator};
use super::unit::Unit;
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::typed::Tree;
use msl_validator::types::{Layout, StructureNumber, StructureType, Type, TypeId};
use rustc_hash::FxHashMap;
use shader_source::Span;
use std::fmt::Write as _;
use std::rc::Rc;

/// The most levels of structures and arrays that lie in each other.
const MOST_LEVELS: u32 = 60;

/// The most members of a structure, those of structures in it included.
const MOST_MEMBERS: u32 = 4096;

/// What a structure has in it, structures in it included.
#[derive(Clone, Copy, Default)]
struct Content {
    members: u32,
    /// How deep the innermost structure lies.
    depth: u32,
    /// Whether it is taken apart, because WGSL has no structure for it: it contains pointers, references, textures or samplers, or a structure
    /// without members.
    is_apart: bool,
}

type Contents = FxHashMap<StructureNumber, Content>;

impl Translator<'_> {
    /// Refuses structures that lie in each other too deeply, or have too many members with those of inner ones: the work on them grows
    /// with those. Of the others, those that are taken apart are noted.
    pub(crate) fn check_structures(&mut self, units: &[Rc<Unit>]) {
        if let Some((span, name)) = units.iter().find_map(|unit| self.use_of_bit_fields(&unit.tree)) {
            self.writer.span = span;
            let result: Outcome<()> =
                self.none(sections::SECTION_2_11, format!("the bit-fields of `{name}`"));
            self.kept(result);
        }
        let mut contents = Contents::default();
        for number in self.module.types.structure_numbers() {
            let content = self.content_of(number, 0, &mut contents);
            if content.is_none_or(|it| it.members > MOST_MEMBERS || it.depth > MOST_LEVELS) {
                let structure = self.module.types.structure(number);
                self.writer.span = self.module.ast[structure.declaration].name_span;
                let message = format!("`{}` has too many nested structures", structure.name);
                let result: Outcome<()> = self.none(sections::SECTION_2_11, message);
                self.kept(result);
                return;
            }
        }
        self.words = self.word_members(units);
        self.apart = contents.iter().filter(|(_, it)| it.is_apart).map(|(number, _)| *number).collect();
    }

    /// Returns where a function uses a structure with bit-fields, and its name.
    fn use_of_bit_fields(&self, tree: &Tree) -> Option<(Span, String)> {
        let types = &self.module.types;
        let exprs = tree.expr_types.iter().zip(&tree.expr_spans);
        let mut all = exprs.chain(tree.place_types.iter().zip(&tree.place_spans));
        all.find_map(|(ty, span)| {
            let part = types.structure_number(types.not_executed(*ty)?)?;
            Some((*span, types.structure(part).name.clone()))
        })
    }

    /// What a structure has in it; `None` if it is too deep.
    fn content_of(&self, number: StructureNumber, level: u32, contents: &mut Contents) -> Option<Content> {
        if let Some(known) = contents.get(&number) {
            return Some(*known);
        }
        if level > MOST_LEVELS {
            return None;
        }
        let structure = self.module.types.structure(number);
        let mut whole = Content::default();
        for member in &structure.members {
            let mut ty = member.ty;
            while let Some((element, _)) = self.module.types.element(ty) {
                ty = element;
            }
            let inner = match self.module.types.structure_number(ty) {
                Some(inner) => self.content_of(inner, level + 1, contents)?,
                None => Content { members: 1, depth: 0, is_apart: self.is_resource(ty) },
            };
            whole.members = whole.members.saturating_add(inner.members);
            whole.depth = whole.depth.max(inner.depth + 1);
            // Members of a union share memory, so none is a binding of its own.
            whole.is_apart |= inner.is_apart && !structure.is_union;
        }
        whole.is_apart |= structure.members.is_empty() && !structure.is_union;
        contents.insert(number, whole);
        Some(whole)
    }

    /// The array that a structure consists of, as an array class does. WGSL has no references, so the class would only be in the way: a buffer
    /// whose last member is an array class could not be as long as its resource.
    pub(crate) fn wrapped_array(&self, number: StructureNumber) -> Option<TypeId> {
        let structure = self.module.types.structure(number);
        let [member] = structure.members.as_slice() else { return None };
        self.module.types.element(member.ty)?;
        let own = self.module.types.layout(self.module.types.known(Type::Structure(number))?);
        (!structure.is_union && own == self.module.types.layout(member.ty)).then_some(member.ty)
    }

    /// The structure of WGSL, which is declared with its first use.
    pub(crate) fn structure(&mut self, number: StructureNumber) -> Outcome<String> {
        if let Some(array) = self.wrapped_array(number) {
            return self.type_name(array);
        }
        if let Some(name) = self.structure_names.get(&number) {
            return Ok(name.clone());
        }
        let name = self.declared_structure(number, None)?;
        self.structure_names.insert(number, name.clone());
        Ok(name)
    }

    /// Declares a structure. Its last member may have another type.
    fn declared_structure(&mut self, number: StructureNumber, last: Option<String>) -> Outcome<String> {
        let structure = self.module.types.structure(number);
        if structure.is_union {
            return self.none(sections::SECTION_2, shared_memory(structure));
        }
        if structure.members.is_empty() {
            let message =
                format!("`{}` has no members: WGSL structures must have at least one", structure.name);
            return self.none(sections::SECTION_2, message);
        }
        let members = self.member_names(number);
        let mut types = Vec::with_capacity(structure.members.len());
        for index in 0..structure.members.len() {
            types.push(self.member_type(number, index)?);
        }
        let mut attributes = self.member_attributes(number);
        if let (Some(last), Some(ty), Some(attribute)) = (last, types.last_mut(), attributes.last_mut()) {
            *ty = last;
            attribute.clear();
        }
        let wanted = if structure.is_unnamed() { "Unnamed" } else { &structure.name };
        let name = self.names.global(wanted);
        let span = self.writer.span;
        let mut lines = vec![Self::module_line(span, 0, format!("struct {name} {{"))];
        for ((member, ty), attributes) in members.iter().zip(types).zip(attributes) {
            lines.push(Self::module_line(span, 1, format!("{attributes}{member}: {ty},")));
        }
        lines.push(Self::module_line(span, 0, "}"));
        lines.push(Self::module_line(span, 0, ""));
        self.structures.extend(lines);
        Ok(name)
    }

    /// The type of a member in WGSL.
    pub(crate) fn member_type(&mut self, number: StructureNumber, index: usize) -> Outcome<String> {
        if let Some(count) = self.words.get(&(number, index)) {
            return Ok(format!("array<u32, {count}>"));
        }
        let member = self.module.types.structure(number).members.get(index);
        self.type_name(member.map_or(TypeId::ERROR, |member| member.ty))
    }

    /// The type of a buffer whose last array has one element, which stands for all that follow, or no number of elements; `None` of others.
    pub(crate) fn open_type(&mut self, ty: TypeId) -> Outcome<Option<String>> {
        if let Some(element) = self.open_element(ty) {
            let element = self.type_name(element)?;
            return Ok(Some(format!("array<{element}>")));
        }
        let Some(number) = self.module.types.structure_number(ty) else { return Ok(None) };
        let last = self.module.types.structure(number).members.last();
        let Some(element) = last.and_then(|last| self.open_element(last.ty)) else { return Ok(None) };
        let element = self.type_name(element)?;
        self.declared_structure(number, Some(format!("array<{element}>"))).map(Some)
    }

    /// The way to the array that makes a buffer of a type as long as its resource.
    pub(crate) fn open_array_of(&mut self, ty: TypeId) -> Option<Vec<Step>> {
        if self.open_element(ty).is_some() {
            return Some(Vec::new());
        }
        let number = self.module.types.structure_number(ty)?;
        let last = self.module.types.structure(number).members.last()?.ty;
        self.open_element(last)?;
        let name = self.member_names(number).last()?.clone();
        let offset = *self.module.types.offsets(number)?.last()? as u32;
        Some(vec![Step::Member { name, offset }])
    }

    /// The element of an array that represents an array of any length.
    fn open_element(&self, ty: TypeId) -> Option<TypeId> {
        if let Type::Array(element, Some(1) | None) = self.kind(ty) {
            return Some(element);
        }
        self.open_element(self.wrapped_array(self.module.types.structure_number(ty)?)?)
    }

    /// The names of members in WGSL, in their order.
    pub(crate) fn member_names(&mut self, number: StructureNumber) -> Rc<Vec<String>> {
        if let Some(known) = self.member_names.get(&number) {
            return Rc::clone(known);
        }
        let members = &self.module.types.structure(number).members;
        let mut taken = rustc_hash::FxHashSet::default();
        let mut names = Vec::with_capacity(members.len());
        for (index, member) in members.iter().enumerate() {
            let wanted =
                member.name.map_or_else(|| format!("member_{index}"), |it| self.text_of(it).to_owned());
            let mut name = names::member(&wanted);
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            names.push(name);
        }
        let names = Rc::new(names);
        self.member_names.insert(number, Rc::clone(&names));
        names
    }

    /// The attributes that put the members of a structure where they lie in Metal.
    fn member_attributes(&self, number: StructureNumber) -> Vec<String> {
        let structure = self.module.types.structure(number);
        let mut attributes = vec![String::new(); structure.members.len()];
        let ty = self.module.types.known(Type::Structure(number));
        let (Some(ty), Some(offsets)) = (ty, self.module.types.offsets(number)) else {
            return attributes;
        };
        // Structures that lie in no buffer may lie anywhere.
        if !self.is_shareable(ty) {
            return attributes;
        }
        let (Some(whole), Some(own)) = (self.module.types.layout(ty), self.natural(ty, 0)) else {
            return attributes;
        };
        if let Some(first) = attributes.first_mut()
            && whole.alignment > own.alignment
        {
            let _ = write!(first, "@align({}) ", whole.alignment);
        }
        let ends = offsets.iter().copied().skip(1).map(Some).chain([None]);
        let mut end = 0_u64;
        for (((index, offset), next), text) in offsets.iter().enumerate().zip(ends).zip(&mut attributes) {
            let Some(layout) = self.natural_member(number, index, 0) else { continue };
            end = end.max(offset + layout.size);
            let following = next.unwrap_or(whole.size);
            let size = following.saturating_sub(*offset);
            let natural_end = match next {
                // The next member begins where its alignment allows it.
                Some(_) => self.next_offset(number, &offsets, *offset, offset + layout.size),
                None => (offset + layout.size).next_multiple_of(whole.alignment.max(1)),
            };
            if natural_end != following && size >= layout.size {
                let _ = write!(text, "@size({size}) ");
            }
        }
        attributes
    }

    /// Where WGSL would put the member that follows another one.
    fn next_offset(&self, number: StructureNumber, offsets: &[u64], offset: u64, end: u64) -> u64 {
        let next = offsets.partition_point(|it| *it <= offset);
        let alignment = self.natural_member(number, next, 0).map_or(1, |it| it.alignment);
        end.next_multiple_of(alignment.max(1))
    }

    /// The size and alignment that WGSL gives a type.
    fn natural(&self, ty: TypeId, level: u32) -> Option<Layout> {
        if level > MOST_LEVELS {
            return None;
        }
        match self.kind(ty) {
            Type::Value(value) => Some(natural_value(value)),
            Type::Atomic(_) => Some(Layout { size: 4, alignment: 4 }),
            Type::Enumeration(..) => self.value_type(ty).map(natural_value),
            Type::Array(element, count) => self.natural_array(element, count.unwrap_or(1), level),
            Type::LibraryArray(element, count) => self.natural_array(element, count, level),
            Type::Uniform(inner) => self.natural(inner, level + 1),
            // Attributes make the size that of Metal.
            Type::Structure(number) => {
                let size = self.module.types.layout(ty)?.size;
                let mut alignment = 1;
                for index in 0..self.module.types.structure(number).members.len() {
                    alignment = alignment.max(self.natural_member(number, index, level + 1)?.alignment);
                }
                Some(Layout { size, alignment })
            }
            Type::Error
            | Type::Void
            | Type::Pixel(..)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::ArrayRef(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Pointer(_)
            | Type::Reference(_)
            | Type::Null
            | Type::Unique(_)
            | Type::Qualified(..)
            | Type::Function(_)
            | Type::Opaque(_) => None,
        }
    }

    fn natural_member(&self, number: StructureNumber, index: usize, level: u32) -> Option<Layout> {
        match self.words.get(&(number, index)) {
            Some(count) => Some(Layout { size: u64::from(*count) * 4, alignment: 4 }),
            None => self.natural(self.module.types.structure(number).members.get(index)?.ty, level),
        }
    }

    fn natural_array(&self, element: TypeId, count: u32, level: u32) -> Option<Layout> {
        let element = self.natural(element, level + 1)?;
        let stride = element.size.next_multiple_of(element.alignment.max(1));
        Some(Layout { size: stride.checked_mul(count.into())?, alignment: element.alignment })
    }
}

const fn scalar_size(scalar: Scalar) -> u64 {
    if matches!(scalar, Scalar::Half) { 2 } else { 4 }
}

fn natural_value(ty: ValueType) -> Layout {
    let size = scalar_size(ty.scalar());
    let vector = |count: u32| {
        let count = u64::from(count);
        Layout { size: size * count, alignment: size * if count == 2 { 2 } else { 4 } }
    };
    match ty {
        ValueType::Scalar(_) => Layout { size, alignment: size },
        ValueType::Vector(_, width) => vector(width.count()),
        ValueType::PackedVector(_, width) => {
            Layout { size: size * u64::from(width.count()), alignment: size }
        }
        ValueType::Matrix(_, columns, rows) => {
            let column = vector(rows.count());
            let stride = column.size.next_multiple_of(column.alignment);
            Layout { size: stride * u64::from(columns.count()), alignment: column.alignment }
        }
    }
}

/// The reason why a union has no counterpart.
pub(crate) fn shared_memory(structure: &StructureType) -> String {
    if structure.is_unnamed() {
        "a union without a name: WGSL members can't share memory".to_owned()
    } else {
        format!("union `{}`: WGSL members can't share memory", structure.name)
    }
}
