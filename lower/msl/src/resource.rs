//! Arguments that are resources. Section 5.2.1
//!
//! A resource of Metal has a number among the resources of its kind. The intermediate representation has groups for that: see [`BUFFERS`],
//! [`TEXTURES`] and [`SAMPLERS`].

use super::lowering::{Binding, Lowering, Outcome, Place};
use core::fmt;
use cxx_validator::ast::VariableId;
use msl_spec::{Access, AddressSpace, Class, Dimension as MetalDimension, Scalar, TextureKind};
use msl_validator::interface::{EntryPoint, Index, ResourceGroup};
use msl_validator::meaning::Module;
use msl_validator::types::{Object, Type as MetalType, TypeId};
use shader_ir::{Location, Memory, OpenMemory, Resource, ResourceKind, Sizes, TexelKind, Type};
use webgpu_model::texture::{ChannelKind, ViewDimension};

/// The group of buffers, whose bindings are the numbers of `[[buffer(n)]]`.
pub const BUFFERS: u32 = 0;
/// The group of textures, whose bindings are the numbers of `[[texture(n)]]`.
pub const TEXTURES: u32 = 1;
/// The group of samplers, whose bindings are the numbers of `[[sampler(n)]]`.
pub const SAMPLERS: u32 = 2;

/// The maximum number of elements in an array of resources: no device has more textures for a function.
const MOST_ARGUMENTS: u32 = 128;

impl Lowering<'_> {
    /// The number of an argument among the resources of its group.
    fn number_of(&self, entry: &EntryPoint, parameter: VariableId) -> Outcome<u32> {
        let found = entry.resources.iter().find(|resource| resource.parameter == parameter);
        match found.map(|resource| resource.index) {
            Some(Index::Number(number)) => Ok(number),
            Some(Index::Specialised(_)) => {
                self.unsupported("resource indices with function constants can't be executed yet")
            }
            None => self.unsupported("this argument can't be executed yet"),
        }
    }

    /// The binding of an argument that is a resource; `None` for other arguments.
    pub(super) fn resource_argument(
        &mut self,
        entry: &EntryPoint,
        parameter: VariableId,
        ty: TypeId,
    ) -> Outcome<Option<Binding>> {
        let kind = self.kind(ty);
        Ok(Some(match kind {
            // A pointer does not say how many objects there are.
            MetalType::Pointer(object) => {
                Binding::Pointer(self.memory_argument(entry, parameter, object, 0)?)
            }
            MetalType::Reference(object) => {
                let (size, _) = self.layout(object.ty)?;
                let least_size = self.least_size(object.ty, size);
                Binding::Place(self.memory_argument(entry, parameter, object, least_size)?)
            }
            MetalType::Texture(..) | MetalType::Class(Class::Sampler) => {
                let number = self.number_of(entry, parameter)?;
                Binding::Handle(self.handle_resource(kind, number)?)
            }
            MetalType::LibraryArray(element, count) if self.is_handle(element) => {
                let first = self.number_of(entry, parameter)?;
                Binding::Place(self.handle_array(ty, (element, count), first)?)
            }
            MetalType::Error
            | MetalType::Void
            | MetalType::Value(_)
            | MetalType::Atomic(_)
            | MetalType::Pixel(..)
            | MetalType::Class(_)
            | MetalType::LibraryEnumeration(_)
            | MetalType::Option(_)
            | MetalType::Structure(_)
            | MetalType::Enumeration(..)
            | MetalType::Array(..)
            | MetalType::LibraryArray(..)
            | MetalType::ArrayRef(_)
            | MetalType::PatchControlPoint(_)
            | MetalType::VertexValue(_)
            | MetalType::Uniform(_)
            | MetalType::Null
            | MetalType::Unique(_)
            | MetalType::Qualified(..)
            | MetalType::Function(_)
            | MetalType::Opaque(_) => return Ok(None),
        }))
    }

    /// Adds the resource of a texture or sampler with a number.
    fn handle_resource(&mut self, kind: MetalType, binding: u32) -> Outcome<u16> {
        let MetalType::Texture(kind, element, access) = kind else {
            let kind = ResourceKind::Sampler { compares: false };
            return Ok(self.resource(Resource { group: SAMPLERS, binding, kind, is_writable: false }));
        };
        if kind.dimension() == MetalDimension::One && kind.is_array() {
            return self.unsupported("arrays of 1D textures can't be executed yet");
        }
        let kind = texture_resource(kind, element);
        let is_writable = matches!(access, Access::Write | Access::ReadWrite);
        Ok(self.resource(Resource { group: TEXTURES, binding, kind, is_writable }))
    }

    /// An array of textures or samplers, which have successive numbers. Section 2.12.1
    fn handle_array(&mut self, ty: TypeId, (element, count): (TypeId, u32), first: u32) -> Outcome<Place> {
        if count > MOST_ARGUMENTS {
            return self.unsupported("this array has too many textures or samplers to be executed");
        }
        let kind = self.kind(element);
        let whole = self.fresh(ty, true)?;
        let (stride, _) = self.layout(element)?;
        for number in 0..count {
            let handle = self.handle_resource(kind, first + number)?;
            let place = Self::part(&whole, 0, 0, number * stride);
            self.store_handle(&place, handle)?;
        }
        Ok(whole)
    }

    /// Adds a resource: its index.
    pub(super) fn resource(&mut self, resource: Resource) -> u16 {
        let index = self.code.program.resources.len() as u16;
        self.code.program.resources.push(resource);
        index
    }

    /// A buffer, or memory of the threadgroup.
    fn memory_argument(
        &mut self,
        entry: &EntryPoint,
        parameter: VariableId,
        object: Object,
        least_size: u32,
    ) -> Outcome<Place> {
        match object.space {
            AddressSpace::Device | AddressSpace::Constant => {
                let binding = self.number_of(entry, parameter)?;
                let is_writable = object.space == AddressSpace::Device && !object.is_const;
                let kind = ResourceKind::Buffer { is_uniform: false, least_size: least_size.into() };
                let index = self.resource(Resource { group: BUFFERS, binding, kind, is_writable });
                let address = self.code.number(0);
                Ok(Place::Memory(Location { memory: Memory::Buffer(index), address, offset: 0 }))
            }
            AddressSpace::Threadgroup => {
                let address = self.code.register(Type::U32);
                let bytes = self.code.register(Type::U32);
                self.code.program.open_memory.push(OpenMemory { address, bytes });
                self.code.program.workgroup_is_undefined = true;
                self.note_open_memory(address, bytes);
                Ok(Place::Memory(Location { memory: Memory::Workgroup, address, offset: 0 }))
            }
            AddressSpace::Thread
            | AddressSpace::ThreadgroupImageblock
            | AddressSpace::RayData
            | AddressSpace::ObjectData => {
                self.unsupported("memory in this address space can't be executed yet")
            }
        }
    }

    /// The bytes that a buffer must have: an array of one element may have none.
    fn least_size(&self, ty: TypeId, size: u32) -> u32 {
        if let MetalType::Array(_, Some(1) | None) = self.kind(ty) { 0 } else { size }
    }
}

/// The error of a dispatch that gives no size for an argument in `threadgroup` memory: the number of the argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissingSize(pub u32);

impl fmt::Display for MissingSize {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "no size is given for the argument [[threadgroup({})]]", self.0)
    }
}

impl core::error::Error for MissingSize {}

/// The sizes that a dispatch says of the arguments of a kernel in `threadgroup` memory, whose numbers have sizes in bytes in `given`. A reference
/// has that of its object unless it is given.
///
/// # Errors
/// An argument has no size.
pub fn sizes(module: &Module, entry: &EntryPoint, given: &[(u32, u32)]) -> Result<Sizes, MissingSize> {
    let mut memory = Vec::new();
    for resource in entry.resources.iter().filter(|resource| resource.group == ResourceGroup::Threadgroup) {
        let Index::Number(number) = resource.index else { continue };
        let said = given.iter().find(|(index, _)| *index == number).map(|(_, bytes)| *bytes);
        let bytes = said.or_else(|| size_of_object(module, resource.ty)).ok_or(MissingSize(number))?;
        memory.push(bytes.next_multiple_of(4));
    }
    Ok(Sizes { workgroup: None, memory })
}

/// The bytes of the object of a reference.
fn size_of_object(module: &Module, ty: TypeId) -> Option<u32> {
    let MetalType::Reference(object) = module.types.get(ty) else { return None };
    module.types.layout(object.ty)?.size.try_into().ok()
}

/// The resource that an argument of a texture type must be bound to.
fn texture_resource(kind: TextureKind, element: Scalar) -> ResourceKind {
    let dimension = match (kind.dimension(), kind.is_array()) {
        (MetalDimension::One | MetalDimension::Buffer, _) => ViewDimension::D1,
        (MetalDimension::Two, false) => ViewDimension::D2,
        (MetalDimension::Two, true) => ViewDimension::D2Array,
        (MetalDimension::Three, _) => ViewDimension::D3,
        (MetalDimension::Cube, false) => ViewDimension::Cube,
        (MetalDimension::Cube, true) => ViewDimension::CubeArray,
    };
    let holds = if kind.is_depth() {
        TexelKind::Depth
    } else {
        TexelKind::Channels(match element {
            Scalar::Int | Scalar::Short => ChannelKind::Sint,
            Scalar::Uint | Scalar::Ushort => ChannelKind::Uint,
            Scalar::Bool
            | Scalar::Char
            | Scalar::Uchar
            | Scalar::Long
            | Scalar::Ulong
            | Scalar::Half
            | Scalar::Bfloat
            | Scalar::Float
            | Scalar::Double => ChannelKind::Float,
        })
    };
    ResourceKind::Texture { dimension, holds, is_multisampled: kind.is_multisampled() }
}
