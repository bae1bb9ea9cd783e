//! The parts of a document that an editor shows besides its lines: links on import lines, and a command at each entry point.

use crate::address;
use crate::analysis::{Analysis, Facts};
use lsp_types::{CodeLens, Command, DocumentLink, Uri};
use serde_json::json;
use shader_source::Span;
use std::path::Path;
use wgsl_modules::Target;

/// The command that runs an entry point. Its arguments are the address of the document and the name of the entry point; clients carry it out.
pub(crate) const RUN: &str = "wgsl-check.run";

/// The names of modules on import lines, and the paths in `#include` lines, with their files.
pub(crate) fn links(analysis: &Analysis, uri: &Uri) -> Vec<DocumentLink> {
    let link = |span: Span, target: Uri| DocumentLink {
        range: analysis.range(span),
        target: Some(target),
        ..DocumentLink::default()
    };
    if let Facts::Metal(metal) = analysis.facts() {
        let files = metal.program.inclusions.files().iter();
        let included = files.filter(|file| analysis.holds(file.by) && Path::new(&file.name).has_root());
        return included.map(|file| link(file.by, address::uri(Path::new(&file.name)))).collect();
    }
    let Some(whole) = analysis.whole() else { return Vec::new() };
    let modules = whole.links().iter().filter_map(|it| {
        let Target::File(_) = it.target else { return None };
        let location = whole.location(whole.file_at(it.span.lo)?, uri, |span| analysis.range(span))?;
        Some(link(it.span, location.uri))
    });
    modules.collect()
}

/// A command to run each entry point of the document.
pub(crate) fn lenses(analysis: &Analysis, uri: &Uri) -> Vec<CodeLens> {
    let Some(module) = analysis.alone() else { return Vec::new() };
    let (syntax, ast) = (module.syntax(), &module.syntax().ast);
    let is_stage = |name: &str| ["vertex", "fragment", "compute"].contains(&name);
    let entries = ast.functions.iter().filter(|function| {
        ast[function.attributes].iter().any(|attribute| is_stage(syntax.name(attribute.name)))
    });
    entries
        .map(|function| {
            let name = syntax.name(function.name);
            let command = Command {
                title: format!("Run `{name}`"),
                command: RUN.to_owned(),
                arguments: Some(vec![json!(uri.0), json!(name)]),
                ..Command::default()
            };
            CodeLens { range: analysis.range(function.name_span), command: Some(command), data: None }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{address, analyse};

    #[test]
    fn entry_points_have_a_command() {
        let text = "fn f() {}\n@compute @workgroup_size(1) fn main() {}\n@fragment fn shade() { broken }";
        let lenses = lenses(&analyse(text), &address());
        let commands: Vec<_> = lenses.iter().filter_map(|lens| lens.command.as_ref()).collect();
        assert_eq!(commands.len(), 2);
        assert_eq!((commands[0].title.as_str(), commands[0].command.as_str()), ("Run `main`", RUN));
        assert_eq!(commands[1].arguments, Some(vec![json!("file:///a.wgsl"), json!("shade")]));
        assert_eq!(lenses[0].range.start.line, 1);
    }
}
