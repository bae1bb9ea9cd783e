//! Kernels of cases, executed on the executor of this project.

use crate::case::Instance;
use crate::compare::{Comparison, differs_by_execution};
use crate::execution::compare::compare_output;
use crate::execution::path::Paths;
use crate::execution::{Execution, Fault, Output};
use crate::language::Msl;
use msl_lower::{BUFFERS, Request, lower_kernel};
use msl_validator::interface::{EntryPoint, EntryPointKind, Index, ResourceGroup};
use msl_validator::meaning::Module;
use shader_run::execute::{Findings, Grid, Options};
use shader_run::resources::Pipeline;
use shader_source::LineIndex;
use webgpu_model::{Binding, Command, Data, Dispatch};

/// The fuel of a program: kernels of cases are small.
const FUEL: u64 = 1 << 28;
/// The threads of a SIMD-group if the case does not say it.
const SIMD_WIDTH: u32 = 32;

/// Executes a program whose case says what must come of it, and compares the results.
pub(super) fn check(instance: &Instance<Msl>) -> Comparison {
    let Some(execution) = &instance.execution else { return Comparison::Same };
    let text = String::from_utf8_lossy(&instance.program);
    let differences = match run(&text, &instance.case.request.metal, execution) {
        // Parts of buffers have no names here: the paths are those of a program without variables.
        Ok(output) => compare_output(execution, &output, &Paths::new("", wgsl_validator::Options::default())),
        Err(reason) => Some(format!("{reason}\n")),
    };
    differences.map_or(Comparison::Same, |differences| {
        differs_by_execution("the reference executor", instance, differences)
    })
}

fn run(text: &str, options: &msl_validator::Options, execution: &Execution) -> Result<Output, String> {
    let Command::Dispatch(dispatch) = &execution.command else {
        return Err("cases for Metal can't have draws".to_owned());
    };
    let module = msl_validator::module(text, options);
    let kernel = kernel(&module, dispatch)?;
    let size = execution.grid.threadgroup.unwrap_or([1; 3]);
    let request = Request {
        workgroup_size: Some(size),
        function_constants: function_constants(dispatch)?,
        is_precise: true,
        is_strict: execution.is_strict,
    };
    let program = lower_kernel(&module, kernel, &request, &execution.grid.threadgroup_memory);
    let program = program.map_err(|unsupported| unsupported.message)?;
    let how = Options {
        strict: execution.is_strict,
        subgroup_size: execution.subgroup_size.unwrap_or(SIMD_WIDTH),
        fuel: FUEL,
        ..Options::default()
    };
    let pipeline = Pipeline::new(program, how);
    let mut bindings = dispatch.bindings.clone();
    bindings.extend(absent_buffers(&module, kernel, &request, &dispatch.bindings));
    let bound = pipeline.bind(&bindings, &[]).map_err(|refusal| refusal.to_string())?;
    let grid = execution.grid.threads.map_or(Grid::Workgroups(dispatch.workgroups), Grid::Invocations);
    let Findings { faults, .. } = pipeline.dispatch(grid, &bound).map_err(|stopped| stopped.to_string())?;
    let lines = LineIndex::new(text);
    let fault = |found: &shader_run::execute::Fault| {
        let place = lines.position(found.span.lo);
        Fault { line: place.line, column: place.column_utf16, kind: found.kind }
    };
    Ok(Output {
        faults: execution.is_strict.then(|| faults.iter().map(fault).collect()),
        ..execution.output(&pipeline.written(&dispatch.bindings, &bound))
    })
}

/// Buffers without contents for the arguments whose function constant is false: each access is outside of them.
fn absent_buffers(
    module: &Module,
    kernel: &EntryPoint,
    request: &Request,
    given: &[Binding],
) -> Vec<Binding> {
    let is_false = |variable| {
        let index = module.globals.get(&variable).and_then(|global| global.function_constant);
        request.function_constants.iter().any(|(own, value)| Some(*own) == index && *value == 0.0)
    };
    let resources = kernel.resources.iter().filter(|resource| resource.group == ResourceGroup::Buffer);
    resources
        .filter(|resource| resource.condition.is_some_and(is_false))
        .filter_map(|resource| match resource.index {
            Index::Number(binding) => Some(binding),
            Index::Specialised(_) => None,
        })
        .filter(|binding| !given.iter().any(|it| (it.group, it.binding) == (BUFFERS, *binding)))
        .map(|binding| Binding { group: BUFFERS, binding, data: Data::Buffer(Vec::new().into()) })
        .collect()
}

/// The kernel that the case names, or the only one.
pub(super) fn kernel<'a>(module: &'a Module, dispatch: &Dispatch) -> Result<&'a EntryPoint, String> {
    let name = dispatch.shader.entry_point.as_deref();
    let mut kernels = module.entry_points.iter().filter(|entry| {
        entry.kind == EntryPointKind::Kernel && name.is_none_or(|name| module.entry_name(entry) == name)
    });
    match (kernels.next(), kernels.next()) {
        (Some(kernel), None) => Ok(kernel),
        (None, _) => Err("unknown kernel".to_owned()),
        (Some(_), Some(_)) => Err("several kernels: select one with `entry_point`".to_owned()),
    }
}

/// The values of function constants, which cases know by their indices.
pub(super) fn function_constants(dispatch: &Dispatch) -> Result<Vec<(u32, f64)>, String> {
    let constants = dispatch.shader.constants.iter();
    constants
        .map(|(index, value)| {
            let index =
                index.parse().map_err(|_| format!("`{index}` is not the index of a function constant"))?;
            Ok((index, *value))
        })
        .collect()
}
