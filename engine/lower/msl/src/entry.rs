//! Kernels: their arguments. Section 5.2
//!
//! A resource of Metal has a number among the resources of its kind. The intermediate representation has groups for that: see [`BUFFERS`],
//! [`TEXTURES`] and [`SAMPLERS`].

use super::place::Place;
use super::types::register_type;
use super::{Binding, Frame, Lowering, Outcome, Value};
use msl_spec::{Access, AddressSpace, Class, Dimension as MetalDimension, Scalar, TextureKind};
use msl_validator::ast::{FunctionKind, VariableId};
use msl_validator::types::{Type as MetalType, TypeId};
use rustc_hash::FxHashMap;
use shader_ir::{
    Input, Instruction, Location, Memory, Register, Resource, ResourceKind, ShaderStage, TexelKind,
};
use shader_model::texture::{ChannelKind, Dimension};

/// The group of buffers, whose bindings are the numbers of `[[buffer(n)]]`.
pub const BUFFERS: u32 = 0;
/// The group of textures, whose bindings are the numbers of `[[texture(n)]]`.
pub const TEXTURES: u32 = 1;
/// The group of samplers, whose bindings are the numbers of `[[sampler(n)]]`.
pub const SAMPLERS: u32 = 2;

/// The numbers that arguments without one get: the first that no argument names.
#[derive(Default)]
struct Numbers {
    taken: Vec<(u32, u32)>,
}

impl Numbers {
    fn free(&mut self, group: u32) -> u32 {
        // One of more numbers than are taken is free.
        let most = self.taken.len() as u32;
        let number = (0..=most).find(|number| !self.taken.contains(&(group, *number))).unwrap_or(most);
        self.taken.push((group, number));
        number
    }
}

impl Lowering<'_> {
    pub(super) fn entry_point(&mut self, number: usize) -> Outcome<()> {
        let module = self.module;
        let instance = &module.instances[number];
        let function = module.ast[instance.function];
        self.code.span = function.name_span;
        match function.kind {
            FunctionKind::Kernel => self.code.program.stage = Some(ShaderStage::Compute),
            FunctionKind::Vertex | FunctionKind::Fragment | FunctionKind::Plain => {
                return self.unsupported("vertex and fragment functions are not executed so far");
            }
        }
        self.code.program.workgroup_size = self.request.workgroup_size;
        let prescan = self.prescan(number);
        let exit = self.code.begin(Instruction::Block);
        let mut numbers = Numbers::default();
        for parameter in &module.ast[function.parameters] {
            for (group, word) in [(BUFFERS, "buffer"), (TEXTURES, "texture"), (SAMPLERS, "sampler")] {
                if let Some(number) = self.attribute_number(*parameter, word) {
                    numbers.taken.push((group, number));
                }
            }
        }
        self.frames.push(Frame {
            body: &instance.body,
            exit,
            result: None,
            loops: Vec::new(),
            locals: FxHashMap::default(),
            prescan,
            this: None,
        });
        for (parameter, ty) in module.ast[function.parameters].iter().zip(&instance.parameters) {
            let binding = self.kernel_argument(*parameter, *ty, &mut numbers)?;
            self.frame()?.locals.insert(*parameter, binding);
        }
        if let Some(body) = function.body {
            self.statement(body)?;
        }
        self.frames.pop();
        self.code.end();
        Ok(())
    }

    /// The number in an attribute of an argument.
    fn attribute_number(&self, parameter: VariableId, name: &str) -> Option<u32> {
        let ast = self.ast();
        let attributes = &ast[ast[parameter].attributes];
        let attribute = attributes.iter().find(|attribute| self.module.names.text(attribute.name) == name)?;
        let argument = ast[attribute.arguments].first()?;
        let msl_validator::ast::Expr::Literal(msl_validator::ast::Literal::Number(symbol)) = ast[*argument]
        else {
            return None;
        };
        self.module.names.text(symbol).trim_end_matches(['u', 'U']).parse().ok()
    }

    fn kernel_argument(
        &mut self,
        parameter: VariableId,
        ty: TypeId,
        numbers: &mut Numbers,
    ) -> Outcome<Binding> {
        let kind = self.kind(ty);
        if let MetalType::Pointer(object) = kind {
            return Ok(Binding::Pointer(self.memory_argument(parameter, object, numbers)?));
        }
        if let MetalType::Reference(object) = kind {
            return Ok(Binding::Place(self.memory_argument(parameter, object, numbers)?));
        }
        if let MetalType::Texture(kind, element, access) = kind {
            if kind.dimension() == MetalDimension::One && kind.is_array() {
                return self.unsupported("arrays of textures with one dimension are not executed");
            }
            let binding =
                self.attribute_number(parameter, "texture").unwrap_or_else(|| numbers.free(TEXTURES));
            let kind = texture_resource(kind, element);
            let is_writable = matches!(access, Access::Write | Access::ReadWrite);
            return Ok(Binding::Handle(self.resource(Resource {
                group: TEXTURES,
                binding,
                kind,
                is_writable,
            })));
        }
        if kind == MetalType::Class(Class::Sampler) {
            let binding =
                self.attribute_number(parameter, "sampler").unwrap_or_else(|| numbers.free(SAMPLERS));
            let kind = ResourceKind::Sampler { compares: false };
            return Ok(Binding::Handle(self.resource(Resource {
                group: SAMPLERS,
                binding,
                kind,
                is_writable: false,
            })));
        }
        let registers = self.builtin_argument(parameter, ty)?;
        let place = self.fresh(ty, false)?;
        self.store(&place, ty, Value::Registers(registers))?;
        Ok(Binding::Place(place))
    }

    fn resource(&mut self, resource: Resource) -> u16 {
        let index = self.code.program.resources.len() as u16;
        self.code.program.resources.push(resource);
        index
    }

    /// A buffer, or memory of the threadgroup.
    fn memory_argument(
        &mut self,
        parameter: VariableId,
        object: msl_validator::types::Object,
        numbers: &mut Numbers,
    ) -> Outcome<Place> {
        let ty = object.ty;
        let address = self.code.number(0);
        match object.space {
            AddressSpace::Device | AddressSpace::Constant => {
                let binding =
                    self.attribute_number(parameter, "buffer").unwrap_or_else(|| numbers.free(BUFFERS));
                let (least_size, _) = self.layout(ty)?;
                let is_writable = object.space == AddressSpace::Device && !object.is_const;
                let kind = ResourceKind::Buffer {
                    is_uniform: false,
                    least_size: self.least_size(ty, least_size).into(),
                };
                let index = self.resource(Resource { group: BUFFERS, binding, kind, is_writable });
                Ok(Place::Memory(Location { memory: Memory::Buffer(index), address, offset: 0 }))
            }
            AddressSpace::Threadgroup => {
                let is_sized = self.attribute_number(parameter, "threadgroup").is_none()
                    && matches!(self.kind(self.parameter_type(parameter)), MetalType::Reference(_));
                if is_sized {
                    return self.threadgroup(ty);
                }
                self.unsupported(
                    "memory of the threadgroup whose size the dispatch says is not executed so far",
                )
            }
            AddressSpace::Thread | AddressSpace::ThreadgroupImageblock | AddressSpace::ObjectData => {
                self.unsupported("memory in this address space is not executed")
            }
        }
    }

    fn parameter_type(&self, parameter: VariableId) -> TypeId {
        let instances = &self.module.instances;
        let found = instances.iter().find_map(|instance| {
            let parameters = &self.ast()[self.ast()[instance.function].parameters];
            let index = parameters.iter().position(|own| *own == parameter)?;
            instance.parameters.get(index).copied()
        });
        found.unwrap_or(TypeId::ERROR)
    }

    /// The bytes that a buffer must have: an array of one element may have none.
    fn least_size(&self, ty: TypeId, size: u32) -> u32 {
        if let MetalType::Array(_, Some(1) | None) = self.kind(ty) { 0 } else { size }
    }

    /// A value that the dispatch knows. Section 5.2.3.6
    fn builtin_argument(&mut self, parameter: VariableId, ty: TypeId) -> Outcome<Vec<Register>> {
        let ast = self.ast();
        let attributes = ast[ast[parameter].attributes].to_vec();
        let names: Vec<&str> =
            attributes.iter().map(|attribute| self.module.names.text(attribute.name)).collect();
        let Some(value) = self.value_type(ty) else {
            // A structure of inputs without members, as naga writes it.
            if self.count(ty) == Ok(0) {
                return Ok(Vec::new());
            }
            return self.unsupported("arguments of this type are not executed");
        };
        let count = super::types::shape(value).len();
        let axes = |input: fn(u8) -> Input| (0..count as u8).map(input).collect::<Vec<Input>>();
        let inputs = names.iter().find_map(|name| {
            Some(match *name {
                "thread_position_in_grid" => axes(Input::GlobalInvocation),
                "thread_position_in_threadgroup" => axes(Input::LocalInvocation),
                "thread_index_in_threadgroup" => vec![Input::LocalInvocationIndex],
                "threadgroup_position_in_grid" => axes(Input::Workgroup),
                "threadgroups_per_grid" => axes(Input::WorkgroupCount),
                "threads_per_grid" => axes(Input::InvocationCount),
                "threads_per_threadgroup" => axes(Input::WorkgroupSize),
                "dispatch_threads_per_threadgroup" => axes(Input::WholeWorkgroupSize),
                "thread_index_in_simdgroup" => vec![Input::SubgroupInvocation],
                "thread_execution_width" | "threads_per_simdgroup" => vec![Input::SubgroupSize],
                "simdgroup_index_in_threadgroup" => vec![Input::Subgroup],
                "simdgroups_per_threadgroup" | "dispatch_simdgroups_per_threadgroup" => {
                    vec![Input::SubgroupCount]
                }
                _ => return None,
            })
        });
        let Some(inputs) = inputs else {
            return self.unsupported("this argument is not executed so far");
        };
        let into = register_type(value.scalar());
        Ok(inputs
            .into_iter()
            .map(|input| {
                let register = self.code.input(input);
                self.converted_register(register, into)
            })
            .collect())
    }
}

/// The resource that an argument of a texture type must be bound to.
fn texture_resource(kind: TextureKind, element: Scalar) -> ResourceKind {
    let dimension = match (kind.dimension(), kind.is_array()) {
        (MetalDimension::One | MetalDimension::Buffer, _) => Dimension::D1,
        (MetalDimension::Two, false) => Dimension::D2,
        (MetalDimension::Two, true) => Dimension::D2Array,
        (MetalDimension::Three, _) => Dimension::D3,
        (MetalDimension::Cube, false) => Dimension::Cube,
        (MetalDimension::Cube, true) => Dimension::CubeArray,
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
            | Scalar::Float => ChannelKind::Float,
        })
    };
    ResourceKind::Texture { dimension, holds, is_multisampled: kind.is_multisampled() }
}
