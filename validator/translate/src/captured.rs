//! The values of a launch: a structure with all numbers that its kernel captures, and a storage buffer for each view. C++ AMP 1.2 (5, 7)
//!
//! The object of the kernel exists only on the host. Numbers are members of a uniform buffer; arrays of them are vectors there, because elements of
//! arrays in uniform buffers are 16 bytes apart.

use super::launch::{Number, Origin, View};
use super::resource::BUFFERS;
use super::translation::Binding as Row;
use super::translator::{Outcome, Translator};
use super::unit::Member;
use super::value::{Binding, Text};
use msl_spec::{AddressSpace, Scalar, ValueType, sections};
use msl_validator::types::{Object, StructureNumber, Type, TypeId};
use std::rc::Rc;

/// Larger objects are in storage buffers of their own: each invocation would make its own copy of the numbers, and an index that is not constant
/// would need a variable with all of them.
const MOST_BYTES: u32 = 64;

/// The most numbers of an array that a kernel captures: each is written out.
const MOST_ELEMENTS: u32 = 256;

/// The values that a launch passes to its kernel, as far as they are known.
#[derive(Default)]
pub(crate) struct Captured {
    pub(crate) numbers: Vec<Number>,
    pub(crate) views: Vec<View>,
    /// The name of the variable with the numbers.
    pub(crate) variable: String,
    /// The bytes of the numbers so far.
    pub(crate) bytes: u32,
}

/// A part of the object of the kernel.
#[derive(Clone)]
struct Part {
    ty: TypeId,
    /// Its name in C++: `source._extent`.
    source: String,
    origin: Origin,
    /// Whether it is a part of a constant `array` or `texture`, whose elements are constant, too. A constant view has elements that are not.
    /// C++ AMP 1.2 (5.1.4, 10.1.15)
    is_const: bool,
}

impl Part {
    fn member(&self, ty: TypeId, name: &str, offset: u32) -> Self {
        let source = if self.source.is_empty() { name.to_owned() } else { format!("{}.{name}", self.source) };
        Self { ty, source, origin: self.origin.after(offset), is_const: self.is_const }
    }

    /// The name in WGSL: the library's own members have names with an underscore in front.
    fn wanted(&self) -> String {
        self.source.replace('.', "_")
    }
}

impl Translator<'_> {
    /// The object of the kernel.
    pub(crate) fn captured_kernel(&mut self, ty: TypeId, captured: &mut Captured) -> Outcome<Binding> {
        let origin = Origin::Kernel(vec![0]);
        self.captured(&Part { ty, source: String::new(), origin, is_const: false }, captured)
    }

    fn captured(&mut self, part: &Part, captured: &mut Captured) -> Outcome<Binding> {
        let kind = self.kind(part.ty);
        if let Type::Reference(object) = kind {
            // A kernel captures only arrays and textures by reference. C++ AMP 1.2 (8)
            let is_const = object.is_const && self.is_library_class(object.ty);
            let inner = Part { ty: object.ty, origin: part.origin.pointed(), is_const, ..part.clone() };
            return self.captured(&inner, captured);
        }
        if let Type::Pointer(object) = kind {
            return self.captured_elements(part, object, captured);
        }
        if let Some(number) = self.apart_structure(part.ty) {
            let offsets = self.module.types.offsets(number).unwrap_or_default();
            let mut parts = Vec::new();
            for ((ty, member, name), offset) in self.part_types(number).into_iter().zip(offsets) {
                let name = self.public_name(member, name);
                parts.push(self.captured(&part.member(ty, &name, offset as u32), captured)?);
            }
            return Ok(Binding::Parts(Rc::new(parts)));
        }
        if self.is_large(part.ty) {
            let space = AddressSpace::Device;
            let object = Object { ty: part.ty, space, is_const: true, is_volatile: false, is_rvalue: false };
            return self.captured_buffer(part, object, false, captured);
        }
        let text = self.captured_numbers(part, captured)?;
        Ok(Binding::Value(self.stable(&text, &part.wanted())))
    }

    /// The name by which programs know a member: names of the library's own members begin with an underscore, as in `_extent`.
    fn public_name(&self, (structure, _): Member, name: String) -> String {
        if self.declares_in_library(structure) { name.trim_start_matches('_').to_owned() } else { name }
    }

    fn declares_in_library(&self, structure: StructureNumber) -> bool {
        let declared = self.module.ast[self.module.types.structure(structure).declaration].name_span;
        self.library.iter().any(|range| range.contains(&declared.lo))
    }

    /// Returns true for a class of the library.
    fn is_library_class(&self, ty: TypeId) -> bool {
        self.module.types.structure_number(ty).is_some_and(|number| self.declares_in_library(number))
    }

    /// The storage buffer that a pointer of a view leads into.
    fn captured_elements(
        &mut self,
        part: &Part,
        object: Object,
        captured: &mut Captured,
    ) -> Outcome<Binding> {
        let source = part.source.rsplit_once('.').map_or(&*part.source, |(view, _)| view).to_owned();
        let elements = Part { ty: object.ty, source, origin: part.origin.pointed(), ..part.clone() };
        let is_const = object.is_const || part.is_const;
        let object = Object { space: AddressSpace::Device, is_const, ..object };
        self.captured_buffer(&elements, object, true, captured)
    }

    /// The storage buffer with the elements of a view, or with one object.
    fn captured_buffer(
        &mut self,
        part: &Part,
        object: Object,
        is_view: bool,
        captured: &mut Captured,
    ) -> Outcome<Binding> {
        let number = captured.views.len() as u32 + 1;
        let name = self.names.global(&part.wanted());
        let mut row = Row {
            metal: None,
            metal_name: part.source.clone(),
            metal_type: self.module.types.print(object.ty),
            group: Some(BUFFERS),
            binding: Some(number),
            name: name.clone(),
            address_space: String::new(),
            ty: String::new(),
            least_bytes: None,
            notes: Vec::new(),
        };
        let stride = self.size(object.ty)?;
        let (binding, declared) = self.buffer_argument(object, is_view, &name, &mut row)?;
        let line = format!("@group({BUFFERS}) @binding({number}) {declared} {name}: {};", row.ty);
        self.variables.push(Self::module_line(self.writer.span, 0, line));
        captured.views.push(View {
            source: part.source.clone(),
            name,
            ty: row.ty.clone(),
            binding: number,
            stride,
            is_view,
            is_written: row.address_space.ends_with("read_write"),
            origin: part.origin.clone(),
        });
        self.rows.push(row);
        Ok(binding)
    }

    /// Returns true for an object that is better in a buffer of its own than written out number by number.
    fn is_large(&self, ty: TypeId) -> bool {
        self.value_type(ty).is_none()
            && self.is_shareable(ty)
            && self.size_of(ty).is_some_and(|size| size > MOST_BYTES)
    }

    /// A value without pointers, made of the numbers of the launch.
    fn captured_numbers(&mut self, part: &Part, captured: &mut Captured) -> Outcome<Text> {
        if let Some((scalar, count)) = self.numbers_of(part.ty) {
            if let Type::Value(ValueType::Scalar(_)) | Type::Enumeration(..) = self.kind(part.ty) {
                let mut texts = self.numbers(part, scalar, 1, captured)?;
                return Ok(texts.pop().unwrap_or_else(|| Text::primary("0")));
            }
            let texts = self.numbers(part, scalar, count, captured)?;
            let mut texts = texts.into_iter();
            return self.array_of(part.ty, &mut texts);
        }
        if let Some((element, Some(count))) = self.module.types.element(part.ty) {
            return self.captured_array(part, (element, count), captured);
        }
        let Some(number) = self.module.types.structure_number(part.ty) else {
            let message = format!("a captured `{}`", self.module.types.print(part.ty));
            return self.none(sections::SECTION_2, message);
        };
        let offsets = self.module.types.offsets(number).unwrap_or_default();
        let name = self.type_name(part.ty)?;
        let mut texts = Vec::new();
        for ((ty, member, name), offset) in self.part_types(number).into_iter().zip(offsets) {
            let name = self.public_name(member, name);
            texts.push(self.captured_numbers(&part.member(ty, &name, offset as u32), captured)?.code);
        }
        Ok(Text::primary(format!("{name}({})", texts.join(", "))))
    }

    /// An array of structures.
    fn captured_array(
        &mut self,
        part: &Part,
        (element, count): (TypeId, u32),
        captured: &mut Captured,
    ) -> Outcome<Text> {
        self.check_count(count)?;
        let (ty, stride) = (self.type_name(part.ty)?, self.size(element)?);
        let mut texts = Vec::new();
        for index in 0..count {
            let part = part.member(element, &index.to_string(), index * stride);
            texts.push(self.captured_numbers(&part, captured)?.code);
        }
        Ok(Text::primary(format!("{ty}({})", texts.join(", "))))
    }

    fn check_count(&self, count: u32) -> Outcome<()> {
        if count <= MOST_ELEMENTS {
            return Ok(());
        }
        let message = format!("a captured array of {count} elements: put it into an `array_view`");
        self.none(sections::SECTION_2, message)
    }

    /// The scalar of a number or of an array of numbers, and their count.
    fn numbers_of(&self, ty: TypeId) -> Option<(Scalar, u32)> {
        if let Some(ValueType::Scalar(scalar)) = self.value_type(ty) {
            return Some((scalar, 1));
        }
        let array = self.module.types.structure_number(ty).and_then(|number| self.wrapped_array(number));
        let (element, count) = self.module.types.element(array.unwrap_or(ty))?;
        let (scalar, inner) = self.numbers_of(element)?;
        Some((scalar, inner.checked_mul(count?)?))
    }

    /// An array of these elements.
    fn array_of(&mut self, ty: TypeId, elements: &mut impl Iterator<Item = Text>) -> Outcome<Text> {
        let array = self.module.types.structure_number(ty).and_then(|number| self.wrapped_array(number));
        let Some((element, Some(count))) = self.module.types.element(array.unwrap_or(ty)) else {
            return Ok(elements.next().unwrap_or_else(|| Text::primary("0")));
        };
        let mut texts = Vec::new();
        for _ in 0..count {
            texts.push(self.array_of(element, elements)?.code);
        }
        let element = self.type_name(element)?;
        Ok(Text::primary(format!("array<{element}, {count}>({})", texts.join(", "))))
    }

    /// Numbers that are next to each other: their expressions.
    fn numbers(
        &mut self,
        part: &Part,
        scalar: Scalar,
        count: u32,
        captured: &mut Captured,
    ) -> Outcome<Vec<Text>> {
        let own = self.base(scalar)?.name();
        self.check_count(count)?;
        // A uniform buffer has no booleans.
        let stored = if scalar == Scalar::Bool { "u32" } else { own };
        let (ty, alignment) = match count {
            1 => (stored.to_owned(), 4),
            2 => (format!("vec2<{stored}>"), 8),
            3 | 4 => (format!("vec{count}<{stored}>"), 16),
            _ => (format!("array<vec4<{stored}>, {}>", count.div_ceil(4)), 16),
        };
        let offset = captured.bytes.next_multiple_of(alignment);
        let size = if count > 4 { 4 * count.next_multiple_of(4) } else { 4 * count };
        captured.bytes = offset + size;
        let mut member = super::names::member(&part.wanted());
        while captured.numbers.iter().any(|number| number.member == member) {
            member.push('_');
        }
        let whole = format!("{}.{member}", captured.variable);
        let number = |index: u32| {
            let component = &"xyzw"[index as usize % 4..=index as usize % 4];
            let text = match count {
                1 => whole.clone(),
                2..=4 => format!("{whole}.{component}"),
                _ => format!("{whole}[{}].{component}", index / 4),
            };
            if scalar == Scalar::Bool { Text::operator(format!("{text} != 0u")) } else { Text::primary(text) }
        };
        let texts = (0..count).map(number).collect();
        let size = scalar.layout().size;
        let origin = part.origin.clone();
        captured.numbers.push(Number {
            source: part.source.clone(),
            member,
            ty,
            offset,
            count,
            size,
            origin,
        });
        Ok(texts)
    }

    /// The components of the domain of a launch, the most significant first.
    pub(crate) fn domain(&mut self, rank: u32, ty: TypeId, captured: &mut Captured) -> Outcome<Text> {
        let part = Part { ty, source: "domain".to_owned(), origin: Origin::Domain, is_const: false };
        self.numbers(&part, Scalar::Int, rank, captured)?;
        let member = captured.numbers.last().map_or("", |number| &number.member);
        Ok(Text::primary(format!("{}.{member}", captured.variable)))
    }
}
