//! Kernels, as a dispatch calls them.

use super::super::check_used;
use super::super::variable::Variable;
use super::argument::{self, Argument};
use super::constant;
use super::failure::Failure;
use super::function::Function;
use crate::arguments::{At, Run};
use crate::metal::threadgroup;
use msl_lower::{Request, lower};
use msl_validator::interface::EntryPointKind;
use msl_validator::meaning::Module;
use shader_ir::{Program, Sizes};
use shader_language::Language;
use shader_run::execute::{Findings, Grid, Options};
use shader_run::resources::{Outcome, Pipeline};
use std::collections::BTreeSet;
use webgpu_model::Binding;

/// A kernel that ran.
pub(super) struct Dispatched {
    /// The arguments that it may write.
    pub(super) variables: Vec<Variable>,
    /// The threadgroups along each axis.
    pub(super) groups: [u32; 3],
    pub(super) outcome: Outcome,
}

/// A kernel that is ready to run.
pub(super) struct Prepared {
    pub(super) name: String,
    pub(super) request: Request,
    /// The sizes of its arguments in memory of the threadgroup.
    pub(super) sizes: Sizes,
    program: Program,
    pub(super) arguments: Vec<Argument>,
    pub(super) bindings: Vec<Binding>,
    pub(super) grid: Grid,
    /// The threadgroups along each axis.
    pub(super) groups: [u32; 3],
}

/// Runs a kernel of a program that is accepted.
///
/// # Errors
/// See [`Failure`].
pub(super) fn run(
    module: &Module,
    arguments: &Run,
    bindings: Vec<Binding>,
    options: Options,
) -> Result<Dispatched, Failure> {
    let Prepared { program, arguments: found, bindings, grid, groups, .. } =
        prepare(module, arguments, bindings, &options)?;
    let pipeline = Pipeline::new(program, options);
    let bound = pipeline.bind(&bindings, &[])?;
    let Findings { faults, allowed, sweep } = pipeline.dispatch(grid, &bound).map_err(Failure::Stopped)?;
    let outcome = Outcome { bindings: pipeline.written(&bindings, &bound), faults, allowed, sweep };
    let variables = found.into_iter().filter(Argument::is_shown).map(|it| it.variable(module)).collect();
    Ok(Dispatched { variables, groups, outcome })
}

/// Lowers a kernel of a program that is accepted, and completes its resources.
///
/// # Errors
/// See [`Failure`].
pub(super) fn prepare(
    module: &Module,
    arguments: &Run,
    mut bindings: Vec<Binding>,
    options: &Options,
) -> Result<Prepared, Failure> {
    let name = arguments.entry_point.as_deref();
    let kernel = Function::find(module, EntryPointKind::Kernel, name).map_err(Failure::Pipeline)?;
    let size = threadgroup::size(module, kernel.entry, arguments.metal.threadgroup_size)
        .map_err(Failure::Pipeline)?;
    let constants = constant::values(module, &[kernel], &arguments.constants).map_err(Failure::Pipeline)?;
    let request = Request {
        workgroup_size: Some(size),
        function_constants: constants,
        is_strict: options.strict,
        ..Request::default()
    };
    let program = lower(module, kernel.name(), &request).map_err(Failure::Unsupported)?;
    let sizes = kernel.memory(&arguments.metal.threadgroup_memory).map_err(Failure::Pipeline)?;
    let program = program.sized(&sizes).map_err(|error| Failure::Pipeline(error.to_string()))?;
    let found = argument::of(&kernel, &request.function_constants, &program.resources);
    let used: BTreeSet<At> = found.iter().map(|argument| argument.at).collect();
    check_used(&bindings, Language::Metal, &used, "kernel").map_err(Failure::Resources)?;
    argument::complete(&found, &mut bindings, arguments.auto).map_err(Failure::Resources)?;
    let (grid, groups) = grid(arguments, size);
    let name = kernel.name().to_owned();
    Ok(Prepared { name, request, sizes, program, arguments: found, bindings, grid, groups })
}

/// The extent of the dispatch, and the number of threadgroups along each axis.
fn grid(arguments: &Run, size: [u32; 3]) -> (Grid, [u32; 3]) {
    match arguments.metal.threads {
        Some(threads) => {
            let groups = [0, 1, 2].map(|axis| threads[axis].div_ceil(size[axis]));
            (Grid::Invocations(threads), groups)
        }
        None => (Grid::Workgroups(arguments.workgroups), arguments.workgroups),
    }
}
