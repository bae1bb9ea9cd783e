//! `layout`: the memory layout of structures, and the resources of a program.

use crate::accepted::with_program;
use crate::arguments::{Layout as Arguments, ReportFormat};
use crate::judgement::Judgement;
use crate::metal::reflect;
use crate::render;
use crate::structure;
use crate::verdict::Verdict;
use shader_language::{Layout, LayoutReport, Program, ResourceRecord};
use std::fmt::Write as _;
use std::io::{self, Write};
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
        Err(error) => return render::not_described(judgement, error),
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
        structure::write(structure, &mut text);
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
