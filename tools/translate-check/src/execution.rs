//! Translations, executed with the resources of the WGSL program.

use crate::metal::{EntryPoint, MetalText};
use crate::place::{Added, Given, is_added};
use msl_lower::{Request, Unsupported, lower, lower_fragment, lower_kernel};
use msl_validator::link::Stage;
use msl_validator::meaning::Module;
use shader_ir::Program;
use shader_run::draw::{Drawn, RenderPipeline, render};
use shader_run::execute::{Findings, Options};
use shader_run::resources::{Outcome, Pipeline, Refusal};
use shader_source::Span;
use webgpu_model::{Dispatch, RenderPass};

/// A function that naga wrote, and the meaning of its program.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// The program, with what a host needs to run it.
    pub metal: &'a MetalText,
    /// The function.
    pub entry_point: &'a EntryPoint,
    /// The meaning of the program.
    pub module: &'a Module,
}

/// A kernel that naga wrote, ready to run.
#[derive(Debug)]
pub struct Kernel {
    program: Program,
    added: Added,
}

/// A render pipeline of functions that naga wrote, ready to draw.
#[derive(Debug)]
pub struct DrawPipeline {
    vertex: Program,
    fragment: Option<Program>,
    added: Vec<Added>,
}

impl<'a> Function<'a> {
    /// Its stage in the sense of the front end.
    fn stage(&self) -> Result<Stage<'a>, Unsupported> {
        let mut all = self.module.entry_points.iter();
        let found = all.find(|entry| self.module.entry_name(entry) == self.entry_point.metal_name);
        let entry_point = found.ok_or_else(|| Unsupported {
            span: Span::default(),
            message: format!("unknown function `{}`", self.entry_point.metal_name),
        })?;
        Ok(Stage { module: self.module, entry_point })
    }
}

impl Kernel {
    /// Makes a kernel executable.
    ///
    /// # Errors
    /// It uses a feature that the executor lacks.
    pub fn new(function: Function<'_>) -> Result<Self, Unsupported> {
        let Function { metal, entry_point, module } = function;
        let kernel = function.stage()?.entry_point;
        let request = Request {
            workgroup_size: Some(entry_point.workgroup_size),
            is_strict: true,
            ..Request::default()
        };
        let mut program = lower_kernel(module, kernel, &request, &[])?;
        let added = Added::new(&mut program, metal, entry_point, 0);
        Ok(Self { program, added })
    }

    /// Runs the dispatch of the WGSL program.
    ///
    /// # Errors
    /// A resource is missing or does not fit, or execution was stopped.
    pub fn run(&self, dispatch: &Dispatch, options: Options) -> Result<Outcome, Refusal> {
        let given = Given {
            bindings: [&dispatch.bindings, &[]],
            immediates: &dispatch.immediates,
            vertex_buffers: &[],
        };
        let mut bindings = dispatch.bindings.clone();
        bindings.extend(self.added.bindings(given));
        let pipeline = Pipeline::new(self.program.clone(), options);
        let bound = pipeline.bind(&bindings, &[])?;
        let Findings { faults, allowed, sweep } =
            pipeline.dispatch(dispatch.workgroups, &bound).map_err(Refusal::Stopped)?;
        let written = pipeline.written(&dispatch.bindings, &bound);
        let written_or_given = dispatch.bindings.iter().map(|given| {
            let place = (given.group, given.binding);
            written.iter().find(|it| (it.group, it.binding) == place).unwrap_or(given).clone()
        });
        Ok(Outcome { bindings: written_or_given.collect(), faults, allowed, sweep })
    }
}

impl DrawPipeline {
    /// Makes a pipeline executable. Its number tells it from the other pipelines of a pass.
    ///
    /// # Errors
    /// A function uses a feature that the executor lacks.
    pub fn new(
        vertex: Function<'_>,
        fragment: Option<Function<'_>>,
        number: u32,
    ) -> Result<Self, Unsupported> {
        let request = Request { is_strict: true, ..Request::default() };
        let stages = number.saturating_mul(2);
        let mut vertex_program = lower(vertex.module, &vertex.entry_point.metal_name, &request)?;
        let mut added = vec![Added::new(&mut vertex_program, vertex.metal, vertex.entry_point, stages)];
        let mut fragment_program = None;
        if let Some(fragment) = fragment {
            let mut program = lower_fragment(vertex.stage()?, fragment.stage()?, &request)?;
            added.push(Added::new(&mut program, fragment.metal, fragment.entry_point, stages + 1));
            fragment_program = Some(program);
        }
        Ok(Self { vertex: vertex_program, fragment: fragment_program, added })
    }

    fn pipeline(&self, options: Options) -> RenderPipeline {
        RenderPipeline::new(self.vertex.clone(), self.fragment.clone(), options)
    }
}

/// Draws the pass of a WGSL program with the pipelines that naga wrote for it, in the order of the pass.
///
/// # Errors
/// A resource is missing or does not fit, or execution was stopped.
pub fn draw(pipelines: &[DrawPipeline], pass: &RenderPass, options: Options) -> Result<Drawn, Refusal> {
    let mut pass = pass.clone();
    for draw in &mut pass.draws {
        let given = Given {
            bindings: [&draw.bindings, &pass.bindings],
            immediates: &pass.immediates,
            vertex_buffers: &draw.vertex_buffers,
        };
        let added = pipelines.get(draw.pipeline).map_or(&[][..], |pipeline| &pipeline.added);
        let bindings: Vec<_> = added.iter().flat_map(|added| added.bindings(given)).collect();
        draw.bindings.extend(bindings);
    }
    let executable: Vec<RenderPipeline> =
        pipelines.iter().map(|pipeline| pipeline.pipeline(options)).collect();
    let mut drawn = render(&executable, &pass)?;
    for bindings in &mut drawn.draw_bindings {
        bindings.retain(|binding| !is_added(binding));
    }
    Ok(drawn)
}
