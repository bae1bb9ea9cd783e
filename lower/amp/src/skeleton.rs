//! Skeletons of plans: the functions that launch kernels, with a placeholder for each value.

use crate::argument::{Kind, Parameter, parameters};
use crate::functions::{Names, launching, name, own};
use crate::plan::is_empty_class;
use core::fmt::Write as _;
use msl_validator::amp::Program;
use msl_validator::meaning::Module;
use std::collections::HashMap;

/// A mark that a skeleton has instead of a value. A plan that still has it is refused with a message of its own.
pub(crate) const PLACEHOLDER: &str = "?";

/// Writes a plan for each function that launches kernels, all but the first as comments. The result is empty without such functions.
#[must_use]
pub fn skeleton(program: &Program) -> String {
    let module = &program.module;
    let names = Names::new(module);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for number in own(program) {
        *counts.entry(name(module, number)).or_default() += 1;
    }
    let mut text = String::new();
    for (index, number) in launching(program).into_iter().enumerate() {
        let start = if index == 0 { "" } else { "# " };
        if index > 0 {
            text.push('\n');
        }
        let short = name(module, number);
        let name = if counts.get(short) == Some(&1) { short.to_owned() } else { names.full(number) };
        _ = writeln!(text, "{start}call: {name}");
        let parameters = parameters(module, number);
        let is_needed = |parameter: &&Parameter| !matches!(parameter.kind, Some(Kind::Object(ty, _)) if is_empty_class(module, ty));
        let needed: Vec<&Parameter> = parameters.iter().filter(is_needed).collect();
        if !needed.is_empty() {
            _ = writeln!(text, "{start}arguments:");
        }
        for parameter in needed {
            let (value, ty) = value(module, parameter);
            _ = writeln!(text, "{start}  {}: {value} # {ty}", parameter.name);
        }
    }
    text
}

/// The form of a parameter's value, and its type in words.
fn value(module: &Module, parameter: &Parameter) -> (String, String) {
    let quoted = format!("\"{PLACEHOLDER}\"");
    match parameter.kind {
        Some(Kind::Vector(ty, _)) => {
            (format!("{{ count: {quoted} }}"), format!("std::vector<{}>", module.types.print(ty)))
        }
        Some(Kind::Pointer(ty, _)) => {
            (format!("{{ count: {quoted} }}"), format!("{}*", module.types.print(ty)))
        }
        Some(
            kind @ (Kind::View(ty, _, rank) | Kind::Texture(ty, _, rank) | Kind::TextureView(ty, _, rank)),
        ) => {
            let sizes = vec![quoted; rank as usize].join(", ");
            let parts = if matches!(kind, Kind::View(..)) { "elements" } else { "texels" };
            (
                format!("{{ extent: [{sizes}] }}"),
                format!("{parts} `{}`, {rank} dimensions", module.types.print(ty)),
            )
        }
        // The modes of `sampler()`, of which any may be replaced.
        Some(Kind::Sampler(ty, _)) => {
            ("{ filter: linear, address: clamp }".to_owned(), module.types.print(ty))
        }
        Some(Kind::Object(ty, _)) => (quoted, module.types.print(ty)),
        None => (quoted, "a type without a size".to_owned()),
    }
}
