//! `layout`: where the members of structures lie, and what resources a program binds.

use crate::Verdict;
use crate::arguments::{Layout, LayoutFormat};
use crate::check::{self, Judgement};
use crate::files::Input;
use crate::render;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};
use wgsl_validator::ast::{DeclKind, StructId};
use wgsl_validator::module::TypedModule;
use wgsl_validator::types::{Length, Properties, StructType, TypeId, TypeKind};
use wgsl_validator::{Options, Validator};

/// Version of the JSON form; it changes as that of the diagnostics does.
const SCHEMA: u32 = 1;

/// What `layout` prints. All sizes and offsets are in bytes.
#[derive(Serialize, Debug)]
struct Program<'a> {
    schema: u32,
    file: &'a str,
    structs: Vec<Structure<'a>>,
    resources: Vec<Resource<'a>>,
}

/// A structure. <https://www.w3.org/TR/WGSL/#structure-member-layout>
#[derive(Serialize, Debug)]
struct Structure<'a> {
    name: &'a str,
    align: u32,
    /// With a runtime-sized array at the end, the size with one element.
    size: u64,
    host_shareable: bool,
    members: Vec<Member<'a>>,
}

/// A member of a structure.
#[derive(Serialize, Debug)]
struct Member<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: String,
    offset: u64,
    align: u32,
    /// What the value takes; of a runtime-sized array, one element with what lies between two.
    size: u64,
    /// Bytes between the value and the next member or the end.
    padding_after: u64,
    runtime_sized: bool,
}

/// A variable with a binding. <https://www.w3.org/TR/WGSL/#resource-interface>
#[derive(Serialize, Debug)]
struct Resource<'a> {
    name: &'a str,
    group: u32,
    binding: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    space: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<&'static str>,
    #[serde(rename = "type")]
    ty: String,
    /// The least size of the buffer that is bound; absent for textures and samplers.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

/// Prints the layout of a program; of a program that is rejected, what is wrong.
pub(crate) fn run(arguments: &Layout) -> io::Result<Verdict> {
    let input =
        if arguments.file.as_os_str() == "-" { Input::Standard } else { Input::File(arguments.file.clone()) };
    let mut validator = Validator::new(Options { edition: arguments.edition.into() });
    match check::judge(&input, None, false, &mut validator) {
        Err(failure) => {
            render::for_people().failure(&failure)?;
            Ok(Verdict::Failed)
        }
        Ok(judgement) if judgement.is_accepted() => {
            print(&judgement, validator.module(), arguments.format)?;
            Ok(Verdict::Accepted)
        }
        Ok(judgement) => {
            render::for_people().judgement(&judgement, false)?;
            Ok(Verdict::Rejected)
        }
    }
}

fn print(judgement: &Judgement, module: &TypedModule, format: LayoutFormat) -> io::Result<()> {
    let program = Reader { text: &judgement.text, module }.program(&judgement.name);
    let text = match format {
        LayoutFormat::Text => program.to_text(),
        LayoutFormat::Json => serde_json::to_string(&program)? + "\n",
    };
    io::stdout().write_all(text.as_bytes())
}

/// Reads layouts out of a module.
struct Reader<'a> {
    text: &'a str,
    module: &'a TypedModule,
}

impl<'a> Reader<'a> {
    fn program(&self, file: &'a str) -> Program<'a> {
        let structs = (0..self.module.structs.len())
            .filter_map(|index| self.module.types.structure(StructId::from_index(index)))
            .filter(|structure| structure.info.align > 0)
            .map(|structure| self.structure(structure))
            .collect();
        let mut resources: Vec<_> =
            self.module.ast.decls.iter().filter_map(|decl| self.resource(decl.kind)).collect();
        resources.sort_by_key(|resource| (resource.group, resource.binding));
        Program { schema: SCHEMA, file, structs, resources }
    }

    fn structure(&self, structure: &StructType) -> Structure<'a> {
        let ends = structure.members.iter().skip(1).map(|next| next.offset).chain([structure.info.size]);
        let members = structure.members.iter().zip(ends).map(|(member, end)| {
            let size = self.module.types.info(member.ty).size;
            Member {
                name: self.module.symbols.text(self.text, member.name),
                ty: self.print(member.ty),
                offset: member.offset,
                align: member.align,
                size,
                padding_after: end.saturating_sub(member.offset.saturating_add(size)),
                runtime_sized: self.module.types.is(member.ty, Properties::HAS_RUNTIME_SIZE),
            }
        });
        Structure {
            name: self.module.symbols.text(self.text, structure.name),
            align: structure.info.align,
            size: structure.info.size,
            host_shareable: structure.info.is(Properties::HOST_SHAREABLE),
            members: members.collect(),
        }
    }

    fn resource(&self, declaration: DeclKind) -> Option<Resource<'a>> {
        let DeclKind::Variable(id) = declaration else { return None };
        let info = self.module.variables.get(id.index())?;
        let (group, binding) = info.binding?;
        let name = self.module.symbols.text(self.text, self.module.ast[id].name);
        let resource = match self.module.types.kind(info.typed.ty) {
            TypeKind::Reference(space, ty, access) => Resource {
                name,
                group,
                binding,
                space: Some(space.name()),
                access: Some(access.name()),
                ty: self.print(ty),
                size: self.least_size(ty),
            },
            _ => Resource {
                name,
                group,
                binding,
                space: None,
                access: None,
                ty: self.print(info.typed.ty),
                size: None,
            },
        };
        Some(resource)
    }

    /// A buffer must hold one element of a runtime-sized array.
    /// <https://www.w3.org/TR/WGSL/#minimum-buffer-binding-size>
    fn least_size(&self, ty: TypeId) -> Option<u64> {
        match self.module.types.kind(ty) {
            TypeKind::Array(element, Length::Runtime) => Some(self.module.types.stride(element)),
            TypeKind::Buffer(_) => None,
            _ => Some(self.module.types.info(ty).size),
        }
    }

    fn print(&self, ty: TypeId) -> String {
        self.module.types.print(self.text, &self.module.symbols, ty)
    }
}

impl Program<'_> {
    fn to_text(&self) -> String {
        // Writing to a string does not fail.
        let mut text = String::new();
        for structure in &self.structs {
            let shareable = if structure.host_shareable { "" } else { ", not host-shareable" };
            let Structure { name, size, align, .. } = structure;
            let _ = writeln!(text, "struct {name}: size {size}, align {align}{shareable}");
            let _ = writeln!(text, "{:>8} {:>8} {:>6}  member", "offset", "size", "align");
            for member in &structure.members {
                let Member { name, ty, offset, size, align, .. } = member;
                let each = if member.runtime_sized { " (size of one element)" } else { "" };
                let _ = writeln!(text, "{offset:>8} {size:>8} {align:>6}  {name}: {ty}{each}");
                if member.padding_after > 0 {
                    let _ =
                        writeln!(text, "{:>8} {:>8} {:>6}  padding", offset + size, member.padding_after, "");
                }
            }
            text.push('\n');
        }
        for resource in &self.resources {
            let Resource { name, group, binding, ty, .. } = resource;
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
