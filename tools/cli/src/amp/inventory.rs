//! `amp inventory`: the kernels of programs, what each uses, and which targets can have it.

use super::record::{Collector, FileRecord, records};
use super::{ReadProgram, collect, html, read, sarif, text};
use crate::arguments::{AmpInventory, InventoryFormat};
use crate::boundary::{guarded, large_stacks};
use crate::files::Failure;
use crate::metal::translate::validated;
use crate::render;
use crate::verdict::Verdict;
use msl_translate::{LaunchRequest, Refusal, translate_launch};
use msl_validator::amp::inventory::{Inventory, Kernel, Target, Translation};
use rayon::prelude::*;
use std::io::{self, Write as _};
use wgsl_validator::reflection::Reflection;

/// Prints the inventory of the programs that the command line names.
pub(crate) fn run(arguments: &AmpInventory) -> io::Result<Verdict> {
    large_stacks();
    let programs = &arguments.programs;
    let collection = collect(programs);
    let environment = programs.environment();
    let read: Vec<Result<Vec<FileRecord>, Failure>> = collection
        .inputs
        .par_iter()
        .map(|input| guarded(|| input.name(), || Ok(of_program(&read(input, &environment)?))))
        .collect();
    let (mut all, mut failures) = (Collector::default(), collection.failures);
    for result in read {
        match result {
            Ok(files) => all.add(files),
            Err(failure) => failures.push(failure),
        }
    }
    let inventory = all.finish();
    let mut renderer = render::for_people();
    for failure in &failures {
        renderer.failure(failure)?;
    }
    let printed = match arguments.format {
        InventoryFormat::Text => text::print(&inventory),
        InventoryFormat::Json => serde_json::to_string(&inventory)? + "\n",
        InventoryFormat::Sarif => serde_json::to_string_pretty(&sarif::log(&inventory))? + "\n",
        InventoryFormat::Html => html::page(&inventory),
    };
    anstream::stdout().lock().write_all(printed.as_bytes())?;
    Ok(if failures.is_empty() { Verdict::Accepted } else { Verdict::Failed })
}

fn of_program(read: &ReadProgram) -> Vec<FileRecord> {
    let mut inventory = Inventory::new(&read.program, &read.text);
    for kernel in &mut inventory.kernels {
        kernel.translation = translation(read, kernel);
    }
    records(&inventory, &read.sources())
}

/// The result of the translation of a kernel; `None` if something else blocks it, so that it can't be tried or need not be.
fn translation(read: &ReadProgram, kernel: &Kernel) -> Option<Translation> {
    let instance = kernel.launch.filter(|_| kernel.is_known())?;
    if !kernel.blockers(Target::WgslRaised).is_empty() {
        return None;
    }
    let request = LaunchRequest { name: "kernel".to_owned(), instance, library: read.program.library() };
    let translated = translate_launch(&read.program.module, &request);
    let validated = translated.and_then(|launch| Ok((validated(&launch.translation)?, launch.views.len())));
    Some(match validated {
        Ok((module, buffers)) => {
            Translation::Done { buffers: buffers as u64, workgroup_bytes: workgroup_bytes(&module)? }
        }
        Err(Refusal::NoCounterpart(parts)) => {
            Translation::Refused(parts.into_iter().map(|part| (part.span, part.message)).collect())
        }
        Err(Refusal::Request(message)) => Translation::Refused(vec![(kernel.place, message)]),
    })
}

/// The bytes of the workgroup variables of a program with one entry point; `None` if its interface is too large to be described.
fn workgroup_bytes(module: &wgsl_validator::Module) -> Option<u64> {
    let reflection = Reflection::new(None, module).ok()?;
    reflection.entry_points.iter().find_map(|entry| entry.workgroup_bytes)
}
