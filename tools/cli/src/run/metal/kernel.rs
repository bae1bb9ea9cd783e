//! Kernels whose expressions and variables can be looked at; see [`shader_run::debug`].

use super::super::places::places as places_of;
use super::super::request;
use super::super::variable::Variable;
use super::allowances_of;
use super::argument::Argument;
use super::dispatch::{Prepared, prepare};
use super::failure::Failure;
use crate::arguments::Run;
use crate::environment::Environment;
use crate::files;
use crate::judgement::Judgement;
use crate::metal::{judge_module, not_judged};
use cxx_validator::ast::Stmt;
use msl_lower::lower_with_probes;
use msl_validator::meaning::Module;
use shader_ir::{NAMES, Point, Sizes};
use shader_language::{Findings, Language};
use shader_run::debug::{Copy, Launch, Refusal, Request, Subject, Words};
use shader_run::execute::Options;
use shader_source::diagnostic::Severity;
use shader_source::{SourceFile, Span};
use std::collections::BTreeSet;
use webgpu_model::Binding;
use wgsl_check_protocol::debug::traced::Comments;
use wgsl_check_protocol::debug::{Program, first_error};

/// A kernel of an accepted program, with its dispatch.
pub(super) struct Kernel {
    name: String,
    /// The program and its headers, one after the other.
    source: String,
    /// Where the headers are in it, by name.
    headers: Vec<(String, Span)>,
    environment: Environment,
    entry: String,
    request: msl_lower::Request,
    sizes: Sizes,
    launch: Launch,
    places: Vec<Span>,
    /// The names of the program, and the indices of its function constants.
    taken: BTreeSet<String>,
    constants: BTreeSet<u32>,
    /// The arguments that it may write.
    pub(super) variables: Vec<Variable>,
}

impl Kernel {
    fn new(
        judgement: &Judgement,
        module: &Module,
        environment: Environment,
        Prepared { name: entry, request, sizes, bindings, grid, arguments, .. }: Prepared,
        options: Options,
    ) -> Self {
        let (source, headers) = joined(judgement);
        let variables = module.globals.keys().filter_map(|id| module.ast[*id].name);
        let functions = module.instances.iter().map(|instance| module.ast[instance.function].name);
        let taken = variables.chain(functions).map(|name| module.names.text(name).to_owned()).collect();
        Self {
            name: judgement.name.clone(),
            places: places(module, source.len() as u32),
            source,
            headers,
            environment,
            entry,
            request,
            sizes,
            launch: Launch {
                grid,
                bindings,
                immediates: Vec::new(),
                options,
                allowances: allowances_of(judgement),
            },
            taken,
            constants: module.globals.values().filter_map(|it| it.function_constant).collect(),
            variables: arguments
                .into_iter()
                .filter(Argument::is_shown)
                .map(|it| it.variable(module))
                .collect(),
        }
    }
}

/// A program and its headers, one after the other, and where the headers are.
fn joined(judgement: &Judgement) -> (String, Vec<(String, Span)>) {
    let (mut text, mut headers) = (judgement.text.clone(), Vec::new());
    for (name, header) in &judgement.others {
        text.push('\n');
        let start = text.len() as u32;
        text.push_str(header);
        headers.push((name.clone(), Span::new(start, text.len() as u32)));
    }
    (text, headers)
}

/// The comments of a program and of its headers.
pub(super) fn comments(judgement: &Judgement) -> Comments {
    Comments::of(&joined(judgement).0, |_| {
        let sources = judgement.sources();
        let of_file = |file: &SourceFile<'_>| {
            let (start, text) = (file.start(), file.text());
            let moved = move |it: Span| Span::new(start + it.lo, start + it.hi);
            msl_validator::allow::comments(text).into_iter().map(moved).collect::<Vec<_>>()
        };
        sources.files().iter().flat_map(of_file).collect()
    })
}

/// The statements of the program and its headers before which others can be written: those in blocks.
fn places(module: &Module, length: u32) -> Vec<Span> {
    let ast = &module.ast;
    let mut found = Vec::new();
    for statement in &ast.stmts {
        match *statement {
            Stmt::Block(list) => found.extend(&ast[list]),
            Stmt::Switch(_, clauses) => {
                found.extend(ast[clauses].iter().flat_map(|clause| &ast[clause.statements]));
            }
            _ => {}
        }
    }
    let spans = found.into_iter().map(|statement| ast.stmt_span(statement));
    // Several statements of one macro are at one place.
    let spans: BTreeSet<(u32, u32)> =
        spans.filter(|span| span.hi <= length).map(|it| (it.lo, it.hi)).collect();
    spans.into_iter().map(|(lo, hi)| Span::new(lo, hi)).collect()
}

impl Subject for Kernel {
    fn source(&self) -> &str {
        &self.source
    }

    fn places(&self) -> Vec<Span> {
        self.places.clone()
    }

    /// The built-in values are function constants, whose values the checker does not know. Names in functions hide them.
    fn words(&self, request: &Request) -> Words {
        let expressions = || request.prints.iter().map(|print| &print.expression).chain(&request.filter);
        let is_named = |name: &str| {
            let words =
                |text: &str| text.split(|it: char| !it.is_alphanumeric() && it != '_').any(|it| it == name);
            expressions().any(|text| words(text))
        };
        let is_wanted = |name: &str| {
            let is_macro = self.source.contains(&format!("#define {name}"));
            is_named(name) && !self.taken.contains(name) && !is_macro
        };
        let mut free = (0..=u32::from(u16::MAX)).rev().filter(|index| !self.constants.contains(index));
        let mut first = String::new();
        for (name, components, _) in NAMES.into_iter().filter(|(name, ..)| is_wanted(name)) {
            let ty = if components == 1 { "uint" } else { "uint3" };
            let index = free.next().unwrap_or(0);
            first.extend(["constant ", ty, " ", name, " [[function_constant("]);
            first.extend([&index.to_string(), ")]];\n"]);
        }
        Words { first, before: "(", after: ");", last: String::new() }
    }

    fn lower(&mut self, copy: &Copy, statements: bool) -> Result<(shader_ir::Program, Vec<Point>), Refusal> {
        let headers = self.headers.iter().map(|(name, span)| (name.as_str(), copy.part(*span)));
        self.environment.replace_headers(headers);
        let end = self.headers.first().map_or(self.source.len() as u32, |(_, span)| span.lo - 1);
        let text = copy.part(Span::new(0, end));
        let (program, findings) = self.environment.program(&self.name, text, &[self.entry.as_str()]);
        let Findings { diagnostics, incomplete, .. } = findings;
        if let Some(error) = diagnostics.iter().find(|it| it.severity == Severity::Error) {
            return Err(copy.refusal(error.primary.span.lo, error.message.clone()));
        }
        if let Some(reason) = incomplete {
            return Err(Refusal::Program(reason));
        }
        let probing = copy.probing(statements);
        let lowered = lower_with_probes(&program.module, &self.entry, &self.request, &probing);
        let (program, points) = lowered.map_err(|unsupported| copy.unsupported(&unsupported))?;
        let program = program.sized(&self.sizes).map_err(|error| Refusal::Program(error.to_string()))?;
        Ok((program, points))
    }

    fn launch(&self) -> &Launch {
        &self.launch
    }
}

/// The kernel that a dispatch of an accepted program runs.
///
/// # Errors
/// See [`Failure`].
pub(super) fn kernel(
    judgement: &Judgement,
    module: &Module,
    bindings: Vec<Binding>,
    arguments: &Run,
    options: Options,
) -> Result<Kernel, Failure> {
    let prepared = prepare(module, arguments, bindings, &options)?;
    let environment = arguments.metal.standard.environment(&arguments.modules);
    Ok(Kernel::new(judgement, module, environment, prepared, options))
}

/// Loads the kernel that is debugged.
///
/// # Errors
/// The reason, as a sentence without a full stop.
pub(crate) fn debugged(arguments: &Run) -> Result<Program, String> {
    let options = request::options(arguments, &super::language())?;
    let bindings = request::bindings(arguments)?;
    let program = files::read(&files::named(&arguments.file), None)
        .map_err(|failure| format!("{}: {}", failure.name, failure.message))?;
    let environment = arguments.metal.standard.environment(&arguments.modules);
    let functions: Vec<&str> = arguments.entry_point.as_deref().into_iter().collect();
    let (judgement, module) = judge_module(program, &environment, &functions);
    let places = places_of(&judgement, None);
    if let Some(failure) = not_judged(&judgement) {
        return Err(format!("{}: {}", failure.name, failure.message));
    }
    if !judgement.is_accepted() {
        return Err(first_error(&judgement.diagnostics, &places));
    }
    let prepared = prepare(&module, arguments, bindings, &options).map_err(|failure| failure.in_words())?;
    let workgroups = prepared.groups.into_iter().map(u64::from).product();
    let size = prepared.request.workgroup_size.unwrap_or([1; 3]);
    let lanes = size.into_iter().product::<u32>() as usize;
    let subject = Box::new(Kernel::new(&judgement, &module, environment, prepared, options));
    Ok(Program { subject, places, language: Language::Metal, workgroups, lanes })
}
