//! Buffers, textures, samplers and memory of the threadgroup: the arguments of an entry point that are resources. Section 5.2.1

use super::place::{Place, Step};
use super::translation::{Binding as Row, MetalPlace};
use super::translator::{Outcome, Translator};
use super::value::{Binding, Handle};
use cxx_validator::ast::VariableId;
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, Class, sections};
use msl_validator::interface::{EntryPoint, Index, Resource, ResourceGroup};
use msl_validator::types::{Object, Type, TypeId};

/// The group of buffers, whose bindings are the numbers of `[[buffer(n)]]`.
pub(crate) const BUFFERS: u32 = 0;
/// The group of textures, whose bindings are the numbers of `[[texture(n)]]`.
const TEXTURES: u32 = 1;
/// The group of samplers, whose bindings are the numbers of `[[sampler(n)]]`, and behind them those that the program makes.
pub(crate) const SAMPLERS: u32 = 2;

/// The variable that a buffer becomes.
struct Buffer {
    /// The address space of WGSL, with the access mode.
    space: &'static str,
    ty: String,
    is_bytes: bool,
    notes: Vec<String>,
    least: u64,
    read_only: Option<&'static str>,
    open_array: Option<Vec<Step>>,
}

impl Translator<'_> {
    /// Refuses sizes of memory that do not belong to the entry point, and arguments without a size.
    ///
    /// # Errors
    /// Why, in a sentence without a full stop.
    pub(crate) fn check_sizes(&self, entry: &EntryPoint) -> Result<(), String> {
        let threads = self
            .request
            .threadgroup_size
            .iter()
            .fold(1, |product: u64, axis| product.saturating_mul((*axis).into()));
        if entry.kind == msl_validator::interface::EntryPointKind::Kernel && threads == 0 {
            return Err("a threadgroup must have at least one thread".to_owned());
        }
        for resource in entry.resources.iter().filter(|resource| resource.group == ResourceGroup::Threadgroup)
        {
            let Index::Number(number) = resource.index else { continue };
            if self.threadgroup_bytes(resource.ty, number).is_none() {
                let name = self.module.ast[resource.parameter].name.map_or("", |name| self.text_of(name));
                return Err(format!("missing size of `{name}` in threadgroup memory, with number {number}"));
            }
        }
        Ok(())
    }

    /// The bytes of an argument in threadgroup memory: those of the request, or of the object of a reference.
    fn threadgroup_bytes(&self, ty: TypeId, number: u32) -> Option<u64> {
        let given = self.request.threadgroup_memory.iter().find(|(own, _)| *own == number);
        if let Some((_, bytes)) = given {
            return Some(u64::from(*bytes));
        }
        let Type::Reference(object) = self.kind(ty) else { return None };
        Some(self.module.types.layout(object.ty)?.size)
    }

    /// The first number of a sampler that no argument has.
    pub(crate) fn first_free_sampler(&self) -> u32 {
        let name = &self.request.entry_point;
        let entry = self.module.entry_points.iter().find(|entry| self.module.entry_name(entry) == name);
        let resources = entry.map_or(&[][..], |entry| &entry.resources);
        let numbers = resources.iter().filter(|it| it.group == ResourceGroup::Sampler).filter_map(|it| {
            match it.index {
                Index::Number(number) => Some(number + 1),
                Index::Specialised(_) => None,
            }
        });
        numbers.max().unwrap_or(0)
    }

    /// The binding of an argument that is a resource; `None` if it is none.
    pub(crate) fn resource(
        &mut self,
        entry: &EntryPoint,
        parameter: VariableId,
        ty: TypeId,
    ) -> Outcome<Option<Binding>> {
        let found: Vec<&Resource> =
            entry.resources.iter().filter(|resource| resource.parameter == parameter).collect();
        let symbol = self.ast()[parameter].name;
        match found.as_slice() {
            [] => Ok(None),
            [resource] if resource.members.is_empty() => self.resource_variable(resource, symbol).map(Some),
            // Section 2.11.2
            _ => {
                let mut whole = self.initial(ty)?;
                for resource in found {
                    let path: Vec<usize> = resource.members.iter().map(|member| *member as usize).collect();
                    let name = self.member_symbol(ty, &path).or(symbol);
                    let binding = self.resource_variable(resource, name)?;
                    let Some(own) = super::parts::at_mut(&mut whole, &path) else {
                        return self.none(sections::SECTION_2_11_2, "this structure of resources");
                    };
                    *own = binding;
                }
                Ok(Some(whole))
            }
        }
    }

    /// The name of a member by the way to it.
    fn member_symbol(&self, ty: TypeId, path: &[usize]) -> Option<Symbol> {
        let (first, rest) = path.split_first()?;
        let number = self.module.types.structure_number(ty)?;
        let member = self.module.types.structure(number).members.get(*first)?;
        if rest.is_empty() { member.name } else { self.member_symbol(member.ty, rest) }
    }

    /// The variable that a resource becomes.
    fn resource_variable(&mut self, resource: &Resource, name: Option<Symbol>) -> Outcome<Binding> {
        let ty = resource.ty;
        if resource.count != 1 {
            return self.none(
                sections::SECTION_2_11_1,
                "an array of textures or samplers: WGSL resources must be variables",
            );
        }
        let Index::Number(number) = resource.index else {
            return self
                .none(sections::SECTION_5_8_1_4, "a resource index that depends on function constants");
        };
        let wanted = name.map_or("resource", |name| self.text_of(name));
        let group = match resource.group {
            ResourceGroup::Buffer => BUFFERS,
            ResourceGroup::Texture => TEXTURES,
            ResourceGroup::Sampler => SAMPLERS,
            ResourceGroup::Threadgroup => {
                return self.threadgroup_argument(ty, number, wanted);
            }
        };
        if !self.bound.insert((group, number)) {
            let name = resource.group.name();
            return self.none(sections::SECTION_5_8_1_2, format!("two arguments with index {number} of [[{name}]]: each WGSL variable needs a separate binding"));
        }
        let name = self.names.global(wanted);
        let mut row = Row {
            metal: Some(MetalPlace { kind: resource.group.name(), index: number }),
            metal_name: wanted.to_owned(),
            metal_type: self.module.types.print(ty),
            group: Some(group),
            binding: Some(number),
            name: name.clone(),
            address_space: "handle".to_owned(),
            ty: String::new(),
            least_bytes: None,
            notes: self.condition_note(resource),
        };
        let (binding, declared) = match self.kind(ty) {
            Type::Pointer(object) => self.buffer_argument(object, true, &name, &mut row)?,
            Type::Reference(object) => self.buffer_argument(object, false, &name, &mut row)?,
            Type::Texture(kind, element, access) => {
                let (own, note) = self.texture_type(kind, element, access, number)?;
                row.notes.extend(note);
                row.ty = own;
                (Binding::Handle(Handle { name: name.clone(), ty }), "var".to_owned())
            }
            Type::Class(Class::Sampler) => {
                "sampler".clone_into(&mut row.ty);
                (Binding::Handle(Handle { name: name.clone(), ty }), "var".to_owned())
            }
            Type::Error
            | Type::Void
            | Type::Value(_)
            | Type::Atomic(_)
            | Type::Pixel(..)
            | Type::Class(_)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::Enumeration(..)
            | Type::Structure(_)
            | Type::Array(..)
            | Type::LibraryArray(..)
            | Type::ArrayRef(_)
            | Type::Uniform(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Null
            | Type::Unique(_)
            | Type::Qualified(..)
            | Type::Function(_)
            | Type::Opaque(_) => return self.none(sections::SECTION_5_2_1, "this argument"),
        };
        let line = format!("@group({group}) @binding({number}) {declared} {name}: {};", row.ty);
        self.variables.push(Self::module_line(self.ast()[resource.parameter].name_span, 0, line));
        self.rows.push(row);
        Ok(binding)
    }

    /// An argument that exists only where a function constant is true.
    fn condition_note(&self, resource: &Resource) -> Vec<String> {
        let Some(condition) = resource.condition else { return Vec::new() };
        let name = self.ast()[condition].name.map_or("", |name| self.text_of(name));
        if self.condition_holds(Some(condition)) == Some(true) {
            return Vec::new();
        }
        vec![format!("only exists in Metal if `{name}` is true; otherwise anything may be bound")]
    }

    /// A buffer: the words of its declaration.
    pub(crate) fn buffer_argument(
        &mut self,
        object: Object,
        is_pointer: bool,
        name: &str,
        row: &mut Row,
    ) -> Outcome<(Binding, String)> {
        // A pointer to an object whose last array has one element leads to one object with any number of them, unless it is used otherwise.
        let is_object = is_pointer
            && self.is_shareable(object.ty)
            && !self.forms.arrays.contains(&self.roots.len())
            && self.open_array_of(object.ty).is_some();
        let buffer = self.buffer(object, is_pointer && !is_object)?;
        row.address_space = buffer.space.to_owned();
        row.ty = buffer.ty;
        row.least_bytes = Some(buffer.least).filter(|_| !is_pointer || is_object);
        row.notes.extend(buffer.notes);
        let place = self.root(name.to_owned(), buffer.is_bytes);
        if let Some(root) = self.roots.last_mut() {
            root.read_only = buffer.read_only;
            root.open_array = buffer.open_array;
            root.is_object = is_object;
        }
        let binding = if is_object {
            Binding::Pointer { place, variable: None }
        } else if is_pointer {
            let stride = self.size(object.ty)?;
            Binding::Pointer { place: place.then(Step::first(stride, 0)), variable: None }
        } else {
            Binding::Place(place)
        };
        Ok((binding, format!("var<{}>", buffer.space)))
    }

    fn buffer(&mut self, object: Object, is_pointer: bool) -> Outcome<Buffer> {
        if !matches!(object.space, AddressSpace::Device | AddressSpace::Constant) {
            return self.none(
                sections::SECTION_4,
                format!("an argument in the address space `{}`", object.space.name()),
            );
        }
        let stride = self.size(object.ty)?;
        let is_bytes = !self.is_shareable(object.ty);
        let is_writable =
            object.space == AddressSpace::Device && (!object.is_const || self.has_atomics(object.ty));
        let read_only = (is_writable && self.is_vertex)
            .then_some("a write to memory in a vertex function: not allowed in WebGPU");
        let is_written = is_writable && !self.is_vertex;
        let mut notes = Vec::new();
        if is_pointer {
            notes.push(format!("element i is at byte {stride} * i"));
        }
        if is_bytes {
            notes.push(
                "an array of words with values narrower than 32 bits: its size must be a multiple of 4"
                    .to_owned(),
            );
            let space = if is_written { "storage, read_write" } else { "storage, read" };
            let least = u64::from(stride).next_multiple_of(4);
            return Ok(Buffer {
                space,
                ty: "array<u32>".to_owned(),
                is_bytes,
                notes,
                least,
                read_only,
                open_array: None,
            });
        }
        let is_uniform =
            object.space == AddressSpace::Constant && !is_pointer && self.fits_uniform(object.ty);
        let space = match (is_uniform, is_written) {
            (true, _) => "uniform",
            (false, true) => "storage, read_write",
            (false, false) => "storage, read",
        };
        let open = if is_pointer { None } else { self.open_type(object.ty)? };
        let ty = match &open {
            Some(open) => open.clone(),
            None if is_pointer => format!("array<{}>", self.root_type(object.ty)?),
            None => self.type_name(object.ty)?,
        };
        let open_array = open.and_then(|_| self.open_array_of(object.ty));
        Ok(Buffer { space, ty, is_bytes, notes, least: stride.into(), read_only, open_array })
    }

    /// Returns true if there are atomic objects in a type: WGSL reads them where it may write, too.
    fn has_atomics(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            Type::Atomic(_) => true,
            Type::Array(inner, _) | Type::LibraryArray(inner, _) => self.has_atomics(inner),
            Type::Structure(number) => {
                let members = &self.module.types.structure(number).members;
                members.iter().any(|member| self.has_atomics(member.ty))
            }
            Type::Error
            | Type::Void
            | Type::Value(_)
            | Type::Pixel(..)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::Enumeration(..)
            | Type::ArrayRef(_)
            | Type::Uniform(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Pointer(_)
            | Type::Reference(_)
            | Type::Null
            | Type::Unique(_)
            | Type::Qualified(..)
            | Type::Function(_)
            | Type::Opaque(_) => false,
        }
    }

    /// Memory of the threadgroup whose size the request says.
    fn threadgroup_argument(&mut self, ty: TypeId, number: u32, wanted: &str) -> Outcome<Binding> {
        let bytes = self.threadgroup_bytes(ty, number).unwrap_or(0);
        let is_pointer = matches!(self.kind(ty), Type::Pointer(_));
        let (Type::Pointer(object) | Type::Reference(object)) = self.kind(ty) else {
            return self.none(sections::SECTION_5_2_1, "this argument");
        };
        let stride = self.size(object.ty)?;
        let own = self.type_name(object.ty)?;
        let count = bytes / u64::from(stride.max(1));
        if is_pointer && count == 0 {
            return self.none(
                sections::SECTION_4_4,
                format!("`{wanted}` has no elements: {bytes} bytes are less than the stride {stride}"),
            );
        }
        let own = if is_pointer { format!("array<{own}, {count}>") } else { own };
        let name = self.names.global(wanted);
        let line = format!("var<workgroup> {name}: {own};");
        self.variables.push(Self::module_line(self.writer.span, 0, line));
        self.rows.push(Row {
            metal: Some(MetalPlace { kind: ResourceGroup::Threadgroup.name(), index: number }),
            metal_name: wanted.to_owned(),
            metal_type: self.module.types.print(ty),
            group: None,
            binding: None,
            name: name.clone(),
            address_space: "workgroup".to_owned(),
            ty: own,
            least_bytes: None,
            notes: Vec::new(),
        });
        let place: Place = self.root(name, false);
        Ok(if is_pointer {
            Binding::Pointer { place: place.then(Step::first(stride, 0)), variable: None }
        } else {
            Binding::Place(place)
        })
    }
}
