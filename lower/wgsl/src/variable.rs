//! Variables: of the module, with their resources, and of the invocation.

use super::lowering::Lowering;
use super::texel;
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{Location, Memory, Resource, ResourceKind, TexelKind};
use webgpu_model::texture::{ChannelKind, ViewDimension};
use wgsl_spec::{AddressSpace, Scalar, TextureKind};
use wgsl_validator::ast::{DeclKind, ExprId, VariableId, VariableKind};
use wgsl_validator::interface;
use wgsl_validator::types::{Properties, TypeId, TypeKind};

/// Memory of one invocation.
const MOST_INVOCATION_BYTES: u64 = 64 << 20;

impl Lowering<'_> {
    /// Gives the variables of the module that the entry point reaches a place.
    pub(super) fn module_variables(&mut self, reached: &[bool]) -> Result<(), Unsupported> {
        let order = &self.module.resolution.order;
        for decl in order.iter().filter(|decl| reached[decl.index()]) {
            let DeclKind::Variable(variable) = self.module.syntax.ast[*decl].kind else { continue };
            let declared = self.module.syntax.ast[variable];
            if declared.kind != VariableKind::Var {
                continue;
            }
            self.code.span = declared.name_span;
            let value = match self.module.resource(variable) {
                Some(resource) => self.resource(&resource)?,
                None => self.module_variable(variable)?,
            };
            if self.probes.is_added(declared.name_span) {
                self.give_builtin(variable, &value);
            } else {
                self.declare_in_scope(declared.name, self.module.meaning[variable].typed.ty, &value);
            }
            self.names.set_global(*decl, value);
        }
        Ok(())
    }

    pub(super) fn resource(&mut self, resource: &interface::Resource) -> Result<Value, Unsupported> {
        let index = self.code.program.resources.len() as u16;
        let kind = match resource.kind {
            interface::ResourceKind::Buffer { space, least_size, .. } => {
                ResourceKind::Buffer { is_uniform: space == AddressSpace::Uniform, least_size }
            }
            interface::ResourceKind::Sampler { compares } => ResourceKind::Sampler { compares },
            interface::ResourceKind::StorageTexture { kind, format, .. } => match texel::format(format) {
                Some(format) => texture_of(kind, TexelKind::Format(format)),
                None => return self.unsupported("textures of this format can't be executed yet"),
            },
            interface::ResourceKind::Texture { kind, channels } => texture_of(
                kind,
                match channels {
                    Some(Scalar::I32) => TexelKind::Channels(ChannelKind::Sint),
                    Some(Scalar::U32) => TexelKind::Channels(ChannelKind::Uint),
                    Some(_) => TexelKind::Channels(ChannelKind::Float),
                    None if kind == TextureKind::External => TexelKind::Channels(ChannelKind::Float),
                    None => TexelKind::Depth,
                },
            ),
        };
        let (group, binding, is_writable) = (resource.group, resource.binding, resource.is_writable());
        self.code.program.resources.push(Resource { group, binding, kind, is_writable });
        Ok(match kind {
            ResourceKind::Buffer { .. } | ResourceKind::Immediates { .. } => self.buffer(index),
            ResourceKind::Texture { .. }
            | ResourceKind::Sampler { .. }
            | ResourceKind::FixedSampler { .. } => Value::Handle(index),
        })
    }

    pub(super) fn buffer(&mut self, index: u16) -> Value {
        let address = self.code.number(0);
        Value::Pointer(Place::Memory(Location { memory: Memory::Buffer(index), address, offset: 0 }))
    }

    pub(super) fn module_variable(&mut self, variable: VariableId) -> Result<Value, Unsupported> {
        let info = self.module.meaning[variable];
        let TypeKind::Reference(space, store, _) = self.module.meaning.types.kind(info.typed.ty) else {
            return self.unsupported("variables of this type can't be executed yet");
        };
        match space {
            AddressSpace::Workgroup => {
                let (align, size) = self.bytes(store);
                let start =
                    u64::from(self.code.program.workgroup_bytes).next_multiple_of(u64::from(align.max(16)));
                let end = start.saturating_add(size).next_multiple_of(4);
                if end > u64::from(u32::MAX / 2) {
                    return self.unsupported("workgroup variables exceed the executor's memory limit");
                }
                self.code.program.workgroup_bytes = end as u32;
                let address = self.code.number(0);
                let location = Location { memory: Memory::Workgroup, address, offset: start as u32 };
                Ok(Value::Pointer(Place::Memory(location)))
            }
            AddressSpace::Private => {
                let place = self.declare(store, self.module.syntax.ast[variable].initializer)?;
                Ok(Value::Pointer(place))
            }
            AddressSpace::Immediate => {
                let kind = ResourceKind::Immediates { least_size: self.bytes(store).1 };
                let index = self.code.program.resources.len() as u16;
                self.code.program.resources.push(Resource { group: 0, binding: 0, kind, is_writable: false });
                Ok(self.buffer(index))
            }
            AddressSpace::Function | AddressSpace::Uniform | AddressSpace::Storage | AddressSpace::Handle => {
                self.unsupported("variables in this address space can't be executed yet")
            }
        }
    }

    /// A variable of the invocation with its first value.
    pub(super) fn declare(
        &mut self,
        store: TypeId,
        initializer: Option<ExprId>,
    ) -> Result<Place, Unsupported> {
        let value = initializer.map(|initializer| self.value_as(initializer, store)).transpose()?;
        let place = self.fresh(store)?;
        match value {
            Some(value) => self.store(&place, store, value)?,
            None => self.clear(&place, store),
        }
        Ok(place)
    }

    /// A variable of the invocation without a value.
    pub(super) fn fresh(&mut self, store: TypeId) -> Result<Place, Unsupported> {
        if self.module.meaning.types.is(store, Properties::HAS_ARRAY) {
            return Ok(Place::Memory(self.allocate(store)?));
        }
        let leaves = self.leaves(store)?;
        Ok(Place::Registers(leaves.iter().map(|leaf| self.code.variable(leaf.ty)).collect()))
    }

    /// Memory of the invocation for a value of this type.
    pub(super) fn allocate(&mut self, ty: TypeId) -> Result<Location, Unsupported> {
        let (align, size) = self.bytes(ty);
        let start = u64::from(self.code.program.invocation_bytes).next_multiple_of(u64::from(align.max(4)));
        let end = start.saturating_add(size).next_multiple_of(4);
        if end > MOST_INVOCATION_BYTES {
            return self.unsupported("the variables of an invocation exceed the executor's memory limit");
        }
        self.code.program.invocation_bytes = end as u32;
        Ok(Location { memory: Memory::Invocation, address: self.code.number(0), offset: start as u32 })
    }
}

/// The resource that a variable of a texture type must be bound to.
fn texture_of(kind: TextureKind, holds: TexelKind) -> ResourceKind {
    let is_multisampled = matches!(kind, TextureKind::Multisampled2d | TextureKind::DepthMultisampled2d);
    ResourceKind::Texture {
        dimension: texel::dimension(kind).unwrap_or(ViewDimension::D2),
        holds,
        is_multisampled,
    }
}
