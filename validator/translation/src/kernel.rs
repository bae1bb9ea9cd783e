//! A kernel that naga wrote, executed with the resources of the WGSL program.

use crate::metal::{EntryPoint, MetalText, Slot};
use msl_lower::{BUFFERS, Request, SAMPLERS, TEXTURES, Unsupported, lower, sizes};
use msl_validator::meaning::Module;
use shader_ir::Program;
use shader_model::{Binding, Data, Dispatch};
use shader_run::execute::Options;
use shader_run::resources::{Outcome, Pipeline, Refusal};

/// A kernel, ready to run. Its resources are those of the WGSL program, by group and binding.
#[derive(Debug)]
pub struct Kernel {
    program: Program,
    entry_point: EntryPoint,
    sized_buffers: Vec<(u32, u32)>,
}

impl Kernel {
    /// Makes a kernel executable. `module` is the meaning of the translation.
    ///
    /// # Errors
    /// It uses a feature that the executor lacks.
    pub fn new(text: &MetalText, entry_point: &EntryPoint, module: &Module) -> Result<Self, Unsupported> {
        let request = Request { workgroup_size: Some(entry_point.workgroup_size), ..Request::default() };
        let program = lower(module, &entry_point.metal_name, &request)?;
        let entry =
            module.entry_points.iter().find(|entry| module.entry_name(entry) == entry_point.metal_name);
        let sizes = entry.and_then(|entry| sizes(module, entry, &[]).ok()).unwrap_or_default();
        let program = program.sized(&sizes).map_err(|error| Unsupported {
            span: shader_source::Span::default(),
            message: error.to_string(),
        })?;
        Ok(Self { program, entry_point: entry_point.clone(), sized_buffers: text.sized_buffers.clone() })
    }

    /// The program that is executed. Its resources have the groups and bindings of [`msl_lower`].
    #[must_use]
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// Runs the dispatch of the WGSL program.
    ///
    /// # Errors
    /// A resource is missing or does not fit, or execution was stopped.
    pub fn run(&self, dispatch: &Dispatch, options: Options) -> Result<Outcome, Refusal> {
        let Self { program, entry_point, sized_buffers } = self;
        let bindings = bindings(sized_buffers, entry_point, dispatch);
        let pipeline = Pipeline::new(program.clone(), options);
        let bound = pipeline.bind(&bindings, &[])?;
        let (faults, allowed) = pipeline.dispatch(dispatch.workgroups, &bound).map_err(Refusal::Stopped)?;
        Ok(Outcome {
            bindings: back(entry_point, &pipeline.written(&bindings, &bound), dispatch),
            faults,
            allowed,
        })
    }
}

/// The group and the number of a resource in Metal.
pub(crate) fn place(slot: Slot) -> (u32, u32) {
    match slot {
        Slot::Buffer(number) => (BUFFERS, number.into()),
        Slot::Texture(number) => (TEXTURES, number.into()),
        Slot::Sampler(number) => (SAMPLERS, number.into()),
        Slot::External { parameters, .. } => (BUFFERS, parameters.into()),
    }
}

/// The resources of a dispatch at their slots, with the sizes that naga's code asks for.
fn bindings(sized_buffers: &[(u32, u32)], entry_point: &EntryPoint, dispatch: &Dispatch) -> Vec<Binding> {
    let given =
        |group, binding| dispatch.bindings.iter().find(move |it| (it.group, it.binding) == (group, binding));
    let mut bindings = Vec::new();
    for slot in &entry_point.bindings {
        if let Some(given) = given(slot.group, slot.binding) {
            let (group, binding) = place(slot.slot);
            bindings.push(Binding { group, binding, data: given.data.clone() });
        }
    }
    if let Some(slot) = entry_point.sizes_buffer {
        let size = |(group, binding): &(u32, u32)| {
            given(*group, *binding).map_or(0, |given| given.data.bytes().len() as u32)
        };
        let sizes: Vec<u8> = sized_buffers.iter().flat_map(|place| size(place).to_le_bytes()).collect();
        bindings.push(Binding { group: BUFFERS, binding: slot.into(), data: Data::Buffer(sizes.into()) });
    }
    if let Some(slot) = entry_point.immediates_buffer {
        let data = Data::Buffer(dispatch.immediates.clone().into());
        bindings.push(Binding { group: BUFFERS, binding: slot.into(), data });
    }
    bindings
}

/// The resources of the dispatch, as the kernel leaves them.
fn back(entry_point: &EntryPoint, written: &[Binding], dispatch: &Dispatch) -> Vec<Binding> {
    let now = |given: &Binding| {
        let mut slots = entry_point.bindings.iter();
        let slot = slots.find(|slot| (slot.group, slot.binding) == (given.group, given.binding));
        let number = slot.map(|slot| place(slot.slot));
        let found = written.iter().find(|it| Some((it.group, it.binding)) == number);
        Binding { data: found.unwrap_or(given).data.clone(), ..*given }
    };
    dispatch.bindings.iter().map(now).collect()
}
