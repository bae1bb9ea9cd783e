//! `layout`: the memory layout of structures, and the resources of a program.

use crate::accepted::with_accepted;
use crate::arguments::{Layout, ReportFormat};
use crate::judgement::Judgement;
use crate::verdict::Verdict;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use wgsl_validator::interface::{self, ResourceKind};
use wgsl_validator::layout::{MemberLayout, StructLayout, struct_layouts};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::types::TypeKind;
use wgsl_validator::{Module, Options};

/// Version of the JSON form. Members may be added within a version, but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The layout of a program. All sizes and offsets are in bytes.
#[derive(Serialize, Debug)]
struct LayoutReport<'a> {
    schema: u32,
    file: &'a str,
    structs: Vec<StructLayout>,
    resources: Vec<ResourceRecord<'a>>,
}

/// A variable with a binding. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Serialize, Debug)]
struct ResourceRecord<'a> {
    name: &'a str,
    group: u32,
    binding: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<&'static str>,
    #[serde(rename = "type")]
    ty: String,
    /// The minimum size of the buffer binding; absent for textures and samplers.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

/// Prints the layout of a program, or the diagnostics of a program that is rejected.
pub(crate) fn run(arguments: &Layout) -> io::Result<Verdict> {
    let options = Options { edition: arguments.edition.into(), ..Options::default() };
    with_accepted(&arguments.file, arguments.modules.defines(), options, |judgement, module| {
        print(judgement, module, arguments.format)
    })
}

fn print(judgement: &Judgement, module: &Module, format: ReportFormat) -> io::Result<()> {
    let program = LayoutReport::new(&judgement.name, module.typed());
    let text = match format {
        ReportFormat::Text => program.to_text(),
        ReportFormat::Json => serde_json::to_string(&program)? + "\n",
    };
    io::stdout().write_all(text.as_bytes())
}

impl<'a> LayoutReport<'a> {
    fn new(file: &'a str, module: TypedModule<'a>) -> Self {
        let structs = struct_layouts(module).into_iter().filter(|layout| layout.align > 0).collect();
        let mut resources: Vec<_> =
            module.resources().map(|resource| ResourceRecord::new(&resource, module)).collect();
        resources.sort_by_key(|resource| (resource.group, resource.binding));
        LayoutReport { schema: SCHEMA, file, structs, resources }
    }
}

impl<'a> ResourceRecord<'a> {
    fn new(resource: &interface::Resource, module: TypedModule<'a>) -> Self {
        let (space, access, size) = match resource.kind {
            ResourceKind::Buffer { space, access, least_size } => {
                // A buffer without a type of its own has the size that views ask for.
                let is_typed = !matches!(module.meaning.types.kind(resource.ty), TypeKind::Buffer(_));
                (Some(space.name()), Some(access.name()), is_typed.then_some(least_size))
            }
            ResourceKind::Sampler { .. }
            | ResourceKind::Texture { .. }
            | ResourceKind::StorageTexture { .. } => (None, None, None),
        };
        ResourceRecord {
            name: module.name(module.syntax.ast[resource.variable].name),
            group: resource.group,
            binding: resource.binding,
            space,
            access,
            ty: module.print(resource.ty),
            size,
        }
    }
}

impl LayoutReport<'_> {
    fn to_text(&self) -> String {
        // Writing to a string cannot fail.
        let mut text = String::new();
        for structure in &self.structs {
            write(structure, &mut text);
            text.push('\n');
        }
        for resource in &self.resources {
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
}

/// A table of the members and the padding between them.
fn write(structure: &StructLayout, text: &mut String) {
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
