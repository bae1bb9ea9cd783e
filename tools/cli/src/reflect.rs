//! `reflect`: the entry points, overrides, resources and structures of programs.

use crate::accepted::with_program;
use crate::arguments::{Reflect, ReportFormat};
use crate::judgement::Judgement;
use crate::metal;
use crate::render;
use crate::structure;
use crate::verdict::Verdict;
use shader_language::Program;
use std::fmt::Write as _;
use std::io::{self, Write};
use wgsl_validator::reflection::{
    BoundKind, BufferSpace, OverrideValue, ReflectedDatum, ReflectedEntryPoint, ReflectedOverride,
    ReflectedResource, Reflection, WorkgroupCount,
};

/// Prints the reflection of each program, or the diagnostics of a program that is rejected.
pub(crate) fn run(arguments: &Reflect) -> io::Result<Verdict> {
    let mut worst = Verdict::Accepted;
    for file in &arguments.files {
        let print = |judgement: &Judgement, program: &Program| print(judgement, program, arguments);
        let target = arguments.target.target.clone();
        worst = worst.max(with_program(file, &arguments.describing, target, print)?);
    }
    Ok(worst)
}

fn print(judgement: &Judgement, program: &Program, arguments: &Reflect) -> io::Result<Verdict> {
    let reflection = match program.reflect(Some(&judgement.name), &judgement.text) {
        Ok(reflection) => reflection,
        Err(error) => return render::not_described(judgement, error),
    };
    let is_named = arguments.files.len() > 1;
    let text = match (arguments.describing.format, &reflection) {
        (ReportFormat::Json, reflection) => serde_json::to_string(reflection)? + "\n",
        (ReportFormat::Text, shader_language::Reflection::Wgsl(reflection)) => to_text(reflection, is_named),
        (ReportFormat::Text, shader_language::Reflection::Metal(reflection)) => {
            metal::reflect::to_text(reflection, is_named)
        }
    };
    io::stdout().write_all(text.as_bytes()).map(|()| Verdict::Accepted)
}

// Writing to a string cannot fail.
fn to_text(reflection: &Reflection, is_named: bool) -> String {
    let mut text = String::new();
    if let Some(file) = reflection.file.as_ref().filter(|_| is_named) {
        let _ = writeln!(text, "{file}:");
    }
    directive("enable", &reflection.enable_extensions, &mut text);
    directive("requires", &reflection.language_extensions, &mut text);
    for constant in &reflection.overrides {
        write_override(constant, &mut text);
    }
    for resource in &reflection.resources {
        write_resource(resource, &mut text);
    }
    text.push('\n');
    for entry_point in &reflection.entry_points {
        write_entry_point(entry_point, &mut text);
        text.push('\n');
    }
    for structure in &reflection.structs {
        structure::write(structure, &mut text);
        text.push('\n');
    }
    text
}

fn directive(word: &str, extensions: &[impl ToString], text: &mut String) {
    if !extensions.is_empty() {
        let names: Vec<String> = extensions.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{word} {};", names.join(", "));
    }
}

fn write_override(constant: &ReflectedOverride, text: &mut String) {
    let id = constant.id.map_or_else(String::new, |id| format!("@id({id}) "));
    let default = match (constant.required, &constant.expression, constant.default) {
        (true, ..) => "  required".to_owned(),
        (false, None, Some(value)) => format!(" = {}", shown(value)),
        (false, Some(expression), None) => format!(" = {expression}"),
        (false, Some(expression), Some(value)) => format!(" = {expression}  {} by default", shown(value)),
        (false, None, None) => String::new(),
    };
    let _ = writeln!(text, "{id}override {}: {}{default}", constant.name, constant.ty);
}

fn shown(value: OverrideValue) -> String {
    match value {
        OverrideValue::Bool(value) => value.to_string(),
        OverrideValue::Integer(value) => value.to_string(),
        OverrideValue::Float(value) => format!("{value:?}"),
    }
}

fn write_resource(resource: &ReflectedResource, text: &mut String) {
    let ReflectedResource { name, group, binding, ty, .. } = resource;
    let (space, size) = match &resource.kind {
        BoundKind::Buffer { space, access, minimum_size } => {
            let space = match space {
                BufferSpace::Storage => format!("<{space}, {access}>"),
                BufferSpace::Uniform => format!("<{space}>"),
            };
            (space, minimum_size.map_or_else(String::new, |size| format!("  at least {size} bytes")))
        }
        BoundKind::Sampler { .. }
        | BoundKind::Texture { .. }
        | BoundKind::StorageTexture { .. }
        | BoundKind::ExternalTexture {}
        | BoundKind::TexelBuffer { .. } => (String::new(), String::new()),
    };
    let _ = writeln!(text, "@group({group}) @binding({binding}) var{space} {name}: {ty}{size}");
}

fn write_entry_point(entry_point: &ReflectedEntryPoint, text: &mut String) {
    let ReflectedEntryPoint { name, stage, .. } = entry_point;
    let _ = writeln!(text, "@{stage} fn {name}");
    if let Some(size) = &entry_point.workgroup_size {
        let _ = writeln!(text, "  workgroup: {}", size.each_ref().map(count).join(" x "));
    }
    match entry_point.workgroup_bytes {
        Some(0) => {}
        Some(bytes) => {
            let _ = writeln!(text, "  workgroup memory: {bytes} bytes");
        }
        None => text.push_str("  workgroup memory: depends on overrides\n"),
    }
    for (word, names) in [("resources", &entry_point.resources), ("overrides", &entry_point.overrides)] {
        if !names.is_empty() {
            let _ = writeln!(text, "  {word}: {}", names.join(", "));
        }
    }
    for (word, data) in [("in", &entry_point.inputs), ("out", &entry_point.outputs)] {
        for datum in data {
            let _ = writeln!(text, "  {word}: {}", described(datum));
        }
    }
}

fn count(count: &WorkgroupCount) -> String {
    match (&count.expression, count.value) {
        (None, value) => value.map_or_else(|| "?".to_owned(), |value| value.to_string()),
        (Some(expression), None) => expression.clone(),
        (Some(expression), Some(value)) => format!("{expression} ({value} by default)"),
    }
}

fn described(datum: &ReflectedDatum) -> String {
    let mut text = String::new();
    if let Some(builtin) = &datum.builtin {
        let _ = write!(text, "@builtin({builtin}) ");
    }
    if let Some(location) = datum.location {
        let _ = write!(text, "@location({location}) ");
    }
    if let Some(source) = datum.blend_src {
        let _ = write!(text, "@blend_src({source}) ");
    }
    if let Some(interpolation) = &datum.interpolation {
        let _ = write!(text, "@interpolate({}, {}) ", interpolation.ty, interpolation.sampling);
    }
    if let Some(name) = &datum.name {
        let _ = write!(text, "{name}: ");
    }
    text + &datum.ty
}
