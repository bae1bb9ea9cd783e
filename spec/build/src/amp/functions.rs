//! The functions of the library that are one operation.

use super::words::table;
use crate::{Anchors, Source, literal};
use serde::Deserialize;

/// The file with the functions.
const FILE: &str = "functions.yaml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Functions {
    math: Vec<Function>,
    atomics: Vec<Function>,
    reports: Vec<Report>,
    fences: Vec<Fence>,
    demands: Vec<Demand>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Demand {
    name: String,
    message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fence {
    name: String,
    #[serde(default)]
    global: bool,
    #[serde(default)]
    tile_static: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Report {
    name: String,
    #[serde(default)]
    takes_text: bool,
    #[serde(default)]
    only_prints: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Function {
    name: String,
    operation: String,
    operand: Option<u32>,
    wgsl: String,
    section: String,
}

/// Returns the tables of mathematical functions, atomic operations, fences, and functions that send messages to the host.
pub(crate) fn generate(source: &Source, anchors: &Anchors) -> Result<String, String> {
    let functions: Functions = source.yaml(FILE)?;
    for list in [&functions.math, &functions.atomics] {
        if !list.is_sorted_by(|left, right| left.name < right.name) {
            return Err(format!("{FILE}: the functions must be sorted, each once"));
        }
    }
    let common = |it: &Function, operations: &str| {
        let section = anchors.expression(&it.section, FILE, &it.name)?;
        let (name, wgsl) = (literal(&it.name), literal(&it.wgsl));
        let operation = &it.operation;
        Ok::<_, String>(format!(
            "name: {name}, operation: {operations}::{operation}, wgsl: {wgsl}, section: {section}"
        ))
    };
    let math = functions.math.iter().map(|it| Ok(format!("Math {{ {} }}", common(it, "Operation")?)));
    let atomics = functions.atomics.iter().map(|it| {
        let fields = common(it, "AtomicOperation")?;
        Ok(format!("Atomic {{ {fields}, operand: {:?} }}", it.operand))
    });
    let reports = functions.reports.iter().map(|it| {
        let (name, takes_text, only_prints) = (literal(&it.name), it.takes_text, it.only_prints);
        Ok(format!("Report {{ name: {name}, takes_text: {takes_text}, only_prints: {only_prints} }}"))
    });
    let fences = functions.fences.iter().map(|it| {
        let (name, global, tile_static) = (literal(&it.name), it.global, it.tile_static);
        Ok(format!("Fence {{ name: {name}, global: {global}, tile_static: {tile_static} }}"))
    });
    let demands = functions
        .demands
        .iter()
        .map(|it| Ok(format!("Demand {{ name: {}, message: {} }}", literal(&it.name), literal(&it.message))));
    let tables = [
        table(
            "The mathematical functions that are one operation (9), sorted by name.",
            "MATH",
            "Math",
            math,
        )?,
        table("The atomic operations (6), sorted by name.", "ATOMICS", "Atomic", atomics)?,
        table("The functions that send messages to the host (12.3).", "REPORTS", "Report", reports)?,
        table("The fences (4.5.4).", "FENCES", "Fence", fences)?,
        table("The conditions of the headers of the library.", "DEMANDS", "Demand", demands)?,
    ];
    Ok(tables.join("\n"))
}
