//! The interface between a shader and its surroundings: resources, sizes, inputs and outputs.
//! <https://www.w3.org/TR/WGSL/#shader-interface>

use crate::ast::{DeclId, ExprId, FunctionId, List, VariableId};
use crate::meaning::{Io, TypedModule};
use crate::resolve::Binding;
use crate::types::{TypeId, TypeKind, round_up};
use wgsl_spec::{AccessMode, AddressSpace, Scalar, ShaderStage, TexelFormat, TextureKind};

/// The interface of an entry point.
#[derive(Clone, Debug)]
pub struct Interface {
    /// The stage.
    pub stage: ShaderStage,
    /// The invocations of a workgroup along x, y and z. `None` outside of compute shaders, and in a module when an override
    /// decides. <https://www.w3.org/TR/WGSL/#workgroup-size-attr>
    pub workgroup_size: Option<[u32; 3]>,
    /// The invocations of a subgroup, if that is demanded. <https://www.w3.org/TR/WGSL/#subgroup-size-attr>
    pub subgroup_size: Option<u32>,
    /// The bytes of the variables in address space workgroup, each rounded up to a multiple of 16.
    pub workgroup_bytes: u64,
    /// The resources that it statically accesses, in the order of the source.
    pub resources: Vec<Resource>,
    /// Whether it statically accesses a variable in address space immediate, which has no binding.
    pub has_immediates: bool,
    /// The inputs, members of structures in their place.
    pub inputs: Vec<Datum>,
    /// The outputs, members of a structure in its place.
    pub outputs: Vec<Datum>,
}

/// An input or output of an entry point. <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
#[derive(Clone, Copy, Debug)]
pub struct Datum {
    /// Its type: no structure.
    pub ty: TypeId,
    /// Its attributes.
    pub io: Io,
}

/// A variable with a binding. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resource {
    /// The variable.
    pub variable: VariableId,
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The type of what is bound: the store type of a buffer, a texture or a sampler type.
    pub ty: TypeId,
    /// The kind of resource to bind.
    pub kind: ResourceKind,
}

/// The kind of resource that a variable needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourceKind {
    /// A buffer.
    Buffer {
        /// Uniform or storage.
        space: AddressSpace,
        /// The access mode.
        access: AccessMode,
        /// The least size of the buffer in bytes: a runtime-sized array has one element at least.
        /// <https://www.w3.org/TR/WGSL/#minimum-buffer-binding-size>
        least_size: u64,
    },
    /// A sampler.
    Sampler {
        /// Whether it is a comparison sampler.
        compares: bool,
    },
    /// A sampled, multisampled, depth or external texture.
    Texture {
        /// Its dimension and kind.
        kind: TextureKind,
        /// The type of its channels; depth and external textures have none.
        channels: Option<Scalar>,
    },
    /// A storage texture.
    StorageTexture {
        /// Its dimension.
        kind: TextureKind,
        /// Its format.
        format: TexelFormat,
        /// The access mode.
        access: AccessMode,
    },
}

impl Resource {
    /// Returns true if the program may write it.
    #[must_use]
    pub fn is_writable(&self) -> bool {
        match self.kind {
            ResourceKind::Buffer { access, .. } | ResourceKind::StorageTexture { access, .. } => {
                access != AccessMode::Read
            }
            ResourceKind::Sampler { .. } | ResourceKind::Texture { .. } => false,
        }
    }
}

impl<'a> TypedModule<'a> {
    /// The resource of a variable of the module; `None` without a binding, and in a stage that does not reach it.
    #[must_use]
    pub fn resource(self, variable: VariableId) -> Option<Resource> {
        let info = self.meaning[variable];
        let (group, binding) = info.binding?;
        let held = info.typed.ty;
        let (ty, kind) = match self.meaning.types.kind(held) {
            TypeKind::Reference(space, ty, access) => {
                (ty, ResourceKind::Buffer { space, access, least_size: self.meaning.size(ty) })
            }
            TypeKind::Sampler => (held, ResourceKind::Sampler { compares: false }),
            TypeKind::SamplerComparison => (held, ResourceKind::Sampler { compares: true }),
            TypeKind::SampledTexture(kind, channels) => {
                (held, ResourceKind::Texture { kind, channels: Some(channels) })
            }
            TypeKind::PlainTexture(kind) => (held, ResourceKind::Texture { kind, channels: None }),
            TypeKind::StorageTexture(kind, format, access) => {
                (held, ResourceKind::StorageTexture { kind, format, access })
            }
            TypeKind::Error
            | TypeKind::Void
            | TypeKind::Scalar(_)
            | TypeKind::Vector(..)
            | TypeKind::Matrix(..)
            | TypeKind::Atomic(_)
            | TypeKind::AtomicVec2u
            | TypeKind::FrexpResult(..)
            | TypeKind::ModfResult(..)
            | TypeKind::AtomicCompareExchangeResult(_)
            | TypeKind::Array(..)
            | TypeKind::Struct(_)
            | TypeKind::Pointer(..)
            | TypeKind::Buffer(_)
            | TypeKind::SubgroupMatrix(..)
            | TypeKind::I8
            | TypeKind::U8
            | TypeKind::MatrixOrder => return None,
        };
        Some(Resource { variable, group, binding, ty, kind })
    }

    /// The resources of a module, or of a stage, in the order of the source.
    pub fn resources(self) -> impl Iterator<Item = Resource> + use<'a> {
        self.syntax.ast.decls.iter().filter_map(move |decl| self.resource(decl.kind.variable()?))
    }

    /// An input or output; the members of a structure of them.
    #[must_use]
    pub fn data(self, ty: TypeId, io: Io) -> Vec<Datum> {
        let TypeKind::Struct(id) = self.meaning.types.kind(ty) else { return vec![Datum { ty, io }] };
        self.syntax.ast[id].members.range().map(|index| self.parameter(index)).collect()
    }

    /// A parameter or a member, by index in the column of members.
    #[must_use]
    pub fn parameter(self, index: usize) -> Datum {
        Datum { ty: self.meaning.member(index), io: self.meaning.io(index) }
    }

    /// The interface of an entry point that reaches these declarations; `None` of another function.
    pub(crate) fn interface(self, entry: FunctionId, reached: &[bool]) -> Option<Interface> {
        let (function, info) = (self.syntax.ast[entry], self.meaning[entry]);
        let parameters = function.parameters.range().map(|index| self.parameter(index));
        let bytes = self.variables(reached).map(|variable| self.workgroup_bytes(variable));
        Some(Interface {
            stage: info.stage?,
            workgroup_size: (info.stage == Some(ShaderStage::Compute))
                .then(|| self.workgroup_size(info.workgroup_size))
                .flatten(),
            subgroup_size: info.subgroup_size.and_then(|argument| self.number(argument)),
            workgroup_bytes: bytes.fold(0, u64::saturating_add),
            resources: self.variables(reached).filter_map(|variable| self.resource(variable)).collect(),
            has_immediates: self
                .variables(reached)
                .any(|variable| self.meaning[variable].space == Some(AddressSpace::Immediate)),
            inputs: parameters.flat_map(|it| self.data(it.ty, it.io)).collect(),
            outputs: info.result.map_or_else(Vec::new, |ty| self.data(ty, info.result_io)),
        })
    }

    /// The variables of the module that are reached, in the order of the source.
    pub(crate) fn variables(self, reached: &[bool]) -> impl Iterator<Item = VariableId> {
        let reached = self.syntax.ast.decls.iter().zip(reached).filter(|(_, is_reached)| **is_reached);
        reached.filter_map(|(decl, _)| decl.kind.variable())
    }

    fn workgroup_size(self, arguments: List<ExprId>) -> Option<[u32; 3]> {
        let mut size = [1; 3];
        for (count, argument) in size.iter_mut().zip(&self.syntax.ast[arguments]) {
            *count = self.number(*argument)?;
        }
        Some(size)
    }

    /// The value of an argument, where it is known.
    pub(crate) fn number(self, argument: ExprId) -> Option<u32> {
        let constant = self.meaning[argument].constant?;
        Some(self.meaning.constants.first(constant) as u32)
    }

    /// The bytes that a variable takes in address space workgroup.
    fn workgroup_bytes(self, variable: VariableId) -> u64 {
        let info = self.meaning[variable];
        match (info.space, self.meaning.types.kind(info.typed.ty)) {
            (Some(AddressSpace::Workgroup), TypeKind::Reference(_, store, _)) => {
                round_up(16, self.meaning.size(store))
            }
            _ => 0,
        }
    }

    /// By declaration: whether a declaration reaches it by mentioning it, directly or through others. An initializer counts
    /// even if a value replaces it: what it names is statically accessed. <https://www.w3.org/TR/WGSL/#statically-accessed>
    pub(crate) fn reached(self, from: DeclId) -> Vec<bool> {
        let ast = &self.syntax.ast;
        let mut reached = vec![false; ast.decls.len()];
        reached[from.index()] = true;
        let mut pending = vec![from];
        while let Some(id) = pending.pop() {
            let decl = &ast[id];
            for index in decl.first_expr as usize..decl.end_expr as usize {
                if let Binding::Module(target) = self.resolution.binding(ExprId::from_index(index))
                    && !core::mem::replace(&mut reached[target.index()], true)
                {
                    pending.push(target);
                }
            }
        }
        reached
    }

    /// The entry points of a module, in the order of the source.
    pub fn entry_points(self) -> impl Iterator<Item = EntryPoint<'a>> + use<'a> {
        (0..self.syntax.ast.decls.len()).map(DeclId::from_index).filter_map(move |decl| {
            let function = self.syntax.ast[decl].kind.function()?;
            let stage = self.meaning[function].stage?;
            Some(EntryPoint { decl, function, stage, name: self.name(self.syntax.ast[function].name) })
        })
    }
}

/// A function with a stage attribute. <https://www.w3.org/TR/WGSL/#entry-point-decl>
#[derive(Clone, Copy, Debug)]
pub struct EntryPoint<'a> {
    /// Its declaration.
    pub decl: DeclId,
    /// The function.
    pub function: FunctionId,
    /// The stage.
    pub stage: ShaderStage,
    /// Its name.
    pub name: &'a str,
}
