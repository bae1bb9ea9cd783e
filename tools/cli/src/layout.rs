//! `layout`: the memory layout of structures, and the resources of a program.

use crate::accepted::with_accepted;
use crate::arguments::{Layout, ReportFormat};
use crate::judgement::Judgement;
use crate::verdict::Verdict;
use std::fmt::Write as _;
use std::io::{self, Write};
use wgsl_check_protocol::layout::{LayoutReport, ResourceRecord};
use wgsl_validator::layout::{MemberLayout, StructLayout};
use wgsl_validator::{Module, Options};

/// Prints the layout of a program, or the diagnostics of a program that is rejected.
pub(crate) fn run(arguments: &Layout) -> io::Result<Verdict> {
    let options = Options { edition: arguments.edition.into(), ..Options::default() };
    with_accepted(&arguments.file, &arguments.modules, options, |judgement, module| {
        print(judgement, module, arguments.format)
    })
}

fn print(judgement: &Judgement, module: &Module, format: ReportFormat) -> io::Result<Verdict> {
    let program = LayoutReport::new(Some(&judgement.name), module);
    let text = match format {
        ReportFormat::Text => to_text(&program),
        ReportFormat::Json => serde_json::to_string(&program)? + "\n",
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

/// A table of the members and the padding between them.
pub(crate) fn write(structure: &StructLayout, text: &mut String) {
    let StructLayout { name, size, align, .. } = structure;
    let shareable = if structure.is_host_shareable { "" } else { ", not host-shareable" };
    let one = if structure.is_runtime_sized { " with one element" } else { "" };
    let _ = writeln!(text, "struct {name}: size {size}{one}, align {align}{shareable}");
    let _ = writeln!(text, "{:>8} {:>8} {:>6}  member", "offset", "size", "align");
    let padding = |text: &mut String, offset: u64, size: u64| {
        if size > 0 {
            let _ = writeln!(text, "{offset:>8} {size:>8} {:>6}  padding", "");
        }
    };
    for member in &structure.members {
        let MemberLayout { name, ty, offset, size, align, padding_before, .. } = member;
        padding(text, offset.saturating_sub(*padding_before), *padding_before);
        let stride = member.stride.map_or_else(String::new, |stride| format!(" (stride {stride})"));
        let _ = writeln!(text, "{offset:>8} {size:>8} {align:>6}  {name}: {ty}{stride}");
    }
    padding(text, structure.size.saturating_sub(structure.padding_at_end), structure.padding_at_end);
}
