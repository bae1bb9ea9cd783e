//! The slots of the resources of entry points.

use super::{Bindings, MetalError, MetalOptions};
use naga::back::msl;
use naga::valid::ModuleInfo;
use naga::{AddressSpace, GlobalVariable, ImageClass, Module, ResourceBinding, ShaderStage, TypeInner};

/// An entry point of a program in Metal's language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Its name in the WGSL program.
    pub wgsl_name: String,
    /// Its name in Metal: naga renames what is a word of Metal's language, such as `main`.
    pub metal_name: String,
    /// Its stage.
    pub stage: MetalStage,
    /// The size of its workgroups; zeros for a stage without workgroups.
    pub workgroup_size: [u32; 3],
    /// The slots of the resources that it uses, in the order of their declarations. Empty with [`Bindings::Faked`].
    pub bindings: Vec<ResourceSlot>,
    /// The slot of the buffer with variables in address space immediate, if it uses one.
    pub immediates_buffer: Option<u8>,
    /// The slot of the buffer with the sizes of [`MetalText::sized_buffers`](super::MetalText::sized_buffers) in bytes, each a
    /// `uint`. `None` if it asks for no size.
    pub sizes_buffer: Option<u8>,
    /// The size in bytes of each variable in address space workgroup that it uses. They are arguments without an attribute; wgpu
    /// sets the lengths of threadgroup memory with the indices 0, 1 and so on to these, rounded up to 16.
    pub workgroup_memory: Vec<u32>,
}

/// A stage of a pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MetalStage {
    /// A function `vertex`.
    Vertex,
    /// A function `fragment`.
    Fragment,
    /// A function `kernel`.
    Kernel,
    /// A function `object`.
    Object,
    /// A function `mesh`.
    Mesh,
}

/// A resource and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceSlot {
    /// The group in the WGSL program.
    pub group: u32,
    /// The binding in the WGSL program.
    pub binding: u32,
    /// The place in Metal.
    pub slot: Slot,
}

/// A place for a resource: a number in the table of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// `[[buffer(n)]]`. An array of bindings is a buffer as well.
    Buffer(u8),
    /// `[[texture(n)]]`.
    Texture(u8),
    /// `[[sampler(n)]]`.
    Sampler(u8),
    /// The textures and the buffer that naga makes of a `texture_external`.
    External {
        /// The textures.
        planes: [u8; 3],
        /// The buffer.
        parameters: u8,
    },
}

/// The slots of all entry points.
pub(super) struct Layout {
    /// The entry points, so far without their names in Metal.
    pub(super) entry_points: Vec<EntryPoint>,
    /// The buffers whose sizes are members of `_mslBufferSizes`.
    pub(super) sized_buffers: Vec<(u32, u32)>,
}

impl Layout {
    /// Gives the resources of each entry point their slots.
    pub(super) fn new(
        module: &Module,
        info: &ModuleInfo,
        options: &MetalOptions,
    ) -> Result<Self, MetalError> {
        let entry_points = (0..module.entry_points.len())
            .map(|index| entry_point(module, info, index, options))
            .collect::<Result<_, _>>()?;
        let sized = module.global_variables.iter().filter(|(_, variable)| is_sized(module, variable));
        let sized_buffers =
            sized.filter_map(|(_, variable)| variable.binding).map(|at| (at.group, at.binding)).collect();
        Ok(Self { entry_points, sized_buffers })
    }

    /// The slots in naga's form.
    pub(super) fn resources(&self) -> msl::EntryPointResourceMap {
        self.entry_points.iter().map(|it| (it.wgsl_name.clone(), it.resources())).collect()
    }
}

impl EntryPoint {
    fn resources(&self) -> msl::EntryPointResources {
        let resources = self.bindings.iter().map(|it| {
            let at = ResourceBinding { group: it.group, binding: it.binding };
            (at, it.slot.target())
        });
        msl::EntryPointResources {
            resources: resources.collect(),
            immediates_buffer: self.immediates_buffer,
            sizes_buffer: self.sizes_buffer,
        }
    }
}

impl Slot {
    fn target(self) -> msl::BindTarget {
        let none = msl::BindTarget::default();
        match self {
            Self::Buffer(slot) => msl::BindTarget { buffer: Some(slot), ..none },
            Self::Texture(slot) => msl::BindTarget { texture: Some(slot), ..none },
            Self::Sampler(slot) => {
                msl::BindTarget { sampler: Some(msl::BindSamplerTarget::Resource(slot)), ..none }
            }
            Self::External { planes, parameters } => {
                let target = msl::BindExternalTextureTarget { planes, params: parameters };
                msl::BindTarget { external_texture: Some(target), ..none }
            }
        }
    }
}

impl MetalStage {
    /// The name of the stage in WGSL, such as `compute`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
            Self::Kernel => "compute",
            Self::Object => "task",
            Self::Mesh => "mesh",
        }
    }

    fn of_naga(stage: ShaderStage) -> Result<Self, MetalError> {
        match stage {
            ShaderStage::Vertex => Ok(Self::Vertex),
            ShaderStage::Fragment => Ok(Self::Fragment),
            ShaderStage::Compute => Ok(Self::Kernel),
            ShaderStage::Task => Ok(Self::Object),
            ShaderStage::Mesh => Ok(Self::Mesh),
            ShaderStage::RayGeneration
            | ShaderStage::Miss
            | ShaderStage::AnyHit
            | ShaderStage::ClosestHit => {
                Err(MetalError::Refuses("the stages of ray tracing are not implemented yet".to_owned()))
            }
        }
    }
}

/// The slots that are used so far.
#[derive(Default)]
struct Counters {
    buffers: u8,
    textures: u8,
    samplers: u8,
}

/// The next number of a counter.
fn next(counter: &mut u8) -> Result<u8, MetalError> {
    let slot = *counter;
    *counter = slot.checked_add(1).ok_or(MetalError::TooManyResources)?;
    Ok(slot)
}

impl Counters {
    fn slot(&mut self, inner: &TypeInner) -> Result<Slot, MetalError> {
        if matches!(inner, TypeInner::Image { class: ImageClass::External, .. }) {
            let mut plane = || next(&mut self.textures);
            let planes = [plane()?, plane()?, plane()?];
            Ok(Slot::External { planes, parameters: next(&mut self.buffers)? })
        } else if matches!(inner, TypeInner::Image { .. }) {
            next(&mut self.textures).map(Slot::Texture)
        } else if matches!(inner, TypeInner::Sampler { .. }) {
            next(&mut self.samplers).map(Slot::Sampler)
        } else {
            next(&mut self.buffers).map(Slot::Buffer)
        }
    }
}

/// The entry point of an index, with the slots of its resources.
fn entry_point(
    module: &Module,
    info: &ModuleInfo,
    index: usize,
    options: &MetalOptions,
) -> Result<EntryPoint, MetalError> {
    let entry_point = &module.entry_points[index];
    let usage = info.get_entry_point(index);
    let used =
        || module.global_variables.iter().filter(|(handle, _)| !usage[*handle].is_empty()).map(|(_, it)| it);
    let mut made = EntryPoint {
        wgsl_name: entry_point.name.clone(),
        metal_name: String::new(),
        stage: MetalStage::of_naga(entry_point.stage)?,
        workgroup_size: entry_point.workgroup_size,
        bindings: Vec::new(),
        immediates_buffer: None,
        sizes_buffer: None,
        workgroup_memory: used()
            .filter(|it| it.space == AddressSpace::WorkGroup)
            .map(|it| module.types[it.ty].inner.size(module.to_ctx()))
            .collect(),
    };
    if options.bindings == Bindings::Faked {
        return Ok(made);
    }
    let mut counters = Counters::default();
    if used().any(|it| it.space == AddressSpace::Immediate) {
        made.immediates_buffer = Some(next(&mut counters.buffers)?);
    }
    for variable in used() {
        let Some(ResourceBinding { group, binding }) = variable.binding else { continue };
        let slot = counters.slot(&module.types[variable.ty].inner)?;
        made.bindings.push(ResourceSlot { group, binding, slot });
    }
    let reads_vertices = made.stage == MetalStage::Vertex && !options.vertex_buffers.is_empty();
    if reads_vertices || used().any(|it| is_sized(module, it)) {
        made.sizes_buffer = Some(next(&mut counters.buffers)?);
    }
    Ok(made)
}

/// Returns true if the size of a variable is a member of `_mslBufferSizes`.
fn is_sized(module: &Module, variable: &GlobalVariable) -> bool {
    module.types[variable.ty].inner.needs_host_buffer_byte_size(&module.types)
}
