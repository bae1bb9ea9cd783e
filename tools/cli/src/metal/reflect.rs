//! `reflect` and `layout` for programs in Metal, as text.

use crate::structure::{Row, table};
use msl_validator::reflection::{
    MemberLayout, ReflectedBinding, ReflectedDatum, ReflectedEntryPoint, ReflectedIndex, ReflectedResource,
    Reflection, StructureLayout,
};
use std::fmt::Write as _;

/// Returns a reflection as text, with the name of its file if there are several.
pub(crate) fn to_text(reflection: &Reflection, is_named: bool) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    if let Some(file) = reflection.file.as_ref().filter(|_| is_named) {
        let _ = writeln!(text, "{file}:");
    }
    for constant in &reflection.function_constants {
        let _ = writeln!(
            text,
            "constant {} {} [[function_constant({})]]",
            constant.ty, constant.name, constant.index
        );
    }
    if !reflection.function_constants.is_empty() {
        text.push('\n');
    }
    for entry_point in &reflection.entry_points {
        write_entry_point(entry_point, &mut text);
        text.push('\n');
    }
    text + &structures(&reflection.structs)
}

/// Returns the tables of structures.
pub(crate) fn structures(structures: &[StructureLayout]) -> String {
    let mut text = String::new();
    for structure in structures {
        let StructureLayout { name, size, align, is_union, members, padding_at_end } = structure;
        let word = if *is_union { "union" } else { "struct" };
        let _ = writeln!(text, "{word} {name}: size {size}, align {align}");
        let rows = members.iter().map(|member| {
            let MemberLayout { name, ty, offset, size, align, padding_before } = member;
            let text = format!("{ty} {name}");
            Row { offset: *offset, size: *size, align: *align, padding_before: *padding_before, text }
        });
        table(rows, *size, *padding_at_end, &mut text);
        text.push('\n');
    }
    text
}

fn write_entry_point(entry_point: &ReflectedEntryPoint, text: &mut String) {
    let _ = writeln!(text, "{} {}", entry_point.stage.name(), entry_point.name);
    if let Some(threads) = entry_point.max_total_threads_per_threadgroup {
        let _ = writeln!(text, "  threadgroup: at most {threads} threads");
    }
    if let Some(patch) = &entry_point.patch {
        let points =
            patch.control_points.map_or_else(String::new, |count| format!(", {count} control points"));
        let _ = writeln!(text, "  patch: {}{points}", patch.kind.name());
    }
    if entry_point.early_fragment_tests {
        text.push_str("  early fragment tests\n");
    }
    for resource in &entry_point.resources {
        write_resource(resource, text);
    }
    for (word, data) in [("in", &entry_point.inputs), ("out", &entry_point.outputs)] {
        for datum in data {
            let _ = writeln!(text, "  {word}: {}", described(datum));
        }
    }
}

fn write_resource(resource: &ReflectedResource, text: &mut String) {
    let ReflectedResource { name, kind, index, count, ty, access, size, condition, space: _ } = resource;
    let range = match (index, count) {
        (index, 1) => shown(index),
        (ReflectedIndex::Number(first), count) => format!("{first}..{}", first.saturating_add(*count)),
        (ReflectedIndex::Expression(first), count) => format!("{first}..{first} + {count}"),
    };
    let access = access.map_or_else(String::new, |access| format!("  {}", access.name()));
    let size = size.map_or_else(String::new, |size| format!("  {size} bytes"));
    let _ = writeln!(
        text,
        "  {}({range}): {ty} {name}{access}{size}{}",
        kind.name(),
        only_if(condition.as_deref())
    );
}

fn described(datum: &ReflectedDatum) -> String {
    let attributes: Vec<String> = match &datum.binding {
        ReflectedBinding::BuiltIn { builtin } => vec![(*builtin).to_owned()],
        ReflectedBinding::Attribute { attribute } => vec![format!("attribute({})", shown(attribute))],
        ReflectedBinding::ControlPoints { .. } => Vec::new(),
        ReflectedBinding::Color { color, source: 0 } => vec![format!("color({})", shown(color))],
        ReflectedBinding::Color { color, source } => {
            vec![format!("color({})", shown(color)), format!("index({source})")]
        }
        ReflectedBinding::Depth { depth } => vec![format!("depth({depth})")],
        ReflectedBinding::Varying { varying, user, interpolation } => {
            let name = varying.as_ref().filter(|_| *user).map(|name| format!("user({name})"));
            name.into_iter().chain(interpolation.map(str::to_owned)).collect()
        }
    };
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("[[{}]] ", attributes.join(", ")) };
    let name = datum.name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
    format!("{attributes}{}{name}{}", datum.ty, only_if(datum.condition.as_deref()))
}

fn only_if(condition: Option<&str>) -> String {
    condition.map_or_else(String::new, |constant| format!("  if {constant}"))
}

fn shown(index: &ReflectedIndex) -> String {
    match index {
        ReflectedIndex::Number(number) => number.to_string(),
        ReflectedIndex::Expression(text) => text.clone(),
    }
}
