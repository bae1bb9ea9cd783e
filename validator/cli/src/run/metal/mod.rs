//! `run` for programs in Metal: kernels, as a dispatch calls them. Section 5.1

mod argument;
mod constant;
mod failure;
mod kernel;
mod words;

use super::report::Report;
use super::variable::Variable;
use super::{check_used, request};
use crate::arguments::{At, ReportFormat, Run};
use crate::files;
use crate::judgement::Judgement;
use crate::language::Language;
use crate::metal::{judge_module, not_judged, threadgroup};
use crate::render;
use crate::verdict::Verdict;
use argument::Argument;
use failure::Failure;
use kernel::Kernel;
use msl_lower::{Request, lower};
use msl_validator::meaning::Module;
use shader_model::Binding;
use shader_run::execute::{Grid, Options};
use shader_run::resources::{Outcome, Pipeline};
use std::collections::BTreeSet;
use std::io::{self, Write};
use wgsl_protocol::dispatch::{Answer, FaultWords};

/// The threads of a SIMD-group, unless the command line says so: as many as in the GPUs of Metal's platforms.
const SIMD_GROUP: u32 = 32;

/// Runs a kernel and prints its results, or the diagnostics of a program that is rejected.
pub(super) fn run(arguments: &Run) -> io::Result<Verdict> {
    let options = request::options(arguments, SIMD_GROUP).map_err(io::Error::other)?;
    let bindings = request::bindings(arguments).map_err(io::Error::other)?;
    let program = match files::read(&files::named(&arguments.file), None) {
        Ok(program) => program,
        Err(failure) => {
            render::for_people().failure(&failure)?;
            return Ok(Verdict::Failed);
        }
    };
    let (judgement, module) = judge_module(program, &arguments.metal.standard.options(&arguments.modules));
    let result = execute(&judgement, &module, bindings, arguments, options);
    if arguments.format == ReportFormat::Json {
        io::stdout().write_all((answer(&judgement, &result)? + "\n").as_bytes())?;
    }
    match result {
        Ok(Ran { variables, groups, outcome }) => {
            let report = Report { arguments, judgement: &judgement, variables: &variables, attachments: &[] };
            report.finish(&outcome, |fault| words::of(fault, groups))
        }
        Err(failure) => failure.report(&judgement, arguments.format),
    }
}

/// A kernel that ran.
struct Ran {
    /// The arguments that it may write.
    variables: Vec<Variable>,
    /// The threadgroups along each axis.
    groups: [u32; 3],
    outcome: Outcome,
}

fn execute(
    judgement: &Judgement,
    module: &Module,
    mut bindings: Vec<Binding>,
    arguments: &Run,
    options: Options,
) -> Result<Ran, Failure> {
    if let Some(failure) = not_judged(judgement) {
        return Err(Failure::NotJudged(failure));
    }
    if !judgement.is_accepted() {
        return Err(Failure::Rejected);
    }
    let kernel = Kernel::find(module, arguments.entry_point.as_deref()).map_err(Failure::Pipeline)?;
    let size = threadgroup::size(module, kernel.entry, arguments.metal.threadgroup_size)
        .map_err(Failure::Pipeline)?;
    let constants =
        constant::values(module, kernel.entry, &arguments.constants).map_err(Failure::Pipeline)?;
    let request = Request { workgroup_size: Some(size), function_constants: constants, ..Request::default() };
    let program = lower(module, kernel.name(), &request).map_err(Failure::Unsupported)?;
    let sizes = kernel.memory(&arguments.metal.threadgroup_memory).map_err(Failure::Pipeline)?;
    let program = program.sized(&sizes).map_err(|error| Failure::Pipeline(error.to_string()))?;
    let found = argument::of(&kernel, &request.function_constants, &program.resources);
    let used: BTreeSet<At> = found.iter().map(|argument| argument.at).collect();
    check_used(&bindings, Language::Metal, &used, "kernel").map_err(Failure::Resources)?;
    argument::complete(&found, &mut bindings).map_err(Failure::Resources)?;
    let pipeline = Pipeline::new(program, options);
    let bound = pipeline.bind(&bindings, &[])?;
    let (grid, groups) = grid(arguments, size);
    let (faults, allowed) = pipeline.dispatch(grid, &bound).map_err(Failure::Stopped)?;
    let outcome = Outcome { bindings: pipeline.written(&bindings, &bound), faults, allowed };
    let variables = found.into_iter().filter(Argument::is_shown).map(|it| it.variable(module)).collect();
    Ok(Ran { variables, groups, outcome })
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

/// The answer of the protocol.
fn answer(judgement: &Judgement, result: &Result<Ran, Failure>) -> io::Result<String> {
    let sources = judgement.sources();
    let answer = match result {
        Ok(Ran { variables, groups, outcome }) => {
            let is_answered = |binding: &Binding| variables.iter().any(|variable| variable.is_at(binding));
            Answer::ran(None, &sources, outcome, is_answered, |fault| {
                let words = words::of(fault, *groups);
                FaultWords { labels: words.labels, notes: words.remedy.into_iter().collect() }
            })
        }
        Err(failure) => Answer::failed(None, failure.record(judgement, &sources)),
    };
    Ok(serde_json::to_string(&answer)?)
}
