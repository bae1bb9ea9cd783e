//! `run` for programs in Metal: kernels, and vertex and fragment functions. Section 5.1

mod argument;
mod constant;
mod dispatch;
mod draw;
mod failure;
mod function;
mod kernel;
mod words;

pub(super) use kernel::debugged;

use super::explain;
use super::places::places;
use super::report::{FaultWords as Words, Report};
use super::request::LanguageOptions;
use super::trace;
use super::variable::Variable;
use super::{draw as drawing, request};
use crate::arguments::{ReportFormat, Run};
use crate::files;
use crate::judgement::Judgement;
use crate::metal::{judge_module, not_judged};
use crate::render;
use crate::verdict::Verdict;
use dispatch::Dispatched;
use draw::Made;
use failure::Failure;
use msl_spec::accuracies;
use msl_validator::allow::allowances;
use msl_validator::meaning::Module;
use shader_run::draw::Drawn;
use shader_run::execute::{Fault, FaultKind, Options};
use shader_run::resources::Outcome;
use shader_source::allow::Allowance;
use std::io::{self, Write};
use webgpu_model::Binding;
use wgsl_check_protocol::dispatch::{Answer, FaultWords};
use wgsl_check_protocol::draw::{Answer as DrawAnswer, Content};

/// The threads of a SIMD-group, unless the command line says so: as many as in the GPUs of Metal's platforms.
const SIMD_GROUP: u32 = 32;

/// Fast math is on unless an option of Metal's compiler says otherwise. Section 1.5.3
const IS_FAST: bool = true;

/// Runs a kernel or draws, and prints the results, or the diagnostics of a program that is rejected.
pub(super) fn run(arguments: &Run) -> io::Result<Verdict> {
    let options = request::options(arguments, &language()).map_err(io::Error::other)?;
    let bindings = request::bindings(arguments).map_err(io::Error::other)?;
    let program = match files::read(&files::named(&arguments.file), None) {
        Ok(program) => program,
        Err(failure) => {
            render::for_people().failure(&failure)?;
            return Ok(Verdict::Failed);
        }
    };
    let environment = arguments.metal.standard.environment(&arguments.modules);
    let named = [&arguments.entry_point, &arguments.draw.vertex, &arguments.draw.fragment];
    let functions: Vec<&str> = named.into_iter().flatten().map(String::as_str).collect();
    let (mut judgement, module) = judge_module(program, &environment, &functions);
    let result = execute(&judgement, &module, bindings, arguments, options);
    if let Err(Failure::Mismatch(found)) = &result {
        judgement.diagnostics.extend(found.clone());
    }
    if let Ok(Ran::Dispatched(_)) = &result
        && let Err(reason) = show_values(&judgement, &module, arguments, &options)?
    {
        render::for_people().failure(&files::Failure { name: judgement.name, message: reason })?;
        return Ok(Verdict::Failed);
    }
    if arguments.format == ReportFormat::Json {
        io::stdout().write_all((answer(&judgement, &result, arguments)? + "\n").as_bytes())?;
    }
    let ran = match result {
        Ok(ran) => ran,
        Err(failure) => return failure.report(&judgement, arguments.format),
    };
    let attachments = match &ran {
        Ran::Dispatched(_) => Vec::new(),
        Ran::Drawn(made) => drawing::attachments(&made.drawn),
    };
    let report = Report {
        arguments,
        judgement: &judgement,
        variables: ran.variables(),
        terms: options.terms,
        attachments: &attachments,
    };
    match &ran {
        Ran::Dispatched(Dispatched { outcome, .. }) => report.finish(outcome, |fault| ran.words(fault)),
        Ran::Drawn(made) => {
            let Drawn { bindings, faults, .. } = &made.drawn;
            let (bindings, faults) = (bindings.clone(), faults.clone());
            let outcome = Outcome { bindings, faults, allowed: Vec::new(), sweep: None };
            report.finish(&outcome, |fault| ran.words(fault))
        }
    }
}

/// The settings of the language for strict execution and sweeps.
fn language() -> LanguageOptions {
    LanguageOptions {
        subgroup_size: SIMD_GROUP,
        accuracies: accuracies(IS_FAST),
        // The threads that are active take part.
        uniform_subgroups: false,
        terms: &words::TERMS,
    }
}

/// Prints the values that the command line and the comments of a program ask for. The inner error is a sentence without a full stop.
fn show_values(
    judgement: &Judgement,
    module: &Module,
    arguments: &Run,
    options: &Options,
) -> io::Result<Result<(), String>> {
    let comments = kernel::comments(judgement);
    if !trace::is_wanted(arguments, &comments) {
        return Ok(Ok(()));
    }
    let bindings = request::bindings(arguments).map_err(io::Error::other)?;
    match kernel::kernel(judgement, module, bindings, arguments, *options) {
        Ok(mut kernel) => {
            let places = places(judgement, None);
            let shown = trace::show(arguments, &places, &mut kernel, &comments)?;
            if shown.is_err() {
                return Ok(shown);
            }
            let variables = core::mem::take(&mut kernel.variables);
            explain::show(arguments, &places, &variables, &mut kernel)
        }
        Err(failure) => Ok(Err(failure.in_words())),
    }
}

/// A dispatch or a draw that was made.
enum Ran {
    Dispatched(Dispatched),
    Drawn(Box<Made>),
}

impl Ran {
    /// The arguments that the functions may write.
    fn variables(&self) -> &[Variable] {
        match self {
            Self::Dispatched(dispatched) => &dispatched.variables,
            Self::Drawn(made) => &made.variables,
        }
    }

    fn words(&self, fault: &Fault) -> Words {
        match self {
            Self::Dispatched(dispatched) => words::of(fault, dispatched.groups),
            Self::Drawn(_) => words::of_draw(fault),
        }
    }
}

fn execute(
    judgement: &Judgement,
    module: &Module,
    bindings: Vec<Binding>,
    arguments: &Run,
    options: Options,
) -> Result<Ran, Failure> {
    if let Some(failure) = not_judged(judgement) {
        return Err(Failure::NotJudged(failure));
    }
    if !judgement.is_accepted() {
        return Err(Failure::Rejected);
    }
    if arguments.draw.is_draw() {
        request::no_sweep(arguments).map_err(Failure::Resources)?;
        let mut made = draw::run(module, arguments, bindings, options)?;
        finish_faults(&mut made.drawn.faults, module, judgement);
        return Ok(Ran::Drawn(Box::new(made)));
    }
    request::no_attachments(arguments).map_err(Failure::Resources)?;
    let mut dispatched = dispatch::run(module, arguments, bindings, options)?;
    finish_faults(&mut dispatched.outcome.faults, module, judgement);
    Ok(Ran::Dispatched(dispatched))
}

/// Names the ends of functions without `return`, and leaves out the faults that comments of the program or its headers ignore.
fn finish_faults(faults: &mut Vec<Fault>, module: &Module, judgement: &Judgement) {
    let allowed = allowances_of(judgement);
    for fault in faults.iter_mut().filter(|fault| fault.kind == FaultKind::UndefinedOperands) {
        if msl_lower::is_end_of_function(module, fault.span) {
            msl_lower::WITHOUT_RETURN.clone_into(&mut fault.message);
        }
    }
    faults.retain(|fault| !fault.is_allowed(&allowed));
}

/// The faults that comments of the program or its headers ignore.
fn allowances_of(judgement: &Judgement) -> Vec<Allowance> {
    judgement.sources().files().iter().flat_map(|file| allowances(file.text(), file.start())).collect()
}

/// The answer of the protocol.
fn answer(judgement: &Judgement, result: &Result<Ran, Failure>, arguments: &Run) -> io::Result<String> {
    let sources = judgement.sources();
    let ran = match result {
        Ok(ran) => ran,
        Err(failure) if arguments.draw.is_draw() => {
            let answer = DrawAnswer::failed(None, failure.record(judgement, &sources));
            return Ok(serde_json::to_string(&answer)?);
        }
        Err(failure) => {
            let answer = Answer::failed(None, failure.record(judgement, &sources));
            return Ok(serde_json::to_string(&answer)?);
        }
    };
    let is_answered = |binding: &Binding| ran.variables().iter().any(|variable| variable.is_at(binding));
    let words = |fault: &Fault| {
        let words = ran.words(fault);
        FaultWords { labels: words.labels, notes: words.remedy.into_iter().collect() }
    };
    Ok(match ran {
        Ran::Dispatched(Dispatched { outcome, .. }) => {
            serde_json::to_string(&Answer::ran(None, &sources, outcome, is_answered, words))?
        }
        Ran::Drawn(made) => {
            // All attachments are shown.
            let answers = |content: Content<'_>| match content {
                Content::Binding(binding) => is_answered(binding),
                Content::Target(_) | Content::Resolved(_) | Content::Depth | Content::Stencil => true,
            };
            serde_json::to_string(&DrawAnswer::drawn(None, &sources, &made.drawn, answers, words))?
        }
    })
}
