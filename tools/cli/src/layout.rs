//! `layout`: the memory layout of structures, and the resources of a program.

use crate::accepted::with_program;
use crate::arguments::{Layout as Arguments, ReportFormat};
use crate::judgement::Judgement;
use crate::metal::reflect;
use crate::render;
use crate::verdict::Verdict;
use shader_language::{Layout, LayoutReport, Program, ResourceRecord};
use std::fmt::Write as _;
use std::io::{self, Write};
use wgsl_validator::layout::{MemberLayout, StructLayout};
use wgsl_validator::target::Target;

/// Prints the layout of a program, or the diagnostics of a program that is rejected.
pub(crate) fn run(arguments: &Arguments) -> io::Result<Verdict> {
    let describing = &arguments.describing;
    with_program(&arguments.file, describing, Target::default(), |judgement, program| {
        print(judgement, program, describing.format)
    })
}

fn print(judgement: &Judgement, program: &Program, format: ReportFormat) -> io::Result<Verdict> {
    let layout = match program.layout(Some(&judgement.name)) {
        Ok(layout) => layout,
        Err(message) => return render::not_described(judgement, message),
    };
    let text = match (format, &layout) {
        (ReportFormat::Json, layout) => serde_json::to_string(layout)? + "\n",
        (ReportFormat::Text, Layout::Wgsl(report)) => to_text(report),
        (ReportFormat::Text, Layout::Metal(layout)) => reflect::structures(&layout.structs),
    };
    io::stdout().write_all(text.as_bytes()).map(|()| Verdict::Accepted)
}

fn to_text(report: &LayoutReport<'_>) -> String {
    // Writing to a string cannot fail.
    let mut text = String::new();
    for structure in &report.structs {
        write(structure, &mut text);
        text.push('\n');
    }
    for resource in &report.resources {
        let ResourceRecord { name, group, binding, ty, .. } = resource;
        let space = match (resource.space, resource.access) {
            (Some(space), Some(access)) if space == "storage" => format!("<{space}, {access}>"),
            (Some(space), _) => format!("<{space}>"),
            _ => String::new(),
        };
        let size = resource.size.map_or_else(String::new, |size| format!("  at least {size} bytes"));
        let _ = writeln!(text, "@group({group}) @binding({binding}) var{space} {name}: {ty}{size}");
    }
    text
}

/// A member of a structure, as its line shows it.
pub(crate) struct Row {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) padding_before: u64,
    pub(crate) text: String,
}

/// Writes a structure of a WGSL program.
pub(crate) fn write(structure: &StructLayout, text: &mut String) {
    let StructLayout { name, size, align, .. } = structure;
    let shareable = if structure.is_host_shareable { "" } else { ", not host-shareable" };
    let one = if structure.is_runtime_sized { " with one element" } else { "" };
    let _ = writeln!(text, "struct {name}: size {size}{one}, align {align}{shareable}");
    let rows = structure.members.iter().map(|member| {
        let MemberLayout { name, ty, offset, size, align, padding_before, .. } = member;
        let stride = member.stride.map_or_else(String::new, |stride| format!(" (stride {stride})"));
        let text = format!("{name}: {ty}{stride}");
        Row { offset: *offset, size: *size, align: (*align).into(), padding_before: *padding_before, text }
    });
    table(rows, structure.size, structure.padding_at_end, text);
}

/// Writes a table of the members of a structure and the padding between them.
pub(crate) fn table(
    rows: impl Iterator<Item = Row>,
    structure_size: u64,
    padding_at_end: u64,
    text: &mut String,
) {
    let _ = writeln!(text, "{:>8} {:>8} {:>6}  member", "offset", "size", "align");
    let padding = |text: &mut String, offset: u64, size: u64| {
        if size > 0 {
            let _ = writeln!(text, "{offset:>8} {size:>8} {:>6}  padding", "");
        }
    };
    for Row { offset, size, align, padding_before, text: member } in rows {
        padding(text, offset.saturating_sub(padding_before), padding_before);
        let _ = writeln!(text, "{offset:>8} {size:>8} {align:>6}  {member}");
    }
    padding(text, structure_size.saturating_sub(padding_at_end), padding_at_end);
}
