//! The layout of a WGSL program: its structures and its resources.

use serde::Serialize;
use wgsl_validator::Module;
use wgsl_validator::interface::{self, ResourceKind};
use wgsl_validator::layout::{Shape, StructLayout, shape, struct_layouts};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::TypeKind;

/// Version of the JSON form. Members may be added within a version, but none is removed or changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

/// The layout of a program. All sizes and offsets are in bytes.
#[derive(Serialize, Debug)]
pub struct LayoutReport<'a> {
    schema: u32,
    /// The name of the file, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// The structures, in the order of the source.
    pub structs: Vec<StructLayout>,
    /// The resources, by group and binding.
    pub resources: Vec<ResourceRecord<'a>>,
}

/// A variable with a binding. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Serialize, Debug)]
pub struct ResourceRecord<'a> {
    /// The name of the variable.
    pub name: &'a str,
    /// `@group`
    pub group: u32,
    /// `@binding`
    pub binding: u32,
    /// The address space of a buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<&'static str>,
    /// The access mode of a buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<&'static str>,
    /// The type as people write it.
    #[serde(rename = "type")]
    pub ty: String,
    /// The minimum size of the buffer binding; absent for textures and samplers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// How the bytes of a buffer are read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
}

impl<'a> LayoutReport<'a> {
    /// The layout of an accepted program, with the name of its file.
    #[must_use]
    pub fn new(file: Option<&'a str>, module: &'a Module) -> Self {
        let typed = module.typed();
        let structs = struct_layouts(typed).into_iter().filter(|layout| layout.align > 0).collect();
        let mut resources: Vec<_> =
            typed.resources().map(|resource| ResourceRecord::new(&resource, typed)).collect();
        resources.sort_by_key(|resource| (resource.group, resource.binding));
        LayoutReport { schema: SCHEMA, file, structs, resources }
    }
}

impl<'a> ResourceRecord<'a> {
    fn new(resource: &interface::Resource, module: TypedModule<'a>) -> Self {
        let (space, access, size) = match resource.kind {
            ResourceKind::Buffer { space, access, least_size } => {
                // A buffer without a type of its own has the size that views ask for.
                let is_typed = !matches!(module.meaning.types.kind(resource.ty), TypeKind::Buffer(_));
                (Some(space.name()), Some(access.name()), is_typed.then_some(least_size))
            }
            ResourceKind::Sampler { .. }
            | ResourceKind::Texture { .. }
            | ResourceKind::StorageTexture { .. } => (None, None, None),
        };
        ResourceRecord {
            name: module.name(module.syntax.ast[resource.variable].name),
            group: resource.group,
            binding: resource.binding,
            space,
            access,
            ty: module.print(resource.ty),
            size,
            shape: shape(module, resource.ty),
        }
    }
}
