//! `translate`: a function of a program in Metal, written in WGSL.

use super::{constant, judge_module, refuse, threadgroup};
use crate::arguments::{Translate, TranslationFormat};
use crate::files::{self, Failure};
use crate::judgement::Judgement;
use crate::render;
use crate::verdict::Verdict;
use msl_spec::sections;
use msl_translate::{NoCounterpart, Refusal, Request, TextureFormat, Translation, translate};
use msl_validator::interface::{EntryPoint, EntryPointKind, Index, ResourceGroup};
use msl_validator::meaning::Module;
use shader_source::Message;
use shader_source::diagnostic::Severity;
use std::fs;
use std::io::{self, Write as _};

/// The code of the findings that are not of the specification.
const KIND: &str = "no-counterpart";

/// Translates a program, and prints the result or why there is none.
pub(crate) fn run(arguments: &Translate) -> io::Result<Verdict> {
    let mut renderer = render::for_people();
    let program = match files::read(&files::named(&arguments.file), None) {
        Ok(program) => program,
        Err(failure) => {
            renderer.failure(&failure)?;
            return Ok(Verdict::Failed);
        }
    };
    let environment = arguments.standard.environment(&arguments.modules);
    let functions: Vec<&str> = arguments.entry_point.iter().map(String::as_str).collect();
    let (judgement, module) = judge_module(program, &environment, &functions);
    if !judgement.is_accepted() {
        return refuse(&judgement);
    }
    let result = request(&module, arguments)
        .map_err(Refusal::Request)
        .and_then(|request| translate(&module, &request))
        .and_then(checked);
    match result {
        Ok(translation) => {
            write(&translation, arguments)?;
            Ok(Verdict::Accepted)
        }
        Err(Refusal::Request(message)) => {
            renderer.failure(&Failure { name: judgement.name.clone(), message })?;
            Ok(Verdict::Failed)
        }
        Err(Refusal::NoCounterpart(found)) => {
            report(&judgement, found)?;
            // The program is right, but not supported.
            Ok(Verdict::Failed)
        }
    }
}

/// The function, and what the pipeline says of it.
fn request(module: &Module, arguments: &Translate) -> Result<Request, String> {
    let entry = find(module, arguments.entry_point.as_deref())?;
    let is_kernel = entry.kind == EntryPointKind::Kernel;
    if !is_kernel && arguments.threadgroup_size.is_some() {
        return Err("--threadgroup-size is only for kernels".to_owned());
    }
    threadgroup::memory(module, entry, &arguments.threadgroup_memory)?;
    Ok(Request {
        entry_point: module.entry_name(entry).to_owned(),
        threadgroup_size: threadgroup::size(module, entry, arguments.threadgroup_size)?,
        threadgroup_memory: arguments.threadgroup_memory.clone(),
        function_constants: constant::given(module, &arguments.constants)?,
        texture_formats: texture_formats(module, entry, &arguments.texture_formats)?,
        is_precise: arguments.no_fast_math,
    })
}

/// The formats of textures, all of which the function has.
fn texture_formats(
    module: &Module,
    entry: &EntryPoint,
    given: &[(u32, TextureFormat)],
) -> Result<Vec<(u32, TextureFormat)>, String> {
    let is_there = |number: u32| {
        let mut textures = entry.resources.iter().filter(|it| it.group == ResourceGroup::Texture);
        textures.any(|it| it.index == Index::Number(number))
    };
    match given.iter().find(|(number, _)| !is_there(*number)) {
        Some((number, _)) => {
            let name = module.entry_name(entry);
            Err(format!("--texture-format {number}: `{name}` has no argument [[texture({number})]]"))
        }
        None => Ok(given.to_vec()),
    }
}

/// The function with a name, or the only one.
fn find<'a>(module: &'a Module, name: Option<&str>) -> Result<&'a EntryPoint, String> {
    let mut found =
        module.entry_points.iter().filter(|entry| name.is_none_or(|name| module.entry_name(entry) == name));
    let names = || {
        let names = module.entry_points.iter().map(|entry| format!("`{}`", module.entry_name(entry)));
        names.collect::<Vec<_>>().join(", ")
    };
    match (found.next(), found.next(), name) {
        (Some(entry), None, _) | (Some(entry), Some(_), Some(_)) => Ok(entry),
        (None, _, _) if module.entry_points.is_empty() => {
            Err("the program has no kernel, vertex or fragment function".to_owned())
        }
        (None, _, Some(name)) => {
            Err(format!("unknown kernel, vertex or fragment function `{name}`: the program has {}", names()))
        }
        (_, _, None) => Err(format!(
            "several kernel, vertex or fragment functions: select one with --entry-point: {}",
            names()
        )),
    }
}

/// The result, if the validator of WGSL accepts it.
pub(crate) fn checked(translation: Translation) -> Result<Translation, Refusal> {
    validated(&translation)?;
    Ok(translation)
}

/// The module that a result is, if the validator of WGSL accepts it. Control flow that is not uniform there is so in the Metal program, too.
pub(crate) fn validated(translation: &Translation) -> Result<wgsl_validator::Module, Refusal> {
    let judged = wgsl_validator::validate(&translation.wgsl, &wgsl_validator::Options::default());
    let breaks: Vec<usize> = translation.wgsl.match_indices('\n').map(|(at, _)| at).collect();
    let mut found = Vec::new();
    for diagnostic in judged.diagnostics().iter().filter(|it| it.severity == Severity::Error) {
        let line = breaks.partition_point(|at| *at < diagnostic.primary.span.lo as usize);
        if !diagnostic.rule.is_of_phase(wgsl_spec::Phase::Uniformity) {
            let text = translation.wgsl.lines().nth(line).unwrap_or_default();
            return Err(Refusal::Request(format!(
                "internal error: the translation is not valid WGSL: {}, in `{}`",
                diagnostic.message,
                text.trim()
            )));
        }
        let span = translation.lines.get(line).copied().unwrap_or_default();
        let message = format!("control flow may be non-uniform in WGSL: {}", diagnostic.message);
        found.push(NoCounterpart { span, message, section: sections::SECTION_6_8_1 });
    }
    if found.is_empty() { Ok(judged) } else { Err(Refusal::NoCounterpart(found)) }
}

/// Prints the parts that have no counterpart, with their places.
fn report(judgement: &Judgement, found: Vec<NoCounterpart>) -> io::Result<()> {
    let message = |it: NoCounterpart| Message {
        notes: vec![format!("this has no WGSL counterpart: {}", it.section)],
        ..Message::remark(KIND, Severity::Error, it.message, it.span)
    };
    render::messages(judgement, found.into_iter().map(message))
}

fn write(translation: &Translation, arguments: &Translate) -> io::Result<()> {
    let text = match arguments.format {
        TranslationFormat::Human => translation.wgsl.clone(),
        TranslationFormat::Json => serde_json::to_string(&json(translation))? + "\n",
    };
    match &arguments.output {
        Some(path) => fs::write(path, text),
        None => io::stdout().write_all(text.as_bytes()),
    }
}

/// The result as a JSON object.
fn json(translation: &Translation) -> serde_json::Value {
    let binding = |it: &msl_translate::Binding| {
        serde_json::json!({
            "metal": it.metal.as_ref().map(|place| serde_json::json!({ "kind": place.kind, "index": place.index })),
            "metal_name": it.metal_name,
            "metal_type": it.metal_type,
            "group": it.group,
            "binding": it.binding,
            "name": it.name,
            "address_space": it.address_space,
            "type": it.ty,
            "least_bytes": it.least_bytes,
            "notes": it.notes,
        })
    };
    let constant = |it: &msl_translate::Constant| {
        serde_json::json!({
            "index": it.index,
            "metal_name": it.metal_name,
            "name": it.name,
            "type": it.ty,
            "value": it.value,
        })
    };
    serde_json::json!({
        "entry_point": translation.entry_point,
        "wgsl": translation.wgsl,
        "bindings": translation.bindings.iter().map(binding).collect::<Vec<_>>(),
        "constants": translation.constants.iter().map(constant).collect::<Vec<_>>(),
        "notes": translation.notes,
    })
}
