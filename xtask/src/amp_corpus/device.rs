//! The devices that execute translated kernels: the executor of this project, and wgpu.

use std::sync::OnceLock;
use webgpu_model::{Binding, Command, Dispatch};
use wgsl_cts_gpu::{Gpu, Job, JobOutcome};
use wgsl_lower::compute;
use wgsl_lower::layout::pipeline_layout;
use wgsl_validator::{Options, Validator};

/// A device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Device {
    Executor,
    Wgpu,
}

impl Device {
    /// Its name; wgpu's name has the adapter.
    pub(super) fn name(self) -> String {
        match self {
            Self::Executor => "the executor".to_owned(),
            Self::Wgpu => gpu().map_or_else(
                || "wgpu without an adapter".to_owned(),
                |gpu| format!("wgpu, {}", gpu.info().name),
            ),
        }
    }

    /// Runs a compute shader, and returns the buffers that it may write.
    pub(super) fn run(self, program: &str, dispatch: &Dispatch) -> Result<Vec<Binding>, String> {
        let mut validator = Validator::new(Options::default());
        let module = validator.validate(program);
        let stage = compute::stage(&module, &mut validator, &compute::request(dispatch));
        let stage = stage.map_err(|failure| failure.to_string())?;
        match self {
            Self::Executor => {
                let pipeline = compute::pipeline(&stage, shader_run::execute::Options::default());
                let outcome = pipeline.and_then(|pipeline| compute::dispatch(&pipeline, dispatch));
                outcome.map(|outcome| outcome.bindings).map_err(|failure| failure.to_string())
            }
            Self::Wgpu => {
                let gpu = gpu().ok_or("found no adapter of wgpu")?;
                let layout = pipeline_layout(&[stage]);
                let job = Job::new(program.to_owned(), Command::Dispatch(dispatch.clone()), layout);
                match gpu.run(&[job]).pop() {
                    Some(JobOutcome::Ran(output)) => Ok(output.bindings),
                    other => Err(format!("{other:?}")),
                }
            }
        }
    }
}

fn gpu() -> Option<&'static Gpu> {
    static GPU: OnceLock<Option<Gpu>> = OnceLock::new();
    GPU.get_or_init(|| Gpu::open(None).ok()).as_ref()
}
