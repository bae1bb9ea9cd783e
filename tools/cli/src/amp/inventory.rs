//! `amp inventory`: the kernels of programs, what each uses, and which targets can have it.

use super::record::{Collector, FileRecord, records};
use super::{ReadProgram, collect, html, read, sarif, text};
use crate::arguments::{AmpInventory, InventoryFormat};
use crate::boundary::{guarded, large_stacks};
use crate::files::Failure;
use crate::render;
use crate::verdict::Verdict;
use msl_validator::amp::inventory::Inventory;
use rayon::prelude::*;
use std::io::{self, Write as _};

/// Prints the inventory of the programs that the command line names.
pub(crate) fn run(arguments: &AmpInventory) -> io::Result<Verdict> {
    large_stacks();
    let programs = &arguments.programs;
    let collection = collect(programs);
    let environment = programs.environment();
    let read: Vec<Result<Option<Vec<FileRecord>>, Failure>> = collection
        .inputs
        .par_iter()
        .map(|input| {
            guarded(|| input.name(), || Ok(read(input, programs, &environment)?.as_ref().map(of_program)))
        })
        .collect();
    let (mut all, mut failures) = (Collector::default(), collection.failures);
    for result in read {
        match result {
            Ok(files) => all.add(files.unwrap_or_default()),
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
    let inventory = Inventory::new(&read.program, &read.text);
    records(&inventory, &read.sources())
}
