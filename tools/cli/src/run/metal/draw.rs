//! A vertex and a fragment function, as a draw calls them.

use super::super::variable::Variable;
use super::super::{check_used, draw};
use super::argument::{self, Argument};
use super::constant;
use super::failure::Failure;
use super::function::Function;
use crate::arguments::{At, Run, Table};
use msl_lower::{Request, lower, lower_fragment};
use msl_validator::interface::EntryPointKind;
use msl_validator::link::link;
use msl_validator::meaning::Module;
use shader_ir::Program;
use shader_language::Language;
use shader_run::draw::{Drawn, RenderPipeline, render};
use shader_run::execute::Options;
use std::collections::BTreeSet;
use webgpu_model::{Binding, RenderPass};

/// A draw that was made.
pub(super) struct Made {
    /// The arguments that the functions may write.
    pub(super) variables: Vec<Variable>,
    pub(super) drawn: Drawn,
}

/// Draws with the functions of a program that is accepted.
///
/// # Errors
/// See [`Failure`].
pub(super) fn run(
    module: &Module,
    arguments: &Run,
    mut bindings: Vec<Binding>,
    options: Options,
) -> Result<Made, Failure> {
    let pass = draw::pass(arguments).map_err(Failure::Resources)?;
    let find = |kind, name: &Option<String>| {
        Function::find(module, kind, name.as_deref()).map_err(Failure::Pipeline)
    };
    let vertex = find(EntryPointKind::Vertex, &arguments.draw.vertex)?;
    let has_fragment = !arguments.draw.depth_only;
    let fragment =
        has_fragment.then(|| find(EntryPointKind::Fragment, &arguments.draw.fragment)).transpose()?;
    if let Some(fragment) = fragment {
        let found = link(vertex.stage(), fragment.stage());
        if !found.is_empty() {
            return Err(Failure::Mismatch(found));
        }
    }
    let functions: Vec<Function<'_>> = [vertex].into_iter().chain(fragment).collect();
    let constants = constant::values(module, &functions, &arguments.constants).map_err(Failure::Pipeline)?;
    let request = Request { function_constants: constants, is_strict: options.strict, ..Request::default() };
    let mut program = lower(module, vertex.name(), &request).map_err(Failure::Unsupported)?;
    let given: BTreeSet<At> = bindings.iter().map(|binding| At::of(binding, Language::Metal)).collect();
    let mut found = resources(&vertex, &request, (Table::Vertex, &given), &mut program);
    let mut fragment_program = None;
    if let Some(fragment) = fragment {
        let lowered = lower_fragment(vertex.stage(), fragment.stage(), &request);
        let mut program = lowered.map_err(Failure::Unsupported)?;
        found.extend(resources(&fragment, &request, (Table::Fragment, &given), &mut program));
        fragment_program = Some(program);
    }
    let used: BTreeSet<At> = found.iter().map(|argument| argument.at).collect();
    check_used(&bindings, Language::Metal, &used, "pipeline").map_err(Failure::Resources)?;
    argument::complete(&found, &mut bindings, arguments.auto).map_err(Failure::Resources)?;
    let pipeline = RenderPipeline::new(program, fragment_program, options);
    let drawn = render(&[pipeline], &RenderPass { bindings, ..pass })?;
    Ok(Made { variables: variables(module, found), drawn })
}

/// The arguments of a function that are resources, each in the table in which the command line gives it a resource.
fn resources(
    function: &Function<'_>,
    request: &Request,
    (table, given): (Table, &BTreeSet<At>),
    program: &mut Program,
) -> Vec<Argument> {
    let mut found = argument::of(function, &request.function_constants, &program.resources);
    argument::keep_apart(table, given, &mut found, &mut program.resources);
    found
}

/// The arguments that are shown, each place once.
fn variables(module: &Module, found: Vec<Argument>) -> Vec<Variable> {
    let mut places = BTreeSet::new();
    let shown = found.into_iter().filter(|it| it.is_shown() && places.insert(it.at));
    shown.map(|argument| argument.variable(module)).collect()
}
