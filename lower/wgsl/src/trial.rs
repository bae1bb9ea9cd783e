//! Stages of a program of which nothing but its text is known, with a dispatch or a draw.

mod companion;
mod draw;
mod resources;

use crate::compute::{self, Failure};
use crate::layout::pipeline_layout;
use crate::lowering::{How, lower};
pub use companion::{COMPANION_VERTICES, companion};
pub use draw::DrawTrial;
use resources::resources;
use shader_ir::build::Unsupported;
use shader_ir::{Resource, ResourceKind};
use shader_run::execute::Options;
use shader_run::resources::Outcome;
use webgpu_model::{Binding, Data, Dispatch, PipelineLayout, Shader};
use wgsl_spec::ShaderStage;
use wgsl_validator::ast::VariableKind;
use wgsl_validator::{Module, PipelineRequest, Stage, Validator};

/// The size of the largest buffer.
const MOST_BYTES: u64 = 1 << 20;
/// Workgroups along x, y and z.
const WORKGROUPS: [u32; 3] = [2, 1, 1];

/// Sets all buffers and textures to zeros.
fn clear(bindings: &mut [Binding]) {
    for binding in bindings {
        binding.data = match &binding.data {
            Data::Buffer(bytes) => Data::Buffer(vec![0; bytes.len()].into()),
            Data::Texture(descriptor, bytes) => Data::Texture(*descriptor, vec![0; bytes.len()].into()),
            Data::Sampler(sampler) => Data::Sampler(*sampler),
        };
    }
}

/// A compute stage with a dispatch.
#[derive(Debug)]
pub struct Trial {
    /// The stage.
    pub stage: Stage,
    /// The dispatch, with resources made of the interface.
    pub dispatch: Dispatch,
}

/// The stages of the entry points of a module for which a pipeline can be created: overrides without an initializer have the value 1.
#[must_use]
pub fn stages(module: &Module, validator: &mut Validator) -> Vec<Stage> {
    let constants = constants(module);
    let requests = module.typed().entry_points().map(|entry| PipelineRequest {
        stage: Some(entry.stage),
        entry_point: Some(entry.name.to_owned()),
        constants: constants.clone(),
    });
    requests.filter_map(|request| validator.specialize(module, &request).ok()).collect()
}

/// Values for the overrides that need one.
#[must_use]
pub fn constants(module: &Module) -> Vec<(String, f64)> {
    let typed = module.typed();
    let ast = &typed.syntax.ast;
    let variables = ast.decls.iter().filter_map(|decl| decl.kind.variable());
    let needing = variables
        .filter(|id| ast[*id].kind == VariableKind::Override && ast[*id].initializer.is_none())
        .map(|id| match typed.meaning[id].id {
            Some(number) => number.to_string(),
            None => typed.name(ast[id].name).to_owned(),
        });
    needing.map(|name| (name, 1.0)).collect()
}

impl Trial {
    /// A dispatch for a compute stage; `None` for another stage, and for one with a buffer that takes long to fill.
    ///
    /// # Errors
    /// The stage is not lowered.
    pub fn new(stage: Stage) -> Result<Option<Self>, Unsupported> {
        if stage.stage() != ShaderStage::Compute {
            return Ok(None);
        }
        let program = lower(&stage, How::Plain)?;
        let is_large = |it: &Resource| matches!(it.kind, ResourceKind::Buffer { least_size, .. } if least_size > MOST_BYTES);
        if program.resources.iter().any(is_large) {
            return Ok(None);
        }
        let (bindings, immediates) = resources(&stage, &program, 0);
        let shader =
            Shader { entry_point: Some(stage.name().to_owned()), constants: constants(stage.module()) };
        let dispatch = Dispatch { shader, workgroups: WORKGROUPS, bindings, immediates };
        Ok(Some(Self { stage, dispatch }))
    }

    /// Gives the resources other contents: each number has its own, and 0 those of a new trial.
    ///
    /// # Errors
    /// The stage is not lowered.
    pub fn fill(&mut self, number: u8) -> Result<(), Unsupported> {
        let program = lower(&self.stage, How::Plain)?;
        (self.dispatch.bindings, self.dispatch.immediates) = resources(&self.stage, &program, number);
        Ok(())
    }

    /// Sets all buffers and textures to zeros.
    pub fn clear(&mut self) {
        clear(&mut self.dispatch.bindings);
        self.dispatch.immediates.fill(0);
    }

    /// All of a program that can be executed; none if it is rejected.
    #[must_use]
    pub fn all(validator: &mut Validator, program: &str) -> Vec<Self> {
        let module = validator.validate(program);
        if !module.is_accepted() {
            return Vec::new();
        }
        stages(&module, validator).into_iter().filter_map(|stage| Self::new(stage).ok().flatten()).collect()
    }

    /// Executes it.
    ///
    /// # Errors
    /// It is stopped, or cannot be carried out.
    pub fn run(&self, options: Options) -> Result<Outcome, Failure> {
        compute::dispatch(&compute::pipeline(&self.stage, options)?, &self.dispatch)
    }

    /// Executes it strictly; `None` if it is stopped.
    #[must_use]
    pub fn run_strictly(&self, options: Options) -> Option<Outcome> {
        self.run(Options { strict: true, ..options }).ok()
    }

    /// Executes it with all results that the specification allows; `None` if it is stopped.
    #[must_use]
    pub fn run_tracked(&self, options: Options) -> Option<Outcome> {
        self.run(Options { track: Some(wgsl_spec::ACCURACY.for_all_calls()), ..options }).ok()
    }

    /// The resources that it uses.
    #[must_use]
    pub fn layout(&self) -> PipelineLayout {
        pipeline_layout(core::slice::from_ref(&self.stage))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_validator::target::Target;

    const ALL_KINDS: &str = "
        struct S { a: f32, b: array<vec3u> }
        override scale: f32;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        @group(0) @binding(1) var<uniform> matrix: mat3x3f;
        @group(0) @binding(2) var<storage> many: S;
        @group(1) @binding(0) var picture: texture_2d_array<f32>;
        @group(1) @binding(1) var samples: texture_multisampled_2d<i32>;
        @group(1) @binding(2) var depths: texture_depth_cube;
        @group(1) @binding(3) var image: texture_storage_3d<rgba32float, write>;
        @group(1) @binding(4) var plain: sampler;
        @group(1) @binding(5) var comparing: sampler_comparison;
        @compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) {
          let sampled = textureSampleLevel(picture, plain, vec2f(0.5), 1, 1.0).x;
          let compared = textureSampleCompareLevel(depths, comparing, vec3f(1, 0, 0), 0.5);
          let loaded = f32(textureLoad(samples, vec2i(), 3).x) * scale + matrix[1][2] + many.a;
          textureStore(image, vec3u(id.x, 0, 0), vec4f(sampled + compared + loaded));
          out[id.x] = many.b[id.x].y;
        }";

    fn trials() -> Vec<Trial> {
        let target = Target::default().for_execution();
        Trial::all(
            &mut Validator::new(wgsl_validator::Options { target, ..wgsl_validator::Options::default() }),
            ALL_KINDS,
        )
    }

    #[test]
    fn resources_of_all_kinds_are_made_of_the_interface() {
        let trials = trials();
        assert_eq!(trials.len(), 1);
        let trial = &trials[0];
        assert_eq!(trial.dispatch.bindings.len(), 9);
        let outcome = trial.run_strictly(Options::default()).expect("an outcome");
        assert_eq!(outcome.faults, []);
        assert_eq!(trial.run(Options::default()).expect("an outcome").bindings, outcome.bindings);
    }

    /// Values, not bits: an integer is small more often than not, and a float always.
    #[test]
    fn contents_fit_the_types() {
        let trials = trials();
        let bytes_of = |binding: u32| {
            let found = trials[0].dispatch.bindings.iter().find(|it| (it.group, it.binding) == (0, binding));
            let Some(Data::Buffer(bytes)) = found.map(|it| &it.data) else { panic!("no buffer") };
            bytes
                .chunks(4)
                .map(|word| f32::from_le_bytes(word.try_into().expect("four")))
                .collect::<Vec<f32>>()
        };
        let matrix = bytes_of(1);
        assert!(matrix.iter().all(|it| it.is_finite() && it.abs() <= 4.0 && it.fract() * 8.0 % 1.0 == 0.0));
        assert!([3, 7, 11].iter().all(|padding| matrix[*padding].to_bits() == 0));
        let many = bytes_of(2);
        assert_ne!(many[4..].iter().map(|it| it.to_bits()).max(), Some(0), "the array is filled to its end");
    }

    #[test]
    fn a_program_gets_the_same_resources_each_time() {
        let [first, second] = [(); 2].map(|()| trials().remove(0).dispatch);
        assert_eq!(first, second);
    }
}
