//! `link` for programs in Metal: a vertex and a fragment function in one pipeline. Section 5.7.1

use super::{judge_module, not_judged};
use crate::arguments::Link;
use crate::files::{self, Failure};
use crate::judgement::Judgement;
use crate::render;
use crate::summary::Summary;
use crate::verdict::Verdict;
use msl_validator::interface::{EntryPoint, EntryPointKind};
use msl_validator::link::{Stage, link};
use msl_validator::meaning::Module;
use shader_language::Language;
use std::{io, iter};

/// A program with its module.
type Judged = (Judgement, Module);

/// Checks each program, and then the interface of the two functions.
pub(crate) fn run(arguments: &Link) -> io::Result<Verdict> {
    suits(arguments).map_err(io::Error::other)?;
    let mut renderer = render::for_format(arguments.error_format, false, false);
    let mut summary = Summary::default();
    let other_file = arguments.fragment_file.iter().filter(|file| **file != arguments.vertex_file);
    let mut programs: Vec<Judged> = Vec::new();
    for file in iter::once(&arguments.vertex_file).chain(other_file) {
        let read = files::read(&files::named(file), None);
        let judged = read
            .map(|program| judge_module(program, &arguments.standard.environment(&arguments.modules), &[]));
        match judged.and_then(|judged| not_judged(&judged.0).map_or(Ok(judged), Err)) {
            Ok(judged) => programs.push(judged),
            Err(failure) => {
                renderer.failure(&failure)?;
                summary.failed += 1;
            }
        }
    }
    if summary.failed == 0 && programs.iter().all(|(judgement, _)| judgement.is_accepted()) {
        match findings(&programs, arguments) {
            Ok(found) => {
                if let Some((fragment, _)) = programs.last_mut() {
                    fragment.diagnostics.extend(found);
                }
            }
            Err(failure) => {
                renderer.failure(&failure)?;
                renderer.finish(&summary)?;
                return Ok(Verdict::Failed);
            }
        }
    }
    for (judgement, _) in &programs {
        summary.count(judgement);
        renderer.judgement(judgement, judgement.is_accepted())?;
    }
    renderer.finish(&summary)?;
    Ok(summary.verdict())
}

/// Refuses what is not Metal: options, and the other file.
fn suits(arguments: &Link) -> Result<(), String> {
    let other = arguments.fragment_file.as_deref().filter(|file| Language::of(file) != Language::Metal);
    match other {
        Some(file) => Err(format!(
            "{}: both programs must be in the same language, but this one is WGSL and the other one Metal",
            file.display()
        )),
        None if !arguments.constants.is_empty() => {
            Err("--constant is only for WGSL, but this program is Metal".to_owned())
        }
        None => Ok(()),
    }
}

/// The mistakes of the interface, which lie in the last program.
fn findings(
    programs: &[Judged],
    arguments: &Link,
) -> Result<Vec<msl_validator::diagnostic::Diagnostic>, Failure> {
    let (Some(first), Some(last)) = (programs.first(), programs.last()) else { return Ok(Vec::new()) };
    let vertex = stage(first, EntryPointKind::Vertex, arguments.vertex.as_deref())?;
    let fragment = stage(last, EntryPointKind::Fragment, arguments.fragment.as_deref())?;
    Ok(link(vertex, fragment))
}

/// The function of a kind with a name, or the only one.
fn stage<'a>(
    (judgement, module): &'a Judged,
    kind: EntryPointKind,
    name: Option<&str>,
) -> Result<Stage<'a>, Failure> {
    let word = if kind == EntryPointKind::Vertex { "vertex" } else { "fragment" };
    let is_it =
        |entry: &&EntryPoint| entry.kind == kind && name.is_none_or(|name| module.entry_name(entry) == name);
    let mut found = module.entry_points.iter().filter(is_it);
    let message = match (found.next(), found.next(), name) {
        (Some(entry_point), None, _) => return Ok(Stage { module, entry_point }),
        (Some(_), Some(_), _) => format!("several {word} functions: select one with --{word}"),
        (None, _, Some(name)) => format!("unknown {word} function `{name}`"),
        (None, _, None) => format!("no {word} function"),
    };
    Err(Failure { name: judgement.name.clone(), message })
}
